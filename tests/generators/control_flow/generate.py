# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random Java programs: `generate(seed)`.

Generated programs may read any variable and may run for long; programs that javac would
refuse are repaired (check.py), runs that do not end are dropped.

Not here: expressions (expressions.py); loops (loops.py).
"""

import random

import check
import interpret
import program as p
from expressions import COMPARISONS, VALUES
from loops import LoopGenerator

DEPTH = 3  # statements nest that deep


class Generator(LoopGenerator):
    """Makes one program."""

    def __init__(self, rng):
        super().__init__(rng)
        self.has_out = False
        #: The type that the body being generated returns.
        self.result = "void"

    # ---- Blocks ------------------------------------------------------------

    def statements(self, depth, most=3, may_declare=True):
        """A body: its variables are its own, what it assigns is not sure."""
        made = []
        with self.scope():
            for _ in range(self.rng.randint(1, most)):
                made += self.statement(depth, may_declare)
        return made

    def statement(self, depth, may_declare=True):
        """A list of statements that belong together."""
        kinds = {"assign": 9, "step": 3, "store": 2, "call": 1, "jump": 2}
        if may_declare:
            kinds.update({"declare": 6, "lambda": 1})
        if depth > 0:
            kinds.update({"if": 7, "switch": 2, "block": 1, "label": 1})
            if may_declare:
                kinds.update({"for": 6, "while": 2, "do": 2, "foreach": 2})
        kind = self.pick(kinds)
        made = getattr(self, "make_" + kind + "_statement")(depth - 1)
        return made if isinstance(made, list) else [made]

    def make_declare_statement(self, _):
        type_ = self.rng.choice(VALUES + tuple(p.RECORDS))
        value = self.expression(type_) if self.chance(0.65) else None
        final = value is not None and self.chance(0.3)
        name = self.fresh("v")
        self.declare(name, type_, not final, value is not None)
        return p.Declare(type_, name, value, final)

    def make_lambda_statement(self, _):
        if self.lambda_depth == 2:
            return []
        type_ = self.rng.choice(list(p.FUNCTIONS))
        value = self.lambda_(type_)
        if "FLAG" in self.assigned and self.chance(0.2):
            flag = p.Name("boolean", "FLAG")
            value = p.Conditional(type_, flag, value, self.lambda_(type_))
        name = self.fresh("f")
        self.declare(name, type_, False)
        return p.Declare(type_, name, value, True)

    def assignable(self, types=None):
        found = [
            v for v in self.variables
            if v.assignable and (types is None or v.type in types)
        ]  # fmt: skip
        return self.rng.choice(found) if found else None

    def make_assign_statement(self, _):
        variable = self.assignable()
        if not variable:
            return []
        type_, name = variable.type, variable.name
        if name in self.assigned and type_ not in p.RECORDS and self.chance(0.35):
            return self.compound(name, type_)
        value = self.expression(type_, 3)
        self.assigned.add(name)
        return p.Assign(name, type_, value)

    def compound(self, name, type_):
        if type_ == "boolean":
            op = self.rng.choice("&|^")
            return p.Assign(name, type_, self.expression("boolean"), op)
        if type_ == "float":
            op = self.rng.choice("+-*/")
            other = self.rng.choice(["float", "float", "int"])
            return p.Assign(name, type_, self.expression(other), op)
        op = self.rng.choice(["+", "-", "*", "&", "|", "^", "<<", ">>", ">>>"])
        other = self.rng.choice([type_, type_, "int", "long"])
        if op in "+-*" and self.chance(0.1):
            other = "float"
        return p.Assign(name, type_, self.expression(other), op)

    def make_step_statement(self, _):
        variable = self.assignable(("int", "int", "long", "float"))
        if not variable or variable.name not in self.assigned:
            return []
        return p.Step(variable.name, variable.type, self.rng.choice([1, -1]))

    def make_store_statement(self, _):
        if not self.has_out:
            return []
        index = p.Literal("int", self.rng.randint(8, 23))
        if self.chance(0.4):
            low = p.Binary("int", "&", self.expression("int"), p.Literal("int", 15))
            index = p.Binary("int", "+", low, p.Literal("int", 8))
        return p.Store("out", index, self.expression("int"))

    def make_call_statement(self, _):
        call = self.call(self.rng.choice(VALUES), 1)
        return p.Evaluate(call) if call else []

    def make_block_statement(self, depth):
        return p.Block(self.statements(depth))

    # ---- Branches ----------------------------------------------------------

    def condition(self):
        """The condition of an if: often one that is known while compiling."""
        if self.chance(0.15):
            known = p.Name("boolean", "FLAG")
            if self.chance(0.5):
                number = p.Literal("int", self.rng.randint(0, 4))
                op = self.rng.choice(COMPARISONS)
                known = p.Compare(op, p.Name("int", "N"), number)
            if all(n.name in self.assigned for n in p.walk(known)
                   if isinstance(n, p.Name)):  # fmt: skip
                return known
        condition = self.expression("boolean", 3)
        if interpret.constant_value(condition) is None:
            return condition
        if "a" in self.assigned:
            return p.Compare("<", p.Name("int", "a"), p.Literal("int", 3))
        return None

    def make_if_statement(self, depth):
        arms = []
        sets = []
        for _ in range(self.pick({1: 8, 2: 2, 3: 1})):
            condition = self.condition()
            if condition is None:
                return []
            arms.append((condition, self.branch(depth, sets)))
        otherwise = self.branch(depth, sets) if self.chance(0.6) else None
        if otherwise is not None:
            self.assigned |= set.intersection(*sets)
        return p.If(arms, otherwise)

    def branch(self, depth, sets, may_declare=True):
        """A body; adds what it assigns to `sets`."""
        before = set(self.assigned)
        variables = list(self.variables)
        made = []
        for _ in range(self.pick({0: 1, 1: 6, 2: 4, 3: 2})):
            made += self.statement(depth, may_declare)
        jumps = (p.Break, p.Continue, p.Return)
        if not (made and isinstance(made[-1], jumps)):
            sets.append(set(self.assigned))
        elif not sets:
            sets.append(before)
        self.variables = variables
        self.assigned = before
        return made

    def make_switch_statement(self, depth):
        is_arrow = self.chance(0.5)
        values = self.case_values()
        sets = []
        cases = []
        self.targets.append(("switch", None))
        for group in values:
            body = self.branch(depth, sets, may_declare=is_arrow)
            if not is_arrow and self.chance(0.6):
                body.append(p.Break())
            cases.append(p.Case(group, body))
        self.targets.pop()
        if any(not case.values for case in cases):
            self.assigned |= set.intersection(*sets)
        return p.Switch(self.selector(), cases, is_arrow)

    def selector(self):
        if self.chance(0.15) and "N" in self.assigned:
            return p.Name("int", "N")
        most = self.rng.choice([3, 7])
        value = self.expression("int")
        return p.Binary("int", "&", value, p.Literal("int", most))

    def case_values(self, default=0.6):
        """Groups of values; the default, without values, at any position. Rarely
        more than branches nest in what is built."""
        values = self.rng.sample(range(-1, 9), self.rng.randint(1, 5))
        if self.chance(0.01):
            values = self.rng.sample(range(-30, 30), 50)
        groups = []
        while values:
            count = self.pick({1: 4, 2: 1})
            groups.append(values[:count])
            values = values[count:]
        if self.chance(default):
            groups.insert(self.rng.randint(0, len(groups)), [])
        return groups

    def switch_expression(self, type_, depth):
        self.switch_depth += 1
        targets, self.targets = self.targets, []
        result, self.result = self.result, None
        cases = []
        for group in self.case_values(default=1):
            with self.scope():
                body = self.yielding(type_, depth)
            cases.append(p.Case(group, body))
        self.targets = targets
        self.result = result
        self.switch_depth -= 1
        return p.SwitchExpression(type_, self.selector(), cases)

    def yielding(self, type_, depth):
        """Statements that yield."""
        if self.chance(0.6):
            return [p.Yield(self.expression(type_, depth))]
        made = []
        for _ in range(self.rng.randint(0, 2)):
            made += self.statement(1)
        if self.chance(0.4):
            early = [p.Yield(self.expression(type_, depth))]
            condition = self.condition()
            if condition:
                made.append(p.If([(condition, early)], None))
        return made + [p.Yield(self.expression(type_, depth))]

    # ---- Jumps -------------------------------------------------------------

    def make_label_statement(self, depth):
        label = self.fresh("L")
        self.targets.append(("label", label))
        body = p.Block(self.statements(depth))
        self.targets.pop()
        return p.Labeled(label, body)

    def make_jump_statement(self, depth):
        """A jump, mostly under a condition."""
        choices = []
        loops = [t for t in self.targets if t[0] == "loop"]
        if self.targets and self.targets[-1][0] != "label":
            choices += [p.Break()]
        elif loops:
            choices += [p.Break()]
        if loops:
            choices += [p.Continue(), p.Continue()]
            if loops[-1][1]:
                choices.append(p.Continue(loops[-1][1]))
        for kind, label in self.targets:
            if label:
                choices.append(p.Break(label))
                if kind == "loop":
                    choices.append(p.Continue(label))
        if self.result is not None and self.chance(0.4):
            choices.append(None)
        if not choices:
            return []
        jump = self.rng.choice(choices)
        made = [jump] if jump else self.leave()
        if self.chance(0.2):
            return made
        condition = self.condition()
        return p.If([(condition, made)], None) if condition else []

    def leave(self):
        """A return; a kernel's may store something first."""
        if self.result == "void":
            store = self.make_store_statement(0) if self.chance(0.7) else []
            stores = store if isinstance(store, list) else [store]
            return stores + [p.Return()]
        return [p.Return(self.expression(self.result, 2))]

    # ---- Methods -----------------------------------------------------------

    def body(self, result, count, depth):
        """A method's body with its return."""
        before = self.targets, self.result
        self.targets, self.result = [], result
        made = []
        for _ in range(count):
            made += self.statement(depth)
        if result != "void":
            made.append(p.Return(self.expression(result)))
        self.targets, self.result = before
        return made

    def lambda_(self, type_):
        """A lambda; it sees what is assigned once."""
        _, types, result = p.FUNCTIONS[type_]
        self.lambda_depth += 1
        with self.scope():
            self.variables = [v for v in self.variables if not v.assignable]
            params = [self.declare(self.fresh("x"), t, False) for t in types]
            body = self.body(result, self.pick({0: 6, 1: 2, 2: 2}), 1)
        self.lambda_depth -= 1
        return p.Lambda(type_, params, body)

    def helper(self):
        types = ["int", "int", "int", "boolean", "long", "float"]
        types += list(p.FUNCTIONS) + list(p.RECORDS)
        result = self.rng.choice(VALUES + tuple(p.RECORDS))
        chosen = [self.rng.choice(types) for _ in range(self.rng.randint(0, 3))]
        self.has_out = self.chance(0.4)
        params = [("out", "Ptr")] if self.has_out else []
        with self.scope():
            self.variables, self.assigned = [], set()
            if self.has_out:
                self.declare("out", "Ptr", False)
            for type_ in chosen:
                # A parameter that lambdas may capture is not assigned.
                assignable = type_ not in p.FUNCTIONS and self.chance(0.5)
                name = self.declare(self.fresh("p"), type_, assignable)
                params.append((name, type_))
            body = self.body(result, self.rng.randint(0, 4), 2)
        name = self.fresh("h")
        return p.Helper(name, result, params, body)

    def kernel(self):
        self.has_out = True
        self.variables = []
        self.assigned = set()
        for name, type_ in p.KERNEL_PARAMETERS:
            self.declare(name, type_, name in ("a", "b"))
        body = self.body("void", self.rng.randint(3, 7), DEPTH)
        return body + self.results()

    def results(self):
        """Stores of the variables that the kernel's end sees."""
        made = []
        free = {array: iter(range(8 if array == "out" else 4)) for array in p.ARRAYS}
        for variable in self.variables:
            array = {"long": "longs", "float": "floats"}.get(variable.type, "out")
            value = self.result_of(variable)
            if value is None or (
                variable.name not in self.assigned and self.chance(0.7)
            ):
                continue
            index = next(free[array], None)
            if index is not None:
                made.append(p.Store(array, p.Literal("int", index), value))
        return made

    @staticmethod
    def result_of(variable):
        """The value that is stored of it; None if there is none."""
        name = p.Name(variable.type, variable.name)
        if variable.name in ("c", "N", "FLAG"):
            return None
        if variable.type == "Mixed":
            pair = p.Component("Pair", name, "pair")
            wide = p.Cast("int", p.Component("long", name, "wide"))
            flag = p.Component("boolean", name, "flag")
            second = p.Component("int", pair, "second")
            return p.Conditional("int", flag, wide, second)
        if variable.type == "Pair":
            second = p.Component("int", name, "second")
            three = p.Literal("int", 3)
            first = p.Component("int", name, "first")
            first = p.Binary("int", "*", first, three)
            return p.Binary("int", "+", first, second)
        if variable.type == "boolean":
            one, zero = p.Literal("int", 1), p.Literal("int", 0)
            return p.Conditional("int", name, one, zero)
        return name if variable.type in ("int", "long", "float") else None


