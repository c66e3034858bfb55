# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Code models of kernels in Java, as a compiler with code reflection writes them.

A small substitute for javac: it knows the kernel language's methods from the
manual, converts and boxes numbers, and gives lambdas the types that their context
requires. Types are words: int, float, Tensor, Ptr, the file's records, ...
"""

import functools
import json
import os
import re

from java_parser import PRIMITIVES, Parser

MANUAL = os.path.join(
    os.path.dirname(__file__),
    "../../conversion/reference/kernel-language.md",
)
LANGUAGE = "oracle.code.triton"
INNER = ("CompareKind", "CacheModifier", "EvictionPolicy", "InputPrecision",
         "MemSemantic", "MemScope", "Rounding", "PropagateNan", "Pair",
         "ValueIndex", "Quad", "Range")  # fmt: skip
BOXES = {"int": "Integer", "long": "Long", "float": "Float", "double": "Double",
         "boolean": "Boolean", "byte": "Byte", "short": "Short"}  # fmt: skip
FUNCTIONS = {"UnaryOperator": ("apply", 1), "BinaryOperator": ("apply", 2)}
# Records of the kernel language.
KNOWN_RECORDS = {
    "Pair": [("Tensor", "first"), ("Tensor", "second")],
    "ValueIndex": [("Tensor", "value"), ("Tensor", "index")],
    "Quad": [("Tensor", each) for each in ("first", "second", "third", "fourth")],
}
OPERATORS = {
    "+": "add", "-": "sub", "*": "mul", "/": "div", "%": "mod", "&": "and",
    "|": "or", "^": "xor", "<<": "lshl", ">>": "ashr", ">>>": "lshr",
    "==": "eq", "!=": "neq", "<": "lt", "<=": "le", ">": "gt", ">=": "ge",
}  # fmt: skip
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
# Methods of Math for each type of numbers; the others are of double.
TYPED = ("abs", "min", "max")
JUMPS = ("return", "java.break", "java.continue", "yield")


@functools.lru_cache(maxsize=None)
def methods():
    """Overloads by name: (result, parameter types, whether the last repeats)."""
    with open(MANUAL) as file:
        text = file.read()
    found = {}
    for section in re.split(r"^###? ", text, flags=re.M):
        name = re.match(r"(?:\w+\.)?(\w*)", section)[1]
        # Declarations have no semicolon at their ends, unlike examples.
        declared = rf"^(?:<T[^>]*> )?(\S+) {name}\(([^()]*)\)$"
        for result, rest in re.findall(declared, section, re.M):
            types = [p.rsplit(" ", 1)[0] for p in rest.split(", ") if p]
            repeats = bool(types) and types[-1].endswith("...")
            if repeats:
                types[-1] = types[-1][:-3]
            found.setdefault(name, []).append((result, types, repeats))
    return found


def promoted(left, right):
    for type_ in ("double", "float", "long"):
        if type_ in (left, right):
            return type_
    return "boolean" if left == right == "boolean" else "int"


def inner(type_):
    """T of UnaryOperator<T>."""
    return type_[type_.index("<") + 1 : -1]


class ModelWriter:
    """The model of one Java file: `kernel` is its kernel's name there, `name`
    what it is called in the model."""

    def __init__(self, path, kernel, name):
        with open(path) as file:
            parsed = Parser(file.read()).file()
        self.owner, self.own_records, self.functions = parsed
        self.records = {**KNOWN_RECORDS, **self.own_records}
        self.path, self.kernel, self.name = path, kernel, name
        self.lines, self.indent, self.count, self.names = [], 0, 0, {}

    # -- names of types and methods

    def type(self, type_):
        base, _, arguments = type_.partition("<")
        if arguments:
            return f"{self.type(base)}<{self.type(inner(type_))}>"
        if type_ in self.own_records:
            return f"kernels.{self.owner}${type_}"
        if type_ in INNER:
            return f"{LANGUAGE}.Triton${type_}"
        if type_ in FUNCTIONS:
            return f"java.util.function.{type_}"
        if type_ in ("Tensor", "Ptr", "TensorType"):
            return f"{LANGUAGE}.{type_}"
        if type_ in PRIMITIVES + ("void",):
            return type_
        if type_.endswith("Float16") or type_.startswith("UInt"):
            return f"{LANGUAGE}.{type_}"
        return f"java.lang.{type_}"

    def erased(self, type_):
        """As it stands in a method's reference."""
        base = type_.partition("<")[0]
        return "java.lang.Object" if base == "T" else self.type(base)

    # -- writing

    def line(self, text):
        self.lines.append("    " * self.indent + text)

    def fresh(self):
        self.count += 1
        return f"%{self.count - 1}"

    def op(self, type_, text, place):
        """An op with a result; @loc comes first of its attributes."""
        value = self.fresh()
        head, mark, rest = text.partition(" @")
        self.line(f'{value} : {type_} = {head} @loc="{place}"{mark}{rest};')
        return value

    def bodies(self, start, *bodies):
        """An op with bodies: each its parameters, result type and code."""
        self.line(start)
        self.indent += 2
        for i, (parameters, result, code) in enumerate(bodies):
            names = [(self.fresh(), type_) for type_ in parameters]
            head = ", ".join(f"{name} : {type_}" for name, type_ in names)
            self.line(f"({head}){result} -> {{")
            self.indent += 1
            outside = dict(self.names)
            code(*[name for name, _ in names])
            self.names = outside
            self.indent -= 1
            self.line("};" if i + 1 == len(bodies) else "}")
        self.indent -= 2

    def block(self, statements, end):
        for statement in statements:
            getattr(self, f"write_{statement.kind}")(statement)
        if not statements or self.lines[-1].split()[0].rstrip(";") not in JUMPS:
            self.line(end)

    # -- expressions: value and type

    def value(self, e, wanted=None):
        if e.kind == "lambda":
            return self.value_lambda(e, wanted)
        value, type_ = getattr(self, f"value_{e.kind}")(e)
        return self.converted(value, type_, wanted, e.place)

    def converted(self, value, type_, wanted, place):
        """As an assignment converts: widened or boxed."""
        if wanted in PRIMITIVES and type_ in PRIMITIVES and type_ != wanted:
            return self.op(wanted, f"conv {value}", place), wanted
        if wanted not in (None, "void") + PRIMITIVES and type_ in BOXES:
            box = f"java.lang.{BOXES[type_]}"
            ref = f'@java.ref:"{box}::valueOf({type_}):{box}"'
            return self.op(box, f"invoke {value} {ref}", place), BOXES[type_]
        return value, type_

    def value_literal(self, e):
        text = str(e.value)
        if e.type in ("long", "float", "double"):
            text += e.type[0] if e.type != "long" else "L"
        return self.op(self.type(e.type), f"constant @{text}", e.place), e.type

    def value_name(self, e):
        variable, type_ = self.names[e.name]
        return self.op(self.type(type_), f"var.load {variable}", e.place), type_

    def value_member(self, e):
        """`float.class`, `CompareKind.LessThan`, `Float.NEGATIVE_INFINITY`."""
        owner = e.target.name
        if e.target.kind == "member":
            owner = e.target.name
        if e.name == "class":
            text = f'constant @java.type:"{self.type(owner)}"'
            return self.op("java.lang.Class", text, e.place), "Class"
        type_ = owner if owner in INNER else owner.lower()
        type_ = {"integer": "int", "math": "double"}.get(type_, type_)
        full = self.type(owner)
        text = f'field.load @java.ref:"{full}::{e.name}:{self.type(type_)}"'
        return self.op(self.type(type_), text, e.place), type_

    def value_unary(self, e):
        value, type_ = self.value(e.operand)
        op = {"-": "neg", "!": "not", "~": "compl"}[e.op]
        return self.op(type_, f"{op} {value}", e.place), type_

    def value_cast(self, e):
        value, type_ = self.value(e.operand)
        if type_ == e.type:
            return value, type_
        return self.op(e.type, f"conv {value}", e.place), e.type

    def type_of(self, e):
        """An expression's type; what it would write is dropped."""
        saved = len(self.lines), self.count
        _, type_ = self.value(e)
        del self.lines[saved[0] :]
        self.count = saved[1]
        return type_

    def value_binary(self, e):
        if e.op in ("&&", "||"):
            return self.value_logic(e)
        if e.op in ("<<", ">>", ">>>"):
            left, type_ = self.value(e.left)
            right, _ = self.value(e.right)
        else:
            type_ = promoted(self.type_of(e.left), self.type_of(e.right))
            left, _ = self.value(e.left, type_)
            right, _ = self.value(e.right, type_)
        result = "boolean" if e.op in COMPARISONS else type_
        return self.op(result, f"{OPERATORS[e.op]} {left} {right}", e.place), result

    def with_result(self, type_, text, place, *bodies):
        value = self.fresh()
        start = f'{value} : {self.type(type_)} = {text} @loc="{place}"'
        self.bodies(start, *bodies)
        return value, type_

    def yielding(self, e, type_):
        code = lambda *_: self.line(f"yield {self.value(e, type_)[0]};")
        return ((), self.type(type_), code)

    def value_logic(self, e):
        name = "java.cand" if e.op == "&&" else "java.cor"
        parts = [self.yielding(side, "boolean") for side in (e.left, e.right)]
        return self.with_result("boolean", name, e.place, *parts)

    def value_conditional(self, e):
        yes, no = self.type_of(e.yes), self.type_of(e.no)
        both = yes in PRIMITIVES and no in PRIMITIVES
        type_ = promoted(yes, no) if both else yes
        return self.with_result(
            type_, "java.cexpression", e.place,
            self.yielding(e.condition, "boolean"),
            self.yielding(e.yes, type_), self.yielding(e.no, type_),
        )  # fmt: skip

    def value_new(self, e):
        parts = self.records[e.type]
        values = [self.value(a, t)[0] for a, (t, _) in zip(e.arguments, parts)]
        full = self.type(e.type)
        types = ", ".join(self.erased(t) for t, _ in parts)
        names = ", ".join(f"{self.type(t)} {n}" for t, n in parts)
        text = (f'new {" ".join(values)} @java.ref:"{full}::({types})"'
                f' @record="({names}){full}"')  # fmt: skip
        return self.op(full, text, e.place), e.type

    def value_lambda(self, e, wanted):
        element = inner(wanted)

        def code(*values):
            for name, value in zip(e.names, values):
                self.declare(name, element, value, e.place)
            saved, self.result = self.result, element
            self.block(e.body, "unreachable;")
            self.result = saved

        type_ = self.type(element)
        mark = f'lambda @loc="{e.place}" @lambda.isReflectable=true'
        value = self.fresh()
        start = f"{value} : {self.type(wanted)} = {mark}"
        self.bodies(start, ([type_] * len(e.names), type_, code))
        return value, wanted

    # -- calls

    def invoke(self, values, ref, type_, place, more=""):
        text = f'invoke {" ".join(values)} @java.ref:"{ref}"{more}'
        text = text.replace("invoke  @", "invoke @")
        if type_ != "void":
            return self.op(self.type(type_), text, place), type_
        head, _, rest = text.partition(" @")
        self.line(f'{head} @loc="{place}" @{rest};')
        return None, "void"

    def value_call(self, e):
        target = e.target
        if target is None:
            return self.call_own(e)
        if target.kind == "name" and target.name not in self.names:
            if target.name == "Triton":
                return self.call_language("Triton", e, [])
            return self.call_java(target.name, e)
        value, type_ = self.value(target)
        if type_ in self.records:
            found = {n: t for t, n in self.records[type_]}[e.name]
            ref = f"{self.type(type_)}::{e.name}():{self.type(found)}"
            return self.invoke([value], ref, found, e.place)
        if type_.split("<")[0] in FUNCTIONS:
            return self.call_function(e, value, type_)
        if e.name.endswith("Value"):
            result = e.name[: -len("Value")]
            ref = f"java.lang.Number::{e.name}():{result}"
            return self.invoke([value], ref, result, e.place)
        return self.call_language(type_, e, [(value, type_)])

    def call_own(self, e):
        found = next(f for f in self.functions if f.name == e.name)
        types = [type_ for type_, _ in found.parameters]
        values = [self.value(a, t)[0] for a, t in zip(e.arguments, types)]
        signature = ", ".join(self.erased(t) for t in types)
        ref = f"kernels.{self.owner}::{e.name}({signature}):{self.erased(found.result)}"
        return self.invoke(values, ref, found.result, e.place)

    def call_function(self, e, value, type_):
        method, count = FUNCTIONS[type_.split("<")[0]]
        values = [self.value(a, inner(type_))[0] for a in e.arguments]
        signature = ", ".join(["java.lang.Object"] * count)
        ref = f"{self.erased(type_)}::{method}({signature}):java.lang.Object"
        return self.invoke([value] + values, ref, inner(type_), e.place)

    def call_java(self, owner, e):
        """Methods of Math: all parameters and the result have one type."""
        type_ = "double"
        if e.name in TYPED:
            types = [self.type_of(a) for a in e.arguments]
            type_ = functools.reduce(promoted, types)
        values = [self.value(a, type_)[0] for a in e.arguments]
        ref = f"java.lang.{owner}::{e.name}({', '.join([type_] * len(values))}):{type_}"
        return self.invoke(values, ref, type_, e.place)

    def call_language(self, owner, e, values):
        """A method of the manual; `values` has the receiver, if there is one."""
        count = len(values) + len(e.arguments)
        result, types, repeats = self.overload(e, values, count)
        wanted = list(types)
        while len(wanted) < count:
            wanted.append(types[-1])
        values = list(values)
        for argument, type_ in zip(e.arguments, wanted[len(values) :]):
            if "<" in type_ and not type_.startswith("Class"):  # of a lambda
                first = values[0][1]
                type_ = type_.replace("<T>", f"<{first}>")
            values.append(self.value(argument, type_.replace("<?>", "")))
        receivers = 0 if owner == "Triton" else 1
        signature = [self.erased(t) for t in types[receivers:]]
        more = ""
        if repeats:
            signature[-1] += "[]"
            kind = "INSTANCE" if receivers else "STATIC"
            more = f' @invoke.kind="{kind}" @invoke.varargs=true'
        ref = f"{self.type(owner)}::{e.name}({', '.join(signature)}):"
        ref += self.erased(result)
        result = values[0][1] if result == "T" else result
        if result == "Ptr" or (values and values[0][1] == "Ptr" and e.name == "add"):
            result = "Tensor"
        ref = ref.replace("java.lang.Triton", f"{LANGUAGE}.Triton")
        return self.invoke([v for v, _ in values], ref, result, e.place, more)

    def overload(self, e, values, count):
        """The overload with as many parameters, and of kinds that fit."""
        known = [type_ for _, type_ in values]
        for result, types, repeats in methods()[e.name]:
            if len(types) != count and not (repeats and count >= len(types) - 1):
                continue
            if self.fits(known, e.arguments, types):
                return result, types, repeats
        raise TypeError(f"{e.place}: no method {e.name} with {count} arguments")

    def fits(self, known, arguments, types):
        """Whether constants of enums, classes and flags stand where they may."""
        for argument, type_ in zip(arguments, types[len(known) :]):
            if argument.kind == "lambda":
                if not type_.startswith(tuple(FUNCTIONS)):
                    return False
                continue
            found = self.type_of(argument)
            special = found in INNER or found in ("Class", "boolean", "String")
            if found == "boolean" and type_ in ("Number", "Object", "T"):
                special = False
            if special and found != type_.replace("<?>", ""):
                return False
            if not special and (type_.replace("<?>", "") in INNER + ("Class", "boolean")):
                return False
            if found == "Tensor" and type_ == "int":
                return False
        return True

    # -- statements

    def declare(self, name, type_, value, place):
        init = "" if value is None else f"{value} "
        text = f'var {init}@"{name}"'.replace("var @", "var @")
        variable = self.op(f"Var<{self.type(type_)}>", text, place)
        self.names[name] = variable, type_
        return variable

    def write_declare(self, s):
        if s.type == "var":
            value, type_ = self.value(s.value)
        else:
            type_ = s.type
            value = self.value(s.value, type_)[0] if s.value else None
        return self.declare(s.name, type_, value, s.place)

    def write_assign(self, s):
        variable, type_ = self.names[s.name]
        if s.op:
            left = self.op(type_, f"var.load {variable}", s.place)
            right, _ = self.value(s.value, type_)
            value = self.op(type_, f"{OPERATORS[s.op]} {left} {right}", s.place)
        else:
            value, _ = self.value(s.value, type_)
        self.line(f'var.store {variable} {value} @loc="{s.place}";')

    def write_evaluate(self, s):
        self.value(s.value)

    def write_return(self, s):
        value = f"{self.value(s.value, self.result)[0]} " if s.value else ""
        self.line(f'return {value}@loc="{s.place}";')

    def write_break(self, s):
        self.line("java.break;")

    def write_continue(self, s):
        self.line("java.continue;")

    def plain(self, statements, end="yield;"):
        return ((), "void", lambda *_: self.block(statements, end))

    def write_block(self, s):
        self.bodies(f'java.block @loc="{s.place}"', self.plain(s.body))

    def write_if(self, s):
        bodies = []
        for condition, body in s.arms:
            bodies += [self.yielding(condition, "boolean"), self.plain(body)]
        bodies.append(self.plain(s.otherwise or []))
        self.bodies(f'java.if @loc="{s.place}"', *bodies)

    def write_while(self, s):
        self.bodies(
            f'java.while @loc="{s.place}"',
            self.yielding(s.condition, "boolean"),
            self.plain(s.body, "java.continue;"),
        )

    def write_for(self, s):
        type_, name = s.init.type, s.init.name
        variable = f"Var<{self.type(type_)}>"

        def init():
            self.line(f"yield {self.write_declare(s.init)};")

        def inside(code):
            def with_name(value):
                self.names[name] = value, type_
                code()

            return with_name

        test = inside(lambda: self.yielding(s.condition, "boolean")[2]())
        self.bodies(
            f'java.for @loc="{s.place}"',
            ((), variable, init),
            ([variable], "boolean", test),
            ([variable], "void", inside(lambda: self.block([s.update], "yield;"))),
            ([variable], "void", inside(lambda: self.block(s.body, "java.continue;"))),
        )

    def write_each(self, s):
        def definition(element):
            ref = "java.lang.Integer::intValue():int"
            value, _ = self.invoke([element], ref, "int", s.place)
            self.line(f"yield {self.declare(s.name, 'int', value, s.place)};")

        def loop(variable):
            self.names[s.name] = variable, "int"
            self.block(s.body, "java.continue;")

        self.bodies(
            f'java.enhancedFor @loc="{s.place}"',
            self.yielding(s.range, "Range"),
            (["java.lang.Integer"], "Var<int>", definition),
            (["Var<int>"], "void", loop),
        )

    # -- functions

    def function(self, method):
        self.count, self.names, self.result = 0, {}, method.result
        is_kernel = method.name == self.kernel
        name = self.name if is_kernel else method.name

        def code(*values):
            for (type_, parameter), value in zip(method.parameters, values):
                self.declare(parameter, type_, value, method.place)
            end = "return;" if method.result == "void" else "unreachable;"
            self.block(method.body, end)

        types = [self.type(type_) for type_, _ in method.parameters]
        start = f'func @loc="{method.place}" @"{name}" @owner="kernels.{self.owner}"'
        self.bodies(start, (types, self.type(method.result), code))

    def write(self, signature):
        entries = ", ".join(json.dumps(e) for e in signature)
        self.line('//! producer: "cm2tt\'s tests"')
        self.line(f'//! source: "{os.path.basename(self.path)}"')
        self.line(f'//! kernel: "{self.name}"')
        self.line(f"//! signature: {entries}")
        for method in self.functions:
            self.function(method)
        return "\n".join(self.lines) + "\n"


def model(path, kernel, name, signature):
    """The model's text. `signature`: types as words, constants as numbers."""
    return ModelWriter(path, kernel, name).write(signature)
