# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies what programs used of jars, without compression, so that an archive is small:

    trim_jars.py LOGS JARS OUT

LOGS is a folder of files that -Xlog:class+load wrote. Of each file of the folder JARS from
which a class was loaded, OUT gets the packages of these classes, whole, and the resources;
of Spark and of the libraries in WHOLE, all.
"""

import collections
import pathlib
import re
import sys
import zipfile

LOADED = re.compile(r"^\S*\s*(\S+) source: (?:jar:)?file:(\S+?\.jar)", re.M)
WHOLE = re.compile(r"(spark-(?!mllib)|scala-library|arrow-|netty-|json4s-)")
# Pages of Spark's web interface, names in all languages, and libraries of other machines.
LEFT_OUT = re.compile(r"/ui/static/|/icudt\w+/(brkitr|curr|lang|rbnf|region|translit|unit|zone)/|"
                      r"\.(dll|dylib|jnilib)$|(aarch|ppc|s390|riscv|sparc|loong|mips|arm)"
                      r".*\.so$|(freebsd|aix|darwin|win|i386|/x86/).*\.so$|META-INF/(versions/(1[89]|2)|INDEX.LIST)")
LARGEST_RESOURCE = 300_000


def packages(logs):
    """The folders of the classes that were loaded of each jar, by its name."""
    found = collections.defaultdict(set)
    for log in pathlib.Path(logs).iterdir():
        for name, jar in LOADED.findall(log.read_text(errors="replace")):
            found[pathlib.Path(jar).name].add(name.rpartition(".")[0].replace(".", "/"))
    return found


def is_used(entry, whole, used):
    if entry.is_dir():
        return True
    if LEFT_OUT.search(entry.filename):
        return False
    name = re.sub(r"^META-INF/versions/\d+/", "", entry.filename)
    if whole or name.rpartition("/")[0] in used:
        return True
    return not name.endswith(".class") and (
        entry.file_size <= LARGEST_RESOURCE or name.endswith(".so"))


def main(logs, jars, out):
    out = pathlib.Path(out)
    out.mkdir(parents=True)
    for name, used in sorted(packages(logs).items()):
        if not (pathlib.Path(jars) / name).exists():
            continue
        with zipfile.ZipFile(pathlib.Path(jars) / name) as old, \
                zipfile.ZipFile(out / name, "w", zipfile.ZIP_STORED) as new:
            whole = WHOLE.match(name)
            for entry in old.infolist():
                if is_used(entry, whole, used):
                    new.writestr(zipfile.ZipInfo(entry.filename), old.read(entry))


if __name__ == "__main__":
    main(*sys.argv[1:])
