# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whole kernels in Java (java/), compiled from the code models that javac's plugin
writes, as a user does.

References are written independently, plainly and in double precision.

Not here: gradients, and attention whose keys are split (cases_gradients.py)."""

import dataclasses
import os

import numpy as np

import formats
import java_models
from case import Array, Bound, Case, Scalar, out
from options import USUAL, only

# Ways to compile products by warp groups.
WAYS = {"produced": only("describe-tensors", "warp-specialize"), "usual": USUAL}

JAVA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "java")
WORDS = {"f16": "fp16", "bf16": "bf16", "f32": "fp32", "f64": "fp64",
         "f8E4M3FN": "fp8e4nv", "f8E5M2": "fp8e5"}  # fmt: skip


def word(element):
    """A type as signatures spell it; with a star, a pointer to it."""
    star = "*" if element[0] == "*" else ""
    return star + WORDS.get(element.lstrip("*"), element.lstrip("*"))


@dataclasses.dataclass(frozen=True)
class JavaKernel:
    """A method of java/FILE.java; called with a name, it gives its model. In its
    signature what is no word is a constant."""

    file: str
    method: str
    signature: tuple

    @property
    def path(self):
        return os.path.join(JAVA, f"{self.file}.java")

    def __call__(self, symbol):
        return java_models.model(self.file, self.method, symbol, self.signature)


def java(file, method, label, signature, make, **more):
    """A case for a method; types in the signature are those of MLIR."""
    entries = [word(e) if isinstance(e, str) else e for e in signature]
    kernel = JavaKernel(file, method, tuple(entries))
    name = f"java/{file}-{method}-{label}"
    return Case(name, kernel, make, suffix="model.json", **more)


def uniform(rng, element, shape, low=-1.0, high=1.0):
    """Stored values, and these as double precision."""
    if formats.is_float(element):
        stored = formats.random_stored(rng, element, shape, low, high)
    else:
        kind = formats.storage(element)
        stored = rng.integers(-100, 101, shape).astype(kind)
    return stored, formats.decode(stored, element).astype(np.float64)


def roundings(element, count):
    """The relative error of a sum of `count` products in f32."""
    return (count + 4) * 2.0**-23


def product(element, shape, tile):
    m, n, k = shape
    is_int = element == "i8"
    result = "i32" if is_int else "f32"

    def make(rng):
        a, exact_a = uniform(rng, element, (m, k))
        b, exact_b = uniform(rng, element, (k, n))
        want = np.zeros((m, n))
        for i in range(k):  # plain, and independent of any library's product
            want += exact_a[:, i, None] * exact_b[None, i, :]
        size = np.abs(exact_a) @ np.abs(exact_b)
        if is_int:
            c = out(result, want.astype(np.int32))
        else:
            limit = roundings(element, k) * size
            c = out(result, want, Bound(absolute=limit))
        numbers = [Scalar("i32", v) for v in shape]
        return [Array(element, a), Array(element, b), c, *numbers]

    signature = [f"*{element}"] * 2 + [f"*{result}"] + ["i32"] * 3 + list(tile)
    grid = (-(-m // tile[0]), -(-n // tile[1]), 1)
    size = "x".join(map(str, shape))
    label = f"{element}-{size}-by-{'x'.join(map(str, tile))}"
    method = "ints" if is_int else "floats"
    return java("Products", method, label, signature, make, grid=grid)


def split_sums(a, b, tile, splits, place=divmod):
    """The sums that each program of a product writes if SPLITS programs compute a tile:
    of all tiles, splits, rows and columns; 0 outside of the result. `place` has the row
    and column of a tile, of its number and the number of columns."""
    (m, k), n = a.shape, b.shape[1]
    rows, columns = -(-m // tile[0]), -(-n // tile[1])
    parts = np.zeros((rows * columns, splits, *tile[:2]), a.dtype)
    split_of_k = np.arange(k) // tile[2] % splits
    for split in range(splits):
        whole = np.zeros((rows * tile[0], columns * tile[1]), a.dtype)
        whole[:m, :n] = a[:, split_of_k == split] @ b[split_of_k == split]
        for number in range(rows * columns):
            i, j = (x * t for x, t in zip(place(number, columns), tile))
            parts[number, split] = whole[i : i + tile[0], j : j + tile[1]]
    return parts.ravel()


def split_product(element, shape, tile, splits, way=""):
    """The sums of a tile split among programs. The way is one of products by
    warp groups."""
    m, n, k = shape
    tiles = -(-m // tile[0]) * -(-n // tile[1])

    def make(rng):
        a, exact_a = uniform(rng, element, (m, k))
        b, exact_b = uniform(rng, element, (k, n))
        want = np.zeros((m, n))
        for i in range(k):
            want += exact_a[:, i, None] * exact_b[None, i, :]
        limit = roundings(element, k) * (np.abs(exact_a) @ np.abs(exact_b))
        parts = split_sums(exact_a, exact_b, tile, splits)
        zeros = np.zeros(tiles, np.int32)
        numbers = [Scalar("i32", v) for v in shape]
        return [Array(element, a), Array(element, b),
                out("f32", want, Bound(absolute=limit)),
                Array("f32", np.zeros(parts.size, np.float32), parts,
                      Bound(absolute=limit.max())),
                Array("i32", zeros, zeros), *numbers]  # fmt: skip

    aligned = ["i32:16"] * 3 if way else ["i32"] * 3
    pointers = [f"*{e}" for e in (element, element, "f32", "f32", "i32")]
    if way:
        pointers = [f"*{word(e[1:])}:16" for e in pointers]
    label = f"{element}-{'x'.join(map(str, shape))}-by-{'x'.join(map(str, tile))}x{splits}"
    label += f"-{way}" * bool(way)
    only = {"options": WAYS.get(way), "architectures": 90, "is_for_cpu": False}
    return java("SplitProducts", "multiply", label, [*pointers, *aligned, *tile, splits],
                make, grid=(tiles * splits, 1, 1), **(only if way else {}))  # fmt: skip


def layer_norm(element, rows, columns, block):
    def make(rng):
        _, exact = uniform(rng, element, (rows, columns), -3, 5)
        exact *= 1 + np.arange(rows)[:, None] % 2  # rows of different deviations
        x = formats.encode(exact, element)
        weight, exact_weight = uniform(rng, "f32", columns)
        bias, exact_bias = uniform(rng, "f32", columns)
        epsilon = 1e-5
        mean = exact.mean(1)
        scale = 1 / np.sqrt(exact.var(1) + epsilon)
        normal = (exact - mean[:, None]) * scale[:, None]
        y = normal * exact_weight + exact_bias
        error = roundings("f32", columns)
        return [
            Array(element, x), Array("f32", weight), Array("f32", bias),
            out(element, y, Bound(absolute=8 * error)),
            out("f32", mean, Bound(absolute=8 * error)),
            out("f32", scale, Bound(relative=8 * error)),
            Scalar("i32", columns), Scalar("f32", epsilon),
        ]  # fmt: skip

    star = f"*{element}"
    signature = [star, "*f32", "*f32", star, "*f32", "*f32", "i32", "f32", block]
    label = f"{element}-{rows}x{columns}-by-{block}"
    return java("LayerNorm", "forward", label, signature, make,
                grid=(rows, 1, 1))  # fmt: skip


def layer_norm_gradients(rows, columns, block):
    """By the formula of the derivative in matrices, not by the kernel's."""

    def make(rng):
        x, exact = uniform(rng, "f32", (rows, columns), -3, 5)
        weight, exact_weight = uniform(rng, "f32", columns)
        dy, exact_dy = uniform(rng, "f32", (rows, columns))
        mean = exact.mean(1).astype(np.float32)
        scale = (1 / np.sqrt(exact.var(1) + 1e-5)).astype(np.float32)
        wide = scale.astype(np.float64)[:, None]
        normal = (exact - mean.astype(np.float64)[:, None]) * wide
        dx = np.empty((rows, columns))
        for i in range(rows):
            jacobian = np.eye(columns) - 1 / columns
            jacobian -= np.outer(normal[i], normal[i]) / columns
            dx[i] = wide[i] * (jacobian @ (exact_dy[i] * exact_weight))
        bound = Bound(absolute=16 * roundings("f32", max(rows, columns)))
        zeros = np.zeros(columns, np.float32)
        return [
            Array("f32", x), Array("f32", weight), Array("f32", dy),
            Array("f32", mean), Array("f32", scale), out("f32", dx, bound),
            Array("f32", zeros, (exact_dy * normal).sum(0), bound),
            Array("f32", zeros, exact_dy.sum(0), bound),
            Scalar("i32", columns),
        ]  # fmt: skip

    signature = ["*f32"] * 8 + ["i32", block]
    return java("LayerNorm", "backward", f"{rows}x{columns}", signature, make,
                grid=(rows, 1, 1))  # fmt: skip


