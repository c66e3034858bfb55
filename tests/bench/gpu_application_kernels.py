# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of gpu_applications.py in Python Triton, in the forms of production
systems: by pointers, with masks at the edges, rows of tables, numbers that are
unpacked in registers. Unless a stride is an argument, tensors are dense, and the last
index is the fastest."""

import triton
import triton.language as tl

# A masked score is finite, since a block can have no key of a row.
MASKED = tl.constexpr(-1.0e30)
LOG2E = tl.constexpr(1.4426950408889634)


@triton.jit
def _tile_of(M, N, BM: tl.constexpr, BN: tl.constexpr, GROUP: tl.constexpr):
    """The row and the column of the program's tile, in groups of GROUP rows."""
    program = tl.program_id(0)
    rows, columns = tl.cdiv(M, BM), tl.cdiv(N, BN)
    group = program // (GROUP * columns)
    inside = program % (GROUP * columns)
    height = min(rows - group * GROUP, GROUP)
    return group * GROUP + inside % height, inside // height


# -- Matrix products


@triton.jit
def masked_product(
    a_ptr, b_ptr, c_ptr, M, N, K, a_stride, b_stride, c_stride,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr,
):  # fmt: skip
    """c = a b. Each load has a mask of its rows and one of its columns."""
    tile_m, tile_n = _tile_of(M, N, BM, BN, GROUP)
    at_m = tile_m * BM + tl.arange(0, BM)[:, None]
    at_n = tile_n * BN + tl.arange(0, BN)[None, :]
    total = tl.zeros((BM, BN), tl.float32)
    for first in range(0, K, BK):
        a_k = first + tl.arange(0, BK)[None, :]
        b_k = first + tl.arange(0, BK)[:, None]
        a = tl.load(a_ptr + at_m * a_stride + a_k,
                    mask=(at_m < M) & (a_k < K), other=0.0)  # fmt: skip
        b = tl.load(b_ptr + b_k * b_stride + at_n,
                    mask=(b_k < K) & (at_n < N), other=0.0)  # fmt: skip
        total = tl.dot(a, b, total)
    inside = (at_m < M) & (at_n < N)
    tl.store(c_ptr + at_m * c_stride + at_n, total.to(tl.float16), mask=inside)


@triton.jit
def wrapped_product(
    x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, x_stride, w_stride, y_stride,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr,
):  # fmt: skip
    """y = x w^T + bias. Rows after the last are the first ones again, and pointers
    advance from iteration to iteration."""
    tile_m, tile_n = _tile_of(M, N, BM, BN, GROUP)
    at_m = tile_m * BM + tl.arange(0, BM)
    at_n = tile_n * BN + tl.arange(0, BN)
    at_k = tl.arange(0, BK)
    x_at = x_ptr + (at_m % M)[:, None] * x_stride + at_k[None, :]
    w_at = w_ptr + (at_n % N)[None, :] * w_stride + at_k[:, None]
    total = tl.zeros((BM, BN), tl.float32)
    for step in range(tl.cdiv(K, BK)):
        left = K - step * BK
        x = tl.load(x_at, mask=at_k[None, :] < left, other=0.0)
        w = tl.load(w_at, mask=at_k[:, None] < left, other=0.0)
        total += tl.dot(x, w)
        x_at += BK
        w_at += BK
    bias = tl.load(bias_ptr + at_n, mask=at_n < N, other=0.0)
    y = (total + bias[None, :].to(tl.float32)).to(tl.float16)
    y_at = y_ptr + at_m[:, None] * y_stride + at_n[None, :]
    tl.store(y_at, y, mask=(at_m < M)[:, None] & (at_n < N)[None, :])


@triton.jit
def block_pointer_product(
    a_ptr, b_ptr, c_ptr, M, N, K, a_stride, b_stride, c_stride,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr,
):  # fmt: skip
    """c = a b, by block pointers that check both bounds."""
    tile_m, tile_n = _tile_of(M, N, BM, BN, GROUP)
    a_block = tl.make_block_ptr(
        a_ptr, (M, K), (a_stride, 1), (tile_m * BM, 0), (BM, BK), (1, 0)
    )
    b_block = tl.make_block_ptr(
        b_ptr, (K, N), (b_stride, 1), (0, tile_n * BN), (BK, BN), (1, 0)
    )
    total = tl.zeros((BM, BN), tl.float32)
    for _ in range(0, K, BK):
        a = tl.load(a_block, boundary_check=(0, 1), padding_option="zero")
        b = tl.load(b_block, boundary_check=(0, 1), padding_option="zero")
        total = tl.dot(a, b, total)
        a_block = tl.advance(a_block, (0, BK))
        b_block = tl.advance(b_block, (BK, 0))
    c_block = tl.make_block_ptr(
        c_ptr, (M, N), (c_stride, 1), (tile_m * BM, tile_n * BN), (BM, BN), (1, 0)
    )
    tl.store(c_block, total.to(tl.float16), boundary_check=(0, 1))


