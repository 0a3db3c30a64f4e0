"""Collision shapes on the ground: what lies there carries its weight, as deep as the law of Hunt and Crossley says.

n points carry m g with k d^1.5 / sqrt(depth): d = depth (1/n)^(2/3) where k depth = m g, depth = 1 mm.
usage: contacts.py DAVIT
"""

import csv
import math
import os
import struct
import subprocess
import sys
import tempfile

DAVIT = sys.argv[1]
GRAVITY = 9.81


def run(folder, name, text, *more, base=("--base", "free")):
    path = os.path.join(folder, name)
    with open(path, "w") as f:
        f.write(text)
    out = os.path.join(folder, "out.csv")
    r = subprocess.run([DAVIT, "run", path, *base, "--contacts", "ground", "--until", "3s", "--out", out, *more],
                       capture_output=True, text=True)
    assert r.returncode == 0, r.stderr
    with open(out) as f:
        rows = [row for row in csv.reader(f) if row and not row[0].startswith("#")]
    names = [c.split("[")[0].strip() for c in rows[0]]
    return dict(zip(names, [float(x) for x in rows[-1]])), r.stdout + r.stderr


def urdf(collision, more=""):
    return f"""<robot name='r'><link name='a'><inertial><mass value='2'/>
<inertia ixx='0.02' iyy='0.02' izz='0.02' ixy='0' ixz='0' iyz='0'/></inertial>
<collision><origin xyz='0 0 0.3'/><geometry>{collision}</geometry></collision></link>{more}</robot>"""


def near(got, want, tolerance, what):
    assert abs(got - want) <= tolerance * abs(want), (what, got, want)


def forces(row):
    return sum(v for n, v in row.items() if n.endswith(".normal"))


def pyramid(path):
    """A pyramid of 1 m on its base, and a vertex inside, which no contact has."""
    p = [(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0), (0, 0, 1)]
    faces = [(0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4), (0, 2, 1), (0, 3, 2)]
    with open(path, "wb") as f:
        f.write(b" " * 80 + struct.pack("<I", len(faces)))
        for face in faces:
            f.write(struct.pack("<3f", 0, 0, 0) + b"".join(struct.pack("<3f", *p[i]) for i in face) + b"\0\0")


with tempfile.TemporaryDirectory() as folder:
    pyramid(os.path.join(folder, "pyramid.stl"))
    # shape, points that carry, height of its lowest point over the shape's origin
    for shape, n in (("<sphere radius='0.1'/>", 1), ("<box size='0.4 0.2 0.1'/>", 4), ("<cylinder radius='0.2' length='0.1'/>", 8),
                     ("<mesh filename='pyramid.stl' scale='0.2 0.2 0.2'/>", 4)):
        row, said = run(folder, "r.urdf", urdf(shape), "--solver", "cvode")
        sink = 1e-3 * (1 / n) ** (2 / 3)
        near(forces(row), 2 * GRAVITY, 1e-3, shape)
        near(-row["root.z"], sink, 1e-2, shape)
        assert "1 links touch the ground (z = 0) with points of their collision shapes: a " in subprocess.run([DAVIT, "check", os.path.join(folder, "r.urdf"), "--base", "free", "--contacts", "ground"], capture_output=True, text=True).stdout
    # kp of Gazebo instead, and its friction
    row, said = run(folder, "r.urdf", urdf("<sphere radius='0.1'/>", "<gazebo reference='a'><mu1>0.3</mu1><kp>5e4</kp></gazebo>"))
    near(-row["root.z"], 1e-3 * (2 * GRAVITY / (5e4 * 1e-3)) ** (2 / 3), 1e-2, "kp")
    # the same box as SDF and as MJCF
    sdf = """<sdf version='1.9'><model name='m'><link name='a'><inertial><mass>2</mass><inertia><ixx>0.02</ixx><iyy>0.02</iyy><izz>0.02</izz></inertia></inertial>
<collision name='c'><pose>0 0 0.3 0 0 0</pose><geometry><box><size>0.4 0.2 0.1</size></box></geometry></collision></link></model></sdf>"""
    row, said = run(folder, "r.sdf", sdf)
    near(forces(row), 2 * GRAVITY, 1e-3, "sdf")
    mjcf = """<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 0.0495'><freejoint/><geom type='box' size='0.2 0.1 0.05' mass='2'/>
<geom type='sphere' size='5' contype='0' conaffinity='0' mass='0'/></body></worldbody></mujoco>"""
    row, said = run(folder, "r.xml", mjcf, base=())
    near(forces(row), 2 * GRAVITY, 1e-3, "mjcf")
    # without the option nothing touches: it falls
    path = os.path.join(folder, "r.urdf")
    r = subprocess.run([DAVIT, "convert", path, os.path.join(folder, "m.yaml"), "--base", "free"], capture_output=True, text=True)
    assert r.returncode == 0 and "touch" not in open(os.path.join(folder, "m.yaml")).read()
    assert math.isfinite(row["time"] if "time" in row else row["t"])


