"""What users give, checked: names, handles, arrays."""

from __future__ import annotations

import difflib
from typing import Any, Sequence, Union

import numpy as np

from .errors import UnknownName, UseError

Names = Union[str, int, Sequence[Union[str, int]], np.ndarray]


def doubles(value: Any, what: str) -> np.ndarray:
    """An array of finite-or-not doubles; anything else is refused."""
    if isinstance(value, np.ndarray) and value.dtype == np.float64:
        return np.ascontiguousarray(value)
    try:
        array = np.asarray(value)
        if array.dtype.kind not in "fiub":
            raise TypeError(f"they are of type {array.dtype}")
        return np.ascontiguousarray(array, dtype=np.float64)
    except (TypeError, ValueError) as why:
        raise UseError(f"error: {what} must be real numbers: {why}") from None


def number(value: Any, what: str) -> float:
    """A double."""
    try:
        if isinstance(value, (str, bytes)):
            raise TypeError("it is a text")
        return float(value)
    except (TypeError, ValueError) as why:
        raise UseError(f"error: {what} must be a real number: {why}") from None


def unknown(name: Any, names: Sequence[str], what: str = "variable") -> UnknownName:
    """There is none of this name; perhaps one that is near."""
    short = {full.rsplit(".", 1)[0]: full for full in reversed(names)}
    near = [short.get(one, one) for one in difflib.get_close_matches(str(name), [*names, *short], 3, 0.6)]
    behind = [full for full in names if full.split(".")[-1] == str(name)][:3]
    mean = " or ".join(f"'{one}'" for one in dict.fromkeys(near + behind))
    return UnknownName(f"error: there is no {what} '{name}'" + (f"; did you mean {mean}?" if mean else ""))
