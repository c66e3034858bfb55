# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of the examples in Triton's language, statement by statement.

Prints what Triton 3.6 makes of them to *.ttir beside this file; no GPU is
needed. Run by hand where Triton is at hand; what came out is kept, so that the
tests need no Triton.

    python kernels.py
"""

import os
import re

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    program = tl.program_id(0)
    start = program * BLOCK
    offsets = start + tl.arange(0, BLOCK)
    mask = offsets < n
    a = tl.load(x + offsets, mask)
    b = tl.load(y + offsets, mask)
    tl.store(out + offsets, a + b, mask)


@triton.jit
def softmax(output, input, inputRowStride, outputRowStride, n,
            BLOCK: tl.constexpr):
    row = tl.program_id(0)
    rowStart = input + row * inputRowStride
    offsets = tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(rowStart + offsets, mask, float("-inf"))
    shifted = x - tl.max(x, 0)
    numerator = tl.exp(shifted)
    denominator = tl.sum(numerator, 0)
    result = numerator / denominator
    outputRowStart = output + row * outputRowStride
    tl.store(outputRowStart + offsets, result, mask)


@triton.jit
def matmul(a, b, c, M, N, K, strideAM, strideAK, strideBK, strideBN, strideCM,
           strideCN, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
           GROUP: tl.constexpr):
    program = tl.program_id(0)
    programsM = tl.cdiv(M, BM)
    programsN = tl.cdiv(N, BN)
    programsInGroup = GROUP * programsN
    group = program // programsInGroup
    firstM = group * GROUP
    groupSize = min(programsM - firstM, GROUP)
    programM = firstM + (program % groupSize)
    programN = (program % programsInGroup) // groupSize
    offsetsAM = (programM * BM + tl.arange(0, BM)) % M
    offsetsBN = (programN * BN + tl.arange(0, BN)) % N
    offsetsK = tl.arange(0, BK)
    aTile = a + (offsetsAM[:, None] * strideAM + offsetsK[None, :] * strideAK)
    bTile = b + (offsetsK[:, None] * strideBK + offsetsBN[None, :] * strideBN)
    accumulator = tl.zeros((BM, BN), tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        left = K - k * BK
        x = tl.load(aTile, offsetsK[None, :] < left, 0.0)
        y = tl.load(bTile, offsetsK[:, None] < left, 0.0)
        accumulator = accumulator + tl.dot(x, y)
        aTile = aTile + BK * strideAK
        bTile = bTile + BK * strideBK
    result = accumulator.to(tl.float16)
    offsetsCM = programM * BM + tl.arange(0, BM)
    offsetsCN = programN * BN + tl.arange(0, BN)
    cTile = (c + strideCM * offsetsCM[:, None]
             + strideCN * offsetsCN[None, :])
    mask = (offsetsCM[:, None] < M) & (offsetsCN[None, :] < N)
    tl.store(cTile, result, mask)


# Name, kernel, signature as in the model of the example.
KERNELS = [
    ("vector-add", add, ["*fp32:16"] * 3 + ["i32:16", 1024]),
    ("softmax", softmax, ["*fp32:16"] * 2 + ["i32:16"] * 2 + ["i32", 1024]),
    ("matmul", matmul, ["*fp16:16"] * 3 + ["i32:16"] * 3 + ["i32:16", 1] * 3
     + [128, 128, 64, 8]),
]


def to_ttir(kernel, signature):
    """Triton's optimised TTIR for the signature, without locations.

    A number in place of an argument's type makes it a constant.
    """
    types, constants, attributes = {}, {}, {}
    for index, (name, word) in enumerate(zip(kernel.arg_names, signature)):
        if isinstance(word, int):
            types[name] = "constexpr"
            constants[(index,)] = word
            continue
        types[name], _, divisor = word.partition(":")
        if divisor:
            attributes[(index,)] = [["tt.divisibility", int(divisor)]]
    source = ASTSource(kernel, types, constants, attributes)
    text = triton.compile(source, GPUTarget("cuda", 90, 32)).asm["ttir"]
    text = re.sub(r" loc\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)", "", text)
    return re.sub(r"^#loc.*\n", "", text, flags=re.MULTILINE)


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    for name, kernel, signature in KERNELS:
        text = to_ttir(kernel, signature)
        with open(os.path.join(folder, f"{name}.ttir"), "w") as file:
            file.write(f"// triton {triton.__version__}: kernels.py\n{text}")


if __name__ == "__main__":
    main()
