# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of a guarded kernel (cm2tt/Conversion/GuardTable.h): written before a
launch, and its records compared with the faults that a case expects."""

import ctypes

import numpy as np

RANGE, RECORD, SINK = 2, 4, 2  # words


class Table:
    """The table of one launch. `arrays` are the arrays on the device, by the index
    of their argument."""

    def __init__(self, board, metadata, arrays):
        self.sites, self.arrays = metadata["sites"], arrays
        parameters = [p["index"] for p in metadata["parameters"]]
        words = []
        for index in parameters:
            words += self.range_of(index) if index in arrays else [0, 0]
        self.records = len(words)
        words += [0] * (RECORD * len(self.sites) + SINK) + [len(arrays)]
        for index in arrays:
            words += self.range_of(index)
        self.memory = board.array(np.array(words, np.uint64))

    def range_of(self, index):
        array = self.arrays[index]
        return [array.address, array.values.nbytes]

    @property
    def argument(self):
        return ctypes.c_uint64(self.memory.address)

    def problems(self, faults):
        """The errors in the records. `faults` has for a site's index its invalid
        accesses: (program, element) -> (argument, offset in bytes)."""
        words = self.memory.fetch()
        end = self.records + RECORD * len(self.sites)
        if not faults.keys() <= set(range(len(self.sites))):
            yield f"faults of {sorted(faults)}: there are {len(self.sites)} sites"
        if words[end : end + SINK].any():
            yield "the sink has changed"
        for site in range(len(self.sites)):
            record = words[self.records + RECORD * site :][:RECORD]
            problem = self.problem_of(record, faults.get(site, {}))
            if problem:
                yield f"site {site}: {problem}"

    def problem_of(self, record, faults):
        count, program, element, address = (int(word) for word in record)
        if count != len(faults):
            return f"{count} faults, expected {len(faults)}"
        if not faults:
            return None
        elements = [e for p, e in faults if p == program]
        if not elements or element != min(elements):
            return f"program {program}, element {element} is not its first fault"
        argument, offset = faults[program, element]
        wanted = (self.arrays[argument].address + offset) % 2**64
        if address != wanted:
            return f"address {address:#x}, expected {wanted:#x}"
        return None
