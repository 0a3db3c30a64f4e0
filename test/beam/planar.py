#!/usr/bin/env python3
"""The crane in space with its slewing held, beside the same crane in its plane. usage: planar.py DAVIT SOURCE

Side bending, the second hinge of the wire and the pedestal's joint are there in one and missing in the other; started with the boom in motion
both go the same way, and nothing leaves the plane.
"""
import csv
import pathlib
import re
import subprocess
import sys
import tempfile

davit, source = sys.argv[1:3]


def run(folder, name, text):
    (folder / f'{name}.yaml').write_text(text)
    out = folder / f'{name}.csv'
    subprocess.run([davit, 'run', folder / f'{name}.yaml', '--out', out], check=True, stdout=subprocess.DEVNULL)
    rows = list(csv.reader(out.open()))
    return {h.split(' [')[0]: [float(r[i]) for r in rows[1:]] for i, h in enumerate(rows[0])}


machine = pathlib.Path(source, 'machines/benchmarks/knuckle-boom-crane-slew.yaml')
text = machine.read_text().replace('../..', source).replace('W: 0.2 rad/s', 'W: 0 rad/s').replace('until: 118 s', 'until: 5 s')
text = text.replace('rtol: 1e-6, atol: 1e-8', 'rtol: 1e-10, atol: 1e-12')
text = text[:text.index('plots:')] + 'initial: {q1.rate: 0.02 rad/s}\n'
plane = re.sub(', bending_z: .', '', text)
plane = re.sub(r'  (pedestal|sway|wire): .*\n|  q3: {child: wire}\n|joints:\n', '', plane)
plane = re.sub(r'  slew: (.*\n)*?until', 'until', plane)

with tempfile.TemporaryDirectory() as name:
    space, flat = (run(pathlib.Path(name), *which) for which in (('space', text), ('flat', plane)))
seen = ['q1.position', 'q2.position', 'q3.position', 'boom.bending_y.1.position', 'knuckle.bending_y.2.position']
for column in seen:
    size = max(map(abs, flat[column]))
    off = max(abs(a - b) for a, b in zip(space[column], flat[column]))
    assert size > 1e-4 and off < 1e-7 * max(size, 1), f'{column}: {off} of {size}'
for column in ('boom.bending_z.1.position', 'sway.position'):
    assert max(map(abs, space[column])) < 1e-12, column
