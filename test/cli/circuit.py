#!/usr/bin/python3
"""Circuits by `davit circuit`: in the drawing, lines that touch (at an end) are one line of the machine: as many come out as it has, each part
is named, nothing leaves the sheet. usage: circuit.py DAVIT ROOT SCRATCH"""
import pathlib
import re
import subprocess
import sys

davit, root, scratch = sys.argv[1:4]
OWN = """davit: 1
name: own
parts:
  pump: {kind: hydraulic.pump-fixed, p: P, t: T, displacement: 1e-5 m^3/rad, speed: 150 rad/s}
  safe: {kind: hydraulic.relief, a: P, b: T, setting: 200 bar, rated: 1e-3 m^3/s}
  bottle: {kind: hydraulic.accumulator, a: P, volume: 1 l, precharge: 50 bar}
  which: {kind: hydraulic.shuttle, a: A, b: B, c: C, area: 1e-5 m^2}
  one: {kind: hydraulic.orifice, a: P, b: A, area: 1e-6 m^2}
  two: {kind: hydraulic.orifice, a: P, b: B, area: 1e-6 m^2}
  out: {kind: hydraulic.leak, a: C, b: T, conductance: 1e-12 m^3/s/Pa}
  tank: {kind: hydraulic.tank, a: T}
until: 1 s
"""
MACHINES = ["titan4", "excavator", "tracked-loader", "telescopic-handler", "forwarder", "knuckle-boom-crane-mounted", "benchmarks/held-boom",
            "benchmarks/ls-valve", "benchmarks/digital-cylinder", "rigs/hydraulic-actuator-motor"]


def run(*words, code=0):
    done = subprocess.run([davit, "circuit", *words], capture_output=True, text=True)
    assert done.returncode == code, (words, done.returncode, done.stderr)
    return done


def lines_of(svg):
    """Sets of segments that touch."""
    segment = [tuple(map(float, m)) for m in re.findall(r'<path class="(?:line|feed)" d="M(\S+) (\S+)L(\S+) (\S+)"/>', svg)]
    above = list(range(len(segment)))

    def root_of(i):
        while above[i] != i:
            i = above[i]
        return i

    def holds(s, x, y):
        return min(s[0], s[2]) - 0.3 <= x <= max(s[0], s[2]) + 0.3 and min(s[1], s[3]) - 0.3 <= y <= max(s[1], s[3]) + 0.3

    for i, a in enumerate(segment):
        for k, b in enumerate(segment):
            if i != k and (holds(b, a[0], a[1]) or holds(b, a[2], a[3])):
                above[root_of(i)] = root_of(k)
    return len({root_of(i) for i in range(len(segment))}), segment


def look(file, wanted, *options):
    """wanted: lines without the tank's, which is drawn at each of its ends; None: what the command says."""
    to = f"{scratch}/circuit.svg"
    told = run(file, "-o", to, *options).stdout
    svg = pathlib.Path(to).read_text()
    parts, lines = map(int, re.search(r"(\d+) parts, (\d+) lines", told).groups())
    found, segment = lines_of(svg)
    wanted = lines - 1 if wanted is None else wanted
    assert found == wanted, (file, "lines", found, wanted, told)
    assert lines == wanted + 1, (file, told)
    assert len(re.findall('<path class="symbol"', svg)) == parts - 1, (file, parts)
    width, height = map(float, re.search(r'viewBox="0 0 (\S+) (\S+)"', svg).groups())
    for s in segment:
        assert all(0 < x < width for x in s[::2]) and all(0 < y < height for y in s[1::2]), (file, s, width, height)
    return svg


def main():
    for name in MACHINES:
        look(f"{root}/machines/{name}.yaml", None)
    own = f"{scratch}/own.yaml"
    pathlib.Path(own).write_text(OWN)
    svg = look(own, 4)
    for name in ("pump", "safe", "bottle", "which", "one", "two", "out"):
        assert f">{name}</text>" in svg, name
    few = look(f"{root}/machines/titan4.yaml", 3, "--only", "valve2,cylinder2")
    assert ">cylinder2<" in few and ">motor1<" not in few
    assert "no hydraulic parts" in run(f"{root}/machines/planar-pendulum.yaml", code=1).stderr
    assert "of these names" in run(f"{root}/machines/planar-pendulum.yaml", "--only", "x", code=1).stderr
    assert ".svg" in run(own, "-o", f"{scratch}/c.png", code=64).stderr
    print(f"{len(MACHINES) + 2} circuits")


main()
