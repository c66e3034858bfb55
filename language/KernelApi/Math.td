// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Math.cpp.

let family = MathFamily in {

defvar Floats = "The operand is a floating-point number, and the result has "
    "its type; fp16 and bf16 are computed as float.";

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
  let description = "The square root. " # Floats;
  let example = [{
    Tensor deviation = variance.sqrt();
  }];
  let becomes = ["math.sqrt"];
}

def Rsqrt : Function<"rsqrt", "computeRsqrt", "buildOp<math::RsqrtOp>"> {
  let description = "1 / the square root. " # Floats;
  let example = [{
    Tensor scale = variance.add(1e-5f).rsqrt();
  }];
  let becomes = ["math.rsqrt"];
}

def Exp : Function<"exp", "std::exp", "buildOp<math::ExpOp>", "Math::exp"> {
  let description = "e to the power of x. " # Floats;
  let example = [{
    Tensor numerator = x.sub(x.max(0)).exp();
  }];
  let becomes = ["math.exp"];
}

def Exp2 : Function<"exp2", "std::exp2", "buildOp<math::Exp2Op>",
    "e -> Math.pow(2, e)"> {
  let description = "2 to the power of x. " # Floats;
  let example = [{
    Tensor p = x.mul(1.44269504f).exp2();
  }];
  let becomes = ["math.exp2"];
}

def Log : Function<"log", "std::log", "buildOp<math::LogOp>", "Math::log"> {
  let description = "The natural logarithm. " # Floats;
  let example = [{
    Tensor entropy = p.mul(p.log()).neg();
  }];
  let becomes = ["math.log"];
}

def Log2 : Function<"log2", "std::log2", "buildOp<math::Log2Op>",
    "SpecialFunctions::log2"> {
  let description = "The logarithm to base 2. " # Floats;
  let example = [{
    Tensor bits = x.log2();
  }];
  let becomes = ["math.log2"];
}

def Sin : Function<"sin", "std::sin", "buildOp<math::SinOp>", "Math::sin"> {
  let description = "The sine of an angle in radians. " # Floats;
  let example = [{
    Tensor wave = angle.sin();
  }];
  let becomes = ["math.sin"];
}

def Cos : Function<"cos", "std::cos", "buildOp<math::CosOp>", "Math::cos"> {
  let description = "The cosine of an angle in radians. " # Floats;
  let example = [{
    Tensor wave = angle.cos();
  }];
  let becomes = ["math.cos"];
}

def Tan : Function<"tan", "std::tan", "buildOp<math::TanOp>", "Math::tan"> {
  let description = "The tangent of an angle in radians. " # Floats;
  let example = [{
    Tensor slope = angle.tan();
  }];
  let becomes = ["math.tan"];
}

def Erf : Function<"erf", "std::erf", "buildOp<math::ErfOp>",
    "SpecialFunctions::erf"> {
  let description = "The error function. " # Floats;
  let example = [{
    Tensor probability = x.mul(0.70710678f).erf().add(1.0f).mul(0.5f);
    Tensor gelu = x.mul(probability);
  }];
  let becomes = ["math.erf"];
}

def Acos : Function<"acos", "std::acos", "buildOp<math::AcosOp>",
    "Math::acos"> {
  let description = "The arc cosine, in radians. " # Floats;
  let example = [{
    Tensor y = x.acos();
  }];
  let becomes = ["math.acos"];
}

def Acosh : Function<"acosh", "std::acosh", "buildOp<math::AcoshOp>",
    "SpecialFunctions::acosh"> {
  let description = "The inverse of the hyperbolic cosine. " # Floats;
  let example = [{
    Tensor y = x.acosh();
  }];
  let becomes = ["math.acosh"];
}

def Asin : Function<"asin", "std::asin", "buildOp<math::AsinOp>",
    "Math::asin"> {
  let description = "The arc sine, in radians. " # Floats;
  let example = [{
    Tensor y = x.asin();
  }];
  let becomes = ["math.asin"];
}

