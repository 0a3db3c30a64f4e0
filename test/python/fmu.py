"""fmu.py FMI.md: machines with FMUs as parts from Python: the machines of doc/fmi.md, against the command and the machine in one piece."""

import csv
import os
import re
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import davit
from davit import _library

with open(sys.argv.pop()) as file:
    BLOCKS = dict(re.findall(r"```yaml\n# (\w+\.yaml)\n(.*?)```", file.read(), re.S))

# The absorber of absorber.yaml on the cart: both sides of its spring and damper push.
WHOLE = """
bodies: {cart: {mass: 2 kg}, block: {mass: 0.5 kg}}
joints:
  slide: {type: prismatic, parent: world, child: cart, axis: [1, 0, 0], position: 0.5 m}
  y: {type: prismatic, parent: world, child: block, axis: [1, 0, 0], position: 0.1 m}
signals:
  f: "20 [N/m]*(slide - y) + 0.7 [N.s/m]*(slide.rate - y.rate)"
  back: "-f"
parts:
  spring: {kind: force.spring, axis: slide, stiffness: 8 N/m}
  push: {kind: force.effort, axis: y, effort: f}
  pull: {kind: force.effort, axis: slide, effort: back}
until: 2 s
"""


class Fmus(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="davit-fmu-")
        os.environ["XDG_CONFIG_HOME"] = os.path.join(cls.folder.name, "config")
        for name, text in {**BLOCKS, "whole.yaml": WHOLE}.items():
            with open(os.path.join(cls.folder.name, name), "w") as file:
                file.write(text)
        cls.cart = os.path.join(cls.folder.name, "cart.yaml")
        subprocess.run([_library.command(), "fmu", "absorber.yaml"], cwd=cls.folder.name, check=True, capture_output=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_only_what_the_program_allows_is_loaded(self):
        with self.assertRaisesRegex(davit.ModelError, "not allowed.*allow_fmus=True"):
            davit.Machine(self.cart)

    def test_a_run_is_that_of_the_command(self):
        result = davit.Machine(self.cart, allow_fmus=True).run(method="rk4", step=1e-3)
        out = os.path.join(self.folder.name, "cart.csv")
        subprocess.run([_library.command(), "run", self.cart, "--allow-fmu", "--solver", "rk4", "--step", "1ms", "--out", out], check=True,
                       capture_output=True)
        with open(out) as file:
            rows = list(csv.reader(file))
        at = rows[0].index("slide.position [m]")
        self.assertTrue(np.array_equal(result["slide"], [float(row[at]) for row in rows[1:]]))

    def test_sims_and_batches_give_the_machine_in_one_piece(self):
        whole = davit.Machine(os.path.join(self.folder.name, "whole.yaml"))
        cart = davit.Machine(self.cart, allow_fmus=True)
        with whole.sim("rk4", 1e-3) as one, cart.sim("rk4", 1e-3) as two, cart.sim("rk4", 1e-3) as three:
            batch = cart.batch(3, method="rk4", step=1e-3)
            for k in range(500):
                one.step(1e-3), two.step(1e-3), batch.step(1e-3)
                if k % 2:
                    three.step(2e-3)
            want = one["slide"]
            self.assertNotEqual(want, 0.5)
            for got in (two["slide"], three["slide"], *batch.get("slide")[:, 0]):
                self.assertEqual(got, want)
            two.reset()
            for _ in range(500):
                two.step(1e-3)
            self.assertEqual(two["slide"], want)

    def test_more_sims_than_an_fmu_has_places_are_told(self):
        cart = davit.Machine(self.cart, allow_fmus=True)
        sims = [cart.sim("rk4", 1e-3) for _ in range(70)]
        with self.assertRaisesRegex(davit.RunError, "64 runs side by side"):
            for sim in sims:
                sim.step(1e-3)

    def test_a_typo_is_told_with_all_keys(self):
        typo = os.path.join(self.folder.name, "typo.yaml")
        with open(typo, "w") as file:
            file.write(BLOCKS["cart.yaml"].replace("    foot: slide", "    fote: slide\n    fill: absorber.fmu"))
        with self.assertRaisesRegex(davit.ModelError, "unknown key 'fill' in part 'absorber'; did you mean 'file'"):
            davit.Machine(typo, allow_fmus=True)


unittest.main()
