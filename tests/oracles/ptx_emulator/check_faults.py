#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The emulator reports each fault of small kernels, and nothing without the fault.

A kernel receives an array of 256 words, each with its own index, and has 64 threads,
or 128 for products of warp groups. The contents of the array after the run are
compared if the case has a result. The fault is a line that is added, changed or
left out.
"""

import ctypes
import os
import sys
import tempfile

import numpy as np

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import folders  # noqa: E402

folders.use("oracles")

from ptx_emulator import emulator  # noqa: E402

import device  # noqa: E402  (the emulator's import has its folder)

HEAD = """
.version 8.1
.target sm_90a
.address_size 64
.extern .shared .align 1024 .b8 memory[];
.visible .entry k(.param .u64 .ptr .global .align 16 array) .reqntid {threads}, 1, 1
{{
.reg .pred %p<4>;
.reg .b16 %h<4>;
.reg .b32 %r<40>;
.reg .b64 %d<8>;
ld.param.b64 %d0, [array];
mov.u32 %r0, %tid.x;
mul.wide.u32 %d1, %r0, 4;
add.s64 %d1, %d0, %d1;
mov.b32 %r1, memory;
shl.b32 %r2, %r0, 2;
add.s32 %r3, %r1, %r2;
xor.b32 %r4, %r2, 128;
add.s32 %r4, %r1, %r4;
{body}
ret;
}}
.func (.param .align 8 .b8 result[8]) twice(.param .b32 x)
{{
.local .align 4 .b8 kept[4];
.reg .pred %p<2>;
.reg .b32 %r<4>;
ld.param.b32 %r1, [x];
mov.b32 %r2, kept;
st.local.b32 [%r2], %r1;
st.param.b32 [result+4], %r1;
setp.lt.u32 %p1, %r1, 40;
@%p1 bra $end;
add.s32 %r1, %r1, 1;
st.param.b32 [result+4], %r1;
ret;
$end:
ld.local.b32 %r3, [%r2];
add.s32 %r3, %r3, %r3;
st.param.b32 [result+4], %r3;
ret;
}}
"""

# Threads from 40 on return early; the rest double their number, in each call.
CALL = """
{
.param .b32 param0;
.param .align 8 .b8 retval0[8];
st.param.b32 [param0], %r0;
call.uni (retval0), twice, (param0);
ld.param.b32 %r5, [retval0+4];
}
{
.param .b32 param0;
.param .align 8 .b8 retval0[8];
st.param.b32 [param0], %r5;
call.uni (retval0), twice, (param0);
ld.param.b32 %r5, [retval0+4];
}
st.global.b32 [%d1+256], %r5;
"""

LOAD = "ld.global.b32 %r5, [%d1];\nst.global.b32 [%d1+256], %r5;"
EARLY = "griddepcontrol.launch_dependents;\ngriddepcontrol.wait;\n" + LOAD

# Numbers below 0 become 0, and those above 1 become 1; the first number is a NaN.
SATURATED = """
ld.global.b32 %r5, [%d1];
cvt.rn.f32.u32 %r6, %r5;
div.rn.f32 %r7, %r6, %r6;
sub.rn.f32 %r6, %r6, 0f40200000;
setp.eq.u32 %p1, %r5, 0;
selp.b32 %r6, %r7, %r6, %p1;
cvt.sat.f32.f32 %r6, %r6;
st.global.b32 [%d1+256], %r6;
"""

# A word goes to the thread of the other warp, through shared memory.
EXCHANGE = """
ld.global.b32 %r5, [%d1];
st.shared.b32 [%r3], %r5;
bar.sync 0;
ld.shared.b32 %r6, [%r4];
st.global.b32 [%d1+256], %r6;
"""

AGAIN = """
st.shared.b32 [%r3], %r0;
bar.sync 0;
ld.shared.b32 %r6, [%r4];
bar.sync 0;
st.shared.b32 [%r3], %r6;
"""

COPY = """
cp.async.ca.shared.global [%r3], [%d1], 4, 4;
cp.async.commit_group;
cp.async.wait_group 0;
bar.sync 0;
ld.shared.b32 %r6, [%r4];
st.global.b32 [%d1+256], %r6;
"""

# The load with lines of the source.
LINES = "\t.loc\t1 5 7\n" + LOAD.replace(";\n", ";\n$tmp0:\n\t.loc\t1 6 20\n")

# The address of a parameter as a number.
PARAMETER = """
mov.b64 %d3, array;
ld.param.b64 %d4, [%d3];
ld.global.b32 %r5, [%d4];
st.global.b32 [%d1+256], %r5;
"""

BRANCH = """
setp.lt.u32 %p1, %r0, 40;
@%p1 bra $below;
mov.b32 %r5, 7;
bra.uni $behind;
$below:
mov.b32 %r5, 9;
$behind:
shfl.sync.bfly.b32 %r6, %r5, 1, 31, -1;
st.global.b32 [%d1+256], %r6;
"""

# A and B are zeros: 64x16 and 8x16 of f16, without a swizzle.
PRODUCT = """
mov.b32 %r5, 0;
st.shared.b32 [%r3], %r5;
st.shared.b32 [%r3+512], %r5;
st.shared.b32 [%r3+1024], %r5;
st.shared.b32 [%r3+1536], %r5;
st.shared.b32 [%r3+2048], %r5;
fence.proxy.async.shared::cta;
bar.sync 0;
shr.u32 %r6, %r1, 4;
and.b32 %r6, %r6, 16383;
add.u32 %r7, %r6, 4194304;
mov.b64 %d3, {%r7, 8};
add.u32 %r8, %r6, 524416;
mov.b64 %d4, {%r8, 8};
wgmma.fence.sync.aligned;
wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r10, %r11, %r12, %r13}, %d3, %d4, 0, 1, 1, 0, 0;
wgmma.commit_group.sync.aligned;
wgmma.wait_group.sync.aligned 0;
bar.sync 0;
st.shared.b32 [%r3], %r0;
st.global.b32 [%d1], %r10;
"""

# The first warp comes later than the others to the wait, which is above it.
LATE = PRODUCT.replace("wgmma.wait_group.sync.aligned 0;", """
setp.ne.u32 %p1, %r0, 0;
bra.uni $work;
$wait:
wgmma.wait_group.sync.aligned 0;
bra.uni $done;
$work:
@%p1 bra $wait;
mov.b32 %r5, 1;
bra.uni $wait;
$done:
""")

OTHER = np.arange(64) ^ 32  # where a thread's word goes

# (what, body, the line that is replaced, by what, threads, the error, the result)
CASES = [
    ("an access behind an array", LOAD, "[%d1]", "[%d1+4096]", 64, "outside of all arrays"),
    ("a store in front of an array", LOAD, "[%d1+256]", "[%d1+-512]", 64, "outside of all"),
    ("half an access behind an array", LOAD, "ld.global.b32 %r5, [%d1]",
     "ld.global.b64 %d2, [%d0+1020]", 64, "outside of all arrays"),
    ("a misaligned access", LOAD, "[%d1]", "[%d1+2]", 64, "not a multiple of 4"),
    ("a register that nothing writes on the way", LOAD, "ld.global.b32 %r5, [%d1];",
     "setp.eq.u32 %p1, %r0, 3; @!%p1 mov.b32 %r5, 1;", 64, "nothing has written"),
    ("a register that nothing writes", LOAD, "ld.global.b32 %r5", "ld.global.b32 %r6", 64,
     "nothing has written"),
    ("an unknown instruction", LOAD, "ld.global.b32", "ldu.global.b32", 64, "unknown inst"),
    ("an unknown word", LOAD, "ld.global.b32", "ld.global.L2::256B.b32", 64, "unknown word"),
    ("shared memory that there is not", EXCHANGE, "[%r3]", "[%r3+16384]", 64,
     "outside of 8192 bytes"),
    ("no barrier after a store", EXCHANGE, "bar.sync 0;", "", 64, "another warp"),
    ("a barrier of the warp alone", EXCHANGE, "bar.sync 0;", "bar.warp.sync -1;", 64,
     "another warp"),
    ("no barrier before a store", AGAIN, "%r6, [%r4];\nbar.sync 0;", "%r6, [%r4];", 64,
     "another warp read it"),
    ("a barrier that some never reach", EXCHANGE, "bar.sync 0;",
     "setp.eq.u32 %p1, %r0, 3; @%p1 bra $spin; bar.sync 0; bra.uni $on;"
     " $spin: bar.sync 1; $on:", 64, "all wait"),
    ("no wait for a copy", COPY, "cp.async.wait_group 0;", "", 64, "or a copy"),
    ("a wait for too few copies", COPY, "wait_group 0", "wait_group 1", 64, "or a copy"),
    ("no commit of a copy", COPY, "cp.async.commit_group;", "", 64, "or a copy"),
    ("no barrier after a copy", COPY, "bar.sync 0;", "", 64, "another warp"),
    ("a store to what is being copied", COPY, "cp.async.commit_group;",
     "st.shared.b32 [%r3], %r0;", 64, "another warp wrote it"),
    ("a shuffle of some lanes", BRANCH, "mov.b32 %r5, 7;", "ret;", 64,
     "a mask that does not name"),
    ("no fence before a product", PRODUCT, "fence.proxy.async.shared::cta;", "", 128,
     "without a fence"),
    ("no barrier before a product", PRODUCT, "bar.sync 0;", "", 128, "since the last barrier"),
    ("no wait for a product", PRODUCT, "wgmma.wait_group.sync.aligned 0;", "", 128,
     "still runs reads"),
    ("a wait for too few products", PRODUCT, "aligned 0;\nbar", "aligned 1;\nbar", 128,
     "still runs reads"),
    ("a result before the wait", PRODUCT, "wgmma.commit_group",
     "st.global.b32 [%d1], %r10;\nwgmma.commit_group", 128, "nothing has written"),
    ("an accumulator that nothing has written", PRODUCT, "%d4, 0,", "%d4, 1,", 128,
     "nothing has written"),
    ("a descriptor with unknown bits", PRODUCT, "{%r7, 8}", "{%r7, 32768}", 128,
     "bits that mean nothing"),
    ("a product of some warps", PRODUCT, "wgmma.fence",
     "setp.lt.u32 %p1, %r0, 32; @%p1 bra $end;\nwgmma.fence", 128, "not all threads of a warp group"),
    ("a parameter that there is not", PARAMETER, "[%d3]", "[%d3+16]", 64,
     "no parameter is at"),
    ("a call with other operands", CALL, "(retval0), twice, (param0)", "twice, (param0)", 64,
     "a call with a guard"),
    ("a call of some threads", CALL, "call.uni", "setp.eq.u32 %p1, %r0, 1;\n@%p1 call.uni", 64,
     "a call with a guard"),
    ("a call of an unknown function", CALL, "twice", "thrice", 64, "an unknown function"),
    ("no wait for the kernels before", EARLY, "griddepcontrol.wait;", "", 64,
     "before griddepcontrol.wait"),
    ("a wait of some threads", EARLY, "griddepcontrol.wait;",
     "setp.lt.u32 %p1, %r0, 40;\n@%p1 griddepcontrol.wait;", 64, "before griddepcontrol.wait"),
    ("a load before the wait", EARLY, "griddepcontrol.wait;",
     "ld.global.b32 %r5, [%d1];\ngriddepcontrol.wait;", 64, "before griddepcontrol.wait"),
    ("a trap", LOAD, "ld.global", "trap; ld.global", 64, "trap"),
    ("a loop without an end", LOAD, "ld.global", "$spin: bra.uni $spin; ld.global", 64, "hangs"),
]  # fmt: skip

def call(x):
    """The result of the function of the module."""
    return 2 * x if x < 40 else x + 1


RESULTS = {
    LOAD: np.arange(64), EARLY: np.arange(64), LINES: np.arange(64), PARAMETER: np.zeros(64),
    EXCHANGE: OTHER, COPY: OTHER,
    CALL: np.array([call(call(thread)) for thread in range(64)]),
    BRANCH: np.where(np.arange(64) < 40, 9, 7),
    SATURATED: np.repeat([0, 0x3F000000, 0x3F800000], (3, 1, 60)),
}  # fmt: skip


def run(body, threads, folder, wanted=None):
    """The contents of the array after the kernel has run, which may access only the
    bytes in `wanted`, if given; raises device.DeviceError."""
    path = os.path.join(folder, "kernel.ptx")
    if "$end" in body:
        body += "$end:\n"
    with open(path, "w") as file:
        file.write(HEAD.format(body=body, threads=threads))
    metadata = {"name": "k", "numWarps": threads // 32, "sharedBytes": 8192,
                "waitsForKernels": "launch_dependents" in body}  # fmt: skip
    board = emulator.Emulator()
    try:
        opened, _ = board.open(path, metadata)
    except emulator.program.PtxError as error:
        raise device.DeviceError(str(error)) from None
    array = board.array(np.arange(256, dtype=np.uint32))
    if wanted is not None:
        board.memory.restrict(array.address, wanted)
    board.start(opened, (3, 1, 1), [ctypes.c_uint64(array.address)])
    return array.fetch()


def check_right(folder):
    """Kernels without a fault."""
    bodies = (LOAD, EARLY, LINES, SATURATED, EXCHANGE, AGAIN, COPY, PARAMETER, BRANCH, CALL, PRODUCT,
              LATE)  # fmt: skip
    for body in bodies:
        threads = 128 if body in (PRODUCT, LATE) else 64
        array = run(body, threads, folder)
        if body in RESULTS and (array[64:128] != RESULTS[body]).any():
            yield f"{body}: {array[64:128]}, expected {RESULTS[body]}"


def check_faults(folder):
    """Kernels with a fault each."""
    for name, body, old, new, threads, expected in CASES:
        if body.count(old) < 1:
            yield f"{name}: the text has no '{old}'"
        try:
            run(body.replace(old, new, 1), threads, folder)
        except device.DeviceError as error:
            if expected not in str(error):
                yield f"{name}: '{error}', expected '{expected}'"
        else:
            yield f"{name}: nothing found, expected '{expected}'"


def check_restriction(folder):
    """A kernel accesses the first 512 bytes; it is to leave one byte alone."""
    for left_out, is_accessed in ((1000, False), (100, True), (300, True)):
        wanted = np.arange(1024) != left_out
        try:
            run(LOAD, 64, folder, wanted)
            found = None
        except device.DeviceError as error:
            found = str(error)
        if is_accessed != ("where nothing is to be accessed" in (found or "")):
            yield f"restricted to all bytes but {left_out}: {found}"


def main():
    emulator.machine.STEPS = 20_000
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        problems += check_right(folder)
        problems += check_faults(folder)
        problems += check_restriction(folder)
    print("\n".join(problems))
    print(f"{len(CASES)} faults, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
