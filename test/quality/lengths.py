"""Reports the longest files and functions; functions under 40 lines read best. Never fails: it is a mirror, not a gate."""
import pathlib
import sys


def functions(path):
    """(length, line, head) of each function whose opening brace stands on a line of its own."""
    lines = path.read_text().splitlines()
    start = None
    for number, text in enumerate(lines, 1):
        if text == "{" and number > 1:
            start = number - 1
        elif text == "}" and start:
            yield number - start, start, lines[start - 1]
            start = None


def main(source):
    root = pathlib.Path(source)
    files = [p for d in ("src", "cli", "include") for p in (root / d).rglob("*") if p.suffix in {".c", ".h", ".inc"}]
    rows = sorted((*f, p.relative_to(root)) for p in files for f in functions(p))
    over = [r for r in rows if r[0] > 40]
    print(f"{len(files)} files, {len(rows)} functions, {len(over)} longer than 40 lines")
    for length, line, head, path in reversed(over[-25:]):
        print(f"{length:5d}  {path}:{line}  {head[:80]}")
    for count, path in sorted(((len(p.read_text().splitlines()), p.relative_to(root)) for p in files), reverse=True)[:10]:
        print(f"{count:5d} lines  {path}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