@triton.jit
def expert_product(
    x_ptr, w_ptr, y_ptr, slots_ptr, experts_ptr, slots, N, K,
    TOP: tl.constexpr, WRAP: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr,
    BK: tl.constexpr,
):  # fmt: skip
    """y[slot] = w[expert] x[slot // TOP], where a tile has BM slots of one expert;
    those that fill it up are `slots`. w is [experts, N, K]. WRAP: N is no multiple of
    BN."""
    columns = tl.cdiv(N, BN)
    tile_m, tile_n = tl.program_id(0) // columns, tl.program_id(0) % columns
    slot = tl.load(slots_ptr + tile_m * BM + tl.arange(0, BM))
    expert = tl.load(experts_ptr + tile_m).to(tl.int64)
    taken = slot < slots
    at_n = tile_n * BN + tl.arange(0, BN)
    at_k = tl.arange(0, BK)
    row_of_w = at_n
    if WRAP:
        row_of_w = at_n % N
    x_at = x_ptr + (slot // TOP)[:, None] * K + at_k[None, :]
    w_at = w_ptr + expert * N * K + row_of_w[None, :] * K + at_k[:, None]
    total = tl.zeros((BM, BN), tl.float32)
    for step in range(0, tl.cdiv(K, BK)):
        left = K - step * BK
        x = tl.load(x_at, mask=taken[:, None] & (at_k[None, :] < left), other=0.0)
        w = tl.load(w_at, mask=at_k[:, None] < left, other=0.0)
        total += tl.dot(x, w)
        x_at += BK
        w_at += BK
    y_at = y_ptr + slot[:, None] * N + at_n[None, :]
    tl.store(y_at, total.to(tl.float16), mask=taken[:, None] & (at_n < N)[None, :])


@triton.jit
def int4_product(
    x_ptr, w_ptr, scales_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr,
    BK: tl.constexpr,
):  # fmt: skip
    """y = x w. A byte holds two numbers of a column of w, the first one in its low
    bits, from -8 to 7; 128 rows of w have one scale for each column."""
    at_m = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    at_n = tl.program_id(1) * BN + tl.arange(0, BN)
    offset = tl.arange(0, BK)
    shift = (offset % 2 * 4)[:, None]
    total = tl.zeros((BM, BN), tl.float32)
    for first in range(0, K, BK):
        at_k = first + offset
        x = tl.load(x_ptr + at_m * K + at_k[None, :], mask=at_m < M, other=0.0)
        packed = tl.load(w_ptr + (at_k // 2)[:, None] * N + at_n[None, :])
        scale = tl.load(scales_ptr + first // 128 * N + at_n)
        code = packed >> shift & 0xF
        w = (code.to(tl.float16) - 8.0) * scale[None, :]
        total = tl.dot(x, w.to(tl.float16), total)
    y_at = y_ptr + at_m * N + at_n[None, :]
    tl.store(y_at, total.to(tl.float16), mask=at_m < M)


@triton.jit
def scaled_product(
    a_ptr, b_ptr, c_ptr, a_scales_ptr, b_scales_ptr, M, N, K, BM: tl.constexpr,
    BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr,
):  # fmt: skip
    """c = a b^T of fp8. 128 numbers of a row of a have a scale, in [K / 128, M], and
    so have 128x128 numbers of b, in [N / 128, K / 128]. BK is 128."""
    tile_m, tile_n = _tile_of(M, N, BM, BN, GROUP)
    at_m = tile_m * BM + tl.arange(0, BM)
    at_n = tile_n * BN + tl.arange(0, BN)
    at_k = tl.arange(0, BK)
    row_of_a, row_of_b = at_m % M, at_n % N
    a_at = a_ptr + row_of_a[:, None] * K + at_k[None, :]
    b_at = b_ptr + row_of_b[None, :] * K + at_k[:, None]
    a_scale_at = a_scales_ptr + row_of_a
    b_scale_at = b_scales_ptr + row_of_b // 128 * tl.cdiv(K, 128)
    total = tl.zeros((BM, BN), tl.float32)
    for step in range(0, tl.cdiv(K, BK)):
        left = K - step * BK
        a = tl.load(a_at, mask=at_k[None, :] < left, other=0.0)
        b = tl.load(b_at, mask=at_k[:, None] < left, other=0.0)
        a_scale = tl.load(a_scale_at + step * M)
        b_scale = tl.load(b_scale_at + step)
        total += tl.dot(a, b) * a_scale[:, None] * b_scale[None, :]
        a_at += BK
        b_at += BK
    c_at = c_ptr + at_m[:, None] * N + at_n[None, :]
    inside = (at_m < M)[:, None] & (at_n < N)[None, :]
    tl.store(c_at, total.to(tl.bfloat16), mask=inside)


@triton.jit
def convolution(
    x_ptr, w_ptr, y_ptr, images, height, width, outputs, C: tl.constexpr,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    """3x3, with a border of zeros: the product of the pixels' neighbourhoods and the
    weights. x is [images, height, width, C], w is [outputs, 3, 3, C]; C is a multiple
    of BK, and outputs of BN."""
    pixel = tl.program_id(0) * BM + tl.arange(0, BM)
    at_n = tl.program_id(1) * BN + tl.arange(0, BN)
    at_k = tl.arange(0, BK)
    image = pixel // (height * width)
    row, column = pixel // width % height, pixel % width
    total = tl.zeros((BM, BN), tl.float32)
    for step in range(0, 9 * C // BK):
        tap, channel = step * BK // C, step * BK % C
        y, x = row + tap // 3 - 1, column + tap % 3 - 1
        inside = (image < images) & (y >= 0) & (y < height) & (x >= 0) & (x < width)
        neighbour = ((image * height + y) * width + x) * C + channel
        a = tl.load(x_ptr + neighbour[:, None] + at_k[None, :],
                    mask=inside[:, None], other=0.0)  # fmt: skip
        weight = tap * C + channel + at_k
        b = tl.load(w_ptr + at_n[None, :] * (9 * C) + weight[:, None])
        total = tl.dot(a, b, total)
    inside = (pixel < images * height * width)[:, None] & (at_n < outputs)[None, :]
    y_at = y_ptr + pixel[:, None] * outputs + at_n[None, :]
    tl.store(y_at, total.to(tl.float16), mask=inside)


# -- Attention


@triton.jit
def grouped_attention(
    q_ptr, k_ptr, v_ptr, out_ptr, scale, heads, owners, tokens, D: tl.constexpr,
    BM: tl.constexpr, BN: tl.constexpr, CAUSAL: tl.constexpr, WINDOW: tl.constexpr,
):  # fmt: skip
    """Of any number of tokens; `owners` heads have keys. WINDOW, if it is not 0, is the
    number of keys up to its own one that a query sees, where CAUSAL."""
    tile, query_head = tl.program_id(0), tl.program_id(1)
    batch, head = query_head // heads, query_head % heads
    owner = batch * owners + head // (heads // owners)
    mine, theirs = query_head.to(tl.int64) * tokens * D, owner.to(tl.int64) * tokens * D
    at_m = tile * BM + tl.arange(0, BM)
    at_d = tl.arange(0, D)
    own = at_m[:, None] * D + at_d[None, :]
    q = tl.load(q_ptr + mine + own, mask=at_m[:, None] < tokens, other=0.0)
    top = tl.full((BM,), -float("inf"), tl.float32)
    weight = tl.zeros((BM,), tl.float32)
    total = tl.zeros((BM, D), tl.float32)
    begin, end = 0, tokens
    if CAUSAL:
        end = min((tile + 1) * BM, tokens)
    if WINDOW:
        begin = max(tile * BM - WINDOW + 1, 0) // BN * BN
    for first in range(begin, end, BN):
        at_n = first + tl.arange(0, BN)
        k = tl.load(k_ptr + theirs + at_n[None, :] * D + at_d[:, None],
                    mask=at_n[None, :] < tokens, other=0.0)  # fmt: skip
        score = tl.dot(q, k) * (scale * LOG2E)
        if CAUSAL:
            seen = at_n[None, :] <= at_m[:, None]
        else:
            seen = at_n[None, :] < tokens
        if WINDOW:
            seen = seen & (at_m[:, None] - at_n[None, :] < WINDOW)
        score = tl.where(seen, score, MASKED)
        larger = tl.maximum(top, tl.max(score, 1))
        power = tl.exp2(score - larger[:, None])
        shrink = tl.exp2(top - larger)
        weight = weight * shrink + tl.sum(power, 1)
        total = total * shrink[:, None]
        v = tl.load(v_ptr + theirs + at_n[:, None] * D + at_d[None, :],
                    mask=at_n[:, None] < tokens, other=0.0)  # fmt: skip
        total = tl.dot(power.to(tl.float16), v, total)
        top = larger
    out = (total / weight[:, None]).to(tl.float16)
    tl.store(out_ptr + mine + own, out, mask=at_m[:, None] < tokens)


@triton.jit
def paged_part(
    q_ptr, k_ptr, v_ptr, table_ptr, lengths_ptr, parts_ptr, sums_ptr, scale,
    table_stride, heads, owners, GROUP: tl.constexpr, D: tl.constexpr,
    PAGE: tl.constexpr, BN: tl.constexpr, SPLITS: tl.constexpr,
):  # fmt: skip
    """A query of each head to a part of the keys of its request: the result, the
    largest score and the sum of exponentials. k and v are [pages, PAGE, owners, D]; the
    table has a row of pages for each request. GROUP is at most 16; a part can be empty,
    and then its result is NaN."""
    request, owner, part = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    length = tl.load(lengths_ptr + request)
    keys = tl.cdiv(tl.cdiv(length, BN), SPLITS) * BN
    begin = part * keys
    end = min(begin + keys, length)
    member = tl.arange(0, 16)
    head = request * heads + owner * GROUP + member
    at_d = tl.arange(0, D)
    exists = member < GROUP
    q = tl.load(q_ptr + head[:, None] * D + at_d[None, :],
                mask=exists[:, None], other=0.0)  # fmt: skip
    top = tl.full((16,), -float("inf"), tl.float32)
    weight = tl.zeros((16,), tl.float32)
    total = tl.zeros((16, D), tl.float32)
    for first in range(begin, end, BN):
        key = first + tl.arange(0, BN)
        seen = key < end
        page = tl.load(table_ptr + request * table_stride + key // PAGE,
                       mask=seen, other=0)  # fmt: skip
        row = ((page.to(tl.int64) * PAGE + key % PAGE) * owners + owner) * D
        k = tl.load(k_ptr + row[None, :] + at_d[:, None], mask=seen[None, :], other=0.0)
        score = tl.dot(q, k) * (scale * LOG2E)
        score = tl.where(seen[None, :], score, -float("inf"))
        larger = tl.maximum(top, tl.max(score, 1))
        power = tl.exp2(score - larger[:, None])
        shrink = tl.exp2(top - larger)
        weight = weight * shrink + tl.sum(power, 1)
        v = tl.load(v_ptr + row[:, None] + at_d[None, :], mask=seen[:, None], other=0.0)
        total = total * shrink[:, None] + tl.dot(power.to(tl.float16), v)
        top = larger
    at = head * SPLITS + part
    part_at = parts_ptr + at[:, None] * D + at_d[None, :]
    tl.store(part_at, total / weight[:, None], mask=exists[:, None])
    tl.store(sums_ptr + at * 2, top, mask=exists)
    tl.store(sums_ptr + at * 2 + 1, weight, mask=exists)


@triton.jit
def paged_merge(
    parts_ptr, sums_ptr, out_ptr, heads, D: tl.constexpr, SPLITS: tl.constexpr
):
    """The parts of a head, by their sums of exponentials. Empty ones are NaN."""
    head = tl.program_id(0) * heads + tl.program_id(1)
    at = head * SPLITS + tl.arange(0, SPLITS)
    at_d = tl.arange(0, D)
    top = tl.load(sums_ptr + at * 2)
    weight = tl.load(sums_ptr + at * 2 + 1) * tl.exp2(top - tl.max(top, 0))
    part = tl.load(parts_ptr + at[:, None] * D + at_d[None, :])
    part = tl.where((weight > 0)[:, None], part * weight[:, None], 0.0)
    out = tl.sum(part, 0) / tl.sum(weight, 0)
    tl.store(out_ptr + head * D + at_d, out.to(tl.float16))


# -- Normalisation


@triton.jit
def group_norm(
    x_ptr, weight_ptr, bias_ptr, out_ptr, channels, pixels, eps,
    MEMBERS: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    """A program normalises MEMBERS channels of an image, of `pixels` each, at once."""
    image, group = tl.program_id(0), tl.program_id(1)
    base = (image * channels + group * MEMBERS) * pixels
    count = MEMBERS * pixels
    at = tl.arange(0, BLOCK)
    inside = at < count
    x = tl.load(x_ptr + base + at, mask=inside, other=0.0).to(tl.float32)
    apart = tl.where(inside, x - tl.sum(x, 0) / count, 0.0)
    scale = tl.rsqrt(tl.sum(apart * apart, 0) / count + eps)
    channel = group * MEMBERS + at // pixels
    weight = tl.load(weight_ptr + channel, mask=inside, other=0.0).to(tl.float32)
    bias = tl.load(bias_ptr + channel, mask=inside, other=0.0).to(tl.float32)
    y = apart * scale * weight + bias
    tl.store(out_ptr + base + at, y.to(tl.float16), mask=inside)
