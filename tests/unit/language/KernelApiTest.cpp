// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The table of methods: complete entries, look-up, suggestions; and for each
/// entry, over all combinations of a sample of operands: its rule never
/// crashes, and what it accepts is built to valid operations of the result's
/// type.
///
/// Not here: the values of constants (KernelApiFoldTest.cpp).

#include "cm2tt/Language/KernelApi.h"
#include "cm2tt/Dialect/CM/CMDialect.h"
#include "cm2tt/Dialect/TT/TTDialect.h"
#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Dialect/TT/TTTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"

#include "gtest/gtest.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>
#include <map>
#include <random>
#include <set>

using namespace mlir;
using namespace cm2tt;

/// The entry for a call of a class's method, or of an operator.
static const Method *find(const Method &entry, unsigned arity) {
  return entry.owner.empty() ? findOperator(entry.name, arity)
                             : findMethod(entry.owner, entry.name, arity);
}

TEST(KernelApiTable, EntriesAreCompleteAndFound) {
  for (ArrayRef<Method> family : allMethods())
    for (const Method &entry : family) {
      std::string name = (entry.owner + "." + entry.name).str();
      EXPECT_TRUE(entry.typeOf && entry.build) << name;
      EXPECT_LE(entry.minArity, entry.maxArity) << name;
      bool isVariadic = entry.maxArity == Method::variadic;
      unsigned last = isVariadic ? entry.minArity + 8 : entry.maxArity;
      for (unsigned arity = entry.minArity; arity <= last; ++arity)
        EXPECT_EQ(find(entry, arity), &entry) << name << " of " << arity;
    }
}

TEST(KernelApiTable, FindsByArity) {
  EXPECT_TRUE(findMethod("oracle.code.triton.Triton", "load", 2));
  EXPECT_TRUE(findMethod("io.github.cm2tt.lang.Triton", "load", 3));
  EXPECT_TRUE(findMethod("oracle.code.triton.Range", "unroll", 2));
  EXPECT_TRUE(findMethod("io.github.cm2tt.lang.Triton$Range", "unroll", 2));
  EXPECT_FALSE(findMethod("oracle.code.triton.Triton", "load", 0));
  EXPECT_FALSE(findMethod("oracle.code.triton.Triton", "load", 7));
  EXPECT_FALSE(findMethod("demo.Triton", "load", 2));
  EXPECT_TRUE(findMethod("oracle.code.triton.Triton", "zeros", 100));
  EXPECT_TRUE(findOperator("neg", 1));
  EXPECT_FALSE(findOperator("neg", 2));
  // Operators are no methods of a class without a name.
  EXPECT_FALSE(findMethod("oracle.code.triton.", "add", 2));
  EXPECT_FALSE(findMethod("", "add", 2));
}

TEST(KernelApiTable, TilesHaveTritonsMethods) {
  const Method *add = findMethod("oracle.code.triton.Triton", "add", 2);
  ASSERT_TRUE(add);
  EXPECT_EQ(findMethod("oracle.code.triton.Tensor", "add", 2), add);
  EXPECT_EQ(findMethod("io.github.cm2tt.lang.Ptr", "add", 2), add);
  // The receiver counts.
  EXPECT_FALSE(findMethod("oracle.code.triton.Tensor", "add", 1));
  EXPECT_FALSE(findMethod("oracle.code.triton.TensorType", "add", 2));
  EXPECT_FALSE(findMethod("demo.Tensor", "add", 2));
  EXPECT_FALSE(findMethod("Tensor", "add", 2));
  // A method of its own comes first, and is not Triton's.
  EXPECT_TRUE(findMethod("oracle.code.triton.Tensor", "type", 1));
  EXPECT_FALSE(findMethod("oracle.code.triton.Triton", "type", 1));
}

TEST(KernelApiTable, DescribesArities) {
  auto arities = [](StringRef javaClass, StringRef name) {
    return describeArities(("oracle.code.triton." + javaClass).str(), name);
  };
  EXPECT_EQ(arities("Triton", "programId"), "1 argument");
  EXPECT_EQ(arities("Tensor", "type"), "1 argument");
  EXPECT_EQ(arities("Triton", "add"), "2 arguments");
  EXPECT_EQ(arities("Tensor", "add"), "2 arguments");
  EXPECT_EQ(arities("Triton", "zeros"), "1 or more arguments");
}

