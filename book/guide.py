"""The pages of the book beside the documents: doc/*.md, kinds with their law and a figure, benchmarks, the gallery."""
import html
import json
import pathlib
import re
import shutil

import yaml
import typeset
from markdown import Markdown, slug

SOURCE = pathlib.Path(__file__).resolve().parent.parent
DOC = SOURCE / "doc"
TEXTS = ["user-guide", "modelling", "field", "theory", "bond-graphs", "design", "plan", "viewer", "robots", "fmi", "wire", "python", "api", "outside", "gpu", "architecture"]
TITLES = {"user-guide": "User guide", "modelling": "Modelling", "field": "The field", "theory": "Theory", "bond-graphs": "Bond graphs", "design": "Design", "plan": "Plans", "viewer": "Viewer",
          "robots": "Robots", "fmi": "FMI", "wire": "Controllers elsewhere", "python": "Python", "api": "Library", "outside": "Kinds of your own", "gpu": "Graphics cards",
          "architecture": "Architecture", "kinds": "Kinds"}
esc = html.escape


def tutorials():
    return sorted((DOC / "tutorials").glob("*.md"))


def link_of(target):
    """Where a link of doc/ leads in the book."""
    if re.match(r"[a-z]+:", target) or target.startswith("#"):
        return target
    path, _, place = target.partition("#")
    name = pathlib.PurePosixPath(path).name
    stem = name.removesuffix(".md")
    if name.endswith(".md") and (stem in TITLES or (DOC / "tutorials" / name).exists()):
        return (stem if stem in TITLES else f"tutorial-{stem}") + ".html" + (f"#{place}" if place else "")
    if (DOC / name).is_file() and not name.endswith(".md"):
        return f"doc/{name}"
    return None


# Kinds: doc/kinds.md is cut at its headings outside of fences.

def sections(text):
    out, inside, name, lines = [], False, None, []
    for line in text.split("\n"):
        if line.startswith("```"):
            inside = not inside
        if line.startswith("### ") and not inside:
            out.append((name, lines))
            name, lines = line[4:].strip(), []
        else:
            lines.append(line)
    return [(n, "\n".join(ls)) for n, ls in [*out, (name, lines)] if n]


def law_of(kind):
    """The head of the kind's source: what it models and its equations."""
    family, _, name = kind.partition(".")
    file = SOURCE / "src/kinds" / family / f"{name.replace('-', '_')}.c"
    if not file.exists():
        return ""
    head = []
    for line in file.read_text().split("\n"):
        if not line.startswith("//"):
            break
        head.append(line[3:])
    head[0] = head[0].split(": ", 1)[-1]
    return "\n".join(head).strip()


def example_of(text):
    found = re.search(r"\*\*Example\*\*\s*```yaml\n(.*?)```", text, re.S)
    return found[1] if found else None


def make_kind(shop, kind, text):
    """Runs the example of a kind and draws what it shows."""
    folder, example = shop.place("kinds"), example_of(text)
    if not example:
        return
    file = folder / f"{kind}.yaml"
    if not file.exists() or file.read_text() != example:
        file.write_text(example)
    case = " --case example" if "cases:" in example and re.search(r"^  example:", example, re.M) else ""
    wanted = columns_of(example)
    chosen = f" --columns '{','.join(wanted)}'" if wanted else ""
    shop.run(folder, f"{kind}-run", f"davit run {kind}.yaml{case}{chosen} --out {kind}.csv", inputs=example)
    try:
        shop.run(folder, f"{kind}-plot", f"davit plot {kind}.csv -o {kind}.svg --height 150 --width 640", inputs=example + chosen)
    except Exception:
        (folder / f"{kind}.svg").unlink(missing_ok=True)
        raise


def columns_of(example):
    """Names that the example's expectations speak of. Energies only where there is nothing else: their residual is rounding, and columns without
    a unit would share their axis."""
    cases = (yaml.safe_load(example) or {}).get("cases", {})
    found = []
    for case in cases.values():
        for e in (case or {}).get("expect", []):
            for key in ("value", "max", "min", "final", "mean", "drift", "amplitude"):
                if isinstance(e.get(key), str) and re.fullmatch(r"[A-Za-z][\w.-]*", e[key]):
                    found.append(e[key])
    return list(dict.fromkeys([x for x in found if not x.startswith("energy.")] or found))[:6]


def kinds_page(site, shop, out):
    to = out / "kinds"
    to.mkdir(exist_ok=True)
    markdown, body, family = Markdown(link_of), [], ""
    parts = sections((DOC / "kinds.md").read_text())
    for kind, text in parts:
        if kind.partition(".")[0] != family:
            family = kind.partition(".")[0]
            body.append(f'<h2 id="{family}">{family}</h2><p class=contents>' + " ".join(
                f'<a href="#{slug(k)}">{k.partition(".")[2]}</a>' for k, _ in parts if k.partition(".")[0] == family) + "</p>")
        before, mark, after = text.partition("**Example**")
        picture = shop.folder / "kinds" / f"{kind}.svg"
        drawn = ""
        if picture.exists():
            shutil.copyfile(picture, to / f"{kind}.svg")
            drawn = f'<div class="figures wide"><img src="kinds/{kind}.svg" alt="the example of {kind}" loading="lazy"></div>'
        law = law_of(kind)
        body.append(markdown.heading(3, kind) + (f'<div class="head">{typeset.head(law)}</div>' if law else "") + markdown.convert(before) + markdown.convert(mark + after) + drawn)
        site.entry(kind, f"kinds.html#{slug(kind)}", before + law)
    site.page("kinds.html", "Kinds", f"<h1>Kinds</h1><p>{len(parts)} kinds of parts and signals: the law, the parameters, an example that runs, and what it does.</p>" + "\n".join(body))


