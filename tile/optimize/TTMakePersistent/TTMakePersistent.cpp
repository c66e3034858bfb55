// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Makes a kernel persistent: a block runs several programs of the grid, one
/// after the other. With a producer (TTGSpecializeWarps), the copies for the
/// next program run while the consumers store the result of the last one.
///
/// **Numbers.** Program p is followed by p + n in its block, for n launched
/// blocks. At any time the blocks run about n consecutive programs, as those of
/// a plain launch do, so that L2 sees the order that the kernel was written
/// for. The number of axes of the loop is that of the last axis that the kernel
/// asks about: a kernel of one axis needs no division, and the other axes stay
/// those of the launch.
///
/// **Long and short programs.** Where loops are the shorter the larger the
/// index along x is (TTOrderPrograms), the programs p, p + n, ... of a block
/// may all be long ones, and others wait for it: of 32 indices and 132 blocks,
/// some get 9 % more than the mean. So a block runs pairs, x and then `extent -
/// 1 - x`, which are equally long together, if the extent is even:
///
///     round           0        1        2          3          last
///     block b gets    pair b   pair b   pair b+n   pair b+n   what is left,
///                     long     short    long       short      long ones first
///
/// **Launch.** The kernel takes the extents of the axes as additional
/// parameters, and `tt.persistent` has their number. A launcher passes the
/// extents of the grid that it was asked for, and launches no more blocks along
/// x than there are programs, at least one, and 1 along the other axes of the
/// loop. So the loop has an iteration in each block.
///
/// **Conditions** (a remark says which does not hold):
///
/// - A loop multiplies matrices by warp groups, and one loads by descriptors.
///   Others have no producer, and no gain was seen: more blocks on a
///   multiprocessor overlap as well.
/// - The module has one function, with one block: a kernel that returns early
///   would end the programs that follow, too.
/// - No loop has the number of programs as its step: the kernel is persistent
///   already.
/// - Programs are independent (IndependentPrograms.h).
/// - It pays: see findDisadvantage, on products that wait for each other.
///
/// The loop has `tt.programs`: its iterations are as independent as programs,
/// so that a producer may load for a program before the last one has stored,
/// also from the same tensor.
///
/// Scalars, descriptors and constants that are the same in all programs leave
/// the loop, as do loads of scalars from memory that the kernel does not write:
/// the producer cannot use a map that a loop creates. Tiles are computed again
/// for each program, since they would take registers from the products.
///
/// Not here: the number of blocks (CudaLaunch.cpp), the overlap
/// (TTGSpecializeWarps).

