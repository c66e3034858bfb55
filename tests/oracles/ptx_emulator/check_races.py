#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The emulator reports races of two warps in global memory (races.py), and nothing
where a barrier orders them or the accesses do not race.

The kernels are those of check_faults.py: 64 threads and an array of 256 words, each
with its own index.
"""

import sys
import tempfile

import check_faults
from check_faults import OTHER, device

# A word for the thread of the other warp; %d2 is where that one leaves its own.
PLACES = "xor.b32 %r5, %r2, 128;\ncvt.u64.u32 %d2, %r5;\nadd.s64 %d2, %d0, %d2;\n"
WRITTEN = PLACES + """
st.global.b32 [%d1+256], %r0;
bar.sync 0;
ld.global.b32 %r6, [%d2+256];
st.global.b32 [%d1+512], %r6;
"""
READ = PLACES + """
ld.global.b32 %r6, [%d2];
bar.sync 0;
st.global.b32 [%d1], %r6;
"""
COPIED = PLACES + """
cp.async.ca.shared.global [%r3], [%d2], 4, 4;
cp.async.commit_group;
cp.async.wait_group 0;
bar.sync 0;
ld.shared.b32 %r6, [%r3];
st.global.b32 [%d1], %r6;
"""
LOOP = PLACES + """
mov.b32 %r7, 0;
$loop:
st.global.b32 [%d1+256], %r7;
bar.sync 0;
ld.global.b32 %r6, [%d2+256];
bar.sync 0;
add.s32 %r7, %r7, 1;
setp.lt.s32 %p1, %r7, 3;
@%p1 bra $loop;
"""
STORE, LOAD = "st.global.b32 [%d1+256], %r0;", "ld.global.b32 %r6, [%d2+256];"
BARRIER, COUNT = "bar.sync 0;\n", "red.relaxed.gpu.global.add.u32 [%d1+256], %r0;"
# (what, body, what is replaced, by what, the error)
CASES = [
    ("a load after a store", WRITTEN, BARRIER, "", "read, though another warp wrote it"),
    ("a barrier of the warp", WRITTEN, BARRIER, "bar.warp.sync -1;\n",
     "read, though another warp wrote it"),
    ("a fence", WRITTEN, BARRIER, "fence.acq_rel.gpu;\n", "read, though another warp wrote"),
    ("a barrier too late", WRITTEN, BARRIER + LOAD, LOAD + "\n" + BARRIER,
     "read, though another warp wrote it"),
    ("a load of half of what was stored", WRITTEN, BARRIER + LOAD,
     "ld.global.b16 %h1, [%d2+258];", "2 bytes: read, though another warp wrote it"),
    ("a load of two words", WRITTEN, BARRIER + LOAD,
     "and.b64 %d2, %d2, -8; ld.global.v2.b32 {%r6, %r7}, [%d2+256];", "8 bytes: read, though"),
    ("a load after an atomic operation", WRITTEN.replace(STORE, COUNT), BARRIER, "",
     "read, though another warp changed it"),
    ("an atomic operation after a store", WRITTEN, BARRIER + LOAD,
     "atom.acq_rel.gpu.global.add.u32 %r6, [%d2+256], 1;",
     "changed, though another warp wrote it"),
    ("an atomic operation after a load", READ, BARRIER,
     "red.relaxed.gpu.global.add.u32 [%d1], 1;", "changed, though another warp read it"),
    ("a store after a load", READ, BARRIER, "", "wrote, though another warp read it"),
    ("a store after a copy", COPIED, BARRIER, "", "wrote, though another warp read it"),
    ("a store after a store", WRITTEN, BARRIER + LOAD,
     "mov.b32 %r6, 7; st.global.b32 [%d2+256], %r0;", "wrote, though another warp wrote it"),
    ("two stores at once", WRITTEN, STORE, "st.global.b32 [%d0+256], %r0;",
     "wrote, though another warp wrote it"),
    ("the load of an iteration and the store of the next", LOOP,
     BARRIER + "add", "add", "wrote, though another warp read it"),
    ("the store and the load of an iteration", LOOP, BARRIER + "ld", "ld",
     "read, though another warp wrote it"),
    ("a store to what several warps read", READ.replace("[%d2]", "[%d0]"), BARRIER,
     "setp.ge.u32 %p1, %r0, 32; @%p1 bra $end;\n", "wrote, though another warp read it"),
]  # fmt: skip
RIGHT = [
    ("the load of one's own store", WRITTEN, BARRIER + LOAD, LOAD.replace("%d2", "%d1")),
    ("a barrier of all threads by their number", WRITTEN, BARRIER, "bar.sync 1, 64;\n"),
    ("loads by both warps", READ, BARRIER + "st.global.b32 [%d1]", "st.global.b32 [%d1+512]"),
    ("stores of equal values", WRITTEN, STORE,
     "mov.b32 %r7, 9; st.global.b32 [%d0+256], %r7;"),
    ("a store of what is there", WRITTEN, BARRIER + LOAD,
     "xor.b32 %r6, %r0, 32; st.global.b32 [%d2+256], %r6;"),
    ("atomic operations of both warps", WRITTEN, STORE + "\n" + BARRIER + LOAD,
     "mov.b32 %r6, 0; red.relaxed.gpu.global.add.u32 [%d0+256], %r0;"),
    ("strong accesses", WRITTEN, STORE + "\n" + BARRIER + LOAD,
     "st.volatile.global.b32 [%d1+256], %r0; ld.acquire.gpu.global.b32 %r6, [%d2+256];"),
]  # fmt: skip


def result_of(body, folder):
    """The error, or None, and the array."""
    try:
        return None, check_faults.run(body, 64, folder)
    except device.DeviceError as error:
        return str(error), None


def problems(folder):
    for body in (WRITTEN, READ, COPIED, LOOP):
        error, array = result_of(body, folder)
        if error:
            yield f"{body}: {error}"
        elif body == WRITTEN and (array[128:192] != OTHER).any():
            yield f"{body}: {array[128:192]}, expected {OTHER}"
    for name, body, old, new, *expected in [*CASES, *RIGHT]:
        if body.count(old) != 1:
            yield f"{name}: the text has '{old}' {body.count(old)} times"
        error, _ = result_of(body.replace(old, new), folder)
        if expected and expected[0] not in (error or ""):
            yield f"{name}: '{error}', expected '{expected[0]}'"
        elif not expected and error:
            yield f"{name}: '{error}', expected none"


def main():
    check_faults.emulator.machine.STEPS = 20_000
    with tempfile.TemporaryDirectory() as folder:
        found = list(problems(folder))
    print("\n".join(found))
    print(f"{len(CASES)} races, {len(RIGHT)} without, {len(found)} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
