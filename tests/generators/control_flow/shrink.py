# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a failing program smaller while it fails in the same way."""

import copy
import re

import check
import generate
import interpret
import program as p

ATTEMPTS = 1500


def kind_of(problem):
    """The kind of a failure, equal for those that look alike: the label of an error,
    or the first line."""
    label = re.search(r"\bT(?:TG?)?(?:-[A-Z]+)+-\d+", problem)
    if label:
        return label.group(0)
    error = re.search(r"error: ([^:\n]*)", problem)
    return error.group(1) if error else problem.split("\n")[0]


def lists_of(program):
    """All lists of statements."""
    found = [program.body] + [helper.body for helper in program.helpers]
    for node in p.walk(list(found)):
        if isinstance(node, p.If):
            found += [body for _, body in node.arms]
            if node.otherwise is not None:
                found.append(node.otherwise)
        elif isinstance(getattr(node, "body", None), list):
            found.append(node.body)
    return found


def inner_bodies(statement):
    """The statements that may replace a statement."""
    if isinstance(statement, p.If):
        bodies = [body for _, body in statement.arms]
        return bodies + ([statement.otherwise] if statement.otherwise else [])
    if isinstance(statement, p.Labeled):
        return [[statement.statement]]
    if isinstance(statement, p.For):
        return [statement.body, statement.init + statement.body]
    if isinstance(statement, p.Switch):
        return [case.body for case in statement.cases]
    if isinstance(statement, (p.While, p.DoWhile, p.Block, p.ForEach)):
        return [statement.body]
    return []


def statement_edits(program):
    """Edits by the number of the list and the index in it."""
    for i, statements in enumerate(lists_of(program)):
        size = len(statements)
        for count in (size, size // 2, 1):
            if count and (count == 1 or size > count):
                for start in range(0, size - count + 1, max(count, 1)):
                    yield lambda q, i=i, s=start, c=count: delete(q, i, s, c)
        for j, statement in enumerate(statements):
            for k in range(len(inner_bodies(statement))):
                yield lambda q, i=i, j=j, k=k: replace_by_body(q, i, j, k)
            if isinstance(statement, p.If):
                yield lambda q, i=i, j=j: drop_arm(q, i, j)
            if isinstance(statement, p.Switch):
                for k in range(len(statement.cases)):
                    yield lambda q, i=i, j=j, k=k: drop_case(q, i, j, k)


def delete(program, i, start, count):
    del lists_of(program)[i][start : start + count]


def replace_by_body(program, i, j, k):
    statements = lists_of(program)[i]
    statements[j : j + 1] = inner_bodies(statements[j])[k]


def drop_arm(program, i, j):
    statement = lists_of(program)[i][j]
    if statement.otherwise is not None:
        statement.otherwise = None
    elif len(statement.arms) > 1:
        statement.arms.pop()


def drop_case(program, i, j, k):
    del lists_of(program)[i][j].cases[k]


EXPRESSIONS = (
    p.Name, p.Unary, p.Binary, p.Compare, p.Logic, p.Conditional, p.Cast, p.Call,
    p.Apply, p.New, p.Component, p.SwitchExpression,
)  # fmt: skip


def places(program):
    """All expressions, each with a function that replaces it."""
    found = []

    def visit(holder):
        if isinstance(holder, list):
            for i, child in enumerate(holder):
                if isinstance(child, tuple) and len(child) == 2 and isinstance(
                    child[0], p.Node
                ):
                    found.append((child[0], set_arm(holder, i)))
                    visit(child[0])
                    visit(child[1])
                    continue
                found.append((child, set_item(holder, i)))
                visit(child)
        elif isinstance(holder, p.Node):
            for child, setter in p.children(holder):
                found.append((child, setter))
                visit(child)

    visit(program.body)
    for helper in program.helpers:
        visit(helper.body)
    return [place for place in found if isinstance(place[0], EXPRESSIONS)]


def set_item(holder, i):
    def put(new):
        holder[i] = new

    return put


def set_arm(holder, i):
    def put(new):
        holder[i] = (new, holder[i][1])

    return put


def simpler(e):
    """The expressions that may replace an expression."""
    made = []
    for node in p.walk(e):
        is_other = node is not e and isinstance(node, EXPRESSIONS)
        if is_other and getattr(node, "type", None) == e.type:
            made.append(node)
    literals = {"int": [0, 1, 3], "long": [0, 1], "float": [0.0, 1.0]}
    literals["boolean"] = [True, False]
    made += [p.Literal(e.type, v) for v in literals.get(e.type, [])]
    if e.type == "boolean" and not isinstance(e, p.Name):
        made.append(p.Name("boolean", "FLAG"))
    if isinstance(e, p.SwitchExpression) and len(e.cases) > 1:
        for i, case in enumerate(e.cases):
            if case.values:
                fewer = e.cases[:i] + e.cases[i + 1 :]
                made.append(p.SwitchExpression(e.type, e.selector, fewer))
    return made[:12]


def expression_edits(program):
    for i, (e, _) in enumerate(places(program)):
        for j in range(len(simpler(e))):
            yield lambda q, i=i, j=j: simplify(q, i, j)


def simplify(program, i, j):
    e, put = places(program)[i]
    put(simpler(e)[j])


def program_edits(program):
    """Fewer helpers and runs."""
    for i in range(len(program.helpers)):
        yield lambda q, i=i: q.helpers.pop(i)
    if len(program.arguments) > 1:
        for i in range(len(program.arguments)):
            yield lambda q, i=i: setattr(q, "arguments", [q.arguments[i]])


def is_valid(program):
    """Whether it is a program of Java that ends."""
    names = {helper.name for helper in program.helpers}
    calls = [n for n in p.walk([program.helpers, program.body])]
    if any(isinstance(n, p.Call) and n.name not in names for n in calls):
        return False
    try:
        check.check(program)
        program.arguments = generate.runnable(program)
    except (check.Invalid, LookupError, ValueError, ZeroDivisionError):
        return False
    return bool(program.arguments)


def shrink(program, problem, fails):
    """A smaller program that fails likewise; `fails` gives what is wrong with
    one, or None."""
    kind = kind_of(problem)
    attempts = 0
    is_smaller = True
    while is_smaller and attempts < ATTEMPTS:
        is_smaller = False
        for edits in (program_edits, statement_edits, expression_edits):
            number = 0
            while attempts < ATTEMPTS:
                # An edit that helped is followed by those after it.
                edit = next(iter(list(edits(program))[number:]), None)
                if edit is None:
                    break
                candidate = copy.deepcopy(program)
                try:
                    edit(candidate)
                except (IndexError, AttributeError):
                    number += 1
                    continue
                number += 1
                if candidate == program or not is_valid(candidate):
                    continue
                attempts += 1
                now = fails(candidate)
                if now and kind_of(now) == kind:
                    program, is_smaller = candidate, True
                    number -= 1
    return program
