#!/usr/bin/env python3
"""The web page of Evjenth, Moe, Schon (2017), appendix C, frame by frame and with its slips: the rates of turning have the wrong sign, they and the
angles shrink to 0.9 in each frame, moments stand still over a frame, amplitudes stop 0.05 short of their sliders.
The craft's own equations are what `davit equations craft.yaml --symbolic --only M,c` prints. usage: web_page.py FORMULAS -o TABLE.csv"""
import math
import re
import sys

FRAMES, STEP = 3750, 0.016  # 60 s
WEIGHT = 2000 * 9.81 * 0.5  # times the lever of buoyancy, N m
SLIDERS = [(0.7, 10), (1.0, 3)]  # rad, s
AXES = ["base.wx", "base.wy", "base.wz"]
ARMS = ["arm1", "arm2"]


class Formulas:
    """Lines `M[row, column] = formula` and `c[row] = formula`, to be evaluated with a state."""

    def __init__(self, text):
        self.known, self.entries = {}, []
        for line in re.sub(r"\n +", " ", text).split("\n"):
            left, equals, right = line.split("#")[0].partition(" = ")
            if not equals:
                continue
            place = re.match(r"([^\[\s]+)(?:\[(.*)\])?$", left)
            code = compile(re.sub(r"(?<![\w.])[A-Za-z_][\w.]*", self.word, right).replace("^", "**"), left, "eval")
            if place[2]:
                self.entries.append((place[1], tuple(place[2].split(", ")), code))
            else:
                self.known[place[1]] = eval(code, {"x": self.known, "math": math})

    @staticmethod
    def word(found):
        return f"math.{found[0]}" if found[0] in ("cos", "sin", "sqrt") else f'x["{found[0]}"]'

    def at(self, state):
        scope = {"x": {**self.known, **state}, "math": math}
        return {(name, *place): eval(code, scope) for name, place, code in self.entries}


def solve3(A, b):
    def det(m):
        return sum(m[0][i] * (m[1][(i + 1) % 3] * m[2][(i + 2) % 3] - m[1][(i + 2) % 3] * m[2][(i + 1) % 3]) for i in range(3))
    return [det([[b[r] if c == k else A[r][c] for c in range(3)] for r in range(3)]) / det(A) for k in range(3)]


def page_rate(craft, t, w, moment, amplitude):
    """What the page takes for the rate of w: that of the craft, with the sign turned."""
    state, acceleration = dict(zip(AXES, w)), {}
    for name, a, (_, period) in zip(ARMS, amplitude, SLIDERS):
        o = 2 * math.pi / period
        phase = o * t + math.pi / 2
        state[name], state[f"{name}.rate"], acceleration[name] = a * math.sin(phase), a * o * math.cos(phase), -a * o * o * math.sin(phase)
    got = craft.at(state)

    def M(i, j):
        return got.get(("M", i, j), got.get(("M", j, i), 0.0))

    right = [m - got.get(("c", i), 0.0) - sum(M(i, j) * acceleration[j] for j in ARMS) for m, i in zip(moment, AXES)]
    return [-x for x in solve3([[M(i, j) for j in AXES] for i in AXES], right)]


def turned_on(craft, t, w, moment, amplitude):
    """One step of the classical Runge-Kutta method."""
    k, total = [0, 0, 0], [0, 0, 0]
    for node, weight in ((0, 1), (0.5, 2), (0.5, 2), (1, 1)):
        k = page_rate(craft, t + node * STEP, [a + node * STEP * b for a, b in zip(w, k)], moment, amplitude)
        total = [a + weight * b for a, b in zip(total, k)]
    return [a + STEP / 6 * b for a, b in zip(w, total)]


def rotated(R, w):
    """R exp(STEP w~), by Rodrigues' formula."""
    n = math.sqrt(sum(x * x for x in w))
    if n == 0:
        return R
    u, s, c = [x / n for x in w], math.sin(n * STEP), 1 - math.cos(n * STEP)
    S = [[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]]
    E = [[(i == j) * (1 - c) + s * S[i][j] + c * u[i] * u[j] for j in range(3)] for i in range(3)]
    return [[sum(R[i][k] * E[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def towards(a, slider):
    return a + 0.005 if a < slider - 0.05 else a - 0.005 if a > slider + 0.05 else a


def main():
    craft = Formulas(open(sys.argv[1]).read())
    R, w, q, amplitude = [[1, 0, 0], [0, 1, 0], [0, 0, 1]], [0, 0, 0], [0, 0, 0], [0, 0]
    table = open(sys.argv[3], "w")
    print("time [s],pitch [rad],roll [rad],yaw [rad],wx [rad/s],wy [rad/s],wz [rad/s],amplitude1 [rad],amplitude2 [rad]", file=table)
    for frame in range(FRAMES):
        amplitude = [towards(a, slider) for a, (slider, _) in zip(amplitude, SLIDERS)]
        moment = [-WEIGHT * math.sin(q[0]), WEIGHT * math.sin(q[1]), 0]
        w = turned_on(craft, frame * STEP, w, moment, amplitude)
        R = rotated(R, w)
        q = [-0.9 * math.atan2(-R[1][2], R[2][2]), 0.9 * math.atan2(R[0][2], math.hypot(R[0][0], R[0][1])), -0.9 * math.atan2(-R[0][1], R[0][0])]
        w = [0.9 * x for x in w]
        print(",".join(f"{x:.12g}" for x in (frame * STEP, *q, *w, *amplitude)), file=table)


if __name__ == "__main__":
    main()
