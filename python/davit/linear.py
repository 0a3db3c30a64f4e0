"""The machine near a state."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import Iterator, Mapping, Sequence, Tuple

import numpy as np


def _matrix(pointer, rows: int, columns: int) -> np.ndarray:
    return np.ctypeslib.as_array(pointer, (rows, columns)).copy() if rows and columns else np.zeros((rows, columns))


def _row(pointer, n: int) -> np.ndarray:
    return np.ctypeslib.as_array(pointer, (n,)).copy() if n else np.zeros(0)


@dataclass(frozen=True)
class Mode:
    """A mode: a conjugate pair, or a real eigenvalue."""

    eigenvalue: complex  # 1/s, the one with im >= 0
    frequency: float  # Hz, undamped
    damping: float  # ratio
    shape: Mapping[str, complex]  # largest displacement 1

    def largest(self, n: int = 3) -> Tuple[str, ...]:
        """The states that take the largest part."""
        return tuple(sorted(self.shape, key=lambda name: -abs(self.shape[name]))[:n])


class Modes(Sequence[Mode]):
    """Modes by rising frequency; an array of frequencies, dampings and eigenvalues beside."""

    def __init__(self, modes: Sequence[Mode]):
        self._modes = tuple(modes)
        self.frequency = np.array([mode.frequency for mode in modes])
        self.damping = np.array([mode.damping for mode in modes])
        self.eigenvalue = np.array([mode.eigenvalue for mode in modes])

    def __getitem__(self, i):
        return self._modes[i]

    def __len__(self) -> int:
        return len(self._modes)

    def __iter__(self) -> Iterator[Mode]:
        return iter(self._modes)

    def _rows(self):
        for i, mode in enumerate(self._modes, 1):
            value = f"{mode.eigenvalue.real:.6g}" + (f" ± {mode.eigenvalue.imag:.6g}i" if mode.eigenvalue.imag else "")
            yield str(i), value, f"{mode.frequency:.6g}", f"{mode.damping:.4g}", ", ".join(mode.largest())

    _head = ("mode", "eigenvalue [1/s]", "frequency [Hz]", "damping", "states")

    def __repr__(self) -> str:
        return "\n".join("  ".join(f"{cell:<26}" if k == 1 else f"{cell:>14}" if k < 4 else cell for k, cell in enumerate(row))
                         for row in (self._head, *self._rows()))

    def _repr_html_(self) -> str:
        line = lambda row, tag: "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in row) + "</tr>"
        return "<table>" + line(self._head, "th") + "".join(line(row, "td") for row in self._rows()) + "</table>"


class Linear:
    """xi' = A xi + B u, y = C xi + D u, with names, and the modes of A.

    xi: displacements first (attitudes in child axes), as many rates, states of parts; what is driven or depends on others is left out.
    """

    def __init__(self, A, B, C, D, states, inputs, outputs, modes: Modes, displacements: int, exact: bool):
        self.A, self.B, self.C, self.D = A, B, C, D
        self.states, self.inputs, self.outputs = states, inputs, outputs
        self.modes, self.displacements = modes, displacements
        self.exact = exact  #: by slopes of the machine's graph; else by differences

    @classmethod
    def _of(cls, l) -> "Linear":
        names = lambda texts, n: tuple(texts[i].decode() for i in range(n))
        states = names(l.state, l.n)
        shape = _matrix(l.shape_re, l.n, l.n) + 1j * _matrix(l.shape_im, l.n, l.n)
        re, im = _row(l.re, l.n), _row(l.im, l.n)
        frequency, damping = _row(l.frequency, l.nmode), _row(l.damping, l.nmode)
        modes = Modes([Mode(complex(re[k], im[k]), float(frequency[k]), float(damping[k]), dict(zip(states, map(complex, shape[:, k]))))
                       for k in range(l.nmode)])
        return cls(_matrix(l.A, l.n, l.n), _matrix(l.B, l.n, l.nu), _matrix(l.C, l.ny, l.n), _matrix(l.D, l.ny, l.nu), states,
                   names(l.input, l.nu), names(l.output, l.ny), modes, l.displacements, bool(l.exact))

    def __iter__(self):
        """A, B, C, D = linear"""
        return iter((self.A, self.B, self.C, self.D))

    def response(self, frequency) -> np.ndarray:
        """C (i w - A)^-1 B + D at each frequency in Hz, [frequency][output][input]."""
        w = 2j * np.pi * np.atleast_1d(np.asarray(frequency, float))
        one = np.eye(self.A.shape[0])
        return np.array([self.C @ np.linalg.solve(s * one - self.A, self.B) + self.D for s in w])

    def __repr__(self) -> str:
        return f"<davit.Linear: {len(self.states)} states, {len(self.inputs)} inputs, {len(self.outputs)} outputs>\n{self.modes!r}"

    def _repr_html_(self) -> str:
        return self.modes._repr_html_()