TEST(KernelApiTable, KnowsClasses) {
  EXPECT_EQ(kernelClassName("oracle.code.triton.Triton"), "Triton");
  EXPECT_EQ(kernelClassName("io.github.cm2tt.lang.Ptr"), "Ptr");
  EXPECT_EQ(kernelClassName("java.lang.Math"), "java.lang.Math");
  EXPECT_TRUE(isKnownClass("oracle.code.triton.Unheard"));
  EXPECT_TRUE(isKnownClass("java.lang.Math"));
  EXPECT_FALSE(isKnownClass("javax.demo.Math"));
}

TEST(KernelApiTable, SuggestsCloseNames) {
  auto closest = [](StringRef name) {
    return closestMethod("oracle.code.triton.Triton", name);
  };
  EXPECT_EQ(closest("programID"), "programId");
  EXPECT_EQ(closest("loaad"), "load");
  EXPECT_EQ(closest("brodcast"), "broadcast");
  EXPECT_EQ(closest("somethingElse"), "");
  EXPECT_EQ(closestMethod("oracle.code.triton.Tensor", "tipe"), "type");
  EXPECT_EQ(closestMethod("oracle.code.triton.Tensor", "brodcast"),
            "broadcast");
  EXPECT_EQ(closestMethod("demo.Triton", "load"), "");
}

/// Random lists of operands for each entry and number of arguments.
static constexpr unsigned sampleSize = 10000;

namespace {
/// Operands of every kind, and a function in which to build.
class KernelApiBuild : public testing::Test {
protected:
  KernelApiBuild();

  /// Adds a value known at run time only.
  void add(Type type) {
    Value value =
        function.getBody().front().addArgument(signlessType(type), loc);
    operands.push_back({AbsType(type), value});
  }
  void addTile(ArrayRef<int64_t> shape, Type element) {
    add(RankedTensorType::get(shape, element));
  }
  void addConstant(AbsType type) { operands.push_back({type, Value()}); }
  void addNumbers();
  void addTiles();
  void addConstants();
  void addObjects();
  /// Adds operands of `dotScaled`, and which of them it accepts.
  void addScaled();
  void addDescriptors();
  /// A constant object of the Java class.
  void addObject(StringRef javaClass, Attribute value) {
    addConstant(
        AbsType::constant(cm::JavaType::get(&context, javaClass), value));
  }
  /// Applies the entry to each list of `arity` operands.
  void checkAll(const Method &method, unsigned arity);
  /// Applies the entry to `arity` times each operand and to random lists.
  void checkSample(const Method &method, unsigned arity);
  /// Both, for each number of arguments up to four more than the least.
  void checkAllArities(const Method &method);
  /// Applies the entry to the operands with these indices.
  void checkChoice(const Method &method, ArrayRef<unsigned> choice) {
    auto args = llvm::map_to_vector(
        choice, [this](unsigned index) { return operands[index]; });
    if (check(method, args))
      accepted.emplace_back(choice);
  }
  bool check(const Method &method, ArrayRef<TypedOperand> args);
  void checkResult(const Method &method, AbsType type, const Results &values);

  MLIRContext context;
  OpBuilder builder;
  Location loc;
  OwningOpRef<ModuleOp> module;
  tt::FuncOp function;
  std::vector<TypedOperand> operands;
  /// A list of operands that no sample is likely to be, by the method that
  /// accepts it.
  std::map<StringRef, SmallVector<unsigned>> known;
  /// The lists of operands that an entry accepted, as indices in `operands`.
  std::vector<SmallVector<unsigned>> accepted;
  std::mt19937 random{1};
  /// How the messages of rules begin.
  std::set<std::string> labels;
};
} // namespace

KernelApiBuild::KernelApiBuild()
    : builder(&context), loc(UnknownLoc::get(&context)) {
  context.loadDialect<cm::CMDialect, tt::TTDialect, arith::ArithDialect,
                      gpu::GPUDialect, LLVM::LLVMDialect, math::MathDialect>();
  module = ModuleOp::create(loc);
  builder.setInsertionPointToEnd(module->getBody());
  function =
      tt::FuncOp::create(builder, loc, "f", builder.getFunctionType({}, {}));
  builder.setInsertionPointToStart(&function.getBody().emplaceBlock());
  addNumbers();
  addTiles();
  addConstants();
  addObjects();
  addScaled();
  addDescriptors();
  function.setFunctionType(builder.getFunctionType(
      function.getBody().front().getArgumentTypes(), {}));
}

