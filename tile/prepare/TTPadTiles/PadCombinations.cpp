// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Operations that combine elements of tiles with padding: reductions, scans,
/// products, and maps whose region not every element may run through.

#include "TTPadTilesInternals.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;
using namespace cm2tt::pad;

//===----------------------------------------------------------------------===//
// Neutral elements
//===----------------------------------------------------------------------===//

/// The neutral element of an operation on integers.
static std::optional<APInt> findNeutralInteger(Operation *op, unsigned bits) {
  return TypeSwitch<Operation *, std::optional<APInt>>(op)
      .Case<arith::AddIOp, arith::OrIOp, arith::XOrIOp, arith::MaxUIOp>(
          [&](auto) { return APInt::getZero(bits); })
      .Case<arith::AndIOp, arith::MinUIOp>(
          [&](auto) { return APInt::getAllOnes(bits); })
      .Case([&](arith::MulIOp) { return APInt(bits, 1); })
      .Case([&](arith::MaxSIOp) { return APInt::getSignedMinValue(bits); })
      .Case([&](arith::MinSIOp) { return APInt::getSignedMaxValue(bits); })
      .Default([](Operation *) { return std::nullopt; });
}

/// The neutral element of an operation on floats. With `maxnumf` and `minnumf`
/// it is NaN, so that all elements may be NaN; with `addf` it is -0, which a
/// sum of -0 requires.
static std::optional<APFloat>
findNeutralFloat(Operation *op, const llvm::fltSemantics &semantics) {
  if (!APFloat::semanticsHasInf(semantics))
    return std::nullopt;
  return TypeSwitch<Operation *, std::optional<APFloat>>(op)
      .Case([&](arith::AddFOp) { return APFloat::getZero(semantics, true); })
      .Case([&](arith::MulFOp) { return APFloat::getOne(semantics); })
      .Case([&](arith::MaximumFOp) { return APFloat::getInf(semantics, true); })
      .Case([&](arith::MinimumFOp) { return APFloat::getInf(semantics); })
      .Case<arith::MaxNumFOp, arith::MinNumFOp>(
          [&](auto) { return APFloat::getNaN(semantics); })
      .Default([](Operation *) { return std::nullopt; });
}

/// Whether the fast-math flags of `op` exclude `number` as an operand.
static bool isExcluded(Operation *op, const APFloat &number) {
  auto fast = dyn_cast<arith::ArithFastMathInterface>(op);
  if (!fast || !fast.getFastMathFlagsAttr())
    return false;
  arith::FastMathFlags flags = fast.getFastMathFlagsAttr().getValue();
  return (number.isNaN() &&
          bitEnumContainsAny(flags, arith::FastMathFlags::nnan)) ||
         (number.isInfinity() &&
          bitEnumContainsAny(flags, arith::FastMathFlags::ninf));
}

/// The neutral element of `op`; null for operations whose neutral element is
/// not known.
static TypedAttr findNeutral(Operation *op, Type type) {
  if (auto number = dyn_cast<FloatType>(type)) {
    auto neutral = findNeutralFloat(op, number.getFloatSemantics());
    return neutral && !isExcluded(op, *neutral)
               ? TypedAttr(FloatAttr::get(type, *neutral))
               : TypedAttr();
  }
  if (!type.isInteger())
    return {};
  auto neutral = findNeutralInteger(op, type.getIntOrFloatBitWidth());
  return neutral ? TypedAttr(IntegerAttr::get(type, *neutral)) : TypedAttr();
}

/// The neutral elements of a region that combines each element of a list with
/// one of another list by an operation of its own; empty for other regions.
static SmallVector<TypedAttr> findNeutrals(Region &region) {
  Block &block = region.front();
  Operation *end = block.getTerminator();
  unsigned count = end->getNumOperands();
  SmallVector<TypedAttr> neutrals;
  for (auto [index, value] : llvm::enumerate(end->getOperands())) {
    Operation *op = value.getDefiningOp();
    Value first = block.getArgument(index),
          second = block.getArgument(count + index);
    if (!op || op->getBlock() != &block || op->getNumOperands() != 2 ||
        !((op->getOperand(0) == first && op->getOperand(1) == second) ||
          (op->getOperand(0) == second && op->getOperand(1) == first)))
      return {};
    neutrals.push_back(findNeutral(op, value.getType()));
    if (!neutrals.back())
      return {};
  }
  return neutrals;
}

//===----------------------------------------------------------------------===//
// Reductions and scans
//===----------------------------------------------------------------------===//

