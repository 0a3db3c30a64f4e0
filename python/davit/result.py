"""What runs and sweeps leave behind."""

from __future__ import annotations

import csv
import html
import os
import pathlib
import re
import subprocess
import tempfile
from collections.abc import Mapping
from typing import Any, Dict, Iterator, Optional, Sequence, Tuple, Union

import numpy as np

from . import _library
from ._library import lib
from ._owned import Owned
from ._values import unknown
from .errors import BAD_USE, Fault, UseError, error_of


class Column(np.ndarray):
    """A column with its `name` and `unit`. Slices keep them; results of arithmetic are plain arrays, whose unit is another."""

    name: str
    unit: str

    def __new__(cls, values, name: str, unit: str) -> "Column":
        column = np.asarray(values, float).view(cls)
        column.name, column.unit = name, unit
        return column

    def __array_finalize__(self, other) -> None:
        self.name, self.unit = getattr(other, "name", ""), getattr(other, "unit", "")

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
        plain = lambda value: value.view(np.ndarray) if isinstance(value, Column) else value
        if out is not None:
            options["out"] = tuple(plain(value) for value in out)
        return getattr(ufunc, method)(*(plain(value) for value in inputs), **options)

    def __repr__(self) -> str:
        return f"{self.name} [{self.unit or '1'}] {np.array2string(self.view(np.ndarray), threshold=6, precision=5)}"

    __str__ = __repr__

    def __reduce__(self):
        return Column, (self.view(np.ndarray).copy(), self.name, self.unit)


class Figure:
    """A drawing: it shows itself in a notebook; `save` writes the SVG."""

    def __init__(self, svg: str):
        self.svg = svg

    def save(self, path: Union[str, os.PathLike]) -> None:
        pathlib.Path(path).write_text(self.svg)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<davit.Figure, {len(self.svg)} bytes of SVG>"


