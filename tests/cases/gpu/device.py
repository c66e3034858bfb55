# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One GPU by CUDA's driver alone: memory, modules, launches."""

import ctypes
import dataclasses

import numpy as np

GUARD = 256  # bytes around each array that no kernel may touch
POISON = 0xA5
ARENA = 1 << 30

_ERROR_LOG, _ERROR_LOG_BYTES = 5, 6  # CUjit_option
_MAX_DYNAMIC_SHARED_BYTES = 8  # CUfunction_attribute
_REGISTERS, _LOCAL_BYTES = 4, 3
_NO_DEVICE = (34, 100)  # CUresult: a stub for a driver, no device
_MAJOR, _MINOR = 75, 76  # CUdevice_attribute
_ELEMENTS = {
    "u8": 0, "u16": 1, "u32": 2, "s32": 3, "u64": 4, "s64": 5, "f16": 6,
    "f32": 7, "f64": 8, "bf16": 9,
}  # fmt: skip  # CUtensorMapDataType
_SWIZZLES = {0: 0, 32: 1, 64: 2, 128: 3}  # CUtensorMapSwizzle
MAP_BYTES, _MAP_ALIGNMENT = 128, 64  # CUtensorMap


class DeviceError(RuntimeError):
    """A kernel failed, or a device."""


class CudaError(DeviceError):
    """A call of the driver failed."""


class NoDevice(CudaError):
    """There is no driver, or it has no device."""


@dataclasses.dataclass
class TensorMap:
    """A tensor in memory that bulk copies access by boxes; the contiguous dimension
    is first. `strides` are in bytes; `swizzle` is 128, 64, 32 or 0."""

    address: int
    element: str  # `u8`, `f16`, `s32`, ...
    shape: list
    strides: list
    box: list
    swizzle: int = 0
    fills_nan: bool = False


