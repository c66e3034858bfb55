// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The rings, and the code of the producer: first it initialises the barriers;
/// then come the loops of the kernel with the copies, and with the scalars that
/// these need.
///
///   scf.for %i = %lo to %hi step %c1 iter_args(%s = %c-1, %p = %c1) {
///     %slot = ttg.next_buffer %s of 3
///     %parity = ...                                // 0, 0, 0, 1, 1, 1, 0, ...
///     ttg.mbarrier_wait %empty[%slot], %parity ^ 1 // completed: at once
///     ttg.tensor_copy %d[%i], %ring[%slot], %full[%slot]
///     scf.yield %slot, %parity
///   }
///
/// Not here: which values are needed (Plan.cpp), the consumers (Consumer.cpp).

#include "SpecializeWarpsInternals.h"

#include "gpu/schedule/TensorCopies.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Rings
//===----------------------------------------------------------------------===//

static Value number(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIntOp::create(builder, loc, value, 32);
}

RingPosition cm2tt::createFirstPosition(OpBuilder &builder, Location loc) {
  return {number(builder, loc, -1), number(builder, loc, 1)};
}

RingPosition cm2tt::createNextPosition(OpBuilder &builder, Location loc,
                                       RingPosition current, unsigned slots) {
  Value slot = ttg::NextBufferOp::create(builder, loc, current.slot, slots);
  Value other = arith::XOrIOp::create(builder, loc, current.parity,
                                      number(builder, loc, 1));
  Value restarts = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         slot, number(builder, loc, 0));
  Value parity =
      arith::SelectOp::create(builder, loc, restarts, other, current.parity);
  return {slot, parity};
}

Value cm2tt::createView(OpBuilder &builder, Location loc, Value buffers,
                        Value index) {
  auto all = cast<ttg::MemDescType>(buffers.getType());
  return ttg::MemDescIndexOp::create(builder, loc, all.withBuffers(1), buffers,
                                     index);
}

static Value allocateBarriers(OpBuilder &builder, Location loc,
                              unsigned slots) {
  return ttg::LocalAllocOp::create(
      builder, loc, getBarrierMemory(builder.getContext(), slots), Value());
}

/// Gives a loop the rings of another one.
static void shareRings(const ProducedLoop &owner, ProducedLoop &loop) {
  for (auto [theirs, ours] : llvm::zip_equal(owner.channels, loop.channels)) {
    ours.full = theirs.full;
    ours.empty = theirs.empty;
    for (auto [from, to] : llvm::zip_equal(theirs.loads, ours.loads))
      to.ring = from.ring;
  }
}

void cm2tt::allocateRings(OpBuilder &builder, Specialization &plan) {
  SmallVector<ProducedLoop *> owners(plan.numRings);
  for (ProducedLoop &loop : plan.loops) {
    ProducedLoop *&owner = owners[loop.rings];
    if (owner) {
      shareRings(*owner, loop);
      continue;
    }
    owner = &loop;
    for (Channel &channel : loop.channels) {
      Location loc = channel.loads.front().load.getLoc();
      for (ProducedLoad &load : channel.loads)
        load.ring = ttg::LocalAllocOp::create(
            builder, load.load.getLoc(), load.memory.withBuffers(loop.slots),
            Value());
      channel.full = allocateBarriers(builder, loc, loop.slots);
      channel.empty = allocateBarriers(builder, loc, loop.slots);
    }
  }
}

//===----------------------------------------------------------------------===//
// The code of the producer
//===----------------------------------------------------------------------===//

namespace {
/// Repeats the parts of the kernel that the producer needs.
class ProducerBuilder {
public:
  ProducerBuilder(OpBuilder &builder, Specialization &plan)
      : builder(builder), plan(plan) {
    for (const ProducedLoop &produced : plan.loops) {
      Operation *inner = produced.loop;
      for (Operation *op = inner; !isa<tt::FuncOp>(op); op = op->getParentOp())
        if (!llvm::is_contained(inside[op], produced.rings))
          inside[op].push_back(produced.rings);
    }
  }
  void run();

private:
  void initBarriers();
  void repeat(Block &block);
  void repeat(scf::ForOp loop);
  void copyBlocks(scf::ForOp loop);
  void copy(ProducedLoop &produced, RingPosition at);
  void acquire(ttg::TensorMapCreateOp create);

  OpBuilder &builder;
  Specialization &plan;
  IRMapping copies;
  /// For each loop of a nest: the numbers of the rings that are used in it.
  DenseMap<Operation *, SmallVector<unsigned, 1>> inside;
  /// The position in each of the rings.
  SmallVector<RingPosition> positions;
};
} // namespace

void ProducerBuilder::acquire(ttg::TensorMapCreateOp create) {
  Value map = ttg::TensorMapAcquireOp::create(
      builder, create.getLoc(), create.getType(),
      copies.lookupOrDefault(create.getSlot()));
  copies.map(create.getResult(), map);
}

