// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The pass that lowers `ttg` to the LLVM and NVVM dialects in one dialect
/// conversion, arith, math and control flow along with it.
///
/// Not here: the patterns (one file a family).

#include "TTGToLLVMInternals.h"

#include "cm2tt/Conversion/Passes.h"
#include "cm2tt/Dialect/TTG/TTGDialect.h"

#include "mlir/Analysis/DataLayoutAnalysis.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTGTOLLVMPASS
#include "cm2tt/Conversion/Passes.h.inc"
} // namespace cm2tt

namespace {
struct TTGToLLVMPass : cm2tt::impl::TTGToLLVMPassBase<TTGToLLVMPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::optional<TargetInfo> target = targetOf(module);
    if (!target)
      return signalPassFailure();
    unsigned bytes = 0;
    LoweringContext lowering{*target, getAnalysis<ModuleAxisInfo>(),
                             ttg::getNumWarps(module), bytes};
    LLVM::GlobalOp shared = declareSharedMemory(module);

    LowerToLLVMOptions options(&getContext());
    options.overrideIndexBitwidth(32);
    TileTypeConverter converter(&getContext(), options);
    RewritePatternSet patterns(&getContext());
    populatePatterns(converter, lowering, patterns);
    ConversionTarget legal(getContext());
    legal.addLegalDialect<LLVM::LLVMDialect, NVVM::NVVMDialect>();
    legal.addLegalOp<ModuleOp>();
    if (failed(applyFullConversion(module, legal, std::move(patterns))))
      return signalPassFailure();
    if (!bytes)
      shared.erase();
    ttg::setSharedBytes(module, bytes);
    sharedBytes += bytes;
  }

  static std::optional<TargetInfo> targetOf(ModuleOp module) {
    StringRef name = ttg::getTarget(module);
    std::optional<TargetInfo> target = TargetInfo::parse(name);
    if (!target)
      module.emitError("unknown target: '") << name << "'";
    return target;
  }

  /// Declares shared memory: its size is dynamic, so the array has none.
  static LLVM::GlobalOp declareSharedMemory(ModuleOp module) {
    auto builder = OpBuilder::atBlockBegin(module.getBody());
    auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), 0);
    return LLVM::GlobalOp::create(builder, module.getLoc(), type,
                                  /*isConstant=*/false, LLVM::Linkage::External,
                                  sharedSymbol, Attribute(), /*alignment=*/128,
                                  TargetInfo::sharedSpace);
  }

  static void populatePatterns(const TileTypeConverter &converter,
                               const LoweringContext &lowering,
                               RewritePatternSet &patterns) {
    populateCreationPatterns(converter, lowering, patterns);
    populateElementwisePatterns(converter, patterns);
    populateShapePatterns(converter, patterns);
    populateMemoryPatterns(converter, lowering, patterns);
    populateConvertLayoutPatterns(converter, lowering, patterns);
    populateFuncPatterns(converter, lowering, patterns);
    arith::populateArithToLLVMConversionPatterns(converter, patterns);
    cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
    populateSCFToControlFlowConversionPatterns(patterns);
    ub::populateUBToLLVMConversionPatterns(converter, patterns);
  }
};
} // namespace
