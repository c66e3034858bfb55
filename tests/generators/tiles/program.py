# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs in `tt` as graphs: values, operations with blocks, and the types that
operations give their results.

A program is what generate.py makes, shrink.py makes smaller, write.py prints and
evaluate.py computes.
"""

import dataclasses
import functools
import math
import re

import formats
import inline_asm
from kernel_text import pointee, type_text

EIGHT = ("f8E4M3FN", "f8E5M2")
FLOATS = ("f16", "bf16", "f32", "f64")
INTEGERS = ("i8", "i16", "i32", "i64")
MOST = 1 << 17  # elements of an array, and one more than the greatest offset


# Numbers of the attribute `padding`.
ZERO, NAN = 1, 2
# Element types of the formats of scaled numbers.
SCALED = {"e2m1": "i8", "e4m3": "f8E4M3FN", "e5m2": "f8E5M2", "bf16": "bf16",
          "fp16": "f16"}  # fmt: skip


class Invalid(Exception):
    """The program is not one: a type or a use is wrong."""


def descriptor_type(element, shape, sign=""):
    """The type of blocks; the sign of integers is `u`, `s` or nothing."""
    return f"!tt.tensordesc<{type_text(sign + element, shape)}>"


def block_pointer_type(element, shape):
    return f"!tt.ptr<{type_text(element, shape)}>"


@functools.lru_cache(maxsize=None)
def block_of(element):
    """Element type, without a sign, and shape of the blocks that a descriptor or a
    block pointer has; None of other types."""
    found = re.fullmatch(r"!tt\.\w+<tensor<([\dx]+)x[us]?(\w+)>>", element)
    if not found:
        return None
    return found[2], tuple(int(n) for n in found[1].split("x"))


class Value:
    """An SSA value. The generator keeps what it knows: |x| <= top, and x is a
    multiple of grain (0: nothing is known); a pointer's grain is its data's."""

    def __init__(self, element, shape=(), top=0.0, grain=0.0):
        self.element, self.shape = element, tuple(shape)
        self.top, self.grain = top, grain

    @property
    def type(self):
        return type_text(self.element, self.shape)

    @property
    def is_float(self):
        return formats.is_float(self.element)

    @property
    def is_pointer(self):
        return self.element.startswith("!")

    @property
    def is_descriptor(self):
        return self.element.startswith("!tt.tensordesc")

    @property
    def is_block_pointer(self):
        return self.element.startswith("!tt.ptr<tensor")

    @property
    def count(self):
        return math.prod(self.shape)

    def is_like(self, other):
        return self.element == other.element and self.shape == other.shape


class Block:
    """Operations, and the values that the terminator passes on."""

    def __init__(self, arguments=()):
        self.arguments, self.ops, self.yields = list(arguments), [], []


class Op:
    """An operation; `more` has its attributes, by name."""

    def __init__(self, name, inputs, blocks=(), **more):
        self.name, self.inputs, self.blocks = name, list(inputs), list(blocks)
        self.more, self.results = more, []


@dataclasses.dataclass(eq=False)
class Tensor:
    """The tensor of a descriptor that is a parameter."""

    extents: tuple
    strides: tuple
    shape: tuple  # of blocks
    padding: int = ZERO
    sign: str = ""

    def type(self, element):
        return descriptor_type(element, self.shape, self.sign)


@dataclasses.dataclass(eq=False)
class Argument:
    """A parameter: an array that is read ("in"), written ("out"), added to
    ("sum"), read and written ("both"), or a number ("scalar"). With `tensor`, an
    array's descriptor; with `of`, the array of another parameter."""

    name: str
    element: str  # of an array, of what it has
    role: str
    value: Value
    number: int = 0
    data: str = "small"  # of an "in": small, fine, index, rows, scale, groups, levels; of a "sum"
    is_divisible: bool = True
    tensor: Tensor = None
    of: object = None  # the argument that has the array


@dataclasses.dataclass(eq=False)
class Program:
    """A kernel, its launch, and the options that compile it."""

    seed: int
    arguments: list
    body: Block
    warps: int = 4
    stages: int = 3
    grid: int = 1
    maps: bool = False  # tensor maps, where the target has them
    family: str = "tiles"

    @property
    def name(self):
        return f"{self.family}_{self.seed}"


def walk(block):
    """All operations, those of inner blocks after their parent."""
    for op in block.ops:
        yield op
        for inner in op.blocks:
            yield from walk(inner)


