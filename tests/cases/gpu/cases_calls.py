# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of functions that return early, loop or choose, wherever they stand."""

import numpy as np

from case import Array, Case, Scalar, out

PARAMETERS = (
    "%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, "
    "%out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32"
)
COUNT = 128

# The addresses of one tile of COUNT elements, and what stands in front.
TILE = """
    %i = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %ins = tt.splat %in : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %outs = tt.splat %out : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %p = tt.addptr %ins, %i : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %q = tt.addptr %outs, %i : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %x = tt.load %p : tensor<128x!tt.ptr<f32>>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32"""

# Returns from within two conditions: its blocks are no nest of branches.
EARLY = """
  tt.func private @helper(%x: tensor<128xf32>, %i: i32) -> tensor<128xf32> {
    %c0 = arith.constant 0 : i32
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %one = arith.constant dense<1.0> : tensor<128xf32>
    %a = arith.cmpi sge, %i, %c2 : i32
    cf.cond_br %a, ^some, ^rest(%one : tensor<128xf32>)
  ^some:
    %b = arith.cmpi sge, %i, %c4 : i32
    %y = arith.addf %x, %one : tensor<128xf32>
    cf.cond_br %b, ^done, ^rest(%y : tensor<128xf32>)
  ^done:
    tt.return %x : tensor<128xf32>
  ^rest(%z: tensor<128xf32>):
    %r = arith.subf %z, %x : tensor<128xf32>
    %c = arith.cmpi eq, %i, %c0 : i32
    cf.cond_br %c, ^zero, ^other
  ^zero:
    tt.return %r : tensor<128xf32>
  ^other:
    %s = arith.addf %r, %r : tensor<128xf32>
    tt.return %s : tensor<128xf32>
  }"""


def early(x, i):
    if i >= 4:
        return x
    r = (x + 1 if i >= 2 else 1) - x
    return r if i == 0 else r + r


# The number of halvings until a number is below 1, at most i: a loop of two exits.
HALVINGS = """
  tt.func private @helper(%x: f32, %i: i32) -> f32 {
    %c1 = arith.constant 1 : i32
    %zero = arith.constant 0.0 : f32
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    cf.br ^again(%x, %zero, %i : f32, f32, i32)
  ^again(%y: f32, %count: f32, %left: i32):
    %small = arith.cmpf olt, %y, %one : f32
    cf.cond_br %small, ^done, ^more
  ^done:
    tt.return %count : f32
  ^more:
    %none = arith.cmpi slt, %left, %c1 : i32
    %minus = arith.negf %count : f32
    %next = arith.mulf %y, %half : f32
    %n = arith.addf %count, %one : f32
    %l = arith.subi %left, %c1 : i32
    cf.cond_br %none, ^spent, ^again(%next, %n, %l : f32, f32, i32)
  ^spent:
    tt.return %minus : f32
  }"""


def halvings(x, i):
    count = 0
    while x >= 1:
        if i - count < 1:
            return -count
        x, count = x * 0.5, count + 1
    return count


# A choice of four, by cf.switch.
CHOICE = """
  tt.func private @helper(%x: tensor<128xf32>, %i: i32) -> tensor<128xf32> {
    cf.switch %i : i32, [default: ^rest, 0: ^zero, 1: ^one, 7: ^seven(%x : tensor<128xf32>)]
  ^zero:
    %y = arith.negf %x : tensor<128xf32>
    cf.br ^seven(%y : tensor<128xf32>)
  ^one:
    tt.return %x : tensor<128xf32>
  ^seven(%s: tensor<128xf32>):
    %t = arith.addf %s, %s : tensor<128xf32>
    tt.return %t : tensor<128xf32>
  ^rest:
    %z = arith.subf %x, %x : tensor<128xf32>
    tt.return %z : tensor<128xf32>
  }"""


def choice(x, i):
    return {0: -2 * x, 1: x, 7: 2 * x}.get(i, 0 * x)


def summed(call):
    """The sum over i below n of what the helper makes of x and i."""
    return f"""{TILE}
    %zero = arith.constant dense<0.0> : tensor<128xf32>
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<128xf32>) : i32 {{{call}
      %t = arith.addf %s, %y : tensor<128xf32>
      scf.yield %t : tensor<128xf32>
    }}
    tt.store %q, %sum : tensor<128x!tt.ptr<f32>>"""


ON_TILE = """
      %y = tt.call @helper(%x, %k) : (tensor<128xf32>, i32) -> tensor<128xf32>"""
ON_SCALAR = """
      %a = tt.load %in : !tt.ptr<f32>
      %h = tt.call @helper(%a, %k) : (f32, i32) -> f32
      %y = tt.splat %h : f32 -> tensor<128xf32>"""
# By way of a second function, in a branch.
BY_OTHER = """
      %c = arith.cmpi ne, %k, %c2 : i32
      %y = scf.if %c -> tensor<128xf32> {
        %r = tt.call @other(%x, %k) : (tensor<128xf32>, i32) -> tensor<128xf32>
        scf.yield %r : tensor<128xf32>
      } else {
        scf.yield %x : tensor<128xf32>
      }"""
OTHER = """
  tt.func private @other(%x: tensor<128xf32>, %i: i32) -> tensor<128xf32> {
    %y = tt.call @helper(%x, %i) : (tensor<128xf32>, i32) -> tensor<128xf32>
    %z = arith.negf %y : tensor<128xf32>
    tt.return %z : tensor<128xf32>
  }"""