def Asinh : Function<"asinh", "std::asinh", "buildOp<math::AsinhOp>",
    "SpecialFunctions::asinh"> {
  let description = "The inverse of the hyperbolic sine. " # Floats;
  let example = [{
    Tensor y = x.asinh();
  }];
  let becomes = ["math.asinh"];
}

def Atan : Function<"atan", "std::atan", "buildOp<math::AtanOp>",
    "Math::atan"> {
  let description = "The arc tangent, in radians. " # Floats;
  let example = [{
    Tensor y = x.atan();
  }];
  let becomes = ["math.atan"];
}

def Atanh : Function<"atanh", "std::atanh", "buildOp<math::AtanhOp>",
    "SpecialFunctions::atanh"> {
  let description = "The inverse of the hyperbolic tangent. " # Floats;
  let example = [{
    Tensor y = x.atanh();
  }];
  let becomes = ["math.atanh"];
}

def Cbrt : Function<"cbrt", "std::cbrt", "buildOp<math::CbrtOp>",
    "Math::cbrt"> {
  let description = "The cube root. " # Floats;
  let example = [{
    Tensor y = x.cbrt();
  }];
  let becomes = ["math.cbrt"];
}

def Cosh : Function<"cosh", "std::cosh", "buildOp<math::CoshOp>",
    "Math::cosh"> {
  let description = "The hyperbolic cosine. " # Floats;
  let example = [{
    Tensor y = x.cosh();
  }];
  let becomes = ["math.cosh"];
}

def Erfc : Function<"erfc", "std::erfc", "buildOp<math::ErfcOp>",
    "SpecialFunctions::erfc"> {
  let description = "1 - erf(x), also where that is small. " # Floats;
  let example = [{
    Tensor y = x.erfc();
  }];
  let becomes = ["math.erfc"];
}

def Expm1 : Function<"expm1", "std::expm1", "buildOp<math::ExpM1Op>",
    "Math::expm1"> {
  let description = "exp(x) - 1, also where that is small. " # Floats;
  let example = [{
    Tensor y = x.expm1();
  }];
  let becomes = ["math.expm1"];
}

def Log10 : Function<"log10", "std::log10", "buildOp<math::Log10Op>",
    "Math::log10"> {
  let description = "The logarithm to base 10. " # Floats;
  let example = [{
    Tensor y = x.log10();
  }];
  let becomes = ["math.log10"];
}

def Log1p : Function<"log1p", "std::log1p", "buildOp<math::Log1pOp>",
    "Math::log1p"> {
  let description = "log(1 + x), also where x is small. " # Floats;
  let example = [{
    Tensor y = x.log1p();
  }];
  let becomes = ["math.log1p"];
}

def Rint : Function<"rint", "std::nearbyint", "buildOp<math::RoundEvenOp>",
    "Math::rint"> {
  let description = "The nearest whole number, the even one of two. " # Floats;
  let example = [{
    Tensor y = x.rint();
  }];
  let becomes = ["math.roundeven"];
}

def Round : Function<"round", "std::round", "buildOp<math::RoundOp>",
    "SpecialFunctions::round"> {
  let description = "The nearest whole number, the one further from 0 of "
      "two. " # Floats;
  let example = [{
    Tensor y = x.round();
  }];
  let becomes = ["math.round"];
}

def Sinh : Function<"sinh", "std::sinh", "buildOp<math::SinhOp>",
    "Math::sinh"> {
  let description = "The hyperbolic sine. " # Floats;
  let example = [{
    Tensor y = x.sinh();
  }];
  let becomes = ["math.sinh"];
}

def Tanh : Function<"tanh", "std::tanh", "buildOp<math::TanhOp>",
    "Math::tanh"> {
  let description = "The hyperbolic tangent. " # Floats;
  let example = [{
    Tensor y = x.tanh();
  }];
  let becomes = ["math.tanh"];
}

def Trunc : Function<"trunc", "std::trunc", "buildOp<math::TruncOp>",
    "SpecialFunctions::trunc"> {
  let description = "The whole number without the fraction. " # Floats;
  let example = [{
    Tensor y = x.trunc();
  }];
  let becomes = ["math.trunc"];
}

