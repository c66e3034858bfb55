// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Moves constants to the entry of a function.

#include "EntryConstants.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

void cm2tt::moveConstantsToEntry(tt::FuncOp func) {
  Block &entry = func.getBody().front();
  Operation *end = &entry.front();
  while (isa<arith::ConstantOp>(end))
    end = end->getNextNode();
  llvm::DenseMap<Attribute, arith::ConstantOp> known;
  SmallVector<arith::ConstantOp> others;
  func.walk([&](arith::ConstantOp constant) {
    const bool isAtEntry =
        constant->getBlock() == &entry && constant->isBeforeInBlock(end);
    if (!isAtEntry)
      others.push_back(constant);
    else
      known.try_emplace(constant.getValue(), constant);
  });
  for (arith::ConstantOp constant : others) {
    auto [found, isNew] = known.try_emplace(constant.getValue(), constant);
    if (isNew) {
      constant->moveBefore(end);
      continue;
    }
    constant.replaceAllUsesWith(found->second.getResult());
    constant.erase();
  }
}
