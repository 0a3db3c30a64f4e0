"""libdavit by ctypes: where it is, its structs and functions (davit.h)."""

from __future__ import annotations

import ctypes
import os
import pathlib
import shutil
from ctypes import POINTER, c_char, c_char_p, c_double, c_int, c_long, c_size_t, c_void_p
from typing import Iterator, Optional

_here = pathlib.Path(__file__).resolve().parent
_name = "libdavit.so.0"


def _folders() -> Iterator[pathlib.Path]:
    yield _here  # beside the package
    if _here.parent.name in ("dist-packages", "site-packages"):  # installed: PREFIX/lib/python3/dist-packages/davit
        yield _here.parents[2]
        yield from sorted(path for path in _here.parents[2].glob("*-linux-*") if path.is_dir())
    yield _here.parents[1] / "build"  # the source tree


def _find() -> str:
    own = os.environ.get("DAVIT_LIBRARY")
    if own:
        return own
    for folder in _folders():
        if (folder / _name).exists():
            return str(folder / _name)
    return _name  # the loader knows


def _load() -> ctypes.CDLL:
    path = _find()
    try:
        return ctypes.CDLL(path)
    except OSError as why:
        raise ImportError(f"davit: cannot load {path}: {why}; install libdavit0, build it with 'make', or name it in DAVIT_LIBRARY") from why


class Info(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("unit", c_char_p), ("doc", c_char_p), ("role", c_int), ("shown", c_int), ("settable", c_int),
                ("start", c_double), ("nominal", c_double), ("least", c_double), ("most", c_double)]


class Method(ctypes.Structure):
    _fields_ = [("method", c_char_p), ("step", c_double), ("rtol", c_double), ("atol", c_double), ("order", c_int),
                ("until", c_double), ("every", c_double)]


class Energy(ctypes.Structure):
    _fields_ = [(name, c_double) for name in ("kinetic", "potential", "stored", "supplied", "dissipated", "removed", "residual",
                                              "throughput", "relative")]


class Counts(ctypes.Structure):
    _fields_ = [(name, c_long) for name in ("steps", "rejected", "evaluations", "events")]


class Summary(ctypes.Structure):
    _fields_ = [("steps", c_long), ("evaluations", c_long), ("wall", c_double), ("residual", c_double), ("relative", c_double)]


class RestFacts(ctypes.Structure):
    _fields_ = [("iterations", c_int), ("residual", c_double), ("moved", c_double)]


class Linearised(ctypes.Structure):
    _fields_ = ([(name, c_int) for name in ("n", "nu", "ny", "nmode", "displacements", "exact")] +
                [(name, POINTER(c_double)) for name in "ABCD"] +
                [(name, POINTER(c_char_p)) for name in ("state", "input", "output")] +
                [(name, POINTER(c_double)) for name in ("re", "im", "frequency", "damping", "shape_re", "shape_im")])


class KindFacts(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("doc", c_char_p), ("parameters", c_int)]


_why = (POINTER(c_char), c_size_t)
_texts = POINTER(c_char_p)


class Opening(ctypes.Structure):
    _fields_ = [("case_name", c_char_p), ("setting", _texts), ("nsetting", c_int), ("library", _texts), ("nlibrary", c_int), ("allow_fmus", c_int)]


class Exchanged(ctypes.Structure):
    _fields_ = [("in_", c_void_p), ("out", c_void_p), ("nin", c_int), ("nout", c_int), ("card", c_int)]


