# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs PTX on the CPU, with NumPy: launches of kernels, checked.

    emulator = Emulator()
    opened, _ = emulator.open("kernel.ptx", metadata)
    array = emulator.array(values)
    emulator.start(opened, (1, 1, 1), [ctypes.c_uint64(array.address)])
    array.fetch()

It has the interface of device.Device of tests/cases/gpu. It supports the PTX that cm2tt
emits; any other PTX is an error. It reports faults that a GPU may not detect:

- accesses outside of arrays, and misaligned ones (memory.py);
- reads of registers that nothing wrote, threads that wait forever (machine.py);
- two warps at the same byte of shared memory without a barrier between them, one of
  which writes; two atomic operations are no fault (memory.py); the same of global
  memory, unless `Emulator.finds_races` is False (races.py);
- copies for which no warp, or only their own, has waited (movement.py);
- products of warp groups that read memory without a fence or barrier, accesses to
  accumulators and operands before the wait, invalid descriptors (warp_groups.py);
- accesses to the memory of bulk copies before a wait for them, wrong uses of their
  barriers (bulk_copies.py);
- copies to what other warps read, unless these have arrived at a barrier that the
  copying thread has waited for since; waits for registers that no warp group gives
  back (warp_groups.py).

It does not find races within a warp, whose lanes run in step, nor between blocks.
Approximate functions are exact, and sums of products are computed in f64. Generic
addresses of shared memory, recursive functions, and clusters are not supported.
"""

import ctypes
import os
import sys

import numpy as np

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import folders  # noqa: E402

folders.use("cases/gpu", "oracles/elements")

import device  # noqa: E402
from . import machine  # noqa: E402
from . import memory  # noqa: E402
from . import operations  # noqa: E402
from . import program  # noqa: E402
from . import races  # noqa: E402

# The table of instructions is filled by these.
from . import arithmetic  # noqa: E402, F401
from . import atomics  # noqa: E402, F401
from . import bulk_copies  # noqa: E402
from . import calls  # noqa: E402, F401
from . import carries  # noqa: E402, F401
from . import conversion  # noqa: E402, F401
from . import matrices  # noqa: E402, F401
from . import movement  # noqa: E402, F401
from . import tensor_maps  # noqa: E402, F401
from . import warp_groups  # noqa: E402
from . import warps  # noqa: E402, F401

LANES = 4096  # threads that run at once, or one block
BYTES = 1 << 28  # of their registers
# Addresses of parameters; each begins at a multiple of the stride.
PARAMETER_BASE, PARAMETER_STRIDE = 0x7E00_0000_0000, 4096


class Launch:
    """One launch: the state that its blocks share."""

    def __init__(self, emulator, opened, grid, arguments):
        self.kernel, self.code, self.places, metadata = opened
        self.memory, self.grid = emulator.memory, grid
        self.threads = 32 * metadata["numWarps"]
        self.starts_early = metadata.get("waitsForKernels", False)
        if self.kernel.threads not in (None, self.threads):
            raise program.PtxError(
                f".reqntid is {self.kernel.threads}, not {self.threads}"
            )
        self.rng = np.random.default_rng(0)
        self.steps, self.output = 0, []
        # Blocks that created the tensor map at an address and have not fenced it.
        self.unfenced_maps = {}
        self.races = races.Races(emulator.used) if emulator.finds_races else None
        self.values = self.pack(arguments)
        shared = [v for v in self.kernel.variables if v and v.space == "shared"]
        self.offsets, used = {}, 0
        for variable in shared:
            used = -(-used // variable.alignment) * variable.alignment
            self.offsets[variable.name] = used
            used += variable.size
        self.shared_start = -(-used // 1024) * 1024
        self.shared_bytes = self.shared_start + metadata["sharedBytes"]
        self.local_bytes = 0
        for variable in self.kernel.variables:
            if variable and variable.space == "local":
                self.offsets[variable.name] = self.local_bytes
                self.local_bytes += -(-variable.size // 16) * 16

    def pack(self, arguments):
        """Bytes of each parameter by name."""
        if len(arguments) != len(self.kernel.parameters):
            raise program.PtxError(
                f"{len(arguments)} arguments for {len(self.kernel.parameters)}"
                " parameters"
            )
        return {
            p.name: bytes(a)[: p.size].ljust(p.size, b"\0")
            for p, a in zip(self.kernel.parameters, arguments)
        }

    def generic_bytes(self, address, size):
        """Bytes at an address of global memory, or of a parameter."""
        if PARAMETER_BASE <= address < memory.GLOBAL_BASE:
            return self.parameter_bytes(int(address), size)
        first = int(self.memory.offsets(np.array([address], np.uint64), 1)[0])
        self.memory.offsets(np.array([address + np.uint64(size - 1)], np.uint64), 1)
        return self.memory.raw[first : first + size].tobytes()

    def parameter_bytes(self, address, size):
        """Bytes of the parameter in which an address is."""
        index, offset = divmod(address - PARAMETER_BASE, PARAMETER_STRIDE)
        parameters = self.kernel.parameters
        if not 0 <= index < len(parameters) or offset + size > parameters[index].size:
            raise program.PtxError(f"no parameter is at {address:#x}")
        return self.values[parameters[index].name][offset : offset + size]

    def parameter(self, blocks, lanes, name, offset, kind):
        """Bits of a parameter of the kernel, or of a call."""
        if (name, offset) in blocks.parameters:
            return blocks.parameters[name, offset][lanes.index]
        if name not in self.values:
            raise program.PtxError(f"parameter {name} is not set")
        raw = self.values[name][offset : offset + kind.bits // 8]
        return np.full(len(lanes), np.frombuffer(raw, kind.raw)[0])

    def parameter_at(self, lanes, addresses, kind):
        """Bits of the kernel's parameters at these addresses."""
        result = np.zeros(len(lanes), kind.raw)
        for address in np.unique(addresses):
            raw = self.parameter_bytes(int(address), kind.bits // 8)
            result[addresses == address] = np.frombuffer(raw, kind.raw)[0]
        return result

    def address_of(self, name, one):
        """The address of a variable, in its space."""
        if name in self.values:
            names = [parameter.name for parameter in self.kernel.parameters]
            return PARAMETER_BASE + PARAMETER_STRIDE * names.index(name)
        if name in self.places:
            space, address = self.places[name]
            return (
                address if space == "global" else memory.SHARED_BASE + self.shared_start
            )
        for variable in self.kernel.variables:
            if variable and variable.name == name:
                base = memory.SHARED_BASE if variable.space == "shared" else 0
                return base + self.offsets[name]
        raise one.fail(f"unknown name {name}")

    def describe(self, place):
        one = self.kernel.instructions[place]
        return f"line {one.line} ({one.text.split(' ')[0]})"

    def run(self):
        """Runs all blocks, several at once."""
        count = int(np.prod(self.grid))
        bytes_ = sum(max(bits, 8) // 8 for bits in self.kernel.registers)
        lanes = min(LANES, BYTES // max(bytes_, 1))
        at_once = max(lanes // self.threads, 1)
        with np.errstate(all="ignore"):
            for first in range(0, count, at_once):
                blocks = machine.Blocks(self, first, min(at_once, count - first))
                blocks.run(self.code)
                warp_groups.check_registers(blocks)


class Emulator:
    """A device for tests."""

    finds_races = True  # in global memory

    def __init__(self):
        self.memory = memory.GlobalMemory()
        self.used = 0

    def name(self):
        return "PTX in NumPy"

    def capability(self):
        return None

    def open(self, path, metadata):
        """The kernel of a file."""
        with open(path) as file:
            module = program.read_module(file.read())
        kernel = module.kernels[metadata["name"]]
        code = operations.build(kernel)
        self.memory.clear()
        self.used = 0
        return (kernel, code, self.place(module), metadata), None

    def place(self, module):
        """Addresses of a module's variables, which precede all arrays."""
        places = {}
        for variable in module.variables:
            places[variable.name] = (variable.space, 0)
            if variable.space != "shared":
                data = variable.data or bytes(variable.size)
                made = self.array(np.frombuffer(data, np.uint8))
                places[variable.name] = ("global", made.address)
        return places

    def unload(self, module):
        pass

    def free_all(self):
        """Frees all arrays but the module's variables, which open() creates."""

    def array(self, values, offset_bytes=0):
        """A copy of a NumPy array, between guards."""
        values = np.ascontiguousarray(values)
        guard = device.GUARD
        size = values.nbytes + 2 * guard + offset_bytes
        begin, self.used = self.used, self.used + (size + 255) // 256 * 256
        if self.used > memory.ARENA:
            raise device.DeviceError("the arrays of a case are too large")
        raw = self.memory.raw[begin : begin + size]
        raw[:] = device.POISON
        at = guard + offset_bytes
        raw[at : at + values.nbytes] = np.atleast_1d(values).view(np.uint8).ravel()
        address = memory.GLOBAL_BASE + begin + at
        self.memory.add(address, values.nbytes)
        return device.DeviceArray(
            self, address, memory.GLOBAL_BASE + begin, size, values
        )

    def encode(self, tensor):
        """A device.TensorMap as an argument of a kernel."""
        packed = bulk_copies.TensorMap(**vars(tensor)).pack()
        made = (ctypes.c_char * device.MAP_BYTES)()
        made[: len(packed)] = packed
        return made

    def read(self, address, size):
        begin = address - memory.GLOBAL_BASE
        return self.memory.raw[begin : begin + size].copy()

    def start(self, opened, grid, arguments):
        """Launches a kernel that open() returned; its output goes to standard output."""
        launch = Launch(self, opened, grid, arguments)
        try:
            launch.run()
        except program.PtxError as error:
            raise device.DeviceError(str(error)) from None
        finally:
            os.write(1, "".join(launch.output).encode())

    def is_alive(self):
        return True
