# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The methods of the kernel language as Markdown, chapter by chapter."""

import re
import textwrap


def cell(text):
    """Text in a cell of a table."""
    return text.replace("|", "\\|")


def sentence(method):
    return " ".join(method.record["description"].split())


def linked(text):
    """Links to methods and members, as code."""
    parts = text.split("`")
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(r"\[([A-Za-z][^\]]*)\]", r"`\1`", parts[i])
    return "`".join(parts)


def form_text(form):
    """One form of a method: declarations, description, errors, example."""
    overloads = form.overloads[1:] + form.overloads[:1]
    lines = ["```java", *(form.declaration(each) for each in overloads), "```", "",
             linked(form.text("description")), ""]  # fmt: skip
    rows = [(p.name, linked(p.description)) for p in form.params]
    if form.record["returns"]:
        rows.append(("*result*", linked(form.record["returns"])))
    lines += [f"- {name if name[0] == '*' else '`' + name + '`'}: {text}"
              for name, text in rows] + [""]  # fmt: skip
    if form.text("errors"):
        lines += [f"Errors: {linked(form.text('errors'))}.", ""]
    if form.record["example"]:
        example = textwrap.dedent(form.record["example"].strip("\n")).rstrip()
        lines += ["```java", example, "```", ""]
    return "\n".join(lines)


def method_text(method):
    text = f"### {method.owner}.{method.name}\n\n"
    if method.forms:
        text += "\n".join(map(form_text, method.forms))
    else:
        text += "```java\n" + "\n".join(method.declarations()) + "\n```\n\n"
        text += linked(sentence(method)) + "\n\n"
    if method.becomes:
        text += f"Becomes `{'`, `'.join(method.becomes)}`.\n\n"
    return text


def table_text(listed):
    """The JDK's methods and operators; classes with one method share a row."""
    rows = {}
    for method in listed:
        declarations = ", ".join(f"`{cell(d)}`" for d in method.declarations())
        becomes = ", ".join(f"`{op}`" for op in method.becomes)
        text = f"{declarations} | {cell(sentence(method))} | {becomes} |\n"
        name = f"{method.owner}.{method.name}".removeprefix("java.lang.")
        rows.setdefault(text, []).append(f"`{name.removeprefix('.')}`")
    head = "| name | in Java | what it does | becomes |\n|---|---|---|---|\n"
    return head + "".join(f"| {', '.join(names)} | {text}"
                          for text, names in rows.items()) + "\n"  # fmt: skip


def chapters(table):
    """The methods of each family, in order."""
    families = {}
    for method in table:
        families.setdefault(method.family["title"], []).append(method)
    return families.values()


def methods_text(table):
    """All chapters, with headings of the second level."""
    texts = []
    for listed in chapters(table):
        family = listed[0].family
        texts.append(f"## {family['title']}\n\n{family['summary']}\n\n")
        is_java = lambda m: not m.owner or m.owner.startswith("java.")
        texts += [method_text(m) for m in listed if not is_java(m)]
        if others := [m for m in listed if is_java(m)]:
            texts.append(table_text(others))
    return "".join(texts)


def tables_text(lines):
    """The enums and static fields, of what cm2tt-reference prints."""
    enums, fields = [], {}
    for kind, *words in (line.split() for line in lines):
        if kind == "enum":
            enums.append(f"| `{words[0]}` | `{'`, `'.join(words[1:])}` |\n")
        elif kind == "field":
            fields.setdefault(words[0], []).append(words[1])
    rows = "".join(f"| `{owner}` | `{'`, `'.join(names)}` |\n"
                   for owner, names in fields.items())  # fmt: skip
    return (
        "## Enums\n\nTheir constants are arguments of the methods above.\n\n"
        "| enum | constants |\n|---|---|\n" + "".join(enums) +
        "\nA CacheModifier or an EvictionPolicy is an `AccessOption`, a "
        "MemSemantic or a MemScope an `AtomicOption`.\n\n"
        "## Static fields of the JDK\n\nOther static fields are constants of a "
        "kernel's own class.\n\n| class | fields |\n|---|---|\n" + rows
    )  # fmt: skip
