// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers the producer of a warp-specialised kernel, and what its consumers
/// report to it. With N threads of consumers:
///
///     entry:      if (thread >= N) goto producer;
///     consumers:  setmaxnreg.inc C;  ...  barrier.sync 0, N + 32;  ...
///                 bar.sync 1, N;  ...
///     producer:   setmaxnreg.dec 24;  if (thread >= N + 32) exit;
///                 if (thread == N) mbarrier.init ...;
///                 bar.warp.sync;  barrier.arrive 0, N + 32, or barrier.sync;
///                 if (thread != N) exit;  the rest of the region
///
/// Barrier 0 is for the consumers and the first warp of the producer, once:
/// where `ttg.producer` is. The other warps have nothing to do. A producer that
/// needs what the consumers did before waits there: `barrier.sync`. `bar.sync`
/// is `barrier.sync.aligned`, for threads that execute the same instruction
/// (PTX ISA, `barrier`); these execute two.
///
/// Not here: the numbers of registers (RegisterBudget.h); the copies
/// and waits (TensorCopy.cpp).

#include "TTGToLLVMInternals.h"

#include "cm2tt/Dialect/TTG/TTGOps.h"
#include "gpu/shared/SharedAllocation.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

std::optional<RegisterBudget>
cm2tt::planRegisters(const LoweringContext &lowering) {
  if (!lowering.hasProducer() || !lowering.target.canMoveRegisters())
    return std::nullopt;
  return planRegisterBudget({lowering.productRegisters, lowering.widestProduct,
                             lowering.numWarps, lowering.getBlockWarps(),
                             lowering.maxRegisters});
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
/// The first lane of each warp arrives, once all lanes have read.
struct MBarrierArriveOpLowering : ContextPattern<ttg::MBarrierArriveOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(ttg::MBarrierArriveOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Emitter emitter{rewriter, loc};
    emitWarpBarrier(emitter);
    Value lane = emitter.field(emitter.threadId(lowering.numWarps),
                               TargetInfo::warpSize - 1, 0);
    Value arrives = LLVM::ICmpOp::create(rewriter, loc, LLVM::ICmpPredicate::eq,
                                         lane, emitter.i32(0));
    if (Value mask = adaptor.getMask())
      arrives = LLVM::AndOp::create(rewriter, loc, arrives, mask);
    Block *after = emitBranch(rewriter, op, arrives);
    NVVM::MBarrierArriveOp::create(rewriter, loc, rewriter.getI64Type(),
                                   adaptor.getBarrier(), /*count=*/Value());
    LLVM::BrOp::create(rewriter, loc, after);
    rewriter.setInsertionPoint(op);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void cm2tt::populateProducerPatterns(const TileTypeConverter &converter,
                                     const LoweringContext &context,
                                     RewritePatternSet &patterns) {
  patterns.add<MBarrierArriveOpLowering>(converter, patterns.getContext(),
                                         context);
}

//===----------------------------------------------------------------------===//
// The branch
//===----------------------------------------------------------------------===//

namespace {
/// Moves the region of a producer to its branch.
class ProducerInliner {
public:
  ProducerInliner(ttg::ProducerOp producer, const LoweringContext &lowering,
                  bool waits)
      : producer(producer), lowering(lowering), waits(waits),
        func(producer->getParentOfType<LLVM::LLVMFuncOp>()),
        loc(producer.getLoc()), builder(producer) {}
  void run();

private:
  Value bringIn(Value value);
  void moveAllocas(Block *consumers, Block *entry);
  void setRegisters(unsigned count, NVVM::SetMaxRegisterAction action);
  Value compareThread(LLVM::ICmpPredicate predicate, unsigned warp);
  void meet(StringRef action);
  Block *createBlock();
  void moveSetup(Block *from, Block *always, Block *setup);
  void endRegion(Block *exit);

  ttg::ProducerOp producer;
  const LoweringContext &lowering;
  bool waits;
  LLVM::LLVMFuncOp func;
  Location loc;
  OpBuilder builder;
  IRMapping copies;
};
} // namespace

/// The value in the region: addresses of shared memory are computed again.
Value ProducerInliner::bringIn(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || producer.getBody().isAncestor(op->getParentRegion()))
    return value;
  if (Value known = copies.lookupOrNull(value))
    return known;
  assert(isPure(op) && "a producer uses parameters and memory only");
  for (Value operand : op->getOperands())
    copies.map(operand, bringIn(operand));
  return builder.clone(*op, copies)
      ->getResult(cast<OpResult>(value).getResultNumber());
}

/// Memory of a thread is static only in the first block.
void ProducerInliner::moveAllocas(Block *consumers, Block *entry) {
  for (Operation &op : llvm::make_early_inc_range(*consumers)) {
    auto alloca = dyn_cast<LLVM::AllocaOp>(op);
    if (!alloca)
      continue;
    if (Operation *size = alloca.getArraySize().getDefiningOp())
      if (size->getBlock() == consumers)
        size->moveBefore(entry, entry->end());
    alloca->moveBefore(entry, entry->end());
  }
}

void ProducerInliner::setRegisters(unsigned count,
                                   NVVM::SetMaxRegisterAction action) {
  NVVM::SetMaxRegisterOp::create(builder, loc, count, action);
}

/// Compares the number of this thread with that of the first of a warp.
Value ProducerInliner::compareThread(LLVM::ICmpPredicate predicate,
                                     unsigned warp) {
  Emitter emitter{builder, loc};
  return LLVM::ICmpOp::create(builder, loc, predicate,
                              emitter.threadId(lowering.getBlockWarps()),
                              emitter.i32(warp * TargetInfo::warpSize));
}

/// The consumers and the first warp of the producer meet. Each arrives
/// (`arrive`), or arrives and waits (`sync`).
void ProducerInliner::meet(StringRef action) {
  Emitter emitter{builder, loc};
  unsigned threads = (lowering.numWarps + 1) * TargetInfo::warpSize;
  LLVM::CallIntrinsicOp::create(
      builder, loc,
      builder.getStringAttr("llvm.nvvm.barrier.cta." + action + ".count"),
      {emitter.i32(0), emitter.i32(threads)});
}

/// Creates a block at the end, where the builder is then.
Block *ProducerInliner::createBlock() {
  return builder.createBlock(&func.getBody(), func.getBody().end());
}

/// Moves the initialisation of barriers from the beginning of a block to
/// `setup`, and the pure operations before it to `always`.
void ProducerInliner::moveSetup(Block *from, Block *always, Block *setup) {
  SmallVector<Operation *> moved;
  size_t count = 0;
  for (Operation &op : *from) {
    bool isInit = isa<NVVM::MBarrierInitOp, NVVM::FenceMbarrierInitOp>(op);
    if (!isInit && !isPure(&op))
      break;
    moved.push_back(&op);
    if (isInit)
      count = moved.size();
  }
  for (Operation *op : ArrayRef(moved).take_front(count)) {
    Block *to = isPure(op) ? always : setup;
    op->moveBefore(to, to->end());
  }
}

void ProducerInliner::endRegion(Block *exit) {
  producer.getBody().walk([&](ttg::ProducerEndOp end) {
    OpBuilder atEnd(end);
    LLVM::BrOp::create(atEnd, end.getLoc(), exit);
    end.erase();
  });
}

void ProducerInliner::run() {
  Region &body = producer.getBody();
  builder.setInsertionPointToStart(&body.front());
  body.walk([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      operand.set(bringIn(operand.get()));
  });
  std::optional<RegisterBudget> budget = planRegisters(lowering);
  Block *entry = &func.getBody().front();
  Block *consumers = entry->splitBlock(entry->begin());
  moveAllocas(consumers, entry);
  Block *warps = createBlock();
  Block *firstWarp = createBlock();
  Block *setup = createBlock();
  Block *meeting = createBlock();
  Block *exit = createBlock();
  endRegion(exit);
  Block *work = &body.front();
  moveSetup(work, firstWarp, setup);
  func.getBody().getBlocks().splice(exit->getIterator(), body.getBlocks());

  unsigned first = lowering.numWarps;
  builder.setInsertionPointToEnd(entry);
  Value isProducer = compareThread(LLVM::ICmpPredicate::uge, first);
  LLVM::CondBrOp::create(builder, loc, isProducer, warps, consumers);
  builder.setInsertionPointToEnd(warps);
  if (budget)
    setRegisters(budget->producer, NVVM::SetMaxRegisterAction::decrease);
  Value isIdle = compareThread(LLVM::ICmpPredicate::uge, first + 1);
  LLVM::CondBrOp::create(builder, loc, isIdle, exit, firstWarp);
  builder.setInsertionPointToEnd(firstWarp);
  Value isFirst = compareThread(LLVM::ICmpPredicate::eq, first);
  LLVM::CondBrOp::create(builder, loc, isFirst, setup, meeting);
  builder.setInsertionPointToEnd(setup);
  LLVM::BrOp::create(builder, loc, meeting);
  builder.setInsertionPointToEnd(meeting);
  emitWarpBarrier({builder, loc});
  meet(waits ? "sync" : "arrive");
  LLVM::CondBrOp::create(builder, loc, isFirst, work, exit);
  builder.setInsertionPointToEnd(exit);
  LLVM::ReturnOp::create(builder, loc, ValueRange());
  builder.setInsertionPointToStart(consumers);
  if (budget)
    setRegisters(budget->consumer, NVVM::SetMaxRegisterAction::increase);
  builder.setInsertionPoint(producer);
  meet("sync");
  producer.erase();
}

/// The only one of a module; null if it has none.
static ttg::ProducerOp findProducer(ModuleOp module) {
  ttg::ProducerOp found;
  module.walk([&](ttg::ProducerOp producer) {
    found = producer;
    return WalkResult::interrupt();
  });
  return found;
}

bool cm2tt::waitsForConsumers(ModuleOp module) {
  ttg::ProducerOp producer = findProducer(module);
  if (!producer)
    return false;
  llvm::SmallDenseSet<Operation *> own;
  for (Operation &op : producer.getBody().front()) {
    if (auto init = dyn_cast<ttg::MBarrierInitOp>(op))
      own.insert(getAllocation(init.getBarriers()));
    else if (!isPure(&op))
      break;
  }
  auto isOthers = [&](Value barrier) {
    return !own.contains(getAllocation(barrier));
  };
  WalkResult walked = producer.getBody().walk([&](Operation *op) {
    bool waits = llvm::TypeSwitch<Operation *, bool>(op)
                     .Case<ttg::MBarrierWaitOp, ttg::MBarrierArriveOp,
                           ttg::TensorCopyOp>(
                         [&](auto user) { return isOthers(user.getBarrier()); })
                     .Case([](ttg::TensorMapAcquireOp) { return true; })
                     .Default(false);
    return waits ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walked.wasInterrupted();
}

void cm2tt::inlineProducer(ModuleOp module, const LoweringContext &lowering,
                           bool waits) {
  if (ttg::ProducerOp producer = findProducer(module))
    ProducerInliner(producer, lowering, waits).run();
}
