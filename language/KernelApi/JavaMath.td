// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of JavaMath.cpp.

let family = JdkFamily in {

//===----------------------------------------------------------------------===//
// java.lang.Math
//===----------------------------------------------------------------------===//

class MathOf<string javaName, list<string> types, string parameters,
             int arity>
    : Declared<"java.lang.Math", javaName, arity> {
  // `T` stands for each type.
  let declarations = !foreach(type, types,
      !subst("T", type, "T " # javaName # "(" # parameters # ")"));
}

class Extremum<string javaName, string operation>
    : MathOf<javaName, ["int", "long", "float", "double"], "T a, T b", 2> {
  let typeOf = "typeOfJavaBinary<Binary::" # operation # ">";
  let build = "buildJavaBinary<Binary::" # operation # ">";
}

def : Extremum<"max", "Max"> {
  let description =
      "The greater one; NaN if one is NaN, and 0.0 is above -0.0.";
  let becomes = ["arith.maxsi", "arith.maxui", "arith.maximumf"];
}

def : Extremum<"min", "Min"> {
  let description =
      "The lesser one; NaN if one is NaN, and -0.0 is below 0.0.";
  let becomes = ["arith.minsi", "arith.minui", "arith.minimumf"];
}

def : MathOf<"abs", ["int", "long", "float", "double"], "T x", 1> {
  let description =
      "The number without its sign; the least integer remains as it is.";
  let becomes = ["math.absi", "math.absf"];
  let typeOf = "typeOfAbs";
  let build = "buildAbs";
}

def : MathOf<"fma", ["float", "double"], "T a, T b, T c", 3> {
  let description = "a * b + c, rounded once.";
  let becomes = ["math.fma"];
  let typeOf = "typeOfFma";
  let build = "buildFma";
}

def : MathOf<"sqrt", ["double"], "T x", 1> {
  let description = "The square root, correctly rounded.";
  let becomes = ["math.sqrt", "tt.precise_sqrt"];
  let typeOf = "typeOfFunction<std::sqrt>";
  let build = "buildSqrt";
}

class DoubleFunction<string javaName, string op, string text,
                     string mathName = javaName, string function = javaName>
    : MathOf<javaName, ["double"], "T x", 1> {
  let description = text;
  let becomes = ["math." # mathName];
  let typeOf = "typeOfFunction<std::" # function # ">";
  let build = "buildFunction<math::" # op # ">";
}

def : DoubleFunction<"exp", "ExpOp", "e to the power of x.">;
def : DoubleFunction<"log", "LogOp", "The natural logarithm.">;
def : DoubleFunction<"sin", "SinOp", "The sine of an angle in radians.">;
def : DoubleFunction<"cos", "CosOp", "The cosine of an angle in radians.">;
def : DoubleFunction<"floor", "FloorOp",
    "The greatest whole number that is not above x.">;
def : DoubleFunction<"ceil", "CeilOp",
    "The least whole number that is not below x.">;
def : DoubleFunction<"rint", "RoundEvenOp",
    "The nearest whole number, the even one of two.", "roundeven", "nearbyint">;
def : DoubleFunction<"tan", "TanOp", "The tangent of an angle in radians.">;
def : DoubleFunction<"asin", "AsinOp", "The arc sine, in radians.">;
def : DoubleFunction<"acos", "AcosOp", "The arc cosine, in radians.">;
def : DoubleFunction<"atan", "AtanOp", "The arc tangent, in radians.">;
def : DoubleFunction<"sinh", "SinhOp", "The hyperbolic sine.">;
def : DoubleFunction<"cosh", "CoshOp", "The hyperbolic cosine.">;
def : DoubleFunction<"tanh", "TanhOp", "The hyperbolic tangent.">;
def : DoubleFunction<"expm1", "ExpM1Op", "e to the power of x, minus 1.">;
def : DoubleFunction<"log1p", "Log1pOp", "The natural logarithm of 1 + x.">;
def : DoubleFunction<"log10", "Log10Op", "The logarithm to base 10.">;

class OfTwoDoubles<string javaName, string parameters, string function,
                   string text>
    : MathOf<javaName, ["double"], parameters, 2> {
  let description = text;
  let typeOf = "typeOfFunctionOfTwo<" # function # ">";
}

def : OfTwoDoubles<"atan2", "T y, T x", "std::atan2",
    "The angle of the point (x, y), in radians from -pi to pi."> {
  let becomes = ["math.atan2"];
  let build = "buildAtan2";
}

def : OfTwoDoubles<"pow", "T x, T y", "power",
    "x to the power of y; NaN for 1 to the power of NaN, and for 1 and -1 to "
    "that of an infinity."> {
  let becomes = ["math.powf", "math.absf", "arith.select"];
  let build = "buildPower";
}

def : Declared<"java.lang.Math", "clamp", 3> {
  let declarations = [
      "int clamp(long value, int min, int max)",
      "long clamp(long value, long min, long max)",
      "float clamp(float value, float min, float max)",
      "double clamp(double value, double min, double max)"
  ];
  let description = [{
    The value, or the bound that it is beyond; NaN if the value is NaN. min is
    at most max. Since Java 21.
  }];
  let becomes = [
      "arith.maxsi", "arith.minsi", "arith.maximumf", "arith.minimumf",
      "arith.trunci"
  ];
  let typeOf = "typeOfClamp";
  let build = "buildClamp";
}

class RoundedDivision<string javaName, string rounded, string ofLongByInt,
                      string text>
    : Declared<"java.lang.Math", javaName, 2> {
  let declarations = [
      "int " # javaName # "(int a, int b)",
      ofLongByInt # " " # javaName # "(long a, int b)",
      "long " # javaName # "(long a, long b)"
  ];
  let description = text;
  let becomes = ["arith.remsi", "arith.divsi", "arith.cmpi", "arith.select"];
  let typeOf = "typeOfRounded<Rounded::" # rounded # ">";
  let build = "buildRounded<Rounded::" # rounded # ">";
}

def : RoundedDivision<"floorDiv", "Floor", "long",
    "The quotient rounded down. b is not 0.">;
def : RoundedDivision<"ceilDiv", "Ceil", "long",
    "The quotient rounded up. b is not 0.">;
def : RoundedDivision<"floorMod", "FloorRemainder", "int",
    "The remainder, with the sign of b, of Math.floorDiv. b is not 0.">;
def : RoundedDivision<"ceilMod", "CeilRemainder", "int",
    "The remainder, with the opposite sign of b, of Math.ceilDiv. b is not 0.">;

//===----------------------------------------------------------------------===//
// The classes of boxes
//===----------------------------------------------------------------------===//

class OfTwo<string javaOwner, string javaName, string type, string text>
    : Declared<"java.lang." # javaOwner, javaName, 2> {
  let declarations = [type # " " # javaName # "(" # type # " a, " # type # " b)"];
  let description = text;
}

multiclass NumberMethods<string box, string type> {
  foreach pair = [["max", "Max", "The greater one; NaN if one is NaN."],
                  ["min", "Min", "The lesser one; NaN if one is NaN."],
                  ["sum", "Add", "The sum; integers wrap around."]] in
    def NAME # pair[0] : OfTwo<box, pair[0], type, pair[2]> {
      let becomes = !if(!eq(pair[0], "sum"), ["arith.addi", "arith.addf"],
                        ["arith." # pair[0] # "si",
                         "arith." # pair[0] # "imumf"]);
      let typeOf = "typeOfJavaBinary<Binary::" # pair[1] # ">";
      let build = "buildJavaBinary<Binary::" # pair[1] # ">";
    }
}

multiclass UnsignedMethods<string box, string type> {
  foreach pair = [["divide", "Div", "quotient", "arith.divui"],
                  ["remainder", "Mod", "remainder", "arith.remui"]] in
    def NAME # pair[0] : OfTwo<box, pair[0] # "Unsigned", type,
        "The " # pair[2] # " of integers read as unsigned; b is not 0."> {
      let becomes = [pair[3]];
      let typeOf = "typeOfUnsigned<Binary::" # pair[1] # ">";
      let build = "buildUnsigned<Binary::" # pair[1] # ">";
    }
}

multiclass BitCounts<string box, string type> {
  foreach method =
      [["bitCount", "Ones", "The number of bits that are 1."],
       ["numberOfLeadingZeros", "LeadingZeros",
        "The number of zeros before the highest bit that is 1."]] in
    def NAME # method[0] : Declared<"java.lang." # box, method[0], 1> {
      let declarations = ["int " # method[0] # "(" # type # " x)"];
      let description = method[2];
      let becomes = ["tt.extern_elementwise"];
      let typeOf = "typeOfBitCount<Bits::" # method[1] # ">";
      let build = "buildBitCount<Bits::" # method[1] # ">";
    }
}

defm IntegerBits : BitCounts<"Integer", "int">;
defm LongBits : BitCounts<"Long", "long">;
defm Integer : NumberMethods<"Integer", "int">;
defm Long : NumberMethods<"Long", "long">;
defm Float : NumberMethods<"Float", "float">;
defm Double : NumberMethods<"Double", "double">;
defm IntegerUnsigned : UnsignedMethods<"Integer", "int">;
defm LongUnsigned : UnsignedMethods<"Long", "long">;

} // family = JdkFamily
