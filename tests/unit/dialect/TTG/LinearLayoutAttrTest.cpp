// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The results that #ttg.linear infers, and those that it refuses where the
/// verifier of an operation would have refused before. Module attributes and
/// their accessors.
///
/// Not here: text and verification (tests/lit/dialect/TTG).

#include "cm2tt/Dialect/TTG/TTGAttrs.h"
#include "cm2tt/Dialect/TTG/TTGDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace cm2tt;
using namespace cm2tt::ttg;

namespace {
/// A context with the dialect, and the last error in it.
struct LinearLayoutAttr : ::testing::Test {
  LinearLayoutAttr()
      : context(MLIRContext::Threading::DISABLED),
        handler(&context, [this](Diagnostic &d) { error = d.str(); }) {
    context.loadDialect<TTGDialect>();
    attr = LinearAttr::get(&context, makeDefaultLayout(shape, 2, 4));
  }
  MLIRContext context;
  std::string error;
  ScopedDiagnosticHandler handler;
  SmallVector<int64_t> shape = {4, 8};
  LinearAttr attr;
};
} // namespace

TEST_F(LinearLayoutAttr, InfersByAlgebra) {
  const LinearLayout &layout = attr.getLayout();
  auto getLayout = [](FailureOr<Attribute> result) {
    return cast<LinearAttr>(*result).getLayout();
  };
  EXPECT_EQ(getLayout(attr.inferExpandDims(shape, 1, std::nullopt)),
            layout.expandDims(1));
  EXPECT_EQ(getLayout(attr.inferReduce(shape, 0, std::nullopt)),
            layout.slice(0));
  EXPECT_EQ(getLayout(attr.inferTrans(shape, {1, 0}, std::nullopt)),
            layout.transposeOuts({1, 0}));
  EXPECT_EQ(getLayout(attr.inferReshape(shape, {2, 16}, std::nullopt)),
            layout.reshapeOuts({2, 16}));
  FailureOr<Attribute> joined = attr.inferJoin(shape, std::nullopt);
  EXPECT_EQ(getLayout(joined), layout.join());
  EXPECT_EQ(getLayout(cast<LinearAttr>(*joined).inferSplit({4, 8, 2}, {})),
            layout);
  EXPECT_EQ(LinearAttr::get(&context, layout), attr);
}

TEST_F(LinearLayoutAttr, RefusesWhatIsNoShape) {
  Location loc = UnknownLoc::get(&context);
  auto expectError = [&](FailureOr<Attribute> result, StringRef text) {
    EXPECT_TRUE(failed(result));
    EXPECT_TRUE(StringRef(error).starts_with(text)) << error;
  };
  expectError(attr.inferExpandDims(shape, 3, loc),
              "no dimension can be put at 3 of ");
  expectError(attr.inferReduce(shape, 2, loc), "no dimension 2 in ");
  expectError(attr.inferTrans(shape, {0, 0}, loc),
              "the order is not a permutation of the 2 dimensions of ");
  expectError(attr.inferTrans(shape, {0}, loc),
              "the order is not a permutation of the 2 dimensions of ");
  expectError(attr.inferReshape(shape, {3, 8}, loc),
              "size 3 divides no rest of 32 elements of ");
  expectError(attr.inferReshape(shape, {8, 8}, loc),
              "size 8 divides no rest of 4 elements of ");
  expectError(attr.inferReshape(shape, {4, 4}, loc),
              "the new shape has too few elements for ");
  EXPECT_TRUE(failed(attr.verifyBroadcast({4, 8}, {8, 8}, attr, loc)));
  EXPECT_TRUE(
      StringRef(error).starts_with("the result's layout is of another shape: "))
      << error;
}

TEST_F(LinearLayoutAttr, Types) {
  auto type = RankedTensorType::get(shape, Float32Type::get(&context));
  EXPECT_FALSE(getLayoutAttr(type));
  EXPECT_FALSE(getLayoutAttr(type.getElementType()));
  RankedTensorType laidOut = withLayout(type, attr.getLayout());
  EXPECT_EQ(getLayoutAttr(laidOut), attr);
  EXPECT_EQ(laidOut.getShape(), type.getShape());
}

TEST_F(LinearLayoutAttr, Machine) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  EXPECT_EQ(getNumWarps(*module), 4u);
  EXPECT_EQ(getThreadsPerWarp(*module), 32u);
  EXPECT_EQ(getTarget(*module), "");
  EXPECT_EQ(getSharedBytes(*module), 0u);
  setMachine(*module, 8, 64, "sm_90a");
  setSharedBytes(*module, 4096);
  EXPECT_EQ(getNumWarps(*module), 8u);
  EXPECT_EQ(getThreadsPerWarp(*module), 64u);
  EXPECT_EQ(getTarget(*module), "sm_90a");
  EXPECT_EQ(getSharedBytes(*module), 4096u);
}

/// No text has these: parsers take each dimension where it belongs.
TEST_F(LinearLayoutAttr, RefusesDimensionsOfTheOtherKind) {
  auto emit = [&] { return emitError(UnknownLoc::get(&context)); };
  std::array<LinearLayout::Bases, kNumInDims> offsets;
  offsets[static_cast<unsigned>(InDim::Offset)] = {{1}};
  LinearLayout memory = cantFail(LinearLayout::create(offsets, {2}));
  EXPECT_FALSE(LinearAttr::getChecked(emit, &context, memory));
  EXPECT_EQ(error, "TTG-LINEAR-1: a distributed layout has offset bits");
  EXPECT_FALSE(SharedAttr::getChecked(emit, &context, attr.getLayout()));
  EXPECT_EQ(error, "TTG-SHARED-1: a layout of shared memory has register, lane "
                   "or warp bits");
}
