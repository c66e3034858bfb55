# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A process that runs cases of FlagGems' benchmark with one compiler.

flaggems_benchmark.py starts it and reads its lines of JSON. The first one has the
cases, then there is one for each line of the input, `{"case": name, "method": ...}`:

compile   some launches, which find out whether a graph can hold the operator or not
          ("waits": the host waits for the GPU, or a capture fails); the caches on
          disk have the kernels afterwards
graph     the time of a CUDA graph of the operator, by tests/bench/gpu_timing.py; of
          one that cannot be captured as `kernels` says
kernels   the time of the operator's kernels and copies, without the gaps between
          them, by PyTorch's profiler; the L2 cache is not flushed

A measurement also writes a sample of the results. The process ends after an error
that leaves the GPU or its memory in doubt. Only FlagGems' part of an operator is
measured: not PyTorch's.
"""

import argparse
import contextlib
import functools
import gc
import json
import os
import random
import statistics
import sys
import time
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "..", "bench"))

ATTEMPTS = 6  # to find memory that other processes use
WAIT = 3, 8  # seconds between them
KEPT = 16 << 30  # bytes that PyTorch may keep between cases when it measures
SAMPLE = 1 << 14  # elements of each result
RUNS = 12  # runs of a figure, or
LONGEST = 150  # milliseconds, if RUNS take longer
SHORTEST = 8  # milliseconds
TUNING_RUNS = 5
COLLECTED = 40  # cases between two collections of garbage
# Operators that write to their arguments though their names do not end with `_`.
WRITING = ("fused_add_rms_norm", "skip_layernorm")
PHILOX = 67280421310721, 400  # seed and offset of random numbers: a graph holds these


class Flush:
    """The buffer of a timer, which a graph sets to 0: also where FlagGems' operators
    replace PyTorch's."""

    def __init__(self, buffer):
        self.buffer, self.graph = buffer, capture(buffer.zero_)[0]

    def zero_(self):
        self.graph.replay()


@functools.cache
def timer():
    """The timer of the measurements; first called outside of FlagGems' operators."""
    import gpu_timing

    found = gpu_timing.Timer()
    found.buffer = Flush(found.buffer)
    return found


def time_configuration(function, *_, quantiles=None, **__):
    """In place of triton.testing.do_bench: the median of a few launches, which wait
    until the host has launched all."""
    import gpu_timing
    import torch

    function()
    torch.cuda._sleep(gpu_timing.CYCLES)
    events, _ = timer().enqueue(function, TUNING_RUNS)
    torch.cuda.synchronize()
    median = statistics.median(a.elapsed_time(b) for a, b in events)
    return [median] * len(quantiles) if quantiles else median


def prepare(options):
    """Imports the compiler and FlagGems; returns the benchmarks."""
    import plugin  # reads CM2TT_PEERS_...

    if options.compiler == "cm2tt":
        import cm2tt_triton  # noqa: F401  # replaces Triton from here on
    import triton.testing

    if options.configurations:
        plugin.sample_configurations(options.configurations)
    if options.measures:
        triton.testing.do_bench = time_configuration
    else:
        plugin.tune_quickly()
    import benchmark_cases

    benchmarks = benchmark_cases.collect(options.folder, options.words)
    for module in list(sys.modules.values()):
        if getattr(module, "__name__", "").startswith("flag_gems") and hasattr(
                module, "philox_backend_seed_offset"):  # fmt: skip
            module.philox_backend_seed_offset = lambda *_, **__: PHILOX
    return benchmarks


def operators_of(benchmark):
    """The context in which an operator is FlagGems', and the operator."""
    import flag_gems

    if benchmark.gems_op:
        return contextlib.nullcontext(), benchmark.gems_op
    return flag_gems.use_gems(), benchmark.torch_op


def call_of(benchmark, operator, given):
    """A function that runs the operator, or its gradient, once."""
    import torch

    args, named = given
    if not benchmark.is_backward:
        return lambda: operator(*args, **named)
    out = operator(*args, **named)
    gradient = torch.randn_like(out)
    wanted = [x for x in args if torch.is_tensor(x) and x.requires_grad]
    return lambda: torch.autograd.grad(
        (out,), wanted, grad_outputs=(gradient,), retain_graph=True)


