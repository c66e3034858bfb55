// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Bits.cpp.

let family = ArithmeticFamily in {

class BitOperation<string javaName, string argument>
    : Method<javaName> {
  let parameters = [FirstOperand, SecondOperand];
  let returns =
      "the bits, of the promoted type, in the shape that the operands "
      "broadcast to";
  let errors = PromotionErrors # [{, numbers that are not integers
    (T-BINARY-4)}];
  let typeOf = "typeOfBinary<" # argument # ">";
  let build = "buildBinary<" # argument # ">";
}

class Shift<string javaName>
    : Method<javaName> {
  let parameters = [IntegerOperand, Distance];
  let returns =
      "the shifted integer, of the promoted type, in the shape that the "
      "operands broadcast to";
  let errors = PromotionErrors # [{, numbers that are not integers
    (T-BINARY-4)}];
}

def And : BitOperation<"and", "Binary::And"> {
  let description = [{
    The bits that both integers have; of truth values, whether both hold.
    Operands are promoted and their shapes broadcast.
  }];
  let example = [{
    pointers.store(x, maskM.and(maskN));
  }];
  let becomes = ["arith.andi"];
}

def Or : BitOperation<"or", "Binary::Or"> {
  let description = [{
    The bits that either integer has; of truth values, whether one holds.
    Operands are promoted and their shapes broadcast.
  }];
  let example = [{
    Tensor flags = x.or(0x80);
  }];
  let becomes = ["arith.ori"];
}

def Xor : BitOperation<"xor", "Binary::Xor"> {
  let description = [{
    The bits that one integer alone has; of truth values, whether they
    differ. Operands are promoted and their shapes broadcast.
  }];
  let example = [{
    Tensor partner = Triton.arange(0, 64).xor(1);
  }];
  let becomes = ["arith.xori"];
}

def Not : Method<"not"> {
  let parameters = [
      Param<"Number", "x", "an integer or truth value, or a tile of them">
  ];
  let description = [{
    The integer with all bits inverted; of a truth value, whether it does
    not hold.
  }];
  let returns = "the inverted bits, of the operand's type";
  let errors = [{
    an operand that is not a number (T-UNARY-1), floating-point numbers
    (T-BINARY-4)
  }];
  let example = [{
    Tensor outside = mask.not();
  }];
  let becomes = ["arith.xori"];
  let typeOf = "typeOfNot";
  let build = "buildNot";
}

def Shl : Shift<"shl"> {
  let description = [{
    The integer shifted to the left. Operands are promoted; the distance
    counts modulo the result's width in bits, as in Java.
  }];
  let example = [{
    Tensor high = x.shl(4);
  }];
  let becomes = ["arith.shli"];
  let typeOf = "typeOfBinary<Binary::Shl>";
  let build = "buildBinary<Binary::Shl>";
}

def Shr : Shift<"shr"> {
  let description = [{
    The integer shifted to the right; the inserted bits are the sign of a signed
    integer, otherwise 0. Operands are promoted; the distance counts modulo the
    result's width in bits, as in Java.
  }];
  let example = [{
    Tensor halves = x.shr(1);
  }];
  let becomes = ["arith.shrsi", "arith.shrui"];
  let typeOf = "typeOfShr";
  let build = "buildShr";
}

def Ushr : Shift<"ushr"> {
  let description = [{
    The integer shifted to the right; zeros are inserted, as by Java's `>>>`.
    Operands are promoted; the distance counts modulo the result's width in
    bits, as in Java.
  }];
  let example = [{
    Tensor high = bits.ushr(16);
  }];
  let becomes = ["arith.shrui"];
  let typeOf = "typeOfBinary<Binary::LShr>";
  let build = "buildBinary<Binary::LShr>";
}

def Umulhi : Method<"umulhi"> {
  let parameters = [FirstOperand, SecondOperand];
  let description = [{
    The upper half of the product of two unsigned integers of 32 or 64 bits.
    Operands are promoted and their shapes broadcast.
  }];
  let returns =
      "the upper half of the bits, of the promoted type, in the shape that "
      "the operands broadcast to";
  let errors = PromotionErrors # [{, operands that are not integers of 32 or 64
    bits (T-UMULHI-1)}];
  let example = [{
    Tensor high = counter.umulhi(0xD2511F53);
  }];
  let becomes = ["tt.mulhiui"];
  let typeOf = "typeOfUmulhi";
  let build = "buildUmulhi";
}

def Dp4a : Method<"dp4a"> {
  let parameters = [
      Param<"Number", "a", "integers of four bytes">,
      Param<"Number", "b", "others">,
      Param<"Number", "c", "what is added, integers of 32 bits">
  ];
  let description = [{
    The dot product of the four bytes of a and those of b, plus c: products of
    quantised numbers, for which GPUs have an instruction. The bytes of an `int`
    are signed, those of a `UInt32` are not. The sum wraps around. Shapes
    broadcast.
  }];
  let returns = "the sum, of c's type, in the shape that the operands broadcast to";
  let errors = [{
    operands that are not integers of 32 bits (T-DP4A-1), or whose shapes do not
    broadcast (T-BINARY-3)
  }];
  let example = [{
    Tensor sums = weights.dp4a(activations, 0);
  }];
  let becomes = ["tt.dp4a"];
  let typeOf = "typeOfDp4a";
  let build = "buildDp4a";
}

} // family = ArithmeticFamily
