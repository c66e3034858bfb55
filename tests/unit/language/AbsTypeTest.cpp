// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Abstract types: the laws of the join, checked for all triples of a sample
/// of the lattice; queries; names as diagnostics print them.

#include "cm2tt/Language/AbsType.h"

#include "cm2tt/Dialect/CM/CMDialect.h"
#include "cm2tt/Dialect/TT/TTDialect.h"
#include "cm2tt/Dialect/TT/TTTypes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// A context with the dialects whose types abstract types hold.
class AbsTypeTest : public testing::Test {
protected:
  AbsTypeTest() : builder(&context) {
    context.loadDialect<cm::CMDialect, tt::TTDialect>();
  }

  /// The class `java.lang.Class` of class literals.
  Type classType() { return cm::JavaType::get(&context, "java.lang.Class"); }
  Type unsignedType(unsigned width) {
    return builder.getIntegerType(width, /*isSigned=*/false);
  }
  AbsType pair(StringRef javaClass, AbsType first, AbsType second) {
    return AbsType::record(&context, javaClass, {"first", "second"},
                           {first, second});
  }
  /// A constant of an unsigned type, which holds a signless attribute.
  AbsType unsignedConstant(unsigned width, uint64_t value) {
    auto attribute = builder.getIntegerAttr(builder.getIntegerType(width),
                                            APInt(width, value));
    return AbsType::constant(unsignedType(width), attribute);
  }
  AbsType floatConstant(FloatType type, double value) {
    return AbsType::constant(type, builder.getFloatAttr(type, value));
  }
  /// One of everything, and several of what can be joined.
  std::vector<AbsType> sample();

  MLIRContext context;
  Builder builder;
};
} // namespace

std::vector<AbsType> AbsTypeTest::sample() {
  Type f32 = builder.getF32Type(), i32 = builder.getI32Type();
  Type pointer = tt::PtrType::get(f32, 1);
  return {AbsType(),
          AbsType::none(&context),
          AbsType(i32),
          AbsType(unsignedType(32)),
          AbsType(f32),
          AbsType(pointer),
          AbsType::tile({4}, i32),
          AbsType::tile({8}, i32),
          AbsType::tile({4}, pointer),
          AbsType::constantInt(&context, 1),
          AbsType::constantInt(&context, 2),
          AbsType::constantBool(&context, true),
          AbsType::constantBool(&context, false),
          unsignedConstant(32, 1),
          floatConstant(builder.getF32Type(), 1),
          AbsType::constant(classType(), TypeAttr::get(f32)),
          AbsType::constant(classType(), TypeAttr::get(i32)),
          AbsType(unsignedType(32)),
          AbsType(tt::PtrType::get(unsignedType(32), 1)),
          AbsType(tt::PtrType::get(i32, 1)),
          pair("demo.Pair", AbsType::constantInt(&context, 1), AbsType(f32)),
          pair("demo.Pair", AbsType::constantInt(&context, 2), AbsType(f32)),
          pair("demo.Pair", AbsType(unsignedType(32)), AbsType(f32)),
          pair("demo.Other", AbsType(i32), AbsType(f32)),
          AbsType::function(&context, 1),
          AbsType::function(&context, 2)};
}

TEST_F(AbsTypeTest, OnlyNumbersOfDifferentSignednessAreJoined) {
  Type i32 = builder.getI32Type();
  EXPECT_EQ(AbsType::join(AbsType(i32), AbsType(unsignedType(32))),
            AbsType(unsignedType(32)));
  EXPECT_EQ(AbsType::join(AbsType::tile({4}, i32),
                          AbsType::tile({4}, unsignedType(32))),
            std::nullopt);
  EXPECT_EQ(AbsType::join(AbsType(tt::PtrType::get(i32, 1)),
                          AbsType(tt::PtrType::get(unsignedType(32), 1))),
            std::nullopt);
}

