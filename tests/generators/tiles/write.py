# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a program as Triton prints kernels."""

import formats
import inline_asm
import program as p
from kernel_text import Kernel, type_text


def text(program, symbol=None):
    """The module; the kernel's name is the program's unless given."""
    arguments = []
    for a in program.arguments:
        kind = a.element if a.role == "scalar" else f"*{a.element}"
        if a.tensor:
            arguments.append((a.name, a.value.element))
            continue
        arguments.append((a.name, f"{kind}:16" if a.is_divisible else kind))
    kernel = Kernel(symbol or program.name, arguments)
    names = {a.value: f"%{a.name}" for a in program.arguments}
    Writer(kernel, names).block(program.body)
    return kernel.text()


class Writer:
    """Writes blocks; `names` are the values' names."""

    def __init__(self, kernel, names):
        self.kernel, self.names = kernel, names

    def fresh(self, prefix="%v"):
        self.kernel.count += 1
        return f"{prefix}{self.kernel.count}"

    def block(self, block):
        for op in block.ops:
            self.op(op)

    def inner(self, block, end=None):
        with self.kernel.indented():
            self.block(block)
            if end:
                self.kernel.line(end)

    def list(self, values):
        return ", ".join(self.names[v] for v in values)

    def types(self, values):
        return ", ".join(v.type for v in values)

    def define(self, op):
        """Names results; what stands before the operation."""
        if not op.results:
            return ""
        name = self.fresh()
        if len(op.results) == 1:
            self.names[op.results[0]] = name
            return f"{name} = "
        for i, result in enumerate(op.results):
            self.names[result] = f"{name}#{i}"
        return f"{name}:{len(op.results)} = "

    def op(self, op):
        if op.name in BLOCKS:
            return BLOCKS[op.name](self, op)
        tail = self.tail(op)
        if op.more.get("overflow"):
            operands, kinds = tail.split(" : ", 1)
            tail = f"{operands} overflow<{', '.join(op.more['overflow'])}> : {kinds}"
        if op.more.get("hints"):
            operands, kinds = tail.split(" : ", 1)
            tail = f"{operands} {hints(op.more['hints'])} : {kinds}"
        head = self.define(op)
        self.kernel.line(f"{head}{op.name} {tail}")

    def tail(self, op):
        """The text after the name."""
        ins, more, name = op.inputs, op.more, op.name
        operands = self.list(ins)
        if name == "tt.clampf":
            return f"{operands}, propagateNan = none : {ins[0].type}"
        if name in p.SAME:
            return f"{operands} : {ins[0].type}"
        if name in p.CASTS:
            arrow = "to" if name.startswith("arith.") else "->"
            rounding = ", rounding = rtne" if more.get("narrows") else ""
            return f"{operands}{rounding} : {ins[0].type} {arrow} {op.results[0].type}"
        return TAILS[name](operands, ins, more, op)


def hints(promises):
    """The attributes of promises, which are lists of a number for each axis."""
    parts = [
        f"tt.{name} = dense<{numbers[0] if len(numbers) == 1 else list(numbers)}> :"
        f" tensor<{len(numbers)}xi32>"
        for name, numbers in promises.items()
    ]
    return f"{{{', '.join(parts)}}}"


def assembly(operands, ins, more, op):
    text, constraints, pack = inline_asm.text_of(more)
    kinds = ", ".join(v.type for v in op.results)
    return (
        f'"{text}" {{constraints = "{constraints}", packed_element = {pack} : i32,'
        f" pure = true}} {operands} : {', '.join(v.type for v in ins)} -> {kinds}"
    )


def constant(operands, ins, more, op):
    element, shape, value = more["element"], more["shape"], more["value"]
    if element == "i1":
        literal = "true" if value else "false"
        return f"dense<{literal}> : {op.results[0].type}" if shape else literal
    literal = f"{float(value):.17e}" if formats.is_float(element) else str(int(value))
    literal = f"dense<{literal}>" if shape else literal
    return f"{literal} : {type_text(element, shape)}"


