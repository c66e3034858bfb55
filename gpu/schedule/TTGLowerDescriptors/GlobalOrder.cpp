// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Orders bulk copies and other accesses of one program to global memory.
///
/// The hardware orders neither two bulk stores, nor a bulk store and a later
/// access, nor what threads store and a later bulk copy. A data-flow analysis
/// finds the writes that may be pending before an operation. Before one that
/// may access the same memory:
///
/// - bulk stores are waited for until they are written, with a barrier of the
///   block for accesses by other threads than the one that waits;
/// - what threads stored is fenced, with a barrier, for bulk copies.
///
/// Pointers and descriptors from different parameters are assumed not to
/// alias; those of unknown origin may alias any (PointerRoots.h). Atomics that
/// release, and inline assembly, may tell other blocks to read what was stored.
///
/// **Programs.** Iterations of a loop over programs (`tt.programs`) are
/// independent: what one stored has no order with what the next accesses.
///
/// A wait for writes before a loop is placed before the loop.
///
/// Not here: the shared memory that bulk stores read (TTGInsertBarriers).

#include "TTGLowerDescriptorsInternals.h"

#include "cm2tt/Dialect/TTG/TTGOps.h"
#include "cm2tt/Tile/PersistentKernel.h"
#include "gpu/schedule/GroupStores.h"
#include "tile/analysis/PointerRoots.h"

#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlow/DenseAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

namespace {
/// An access of an operation to global memory.
struct Access {
  /// The pointers or the descriptor; null for anything.
  Value where;
  bool isWrite = false;
  /// Whether a bulk copy accesses, not the threads.
  bool isBulk = false;
  /// Whether other blocks may read, once they see it, all that was written.
  bool isRelease = false;
};
} // namespace

/// Whether an atomic makes earlier writes visible.
static bool isRelease(tt::MemSemantic semantic) {
  return semantic == tt::MemSemantic::RELEASE ||
         semantic == tt::MemSemantic::ACQ_REL;
}

static std::optional<Access> getAccess(Operation *op) {
  auto atomic = [](auto atomic) {
    return Access{atomic.getPtr(), true, false, isRelease(atomic.getSem())};
  };
  return llvm::TypeSwitch<Operation *, std::optional<Access>>(op)
      .Case([](tt::LoadOp load) { return Access{load.getPtr()}; })
      .Case([](ttg::AsyncCopyOp copy) { return Access{copy.getPtr()}; })
      .Case([](tt::StoreOp store) { return Access{store.getPtr(), true}; })
      .Case<tt::AtomicCasOp, tt::AtomicRmwOp>(atomic)
      .Case([](ttg::TensorCopyOp copy) {
        return Access{copy.getDesc(), false, true};
      })
      .Case([](ttg::TensorStoreOp store) {
        return Access{store.getDesc(), true, true};
      })
      .Case<tt::CallOp, tt::ElementwiseInlineAsmOp>(
          [](auto op) -> std::optional<Access> {
            if (isMemoryEffectFree(op))
              return std::nullopt;
            return Access{Value(), true, false, true};
          })
      .Default(std::nullopt);
}

/// An index as a value and a constant that is added to it.
static std::pair<Value, int64_t> splitIndex(Value index) {
  int64_t offset = 0;
  APInt constant;
  if (matchPattern(index, m_ConstantInt(&constant)))
    return {Value(), constant.getSExtValue()};
  while (auto add = index.getDefiningOp<arith::AddIOp>()) {
    if (!matchPattern(add.getRhs(), m_ConstantInt(&constant)))
      break;
    offset += constant.getSExtValue();
    index = add.getLhs();
  }
  return {index, offset};
}

/// Whether two stores write different blocks of a tensor, `first` being the one
/// before `second` in the same run of their block: an earlier instance of
/// `first` is waited for by `first`.
static bool areDisjoint(ttg::TensorStoreOp first, ttg::TensorStoreOp second) {
  if (first.getDesc() != second.getDesc() || first.getReduce() ||
      first->getBlock() != second->getBlock() ||
      !first->isBeforeInBlock(second))
    return false;
  ArrayRef<int64_t> shape = first.getDesc().getType().getBlockType().getShape();
  for (auto [a, b, size] :
       llvm::zip_equal(first.getIndices(), second.getIndices(), shape)) {
    auto [valueOfA, offsetOfA] = splitIndex(a);
    auto [valueOfB, offsetOfB] = splitIndex(b);
    if (valueOfA == valueOfB && std::abs(offsetOfA - offsetOfB) >= size)
      return true;
  }
  return false;
}

