// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lets matrix products of warp groups run asynchronously while a loop
/// continues, and waits for them where necessary.
///
/// Products finish in the order in which they begin, so that the running
/// products form a queue. The pass walks a loop's body with this queue: where
/// an operation needs a product to be finished there is a wait, which leaves
/// the younger ones running. Products that run at the end still run at the
/// start of the next iteration; the walk is repeated until that queue is known.
/// Only then is anything changed.
///
/// An operation needs a product to be finished if it
///  - reads its result, unless it is a product that adds to it and nothing else
///    reads it: the hardware orders these;
///  - writes to the memory of an operand. Of several buffers, what is written
///    in the turn in which the product began is another one;
///  - may do such things unseen: calls, and nested products.
///
/// A in registers must be left alone, too. It is, over the end of an iteration,
/// if the next A is computed from another product of its iteration, which is
/// waited for and younger than this one. If the loop carries A, the next A is
/// converted, or copied to its registers, after the wait.
///
/// Not here: barriers between what threads do to memory (TTGInsertBarriers);
/// copies that run ahead (TTGPipelineLoops).

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Dialect/TTG/TTGOps.h"
#include "cm2tt/GPU/Passes.h"
#include "gpu/schedule/LoopLoads.h"
#include "gpu/shared/SharedAllocation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTGOVERLAPDOTSPASS
#include "cm2tt/GPU/Passes.h.inc"
} // namespace cm2tt

//===----------------------------------------------------------------------===//
// What products touch
//===----------------------------------------------------------------------===//

/// The allocation that a tile in shared memory is in; null if that is unknown.
static Value getRoot(Value memory) {
  ttg::LocalAllocOp alloc = getAllocation(memory);
  return alloc ? alloc.getResult() : Value();
}

/// The allocations that a product reads.
static SmallVector<Value, 2> getRoots(ttg::WarpGroupDotOp dot) {
  SmallVector<Value, 2> roots;
  for (Value operand : {dot.getA(), Value(dot.getB())})
    if (isa<ttg::MemDescType>(operand.getType()))
      roots.push_back(getRoot(operand));
  return roots;
}

/// Whether a product's accumulator stays in the registers of the unit until the
/// end: its elements are words, and no sum is computed outside of the unit.
static bool canRun(ttg::WarpGroupDotOp dot) {
  Type element = getElementTypeOrSelf(dot.getType());
  if (element.getIntOrFloatBitWidth() != 32 ||
      llvm::is_contained(getRoots(dot), Value()))
    return false;
  ttg::MemDescType b = dot.getB().getType();
  return !tt::isFloat8(b.getElementType()) ||
         dot.getMaxNumImpreciseAcc() > b.getShape()[0];
}

/// Whether two views are of one tile, transposed or not.
static bool areSameTile(Value a, Value b) {
  auto strip = [](Value view) {
    while (auto trans = view.getDefiningOp<ttg::MemDescTransOp>())
      view = trans.getSrc();
    return view;
  };
  a = strip(a), b = strip(b);
  auto ofA = a.getDefiningOp<ttg::MemDescIndexOp>();
  auto ofB = b.getDefiningOp<ttg::MemDescIndexOp>();
  return a == b || (ofA && ofB && ofA.getSrc() == ofB.getSrc() &&
                    ofA.getIndex() == ofB.getIndex());
}

