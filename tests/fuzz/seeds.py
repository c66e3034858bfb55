# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The inputs that fuzzing starts from: the tests and examples of the tree."""

import hashlib
import pathlib
import re
import subprocess
import sys
import tarfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "bench"))
import models as generated

SEPARATOR = re.compile(r"^// -----.*\n", re.MULTILINE)
# What the tests say to lit and FileCheck.
TEST_LINE = re.compile(r"^\s*// *(?:RUN|CHECK|expected|[A-Z-]+:).*\n",
                       re.MULTILINE)
# Beside the repository where this project is developed.
CORPUS = "../shared/corpus/triton-3.6-ttir.tar.xz"
MAX_BYTES = 16384


def texts_of(root, folders, suffixes):
    """The contents of files, in the parts in which lit tests take them."""
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in suffixes and path.is_file():
                text = path.read_text(errors="replace")
                if path.suffix != ".mlir":
                    yield text
                    continue
                for part in SEPARATOR.split(text):
                    yield TEST_LINE.sub("", part)


def corpus_of(root):
    """Kernels as Triton prints them, where they are at hand."""
    path = root / CORPUS
    if not path.exists():
        return
    with tarfile.open(path, "r:xz") as archive:
        for member in archive:
            if member.isfile():
                yield archive.extractfile(member).read().decode()


def as_text(models, cm2tt):
    """Models as code-model text; as they are where they cannot be read."""
    for model in models:
        if model.startswith("func"):
            yield model
            continue
        run = subprocess.run([cm2tt, "-", "--emit=cm"], input=model, text=True,
                             capture_output=True)
        yield model if run.returncode else run.stdout


def texts(root, target, cm2tt):
    """All seeds of a target."""
    models = ["tests/Importer", "tests/Tools", "examples", "tests/fuzz/seeds"]
    small = [shape(size) for shape in generated.SHAPES.values()
             for size in (30, 80)]
    if target == "FuzzJson":
        yield from texts_of(root, models, [".json"])
        yield from small
    elif target == "FuzzText":
        yield from as_text(texts_of(root, models, [".cm", ".json"]), cm2tt)
        yield from as_text(small, cm2tt)
    elif target == "FuzzTtir":
        yield from texts_of(root, ["tests/Dialect", "tests/Conversion",
                                   "tests/Target", "tests/fuzz/seeds"],
                            [".mlir", ".ttir"])
        yield from corpus_of(root)
    else:
        folders = models + ["tests/Conversion/InferTypes",
                            "tests/Conversion/CMToTT"]
        yield from as_text(texts_of(root, folders, [".cm", ".json", ".mlir"]),
                           cm2tt)
        yield from as_text(small, cm2tt)


def write(root, target, folder, cm2tt):
    """Writes the seeds of a target into a new folder; their number."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for text in texts(root, target, cm2tt):
        data = text.encode()
        if text.strip() and len(data) <= MAX_BYTES:
            name = hashlib.sha1(data).hexdigest()
            (folder / name).write_bytes(data)
    return len(list(folder.iterdir()))
