#!/usr/bin/python3
"""The formulas that `davit equations --symbolic` prints, evaluated by Python, against the engine at random states.

M, C and g are compared with `davit equations` (Lagrange-Hamilton, from Jacobians in the inertial frame), M and C v + g with
`davit eval` (the engine's recursions), places and Jacobians of points with the motion of their bodies, loops with closed states.
"""
import cmath
import ctypes
import json
import math
import random
import re
import subprocess
import sys

davit, root, scratch, compiler = sys.argv[1:5]
WITHIN = 1e-12
worst = {}

ARM = """davit: 1
name: two-links
parameters: {m1: 3 kg, m2: 2 kg, l1: 0.7 m, l2: 0.4 m, c1: l1/2, c2: l2/2, I1: m1*l1^2/12, I2: m2*l2^2/12, g: 9.81 m/s^2}
gravity: [0, -g, 0]
bodies:
  one: {mass: m1, com: [c1, 0, 0], inertia: [0, 0, I1]}
  two: {mass: m2, com: [c2, 0, 0], inertia: [0, 0, I2], points: {tip: [l2, 0, 0]}}
joints:
  q1: {type: revolute, axis: z, child: one}
  q2: {type: revolute, axis: z, parent: one, child: two, at: {xyz: [l1, 0, 0]}}
"""
# Slides, screws, a lead, skew axes, inertia about the origin, names that clash, functions that are in no ring.
ODD = """davit: 1
name: odd
parameters: {m: 3 kg, slide: 0.2 m, tilt: 0.4, h: 'sqrt(slide^2 + 0.01[m^2])', p: 0.05 m/rad}
gravity: 9.7
bodies:
  a: {mass: m, com: [0.1, slide, -0.2], inertia: [0.3, 0.4, 0.5, 0.01, -0.02, 0.03], inertia_at: com}
  b: {mass: 2*m, com: [h, 0, 0.1], inertia: {xx: 1.5, yy: 1.6, zz: 1.7, xy: 0.02}, inertia_at: origin}
  f: {mass: 0.5 kg, com: [0, 0.1, 0], inertia: [0.1, 0.1, 0.1], points: {end: [0, 'sqrt(slide*h)', 'cos(2*tilt + 1)*1[m]']}}
joints:
  slide: {type: prismatic, axis: [1, 2, 0.5], child: a, at: {rpy: [tilt, 0.2, -tilt]}}
  screw: {type: helical, pitch: p, parent: a, child: b, axis: [0, 1, 1], at: {xyz: [slide, 1, h]}}
  lead: {type: leadscrew, pitch: 0.2 m/rad, parent: b, child: f, axis: x, at: {xyz: [0, 0.5, 0]}}
"""
# A ball, two crossed axes, a weld, another form of each placement.
BALL = """davit: 1
name: socket
parameters: {tilt: 0.4, l: 0.3 m}
bodies:
  a: {mass: 2 kg, com: [0.1, 0, 0], inertia: [0.3, 0.4, 0.5]}
  b: {mass: 1 kg, com: [0, l, 0], inertia: [0.1, 0.05, 0.1], points: {hook: [0, l, 0]}}
  c: {mass: 1 kg, com: [0.1, 0.2, 0], inertia: [0.1, 0.2, 0.15]}
  d: {mass: 0.2 kg, com: [0, 0, 0.1], inertia: [0.01, 0.01, 0.01], points: {end: [0, 0, 0.2]}}
joints:
  pin: {type: revolute, axis: y, child: a, at: {euler: {order: zxz, angles: [tilt, 90 deg, 0]}, xyz: [0.1, 0, 'tilt*1[m]']}}
  socket: {type: ball, parent: a, child: b, at: {xyz: [l, 0, 0]}}
  twist: {type: universal, parent: b, child: c, at: {point: hook}}
  weld: {type: fixed, parent: c, child: d, at: {xyz: [0, l, 0], quaternion: [0.8, 0, 0.6, 0]}}
"""
# file, arguments, joints that are driven there
MACHINES = [
    ("machines/pendulum-on-wagon.yaml", [], []),
    ("machines/rov-recoil.yaml", [], ["arm1", "arm2"]),
    ("machines/forestry-machine.yaml", ["--variant", "three"], []),
    ("machines/titan4.yaml", [], []),
    ("machines/floating-two-arms.yaml", [], []),
    ("machines/forestry-machine.yaml", ["--variant", "three", "--names"], []),
    ("machines/tumbling-body.yaml", [], []),
    ("machines/benchmarks/puma560.yaml", [], ["q1", "q2", "q3", "q4", "q5", "q6"]),
    ("machines/benchmarks/heavy-top.yaml", [], []),
    ("machines/benchmarks/cart-pole-lqr.yaml", [], []),
    (scratch + "/two-links.yaml", [], []),
    (scratch + "/odd.yaml", [], []),
    (scratch + "/socket.yaml", [], []),
]


def command(*words):
    run = subprocess.run([davit, *words], capture_output=True, text=True, cwd=root)
    assert run.returncode == 0, (words, run.returncode, run.stderr[:2000])
    return run.stdout