/// Makes `region` combine pairs of a list and whether it is an element of the
/// tile. Of two lists, the one that is not is ignored:
///
///   ^bb0(%l: f32, %hasL: i1, %r: f32, %hasR: i1):
///     %both = ...                             // what it did
///     %hasBoth = arith.andi %hasL, %hasR
///     %one = arith.select %hasL, %l, %r
///     %x = arith.select %hasBoth, %both, %one
///     %has = arith.ori %hasL, %hasR
///     tt.reduce.return %x, %has
static void addCondition(Region &region) {
  Block &block = region.front();
  Operation *end = block.getTerminator();
  ImplicitLocOpBuilder builder(end->getLoc(), end);
  unsigned count = end->getNumOperands();
  Type i1 = builder.getI1Type();
  Value hasLeft = block.insertArgument(count, i1, end->getLoc());
  Value hasRight = block.addArgument(i1, end->getLoc());
  Value hasBoth = arith::AndIOp::create(builder, hasLeft, hasRight);
  SmallVector<Value> values;
  for (auto [index, both] : llvm::enumerate(end->getOperands())) {
    Value one =
        arith::SelectOp::create(builder, hasLeft, block.getArgument(index),
                                block.getArgument(count + 1 + index));
    values.push_back(arith::SelectOp::create(builder, hasBoth, both, one));
  }
  values.push_back(arith::OrIOp::create(builder, hasLeft, hasRight));
  end->setOperands(values);
}

/// Excludes the padding along the axis from a reduction or a scan, if that axis
/// is padded. `create` creates the same operation with other operands.
template <typename OpT, typename CreateT>
static void excludePadding(Context &context, const PaddedOp &padded, OpT op,
                           CreateT create) {
  auto axis = static_cast<int64_t>(op.getAxis());
  Value inside = context.masks.get(op.getLoc(), padded.operands[0], axis);
  if (!inside)
    return;
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  SmallVector<TypedAttr> neutrals = findNeutrals(op.getCombineOp());
  if (!neutrals.empty()) {
    for (auto [operand, neutral] :
         llvm::zip_equal(op.getSrcsMutable(), neutrals)) {
      Value src = operand.get();
      operand.set(arith::SelectOp::create(
          builder, inside, src,
          createConstant(builder, src.getType(), neutral)));
    }
    return;
  }
  SmallVector<Value> srcs(op.getSrcs());
  srcs.push_back(inside);
  OpT conditional = create(builder, srcs);
  conditional->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  conditional.getCombineOp().takeBody(op.getCombineOp());
  addCondition(conditional.getCombineOp());
  context.replace(op, conditional.getResults().drop_back());
}

void pad::padReduce(Context &context, const PaddedOp &padded, tt::ReduceOp op) {
  excludePadding(context, padded, op,
                 [&](ImplicitLocOpBuilder &builder, ArrayRef<Value> srcs) {
                   return tt::ReduceOp::create(builder, srcs, op.getAxis());
                 });
}

