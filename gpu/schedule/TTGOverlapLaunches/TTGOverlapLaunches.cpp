// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lets a kernel start while the kernel before it ends, if the launch asks for
/// that (CUDA Programming Guide, "Programmatic Dependent Launch and
/// Synchronization").
///
/// All threads wait for the kernels before ahead of what has effects, or
/// depends on memory: consumers after their first computations, of addresses
/// mostly, and the producer, which begins elsewhere, once it has initialised
/// its barriers. So no access to global memory is earlier than without the
/// pass. The kernel after may start when all blocks of this one have: its
/// blocks take the multiprocessors that the last blocks leave free, and wait in
/// turn. Without that launch attribute, both instructions do nothing.
///
/// A kernel that has such operations keeps its own order.

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Dialect/TTG/TTGOps.h"
#include "cm2tt/GPU/Passes.h"
#include "cm2tt/Lowering/TargetInfo.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define GEN_PASS_DEF_TTGOVERLAPLAUNCHESPASS
#include "cm2tt/GPU/Passes.h.inc"
#pragma GCC diagnostic pop
} // namespace cm2tt

/// Whether a function orders launches by itself.
static bool ordersLaunches(tt::FuncOp func) {
  return func
      .walk([](Operation *op) {
        return isa<tt::GridDependencyWaitOp,
                   tt::GridDependencyLaunchDependentsOp>(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Lets the producer wait before its copies.
static void waitInProducer(ttg::ProducerOp producer) {
  Operation *last = nullptr;
  for (auto init : producer.getBody().getOps<ttg::MBarrierInitOp>())
    last = init;
  OpBuilder builder = OpBuilder::atBlockBegin(&producer.getBody().front());
  if (last)
    builder.setInsertionPointAfter(last);
  tt::GridDependencyWaitOp::create(builder, producer.getLoc());
}

namespace {
struct TTGOverlapLaunchesPass
    : cm2tt::impl::TTGOverlapLaunchesPassBase<TTGOverlapLaunchesPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::optional<TargetInfo> target =
        TargetInfo::parse(ttg::getTarget(module));
    if (!target || !target->hasDependentLaunches() ||
        llvm::any_of(module.getOps<tt::FuncOp>(), ordersLaunches))
      return;
    for (auto func : module.getOps<tt::FuncOp>())
      if (func.isPublic() && !func.isExternal())
        wait(func);
  }

private:
  void wait(tt::FuncOp func) {
    Block &body = func.getBody().front();
    OpBuilder builder(func.getContext());
    // The terminator if nothing has effects.
    builder.setInsertionPoint(
        &*llvm::find_if(body.without_terminator(), [](Operation &op) {
          return !isMemoryEffectFree(&op);
        }));
    tt::GridDependencyWaitOp::create(builder, func.getLoc());
    builder.setInsertionPointToStart(&body);
    tt::GridDependencyLaunchDependentsOp::create(builder, func.getLoc());
    for (auto producer : func.getBody().getOps<ttg::ProducerOp>())
      waitInProducer(producer);
    func->setAttr(ttg::kWaitsForKernelsAttr, builder.getUnitAttr());
    ++overlapped;
  }
};
} // namespace
