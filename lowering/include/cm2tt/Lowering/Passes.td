// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The passes that both back ends run.

#ifndef CM2TT_LOWERING_PASSES_TD
#define CM2TT_LOWERING_PASSES_TD

include "mlir/Pass/PassBase.td"

def TTDecomposeDotsPass : Pass<"cm2tt-tt-decompose-dots"> {
  let summary = "rewrite matrix products for the units of the target";
  let description = [{
    Products of f32 by parts (`tf32x3`, `bf16x3`, `bf16x6`) become three or six
    products; operands of 8-bit floats become f16 where the target has no unit
    for them.

    ```mlir
    %d = tt.dot %a, %b, %c : tensor<64x32xf8E5M2> * tensor<32x16xf8E5M2> -> tensor<64x16xf32>
    // -cm2tt-tt-decompose-dots="target=sm_80" becomes
    %0 = tt.fp_to_fp %a : tensor<64x32xf8E5M2> -> tensor<64x32xf16>
    %1 = tt.fp_to_fp %b : tensor<32x16xf8E5M2> -> tensor<32x16xf16>
    %d = tt.dot %0, %1, %c : tensor<64x32xf16> * tensor<32x16xf16> -> tensor<64x16xf32>
    ```

    Scaled products (`tt.dot_scaled`) become products of the scaled numbers: of
    bf16, or of f16 if an operand is f16.

    ```mlir
    %d = tt.dot_scaled %a scale %s, %b, %c lhs = e5m2 rhs = bf16 {fastMath = false} : tensor<64x64xf8E5M2>, tensor<64x2xi8> * tensor<64x16xbf16> -> tensor<64x16xf32>
    // becomes
    %0 = tt.fp_to_fp %a : tensor<64x64xf8E5M2> -> tensor<64x64xbf16>
    // ...
    %1 = arith.bitcast %bits : tensor<64x2xi16> to tensor<64x2xbf16> // powers of 2
    %2 = tt.expand_dims %1 {axis = 2 : i32} : tensor<64x2xbf16> -> tensor<64x2x1xbf16>
    %3 = tt.broadcast %2 : tensor<64x2x1xbf16> -> tensor<64x2x32xbf16>
    %4 = tt.reshape %3 : tensor<64x2x32xbf16> -> tensor<64x64xbf16>
    // ...
    %d = tt.dot %product, %b, %c, inputPrecision = tf32 : tensor<64x64xbf16> * tensor<64x16xbf16> -> tensor<64x16xf32>
    ```

    For a CPU, operands are converted to the type of the sum, f32, f64 or i32;
    sums of f16 are computed in f32.

    ```mlir
    %d = tt.dot %a, %b, %c : tensor<8x16xi8> * tensor<16x8xi8> -> tensor<8x8xi32>
    // -cm2tt-tt-decompose-dots="target=cpu" becomes
    %0 = arith.extsi %a : tensor<8x16xi8> to tensor<8x16xi32>
    %1 = arith.extsi %b : tensor<16x8xi8> to tensor<16x8xi32>
    %d = tt.dot %0, %1, %c : tensor<8x16xi32> * tensor<16x8xi32> -> tensor<8x8xi32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let options = [
    Option<"numWarps", "num-warps", "unsigned", "0",
           "Warps of a block; 0: those of the module, or 4">,
    Option<"target", "target", "std::string", "\"sm_80\"",
           "The architecture to compile for">];
  let statistics = [
    Statistic<"decomposed", "decomposed", "Products split into parts">,
    Statistic<"scaled", "scaled", "Scaled products rewritten">,
    Statistic<"widened", "widened", "Products with widened operands">];
}

#endif // CM2TT_LOWERING_PASSES_TD
