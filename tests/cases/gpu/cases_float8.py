# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Floats of 8 bits that the assembler knows: loads whose masks are false for some
registers of all threads (ProtectFloat8.cpp).

All values are small, so that sums are exact."""

import itertools

import numpy as np

import formats
from case import EXACT_VALUE, Array, Case
from cases_blocks import module

TYPES = ("f8E4M3FN", "f8E5M2")
ROWS, COLUMNS, K = 16, 16, 32
INSIDE = 8  # rows; the others have a false mask

PRODUCT = """%rows = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
%row = tt.expand_dims %rows {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
%column = tt.expand_dims %rows {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
%ks = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
%k0 = tt.expand_dims %ks {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
%k1 = tt.expand_dims %ks {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
%rs = arith.constant dense<32> : tensor<16x1xi32>
%cs = arith.constant dense<32> : tensor<1x16xi32>
%os = arith.constant dense<16> : tensor<16x1xi32>
%ar = arith.muli %row, %rs : tensor<16x1xi32>
%arb = tt.broadcast %ar : tensor<16x1xi32> -> tensor<16x32xi32>
%akb = tt.broadcast %k0 : tensor<1x32xi32> -> tensor<16x32xi32>
%ao = arith.addi %arb, %akb : tensor<16x32xi32>
%bc = arith.muli %column, %cs : tensor<1x16xi32>
%bcb = tt.broadcast %bc : tensor<1x16xi32> -> tensor<32x16xi32>
%bkb = tt.broadcast %k1 : tensor<32x1xi32> -> tensor<32x16xi32>
%bo = arith.addi %bcb, %bkb : tensor<32x16xi32>
%none = arith.constant dense<0.0> : tensor<16x32x@A@>
%zero = arith.constant dense<0.0> : tensor<16x16x@SUM@>
%inside = arith.constant dense<8> : tensor<16x1xi32>
%as = tt.splat %a : !tt.ptr<@A@> -> tensor<16x32x!tt.ptr<@A@>>
%bs = tt.splat %b : !tt.ptr<@B@> -> tensor<32x16x!tt.ptr<@B@>>
%ap = tt.addptr %as, %ao : tensor<16x32x!tt.ptr<@A@>>, tensor<16x32xi32>
%bp = tt.addptr %bs, %bo : tensor<32x16x!tt.ptr<@B@>>, tensor<32x16xi32>
%m = arith.cmpi slt, %row, %inside : tensor<16x1xi32>
%mask = tt.broadcast %m : tensor<16x1xi1> -> tensor<16x32xi1>
%x = tt.load %ap, %mask, %none : tensor<16x32x!tt.ptr<@A@>>
%y = tt.load %bp : tensor<32x16x!tt.ptr<@B@>>
%sum = tt.dot %x, %y, %zero : tensor<16x32x@A@> * tensor<32x16x@B@> -> tensor<16x16x@SUM@>
%or = arith.muli %row, %os : tensor<16x1xi32>
%orb = tt.broadcast %or : tensor<16x1xi32> -> tensor<16x16xi32>
%ocb = tt.broadcast %column : tensor<1x16xi32> -> tensor<16x16xi32>
%oo = arith.addi %orb, %ocb : tensor<16x16xi32>
%op = tt.splat %o : !tt.ptr<@SUM@> -> tensor<16x16x!tt.ptr<@SUM@>>
%oq = tt.addptr %op, %oo : tensor<16x16x!tt.ptr<@SUM@>>, tensor<16x16xi32>
tt.store %oq, %sum : tensor<16x16x!tt.ptr<@SUM@>>"""

CONVERSION = """%r = tt.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
%other = arith.constant dense<@OTHER@> : tensor<4096x@A@>
%half = arith.constant dense<2048> : tensor<4096xi32>
%as = tt.splat %a : !tt.ptr<@A@> -> tensor<4096x!tt.ptr<@A@>>
%ap = tt.addptr %as, %r : tensor<4096x!tt.ptr<@A@>>, tensor<4096xi32>
%mask = arith.cmpi slt, %r, %half : tensor<4096xi32>
%x = tt.load %ap, %mask, %other : tensor<4096x!tt.ptr<@A@>>
%y = tt.fp_to_fp %x : tensor<4096x@A@> -> tensor<4096xf16>
%os = tt.splat %o : !tt.ptr<f16> -> tensor<4096x!tt.ptr<f16>>
%op = tt.addptr %os, %r : tensor<4096x!tt.ptr<f16>>, tensor<4096xi32>
tt.store %op, %y : tensor<4096x!tt.ptr<f16>>"""

HINT = " {tt.divisibility = 16 : i32}"


def text_of(body, symbol, names):
    parameters = ", ".join(f"%{name}: !tt.ptr<{element}>{HINT}" for name, element in names)
    return module(symbol, parameters, body)


def product(a, b, total, warps):
    def text(symbol):
        body = PRODUCT.replace("@A@", a).replace("@B@", b).replace("@SUM@", total)
        return text_of(body, symbol, (("a", a), ("b", b), ("o", total)))

    def make(rng):
        left = rng.integers(-2, 3, (ROWS, K)).astype(np.float64)
        right = rng.integers(-2, 3, (COLUMNS, K)).astype(np.float64)
        result = left @ right.T
        result[INSIDE:] = 0
        before = formats.encode(np.ones((ROWS, COLUMNS)), total)
        return [Array(a, formats.encode(left, a)), Array(b, formats.encode(right, b)),
                Array(total, before, result, EXACT_VALUE)]  # fmt: skip

    return Case(f"float8/product-{a}-{b}-{total}-w{warps}", text, make, warps=warps)


def conversion(a, other):
    def text(symbol):
        body = CONVERSION.replace("@A@", a).replace("@OTHER@", f"{other:.6e}")
        return text_of(body, symbol, (("a", a), ("o", "f16")))

    def make(rng):
        values = rng.integers(-2, 3, 4096).astype(np.float64)
        result = np.where(np.arange(4096) < 2048, values, other)
        before = formats.encode(np.zeros(4096), "f16")
        return [Array(a, formats.encode(values, a)),
                Array("f16", before, result, EXACT_VALUE)]  # fmt: skip

    return Case(f"float8/conversion-{a}-{other}", text, make)


def cases():
    for a, b, total, warps in itertools.product(TYPES, TYPES, ("f32", "f16"), (1, 4)):
        yield product(a, b, total, warps)
    for a, other in itertools.product(TYPES, (0.0, 1.5)):
        yield conversion(a, other)
