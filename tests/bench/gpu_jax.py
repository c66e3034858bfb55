#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pallas kernels of JAX for Hopper: a process that gpu.py starts.

Standard input has an object of workloads: name to kind and sizes; standard output gets
a line of JSON for each: name, configuration and milliseconds, or an error. Each
configuration is checked against a reference and timed, the best again. JAX has streams
of its own, so that the times are the sums of its kernels' by CUPTI, as JAX's own
benchmarks take them (jax.experimental.mosaic.gpu.profiler); between two runs a buffer
is read that is larger than the L2 cache.

Such times are not comparable with those of gpu_timing.py: they lack the gaps that
events around a launch contain, and the clock and the cache are in other states. On an
H200 cuBLAS took 0.174 ms in this way and 0.180 in that (fp16 4096). So the function of
a library that gpu.py times, too, runs here in rounds with the best kernel, as a
yardstick: gpu.py multiplies JAX's time by the ratio of the library's.
"""

import functools
import json
import os
import re
import statistics
import sys

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
# The yardstick of products is cuBLAS.
os.environ.setdefault("XLA_FLAGS", "--xla_gpu_enable_triton_gemm=false")

FLUSH = 1 << 26  # floats: 256 MiB
TRIES, ROUNDS, RUNS = 8, 5, 8
CUBLAS, CUDNN = ("cublas", "cublaslt"), ("cudnn",)  # the peers of gpu.py


def say(**line):
    print(json.dumps(line), file=say.pipe, flush=True)


def stem(name):
    """A kernel's name without the number that XLA adds."""
    return re.sub(r"(_\d+|\.\d+)+$", "", name)


# -- Timing


class Timer:
    """Times functions of arrays; keeps the buffer that flushes the cache."""

    def __init__(self):
        import jax
        import jax.numpy as jnp

        self.buffer = jnp.ones(FLUSH, jnp.float32)
        self.flush = jax.jit(lambda buffer: jnp.sum(buffer))
        self.others = {stem(name) for name, _ in self.kernels(self.flush, 1)[0]}

    def kernels(self, function, count, *arguments):
        """The names and milliseconds of the kernels of each run."""
        from jax.experimental.mosaic.gpu import profiler

        timed = profiler.measure(function, aggregate=False, iterations=count)
        _, times = timed(self.buffer, *arguments)
        if not times:
            raise RuntimeError("CUPTI saw no kernel")
        return [times] if count == 1 else times

    def milliseconds(self, function, count, *arguments):
        runs = []
        for kernels in self.kernels(function, count, *arguments):
            own = [ms for name, ms in kernels if stem(name) not in self.others]
            if not own or len(own) == len(kernels):
                names = sorted({name for name, _ in kernels})
                raise RuntimeError(f"cannot tell the kernels apart: {names}")
            runs.append(sum(own))
        return statistics.median(runs)

    def names(self, function, *arguments):
        """The names of the kernels of a function, without those that flush the cache."""
        found = {stem(name) for name, _ in self.kernels(function, 1, *arguments)[0]}
        return sorted(found - self.others)

    def flushing(self, function):
        """The function, after the buffer has been read."""
        import jax
        import jax.numpy as jnp

        def both(buffer, *arguments):
            read = jnp.sum(buffer)
            read, arguments = jax.lax.optimization_barrier((read, arguments))
            return read, function(*arguments)

        return jax.jit(both)


def best_of(timer, candidates, yardstick, check):
    """A line about the fastest candidate that is right, as an object. A candidate is
    its name and a function that returns a function and its arguments; the yardstick,
    which is checked too, the names of a library in gpu.py, and the same."""

    def ready(prepare):
        function, arguments = prepare()
        flushed = timer.flushing(function)
        check(flushed(timer.buffer, *arguments)[1])
        return flushed, *arguments

    best, errors = None, []
    for name, prepare in candidates:
        try:
            timed = ready(prepare)
            ms = timer.milliseconds(timed[0], TRIES, *timed[1:])
        except Exception as error:
            errors.append(f"{name}: {type(error).__name__}: {str(error)[:100]}")
            continue
        if best is None or ms < best[1]:
            best = name, ms, timed
    if best is None:
        raise RuntimeError("; ".join(errors)[:400] or "no candidates")
    names, prepare = yardstick
    library = ready(prepare)
    rounds = [
        [timer.milliseconds(f, RUNS, *given) for f, *given in (best[2], library)]
        for _ in range(ROUNDS)
    ]
    ms, library_ms = map(statistics.median, zip(*rounds))
    measure = {"names": names, "ms": library_ms, "kernels": timer.names(*library)}
    return {"config": best[0], "ms": ms, "errors": errors, "yardstick": measure}