def hand(collision, more=""):
    """A hand that falls on its base along two slides: base and rail are joined, hand and base are not."""
    joint = """<joint name='%s' type='prismatic'><parent link='%s'/><child link='%s'/>%s<axis xyz='%s'/><limit lower='-9' upper='9' effort='1' velocity='9'/></joint>"""
    return f"""<robot name='r'><link name='base'><inertial><mass value='5'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>
<collision><geometry><box size='2 2 0.1'/></geometry></collision></link><link name='rail'><collision><geometry><box size='3 0.1 0.1'/></geometry></collision></link>
<link name='hand'><inertial><mass value='2'/><inertia ixx='0.02' iyy='0.02' izz='0.02' ixy='0' ixz='0' iyz='0'/></inertial>
<collision><geometry>{collision}</geometry></collision></link>{joint % ("x", "base", "rail", "", "1 0 0")}
{joint % ("z", "rail", "hand", "<origin xyz='0 0 0.5'/>", "0 0 1")}{more}</robot>"""


def lands(folder, name, text, *more):
    path = os.path.join(folder, name)
    with open(path, "w") as f:
        f.write(text)
    out = os.path.join(folder, "out.csv")
    r = subprocess.run([DAVIT, "run", path, "--contacts", "self", "--until", "3s", "--out", out, *more], capture_output=True, text=True)
    assert r.returncode == 0, r.stderr
    with open(out) as f:
        rows = [row for row in csv.reader(f) if row and not row[0].startswith("#")]
    return dict(zip([c.split("[")[0].strip() for c in rows[0]], [float(x) for x in rows[-1]]))


with tempfile.TemporaryDirectory() as folder:
    pyramid(os.path.join(folder, "pyramid.stl"))
    k = 68700.0  # 7 kg on one point sink 1 mm, to three digits
    # shape, points that carry, its lowest place under the hand's origin; the hand starts 0.45 m over the top of the base
    for shape, n, low in (("<sphere radius='0.1'/>", 1, 0.1), ("<box size='0.2 0.2 0.2'/>", 4, 0.1), ("<cylinder radius='0.1' length='0.2'/>", 8, 0.1),
                          ("<mesh filename='pyramid.stl' scale='0.2 0.2 0.2'/>", 4, 0)):
        row = lands(folder, "r.urdf", hand(shape))
        sink = 1e-3 * (2 * GRAVITY / (n * k * 1e-3)) ** (2 / 3)
        near(row["z.position"], 0.05 - 0.5 + low - sink, 1e-5, shape)
        near(row["self_hand_base.normal"], 2 * GRAVITY, 1e-4, shape)
        assert not any("rail" in name and "self" in name and "base" in name for name in row), "a joint joins them"
    # MJCF: the same; excluded; of types that do not meet: it falls through
    mjcf = """<mujoco><worldbody><body name='base' pos='0 0 0'><geom type='box' size='1 1 0.05' %s/><body name='rail'><joint type='slide' axis='1 0 0'/>
<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/><body name='hand' pos='0 0 0.5'><joint name='z' type='slide' axis='0 0 1'/><geom type='sphere' size='0.1' mass='2'/></body></body></body></worldbody>%s</mujoco>"""
    falls = -0.5 * GRAVITY * 9
    for attribute, more, lies in (("", "", 1), ("", "<contact><exclude body1='hand' body2='base'/></contact>", 0), ("contype='2' conaffinity='2'", "", 0)):
        row = lands(folder, "r.xml", mjcf % (attribute, more))
        near(row["z.position"], -0.35 if lies else falls, 1e-2, (attribute, more))
        assert ("self_hand_base.normal" in row) == bool(lies)
    # shapes that overlap at zero are meant to
    r = subprocess.run([DAVIT, "check", os.path.join(folder, "r.urdf"), "--contacts", "self"], capture_output=True, text=True)
    assert "overlap at zero" not in r.stdout
    with open(os.path.join(folder, "o.urdf"), "w") as f:
        f.write(hand("<sphere radius='0.46'/>"))
    r = subprocess.run([DAVIT, "check", os.path.join(folder, "o.urdf"), "--contacts", "self"], capture_output=True, text=True)
    assert "1 pairs of links do not touch each other, since they overlap at zero: hand base" in r.stdout, r.stdout
print("contacts: fine")
