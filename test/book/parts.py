"""The book's own parts: Markdown against what it should become, columns against sums, numbers against their tolerance, bad rows,
laws of kinds as MathML, tables of inputs against the machine files."""
import math
import pathlib
import re
import sys
import tempfile
import unittest
import xml.etree.ElementTree

SOURCE = pathlib.Path(sys.argv.pop())
sys.path.insert(0, str(SOURCE / "book"))
import guide  # noqa: E402
import pages  # noqa: E402
import rows  # noqa: E402
import typeset  # noqa: E402
from markdown import Markdown  # noqa: E402
from values import Files, Result, Series, value  # noqa: E402


class MarkdownTest(unittest.TestCase):
    def test_inline(self):
        m = Markdown()
        self.assertEqual(m.inline("a **b** *c* `d*e*f` <g>"), "a <b>b</b> <i>c</i> <code>d*e*f</code> &lt;g&gt;")
        self.assertEqual(m.inline("[x `y`](z.md#w)"), '<a href="z.md#w">x <code>y</code></a>')
        self.assertEqual(m.inline("2*3*4"), "2*3*4")

    def test_links_that_lead_out_of_the_book_are_text(self):
        self.assertEqual(Markdown(lambda t: None).inline("[x](y.c)"), "x")

    def test_blocks(self):
        text = "# One\n\npara\nmore\n\n- a\n  b\n- c\n\n| h | k |\n|---|--:|\n| `a|b` | 2 |\n\n```sh\n# <no>\n```\n"
        self.assertEqual(Markdown().convert(text),
                         '<h1 id="one">One</h1>\n<p>para more</p>\n<ul>\n<li>a b</li>\n<li>c</li>\n</ul>\n<div class="scroll"><table>\n'
                         '<tr><th>h</th><th class="right">k</th></tr>\n<tr><td><code>a|b</code></td><td class="right">2</td></tr>\n</table></div>\n'
                         "<pre><code># &lt;no&gt;</code></pre>")

    def test_equal_headings_have_names_of_their_own(self):
        m = Markdown()
        m.convert("## a\n## a\n")
        self.assertEqual([n for _, n, _ in m.headings], ["a", "a-1"])


class TypesetTest(unittest.TestCase):
    """MathML is written as its shape here: sub(a,b), sup(a,b), frac(a,b), sqrt(a)."""

    def shape(self, text):
        def walk(e):
            inside = [walk(c) for c in e]
            if e.tag in ("msub", "msup", "mfrac", "msqrt"):
                return f"{e.tag[1:]}({','.join(inside)})"
            return (e.text or "") + "".join(inside)
        return walk(xml.etree.ElementTree.fromstring(typeset.clause(text)))

    def test_shapes(self):
        for text, shape in (("e = k (x - rest)^2/2", "e=kfrac(sup((x−rest),2),2)"), ("q = Cd A sqrt(2/rho) dp", "q=sub(C,d)Asqrt(frac(2,ρ))dp"),
                            ("1/2 rho V^2", "frac(1,2)ρsup(V,2)"), ("a/b c", "frac(a,b)c"), ("p_a'^2", "sup(sub(p,a)′,2)"), ("J^-T v0", "sup(J,−T)sub(v,0)"),
                            ("x_(i+1) - r x f", "sub(x,i+1)−r×f"), ("(dp^2 + dp0^2)^(1/4)", "sup((sup(dp,2)+sup(sub(dp,0),2)),frac(1,4))"),
                            ("v while a brake rubs.", "vwhileabrakerubs."), ("n . r <= |x|/relaxation", "n⋅r≤|x|/relaxation"), ("int e, tau' = `stick`", "∫e,τ′=stick"),
                            ("a: the object's y axis, y' = v", "a:theobject'syaxis,y′=v")):
            self.assertEqual(self.shape(text), shape, text)

    def test_every_law_is_typeset_and_keeps_its_letters(self):
        kinds = [n for n, _ in guide.sections((SOURCE / "doc/kinds.md").read_text())]
        spelt = {v: k for k, v in typeset.GREEK.items() if k != "th"}
        equations = 0
        for kind in kinds:
            for line in (x for x in guide.law_of(kind).split("\n") if x.startswith("  ")):
                equations += "=" in line
                made = "".join(xml.etree.ElementTree.fromstring(f"<d>{typeset.law([line])}</d>").itertext())
                plain = re.sub(r"\bint\b|sqrt", "", re.sub(r"\bth\b", "theta", line))
                letters = "".join(spelt.get(c, c) for c in made)
                self.assertEqual(*(re.sub(r"[\W_x]", "", text) for text in (letters, plain)), (kind, line))  # x may be a product's
        self.assertGreater(equations, 150)


