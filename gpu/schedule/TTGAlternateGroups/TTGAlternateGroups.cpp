// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lets the warp groups of a block issue the products of a rotated loop one
/// after the other, so that the products of one group run while another
/// computes. Groups that nothing orders issue their products at the same time,
/// and then compute at the same time, while the unit of products idles.
///
/// Group g of G has a named barrier, at which the group before it arrives:
///
///     for i:
///       if (g > 0 or i is not the first)  bar.sync own, 256
///       s' = q k[i]; o += p v[i - 1]      (start)
///       if (g < G - 1 or i is not the last)  bar.arrive that of g + 1, 256
///       wait for s' ...
///
/// The conditions let each barrier complete as often as a group waits for it.
/// So the next loop finds it as this one did, and no group can be ahead of the
/// next one by two iterations. FlashAttention-3 orders its groups so ("pingpong
/// scheduling", section 3.1 of the paper).
///
/// **Loops**: an iteration issues several products and waits for some of them
/// before the others, as in loops that TTGRotateLoops rotates. The loop has no
/// barrier of the block, and no operation that gets one when it is lowered, as
/// those with scratch memory do: a group that waits there would wait for one
/// that waits for it. What a group waits for between the barriers is copied by
/// a producer, and each group frees that memory before it waits again.
///
/// Attention with heads of 128 took 1 to 6 % less time (an H200, 2048 to 8192
/// long, 8 warps). Heads of 64, whose loops TTGRotateLoops leaves alone, gained
/// nothing.
///
/// Not here: the order of products and other work in a group
/// (TTGRotateLoops.cpp).

#include "cm2tt/Dialect/TTG/TTGOps.h"
#include "cm2tt/GPU/Passes.h"
#include "cm2tt/Lowering/TargetInfo.h"
#include "gpu/schedule/GroupStores.h"
#include "gpu/schedule/NamedBarriers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTGALTERNATEGROUPSPASS
#include "cm2tt/GPU/Passes.h.inc"
} // namespace cm2tt

static constexpr int64_t kThreadsOfGroup = kWarpsOfGroup * TargetInfo::warpSize;

namespace {
/// The first and the last of the products that a group issues together.
struct Issue {
  ttg::WarpGroupDotOp first, last;
};

struct TTGAlternateGroupsPass
    : cm2tt::impl::TTGAlternateGroupsPassBase<TTGAlternateGroupsPass> {
  using Base::Base;

  void runOnOperation() override;

private:
  void order(scf::ForOp loop, Issue issue, int64_t groups);
};
} // namespace

/// Whether all groups of the block may meet at an operation.
static bool mayMeet(Operation *op) {
  if (isa<gpu::BarrierOp>(op))
    return !op->hasAttr(kOfGroupAttr);
  return isa<CallOpInterface>(op) ||
         (op->hasAttr(ttg::kOffsetAttr) && !isa<ttg::LocalAllocOp>(op));
}

/// Finds what a loop issues before its first wait, if that leaves some of it
/// running.
static std::optional<Issue> findIssue(scf::ForOp loop) {
  Issue issue;
  unsigned count = 0;
  for (Operation &op : *loop.getBody()) {
    if (auto wait = dyn_cast<ttg::WarpGroupDotWaitOp>(op)) {
      if (wait.getPending() == 0 || wait.getPending() >= count)
        return std::nullopt;
      break;
    }
    if (auto dot = dyn_cast<ttg::WarpGroupDotOp>(op)) {
      if (!dot.getIsAsync())
        return std::nullopt;
      issue.last = dot;
      if (count++ == 0)
        issue.first = dot;
    }
  }
  if (count < 2)
    return std::nullopt;
  WalkResult walked = loop.getBody()->walk([](Operation *op) {
    return mayMeet(op) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walked.wasInterrupted() ? std::nullopt : std::optional(issue);
}

/// Emits an action at a barrier, `sync` or `arrive`, if `condition` holds,
/// about which the threads of a warp agree.
static void emitIf(OpBuilder &builder, Location loc, Value condition,
                   StringRef action, Value barrier) {
  scf::IfOp branch = scf::IfOp::create(builder, loc, condition);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  Value threads =
      arith::ConstantIntOp::create(builder, loc, 2 * kThreadsOfGroup, 32);
  LLVM::CallIntrinsicOp::create(builder, loc,
                                builder.getStringAttr("llvm.nvvm.barrier.cta." +
                                                      action +
                                                      ".aligned.count"),
                                {barrier, threads});
}

void TTGAlternateGroupsPass::order(scf::ForOp loop, Issue issue,
                                   int64_t groups) {
  Location loc = loop.getLoc();
  OpBuilder builder(loop);
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder, loc, value, 32);
  };
  auto compare = [&](arith::CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(builder, loc, predicate, a, b).getResult();
  };
  Value thread = NVVM::ThreadIdXOp::create(builder, loc, builder.getI32Type());
  Value group =
      arith::DivUIOp::create(builder, loc, thread, number(kThreadsOfGroup));
  Value isLastGroup =
      compare(arith::CmpIPredicate::eq, group, number(groups - 1));
  Value isFirstGroup = compare(arith::CmpIPredicate::eq, group, number(0));
  Value own =
      arith::AddIOp::create(builder, loc, group, number(kFirstOrderBarrier));
  Value next = arith::SelectOp::create(
      builder, loc, isLastGroup, number(kFirstOrderBarrier),
      arith::AddIOp::create(builder, loc, own, number(1)));
  Value yes = arith::ConstantIntOp::create(builder, loc, 1, 1);
  Value always = arith::XOrIOp::create(builder, loc, isFirstGroup, yes);
  Value alwaysPasses = arith::XOrIOp::create(builder, loc, isLastGroup, yes);

  builder.setInsertionPoint(issue.first);
  Value index = loop.getInductionVar();
  Value isLater =
      compare(arith::CmpIPredicate::ne, index, loop.getLowerBound());
  emitIf(builder, loc, arith::OrIOp::create(builder, loc, always, isLater),
         "sync", own);

  builder.setInsertionPointAfter(issue.last);
  // As the index is below the bound, their distance has no sign.
  Value rest = arith::SubIOp::create(builder, loc, loop.getUpperBound(), index);
  Value isMore = compare(arith::CmpIPredicate::ugt, rest, loop.getStep());
  emitIf(builder, loc, arith::OrIOp::create(builder, loc, alwaysPasses, isMore),
         "arrive", next);
  ++ordered;
}

void TTGAlternateGroupsPass::runOnOperation() {
  int64_t groups = ttg::getNumWarps(getOperation()) / kWarpsOfGroup;
  bool hasProducer = false;
  SmallVector<std::pair<scf::ForOp, Issue>> found;
  getOperation().walk([&](Operation *op) {
    hasProducer |= isa<ttg::ProducerOp>(op);
    if (auto loop = dyn_cast<scf::ForOp>(op))
      if (std::optional<Issue> issue = findIssue(loop))
        found.emplace_back(loop, *issue);
  });
  if (groups < 2 || groups > kMostOrdered || !hasProducer)
    return;
  for (auto [loop, issue] : found)
    order(loop, issue, groups);
}
