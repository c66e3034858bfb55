// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The pass after TTToCPU: branches instead of structured control flow, then
/// MLIR's own lowerings of `cf`, `arith` and `math` to the LLVM dialect.

#include "cpu/emit/TileEmitter.h"
#include "lowering/StructuredControlFlow.h"

#include "cm2tt/CPU/Passes.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_CPUTOLLVMPASS
#include "cm2tt/CPU/Passes.h.inc"
} // namespace cm2tt

/// Lets the function return 1 after a call that is marked so. The call is alone
/// in a branch, so that no other code is skipped.
static void leaveBehind(LLVM::CallOp call) {
  Block *block = call->getBlock();
  call->removeAttr(kLeavesAttr);
  while (&block->back() != call)
    block->back().erase();
  OpBuilder builder(call->getContext());
  builder.setInsertionPointToEnd(block);
  Value failed =
      LLVM::ConstantOp::create(builder, call.getLoc(), builder.getI32Type(), 1);
  LLVM::ReturnOp::create(builder, call.getLoc(), failed);
}

namespace {
struct CPUToLLVMPass : cm2tt::impl::CPUToLLVMPassBase<CPUToLLVMPass> {
  using Base::Base;
  void runOnOperation() override {
    ModuleOp module = getOperation();
    lowerStructuredControlFlow(
        module, [](Value, Value) {}, [](Operation *) { return false; });
    LowerToLLVMOptions options(&getContext());
    LLVMTypeConverter converter(&getContext(), options);
    RewritePatternSet patterns(&getContext());
    cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
    arith::populateArithToLLVMConversionPatterns(converter, patterns);
    populateMathToLLVMConversionPatterns(converter, patterns);
    ConversionTarget legal(getContext());
    legal.addLegalDialect<LLVM::LLVMDialect>();
    legal.addLegalOp<ModuleOp>();
    // No step is ever taken back; a record of them all takes time.
    ConversionConfig config;
    config.allowPatternRollback = false;
    if (failed(applyFullConversion(module, legal, std::move(patterns), config)))
      return signalPassFailure();
    SmallVector<LLVM::CallOp> leaving;
    module.walk([&](LLVM::CallOp call) {
      if (call->hasAttr(kLeavesAttr))
        leaving.push_back(call);
    });
    for (LLVM::CallOp call : leaving)
      leaveBehind(call);
    exits += leaving.size();
  }
};
} // namespace
