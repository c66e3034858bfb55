// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Math.cpp.

let family = MathFamily in {

/// A function of one floating-point number: how a constant folds (C++), the
/// builder, and how an element is computed on the JVM (a DoubleUnaryOperator in
/// Java; empty: MathFunctions has a method of the name).
class Function<string javaName, string fold, string builder,
               string element = ""> : Method<javaName> {
  let parameters = [FloatOperand];
  let returns = "the function of each element, of the operand's type";
  let errors = [{
    an operand that is not a number (T-UNARY-1), integers (T-MATH-1), numbers of
    8 bits (T-MATH-2)
  }];
  let typeOf = "typeOfFunction<" # fold # ">";
  let build = "buildFunction<" # builder # ">";
  let evaluation = !if(!empty(element), "",
                       "MathFunctions.apply(\"" # javaName # "\", x, " #
                       element # ")");
}

def Abs : Method<"abs"> {
  let parameters = [Operand];
  let description = [{
    The number without its sign. The smallest integer does not change.
  }];
  let returns = "the absolute value, of the operand's type";
  let errors = [{
    an operand that is not a number (T-UNARY-1), truth values (T-BINARY-4)
  }];
  let example = [{
    Tensor distance = x.sub(y).abs();
  }];
  let becomes = ["math.absi", "math.absf"];
  let typeOf = "typeOfAbs";
  let build = "buildAbs";
}

def Sqrt : Function<"sqrt", "std::sqrt", "buildOp<math::SqrtOp>",
    "Math::sqrt"> {
  let description = [{
    The square root. The operand is a floating-point number, and the result has
    its type; fp16 and bf16 are computed as float.
  }];
  let example = [{
    Tensor deviation = variance.sqrt();
  }];
  let becomes = ["math.sqrt"];
}

def Rsqrt : Function<"rsqrt", "computeRsqrt", "buildOp<math::RsqrtOp>"> {
  let description = [{
    1 / the square root. The operand is a floating-point number, and the result
    has its type; fp16 and bf16 are computed as float.
  }];
  let example = [{
    Tensor scale = variance.add(1e-5f).rsqrt();
  }];
  let becomes = ["math.rsqrt"];
}

def Exp : Function<"exp", "std::exp", "buildOp<math::ExpOp>", "Math::exp"> {
  let description = [{
    e to the power of x. The operand is a floating-point number, and the result
    has its type; fp16 and bf16 are computed as float.
  }];
  let example = [{
    Tensor numerator = x.sub(x.max(0)).exp();
  }];
  let becomes = ["math.exp"];
}

def Exp2 : Function<"exp2", "std::exp2", "buildOp<math::Exp2Op>",
    "e -> Math.pow(2, e)"> {
  let description = [{
    2 to the power of x. The operand is a floating-point number, and the result
    has its type; fp16 and bf16 are computed as float.
  }];
  let example = [{
    Tensor p = x.mul(1.44269504f).exp2();
  }];
  let becomes = ["math.exp2"];
}

def Log : Function<"log", "std::log", "buildOp<math::LogOp>", "Math::log"> {
  let description = [{
    The natural logarithm. The operand is a floating-point number, and the
    result has its type; fp16 and bf16 are computed as float.
  }];
  let example = [{
    Tensor entropy = p.mul(p.log()).neg();
  }];
  let becomes = ["math.log"];
}

def Log2 : Function<"log2", "std::log2", "buildOp<math::Log2Op>",
    "SpecialFunctions::log2"> {
  let description = [{
    The logarithm to base 2. The operand is a floating-point number, and the
    result has its type; fp16 and bf16 are computed as float.
  }];
  let example = [{
    Tensor bits = x.log2();
  }];
  let becomes = ["math.log2"];
}

def Sin : Function<"sin", "std::sin", "buildOp<math::SinOp>", "Math::sin"> {
  let description = [{
    The sine of an angle in radians. The operand is a floating-point number, and
    the result has its type; fp16 and bf16 are computed as float.
  }];
  let example = [{
    Tensor wave = angle.sin();
  }];
  let becomes = ["math.sin"];
}

def Cos : Function<"cos", "std::cos", "buildOp<math::CosOp>", "Math::cos"> {
  let description = [{
    The cosine of an angle in radians. The operand is a floating-point number,
    and the result has its type; fp16 and bf16 are computed as float.
  }];
  let example = [{
    Tensor wave = angle.cos();
  }];
  let becomes = ["math.cos"];
}

def Tan : Function<"tan", "std::tan", "buildOp<math::TanOp>", "Math::tan"> {
  let description = [{
    The tangent of an angle in radians. The operand is a floating-point number,
    and the result has its type; fp16 and bf16 are computed as float.
  }];
  let example = [{
    Tensor slope = angle.tan();
  }];
  let becomes = ["math.tan"];
}

def Erf : Function<"erf", "std::erf", "buildOp<math::ErfOp>",
    "SpecialFunctions::erf"> {
  let description = [{
    The error function. The operand is a floating-point number, and the result
    has its type; fp16 and bf16 are computed as float.
  }];
  let example = [{
    Tensor probability = x.mul(0.70710678f).erf().add(1.0f).mul(0.5f);
    Tensor gelu = x.mul(probability);
  }];
  let becomes = ["math.erf"];
}

def Floor : Function<"floor", "std::floor", "buildOp<math::FloorOp>",
    "Math::floor"> {
  let description = [{
    The greatest whole number that is not above x. The operand is a
    floating-point number, and the result has its type; fp16 and bf16 are
    computed as float.
  }];
  let example = [{
    Tensor whole = x.floor();
  }];
  let becomes = ["math.floor"];
}

def Ceil : Function<"ceil", "std::ceil", "buildOp<math::CeilOp>",
    "Math::ceil"> {
  let description = [{
    The least whole number that is not below x. The operand is a floating-point
    number, and the result has its type; fp16 and bf16 are computed as float.
  }];
  let example = [{
    Tensor whole = x.ceil();
  }];
  let becomes = ["math.ceil"];
}

def Sigmoid : Function<"sigmoid", "computeSigmoid", "buildSigmoid"> {
  let description = [{
    1 / (1 + exp(-x)). The operand is a floating-point number, and the result
    has its type; fp16 and bf16 are computed as float.
  }];
  let example = [{
    Tensor swish = x.mul(x.sigmoid());
  }];
  let becomes = ["arith.negf", "math.exp", "arith.addf", "arith.divf"];
}

def SqrtRn : Function<"sqrtRn", "std::sqrt", "buildOp<tt::PreciseSqrtOp>",
    "Math::sqrt"> {
  let description = [{
    The square root, correctly rounded. The operand is a floating-point number,
    and the result has its type; fp16 and bf16 are computed as float.
  }];
  let example = [{
    Tensor norm = sum.sqrtRn();
  }];
  let becomes = ["tt.precise_sqrt"];
}

def Fma : Method<"fma"> {
  let parameters = [
      Param<"Number", "a", "the first factor">,
      Param<"Number", "b", "the second factor">,
      Param<"Number", "c", "the summand">
  ];
  let description = [{
    a * b + c, rounded once, of floating-point numbers. Operands are
    promoted and their shapes broadcast.
  }];
  let returns =
      "the sum, of the promoted type, in the shape that the operands "
      "broadcast to";
  let errors = [{
    operands that are not numbers (T-BINARY-1), have no common type (T-BINARY-2,
    T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3),
    integers (T-MATH-1), numbers of 8 bits (T-MATH-2)
  }];
  let example = [{
    Tensor y = x.fma(weight, bias);
  }];
  let becomes = ["math.fma"];
  let typeOf = "typeOfFma";
  let build = "buildFma";
}

def Fdiv : Method<"fdiv"> {
  let parameters = [Dividend, Divisor];
  let description = [{
    The quotient of floating-point numbers, of which one may be an integer.
    Fp16 and bf16 are divided as float, which is the result's type. Shapes
    broadcast. On GPUs the quotient of floats is approximate, to 2 units in the
    last place; that of [divRn] is correctly rounded.
  }];
  let returns = "the quotient, in the shape that the operands broadcast to";
  let errors = [{
    operands that are not numbers (T-BINARY-1), have no common type (T-BINARY-2,
    T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3), only
    integers (T-MATH-1), numbers of 8 bits (T-MATH-2)
  }];
  let example = [{
    Tensor mean = sum.fdiv(n);
  }];
  let becomes = ["arith.divf"];
  let typeOf = "typeOfFdiv";
  let build = "buildFdiv<arith::DivFOp>";
}

def DivRn : Method<"divRn"> {
  let parameters = [Dividend, Divisor];
  let description = [{
    The quotient, correctly rounded; types as in [fdiv].
  }];
  let returns = "the quotient, in the shape that the operands broadcast to";
  let errors = [{
    operands that are not numbers (T-BINARY-1), have no common type (T-BINARY-2,
    T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3), only
    integers (T-MATH-1), numbers of 8 bits (T-MATH-2)
  }];
  let example = [{
    Tensor mean = sum.divRn(n);
  }];
  let becomes = ["tt.precise_divf"];
  let typeOf = "typeOfFdiv";
  let build = "buildFdiv<tt::PreciseDivfOp>";
}

} // family = MathFamily
