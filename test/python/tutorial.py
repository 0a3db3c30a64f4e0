"""tutorial.py DOC: runs the ```python blocks of a page in order, in one program; what they print must be the ```text block that follows."""

import contextlib
import io
import os
import re
import sys
import tempfile

page = open(sys.argv[1]).read()
update = len(sys.argv) > 2  # --update: writes what was printed into the page
blocks = re.findall(r"```python\n(.*?)```\n(?:```text\n(.*?)```\n)?", page, re.S)
assert len(blocks) > 4, "no blocks found"
names = {}
os.chdir(tempfile.mkdtemp(prefix="davit-tutorial-"))
bad = 0
for k, (code, expected) in enumerate(blocks, 1):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, f"block {k}", "exec"), names)
    if update:
        page = page.replace(f"```python\n{code}```\n```text\n{expected}```", f"```python\n{code}```\n```text\n{out.getvalue()}```")
    elif out.getvalue() != expected:
        bad += 1
        print(f"block {k} prints\n{out.getvalue()}instead of\n{expected}")
if update:
    open(sys.argv[1], "w").write(page)
print(f"{len(blocks)} blocks, {bad} differ")
sys.exit(bad != 0)