def random_arguments(rng):
    """Four triples: small numbers, then any."""
    edge = [0, 1, -1, 2**31 - 1, -(2**31), 1000, -12345]
    small = [[rng.randint(-2, 7) for _ in range(3)] for _ in range(3)]
    large = [rng.choice(edge + [rng.randint(-99, 99)]) for _ in range(3)]
    return [tuple(triple) for triple in small + [large]]


def fix_arguments(rng, program):
    """Makes constants of some arguments of some programs."""
    if rng.random() < 0.7:
        return
    program.fixed = tuple(n for n in p.VARYING if rng.random() < 0.5)
    first = program.arguments[0]
    program.arguments = [
        tuple(
            old if name in program.fixed else new
            for name, old, new in zip(p.VARYING, first, arguments)
        )
        for arguments in program.arguments
    ]


def runnable(program):
    """The arguments with which the program ends."""
    ends = []
    for arguments in program.arguments:
        try:
            interpret.Interpreter(program).run(arguments)
            ends.append(arguments)
        except interpret.OutOfFuel:
            pass
    return ends


def attempt(seed, number):
    rng = random.Random(f"{seed}/{number}")
    generator = Generator(rng)
    for _ in range(generator.pick({0: 3, 1: 4, 2: 3, 3: 1})):
        generator.helpers.append(generator.helper())
    body = generator.kernel()
    constants = (rng.randint(0, 4), rng.random() < 0.5)
    program = p.Program(seed, generator.helpers, body, constants, [])
    program.arguments = random_arguments(rng)
    fix_arguments(rng, program)
    program.is_new_form = rng.random() < 0.5
    check.repair(program, generator.literal)
    check.check(program)
    program.arguments = runnable(program)
    return program if program.arguments else None


def generate(seed):
    """The program of that seed."""
    for number in range(1000):
        try:
            program = attempt(seed, number)
        except check.Invalid:
            continue
        if program:
            return program
    raise RuntimeError(f"no program for seed {seed}")
