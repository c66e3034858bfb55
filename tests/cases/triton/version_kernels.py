# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels for each operation of `tt`, for make_version_texts.py.

SPECIALISATIONS has the arguments of each: types by name, and constants. A kernel
of SINCE exists from that version of Triton on, one of UNTIL up to that version.
"""

import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def cached(x_ptr, out_ptr, n, LOAD: tl.constexpr, STORE: tl.constexpr,
           EVICT: tl.constexpr):  # fmt: skip
    at = tl.program_id(0) * 256 + tl.arange(0, 256)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0, cache_modifier=LOAD,
                eviction_policy=EVICT)  # fmt: skip
    tl.store(out_ptr + at, x, mask=at < n, cache_modifier=STORE,
             eviction_policy=EVICT)  # fmt: skip


@triton.jit
def volatile(x_ptr, out_ptr):
    tl.store(out_ptr, tl.load(x_ptr, volatile=True))


@triton.jit
def updates(x_ptr, y_ptr, out_ptr, n, SEM: tl.constexpr, SCOPE: tl.constexpr):
    at = tl.arange(0, 128)
    y = tl.load(y_ptr + at)
    old = tl.atomic_add(x_ptr + at, y, mask=at < n, sem=SEM, scope=SCOPE)
    old += tl.atomic_max(x_ptr + at, y, sem=SEM, scope=SCOPE)
    old += tl.atomic_xchg(x_ptr + at, y, sem=SEM, scope=SCOPE)
    old += tl.atomic_cas(x_ptr + at, y, old, sem=SEM, scope=SCOPE)
    tl.store(out_ptr + at, old)


@triton.jit
def bits(x_ptr, y_ptr):
    at = tl.arange(0, 64)
    y = tl.load(y_ptr + at)
    tl.atomic_and(x_ptr + at, y)
    tl.atomic_or(x_ptr + at, y)
    tl.atomic_xor(x_ptr + at, y)
    tl.atomic_min(x_ptr + at, y)


@triton.jit
def described(x_ptr, out_ptr, m, n, ROWS: tl.constexpr, COLUMNS: tl.constexpr,
              PADDING: tl.constexpr, EVICT: tl.constexpr):  # fmt: skip
    x = tl.make_tensor_descriptor(x_ptr, [m, n], [n, 1], [ROWS, COLUMNS],
                                  padding_option=PADDING)  # fmt: skip
    out = tl.make_tensor_descriptor(out_ptr, [m, n], [n, 1], [ROWS, COLUMNS])
    i = tl.program_id(0) * ROWS
    tile = tl.load_tensor_descriptor(x, [i, 0])
    out.store([i, 0], tile + tile)
    out.atomic_add([i, 0], tile)


@triton.jit
def passed(x, out, i):
    out.store([i, 0], x.load([i, 0]))


@triton.jit
def rows(x_ptr, out_ptr, index_ptr, m, n, COLUMNS: tl.constexpr):
    x = tl.make_tensor_descriptor(x_ptr, [m, n], [n, 1], [1, COLUMNS])
    out = tl.make_tensor_descriptor(out_ptr, [m, n], [n, 1], [1, COLUMNS])
    index = tl.load(index_ptr + tl.arange(0, 32))
    out.scatter(x.gather(index, 0), index, 0)


@triton.jit
def product(a_ptr, b_ptr, out_ptr, k, M: tl.constexpr, N: tl.constexpr,
            K: tl.constexpr, PRECISION: tl.constexpr):  # fmt: skip
    i, j, l = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    total = tl.zeros((M, N), dtype=tl.float32)
    for start in tl.range(0, k, K, num_stages=4):
        a = tl.load(a_ptr + i[:, None] * k + (start + l)[None, :])
        b = tl.load(b_ptr + (start + l)[:, None] * N + j[None, :])
        total = tl.dot(a, b, total, input_precision=PRECISION)
    tl.store(out_ptr + i[:, None] * N + j[None, :], total)


@triton.jit
def scaled_product(a_ptr, as_ptr, b_ptr, bs_ptr, out_ptr, A: tl.constexpr,
                   B: tl.constexpr, PACK: tl.constexpr):  # fmt: skip
    i, k, s = tl.arange(0, 64), tl.arange(0, 64), tl.arange(0, 2)
    a = tl.load(a_ptr + i[:, None] * 64 + tl.arange(0, 64 // PACK)[None, :])
    b = tl.load(b_ptr + k[:, None] * 64 + i[None, :])
    a_scale = tl.load(as_ptr + i[:, None] * 2 + s[None, :])
    b_scale = tl.load(bs_ptr + i[:, None] * 2 + s[None, :])
    c = tl.dot_scaled(a, a_scale, A, b, b_scale, B)
    tl.store(out_ptr + i[:, None] * 64 + i[None, :], c)


@triton.jit
def _first(a, i, b, j):
    less = (a < b) | ((a == b) & (i < j))
    return tl.where(less, a, b), tl.where(less, i, j)


@triton.jit
def _sum(a, b):
    return a + b


@triton.jit
def reduced(x_ptr, out_ptr, index_ptr, AXIS: tl.constexpr):
    i = tl.arange(0, 32)
    at = i[:, None] * 32 + i[None, :]
    x = tl.load(x_ptr + at)
    least, where = tl.reduce((x, at), AXIS, _first)
    tl.store(out_ptr + i, least + tl.max(x, AXIS))
    tl.store(index_ptr + i, where + tl.argmax(x, AXIS))
    tl.store(x_ptr + at, tl.associative_scan(x, AXIS, _sum, reverse=True))


@triton.jit
def shaped(x_ptr, y_ptr, out_ptr):
    i = tl.arange(0, 64)
    x, y = tl.load(x_ptr + i), tl.load(y_ptr + i)
    pair = tl.join(x, y)
    first, second = tl.split(pair)
    both = tl.cat(first, second, can_reorder=True)
    tile = tl.trans(tl.reshape(both, (8, 16)))
    tile = tl.permute(tl.broadcast_to(tile[None, :, :], (4, 16, 8)), (2, 0, 1))
    at = tl.arange(0, 512)
    tl.store(out_ptr + at, tl.reshape(tile, (512,), can_reorder=True))


@triton.jit
def counted(x_ptr, out_ptr, BINS: tl.constexpr):
    i = tl.arange(0, 256)
    x = tl.load(x_ptr + i)
    tl.store(out_ptr + tl.arange(0, BINS), tl.histogram(x, BINS, mask=x > 2))
    tl.store(out_ptr + i, tl.gather(x, x & 255, 0))


@triton.jit
def sorted_rows(x_ptr, out_ptr):
    i = tl.arange(0, 64)
    tl.store(out_ptr + i, tl.sort(tl.load(x_ptr + i)))


@triton.jit
def arithmetic(x_ptr, y_ptr, out_ptr):
    i = tl.arange(0, 128)
    x, y = tl.load(x_ptr + i), tl.load(y_ptr + i)
    z = tl.exp(x) + tl.exp2(y) + tl.log(x) + tl.log2(y) + tl.sin(x) + tl.cos(y)
    z += tl.sqrt(x) + tl.rsqrt(y) + tl.erf(x) + tl.floor(y) + tl.ceil(x)
    z += tl.fma(x, y, z) + tl.abs(x) + tl.maximum(x, y) + tl.sigmoid(y)
    z += tl.minimum(x, y, propagate_nan=tl.PropagateNan.ALL) + x / y + -x
    z += tl.clamp(x, -1.0, 1.0, tl.PropagateNan.ALL) + tl.fdiv(x, y) + x % y
    tl.store(out_ptr + i, tl.where(x != x, z, tl.softmax(z)))


@triton.jit
def rounded(x_ptr, y_ptr, out_ptr):
    i = tl.arange(0, 128)
    x, y = tl.load(x_ptr + i), tl.load(y_ptr + i)
    tl.store(out_ptr + i, tl.math.div_rn(x, tl.math.sqrt_rn(y)))


@triton.jit
def integers(x_ptr, y_ptr, out_ptr):
    i = tl.arange(0, 128)
    x, y = tl.load(x_ptr + i), tl.load(y_ptr + i)
    z = x // y + x % y + (x << 3) + (x >> y) + tl.umulhi(x, y) + tl.cdiv(x, y)
    tl.store(out_ptr + i, z ^ ~x | tl.minimum(x, y) & (tl.xor_sum(y, 0) - x))


@triton.jit
def converted(x_ptr, out_ptr, MODE: tl.constexpr):
    i = tl.arange(0, 128)
    x = tl.load(x_ptr + i)
    tl.store(out_ptr + i, x.to(out_ptr.dtype.element_ty, fp_downcast_rounding=MODE))


@triton.jit
def reinterpreted(x_ptr, out_ptr, address):
    i = tl.arange(0, 128)
    x = tl.load(x_ptr + i)
    tl.store(out_ptr + i, x.to(tl.int32, bitcast=True))
    tl.store(address.to(tl.pointer_type(tl.int64)), x_ptr.to(tl.int64))


@triton.jit
def foreign(x_ptr, out_ptr):
    i = tl.arange(0, 128)
    x = libdevice.atan2(tl.load(x_ptr + i), 2.0)
    y = tl.inline_asm_elementwise("add.f32 $0, $1, $1;", "=f,f", [x],
                                  dtype=tl.float32, is_pure=True, pack=1)  # fmt: skip
    tl.store(out_ptr + i, y)


@triton.jit
def _clipped(x):
    if x > 1.0:
        return 1.0
    return x


@triton.jit(noinline=True)
def _stored(x, out_ptr):
    tl.store(out_ptr, x)


@triton.jit
def controlled(x_ptr, out_ptr, n, UNROLL: tl.constexpr):
    if n < 0:
        return
    total = 0.0
    for i in tl.range(0, n, loop_unroll_factor=UNROLL, disallow_acc_multi_buffer=True,
                      flatten=True):  # fmt: skip
        total += _clipped(tl.load(x_ptr + i))
    k = n
    while k > 1:
        k = k // 2
        if total > 3.0:
            total -= k
        else:
            total += 1.0
    tl.debug_barrier()
    _stored(total, out_ptr)


@triton.jit
def hinted(x_ptr, out_ptr, n):
    tl.assume(n > 0)
    i = tl.program_id(1) * tl.num_programs(2) + tl.arange(0, 64)
    i = tl.max_contiguous(tl.multiple_of(i, 16), 16)
    tl.store(out_ptr + tl.max_constancy(i, 4), tl.load(x_ptr + i))


@triton.jit
def shown(x_ptr, n):
    x = tl.load(x_ptr + tl.arange(0, 16))
    tl.device_print("x", x, n, hex=True)
    tl.device_assert(x > 0, "positive")


@triton.jit
def _larger(a, b):
    return (a if a > b else b), a + b


@triton.jit
def mapped(x_ptr, y_ptr):
    i = tl.arange(0, 64)
    x, y = tl.load(x_ptr + i), tl.load(y_ptr + i)
    x, y = tl.map_elementwise(_larger, x, y)
    tl.store(x_ptr + i, x)
    tl.store(y_ptr + i, y)


@triton.jit
def random_numbers(out_ptr, seed):
    i = tl.arange(0, 128)
    tl.store(out_ptr + i, tl.rand(seed, i) + tl.randn(seed, i))


@triton.jit
def block_pointer(x_ptr, out_ptr, m, n, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    x = tl.make_block_ptr(x_ptr, (m, n), (n, 1), (0, 0), (ROWS, COLUMNS), (1, 0))
    out = tl.make_block_ptr(out_ptr, (m, n), (n, 1), (0, 0), (ROWS, COLUMNS), (1, 0))
    for _ in range(0, n, COLUMNS):
        tile = tl.load(x, boundary_check=(0, 1), padding_option="zero")
        tl.store(out, tile, boundary_check=(0, 1))
        x, out = tl.advance(x, (0, COLUMNS)), tl.advance(out, (0, COLUMNS))


@triton.jit
def unsplat(x_ptr, out_ptr):
    x = tl.load(x_ptr + tl.arange(0, 1))
    tl.store(out_ptr, x.item())


@triton.jit
def approximate(x_ptr, y_ptr, out_ptr):
    i = tl.arange(0, 128)
    x, y = tl.load(x_ptr + i), tl.load(y_ptr + i)
    tl.store(out_ptr + i, tl.fdiv(x, y, approx=True))


@triton.jit
def atomic_accesses(x_ptr, out_ptr, n, LOAD: tl.constexpr, STORE: tl.constexpr,
                    SCOPE: tl.constexpr):  # fmt: skip
    i = tl.arange(0, 128)
    x = tl.atomic_load(x_ptr + i, mask=i < n, sem=LOAD, scope=SCOPE)
    x += tl.atomic_load(x_ptr + i, sem=LOAD, scope=SCOPE)
    tl.atomic_store(out_ptr + i, x, mask=i < n, sem=STORE, scope=SCOPE)
    tl.atomic_store(out_ptr + i, x, sem=STORE, scope=SCOPE)


@triton.jit
def narrow_reads(x_ptr, out_ptr, n, LOAD: tl.constexpr, SCOPE: tl.constexpr):
    i = tl.arange(0, 128)
    x = tl.atomic_load(x_ptr + i, mask=i < n, sem=LOAD, scope=SCOPE)
    tl.store(out_ptr + i, x, mask=i < n)


@triton.jit
def polled(flag_ptr, out_ptr, n):
    arrived = tl.atomic_poll(flag_ptr, 1, sem="acquire", scope="sys", timeout_ns=1000)
    tl.atomic_poll(flag_ptr + n, 3)
    tl.store(out_ptr, arrived)


@triton.jit
def dependent(x_ptr):
    tl.extra.cuda.gdc_wait()
    tl.extra.cuda.gdc_launch_dependents()
    tl.store(x_ptr, 1.0)


FLOATS = {"x_ptr": "*fp32", "y_ptr": "*fp32", "out_ptr": "*fp32"}
INTS = {"x_ptr": "*i32", "y_ptr": "*i32", "out_ptr": "*i32"}
SPECIALISATIONS = {
    "cached": [
        {**FLOATS, "n": "i32", "LOAD": load, "STORE": store, "EVICT": evict}
        for load, store, evict in (
            (".ca", ".wb", "evict_first"), (".cg", ".cs", "evict_last"),
            (".cv", ".wt", ""), ("", ".cg", "evict_first"), ("", "", "evict_last"))
    ],
    "volatile": [FLOATS],
    "updates": [{**INTS, "n": "i32", "SEM": sem, "SCOPE": scope}
                for sem, scope in (("acq_rel", "gpu"), ("relaxed", "cta"),
                                   ("acquire", "sys"), ("release", "gpu"))],
    "bits": [INTS, {"x_ptr": "*u32", "y_ptr": "*u32"}],
    "described": [
        {"x_ptr": f"*{type_}", "out_ptr": f"*{type_}", "m": "i32", "n": "i32",
         "ROWS": 32, "COLUMNS": 64, "PADDING": padding, "EVICT": ""}
        for type_, padding in (("fp16", "zero"), ("fp32", "nan"), ("i32", "zero"),
                               ("u32", "zero"))
    ],
    "passed": [{"x": "tensordesc<fp16[16, 64]>", "out": "tensordesc<fp16[16, 64]>",
                "i": "i32"}],
    "rows": [{"x_ptr": "*bf16", "out_ptr": "*bf16", "index_ptr": "*i32", "m": "i32",
              "n": "i32", "COLUMNS": 64}],
    "product": [
        {"a_ptr": f"*{type_}", "b_ptr": f"*{type_}", "out_ptr": "*fp32", "k": "i32",
         "M": 64, "N": 64, "K": 32, "PRECISION": precision}
        for type_, precision in (("fp16", "tf32"), ("fp32", "tf32"),
                                 ("fp32", "tf32x3"), ("fp32", "ieee"),
                                 ("fp32", "bf16x3"), ("fp32", "bf16x6"),
                                 ("fp8e4nv", "tf32"))
    ],
    "scaled_product": [
        {"a_ptr": a, "as_ptr": "*u8", "b_ptr": b, "bs_ptr": "*u8", "out_ptr": "*fp32",
         "A": form, "B": other, "PACK": pack}
        for a, b, form, other, pack in (
            ("*u8", "*fp8e4nv", "e2m1", "e4m3", 2),
            ("*fp8e5", "*fp8e4nv", "e5m2", "e4m3", 1))
    ],
    "reduced": [{**FLOATS, "index_ptr": "*i32", "AXIS": axis} for axis in (0, 1)],
    "shaped": [FLOATS],
    "counted": [{**INTS, "BINS": 64}],
    "sorted_rows": [FLOATS, INTS],
    "arithmetic": [FLOATS],
    "rounded": [FLOATS],
    "integers": [INTS, {"x_ptr": "*u32", "y_ptr": "*u32", "out_ptr": "*u32"}],
    "converted": [
        {"x_ptr": x, "out_ptr": out, "MODE": mode}
        for x, out, mode in (("*fp32", "*fp16", "rtz"), ("*fp32", "*bf16", "rtne"),
                             ("*fp16", "*fp8e5", "rtne"), ("*fp8e4nv", "*fp32", None),
                             ("*fp32", "*i32", None), ("*u8", "*fp64", None))
    ],
    "reinterpreted": [{**FLOATS, "out_ptr": "*i32", "address": "i64"}],
    "foreign": [FLOATS],
    "controlled": [{**FLOATS, "n": "i32", "UNROLL": 2}],
    "hinted": [{**FLOATS, "n": "i32"}],
    "shown": [{**INTS, "n": "i32"}],
    "mapped": [FLOATS],
    "random_numbers": [{**FLOATS, "seed": "i32"}],
    "block_pointer": [{"x_ptr": f"*{type_}", "out_ptr": f"*{type_}", "m": "i64",
                       "n": "i64", "ROWS": 16, "COLUMNS": 32}
                      for type_ in ("fp16", "i8")],
    "unsplat": [FLOATS],
    "approximate": [FLOATS],
    "atomic_accesses": [
        {**INTS, "x_ptr": f"*{type_}", "out_ptr": f"*{type_}", "n": "i32",
         "LOAD": load, "STORE": store, "SCOPE": scope}
        for type_, load, store, scope in (
            ("i32", "acquire", "release", "gpu"), ("fp32", "relaxed", "relaxed", "cta"),
            ("i64", "acquire", "relaxed", "sys"))
    ],
    "narrow_reads": [
        {"x_ptr": f"*{type_}", "out_ptr": f"*{type_}", "n": "i32", "LOAD": "acquire",
         "SCOPE": "gpu"} for type_ in ("fp16", "i8")
    ],
    "polled": [{"flag_ptr": "*i32", "out_ptr": "*i1", "n": "i32"},
               {"flag_ptr": "*i64", "out_ptr": "*i1", "n": "i32"}],
    "dependent": [FLOATS],
}  # fmt: skip
SINCE = {"approximate": (3, 9), "atomic_accesses": (3, 9), "narrow_reads": (3, 9),
         "polled": (3, 9)}  # fmt: skip
UNTIL = {"block_pointer": (3, 8)}
