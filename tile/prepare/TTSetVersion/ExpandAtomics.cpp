// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Atomic reads, writes and waits of Triton 3.9 by the atomic updates of 3.6.
///
/// An update gives all threads that hold a scalar the same value, which a plain
/// access in each thread does not: another program may write in between.

#include "TTSetVersionInternals.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace cm2tt;

/// Elements of a tile whose maximum is one value for all threads of a block:
/// as many as a block has threads at most.
static constexpr int64_t clockReaders = 1024;

//===----------------------------------------------------------------------===//
// Reads and writes
//===----------------------------------------------------------------------===//

/// The type of as many bits that is an integer.
static Type integerOf(Type type) {
  return tt::withElementType(
      type, IntegerType::get(type.getContext(), tt::getElementBits(type)));
}

static Value bitcast(ImplicitLocOpBuilder &builder, Value value, Type type) {
  if (value.getType() == type)
    return value;
  return tt::BitcastOp::create(builder, type, value);
}

/// Pointers to integers of as many bits.
static Value pointAtIntegers(ImplicitLocOpBuilder &builder, Value pointers) {
  auto pointer = cast<tt::PtrType>(getElementTypeOrSelf(pointers.getType()));
  Type pointee = integerOf(pointer.getPointeeType());
  return bitcast(builder, pointers,
                 tt::withElementType(
                     pointers.getType(),
                     tt::PtrType::get(pointee, pointer.getAddressSpace())));
}

static Value zeroOf(ImplicitLocOpBuilder &builder, Type type) {
  return arith::ConstantOp::create(builder, builder.getZeroAttr(type));
}

static Value constantOf(ImplicitLocOpBuilder &builder, Type type,
                        int64_t value) {
  Attribute one = builder.getIntegerAttr(getElementTypeOrSelf(type), value);
  if (auto tile = dyn_cast<RankedTensorType>(type))
    one = DenseElementsAttr::get(tile, one);
  return arith::ConstantOp::create(builder, cast<TypedAttr>(one));
}

/// Reads integers of 32 or 64 bits where the mask is true; null: everywhere.
static Value emitRead(ImplicitLocOpBuilder &builder, Value pointers, Value mask,
                      Type type, tt::MemSemantic sem, tt::MemSyncScope scope) {
  return tt::AtomicRmwOp::create(builder, type, tt::RMWOp::OR, pointers,
                                 zeroOf(builder, type), mask, sem, scope);
}

/// Reads integers of 8 or 16 bits from the aligned word of 32 bits that
/// contains them.
static Value emitNarrowRead(ImplicitLocOpBuilder &builder, Value pointers,
                            Value mask, Type type, tt::MemSemantic sem,
                            tt::MemSyncScope scope) {
  auto typeOf = [&](Type element) {
    return tt::withElementType(type, element);
  };
  Type words = typeOf(builder.getI32Type());
  Type addresses = typeOf(builder.getI64Type());
  auto pointer = cast<tt::PtrType>(getElementTypeOrSelf(pointers.getType()));
  Type wordPointers =
      typeOf(tt::PtrType::get(builder.getI32Type(), pointer.getAddressSpace()));
  Value address = tt::PtrToIntOp::create(builder, addresses, pointers);
  Value aligned = arith::AndIOp::create(builder, address,
                                        constantOf(builder, addresses, -4));
  Value read =
      emitRead(builder, tt::IntToPtrOp::create(builder, wordPointers, aligned),
               mask, words, sem, scope);
  Value byte = arith::AndIOp::create(builder, address,
                                     constantOf(builder, addresses, 3));
  Value shift = arith::MulIOp::create(
      builder, arith::TruncIOp::create(builder, words, byte),
      constantOf(builder, words, 8));
  return arith::TruncIOp::create(builder, type,
                                 arith::ShRUIOp::create(builder, read, shift));
}

/// Reads integers of any number of bits from 8 on.
static Value emitAnyRead(ImplicitLocOpBuilder &builder, Value pointers,
                         Value mask, Type type, tt::MemSemantic sem,
                         tt::MemSyncScope scope) {
  auto *emit = tt::getElementBits(type) < 32 ? &emitNarrowRead : &emitRead;
  return emit(builder, pointers, mask, type, sem, scope);
}

/// The mask, or null if it is true everywhere.
static Value needed(Value mask) {
  return mask && matchPattern(mask, m_One()) ? Value() : mask;
}

LogicalResult cm2tt::expandAtomic(OpBuilder &base, tt::AtomicLoadOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), base);
  Value old = emitAnyRead(builder, pointAtIntegers(builder, op.getPtr()),
                          needed(op.getMask()), integerOf(op.getType()),
                          op.getSem(), op.getScope());
  op.replaceAllUsesWith(bitcast(builder, old, op.getType()));
  op.erase();
  return success();
}

