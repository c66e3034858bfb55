// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Accesses to memory that the GPU takes.

#include "SupportedInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

using namespace mlir;
using namespace cm2tt;

/// Cache modifiers are those of PTX, which has others for loads than for
/// stores.
static LogicalResult checkCache(Operation *op, tt::CacheModifier cache) {
  using tt::CacheModifier;
  bool isForStores = cache == CacheModifier::WB || cache == CacheModifier::WT;
  bool isForLoads = cache == CacheModifier::CA || cache == CacheModifier::CV;
  if (isa<tt::LoadOp>(op) ? !isForStores : !isForLoads)
    return success();
  return op->emitError("cache modifier '")
         << tt::stringifyCacheModifier(cache) << "' is not one of "
         << (isa<tt::LoadOp>(op) ? "loads: ca, cg, cs or cv expected"
                                 : "stores: cg, cs, wb or wt expected");
}

Verdict cm2tt::checkMemory(Operation *op) {
  if (auto load = dyn_cast<tt::LoadOp>(op))
    return checkCache(op, load.getCache());
  if (auto store = dyn_cast<tt::StoreOp>(op))
    return checkCache(op, store.getCache());
  if (isa<tt::AtomicRmwOp, tt::AtomicCasOp>(op))
    return success();
  return std::nullopt;
}
