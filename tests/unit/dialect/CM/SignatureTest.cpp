// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Signatures: every type, every specialisation, constants, errors.

#include "cm2tt/Dialect/CM/Signature.h"

#include "cm2tt/Dialect/CM/CMDialect.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace cm2tt::cm;

namespace {

/// Splits and reads a list, and prints it again; an error's message instead.
std::string roundTrip(MLIRContext &context, StringRef list) {
  std::string message;
  auto error = [&](const Twine &text) { message = "error: " + text.str(); };
  FailureOr<SmallVector<Attribute>> entries =
      splitSignature(list, &context, error);
  if (failed(entries))
    return message;
  std::string text;
  for (Attribute entry : *entries) {
    FailureOr<ArgSpec> spec = parseArgSpec(entry, error);
    if (failed(spec))
      return message;
    text += (text.empty() ? "" : ",") + printArgSpec(*spec);
  }
  return text;
}

TEST(Signature, RoundTripsEveryType) {
  MLIRContext context;
  for (StringRef type :
       {"i1", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "fp16",
        "bf16", "fp32", "fp64", "fp8e4nv", "fp8e5"}) {
    EXPECT_EQ(roundTrip(context, type), type);
    EXPECT_EQ(roundTrip(context, ("*" + type).str()), "*" + type.str());
    EXPECT_EQ(roundTrip(context, ("*" + type + ":16").str()),
              "*" + type.str() + ":16");
  }
  EXPECT_EQ(roundTrip(context, "*fp32:16, i32:16,i64:1,64 ,true,false"),
            "*fp32:16,i32:16,i64:1,64,true,false");
  EXPECT_EQ(roundTrip(context, "NaN, Infinity,-Infinity"),
            "NaN,Infinity,-Infinity");
  EXPECT_EQ(roundTrip(context, ""), "");
}

TEST(Signature, RoundTripsDescriptors) {
  MLIRContext context;
  EXPECT_EQ(roundTrip(context, "tensordesc<fp16[64x32]>:16,tensordesc<u8[16]>"),
            "tensordesc<fp16[64x32]>:16,tensordesc<u8[16]>");
  for (StringRef text :
       {"tensordesc<fp16>", "tensordesc<fp16[]>", "tensordesc<fp16[64x]>",
        "tensordesc<fp16[0]>", "tensordesc<fp16[64]", "tensordesc<x[64]>",
        "tensordesc<*fp16[64]>", "tensordesc<fp16[99999999999]>"})
    EXPECT_EQ(roundTrip(context, text),
              ("error: unknown type in a signature: '" + text +
               "', expected such as '*fp32:16', 'i32' or '64'")
                  .str());
  EXPECT_EQ(roundTrip(context, "tensordesc<i32[64]>:1"),
            "error: only integers equal 1");
}

TEST(Signature, RoundTripsObjects) {
  MLIRContext context;
  context.loadDialect<CMDialect>();
  EXPECT_EQ(roundTrip(context, "null,Mode.FAST,fp16.class,u8.class,Ä.ß"),
            "null,Mode.FAST,fp16.class,u8.class,Ä.ß");
  EXPECT_EQ(roundTrip(context, "demo.Outer$Mode.FAST,a.b.c"),
            "demo.Outer$Mode.FAST,a.b.c");
  EXPECT_EQ(roundTrip(context, "\" ä:%2C\",\"\""), "\" ä:%2C\",\"\"");
  for (StringRef wrong :
       {"int.class", "a..c", "a.2.c", "a.fp16.class", "Mode.", ".FAST",
        "Mode.1x", "*Mode.FAST", "null:16", "Mode.FAST:1", "\"", "\"a",
        "\"a%2\"", "\"%+1\"", "\"a\"b\""})
    EXPECT_TRUE(StringRef(roundTrip(context, wrong)).starts_with("error: "))
        << wrong.str();
}

TEST(Signature, ReadsStrings) {
  EXPECT_EQ(parseStringConstant("\"\""), "");
  EXPECT_EQ(parseStringConstant("\"a%2C%22%25%c3%A4\""), "a,\"%ä");
  EXPECT_EQ(parseStringConstant("Mode.FAST"), std::nullopt);
  EXPECT_EQ(parseStringConstant("\"a,b\""), std::nullopt);
}

TEST(Signature, KeepsConstants) {
  MLIRContext context;
  auto entries = splitSignature("64,-5000000000,1.5,-.5,true", &context,
                                [](const Twine &) { FAIL(); });
  ASSERT_TRUE(succeeded(entries));
  ASSERT_EQ(entries->size(), 5u);
  EXPECT_EQ((*entries)[0],
            IntegerAttr::get(IntegerType::get(&context, 32), 64));
  EXPECT_EQ((*entries)[1],
            IntegerAttr::get(IntegerType::get(&context, 64), -5000000000));
  EXPECT_EQ((*entries)[2], FloatAttr::get(Float64Type::get(&context), 1.5));
  EXPECT_EQ((*entries)[3], FloatAttr::get(Float64Type::get(&context), -0.5));
  EXPECT_EQ((*entries)[4], BoolAttr::get(&context, true));
}

TEST(Signature, ReadsTypes) {
  MLIRContext context;
  auto spec = parseArgSpec(StringAttr::get(&context, "*u8:16"),
                           [](const Twine &) { FAIL(); });
  ASSERT_TRUE(succeeded(spec));
  EXPECT_TRUE(spec->isPointer);
  EXPECT_EQ(spec->elementType,
            IntegerType::get(&context, 8, IntegerType::Unsigned));
  EXPECT_EQ(spec->spec, ArgSpec::Spec::DivisibleBy16);
  EXPECT_FALSE(spec->constant);
}

TEST(Signature, SaysWhatIsWrong) {
  MLIRContext context;
  EXPECT_EQ(roundTrip(context, "i32,,i32"),
            "error: entry 1 of the signature is empty");
  for (StringRef bad : {"f32", "**fp32", "int", "*", ":16", "inf", "nan", "-",
                        "-NaN", "Infinity:16"})
    EXPECT_EQ(roundTrip(context, bad),
              "error: unknown type in a signature: '" + bad.str() +
                  "', expected such as '*fp32:16', 'i32' or '64'");
  EXPECT_EQ(roundTrip(context, "i32:8"),
            "error: unknown specialisation: '8', expected '16' or '1'");
  EXPECT_EQ(roundTrip(context, "i32:"),
            "error: unknown specialisation: '', expected '16' or '1'");
  EXPECT_EQ(roundTrip(context, "fp32:16"),
            "error: only integers and pointers are divisible by 16");
  EXPECT_EQ(roundTrip(context, "*fp32:1"), "error: only integers equal 1");
  std::string message;
  EXPECT_TRUE(
      failed(parseArgSpec(UnitAttr::get(&context),
                          [&](const Twine &text) { message = text.str(); })));
  EXPECT_EQ(message,
            "entry of a signature must be a string, a number or a boolean");
}

} // namespace
