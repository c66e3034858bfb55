# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of flaggems_benchmark.py and what follows from it.

A ratio is stock Triton's time over cm2tt's: above 1, cm2tt is faster. The time of a
case is the least of its figures, as what disturbs a figure lengthens it. Not here:
the figures themselves (benchmark_worker.py).
"""

import collections
import math

COMPILERS = ("triton", "cm2tt")
COUNTED = 0.1  # milliseconds by Triton: below, the launches of a graph count, too
SLOW = 0.95  # a ratio
SHOWN = 20
WIDTH = 38  # of an operator and of a shape in the table
KINDS = {"fails": "FAIL WITH CM2TT ONLY", "stock fails": "fail with stock Triton",
         "unclear": "fail with cm2tt; Triton did not run them",
         "unmeasured": "did not compile or run in time", "absent": "have no input"}


def time_of(record, compiler):
    """The least of the figures of a case in milliseconds, or None."""
    return min(record["ms"][compiler], default=None)


def ratio_of(record):
    """Triton's time over cm2tt's; None if one is absent or 0."""
    theirs, ours = (time_of(record, compiler) for compiler in COMPILERS)
    return theirs / ours if theirs and ours else None


def geometric_mean(values):
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def counted(records):
    """The records whose ratio counts: not of a time that is mostly launches."""
    return [record for record in records
            if ratio_of(record) and time_of(record, "triton") >= COUNTED]


def outcome(record):
    """The outcome of a case: measured, or one of KINDS."""
    if record.get("absent"):
        return "absent"
    errors = record["errors"]
    if "triton" in errors:
        return "stock fails"
    if "cm2tt" in errors:
        runs = "triton" in record["compiled"] or record["ms"]["triton"]
        return "fails" if runs else "unclear"
    return "measured" if ratio_of(record) else "unmeasured"


def short(text):
    return text if len(text) <= WIDTH else f"{text[:WIDTH - 3]}..."


def lines_of(records, names):
    """The lines of a table, one for each measured record."""
    yield (f"{'operator':{WIDTH}} {'type':9} {'shape':{WIDTH}} {'Triton ms':>10} "
           f"{'cm2tt ms':>10} {'ratio':>6}  by, further ratios")  # fmt: skip
    for record in records:
        theirs, ours = (time_of(record, compiler) for compiler in COMPILERS)
        further = [f"{a / b:.3f}" for a, b in
                   zip(*(record["ms"][c] for c in COMPILERS))]  # fmt: skip
        yield (f"{short(names[record['name']]):{WIDTH}} {record['type']:9} "
               f"{short(record['shape']):{WIDTH}} {theirs:10.4f} {ours:10.4f} "
               f"{theirs / ours:6.3f}  {record.get('method', '')} "
               f"{' '.join(further) if len(further) > 1 else ''}".rstrip())  # fmt: skip


def names_of(records):
    """The operator's name by the record's; with the test's if several tests have it."""
    tests = collections.defaultdict(set)
    for record in records:
        tests[record["operator"]].add(record["benchmark"])
    names = {}
    for record in records:
        name = record["operator"]
        if len(tests[name]) > 1:
            name += f" {record['benchmark'].removeprefix('test_')}"
        names[record["name"]] = name
    return names


def summary(records, differ=None):
    """The lines after the table: counts, means, failures, the worst."""
    names = names_of(records)
    kinds = collections.defaultdict(list)
    for record in records:
        kinds[outcome(record)].append(record)
    measured, large = kinds["measured"], counted(records)
    slow = [record for record in large if ratio_of(record) < SLOW]
    yield (f"{len(measured)} of {len(records)} cases measured, of "
           f"{len({r['benchmark'] for r in measured})} operators; {len(large)} take "
           f"{COUNTED} ms or more by Triton")  # fmt: skip
    for kind, text in KINDS.items():
        if kinds[kind]:
            yield f"{len(kinds[kind])} cases {text}"
        yield from failures(kinds[kind], kind, names)
    if large:
        by_operator = collections.defaultdict(list)
        for record in large:
            by_operator[record["benchmark"]].append(ratio_of(record))
        means = [geometric_mean(ratios) for ratios in by_operator.values()]
        yield (f"geometric mean of Triton's time over cm2tt's: "
               f"{geometric_mean(map(ratio_of, large)):.4f} of {len(large)} cases, "
               f"{geometric_mean(means):.4f} of {len(means)} operators")  # fmt: skip
        yield f"{len(slow)} of these cases are below {SLOW}"
        yield from share(large)
    for text in (differ or {}).items():
        yield "results differ: {}: {}".format(*text)
    yield f"the {SHOWN} slowest by cm2tt:"
    yield from lines_of(sorted(large, key=ratio_of)[:SHOWN], names)


def share(large):
    """The cases by method, and those where cm2tt is faster."""
    fast = sum(ratio_of(record) > 1 / SLOW for record in large)
    yield f"{fast} of these cases are above {1 / SLOW:.3f}"
    for method in ("graph", "kernels"):
        some = [r for r in large if r.get("method") == method]
        if some:
            yield (f"  {len(some)} measured by {method}: "
                   f"{geometric_mean(map(ratio_of, some)):.4f}")  # fmt: skip


def failures(records, kind, names):
    """A line for each operator and error."""
    if kind in ("unmeasured", "absent"):
        return
    compiler = "triton" if kind == "stock fails" else "cm2tt"
    groups = collections.defaultdict(list)
    for record in records:
        error = record["errors"][compiler]
        groups[names[record["name"]], error].append(record["shape"])
    for (name, error), shapes in groups.items():
        yield f"  {name} {' '.join(map(short, shapes))}: {error[:200]}"


def table(records):
    """The lines of all measured cases, by test and size."""
    measured = [record for record in records if outcome(record) == "measured"]
    return lines_of(measured, names_of(records))
