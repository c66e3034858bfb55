#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cases of run.py refuse wrong results; no compiler and no device is needed.

    check_strength.py [--filter=REGEX] [--seeds=N:COUNT]

Each output of each case is compared with mutants of what the case expects
(strength.py): zeros, memory as it was before the run, values moved by one
element, negated, halved, ... An output is weak where its comparison accepts a
mutant that is not the expected result, or where zeros or unwritten memory are the
expected result. Every case has an output that refuses both, so that a kernel which
does nothing fails, or it prints or stops as described. ALLOWED names the exceptions
and their reasons. Cases that need Triton are left out without it.
"""

import argparse
import collections
import importlib
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import folders  # noqa: E402

folders.use("cases/kernels", "oracles/elements")

import numpy as np  # noqa: E402

import case  # noqa: E402
import cases_loops  # noqa: E402
import cases_tiles  # noqa: E402
import cases_trees  # noqa: E402
import selection  # noqa: E402
import strength  # noqa: E402

FAMILIES = r"(indices|hints|packs|order|whiles)/\d+-.*"  # random programs

# Cases, weaknesses, and why the case is right: an output's is written INDEX:MUTANT,
# that of a whole case "no effect".
ALLOWED = (
    (r"atomic/lock-.*|java/Memory-locked-.*", "0:(zeros|unwritten)",
     "the lock is free again; the counter is checked"),
    (r"java/SplitProducts-.*", "4:(zeros|unwritten)",
     "counters, which are 0 again for the next launch"),
    (r"kernel/split-matmul-.*", "10:(zeros|unwritten)", "the same"),
    (r"dot/loop-.*-times0-.*|control/sum-0-.*|blocks/product-33x65x0-.*"
     r"|split/[a-z]+-(0-0|50-m50)-.*|rotated/[a-z]+-\d+x0-.*",
     r"\d+:zeros|no effect",
     "the loop has no iterations; the memory is poisoned before"),
    (r"ahead/\d+x0-.*", r"\d+:(zeros|unwritten)|no effect", "the same"),
    (r"split/loads-[a-z]+-0-0-.*", r"\d+:(zeros|unwritten)|no effect", "the same"),
    (r"split/loads-(slt-0-2048-512-(0|m16)|sge-0-2048-512-(2048|4096))", "1:unwritten",
     "nothing is stored where the mask is false, which it is everywhere"),
    (r"rotated/(plain|scaled|shifted)-64x64-.*", r"\d+:zeros",
     "one iteration, which adds up what is 0 before it"),
    (r"(producer|persistent|described)/product-[^-]*-\d+x\d+x0-.*", r"\d+:zeros|no effect",
     "a product of no columns, whose sum is zero"),
    (r"(trees|tiles|chains|loops)/.*|" + FAMILIES, r"\d+:(zeros|unwritten)",
     "one of several results of a random program"),
    (r"tiles/.*|" + FAMILIES, "no effect",
     "a random program whose results are all zero, one in fifty"),
    (r"padding/(reduce-arith.andi-80-0|argmax-3)", r"1:(zeros|unwritten)|no effect",
     "one small number, which the memory may have before"),
    (r"assert/.*-holds", "no effect", "others assert what does not hold"),
)  # fmt: skip
SERIOUS = ("zeros", "unwritten")  # also where they are expected


def is_allowed(name, weakness):
    return any(
        re.fullmatch(cases, name) and re.fullmatch(weaknesses, weakness)
        for cases, weaknesses, _ in ALLOWED
    )


def weaknesses(one):
    """The mutants that the case does not detect, as in ALLOWED, and a description."""
    has_effect = bool(one.prints or one.dies)
    for index, array in enumerate(case.flatten(one.make(np.random.default_rng(one.seed)), [])):
        if getattr(array, "expected", None) is None:
            continue
        accepted = dict(strength.accepted(array))
        has_effect |= not any(mutant in accepted for mutant in SERIOUS)
        for mutant, is_expected in accepted.items():
            if mutant in SERIOUS or not is_expected:
                why = "is expected" if is_expected else "is within the bound"
                yield f"{index}:{mutant}", f"argument {index}: {mutant}: {why}"
    if not has_effect:
        yield "no effect", "a kernel that does nothing, or writes zeros, passes"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--filter", default="", help="a regex of cases' names")
    parser.add_argument("--seeds", type=selection.seeds_of, default=range(0, 50),
                        help="N or N:COUNT, of random programs")  # fmt: skip
    setting = parser.parse_args()
    cases_trees.SEEDS, cases_trees.STEPS = setting.seeds, 99
    cases_loops.SEEDS, cases_loops.STEPS = setting.seeds, 99
    cases_tiles.SEEDS = setting.seeds
    counts, weak = collections.Counter(), 0
    for name in selection.MODULES:
        try:
            module = importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name != "triton":
                raise
            print(f"{name} left out: {error}")
            continue
        for one in module.cases():
            if re.search(setting.filter, one.name):
                counts[one.name.split("/")[0]] += 1
                found = [
                    text for weakness, text in weaknesses(one)
                    if not is_allowed(one.name, weakness)
                ]  # fmt: skip
                weak += bool(found)
                for text in found:
                    print(f"{one.name}: {text}")
    total = sum(counts.values())
    print(f"{total} cases: {total - weak} refuse all mutants, {weak} are weak")
    if not total:
        print("no case has such a name")
    return 1 if weak or not total else 0


if __name__ == "__main__":
    sys.exit(main())