class SearchTest(unittest.TestCase):
    def test_excerpts_are_plain(self):
        with tempfile.TemporaryDirectory() as folder:
            site = pages.Site(pathlib.Path(folder))
            site.entry("a", "a.html", "<p>one</p> **Ports**\n| name | `unit` |\n|---|--:|\n| p-q | Pa |\n2*x - y")
            self.assertEqual(site.entries[0][2], "one Ports name unit p-q Pa 2*x - y")


class KindsTest(unittest.TestCase):
    def test_figures_show_energies_only_where_there_is_nothing_else(self):
        drift = "{drift: energy.residual, within: 1}"
        self.assertEqual(guide.columns_of(f"cases: {{example: {{expect: [{{final: x, is: 1}}, {drift}]}}}}"), ["x"])
        self.assertEqual(guide.columns_of(f"cases: {{example: {{expect: [{drift}]}}}}"), ["energy.residual"])


class ValuesTest(unittest.TestCase):
    def test_series(self):
        s = Series([0, 1, 2], [1.0, -3.0, 2.0])
        self.assertEqual((s.max, s.min, s.peak, s.end, s.tpeak), (2, -3, 3, 2, 1))
        self.assertEqual((s * 2 - 1).y, [1, -7, 3])
        self.assertEqual((1 - s).y, [0, 4, -1])
        self.assertAlmostEqual(s.at(0.25), 0.0)
        self.assertAlmostEqual(s.first(0), 0.25)
        self.assertAlmostEqual(s.window(1).rms, math.sqrt(6.5))

    def test_table(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "r.csv"
            file.write_text("time [s],q.position [rad],u\n0,1,2\n1,3,none\n")
            r = Result("area 3.5 m2\n", file)
            self.assertEqual(r["q"].end, 3)
            self.assertTrue(math.isnan(r["u"].end))
            self.assertEqual(r.number(r"area (\S+)"), 3.5)
            with self.assertRaises(KeyError):
                r["p"]


class RowsTest(unittest.TestCase):
    def fits(self, theirs, ours, tolerance):
        return rows.Number("", theirs, "", "", tolerance, "printed", ours).fits()

    def test_tolerances(self):
        self.assertTrue(self.fits(100, 101, "1%"))
        self.assertFalse(self.fits(100, 101.1, "1%"))
        self.assertTrue(self.fits(-2, -2.0009, "1e-3"))
        self.assertFalse(self.fits(-2, -2.0011, "1e-3"))
        self.assertFalse(self.fits(1, math.nan, "~"))
        self.assertTrue(self.fits(1, 0.5, "<") and not self.fits(1, 0.5, ">"))

    def read(self, text):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "x.toml"
            file.write_text('title = "t"\n' + text)
            return rows.read(file)

    def test_faults_are_told(self):
        with self.assertRaisesRegex(rows.Wrong, "shows nothing and has no reason"):
            self.read('[[row]]\nno = "1"\nshows = "x"\n')
        with self.assertRaisesRegex(rows.Wrong, "six parts"):
            self.read('[[row]]\nno = "1"\nshows = "x"\nnumbers = "a | 1 | m"\n')
        with self.assertRaisesRegex(rows.Wrong, "give the file another name"):
            self.read('[[run]]\nid = "a"\ncommand = "davit equations x.yaml --out a.txt"\n')
        with self.assertRaisesRegex(rows.Wrong, "two rows"):
            self.read('[[row]]\nno = "1"\nshows = "x"\nreason = "y"\n[[row]]\nno = "1"\nshows = "x"\nreason = "y"\n')

    def test_tables_of_inputs_are_those_of_the_machines(self):
        files, seen = Files(SOURCE), 0
        for file in sorted((SOURCE / "book/documents").glob("*.toml")):
            for n in (n for r in rows.read(file).rows for n in r.numbers if n.given):
                n.ours = value(n.expression, {}, files)
                self.assertTrue(n.fits(), f"{file.name}, {n.what}: {n.ours} for {n.theirs}")
                seen += 1
        self.assertGreater(seen, 200)
        with self.assertRaisesRegex(rows.Wrong, "five parts"):
            self.read('[[row]]\nno = "1"\nshows = "x"\ninputs = "a | 1 | m"\n')

    def test_every_document_reads_and_has_its_rows(self):
        files = sorted((SOURCE / "book/documents").glob("*.toml"))
        self.assertTrue(files)
        for file in files:
            chapter = rows.read(file)
            runs = {r.id for r in chapter.runs}
            for row in chapter.rows:
                self.assertLessEqual({*row.texts, *row.replays, *row.runs}, runs, f"{file.name}, {row.no}")


if __name__ == "__main__":
    unittest.main()
