// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Creates atomics that combine a tile with memory. An update that
/// `tt.atomic_rmw` does not have is a loop around `tt.atomic_cas`, until no
/// other thread has changed an element in between.
///
/// `tt.atomic_cas` has no mask. Elements that are done or masked get what they
/// are compared with, which changes nothing; those that are masked access the
/// first element of the tensor, which exists if any element is to be updated.

#include "TTLowerDescriptorsInternals.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace cm2tt;
using Kind = tt::DescriptorReduceKind;

/// The update of `tt.atomic_rmw` for a reduction; none for those that loop.
static std::optional<tt::RMWOp> findUpdate(const TileReduction &reduction) {
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(reduction.source));
  switch (reduction.kind) {
  case Kind::ADD:
    return isFloat ? tt::RMWOp::FADD : tt::RMWOp::ADD;
  case Kind::MIN:
    if (isFloat)
      return std::nullopt;
    return reduction.isUnsigned ? tt::RMWOp::UMIN : tt::RMWOp::MIN;
  case Kind::MAX:
    if (isFloat)
      return std::nullopt;
    return reduction.isUnsigned ? tt::RMWOp::UMAX : tt::RMWOp::MAX;
  case Kind::AND:
    return tt::RMWOp::AND;
  case Kind::OR:
    return tt::RMWOp::OR;
  case Kind::XOR:
    return tt::RMWOp::XOR;
  case Kind::INC:
  case Kind::DEC:
    return std::nullopt;
  }
  llvm_unreachable("every kind is listed");
}

namespace {
/// Creates the loop.
class ReductionLoop {
public:
  ReductionLoop(OpBuilder &builder, Location loc,
                const TileReduction &reduction)
      : builder(builder), loc(loc), reduction(reduction),
        tile(cast<RankedTensorType>(reduction.source.getType())),
        bits(tile.clone(builder.getIntegerType(
            tile.getElementType().getIntOrFloatBitWidth()))) {}

  void create();

private:
  Value combine(Value seen);
  Value combineCounters(Value seen);
  Value asBits(Value value);
  Value asNumbers(Value value);
  Value constant(uint32_t value);
  Value compare(arith::CmpIPredicate predicate, Value left, Value right);
  Value isAny(Value mask);
  void createLoop();

  OpBuilder &builder;
  Location loc;
  const TileReduction &reduction;
  RankedTensorType tile, bits;
};
} // namespace

Value ReductionLoop::asBits(Value value) {
  if (value.getType() == bits)
    return value;
  return tt::BitcastOp::create(builder, loc, bits, value);
}

Value ReductionLoop::asNumbers(Value value) {
  if (value.getType() == tile)
    return value;
  return tt::BitcastOp::create(builder, loc, tile, value);
}

Value ReductionLoop::constant(uint32_t value) {
  return arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(bits,
                             APInt(bits.getElementTypeBitWidth(), value)));
}

Value ReductionLoop::compare(arith::CmpIPredicate predicate, Value left,
                             Value right) {
  return arith::CmpIOp::create(builder, loc, predicate, left, right);
}

/// Counts up to the source, then begins at 0; or down from it:
///
///   inc: seen >= source ? 0 : seen + 1
///   dec: seen == 0 || seen > source ? source : seen - 1
Value ReductionLoop::combineCounters(Value seen) {
  Value zero = constant(0), one = constant(1), limit = reduction.source;
  if (reduction.kind == Kind::INC) {
    Value next = arith::AddIOp::create(builder, loc, seen, one);
    Value wraps = compare(arith::CmpIPredicate::uge, seen, limit);
    return arith::SelectOp::create(builder, loc, wraps, zero, next);
  }
  Value next = arith::SubIOp::create(builder, loc, seen, one);
  // 0 - 1 is the largest number, so that one comparison covers both cases.
  Value wraps = compare(arith::CmpIPredicate::uge, next, limit);
  return arith::SelectOp::create(builder, loc, wraps, limit, next);
}