def Atan2 : Method<"atan2"> {
  let parameters = [
      Param<"Number", "y", "the ordinate">,
      Param<"Number", "x", "the abscissa">
  ];
  let description = [{
    The angle of the point (x, y), in radians from -pi to pi. Operands are promoted and their shapes broadcast; fp16 and bf16 are
    computed as float.
  }];
  let returns = "the result, in the shape that the operands broadcast to";
  let errors = PromotionErrors # [{, integers (T-MATH-1), numbers of 8 bits
    (T-MATH-2)}];
  let example = [{
    Tensor z = y.atan2(x);
  }];
  let becomes = ["math.atan2"];
  let typeOf = "typeOfBinaryFunction";
  let build = "buildBinaryFunction<math::Atan2Op>";
}

def Copysign : Method<"copysign"> {
  let parameters = [
      Param<"Number", "x", "the magnitude">,
      Param<"Number", "sign", "the number whose sign is taken">
  ];
  let description = [{
    A number with the sign of another one. Operands are promoted and their shapes broadcast; fp16 and bf16 are
    computed as float.
  }];
  let returns = "the result, in the shape that the operands broadcast to";
  let errors = PromotionErrors # [{, integers (T-MATH-1), numbers of 8 bits
    (T-MATH-2)}];
  let example = [{
    Tensor z = x.copysign(y);
  }];
  let becomes = ["math.copysign"];
  let typeOf = "typeOfBinaryFunction";
  let build = "buildBinaryFunction<math::CopySignOp>";
}

def Pow : Method<"pow"> {
  let parameters = [
      Param<"Number", "x", "the base">,
      Param<"Number", "y", "the exponent">
  ];
  let description = [{
    x to the power of y. Operands are promoted and their shapes broadcast; fp16 and bf16 are
    computed as float.
  }];
  let returns = "the result, in the shape that the operands broadcast to";
  let errors = PromotionErrors # [{, integers (T-MATH-1), numbers of 8 bits
    (T-MATH-2)}];
  let example = [{
    Tensor z = x.pow(y);
  }];
  let becomes = ["math.powf"];
  let typeOf = "typeOfBinaryFunction";
  let build = "buildBinaryFunction<math::PowFOp>";
}

def Floor : Function<"floor", "std::floor", "buildOp<math::FloorOp>",
    "Math::floor"> {
  let description = "The greatest whole number that is not above x. " # Floats;
  let example = [{
    Tensor whole = x.floor();
  }];
  let becomes = ["math.floor"];
}

def Ceil : Function<"ceil", "std::ceil", "buildOp<math::CeilOp>",
    "Math::ceil"> {
  let description = "The least whole number that is not below x. " # Floats;
  let example = [{
    Tensor whole = x.ceil();
  }];
  let becomes = ["math.ceil"];
}

def Sigmoid : Function<"sigmoid", "computeSigmoid", "buildSigmoid"> {
  let description = "1 / (1 + exp(-x)). " # Floats;
  let example = [{
    Tensor swish = x.mul(x.sigmoid());
  }];
  let becomes = ["arith.negf", "math.exp", "arith.addf", "arith.divf"];
}

def SqrtRn : Function<"sqrtRn", "std::sqrt", "buildOp<tt::PreciseSqrtOp>",
    "Math::sqrt"> {
  let description = "The square root, correctly rounded. " # Floats;
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
  let errors = PromotionErrors # [{, integers (T-MATH-1), numbers of 8 bits
    (T-MATH-2)}];
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
  let errors = PromotionErrors # [{, only integers (T-MATH-1), numbers of 8 bits
    (T-MATH-2)}];
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
  let errors = PromotionErrors # [{, only integers (T-MATH-1), numbers of 8 bits
    (T-MATH-2)}];
  let example = [{
    Tensor mean = sum.divRn(n);
  }];
  let becomes = ["tt.precise_divf"];
  let typeOf = "typeOfFdiv";
  let build = "buildFdiv<tt::PreciseDivfOp>";
}

} // family = MathFamily
