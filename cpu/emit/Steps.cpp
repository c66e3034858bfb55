// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Emits the steps of blocks: scalar operations, and the program's own control
/// flow, which carries scalars only; tiles are in memory.
///
/// Not here: loops over tiles (TileLoops.cpp).

#include "ElementwiseInternals.h"
#include "TileEmitter.h"
#include "Vectors.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// Returns the lowered scalars of these values.
static SmallVector<Value> getScalars(const TileEmitter &emitter,
                                     ValueRange values) {
  SmallVector<Value> made;
  for (Value value : values)
    if (!isTile(value.getType()))
      made.push_back(emitter.getScalar(value));
  return made;
}

/// Returns the types of the scalars of these values.
static SmallVector<Type> scalarTypesOf(ValueRange values) {
  SmallVector<Type> types;
  for (Value value : values)
    if (!isTile(value.getType()))
      types.push_back(registerType(value.getType()));
  return types;
}

static void setScalars(TileEmitter &emitter, ValueRange values,
                       ValueRange made) {
  size_t next = 0;
  for (Value value : values)
    if (!isTile(value.getType()))
      emitter.setScalar(value, made[next++]);
}

/// Emits a memory access, a check or an index in the grid; returns whether it
/// was one.
static bool emitScalarAccess(TileEmitter &emitter, Operation *op) {
  const LaneMap alone{ArrayRef<Value>()};
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tt::LoadOp load) {
        emitter.setScalar(load.getResult(), emitter.emitLoadOp(load, alone));
        return true;
      })
      .Case<tt::StoreOp, tt::AtomicRmwOp, tt::AtomicCasOp, tt::AssertOp>(
          [&](Operation *) {
            emitRoot(emitter, op, alone);
            return true;
          })
      .Case([&](tt::GetProgramIdOp id) {
        emitter.setScalar(id.getResult(),
                          emitter.program.ids[unsigned(id.getAxis())]);
        return true;
      })
      .Case([&](tt::GetNumProgramsOp size) {
        emitter.setScalar(size.getResult(),
                          emitter.program.sizes[unsigned(size.getAxis())]);
        return true;
      })
      .Default([](Operation *) { return false; });
}

static void emitScalarOperation(TileEmitter &emitter, Operation *op) {
  ImplicitLocOpBuilder &builder = emitter.builder;
  if (emitScalarAccess(emitter, op))
    return;
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return emitter.setScalar(constant,
                             emitConstant(builder, constant.getValue()));
  if (isa<ub::PoisonOp>(op))
    return emitter.setScalar(
        op->getResult(0),
        LLVM::ZeroOp::create(builder,
                             registerType(op->getResult(0).getType())));
  // One program is one thread; assumptions are not used; a launch starts after
  // those before have ended.
  if (isa<gpu::BarrierOp>(op))
    return emitter.emitBarrier();
  if (isa<LLVM::AssumeOp, tt::GridDependencyWaitOp,
          tt::GridDependencyLaunchDependentsOp>(op))
    return;
  setScalars(emitter, op->getResults(),
             emitElementwiseResults(builder, op,
                                    getScalars(emitter, op->getOperands())));
}

void cm2tt::emitOperation(TileEmitter &emitter, Operation *op) {
  emitter.builder.setLoc(op->getLoc());
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](tt::DotOp dot) { emitDot(emitter, dot); })
      .Case([&](tt::ScanOp scan) { emitScan(emitter, scan); })
      .Case([&](tt::HistogramOp counts) { emitHistogram(emitter, counts); })
      .Case([&](tt::MapElementwiseOp map) { emitMap(emitter, map); })
      .Case([&](tt::PrintOp print) { emitPrint(emitter, print); })
      .Case([&](tt::UnsplatOp element) {
        LaneMap first(SmallVector<Value>(getShape(element.getSrc()).size()));
        emitter.setScalar(
            element.getResult(),
            emitter.readTile(*emitter.plan.getBuffer(element.getSrcMutable()),
                             first));
      })
      .Default([&](Operation *) { emitScalarOperation(emitter, op); });
}

//===----------------------------------------------------------------------===//
// Structured control flow
//===----------------------------------------------------------------------===//