class Formulas:
    """Lines `name = formula` and `name[row, column] = formula`."""

    def __init__(self, text):
        lines = re.sub(r"\n +", " ", text).split("\n")
        self.value, self.entry, self.names, self.length = {}, [], set(), []
        for line in lines:
            line = line.split("#")[0].strip()
            if not line:
                continue
            left, right = line.split(" = ", 1)
            words = re.match(r"([^\[]+)(?:\[(.*)\])?$", left)
            name, place = words.group(1), words.group(2)
            code = compile(re.sub(r"(?<![\w.])[A-Za-z_][\w.]*", self.name, right).replace("^", "**"), left, "eval")
            if place is not None:
                self.entry.append((name, tuple(place.split(", ")), code))
            elif "sqrt(" in right and not right.startswith("k") and self.entry:
                self.length.append((name, code))
            else:
                try:
                    self.value[name] = eval(code, {"x": self.value, "m": math})
                except KeyError:  # a function of the state: a length, the determinant of --quasi
                    self.length.append((name, code))

    def name(self, word):
        if word.group() in ("cos", "sin", "sqrt", "acos", "asin", "atan2", "exp"):
            return "m." + word.group()
        self.names.add(word.group())
        return f'x["{word.group()}"]'

    def at(self, state):
        x = dict(self.value, **state)
        for name, code in self.length:
            x[name] = eval(code, {"x": x, "m": math})
        out = {}
        for name, place, code in self.entry:
            out.setdefault(name, {})[place] = eval(code, {"x": x, "m": math})
        return out


def close(what, machine, a, b, scale):
    difference = abs(a - b) / max(scale, 1e-300)
    worst[machine] = max(worst.get(machine, 0), difference)
    assert difference <= WITHIN, (machine, what, a, b, difference)


def random_state(names, draw):
    """Of coordinates as `davit eval` names them."""
    state = {n: draw.uniform(-1.5, 1.5) for n in names}
    for n in names:
        if n.endswith(".qw"):
            four = [n[:-2] + k for k in ("qw", "qx", "qy", "qz")]
            size = math.sqrt(sum(state[k] ** 2 for k in four))
            for k in four:
                state[k] /= size
    return state


