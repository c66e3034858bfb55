// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The effects of operations on shared memory, and the parts that they access.
///
/// Data that `cp.async` has written are not fenced for products of warp groups:
/// neither Triton nor CUTLASS does so, and a MEMBAR in the loop is expensive.
/// Data that threads have stored (Q in attention) are fenced once, before the
/// loop.

#include "SharedAccesses.h"

#include "gpu/schedule/GroupStores.h"
#include "gpu/shared/SharedAllocation.h"
#include "gpu/shared/SharedScratch.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Counters of buffers
//===----------------------------------------------------------------------===//

namespace {
/// The number of a buffer: a constant, or (iteration + value) mod count.
struct BufferNumber {
  int64_t value;
  Operation *loop = nullptr;
  int64_t count = 0;
};
} // namespace

static std::optional<int64_t> getConstant(Value value) {
  APInt constant;
  if (!matchPattern(value, m_ConstantInt(&constant)))
    return std::nullopt;
  return constant.getSExtValue();
}

static std::optional<BufferNumber> getBufferNumber(Value value);

/// A number that a loop carries and that each iteration advances once.
static std::optional<BufferNumber> numberOfCarried(BlockArgument carried) {
  auto loop = dyn_cast<scf::ForOp>(carried.getOwner()->getParentOp());
  OpOperand *init = loop ? loop.getTiedLoopInit(carried) : nullptr;
  if (!init)
    return std::nullopt;
  auto next = loop.getTiedLoopYieldedValue(carried)
                  ->get()
                  .getDefiningOp<ttg::NextBufferOp>();
  std::optional<BufferNumber> first = getBufferNumber(init->get());
  if (!next || next.getCurrent() != carried || !first || first->loop ||
      first->value < -1 || first->value >= next.getCount())
    return std::nullopt;
  // -1 is before 0, as the last is.
  return BufferNumber{(first->value + next.getCount()) % next.getCount(), loop,
                      next.getCount()};
}

