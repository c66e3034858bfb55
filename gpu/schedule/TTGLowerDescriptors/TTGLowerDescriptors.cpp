// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Replaces the accesses of tensor descriptors by bulk tensor copies. The
/// function waits for loads.
///
/// A store runs while the function continues: the wait for it is where its
/// shared memory is written next or the kernel ends (TTGInsertBarriers), or
/// where something else accesses the tensor (GlobalOrder.cpp).
///
/// **Groups of warps.** If each group of 4 warps has rows of its own, it stores
/// them by itself (GroupStores.h): no group waits for another at the end of a
/// tile. In a loop, the order of the stores of one iteration and the next would
/// need a barrier of the block again, except if iterations are programs.
///
/// Not here: loads that start iterations ahead (TTGPipelineLoops); barriers and
/// fences between the threads and the copies (TTGInsertBarriers).

#include "TTGLowerDescriptorsInternals.h"

#include "gpu/schedule/GroupStores.h"
#include "gpu/schedule/TensorCopies.h"

#include "cm2tt/GPU/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTGLOWERDESCRIPTORSPASS
#include "cm2tt/GPU/Passes.h.inc"
} // namespace cm2tt

namespace {
/// Lowers the accesses of one function.
class AccessLowering {
public:
  explicit AccessLowering(tt::FuncOp func) : func(func), builder(func) {}
  /// Returns the number of accesses.
  unsigned run();

private:
  void lower(tt::DescriptorLoadOp load);
  void lowerStore(Operation *store, Value tile, Value desc, ValueRange indices,
                  tt::DescriptorReduceKindAttr reduce);

  tt::FuncOp func;
  OpBuilder builder;
};
} // namespace

void AccessLowering::lower(tt::DescriptorLoadOp load) {
  Location loc = load.getLoc();
  builder.setInsertionPoint(load);
  Value barrier = createBarriers(builder, loc, /*count=*/1);
  auto memory = ttg::getTensorCopyMemory(load.getDesc().getType(),
                                         load.getType().getShape());
  Value tile = ttg::LocalAllocOp::create(builder, loc, memory, Value());
  ttg::TensorCopyOp::create(builder, loc, load.getDesc(), load.getIndices(),
                            tile, barrier, /*mask=*/Value());
  Value parity = arith::ConstantIntOp::create(builder, loc, 0, 32);
  ttg::MBarrierWaitOp::create(builder, loc, barrier, parity);
  ttg::MBarrierInvalOp::create(builder, loc, barrier);
  replaceByMemory(builder, load, tile);
  load.erase();
}

void AccessLowering::lowerStore(Operation *store, Value tile, Value desc,
                                ValueRange indices,
                                tt::DescriptorReduceKindAttr reduce) {
  Location loc = store->getLoc();
  builder.setInsertionPoint(store);
  auto memory = ttg::getTensorCopyMemory(
      cast<tt::TensorDescType>(desc.getType()),
      cast<RankedTensorType>(tile.getType()).getShape());
  auto source = ttg::LocalAllocOp::create(builder, loc, memory, tile);
  auto copy =
      ttg::TensorStoreOp::create(builder, loc, source, desc, indices, reduce);
  std::optional<GroupRows> rows;
  if (runsOnceInProgram(store))
    rows = findGroupRows(cast<RankedTensorType>(tile.getType()),
                         cast<tt::TensorDescType>(desc.getType()));
  if (rows)
    rows->mark(source, copy);
  store->erase();
}

unsigned AccessLowering::run() {
  SmallVector<Operation *> accesses;
  func.walk([&](Operation *op) {
    if (isa<tt::DescriptorLoadOp, tt::DescriptorStoreOp,
            tt::DescriptorReduceOp>(op))
      accesses.push_back(op);
  });
  for (Operation *access : accesses)
    llvm::TypeSwitch<Operation *>(access)
        .Case([&](tt::DescriptorLoadOp load) { lower(load); })
        .Case([&](tt::DescriptorStoreOp store) {
          lowerStore(store, store.getSrc(), store.getDesc(), store.getIndices(),
                     {});
        })
        .Case([&](tt::DescriptorReduceOp reduce) {
          lowerStore(reduce, reduce.getSrc(), reduce.getDesc(),
                     reduce.getIndices(), reduce.getKindAttr());
        });
  return accesses.size();
}

namespace {
struct TTGLowerDescriptorsPass
    : cm2tt::impl::TTGLowerDescriptorsPassBase<TTGLowerDescriptorsPass> {
  void runOnOperation() override {
    getOperation()->walk([&](tt::FuncOp func) {
      lowered += AccessLowering(func).run();
      orderGlobalAccesses(func);
    });
  }
};
} // namespace
