// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Softmax.cpp.

let family = ReductionFamily in {

def Softmax : Method<"softmax"> {
  let parameters = [
      TileOfNumbers,
      ConstantParam<"int", "axis", "the axis, a constant; -1 is the last", "0">,
      ConstantParam<"boolean", "ieeeRounding",
        "whether the quotient is correctly rounded; a constant", "false">
  ];
  let overloads = ["x", "x, axis"];
  let description = [{
    The exponentials of the elements, divided by their sum along the axis; the
    first one, 0, if there is no argument for it. The greatest element is
    subtracted before. Fp16, bf16 and fp8 are converted to float.
  }];
  let returns = "the quotients, in the tile's shape";
  let errors = [{
    an operand that is not a tile of floating-point numbers (T-SOFTMAX-1), an
    axis that the tile does not have (T-SOFTMAX-2), a rounding that is not a
    constant (T-SOFTMAX-3)
  }];
  let example = [{
    Tensor weights = scores.softmax(1);
  }];
  let becomes = [
      "tt.reduce", "arith.subf", "math.exp", "arith.divf", "tt.precise_divf"
  ];
  let evaluator = "Softmax";
  let typeOf = "typeOfSoftmax";
  let build = "buildSoftmax";
  let parse = "parseSoftmax";
}

} // family = ReductionFamily
