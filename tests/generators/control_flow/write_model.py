# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a program by the rules of Babylon's front end, as code-model text:
a variable for each parameter, a load for each use, nothing folded.

The text has two forms: the one of 2024 and today's (`is_new_form`).
"""

import java_numbers
import program as p

OPERATORS = {
    "+": "add", "-": "sub", "*": "mul", "/": "div", "%": "mod",
    "&": "and", "|": "or", "^": "xor",
    "<<": "lshl", ">>": "ashr", ">>>": "lshr",
    "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "neq",
}  # fmt: skip
UNARY = {"-": "neg", "~": "compl", "!": "not"}
CLASSES = {
    "Ptr": "oracle.code.triton.Ptr",
    **{name: "demo." + name for name in p.RECORDS},
    "Tensor": "oracle.code.triton.Tensor",
    "Range": "oracle.code.triton.Range",
    "Integer": "java.lang.Integer",
    "Number": "java.lang.Number",
    "String": "java.lang.String",
    **{name: "java.util.function." + name for name in p.FUNCTIONS},
}
KERNEL = "demo.Kernels"
TRITON = "oracle.code.triton.Triton"
JUMPS = ("return", "java.break", "java.continue", "java.yield", "yield",
         "java.switch.fallthrough", "unreachable")  # fmt: skip


class ModelWriter:
    """Writes one program."""

    def __init__(self, program):
        self.program = program
        self.is_new = program.is_new_form
        self.lines = []
        self.indent = 0
        self.count = 0
        #: The values of variables, constants of labels.
        self.names = {}
        self.labels = {}

    # ---- Text --------------------------------------------------------------

    def line(self, text):
        self.lines.append("  " * self.indent + text)

    def type(self, name):
        java = CLASSES.get(name, name)
        return f'java.type:"{java}"' if self.is_new else java

    def var(self, name):
        return f"Var<{self.type(name)}>"

    def ref(self, owner, name, params, result):
        """A method's reference."""
        types = ", ".join(CLASSES.get(t, t) for t in params)
        result = CLASSES.get(result, result)
        if self.is_new:
            return f'@java.ref:"{owner}::{name}({types}):{result}"'
        return f'@"{owner}::{name}({types}){result}"'

    def fresh(self):
        self.count += 1
        return f"%{self.count}"

    def op(self, type_, text):
        """An op with a result, `type_` as text."""
        value = self.fresh()
        self.line(f"{value} : {type_} = {text};")
        return value

    def bodies(self, start, *bodies):
        """An op with bodies: each its parameters, result type and code."""
        self.line(start)
        self.indent += 2
        for i, (params, result, code) in enumerate(bodies):
            names = [(self.fresh(), type_) for type_ in params]
            head = ", ".join(f"{name} : {type_}" for name, type_ in names)
            self.line(f"({head}){result} -> {{")
            self.indent += 1
            code(*[name for name, _ in names])
            self.indent -= 1
            self.line("};" if i + 1 == len(bodies) else "}")
        self.indent -= 2

    def last_is_jump(self):
        """Whether the body ends already: no op follows a jump in it."""
        first = self.lines[-1].strip().rstrip(";").split(" ")[0]
        return first in JUMPS

    def block(self, statements, end):
        """Statements and, if none of them is a jump at the end, an end."""
        for statement in statements:
            self.statement(statement)
        if not statements or not self.last_is_jump():
            self.line(end)

    # ---- Expressions -------------------------------------------------------

    def value(self, e):
        return getattr(self, "value_" + type(e).__name__)(e)

    def value_Literal(self, e):
        return self.constant(e.type, e.value)

    def constant(self, type_, value):
        if type_ == "boolean":
            text = "true" if value else "false"
        elif type_ == "float":
            text = repr(value) + ("f" if self.is_new else "")
        else:
            text = str(value) + ("L" if type_ == "long" and self.is_new else "")
        text = text if self.is_new else f'"{text}"'
        return self.op(self.type(type_), f"constant @{text}")

    def value_Name(self, e):
        return self.op(self.type(e.type), f"var.load {self.names[e.name]}")

    def value_Unary(self, e):
        return self.op(self.type(e.type), f"{UNARY[e.op]} {self.value(e.operand)}")

    def operator(self, type_, op, left, right):
        return self.op(self.type(type_), f"{OPERATORS[op]} {left} {right}")

    def value_Binary(self, e):
        left, right = self.value(e.left), self.value(e.right)
        return self.operator(e.type, e.op, left, right)

    value_Compare = value_Binary

    def yield_value(self, e):
        return lambda *_: self.line(f"yield {self.value(e)};")

    def with_result(self, type_, text, *bodies):
        value = self.fresh()
        self.bodies(f"{value} : {self.type(type_)} = {text}", *bodies)
        return value

    def value_Logic(self, e):
        name = "java.cand" if e.op == "&&" else "java.cor"
        truth = self.type("boolean")
        parts = [((), truth, self.yield_value(o)) for o in e.operands]
        return self.with_result("boolean", name, *parts)

    def value_Conditional(self, e):
        type_ = self.type(e.type)
        return self.with_result(
            e.type,
            "java.cexpression",
            ((), self.type("boolean"), self.yield_value(e.condition)),
            ((), type_, self.yield_value(e.yes)),
            ((), type_, self.yield_value(e.no)),
        )

    def value_Cast(self, e):
        return self.op(self.type(e.type), f"conv {self.value(e.operand)}")

    def value_New(self, e):
        args = " ".join(self.value(arg) for arg in e.args)
        parts = [(CLASSES.get(t, t), name) for name, t in p.RECORDS[e.type]]
        types = ", ".join(type_ for type_, _ in parts)
        names = ", ".join(f"{type_} {name}" for type_, name in parts)
        # The constructor as today's form spells it: the old one has no record.
        ref = f'@java.ref:"{CLASSES[e.type]}::({types})"'
        record = f'@record="({names}){CLASSES[e.type]}"'
        return self.op(self.type(e.type), f"new {args} {ref} {record}")

    def invoke(self, args, ref, type_):
        text = f"invoke {' '.join(args)} {ref}".replace("  ", " ")
        if type_ == "void":
            return self.line(text + ";")
        return self.op(self.type(type_), text)

    def value_Component(self, e):
        ref = self.ref(CLASSES[e.record.type], e.name, [], e.type)
        return self.invoke([self.value(e.record)], ref, e.type)

    def value_Call(self, e):
        helper = next(h for h in self.program.helpers if h.name == e.name)
        types = [type_ for _, type_ in helper.params]
        ref = self.ref(KERNEL, e.name, types, helper.type)
        return self.invoke([self.value(arg) for arg in e.args], ref, e.type)

    def value_Apply(self, e):
        method, types, result = p.FUNCTIONS[e.function.type]
        ref = self.ref(CLASSES[e.function.type], method, types, result)
        args = [self.value(arg) for arg in [e.function] + e.args]
        return self.invoke(args, ref, result)

    def value_Lambda(self, e):
        _, types, result = p.FUNCTIONS[e.type]
        mark = "lambda @lambda.isReflectable=true" if self.is_new else "lambda"
        params = [self.type(type_) for type_ in types]

        def code(*values):
            self.parameters(zip(e.params, types, values))
            self.block(e.body, "unreachable;")

        return self.with_result(e.type, mark, (params, self.type(result), code))

    def value_SwitchExpression(self, e):
        selector = self.value(e.selector)
        return self.with_result(
            e.type,
            f"java.switch.expression {selector}",
            *self.cases(e.selector.type, e.type, e.cases, "unreachable;"),
        )

    def cases(self, selector_type, type_, cases, ends):
        """The bodies of a switch."""
        made = []
        truth = self.type("boolean")
        for i, case in enumerate(cases):
            end = ends if isinstance(ends, str) else ends(i)
            params = [self.type(selector_type)] if case.values else []
            made.append((params, truth, self.predicate(selector_type, case)))
            made.append(((), self.type(type_), self.action(case, end)))
        return made

    def predicate(self, type_, case):
        def equal(value, number):
            constant = self.constant(type_, number)
            return self.operator("boolean", "==", value, constant)

        def several(value):
            truth = self.type("boolean")
            return self.with_result(
                "boolean",
                "java.cor",
                *[((), truth, lambda n=n: self.line(f"yield {equal(value, n)};"))
                  for n in case.values],
            )  # fmt: skip

        def code(*params):
            if not case.values:
                result = self.constant("boolean", True)
            elif len(case.values) == 1:
                result = equal(params[0], case.values[0])
            else:
                result = several(params[0])
            self.line(f"yield {result};")

        return code

    def action(self, case, end):
        def code():
            if len(case.body) == 1 and isinstance(case.body[0], p.Yield):
                self.line(f"yield {self.value(case.body[0].value)};")
            else:
                self.block(case.body, end)

        return code

    # ---- Statements --------------------------------------------------------

    def statement(self, s):
        getattr(self, "write_" + type(s).__name__)(s)

    def write_Declare(self, s):
        init = "" if s.value is None else self.value(s.value) + " "
        self.names[s.name] = self.op(self.var(s.type), f'var {init}@"{s.name}"')

    def store(self, name, value):
        self.line(f"var.store {self.names[name]} {value};")

    def convert(self, from_, to, value):
        if from_ == to:
            return value
        return self.op(self.type(to), f"conv {value}")

    def write_Assign(self, s):
        if not s.op:
            return self.store(s.name, self.value(s.value))
        left = self.value(p.Name(s.type, s.name))
        right = self.value(s.value)
        type_, other = java_numbers.operand_types(s.op, s.type, s.value.type)
        left = self.convert(s.type, type_, left)
        right = self.convert(s.value.type, other, right)
        result = self.operator(type_, s.op, left, right)
        self.store(s.name, self.convert(type_, s.type, result))

    def write_Step(self, s):
        value = self.value(p.Name(s.type, s.name))
        one = self.constant(s.type, 1.0 if s.type == "float" else 1)
        op = "+" if s.by > 0 else "-"
        self.store(s.name, self.operator(s.type, op, value, one))

    def plain(self, statements, end="yield;"):
        """A body without parameters and result."""
        code = lambda *_: self.block(statements, end)
        return ((), self.type("void"), code)

    def tested(self, condition):
        return ((), self.type("boolean"), self.yield_value(condition))

    def write_If(self, s):
        bodies = []
        for condition, body in s.arms:
            bodies += [self.tested(condition), self.plain(body)]
        if s.otherwise is not None or not self.is_new:
            bodies.append(self.plain(s.otherwise or []))
        self.bodies("java.if", *bodies)

    def write_For(self, s):
        declared = [d for d in s.init if isinstance(d, p.Declare)]
        types = [self.var(d.type) for d in declared]
        result = self.type("void")
        if declared:
            result = types[0]
        if len(declared) > 1:
            result = f"Tuple<{', '.join(types)}>"

        def init():
            for statement in s.init:
                self.statement(statement)
            values = [self.names[d.name] for d in declared]
            if len(values) > 1:
                values = [self.op(result, f"tuple {' '.join(values)}")]
            self.line(f"yield {values[0]};" if values else "yield;")

        def inside(code):
            def with_names(*values):
                self.names.update(zip([d.name for d in declared], values))
                code()

            return with_names

        condition = s.condition or p.Literal("boolean", True)
        void = self.type("void")
        self.bodies(
            "java.for",
            ((), result, init),
            (types, self.type("boolean"), inside(self.yield_value(condition))),
            (types, void, inside(lambda: self.block(s.update, "yield;"))),
            (types, void, inside(lambda: self.block(s.body, "java.continue;"))),
        )

    def write_ForEach(self, s):
        name = "staticRange" if s.is_static else "range"
        types = ["int"] * len(s.range)

        def expression():
            args = [self.value(number) for number in s.range]
            ref = self.ref(TRITON, name, types, "Range")
            self.line(f"yield {self.invoke(args, ref, 'Range')};")

        def definition(element):
            ref = self.ref("java.lang.Integer", "intValue", [], "int")
            value = self.invoke([element], ref, "int")
            variable = self.op(self.var("int"), f'var {value} @"{s.name}"')
            self.line(f"yield {variable};")

        def loop(variable):
            self.names[s.name] = variable
            self.block(s.body, "java.continue;")

        self.bodies(
            "java.enhancedFor",
            ((), self.type("Range"), expression),
            ([self.type("Integer")], self.var("int"), definition),
            ([self.var("int")], self.type("void"), loop),
        )

    def write_While(self, s):
        loop = self.plain(s.body, "java.continue;")
        self.bodies("java.while", self.tested(s.condition), loop)

    def write_DoWhile(self, s):
        loop = self.plain(s.body, "java.continue;")
        self.bodies("java.do.while", loop, self.tested(s.condition))

    def write_Switch(self, s):
        selector = self.value(s.selector)
        last = len(s.cases) - 1

        def end(i):
            falls = not s.is_arrow and i < last
            return "java.switch.fallthrough;" if falls else "yield;"

        cases = self.cases(s.selector.type, "void", s.cases, end)
        self.bodies(f"java.switch.statement {selector}", *cases)

    def write_Block(self, s):
        self.bodies("java.block", self.plain(s.body))

    def write_Labeled(self, s):
        def code():
            label = self.op(self.type("String"), f'constant @"{s.label}"')
            self.labels[s.label] = label
            self.block([s.statement], "yield;")

        self.bodies("java.labeled", ((), self.type("void"), code))

    def jump(self, name, label):
        self.line(f"{name} {self.labels[label]};" if label else f"{name};")

    def write_Break(self, s):
        self.jump("java.break", s.label)

    def write_Continue(self, s):
        self.jump("java.continue", s.label)

    def write_Return(self, s):
        self.line(f"return {self.value(s.value)};" if s.value else "return;")

    def write_Yield(self, s):
        self.line(f"java.yield {self.value(s.value)};")

    def write_Store(self, s):
        pointer = self.value(p.Name("Ptr", s.array))
        index, value = self.value(s.index), self.value(s.value)
        add = self.ref(TRITON, "add", ["Number", "Number"], "Tensor")
        place = self.invoke([pointer, index], add, "Tensor")
        store = self.ref(TRITON, "store", ["Tensor", "Number"], "void")
        self.invoke([place, value], store, "void")

    def write_Evaluate(self, s):
        self.value(s.call)

    # ---- Functions ---------------------------------------------------------

    def parameters(self, params):
        for name, type_, value in params:
            variable = self.op(self.var(type_), f'var {value} @"{name}"')
            self.names[name] = variable

    def function(self, name, params, result, body):
        end = "return;" if result == "void" else "unreachable;"

        def code(*values):
            self.parameters((n, t, v) for (n, t), v in zip(params, values))
            self.block(body, end)

        types = [self.type(type_) for _, type_ in params]
        start = f'func @"{name}" @owner="{KERNEL}"'
        self.bodies(start, (types, self.type(result), code))

    def write(self):
        self.function("k", p.KERNEL_PARAMETERS, "void", self.program.body)
        for h in self.program.helpers:
            self.function(h.name, h.params, h.type, h.body)
        return "\n".join(self.lines) + "\n"


def header(program):
    """The name and the signature of the kernel."""
    size, flag = program.constants
    entries = ['"*i32"', '"*i64"', '"*fp32"']
    for name, value in zip(p.VARYING, program.arguments[0]):
        entries.append(str(value) if name in program.fixed else '"i32"')
    entries += [str(size), "true" if flag else "false"]
    return f'//! kernel: "k"\n//! signature: {", ".join(entries)}\n'


def model(program):
    """The program as code-model text."""
    return header(program) + ModelWriter(program).write()
