// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers matrix products by scalar multiply-add: each thread sums up its part
/// of the result in the order of K. A product whose operands are in registers
/// is unrolled, as registers cannot be indexed; else a loop over K loads a part
/// of them from shared memory in each iteration (DotScratch.h).

#include "DotInternals.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace cm2tt;

/// Whether each thread holds the rows of `a` and the columns of `b` that its
/// elements of the result need.
static bool hasFmaLayouts(const LaidOutDot &dot) {
  using ttg::InDim;
  for (InDim dim : {InDim::Lane, InDim::Warp})
    for (unsigned bit = 0; bit < dot.d.getNumBits(dim); ++bit) {
      FragmentMap::Distance d = dot.d.getDistance(dim, bit);
      if (!(dot.a.getDistance(dim, bit) ==
            FragmentMap::Distance{d.batch, d.row, 0}) ||
          !(dot.b.getDistance(dim, bit) ==
            FragmentMap::Distance{d.batch, 0, d.column}))
        return false;
    }
  for (unsigned reg = 0; reg < dot.d.getNumRegisters(); ++reg) {
    FragmentMap::Distance d = dot.d.getPlace(reg);
    for (int64_t k = 0; k < dot.a.getColumns(); ++k)
      if (!dot.a.find(d.batch, d.row, k) || !dot.b.find(d.batch, k, d.column))
        return false;
  }
  return true;
}

/// The registers of an operand in the type of the accumulator.
static SmallVector<Value> widen(const Emitter &emitter, ValueRange values,
                                Type type) {
  llvm::DenseMap<Value, Value> widened;
  return llvm::map_to_vector(values, [&](Value value) {
    if (value.getType() == type)
      return value;
    Value &result = widened[value];
    if (!result && isa<FloatType>(type))
      result = LLVM::FPExtOp::create(emitter.builder, emitter.loc, type, value);
    else if (!result)
      result = LLVM::SExtOp::create(emitter.builder, emitter.loc, type, value);
    return result;
  });
}

/// a * b + sum.
static Value multiplyAdd(const Emitter &emitter, Value a, Value b, Value sum) {
  OpBuilder &builder = emitter.builder;
  if (isa<FloatType>(sum.getType()))
    return LLVM::FMAOp::create(builder, emitter.loc, a, b, sum);
  return emitter.add(LLVM::MulOp::create(builder, emitter.loc, a, b), sum);
}

namespace {
/// An operand, or a part of it along K, in registers.
struct FmaOperand {
  const FragmentMap &map;
  ValueRange values;
};
} // namespace

/// Adds the product of the operands to `sums`. Of registers with the same
/// element only the first is added to.
static void addProduct(const Emitter &emitter, const LaidOutDot &dot,
                       const FmaOperand &a, const FmaOperand &b,
                       MutableArrayRef<Value> sums) {
  Type type = sums.front().getType();
  SmallVector<Value> left = widen(emitter, a.values, type);
  SmallVector<Value> right = widen(emitter, b.values, type);
  // K outside: neighbours in the code do not wait for each other.
  for (int64_t k = 0; k < a.map.getColumns(); ++k)
    for (unsigned reg = 0; reg < sums.size(); ++reg) {
      if (dot.getFirst(reg) != reg)
        continue;
      FragmentMap::Distance d = dot.d.getPlace(reg);
      sums[reg] =
          multiplyAdd(emitter, left[*a.map.find(d.batch, d.row, k)],
                      right[*b.map.find(d.batch, k, d.column)], sums[reg]);
    }
}

std::optional<SmallVector<Value>> cm2tt::emitFmaDot(const Emitter &emitter,
                                                    const LaidOutDot &dot) {
  if (!hasFmaLayouts(dot))
    return std::nullopt;
  SmallVector<Value> sums(dot.cValues);
  addProduct(emitter, dot, {dot.a, dot.aValues}, {dot.b, dot.bValues}, sums);
  return dot.expandResult(sums);
}

//===----------------------------------------------------------------------===//
// Through shared memory
//===----------------------------------------------------------------------===//

namespace {
/// Emits a product whose operands go through shared memory.
class FmaLoopEmitter : public Emitter {
public:
  FmaLoopEmitter(ConversionPatternRewriter &rewriter, const LaidOutDot &dot,
                 const FmaLoopPlan &plan, const LoweringContext &lowering)
      : Emitter{rewriter, dot.loc}, rewriter(rewriter), dot(dot), plan(plan),
        lowering(lowering), numWarps(lowering.numWarps),
        thread(threadId(numWarps)) {}

  /// `base` is the scratch memory. The result's registers.
  SmallVector<Value> emit(Value base);

private:
  SharedTile tileOf(unsigned operand, Value base, Value number) const;
  void store(unsigned operand, Value base, ValueRange values) const;
  SmallVector<Value> load(unsigned operand, Value base, Value iteration) const;
  SmallVector<Value> emitIteration(Value base, Value iteration,
                                   ArrayRef<Value> sums);
  SmallVector<Value> emitLoop(Value base, ArrayRef<Value> sums);