def attention(element, n, width, block, causal):
    heads = 2

    def make(rng):
        shape = (heads, n, width)
        (q, qe), (k, ke), (v, ve) = (
            uniform(rng, element, shape, -2, 2) for _ in range(3)
        )
        want, scale = np.empty(shape), float(np.float32(width**-0.5))
        for head in range(heads):
            for i in range(n):
                end = i + 1 if causal else n
                scores = ke[head, :end] @ qe[head, i] * scale
                weights = np.exp(scores - scores.max())
                want[head, i] = weights @ ve[head, :end] / weights.sum()
        bound = Bound(absolute=2.0**-15 + 16 * roundings("f32", n + width))
        return [
            Array(element, q), Array(element, k), Array(element, v),
            out("f32", want, bound), Scalar("i32", n), Scalar("f32", scale),
        ]  # fmt: skip

    signature = [f"*{element}"] * 3 + ["*f32", "i32", "f32", width, *block, causal]
    kind = "causal" if causal else "full"
    label = f"{element}-{n}x{width}-{kind}-by-{block[0]}x{block[1]}"
    return java("Attention", "forward", label, signature, make,
                grid=(-(-n // block[0]), heads, 1))  # fmt: skip


def cumulative_sum(rows, columns, block):
    def make(rng):
        x, exact = uniform(rng, "f32", (rows, columns))
        want = exact.cumsum(1)
        limit = roundings("f32", columns) * np.abs(exact).cumsum(1)
        return [Array("f32", x), out("f32", want, Bound(absolute=limit)),
                Scalar("i32", columns)]  # fmt: skip

    return java("Rows", "cumulativeSum", f"{rows}x{columns}-by-{block}",
                ["*f32", "*f32", "i32", block], make, grid=(rows, 1, 1))  # fmt: skip


def argmax(element, rows, columns, block):
    """Few different values, so that the first of equals matters."""

    def make(rng):
        x = formats.encode(rng.integers(-9, 9, (rows, columns)) * 1.0, element)
        places = formats.decode(x, element).argmax(1).astype(np.int32)
        return [Array(element, x), out("i32", places), Scalar("i32", columns)]

    return java("Rows", "argmax", f"{element}-{rows}x{columns}",
                [f"*{element}", "*i32", "i32", block], make, grid=(rows, 1, 1))  # fmt: skip


def last_least(rows, columns, tile):
    def make(rng):
        x = rng.integers(-5, 5, (rows, columns)).astype(np.float32)
        least = x.min(1)
        last = columns - 1 - (x == least[:, None])[:, ::-1].argmax(1)
        return [Array("f32", x), out("f32", least.astype(np.float64)),
                out("i32", last.astype(np.int32)), Scalar("i32", columns)]  # fmt: skip

    return java(
        "Rows", "lastLeast", f"{rows}x{columns}",
        ["*f32", "*f32", "*i32", "i32", *tile], make,
        grid=(rows // tile[0], 1, 1),
    )  # fmt: skip


def recurrence(element, block):
    programs = 5

    def make(rng):
        shape = (programs, block)
        if element == "i32":
            a, b = rng.integers(-50, 50, (2,) + shape).astype(np.int32)
            bound = None
        else:
            a, b = rng.uniform(-0.9, 0.9, (2,) + shape).astype(np.float32)
            bound = Bound(absolute=2.0**-18)
        h = np.zeros(shape, np.int64 if element == "i32" else np.float64)
        state = h[:, 0]
        for i in range(block):
            state = a[:, i] * state + b[:, i]
            if element == "i32":  # as Java's ints do
                state = state.astype(np.int32).astype(np.int64)
            h[:, i] = state
        want = h.astype(np.int32) if element == "i32" else h
        return [Array(element, a), Array(element, b), out(element, want, bound)]

    return java("Rows", "recurrence", f"{element}-{block}",
                [f"*{element}"] * 3 + [block], make, grid=(programs, 1, 1))  # fmt: skip


def transpose(element, rows, columns, tile):
    def make(rng):
        x = formats.random_stored(rng, element, (rows, columns))
        want = formats.decode(np.ascontiguousarray(x.T), element)
        return [Array(element, x), out(element, want), Scalar("i32", rows),
                Scalar("i32", columns)]  # fmt: skip

    grid = (-(-rows // tile[0]), -(-columns // tile[1]), 1)
    return java(
        "Memory", "transpose", f"{element}-{rows}x{columns}",
        [f"*{element}"] * 2 + ["i32", "i32", *tile], make, grid=grid,
    )  # fmt: skip


def histogram(n, block):
    def make(rng):
        x = rng.integers(0, 37, n).astype(np.int32)
        counts = np.array([(x == i).sum() for i in range(37)], np.int32)
        return [Array("i32", x), Array("i32", counts * 0, counts),
                Scalar("i32", n)]  # fmt: skip

    return java("Memory", "histogram", str(n), ["*i32", "*i32", "i32", block],
                make, grid=(-(-n // block), 1, 1))  # fmt: skip


def extremes(n, block):
    def make(rng):
        x = rng.integers(-(2**31), 2**31, n).astype(np.int32)
        numbers = (x.min(), x.max(), n)
        cells = [Array("i32", np.zeros(1, np.int32), np.array([v], np.int32))
                 for v in numbers]  # fmt: skip
        return [Array("i32", x), *cells, Scalar("i32", n)]

    return java("Memory", "extremes", str(n), ["*i32"] * 4 + ["i32", block],
                make, grid=(-(-n // block), 1, 1))  # fmt: skip


def locked(programs, times):
    def make(rng):
        zero = np.zeros(1, np.int32)
        total = times * programs * (programs + 1) // 2
        return [Array("i32", zero, zero), Array("i32", zero, zero + total),
                Scalar("i32", times)]  # fmt: skip

    return java("Memory", "locked", f"{programs}x{times}",
                ["*i32", "*i32", "i32"], make, grid=(programs, 1, 1))  # fmt: skip


def in_turn(programs):
    def make(rng):
        start = rng.integers(-(2**31), 2**31, 1).astype(np.int32)
        total = start
        for program in range(programs):
            total = total * np.int32(3) + np.int32(program)
        zeros = np.zeros(programs, np.int32)
        return [Array("i32", zeros, zeros + 1), Array("i32", start, total)]

    return java("Memory", "inTurn", f"{programs}", ["*i32", "*i32"], make,
                grid=(programs, 1, 1))  # fmt: skip


def complex_product(n, block):
    def make(rng):
        x, ex = uniform(rng, "f32", (n, 2))
        y, ey = uniform(rng, "f32", (n, 2))
        want = (ex[:, 0] + 1j * ex[:, 1]) * (ey[:, 0] + 1j * ey[:, 1])
        pairs = np.stack([want.real, want.imag], 1)
        return [Array("f32", x), Array("f32", y),
                out("f32", pairs, Bound(absolute=2.0**-22)), Scalar("i32", n)]  # fmt: skip

    return java("Memory", "complexProduct", str(n), ["*f32"] * 3 + ["i32", block],
                make, grid=(-(-n // block), 1, 1))  # fmt: skip


def products():
    sizes = ((64, 64, 64), (33, 65, 129), (1, 1, 1), (70, 3, 200))
    for element in ("f32", "f16", "bf16", "f8E4M3FN", "f8E5M2", "i8"):
        for shape in sizes:
            yield product(element, shape, (32, 32, 32))
        yield product(element, (100, 72, 90), (64, 16, 64))
    for element in ("f32", "f16", "bf16", "f8E4M3FN"):
        yield split_product(element, (64, 32, 256), (32, 32, 32), 4)
        yield split_product(element, (33, 65, 129), (32, 32, 32), 2)
    yield split_product("f16", (1, 1, 1), (16, 16, 16), 8)
    for way in WAYS:
        yield split_product("f16", (192, 128, 512), (64, 128, 64), 4, way)


def cases():
    import cases_gradients  # which uses the functions above

    yield from products()
    yield layer_norm("f32", 7, 1000, 256)
    yield layer_norm("f16", 3, 77, 128)
    yield layer_norm("bf16", 2, 4096, 1024)
    yield layer_norm_gradients(37, 200, 256)
    yield layer_norm_gradients(5, 512, 512)
    for causal in (False, True):
        yield attention("f32", 100, 32, (32, 16), causal)
        yield attention("f16", 128, 64, (64, 32), causal)
        yield attention("f32", 33, 16, (16, 64), causal)
    for columns, block in ((1000, 256), (64, 64), (5, 16)):
        yield cumulative_sum(6, columns, block)
    for element in ("f32", "f16", "f64"):
        yield argmax(element, 9, 300, 512)
    yield last_least(32, 50, (8, 64))
    yield recurrence("i32", 256)
    yield recurrence("f32", 1024)
    for element in ("f32", "i8", "f64", "bf16"):
        yield transpose(element, 70, 100, (32, 16))
    yield transpose("i16", 64, 64, (64, 64))
    yield histogram(10007, 128)
    yield extremes(5000, 64)
    yield locked(40, 25)
    yield in_turn(50)
    yield complex_product(777, 64)
    yield from cases_gradients.cases()
