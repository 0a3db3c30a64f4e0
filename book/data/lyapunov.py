#!/usr/bin/env python3
"""The function of Lyapunov by which Rokseth (2014) proves that the arm's controller is stable: V = 1/2 e2' B e2 + 1/2 e1' Kp e1 + 1/2 e3' e3, along a run;
e1 and e2 are errors of angles and rates, e3 those of load pressures. `spent` is the integral of e2' Kd e2 + e3' K3 e3: the proof says that V loses just that;
`share` is V over its first value. B(q) is what `davit equations machines/titan4.yaml --symbolic --only M` prints. usage: lyapunov.py FORMULAS RUN.csv K3 KD -o TABLE.csv"""
import csv
import re
import sys

from web_page import Formulas

KP = [5e4, 5e4, 3e4, 500, 200, 250]  # N m/rad
JOINTS = range(1, 7)


def rows(file):
    with open(file, newline="") as f:
        lines = csv.reader(f)
        names = [re.sub(r" \[.*\]$", "", name) for name in next(lines)]
        for line in lines:
            yield dict(zip(names, map(float, line)))


def terms(formulas, x, k3, kd):
    """V and the rate at which it should fall."""
    B = formulas.at({f"q{i}": x[f"q{i}.position"] for i in JOINTS})
    e1 = [x[f"q{i}.position"] - x[f"goal{i}"] for i in JOINTS]
    e2 = {f"q{i}": x[f"q{i}.rate"] - x[f"goal{i}.rate"] for i in JOINTS}
    e3 = [x[f"a{i}.pressure"] - x.get(f"b{i}.pressure", 0.0) - x[f"control.wanted.q{i}"] for i in JOINTS]
    kinetic = sum(e2[i] * B.get(("M", i, j), B.get(("M", j, i), 0.0)) * e2[j] for i in e2 for j in e2)
    stored = kinetic + sum(k * e * e for k, e in zip(KP, e1)) + sum(e * e for e in e3)
    return stored / 2, kd * sum(e * e for e in e2.values()) + k3 * sum(e * e for e in e3)


def main(formulas, run, k3, kd, _, out):
    with open(formulas) as f:
        known = Formulas(f.read())
    spent, before, first = 0.0, None, None
    with open(out, "w") as table:
        table.write("time [s],V,spent,share\n")
        for x in rows(run):
            V, falls = terms(known, x, float(k3), float(kd))
            spent += (x["time"] - before[0]) * (falls + before[1]) / 2 if before else 0.0  # trapezoids
            before, first = (x["time"], falls), first or V
            table.write(f"{x['time']:.9g},{V:.12g},{spent:.12g},{V/first:.12g}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