/// Emits the steps of the block, and a yield of its scalars.
static void emitRegionInto(TileEmitter &emitter, Block &block, Block *into) {
  OpBuilder::InsertionGuard guard(emitter.builder);
  emitter.builder.setInsertionPointToStart(into);
  emitBlock(emitter, block);
  scf::YieldOp::create(
      emitter.builder,
      getScalars(emitter, block.getTerminator()->getOperands()));
}

static void emitFor(TileEmitter &emitter, scf::ForOp op) {
  ImplicitLocOpBuilder &builder = emitter.builder;
  auto loop = scf::ForOp::create(
      builder, emitter.getScalar(op.getLowerBound()),
      emitter.getScalar(op.getUpperBound()), emitter.getScalar(op.getStep()),
      getScalars(emitter, op.getInitArgs()), nullptr, op.getUnsignedCmp());
  emitter.setScalar(op.getInductionVar(), loop.getInductionVar());
  setScalars(emitter, op.getRegionIterArgs(), loop.getRegionIterArgs());
  if (loop.getNumRegionIterArgs() == 0)
    loop.getBody()->getTerminator()->erase();
  emitRegionInto(emitter, *op.getBody(), loop.getBody());
  setScalars(emitter, op.getResults(), loop.getResults());
}

static void emitIf(TileEmitter &emitter, scf::IfOp op) {
  auto branch = scf::IfOp::create(
      emitter.builder, scalarTypesOf(op.getResults()),
      emitter.getScalar(op.getCondition()), op.elseBlock() != nullptr);
  for (auto [from, to] : {std::pair(op.thenBlock(), branch.thenBlock()),
                          std::pair(op.elseBlock(), branch.elseBlock())}) {
    if (!from)
      continue;
    if (!to->empty())
      to->getTerminator()->erase();
    emitRegionInto(emitter, *from, to);
  }
  setScalars(emitter, op.getResults(), branch.getResults());
}

static void emitWhile(TileEmitter &emitter, scf::WhileOp op) {
  ImplicitLocOpBuilder &builder = emitter.builder;
  auto loop = scf::WhileOp::create(builder, scalarTypesOf(op.getResults()),
                                   getScalars(emitter, op.getInits()));
  auto addBlock = [&](Region &region, ValueRange like) {
    SmallVector<Type> types = scalarTypesOf(like);
    Block *block = builder.createBlock(
        &region, {}, types, SmallVector<Location>(types.size(), op.getLoc()));
    setScalars(emitter, like, block->getArguments());
    return block;
  };
  OpBuilder::InsertionGuard guard(builder);
  addBlock(loop.getBefore(), op.getBeforeArguments());
  emitBlock(emitter, *op.getBeforeBody());
  scf::ConditionOp condition = op.getConditionOp();
  scf::ConditionOp::create(builder, emitter.getScalar(condition.getCondition()),
                           getScalars(emitter, condition.getArgs()));
  Block *after = addBlock(loop.getAfter(), op.getAfterArguments());
  emitRegionInto(emitter, *op.getAfterBody(), after);
  setScalars(emitter, op.getResults(), loop.getResults());
}

//===----------------------------------------------------------------------===//
// Branches between blocks
//===----------------------------------------------------------------------===//

/// The targets of branches, once the blocks of the region are created.
using BlockMap = llvm::DenseMap<Block *, Block *>;

/// Emits the terminator of a block; `leave` emits those that leave the region.
static void emitTerminator(TileEmitter &emitter, Operation *op,
                           const BlockMap &blocks,
                           llvm::function_ref<void(Operation *)> leave) {
  ImplicitLocOpBuilder &builder = emitter.builder;
  builder.setLoc(op->getLoc());
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](cf::BranchOp branch) {
        cf::BranchOp::create(builder, blocks.lookup(branch.getDest()),
                             getScalars(emitter, branch.getDestOperands()));
      })
      .Case([&](cf::CondBranchOp branch) {
        cf::CondBranchOp::create(
            builder, emitter.getScalar(branch.getCondition()),
            blocks.lookup(branch.getTrueDest()),
            getScalars(emitter, branch.getTrueDestOperands()),
            blocks.lookup(branch.getFalseDest()),
            getScalars(emitter, branch.getFalseDestOperands()));
      })
      .Case([&](cf::SwitchOp branch) {
        SmallVector<Block *> targets;
        SmallVector<SmallVector<Value>> operands;
        for (auto [index, block] :
             llvm::enumerate(branch.getCaseDestinations())) {
          targets.push_back(blocks.lookup(block));
          operands.push_back(
              getScalars(emitter, branch.getCaseOperands(index)));
        }
        SmallVector<ValueRange> ranges(operands.begin(), operands.end());
        cf::SwitchOp::create(builder, emitter.getScalar(branch.getFlag()),
                             blocks.lookup(branch.getDefaultDestination()),
                             getScalars(emitter, branch.getDefaultOperands()),
                             branch.getCaseValuesAttr(), targets, ranges);
      })
      .Default(leave);
}

