// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers gathers: by shuffles if a small number suffices, otherwise through
/// scratch memory, which contains the source row by row. An index outside of
/// the source wraps around, so that no other memory is read.
///
/// Not here: the choice between the two (ReductionScratch.h).

#include "ReduceInternals.h"

#include "gpu/shared/ReductionScratch.h"
#include "gpu/shared/SharedScratch.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// Emits one gather.
class GatherEmitter {
public:
  GatherEmitter(tt::GatherOp op, const LoweringContext &lowering,
                ConversionPatternRewriter &rewriter)
      : op(op), lowering(lowering), rewriter(rewriter),
        exchange(rewriter, op.getLoc(), lowering.numWarps),
        source(getLayout(op.getSrc().getType())),
        result(getLayout(op.getIndices().getType())) {}

  SmallVector<Value> shuffle(const WarpGatherPlan &plan, ValueRange elements,
                             ValueRange indices);
  /// Nothing if there is no scratch memory.
  SmallVector<Value> throughShared(ValueRange elements, ValueRange indices);

private:
  Value toIndex(Value value);
  Value choose(ArrayRef<uint64_t> registerOfIndex, Value index,
               llvm::function_ref<Value(uint64_t)> element);
  void storeSource(Value base, ValueRange elements);
  SmallVector<Value> rowOffsets(unsigned bytes);

  tt::GatherOp op;
  const LoweringContext &lowering;
  ConversionPatternRewriter &rewriter;
  ExchangeEmitter exchange;
  const ttg::LinearLayout &source, &result;
};
} // namespace

/// The index as 32 bits, within the source.
Value GatherEmitter::toIndex(Value value) {
  Type word = rewriter.getI32Type();
  unsigned bits = value.getType().getIntOrFloatBitWidth();
  if (bits > 32)
    value = LLVM::TruncOp::create(rewriter, op.getLoc(), word, value);
  else if (bits < 32)
    value = LLVM::ZExtOp::create(rewriter, op.getLoc(), word, value);
  return exchange.field(value, source.getOutSize(op.getAxis()) - 1, 0);
}

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

/// The element in the register that the index's bits name: a tree of selects.
Value GatherEmitter::choose(ArrayRef<uint64_t> registerOfIndex, Value index,
                            llvm::function_ref<Value(uint64_t)> element) {
  while (!registerOfIndex.empty() && registerOfIndex.back() == 0)
    registerOfIndex = registerOfIndex.drop_back();
  if (registerOfIndex.empty())
    return element(0);
  uint64_t reg = registerOfIndex.back();
  uint64_t bit = uint64_t(1) << (registerOfIndex.size() - 1);
  registerOfIndex = registerOfIndex.drop_back();
  Value high = choose(registerOfIndex, index,
                      [&](uint64_t r) { return element(r | reg); });
  Value low = choose(registerOfIndex, index, element);
  Value isHigh =
      LLVM::ICmpOp::create(rewriter, op.getLoc(), LLVM::ICmpPredicate::ne,
                           exchange.field(index, bit, 0), exchange.i32(0));
  return LLVM::SelectOp::create(rewriter, op.getLoc(), isHigh, high, low);
}

SmallVector<Value> GatherEmitter::shuffle(const WarpGatherPlan &plan,
                                          ValueRange elements,
                                          ValueRange indices) {
  Value ownLane;
  if (plan.ownLanes)
    ownLane = exchange.field(exchange.thread, plan.ownLanes, 0);
  SmallVector<Value> results;
  for (auto [value, first] : llvm::zip_equal(indices, plan.firstRegisters)) {
    Value index = toIndex(value);
    Value lane = emitThreadMap(exchange, index, plan.laneOfIndex);
    if (ownLane)
      lane = exchange.orDisjoint(lane, ownLane);
    results.push_back(
        choose(plan.registerOfIndex, index, [&, first = first](uint64_t reg) {
          return exchange.shuffle(elements[first ^ reg], NVVM::ShflKind::idx,
                                  lane);
        }));
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Scratch memory
//===----------------------------------------------------------------------===//

/// Scratch memory holds the source with its last dimension fastest.
void GatherEmitter::storeSource(Value base, ValueRange elements) {
  SmallVector<unsigned> order(llvm::reverse(llvm::seq(source.getRank())));
  unsigned bytes = getScratchElementBytes(op.getSrc().getType());
  ttg::SharedAccessOptions options;
  options.elementBits = 8 * bytes;
  options.isStore = true;
  ttg::LinearLayout kept = source.removeFreeRegisters();
  ttg::SharedAccessPlan plan = ttg::planSharedAccess(
      kept, ttg::makeSharedLayout(source.getOutSizes(), order), options);
  SmallVector<Value> registers;
  for (auto [reg, same] : llvm::enumerate(ttg::canonicalRegisters(source)))
    if (reg == same)
      registers.push_back(elements[reg]);
  emitSharedStore(exchange,
                  {base, exchange.thread, registers.front().getType(), bytes},
                  plan, registers);
}

/// Where the row of each register of the result begins, in bytes.
SmallVector<Value> GatherEmitter::rowOffsets(unsigned bytes) {
  SmallVector<Value> offsets(result.getInSize(ttg::InDim::Register));
  unsigned shift = llvm::Log2_32(bytes);
  for (unsigned dim = source.getRank(); dim-- > 0;) {
    unsigned ownShift = shift;
    shift += source.getOutBits(dim);
    if (dim == op.getAxis() || result.getOutSize(dim) == 1)
      continue;
    SmallVector<Value> coordinates = emitCoordinates(exchange, result, dim);
    for (auto [offset, coordinate] : llvm::zip_equal(offsets, coordinates)) {
      Value part = exchange.shiftLeft(coordinate, ownShift);
      offset = offset ? exchange.orDisjoint(offset, part) : part;
    }
  }
  return offsets;
}

SmallVector<Value> GatherEmitter::throughShared(ValueRange elements,
                                                ValueRange indices) {
  Value base = sharedBase(exchange, lowering, op);
  if (!base)
    return {};
  storeSource(base, elements);
  emitBarrier(exchange, lowering);
  unsigned bytes = getScratchElementBytes(op.getSrc().getType());
  unsigned shift = llvm::Log2_32(bytes);
  for (unsigned dim = op.getAxis() + 1; dim < source.getRank(); ++dim)
    shift += source.getOutBits(dim);
  SmallVector<Value> results;
  for (auto [value, row] : llvm::zip_equal(indices, rowOffsets(bytes))) {
    Value offset = exchange.shiftLeft(toIndex(value), shift);
    if (row)
      offset = exchange.orDisjoint(offset, row);
    results.push_back(exchange
                          .load(elements.front().getType(),
                                exchange.sharedAddress(base, offset), 0, 1)
                          .front());
  }
  return results;
}

namespace {
struct GatherOpLowering : ContextPattern<tt::GatherOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::GatherOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    GatherEmitter emitter(op, lowering, rewriter);
    SmallVector<Value> results;
    if (std::optional<WarpGatherPlan> plan = planWarpGather(op))
      results = emitter.shuffle(*plan, adaptor.getSrc(), adaptor.getIndices());
    else
      results = emitter.throughShared(adaptor.getSrc(), adaptor.getIndices());
    if (results.empty())
      return failure();
    rewriter.replaceOpWithMultiple(op, {results});
    return success();
  }
};
} // namespace

void cm2tt::populateGatherPatterns(const TileTypeConverter &converter,
                                   const LoweringContext &context,
                                   RewritePatternSet &patterns) {
  patterns.add<GatherOpLowering>(converter, patterns.getContext(), context);
}
