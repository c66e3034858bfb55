# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Maxima of scaled tiles (scale-maxima): the result is that of the products, to the bit,
for all scales; the launcher has other code for those that are not above 0."""

import numpy as np

import formats
from case import EXACT, EXACT_VALUE, Array, Case, Scalar, out
from cases_blocks import module
from options import USUAL

SCALES = (0.125, 0.1, 1.0, 3.0, 2.0**-64, 2.0**64, 1e-20, 1e-30, 1e30, 0.0, -0.0, -0.1,
          -2.0**64, float("inf"), float("-inf"), float("nan"))  # fmt: skip
FACTOR = 1.4426950408889634


def text(symbol, shape, operation, is_swapped):
    """out[i] = max over j of in[i, j] * (scale * FACTOR)"""
    rows, columns = shape
    tile, row = f"tensor<{rows}x{columns}x", f"tensor<{rows}x"
    factors = "%t, %x" if is_swapped else "%x, %t"
    return module(symbol, "%p: !tt.ptr<f32>, %o: !tt.ptr<f32>, %scale: f32", f"""
%factor = arith.constant {FACTOR} : f32
%s = arith.mulf %scale, %factor : f32
%i = tt.make_range {{end = {rows} : i32, start = 0 : i32}} : {row}i32>
%j = tt.make_range {{end = {columns} : i32, start = 0 : i32}} : tensor<{columns}xi32>
%i1 = tt.expand_dims %i {{axis = 1 : i32}} : {row}i32> -> tensor<{rows}x1xi32>
%width = arith.constant dense<{columns}> : tensor<{rows}x1xi32>
%i2 = arith.muli %i1, %width : tensor<{rows}x1xi32>
%i3 = tt.broadcast %i2 : tensor<{rows}x1xi32> -> {tile}i32>
%j1 = tt.expand_dims %j {{axis = 0 : i32}} : tensor<{columns}xi32> -> tensor<1x{columns}xi32>
%j2 = tt.broadcast %j1 : tensor<1x{columns}xi32> -> {tile}i32>
%at = arith.addi %i3, %j2 : {tile}i32>
%ps = tt.splat %p : !tt.ptr<f32> -> {tile}!tt.ptr<f32>>
%pa = tt.addptr %ps, %at : {tile}!tt.ptr<f32>>, {tile}i32>
%x = tt.load %pa : {tile}!tt.ptr<f32>>
%t = tt.splat %s : f32 -> {tile}f32>
%y = arith.mulf {factors} : {tile}f32>
%m = "tt.reduce"(%y) <{{axis = 1 : i32}}> ({{
^bb0(%a: f32, %b: f32):
  %r = arith.{operation} %a, %b : f32
  tt.reduce.return %r : f32
}}) : ({tile}f32>) -> {row}f32>
%os = tt.splat %o : !tt.ptr<f32> -> {row}!tt.ptr<f32>>
%oa = tt.addptr %os, %i : {row}!tt.ptr<f32>>, {row}i32>
tt.store %oa, %m : {row}!tt.ptr<f32>>
""")  # fmt: skip


def maximum_case(scale, operation, is_swapped):
    shape = (16, 64)
    scale = np.float32(scale)

    def make(rng):
        x = rng.normal(size=shape).astype(np.float32)
        x[0] = -np.abs(x[0])
        x[1, 3], x[2, 5] = np.inf, -np.inf
        x[3, 7], x[4], x[6] = np.nan, np.float32(1e-42), np.nan
        x[5] *= np.float32(2.0**100)
        with np.errstate(all="ignore"):
            y = x * (scale * np.float32(FACTOR))
        greatest = np.maximum if operation == "maximumf" else np.fmax
        return [Array("f32", formats.encode(x.astype(np.float64), "f32")),
                out("f32", greatest.reduce(y, axis=1).astype(np.float64),
                    EXACT if scale else EXACT_VALUE),
                Scalar("f32", scale)]  # fmt: skip

    name = f"maxima/{operation}-{scale:g}{'-swapped' * is_swapped}"
    return Case(name, lambda symbol: text(symbol, shape, operation, is_swapped), make,
                options_90=USUAL, options=())  # fmt: skip


def cases():
    for number, scale in enumerate(SCALES):
        for operation in ("maxnumf", "maximumf"):
            yield maximum_case(scale, operation, number % 2 == 1)
