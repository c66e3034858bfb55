// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The accesses to memory that may have no barrier after them yet.
///
/// **Idea.** All threads take part in each access, so that two accesses to one
/// location, of which one writes, need a barrier in between. A pending access
/// is one that no barrier separates from the current operation. A barrier does
/// not wait for asynchronous work (copies, products of warp groups): such work
/// becomes a pending access when a wait for it follows, and until then accesses
/// to the same tiles may overlap with it, since the code that started it
/// contains the necessary waits.
///
/// **Buffers.** A counter that advances once per iteration has the value (i +
/// offset) mod count in iteration i. Counters of one loop with different
/// offsets select different buffers, and buffer `offset` of one iteration is
/// buffer `offset - 1` of the next. Buffer n, of copies before the loop, is
/// that of offset n in the first iteration.
///
/// **Global memory.** Which accesses conflict is asked of GlobalAccesses.h. An
/// access of an earlier iteration may have had other addresses.
///
/// **Groups of warps.** Accesses to the tiles of a store that groups of warps
/// perform each for themselves (GroupStores.h) are separated by a barrier of
/// the group. It separates nothing from the accesses of other groups.
///
/// Not here: the accesses of operations (SharedAccesses.cpp), control flow
/// (TTGInsertBarriers.cpp).

#ifndef CM2TT_GPU_SHARED_TTGINSERTBARRIERS_SHAREDSTATE_H
#define CM2TT_GPU_SHARED_TTGINSERTBARRIERS_SHAREDSTATE_H

#include "GlobalAccesses.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <set>
#include <tuple>

namespace cm2tt {

/// A range of shared memory, in bytes.
struct SharedPart {
  uint64_t begin = 0, end = 0;
  /// The owner: an allocation, or an operation with scratch; null if unknown.
  mlir::Operation *root = nullptr;
  /// One of `count` buffers, if that is not 0: that of a counter of this loop,
  /// or, if that is null, buffer `offset`.
  mlir::Operation *loop = nullptr;
  unsigned offset = 0, count = 0;

  /// Whether both may have a byte in common.
  bool overlaps(const SharedPart &other) const;
};

/// The progress of an access after its operation.
enum class Progress : uint8_t {
  /// The threads have done it.
  Done,
  /// A copy is on its way.
  Copying,
  /// A product of warp groups reads.
  Multiplying,
  /// A bulk copy reads.
  Storing
};

/// An access that no barrier has ended yet.
struct PendingAccess {
  /// The part of shared memory.
  SharedPart part;
  bool isWrite = false;
  Progress progress = Progress::Done;
  /// Whether products of warp groups read there what threads write, with no
  /// fence since.
  bool needsFence = false;
  /// The number of groups of copies, products, or bulk stores that the threads
  /// that began it began with it or after it. Of the stores of the block, one
  /// thread alone begins; of those of groups of warps one of each group.
  unsigned age = 0;
  /// If each group of warps accesses a part of its own: the rows of groups, and
  /// the type of the tile; else null.
  mlir::Attribute groupRows = {};
  mlir::Type groupTile = {};
  /// Whether a barrier of the group has ended it for the group.
  bool isOverForGroup = false;
  /// The access, if it is one to global memory; `part` has no meaning then.
  const GlobalAccess *global = nullptr;
  /// Whether it is of an earlier iteration than what runs now.
  bool isOfEarlierIteration = false;

  /// All fields, to compare by.
  auto key() const {
    return std::make_tuple(part.begin, part.end, part.root, part.loop,
                           part.offset, part.count, isWrite, progress,
                           needsFence, age, groupRows.getAsOpaquePointer(),
                           groupTile.getAsOpaquePointer(), isOverForGroup,
                           global, isOfEarlierIteration);
  }
  /// Whether both are accesses of each group to its part of the same memory,
  /// which may be that of two tiles.
  bool isOfSameGroup(const PendingAccess &other) const {
    return groupRows && groupRows == other.groupRows &&
           groupTile == other.groupTile && part.begin == other.part.begin;
  }
  /// Whether this access and a later one need a barrier in between.
  bool conflictsWith(const PendingAccess &later) const;
  bool operator<(const PendingAccess &other) const {
    return key() < other.key();
  }
  bool operator==(const PendingAccess &other) const {
    return key() == other.key();
  }
};

/// Ages are counted up to this.
inline constexpr unsigned kMaxAge = 15;

/// The synchronisation that is needed before an operation.
struct Separation {
  bool hasBarrier = false;
  /// A barrier of each group of warps.
  bool hasGroupBarrier = false;
  bool hasFence = false;
  /// Waits for work that the memory was given away from.
  bool waitsForCopies = false, waitsForProducts = false;
  /// The number of bulk stores that may still read then, if others must not.
  std::optional<unsigned> runningStores = std::nullopt;

  /// Whether it is needed at all.
  bool isNeeded() const {
    return hasBarrier || hasGroupBarrier || hasFence ||
           runningStores.has_value();
  }
  /// Adds what is needed for another access of the operation.
  void add(const Separation &other);
};

/// All pending accesses.
class SharedState {
public:
  /// Returns the synchronisation needed before an operation with these
  /// accesses; accesses that it ends are no longer pending.
  Separation separate(llvm::ArrayRef<PendingAccess> accesses);
  /// A barrier: what threads have done is over. Returns whether a fence is
  /// needed in front.
  bool endAll();
  /// A barrier of each group of warps. Returns whether a fence is needed in
  /// front.
  bool endOfGroups();
  /// A barrier in front of an access to global memory, which orders nothing
  /// else.
  void endGlobal();
  /// The end of the block: its memory is given away.
  Separation endBlock();
  /// Whether there is anything that a barrier would end.
  bool hasDone() const;
  void add(const PendingAccess &access) { pending.insert(access); }
  /// A group of copies, a product, or a bulk store begins: those before are
  /// older. A store of the block, not of groups of warps, is begun by a thread
  /// that begins the stores of one group only.
  void grow(Progress progress, bool isOfGroups = true);
  /// All but the `running` youngest are done.
  void wait(Progress progress, unsigned running);
  /// A fence. Returns whether one is needed.
  bool fence();
  /// Into the first iteration of a loop, which numbers the buffers of these
  /// rings; into the next one; and out of it.
  SharedState inFirstIteration(llvm::ArrayRef<SharedPart> rings) const;
  SharedState inNextIteration(mlir::Operation *loop) const;
  SharedState outside(mlir::Operation *loop) const;
  /// Along a branch to a block that ran before.
  SharedState inEarlierBlock() const;
  /// Adds what is pending there; whether that was more.
  bool join(const SharedState &other);
  bool operator==(const SharedState &other) const {
    return pending == other.pending;
  }

private:
  /// Replaces each access.
  void update(llvm::function_ref<void(PendingAccess &)> change);
  void eraseIf(llvm::function_ref<bool(const PendingAccess &)> isMeant);

  std::set<PendingAccess> pending;
};

} // namespace cm2tt

#endif // CM2TT_GPU_SHARED_TTGINSERTBARRIERS_SHAREDSTATE_H
