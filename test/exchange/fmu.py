"""fmu.py DAVIT MACHINES: FMUs of machines, run by the importer of host.py, give what `davit run` gives."""
import atexit
import csv
import ctypes as C
import math
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
import zlib

from host import ERROR, Instance, Unit, doubles

davit, machines = sys.argv[1], sys.argv[2]
tmp = tempfile.mkdtemp(prefix="davit-fmu-")
atexit.register(shutil.rmtree, tmp)
count = 0

CART = """
bodies:
  cart: {mass: 2 kg}
joints:
  slide: {type: prismatic, parent: world, child: cart, axis: [1, 0, 0], position: 0.5 m}
signals:
  push: {kind: input, value: 0, lower: -10, upper: 10}
parts:
  force: {kind: force.effort, axis: slide, effort: push}
  spring: {kind: force.spring, axis: slide, stiffness: 8 N/m}
solver: {method: rk4, step: 1 ms, every: 10 ms}
until: 2 s
"""


def run(*arguments):
    p = subprocess.run([davit, *arguments], capture_output=True, text=True)
    assert p.returncode == 0, (arguments, p.stdout, p.stderr)
    return p.stdout


def check(truth, what):
    global count
    count += 1
    assert truth, what


def export(machine, version, *more):
    out = os.path.join(tmp, "m%d.fmu" % version)
    run("fmu", machine, "-o", out, "--fmi", str(version), *more)
    return Unit(out)


def table(machine, *more):
    out = os.path.join(tmp, "run.csv")
    run("run", machine, "--out", out, *more)
    with open(out) as f:
        rows = [r for r in csv.reader(f) if r and not r[0].startswith("#")]
    names = [n.split(" [")[0] for n in rows[0]]
    return names, [[float(x) for x in r] for r in rows[1:]]


def co_simulate(unit, names, times):
    """Rows of the named variables at the times, each reached by one step."""
    s = Instance(unit, exchange=False)
    s.start()
    rows = [s.get(names)]
    for t, next_t in zip(times, times[1:]):
        s.step(t, next_t - t)
        rows.append(s.get(names))
    s.free()
    return rows


def integrate(unit, names, until, h):
    """Model Exchange by rk4 of fixed step, with events at steps' ends."""
    s = Instance(unit, exchange=True)
    s.start()
    n = len(unit.states)
    next_event = s.events()
    s.call("EnterContinuousTimeMode")
    x, t, k = s.vector("GetContinuousStates", n), 0.0, 0

    def rates(at, y):
        s.call("SetTime", C.c_double(at))
        s.call("SetContinuousStates", doubles(y), C.c_size_t(n))
        return s.rates()

    while k * h < until - h / 2:
        a = rates(t, x)
        b = rates(t + h / 2, [p + h / 2 * q for p, q in zip(x, a)])
        c = rates(t + h / 2, [p + h / 2 * q for p, q in zip(x, b)])
        d = rates(t + h, [p + h * q for p, q in zip(x, c)])
        x = [p + h / 6 * (q + 2 * r + 2 * u + v) for p, q, r, u, v in zip(x, a, b, c, d)]
        k += 1
        t = k * h
        rates(t, x)
        if next_event is not None and t >= next_event - 1e-12:
            s.call("EnterEventMode")
            next_event = s.events()
            s.call("EnterContinuousTimeMode")
            x = s.vector("GetContinuousStates", n)
    out = s.get(names)
    s.free()
    return out


