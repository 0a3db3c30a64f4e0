"""Many runs of a machine on a graphics card, whose inputs and outputs stay there: arrays by DLPack."""

from __future__ import annotations

import ctypes
from typing import Any, Dict, Optional, Tuple

import numpy as np

from ._library import lib
from ._model import Model
from ._owned import Owned
from ._values import doubles, number
from .batch import mask_of
from .errors import RUN_FAILED, RunError, UseError, error_of

_CPU, _CUDA, _FLOAT = 1, 2, 2  # DLPack: devices, kind of number
_NAME = b"dltensor"


class _Tensor(ctypes.Structure):
    """DLManagedTensor of DLPack 0.x, which every framework takes."""


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Tensor))
_Tensor._fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device", ctypes.c_int32), ("ndim", ctypes.c_int32),
                    ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                    ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                    ("offset", ctypes.c_uint64), ("context", ctypes.c_void_p), ("deleter", _Deleter)]

_lent: Dict[int, tuple] = {}  # what others hold: by the address of the tensor


@_Deleter
def _give_back(tensor) -> None:
    _lent.pop(ctypes.addressof(tensor.contents), None)


_api = ctypes.pythonapi
_api.PyCapsule_New.restype = ctypes.py_object
_api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_api.PyCapsule_IsValid.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
_api.PyCapsule_GetPointer.restype = ctypes.c_void_p
_api.PyCapsule_GetPointer.argtypes = [ctypes.c_void_p, ctypes.c_char_p]


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
def _end_capsule(capsule: int) -> None:
    """Of one that nobody took; who takes it gives it another name."""
    if _api.PyCapsule_IsValid(capsule, _NAME):
        _lent.pop(_api.PyCapsule_GetPointer(capsule, _NAME), None)


class CardArray:
    """Doubles on the card, [run][quantity]: for `torch.from_dlpack`, `cupy.from_dlpack`, `jax.dlpack.from_dlpack`, without a copy.

    The memory is the batch's and lives until the batch was closed and nobody has the array any more.
    """

    def __init__(self, batch: "CardBatch", address: int, shape: Tuple[int, int]):
        self._batch, self._address, self.shape = batch, address, shape
        self.dtype = np.dtype(np.float64)

    def __dlpack_device__(self) -> Tuple[int, int]:
        return (_CUDA, self._batch.card) if self._batch.apart else (_CPU, 0)

    def __dlpack__(self, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: Optional[bool] = None):
        """stream: nothing is under way on the card between two calls, so there is nothing to wait for."""
        if copy:
            raise BufferError("davit: this memory is given as it is; copy it with the framework that takes it")
        if dl_device is not None and tuple(map(int, dl_device)) != self.__dlpack_device__():
            raise BufferError("davit: this memory stays on its device")
        shape = (ctypes.c_int64 * 2)(*self.shape)
        strides = (ctypes.c_int64 * 2)(self.shape[1], 1)
        kind, device = self.__dlpack_device__()
        tensor = _Tensor(self._address, kind, device, 2, _FLOAT, 64, 1, shape, strides, 0, None, _give_back)
        at = ctypes.addressof(tensor)
        _lent[at] = (tensor, shape, strides, self._batch._hold())
        return _api.PyCapsule_New(at, _NAME, ctypes.cast(_end_capsule, ctypes.c_void_p))

    def __repr__(self) -> str:
        return f"<davit.CardArray {self.shape[0]} x {self.shape[1]} on card {self._batch.card}>"


class _Held:
    """The batch of the library. It is freed when its owner was closed and no array of it is left."""

    def __init__(self, pointer: int):
        self.pointer = pointer

    def __del__(self):
        lib.dv_gpu_batch_free(self.pointer)


