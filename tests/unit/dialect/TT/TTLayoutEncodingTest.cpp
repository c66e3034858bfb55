// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// How operations of `tt` use LayoutEncodingInterface. A string attribute
/// stands in for a layout: it grows by what was done to it.

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace cm2tt;

namespace {

/// Makes a string a layout; "bad" is one that allows nothing.
struct StringLayout
    : tt::LayoutEncodingInterface::ExternalModel<StringLayout, StringAttr> {
  static FailureOr<Attribute> append(Attribute self, const Twine &step,
                                     std::optional<Location> loc) {
    StringRef text = cast<StringAttr>(self).getValue();
    if (text == "bad")
      return emitOptionalError(loc, "bad layout");
    return Attribute(StringAttr::get(self.getContext(), text + step));
  }
  FailureOr<Attribute> inferExpandDims(Attribute self, ArrayRef<int64_t>,
                                       unsigned axis,
                                       std::optional<Location> loc) const {
    return append(self, ".expand" + Twine(axis), loc);
  }
  FailureOr<Attribute> inferReduce(Attribute self, ArrayRef<int64_t>,
                                   unsigned axis,
                                   std::optional<Location> loc) const {
    return append(self, ".reduce" + Twine(axis), loc);
  }
  FailureOr<Attribute> inferTrans(Attribute self, ArrayRef<int64_t>,
                                  ArrayRef<int32_t> order,
                                  std::optional<Location> loc) const {
    return append(self, ".trans" + Twine(order.front()), loc);
  }
  FailureOr<Attribute> inferReshape(Attribute self, ArrayRef<int64_t>,
                                    ArrayRef<int64_t> result,
                                    std::optional<Location> loc) const {
    return append(self, ".reshape" + Twine(result.front()), loc);
  }
  FailureOr<Attribute> inferJoin(Attribute self, ArrayRef<int64_t>,
                                 std::optional<Location> loc) const {
    return append(self, ".join", loc);
  }
  FailureOr<Attribute> inferSplit(Attribute self, ArrayRef<int64_t>,
                                  std::optional<Location> loc) const {
    return append(self, ".split", loc);
  }
  LogicalResult verifyBroadcast(Attribute self, ArrayRef<int64_t>,
                                ArrayRef<int64_t>, Attribute result,
                                std::optional<Location> loc) const {
    FailureOr<Attribute> expected = append(self, ".broadcast", loc);
    if (failed(expected))
      return failure();
    if (*expected != result)
      return emitOptionalError(loc, "broadcast gives ", *expected);
    return success();
  }
};

/// A context in which strings are layouts, and the errors that it reported.
class LayoutEncoding : public testing::Test {
protected:
  LayoutEncoding()
      : handler(&context,
                [this](Diagnostic &error) { errors += error.str() + "\n"; }) {
    context.loadDialect<arith::ArithDialect, tt::TTDialect>();
    StringAttr::attachInterface<StringLayout>(context);
  }

  /// Parses and verifies a function whose body is `body`.
  bool isValid(StringRef arguments, StringRef body) {
    errors.clear();
    std::string text =
        ("tt.func private @f(" + arguments + ") {\n" + body + "\ntt.return }")
            .str();
    return bool(parseSourceString<ModuleOp>(text, &context));
  }

  /// The errors of the last call of isValid().
  std::string errors;
  MLIRContext context;
  ScopedDiagnosticHandler handler;
};

} // namespace

TEST_F(LayoutEncoding, FollowsShapeOperations) {
  EXPECT_TRUE(isValid(
      "%x: tensor<8x4xf32, \"L\">",
      "%0 = tt.expand_dims %x {axis = 1 : i32} : tensor<8x4xf32, \"L\"> -> "
      "tensor<8x1x4xf32, \"L.expand1\">\n"
      "%1 = tt.trans %x {order = array<i32: 1, 0>} : tensor<8x4xf32, \"L\"> "
      "-> tensor<4x8xf32, \"L.trans1\">\n"
      "%2 = tt.reshape %x : tensor<8x4xf32, \"L\"> -> tensor<32xf32, "
      "\"L.reshape32\">\n"
      "%3 = tt.join %x, %x : tensor<8x4xf32, \"L\"> -> tensor<8x4x2xf32, "
      "\"L.join\">\n"
      "%4, %5 = tt.split %3 : tensor<8x4x2xf32, \"L.join\"> -> "
      "tensor<8x4xf32, \"L.join.split\">\n"
      "%6 = tt.broadcast %0 : tensor<8x1x4xf32, \"L.expand1\"> -> "
      "tensor<8x2x4xf32, \"L.expand1.broadcast\">\n"))
      << errors;
}

TEST_F(LayoutEncoding, FollowsReductions) {
  const char *body = "%0 = \"tt.reduce\"(%x) <{axis = 1 : i32}> ({\n"
                     "^bb0(%a: f32, %b: f32):\n"
                     "  tt.reduce.return %a : f32\n"
                     "}) : (tensor<8x4xf32, \"L\">) -> tensor<8xf32, ";
  EXPECT_TRUE(isValid("%x: tensor<8x4xf32, \"L\">",
                      std::string(body) + "\"L.reduce1\">"))
      << errors;
  EXPECT_FALSE(
      isValid("%x: tensor<8x4xf32, \"L\">", std::string(body) + "\"L\">"));
  EXPECT_NE(errors.find("incompatible with return type"), std::string::npos);
}

