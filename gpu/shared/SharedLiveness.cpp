// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The ranges in which items of shared memory are live.
///
/// `mlir::Liveness` is about SSA values: it knows neither that views and the
/// tokens of copies extend the range of a buffer nor that operations need
/// scratch memory, and it analyses all values of a function. On the largest
/// kernels of the corpus it takes 0.3 to 1.0 ms, this analysis 0.08 to 0.2.

#include "SharedLiveness.h"

#include "SharedScratch.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace cm2tt;

/// Swizzles of 128 bytes repeat every 8 lines: their unit must be aligned as
/// hardware computes them from addresses.
static constexpr uint64_t kSwizzleAlignment = 1024;
/// So that vectors of any width, and lines of all banks, begin where tiles do.
static constexpr uint64_t kTileAlignment = 128;

using Span = OperationNumbers::Span;

void OperationNumbers::number(Operation *op) {
  unsigned begin = next++;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &inner : block)
        number(&inner);
  spans[op] = {begin, next - 1};
}

/// Until when a use by `user` needs what `alloc` allocates. What a loop uses
/// it uses again; of other blocks the order is not known.
static unsigned getEndOfUse(Operation *user, Operation *alloc,
                            const OperationNumbers &numbers) {
  unsigned end = numbers[user].end;
  Region *home = alloc->getParentRegion();
  while (user->getParentRegion() != home) {
    Operation *parent = user->getParentOp();
    if (!isa<scf::IfOp>(parent))
      end = numbers[parent].end;
    user = parent;
  }
  return user->getBlock() == alloc->getBlock()
             ? end
             : numbers[alloc->getParentOp()].end;
}

/// Whether what is computed from `memory` or stands for work on it is used on
/// behalf of it: views, and the tokens of copies.
static bool isContinued(Value result) {
  return isa<ttg::MemDescType, ttg::TokenType>(result.getType());
}

Span cm2tt::getLife(ttg::LocalAllocOp alloc, const OperationNumbers &numbers,
                    bool keepsStored) {
  Span life = numbers[alloc];
  SmallVector<Value> values{alloc.getResult()};
  llvm::SmallPtrSet<Value, 8> seen(values.begin(), values.end());
  while (!values.empty())
    for (Operation *user : values.pop_back_val().getUsers()) {
      life.end = std::max(life.end, getEndOfUse(user, alloc, numbers));
      if (user->getParentOfType<ttg::ProducerOp>())
        life.begin = 0;
      if (auto loop = dyn_cast<scf::ForOp>(user->getParentOp());
          keepsStored && loop && isa<ttg::TensorStoreOp>(user) &&
          !loop.getBody()->getOps<ttg::WarpGroupDotOp>().empty()) {
        life.begin = std::min(life.begin, numbers[loop].begin);
        life.end = std::max(life.end, numbers[loop].end);
      }
      // Before it as well, if control may come back.
      if (user->getBlock()->getParent() == alloc->getBlock()->getParent() &&
          user->getBlock() != alloc->getBlock())
        life.begin = numbers[alloc->getParentOp()].begin;
      for (Value result : user->getResults())
        if (isContinued(result) && seen.insert(result).second)
          values.push_back(result);
    }
  return life;
}

/// Whether hardware, not our own code, computes the swizzle: products of warp
/// groups read this.
static bool isSwizzled(ttg::MemDescType type) {
  return !type.getLayout().getLayout().isPermutation();
}

SharedItem cm2tt::makeTiles(Operation *op, ttg::MemDescType type, Span life) {
  return {op,
          type.getBytes(),
          isSwizzled(type) ? kSwizzleAlignment : kTileAlignment,
          life.begin,
          life.end,
          /*isScratch=*/false};
}

SmallVector<SharedItem, 0>
cm2tt::findSharedItems(tt::FuncOp func, const OperationNumbers &numbers,
                       bool keepsStored) {
  SmallVector<SharedItem, 0> items;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto alloc = dyn_cast<ttg::LocalAllocOp>(op)) {
      items.push_back(
          makeTiles(op, alloc.getType(), getLife(alloc, numbers, keepsStored)));
    } else if (uint64_t bytes = getScratchBytes(op)) {
      Span life = numbers[op];
      // A tensor map must be a multiple of its size.
      uint64_t alignment =
          isa<ttg::TensorMapCreateOp>(op) ? kTileAlignment : kScratchAlignment;
      items.push_back({op, bytes, alignment, life.begin, life.end,
                       /*isScratch=*/true});
    }
  });
  return items;
}

ttg::LocalAllocOp cm2tt::getAllocation(Value memory) {
  while (Operation *op = memory.getDefiningOp()) {
    if (auto alloc = dyn_cast<ttg::LocalAllocOp>(op))
      return alloc;
    if (!isa<ttg::MemDescIndexOp, ttg::MemDescTransOp>(op))
      return {};
    memory = op->getOperand(0);
  }
  return {};
}