#include "cm2tt/Lowering/TargetInfo.h"
#include "cm2tt/Tile/Passes.h"
#include "cm2tt/Tile/PersistentKernel.h"
#include "lowering/DotUnits.h"
#include "tile/analysis/IndependentPrograms.h"
#include "tile/analysis/MemoryOrder.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTMAKEPERSISTENTPASS
#include "cm2tt/Tile/Passes.h.inc"
} // namespace cm2tt

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// Whether a loop has the number of programs as its step.
static bool hasPersistentLoop(tt::FuncOp func) {
  return func
      .walk([](scf::ForOp loop) {
        return loop.getStep().getDefiningOp<tt::GetNumProgramsOp>()
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The number of axes of the grid that the kernel asks about, at least 1.
static unsigned countAxes(tt::FuncOp func) {
  unsigned axes = 1;
  auto use = [&](tt::ProgramIDDim axis) {
    axes = std::max(axes, static_cast<unsigned>(axis) + 1);
  };
  func.walk([&](Operation *op) {
    if (auto id = dyn_cast<tt::GetProgramIdOp>(op))
      use(id.getAxis());
    else if (auto count = dyn_cast<tt::GetNumProgramsOp>(op))
      use(count.getAxis());
  });
  return axes;
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

namespace {
/// Puts the body of one kernel into a loop over programs.
class LoopMaker {
public:
  explicit LoopMaker(tt::FuncOp func)
      : func(func), loc(func.getLoc()), builder(func.getContext()),
        axes(countAxes(func)) {}
  /// Returns the loop.
  scf::ForOp run();

private:
  void addParameters();
  scf::ForOp makeLoop();
  void replaceGrid(scf::ForOp loop);
  std::pair<Value, Value> splitIndex(scf::ForOp loop);
  std::pair<Value, Value> splitPairs(scf::ForOp loop);

  tt::FuncOp func;
  Location loc;
  OpBuilder builder;
  unsigned axes;
  /// The extents of the axes.
  SmallVector<Value, 3> extents;
};
} // namespace

void LoopMaker::addParameters() {
  static constexpr StringLiteral names[] = {"grid_x", "grid_y", "grid_z"};
  for (unsigned axis = 0; axis < axes; ++axis) {
    unsigned index = func.getNumArguments();
    Location named = NameLoc::get(builder.getStringAttr(names[axis]), loc);
    (void)func.insertArgument(index, builder.getI32Type(), {}, named);
    extents.push_back(func.getArgument(index));
  }
  func->setAttr(kPersistentAttr, builder.getI32IntegerAttr(axes));
}

/// Moves all but the return into a loop.
scf::ForOp LoopMaker::makeLoop() {
  Block &entry = func.getBody().front();
  Operation *first = &entry.front(), *end = entry.getTerminator();
  builder.setInsertionPointToStart(&entry);
  Value total = extents.front();
  for (Value extent : llvm::drop_begin(extents))
    total = arith::MulIOp::create(builder, loc, total, extent);
  auto own = tt::GetProgramIdOp::create(builder, loc, tt::ProgramIDDim::X);
  auto step = tt::GetNumProgramsOp::create(builder, loc, tt::ProgramIDDim::X);
  auto loop = scf::ForOp::create(builder, loc, own, total, step);
  loop->setAttr(kProgramsAttr, builder.getUnitAttr());
  if (first != end)
    loop.getBody()->getOperations().splice(
        loop.getBody()->begin(), entry.getOperations(), first->getIterator(),
        end->getIterator());
  return loop;
}

/// The index of an iteration's program along x, and among those with the same.
std::pair<Value, Value> LoopMaker::splitIndex(scf::ForOp loop) {
  Value index = loop.getInductionVar(), extent = extents.front();
  if (axes == 1)
    return {index, {}};
  return {arith::RemUIOp::create(builder, loc, index, extent),
          arith::DivUIOp::create(builder, loc, index, extent)};
}

/// The same if blocks run pairs of a long and a short program.
std::pair<Value, Value> LoopMaker::splitPairs(scf::ForOp loop) {
  ImplicitLocOpBuilder b(loc, builder);
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(b, value, 32);
  };
  Value one = number(1), zero = number(0);
  auto [plainX, plainRest] = splitIndex(loop);
  Value index = loop.getInductionVar(), blocks = loop.getStep(),
        extent = extents.front();
  Value half =
      arith::MaxUIOp::create(b, arith::ShRUIOp::create(b, extent, one), one);
  Value pairs = arith::ShRUIOp::create(b, loop.getUpperBound(), one);
  // The pairs of rounds in which each block has one, and of the last ones.
  Value left = arith::RemUIOp::create(b, pairs, blocks);
  Value full = arith::SubIOp::create(b, pairs, left);
  // In full rounds.
  Value round = arith::DivUIOp::create(b, index, blocks);
  Value block = arith::RemUIOp::create(b, index, blocks);
  Value first =
      arith::MulIOp::create(b, arith::ShRUIOp::create(b, round, one), blocks);
  Value pair = arith::AddIOp::create(b, first, block);
  Value isShort = arith::CmpIOp::create(
      b, arith::CmpIPredicate::ne, arith::AndIOp::create(b, round, one), zero);
  // In the last ones: all long programs, then all short ones.
  Value after =
      arith::SubIOp::create(b, index, arith::ShLIOp::create(b, full, one));
  Value isLastShort =
      arith::CmpIOp::create(b, arith::CmpIPredicate::uge, after, left);
  Value lastPair = arith::AddIOp::create(
      b, full,
      arith::SelectOp::create(b, isLastShort,
                              arith::SubIOp::create(b, after, left), after));
  Value isLast =
      arith::CmpIOp::create(b, arith::CmpIPredicate::uge,
                            arith::ShRUIOp::create(b, index, one), full);
  pair = arith::SelectOp::create(b, isLast, lastPair, pair);
  isShort = arith::SelectOp::create(b, isLast, isLastShort, isShort);
  Value x = arith::RemUIOp::create(b, pair, half);
  Value mirrored =
      arith::SubIOp::create(b, arith::SubIOp::create(b, extent, one), x);
  x = arith::SelectOp::create(b, isShort, mirrored, x);
  Value isEven = arith::CmpIOp::create(
      b, arith::CmpIPredicate::eq, arith::AndIOp::create(b, extent, one), zero);
  x = arith::SelectOp::create(b, isEven, x, plainX);
  if (!plainRest)
    return {x, {}};
  return {x, arith::SelectOp::create(
                 b, isEven, arith::DivUIOp::create(b, pair, half), plainRest)};
}

/// Replaces what the body knows of the grid.
void LoopMaker::replaceGrid(scf::ForOp loop) {
  builder.setInsertionPointToStart(loop.getBody());
  bool paired = func->removeAttr(kLongestFirstAttr) != nullptr;
  auto [x, rest] = paired ? splitPairs(loop) : splitIndex(loop);
  SmallVector<Value, 3> ids{x};
  for (unsigned axis = 1; axis + 1 < axes; ++axis) {
    ids.push_back(arith::RemUIOp::create(builder, loc, rest, extents[axis]));
    rest = arith::DivUIOp::create(builder, loc, rest, extents[axis]);
  }
  if (axes > 1)
    ids.push_back(rest);
  loop.getBody()->walk([&](Operation *op) {
    if (auto id = dyn_cast<tt::GetProgramIdOp>(op))
      op->replaceAllUsesWith(ValueRange(ids[unsigned(id.getAxis())]));
    else if (auto count = dyn_cast<tt::GetNumProgramsOp>(op))
      op->replaceAllUsesWith(ValueRange(extents[unsigned(count.getAxis())]));
    else
      return;
    op->erase();
  });
}

//===----------------------------------------------------------------------===//
// What is the same in all programs
//===----------------------------------------------------------------------===//

/// Whether an operation has an operand or a result that is a tile.
static bool hasTiles(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>) ||
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
}

/// The loads of scalars in the body whose memory the kernel does not write.
static llvm::DenseSet<Operation *> findConstantLoads(scf::ForOp loop) {
  llvm::DenseSet<Operation *> loads;
  SmallVector<tt::LoadOp> candidates = llvm::filter_to_vector(
      loop.getBody()->getOps<tt::LoadOp>(), [](tt::LoadOp load) {
        return !hasTiles(load) && !load.getIsVolatile() &&
               !tt::isBlockPtr(load.getPtr().getType());
      });
  if (candidates.empty())
    return loads;
  MemoryOrder order(loop->getParentOfType<tt::FuncOp>());
  for (tt::LoadOp load : candidates)
    if (!order.findObstacle(loop, load.getPtr()))
      loads.insert(load);
  return loads;
}

/// Moves what is the same in all programs before the loop. Returns the number
/// of operations.
static unsigned hoist(scf::ForOp loop) {
  llvm::DenseSet<Operation *> loads = findConstantLoads(loop);
  return moveLoopInvariantCode(
      loop.getLoopRegions(),
      [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); },
      [&](Operation *op, Region *) {
        if (op->hasTrait<OpTrait::ConstantLike>() || loads.contains(op))
          return true;
        return !hasTiles(op) && op->getNumRegions() == 0 &&
               isMemoryEffectFree(op) && isSpeculatable(op);
      },
      [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
}

scf::ForOp LoopMaker::run() {
  addParameters();
  scf::ForOp loop = makeLoop();
  replaceGrid(loop);
  return loop;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct TTMakePersistentPass
    : cm2tt::impl::TTMakePersistentPassBase<TTMakePersistentPass> {
  using Base::Base;
  void runOnOperation() override;

private:
  bool isPossible(tt::FuncOp func) const;
  bool hasProducts(tt::FuncOp func) const;
  const char *findDisadvantage(tt::FuncOp func) const;
};
} // namespace

/// Whether a loop has a product of warp groups.
bool TTMakePersistentPass::hasProducts(tt::FuncOp func) const {
  std::optional<TargetInfo> gpu = TargetInfo::parse(target);
  unsigned warps = tt::getNumWarps(func->getParentOfType<ModuleOp>(), numWarps);
  return gpu && func.walk([&](tt::DotOp dot) {
                      return dot->getParentOfType<scf::ForOp>() &&
                                     chooseDotUnit(dot, *gpu, warps) ==
                                         DotUnit::WarpGroup
                                 ? WalkResult::interrupt()
                                 : WalkResult::advance();
                    })
                    .wasInterrupted();
}

/// Whether a loop loads by descriptors.
static bool hasLoopWithDescriptors(tt::FuncOp func) {
  return func
      .walk([](tt::DescriptorLoadOp load) {
        return load->getParentOfType<scf::ForOp>() ? WalkResult::interrupt()
                                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The most products of one loop, one of which reads what another one computes;
/// 0 if there is no such loop.
static unsigned countChainedProducts(tt::FuncOp func) {
  unsigned most = 0;
  func.walk([&](scf::ForOp loop) {
    auto dots = llvm::to_vector(loop.getBody()->getOps<tt::DotOp>());
    BackwardSliceOptions inBody;
    inBody.inclusive = inBody.omitBlockArguments = true;
    inBody.filter = [&](Operation *op) {
      return op->getBlock() == loop.getBody();
    };
    auto readsProduct = [&](tt::DotOp dot) {
      llvm::SetVector<Operation *> slice;
      for (Value operand : {dot.getA(), dot.getB()})
        if (succeeded(getBackwardSlice(operand, &slice, inBody)) &&
            llvm::any_of(slice, llvm::IsaPred<tt::DotOp>))
          return true;
      return false;
    };
    if (llvm::any_of(dots, readsProduct))
      most = std::max<unsigned>(most, dots.size());
  });
  return most;
}

/// Why a kernel that could be persistent is faster otherwise; null if it is
/// not. While products of one block wait for what is computed of others, those
/// of another block run, if there is room for it, which one with one warp group
/// leaves. With two groups it depends on the lengths of the programs. Attention
/// on an H200 shows it (docs/notebook/gpu-experiments.md).
const char *TTMakePersistentPass::findDisadvantage(tt::FuncOp func) const {
  constexpr unsigned kWarpsOfGroup = 4;
  const unsigned chained = countChainedProducts(func);
  const unsigned groups =
      tt::getNumWarps(func->getParentOfType<ModuleOp>(), numWarps) /
      kWarpsOfGroup;
  if (!chained)
    return nullptr;
  if (groups <= 1)
    return "products wait for each other, in one warp group";
  const bool differ = func->hasAttr(kLongestFirstAttr);
  if (chained == 2 && groups == 2 && !differ)
    return "two products wait for each other, in two warp groups, and all "
           "programs are as long";
  if (chained == 2 && groups > 2 && differ)
    return "two products wait for each other, in several warp groups, and "
           "programs are not as long as each other";
  return nullptr;
}

/// Emits a remark for the condition that does not hold.
bool TTMakePersistentPass::isPossible(tt::FuncOp func) const {
  auto refuse = [](Operation *op, const Twine &reason) {
    emitRemark(op->getLoc()) << "the kernel is not persistent: " << reason;
    return false;
  };
  if (!hasProducts(func))
    return refuse(func, "no loop has a product of warp groups");
  if (!llvm::hasSingleElement(func->getParentOp()->getRegion(0).getOps()))
    return refuse(func, "the module has several functions");
  if (!func.getBody().hasOneBlock())
    return refuse(func, "it may return early");
  if (hasPersistentLoop(func))
    return refuse(func, "a loop of it goes over programs already");
  if (std::optional<ProgramDependence> found = findProgramDependence(func))
    return refuse(found->op, "'" + found->op->getName().getStringRef() + "' " +
                                 found->reason);
  if (!hasLoopWithDescriptors(func))
    return refuse(func, "no loop loads by descriptors");
  if (const char *disadvantage = findDisadvantage(func))
    return refuse(func, disadvantage);
  return true;
}

void TTMakePersistentPass::runOnOperation() {
  for (auto func : getOperation().getOps<tt::FuncOp>()) {
    bool multiplies =
        func.walk([](tt::DotOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    // Kernels without products are not what the option is for.
    if (!func.isPublic() || !func.getResultTypes().empty() || !multiplies ||
        func->hasAttr(kPersistentAttr) || !isPossible(func))
      continue;
    hoisted += hoist(LoopMaker(func).run());
    ++persistent;
  }
}
