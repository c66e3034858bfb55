# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CUDA's driver from Python, for benchmarks and for the tests on a GPU."""

import ctypes


class Cuda:
    """The few functions of the driver that launch our kernels; PyTorch has set its
    context already."""

    def __init__(self):
        self.library = ctypes.CDLL("libcuda.so.1")
        handle, unsigned = ctypes.c_void_p, ctypes.c_uint
        self.library.cuLaunchKernel.argtypes = (
            [handle] + [unsigned] * 7 + [handle, handle, handle]
        )
        self.library.cuModuleLoadDataEx.argtypes = [
            handle,
            ctypes.c_char_p,
            unsigned,
            handle,
            handle,
        ]
        self.library.cuModuleGetFunction.argtypes = [
            handle,
            handle,
            ctypes.c_char_p,
        ]
        self.library.cuFuncSetAttribute.argtypes = [
            handle,
            ctypes.c_int,
            ctypes.c_int,
        ]

    def check(self, result, call, detail=""):
        if result != 0:
            name = ctypes.c_char_p()
            self.library.cuGetErrorName(result, ctypes.byref(name))
            text = (name.value or b"").decode()
            raise RuntimeError(f"{call} failed: {text or result} {detail}")

    def load(self, image, name, shared_bytes):
        """The function of that name in PTX text."""
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        cu = self.library
        log = ctypes.create_string_buffer(4096)
        error_log, error_log_bytes = 5, 6  # CUjit_option
        options = (ctypes.c_int * 2)(error_log, error_log_bytes)
        values = (ctypes.c_void_p * 2)(ctypes.addressof(log), len(log) - 1)
        result = cu.cuModuleLoadDataEx(
            ctypes.byref(module), image, 2, options, values
        )
        self.check(result, "cuModuleLoadDataEx", log.value.decode().strip())
        self.check(
            cu.cuModuleGetFunction(
                ctypes.byref(function), module, name.encode()
            ),
            "cuModuleGetFunction",
        )
        if shared_bytes > 48 * 1024:
            max_dynamic_shared_bytes = 8
            self.check(
                cu.cuFuncSetAttribute(
                    function, max_dynamic_shared_bytes, shared_bytes
                ),
                "cuFuncSetAttribute",
            )
        return function

    def launch(self, function, metadata, grid, arguments, stream=0):
        """Launches with `arguments` (ctypes values) on `stream`."""
        pointers = (ctypes.c_void_p * max(len(arguments), 1))(
            *[ctypes.addressof(argument) for argument in arguments]
        )
        threads = 32 * metadata["numWarps"]
        self.check(
            self.library.cuLaunchKernel(
                function, *grid, threads, 1, 1, metadata["sharedBytes"],
                stream, ctypes.addressof(pointers), None,
            ),
            "cuLaunchKernel",
        )
