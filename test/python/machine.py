"""Machines from Python: against closed forms, the command, and each other."""

import csv
import json
import math
import os
import pickle
import subprocess
import tempfile
import unittest
import warnings

import numpy as np

import davit
from davit import _library

NEAR, CART, TITAN = "test/api/near_rest.yaml", "test/api/cart.yaml", "machines/titan4.yaml"


def command(*arguments):
    return subprocess.run([_library.command(), *arguments], check=True, capture_output=True, text=True).stdout


class Runs(unittest.TestCase):
    def test_columns_are_those_of_the_command(self):
        result = davit.Machine(CART).run()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "cart.csv")
            command("run", CART, "--out", path, "--columns", "x,x.rate,loop")
            with open(path) as file:
                rows = list(csv.reader(file))
        self.assertEqual(rows[0][:3], ["time [s]", "x.position [m]", "x.rate [m/s]"])
        for k, name in enumerate(("time", "x.position", "x.rate", "loop")):
            self.assertTrue(np.array_equal(result[name], [float(row[k]) for row in rows[1:]]), name)
        self.assertEqual((result["x"].unit, result["x"].name, result.t.unit), ("m", "x.position", "s"))
        self.assertEqual(result.units["x.rate"], "m/s")

    def test_a_spring_swings_as_it_must(self):
        """z = z0 + e^(-d t) (a cos wt + b sin wt) about the rest."""
        result = davit.Machine(NEAR).run(until=2, every=0.01, columns=["z"])
        m, k, c, g = 2, 50, 3, 9.81
        rest, d = -m * g / k, c / (2 * m)
        w = math.sqrt(k / m - d * d)
        t = np.asarray(result.t)
        z = rest + np.exp(-d * t) * (0.01 - rest) * (np.cos(w * t) + d / w * np.sin(w * t))
        self.assertLess(np.abs(result["z"] - z).max(), 1e-9)
        self.assertEqual(result.names, ("time", "z.position"))
        self.assertLess(result.summary["relative"], 1e-9)

    def test_arithmetic_drops_the_unit(self):
        z = davit.Machine(NEAR).run()["z"]
        self.assertIs(type(z * z), np.ndarray)
        self.assertEqual((z[3:5].unit, z[3:5].name), ("m", "z.position"))
        self.assertEqual(pickle.loads(pickle.dumps(z)).unit, "m")
        with self.assertRaises(ValueError):
            z[0] = 3

    def test_a_result_is_saved_drawn_and_shown(self):
        result = davit.Machine(CART).run()
        with tempfile.TemporaryDirectory() as folder:
            for suffix in ("csv", "h5", "mat", "npy", "html"):
                result.save(os.path.join(folder, "r." + suffix))
                self.assertGreater(os.path.getsize(os.path.join(folder, "r." + suffix)), 1000)
            with self.assertRaises(davit.Error):
                result.save(os.path.join(folder, "r.xyz"))
        self.assertIn("<svg", result.plot("x", "loop").svg)
        shown = result._repr_html_()
        self.assertIn("<iframe srcdoc=", shown)
        self.assertIn("cart", repr(result))

    def test_a_run_that_fails_keeps_what_it_has(self):
        machine = davit.Machine("test/python/fails.yaml")
        with self.assertRaises(davit.RunError) as caught:
            machine.run()
        self.assertIn("finite", str(caught.exception))
        t = caught.exception.result.t
        self.assertTrue(0 < t[-1] < 1, t)

    def test_settings(self):
        machine = davit.Machine(NEAR, settings={"parts.spring.stiffness": "100 N/m"})
        self.assertAlmostEqual(machine.modes()[0].frequency, math.sqrt(100 / 2) / (2 * math.pi), 8)
        machine.set({"parts.spring.stiffness": (200, "N/m")})
        self.assertAlmostEqual(machine.modes()[0].frequency, math.sqrt(200 / 2) / (2 * math.pi), 8)
        self.assertEqual(machine.settings, {"parts.spring.stiffness": "200 N/m"})
        with self.assertRaises(davit.ModelError):
            machine.set({"parts.spring.stiffness": "3 kg"})
        self.assertEqual(machine.settings, {"parts.spring.stiffness": "200 N/m"})

    def test_another_thread_may_run_too(self):
        import threading
        found = []
        threads = [threading.Thread(target=lambda: found.append(davit.Machine(NEAR).run()["z"][-1])) for _ in range(4)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        self.assertEqual(len(set(map(float, found))), 1)


class Steps(unittest.TestCase):
    def test_steps_have_the_bits_of_a_run(self):
        machine = davit.Machine(CART)
        result = machine.run(every=0.01)
        with machine.sim() as sim:
            for row in range(1, 101):
                sim.step(0.01)
                self.assertEqual(sim["x"], result["x"][row])
            self.assertEqual(sim.t, 1)
            self.assertGreater(sim.counts["events"], 0)

    def test_a_saved_state_goes_on_with_the_same_bits(self):
        with davit.Machine(CART).sim() as sim:
            sim.step(0.2)
            state = sim.save()
            sim.step(0.3)
            there = sim.states
            sim.load(state)
            sim.step(0.3)
            self.assertTrue(np.array_equal(sim.states, there))

    def test_a_block_is_stepped_without_its_file(self):
        machine = davit.Machine(CART)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "cart.dvm")
            machine.save(path)
            with davit.Machine(path).sim() as a, machine.sim() as b:
                a.step(0.5), b.step(0.5)
                self.assertEqual(a["x"], b["x"])
            with self.assertRaises(davit.UseError):
                davit.Machine(path).run()

    def test_a_batch_is_sims(self):
        machine, n = davit.Machine(CART), 13
        lever = np.linspace(-40, 40, n)
        with machine.batch(n, threads=2) as batch:
            batch.set("lever", lever)
            for _ in range(30):
                batch.step(0.01)
            got = batch.get(["x", "x.acceleration", "lever"])
            for i in range(n):
                with machine.sim() as sim:
                    sim["lever"] = lever[i]
                    for _ in range(30):
                        sim.step(0.01)
                    self.assertTrue(np.array_equal(sim.get(["x", "x.acceleration", "lever"]), got[i]))
            batch.reset([1, 3])
            self.assertEqual([i for i in range(n) if batch.t[i] == 0], [1, 3])
            batch[2]["x"] = 0.07
            self.assertEqual(batch.get("x")[2, 0], 0.07)
            batch.reset()
            self.assertTrue((batch.t == 0).all())

    def test_a_run_of_a_batch_fails_alone(self):
        with davit.Machine("test/python/fails.yaml").batch(3, method="rk4", step=1e-3) as batch:
            batch.set("decay.value", [[0], [1], [0]])
            for _ in range(100):
                batch.step(0.01, failures="ignore")
            self.assertEqual(batch.failed.tolist(), [False, True, False])
            with self.assertRaises(davit.RunError) as caught:
                batch.step(0.01)
            self.assertEqual(caught.exception.runs, (1,))
            batch.reset(batch.failed)
            batch.set("decay.value", [0.0])
            batch.step(0.01)
            self.assertFalse(batch.failed.any())


