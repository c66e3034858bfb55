# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Java programs as trees: what the generator makes and all others read.

A program is a kernel and its helpers. All names are unique in a program, so
that no scope needs to be looked at to know what a name means.

Types are words: int, long, float, boolean, the records in RECORDS, Ptr (only
parameters) and the functional interfaces in FUNCTIONS.
"""

import dataclasses
from dataclasses import dataclass, field
from typing import Any, List, Optional, Tuple

#: Functional interfaces: method, parameter types, result type.
FUNCTIONS = {
    "IntUnaryOperator": ("applyAsInt", ["int"], "int"),
    "IntBinaryOperator": ("applyAsInt", ["int", "int"], "int"),
    "IntPredicate": ("test", ["int"], "boolean"),
}

#: Records with their components.
RECORDS = {
    "Pair": [("first", "int"), ("second", "int")],
    "Mixed": [("wide", "long"), ("flag", "boolean"), ("pair", "Pair")],
}

#: The offsets of results in a run's buffer of 32-bit words: the arrays that the
#: kernel's three pointers point to, with their first words and lengths.
ARRAYS = {"out": (0, 24), "longs": (24, 4), "floats": (32, 4)}
BUFFER_WORDS = 36
ARRAY_TYPES = {"out": "int", "longs": "long", "floats": "float"}

#: The kernel's parameters; the last two are constants of the signature.
KERNEL_PARAMETERS = [
    ("out", "Ptr"), ("longs", "Ptr"), ("floats", "Ptr"),
    ("a", "int"), ("b", "int"), ("c", "int"),
    ("N", "int"), ("FLAG", "boolean"),
]  # fmt: skip
#: Those of them that runs differ in.
VARYING = ("a", "b", "c")


class Node:
    """Anything in a tree."""


# ---- Expressions -----------------------------------------------------------


@dataclass
class Literal(Node):
    type: str
    value: Any


@dataclass
class Name(Node):
    type: str
    name: str


@dataclass
class Unary(Node):
    """-, ~ or !, on what has the result's type."""

    type: str
    op: str
    operand: Node


@dataclass
class Binary(Node):
    """An arithmetic or bitwise operator; the right side of a shift may be int
    or long, else both sides have the result's type."""

    type: str
    op: str
    left: Node
    right: Node


@dataclass
class Compare(Node):
    op: str
    left: Node
    right: Node
    type: str = "boolean"


@dataclass
class Logic(Node):
    """&& or ||, of two operands or more."""

    op: str
    operands: List[Node]
    type: str = "boolean"


@dataclass
class Conditional(Node):
    type: str
    condition: Node
    yes: Node
    no: Node


@dataclass
class Cast(Node):
    type: str
    operand: Node


@dataclass
class Call(Node):
    """A call of a helper."""

    type: str
    name: str
    args: List[Node]


@dataclass
class Apply(Node):
    """A call of a lambda that a variable holds."""

    type: str
    function: Name
    args: List[Node]


@dataclass
class Lambda(Node):
    """`body` is a list of statements."""

    type: str
    params: List[str]
    body: List[Node]


@dataclass
class New(Node):
    """A record."""

    type: str
    args: List[Node]


@dataclass
class Component(Node):
    """A component of a record, by its accessor."""

    type: str
    record: Node
    name: str


@dataclass
class Case(Node):
    """Part of a switch. No values: the default. In a switch expression `body`
    ends in Yield; in the old style it may fall through."""

    values: List[int]
    body: List[Node]


@dataclass
class SwitchExpression(Node):
    type: str
    selector: Node
    cases: List[Case]


# ---- Statements ------------------------------------------------------------


@dataclass
class Declare(Node):
    type: str
    name: str
    value: Optional[Node]
    #: Never assigned again, so that lambdas may capture it.
    final: bool = False


@dataclass
class Assign(Node):
    """`name = value`, or `name op= value` with Java's conversions."""

    name: str
    type: str
    value: Node
    op: Optional[str] = None


@dataclass
class Step(Node):
    """`name++` or `name--` as a statement."""

    name: str
    type: str
    by: int


@dataclass
class If(Node):
    """Conditions with their bodies, then the else branch, if there is one."""

    arms: List[Tuple[Node, List[Node]]]
    otherwise: Optional[List[Node]]


@dataclass
class For(Node):
    """`init` are either all Declare or all Assign; no condition: for ever."""

    init: List[Node]
    condition: Optional[Node]
    update: List[Node]
    body: List[Node]


@dataclass
class ForEach(Node):
    """Over Triton.range or Triton.staticRange of one to three numbers."""

    name: str
    is_static: bool
    range: List[Node]
    body: List[Node]


@dataclass
class While(Node):
    condition: Node
    body: List[Node]


@dataclass
class DoWhile(Node):
    condition: Node
    body: List[Node]


@dataclass
class Switch(Node):
    selector: Node
    cases: List[Case]
    is_arrow: bool


@dataclass
class Block(Node):
    body: List[Node]


@dataclass
class Labeled(Node):
    label: str
    statement: Node


@dataclass
class Break(Node):
    label: Optional[str] = None


@dataclass
class Continue(Node):
    label: Optional[str] = None


@dataclass
class Return(Node):
    value: Optional[Node] = None


@dataclass
class Yield(Node):
    value: Node


@dataclass
class Store(Node):
    """Triton.store(Triton.add(array, index), value)."""

    array: str
    index: Node
    value: Node


@dataclass
class Evaluate(Node):
    """A call as a statement."""

    call: Node


# ---- Programs --------------------------------------------------------------


@dataclass
class Helper(Node):
    name: str
    type: str
    params: List[Tuple[str, str]]
    body: List[Node]


@dataclass
class Program(Node):
    #: Names it in messages, and is all that is needed to make it again.
    seed: int
    helpers: List[Helper]
    body: List[Node]
    #: The values of N and FLAG.
    constants: Tuple[int, bool]
    #: Values for a, b and c to run it with.
    arguments: List[Tuple[int, int, int]]
    #: Those of a, b and c that are constants of the signature as well: they have
    #: one value in all runs.
    fixed: Tuple[str, ...] = ()
    #: Newest form of the text, else the one of 2024.
    is_new_form: bool = field(default=True)


LOOPS = (For, ForEach, While, DoWhile)


def children(node):
    """A node's nodes and lists, with a setter for each."""
    for part in dataclasses.fields(node):
        value = getattr(node, part.name)
        if isinstance(value, (Node, list)):
            yield value, lambda new, name=part.name: setattr(node, name, new)


def walk(node):
    """All nodes of a tree, parents first."""
    if isinstance(node, Node):
        yield node
        for child, _ in children(node):
            yield from walk(child)
    elif isinstance(node, (list, tuple)):
        for child in node:
            yield from walk(child)
