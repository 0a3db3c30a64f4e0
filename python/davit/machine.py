"""A machine file with a case and settings."""

from __future__ import annotations

import json
import os
import pathlib
import tempfile
import threading
from typing import Any, Dict, Iterable, Mapping, Optional, Sequence, Tuple, Union

from . import _library
from ._library import lib
from ._model import Model, Variable
from ._values import Names
from .batch import Batch
from .card import CardBatch
from .errors import Error, RunError, UseError, error_of, read_fault, warn
from .kinds import Kinds, kinds
from .linear import Linear, Modes
from .result import Result, Session, Table, read_csv, run_command
from .sim import Rest, Sim

Value = Union[str, int, float, Tuple[float, str]]


def value_text(value: Any) -> str:
    """A setting as files have it: "3 kg", 3, (3, "kg")."""
    if isinstance(value, str):
        return value
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], str):
        return f"{value_text(value[0])} {value[1]}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    try:
        return repr(int(value)) if float(value) == int(value) and abs(value) < 1e15 else repr(float(value))
    except (TypeError, ValueError, OverflowError):
        raise UseError(f"error: a setting is a number, a text like '3 kg', or (3, 'kg'), not {value!r}") from None


class Machine:
    """A machine: its file, a case of it, and settings.

        crane = davit.Machine("crane.yaml", case="lift")
        crane.set(payload="3 t")
        result = crane.run(until=5)

    Faults of the file raise ModelError, all of them at once, each with its place, cause and remedy. A saved block (.dvm, of `davit build`) can
    be stepped, but has no file to run or set. kinds: libraries with kinds of their own. allow_fmus:
    parts of `kind: fmu` may load the FMUs that they name. Both are code of others, which runs with your rights.
    """

    def __init__(self, path: Union[str, os.PathLike], case: Optional[str] = None, settings: Optional[Mapping[str, Value]] = None,
                 kinds: Sequence[Union[str, os.PathLike]] = (), allow_fmus: bool = False):
        self.path, self.case = os.fspath(path), case
        self._libraries, self._allow_fmus = [os.fspath(one) for one in kinds], bool(allow_fmus)
        self._settings: Dict[str, str] = {}
        self._model: Optional[Model] = None
        self._block = self.path.endswith(".dvm")
        if settings:
            self.set(settings)
        self.model  # faults show here

    # ---- settings

    def set(self, settings: Optional[Mapping[str, Value]] = None, **more: Value) -> "Machine":
        """Changes numbers of the file, as --set does: set({"bodies.load.mass": "3 t"}), set(payload=(3, "t")). Paths are those of the file; a bare
        number is only right where the file has one. Gives the machine back. A fault leaves the settings as they were."""
        if self._block and (settings or more):
            raise UseError("error: a saved block has no settings; give them to `davit build`")
        before = dict(self._settings)
        for name, value in {**(settings or {}), **more}.items():
            if not isinstance(name, str):
                raise UseError(f"error: a setting is named by a path, not {name!r}")
            self._settings[name] = value_text(value)
        if self._settings != before and self._model:
            try:
                self._model = self._open()
            except Error:
                self._settings = before
                raise
        return self

    @property
    def settings(self) -> Dict[str, str]:
        """What `set` has changed."""
        return dict(self._settings)

    def with_case(self, case: Optional[str]) -> "Machine":
        """The same machine in another case of its file."""
        return Machine(self.path, case, self._settings, self._libraries, self._allow_fmus)

    def _open(self) -> Model:
        if self._block:
            try:
                return Model.load(pathlib.Path(self.path).read_bytes())
            except OSError as why:
                raise UseError(f"error: cannot read '{self.path}': {why.strerror}") from None
        return Model.open(self.path, self.case, [f"{name}={value}" for name, value in self._settings.items()], self._libraries,
                          self._allow_fmus)

    @property
    def model(self) -> Model:
        """The model block that sims share."""
        if self._model is None:
            self._model = self._open()
        return self._model

    # ---- what it has

    @property
    def name(self) -> str:
        """Name of the machine."""
        return self.model.name

    @property
    def variables(self) -> Tuple[Variable, ...]:
        """States, outputs, inputs and parameters, with unit, range and description."""
        return self.model.variables

    def names(self, role: Optional[str] = None) -> Tuple[str, ...]:
        """Names of the variables; role: "state", "output", "input", "parameter"."""
        return tuple(v.name for v in self.variables if role in (None, v.role))

    def variable(self, name: str) -> Variable:
        """One of them: variable("boom").unit."""
        return self.variables[self.model.handle(name)]

    @staticmethod
    def kinds() -> Kinds:
        """All kinds of parts and signals."""
        return kinds()

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Saves the machine as one block (.dvm) that programs load and step without its file, as `davit build` does."""
        pathlib.Path(path).write_bytes(self.model.bytes())

    # ---- runs

    def run(self, until: Optional[float] = None, every: Optional[float] = None, method: Optional[str] = None,
            step: Union[None, float, str] = None, rtol: Optional[float] = None, atol: Optional[float] = None,
            columns: Union[str, Iterable[str]] = (), film: bool = True) -> Result:
        """Runs to the end. What is not given is as the file says; times are in s. columns: names to record, with *; default: those that are shown. film:
        take the poses for the replay. A run that fails raises RunError, whose `result` has what was recorded until then."""
        if self._block:
            raise UseError("error: a saved block is stepped (sim), it does not run; open the machine file")
        session = self._session(until, every, method, step, rtol, atol, columns, film)
        code = _interruptible(session)
        faults = [read_fault(text) for text in session.messages()]
        title = self.name + (f", {self.case}" if self.case else "")
        result = Result(session, title, tuple(fault for fault in faults if fault.severity == "warning"))
        for fault in result.warnings:
            warn(fault.text, 3)
        if code:
            error = error_of(code, "\n".join(fault.text for fault in faults if fault.severity == "error"))
            if isinstance(error, RunError):
                error.result = result
            raise error
        return result

    def _session(self, until, every, method, step, rtol, atol, columns, film) -> Session:
        session = Session(self.path)
        seconds = lambda value: value if isinstance(value, str) else f"{value_text(value)} s"
        for library in self._libraries:
            session.call(lib.dv_use_kinds, library.encode())
        session.call(lib.dv_allow_fmus, int(self._allow_fmus))
        if self.case:
            session.call(lib.dv_case, self.case.encode())
        own = {"until": until and seconds(until), "solver.every": every and seconds(every), "solver.method": method,
               "solver.step": step and seconds(step), "solver.rtol": rtol and value_text(rtol), "solver.atol": atol and value_text(atol)}
        for name, value in [*self._settings.items(), *own.items()]:
            if value:
                session.call(lib.dv_set, name.encode(), value.encode())
        for pattern in (columns,) if isinstance(columns, str) else columns:
            session.call(lib.dv_record_only, pattern.encode())
        session.call(lib.dv_record_film, int(film))
        return session

    def sim(self, method: Optional[str] = None, step: Union[None, float, str] = None, rtol: float = 0, atol: float = 0,
            order: int = 0) -> Sim:
        """A run that is stepped. What is not given is as the file says; step "auto": by the error."""
        model, why = self.model, _library.room()
        pointer = lib.dv_sim_new(model.pointer, model.method(method, step, rtol, atol, order), why, len(why))
        if not pointer:
            raise UseError(why.value.decode(errors="replace"))
        return Sim(model, pointer)

    def batch(self, n: int, threads: int = 0, method: Optional[str] = None, step: Union[None, float, str] = None, rtol: float = 0,
              atol: float = 0, order: int = 0) -> Batch:
        """n runs that are stepped side by side; threads 0: one for each CPU."""
        if isinstance(n, bool) or not isinstance(n, int) or not isinstance(threads, int) or not 0 < n < 1 << 24:
            raise UseError(f"error: a batch has a whole number of runs and threads, not {n!r} and {threads!r}")
        model, why = self.model, _library.room()
        pointer = lib.dv_batch_new(model.pointer, model.method(method, step, rtol, atol, order), n, threads, why, len(why))
        if not pointer:
            raise UseError(why.value.decode(errors="replace"))
        return Batch(model, pointer, n)

    def card_batch(self, n: int, inputs: Names = (), outputs: Names = (), method: Optional[str] = None,
                   step: Union[None, float, str] = None, card: int = 0) -> CardBatch:
        """n runs on a graphics card, by a one-step method with a fixed step; what goes in and out stays there."""
        if isinstance(n, bool) or not isinstance(n, int) or not 0 < n < 1 << 24 or not isinstance(card, int) or card < 0:
            raise UseError(f"error: a batch has a whole number of runs, and a card a number from 0 on, not {n!r} and {card!r}")
        model, why = self.model, _library.room()
        into, out = model.levers(inputs), model.handles(outputs)
        what = _library.Exchanged(into.ctypes.data, out.ctypes.data, into.size, out.size, card)
        pointer = lib.dv_gpu_batch_new(model.pointer, model.method(method, step, 0, 0, 0), n, what, why, len(why))
        if not pointer:
            raise UseError(why.value.decode(errors="replace"))
        return CardBatch(model, pointer, n, into.size, out.size, card)

    # ---- near a state

    def equilibrium(self, hold: Sequence[str] = ()) -> Rest:
        """The rest near the start; `hold`: joints that stay where they are."""
        with self.sim() as sim:
            return sim.rest(hold)

    def linearise(self, inputs: Optional[Names] = None, outputs: Names = (), at_rest: bool = False, hold: Sequence[str] = ()) -> Linear:
        """xi' = A xi + B u, y = C xi + D u at the start, or at the rest near it; inputs None: all of the machine."""
        with self.sim() as sim:
            if at_rest:
                sim.rest(hold)
            return sim.linearise(inputs, outputs)

    def modes(self, at_rest: bool = False, hold: Sequence[str] = ()) -> Modes:
        """Eigenvalues, frequencies, damping and shapes at the start, or at the rest near it."""
        return self.linearise((), (), at_rest, hold).modes

    # ---- many runs

    def sweep(self, vary: Optional[Mapping[str, Any]] = None, metrics: Union[str, Sequence[str]] = (), draw: Optional[Mapping[str, str]] = None,
              samples: Optional[int] = None, seed: Optional[int] = None, latin: bool = False, jobs: Optional[int] = None,
              method: Optional[str] = None, step: Optional[float] = None, until: Optional[float] = None,
              out: Union[None, str, os.PathLike] = None) -> Table:
        """Many runs with other numbers, by `davit sweep`: in all cores and lanes, with a journal if `out` (a .csv) is given.

            crane.sweep({"payload": "0:10t:21", "supply": ["180 bar", "220 bar"]}, "lift [kN] = max(pin.reaction.force)")

        vary: "a:b unit:n", or a list; a grid. draw: {"mass": "normal(800 kg, 50 kg)"} with samples. Failed runs have 1 in the column `failed`."""
        arguments = ["sweep", self.path, "--json"]
        for name, values in (vary or {}).items():
            text = values if isinstance(values, str) else ",".join(value_text(value) for value in values)
            arguments += ["--vary", f"{name}={text}"]
        for name, law in (draw or {}).items():
            arguments += ["--dist", f"{name}~{law}"]
        for metric in (metrics,) if isinstance(metrics, str) else metrics:
            arguments += ["--metric", metric]
        options = {"--sample": samples, "--seed": seed, "--jobs": jobs, "--solver": method, "--case": self.case}
        times = {"--step": step, "--until": until}
        for name, value in options.items():
            arguments += [name, str(value)] if value is not None else []
        for name, value in times.items():
            arguments += [name, f"{value_text(value)} s" if not isinstance(value, str) else value] if value is not None else []
        for name, value in self._settings.items():
            arguments += ["--set", f"{name}={value}"]
        for library in self._libraries:
            arguments += ["--kinds", library]
        arguments += ["--allow-fmu"] if self._allow_fmus else []
        with tempfile.TemporaryDirectory(prefix="davit-") as folder:
            table = os.fspath(out) if out else os.path.join(folder, "sweep.csv")
            done = run_command([*arguments, *(["--latin"] if latin else []), "-o", table], codes=(0, 2))
            if not os.path.exists(table):
                raise error_of(2, "\n".join(done.stderr.splitlines()))
            found = read_csv(table)
        try:
            found.summary = json.loads(done.stdout)
        except ValueError:
            found.summary = {}
        return found

    def __repr__(self) -> str:
        return f"<davit.Machine {self.name} ({self.path}{', ' + self.case if self.case else ''})>"


def _interruptible(session: Session) -> int:
    """Runs; Ctrl-C stops the run, not the program."""
    if threading.current_thread() is not threading.main_thread():
        return session.call(lib.dv_simulate)
    code = []
    thread = threading.Thread(target=lambda: code.append(session.call(lib.dv_simulate)), daemon=True)
    thread.start()
    try:
        thread.join()
    except KeyboardInterrupt:
        while thread.is_alive():
            lib.dv_stop(session._pointer)
            thread.join(0.05)
        raise
    return code[0]
