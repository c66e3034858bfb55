// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Builds a kernel of `tt` by hand: what its builders take, and the result
/// types that they infer.

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace cm2tt;

namespace {

/// A module with the kernel `f(!tt.ptr<f32>)`; the builder is in its body.
class Builders : public testing::Test {
protected:
  Builders() : b(&context), loc(b.getUnknownLoc()) {
    context.loadDialect<arith::ArithDialect, tt::TTDialect>();
    module = ModuleOp::create(loc);
    b.setInsertionPointToStart(module->getBody());
    auto pointer = tt::PtrType::get(b.getF32Type());
    kernel = tt::FuncOp::create(b, loc, "f", b.getFunctionType({pointer}, {}));
    b.setInsertionPointToStart(kernel.addEntryBlock());
    ptr = kernel.getArgument(0);
  }

  /// Ends the kernel and verifies the module.
  bool verify() {
    tt::ReturnOp::create(b, loc);
    return succeeded(module->verify());
  }

  /// The tile of f32 with this shape.
  Type tile(ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, b.getF32Type());
  }

  MLIRContext context;
  OpBuilder b;
  Location loc;
  OwningOpRef<ModuleOp> module;
  tt::FuncOp kernel;
  Value ptr;
};

} // namespace

TEST_F(Builders, VectorAdd) {
  Value pid = tt::GetProgramIdOp::create(b, loc, 0);
  EXPECT_TRUE(pid.getType().isInteger(32));
  Value range = tt::MakeRangeOp::create(b, loc, 0, 64);
  Value base = tt::SplatOp::create(b, loc, range.getType(), pid);
  Value offsets = arith::AddIOp::create(b, loc, base, range);
  Value mask =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, offsets, range);
  Value pointers = tt::SplatOp::create(
      b, loc, RankedTensorType::get({64}, ptr.getType()), ptr);
  pointers = tt::AddPtrOp::create(b, loc, pointers, offsets);
  Value x = tt::LoadOp::create(b, loc, pointers, mask);
  EXPECT_EQ(x.getType(), tile({64}));
  Value y = tt::LoadOp::create(b, loc, pointers, mask, x, tt::CacheModifier::CG,
                               tt::EvictionPolicy::EVICT_FIRST);
  tt::StoreOp::create(b, loc, pointers, y);
  tt::StoreOp::create(b, loc, pointers, y, mask);
  tt::StoreOp::create(b, loc, pointers, y, mask, tt::CacheModifier::WB);
  Value old =
      tt::AtomicRmwOp::create(b, loc, tt::RMWOp::FADD, pointers, y, mask,
                              tt::MemSemantic::ACQ_REL, tt::MemSyncScope::GPU);
  EXPECT_EQ(old.getType(), tile({64}));
  EXPECT_TRUE(verify());
}

TEST_F(Builders, ShapesAndProducts) {
  Value one = arith::ConstantOp::create(b, loc, b.getF32FloatAttr(1.0f));
  Value x = tt::SplatOp::create(b, loc, tile({16, 32}), one);
  Value y = tt::TransOp::create(b, loc, x, ArrayRef<int32_t>{1, 0});
  EXPECT_EQ(y.getType(), tile({32, 16}));
  Value zero = tt::SplatOp::create(b, loc, tile({16, 16}), one);
  Value d = tt::DotOp::create(b, loc, x, y, zero, tt::InputPrecision::TF32,
                              /*maxNumImpreciseAcc=*/0);
  EXPECT_EQ(d.getType(), tile({16, 16}));
  Value e = tt::ExpandDimsOp::create(b, loc, d, 2);
  EXPECT_EQ(e.getType(), tile({16, 16, 1}));
  tt::BroadcastOp::create(b, loc, tile({16, 16, 4}), e);
  Value r = tt::ReshapeOp::create(b, loc, ArrayRef<int64_t>{256}, d,
                                  /*allowReorder=*/true);
  EXPECT_EQ(r.getType(), tile({256}));
  Value j = tt::JoinOp::create(b, loc, r, r);
  EXPECT_EQ(j.getType(), tile({256, 2}));
  auto split = tt::SplitOp::create(b, loc, j);
  EXPECT_EQ(split.getOutLHS().getType(), tile({256}));
  EXPECT_TRUE(verify());
}

TEST_F(Builders, Reduction) {
  Value one = arith::ConstantOp::create(b, loc, b.getF32FloatAttr(1.0f));
  Value x = tt::SplatOp::create(b, loc, tile({16, 32}), one);
  auto reduce = tt::ReduceOp::create(b, loc, ValueRange{x}, 1);
  EXPECT_EQ(reduce.getResult().front().getType(), tile({16}));
  {
    OpBuilder::InsertionGuard guard(b);
    Type f32 = b.getF32Type();
    Block *body =
        b.createBlock(&reduce.getCombineOp(), {}, {f32, f32}, {loc, loc});
    Value sum = arith::AddFOp::create(b, loc, body->getArgument(0),
                                      body->getArgument(1));
    tt::ReduceReturnOp::create(b, loc, ValueRange{sum});
  }
  EXPECT_TRUE(verify());
}

TEST_F(Builders, Call) {
  tt::FuncOp helper;
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(kernel);
    helper = tt::FuncOp::create(
        b, loc, "g", b.getFunctionType({ptr.getType()}, {b.getF32Type()}),
        {b.getNamedAttr(tt::kNoInlineAttr, b.getBoolAttr(true))});
    helper.setPrivate();
  }
  EXPECT_TRUE(helper.isNoInline());
  EXPECT_FALSE(kernel.isNoInline());
  auto call = tt::CallOp::create(b, loc, helper, ptr);
  EXPECT_EQ(call.getResult(0).getType(), b.getF32Type());
  EXPECT_TRUE(verify());
}

/// Builders infer before a verifier sees the operands.
TEST_F(Builders, RefuseToInferFromScalars) {
  std::string error;
  ScopedDiagnosticHandler handler(&context,
                                  [&](Diagnostic &d) { error = d.str(); });
  Value scalar = tt::GetProgramIdOp::create(b, loc, 0);
  SmallVector<Type> types;
  auto infer = [&](auto op, auto properties, unsigned operands) {
    SmallVector<Value> values(operands, scalar);
    EXPECT_TRUE(failed(decltype(op)::inferReturnTypes(
        &context, loc, ValueRange(values), DictionaryAttr(),
        OpaqueProperties(&properties), RegionRange(), types)));
    return error;
  };
  StringRef noTile = "operand is not a tile: 'i32'";
  EXPECT_EQ(infer(tt::ExpandDimsOp(), tt::ExpandDimsOp::Properties(), 1),
            noTile);
  EXPECT_EQ(infer(tt::JoinOp(), tt::JoinOp::Properties(), 2), noTile);
  EXPECT_EQ(infer(tt::SplitOp(), tt::SplitOp::Properties(), 1), noTile);
  EXPECT_EQ(infer(tt::TransOp(), tt::TransOp::Properties(), 1), noTile);
  tt::ReduceOp::Properties axis;
  axis.setAxis(b.getI32IntegerAttr(0));
  EXPECT_EQ(infer(tt::ReduceOp(), axis, 1),
            "TT-REDUCE-1: operand is not a tile: 'i32'");
}
