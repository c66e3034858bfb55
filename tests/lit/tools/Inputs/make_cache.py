# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a disk cache to show and to clean up: make_cache.py FOLDER

Three entries, last used a day apart, one whose head is damaged, what a killed
process left, two versions of Java's native libraries, one of which is used, and
files that are none of the cache's. The checksums are wrong, which only matters
to what is found.
"""

import os
import struct
import sys

DAY = 86400
START = 1_700_000_000  # 2023-11-14 22:13:20 UTC


def write(folder, name, content, day):
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(content)
    os.utime(path, (START + day * DAY,) * 2)


def entry(digit, label, size):
    head = struct.pack("<8sIIQ", b"\x8ccm2tt\r\n", 1, len(label), size)
    return head + bytes.fromhex(digit * 64) + bytes(32) + label + bytes(size)


def main(folder):
    os.makedirs(folder)
    labels = {"a": b"add sm_90a *fp32:16,i32", "b": b"mul\x1b[31m cpu", "c": b""}
    for day, (digit, label) in enumerate(labels.items()):
        # A thousand bytes with the head.
        content = entry(digit, label, 1000 - 88 - len(label))
        write(folder, digit * 64 + ".cm2tt", content, day)
    write(folder, "d" * 64 + ".cm2tt", b"not a head" * 100, 3)
    write(folder, "new-1f-0123456789abcdef.cm2tt", b"half", 0)
    write(folder, "notes.txt", b"mine", 0)
    for name in ("1" * 64, "2" * 64, "mine"):
        version = os.path.join(folder, "native", name)
        os.makedirs(version)
        for file in ("libcm2tt.so.1", "libcm2tt.so.1.crc32c",
                     "libcm2tt-jni.so", "libcm2tt.so.17.part"):
            write(version, file, bytes(256), 0)
    os.utime(os.path.join(folder, "native", "1" * 64), (START, START))
    write(os.path.join(folder, "native", "2" * 64), "notes.txt", b"mine", 0)
    os.symlink("mine", os.path.join(folder, "native", "3" * 64))


if __name__ == "__main__":
    main(sys.argv[1])