/// Whether the order of two bulk stores matters if they store to one tensor.
static bool haveOrder(Operation *before, Operation *op) {
  auto first = dyn_cast<ttg::TensorStoreOp>(before);
  auto second = dyn_cast<ttg::TensorStoreOp>(op);
  if (!first || !second)
    return true;
  bool areEqualReductions =
      first.getReduce() && first.getReduce() == second.getReduce();
  return !areEqualReductions && !areDisjoint(first, second);
}

//===----------------------------------------------------------------------===//
// The analysis
//===----------------------------------------------------------------------===//

namespace {
/// The writes that may be pending: bulk stores, and stores of threads that are
/// not fenced.
struct PendingWrites : dataflow::AbstractDenseLattice {
  using AbstractDenseLattice::AbstractDenseLattice;
  ChangeResult join(const AbstractDenseLattice &other) override {
    return add(static_cast<const PendingWrites &>(other).writes.getArrayRef());
  }
  ChangeResult add(ArrayRef<Operation *> more) {
    size_t before = writes.size();
    writes.insert_range(more);
    return writes.size() == before ? ChangeResult::NoChange
                                   : ChangeResult::Change;
  }
  void print(raw_ostream &os) const override {
    os << writes.size() << " writes";
  }

  llvm::SetVector<Operation *> writes;
};

/// The synchronisation before an operation.
struct Needs {
  /// The writes for which it is needed.
  SmallVector<Operation *> stores, fenced;
  bool hasBarrier = false;
  /// Whether the stores must be written, not only have read their map.
  bool areWritten = false;
};

class WriteFlow : public dataflow::DenseForwardDataFlowAnalysis<PendingWrites> {
public:
  WriteFlow(DataFlowSolver &solver, const PointerRootAnalysis &roots)
      : DenseForwardDataFlowAnalysis(solver), roots(roots) {}

  /// The synchronisation that `op` needs if these writes are pending.
  Needs findNeeds(Operation *op, ArrayRef<Operation *> pending) const;

  LogicalResult visitOperation(Operation *op, const PendingWrites &before,
                               PendingWrites *after) override;
  void setToEntryState(PendingWrites *) override {}

private:
  PointerRoots getRoots(const Access &access) const {
    return access.where ? roots.getRoots(access.where)
                        : PointerRoots::unknown();
  }

  const PointerRootAnalysis &roots;
};
} // namespace

/// Whether an operation may run again.
static bool isRepeated(Operation *op) {
  return op->getParentOfType<LoopLikeOpInterface>() ||
         !op->getParentOfType<tt::FuncOp>().getBody().hasOneBlock();
}

/// Whether `before` ran for an earlier program only: `op` is not after it in an
/// iteration of a loop over programs.
static bool isOfEarlierProgram(Operation *before, Operation *op) {
  for (Operation *loop = op->getParentOp(); !isa<tt::FuncOp>(loop);
       loop = loop->getParentOp()) {
    if (!loop->hasAttr(kProgramsAttr) || !loop->isProperAncestor(before))
      continue;
    Block &body = loop->getRegion(0).front();
    Operation *first = body.findAncestorOpInBlock(*before);
    Operation *second = body.findAncestorOpInBlock(*op);
    // One operation with both may be a loop of the program.
    return first == second ? before == op && first == op
                           : second->isBeforeInBlock(first);
  }
  return false;
}

/// A map is not written again while a store may still read it.
static Needs findNeedsOfCreation(ttg::TensorMapCreateOp create,
                                 ArrayRef<Operation *> pending) {
  Needs needs;
  if (!isRepeated(create))
    return needs;
  for (Operation *before : pending) {
    auto store = dyn_cast<ttg::TensorStoreOp>(before);
    if (store && store.getDesc().getType() == create.getResult().getType())
      needs.stores.push_back(store);
  }
  needs.hasBarrier = !needs.stores.empty();
  return needs;
}

