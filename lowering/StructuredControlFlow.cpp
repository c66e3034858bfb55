// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Makes branches of `scf`. Blocks move, values stay what they were; each
/// operation moves once for each region it is in.
///
/// Why not MLIR's patterns: they move what follows a loop once for each loop
/// before it, which is quadratic. They test a loop's condition at its top,
/// which costs a second branch in each iteration. They carry values without
/// uses.
///
/// Not here: branches with tiles (TTGToLLVM/Branches.cpp).

#include "StructuredControlFlow.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

/// A condition of at most this number of operations is duplicated, so that each
/// iteration has one branch.
constexpr size_t maxRepeatedOperations = 8;

namespace {
/// Lowers one operation at a time, inner ones before outer ones.
struct StructureLowering {
  llvm::function_ref<void(Value, Value)> replaced;
  llvm::function_ref<bool(Operation *)> endsLoop;

  void lower(scf::ExecuteRegionOp op);
  void lower(scf::IfOp op);
  void lower(scf::ForOp op);
  void lower(scf::WhileOp op);

private:
  /// The successor of an operation, and the results that are passed to it.
  struct Exit {
    Block *block;
    SmallVector<unsigned> results;

    /// The ones of `values`, one for each result, that are passed on.
    SmallVector<Value> pick(ValueRange values) const;
  };

  /// Puts what follows `op` into a block of its own, whose arguments stand for
  /// the results that are used.
  Exit splitBehind(Operation *op);
  Block *takeEnd(Block *exit);
};
} // namespace

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

SmallVector<Value> StructureLowering::Exit::pick(ValueRange values) const {
  return llvm::map_to_vector(results,
                             [&](unsigned index) { return values[index]; });
}

StructureLowering::Exit StructureLowering::splitBehind(Operation *op) {
  Exit exit{op->getBlock()->splitBlock(op->getNextNode()), {}};
  for (OpResult result : op->getResults()) {
    if (result.use_empty())
      continue;
    exit.results.push_back(result.getResultNumber());
    Value argument = exit.block->addArgument(result.getType(), result.getLoc());
    replaced(result, argument);
    result.replaceAllUsesWith(argument);
  }
  return exit;
}

/// Moves the blocks of a region in front of `block`. Returns the terminator of
/// the region, even if its first block was moved.
static Operation *moveBlocks(Region &region, Block *block) {
  Operation *terminator = region.back().getTerminator();
  block->getParent()->getBlocks().splice(block->getIterator(),
                                         region.getBlocks());
  return terminator;
}

/// Branches to `block` instead of `terminator`.
static void replaceByBranch(Operation *terminator, Block *block,
                            ValueRange operands) {
  OpBuilder builder(terminator);
  cf::BranchOp::create(builder, terminator->getLoc(), block, operands);
  terminator->erase();
}

//===----------------------------------------------------------------------===//
// Regions in place
//===----------------------------------------------------------------------===//

