"""import_small.py DAVIT BALL.so FOLDER: FMUs as parts: what is refused, and a small one that bounces, ticks and fails."""
import csv
import math
import os
import shutil
import stat
import subprocess
import sys
import zipfile

davit, library, tmp = sys.argv[1:4]
shutil.rmtree(tmp, ignore_errors=True)
os.makedirs(tmp + "/tmp")
os.chdir(tmp)
os.environ.update(XDG_CONFIG_HOME=os.path.join(tmp, "config"), TMPDIR=os.path.join(tmp, "tmp"))
count = 0

DESCRIPTION = """<?xml version="1.0"?>
<fmiModelDescription fmiVersion="2.0" modelName="ball" guid="{ball}" numberOfEventIndicators="1">
 <ModelExchange modelIdentifier="ball"/><CoSimulation modelIdentifier="ball"/>
 <UnitDefinitions><Unit name="m"><BaseUnit m="1"/></Unit><Unit name="cm/s"><BaseUnit m="1" s="-1"/></Unit></UnitDefinitions>
 <ModelVariables>
  <ScalarVariable name="h" valueReference="0" causality="output" initial="exact"><Real unit="m" start="1"/></ScalarVariable>
  <ScalarVariable name="v" valueReference="1" causality="output" initial="exact"><Real start="0"/></ScalarVariable>
  <ScalarVariable name="der(h)" valueReference="2"><Real derivative="1"/></ScalarVariable>
  <ScalarVariable name="der(v)" valueReference="3"><Real derivative="2"/></ScalarVariable>
  <ScalarVariable name="ball.e" valueReference="4" causality="parameter" variability="fixed"><Real start="0.7" min="0" max="1"/></ScalarVariable>
  <ScalarVariable name="g" valueReference="5" causality="input"><Real start="9.81"/></ScalarVariable>
  <ScalarVariable name="fails.at" valueReference="6" causality="parameter" variability="fixed"><Real start="1e9"/></ScalarVariable>
  <ScalarVariable name="bounces" valueReference="10" causality="output"><Integer/></ScalarVariable>
  <ScalarVariable name="ticks" valueReference="11" causality="output"><Integer/></ScalarVariable>
  <ScalarVariable name="steps" valueReference="12" causality="output"><Integer/></ScalarVariable>
  <ScalarVariable name="name" valueReference="13" causality="parameter"><String start="x"/></ScalarVariable>
 </ModelVariables>
 <ModelStructure>
  <Outputs><Unknown index="1" dependencies=""/><Unknown index="2" dependencies=""/><Unknown index="8"/><Unknown index="9"/><Unknown index="10"/></Outputs>
  <Derivatives><Unknown index="3" dependencies="2"/><Unknown index="4" dependencies="6"/></Derivatives>
 </ModelStructure>
</fmiModelDescription>
"""

MACHINE = """
parts:
  ball: {kind: fmu, file: ball.fmu%s}
solver: {%s, every: 10 ms}
until: 2 s
"""


def check(truth, what):
    global count
    count += 1
    assert truth, what


def pack(name, entries):
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as z:
        for entry, content in entries:
            z.writestr(entry, content)


def ball(name="ball.fmu", description=DESCRIPTION, more=()):
    with open(library, "rb") as f:
        pack(name, [("modelDescription.xml", description), ("binaries/linux64/ball.so", f.read())] + list(more))


def run(machine, *more, want=0, verb="run"):
    with open("m.yaml", "w") as f:
        f.write(machine)
    p = subprocess.run([davit, verb, "m.yaml", *more], capture_output=True, text=True)
    check(p.returncode == want, (machine, p.returncode, p.stdout, p.stderr))
    check(os.listdir("tmp") == [], "a folder was left")
    return p.stderr


def table(machine, *more):
    run(machine, "--allow-fmu", "--out", "o.csv", *more)
    with open("o.csv") as f:
        rows = [r for r in csv.reader(f) if r and not r[0].startswith("#")]
    names = [n.split(" [")[0] for n in rows[0]]
    return [dict(zip(names, map(float, r))) for r in rows[1:]]