void pad::padScan(Context &context, const PaddedOp &padded, tt::ScanOp op) {
  // From the beginning, the padding comes last.
  if (!op.getReverse())
    return;
  excludePadding(context, padded, op,
                 [&](ImplicitLocOpBuilder &builder, ArrayRef<Value> srcs) {
                   return tt::ScanOp::create(builder, srcs, op.getAxis(),
                                             op.getReverse());
                 });
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Whether the padding of `value` is zero. That of a load is what is loaded
/// where the mask is false, which becomes zero if it was undefined.
static bool hasZeroPadding(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (isa<tt::TransOp, tt::FpToFpOp, arith::ExtFOp, arith::TruncFOp,
          arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, arith::SIToFPOp>(op))
    return hasZeroPadding(op->getOperand(0));
  auto load = dyn_cast<tt::LoadOp>(op);
  if (!load || !load.getMask())
    return false;
  if (Value other = load.getOther())
    return matchPattern(other, m_Zero()) ||
           matchPattern(other, m_AnyZeroFloat());
  ImplicitLocOpBuilder builder(load.getLoc(), load);
  auto type = dyn_cast<RankedTensorType>(load.getType());
  if (!type || isa<tt::PtrType>(type.getElementType()))
    return false;
  load.getOtherMutable().assign(createConstant(
      builder, type, builder.getZeroAttr(type.getElementType())));
  return true;
}

/// Makes an operand of a product zero in the padding along `dim`.
static void clear(Context &context, OpOperand &operand, ArrayRef<int64_t> shape,
                  int64_t dim) {
  Operation *op = operand.getOwner();
  Value inside = context.masks.get(op->getLoc(), shape, dim);
  if (!inside || hasZeroPadding(operand.get()))
    return;
  ImplicitLocOpBuilder builder(op->getLoc(), op);
  Value src = operand.get();
  Value zero = createConstant(builder, src.getType(),
                              builder.getZeroAttr(getElementTypeOrSelf(src)));
  operand.set(arith::SelectOp::create(builder, inside, src, zero));
}

// Both factors are cleared, as the product of zero and infinity is not zero.
void pad::padDot(Context &context, const PaddedOp &padded, tt::DotOp op) {
  size_t rank = padded.operands[0].size();
  clear(context, op.getAMutable(), padded.operands[0], rank - 1);
  clear(context, op.getBMutable(), padded.operands[1], rank - 2);
}

// A scale whose bits are zero is a finite number.
void pad::padDotScaled(Context &context, const PaddedOp &padded,
                       tt::DotScaledOp op) {
  size_t rank = padded.operands[0].size();
  clear(context, op.getAMutable(), padded.operands[0], rank - 1);
  clear(context, op.getBMutable(), padded.operands[1], rank - 2);
  for (MutableOperandRange scale :
       {op.getAScaleMutable(), op.getBScaleMutable()})
    if (!scale.empty())
      clear(context, scale[0], padded.operands[scale[0].getOperandNumber()],
            rank - 1);
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

/// Whether the region of a map may run for elements that the program lacks:
/// it ends, and has no effects.
static bool isHarmless(tt::MapElementwiseOp map) {
  if (!map.getScalarOp().hasOneBlock())
    return false;
  WalkResult walked = map.getScalarOp().walk([](Operation *op) {
    bool isSafe = op->hasTrait<OpTrait::IsTerminator>() ||
                  (op->getNumRegions() == 0 && isPure(op));
    return isSafe ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !walked.wasInterrupted();
}

static Value createZero(ImplicitLocOpBuilder &builder, Type type) {
  if (!isa<tt::PtrType>(type))
    return arith::ConstantOp::create(
        builder, cast<TypedAttr>(builder.getZeroAttr(type)));
  Value zero = arith::ConstantOp::create(builder, builder.getI64IntegerAttr(0));
  return tt::IntToPtrOp::create(builder, type, zero);
}

/// Adds an operand that says which elements the program has. The region runs
/// for those only:
///
///   ^bb0(%e: f32, %inside: i1):
///     cf.cond_br %inside, ^first(%e: f32), ^skip
///   ^skip:
///     tt.map_elementwise.return %zero : f32
///   ^first(%e: f32):
static void addCondition(tt::MapElementwiseOp map, Value inside) {
  Region &region = map.getScalarOp();
  Block *first = &region.front();
  Block *skip = new Block();
  Block *entry = new Block();
  region.getBlocks().push_front(skip);
  region.getBlocks().push_front(entry);
  for (BlockArgument argument : first->getArguments())
    entry->addArgument(argument.getType(), argument.getLoc());
  SmallVector<Value> arguments(entry->getArguments());
  ImplicitLocOpBuilder builder(map.getLoc(), map.getContext());
  for (unsigned i = 0; i < map.getPack(); ++i)
    entry->addArgument(builder.getI1Type(), map.getLoc());
  builder.setInsertionPointToEnd(entry);
  // All elements of a pack are inside, or none is.
  cf::CondBranchOp::create(builder, entry->getArguments().back(), first,
                           arguments, skip, ValueRange());
  builder.setInsertionPointToEnd(skip);
  SmallVector<Value> zeros;
  for (Type type : map.getResultTypes()) {
    Value zero = createZero(builder, getElementTypeOrSelf(type));
    zeros.append(map.getPack(), zero);
  }
  tt::MapElementwiseReturnOp::create(builder, zeros);
  map.getSrcsMutable().append(inside);
}

/// Gives the operands of a map one dimension, so that elements that follow each
/// other are packed as in the program.
static tt::MapElementwiseOp flatten(Context &context, tt::MapElementwiseOp map,
                                    Shape &shape) {
  ImplicitLocOpBuilder builder(map.getLoc(), map);
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  Shape flat{count};
  SmallVector<Value> srcs;
  for (Value src : map.getSrcs())
    srcs.push_back(reshape(builder, src, shape, flat));
  SmallVector<Type> types;
  for (Type type : map.getResultTypes())
    types.push_back(cast<RankedTensorType>(type).clone(roundUp(flat)));
  auto flatMap =
      tt::MapElementwiseOp::create(builder, types, srcs, map.getPack());
  flatMap.getScalarOp().takeBody(map.getScalarOp());
  SmallVector<Value> results;
  for (Value result : flatMap.getResults())
    results.push_back(reshape(builder, result, flat, shape));
  context.replace(map, results);
  shape = flat;
  return flatMap;
}

void pad::padMap(Context &context, const PaddedOp &padded,
                 tt::MapElementwiseOp op) {
  Shape shape = padded.operands[0];
  if (shape.back() % op.getPack() != 0)
    op = flatten(context, op, shape);
  if (!isHarmless(op))
    addCondition(op, context.masks.get(op.getLoc(), shape));
}