/// The bits of what is in memory after the update of what `seen` has.
Value ReductionLoop::combine(Value seen) {
  if (reduction.kind == Kind::INC || reduction.kind == Kind::DEC)
    return combineCounters(seen);
  Value numbers = asNumbers(seen);
  if (reduction.kind == Kind::MIN)
    return asBits(
        arith::MinNumFOp::create(builder, loc, numbers, reduction.source));
  return asBits(
      arith::MaxNumFOp::create(builder, loc, numbers, reduction.source));
}

/// A scalar i1: whether `mask` is true anywhere.
Value ReductionLoop::isAny(Value mask) {
  auto flat =
      RankedTensorType::get({tile.getNumElements()}, builder.getI32Type());
  Value words = arith::ExtUIOp::create(builder, loc,
                                       tile.clone(builder.getI32Type()), mask);
  if (tile.getRank() > 1)
    words = tt::ReshapeOp::create(builder, loc, flat.getShape(), words);
  auto reduce = tt::ReduceOp::create(builder, loc, ValueRange(words), 0);
  {
    OpBuilder::InsertionGuard guard(builder);
    Type i32 = builder.getI32Type();
    Block *block =
        builder.createBlock(&reduce.getCombineOp(), {}, {i32, i32}, {loc, loc});
    Value both = arith::OrIOp::create(builder, loc, block->getArgument(0),
                                      block->getArgument(1));
    tt::ReduceReturnOp::create(builder, loc, ValueRange(both));
  }
  Value zero = arith::ConstantIntOp::create(builder, loc, 0, 32);
  return compare(arith::CmpIPredicate::ne, reduce->getResult(0), zero);
}

void ReductionLoop::createLoop() {
  // Pointers to integers, as elements are compared by their bits.
  auto pointer = tt::PtrType::get(bits.getElementType());
  Value base = tt::SplatOp::create(
      builder, loc,
      RankedTensorType::get(tile.getShape(), reduction.base.getType()),
      reduction.base);
  Value pointers = arith::SelectOp::create(builder, loc, reduction.mask,
                                           reduction.pointers, base);
  pointers = tt::BitcastOp::create(builder, loc, tile.clone(pointer), pointers);
  // A guess: the atomic finds out whether it is right.
  Value guess = tt::LoadOp::create(builder, loc, pointers);
  Value mask = reduction.mask;
  auto again = [&](OpBuilder &, Location, ValueRange carried) {
    Value seen = carried[0], pending = carried[1];
    Value next =
        arith::SelectOp::create(builder, loc, pending, combine(seen), seen);
    Value found = tt::AtomicCasOp::create(builder, loc, bits, pointers, seen,
                                          next, tt::MemSemantic::RELAXED,
                                          tt::MemSyncScope::GPU);
    Value differs = compare(arith::CmpIPredicate::ne, found, seen);
    pending = arith::AndIOp::create(builder, loc, pending, differs);
    scf::ConditionOp::create(builder, loc, isAny(pending), {found, pending});
  };
  auto repeat = [&](OpBuilder &, Location, ValueRange carried) {
    scf::YieldOp::create(builder, loc, carried);
  };
  scf::WhileOp::create(builder, loc, TypeRange{bits, mask.getType()},
                       ValueRange{guess, mask}, again, repeat);
}

void ReductionLoop::create() {
  auto branch = scf::IfOp::create(builder, loc, isAny(reduction.mask),
                                  /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  createLoop();
}

void cm2tt::createReduction(OpBuilder &builder, Location loc,
                            const TileReduction &reduction) {
  std::optional<tt::RMWOp> update = findUpdate(reduction);
  if (!update)
    return ReductionLoop(builder, loc, reduction).create();
  tt::AtomicRmwOp::create(builder, loc, reduction.source.getType(), *update,
                          reduction.pointers, reduction.source, reduction.mask,
                          tt::MemSemantic::RELAXED, tt::MemSyncScope::GPU);
}
