// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Libdevice.cpp.

class LibdeviceMethod<string javaName> : Method<javaName> {
  let evaluator = "Libdevice";
  let returns = "the function of each element, of the operands' type";
  let errors = PromotionErrors # [{, elements of a type that lacks the function
    (T-LIBDEVICE-1)}];
  let becomes = ["tt.extern_elementwise"];
  let typeOf = "typeOfLibdevice<" # javaName # "Function>";
  let build = "buildLibdevice<" # javaName # "Function>";
}

class RoundedMethod<string javaName, string what> : Method<javaName # "Rounded"> {
  let evaluator = "RoundedArithmetic";
  let description = what # [{ The exact result is rounded once, subnormal numbers
    included, to the number next to it in that direction.
  }];
  let returns = "the results, of the operands' type, in the shape that they broadcast to";
  let errors = PromotionErrors # [{, elements that are neither float nor double
    (T-ROUNDED-1), a rounding that is not a constant of Rounding
    (T-ROUNDED-2)}];
  let becomes = ["tt.extern_elementwise"];
  let typeOf = "typeOfRounded";
  let build = "buildRounded<" # javaName # "RoundedName>";
}

def RoundingOfResult : Param<"Rounding", "rounding", "the direction, a constant">;

let family = ArithmeticFamily in {

def Brev : LibdeviceMethod<"brev"> {
  let parameters = [Param<"Number", "x", "integers of 32 or 64 bits">];
  let description = [{
    The bits in the opposite order.
  }];
  let example = [{
    Tensor z = x.brev();
  }];
}

def BytePerm : LibdeviceMethod<"bytePerm"> {
  let parameters = [
      Param<"Number", "x", "integers of 32 bits">,
      Param<"Number", "y", "others">,
      Param<"Number", "selector", "the bytes to take">
  ];
  let description = [{
    Bytes of x and y: x has the bytes 0 to 3, y 4 to 7, from the lowest.
    Byte i of the result is the one that the lowest 3 bits of the
    hexadecimal digit i of the selector name.
  }];
  let example = [{
    Tensor swapped = x.bytePerm(0, 0x0123);
  }];
}

def Clz : LibdeviceMethod<"clz"> {
  let parameters = [Param<"Number", "x", "integers of 32 or 64 bits">];
  let description = [{
    The number of zeros before the highest bit that is 1; of 0, the number
    of bits.
  }];
  let returns = "the function of each element, ints";
  let example = [{
    Tensor z = x.clz();
  }];
}

def Ffs : LibdeviceMethod<"ffs"> {
  let parameters = [Param<"Number", "x", "integers of 32 or 64 bits">];
  let description = [{
    The position of the lowest bit that is 1, counted from 1; 0 for 0.
  }];
  let returns = "the function of each element, ints";
  let example = [{
    Tensor z = x.ffs();
  }];
}

def Popc : LibdeviceMethod<"popc"> {
  let parameters = [Param<"Number", "x", "integers of 32 or 64 bits">];
  let description = [{
    The number of bits that are 1.
  }];
  let returns = "the function of each element, ints";
  let example = [{
    Tensor z = x.popc();
  }];
}

def Hadd : LibdeviceMethod<"hadd"> {
  let parameters = [
      Param<"Number", "x", "integers of 32 bits">,
      Param<"Number", "y", "others">
  ];
  let description = [{
    The mean of both, rounded down; the sum may overflow.
  }];
  let example = [{
    Tensor z = x.hadd(y);
  }];
}

def Rhadd : LibdeviceMethod<"rhadd"> {
  let parameters = [
      Param<"Number", "x", "integers of 32 bits">,
      Param<"Number", "y", "others">
  ];
  let description = [{
    The mean of both, rounded up; the sum may overflow.
  }];
  let example = [{
    Tensor z = x.rhadd(y);
  }];
}

def Mul24 : LibdeviceMethod<"mul24"> {
  let parameters = [
      Param<"Number", "x", "integers of 32 bits">,
      Param<"Number", "y", "others">
  ];
  let description = [{
    The lowest 32 bits of the product of the lowest 24 bits of both, which
    have a sign if the type has.
  }];
  let example = [{
    Tensor z = x.mul24(y);
  }];
}

def Mulhi : LibdeviceMethod<"mulhi"> {
  let parameters = [
      Param<"Number", "x", "integers of 32 or 64 bits">,
      Param<"Number", "y", "others">
  ];
  let description = [{
    The upper half of the product, which has twice as many bits; signed if
    the type is. [umulhi] is always unsigned.
  }];
  let example = [{
    Tensor z = x.mulhi(y);
  }];
}

def Sad : LibdeviceMethod<"sad"> {
  let parameters = [
      Param<"Number", "x", "integers of 32 bits">,
      Param<"Number", "y", "others">,
      Param<"Number", "z", "what is added">
  ];
  let description = [{
    The absolute difference of x and y, plus z.
  }];
  let example = [{
    Tensor sum = x.sad(y, sum);
  }];
}

} // family = ArithmeticFamily

