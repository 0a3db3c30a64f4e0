#!/usr/bin/python3
"""Messages lead to the section of the guide that helps, and the section is there."""
import re
import subprocess
import sys

davit, root, scratch = sys.argv[1:4]
headings = {re.sub(r"[^a-z0-9 -]", "", h.lower()).strip().replace(" ", "-")
            for h in re.findall(r"^#+ (.*)$", open(root + "/doc/modelling.md").read(), re.M)}
rows = re.findall(r'^SECTION\("([^"]+)", "([^"]+)"\)', open(root + "/cli/sections.def").read(), re.M)
assert len(rows) > 15
for key, place in rows:
    assert place in headings, (key, place, sorted(headings))
# every key of the top of a file that is a map or a list of things has its section
BAD = """davit: 1
bodies:
  rod: {mass: 3 m}
joints:
  pin: {type: revolut, child: rd, axis: x}
parts:
  d: {kind: force.dampr, axis: pin}
"""
with open(scratch + "/bad.yaml", "w") as f:
    f.write(BAD)
run = subprocess.run([davit, "check", scratch + "/bad.yaml"], capture_output=True, text=True)
assert run.returncode == 1 and "doc/modelling.md#bodies, #joints, #axes-parts-ports\n" in run.stderr, run.stderr
with open(scratch + "/good.yaml", "w") as f:
    f.write("davit: 1\nbodies: {rod: {mass: 3 kg}}\njoints: {x: {type: prismatic, axis: x, child: rod}}\n")
run = subprocess.run([davit, "check", scratch + "/good.yaml"], capture_output=True, text=True)
assert run.returncode == 0 and "modelling.md" not in run.stderr, run.stderr
with open(scratch + "/bad.urdf", "w") as f:
    f.write("<robot name='r'><link name='a'><inertial><mass value='-1'/></inertial></link></robot>\n")
run = subprocess.run([davit, "check", scratch + "/bad.urdf"], capture_output=True, text=True)
assert run.returncode == 1 and "doc/robots.md\n" in run.stderr and "modelling.md" not in run.stderr, run.stderr