LogicalResult cm2tt::expandAtomic(OpBuilder &base, tt::AtomicStoreOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), base);
  Type type = op.getValue().getType();
  unsigned bits = tt::getElementBits(type);
  if (bits != 32 && bits != 64)
    return op.emitError() << "an atomic store of " << bits
                          << " bits is not supported, only of 32 and 64";
  Type integers = integerOf(type);
  tt::AtomicRmwOp::create(builder, integers, tt::RMWOp::XCHG,
                          pointAtIntegers(builder, op.getPtr()),
                          bitcast(builder, op.getValue(), integers),
                          needed(op.getMask()), op.getSem(), op.getScope());
  op.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Waits
//===----------------------------------------------------------------------===//

/// Reduces a tile to a scalar by an operation of two elements.
template <typename CombineOp>
static Value reduceToScalar(ImplicitLocOpBuilder &builder, Value tile) {
  while (auto type = dyn_cast<RankedTensorType>(tile.getType())) {
    auto reduce = tt::ReduceOp::create(builder, ValueRange{tile}, /*axis=*/0);
    Type element = type.getElementType();
    OpBuilder::InsertionGuard guard(builder);
    Block *body =
        builder.createBlock(&reduce.getCombineOp(), {}, {element, element},
                            {builder.getLoc(), builder.getLoc()});
    Value both =
        CombineOp::create(builder, body->getArgument(0), body->getArgument(1));
    tt::ReduceReturnOp::create(builder, ValueRange{both});
    tile = reduce->getResult(0);
  }
  return tile;
}

/// The time in nanoseconds, the same in all threads.
static Value emitClock(ImplicitLocOpBuilder &builder) {
  auto type = RankedTensorType::get({clockReaders}, builder.getI64Type());
  // An operand says which tile it is.
  Value reader = tt::MakeRangeOp::create(builder, 0, clockReaders);
  auto clock = tt::ElementwiseInlineAsmOp::create(
      builder, TypeRange{type}, "mov.u64 $0, %globaltimer; // $1", "=l,r",
      /*pure=*/false, /*packed_element=*/1, ValueRange{reader});
  return reduceToScalar<arith::MaxUIOp>(builder, clock->getResult(0));
}

/// Whether the loop of a wait goes on.
static Value emitGoesOn(ImplicitLocOpBuilder &builder, Value seen, Value start,
                        Value timeout) {
  Value all = reduceToScalar<arith::AndIOp>(builder, seen);
  Value yes = arith::ConstantOp::create(builder, builder.getBoolAttr(true));
  Value goesOn = arith::XOrIOp::create(builder, all, yes);
  if (!timeout)
    return goesOn;
  Value passed = arith::SubIOp::create(builder, emitClock(builder), start);
  Value isEarly = arith::CmpIOp::create(builder, arith::CmpIPredicate::ult,
                                        passed, timeout);
  return arith::AndIOp::create(builder, goesOn, isEarly);
}

/// Invariant: an element that was as expected once is not read again.
///
///   %b = tt.atomic_poll acquire, gpu, %p, %e : !tt.ptr<i32>, i32 -> i1
/// =>
///   %b = scf.while (%seen = %false) : (i1) -> i1 {
///     %m = arith.xori %seen, %true : i1
///     %x = tt.atomic_rmw or, acquire, gpu, %p, %c0, %m : ...
///     %is = arith.cmpi eq, %x, %e : i32
///     %now = arith.ori %seen, %is : i1
///     %on = arith.xori %now, %true : i1
///     scf.condition(%on) %now : i1
///   } do {
///   ^bb0(%now: i1):
///     scf.yield %now : i1
///   }
LogicalResult cm2tt::expandAtomic(OpBuilder &base, tt::AtomicPollOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), base);
  Type flags = op.getType();
  Type type = op.getExpected().getType();
  Value timeout = op.getTimeout();
  Value start = timeout ? emitClock(builder) : Value();
  Value none = zeroOf(builder, flags);
  Value all = constantOf(builder, flags, 1);
  auto loop = scf::WhileOp::create(
      builder, TypeRange{flags}, ValueRange{none},
      [&](OpBuilder &inside, Location loc, ValueRange arguments) {
        ImplicitLocOpBuilder body(loc, inside);
        Value mask = arith::XOrIOp::create(body, arguments[0], all);
        Value read = emitAnyRead(body, op.getPtr(), mask, type, op.getSem(),
                                 op.getScope());
        Value is = arith::CmpIOp::create(body, arith::CmpIPredicate::eq, read,
                                         op.getExpected());
        Value now = arith::OrIOp::create(body, arguments[0], is);
        scf::ConditionOp::create(body, emitGoesOn(body, now, start, timeout),
                                 now);
      },
      [](OpBuilder &inside, Location loc, ValueRange arguments) {
        scf::YieldOp::create(inside, loc, arguments);
      });
  op.replaceAllUsesWith(loop.getResult(0));
  op.erase();
  return success();
}
