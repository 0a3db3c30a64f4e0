"""doc/architecture.md tells the truth: each file, folder, name, test and target of make in it is there, its tables of folders are whole, and each hop of the walk has its function."""
import pathlib, re, sys

root = pathlib.Path(sys.argv[1])
text = (root / "doc/architecture.md").read_text()
sources = [p for top in ("src", "include", "cli", "test", "page", "cmake", "tools", "bench") for p in (root / top).rglob("*") if p.is_file()]
names = {p.name for p in sources} | {p.name for p in root.iterdir()}
paths = [str(p.relative_to(root)) for p in sources]
code = "\n".join(p.read_text(errors="ignore") for p in sources if p.suffix in {".c", ".h", ".inc", ".def", ".hpp"} and "src" in p.parts[-4:] or p.parent.name in ("cli", "davit", "cmake"))
words = set(re.findall(r"\w+", code))
faults = []

# Names in code spans and in the picture. A name may stand for a family: dv_engine_x1 _x4 _x8, DV_PARAMETERS.
spans = re.findall(r"`([^`\n]+)`", text) + re.findall(r"```\n(.*?)```", text, re.S)
for span in spans:
    for word in re.findall(r"\b(?:dv_\w+|DV_\w+)", span):
        if word == "dv_noun_verb":
            continue
        made = re.sub(r"_x[148]$|_trace$", "", word)  # names of each width are made by DV_X
        if word not in words and made not in words:
            faults.append(f"'{word}' is nowhere in src, cli or include")
    for file in re.findall(r"[\w/<>-]+\.(?:c|h|inc|def|py|sh|cmake|hpp|yaml|md)\b", span):
        if "<" in file or file.split("/")[-1] in ("crane.yaml", "name.c", "name.h"):
            continue
        found = file in paths or (root / file).is_file() if "/" in file else file in names
        if not found and not any(p.endswith("/" + file) for p in paths):
            faults.append(f"there is no {file}")

# Folders, tests of the house's rules, targets of make; other words of code are somewhere in the code.
rules = (root / "test/quality/CMakeLists.txt").read_text()
makefile = (root / "Makefile").read_text()
folders = {str(p.relative_to(root)) for top in ("src", "include", "cli", "test", "page", "python", "tools", "examples", "machines", "book") for p in (root / top, *(root / top).rglob("*"))
           if "node_modules" not in p.parts}
for span in re.findall(r"`([^`\n]+)`", text):
    made = re.fullmatch(r"make ([\w-]+).*", span)
    if made and not re.search(rf"^{made[1]}:", makefile, re.M):
        faults.append(f"make has no target {made[1]}")
    if not re.fullmatch(r"[\w./-]+", span):
        continue
    if span.startswith("rule_"):
        if not re.search(rf"(dv_rule\(|NAME rule_){span[5:]}\b", rules):
            faults.append(f"there is no test {span}")
    elif "/" in span and "." not in span and "<" not in span:
        if not any(f == span.rstrip("/") or (span.endswith("/") and f.endswith("/" + span.rstrip("/"))) for f in folders):
            faults.append(f"there is no {span}")
    elif re.fullmatch(r"[A-Za-z]\w{2,}", span) and not span.startswith(("dv_", "DV_", "P_")):
        if span not in words:
            faults.append(f"'{span}' is nowhere in the code")

# The tables of folders and of tests are whole.
for top, skip in (("src", ()), ("test", ("CMakeLists.txt",))):
    for p in sorted((root / top).iterdir()):
        if p.name not in skip and not p.name.startswith(".") and not re.search(rf"^\|[^|]*`{top}/{re.escape(p.name)}/?`", text, re.M):
            faults.append(f"no table has {top}/{p.name}")

hops = re.findall(r"^\| (\d+) \| `([^`]+)` \| `([^`]+)` \|", text, re.M)
if not 1 <= len(hops) <= 10:
    faults.append(f"the walk has {len(hops)} hops")
for hop, file, function in hops:
    body = (root / file).read_text() if (root / file).is_file() else ""
    if not re.search(rf"\b{function}\b\)?\(|DV_LAW\({function}\)", body):
        faults.append(f"hop {hop}: {file} has no {function}")

print("\n".join(faults) or f"{len(hops)} hops, {len(spans)} names")
sys.exit(bool(faults))
