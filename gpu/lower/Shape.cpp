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
        ttg::planRegisters(getLayout(op.getSrc().getType()),
                           getLayout(op.getType()).projectOut(op.getAxis()));
    return replaceByRegisters(op, adaptor.getSrc(), names, rewriter);
  }
};

struct BroadcastOpLowering : OpConversionPattern<tt::BroadcastOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::BroadcastOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ttg::LinearLayout projected = getLayout(op.getType());
    auto source = cast<RankedTensorType>(op.getSrc().getType());
    for (auto [dim, extent] : llvm::enumerate(source.getShape()))
      if (extent == 1 && projected.getOutSize(dim) != 1)
        projected = projected.projectOut(dim).expandDims(dim);
    auto names = ttg::planRegisters(getLayout(source), projected);
    return replaceByRegisters(op, adaptor.getSrc(), names, rewriter);
  }
};

/// Elements keep their row-major order.
struct ReshapeOpLowering : OpConversionPattern<tt::ReshapeOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::ReshapeOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const ttg::LinearLayout &source = getLayout(op.getSrc().getType());
    const ttg::LinearLayout &dest = getLayout(op.getType());
    auto names =
        ttg::planRegisters(source.reshapeOuts(op.getType().getShape()), dest);
    if (!names && op.getAllowReorder() && isBijection(source, dest))
      names = llvm::to_vector_of<uint32_t>(
          llvm::seq<uint32_t>(0, adaptor.getSrc().size()));
    return replaceByRegisters(op, adaptor.getSrc(), names, rewriter);
  }

  /// Whether each thread has the same number of elements, without copies.
  static bool isBijection(const ttg::LinearLayout &source,
                          const ttg::LinearLayout &dest) {
    return source.getInBits() == dest.getInBits() && source.isBijective() &&
           dest.isBijective();
  }
};

struct TransOpLowering : OpConversionPattern<tt::TransOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::TransOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<unsigned> order(op.getOrder().begin(), op.getOrder().end());
    auto names = ttg::planRegisters(
        getLayout(op.getSrc().getType()).transposeOuts(order),
        getLayout(op.getType()));
    return replaceByRegisters(op, adaptor.getSrc(), names, rewriter);
  }
};

/// The lowest register bit of the operands' joint layout says which of them.
struct JoinOpLowering : OpConversionPattern<tt::JoinOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::JoinOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto names = ttg::planRegisters(getLayout(op.getLhs().getType()).join(),
                                    getLayout(op.getResult().getType()));
    SmallVector<Value> registers;
    for (auto [left, right] : llvm::zip(adaptor.getLhs(), adaptor.getRhs()))
      llvm::append_values(registers, left, right);
    return replaceByRegisters(op, registers, names, rewriter);
  }
};

struct SplitOpLowering : OpConversionPattern<tt::SplitOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::SplitOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto names = ttg::planRegisters(getLayout(op.getSrc().getType()),
                                    getLayout(op.getOutLHS().getType()).join());
    if (!names)
      return rewriter.notifyMatchFailure(op,
                                         "operand and result layouts differ");
    std::array<SmallVector<Value>, 2> halves;
    for (auto [index, name] : llvm::enumerate(*names))
      halves[index % 2].push_back(adaptor.getSrc()[name]);
    rewriter.replaceOpWithMultiple(op, {halves[0], halves[1]});
    return success();
  }
};

/// The right operand after the left one, along the first dimension in which the
/// result is longer. Any order would do; where there are no copies, each thread
/// keeps what it has.
struct CatOpLowering : OpConversionPattern<tt::CatOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::CatOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getLhs().getType());
    const ttg::LinearLayout &operand = getLayout(type);
    const ttg::LinearLayout &dest = getLayout(op.getType());
    SmallVector<Value> registers(adaptor.getLhs());
    llvm::append_range(registers, adaptor.getRhs());
    std::optional<SmallVector<uint32_t>> names;
    for (unsigned dim = 0; dim < dest.getRank() && !names; ++dim)
      if (dest.getOutSize(dim) == 2 * operand.getOutSize(dim))
        names = ttg::planRegisters(
            operand * ttg::LinearLayout::identity1D(2, ttg::InDim::Register,
                                                    dest.getRank(), dim),
            dest);
    if (!names && operand.isBijective() && dest.isBijective() &&
        dest.getInSize(ttg::InDim::Register) == int64_t(registers.size()))
      names = llvm::to_vector_of<uint32_t>(
          llvm::seq<uint32_t>(0, registers.size()));
    return replaceByRegisters(op, registers, names, rewriter);
  }
};

/// All threads have the one element.
struct UnsplatOpLowering : OpConversionPattern<tt::UnsplatOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::UnsplatOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getSrc().front());
    return success();
  }
};
} // namespace

void cm2tt::populateShapePatterns(const TileTypeConverter &converter,
                                  RewritePatternSet &patterns) {
  patterns.add<ExpandDimsOpLowering, BroadcastOpLowering, ReshapeOpLowering,
               TransOpLowering, JoinOpLowering, SplitOpLowering, CatOpLowering,
               UnsplatOpLowering>(converter, patterns.getContext());
}
