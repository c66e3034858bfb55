// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reductions and scans by a function: what it is called with, what it must
/// give, and what is built of its body, which the tests make.
///
/// Not here: functions as kernels write them (tests/lit/language).

#include "cm2tt/Dialect/CM/CMDialect.h"
#include "cm2tt/Dialect/TT/TTDialect.h"
#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Language/KernelApi.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// A function in which to call `reduce` and `scan` on tiles of 4x8.
class ReductionMethods : public testing::Test {
protected:
  ReductionMethods() : builder(&context), loc(UnknownLoc::get(&context)) {
    context.loadDialect<cm::CMDialect, tt::TTDialect, arith::ArithDialect>();
    module = ModuleOp::create(loc);
    builder.setInsertionPointToEnd(module->getBody());
    function =
        tt::FuncOp::create(builder, loc, "f", builder.getFunctionType({}, {}));
    builder.setInsertionPointToStart(&function.getBody().emplaceBlock());
  }

  AbsType tile(Type element) { return AbsType::tile({4, 8}, element); }
  AbsType pair(AbsType first, AbsType second) {
    return AbsType::record(&context, "Pair", {"value", "index"},
                           {first, second});
  }
  AbsType constant(int32_t value) {
    return AbsType::constantInt(&context, value);
  }
  AbsType truth(bool value) { return AbsType::constantBool(&context, value); }
  AbsType lambda() { return AbsType::function(&context, 0); }

  const Method &method(StringRef name, unsigned arity) {
    return *findMethod("oracle.code.triton.Triton", name, arity);
  }
  /// The result of the rule, or the beginning of its error.
  template <typename Rule, typename Print>
  std::string apply(Rule rule, ArrayRef<AbsType> args, Print print) {
    std::string message;
    ScopedDiagnosticHandler handler(
        &context, [&](Diagnostic &diagnostic) { message = diagnostic.str(); });
    auto result = rule(args, [&] { return emitError(loc); });
    if (succeeded(result))
      return print(*result);
    return StringRef(message).split(':').first.str();
  }
  std::string parametersOf(StringRef name, ArrayRef<AbsType> args) {
    return apply(method(name, args.size()).parametersOf, args,
                 [](ArrayRef<AbsType> types) {
                   std::string text;
                   for (AbsType type : types)
                     text += (text.empty() ? "" : "; ") + type.notation();
                   return text;
                 });
  }
  std::string typeOf(StringRef name, ArrayRef<AbsType> args) {
    return apply(method(name, args.size()).typeOf, args,
                 [](const TypedCall &call) { return call.type.notation(); });
  }

  TypedOperand argument(AbsType type);
  TypedOperand addition(Region &body, AbsType result);
  Results build(StringRef name, ArrayRef<TypedOperand> args);
  bool verifyAll();

  MLIRContext context;
  OpBuilder builder;
  Location loc;
  OwningOpRef<ModuleOp> module;
  tt::FuncOp function;
};
} // namespace

/// An operand known at run time only.
TypedOperand ReductionMethods::argument(AbsType type) {
  SmallVector<Type> types;
  type.valueTypes(types);
  Results values;
  for (Type valueType : types)
    values.push_back(function.getBody().front().addArgument(valueType, loc));
  return {type, values};
}

/// A function that adds all components, in `body`.
TypedOperand ReductionMethods::addition(Region &body, AbsType result) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> types;
  result.valueTypes(types);
  size_t count = types.size();
  types.append(types.begin(), types.end());
  Block &block = body.emplaceBlock();
  block.addArguments(types, SmallVector<Location>(types.size(), loc));
  builder.setInsertionPointToStart(&block);
  Results sums;
  for (size_t i = 0; i < count; ++i) {
    Value a = block.getArgument(i), b = block.getArgument(count + i);
    if (isa<FloatType>(types[i]))
      sums.push_back(arith::AddFOp::create(builder, loc, a, b));
    else
      sums.push_back(arith::AddIOp::create(builder, loc, a, b));
  }
  return {result, sums, &body};
}

Results ReductionMethods::build(StringRef name, ArrayRef<TypedOperand> args) {
  auto types = llvm::map_to_vector(
      args, [](const TypedOperand &arg) { return arg.type; });
  const Method &entry = method(name, args.size());
  FailureOr<TypedCall> call =
      entry.typeOf(types, [&] { return emitError(loc); });
  EXPECT_TRUE(succeeded(call));
  TileBuilder tiles(builder, loc);
  Results values = entry.build(tiles, args, *call);
  SmallVector<Type> expected;
  call->type.valueTypes(expected);
  EXPECT_EQ(SmallVector<Type>(ValueRange(values).getTypes()), expected);
  return values;
}

bool ReductionMethods::verifyAll() {
  tt::ReturnOp::create(builder, loc);
  function.setFunctionType(builder.getFunctionType(
      function.getBody().front().getArgumentTypes(), {}));
  return succeeded(verify(*module));
}

TEST_F(ReductionMethods, FunctionsGetElements) {
  AbsType f = tile(builder.getF32Type());
  AbsType u = tile(builder.getIntegerType(8, /*isSigned=*/false));
  EXPECT_EQ(parametersOf("reduce", {f, lambda()}), "float; float");
  EXPECT_EQ(parametersOf("reduce", {u, constant(-1), lambda()}), "u8; u8");
  EXPECT_EQ(parametersOf("reduce", {f, constant(1), lambda(), truth(true)}),
            "float; float");
  EXPECT_EQ(parametersOf("scan", {pair(f, u), constant(0), lambda()}),
            "Pair(float value, u8 index); Pair(float value, u8 index)");
}

