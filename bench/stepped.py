"""stepped.py: the Python package beside the C library: seconds of CPU for a step of a sim, and for one of a batch of 64, of one machine.

Prints `sim S` and `batch S`: the least over rounds, per call. bench/stepped.c reads it.
"""

import sys
import time
import warnings

import numpy as np

import davit

machine, rounds = sys.argv[1], int(sys.argv[2])
warnings.simplefilter("ignore")
model = davit.Machine(machine)


def least(work, calls):
    best = float("inf")
    for _ in range(rounds):
        begin = time.process_time()
        for _ in range(calls):
            work()
        best = min(best, (time.process_time() - begin) / calls)
    return best


with model.sim(method="rk4", step=1e-3) as sim:
    step = sim.step
    print("sim", least(lambda: step(1e-3), 2000))
with model.batch(64, threads=1, method="rk4", step=1e-3) as batch:
    names = tuple(model.names("state"))
    seen = np.empty((64, len(names)))

    def work():
        batch.step(1e-3)
        batch.get(names, out=seen)
    print("batch", least(work, 100))
