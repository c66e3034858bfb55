# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The parameters of a kernel: in `tt`, in PTX, and as Triton's launcher passes them."""

import re

from cm2tt_triton.errors import UnsupportedKernel
from cm2tt_triton.versions import VERSION


def can_mix(described):
    """Whether the launcher passes these descriptors: from Triton 3.8 on either all are
    tensor maps or none is."""
    return VERSION < (3, 8) or len({one is None for one in described}) < 2


def count_parameters(ptx, name):
    """The number of parameters that the entry declares."""
    entry = re.search(rf"\.entry\s+{re.escape(name)}\s*\(([^)]*)\)", ptx)
    return entry.group(1).count(".param") if entry else 0


def head_of(text, name):
    """The arguments of the function in `tt`, as text."""
    head = re.search(rf"tt\.func public @\"?{re.escape(name)}\"?\((.*)", text)
    return head.group(1).split(") attr")[0]


def argument_ranks(head):
    """For each argument the dimensions of a tensor descriptor, None for others."""
    block = re.compile(r"\s*!tt\.tensordesc<(?:tensor<)?((?:\d+x)+)")
    found = []
    for argument in re.finditer(r"%[\w$.-]+\s*:", head):
        descriptor = block.match(head, argument.end())
        found.append(descriptor and descriptor.group(1).count("x"))
    return found


MAP_BYTES = 128

# How Triton's launcher numbers the elements of a tensor map: as `tensormap.replace`
# of PTX does. Floats of 8 bits are bytes.
MAP_ELEMENTS = {
    "i8": (0, 1), "u8": (0, 1), "fp8e4nv": (0, 1), "fp8e5": (0, 1), "i16": (1, 2),
    "u16": (1, 2), "u32": (2, 4), "i32": (3, 4), "u64": (4, 8), "i64": (5, 8),
    "fp16": (6, 2), "fp32": (7, 4), "fp64": (9, 8), "bf16": (10, 2),
}  # fmt: skip


def describe_map(parameter):
    """The launcher's description of a parameter that is a tensor map."""
    layout = parameter["tensorMap"]
    number, size = MAP_ELEMENTS[layout["element"]]
    return {
        "swizzle": (0, 32, 64, 128).index(layout["swizzleBytes"]),
        "elem_size": size,
        "elem_type": number,
        "block_size": layout["box"],
        "fp4_padded": False,
    }


def split_parameters(parameters):
    """The recipes of those that are tensor maps by recipes, and the rest."""
    recipes = [{**one["recipe"], "map": describe_map(one),
                "stored": one.get("written", False)}
               for one in parameters if "recipe" in one]  # fmt: skip
    return recipes, [one for one in parameters if "recipe" not in one]


def describe_descriptors(head, parameters):
    """For each descriptor among the arguments: how the launcher encodes its tensor
    map, or None for its base, extents, strides and padding."""
    found, rest = [], iter(parameters)
    for rank in argument_ranks(head):
        parameter = next(rest, None)
        if rank is None or parameter is None:
            continue
        is_map = parameter["type"] == "tensormap"
        found.append(describe_map(parameter) if is_map else None)
        for _ in range(0 if is_map else 2 * rank + 1):
            next(rest, None)
    if next(rest, None) is not None:
        raise UnsupportedKernel("PTX has other parameters than tt")
    return found


def add_flags(ptx, name, head, described):
    """Declares the parameter that follows the padding of each descriptor, if it is no
    tensor map, from Triton 3.7 on: whether a load rounds to TF32, which products do
    themselves."""
    if VERSION == (3, 6):
        return ptx
    entry = re.search(rf"\.entry\s+{re.escape(name)}\s*\(([^)]*)\)", ptx)
    declared = entry.group(1).split(",")
    at, maps = 0, iter(described)
    for rank in argument_ranks(head):
        is_split = rank is not None and next(maps) is None
        at += 2 * rank + 2 if is_split else 1
        if is_split:
            declared.insert(at, f"\n\t.param .u8 {name}_rounds_{at}")
            at += 1
    begin, end = entry.span(1)
    return ptx[:begin] + ",".join(declared) + ptx[end:]
