// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Barriers between accesses to shared memory.

#include "cm2tt/Conversion/Passes.h"
#include "cm2tt/Dialect/TTG/TTGOps.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTGINSERTBARRIERSPASS
#include "cm2tt/Conversion/Passes.h.inc"
} // namespace cm2tt

namespace {
struct TTGInsertBarriersPass
    : cm2tt::impl::TTGInsertBarriersPassBase<TTGInsertBarriersPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<Operation *> accesses;
    getOperation().walk([&](Operation *op) {
      if (op->hasAttr(ttg::kOffsetAttr) ||
          isa<ttg::LocalLoadOp, ttg::LocalStoreOp, ttg::AsyncCopyOp,
              ttg::WarpGroupDotOp>(op))
        accesses.push_back(op);
    });
    for (Operation *op : accesses) {
      OpBuilder builder(op);
      gpu::BarrierOp::create(builder, op->getLoc());
      ++barriers;
    }
  }
};
} // namespace