let family = MathFamily in {

def Isfinite : LibdeviceMethod<"isfinite"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    Whether x is neither infinite nor NaN.
  }];
  let returns = "truth values in the operand's shape";
  let example = [{
    Tensor z = x.isfinite();
  }];
}

def Isinf : LibdeviceMethod<"isinf"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    Whether x is infinite.
  }];
  let returns = "truth values in the operand's shape";
  let example = [{
    Tensor z = x.isinf();
  }];
}

def Isnan : LibdeviceMethod<"isnan"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    Whether x is NaN.
  }];
  let returns = "truth values in the operand's shape";
  let example = [{
    Tensor z = x.isnan();
  }];
}

def Signbit : LibdeviceMethod<"signbit"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    Whether x has a minus sign, which -0 and NaN may have.
  }];
  let returns = "truth values in the operand's shape";
  let example = [{
    Tensor z = x.signbit();
  }];
}

def Saturate : LibdeviceMethod<"saturate"> {
  let parameters = [Param<"Number", "x", "floats">];
  let description = [{
    The number from 0 to 1 that is nearest to x; 0 for NaN.
  }];
  let example = [{
    Tensor z = x.saturate();
  }];
}

def HighWord : LibdeviceMethod<"highWord"> {
  let parameters = [Param<"Number", "x", "doubles">];
  let description = [{
    The upper 32 bits of a double.
  }];
  let returns = "the bits, ints";
  let example = [{
    Tensor high = x.highWord();
  }];
}

def LowWord : LibdeviceMethod<"lowWord"> {
  let parameters = [Param<"Number", "x", "doubles">];
  let description = [{
    The lower 32 bits of a double.
  }];
  let returns = "the bits, ints";
  let example = [{
    Tensor low = x.lowWord();
  }];
}

def JoinWords : LibdeviceMethod<"joinWords"> {
  let parameters = [
      Param<"Number", "high", "integers of 32 bits">,
      Param<"Number", "low", "others">
  ];
  let description = [{
    The double with these upper and lower bits.
  }];
  let returns = "doubles in the shape that the operands broadcast to";
  let example = [{
    Tensor x = high.joinWords(low);
  }];
}

def Rcp64h : LibdeviceMethod<"rcp64h"> {
  let parameters = [Param<"Number", "x", "doubles">];
  let description = [{
    Approximates 1 / x: both have only their upper 32 bits, and the error is
    at most 2^-18 of the result. Subnormal numbers count as 0.
  }];
  let returns = "the function of each element, doubles";
  let example = [{
    Tensor z = x.rcp64h();
  }];
}

def RsqrtRn : LibdeviceMethod<"rsqrtRn"> {
  let parameters = [Param<"Number", "x", "floats">];
  let description = [{
    1 / sqrt(x), rounded once to the nearest float.
  }];
  let returns = "the function of each element, floats";
  let example = [{
    Tensor z = x.rsqrtRn();
  }];
}

def AddRounded : RoundedMethod<"add", "x + y."> {
  let parameters = [
      Param<"Number", "x", "floats or doubles">,
      Param<"Number", "y", "others">,
      RoundingOfResult
  ];
  let example = [{
    Tensor least = x.addRounded(y, Triton.Rounding.RTN);
  }];
}

def SubRounded : RoundedMethod<"sub", "x - y."> {
  let parameters = [
      Param<"Number", "x", "floats or doubles">,
      Param<"Number", "y", "others">,
      RoundingOfResult
  ];
  let example = [{
    Tensor most = x.subRounded(y, Triton.Rounding.RTP);
  }];
}

def MulRounded : RoundedMethod<"mul", "x * y."> {
  let parameters = [
      Param<"Number", "x", "floats or doubles">,
      Param<"Number", "y", "others">,
      RoundingOfResult
  ];
  let example = [{
    Tensor z = x.mulRounded(y, Triton.Rounding.RTZ);
  }];
}

def DivRounded : RoundedMethod<"div", "x / y."> {
  let parameters = [
      Param<"Number", "x", "floats or doubles">,
      Param<"Number", "y", "others">,
      RoundingOfResult
  ];
  let example = [{
    Tensor z = x.divRounded(y, Triton.Rounding.RTN);
  }];
}

def FmaRounded : RoundedMethod<"fma", "x * y + z."> {
  let parameters = [
      Param<"Number", "x", "floats or doubles">,
      Param<"Number", "y", "others">,
      Param<"Number", "z", "others">,
      RoundingOfResult
  ];
  let example = [{
    Tensor s = x.fmaRounded(y, z, Triton.Rounding.RTP);
  }];
}

def RcpRounded : RoundedMethod<"rcp", "1 / x."> {
  let parameters = [
      Param<"Number", "x", "floats or doubles">,
      RoundingOfResult
  ];
  let example = [{
    Tensor z = x.rcpRounded(Triton.Rounding.RTNE);
  }];
}

def SqrtRounded : RoundedMethod<"sqrt", "The square root of x."> {
  let parameters = [
      Param<"Number", "x", "floats or doubles">,
      RoundingOfResult
  ];
  let example = [{
    Tensor z = x.sqrtRounded(Triton.Rounding.RTN);
  }];
}

} // family = MathFamily
