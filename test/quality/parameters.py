#!/usr/bin/env python3
"""parameters.py ROOT CC: a kind declares each parameter once, and tables and their indices agree.

In src/kinds no parameter table, count or index is written by hand (DV_PARAMETERS, DV_ROWS, P_name), an enum that names the rows of
a table names them in the table's order, and parameters whose struct and table differ do not compile.
"""
import pathlib
import re
import subprocess
import sys

ROOT, CC = pathlib.Path(sys.argv[1]), sys.argv[2]
BY_HAND = [
    (r"\bdv_param\b", "a parameter table by hand: use DV_PARAMETERS"),
    (r"\.n(\w+) = DV_COUNT", "a count by hand: use DV_ROWS"),
    (r"\.period = \d+,", "an index by hand: use 1 + P_name"),
    (r"\b(given|list)\[\d", "an index by hand: use P_name or L_name"),
]
SOURCE = """#include "davit/kind.h"
typedef struct { real first, second; } pair;
DV_PARAMETERS(
    DV_HOLDS(pair k)
    DV_P_AT(k.%s, one, "1", 0, 0, 1, "one")
    DV_P_AT(k.%s, two, "1", 0, 0, 1, "two")
);
int indices[] = {P_one, P_two, DV_COUNT(params)};
"""
faults = []


def rows(text):
    """Names of a table's rows; None where a macro stands among them."""
    rest = re.sub(r'\{\s*"(?:[^"\\]|\\.)*"[^{}]*(\{[^}]*\}[^{}]*)*\}', "", text)
    return re.findall(r'\{\s*"((?:[^"\\]|\\.)*)"', text) if not re.search(r"\w", rest) else None


def check_order(path, text):
    tables = {m[1]: rows(m[2]) for m in re.finditer(r"static const dv_\w+ (\w+)\[\] = \{(.*?)\n?\};", text, re.S)}
    for m in re.finditer(r"^enum \{([^=}]*)\};", text, re.M):
        names = [n.strip().lower() for n in m[1].split(",") if n.strip()]
        for table, named in tables.items():
            plain = [re.sub(r"\[.*", "", n) for n in named or []]
            if len(names) > 1 and set(names) <= set(plain) and plain[: len(names)] != names:
                faults.append(f"{path}: enum {{{m[1]}}} is not in the order of {table}")


for path in sorted((ROOT / "src/kinds").rglob("*.[chi]*")):
    text = path.read_text()
    for pattern, what in BY_HAND:
        for m in re.finditer(pattern, text):
            faults.append(f"{path}:{text[: m.start()].count(chr(10)) + 1}: {what}")
    check_order(path, text)


def compiles(*places):
    command = [CC, "-std=gnu11", "-DDV_LANES=1", f"-I{ROOT}/include", f"-I{ROOT}/src", "-fsyntax-only", "-x", "c", "-"]
    return subprocess.run(command, input=SOURCE % places, capture_output=True, text=True)


if compiles("first", "second").returncode:
    faults.append("parameters in order do not compile")
if "stands elsewhere" not in compiles("second", "first").stderr:
    faults.append("parameters whose struct and table differ compile")
print("\n".join(faults))
sys.exit(bool(faults))
