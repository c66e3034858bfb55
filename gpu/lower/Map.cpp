// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers maps over elements: copies the region for each group of `pack`
/// registers.
///
/// Not here: maps that are replaced by operations on tiles (TTInlineMaps).

#include "ReduceInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// Registers that hold the same element are computed once. Where a thread has
/// fewer than `pack` elements, the region gets the last one again: which
/// elements it sees together is not specified.
struct MapElementwiseOpLowering : ContextPattern<tt::MapElementwiseOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::MapElementwiseOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const ttg::LinearLayout &layout = getLayout(op.getSrcs().front().getType());
    SmallVector<uint32_t> sameAs = ttg::canonicalRegisters(layout), kept;
    for (auto [reg, same] : llvm::enumerate(sameAs))
      if (reg == same)
        kept.push_back(reg);
    SmallVector<SmallVector<Value>> results(op.getNumResults(),
                                            SmallVector<Value>(sameAs.size()));
    RegionEmitter region(op, rewriter, lowering);
    for (unsigned first = 0; first < kept.size(); first += op.getPack())
      mapGroup(op, adaptor.getOperands(), ArrayRef(kept).drop_front(first),
               region, results);
    for (SmallVector<Value> &values : results)
      for (auto [reg, same] : llvm::enumerate(sameAs))
        values[reg] = values[same];
    rewriter.replaceOpWithMultiple(op, std::move(results));
    return success();
  }

private:
  /// The region on the first `pack` of these registers.
  static void mapGroup(tt::MapElementwiseOp op, ArrayRef<ValueRange> operands,
                       ArrayRef<uint32_t> registers, RegionEmitter &region,
                       MutableArrayRef<SmallVector<Value>> results) {
    unsigned pack = op.getPack();
    unsigned count = std::min<unsigned>(pack, registers.size());
    SmallVector<Elements> members;
    for (unsigned i = 0; i < count; ++i)
      members.push_back(region.fromRegisters(operands, registers[i]));
    SmallVector<Value> arguments;
    for (unsigned operand = 0; operand < operands.size(); ++operand)
      for (unsigned i = 0; i < pack; ++i)
        arguments.push_back(members[std::min(i, count - 1)][operand]);
    Elements returned = region.emit(arguments, /*contracts=*/true);
    for (auto [index, values] : llvm::enumerate(results))
      for (unsigned i = 0; i < count; ++i)
        values[registers[i]] = region.toLLVM(returned[index * pack + i],
                                             op.getResultTypes()[index]);
  }
};
} // namespace

void cm2tt::populateMapPatterns(const TileTypeConverter &converter,
                                const LoweringContext &context,
                                RewritePatternSet &patterns) {
  patterns.add<MapElementwiseOpLowering>(converter, patterns.getContext(),
                                         context);
}
