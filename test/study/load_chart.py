#!/usr/bin/python3
"""`davit workspace --load`: the permitted load of a crane of two booms against its statics by hand: two cylinders and the edge over which it tips."""
import csv
import math
import subprocess
import sys

davit, root, scratch = sys.argv[1:4]
G, M1, M2, L1, L2, BASE, EDGE = 9.81, 600, 300, 5, 4, 8000, 2.2
LIMITS = [("boom cylinder: cylinder1.axis.effort/122[cm^2]", -250, 20, "bar"),
          ("stick cylinder: cylinder2.axis.effort/113[cm^2]", -250, 200, "bar"),
          ("tipping: stand.reaction.my + 2.2[m]*stand.reaction.fz", 0, 1e9, "N.m")]


def command(*words):
    return subprocess.run([davit, *words], capture_output=True, text=True, cwd=root)


def lever(a, b, turns):
    """Slope of the distance from a, at rest, to b, which turns about `turns`: d|b - a|/dq."""
    d = math.dist(a, b)
    return ((b[0] - a[0]) * -(b[1] - turns[1]) + (b[1] - a[1]) * (b[0] - turns[0])) / d


def by_hand(q1, q2, most):
    """The least load at which each limit is met; forces that push an axis open count negative, as columns do."""
    pin = (0, 2)
    at = lambda x, z, q, o: (o[0] + x * math.cos(q) - z * math.sin(q), o[1] + x * math.sin(q) + z * math.cos(q))
    elbow, tip = at(L1, 0, q1, pin), None
    tip = at(L2, 0, q1 + q2, elbow)
    middle1, middle2 = at(L1 / 2, 0, q1, pin), at(L2 / 2, 0, q1 + q2, elbow)
    eye, lug2, lug1 = at(3.2, 0.35, q1, pin), at(-0.5, 0.3, q1 + q2, elbow), at(1.4, -0.15, q1, pin)
    arm1, arm2 = lever((0.6, 0.4), lug1, pin), lever(eye, lug2, elbow)
    values = []
    for load in (0, most):
        moment1 = G * (M1 * middle1[0] + M2 * middle2[0] + load * tip[0])
        moment2 = G * (M2 * (middle2[0] - elbow[0]) + load * (tip[0] - elbow[0]))
        values.append((-moment1 / arm1 / 122e-4, -moment2 / arm2 / 113e-4,
                       G * (EDGE * (BASE + M1 + M2 + load) - M1 * middle1[0] - M2 * middle2[0] - load * tip[0])))
    out = []
    for (_, lo, hi, unit), a, b in zip(LIMITS, *values):
        scale = 1e5 if unit == "bar" else 1
        to = (hi if b > a else lo) * scale
        out.append(math.nan if a < lo * scale or a > hi * scale else most * (to - a) / (b - a))
    return tip, out


def main():
    words = ["workspace", "book/later/load-chart.yaml", "--point", "stick.tip", "--load", "load=0..8 t"]
    chosen = [w for text, lo, hi, unit in LIMITS for w in ("--limit", f"{text}={lo:.17g}..{hi:.17g} {unit}")]
    run = command(*words, *chosen, "--csv", scratch + "/chart.csv", "--svg", scratch + "/chart.svg")
    assert run.returncode == 0, run.stderr
    with open(scratch + "/chart.csv") as f:
        rows = [[float(x) for x in row] for row in list(csv.reader(f))[1:]]
    seen, met = 0, [0, 0, 0]
    for q1, q2, r, z, permitted, *own in rows:
        if math.isnan(permitted):
            continue
        tip, wanted = by_hand(q1, q2, 8000)
        assert abs(r - tip[0]) < 1e-9 and abs(z - tip[1]) < 1e-9, (r, z, tip)
        least = min(8000, *(0 if math.isnan(x) else x if x > 0 else math.inf for x in wanted))
        assert abs(1000 * permitted - least) < 1e-6 * 8000, (q1, q2, permitted, wanted, own)
        for k, x in enumerate(wanted):
            met[k] += abs(x - least) < 1
        seen += 1
    assert seen > 1000 and min(met) > 50, (seen, met)
    picture = open(scratch + "/chart.svg").read()
    for name in ("Load chart of stick.tip", "boom cylinder", "stick cylinder", "tipping", "at the best height"):
        assert name in picture, name
    for more, text in (([], "needs something that limits"), (["--limit", "cylinder1.axis.effort"], "least..most"),
                       (["--limit", "cylinder1.axis.efort=0..1 N"], "efort"), (["--limit", "cylinder1.axis.effort=0..1 bar"], "bar"),
                       (["--limit", "cylinder1.axis.effort=1..0 N"], "ends before")):
        run = command(*words, *more)
        assert run.returncode == 64 and text in run.stderr, (more, run)
    # what has no value (the root of -1) keeps no limit: nothing is permitted
    run = command(*words, "--limit", "sqrt(-1 - (q1/1[rad])^2)=0..5", "--csv", scratch + "/none.csv")
    assert run.returncode == 0, run.stderr
    with open(scratch + "/none.csv") as f:
        permitted = [float(row[4]) for row in list(csv.reader(f))[1:]]
    assert {x for x in permitted if not math.isnan(x)} == {0}, set(permitted)
    run = command("workspace", "book/later/load-chart.yaml", "--point", "stick.tip", "--limit", "q1=0..1")
    assert run.returncode == 64 and "needs --load" in run.stderr, run
    print(f"{seen} poses, limits met first {met}")


main()
