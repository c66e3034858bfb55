// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Barriers of bulk tensor copies, and the uses of what was copied.

#include "TensorCopies.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace cm2tt;

Value cm2tt::createBarriers(OpBuilder &builder, Location loc, unsigned count) {
  MLIRContext *context = builder.getContext();
  auto layout = ttg::SharedAttr::get(context, ttg::makeSharedLayout({1}, {0}));
  auto type =
      ttg::MemDescType::get(context, {1}, builder.getI64Type(), layout, count);
  Value barriers = ttg::LocalAllocOp::create(builder, loc, type, Value());
  ttg::MBarrierInitOp::create(builder, loc, barriers);
  return barriers;
}

void cm2tt::replaceByMemory(OpBuilder &builder, Operation *load, Value memory) {
  Value result = load->getResult(0), tile;
  llvm::SetVector<Operation *> users(result.user_begin(), result.user_end());
  for (Operation *user : users) {
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