def png(path):
    """Width, height and rows of red, green, blue, opacity; checksums must hold."""
    with open(path, "rb") as f:
        data = f.read()
    check(data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG")
    at, packed = 8, b""
    while at < len(data):
        n, kind = struct.unpack(">I4s", data[at : at + 8])
        chunk = data[at + 8 : at + 8 + n]
        check(struct.unpack(">I", data[at + 8 + n : at + 12 + n])[0] == zlib.crc32(kind + chunk), kind)
        at += 12 + n
        if kind == b"IHDR":
            width, height, depth, colors = struct.unpack(">IIBB", chunk[:10])
            check((depth, colors) == (8, 6), (depth, colors))
        if kind == b"IDAT":
            packed += chunk
    raw, row = zlib.decompress(packed), 4 * width + 1
    check(len(raw) == row * height and not any(raw[::row]), "rows")
    return width, height, [raw[y * row + 1 : (y + 1) * row] for y in range(height)]


def same_bits(machine, version, *more):
    unit = export(machine, version, *more)
    names, rows = table(machine, *more)
    known = [i for i, n in enumerate(names) if n in unit.by_name and i]
    check(len(known) > 0, "no column of the run is a variable of the FMU")
    got = co_simulate(unit, [names[i] for i in known], [r[0] for r in rows])
    for r, g in zip(rows, got):
        for i, value in zip(known, g):
            check(r[i] == value, "%s, FMI %d: %s at %g s is %.17g, run says %.17g" % (machine, version, names[i], r[0], value, r[i]))
    return unit


path = os.path.join(tmp, "cart.yaml")
with open(path, "w") as f:
    f.write(CART)
for version in (2, 3):
    unit = same_bits(path, version)
    # closed form: x = 0.5 cos 2t
    end, residual = integrate(unit, ["slide.position", "energy.residual"], 2.0, 1e-3)
    check(abs(end - 0.5 * math.cos(4.0)) < 1e-10, end)
    check(residual == 0, residual)
    s = Instance(unit, exchange=False)
    s.start(stop=1.0)
    s.set({"push.value": 3.0})
    s.step(0.0, 0.5)
    check(abs(s.get(["slide.position"])[0] - (3 / 8 + (0.5 - 3 / 8) * math.cos(1.0))) < 1e-10, "input")
    # d(rate of rate)/d(position) = -k/m, by the input 1/m, to rounding; a state that is an output moves as itself
    check(abs(s.slope(["der(slide.rate)"], ["slide.position"], [1.0])[0] + 4) < 4e-15, "slope")
    check(abs(s.slope(["der(slide.rate)"], ["push.value"], [1.0])[0] - 0.5) < 1e-15, "slope by input")
    both = s.slope(["der(slide.position)", "slide.position", "slide.rate", "der(slide.rate)"], ["slide.position", "slide.rate"], [3.0, 2.0])
    check(max(abs(a - b) for a, b in zip(both, [2.0, 3.0, 2.0, -12.0])) < 1e-14, both)
    check(abs(s.slope(["energy.kinetic"], ["slide.rate"], [1.0])[0] - 2 * s.get(["slide.rate"])[0]) < 1e-14, "slope of an output")
    if version == 3:
        # backwards: weights 3 and 1 of both rates, by position and rate
        back, two = doubles([0.0, 0.0]), C.c_size_t(2)
        of, by = s.references(["der(slide.position)", "der(slide.rate)"]), s.references(["slide.position", "slide.rate"])
        s.call("GetAdjointDerivative", of, two, by, two, doubles([3.0, 1.0]), two, back, two)
        check(abs(back[0] + 4) < 4e-15 and abs(back[1] - 3) < 4e-15, list(back))
    # bad use is answered
    s.step(0.0, 0.5, want=ERROR)
    s.step(0.5, -0.1, want=ERROR)
    s.step(0.5, 9.0, want=ERROR)
    s.set({"push.value": float("nan")}, want=ERROR)
    check(len(s.messages) >= 4 and all(s.messages), s.messages)
    # nothing of nothing is fine, something of NULL is answered
    nothing, one = C.c_size_t(0), C.c_size_t(1)
    for verb in ("Get", "Set"):
        if version == 2:
            s.call(verb + "Real", None, nothing, None)
            s.call(verb + "Real", None, one, None, want=ERROR)
        else:
            s.call(verb + "Float64", None, nothing, None, nothing)
            s.call(verb + "Float64", None, one, None, one, want=ERROR)
    s.call("GetEventIndicators", None, nothing)
    s.free()
    check(not Instance(unit, exchange=False, token="{other}").c, "a wrong token")
    check(not Instance(unit, exchange=False, resources="/nowhere").c, "no resources")
# an input along a line (FMI 2.0): 2 x'' + 8 x = 3 t
unit = export(path, 2)
for lines, within in ((1, 1e-7), (0, 1)):
    s = Instance(unit, exchange=False)
    s.start()
    for k in range(10):
        s.set({"push.value": 0.3 * k})
        if lines:
            s.call("SetRealInputDerivatives", s.references(["push.value"]), C.c_size_t(1), (C.c_int * 1)(1), doubles([3.0]))
        s.step(0.1 * k, 0.1)
    off = abs(s.get(["slide.position"])[0] - (3 / 8 + 0.5 * math.cos(2.0) - 3 / 16 * math.sin(2.0)))
    check(off < within and (lines or off > 1e-3), (lines, off))
    s.call("SetRealInputDerivatives", s.references(["slide.position"]), C.c_size_t(1), (C.c_int * 1)(1), doubles([3.0]), want=ERROR)
    s.call("SetRealInputDerivatives", s.references(["push.value"]), C.c_size_t(1), (C.c_int * 1)(2), doubles([3.0]), want=ERROR)
    s.free()
# the same in FMI 3.0: the importer is asked within steps, and bad use there is answered
unit, asked, looked = export(path, 3), [], []


def update(s, t, sets, gets):
    if sets:
        s.set({"push.value": 3.0 * t})
        s.set({"slide.position": 1.0}, want=ERROR)
        asked.append(t)
    else:
        s.set({"push.value": 9.0}, want=ERROR)
    if gets:
        looked.append((t, s.get(["slide.position"])[0]))
    s.call("Terminate", want=ERROR)
    s.call("Reset", want=ERROR)
    s.step(t, 0.1, want=ERROR)
    s.free()


s = Instance(unit, exchange=False, update=update)
s.start()
for k in range(10):
    s.step(0.1 * k, 0.1)
off = abs(s.get(["slide.position"])[0] - (3 / 8 + 0.5 * math.cos(2.0) - 3 / 16 * math.sin(2.0)))
check(off < 1e-7, off)
check(len(looked) == 1000 and len(asked) == 1010 and s.get(["push.value"])[0] == 3.0 * asked[-1], (len(looked), len(asked)))
check(all(abs(x - (3 / 8 * t + 0.5 * math.cos(2 * t) - 3 / 16 * math.sin(2 * t))) < 1e-7 for t, x in looked), "within steps")
s.update = None
s.free()
# FMI 3.0: a port's effort and flow are a terminal; both are variables
unit = export(path, 3)
terminals = ET.parse(os.path.join(unit.folder.name, "terminalsAndIcons", "terminalsAndIcons.xml")).getroot().iter("Terminal")
members = {t.get("name"): {m.get("memberName"): m.get("variableName") for m in t} for t in terminals}
check(set(members) == {"force.axis", "spring.axis"}, members)
check(all(set(m) == {"effort", "flow", "position"} and all(v in unit.by_name for v in m.values()) for m in members.values()), members)
# a picture of the machine: a ball is a disc of nine tenths of the picture's width, with a little less as it has facets
BALL = "bodies: {ball: {mass: 1 kg, visual: [{sphere: {radius: 0.3 m}}]}}\njoints: {x: {type: prismatic, child: ball, axis: x}}\nuntil: 1 s\n"
NOTHING = "signals: {s: {kind: input, value: 0}, r: 2*s}\nuntil: 1 s\n"
for version, name in ((2, "model.png"), (3, "terminalsAndIcons/icon.png")):
    for text in (BALL, CART, NOTHING):
        with open(path, "w") as f:
            f.write(text)
        unit = export(path, version)
        at = os.path.join(unit.folder.name, name)
        check(os.path.exists(at) == (text != NOTHING), (version, text))
        if text == NOTHING:
            continue
        width, height, rows = png(at)
        check((width, height) == (256, 256), (width, height))
        seen = sum(row[4 * x + 3] for row in rows for x in range(width)) / 255 / width / height
        check(0.98 < seen / (math.pi / 4 * 0.81) < 1 if text == BALL else 0.005 < seen < 0.5, (version, seen))
with open(path, "w") as f:
    f.write(CART)
# a sampled controller: also what it says at the start, before the first step
sampled = os.path.join(tmp, "sampled.yaml")
with open(sampled, "w") as f:
    f.write(CART.replace("value: 0, lower", "value: 1, lower").replace("effort: push", "effort: hold").replace("parts:", "  hold: {kind: control.pid, goal: push, value: 0.2, kp: 3, ki: 2, period: 20 ms}\nparts:"))
for version in (2, 3):
    same_bits(sampled, version)
# a machine that says nothing of its solver (cvode) goes by rosenbrock and the error: x = 0.5 cos 2t to its tolerance
free = os.path.join(tmp, "free.yaml")
with open(free, "w") as f:
    f.write(CART.replace("solver: {method: rk4, step: 1 ms, every: 10 ms}", "solver: {rtol: 1e-8, atol: 1e-10}"))
for version in (2, 3):
    unit = export(free, version)
    end = co_simulate(unit, ["slide.position"], [0.0, 0.7, 2.0])[-1][0]
    check(abs(end - 0.5 * math.cos(4.0)) < 1e-6, end)
    # the importer's tolerance counts, and what was set before it stays
    off = {}
    for tolerance in (1e-3, 1e-9):
        s = Instance(unit, exchange=False)
        s.set({"slide.position": 1.0, "spring.stiffness": 2.0})
        s.start(tolerance=tolerance)
        s.step(0.0, 2.0)
        off[tolerance] = abs(s.get(["slide.position"])[0] - math.cos(2.0))
        s.free()
    check(off[1e-9] < 1e-7 < off[1e-3] < 1e-1, off)
# oil and control; loops and sampled control; elastic booms: the bits of a run, in both versions
for machine, solver, until in (("titan4", "rk4", "0.1s"), ("rov-manipulator", "rk4", "0.1s"), ("electric-road-arm", "rk4", "0.2s"), ("knuckle-boom-crane", "rosenbrock", "0.2s")):
    for version in (2, 3):
        same_bits(os.path.join(machines, machine + ".yaml"), version, "--solver", solver, "--step", "1ms", "--until", until)
print("%d checks passed" % count)
