# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tree of sources, and checks of single files: heads, sizes, locations."""

import os
import re

# The floors of the compiler, in the order of the pipeline, and all of its C++ code.
FLOORS = ("lowering/", "tile/", "language/", "gpu/", "cpu/", "compiler/")
LIBRARIES = ("dialect/", "importer/", *FLOORS, "runtime/", "jni/")
AREAS = ["cmake", *(folder[:-1] for folder in LIBRARIES), "java", "tools", "python", "tests",
         "examples", "docs"]
SUFFIXES = (".h", ".cpp", ".td")
PAGES = ["README.md", "CONTRIBUTING.md"]  # beside the areas
OTHERS = (".mlir", ".test", ".expected", ".java", ".py", ".c", ".md", ".cmake",
          ".sh", "CMakeLists.txt")

MAX_FILE_LINES = 800
MAX_FUNCTION_LINES = 80

LICENCE = [
    "// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.",
    "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception",
]


class Tree:
    """The files below ROOT that are ours, read once."""

    def __init__(self, root):
        self.root = os.path.abspath(root)
        self.texts = {}
        for area in AREAS:
            for folder, folders, names in os.walk(os.path.join(root, area)):
                folders[:] = sorted(n for n in folders
                                    if n not in ("build", "__pycache__"))
                for name in sorted(names):
                    self._add(os.path.join(folder, name))
        for name in PAGES:
            if os.path.exists(os.path.join(root, name)):
                self._add(os.path.join(root, name))

    def _add(self, path):
        if path.endswith(SUFFIXES + OTHERS):
            with open(path, encoding="utf-8") as file:
                self.texts[os.path.relpath(path, self.root)] = file.read()

    def read(self, path):
        """The text of any file; empty if there is none."""
        full = os.path.join(self.root, path)
        if not os.path.exists(full):
            return ""
        with open(full, encoding="utf-8") as file:
            return file.read()

    def select(self, *suffixes, below=""):
        """The pairs of path and text of files with one of the suffixes."""
        return [(path, text) for path, text in self.texts.items()
                if path.endswith(suffixes) and path.startswith(below)]


def line_of(text, position):
    return text.count("\n", 0, position) + 1


# Comments, raw strings, strings and characters, and preprocessor lines.
# A quote between digits separates them.
TOKENS = re.compile(
    r"""//[^\n]* | /\*.*?\*/ | R"(?P<mark>[^(]*)\(.*?\)(?P=mark)"
        | "(?:\\.|[^"\\\n])*" | (?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'
        | ^[ \t]*\#(?:\\\n|[^\n])*""",
    re.VERBOSE | re.DOTALL | re.MULTILINE)


def blank(text):
    """The code without comments, strings and directives, its lines kept."""
    return TOKENS.sub(lambda match: "\n" * match.group().count("\n"), text)


def strings(text):
    """The string literals of the code as pairs of position and contents."""
    for match in TOKENS.finditer(text):
        if match.group().startswith('"'):
            yield match.start(), match.group()[1:-1]


_SCOPE = re.compile(r"\b(namespace|class|struct|enum|union|extern)\b")


def _opens_function(head):
    """Whether `{` after that text opens the body of a function: there are parameters,
    and no `=` before them as in a table or lambda."""
    if "(" not in head:
        return False
    before = head.split("(")[0]
    if re.search(r"=\s*$|[^=!<>]=[^=]", before) and "operator" not in before:
        return False
    return not (_SCOPE.search(before) and ")" not in head)


def functions(text):
    """The (head, first line, number of lines) of each function body; what
    is nested in a function belongs to it."""
    return bodies(blank(text))


def bodies(code):
    """The functions of a text that is blanked already."""
    stack, start, depth = [], 0, 0  # depth: of functions on the stack
    for match in re.finditer(r"[{};]", code):
        position = match.start()
        if match.group() == "{":
            head = code[start:position]
            is_function = depth == 0 and _opens_function(head)
            first = line_of(code, start + len(head) - len(head.lstrip()))
            stack.append((is_function, head.strip(), first))
            depth += is_function
        elif match.group() == "}" and stack:
            is_function, head, first = stack.pop()
            depth -= is_function
            if is_function:
                yield head, first, line_of(code, position) - first + 1
        start = position + 1


def check_budgets(tree):
    """Files of at most 800 lines, functions of at most 80; functions that
    only list patterns (`populate...`) are exempt."""
    for path, text in tree.select(*SUFFIXES):
        lines = text.count("\n")
        if lines > MAX_FILE_LINES:
            yield path, 1, f"{lines} lines, at most {MAX_FILE_LINES}"
        if path.endswith(".td"):
            continue
        for head, first, lines in functions(text):
            if lines > MAX_FUNCTION_LINES and "populate" not in head:
                yield (path, first, f"a function of {lines} lines, at most "
                       f"{MAX_FUNCTION_LINES}")


def check_heads(tree):
    """Each source begins with the licence and says what it is for."""
    for path, text in tree.select(*SUFFIXES):
        head = text.split("\n")[:6]
        if head[:2] != LICENCE:
            yield path, 1, "the first two lines are not the licence's"
        if "/// \\file" not in head:
            yield path, 3, "no '/// \\file' at the head"


def check_locations(tree):
    """No operation is created at an unknown location; an error may have none."""
    for area in ("importer/", *FLOORS):
        for path, text in tree.select(".h", ".cpp", below=area):
            code = blank(text)
            for match in re.finditer(r"(?<!emitError\()\b(get)?UnknownLoc\b",
                                     code):
                yield (path, line_of(code, match.start()),
                       "an unknown location; take the one of what it is for")
