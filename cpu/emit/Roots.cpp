// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The operations for which loops are created, within the loop: stores, atomics
/// and assertions.
///
/// Not here: reductions (TileLoops.cpp).

#include "TileEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

static void emitAssert(TileEmitter &emitter, tt::AssertOp op,
                       const LaneMap &map) {
  ImplicitLocOpBuilder &builder = emitter.builder;
  Value holds = emitter.evaluate(op.getCondition(), map);
  Value yes = arith::ConstantOp::create(builder, builder.getBoolAttr(true));
  Value fails = arith::XOrIOp::create(builder, holds, yes);
  auto branch = scf::IfOp::create(builder, fails, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  emitter.emitFailure(op, map);
}

static void emitAtomicRoot(TileEmitter &emitter, Operation *op,
                           const LaneMap &map) {
  Value old = emitAtomic(emitter, op, map), result = op->getResult(0);
  if (!isTile(result.getType()))
    emitter.setScalar(result, old);
  else if (!result.use_empty())
    emitter.writeTile(*emitter.plan.getBuffer(result), map, old);
}

void cm2tt::emitRoot(TileEmitter &emitter, Operation *op, const LaneMap &map) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](tt::StoreOp store) { emitter.emitStoreOp(store, map); })
      .Case([&](tt::AssertOp check) { emitAssert(emitter, check, map); })
      .Case<tt::AtomicRmwOp, tt::AtomicCasOp>(
          [&](Operation *atomic) { emitAtomicRoot(emitter, atomic, map); })
      .Default([](Operation *) {
        llvm_unreachable("all roots but reductions are listed");
      });
}
