"""Makes the book: every figure and table of the documents that Davit follows, from the machines of this project, as pages that
open from a file. usage: book/make.py --davit build/davit --out out/book [--only NAME...] [--jobs N]

A program beside the command, not a verb of it: the book is this project's documents, machines and guide, and whoever installs the
command has none of them. What it shows is made by the verbs alone, and each figure has its command beside it.
"""
import argparse
import os
import pathlib
import re
import shutil
import sys
import time

import guide
import pages
import rows
from markdown import Markdown
from values import Files, Result, value
from work import Workshop

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent


def make_runs(shop, chapter, later):
    folder = shop.place(chapter.id)
    return [(shop.run, folder, r.id, r.command, r.codes, first_of(chapter, folder) if r.after else "") for r in chapter.runs if r.after == later]


def first_of(chapter, folder):
    return " ".join((folder / f"{r.id}.stamp").read_text() if (folder / f"{r.id}.stamp").exists() else "" for r in chapter.runs if not r.after)


def plot_command(row, i, arguments):
    # figures that stand side by side are drawn narrower, so that their letters stay readable
    beside = " --width 500" if len(row.plot) + len(row.pictures) > 1 and not row.wide and "--width" not in arguments else ""
    return f"davit plot {arguments}{beside} -o {row.slug}-{i + 1}.svg"


def run_named(chapter, file):
    """The run that wrote a file."""
    return next((r for r in chapter.runs if re.search(rf"(^|\s){re.escape(file)}(\s|$)", r.command) or r.id == file), None)


def commands_of(chapter, row):
    """What somebody would type to get the row: the runs whose files it uses, then its own."""
    own = [plot_command(row, i, a) for i, a in enumerate(row.plot)]
    files = [w for c in own for w in c.split() if re.fullmatch(r"[\w./-]+\.(csv|h5)", w)]
    used = {r.id for f in [*files, *row.pictures, *row.texts, *row.runs, *row.replays] if (r := run_named(chapter, f))}
    used |= {r.id for r in chapter.runs for n in row.numbers for name in (r.id, *r.tables) if re.search(rf"\b{name}\b", n.expression)}
    used |= {r.id for r in chapter.runs if not r.after for u in chapter.runs if u.id in used and u.after and f"{r.id}.csv" in u.command}
    return [r.command for r in chapter.runs if r.id in used] + own


def make_row(shop, chapter, row, results):
    folder = shop.place(chapter.id)
    stamps = first_of(chapter, folder) + "".join((folder / f"{r.id}.stamp").read_text() for r in chapter.runs
                                                 if r.after and (folder / f"{r.id}.stamp").exists())
    for i, arguments in enumerate(row.plot):
        shop.run(folder, f"{row.slug}-{i + 1}", plot_command(row, i, arguments), inputs=stamps)
    row.figures = [f"{row.slug}-{i + 1}.svg" for i in range(len(row.plot))] + row.pictures
    row.commands = commands_of(chapter, row)


def make_replay(shop, chapter, run):
    folder = shop.place(chapter.id)
    table = run.output()
    whole = run.command.replace(table, f"{run.id}.h5") if table else run.command
    shop.run(folder, f"{run.id}-film", re.sub(r" --columns ('[^']*'|\S+)", "", whole))
    shop.run(folder, f"{run.id}-page", f"davit report {run.id}.h5 -o {run.id}.html", inputs=whole)


def compare(chapter, results, files, faults):
    for row in chapter.rows:
        for n in row.numbers:
            try:
                n.ours = value(n.expression, results, files)
            except Exception as fault:  # whatever an expression of the book can do wrong is a line of the report
                faults.append(f"{chapter.id}, {row.no}, {n.what}: {type(fault).__name__}: {fault}")


def publish(shop, chapter, out):
    """Figures and replays go from the folder of the work into the site."""
    to = out / chapter.id
    to.mkdir(parents=True, exist_ok=True)
    names = [f for r in chapter.rows for f in r.figures] + [f"{x}.html" for r in chapter.rows for x in r.replays]
    for name in dict.fromkeys(names):
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(shop.folder / chapter.id / name, to / name)


def write_chapter(site, chapter, results):
    markdown = Markdown(guide.link_of)
    body = [f"<h1>{pages.esc(chapter.title)}</h1><p class=source>{markdown.inline(chapter.source)}</p>", markdown.convert(chapter.intro), pages.contents(chapter)]
    if chapter.wrong:
        body.append("<h2>What the document got wrong</h2><ul>" + "".join(f"<li>{markdown.inline(w)}</li>" for w in chapter.wrong) + "</ul>")
    body.append("<h2>Figures and tables</h2>")
    for row in chapter.rows:
        texts = [(run_named(chapter, t).command, results[t].text) for t in row.texts]
        body.append(pages.article(row, chapter, texts, markdown.inline))
        site.entry(f"{chapter.title.split(':')[0]}, {row.no}", f"{chapter.id}.html#{row.slug}", f"{row.shows} {row.wrong} {row.remark} {row.reason}")
    site.page(f"{chapter.id}.html", chapter.title, "\n".join(body))


