"""A robot's case `servo`: a joint goes to its input no faster than the URDF's `velocity`.

Critically damped (kp = I w^2, kd = 2 I w) behind a path of 0.5 rad/s it is as fast, and behind by 0.5 kd/kp.
usage: servo.py DAVIT
"""

import csv
import os
import subprocess
import sys
import tempfile

SPEED = 0.5
URDF = f"""<robot name='r'><link name='base'/><link name='arm'><inertial><mass value='1'/>
<inertia ixx='1' iyy='1' izz='0.4' ixy='0' ixz='0' iyz='0'/></inertial></link>
<joint name='pin' type='revolute'><parent link='base'/><child link='arm'/><axis xyz='0 0 1'/>
<limit lower='-2' upper='2' effort='900' velocity='{SPEED}'/></joint></robot>"""

with tempfile.TemporaryDirectory() as folder:
    path, out = os.path.join(folder, "r.urdf"), os.path.join(folder, "r.csv")
    with open(path, "w") as f:
        f.write(URDF)
    done = subprocess.run([sys.argv[1], "run", path, "--case", "servo", "--set", "pin_goal=0.9", "--until", "1 s", "--rtol", "1e-9",
                           "--out", out], capture_output=True, text=True)
    assert done.returncode == 0 and "moves faster" not in done.stderr, done.stderr
    with open(out) as f:
        rows = list(csv.reader(f))
    names = [c.split(" ")[0] for c in rows[0]]
    at, rate = names.index("pin.position"), names.index("pin.rate")
    kp, kd = 395.0, 25.1  # 0.4 (10 pi)^2 and 0.8 (10 pi), to three digits
    assert abs(float(rows[-1][at]) - SPEED * (1 - kd / kp)) < 1e-7, rows[-1]
    assert abs(max(float(row[rate]) for row in rows[1:]) - SPEED) < 1e-7
