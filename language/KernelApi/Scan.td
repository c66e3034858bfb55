// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Scan.cpp.

let family = ReductionFamily, evaluator = "Scan" in {

def Cumsum : Method<"cumsum"> {
  let parameters = [TileOfNumbers, Axis, Reverse, ComputeType];
  let overloads = ["x, axis", "x, axis, reverse", "x, axis, type"];
  let description = [{
    For each element, the sum of all up to it along the axis, or with
    `reverse` of all from it on. It is computed in the class's type; without
    one as in [sum(Tensor, int)], but bf16 in float.
  }];
  let returns = "the running sums, in the tile's shape";
  let errors = [{
    an operand that is not a tile of numbers (T-REDUCTION-1), an axis that the
    tile does not have (T-REDUCTION-2), invalid options (T-REDUCTION-3), an
    operation that does not exist for the type (T-REDUCTION-4)
  }];
  let example = [{
    Tensor ends = lengths.cumsum(0);
  }];
  let becomes = ["tt.scan"];
  let parse = "parseTypedReduction";
  let typeOf = "typeOfRunning<Binary::Add>";
  let build = "buildRunning<Binary::Add>";
}

def Cumprod : Method<"cumprod"> {
  let parameters = [TileOfNumbers, Axis, Reverse, ComputeType];
  let overloads = ["x, axis", "x, axis, reverse", "x, axis, type"];
  let description = [{
    For each element, the product of all up to it along the axis, or with
    `reverse` of all from it on. It is computed in the class's type; without
    one in float for bf16 and fp8 and else in the tile's own.
  }];
  let returns = "the running products, in the tile's shape";
  let errors = [{
    an operand that is not a tile of numbers (T-REDUCTION-1), an axis that the
    tile does not have (T-REDUCTION-2), invalid options (T-REDUCTION-3), an
    operation that does not exist for the type (T-REDUCTION-4)
  }];
  let example = [{
    Tensor decay = factors.cumprod(0);
  }];
  let becomes = ["tt.scan"];
  let parse = "parseTypedReduction";
  let typeOf = "typeOfRunning<Binary::Mul>";
  let build = "buildRunning<Binary::Mul>";
}

} // family = ReductionFamily
