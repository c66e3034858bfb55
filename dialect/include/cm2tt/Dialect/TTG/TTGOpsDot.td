// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Matrix products of a warp group (`wgmma`). Those of a warp are `tt.dot` with
/// the layouts of fragments.

#ifndef CM2TT_DIALECT_TTG_TTGOPSDOT_TD
#define CM2TT_DIALECT_TTG_TTGOPSDOT_TD

include "cm2tt/Dialect/TT/TTAttrs.td"
include "cm2tt/Dialect/TTG/TTGOpsBase.td"

def TTG_TileOrMemDesc : AnyTypeOf<[AnyStaticShapeTensor, TTG_MemDescType]>;

def TTG_WarpGroupDotOp : TTG_Op<"warp_group_dot", [
    AllTypesMatch<["c", "d"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "matrix product by warp groups";
  let description = [{
    Computes `a * b + c`, or `a * b` if `useC` is given and false. `a` is in
    shared memory or in registers, `b` in shared memory. With `isAsync` the
    result is available after a `warp_group_dot_wait` that has it as operand;
    until then it must not be used, and `a` in registers and the memory of the
    operands must not be changed. Without `isAsync` the operation waits.

    `instrN` is the N of the instruction; the layout of `c` is
    makeMmaLayout's for version 3 with it.

    Constraints:
    - (TTG-WARP-GROUP-DOT-1) `a` is MxK, `b` is KxN, `c` and the result are MxN.
    - (TTG-WARP-GROUP-DOT-2) the layout of `c` is that of version 3 with
      `instrN`, and `a` in registers has the layout of its operand 0.
    - (TTG-WARP-GROUP-DOT-3) the layouts of operands in shared memory are ones
      that a descriptor can say (MatrixLayouts.h), and they are one tile each.
    - (TTG-WARP-GROUP-DOT-4) `wgmma` multiplies such types, M is a multiple of
      64, N of `instrN`, which is a power of two between 8 and 256, and K takes
      256 bits or more.

    Example:
    ```mlir
    #a = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0], [32, 0]]}>
    #b = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2], [8, 4]]}>
    #c = #ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
    %d = ttg.warp_group_dot %a, %b, %c {instrN = 8 : i32, isAsync} : !ttg.memdesc<64x16xf16, #a> * !ttg.memdesc<16x8xf16, #b> -> tensor<64x8xf32, #c>
    ```
  }];
  let arguments = (ins
    TTG_TileOrMemDesc:$a, TTG_MemDescType:$b, AnyStaticShapeTensor:$c,
    Optional<I1>:$useC, I32Attr:$instrN,
    DefaultValuedAttr<TT_InputPrecision, "::cm2tt::tt::InputPrecision::IEEE">
      :$inputPrecision,
    DefaultValuedAttr<I32Attr, "0">:$maxNumImpreciseAcc,
    UnitAttr:$isAsync);
  let results = (outs AnyStaticShapeTensor:$d);
  let assemblyFormat = [{
    $a `,` $b `,` $c `` custom<ProductOptions>($useC, $inputPrecision) attr-dict
    `:` type($a) `*` type($b) `->` type($d)
  }];
  let hasVerifier = 1; // TTG-WARP-GROUP-DOT-1 to 4
}

def TTG_WarpGroupDotWaitOp : TTG_Op<"warp_group_dot_wait", [
    AttrSizedOperandSegments, MemoryEffects<[MemWrite<TTG_SharedMemory>]>]> {
  let summary = "waits for matrix products of warp groups";
  let description = [{
    Waits until at most the `pending` youngest products are still running. The
    results are the inputs; those that are results of products waited for may be
    read. `memories` are the operands of products waited for that stay allocated
    until here.

    Constraints:
    - (TTG-WARP-GROUP-DOT-WAIT-1) the results have the types of the inputs.

    Example:
    ```mlir
    #a = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0], [32, 0]]}>
    #b = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2], [8, 4]]}>
    #c = #ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
    %d = ttg.warp_group_dot %a, %b, %c {instrN = 8 : i32, isAsync} : !ttg.memdesc<64x16xf16, #a> * !ttg.memdesc<16x8xf16, #b> -> tensor<64x8xf32, #c>
    %e = ttg.warp_group_dot_wait %d keep %a, %b {pending = 0 : i32} : (tensor<64x8xf32, #c>, !ttg.memdesc<64x16xf16, #a>, !ttg.memdesc<16x8xf16, #b>) -> tensor<64x8xf32, #c>
    ```
  }];
  let arguments = (ins
    Variadic<AnyStaticShapeTensor>:$inputs,
    Variadic<TTG_MemDescType>:$memories, I32Attr:$pending);
  let results = (outs Variadic<AnyStaticShapeTensor>:$outputs);
  let assemblyFormat = [{
    ($inputs^)? (`keep` $memories^)? attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1; // TTG-WARP-GROUP-DOT-WAIT-1
}

def TTG_CopyFragmentsOp : TTG_Op<"copy_fragments", [
    Pure, SameOperandsAndResultType]> {
  let summary = "copies an operand of matrix products to other registers";
  let description = [{
    Copies a tile of tf32 in registers. `ptxas` serializes products of warp
    groups if another instruction writes registers of an operand while they run
    (its message C7513). So operands of the next products are loaded into other
    registers, and copied after the wait. The low 13 bits of each element, which
    tf32 lacks, become zero: `ptxas` would coalesce a plain copy.

    Constraints:
    - (TTG-COPY-FRAGMENTS-1) the elements are f32.

    Example:
    ```mlir
    #a = #ttg.linear<{register = [[8, 0], [0, 4]], lane = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
    %b = ttg.copy_fragments %a : tensor<64x8xf32, #a>
    ```
  }];
  let arguments = (ins AnyStaticShapeTensor:$src);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src)";
  let hasVerifier = 1; // TTG-COPY-FRAGMENTS-1
}

#endif // CM2TT_DIALECT_TTG_TTGOPSDOT_TD
