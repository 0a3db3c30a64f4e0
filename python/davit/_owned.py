"""Objects of the library with an end: closed by hand, by `with`, or when nobody has them any more; one thread at a time."""

from __future__ import annotations

import os
import threading
import weakref
from typing import Callable

from .errors import ClosedError, UseError

_forks = 0


def _forked() -> None:
    global _forks
    _forks += 1


os.register_at_fork(after_in_child=_forked)


def _end(pointer: int, free: Callable, born: int) -> None:
    if born == _forks:  # threads of a batch did not come along
        free(pointer)


class Owned:
    """A pointer and how it is freed. `with self:` is for users; `self._use()` guards a call."""

    def __init__(self, pointer: int, free: Callable):
        self._pointer = pointer
        self._lock = threading.Lock()
        self._born = _forks
        self._finalizer = weakref.finalize(self, _end, pointer, free, _forks)

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._pointer is None

    def close(self) -> None:
        """Frees it; further use raises ClosedError. Twice is fine."""
        if self._pointer is None:
            return
        if not self._lock.acquire(False):
            self._busy()
        self._pointer = None
        self._lock.release()
        self._finalizer()

    def __enter__(self):
        return self

    def __exit__(self, *why) -> None:
        self.close()

    def _busy(self) -> None:
        raise UseError(f"error: another thread is using this {type(self).__name__}; give each thread one of its own")

    def _take(self) -> int:
        """The pointer, for one call; `self._lock.release()` ends it."""
        if not self._lock.acquire(False):
            self._busy()
        if self._pointer is None or self._born != _forks:
            self._lock.release()
            self._refuse()
        return self._pointer

    def _refuse(self) -> None:
        name = type(self).__name__
        if self._pointer is None:
            raise ClosedError(f"error: this {name} was closed")
        raise UseError(f"error: this {name} belongs to the process that made it; make one in each process, after the fork")
