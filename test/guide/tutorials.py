#!/usr/bin/env python3
"""tutorials.py: runs a tutorial word for word: writes its files, types its commands, compares what they print.

Blocks of a page: ```LANGUAGE NAME is a file; ```sh commands, each of which must pass; ```output lines that these print, in this
order (others may stand between; numbers agree to the digits that the page gives, at most a unit of the last one apart);
```calc EXPRESSION = NUMBER, calculated here, to the digits given.
usage: tutorials.py DAVIT SOURCE BUILD NAME
"""
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

NUMBER = re.compile(r"[-+−]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")


def last_digit(text):
    """What a unit of the last digit of a number is worth."""
    mantissa, _, power = text.lower().partition("e")
    return 10.0 ** ((int(power) if power else 0) - len(mantissa.partition(".")[2]))


def words_fit(wanted, given):
    for want, have in zip(wanted, given):
        if want == have:
            continue
        if not (NUMBER.fullmatch(want) and NUMBER.fullmatch(have)):
            return False
        if abs(float(want) - float(have)) > last_digit(want):
            return False
    return len(wanted) == len(given)


def compare(page, line, wanted, printed):
    """Each line of the page is among those printed, in order."""
    rest = [row.split() for row in printed.splitlines()]
    for row in filter(str.strip, wanted.splitlines()):
        while rest and not words_fit(row.split(), rest[0]):
            rest.pop(0)
        if not rest:
            sys.exit(f"{page}:{line}: nothing like this was printed: {row}\nprinted was:\n{printed}")
        rest.pop(0)


def calculate(page, line, text):
    for row in filter(str.strip, text.splitlines()):
        expression, _, number = row.rpartition(" = ")
        value = eval(expression, {"__builtins__": {}}, vars(math))
        if abs(value - float(number)) > last_digit(number.strip()):
            sys.exit(f"{page}:{line}: {expression} is {value}, not {number}")


def play(page, folder, environment):
    text = page.read_text()
    printed, counts = "", {"file": 0, "sh": 0, "output": 0, "calc": 0}
    for found in re.finditer(r"^```(\w+)(?: ([\w.-]+))?\n(.*?)^```$", text, re.M | re.S):
        kind, name, body = found.groups()
        line = text[: found.start()].count("\n") + 1
        if name:
            (folder / name).write_text(body)
        elif kind == "sh":
            done = subprocess.run(["bash", "-ec", body], cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
            printed = done.stdout
            if done.returncode:
                sys.exit(f"{page}:{line}: exit {done.returncode}: {body}{done.stdout}{done.stderr}")
        elif kind == "output":
            compare(page, line, body, printed)
        elif kind == "calc":
            calculate(page, line, body)
        counts["file" if name else kind] = counts.get("file" if name else kind, 0) + 1
    return counts


def main():
    davit, source, build, name = sys.argv[1:5]
    page = pathlib.Path(source) / "doc" / "tutorials" / f"{name}.md"
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        for shared in ["machines", "examples"]:
            (folder / shared).symlink_to(pathlib.Path(source).resolve() / shared)
        bin_folder = folder / "bin"
        bin_folder.mkdir()
        (bin_folder / "davit").symlink_to(pathlib.Path(davit).resolve())
        environment = dict(os.environ, PATH=f"{bin_folder}:{os.environ['PATH']}", XDG_CACHE_HOME=str(folder / "cache"))
        if "$DAVIT_PREFIX" in page.read_text():
            environment["DAVIT_PREFIX"] = str(folder / "root")
            subprocess.run(["cmake", "--install", build, "--prefix", folder / "root"], check=True, stdout=subprocess.DEVNULL)
        counts = play(page, folder, environment)
    print(name, counts)
    if not counts["output"] or not counts["calc"]:
        sys.exit(f"{page}: nothing is compared")


main()
