# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One definition for each name: all libraries end up in one program."""

import re

import sources

# Tests, examples and tools are programs of their own.
AREAS = sources.LIBRARIES

_NAMESPACE = re.compile(r"(?:inline\s+)?namespace\b\s*([\w:]*)\s*$")
# The name is what precedes the body or the list of bases. A specialization
# has template arguments there.
_TYPE = re.compile(r"\b(?:class|struct|union|enum(?:\s+class|\s+struct)?)\s+"
                   r"(?:\[\[[^]]*\]\]\s*|alignas\s*\([^)]*\)\s*)*"
                   r"([A-Za-z_]\w*)\s*(?:final\s*)?(?::[^:].*)?\s*$", re.DOTALL)
_FORWARD = re.compile(r"\b(?:class|struct|union|enum\s+class|enum)\s+(\w+)\s*"
                      r"(?::[^:;]*)?;")


def definitions(text):
    """The (qualified name, line) of each type that the code defines in a
    namespace with a name. Types within types and functions are left out."""
    code = sources.blank(text)
    # A namespace's name for each open brace; None for any other brace.
    scopes, start = [], 0
    for match in re.finditer(r"[{};]", code):
        position = match.start()
        first, head = start, code[start:position]
        start = position + 1
        if match.group() == "}":
            if scopes:
                scopes.pop()
        elif match.group() == "{":
            namespace = _NAMESPACE.search(head)
            if namespace:
                scopes.append(namespace.group(1))
                continue
            type_name = _TYPE.search(head)
            if type_name and scopes and all(scopes):
                line = sources.line_of(code, first + type_name.start(1))
                yield "::".join(scopes + [type_name.group(1)]), line
            scopes.append(None)


def check_names(tree):
    """No two files define a type of one name, and a type that only one source
    file knows is in an anonymous namespace."""
    forward = set()
    for area in AREAS:
        for _, text in tree.select(".h", below=area):
            forward.update(_FORWARD.findall(sources.blank(text)))
    first = {}
    for area in AREAS:
        for path, text in tree.select(".h", ".cpp", below=area):
            for name, line in definitions(text):
                other = first.setdefault(name, (path, line))
                if other[0] != path:
                    yield (path, line, f"'{name}' is defined at "
                           f"{other[0]}:{other[1]} already")
                elif (path.endswith(".cpp")
                      and name.split("::")[-1] not in forward):
                    yield (path, line, f"only this file knows '{name}'; put it "
                           "into an anonymous namespace")
