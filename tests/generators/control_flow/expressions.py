# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random expressions, and the variables that they may read.

Not here: statements (generate.py).
"""

import contextlib

import java_numbers
import program as p

INTERESTING = {
    "int": [0, 1, -1, 2, 3, 5, 7, 8, 31, 32, 100, -7, 2**31 - 1, -(2**31)],
    "long": [0, 1, -1, 2, 9, 63, 2**31, -(2**33) + 1, 2**63 - 1, -(2**63)],
    "float": [0.0, 1.0, -1.0, 0.5, 2.0, 3.25, -0.125, 1e10],
    "boolean": [True, False],
}
NUMBERS = ("int", "long", "float")
VALUES = ("int", "int", "int", "int", "long", "boolean", "float")
COMPARISONS = list(java_numbers.COMPARISONS)


class Variable:
    def __init__(self, name, type_, assignable):
        self.name = name
        self.type = type_
        self.assignable = assignable


class ExpressionGenerator:
    """Makes expressions. `variables` are those in scope; `assigned` the names
    of those that surely have a value."""

    def __init__(self, rng):
        self.rng = rng
        self.count = 0
        self.variables = []
        self.assigned = set()
        self.helpers = []
        #: The depth of expressions in which statements may be generated.
        self.switch_depth = 0
        #: Lambdas that are being generated.
        self.lambda_depth = 0

    def fresh(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def chance(self, probability):
        return self.rng.random() < probability

    def pick(self, weighted):
        """One of the keys, by their weights."""
        return self.rng.choices(list(weighted), list(weighted.values()))[0]

    @contextlib.contextmanager
    def scope(self):
        """Variables that come to be inside do not outlive it."""
        before, assigned = list(self.variables), set(self.assigned)
        yield
        self.variables = before
        self.assigned = assigned

    def declare(self, name, type_, assignable=True, assigned=True):
        self.variables.append(Variable(name, type_, assignable))
        if assigned:
            self.assigned.add(name)
        return name

    def readable(self, type_):
        names = [v.name for v in self.variables if v.type == type_]
        sure = [name for name in names if name in self.assigned]
        return sure if sure and self.chance(0.97) else names

    def literal(self, type_):
        if type_ in p.RECORDS:
            return p.New(type_, [self.literal(t) for _, t in p.RECORDS[type_]])
        if type_ == "int" and self.chance(0.5):
            return p.Literal("int", self.rng.randint(-4, 12))
        return p.Literal(type_, self.rng.choice(INTERESTING[type_]))

    def leaf(self, type_):
        names = self.readable(type_)
        if names and self.chance(0.8):
            return p.Name(type_, self.rng.choice(names))
        return self.literal(type_)

    def expression(self, type_, depth=2):
        if depth <= 0 or self.chance(0.25):
            return self.leaf(type_)
        return getattr(self, "make_" + type_)(depth - 1)

    # ---- By type -----------------------------------------------------------

    def make_int(self, depth):
        return self.make_integer("int", depth)

    def make_long(self, depth):
        return self.make_integer("long", depth)

    def make_integer(self, type_, depth):
        kind = self.pick(
            {"binary": 10, "divide": 2, "shift": 3, "unary": 2, "cast": 2,
             "conditional": 3, "switch": 1, "call": 3, "component": 1}
        )  # fmt: skip
        if kind == "binary":
            op = self.rng.choice(["+", "-", "*", "&", "|", "^", "+", "-"])
            return p.Binary(type_, op, *self.two(type_, depth))
        if kind == "divide":
            return self.division(type_, depth)
        if kind == "shift":
            op = self.rng.choice(java_numbers.SHIFTS)
            distance = self.rng.choice(["int", "int", "long"])
            left = self.expression(type_, depth)
            return p.Binary(type_, op, left, self.expression(distance, depth))
        if kind == "unary":
            op = self.rng.choice("-~")
            operand = self.expression(type_, depth)
            return p.Unary(type_, op, operand)
        if kind == "cast":
            return self.cast(type_, depth)
        return self.common(kind, type_, depth)

    def common(self, kind, type_, depth):
        """The expressions that exist for every type."""
        if kind == "component":
            return self.component(type_, depth)
        if kind == "switch" and self.switch_depth < 1:
            return self.switch_expression(type_, depth)
        if kind == "call":
            call = self.call(type_, depth)
            if call:
                return call
        if kind == "conditional":
            condition = self.expression("boolean", depth)
            return p.Conditional(type_, condition, *self.two(type_, depth))
        return self.leaf(type_)

    def component(self, type_, depth):
        """A component of a record that has one of the type."""
        places = [
            (record, name)
            for record, parts in p.RECORDS.items()
            for name, part in parts
            if part == type_
        ]
        record, name = self.rng.choice(places)
        return p.Component(type_, self.expression(record, depth), name)

    def two(self, type_, depth):
        return self.expression(type_, depth), self.expression(type_, depth)

    def division(self, type_, depth):
        """The divisor is a literal or between 1 and 8. Java defines the most
        negative number by -1, tt does not: -1 is a literal only."""
        op = self.rng.choice("/%")
        left = self.expression(type_, depth)
        if self.chance(0.5):
            value = self.rng.choice([1, 2, 3, 7, 16, -1, -3])
            return p.Binary(type_, op, left, p.Literal(type_, value))
        small = p.Binary(
            type_, "&", self.expression(type_, depth), p.Literal(type_, 7)
        )
        divisor = p.Binary(type_, "+", small, p.Literal(type_, 1))
        return p.Binary(type_, op, left, divisor)

    def cast(self, type_, depth):
        other = self.rng.choice([n for n in NUMBERS if n != type_])
        return p.Cast(type_, self.expression(other, depth))

    def make_float(self, depth):
        kind = self.pick(
            {"binary": 8, "unary": 1, "cast": 3, "conditional": 2,
             "switch": 1, "call": 1}
        )  # fmt: skip
        if kind == "binary":
            op = self.rng.choice("+-*/")
            return p.Binary("float", op, *self.two("float", depth))
        if kind == "unary":
            return p.Unary("float", "-", self.expression("float", depth))
        if kind == "cast":
            return self.cast("float", depth)
        return self.common(kind, "float", depth)

    def make_boolean(self, depth):
        kind = self.pick(
            {"compare": 10, "logic": 5, "not": 2, "binary": 1, "conditional": 1,
             "switch": 1, "call": 2, "component": 1}
        )  # fmt: skip
        if kind == "compare":
            type_ = self.rng.choice(["int", "int", "int", "long", "float"])
            op = self.rng.choice(COMPARISONS)
            return p.Compare(op, *self.two(type_, depth))
        if kind == "logic":
            count = 3 if self.chance(0.2) else 2
            operands = [self.expression("boolean", depth) for _ in range(count)]
            return p.Logic(self.rng.choice(["&&", "||"]), operands)
        if kind == "not":
            operand = self.expression("boolean", depth)
            return p.Unary("boolean", "!", operand)
        if kind == "binary":
            if self.chance(0.3):
                op = self.rng.choice(["==", "!="])
                return p.Compare(op, *self.two("boolean", depth))
            op = self.rng.choice("&|^")
            return p.Binary("boolean", op, *self.two("boolean", depth))
        return self.common(kind, "boolean", depth)

    def make_Pair(self, depth):
        kind = self.pick(
            {"new": 6, "conditional": 4, "call": 2, "switch": 2, "component": 1}
        )
        if kind == "component":
            return self.component("Pair", depth)
        return self.make_record("Pair", kind, depth)

    def make_Mixed(self, depth):
        kind = self.pick({"new": 3, "conditional": 2, "call": 1, "switch": 1})
        return self.make_record("Mixed", kind, depth)

    def make_record(self, type_, kind, depth):
        if kind != "new":
            return self.common(kind, type_, depth)
        parts = [part for _, part in p.RECORDS[type_]]
        return p.New(type_, [self.expression(part, depth) for part in parts])

    # ---- Calls -------------------------------------------------------------

    def call(self, type_, depth):
        """A call of a helper or of a lambda; None if there is none of that
        type."""
        lambdas = [
            v for v in self.variables
            if v.type in p.FUNCTIONS and p.FUNCTIONS[v.type][2] == type_
        ]  # fmt: skip
        helpers = [h for h in self.helpers if h.type == type_]
        if lambdas and (not helpers or self.chance(0.5)):
            variable = self.rng.choice(lambdas)
            function = p.Name(variable.type, variable.name)
            types = p.FUNCTIONS[variable.type][1]
            args = [self.expression(t, depth) for t in types]
            return p.Apply(type_, function, args)
        if not helpers:
            return None
        helper = self.rng.choice(helpers)
        args = [self.argument(t, depth) for _, t in helper.params]
        if None in args:
            return None
        return p.Call(type_, helper.name, args)

    def argument(self, type_, depth):
        if type_ == "Ptr":
            pointers = [v.name for v in self.variables if v.type == "Ptr"]
            return p.Name("Ptr", "out") if pointers else None
        if type_ in p.FUNCTIONS:
            names = self.readable(type_)
            if names and self.chance(0.5):
                return p.Name(type_, self.rng.choice(names))
            return self.lambda_(type_) if self.lambda_depth < 2 else None
        return self.expression(type_, depth)

    def small(self, depth=1, most=7):
        """An int between 0 and `most`, one less than a power of two."""
        if self.chance(0.4):
            return p.Literal("int", self.rng.randint(0, min(most, 5)))
        names = [v.name for v in self.variables if v.name in ("a", "b", "N")]
        if names and self.chance(0.3):
            name = p.Name("int", self.rng.choice(names))
            if name.name == "N":
                return name
            return p.Binary("int", "&", name, p.Literal("int", most))
        value = self.expression("int", depth)
        return p.Binary("int", "&", value, p.Literal("int", most))
