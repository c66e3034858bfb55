// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Select.cpp.

let family = ComparisonFamily in {

def Where : Method<"where"> {
  let parameters = [
      Param<"Tensor", "condition", "truth values or numbers">,
      Param<"Number", "x", "the result where the condition holds">,
      Param<"Number", "y", "the result elsewhere">
  ];
  let description = [{
    x where the condition holds (is not 0), else y. Both are computed. x and
    y are promoted, or are pointers of one type; all shapes broadcast.
  }];
  let returns = "of the promoted type, in the shape that all broadcast to";
  let errors = [{
    a condition that is not a number (T-WHERE-1), pointers of different types
    (T-WHERE-2), operands that are not numbers (T-BINARY-1), have no common type
    (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast
    (T-BINARY-3)
  }];
  let example = [{
    Tensor relu = Triton.where(x.gt(0), x, 0.0f);
  }];
  let becomes = ["arith.select"];
  let typeOf = "typeOfWhere";
  let build = "buildWhere";
}

def Maximum : Method<"maximum"> {
  let parameters = [FirstOperand, SecondOperand, Nan];
  let overloads = ["a, b"];
  let description = [{
    The maximum of two numbers. If one is NaN, the result is the other one or,
    with [PropagateNan.ALL], NaN. Bf16 is compared as float, which is the
    result's type. Operands are promoted and their shapes broadcast.
  }];
  let returns =
      "the maximum, of the promoted type, in the shape that the operands "
      "broadcast to";
  let errors = PromotionErrors # [{, truth values (T-BINARY-4), a `nan` that is
    not a constant (T-NAN-1)}];
  let example = [{
    Tensor relu = x.maximum(0.0f);
  }];
  let becomes = [
      "arith.maxnumf", "arith.maximumf", "arith.maxsi", "arith.maxui"
  ];
  let typeOf = "typeOfMaximum<Binary::Max>";
  let build = "buildMaximum<Binary::Max>";
}

def Minimum : Method<"minimum"> {
  let parameters = [FirstOperand, SecondOperand, Nan];
  let overloads = ["a, b"];
  let description = [{
    The minimum of two numbers. If one is NaN, the result is the other one or,
    with [PropagateNan.ALL], NaN. Bf16 is compared as float, which is the
    result's type. Operands are promoted and their shapes broadcast.
  }];
  let returns =
      "the minimum, of the promoted type, in the shape that the operands "
      "broadcast to";
  let errors = PromotionErrors # [{, truth values (T-BINARY-4), a `nan` that is
    not a constant (T-NAN-1)}];
  let example = [{
    Tensor capped = x.minimum(6.0f);
  }];
  let becomes = [
      "arith.minnumf", "arith.minimumf", "arith.minsi", "arith.minui"
  ];
  let typeOf = "typeOfMaximum<Binary::Min>";
  let build = "buildMaximum<Binary::Min>";
}

def Clamp : Method<"clamp"> {
  let parameters = [
      Operand,
      Param<"Number", "low", "the lower bound">,
      Param<"Number", "high", "the upper bound">,
      Nan
  ];
  let overloads = ["x, low, high"];
  let description = [{
    x where it is between low and high, else the nearer of them; low is not
    above high. If x is NaN, the result is low or, with [PropagateNan.ALL], NaN.
    Operands are promoted and their shapes broadcast.
  }];
  let returns =
      "the number within the bounds, of the promoted type, in the shape that "
      "the operands broadcast to";
  let errors = PromotionErrors # [{, truth values (T-BINARY-4), a `nan` that is
    not a constant (T-NAN-1)}];
  let example = [{
    Tensor unit = x.clamp(0.0f, 1.0f);
  }];
  let becomes = [
      "tt.clampf", "arith.maxsi", "arith.minsi", "arith.maxui", "arith.minui"
  ];
  let typeOf = "typeOfClamp";
  let build = "buildClamp";
}

} // family = ComparisonFamily
