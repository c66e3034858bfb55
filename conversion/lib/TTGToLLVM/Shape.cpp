// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers changes of shape. The layouts of operand and result agree on what
/// each thread holds, so that registers are renamed and nothing moves.

#include "TTGToLLVMInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Dialect/TTG/LayoutConversion.h"

using namespace mlir;
using namespace cm2tt;

/// Replaces a shape operation by a choice of its operand's registers.
template <typename Op>
static LogicalResult
replaceByRegisters(Op op, ValueRange registers,
                   std::optional<SmallVector<uint32_t>> names,
                   ConversionPatternRewriter &rewriter) {
  if (!names)
    return rewriter.notifyMatchFailure(op, "operand and result layouts differ");
  rewriter.replaceOpWithMultiple(
      op, {llvm::map_to_vector(*names,
                               [&](unsigned reg) { return registers[reg]; })});
  return success();
}

namespace {
struct ExpandDimsOpLowering : OpConversionPattern<tt::ExpandDimsOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::ExpandDimsOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto names =
        ttg::planRegisters(layoutOf(op.getSrc().getType()),
                           layoutOf(op.getType()).projectOut(op.getAxis()));
    return replaceByRegisters(op, adaptor.getSrc(), names, rewriter);
  }
};

struct BroadcastOpLowering : OpConversionPattern<tt::BroadcastOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::BroadcastOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ttg::LinearLayout projected = layoutOf(op.getType());
    auto source = cast<RankedTensorType>(op.getSrc().getType());
    for (auto [dim, extent] : llvm::enumerate(source.getShape()))
      if (extent == 1 && projected.getOutSize(dim) != 1)
        projected = projected.projectOut(dim).expandDims(dim);
    auto names = ttg::planRegisters(layoutOf(source), projected);
    return replaceByRegisters(op, adaptor.getSrc(), names, rewriter);
  }
};
} // namespace

void cm2tt::populateShapePatterns(const TileTypeConverter &converter,
                                  RewritePatternSet &patterns) {
  patterns.add<ExpandDimsOpLowering, BroadcastOpLowering>(
      converter, patterns.getContext());
}
