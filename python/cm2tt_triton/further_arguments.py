# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lets Triton's launcher pass what kernels of cm2tt take after their own arguments:

* tensor maps, which it encodes by the recipes in a kernel's metadata
  (--launcher=recipes) and keeps;
* the extents of the grid of a persistent kernel (--launcher=grid), of which it launches as
  many blocks as the GPU runs at the same time.

It checks what is promised of numbers (--launcher=values), too: that they are above 0,
or multiples of 16 bytes.

The launcher gets them as arguments of the kernel, after all others, and before the
pointers to scratch memory that it passes itself."""

import ctypes
import functools
import math
import types

import cm2tt

from cm2tt_triton.parameters import split_parameters

# Fields of the metadata.
AXES = "cm2tt_persistent_axes"
RECIPES = "cm2tt_recipes"
POSITIVE = "cm2tt_positive"  # the parameters whose values are in POSITIVE_RANGE
POSITIVE_RANGE = 2.0**-64, 2.0**64
# The text, and the options of other code: "unpromised" and "plain".
OTHERS = "cm2tt_others"
MOST_PROGRAMS = 2**31 - 1  # the kernel counts in 32 bits
NAMES = ("grid_x", "grid_y", "grid_z")
MOST_ELEMENTS = 2**31 - 1  # in one dimension of a tensor
# The rules of cuTensorMapEncodeTiled (CUDA Driver API): strides are multiples of UNIT bytes.
UNIT, STRIDE_LIMIT = 16, 2**40
KEPT = 64  # maps of a tensor of a kernel


def describe(facts, others):
    """The metadata of a kernel that FurtherLauncher needs, of what cm2tt says of it.
    `others` has the text and the options of its other code."""
    parameters, axes = facts["parameters"], facts.get("persistentAxes", 0)
    recipes, _ = split_parameters(parameters)
    positive = [index for index, one in enumerate(parameters) if one.get("positive")]
    return {
        AXES: axes, RECIPES: recipes, POSITIVE: positive,
        OTHERS: others if axes or recipes or positive else {},
    }  # fmt: skip


class UnsuitedLaunch(ValueError):
    """A launch that a kernel with further arguments cannot have; its other code can."""

    other = "plain"  # the code: with no further arguments


class BrokenPromise(UnsuitedLaunch):
    """A launch with a number that is not as promised."""

    other = "unpromised"  # the code: for any numbers


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
        raise UnsuitedLaunch(
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


def paths_of(types, prefix=()):
    """The location of each argument of the kernel among those of a launch: an index for
    each tuple that it is in. Constants are not arguments of the kernel."""
    found = []
    for index, each in enumerate(types):
        path = (*prefix, index)
        if isinstance(each, tuple):
            found += paths_of(each, path)
        elif each != "constexpr":
            found.append(path)
    return found


def value_of(arguments, path):
    """The argument of a launch at a path."""
    for index in path:
        arguments = arguments[index]
    return arguments


class DescribedTensor:
    """A tensor whose address, extents and strides are arguments of a launch."""

    def __init__(self, recipe, paths):
        self.map = recipe["map"]
        self.base = paths[recipe["base"]]
        self.extents, self.strides = (
            [(factor, [paths[index] for index in indices])
             for factor, *indices in recipe[name]]
            for name in ("extents", "strides")
        )  # fmt: skip
        # Whether the kernel stores rows whose extent is an argument.
        self.has_rows = recipe["stored"] and bool(self.extents[-1][1])
        self.kept = {}

    def products(self, arguments, products):
        return [
            math.prod((value_of(arguments, path) for path in paths), start=factor)
            for factor, paths in products
        ]

    def check(self, extents, strides):
        """Refuses what no tensor map can describe."""
        if any(extent > MOST_ELEMENTS for extent in extents):
            raise UnsuitedLaunch(f"a tensor has an extent of {max(extents)} elements")
        size = self.map["elem_size"]
        for stride in strides[:-1]:
            if not 0 < stride * size < STRIDE_LIMIT:
                raise UnsuitedLaunch(f"a stride is {stride} elements: a positive number of"
                                     " bytes expected, of less than 2^40")  # fmt: skip
        rows = extents[-1:] if self.has_rows and extents[-1] > 0 else []
        for number in (*strides[:-1], *rows):
            if number * size % UNIT:
                raise BrokenPromise(f"{number} elements are no multiple of {UNIT} bytes")

    def map_of(self, arguments):
        """The tensor map for the arguments of a launch."""
        base = value_of(arguments, self.base)
        address = base if isinstance(base, int) else base.data_ptr()
        extents = self.products(arguments, self.extents)
        strides = self.products(arguments, self.strides)
        key = (address, *extents, *strides)
        found = self.kept.get(key)
        if found is None:
            self.check(extents, strides)
            found = encode(address, [max(extent, 1) for extent in extents], strides, self.map)
            if len(self.kept) == KEPT:
                del self.kept[next(iter(self.kept))]
            self.kept[key] = found
        return found


def encode(address, extents, strides, layout):
    """A tensor map, by Triton's own encoder; reads out of bounds give zeros."""
    from triton.backends.nvidia import driver
    from triton.runtime import driver as drivers

    return drivers.active.utils.fill_tma_descriptor(
        address, layout["swizzle"], layout["elem_size"],
        driver.TMA_DTYPE_DEVICE_TO_HOST[layout["elem_type"]], layout["block_size"],
        extents, strides, 0,
    )  # fmt: skip


