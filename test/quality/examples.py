"""The machines shown in the documentation are sound and run: every yaml block of README.md and doc/ that starts with `davit: 1`.

usage: examples.py <source dir> <work dir> <davit>
"""
import pathlib
import re
import subprocess
import sys


def main(source, work, davit):
    root, out = pathlib.Path(source), pathlib.Path(work)
    out.mkdir(parents=True, exist_ok=True)
    count, failed = 0, 0
    for page in [root / "README.md", *sorted((root / "doc").glob("*.md"))]:
        for block in re.findall(r"^```yaml\n(davit: 1\n.*?)^```$", page.read_text(), re.M | re.S):
            path = out / f"{page.stem}-{count}.yaml"
            path.write_text(block)
            count += 1
            for command in (["check", path], ["run", path]):
                done = subprocess.run([davit, *map(str, command)], capture_output=True, text=True)
                if done.returncode or "warning" in done.stderr:
                    failed += 1
                    print(f"{page.relative_to(root)}: davit {command[0]} ends with {done.returncode}\n{done.stdout}{done.stderr}")
    print(f"{count} machines in the documentation, {failed} faults")
    return 1 if failed or not count else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
