// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of LibraryMath.cpp.

let family = MathFamily in {

class LibraryMethod<string javaName> : Method<javaName> {
  let evaluator = "LibraryMath";
  let returns = "the function of each element, of the operands' type";
  let errors = PromotionErrors # [{, elements that are neither float nor double
    (T-LIBRARY-1), an exponent or an order that is not an int (T-LIBRARY-2)}];
  let becomes = ["tt.extern_elementwise"];
  let typeOf = "typeOfLibrary<" # javaName # "Function>";
  let build = "buildLibrary<" # javaName # "Function>";
}

/// Methods that C's library lacks. GPUs that have no libdevice, and CPUs, have
/// code of ours for them.
class SpecialMethod<string javaName> : LibraryMethod<javaName> {
  let evaluator = "SpecialMath";
  let errors = PromotionErrors # [{, elements that are neither float nor double
    (T-LIBRARY-1)}];
}

/// Bessel functions that C's library has.
class BesselMethod<string javaName> : LibraryMethod<javaName> {
  let evaluator = "SpecialMath";
}

def Exp10 : LibraryMethod<"exp10"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    10 to the power of x. GPUs need libdevice for it.
  }];
  let example = [{
    Tensor z = x.exp10();
  }];
}

def Fdim : LibraryMethod<"fdim"> {
  let parameters = [
      Param<"Number", "x", "floats or doubles">,
      Param<"Number", "y", "others">
  ];
  let description = [{
    x - y, or 0 if y is greater. GPUs need libdevice for it.
  }];
  let example = [{
    Tensor z = x.fdim(y);
  }];
}

def Hypot : LibraryMethod<"hypot"> {
  let parameters = [
      Param<"Number", "x", "floats or doubles">,
      Param<"Number", "y", "others">
  ];
  let description = [{
    The square root of x * x + y * y, where the squares may overflow. GPUs
    need libdevice for it.
  }];
  let example = [{
    Tensor z = x.hypot(y);
  }];
}

def Ilogb : LibraryMethod<"ilogb"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    The exponent of x to base 2, an int; that of a subnormal number is less
    than that of all others. GPUs need libdevice for it.
  }];
  let returns = "the function of each element, ints";
  let example = [{
    Tensor z = x.ilogb();
  }];
}

def Ldexp : LibraryMethod<"ldexp"> {
  let parameters = [
      Param<"Number", "x", "floats or doubles">,
      Param<"Number", "n", "ints">
  ];
  let description = [{
    x times 2 to the power of n. GPUs need libdevice for it.
  }];
  let example = [{
    Tensor z = x.ldexp(n);
  }];
}

def Lgamma : LibraryMethod<"lgamma"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    The natural logarithm of the magnitude of the gamma function. GPUs need
    libdevice for it.
  }];
  let example = [{
    Tensor z = x.lgamma();
  }];
}

def Llrint : LibraryMethod<"llrint"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    The nearest whole number, the even one of two, as a long. A number that
    is not in its range gives an undefined result. GPUs need libdevice for
    it.
  }];
  let returns = "the function of each element, longs";
  let example = [{
    Tensor z = x.llrint();
  }];
}

def Llround : LibraryMethod<"llround"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    The nearest whole number, the one further from 0 of two, as a long. A
    number that is not in its range gives an undefined result. GPUs need
    libdevice for it.
  }];
  let returns = "the function of each element, longs";
  let example = [{
    Tensor z = x.llround();
  }];
}

def Logb : LibraryMethod<"logb"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    The exponent of x to base 2; that of 0 is negative infinity. GPUs need
    libdevice for it.
  }];
  let example = [{
    Tensor z = x.logb();
  }];
}

def Nextafter : LibraryMethod<"nextafter"> {
  let parameters = [
      Param<"Number", "x", "floats or doubles">,
      Param<"Number", "y", "others">
  ];
  let description = [{
    The number next to x in the direction of y, of all that its type has.
    GPUs need libdevice for it.
  }];
  let example = [{
    Tensor z = x.nextafter(y);
  }];
}

def Remainder : LibraryMethod<"remainder"> {
  let parameters = [
      Param<"Number", "x", "floats or doubles">,
      Param<"Number", "y", "others">
  ];
  let description = [{
    x - n * y, where n is the whole number nearest to x / y, the even one of
    two. GPUs need libdevice for it.
  }];
  let example = [{
    Tensor z = x.remainder(y);
  }];
}

def Tgamma : LibraryMethod<"tgamma"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    The gamma function. GPUs need libdevice for it.
  }];
  let example = [{
    Tensor z = x.tgamma();
  }];
}

def Cospi : SpecialMethod<"cospi"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    The cosine of pi times x; exactly 0 where x is half an odd number.
  }];
  let example = [{
    Tensor z = x.cospi();
  }];
}

def Sinpi : SpecialMethod<"sinpi"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    The sine of pi times x; exactly 0, with the sign of x, where x is a whole
    number.
  }];
  let example = [{
    Tensor z = x.sinpi();
  }];
}

def Erfcx : SpecialMethod<"erfcx"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    The scaled complementary error function: e to the power of x * x, times
    [erfc] of x.
  }];
  let example = [{
    Tensor z = x.erfcx();
  }];
}

