# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The time that a function takes on the GPU.

As `triton.testing.do_bench` does: events before and after each run, and the L2 cache
flushed before it. An event before a run is recorded when the flush ends. If the host
launches the run later than that, the time between is measured, too, which depends on
the host and on the launcher. Here the GPU sleeps until the host has launched a number
of runs.

A card at its limit of power lowers its clock, for a time that depends on what ran
before: on an H200, one kernel took 2.53 to 2.98 ms in figures of 35 ms that followed
each other. So the GPU rests before each figure.
"""

import statistics
import time

import torch

FLUSH_BYTES = 256 << 20  # as Triton's; several times the L2 cache of an H200
TRIAL = 5  # runs whose time determines the number of the others
BATCH = 64  # runs that wait; 4 operations each of the about 1,000 that a stream queues
REST = 2.5  # times the duration of a figure, before it
SLACK = 1.3  # the host is slower at times
CYCLES = 2_000_000  # of the GPU in a millisecond, at the most


class Timer:
    """Keeps the buffer that flushes the cache."""

    def __init__(self):
        self.buffer = torch.empty(FLUSH_BYTES, dtype=torch.int8, device="cuda")

    def enqueue(self, run, count):
        """Pairs of events around runs, and the host's milliseconds for all of these."""
        events = [
            [torch.cuda.Event(enable_timing=True) for _ in range(2)]
            for _ in range(count)
        ]
        begin = time.perf_counter()
        for first, last in events:
            self.buffer.zero_()
            first.record()
            run()
            last.record()
        return events, 1e3 * (time.perf_counter() - begin)

    def milliseconds(self, run, warmup, rep):
        """The median of runs of about `rep` milliseconds, flushes included, after
        `warmup` milliseconds without any that count, and after a rest."""
        run()
        torch.cuda.synchronize()
        time.sleep(REST * (warmup + rep) / 1e3)
        events, host = self.enqueue(run, TRIAL)
        torch.cuda.synchronize()
        each = events[0][0].elapsed_time(events[-1][1]) / TRIAL
        host /= TRIAL
        for _ in range(max(1, int(warmup / each))):
            run()
        measured, count = [], max(1, int(rep / each))
        while len(measured) < count:
            batch = min(BATCH, count - len(measured))
            torch.cuda._sleep(int(SLACK * host * batch * CYCLES))
            measured += self.enqueue(run, batch)[0]
        torch.cuda.synchronize()
        return statistics.median(a.elapsed_time(b) for a, b in measured)