TEST_F(AbsTypeTest, JoinIsIdempotentAndCommutative) {
  for (AbsType a : sample()) {
    EXPECT_EQ(AbsType::join(a, a), a) << a.str();
    EXPECT_EQ(AbsType::join(AbsType(), a), a) << a.str();
    for (AbsType b : sample())
      EXPECT_EQ(AbsType::join(a, b), AbsType::join(b, a))
          << a.str() << " and " << b.str();
  }
}

TEST_F(AbsTypeTest, JoinIsAnUpperBound) {
  for (AbsType a : sample())
    for (AbsType b : sample()) {
      std::optional<AbsType> bound = AbsType::join(a, b);
      EXPECT_TRUE(!bound || AbsType::join(a, *bound) == bound)
          << a.str() << " and " << b.str();
    }
}

TEST_F(AbsTypeTest, JoinIsAssociative) {
  auto join = [](std::optional<AbsType> a, std::optional<AbsType> b) {
    return a && b ? AbsType::join(*a, *b) : std::nullopt;
  };
  for (AbsType a : sample())
    for (AbsType b : sample())
      for (AbsType c : sample())
        EXPECT_EQ(join(join(a, b), c), join(a, join(b, c)))
            << a.str() << ", " << b.str() << " and " << c.str();
}

TEST_F(AbsTypeTest, JoinsOfTheHeader) {
  AbsType one = AbsType::constantInt(&context, 1);
  AbsType two = AbsType::constantInt(&context, 2);
  AbsType number(builder.getI32Type()), real(builder.getF32Type());
  EXPECT_EQ(AbsType::join(AbsType(), one), one);
  EXPECT_EQ(AbsType::join(one, one), one);
  EXPECT_EQ(AbsType::join(one, two), number);
  EXPECT_EQ(AbsType::join(one, number), number);
  EXPECT_EQ(AbsType::join(number, real), std::nullopt);
  EXPECT_EQ(AbsType::join(one, AbsType(unsignedType(32))),
            AbsType(unsignedType(32)));
}

TEST_F(AbsTypeTest, Records) {
  AbsType one = AbsType::constantInt(&context, 1);
  AbsType tile = AbsType::tile({4}, builder.getF32Type());
  AbsType inner = pair("demo.Pair", one, tile);
  AbsType record = pair("demo.Outer", inner, AbsType(builder.getI64Type()));
  EXPECT_EQ(record.notation(), "demo.Outer(demo.Pair(constant<int, c1> first, "
                               "tensor<x4, float> second) first, long second)");
  EXPECT_TRUE(record.isRecord());
  EXPECT_FALSE(record.isConstant());
  EXPECT_EQ(record.getRecordClass(), "demo.Outer");
  EXPECT_EQ(record.findComponent("second"), 1u);
  EXPECT_EQ(record.findComponent("third"), std::nullopt);
  EXPECT_EQ(record.getComponents().front(), inner);
  EXPECT_EQ(record.withComponents({tile, one}).getComponents().back(), one);
  // A constant needs no value at run time.
  EXPECT_EQ(record.countValues(), 2u);
  EXPECT_EQ(pair("demo.Pair", one, one).countValues(), 0u);
  // Another type is its own only component.
  EXPECT_EQ(tile.getComponents().size(), 1u);
  EXPECT_EQ(tile.findComponent("first"), std::nullopt);
}

TEST_F(AbsTypeTest, WhatIsNoData) {
  AbsType lambda = AbsType::function(&context, 7);
  EXPECT_EQ(lambda.getFunction(), 7);
  EXPECT_EQ(lambda.notation(), "lambda");
  AbsType invalid = AbsType::invalid(&context);
  EXPECT_TRUE(invalid.isInvalid());
  EXPECT_FALSE(invalid.isNone());
  EXPECT_EQ(invalid.notation(), "invalid");
  for (AbsType type : {lambda, invalid}) {
    EXPECT_FALSE(type.isData() || type.isConstant());
    EXPECT_EQ(type.countValues(), 0u);
  }
}