TEST_F(ReductionMethods, ArgumentsAreChecked) {
  AbsType f = tile(builder.getF32Type()), scalar(builder.getF32Type());
  AbsType other = AbsType::tile({8, 4}, builder.getF32Type());
  AbsType null = AbsType::constant(cm::JavaType::get(&context, "A"),
                                   cm::NullAttr::get(&context));
  EXPECT_EQ(parametersOf("reduce", {scalar, lambda()}), "T-COMBINE-1");
  EXPECT_EQ(parametersOf("reduce", {AbsType(), lambda()}), "T-COMBINE-1");
  EXPECT_EQ(parametersOf("reduce", {pair(f, other), lambda()}), "T-COMBINE-1");
  EXPECT_EQ(parametersOf("reduce", {pair(f, scalar), lambda()}), "T-COMBINE-1");
  EXPECT_EQ(parametersOf("reduce",
                         {AbsType::record(&context, "A", {}, {}), lambda()}),
            "T-COMBINE-1");
  EXPECT_EQ(parametersOf("reduce", {f, constant(2), lambda()}), "T-COMBINE-2");
  EXPECT_EQ(parametersOf("reduce", {f, null, lambda(), null}), "float; float");
  EXPECT_EQ(parametersOf("scan", {f, constant(0), lambda(), constant(1)}),
            "T-COMBINE-3");
  EXPECT_EQ(parametersOf("scan", {f, null, lambda()}), "T-COMBINE-4");
  EXPECT_EQ(parametersOf("scan", {f, constant(0), scalar}), "T-COMBINE-5");
}

TEST_F(ReductionMethods, ResultsDropOrKeepTheAxis) {
  AbsType element(builder.getF32Type()), index(builder.getI32Type());
  AbsType f = tile(element.getType()), i = tile(index.getType());
  EXPECT_EQ(typeOf("reduce", {f, element}), "float");
  EXPECT_EQ(typeOf("reduce", {f, constant(0), element}), "tensor<x8, float>");
  EXPECT_EQ(typeOf("reduce", {f, constant(-1), element, truth(true)}),
            "tensor<x4, x1, float>");
  EXPECT_EQ(typeOf("reduce", {pair(f, i), constant(1), pair(element, index)}),
            "Pair(tensor<x4, float> value, tensor<x4, int> index)");
  EXPECT_EQ(typeOf("scan", {pair(f, i), constant(1), pair(element, index)}),
            "Pair(tensor<x4, x8, float> value, tensor<x4, x8, int> index)");
}

TEST_F(ReductionMethods, FunctionsGiveElements) {
  AbsType element(builder.getF32Type()), index(builder.getI32Type());
  AbsType f = tile(element.getType()), i = tile(index.getType());
  EXPECT_EQ(typeOf("reduce", {f, index}), "T-COMBINE-6");
  EXPECT_EQ(typeOf("reduce", {f, f}), "T-COMBINE-6");
  EXPECT_EQ(typeOf("scan", {i, constant(0), AbsType()}), "T-COMBINE-6");
  EXPECT_EQ(typeOf("reduce", {pair(f, i), pair(element, element)}),
            "T-COMBINE-6");
  EXPECT_EQ(typeOf("reduce", {pair(f, i), element}), "T-COMBINE-6");
  EXPECT_EQ(typeOf("reduce", {pair(f, i), AbsType::record(&context, "Other",
                                                          {"value", "index"},
                                                          {element, index})}),
            "T-COMBINE-6");
  // A constant is of the type, too.
  EXPECT_EQ(typeOf("reduce", {i, constant(1)}), "int");
}

TEST_F(ReductionMethods, BodiesBecomeRegions) {
  AbsType element(builder.getF32Type()), index(builder.getI32Type());
  TypedOperand x = argument(tile(element.getType()));
  TypedOperand both =
      argument(pair(tile(element.getType()), tile(index.getType())));
  AbsType elements = pair(element, index);
  Region bodies[6];
  Results all = build("reduce", {x, addition(bodies[0], element)});
  EXPECT_TRUE(all[0].getType().isF32());
  build("reduce", {x, {constant(0)}, addition(bodies[1], element)});
  build("reduce",
        {both, {constant(-1)}, addition(bodies[2], elements), {truth(true)}});
  build("reduce", {both, addition(bodies[3], elements)});
  build("scan", {x, {constant(0)}, addition(bodies[4], element)});
  Results sums = build(
      "scan",
      {both, {constant(1)}, addition(bodies[5], elements), {truth(true)}});
  auto scan = sums[1].getDefiningOp<tt::ScanOp>();
  ASSERT_TRUE(scan);
  EXPECT_TRUE(scan.getReverse());
  EXPECT_EQ(scan.getAxis(), 1u);
  EXPECT_TRUE(verifyAll());
}

TEST_F(ReductionMethods, ConstantsAreMadeInTheRegion) {
  AbsType index(builder.getI32Type());
  TypedOperand x = argument(tile(index.getType()));
  Region body;
  body.emplaceBlock().addArguments({index.getType(), index.getType()},
                                   {loc, loc});
  TypedOperand seven(constant(7), {}, &body);
  Results result = build("reduce", {x, {constant(1)}, seven});
  auto reduce = result[0].getDefiningOp<tt::ReduceOp>();
  ASSERT_TRUE(reduce);
  Operation *end = reduce.getCombineOp().front().getTerminator();
  EXPECT_EQ(end->getOperand(0).getParentRegion(), &reduce.getCombineOp());
  EXPECT_TRUE(verifyAll());
}