class Near(unittest.TestCase):
    def test_rest_and_modes(self):
        machine = davit.Machine(NEAR)
        self.assertAlmostEqual(machine.equilibrium()["z.position"], -2 * 9.81 / 50, 9)
        A, B, C, D = linear = machine.linearise(outputs=["z", "z.acceleration"], at_rest=True)
        self.assertTrue(np.allclose(A, [[0, 1], [-25, -1.5]], atol=1e-8) and np.allclose(B, [[0], [0.5]], atol=1e-8))
        self.assertTrue(np.allclose(C, [[1, 0], [-25, -1.5]], atol=1e-8) and np.allclose(D, [[0], [0.5]], atol=1e-8))
        self.assertEqual((linear.states, linear.outputs), (("z.position", "z.rate"), ("z.position", "z.acceleration")))
        w = 3.0
        self.assertTrue(np.allclose(linear.response(w / (2 * np.pi))[0, 0, 0], 1 / (50 - 2 * w * w + 3j * w), atol=1e-9))
        self.assertIn("z.position", machine.modes()._repr_html_())

    def test_modes_are_those_of_the_command(self):
        told = json.loads(command("modes", TITAN, "--json"))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            modes = davit.Machine(TITAN).modes()
        self.assertEqual(len(modes), len(told["modes"]))
        for own, other in zip(modes, told["modes"]):
            self.assertLess(abs(own.eigenvalue - complex(other["re"], other["im"])), 1e-6 * (1 + abs(own.eigenvalue)))

    def test_kinds_are_those_of_the_command(self):
        lines = [line.split()[0] for line in command("kinds").splitlines() if line and not line.startswith("'")]
        self.assertEqual(list(davit.kinds()), lines)
        self.assertEqual(davit.kinds()["spring"].reference, command("kinds", "force.spring"))

    def test_a_sweep_is_that_of_single_runs(self):
        machine = davit.Machine(NEAR)
        table = machine.sweep({"parts.spring.stiffness": ["40 N/m", "80 N/m"]}, "deep [mm] = min(z)", jobs=1)
        for k, low in zip(table["parts.spring.stiffness"], table["deep"]):
            machine.set({"parts.spring.stiffness": (float(k), "N/m")})
            self.assertAlmostEqual(1000 * float(machine.run()["z"].min()), float(low), 9)
        self.assertEqual(table["deep"].unit, "mm")
        self.assertEqual(table.summary["failed"], 0)


if __name__ == "__main__":
    unittest.main()
