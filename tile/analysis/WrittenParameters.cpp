// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The parameters of a kernel by which it may write memory.

#include "cm2tt/Tile/WrittenParameters.h"

#include "PointerRoots.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace cm2tt;

/// Whether an operation may write to the memory that its operands point to.
static bool mayWrite(Operation *op) {
  // These wait, or print the address.
  if (isa<tt::LoadOp, tt::AtomicLoadOp, tt::AtomicPollOp, tt::PrintOp>(op))
    return false;
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    // Loops and branches have the effects of their operations.
    return !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
           !op->hasTrait<OpTrait::IsTerminator>();
  SmallVector<MemoryEffects::EffectInstance> all;
  effects.getEffects(all);
  return llvm::any_of(all, [](const MemoryEffects::EffectInstance &effect) {
    return isa<MemoryEffects::Write>(effect.getEffect()) &&
           (effect.getResource() == tt::GlobalMemory::get() ||
            effect.getResource() == SideEffects::DefaultResource::get());
  });
}

static bool isAddress(Value value) {
  return isa<tt::PtrType, tt::TensorDescType>(
      getElementTypeOrSelf(value.getType()));
}

llvm::BitVector cm2tt::findWrittenParameters(tt::FuncOp kernel) {
  llvm::BitVector written(kernel.getNumArguments());
  // The parameters whose addresses became numbers, which may become addresses
  // again.
  llvm::BitVector asNumbers(kernel.getNumArguments());
  if (llvm::none_of(kernel.getArguments(), isAddress))
    return written;
  PointerRootAnalysis analysis(kernel, /*mergesGuarded=*/false);
  bool writesAnywhere = false;
  kernel.walk([&](Operation *op) {
    const bool isNumber = isa<tt::PtrToIntOp>(op);
    if (!isNumber && (op == kernel || !mayWrite(op)))
      return;
    for (Value operand : op->getOperands()) {
      if (!isAddress(operand))
        continue;
      ArrayRef<unsigned> roots = analysis.getRoots(operand).getParameters();
      for (unsigned parameter : roots)
        (isNumber ? asNumbers : written).set(parameter);
      writesAnywhere |= !isNumber && roots.empty();
    }
  });
  if (writesAnywhere)
    written |= asNumbers;
  return written;
}
