// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Rotates loops with chains of products, so that the second product of an
/// iteration runs while the threads compute its operand for the next one. In
/// attention, with scores s, weights p and factors f:
///
///     for i:                          s = q k[0]; (m, p, f) = softmax(m, s)
///       s = q k[i]                    o *= f
///       (m, p, f) = softmax(m, s)     for i from 1:
///       o = o * f + p v[i]              s' = q k[i]      (starts)
///                                       o += p v[i - 1]  (starts)
///                                       wait for s'
///                                       (m, p', f) = softmax(m, s')
///                                       wait for o
///                                       o *= f; p = p'
///                                     o += p v[last]
///
/// FlashAttention-3 has this schedule, written by hand ("intra-warpgroup
/// pipelining", section 3.2 of the paper). Here it is a rotation by one
/// iteration of what depends on the second product (Plan.cpp). Loads that only
/// this part needs stay with it. The values that cross the border, p and o, are
/// carried by the loop. Indices, addresses and masks are computed by both
/// parts.
///
/// **Waits** are inserted by TTGOverlapDots, which knows that an operand in
/// registers is replaced after the product has read it. So p' is converted to
/// the operand after the wait for o, in the registers of p. `ptxas` would move
/// the wait to the front: Rotate.cpp has what keeps it.
///
/// **Conditions**; a remark says which does not hold:
///
/// - The operand of the second product that depends on the first is in
///   registers.
/// - Both products read no common tile in shared memory, which would have to
///   stay there for another iteration.
/// - The first product does not read what the second one accumulates.
/// - The loop writes no memory, and does not communicate, except with a
///   producer.
/// - The registers suffice (Registers.cpp), also for as many blocks on a
///   multiprocessor as before.
/// - A multiprocessor runs one warp group with products, or products take
///   longer than all else (Throughput.cpp). Several groups, of a block or of
///   several, overlap products with other work by themselves, each with those of
///   the others, as long as that is longer: rotated, causal attention with heads
///   of 64 and 8 warps was 18 % slower, with heads of 128 it was 8 % faster (an
///   H200, fd66a7d1); two blocks of 4 warps with heads of 64 were 22 % slower.
///
/// **Products ahead** (PlanAhead.cpp). A loop that stores what its last product
/// computed, as gradients of attention, cannot be rotated in this way. Its last
/// product, the store to shared memory, the fence and the bulk copy follow each
/// other, while no other product runs. There the products that depend on no
/// other are those of the next iteration:
///
///     for i:                          s = k q[0]
///       s = k q[i]                    for i:
///       ... d = e(s) k                  ... d = e(s) k   (starts)
///       store d                         s = k q[i + 1]   (starts)
///                                       wait for d, store d
///                                       wait for s
///
/// - The first products read only tiles that a producer copies, in at least two
///   slots: one iteration holds its own until the end.
/// - If the registers do not suffice for all first products, they may for some.
/// - The loop may have more than two iterations.
/// - The producer copies for no loop in it.
///
/// With heads of 64, gradients took 3 to 9 % less time (an H200, 4096 and 8192
/// long).
///
/// Not here: changing the loop (Rotate.cpp).

#include "RotateLoopsInternals.h"

#include "cm2tt/GPU/Passes.h"
#include "gpu/schedule/GroupStores.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTGROTATELOOPSPASS
#include "cm2tt/GPU/Passes.h.inc"
} // namespace cm2tt

namespace {
struct TTGRotateLoopsPass
    : cm2tt::impl::TTGRotateLoopsPassBase<TTGRotateLoopsPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      if (failed(rotateLoop(loop)))
        return signalPassFailure();
  }

private:
  LogicalResult rotateLoop(scf::ForOp loop);
  bool hasRegisters(const RotationPlan &plan, std::string &reason);
  std::optional<RotationPlan> planProductsAhead(scf::ForOp loop,
                                                std::string &reason);
};
} // namespace

bool TTGRotateLoopsPass::hasRegisters(const RotationPlan &plan,
                                      std::string &reason) {
  RotationRegisters count = countRegisters(plan, getOperation());
  bool isTooMuch = count.after > count.limit;
  if (!isTooMuch && count.blocksAfter >= count.blocksBefore)
    return true;
  std::string needed = "it would need about " + std::to_string(count.after) +
                       " registers of a thread";
  reason = isTooMuch
               ? needed + ", which can have " + std::to_string(count.limit)
               : needed + " instead of " + std::to_string(count.before) +
                     ", so that only one block fits on a multiprocessor";
  return false;
}

/// Plans as many of the products that could run ahead as there are registers
/// for.
std::optional<RotationPlan>
TTGRotateLoopsPass::planProductsAhead(scf::ForOp loop, std::string &reason) {
  unsigned most = std::numeric_limits<unsigned>::max();
  while (std::optional<RotationPlan> plan = planAhead(loop, most, reason)) {
    if (hasRegisters(*plan, reason))
      return plan;
    most = plan->leading.size() - 1;
  }
  return std::nullopt;
}

LogicalResult TTGRotateLoopsPass::rotateLoop(scf::ForOp loop) {
  std::string reason;
  std::optional<RotationPlan> plan = planRotation(loop, reason);
  if (plan && !hasRegisters(*plan, reason))
    plan.reset();
  if (plan && countGroups(getOperation()) > 1 && !areProductsLonger(loop)) {
    reason = "several warp groups overlap products by themselves, and these "
             "take less time than all else";
    plan.reset();
  }
  if (!plan)
    plan = planProductsAhead(loop, reason);
  if (plan) {
    ++rotated;
    return rotate(*plan);
  }
  if (!reason.empty())
    emitRemark(loop.getLoc()) << "the loop is not rotated: " << reason;
  return success();
}
