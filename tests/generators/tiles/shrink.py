# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a failing program smaller while it fails in the same way."""

import copy
import re

import formats
import program as p
from kernel_text import pointee
from memory import Unstable

ATTEMPTS = 4000
# The values of attributes that say nothing.
SIMPLE = {"policy": "", "precision": None, "padding": p.ZERO, "sign": "",
          "squeezes": False}  # fmt: skip


def kind_of(problem):
    """The kind of a failure, equal for those that look alike: the message without
    names and numbers."""
    found = re.search(r"error: (.*)", problem)
    line = found.group(1) if found else problem.split("\n")[0]
    line = re.sub(r"\d+ of \d+ wrong.*", "wrong values", line)
    line = re.sub(r"line \d+: .*(outside of all arrays).*", r"\1", line)
    return re.sub(r"%?\w*\d[\w.]*|'[^']*'|`[^`]*`", "_", line)[:100]


def size_of(program):
    return sum(1 for _ in p.walk(program.body))


# -- Edits. Each changes a copy of the program; positions are numbered.


def all_blocks(program):
    return list(p.blocks_of(program.body))


def op_at(program, i, j):
    return all_blocks(program)[i].ops[j]


def replace_uses(program, old, new):
    for values, i in p.uses(program):
        if values[i] is old:
            values[i] = new


