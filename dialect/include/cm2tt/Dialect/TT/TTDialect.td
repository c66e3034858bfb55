// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The dialect `tt` itself: what all its operations share.
///
/// Not here: types (TTTypes.td), enums (TTAttrs.td), operations (TTOps*.td).

#ifndef CM2TT_DIALECT_TT_TTDIALECT_TD
#define CM2TT_DIALECT_TT_TTDIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TT_Dialect : Dialect {
  let name = "tt";
  let cppNamespace = "::cm2tt::tt";
  let summary = "programs over tiles, in the form that Triton reads and prints";
  let description = [{
    A kernel is a `tt.func` that runs once for each point of a grid. Its values
    are scalars, pointers and tiles: ranked tensors of a static shape. Triton
    requires extents that are powers of two; this dialect does so for tiles with
    an encoding only, and TTPadTiles pads others. Arithmetic is in `arith` and `math`, control flow in
    `scf` and `cf`; this dialect adds pointers, memory, shapes, reductions and
    matrix products.

    The text is that of Triton 3.6, unless a context selects 3.7, 3.8 or 3.9
    (TextVersion.h); the Triton of that version reads what is printed here. On
    input the spellings of Triton 3.5 to 3.9 are accepted.

    A tensor may carry an encoding that implements `LayoutEncodingInterface`;
    the dialect then asks it for the encoding of a result.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect"
  ];
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    /// Selects the version of Triton whose text this context prints; 3.6 by
    /// default. Not while another thread prints.
    void setTextVersion(TextVersion version) { textVersion = version; }
    /// The version of Triton whose text this context prints.
    TextVersion getTextVersion() const { return textVersion; }

    /// Adds the attributes of the dialect; called once, by initialize().
    void registerAttrs();
    /// Adds the types of the dialect; called once, by initialize().
    void registerTypes();
    /// Adds the operations of the dialect; called once, by initialize().
    void registerOps();

  private:
    TextVersion textVersion = TextVersion::V3_6;

  public:
  }];
}

//===----------------------------------------------------------------------===//
// Traits
//===----------------------------------------------------------------------===//

/// Tiles are static, of rank 1 or more, and have 2^20 elements at most, with
/// extents rounded up to powers of two.
def TT_TileSize : NativeOpTrait<"TileSize"> {
  let cppNamespace = "::cm2tt::tt";
}

/// All operands and results are scalars, or all are tiles of one shape and one
/// encoding.
def TT_SameTiles : NativeOpTrait<"SameTiles"> {
  let cppNamespace = "::cm2tt::tt";
}

/// Statements for analyses of memory (TTInterfaces.h).
def TT_KeepsElements : NativeOpTrait<"KeepsElements"> {
  let cppNamespace = "::cm2tt::tt";
}
def TT_WritesNoLoadedMemory : NativeOpTrait<"WritesNoLoadedMemory"> {
  let cppNamespace = "::cm2tt::tt";
}
def TT_WritesFirstOperand : NativeOpTrait<"WritesFirstOperand"> {
  let cppNamespace = "::cm2tt::tt";
}
def TT_RunsInOtherThreads : NativeOpTrait<"RunsInOtherThreads"> {
  let cppNamespace = "::cm2tt::tt";
}
def TT_PointsIntoSecond : NativeOpTrait<"PointsIntoSecond"> {
  let cppNamespace = "::cm2tt::tt";
}

/// The memory that all programs of a grid share.
def TT_GlobalMemory : Resource<"::cm2tt::tt::GlobalMemory">;
def TT_ReadsGlobal : MemoryEffects<[MemRead<TT_GlobalMemory>]>;
def TT_WritesGlobal : MemoryEffects<[MemWrite<TT_GlobalMemory>]>;
def TT_UpdatesGlobal
    : MemoryEffects<[MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>;

/// Base of all operations.
class TT_Op<string mnemonic, list<Trait> traits = []>
    : Op<TT_Dialect, mnemonic, !listconcat(traits, [TT_TileSize])>;

#endif // CM2TT_DIALECT_TT_TTDIALECT_TD