class CardBatch(Owned):
    """n runs of a machine on an NVIDIA card, by a one-step method with a fixed step; each has the bits of a `Sim` alone.

        b = machine.card_batch(100_000, inputs=["lever"], outputs=["boom", "boom.rate"], method="rk4", step=1e-3)
        act, seen = torch.from_dlpack(b.inputs), torch.from_dlpack(b.outputs)
        act[:] = policy(seen)               # stays on the card
        b.step(1e-2)                        # `seen` has the values of now
        b.reset(seen[:, 0].cpu().numpy() > 1)

    Runs into whose step an event falls are made by the processor: `pieces` counts them.
    """

    def __init__(self, model: Model, pointer: int, n: int, inputs: int, outputs: int, card: int):
        held = [_Held(pointer)]
        super().__init__(pointer, lambda _: held.clear())
        self._held = held
        self._model, self.n, self.card = model, n, card
        self.apart = bool(lib.dv_gpu_batch_apart(pointer))  #: whether the processor cannot read the arrays
        self.failed = np.zeros(n, bool)  #: runs that could not go on in the last step
        self._in, self._out = inputs, outputs

    def __len__(self) -> int:
        return self.n

    def _hold(self) -> _Held:
        self._take()
        self._lock.release()
        return self._held[0]

    def _array(self, address, width: int) -> CardArray:
        pointer = self._take()
        self._lock.release()
        return CardArray(self, address(pointer), (self.n, width))

    @property
    def inputs(self) -> CardArray:
        """What is read when a step begins, [n][input]."""
        return self._array(lib.dv_gpu_batch_inputs, self._in)

    @property
    def outputs(self) -> CardArray:
        """What was written when the last step ended, [n][output]."""
        return self._array(lib.dv_gpu_batch_outputs, self._out)

    @property
    def pieces(self) -> int:
        """Pieces of runs that the processor has made."""
        pointer = self._take()
        self._lock.release()
        return lib.dv_gpu_batch_pieces(pointer)

    def set(self, values: Any) -> None:
        """The inputs from NumPy: [n][input], or [input] for all runs alike."""
        value = np.ascontiguousarray(np.broadcast_to(doubles(values, "values"), (self.n, self._in)))
        self._call(lib.dv_gpu_batch_set, value.ctypes.data)

    def get(self) -> np.ndarray:
        """The outputs as a copy in NumPy, [n][output]."""
        value = np.empty((self.n, self._out))
        self._call(lib.dv_gpu_batch_get, value.ctypes.data)
        return value

    def step(self, dt: float, failures: str = "raise") -> None:
        """All runs go on by dt, s; as `Batch.step`."""
        pointer = self._take()
        try:
            code = lib.dv_gpu_batch_step(pointer, number(dt, "a step"))
            codes = np.array([lib.dv_gpu_batch_code(pointer, i) for i in range(self.n)]) if code else np.zeros(self.n, int)
            text = lib.dv_gpu_batch_message(pointer).decode(errors="replace")
        finally:
            self._lock.release()
        self.failed[:] = codes == RUN_FAILED
        if not code or (failures == "ignore" and self.failed.any()):
            return
        error = error_of(code, text)
        if isinstance(error, RunError):
            error.runs = tuple(int(i) for i in np.flatnonzero(self.failed))
        raise error

    def reset(self, which: Any = None) -> None:
        """Runs back to their start: all, those where a mask [n] is true, or those of the given numbers. Inputs stay as they are."""
        mask = np.ones(self.n, np.int8) if which is None else mask_of(which, self.n)
        self._call(lib.dv_gpu_batch_reset, mask.ctypes.data)
        self.failed[mask.astype(bool)] = False

    def _call(self, function, *arguments) -> None:
        pointer = self._take()
        try:
            code = function(pointer, *arguments)
            text = lib.dv_gpu_batch_message(pointer).decode(errors="replace") if code else ""
        finally:
            self._lock.release()
        if code:
            raise error_of(code, text)

    def __repr__(self) -> str:
        return f"<davit.CardBatch of {self.n} {self._model.name}" + (", closed>" if self.closed else ">")


def cards() -> int:
    """Cards that `Machine.card_batch` could use: NVIDIA's, with its driver."""
    return lib.dv_gpu_cards()