void KernelApiBuild::addNumbers() {
  for (unsigned width : {1, 8, 16, 32, 64})
    add(builder.getIntegerType(width));
  for (unsigned width : {8, 16, 32, 64})
    add(builder.getIntegerType(width, /*isSigned=*/false));
  for (Type type : {Type(Float8E4M3FNType::get(&context)),
                    Type(Float8E5M2Type::get(&context)),
                    Type(builder.getF16Type()), Type(builder.getBF16Type()),
                    Type(builder.getF32Type()), Type(builder.getF64Type())})
    add(type);
  for (Type type : {Type(builder.getI1Type()), Type(builder.getI32Type()),
                    Type(builder.getF32Type()),
                    Type(builder.getIntegerType(8, /*isSigned=*/false))})
    add(tt::PtrType::get(type, 1));
}

void KernelApiBuild::addTiles() {
  for (Type type :
       {Type(builder.getI1Type()), Type(builder.getI32Type()),
        Type(builder.getIntegerType(32, /*isSigned=*/false)),
        Type(builder.getIntegerType(16)), Type(builder.getF16Type()),
        Type(builder.getBF16Type()), Type(builder.getF32Type()),
        Type(builder.getF64Type()), Type(Float8E5M2Type::get(&context)),
        Type(tt::PtrType::get(builder.getF32Type(), 1)),
        Type(tt::PtrType::get(builder.getI1Type(), 1))}) {
    addTile({4}, type);
    addTile({4, 1}, type);
  }
  addTile({8}, builder.getI32Type());
  addTile({1, 2}, builder.getI32Type());
  addTile({1}, builder.getF32Type());
  addTile({16, 16}, builder.getF32Type());
}

void KernelApiBuild::addConstants() {
  for (int32_t value : {0, 1, 2, -1, std::numeric_limits<int32_t>::min()})
    addConstant(AbsType::constantInt(&context, value));
  addConstant(AbsType::constantBool(&context, true));
  for (unsigned width : {8u, 64u})
    addConstant(AbsType::constant(
        builder.getIntegerType(width, /*isSigned=*/false),
        builder.getIntegerAttr(builder.getIntegerType(width), 4)));
  addConstant(
      AbsType::constant(builder.getI64Type(), builder.getI64IntegerAttr(-1)));
  for (double value : {1.5, std::numeric_limits<double>::quiet_NaN()})
    for (Type type : {Type(builder.getF32Type()), Type(builder.getF16Type()),
                      Type(Float8E4M3FNType::get(&context))})
      addConstant(AbsType::constant(type, builder.getFloatAttr(type, value)));
  addConstant(
      AbsType::constant(builder.getF64Type(), builder.getF64FloatAttr(1e300)));
}

void KernelApiBuild::addObjects() {
  addConstant(AbsType());
  addConstant(AbsType::none(&context));
  add(cm::JavaType::get(&context, "demo.A"));
  addObject("java.lang.Object", cm::NullAttr::get(&context));
  addObject("java.lang.String", builder.getStringAttr("LessThan"));
  addObject("CompareKind", builder.getStringAttr("LessThan"));
  for (auto [kind, name] :
       {std::pair("PropagateNan", "NONE"), std::pair("PropagateNan", "ALL"),
        std::pair("Rounding", "RTNE"), std::pair("Rounding", "RTZ"),
        std::pair("Rounding", "RTN"), std::pair("Rounding", "RTP"),
        std::pair("CacheModifier", "CG"), std::pair("MemScope", "CTA"),
        std::pair("MemSemantic", "ACQUIRE"),
        std::pair("InputPrecision", "TF32"),
        std::pair("EvictionPolicy", "EVICT_LAST")})
    addObject(kind, builder.getStringAttr(name));
  addConstant(AbsType::record(
      &context, "demo.Pair", {"value", "count"},
      {AbsType(builder.getF32Type()), AbsType::constantInt(&context, 1)}));
  addConstant(AbsType::function(&context, 0));
  const Method *range = findMethod("oracle.code.triton.Triton", "range", 1);
  auto four = AbsType::constantInt(&context, 4);
  addConstant(range->typeOf(four, [&] { return emitError(loc); })->type);
  for (Type type : {Type(builder.getF16Type()), Type(builder.getI1Type()),
                    Type(builder.getIntegerType(16, /*isSigned=*/false)),
                    Type(cm::JavaType::get(&context, "java.lang.String"))})
    addObject("java.lang.Class", TypeAttr::get(type));
  for (int64_t extent : {4, 8})
    addObject("TensorType", TypeAttr::get(RankedTensorType::get(
                                {extent}, builder.getI32Type())));
}

