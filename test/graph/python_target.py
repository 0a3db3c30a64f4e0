"""python_target.py DAVIT ROOT: machines as modules of Python: their rates in NumPy's numbers give the runs of the engine, and closed forms."""
import csv
import importlib.util
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

davit, root = sys.argv[1], pathlib.Path(sys.argv[2])
folder = tempfile.TemporaryDirectory()


def command(*words):
    done = subprocess.run([davit, *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def module(machine, *options):
    path = pathlib.Path(folder.name) / f"m{len(list(pathlib.Path(folder.name).iterdir()))}.py"
    command("compile", machine, "-o", path, *options)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def text(name, machine):
    path = pathlib.Path(folder.name) / name
    path.write_text(machine)
    return path


# The classical method by the module alone; samples: (period, function) of those that are due.
def rk4(m, h, steps, x=None, p=None, period=None):
    x, d, p = m.X.copy() if x is None else x, m.D.copy(), m.P if p is None else p
    samples = [getattr(m, s) for s in sorted(dir(m)) if s.startswith("sample_")]
    rows = [x]
    for n in range(steps):
        t = n * h
        if period and round(t / period) * period == t:
            for s in samples:
                d = s(t, x, d, p)
        a = m.machine(t, x, d, p)
        b = m.machine(t + h / 2, x + h / 2 * a, d, p)
        c = m.machine(t + h / 2, x + h / 2 * b, d, p)
        e = m.machine(t + h, x + h * c, d, p)
        x = x + h / 6 * (a + 2 * b + 2 * c + e)
        if hasattr(m, "tidy"):
            x = m.tidy(t + h, x, d, p)
        rows.append(x)
    return np.array(rows)


def engine(machine, names, h, steps):
    out = pathlib.Path(folder.name) / "run.csv"
    command("run", machine, "--solver", "rk4", "--step", f"{h!r}s", "--every", f"{h!r}s", "--until", f"{h * steps!r}s", "--columns",
            ",".join(names), "--out", out)
    with open(out) as f:
        table = [r for r in csv.reader(f) if not r[0].startswith("#")]
    head = [c.split(" [")[0] for c in table[0]]
    return np.array([[float(r[head.index(n)]) for n in names] for r in table[1:]])


def near(name, ours, theirs, tolerance):
    size = np.maximum(np.abs(theirs).max(axis=0), 1)
    worst = np.max(np.abs(ours - theirs) / size)
    print(f"{name}: {worst:.2g}")
    assert worst < tolerance, (name, worst)


# A mass on a spring: x = cos(2 t), and a hundred of them side by side with stiffnesses of their own: cos(sqrt(k) t).
spring = text("spring.yaml", "bodies: {mass: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: mass, position: 1 m}}\n"
              "parts: {s: {kind: force.spring, axis: x, stiffness: 4 N/m}}\ngravity: 0\nuntil: 1 s\n")
m = module(spring, "--open", "parts.s.stiffness")
assert m.STATES == ("x.position", "x.rate") and list(m.P) == [4]
near("spring", rk4(m, 1e-3, 1000)[-1], np.array([np.cos(2), -2 * np.sin(2)]), 1e-11)
k = np.linspace(1, 9, 100)
many = rk4(m, 1e-3, 1000, np.outer(m.X, np.ones(100)), k[None])[-1]
near("springs side by side", many[0], np.cos(np.sqrt(k)), 1e-10)

# Runs of the engine: loops by Newton's method, quaternions, hydraulics, contact, tables, sampled laws.
sampled = text("sampled.yaml", "bodies: {cart: {mass: 2 kg}}\njoints: {x: {type: prismatic, axis: x, child: cart, position: 0.3 m}}\n"
               "parts: {push: {kind: force.effort, axis: x, effort: law}}\n"
               "signals:\n  want: {kind: table, data: [[0, 0.1], [0.1, 0.2], [0.5, -0.1], [3, 0.4]]}\n"
               "  law: {kind: control.pid, goal: want, value: x, kp: 40 N/m, ki: 5, kd: 9, period: 20 ms}\n"
               "until: 1 s\n")
for file, h, steps, period in [
    (root / "machines/benchmarks/four-bar.yaml", 1e-3, 200, None),
    (root / "machines/benchmarks/heavy-top.yaml", 1e-3, 300, None),
    (root / "machines/excavator.yaml", 1e-4, 50, None),
    (root / "machines/benchmarks/bouncing-mass.yaml", 1e-4, 100, None),
    (sampled, 1e-3, 400, 0.02),
]:
    m = module(file)
    ours, theirs = rk4(m, h, steps, period=period), engine(file, m.STATES, h, steps)
    assert np.any(theirs[0] != theirs[-1])
    near(file.stem, ours, theirs, 1e-9)
    x = m.X[:, None] * (1 + 1e-4 * np.arange(3))
    side = np.stack([m.machine(0.1, x[:, i]) for i in range(3)], axis=1)
    near(file.stem + ", side by side", m.machine(0.1, x), side, 1e-12)
