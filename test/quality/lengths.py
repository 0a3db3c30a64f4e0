"""Functions have at most 60 lines, files at most 600. Under 40 and 300 they read best: the longest are printed."""
import pathlib
import sys

FUNCTION, FILE = 60, 600


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
    rows = sorted(((*f, p.relative_to(root)) for p in files for f in functions(p)), reverse=True)
    sizes = sorted(((len(p.read_text().splitlines()), p.relative_to(root)) for p in files), reverse=True)
    print(f"{len(files)} files, {len(rows)} functions, {sum(r[0] > 40 for r in rows)} longer than 40 lines")
    for length, line, head, path in rows[:10]:
        print(f"{length:5d}  {path}:{line}  {head[:80]}")
    for count, path in sizes[:10]:
        print(f"{count:5d} lines  {path}")
    return rows[0][0] > FUNCTION or sizes[0][0] > FILE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
