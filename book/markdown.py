"""The Markdown of doc/ as HTML: headings, paragraphs, lists, tables, fences, code, bold, italics, links, pictures."""
import html
import re


def slug(text):
    text = re.sub(r"[`*]|\]\([^)]*\)|\[", "", text)
    return re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", "-")


class Markdown:
    """link(target) says where a link leads in the book: an address, or None (then only its text stays)."""

    def __init__(self, link=lambda target: target):
        self.link, self.headings, self.seen = link, [], {}

    def inline(self, text):
        kept = []

        def keep(markup):
            kept.append(markup)
            return f"\0{len(kept) - 1}\0"

        text = re.sub(r"(`+)(.+?)\1", lambda m: keep(f"<code>{html.escape(m[2].strip())}</code>"), text)
        text = html.escape(text, quote=False)
        text = re.sub(r"!\[([^]]*)\]\(([^) ]+)\)", lambda m: keep(self.picture(m[1], m[2])), text)
        text = re.sub(r"\[([^]]*)\]\(([^) ]+)\)", self.anchor, text)
        text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text)
        text = re.sub(r"(?<![\w*])\*(?!\s)([^*]+?)(?<!\s)\*(?![\w*])", r"<i>\1</i>", text)
        while "\0" in text:
            text = re.sub(r"\0(\d+)\0", lambda m: kept[int(m[1])], text)
        return text

    def anchor(self, m):
        to = self.link(m[2])
        return f'<a href="{html.escape(to)}">{m[1]}</a>' if to else m[1]

    def picture(self, text, target):
        to = self.link(target)
        return f'<img src="{html.escape(to)}" alt="{html.escape(text)}" loading="lazy">' if to else html.escape(text)

    def heading(self, level, text):
        name = slug(text)
        self.seen[name] = self.seen.get(name, -1) + 1
        if self.seen[name]:
            name += f"-{self.seen[name]}"
        plain = re.sub(r"[`*]|\]\([^)]*\)|\[", "", text)
        self.headings.append((level, name, plain))
        return f'<h{level} id="{name}">{self.inline(text)}</h{level}>'

    def table(self, lines):
        def cells(line):
            line = re.sub(r"\\\|", "\1", line.strip().strip("|"))
            held = re.sub(r"`[^`]*`", lambda m: m[0].replace("|", "\1"), line)
            return [c.strip().replace("\1", "|") for c in held.split("|")]

        right = [c.endswith(":") for c in cells(lines[1])]
        out = ['<div class="scroll"><table>']
        for i, line in enumerate(lines[:1] + lines[2:]):
            tag = "th" if i == 0 else "td"
            row = cells(line)
            if i == 0 and not any(row):
                continue
            style = [' class="right"' if k < len(right) and right[k] else "" for k in range(len(row))]
            out.append("<tr>" + "".join(f"<{tag}{s}>{self.inline(c)}</{tag}>" for s, c in zip(style, row)) + "</tr>")
        return "\n".join([*out, "</table></div>"])

    def items(self, lines):
        """A list: lines that begin with - or 1., those that are indented belong to the item above."""
        mark = re.compile(r"\s*([-*]|\d+\.)\s+")
        tag = "ol" if lines[0].lstrip()[0].isdigit() else "ul"
        base = len(lines[0]) - len(lines[0].lstrip())
        out, i = [f"<{tag}>"], 0
        while i < len(lines):
            text = [mark.sub("", lines[i], count=1)]
            i += 1
            below = []
            while i < len(lines) and not (mark.match(lines[i]) and len(lines[i]) - len(lines[i].lstrip()) <= base):
                (below if below or mark.match(lines[i]) else text).append(lines[i] if below or mark.match(lines[i]) else lines[i].strip())
                i += 1
            out.append(f"<li>{self.inline(' '.join(text))}{self.items(below) if below else ''}</li>")
        return "\n".join([*out, f"</{tag}>"])

    def convert(self, text):
        lines, out, i = text.split("\n"), [], 0
        while i < len(lines):
            line = lines[i]
            fence = re.match(r"(\s*)```(\w*)", line)
            if fence:
                end = next((k for k in range(i + 1, len(lines)) if lines[k].strip() == "```"), len(lines))
                body = "\n".join(s[len(fence[1]):] for s in lines[i + 1:end])
                out.append(f"<pre><code>{html.escape(body)}</code></pre>")
                i = end + 1
            elif not line.strip():
                i += 1
            elif m := re.match(r"(#{1,6})\s+(.*)", line):
                out.append(self.heading(len(m[1]), m[2].rstrip("# ")))
                i += 1
            elif line.lstrip().startswith("|") and i + 1 < len(lines) and re.match(r"\s*\|[-| :]+\|?\s*$", lines[i + 1]):
                end = i
                while end < len(lines) and lines[end].lstrip().startswith("|"):
                    end += 1
                out.append(self.table(lines[i:end]))
                i = end
            elif re.match(r"\s*([-*]|\d+\.)\s+", line):
                end = i
                while end < len(lines) and lines[end].strip() and not lines[end].startswith(("#", "```", "|")):
                    end += 1
                out.append(self.items(lines[i:end]))
                i = end
            else:
                end = i
                while end < len(lines) and lines[end].strip() and not re.match(r"(#|```|\||\s*[-*]\s)", lines[end]):
                    end += 1
                end = max(end, i + 1)
                out.append(f"<p>{self.inline(' '.join(s.strip() for s in lines[i:end]))}</p>")
                i = end
        return "\n".join(out)
