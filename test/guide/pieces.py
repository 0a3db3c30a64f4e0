#!/usr/bin/env python3
"""pieces.py: every block of YAML in the guides is accepted by the command, and what it gives as a whole machine runs.

A block that is a piece of a machine finds the rest of it in a file beside this one, named after the guide and a word that stands
in the block (modelling-elbow.yaml), which it takes in by `include:`.
usage: pieces.py DAVIT SOURCE
"""
import pathlib
import re
import subprocess
import sys
import tempfile

davit, source = sys.argv[1], pathlib.Path(sys.argv[2])
here = pathlib.Path(__file__).parent

# guide, a piece of text that only this block has, the file that holds the rest (None: it is whole), verbs that it must pass
BLOCKS = [
    ("modelling", "pendulum", None, "check run"),
    ("modelling", "as: left", "modelling-hull", "check"),
    ("modelling", "inertia_at: origin", "modelling-boom", "check run"),
    ("modelling", "hinged-hinged", "modelling-boom", "check run"),
    ("modelling", "90 deg, 0]}", "modelling-arm", "check run"),
    ("modelling", "coupler", "modelling-loops", "check"),
    ("modelling", "pile:", "modelling-contacts", "check run"),
    ("modelling", "base.foot", "modelling-ram", "check run"),
    ("modelling", "hydraulic.valve43", "modelling-lift", "check run"),
    ("modelling", "control.sequence", "modelling-sequence", "check run"),
    ("modelling", "carrier.shoe", "modelling-carrier", "check run"),
    ("modelling", "marine.sea", "modelling-sea", "check run"),
    ("modelling", "weld: {heave", "modelling-crane", "check"),
    ("modelling", "twice the mass", "modelling-pin", "check"),
    ("modelling", "Phase portrait", "modelling-plots", "check run"),
    ("modelling", "settling: tip.z", "modelling-tip", "check"),
    ("modelling", "line_loss", "modelling-study", "check"),
    ("modelling", "transfer:", "modelling-scenario", "check"),
    ("modelling", "transport: tcp", "modelling-crane", "check"),
    ("wire", "lever", "wire-crane", "check"),
]


def blocks(guide):
    text = (source / "doc" / f"{guide}.md").read_text()
    for found in re.finditer(r"```yaml\n(.*?)```", text, re.S):
        yield text[: found.start()].count("\n") + 2, found.group(1)


def rest_of(guide, block):
    for name, words, rest, verbs in BLOCKS:
        if name == guide and words in block:
            return rest, verbs.split()
    return None, ["check"]


def try_block(folder, guide, line, block):
    rest, verbs = rest_of(guide, block)
    if rest:
        block = f"include: {here / rest}.yaml\n" + block if "include:" not in block else block.replace(
            "include:", f"include:\n  - {here / rest}.yaml", 1)
    path = folder / f"{guide}-{line}.yaml"
    path.write_text(block)
    faults = 0
    for verb in verbs:
        done = subprocess.run([davit, verb, path], capture_output=True, text=True, cwd=folder, timeout=60)
        said = done.stdout + done.stderr
        if done.returncode or "no variable fits" in said:
            print(f"doc/{guide}.md:{line}: davit {verb}: exit {done.returncode}\n{said}")
            faults += 1
    return faults


def main():
    faults = count = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for extra in here.glob("beside/*"):
            (folder / extra.name).write_bytes(extra.read_bytes())
        for guide in ["modelling", "design", "bond-graphs", "plan", "wire"]:
            for line, block in blocks(guide):
                count += 1
                if "..." in block.replace("# ...", "") and "[...]" in block:
                    block = re.sub(r"^.*\[\.\.\.\].*\n", "", block, flags=re.M)  # a line that leaves something out
                faults += try_block(folder, guide, line, block)
    print(f"{count} blocks, {faults} faults")
    return faults > 0


sys.exit(main())
