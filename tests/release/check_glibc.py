# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is shipped needs no library but glibc, and of that no symbol newer than 2.34:

    check_glibc.py READELF FILE...

A build on a system whose glibc is newer than Debian 12's gets newer symbols from its
headers (`__isoc23_strtol`) and is no release: there, only the libraries are checked.
"""

import platform
import re
import subprocess
import sys

NEWEST = (2, 34)  # RHEL 9, Ubuntu 22.04, Debian 12, Amazon Linux 2023
HOST = (2, 36)  # Debian 12, where releases are built
LIBRARIES = re.compile(
    r"lib(?:c|m|dl|rt|pthread)\.so\.\d|ld-linux-[\w-]+\.so\.\d|libcm2tt\.so\.\d")
_NEEDED = re.compile(r"\(NEEDED\)\s+Shared library: \[([^\]]*)\]")
_VERSION = re.compile(r"Name: (\w+?)_(\d[\d.]*|PRIVATE)\b")


def numbers(text):
    return tuple(int(number) for number in text.split("."))


def faults(text, newest=NEWEST):
    """The faults of a file, by what readelf prints of its dynamic section, its
    versions and its symbols; `newest` None: versions of glibc are not compared."""
    for name in _NEEDED.findall(text):
        if not LIBRARIES.fullmatch(name):
            yield f"needs {name}"
    needs = text.partition("Version needs section")[2].partition("\nSymbol table")[0]
    for kind, version in _VERSION.findall(needs):
        if kind == "GLIBC" and version != "PRIVATE":
            if newest and numbers(version) > newest:
                names = re.findall(rf"(\w+)@GLIBC_{re.escape(version)}\b", text)
                yield (f"needs glibc {version}: {', '.join(sorted(set(names)))}; expected at "
                       f"most {newest[0]}.{newest[1]}")
        elif kind != "CM2TT":
            yield f"needs {kind}_{version}"


def needs(readelf, file):
    """The libraries and versions that a file needs, as readelf prints them."""
    text = subprocess.run(
        [readelf, "--wide", "--dynamic", "--version-info", "--dyn-syms", file],
        check=True, stdout=subprocess.PIPE, text=True).stdout
    if not _NEEDED.search(text) or "Version needs section" not in text:
        sys.exit(f"{file}: no dynamic section, or no versions")
    return text


def main(readelf, *files):
    host = numbers(platform.libc_ver()[1])
    newest = NEWEST if host <= HOST else None
    if newest is None:
        print(f"built with glibc {platform.libc_ver()[1]}: its versions are not checked")
    wrong = 0
    for file in files:
        text = needs(readelf, file)
        found = list(faults(text, newest))
        wrong += len(found)
        for fault in found:
            print(f"{file}: {fault}")
        used = [numbers(version) for kind, version in _VERSION.findall(text) if kind == "GLIBC"
                and version != "PRIVATE"]
        print(f"{file}: glibc {'.'.join(map(str, max(used)))}, {len(found)} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
