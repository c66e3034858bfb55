// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The pass that lowers `ttg` to the LLVM and NVVM dialects in one dialect
/// conversion, arith, math and control flow along with it.
///
/// The conversion may be rolled back: MLIR's faster driver erases values
/// immediately that AxisInfo still needs.
///
/// Not here: the patterns (one file per family).

#include "TTGToLLVMInternals.h"
#include "TensorMaps.h"
#include "lowering/StructuredControlFlow.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Dialect/TTG/TTGAttrs.h"
#include "cm2tt/Dialect/TTG/TTGDialect.h"
#include "cm2tt/Dialect/TTG/TTGOps.h"
#include "cm2tt/GPU/Passes.h"
#include "cm2tt/Lowering/FloatOptions.h"
#include "cm2tt/Lowering/KernelSymbols.h"
#include "cm2tt/Lowering/Libraries.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTGTOLLVMPASS
#include "cm2tt/GPU/Passes.h.inc"
} // namespace cm2tt

//===----------------------------------------------------------------------===//
// Checks of the module
//===----------------------------------------------------------------------===//

/// Checks that a tile is laid out over `numWarps` warps; otherwise emits an
/// error.
static LogicalResult checkLayout(Value value, unsigned numWarps) {
  auto tile = dyn_cast<RankedTensorType>(value.getType());
  if (!tile)
    return success();
  auto layout = dyn_cast_or_null<ttg::LinearAttr>(tile.getEncoding());
  if (layout &&
      layout.getLayout().getInSize(ttg::InDim::Lane) == TargetInfo::warpSize &&
      layout.getLayout().getInSize(ttg::InDim::Warp) == numWarps)
    return success();
  return emitError(value.getLoc(), "a tile has no layout over ")
         << numWarps << " warps of " << TargetInfo::warpSize
         << " threads: " << tile;
}

