#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Generates sources from the methods of the kernel language.

usage: generate.py cpp METHODS FOLDER
       generate.py java METHODS TEMPLATES FOLDER
       generate.py javac METHODS TEMPLATE FOLDER

METHODS is what `llvm-tblgen --dump-json language/KernelApi/Methods.td`
prints. `cpp` writes FOLDER/FAMILY.inc, `java` FOLDER/CLASS.java from
TEMPLATES/CLASS.java.in, `javac` the front end's table from a template. A file that would not change is left alone.
"""

import os
import sys

import cpp_tables
import java_sources
import javac_table
import methods


def write(folder, files):
    os.makedirs(folder, exist_ok=True)
    for name, text in files.items():
        path = os.path.join(folder, name)
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                if file.read() == text:
                    continue
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def read_templates(folder):
    """The text of each template by its class."""
    texts = {}
    for name in ("Triton", *java_sources.RECEIVERS):
        with open(os.path.join(folder, f"{name}.java.in"), encoding="utf-8") as file:
            texts[name] = file.read()
    return texts


def main(kind, path, *folders):
    table = methods.read(path)
    if kind == "cpp":
        write(folders[0], cpp_tables.files(table))
    elif kind == "javac":
        with open(folders[0], encoding="utf-8") as file:
            write(folders[1], {"MethodTable.java": javac_table.text(table, file.read())})
    else:
        write(folders[1], java_sources.files(table, read_templates(folders[0])))


if __name__ == "__main__":
    main(*sys.argv[1:])