TEST_F(LayoutEncoding, RejectsOtherEncodings) {
  const char *x = "%x: tensor<8x1xf32, \"L\">";
  EXPECT_FALSE(isValid(x, "%0 = tt.reshape %x : tensor<8x1xf32, \"L\"> -> "
                          "tensor<8xf32, \"M\">"));
  EXPECT_NE(errors.find("TT-RESHAPE-2: encoding is \"M\", \"L.reshape8\""),
            std::string::npos)
      << errors;
  EXPECT_FALSE(isValid(x, "%0 = tt.broadcast %x : tensor<8x1xf32, \"L\"> -> "
                          "tensor<8x4xf32, \"L\">"));
  EXPECT_NE(errors.find("broadcast gives \"L.broadcast\""), std::string::npos)
      << errors;
  EXPECT_FALSE(
      isValid(x, "%0 = tt.trans %x {order = array<i32: 1, 0>} : tensor<8x1xf32,"
                 " \"L\"> -> tensor<1x8xf32, \"L\">"));
  EXPECT_NE(errors.find("incompatible with return type"), std::string::npos)
      << errors;
}

TEST_F(LayoutEncoding, IsFreeWhereOrderIs) {
  const char *x = "%x: tensor<8x1xf32, \"L\">";
  EXPECT_TRUE(isValid(x, "%0 = tt.reshape %x allow_reorder : tensor<8x1xf32, "
                         "\"L\"> -> tensor<8xf32, \"M\">"))
      << errors;
  EXPECT_TRUE(isValid(x, "%0 = tt.reshape %x efficient_layout : "
                         "tensor<8x1xf32, \"L\"> -> tensor<8xf32, \"M\">"))
      << errors;
}

TEST_F(LayoutEncoding, ReportsWhatTheLayoutSays) {
  const char *x = "%x: tensor<8x2xf32, \"bad\">";
  for (const char *body :
       {"%0 = tt.expand_dims %x {axis = 0 : i32} : tensor<8x2xf32, \"bad\"> -> "
        "tensor<1x8x2xf32, \"bad\">",
        "%0 = tt.trans %x {order = array<i32: 0, 1>} : tensor<8x2xf32, \"bad\">"
        " -> tensor<8x2xf32, \"bad\">",
        "%0 = tt.join %x, %x : tensor<8x2xf32, \"bad\"> -> tensor<8x2x2xf32, "
        "\"bad\">",
        "%0, %1 = tt.split %x : tensor<8x2xf32, \"bad\"> -> tensor<8xf32, "
        "\"bad\">",
        "%0 = tt.reshape %x : tensor<8x2xf32, \"bad\"> -> tensor<16xf32, "
        "\"bad\">",
        "%0 = tt.broadcast %x : tensor<8x2xf32, \"bad\"> -> tensor<8x2xf32, "
        "\"bad\">"}) {
    EXPECT_FALSE(isValid(x, body)) << body;
    EXPECT_NE(errors.find("bad layout"), std::string::npos) << errors;
  }
}

TEST_F(LayoutEncoding, BuildersInferIt) {
  OpBuilder builder(&context);
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());
  auto type = RankedTensorType::get({8, 4}, builder.getF32Type(),
                                    builder.getStringAttr("L"));
  Value scalar =
      arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(1.0f));
  Value x = tt::SplatOp::create(builder, loc, type, scalar);
  Value expanded = tt::ExpandDimsOp::create(builder, loc, x, 2);
  Value turned = tt::TransOp::create(builder, loc, x, ArrayRef<int32_t>{1, 0});
  Value flat = tt::ReshapeOp::create(builder, loc, ArrayRef<int64_t>{32}, x);
  auto encodingOf = [](Value value) {
    Attribute encoding = cast<RankedTensorType>(value.getType()).getEncoding();
    return cast<StringAttr>(encoding).getValue();
  };
  EXPECT_EQ(encodingOf(expanded), "L.expand2");
  EXPECT_EQ(encodingOf(turned), "L.trans1");
  EXPECT_EQ(encodingOf(flat), "L.reshape32");
}

TEST_F(LayoutEncoding, PointersKeepIt) {
  auto pointers =
      RankedTensorType::get({8}, tt::PtrType::get(Float32Type::get(&context)),
                            StringAttr::get(&context, "L"));
  OpBuilder builder(&context);
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());
  auto function = tt::FuncOp::create(builder, loc, "f",
                                     builder.getFunctionType({pointers}, {}));
  builder.setInsertionPointToStart(function.addEntryBlock());
  Value loaded = tt::LoadOp::create(builder, loc, function.getArgument(0));
  EXPECT_EQ(loaded.getType(),
            RankedTensorType::get({8}, builder.getF32Type(),
                                  builder.getStringAttr("L")));
  tt::StoreOp::create(builder, loc, function.getArgument(0), loaded);
  tt::ReturnOp::create(builder, loc);
  EXPECT_TRUE(succeeded(module->verify())) << errors;
}
