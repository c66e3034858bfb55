// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers `ttg` to the LLVM and NVVM dialects, with `arith`, `math` and control
/// flow: the pass, and its parts for a pass that lowers other operations in
/// the same conversion.
///
/// A tile becomes one LLVM value for each register of its layout, in register
/// order, by MLIR's 1:N conversion: no structs. Registers that are known to be
/// equal are one SSA value, so that splats are free.
///
/// A pass with patterns of its own follows the same steps:
///
///     ModuleAxisInfo axisInfo(module);
///     LLVM::GlobalOp shared = declareSharedMemory(module);
///     lowerStructuredControlFlow(module, axisInfo);
///     LoweringContext context{target, axisInfo, ttg::getNumWarps(module),
///                             shared.getSymName().str()};
///     TileTypeConverter converter(module.getContext());
///     RewritePatternSet patterns(module.getContext());
///     populateTTGToLLVMPatterns(converter, context, patterns);
///     patterns.add<MyOpLowering>(converter);
///     ConversionTarget legal(*module.getContext());
///     legal.addLegalDialect<LLVM::LLVMDialect, NVVM::NVVMDialect>();
///     legal.addLegalOp<ModuleOp>();
///     applyFullConversion(module, legal, std::move(patterns));
///
/// The other conversions have no such header because they are not dialect
/// conversions: CMToTT creates operations while it interprets the model,
/// TTToTTG rewrites a function by a plan of all its layouts, TTToCPU by a plan
/// of its loops. CPUToLLVM uses MLIR's patterns alone.
///
/// Not here: the patterns (lib/TTGToLLVM, one file per family).

#ifndef CM2TT_GPU_TTGTOLLVM_H
#define CM2TT_GPU_TTGTOLLVM_H

#include "cm2tt/Lowering/TargetInfo.h"
#include "cm2tt/Tile/AxisInfo.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

#include <memory>
#include <string>

namespace mlir {
class Pass;
class RewritePatternSet;
} // namespace mlir

namespace cm2tt {

#define GEN_PASS_DECL_TTGTOLLVMPASS
#include "cm2tt/GPU/Passes.h.inc"

/// The facts that all patterns share. It outlives the patterns.
struct LoweringContext {
  const TargetInfo &target;
  const ModuleAxisInfo &axisInfo;
  /// Warps of a block that tiles are laid out over.
  unsigned numWarps;
  /// The symbol of the module's dynamic shared memory.
  std::string sharedSymbol;
  /// Registers that a thread may use at most; 0 sets no limit.
  unsigned maxRegisters = 0;
  /// Whether a product and a sum of tiles may become one fma, as in Triton by
  /// default. Those of scalars may not: Java's operators round twice.
  bool fpFusion = true;
  /// Whether functions of f32 flush subnormal numbers to 0.
  bool ftz = true;
  /// The file of libdevice; empty where there is none.
  std::string libdevice = {};
  /// Warps of a block, with those of a producer; 0 for `numWarps`.
  unsigned totalWarps = 0;
  /// The widest instruction of products of warp groups, as N of `wgmma`, and
  /// the registers of a thread for the results of all products.
  unsigned widestProduct = 0, productRegisters = 0;

  /// Warps of a block.
  unsigned getBlockWarps() const { return totalWarps ? totalWarps : numWarps; }
  /// Whether an additional warp group copies (`ttg.producer`).
  bool hasProducer() const { return getBlockWarps() != numWarps; }
};

/// Converts tiles to one type for each register, pointers to LLVM's, `index` to
/// i32.
class TileTypeConverter : public mlir::LLVMTypeConverter {
public:
  explicit TileTypeConverter(mlir::MLIRContext *context);
};

/// Declares the dynamic shared memory of a module, as an array without a size.
/// Its symbol differs from all others of the module.
mlir::LLVM::GlobalOp declareSharedMemory(mlir::ModuleOp module);

/// Converts `scf` to `cf`. Block arguments that replace results of `scf`
/// inherit their entries in `axisInfo`.
void lowerStructuredControlFlow(mlir::ModuleOp module,
                                ModuleAxisInfo &axisInfo);

/// Adds the patterns that lower `ttg`, `arith`, `math`, `cf` and `ub`. Every
/// tile must have a layout over the warps of `context`.
void populateTTGToLLVMPatterns(const TileTypeConverter &converter,
                               const LoweringContext &context,
                               mlir::RewritePatternSet &patterns);

} // namespace cm2tt

#endif // CM2TT_GPU_TTGTOLLVM_H
