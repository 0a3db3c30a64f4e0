"""The vector environment: the usual convention; each run as a sim alone under the same actions."""

import unittest

import numpy as np

import davit

CART = "test/api/cart.yaml"
SEEN = ["x", "x.rate"]


def make(n=9, **more):
    options = dict(act=["lever"], observe=SEEN, dt=0.01, horizon=0.2, seed=3)
    return davit.VectorEnv(davit.Machine(CART), n, **{**options, **more})


class Environments(unittest.TestCase):
    def test_shapes_and_spaces(self):
        env = make()
        seen, info = env.reset(seed=1)
        self.assertEqual((seen.shape, seen.dtype, info), ((9, 2), np.float64, {}))
        self.assertEqual((env.single_action_space.low[0], env.single_action_space.high[0]), (-50, 50))
        self.assertEqual(env.action_space.shape, (9, 1))
        self.assertTrue(env.single_action_space.contains(env.single_action_space.sample()))
        seen, reward, terminated, truncated, info = env.step(np.zeros((9, 1)))
        self.assertEqual([a.shape for a in (seen, reward, terminated, truncated)], [(9, 2), (9,), (9,), (9,)])
        self.assertEqual((terminated.dtype, truncated.dtype), (bool, bool))
        env.close()

    def test_runs_are_sims(self):
        rng = np.random.default_rng(5)
        env, n = make(), 9
        sims = [davit.Machine(CART).sim() for _ in range(n)]
        env.reset()
        for k in range(20):
            action = rng.uniform(-80, 80, (n, 1))
            seen, _, _, truncated, info = env.step(action)
            for i, sim in enumerate(sims):
                sim["lever"] = np.clip(action[i, 0], -50, 50)
                sim.step(0.01)
                self.assertTrue(np.array_equal(sim.get(SEEN), (info["final_obs"] if k == 19 else seen)[i]))
        self.assertTrue(truncated.all())
        self.assertTrue(np.array_equal(seen, env.batch.get(SEEN)) and (env.batch.t == 0).all())
        env.close()

    def test_ends_rewards_and_starts(self):
        start = lambda rng, n: {"x": rng.uniform(-0.05, 0.05, n), "x.rate": 0.0}
        env = make(start=start, ended=lambda seen: seen[:, 0] > 0.1, reward=lambda before, action, after: after[:, 0] - before[:, 0], horizon=None)
        first, _ = env.reset(seed=7)
        again, _ = env.reset(seed=7)
        self.assertTrue(np.array_equal(first, again) and len(set(first[:, 0])) == 9)
        total, ended = np.zeros(9), np.zeros(9, int)
        seen = again
        for _ in range(60):
            before = seen
            seen, reward, terminated, truncated, info = env.step(np.full((9, 1), 50))
            self.assertFalse(truncated.any())
            end = np.where(terminated[:, None], info.get("final_obs", seen), seen)
            self.assertTrue(np.allclose(reward, end[:, 0] - before[:, 0]))
            if terminated.any():
                self.assertTrue(np.array_equal(info["_final_obs"], terminated) and (info["final_obs"][terminated, 0] > 0.1).all())
                self.assertTrue((abs(seen[terminated, 0]) <= 0.05).all())
            ended += terminated
        self.assertTrue((ended >= 1).all())
        env.close()

    def test_a_run_that_cannot_go_on_is_terminated(self):
        env = davit.VectorEnv(davit.Machine("test/python/fails.yaml"), 3, act=["decay"], observe=["x"], dt=0.05, method="rk4", step=1e-3)
        env.reset()
        failed = np.zeros(3, bool)
        for _ in range(10):
            seen, _, terminated, _, info = env.step([[0.0], [1.0], [0.0]])
            self.assertTrue(np.array_equal(info["failed"], terminated))
            failed |= terminated
        self.assertEqual(failed.tolist(), [False, True, False])
        env.close()

    def test_wrong_use(self):
        for more in (dict(act=["nix"]), dict(act=["x.acceleration"]), dict(dt=0), dict(dt="1"), dict(observe=["nix"])):
            with self.assertRaises(davit.UseError):
                make(**more)
        env = make(reward=lambda before, action, after: 3)
        env.reset()
        for action in (np.zeros(9), np.zeros((8, 1)), np.full((9, 1), np.nan), [["a"]] * 9):
            with self.assertRaises(davit.UseError):
                env.step(action)
        with self.assertRaises(davit.UseError):
            env.step(np.zeros((9, 1)))  # the reward has no shape
        env.close()
        with self.assertRaises(davit.ClosedError):
            env.step(np.zeros((9, 1)))


if __name__ == "__main__":
    unittest.main()
