// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Copies regions to the points where elements are combined.

#include "CombineRegion.h"

#include "ElementwiseInternals.h"
#include "TileEmitter.h"
#include "Vectors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace cm2tt;

bool cm2tt::isCombinedByVectors(Region &region) {
  if (!region.hasOneBlock())
    return false;
  return llvm::all_of(region.front().without_terminator(), [](Operation &op) {
    return op.getNumRegions() == 0 && isMemoryEffectFree(&op) &&
           !isa<tt::GetProgramIdOp, tt::GetNumProgramsOp>(op);
  });
}

/// The operations of a region of arithmetic, on vectors or scalars.
static Elements emitArithmetic(TileEmitter &emitter, Region &region,
                               ArrayRef<Value> arguments) {
  Block &block = region.front();
  unsigned lanes = arguments.empty() ? 1 : getNumLanes(arguments.front());
  llvm::DenseMap<Value, Value> made;
  for (auto [parameter, argument] :
       llvm::zip_equal(block.getArguments(), arguments))
    made[parameter] = argument;
  auto lookUp = [&](Value value) {
    auto found = made.find(value);
    Value scalar =
        found != made.end() ? found->second : emitter.getScalar(value);
    return emitSplat(emitter.builder, scalar, lanes);
  };
  for (Operation &op : block.without_terminator()) {
    if (op.hasTrait<OpTrait::ConstantLike>()) {
      LaneMap nowhere{ArrayRef<Value>()};
      emitOperation(emitter, &op);
      made[op.getResult(0)] = emitter.getScalar(op.getResult(0));
      continue;
    }
    auto operands = llvm::map_to_vector(op.getOperands(), lookUp);
    auto results = emitElementwiseResults(emitter.builder, &op, operands);
    for (auto [result, value] : llvm::zip_equal(op.getResults(), results))
      made[result] = value;
  }
  Elements results;
  for (Value value : block.getTerminator()->getOperands())
    results.push_back(lookUp(value));
  return results;
}

/// A region of several blocks, or with control flow: a region that is run in
/// place.
static Elements emitControlFlow(TileEmitter &emitter, Region &region,
                                ArrayRef<Value> arguments) {
  for (auto [parameter, argument] :
       llvm::zip_equal(region.getArguments(), arguments))
    emitter.setScalar(parameter, argument);
  if (!region.hasOneBlock())
    return emitBlocksInPlace(emitter, region);
  emitBlock(emitter, region.front());
  Elements results;
  for (Value value : region.front().getTerminator()->getOperands())
    results.push_back(emitter.getScalar(value));
  return results;
}

Elements cm2tt::emitRegion(TileEmitter &emitter, Region &region,
                           ArrayRef<Value> arguments) {
  Location before = emitter.builder.getLoc();
  Elements results = isCombinedByVectors(region)
                         ? emitArithmetic(emitter, region, arguments)
                         : emitControlFlow(emitter, region, arguments);
  emitter.builder.setLoc(before);
  return results;
}

Elements cm2tt::emitCombined(TileEmitter &emitter, Region &region,
                             const Elements &left, const Elements &right) {
  SmallVector<Value> arguments(left.begin(), left.end());
  llvm::append_range(arguments, right);
  return emitRegion(emitter, region, arguments);
}

//===----------------------------------------------------------------------===//
// Neutral elements
//===----------------------------------------------------------------------===//

/// For sums -0, as 0 would make 0 of -0; for the maximum that ignores NaN, NaN,
/// which makes it NaN if there is nothing else.
static TypedAttr neutralOfFloats(Operation *op, FloatType type) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  auto attr = [&](llvm::APFloat value) -> TypedAttr {
    return FloatAttr::get(type, value);
  };
  if (isa<arith::AddFOp>(op))
    return attr(llvm::APFloat::getZero(semantics, /*Negative=*/true));
  if (isa<arith::MulFOp>(op))
    return attr(llvm::APFloat::getOne(semantics));
  if (isa<arith::MaxNumFOp, arith::MinNumFOp>(op))
    return attr(llvm::APFloat::getQNaN(semantics));
  if (!llvm::APFloat::semanticsHasInf(semantics))
    return {};
  if (isa<arith::MaximumFOp>(op))
    return attr(llvm::APFloat::getInf(semantics, /*Negative=*/true));
  if (isa<arith::MinimumFOp>(op))
    return attr(llvm::APFloat::getInf(semantics));
  return {};
}

static TypedAttr neutralOfIntegers(Operation *op, IntegerType type) {
  unsigned bits = type.getWidth();
  auto attr = [&](const APInt &value) -> TypedAttr {
    return IntegerAttr::get(type, value);
  };
  if (isa<arith::AddIOp, arith::OrIOp, arith::XOrIOp, arith::MaxUIOp>(op))
    return attr(APInt::getZero(bits));
  if (isa<arith::MulIOp>(op))
    return attr(APInt(bits, 1));
  if (isa<arith::AndIOp, arith::MinUIOp>(op))
    return attr(APInt::getAllOnes(bits));
  if (isa<arith::MaxSIOp>(op))
    return attr(APInt::getSignedMinValue(bits));
  if (isa<arith::MinSIOp>(op))
    return attr(APInt::getSignedMaxValue(bits));
  return {};
}

TypedAttr cm2tt::findNeutral(Region &region) {
  if (!region.hasOneBlock() || region.getNumArguments() != 2)
    return {};
  Block &block = region.front();
  Operation *op = &block.front();
  if (op->getNextNode() != block.getTerminator() || op->getNumOperands() != 2 ||
      op->getNumResults() != 1 ||
      block.getTerminator()->getOperand(0) != op->getResult(0) ||
      op->getOperand(0) == op->getOperand(1) ||
      !llvm::all_of(op->getOperands(), llvm::IsaPred<BlockArgument>) ||
      op->getOperand(0).getParentBlock() != &block ||
      op->getOperand(1).getParentBlock() != &block)
    return {};
  Type type = op->getResult(0).getType();
  if (auto floating = dyn_cast<FloatType>(type))
    return neutralOfFloats(op, floating);
  if (auto integer = dyn_cast<IntegerType>(type))
    return neutralOfIntegers(op, integer);
  return {};
}
