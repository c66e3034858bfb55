// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Atomic operations, for one element each. A kernel's programs run in threads
/// of one computer, so that their scope is ignored.
///
/// Not here: loops over tiles of them (TileLoops.cpp).

#include "ElementwiseInternals.h"
#include "TileEmitter.h"
#include "Vectors.h"

#include "lowering/AtomicAccess.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace cm2tt;

using LLVM::AtomicBinOp;
using LLVM::AtomicOrdering;

static AtomicOrdering orderingOf(tt::MemSemantic sem) {
  switch (sem) {
  case tt::MemSemantic::RELAXED:
    return AtomicOrdering::monotonic;
  case tt::MemSemantic::ACQUIRE:
    return AtomicOrdering::acquire;
  case tt::MemSemantic::RELEASE:
    return AtomicOrdering::release;
  case tt::MemSemantic::ACQ_REL:
    return AtomicOrdering::acq_rel;
  }
  llvm_unreachable("every order is listed");
}

static AtomicBinOp instructionFor(tt::RMWOp op) {
  switch (op) {
  case tt::RMWOp::AND:
    return AtomicBinOp::_and;
  case tt::RMWOp::OR:
    return AtomicBinOp::_or;
  case tt::RMWOp::XOR:
    return AtomicBinOp::_xor;
  case tt::RMWOp::ADD:
    return AtomicBinOp::add;
  case tt::RMWOp::FADD:
    return AtomicBinOp::fadd;
  case tt::RMWOp::MAX:
    return AtomicBinOp::max;
  case tt::RMWOp::MIN:
    return AtomicBinOp::min;
  case tt::RMWOp::UMAX:
    return AtomicBinOp::umax;
  case tt::RMWOp::UMIN:
    return AtomicBinOp::umin;
  case tt::RMWOp::XCHG:
    return AtomicBinOp::xchg;
  }
  llvm_unreachable("every operation is listed");
}

/// The memory order of a comparison that fails, which only reads.
static AtomicOrdering readOrderOf(AtomicOrdering ordering) {
  bool acquires = ordering == AtomicOrdering::acquire ||
                  ordering == AtomicOrdering::acq_rel;
  return acquires ? AtomicOrdering::acquire : AtomicOrdering::monotonic;
}

/// Compares and swaps integers; returns the previous value, and whether it was
/// equal.
static std::pair<Value, Value> emitSwap(ImplicitLocOpBuilder &builder,
                                        Value pointer, Value expected,
                                        Value value, AtomicOrdering ordering) {
  auto swap = LLVM::AtomicCmpXchgOp::create(builder, pointer, expected, value,
                                            ordering, readOrderOf(ordering));
  auto part = [&](int64_t index) -> Value {
    return LLVM::ExtractValueOp::create(builder, swap, index);
  };
  return {part(0), part(1)};
}

/// Adds to floats of 16 bits, for which CPUs have no instruction: the sum is
/// written if the memory has not changed since it was read; otherwise it is
/// computed again.
static Value emitNarrowAdd(ImplicitLocOpBuilder &builder, tt::AtomicRmwOp op,
                           Value pointer, Value value) {
  Type type = getElementTypeOrSelf(op.getType()), i16 = builder.getI16Type(),
       f32 = builder.getF32Type();
  Lanes scalars(builder, value);
  auto widen = [&](Value narrow) {
    return convertFloat(scalars, narrow, type, f32, Rounding::NearestEven);
  };
  Value addend = widen(value);
  Value seen = LLVM::LoadOp::create(
      builder, i16, pointer, /*alignment=*/2, /*isVolatile=*/false,
      /*isNonTemporal=*/false, /*isInvariant=*/false,
      /*isInvariantGroup=*/false, AtomicOrdering::monotonic);
  auto loop = scf::WhileOp::create(builder, TypeRange(i16), ValueRange(seen));
  OpBuilder::InsertionGuard guard(builder);
  Block *before =
      builder.createBlock(&loop.getBefore(), {}, {i16}, {builder.getLoc()});
  Value expected = before->getArgument(0);
  Value sum = arith::AddFOp::create(
      builder, widen(scalars.bitcast(value.getType(), expected)), addend);
  Value narrow = convertFloat(scalars, sum, f32, type, Rounding::NearestEven);
  auto [old, isDone] = emitSwap(builder, pointer, expected,
                                scalars.bits(narrow), orderingOf(op.getSem()));
  Value yes = arith::ConstantOp::create(builder, builder.getBoolAttr(true));
  Value isLeft = arith::XOrIOp::create(builder, isDone, yes);
  scf::ConditionOp::create(builder, isLeft, ValueRange(old));
  Block *after =
      builder.createBlock(&loop.getAfter(), {}, {i16}, {builder.getLoc()});
  scf::YieldOp::create(builder, ValueRange(after->getArgument(0)));
  builder.setInsertionPointAfter(loop);
  return scalars.bitcast(value.getType(), loop.getResult(0));
}

