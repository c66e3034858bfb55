// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reassociates sums, conjunctions and pointer arithmetic, so that operands
/// that repeat the same small shape are combined first.
///
/// Not here: moving what is combined before the broadcasts
/// (TTReorderBroadcast).

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Tile/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTREASSOCIATEPASS
#include "cm2tt/Tile/Passes.h.inc"
} // namespace cm2tt

/// Whether the order in which an operation combines several tiles of integers
/// or offsets is free.
static bool isAssociative(Operation *op) {
  if (!isa<tt::AddPtrOp, arith::AddIOp, arith::AndIOp, arith::OrIOp>(op))
    return false;
  auto tile = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  return tile && !tile.getEncoding();
}

/// Returns the operation of the same kind, in the same block, that computes an
/// operand for `op` alone, or null. An operation with hints is not returned:
/// they describe its result.
static Operation *getInner(Operation *op, Value operand) {
  Operation *inner = operand.getDefiningOp();
  const bool isInner = inner && inner->getName() == op->getName() &&
                       inner->getBlock() == op->getBlock() &&
                       inner->hasOneUse() &&
                       inner->getDiscardableAttrs().empty() &&
                       operand.getType() == op->getResult(0).getType();
  return isInner ? inner : nullptr;
}

/// Finds the operands of a tree of operations of one kind, in order.
static void findTerms(Operation *root, SmallVectorImpl<Value> &terms) {
  // With an explicit stack: a tree may be deep.
  SmallVector<Value> pending(llvm::reverse(root->getOperands()));
  while (!pending.empty()) {
    Value term = pending.pop_back_val();
    if (Operation *inner = getInner(root, term))
      llvm::append_range(pending, llvm::reverse(inner->getOperands()));
    else
      terms.push_back(term);
  }
}

/// The shape that a term repeats: none for splats, its own if it repeats none.
static ArrayRef<int64_t> getSmallShape(Value term) {
  if (auto broadcast = term.getDefiningOp<tt::BroadcastOp>())
    return broadcast.getSrc().getType().getShape();
  if (term.getDefiningOp<tt::SplatOp>() ||
      matchPattern(term, m_Constant<SplatElementsAttr>(nullptr)))
    return {};
  return cast<RankedTensorType>(term.getType()).getShape();
}

using Groups = llvm::MapVector<ArrayRef<int64_t>, SmallVector<Value>>;

/// The terms by their shapes, of which the first is that of the first term;
/// splats are with the first that are no splats.
static Groups groupTerms(ArrayRef<Value> terms) {
  Groups groups;
  SmallVector<Value> splats;
  for (Value term : terms) {
    ArrayRef<int64_t> shape = getSmallShape(term);
    if (shape.empty())
      splats.push_back(term);
    else
      groups[shape].push_back(term);
  }
  if (groups.empty())
    groups[{}] = {};
  llvm::append_range(groups.front().second, splats);
  return groups;
}

/// Combines terms; in the order that they have, as a pointer is the first.
static Value combine(OpBuilder &builder, Operation *root,
                     ArrayRef<Value> terms) {
  Value result = terms.front();
  for (Value term : terms.drop_front()) {
    OperationState state(root->getLoc(), root->getName());
    state.addOperands({result, term});
    state.addTypes(root->getResult(0).getType());
    result = builder.create(state)->getResult(0);
  }
  return result;
}

/// Combines what `root` combines, by groups; returns whether that is another
/// order.
static bool reassociate(Operation *root) {
  SmallVector<Value> terms;
  findTerms(root, terms);
  Groups groups = groupTerms(terms);
  const bool isPointer = isa<tt::AddPtrOp>(root);
  // A pointer that is a splat is the first, with the group after it.
  if (isPointer && getSmallShape(terms.front()).empty())
    return false;
  // Only what is combined with a pointer itself can be smaller.
  const bool isGain = llvm::any_of(groups, [&](auto &entry) {
    return entry.second.size() > 1 &&
           (!isPointer || &entry == &groups.front()) &&
           entry.first !=
               cast<RankedTensorType>(root->getResult(0).getType()).getShape();
  });
  if (terms.size() < 3 || groups.size() < 2 || !isGain)
    return false;
  OpBuilder builder(root);
  SmallVector<Value> sums;
  for (auto &[shape, group] : groups)
    if (isPointer)
      llvm::append_range(sums, group);
    else
      sums.push_back(combine(builder, root, group));
  Value result = combine(builder, root, sums);
  result.getDefiningOp()->setDiscardableAttrs(
      root->getDiscardableAttrDictionary());
  root->getResult(0).replaceAllUsesWith(result);
  return true;
}

namespace {
struct TTReassociatePass
    : cm2tt::impl::TTReassociatePassBase<TTReassociatePass> {
  using Base::Base;
  void runOnOperation() override {
    SmallVector<Operation *> roots;
    getOperation()->walk([&](Operation *op) {
      if (!isAssociative(op))
        return;
      const bool isPart = op->hasOneUse() && isAssociative(*op->user_begin()) &&
                          getInner(*op->user_begin(), op->getResult(0)) == op;
      if (!isPart)
        roots.push_back(op);
    });
    for (Operation *root : roots)
      if (reassociate(root)) {
        ++reassociated;
        eraseTree(root);
      }
  }

private:
  /// Erases operations that nothing uses any more.
  static void eraseTree(Operation *root) {
    SmallVector<Operation *> pending = {root};
    while (!pending.empty()) {
      Operation *op = pending.pop_back_val();
      SmallVector<Operation *> inner;
      for (Value operand : op->getOperands())
        if (Operation *other = getInner(op, operand))
          inner.push_back(other);
      op->erase();
      llvm::append_range(pending, inner);
    }
  }
};
} // namespace
