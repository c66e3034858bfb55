// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Checks that elements that a load leaves out are not used: it has a mask that
/// is false there, and no `other`.
///
/// Each value that may contain such elements gets a shadow, which tells them
/// (UndefinedElements.h), also through loops and branches. They may be computed
/// with, as the other elements of a tile are, and be in rows of a product or a
/// reduction that are not stored. An assertion fails where one is stored,
/// decides a branch, is a mask, or is an address that is accessed.
///
/// **Smallest example.** For n = 3, the sum is of three numbers and of one
/// that the device had in a register:
///
///     o.store(x.add(i).load(i.lt(n)).sum())     // i is 0, 1, 2, 3
///
/// Not here: results of calls, which are inlined before, of atomics, which are
/// defined, and of scaled products, which are presumed to be.

#include "UndefinedElements.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Tile/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTCHECKUNDEFINEDPASS
#include "cm2tt/Tile/Passes.h.inc"
} // namespace cm2tt

/// Whether a load may leave out elements, which are undefined then.
static bool leavesOut(tt::LoadOp load) {
  return load.getMask() && !load.getOther() &&
         !tt::isBlockPtr(load.getPtr().getType());
}

//===----------------------------------------------------------------------===//
// Values that may have undefined elements
//===----------------------------------------------------------------------===//

namespace {
/// The values of a function that may have undefined elements.
class MaybeUndefined {
public:
  explicit MaybeUndefined(tt::FuncOp func) {
    do {
      hasChanged = false;
      func.walk([&](Operation *op) { visit(op); });
    } while (hasChanged);
  }
  bool contains(Value value) const { return values.contains(value); }
  bool isEmpty() const { return values.empty(); }

private:
  void add(Value value) { hasChanged |= values.insert(value).second; }
  void forward(Value from, Value to) {
    if (contains(from))
      add(to);
  }
  void forwardAll(ValueRange from, ValueRange to) {
    for (auto [a, b] : llvm::zip_equal(from, to))
      forward(a, b);
  }
  void visit(Operation *op);

  llvm::DenseSet<Value> values;
  bool hasChanged = false;
};
} // namespace

void MaybeUndefined::visit(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](tt::LoadOp load) {
        if (leavesOut(load))
          add(load.getResult());
        else if (load.getOther())
          forward(load.getOther(), load.getResult());
      })
      .Case([&](scf::ForOp loop) {
        for (ValueRange from :
             {ValueRange(loop.getInitArgs()),
              ValueRange(loop.getBody()->getTerminator()->getOperands())}) {
          forwardAll(from, loop.getRegionIterArgs());
          forwardAll(from, loop.getResults());
        }
      })
      .Case([&](scf::WhileOp loop) {
        forwardAll(loop.getInits(), loop.getBeforeArguments());
        forwardAll(loop.getYieldOp().getOperands(), loop.getBeforeArguments());
        forwardAll(loop.getConditionOp().getArgs(), loop.getAfterArguments());
        forwardAll(loop.getConditionOp().getArgs(), loop.getResults());
      })
      .Case([&](scf::IfOp branch) {
        if (branch.getNumResults() == 0)
          return;
        forwardAll(branch.thenYield().getOperands(), branch.getResults());
        forwardAll(branch.elseYield().getOperands(), branch.getResults());
      })
      .Default([&](Operation *op) {
        if (hasShadows(op) && llvm::any_of(op->getOperands(), [&](Value value) {
              return contains(value);
            }))
          llvm::for_each(op->getResults(), [&](Value value) { add(value); });
      });
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

namespace {
/// Adds shadows and assertions to a function.
class Checker {
public:
  explicit Checker(const MaybeUndefined &undefined) : undefined(undefined) {}
  void visit(Block &block);

  unsigned numChecks = 0;

private:
  void visit(Operation *op);
  void visitLoad(tt::LoadOp load);
  void visitFor(scf::ForOp loop);
  void visitWhile(scf::WhileOp loop);
  void visitIf(scf::IfOp branch);
  /// Asserts that an access uses no undefined element where its mask holds.
  void checkAccess(Operation *op, ValueRange used, Value mask,
                   const Twine &what);
  /// Asserts that the mask of an access has no undefined element.
  void checkMask(Operation *op, Value mask);
  /// Asserts that none of the numbers is undefined.
  void checkNumbers(Operation *op, ValueRange numbers, const Twine &what);
  void assertDefined(ImplicitLocOpBuilder &builder, Value shadow,
                     const Twine &what);
  /// Appends the shadows of the values with the positions in `which`.
  void appendShadows(Operation *terminator, ValueRange values,
                     ArrayRef<unsigned> which, unsigned first);
  SmallVector<unsigned> find(ValueRange values) const;

