"""A model of the library: the const block that sims and batches share, and its table of variables."""

from __future__ import annotations

import ctypes
import weakref
from dataclasses import dataclass
from typing import Optional, Sequence, Tuple

import numpy as np

from . import _library
from ._library import Info, Method, Opening, lib
from ._values import Names, unknown
from .errors import ModelError, UseError, warn

ROLES = ("state", "output", "input", "parameter")


@dataclass(frozen=True)
class Variable:
    """A row of a machine's table of variables. Numbers are SI."""

    handle: int
    name: str
    unit: str
    doc: str
    role: str  # state, output, input, parameter
    shown: bool  # a run records it by default
    settable: bool  # a running machine can change it
    start: float
    nominal: float
    least: float
    most: float


def variable_of(handle: int, info: Info) -> Variable:
    return Variable(handle, info.name.decode(), info.unit.decode(), info.doc.decode(), ROLES[info.role], bool(info.shown),
                    bool(info.settable), info.start, info.nominal, info.least, info.most)


class Model:
    """Held by whatever was made of it."""

    def __init__(self, pointer: int):
        self.pointer = pointer
        weakref.finalize(self, lib.dv_model_free, pointer)
        self.name = lib.dv_model_name(pointer).decode()
        self.count = lib.dv_model_variables(pointer)
        self.state_handles = np.array([lib.dv_model_state(pointer, i) for i in range(lib.dv_model_states(pointer))], np.intc)
        self._known: dict = {}
        self._levers: dict = {}
        self._variables: Optional[Tuple[Variable, ...]] = None

    @classmethod
    def open(cls, path: str, case: Optional[str], settings: Sequence[str], libraries: Sequence[str], allow_fmus: bool = False) -> "Model":
        why = _library.room()
        how = Opening(case.encode() if case else None, _library.texts(settings), len(settings), _library.texts(libraries), len(libraries),
                      bool(allow_fmus))
        return cls._made(lib.dv_model_open_with(path.encode(), how, why, len(why)), why)

    @classmethod
    def load(cls, block: bytes) -> "Model":
        why = _library.room()
        return cls._made(lib.dv_model_load(block, len(block), why, len(why)), why)

    @classmethod
    def _made(cls, pointer: Optional[int], why) -> "Model":
        text = why.value.decode(errors="replace")
        if not pointer:
            raise ModelError(text)
        for line in text.split("\n"):
            if line:
                warn(line, 5)
        return cls(pointer)

    def bytes(self) -> bytes:
        n = ctypes.c_size_t()
        at = lib.dv_model_bytes(self.pointer, n)
        if not at:
            raise UseError("error: a machine with kinds of libraries or FMUs cannot be saved as a block")
        return ctypes.string_at(at, n.value)

    @property
    def variables(self) -> Tuple[Variable, ...]:
        if self._variables is None:
            info, rows = Info(), []
            for i in range(self.count):
                lib.dv_model_info(self.pointer, i, info)
                rows.append(variable_of(i, info))
            self._variables = tuple(rows)
        return self._variables

    def handle(self, name) -> int:
        """Of a variable: "boom" finds "boom.position" too."""
        if isinstance(name, str):
            at = lib.dv_model_find(self.pointer, name.encode())
        elif isinstance(name, (int, np.integer)) and not isinstance(name, bool):
            at = int(name) if 0 <= name < self.count else -1
        else:
            raise UseError(f"error: a variable is a name or a handle, not {type(name).__name__}")
        if at < 0:
            raise unknown(name, [v.name for v in self.variables])
        return at

    def _lever(self, name) -> int:
        """Of a variable to be set: an input is also known by the name of its signal, "lever" for "lever.value"."""
        at = self.handle(name)
        if isinstance(name, str) and not self.variables[at].settable:
            value = lib.dv_model_find(self.pointer, f"{name}.value".encode())
            if value >= 0 and self.variables[value].settable:
                return value
        return at

    def levers(self, names: Names) -> np.ndarray:
        """As `handles`, for variables that are to be set."""
        return self._many(names, self._levers, self._lever)

    def handles(self, names: Names) -> np.ndarray:
        """Of several variables; those that were asked for before are remembered."""
        return self._many(names, self._known, self.handle)

    def _many(self, names: Names, known: dict, find) -> np.ndarray:
        if isinstance(names, np.ndarray):
            if names.dtype.kind not in "iu" or names.ndim != 1:
                raise UseError("error: an array of handles is one row of whole numbers")
            if names.size and (names.min() < 0 or names.max() >= self.count):
                raise unknown(next(int(name) for name in names if not 0 <= name < self.count), [])
            return np.ascontiguousarray(names, np.intc)
        key = names if isinstance(names, (str, tuple)) else None
        if key is None:
            try:
                key = (names,) if isinstance(names, (int, np.integer)) else tuple(names)
            except TypeError:
                raise UseError(f"error: variables are names or handles, not {type(names).__name__}") from None
        try:
            found = known.get(key)
        except TypeError:
            raise UseError("error: variables are names or handles, in a list of one level") from None
        if found is None:
            found = np.array([find(name) for name in ((key,) if isinstance(key, str) else key)], np.intc)
            found.flags.writeable = False
            known[key] = found
        return found

    def method(self, method: Optional[str], step: Optional[float], rtol: float, atol: float, order: int) -> Method:
        """How to step; step "auto": by the error."""
        by = Method(method.encode() if method else None, 0.0, rtol, atol, order)
        if step == "auto":
            by.step = -1.0
        elif step is not None:
            by.step = float(step)
            if not by.step > 0 or by.step == float("inf"):
                raise UseError(f"error: a step of {step} s; it is positive, or 'auto'")
        return by

