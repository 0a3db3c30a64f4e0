#!/usr/bin/python3
"""doc/field.md: every kind and file that it names is there, every row says what it is held against, every machine has numbers, plots, its task and a picture."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
text = (root / "doc/field.md").read_text()
kinds = set(re.findall(r"^### (\S+)", (root / "doc/kinds.md").read_text(), re.M))
domains = {k.split(".")[0] for k in kinds}
where = [root, root / "test/kinds", root / "machines/benchmarks", root / "parts"]
for span in re.findall(r"`([^`]+)`", text):
    word = re.match(r"[\w./-]+", span)
    if word and re.fullmatch(r"[a-z]+\.[\w-]+", word[0]) and word[0].split(".")[0] in domains:
        assert word[0] in kinds, f"there is no kind {word[0]}"
    if re.fullmatch(r"[\w./-]+\.(yaml|c)", span):
        assert any((w / span).is_file() for w in where), f"there is no {span}"
rows = [[c.strip() for c in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|") and "---" not in line]
assert len(rows) > 40 and all(len(r) == 3 and all(r) for r in rows), [r for r in rows if len(r) != 3 or not all(r)]
machines = [r for r in rows if r[0].startswith("`machines/")]
assert len(machines) == 6
for name, picture, task in machines:
    machine = (root / name.strip("`")).read_text()
    assert "expect:" in machine and re.search(r"^plots:", machine, re.M), name
    assert re.search(rf"^scenario:\n  {re.match(r'`([^`]+)`', task)[1]}:", machine, re.M), name
    assert (root / "doc" / re.search(r"\((.*)\)", picture)[1]).stat().st_size > 10000, picture
