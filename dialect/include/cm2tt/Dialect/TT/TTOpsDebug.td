// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Printing and checking from within a kernel.

#ifndef CM2TT_DIALECT_TT_TTOPSDEBUG_TD
#define CM2TT_DIALECT_TT_TTOPSDEBUG_TD

include "cm2tt/Dialect/TT/TTTypes.td"

def TT_PrintOp : TT_Op<"print", [TT_WritesNoLoadedMemory, TT_WritesGlobal]> {
  let summary = "print values";
  let description = [{
    Prints each element of each operand on a line with its program's index and
    the prefix; integers with a sign where `isSigned` is 1, in hexadecimal with
    `hex`. Of a tile, `shapes` selects the first elements along each dimension;
    the compiler adds it where a tile has padding.

    Constraints:
    - (TT-PRINT-1) `isSigned` has one entry, 0 or 1, for each operand.
    - (TT-PRINT-2) `shapes` has an array of i64 for each operand, with extents
      from 1 to those of the tile; an empty one for a scalar.

    Example:
    ```mlir
    tt.print " x: " {hex = false, isSigned = array<i32: 1>} : %i : tensor<64xi32>
    ```
  }];
  let arguments = (ins StrAttr:$prefix, BoolAttr:$hex,
                       Variadic<TT_Type>:$args, DenseI32ArrayAttr:$isSigned,
                       OptionalAttr<ArrayAttr>:$shapes);
  let builders = [
    OpBuilder<(ins "::llvm::StringRef":$prefix, "bool":$hex,
                   "::mlir::ValueRange":$args,
                   "::llvm::ArrayRef<int32_t>":$isSigned)>
  ];
  let extraClassDeclaration = [{
    /// The number of printed elements of an operand along each dimension; empty
    /// for a scalar.
    ::llvm::ArrayRef<int64_t> getPrintedShape(unsigned operand);
  }];
  let assemblyFormat = [{
    $prefix attr-dict (`:` $args^ `:` type($args))?
  }];
  let hasVerifier = 1; // TT-PRINT-1, TT-PRINT-2
}

def TT_AssertOp : TT_Op<"assert", [TT_WritesNoLoadedMemory, TT_WritesGlobal]> {
  let summary = "stop unless all is true";
  let description = [{
    Prints the message and stops the kernel where an element is false.

    Constraints:
    - (TT-ASSERT-1) `condition` is i1 or a tile of it.

    Example:
    ```mlir
    tt.assert %m, "index out of bounds" : tensor<64xi1>
    ```
  }];
  let arguments = (ins /*TT-ASSERT-1*/ TT_BoolLike:$condition,
                       StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict `:` type($condition)";
  let hasCanonicalizer = 1;
}

#endif // CM2TT_DIALECT_TT_TTOPSDEBUG_TD