def writes(benchmark):
    """Whether the operator changes its arguments."""
    name = benchmark.op_name
    return (benchmark.is_inplace or name.split(".")[0].endswith("_")
            or name in WRITING)  # fmt: skip


def waits(call):
    """Whether the host waits for the GPU in the call, so that no graph can hold it."""
    import torch

    torch.cuda.set_sync_debug_mode("error")
    try:
        call()
    except RuntimeError as error:
        if "synchroniz" not in str(error):
            raise
        return True
    finally:
        torch.cuda.set_sync_debug_mode("default")
    return False


def capture(call):
    """A graph of the call and its results, in the stream of this process; None if
    it cannot be captured."""
    import torch

    torch.cuda.synchronize()
    graph, kept = torch.cuda.CUDAGraph(), None
    graph.capture_begin(capture_error_mode="relaxed")
    failed = []
    for step in (call, graph.capture_end):
        try:
            found = step()
            kept = found if step is call else kept
        except Exception as error:
            failed.append(step)
            print(f"no graph: {describe(error)}", file=sys.stderr)
    # The allocator and the generator stay in the state of capturing if the end fails.
    capture.lost = capture.lost or graph.capture_end in failed
    return None if failed else (graph, kept)


capture.lost = False


def time_graph(graph):
    """The median of the milliseconds of a graph's launches."""
    import torch

    measure = timer()
    events, _ = measure.enqueue(graph.replay, 2)
    torch.cuda.synchronize()
    each = min(a.elapsed_time(b) for a, b in events)
    length = min(max(RUNS * each * 1.2, SHORTEST), LONGEST)
    return measure.milliseconds(graph.replay, min(length / 5, 5), length)


def time_kernels(call):
    """The median of the milliseconds that the kernels of a call take together; the
    mean if the number of kernels differs."""
    import torch
    from torch.autograd import DeviceType

    call()
    torch.cuda.synchronize()
    with torch.profiler.profile(
            activities=[torch.profiler.ProfilerActivity.CUDA]) as profiler:
        for _ in range(RUNS):
            call()
        torch.cuda.synchronize()
    return runs_of([(event.start_ns(), event.duration_ns())
                    for event in profiler.profiler.kineto_results.events()
                    if event.device_type() == DeviceType.CUDA])  # fmt: skip


def runs_of(kernels):
    """The milliseconds of a run, of pairs of begin and nanoseconds in RUNS runs."""
    if not kernels:
        raise ValueError("the profiler saw no kernel")
    times = [duration for _, duration in sorted(kernels)]
    count, rest = divmod(len(times), RUNS)
    if rest:
        return sum(times) / RUNS / 1e6
    return statistics.median(
        sum(times[i * count:(i + 1) * count]) for i in range(RUNS)) / 1e6


