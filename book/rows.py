"""Reads a file of the book: a document, its runs, its rows (figures and tables), and what it left for later.

    [[run]]   id, command; codes (exit codes that are fine), after (made when the others are), replay (also as a page to play),
              tables (further tables that it writes, by the names that expressions have for them)
    [[row]]   no, n, sort, shows; plot (arguments of `davit plot`), pictures (files that runs wrote), texts (runs whose text is
              shown), files (parts of files), numbers, wrong, remark; reason (why nothing can be drawn)
    numbers   a line each: what | the document's number | unit | expression | tolerance | whose
              tolerance 1e-3, 2%, <, > or ~ (shown, not judged); whose: printed, stated (in words), reference (computed independently)
    inputs    a line each: what | the number of the document's table | unit | machine file | path in it; these have to be equal
"""
import dataclasses
import pathlib
import re
import tomllib

SORTS = {"result", "table", "input", "drawing", "picture", "listing", "text", "experiment"}
WHOSE = {"printed": "printed", "stated": "in words", "reference": "reference"}


class Wrong(Exception):
    pass


@dataclasses.dataclass
class Number:
    what: str
    theirs: float
    unit: str
    expression: str
    tolerance: str
    whose: str
    ours: float = float("nan")
    given: bool = False  # a number that goes in, not one that comes out

    def fits(self):
        if self.ours != self.ours:
            return False
        if self.tolerance == "~":
            return True
        if self.tolerance in "<>":
            return self.ours < self.theirs if self.tolerance == "<" else self.ours > self.theirs
        allowed = float(self.tolerance.rstrip("%"))
        if self.tolerance.endswith("%"):
            allowed *= abs(self.theirs) / 100
        return abs(self.ours - self.theirs) <= allowed


def numbers_of(text, where):
    out = []
    for line in filter(None, map(str.strip, text.splitlines())):
        part = [p.strip() for p in line.split("|")]
        if len(part) != 6 or part[5] not in WHOSE:
            raise Wrong(f"{where}: six parts with | between them, the last one of {', '.join(WHOSE)}: {line}")
        out.append(Number(part[0], float(part[1]), part[2], part[3], part[4], part[5]))
    return out


def inputs_of(text, where):
    out = []
    for line in filter(None, map(str.strip, text.splitlines())):
        part = [p.strip() for p in line.split("|")]
        if len(part) != 5:
            raise Wrong(f"{where}: five parts with | between them: {line}")
        out.append(Number(part[0], float(part[1]), part[2], f"given({part[3]!r}, {part[4]!r})", "1e-9%", "printed", given=True))
    return out


@dataclasses.dataclass
class Run:
    id: str
    command: str
    codes: tuple = (0,)
    after: bool = False
    replay: bool = False
    tables: dict = dataclasses.field(default_factory=dict)  # further tables that it writes: name in expressions, file

    def output(self):
        """The table that it writes, if any: what stands behind --out, --csv or -o."""
        found = re.search(r"(?:--out|--csv|-o) (\S+\.csv)", self.command)
        return found.group(1) if found else None


@dataclasses.dataclass
class Row:
    no: str
    shows: str
    sort: str = "result"
    n: int = 1
    plot: list = dataclasses.field(default_factory=list)
    pictures: list = dataclasses.field(default_factory=list)
    texts: list = dataclasses.field(default_factory=list)
    runs: list = dataclasses.field(default_factory=list)
    replays: list = dataclasses.field(default_factory=list)
    numbers: list = dataclasses.field(default_factory=list)
    wide: bool = False
    partly: str = ""
    wrong: str = ""
    remark: str = ""
    reason: str = ""
    figures: list = dataclasses.field(default_factory=list)
    commands: list = dataclasses.field(default_factory=list)

    slug = property(lambda r: re.sub(r"[^a-z0-9]+", "-", r.no.lower()).strip("-"))
    drawn = property(lambda r: not r.reason)


@dataclasses.dataclass
class Chapter:
    id: str
    title: str
    source: str
    intro: str
    order: int
    runs: list
    rows: list
    wrong: list

    def count(self, drawn):
        return sum(r.n for r in self.rows if r.drawn == drawn)


def refuse_own_files(where, runs):
    """What a command prints goes into ID.txt, and ID.stamp says that it ran: no command may write these itself."""
    own = {f"{r.id}.{end}" for r in runs for end in ("txt", "stamp")}
    for r in runs:
        for word in own.intersection(r.command.split()):
            raise Wrong(f"{where}, {r.id}: {word} is where the book keeps what a run prints; give the file another name")


def read(path):
    path = pathlib.Path(path)
    data = tomllib.loads(path.read_text())
    runs = [Run(**{**r, "codes": tuple(r.get("codes", [0]))}) for r in data.get("run", [])]
    rows = []
    for r in data.get("row", []):
        r = dict(r)
        where = f"{path.name}, {r.get('no')}"
        r["numbers"] = numbers_of(r.get("numbers", ""), where) + inputs_of(r.pop("inputs", ""), where)
        row = Row(**r)
        if row.sort not in SORTS:
            raise Wrong(f"{path.name}, {row.no}: sort is one of {', '.join(sorted(SORTS))}")
        if not (row.reason or row.plot or row.pictures or row.texts or row.numbers):
            raise Wrong(f"{path.name}, {row.no}: it shows nothing and has no reason")
        rows.append(row)
    refuse_own_files(path.name, runs)
    slugs = [r.slug for r in rows]
    for s in slugs:
        if slugs.count(s) > 1:
            raise Wrong(f"{path.name}: two rows are called {s}")
    return Chapter(path.stem, data["title"], data.get("source", ""), data.get("intro", ""), data.get("order", 99), runs, rows,
                   data.get("wrong", []))