void KernelApiBuild::addScaled() {
  unsigned tile = operands.size(), absent = tile + 1, format = tile + 2;
  addTile({16, 16}, builder.getBF16Type());
  addObject("java.lang.Object", cm::NullAttr::get(&context));
  addObject("ScaledFormat", builder.getStringAttr("BF16"));
  known["dotScaled"] = {tile, absent, format, tile, absent, format};
}

void KernelApiBuild::addDescriptors() {
  unsigned first = operands.size();
  Type f32 = builder.getF32Type();
  auto add = [&](ArrayRef<int64_t> block) {
    this->add(tt::TensorDescType::get(RankedTensorType::get(block, f32)));
  };
  add({16});
  add({1, 8});
  addTile({8}, builder.getI32Type());
  addConstant(AbsType::constantInt(&context, 0));
  this->add(tt::PtrType::get(f32, 1));
  for (int32_t number : {16, 1}) {
    AbsType one = AbsType::constantInt(&context, number);
    addConstant(AbsType::record(&context, "Dims()", {":0"}, {one}));
  }
  unsigned row = first + 1, rows = first + 2, zero = first + 3;
  unsigned base = first + 4, sixteen = first + 5, one = first + 6;
  known["gather"] = {row, rows, zero};
  known["scatter"] = {row, zero, rows, zero};
  known["makeTensorDescriptor"] = {base, sixteen, one, sixteen};
}

void KernelApiBuild::checkResult(const Method &method, AbsType type,
                                 const Results &values) {
  SmallVector<Type> types;
  type.valueTypes(types);
  EXPECT_EQ(SmallVector<Type>(ValueRange(values).getTypes()), types)
      << method.name.str() << " -> " << type.str();
}

bool KernelApiBuild::check(const Method &method, ArrayRef<TypedOperand> args) {
  auto types = llvm::map_to_vector(
      args, [](const TypedOperand &arg) { return arg.type; });
  FailureOr<TypedCall> call =
      method.typeOf(types, [&] { return emitError(loc); });
  if (failed(call))
    return false;
  AbsType type = call->type;
  // A method that returns nothing has no context if no argument has one.
  bool hasContext = llvm::any_of(
      types, [](AbsType argument) { return !argument.isUnknown(); });
  EXPECT_EQ(type.isUnknown(), !hasContext) << method.name.str();
  if (type.isConstant()) {
    // A number's attribute is of the signless type, so that it can be built.
    auto number = dyn_cast<TypedAttr>(type.getValue());
    EXPECT_TRUE(!type.isNumber() ||
                (number && number.getType() == signlessType(type.getType())))
        << method.name.str() << " -> " << type.str();
    return true;
  }
  TileBuilder tiles(builder, loc);
  checkResult(method, type, method.build(tiles, args, *call));
  return true;
}

void KernelApiBuild::checkAll(const Method &method, unsigned arity) {
  SmallVector<unsigned> choice(arity, 0);
  while (true) {
    checkChoice(method, choice);
    unsigned digit = 0;
    while (digit < arity && ++choice[digit] == operands.size())
      choice[digit++] = 0;
    if (digit == arity)
      return;
  }
}

void KernelApiBuild::checkSample(const Method &method, unsigned arity) {
  for (unsigned index = 0; index < operands.size(); ++index)
    checkChoice(method, SmallVector<unsigned>(arity, index));
  std::uniform_int_distribution<unsigned> any(0, operands.size() - 1);
  for (unsigned i = 0; i < sampleSize; ++i) {
    SmallVector<unsigned> choice(arity);
    for (unsigned &index : choice)
      index = any(random);
    checkChoice(method, choice);
  }
}

