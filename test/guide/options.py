#!/usr/bin/env python3
"""options.py: every command line in the guides, `davit verb ... --option`, has a verb and options that the command knows.

usage: options.py DAVIT SOURCE
"""
import pathlib
import re
import subprocess
import sys

davit, source = sys.argv[1], pathlib.Path(sys.argv[2])
help_of = {}


def options_of(verb):
    if verb not in help_of:
        done = subprocess.run([davit, "help", verb], capture_output=True, text=True)
        help_of[verb] = None if done.returncode else set(re.findall(r"--[a-z][a-z-]*|(?<=[ ,])-[a-z]\b", done.stdout)) | {"--help"}
    return help_of[verb]


def lines_of(text):
    """Command lines with their places: those in the text between backquotes, and those of blocks of sh."""
    for found in re.finditer(r"(?:`|^)((?:build/)?davit [a-z]+[^`\n]*)", text, re.M):
        yield text[: found.start()].count("\n") + 1, found.group(1)


count = faults = 0
for page in [source / "README.md", *sorted((source / "doc").glob("*.md"))]:
    for line, command in lines_of(page.read_text()):
        words = re.split(r"\s#|\|\||&&|\s[|>]\s", command)[0].split()
        if len(words) < 2 or not re.fullmatch(r"[a-z]+", words[1]):
            continue
        known = options_of(words[1])
        if known is None:
            if re.search(r"\s-", command):
                faults += 1
                print(f"{page}:{line}: there is no verb '{words[1]}': {command}")
            continue
        count += 1
        for word in words[2:]:
            option = re.match(r"\[?(--[a-z][a-z-]*)", word)
            if option and option[1] not in known:
                faults += 1
                print(f"{page}:{line}: davit {words[1]} has no {option[1]}: {command}")
print(f"{count} command lines, {faults} faults")
sys.exit(faults > 0 or count < 100)
