# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What gpu.py measures of kernels in the forms of production systems: products with
masks at all edges, with rows that wrap around, and by block pointers; mixtures of
experts; weights of 4 bits; fp8 with scales of blocks; convolutions; attention of
grouped heads, in windows, and to pages of keys; group normalisation. Some sizes are no
multiples of the tiles.

Bounds. A sum of K products of random numbers has about the root of K times their size,
and so does the error of a sum in f32 with its last bits cut off: with results of 16
bits, the bound is relative to the result and to the typical one (check_product).
Of attention, see `Exact`.

Not here: kernels (gpu_application_kernels.py).
"""

import torch
import triton
from torch.nn import functional

import gpu_application_kernels as kernels
from gpu_attention import BACKENDS, by_backend
from gpu_cases import (FP8, PEAKS, Config, Prepared, Several, Workload, close,
                       compiled)  # fmt: skip
from gpu_matmuls import exact_product, libraries

F16, BF16, F32 = torch.float16, torch.bfloat16, torch.float32
I32, U8 = torch.int32, torch.uint8
# Rows, columns, depth, warps, stages.
TILES = ((128, 256, 64, 8, 3), (128, 256, 64, 8, 4), (128, 128, 64, 4, 4),
         (128, 128, 64, 8, 4), (256, 128, 64, 8, 3), (64, 128, 64, 4, 4))  # fmt: skip
MANY_TOKENS = ((128, 128, 64, 8, 3), (128, 256, 64, 8, 3), (64, 128, 64, 4, 4),
               (64, 256, 64, 8, 3))  # fmt: skip
FEW_TOKENS = ((16, 128, 64, 4, 4), (16, 64, 128, 4, 4), (16, 128, 128, 4, 3),
              (32, 128, 64, 4, 4))  # fmt: skip
INT4_TILES = ((128, 128, 64, 8, 3), (128, 128, 32, 4, 4), (64, 128, 64, 4, 4),
              (128, 256, 64, 8, 3))  # fmt: skip
FEW_INT4_TILES = ((16, 64, 128, 4, 4), (16, 128, 128, 4, 3), (16, 32, 128, 4, 5),
                  (16, 64, 128, 2, 4))  # fmt: skip
SCALED_TILES = ((128, 128, 128, 4, 3), (128, 128, 128, 8, 3), (64, 128, 128, 4, 4),
                (128, 64, 128, 4, 4), (128, 256, 128, 8, 3))  # fmt: skip
FEW_SCALED_TILES = ((64, 128, 128, 4, 4), (64, 64, 128, 4, 4), (64, 32, 128, 4, 5),
                    (16, 128, 128, 4, 4))  # fmt: skip
CONVOLUTION_TILES = ((128, 128, 64, 8, 3), (128, 128, 64, 4, 4), (128, 256, 64, 8, 3),
                     (64, 128, 64, 4, 4))  # fmt: skip
# Queries, keys, warps, stages.
ATTENTION_TILES = ((128, 64, 4, 3), (128, 128, 8, 2), (128, 64, 8, 3), (128, 128, 8, 3),
                   (64, 64, 4, 3), (128, 128, 4, 2), (256, 64, 16, 3))  # fmt: skip
PAGED_TILES = ((64, 4, 2), (64, 4, 3), (128, 4, 2), (128, 8, 2), (32, 4, 3),
               (64, 2, 3))  # fmt: skip
HEAD, PAGE, SPLITS = 128, 16, 8  # of attention to pages
SCALED = 128  # numbers that have a scale
FEW = 64  # rows up to which tiles are small


def normal(*shape, size=1.0):
    return (torch.randn(shape, device="cuda") * size).to(F16)


def points(tiles, **more):
    """Configurations of tiles of products."""
    return [
        Config({"BM": m, "BN": n, "BK": k, **more}, warps, stages)
        for m, n, k, warps, stages in tiles
    ]


def check_product(want, bound=2**-10):
    """A function that raises if a product is off. bound: for f16 results two units in
    the last place; the sums in f32 take less."""
    typical = float(want.square().mean().sqrt())
    return lambda got: close(got, want, bound * typical, bound)


def tiles_of(m, n):
    """The grid of one dimension."""
    return lambda c: (triton.cdiv(m, c["BM"]) * triton.cdiv(n, c["BN"]),)


def planes_of(m, n):
    """The grid of two dimensions."""
    return lambda c: (triton.cdiv(m, c["BM"]), triton.cdiv(n, c["BN"]))


# -- Matrix products


def product(form, m, n, k):
    """form: "masked" or "block pointers"."""
    kernel = {"masked": kernels.masked_product,
              "block pointers": kernels.block_pointer_product}[form]  # fmt: skip
    numbers = [m, n, k, k, n, n]

    def prepare():
        a, b, c = normal(m, k), normal(k, n), normal(m, n)
        compare = check_product(exact_product(a, b))
        return Prepared(
            [a, b, c, *numbers], tiles_of(m, n), [c], lambda: compare(c), None,
            compare=compare, peers=libraries("fp16", a, b, c),
        )  # fmt: skip

    return Workload(
        f"application {form} {m}x{n}x{k}", kernel, points(TILES, GROUP=8),
        [F16, F16, F16, *numbers], prepare, 2 * m * n * k, "TFLOP/s", PEAKS["fp16"],
    )  # fmt: skip


def wrapped(m, n, k):
    """A layer's product with weights [n, k], and its bias."""
    numbers = [m, n, k, k, k, n]

    def prepare():
        x, w, y = normal(m, k), normal(n, k), normal(m, n)
        bias = normal(n, size=k**0.5)
        compare = check_product(exact_product(x, w.t()) + bias)
        return Prepared(
            [x, w, bias, y, *numbers], tiles_of(m, n), [y], lambda: compare(y),
            lambda: functional.linear(x, w, bias), compare=compare,
        )  # fmt: skip

    return Workload(
        f"application wrapped {m}x{n}x{k}", kernels.wrapped_product,
        points(TILES, GROUP=8), [F16] * 4 + numbers, prepare, 2 * m * n * k,
        "TFLOP/s", PEAKS["fp16"],
    )  # fmt: skip


