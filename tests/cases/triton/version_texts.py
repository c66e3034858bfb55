# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The texts in texts/VERSION, which the Tritons 3.6 to 3.9 printed of our kernels.

A text that a version prints as the one before it did is stored for that one alone:
a version has the texts of its folder, and those of earlier folders under other names.
"""

import ast
import glob
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(HERE, "texts")
VERSIONS = ["3.6", "3.7", "3.8", "3.9"]


def read(folder):
    """The texts of a folder by name."""
    texts = {}
    for path in sorted(glob.glob(os.path.join(folder, "*.ttir"))):
        with open(path, encoding="utf-8") as file:
            texts[os.path.basename(path).removesuffix(".ttir")] = file.read()
    return texts


def last_versions():
    """The last version of each kernel that later ones do not have. Read from the
    source of version_kernels.py, which imports Triton."""
    with open(os.path.join(HERE, "version_kernels.py"), encoding="utf-8") as file:
        table = re.search(r"^UNTIL = (\{.*?\})", file.read(), re.M | re.S)[1]
    return {name: ".".join(map(str, version))
            for name, version in ast.literal_eval(table).items()}


def is_in(name, version):
    """Whether a version has the kernel of the text of a name."""
    last = last_versions().get(name.rsplit("-", 1)[0], version)
    return VERSIONS.index(version) <= VERSIONS.index(last)


def read_version(version, folder=FOLDER):
    """The texts of a version by name."""
    texts = {}
    for other in VERSIONS[: VERSIONS.index(version) + 1]:
        texts |= read(os.path.join(folder, other))
    return {name: texts[name] for name in sorted(texts) if is_in(name, version)}


def repeated(folder=FOLDER):
    """The files that are equal to the text of the version before theirs."""
    return [os.path.join(folder, version, f"{name}.ttir")
            for before, version in zip(VERSIONS, VERSIONS[1:])
            for name, text in read(os.path.join(folder, version)).items()
            if read_version(before, folder).get(name) == text]