def run_command(arguments: Sequence[str], codes: Tuple[int, ...] = (0,)) -> subprocess.CompletedProcess:
    """The davit command, for what only it can do."""
    command = _library.command()
    if not command:
        raise UseError("error: the davit command was not found; install the package davit, or name it in DAVIT_COMMAND")
    done = subprocess.run([command, *arguments], capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1"})
    if done.returncode in codes:
        return done
    lines = [line for line in done.stderr.splitlines() if re.search(r"\b(error|warning): ", line)] or [done.stderr.strip()]
    raise error_of(done.returncode if done.returncode in (1, 2) else BAD_USE, "\n".join(line.removeprefix("davit: ") for line in lines))


class Table(Mapping):
    """Columns by name, of equal length."""

    def __init__(self, columns: Dict[str, Column]):
        self._columns = columns

    @property
    def names(self) -> Tuple[str, ...]:
        """Names of the columns."""
        return tuple(self)

    @property
    def units(self) -> Dict[str, str]:
        """Unit of each column."""
        return {name: self._unit(name) for name in self}

    def _unit(self, name: str) -> str:
        return self[name].unit

    def __getitem__(self, name: str) -> Column:
        if name not in self._columns:
            raise unknown(name, list(self), "column")
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def to_pandas(self):
        """A pandas.DataFrame; its `attrs["units"]` has the units."""
        try:
            import pandas
        except ImportError:
            raise UseError("error: there is no pandas; install python3-pandas") from None
        frame = pandas.DataFrame({name: np.asarray(self[name]) for name in self})
        frame.attrs["units"] = self.units
        return frame

    def _cells(self, rows: int = 12) -> Tuple[list, list]:
        names = list(self)[:12]
        n = len(self[names[0]]) if names else 0
        shown = list(range(n)) if n <= rows else [*range(rows // 2), None, *range(n - rows // 2, n)]
        head = [f"{name} [{self._unit(name) or '1'}]" for name in names]
        return head, [["…" if i is None else f"{self[name][i]:.6g}" for name in names] for i in shown]

    def _repr_html_(self) -> str:
        head, rows = self._cells()
        line = lambda row, tag: "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in row) + "</tr>"
        return "<table>" + line(head, "th") + "".join(line(row, "td") for row in rows) + "</table>"

    def __repr__(self) -> str:
        head, rows = self._cells()
        wide = [max(len(row[k]) for row in (head, *rows)) for k in range(len(head))]
        return "\n".join("  ".join(cell.rjust(w) for cell, w in zip(row, wide)) for row in (head, *rows))


def read_csv(path: Union[str, os.PathLike]) -> Table:
    """A table of the command: `name [unit]` in the first line."""
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    columns = {}
    for k, title in enumerate(rows[0]):
        found = re.match(r"(.*) \[(.*)\]$", title)
        name, unit = (found[1], found[2]) if found else (title, "")
        values = []
        for row in rows[1:]:
            try:
                values.append(float(row[k]))
            except ValueError:  # a name, of a case
                values = [row[k] for row in rows[1:]]
                break
        columns[name] = Column(values, name, "" if unit == "1" else unit) if not values or isinstance(values[0], float) else np.array(values)
    return Table(columns)


class Result(Table):
    """What a run has recorded: result["boom"] is a `Column` over result.t. "boom" finds "boom.position" too."""

    def __init__(self, session: "Session", title: str, warnings: Tuple[Fault, ...]):
        pointer = session._pointer
        self._session, self._title = session, title
        self.warnings = warnings  #: what the run warned of
        self._names = tuple(lib.dv_column_name(pointer, k).decode() for k in range(lib.dv_column_count(pointer)))
        self._rows = lib.dv_row_count(pointer)
        super().__init__({})

    @property
    def t(self) -> Column:
        """Time, s."""
        return self[self._names[0]]

    @property
    def rows(self) -> int:
        """How many instants were recorded."""
        return self._rows

    @property
    def summary(self) -> Dict[str, float]:
        """Steps, evaluations, wall time and how well the energy ledger closes."""
        found = self._session.call(lib.dv_summary_of)
        return {name: getattr(found, name) for name, _ in found._fields_}

    def __getitem__(self, name: str) -> Column:
        if not isinstance(name, str):
            raise UseError("error: a column is asked for by its name")
        at = self._session.call(lib.dv_column_find, name.encode())
        if at < 0:
            raise unknown(name, self._names, "column")
        full = self._names[at]
        if full not in self._columns:
            values = np.empty(self._rows)
            self._session.call(lib.dv_column_read, at, values.ctypes.data)
            values.flags.writeable = False
            self._columns[full] = Column(values, full, self._unit_at(at))
        return self._columns[full]

    def _unit_at(self, at: int) -> str:
        unit = self._session.call(lib.dv_column_unit, at).decode()
        return "" if unit == "1" else unit

    def _unit(self, name: str) -> str:
        return self._unit_at(self._session.call(lib.dv_column_find, name.encode()))

    def __contains__(self, name) -> bool:
        return isinstance(name, str) and self._session.call(lib.dv_column_find, name.encode()) >= 0

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Writes it by extension: .csv, .h5, .mat, .npy; or .html, one page with the replay in 3D, plots and peaks."""
        self._session.save(os.fspath(path))

    def plot(self, *columns: str, x: Optional[str] = None, width: int = 860, height: int = 200) -> Figure:
        """A figure of some columns (with *), or as the machine file's `plots:` says."""
        with tempfile.TemporaryDirectory(prefix="davit-") as folder:
            source, svg = os.path.join(folder, "result.h5"), os.path.join(folder, "figure.svg")
            self.save(source)
            more = ["-x", x] if x else []
            run_command(["plot", source, *columns, "-o", svg, "--width", str(int(width)), "--height", str(int(height)), *more])
            return Figure(pathlib.Path(svg).read_text())

    def page(self) -> str:
        """The page that `save("x.html")` writes, as a text."""
        with tempfile.TemporaryDirectory(prefix="davit-") as folder:
            path = os.path.join(folder, "result.html")
            self.save(path)
            return pathlib.Path(path).read_text()

    def _repr_html_(self) -> str:
        """In a notebook: the replay page in a frame; where it is not to be had, figures; else the numbers."""
        head = f"<p><b>{html.escape(self._title)}</b>: {self._rows} rows, {len(self)} columns</p>"
        try:
            return head + f'<iframe srcdoc="{html.escape(self.page())}" style="width:100%;height:640px;border:0"></iframe>'
        except Exception:
            pass
        try:
            return head + self.plot().svg
        except Exception:
            return head + super()._repr_html_()

    def __repr__(self) -> str:
        return f"<davit.Result {self._title}: {self._rows} rows of {', '.join(self._names[:6])}{'...' if len(self) > 6 else ''}>"


class Session(Owned):
    """A session of davit.h."""

    def __init__(self, path: str):
        pointer = lib.dv_open(path.encode())
        if not pointer:
            raise MemoryError("davit: out of memory")
        super().__init__(pointer, lib.dv_close)

    def call(self, function, *arguments) -> Any:
        pointer = self._take()
        try:
            return function(pointer, *arguments)
        finally:
            self._lock.release()

    def messages(self, since: int = 0) -> Tuple[str, ...]:
        n = self.call(lib.dv_message_count)
        return tuple(self.call(lib.dv_message, i).decode(errors="replace") for i in range(since, n))

    def save(self, path: str) -> None:
        before = self.call(lib.dv_message_count)
        code = self.call(lib.dv_save, os.fsencode(path))
        if code:
            raise error_of(BAD_USE if code == 2 else code, "\n".join(self.messages(before)) or f"error: cannot write '{path}'")
