"""Wrong use: exceptions that say what is wrong; nothing crashes, nothing has changed."""

import gc
import os
import signal
import threading
import time
import unittest

import numpy as np

import davit

CART = "test/api/cart.yaml"


class Wrong(unittest.TestCase):
    def setUp(self):
        self.machine = davit.Machine(CART)
        self.sim = self.machine.sim()
        self.batch = self.machine.batch(3)

    def tearDown(self):
        self.sim.close()
        self.batch.close()

    def refused(self, call, *words, kind=davit.UseError):
        with self.assertRaises(kind) as caught:
            call()
        for word in words:
            self.assertIn(word, str(caught.exception))

    def test_files(self):
        self.refused(lambda: davit.Machine("nix.yaml"), "nix.yaml", kind=davit.ModelError)
        self.refused(lambda: davit.Machine(CART, case="nix"), "nix", kind=davit.ModelError)
        self.refused(lambda: davit.Machine("test/api/batch_lanes.c"), kind=davit.ModelError)
        self.refused(lambda: davit.Machine("nix.dvm"))
        self.refused(lambda: davit.Machine(CART, settings={"nix": 3}), "nix", kind=davit.ModelError)
        self.refused(lambda: davit.Machine(CART, settings={"until": object()}), "setting")
        self.refused(lambda: davit.Machine(CART, settings={3: "3"}), "path")
        self.refused(lambda: davit.Machine(CART, kinds=["nix.so"]), "nix.so", kind=davit.ModelError)

    def test_faults_have_place_cause_and_remedy(self):
        with self.assertRaises(davit.ModelError) as caught:
            davit.Machine(CART, settings={"bodies.cart.mass": "3 m"})
        fault = caught.exception.faults[0]
        self.assertEqual(fault.severity, "error")
        self.assertIn("length", fault.cause)
        self.assertIn("kg", fault.remedy)

    def test_names(self):
        self.refused(lambda: self.sim["xx"], "'xx'", "x.position", kind=davit.UnknownName)
        self.refused(lambda: self.sim.get(["x", "nix"]), "nix", kind=KeyError)
        self.refused(lambda: self.sim[3.5])
        self.refused(lambda: self.sim.get([["x"]]))
        self.refused(lambda: self.sim.get(None))
        self.refused(lambda: self.sim.get(10**6))
        self.refused(lambda: self.sim.get(np.array([0, 10**6])))
        self.refused(lambda: self.sim.get(np.array([0.5])))
        self.refused(lambda: self.sim.linearise(["nix"]), "nix")
        self.refused(lambda: self.sim.linearise(["x.acceleration"]), "not an input")
        self.refused(lambda: self.sim.rest(hold="nix"), "nix")
        self.refused(lambda: davit.kinds()["force.sprung"], "force.spring")
        self.refused(lambda: self.machine.run()["nix"], "nix")
        self.refused(lambda: self.machine.run(columns="nix"), "nix")

    def test_numbers(self):
        before = self.sim.save()
        for value in (np.nan, np.inf, -np.inf, "3", None, 1j, [1, 2]):
            self.refused(lambda: self.sim.__setitem__("lever", value))
        for value in ([np.nan], [1, 2], ["a"], [1j], [[1]], None, [None]):
            self.refused(lambda: self.sim.set(["lever"], value))
        for dt in (0, -1, np.nan, np.inf, "1", None, 1j, 1e-300):
            self.refused(lambda: self.sim.step(dt))
            self.refused(lambda: self.batch.step(dt))
        self.refused(lambda: self.sim.step_to(-1))
        self.refused(lambda: self.sim.__setitem__("x.acceleration", 1), "output")
        self.refused(lambda: setattr(self.sim, "states", [1, 2, 3, 4, 5, 6, 7, 8]))
        self.refused(lambda: setattr(self.sim, "states", [np.nan] * len(self.sim.states)))
        for state in (b"", b"x" * 100, before[:-1], before[:40] + b"\xff" + before[41:], "text", None):
            self.refused(lambda: self.sim.load(state))
        self.assertEqual(self.sim.save(), before)
        self.refused(lambda: self.sim.set({"lever": 1}, 2))
        self.refused(lambda: self.sim.set("lever"))

    def test_batches(self):
        for n in (0, -1, 2.5, "3", None, True, 10**9):
            self.refused(lambda: self.machine.batch(n))
        self.refused(lambda: self.machine.batch(3, threads=-1))
        for value in (np.zeros((2, 1)), np.zeros((3, 2)), np.zeros(2), np.full(3, np.nan), ["a"] * 3, np.zeros(3, complex), None):
            self.refused(lambda: self.batch.set("lever", value))
        for which in ([True, False], [3], [-1], ["a"], [[1]], 0.5):
            self.refused(lambda: self.batch.reset(which))
        self.refused(lambda: self.batch.get("x", out=np.empty((3, 2))))
        self.refused(lambda: self.batch.get("x", out=np.empty((3, 1), np.float32)))
        self.refused(lambda: self.batch.get("x", out=np.empty((3, 2))[:, :1]))
        self.refused(lambda: self.batch["x"])
        with self.assertRaises(IndexError):
            self.batch[3]

    def test_methods(self):
        self.refused(lambda: self.machine.sim(method="rk5"), "rk4")
        for step in (0, -1, np.nan, np.inf):
            self.refused(lambda: self.machine.sim(step=step))
        self.refused(lambda: self.machine.sim(method="rk4", step="auto"), "rk4")
        self.refused(lambda: self.machine.run(until=-1), kind=davit.ModelError)
        self.refused(lambda: self.machine.run(method="rk5"), "rk5", kind=davit.ModelError)

    def test_closed(self):
        member = self.batch[1]
        self.sim.close(), self.sim.close(), self.batch.close()
        for call in (lambda: self.sim.step(1), lambda: self.sim["x"], lambda: self.sim.t, lambda: self.sim.save(), lambda: self.sim.states,
                     lambda: self.sim.rest(), lambda: self.sim.linearise(), lambda: self.sim.energy(), lambda: self.sim.counts,
                     lambda: self.batch.step(1), lambda: self.batch.get("x"), lambda: self.batch.reset(), lambda: self.batch[0],
                     lambda: self.batch.t, lambda: member.step(1), lambda: member["x"]):
            self.refused(call, "closed", kind=davit.ClosedError)
        self.assertIn("closed", repr(self.sim))

    def test_what_outlives_what(self):
        sim, result = davit.Machine(CART).sim(), davit.Machine(CART).run()
        member = davit.Machine(CART).batch(2)[1]
        gc.collect()
        sim.step(0.1), member.step(0.1)
        self.assertEqual(sim["x"], member["x"])
        self.assertEqual(len(result["x"]), result.rows)

    def test_two_threads_with_one_sim(self):
        sim, told = self.machine.sim(), []

        def work():
            for _ in range(300):
                try:
                    sim.step(1e-3)
                except davit.UseError as error:
                    told.append(str(error))
        threads = [threading.Thread(target=work) for _ in range(4)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        self.assertTrue(all("another thread" in text for text in told))
        self.assertAlmostEqual(sim.t, (1200 - len(told)) * 1e-3, 9)

    def test_a_forked_child(self):
        child = os.fork()
        if not child:
            try:
                self.batch.step(1e-3)
            except davit.UseError as error:
                os._exit(0 if "fork" in str(error) else 1)
            os._exit(2)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        self.batch.step(1e-3)

    def test_a_run_is_interrupted(self):
        timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
        begin = time.monotonic()
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            self.machine.run(until=1e6, every=1e3)
        self.assertLess(time.monotonic() - begin, 30)


if __name__ == "__main__":
    unittest.main()
