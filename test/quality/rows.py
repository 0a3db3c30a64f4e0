#!/usr/bin/env python3
"""rows.py ROOT: what the documents say of solvers, formulations, result formats and transports is what their rows say.

Each row of solvers.def and run_formulations.def has its line in doc/modelling.md, with the row's own words, each row of formats.def
and of targets.def its line in doc/user-guide.md, each of transports.def in doc/wire.md; no line is left of a row that is gone.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
faults = []


def rows(path, macro):
    """Texts in quotes of each row."""
    text = (ROOT / path).read_text()
    found = [re.findall(r'"((?:[^"\\]|\\.)*)"', r) for r in re.findall(rf"^(?:{macro})\((.*?)\)$", text, re.M | re.S)]
    if not found:
        sys.exit(f"{path} has no rows: has their form changed?")
    return found


def names(first, other):
    return " = ".join(f"`{n}`" for n in [first] + [n for n in other.split("|") if n])


def check(document, want, head):
    text = (ROOT / document).read_text()
    table = text.split(head, 1)[1].split("\n\n", 1)[0].strip().split("\n") if head in text else []
    if not table:
        faults.append(f"{document}: no table that begins '{head.strip()}'")
    for line in want:
        if line not in table:
            faults.append(f"{document}: this line is missing, or has other words:\n{line}")
    for line in table:
        if line not in want:
            faults.append(f"{document}: no row says this:\n{line}")


solvers = [f"| {names(r[0], r[1])} | {r[-1]} |" for r in rows("src/base/solvers.def", "DV_SOLVER|DV_SUNDIALS")]
check("doc/modelling.md", solvers, "| method | use |\n|---|---|\n")
if (ROOT / "src/record/formats.def").exists():
    formats = [f"| {names(r[0], r[1])} | {r[-1]} |" for r in rows("src/record/formats.def", "DV_FORMAT")]
    check("doc/user-guide.md", formats, "| format | holds |\n|---|---|\n")
by = [f"| `{r[0]}` | {r[-1]} |" for r in rows("src/base/run_formulations.def", "DV_OF_RATES|DV_OF_MOMENTA")]
check("doc/modelling.md", by, "| formulation | integrates beside coordinates |\n|---|---|\n")
transports = [f"| `{r[0]}` | {r[1]} |" for r in rows("src/base/transports.def", "DV_TRANSPORT")]
check("doc/wire.md", transports, "| transport | what it is |\n|---|---|\n")
targets = [f"| `{r[0]}` | {r[1]} |" for r in rows("src/graph/targets.def", "DV_TARGET")]
check("doc/user-guide.md", targets, "| file | what it is |\n|---|---|\n")
print("\n".join(faults) or f"{len(solvers)} solvers as their rows say")
sys.exit(1 if faults else 0)
