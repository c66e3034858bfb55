# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Triton.java, Tensor.java and Ptr.java, of templates and the methods.

A template is Java with a line `// @METHODS@`, which the methods replace.
"""

import re
import textwrap

WIDTH = 110
MARK = "    // @METHODS@\n"
# Classes that have the methods that take a tile or a pointer, and the word for it.
RECEIVERS = {"Tensor": "tile", "Ptr": "pointer"}
# Types that a tile may be passed as.
OF_TILES = ("Number", "Tensor", "Object", "T")


class Links:
    """Converts the Markdown of descriptions to Javadoc."""

    def __init__(self, forms):
        self.signatures = {}
        for form in forms:
            self.signatures.setdefault(form.name, form.link(form.params))

    def target(self, text):
        """The target of a link in brackets, in the form of Javadoc."""
        name = text.split("(")[0]
        if name not in self.signatures:
            return text.replace(".", "#")
        return "#" + (text if "(" in text else self.signatures[name])

    def javadoc(self, text):
        parts = text.split("`")  # every second one is code
        for i, part in enumerate(parts):
            if i % 2:
                parts[i] = f"{{@code {part}}}"
                continue
            part = re.sub(r"\b2\^(\d+)", r"2<sup>\1</sup>", part)
            parts[i] = re.sub(r"\[([A-Za-z][^\]]*)\]",
                              lambda found: f"{{@link {self.target(found[1])}}}",
                              part)  # fmt: skip
        return "".join(parts)


def comment(paragraphs, tags, example=""):
    """A Javadoc comment of a member of a class."""
    width = WIDTH - len("     * ")
    lines = []
    for text in paragraphs:
        lines += textwrap.wrap(text, width, break_long_words=False,
                               break_on_hyphens=False)  # fmt: skip
    if example:
        lines += ["", "<pre>{@code", *example.splitlines(), "}</pre>"]
    lines += [""] * bool(tags)
    for tag in tags:
        lines += textwrap.wrap(tag, width, subsequent_indent="    ",
                               break_long_words=False, break_on_hyphens=False)  # fmt: skip
    return ("    /**\n" + "".join(f"     * {line}".rstrip() + "\n" for line in lines)
            + "     */\n")  # fmt: skip


def listed(names):
    """`a`, `b` and `c`."""
    names = [f"{{@code {name}}}" for name in names]
    return " and ".join([", ".join(names[:-1])] * (len(names) > 1) + names[-1:])


def tags_of(form, params, links, is_static):
    """The Javadoc tags of the parameters and of the result."""
    tags = []
    if form.record["typeParameters"] and is_static:
        name = re.match(r"<(\w+)", form.record["typeParameters"])[1]
        tags.append(f"@param <{name}> {form.record['typeParameterDoc']}")
    for param in params:
        tags.append(f"@param {param.name} {links.javadoc(param.description)}")
    if form.record["returns"]:
        tags.append("@return " + links.javadoc(form.record["returns"]))
    return tags


def method_of_triton(form, overload, links):
    """One method of Triton.java."""
    tags = tags_of(form, overload.params, links, True)
    if overload.is_full:
        errors = links.javadoc(form.text("errors"))
        if errors:
            tags.append(f"@throws KernelException on the JVM: {errors}")
        text = comment([links.javadoc(form.text("description"))], tags,
                       textwrap.dedent(form.record["example"]).strip("\n").rstrip())  # fmt: skip
    else:
        text = f"As {{@link #{form.link(form.params)}}}"
        if overload.left_out:
            text += f", without {listed(overload.left_out)}"
        text = comment([text + "."], tags)
    declaration = form.declaration(overload)
    before = "" if form.record["result"] == "void" else "return "
    numbers = [(i, param.name) for i, param in enumerate(overload.params)
               if param.type == "Number"]  # fmt: skip
    enter = f'Programs.enter("{form.name}")'
    if numbers:
        enter = (f"ArgumentKinds kinds = {enter};\n" + "\n".join(
            f"        {name} = kinds.number({i}, {name});" for i, name in numbers))[:-1]  # fmt: skip
    else:
        enter = enter.replace("enter", "require")
    return (f"{text}    public static {declaration} {{\n"
            f"        {enter};\n"
            f"        {before}{form.evaluation(overload)};\n    }}\n")  # fmt: skip


def method_on(receiver, form, overload, links):
    """The method on its receiver."""
    index = form.receiver()
    rest = overload.params[:index] + overload.params[index + 1:]
    text = comment([f"{{@link Triton#{form.link(overload.params)}}} of this "
                    f"{RECEIVERS[receiver]}."], tags_of(form, rest, links, False))  # fmt: skip
    text = text.replace("{@link #", "{@link Triton#")
    generic = form.record["typeParameters"]
    result = receiver if form.record["result"] == "T" else form.record["result"]
    nested = lambda name: re.sub(r"\bT\b", receiver, name) if generic else name
    parameters = ", ".join(f"{nested(p.type)} {p.name}" for p in rest)
    before = "" if result == "void" else "return "
    arguments = ", ".join("this" if i == index else each.name
                          for i, each in enumerate(overload.params))  # fmt: skip
    return (f"{text}    public {result} {form.name}({parameters}) {{\n"
            f"        {before}Triton.{form.name}({arguments});\n    }}\n")  # fmt: skip


def has_method(receiver, form):
    """Whether the class has the method."""
    if form.receiver() < 0:
        return False
    param = form.params[form.receiver()]
    return param.may_be_pointer if receiver == "Ptr" else param.type in OF_TILES


def files(table, templates):
    """Name and text of each file; `templates` by its name."""
    forms = sorted({form for method in table for form in method.forms},
                   key=lambda form: (table_order(table, form), form.line))  # fmt: skip
    links = Links(forms)
    pairs = [(form, overload) for form in forms for overload in form.overloads]
    bodies = {"Triton": [method_of_triton(*pair, links) for pair in pairs]}
    for receiver in RECEIVERS:
        bodies[receiver] = [method_on(receiver, *pair, links) for pair in pairs
                            if has_method(receiver, pair[0])]  # fmt: skip
    return {f"{name}.java": templates[name].replace(MARK, "\n".join(body))
            for name, body in bodies.items()}  # fmt: skip


def table_order(table, form):
    """The position of the first method of the form's file."""
    return next(i for i, method in enumerate(table) if method.file == form.file)