void ProducerBuilder::copy(ProducedLoop &produced, RingPosition at) {
  for (Channel &channel : produced.channels) {
    Location loc = channel.loads.front().load.getLoc();
    Value parity =
        arith::XOrIOp::create(builder, loc, at.parity, number(builder, loc, 1));
    ttg::MBarrierWaitOp::create(
        builder, loc, createView(builder, loc, channel.empty, at.slot), parity);
    Value full = createView(builder, loc, channel.full, at.slot);
    for (ProducedLoad &load : channel.loads) {
      tt::DescriptorLoadOp op = load.load;
      SmallVector<Value> indices;
      for (Value index : op.getIndices())
        indices.push_back(copies.lookupOrDefault(index));
      Value slot = createView(builder, op.getLoc(), load.ring, at.slot);
      ttg::TensorCopyOp::create(builder, op.getLoc(),
                                copies.lookupOrDefault(op.getDesc()), indices,
                                slot, full, /*mask=*/Value());
    }
  }
}

void ProducerBuilder::repeat(scf::ForOp loop) {
  Location loc = loop.getLoc();
  SmallVector<Value> inits;
  SmallVector<unsigned> kept;
  for (BlockArgument argument : loop.getRegionIterArgs())
    if (plan.slice.carried.contains(argument)) {
      kept.push_back(argument.getArgNumber() - 1);
      inits.push_back(
          copies.lookupOrDefault(loop.getTiedLoopInit(argument)->get()));
    }
  ArrayRef<unsigned> produced = inside[loop];
  for (unsigned index : produced)
    inits.append({positions[index].slot, positions[index].parity});
  auto repeated = scf::ForOp::create(
      builder, loc, copies.lookupOrDefault(loop.getLowerBound()),
      copies.lookupOrDefault(loop.getUpperBound()),
      copies.lookupOrDefault(loop.getStep()), inits, /*bodyBuilder=*/nullptr,
      loop.getUnsignedCmp());
  auto takePositions = [&](ValueRange values) {
    for (auto [number, index] : llvm::enumerate(produced))
      positions[index] = {values[kept.size() + 2 * number],
                          values[kept.size() + 2 * number + 1]};
  };
  copies.map(loop.getInductionVar(), repeated.getInductionVar());
  for (auto [number, index] : llvm::enumerate(kept))
    copies.map(loop.getRegionIterArg(index), repeated.getRegionIterArg(number));
  takePositions(repeated.getRegionIterArgs());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(repeated.getBody());
  repeat(*loop.getBody());
  SmallVector<Value> yielded;
  for (unsigned index : kept)
    yielded.push_back(copies.lookupOrDefault(loop.getYieldedValues()[index]));
  for (unsigned index : produced)
    yielded.append({positions[index].slot, positions[index].parity});
  scf::YieldOp::create(builder, loc, yielded);
  takePositions(repeated.getResults());
}

/// Copies the blocks that the loop itself loads.
void ProducerBuilder::copyBlocks(scf::ForOp loop) {
  for (ProducedLoop &own : plan.loops)
    if (own.loop == loop) {
      RingPosition &at = positions[own.rings];
      at = createNextPosition(builder, loop.getLoc(), at, own.slots);
      copy(own, at);
    }
}

/// The copies of a loop precede the loops in it.
void ProducerBuilder::repeat(Block &block) {
  auto loop = dyn_cast<scf::ForOp>(block.getParentOp());
  for (Operation &op : block.without_terminator()) {
    if (inside.contains(&op)) {
      if (loop)
        copyBlocks(loop);
      loop = {};
      repeat(cast<scf::ForOp>(op));
    } else if (!plan.slice.ops.contains(&op))
      continue;
    else if (auto create = dyn_cast<ttg::TensorMapCreateOp>(op))
      acquire(create);
    else
      builder.clone(op, copies);
  }
  if (loop)
    copyBlocks(loop);
}

/// Each phase of `full` takes the copies of a channel, and each of `empty` the
/// warps of the consumers.
void ProducerBuilder::initBarriers() {
  unsigned numWarps = ttg::getNumWarps(plan.func->getParentOfType<ModuleOp>());
  llvm::SmallDenseSet<unsigned> done;
  for (ProducedLoop &loop : plan.loops) {
    if (!done.insert(loop.rings).second)
      continue;
    for (Channel &channel : loop.channels) {
      Location loc = channel.loads.front().load.getLoc();
      ttg::MBarrierInitOp::create(builder, loc, channel.full,
                                  channel.loads.size());
      ttg::MBarrierInitOp::create(builder, loc, channel.empty, numWarps);
    }
  }
}

void ProducerBuilder::run() {
  Location loc = plan.loops.front().loop.getLoc();
  for (Operation &op : plan.func.getBody().front())
    if (isa<ttg::TensorMapCreateOp>(op) && plan.slice.ops.contains(&op))
      builder.setInsertionPointAfter(&op);
  auto producer = ttg::ProducerOp::create(builder, loc);
  builder.createBlock(&producer.getBody());
  initBarriers();
  positions.assign(plan.numRings, createFirstPosition(builder, loc));
  repeat(plan.func.getBody().front());
  ttg::ProducerEndOp::create(builder, loc);
}

void cm2tt::createProducer(OpBuilder &builder, Specialization &plan) {
  ProducerBuilder(builder, plan).run();
}