void KernelApiBuild::checkAllArities(const Method &method) {
  // Java's conversion has a class as its second operand by construction, and a
  // lambda its body (ReductionMethodsTest.cpp).
  if ((method.owner.empty() && method.name == "conv") || method.parametersOf)
    return;
  unsigned last = std::min(method.maxArity, method.minArity + 4);
  accepted.clear();
  for (unsigned arity = method.minArity; arity <= last; ++arity) {
    // Accepted lists of operands are tried with each additional operand.
    std::vector<SmallVector<unsigned>> shorter;
    std::swap(shorter, accepted);
    if (arity <= 2)
      checkAll(method, arity);
    else
      checkSample(method, arity);
    if (auto found = known.find(method.name);
        found != known.end() && found->second.size() == arity)
      checkChoice(method, found->second);
    llvm::shuffle(shorter.begin(), shorter.end(), random);
    if (shorter.size() > 40)
      shorter.resize(40);
    for (SmallVector<unsigned> &choice : shorter) {
      choice.push_back(0);
      for (; choice.back() < operands.size(); ++choice.back())
        checkChoice(method, choice);
    }
    // No sample of long lists, such as a shape's extents, need be right.
    bool isLong = method.maxArity == Method::variadic && arity > 2;
    EXPECT_TRUE(isLong || !accepted.empty())
        << (method.owner + "." + method.name).str() << " of " << arity;
  }
}

TEST_F(KernelApiBuild, WhatIsAcceptedIsBuilt) {
  {
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
        labels.insert(diagnostic.str().substr(0, 2));
    });
    for (ArrayRef<Method> family : allMethods())
      for (const Method &method : family)
        checkAllArities(method);
  }
  EXPECT_EQ(labels, std::set<std::string>{"T-"});
  tt::ReturnOp::create(builder, loc);
  EXPECT_TRUE(succeeded(verify(*module)));
}

TEST_F(KernelApiBuild, ConversionsBetweenAllNumbers) {
  const Method &method = *findOperator("conv", 2);
  unsigned built = 0;
  for (const TypedOperand &from : operands)
    for (const TypedOperand &to : operands) {
      if (!from.type.isNumber() || !to.type.isNumber())
        continue;
      AbsType target =
          AbsType::constant(cm::JavaType::get(&context, "java.lang.Class"),
                            TypeAttr::get(to.type.getType()));
      built += check(method, {from, {target}});
    }
  EXPECT_GT(built, 400u);
  tt::ReturnOp::create(builder, loc);
  EXPECT_TRUE(succeeded(verify(*module)));
}

TEST(KernelApiFields, StaticFields) {
  MLIRContext context;
  context.loadDialect<cm::CMDialect>();
  auto field = [&](StringRef owner, StringRef name) {
    return findStaticField(&context, owner, name);
  };
  for (StringRef kind : {"Equal", "NotEqual", "LessThan", "LessThanOrEqual",
                         "GreaterThan", "GreaterThanOrEqual"})
    for (StringRef owner : {"oracle.code.triton.Triton$CompareKind",
                            "io.github.cm2tt.lang.CompareKind"})
      EXPECT_EQ(field(owner, kind).getEnumName("CompareKind"), kind);
  EXPECT_EQ(field("java.lang.Integer", "MIN_VALUE").notation(),
            "constant<int, c-2147483648>");
  EXPECT_EQ(field("java.lang.Long", "MAX_VALUE").notation(),
            "constant<long, c9223372036854775807>");
  EXPECT_EQ(field("java.lang.Byte", "MIN_VALUE").notation(),
            "constant<byte, c-128>");
  EXPECT_EQ(field("java.lang.Float", "POSITIVE_INFINITY").notation(),
            "constant<float, c+Inf>");
  EXPECT_EQ(field("java.lang.Double", "NaN").notation(),
            "constant<double, cNaN>");
  EXPECT_TRUE(
      field("oracle.code.triton.Triton$CompareKind", "Less").isUnknown());
  EXPECT_TRUE(field("demo.A", "MAX_VALUE").isUnknown());
}