def closed_form(t, e=0.7, g=9.81):
    """Height and bounces of a ball that falls from 1 m."""
    t0 = math.sqrt(2 / g)
    u, s, n = e * g * t0, t0, 1
    if t < t0:
        return 1 - g / 2 * t * t, 0
    while t >= s + 2 * u / g:
        s, u, n = s + 2 * u / g, e * u, n + 1
    return u * (t - s) - g / 2 * (t - s) ** 2, n


def refused(words, archive=None, machine=MACHINE % ("", "rtol: 1e-9"), allow=True):
    """The machine is refused with these words, and nothing is left behind."""
    said = run(machine, *(["--allow-fmu"] if allow else []), want=1, verb="check")
    check(all(w in said for w in words), (words, said))


# ---- only what the user allows is loaded, and it is remembered
ball()
refused(["m.yaml:3", "not allowed", "--allow-fmu"], allow=False)
run(MACHINE % ("", "rtol: 1e-9"), "--allow-fmu")
run(MACHINE % ("", "rtol: 1e-9"))
mode = os.stat("config/davit").st_mode
check(stat.S_IMODE(mode) == 0o700, oct(mode))
ball(more=[("resources/other.txt", "another file")])
refused(["not allowed"], allow=False)

# ---- nothing is written over it
with open("ball.fmu", "rb") as f:
    before = f.read()
check("would be written over" in run(MACHINE % ("", "rtol: 1e-9"), "--allow-fmu", "--save-state", "ball.fmu", want=64), "")
with open("ball.fmu", "rb") as f:
    check(f.read() == before, "ball.fmu was written over")

# ---- it bounces, ticks, and knows of steps: closed form
ball()
for solver, within in (("rtol: 1e-10, atol: 1e-12", 1e-7), ("method: rk4, step: 1 ms", 1e-11), ("method: dopri5, rtol: 1e-10, atol: 1e-12", 1e-7)):
    rows = table(MACHINE % ("", solver))
    check(len(rows) >= 201, len(rows))
    for r in rows:
        h, n = closed_form(r["time"])
        check(abs(r["ball.h"] - h) < within, (solver, r["time"], r["ball.h"], h))
        check(abs(math.sqrt(2 / 9.81) - r["time"]) < 0.005 or abs(h) < 1e-3 or r["ball.bounces"] == n, (solver, r["time"], n, r["ball.bounces"]))
    for r in rows[3::25]:
        check(r["ball.ticks"] == math.floor(r["time"] / 0.25), (r["time"], r["ball.ticks"]))
    check(rows[-1]["ball.steps"] >= 20, "it was not told of steps")
# parameters, inputs and initial states are keys of the part; the same case twice gives the same
low = table(MACHINE % (", ball_e: 0.5, initial: {h: 0.5 m}, g: 1.62", "method: rk4, step: 1 ms"))
first = 0.5 - 1.62 / 2 * 0.25
check(abs([r for r in low if abs(r["time"] - 0.5) < 1e-9][0]["ball.h"] - first) < 1e-12, "moon")
check(low == table(MACHINE % (", ball_e: 0.5, initial: {h: 0.5 m}, g: 1.62", "method: rk4, step: 1 ms")), "again")
check(low == table(MACHINE % (", g: 1.62", "method: rk4, step: 1 ms"), "--set", "parts.ball.ball_e=0.5", "--set", "parts.ball.initial={h: 0.5 m}"), "set")
# Co-Simulation: free fall exactly at its communication points
for order in (0, 1):
    rows = table(MACHINE % (", mode: steps, step: 50 ms, order: %d" % order, "method: rk4, step: 10 ms"))
    for r in rows[::5]:
        check(abs(r["ball.h"] - (1 - 9.81 / 2 * r["time"] ** 2)) < 1e-11, (order, r["time"], r["ball.h"]))
rows = table(MACHINE % (", mode: steps, step: 50 ms, order: 0", "method: rk4, step: 10 ms"))
check(rows[7]["ball.h"] == rows[5]["ball.h"], "held between them")