  ConversionPatternRewriter &rewriter;
  const LaidOutDot &dot;
  const FmaLoopPlan &plan;
  const LoweringContext &lowering;
  unsigned numWarps;
  Value thread;
};
} // namespace

/// An operand in scratch memory, as the thread of that number accesses it.
SharedTile FmaLoopEmitter::tileOf(unsigned operand, Value base,
                                  Value number) const {
  const FmaOperandPlan &part = plan.operands[operand];
  ValueRange values = operand == 0 ? dot.aValues : dot.bValues;
  return {sharedAddress(base, part.begin), number, values.front().getType(),
          part.store.elementBytes};
}

void FmaLoopEmitter::store(unsigned operand, Value base,
                           ValueRange values) const {
  const ttg::TilePlan &access = plan.operands[operand].store;
  auto kept = llvm::map_to_vector(access.kept,
                                  [&](uint32_t reg) { return values[reg]; });
  emitSharedStore(*this, tileOf(operand, base, thread), access.accesses, kept);
}

SmallVector<Value> FmaLoopEmitter::load(unsigned operand, Value base,
                                        Value iteration) const {
  const ttg::TilePlan &access = plan.operands[operand].load;
  Value number = thread;
  if (iteration)
    number = orDisjoint(field(iteration, plan.iterations - 1,
                              llvm::Log2_32(TargetInfo::warpSize * numWarps)),
                        thread);
  SmallVector<Value> loaded(access.kept.size());
  emitSharedLoad(*this, tileOf(operand, base, number), access.accesses, loaded);
  return llvm::map_to_vector(access.keptOf,
                             [&](uint32_t reg) { return loaded[reg]; });
}

/// The sums after an iteration; without a number it is the only one.
SmallVector<Value> FmaLoopEmitter::emitIteration(Value base, Value iteration,
                                                 ArrayRef<Value> sums) {
  SmallVector<Value> a = load(0, base, iteration), b = load(1, base, iteration);
  FragmentMap aMap(plan.operands[0].chunk), bMap(plan.operands[1].chunk);
  SmallVector<Value> result(sums);
  addProduct(*this, dot, {aMap, a}, {bMap, b}, result);
  return result;
}

///   ^before:  br ^body(0, %sums)
///   ^body(%i, %s): ...; br (%i + 1 < iterations), ^body(%i + 1, %t), ^after(%t)
SmallVector<Value> FmaLoopEmitter::emitLoop(Value base, ArrayRef<Value> sums) {
  Block *before = rewriter.getInsertionBlock();
  Operation *op = dot.op;
  Block *exit = rewriter.splitBlock(before, op->getIterator());
  // Only the first of the registers with the same element is carried.
  SmallVector<unsigned> carried;
  SmallVector<Value> entering{Value()};
  for (unsigned reg = 0; reg < sums.size(); ++reg)
    if (dot.getFirst(reg) == reg) {
      carried.push_back(reg);
      entering.push_back(sums[reg]);
    }
  SmallVector<Type> types(entering.size(), sums.front().getType());
  SmallVector<Location> locations(entering.size(), loc);
  types.front() = builder.getI32Type();
  Block *body = rewriter.createBlock(exit, types, locations);
  exit->addArguments(ArrayRef(types).drop_front(),
                     ArrayRef(locations).drop_front());

  rewriter.setInsertionPointToEnd(before);
  entering.front() = i32(0);
  LLVM::BrOp::create(builder, loc, entering, body);
  rewriter.setInsertionPointToEnd(body);
  SmallVector<Value> inside(sums.size());
  for (auto [reg, argument] :
       llvm::zip_equal(carried, body->getArguments().drop_front()))
    inside[reg] = argument;
  SmallVector<Value> after = emitIteration(base, body->getArgument(0), inside);
  SmallVector<Value> next{add(body->getArgument(0), i32(1))};
  for (unsigned reg : carried)
    next.push_back(after[reg]);
  Value repeats = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ult,
                                       next.front(), i32(plan.iterations));
  LLVM::CondBrOp::create(builder, loc, repeats, body, next, exit,
                         ValueRange(next).drop_front());

  rewriter.setInsertionPoint(op);
  SmallVector<Value> results(sums.size());
  for (auto [reg, argument] : llvm::zip_equal(carried, exit->getArguments()))
    results[reg] = argument;
  return results;
}

SmallVector<Value> FmaLoopEmitter::emit(Value base) {
  store(0, base, dot.aValues);
  store(1, base, dot.bValues);
  emitBarrier(*this, lowering);
  SmallVector<Value> sums(dot.cValues);
  return dot.expandResult(plan.iterations == 1
                              ? emitIteration(base, Value(), sums)
                              : emitLoop(base, sums));
}

SmallVector<Value> cm2tt::emitFmaLoop(ConversionPatternRewriter &rewriter,
                                      const LaidOutDot &dot,
                                      const FmaLoopPlan &plan,
                                      const LoweringContext &lowering) {
  Value base = sharedBase({rewriter, dot.loc}, lowering, dot.op);
  if (!base)
    return {};
  return FmaLoopEmitter(rewriter, dot, plan, lowering).emit(base);
}
