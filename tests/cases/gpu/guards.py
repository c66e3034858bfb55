# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of a guarded kernel (cm2tt/Tile/GuardTable.h): written before a
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
        """The errors in the records. `faults` has for the name of a site its faults:
        (program, element) -> (argument, offset in bytes), or None for an assertion;
        more in the key tells faults of one element apart.
        The name is the number of the access among accesses, or "assert 0" and so on."""
        words = self.memory.fetch()
        end = self.records + RECORD * len(self.sites)
        names = self.names()
        if not faults.keys() <= set(names):
            yield f"faults of {list(faults)}: there are the sites {names}"
        if words[end : end + SINK].any():
            yield "the sink has changed"
        for site, name in enumerate(names):
            record = words[self.records + RECORD * site :][:RECORD]
            problem = self.problem_of(record, faults.get(name, {}))
            if problem:
                yield f"site {name}: {problem}"

    def names(self):
        """The names of the sites."""
        names, accesses, assertions = [], 0, 0
        for site in self.sites:
            if site["kind"] == "assert":
                names.append(f"assert {assertions}")
                assertions += 1
            else:
                names.append(accesses)
                accesses += 1
        return names

    def problem_of(self, record, faults):
        count, program, element, address = (int(word) for word in record)
        if count != len(faults):
            return f"{count} faults, expected {len(faults)}"
        if not faults:
            return None
        places = {key[:2]: place for key, place in faults.items()}
        elements = [e for p, e in places if p == program]
        if not elements or element != min(elements):
            return f"program {program}, element {element} is not its first fault"
        wanted, place = 0, places[program, element]
        if place:
            wanted = (self.arrays[place[0]].address + place[1]) % 2**64
        if address != wanted:
            return f"address {address:#x}, expected {wanted:#x}"
        return None
