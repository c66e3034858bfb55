# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Texts that sources in C, C++, Java, Python and TableGen put together.

A text is an expression with string literals: `"no " << name`, `"no " + name`,
`Twine("no ") + name`, f"no {name}". Its parts are strings, WILD for a value
that is not known here, and Either for the branches of `a ? "b" : "c"`.
"""

import ast
import dataclasses
import re

WILD = None


@dataclasses.dataclass
class Either:
    branches: list  # of lists of parts


@dataclasses.dataclass
class Text:
    position: int  # in the source
    parts: list
    # The functions and variables that receive the text, the outermost first, # or
    # 'return'. For a chain of `<<`, its beginning.
    takers: tuple


@dataclasses.dataclass
class _Token:
    kind: str
    text: str
    position: int


@dataclasses.dataclass
class _Group:
    bracket: str
    nodes: list
    position: int


_TOKENS = re.compile(
    r'''(?P<skip>//[^\n]*|/\*.*?\*/|\s+|^[ \t]*\#(?:\\\n|[^\n])*)
      | (?P<block>"""(?:\\.|.)*?""")
      | (?P<raw>R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)")
      | (?P<string>(?:u8|L)?"(?:\\.|[^"\\\n])*")
      | (?P<character>(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+')
      | (?P<name>[A-Za-z_]\w*)
      | (?P<number>\d[\w.']*)
      | (?P<sign><<=|>>>|<<|->|::|==|!=|<=|>=|&&|\|\||\+=|\+\+|--|-=|.)''',
    re.VERBOSE | re.DOTALL | re.MULTILINE)
_STRINGS = ("string", "raw", "block")

# Statements' words, which are followed by parentheses.
_WORDS = ("if", "for", "while", "switch", "catch", "synchronized", "constexpr",
          "else", "try", "do")
# Functions that only wrap the texts of their arguments.
_WRAPPERS = ("Twine", "StringRef", "string", "String", "StringLiteral",
             "format", "formatv", "formatted", "str", "valueOf", "concat")
# Functions that concatenate their arguments.
_JOINERS = ("emitOptionalError",)


def _parse(text):
    """The tokens as a tree: brackets are groups."""
    root = _Group("{", [], 0)
    stack = [root]
    for match in _TOKENS.finditer(text):
        kind = match.lastgroup
        if kind == "skip":
            continue
        kind = "raw" if kind == "mark" else kind
        part = match.group()
        if kind == "sign" and part in "([{":
            group = _Group(part, [], match.start())
            stack[-1].nodes.append(group)
            stack.append(group)
        elif kind == "sign" and part in ")]}":
            if len(stack) > 1:
                stack.pop()
        else:
            stack[-1].nodes.append(_Token(kind, part, match.start()))
    return root.nodes


def _is_sign(node, *signs):
    return (isinstance(node, _Token) and node.kind == "sign"
            and node.text in signs)


def _is_string(node):
    return isinstance(node, _Token) and node.kind in _STRINGS


def _is_template(node):
    """Whether it is a string of several lines, as of help or of code."""
    return _is_string(node) and node.kind != "string" and "\n" in node.text


def _split(nodes, *signs):
    lists = [[]]
    for node in nodes:
        if _is_sign(node, *signs):
            lists.append([])
        else:
            lists[-1].append(node)
    return lists


def _called(nodes, index):
    """The name of what the group at the index has the arguments of."""
    at = index - 1
    if at >= 0 and _is_sign(nodes[at], ">", ">>"):  # f<T>(...)
        depth = 0
        while at >= 0:
            depth += _is_sign(nodes[at], ">") + 2 * _is_sign(nodes[at], ">>")
            depth -= _is_sign(nodes[at], "<")
            at -= 1
            if depth <= 0:
                break
    if at >= 0 and isinstance(nodes[at], _Token) and nodes[at].kind == "name":
        return nodes[at].text
    return ""


_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]+|[0-7]{1,3}|u[0-9a-fA-F]{4}|.)", re.DOTALL)


def _contents(token):
    text = token.text
    if token.kind == "raw":
        return text[text.index("(") + 1:text.rindex(")")]
    text = text[3:-3] if token.kind == "block" else text[text.index('"') + 1:-1]
    return _ESCAPE.sub(
        lambda match: {"n": "\n", "t": " ", '"': '"', "'": "'", "\\": "\\"}
        .get(match.group(1), " "), text)


def _first(nodes):
    """Where the first string is."""
    for node in nodes:
        if _is_string(node):
            return node.position
        if isinstance(node, _Group):
            found = _first(node.nodes)
            if found is not None:
                return found
    return None


def has_letters(parts):
    return any(has_letters([b for branch in part.branches for b in branch])
               if isinstance(part, Either) else part and re.search("[a-zA-Z]", part)
               for part in parts)


class _Reader:
    """Collects the texts of a tree."""

    def __init__(self):
        self.texts = []

    def statements(self, nodes, takers):
        current = []
        for index, node in enumerate(nodes):
            if _is_sign(node, ";"):
                self.statement(current, takers)
                current = []
            elif _is_sign(node, ":") and current and isinstance(
                    current[0], _Token) and current[0].text in ("case", "default"):
                current = []
            else:
                current.append(node)
                after = nodes[index + 1] if index + 1 < len(nodes) else None
                if isinstance(node, _Group) and node.bracket == "{" and not (
                        isinstance(after, _Token) and after.kind == "sign"
                        or isinstance(after, _Group) and after.bracket == "("):
                    self.statement(current, takers)
                    current = []
        self.statement(current, takers)

    def statement(self, nodes, takers):
        at = 0
        while (at < len(nodes) and isinstance(nodes[at], _Token)
               and nodes[at].text in _WORDS):
            at += 1
            if (at < len(nodes) and isinstance(nodes[at], _Group)
                    and nodes[at].bracket == "("):
                self.statements(nodes[at].nodes, takers)
                at += 1
        self.expressions(nodes[at:], takers)

    def expressions(self, nodes, takers):
        for each in _split(nodes, ",", "&&", "||"):
            self.expression(each, takers)

    def expression(self, nodes, takers):
        while nodes and isinstance(nodes[0], _Token) and nodes[0].text in (
                "return", "throw", "co_return", "yield", "else"):
            if nodes[0].text == "return":
                takers += ("return",)
            nodes = nodes[1:]
        equals = [i for i, node in enumerate(nodes) if _is_sign(node, "=", "+=")]
        if equals:
            left, nodes = nodes[:equals[-1]], nodes[equals[-1] + 1:]
            names = [n.text for n in left
                     if isinstance(n, _Token) and n.kind == "name"]
            self.expression(left, takers)
            takers += (names[-1] if names else "",)
        for each in _split(nodes, "==", "!="):
            self.add(each, takers)

    def add(self, nodes, takers):
        terms = _split(nodes, "<<")
        parts = self.parts(nodes, takers)
        if len(terms) > 1 and terms[0]:
            last = terms[0][-1]
            takers += (_called(terms[0], len(terms[0]) - 1)
                       if isinstance(last, _Group) else last.text,)
        if has_letters(parts):
            self.texts.append(Text(_first(nodes), parts, takers))

    def parts(self, nodes, takers):
        """The text of an expression; texts within it that are arguments of
        other functions are texts of their own."""
        question = next((i for i, n in enumerate(nodes) if _is_sign(n, "?")), None)
        if question is not None:
            depth, end = 0, len(nodes)
            for index in range(question + 1, len(nodes)):
                depth += _is_sign(nodes[index], "?")
                if _is_sign(nodes[index], ":"):
                    if depth == 0:
                        end = index
                        break
                    depth -= 1
            self.expressions(nodes[:question], takers)
            return [Either([self.parts(nodes[question + 1:end], takers) or [WILD],
                            self.parts(nodes[end + 1:], takers) or [WILD]])]
        chained = any(_is_sign(node, "<<") for node in nodes)
        found = []
        for term in _split(nodes, "<<" if chained else "+"):
            nested = chained and any(_is_sign(node, "+") for node in term)
            found += self.parts(term, takers) if nested else self.term(
                term, takers, chained and term and term[0] is nodes[0])
        return found

    def term(self, nodes, takers, begins_chain=False):
        if nodes and all(map(_is_template, nodes)):
            return [WILD]
        if nodes and all(map(_is_string, nodes)):
            return ["".join(map(_contents, nodes))]
        if (len(nodes) == 1 and isinstance(nodes[0], _Group)
                and nodes[0].bracket == "(" and len(_split(nodes[0].nodes, ",")) == 1):
            return self.parts(nodes[0].nodes, takers)
        found = [WILD]
        for index, node in enumerate(nodes):
            if _is_template(node):
                continue
            if _is_string(node):
                found = [part for part in found if part] + [_contents(node)]
            elif isinstance(node, _Group):
                name = _called(nodes, index)
                # The beginning of a chain, such as `emitError("no ") << name`.
                is_begin = begins_chain and index == len(nodes) - 1
                if (name in _WRAPPERS or is_begin) and not has_letters(found):
                    inner = []
                    for each in _split(node.nodes, ","):
                        inner += [WILD] * bool(inner) + self.parts(each, takers)
                    if has_letters(inner):
                        found = inner + [WILD] * is_begin
                elif name in _JOINERS:
                    parts = [part for each in _split(node.nodes, ",")
                             for part in self.parts(each, takers) or [WILD]]
                    self.texts.append(Text(_first(node.nodes) or node.position,
                                           parts, takers + (name,)))
                elif node.bracket == "{" and (not name or any(
                        _is_sign(n, ";") for n in node.nodes)):
                    is_code = any(_is_sign(n, ";") for n in node.nodes)
                    (self.statements if is_code else self.expressions)(
                        node.nodes, takers)
                else:
                    self.expressions(node.nodes, takers + (name,) if name else takers)
        return found


def of_code(text):
    """The texts of a source in C, C++ or Java."""
    reader = _Reader()
    reader.statements(_parse(text), ())
    return reader.texts


#===- Python and TableGen -------------------------------------------------===//


def _python_parts(node):
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else [WILD]
    if isinstance(node, ast.JoinedStr):
        return [part for value in node.values for part in _python_parts(value)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _python_parts(node.left) + _python_parts(node.right)
    if isinstance(node, ast.IfExp):
        return [Either([_python_parts(node.body), _python_parts(node.orelse)])]
    return [WILD]


def of_python(text):
    """The texts of a Python program; the position is that of the line."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    texts = []

    def visit(node, takers):
        parts = _python_parts(node)
        if has_letters(parts):
            texts.append(Text(starts[node.lineno - 1], parts, takers))
        if has_letters(parts) or isinstance(node, ast.JoinedStr):
            return
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            takers += (name,)
        for child in ast.iter_child_nodes(node):
            visit(child, takers)

    visit(ast.parse(text), ())
    return texts


_CONSTRAINT = re.compile(r'\b(\w*TypesMatchWith|PredOpTrait)<\s*((?:"[^"]*"|[\w\s#])+)'
                         r'|\b(\w*(?:Type|Attr)Constraint)<[^;]*?("[^"]*")\s*>\s*;')


def of_tablegen(text):
    """The texts of TableGen's constraints."""
    texts = []
    for match in _CONSTRAINT.finditer(text):
        kind, words = match.group(1, 2) if match.group(1) else match.group(3, 4)
        parts = []
        for part in re.findall(r'"[^"]*"|\w+', words):
            parts.append(part[1:-1] if part[0] == '"' else WILD)
        texts.append(Text(match.start(), parts, (kind,)))
    return texts
