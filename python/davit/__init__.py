"""Davit: model, simulate, analyse and control articulated machines on moving bases.

    import davit

    crane = davit.Machine("crane.yaml")
    result = crane.run(until=5)
    print(result["boom"].max(), result["boom"].unit)

A `Machine` is a file with a case and settings. It runs to its end (`run`), is stepped under a controller of your own (`sim`), many
at once (`batch`, `VectorEnv`), linearised (`linearise`, `modes`), brought to rest (`equilibrium`) and varied (`sweep`). All numbers
are SI. Nothing here is compiled: the package calls libdavit by ctypes and gives NumPy arrays.
"""

from ._library import version
from .batch import Batch
from .card import CardArray, CardBatch, cards
from .environment import Box, VectorEnv
from .errors import ClosedError, Error, Fault, ModelError, RunError, UnknownName, UseError, Warned
from .kinds import Kind, Kinds, Parameter, kinds
from .linear import Linear, Mode, Modes
from .machine import Machine, Variable
from .result import Column, Figure, Result, Table
from .sim import Rest, Sim

__version__ = version()
__all__ = ["Batch", "Box", "CardArray", "CardBatch", "ClosedError", "Column", "Error", "Fault", "Figure", "Kind", "Kinds", "Linear", "Machine", "Mode", "Modes",
           "ModelError", "Parameter", "Rest", "Result", "RunError", "Sim", "Table", "UnknownName", "UseError", "Variable", "VectorEnv",
           "Warned", "cards", "kinds", "version"]
