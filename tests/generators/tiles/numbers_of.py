# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the generator knows of the numbers in a tile without running: how large
they are, and of which power of two they are multiples."""

import formats
import program as p

# How large floats may get.
LIMITS = {"f16": 2.0**14, "bf16": 2.0**60, "f32": 2.0**60, "f64": 2.0**60,
          "f8E4M3FN": 256.0, "f8E5M2": 2.0**12}  # fmt: skip
SAME = ("tt.splat", "tt.expand_dims", "tt.broadcast", "tt.reshape", "tt.trans",
        "tt.split", "arith.negf", "math.absf", "arith.extf", "arith.extsi",
        "arith.sitofp", "arith.fptosi", "tt.gather", "tt.join")  # fmt: skip
# For pointers, the grain of the data.
EXTREMES = ("arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf",
            "arith.maxsi", "arith.minsi")  # fmt: skip


def is_exact(value):
    """Whether floats are known to have no error."""
    return value.grain > 0


def estimate(op):
    """Sets what is known of the results."""
    if not op.results:
        return
    top, grain = known(op)
    for result in op.results:
        result.top, result.grain = top, grain
        if result.is_float:
            kind = formats.FLOATS[result.element]
            if grain and top > 2.0 ** (kind.fraction + 1) * grain:
                result.grain = 0.0
        elif not result.is_pointer:
            width = formats.width(result.element)
            result.top = min(top, 2.0 ** (width - 1))


def known(op):
    """Bound and grain of the results."""
    name, ins = op.name, op.inputs
    tops, grain = [v.top for v in ins], min((v.grain for v in ins), default=0.0)
    if name == "arith.constant":
        value = abs(float(op.more["value"]))
        return value, 0.5 if value * 2 == int(value * 2) else 0.0
    if name == "tt.make_range":
        return op.more["start"] + op.more["size"], 1.0
    if name in ("tt.addptr", "tt.make_tensor_ptr", "tt.advance"):
        return 0.0, ins[0].grain
    if name in SAME:
        return max(tops[:2]) if name == "tt.join" else tops[0], grain
    if name in ("arith.truncf", "tt.fp_to_fp"):
        return tops[0] * 1.1, grain
    if name == "arith.select" and ins[1].is_pointer:
        return 0.0, min(ins[1].grain, ins[2].grain)
    if name in ("arith.select", "tt.load"):
        return max(tops[1:], default=0.0), min((v.grain for v in ins[1:]), default=0.0)
    if name in EXTREMES:
        return max(tops), grain
    if name in ("arith.addf", "arith.subf", "arith.addi", "arith.subi"):
        return sum(tops), grain
    if name in ("arith.mulf", "arith.muli"):
        return tops[0] * tops[1], ins[0].grain * ins[1].grain
    if name == "math.fma":
        return tops[0] * tops[1] + tops[2], 0.0
    if name == "arith.andi":
        return min(tops), 1.0
    return bounded(op, tops)


def bounded(op, tops):
    name = op.name
    if name == "tt.clampf":
        return min(tops[0], tops[2]), min(v.grain for v in op.inputs)
    if name == "arith.divf":
        return tops[0], 0.0
    if name in ("math.exp2", "math.exp"):
        return (2.0 if name == "math.exp2" else 2.72) ** min(tops[0], 500.0), 0.0
    if name == "math.sqrt":
        return max(tops[0], 1.0), 0.0
    if name == "tt.dot":
        return tops[0] * tops[1] * op.inputs[0].shape[-1] + tops[2], 0.0
    if name == "tt.histogram":
        return op.inputs[0].count, 1.0
    if name == "tt.dot_scaled":
        return 0.0, 0.0  # set by the generator
    if name in ("tt.reduce", "tt.scan"):
        count = op.inputs[0].shape[op.more["axis"]]
        grain = op.inputs[0].grain
        if op.more["kind"] in ("arith.addf", "arith.addi"):
            return tops[0] * count, grain
        if op.more["kind"] in EXTREMES:
            return tops[0], grain
        return 2.0**63, grain
    if name == "scf.if":
        pairs = zip(*(b.yields for b in op.blocks))
        pairs = [v for pair in pairs for v in pair]
        return max((v.top for v in pairs), default=0.0), 0.0
    if name in ("tt.get_program_id", "tt.get_num_programs"):
        return 3.0, 1.0
    return 2.0**63, 0.0
