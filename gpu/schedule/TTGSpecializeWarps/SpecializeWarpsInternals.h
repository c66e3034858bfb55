// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the steps of warp specialisation (TTGSpecializeWarps.cpp): the
/// plan of a kernel, and the steps that perform it.

#ifndef CM2TT_GPU_SCHEDULE_TTGSPECIALIZEWARPS_SPECIALIZEWARPSINTERNALS_H
#define CM2TT_GPU_SCHEDULE_TTGSPECIALIZEWARPS_SPECIALIZEWARPSINTERNALS_H

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Dialect/TTG/TTGOps.h"
#include "gpu/schedule/LoopLoads.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseSet.h"

namespace cm2tt {

/// A load of a block that the producer performs.
struct ProducedLoad {
  tt::DescriptorLoadOp load;
  /// One slot of its ring.
  ttg::MemDescType memory;
  /// All slots, once they are allocated.
  mlir::Value ring = {};
};

/// Loads that are first used by one operation. They have their barriers in
/// common: a consumer waits once for all of them.
struct Channel {
  llvm::SmallVector<ProducedLoad, 2> loads;
  /// The first operation of the loop's body that needs a tile.
  mlir::Operation *firstUse = nullptr;
  /// One barrier for each slot, once they are allocated.
  mlir::Value full = {}, empty = {};
};

/// A loop whose loads the producer performs: a loop with products, or one
/// around such loops, of the blocks that it loads for them.
struct ProducedLoop {
  mlir::scf::ForOp loop;
  /// Slots of each ring; at least 2 of loops with products.
  unsigned slots;
  /// In the order of their first uses.
  llvm::SmallVector<Channel, 2> channels;
  /// Whether it is around loops with products.
  bool isOuter = false;
  /// The number of its rings. Loops that follow each other have rings in common
  /// if their blocks are alike.
  unsigned rings = 0;
};

/// The operations that the producer repeats to compute coordinates, bounds of
/// loops and descriptors.
struct ProducerSlice {
  llvm::DenseSet<mlir::Operation *> ops;
  /// Values that loops carry for that purpose: arguments of their bodies.
  llvm::DenseSet<mlir::Value> carried;
};

/// The plan of a kernel.
struct Specialization {
  tt::FuncOp func;
  /// Outer ones precede those in them; otherwise in their order.
  llvm::SmallVector<ProducedLoop, 1> loops;
  /// The number of different `ProducedLoop::rings`.
  unsigned numRings = 0;
  ProducerSlice slice;
};

/// Stores by one descriptor that are split.
struct SplitStores {
  mlir::Value desc;
  llvm::SmallVector<tt::DescriptorStoreOp> stores;
  /// How often each is split into two.
  unsigned times;

  unsigned getParts() const { return 1u << times; }
};

/// The loops around `loop`, the outermost first.
llvm::SmallVector<mlir::scf::ForOp> getNest(mlir::scf::ForOp loop);

/// The most slots of a ring and loops with a producer, for which there is
/// shared memory.
struct ProducerLimits {
  unsigned slots, loops;
  /// Whether outer loops may have rings.
  bool outer = true;
  /// Bytes up to which the rings of a loop with one product get more slots than
  /// it asks for.
  uint64_t ringBytes = 0;
};

/// The shared memory that a block can have, and how many blocks a
/// multiprocessor runs if that suffices for all.
struct SharedRoom {
  uint64_t bytes;
  unsigned blocks;
  /// The bytes that each of several blocks on a multiprocessor can have: the
  /// hardware takes 1 KiB for each.
  uint64_t getShare(unsigned count) const {
    constexpr uint64_t kReserved = 1 << 10;
    return (bytes + kReserved) / count - kReserved;
  }
};

/// The stores of a kernel that can be split, each as often as it can be, up to
/// `most` times.
llvm::SmallVector<SplitStores, 1> planSplits(tt::FuncOp func, unsigned most);

/// Plans the loops of a kernel, each with `numSlots` slots or as many as it
/// asks for, within limits. Outer loops get rings if there is room, and if that
/// leaves room for as many blocks as without. Emits a remark, if `remarks`, for
/// each loop with products that meets not all conditions.
Specialization planSpecialization(tt::FuncOp func, unsigned numSlots,
                                  ProducerLimits limits, SharedRoom room,
                                  llvm::ArrayRef<SplitStores> splits,
                                  bool remarks);

/// The shared memory that the kernel needs as planned, if no other loop is
/// pipelined.
uint64_t forecast(const Specialization &plan,
                  llvm::ArrayRef<SplitStores> splits);

/// Allocates the rings and barriers of all loops at the beginning of the
/// function. `builder` is after them then.
void allocateRings(mlir::OpBuilder &builder, Specialization &plan);
/// Creates the `ttg.producer`, which initialises the barriers. `builder` is at
/// the beginning of the kernel, after their allocation.
void createProducer(mlir::OpBuilder &builder, Specialization &plan);
/// Replaces the loads of all loops by tiles of the rings.
void consume(Specialization &plan);

/// Splits stores into two, one after the other, which need half of the shared
/// memory, as often as planned.
void splitStores(const SplitStores &plan);

/// The number of a slot, and the parity of the phase of its barriers.
struct RingPosition {
  mlir::Value slot, parity;
};
/// The position before the first.
RingPosition createFirstPosition(mlir::OpBuilder &builder, mlir::Location loc);
/// The next position; the parity changes where the slots start again.
RingPosition createNextPosition(mlir::OpBuilder &builder, mlir::Location loc,
                                RingPosition current, unsigned slots);
/// One of the buffers of an allocation.
mlir::Value createView(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value buffers, mlir::Value index);

} // namespace cm2tt

#endif // CM2TT_GPU_SCHEDULE_TTGSPECIALIZEWARPS_SPECIALIZEWARPSINTERNALS_H
