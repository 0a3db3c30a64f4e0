"""What the expressions of the book calculate with: columns of results, printed texts, JSON, numbers of machine files.

    run['q1']                     a column over time: + - * / abs, and
      .max .min .peak .end .start .mean .rms .tmax .tmin .span     numbers of it
      .at(3.5) .window(2, 5) .first(x)                              value at a time; a part; first time that it passes x
      .distance(other, 1)                                           the largest distance from another column, after 1 s
    run.number(r'area (\\S+)')     a number in what the command printed
    run.json                      what it printed, as JSON
    run.least('a', 'b')           least of a over |b|
    given('titan4', 'parameters.m2')   a number of a machine file
"""
import bisect
import csv
import json
import math
import operator
import re

import yaml


class Series:
    def __init__(self, t, y):
        self.t, self.y = t, y

    def _with(self, other, f):
        if isinstance(other, Series):
            return Series(self.t, [f(a, b) for a, b in zip(self.y, other.y)])
        return Series(self.t, [f(a, other) for a in self.y])

    def __add__(self, o): return self._with(o, operator.add)
    def __sub__(self, o): return self._with(o, operator.sub)
    def __mul__(self, o): return self._with(o, operator.mul)
    def __truediv__(self, o): return self._with(o, operator.truediv)
    def __rsub__(self, o): return self._with(o, lambda a, b: b - a)
    __radd__, __rmul__ = __add__, __mul__
    def __neg__(self): return self * -1
    def __abs__(self): return Series(self.t, [abs(a) for a in self.y])

    max = property(lambda s: max(s.y))
    min = property(lambda s: min(s.y))
    peak = property(lambda s: max(abs(a) for a in s.y))
    end = property(lambda s: s.y[-1])
    start = property(lambda s: s.y[0])
    span = property(lambda s: max(s.y) - min(s.y))
    mean = property(lambda s: sum(s.y) / len(s.y))
    rms = property(lambda s: math.sqrt(sum(a * a for a in s.y) / len(s.y)))
    tmax = property(lambda s: s.t[s.y.index(max(s.y))])
    tmin = property(lambda s: s.t[s.y.index(min(s.y))])
    tpeak = property(lambda s: abs(s).tmax)

    def window(self, a, b=math.inf):
        kept = [(t, y) for t, y in zip(self.t, self.y) if a - 1e-9 <= t <= b + 1e-9]
        return Series([t for t, _ in kept], [y for _, y in kept])

    def at(self, t):
        i = min(max(bisect.bisect_left(self.t, t - 1e-9), 0), len(self.t) - 1)
        if abs(self.t[i] - t) < 1e-9 or i == 0:
            return self.y[i]
        share = (t - self.t[i - 1]) / (self.t[i] - self.t[i - 1])
        return self.y[i - 1] + share * (self.y[i] - self.y[i - 1])

    def distance(self, other, start=-math.inf):
        """The largest distance from another column, which may have other instants."""
        return max(abs(y - other.at(t)) for t, y in zip(self.t, self.y) if t >= start)

    def first(self, level):
        for i in range(1, len(self.y)):
            a, b = self.y[i - 1] - level, self.y[i] - level
            if a * b <= 0 and a != b:
                return self.t[i - 1] + (self.t[i] - self.t[i - 1]) * a / (a - b)
        return math.nan


class Result:
    """A command's text and the table that it wrote."""

    def __init__(self, text, table):
        self.text, self.path, self.columns = text, table, None

    def _read(self):
        with open(self.path, newline="") as f:
            rows = csv.reader(f)
            names = [re.sub(r" \[.*\]$", "", name) for name in next(rows)]
            # a column of words has no numbers
            values = list(zip(*([number(x) for x in row] for row in rows)))
        self.columns = {name: list(v) for name, v in zip(names, values)}
        self.time = self.columns[names[0]]

    @property
    def names(self):
        if self.columns is None:
            self._read()
        return list(self.columns)

    def __getitem__(self, name):
        if self.columns is None:
            self._read()
        for full in (name, f"{name}.position"):
            if full in self.columns:
                return Series(self.time, self.columns[full])
        raise KeyError(f"{self.path.name} has no column {name}")

    def least(self, above, below):
        """The least of one column over the size of another, where that is not zero."""
        return min(a/abs(b) for a, b in zip(self[above].y, self[below].y) if b)

    def number(self, pattern):
        found = re.search(pattern, self.text, re.S)
        if not found:
            raise KeyError(f"nothing in the text fits {pattern}")
        return float(found.group(1).replace("−", "-"))

    json = property(lambda s: json.loads(s.text))


def number(text):
    try:
        return float(text)
    except ValueError:
        return math.nan


class Files:
    """Numbers as machine files give them, by path; of a quantity with a unit the number in that unit."""

    def __init__(self, source):
        self.source, self.kept = source, {}

    def given(self, name, path):
        if name not in self.kept:
            file = self.source / "machines" / f"{name}.yaml"
            if not file.exists():
                file = self.source / f"{name}.yaml"
            self.kept[name] = yaml.safe_load(file.read_text())
        node = self.kept[name]
        for key in path.split("."):
            node = node[int(key)] if isinstance(node, list) else node[key]
        if isinstance(node, (int, float)):
            return float(node)
        found = re.match(r"\s*(-?[0-9.]+(?:[eE][-+]?[0-9]+)?)", str(node))
        if not found:
            raise KeyError(f"{name}: {path} is no number: {node}")
        return float(found.group(1))


def value(expression, results, files):
    names = {"given": files.given, "abs": abs, "max": max, "min": min, "pi": math.pi, "sqrt": math.sqrt, "math": math,
             "deg": math.degrees, "sum": sum, "len": len, "float": float, "zip": zip}
    return float(eval(expression, {"__builtins__": {}, **names, **results}))  # the book's own files, read by nobody else