def Erfinv : SpecialMethod<"erfinv"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    The inverse of [erf]: infinite for -1 and 1, and NaN outside of them.
  }];
  let example = [{
    Tensor z = x.erfinv();
  }];
}

def Erfcinv : SpecialMethod<"erfcinv"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    The inverse of [erfc]: infinite for 0 and 2, and NaN outside of them.
  }];
  let example = [{
    Tensor z = x.erfcinv();
  }];
}

def Normcdf : SpecialMethod<"normcdf"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    The part of the standard normal distribution below x.
  }];
  let example = [{
    Tensor z = x.normcdf();
  }];
}

def Normcdfinv : SpecialMethod<"normcdfinv"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    The number below which the part x of the standard normal distribution is:
    infinite for 0 and 1, and NaN outside of them.
  }];
  let example = [{
    Tensor z = x.normcdfinv();
  }];
}

def Rcbrt : SpecialMethod<"rcbrt"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    1 / [cbrt] of x.
  }];
  let example = [{
    Tensor z = x.rcbrt();
  }];
}

def Rhypot : SpecialMethod<"rhypot"> {
  let parameters = [
      Param<"Number", "x", "floats or doubles">,
      Param<"Number", "y", "others">
  ];
  let description = [{
    1 / [hypot] of x and y.
  }];
  let example = [{
    Tensor z = x.rhypot(y);
  }];
}

def Norm3d : SpecialMethod<"norm3d"> {
  let parameters = [
      Param<"Number", "x", "floats or doubles">,
      Param<"Number", "y", "others">,
      Param<"Number", "z", "others">
  ];
  let description = [{
    The square root of x * x + y * y + z * z, where the squares may overflow.
  }];
  let example = [{
    Tensor z = x.norm3d(y, z);
  }];
}

def Norm4d : SpecialMethod<"norm4d"> {
  let parameters = [
      Param<"Number", "x", "floats or doubles">,
      Param<"Number", "y", "others">,
      Param<"Number", "z", "others">,
      Param<"Number", "w", "others">
  ];
  let description = [{
    The square root of x * x + y * y + z * z + w * w, where the squares may
    overflow.
  }];
  let example = [{
    Tensor z = x.norm4d(y, z, w);
  }];
}

def Rnorm3d : SpecialMethod<"rnorm3d"> {
  let parameters = [
      Param<"Number", "x", "floats or doubles">,
      Param<"Number", "y", "others">,
      Param<"Number", "z", "others">
  ];
  let description = [{
    1 / [norm3d] of x, y and z.
  }];
  let example = [{
    Tensor z = x.rnorm3d(y, z);
  }];
}

def Rnorm4d : SpecialMethod<"rnorm4d"> {
  let parameters = [
      Param<"Number", "x", "floats or doubles">,
      Param<"Number", "y", "others">,
      Param<"Number", "z", "others">,
      Param<"Number", "w", "others">
  ];
  let description = [{
    1 / [norm4d] of x, y, z and w.
  }];
  let example = [{
    Tensor z = x.rnorm4d(y, z, w);
  }];
}

def CylBesselI0 : SpecialMethod<"cylBesselI0"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    The modified Bessel function of the first kind of order 0.
  }];
  let example = [{
    Tensor z = x.cylBesselI0();
  }];
}

def CylBesselI1 : SpecialMethod<"cylBesselI1"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    The modified Bessel function of the first kind of order 1.
  }];
  let example = [{
    Tensor z = x.cylBesselI1();
  }];
}

def J0 : BesselMethod<"j0"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    The Bessel function of the first kind of order 0. GPUs need libdevice for
    it.
  }];
  let example = [{
    Tensor z = x.j0();
  }];
}

def J1 : BesselMethod<"j1"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    The Bessel function of the first kind of order 1. GPUs need libdevice for
    it.
  }];
  let example = [{
    Tensor z = x.j1();
  }];
}

def Jn : BesselMethod<"jn"> {
  let parameters = [
      Param<"Number", "n", "the orders, ints">,
      Param<"Number", "x", "floats or doubles">
  ];
  let description = [{
    The Bessel function of the first kind of order n, which is not negative.
    GPUs need libdevice for it.
  }];
  let example = [{
    Tensor z = n.jn(x);
  }];
}

def Y0 : BesselMethod<"y0"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    The Bessel function of the second kind of order 0: negative infinity for
    0, and NaN for negative numbers. GPUs need libdevice for it.
  }];
  let example = [{
    Tensor z = x.y0();
  }];
}

def Y1 : BesselMethod<"y1"> {
  let parameters = [Param<"Number", "x", "floats or doubles">];
  let description = [{
    The Bessel function of the second kind of order 1: negative infinity for
    0, and NaN for negative numbers. GPUs need libdevice for it.
  }];
  let example = [{
    Tensor z = x.y1();
  }];
}

def Yn : BesselMethod<"yn"> {
  let parameters = [
      Param<"Number", "n", "the orders, ints">,
      Param<"Number", "x", "floats or doubles">
  ];
  let description = [{
    The Bessel function of the second kind of order n, which is not negative:
    negative infinity for 0, and NaN for negative numbers. GPUs need libdevice
    for it.
  }];
  let example = [{
    Tensor z = n.yn(x);
  }];
}

} // family = MathFamily
