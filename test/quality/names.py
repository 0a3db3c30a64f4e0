"""A file's name is found once below src (kinds are named after the kind, cli's verbs after the verb), and its first line says it.
The root holds no files but those named here: results and trial machines have been committed there by `git add -A`."""
import collections, pathlib, sys

root = pathlib.Path(sys.argv[1])
files = sorted(p for p in (root / "src").rglob("*") if p.suffix in {".c", ".h", ".inc", ".def", ".hpp"})
files += sorted((root / "cli").glob("*.[ch]")) + sorted((root / "include/davit").glob("*.h"))
faults = []

named = collections.defaultdict(list)
for p in files:
    of_kind = "kinds" in p.parts and p.suffix == ".c"
    if not of_kind and "cli" not in p.parts:
        named[p.name].append(str(p.relative_to(root)))
faults += [f"{' and '.join(where)} have one name: say in it what each holds" for where in named.values() if len(where) > 1]

for p in files:
    first = p.read_text().split("\n", 1)[0]
    if not first.startswith("//") or f"{p.name}:" not in first:
        faults.append(f"{p.relative_to(root)}:1: begins with '// {p.name}: what it is'")

ROOT_FILES = {".clang-format", ".clang-tidy", ".git", ".gitignore", "CHANGELOG.md", "CMakeLists.txt", "CMakePresets.json", "CONTRIBUTING.md",
              "LICENSE", "Makefile", "README.md", "SECURITY.md"}
faults += [f"{p.name} does not belong in the root folder" for p in sorted(root.iterdir())
           if p.is_file() and p.name not in ROOT_FILES and p.suffix != ".log"]

print("\n".join(faults) or f"{len(files)} files")
sys.exit(bool(faults))
