"""Many runs of a machine at once."""

from __future__ import annotations

import ctypes
from typing import Any, Optional

import numpy as np

from ._library import lib
from ._model import Model
from ._owned import Owned
from ._values import Names, doubles, number
from .errors import RUN_FAILED, RunError, UseError, error_of
from .sim import Sim, pairs

_step = lib.dv_batch_step


def mask_of(which: Any, n: int) -> np.ndarray:
    """Which of n runs: a mask, or numbers."""
    given = np.asarray(which)
    if given.dtype == bool and given.shape == (n,):
        return given.astype(np.int8)
    if given.size == 0 and given.ndim == 1:
        return np.zeros(n, np.int8)
    if given.dtype.kind not in "iu" or given.ndim > 1 or (given < 0).any() or (given >= n).any():
        raise UseError(f"error: which runs: a mask of {n} truth values, or numbers from 0 to {n - 1}")
    mask = np.zeros(n, np.int8)
    mask[given] = 1
    return mask


class Batch(Owned):
    """n runs of a machine, stepped side by side in threads and, by one-step methods with a fixed step, in the lanes of vectors.

        b = machine.batch(64, method="rk4", step=1e-3)
        b.set("lever", levers)              # [64] or [64][1], or one value for all
        b.step(1e-3)
        x = b.get(["boom", "boom.rate"])    # [64][2]
        b.reset(x[:, 0] > 1)                # those runs

    Each run has the bits of a `Sim` alone.
    """

    def __init__(self, model: Model, pointer: int, n: int):
        super().__init__(pointer, lib.dv_batch_free)
        self._model, self.n = model, n
        self.failed = np.zeros(n, bool)  #: runs that could not go on in the last step

    def __len__(self) -> int:
        return self.n

    def step(self, dt: float, failures: str = "raise") -> None:
        """All runs go on by dt, s. A run that fails stays where it is until it is reset, and the others go on: `failed` says which. failures:
        "raise" a RunError after all have stepped, or "ignore"."""
        pointer = self._take()
        try:
            code = _step(pointer, dt)
        except ctypes.ArgumentError:
            code = None
        finally:
            self._lock.release()
        if code is None:
            return self.step(number(dt, "a step"), failures)
        if code:
            self._look(code, failures)
        elif self.failed.any():
            self.failed[:] = False

    def set(self, names: Any, values: Any = None) -> None:
        """States, inputs or parameters of all runs: [n][quantity], [quantity] for all runs alike, or, of one variable, [n]."""
        names, values = pairs(names, values)
        handle = self._model.levers(names)
        value = self._spread(doubles(values, "values"), handle.size)
        self._call(lib.dv_batch_set, handle.ctypes.data, handle.size, value.ctypes.data)

    def get(self, names: Names, out: Optional[np.ndarray] = None) -> np.ndarray:
        """Values of variables in all runs, [n][quantity]."""
        handle = self._model.handles(names)
        shape = (self.n, handle.size)
        value = np.empty(shape) if out is None else Sim._room(self, out, shape)
        pointer = self._take()
        try:
            code = lib.dv_batch_get(pointer, handle.ctypes.data, handle.size, value.ctypes.data)
        finally:
            self._lock.release()
        if code and not self.failed.any():
            self._look(code, "raise")
        return value

    def reset(self, which: Any = None) -> None:
        """Runs back to their start: all, those where a mask [n] is true, or those of the given numbers."""
        mask = np.ones(self.n, np.int8) if which is None else mask_of(which, self.n)
        self._call(lib.dv_batch_reset, mask.ctypes.data)
        self.failed[mask.astype(bool)] = False

    def __getitem__(self, i: int) -> Sim:
        """Run i as a `Sim`: its parameters, state, message. It lives as long as the batch."""
        if isinstance(i, bool) or not isinstance(i, (int, np.integer)):
            raise UseError("error: a run is asked for by its number")
        if not -self.n <= i < self.n:
            raise IndexError(f"there are {self.n} runs")
        pointer = lib.dv_batch_sim(self._take(), int(i) % self.n)
        self._lock.release()
        return _Member(self, pointer)

    @property
    def t(self) -> np.ndarray:
        """Time of each run, s."""
        pointer = self._take()
        t = np.array([lib.dv_sim_time(lib.dv_batch_sim(pointer, i)) for i in range(self.n)])
        self._lock.release()
        return t

    # ---- inside

    def _spread(self, value: np.ndarray, k: int) -> np.ndarray:
        shape = (self.n, k)
        if value.shape == shape:
            return value
        if k == 1 and value.shape == (self.n,):
            return value
        if value.shape in ((), (k,), (1, k)) and not (value.shape == () and k != 1):
            return np.ascontiguousarray(np.broadcast_to(value, shape))
        raise UseError(f"error: values of shape {value.shape}, where {shape} or {(k,)} was expected")

    def _look(self, code: int, failures: str) -> None:
        """Which runs failed, and why the first did."""
        pointer = self._take()
        codes = np.array([lib.dv_batch_code(pointer, i) for i in range(self.n)])
        text = lib.dv_batch_message(pointer).decode(errors="replace")
        self._lock.release()
        self.failed[:] = codes == RUN_FAILED
        if failures == "ignore" and code == RUN_FAILED:
            return
        error = error_of(code, text)
        if isinstance(error, RunError):
            error.runs = tuple(int(i) for i in np.flatnonzero(self.failed))
        raise error

    def _call(self, function, *arguments) -> None:
        pointer = self._take()
        try:
            code = function(pointer, *arguments)
            text = lib.dv_batch_message(pointer).decode(errors="replace") if code else ""
        finally:
            self._lock.release()
        if code:
            raise error_of(code, text)

    def __repr__(self) -> str:
        return f"<davit.Batch of {self.n} {self._model.name}" + (", closed>" if self.closed else ">")


class _Member(Sim):
    """A run of a batch; the batch frees it and is not used by others while it is."""

    def __init__(self, batch: Batch, pointer: int):
        super().__init__(batch._model, pointer, lambda pointer: None, batch)
        self._lock = batch._lock

    def _take(self) -> int:
        if self._owner.closed:
            self._pointer = None
        return super()._take()

    def close(self) -> None:
        """The batch closes its runs."""
