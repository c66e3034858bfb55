# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of contents of the site. Pages that are not listed here are in
the last chapter."""

import os
import re

CHAPTERS = [
    ("Kernels in Java", [
        "docs/java-guide.md", "java/README.md", "examples/README.md",
        "docs/java-deployment.md", "docs/java-ide.md", "docs/limits.md",
        "docs/accuracy.md"]),
    ("Libraries in Java", ["java/kernels/README.md", "java/llm/README.md"]),
    ("Language", [
        "language/reference/kernel-language.md", "docs/triton-language.md"]),
    ("Tools", ["tools/README.md", "explain.md", "docs/editors.md"]),
    ("Interfaces", [
        "interfaces.md", "python/README.md", "examples/triton-backend/README.md",
        "docs/spark.md", "java/spark/README.md", "examples/linking-from-outside/README.md",
        "examples/c-vector-add/README.md", "examples/cpp-vector-add/README.md"]),
    ("Dialects and passes", [
        "dialect/README.md", "dialect/reference/cm.md", "dialect/reference/tt.md",
        "dialect/reference/ttg.md", "compiler/reference/passes.md"]),
    ("Performance", [
        "docs/performance.md", "docs/launch-cost.md", "docs/notebook/README.md"]),
    ("Architecture", [
        "docs/source-map.md", "docs/rationale.md", "compiler/README.md",
        "docs/glossary.md", "docs/dependencies.md"]),
    ("Contributing", ["CONTRIBUTING.md", "tests/README.md"]),
]  # fmt: skip
_OWN = ("interfaces.md", "explain.md")  # pages that stage.py writes

INTERFACES = """# C and Java

The classes of Java: <a href="javadoc/index.html">Javadoc</a>. The [guide](docs/java-guide.md)
explains their use.

The C interface is one header, `cm2tt/cm2tt.h`; the
[example](examples/c-vector-add/index.md) uses it:

```c
@HEADER@
```
"""

REPORTS = """# Reports of `cm2tt explain`

`cm2tt explain model.json -o report.html` writes what becomes of a kernel: source, types,
remarks, schedules of loops, shared memory, the layout of each tile, and all stages.

In a schedule, a box names the iteration whose data it is about; dashed work goes on while what
follows runs. In a layout, `t` is the thread and `r` the register that holds an element.

"""


def is_page(name):
    """Whether a file of the project is a page of the site. A part of a generated page is
    not."""
    return (name.endswith(".md") and name != "language/reference/java.md"
            and not re.search(r"(^|/)(Inputs|\.github)/", name))


def _entry(name):
    return re.sub(r"README$", "index", name.removesuffix(".md"))


def _toctree(caption, names):
    lines = "\n".join("/" + _entry(name) for name in names)
    return f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{lines}\n```\n"


def table(pages):
    """The table of contents, for the end of the front page."""
    placed = {name for _, names in CHAPTERS for name in names}
    missing = sorted(placed - set(pages) - set(_OWN))
    if missing:
        raise SystemExit(f"site: error: no page {', '.join(missing)}")
    rest = sorted(set(pages) - placed - {"README.md"},
                  key=lambda name: (os.path.dirname(name), name))
    return "\n" + "".join(_toctree(*chapter) for chapter in CHAPTERS + [("More", rest)])
