"""block_version.py ROOT CC: a saved block has another version as soon as a row that numbers things in it is added."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

root, cc = pathlib.Path(sys.argv[1]), sys.argv[2]
MAIN = '#include "model/block_version.h"\n#include <stdio.h>\nint main(void) { printf("%d\\n", (int)dv_block_version()); }\n'
ADDED = {
    "base/primitives.def": "DV_PRIMITIVE(sliding, 1, 0, 1, 0, \"\")\n",
    "base/solvers.def": "DV_SOLVER(another)\n",
    "base/graph_ops.def": "OP(ANOTHER, 1, \"\", a, -1, -1, -1)\n",
    "model/sections.def": "DV_SECTION(ANOTHER, int, -1, \"\")\n",
    "model/work.def": "DV_WORK(another, real, 1, START, \"\")\n",
}


def version(folder, changed=None):
    see = pathlib.Path(folder)
    shutil.copytree(root / "src/base", see / "base", dirs_exist_ok=True)
    shutil.copytree(root / "src/model", see / "model", dirs_exist_ok=True)
    if changed:
        rows = (see / changed).read_text()
        head, mark, tail = rows.partition("#undef") if "#undef" in rows else (rows, "", "")
        (see / changed).write_text(head + ADDED[changed] + mark + tail)
    (see / "main.c").write_text(MAIN)
    # the header of the model has arrays for the rows; the version looks at rows alone
    subprocess.run([cc, "-w", f"-I{see}", f"-I{root}/src", f"-I{root}/include", see / "main.c", see / "model/block_version.c",
                    see / "base/hash.c", "-o", see / "version"], check=True)
    return int(subprocess.run([see / "version"], check=True, capture_output=True, text=True).stdout)


with tempfile.TemporaryDirectory() as folder:
    seen = {"": version(folder)} | {changed: version(folder, changed) for changed in ADDED}
print(seen)
sys.exit(len(set(seen.values())) < len(seen) or min(seen.values()) < 0)
