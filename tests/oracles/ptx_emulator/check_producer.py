#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The emulator runs warp groups that wait for each other, and reports faults.

A producer of 128 threads, one of which works, copies three boxes of a tensor, one
after the other, to one slot of shared memory. A consumer of 128 threads adds up
their words, with barriers of its own, and its first warp stores the sums. The fault
is a line that is added, changed or left out.
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
.visible .entry k(.param .align 64 .b8 from[128], .param .u64 to) .reqntid 256, 1, 1 .maxnreg 128
{
.reg .pred %p<6>;
.reg .b32 %r<12>;
.reg .b64 %d<8>;
mov.u32 %r0, %tid.x;
mov.b32 %r1, memory;
mov.b32 %r9, 0;
mov.b32 %r10, 0;
setp.ge.u32 %p1, %r0, 128;
@%p1 bra $producer;
setmaxnreg.inc.sync.aligned.u32 232;
$meet:
barrier.sync 0, 160;
and.b32 %r2, %r0, 63;
shl.b32 %r2, %r2, 2;
add.s32 %r2, %r1, %r2;
and.b32 %r3, %r0, 31;
setp.ne.u32 %p3, %r3, 0;
$next:
and.b32 %r4, %r9, 1;
$full:
mbarrier.try_wait.parity.shared.b64 %p4, [%r1+2048], %r4;
@!%p4 bra $full;
ld.shared.b32 %r5, [%r2];
add.u32 %r10, %r10, %r5;
bar.warp.sync -1;
@%p3 bra $released;
mbarrier.arrive.shared.b64 %d1, [%r1+2056];
$released:
add.u32 %r9, %r9, 1;
setp.lt.u32 %p5, %r9, 3;
@%p5 bra $next;
bar.sync 1, 128;
shl.b32 %r6, %r0, 2;
add.s32 %r6, %r1, %r6;
st.shared.b32 [%r6+4096], 0;
red.shared.add.u32 [%r6+4096], %r10;
mov.b32 %r11, 1;
bar.sync %r11, 128;
ld.shared.b32 %r7, [%r2+4096];
setp.ge.u32 %p2, %r0, 64;
@%p2 bra $end;
ld.param.u64 %d2, [to];
cvt.u64.u32 %d3, %r6;
cvt.u64.u32 %d4, %r1;
sub.s64 %d3, %d3, %d4;
add.s64 %d2, %d2, %d3;
st.global.b32 [%d2], %r7;
bra.uni $end;
$producer:
setmaxnreg.dec.sync.aligned.u32 24;
setp.ge.u32 %p2, %r0, 160;
@%p2 bra $end;
setp.ne.u32 %p2, %r0, 128;
@%p2 bra $ready;
mbarrier.init.shared.b64 [%r1+2048], 1;
mbarrier.init.shared.b64 [%r1+2056], 4;
fence.mbarrier_init.release.cluster;
$ready:
barrier.arrive 0, 160;
@%p2 bra $end;
mov.b64 %d0, from;
cvta.param.u64 %d0, %d0;
$copy:
and.b32 %r4, %r9, 1;
xor.b32 %r4, %r4, 1;
$empty:
mbarrier.try_wait.parity.shared.b64 %p4, [%r1+2056], %r4;
@!%p4 bra $empty;
shl.b32 %r8, %r9, 3;
mbarrier.arrive.expect_tx.shared.b64 %d1, [%r1+2048], 256;
cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1], [%d0, {0, %r8}], [%r1+2048];
add.u32 %r9, %r9, 1;
setp.lt.u32 %p5, %r9, 3;
@%p5 bra $copy;
$end:
ret;
}
"""

READ = "ld.shared.b32 %r5, [%r2];\nadd.u32 %r10, %r10, %r5;\n"
REPORT = """bar.warp.sync -1;
@%p3 bra $released;
mbarrier.arrive.shared.b64 %d1, [%r1+2056];
$released:
"""

SETUP = KERNEL[KERNEL.index("@%p2 bra $ready;") : KERNEL.index("barrier.arrive 0")]
ARRIVAL = "barrier.arrive 0, 160;\n"

# (what, the text that is replaced, by what, the error)
FAULTS = [
    ("no report of an empty slot", "mbarrier.arrive.shared.b64 %d1, [%r1+2056];", "",
     "hangs"),
    ("a report before the last read", READ + REPORT, REPORT + READ,
     "since the last barrier"),
    ("reports by all lanes", "@%p3 bra $released;", "", "more threads arrive|hangs|since"),
    ("no wait for an empty slot",
     "mbarrier.try_wait.parity.shared.b64 %p4, [%r1+2056], %r4;\n@!%p4 bra $empty;", "",
     "since the last barrier"),
    ("no wait for a full slot",
     "mbarrier.try_wait.parity.shared.b64 %p4, [%r1+2048], %r4;\n@!%p4 bra $full;", "",
     "hangs"),
    ("too few copies", "setp.lt.u32 %p5, %r9, 3;\n@%p5 bra $copy;",
     "setp.lt.u32 %p5, %r9, 2;\n@%p5 bra $copy;", "hangs"),
    ("a barrier of all threads", "bar.sync 1, 128;", "bar.sync 1, 256;", "all wait"),
    ("an aligned barrier in two branches", "barrier.sync 0", "bar.sync 0",
     "two instructions"),
    ("an aligned arrival", "$ready:\nbarrier.", "$ready:\nbar.", "two instructions"),
    ("no arrival", "barrier.arrive 0, 160;", "", "hangs"),
    ("another number of threads", "barrier.arrive 0, 160;", "barrier.arrive 0, 128;",
     "different numbers"),
    ("two arrivals", "barrier.arrive 0, 160;",
     "barrier.arrive 0, 160;\nbarrier.arrive 0, 160;", "more threads arrive"),
    ("an arrival of all warps", "setp.ge.u32 %p2, %r0, 160;", "setp.ge.u32 %p2, %r0, 256;",
     "more threads arrive"),
    ("barriers after the arrival", SETUP + ARRIVAL,
     ARRIVAL + SETUP.replace("$ready;", "$end;"),
     "not a barrier"),
    ("a guard of an arrival", "barrier.arrive 0", "@%p2 barrier.arrive 0", "a guard"),
    ("no fence for the barriers", "fence.mbarrier_init.release.cluster;\n", "",
     "no fence after"),
    ("a wait for the barriers of another", "barrier.sync 0, 160;", "",
     "not a barrier"),
    ("a barrier for each warp", "mov.b32 %r11, 1;",
     "shr.u32 %r11, %r0, 5;\nadd.u32 %r11, %r11, 2;", "all wait"),
    ("no barrier between threads", "bar.sync %r11, 128;", "", "since the last barrier"),
    ("registers that no other gives back", "setmaxnreg.dec.sync.aligned.u32 24;", "",
     "no other gives back"),
    ("registers in other steps", "u32 232", "u32 230", "multiple of 8"),
    ("fewer registers by an increase", "u32 232", "u32 120", "inc from 128 to 120"),
    ("registers at launch that are unknown", ".maxnreg 128", "", "does not say"),
    ("registers of one warp", "setmaxnreg.inc", "setp.ge.u32 %p2, %r0, 32;\n@%p2 bra $meet;\nsetmaxnreg.inc",
     "all wait|hangs"),
]  # fmt: skip


def run(folder, old="", new=""):
    """The words that the kernel stores, and those that are expected."""
    path = os.path.join(folder, "kernel.ptx")
    with open(path, "w") as file:
        file.write(KERNEL.replace(old, new, 1) if old else KERNEL)
    board = emulator.Emulator()
    metadata = {"name": "k", "numWarps": 8, "sharedBytes": 8192}
    opened, _ = board.open(path, metadata)
    values = np.random.default_rng(0).integers(0, 1000, (24, 16), np.uint16)
    source = board.array(values)
    tensor = device.TensorMap(source.address, "u16", [16, 24], [2, 32], [16, 8], 0, False)
    out = board.array(np.zeros(64, np.uint32))
    address = np.array([out.address], np.uint64).tobytes()
    board.start(opened, (1, 1, 1), [board.encode(tensor), address])
    words = values.reshape(3, 64, 2).sum(0).astype(np.uint32)
    return out.fetch(), words[:, 0] | words[:, 1] << np.uint32(16)


def check(folder):
    found, wanted = run(folder)
    if (found != wanted).any():
        yield f"{found}, not {wanted}"
    for name, old, new, expected in FAULTS:
        if old not in KERNEL:
            yield f"{name}: the text has no '{old}'"
        try:
            run(folder, old, new)
        except (device.DeviceError, emulator.program.PtxError) as error:
            if not any(text in str(error) for text in expected.split("|")):
                yield f"{name}: '{error}', expected '{expected}'"
        else:
            yield f"{name}: nothing found, expected '{expected}'"


def main():
    emulator.machine.PATIENCE = 2_000
    with tempfile.TemporaryDirectory() as folder:
        problems = list(check(folder))
    print("\n".join(problems))
    print(f"{len(FAULTS)} faults, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
