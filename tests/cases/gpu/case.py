# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a test on a device is: a kernel, arguments, what must come out."""

import collections
import ctypes
import dataclasses
import typing
import zlib

import numpy as np

import device
import formats

@dataclasses.dataclass
class Array:
    """An array argument, of several parameters if `make` gives it for each. With `expected` (stored values, or float64 for a float
    type) it is compared after the run, within the bound."""

    element: str
    values: np.ndarray  # as stored
    expected: np.ndarray = None
    bound: "Bound" = None
    offset: int = 0  # elements after an aligned address


@dataclasses.dataclass
class Scalar:
    element: str
    value: object

    def packed(self):
        stored = formats.encode(np.array(self.value), self.element)
        raw = np.asarray(stored).tobytes()
        return (ctypes.c_ubyte * len(raw)).from_buffer_copy(raw)


@dataclasses.dataclass
class Same:
    """A pointer to the array of an earlier or later argument."""

    index: int


@dataclasses.dataclass
class Descriptor:
    """A tensor descriptor as an argument: a tensor map where the kernel's metadata
    says so, else several parameters. Strides are in elements, the last one is 1."""

    array: Array
    element: str  # with the sign: `ui32`
    extents: tuple
    strides: tuple
    fills_nan: bool = False

    def parts(self):
        """The parameters without a tensor map."""
        numbers = [Scalar("i64", n) for n in (*self.extents, *self.strides)]
        return [self.array, *numbers, Scalar("i1", int(self.fills_nan))]

    def tensor_map(self, address, layout):
        """The tensor map for a `tensorMap` of the metadata."""
        size = formats.width(self.array.element) // 8
        return device.TensorMap(
            address, map_element(self.element), list(reversed(self.extents)),
            [size * s for s in reversed(self.strides)], list(reversed(layout["box"])),
            layout["swizzleBytes"], self.fills_nan,
        )  # fmt: skip


def map_element(element):
    """The element type of a tensor map: floats of 8 bits are bytes, and small
    integers have no sign."""
    bits = formats.width(element.replace("u", "").replace("s", ""))
    if bits == 8 or element == "i16":
        return f"u{bits}"
    if formats.is_float(element):
        return element
    return f"{'u' if element.startswith('u') else 's'}{bits}"


def described_map(parameter, parameters, arguments, addresses):
    """The tensor map of a parameter with a recipe, from the values of others. A recipe
    has the numbers of parameters; arguments that are constants have none."""
    recipe, layout = parameter["recipe"], parameter["tensorMap"]
    base = parameters[recipe["base"]]["index"]

    def value(product):
        factor, *numbers = product
        values = [arguments[parameters[i]["index"]].value for i in numbers]
        return factor * int(np.prod(values, dtype=object))

    array = arguments[base]
    size = formats.width(array.element) // 8
    return device.TensorMap(
        addresses[base], map_element(array.element),
        [max(value(extent), 1) for extent in reversed(recipe["extents"])],
        [size * value(stride) for stride in reversed(recipe["strides"])],
        list(reversed(layout["box"])), layout["swizzleBytes"],
    )  # fmt: skip


# The numbers that may be promised to be above 0 (KernelParameter::isPositive).
POSITIVE_RANGE = 2.0**-64, 2.0**64


def unsuited(metadata, arguments):
    """The abilities of a launcher, words of --launcher, that code must not count on for
    these arguments."""
    found = set()
    for parameter in metadata["parameters"]:
        if parameter.get("positive"):
            value = float(arguments[parameter["index"]].value)
            if not POSITIVE_RANGE[0] <= value <= POSITIVE_RANGE[1]:
                found.add("values")
        if "recipe" not in parameter:
            continue
        described = described_map(
            parameter, metadata["parameters"], arguments, collections.defaultdict(int)
        )
        # In bytes, that of the contiguous dimension first.
        width, *strides = described.strides
        row = [width * described.shape[0]] if parameter.get("written") else []
        if not parameter["recipe"]["extents"][-1][1:]:
            row = []
        if any(number % 16 for number in strides + row):
            found.add("values")
        if any(stride <= 0 for stride in strides):
            found.add("recipes")
    return found


def flatten(arguments, parameters):
    """The arguments, in the order of a kernel's parameters as its metadata has them."""
    flat = []
    for argument in arguments:
        index = len(flat)
        is_map = index < len(parameters) and parameters[index]["type"] == "tensormap"
        is_whole = is_map or not isinstance(argument, Descriptor)
        flat += [argument] if is_whole else argument.parts()
    return flat