/// Loads or stores where the update does no more; null otherwise. A store has
/// the value that it writes as its result, which is not used.
static Value emitPlainAccess(ImplicitLocOpBuilder &builder, tt::AtomicRmwOp op,
                             Value pointer, Value value) {
  unsigned alignment = getBits(getElement(value)) / 8;
  if (isAtomicRead(op))
    return LLVM::LoadOp::create(
        builder, value.getType(), pointer, alignment, /*isVolatile=*/false,
        /*isNonTemporal=*/false, /*isInvariant=*/false,
        /*isInvariantGroup=*/false, orderingOf(op.getSem()));
  if (!isAtomicWrite(op))
    return {};
  LLVM::StoreOp::create(builder, value, pointer, alignment,
                        /*isVolatile=*/false, /*isNonTemporal=*/false,
                        /*isInvariantGroup=*/false, orderingOf(op.getSem()));
  return value;
}

static Value emitUpdate(ImplicitLocOpBuilder &builder, tt::AtomicRmwOp op,
                        Value pointer, Value value) {
  if (Value access = emitPlainAccess(builder, op, pointer, value))
    return access;
  bool isNarrow = getBits(getElement(value)) == 16;
  if (isNarrow) // only floats are added
    return emitNarrowAdd(builder, op, pointer, value);
  return LLVM::AtomicRMWOp::create(builder, instructionFor(op.getAtomicRmwOp()),
                                   pointer, value, orderingOf(op.getSem()));
}

static Value emitCompareAndSwap(ImplicitLocOpBuilder &builder,
                                tt::AtomicCasOp op, ArrayRef<Value> operands) {
  Value expected = operands[1], value = operands[2];
  Lanes scalars(builder, value);
  auto [old, isEqual] = emitSwap(builder, operands[0], scalars.bits(expected),
                                 scalars.bits(value), orderingOf(op.getSem()));
  return scalars.bitcast(value.getType(), old);
}

/// Performs the access, without a mask.
static Value emitAccess(ImplicitLocOpBuilder &builder, Operation *op,
                        ArrayRef<Value> operands) {
  if (auto update = dyn_cast<tt::AtomicRmwOp>(op))
    return emitUpdate(builder, update, operands[0], operands[1]);
  return emitCompareAndSwap(builder, cast<tt::AtomicCasOp>(op), operands);
}

Value cm2tt::emitAtomic(TileEmitter &emitter, Operation *op,
                        const LaneMap &map) {
  ImplicitLocOpBuilder &builder = emitter.builder;
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(emitter.evaluate(operand, map));
  auto update = dyn_cast<tt::AtomicRmwOp>(op);
  Value mask = update && update.getMask() ? operands.back() : Value();
  mask = emitter.emitCheck(op, map, operands[0], mask, {});
  if (!mask)
    return emitAccess(builder, op, operands);
  Type type = operands[1].getType();
  auto branch = scf::IfOp::create(builder, type, mask, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(builder, emitAccess(builder, op, operands));
  builder.setInsertionPointToStart(branch.elseBlock());
  Value nothing = LLVM::ZeroOp::create(builder, type);
  scf::YieldOp::create(builder, nothing);
  return branch.getResult(0);
}
