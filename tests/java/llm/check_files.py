# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors that cm2tt-llm reads from GGUF and safetensors files, compared with those of
the packages gguf and safetensors:

    check_files.py BUILD JDK

The files are those of the models that tools/llm-models downloads. Exits with 77
without these or without the packages.
"""

import json
import os
import pathlib
import struct
import subprocess
import sys
import zlib

try:
    import gguf
    import safetensors
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

HERE = pathlib.Path(__file__).parent


def cache():
    folder = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(folder) / "cm2tt-llm"


def line(name, kind, shape, data):
    sizes = ",".join(str(int(size)) for size in shape)
    return f"{name} {kind} [{sizes}] {zlib.crc32(data)}"


def digest_gguf(path):
    return [line(t.name, t.tensor_type.name, reversed(t.shape), t.data.tobytes())
            for t in gguf.GGUFReader(path).tensors]


def digest_safetensors(path):
    """Types and shapes as the package has them, and bytes at the header's positions."""
    data = path.read_bytes()
    start = 8 + struct.unpack_from("<Q", data)[0]
    header = json.loads(data[8:start])
    lines = []
    with safetensors.safe_open(path, "numpy") as file:
        for name in file.keys():
            begin, end = header[name]["data_offsets"]
            part = file.get_slice(name)
            lines.append(line(name, part.get_dtype(), part.get_shape(),
                              data[start + begin:start + end]))
    return lines


def main(build, jdk):
    files = sorted([*cache().glob("*/*.gguf"), *cache().glob("*/*.safetensors")])
    if not files:
        print(f"skipped: no files in {cache()}; tools/llm-models downloads them")
        return 77
    jars = ":".join(map(str, sorted(pathlib.Path(build, "jars").glob("*.jar"))))
    wrong = 0
    for path in files:
        done = subprocess.run(
            [f"{jdk}/bin/java", "-cp", jars, str(HERE / "DigestTensors.java"),
             str(path)],
            stdout=subprocess.PIPE, text=True, check=True)
        ours = set(done.stdout.splitlines())
        digest = digest_gguf if path.suffix == ".gguf" else digest_safetensors
        theirs = set(digest(path))
        wrong += len(ours ^ theirs)
        print(f"{path.name}: {len(ours)} tensors, {len(theirs - ours)} differ")
        for text in sorted(ours ^ theirs)[:6]:
            print(f"  {'ours' if text in ours else 'theirs'}: {text}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