def turned(q, v):
    w, x, y, z = q
    R = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
         [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
         [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]
    return [sum(R[k][i] * v[k] for k in range(3)) for i in range(3)]  # into its axes


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def check_points(machine, f, out, state, seen, places):
    """A point stays where it is in its body, and moves with it."""
    rates = [n for n, _ in seen["rates"]]
    for name, r in out.items():
        if not name.startswith("r."):
            continue
        body = seen["bodies"][name[2:].rsplit(".", 1)[0]]
        at = [r.get((k,), 0) for k in "xyz"]
        arm = [at[i] - body["position"][i] for i in range(3)]
        inside = turned(body["quaternion"], arm)
        J = out.get("J." + name[2:], {})
        moved = [sum(J.get((k, n), 0) * v for n, v in seen["rates"]) for k in ("vx", "vy", "vz", "wx", "wy", "wz")]
        wanted = [a + b for a, b in zip(body["velocity"], cross(body["angular_velocity"], arm))] + body["angular_velocity"]
        size = 1 + max(abs(x) for x in wanted) + max(abs(x) for x in at)
        for i in range(6):
            close("J " + name, machine, moved[i], wanted[i], size)
        for i in range(3):
            close("r " + name, machine, inside[i], places.setdefault((machine, name), inside)[i], size)
    assert rates


def any_motion(rates, draw):
    """Positions and rates at random, which state.json has then, too."""
    position = {}
    for n in rates:
        base, _, last = n.rpartition(".")
        if last in ("vx", "vy", "vz", "wx", "wy", "wz"):
            for k in ("qw", "qx", "qy", "qz") + (("x", "y", "z") if base + ".vx" in rates else ()):
                position[base + "." + k] = 0
        else:
            position[n] = 0
    position = random_state(list(position), draw)
    rate = {n: draw.uniform(-2, 2) for n in rates}
    with open(scratch + "/state.json", "w") as out:
        json.dump({"position": position, "rate": rate}, out)
    return position, rate


def check_motion(file, got, eq, ev, rate):
    """M, C, g, h and C v as the engine has them."""
    rates, n = list(rate), len(rate)
    fixed = not any(k.endswith(".vx") for k in rates)  # `eval` shows a floating base in world axes
    C = [[got.get("C", {}).get((rates[i], rates[j]), 0) for j in range(n)] for i in range(n)]
    M = [[got.get("M", {}).get((rates[min(i, j)], rates[max(i, j)]), 0) for j in range(n)] for i in range(n)]
    c = [got.get("c", {}).get((rates[i],), 0) for i in range(n)]
    g = [got.get("g", {}).get((rates[i],), 0) for i in range(n)]
    top = [math.sqrt(eq["B"][i][i]) for i in range(n)]
    most = max(top)
    v = max(abs(x) for x in rate.values())
    weight = max([abs(x) for x in eq["g"]] + [1e-9])
    for i in range(n):
        for j in range(n):
            close("M", file, M[i][j], eq["B"][i][j], top[i] * top[j])
            if fixed:
                close("M of eval", file, M[i][j], ev["mass_matrix"][i][j], top[i] * top[j])
            close("C", file, C[i][j], eq["C"][i][j], most * most * v)
        close("g", file, g[i], eq["g"][i], weight)
        close("h", file, got.get("h", {}).get((rates[i],), 0), eq["slope"][i], most * most * v * v)
        close("C v", file, c[i], sum(eq["C"][i][j] * rate[rates[j]] for j in range(n)), most * most * v * v)
        if fixed:
            close("bias of eval", file, c[i] + g[i], ev["bias"][i], most * most * v * v + weight)


def check_machine(file, options, driven, draw):
    free = [w for j in driven for w in ("--set", f"joints.{j}.motion=free")]
    text = command("equations", file, "--symbolic", *options, *free)
    options = [x for x in options if x != "--names"]
    f, places = Formulas(text), {}
    rates = json.loads(command("equations", file, "--json", *options, *free))["rates"]
    for _ in range(2):
        position, rate = any_motion(rates, draw)
        eq = json.loads(command("equations", file, "--json", "--at", scratch + "/state.json", *options, *free))
        ev = json.loads(command("eval", file, "--json", "--at", scratch + "/state.json", *options, *free))
        state = dict(position)
        for n in position:
            state[n + ".position"] = position[n]
        for n in rates:
            state[n if n not in position else n + ".rate"] = rate[n]
        for k in f.value:  # a parameter keeps its name; the coordinate is name.position then
            state.pop(k, None)
        got = f.at(state)
        check_motion(file, got, eq, ev, rate)
        ev["rates"] = [(k, rate[k]) for k in rates]
        check_points(file, f, got, state, ev, places)


# Velocities of the user's choice: file, options, {name: (formula, the same for Python)}, rates whose place they take.
QUASI = [
    ("machines/pendulum-on-wagon.yaml", [], {"tip": ("slide.rate + L*cos(pin)*pin.rate", {"slide": "1", "pin": "0.3*cos(pin)"})}),
    ("machines/pendulum-on-wagon.yaml", [], {"w": ("(2 + sin(pin))*pin.rate", {"pin": "2 + sin(pin)"})}),
    # both speeds of the tip: the determinant is l1 l2 sin(q2)
    (scratch + "/two-links.yaml", [], {
        "ex": ("-l1*sin(q1)*q1.rate - l2*sin(q1 + q2)*(q1.rate + q2.rate)",
               {"q1": "-0.7*sin(q1) - 0.4*sin(q1 + q2)", "q2": "-0.4*sin(q1 + q2)"}),
        "ey": ("l1*cos(q1)*q1.rate + l2*cos(q1 + q2)*(q1.rate + q2.rate)",
               {"q1": "0.7*cos(q1) + 0.4*cos(q1 + q2)", "q2": "0.4*cos(q1 + q2)"})}),
    ("machines/forestry-machine.yaml", ["--variant", "three"], {"dip": ("boom.rate + stick.rate", {"boom": "1", "stick": "1"})}),
    (scratch + "/odd.yaml", [], {"out": ("slide*slide.rate + cos(lead/0.2)*lead.rate", {"slide": "0.2", "lead": "cos(lead/0.2)"})}),
    # Euler's rates in the place of a ball's: with a first turn that is at rest, and a coordinate of a joint behind it
    (scratch + "/socket.yaml", [], {"s": ("pin.rate*cos(pin) + 2*socket.wx - socket.wz*sin(twist.a)",
                                         {"pin": "cos(pin)", "socket.wx": "2", "socket.wz": "-sin(twist.a)"})}),
    ("machines/titan4.yaml", ["--only", "M,c,g,h,A"], {"a2": ("q1.rate*cos(q2)", {"q1": "cos(q2)"}),
                                                      "a3": ("q2.rate + q3.rate", {"q2": "1", "q3": "1"})}),
]


FORESTRY = """davit: 1
name: forestry3
parameters: {m1: 3, m2: 2, m3: 1.5, l1: 0.3 m, l2: 1.1 m, x1: 0.1 m, y1: 0.2 m, z1: -0.3 m, x2: 0.5 m, y2: 0.15 m, z2: 0.07 m,
  x3: 0.6 m, y3: -0.12 m, z3: 0.05 m, g: 9.81 m/s^2, Ixx1: 3, Iyy1: 3, Izz1: 3.1, Ixx2: 2, Iyy2: 2.4, Izz2: 3, Ixy2: 0.11,
  Ixz2: 0.07, Iyz2: 0.05, Ixx3: 1.2, Iyy3: 1.5, Izz3: 1.7, Ixy3: 0.03, Ixz3: 0.08, Iyz3: 0.06}
gravity: [0, 0, -g]
bodies:
  a: {mass: m1, com: [x1, y1, z1], inertia: [Ixx1, Iyy1, Izz1]}
  b: {mass: m2, com: [x2, y2, z2], inertia: [Ixx2, Iyy2, Izz2, -Ixy2, -Ixz2, -Iyz2]}
  c: {mass: m3, com: [x3, y3, z3], inertia: [Ixx3, Iyy3, Izz3, -Ixy3, -Ixz3, -Iyz3]}
joints:
  q1: {type: revolute, child: a}
  q2: {type: revolute, parent: a, child: b, at: {dh: {alpha: 90 deg, a: l1, convention: modified}}}
  q3: {type: revolute, parent: b, child: c, at: {dh: {a: l2, convention: modified}}}
"""
# Sarkar 1996, appendix A, coefficient by coefficient. Two are not as printed: the minus of q1'' in A.2 stands before all terms, as in
# A.1 (printed before the first alone), and A.3 has l2 (x3 c3 - y3 s3), where c2 is printed.
APPENDIX_A = {
    ("M", 3, 1): "-(m3*z3*(x3*s23+y3*c23)+Ixz3*s23+Iyz3*c23)",
    ("M", 3, 2): "m3*(x3**2+y3**2+l2*x3*c3-l2*y3*s3)+Izz3",
    ("M", 3, 3): "m3*(x3**2+y3**2)+Izz3",
    ("c", 3, 1): "m3*(l1*x3*s23+l2*x3*c2*s23+l1*y3*c23+l2*y3*c2*c23+x3*y3*(c23**2-s23**2)+c23*s23*(x3**2-y3**2))"
                 "+Ixy3*(c23**2-s23**2)+c23*s23*(Iyy3-Ixx3)",
    ("c", 3, 2): "m3*l2*(x3*s3+y3*c3)",
    ("g", 3, 0): "m3*(x3*c23-y3*s23)*g",
    ("M", 2, 1): "-(m3*z3*(x3*s23+y3*c23+l2*s2)+m2*z2*(x2*s2+y2*c2)+Ixz3*s23+Iyz3*c23+Ixz2*s2+Iyz2*c2)",
    ("M", 2, 2): "m3*(x3**2+y3**2+l2**2+2*l2*(x3*c3-y3*s3))+m2*(x2**2+y2**2)+Izz3+Izz2",
    ("c", 2, 1): "m3*(l1*(l2*s2+x3*s23+y3*c23)+l2*y3*(2*c2*c23-c3)+x3*y3*(c23**2-s23**2)+l2**2*s2*c2+l2*x3*(2*c2*s23-s3)"
                 "+s23*c23*(x3**2-y3**2))+m2*(l1*(x2*s2+y2*c2)+x2*y2*(c2**2-s2**2)+s2*c2*(x2**2-y2**2))"
                 "+Ixy3*(c23**2-s23**2)+s23*c23*(Iyy3-Ixx3)+Ixy2*(c2**2-s2**2)+s2*c2*(Iyy2-Ixx2)",
    ("M", 1, 1): "m3*(l1**2+l2**2*c2**2+x3**2*c23**2+y3**2*s23**2+2*l1*l2*c2+2*l1*(x3*c23-y3*s23)+l2*(x3*c3-y3*s3)+z3**2"
                 "+l2*x3*(2*c2*c23-c3)-l2*y3*(2*c2*s23-s3)-2*x3*y3*s23*c23)+m2*(l1**2+y2**2*s2**2+x2**2*c2**2+z2**2"
                 "+2*l1*(x2*c2-y2*s2)-2*x2*y2*s2*c2)+m1*(x1**2+y1**2)+Izz1+Ixx2*s2**2+Iyy2*c2**2-2*Ixy2*s2*c2"
                 "+Ixx3*s23**2+Iyy3*c23**2-2*Ixy3*s23*c23",
    ("M", 2, 3): "m3*(x3**2+y3**2+l2*(x3*c3-y3*s3))+Izz3",
    ("c", 2, 2): "0",
    ("c", 2, 3): "-m3*l2*(x3*s3+y3*c3)",
    ("x", 2, 23): "-2*m3*l2*(x3*s3+y3*c3)",
    ("x", 3, 23): "0",
    ("g", 2, 0): "(m3*(l2*c2+x3*c23-y3*s23)+m2*(x2*c2-y2*s2))*g",
    ("c", 3, 3): "0",
    ("g", 1, 0): "0",
}
# The product q1' q2' of the swing is -2 times what A.2 has before q1'^2, as it is printed with its factors 2; likewise A.1.
APPENDIX_A["x", 1, 12] = f"-2*({APPENDIX_A['c', 2, 1]})"
APPENDIX_A["x", 1, 13] = f"-2*({APPENDIX_A['c', 3, 1]})"


def check_document(draw):
    """The three-freedom forestry machine with centres and inertias of any direction, against the thesis' own formulas."""
    with open(scratch + "/forestry3.yaml", "w") as out:
        out.write(FORESTRY)
    f = Formulas(command("equations", scratch + "/forestry3.yaml", "--symbolic"))
    for _ in range(3):
        q = {"q1": 0.3, "q2": draw.uniform(-1, 1), "q3": draw.uniform(-1, 1)}
        trig = {k + n: w(a) for k, w in (("c", math.cos), ("s", math.sin))
                for n, a in (("2", q["q2"]), ("3", q["q3"]), ("23", q["q2"] + q["q3"]))}
        for (block, i, j), text in APPENDIX_A.items():
            moving = lambda *which: f.at(dict(q, **{f"q{k}.rate": float(k in which) for k in (1, 2, 3)}))
            place = (f"q{min(i, j)}", f"q{max(i, j)}") if block == "M" else (f"q{i}",)
            if block == "x":  # of a product of two rates
                a, b = divmod(j, 10)
                got = moving(a, b)["c"].get(place, 0) - moving(a)["c"].get(place, 0) - moving(b)["c"].get(place, 0)
            else:
                got = moving(j)[block].get(place, 0)
            close(f"appendix A {block}{i}{j}", "forestry3", got, eval(text, dict(f.value, **trig)), 10)


# Rokseth 2014, eqs 3.20 to 3.22 and 3.29, of the bodies alone (springs are parts): B, the weight in (3.21), and in (3.20), (3.22) what
# motion adds to the momentum, -L m2 sin(q2) q1' q2'. (3.31) calls half of it the Coriolis force; c is that of (3.25) with its sign.
WAGON = """M[slide, slide] = m1 + m2
M[slide, pin] = m2*L*cos(pin)
M[pin, pin] = m2*L^2
c[slide] = -m2*L*pin.rate^2*sin(pin)
g[pin] = -g*m2*L*sin(pin)
h[pin] = -m2*L*slide.rate*pin.rate*sin(pin)""".split("\n")
# Spong, Hutchinson, Vidyasagar 2006, section 7.4, planar elbow manipulator, eqs 7.82 to 7.87.
ELBOW = {
    ("M", "q1", "q1"): "m1*c1**2+m2*(l1**2+c2**2+2*l1*c2*cos(q2))+I1+I2",
    ("M", "q1", "q2"): "m2*(c2**2+l1*c2*cos(q2))+I2",
    ("M", "q2", "q2"): "m2*c2**2+I2",
    ("C", "q1", "q1"): "-m2*l1*c2*sin(q2)*v2",
    ("C", "q1", "q2"): "-m2*l1*c2*sin(q2)*(v1+v2)",
    ("C", "q2", "q1"): "m2*l1*c2*sin(q2)*v1",
    ("C", "q2", "q2"): "0",
    ("g", "q1"): "(m1*c1+m2*l1)*g*cos(q1)+m2*c2*g*cos(q1+q2)",
    ("g", "q2"): "m2*c2*g*cos(q1+q2)",
}


def check_textbooks(draw):
    """Letter by letter the wagon, entry by entry the planar arm of two links."""
    lines = command("equations", "machines/pendulum-on-wagon.yaml", "--symbolic", "--only", "M,c,g,h").split("\n")
    assert [x for x in lines if re.match(r"[Mcgh]\[", x)] == WAGON, lines
    f = Formulas(command("equations", scratch + "/two-links.yaml", "--symbolic"))
    for _ in range(5):
        x = {n: draw.uniform(-2, 2) for n in ("q1", "q2", "v1", "v2")}
        got = f.at({"q1": x["q1"], "q2": x["q2"], "q1.rate": x["v1"], "q2.rate": x["v2"]})
        for (block, *place), text in ELBOW.items():
            wanted = eval(text, dict(f.value, **x, cos=math.cos, sin=math.sin))
            close(f"Spong {block} {place}", "two-links", got[block].get(tuple(place), 0), wanted, 10)


# file, tolerance of its closed state
# Evjenth, Moe, Schon 2017: the craft of appendix A, whose bodies turn without moving their centres. th1, th2 are its arms' angles.
RECOIL = """davit: 1
name: recoil
parameters: {J11: 3 kg.m^2, J31: 2 kg.m^2}
gravity: 0
bodies:
  hull: {inertia: [J11, J11, J11]}
  first: {}
  rod: {inertia: [J31, 0, J31]}
joints:
  base: {type: ball, child: hull}
  th1: {type: revolute, axis: z, parent: hull, child: first}
  th2: {type: revolute, axis: x, parent: first, child: rod}
"""
# The three angular accelerations of appendix A, over J31/(J11 + J31); d and b are rates and accelerations of the arms. Not as printed: the
# factor before the third is c2 (its draft has it; cos of the first angle is printed), and (cos^2 - 1) in the first, which the draft lost.
RECOIL_A = [
    "2*w3*s1*s2**2*d2-2*w1*s2*c2*d2-w2*w3*(c2**2-1)-c1*c2*s2*d1**2-w2*w3*c1**2*c2**2-c1*b2-2*w2*c1**2*c2**2*d1+2*s1*s2**2*d1*d2"
    "+w2**2*c1*c2*s2-w3**2*c1*c2*s2-c2*s1*s2*b1+w1*w3*c1*c2**2*s1-2*w3*c1*c2*s2*d1+2*w1*c1*c2**2*s1*d1+2*w1*c1**2*c2*s2*d2"
    "-w1*w2*c2*s1*s2+2*w2*c1*c2*s1*s2*d2",
    "2*w1*w3*c2**2-w1*w3-s1*b2-2*w3*c1*d2+2*w1*c2**2*d1-2*c1*d1*d2-c2*s1*s2*d1**2-w1*w3*c1**2*c2**2+2*w3*c1*c2**2*d2"
    "-2*w1*c1**2*c2**2*d1+2*c1*c2**2*d1*d2+c1*c2*s2*b1+w1**2*c2*s1*s2-w3**2*c2*s1*s2-w2*w3*c1*c2**2*s1-2*w3*c2*s1*s2*d1"
    "-2*w2*c1*c2**2*s1*d1-2*w2*c1**2*c2*s2*d2-w1*w2*c1*c2*s2+2*w1*c1*c2*s1*s2*d2",
    "c2*(2*w3*s2*d2-c2*b1+2*s2*d1*d2-w1*w2*c2+w2*w3*s1*s2-w1**2*c1*c2*s1+w2**2*c1*c2*s1+2*w1*w2*c1**2*c2+2*w2*c1*c2*d2"
    "-2*w1*c2*s1*d2+w1*w3*c1*s2)",
]


def solve3(A, b):
    det = lambda m: sum(m[0][i] * (m[1][(i + 1) % 3] * m[2][(i + 2) % 3] - m[1][(i + 2) % 3] * m[2][(i + 1) % 3]) for i in range(3))
    return [det([[b[r] if c == k else A[r][c] for c in range(3)] for r in range(3)]) / det(A) for k in range(3)]


def check_recoil(draw):
    """Every coefficient of a product of rates, and of an acceleration, in the printed formulas, against theirs."""
    with open(scratch + "/recoil.yaml", "w") as out:
        out.write(RECOIL)
    f = Formulas(command("equations", scratch + "/recoil.yaml", "--symbolic", "--only", "M,c"))
    base, arms, names = ["base.wx", "base.wy", "base.wz"], ["th1", "th2"], ["w1", "w2", "w3", "d1", "d2", "b1", "b2"]
    factor = f.value["J31"] / (f.value["J11"] + f.value["J31"])

    def ours(angles, x):
        got = f.at(dict(angles, **dict(zip(base + ["th1.rate", "th2.rate"], x))))
        entry = lambda i, j: got["M"].get((i, j), got["M"].get((j, i), 0))
        right = [-got["c"].get((i,), 0) - sum(entry(i, j) * x[5 + k] for k, j in enumerate(arms)) for i in base]
        return solve3([[entry(i, j) for j in base] for i in base], right)

    def theirs(angles, x):
        trig = {k + n[2]: w(angles[n]) for n in arms for k, w in (("s", math.sin), ("c", math.cos))}
        return [factor * eval(text, dict(trig, **dict(zip(names, x)))) for text in RECOIL_A]

    unit = lambda *at: [float(k in at) for k in range(7)]
    for _ in range(3):
        angles = {n: draw.uniform(-1.5, 1.5) for n in arms}
        for i in range(7):
            for j in range(i, 7):
                parts = [unit(i, j)] + ([unit(i), unit(j)] if i != j else [])
                for k in range(3):  # f(e_i + e_j) - f(e_i) - f(e_j) is the coefficient of x_i x_j, f(e_i) that of x_i or its square
                    a, b = ([w(angles, p)[k] * (1 if n == 0 else -1) for n, p in enumerate(parts)] for w in (ours, theirs))
                    close(f"appendix A {k + 1} {names[i]} {names[j]}", "recoil", sum(a), sum(b), 1)


def of_state(text, state, along=None):
    """A function of the state, or its rate along the motion: by a step into the complex, which is exact."""
    words = {"cos": cmath.cos, "sin": cmath.sin}
    x = {n: complex(state[n], 1e-40 * (along or {}).get(n, 0)) for n in state}
    code = re.sub(r"(?<![\w.])(?!cos\b|sin\b)[A-Za-z_][\w.]*", lambda w: f'x["{w.group()}"]', text)
    y = complex(eval(code, {"x": x, **words}))
    return y.imag * 1e40 if along is not None else y.real


def product(a, b):
    return [[sum(x * b[k][j] for k, x in enumerate(row)) for j in range(len(b[0]))] for row in a]


def turned_matrix(a):
    return [list(x) for x in zip(*a)]


def solve(a, b):
    n, a = len(a), [list(x) + list(y) for x, y in zip(a, b)]
    for i in range(n):
        top = max(range(i, n), key=lambda k: abs(a[k][i]))
        a[i], a[top] = a[top], a[i]
        for k in range(n):
            if k != i:
                factor = a[k][i] / a[i][i]
                a[k] = [x - factor * y for x, y in zip(a[k], a[i])]
    return [[x / a[i][i] for x in a[i][n:]] for i in range(n)]


def check_quasi(file, options, chosen, draw):
    """Equations in velocities u = A v: M and forces are those of the engine, carried over by matrices; beta' = -beta A' beta."""
    words = [w for name, (text, _) in chosen.items() for w in ("--quasi", f"{name}={text}")]
    text = command("equations", file, "--symbolic", *options, *words)
    f, options = Formulas(text), [x for x in options if x not in ("--only", "M,c,g,h,A")]
    rates = json.loads(command("equations", file, "--json", *options))["rates"]
    position, rate = any_motion(rates, draw)
    eq = json.loads(command("equations", file, "--json", "--at", scratch + "/state.json", *options))
    rows = re.findall(r"^beta\[([^,]+), (\S+)\]", text, re.M)
    assert {a for a, _ in rows} == set(rates)
    names = []  # of the velocities, in the order of the rates: kept ones keep their names
    columns = [n for n in re.findall(r"^A\[([^,]+), ", text, re.M)]
    for n in dict.fromkeys(columns):
        names.append(n)
    A = [[of_state(chosen[u][1].get(n, "0"), position) if u in chosen else float(u == n) for n in rates] for u in names]
    # a driven angle has no rate in `position`; along the motion each coordinate moves with its rate
    dA = [[of_state(chosen[u][1].get(n, "0"), position, rate) if u in chosen else 0.0 for n in rates] for u in names]
    n, eye = len(rates), [[float(i == j) for j in range(len(rates))] for i in range(len(rates))]
    v = [[rate[x]] for x in rates]
    beta, u = solve(A, eye), product(A, v)
    dbeta = [[-x for x in row] for row in product(beta, product(dA, beta))]
    M, C, g = eq["B"], eq["C"], [[x] for x in eq["g"]]
    bT = turned_matrix(beta)
    wanted_M = product(bT, product(M, beta))
    Cu = product(product(bT, C), v)
    more = product(product(bT, M), product(dbeta, u))
    wanted_c = [[a[0] + b[0]] for a, b in zip(Cu, more)]
    wanted_g = product(bT, g)
    wanted_h = [[a[0] + b[0]] for a, b in zip(product(turned_matrix(dbeta), product(M, v)), product(bT, product(turned_matrix(C), v)))]
    state = dict(position, **{k + ".position": x for k, x in position.items()})
    for k, x in zip(names, u):
        state[k if k in chosen or k not in position else k + ".rate"] = x[0]
    for k in f.value:
        state.pop(k, None)
    got = f.at(state)
    size = lambda m: max(abs(x) for row in m for x in row) + 1e-300
    loss = size(beta) ** 2 * size(A) ** 2  # digits that the transformation itself costs
    for i, a in enumerate(names):
        for j, b in enumerate(names):
            if i <= j:
                close("quasi M", file, got["M"].get((a, b), 0), wanted_M[i][j], size(wanted_M) * loss)
            close("quasi beta", file, got.get("beta", {}).get((rates[i], b), 0), beta[i][j], size(beta) * loss)
        for what, wanted in (("c", wanted_c), ("g", wanted_g), ("h", wanted_h)):
            scale = size(wanted) + (size(M) * size(v) ** 2 * size(beta) if what != "g" else 0)
            close("quasi " + what, file, got.get(what, {}).get((a,), 0), wanted[i][0], scale * loss)
    for name, J in got.items():
        if name.startswith("J."):
            plain = Formulas(command("equations", file, "--symbolic", "--only", "J", *options)).at(dict(state, **{
                (k if k not in position else k + ".rate"): x for k, x in rate.items()}))[name]
            for k in ("vx", "vy", "vz", "wx", "wy", "wz"):
                ours = sum(J.get((k, a), 0) * x[0] for a, x in zip(names, u))
                close("quasi J", file, ours, sum(plain.get((k, a), 0) * x for a, x in rate.items()), 10 * loss)
    print(f"{file} in {', '.join(chosen)}: {worst[file]:.2g}")


LOOPS = [
    ("machines/benchmarks/four-bar.yaml", 1e-9),
    ("machines/benchmarks/peaucellier.yaml", 1e-9),
    ("machines/benchmarks/bricard.yaml", 1e-9),
    ("machines/benchmarks/stewart.yaml", 1e-9),
    ("machines/electric-road-arm.yaml", 1e-9),
]


def check_loops(file, within):
    """Where the engine has closed the loops, Phi is zero and so is G v: after a piece of a run."""
    text = command("equations", file, "--symbolic", "--only", "Phi")
    f = Formulas(text)
    csv = scratch + "/loop.csv"
    command("run", file, "--until", "0.05s", "--every", "10ms", "--out", csv)
    with open(csv) as rows:
        lines = [x for x in rows.read().split("\n") if x and not x.startswith("#")]
    head = [h.split(" [")[0].strip('"') for h in lines[0].split(",")]
    row = [float(x) for x in lines[-1].split(",")]
    column = dict(zip(head, row))
    state = {k: column.get(k, column.get(k + ".position")) for k in f.names if k not in f.value}
    got = f.at(state)
    assert got["Phi"] and got["G"], file
    moving = 0
    for (name,), value in got["Phi"].items():
        flow = [(v, column.get(rate + ".rate", column.get(rate))) for (of, rate), v in got["G"].items() if of == name]
        size = sum(abs(a * b) for a, b in flow)
        moving = max(moving, size)
        assert abs(value) < within, (file, name, value)
        assert abs(sum(a * b for a, b in flow)) < within * (1 + size), (file, name, flow)
    assert moving > 1e-6, (file, "nothing moves: G is not tried")


def check_code(file, name, options, draw):
    """The C functions, compiled, against the text."""
    stem = f"{scratch}/{name}{len(options)}"  # a library is loaded once under its name
    source, library = stem + ".c", stem + ".so"
    command("equations", file, "--symbolic", "--code", "--out", source, *options)
    subprocess.run([compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", "-O0", "-fPIC", "-shared", "-o", library, source, "-lm"], check=True)
    f = Formulas(command("equations", file, "--symbolic", *options))
    with open(source) as text:
        head = text.read()
    names = {k: [x.split(" ", 1)[1] for x in re.search(rf"^// {k}: (.*)$", head, re.M).group(1).split(", ")] for k in "qv"}
    code = ctypes.CDLL(library)
    nominal = ctypes.byref(ctypes.c_char.in_dll(code, name + "_nominal"))
    state = random_state(names["q"], draw)
    state.update({n: draw.uniform(-2, 2) for n in names["v"]})
    q = (ctypes.c_double * len(names["q"]))(*[state[n] for n in names["q"]])
    v = (ctypes.c_double * len(names["v"]))(*[state[n] for n in names["v"]])
    got, n = f.at(state), len(names["v"])
    rates = [x[:-5] if x.endswith(".rate") else x for x in names["v"]]
    for block, arguments, size in (("M", (q,), n * n), ("C", (q, v), n * n), ("c", (q, v), n), ("g", (q,), n)):
        out = (ctypes.c_double * size)()
        getattr(code, f"{name}_{block}")(nominal, *arguments, out)
        most = max([abs(x) for x in got.get(block, {}).values()] + [1])
        for i in range(size):
            place = (rates[i],) if size == n else (rates[i // n], rates[i % n])
            if block == "M" and i // n > i % n:
                place = place[::-1]
            close("code " + block, file, out[i], got.get(block, {}).get(place, 0), most)


def check_prune():
    """What stays is the same, what goes is small, and C is that of the pruned M: z (M' - 2 C) z = 0 along the motion."""
    words = ["equations", "machines/titan4.yaml", "--symbolic", "--only", "M,C"]
    all_terms, text = command(*words), command(*words, "--prune", "1e-2")
    whole, f, draw = Formulas(all_terms), Formulas(text), random.Random(3)
    stated = float(re.search(r"in one entry at most (\S+) of that", text).group(1))
    assert len(text) < 0.6 * len(all_terms), "pruning shortens"
    joints = ["q1", "q2", "q3", "q4", "q5", "q6"]
    state = {n: draw.uniform(-1, 1) for n in joints}
    state.update({n + ".rate": draw.uniform(-1, 1) for n in joints})
    a, b = whole.at(state)["M"], f.at(state)["M"]
    scale = {n: math.sqrt(sum(abs(x) for x in [a[(n, n)]])) for n in joints}
    for (i, j), x in a.items():
        assert abs(x - b.get((i, j), 0)) <= 3 * stated * scale[i] * scale[j], (i, j, x, b.get((i, j), 0))
    h, rate = 1e-5, {}
    for sign in (1, -1):
        moved = dict(state, **{n: state[n] + sign * h * state[n + ".rate"] for n in joints})
        rate[sign] = f.at(moved)["M"]
    C = f.at(state)["C"]
    power = sum(state[i + ".rate"] * state[j + ".rate"] *
                ((rate[1].get(key, 0) - rate[-1].get(key, 0)) / (2 * h) - 2 * C.get((i, j), 0))
                for i in joints for j in joints for key in [(min(i, j), max(i, j))])
    assert abs(power) < 1e-7, power


def check_bodies(file, options, draw):
    """Matrices of moving frames and of screws, body by body, against those of the formulations, which are written apart from each other."""
    f = Formulas(command("equations", file, "--symbolic", "--only", "F,S", *options))
    rates = json.loads(command("equations", file, "--json", *options))["rates"]
    position = {}
    for n in rates:
        whole = n.rsplit(".", 1)
        if whole[-1] in ("wx", "wy", "wz", "vx", "vy", "vz"):
            position.update({whole[0] + "." + k: 0 for k in ("qw", "qx", "qy", "qz")})
            position.update({whole[0] + "." + n[-1]: 0} if n[-2] == "v" else {})
        else:
            position[n] = 0
    position = random_state(list(position), draw)
    with open(scratch + "/state.json", "w") as out:
        json.dump({"position": position, "rate": {n: draw.uniform(-2, 2) for n in rates}}, out)
    state = dict(position, **{k + ".position": x for k, x in position.items()})
    for k in f.value:
        state.pop(k, None)
    got, count = f.at(state), 0
    for method, theirs, ours in (("moving-frame", "B", "F"), ("screw-projection", "P", "S")):
        eq = json.loads(command("equations", file, "--json", "--method", method, "--at", scratch + "/state.json", *options))
        size = 1 + max(abs(x) for row in eq[theirs] for x in row)
        for name, row in zip(eq["rows"][theirs], eq[theirs]):
            body, what = name.rsplit(".", 1)
            for rate, x in zip(eq["rates"] if " " not in body else [], row):  # "link 3": between the axes of a joint, no body
                close(f"{method} {name} {rate}", file, got.get(f"{ours}.{body}", {}).get((what, rate), 0), x, size)
                count += x != 0
    assert count > 10, (file, count)
    print(f"{file}: moving frames and screws: {worst[file]:.2g}")


def check_refusals():
    for words, text in ((["machines/knuckle-boom-crane.yaml", "--symbolic"], "elastic"),
                        (["machines/wagon-bondgraph.yaml", "--symbolic"], "bondgraph"),
                        (["machines/titan4.yaml", "--symbolic", "--prune", "2"], "--prune"),
                        (["machines/titan4.yaml", "--symbolic", "--only", "Q"], "no 'Q'"),
                        (["machines/titan4.yaml", "--quasi", "w=q1.rate"], "--symbolic"),
                        (["machines/titan4.yaml", "--symbolic", "--quasi", "w"], "NAME=FORMULA"),
                        (["machines/titan4.yaml", "--symbolic", "--quasi", "w=q1.rate*q2.rate"], "not linear"),
                        (["machines/titan4.yaml", "--symbolic", "--quasi", "w=q1.rat"], "there is no 'q1.rat'; did you mean 'q1.rate'?"),
                        (["machines/titan4.yaml", "--symbolic", "--quasi", "w=q1.rate,u=q2.rate"], "may be repeated"),
                        (["machines/titan4.yaml", "--symbolic", "--quasi", "w=sqrt(q1)*q1.rate"], "cannot be read"),
                        (["machines/titan4.yaml", "--symbolic", "--quasi", "w=q1.rate", "--quasi", "u=2*q1.rate"], "depend on each other"),
                        (["machines/titan4.yaml", "--symbolic", "--quasi", "q2=q1.rate"], "is taken"),
                        (["machines/titan4.yaml", "--symbolic", "--page", "--code"], "do not go together"),
                        (["machines/titan4.yaml", "--symbolic", "--only", "S", "--quasi", "w=q1.rate"], "do not go together"),
                        (["machines/titan4.yaml", "--prune", "0.1"], "--symbolic"),
                        (["machines/titan4.yaml", "--symbolic", "--at", "x.json"], "do not go together"),
                        (["machines/titan4.yaml", "--symbolic", "--out", "/nowhere/x.txt"], "/nowhere")):
        run = subprocess.run([davit, "equations", *words], capture_output=True, text=True, cwd=root)
        assert run.returncode != 0 and text in run.stderr and not run.stdout, (words, run.stdout[:200], run.stderr)


def check_page():
    """Well-formed, and the textbook's entry stands in it."""
    page = command("equations", "machines/pendulum-on-wagon.yaml", "--symbolic", "--page")
    assert "<i>M</i><sub>slide, pin</sub> =</td><td><i>m</i><sub>2</sub>\u2009<i>L</i>\u2009cos(<i>pin</i>)</td>" in page, page
    assert "<i>m</i><sub>1</sub> + <i>m</i><sub>2</sub></td>" in page, page
    body = page[page.index("<h1>"):page.index("</html>")]
    assert body.count("<tr>") == body.count("</tr>") and body.count("<i>") == body.count("</i>") and body.count("<sub>") == body.count("</sub>")


def main():
    check_refusals()
    check_page()
    check_prune()
    check_document(random.Random(5))
    check_recoil(random.Random(6))
    for file, within in LOOPS:
        check_loops(file, within)
        print(f"{file}: loops close")
    draw = random.Random(21)
    for name, text in (("two-links", ARM), ("odd", ODD), ("socket", BALL)):
        with open(f"{scratch}/{name}.yaml", "w") as out:
            out.write(text)
    check_textbooks(random.Random(8))
    for file, options, driven in MACHINES:
        check_machine(file, options, driven, draw)
        print(f"{file}: {worst[file]:.2g}")
    for file, options in (("machines/forestry-machine.yaml", ["--variant", "three"]), ("machines/titan4.yaml", []), ("machines/floating-two-arms.yaml", []),
                          (scratch + "/two-links.yaml", []), ("machines/benchmarks/heavy-top.yaml", [])):  # odd, socket: there axes of links are
        # not those of bodies, and welded bodies are one
        check_bodies(file, options, random.Random(31))
    for file, options, chosen in QUASI:
        check_quasi(file, options, chosen, draw)
    check_code(scratch + "/two-links.yaml", "two_links", [x for u, (t, _) in QUASI[2][2].items() for x in ("--quasi", f"{u}={t}")], draw)
    for file, name in ((scratch + "/two-links.yaml", "two_links"), (scratch + "/odd.yaml", "odd"),
                       ("machines/benchmarks/heavy-top.yaml", "heavy_top")):
        check_code(file, name, [], draw)


main()
