# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The CPU at hand, as a device of tests: memory between guards, launches on
several threads, by the calling convention of cm2tt/Compiler/HostKernel.h. Kernels
compiled with --checked check each access: it must be in an array, and match its
site."""

import ctypes
import mmap
import platform
import threading

import numpy as np

from device import GUARD, POISON, DeviceArray, DeviceError

THREADS = 4  # more than programs wait for: what races shall have a chance
CHUNK = 3  # programs that a thread takes at a time
ALIGNMENT = 256
MAP_NORESERVE = 0x4000  # of Linux; Python 3.11 names it
DISTANCE = 1 << 34  # addresses after memory: an access that leaves it meets no other

_FAIL = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint64, ctypes.c_uint64
)
_ACCESS = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint64,
    ctypes.c_uint64, ctypes.c_void_p, ctypes.c_void_p,
)  # fmt: skip


BARRIER = 2**32 - 1  # HostLaunch::barrier


class Launch(ctypes.Structure):
    """cm2tt::HostLaunch."""

    _fields_ = [
        ("begin", ctypes.c_uint64),
        ("end", ctypes.c_uint64),
        ("grid", ctypes.c_uint32 * 3),
        ("reserved", ctypes.c_uint32),
        ("scratch", ctypes.c_void_p),
        ("context", ctypes.c_void_p),
        ("fail", _FAIL),
        ("access", _ACCESS),
    ]


class Memory:
    """Bytes at an aligned address between guards."""

    def __init__(self, size, offset=0):
        room = size + 2 * GUARD + offset
        length = room + ALIGNMENT
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_NORESERVE
        mapped = mmap.mmap(-1, length + DISTANCE, flags)
        self.raw = np.frombuffer(mapped, np.uint8, length)
        self.raw[:] = POISON
        self.begin = -(-self.raw.ctypes.data // ALIGNMENT) * ALIGNMENT
        self.address = self.begin + GUARD + offset
        self.size = room

    def bytes(self, address, size):
        first = address - self.raw.ctypes.data
        return self.raw[first : first + size]

    def is_intact(self, used):
        """Whether the guards around `used` bytes are as they were."""
        all_ = self.bytes(self.begin, self.size)
        front = self.address - self.begin
        return (all_[:front] == POISON).all() and (
            all_[front + used :] == POISON
        ).all()


class Function:
    """A kernel, what it needs, and the scratch memory of each thread."""

    def __init__(self, call, metadata):
        self.call, self.metadata = call, metadata
        size = metadata.get("scratchBytes", 0)
        self.scratch = [Memory(size) for _ in range(THREADS)]


class Host:
    """The interface of device.Device."""

    def __init__(self):
        self.arrays, self.libraries = {}, {}
        self.accesses = None  # a list takes (address, bytes) of each checked access

    def name(self):
        return f"CPU ({platform.machine()})"

    def capability(self):
        return None

    def open(self, path, metadata):
        if path not in self.libraries:
            try:
                self.libraries[path] = ctypes.CDLL(path)
            except OSError as error:
                raise DeviceError(f"{path}: {error}") from None
        call = getattr(self.libraries[path], metadata.get("symbol", metadata["name"]))
        call.restype = ctypes.c_int32
        return Function(call, metadata), None

    def unload(self, module):
        pass  # libraries have many kernels, and stay

    def free_all(self):
        self.arrays = {}

    def array(self, values, offset_bytes=0):
        values = np.ascontiguousarray(values)
        memory = Memory(values.nbytes, offset_bytes)
        memory.bytes(memory.address, values.nbytes)[:] = np.atleast_1d(
            values
        ).view(np.uint8).ravel()
        memory.used = values.nbytes
        self.arrays[memory.begin] = memory
        return DeviceArray(
            self, memory.address, memory.begin, memory.size, values
        )

    def read(self, address, size):
        return self.arrays[address].bytes(address, size).copy()

    def start(self, function, grid, arguments):
        """Runs all programs, in chunks, on several threads."""
        run = _Run(function, grid, arguments, list(self.arrays.values()))
        run.accesses = self.accesses
        count = min(THREADS, -(-run.count // CHUNK))
        threads = [
            threading.Thread(target=run.work, args=(function.scratch[i],))
            for i in range(1, count)
        ]
        for thread in threads:
            thread.start()
        run.work(function.scratch[0])
        for thread in threads:
            thread.join()
        run.check()

    def is_alive(self):
        return True


class _Run:
    """One launch: what its threads share."""

    def __init__(self, function, grid, arguments, arrays):
        self.function, self.grid = function, grid
        self.count = grid[0] * grid[1] * grid[2]
        self.next, self.lock = 0, threading.Lock()
        self.failures, self.codes = [], []
        self.kept = arguments  # the pointers below do not keep them
        self.arguments = (ctypes.c_void_p * max(len(arguments), 1))(
            *[ctypes.addressof(a) for a in arguments]
        )
        self.fail = _FAIL(lambda *where: self.failures.append(where))
        self.access = _ACCESS(self.check_access)
        self.bounds = [(a.address, a.address + a.used) for a in arrays]
        # The facts that each access needs: bytes, elements, whether it stores.
        self.sites = [
            (site.get("bytes", 0), max(int(np.prod(site.get("shape", ()))), 1),
             site["kind"] == "store")
            for site in function.metadata.get("sites", ())
        ]  # fmt: skip
        self.accesses, self.bad = None, []

    def check_access(self, context, site, program, element, address, value):
        """Whether a kernel may access what it is about to."""
        if site == BARRIER:
            return 1
        size, elements, stores = self.sites[site]
        inside = any(
            begin <= address and address + size <= end for begin, end in self.bounds
        )
        good = inside and element < elements and program < self.count
        if good and size in (1, 2, 4, 8) and stores == bool(value):
            if self.accesses is not None:
                self.accesses.append((address, size))
            return 1
        found = self.function.metadata["sites"][site]
        self.bad.append(f"{found}, program {program}, element {element}")
        return 0

    def take(self):
        with self.lock:
            begin = self.next
            self.next = min(begin + CHUNK, self.count)
            return begin, self.next

    def work(self, scratch):
        while True:
            begin, end = self.take()
            if begin == end:
                return
            launch = Launch(
                begin=begin, end=end, grid=self.grid, scratch=scratch.address,
                fail=self.fail, access=self.access,
            )  # fmt: skip
            code = self.function.call(ctypes.byref(launch), self.arguments)
            if code != 0:
                self.codes.append(code)
                return

    def check(self):
        """Raises what went wrong."""
        size = self.function.metadata.get("scratchBytes", 0)
        if not all(m.is_intact(size) for m in self.function.scratch):
            raise DeviceError("memory beside the scratch memory was written")
        if self.bad:
            raise DeviceError(f"a bad access: {self.bad[0]}")
        if bool(self.codes) != bool(self.failures):
            raise DeviceError(
                f"the kernel returns {self.codes}, and {len(self.failures)}"
                " assertions failed"
            )
        if self.failures:
            _, site, program, element = self.failures[0]
            found = self.function.metadata["sites"][site]
            raise DeviceError(
                f"assertion: {found['message']} (program {program}, element"
                f" {element})"
            )