TEST_F(AbsTypeTest, NamesOfTypes) {
  auto nameOf = [](Type type) { return AbsType(type).notation(); };
  EXPECT_EQ(nameOf(builder.getI1Type()), "boolean");
  EXPECT_EQ(nameOf(builder.getI8Type()), "byte");
  EXPECT_EQ(nameOf(builder.getI16Type()), "short");
  EXPECT_EQ(nameOf(builder.getI32Type()), "int");
  EXPECT_EQ(nameOf(builder.getI64Type()), "long");
  for (unsigned width : {8, 16, 32, 64})
    EXPECT_EQ(nameOf(unsignedType(width)), "u" + std::to_string(width));
  EXPECT_EQ(nameOf(builder.getF16Type()), "fp16");
  EXPECT_EQ(nameOf(builder.getBF16Type()), "bf16");
  EXPECT_EQ(nameOf(builder.getF32Type()), "float");
  EXPECT_EQ(nameOf(builder.getF64Type()), "double");
  EXPECT_EQ(nameOf(Float8E4M3FNType::get(&context)), "fp8e4nv");
  EXPECT_EQ(nameOf(Float8E5M2Type::get(&context)), "fp8e5");
  Type pointer = tt::PtrType::get(unsignedType(8), 1);
  EXPECT_EQ(nameOf(pointer), "ptr<u8>");
  EXPECT_EQ(AbsType::tile({4, 8}, pointer).notation(),
            "tensor<x4, x8, ptr<u8>>");
  EXPECT_EQ(nameOf(classType()), "java.lang.Class");
  EXPECT_EQ(nameOf(cm::VarType::get(&context, builder.getI32Type())),
            "Var<int>");
  EXPECT_EQ(AbsType::none(&context).notation(), "void");
  EXPECT_EQ(AbsType().notation(), "unknown");
}

TEST_F(AbsTypeTest, NamesOfConstants) {
  EXPECT_EQ(AbsType::constantInt(&context, -64).notation(),
            "constant<int, c-64>");
  EXPECT_EQ(AbsType::constantBool(&context, true).notation(),
            "constant<boolean, ctrue>");
  EXPECT_EQ(unsignedConstant(8, 255).notation(), "constant<u8, c255>");
  EXPECT_EQ(unsignedConstant(64, ~uint64_t(0)).notation(),
            "constant<u64, c18446744073709551615>");
  EXPECT_EQ(floatConstant(builder.getF32Type(), 0.5).notation(),
            "constant<float, c0.5>");
  EXPECT_EQ(
      AbsType::constant(
          classType(),
          TypeAttr::get(AbsType::tile({4}, builder.getF32Type()).getType()))
          .notation(),
      "constant<java.lang.Class, ctensor<x4, float>>");
  Type kind = cm::JavaType::get(&context, "CompareKind");
  EXPECT_EQ(AbsType::constant(kind, builder.getStringAttr("Equal")).notation(),
            "constant<CompareKind, cEqual>");
  EXPECT_EQ(AbsType::constant(kind, cm::NullAttr::get(&context)).notation(),
            "constant<CompareKind, cnull>");
}

TEST_F(AbsTypeTest, Queries) {
  AbsType tile = AbsType::tile({4, 8}, tt::PtrType::get(unsignedType(16), 1));
  EXPECT_TRUE(tile.isTile() && tile.isData());
  EXPECT_FALSE(tile.isPointer() || tile.isNumber());
  EXPECT_EQ(tile.getPointeeType(), unsignedType(16));
  EXPECT_EQ(tile.getShape(), ArrayRef<int64_t>({4, 8}));
  AbsType one = AbsType::constantInt(&context, 1);
  EXPECT_TRUE(one.isNumber() && one.isConstant() && one.isData());
  EXPECT_EQ(one.getInt(), 1);
  EXPECT_EQ(AbsType::constantBool(&context, true).getInt(), 1);
  EXPECT_EQ(unsignedConstant(8, 255).getInt(), 255);
  EXPECT_FALSE(one.widened().isConstant());
  EXPECT_FALSE(one.withElementType(builder.getF32Type()).isConstant());
  EXPECT_EQ(AbsType::tile({}, builder.getF32Type()),
            AbsType(builder.getF32Type()));
  AbsType unknown;
  EXPECT_FALSE(unknown.isData() || unknown.isTile() || unknown.isNumber());
  EXPECT_EQ(unknown.getInt(), std::nullopt);
  EXPECT_FALSE(unknown.getPointeeType());
  EXPECT_FALSE(AbsType(classType()).isData());
}