def make_range(operands, ins, more, op):
    start, size = more["start"], more["size"]
    return (
        f"{{end = {start + size} : i32, start = {start} : i32}} :"
        f" {op.results[0].type}"
    )


def reshaped(operands, ins, more, op):
    attributes = ""
    if op.name == "tt.expand_dims":
        attributes = f" {{axis = {more['axis']} : i32}}"
    if op.name == "tt.trans":
        order = ", ".join(map(str, more["order"]))
        attributes = f" {{order = array<i32: {order}>}}"
    return f"{operands}{attributes} : {ins[0].type} -> {op.results[0].type}"


def select(operands, ins, more, op):
    kind = f"{ins[0].type}, {ins[1].type}" if ins[0].shape else ins[1].type
    return f"{operands} : {kind}"


def gather(operands, ins, more, op):
    a, index = operands.split(", ")
    return (
        f"{a}[{index}] {{axis = {more['axis']} : i32}} :"
        f" ({ins[0].type}, {ins[1].type}) -> {op.results[0].type}"
    )


def listed(values):
    return ", ".join(values)


def groups(operands, rank):
    """The operands in lists of one for each dimension, after the first one."""
    first, *rest = operands.split(", ")
    lists = [listed(rest[i : i + rank]) for i in range(0, len(rest), rank)]
    return ", ".join([first, *(f"[{one}]" for one in lists)])


def make_tensor(operands, ins, more, op):
    """tt.make_tensor_descriptor and tt.make_tensor_ptr."""
    text = groups(operands, len(more["shape"]))
    result = op.results[0].element
    block = result[result.index("<") :]
    if op.name == "tt.make_tensor_ptr":
        order = ", ".join(map(str, more["order"]))
        return f"{text} {{order = array<i32: {order}>}} : {block}"
    padding = f" {{padding = {more['padding']} : i32}}" if more["padding"] > 1 else ""
    base = ins[0].element
    return f"{text}{padding} : {base[base.index('<') :]}, {block}"


def advance(operands, ins, more, op):
    element = ins[0].element
    return f"{groups(operands, len(ins) - 1)} : {element[element.index('<') :]}"


def descriptor_load(operands, ins, more, op):
    first, *rest = operands.split(", ")
    policy = more.get("policy", "")
    return (
        f"{first}[{listed(rest)}]{' ' + policy if policy else ''} : {ins[0].type} ->"
        f" {op.results[0].type}"
    )


def descriptor_store(operands, ins, more, op):
    first, value, *rest = operands.split(", ")
    kind = f"{more['kind']}, " if "kind" in more else ""
    return f"{kind}{first}[{listed(rest)}], {value} : {ins[0].type}, {ins[1].type}"


def descriptor_rows(operands, ins, more, op):
    first, rows, column, *value = operands.split(", ")
    text = ", ".join([f"{first}[{rows}, {column}]", *value])
    kinds = ", ".join(v.type for v in ins)
    return f"{text} : {kinds if value else f'({kinds}) -> {op.results[0].type}'}"


def histogram(operands, ins, more, op):
    return f"{operands} : {ins[0].type} -> {op.results[0].type}"


def dot_scaled(operands, ins, more, op):
    names = dict(zip(ins, operands.split(", ")))
    texts, kinds = [], []
    for numbers, scales, _, _ in p.scaled_sides(ins, more):
        values = [numbers] + ([scales] if scales else [])
        texts.append(" scale ".join(names[v] for v in values))
        kinds.append(", ".join(v.type for v in values))
    packing = "".join(
        f", {name} = false" for name in ("lhs_k_pack", "rhs_k_pack") if not more[name]
    )
    return (
        f"{texts[0]}, {texts[1]}, {names[ins[-1]]} lhs = {more['lhs']}"
        f" rhs = {more['rhs']} {{fastMath = false{packing}}} :"
        f" {kinds[0]} * {kinds[1]} -> {op.results[0].type}"
    )


