// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers reductions: each thread combines its registers, lanes combine by
/// shuffles, and warps through scratch memory.
///
/// The order is fixed by the layout: in a thread, four running combinations of
/// every fourth register along the axis, then pairs of them; then lanes whose
/// numbers differ in a bit, from the lowest bit to the highest, each its own
/// element first; then, as in a thread, the warps. So sums of floating point
/// are the same in each run.
///
/// Sums within a thread are fused with products (`fma`); sums of lanes are not,
/// since each lane must get the same result.
///
/// A reduction across warps has one barrier. Each warp stores its partial
/// result, and every thread loads those of its row in wide words and combines
/// them itself, without a second round of shuffles; from 16 warps on, lanes
/// that hold copies share the work. A softmax of 1024 to 16384 columns has 2
/// barriers and 110 to 307 PTX instructions; Triton's has 5 and 135 to 351.
///
/// Not here: plans (ReductionPlan.h).

#include "ReduceInternals.h"

#include "gpu/shared/ReductionScratch.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// An integer reduction that a warp does in one instruction.
struct WarpReduction {
  NVVM::ReduxKind kind;
  /// How elements below 32 bits are extended.
  bool isSigned;
  /// Whether x . x = x, so that copies do no harm.
  bool isIdempotent;
};
} // namespace

/// The instruction for a region that consists of one integer operation.
static std::optional<WarpReduction> matchWarpReduction(tt::ReduceOp op) {
  Region &region = op.getCombineOp();
  if (op.getNumOperands() != 1 || !region.hasOneBlock() ||
      !llvm::hasNItems(region.front(), 2))
    return std::nullopt;
  Block &block = region.front();
  Operation &inner = block.front();
  Value left = block.getArgument(0), right = block.getArgument(1);
  bool isDirect =
      inner.getNumOperands() == 2 &&
      ((inner.getOperand(0) == left && inner.getOperand(1) == right) ||
       (inner.getOperand(0) == right && inner.getOperand(1) == left)) &&
      block.getTerminator()->getOperand(0).getDefiningOp() == &inner;
  auto type = dyn_cast<IntegerType>(left.getType());
  if (!isDirect || !type || type.getWidth() > 32)
    return std::nullopt;
  using Result = std::optional<WarpReduction>;
  using NVVM::ReduxKind;
  return llvm::TypeSwitch<Operation *, Result>(&inner)
      .Case([](arith::AddIOp) {
        return WarpReduction{ReduxKind::ADD, false, false};
      })
      .Case([](arith::XOrIOp) {
        return WarpReduction{ReduxKind::XOR, false, false};
      })
      .Case([](arith::AndIOp) {
        return WarpReduction{ReduxKind::AND, false, true};
      })
      .Case([](arith::OrIOp) {
        return WarpReduction{ReduxKind::OR, false, true};
      })
      .Case([](arith::MaxSIOp) {
        return WarpReduction{ReduxKind::MAX, true, true};
      })
      .Case([](arith::MinSIOp) {
        return WarpReduction{ReduxKind::MIN, true, true};
      })
      .Case([](arith::MaxUIOp) {
        return WarpReduction{ReduxKind::UMAX, false, true};
      })
      .Case([](arith::MinUIOp) {
        return WarpReduction{ReduxKind::UMIN, false, true};
      })
      .Default(Result());
}

namespace {
/// Emits one reduction; `values` has the elements of each result.
class ReduceEmitter {
public:
  ReduceEmitter(tt::ReduceOp op, const ttg::ReductionPlan &plan,
                const LoweringContext &lowering,
                ConversionPatternRewriter &rewriter)
      : op(op), plan(plan), lowering(lowering), rewriter(rewriter),
        region(op, rewriter, lowering),
        exchange(rewriter, op.getLoc(), lowering.numWarps) {}

  void combineRegisters(ArrayRef<ValueRange> operands);
  void combineLanes(uint64_t lanes);
  LogicalResult combineWarps();
  void replace();

private:
  bool hasWarpInstruction(uint64_t lanes,
                          const std::optional<WarpReduction> &warp);
  Value combineWarp(Value element, const WarpReduction &warp);
  /// The address of partial results, without the part that registers add.
  Value getPlace(Value base, ArrayRef<uint64_t> offsets, unsigned bytes);
  void storePartials(Value base, ArrayRef<uint64_t> places);
  void loadPartials(Value base, ArrayRef<uint64_t> places);

  tt::ReduceOp op;
  const ttg::ReductionPlan &plan;
  const LoweringContext &lowering;
  ConversionPatternRewriter &rewriter;
  RegionEmitter region;
  ExchangeEmitter exchange;
  SmallVector<Elements> values;
};
} // namespace

void ReduceEmitter::combineRegisters(ArrayRef<ValueRange> operands) {
  for (uint32_t first : plan.results) {
    auto list = llvm::map_to_vector(plan.summands, [&](uint32_t reg) {
      return region.fromRegisters(operands, first ^ reg);
    });
    values.push_back(region.combineAll(list, /*contracts=*/true));
  }
}

/// One instruction is worth two shuffles; all lanes take part in it.
bool ReduceEmitter::hasWarpInstruction(
    uint64_t lanes, const std::optional<WarpReduction> &warp) {
  if (!warp || llvm::popcount(lanes) < 2)
    return false;
  uint64_t harmless = warp->isIdempotent ? plan.copyLanes | plan.lanes : 0;
  return (lanes | harmless) == TargetInfo::warpSize - 1;
}

