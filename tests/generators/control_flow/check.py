# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What javac demands of a program: that variables are assigned before they are
read (JLS 16) and that each statement can be reached (JLS 14.22).

A set of assigned variables is a frozenset, or None after a statement that does not
complete, where all variables count as assigned. Expressions assign nothing, so
that only constant conditions tell "when true" from "when false".
"""

import interpret
import program as p


class Invalid(Exception):
    """The program is none of Java."""


class UnassignedRead(Invalid):
    """A variable is read that may have no value."""

    def __init__(self, name):
        super().__init__(name)
        self.name = name


class Everything(frozenset):
    """The variables that count as assigned in unreachable code: all."""

    def __contains__(self, name):
        return True

    def __or__(self, other):
        return self

    __sub__ = __or__


def join(*sets):
    """Assigned on all of several ways."""
    ways = [s for s in sets if s is not None]
    known = [s for s in ways if not isinstance(s, Everything)]
    if known:
        return frozenset.intersection(*known)
    return ways[0] if ways else None


class Target:
    """The variables that are assigned at the jumps to a statement."""

    def __init__(self, kind, label=None):
        self.kind = kind
        self.label = label
        self.breaks = []
        self.continues = []


class Checker:
    """Checks one body; `prune` drops what cannot be reached instead of
    refusing it."""

    def __init__(self, prune):
        self.prune = prune
        self.targets = []
        self.label = None
        self.returns = False

    # ---- Expressions -------------------------------------------------------

    def read(self, e, assigned):
        """Checks the reads of an expression; returns the variables assigned after it."""
        if isinstance(e, p.Name):
            if assigned is not None and e.name not in assigned:
                raise UnassignedRead(e.name)
            return assigned
        if isinstance(e, p.SwitchExpression):
            return self.switch_expression(e, assigned)
        if isinstance(e, p.Lambda):
            inner = Checker(self.prune)
            inner.body(e.body, assigned | set(e.params), e.type)
            return assigned
        if isinstance(e, (p.Logic, p.Conditional)):
            # Assignments on only one path are not searched: they are rare.
            for child, _ in p.children(e):
                for part in child if isinstance(child, list) else [child]:
                    self.read(part, assigned)
            return assigned
        for child, _ in p.children(e):
            for part in child if isinstance(child, list) else [child]:
                assigned = self.read(part, assigned)
        return assigned

    def switch_expression(self, e, assigned):
        assigned = self.read(e.selector, assigned)
        target = Target("yield")
        self.targets.append(target)
        if sum(not case.values for case in e.cases) != 1:
            raise Invalid("a switch expression has one default")
        self.check_values(e.cases)
        for case in e.cases:
            if self.block(case.body, assigned)[0]:
                raise Invalid("a case yields nothing")
        self.targets.pop()
        if not target.breaks:
            raise Invalid("a switch expression yields nothing")
        return join(*target.breaks)

    @staticmethod
    def check_values(cases):
        values = [value for case in cases for value in case.values]
        if len(values) != len(set(values)):
            raise Invalid("two cases have one value")

    # ---- Statements: whether they complete, and what is assigned then ------

    def body(self, statements, assigned, type_):
        completes, _ = self.block(statements, assigned)
        needs_value = type_ != "void"
        if needs_value and completes:
            raise Invalid("a method returns nothing")
        # A kernel whose end is not reached is legal.

    def block(self, statements, assigned):
        completes = True
        for i, statement in enumerate(statements):
            if not completes:
                if not self.prune:
                    raise Invalid("a statement is not reached")
                del statements[i:]
                break
            completes, assigned = self.statement(statement, assigned)
        return completes, assigned

    def statement(self, s, assigned):
        label, self.label = self.label, None
        name = type(s).__name__
        if isinstance(s, p.LOOPS):
            return self.loop(s, assigned, label)
        return getattr(self, "check_" + name)(s, assigned)

    def check_Declare(self, s, assigned):
        if s.value is None:
            return True, assigned - {s.name}
        return True, self.read(s.value, assigned) | {s.name}

    def check_Assign(self, s, assigned):
        if s.op and s.name not in assigned:
            raise UnassignedRead(s.name)
        return True, self.read(s.value, assigned) | {s.name}

    def check_Step(self, s, assigned):
        if s.name not in assigned:
            raise UnassignedRead(s.name)
        return True, assigned

    def check_If(self, s, assigned):
        ends = []
        for condition, body in s.arms:
            assigned = self.read(condition, assigned)
            if interpret.constant_value(condition) is not None:
                # Legal, but Java's rules for it are long.
                raise Invalid("an if whose condition is a literal")
            completes, end = self.block(body, assigned)
            ends += [end] if completes else []
        completes, end = True, assigned
        if s.otherwise is not None:
            completes, end = self.block(s.otherwise, assigned)
        ends += [end] if completes else []
        return bool(ends), join(*ends)

    def loop(self, s, assigned, label):
        target = Target("loop", label)
        condition = getattr(s, "condition", None)
        constant = True
        if isinstance(s, p.ForEach):
            for number in s.range:
                assigned = self.read(number, assigned)
            constant = None
        elif isinstance(s, p.For):
            _, assigned = self.block(s.init, assigned)
        if condition is not None:
            constant = interpret.constant_value(condition)
        before = assigned
        if condition is not None and not isinstance(s, p.DoWhile):
            before = assigned = self.read(condition, assigned)
        if constant is False and not isinstance(s, p.DoWhile):
            raise Invalid("a loop's body is not reached")
        if isinstance(s, p.ForEach):
            assigned = assigned | {s.name}
        self.targets.append(target)
        completes, end = self.block(s.body, assigned)
        self.targets.pop()
        ends = target.continues + ([end] if completes else [])
        # Unreachable code is checked as well.
        next_ = join(*ends) if ends else Everything()
        if isinstance(s, p.For):
            for update in s.update:
                _, next_ = self.statement(update, next_)
        exits = list(target.breaks)
        if isinstance(s, p.DoWhile):
            next_ = self.read(condition, next_)
            if ends and constant is not True:
                exits.append(next_)
        elif constant is not True:
            exits.append(before)
        return bool(exits), join(*exits)

    def check_Switch(self, s, assigned):
        assigned = self.read(s.selector, assigned)
        target = Target("switch")
        self.targets.append(target)
        self.check_values(s.cases)
        exits, previous = [], None
        for case in s.cases:
            start = assigned if previous is None else join(assigned, previous)
            completes, end = self.block(case.body, start)
            if s.is_arrow and completes:
                exits.append(end)
            previous = end if completes and not s.is_arrow else None
            if not s.is_arrow and any(
                isinstance(inner, p.Declare) for inner in case.body
            ):
                raise Invalid("a declaration in an old switch")
        self.targets.pop()
        defaults = sum(not case.values for case in s.cases)
        if defaults > 1 or not s.cases:
            raise Invalid("a switch has one default at most, and a case")
        if not defaults:
            exits.append(assigned)
        if previous is not None:
            exits.append(previous)
        exits += target.breaks
        return bool(exits), join(*exits)

    def check_Block(self, s, assigned):
        return self.block(s.body, assigned)

    def check_Labeled(self, s, assigned):
        target = Target("label", s.label)
        self.targets.append(target)
        self.label = s.label
        completes, end = self.statement(s.statement, assigned)
        self.targets.pop()
        exits = target.breaks + ([end] if completes else [])
        return bool(exits), join(*exits)

    def find(self, kinds, label):
        for target in reversed(self.targets):
            if target.kind == "yield" and "yield" not in kinds:
                break
            if target.kind in kinds and (label is None or target.label == label):
                return target
        raise Invalid("a jump without a target")

    def check_Break(self, s, assigned):
        kinds = ("label",) if s.label else ("loop", "switch")
        self.find(kinds, s.label).breaks.append(assigned)
        return False, None

    def check_Continue(self, s, assigned):
        self.find(("loop",), s.label).continues.append(assigned)
        return False, None

    def check_Return(self, s, assigned):
        if any(target.kind == "yield" for target in self.targets):
            raise Invalid("a return out of a switch expression")
        if s.value is not None:
            self.read(s.value, assigned)
        return False, None

    def check_Yield(self, s, assigned):
        target = self.find(("yield",), None)
        target.breaks.append(self.read(s.value, assigned))
        return False, None

    def check_Store(self, s, assigned):
        return True, self.read(s.value, self.read(s.index, assigned))

    def check_Evaluate(self, s, assigned):
        return True, self.read(s.call, assigned)


def check(program, prune=False):
    """Raises Invalid if javac would refuse the program."""
    for helper in program.helpers:
        names = frozenset(name for name, _ in helper.params)
        Checker(prune).body(helper.body, names, helper.type)
    names = frozenset(name for name, _ in p.KERNEL_PARAMETERS)
    Checker(prune).body(program.body, names, "void")
    check_captures(program)


def check_captures(program):
    """Assigned variables are declared; lambdas capture those assigned once."""
    assigned, declared = set(), set()
    for node in p.walk([program.helpers, program.body]):
        if isinstance(node, (p.Assign, p.Step)):
            assigned.add(node.name)
        elif isinstance(node, p.Declare):
            declared.add(node.name)
            if node.value is None:
                assigned.add(node.name)
    known = declared | {name for name, _ in p.KERNEL_PARAMETERS}
    known |= {name for helper in program.helpers for name, _ in helper.params}
    nodes = list(p.walk([program.helpers, program.body]))
    for node in nodes:
        if isinstance(node, p.Lambda):
            known |= set(node.params)
        elif isinstance(node, p.ForEach):
            known.add(node.name)
    if assigned - known:
        raise Invalid("what is assigned is not declared")
    for node in nodes:
        if not isinstance(node, p.Lambda):
            continue
        own = {n.name for n in p.walk(node.body) if isinstance(n, p.Declare)}
        own |= {n.name for n in p.walk(node.body) if isinstance(n, p.ForEach)}
        for name in p.walk(node.body):
            if isinstance(name, p.Name) and name.name in assigned - own:
                raise Invalid("a lambda captures what is assigned")
            if isinstance(name, (p.Assign, p.Step)) and name.name not in own:
                raise Invalid("a lambda assigns what it captures")


def declarations(program):
    return {
        node.name: node
        for node in p.walk([program.helpers, program.body])
        if isinstance(node, p.Declare)
    }


def repair(program, value_for):
    """Gives a value to declarations that need one, and drops what cannot be
    reached. Raises Invalid if that is not enough."""
    for _ in range(100):
        try:
            return check(program, prune=True)
        except UnassignedRead as problem:
            declaration = declarations(program).get(problem.name)
            if declaration is None or declaration.value is not None:
                raise
            declaration.value = value_for(declaration.type)
    raise Invalid("too many repairs")