def block_access(ins, more):
    """The attributes of an access by a block pointer."""
    checks = ", ".join(map(str, more["checks"]))
    parts = [f"boundaryCheck = array<i32: {checks}>"] if checks else []
    if checks and "padding" in more:
        parts.append(f"padding = {more['padding']} : i32")
    return f" {{{', '.join(parts)}}}" if parts else ""


def memory(operands, ins, more, op):
    if ins[0].is_block_pointer:
        return f"{operands}{block_access(ins, more)} : {ins[0].type}"
    policy = more.get("policy", "")
    return f"{operands}{' ' + policy if policy else ''} : {ins[0].type}"


def atomic(operands, ins, more, op):
    kinds = ", ".join(v.type for v in ins)
    return (
        f"{more['kind']}, {more.get('order', 'relaxed')}, gpu, {operands} : ({kinds}) ->"
        f" {op.results[0].type}"
    )


def dot(operands, ins, more, op):
    precision = more.get("precision")
    mode = f", inputPrecision = {precision}" if precision else ""
    return f"{operands}{mode} : {ins[0].type} * {ins[1].type} -> {ins[2].type}"


TAILS = {
    "arith.constant": constant,
    "tt.make_range": make_range,
    "tt.get_program_id": lambda o, i, m, op: "x : i32",
    "tt.get_num_programs": lambda o, i, m, op: "x : i32",
    "arith.cmpi": lambda o, i, m, op: f"{m['predicate']}, {o} : {i[0].type}",
    "arith.cmpf": lambda o, i, m, op: f"{m['predicate']}, {o} : {i[0].type}",
    "arith.select": select,
    "tt.splat": reshaped, "tt.expand_dims": reshaped, "tt.broadcast": reshaped,
    "tt.reshape": reshaped, "tt.trans": reshaped, "tt.join": reshaped,
    "tt.split": reshaped, "tt.gather": gather, "tt.histogram": histogram,
    "tt.make_tensor_descriptor": make_tensor, "tt.make_tensor_ptr": make_tensor,
    "tt.advance": advance, "tt.descriptor_load": descriptor_load,
    "tt.descriptor_store": descriptor_store,
    "tt.descriptor_reduce": descriptor_store,
    "tt.descriptor_gather": descriptor_rows,
    "tt.descriptor_scatter": descriptor_rows, "tt.dot_scaled": dot_scaled,
    "tt.addptr": lambda o, i, m, op: f"{o} : {i[0].type}, {i[1].type}",
    "tt.load": memory, "tt.store": memory, "tt.atomic_rmw": atomic, "tt.dot": dot,
    "tt.elementwise_inline_asm": assembly, "gpu.barrier": lambda o, i, m, op: "",
}  # fmt: skip


# -- Operations with blocks


def write_for(writer, op):
    body, ins = op.blocks[0], op.inputs
    names = [writer.fresh("%i")] + [writer.fresh("%c") for _ in body.arguments[1:]]
    carried = ""
    if ins[3:]:
        pairs = ", ".join(
            f"{n} = {writer.names[v]}" for n, v in zip(names[1:], ins[3:])
        )
        carried = f" iter_args({pairs}) -> ({writer.types(ins[3:])})"
    low, high, step = (writer.names[v] for v in ins[:3])
    head = writer.define(op)
    writer.names.update(zip(body.arguments, names))
    writer.kernel.line(
        f"{head}scf.for {names[0]} = {low} to {high} step {step}{carried} : i32 {{"
    )
    writer.inner(body)
    end_block(writer, "scf.yield", body.yields)
    more = ", ".join(
        f"{k} = {v} : i32" if v is not None else k for k, v in op.more.items()
    )
    writer.kernel.line(f"}} {{{more}}}" if more else "}")


