// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The number of groups of copies that may be pending at each wait.
///
/// A wait names the group that it needs by a token, which comes from the commit
/// through loops that carry it from iteration to iteration. The groups that are
/// committed in between may be pending; if there are several paths, those of
/// the path with fewest.

#include "PipelineLoopsInternals.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// Counts groups on the ways from commits to waits. Tokens are carried by
/// `scf.for` only, as the expansion of loops makes them.
class GroupCounter {
public:
  /// The minimum number of groups committed between the commit of `token` and
  /// `place`.
  unsigned countBetween(Value token, Operation *place);

private:
  /// Groups committed from `from` (or the start of the block) up to `to` (or
  /// its end), in the block itself: commits are not in nested regions.
  static unsigned countInBlock(Block *block, Operation *from, Operation *to);

  /// Loops' arguments that are being looked at.
  llvm::DenseSet<Value> visiting;
};
} // namespace

unsigned GroupCounter::countInBlock(Block *block, Operation *from,
                                    Operation *to) {
  unsigned count = 0;
  auto it = from ? std::next(from->getIterator()) : block->begin();
  auto end = to ? to->getIterator() : block->end();
  for (; it != end; ++it)
    count += isa<ttg::AsyncCommitOp>(*it);
  return count;
}

unsigned GroupCounter::countBetween(Value token, Operation *place) {
  if (Operation *commit = token.getDefiningOp()) {
    Operation *at = commit->getBlock()->findAncestorOpInBlock(*place);
    return countInBlock(commit->getBlock(), commit, at);
  }
  auto argument = cast<BlockArgument>(token);
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  if (!loop || !visiting.insert(token).second)
    return loop ? ~0u / 2 : 0; // another iteration adds groups: not the fewest
  Block *body = loop.getBody();
  unsigned inTurn =
      countInBlock(body, nullptr, body->findAncestorOpInBlock(*place));
  unsigned fromInit = countBetween(loop.getTiedLoopInit(argument)->get(), loop);
  unsigned fromTurn = countBetween(
      loop.getTiedLoopYieldedValue(argument)->get(), body->getTerminator());
  visiting.erase(token);
  return inTurn + std::min(fromInit, fromTurn);
}

/// Merges a wait with waits before it if nothing in between starts copies or
/// reads shared memory.
static void mergeWithPrevious(ttg::AsyncWaitOp wait) {
  Operation *previous = wait->getPrevNode();
  while (previous && isMemoryEffectFree(previous))
    previous = previous->getPrevNode();
  auto earlier = dyn_cast_if_present<ttg::AsyncWaitOp>(previous);
  if (!earlier)
    return;
  wait.setPending(std::min(wait.getPending(), earlier.getPending()));
  // The later location would suffice, but an operation in between may need the
  // earlier wait.
  wait->moveBefore(earlier);
  earlier.erase();
}

void cm2tt::computePendingGroups(tt::FuncOp func) {
  SmallVector<ttg::AsyncWaitOp> waits;
  func.walk([&](ttg::AsyncWaitOp wait) { waits.push_back(wait); });
  for (ttg::AsyncWaitOp wait : waits) {
    if (wait.getGroups().empty())
      continue;
    unsigned pending = ~0u;
    for (Value group : wait.getGroups())
      pending = std::min(pending, GroupCounter().countBetween(group, wait));
    wait.setPending(pending);
  }
  // The tokens are no longer needed; those that loops carry are removed with
  // the dead values.
  for (ttg::AsyncWaitOp wait : waits)
    wait.getGroupsMutable().clear();
  for (ttg::AsyncWaitOp wait : waits)
    mergeWithPrevious(wait);
}
