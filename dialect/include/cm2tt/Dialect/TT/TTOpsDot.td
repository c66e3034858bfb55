// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Matrix products.

#ifndef CM2TT_DIALECT_TT_TTOPSDOT_TD
#define CM2TT_DIALECT_TT_TTOPSDOT_TD

include "cm2tt/Dialect/TT/TTAttrs.td"
include "cm2tt/Dialect/TT/TTTypes.td"

def TT_DotOp : TT_Op<"dot", [Pure, AllTypesMatch<["c", "d"]>]> {
  let summary = "matrix product with accumulator";
  let description = [{
    Computes `a * b + c`, for each matrix of a batch where the rank is 3.
    `inputPrecision` says how operands of f32 are read. The accumulator may be
    less precise than its type for up to `maxNumImpreciseAcc` products in a row.

    Constraints:
    - (TT-DOT-1) `a` is MxK, `b` is KxN, `c` and the result are MxN; with rank
      3, one batch dimension comes before.
    - (TT-DOT-2) `a` and `b` have one element type, or are both of 8-bit
      floating point.
    - (TT-DOT-3) the accumulator is i32 for i8 and i32, f64 for f64, f32 for f32
      and bf16, f32 or f16 for f16 and 8-bit floating point.
    - (TT-DOT-4) all operands have an encoding, or none has.

    Example:
    ```mlir
    %d = tt.dot %a, %b, %c, inputPrecision = tf32 : tensor<64x32xf16> * tensor<32x16xf16> -> tensor<64x16xf32>
    ```
  }];
  let arguments = (ins
    TT_NumberTensor:$a, TT_NumberTensor:$b, TT_NumberTensor:$c,
    DefaultValuedAttr<TT_InputPrecision, "::cm2tt::tt::InputPrecision::IEEE">
      :$inputPrecision,
    DefaultValuedAttr<I32Attr, "0">:$maxNumImpreciseAcc);
  let results = (outs TT_NumberTensor:$d);
  let assemblyFormat = [{
    $a `,` $b `,` $c (`,` `inputPrecision` `=` $inputPrecision^)? attr-dict
    `:` type($a) `*` type($b) `->` type($d)
  }];
  let hasVerifier = 1; // TT-DOT-1 to TT-DOT-4
}

def TT_DotScaledOp : TT_Op<"dot_scaled", [
    Pure, AttrSizedOperandSegments, AllTypesMatch<["c", "d"]>]> {
  let summary = "matrix product of scaled narrow numbers";
  let description = [{
    Computes `(a * a_scale) * (b * b_scale) + c`, where one scale belongs to 16
    or 32 numbers along K. `e2m1` numbers come two to an i8, along K with
    `lhs_k_pack` or `rhs_k_pack` and along M or N without. A scale of i8 is an
    exponent of 2 with a bias of 127.

    Constraints:
    - (TT-DOT-SCALED-1) `a` is MxK, `b` is KxN, `c` and the result are MxN in
      f32; with rank 3, one batch dimension comes before.
    - (TT-DOT-SCALED-2) the element types of `a` and `b` are those of their
      formats: i8 for e2m1, f8E4M3FN for e4m3, f8E5M2, bf16 and f16; e2m3 and
      e3m2 are not supported.
    - (TT-DOT-SCALED-3) `a_scale` is MxS and `b_scale` NxS, of i8 or f8E4M3FN,
      with K / S = 16 or 32, the same for both.
    - (TT-DOT-SCALED-4) only e2m1 is packed along M or N.

    Example:
    ```mlir
    %d = tt.dot_scaled %a scale %s, %b, %c lhs = e2m1 rhs = bf16 {fastMath = false} : tensor<64x16xi8>, tensor<64x1xi8> * tensor<32x16xbf16> -> tensor<64x16xf32>
    ```
  }];
  let arguments = (ins
    TT_NumberTensor:$a, TT_NumberTensor:$b, TT_FloatTensor:$c,
    Optional<RankedTensorOf<[I8, F8E4M3FN]>>:$a_scale,
    Optional<RankedTensorOf<[I8, F8E4M3FN]>>:$b_scale,
    TT_ScaleDotElemType:$a_elem_type, TT_ScaleDotElemType:$b_elem_type,
    BoolAttr:$fastMath, DefaultValuedAttr<BoolAttr, "true">:$lhs_k_pack,
    DefaultValuedAttr<BoolAttr, "true">:$rhs_k_pack);
  let results = (outs TT_FloatTensor:$d);
  let assemblyFormat = [{
    $a (`scale` $a_scale^)? `,` $b (`scale` $b_scale^)? `,` $c `lhs` `=`
    $a_elem_type `rhs` `=` $b_elem_type attr-dict `:` type($a)
    (`,` type($a_scale)^)? `*` type($b) (`,` type($b_scale)^)? `->` type($d)
  }];
  let hasVerifier = 1; // TT-DOT-SCALED-1 to TT-DOT-SCALED-4
}

#endif // CM2TT_DIALECT_TT_TTOPSDOT_TD