static std::optional<BufferNumber> getBufferNumber(Value value) {
  if (std::optional<int64_t> constant = getConstant(value))
    return BufferNumber{*constant};
  if (auto argument = dyn_cast<BlockArgument>(value))
    return numberOfCarried(argument);
  auto next = value.getDefiningOp<ttg::NextBufferOp>();
  std::optional<BufferNumber> number =
      next ? getBufferNumber(next.getCurrent()) : std::nullopt;
  if (!number || (number->loop && number->count != next.getCount()))
    return std::nullopt;
  ++number->value;
  if (number->loop)
    number->value %= number->count;
  else if (number->value == next.getCount())
    number->value = 0;
  return number;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

static uint64_t getOffset(Operation *op) {
  auto offset = op->getAttrOfType<IntegerAttr>(ttg::kOffsetAttr);
  return offset ? offset.getInt() : 0;
}

/// Anything.
static SharedPart everywhere() {
  return {0, std::numeric_limits<uint64_t>::max()};
}

SharedPart SharedAccesses::getPart(Value memory) const {
  ttg::LocalAllocOp alloc = getAllocation(memory);
  if (!alloc || !alloc->hasAttr(ttg::kOffsetAttr))
    return everywhere();
  SharedPart part{getOffset(alloc), 0, alloc};
  part.end = part.begin + alloc.getType().getBytes();
  while (auto trans = memory.getDefiningOp<ttg::MemDescTransOp>())
    memory = trans.getSrc();
  auto index = memory.getDefiningOp<ttg::MemDescIndexOp>();
  if (!index)
    return part;
  std::optional<BufferNumber> number = getBufferNumber(index.getIndex());
  int64_t buffers = alloc.getType().getBuffers();
  if (!number)
    return part;
  if (number->loop) {
    // Counters of more than there are would not be what they seem.
    if (number->count <= buffers) {
      part.loop = number->loop;
      part.offset = number->value;
      part.count = number->count;
    }
  } else if (number->value >= 0 && number->value < buffers) {
    uint64_t bytes = alloc.getType().getTileBytes();
    part.begin += number->value * bytes;
    part.end = part.begin + bytes;
    part.offset = number->value;
    part.count = buffers;
  }
  return part;
}

PendingAccess SharedAccesses::access(Value memory, bool isWrite) const {
  PendingAccess access{getPart(memory), isWrite};
  access.needsFence =
      isWrite && (!access.part.root || operands.contains(access.part.root));
  return access;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Whether an operation that is not known here touches shared memory.
static bool touchesSharedMemory(Operation *op) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return false;
  SmallVector<MemoryEffects::EffectInstance> found;
  effects.getEffectsOnResource(tt::SharedMemory::get(), found);
  return !found.empty();
}

bool SharedAccesses::concerns(Operation *op) const {
  return op->hasAttr(ttg::kOffsetAttr) || touchesSharedMemory(op) ||
         isa<gpu::BarrierOp, tt::CallOp, tt::ReturnOp, ttg::WarpGroupDotOp>(op);
}

/// Caches facts that are queried often, since loops are visited several times.
void SharedAccesses::note(Operation *op) {
  if (auto store = dyn_cast<ttg::TensorStoreOp>(op)) {
    if (Operation *alloc = getAllocation(store.getSrc()))
      operands.insert(alloc);
    return;
  }
  if (auto product = dyn_cast<ttg::WarpGroupDotOp>(op)) {
    for (Value operand : {Value(product.getA()), Value(product.getB())})
      if (isa<ttg::MemDescType>(operand.getType()))
        if (Operation *alloc = getAllocation(operand))
          operands.insert(alloc);
    return;
  }
  if (!op->hasAttr(ttg::kOffsetAttr) || isa<ttg::LocalAllocOp>(op))
    return;
  uint64_t begin = getOffset(op);
  PendingAccess access{{begin, begin + getScratchBytes(op), op},
                       /*isWrite=*/true};
  scratches[op] = {access, hasBlockBarrier(op)};
}

/// Notes that a loop numbers the buffers that `part` is one of.
void SharedAccesses::noteRing(const SharedPart &part) {
  if (!part.loop)
    return;
  SmallVector<SharedPart> &known = rings[part.loop];
  auto isSame = [&](const SharedPart &ring) { return ring.root == part.root; };
  if (llvm::none_of(known, isSame))
    known.push_back(part);
}

SharedState SharedAccesses::enter(Operation *loop,
                                  const SharedState &state) const {
  auto found = rings.find(loop);
  return found == rings.end() ? state : state.inFirstIteration(found->second);
}

SharedAccesses::SharedAccesses(tt::FuncOp func, const GlobalAccesses &globals)
    : globals(globals) {
  llvm::DenseSet<Operation *> noted;
  func.walk([&](Operation *op) {
    // Barriers in shared memory order what a producer does. Nothing else has
    // its memory before (SharedLiveness.cpp).
    if (op->getParentOfType<ttg::ProducerOp>())
      return;
    note(op);
    if (auto index = dyn_cast<ttg::MemDescIndexOp>(op))
      noteRing(getPart(index));
    // After the operations in its regions: parents come after their children.
    if ((concerns(op) || globals.find(op) || noted.contains(op)) &&
        op != func) {
      operations[op->getBlock()].push_back(op);
      noted.insert(op->getParentOp());
    }
  });
}

ArrayRef<Operation *> SharedAccesses::getOperations(Block *block) const {
  auto found = operations.find(block);
  return found == operations.end() ? ArrayRef<Operation *>()
                                   : ArrayRef<Operation *>(found->second);
}

/// Writes, waits, reads: after it only the reads are pending. If no barrier of
/// the block is in the middle, the writes are as well, and what was before.
Separation SharedAccesses::applyScratch(Operation *op,
                                        SharedState &state) const {
  auto [scratch, hasBarrier] = scratches.lookup(op);
  Separation separation = state.separate(scratch);
  if (hasBarrier) {
    separation.hasFence |= state.endAll();
    scratch.isWrite = false;
  }
  state.add(scratch);
  return separation;
}

Separation SharedAccesses::applyProduct(ttg::WarpGroupDotOp op,
                                        SharedState &state) const {
  SmallVector<PendingAccess> reads;
  for (Value operand : {Value(op.getA()), Value(op.getB())})
    if (isa<ttg::MemDescType>(operand.getType()))
      reads.push_back(access(operand, /*isWrite=*/false));
  Separation separation = state.separate(reads);
  state.grow(Progress::Multiplying);
  for (PendingAccess &read : reads) {
    read.progress = Progress::Multiplying;
    read.age = 1;
    state.add(read);
  }
  if (!op.getIsAsync())
    state.wait(Progress::Multiplying, 0);
  return separation;
}

/// An allocation writes if it has a source.
Separation SharedAccesses::applyAlloc(ttg::LocalAllocOp op,
                                      SharedState &state) const {
  if (!op.getSrc())
    return {};
  PendingAccess written = access(op, /*isWrite=*/true);
  written.groupRows = op->getAttr(kOfGroupAttr);
  written.groupTile = op.getType();
  Separation separation = state.separate(written);
  state.add(written);
  return separation;
}

Separation SharedAccesses::applyStore(ttg::TensorStoreOp op,
                                      SharedState &state) const {
  PendingAccess read = access(op.getSrc(), /*isWrite=*/false);
  read.groupRows = op->getAttr(kOfGroupAttr);
  read.groupTile = op.getSrc().getType();
  Separation separation = state.separate(read);
  state.grow(Progress::Storing, /*isOfGroups=*/bool(read.groupRows));
  read.progress = Progress::Storing;
  read.age = 1;
  state.add(read);
  return separation;
}

Separation SharedAccesses::applyUnknown(SharedState &state) const {
  PendingAccess anything{everywhere(), /*isWrite=*/true};
  anything.needsFence = true;
  Separation separation = state.separate(anything);
  state.add(anything);
  return separation;
}

Separation SharedAccesses::applyShared(Operation *op,
                                       SharedState &state) const {
  auto touch = [&](PendingAccess touched) {
    Separation separation = state.separate(touched);
    state.add(touched);
    return separation;
  };
  return llvm::TypeSwitch<Operation *, Separation>(op)
      .Case<gpu::BarrierOp, ttg::ProducerOp>([&](auto barrier) {
        Separation separation;
        separation.hasFence = barrier->hasAttr(kOfGroupAttr)
                                  ? state.endOfGroups()
                                  : state.endAll();
        return separation;
      })
      .Case([&](ttg::LocalAllocOp alloc) { return applyAlloc(alloc, state); })
      .Case([&](ttg::LocalStoreOp store) {
        return touch(access(store.getDest(), true));
      })
      .Case([&](ttg::LocalLoadOp load) {
        return touch(access(load.getSrc(), false));
      })
      .Case([&](ttg::AsyncCopyOp copy) {
        PendingAccess written = access(copy.getDest(), true);
        Separation separation = state.separate(written);
        written.progress = Progress::Copying;
        // Products see the data of `cp.async` after its wait and a barrier.
        written.needsFence = false;
        state.add(written);
        return separation;
      })
      .Case([&](ttg::AsyncCommitOp) {
        state.grow(Progress::Copying);
        return Separation();
      })
      .Case([&](ttg::AsyncWaitOp wait) {
        state.wait(Progress::Copying, wait.getPending());
        return Separation();
      })
      .Case<ttg::MBarrierInitOp, ttg::MBarrierInvalOp>(
          [&](auto init) { return touch(access(init.getBarriers(), true)); })
      // A barrier may be waited for while copies and warps complete it.
      .Case<ttg::MBarrierArriveOp, ttg::MBarrierWaitOp>(
          [&](auto op) { return touch(access(op.getBarrier(), false)); })
      .Case([&](ttg::TensorCopyOp copy) {
        // Threads see the data once they have waited for the barrier.
        Separation separation = state.separate(
            {access(copy.getDest(), true), access(copy.getBarrier(), false)});
        state.add(access(copy.getBarrier(), false));
        return separation;
      })
      .Case([&](ttg::TensorStoreOp store) { return applyStore(store, state); })
      .Case([&](ttg::TensorStoreWaitOp wait) {
        state.wait(Progress::Storing, wait.getPending());
        return Separation();
      })
      .Case([&](tt::ReturnOp) { return state.endBlock(); })
      .Case([&](ttg::WarpGroupDotOp dot) { return applyProduct(dot, state); })
      .Case([&](ttg::WarpGroupDotWaitOp wait) {
        state.wait(Progress::Multiplying, wait.getPending());
        return Separation();
      })
      .Case([&](ttg::FenceAsyncSharedOp) {
        state.fence();
        return Separation();
      })
      .Default([&](Operation *other) {
        return scratches.contains(other) ? applyScratch(other, state)
                                         : applyUnknown(state);
      });
}

/// Whether the lowering has a barrier in front: the atomic stands for all
/// threads, and what they wrote precedes it.
static bool hasBarrierInFront(Operation *op) {
  auto releases = [](auto atomic) {
    return !isa<RankedTensorType>(atomic.getType()) &&
           (atomic.getSem() == tt::MemSemantic::RELEASE ||
            atomic.getSem() == tt::MemSemantic::ACQ_REL);
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<tt::AtomicCasOp, tt::AtomicRmwOp>(releases)
      .Default(false);
}

Separation SharedAccesses::apply(Operation *op, SharedState &state) const {
  const GlobalAccess *global = globals.find(op);
  if (!global)
    return applyShared(op, state);
  PendingAccess access;
  access.global = global;
  if (global->isCopy)
    access.progress = Progress::Copying;
  if (hasBarrierInFront(op))
    state.endGlobal();
  Separation separation = state.separate(access);
  if (concerns(op))
    separation.add(applyShared(op, state));
  // The barrier in the middle, if there is one, is after the access.
  auto scratch = scratches.find(op);
  if (scratch == scratches.end() || !scratch->second.hasBarrier)
    state.add(access);
  return separation;
}
