"""Plugins of Gazebo for water: a vehicle under thrust comes to the speed where drag is the thrust, and starts with m + m_A.

25 v|v| + 50 v = 100 N: v = (sqrt(50^2 + 4 25 100) - 50)/(2 25).  At the start a = T/(m + m_A).
usage: water.py DAVIT
"""

import csv
import math
import os
import subprocess
import sys
import tempfile

DAVIT = sys.argv[1]
SPEED = (math.sqrt(50**2 + 4 * 25 * 100) - 50) / 50

LINKS = """<link name='base'><inertial><mass value='20'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>
<link name='prop'/><joint name='screw' type='continuous'><parent link='base'/><child link='prop'/><axis xyz='1 0 0'/></joint>"""
UUV = f"""<robot name='v'>{LINKS}<gazebo><plugin name='water' filename='libuuv_underwater_object_ros_plugin.so'><fluid_density>1000</fluid_density>
<link name='v::base'><neutrally_buoyant>1</neutrally_buoyant><hydrodynamic_model><type>fossen</type>
<added_mass>10 0 0 0 0 0  0 10 0 0 0 2  0 0 10 0 0 0  0 0 0 1 0 0  0 0 0 0 1 0  0 2 0 0 0 1</added_mass>
<linear_damping>-50 -50 -50 -5 -5 -5</linear_damping><quadratic_damping>-25 -25 -25 -1 -1 -1</quadratic_damping></hydrodynamic_model></link></plugin>
<plugin name='push' filename='libuuv_thruster_ros_plugin.so'><jointName>screw</jointName><clampMin>-200</clampMin><clampMax>200</clampMax>
<dynamics><type>ZeroOrder</type></dynamics><conversion><type>Basic</type><rotorConstant>0.01</rotorConstant></conversion></plugin>
<plugin name='camera' filename='libgazebo_camera.so'/></gazebo></robot>"""
# T = rho K_T D^4 w|w| = 1000 0.1 0.1^4 w^2 = 0.01 w^2
SDF = """<sdf version='1.9'><world name='w'><gravity>0 0 0</gravity><model name='v'><link name='base'><inertial><mass>20</mass></inertial></link>
<link name='prop'><inertial><mass>1e-9</mass><inertia><ixx>1e-9</ixx><iyy>1e-9</iyy><izz>1e-9</izz></inertia></inertial></link>
<joint name='screw' type='revolute'><parent>base</parent><child>prop</child><axis><xyz>1 0 0</xyz></axis></joint>
<plugin filename='gz-sim-thruster-system' name='gz::sim::systems::Thruster'><joint_name>screw</joint_name><thrust_coefficient>0.1</thrust_coefficient>
<propeller_diameter>0.1</propeller_diameter><fluid_density>1000</fluid_density></plugin>
<plugin filename='gz-sim-hydrodynamics-system' name='gz::sim::systems::Hydrodynamics'><link_name>base</link_name><xDotU>-10</xDotU><xU>-50</xU><xUabsU>-25</xUabsU>
<yVabsV>30</yVabsV></plugin></model></world></sdf>"""


def run(folder, name, text, until, *more):
    path, out = os.path.join(folder, name), os.path.join(folder, "out.csv")
    with open(path, "w") as f:
        f.write(text)
    r = subprocess.run([DAVIT, "run", path, "--base", "free", "--set", "signals.screw_speed.value=100", "--until", until, "--out", out, *more],
                       capture_output=True, text=True)
    assert r.returncode == 0, r.stderr
    with open(out) as f:
        rows = [row for row in csv.reader(f) if row and not row[0].startswith("#")]
    names = [c.split("[")[0].strip() for c in rows[0]]
    return dict(zip(names, [float(x) for x in rows[-1]]))


def check(folder, name):
    return subprocess.run([DAVIT, "check", os.path.join(folder, name), "--base", "free"], capture_output=True, text=True)


with tempfile.TemporaryDirectory() as folder:
    for name, text, root in (("v.urdf", UUV, "root"), ("v.sdf", SDF, "base_root")):
        start = run(folder, name, text, "1ms", "--rtol", "1e-10")
        assert abs(start[root + ".vx"] / (1e-3 * 100 / 30) - 1) < 5e-3, (name, start)
        end = run(folder, name, text, "20s", "--rtol", "1e-8")
        assert abs(end[root + ".vx"] / SPEED - 1) < 1e-5, (name, end[root + ".vx"], SPEED)
        assert abs(end[root + ".z"]) < 1e-6, (name, end)
    # a propeller of the other hand pushes the other way, as fast
    other = run(folder, "other.sdf", SDF.replace("<thrust_coefficient>0.1", "<thrust_coefficient>-0.1"), "20s", "--rtol", "1e-8")
    assert abs(other["base_root.vx"] / -SPEED - 1) < 1e-5, other["base_root.vx"]
    said = check(folder, "v.urdf")
    assert "2 plugins of Gazebo taken over: water, push" in said.stdout and "1 gazebo plugins (camera)" in said.stdout, said.stdout
    said = check(folder, "v.sdf")
    assert "with a sign that drives are left out: quadratic_y" in said.stdout, said.stdout
    # what cannot be read is told with its place
    with open(os.path.join(folder, "bad.urdf"), "w") as f:
        f.write(UUV.replace("-50 -50 -50 -5 -5 -5", "-50 fifty"))
    said = check(folder, "bad.urdf")
    assert said.returncode == 1 and "bad.urdf:5:" in said.stderr and "<linear_damping>" in said.stderr, said.stderr
    # links and joints that are not there: the plugin is ignored
    with open(os.path.join(folder, "none.urdf"), "w") as f:
        f.write(UUV.replace("v::base", "v::hull").replace("<jointName>screw", "<jointName>scrow"))
    said = check(folder, "none.urdf")
    assert said.returncode == 0 and "3 gazebo plugins (water, push, camera)" in said.stdout, said.stdout + said.stderr
print("water: fine")
