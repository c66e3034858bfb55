# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Accesses by tensor descriptors and block pointers, element by element.

Refused (Unstable) are accesses that bulk tensor copies do not define, if a program
may use tensor maps: of an empty tensor, stores before the beginning of a dimension,
and those to rows that are no multiples of 16 bytes.
"""

import numpy as np

import formats
import program as p
from kernel_text import pointee
from memory import Data, Unstable, View, grain_of

UNIT = 128  # bits


def whole(data):
    """The numbers of scalars."""
    return tuple(int(d.values) for d in data)


def check_view(view, base, memory):
    """Checks the operands of tt.make_tensor_descriptor."""
    width = formats.width(view.element.lstrip("us"))
    aligned = [*view.strides[:-1], base]
    if view.strides[-1] != 1 or any(n * width % UNIT for n in aligned):
        raise Unstable("a stride or a base that is not aligned")
    if min(view.extents) < 1:
        raise Unstable("an empty tensor")
    rows = [n * s for n, s in zip(view.extents, view.strides)]
    if any(a > b for a, b in zip(rows[1:], view.strides)):
        raise Unstable("rows overlap")
    memory.reach(np.array([base, base + rows[0] - 1]))


def view_of_parameter(argument, memory):
    tensor = argument.tensor
    fill = np.nan if tensor.padding == p.NAN else 0.0
    view = View(tensor.sign + argument.element, tensor.extents, tensor.strides,
                tensor.shape, fill)  # fmt: skip
    check_view(view, 0, memory)
    return view


def make_descriptor(machine, op, ins):
    more, rank = op.more, len(op.more["shape"])
    fill = np.nan if more["padding"] == p.NAN else 0.0
    element = more.get("sign", "") + pointee(op.inputs[0].element)
    view = View(element, whole(ins[1 : 1 + rank]), whole(ins[1 + rank :]),
                more["shape"], fill)  # fmt: skip
    check_view(view, int(ins[0].values), machine.memories[ins[0].argument])
    return [Data(ins[0].values, argument=ins[0].argument, view=view)]


def make_block_pointer(machine, op, ins):
    rank = len(op.more["shape"])
    numbers = whole(ins[1:])
    parts = [numbers[i : i + rank] for i in range(0, 3 * rank, rank)]
    view = View(pointee(op.inputs[0].element), parts[0], parts[1], op.more["shape"],
                offsets=parts[2])  # fmt: skip
    return [Data(ins[0].values, argument=ins[0].argument, view=view)]


def advance(machine, op, ins):
    view = ins[0].view
    offsets = tuple(o + n for o, n in zip(view.offsets, whole(ins[1:])))
    moved = View(view.element, view.extents, view.strides, view.shape,
                 offsets=offsets)  # fmt: skip
    return [Data(ins[0].values, argument=ins[0].argument, view=moved)]


def elements(data, indices, checks):
    """Offsets in the array and whether the elements are in the tensor. `indices` are
    vectors, one for each dimension; `checks` the dimensions that are checked."""
    view, rank = data.view, len(indices)
    address, inside = data.values.astype(np.int64), np.array(True)
    for d, index in enumerate(indices):
        index = index.reshape([-1 if i == d else 1 for i in range(rank)])
        address = address + index * view.strides[d]
        if d in checks:
            inside = inside & (index >= 0) & (index < view.extents[d])
    return address, np.broadcast_to(inside, address.shape)


def block(op, data, offsets):
    """Offsets and presence of the elements of the block at `offsets`."""
    offsets = data.view.offsets or whole(offsets)
    indices = [o + np.arange(n) for o, n in zip(offsets, data.view.shape)]
    checks = op.more.get("checks", range(len(indices)))
    return elements(data, indices, checks)


def read(machine, data, address, inside, fill):
    memory = machine.memories[data.argument]
    if memory.argument.role != "in":
        raise Unstable("an output is read")
    memory.reach(address[inside])
    values = memory.values[np.where(inside, address, 0)]
    is_float = formats.is_float(memory.argument.element)
    if not is_float:
        return [Data(np.where(inside, values, 0).astype(values.dtype))]
    return [Data(np.where(inside, values, fill), np.zeros(values.shape))]


def load_block(machine, op, ins):
    data = ins[0]
    address, inside = block(op, data, ins[1:])
    fill = data.view.fill
    if op.inputs[0].is_block_pointer:
        fill = np.nan if op.more.get("padding") == p.NAN else 0.0
    made = read(machine, data, address, inside, fill)
    for value in made:
        value.values = value.values.reshape(op.results[0].shape)
        if value.error is not None:
            value.error = value.error.reshape(op.results[0].shape)
    return made


def check_bulk_store(machine, data, offsets):
    """Where a bulk copy stores as other instructions do."""
    if not machine.program.maps:
        return
    view = data.view
    width = formats.width(view.element.lstrip("us"))
    if min(offsets) < 0 or view.extents[-1] * width % UNIT:
        raise Unstable("a store that bulk copies do not perform")


def block_to_write(machine, op, ins):
    """The operands of the same store by pointers with a mask."""
    data, value, *offsets = ins
    if op.inputs[0].is_descriptor:
        check_bulk_store(machine, data, whole(offsets))
    address, inside = block(op, data, offsets)
    shaped = Data(value.values.reshape(address.shape))
    if value.error is not None:
        shaped.error = value.error.reshape(address.shape)
    return [Data(address, argument=data.argument), shaped, Data(inside)]


def reduce(machine, op, ins):
    """Combines; the results do not depend on the order."""
    kind, memory = op.more["kind"], machine.memories[ins[0].argument]
    if memory.argument.role != "sum" or memory.reduction not in (None, kind):
        raise Unstable("not one reduction")
    memory.reduction = kind
    ins = block_to_write(machine, op, ins)
    if ins[1].error is not None and not np.isfinite(ins[1].values).all():
        raise Unstable("no number")
    offsets, values, error = machine.written(memory, ins)
    if error is not None and error.any():
        raise Unstable("a reduction of rounded numbers")
    old = memory.values[offsets]
    if kind == "add":
        memory.values[offsets] = old + values
        if error is not None:
            memory.size[offsets] += np.abs(values)
            memory.grain = min(memory.grain, grain_of(values) or 1.0)
        return []
    if op.inputs[0].element.find("xu") >= 0:
        unsigned = np.dtype(f"u{old.dtype.name}")
        made = FUNCTIONS[kind](old.view(unsigned), values.view(unsigned))
        made = made.view(old.dtype)
    else:
        made = FUNCTIONS[kind](old, values)
    memory.values[offsets] = made
    return []


FUNCTIONS = {
    "min": np.minimum, "max": np.maximum, "and": np.bitwise_and,
    "or": np.bitwise_or, "xor": np.bitwise_xor,
}  # fmt: skip


# -- Rows


def rows_of(data, rows, column):
    """Offsets and presence of the elements of rows, from a column on."""
    indices = [rows.values.astype(np.int64),
               int(column.values) + np.arange(data.view.shape[1])]  # fmt: skip
    return elements(data, indices, (0, 1))


def gather(machine, op, ins):
    address, inside = rows_of(*ins)
    return read(machine, ins[0], address, inside, ins[0].view.fill)


def scatter(machine, op, ins):
    data, rows, column, value = ins
    address, inside = rows_of(data, rows, column)
    written = [Data(address, argument=data.argument), value, Data(inside)]
    machine.store_at(written)
    return []
