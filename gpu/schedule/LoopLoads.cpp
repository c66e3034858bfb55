// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The loads of a loop that become copies to shared memory, and the products
/// that read them.

#include "LoopLoads.h"

#include "cm2tt/Dialect/TTG/LayoutConversion.h"
#include "cm2tt/Dialect/TTG/TensorCopyLayouts.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace cm2tt;

unsigned cm2tt::getRequestedStages(scf::ForOp loop, unsigned otherwise) {
  auto requested = loop->getAttrOfType<IntegerAttr>("tt.num_stages");
  return requested ? std::max<int64_t>(requested.getInt(), 1) : otherwise;
}

Operation *cm2tt::findInBody(scf::ForOp loop, Operation *op) {
  return loop.getBody()->findAncestorOpInBlock(*op);
}

void cm2tt::forEachReader(Value tile, ttg::MemDescType memory,
                          llvm::function_ref<void(Operation *)> each) {
  SmallVector<Value> pending{tile};
  while (!pending.empty())
    for (Operation *user : pending.pop_back_val().getUsers()) {
      auto alloc = dyn_cast<ttg::LocalAllocOp>(user);
      if (isa<ttg::MemDescTransOp>(user) ||
          (alloc && alloc.getType() == memory))
        pending.push_back(user->getResult(0));
      else
        each(user);
    }
}

Operation *cm2tt::findFirstUse(scf::ForOp loop, Value tile,
                               ttg::MemDescType memory) {
  Operation *first = nullptr;
  forEachReader(tile, memory, [&](Operation *user) {
    Operation *op = findInBody(loop, user);
    if (!first || op->isBeforeInBlock(first))
      first = op;
  });
  return first;
}

bool cm2tt::dependsOnProduct(Block *body, Value value) {
  SmallVector<Value> pending{value};
  llvm::DenseSet<Operation *> seen;
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val().getDefiningOp();
    op = op ? body->findAncestorOpInBlock(*op) : nullptr;
    if (!op || !seen.insert(op).second)
      continue;
    if (isa<ttg::WarpGroupDotOp>(op))
      return true;
    op->walk([&](Operation *inner) {
      llvm::append_range(pending, inner->getOperands());
    });
  }
  return false;
}

Operation *cm2tt::findFirstReader(scf::ForOp loop, Value value) {
  Operation *first = nullptr;
  for (OpOperand &use : value.getUses()) {
    auto dot = dyn_cast<ttg::WarpGroupDotOp>(use.getOwner());
    Operation *op = findInBody(loop, use.getOwner());
    if (!op || op == loop.getBody()->getTerminator() ||
        (dot && dot.getC() == value))
      continue;
    if (!first || op->isBeforeInBlock(first))
      first = op;
  }
  return first;
}

/// The product that has the result of `dot` as accumulator, or null.
static ttg::WarpGroupDotOp getNextSum(ttg::WarpGroupDotOp dot) {
  ttg::WarpGroupDotOp next;
  for (Operation *user : dot->getUsers())
    if (auto adding = dyn_cast<ttg::WarpGroupDotOp>(user))
      next = adding;
  return next;
}

ttg::WarpGroupDotOp cm2tt::getLastSum(ttg::WarpGroupDotOp dot) {
  while (ttg::WarpGroupDotOp next = getNextSum(dot))
    dot = next;
  return dot;
}

Operation *cm2tt::findCompletion(scf::ForOp loop, ttg::WarpGroupDotOp dot) {
  ttg::WarpGroupDotOp last = dot;
  for (; dot; dot = getNextSum(dot)) {
    if (Operation *reader = findFirstReader(loop, dot.getD()))
      return reader;
    last = dot;
  }
  Operation *first = nullptr;
  for (Operation *op = last->getNextNode(); op; op = op->getNextNode()) {
    auto later = dyn_cast<ttg::WarpGroupDotOp>(op);
    Operation *reader = later ? findFirstReader(loop, later.getD()) : nullptr;
    if (reader && (!first || reader->isBeforeInBlock(first)))
      first = reader;
  }
  return first;
}

ttg::MemDescType cm2tt::chooseBulkMemory(tt::DescriptorLoadOp load) {
  tt::TensorDescType desc = load.getDesc().getType();
  RankedTensorType block = desc.getSignlessBlockType();
  std::optional<ttg::TensorCopyPlan> plan =
      ttg::planTensorCopy(block.getShape(), tt::getElementBits(block));
  ttg::MemDescType memory =
      ttg::getTensorCopyMemory(desc, load.getType().getShape());
  if (!plan || !memory || memory.getTileBytes() % plan->alignment != 0)
    return {};
  return memory;
}

/// The largest n such that n elements from a multiple of n on are neighbours
/// along `dim` in shared memory.
static int64_t getNeighbours(const ttg::LinearLayout &memory, unsigned dim) {
  return memory.getNumConsecutive(dim, ttg::InDim::Offset);
}

unsigned cm2tt::getAsyncCopyBytes(Value pointer, Value mask,
                                  ttg::MemDescType memory,
                                  const ModuleAxisInfo &axisInfo) {
  const ttg::LinearLayout &shared = memory.getLayout().getLayout();
  const ttg::LinearLayout &layout =
      ttg::getLayoutAttr(pointer.getType()).getLayout();
  VectorAccess global = axisInfo.getMaxVectorWidth(pointer, mask, layout);
  unsigned elementBytes = getPointeeBytes(pointer.getType());
  ttg::SharedAccessOptions options;
  options.elementBits = elementBytes * 8;
  options.isStore = true;
  ttg::SharedAccessPlan store = ttg::planSharedAccess(layout, shared, options);
  int64_t elements = std::min<int64_t>({global.elements, store.vectorElements,
                                        getNeighbours(shared, global.dim)});
  unsigned bytes = elements * elementBytes;
  return bytes >= 4 ? bytes : 0;
}