def blocks_of(block):
    """The block and those in it."""
    yield block
    for op in block.ops:
        for inner in op.blocks:
            yield from blocks_of(inner)


def uses(program):
    """All (list, index) where a value is used."""
    for block in blocks_of(program.body):
        for op in block.ops:
            for i in range(len(op.inputs)):
                yield op.inputs, i
        for i in range(len(block.yields)):
            yield block.yields, i


# -- Types of results

SIDE_EFFECTS = (
    "tt.store", "tt.atomic_rmw", "tt.descriptor_store", "tt.descriptor_reduce",
    "tt.descriptor_scatter", "gpu.barrier",
)  # fmt: skip
INTEGER_BINARY = (
    "arith.addi", "arith.subi", "arith.muli", "arith.andi", "arith.ori",
    "arith.xori", "arith.maxsi", "arith.minsi", "arith.maxui", "arith.minui",
    "arith.divsi", "arith.remsi", "arith.divui", "arith.remui", "arith.shli",
    "arith.shrsi", "arith.shrui",
)  # fmt: skip
FLOAT_BINARY = (
    "arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.maximumf",
    "arith.minimumf", "arith.maxnumf", "arith.minnumf",
)  # fmt: skip
FLOAT_UNARY = ("arith.negf", "math.absf", "math.exp2", "math.exp", "math.sqrt")
SAME = {
    **dict.fromkeys(INTEGER_BINARY, 2), **dict.fromkeys(FLOAT_BINARY, 2),
    **dict.fromkeys(FLOAT_UNARY, 1), "math.absi": 1, "math.fma": 3,
    "tt.clampf": 3, "tt.mulhiui": 2,
}  # fmt: skip
CASTS = (
    "arith.extsi", "arith.extui", "arith.trunci", "arith.sitofp", "arith.fptosi",
    "arith.extf", "arith.truncf", "arith.bitcast", "tt.fp_to_fp",
)  # fmt: skip


def need(condition, text):
    if not condition:
        raise Invalid(text)


def one_type(values):
    for value in values:
        need(value.is_like(values[0]), "types differ")
    return values[0].element, values[0].shape


def results_of(op):
    """The (element, shape) of each result; Invalid where there is none."""
    name, ins, more = op.name, op.inputs, op.more
    if name in SAME:
        need(len(ins) == SAME[name], "operands")
        return [one_type(ins)]
    if name in CASTS:
        return [(more["element"], ins[0].shape)]
    return RESULTS[name](ins, more, op)


def _compare(ins, more, op):
    return [("i1", one_type(ins)[1])]


def _select(ins, more, op):
    element, shape = one_type(ins[1:])
    need(ins[0].element == "i1" and ins[0].shape in ((), shape), "condition")
    return [(element, shape)]


def _splat(ins, more, op):
    need(not ins[0].shape, "a scalar")
    return [(ins[0].element, more["shape"])]


def _expand(ins, more, op):
    shape = list(ins[0].shape)
    shape.insert(more["axis"], 1)
    return [(ins[0].element, tuple(shape))]


def _broadcast(ins, more, op):
    old, new = ins[0].shape, more["shape"]
    need(len(old) == len(new), "rank")
    need(all(a in (1, b) for a, b in zip(old, new)), "broadcast")
    return [(ins[0].element, new)]


def _reshape(ins, more, op):
    need(math.prod(more["shape"]) == ins[0].count, "reshape")
    return [(ins[0].element, more["shape"])]


def _trans(ins, more, op):
    need(len(more["order"]) == len(ins[0].shape), "order")
    return [(ins[0].element, tuple(ins[0].shape[i] for i in more["order"]))]


def _join(ins, more, op):
    element, shape = one_type(ins)
    return [(element, shape + (2,))]


def _split(ins, more, op):
    need(len(ins[0].shape) > 1 and ins[0].shape[-1] == 2, "split")
    return [(ins[0].element, ins[0].shape[:-1])] * 2


def _gather(ins, more, op):
    source, index, axis = ins[0].shape, ins[1].shape, more["axis"]
    need(len(source) == len(index) and axis < len(index), "gather")
    need(all(d == axis or n <= source[d] for d, n in enumerate(index)), "gather")
    need(ins[1].element == "i32", "gather")
    return [(ins[0].element, index)]


