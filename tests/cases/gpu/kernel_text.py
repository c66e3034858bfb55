# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes kernels in `tt`, an operation at a time; names and types are kept."""

import contextlib
import math


class Value:
    """An SSA value: its name and its type."""

    def __init__(self, name, element, shape=()):
        self.name, self.element, self.shape = name, element, tuple(shape)

    @property
    def type(self):
        return type_text(self.element, self.shape)


def type_text(element, shape=()):
    if not shape:
        return element
    return f"tensor<{'x'.join(map(str, shape))}x{element}>"


def pointer(element):
    return f"!tt.ptr<{element}>"


def pointee(element):
    return element[len("!tt.ptr<") : -1]


class Kernel:
    """The text of one kernel. Arguments: (name, type); "*f32" is a pointer, and the
    suffix ":16" means that it is divisible by 16."""

    def __init__(self, name, arguments):
        self.name, self.lines, self.count = name, [], 0
        self.arguments, self.depth, self.private = {}, 2, []
        parts = []
        for argument, kind in arguments:
            kind, _, divisor = kind.partition(":")
            element = pointer(kind[1:]) if kind[0] == "*" else kind
            self.arguments[argument] = Value(f"%{argument}", element)
            hint = f" {{tt.divisibility = {divisor} : i32}}" if divisor else ""
            parts.append(f"%{argument}: {element}{hint}")
        self.head = f"  tt.func public @{name}({', '.join(parts)}) {{"

    def __getitem__(self, argument):
        return self.arguments[argument]

    def text(self):
        body = "\n".join(self.lines)
        more = "\n".join(self.private)
        return f"module {{\n{self.head}\n{body}\n    tt.return\n  }}\n{more}\n}}\n"

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def new(self, element, shape=()):
        self.count += 1
        return Value(f"%v{self.count}", element, shape)

    def emit(self, text, element, shape=()):
        """A line that defines a value of that type."""
        value = self.new(element, shape)
        self.line(f"{value.name} = {text}")
        return value

    # -- constants, ranges, shapes

    def constant(self, literal, element, shape=()):
        kind = type_text(element, shape)
        if element == "i1":
            literal = "true" if literal else "false"
            if not shape:
                return self.emit(f"arith.constant {literal}", element)
        literal = f"dense<{literal}>" if shape else literal
        return self.emit(f"arith.constant {literal} : {kind}", element, shape)

    def range(self, size, start=0):
        return self.emit(
            f"tt.make_range {{end = {start + size} : i32, start = {start} :"
            f" i32}} : {type_text('i32', (size,))}",
            "i32",
            (size,),
        )

    def splat(self, value, shape):
        kind = type_text(value.element, shape)
        text = f"tt.splat {value.name} : {value.type} -> {kind}"
        return self.emit(text, value.element, shape)

    def reshaped(self, operation, value, shape, attributes=""):
        """Operations from a tile to a tile: `op %x attributes : from -> to`."""
        kind = type_text(value.element, shape)
        text = f"{operation} {value.name}{attributes} : {value.type} -> {kind}"
        return self.emit(text, value.element, shape)

    def expand(self, value, axis):
        shape = list(value.shape)
        shape.insert(axis, 1)
        attributes = f" {{axis = {axis} : i32}}"
        return self.reshaped("tt.expand_dims", value, shape, attributes)

    def broadcast(self, value, shape):
        if value.shape == tuple(shape):
            return value
        return self.reshaped("tt.broadcast", value, shape)

    def trans(self, value, order):
        shape = [value.shape[i] for i in order]
        text = ", ".join(map(str, order))
        attributes = f" {{order = array<i32: {text}>}}"
        return self.reshaped("tt.trans", value, shape, attributes)

    def reshape(self, value, shape, more=""):
        return self.reshaped("tt.reshape", value, shape, more)

    # -- arithmetic

    def binary(self, operation, a, b, more=""):
        text = f"{operation} {a.name}, {b.name}{more} : {a.type}"
        return self.emit(text, a.element, a.shape)

    def unary(self, operation, a):
        return self.emit(
            f"{operation} {a.name} : {a.type}", a.element, a.shape
        )

    def compare(self, operation, predicate, a, b):
        text = f"{operation} {predicate}, {a.name}, {b.name} : {a.type}"
        return self.emit(text, "i1", a.shape)

    def select(self, condition, a, b):
        kind = f"{condition.type}, {a.type}" if condition.shape else a.type
        text = f"arith.select {condition.name}, {a.name}, {b.name} : {kind}"
        return self.emit(text, a.element, a.shape)

    def cast(self, operation, a, element, more=""):
        kind = type_text(element, a.shape)
        arrow = "to" if operation.startswith("arith.") else "->"
        text = f"{operation} {a.name}{more} : {a.type} {arrow} {kind}"
        return self.emit(text, element, a.shape)

    # -- memory

    def addptr(self, base, offset):
        text = f"tt.addptr {base.name}, {offset.name} : {base.type}, {offset.type}"
        return self.emit(text, base.element, base.shape)

    def load(self, address, mask=None, other=None, more=""):
        operands = ", ".join(v.name for v in (address, mask, other) if v)
        text = f"tt.load {operands}{more} : {address.type}"
        return self.emit(text, pointee(address.element), address.shape)

    def store(self, address, value, mask=None, more=""):
        operands = ", ".join(v.name for v in (address, value, mask) if v)
        self.line(f"tt.store {operands}{more} : {address.type}")

    def offsets(self, shape, strides=None):
        """i32 offsets of a tile's elements; row-major by default."""
        if strides is None:
            strides = [math.prod(shape[i + 1 :]) for i in range(len(shape))]
        total = None
        for axis, (size, stride) in enumerate(zip(shape, strides)):
            part = self.range(size)
            for other in range(len(shape)):
                if other != axis:
                    part = self.expand(part, other)
            if stride != 1:
                factor = self.constant(stride, "i32", part.shape)
                part = self.binary("arith.muli", part, factor)
            part = self.broadcast(part, shape)
            total = part if total is None else self.add(total, part)
        return total

    def add(self, a, b):
        return self.binary("arith.addi", a, b)

    def addresses(self, argument, shape, strides=None, offset=None):
        """Pointers to a tile's elements, moved by `offset` (a scalar i32)."""
        base = self[argument]
        if offset is not None:
            base = self.addptr(base, offset)
        offsets = self.offsets(shape, strides)
        return self.addptr(self.splat(base, shape), offsets)

    def load_tile(self, argument, shape, strides=None, offset=None):
        return self.load(self.addresses(argument, shape, strides, offset))

    def load_bool(self, argument, shape):
        value = self.load_tile(argument, shape)
        return self.compare(
            "arith.cmpi", "ne", value, self.constant(0, "i8", shape)
        )

    def store_tile(self, argument, value, strides=None, offset=None):
        """Stores a tile, or a scalar; truth values as bytes."""
        if value.element == "i1":
            value = self.cast("arith.extui", value, "i8")
        if not value.shape:
            base = self[argument]
            if offset is not None:
                base = self.addptr(base, offset)
            self.store(base, value)
            return
        self.store(
            self.addresses(argument, value.shape, strides, offset), value
        )

    def program_id(self, axis="x"):
        return self.emit(f"tt.get_program_id {axis} : i32", "i32")

    def num_programs(self, axis="x"):
        return self.emit(f"tt.get_num_programs {axis} : i32", "i32")

    # -- regions

    def combine(self, operation, sources, results, attributes, body):
        """tt.reduce and tt.scan: `body` gets the elements of the left and of
        the right and returns the combined ones. `results` are shapes."""
        names = ", ".join(v.name for v in sources)
        outs = [self.new(v.element, s) for v, s in zip(sources, results)]
        self.count += 1
        first = f"%r{self.count}"
        count = f":{len(outs)}" if len(outs) > 1 else ""
        head = f'{first}{count} = "tt.{operation}"({names}) <{{{attributes}}}> ({{'
        self.line(head)
        left = [self.new(v.element) for v in sources]
        right = [self.new(v.element) for v in sources]
        block = ", ".join(f"{v.name}: {v.element}" for v in left + right)
        self.line(f"^bb0({block}):")
        with self.indented():
            done = body(left, right)
            values = ", ".join(v.name for v in done)
            kinds = ", ".join(v.element for v in done)
            self.line(f"tt.{operation}.return {values} : {kinds}")
        kinds = ", ".join(v.type for v in sources)
        made = ", ".join(v.type for v in outs)
        made = f"({made})" if len(outs) > 1 else made
        self.line(f"}}) : ({kinds}) -> {made}")
        for i, out in enumerate(outs):
            out.name = f"{first}#{i}" if len(outs) > 1 else first
        return outs

    def reduce(self, sources, axis, body):
        shape = list(sources[0].shape)
        del shape[axis]
        return self.combine(
            "reduce", sources, [shape] * len(sources), f"axis = {axis} : i32",
            body,
        )  # fmt: skip

    def scan(self, sources, axis, reverse, body):
        attributes = (
            f"axis = {axis} : i32, reverse = {'true' if reverse else 'false'}"
        )
        shapes = [v.shape for v in sources]
        return self.combine("scan", sources, shapes, attributes, body)

    @contextlib.contextmanager
    def indented(self):
        self.depth += 1
        yield
        self.depth -= 1

    def loop(self, bounds, initial, body, attributes=""):
        """scf.for over i32 (low, high, step); `body` gets the counter and the
        carried values and returns the next."""
        low, high, step = bounds
        counter = self.new("i32")
        carried = [self.new(v.element, v.shape) for v in initial]
        pairs = ", ".join(
            f"{c.name} = {v.name}" for c, v in zip(carried, initial)
        )
        kinds = ", ".join(v.type for v in initial)
        self.count += 1
        result = f"%loop{self.count}"
        many = f":{len(initial)}" if len(initial) > 1 else ""
        self.line(
            f"{result}{many} = scf.for {counter.name} = {low.name} to"
            f" {high.name} step {step.name} iter_args({pairs}) -> ({kinds})"
            " : i32 {"
        )
        with self.indented():
            self.yield_(body(counter, carried))
        self.line(f"}} {attributes}".rstrip())
        return self.results(result, initial)

    def results(self, name, like):
        return [
            Value(f"{name}#{i}" if len(like) > 1 else name, v.element, v.shape)
            for i, v in enumerate(like)
        ]

    def yield_(self, values):
        names = ", ".join(v.name for v in values)
        kinds = ", ".join(v.type for v in values)
        self.line(f"scf.yield {names} : {kinds}" if values else "scf.yield")

    def branch(self, condition, like, then, otherwise):
        """scf.if with results of the types of `like`."""
        self.count += 1
        result = f"%if{self.count}"
        many = f":{len(like)}" if len(like) > 1 else ""
        kinds = ", ".join(v.type for v in like)
        self.line(f"{result}{many} = scf.if {condition.name} -> ({kinds}) {{")
        with self.indented():
            self.yield_(then())
        self.line("} else {")
        with self.indented():
            self.yield_(otherwise())
        self.line("}")
        return self.results(result, like)