def sample(value):
    """The value with at most SAMPLE elements of each tensor."""
    import torch

    if torch.is_tensor(value):
        flat = value.detach().reshape(-1)
        step = max(1, flat.numel() // SAMPLE) | 1  # odd: not a column of a matrix
        flat = flat[::step].resolve_conj().resolve_neg()
        return flat.clone()
    if isinstance(value, (list, tuple)):
        return [sample(item) for item in value]
    return value if isinstance(value, (bool, int, float, complex)) else None


def write_sample(folder, name, value):
    """Writes a sample of results for results.compare_folders."""
    import results

    path = os.path.join(folder, f"{zlib.crc32(name.encode()):08x}")
    results.write(path, results.flatten([sample(value)], "result"))


def run_case(options, benchmark, case, method):
    """The case's line of JSON, without whether the process ends."""
    import benchmark_cases
    import torch

    given = benchmark_cases.inputs(benchmark, case)
    if given is None:
        return {"absent": True}
    context, operator = operators_of(benchmark)
    again = given
    if method != "compile" and writes(benchmark):
        again = benchmark_cases.inputs(benchmark, case)
    graph = None
    begin = time.perf_counter()
    with context:
        call_of(benchmark, operator, given)()  # compiles and tunes
        torch.cuda.synchronize()
        seconds = time.perf_counter() - begin
        call = call_of(benchmark, operator, again)
        if method == "compile":
            return {"waits": waits(call) or capture(call) is None, "seconds": seconds}
        value = call()
        torch.cuda.synchronize()
        if method == "graph":
            graph = capture(call)
        found = {"method": "graph" if graph else "kernels"}
        if not graph:
            found["ms"] = time_kernels(call)
    if options.samples:
        write_sample(options.samples, case.facts()["name"], value)
    del value
    if graph:
        found["ms"] = time_graph(graph[0])
        graph[0].reset()
    return found


def describe(error):
    """The error in a line, without what differs from run to run."""
    return f"{type(error).__name__}: {' '.join(str(error).split())[:500]}"


def answer(options, benchmark, case, method):
    """A case's line, and whether the process must end."""
    import plugin
    import torch

    attempts = ATTEMPTS if method == "compile" else 1
    for attempt in range(attempts):
        try:
            found, ends = run_case(options, benchmark, case, method), False
            torch.cuda.synchronize()
        except Exception as error:  # any that a library raises is its outcome
            text = describe(error)
            memory = bool(plugin.NO_MEMORY.search(text))
            ends = memory or bool(plugin.LOST.search(text))
            found = {"error": text, "memory": memory}
        if not found.get("memory"):
            break
        gc.collect()
        torch.cuda.empty_cache()
        if attempt + 1 < attempts:
            time.sleep(random.uniform(*WAIT))
    ends = ends or capture.lost
    if not ends:
        free_memory(KEPT if options.measures else 0)
    return found, ends


def free_memory(kept):
    """Returns what PyTorch keeps if it is more than this number of bytes."""
    import torch

    if torch.cuda.memory_allocated() > max(kept, 1 << 30):
        gc.collect()
    if torch.cuda.memory_reserved() > kept:
        torch.cuda.empty_cache()


def serve(options, benchmarks, channel):
    import benchmark_cases

    cases = {}
    for name, benchmark in benchmarks.items():
        try:
            found = benchmark_cases.cases_of(name, benchmark, options.type)
        except Exception as error:
            print(f"no cases of {name}: {describe(error)}", file=sys.stderr)
            continue
        cases.update({case.facts()["name"]: case for case in found})
    say(channel, {"cases": [case.facts() for case in cases.values()]})
    for number, line in enumerate(sys.stdin):
        asked = json.loads(line)
        case = cases[asked["case"]]
        found, ends = answer(options, benchmarks[case.benchmark], case,
                             asked["method"])  # fmt: skip
        say(channel, {**found, "ends": ends})
        if ends:
            channel.close()
            os._exit(1)
        if number % COLLECTED == COLLECTED - 1:
            gc.collect()


def say(channel, found):
    channel.write(json.dumps(found) + "\n")
    channel.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", help="FlagGems, with the changes of libraries.py")
    parser.add_argument("--compiler", choices=("cm2tt", "triton"), required=True)
    parser.add_argument("--type", default="float16")
    parser.add_argument("--configurations", type=int, default=0)
    parser.add_argument("--measures", action="store_true")
    parser.add_argument("--samples", help="a folder for samples of the results")
    parser.add_argument("--words", help="as pytest's -k")
    options = parser.parse_args()
    # Libraries print, too: to standard error.
    channel = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    try:
        benchmarks = prepare(options)
        import torch

        # Gradients and captures need the stream of the operator to be another one
        # than the default.
        torch.cuda.set_stream(torch.cuda.Stream())
        gc.disable()  # it would run while a graph is captured
        if options.measures:
            timer()
        serve(options, benchmarks, channel)
    except Exception as error:
        say(channel, {"error": describe(error), "ends": True})
        raise


if __name__ == "__main__":
    main()