TEST_F(AbsTypeTest, SignlessTypes) {
  Type pointer = tt::PtrType::get(unsignedType(16), 1);
  Type signless = tt::PtrType::get(builder.getI16Type(), 1);
  EXPECT_EQ(signlessType(unsignedType(64)), builder.getI64Type());
  EXPECT_EQ(signlessType(pointer), signless);
  EXPECT_EQ(signlessType(RankedTensorType::get({4}, pointer)),
            RankedTensorType::get({4}, signless));
  EXPECT_EQ(signlessType(builder.getF32Type()), builder.getF32Type());
}

TEST_F(AbsTypeTest, TypesInWords) {
  Type pointer = tt::PtrType::get(builder.getF32Type(), 1);
  EXPECT_EQ(AbsType(builder.getI32Type()).str(), "int");
  EXPECT_EQ(AbsType(pointer).str(), "a pointer to float");
  EXPECT_EQ(AbsType(tt::PtrType::get(pointer, 1)).str(),
            "a pointer to a pointer to float");
  EXPECT_EQ(AbsType::tile({4}, builder.getI32Type()).str(), "a tile of 4 int");
  EXPECT_EQ(AbsType::tile({4, 8}, pointer).str(),
            "a tile of 4x8 pointers to float");
  EXPECT_EQ(AbsType(tt::TensorDescType::get(
                        RankedTensorType::get({64, 32}, builder.getF16Type())))
                .str(),
            "a descriptor of blocks of 64x32 fp16");
  EXPECT_EQ(AbsType(classType()).str(), "Class");
  AbsType record = pair("demo.Pair", AbsType::constantInt(&context, 1),
                        AbsType::tile({4}, builder.getF32Type()));
  EXPECT_EQ(record.str(),
            "demo.Pair(first: the constant 1, second: a tile of 4 float)");
  EXPECT_EQ(AbsType::function(&context, 7).str(), "a lambda");
  EXPECT_EQ(AbsType::none(&context).str(), "void");
}

TEST_F(AbsTypeTest, ConstantsInWords) {
  EXPECT_EQ(AbsType::constantInt(&context, -4).str(), "the constant -4");
  EXPECT_EQ(AbsType::constantBool(&context, true).str(), "the constant true");
  EXPECT_EQ(
      AbsType::constant(builder.getI64Type(), builder.getI64IntegerAttr(3))
          .str(),
      "the constant 3L");
  EXPECT_EQ(unsignedConstant(8, 255).str(), "the u8 constant 255");
  EXPECT_EQ(floatConstant(builder.getF32Type(), 0.5).str(),
            "the constant 0.5f");
  EXPECT_EQ(floatConstant(builder.getF64Type(), 0.5).str(), "the constant 0.5");
  EXPECT_EQ(floatConstant(builder.getF16Type(), 0.5).str(),
            "the fp16 constant 0.5");
  EXPECT_EQ(
      AbsType::constant(classType(), TypeAttr::get(builder.getF32Type())).str(),
      "float.class");
  Type kind = cm::JavaType::get(&context, "demo.Outer$Kind");
  EXPECT_EQ(AbsType::constant(kind, builder.getStringAttr("FAST")).str(),
            "Kind.FAST");
  EXPECT_EQ(AbsType::constant(kind, cm::NullAttr::get(&context)).str(), "null");
  Type text = cm::JavaType::get(&context, "java.lang.String");
  EXPECT_EQ(AbsType::constant(text, builder.getStringAttr("fast")).str(),
            "the string \"fast\"");
}