Value ReduceEmitter::combineWarp(Value element, const WarpReduction &warp) {
  Location loc = op.getLoc();
  Type type = element.getType(), word = rewriter.getI32Type();
  if (type != word && warp.isSigned)
    element = LLVM::SExtOp::create(rewriter, loc, word, element);
  else if (type != word)
    element = LLVM::ZExtOp::create(rewriter, loc, word, element);
  Value result = NVVM::ReduxOp::create(rewriter, loc, word, element, warp.kind,
                                       exchange.i32(-1));
  return type == word
             ? result
             : LLVM::TruncOp::create(rewriter, loc, type, result).getResult();
}

void ReduceEmitter::combineLanes(uint64_t lanes) {
  std::optional<WarpReduction> warp = matchWarpReduction(op);
  if (hasWarpInstruction(lanes, warp)) {
    for (Elements &elements : values)
      elements.front() = combineWarp(elements.front(), *warp);
    return;
  }
  for (uint64_t rest = lanes; rest; rest &= rest - 1) {
    Value distance = exchange.i32(rest & -rest);
    // All shuffles of a round before what waits for them.
    SmallVector<Elements> others;
    for (const Elements &elements : values) {
      Elements &other = others.emplace_back();
      for (Value element : elements)
        other.push_back(
            exchange.shuffle(element, NVVM::ShflKind::bfly, distance));
    }
    for (auto [elements, other] : llvm::zip_equal(values, others))
      elements = region.combine(elements, other);
  }
}

Value ReduceEmitter::getPlace(Value base, ArrayRef<uint64_t> offsets,
                              unsigned bytes) {
  auto map = llvm::map_to_vector(
      offsets, [&](uint64_t offset) { return offset * bytes; });
  return exchange.sharedAddress(base,
                                emitThreadMap(exchange, exchange.thread, map));
}

/// Lanes that hold copies may all store, as they store the same. Of several
/// operands they may not: where elements are equal by one and not by the other,
/// each lane may have chosen its own.
void ReduceEmitter::storePartials(Value base, ArrayRef<uint64_t> places) {
  uint64_t copies = op.getNumOperands() > 1 ? plan.copyThreads : plan.copyWarps;
  Value isOwner = exchange.threadHas(copies, 0);
  SmallVector<uint64_t> offsets;
  for (auto [group, number] : llvm::zip_equal(plan.partials.groupOffsets,
                                              plan.partials.partialNumbers))
    offsets.push_back(group | number);
  for (unsigned i = 0; i < op.getNumOperands(); ++i) {
    unsigned bytes = getScratchElementBytes(op.getSrcs()[i].getType());
    Value place = getPlace(base, offsets, bytes);
    for (auto [reg, elements] : llvm::zip_equal(plan.results, values))
      exchange.store(elements[i], place,
                     places[i] + plan.partials.getOffset(reg) * bytes, isOwner);
  }
}

void ReduceEmitter::loadPartials(Value base, ArrayRef<uint64_t> places) {
  SmallVector<SmallVector<Elements>> partials(
      values.size(), SmallVector<Elements>(plan.partialsPerThread));
  for (unsigned i = 0; i < op.getNumOperands(); ++i) {
    unsigned bytes = getScratchElementBytes(op.getSrcs()[i].getType());
    Value place = getPlace(base, plan.loadOffsets, bytes);
    for (auto [list, reg, elements] :
         llvm::zip_equal(partials, plan.results, values)) {
      SmallVector<Value> loaded =
          exchange.load(elements[i].getType(), place,
                        places[i] + plan.partials.getOffset(reg) * bytes,
                        plan.partialsPerThread);
      for (auto [partial, value] : llvm::zip_equal(list, loaded))
        partial.push_back(value);
    }
  }
  for (auto [elements, list] : llvm::zip_equal(values, partials))
    elements = region.combineAll(list);
}

LogicalResult ReduceEmitter::combineWarps() {
  Value base = sharedBase(exchange, lowering, op);
  if (!base)
    return failure();
  SmallVector<uint64_t> places =
      placeOperands(op.getSrcs().getTypes(), plan.partials.size);
  storePartials(base, places);
  emitBarrier(exchange, lowering);
  loadPartials(base, places);
  combineLanes(plan.spreadLanes);
  return success();
}

void ReduceEmitter::replace() {
  SmallVector<SmallVector<Value>> results(op.getNumResults());
  for (auto [i, type] : llvm::enumerate(op.getResultTypes()))
    for (const Elements &elements : values)
      results[i].push_back(region.toLLVM(elements[i], type));
  rewriter.replaceOpWithMultiple(op, std::move(results));
}

namespace {
struct ReduceOpLowering : ContextPattern<tt::ReduceOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::ReduceOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::optional<ttg::ReductionPlan> plan = planReduction(op);
    if (!plan)
      return rewriter.notifyMatchFailure(
          op, "the layout does not keep the axis apart");
    ReduceEmitter emitter(op, *plan, lowering, rewriter);
    emitter.combineRegisters(adaptor.getOperands());
    emitter.combineLanes(plan->lanes);
    if (plan->partials.count > 1 && failed(emitter.combineWarps()))
      return failure();
    emitter.replace();
    return success();
  }
};
} // namespace

void cm2tt::populateReducePatterns(const TileTypeConverter &converter,
                                   const LoweringContext &context,
                                   RewritePatternSet &patterns) {
  patterns.add<ReduceOpLowering>(converter, patterns.getContext(), context);
}