def end_block(writer, name, values):
    with writer.kernel.indented():
        writer.kernel.line(
            f"{name} {writer.list(values)} : {writer.types(values)}" if values else name
        )


def write_while(writer, op):
    before, after = op.blocks
    condition, *passed = before.yields
    kinds, made = writer.types(op.inputs), writer.types(passed)
    names = [writer.fresh("%b") for _ in before.arguments]
    pairs = ", ".join(f"{n} = {writer.names[v]}" for n, v in zip(names, op.inputs))
    head = writer.define(op)
    writer.names.update(zip(before.arguments, names))
    writer.kernel.line(f"{head}scf.while ({pairs}) : ({kinds}) -> ({made}) {{")
    writer.inner(before)
    with writer.kernel.indented():
        writer.kernel.line(
            f"scf.condition({writer.names[condition]}) {writer.list(passed)} : {made}"
        )
    writer.kernel.line("} do {")
    names = [writer.fresh("%a") for _ in after.arguments]
    writer.names.update(zip(after.arguments, names))
    block = ", ".join(f"{n}: {v.type}" for n, v in zip(names, after.arguments))
    writer.kernel.line(f"^bb0({block}):")
    writer.inner(after)
    end_block(writer, "scf.yield", after.yields)
    writer.kernel.line("}")


def write_if(writer, op):
    then, otherwise = op.blocks
    kinds = f" -> ({writer.types(op.results)})" if op.results else ""
    condition = writer.names[op.inputs[0]]
    head = writer.define(op)
    writer.kernel.line(f"{head}scf.if {condition}{kinds} {{")
    writer.inner(then)
    if op.results:
        end_block(writer, "scf.yield", then.yields)
    if op.results or otherwise.ops:
        writer.kernel.line("} else {")
        writer.inner(otherwise)
        if op.results:
            end_block(writer, "scf.yield", otherwise.yields)
    writer.kernel.line("}")


def write_combine(writer, op):
    """tt.reduce and tt.scan."""
    kind, axis, ins = op.more["kind"], op.more["axis"], op.inputs
    operands = writer.list(ins)
    head = writer.define(op)
    attributes = f"axis = {axis} : i32"
    if op.name == "tt.scan":
        attributes += f", reverse = {'true' if op.more['reverse'] else 'false'}"
    line = writer.kernel.line
    line(f'{head}"{op.name}"({operands}) <{{{attributes}}}> ({{')
    left = [writer.kernel.new(v.element) for v in ins]
    right = [writer.kernel.new(v.element) for v in ins]
    block = ", ".join(f"{v.name}: {v.element}" for v in left + right)
    line(f"^bb0({block}):")
    with writer.kernel.indented():
        made = combined(writer.kernel, kind, left, right)
        values = ", ".join(v.name for v in made)
        elements = ", ".join(v.element for v in made)
        line(f"{op.name}.return {values} : {elements}")
    results = writer.types(op.results)
    results = f"({results})" if len(op.results) > 1 else results
    line(f"}}) : ({writer.types(ins)}) -> {results}")


def combined(kernel, kind, left, right):
    if kind not in ("argmax", "argmin"):
        return [kernel.binary(kind, left[0], right[0])]
    is_float = formats.is_float(left[0].element)
    compare = "arith.cmpf" if is_float else "arith.cmpi"
    order = ("o" if is_float else "s") + ("gt" if kind == "argmax" else "lt")
    better = kernel.compare(compare, order, left[0], right[0])
    same = kernel.compare(compare, "oeq" if is_float else "eq", left[0], right[0])
    first = kernel.compare("arith.cmpi", "slt", left[1], right[1])
    take = kernel.binary("arith.andi", same, first)
    take = kernel.binary("arith.ori", better, take)
    return [kernel.select(take, x, y) for x, y in zip(left, right)]


BLOCKS = {
    "scf.for": write_for, "scf.while": write_while, "scf.if": write_if,
    "tt.reduce": write_combine, "tt.scan": write_combine,
}  # fmt: skip
