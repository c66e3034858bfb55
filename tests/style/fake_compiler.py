# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compilers that are broken, in place of cm2tt and cm2tt-opt.

    fake_compiler.py wrong COMPILER ARGUMENT...

does what the compiler does and then changes what came out: additions in texts
become subtractions, kernels in object files return at once, and the last element
of a saved array has another sign. write_fake writes this and the simpler ones as
programs.
"""

import os
import re
import struct
import subprocess
import sys

KINDS = ("refuses", "crashes", "silent", "wrong")
_SCRIPTS = {
    "refuses": "echo \"a.java:1:2: error: 'arith.addf' is not supported\" >&2; exit 1",
    "crashes": "kill -SEGV $$",
    "silent": "exit 0",
    "wrong": 'exec "{python}" -B "{this}" wrong "{compiler}" "$@"',
}
# Machine code that returns 0, by ELF's e_machine.
_RETURN = {62: b"\x31\xc0\xc3", 183: b"\x00\x00\x80\x52\xc0\x03\x5f\xd6"}
_SYMBOL_TABLE, _FUNCTION = 2, 2  # SHT_SYMTAB, STT_FUNC


def write_fake(kind, compiler, path):
    """Writes a program that is broken in the way `kind`."""
    script = _SCRIPTS[kind].format(
        python=sys.executable, this=os.path.abspath(__file__), compiler=compiler
    )
    with open(path, "w") as file:
        file.write(f"#!/bin/sh\n{script}\n")
    os.chmod(path, 0o755)


def wrong_text(text):
    """Texts of MLIR and PTX that compute something else."""
    text = re.sub(rb"\b(arith|llvm)\.(f?)add", rb"\1.\2sub", text)
    return re.sub(rb"\badd\.", b"sub.", text)


def wrong_object(data):
    """An object file of 64 bits whose functions do nothing."""
    data = bytearray(data)
    machine = struct.unpack_from("<H", data, 18)[0]
    headers = struct.unpack_from("<Q", data, 40)[0]
    size, count = struct.unpack_from("<HH", data, 58)
    sections = [
        struct.unpack_from("<IIQQQQIIQQ", data, headers + i * size)
        for i in range(count)
    ]
    for _, kind, _, _, offset, length, *_ in sections:
        if kind != _SYMBOL_TABLE:
            continue
        for at in range(offset, offset + length, 24):
            _, info, _, section, value, bytes_ = struct.unpack_from("<IBBHQQ", data, at)
            code = _RETURN[machine]
            if info & 15 == _FUNCTION and bytes_ >= len(code):
                begin = sections[section][4] + value
                data[begin : begin + len(code)] = code
    return bytes(data)


def wrong(data):
    """The data that are written to a file, or printed, with changes."""
    if data.startswith(b"\x7fELF"):
        return wrong_object(data)
    if data.startswith(b"\x93NUMPY"):
        return data[:-1] + bytes([data[-1] ^ 0x80])
    return wrong_text(data)


def written(arguments):
    """The files that a command line names for results."""
    for before, argument in zip([""] + arguments, arguments):
        if before == "-o":
            yield argument
        elif argument.startswith("--save="):
            yield argument.partition(":")[2]


def main(compiler, arguments):
    done = subprocess.run([compiler, *arguments], stdout=subprocess.PIPE, check=False)
    sys.stdout.buffer.write(wrong(done.stdout))
    for path in written(arguments) if done.returncode == 0 else ():
        with open(path, "r+b") as file:
            data = wrong(file.read())
            file.seek(0)
            file.write(data)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[2], sys.argv[3:]))
