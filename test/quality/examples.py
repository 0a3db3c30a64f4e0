"""The machines shown in the documentation are sound and run: every yaml block of README.md and doc/ that starts with `davit: 1`.
The commands of its `sh run` blocks do too, in a folder where each of these machines is a file of its name, NAME.yaml.

usage: examples.py <source dir> <work dir> <davit>
"""
import pathlib
import re
import subprocess
import sys


def commands(page, folder, davit):
    """Runs the page's commands; how many there were, and how many failed."""
    text, count, failed = page.read_text(), 0, 0
    folder.mkdir(parents=True, exist_ok=True)
    for block in re.findall(r"^```(yaml\ndavit: 1\n.*?|sh run\n.*?)^```$", text, re.M | re.S):
        if block.startswith("yaml"):
            name = re.search(r"^name: (\S+)$", block, re.M)
            if name:
                (folder / f"{name[1]}.yaml").write_text(block[len("yaml\n"):])
            continue
        for line in block.splitlines()[1:]:
            if not line.startswith("davit "):
                continue
            count += 1
            done = subprocess.run(["bash", "-c", line.replace("davit", davit, 1)], cwd=folder, capture_output=True, text=True)
            if done.returncode or "warning" in done.stderr:
                failed += 1
                print(f"{page.name}: {line}\n  ends with {done.returncode}\n{done.stdout}{done.stderr}")
    return count, failed


def main(source, work, davit):
    root, out = pathlib.Path(source), pathlib.Path(work)
    out.mkdir(parents=True, exist_ok=True)
    count, failed, ran = 0, 0, 0
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
        lines, bad = commands(page, (out / page.stem).resolve(), str(pathlib.Path(davit).resolve()))
        ran, failed = ran + lines, failed + bad
    print(f"{ran} commands,", end=" ")
    print(f"{count} machines in the documentation, {failed} faults")
    return 1 if failed or not count else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