def option_edits(program):
    """Fewer warps, stages and programs, no tensor maps, smaller numbers."""
    if program.maps:
        yield lambda q: setattr(q, "maps", False)
    for name, least in (("warps", 1), ("stages", 1), ("grid", 1)):
        now = getattr(program, name)
        for number in sorted({least, now // 2 or 1, max(now - 1, least)}):
            is_power = name != "warps" or number & (number - 1) == 0
            if number < now and is_power:
                yield lambda q, n=name, v=number: setattr(q, n, v)
    for i, argument in enumerate(program.arguments):
        if argument.role == "scalar":
            for number in (0, 1, 2, argument.number // 2):
                if abs(number) < abs(argument.number):
                    yield lambda q, i=i, v=number: set_number(q, i, v)
        if argument.of:
            yield lambda q, i=i: to_other_parameter(q, i)
        if argument.role in ("in", "both") and argument.data != "small":
            yield lambda q, i=i: setattr(q.arguments[i], "data", "small")
        if argument.tensor and argument.tensor.padding != p.ZERO:
            yield lambda q, i=i: setattr(q.arguments[i].tensor, "padding", p.ZERO)
        if argument.tensor and argument.tensor.sign:
            yield lambda q, i=i: set_sign(q, i)
        if not argument.is_divisible and argument.role != "scalar":
            yield lambda q, i=i: setattr(q.arguments[i], "is_divisible", True)


def set_number(program, i, number):
    argument = program.arguments[i]
    argument.number, argument.is_divisible = number, False


def to_other_parameter(program, i):
    """The parameter that has the array."""
    argument = program.arguments[i]
    replace_uses(program, argument.value, argument.of.value)


def set_sign(program, i):
    argument = program.arguments[i]
    argument.tensor.sign = ""
    argument.value.element = argument.tensor.type(argument.element)


def effect_edits(program):
    """Without some of the operations that write."""
    for i, block in enumerate(all_blocks(program)):
        found = [j for j, op in enumerate(block.ops) if not p.is_pure(op)]
        for count in sorted({len(found), len(found) // 2, 1}, reverse=True):
            for start in range(0, len(found) - count + 1, max(count, 1)):
                if count:
                    chosen = found[start : start + count]
                    yield lambda q, i=i, c=chosen: delete(q, i, c)


def delete(program, i, chosen):
    """Operations go; their results become constants."""
    for j in reversed(chosen):
        if op_at(program, i, j).results:
            to_constants(program, i, j, 0)
        else:
            del all_blocks(program)[i].ops[j]


def structure_edits(program):
    """Loops and branches become what is in them, or less."""
    for i, block in enumerate(all_blocks(program)):
        for j, op in enumerate(block.ops):
            if op.name == "scf.if":
                for k in range(2):
                    yield lambda q, i=i, j=j, k=k: inline_branch(q, i, j, k)
                yield lambda q, i=i, j=j: empty_otherwise(q, i, j)
                for k in range(len(op.results)):
                    yield lambda q, i=i, j=j, k=k: drop_result(q, i, j, k)
            if op.name in ("scf.for", "scf.while"):
                yield lambda q, i=i, j=j: skip_loop(q, i, j)
                yield lambda q, i=i, j=j: inline_loop(q, i, j)
                for name in op.more:
                    yield lambda q, i=i, j=j, n=name: op_at(q, i, j).more.pop(n)
            if op.name == "scf.for":
                for k in range(len(op.results)):
                    yield lambda q, i=i, j=j, k=k: drop_carried(q, i, j, k)
                    yield lambda q, i=i, j=j, k=k: keep_carried(q, i, j, k)
            if op.name == "scf.while":
                yield lambda q, i=i, j=j: only_condition(q, i, j)
                for k in range(len(op.results)):
                    yield lambda q, i=i, j=j, k=k: drop_passed(q, i, j, k)
                for k in range(len(op.inputs)):
                    yield lambda q, i=i, j=j, k=k: drop_state(q, i, j, k)


def put_in_place(program, i, j, ops, values):
    """An operation becomes others, its results values."""
    block = all_blocks(program)[i]
    op = block.ops[j]
    block.ops[j : j + 1] = ops
    for result, value in zip(op.results, values):
        replace_uses(program, result, value)


def inline_branch(program, i, j, k):
    block = op_at(program, i, j).blocks[k]
    put_in_place(program, i, j, block.ops, block.yields)


def empty_otherwise(program, i, j):
    """Nothing but constants in the other block."""
    op = op_at(program, i, j)
    block = p.Block()
    for result in op.results:
        made = constant_ops(program, result, 0)
        block.ops += made
        block.yields.append(made[-1].results[0])
    op.blocks[1] = block


def drop_result(program, i, j, k):
    op = op_at(program, i, j)
    made = constant_ops(program, op.results[k], 0)
    replace_uses(program, op.results[k], made[-1].results[0])
    del op.results[k]
    for block in op.blocks:
        del block.yields[k]
    all_blocks(program)[i].ops[j:j] = made


def skip_loop(program, i, j):
    op = op_at(program, i, j)
    carried = op.inputs[3:] if op.name == "scf.for" else op.inputs
    put_in_place(program, i, j, [], carried)


def inline_loop(program, i, j):
    """One iteration."""
    op = op_at(program, i, j)
    body = op.blocks[-1]
    first = 3 if op.name == "scf.for" else 0
    starts = op.inputs[first:]
    if op.name == "scf.for":
        starts = [op.inputs[0], *starts]
    put_in_place(program, i, j, body.ops, body.yields)
    for argument, start in zip(body.arguments, starts):
        replace_uses(program, argument, start)


def only_condition(program, i, j):
    """No iteration of a `while`: the values that its condition passes on."""
    op = op_at(program, i, j)
    before, starts = op.blocks[0], list(op.inputs)
    put_in_place(program, i, j, before.ops, before.yields[1:])
    for argument, start in zip(before.arguments, starts):
        replace_uses(program, argument, start)


def drop_passed(program, i, j, k):
    """A value that a condition does not pass on: its uses become constants."""
    op = op_at(program, i, j)
    before, after = op.blocks
    inside = constant_ops(program, after.arguments[k], 0)
    outside = constant_ops(program, op.results[k], 0)
    replace_uses(program, after.arguments[k], inside[-1].results[0])
    replace_uses(program, op.results[k], outside[-1].results[0])
    del before.yields[1 + k], after.arguments[k], op.results[k]
    after.ops[0:0] = inside
    all_blocks(program)[i].ops[j:j] = outside


def drop_state(program, i, j, k):
    """A value of a `while` that does not change."""
    op = op_at(program, i, j)
    before, after = op.blocks
    replace_uses(program, before.arguments[k], op.inputs[k])
    del op.inputs[k], before.arguments[k], after.yields[k]


def drop_carried(program, i, j, k):
    """A carried value that is the same in all iterations, and after them."""
    op = op_at(program, i, j)
    body, start = op.blocks[0], op.inputs[3 + k]
    replace_uses(program, body.arguments[1 + k], start)
    replace_uses(program, op.results[k], start)
    del op.inputs[3 + k], body.arguments[1 + k], body.yields[k], op.results[k]


def keep_carried(program, i, j, k):
    """A carried value that is never changed."""
    body = op_at(program, i, j).blocks[0]
    body.yields[k] = body.arguments[1 + k]


def constant_ops(program, value, number):
    """The operations that create a value of a type without operands."""
    if not value.is_pointer:
        made = p.Op("arith.constant", [], value=number, element=value.element,
                    shape=value.shape)  # fmt: skip
        made.results = [p.Value(value.element, value.shape)]
        return [made]
    same = [a for a in program.arguments if a.value.element == value.element]
    if not same:
        raise p.Invalid("no such pointer")
    made = p.Op("tt.splat", [same[0].value], shape=value.shape)
    if not value.shape:
        raise p.Invalid("a pointer")
    made.results = [p.Value(value.element, value.shape)]
    return [made]


def to_constants(program, i, j, number):
    op = op_at(program, i, j)
    ops, values = [], []
    for result in op.results:
        made = constant_ops(program, result, number)
        ops += made
        values.append(made[-1].results[0])
    put_in_place(program, i, j, ops, values)


def value_edits(program):
    """Operations become constants, operands of the same type, or simpler."""
    for i, block in enumerate(all_blocks(program)):
        for j, op in enumerate(block.ops):
            if op.name in ("arith.constant", "scf.for", "scf.while", "scf.if"):
                continue
            if len(op.results) == 1:
                for k, operand in enumerate(op.inputs):
                    if operand.is_like(op.results[0]):
                        yield lambda q, i=i, j=j, k=k: to_operand(q, i, j, k)
            if op.results:
                for number in (0, 1):
                    yield lambda q, i=i, j=j, n=number: to_constants(q, i, j, n)
                yield lambda q, i=i, j=j: to_earlier(q, i, j)
            if op.more.get("overflow"):
                yield lambda q, i=i, j=j: op_at(q, i, j).more.pop("overflow")
            if op.more.get("hints"):
                yield lambda q, i=i, j=j: op_at(q, i, j).more.pop("hints")
                for name in op.more["hints"]:
                    yield lambda q, i=i, j=j, n=name: (
                        op_at(q, i, j).more["hints"].pop(n))  # fmt: skip
            first = {"tt.load": 1, "tt.store": 2, "tt.histogram": 1}.get(op.name)
            is_pointer = op.inputs and not op.inputs[0].is_block_pointer
            if first is not None and len(op.inputs) > first and is_pointer:
                yield lambda q, i=i, j=j, f=first: drop_mask(q, i, j, f)
            for name, simple in SIMPLE.items():
                if op.more.get(name, simple) != simple:
                    yield lambda q, i=i, j=j, n=name: set_more(q, i, j, n)
            for side in ("lhs", "rhs"):
                if op.more.get(f"{side}_scaled"):
                    yield lambda q, i=i, j=j, s=side: drop_scales(q, i, j, s)


def to_operand(program, i, j, k):
    op = op_at(program, i, j)
    put_in_place(program, i, j, [], [op.inputs[k]])


def to_earlier(program, i, j):
    """The latest value of the same type in this block."""
    block = all_blocks(program)[i]
    op = block.ops[j]
    if len(op.results) != 1:
        raise p.Invalid("several")
    found = [r for other in block.ops[:j] for r in other.results]
    found = [r for r in found + block.arguments if r.is_like(op.results[0])]
    if not found or len(op.inputs) == 0:
        raise p.Invalid("none")
    put_in_place(program, i, j, [], [found[0]])


def drop_mask(program, i, j, first):
    del op_at(program, i, j).inputs[first:]


def set_more(program, i, j, name):
    op_at(program, i, j).more[name] = SIMPLE[name]


def drop_scales(program, i, j, side):
    op = op_at(program, i, j)
    sides = dict(zip(("lhs", "rhs"), p.scaled_sides(op.inputs, op.more)))
    position = 1 if side == "lhs" else 2 + bool(op.more["lhs_scaled"])
    if op.inputs[position] is not sides[side][1]:
        raise p.Invalid("no scales")
    del op.inputs[position]
    op.more[f"{side}_scaled"] = False


def element_edits(program):
    """Common element types instead of rare ones, in the whole program."""
    elements = {op.more.get("element") for op in p.walk(program.body)}
    elements |= {a.element for a in program.arguments}
    for old, new in (("bf16", "f16"), ("f64", "f32"), ("i64", "i32"), ("i16", "i32"),
                     ("f8E5M2", "f8E4M3FN")):  # fmt: skip
        if old in elements:
            yield lambda q, a=old, b=new: change_element(q, a, b)


def change_element(program, old, new):
    for argument in program.arguments:
        if argument.element == old:
            argument.element = new
        if argument.tensor:
            argument.value.element = argument.tensor.type(argument.element)
        elif argument.value.is_pointer and pointee(argument.value.element) == old:
            argument.value.element = argument.value.element.replace(old, new)
    for op in list(p.walk(program.body)):
        if op.more.get("element") == old:
            op.more["element"] = new


def shape_edits(program):
    """Smaller tiles: all extents of a size become half, or a power of two."""
    sizes = {s for op in p.walk(program.body) for r in op.results for s in r.shape}
    for size in sorted(sizes, reverse=True):
        power = 1 << size.bit_length() - 1
        for smaller in (size // 2, power):
            if 0 < smaller < size:
                yield lambda q, s=size, n=smaller: resize(q, s, n)


def resize(program, size, smaller):
    """Extents of a size become smaller ones."""
    def change(number):
        return smaller if number == size else number

    for argument in program.arguments:
        if argument.tensor:
            tensor = argument.tensor
            tensor.shape = tuple(change(n) for n in tensor.shape)
            argument.value.element = tensor.type(argument.element)
    for op in p.walk(program.body):
        if "shape" in op.more:
            op.more["shape"] = tuple(change(s) for s in op.more["shape"])
        if "size" in op.more:
            op.more["size"] = change(op.more["size"])


EDITS = (option_edits, effect_edits, structure_edits, value_edits, shape_edits,
         element_edits)  # fmt: skip


def is_valid_cast(op):
    """Whether a cast is one after the types have changed."""
    if op.name not in p.CASTS:
        return True
    source, target = op.inputs[0].element, op.more["element"]
    widths = formats.width(source), formats.width(target)
    kinds = formats.is_float(source), formats.is_float(target)
    if op.name in ("arith.extsi", "arith.extui"):
        return kinds == (False, False) and widths[0] < widths[1]
    if op.name == "arith.trunci":
        return kinds == (False, False) and widths[0] > widths[1]
    if op.name == "arith.bitcast":
        return widths[0] == widths[1] and source != target
    if op.name == "arith.sitofp":
        return kinds == (False, True)
    if op.name == "arith.fptosi":
        return kinds == (True, False)
    if op.name == "arith.extf":
        return kinds == (True, True) and widths[0] < widths[1]
    if op.name == "arith.truncf":
        return kinds == (True, True) and widths[0] > widths[1]
    return kinds == (True, True) and source != target


def apply(program, edit):
    """The edited copy; None where the edit makes no program."""
    made = copy.deepcopy(program)
    try:
        edit(made)
        p.remove_dead(made)
        p.check(made)
    except (p.Invalid, IndexError, KeyError, ValueError):
        return None
    if not all(is_valid_cast(op) for op in p.walk(made.body)):
        return None
    return made


def shrink(program, problem, fails):
    """A smaller program that fails likewise; `fails` gives what is wrong with one,
    or None, and may raise Unstable."""
    kind = kind_of(problem)
    attempts, is_smaller = 0, True
    while is_smaller and attempts < ATTEMPTS:
        is_smaller = False
        for edits in EDITS:
            number = 0
            while attempts < ATTEMPTS:
                # After an edit that helped comes the one that is now at its number.
                edit = next(iter(list(edits(program))[number:]), None)
                if edit is None:
                    break
                number += 1
                candidate = apply(program, edit)
                if candidate is None or not is_less(candidate, program):
                    continue
                attempts += 1
                try:
                    now = fails(candidate)
                except Unstable:
                    continue
                if now and kind_of(now) == kind:
                    program, is_smaller = candidate, True
                    number -= 1
    return program


def is_less(candidate, program):
    """Whether an edit reduced the program, so that edits end."""
    return weight(candidate) < weight(program)


def has_attributes(tensor):
    return bool(tensor) and (tensor.padding != p.ZERO or bool(tensor.sign))


def weight(program):
    ops = list(p.walk(program.body))
    elements = {"bf16": 1, "f64": 2, "i64": 2, "i16": 1, "f8E5M2": 1}
    return (
        sum(0.1 if op.name == "arith.constant" else 1.0 for op in ops)
        + 0.5 * sum(len(op.inputs) for op in ops)
        + 0.3 * sum(op.more.get(n, s) != s for op in ops for n, s in SIMPLE.items())
        + 0.3 * sum(len(op.more) for op in ops if op.name == "scf.for")
        + 0.2 * sum(len(b.yields) for b in p.blocks_of(program.body))
        + 1e-6 * sum(r.count for op in ops for r in op.results)
        + 1e-3 * (program.warps + program.stages + program.grid + program.maps)
        + 1e-3 * sum(bool(a.tensor) + has_attributes(a.tensor) for a in program.arguments)
        + 1e-4 * sum(abs(a.number) for a in program.arguments)
        + 0.3 * sum(len(op.more.get(n) or ()) for op in ops for n in ("hints", "overflow"))
        + 0.1 * sum(bool(a.of) for a in program.arguments)
        + 1e-3 * sum(a.data != "small" for a in program.arguments)
        + 1e-3 * sum(not a.is_divisible for a in program.arguments)
        + 1e-3 * sum(elements.get(r.element, 0) for op in ops for r in op.results)
    )
