// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of InlineAsm.cpp.

let family = MapFamily in {

def InlineAsmElementwise : Method<"inlineAsmElementwise"> {
  let parameters = [
      Param<"String", "text",
        "PTX, a constant string; `$0` is the first register of the result, and "
        "those of the operands follow">,
      Param<"String", "constraints",
        "LLVM's constraints of the registers, a constant string; each register "
        "is as wide as the elements in it, and bytes and truth values may be in "
        "one of 16 or 32 bits">,
      Param<"Class<?>", "type", "the class of the result's elements">,
      ConstantParam<"boolean", "isPure",
        "whether the assembly has no effects but its result; a constant">,
      ConstantParam<"int", "pack",
        "the number of elements that one piece of assembly computes, a constant "
        "that divides their number; those of fewer than 32 bits are packed in "
        "registers of 32">,
      Param<"Number...", "args", "numbers, pointers and tiles of them">
  ];
  let isFluent = 0;
  let description = [{
    The results of a piece of assembly for each element. Shapes broadcast. The
    elements of a pack are neighbours along the dimension along which the first
    operand that was loaded has neighbours in memory, the last one if none was;
    if that dimension is shorter than a pack, the others are any. It is for GPUs
    only: CPUs and the JVM refuse it.
  }];
  let returns = "the results, in the shape that the operands broadcast to";
  let errors = [{
    a text or constraints that are not constant strings (T-INLINEASM-1), a class
    that is not a number type (T-INLINEASM-2), an effect that is not a constant
    (T-INLINEASM-3), operands that are not numbers or pointers (T-INLINEASM-4),
    a pack that does not divide the number of elements (T-INLINEASM-5), shapes
    that do not broadcast (T-BINARY-3); on the JVM, each call
  }];
  let example = [{
    Tensor shifted = Triton.inlineAsmElementwise("shl.b32 $0, $1, 3;", "=r,r", int.class, true, 1, x);
  }];
  let becomes = ["tt.elementwise_inline_asm"];
  let evaluator = "InlineAsm";
  let typeOf = "typeOfInlineAsm";
  let build = "buildInlineAsm";
  let minArity = 5;
}

} // family = MapFamily