Needs WriteFlow::findNeeds(Operation *op, ArrayRef<Operation *> pending) const {
  if (auto create = dyn_cast<ttg::TensorMapCreateOp>(op))
    return findNeedsOfCreation(create, pending);
  Needs needs;
  std::optional<Access> access = getAccess(op);
  if (!access || pending.empty())
    return needs;
  PointerRoots own = getRoots(*access);
  for (Operation *before : pending) {
    Access write = *getAccess(before);
    bool concerns = PointerRoots::mayAlias(own, getRoots(write)) &&
                    haveOrder(before, op) && !isOfEarlierProgram(before, op);
    if (write.isBulk && (concerns || access->isRelease))
      needs.stores.push_back(before);
    else if (!write.isBulk && access->isBulk && concerns)
      needs.fenced.push_back(before);
  }
  needs.areWritten = !needs.stores.empty();
  // The thread that waits is the one that continues, except for groups.
  bool haveGroups = llvm::any_of(needs.stores, [](Operation *store) {
    return store->hasAttr(kOfGroupAttr);
  });
  needs.hasBarrier = !needs.fenced.empty() ||
                     (!needs.stores.empty() && (haveGroups || !access->isBulk));
  return needs;
}

LogicalResult WriteFlow::visitOperation(Operation *op,
                                        const PendingWrites &before,
                                        PendingWrites *after) {
  Needs needs = findNeeds(op, before.writes.getArrayRef());
  SmallVector<Operation *> left;
  for (Operation *write : before.writes) {
    bool isStore = isa<ttg::TensorStoreOp>(write);
    if (isStore ? !needs.areWritten : needs.fenced.empty())
      left.push_back(write);
  }
  std::optional<Access> access = getAccess(op);
  if (access && access->isWrite)
    left.push_back(op);
  propagateIfChanged(after, after->add(left));
  return success();
}

//===----------------------------------------------------------------------===//
// The synchronisation
//===----------------------------------------------------------------------===//

/// The operation before which writes are waited for: the outermost loop around
/// `op` that contains none of them, or `op`.
static Operation *findPosition(Operation *op, const Needs &needs) {
  Operation *position = op;
  for (Operation *parent = op->getParentOp(); !isa<tt::FuncOp>(parent);
       parent = parent->getParentOp()) {
    if (!isa<LoopLikeOpInterface>(parent))
      continue;
    auto isInside = [&](Operation *write) {
      return parent->isProperAncestor(write);
    };
    if (llvm::any_of(needs.stores, isInside) ||
        llvm::any_of(needs.fenced, isInside))
      break;
    position = parent;
  }
  return position;
}

namespace {
/// The synchronisation at one position.
struct Synchronisation {
  bool waits = false, areWritten = false, hasFence = false, hasBarrier = false;

  void add(const Needs &needs) {
    waits |= !needs.stores.empty();
    areWritten |= needs.areWritten;
    hasFence |= !needs.fenced.empty();
    hasBarrier |= needs.hasBarrier;
  }
  void insertBefore(Operation *op) const {
    OpBuilder builder(op);
    if (waits)
      ttg::TensorStoreWaitOp::create(builder, op->getLoc(), /*pending=*/0,
                                     areWritten);
    if (hasFence)
      ttg::FenceAsyncGlobalOp::create(builder, op->getLoc());
    if (hasBarrier)
      gpu::BarrierOp::create(builder, op->getLoc());
  }
};
} // namespace

void cm2tt::orderGlobalAccesses(tt::FuncOp func) {
  bool hasCopies = func.walk([](Operation *op) {
                         return isa<ttg::TensorCopyOp, ttg::TensorStoreOp>(op)
                                    ? WalkResult::interrupt()
                                    : WalkResult::advance();
                       })
                       .wasInterrupted();
  if (!hasCopies)
    return;
  PointerRootAnalysis roots(func);
  DataFlowSolver solver(DataFlowConfig().setInterprocedural(false));
  // The framework requires both, to know which branches run.
  solver.load<dataflow::DeadCodeAnalysis>();
  solver.load<dataflow::SparseConstantPropagation>();
  auto *flow = solver.load<WriteFlow>(roots);
  if (failed(solver.initializeAndRun(func)))
    return;
  llvm::MapVector<Operation *, Synchronisation> needed;
  func.walk([&](Operation *op) {
    const auto *before =
        solver.lookupState<PendingWrites>(solver.getProgramPointBefore(op));
    if (!before)
      return;
    Needs needs = flow->findNeeds(op, before->writes.getArrayRef());
    if (!needs.stores.empty() || !needs.fenced.empty())
      needed[findPosition(op, needs)].add(needs);
  });
  for (auto &[op, synchronisation] : needed)
    synchronisation.insertBefore(op);
}
