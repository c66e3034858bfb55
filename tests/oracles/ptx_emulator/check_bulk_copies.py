#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The emulator copies boxes of tensors as the PTX ISA says, and reports faults.

A kernel of 64 threads copies a box of a tensor of 16-bit words to shared memory,
where each thread reads a word, adds 1 to it, and writes it back for a copy to
another tensor. The fault is a line that is added, changed or left out.
"""

import os
import sys
import tempfile

import numpy as np

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import folders  # noqa: E402

folders.use("oracles")

from ptx_emulator import emulator  # noqa: E402
import device  # noqa: E402  (the emulator's import has its folder)

KERNEL = """
.version 8.1
.target sm_90a
.address_size 64
.extern .shared .align 1024 .b8 memory[];
.visible .entry k(.param .align 64 .b8 from[128], .param .align 64 .b8 to[128]) .reqntid 64, 1, 1
{
.reg .pred %p<4>;
.reg .b32 %r<10>;
.reg .b64 %d<8>;
mov.b64 %d0, from;
cvta.param.u64 %d0, %d0;
mov.b64 %d1, to;
cvta.param.u64 %d1, %d1;
mov.u32 %r0, %tid.x;
mov.b32 %r1, memory;
shl.b32 %r2, %r0, 2;
add.s32 %r2, %r1, %r2;
setp.ne.u32 %p1, %r0, 0;
@%p1 bra $ready;
mbarrier.init.shared.b64 [%r1+2048], 1;
fence.proxy.async.shared::cta;
$ready:
bar.sync 0;
@%p1 bra $started;
mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %d2, [%r1+2048], 256;
cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1], [%d0, {COLUMN, ROW}], [%r1+2048];
$started:
$wait:
mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 %p2, [%r1+2048], 0;
@!%p2 bra $wait;
ld.shared.b32 %r3, [%r2];
add.u32 %r3, %r3, 65537;
st.shared.b32 [%r2], %r3;
fence.proxy.async.shared::cta;
bar.sync 0;
@%p1 bra $end;
mbarrier.inval.shared.b64 [%r1+2048];
STORE [%d1, {0, 0}], [%r1];
cp.async.bulk.commit_group;
cp.async.bulk.wait_group.read 0;
st.shared.b32 [%r1], %r0;
$end:
ret;
}
"""
STORE = "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
ADD = "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group"

# (what, the text that is replaced, by what, the error)
FAULTS = [
    ("no wait",
     "mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 %p2, [%r1+2048], 0;",
     "setp.eq.u32 %p2, %r0, %r0;", "or a copy, has written it"),
    ("a wait for another phase", "[%r1+2048], 0;\n@", "[%r1+2048], 1;\n@", "hangs"),
    ("too few bytes", "[%r1+2048], 256;", "[%r1+2048], 512;", "hangs"),
    ("no arrival", "mbarrier.arrive",
     "@%p1 mbarrier.arrive", "hangs"),
    ("no barrier of that address", "2048], 1;", "2056], 1;", "not a barrier"),
    ("a copy that begins within a unit", "[%r1], [%d0, {", "[%r1], [%d0, {1",
     "within 16 bytes"),
    ("a store that begins before the tensor", "[%d1, {0, 0}]", "[%d1, {0, -1}]", "negative"),
    ("a misaligned box", "bytes [%r1]", "bytes [%r1+64]", "no multiple of 128"),
    ("no fence before a store", "fence.proxy.async.shared::cta;\nbar.sync 0;\n@%p1 bra $end",
     "bar.sync 0;\n@%p1 bra $end", "without a fence.proxy.async"),
    ("no barrier before a store", "bar.sync 0;\n@%p1 bra $end", "@%p1 bra $end",
     "since the last barrier"),
    ("a write to what a store reads", "wait_group.read 0", "wait_group.read 1",
     "reads the shared memory"),
    ("a map that nothing wrote", "%d1, to;", "%d1, from; add.s64 %d1, %d1, 64;", 
     "no parameter is at"),
    ("coordinates of another rank", "tensor.2d.shared", "tensor.3d.shared", "2d coordinates"),
]  # fmt: skip

# Combinations that an H200 refuses: element of the second tensor, kind, error.
COMBINATIONS = [("s32", "inc", "inc of a tensor map of s32"),
                ("s64", "xor", "xor of a tensor map of s64")]  # fmt: skip


class Run:
    """One launch on tensors of rows of `columns` words."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "kernel.ptx")
        self.board = emulator.Emulator()

    def tensor(
        self, values, swizzle=0, box=(16, 8), fills_nan=False, element="u16", columns=0
    ):
        array = self.board.array(values)
        rows, pitch = values.shape
        shape = device.TensorMap(
            array.address, element, [columns or pitch, rows], [2, 2 * pitch],
            list(box), swizzle, fills_nan,
        )  # fmt: skip
        return array, self.board.encode(shape)

    def start(self, source, into, start=(0, 0), store=STORE, change=("", "")):
        """The tensor that the kernel wrote; source and into are what tensor takes."""
        text = KERNEL.replace("COLUMN", str(start[0])).replace("ROW", str(start[1]))
        text = text.replace("STORE", store).replace(*change, 1)
        with open(self.path, "w") as file:
            file.write(text)
        metadata = {"name": "k", "numWarps": 2, "sharedBytes": 4096}
        opened, _ = self.board.open(self.path, metadata)
        _, first = self.tensor(**source)
        array, second = self.tensor(**into)
        self.board.start(opened, (1, 1, 1), [first, second])
        return array.fetch()