def case(name, body, helpers, make, warps):
    def build(symbol):
        return (f"module {{\n  tt.func public @{symbol}({PARAMETERS}) {{{body}\n"
                f"    tt.return\n  }}{helpers}\n}}\n")  # fmt: skip

    return Case(f"calls/{name}-w{warps}", build, make, warps=warps)


def in_loop(name, call, helpers, reference, warps, turns=9):
    def make(rng):
        x = rng.integers(1, 99, COUNT).astype(np.float32)
        want = sum(reference(x, i) for i in range(turns))
        return [Array("f32", x), out("f32", np.broadcast_to(want, COUNT)),
                Scalar("i32", turns)]  # fmt: skip

    return case(name, summed(call), helpers, make, warps)


def in_reduction(warps):
    """The larger of two, which a function with two returns finds."""
    body = f"""{TILE}
    %top = "tt.reduce"(%x) <{{axis = 0 : i32}}> ({{
    ^bb0(%a: f32, %b: f32):
      %m = tt.call @helper(%a, %b) : (f32, f32) -> f32
      tt.reduce.return %m : f32
    }}) : (tensor<128xf32>) -> f32
    %tops = tt.splat %top : f32 -> tensor<128xf32>
    tt.store %q, %tops : tensor<128x!tt.ptr<f32>>"""
    helpers = """
  tt.func private @helper(%a: f32, %b: f32) -> f32 {
    %c = arith.cmpf ogt, %a, %b : f32
    cf.cond_br %c, ^yes, ^no
  ^yes:
    tt.return %a : f32
  ^no:
    tt.return %b : f32
  }"""

    def make(rng):
        x = rng.uniform(-9, 9, COUNT).astype(np.float32)
        return [Array("f32", x), out("f32", np.full(COUNT, x.max())),
                Scalar("i32", 0)]  # fmt: skip

    return case("reduction", body, helpers, make, warps)


# Functions that Triton does not inline: a product in shared memory; a choice between
# functions; two results.
SHARED = """
  tt.func private @helper(%x: f32, %z: !tt.ptr<f32>) attributes {noinline = true} {
    %c16 = arith.constant dense<16> : tensor<16x1xi32>
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %a = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %b = arith.muli %a, %c16 : tensor<16x1xi32>
    %c = tt.expand_dims %r {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %d = tt.broadcast %b : tensor<16x1xi32> -> tensor<16x16xi32>
    %e = tt.broadcast %c : tensor<1x16xi32> -> tensor<16x16xi32>
    %o = arith.addi %d, %e : tensor<16x16xi32>
    %zs = tt.splat %z : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %p = tt.addptr %zs, %o : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    %t = tt.load %p : tensor<16x16x!tt.ptr<f32>>
    %xs = tt.splat %x : f32 -> tensor<16x16xf32>
    %m = tt.dot %t, %t, %xs, inputPrecision = ieee : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
    tt.store %p, %m : tensor<16x16x!tt.ptr<f32>>
    tt.return
  }"""


def noinline_shared(warps):
    body = """
    %x = tt.load %in : !tt.ptr<f32>
    tt.call @helper(%x, %out) : (f32, !tt.ptr<f32>) -> ()"""

    def make(rng):
        z = rng.integers(-3, 4, (16, 16)).astype(np.float32)
        x = np.array([2], np.float32)
        result = Array("f32", z, z @ z + 2, out("f32", z).bound)
        return [Array("f32", x), result, Scalar("i32", 0)]

    return case("noinline-shared", body, SHARED, make, warps)


DYNAMIC = """
  tt.func private @helper(%x: f32) -> (f32, f32) attributes {noinline = true} {
    %one = arith.constant 1.0 : f32
    %c = arith.cmpf oge, %x, %one : f32
    %y = scf.if %c -> f32 {
      %a = tt.call @plus(%x, %one) : (f32, f32) -> f32
      scf.yield %a : f32
    } else {
      %two = arith.constant 2.0 : f32
      %b = tt.call @plus(%x, %two) : (f32, f32) -> f32
      scf.yield %b : f32
    }
    tt.return %x, %y : f32, f32
  }
  tt.func private @plus(%x: f32, %y: f32) -> f32 attributes {noinline = true} {
    %z = arith.addf %x, %y : f32
    tt.return %z : f32
  }"""


def noinline_dynamic(warps):
    body = """
    %x = tt.load %in : !tt.ptr<f32>
    %y:2 = tt.call @helper(%x) : (f32) -> (f32, f32)
    %z = arith.mulf %y#0, %y#1 : f32
    tt.store %out, %z : !tt.ptr<f32>"""

    def make(rng):
        x = rng.integers(-1, 4, 1).astype(np.float32)
        want = x * (x + (1 if x[0] >= 1 else 2))
        return [Array("f32", x), out("f32", want), Scalar("i32", 0)]

    return case("noinline-dynamic", body, DYNAMIC, make, warps)


def cases():
    for warps in (1, 4):
        yield in_loop("early", ON_TILE, EARLY, early, warps)
        yield in_loop("choice", ON_TILE, CHOICE, choice, warps)
        yield in_loop("halvings", ON_SCALAR, HALVINGS,
                      lambda x, i: halvings(x[0], i), warps)  # fmt: skip
        yield in_loop("by-other", BY_OTHER, EARLY + OTHER,
                      lambda x, i: x if i == 2 else -early(x, i), warps)  # fmt: skip
        yield in_reduction(warps)
        yield noinline_shared(warps)
        yield noinline_dynamic(warps)
