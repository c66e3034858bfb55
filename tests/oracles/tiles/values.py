# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The values that programs compute (evaluate.py)."""

import dataclasses

import numpy as np


class Unstable(Exception):
    """The result of the program is not determined."""


@dataclasses.dataclass
class Data:
    """Values with errors (floats), or offsets into an argument's array. Of a product
    its Sums are kept: what is added to it may become its accumulator."""

    values: np.ndarray
    error: np.ndarray = None
    argument: object = None
    sums: object = None
    view: object = None  # of descriptors and block pointers