# name: (result, arguments). Arrays are addresses, so that NumPy's pass without a copy.
_functions = {
    "dv_version": (c_char_p, ()),
    "dv_open": (c_void_p, (c_char_p,)), "dv_close": (None, (c_void_p,)), "dv_case": (None, (c_void_p, c_char_p)),
    "dv_set": (None, (c_void_p, c_char_p, c_char_p)), "dv_record_only": (None, (c_void_p, c_char_p)),
    "dv_use_kinds": (None, (c_void_p, c_char_p)), "dv_allow_fmus": (None, (c_void_p, c_int)),
    "dv_stop": (None, (c_void_p,)), "dv_record_film": (None, (c_void_p, c_int)), "dv_check": (c_int, (c_void_p,)),
    "dv_simulate": (c_int, (c_void_p,)), "dv_message_count": (c_int, (c_void_p,)), "dv_message": (c_char_p, (c_void_p, c_int)),
    "dv_row_count": (c_int, (c_void_p,)), "dv_column_count": (c_int, (c_void_p,)),
    "dv_column_name": (c_char_p, (c_void_p, c_int)), "dv_column_unit": (c_char_p, (c_void_p, c_int)),
    "dv_column_find": (c_int, (c_void_p, c_char_p)), "dv_column_read": (None, (c_void_p, c_int, c_void_p)),
    "dv_save": (c_int, (c_void_p, c_char_p)), "dv_summary_of": (Summary, (c_void_p,)),
    "dv_model_open_with": (c_void_p, (c_char_p, POINTER(Opening)) + _why),
    "dv_model_load": (c_void_p, (c_char_p, c_size_t) + _why),
    "dv_model_bytes": (c_void_p, (c_void_p, POINTER(c_size_t))), "dv_model_free": (None, (c_void_p,)),
    "dv_model_variables": (c_int, (c_void_p,)), "dv_model_find": (c_int, (c_void_p, c_char_p)),
    "dv_model_info": (c_int, (c_void_p, c_int, POINTER(Info))), "dv_model_name": (c_char_p, (c_void_p,)),
    "dv_model_states": (c_int, (c_void_p,)), "dv_model_state": (c_int, (c_void_p, c_int)),
    "dv_model_roots": (c_int, (c_void_p,)), "dv_model_method": (Method, (c_void_p,)),
    "dv_sim_new": (c_void_p, (c_void_p, POINTER(Method)) + _why), "dv_sim_free": (None, (c_void_p,)),
    "dv_sim_step": (c_int, (c_void_p, c_double)), "dv_sim_step_to": (c_int, (c_void_p, c_double)),
    "dv_sim_reset": (c_int, (c_void_p,)), "dv_sim_time": (c_double, (c_void_p,)),
    "dv_sim_get_many": (c_int, (c_void_p, c_void_p, c_int, c_void_p)),
    "dv_sim_set_many": (c_int, (c_void_p, c_void_p, c_int, c_void_p)),
    "dv_sim_state_bytes": (c_size_t, (c_void_p,)), "dv_sim_state_save": (c_int, (c_void_p, c_void_p, c_size_t)),
    "dv_sim_state_load": (c_int, (c_void_p, c_char_p, c_size_t)), "dv_sim_set_time": (c_int, (c_void_p, c_double)),
    "dv_sim_get_states": (c_int, (c_void_p, c_void_p)), "dv_sim_set_states": (c_int, (c_void_p, c_void_p)),
    "dv_sim_rates": (c_int, (c_void_p, c_void_p)), "dv_sim_roots": (c_int, (c_void_p, c_void_p)),
    "dv_sim_slope": (c_int, (c_void_p, c_void_p, c_int, c_void_p, c_int, c_void_p, c_void_p)),
    "dv_sim_energy": (c_int, (c_void_p, POINTER(Energy))), "dv_sim_counts": (Counts, (c_void_p,)),
    "dv_sim_message": (c_char_p, (c_void_p,)), "dv_sim_warning": (c_char_p, (c_void_p, c_int)),
    "dv_sim_rest": (c_int, (c_void_p, _texts, c_int, POINTER(RestFacts))),
    "dv_sim_linearise": (POINTER(Linearised), (c_void_p, c_void_p, c_int, c_void_p, c_int)),
    "dv_linearised_free": (None, (POINTER(Linearised),)),
    "dv_kind_rows": (c_int, ()), "dv_kind_row": (c_int, (c_int, POINTER(KindFacts))),
    "dv_kind_parameter": (c_int, (c_int, c_int, POINTER(Info))), "dv_kind_text": (c_size_t, (c_int, c_int, c_char_p, c_size_t)),
    "dv_batch_new": (c_void_p, (c_void_p, POINTER(Method), c_int, c_int) + _why), "dv_batch_free": (None, (c_void_p,)),
    "dv_batch_step": (c_int, (c_void_p, c_double)), "dv_batch_set": (c_int, (c_void_p, c_void_p, c_int, c_void_p)),
    "dv_batch_get": (c_int, (c_void_p, c_void_p, c_int, c_void_p)), "dv_batch_reset": (c_int, (c_void_p, c_void_p)),
    "dv_batch_code": (c_int, (c_void_p, c_int)), "dv_batch_message": (c_char_p, (c_void_p,)),
    "dv_batch_sim": (c_void_p, (c_void_p, c_int)),
    "dv_gpu_cards": (c_int, ()),
    "dv_gpu_batch_new": (c_void_p, (c_void_p, POINTER(Method), c_int, POINTER(Exchanged)) + _why), "dv_gpu_batch_free": (None, (c_void_p,)),
    "dv_gpu_batch_inputs": (c_void_p, (c_void_p,)), "dv_gpu_batch_outputs": (c_void_p, (c_void_p,)),
    "dv_gpu_batch_apart": (c_int, (c_void_p,)), "dv_gpu_batch_set": (c_int, (c_void_p, c_void_p)),
    "dv_gpu_batch_get": (c_int, (c_void_p, c_void_p)), "dv_gpu_batch_step": (c_int, (c_void_p, c_double)),
    "dv_gpu_batch_reset": (c_int, (c_void_p, c_void_p)), "dv_gpu_batch_code": (c_int, (c_void_p, c_int)),
    "dv_gpu_batch_pieces": (c_long, (c_void_p,)), "dv_gpu_batch_message": (c_char_p, (c_void_p,)),
}

lib = _load()
for _function, (_result, _arguments) in _functions.items():
    try:
        _entry = getattr(lib, _function)
    except AttributeError:
        raise ImportError(f"davit: {lib._name} has no {_function}: it is older than this package; install libdavit0 of the same version") from None
    _entry.restype = _result
    _entry.argtypes = _arguments


def version() -> str:
    """Version of the library that is in use."""
    return lib.dv_version().decode()


def room() -> ctypes.Array:
    """Where calls that make something say why they could not."""
    return ctypes.create_string_buffer(20000)


def texts(names) -> ctypes.Array:
    """A list of texts as C has it."""
    return (c_char_p * max(len(names), 1))(*[name.encode() for name in names])


def command() -> Optional[str]:
    """The davit command that belongs to the library, or None."""
    own = os.environ.get("DAVIT_COMMAND")
    if own:
        return own
    # a bare name was found by the loader: it says nothing of a folder, least of all of the one that we stand in
    beside = [pathlib.Path(lib._name).resolve().parent] if os.sep in lib._name else []
    for folder in (*beside, _here.parents[1] / "build", _here.parents[2].parent / "bin"):
        if os.access(folder / "davit", os.X_OK) and (folder / "davit").is_file():
            return str(folder / "davit")
    return shutil.which("davit")
