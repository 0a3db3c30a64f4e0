#!/usr/bin/python3
"""Pictures of `davit bondgraph`: the chosen elements and what they are bonded to, numbers of bonds, left to right."""
import json
import re
import subprocess
import sys

davit, root, scratch = sys.argv[1:4]
FILE = "machines/rov-manipulator.yaml"


def command(*words):
    run = subprocess.run([davit, "bondgraph", FILE, *words], capture_output=True, text=True, cwd=root)
    assert run.returncode == 0, run.stderr
    return run.stdout


def picture(*words):
    command("-o", scratch + "/g.dot", *words)
    text = open(scratch + "/g.dot").read()
    vertex = {int(i): re.sub("<[^>]*>", " ", label).split()[-1] for i, label in re.findall(r"^  n(\d+) \[label=<(.*)>[^>]*\];$", text, re.M)}
    bond = re.findall(r"^  n(\d+) -> n(\d+) \[(.*)\];$", text, re.M)
    return vertex, [(int(a), int(b), rest) for a, b, rest in bond], text


whole = json.loads(command("--json"))
vertex, bond, text = picture()
assert len(vertex) == len(whole["nodes"]) and len(bond) == len(whole["bonds"]) and "layout=neato" in text
named = {i for i, n in enumerate(whole["nodes"]) if n["name"] in ("grip", "pillar") or n["name"].startswith("lift")}
beside = {x for b in whole["bonds"] for x in (b["from"], b["to"]) if b["from"] in named or b["to"] in named}
vertex, bond, text = picture("--only", "grip,pillar,lift*", "--along", "--numbers")
assert set(vertex) == named | beside and len(named) == 6, (vertex, named, beside)
assert "rankdir=LR" in text
for a, b, rest in bond:  # the number is the bond's place in the list
    k = int(re.search(r'label="(\d+)"', rest).group(1)) - 1
    assert (whole["bonds"][k]["from"], whole["bonds"][k]["to"]) == (a, b), (a, b, rest)
