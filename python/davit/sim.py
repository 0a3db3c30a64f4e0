"""A machine that is stepped."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, Mapping, Optional, Sequence, Tuple

import numpy as np

from . import _library
from ._library import Energy, RestFacts, lib
from ._model import Model
from ._owned import Owned
from ._values import Names, doubles, number
from .errors import BAD_USE, UseError, error_of
from .linear import Linear

_step = lib.dv_sim_step
_get = lib.dv_sim_get_many
_set = lib.dv_sim_set_many


@dataclass(frozen=True)
class Rest:
    """A state of rest: `states` by name, and how it was found."""

    states: Mapping[str, float]
    iterations: int
    residual: float
    moved: float  # s that the machine had to move first

    def __getitem__(self, name: str) -> float:
        return self.states[name]


def pairs(names: Any, values: Any) -> Tuple[Any, Any]:
    """set({name: value}), or set(names, values)."""
    if isinstance(names, Mapping):
        if values is not None:
            raise UseError("error: set takes a mapping, or names and values")
        return tuple(names), list(names.values())
    if values is None:
        raise UseError("error: set takes a mapping, or names and values")
    return names, values


class Sim(Owned):
    """One run of a machine, step by step.

        with machine.sim(method="rk4", step=1e-3) as s:
            while s.t < 5:
                s["lever"] = -2 * s["boom"]
                s.step(1e-3)

    Names find variables as in results: "boom" is "boom.position". Inputs are constant over a step, events inside are located. With a fixed step
    every number has the bits of `davit run` with the same method and step.
    """

    def __init__(self, model: Model, pointer: int, free=lib.dv_sim_free, owner: Any = None):
        super().__init__(pointer, free)
        self._model, self._owner = model, owner
        self._one = np.empty(1)
        self._one_at = self._one.ctypes.data

    # ---- time

    @property
    def t(self) -> float:
        """Time, s."""
        t = lib.dv_sim_time(self._take())
        self._lock.release()
        return t

    def step(self, dt: float) -> None:
        """Goes on by dt, s."""
        pointer = self._take()
        try:
            code = _step(pointer, dt)
        except ctypes.ArgumentError:
            code = None
        finally:
            self._lock.release()
        if code:
            self._raise(code)
        if code is None:
            self.step(number(dt, "a step"))

    def step_to(self, t: float) -> None:
        """Goes on until t, s."""
        self._call(lib.dv_sim_step_to, number(t, "a time"))

    def reset(self) -> None:
        """Back to the start, with inputs, parameters and books as at first."""
        self._call(lib.dv_sim_reset)

    # ---- variables

    def handle(self, name: str) -> int:
        """Number of a variable, for quicker access."""
        return self._model.handle(name)

    def get(self, names: Names, out: Optional[np.ndarray] = None) -> np.ndarray:
        """Values of several variables, now."""
        handle = self._model.handles(names)
        value = np.empty(handle.size) if out is None else self._room(out, (handle.size,))
        pointer = self._take()
        try:
            code = _get(pointer, handle.ctypes.data, handle.size, value.ctypes.data)
        finally:
            self._lock.release()
        if code:
            self._raise(code)
        return value

    def set(self, names: Any, values: Any = None) -> None:
        """Sets states, inputs or parameters: all of them or none. set({"lever": 1}), or set(["lever"], [1])."""
        names, values = pairs(names, values)
        handle, value = self._model.levers(names), np.atleast_1d(doubles(values, "values"))
        if value.shape != (handle.size,):
            raise UseError(f"error: {handle.size} variables, but values of shape {value.shape}")
        self._call(_set, handle.ctypes.data, handle.size, value.ctypes.data)

    def __getitem__(self, name: str) -> float:
        handle = self._model.handles(name)
        pointer = self._take()
        try:
            code = _get(pointer, handle.ctypes.data, 1, self._one_at)
            value = float(self._one[0])
        finally:
            self._lock.release()
        if code:
            self._raise(code)
        return value

    def __setitem__(self, name: str, value: float) -> None:
        handle, value = self._model.levers(name), number(value, f"'{name}'")
        pointer = self._take()
        try:
            self._one[0] = value
            code = _set(pointer, handle.ctypes.data, 1, self._one_at)
        finally:
            self._lock.release()
        if code:
            self._raise(code)

    # ---- the state

    @property
    def states(self) -> np.ndarray:
        """Continuous states, with all components of quaternions."""
        x = np.empty(self._model.state_handles.size)
        self._call(lib.dv_sim_get_states, x.ctypes.data)
        return x

    @states.setter
    def states(self, value: Any) -> None:
        x, n = doubles(value, "states"), self._model.state_handles.size
        if x.shape != (n,):
            raise UseError(f"error: there are {n} states, not {x.shape}")
        self._call(lib.dv_sim_set_states, x.ctypes.data)

    def rates(self) -> np.ndarray:
        """Derivatives of the states by time, at the state as it is."""
        x = np.empty(self._model.state_handles.size)
        self._call(lib.dv_sim_rates, x.ctypes.data)
        return x

    def save(self) -> bytes:
        """The whole state with inputs, parameters, method and books; `load` goes on from it with the same bits."""
        n = lib.dv_sim_state_bytes(self._take())
        self._lock.release()
        to = ctypes.create_string_buffer(n)
        self._call(lib.dv_sim_state_save, ctypes.addressof(to), n)
        return to.raw

    def load(self, state: bytes) -> None:
        """A state that `save` gave, of this machine with the same settings."""
        if not isinstance(state, (bytes, bytearray)):
            raise UseError("error: a state is what save() gave, bytes")
        self._call(lib.dv_sim_state_load, bytes(state), len(state))

    # ---- what it tells

    def energy(self) -> dict:
        """The energy ledger since the start, J."""
        e = Energy()
        self._call(lib.dv_sim_energy, e)
        return {name: getattr(e, name) for name, _ in Energy._fields_}

    @property
    def counts(self) -> dict:
        """Steps, rejected steps, evaluations and events so far."""
        c = lib.dv_sim_counts(self._take())
        self._lock.release()
        return {name: getattr(c, name) for name, _ in c._fields_}

    @property
    def warnings(self) -> Tuple[str, ...]:
        """What a run would warn of, so far."""
        found, pointer = [], self._take()
        while (text := lib.dv_sim_warning(pointer, len(found))) is not None:
            found.append(text.decode(errors="replace"))
        self._lock.release()
        return tuple(found)

    # ---- near the state

    def rest(self, hold: Sequence[str] = ()) -> Rest:
        """Puts the machine into the rest near its state; `hold`: joints that stay where they are."""
        if isinstance(hold, str):
            hold = (hold,)
        facts = RestFacts()
        self._call(lib.dv_sim_rest, _library.texts(hold), len(hold), facts)
        names = [self._model.variables[i].name for i in self._model.state_handles]
        return Rest(dict(zip(names, map(float, self.states))), facts.iterations, facts.residual, facts.moved)

    def linearise(self, inputs: Optional[Names] = None, outputs: Names = ()) -> Linear:
        """xi' = A xi + B u, y = C xi + D u at this state; inputs None: all of the machine."""
        out = self._model.handles(outputs)
        u = None if inputs is None else self._model.handles(inputs)
        pointer = self._take()
        found = lib.dv_sim_linearise(pointer, None if u is None else u.ctypes.data, 0 if u is None else u.size, out.ctypes.data, out.size)
        text = b"" if found else lib.dv_sim_message(pointer)
        self._lock.release()
        if not found:
            raise error_of(BAD_USE, text.decode(errors="replace"))
        try:
            return Linear._of(found.contents)
        finally:
            lib.dv_linearised_free(found)

    # ---- inside

    def _room(self, out: Any, shape: Tuple[int, ...]) -> np.ndarray:
        if not (isinstance(out, np.ndarray) and out.dtype == np.float64 and out.flags.c_contiguous and out.flags.writeable and out.shape == shape):
            raise UseError(f"error: `out` must be a contiguous, writable array of float64 of shape {shape}")
        return out

    def _call(self, function, *arguments) -> None:
        pointer = self._take()
        try:
            code = function(pointer, *arguments)
        finally:
            self._lock.release()
        if code:
            self._raise(code)

    def _raise(self, code: int) -> None:
        raise error_of(code, lib.dv_sim_message(self._pointer).decode(errors="replace"))

    def __repr__(self) -> str:
        return f"<davit.Sim {self._model.name}, " + ("closed>" if self.closed else f"t = {self.t:g} s>")
