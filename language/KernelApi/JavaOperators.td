// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of JavaOperators.cpp.

let family = OperatorFamily in {

def : Operator<"add", "a + b"> {
  let description = [{
    The sum; integers wrap around. Both numbers have one type.
  }];
  let becomes = ["arith.addi", "arith.addf"];
  let typeOf = "typeOfJavaBinary<Binary::Add>";
  let build = "buildJavaBinary<Binary::Add>";
}

def : Operator<"sub", "a - b"> {
  let description = [{
    The difference; integers wrap around. Both numbers have one type.
  }];
  let becomes = ["arith.subi", "arith.subf"];
  let typeOf = "typeOfJavaBinary<Binary::Sub>";
  let build = "buildJavaBinary<Binary::Sub>";
}

def : Operator<"mul", "a * b"> {
  let description = [{
    The product; integers wrap around. Both numbers have one type.
  }];
  let becomes = ["arith.muli", "arith.mulf"];
  let typeOf = "typeOfJavaBinary<Binary::Mul>";
  let build = "buildJavaBinary<Binary::Mul>";
}

def : Operator<"div", "a / b"> {
  let description = [{
    The quotient; of integers rounded towards zero, undefined if b is 0, or
    -1 and no constant while a is the least integer. Both numbers have one
    type.
  }];
  let becomes = ["arith.divsi", "arith.divui", "arith.divf", "tt.precise_divf"];
  let typeOf = "typeOfJavaBinary<Binary::Div>";
  let build = "buildJavaBinary<Binary::Div>";
}

def : Operator<"mod", "a % b"> {
  let description = [{
    The remainder, with the sign of a; of integers undefined if b is 0. Both
    numbers have one type.
  }];
  let becomes = ["arith.remsi", "arith.remui", "arith.remf"];
  let typeOf = "typeOfJavaBinary<Binary::Mod>";
  let build = "buildJavaBinary<Binary::Mod>";
}

def : Operator<"and", "a & b"> {
  let description = [{
    The bits that both integers have. Both numbers have one type.
  }];
  let becomes = ["arith.andi"];
  let typeOf = "typeOfJavaBinary<Binary::And>";
  let build = "buildJavaBinary<Binary::And>";
}

def : Operator<"or", "a | b"> {
  let description = [{
    The bits that either integer has. Both numbers have one type.
  }];
  let becomes = ["arith.ori"];
  let typeOf = "typeOfJavaBinary<Binary::Or>";
  let build = "buildJavaBinary<Binary::Or>";
}

def : Operator<"xor", "a ^ b"> {
  let description = [{
    The bits that one integer alone has. Both numbers have one type.
  }];
  let becomes = ["arith.xori"];
  let typeOf = "typeOfJavaBinary<Binary::Xor>";
  let build = "buildJavaBinary<Binary::Xor>";
}

def : Operator<"lshl", "a << b"> {
  let description = [{
    a shifted to the left. The distance counts modulo the width of a in
    bits.
  }];
  let becomes = ["arith.shli"];
  let typeOf = "typeOfShift<Binary::Shl>";
  let build = "buildShift<Binary::Shl>";
}

def : Operator<"ashr", "a >> b"> {
  let description = [{
    a shifted to the right; its sign comes in, zeros if it is unsigned. The
    distance counts modulo the width of a in bits.
  }];
  let becomes = ["arith.shrsi", "arith.shrui"];
  let typeOf = "typeOfShift<Binary::AShr>";
  let build = "buildShift<Binary::AShr>";
}

def : Operator<"lshr", "a >>> b"> {
  let description = [{
    a shifted to the right; zeros come in. The distance counts modulo the
    width of a in bits.
  }];
  let becomes = ["arith.shrui"];
  let typeOf = "typeOfShift<Binary::LShr>";
  let build = "buildShift<Binary::LShr>";
}

def : Operator<"neg", "-a", 1> {
  let description = [{
    The number with the other sign.
  }];
  let becomes = ["arith.subi", "arith.negf"];
  let typeOf = "typeOfUnary<Binary::Sub>";
  let build = "buildUnary<Binary::Sub>";
}

def : Operator<"compl", "~a", 1> {
  let description = [{
    The integer with all bits inverted.
  }];
  let becomes = ["arith.xori"];
  let typeOf = "typeOfUnary<Binary::Xor>";
  let build = "buildUnary<Binary::Xor>";
}

def : Operator<"not", "!a", 1> {
  let description = [{
    Whether the truth value does not hold.
  }];
  let becomes = ["arith.xori"];
  let typeOf = "typeOfUnary<Binary::Xor>";
  let build = "buildUnary<Binary::Xor>";
}

def : Operator<"eq", "a == b"> {
  let description = [{
    Whether two numbers of one type are equal; false with a NaN. Constants of an
    enum, class literals and null are compared at compile time.
  }];
  let becomes = ["arith.cmpi", "arith.cmpf"];
  let typeOf = "typeOfCompare<Compare::Eq>";
  let build = "buildCompare<Compare::Eq>";
}

class Equals<string javaOwner, string declaration>
    : Declared<javaOwner, "equals", 2> {
  let declarations = [declaration];
  let description = [{
    Whether two objects are equal that are known at compile time: strings,
    constants of an enum, class literals, null. A `switch` on a string calls it.
  }];
  let typeOf = "typeOfEquals";
  let build = "buildNothing";
}

let family = JdkFamily in {
def : Equals<"java.util.Objects", "boolean equals(Object a, Object b)">;
def : Equals<"java.lang.String", "boolean equals(Object b)">;
}

def : Operator<"neq", "a != b"> {
  let description = [{
    Whether two numbers of one type are not equal; true with a NaN. Constants of
    an enum, class literals and null are compared at compile time.
  }];
  let becomes = ["arith.cmpi", "arith.cmpf"];
  let typeOf = "typeOfCompare<Compare::Ne>";
  let build = "buildCompare<Compare::Ne>";
}

def : Operator<"lt", "a < b"> {
  let description = [{
    Whether a is less than b; both have one type. False with a NaN.
  }];
  let becomes = ["arith.cmpi", "arith.cmpf"];
  let typeOf = "typeOfCompare<Compare::Lt>";
  let build = "buildCompare<Compare::Lt>";
}

def : Operator<"le", "a <= b"> {
  let description = [{
    Whether a is not greater than b; both have one type. False with a NaN.
  }];
  let becomes = ["arith.cmpi", "arith.cmpf"];
  let typeOf = "typeOfCompare<Compare::Le>";
  let build = "buildCompare<Compare::Le>";
}

def : Operator<"gt", "a > b"> {
  let description = [{
    Whether a is greater than b; both have one type. False with a NaN.
  }];
  let becomes = ["arith.cmpi", "arith.cmpf"];
  let typeOf = "typeOfCompare<Compare::Gt>";
  let build = "buildCompare<Compare::Gt>";
}

def : Operator<"ge", "a >= b"> {
  let description = [{
    Whether a is not less than b; both have one type. False with a NaN.
  }];
  let becomes = ["arith.cmpi", "arith.cmpf"];
  let typeOf = "typeOfCompare<Compare::Ge>";
  let build = "buildCompare<Compare::Ge>";
}

def : Operator<"conv", "(int) a", 2> {
  let declarations = [
      "(int) a", "(long) a", "(float) a", "(double) a", "(byte) a", "(short) a",
      "(char) a"
  ];
  let description = [{
    Java's cast: integers wrap around; a floating-point number becomes the
    nearest integer towards zero, in range, and NaN 0.
  }];
  let becomes = [
      "arith.trunci", "arith.extsi", "arith.extui", "arith.truncf",
      "arith.extf", "arith.fptosi", "arith.sitofp", "arith.uitofp",
      "arith.cmpf", "arith.select"
  ];
  let typeOf = "typeOfConv";
  let build = "buildConv";
}

} // family = OperatorFamily
