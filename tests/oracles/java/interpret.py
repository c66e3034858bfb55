# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The reference: runs a program as Java does.

How a statement ends is None for normally, else a tuple: ("break", label),
("continue", label), ("return", value), ("yield", value).
"""

import java_numbers
import program as p

#: Statements and expressions that a run may take; those that take more are no
#: programs for a test.
FUEL = 20000


class OutOfFuel(Exception):
    """The program runs for too long, or for ever."""


class Closure:
    """A lambda with the variables that it may have captured."""

    def __init__(self, function, variables):
        self.function = function
        self.variables = variables


class Interpreter:
    """One run."""

    def __init__(self, program):
        self.program = program
        self.helpers = {helper.name: helper for helper in program.helpers}
        self.words = [0] * p.BUFFER_WORDS
        self.fuel = FUEL
        self.variables = {}

    def run(self, arguments):
        """The buffer's words after a run."""
        values = [None] * 3 + list(arguments) + list(self.program.constants)
        names = [name for name, _ in p.KERNEL_PARAMETERS]
        self.variables = dict(zip(names, values))
        self.block(self.program.body)
        return self.words

    def burn(self):
        self.fuel -= 1
        if self.fuel < 0:
            raise OutOfFuel()

    # ---- Expressions -------------------------------------------------------

    def value(self, e):
        self.burn()
        return getattr(self, "value_" + type(e).__name__)(e)

    def value_Literal(self, e):
        return e.value

    def value_Name(self, e):
        return self.variables[e.name]

    def value_Unary(self, e):
        return java_numbers.unary(e.type, e.op, self.value(e.operand))

    def value_Binary(self, e):
        left = self.value(e.left)
        return java_numbers.binary(e.type, e.op, left, self.value(e.right))

    def value_Compare(self, e):
        left = self.value(e.left)
        return java_numbers.COMPARISONS[e.op](left, self.value(e.right))

    def value_Logic(self, e):
        decides = e.op == "||"
        return any(self.value(o) for o in e.operands) if decides else all(
            self.value(o) for o in e.operands
        )

    def value_Conditional(self, e):
        return self.value(e.yes if self.value(e.condition) else e.no)

    def value_Cast(self, e):
        return java_numbers.convert(e.operand.type, e.type, self.value(e.operand))

    def value_New(self, e):
        names = [name for name, _ in p.RECORDS[e.type]]
        return dict(zip(names, [self.value(arg) for arg in e.args]))

    def value_Component(self, e):
        return self.value(e.record)[e.name]

    def value_Lambda(self, e):
        return Closure(e, dict(self.variables))

    def value_Call(self, e):
        helper = self.helpers[e.name]
        args = [self.value(arg) for arg in e.args]
        names = [name for name, _ in helper.params]
        return self.call(helper.body, dict(zip(names, args)))

    def value_Apply(self, e):
        closure = self.variables[e.function.name]
        args = [self.value(arg) for arg in e.args]
        variables = dict(closure.variables)
        variables.update(zip(closure.function.params, args))
        return self.call(closure.function.body, variables)

    def call(self, body, variables):
        before, self.variables = self.variables, variables
        end = self.block(body)
        self.variables = before
        return end[1] if end else None

    def value_SwitchExpression(self, e):
        value = self.value(e.selector)
        return self.block(chosen(e.cases, value)[0].body)[1]

    # ---- Statements --------------------------------------------------------

    def block(self, statements):
        for statement in statements:
            end = self.execute(statement)
            if end:
                return end
        return None

    def execute(self, s):
        self.burn()
        return getattr(self, "execute_" + type(s).__name__)(s, None)

    def execute_Declare(self, s, _):
        if s.value is not None:
            self.variables[s.name] = self.value(s.value)

    def execute_Assign(self, s, _):
        if not s.op:
            self.variables[s.name] = self.value(s.value)
            return
        type_, other = java_numbers.operand_types(s.op, s.type, s.value.type)
        left = java_numbers.convert(s.type, type_, self.variables[s.name])
        right = java_numbers.convert(s.value.type, other, self.value(s.value))
        result = java_numbers.binary(type_, s.op, left, right)
        self.variables[s.name] = java_numbers.convert(type_, s.type, result)

    def execute_Step(self, s, _):
        one = float(s.by) if s.type == "float" else s.by
        value = java_numbers.binary(s.type, "+", self.variables[s.name], one)
        self.variables[s.name] = value

    def execute_If(self, s, _):
        for condition, body in s.arms:
            if self.value(condition):
                return self.block(body)
        return self.block(s.otherwise or [])

    def iterate(self, body, label):
        """One iteration: whether the loop goes on, and how it ended."""
        end = self.block(body)
        if not end or (end[0] == "continue" and end[1] in (None, label)):
            return True, None
        if end == ("break", None):
            return False, None
        return False, end

    def execute_For(self, s, label):
        self.block(s.init)
        while s.condition is None or self.value(s.condition):
            self.burn()
            goes_on, end = self.iterate(s.body, label)
            if not goes_on:
                return end
            self.block(s.update)
        return None

    def execute_ForEach(self, s, label):
        numbers = [self.value(number) for number in s.range]
        for i in range(*numbers):
            self.burn()
            self.variables[s.name] = i
            goes_on, end = self.iterate(s.body, label)
            if not goes_on:
                return end
        return None

    def execute_While(self, s, label):
        return self.execute_For(p.For([], s.condition, [], s.body), label)

    def execute_DoWhile(self, s, label):
        while True:
            self.burn()
            goes_on, end = self.iterate(s.body, label)
            if not goes_on:
                return end
            if not self.value(s.condition):
                return None

    def execute_Switch(self, s, _):
        for case in chosen(s.cases, self.value(s.selector)):
            end = self.block(case.body)
            if end:
                return None if end == ("break", None) else end
            if s.is_arrow:
                return None
        return None

    def execute_Block(self, s, _):
        return self.block(s.body)

    def execute_Labeled(self, s, _):
        self.burn()
        name = type(s.statement).__name__
        end = getattr(self, "execute_" + name)(s.statement, s.label)
        return None if end == ("break", s.label) else end

    def execute_Break(self, s, _):
        return ("break", s.label)

    def execute_Continue(self, s, _):
        return ("continue", s.label)

    def execute_Return(self, s, _):
        return ("return", self.value(s.value) if s.value else None)

    def execute_Yield(self, s, _):
        return ("yield", self.value(s.value))

    def execute_Store(self, s, _):
        index, value = self.value(s.index), self.value(s.value)
        first, length = p.ARRAYS[s.array]
        if not 0 <= index < length:
            raise IndexError(f"{s.array}[{index}]")
        if s.array == "longs":
            self.words[first + 2 * index] = java_numbers.wrap("int", value)
            self.words[first + 2 * index + 1] = value >> 32
        elif s.array == "floats":
            self.words[first + index] = java_numbers.float_bits(value)
        else:
            self.words[first + index] = value

    def execute_Evaluate(self, s, _):
        self.value(s.call)


def chosen(cases, value):
    """The cases from the one that is taken on."""
    for i, case in enumerate(cases):
        if value in case.values:
            return cases[i:]
    for i, case in enumerate(cases):
        if not case.values:
            return cases[i:]
    return []


def constant_value(e):
    """The value of a constant expression of Java; None if it is none."""
    plain = (p.Literal, p.Unary, p.Binary, p.Compare, p.Logic, p.Conditional)
    if not all(isinstance(n, plain + (p.Cast,)) for n in p.walk(e)):
        return None
    empty = p.Program(0, [], [], (0, False), [])
    return Interpreter(empty).value(e)
