# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The inputs that fuzzing starts from: seeds/, findings/, tests and examples.

    seeds.py --update

writes seeds/tt again: the smallest kernel of each kind of tests/cases/gpu. It needs NumPy.
Commit what it writes: FuzzReplayTest compiles all of it.
"""

import hashlib
import importlib
import pathlib
import re
import subprocess
import sys
import tarfile

FUZZ = pathlib.Path(__file__).resolve().parent
TESTS = FUZZ.parents[1]
sys.path.append(str(TESTS))
import folders

folders.use("bench")
import models as generated
import write_variants

SEPARATOR = re.compile(r"^// -----.*\n", re.MULTILINE)
# The lines for lit and FileCheck.
TEST_LINE = re.compile(r"^\s*// *(?:RUN|CHECK|expected|[A-Z-]+:).*\n",
                       re.MULTILINE)
# Beside the repository where this project is developed.
CORPUS = "../shared/corpus/triton-3.6-ttir.tar.xz"
MAX_BYTES = 32768
# The seeds of the fuzzer of code generation: passes that take `tt`.
COMPILED = ["tests/lit/gpu/layout/TTToTTG", "tests/lit/gpu/schedule/TTGPipelineLoops",
            "tests/lit/compiler/pipelines", "tests/lit/lowering/target"]


class MissingSeeds(Exception):
    """A folder that seeds come from does not exist or has none, or the program
    that writes them does not exist."""


def texts_of(root, folders, suffixes):
    """The contents of files, in the parts in which lit tests take them. Each
    folder must exist; one of them must have such a file."""
    missing = [folder for folder in folders if not (root / folder).is_dir()]
    if missing:
        raise MissingSeeds(f"no folder {missing[0]} in {root}")
    paths = [path for folder in folders
             for path in sorted((root / folder).rglob("*"))
             if path.suffix in suffixes and path.is_file()]
    if not paths:
        raise MissingSeeds(f"no {', '.join(suffixes)} in {', '.join(folders)}")
    for path in paths:
        text = path.read_text(errors="replace")
        if path.suffix != ".mlir":
            yield text
            continue
        if "\n// VARIANT" in text:
            text = write_variants.expand(text)
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


def as_tiles(models, cm2tt):
    """Models as optimised `tt`; those that cannot be compiled are left out."""
    for model in models:
        run = subprocess.run([cm2tt, "-", "--emit=tt"], input=model, text=True,
                             capture_output=True)
        if not run.returncode:
            yield "// fuzz: num-warps=4 num-stages=3\n" + run.stdout


def texts(root, target, cm2tt):
    """All seeds of a target."""
    models = ["tests/cases/importer", "tests/lit/tools", "examples", "tests/generators/fuzz/seeds",
              "tests/generators/fuzz/findings"]
    tiles = ["tests/generators/fuzz/seeds", "tests/generators/fuzz/findings"]
    small = [shape(size) for shape in generated.SHAPES.values()
             for size in (30, 80)]
    if target == "FuzzJson":
        yield from texts_of(root, models, [".json"])
        yield from small
    elif target == "FuzzText":
        yield from as_text(texts_of(root, models, [".cm", ".json"]), cm2tt)
        yield from as_text(small, cm2tt)
    elif target == "FuzzTtir":
        tests = ["tests/lit"]
        yield from texts_of(root, tiles + tests, [".mlir", ".ttir"])
        yield from corpus_of(root)
    elif target == "FuzzTtgPtx":
        yield from texts_of(root, tiles + COMPILED, [".mlir", ".ttir"])
        yield from as_tiles(texts_of(root, tiles + ["examples"], [".cm"]), cm2tt)
        yield from corpus_of(root)
    elif target == "FuzzPipeline":
        yield from as_text(texts_of(root, tiles + ["examples"],
                                    [".cm", ".json"]), cm2tt)
        yield from as_text(small, cm2tt)
    elif target == "FuzzFrontEnd":
        folders = models + ["tests/lit/language/InferTypes",
                            "tests/lit/language/CMToTT"]
        yield from as_text(texts_of(root, folders, [".cm", ".json", ".mlir"]),
                           cm2tt)
        yield from as_text(small, cm2tt)
    else:
        raise ValueError(f"unknown target {target}")


def write(root, target, folder, cm2tt):
    """Writes the seeds of a target into a new folder. Returns the number of
    files, and of seeds that were left out because they are too long."""
    if not pathlib.Path(cm2tt).is_file():
        raise MissingSeeds(f"no {cm2tt} to convert models: build it, or name "
                           "another one by --cm2tt")
    # All of them before anything is removed: this fails if a folder is missing.
    found = [text.encode() for text in texts(root, target, cm2tt)
             if text.strip()]
    kept = {hashlib.sha1(data).hexdigest(): data for data in found
            if len(data) <= MAX_BYTES}
    if not kept:
        raise MissingSeeds(f"no seeds for {target}")
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, data in kept.items():
        (folder / name).write_bytes(data)
    return len(kept), sum(len(data) > MAX_BYTES for data in found)


# -- The seeds of the tree


# The modules of tests/cases/gpu and the kinds of their cases that are left out: those
# that take the same way through the compiler as another, and those that need
# NVIDIA's libdevice.
KINDS = {
    "cases_elementwise":
        r"elementwise/(sub|min|max|neg|or|xor|shr|rem|div[su]|extern)",
    "cases_convert": r"convert/(extui|uitofp|fptoui)",
    "cases_reduce": r"reduce/(argmin|error)",
    "cases_shape": None,
    "cases_memory": r"memory/(unaligned3|evict_normal)",
    "cases_atomic": None,
    "cases_dot": None,
    "cases_control": None,
    "cases_debug": r"print/(negative|hexadecimal|float)",
    "cases_asm": None,
}


def kind_of(name):
    """The first words of a case's name: `dot/loop` of `dot/loop-i8-...`."""
    return re.match(r"[^-]*", name).group()


def tile_seeds():
    """Name and text of the smallest kernel of each kind of tests/cases/gpu."""
    for module, without in KINDS.items():
        smallest = {}
        for case in importlib.import_module(module).cases():
            kind = kind_of(case.name)
            if case.source or without and re.match(without, case.name):
                continue
            text = case.kernel("kernel")
            text = text if isinstance(text, str) else text.text()
            if kind not in smallest or len(text) < len(smallest[kind][1]):
                smallest[kind] = case, text
        for kind, (case, text) in smallest.items():
            yield (f"{kind.replace('/', '_')}.ttir",
                   f"// fuzz: num-warps={case.warps} num-stages={case.stages}\n"
                   + text)


def update():
    """Writes seeds/tt again."""
    folders.use("cases/gpu", "cases/kernels", "oracles/elements")
    path = FUZZ / "seeds" / "tt"
    path.mkdir(parents=True, exist_ok=True)
    for old in path.iterdir():
        old.unlink()
    files = dict(tile_seeds())
    for name, text in files.items():
        (path / name).write_text(text)
    size = sum(len(text) for text in files.values())
    print(f"seeds/tt: {len(files)} files, {size} bytes")


if __name__ == "__main__":
    if sys.argv[1:] != ["--update"]:
        sys.exit(__doc__)
    update()