def first_page(site, documents, chapters, seconds):
    markdown = Markdown(guide.link_of)
    table, total = pages.tally(documents)
    body = [markdown.convert((HERE / "first.md").read_text()),
            f'<p class="big"><b>{total[2]} of {total[1]}</b> figures and tables of the five documents are regenerated, {total[3]} in part, {total[4]} cannot be; '
            f'{total[5]} numbers are compared, {total[6]} of them lie outside what is allowed.</p>', table, after(chapters), pages.reasons(documents, markdown.inline)]
    site.page("index.html", "First page", "\n".join(body))


def after(chapters):
    """What the documents left open, on the first page."""
    return "".join(f'<p><a href="{c.id}.html">{pages.esc(c.title)}</a>: {len(c.rows)} experiments of ours, {sum(len(r.numbers) for r in c.rows)} numbers beside closed forms, '
                   "conservation laws and sheets.</p>" for c in chapters if c.order >= 50)


def options():
    p = argparse.ArgumentParser(description="make the book")
    p.add_argument("--davit", default=SOURCE / "build/davit", type=pathlib.Path)
    p.add_argument("--out", default=SOURCE / "out/book", type=pathlib.Path)
    p.add_argument("--only", nargs="*", help="documents by the names of their files; without it all, and the guide")
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    p.add_argument("--slow", action="store_true", help="say which commands took longest")
    return p.parse_args()


def main():
    o, start = options(), time.monotonic()
    out = o.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    shop = Workshop(o.davit.resolve(), SOURCE, out.parent / f"{out.name}-work", o.jobs)
    chapters = sorted((rows.read(p) for p in (HERE / "documents").glob("*.toml") if not o.only or p.stem in o.only), key=lambda c: c.order)
    faults = shop.all([x for c in chapters for x in make_runs(shop, c, False)])
    faults += shop.all([x for c in chapters for x in make_runs(shop, c, True)])
    results = {c.id: {r.id: Result(shop.folder.joinpath(c.id, f"{r.id}.txt").read_text(), shop.folder / c.id / (r.output() or "none"))
                      for r in c.runs if shop.folder.joinpath(c.id, f"{r.id}.stamp").exists()} for c in chapters}
    for c in chapters:
        results[c.id].update({name: Result("", shop.folder / c.id / file) for r in c.runs for name, file in r.tables.items()})
    if not faults:
        faults += shop.all([(make_row, shop, c, r, results[c.id]) for c in chapters for r in c.rows] +
                           [(make_replay, shop, c, r) for c in chapters for r in c.runs if r.replay])
    whole = [] if o.only else guide.make(shop, faults)
    if faults:
        print("\n".join(faults), file=sys.stderr)
        return 1
    files = Files(SOURCE)
    for c in chapters:
        compare(c, results[c.id], files, faults)
    site = pages.Site(out)
    others = [(a, t) for a, t, _ in whole]
    site.menu = [("index.html", "First page"), ("", "The documents"), *((f"{c.id}.html", c.title.split(":")[0]) for c in chapters),
                 *pages.group("Examples", others, ("benchmarks", "gallery")), *pages.group("Tutorials", others, ("tutorial-",)),
                 *pages.group("The guide", [x for x in others if not x[0].startswith(("benchmarks", "gallery", "tutorial-"))], ("",))]
    for c in chapters:
        publish(shop, c, out)
        write_chapter(site, c, results[c.id])
    guide.write(site, whole, shop, out)
    documents = [c for c in chapters if c.order < 50]
    first_page(site, documents, chapters, 0)
    site.write_entries()
    for name in ("book.css", "book.js"):
        shutil.copyfile(HERE / name, out / name)
    outside = [f"{c.id}, {r.no}, {n.what}: {n.ours:.9g}, the document has {n.theirs:.9g} {n.unit}, allowed {n.tolerance}"
               for c in chapters for r in c.rows for n in r.numbers if not n.fits()]
    print("\n".join(faults + outside), file=sys.stderr)
    _, total = pages.tally(documents)
    print(f"{out}/index.html: {len(site.pages)} pages, {total[2]} of {total[1]} figures and tables regenerated, {total[3]} in part, {total[4]} cannot be; "
          f"{total[5]} numbers compared, {total[6]} outside, {total[7]} inputs; {time.monotonic() - start:.0f} s")
    if o.slow:
        for name, s in sorted(shop.seconds.items(), key=lambda x: -x[1])[:15]:
            print(f"{s:8.1f} s  {name}")
    return 1 if faults or outside else 0


if __name__ == "__main__":
    sys.exit(main())