@dataclasses.dataclass(frozen=True)
class Bound:
    """How far a result may be off: |error| <= absolute + relative * |expected|,
    beside half a unit of the type's last place. Exact: not at all; NaN matches
    NaN of any bits, and 0 matches -0 if zeros is false."""

    relative: float = 0.0
    absolute: float = 0.0
    exact: bool = False
    signed_zeros: bool = True


EXACT = Bound(exact=True)
EXACT_VALUE = Bound(exact=True, signed_zeros=False)


@dataclasses.dataclass
class Case:
    """One kernel and one run. `make(rng)` gives the arguments, in order."""

    name: str
    kernel: typing.Callable  # takes its name, gives a Kernel or its text
    make: typing.Callable
    warps: int = 4
    stages: int = 3
    grid: tuple = (1, 1, 1)
    options: tuple = ()  # more for cm2tt
    options_90: tuple = ()  # more for GPUs from sm_90 on
    sanitize: bool = False  # stands in the subset for compute-sanitizer
    prints: object = None  # what standard output must have
    dies: str = None  # a regex of what the device must say: for assertions
    architectures: int = 80  # the oldest that can
    source: str = None  # a model's path, instead of a kernel
    suffix: str = "ttir"  # of the kernel's text: what language it is in
    is_for_cpu: bool = True  # whether CPUs run it, too
    blocks: int = 3  # the most blocks of a persistent kernel
    # The faults of a guarded kernel, as guards.Table.problems takes them.
    faults: dict = dataclasses.field(default_factory=dict)
    # Regexes of the errors by which targets refuse the kernel, by "cpu" and "gpu".
    refused: dict = dataclasses.field(default_factory=dict)

    @property
    def seed(self):
        return zlib.crc32(self.name.encode())

    def refusal(self, target):
        """The regex of the error that this target must give, or None."""
        return self.refused.get("cpu" if target.split(":")[0] == "cpu" else "gpu")

    def text(self):
        """The kernel's text; it has the case's name."""
        kernel = self.kernel(symbol(self.name))
        return kernel if isinstance(kernel, str) else kernel.text()


def symbol(name):
    """A kernel's name from a case's."""
    return "k_" + "".join(c if c.isalnum() else "_" for c in name)


def out(element, expected, bound=EXACT):
    """An output. Before the run its memory has a number that is large and finite in
    every format, which no bound takes for a result."""
    shape = np.shape(expected)
    kind = formats.storage(element)
    poison = np.full(int(np.prod(shape)) * kind.itemsize, 0x7A, np.uint8)
    return Array(element, poison.view(kind).reshape(shape), expected, bound)


def compare(array, actual):
    """None, or what is wrong."""
    element, bound, expected = array.element, array.bound, array.expected
    if formats.is_float(element):
        return _compare_floats(array, actual)
    wrong = actual != expected.astype(actual.dtype)
    return _describe(wrong, actual, expected, "") if wrong.any() else None


def _compare_floats(array, actual):
    kind = formats.FLOATS[array.element]
    got = formats.decode(actual, array.element)
    want = np.asarray(array.expected, np.float64)
    rounded = formats.round_to(want, array.element)
    if array.bound.exact:
        wrong = (got != rounded) & ~(np.isnan(got) & np.isnan(rounded))
        if array.bound.signed_zeros:
            signs = np.signbit(got) != np.signbit(rounded)
            wrong |= signs & (got == 0) & (rounded == 0)
        return _describe(wrong, got, rounded, "") if wrong.any() else None
    with np.errstate(all="ignore"):
        size = np.abs(want)
        tiny = 2.0 ** (1 - kind.bias - kind.fraction)
        limit = (
            array.bound.absolute
            + array.bound.relative * size
            + 0.5 * kind.epsilon * size
            + tiny
        )
        error = np.abs(got - want)
        same = (got == want) | (got == rounded)
        same |= np.isnan(got) & np.isnan(want)
        wrong = ~(error <= limit) & ~same
    if not wrong.any():
        return None
    ratio = np.nanmax(np.where(wrong, error / limit, 0))
    return _describe(wrong, got, want, f", {ratio:.3g} times the bound")


def _describe(wrong, got, want, more):
    places = np.argwhere(np.atleast_1d(wrong))
    first = tuple(int(i) for i in places[0])
    got, want = np.atleast_1d(got), np.atleast_1d(want)
    shown = "; ".join(
        f"{[int(i) for i in p]}: {got[tuple(p)]}, expected"
        f" {np.broadcast_to(want, got.shape)[tuple(p)]}"
        for p in places[:3]
    )
    return f"{len(places)} of {got.size} wrong{more}: {shown}"