def words(rows, columns, seed=0):
    rng = np.random.default_rng(seed)
    return rng.integers(0, 1000, (rows, columns), np.uint16)


def check_right(folder):
    """The results of kernels without a fault."""
    source, before = words(20, 40), words(8, 16, 1)
    for swizzle in (0, 32):
        both = {"swizzle": swizzle}
        for start in ((0, 0), (16, 8), (-8, -2), (32, 15)):
            x, y = start
            box = np.zeros((8, 16), np.uint16)
            for i in range(8):
                for j in range(16):
                    if 0 <= y + i < 20 and 0 <= x + j < 40:
                        box[i, j] = source[y + i, x + j]
            for store, wanted in ((STORE, box + 1), (ADD, before + box + 1)):
                found = Run(folder).start({"values": source, **both},
                                          {"values": before, **both},
                                          start, store)  # fmt: skip
                if (found != wanted).any():
                    yield f"{start}, swizzle {swizzle}, {store}: {found}, not {wanted}"
    # A swizzle of one copy only moves the columns of each row.
    found = Run(folder).start({"values": source, "swizzle": 32}, {"values": before})
    row = np.arange(8)
    moved = np.stack([source[i, :16].reshape(2, 8)[[i >> 2 & 1, 1 - (i >> 2 & 1)]].ravel()
                      for i in row])  # fmt: skip
    if (found != moved + 1).any():
        yield f"one swizzle: {found}, not {moved + 1}"
    # Outside of the tensor there is NaN, to which an integer 1 is added.
    found = Run(folder).start(
        {"values": source, "fills_nan": True, "element": "f16"},
        {"values": before}, (40, 20),
    )  # fmt: skip
    if not (found == np.array([np.nan], np.float16).view(np.uint16) + 1).all():
        yield f"NaN outside: {found}"
    # A store fills the last 16 bytes of a row, with what was outside of the source.
    source = words(8, 16)
    found = Run(folder).start({"values": source, "columns": 11},
                              {"values": words(8, 16, 1), "columns": 11})  # fmt: skip
    wanted = np.where(np.arange(16) < 11, source, 0) + 1
    if (found != wanted).any():
        yield f"rows of 22 bytes: {found}, not {wanted}"
    source = words(20, 40)
    # A store leaves what is outside of the tensor alone.
    found = Run(folder).start({"values": source}, {"values": words(5, 16, 1)})
    if (found != source[:5, :16] + 1).any():
        yield f"a smaller tensor: {found}"


def check_fault(folder, name, expected, into, **how):
    """A kernel with a fault, of which an error with the text is expected."""
    try:
        Run(folder).start({"values": words(20, 40)}, into, **how)
    except (device.DeviceError, emulator.program.PtxError) as error:
        if not any(text in str(error) for text in expected.split("|")):
            yield f"{name}: '{error}', expected '{expected}'"
    else:
        yield f"{name}: nothing found, expected '{expected}'"


def check_faults(folder):
    """Kernels with a fault each."""
    for name, old, new, expected in FAULTS:
        if KERNEL.count(old) < 1:
            yield f"{name}: the text has no '{old}'"
        yield from check_fault(
            folder, name, expected, {"values": words(8, 16)}, change=(old, new)
        )
    for element, kind, expected in COMBINATIONS:
        into = {"values": words(8, 16), "element": element, "box": (8, 4)}
        yield from check_fault(
            folder, expected, expected, into, store=ADD.replace(".add.", f".{kind}.")
        )


def main():
    emulator.machine.STEPS = 20_000
    with tempfile.TemporaryDirectory() as folder:
        problems = [*check_right(folder), *check_faults(folder)]
    print("\n".join(problems))
    print(f"{len(FAULTS)} faults, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