def benchmark_files():
    return sorted((SOURCE / "machines/benchmarks").glob("*.yaml"))


def make_benchmark(shop, file):
    shop.run(shop.place("benchmarks"), file.stem, f"davit test machines/benchmarks/{file.name} --json")


def benchmarks_page(site, shop, out):
    body = ["<h1>Benchmarks</h1><p>Published problems, with the answers that others found. Each line is an expectation of the file, made again for this book.</p>"]
    for file in benchmark_files():
        found = json.loads((shop.folder / "benchmarks" / f"{file.stem}.txt").read_text())["files"][0]
        doc = yaml.safe_load(file.read_text()).get("doc", "")
        lines = [(c["case"], e) for c in found["cases"] for e in c["expectations"]]
        body.append(f'<h2 id="{file.stem}">{file.stem}</h2><p>{Markdown(link_of).inline(doc)}</p><details open><summary>{sum(e["passed"] for _, e in lines)} of {len(lines)} expectations hold</summary>'
                    '<div class="scroll"><table class="numbers"><tr><th>case</th><th>number</th><th class=right>wanted</th><th class=right>ours</th><th class=right>allowed</th><th>source</th></tr>')
        for case, e in lines:
            bad = "" if e["passed"] else " class=bad"
            body.append(f'<tr{bad}><td>{esc(case or "")}</td><td><code>{esc(e["what"])}</code></td><td class=right>{e["wanted"]:.8g}</td><td class=right>{e["got"]:.8g}</td>'
                        f'<td class=right>{e["tolerance"]:.2g}</td><td>{esc(e["source"] or "")}</td></tr>')
        body.append(f'</table></div></details><details class=commands><summary>how it is made</summary><pre><code>davit test machines/benchmarks/{file.name}</code></pre></details>')
        site.entry(f"Benchmark {file.stem}", f"benchmarks.html#{file.stem}", doc)
    site.page("benchmarks.html", "Benchmarks", "\n".join(body))


def machine_files():
    return [p for p in sorted((SOURCE / "machines").glob("*.yaml"))] + benchmark_files()


def make_still(shop, file):
    folder = shop.place("gallery")
    shop.run(folder, file.stem, f"davit convert {file.relative_to(SOURCE)} {file.stem}.png", codes=(0, 1))


def gallery_page(site, shop, out):
    to = out / "gallery"
    to.mkdir(exist_ok=True)
    body = ["<h1>Gallery</h1><p>The machines of this project. <code>davit view</code> shows and drives each of them.</p><div class=gallery>"]
    for file in machine_files():
        picture = shop.folder / "gallery" / f"{file.stem}.png"
        doc = yaml.safe_load(file.read_text()).get("doc", "")
        image = ""
        if picture.exists():
            shutil.copyfile(picture, to / picture.name)
            image = f'<img src="gallery/{picture.name}" alt="{file.stem}" loading="lazy">'
        body.append(f'<figure id="{file.stem}">{image}<figcaption><b>{file.stem}</b><br>{Markdown(link_of).inline(doc)}<br><code>davit view {file.relative_to(SOURCE)}</code></figcaption></figure>')
        site.entry(f"Machine {file.stem}", f"gallery.html#{file.stem}", doc)
    site.page("gallery.html", "Gallery", "\n".join([*body, "</div>"]))


def make(shop, faults):
    """Everything that has to run for these pages; returns their addresses and titles."""
    faults += shop.all([(make_kind, shop, k, t) for k, t in sections((DOC / "kinds.md").read_text())] +
                       [(make_benchmark, shop, f) for f in benchmark_files()] + [(make_still, shop, f) for f in machine_files()])
    texts = [(f"{n}.html", TITLES[n], DOC / f"{n}.md") for n in TEXTS]
    lessons = [(f"tutorial-{p.stem}.html", p.read_text().split("\n")[0].lstrip("# "), p) for p in tutorials()]
    return [("benchmarks.html", "Benchmarks", benchmarks_page), ("gallery.html", "Gallery", gallery_page), *lessons, *texts[:3], ("kinds.html", "Kinds", kinds_page), *texts[3:]]


def text_page(site, address, title, path):
    markdown = Markdown(link_of)
    body = markdown.convert(path.read_text())
    heads = "<p class=contents>" + " ".join(f'<a href="#{n}">{esc(t)}</a>' for level, n, t in markdown.headings if level == 2) + "</p>"
    body = re.sub(r"(</h1>)", lambda m: m[1] + heads, body, count=1)
    site.page(address, title, body)
    pieces = re.split(r'<h[1-6] id="([^"]+)">', body)
    names = {n: t for _, n, t in markdown.headings}
    for name, piece in zip(pieces[1::2], pieces[2::2]):
        site.entry(f"{title}: {names.get(name, name)}", f"{address}#{name}", piece.split("</h", 1)[-1][3:])


def write(site, whole, shop, out):
    if not whole:
        return
    (out / "doc").mkdir(exist_ok=True)
    for p in DOC.iterdir():
        if p.suffix in (".png", ".svg"):
            shutil.copyfile(p, out / "doc" / p.name)
    for address, title, what in whole:
        if callable(what):
            what(site, shop, out)
        else:
            text_page(site, address, title, what)
