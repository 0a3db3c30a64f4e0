"""Kinds of parts and signals."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Iterator, Optional, Tuple

from ._library import Info, KindFacts, lib
from ._values import unknown


@dataclass(frozen=True)
class Parameter:
    """A number that a part of this kind takes."""

    name: str
    unit: str
    doc: str
    default: Optional[float]  # None: it must be given
    least: float
    most: float


@dataclass(frozen=True)
class Kind:
    """A kind of parts or signals; `reference` is the page of `davit kinds NAME`, with an example."""

    name: str
    doc: str
    parameters: Tuple[Parameter, ...]
    _row: int = field(repr=False)

    @property
    def reference(self) -> str:
        return self._text(0)

    def _text(self, markdown: int) -> str:
        n = lib.dv_kind_text(self._row, markdown, None, 0)
        to = ctypes.create_string_buffer(n + 1)
        lib.dv_kind_text(self._row, markdown, to, n + 1)
        return to.value.decode()

    def _repr_markdown_(self) -> str:
        return self._text(1)


def _kind(row: int) -> Kind:
    facts, info, parameters = KindFacts(), Info(), []
    lib.dv_kind_row(row, facts)
    for i in range(facts.parameters):
        lib.dv_kind_parameter(row, i, info)
        default = None if info.start != info.start else info.start
        parameters.append(Parameter(info.name.decode(), info.unit.decode(), info.doc.decode(), default, info.least, info.most))
    return Kind(facts.name.decode(), facts.doc.decode(), tuple(parameters), row)


class Kinds(Mapping):
    """Kinds by name."""

    def __init__(self):
        self._all = {kind.name: kind for kind in (_kind(row) for row in range(lib.dv_kind_rows()))}

    def __getitem__(self, name: str) -> Kind:
        if name in self._all:
            return self._all[name]
        behind = [kind for full, kind in self._all.items() if full.split(".")[-1] == name]
        if len(behind) == 1:
            return behind[0]
        raise unknown(name, list(self._all), "kind")

    def __contains__(self, name) -> bool:
        return name in self._all

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __repr__(self) -> str:
        return "\n".join(f"{kind.name:<24} {kind.doc}" for kind in self._all.values())


_kinds: Optional[Kinds] = None


def kinds() -> Kinds:
    """All kinds that the library has: kinds()["force.spring"].parameters, .reference."""
    global _kinds
    _kinds = _kinds or Kinds()
    return _kinds
