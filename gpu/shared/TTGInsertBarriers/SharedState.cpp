// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Pending accesses, see SharedState.h.

#include "SharedState.h"

#include "cm2tt/Tile/PersistentKernel.h"

#include "llvm/ADT/STLExtras.h"

using namespace cm2tt;

bool SharedPart::overlaps(const SharedPart &other) const {
  if (end <= other.begin || other.end <= begin)
    return false;
  bool areBuffers =
      loop && root == other.root && loop == other.loop && count == other.count;
  return !areBuffers || offset == other.offset;
}

bool PendingAccess::conflictsWith(const PendingAccess &later) const {
  if (global && later.global)
    return global->conflictsWith(*later.global, isOfEarlierIteration);
  if (global || later.global)
    return false;
  return (isWrite || later.isWrite) && part.overlaps(later.part);
}

void Separation::add(const Separation &other) {
  hasBarrier |= other.hasBarrier;
  hasGroupBarrier = !hasBarrier && (hasGroupBarrier || other.hasGroupBarrier);
  hasFence |= other.hasFence;
  waitsForCopies |= other.waitsForCopies;
  waitsForProducts |= other.waitsForProducts;
  if (!runningStores ||
      (other.runningStores && *other.runningStores < *runningStores))
    runningStores = other.runningStores;
}

void SharedState::update(llvm::function_ref<void(PendingAccess &)> change) {
  std::set<PendingAccess> updated;
  for (PendingAccess access : pending) {
    change(access);
    updated.insert(access);
  }
  pending = std::move(updated);
}

Separation SharedState::separate(llvm::ArrayRef<PendingAccess> accesses) {
  Separation separation;
  for (const PendingAccess &before : pending)
    for (const PendingAccess &access : accesses) {
      bool isOfSameGroup = before.isOfSameGroup(access);
      if (!before.conflictsWith(access) ||
          (isOfSameGroup && before.isOverForGroup))
        continue;
      // Who started work on these very tiles knows when to wait for it.
      bool isOwn = before.part.root && before.part.root == access.part.root;
      if (before.progress == Progress::Storing)
        separation.runningStores = std::min(
            separation.runningStores.value_or(kMaxAge), before.age - 1);
      else if (before.progress != Progress::Done && isOwn)
        continue;
      if (isOfSameGroup)
        separation.hasGroupBarrier = true;
      else
        separation.hasBarrier = true;
      separation.waitsForCopies |= before.progress == Progress::Copying;
      separation.waitsForProducts |= before.progress == Progress::Multiplying;
    }
  if (separation.waitsForCopies)
    wait(Progress::Copying, 0);
  if (separation.waitsForProducts)
    wait(Progress::Multiplying, 0);
  if (separation.runningStores)
    wait(Progress::Storing, *separation.runningStores);
  if (separation.hasBarrier) {
    separation.hasGroupBarrier = false;
    separation.hasFence = endAll();
  } else if (separation.hasGroupBarrier) {
    separation.hasFence = endOfGroups();
  }
  return separation;
}

Separation SharedState::endBlock() {
  Separation separation;
  if (llvm::any_of(pending, [](const PendingAccess &access) {
        return access.progress == Progress::Storing;
      }))
    separation.runningStores = 0;
  return separation;
}

bool SharedState::endAll() {
  bool needsFence = false;
  for (auto it = pending.begin(); it != pending.end();) {
    if (it->progress != Progress::Done) {
      ++it;
      continue;
    }
    needsFence |= it->needsFence;
    it = pending.erase(it);
  }
  return needsFence;
}

void SharedState::eraseIf(
    llvm::function_ref<bool(const PendingAccess &)> isMeant) {
  for (auto it = pending.begin(); it != pending.end();)
    it = isMeant(*it) ? pending.erase(it) : std::next(it);
}

void SharedState::endGlobal() {
  eraseIf([](const PendingAccess &access) {
    return access.global && access.progress == Progress::Done;
  });
}

bool SharedState::endOfGroups() {
  bool needsFence = fence();
  update([&](PendingAccess &access) {
    access.isOverForGroup |=
        access.groupRows && access.progress == Progress::Done;
  });
  return needsFence;
}

bool SharedState::hasDone() const {
  return llvm::any_of(pending, [](const PendingAccess &access) {
    return access.progress == Progress::Done;
  });
}

void SharedState::grow(Progress progress, bool isOfGroups) {
  update([&](PendingAccess &access) {
    if (access.progress == progress && (isOfGroups || !access.groupRows))
      access.age = std::min(access.age + 1, kMaxAge);
  });
}

void SharedState::wait(Progress progress, unsigned running) {
  std::set<PendingAccess> updated;
  for (const PendingAccess &access : pending) {
    bool isMeant = access.progress == progress;
    bool isYoung = access.age <= running;
    if (!isMeant || isYoung)
      updated.insert(access);
    // The oldest may be older than counted.
    if (isMeant && (!isYoung || access.age == kMaxAge)) {
      PendingAccess done = access;
      done.progress = Progress::Done;
      done.age = 0;
      updated.insert(done);
    }
  }
  pending = std::move(updated);
}

bool SharedState::fence() {
  bool wasNeeded = false;
  update([&](PendingAccess &access) {
    if (access.progress != Progress::Done)
      return;
    wasNeeded |= access.needsFence;
    access.needsFence = false;
  });
  return wasNeeded;
}

SharedState
SharedState::inFirstIteration(llvm::ArrayRef<SharedPart> rings) const {
  SharedState first = *this;
  first.update([&](PendingAccess &access) {
    for (const SharedPart &ring : rings) {
      SharedPart &part = access.part;
      if (part.root != ring.root || part.loop || part.offset >= ring.count ||
          part.count != ring.count)
        continue;
      // Accesses of the loop by constant numbers overlap with all of the ring.
      unsigned number = part.offset;
      part = ring;
      part.offset = number;
    }
  });
  return first;
}

SharedState SharedState::inNextIteration(mlir::Operation *loop) const {
  SharedState next = *this;
  // The accesses of two programs have no order.
  if (loop->hasAttr(kProgramsAttr))
    next.eraseIf([&](const PendingAccess &access) {
      return access.global && loop->isProperAncestor(access.global->op);
    });
  next.update([&](PendingAccess &access) {
    SharedPart &part = access.part;
    access.isOfEarlierIteration |=
        access.global && access.global->variesIn(loop);
    if (part.loop == loop)
      part.offset = (part.offset + part.count - 1) % part.count;
  });
  return next;
}

SharedState SharedState::outside(mlir::Operation *loop) const {
  SharedState left = *this;
  left.update([&](PendingAccess &access) {
    if (access.part.loop != loop)
      return;
    access.part.loop = nullptr;
    access.part.offset = access.part.count = 0;
  });
  return left;
}

SharedState SharedState::inEarlierBlock() const {
  SharedState next = *this;
  next.update([](PendingAccess &access) {
    access.isOfEarlierIteration |= access.global != nullptr;
  });
  return next;
}

bool SharedState::join(const SharedState &other) {
  size_t before = pending.size();
  pending.insert(other.pending.begin(), other.pending.end());
  return pending.size() != before;
}
