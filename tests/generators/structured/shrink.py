# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a program smaller while it fails, by fewer and smaller choices."""


def edits(numbers):
    """Lists that are simpler: parts are left out, or become 0, or halves."""
    size = len(numbers) // 2
    while size:
        for start in range(0, len(numbers), size):
            yield numbers[:start] + numbers[start + size :]
        size //= 2
    for i, number in enumerate(numbers):
        for smaller in sorted({0, number // 2, number - 1}):
            if 0 <= smaller < number:
                yield numbers[:i] + [smaller] + numbers[i + 1 :]


def is_simpler(program, other):
    """Whether a program has a shorter text, or as short a one and smaller choices."""
    mine, theirs = (
        (p.text.count("\n"), len(p.numbers), p.numbers) for p in (program, other)
    )
    return mine < theirs


def shrink(program, failing, attempts):
    """A smaller program that fails; `failing` gives the program that a list of choices
    makes if it fails, else None."""
    number = 0
    tried = 0
    candidates = list(edits(program.numbers))
    while number < len(candidates) and tried < attempts:
        found = failing(candidates[number])
        tried += 1
        number += 1
        if found and is_simpler(found, program):
            program, number = found, 0
            candidates = list(edits(program.numbers))
    return program
