// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Dot.cpp.

let family = DotFamily in {

def Dot : Method<"dot"> {
  let parameters = [
      Param<"Tensor", "a", "a tile of two dimensions, or of three">,
      Param<"Tensor", "b", "another one">,
      Param<"Tensor", "acc",
        "the summand, of the result's type; `null` if absent",
        "null">,
      Choice<"InputPrecision", "precision",
        "how floats are multiplied, a constant; [InputPrecision.TF32] if "
        "absent",
        "InputPrecision.TF32">,
      Param<"Class<?>", "type",
        "the class of the result's elements; `null` if absent",
        "null">,
      ConstantParam<"int", "maxNumImpreciseAcc",
        "of fp8, how many products may be summed in fewer bits than float has "
        "before that sum is added; a constant, 0 or more",
        "0">
  ];
  let overloads = [
      "a, b", "a, b, acc", "a, b, precision", "a, b, type",
      "a, b, acc, precision", "a, b, acc, precision, type",
      "a, b, acc, maxNumImpreciseAcc"
  ];
  let description = [{
    The matrix product of a (M×K) and b (K×N), plus acc (M×N) if given; for
    three dimensions, of each pair of matrices along the first. a and b have one
    type, or are both fp8; K is 16 at least, 32 for 8 bits. The result is int
    for byte, double for double, float for float and bf16; for fp16 and fp8 it
    is float, or fp16 if that is `type` or the type of `acc`. Warp groups of
    sm_90a multiply fp8 only if `maxNumImpreciseAcc` is 32 at least.
  }];
  let returns = "the product, M×N";
  let errors = [{
    operands that are not tiles of numbers of two or three dimensions (T-DOT-1),
    inner extents that differ (T-DOT-2), batches of different sizes (T-DOT-3),
    element types that cannot be multiplied (T-DOT-4), a K that is too small
    (T-DOT-5), a `type` in which the products cannot be summed (T-DOT-7), too
    many elements (T-DOT-8), an accumulator whose type is not that of the result
    (T-DOT-9), a number of products that is below 0 (T-DOT-10)
  }];
  let example = [{
    for (int k = 0; k < Triton.cdiv(K, BLOCK_K); k++)
        accumulator = blockOf(a, k).dot(blockOf(b, k), accumulator);
  }];
  let becomes = ["tt.dot", "arith.constant"];
  let parse = "parseProduct";
  let typeOf = "typeOfDot";
  let build = "buildDot";
}

} // family = DotFamily
