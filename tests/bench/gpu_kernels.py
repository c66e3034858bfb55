# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of gpu.py, and of tests/cases/gpu/cases_kernels.py, in Python Triton."""

import triton
import triton.language as tl


@triton.jit
def add(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    x = tl.load(x_ptr + at, mask=inside)
    y = tl.load(y_ptr + at, mask=inside)
    tl.store(out_ptr + at, x + y, mask=inside)


@triton.jit
def softmax(out_ptr, in_ptr, out_stride, in_stride, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    x = tl.load(in_ptr + row * in_stride + at, mask=inside, other=-float("inf"))
    powers = tl.exp(x - tl.max(x, axis=0))
    y = powers / tl.sum(powers, axis=0)
    tl.store(out_ptr + row * out_stride + at, y, mask=inside)


@triton.jit
def softmax_rows(out_ptr, in_ptr, out_stride, in_stride, rows, columns,
                 ROWS: tl.constexpr, BLOCK: tl.constexpr):  # fmt: skip
    """ROWS of them at once, for short ones."""
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = tl.arange(0, BLOCK)
    inside = (row < rows)[:, None] & (at < columns)[None, :]
    source = in_ptr + row[:, None] * in_stride + at[None, :]
    x = tl.load(source, mask=inside, other=-float("inf"))
    powers = tl.exp(x - tl.max(x, axis=1)[:, None])
    y = powers / tl.sum(powers, axis=1)[:, None]
    tl.store(out_ptr + row[:, None] * out_stride + at[None, :], y, mask=inside)


@triton.jit
def softmax_whole(out_ptr, in_ptr, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    """ROWS of BLOCK columns at once, without masks."""
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = row[:, None] * BLOCK + tl.arange(0, BLOCK)[None, :]
    x = tl.load(in_ptr + at)
    powers = tl.exp(x - tl.max(x, axis=1)[:, None])
    tl.store(out_ptr + at, powers / tl.sum(powers, axis=1)[:, None])


@triton.jit
def layer_norm(
    x_ptr, y_ptr, weight_ptr, bias_ptr, mean_ptr, scale_ptr, stride, columns,
    eps, BLOCK: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0)
    x_ptr += row * stride
    y_ptr += row * stride
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + at, mask=at < columns, other=0.0)
        total += x.to(tl.float32)
    mean = tl.sum(total, axis=0) / columns
    squares = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + at, mask=at < columns, other=0.0).to(tl.float32)
        apart = tl.where(at < columns, x - mean, 0.0)
        squares += apart * apart
    scale = 1 / tl.sqrt(tl.sum(squares, axis=0) / columns + eps)
    tl.store(mean_ptr + row, mean)
    tl.store(scale_ptr + row, scale)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        inside = at < columns
        weight = tl.load(weight_ptr + at, mask=inside)
        bias = tl.load(bias_ptr + at, mask=inside)
        x = tl.load(x_ptr + at, mask=inside, other=0.0).to(tl.float32)
        y = (x - mean) * scale * weight + bias
        tl.store(y_ptr + at, y, mask=inside)


@triton.jit
def matmul(
    a_ptr, b_ptr, c_ptr, M, N, K, stride_am, stride_ak, stride_bk, stride_bn,
    stride_cm, stride_cn, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
    GROUP: tl.constexpr, ACC: tl.constexpr, PRECISION: tl.constexpr,
):  # fmt: skip
    """Programs in groups of GROUP rows of tiles; edges wrap around in M and N
    and are masked in K."""
    program = tl.program_id(0)
    rows, columns = tl.cdiv(M, BM), tl.cdiv(N, BN)
    in_group = GROUP * columns
    first = program // in_group * GROUP
    size = min(rows - first, GROUP)
    tile_m = first + program % size
    tile_n = program % in_group // size
    at_m = (tile_m * BM + tl.arange(0, BM)) % M
    at_n = (tile_n * BN + tl.arange(0, BN)) % N
    at_k = tl.arange(0, BK)
    a_at = a_ptr + (at_m[:, None] * stride_am + at_k[None, :] * stride_ak)
    b_at = b_ptr + (at_k[:, None] * stride_bk + at_n[None, :] * stride_bn)
    total = tl.zeros((BM, BN), dtype=ACC)
    for k in range(0, tl.cdiv(K, BK)):
        a = tl.load(a_at, mask=at_k[None, :] < K - k * BK, other=0.0)
        b = tl.load(b_at, mask=at_k[:, None] < K - k * BK, other=0.0)
        total = tl.dot(
            a, b, total, input_precision=PRECISION, out_dtype=ACC
        )
        a_at += BK * stride_ak
        b_at += BK * stride_bk
    c = total.to(c_ptr.dtype.element_ty)
    at_m = tile_m * BM + tl.arange(0, BM)
    at_n = tile_n * BN + tl.arange(0, BN)
    c_at = c_ptr + stride_cm * at_m[:, None] + stride_cn * at_n[None, :]
    tl.store(c_at, c, mask=(at_m[:, None] < M) & (at_n[None, :] < N))


@triton.jit
def matmul_silu(
    a_ptr, b_ptr, c_ptr, bias_ptr, other_ptr, M, N, K, stride_am, stride_bk,
    stride_cm, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    """silu(a b + bias) * other, row-major."""
    at_m = tl.program_id(0) * BM + tl.arange(0, BM)
    at_n = tl.program_id(1) * BN + tl.arange(0, BN)
    at_k = tl.arange(0, BK)
    a_at = a_ptr + (at_m[:, None] % M) * stride_am + at_k[None, :]
    b_at = b_ptr + at_k[:, None] * stride_bk + at_n[None, :] % N
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        a = tl.load(a_at, mask=at_k[None, :] < K - k, other=0.0)
        b = tl.load(b_at, mask=at_k[:, None] < K - k, other=0.0)
        total = tl.dot(a, b, total)
        a_at += BK
        b_at += BK * stride_bk
    inside = (at_m[:, None] < M) & (at_n[None, :] < N)
    bias = tl.load(bias_ptr + at_n, mask=at_n < N, other=0.0)
    x = total + bias[None, :].to(tl.float32)
    x = x / (1 + tl.exp(-x))
    place = at_m[:, None] * stride_cm + at_n[None, :]
    other = tl.load(other_ptr + place, mask=inside, other=0.0)
    x = x * other.to(tl.float32)
    tl.store(c_ptr + place, x.to(tl.float16), mask=inside)


@triton.jit
def _attention_step(
    q, k_at, v_at, largest, sums, total, scale, at_m, at_n, MASKED: tl.constexpr
):
    """A block of keys and values: rescales the sums by the largest so far."""
    k = tl.load(k_at)
    scores = tl.dot(q, k)
    if MASKED:
        scores = tl.where(
            at_m[:, None] >= at_n[None, :], scores, -float("inf")
        )
    larger = tl.maximum(largest, tl.max(scores, 1) * scale)
    powers = tl.math.exp2(scores * scale - larger[:, None])
    decay = tl.math.exp2(largest - larger)
    sums = sums * decay + tl.sum(powers, 1)
    total = total * decay[:, None]
    v = tl.load(v_at)
    total = tl.dot(powers.to(v.dtype), v, total)
    return larger, sums, total


@triton.jit
def attention(
    q_ptr, k_ptr, v_ptr, out_ptr, scale, stride_head, stride_row, length,
    D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, CAUSAL: tl.constexpr,
):  # fmt: skip
    """softmax(q k^T scale) v of one head, BM rows a program; `length` is a
    multiple of BM and BN, and BM of BN."""
    block = tl.program_id(0)
    base = tl.program_id(1).to(tl.int64) * stride_head
    at_m = block * BM + tl.arange(0, BM)
    at_n = tl.arange(0, BN)
    at_d = tl.arange(0, D)
    rows = base + at_m[:, None] * stride_row + at_d[None, :]
    q = tl.load(q_ptr + rows)
    k_at = k_ptr + base + at_n[None, :] * stride_row + at_d[:, None]
    v_at = v_ptr + base + at_n[:, None] * stride_row + at_d[None, :]
    largest = tl.full((BM,), -float("inf"), dtype=tl.float32)
    sums = tl.zeros((BM,), dtype=tl.float32)
    total = tl.zeros((BM, D), dtype=tl.float32)
    scale *= 1.4426950408889634  # powers of 2 instead of e
    end = length
    if CAUSAL:
        end = block * BM
    for _ in range(0, end, BN):
        largest, sums, total = _attention_step(
            q, k_at, v_at, largest, sums, total, scale, at_m, at_n, False
        )
        k_at += BN * stride_row
        v_at += BN * stride_row
    if CAUSAL:
        for start in range(end, end + BM, BN):
            largest, sums, total = _attention_step(
                q, k_at, v_at, largest, sums, total, scale, at_m, start + at_n,
                True,
            )  # fmt: skip
            k_at += BN * stride_row
            v_at += BN * stride_row
    y = total / sums[:, None]
    tl.store(out_ptr + rows, y.to(out_ptr.dtype.element_ty))


@triton.jit
def cumulative_sum(in_ptr, out_ptr, columns, BLOCK: tl.constexpr, REVERSE: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(in_ptr + row * columns + at, mask=at < columns, other=0)
    y = tl.cumsum(x, axis=0, reverse=REVERSE)
    tl.store(out_ptr + row * columns + at, y, mask=at < columns)


@triton.jit
def arg_max(in_ptr, index_ptr, value_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(
        in_ptr + row * columns + at, mask=at < columns, other=-float("inf")
    )
    value, index = tl.max(x, axis=0, return_indices=True)
    tl.store(index_ptr + row, index)
    tl.store(value_ptr + row, value)


@triton.jit
def count_values(in_ptr, out_ptr, n, BINS: tl.constexpr, BLOCK: tl.constexpr):
    """A histogram of all programs together."""
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    x = tl.load(in_ptr + at, mask=inside, other=0)
    counts = tl.histogram(x, BINS, mask=inside)
    tl.atomic_add(out_ptr + tl.arange(0, BINS), counts)


@triton.jit
def transpose(in_ptr, out_ptr, rows, columns, BM: tl.constexpr, BN: tl.constexpr):
    at_m = tl.program_id(0) * BM + tl.arange(0, BM)
    at_n = tl.program_id(1) * BN + tl.arange(0, BN)
    inside = (at_m[:, None] < rows) & (at_n[None, :] < columns)
    x = tl.load(in_ptr + at_m[:, None] * columns + at_n[None, :], mask=inside)
    place = out_ptr + at_n[:, None] * rows + at_m[None, :]
    tl.store(place, tl.trans(x), mask=tl.trans(inside))


@triton.jit
def sort_rows(in_ptr, out_ptr, COLUMNS: tl.constexpr):
    at = tl.program_id(0) * COLUMNS + tl.arange(0, COLUMNS)
    tl.store(out_ptr + at, tl.sort(tl.load(in_ptr + at)))


@triton.jit
def dropout(x_ptr, out_ptr, n, p, seed, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    x = tl.load(x_ptr + at, mask=inside)
    keep = tl.rand(seed, at) > p
    tl.store(out_ptr + at, tl.where(keep, x / (1 - p), 0.0), mask=inside)


@triton.jit
def transpose_tiles(in_ptr, out_ptr, rows, columns, BM: tl.constexpr, BN: tl.constexpr):
    """Transposes a matrix whose extents are multiples of the tile's."""
    at_m = tl.program_id(0) * BM + tl.arange(0, BM)
    at_n = tl.program_id(1) * BN + tl.arange(0, BN)
    x = tl.load(in_ptr + at_m[:, None] * columns + at_n[None, :])
    tl.store(out_ptr + at_n[:, None] * rows + at_m[None, :], tl.trans(x))


@triton.jit
def sort_tiles(in_ptr, out_ptr, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    """ROWS whole rows a program."""
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = row[:, None] * COLUMNS + tl.arange(0, COLUMNS)[None, :]
    tl.store(out_ptr + at, tl.sort(tl.load(in_ptr + at)))


@triton.jit
def largest_of_rows(
    in_ptr, out_ptr, ROWS: tl.constexpr, COLUMNS: tl.constexpr, COUNT: tl.constexpr
):
    """The COUNT largest of each row, in descending order."""
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    x = tl.load(in_ptr + row[:, None] * COLUMNS + tl.arange(0, COLUMNS)[None, :])
    place = out_ptr + row[:, None] * COUNT + tl.arange(0, COUNT)[None, :]
    tl.store(place, tl.topk(x, COUNT))


@triton.jit
def fill(out_ptr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, tl.zeros((BLOCK,), dtype=tl.float32))


@triton.jit
def uniform(out_ptr, seed, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, tl.rand(seed, at))


@triton.jit
def uniform4(out_ptr, seed, BLOCK: tl.constexpr):
    """All four words of each counter, one after the other."""
    at = tl.program_id(0) * (BLOCK // 4) + tl.arange(0, BLOCK // 4)
    a, b, c, d = tl.rand4x(seed, at)
    words = tl.reshape(tl.join(tl.join(a, c), tl.join(b, d)), (BLOCK,))
    tl.store(out_ptr + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK), words)


@triton.jit
def normal(out_ptr, seed, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, tl.randn(seed, at))
