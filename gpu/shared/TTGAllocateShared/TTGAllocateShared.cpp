// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The pass that assigns offsets in shared memory to tiles and scratch.
///
/// Not here: the allocation algorithm (SharedAllocation.cpp).

#include "cm2tt/GPU/Passes.h"
#include "cm2tt/Lowering/TargetInfo.h"
#include "gpu/shared/SharedAllocation.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTGALLOCATESHAREDPASS
#include "cm2tt/GPU/Passes.h.inc"
} // namespace cm2tt

/// Shared memory of each thread that takes no block from a multiprocessor that
/// is full of threads: the least of all targets (sm_86: 100 KiB for 1,536).
static constexpr uint64_t kRoomyBytesPerThread = 56;
/// The driver takes as much for each block on targets with bulk stores (CUDA
/// C++ Programming Guide, "Compute Capability 9.x").
static constexpr uint64_t kReservedBytes = 1024;

namespace {
/// A function's shared memory follows that of all its callers.
struct Frame {
  SharedAllocation allocation;
  uint64_t base = 0;
  /// Calls from functions that are not placed yet.
  unsigned callers = 0;
  bool isCalled = false;
  SmallVector<tt::FuncOp> callees;

  uint64_t getEnd() const { return base + allocation.bytes; }
};

struct TTGAllocateSharedPass
    : cm2tt::impl::TTGAllocateSharedPassBase<TTGAllocateSharedPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::optional<TargetInfo> target =
        TargetInfo::parse(ttg::getTarget(module));
    if (!target) {
      module.emitError("unknown target: '") << ttg::getTarget(module) << "'";
      return signalPassFailure();
    }
    llvm::MapVector<tt::FuncOp, Frame> frames;
    uint64_t roomy = kRoomyBytesPerThread * ttg::getNumWarps(module) *
                     ttg::getThreadsPerWarp(module);
    for (auto func : module.getOps<tt::FuncOp>())
      if (!func.isExternal())
        frames[func].allocation =
            allocate(func, roomy, target->getMaxSharedBytes());
    findCalls(frames);
    placeFrames(frames);
    uint64_t most = 0;
    for (auto &[func, frame] : frames) {
      if (frame.getEnd() > target->getMaxSharedBytes()) {
        reportTooMuch(func, frame, *target);
        return signalPassFailure();
      }
      setOffsets(frame);
      if (!frame.isCalled)
        eraseInvals(func, frame.allocation);
      most = std::max(most, frame.getEnd());
      allocated += frame.allocation.items.size();
    }
    ttg::setSharedBytes(module, most);
    sharedBytes += most;
  }

  /// Tiles that bulk stores read in loops with products keep their memory to
  /// themselves if as many blocks fit into a multiprocessor then. If there are
  /// other functions, whose memory may follow, they do not.
  static SharedAllocation allocate(tt::FuncOp func, uint64_t roomyBytes,
                                   uint64_t maxBytes) {
    SharedAllocation tight = allocateShared(func, roomyBytes);
    auto module = func->getParentOfType<ModuleOp>();
    if (!llvm::hasSingleElement(module.getOps<tt::FuncOp>()))
      return tight;
    auto isInLoop = [](ttg::TensorStoreOp store) {
      return isa<scf::ForOp>(store->getParentOp()) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
    };
    if (!func.walk(isInLoop).wasInterrupted())
      return tight;
    SharedAllocation wide =
        allocateShared(func, roomyBytes, /*keepsStored=*/true);
    auto countBlocks = [&](const SharedAllocation &allocation) {
      return (maxBytes + kReservedBytes) / (allocation.bytes + kReservedBytes);
    };
    return countBlocks(wide) >= std::max<uint64_t>(countBlocks(tight), 1)
               ? wide
               : tight;
  }

  static void findCalls(llvm::MapVector<tt::FuncOp, Frame> &frames) {
    SymbolTableCollection symbols;
    for (auto &[func, frame] : frames) {
      auto &callees = frame.callees;
      func.walk([&](tt::CallOp call) {
        auto callee = symbols.lookupNearestSymbolFrom<tt::FuncOp>(
            call, call.getCalleeAttr());
        if (callee && frames.count(callee))
          callees.push_back(callee);
      });
    }
    for (auto &[func, frame] : frames)
      for (tt::FuncOp callee : frame.callees) {
        ++frames[callee].callers;
        frames[callee].isCalled = true;
      }
  }

  /// Callers first. Functions that call themselves are no kernels' business:
  /// they are refused before.
  static void placeFrames(llvm::MapVector<tt::FuncOp, Frame> &frames) {
    SmallVector<tt::FuncOp> ready;
    for (auto &[func, frame] : frames)
      if (frame.callers == 0)
        ready.push_back(func);
    while (!ready.empty()) {
      Frame &frame = frames[ready.pop_back_val()];
      for (tt::FuncOp callee : frame.callees) {
        Frame &called = frames[callee];
        called.base =
            std::max(called.base, llvm::alignTo(frame.getEnd(), 1024));
        if (--called.callers == 0)
          ready.push_back(callee);
      }
    }
  }

  static void setOffsets(Frame &frame) {
    for (const SharedItem &item : frame.allocation.items)
      item.op->setAttr(ttg::kOffsetAttr,
                       Builder(item.op->getContext())
                           .getI32IntegerAttr(frame.base + item.offset));
  }

  /// Erases the ends of barriers whose memory nothing uses until the kernel
  /// ends: they are initialised once, and no later item overlaps them. One
  /// thread would invalidate one barrier after another before the epilogue.
  void eraseInvals(tt::FuncOp func, const SharedAllocation &allocation) {
    llvm::DenseMap<Operation *, const SharedItem *> itemOf;
    for (const SharedItem &item : allocation.items)
      itemOf[item.op] = &item;
    auto isReused = [&](const SharedItem &barriers) {
      return llvm::any_of(allocation.items, [&](const SharedItem &item) {
        return item.begin > barriers.begin &&
               item.offset < barriers.offset + barriers.bytes &&
               barriers.offset < item.offset + item.bytes;
      });
    };
    func.walk([&](ttg::MBarrierInvalOp inval) {
      ttg::LocalAllocOp alloc = getAllocation(inval.getBarriers());
      if (!alloc || alloc->getParentRegion() != &func.getBody() ||
          !func.getBody().hasOneBlock() || isReused(*itemOf.lookup(alloc)))
        return;
      inval.erase();
      ++invalsErased;
    });
  }

  /// The error names the kernel, notes the largest things in its memory.
  static void reportTooMuch(tt::FuncOp func, Frame &frame,
                            const TargetInfo &target) {
    InFlightDiagnostic error =
        func.emitError("'")
        << func.getName() << "' needs " << frame.getEnd()
        << " bytes of shared memory, " << target.getName() << " has "
        << target.getMaxSharedBytes()
        << " for a block: smaller tiles or fewer stages need less";
    auto &items = frame.allocation.items;
    llvm::stable_sort(items, [](const SharedItem &a, const SharedItem &b) {
      return a.bytes > b.bytes;
    });
    for (const SharedItem &item : ArrayRef(items).take_front(3))
      error.attachNote(item.op->getLoc())
          << item.bytes << " bytes are for this";
  }
};
} // namespace