class Device:
    """The first GPU and its primary context."""

    def __init__(self):
        try:
            self.library = ctypes.CDLL("libcuda.so.1")
        except OSError as error:
            raise NoDevice(f"no driver: {error}") from None
        if (result := self.library.cuInit(0)) in _NO_DEVICE:
            raise NoDevice(f"no GPU: cuInit gives {result}")
        self.call("cuInit", 0)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.device = device
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)
        self.arena, self.used = ctypes.c_uint64(), 0
        size = ctypes.c_size_t(ARENA)
        self.call("cuMemAlloc_v2", ctypes.byref(self.arena), size)

    def call(self, name, *arguments, detail=""):
        result = getattr(self.library, name)(*arguments)
        if result != 0:
            text = ctypes.c_char_p()
            self.library.cuGetErrorName(result, ctypes.byref(text))
            what = (text.value or b"").decode() or result
            raise CudaError(f"{name}: {what} {detail}".rstrip())

    def name(self):
        text = ctypes.create_string_buffer(256)
        self.call("cuDeviceGetName", text, 256, self.device)
        return f"{text.value.decode()}, sm_{self.capability()}"

    def capability(self):
        parts = []
        for attribute in (_MAJOR, _MINOR):
            value = ctypes.c_int()
            self.call(
                "cuDeviceGetAttribute", ctypes.byref(value), attribute,
                self.device,
            )  # fmt: skip
            parts.append(value.value)
        return 10 * parts[0] + parts[1]

    # -- modules

    def load(self, image, name, shared_bytes):
        """A function of PTX text or of a cubin, and its module."""
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        log = ctypes.create_string_buffer(4096)
        options = (ctypes.c_int * 2)(_ERROR_LOG, _ERROR_LOG_BYTES)
        values = (ctypes.c_void_p * 2)(ctypes.addressof(log), len(log) - 1)
        try:
            self.call(
                "cuModuleLoadDataEx", ctypes.byref(module),
                ctypes.c_char_p(image), 2, options, values,
            )  # fmt: skip
        except CudaError as error:
            text = log.value.decode(errors="replace").strip()
            raise CudaError(f"{error} {text}") from None
        self.call(
            "cuModuleGetFunction", ctypes.byref(function), module,
            name.encode(),
        )  # fmt: skip
        if shared_bytes > 48 * 1024:
            self.call(
                "cuFuncSetAttribute", function, _MAX_DYNAMIC_SHARED_BYTES,
                shared_bytes,
            )  # fmt: skip
        return function, module

    def open(self, path, metadata):
        """The kernel of a file, and its module."""
        with open(path, "rb") as file:
            image = file.read() + b"\0"
        function, module = self.load(
            image, metadata.get("symbol", metadata["name"]), metadata["sharedBytes"]
        )
        return (function, metadata), module

    def unload(self, module):
        self.call("cuModuleUnload", module)

    def facts(self, function):
        """Registers and bytes of local memory of a thread."""
        numbers = []
        for attribute in (_REGISTERS, _LOCAL_BYTES):
            value = ctypes.c_int()
            self.call(
                "cuFuncGetAttribute", ctypes.byref(value), attribute, function
            )
            numbers.append(value.value)
        return numbers

    # -- memory: an array is between guards; free_all() frees all of them

    def free_all(self):
        self.used = 0

    def array(self, values, offset_bytes=0):
        """A copy of a NumPy array on the GPU."""
        values = np.ascontiguousarray(values)
        begin = self.arena.value + self.used
        size = values.nbytes + 2 * GUARD + offset_bytes
        self.used += (size + 255) // 256 * 256
        if self.used > ARENA:
            raise CudaError("the arrays of a case are too large")
        self.call(
            "cuMemsetD8_v2", ctypes.c_uint64(begin),
            ctypes.c_ubyte(POISON), ctypes.c_size_t(size),
        )  # fmt: skip
        address = begin + GUARD + offset_bytes
        self.call(
            "cuMemcpyHtoD_v2", ctypes.c_uint64(address),
            ctypes.c_void_p(values.ctypes.data), ctypes.c_size_t(values.nbytes),
        )  # fmt: skip
        return DeviceArray(self, address, begin, size, values)

    def read(self, address, size):
        out = np.empty(size, np.uint8)
        self.call(
            "cuMemcpyDtoH_v2", ctypes.c_void_p(out.ctypes.data),
            ctypes.c_uint64(address), ctypes.c_size_t(size),
        )  # fmt: skip
        return out

    def encode(self, tensor):
        """A TensorMap as an argument of a kernel."""
        raw = (ctypes.c_char * (MAP_BYTES + _MAP_ALIGNMENT))()
        at = -ctypes.addressof(raw) % _MAP_ALIGNMENT
        made = (ctypes.c_char * MAP_BYTES).from_buffer(raw, at)
        rank = len(tensor.shape)
        wide, words = ctypes.c_uint64 * rank, ctypes.c_uint32 * rank
        self.call(
            "cuTensorMapEncodeTiled", made, _ELEMENTS[tensor.element], rank,
            ctypes.c_uint64(tensor.address), wide(*tensor.shape),
            wide(*tensor.strides[1:]), words(*tensor.box), words(*[1] * rank), 0,
            _SWIZZLES[tensor.swizzle], 0, int(tensor.fills_nan),
        )  # fmt: skip
        return made

    # -- launches

    def launch(self, function, grid, threads, shared_bytes, arguments):
        """Launches with ctypes values, and waits."""
        pointers = (ctypes.c_void_p * max(len(arguments), 1))(
            *[ctypes.addressof(a) for a in arguments]
        )
        self.call(
            "cuLaunchKernel", function, *grid, threads, 1, 1, shared_bytes,
            ctypes.c_void_p(), pointers, ctypes.c_void_p(),
        )  # fmt: skip
        self.call("cuCtxSynchronize")

    def start(self, opened, grid, arguments):
        """Launches what open() gave, and waits."""
        function, metadata = opened
        self.launch(
            function, grid, 32 * metadata["numWarps"], metadata["sharedBytes"],
            arguments,
        )  # fmt: skip

    def is_alive(self):
        """Whether the context has survived the last error."""
        return self.library.cuCtxSynchronize() == 0


class DeviceArray:
    """An array on the GPU and the guards around it."""

    def __init__(self, device, address, begin, size, values):
        self.device, self.address = device, address
        self.begin, self.size, self.values = begin, size, values

    def fetch(self):
        """The values now; raises if a guard has changed."""
        raw = self.device.read(self.begin, self.size)
        front = self.address - self.begin
        end = front + self.values.nbytes
        if (raw[:front] != POISON).any() or (raw[end:] != POISON).any():
            raise CudaError("memory beside an array was written")
        return raw[front:end].view(self.values.dtype).reshape(self.values.shape)
