# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""vectors.py make FOLDER N: writes x.npy and y.npy. vectors.py check FOLDER N:
sum.npy must be their sum up to element N, and zeros from there on."""

import array
import random
import struct
import sys


def save(path, values):
    text = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({len(values)},), }}"
    text += " " * (-(11 + len(text)) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)))
        file.write(text.encode() + array.array("f", values).tobytes())


def load(path):
    with open(path, "rb") as file:
        data = file.read()
    return array.array("f", data[10 + int.from_bytes(data[8:10], "little") :])


def main(command, folder, count):
    if command == "make":
        random.seed(1)
        for name in "xy":
            save(f"{folder}/{name}.npy", [random.random() for _ in range(count)])
    else:
        x, y, total = (load(f"{folder}/{name}.npy") for name in ("x", "y", "sum"))
        sums = array.array("f", [a + b for a, b in zip(x, y)])
        sums[count:] = array.array("f", [0.0] * (len(sums) - count))
        sys.exit(total != sums and "sum.npy is not the sum")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