/// The blocks of the region replace the operation; each that leaves the region
/// continues after it.
void StructureLowering::lower(scf::ExecuteRegionOp op) {
  SmallVector<Operation *> yields;
  for (Block &block : op.getRegion())
    if (isa<scf::YieldOp>(block.getTerminator()))
      yields.push_back(block.getTerminator());
  Block *first = &op.getRegion().front();
  Exit exit = splitBehind(op);
  moveBlocks(op.getRegion(), exit.block);
  for (Operation *yield : yields)
    replaceByBranch(yield, exit.block, exit.pick(yield->getOperands()));
  replaceByBranch(op, first, {});
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

void StructureLowering::lower(scf::IfOp op) {
  Exit exit = splitBehind(op);
  auto move = [&](Region &region) {
    if (region.empty())
      return exit.block;
    Block *first = &region.front();
    Operation *yield = moveBlocks(region, exit.block);
    replaceByBranch(yield, exit.block, exit.pick(yield->getOperands()));
    return first;
  };
  Block *thenBlock = move(op.getThenRegion());
  Block *elseBlock = move(op.getElseRegion());
  OpBuilder builder(op);
  cf::CondBranchOp::create(builder, op.getLoc(), op.getCondition(), thenBlock,
                           ValueRange(), elseBlock, ValueRange());
  op.erase();
}

//===----------------------------------------------------------------------===//
// Counting loops
//===----------------------------------------------------------------------===//

/// Whether the first iteration is certain.
static bool surelyRuns(scf::ForOp loop) {
  APInt lower, upper;
  if (!matchPattern(loop.getLowerBound(), m_ConstantInt(&lower)) ||
      !matchPattern(loop.getUpperBound(), m_ConstantInt(&upper)))
    return false;
  return loop.getUnsignedCmp() ? lower.ult(upper) : lower.slt(upper);
}

/// The next value of the induction variable. It is less than the upper bound
/// before, so that a step of one, or one from a known bound, cannot wrap.
static Value advance(OpBuilder &builder, scf::ForOp loop, Value current) {
  using arith::IntegerOverflowFlags;
  bool isUnsigned = loop.getUnsignedCmp(), overflows = true;
  APInt step, upper;
  if (matchPattern(loop.getStep(), m_ConstantInt(&step))) {
    overflows = !step.isOne();
    if (overflows && matchPattern(loop.getUpperBound(), m_ConstantInt(&upper)))
      isUnsigned ? (void)(upper - 1).uadd_ov(step, overflows)
                 : (void)(upper - 1).sadd_ov(step, overflows);
  }
  IntegerOverflowFlags flags = overflows    ? IntegerOverflowFlags::none
                               : isUnsigned ? IntegerOverflowFlags::nuw
                                            : IntegerOverflowFlags::nsw;
  return arith::AddIOp::create(builder, loop.getLoc(), current, loop.getStep(),
                               flags);
}

/// The values that a loop carries from iteration to iteration: the arguments of
/// its body that are used and whose value is not the same in each iteration.
static SmallVector<unsigned> dropConstantArguments(scf::ForOp loop,
                                                   ValueRange yielded) {
  SmallVector<unsigned> carried;
  llvm::BitVector dropped(loop.getBody()->getNumArguments());
  for (auto [index, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
    Value init = loop.getInitArgs()[index], next = yielded[index];
    if (next == argument || next == init)
      argument.replaceAllUsesWith(init);
    if (argument.use_empty())
      dropped.set(index + 1);
    else
      carried.push_back(index);
  }
  loop.getBody()->eraseArguments(dropped);
  return carried;
}

/// Moves what ends a loop from the start of `exit` to a block of its own, to
/// which the last iteration branches. Returns this block, or `exit` if nothing
/// ends the loop.
Block *StructureLowering::takeEnd(Block *exit) {
  auto isEnd = [&](Operation &op) {
    return endsLoop(&op) && llvm::all_of(op.getResults(), [&](OpResult result) {
             auto input = dyn_cast<BlockArgument>(
                 op.getOperand(result.getResultNumber()));
             return input && input.getOwner() == exit;
           });
  };
  if (!isEnd(exit->front()))
    return exit;
  Block *end = new Block;
  end->insertBefore(exit);
  SmallVector<Value> passed;
  for (BlockArgument argument : exit->getArguments()) {
    passed.push_back(end->addArgument(argument.getType(), argument.getLoc()));
    replaced(argument, passed.back());
  }
  while (isEnd(exit->front())) {
    Operation *op = &exit->front();
    op->moveBefore(end, end->end());
    for (OpOperand &operand : op->getOpOperands()) {
      auto argument = dyn_cast<BlockArgument>(operand.get());
      if (!argument || argument.getOwner() != exit)
        continue;
      unsigned index = argument.getArgNumber();
      operand.set(passed[index]);
      if (operand.getOperandNumber() >= op->getNumResults())
        continue;
      OpResult result = op->getResult(operand.getOperandNumber());
      result.replaceAllUsesWith(argument);
      passed[index] = result;
    }
  }
  OpBuilder builder = OpBuilder::atBlockEnd(end);
  cf::BranchOp::create(builder, end->front().getLoc(), exit, passed);
  return end;
}

/// Invariant: an iteration begins only if the induction variable is less than
/// the upper bound; the end of the body tests that for the next iteration.
///
///   %r = scf.for %i = %lower to %upper step %s iter_args(%a = %init) {
///     ... scf.yield %next }
/// =>
///     cf.cond_br (%lower < %upper), ^body(%lower, %init), ^exit(%init)
///   ^body(%i, %a):
///     ...
///     %j = %i + %s
///     cf.cond_br (%j < %upper), ^body(%j, %next), ^exit(%next)
///   ^exit(%r):
///
/// ptxas runs products of warp groups one by one if the wait that ends them can
/// be reached past the loop, with accumulators that no product wrote. So what
/// ends a loop stands between the last iteration and ^exit.
void StructureLowering::lower(scf::ForOp op) {
  Operation *yield = op.getRegion().back().getTerminator();
  // Operands of the yield that are the body's arguments may change.
  SmallVector<unsigned> carried =
      dropConstantArguments(op, yield->getOperands());
  SmallVector<Value> inits(op.getInitArgs()), nexts(yield->getOperands());
  auto pick = [&](Value first, ArrayRef<Value> values) {
    SmallVector<Value> picked{first};
    for (unsigned index : carried)
      picked.push_back(values[index]);
    return picked;
  };
  auto predicate = op.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                       : arith::CmpIPredicate::slt;
  Location loc = op.getLoc();
  Block *body = op.getBody();
  Exit exit = splitBehind(op);
  moveBlocks(op.getRegion(), exit.block);

  OpBuilder builder(op);
  SmallVector<Value> entering = pick(op.getLowerBound(), inits);
  Block *last = exit.block;
  if (surelyRuns(op)) {
    cf::BranchOp::create(builder, loc, body, entering);
  } else {
    Value runs = arith::CmpIOp::create(builder, loc, predicate,
                                       op.getLowerBound(), op.getUpperBound());
    cf::CondBranchOp::create(builder, loc, runs, body, entering, exit.block,
                             exit.pick(inits));
    last = takeEnd(exit.block);
  }
  builder.setInsertionPoint(yield);
  Value next = advance(builder, op, body->getArgument(0));
  Value repeats =
      arith::CmpIOp::create(builder, loc, predicate, next, op.getUpperBound());
  auto latch = cf::CondBranchOp::create(
      builder, loc, repeats, body, pick(next, nexts), last, exit.pick(nexts));
  if (Attribute annotation = op->getAttr(kLoopAnnotationAttr))
    latch->setAttr(kLoopAnnotationAttr, annotation);
  yield->erase();
  op.erase();
}

//===----------------------------------------------------------------------===//
// Other loops
//===----------------------------------------------------------------------===//

/// Whether a condition is short and makes no tiles (of whose copies the axis
/// analysis would know nothing).
static bool isRepeatable(Block &block) {
  if (block.getOperations().size() > maxRepeatedOperations)
    return false;
  return llvm::none_of(block, [](Operation &op) {
    return op.getNumRegions() || op.hasTrait<OpTrait::IsIsolatedFromAbove>() ||
           llvm::any_of(op.getResultTypes(), llvm::IsaPred<RankedTensorType>);
  });
}

/// The operands of `condition`, after the `i1`, as they would be if the
/// condition were computed from `inputs`; emitted at `builder`.
static SmallVector<Value> repeatCondition(OpBuilder &builder,
                                          scf::ConditionOp condition,
                                          ValueRange inputs) {
  IRMapping map;
  Block *block = condition->getBlock();
  map.map(block->getArguments(), inputs);
  for (Operation &op : block->without_terminator())
    builder.clone(op, map);
  return llvm::map_to_vector(condition->getOperands(), [&](Value value) {
    return map.lookupOrDefault(value);
  });
}

/// The condition goes to the end of the loop: where the rest of the loop is
/// empty it is there already, and a short one is repeated.
///
///   scf.while (%a = %init) { <condition> scf.condition(%c) %x }
///   do { ^(%y): <rest> scf.yield %next }
/// =>
///     cf.br ^condition(%init)
///   ^condition(%a):
///     <condition>
///     cf.cond_br %c, ^rest(%x), ^exit(%x)
///   ^rest(%y):
///     <rest>
///     <condition of %next>
///     cf.cond_br %c', ^rest(%x'), ^exit(%x')
void StructureLowering::lower(scf::WhileOp op) {
  auto condition =
      cast<scf::ConditionOp>(op.getBefore().back().getTerminator());
  Operation *yield = op.getAfter().back().getTerminator();
  Block *before = &op.getBefore().front(), *after = &op.getAfter().front();
  bool isShort =
      llvm::hasSingleElement(op.getBefore()) && isRepeatable(*before);
  Exit exit = splitBehind(op);
  moveBlocks(op.getBefore(), exit.block);
  moveBlocks(op.getAfter(), exit.block);
  OpBuilder builder(op);
  cf::BranchOp::create(builder, op.getLoc(), before, op.getInits());

  SmallVector<Value> leaving = exit.pick(condition.getArgs());
  Block *target = after;
  SmallVector<Value> passed(condition.getArgs());
  if (&after->front() == yield) {
    for (auto [argument, value] : llvm::zip(after->getArguments(), passed))
      argument.replaceAllUsesWith(value);
    target = before;
    passed.assign(yield->operand_begin(), yield->operand_end());
    after->erase();
  } else if (isShort) {
    builder.setInsertionPoint(yield);
    SmallVector<Value> again =
        repeatCondition(builder, condition, yield->getOperands());
    ValueRange values = ValueRange(again).drop_front();
    cf::CondBranchOp::create(builder, op.getLoc(), again.front(), after, values,
                             exit.block, exit.pick(values));
    yield->erase();
  } else {
    replaceByBranch(yield, before, yield->getOperands());
  }
  builder.setInsertionPoint(condition);
  cf::CondBranchOp::create(builder, op.getLoc(), condition.getCondition(),
                           target, passed, exit.block, leaving);
  condition->erase();
  op.erase();
}

void cm2tt::lowerStructuredControlFlow(
    ModuleOp module, llvm::function_ref<void(Value, Value)> replaced,
    llvm::function_ref<bool(Operation *)> endsLoop) {
  SmallVector<Operation *> structures;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<scf::ExecuteRegionOp, scf::IfOp, scf::ForOp, scf::WhileOp>(op))
      structures.push_back(op);
  });
  StructureLowering lowering{replaced, endsLoop};
  // From the last to the first, so that what follows them moves once.
  for (Operation *op : llvm::reverse(structures))
    llvm::TypeSwitch<Operation *>(op)
        .Case<scf::ExecuteRegionOp, scf::IfOp, scf::ForOp, scf::WhileOp>(
            [&](auto structure) { lowering.lower(structure); });
}