/// Creates all blocks of `from` at the end of `into`, whose first block exists
/// and has the builder at its end.
static void emitBlocks(TileEmitter &emitter, Region &from, Region &into,
                       llvm::function_ref<void(Operation *)> leave) {
  ImplicitLocOpBuilder &builder = emitter.builder;
  BlockMap blocks;
  blocks[&from.front()] = builder.getInsertionBlock();
  for (Block &block : llvm::drop_begin(from)) {
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<Type> types = scalarTypesOf(block.getArguments());
    Block *made = builder.createBlock(
        &into, into.end(), types,
        SmallVector<Location>(types.size(), builder.getLoc()));
    blocks[&block] = made;
    setScalars(emitter, block.getArguments(), made->getArguments());
  }
  // The order ensures that the values that a block uses have been created.
  for (Block *block : getBlocksSortedByDominance(from)) {
    builder.setInsertionPointToEnd(blocks[block]);
    emitBlock(emitter, *block);
    emitTerminator(emitter, block->getTerminator(), blocks, leave);
  }
}

SmallVector<Value, 2> cm2tt::emitBlocksInPlace(TileEmitter &emitter,
                                               Region &region) {
  ImplicitLocOpBuilder &builder = emitter.builder;
  Operation *end = nullptr;
  for (Block &block : region)
    if (block.getNumSuccessors() == 0)
      end = block.getTerminator();
  SmallVector<Type> types = scalarTypesOf(end->getOperands());
  auto inside = scf::ExecuteRegionOp::create(builder, types);
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&inside.getRegion());
  emitBlocks(emitter, region, inside.getRegion(), [&](Operation *leaving) {
    scf::YieldOp::create(builder, getScalars(emitter, leaving->getOperands()));
  });
  return SmallVector<Value, 2>(inside.getResults());
}

void cm2tt::emitFunctionBody(TileEmitter &emitter, Region &from, Region &into) {
  emitBlocks(emitter, from, into, [&](Operation *leaving) {
    Value done = arith::ConstantOp::create(
        emitter.builder, emitter.builder.getI32IntegerAttr(0));
    LLVM::ReturnOp::create(emitter.builder, done);
    (void)leaving;
  });
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

void cm2tt::emitTileCopy(TileEmitter &emitter, BufferId from, BufferId to) {
  const Scratch &scratch = emitter.plan.getScratch();
  if (scratch.find(from) == scratch.find(to))
    return;
  RankedTensorType type = scratch.getType(from);
  int64_t bytes =
      type.getNumElements() * int64_t(bytesInMemory(type.getElementType()));
  LLVM::MemcpyOp::create(emitter.builder, emitter.getAddress(to),
                         emitter.getAddress(from),
                         emitI64(emitter.builder, bytes), /*isVolatile=*/false);
}

void cm2tt::emitBlock(TileEmitter &emitter, Block &block) {
  for (const Step &step : emitter.plan.of(&block).steps) {
    if (step.loop) {
      emitTileLoop(emitter, *step.loop);
      continue;
    }
    if (step.copy) {
      emitTileCopy(emitter, step.copy->first, step.copy->second);
      continue;
    }
    Operation *op = step.op;
    if (op->hasTrait<OpTrait::IsTerminator>())
      continue; // up to who makes the block
    emitter.builder.setLoc(op->getLoc());
    if (auto loop = dyn_cast<scf::ForOp>(op))
      emitFor(emitter, loop);
    else if (auto branch = dyn_cast<scf::IfOp>(op))
      emitIf(emitter, branch);
    else if (auto loop = dyn_cast<scf::WhileOp>(op))
      emitWhile(emitter, loop);
    else
      emitOperation(emitter, op);
  }
}