# ---- failures are told with the part and the FMU's own words
said = run(MACHINE % (", fails_at: 1", "rtol: 1e-9"), "--allow-fmu", want=2)
check("m.yaml:3" in said and "the ball is lost after" in said, said)
said = run(MACHINE % (", fails_at: 1, mode: steps, step: 10 ms", "rtol: 1e-9"), "--allow-fmu", want=2)
check("the FMU 'ball' failed: a step failed" in said, said)
# typos, ranges, units
refused(["'ball_f'", "ball_e"], machine=MACHINE % (", ball_f: 1", "rtol: 1e-9"))
refused(["out of range"], machine=MACHINE % (", ball_e: 2", "rtol: 1e-9"))
refused(["mode"], machine=MACHINE % (", mode: both", "rtol: 1e-9"))
refused(["no variable 'f'"], machine=MACHINE % (", ports: {a: {flow: g, effort: f}}", "rtol: 1e-9"))
refused(["must be an input"], machine=MACHINE % (", ports: {a: {flow: h, effort: v}}", "rtol: 1e-9"))
refused(["names no FMU"], machine="parts: {a: {kind: fmu}}")
for verb, words in (("build", "outside"), ("compile", "compiled")):
    said = run(MACHINE % ("", "rtol: 1e-9"), want=2, verb=verb)
    check(words in said, said)

# ---- hostile archives
good = ("modelDescription.xml", DESCRIPTION)
for entry in ("../evil", "/evil", "resources/../../evil", "resources\\evil", "a/./b", "resources/\x1b[2J"):
    pack("ball.fmu", [good, (entry, "x")])
    refused(["refused", "leads elsewhere"])
    check(not os.path.exists("../evil"), entry)
link = zipfile.ZipInfo("resources/link")
link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
pack("ball.fmu", [good, (link, "/etc/passwd")])
refused(["an entry is a link"])
pack("ball.fmu", [good, ("resources/a", "x" * 10), ("resources/a/b", "x")])
refused(["refused"])
with open("ball.fmu", "wb") as f:
    f.write(b"PK\x03\x04 no archive")
refused(["no sound zip archive"])
pack("ball.fmu", [("other.xml", "")])
refused(["lacks 'modelDescription.xml'"])
ball()
with open("ball.fmu", "rb") as f:
    whole = f.read()
for cut in (10, 100, len(whole) // 2, len(whole) - 5):
    with open("ball.fmu", "wb") as f:
        f.write(whole[:cut])
    refused(["refused"])
with open("ball.fmu", "wb") as f:  # damaged within the library
    at = whole.index(b"ball.so") + 300
    f.write(whole[:at] + bytes(200) + whole[at + 200 :])
refused(["refused"])
for old, new, words in (
    ("fmiModelDescription", "other", "no FMU of FMI"),
    ('fmiVersion="2.0"', 'fmiVersion="1.0"', "no FMU of FMI"),
    ("</ModelVariables>", "", "modelDescription.xml"),
    ('guid="{ball}"', "", "no token"),
    ('modelIdentifier="ball"', 'modelIdentifier="../../ball"', "neither"),
    ('derivative="1"', 'derivative="99"', "belongs to no state"),
    ('modelIdentifier="ball"', 'modelIdentifier="boll"', "cannot be loaded"),
    ('valueReference="0"', 'valueReference="-7"', "no value reference"),
    ('guid="{ball}"', 'guid="{other}"', "cannot be instantiated"),
):
    ball(description=DESCRIPTION.replace(old, new))
    with open("m.yaml", "w") as f:
        f.write(MACHINE % ("", "rtol: 1e-9"))
    p = subprocess.run([davit, "run", "m.yaml", "--allow-fmu"], capture_output=True, text=True)
    check(p.returncode in (1, 2) and words in p.stderr, (new, words, p.returncode, p.stderr))
    check(os.listdir("tmp") == [], "a folder was left")
print("%d checks passed" % count)