def close(actual, expected, absolute, relative):
    """Raises if a value is off, or NaN."""
    import jax.numpy as jnp

    expected = expected.astype(jnp.float32)
    error = jnp.abs(actual.astype(jnp.float32) - expected)
    good = error <= absolute + relative * jnp.abs(expected)
    if actual.shape != expected.shape or not bool(good.all()):
        raise ValueError(f"{int((~good).sum())} of {good.size} values wrong")


# -- Products


def matmul_candidates(m, n, k):
    """Pallas kernels in points of their own tuning spaces."""
    import jax.numpy as jnp
    from jax.experimental.pallas.ops.gpu import hopper_matmul_mgpu as hopper
    from jax.experimental.pallas.ops.gpu import ragged_dot_mgpu as ragged

    along = hopper.MatmulDimension
    for tile_m, tile_n, minor, width, groups, cluster in (
        (128, 128, along.N, 8, along.M, None),
        (128, 128, along.M, 8, along.N, None),
        (128, 128, along.N, 8, along.M, along.N),
        (256, 64, along.M, 16, along.N, None),
        (64, 64, along.N, 8, along.N, None),
    ):
        config = hopper.TuningConfig(
            tile_m=tile_m, tile_n=tile_n, tile_k=64, max_concurrent_steps=4,
            grid_minor_dim=minor, grid_tile_width=width, wg_dimension=groups,
            cluster_dimension=cluster,
        )  # fmt: skip
        name = f"hopper_matmul {tile_m}x{tile_n} {groups}"
        name += "" if cluster is None else " cluster"
        yield name, lambda a, b, c=config: hopper.matmul(a, b, None, c)
    if min(m, n) < 4096:
        return
    sizes = jnp.array([m], jnp.int32)
    for block_m, block_n, width in ((128, 128, 8), (128, 256, 4)):
        dot = functools.partial(
            ragged.ragged_dot, group_sizes=sizes, block_m=block_m, block_n=block_n,
            block_k=64, max_concurrent_steps=4, grid_block_n=width,
        )  # fmt: skip
        name = f"ragged_dot {block_m}x{block_n}"
        yield name, lambda a, b, dot=dot: dot(a, b[None])


def matmul(timer, kind, m, n, k):
    import jax
    import jax.numpy as jnp

    dtype = {"fp16": jnp.float16, "bf16": jnp.bfloat16}[kind]
    left, right = jax.random.split(jax.random.key(0))
    a = jax.random.normal(left, (m, k), dtype)
    b = jax.random.normal(right, (k, n), dtype)
    want = jnp.matmul(
        a.astype(jnp.float32), b.astype(jnp.float32), precision="highest"
    )
    relative = 2**-10 if kind == "fp16" else 2**-7

    def check(got):
        close(got, want, 2**-10 * k**0.5, relative)

    def on_inputs(function):
        return lambda: (function, (a, b))

    candidates = [(name, on_inputs(f)) for name, f in matmul_candidates(m, n, k)]
    return best_of(timer, candidates, (CUBLAS, on_inputs(jnp.matmul)), check)


# -- Attention: arrays are [batch, row, head, depth]; the kernels do not scale scores.


def random_inputs(count, depth, length, batch, heads):
    import jax
    import jax.numpy as jnp

    keys = jax.random.split(jax.random.key(0), count)
    shape = (batch, length, heads, depth)
    q, *rest = (jax.random.normal(key, shape, jnp.float16) for key in keys)
    return (q * depth**-0.5).astype(jnp.float16), *rest


