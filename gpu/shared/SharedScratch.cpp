// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Which operations have scratch memory.
///
/// Not here: how much (<Family>Scratch.cpp).

#include "SharedScratchInternals.h"

#include "cm2tt/Dialect/TT/TTTypes.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

/// (CUDA Driver API, CUtensorMap)
static constexpr uint64_t kTensorMapBytes = 128;

unsigned cm2tt::getElementBits(Type type) {
  Type element = getElementTypeOrSelf(type);
  return isa<tt::PtrType>(element) ? 64 : element.getIntOrFloatBitWidth();
}

/// Whether all tiles have layouts. Lowering refuses tiles without one, so that
/// other code need not handle them.
static bool isLaidOut(TypeRange types) {
  return llvm::all_of(types, [](Type type) {
    return !isa<RankedTensorType>(type) || ttg::getLayoutAttr(type);
  });
}

bool cm2tt::hasBlockBarrier(Operation *op) {
  if (isa<ttg::TensorMapCreateOp>(op))
    return false;
  auto conversion = dyn_cast<ttg::ConvertLayoutOp>(op);
  if (!conversion)
    return true;
  const ttg::LinearLayout &layout =
      ttg::getLayoutAttr(conversion.getType()).getLayout();
  return layout.getInSize(ttg::InDim::Warp) == 1 ||
         !planConversion(conversion).shared.isWarpLocal;
}

uint64_t cm2tt::getScratchBytes(Operation *op) {
  if (!isLaidOut(op->getOperandTypes()) || !isLaidOut(op->getResultTypes()))
    return 0;
  return llvm::TypeSwitch<Operation *, uint64_t>(op)
      .Case([](tt::AtomicRmwOp typed) { return getScratch(typed); })
      .Case([](tt::AtomicCasOp typed) { return getScratch(typed); })
      .Case([](ttg::ConvertLayoutOp typed) { return getScratch(typed); })
      .Case([](ttg::TensorMapCreateOp) { return kTensorMapBytes; })
      .Case([](tt::DotOp typed) { return getScratch(typed); })
      .Case<tt::GatherOp, tt::HistogramOp, tt::ReduceOp, tt::ScanOp>(
          [](auto typed) { return getScratch(typed); })
      .Default(uint64_t(0));
}
