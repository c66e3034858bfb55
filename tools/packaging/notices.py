# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The licence notices of what is linked into the native libraries and programs: what
Debian's packages on this computer state of each component of the bill of materials,
and of LLVM the notices that its package leaves out."""

import re
import sys
import zipfile

import sbom

NAME = "THIRD-PARTY-NOTICES.txt"
COPYRIGHT = "/usr/share/doc/{}/copyright"
# Code of others in LLVM: where its notice is, in comments or as the whole file.
INSIDE_LLVM = {
    "ConvertUTF": "/usr/lib/llvm-22/include/llvm/Support/ConvertUTF.h",
    "xxHash": "/usr/lib/llvm-22/include/llvm/Support/xxhash.h",
    "regular expressions, BSD-3-clause": "/usr/share/common-licenses/BSD",
}
HEAD = """\
The native libraries and programs of cm2tt contain code of the components that are named
below, each before its licence notices as Debian's package states them. The Apache
License 2.0, to which some refer, is part of cm2tt's own licence, the file LICENSE. GCC's
libraries are here by the GCC Runtime Library Exception, under the terms of cm2tt.
"""


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        sys.exit(f"notices.py: error: no licence notice: {error}")


def comments(text):
    """The comments of a header that have a copyright; all of another file."""
    found = re.findall(r"/\*.*?\*/", text, re.DOTALL)
    return "\n".join(each for each in found if "Copyright" in each) if found else text


def text(machine):
    """All notices of what is for a processor; components with the same statement share
    it."""
    statements = {}
    for part in sbom.linked(machine):
        statement = read(COPYRIGHT.format(part["name"]))
        statements.setdefault(statement, []).append(f"{part['name']} {part['version']}")
    for name, path in INSIDE_LLVM.items():
        statements.setdefault(comments(read(path)), []).append(f"LLVM's {name}")
    rule = "=" * 80
    return HEAD + "".join(f"\n{rule}\n{', '.join(names)}\n{rule}\n\n{statement.strip()}\n"
                          for statement, names in statements.items())


def add_to_jar(path, machine):
    """Adds the notices to a jar, with its date, unless it has them."""
    name = f"META-INF/{NAME}"
    with zipfile.ZipFile(path, "a") as jar:
        if name not in jar.namelist():
            entry = zipfile.ZipInfo(name, jar.infolist()[0].date_time)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            jar.writestr(entry, text(machine))