def with_arguments(source, maps, axes):
    """The source of a kernel, with a number of tensor maps and the extents of the axes
    among its arguments."""
    further = {f"map_{index}": "nvTmaDesc" for index in range(maps)}
    further.update(dict.fromkeys(NAMES[:axes], "i32"))
    parts = {"signature": {**source.signature, **further},
             "fn": getattr(source, "fn", None)}  # fmt: skip
    if hasattr(source, "constants"):
        parts["constants"] = source.constants
    return types.SimpleNamespace(**parts)


def load(symbol, image, shared_bytes):
    """Loads PTX onto the current GPU; returns the function."""
    from triton.runtime import driver

    device = driver.active.get_current_device()
    return driver.active.utils.load_binary(symbol, image, shared_bytes, device)[1]


class OtherKernel:
    """The kernel for launches that its code does not suit, such as one with a stride of
    0. It is compiled when the first such launch comes."""

    def __init__(self, create, source, metadata, other):
        self.create, self.source, self.metadata = create, source, metadata
        self.other = other

    @functools.cached_property
    def compiled(self):
        """Its code, what launches of it pass, and its launcher."""
        given = getattr(self.metadata, OTHERS)
        code = cm2tt.compile(given["text"], given[self.other], name="<kernel>")
        facts = code.metadata
        as_dict = getattr(self.metadata, "_asdict", lambda: vars(self.metadata))
        fewer = {name: given[name] for name in ("text", "plain")}
        metadata = types.SimpleNamespace(**{
            **as_dict(), **describe(facts, fewer),
            "num_warps": facts["numWarps"], "shared": facts["sharedBytes"],
            "launch_pdl": facts.get("waitsForKernels", False),
            "global_scratch_size": facts.get("scratchBytes", 0),
        })  # fmt: skip
        packed = facts["numWarps"], 1, facts["sharedBytes"]
        function = load(facts.get("symbol", facts["name"]), code.image, packed[2])
        return function, packed, self.create(self.source, metadata)

    def launch(self, grid, stream, *rest):
        function, packed, launcher = self.compiled
        launcher(*grid, stream, function, packed, *rest)


def install(launcher):
    """Lets the class of Triton's launchers, which is not changed for other kernels,
    create those that pass further arguments. Does nothing if it is installed."""
    if hasattr(launcher, "of_further_arguments"):
        return
    create = launcher.__init__

    class FurtherLauncher(launcher):
        """The launcher of a kernel with further arguments."""

        def grid_of(self, grid, function, packed):
            """The grid to launch."""
            if not self.axes:
                return grid
            if function not in self.resident:
                warps, _, shared_bytes = packed
                self.resident[function] = resident_blocks(
                    function, 32 * warps, shared_bytes, count_processors()
                )
            return blocks_of(grid, self.axes, self.resident[function])

        def check(self, arguments):
            """Refuses values that the kernel is promised not to get."""
            least, most = POSITIVE_RANGE
            for path in self.positive:
                if not least <= value_of(arguments, path) <= most:
                    raise BrokenPromise(f"argument {path[0]} is not above 0")

        # `hooks`: the metadata of the launch, and what is called before and after it.
        def __call__(self, x, y, z, stream, function, packed, *rest):
            hooks, arguments = rest[:3], rest[3:]
            try:
                self.check(arguments)
                maps = [tensor.map_of(arguments) for tensor in self.tensors]
                grid = self.grid_of((x, y, z), function, packed)
            except UnsuitedLaunch as unsuited:
                # Code without promises may have been compiled for others.
                other = self.others.get(unsuited.other, self.others["plain"])
                other.launch((x, y, z), stream, *rest)
                return
            extents = (x, y, z)[: self.axes]
            super().__call__(
                *grid, stream, function, packed, *hooks, *arguments, *maps, *extents
            )

    def __init__(self, src, metadata):
        axes, recipes = getattr(metadata, AXES, 0), getattr(metadata, RECIPES, ())
        positive = getattr(metadata, POSITIVE, ())
        if axes or recipes or positive:
            self.__class__ = FurtherLauncher
            self.axes, self.resident = axes, {}
            paths = paths_of(src.signature.values())
            self.positive = [paths[index] for index in positive]
            self.tensors = [DescribedTensor(recipe, paths) for recipe in recipes]
            self.others = {
                name: OtherKernel(launcher, src, metadata, name)
                for name in getattr(metadata, OTHERS) if name != "text"
            }  # fmt: skip
            src = with_arguments(src, len(recipes), axes)
        create(self, src, metadata)

    launcher.__init__ = __init__
    launcher.of_further_arguments = FurtherLauncher
