# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parses the part of Java that kernels are written in.

An expression or statement is a Node: a kind, where it stands, and its parts.

Not here: types, and the code model (java_model.py). What is no kernel is found
by an exception; it is for the tests' own files only.
"""

import re

TOKEN = re.compile(
    r"(?P<skip>\s+|//[^\n]*|/\*.*?\*/)"
    r"|(?P<number>0[xX][0-9a-fA-F]+[lL]?|(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?[fFdDlL]?)"
    r"|(?P<name>[A-Za-z_$][\w$]*)"
    r'|(?P<string>"(?:\\.|[^"\\])*")'
    r"|(?P<sign>->|\+\+|--|<<=|>>=|<<|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^!~<>=?:;,.(){}@\[\]])",
    re.S,
)  # fmt: skip
# From the loosest to the tightest.
LEVELS = (
    ("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="),
    ("<", "<=", ">", ">="), ("<<", ">>", ">>>"), ("+", "-"), ("*", "/", "%"),
)  # fmt: skip
PRIMITIVES = ("boolean", "byte", "short", "char", "int", "long", "float", "double")
ASSIGNMENTS = ("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=")


class Node:
    """The kind of a node, its `place` as "line:column", and its parts by name."""

    def __init__(self, kind, place, **parts):
        self.kind, self.place = kind, place
        self.__dict__.update(parts)


class Parser:
    """A file with one class: its records and methods."""

    def __init__(self, text):
        self.tokens, self.at = [], 0
        line, start, position = 1, 0, 0
        while position < len(text):
            found = TOKEN.match(text, position)
            if not found:
                raise SyntaxError(f"line {line}: {text[position:position + 20]!r}")
            if found.lastgroup != "skip":
                place = f"{line}:{position - start + 1}"
                self.tokens.append((found.lastgroup, found.group(), place))
            if lines := found.group().count("\n"):
                line += lines
                start = position + found.group().rindex("\n") + 1
            position = found.end()
        self.tokens.append(("end", "", f"{line}:1"))

    # -- tokens

    @property
    def text(self):
        return self.tokens[self.at][1]

    @property
    def kind(self):
        return self.tokens[self.at][0]

    @property
    def place(self):
        return self.tokens[self.at][2]

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1][1]

    def take(self, text):
        if self.text == text:
            self.at += 1
            return True
        return False

    def expect(self, text):
        if not self.take(text):
            raise SyntaxError(f"{self.place}: {text!r} expected, not {self.text!r}")

    def separated(self, parse, end):
        found = []
        while not self.take(end):
            if found:
                self.expect(",")
            found.append(parse())
        return found

    # -- declarations

    def file(self):
        """Name of the class, records by name, methods."""
        while self.text in ("package", "import"):
            while not self.take(";"):
                self.next()
        while not self.take("class"):
            self.next()
        name, records, methods = self.next(), {}, []
        self.expect("{")
        while not self.take("}"):
            place = self.place
            self.annotations()
            while self.text in ("public", "private", "static", "final"):
                self.next()
            if self.take("record"):
                record = self.next()
                self.expect("(")
                records[record] = self.separated(self.parameter, ")")
                self.expect("{")
                self.expect("}")
            else:
                methods.append(self.method(place))
        return name, records, methods

    def annotations(self):
        while self.take("@"):
            self.next()

    def method(self, place):
        result, name = self.type(), self.next()
        self.expect("(")
        parameters = self.separated(self.parameter, ")")
        body = self.block()
        return Node("method", place, result=result, name=name,
                    parameters=parameters, body=body)  # fmt: skip

    def parameter(self):
        self.annotations()
        type_ = self.type()
        return type_, self.next()

    def type(self):
        name = self.next()
        if self.take("<"):
            if self.take("?"):  # Class<?>
                self.expect(">")
                return name
            inner = self.separated(self.type, ">")
            name += f"<{', '.join(inner)}>"
        return name

    # -- statements

    def block(self):
        self.expect("{")
        statements = []
        while not self.take("}"):
            statements.append(self.statement())
        return statements

    def body(self):
        return self.block() if self.text == "{" else [self.statement()]

    def is_declaration(self):
        """Whether a type and a name follow."""
        saved = self.at
        try:
            if self.kind != "name":
                return False
            self.type()
            return self.kind == "name"
        finally:
            self.at = saved

    def statement(self):
        place, word = self.place, self.text
        parse = getattr(self, f"{word}_statement", None) if self.kind == "name" else None
        if parse:
            self.next()
            return parse(place)
        if word == "{":
            return Node("block", place, body=self.block())
        found = self.simple()
        self.expect(";")
        return found

    def simple(self):
        """A declaration, an assignment or a call."""
        place = self.place
        if self.is_declaration():
            type_, name = self.type(), self.next()
            value = self.expression() if self.take("=") else None
            return Node("declare", place, type=type_, name=name, value=value)
        target = self.expression()
        if self.text in ("++", "--"):
            one = Node("literal", place, type="int", value=1)
            sign = self.next()[0]
            return Node("assign", place, name=target.name, op=sign, value=one)
        if self.text in ASSIGNMENTS:
            op = self.next()[:-1]
            return Node("assign", place, name=target.name, op=op,
                        value=self.expression())  # fmt: skip
        return Node("evaluate", place, value=target)

    def if_statement(self, place):
        arms, otherwise = [], None
        while True:
            self.expect("(")
            condition = self.expression()
            self.expect(")")
            arms.append((condition, self.body()))
            if not self.take("else"):
                break
            if not self.take("if"):
                otherwise = self.body()
                break
        return Node("if", place, arms=arms, otherwise=otherwise)

    def for_statement(self, place):
        self.expect("(")
        first = self.simple_or_each()
        if first.kind == "each":
            return Node("each", place, name=first.name, range=first.range,
                        body=self.body())  # fmt: skip
        self.expect(";")
        condition = self.expression()
        self.expect(";")
        update = self.simple()
        self.expect(")")
        return Node("for", place, init=first, condition=condition,
                    update=update, body=self.body())  # fmt: skip

    def simple_or_each(self):
        saved, place = self.at, self.place
        self.type()
        name = self.next()
        if self.take(":"):
            range_ = self.expression()
            self.expect(")")
            return Node("each", place, name=name, range=range_)
        self.at = saved
        return self.simple()

    def while_statement(self, place):
        self.expect("(")
        condition = self.expression()
        self.expect(")")
        return Node("while", place, condition=condition, body=self.body())

    def return_statement(self, place):
        value = None if self.text == ";" else self.expression()
        self.expect(";")
        return Node("return", place, value=value)

    def break_statement(self, place):
        self.expect(";")
        return Node("break", place)

    def continue_statement(self, place):
        self.expect(";")
        return Node("continue", place)

    # -- expressions

    def expression(self):
        place = self.place
        condition = self.operators(0)
        if not self.take("?"):
            return condition
        yes = self.expression()
        self.expect(":")
        return Node("conditional", place, condition=condition, yes=yes,
                    no=self.expression())  # fmt: skip

    def operator(self):
        """The operator here; shifts to the right are several tokens."""
        if self.text != ">":
            return self.text, 1
        count = 1
        while self.tokens[self.at + count][1] == ">":
            count += 1
        return ">" * count, count

    def operators(self, level):
        if level == len(LEVELS):
            return self.unary()
        left = self.operators(level + 1)
        while True:
            place = self.place
            op, count = self.operator()
            if op not in LEVELS[level]:
                return left
            self.at += count
            right = self.operators(level + 1)
            left = Node("binary", place, op=op, left=left, right=right)

    def unary(self):
        place = self.place
        if self.text in ("-", "!", "~"):
            op = self.next()
            return Node("unary", place, op=op, operand=self.unary())
        if self.text == "(" and self.tokens[self.at + 1][1] in PRIMITIVES:
            self.next()
            type_ = self.next()
            self.expect(")")
            return Node("cast", place, type=type_, operand=self.unary())
        return self.postfix(self.primary())

    def postfix(self, value):
        while self.take("."):
            place, name = self.place, self.next()
            if self.take("("):
                arguments = self.separated(self.expression, ")")
                value = Node("call", place, target=value, name=name,
                             arguments=arguments)  # fmt: skip
            else:
                value = Node("member", place, target=value, name=name)
        return value

    def is_lambda(self):
        at = self.at
        if self.kind == "name":
            return self.tokens[at + 1][1] == "->"
        while self.tokens[at][1] != ")":
            at += 1
        return self.tokens[at + 1][1] == "->"

    def primary(self):
        place, kind = self.place, self.kind
        if (kind == "name" or self.text == "(") and self.is_lambda():
            return self.lambda_(place)
        if self.take("("):
            value = self.expression()
            self.expect(")")
            return value
        text = self.next()
        if kind == "number":
            return number(text, place)
        if kind == "string":
            return Node("literal", place, type="String", value=text)
        if text in ("true", "false"):
            return Node("literal", place, type="boolean", value=text)
        if text == "new":
            record = self.next()
            self.expect("(")
            return Node("new", place, type=record,
                        arguments=self.separated(self.expression, ")"))  # fmt: skip
        if self.take("("):
            return Node("call", place, target=None, name=text,
                        arguments=self.separated(self.expression, ")"))  # fmt: skip
        return Node("name", place, name=text)

    def lambda_(self, place):
        if self.take("("):
            names = self.separated(self.next, ")")
        else:
            names = [self.next()]
        self.expect("->")
        if self.text == "{":
            body = self.block()
        else:
            body = [Node("return", self.place, value=self.expression())]
        return Node("lambda", place, names=names, body=body)


def number(text, place):
    last = text[-1].lower()
    if text[:2] in ("0x", "0X") or not re.search(r"[.eEfFdD]", text):
        kind = "long" if last == "l" else "int"
        return Node("literal", place, type=kind, value=int(text.rstrip("lL"), 0))
    kind = "float" if last == "f" else "double"
    return Node("literal", place, type=kind, value=float(text.rstrip("fFdD")))