  const MaybeUndefined &undefined;
  ShadowBuilder shadows;
};
} // namespace

static ImplicitLocOpBuilder before(Operation *op) {
  return ImplicitLocOpBuilder(op->getLoc(), op);
}

void Checker::assertDefined(ImplicitLocOpBuilder &builder, Value shadow,
                            const Twine &what) {
  ++numChecks;
  tt::AssertOp::create(
      builder, negate(builder, shadow),
      (what + " depends on an element that a load left out, as its mask was "
              "false and it has no 'other'")
          .str());
}

void Checker::checkAccess(Operation *op, ValueRange used, Value mask,
                          const Twine &what) {
  ImplicitLocOpBuilder builder = before(op);
  Value any;
  for (Value value : used)
    if (Value shadow = shadows.get(value))
      any = any ? Value(arith::OrIOp::create(builder, any, shadow)) : shadow;
  if (any && mask)
    any = arith::AndIOp::create(builder, any, mask);
  if (any)
    assertDefined(builder, any, what);
}

void Checker::checkMask(Operation *op, Value mask) {
  if (mask)
    checkNumbers(op, mask, "the mask of an access");
}

void Checker::checkNumbers(Operation *op, ValueRange numbers,
                           const Twine &what) {
  ImplicitLocOpBuilder builder = before(op);
  for (Value number : numbers)
    if (Value shadow = shadows.get(number))
      assertDefined(builder, shadow, what);
}

SmallVector<unsigned> Checker::find(ValueRange values) const {
  SmallVector<unsigned> found;
  for (auto [index, value] : llvm::enumerate(values))
    if (undefined.contains(value))
      found.push_back(index);
  return found;
}

void Checker::appendShadows(Operation *terminator, ValueRange values,
                            ArrayRef<unsigned> which, unsigned first) {
  ImplicitLocOpBuilder builder = before(terminator);
  SmallVector<Value> added;
  for (unsigned index : which)
    added.push_back(shadows.getOrFalse(builder, values[index]));
  terminator->insertOperands(first, added);
}

void Checker::visitLoad(tt::LoadOp load) {
  checkMask(load, load.getMask());
  checkAccess(load, load.getPtr(), load.getMask(), "the address of a load");
  Value other = load.getOther() ? shadows.get(load.getOther()) : Value();
  if (!leavesOut(load) && !other)
    return;
  ImplicitLocOpBuilder builder(load.getLoc(), load->getContext());
  builder.setInsertionPointAfter(load);
  Value shadow = negate(builder, load.getMask());
  if (other)
    shadow = arith::AndIOp::create(builder, shadow, other);
  shadows.set(load.getResult(), shadow);
}

void Checker::visitFor(scf::ForOp loop) {
  checkNumbers(loop,
               {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()},
               "a bound of a loop");
  SmallVector<unsigned> which = find(loop.getRegionIterArgs());
  if (which.empty())
    return visit(*loop.getBody());
  ImplicitLocOpBuilder builder = before(loop);
  SmallVector<Value> inits;
  for (unsigned index : which)
    inits.push_back(shadows.getOrFalse(builder, loop.getInitArgs()[index]));
  IRRewriter rewriter(loop);
  unsigned count = loop.getNumRegionIterArgs();
  auto replaced = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
      rewriter, inits, /*replaceInitOperandUsesInLoop=*/false,
      [](OpBuilder &, Location, ArrayRef<BlockArgument> added) {
        return SmallVector<Value>(added.begin(), added.end());
      }));
  for (auto [position, index] : llvm::enumerate(which)) {
    shadows.set(replaced.getRegionIterArgs()[index],
                replaced.getRegionIterArgs()[count + position]);
    shadows.set(replaced.getResult(index),
                replaced.getResult(count + position));
  }
  visit(*replaced.getBody());
  Operation *yield = replaced.getBody()->getTerminator();
  yield->eraseOperands(count, which.size());
  appendShadows(yield, yield->getOperands().take_front(count), which, count);
}

/// Adds a truth value to a block for each of the arguments at some positions.
static void addShadowArguments(Block &block, ArrayRef<unsigned> which,
                               ShadowBuilder &shadows) {
  for (unsigned index : which) {
    BlockArgument argument = block.getArgument(index);
    shadows.set(argument, block.addArgument(getShadowType(argument.getType()),
                                            argument.getLoc()));
  }
}

/// The types of the results of an operation with those of some shadows.
static SmallVector<Type> typesWithShadows(Operation *op,
                                          ArrayRef<unsigned> which) {
  SmallVector<Type> types(op->getResultTypes());
  for (unsigned index : which)
    types.push_back(getShadowType(op->getResult(index).getType()));
  return types;
}