/// The passes before see to it; a module may also come from a file. That
/// operands and results have one layout is checked by the verifiers.
static LogicalResult checkLayouts(ModuleOp module, unsigned numWarps) {
  WalkResult walked = module.walk([&](Operation *op) {
    SmallVector<Value> made(op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(made, block.getArguments());
    for (Value value : made)
      if (failed(checkLayout(value, numWarps)))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

/// Whether the operation may call a function of libdevice.
static bool mayCall(Operation *op) {
  if (isa<tt::ExternElementwiseOp, arith::RemFOp>(op))
    return true;
  if (!isa_and_nonnull<math::MathDialect>(op->getDialect()))
    return false;
  const MathFunction *function = findMathFunction(op->getName().getStringRef());
  return function && (function->support != MathFunction::Instruction ||
                      getElementTypeOrSelf(op->getResult(0)).isF64());
}

/// The file of libdevice. Without operations that may call it, the file system
/// is not searched for it, and the path is empty.
static std::string findNeededLibdevice(ModuleOp module) {
  WalkResult walked = module.walk([](Operation *op) {
    return mayCall(op) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walked.wasInterrupted() ? findLibdevice(module) : std::string();
}

//===----------------------------------------------------------------------===//
// The parts of the pass
//===----------------------------------------------------------------------===//

LLVM::GlobalOp cm2tt::declareSharedMemory(ModuleOp module) {
  OpBuilder builder(module.getContext());
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), 0);
  auto memory = LLVM::GlobalOp::create(
      builder, module.getLoc(), type, /*isConstant=*/false,
      LLVM::Linkage::External, "cm2tt_shared", Attribute(),
      /*alignment=*/1024, TargetInfo::sharedSpace);
  // Inserting it renames it where a kernel has the same name.
  SymbolTable(module).insert(memory, module.getBody()->begin());
  return memory;
}

/// Whether a lowered module takes the address of the memory. A search for uses
/// of the symbol would look at each attribute of each operation.
static bool isUsed(LLVM::GlobalOp memory, ModuleOp module) {
  return module
      .walk([&](LLVM::AddressOfOp address) {
        return address.getGlobalName() == memory.getSymName()
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

void cm2tt::lowerStructuredControlFlow(ModuleOp module,
                                       ModuleAxisInfo &axisInfo) {
  auto replaced = [&](Value result, Value argument) {
    axisInfo.copyAxisInfo(result, argument);
  };
  lowerStructuredControlFlow(module, replaced, [](Operation *op) {
    auto wait = dyn_cast<ttg::WarpGroupDotWaitOp>(op);
    return wait && wait.getPending() == 0;
  });
}

void cm2tt::populateTTGToLLVMPatterns(const TileTypeConverter &converter,
                                      const LoweringContext &lowering,
                                      RewritePatternSet &patterns) {
  populateCreationPatterns(converter, lowering, patterns);
  populateElementwisePatterns(converter, lowering, patterns);
  populateDebugPatterns(converter, lowering, patterns);
  populateShapePatterns(converter, patterns);
  populateMemoryPatterns(converter, lowering, patterns);
  populateAtomicPatterns(converter, lowering, patterns);
  populateLocalMemoryPatterns(converter, lowering, patterns);
  populateAsyncCopyPatterns(converter, lowering, patterns);
  populateTensorCopyPatterns(converter, lowering, patterns);
  populateTensorMapPatterns(converter, lowering, patterns);
  populateProducerPatterns(converter, lowering, patterns);
  populateConvertLayoutPatterns(converter, lowering, patterns);
  populateDotPatterns(converter, lowering, patterns);
  populateWarpGroupDotPatterns(converter, lowering, patterns);
  populateReducePatterns(converter, lowering, patterns);
  populateScanPatterns(converter, lowering, patterns);
  populateMapPatterns(converter, lowering, patterns);
  populateGatherPatterns(converter, lowering, patterns);
  populateHistogramPatterns(converter, lowering, patterns);
  populateFuncPatterns(converter, lowering, patterns);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  populateBranchPatterns(converter, patterns);
  ub::populateUBToLLVMConversionPatterns(converter, patterns);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct TTGToLLVMPass : cm2tt::impl::TTGToLLVMPassBase<TTGToLLVMPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::optional<TargetInfo> target = targetOf(module);
    if (!target || failed(checkLayouts(module, ttg::getNumWarps(module))))
      return signalPassFailure();
    chooseKernelSymbols(module, SymbolsOf::Gpu);
    LLVM::GlobalOp shared = declareSharedMemory(module);
    auto &axisInfo = getAnalysis<ModuleAxisInfo>();
    RegisterDemand products = measureProducts(module);
    // Before tiles are taken apart: a carried tile is one block argument while
    // loops change shape.
    lowerStructuredControlFlow(module, axisInfo);
    acquireTensorMapsTogether(module);
    LoweringContext lowering{*target,
                             axisInfo,
                             ttg::getNumWarps(module),
                             shared.getSymName().str(),
                             ttg::getMaxRegisters(module),
                             !module->hasAttr(kNoFpFusionAttr),
                             !module->hasAttr(kNoFtzAttr),
                             findNeededLibdevice(module),
                             ttg::getTotalNumWarps(module)};
    lowering.productRegisters = products.productRegisters;
    lowering.widestProduct = products.widestProduct;
    bool producerWaits = waitsForConsumers(module);
    TileTypeConverter converter(&getContext());
    RewritePatternSet patterns(&getContext());
    populateTTGToLLVMPatterns(converter, lowering, patterns);
    ConversionTarget legal(getContext());
    legal.addLegalDialect<LLVM::LLVMDialect, NVVM::NVVMDialect>();
    legal.addLegalOp<ModuleOp>();
    // Its region is lowered where it is; inlineProducer() moves it.
    legal.addLegalOp<ttg::ProducerOp, ttg::ProducerEndOp>();
    if (failed(applyFullConversion(module, legal, std::move(patterns))))
      return signalPassFailure();
    inlineProducer(module, lowering, producerWaits);
    if (!isUsed(shared, module))
      shared.erase();
    kernels += llvm::range_size(module.getOps<LLVM::LLVMFuncOp>());
  }

  static std::optional<TargetInfo> targetOf(ModuleOp module) {
    StringRef name = ttg::getTarget(module);
    std::optional<TargetInfo> target = TargetInfo::parse(name);
    if (!target)
      module.emitError("unknown target: '") << name << "'";
    return target;
  }
};
} // namespace