def _histogram(ins, more, op):
    need(len(ins[0].shape) == 1 and ins[0].element in INTEGERS, "histogram")
    for mask in ins[1:]:
        need((mask.element, mask.shape) == ("i1", ins[0].shape), "mask")
    return [("i32", (more["size"],))]


def _addptr(ins, more, op):
    need(ins[0].shape == ins[1].shape and ins[0].is_pointer, "addptr")
    return [(ins[0].element, ins[0].shape)]


def _load(ins, more, op):
    if ins[0].is_block_pointer:
        need(len(ins) == 1, "mask")
        return [block_of(ins[0].element)]
    need(ins[0].is_pointer, "pointer")
    kind = pointee(ins[0].element), ins[0].shape
    for mask in ins[1:2]:
        need((mask.element, mask.shape) == ("i1", ins[0].shape), "mask")
    for other in ins[2:3]:
        need((other.element, other.shape) == kind, "other")
    return [kind]


def _store(ins, more, op):
    if ins[0].is_block_pointer:
        need(len(ins) == 2, "mask")
        need((ins[1].element, ins[1].shape) == block_of(ins[0].element), "value")
        return []
    need(ins[0].is_pointer, "pointer")
    kind = pointee(ins[0].element), ins[0].shape
    need((ins[1].element, ins[1].shape) == kind, "value")
    for mask in ins[2:3]:
        need((mask.element, mask.shape) == ("i1", ins[0].shape), "mask")
    return []


def _numbers(values, *groups):
    """Groups of scalars: (element, how many)."""
    kinds = [element for element, count in groups for _ in range(count)]
    need([(v.element, v.shape) for v in values] == [(k, ()) for k in kinds], "numbers")


def _make_descriptor(ins, more, op):
    rank = len(more["shape"])
    _numbers(ins[1:], ("i32", rank), ("i64", rank))
    element = pointee(ins[0].element)
    need(more["shape"][-1] * formats.width(element) >= 128, "a short row")
    need(more["padding"] == ZERO or formats.is_float(element), "padding")
    return [(descriptor_type(element, more["shape"], more.get("sign", "")), ())]


def _make_block_pointer(ins, more, op):
    rank = len(more["shape"])
    _numbers(ins[1:], ("i64", rank), ("i64", rank), ("i32", rank))
    return [(block_pointer_type(pointee(ins[0].element), more["shape"]), ())]


def _advance(ins, more, op):
    need(ins[0].is_block_pointer, "block pointer")
    _numbers(ins[1:], ("i32", len(block_of(ins[0].element)[1])))
    return [(ins[0].element, ())]


def squeezed(shape):
    """A block's shape without the dimensions of one element."""
    return tuple(n for n in shape if n > 1) or (1,)


def _descriptor_load(ins, more, op):
    need(ins[0].is_descriptor, "descriptor")
    element, shape = block_of(ins[0].element)
    _numbers(ins[1:], ("i32", len(shape)))
    return [(element, squeezed(shape) if more["squeezes"] else shape)]


def _descriptor_store(ins, more, op):
    need(ins[0].is_descriptor, "descriptor")
    element, shape = block_of(ins[0].element)
    need(ins[1].element == element, "element")
    need(ins[1].shape in (shape, squeezed(shape)), "shape")
    _numbers(ins[2:], ("i32", len(shape)))
    return []


def _rows(ins):
    """Element type and shape of the rows that are read or written."""
    need(ins[0].is_descriptor, "descriptor")
    element, shape = block_of(ins[0].element)
    need(len(shape) == 2 and shape[0] == 1, "one row")
    need(shape[1] * min(formats.width(element), 32) >= 256, "a short row")
    need(formats.width(element) <= 32, "wide elements")
    need(ins[1].element in ("i16", "i32") and len(ins[1].shape) == 1, "rows")
    need(ins[1].count >= 8, "few rows")
    _numbers(ins[2:3], ("i32", 1))
    return element, (ins[1].count, shape[1])


def _descriptor_gather(ins, more, op):
    return [_rows(ins)]


def _descriptor_scatter(ins, more, op):
    need((ins[3].element, ins[3].shape) == _rows(ins), "value")
    return []


def _atomic(ins, more, op):
    _store(ins, more, op)
    return [(ins[1].element, ins[1].shape)]


def _reduce(ins, more, op):
    axis, shape = more["axis"], ins[0].shape
    need(axis < len(shape), "axis")
    need(all(v.shape == shape for v in ins), "shapes")
    shape = shape[:axis] + shape[axis + 1 :]
    return [(v.element, shape) for v in ins]


