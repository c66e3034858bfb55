// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of DotScaled.cpp.

let family = DotFamily in {

def DotScaled : Method<"dotScaled"> {
  let parameters = [
      Param<"Tensor", "a", "a tile of two dimensions, or of three">,
      Param<"Tensor", "aScale",
        "the scales of a, M×S or with batches B×M×S; `null` if a has none">,
      Param<"ScaledFormat", "aFormat", "the format of the numbers of a, a constant">,
      Param<"Tensor", "b", "another tile">,
      Param<"Tensor", "bScale",
        "the scales of b, N×S or with batches B×N×S; `null` if b has none">,
      Param<"ScaledFormat", "bFormat", "the format of the numbers of b, a constant">,
      Param<"Tensor", "acc", "the summand, M×N floats; `null` if absent", "null">
  ];
  let overloads = ["a, aScale, aFormat, b, bScale, bFormat"];
  let description = [{
    The matrix product of narrow numbers with scales (microscaling): of a (M×K)
    and b (K×N), each number multiplied by its scale, plus acc (M×N) if given;
    for three dimensions, of each pair of matrices along the first. One scale
    belongs to 16 or 32 numbers along K, which is 16 at least. Scales are bytes,
    of which s means 2^(s - 127) and 255 means NaN, or fp8e4nv.

    Numbers of [ScaledFormat.E2M1] come two to a byte, the one with the smaller
    index in the lower bits. On GPUs the factors are bf16 or, if one operand is
    fp16, fp16, to which scaled numbers are then rounded.
  }];
  let returns = "the product, M×N floats";
  let errors = [{
    a format that is not a constant (T-DOTSCALED-1), operands that are not tiles
    of two or three dimensions (T-DOTSCALED-2) or not of the element type of
    their format (T-DOTSCALED-3), inner extents that differ (T-DOTSCALED-4) or
    are too small (T-DOTSCALED-5), batches of different sizes (T-DOTSCALED-6),
    scales of another type or shape (T-DOTSCALED-7), scales for different counts
    of numbers (T-DOTSCALED-8), too many elements (T-DOTSCALED-9), an
    accumulator whose type is not that of the result (T-DOTSCALED-10)
  }];
  let example = [{
    sum = Triton.dotScaled(weights, scales, ScaledFormat.E2M1, x, null, ScaledFormat.BF16, sum);
  }];
  let evaluator = "DotScaled";
  let becomes = ["tt.dot_scaled", "arith.constant"];
  let typeOf = "typeOfDotScaled";
  let build = "buildDotScaled";
}

} // family = DotFamily
