// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Barriers of bulk tensor copies, and the uses of what was copied.

#include "TensorCopies.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace cm2tt;

ttg::MemDescType cm2tt::getBarrierMemory(MLIRContext *context, unsigned count) {
  auto layout = ttg::SharedAttr::get(context, ttg::makeSharedLayout({1}, {0}));
  return ttg::MemDescType::get(context, {1}, IntegerType::get(context, 64),
                               layout, count);
}

Value cm2tt::createBarriers(OpBuilder &builder, Location loc, unsigned count) {
  Value barriers = ttg::LocalAllocOp::create(
      builder, loc, getBarrierMemory(builder.getContext(), count), Value());
  ttg::MBarrierInitOp::create(builder, loc, barriers);
  return barriers;
}

SmallVector<Operation *> cm2tt::getUsersFromLast(Operation *load) {
  llvm::SetVector<Operation *> unique(load->user_begin(), load->user_end());
  SmallVector<Operation *> users = unique.takeVector();
  Block *block = load->getBlock();
  llvm::stable_sort(users, [&](Operation *a, Operation *b) {
    return block->findAncestorOpInBlock(*b)->isBeforeInBlock(
        block->findAncestorOpInBlock(*a));
  });
  return users;
}

void cm2tt::replaceByMemory(OpBuilder &builder, Operation *load, Value memory) {
  Value result = load->getResult(0), tile;
  for (Operation *user : getUsersFromLast(load)) {
    auto alloc = dyn_cast<ttg::LocalAllocOp>(user);
    if (alloc && alloc.getType() == memory.getType()) {
      alloc.replaceAllUsesWith(memory);
      alloc.erase();
      continue;
    }
    if (auto convert = dyn_cast<ttg::ConvertLayoutOp>(user)) {
      Value converted = ttg::LocalLoadOp::create(builder, load->getLoc(),
                                                 convert.getType(), memory);
      convert.replaceAllUsesWith(converted);
      convert.erase();
      continue;
    }
    if (!tile)
      tile = ttg::LocalLoadOp::create(builder, load->getLoc(), result.getType(),
                                      memory);
    user->replaceUsesOfWith(result, tile);
  }
}