def attention_of_head(q, k, v, causal):
    """In f32."""
    import jax
    import jax.numpy as jnp

    q, k, v = (x.astype(jnp.float32) for x in (q, k, v))
    scores = jnp.matmul(q, k.T, precision="highest")
    if causal:
        scores = jnp.where(jnp.tri(*scores.shape, dtype=bool), scores, -jnp.inf)
    return jnp.matmul(jax.nn.softmax(scores, axis=1), v, precision="highest")


def cudnn_attention(causal):
    import jax

    return functools.partial(
        jax.nn.dot_product_attention, scale=1.0, is_causal=causal,
        implementation="cudnn",
    )  # fmt: skip


def attention_candidates(causal, backward):
    from jax.experimental.pallas.ops.gpu import attention_mgpu as module

    blocks = ((64, 128), (64, 64)) if backward else ((64, 256), (64, 128), (64, 64))
    for block_q, block_kv in blocks:
        spaces = [{}]
        if backward:
            spaces = [
                {"block_q_dkv": x, "block_kv_dkv": 64, "block_q_dq": 64,
                 "block_kv_dq": x, "compute_wgs_bwd": w}
                for x, w in ((64, 1), (64, 2), (128, 2))
            ]  # fmt: skip
        for more in spaces:
            config = module.TuningConfig(
                block_q=block_q, block_kv=block_kv, max_concurrent_steps=2,
                causal=causal, **more,
            )  # fmt: skip
            sizes = "x".join(str(size) for size in more.values())
            name = f"attention_mgpu {block_q}x{block_kv} {sizes}".rstrip()
            yield name, functools.partial(module.attention, config=config)
        if backward:
            return


def attention(timer, depth, causal, length, batch, heads):
    q, k, v = random_inputs(3, depth, length, batch, heads)
    chosen = [(0, 0), (batch - 1, heads - 1)]
    wants = [attention_of_head(*(x[i, :, h] for x in (q, k, v)), causal)
             for i, h in chosen]  # fmt: skip

    def check(got):
        for (i, h), want in zip(chosen, wants):
            close(got[i, :, h], want, 2e-3, 2**-9)

    def on_inputs(function):
        return lambda: (function, (q, k, v))

    candidates = [
        (name, on_inputs(f)) for name, f in attention_candidates(causal, False)
    ]
    yardstick = CUDNN, on_inputs(cudnn_attention(causal))
    return best_of(timer, candidates, yardstick, check)


def gradients(timer, depth, causal, length, batch, heads):
    """The backward kernels alone: of an attention that has been computed."""
    import jax
    import jax.numpy as jnp

    q, k, v, dout = random_inputs(4, depth, length, batch, heads)
    head = [x[0, :, 0].astype(jnp.float32) for x in (q, k, v)]
    _, back = jax.vjp(functools.partial(attention_of_head, causal=causal), *head)
    wants = back(dout[0, :, 0].astype(jnp.float32))

    def check(got):
        for mine, want in zip(got, wants):
            typical = float(jnp.sqrt(jnp.mean(want * want)))
            close(mine[0, :, 0], want, 3e-2 * typical + 1e-3, 2**-6)

    def backward_of(function):
        def prepare():
            _, back = jax.vjp(function, q, k, v)
            return lambda back, dout: back(dout), (back, dout)

        return prepare

    candidates = [
        (name, backward_of(f)) for name, f in attention_candidates(causal, True)
    ]
    yardstick = CUDNN, backward_of(cudnn_attention(causal))
    return best_of(timer, candidates, yardstick, check)


KINDS = {"matmul": matmul, "attention": attention, "gradients": gradients}


def main():
    # Libraries may print on standard output.
    say.pipe = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    wanted = json.load(sys.stdin)
    timer = None
    for name, (kind, *sizes) in wanted.items():
        say(begin=name)
        try:
            timer = timer or Timer()
            say(name=name, **KINDS[kind](timer, *sizes))
        except Exception as error:
            text = " ".join(str(error).split())[:400]
            say(name=name, error=f"{type(error).__name__}: {text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