/// Whether an operation is nothing to run a product for.
static bool isTrivial(Operation *op) {
  if (isa<arith::ConstantOp, tt::SplatOp>(op))
    return true;
  return isMemoryEffectFree(op) && op->getNumRegions() == 0 &&
         llvm::none_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

namespace {
/// A product that may be running.
struct Flight {
  ttg::WarpGroupDotOp dot;
  /// Its result; null if a younger product adds to it, or it has no users.
  Value value;
  /// Whether it began in an earlier iteration.
  bool isOld;

  bool operator==(const Flight &other) const {
    return dot == other.dot && value == other.value && isOld == other.isOld;
  }
};

/// A wait that is to stand before an operation.
struct Wait {
  Operation *before;
  /// The number of products that it leaves running.
  unsigned pending;
  /// The products that it waits for, the youngest last.
  SmallVector<Flight> done;
  /// Whether the product before it waits for all: then it only says where
  /// results come from.
  bool isBehindWait = false;
};

/// Overlaps the products of one loop.
struct LoopOverlap {
  explicit LoopOverlap(scf::ForOp loop);

  /// Whether there is a plan.
  bool plan();
  /// Carries it out; returns how many products run asynchronously.
  unsigned apply();

private:
  void noteEffects(Operation *op);
  bool isInside(Value value) const {
    return body.getParent()->isAncestor(value.getParentRegion());
  }
  bool computesNextOperand(Operation *op, ttg::WarpGroupDotOp dot) const;
  void copyNextOperand(ttg::WarpGroupDotOp dot);

  void step(Operation *op);
  void begin(ttg::WarpGroupDotOp dot);
  void endTurn();
  bool isNeeded(const Flight &flight, Operation *op) const;
  bool isReleased(const Flight &flight, ttg::MBarrierArriveOp arrive) const;
  bool continues(Value value, BlockArgument carried) const;
  bool staysInPlace(const Flight &flight);
  bool isNeededAtEnd(const Flight &flight);
  void waitFor(unsigned count, Operation *before);
  bool isReadBy(Value value, Operation *op) const;
  bool addsTo(Operation *op, Value value) const;

  void dropNeedlessOverlap(Wait &wait);
  void insert(const Wait &wait);
  void insertLastWait();

  scf::ForOp loop;
  Block &body;
  /// For each operation of the body: the allocations to which it writes, and
  /// whether it may do what cannot be seen.
  DenseMap<Operation *, SmallVector<Value, 1>> writes;
  DenseSet<Operation *> opaque;
  /// Operations of the body that read a value.
  mutable DenseMap<Value, SmallPtrSet<Operation *, 4>> readers;
  SmallVector<ttg::WarpGroupDotOp> dots;

  /// The queue, the oldest first.
  SmallVector<Flight> flights;
  SmallVector<Wait> waits;
  DenseSet<Operation *> synchronous;
};
} // namespace

LoopOverlap::LoopOverlap(scf::ForOp loop) : loop(loop), body(*loop.getBody()) {
  for (Operation &op : body) {
    if (auto dot = dyn_cast<ttg::WarpGroupDotOp>(op))
      dots.push_back(dot);
    op.walk([&](Operation *nested) { noteEffects(nested); });
  }
}

void LoopOverlap::noteEffects(Operation *op) {
  Operation *ancestor = body.findAncestorOpInBlock(*op);
  Value written;
  if (auto store = dyn_cast<ttg::LocalStoreOp>(op))
    written = store.getDest();
  else if (auto copy = dyn_cast<ttg::AsyncCopyOp>(op))
    written = copy.getDest();
  else if (auto copy = dyn_cast<ttg::TensorCopyOp>(op))
    written = copy.getDest();
  else if (auto alloc = dyn_cast<ttg::LocalAllocOp>(op))
    written = alloc.getResult();
  if (written)
    writes[ancestor].push_back(getRoot(written));
  bool isProduct = isa<ttg::WarpGroupDotOp, ttg::WarpGroupDotWaitOp>(op);
  if (isa<CallOpInterface>(op) || (isProduct && op != ancestor))
    opaque.insert(ancestor);
}

bool LoopOverlap::isReadBy(Value value, Operation *op) const {
  auto [found, isNew] = readers.try_emplace(value);
  if (isNew)
    for (Operation *user : value.getUsers())
      if (Operation *ancestor = body.findAncestorOpInBlock(*user))
        found->second.insert(ancestor);
  return found->second.contains(op);
}

/// Whether `op` is a product that goes on with this accumulator in place.
bool LoopOverlap::addsTo(Operation *op, Value value) const {
  auto dot = dyn_cast<ttg::WarpGroupDotOp>(op);
  return dot && dot.getC() == value && value.hasOneUse() && canRun(dot);
}

/// Whether others may overwrite a tile that a product reads: the same one, or
/// one of the same buffers that an earlier iteration read.
bool LoopOverlap::isReleased(const Flight &flight,
                             ttg::MBarrierArriveOp arrive) const {
  ttg::WarpGroupDotOp dot = flight.dot;
  for (Value operand : {dot.getA(), Value(dot.getB())})
    for (Value tile : arrive.getTiles())
      if (isa<ttg::MemDescType>(operand.getType()) &&
          (flight.isOld ? getRoot(operand) == getRoot(tile)
                        : areSameTile(operand, tile)))
        return true;
  return false;
}

/// Whether `op` is among the last operations that compute the next A, if the
/// loop carries A in registers: those that change its layout or narrow its
/// elements. They write the registers that A has, so that no others are needed.
bool LoopOverlap::computesNextOperand(Operation *op,
                                      ttg::WarpGroupDotOp dot) const {
  auto carried = dyn_cast<BlockArgument>(dot.getA());
  if (!carried || carried.getOwner() != &body ||
      !isa<RankedTensorType>(carried.getType()))
    return false;
  Value next = body.getTerminator()->getOperand(carried.getArgNumber() - 1);
  while (Operation *def = next.getDefiningOp()) {
    if (def->getBlock() != &body || !next.hasOneUse() ||
        !isa<ttg::ConvertLayoutOp, arith::TruncFOp, arith::TruncIOp,
             tt::FpToFpOp>(def))
      return false;
    if (def == op)
      return true;
    next = def->getOperand(0);
  }
  return false;
}

bool LoopOverlap::isNeeded(const Flight &flight, Operation *op) const {
  if (opaque.contains(op))
    return true;
  if (auto arrive = dyn_cast<ttg::MBarrierArriveOp>(op))
    return isReleased(flight, arrive);
  if (flight.value && isReadBy(flight.value, op) && !addsTo(op, flight.value))
    return true;
  if (computesNextOperand(op, flight.dot))
    return true;
  // Products may share A, others must not touch its registers.
  ttg::WarpGroupDotOp dot = flight.dot;
  if (isa<RankedTensorType>(dot.getA().getType()) && isReadBy(dot.getA(), op) &&
      !isa<ttg::WarpGroupDotOp>(op))
    return true;
  auto found = writes.find(op);
  if (found == writes.end())
    return false;
  SmallVector<Value, 2> roots = getRoots(flight.dot);
  return llvm::any_of(found->second, [&](Value root) {
    if (!llvm::is_contained(roots, root))
      return false;
    return flight.isOld ||
           cast<ttg::MemDescType>(root.getType()).getBuffers() == 1;
  });
}

/// Whether a value is computed in place of the one that the loop carries at its
/// position in the yield: by products that add to it, and element by element.
bool LoopOverlap::continues(Value value, BlockArgument carried) const {
  SmallVector<Value> pending{value};
  DenseSet<Value> seen;
  while (!pending.empty()) {
    Value current = pending.pop_back_val();
    if (current == carried)
      return true;
    Operation *op = current.getDefiningOp();
    if (!op || op->getBlock() != &body || !seen.insert(current).second)
      continue;
    if (auto dot = dyn_cast<ttg::WarpGroupDotOp>(op))
      pending.push_back(dot.getC());
    else if (op->hasTrait<OpTrait::Elementwise>())
      llvm::append_range(pending, op->getOperands());
  }
  return false;
}

/// Whether the next iteration gets the sum of a running product in the
/// registers that the product writes: it continues what the loop carried,
/// which nothing reads after the product began. Others are copied to registers
/// of the next iteration, and `ptxas` serializes products whose results only
/// that reads (C7514, 13.0).
bool LoopOverlap::staysInPlace(const Flight &flight) {
  auto operands = body.getTerminator()->getOperands();
  auto found = llvm::find(operands, flight.value);
  if (found == operands.end())
    return true;
  BlockArgument carried = loop.getRegionIterArg(found - operands.begin());
  ttg::WarpGroupDotOp dot = flight.dot;
  auto isBefore = [&](Operation *user) {
    Operation *op = body.findAncestorOpInBlock(*user);
    return op == dot || op->isBeforeInBlock(dot);
  };
  return continues(dot.getC(), carried) &&
         llvm::all_of(carried.getUsers(), isBefore);
}

/// Whether a product cannot continue in the next iteration.
bool LoopOverlap::isNeededAtEnd(const Flight &flight) {
  if (llvm::any_of(getRoots(flight.dot),
                   [&](Value root) { return isInside(root); }))
    return true;
  ttg::WarpGroupDotOp dot = flight.dot;
  if (isa<RankedTensorType>(dot.getA().getType()) && isInside(dot.getA()) &&
      !dependsOnProduct(&body, dot.getA()))
    return true;
  return flight.value &&
         (flight.isOld || !staysInPlace(flight) ||
          llvm::count(body.getTerminator()->getOperands(), flight.value) > 1);
}

/// Waits for the `count` oldest products.
void LoopOverlap::waitFor(unsigned count, Operation *before) {
  if (count == 0)
    return;
  Wait wait = {before, unsigned(flights.size() - count), {}};
  wait.done.append(flights.begin(), flights.begin() + count);
  flights.erase(flights.begin(), flights.begin() + count);
  waits.push_back(std::move(wait));
}

void LoopOverlap::step(Operation *op) {
  unsigned count = 0;
  for (auto [index, flight] : llvm::enumerate(flights))
    if (isNeeded(flight, op))
      count = index + 1;
  waitFor(count, op);
  if (auto dot = dyn_cast<ttg::WarpGroupDotOp>(op))
    begin(dot);
}

void LoopOverlap::begin(ttg::WarpGroupDotOp dot) {
  for (Flight &flight : flights)
    if (flight.value == dot.getC())
      flight.value = Value();
  if (canRun(dot)) {
    Value result = dot.getD();
    flights.push_back({dot, result.use_empty() ? Value() : result, false});
    return;
  }
  // It waits for itself and so for all before it.
  synchronous.insert(dot);
  waitFor(flights.size(), dot->getNextNode());
  if (!waits.empty() && waits.back().before == dot->getNextNode())
    waits.back().isBehindWait = true;
}

void LoopOverlap::endTurn() {
  Operation *yield = body.getTerminator();
  unsigned count = 0;
  for (auto [index, flight] : llvm::enumerate(flights))
    if (isNeededAtEnd(flight))
      count = index + 1;
  waitFor(count, yield);
  // The youngest flight of one product is the last to be finished.
  llvm::erase_if(flights, [](const Flight &flight) { return flight.isOld; });
  for (Flight &flight : flights) {
    flight.isOld = true;
    if (!flight.value)
      continue;
    auto operands = yield->getOperands();
    auto found = llvm::find(operands, flight.value);
    flight.value = found == operands.end()
                       ? Value()
                       : loop.getRegionIterArg(found - operands.begin());
  }
}

bool LoopOverlap::plan() {
  if (dots.empty())
    return false;
  // Each round may only add what runs on from the round before.
  for (unsigned round = 0; round <= dots.size() + 1; ++round) {
    SmallVector<Flight> start = flights;
    waits.clear();
    synchronous.clear();
    for (Operation &op : body.without_terminator())
      step(&op);
    endTurn();
    if (start == flights)
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Changing the loop
//===----------------------------------------------------------------------===//

/// A product that is waited for before anything else is done had better wait
/// itself: that is one operation.
void LoopOverlap::dropNeedlessOverlap(Wait &wait) {
  Flight &last = wait.done.back();
  if (wait.pending != 0 || last.isOld)
    return;
  for (Operation *op = last.dot->getNextNode(); op != wait.before;
       op = op->getNextNode())
    if (!isTrivial(op))
      return;
  synchronous.insert(last.dot);
  wait.before = last.dot->getNextNode();
  wait.isBehindWait = true;
  wait.done.pop_back();
}

/// Creates a wait; values that are read after `wait.before` are its results.
void LoopOverlap::insert(const Wait &wait) {
  SmallVector<Value> values;
  llvm::SmallSetVector<Value, 4> memories;
  auto isReadBehind = [&](OpOperand &use) {
    Operation *user = body.findAncestorOpInBlock(*use.getOwner());
    return user && !user->isBeforeInBlock(wait.before);
  };
  for (const Flight &flight : wait.done) {
    memories.insert_range(getRoots(flight.dot));
    if (flight.value && llvm::any_of(flight.value.getUses(), isReadBehind))
      values.push_back(flight.value);
  }
  if (wait.isBehindWait && values.empty())
    return;
  OpBuilder builder(wait.before);
  auto op = ttg::WarpGroupDotWaitOp::create(
      builder, wait.done.back().dot->getLoc(), TypeRange(ValueRange(values)),
      values, memories.takeVector(), wait.pending);
  for (auto [value, waited] : llvm::zip_equal(values, op.getOutputs()))
    value.replaceUsesWithIf(waited, [&](OpOperand &use) {
      return use.getOwner() != op && isReadBehind(use);
    });
}

/// Waits after the loop for products that run at its end.
void LoopOverlap::insertLastWait() {
  if (flights.empty())
    return;
  SmallVector<Value> values;
  llvm::SmallSetVector<Value, 4> memories;
  for (const Flight &flight : flights) {
    memories.insert_range(getRoots(flight.dot));
    if (!flight.value)
      continue;
    Value result = loop.getTiedLoopResult(cast<BlockArgument>(flight.value));
    if (!result.use_empty())
      values.push_back(result);
  }
  OpBuilder builder(loop->getContext());
  builder.setInsertionPointAfter(loop);
  auto op = ttg::WarpGroupDotWaitOp::create(
      builder, loop.getLoc(), TypeRange(ValueRange(values)), values,
      memories.takeVector(), /*pending=*/0);
  for (auto [value, waited] : llvm::zip_equal(values, op.getOutputs()))
    value.replaceAllUsesExcept(waited, op);
}

/// If the loop carries A of an asynchronous product, in registers, copies the
/// next A at the end of the iteration, where all products with A were waited
/// for.
void LoopOverlap::copyNextOperand(ttg::WarpGroupDotOp dot) {
  Value a = dot.getA();
  while (auto trans = a.getDefiningOp<tt::TransOp>())
    a = trans.getSrc();
  auto carried = dyn_cast<BlockArgument>(a);
  auto type = dyn_cast<RankedTensorType>(a.getType());
  if (!carried || carried.getOwner() != &body || !type ||
      !type.getElementType().isF32())
    return;
  OpOperand &next = *loop.getTiedLoopYieldedValue(carried);
  if (next.get().getDefiningOp<ttg::CopyFragmentsOp>())
    return;
  OpBuilder builder(body.getTerminator());
  next.set(ttg::CopyFragmentsOp::create(builder, dot.getLoc(), next.get()));
}

unsigned LoopOverlap::apply() {
  for (Wait &wait : waits)
    dropNeedlessOverlap(wait);
  for (const Wait &wait : waits)
    insert(wait);
  insertLastWait();
  unsigned count = 0;
  for (ttg::WarpGroupDotOp dot : dots) {
    if (synchronous.contains(dot))
      continue;
    dot.setIsAsync(true);
    copyNextOperand(dot);
    ++count;
  }
  return count;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct TTGOverlapDotsPass
    : cm2tt::impl::TTGOverlapDotsPassBase<TTGOverlapDotsPass> {
  using Base::Base;

  void runOnOperation() override {
    // Inner loops first: they are finished where they end.
    getOperation()->walk<WalkOrder::PostOrder>([&](scf::ForOp loop) {
      LoopOverlap overlap(loop);
      if (overlap.plan())
        overlapped += overlap.apply();
    });
  }
};
} // namespace
