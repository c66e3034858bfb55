# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random loops, in every spelling.

Not here: other statements (generate.py).
"""

import program as p
from expressions import ExpressionGenerator

MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}


def number(value, type_="int"):
    return p.Literal(type_, value)


class LoopGenerator(ExpressionGenerator):
    """Adds loops to expressions."""

    def __init__(self, rng):
        super().__init__(rng)
        #: What jumps can lead to, outermost first: kind, label.
        self.targets = []

    def loop_body(self, depth, label, before=()):
        """A loop's body, with statements put in front."""
        self.targets.append(("loop", label))
        body = list(before) + self.statements(depth)
        self.targets.pop()
        return body

    def new_label(self):
        return self.fresh("L") if self.chance(0.25) else None

    @staticmethod
    def labeled(label, loop):
        return p.Labeled(label, loop) if label else loop

    # ---- For ---------------------------------------------------------------

    def make_for_statement(self, depth):
        kind = self.pick(
            {"counted": 12, "outside": 3, "two": 2, "moving": 2, "endless": 1,
             "general": 1}
        )  # fmt: skip
        return getattr(self, "make_for_" + kind)(depth)

    def counting(self, name, type_):
        """Start, condition and update of a loop that counts."""
        is_up = self.chance(0.6)
        step = self.rng.choice([1, 1, 1, 2, 3, 5])
        relation = self.rng.choice(["<", "<="] if is_up else [">", ">="])
        start, bound = self.edges(is_up, type_)
        if self.chance(0.15):
            relation, step = "!=", 1
        variable = p.Name(type_, name)
        condition = p.Compare(relation, variable, bound)
        if self.chance(0.3):
            condition = p.Compare(MIRRORED[relation], bound, variable)
        return start, condition, self.step_by(name, type_, is_up, step)

    def edges(self, is_up, type_):
        """Where a loop starts and what it runs to, in its direction."""
        near = number(self.rng.randint(-3, 2))
        far = self.small() if self.chance(0.8) else number(self.rng.randint(0, 9))
        if self.chance(0.1):
            edge = self.rng.choice([2**31 - 6, -(2**31) + 2])
            near, far = number(edge), number(edge + self.rng.randint(0, 4))
        if self.chance(0.05):  # often no iteration
            near, far = self.small(), self.small()
        if type_ == "long":
            near, far = p.Cast("long", near), p.Cast("long", far)
        return (near, far) if is_up else (far, near)

    def step_by(self, name, type_, is_up, step):
        variable = p.Name(type_, name)
        sign = "+" if is_up else "-"
        kind = self.pick({"step": 5, "compound": 3, "sum": 2, "negative": 1, "run": 2})
        if kind == "step" and step == 1:
            return p.Step(name, type_, 1 if is_up else -1)
        by = number(step, type_)
        if kind == "run" and type_ == "int":
            low = p.Binary("int", "&", self.leaf("int"), number(3))
            by = p.Binary("int", "+", low, number(1))
        if kind == "negative":
            by = number(-step, type_)
            sign = "-" if is_up else "+"
        if kind == "sum":
            if sign == "+" and self.chance(0.4):
                return p.Assign(name, type_, p.Binary(type_, "+", by, variable))
            return p.Assign(name, type_, p.Binary(type_, sign, variable, by))
        return p.Assign(name, type_, by, sign)

    def make_for_counted(self, depth):
        label = self.new_label()
        type_ = "long" if self.chance(0.1) else "int"
        name = self.fresh("i")
        start, condition, update = self.counting(name, type_)
        with self.scope():
            self.declare(name, type_, self.chance(0.07))
            body = self.loop_body(depth, label)
        init = [p.Declare(type_, name, start)]
        return self.labeled(label, p.For(init, condition, [update], body))

    def make_for_outside(self, depth):
        """The variable is declared before the loop and read after it."""
        label = self.new_label()
        name = self.fresh("i")
        start, condition, update = self.counting(name, "int")
        is_before = self.chance(0.5)
        declaration = p.Declare("int", name, start if is_before else None)
        init = [] if is_before else [p.Assign(name, "int", start)]
        self.declare(name, "int", False)
        body = self.loop_body(depth, label)
        loop = p.For(init, condition, [update], body)
        self.variables[-1].assignable = False
        return [declaration, self.labeled(label, loop)]

    def make_for_two(self, depth):
        label = self.new_label()
        type_ = "long" if self.chance(0.2) else "int"
        first, second = self.fresh("i"), self.fresh("j")
        start, condition, update = self.counting(first, type_)
        begin = self.expression(type_, 1)
        if self.chance(0.3):
            begin = p.Name(type_, first)
        init = [p.Declare(type_, first, start), p.Declare(type_, second, begin)]
        moves = [update, self.step_by(second, type_, self.chance(0.5), 2)]
        if self.chance(0.3):
            op = self.rng.choice([None, "+"])
            moves[1] = p.Assign(second, type_, p.Name(type_, first), op)
        if self.chance(0.3):
            moves.reverse()
        if self.chance(0.2):
            moves.pop(self.rng.randrange(2))
        with self.scope():
            self.declare(first, type_, False)
            self.declare(second, type_, self.chance(0.3))
            body = self.loop_body(depth, label)
        return self.labeled(label, p.For(init, condition, moves, body))

    def make_for_moving(self, depth):
        """The bound or the step changes in the body."""
        label = self.new_label()
        name, bound = self.fresh("i"), self.fresh("n")
        moved = p.Declare("int", bound, self.small())
        self.declare(bound, "int", False)
        low = p.Binary("int", "&", self.leaf("int"), number(1))
        change = p.Assign(bound, "int", low, self.rng.choice(["+", "-", "-"]))
        if self.chance(0.3):
            change = p.Assign(bound, "int", self.small())
        bound_name = p.Name("int", bound)
        condition = p.Compare("<", p.Name("int", name), bound_name)
        update = p.Step(name, "int", 1)
        if self.chance(0.3):
            condition = p.Compare("<", p.Name("int", name), number(9))
            by = p.Binary("int", "|", bound_name, number(1))
            by = p.Binary("int", "&", by, number(7))
            update = p.Assign(name, "int", by, "+")
        with self.scope():
            self.declare(name, "int", False)
            body = self.loop_body(depth, label)
        body.insert(self.rng.randint(0, len(body)), change)
        init = [p.Declare("int", name, number(self.rng.randint(0, 2)))]
        loop = p.For(init, condition, [update], body)
        return [moved, self.labeled(label, loop)]

    def stop(self, condition):
        """Leaves the loop under a condition."""
        return p.If([(condition, [p.Break()])], None)

    def make_for_endless(self, depth):
        label = self.new_label()
        name = self.fresh("i")
        variable = p.Name("int", name)
        condition = None if self.chance(0.6) else p.Literal("boolean", True)
        with self.scope():
            self.declare(name, "int", False)
            stop = self.stop(p.Compare(">", variable, self.small()))
            body = self.loop_body(depth, label)
        body.insert(self.rng.randint(0, min(1, len(body))), stop)
        init = [p.Declare("int", name, number(0))]
        update = [p.Step(name, "int", 1)]
        return self.labeled(label, p.For(init, condition, update, body))

    def make_for_general(self, depth):
        """A condition of two parts."""
        label = self.new_label()
        name = self.fresh("i")
        start, condition, update = self.counting(name, "int")
        other = self.expression("boolean")
        op = self.rng.choice(["&&", "&&", "||"])
        both = p.Logic(op, [condition, other])
        with self.scope():
            self.declare(name, "int", False)
            body = self.loop_body(depth, label)
        init = [p.Declare("int", name, start)]
        return self.labeled(label, p.For(init, both, [update], body))

    # ---- While and do ------------------------------------------------------

    def fuel(self):
        """A variable that counts iterations down."""
        name = self.fresh("w")
        declaration = p.Declare("int", name, self.small())
        self.declare(name, "int", False)
        if self.chance(0.5):
            return declaration, name, p.Step(name, "int", -1)
        return declaration, name, p.Assign(name, "int", number(1), "-")

    def going_on(self, name):
        """Whether there is fuel left, and more."""
        goes_on = p.Compare(">", p.Name("int", name), number(0))
        if self.chance(0.4):
            return goes_on
        parts = [goes_on, self.expression("boolean")]
        if self.chance(0.3):
            parts.reverse()
        return p.Logic("&&", parts)

    def make_while_statement(self, depth):
        label = self.new_label()
        declaration, name, update = self.fuel()
        if self.chance(0.3):
            stop = self.stop(p.Compare("<", p.Name("int", name), number(0)))
            body = self.loop_body(depth, label, [update, stop])
            loop = p.While(p.Literal("boolean", True), body)
        else:
            condition = self.going_on(name)
            loop = p.While(condition, self.loop_body(depth, label, [update]))
        return [declaration, self.labeled(label, loop)]

    def make_do_statement(self, depth):
        if self.chance(0.4):
            return self.make_do_forwarding(depth)
        label = self.new_label()
        declaration, name, update = self.fuel()
        body = self.loop_body(depth, label, [update])
        loop = p.DoWhile(self.going_on(name), body)
        return [declaration, self.labeled(label, loop)]

    def make_do_forwarding(self, depth):
        """Variables get the value of a branch on what the loop tests at its end."""
        label = self.new_label()
        fuel, name, update = self.fuel()
        more, value = self.fresh("m"), self.fresh("v")
        copies = [self.fresh("v") for _ in range(self.rng.randint(2, 3))]
        made = [fuel, p.Declare("boolean", more, p.Literal("boolean", False))]
        made.append(p.Declare("int", value, None))
        for copy in copies:
            made.append(p.Declare("int", copy, self.leaf("int")))
            self.declare(copy, "int", self.chance(0.2))
        body = [update]
        if self.chance(0.4):
            body = self.loop_body(depth, label, body)
        body.append(p.Assign(more, "boolean", self.going_on(name)))
        yes = self.expression("int", 2)
        if self.chance(0.5):
            yes = p.Binary("int", "+", p.Name("int", copies[0]), yes)
        test = p.Name("boolean", more)
        if self.chance(0.3):
            both = p.Conditional("int", test, yes, self.leaf("int"))
            body.append(p.Assign(value, "int", both))
        else:
            no = [p.Assign(value, "int", self.leaf("int"))]
            body.append(p.If([(test, [p.Assign(value, "int", yes)])], no))
        self.rng.shuffle(copies)
        for i, copy in enumerate(copies):
            is_old = i == 0 and len(copies) > 2
            source = copies[1] if is_old else value
            body.append(p.Assign(copy, "int", p.Name("int", source)))
        return made + [self.labeled(label, p.DoWhile(test, body))]

    # ---- Ranges ------------------------------------------------------------

    def make_foreach_statement(self, depth):
        label = self.new_label()
        is_static = self.chance(0.5)
        numbers = self.static_range() if is_static else self.run_time_range()
        name = self.fresh("r")
        with self.scope():
            self.declare(name, "int", self.chance(0.1))
            body = self.loop_body(depth, label)
        return self.labeled(label, p.ForEach(name, is_static, numbers, body))

    def static_range(self):
        if "N" in self.assigned and self.chance(0.3):
            return [p.Name("int", "N")]
        start, end = self.rng.randint(-2, 3), self.rng.randint(-1, 4)
        if self.chance(0.3):
            step = number(self.rng.choice([1, 2, 3, -1, -2]))
            return [number(start), number(end), step]
        return self.rng.choice([[number(max(end, 0))], [number(start), number(end)]])

    def run_time_range(self):
        end = self.small()
        if self.chance(0.5):
            return [end]
        start = self.small(most=3)
        if self.chance(0.4):
            return [start, end]
        if self.chance(0.4):
            return [end, start, number(self.rng.choice([-1, -2, -3]))]
        low = p.Binary("int", "&", self.leaf("int"), number(1))
        return [start, end, p.Binary("int", "+", low, number(1))]
