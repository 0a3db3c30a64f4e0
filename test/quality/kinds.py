#!/usr/bin/env python3
"""kinds.py ROOT: nothing outside src/kinds knows a kind by its name.

Code that needs a kind asks for what the kind's struct says (stands_for, external, bond, field ...), so that a kind can be renamed,
replaced or come from outside. Looked at: src/ without src/kinds, and cli/; comments too, since a comment that names a kind explains
code that thinks of it. src/import writes machine files as a person would, and has their words in one file.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
names = set()
for path in (ROOT / "src/kinds").rglob("*.[ch]"):
    names |= set(re.findall(r'\.name\s*=\s*"([\w-]+\.[\w-]+)"', path.read_text()))
if len(names) < 100:
    sys.exit(f"only {len(names)} kinds were found: has the form of a kind's struct changed?")
known = re.compile(r"(?<![\w.-])(" + "|".join(sorted(map(re.escape, names), key=len, reverse=True)) + r")(?![\w.-])")
faults = []
for folder in ("src", "cli"):
    for path in sorted((ROOT / folder).rglob("*")):
        if path.suffix not in {".c", ".h", ".def", ".inc", ".hpp"} or (ROOT / "src/kinds") in path.parents:
            continue
        if path == ROOT / "src/import/vocabulary.h":
            continue
        for number, line in enumerate(path.read_text().split("\n"), 1):
            for found in known.findall(line):
                faults.append(f"{path.relative_to(ROOT)}:{number}: the kind {found} by its name: ask its struct instead")
print("\n".join(faults) or f"no name of {len(names)} kinds outside src/kinds")
sys.exit(1 if faults else 0)
