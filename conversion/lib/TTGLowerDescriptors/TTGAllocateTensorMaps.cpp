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

#include "../Support/ProgramNumber.h"

#include "cm2tt/Conversion/Passes.h"
#include "cm2tt/Dialect/TT/TTDialect.h"
#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Dialect/TTG/TTGOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTGALLOCATETENSORMAPSPASS
#include "cm2tt/Conversion/Passes.h.inc"
} // namespace cm2tt

/// Bytes of a tensor map (CUDA Driver API, CUtensorMap).
static constexpr int64_t kMapBytes = 128;

namespace {
struct TTGAllocateTensorMapsPass
    : cm2tt::impl::TTGAllocateTensorMapsPassBase<TTGAllocateTensorMapsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    unsigned bytes = 0;
    for (auto func : module.getOps<tt::FuncOp>())
      bytes = std::max(bytes, allocate(func));
    if (bytes)
      ttg::setScratchBytes(module, bytes);
  }

  /// Returns the bytes of one program.
  unsigned allocate(tt::FuncOp func) {
    SmallVector<tt::MakeTensorDescriptorOp> makes;
    func.walk([&](tt::MakeTensorDescriptorOp op) { makes.push_back(op); });
    if (makes.empty())
      return 0;
    allocated += makes.size();
    Location loc = func.getLoc();
    OpBuilder builder = OpBuilder::atBlockBegin(&func.getBody().front());
    unsigned position = func.getNumArguments();
    (void)func.insertArgument(
        position, tt::PtrType::get(builder.getI8Type()),
        builder.getDictionaryAttr(builder.getNamedAttr(
            tt::kDivisibilityAttr, builder.getI32IntegerAttr(16))),
        loc);
    auto add = [&](Value pointer, Value bytes) -> Value {
      return tt::AddPtrOp::create(builder, loc, pointer.getType(), pointer,
                                  bytes);
    };
    auto number = [&](int64_t value) -> Value {
      return arith::ConstantIntOp::create(builder, loc, value, 64);
    };
    unsigned bytes = makes.size() * kMapBytes;
    Value program = createProgramNumber(builder, loc);
    Value slots =
        add(func.getArgument(position),
            arith::MulIOp::create(builder, loc, program, number(bytes)));
    for (auto [index, make] : llvm::enumerate(makes)) {
      builder.setInsertionPoint(make);
      Value slot = add(slots, number(index * kMapBytes));
      auto created = ttg::TensorMapCreateOp::create(
          builder, make.getLoc(), make.getType(), slot, make.getBase(),
          make.getShape(), make.getStrides(), make.getPadding());
      make.replaceAllUsesWith(created.getResult());
      make.erase();
    }
    return bytes;
  }
};
} // namespace
