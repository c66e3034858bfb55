// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Calls MLIR's expansion of modulo schedules, with accesses that are masked
/// off or with iterations that are peeled off. See ExpandLoop.h.
///
/// MLIR peels iterations off a loop with any bounds by predicates and selects
/// of all results, and computes the bounds of the new loop in arithmetic that
/// may wrap. So the loop that it expands has two iterations, and operations
/// without operands in place of the index: the bounds and the indices replace
/// them afterwards.

#include "ExpandLoop.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Dialect/TTG/TTGOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace cm2tt;

static FailureOr<scf::ForOp> expand(scf::ForOp loop, const StagedOps &ops,
                                    scf::PipeliningOption options) {
  options.getScheduleFn = [&](scf::ForOp, StagedOps &order) { order = ops; };
  IRRewriter rewriter(loop.getContext());
  rewriter.setInsertionPoint(loop);
  Location loc = loop.getLoc();
  FailureOr<scf::ForOp> expanded =
      scf::pipelineForLoop(rewriter, loop, options);
  if (failed(expanded))
    emitError(loc, "the schedule of a loop cannot be expanded");
  return expanded;
}

//===----------------------------------------------------------------------===//
// Masked
//===----------------------------------------------------------------------===//

/// `mask`, or a mask of `shape` like, where `predicate` is true; else nothing.
static Value restrictMask(OpBuilder &builder, Operation *op, Value mask,
                          Value predicate) {
  Type pointer = op->getOperand(0).getType();
  Value all = predicate;
  if (isa<RankedTensorType>(pointer))
    all = tt::SplatOp::create(builder, op->getLoc(),
                              tt::getI1SameShape(pointer), predicate);
  return mask ? arith::AndIOp::create(builder, op->getLoc(), all, mask)
                    .getResult()
              : all;
}

/// Masks the accesses of an operation of an early stage off where `predicate`
/// is false. All others are harmless: the schedule ensures it.
static Operation *predicate(RewriterBase &rewriter, Operation *op,
                            Value predicate) {
  rewriter.setInsertionPoint(op);
  if (auto copy = dyn_cast<ttg::AsyncCopyOp>(op))
    copy.getMaskMutable().assign(
        restrictMask(rewriter, op, copy.getMask(), predicate));
  else if (auto copy = dyn_cast<ttg::TensorCopyOp>(op))
    copy.getMaskMutable().assign(
        restrictMask(rewriter, op, copy.getMask(), predicate));
  else if (auto load = dyn_cast<tt::LoadOp>(op))
    load.getMaskMutable().assign(
        restrictMask(rewriter, op, load.getMask(), predicate));
  return op;
}

FailureOr<scf::ForOp> cm2tt::expandMasked(scf::ForOp loop,
                                          const StagedOps &ops) {
  scf::PipeliningOption options;
  options.peelEpilogue = false;
  options.supportDynamicLoops = true;
  options.predicateFn = predicate;
  return expand(loop, ops, options);
}

//===----------------------------------------------------------------------===//
// Peeled
//===----------------------------------------------------------------------===//

/// An operation without a meaning that MLIR copies like others.
static Value createMark(OpBuilder &builder, Location loc, Type type,
                        ValueRange operands) {
  return UnrealizedConversionCastOp::create(builder, loc, type, operands)
      .getResult(0);
}

/// MLIR requires that an operation of the body computes each value that the
/// loop yields.
static void markYielded(scf::ForOp loop, StagedOps &ops) {
  Operation *yield = loop.getBody()->getTerminator();
  OpBuilder builder(yield);
  for (OpOperand &operand : yield->getOpOperands()) {
    Value value = operand.get();
    if (value.getDefiningOp() && !loop.isDefinedOutsideOfLoop(value))
      continue;
    operand.set(createMark(builder, loop.getLoc(), value.getType(), value));
    ops.push_back({operand.get().getDefiningOp(), 0});
  }
}

