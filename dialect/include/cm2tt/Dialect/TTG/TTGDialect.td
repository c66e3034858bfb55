// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The dialect `ttg` itself.
///
/// Not here: attributes (TTGAttrs.td), operations (TTGOps.td).

#ifndef CM2TT_DIALECT_TTG_TTGDIALECT_TD
#define CM2TT_DIALECT_TTG_TTGDIALECT_TD

include "mlir/IR/OpBase.td"

def TTG_Dialect : Dialect {
  let name = "ttg";
  let cppNamespace = "::cm2tt::ttg";
  let summary = "tiles laid out over registers, lanes and warps";
  let description = [{
    In this stage every tensor of a kernel has a layout as its encoding:
    `#ttg.linear`, which says where each element lives. Operations are those of
    `tt`, `arith`, `math` and `scf` on such tensors; this dialect adds the
    conversion between layouts, tiles in shared memory with the copies to them,
    and products of warp groups.

    The module says for which machine it is laid out: `ttg.num-warps` and
    `ttg.threads-per-warp` (i32, powers of two), `ttg.target` (a string such as
    "sm_90a") and, once shared memory is allocated, `ttg.shared` (i32, bytes). A
    module with a producer has `ttg.total-num-warps` (i32): its warps as well.
  }];
  let dependentDialects = [
    "::cm2tt::tt::TTDialect", "::mlir::arith::ArithDialect"
  ];
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    /// Adds the attributes of the dialect; called once, by initialize().
    void registerAttrs();
    /// Adds the operations of the dialect; called once, by initialize().
    void registerOps();
    /// Adds the types of the dialect; called once, by initialize().
    void registerTypes();
  }];
}

#endif // CM2TT_DIALECT_TTG_TTGDIALECT_TD
