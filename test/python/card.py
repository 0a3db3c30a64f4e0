"""Batches on a card against sims, and their arrays by DLPack. The card is the stand-in of test/gpu, whose memory is the processor's."""

import gc
import os
import sys
import unittest

import numpy as np

import davit
from davit import card

TEXT = """
bodies: {ball: {mass: 2 kg}}
joints: {fall: {type: prismatic, child: ball, axis: [0, 0, 1], position: 20 cm, friction: {viscous: 0.5 N.s/m}}}
parts:
  stop: {kind: force.bumper, axis: fall, lower: 0 m, stiffness: 2e4 N/m, damping: 50 N.s/m}
  hand: {kind: force.effort, axis: fall, effort: push}
signals:
  push: {kind: input, value: 0 N, lower: -1 kN, upper: 1 kN}
until: 1 s
"""
N = 5


class Cards(unittest.TestCase):
    def setUp(self):
        path = os.path.join(os.environ["DAVIT_CARD_FOLDER"], "ball.yaml")
        with open(path, "w") as file:
            file.write(TEXT)
        self.machine = davit.Machine(path)
        self.batch = self.machine.card_batch(N, inputs=["push"], outputs=["fall", "fall.rate"], method="rk4", step=1e-3)

    def tearDown(self):
        self.batch.close()

    def test_same_bits_as_sims(self):
        sims = [self.machine.sim(method="rk4", step=1e-3) for _ in range(N)]
        for k in range(60):
            push = np.arange(N) * (1.0 if k % 7 < 3 else -2.0)
            self.batch.set(push[:, None])
            self.batch.step(5e-3)
            for sim, value in zip(sims, push):
                sim.set("push", value)
                sim.step(5e-3)
            if k == 20:
                which = np.array([True, False, True, False, False])
                self.batch.reset(which)
                for i in np.flatnonzero(which):
                    sims[i].reset()
            alone = np.array([sim.get(["fall", "fall.rate"]) for sim in sims])
            self.assertTrue(np.array_equal(self.batch.get(), alone), k)
        self.assertGreater(self.batch.pieces, N)

    def test_the_memory_itself(self):
        seen = np.from_dlpack(self.batch.outputs)
        self.assertEqual(seen.shape, (N, 2))
        self.assertEqual(seen.dtype, np.float64)
        self.assertTrue(np.array_equal(seen[:, 0], np.full(N, 0.2)))
        before = seen.copy()
        self.batch.step(5e-3)
        self.assertTrue((seen[:, 0] < before[:, 0]).all())  # without asking again
        self.assertTrue(np.array_equal(seen, self.batch.get()))

    def test_writing_into_it(self):
        given = np.from_dlpack(self.batch.inputs)
        into = np.ctypeslib.as_array((card.ctypes.c_double * N).from_address(given.ctypes.data))
        into[:] = [0, 100, 200, 300, 400]
        self.batch.step(1e-2)
        rate = self.batch.get()[:, 1]
        self.assertTrue((np.diff(rate) > 0).all())  # 50 m/s2 more each: 0.5 m/s
        self.assertTrue(np.allclose(np.diff(rate), 0.5, rtol=1e-2))

    def test_who_holds_it(self):
        self.assertEqual(self.batch.outputs.__dlpack_device__(), (1, 0))
        lent = len(card._lent)
        seen = np.from_dlpack(self.batch.outputs)
        self.assertEqual(len(card._lent), lent + 1)
        self.batch.close()
        self.assertEqual(seen[0, 0], 0.2)  # it lives on with the array
        del seen
        gc.collect()
        self.assertEqual(len(card._lent), lent)
        with self.assertRaises(davit.ClosedError):
            self.batch.outputs
        capsule = self.machine.card_batch(N, outputs=["fall"], method="rk4", step=1e-3).outputs.__dlpack__()
        self.assertEqual(len(card._lent), lent + 1)
        del capsule  # nobody took it
        gc.collect()
        self.assertEqual(len(card._lent), lent)

    def test_wrong_use(self):
        for wrong in (lambda: self.machine.card_batch(0), lambda: self.machine.card_batch(3, method="cvode"),
                      lambda: self.machine.card_batch(3, inputs=["fall"], method="rk4", step=1e-3),
                      lambda: self.batch.step(-1), lambda: self.batch.step("x"), lambda: self.batch.reset([N])):
            with self.assertRaises(davit.Error):
                wrong()
        with self.assertRaises(BufferError):
            self.batch.outputs.__dlpack__(copy=True)


if __name__ == "__main__":
    if not davit.cards():
        print("skipped: there is no card")
        sys.exit(77)
    unittest.main()
