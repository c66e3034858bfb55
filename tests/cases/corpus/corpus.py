# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads a corpus: kernels as Triton prints them, with the options of each.

A corpus is a .tar.xz, a folder with such archives, or a folder of .ttir files,
at any depth. An `options.json` beside the texts has an object for each of
them, under its name with or without `.ttir`.
"""

import dataclasses
import glob
import json
import os
import re
import sys
import tarfile


@dataclasses.dataclass
class Kernel:
    """One text; `options` has the names of Triton's options."""

    name: str  # ARCHIVE/FILE, without endings
    text: str
    options: dict

    def flags(self):
        """The command line's options that correspond to Triton's. A program runs
        in one block for any num_ctas."""
        flags = [f"--num-warps={self.options.get('num_warps', 4)}",
                 f"--num-stages={self.options.get('num_stages', 3)}"]  # fmt: skip
        if self.options.get("maxnreg") is not None:
            flags.append(f"--max-registers={self.options['maxnreg']}")
        if not self.options.get("enable_fp_fusion", True):
            flags.append("--no-fp-fusion")
        return flags

    def write(self, folder):
        """Writes the text into `folder`; the path."""
        path = os.path.join(folder, self.name.replace("/", "-") + ".ttir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.text)
        return path


def _read_archive(path):
    """Name and content of each file of a .tar.xz."""
    with tarfile.open(path, "r:xz") as archive:
        return {os.path.basename(member.name):
                archive.extractfile(member).read().decode()
                for member in archive if member.isfile()}  # fmt: skip


def _read_folder(path):
    """Name and content of each text of a folder, and its options."""
    files = {}
    for name in os.listdir(path):
        if name.endswith(".ttir") or name == "options.json":
            with open(os.path.join(path, name), encoding="utf-8") as file:
                files[name] = file.read()
    return files


def _kernels(source, files):
    """The kernels of one archive or folder."""
    given = json.loads(files.get("options.json", "{}"))
    kernels = []
    for file, text in files.items():
        stem, ending = os.path.splitext(file)
        if ending == ".ttir":
            options = given.get(stem, given.get(file, {}))
            kernels.append(Kernel(f"{source}/{stem}", text, options))
    return kernels


def _sources(path):
    """The archives and folders with texts at or below `path`, by name."""
    if not os.path.isdir(path):
        return {_source_name(path): _read_archive(path)}
    sources = {}
    for archive in glob.glob(os.path.join(path, "*.tar.xz")):
        sources[_source_name(archive)] = _read_archive(archive)
    for folder, _, names in os.walk(path):
        if any(name.endswith(".ttir") for name in names):
            name = os.path.relpath(folder, os.path.dirname(os.path.abspath(path)))
            sources[name] = _read_folder(folder)
    return sources


def _source_name(archive):
    return re.sub(r"(-ttir)?\.tar\.xz$", "", os.path.basename(archive))


def find(named):
    """The corpus' path: the environment's CM2TT_CORPUS, else `named`. If neither
    exists, prints that and returns None."""
    path = os.environ.get("CM2TT_CORPUS") or named
    if os.path.exists(path):
        return path
    print(f"skipped: no corpus at {path}")
    return None


def read(path, every=1):
    """Every Nth kernel, sorted by name. Ends the program if there is none."""
    kernels = [kernel for source, files in _sources(path).items()
               for kernel in _kernels(source, files)]  # fmt: skip
    if not kernels:
        sys.exit(f"error: no kernel is in {path}")
    return sorted(kernels, key=lambda kernel: kernel.name)[::every]