def slots_by_expert(tokens, experts, top):
    """The slots (token * top + choice) of each expert, in rising order. Experts are not
    equally popular."""
    liking = torch.rand(tokens, experts, device="cuda")
    liking += torch.linspace(0, 0.2, experts, device="cuda")
    chosen = liking.topk(top, 1).indices.flatten()
    return [(chosen == expert).nonzero().flatten() for expert in range(experts)]


def plan_tiles(slots, count, height):
    """The slots of all tiles of that height, and the expert of each tile. Slots of no
    token are `count`."""
    parts, owners = [], []
    for expert, own in enumerate(slots):
        padded = triton.cdiv(len(own), height) * height
        parts.append(functional.pad(own, (0, padded - len(own)), value=count))
        owners += [expert] * (padded // height)
    return torch.cat(parts).to(I32), torch.tensor(owners, device="cuda", dtype=I32)


def by_expert(x, w, slots, top, y):
    """The rows of each expert, gathered, multiplied and scattered."""

    def run():
        for own, weights in zip(slots, w):
            y[own] = x[own // top] @ weights.t()
        return y

    return run


def captured(run):
    """The same as a graph of CUDA: a GPU would wait for the host's many launches."""
    if not torch.cuda.is_available():
        return run
    graph, stream = torch.cuda.CUDAGraph(), torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        run()  # libraries allocate their workspaces
    torch.cuda.current_stream().wait_stream(stream)
    with torch.cuda.graph(graph):
        result = run()

    def replay():
        graph.replay()
        return result

    return replay


def experts(tokens, count, top, k, n, tiles):
    """A layer of `count` experts, [n, k] each, of which each token takes `top`."""
    total = tokens * top

    def prepare():
        x, w, y = normal(tokens, k), normal(count, n, k, size=0.1), normal(total, n)
        slots = slots_by_expert(tokens, count, top)
        plans = {bm: plan_tiles(slots, total, bm) for bm in {t[0] for t in tiles}}
        want = by_expert(x.double(), w.double(), slots, top, y.double())()
        compare = check_product(want)

        def grid(c):
            return (len(plans[c["BM"]][1]) * triton.cdiv(n, c["BN"]),)

        return Prepared(
            lambda c: [x, w, y, *plans[c["BM"]], total, n, k], grid, [y],
            lambda: compare(y), None, compare=compare,
            peers={
                "by expert": lambda: captured(
                    by_expert(x, w, slots, top, torch.empty_like(y))
                )
            },
        )  # fmt: skip

    configs = [c for t in tiles for c in points([t], TOP=top, WRAP=n % t[1] != 0)]
    return Workload(
        f"application experts {count} {tokens} tokens", kernels.expert_product, configs,
        [F16, F16, F16, I32, I32, total, n, k], prepare, 2 * total * n * k, "TFLOP/s",
        PEAKS["fp16"],
    )  # fmt: skip


def int4(m, n, k, tiles=None):
    def prepare():
        x, y = normal(m, k), normal(m, n)
        packed = torch.randint(0, 256, (k // 2, n), device="cuda", dtype=U8)
        scales = normal(k // SCALED, n, size=0.01)
        codes = torch.stack([packed & 15, packed >> 4], 1).reshape(k, n)
        # Rounded to f16, as the kernel does, so that the product alone is inexact.
        w = (codes.to(F16) - 8) * scales.repeat_interleave(SCALED, 0)
        compare = check_product(exact_product(x, w))
        return Prepared(
            [x, packed, scales, y, m, n, k], planes_of(m, n), [y], lambda: compare(y),
            None, compare=compare,
            peers={"fp16 matmul": lambda: lambda: torch.matmul(x, w)},
        )  # fmt: skip

    tiles = tiles or (INT4_TILES if m > FEW else FEW_INT4_TILES)
    return Workload(
        f"application int4 {m}x{n}x{k}", kernels.int4_product, points(tiles),
        [F16, U8, F16, F16, m, n, k], prepare, 2 * m * n * k, "TFLOP/s", PEAKS["fp16"],
    )  # fmt: skip


def exact_scaled(a, b, a_scales, b_scales):
    """The product of fp8 numbers with their scales, in double precision."""
    a = a.double() * a_scales.t().double().repeat_interleave(SCALED, 1)
    rows = b_scales.double().repeat_interleave(SCALED, 0)
    return a @ (b.double() * rows.repeat_interleave(SCALED, 1)).t()


def scaled(m, n, k):
    """Operands of fp8 with a scale for 128 numbers of a row of the left one, and for
    128x128 of the right one."""

    def prepare():
        a, b = (torch.randn(rows, k, device="cuda").to(FP8) for rows in (m, n))
        a_scales = torch.rand(k // SCALED, m, device="cuda") + 0.5
        b_scales = torch.rand(n // SCALED, k // SCALED, device="cuda") + 0.5
        c = torch.empty(m, n, device="cuda", dtype=BF16)
        # Results have 8 bits. Tensor cores keep 14 bits of sums of products of fp8, but
        # of those of 128 at once.
        compare = check_product(exact_scaled(a, b, a_scales, b_scales), 2**-7)

        def library():
            return torch._scaled_mm(
                a, b.t(), scale_a=a_scales.t(), scale_b=b_scales.t(), out_dtype=BF16
            )

        return Prepared(
            [a, b, c, a_scales, b_scales, m, n, k], tiles_of(m, n), [c],
            lambda: compare(c), None, compare=compare,
            peers={"cublaslt": lambda: library},
        )  # fmt: skip

    tiles = SCALED_TILES if m > FEW else FEW_SCALED_TILES
    return Workload(
        f"application scaled fp8 {m}x{n}x{k}", kernels.scaled_product,
        points(tiles, GROUP=8), [FP8, FP8, BF16, F32, F32, m, n, k], prepare,
        2 * m * n * k, "TFLOP/s", PEAKS["fp8"],
    )  # fmt: skip


def exact_convolution(x, w):
    """3x3, in double precision: the products of nine shifted images, which are
    [images, height, width, channels]."""
    _, height, width, _ = x.shape
    padded = functional.pad(x.double(), (0, 0, 1, 1, 1, 1))
    return sum(
        padded[:, i : i + height, j : j + width] @ w[:, i, j].double().t()
        for i in range(3) for j in range(3)
    )  # fmt: skip


def by_cudnn(x, w):
    """The fastest of cuDNN's convolutions, which it finds out; images and weights have
    their channels last in memory."""
    x, w = x.permute(0, 3, 1, 2), w.permute(0, 3, 1, 2)

    def run():
        with torch.backends.cudnn.flags(enabled=True, benchmark=True):
            return functional.conv2d(x, w, padding=1).permute(0, 2, 3, 1)

    return run


def convolution(images, height, width, channels, outputs):
    pixels = images * height * width
    numbers = [images, height, width, outputs]

    def prepare():
        x = normal(images, height, width, channels)
        w, y = normal(outputs, 3, 3, channels), normal(images, height, width, outputs)
        compare = check_product(exact_convolution(x, w))
        return Prepared(
            [x, w, y, *numbers], planes_of(pixels, outputs), [y], lambda: compare(y),
            by_cudnn(x, w), compare=compare,
        )  # fmt: skip

    return Workload(
        f"application convolution {images}x{height}x{width} {channels}",
        kernels.convolution, points(CONVOLUTION_TILES, C=channels),
        [F16, F16, F16, *numbers], prepare, 2 * pixels * outputs * channels * 9,
        "TFLOP/s", PEAKS["fp16"],
    )  # fmt: skip


# -- Attention


class Exact:
    """Attention in double precision, and the bounds of a kernel's result: probabilities
    are rounded to f16, relative to the largest one so far, and so is the result. The
    values are around 1: where too many keys are counted, results are smaller."""

    def __init__(self):
        self.wants, self.sizes = [], []

    def add(self, q, k, v, seen):
        """The queries of one head, to its keys. seen(row, column): a mask."""
        k, v = k.double(), v.double()
        for first in range(0, len(q), 2048):
            scores = q[first : first + 2048].double() @ k.t() * q.shape[-1] ** -0.5
            row = torch.arange(first, first + len(scores), device=q.device)
            column = torch.arange(len(k), device=q.device)
            hidden = ~seen(row[:, None], column[None, :])
            shares = scores.masked_fill_(hidden, -float("inf")).softmax(1)
            self.wants.append(shares @ v)
            self.sizes.append(shares @ v.abs())

    def compare(self, got):
        """Raises if results are off; they are in the order of the heads."""
        want, size = torch.cat(self.wants), torch.cat(self.sizes)
        error = (got.reshape(want.shape).double() - want).abs()
        excess = error / (2**-10 * size + 2**-10 * want.abs() + 2**-14)
        if not bool((excess <= 1).all()):
            worst = float(excess.nan_to_num(nan=float("inf")).max())
            raise ValueError(f"values wrong, up to {worst:.3g} times the bound")


def values(*shape):
    """Around 1."""
    return normal(*shape) + 1


def by_flex(q, k, v, window):
    """Causal attention in a window by PyTorch's compiler, which other backends compute
    as one with any mask."""
    from torch.nn.attention import flex_attention as flex

    def seen(batch, head, row, column):
        return (column <= row) & (row - column < window)

    shape = None, None, q.shape[2], k.shape[2]
    mask = flex.create_block_mask(seen, *shape, device=q.device.type)
    run = compiled(flex.flex_attention)
    return lambda: run(q, k, v, block_mask=mask, enable_gqa=True)


def seen_pairs(tokens, kind, window):
    """Pairs of a query and a key."""
    if kind == "full":
        return tokens * tokens
    return sum(min(row + 1, window or tokens) for row in range(tokens))


def attention(depth, heads, owners, tokens, kind, window=0, batch=2):
    """kind: "causal", "full" or "window"."""
    is_causal, scale = kind != "full", depth**-0.5

    def prepare():
        q = normal(batch, heads, tokens, depth)
        k, v = (make(batch, owners, tokens, depth) for make in (normal, values))
        out, exact = torch.empty_like(q), Exact()

        def seen(row, column):
            most = row if is_causal else tokens
            return (column <= most) & (row - column < (window or tokens))

        for one, head in ((b, h) for b in range(batch) for h in range(heads)):
            owner = head // (heads // owners)
            exact.add(q[one, head], k[one, owner], v[one, owner], seen)
        more = {"is_causal": is_causal, "enable_gqa": heads != owners}
        peers = {name: lambda name=name: by_backend(name, q, k, v, **more)
                 for name in BACKENDS}  # fmt: skip
        if window:
            peers = {"flex": lambda: by_flex(q, k, v, window)}
        return Prepared(
            [q, k, v, out, scale, heads, owners, tokens],
            lambda c: (triton.cdiv(tokens, c["BM"]), batch * heads), [out],
            lambda: exact.compare(out), None, compare=exact.compare, peers=peers,
        )  # fmt: skip

    constants = {"D": depth, "CAUSAL": is_causal, "WINDOW": window}
    configs = [
        Config({"BM": m, "BN": n, **constants}, w, s) for m, n, w, s in ATTENTION_TILES
    ]
    pairs = seen_pairs(tokens, kind, window)
    return Workload(
        f"application attention d{depth} {heads}/{owners} {kind} {tokens}",
        kernels.grouped_attention, configs,
        [F16, F16, F16, F16, scale, heads, owners, tokens], prepare,
        4 * batch * heads * pairs * depth, "TFLOP/s", PEAKS["fp16"],
    )  # fmt: skip


def paged_kernels(requests, heads, owners):
    """Their arguments: q, k, v, pages, lengths, parts, sums, out, scale, the stride of
    the pages, numbers of heads."""

    def part(o):
        own = {name: o[name] for name in ("BN", "SPLITS", "num_warps", "num_stages")}
        return {"GROUP": heads // owners, "D": HEAD, "PAGE": PAGE, **own}

    def merge(o):
        return {"D": HEAD, "SPLITS": o["SPLITS"], "num_warps": 2}

    return Several(
        "paged_attention",
        (kernels.paged_part, (0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11),
         lambda o: (requests, owners, o["SPLITS"]), part),
        (kernels.paged_merge, (5, 6, 7, 10), lambda o: (requests, heads), merge),
    )  # fmt: skip


def paged_data(lengths, heads, owners):
    """Queries, pages of keys and of values in any order, their table, lengths."""
    requests, most = len(lengths), triton.cdiv(max(lengths), PAGE)
    pages = requests * most
    q = normal(requests, heads, HEAD)
    k, v = (make(pages, PAGE, owners, HEAD) for make in (normal, values))
    table = torch.randperm(pages, device="cuda").to(I32).view(requests, most)
    return q, k, v, table, torch.tensor(lengths, device="cuda", dtype=I32)


def contiguous(pages, table):
    """Keys or values of all requests, [requests, owners, keys, HEAD]."""
    gathered = pages[table.long()].flatten(1, 2)
    return gathered.transpose(1, 2).contiguous()


def exact_paged(q, k, v, lengths):
    """For keys and values that are contiguous."""
    exact = Exact()
    group = q.shape[1] // k.shape[1]
    for one, length in enumerate(lengths):
        for owner in range(k.shape[1]):
            own = slice(owner * group, (owner + 1) * group)
            exact.add(q[one, own], k[one, owner], v[one, owner],
                      lambda _, column, most=length: column < most)  # fmt: skip
    return exact


def paged(title, lengths, heads, owners):
    """One query for each request, to that number of keys. Libraries are measured for
    requests of one length, with keys that are contiguous already."""
    requests, scale = len(lengths), HEAD**-0.5

    def prepare():
        q, k, v, table, counts = paged_data(lengths, heads, owners)
        parts = torch.empty(requests, heads, SPLITS, HEAD, device="cuda")
        sums = torch.empty(requests, heads, SPLITS, 2, device="cuda")
        out = torch.empty_like(q)
        flat_k, flat_v = contiguous(k, table), contiguous(v, table)
        exact, peers = exact_paged(q, flat_k, flat_v, lengths), {}
        if len(set(lengths)) == 1:
            peers = {
                f"{name} flat": lambda name=name: by_backend(
                    name, q[:, :, None], flat_k, flat_v, enable_gqa=True
                )
                for name in BACKENDS
            }
        return Prepared(
            [q, k, v, table, counts, parts, sums, out, scale, table.shape[1], heads,
             owners],
            lambda c: None, [out, parts, sums], lambda: exact.compare(out), None,
            compare=exact.compare, peers=peers,
        )  # fmt: skip

    configs = [Config({"BN": n, "SPLITS": SPLITS}, w, s) for n, w, s in PAGED_TILES]
    stride = triton.cdiv(max(lengths), PAGE)
    return Workload(
        f"application paged decode {title}", paged_kernels(requests, heads, owners),
        configs, [F16, F16, F16, I32, I32, F32, F32, F16, scale, stride, heads, owners],
        prepare, 4 * sum(lengths) * owners * HEAD, "GB/s", "copy",
    )  # fmt: skip


# -- Normalisation


def group_norm(images, channels, height, width, groups):
    pixels, eps = height * width, 1e-5
    members = channels // groups

    def prepare():
        x = normal(images, channels, height, width)
        weight, bias, out = normal(channels), normal(channels), torch.empty_like(x)
        want = functional.group_norm(
            x.double(), groups, weight.double(), bias.double(), eps
        )

        def compare(got):
            close(got, want, 1e-4, 2**-10)  # as of layer normalisation

        return Prepared(
            [x, weight, bias, out, channels, pixels, eps], lambda c: (images, groups),
            [out], lambda: compare(out),
            lambda: functional.group_norm(x, groups, weight, bias, eps),
            compare=compare,
        )  # fmt: skip

    block = triton.next_power_of_2(members * pixels)
    configs = [Config({"MEMBERS": members, "BLOCK": block}, w) for w in (4, 8, 16)]
    return Workload(
        f"application group norm {images}x{channels}x{height}x{width}",
        kernels.group_norm, configs, [F16] * 4 + [channels, pixels, eps], prepare,
        4 * images * channels * pixels, "GB/s", "copy",
    )  # fmt: skip


def uneven_lengths(requests, most):
    """From 1 key to most, no multiples of the tiles."""
    return [1 + one * (most - 1) // (requests - 1) for one in range(requests)]


def products(quick):
    sizes = (4096,) if quick else (2048, 4096, 8192)
    for size in sizes:
        yield product("masked", size, size, size)
    yield product("masked", 4000, 5000, 3000)
    for size in sizes[-2:]:
        yield wrapped(size, size, size)
    yield wrapped(4000, 5000, 3000)
    for size in sizes[-2:]:
        yield product("block pointers", size, size, size)
    yield product("block pointers", 4000, 5000, 3000)
    yield experts(4096, 64, 8, 2048, 1024, MANY_TOKENS)
    yield experts(64, 64, 8, 2048, 1024, FEW_TOKENS)
    yield experts(2000, 8, 2, 4096, 3500, MANY_TOKENS)
    for m, n, k in ((4096, 4096, 4096), (16, 8192, 8192), (1, 8192, 8192),
                    (300, 8192, 4096), (40, 14336, 4096)):  # fmt: skip
        yield int4(m, n, k)
    for m, n, k in ((4096, 4096, 7168), (1000, 7168, 2048), (64, 4096, 7168)):
        yield scaled(m, n, k)
    yield convolution(32, 56, 56, 256, 256)
    yield convolution(7, 57, 57, 128, 512)


def workloads(quick):
    """All of them, in the order of the table."""
    yield from products(quick)
    yield attention(128, 32, 8, 4096, "causal")
    yield attention(64, 32, 32, 4096, "full")
    yield attention(128, 16, 16, 4096, "full")
    yield attention(64, 32, 8, 4096, "causal")
    yield attention(128, 16, 4, 4000, "causal")
    yield attention(64, 16, 16, 4000, "full")
    yield attention(128, 32, 8, 8192, "window", 1024)
    yield attention(64, 16, 16, 5000, "window", 500)
    yield paged("32x4096", [4096] * 32, 32, 8)
    yield paged("8x16384", [16384] * 8, 32, 8)
    yield paged("16 to 8000", uneven_lengths(16, 8000), 64, 8)
    yield group_norm(32, 512, 32, 32, 32)
    yield group_norm(64, 256, 28, 28, 16)
    yield group_norm(16, 480, 32, 32, 32)
