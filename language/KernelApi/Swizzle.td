// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Swizzle.cpp.

let family = CreationFamily in {

def Swizzle2d : Method<"swizzle2d"> {
  let parameters = [
      Param<"Number", "i", "the row of a block, an integer">,
      Param<"Number", "j", "its column">,
      Param<"Number", "rows", "the number of rows">,
      Param<"Number", "columns", "the number of columns">,
      Param<"Number", "group", "the number of rows of a group">
  ];
  let isFluent = 0; // it is not an operation on the row
  let result = "Pair";
  let description = [{
    Another order of the blocks of a matrix, in which those of a group of rows
    follow each other, column by column, so that programs that run at one time
    share more data: the row and the column of the block that comes where (i, j)
    comes row by row. For 4 by 4 blocks and groups of 2 rows, the blocks
    (0, 0), (0, 1), (0, 2) become (0, 0), (1, 0), (0, 1). The last group may
    have fewer rows. All arguments are integers, and none is negative.
  }];
  let returns = "the row and the column, of the promoted type";
  let errors = [{
    operands that are not numbers (T-BINARY-1) or of which one is signed and
    another one not (T-BINARY-8), shapes that do not broadcast (T-BINARY-3),
    numbers that are not integers (T-SWIZZLE-1)
  }];
  let example = [{
    Triton.Pair block = Triton.swizzle2d(i, j, rows, columns, 8);
    int row = block.first().intValue();
  }];
  let becomes = ["arith.muli", "arith.addi", "arith.divsi", "arith.remsi"];
  let evaluator = "Swizzle";
  let typeOf = "typeOfSwizzle";
  let build = "buildSwizzle";
}

} // family = CreationFamily