/// Replaces an operation by another, which has the shadows of some results.
static void replaceBy(Operation *op, Operation *other, ArrayRef<unsigned> which,
                      ShadowBuilder &shadows) {
  unsigned count = op->getNumResults();
  other->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  for (auto [position, index] : llvm::enumerate(which))
    shadows.set(other->getResult(index), other->getResult(count + position));
  op->replaceAllUsesWith(other->getResults().take_front(count));
  op->erase();
}

void Checker::visitWhile(scf::WhileOp loop) {
  SmallVector<unsigned> carried = find(loop.getBeforeArguments()),
                        results = find(loop.getAfterArguments());
  ImplicitLocOpBuilder builder = before(loop);
  SmallVector<Value> inits(loop.getInits());
  for (unsigned index : carried)
    inits.push_back(shadows.getOrFalse(builder, loop.getInits()[index]));
  unsigned numCarried = loop.getInits().size();
  auto replaced =
      scf::WhileOp::create(builder, typesWithShadows(loop, results), inits);
  replaced.getBefore().takeBody(loop.getBefore());
  replaced.getAfter().takeBody(loop.getAfter());
  addShadowArguments(replaced.getBefore().front(), carried, shadows);
  addShadowArguments(replaced.getAfter().front(), results, shadows);
  visit(replaced.getBefore().front());
  scf::ConditionOp condition = replaced.getConditionOp();
  checkNumbers(condition, condition.getCondition(), "the condition of a loop");
  unsigned numArgs = condition.getArgs().size();
  appendShadows(condition, condition.getArgs(), results, numArgs + 1);
  visit(replaced.getAfter().front());
  Operation *yield = replaced.getYieldOp();
  appendShadows(yield, yield->getOperands(), carried, numCarried);
  replaceBy(loop, replaced, results, shadows);
}

void Checker::visitIf(scf::IfOp branch) {
  checkNumbers(branch, branch.getCondition(), "the condition of a branch");
  SmallVector<unsigned> which = find(branch.getResults());
  for (Region *region : branch.getRegions())
    if (!region->empty())
      visit(region->front());
  if (which.empty())
    return;
  ImplicitLocOpBuilder builder = before(branch);
  unsigned count = branch.getNumResults();
  auto replaced = scf::IfOp::create(builder, typesWithShadows(branch, which),
                                    branch.getCondition());
  replaced.getThenRegion().takeBody(branch.getThenRegion());
  replaced.getElseRegion().takeBody(branch.getElseRegion());
  for (Operation *yield : {replaced.thenYield().getOperation(),
                           replaced.elseYield().getOperation()})
    appendShadows(yield, yield->getOperands(), which, count);
  replaceBy(branch, replaced, which, shadows);
}

void Checker::visit(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](tt::LoadOp load) { visitLoad(load); })
      .Case([&](tt::StoreOp store) {
        checkMask(store, store.getMask());
        checkAccess(store, store.getValue(), store.getMask(),
                    "a number that is stored");
        checkAccess(store, store.getPtr(), store.getMask(),
                    "the address of a store");
      })
      .Case([&](tt::AtomicRmwOp atomic) {
        checkMask(atomic, atomic.getMask());
        checkAccess(atomic, {atomic.getPtr(), atomic.getVal()},
                    atomic.getMask(), "an operand of an atomic");
      })
      .Case([&](tt::AtomicCasOp atomic) {
        checkAccess(atomic, {atomic.getPtr(), atomic.getCmp(), atomic.getVal()},
                    Value(), "an operand of an atomic");
      })
      .Case([&](scf::ForOp loop) { visitFor(loop); })
      .Case([&](scf::WhileOp loop) { visitWhile(loop); })
      .Case([&](scf::IfOp branch) { visitIf(branch); })
      .Default([&](Operation *) {
        ImplicitLocOpBuilder builder(op->getLoc(), op->getContext());
        shadows.build(builder, op);
      });
}

void Checker::visit(Block &block) {
  SmallVector<Operation *> operations(
      llvm::make_pointer_range(block.getOperations()));
  for (Operation *op : operations)
    visit(op);
}

namespace {
struct TTCheckUndefinedPass
    : cm2tt::impl::TTCheckUndefinedPassBase<TTCheckUndefinedPass> {
  using Base::Base;
  void runOnOperation() override {
    tt::FuncOp func = getOperation();
    if (func.isExternal() || !func.getBody().hasOneBlock())
      return;
    MaybeUndefined undefined(func);
    if (undefined.isEmpty())
      return;
    Checker checker(undefined);
    checker.visit(func.getBody().front());
    numChecks += checker.numChecks;
  }
};
} // namespace
