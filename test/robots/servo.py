"""A robot's case `servo`: a joint goes to its input no faster than the URDF's `velocity`.

Critically damped (kp = I w^2, kd = 2 I w) behind a path of 0.5 rad/s it is as fast, and behind by 0.5 kd/kp.
A robot without any inertia is led: goal (1 - (1 + w t) exp(-w t)), and what mimics it stays at 2 x that + 0.5 all the way.
usage: servo.py DAVIT
"""

import csv
import math
import os
import subprocess
import sys
import tempfile

SPEED = 0.5
URDF = f"""<robot name='r'><link name='base'/><link name='arm'><inertial><mass value='1'/>
<inertia ixx='1' iyy='1' izz='0.4' ixy='0' ixz='0' iyz='0'/></inertial></link>
<joint name='pin' type='revolute'><parent link='base'/><child link='arm'/><axis xyz='0 0 1'/>
<limit lower='-2' upper='2' effort='900' velocity='{SPEED}'/></joint></robot>"""

DRAWN = """<robot name='drawn'><link name='base'/><link name='arm'/><link name='finger'/>
<joint name='pin' type='revolute'><parent link='base'/><child link='arm'/><axis xyz='0 0 1'/>
<limit lower='-2' upper='2' effort='900' velocity='0'/></joint>
<joint name='slide-1' type='prismatic'><parent link='arm'/><child link='finger'/><axis xyz='1 0 0'/>
<limit lower='-3' upper='3' effort='9' velocity='0'/><mimic joint='pin' multiplier='2' offset='0.5'/></joint></robot>"""


def run(text, goal, until):
    """Gives the last row and the largest of each column."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = os.path.join(folder, "r.urdf"), os.path.join(folder, "r.csv")
        with open(path, "w") as f:
            f.write(text)
        done = subprocess.run([sys.argv[1], "run", path, "--case", "servo", "--set", f"pin_goal={goal}", "--until", f"{until} s",
                               "--rtol", "1e-9", "--out", out], capture_output=True, text=True)
        assert done.returncode == 0 and "warning" not in done.stderr, done.stderr
        with open(out) as f:
            rows = list(csv.reader(f))
        names = [c.split(" ")[0] for c in rows[0]]
        numbers = [[float(x) for x in row] for row in rows[1:]]
        return dict(zip(names, numbers[-1])), {n: max(row[i] for row in numbers) for i, n in enumerate(names)}


last, most = run(URDF, 0.9, 1)
kp, kd = 395.0, 25.1  # 0.4 (10 pi)^2 and 0.8 (10 pi), to three digits
assert abs(last["pin.position"] - SPEED * (1 - kd / kp)) < 1e-7, last
assert abs(most["pin.rate"] - SPEED) < 1e-7

for t in 0.03, 0.1, 1:
    last, most = run(DRAWN, 0.9, t)
    w = 31.4  # 10 pi to three digits
    expected = 0.9 * (1 - (1 + w * t) * math.exp(-w * t))
    assert abs(last["pin.position"] - expected) < 1e-7, (last["pin.position"], expected)
    assert abs(last["slide-1.position"] - (2 * expected + 0.5)) < 2e-7, last
