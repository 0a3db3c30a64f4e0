# kernels.py: how far modes and states at rest depend on the CPU, for which OpenBLAS has other code each. The bounds are those that
# doc/user-guide.md says: 1e-13 of the largest eigenvalue; where several are equal as those of a filter of third order, the cube
# root of rounding, 1e-5, while their sum stays the trace of A; 1e-8 of a state's size for what the search settled on.
#   usage: kernels.py DAVIT MACHINES
import json
import os
import pathlib
import subprocess
import sys

davit, machines = sys.argv[1], pathlib.Path(sys.argv[2])
KERNELS = {"Prescott": "", "Haswell": "avx2", "SkylakeX": "avx512f"}  # of 2004, 2013, 2017; what a CPU must have for it
MODES = {"knuckle-boom-crane": 1e-13, "titan4": 1e-5}
RESTS = ["knuckle-boom-crane", "planar-pendulum"]


def answer(kernel: str, verb: str, name: str) -> dict:
    done = subprocess.run([davit, verb, machines / f"{name}.yaml", "--json"], capture_output=True, text=True, env={**os.environ, "OPENBLAS_CORETYPE": kernel})
    return json.loads(done.stdout)


def apart(x: list, y: list) -> float:
    """Each of x to the nearest of y that is left: the order of equal ones is not said."""
    left, worst = list(y), 0.0
    for v in x:
        near = min(left, key=lambda w: abs(v - w))
        left.remove(near)
        worst = max(worst, abs(v - near))
    return worst


def modes(kernel: str, name: str) -> tuple:
    """All eigenvalues, and how far their sum is from the trace of A, as a part of the largest."""
    found = answer(kernel, "modes", name)
    values = [complex(m["re"], s * m["im"]) for m in found["modes"] for s in ([1, -1] if m["im"] else [1])]
    return values, abs(sum(values) - sum(row[i] for i, row in enumerate(found["A"]))) / max(map(abs, values))


def main() -> int:
    flags = pathlib.Path("/proc/cpuinfo").read_text()
    first, *others = [k for k, flag in KERNELS.items() if flag in flags]
    failed = 0
    for name, bound in MODES.items():
        ours, _ = modes(first, name)
        for kernel in others:
            theirs, trace = modes(kernel, name)
            e = apart(ours, theirs) / max(map(abs, ours)) if len(ours) == len(theirs) else float("inf")
            failed |= not e <= bound or not trace <= 1e-13
            print(f"modes {name}: {kernel} against {first}: {e:.1e} of the largest of {len(ours)}, their sum {trace:.1e}")
    for name in RESTS:
        ours = answer(first, "equilibrium", name)
        for kernel in others:
            theirs = answer(kernel, "equilibrium", name)
            e = max(abs(ours["state"][k] - theirs["state"][k]) / max(1, abs(ours["state"][k])) for k in ours["state"])
            failed |= not e <= 1e-8
            print(f"equilibrium {name}: {kernel} against {first}: {e:.1e}")
    return failed


sys.exit(main())
