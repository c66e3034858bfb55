// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Copies regions of scalars to where elements are combined. Frequent
/// operations of regions of one block become LLVM's at once; the other copies
/// are lowered by the patterns for their operations.

#include "ElementwiseInternals.h"
#include "ReduceInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Elements RegionEmitter::fromRegisters(ArrayRef<ValueRange> operands,
                                      unsigned reg) {
  Elements elements;
  for (ValueRange registers : operands) {
    Value value = registers[reg];
    if (isa<LLVM::LLVMPointerType>(value.getType()))
      value = LLVM::PtrToIntOp::create(rewriter, op->getLoc(),
                                       rewriter.getI64Type(), value);
    elements.push_back(value);
  }
  return elements;
}

Value RegionEmitter::toLLVM(Value element, Type type) {
  if (isa<tt::PtrType>(getElementTypeOrSelf(type)))
    return LLVM::IntToPtrOp::create(
        rewriter, op->getLoc(),
        LLVM::LLVMPointerType::get(
            op->getContext(),
            cast<tt::PtrType>(getElementTypeOrSelf(type)).getAddressSpace()),
        element);
  return element;
}

/// An element as the region knows it.
Value RegionEmitter::toScalar(Value element, Type type) {
  if (element.getType() == type)
    return element;
  if (isa<tt::PtrType>(type))
    return tt::IntToPtrOp::create(rewriter, op->getLoc(), type, element);
  return arith::BitcastOp::create(rewriter, op->getLoc(), type, element);
}

/// Converts a result of a region to an element. 8-bit floating-point numbers
/// are bits.
Value RegionEmitter::fromScalar(Value scalar) {
  Type type = scalar.getType();
  if (isa<tt::PtrType>(type))
    return tt::PtrToIntOp::create(rewriter, op->getLoc(), rewriter.getI64Type(),
                                  scalar);
  if (isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 8)
    return arith::BitcastOp::create(rewriter, op->getLoc(),
                                    rewriter.getI8Type(), scalar);
  return scalar;
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// Lets a product and a sum become one operation, as on tiles.
static void allowContraction(Operation *op) {
  auto fast = dyn_cast<arith::ArithFastMathInterface>(op);
  if (!fast)
    return;
  arith::FastMathFlagsAttr have = fast.getFastMathFlagsAttr();
  auto flags = (have ? have.getValue() : arith::FastMathFlags::none) |
               arith::FastMathFlags::contract;
  op->setAttr(fast.getFastMathAttrName(),
              arith::FastMathFlagsAttr::get(op->getContext(), flags));
}

/// The operations of the only block, one after the other.
SmallVector<Value> RegionEmitter::emitBlock(ArrayRef<Value> arguments,
                                            bool contracts) {
  Block &block = op->getRegion(0).front();
  IRMapping map;
  map.map(block.getArguments(), arguments);
  for (Operation &inner : block.without_terminator()) {
    if (MakeScalar make = findLLVMScalar(&inner, rewriter, contracts)) {
      auto operands =
          llvm::map_to_vector(inner.getOperands(), [&](Value value) {
            return map.lookupOrDefault(value);
          });
      map.map(inner.getResult(0), make(operands));
      continue;
    }
    Operation *copy = rewriter.clone(inner, map);
    if (contracts)
      allowContraction(copy);
  }
  return llvm::map_to_vector(
      block.getTerminator()->getOperands(),
      [&](Value value) { return map.lookupOrDefault(value); });
}

/// Control flow splits the block: the copy of the region stands between its
/// halves, and what it returns are arguments of the second.
SmallVector<Value> RegionEmitter::emitBlocks(ArrayRef<Value> arguments,
                                             bool contracts) {
  Location loc = op->getLoc();
  Region &region = op->getRegion(0);
  Block *before = op->getBlock();
  Block *after = rewriter.splitBlock(before, Block::iterator(op));
  IRMapping map;
  rewriter.cloneRegionBefore(region, *after->getParent(),
                             Region::iterator(after), map);
  rewriter.setInsertionPointToEnd(before);
  cf::BranchOp::create(rewriter, loc, map.lookup(&region.front()), arguments);
  for (Block &block : region) {
    Block *copy = map.lookup(&block);
    if (contracts)
      llvm::for_each(*copy, [](Operation &inner) { allowContraction(&inner); });
    Operation *end = copy->getTerminator();
    if (end->getNumSuccessors())
      continue;
    if (after->args_empty())
      after->addArguments(end->getOperandTypes(),
                          SmallVector<Location>(end->getNumOperands(), loc));
    rewriter.setInsertionPoint(end);
    cf::BranchOp::create(rewriter, loc, after, end->getOperands());
    rewriter.eraseOp(end);
  }
  rewriter.setInsertionPoint(op);
  return SmallVector<Value>(after->getArguments());
}

Elements RegionEmitter::emit(ArrayRef<Value> arguments, bool contracts) {
  contracts &= fpFusion;
  Region &region = op->getRegion(0);
  SmallVector<Value> scalars;
  for (auto [element, argument] :
       llvm::zip_equal(arguments, region.getArguments()))
    scalars.push_back(toScalar(element, argument.getType()));
  SmallVector<Value> results = region.hasOneBlock()
                                   ? emitBlock(scalars, contracts)
                                   : emitBlocks(scalars, contracts);
  Elements elements;
  for (Value result : results)
    elements.push_back(fromScalar(result));
  return elements;
}

Elements RegionEmitter::combine(const Elements &left, const Elements &right,
                                bool contracts) {
  SmallVector<Value> arguments(left.begin(), left.end());
  llvm::append_range(arguments, right);
  return emit(arguments, contracts);
}

Elements RegionEmitter::combineAll(ArrayRef<Elements> list, bool contracts) {
  constexpr size_t numRunning = 4;
  SmallVector<Elements> running(list.take_front(numRunning));
  for (size_t i = running.size(); i < list.size(); ++i)
    running[i % numRunning] =
        combine(running[i % numRunning], list[i], contracts);
  for (size_t size = running.size(); size > 1; size /= 2)
    for (size_t i = 0; i < size / 2; ++i)
      running[i] = combine(running[2 * i], running[2 * i + 1], contracts);
  return running.front();
}
