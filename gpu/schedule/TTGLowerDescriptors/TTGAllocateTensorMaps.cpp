// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Gives each tensor map that a kernel creates a slot in global memory, of
/// which every program of the grid has its own.
///
///     address = scratch + program * (slots * 128) + slot * 128
///
/// where x is the fastest axis of the number of the program, as Triton's
/// launcher allocates scratch memory.
///
/// **Loops.** If a loop carries maps, an operation in it must not overwrite one
/// that it created in an earlier iteration and that is still in use. Any that
/// is in use then is a value that the loop carries. So the operation has one
/// slot more than there are such values, and selects one that none of them is.

#include "tile/analysis/ProgramNumber.h"

#include "cm2tt/Dialect/TT/TTDialect.h"
#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Dialect/TTG/TTGOps.h"
#include "cm2tt/GPU/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Dominance.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTGALLOCATETENSORMAPSPASS
#include "cm2tt/GPU/Passes.h.inc"
} // namespace cm2tt

/// Bytes of a tensor map (CUDA Driver API, CUtensorMap).
static constexpr int64_t kMapBytes = 128;

/// Whether a descriptor is passed on: accesses use it in the same iteration.
static bool isPassedOn(tt::MakeTensorDescriptorOp make) {
  return !llvm::all_of(
      make->getUsers(),
      llvm::IsaPred<tt::DescriptorLoadOp, tt::DescriptorReduceOp,
                    tt::DescriptorStoreOp>);
}

/// The descriptors that may be in use, once `make` has run, of those that it
/// created before: what blocks, among them the bodies of loops, are passed.
static SmallVector<Value> findLive(tt::MakeTensorDescriptorOp make,
                                   DominanceInfo &dominance) {
  SmallVector<Value> live;
  if (!isPassedOn(make))
    return live;
  for (Operation *op = make; !isa<tt::FuncOp>(op); op = op->getParentOp())
    for (Block &block : *op->getParentRegion()) {
      bool isParameter =
          isa<tt::FuncOp>(block.getParentOp()) && block.isEntryBlock();
      if (!isParameter && dominance.dominates(&block, op->getBlock()))
        llvm::copy_if(block.getArguments(), std::back_inserter(live),
                      [&](Value argument) {
                        return argument.getType() == make.getType();
                      });
    }
  return live;
}

namespace {
/// Gives the maps of one function their slots.
class SlotAllocator {
public:
  explicit SlotAllocator(tt::FuncOp func)
      : func(func), loc(func.getLoc()), builder(func) {}
  /// Returns the bytes of one program.
  unsigned run(ArrayRef<tt::MakeTensorDescriptorOp> makes);

private:
  Value add(Value pointer, Value bytes);
  Value number(int64_t value);
  Value addParameter();
  void allocate(tt::MakeTensorDescriptorOp make, Value begin, unsigned first,
                ValueRange live);

  tt::FuncOp func;
  Location loc;
  OpBuilder builder;
};
} // namespace

Value SlotAllocator::add(Value pointer, Value bytes) {
  return tt::AddPtrOp::create(builder, loc, pointer.getType(), pointer, bytes);
}

Value SlotAllocator::number(int64_t value) {
  return arith::ConstantIntOp::create(builder, loc, value, 64);
}

/// The scratch memory of all programs, a new parameter.
Value SlotAllocator::addParameter() {
  unsigned position = func.getNumArguments();
  (void)func.insertArgument(
      position, tt::PtrType::get(builder.getI8Type()),
      builder.getDictionaryAttr(builder.getNamedAttr(
          tt::kDivisibilityAttr, builder.getI32IntegerAttr(16))),
      loc);
  return func.getArgument(position);
}

/// Creates the map in one of the slots from number `first` on.
void SlotAllocator::allocate(tt::MakeTensorDescriptorOp make, Value begin,
                             unsigned first, ValueRange live) {
  builder.setInsertionPoint(make);
  Value slot = add(begin, number(first * kMapBytes));
  if (!live.empty())
    slot = ttg::TensorMapSlotOp::create(builder, make.getLoc(), slot, live);
  auto created = ttg::TensorMapCreateOp::create(
      builder, make.getLoc(), make.getType(), slot, make.getBase(),
      make.getShape(), make.getStrides(), make.getPadding());
  make.replaceAllUsesWith(created.getResult());
  make.erase();
}

unsigned SlotAllocator::run(ArrayRef<tt::MakeTensorDescriptorOp> makes) {
  DominanceInfo dominance(func);
  SmallVector<SmallVector<Value>> live;
  unsigned slots = 0;
  for (tt::MakeTensorDescriptorOp make : makes) {
    live.push_back(findLive(make, dominance));
    slots += live.back().size() + 1;
  }
  builder.setInsertionPointToStart(&func.getBody().front());
  Value scratch = addParameter();
  Value program = createProgramNumber(builder, loc);
  Value bytes = number(slots * kMapBytes);
  Value begin =
      add(scratch, arith::MulIOp::create(builder, loc, program, bytes));
  unsigned first = 0;
  for (auto [make, values] : llvm::zip_equal(makes, live)) {
    allocate(make, begin, first, values);
    first += values.size() + 1;
  }
  return slots * kMapBytes;
}

namespace {
struct TTGAllocateTensorMapsPass
    : cm2tt::impl::TTGAllocateTensorMapsPassBase<TTGAllocateTensorMapsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    unsigned bytes = 0;
    for (auto func : module.getOps<tt::FuncOp>()) {
      SmallVector<tt::MakeTensorDescriptorOp> makes;
      func.walk([&](tt::MakeTensorDescriptorOp op) { makes.push_back(op); });
      allocated += makes.size();
      if (!makes.empty())
        bytes = std::max(bytes, SlotAllocator(func).run(makes));
    }
    if (bytes)
      ttg::setScratchBytes(module, bytes);
  }
};
} // namespace