def _scan(ins, more, op):
    need(more["axis"] < len(ins[0].shape), "axis")
    need(all(v.shape == ins[0].shape for v in ins), "shapes")
    return [(v.element, v.shape) for v in ins]


SUMS = {"f16": ("f32", "f16"), "bf16": ("f32",), "f32": ("f32",), "f64": ("f64",),
        "i8": ("i32",), "f8E4M3FN": ("f32",), "f8E5M2": ("f32",)}  # fmt: skip


def _dot(ins, more, op):
    a, b, c = ins
    need(len(a.shape) == len(b.shape) == len(c.shape) and len(a.shape) > 1, "rank")
    need(a.shape[-1] == b.shape[-2], "inner dimension")
    need(c.shape == a.shape[:-1] + b.shape[-1:], "outer dimensions")
    need(a.shape[:-2] == b.shape[:-2], "batch")
    eight = a.element in EIGHT and b.element in EIGHT
    need(a.element == b.element or eight, "elements")
    need(c.element in SUMS.get(a.element, ()), "accumulator")
    need(min(a.shape[-2:] + b.shape[-1:]) >= 16, "small")
    need(formats.width(a.element) > 8 or a.shape[-1] >= 32, "small")
    return [(c.element, c.shape)]


def scaled_sides(ins, more):
    """Numbers, scales or None, format and packed axis (or None) of both operands."""
    rest = list(ins)
    for side, packed in (("lhs", (-1, -2)), ("rhs", (-2, -1))):
        numbers = rest.pop(0)
        scales = rest.pop(0) if more[f"{side}_scaled"] else None
        kind = more[side]
        axis = packed[0 if more[f"{side}_k_pack"] else 1] if kind == "e2m1" else None
        yield numbers, scales, kind, axis


