// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The loops of a kernel that get a producer, and what it needs to know: the
/// conditions of TTGSpecializeWarps.cpp.
///
/// Not here: changing the kernel (Producer.cpp, Consumer.cpp).

#include "SpecializeWarpsInternals.h"

#include "cm2tt/Tile/PersistentKernel.h"
#include "gpu/schedule/SharedForecast.h"
#include "gpu/schedule/TensorCopies.h"
#include "tile/analysis/MemoryOrder.h"
#include "tile/analysis/TripCount.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace cm2tt;

SmallVector<scf::ForOp> cm2tt::getNest(scf::ForOp loop) {
  SmallVector<scf::ForOp> nest;
  for (Operation *op = loop->getParentOp(); isa<scf::ForOp>(op);
       op = op->getParentOp())
    nest.push_back(cast<scf::ForOp>(op));
  std::reverse(nest.begin(), nest.end());
  return nest;
}

//===----------------------------------------------------------------------===//
// The scalars of the producer
//===----------------------------------------------------------------------===//

namespace {
/// The operations and carried values that compute some scalars, also those of
/// earlier iterations.
class Slice : public ProducerSlice {
public:
  explicit Slice(const ProducerSlice &slice) : ProducerSlice(slice) {}
  /// Adds what `value` needs. Returns the operation that the producer cannot
  /// repeat, if there is one.
  Operation *add(Value value);

private:
  void addArgument(BlockArgument argument);
  bool addOperation(Operation *op);

  SmallVector<Value> pending;
};
} // namespace

void Slice::addArgument(BlockArgument argument) {
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  if (!loop || argument == loop.getInductionVar() ||
      !carried.insert(argument).second)
    return;
  pending.push_back(loop.getTiedLoopInit(argument)->get());
  pending.push_back(loop.getTiedLoopYieldedValue(argument)->get());
}

/// Whether an operation, or one in it, works on tiles.
static bool hasTiles(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        auto isTile = llvm::IsaPred<RankedTensorType>;
        bool has = llvm::any_of(inner->getOperandTypes(), isTile) ||
                   llvm::any_of(inner->getResultTypes(), isTile);
        return has ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Adds an operation with all in it. Returns whether the producer can repeat
/// it.
bool Slice::addOperation(Operation *op) {
  if (!ops.insert(op).second)
    return true;
  if (auto create = dyn_cast<ttg::TensorMapCreateOp>(op)) {
    // The producer uses the map: others create it before they meet.
    pending.push_back(create.getSlot());
    return isa<tt::FuncOp>(op->getParentOp());
  }
  if (!isMemoryEffectFree(op) || hasTiles(op))
    return false;
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (!op->isAncestor(operand.getParentBlock()->getParentOp()))
        pending.push_back(operand);
  });
  return true;
}

