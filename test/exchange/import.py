"""import.py DAVIT GUIDE FOLDER: the guide's cart with an absorber that is an FMU gives the numbers of both in one piece."""
import csv
import os
import re
import shutil
import subprocess
import sys

davit, guide, tmp = sys.argv[1:4]
shutil.rmtree(tmp, ignore_errors=True)
os.makedirs(tmp)
os.chdir(tmp)
os.environ.update(XDG_CONFIG_HOME=os.path.join(tmp, "config"))
count = 0

WHOLE = """
bodies:
  cart: {mass: 2 kg}
  block: {mass: 0.5 kg}
joints:
  slide: {type: prismatic, parent: world, child: cart, axis: [1, 0, 0], position: 0.5 m}
  y: {type: prismatic, parent: world, child: block, axis: [1, 0, 0], position: 0.1 m}
signals:
  f: "20 [N/m]*(slide - y) + 0.7 [N.s/m]*(slide.rate - y.rate)"
parts:
  spring: {kind: force.spring, axis: slide, stiffness: 8 N/m}
  push: {kind: force.effort, axis: y, effort: f}
  pull: {kind: force.effort, axis: slide, effort: -f}
until: 2 s
"""
CLOSE = ["--rtol", "1e-10", "--atol", "1e-12"]
FIXED = ["--solver", "rk4", "--step", "1ms"]


def check(truth, what):
    global count
    count += 1
    assert truth, what


def write(name, text):
    with open(name, "w") as f:
        f.write(text)


def run(*arguments):
    p = subprocess.run([davit, *arguments], capture_output=True, text=True)
    check(p.returncode == 0 and not p.stderr, (arguments, p.stdout, p.stderr))
    return p.stdout


def table(machine, *more):
    said = run("run", machine, "--allow-fmu", "--out", "o.csv", "--every", "20ms", *more)
    with open("o.csv") as f:
        rows = list(csv.reader(f))
    names = [n.split(" [")[0] for n in rows[0]]
    return {n: [float(r[i]) for r in rows[1:]] for i, n in enumerate(names)}, said


def apart(a, b, name, other=None):
    return max(abs(p - q) for p, q in zip(a[name], b[other or name]))


with open(guide) as f:
    examples = dict(re.findall(r"```yaml\n# (\w+\.yaml)\n(.*?)```", f.read(), re.S))
for name, text in examples.items():
    write(name, text)
write("whole.yaml", WHOLE)
whole, said = table("whole.yaml", *CLOSE)
fixed, _ = table("whole.yaml", *FIXED)
work = [line.split()[1] for line in said.splitlines() if line.strip().startswith("pull ")]
lines = {}
for version in ("2", "3"):
    run("fmu", "absorber.yaml", "--fmi", version, "--solver", "rk4", "--step", "0.5ms", "-o", "absorber.fmu")
    # Model Exchange: to the tolerance, and with fixed steps the same bits
    parted, said = table("cart.yaml", *CLOSE)
    check(apart(parted, whole, "slide.position") < 1e-9, "one piece")
    check(apart(parted, whole, "absorber.y_position", "y.position") < 1e-9, "the state inside")
    check(abs(parted["energy.residual"][-1]) < 1e-7, "the ledger")
    mine = [line.split()[1] for line in said.splitlines() if line.strip().startswith("absorber ")]
    check(mine == work and mine, (mine, work))
    parted, _ = table("cart.yaml", *FIXED)
    for mine, theirs in (("slide.position",) * 2, ("slide.rate",) * 2, ("absorber.y_position", "y.position"), ("absorber.y_rate", "y.rate")):
        check(apart(parted, fixed, mine, theirs) == 0, (version, mine, apart(parted, fixed, mine, theirs)))
    # Co-Simulation: the error falls with the step by its first power, and by its second
    for order in (0, 1) if version == "3" else (1,):
        error = []
        for step in ("8 ms", "4 ms", "2 ms"):
            change = "file: absorber.fmu\n    mode: steps\n    step: %s\n    order: %d" % (step, order)
            write("steps.yaml", examples["cart.yaml"].replace("file: absorber.fmu", change))
            error.append(apart(table("steps.yaml", *CLOSE)[0], whole, "slide.position"))
        lines[version] = error
        for coarse, fine in zip(error, error[1:]):
            check(abs(coarse / fine - 2 ** (order + 1)) < 0.1 * 2 ** (order + 1), (version, order, error))
# inputs go along the same lines, told beforehand (FMI 2.0) or asked for within steps (FMI 3.0)
check(all(abs(a / b - 1) < 1e-6 for a, b in zip(lines["2"], lines["3"])), lines)
p = subprocess.run([davit, "fmu", "cart.yaml"], capture_output=True, text=True)
check(p.returncode == 1 and "outside cannot go into an FMU" in p.stderr, p.stderr)
# many runs, each from the FMU's own start
run("sweep", "cart.yaml", "--allow-fmu", "--vary", "parts.spring.stiffness=8,9", "--metric", "max(slide.position)", "-o", "sweep.csv")
# A weight that begins at rest exactly on a stop is held: an indicator that is zero is on the side on which the machine is.
write("edge.yaml", """
bodies: {m: {mass: 100 kg}}
joints: {h: {type: prismatic, axis: -z, child: m, position: 10 m}}
parts: {l: {kind: force.bumper, axis: h, upper: 10 m, stiffness: 5e5 N/m, damping: 1e4 N.s/m}}
until: 0.5 s
""")
write("host.yaml", "parts: {b: {kind: fmu, file: edge.fmu}}\nuntil: 0.5 s\n")
for version in ("2", "3"):
    run("fmu", "edge.yaml", "--fmi", version, "-o", "edge.fmu")
    for method in (CLOSE, FIXED):
        held, _ = table("host.yaml", *method)
        check(abs(held["b.h_position"][-1] - 10 - 100*9.81/5e5) < 1e-7, (version, held["b.h_position"][-1]))
print("%d checks passed" % count)
