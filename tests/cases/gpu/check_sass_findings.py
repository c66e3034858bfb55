#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What check_sass.py finds in disassembled code, and what it does not.

The texts are as nvdisasm prints them, by hand, with fewer registers.
"""

import sys

import check_sass

HEAD = """
	.section	.text.k,"ax",@progbits
                                     // +-------------+-----------+------------+-----------+
                                     // |    GPR      |   PRED    |    UGPR    |  UPRED    |
                                     // |             |           |            |           |
                                     // |             |           |            |           |
                                     // |  # 012      | # 01      |  # 4567    |  # 0      |
                                     // +-------------+-----------+------------+-----------+
k:                                   // |             |           |            |           |
.text.k:                             // |             |           |            |           |
"""

# (name, lines of (code, marks of R0 to R2, of P0 and P1, of four
# uniform registers), findings)
CASES = [
    (
        "a register that every path writes",
        [
            ("/*0000*/ S2R R0, SR_TID.X ;", "^  ", "  ", "    "),
            ("/*0010*/ EXIT ;", "   ", "  ", "    "),
        ],
        [],
    ),
    (
        "a register that no path writes",
        [
            ("/*0000*/ IADD3 R0, R1, R2, RZ ;", "^vv", "  ", "    "),
            ("/*0010*/ EXIT ;", "   ", "  ", "    "),
        ],
        [("undefined", 0, "R1 R2 in: IADD3 R0, R1, R2, RZ")],
    ),
    (
        "a descriptor that the table leaves out",
        [
            ("/*0000*/ S2R R0, SR_TID.X ;", "^  ", "  ", "    "),
            ("/*0010*/ LDGSTS.E [R0], desc[UR1][R0.64] ;", "v  ", "  ", "    "),
            ("/*0020*/ EXIT ;", "   ", "  ", "    "),
        ],
        [("undefined", 16, "UR1 in: LDGSTS.E [R0], desc[UR1][R0.64]")],
    ),
    (
        "a descriptor that is written",
        [
            ("/*0000*/ ULDC.64 UR6, c[0x0][0x208] ;", "   ", "  ", "  ^^"),
            ("/*0010*/ CS2R R0, SRZ ;", "^^ ", "  ", "    "),
            ("/*0020*/ LDG.E R2, desc[UR6][R0.64] ;", "vv^", "  ", "  vv"),
            ("/*0030*/ EXIT ;", "   ", "  ", "    "),
        ],
        [],
    ),
    (
        "a register that one of two paths writes",
        [
            ("/*0000*/ ISETP.NE.AND P0, PT, RZ, RZ, PT ;", "   ", "^ ", "    "),
            ("/*0010*/ @P0 BRA `(.L_x_0) ;", "   ", "v ", "    "),
            ("/*0020*/ MOV R0, RZ ;", "^  ", "  ", "    "),
            (".L_x_0:", "   ", "  ", "    "),
            ("/*0030*/ MOV R1, R0 ;", "v^ ", "  ", "    "),
            ("/*0040*/ EXIT ;", "   ", "  ", "    "),
        ],
        [],
    ),
    (
        "a descriptor that one of two paths writes, and one that both write",
        [
            ("/*0000*/ ISETP.NE.AND P0, PT, RZ, RZ, PT ;", "   ", "^ ", "    "),
            ("/*0010*/ CS2R R0, SRZ ;", "^^ ", "  ", "    "),
            ("/*0020*/ @P0 BRA `(.L_x_0) ;", "   ", "v ", "    "),
            ("/*0030*/ ULDC.64 UR6, c[0x0][0x208] ;", "   ", "  ", "  ^^"),
            ("/*0040*/ ULDC.64 UR4, c[0x0][0x208] ;", "   ", "  ", "^^  "),
            ("/*0050*/ BRA `(.L_x_1) ;", "   ", "  ", "    "),
            (".L_x_0:", "   ", "  ", "    "),
            ("/*0060*/ ULDC.64 UR6, c[0x0][0x208] ;", "   ", "  ", "  ^^"),
            (".L_x_1:", "   ", "  ", "    "),
            ("/*0070*/ LDG.E R2, desc[UR6][R0.64] ;", "vv^", "  ", "  vv"),
            ("/*0080*/ LDG.E R2, desc[UR4][R0.64] ;", "vv^", "  ", "vv  "),
            ("/*0090*/ EXIT ;", "   ", "  ", "    "),
        ],
        [("partly", 128, "UR4 UR5 in: LDG.E R2, desc[UR4][R0.64]")],
    ),
    (
        "a descriptor that stays over a function that two paths call",
        [
            ("/*0000*/ ISETP.NE.AND P0, PT, RZ, RZ, PT ;", "   ", "^ ", "    "),
            ("/*0010*/ @P0 CALL.REL.NOINC `($k$f) ;", "   ", "v ", "    "),
            ("/*0020*/ ULDC.64 UR6, c[0x0][0x208] ;", "   ", "  ", "  ^^"),
            ("/*0030*/ CALL.REL.NOINC `($k$f) ;", "   ", "  ", "    "),
            ("/*0040*/ LDG.E R2, desc[UR6][R0.64] ;", "vv^", "  ", "  vv"),
            ("/*0050*/ EXIT ;", "   ", "  ", "    "),
            ("$k$f:", "   ", "  ", "    "),
            ("/*0060*/ CS2R R0, SRZ ;", "^^ ", "  ", "    "),
            ("/*0070*/ RET.REL.NODEC R0 `(k) ;", "v  ", "  ", "    "),
        ],
        [],
    ),
    (
        "a register that only what follows writes, but for a loop",
        [
            (".L_x_0:", "   ", "  ", "    "),
            ("/*0000*/ MOV R1, R0 ;", "v^ ", "  ", "    "),
            ("/*0010*/ ISETP.NE.AND P0, PT, R1, RZ, PT ;", " v ", "^ ", "    "),
            ("/*0020*/ MOV R0, RZ ;", "^  ", "  ", "    "),
            ("/*0030*/ @P0 EXIT ;", "   ", "v ", "    "),
            ("/*0040*/ MOV R2, R2 ;", "  x", "  ", "    "),
            ("/*0050*/ BRA `(.L_x_0) ;", "   ", "  ", "    "),
        ],
        [],
    ),
    (
        "a half, and a bit, of a register that nothing has written",
        [
            ("/*0000*/ MOV R0, RZ ;", "^  ", "  ", "    "),
            ("/*0010*/ PRMT R1, R0, 0x7632, R1 ;", "vx ", "  ", "    "),
            ("/*0020*/ LOP3.LUT R2, R2, 0xfffffffb, RZ, 0xc0, !PT ;", "  x", "  ", "    "),
            ("/*0030*/ EXIT ;", "   ", "  ", "    "),
        ],
        [],
    ),
    (
        "the descriptor of B alone, and of both operands",
        [
            ("/*0000*/ ULDC.64 UR6, c[0x0][0x208] ;", "   ", "  ", "  ^^"),
            ("/*0010*/ HGMMA.64x8x16.F32 R0, R1, gdesc[UR4], RZ, !UPT ;", "^^^", "  ", "vvvv"),
            ("/*0020*/ HGMMA.64x8x16.F32 R0, gdesc[UR4], RZ, !UPT ;", "^^^", "  ", "vvvv"),
            ("/*0030*/ EXIT ;", "   ", "  ", "    "),
        ],
        [("undefined", 32, "UR4 UR5 in: HGMMA.64x8x16.F32 R0, gdesc[UR4], RZ, !UPT")],
    ),
    (
        "code that ends without an end",
        [("/*0000*/ @P0 EXIT ;", "   ", "v ", "    ")],
        [("undefined", 0, "P0 in: @P0 EXIT"), ("falls-off", 0, "@P0 EXIT")],
    ),
    (
        "a trap, and another that nothing reaches",
        [
            ("/*0000*/ BPT.TRAP 0x1 ;", "   ", "  ", "    "),
            ("/*0010*/ EXIT ;", "   ", "  ", "    "),
            ("/*0020*/ BPT.TRAP 0x1 ;", "   ", "  ", "    "),
        ],
        [("trap", 0, "BPT.TRAP 0x1")],
    ),
    (
        "a function that is called twice",
        [
            ("/*0000*/ MOV R0, RZ ;", "^  ", "  ", "    "),
            ("/*0010*/ CALL.REL.NOINC `($k$f) ;", "v v", "  ", "    "),
            ("/*0020*/ MOV R2, R1 ;", " v^", "  ", "    "),
            ("/*0030*/ CALL.REL.NOINC `($k$f) ;", "v v", "  ", "    "),
            ("/*0040*/ EXIT ;", "   ", "  ", "    "),
            ("$k$f:", "   ", "  ", "    "),
            ("/*0050*/ MOV R1, R0 ;", "v^ ", "  ", "    "),
            ("/*0060*/ RET.REL.NODEC R0 `(k) ;", "v  ", "  ", "    "),
        ],
        [],
    ),
]  # fmt: skip


def text_of(lines):
    """The output of nvdisasm for a kernel."""
    rows = [
        f"{code:37}// |  1 {general}      | 1 {predicates}      |  1 {uniform}    |"
        "  1        |"
        for code, general, predicates, uniform in lines
    ]
    return HEAD + "\n".join(rows) + "\n"


def main():
    bad = 0
    for name, lines, expected in CASES:
        functions = check_sass.parse(text_of(lines))
        found = [finding for f in functions for finding in check_sass.check(f)]
        if len(functions) != 1 or found != expected:
            bad += 1
            print(f"{name}: {found}, expected {expected}")
    print(f"{len(CASES)} cases, {bad} wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