def _dot_scaled(ins, more, op):
    shapes, groups = [], set()
    for numbers, scales, kind, axis in scaled_sides(ins, more):
        need(numbers.element == SCALED[kind] and len(numbers.shape) > 1, "format")
        shape = list(numbers.shape)
        if axis is not None:
            shape[axis] *= 2
        inner = -2 if shapes else -1
        shapes.append(shape)
        if scales is not None:
            need(scales.element in ("i8", "f8E4M3FN"), "scales")
            outer = (*shape[:-2], shape[-3 - inner])
            need(scales.shape[:-1] == outer and shape[inner] >= 32, "scales")
            groups.add(shape[inner] // scales.shape[-1])
            need(shape[inner] % scales.shape[-1] == 0, "scales")
    a, b = shapes
    need(len(groups) < 2 and groups <= {16, 32}, "groups")
    need(a[:-2] == b[:-2] and a[-1] == b[-2], "shapes")
    need(ins[-1].element == "f32" and ins[-1].shape == (*a[:-1], b[-1]), "sum")
    return [("f32", ins[-1].shape)]


def _for(ins, more, op):
    body = op.blocks[0]
    need(len(body.arguments) == len(ins) - 2, "carried")
    for argument, start, last in zip(body.arguments[1:], ins[3:], body.yields):
        need(argument.is_like(start) and last.is_like(start), "carried")
    need(len(body.yields) == len(ins) - 3, "yields")
    return [(v.element, v.shape) for v in ins[3:]]


def _while(ins, more, op):
    """The condition may pass on other values than the loop begins with."""
    before, after = op.blocks
    condition, *passed = before.yields
    need((condition.element, condition.shape) == ("i1", ()), "condition")
    pairs = ((before.arguments, ins), (after.arguments, passed), (after.yields, ins))
    for values, others in pairs:
        need(len(values) == len(others), "carried")
        need(all(v.is_like(o) for v, o in zip(values, others)), "carried")
    return [(v.element, v.shape) for v in passed]


def _assembly(ins, more, op):
    return inline_asm.results_of(ins, more, need)


def _if(ins, more, op):
    need((ins[0].element, ins[0].shape) == ("i1", ()), "condition")
    then, otherwise = (b.yields for b in op.blocks)
    need(len(then) == len(otherwise), "yields")
    need(all(a.is_like(b) for a, b in zip(then, otherwise)), "yields")
    return [(v.element, v.shape) for v in then]


RESULTS = {
    "arith.constant": lambda i, m, o: [(m["element"], m["shape"])],
    "tt.make_range": lambda i, m, o: [("i32", (m["size"],))],
    "tt.get_program_id": lambda i, m, o: [("i32", ())],
    "tt.get_num_programs": lambda i, m, o: [("i32", ())],
    "arith.cmpi": _compare, "arith.cmpf": _compare, "arith.select": _select,
    "tt.splat": _splat, "tt.expand_dims": _expand, "tt.broadcast": _broadcast,
    "tt.reshape": _reshape, "tt.trans": _trans, "tt.join": _join,
    "tt.split": _split, "tt.gather": _gather, "tt.addptr": _addptr,
    "tt.load": _load, "tt.store": _store, "tt.atomic_rmw": _atomic,
    "tt.histogram": _histogram, "tt.make_tensor_descriptor": _make_descriptor,
    "tt.make_tensor_ptr": _make_block_pointer, "tt.advance": _advance,
    "tt.descriptor_load": _descriptor_load, "tt.descriptor_store": _descriptor_store,
    "tt.descriptor_reduce": _descriptor_store,
    "tt.descriptor_gather": _descriptor_gather,
    "tt.descriptor_scatter": _descriptor_scatter, "tt.dot_scaled": _dot_scaled,
    "tt.reduce": _reduce, "tt.scan": _scan, "tt.dot": _dot, "scf.for": _for,
    "scf.while": _while, "scf.if": _if, "gpu.barrier": lambda i, m, o: [],
    "tt.elementwise_inline_asm": _assembly,
}  # fmt: skip


def check(program):
    """Gives all results their types again; Invalid if that cannot be, or if a
    value is used where it is not defined."""
    visible = {a.value for a in program.arguments}
    masked = {}
    for argument in program.arguments:
        if argument.tensor:
            row = argument.tensor.shape[-1] * formats.width(argument.element)
            need(row >= 128, "a short row")
    _check_block(program.body, visible, masked)
    if masked:
        for values, i in uses(program):
            _check_masked(masked, program, values, i)


def _check_block(block, visible, masked):
    visible = visible | set(block.arguments)
    for op in block.ops:
        need(visible.issuperset(op.inputs), "not defined")
        carried = op.inputs[3:] if op.name == "scf.for" else op.inputs
        for inner in op.blocks:
            if op.name in ("scf.for", "scf.while"):
                _retype_arguments(op, inner, carried)
            _check_block(inner, visible, masked)
            carried = inner.yields[1:]  # of the second block of a `while`
        kinds = results_of(op)
        need(len(kinds) == len(op.results), "results")
        for result, (element, shape) in zip(op.results, kinds):
            need(min(shape, default=1) > 0, "an empty tile")
            result.element, result.shape = element, tuple(shape)
        if op.name == "tt.load" and len(op.inputs) == 2:
            masked[op.results[0]] = op.inputs[1]
        visible = visible | set(op.results)
    need(visible.issuperset(block.yields), "not defined")


def _retype_arguments(op, block, carried):
    """A block's arguments have the types of what it begins with."""
    arguments = block.arguments[1:] if op.name == "scf.for" else block.arguments
    need(len(arguments) == len(carried), "carried")
    for argument, start in zip(arguments, carried):
        argument.element, argument.shape = start.element, start.shape


def _check_masked(masked, program, values, i):
    """Undefined elements of a load without `other` are masked by a select."""
    value = values[i]
    if value not in masked:
        return
    need(i == 1 and len(values) == 3 and values[0] is masked[value], "undefined")
    ops = (op for op in walk(program.body) if op.inputs is values)
    need(any(op.name == "arith.select" for op in ops), "undefined")


def is_pure(op):
    return not any(
        inner.name in SIDE_EFFECTS for block in op.blocks for inner in walk(block)
    ) and op.name not in SIDE_EFFECTS  # fmt: skip


def remove_dead(program):
    """Removes unused operations and arguments."""
    while True:
        used = {values[i] for values, i in uses(program)}
        count = 0
        for block in list(blocks_of(program.body)):
            kept = [
                op for op in block.ops
                if not is_pure(op) or any(r in used for r in op.results)
            ]  # fmt: skip
            count += len(block.ops) - len(kept)
            block.ops[:] = kept
        if not count:
            break
    kept = [a for a in program.arguments if a.value in used]
    kept += [a.of for a in kept if a.of]
    program.arguments[:] = [a for a in program.arguments if a in kept]