/// Gives each stage an operation as its index, the second one first.
static void markIndices(scf::ForOp loop, StagedOps &ops) {
  OpBuilder builder = OpBuilder::atBlockBegin(loop.getBody());
  Value index = loop.getInductionVar();
  for (unsigned stage : {0, 1}) {
    Value mark = createMark(builder, loop.getLoc(), index.getType(), {});
    index.replaceUsesWithIf(mark, [&](OpOperand &use) {
      Operation *op = loop.getBody()->findAncestorOpInBlock(*use.getOwner());
      return llvm::is_contained(ops, std::pair(op, stage));
    });
    ops.insert(ops.begin(), {mark.getDefiningOp(), stage});
  }
}

static Value createNumber(OpBuilder &builder, Location loc, Type type,
                          int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, value));
}

/// The index of the last iteration. The difference of the bounds is a number
/// without a sign, in loops over indices with one too.
static Value createLastIndex(OpBuilder &builder, Location loc, Value lower,
                             Value upper, Value step) {
  Value one = createNumber(builder, loc, lower.getType(), 1);
  Value extent = arith::SubIOp::create(builder, loc, upper, lower);
  extent = arith::SubIOp::create(builder, loc, extent, one);
  Value count = arith::DivUIOp::create(builder, loc, extent, step);
  Value offset = arith::MulIOp::create(builder, loc, count, step);
  return arith::AddIOp::create(builder, loc, lower, offset);
}

static void eraseDead(Block *block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block)))
    if (isOpTriviallyDead(&op))
      op.erase();
}

FailureOr<scf::ForOp> cm2tt::expandPeeled(scf::ForOp loop, StagedOps ops) {
  using Part = scf::PipeliningOption::PipelinerPart;
  markYielded(loop, ops);
  markIndices(loop, ops);
  Location loc = loop.getLoc();
  OpBuilder builder(loop);
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  Value step = loop.getStep();
  DictionaryAttr attributes = loop->getDiscardableAttrDictionary();
  bool isUnsigned = loop.getUnsignedCmp();
  auto number = [&](int64_t value) {
    return createNumber(builder, loc, lower.getType(), value);
  };
  loop->setOperands(0, 3, {number(0), number(2), number(1)});
  loop.setUnsignedCmp(false);
  SmallVector<std::pair<Operation *, Part>> marks;
  scf::PipeliningOption options;
  options.annotateFn = [&](Operation *op, Part part, unsigned) {
    if (isa<UnrealizedConversionCastOp>(op) || op->hasAttr(kOnlyInLoopAttr))
      marks.push_back({op, part});
  };
  FailureOr<scf::ForOp> expanded = expand(loop, ops, options);
  if (failed(expanded))
    return failure();
  loop = *expanded;
  loop->setDiscardableAttrs(attributes);
  loop.setUnsignedCmp(isUnsigned);
  builder.setInsertionPoint(loop);
  Value second = arith::AddIOp::create(builder, loc, lower, step);
  loop->setOperands(0, 3, {second, upper, step});
  builder.setInsertionPointToStart(loop.getBody());
  Value index = loop.getInductionVar();
  Value before = arith::SubIOp::create(builder, loc, index, step);
  builder.setInsertionPointAfter(loop);
  Value last = createLastIndex(builder, loc, lower, upper, step);
  for (auto [op, part] : marks) {
    if (op->removeAttr(kOnlyInLoopAttr) && part == Part::Kernel)
      continue;
    Value value = op->getNumOperands()     ? op->getOperands().back()
                  : part == Part::Prologue ? lower
                  : part == Part::Epilogue ? last
                                           : std::exchange(before, index);
    if (op->getNumResults())
      op->getResult(0).replaceAllUsesWith(value);
    op->erase();
  }
  eraseDead(loop.getBody());
  eraseDead(loop->getBlock());
  return loop;
}