Operation *Slice::add(Value value) {
  pending.push_back(value);
  while (!pending.empty()) {
    Value current = pending.pop_back_val();
    if (auto argument = dyn_cast<BlockArgument>(current))
      addArgument(argument);
    else if (!addOperation(current.getDefiningOp()))
      return current.getDefiningOp();
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// One loop
//===----------------------------------------------------------------------===//

namespace {
/// The loads in a block that the products of a loop read; that of the loop, or
/// of one around it.
struct ProductInputs {
  ProductInputs(scf::ForOp loop, Block *block);

  bool hasProducts = false;
  llvm::DenseSet<Operation *> loads;
};
} // namespace

ProductInputs::ProductInputs(scf::ForOp loop, Block *block) {
  SmallVector<Value> pending;
  for (auto dot : loop.getBody()->getOps<ttg::WarpGroupDotOp>()) {
    hasProducts = true;
    pending.append({dot.getA(), dot.getB()});
  }
  llvm::DenseSet<Operation *> seen;
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val().getDefiningOp();
    if (!op || !block->findAncestorOpInBlock(*op) || !seen.insert(op).second)
      continue;
    if (isa<tt::LoadOp, tt::DescriptorLoadOp>(op)) {
      if (op->getBlock() == block)
        loads.insert(op);
    } else if (!isa<ttg::WarpGroupDotOp>(op))
      llvm::append_range(pending, op->getOperands());
  }
}

namespace {
/// Plans one kernel.
class WarpPlanner {
public:
  WarpPlanner(tt::FuncOp func, unsigned numSlots, ProducerLimits limits,
              ArrayRef<SplitStores> splits, bool remarks)
      : limits(limits), numSlots(numSlots), splits(splits), remarks(remarks) {
    plan.func = func;
  }
  Specialization run(SharedRoom room);

private:
  void add(scf::ForOp loop, const ProductInputs &inputs);
  const char *findObstacle(scf::ForOp loop, const ProductInputs &inputs);
  unsigned chooseSlots(scf::ForOp loop, ArrayRef<Channel> channels) const;
  SmallVector<Channel, 2>
  findChannels(scf::ForOp loop, ArrayRef<tt::DescriptorLoadOp> loads) const;
  Operation *findSlice(const ProducedLoop &produced, Slice &slice) const;
  void chooseRings(ProducedLoop &produced);
  bool areMapsInTime(const Slice &slice);
  void leaveOut(unsigned mostLoops);
  void addOuter(SharedRoom room);
  SmallVector<tt::DescriptorLoadOp> findOuterLoads(scf::ForOp loop) const;
  void checkOrder();
  Operation *findWriter(ArrayRef<ProducedLoop> loops);
  bool mayPrecedeCopies(Operation *op);
  void refuse(Operation *op, const Twine &reason) const;

  Specialization plan;
  ProducerLimits limits;
  unsigned numSlots;
  ArrayRef<SplitStores> splits;
  bool remarks;
};
} // namespace

void WarpPlanner::refuse(Operation *op, const Twine &reason) const {
  if (remarks)
    emitRemark(op->getLoc()) << "the loop gets no producer: " << reason;
}

/// The condition that does not hold for a loop; null if all hold.
const char *WarpPlanner::findObstacle(scf::ForOp loop,
                                      const ProductInputs &inputs) {
  // Rows and columns, such as those that scale a tile, are loaded by consumers.
  auto isByPointer = [](Operation *load) {
    auto plain = dyn_cast<tt::LoadOp>(load);
    auto tile = plain ? dyn_cast<RankedTensorType>(plain.getType())
                      : RankedTensorType();
    return tile && tile.getRank() > 1;
  };
  if (llvm::any_of(inputs.loads, isByPointer))
    return "a product reads a tile that the loop loads by pointers";
  if (!llvm::any_of(inputs.loads, llvm::IsaPred<tt::DescriptorLoadOp>))
    return "no product reads a block that the loop loads by a descriptor";
  SmallVector<scf::ForOp> nest = getNest(loop);
  Operation *outermost = nest.empty() ? loop : nest.front();
  if (!isa<tt::FuncOp>(outermost->getParentOp()))
    return "it is in a branch, or in a loop other than 'scf.for'";
  if (!outermost->getBlock()->isEntryBlock())
    return "the kernel returns before it";
  return nullptr;
}

/// The slots of a loop with products: those that are asked for, or as many as
/// the limits allow a loop of one product.
unsigned WarpPlanner::chooseSlots(scf::ForOp loop,
                                  ArrayRef<Channel> channels) const {
  constexpr unsigned kMostSlots = 8;
  unsigned slots = getRequestedStages(loop, numSlots);
  if (llvm::hasSingleElement(loop.getBody()->getOps<ttg::WarpGroupDotOp>())) {
    uint64_t bytes = 0;
    for (const Channel &channel : channels)
      for (const ProducedLoad &load : channel.loads)
        bytes += load.memory.getTileBytes();
    slots = std::max<unsigned>(
        slots, std::min<uint64_t>(kMostSlots, limits.ringBytes / bytes));
  }
  return std::max(std::min(slots, limits.slots), 2u);
}

/// Blocks that the loop loads, those with one first use together.
SmallVector<Channel, 2>
WarpPlanner::findChannels(scf::ForOp loop,
                          ArrayRef<tt::DescriptorLoadOp> loads) const {
  SmallVector<Channel, 2> channels;
  for (tt::DescriptorLoadOp op : loads) {
    ProducedLoad load{op, chooseBulkMemory(op)};
    Operation *use =
        load.memory ? findFirstUse(loop, load.load.getResult(), load.memory)
                    : nullptr;
    if (!use)
      continue;
    auto known = llvm::find_if(channels, [&](const Channel &channel) {
      return channel.firstUse == use;
    });
    if (known == channels.end()) {
      channels.push_back({{}, use});
      known = std::prev(channels.end());
    }
    known->loads.push_back(load);
  }
  llvm::stable_sort(channels, [](const auto &a, const auto &b) {
    return a.firstUse->isBeforeInBlock(b.firstUse);
  });
  return channels;
}

/// Adds the scalars of the copies, and those of the bounds of all loops around
/// them. Returns the operation that the producer cannot repeat.
Operation *WarpPlanner::findSlice(const ProducedLoop &produced,
                                  Slice &slice) const {
  SmallVector<Value> needed;
  for (const Channel &channel : produced.channels)
    for (const ProducedLoad &load : channel.loads)
      llvm::append_range(needed, load.load->getOperands());
  SmallVector<scf::ForOp> loops = getNest(produced.loop);
  loops.push_back(produced.loop);
  for (scf::ForOp loop : loops)
    needed.append({loop.getLowerBound(), loop.getUpperBound(), loop.getStep()});
  for (Value value : needed)
    if (Operation *op = slice.add(value))
      return op;
  return nullptr;
}

/// Whether rings for one loop can serve another one.
static bool areAlike(const ProducedLoop &a, const ProducedLoop &b) {
  auto sameMemory = [](const ProducedLoad &one, const ProducedLoad &other) {
    return one.memory == other.memory;
  };
  auto sameLoads = [&](const Channel &one, const Channel &other) {
    return llvm::equal(one.loads, other.loads, sameMemory);
  };
  return a.slots >= b.slots && llvm::equal(a.channels, b.channels, sameLoads);
}

/// Gives a loop the rings of one before, in the same block, with all of their
/// slots, or other ones.
void WarpPlanner::chooseRings(ProducedLoop &produced) {
  scf::ForOp loop = produced.loop;
  for (const ProducedLoop &before : llvm::reverse(plan.loops)) {
    scf::ForOp other = before.loop;
    if (other->getBlock() != loop->getBlock() || !areAlike(before, produced))
      continue;
    produced.slots = before.slots;
    produced.rings = before.rings;
    return;
  }
  produced.rings = plan.numRings++;
}

/// Whether all tensor maps of a slice are created before the loops that have a
/// producer: `ttg.producer` follows the maps, and precedes the loops.
bool WarpPlanner::areMapsInTime(const Slice &slice) {
  Block *block = &plan.func.getBody().front();
  return llvm::none_of(slice.ops, [&](Operation *op) {
    auto create = dyn_cast<ttg::TensorMapCreateOp>(op);
    return create && llvm::any_of(plan.loops, [&](const ProducedLoop &other) {
             return block->findAncestorOpInBlock(*other.loop)
                 ->isBeforeInBlock(create);
           });
  });
}

void WarpPlanner::add(scf::ForOp loop, const ProductInputs &inputs) {
  if (const char *obstacle = findObstacle(loop, inputs))
    return refuse(loop, obstacle);
  auto isInside = [&](const ProducedLoop &other) {
    return loop->isAncestor(other.loop);
  };
  if (llvm::any_of(plan.loops, isInside))
    return refuse(loop, "a loop in it has one");
  auto loads = llvm::to_vector(loop.getBody()->getOps<tt::DescriptorLoadOp>());
  ProducedLoop produced{loop, 0, findChannels(loop, loads)};
  if (produced.channels.empty())
    return; // not of products, whose blocks are aligned
  produced.slots = chooseSlots(loop, produced.channels);
  Slice slice(plan.slice);
  if (Operation *op = findSlice(produced, slice))
    return refuse(op, "'" + op->getName().getStringRef() +
                          "' computes a coordinate, a bound or a descriptor "
                          "of it, which the producer cannot repeat");
  if (!areMapsInTime(slice))
    return refuse(loop, "the kernel creates a tensor map for it after a loop "
                        "that has one");
  plan.slice = std::move(slice);
  chooseRings(produced);
  plan.loops.push_back(std::move(produced));
}

//===----------------------------------------------------------------------===//
// The order of accesses
//===----------------------------------------------------------------------===//

/// Whether an operation may have to run before a copy of the producer does: it
/// is before the last loop, or in the nest of that. If the outermost loop goes
/// over programs, the copies of later programs do not count.
bool WarpPlanner::mayPrecedeCopies(Operation *op) {
  Operation *last = plan.loops.back().loop;
  SmallVector<scf::ForOp> nest = getNest(plan.loops.back().loop);
  Block *block = &plan.func.getBody().front();
  if (!nest.empty() && nest.front()->hasAttr(kProgramsAttr) &&
      nest.front()->isAncestor(op))
    block = nest.front().getBody();
  last = block->findAncestorOpInBlock(*last);
  Operation *ancestor = block->findAncestorOpInBlock(*op);
  return ancestor && (ancestor == last || ancestor->isBeforeInBlock(last));
}

/// The producer runs ahead of the consumers: it must not read what the program
/// writes before. Returns an operation that may write what these loops load.
Operation *WarpPlanner::findWriter(ArrayRef<ProducedLoop> loops) {
  PointerRootAnalysis roots(plan.func);
  SmallVector<PointerRoots> read;
  for (const ProducedLoop &produced : loops)
    for (const Channel &channel : produced.channels)
      for (const ProducedLoad &load : channel.loads) {
        tt::DescriptorLoadOp op = load.load;
        read.push_back(roots.getRoots(op.getDesc()));
      }
  Operation *writer = nullptr;
  plan.func.walk([&](Operation *op) {
    Value written = getWritten(op);
    if (!written || !mayPrecedeCopies(op))
      return WalkResult::advance();
    PointerRoots place = roots.getRoots(written);
    bool conflicts = llvm::any_of(read, [&](const PointerRoots &one) {
      return PointerRoots::mayAlias(one, place);
    });
    if (!conflicts)
      return WalkResult::advance();
    writer = op;
    return WalkResult::interrupt();
  });
  return writer;
}

/// Drops all loops if the program may write what they load, or wait for others
/// before it is done.
void WarpPlanner::checkOrder() {
  Operation *obstacle = nullptr;
  plan.func.walk([&](Operation *op) {
    if (!mayPrecedeCopies(op) || !mayWaitForOthers(op))
      return WalkResult::advance();
    obstacle = op;
    return WalkResult::interrupt();
  });
  const char *reason = "' may wait for other programs before it is done";
  if (!obstacle) {
    obstacle = findWriter(plan.loops);
    reason = "' may write what it loads before it is done";
  }
  if (!obstacle)
    return;
  refuse(obstacle, "'" + obstacle->getName().getStringRef() + reason);
  plan.loops.clear();
}

/// Plans again for the `mostLoops` loops that run longest: those whose number
/// of iterations is a constant, as of the blocks that a causal mask crosses,
/// are left out first, then the last ones.
void WarpPlanner::leaveOut(unsigned mostLoops) {
  SmallVector<scf::ForOp> loops = llvm::map_to_vector(
      plan.loops, [](const ProducedLoop &produced) { return produced.loop; });
  SmallVector<scf::ForOp> byLength(loops);
  llvm::stable_sort(byLength, [](scf::ForOp a, scf::ForOp b) {
    return !getTripCountWithoutWrap(a) && getTripCountWithoutWrap(b);
  });
  byLength.resize(mostLoops);
  tt::FuncOp func = plan.func;
  plan = Specialization();
  plan.func = func;
  for (scf::ForOp loop : loops)
    if (llvm::is_contained(byLength, loop))
      add(loop, ProductInputs(loop, loop.getBody()));
}

//===----------------------------------------------------------------------===//
// Outer loops
//===----------------------------------------------------------------------===//

/// The blocks that a loop loads before the first loop with products in it, of
/// which some product reads each.
SmallVector<tt::DescriptorLoadOp>
WarpPlanner::findOuterLoads(scf::ForOp loop) const {
  llvm::DenseSet<Operation *> read;
  Operation *first = nullptr;
  for (const ProducedLoop &produced : plan.loops) {
    Operation *inner = findInBody(loop, produced.loop);
    if (!inner || inner == loop)
      continue;
    if (!first || inner->isBeforeInBlock(first))
      first = inner;
    ProductInputs inputs(produced.loop, loop.getBody());
    read.insert(inputs.loads.begin(), inputs.loads.end());
  }
  SmallVector<tt::DescriptorLoadOp> loads;
  for (auto load : loop.getBody()->getOps<tt::DescriptorLoadOp>())
    if (read.contains(load) && load->isBeforeInBlock(first))
      loads.push_back(load);
  return loads;
}

uint64_t cm2tt::forecast(const Specialization &plan,
                         ArrayRef<SplitStores> splits) {
  SharedForecast forecast(plan.func);
  ttg::MemDescType barrier = getBarrierMemory(plan.func->getContext());
  for (const SplitStores &split : splits)
    for (tt::DescriptorStoreOp store : split.stores)
      forecast.split(store, split.getParts());
  // Rings end after the nest of the last loop that has them.
  SmallVector<Operation *> end(plan.numRings);
  for (const ProducedLoop &produced : plan.loops) {
    SmallVector<scf::ForOp> nest = getNest(produced.loop);
    end[produced.rings] = nest.empty() ? produced.loop : nest.front();
  }
  for (const ProducedLoop &produced : plan.loops) {
    Operation *last = std::exchange(end[produced.rings], nullptr);
    for (const Channel &channel : produced.channels) {
      for (const ProducedLoad &load : channel.loads) {
        forecast.drop(load.load);
        if (last)
          forecast.add(load.load, load.memory, produced.slots, nullptr, last);
      }
      for (unsigned i = 0; last && i < 2; ++i)
        forecast.add(channel.firstUse, barrier, produced.slots, nullptr, last);
    }
  }
  return forecast.allocate().bytes;
}

/// Loops over programs load blocks that the loops in them use in each
/// iteration, such as the queries of attention. With two slots, the producer
/// loads those of the next program while consumers use the ones before; with
/// one, while they store the result.
void WarpPlanner::addOuter(SharedRoom room) {
  SmallVector<scf::ForOp> loops;
  for (const ProducedLoop &produced : plan.loops) {
    SmallVector<scf::ForOp> nest = getNest(produced.loop);
    if (nest.size() == 1 && !llvm::is_contained(loops, nest.back()))
      loops.push_back(nest.back());
  }
  if (loops.empty())
    return;
  uint64_t bytes = forecast(plan, splits);
  while (room.blocks > 1 && bytes > room.getShare(room.blocks))
    --room.blocks;
  for (scf::ForOp loop : llvm::reverse(loops)) {
    ProducedLoop outer{loop, 2, findChannels(loop, findOuterLoads(loop)), true,
                       plan.numRings};
    Specialization more = plan;
    Slice slice(plan.slice);
    if (outer.channels.empty() || findSlice(outer, slice) ||
        !areMapsInTime(slice) || findWriter(outer))
      continue;
    more.slice = std::move(slice);
    more.loops.insert(more.loops.begin(), std::move(outer));
    ++more.numRings;
    unsigned &slots = more.loops.front().slots;
    while (slots && forecast(more, splits) > room.getShare(room.blocks))
      --slots;
    if (slots)
      plan = std::move(more);
  }
}

Specialization WarpPlanner::run(SharedRoom room) {
  SmallVector<scf::ForOp> loops;
  plan.func.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops) {
    ProductInputs inputs(loop, loop.getBody());
    if (inputs.hasProducts)
      add(loop, inputs);
  }
  if (plan.loops.size() > limits.loops)
    leaveOut(limits.loops);
  if (!plan.loops.empty())
    checkOrder();
  if (limits.outer)
    addOuter(room);
  return std::move(plan);
}

Specialization cm2tt::planSpecialization(tt::FuncOp func, unsigned numSlots,
                                         ProducerLimits limits, SharedRoom room,
                                         ArrayRef<SplitStores> splits,
                                         bool remarks) {
  return WarpPlanner(func, numSlots, limits, splits, remarks).run(room);
}
