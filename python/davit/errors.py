"""What can go wrong, as exceptions: each has the faults with place, cause and remedy."""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass
from typing import Iterable, Optional

BAD_FILE, RUN_FAILED, NO_MEMORY, BAD_USE = 1, 2, 3, 64  # davit.h


@dataclass(frozen=True)
class Fault:
    """One message: where, what, and what would mend it."""

    text: str
    severity: str = "error"
    file: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None
    cause: str = ""
    remedy: Optional[str] = None

    def __str__(self) -> str:
        return self.text


_pattern = re.compile(r"^(?:(?P<file>.+?):(?:(?P<line>\d+):(?P<column>\d+):)? )?(?P<severity>error|warning): (?P<what>.*)$", re.S)


def read_fault(text: str) -> Fault:
    """A message of the library as a `Fault`."""
    found = _pattern.match(text)
    if not found:
        return Fault(text, cause=text)
    cause, _, remedy = found["what"].partition("; ")
    number = lambda name: int(found[name]) if found[name] else None
    return Fault(text, found["severity"], found["file"], number("line"), number("column"), cause, remedy or None)


class Error(Exception):
    """What davit refuses or cannot do. `faults` has each with its place, cause and remedy."""

    def __init__(self, text: str, faults: Optional[Iterable[Fault]] = None):
        super().__init__(text)
        self.text = text
        self.faults = tuple(faults) if faults is not None else tuple(read_fault(line) for line in text.split("\n") if line)

    def __str__(self) -> str:
        return self.text


class ModelError(Error):
    """The machine file, or a setting, is wrong."""


class RunError(Error):
    """The machine cannot go on. `result` has what was recorded until then; `runs` the numbers of failed runs of a batch."""

    result = None
    runs: tuple = ()


class UseError(Error, ValueError):
    """Wrong use of the package: a name, a shape, a number that is not finite, a step backwards."""


class UnknownName(UseError, KeyError):
    """There is no variable of this name."""


class ClosedError(UseError):
    """The object was closed."""


class Warned(UserWarning):
    """What a run or a file warns of."""


def warn(text: str, level: int = 3) -> None:
    warnings.warn(text, Warned, stacklevel=level)


def error_of(code: int, text: str) -> Exception:
    """The exception for a code of davit.h."""
    if code == NO_MEMORY:
        return MemoryError(text)
    return {BAD_FILE: ModelError, RUN_FAILED: RunError}.get(code, UseError)(text or "error: refused without a message")
