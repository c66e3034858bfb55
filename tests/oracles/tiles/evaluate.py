# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Computes programs with NumPy: integers exactly, floats in double precision, each
element with a bound of its error. The bound is 0 where every order of evaluation
gives the same exact value: there, results are compared bit for bit.

A program whose result is not determined is refused (Unstable): comparisons closer
than the error, numbers too large for their type, results with large errors, accesses
out of bounds, programs that write to the same element.
"""

import numpy as np

import evaluate_scaled as scaled
import evaluate_flags as flags
import evaluate_order as order
import evaluate_tensors as tensors
import formats
import inline_asm
import program as p
from case import EXACT_VALUE, Array, Bound, Descriptor, Same, Scalar
from memory import Data, Memory, Sums, Unstable, before, contents, grain_of, has_bits
from trees_values import (
    BINARY_INTEGERS, FUNCTIONS, PREDICATES, argument_error, tiny, unit,
)  # fmt: skip

FUNCTION_UNITS = 16
MOST_TRIPS = 64
# Significant bits of the accumulator's sums in products of these operands. Tensor
# cores add products of 8-bit floats with fewer than those of f32.
SUM_BITS = {"f8E4M3FN": 13, "f8E5M2": 13}
# Significant bits of operands that a product takes exactly, and the relative error
# of others.
PRECISIONS = {"tf32": (11, 2.0**-9), "tf32x3": (11, 2.0**-18),
              "bf16x3": (8, 2.0**-14), "bf16x6": (8, 2.0**-18)}  # fmt: skip


class Machine:
    """Runs a program, one of the grid after the other."""

    def __init__(self, program):
        self.program, self.memories, self.environment = program, {}, {}
        for argument in program.arguments:
            self.add(argument)

    def add(self, argument):
        if argument.role == "scalar":
            data = Data(np.array(argument.number, formats.storage(argument.element)))
        elif argument.of:
            data = Data(np.array(0, np.int64), argument=argument.of)
        else:
            data = Data(np.array(0, np.int64), argument=argument)
            memory = self.memories[argument] = Memory(self.program, argument)
            if argument.tensor:
                data.view = tensors.view_of_parameter(argument, memory)
        self.environment[argument.value] = data

    def run(self):
        with np.errstate(all="ignore"):
            for self.index in range(self.program.grid):
                self.block(self.program.body)
            for memory in self.memories.values():
                check_sums(memory)
                check_digits(memory)
        return self

    def block(self, block):
        """Runs the operations; gives what the block yields."""
        for op in block.ops:
            ins = [self.environment[v] for v in op.inputs]
            made = self.compute(op, ins)
            for value, data in zip(op.results, made):
                self.environment[value] = data
        return [self.environment[v] for v in block.yields]

    def compute(self, op, ins):
        made = self.computed(op, ins)
        if op.more.get("overflow"):
            flags.check_flags(op, ins, made[0])
        return made

    def computed(self, op, ins):
        name = op.name
        if name in METHODS:
            return METHODS[name](self, op, ins)
        if name in p.INTEGER_BINARY:
            return [self.integer(name, *ins)]
        if name in p.SAME:
            return [check_size(op, self.elementwise(op, ins))]
        return [check_size(op, cast(op, ins[0]))]

    # -- Elements

    def integer(self, name, a, b):
        kind = a.values.dtype
        if kind == bool:
            name = TRUTH.get(name, name)
        made = np.asarray(BINARY_INTEGERS[name[len("arith.") :]](a.values, b.values))
        if made.dtype != kind:
            made = made.astype(kind) if kind == bool else made.view(kind)
        return Data(made)

    def elementwise(self, op, ins):
        element, name = op.inputs[0].element, op.name
        if name == "math.absi":
            return Data(np.abs(ins[0].values))
        values, errors = [d.values for d in ins], [d.error for d in ins]
        if name in ("arith.addf", "arith.subf"):
            sign = -1 if name == "arith.subf" else 1
            made = values[0] + sign * values[1]
            exactly = made - values[0] == sign * values[1]
            exactly &= made - sign * values[1] == values[0]
            slack = errors[0] + errors[1]
            for factors, other in ((ins[0], values[1]), (ins[1], values[0])):
                if factors.sums is not None:
                    slack = slack + factors.sums.error(other)
            return rounded(element, made, slack, exactly)
        if name == "arith.mulf":
            return product(element, *ins)
        if name == "math.fma":
            part = product("f64", *ins[:2])
            made = part.values + values[2]
            exactly = (made - values[2] == part.values) & (part.error == 0)
            exactly &= made - part.values == values[2]
            # Not fused, the product is rounded too.
            slack = part.error + np.where(exactly, 0, unit(element) * abs(part.values))
            return rounded(element, made, slack + errors[2], exactly)
        if name == "arith.divf":
            return quotient(element, *ins)
        if name in ("arith.negf", "math.absf"):
            function = np.negative if name == "arith.negf" else np.abs
            return Data(function(values[0]), errors[0])
        if name == "tt.clampf":
            made = np.minimum(np.maximum(values[0], values[1]), values[2])
            return Data(made, np.maximum(np.maximum(*errors[:2]), errors[2]))
        if name in p.FLOAT_BINARY:  # a maximum or minimum
            function = np.maximum if "max" in name else np.minimum
            return Data(function(*values), np.maximum(*errors))
        name = name[len("math.") :]
        function, slope = FUNCTIONS[name]
        if name == "sqrt" and (values[0] - errors[0] < 1).any():
            raise Unstable("the root of a small number")
        made = function(values[0])
        error = argument_error(name, element, ins[0])
        slack = slope(values[0], error) * error
        units = 2 * FUNCTION_UNITS * unit(element)
        return Data(made, slack + units * (np.abs(made) + 1))

    def compare(self, op, ins):
        predicate, (a, b) = op.more["predicate"], ins
        if a.error is not None:
            if predicate != "une":
                need_numbers(a, b)
            error = a.error + b.error
            if ((np.abs(a.values - b.values) <= error) & (error > 0)).any():
                raise Unstable("a close comparison")
            if predicate == "uge":
                predicate = "uge_"
        return [Data(np.asarray(PREDICATES[predicate](a.values, b.values)))]

    def select(self, op, ins):
        return [choose(*ins)]

    # -- Creation and shapes

    def constant(self, op, ins):
        element, shape, value = (op.more[k] for k in ("element", "shape", "value"))
        if formats.is_float(element):
            values = np.full(shape, formats.round_to(float(value), element))
            return [Data(values, np.zeros(shape))]
        kind = bool if element == "i1" else formats.storage(element)
        return [Data(np.full(shape, value).astype(kind))]

    def make_range(self, op, ins):
        start, size = op.more["start"], op.more["size"]
        return [Data(np.arange(start, start + size, dtype=np.int32))]

    def program_id(self, op, ins):
        return [Data(np.array(self.index, np.int32))]

    def num_programs(self, op, ins):
        return [Data(np.array(self.program.grid, np.int32))]

    def splat(self, op, ins):
        return [same(ins[0], lambda x: np.broadcast_to(x, op.more["shape"]))]

    def expand(self, op, ins):
        return [same(ins[0], lambda x: np.expand_dims(x, op.more["axis"]))]

    def reshape(self, op, ins):
        return [same(ins[0], lambda x: x.reshape(op.more["shape"]))]

    def trans(self, op, ins):
        return [same(ins[0], lambda x: x.transpose(op.more["order"]))]

    def join(self, op, ins):
        a, b = ins
        error = None if a.error is None else np.stack([a.error, b.error], -1)
        return [Data(np.stack([a.values, b.values], -1), error)]

    def split(self, op, ins):
        return [same(ins[0], lambda x, i=i: x[..., i]) for i in range(2)]

    def gather(self, op, ins):
        axis, index = op.more["axis"], ins[1].values
        if ((index < 0) | (index >= ins[0].values.shape[axis])).any():
            raise Unstable("a bad index")
        part = tuple(slice(None if d == axis else n) for d, n in enumerate(index.shape))
        return [same(ins[0], lambda x: np.take_along_axis(x[part], index, axis))]

    def histogram(self, op, ins):
        values, size = ins[0].values, op.more["size"]
        chosen = values[ins[1].values] if len(ins) > 1 else values
        if ((chosen < 0) | (chosen >= size)).any():
            raise Unstable("a number without a count")
        return [Data((chosen[:, None] == np.arange(size)).sum(0).astype(np.int32))]

    def high_product(self, op, ins):
        """The high half of the product of numbers without a sign."""
        kind = ins[0].values.dtype
        a, b = (d.values.view(np.dtype(f"u{kind.name}")).astype(object) for d in ins)
        high = np.asarray(a * b) // 2 ** (8 * kind.itemsize)
        return [Data(high.astype(np.dtype(f"u{kind.name}")).view(kind))]

    # -- Memory

    def addptr(self, op, ins):
        offsets = ins[0].values + ins[1].values.astype(np.int64)
        return [Data(offsets, argument=ins[0].argument)]

    def load(self, op, ins):
        if ins[0].view is not None:
            return tensors.load_block(self, op, ins)
        memory = self.memories[ins[0].argument]
        if memory.argument.role not in ("in", "both"):
            raise Unstable("an output is read")
        offsets, mask = ins[0].values, True
        if len(ins) > 1:
            mask = ins[1].values
            memory.reach(offsets[mask])
            offsets = np.where(mask, offsets, 0)
        else:
            memory.reach(offsets)
        order.note_read(self, memory, ins[0].values, mask)
        values = memory.values[offsets]
        is_float = formats.is_float(memory.argument.element)
        data = Data(values, np.zeros(values.shape) if is_float else None)
        if len(ins) == 3:
            data = choose(Data(mask), data, ins[2])
        return [data]

    def store(self, op, ins):
        if ins[0].view is not None:
            ins = tensors.block_to_write(self, op, ins)
        return self.store_at(ins)

    def store_at(self, ins):
        """Stores to pointers: those, values, a mask or none."""
        memory = self.memories[ins[0].argument]
        offsets, values, error = self.written(memory, ins)
        if np.unique(offsets).size != offsets.size:
            raise Unstable("an element is stored twice")
        memory.values[offsets] = values
        if error is not None:
            memory.error[offsets] = error
        return []

    def written(self, memory, ins):
        """Offsets, values and errors of what a store writes."""
        if memory.argument.role == "in":
            raise Unstable("an input is written")
        mask = ins[2].values if len(ins) > 2 else np.ones(ins[0].values.shape, bool)
        mask = np.asarray(mask)
        offsets = ins[0].values[mask]
        memory.reach(offsets)
        order.note_write(self, memory, ins[0].values, mask)
        owner = memory.owner[offsets]
        is_sum = memory.argument.role == "sum"
        if not is_sum and ((owner != -1) & (owner != self.index)).any():
            raise Unstable("two programs write")
        memory.owner[offsets] = self.index
        error = None if ins[1].error is None else ins[1].error[mask]
        return offsets, ins[1].values[mask], error

    def atomic(self, op, ins):
        """Adds; what was there depends on the order and is not used."""
        memory = self.memories[ins[0].argument]
        if memory.argument.role == "both":
            return order.atomic(self, op, memory, ins)
        if memory.argument.role != "sum" or op.more["kind"] not in ("add", "fadd"):
            raise Unstable("no sum")
        offsets, values, error = self.written(memory, ins)
        need_numbers(ins[1])
        np.add.at(memory.values, offsets, values)
        if error is not None:
            np.add.at(memory.error, offsets, error)
            np.add.at(memory.size, offsets, np.abs(values) + error)
            memory.grain = min(memory.grain, grain_of(values) or 1.0)
        return [Data(None)]

    # -- Many elements

    def reduce(self, op, ins):
        kind, axis = op.more["kind"], op.more["axis"]
        a, element = ins[0], op.inputs[0].element
        need_numbers(a)
        if kind in ("argmax", "argmin"):
            if a.error is not None and a.error.any():
                raise Unstable("a close comparison")
            function = np.argmax if kind == "argmax" else np.argmin
            where = np.expand_dims(function(a.values, axis), axis)
            take = lambda x: np.take_along_axis(x, where, axis).squeeze(axis)
            return [same(d, take) for d in ins]
        if kind == "arith.addf":
            return [check_size(op, total(element, a, axis, np.sum))]
        if a.error is not None:
            function = np.max if "max" in kind else np.min
            return [Data(np.asarray(function(a.values, axis)),
                         np.asarray(a.error.max(axis)))]  # fmt: skip
        return [Data(np.asarray(self.fold(kind, a.values, axis)[-1]))]

    def fold(self, kind, values, axis):
        """Running results along an axis, which comes first."""
        rows = np.moveaxis(values, axis, 0)
        made = [rows[0]]
        for row in rows[1:]:
            made.append(self.integer(kind, Data(np.asarray(made[-1])),
                                     Data(np.asarray(row))).values)  # fmt: skip
        return made

    def scan(self, op, ins):
        axis, kind, a = op.more["axis"], op.more["kind"], ins[0]
        flip = (lambda x: np.flip(x, axis)) if op.more["reverse"] else (lambda x: x)
        a = same(a, flip)
        if kind == "arith.addf":
            made = total(op.inputs[0].element, a, axis, np.cumsum)
        elif a.error is not None:
            function = np.maximum if "max" in kind else np.minimum
            made = Data(function.accumulate(a.values, axis),
                        np.maximum.accumulate(a.error, axis))  # fmt: skip
        else:
            rows = np.stack(self.fold(kind, a.values, axis))
            made = Data(np.moveaxis(rows, 0, axis))
        return [check_size(op, same(made, flip))]

    def dot(self, op, ins):
        a, b, c = ins
        if c.error is None:
            made = a.values.astype(np.float64) @ b.values.astype(np.float64)
            return [Data(made.astype(np.int64).astype(np.int32) + c.values)]
        width, relative = PRECISIONS.get(op.more.get("precision"), (53, 0.0))
        return [sum_of_products(op, a, b, c, width, relative)]

    def dot_scaled(self, op, ins):
        a, b = scaled.operands(op, ins)
        # Factors are f16 where an operand is, else bf16, or f32 that is read as tf32.
        has_f16 = "fp16" in (op.more["lhs"], op.more["rhs"])
        for side in (a, b):
            size, grain = np.abs(side.values), grain_of(side.values)
            large = has_f16 and (size > formats.FLOATS["f16"].largest).any()
            if large or has_f16 and 0 < grain < 2.0**-24:
                raise Unstable("a scaled number that f16 lacks")
        width = 11 if has_f16 else 8
        if not (has_bits(a.values, width) and has_bits(b.values, width)):
            raise Unstable("a scaled number with many bits")
        return [sum_of_products(op, a, b, ins[-1], width, 0.0)]

    # -- Control flow

    def loop(self, op, ins):
        low, high, step = (int(d.values) for d in ins[:3])
        body, carried = op.blocks[0], ins[3:]
        if step <= 0 or high - low > MOST_TRIPS * step:
            raise Unstable("too many trips")
        for i in range(low, high, step):
            counter = Data(np.array(i, np.int32))
            self.environment.update(zip(body.arguments, [counter, *carried]))
            carried = self.block(body)
        return carried

    def while_(self, op, ins):
        before, after = op.blocks
        for _ in range(MOST_TRIPS):
            self.environment.update(zip(before.arguments, ins))
            condition, *ins = self.block(before)
            if not condition.values:
                return ins
            self.environment.update(zip(after.arguments, ins))
            ins = self.block(after)
        raise Unstable("too many trips")

    def branch(self, op, ins):
        return self.block(op.blocks[0 if ins[0].values else 1])


# Sums and products of truth values, which NumPy takes for others.
TRUTH = {"arith.addi": "arith.xori", "arith.subi": "arith.xori",
         "arith.muli": "arith.andi"}  # fmt: skip
METHODS = {
    "arith.constant": Machine.constant, "tt.make_range": Machine.make_range,
    "tt.get_program_id": Machine.program_id,
    "tt.get_num_programs": Machine.num_programs,
    "arith.cmpi": Machine.compare, "arith.cmpf": Machine.compare,
    "arith.select": Machine.select, "tt.splat": Machine.splat,
    "tt.broadcast": Machine.splat, "tt.expand_dims": Machine.expand,
    "tt.reshape": Machine.reshape, "tt.trans": Machine.trans,
    "tt.join": Machine.join, "tt.split": Machine.split,
    "tt.gather": Machine.gather, "tt.addptr": Machine.addptr,
    "tt.histogram": Machine.histogram, "tt.mulhiui": Machine.high_product,
    "tt.make_tensor_descriptor": tensors.make_descriptor,
    "tt.make_tensor_ptr": tensors.make_block_pointer, "tt.advance": tensors.advance,
    "tt.descriptor_load": tensors.load_block,
    "tt.descriptor_store": Machine.store, "tt.descriptor_reduce": tensors.reduce,
    "tt.descriptor_gather": tensors.gather, "tt.descriptor_scatter": tensors.scatter,
    "tt.dot_scaled": Machine.dot_scaled,
    "tt.load": Machine.load, "tt.store": Machine.store,
    "tt.atomic_rmw": Machine.atomic, "tt.reduce": Machine.reduce,
    "tt.scan": Machine.scan, "tt.dot": Machine.dot, "scf.for": Machine.loop,
    "scf.while": Machine.while_, "scf.if": Machine.branch,
    "gpu.barrier": order.barrier, "tt.elementwise_inline_asm": inline_asm.compute,
}  # fmt: skip


# -- Floats with errors


def same(data, change):
    error = None if data.error is None else np.asarray(change(data.error))
    return Data(np.asarray(change(data.values)), error, data.argument)


def choose(condition, a, b):
    if a.view is not None:
        return a if condition.values else b
    error = None
    if a.error is not None:
        error = np.where(condition.values, a.error, b.error)
    return Data(np.where(condition.values, a.values, b.values), error, a.argument)


def rounded(element, values, error, exactly):
    """A result that is right but for one rounding; `exactly` says where `values`
    are what the operation gives without rounding."""
    values, error = np.asarray(values), np.asarray(error)
    is_exact = exactly & (error == 0) & (formats.round_to(values, element) == values)
    is_exact &= (values == 0) | (np.abs(values) >= tiny(element))
    slack = error + 1.01 * unit(element) * (np.abs(values) + error) + tiny(element)
    return Data(values, np.where(is_exact, 0.0, slack))


def product(element, a, b):
    error = np.abs(a.values) * b.error + np.abs(b.values) * a.error
    made = a.values * b.values
    exactly = has_bits(a.values, 26) and has_bits(b.values, 26)
    return rounded(element, made, error + a.error * b.error, exactly)


def quotient(element, a, b):
    """b is at least 1."""
    if (b.values - b.error < 0.5).any():
        raise Unstable("a small divisor")
    made = a.values / b.values
    error = (a.error + np.abs(made) * b.error) / (b.values - b.error)
    return rounded(element, made, error + 4 * unit(element) * np.abs(made), False)


def total(element, a, axis, function):
    """Sums of all, or running sums."""
    size = function(np.abs(a.values) + a.error, axis)
    error = function(a.error, axis)
    bits = formats.FLOATS[element].fraction + 1
    grain = grain_of(a.values) or 1.0
    exactly = (size <= 2.0**bits * grain) & (grain >= tiny(element))
    count = a.values.shape[axis]
    slack = count * (1.1 * unit(element) * size + tiny(element))
    error = error + np.where(exactly & (error == 0), 0.0, slack)
    return Data(np.asarray(function(a.values, axis)), np.asarray(error))


def sum_of_products(op, a, b, c, width, relative):
    """a b + c. Operands of up to `width` bits are taken exactly, others with a
    relative error."""
    element, result = op.inputs[0].element, op.inputs[-1].element
    left, right = np.abs(a.values) + a.error, np.abs(b.values) + b.error
    size = left @ right + np.abs(c.values) + c.error
    error = left @ b.error + a.error @ right + c.error
    bits = SUM_BITS.get(element, formats.FLOATS[result].fraction + 1)
    fits = has_bits(a.values, width) and has_bits(b.values, width)
    grain = [grain_of(x) for x in (a.values, b.values, c.values)]
    grains = [g for g in (grain[0] * grain[1], grain[2]) if g]
    smallest = min(grains, default=1.0)
    if not fits or smallest < tiny(result):
        smallest = 0.0
    exactly = (size <= 2.0**bits * smallest) & (smallest > 0)
    count = a.values.shape[-1]
    slack = (count + 2) * (unit(result) * size + tiny(result))
    if bits != formats.FLOATS[result].fraction + 1:
        relative = 2.0**-10
    slack = slack + (0.0 if fits and relative < 2.0**-10 else relative) * size
    error = error + np.where(exactly & (error == 0), 0.0, slack)
    sums = Sums(size, smallest, bits, (count + 2) * unit(result))
    made = Data(a.values @ b.values + c.values, error, sums=sums)
    return check_size(op, made)


def check_sums(memory):
    """Sums by atomic operations are exact, or their order adds an error."""
    element = memory.argument.element
    if memory.argument.role != "sum" or not formats.is_float(element):
        return
    bits = formats.FLOATS[element].fraction + 1
    if (memory.size > 2.0**bits * memory.grain).any() or memory.error.any():
        raise Unstable("a sum that depends on the order")


def need_numbers(*values):
    """Refuses what may be NaN: the padding of descriptors and blocks."""
    for data in values:
        if data.error is not None and np.isnan(data.values).any():
            raise Unstable("NaN")


def check_digits(memory):
    """Refuses results of which no element is known well: a comparison would take
    others for them."""
    if memory.argument.role != "out" or not formats.is_float(memory.argument.element):
        return
    written = memory.owner != -1
    size, error = np.abs(memory.values[written]), memory.error[written]
    if size.any() and (0.2 * size <= error).all():
        raise Unstable("a result with a large error")


def check_size(op, data):
    """Refuses what may be infinite."""
    if data.error is not None:
        size = np.abs(data.values) + data.error
        largest = formats.FLOATS[op.results[0].element].largest
        if not (size <= largest).all():
            raise Unstable("too large")
    return data


def bitcast(source, target, a):
    if a.error is not None and a.error.any():
        raise Unstable("the bits of a rounded number")
    stored = formats.encode(a.values, source).view(formats.storage(target))
    is_float = formats.is_float(target)
    values = formats.decode(stored, target)
    return Data(values, np.zeros(values.shape) if is_float else None)


def cast(op, a):
    source, target = op.inputs[0].element, op.more["element"]
    name = op.name
    need_numbers(a)
    if name == "arith.bitcast":
        return bitcast(source, target, a)
    if name in ("arith.extsi", "arith.extui", "arith.trunci"):
        values = a.values
        if source == "i1":
            values = values.astype(np.int8) * (-1 if name == "arith.extsi" else 1)
        elif name == "arith.extui":
            values = values.view(np.dtype(f"u{values.dtype.name}"))
        if target == "i1":
            return Data((values & 1).astype(bool))
        return Data(np.asarray(values).astype(formats.storage(target)))
    if name == "arith.sitofp":
        values = a.values.astype(np.float64)
        return Data(formats.round_to(values, target), np.zeros(values.shape))
    if name == "arith.fptosi":
        low, high = np.trunc(a.values - a.error), np.trunc(a.values + a.error)
        limit = 2.0 ** (formats.width(target) - 1)
        if (low != high).any() or (low < -limit).any() or (high >= limit).any():
            raise Unstable("a number that no integer is")
        return Data(low.astype(formats.storage(target)))
    if (a.error == 0).all():
        return Data(formats.round_to(a.values, target), a.error)
    if formats.width(target) > formats.width(source):
        return a
    made = rounded(target, a.values, a.error, False)
    is_exact = a.error == 0
    values = np.where(is_exact, formats.round_to(a.values, target), a.values)
    return Data(values, np.where(is_exact, 0.0, made.error))


# -- Arguments of a run


def arguments(program):
    """The arguments as tests on devices have them, with what must come out."""
    machine = Machine(program).run()
    made = []
    for argument in program.arguments:
        if argument.role == "scalar":
            made.append(Scalar(argument.element, argument.number))
            continue
        if argument.of:
            made.append(Same(program.arguments.index(argument.of)))
            continue
        memory = machine.memories[argument]
        made.append(whole(argument, array(program, argument, memory)))
    return made


def whole(argument, array):
    """The array, or its descriptor."""
    tensor = argument.tensor
    if tensor is None:
        return array
    return Descriptor(array, tensor.sign + argument.element, tensor.extents,
                      tensor.strides, tensor.padding == p.NAN)  # fmt: skip


def array(program, argument, memory):
    used, element = memory.used, argument.element
    if argument.role == "in":
        return Array(element, contents(program, argument, used))
    values = memory.values[:used].copy()
    made = Array(element, before(program, argument, used), values, EXACT_VALUE)
    if formats.is_float(element):
        made.bound = bound(memory.error[:used].copy())
    return made


def bound(error):
    """Exact where the error is 0."""
    return Bound(absolute=error) if error.any() else EXACT_VALUE
