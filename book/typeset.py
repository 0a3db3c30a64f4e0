"""Equations as authors of kinds write them (p' = B/V (q - A v), q = Cd sqrt(2/rho) dp^2) as MathML, which browsers draw by themselves.

A name of one letter is a variable, with what follows as its index (q0, Cd, p_a); Greek names are letters; longer words stay words.
A fraction has the one factor before and after its bar, so a/b c is (a/b) c.
"""
import html
import re

GREEK = {"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "eps": "ε", "zeta": "ζ", "eta": "η", "theta": "θ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ",
         "tau": "τ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "th": "θ"}
SHORT = {"is", "to", "of", "on", "at", "in", "it", "by", "as", "or", "no", "if", "so", "be", "up", "go"}
FUNCTIONS = {"sin", "cos", "tan", "cot", "asin", "acos", "atan", "atan2", "asinh", "exp", "sgn", "min", "max", "clamp", "log10", "chol", "blkdiag", "sat", "int", "root"}
SIGNS = {"<=": "≤", ">=": "≥", "=>": "⇒", "->": "→", "-+": "∓", "...": "…", "-": "−", "*": "⋅", ".": "⋅"}
TOKEN = re.compile(r"\s+|`[^`]*`|\d+(?:\.\d+)?(?:e-?\d+)?|[A-Za-z]{2,}'s\b|[A-Za-z]+\d*|<=|>=|=>|->|-\+|\.\.\.|\+=|.")
CLOSE = {"(": ")", "[": "]", "|": "|"}


class Reader:
    def __init__(self, text):
        self.tokens, self.at = TOKEN.findall(text), 0

    def look(self, ahead=0):
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def blanks(self):
        seen = False
        while self.look().isspace():
            seen = self.take() and True
        return seen


def row(items):
    return items[0] if len(items) == 1 else f"<mrow>{''.join(items)}</mrow>"


def sign(text, first=False):
    form = ' form="prefix"' if first and text in "+-" else ""
    return f"<mo{form}>{html.escape(SIGNS.get(text, text))}</mo>"


def name(text):
    """(MathML, whether it is a word)"""
    letters = text.rstrip("0123456789")
    digits = f"<mn>{text[len(letters):]}</mn>" if text != letters else ""
    if text in FUNCTIONS:
        return "<mo>∫</mo>" if text == "int" else f"<mi>{text}</mi>", False
    if letters in GREEK:
        base = f"<mi>{GREEK[letters]}</mi>"
    elif len(letters) == 1:
        base = f"<mi>{letters}</mi>"
    elif len(letters) == 2 and letters not in SHORT:
        if letters[0] == "d" and letters != "dr" or letters.isupper() and letters[0] not in "CK":
            base = f"<mrow><mi>{letters[0]}</mi><mi>{letters[1]}</mi></mrow>"
        else:
            return f"<msub><mi>{letters[0]}</mi>{row([f'<mi>{letters[1]}</mi>', digits] if digits else [f'<mi>{letters[1]}</mi>'])}</msub>", False
    else:
        return f"<mtext>{html.escape(text)}</mtext>", True
    return (f"<msub>{base}{digits}</msub>" if digits else base), False


def group(reader, ends):
    """What stands inside brackets, and whether they were closed."""
    items = sequence(reader, ends)
    if reader.look() == ends:
        reader.take()
        return items, True
    return items, False


def atom(reader):
    """One factor: (MathML, inside of its brackets or None, whether it is a word), or None where an operator stands."""
    token, inside, word = reader.look(), None, False
    if not token or token.isspace():
        return None
    if token == "sqrt" and reader.look(1) == "(":
        reader.at += 2
        base = f"<msqrt>{row(group(reader, ')')[0])}</msqrt>"
    elif token in CLOSE:
        reader.take()
        items, closed = group(reader, CLOSE[token])
        inside = row(items) if closed and token == "(" and items else None
        base = row([f'<mo stretchy="false">{token}</mo>', *items] + ([f'<mo stretchy="false">{CLOSE[token]}</mo>'] if closed else []))
    elif token[0] == "`":
        reader.take()
        base, word = f"<mtext><code>{html.escape(token[1:-1])}</code></mtext>" if len(token) > 1 else sign(token), True
    elif token[0].isdigit():
        reader.take()
        base = f"<mn>{token}</mn>"
    elif token[0].isalpha():
        reader.take()
        base, word = name(token)
    else:
        return None
    return decorated(reader, base, inside, word)


def index(reader):
    """What stands behind _ or ^: a name, a number, brackets, with a sign before."""
    before = [sign(reader.take())] if reader.look() in ("-", "+") else []
    token = reader.look()
    if token == "(":
        reader.take()
        return row(before + group(reader, ")")[0])
    if not token or token.isspace() or not token[0].isalnum():
        return row(before) if before else "<mrow></mrow>"
    reader.take()
    if token[0].isdigit():
        return row([*before, f"<mn>{token}</mn>"])
    known = name(token)[0] if token in GREEK or len(token.rstrip("0123456789")) == 1 else f"<mi>{token}</mi>" if len(token) > 2 else "".join(f"<mi>{c}</mi>" for c in token)
    return row([*before, f"<mrow>{known}</mrow>" if known.count("<mi>") > 1 else known])


def decorated(reader, base, inside, word):
    """Indices, primes and powers behind a factor."""
    while True:
        token = reader.look()
        if token == "_":
            reader.take()
            base, inside, word = f"<msub>{base}{index(reader)}</msub>", None, False
        elif token == "'":
            primes = ""
            while reader.look() == "'":
                primes += reader.take()
            base, inside, word = f'<mrow>{base}<mo lspace="0" rspace="0">{"′" * len(primes)}</mo></mrow>', None, False
        elif token == "^":
            reader.take()
            base, inside, word = f"<msup>{base}{index(reader)}</msup>", None, False
        else:
            return base, inside, word


def fraction(items, reader):
    """Takes the factor before the bar from the items and the one behind it from the reader; None if there is none."""
    start = reader.at
    reader.take()
    reader.blanks()
    below = atom(reader)
    if below is None or below[2]:
        reader.at = start
        return None
    above = items[-1]
    return f"<mfrac>{above[1] or above[0]}{below[1] or below[0]}</mfrac>", None, False


def crossed(reader, items, blank):
    """Whether the next token is the x of a product: between two factors, with blanks around it."""
    if reader.look() != "x" or not blank or not items or items[-1] is None or not reader.look(1).isspace():
        return False
    after = reader.look(2)
    return bool(after) and (after[0].isalnum() or after == "(")


def article(reader, items):
    """The words a and an, which are no variables between words."""
    if reader.look() not in ("a", "an") or not items or items[-1] is None or not items[-1][2] or not re.fullmatch("[a-z]{3,}", reader.look(2)):
        return None
    return f"<mtext>{reader.take()}</mtext>", None, True


def sequence(reader, ends=""):
    """Factors and operators up to `ends`, as MathML; factors that stand side by side have a space between."""
    items, out, blank, last = [], [], False, "start"   # last: the operator before, if any
    while reader.look() and reader.look() != ends:
        blank = reader.blanks()
        if not reader.look() or reader.look() == ends:
            break
        if reader.look() == "/" and items and items[-1] and not items[-1][2]:
            made = fraction(items, reader)
            if made:
                items[-1], out[-1] = made, made[0]
                continue
        if crossed(reader, items, blank):
            reader.take()
            items.append(None)
            out.append("<mo>×</mo>")
            continue
        made = article(reader, items) or atom(reader)
        if made is None:
            token = reader.take()
            stop = token == "." and not (blank and reader.look().isspace())  # a full stop; a dot between blanks is a product
            out.append("<mtext>.</mtext>" if stop else sign(token, last))
            last = token if token not in ")]|" else ""
        else:
            if not last and blank:
                out.append(f'<mspace width="{".35em" if made[2] or items[-1] and items[-1][2] else ".17em"}"></mspace>')
            elif made[2] and blank and last in ",;:":
                out.append('<mspace width=".2em"></mspace>')
            out.append(made[0])
            last = ""
        items.append(made)
    return out


def clause(text):
    return f'<math>{"".join(sequence(Reader(text)))}</math>'


def law(lines):
    """Equations that stand under each other; what is apart by two blanks may go to the next line."""
    return "".join('<p class="law">' + " ".join(clause(part) for part in re.split(r"\s{2,}", line.strip())) + "</p>" for line in lines)


def head(text):
    """The head of a kind's source: its indented lines are equations, the others text with names in backticks."""
    out, words, equations = [], [], []

    def flush():
        if words:
            plain = re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(" ".join(words), quote=False))
            out.append(f"<p>{plain}</p>")
        if equations:
            out.append(law(equations))
        words.clear()
        equations.clear()

    for line in text.split("\n"):
        if bool(equations) != line.startswith("  ") or not line.strip():
            if not (words and line.strip() and not line.startswith("  ")):
                flush()
        if line.strip():
            (equations if line.startswith("  ") else words).append(line if line.startswith("  ") else line.strip())
    flush()
    return "\n".join(out)
