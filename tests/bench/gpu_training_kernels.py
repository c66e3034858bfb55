# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of gpu_training.py in Python Triton: gradients of attention and of
normalisations, losses, activations, rotations of positions, and attention of one
query."""

import triton
import triton.language as tl

LOG2E = tl.constexpr(1.4426950408889634)

# -- Gradients of attention. Tensors are [head, row, D]; `scale` multiplies scores, and
# logarithms are of base 2. `length` is a multiple of the blocks.


@triton.jit
def attention_delta(
    out_ptr, dout_ptr, delta_ptr, sums_ptr, length, D: tl.constexpr, BM: tl.constexpr,
    FUSED: tl.constexpr,
):  # fmt: skip
    """delta = sum(out * dout) of each row. FUSED: zeros what attention_fused adds to."""
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    base = tl.program_id(1).to(tl.int64) * length
    at = (base + row)[:, None] * D + tl.arange(0, D)[None, :]
    out = tl.load(out_ptr + at).to(tl.float32)
    dout = tl.load(dout_ptr + at).to(tl.float32)
    tl.store(delta_ptr + base + row, tl.sum(out * dout, 1))
    if FUSED:
        tl.store(sums_ptr + at, tl.zeros((BM, D), dtype=tl.float32))


@triton.jit
def _keys_step(
    k, v, dk, dv, q_at, dout_at, log_at, delta_at, scale, first, at_n,
    BM: tl.constexpr, MASKED: tl.constexpr,
):  # fmt: skip
    """Adds the part of BM queries to the gradients of a block of keys and values; all
    products are of transposed scores, [key, query]."""
    q = tl.load(q_at)
    dout = tl.load(dout_at)
    powers = tl.math.exp2(tl.dot(k, tl.trans(q)) * scale - tl.load(log_at)[None, :])
    if MASKED:
        at_m = first + tl.arange(0, BM)
        powers = tl.where(at_m[None, :] >= at_n[:, None], powers, 0.0)
    dv = tl.dot(powers.to(dout.dtype), dout, dv)
    dpowers = tl.dot(v, tl.trans(dout))
    dscores = powers * (dpowers - tl.load(delta_at)[None, :])
    dk = tl.dot(dscores.to(q.dtype), q, dk)
    return dk, dv


@triton.jit
def attention_keys(
    q_ptr, k_ptr, v_ptr, dout_ptr, log_ptr, delta_ptr, dk_ptr, dv_ptr, scale, length,
    D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, CAUSAL: tl.constexpr,
):  # fmt: skip
    """The gradients of BN keys and values; BN is a multiple of BM."""
    start = tl.program_id(0) * BN
    head = tl.program_id(1).to(tl.int64) * length
    at_d = tl.arange(0, D)
    at_n = start + tl.arange(0, BN)
    at = (head + at_n)[:, None] * D + at_d[None, :]
    k = tl.load(k_ptr + at)
    v = tl.load(v_ptr + at)
    dk = tl.zeros((BN, D), dtype=tl.float32)
    dv = tl.zeros((BN, D), dtype=tl.float32)
    first = 0
    if CAUSAL:
        first = start
    at_m = head + first + tl.arange(0, BM)
    rows = at_m[:, None] * D + at_d[None, :]
    q_at, dout_at = q_ptr + rows, dout_ptr + rows
    log_at, delta_at = log_ptr + at_m, delta_ptr + at_m
    power_scale = scale * 1.4426950408889634
    if CAUSAL:
        for m in range(start, start + BN, BM):
            dk, dv = _keys_step(
                k, v, dk, dv, q_at, dout_at, log_at, delta_at, power_scale, m, at_n,
                BM, True,
            )  # fmt: skip
            q_at += BM * D
            dout_at += BM * D
            log_at += BM
            delta_at += BM
        first = start + BN
    for m in range(first, length, BM):
        dk, dv = _keys_step(
            k, v, dk, dv, q_at, dout_at, log_at, delta_at, power_scale, m, at_n, BM,
            False,
        )  # fmt: skip
        q_at += BM * D
        dout_at += BM * D
        log_at += BM
        delta_at += BM
    tl.store(dk_ptr + at, (dk * scale).to(dk_ptr.dtype.element_ty))
    tl.store(dv_ptr + at, dv.to(dv_ptr.dtype.element_ty))


@triton.jit
def _queries_step(
    q, dout, dq, log, delta, k_at, v_at, scale, at_m, at_n, MASKED: tl.constexpr
):
    """Adds the part of a block of keys and values to the gradient of queries."""
    k = tl.load(k_at)
    v = tl.load(v_at)
    powers = tl.math.exp2(tl.dot(q, tl.trans(k)) * scale - log[:, None])
    if MASKED:
        powers = tl.where(at_m[:, None] >= at_n[None, :], powers, 0.0)
    dscores = powers * (tl.dot(dout, tl.trans(v)) - delta[:, None])
    return tl.dot(dscores.to(k.dtype), k, dq)


@triton.jit
def attention_queries(
    q_ptr, k_ptr, v_ptr, dout_ptr, log_ptr, delta_ptr, dq_ptr, scale, length,
    D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, CAUSAL: tl.constexpr,
):  # fmt: skip
    """The gradient of BM queries; BM is a multiple of BN."""
    start = tl.program_id(0) * BM
    head = tl.program_id(1).to(tl.int64) * length
    at_d = tl.arange(0, D)
    at_m = start + tl.arange(0, BM)
    at_n = tl.arange(0, BN)
    at = (head + at_m)[:, None] * D + at_d[None, :]
    q = tl.load(q_ptr + at)
    dout = tl.load(dout_ptr + at)
    log = tl.load(log_ptr + head + at_m)
    delta = tl.load(delta_ptr + head + at_m)
    dq = tl.zeros((BM, D), dtype=tl.float32)
    rows = (head + at_n)[:, None] * D + at_d[None, :]
    k_at, v_at = k_ptr + rows, v_ptr + rows
    power_scale = scale * 1.4426950408889634
    end = length
    if CAUSAL:
        end = start
    for _ in range(0, end, BN):
        dq = _queries_step(
            q, dout, dq, log, delta, k_at, v_at, power_scale, at_m, at_n, False
        )
        k_at += BN * D
        v_at += BN * D
    if CAUSAL:
        for n in range(start, start + BM, BN):
            dq = _queries_step(
                q, dout, dq, log, delta, k_at, v_at, power_scale, at_m, n + at_n,
                True,
            )  # fmt: skip
            k_at += BN * D
            v_at += BN * D
    tl.store(dq_ptr + at, (dq * scale).to(dq_ptr.dtype.element_ty))


@triton.jit
def _both_step(
    k, v, dk, dv, q_ptr, dout_ptr, log_ptr, delta_ptr, sums, scale, head, first, at_n,
    D: tl.constexpr, BM: tl.constexpr, ADD: tl.constexpr, MASKED: tl.constexpr,
):  # fmt: skip
    """_keys_step, and adds the part of the block of keys to the gradients of BM
    queries in memory."""
    at_m = first + tl.arange(0, BM)
    rows = (head + at_m)[:, None] * D + tl.arange(0, D)[None, :]
    q = tl.load(q_ptr + rows)
    dout = tl.load(dout_ptr + rows)
    log = tl.load(log_ptr + head + at_m)
    delta = tl.load(delta_ptr + head + at_m)
    scores = tl.dot(k, tl.trans(q))
    dpowers = tl.dot(v, tl.trans(dout))  # runs while powers are computed
    powers = tl.math.exp2(scores * scale - log[None, :])
    if MASKED:
        powers = tl.where(at_m[None, :] >= at_n[:, None], powers, 0.0)
    dv = tl.dot(powers.to(dout.dtype), dout, dv)
    dscores = (powers * (dpowers - delta[None, :])).to(q.dtype)
    dk = tl.dot(dscores, q, dk)
    part = tl.dot(tl.trans(dscores), k)
    if ADD == "bulk":
        sums.atomic_add([(head + first).to(tl.int32), 0], part)
    else:
        tl.atomic_add(sums + rows, part, sem="relaxed")
    return dk, dv


@triton.jit
def attention_fused(
    q_ptr, k_ptr, v_ptr, dout_ptr, log_ptr, delta_ptr, dq_ptr, dk_ptr, dv_ptr, scale,
    length, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, CAUSAL: tl.constexpr,
    ADD: tl.constexpr,
):  # fmt: skip
    """The gradients of BN keys and values, and their part of those of all queries,
    which is added to `dq_ptr`, of fp32 and without the scale: by atomics, or by bulk
    reductions of tensors. It takes 5 products, attention_keys and attention_queries 7.
    BN is a multiple of BM."""
    start = tl.program_id(0) * BN
    head = tl.program_id(1).to(tl.int64) * length
    at_n = start + tl.arange(0, BN)
    at = (head + at_n)[:, None] * D + tl.arange(0, D)[None, :]
    k = tl.load(k_ptr + at)
    v = tl.load(v_ptr + at)
    dk = tl.zeros((BN, D), dtype=tl.float32)
    dv = tl.zeros((BN, D), dtype=tl.float32)
    power_scale = scale * 1.4426950408889634
    sums = dq_ptr
    if ADD == "bulk":
        rows = length * tl.num_programs(1)
        sums = tl.make_tensor_descriptor(dq_ptr, [rows, D], [D, 1], [BM, D])
    first = 0
    if CAUSAL:
        for m in range(start, start + BN, BM):
            dk, dv = _both_step(
                k, v, dk, dv, q_ptr, dout_ptr, log_ptr, delta_ptr, sums, power_scale,
                head, m, at_n, D, BM, ADD, True,
            )  # fmt: skip
        first = start + BN
    for m in range(first, length, BM):
        dk, dv = _both_step(
            k, v, dk, dv, q_ptr, dout_ptr, log_ptr, delta_ptr, sums, power_scale, head,
            m, at_n, D, BM, ADD, False,
        )  # fmt: skip
    tl.store(dk_ptr + at, (dk * scale).to(dk_ptr.dtype.element_ty))
    tl.store(dv_ptr + at, dv.to(dv_ptr.dtype.element_ty))


@triton.jit
def attention_scaled(
    sums_ptr, dq_ptr, scale, length, D: tl.constexpr, BM: tl.constexpr
):
    """The gradient of queries of the sums of attention_fused."""
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    base = tl.program_id(1).to(tl.int64) * length
    at = (base + row)[:, None] * D + tl.arange(0, D)[None, :]
    dq = tl.load(sums_ptr + at) * scale
    tl.store(dq_ptr + at, dq.to(dq_ptr.dtype.element_ty))


# -- Gradients of normalisations


@triton.jit
def norm_rows(
    x_ptr, weight_ptr, dy_ptr, mean_ptr, scale_ptr, dx_ptr, dweights_ptr, dbiases_ptr,
    rows, columns, BLOCK: tl.constexpr, RMS: tl.constexpr,
):  # fmt: skip
    """The gradient of each num_programs-th row, and a program's sums for those of
    weights and biases. RMS: without mean and bias."""
    at = tl.arange(0, BLOCK)
    inside = at < columns
    weight = tl.load(weight_ptr + at, mask=inside, other=0.0).to(tl.float32)
    dweight = tl.zeros((BLOCK,), dtype=tl.float32)
    dbias = tl.zeros((BLOCK,), dtype=tl.float32)
    for row in range(tl.program_id(0), rows, tl.num_programs(0)):
        place = row * columns + at
        x = tl.load(x_ptr + place, mask=inside, other=0.0).to(tl.float32)
        dy = tl.load(dy_ptr + place, mask=inside, other=0.0).to(tl.float32)
        scale = tl.load(scale_ptr + row)
        if RMS:
            normal = x * scale
        else:
            normal = tl.where(inside, (x - tl.load(mean_ptr + row)) * scale, 0.0)
        inner = dy * weight
        dx = inner - normal * (tl.sum(inner * normal, axis=0) / columns)
        if not RMS:
            dx -= tl.sum(inner, axis=0) / columns
            dbias += dy
        dweight += dy * normal
        dx *= scale
        tl.store(dx_ptr + place, dx.to(dx_ptr.dtype.element_ty), mask=inside)
    part = tl.program_id(0) * columns + at
    tl.store(dweights_ptr + part, dweight, mask=inside)
    if not RMS:
        tl.store(dbiases_ptr + part, dbias, mask=inside)


@triton.jit
def norm_columns(
    dweights_ptr, dbiases_ptr, dweight_ptr, dbias_ptr, parts, columns,
    ROWS: tl.constexpr, COLUMNS: tl.constexpr, RMS: tl.constexpr,
):  # fmt: skip
    """Sums the parts of norm_rows; columns beyond the last one are loaded from the
    first ones."""
    at = tl.program_id(0) * COLUMNS + tl.arange(0, COLUMNS)
    inside = at < columns
    from_column = (at % columns)[None, :]
    dweight = tl.zeros((ROWS, COLUMNS), dtype=tl.float32)
    dbias = tl.zeros((ROWS, COLUMNS), dtype=tl.float32)
    for start in range(0, parts, ROWS):
        row = start + tl.arange(0, ROWS)
        mask = (row < parts)[:, None]
        place = row[:, None] * columns + from_column
        dweight += tl.load(dweights_ptr + place, mask=mask, other=0.0)
        if not RMS:
            dbias += tl.load(dbiases_ptr + place, mask=mask, other=0.0)
    total = tl.sum(dweight, axis=0)
    tl.store(dweight_ptr + at, total.to(dweight_ptr.dtype.element_ty), mask=inside)
    if not RMS:
        total = tl.sum(dbias, axis=0)
        tl.store(dbias_ptr + at, total.to(dbias_ptr.dtype.element_ty), mask=inside)


# -- Losses, activations, rotations


@triton.jit
def cross_entropy(
    logits_ptr, targets_ptr, losses_ptr, dlogits_ptr, columns, dloss,
    BLOCK: tl.constexpr,
):  # fmt: skip
    """The loss of a row, and the gradient of its logits for the gradient `dloss`, from
    its end on, which is still in the cache."""
    row = tl.program_id(0).to(tl.int64)
    logits_ptr += row * columns
    dlogits_ptr += row * columns
    target = tl.load(targets_ptr + row).to(tl.int32)
    x_target = tl.load(logits_ptr + target).to(tl.float32)
    largest = tl.full((BLOCK,), -1.0e30, dtype=tl.float32)
    sums = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        x = tl.load(logits_ptr + at, mask=at < columns, other=-1.0e30).to(tl.float32)
        # One of e^(largest - larger) and e^(x - larger) is 1.
        larger = tl.maximum(largest, x)
        power = tl.math.exp2((tl.minimum(largest, x) - larger) * LOG2E)
        sums = tl.where(x > largest, sums * power + 1, sums + power)
        largest = larger
    peak = tl.max(largest, axis=0)
    total = tl.sum(sums * tl.math.exp2((largest - peak) * LOG2E), axis=0)
    log = peak + tl.log(total)
    tl.store(losses_ptr + row, log - x_target)
    log *= LOG2E
    for start in range(0, columns, BLOCK):
        at = columns - BLOCK - start + tl.arange(0, BLOCK)
        inside = at >= 0
        x = tl.load(logits_ptr + at, mask=inside, other=-1.0e30).to(tl.float32)
        y = tl.math.exp2(x * LOG2E - log) - tl.where(at == target, 1.0, 0.0)
        y = (y * dloss).to(dlogits_ptr.dtype.element_ty)
        tl.store(dlogits_ptr + at, y, mask=inside)


@triton.jit
def rope(
    x_ptr, cos_ptr, sin_ptr, out_ptr, heads, HALF: tl.constexpr, HEADS: tl.constexpr
):
    """Rotates pairs (i, i + HALF) of each head of a position; HEADS of them at once."""
    position = tl.program_id(0)
    head = tl.program_id(1) * HEADS + tl.arange(0, HEADS)
    at = tl.arange(0, HALF)
    cos = tl.load(cos_ptr + position * HALF + at)[None, :]
    sin = tl.load(sin_ptr + position * HALF + at)[None, :]
    row = position.to(tl.int64) * heads + head
    low = row[:, None] * (2 * HALF) + at[None, :]
    inside = (head < heads)[:, None]
    a = tl.load(x_ptr + low, mask=inside, other=0.0).to(tl.float32)
    b = tl.load(x_ptr + low + HALF, mask=inside, other=0.0).to(tl.float32)
    kind = out_ptr.dtype.element_ty
    tl.store(out_ptr + low, (a * cos - b * sin).to(kind), mask=inside)
    tl.store(out_ptr + low + HALF, (b * cos + a * sin).to(kind), mask=inside)


@triton.jit
def swiglu(a_ptr, b_ptr, out_ptr, n, BLOCK: tl.constexpr):
    """silu(a) * b."""
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    a = tl.load(a_ptr + at, mask=inside, other=0.0).to(tl.float32)
    b = tl.load(b_ptr + at, mask=inside, other=0.0).to(tl.float32)
    y = a / (1 + tl.exp(-a)) * b
    tl.store(out_ptr + at, y.to(out_ptr.dtype.element_ty), mask=inside)


@triton.jit
def swiglu_gradients(
    a_ptr, b_ptr, dout_ptr, da_ptr, db_ptr, n, BLOCK: tl.constexpr
):
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    a = tl.load(a_ptr + at, mask=inside, other=0.0).to(tl.float32)
    b = tl.load(b_ptr + at, mask=inside, other=0.0).to(tl.float32)
    dout = tl.load(dout_ptr + at, mask=inside, other=0.0).to(tl.float32)
    gate = 1 / (1 + tl.exp(-a))
    da = dout * b * gate * (1 + a * (1 - gate))
    db = dout * a * gate
    tl.store(da_ptr + at, da.to(da_ptr.dtype.element_ty), mask=inside)
    tl.store(db_ptr + at, db.to(db_ptr.dtype.element_ty), mask=inside)


# -- Attention of one query, whose keys and values are split


@triton.jit
def decode_part(
    q_ptr, k_ptr, v_ptr, parts_ptr, logs_ptr, scale, length, splits,
    GROUP: tl.constexpr, ROWS: tl.constexpr, D: tl.constexpr, BN: tl.constexpr,
):  # fmt: skip
    """Attention of GROUP queries to a split of the keys and values that they share:
    the normalised result, and the logarithm (of base 2) of the sum of exponentials.
    A split has length / splits keys, a multiple of BN. ROWS: GROUP, or 16 if that is
    more, as tensor cores take."""
    owner = tl.program_id(0).to(tl.int64)
    split = tl.program_id(1)
    at_row = tl.arange(0, ROWS)
    at_d = tl.arange(0, D)
    at_n = tl.arange(0, BN)
    is_query = at_row < GROUP
    query = owner * GROUP + at_row
    q = tl.load(
        q_ptr + query[:, None] * D + at_d[None, :], mask=is_query[:, None], other=0.0
    )
    size = length // splits
    rows = (owner * length + split * size + at_n)[:, None] * D + at_d[None, :]
    k_at, v_at = k_ptr + rows, v_ptr + rows
    largest = tl.full((ROWS,), -float("inf"), dtype=tl.float32)
    sums = tl.zeros((ROWS,), dtype=tl.float32)
    total = tl.zeros((ROWS, D), dtype=tl.float32)
    scale *= 1.4426950408889634
    for _ in range(0, size, BN):
        scores = tl.dot(q, tl.trans(tl.load(k_at))) * scale
        larger = tl.maximum(largest, tl.max(scores, 1))
        powers = tl.math.exp2(scores - larger[:, None])
        decay = tl.math.exp2(largest - larger)
        v = tl.load(v_at)
        total = tl.dot(powers.to(v.dtype), v, total * decay[:, None])
        sums = sums * decay + tl.sum(powers, 1)
        largest = larger
        k_at += BN * D
        v_at += BN * D
    place = query * splits + split
    y = total / sums[:, None]
    tl.store(
        parts_ptr + place[:, None] * D + at_d[None, :], y, mask=is_query[:, None]
    )
    tl.store(logs_ptr + place, largest + tl.math.log2(sums), mask=is_query)


@triton.jit
def decode_sum(
    parts_ptr, logs_ptr, out_ptr, splits, SPLITS: tl.constexpr, D: tl.constexpr
):
    """The parts of a query, weighted by their sums. SPLITS: at least `splits`."""
    query = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, SPLITS)
    at_d = tl.arange(0, D)
    inside = at < splits
    logs = tl.load(logs_ptr + query * splits + at, mask=inside, other=-float("inf"))
    weights = tl.math.exp2(logs - tl.max(logs, axis=0))
    weights = weights / tl.sum(weights, axis=0)
    place = (query * splits + at)[:, None] * D + at_d[None, :]
    parts = tl.load(parts_ptr + place, mask=inside[:, None], other=0.0)
    y = tl.sum(parts * weights[:, None], axis=0)
    tl.store(out_ptr + query * D + at_d, y.to(out_ptr.dtype.element_ty))
