# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lets Triton's launcher launch persistent kernels of cm2tt: as many blocks as the GPU
runs at the same time, with the extents of the grid as further arguments.

The launcher gets these extents as arguments of type i32 of the kernel, after all
others, and before the pointers to scratch memory that it passes itself."""

import ctypes
import types

FIELD = "cm2tt_persistent_axes"  # of the metadata
MOST_PROGRAMS = 2**31 - 1  # the kernel counts in 32 bits
NAMES = ("grid_x", "grid_y", "grid_z")


def blocks_of(grid, axes, resident):
    """The grid to launch, for a kernel whose loop goes over the first axes of a grid,
    on a GPU that runs a number of blocks, `resident`, at the same time."""
    programs, others = 1, 1
    for axis, extent in enumerate(grid):
        if axis < axes:
            programs *= extent
        else:
            others *= extent
    if programs * others == 0:
        return grid
    blocks = min(programs, max(-(-resident // others), 1))
    if programs > MOST_PROGRAMS - blocks:
        raise ValueError(
            f"a grid of {programs} programs is too large for a persistent kernel"
        )
    return (blocks, *[1] * (axes - 1), *grid[axes:])


def resident_blocks(function, threads, shared_bytes, processors):
    """The number of blocks of a kernel that the GPU runs at the same time."""
    count = ctypes.c_int()
    library = ctypes.CDLL("libcuda.so.1")
    result = library.cuOccupancyMaxActiveBlocksPerMultiprocessor(
        ctypes.byref(count), ctypes.c_void_p(function), threads,
        ctypes.c_size_t(shared_bytes),
    )  # fmt: skip
    if result != 0:
        raise RuntimeError(
            f"cuOccupancyMaxActiveBlocksPerMultiprocessor failed: error {result}"
        )
    return max(count.value, 1) * processors


def count_processors():
    """The multiprocessors of the current GPU."""
    from triton.runtime import driver

    device = driver.active.get_current_device()
    return driver.active.utils.get_device_properties(device)["multiprocessor_count"]


def with_extents(source, axes):
    """The source of a kernel, with the extents of the axes among its arguments."""
    signature = {**source.signature, **dict.fromkeys(NAMES[:axes], "i32")}
    parts = {"signature": signature, "fn": getattr(source, "fn", None)}
    if hasattr(source, "constants"):
        parts["constants"] = source.constants
    return types.SimpleNamespace(**parts)


def install(launcher):
    """Lets the class of Triton's launchers, which is not changed for other kernels,
    create those of persistent kernels. Does nothing if it is installed."""
    if hasattr(launcher, "of_persistent_kernels"):
        return
    create = launcher.__init__

    class PersistentLauncher(launcher):
        """The launcher of a persistent kernel."""

        def __call__(self, x, y, z, stream, function, packed, *rest):
            if function not in self.resident:
                warps, _, shared_bytes = packed
                self.resident[function] = resident_blocks(
                    function, 32 * warps, shared_bytes, count_processors()
                )
            grid = blocks_of((x, y, z), self.axes, self.resident[function])
            extents = (x, y, z)[: self.axes]
            super().__call__(*grid, stream, function, packed, *rest, *extents)

    def __init__(self, src, metadata):
        axes = getattr(metadata, FIELD, 0)
        if axes:
            self.__class__ = PersistentLauncher
            self.axes, self.resident = axes, {}
            src = with_extents(src, axes)
        create(self, src, metadata)

    launcher.__init__ = __init__
    launcher.of_persistent_kernels = PersistentLauncher
