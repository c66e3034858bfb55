// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Arithmetic.cpp.

let family = ArithmeticFamily in {

def Add : Method<"add"> {
  let parameters = [OperandOrPointer, SecondOperand];
  let description = [{
    The sum. Of a pointer or a tile of pointers and an integer or a tile of
    integers, on either side, it is the pointer moved by that number of
    elements. Integers wrap around. Operands are promoted and their shapes
    broadcast.
  }];
  let returns =
      "the sum, of the promoted type, in the shape that the operands "
      "broadcast to";
  let errors = PromotionErrors # [{, truth values (T-BINARY-4); of pointers and
    something other than integers (T-ADD-1), or shapes that do not broadcast
    (T-ADD-2)}];
  let example = [{
    Tensor y = x.add(offsets).load().add(1.0f);
  }];
  let becomes = ["arith.addi", "arith.addf", "tt.addptr"];
  let typeOf = "typeOfAdd";
  let build = "buildAdd";
}

def AddPtrInt : Form<"add"> {
  let parameters = [Pointer, Param<"int", "elements", "by how many elements">];
  let result = "Ptr";
  let description = [{
    The pointer moved forward by that number of elements.
  }];
  let returns = "the moved pointer";
  let example = [{
    Ptr row = x.add(Triton.programId(0) * stride);
  }];
}

def AddPtrLong : Form<"add"> {
  let parameters = [
      Pointer,
      Param<"long", "elements", "by how many elements">
  ];
  let result = "Ptr";
  let description = [{
    Like [add(Ptr, int)].
  }];
  let returns = "the moved pointer";
}

def Sub : Method<"sub"> {
  let parameters = [OperandOrPointer, SecondOperand];
  let description = [{
    The difference. Of a pointer or a tile of pointers and an integer or a tile
    of integers, it is the pointer moved back by that number of elements.
    Integers wrap around. Operands are promoted and their shapes broadcast.
  }];
  let returns =
      "the difference, of the promoted type, in the shape that the operands "
      "broadcast to";
  let errors = PromotionErrors # [{, truth values (T-BINARY-4); of pointers and
    something other than integers (T-ADD-1), or shapes that do not broadcast
    (T-ADD-2)}];
  let example = [{
    Tensor shifted = x.sub(x.max(0));
  }];
  let becomes = ["arith.subi", "arith.subf", "tt.addptr"];
  let typeOf = "typeOfSub";
  let build = "buildSub";
}

def SubPtrInt : Form<"sub"> {
  let parameters = [Pointer, Param<"int", "elements", "by how many elements">];
  let result = "Ptr";
  let description = [{
    The pointer moved back by that number of elements.
  }];
  let returns = "the moved pointer";
  let example = [{
    Ptr row = x.sub(Triton.programId(0) * stride);
  }];
}

def SubPtrLong : Form<"sub"> {
  let parameters = [
      Pointer,
      Param<"long", "elements", "by how many elements">
  ];
  let result = "Ptr";
  let description = [{
    Like [sub(Ptr, int)].
  }];
  let returns = "the moved pointer";
}

def Mul : Method<"mul"> {
  let parameters = [FirstOperand, SecondOperand];
  let description = [{
    The product. Integers wrap around. Operands are promoted and their
    shapes broadcast.
  }];
  let returns =
      "the product, of the promoted type, in the shape that the operands "
      "broadcast to";
  let errors = PromotionErrors # [{, truth values (T-BINARY-4)}];
  let example = [{
    Tensor scaled = x.mul(0.5f);
  }];
  let becomes = ["arith.muli", "arith.mulf"];
  let typeOf = "typeOfBinary<Binary::Mul>";
  let build = "buildBinary<Binary::Mul>";
}

def Div : Method<"div"> {
  let parameters = [Dividend, Divisor];
  let description = [{
    The quotient. Of integers it is rounded towards zero; they are both
    signed or both unsigned, and no divisor is 0, nor -1 of the least
    number. Fp16 and bf16 are divided as float, which is the result's type.
    Operands are promoted and their shapes broadcast.
  }];
  let returns =
      "the quotient, of the promoted type, in the shape that the operands "
      "broadcast to";
  let errors = PromotionErrors # [{, truth values (T-BINARY-4), a division of
    integers by 0 (T-BINARY-5), a signed and an unsigned integer (T-BINARY-8)}];
  let example = [{
    Tensor result = numerator.div(denominator);
  }];
  let becomes = ["arith.divsi", "arith.divui", "arith.divf"];
  let typeOf = "typeOfBinary<Binary::Div>";
  let build = "buildBinary<Binary::Div>";
}

def Mod : Method<"mod"> {
  let parameters = [Dividend, Divisor];
  let description = [{
    The remainder, with the sign of the dividend, of the division that [div]
    does; types as there.
  }];
  let returns =
      "the remainder, of the promoted type, in the shape that the operands "
      "broadcast to";
  let errors = PromotionErrors # [{, truth values (T-BINARY-4), a division of
    integers by 0 (T-BINARY-5), a signed and an unsigned integer (T-BINARY-8)}];
  let example = [{
    Tensor rows = Triton.arange(0, BLOCK).add(start).mod(n);
  }];
  let becomes = ["arith.remsi", "arith.remui", "arith.remf"];
  let typeOf = "typeOfBinary<Binary::Mod>";
  let build = "buildBinary<Binary::Mod>";
}

def Neg : Method<"neg"> {
  let parameters = [Operand];
  let description = [{
    The number with the other sign. Integers wrap around.
  }];
  let returns = "the negated number, of the operand's type";
  let errors = [{
    an operand that is not a number (T-UNARY-1), truth values (T-BINARY-4)
  }];
  let example = [{
    Tensor y = x.neg().exp();
  }];
  let becomes = ["arith.subi", "arith.negf"];
  let typeOf = "typeOfNeg";
  let build = "buildNeg";
}

def Cdiv : Method<"cdiv"> {
  let parameters = [
      Param<"Number", "a", "the number of elements">,
      Param<"Number", "b", "the size of a block">
  ];
  let result = "int";
  let description = [{
    The smallest integer that is not below a / b, of positive integers: how
    many blocks of b elements hold a elements.
  }];
  let returns = "the quotient, rounded up";
  let errors = [{
    an operand that is not an integer (T-CDIV-1), a division by 0 (T-CDIV-2)
  }];
  let example = [{
    for (int k = 0; k < Triton.cdiv(K, BLOCK_K); k++)
        sum = sum.add(block(x, k));
  }];
  let becomes = ["arith.addi", "arith.subi", "arith.divsi", "arith.divui"];
  let typeOf = "typeOfCdiv";
  let build = "buildCdiv";
}

} // family = ArithmeticFamily
