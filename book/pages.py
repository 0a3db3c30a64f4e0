"""HTML of the book: the frame of every page, rows, numbers, the first page, the index for searching."""
import html
import json
import re

from rows import WHOSE

esc = html.escape
KINDS_OF_ROW = {"result": "result", "table": "table", "input": "table of inputs", "drawing": "drawing", "picture": "picture",
                "listing": "listing", "text": "said in the text", "experiment": "experiment of ours"}


class Site:
    """Pages by address, and what can be searched for."""

    def __init__(self, folder):
        self.folder, self.menu, self.entries, self.pages = folder, [], [], []

    def page(self, address, title, body):
        menu = "\n".join(f'<a href="{a}"{" class=here" if a == address else ""}>{esc(t)}</a>' if a else f"<h4>{esc(t)}</h4>" for a, t in self.menu)
        (self.folder / address).write_text(f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{esc(title)} - the book of Davit</title><link rel="stylesheet" href="book.css"></head>
<body><header><a class="home" href="index.html">Davit, the book</a>
<input id="search" type="search" placeholder="search" aria-label="search" autocomplete="off"><div id="found" hidden></div></header>
<nav>{menu}</nav>
<main>{body}</main>
<script src="entries.js"></script><script src="book.js"></script></body></html>
""")
        self.pages.append(address)

    def entry(self, title, address, text):
        """A place that searching finds; its text without tags, and without the marks of Markdown."""
        text = re.sub(r"<[^>]+>|\|[-:| ]*-[-:| ]*\||\*\*|[`|]", " ", text)
        text = re.sub(r"\s+", " ", text).strip()
        self.entries.append([title, address, text[:600]])

    def write_entries(self):
        (self.folder / "entries.js").write_text("window.ENTRIES = " + json.dumps(self.entries, ensure_ascii=False) + ";\n")


def short(x):
    if x != x:
        return "none"
    text = f"{x:.6g}"
    return text.replace("e-0", "e-").replace("e+0", "e").replace("e+", "e").replace("-", "−")


def difference(n):
    if n.tolerance in "<>~":
        return {"<": "below", ">": "above", "~": "not judged"}[n.tolerance]
    d = n.ours - n.theirs
    if n.tolerance.endswith("%"):
        return f"{short(100 * d / abs(n.theirs))} %" if n.theirs else short(d)
    return short(float(f"{d:.2g}"))


def group(title, entries, starts):
    """A part of the menu: its title, and the entries whose address begins like this; nothing without any."""
    found = [e for e in entries if e[0].startswith(starts)]
    return [("", title), *found] if found else []


def numbers(row, whose="document"):
    """Numbers that come out; those that go in are folded away where they are many."""
    inputs = [n for n in row.numbers if n.given]
    table = table_of([n for n in row.numbers if not n.given], whose)
    if not inputs:
        return table
    few = " open" if len(inputs) < 20 else ""
    return f'{table}<details{few}><summary>{len(inputs)} numbers of the table, as they stand in the machine files</summary>{table_of(inputs, whose)}</details>'


def table_of(some, whose):
    if not some:
        return ""
    out = ['<div class="scroll"><table class="numbers"><tr><th>number</th><th class=right>' + whose + '</th><th class=right>ours</th><th class=right>difference</th>'
           '<th class=right>allowed</th><th></th></tr>']
    for n in some:
        mark = "" if n.fits() else ' class="bad"'
        theirs = {"<": "below ", ">": "above "}.get(n.tolerance, "") + short(n.theirs)
        unit = f" {esc(n.unit)}" if n.unit else ""
        allowed = "" if n.tolerance in "<>~" else esc(n.tolerance)
        out.append(f"<tr{mark}><td>{esc(n.what)}</td><td class=right>{theirs}{unit}</td><td class=right>{short(n.ours)}{unit}</td>"
                   f"<td class=right>{difference(n)}</td><td class=right>{allowed}</td><td class=whose>{WHOSE[n.whose]}</td></tr>")
    return "\n".join([*out, "</table></div>"])


def figures(row, chapter):
    out = []
    for f in row.figures:
        out.append(f'<a href="{chapter.id}/{f}"><img src="{chapter.id}/{f}" alt="{esc(row.no)}: {esc(row.shows)}" loading="lazy"></a>')
    return f'<div class="figures{" wide" if row.wide or len(out) == 1 else ""}">{"".join(out)}</div>' if out else ""


def replay(row, chapter):
    return "".join(f'<details class="replay"><summary>it moves: {esc(name)}</summary><a href="{chapter.id}/{name}.html">on a page of its own</a>'
                   f'<iframe data-src="{chapter.id}/{name}.html" title="replay of {esc(name)}"></iframe></details>' for name in row.replays)


def article(row, chapter, texts, inline):
    state = "cannot" if row.reason else "partly" if row.partly else "made"
    count = f" · {row.n} of them" if row.n > 1 else ""
    parts = [f'<article id="{row.slug}" class="{state}"><h3><a href="#{row.slug}">{esc(row.no)}</a> '
             f'<span class="sort">{KINDS_OF_ROW[row.sort]}{count}</span></h3><p>{inline(row.shows)}</p>', figures(row, chapter)]
    for name, text in texts:
        parts.append(f'<details{" open" if len(text) < 1500 else ""}><summary>{esc(name)}</summary><pre><code>{esc(text)}</code></pre></details>')
    parts.append(numbers(row, "expected" if chapter.order >= 50 else "document"))
    for label, text in (("What the document got wrong", row.wrong), ("Remark", row.remark), ("What is missing", row.partly),
                        ("Why it cannot be drawn", row.reason)):
        if text:
            parts.append(f'<p class="note {label.split()[0].lower()}"><b>{label}.</b> {inline(text)}</p>')
    parts.append(replay(row, chapter))
    if row.commands:
        parts.append(f'<details class="commands"><summary>how it is made</summary><pre><code>{esc(chr(10).join(row.commands))}</code></pre></details>')
    return "\n".join([*parts, "</article>"])


def state_of(row):
    return "cannot be drawn" if row.reason else "in part" if row.partly else "regenerated"


def tally(chapters):
    """The count of the first page: figures and tables by document and by what became of them."""
    out = ['<div class="scroll"><table class="tally"><tr><th>document</th><th class=right>rows</th><th class=right>figures and tables</th><th class=right>regenerated</th>'
           '<th class=right>in part</th><th class=right>cannot be</th><th class=right>numbers compared</th><th class=right>outside</th><th class=right>inputs</th></tr>']
    total = [0] * 8
    for c in chapters:
        n = [len(c.rows), sum(r.n for r in c.rows), sum(r.n for r in c.rows if state_of(r) == "regenerated"),
             sum(r.n for r in c.rows if state_of(r) == "in part"), sum(r.n for r in c.rows if r.reason),
             sum(not x.given for r in c.rows for x in r.numbers), sum(not x.fits() for r in c.rows for x in r.numbers), sum(x.given for r in c.rows for x in r.numbers)]
        total = [a + b for a, b in zip(total, n)]
        out.append(f'<tr><td><a href="{c.id}.html">{esc(c.title)}</a></td>' + "".join(f"<td class=right>{x}</td>" for x in n) + "</tr>")
    out.append("<tr class=sum><td>all</td>" + "".join(f"<td class=right>{x}</td>" for x in total) + "</tr>")
    return "\n".join([*out, "</table></div>"]), total


def reasons(chapters, inline):
    out = ""
    for title, why in (("What is there in part, and why", "partly"), ("What cannot be drawn, and why", "reason")):
        lines = [f'<li><a href="{c.id}.html#{r.slug}">{esc(c.title.split(":")[0])}, {esc(r.no)}</a>: {inline(getattr(r, why))}</li>'
                 for c in chapters for r in c.rows if getattr(r, why)]
        out += f"<h2>{title}</h2><ul>{''.join(lines)}</ul>" if lines else ""
    return out


def contents(chapter):
    return "<p class=contents>" + " ".join(f'<a class="{"cannot" if r.reason else "partly" if r.partly else "made"}" href="#{r.slug}">{esc(r.no)}</a>'
                                           for r in chapter.rows) + "</p>"
