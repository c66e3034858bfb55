# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""MethodTable.java of the javac front end, of a template and the methods.

In the template, `@JDK_METHODS@` and `@CONSTANTS@` are each a line of a text block.
"""

import java_sources
import methods


def jdk_methods(table):
    """`java.lang.Math.max 2`: a method of the JDK, with the number of its arguments,
    where a receiver counts."""
    lines = set()
    for method in table:
        if method.owner.startswith("java."):
            least, most = method.arity()
            assert most != methods.VARIADIC, "Java has no such method on numbers"
            lines |= {f"{method.owner}.{method.name} {n}" for n in range(least, most + 1)}
    return lines


def constants(table):
    """`Triton.arange(int, int) 0 1`: a declaration of the kernel language, and the
    indices of the parameters that must be known at compile time."""
    lines = set()
    for form in {form for method in table for form in method.forms}:
        owners = [("Triton", -1)]
        for receiver in java_sources.RECEIVERS:
            if java_sources.has_method(receiver, form):
                owners.append((receiver, form.receiver()))
        for overload in form.overloads:
            for owner, skipped in owners:
                params = [p for i, p in enumerate(overload.params) if i != skipped]
                found = [str(i) for i, p in enumerate(params) if p.is_constant]
                if found:
                    lines.add(f"{owner}.{form.link(params)} {' '.join(found)}")
    return lines


def text(table, template):
    """The text of the file."""
    for mark, lines in (("JDK_METHODS", jdk_methods(table)), ("CONSTANTS", constants(table))):
        block = "\n        ".join(sorted(lines))
        template = template.replace(f"@{mark}@", block)
    return template
