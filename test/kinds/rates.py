#!/usr/bin/env python3
"""What signals give as their rate and acceleration is how they change, in the examples of kinds. usage: rates.py DAVIT

Central differences of fourth order, 1 ms apart; where a corner lies between they say nothing, so one place in ten may differ.
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

davit, = sys.argv[1:]
H = 1e-3


def run(file):
    out = file.with_suffix('.csv')
    more = ['--every', '1ms', '--until', '2s', '--columns', '*', '--rtol', '1e-10', '--atol', '1e-12', '--out', out]
    if subprocess.run([davit, 'run', file, *more], capture_output=True).returncode:
        return {}
    rows = list(csv.reader(out.open()))
    return {h.split(' [')[0]: [float(r[i]) for r in rows[1:]] for i, h in enumerate(rows[0])}


def differ(x, rate):
    """The part of places where the difference is not the rate, and the largest rate."""
    most = max(map(abs, rate))
    slope = [(8 * (x[i + 1] - x[i - 1]) - x[i + 2] + x[i - 2]) / (12 * H) for i in range(2, len(x) - 2)]
    bad = sum(abs(a - b) > 1e-3 * most + 1e-9 * max(map(abs, x)) / H for a, b in zip(slope, rate[2:]))
    return bad / len(slope), most


seen = set()
with tempfile.TemporaryDirectory() as name:
    for kind in subprocess.run([davit, 'kinds'], capture_output=True, text=True, check=True).stdout.split('\n'):
        kind = kind.split(' ')[0]
        if not kind.startswith(('signal.', 'control.reference')):
            continue
        text = subprocess.run([davit, 'kinds', kind], capture_output=True, text=True, check=True).stdout
        file = pathlib.Path(name, f'{kind}.yaml')
        file.write_text('\n'.join(line[2:] for line in text[text.index('\nExample'):].split('\n')[2:]))
        column = run(file)
        if len(column.get('time', [])) < 100:
            continue
        for c in column:
            for of, d in ((c, f'{c}.rate'), (f'{c}.rate', f'{c}.acceleration')):
                if d not in column or of not in column:
                    continue
                part, most = differ(column[of], column[d])
                assert part <= 0.1, f'{kind}: {d} is not how {of} changes in {100*part:.0f} % of places'
                if most > 0:
                    seen.add(kind)
assert len(seen) >= 15, sorted(seen)
