// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers branches between blocks: a tile is passed as its registers.
///
/// Not here: the blocks' arguments (Func.cpp); `scf`
/// (StructuredControlFlow.h).

#include "TTGToLLVMInternals.h"
#include "lowering/StructuredControlFlow.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace cm2tt;

/// The registers of all these operands.
static SmallVector<Value> flatten(ArrayRef<ValueRange> operands) {
  SmallVector<Value> values;
  for (ValueRange registers : operands)
    llvm::append_range(values, registers);
  return values;
}

namespace {
struct BranchOpLowering : OpConversionPattern<cf::BranchOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(cf::BranchOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::BrOp>(
        op, flatten(adaptor.getDestOperands()), op.getDest());
    return success();
  }
};

struct CondBranchOpLowering : OpConversionPattern<cf::CondBranchOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(cf::CondBranchOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto branch = rewriter.replaceOpWithNewOp<LLVM::CondBrOp>(
        op, adaptor.getCondition().front(), op.getTrueDest(),
        flatten(adaptor.getTrueDestOperands()), op.getFalseDest(),
        flatten(adaptor.getFalseDestOperands()));
    if (auto annotation =
            op->getAttrOfType<LLVM::LoopAnnotationAttr>(kLoopAnnotationAttr))
      branch.setLoopAnnotationAttr(annotation);
    return success();
  }
};

struct SwitchOpLowering : OpConversionPattern<cf::SwitchOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(cf::SwitchOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<SmallVector<Value>> cases;
    ArrayRef<ValueRange> operands = adaptor.getOperands();
    unsigned next = 1 + op.getDefaultOperands().size();
    for (ValueRange ofCase : op.getCaseOperands()) {
      cases.push_back(flatten(operands.slice(next, ofCase.size())));
      next += ofCase.size();
    }
    SmallVector<ValueRange> ranges(cases.begin(), cases.end());
    rewriter.replaceOpWithNewOp<LLVM::SwitchOp>(
        op, adaptor.getFlag().front(), op.getDefaultDestination(),
        flatten(adaptor.getDefaultOperands()), op.getCaseValuesAttr(),
        op.getCaseDestinations(), ranges);
    return success();
  }
};
} // namespace

Block *cm2tt::emitBranch(ConversionPatternRewriter &rewriter, Operation *op,
                         Value condition) {
  Block *before = rewriter.getInsertionBlock();
  Block *after = rewriter.splitBlock(before, Block::iterator(op));
  Block *inside = rewriter.createBlock(after);
  rewriter.setInsertionPointToEnd(before);
  LLVM::CondBrOp::create(rewriter, op->getLoc(), condition, inside, after);
  rewriter.setInsertionPointToEnd(inside);
  return after;
}

void cm2tt::populateBranchPatterns(const TileTypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<BranchOpLowering, CondBranchOpLowering, SwitchOpLowering>(
      converter, patterns.getContext());
}
