// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The claims of the axis analysis hold: random expressions over tiles
/// are evaluated element by element, and every claim on every value is checked.
///
/// Integers of every width wrap, are truncated and extended, and are negative;
/// hints are false. What is proven holds all the same, for whole groups. What
/// is presumed is checked within one access, in programs in which nothing that
/// is presumed not to be negative is.
///
/// Not here: precision, and control flow (tests/lit/tile/analysis/AxisInfo).

#include "cm2tt/Tile/AxisInfo.h"
#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

#include <random>

using namespace mlir;
using namespace cm2tt;
using llvm::APInt;
using Elements = std::vector<APInt>;

/// The widths of integers that a random program computes with.
static constexpr unsigned kWidths[] = {1, 8, 16, 32, 64};

namespace {
/// A random program over tiles of one shape, and what each value in it is.
class RandomProgram {
public:
  RandomProgram(MLIRContext &context, unsigned seed);
  /// Adds `count` random operations.
  void grow(unsigned count);
  /// Checks all that is claimed.
  void check();

private:
  Value add(Value value, Elements elements) {
    contents[value] = elements;
    values.push_back(value);
    return value;
  }
  unsigned pick(unsigned count) { return random() % count; }
  Value pickTile(Type type);
  RankedTensorType tileOf(Type element) {
    return RankedTensorType::get(shape, element);
  }
  size_t getNumElements() const {
    return std::accumulate(shape.begin(), shape.end(), size_t(1),
                           std::multiplies<>());
  }

  void addArguments();
  void addProgramId();
  void addHints(Value value);
  void addRange(unsigned dim);
  void addSplats();
  void addConstant(Type element);
  void addBinary();
  void addShift();
  void addCast();
  void addCompareAndSelect();
  void addPointers();
  void addReshape();

  Type pickInteger() {
    return builder.getIntegerType(kWidths[pick(std::size(kWidths))]);
  }
  void checkProven(const AxisInfo &info, Value value);
  void checkAccess(const ModuleAxisInfo &axisInfo, Value value);
  void checkDim(const AxisInfo &info, Value value, unsigned dim,
                int64_t contiguity);

  OpBuilder builder;
  std::mt19937 random;
  OwningOpRef<ModuleOp> module;
  tt::FuncOp function;
  SmallVector<int64_t> shape;
  SmallVector<Value> values;
  llvm::DenseMap<Value, Elements> contents;
  /// Whether a number that is presumed not to be negative is.
  bool breaksPresumption = false;
};
} // namespace

/// The shape of a tile; {1} for a scalar.
static SmallVector<int64_t> shapeOf(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile ? SmallVector<int64_t>(tile.getShape()) : SmallVector<int64_t>{1};
}

RandomProgram::RandomProgram(MLIRContext &context, unsigned seed)
    : builder(&context), random(seed) {
  const SmallVector<int64_t> shapes[] = {{16}, {4, 8}, {8, 2}};
  shape = shapes[pick(3)];
  Location loc = builder.getUnknownLoc();
  module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  Type pointer = tt::PtrType::get(builder.getF32Type(), 1);
  auto type = builder.getFunctionType({i32, i32, i64, pointer}, {});
  function = tt::FuncOp::create(builder, loc, "f", type);
  function.addEntryBlock();
  builder.setInsertionPointToStart(&function.getBody().front());
  addArguments();
  addProgramId();
  for (unsigned dim = 0; dim < shape.size(); ++dim)
    addRange(dim);
  addSplats();
  addConstant(i32);
  addConstant(i32);
  addConstant(i64);
}

void RandomProgram::addArguments() {
  for (BlockArgument argument : function.getArguments()) {
    unsigned bits = isa<IntegerType>(argument.getType())
                        ? argument.getType().getIntOrFloatBitWidth()
                        : 64;
    int64_t divisor = int64_t(1) << pick(6);
    function.setArgAttr(argument.getArgNumber(), "tt.divisibility",
                        builder.getI32IntegerAttr(divisor));
    // Small numbers of both signs, and such as wrap soon.
    int64_t value = static_cast<int64_t>(pick(64)) - 24;
    if (pick(4) == 0)
      value = static_cast<int64_t>(random()) << pick(16);
    contents[argument] = {APInt(bits, value * divisor, true, true)};
  }
}

void RandomProgram::addProgramId() {
  Location loc = builder.getUnknownLoc();
  Value id = tt::GetProgramIdOp::create(builder, loc, tt::ProgramIDDim::X);
  APInt number(32, pick(4) ? pick(64) : random() >> pick(16) & 0x7fffffff);
  contents[id] = {number};
  add(tt::SplatOp::create(builder, loc, tileOf(id.getType()), id),
      Elements(getNumElements(), number));
}

/// Hints that are false more often than not.
void RandomProgram::addHints(Value value) {
  constexpr llvm::StringLiteral names[] = {"tt.contiguity", "tt.divisibility",
                                           "tt.constancy"};
  auto type = RankedTensorType::get({static_cast<int64_t>(shape.size())},
                                    builder.getI32Type());
  SmallVector<int32_t> numbers;
  for (int64_t size : shape)
    numbers.push_back(pick(2) ? size : 1 << pick(4));
  value.getDefiningOp()->setAttr(
      names[pick(3)], DenseElementsAttr::get(type, ArrayRef<int32_t>(numbers)));
}

void RandomProgram::addRange(unsigned dim) {
  Location loc = builder.getUnknownLoc();
  int64_t size = shape[dim];
  int64_t start = static_cast<int64_t>(pick(5)) * size - size;
  auto type = RankedTensorType::get({size}, builder.getI32Type());
  Value value =
      tt::MakeRangeOp::create(builder, loc, type, start, start + size);
  Elements elements;
  for (int64_t i = 0; i < size; ++i)
    elements.push_back(APInt(32, start + i, true, true));
  contents[value] = elements;
  if (shape.size() == 2) {
    value = tt::ExpandDimsOp::create(builder, loc, value, 1 - dim);
    contents[value] = elements;
    value = tt::BroadcastOp::create(builder, loc, tileOf(builder.getI32Type()),
                                    value);
    Elements whole;
    for (int64_t i = 0; i < shape[0]; ++i)
      for (int64_t j = 0; j < shape[1]; ++j)
        whole.push_back(elements[dim == 0 ? i : j]);
    elements = whole;
  }
  add(value, elements);
}

void RandomProgram::addSplats() {
  for (BlockArgument argument : function.getArguments()) {
    Value value = tt::SplatOp::create(builder, builder.getUnknownLoc(),
                                      tileOf(argument.getType()), argument);
    add(value, Elements(getNumElements(), contents[argument].front()));
  }
}

void RandomProgram::addConstant(Type element) {
  int64_t value = int64_t(1) << pick(7);
  if (pick(4) == 0)
    value = static_cast<int64_t>(pick(100)) - 50;
  if (pick(4) == 0)
    value -= 1;
  unsigned bits = element.getIntOrFloatBitWidth();
  APInt number(bits, value, true, true);
  auto attr = DenseElementsAttr::get(tileOf(element), number);
  add(arith::ConstantOp::create(builder, builder.getUnknownLoc(), attr),
      Elements(getNumElements(), number));
}

/// A random value that is a tile of `type`; null if there is none.
Value RandomProgram::pickTile(Type type) {
  SmallVector<Value> fitting;
  for (Value value : values)
    if (value.getType() == tileOf(type))
      fitting.push_back(value);
  return fitting.empty() ? Value() : fitting[pick(fitting.size())];
}

/// a OP b for the operation number `which`; nothing if that is undefined.
static std::optional<APInt> evaluate(unsigned which, const APInt &a,
                                     const APInt &b) {
  bool divides = !b.isZero() && !(a.isMinSignedValue() && b.isAllOnes());
  switch (which) {
  case 0:
    return a + b;
  case 1:
    return a - b;
  case 2:
    return a * b;
  case 3:
    return a & b;
  case 4:
    return a | b;
  case 5:
    return a ^ b;
  case 6:
    return a.slt(b) ? a : b;
  case 7:
    return a.slt(b) ? b : a;
  case 8:
    return a.ult(b) ? a : b;
  case 9:
    return a.ult(b) ? b : a;
  default:
    break;
  }
  if (!divides)
    return std::nullopt;
  bool inexact = !a.srem(b).isZero() && a.isNegative() != b.isNegative();
  switch (which) {
  case 10:
    return a.sdiv(b);
  case 11:
    return a.srem(b);
  case 12:
    return a.udiv(b);
  case 13:
    return a.urem(b);
  default:
    return inexact ? a.sdiv(b) - 1 : a.sdiv(b);
  }
}

static constexpr llvm::StringLiteral kBinaryOps[] = {
    "arith.addi",  "arith.subi",  "arith.muli",      "arith.andi",
    "arith.ori",   "arith.xori",  "arith.minsi",     "arith.maxsi",
    "arith.minui", "arith.maxui", "arith.divsi",     "arith.remsi",
    "arith.divui", "arith.remui", "arith.floordivsi"};

void RandomProgram::addBinary() {
  Type type = pick(3) ? builder.getI32Type() : pickInteger();
  Value a = pickTile(type), b = pickTile(type);
  if (!a)
    return;
  unsigned which = pick(std::size(kBinaryOps));
  Elements result;
  bool wraps = false;
  for (auto [x, y] : llvm::zip_equal(contents[a], contents[b])) {
    auto element = evaluate(which, x, y);
    if (!element)
      return;
    result.push_back(*element);
    bool overflow = false;
    if (which == 0)
      (void)x.sadd_ov(y, overflow);
    else if (which == 2)
      (void)x.smul_ov(y, overflow);
    wraps |= overflow;
  }
  OperationState state(builder.getUnknownLoc(), kBinaryOps[which]);
  state.addOperands({a, b});
  state.addTypes(a.getType());
  if (!wraps && (which == 0 || which == 2) && pick(2))
    state.addAttribute("overflowFlags", arith::IntegerOverflowFlagsAttr::get(
                                            builder.getContext(),
                                            arith::IntegerOverflowFlags::nsw));
  Value value = add(builder.create(state)->getResult(0), result);
  if (pick(6) == 0)
    addHints(value);
}

void RandomProgram::addShift() {
  Type type = pick(3) ? builder.getI32Type() : pickInteger();
  Value a = pickTile(type);
  if (!a)
    return;
  unsigned bits = type.getIntOrFloatBitWidth();
  APInt distance(bits, pick(std::min(bits, 8u)));
  auto attr = DenseElementsAttr::get(tileOf(type), distance);
  Value b = arith::ConstantOp::create(builder, builder.getUnknownLoc(), attr);
  contents[b] = Elements(getNumElements(), distance);
  unsigned which = pick(3);
  constexpr llvm::StringLiteral names[] = {"arith.shli", "arith.shrsi",
                                           "arith.shrui"};
  Elements result;
  for (const APInt &x : contents[a]) {
    result.push_back(which == 0   ? x.shl(distance)
                     : which == 1 ? x.ashr(distance)
                                  : x.lshr(distance));
  }
  OperationState state(builder.getUnknownLoc(), names[which]);
  state.addOperands({a, b});
  state.addTypes(a.getType());
  add(builder.create(state)->getResult(0), result);
}

void RandomProgram::addCast() {
  Type from = pickInteger(), to = pickInteger();
  unsigned fromBits = from.getIntOrFloatBitWidth();
  unsigned toBits = to.getIntOrFloatBitWidth();
  Value a = pickTile(from);
  if (!a || fromBits == toBits)
    return;
  bool isUnsigned = pick(2);
  StringRef name = toBits < fromBits ? "arith.trunci"
                   : isUnsigned      ? "arith.extui"
                                     : "arith.extsi";
  Elements result;
  for (const APInt &x : contents[a])
    result.push_back(isUnsigned ? x.zextOrTrunc(toBits)
                                : x.sextOrTrunc(toBits));
  OperationState state(builder.getUnknownLoc(), name);
  state.addOperands(a);
  state.addTypes(tileOf(to));
  add(builder.create(state)->getResult(0), result);
}

void RandomProgram::addCompareAndSelect() {
  Location loc = builder.getUnknownLoc();
  Type type = pick(2) ? builder.getI32Type() : pickInteger();
  Value a = pickTile(type), b = pickTile(type);
  if (!a)
    return;
  auto predicate = static_cast<arith::CmpIPredicate>(pick(10));
  Elements condition, result;
  for (auto [x, y] : llvm::zip_equal(contents[a], contents[b]))
    condition.push_back(APInt(1, arith::applyCmpPredicate(predicate, x, y)));
  Value compare =
      add(arith::CmpIOp::create(builder, loc, predicate, a, b), condition);
  Value c = pickTile(type), d = pickTile(type);
  for (size_t i = 0; i < condition.size(); ++i)
    result.push_back(condition[i].isZero() ? contents[d][i] : contents[c][i]);
  add(arith::SelectOp::create(builder, loc, compare, c, d), result);
}

void RandomProgram::addPointers() {
  Type pointer = tt::PtrType::get(builder.getF32Type(), 1);
  Value p = pickTile(pointer);
  Value offset = pickTile(pickInteger());
  if (!offset)
    return;
  Elements result;
  for (auto [x, y] : llvm::zip_equal(contents[p], contents[offset]))
    result.push_back(x + y.sext(64) * APInt(64, 4));
  add(tt::AddPtrOp::create(builder, builder.getUnknownLoc(), p.getType(), p,
                           offset),
      result);
}

/// Reshapes to one dimension and back, and transposes; the outcomes are checked
/// but not used further.
void RandomProgram::addReshape() {
  Location loc = builder.getUnknownLoc();
  Value a = values[pick(values.size())];
  Type element = getElementTypeOrSelf(a.getType());
  Elements elements = contents[a];
  int64_t count = elements.size(), first = int64_t(1) << pick(4);
  auto type = RankedTensorType::get({first, count / first}, element);
  Value reshaped = tt::ReshapeOp::create(builder, loc, type, a, false, false);
  contents[reshaped] = elements;
  Value transposed =
      tt::TransOp::create(builder, loc, reshaped, ArrayRef<int32_t>{1, 0});
  Elements swapped;
  for (int64_t j = 0; j < count / first; ++j)
    for (int64_t i = 0; i < first; ++i)
      swapped.push_back(elements[i * (count / first) + j]);
  contents[transposed] = swapped;
}

void RandomProgram::grow(unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    unsigned which = pick(16);
    if (which < 8)
      addBinary();
    else if (which < 10)
      addShift();
    else if (which < 12)
      addCast();
    else if (which < 13)
      addCompareAndSelect();
    else if (which < 14)
      addPointers();
    else if (which < 15)
      addReshape();
    else
      addConstant(builder.getI32Type());
  }
  tt::ReturnOp::create(builder, builder.getUnknownLoc(), ValueRange());
}

/// Whether a - b is `expected` in the lowest `bits` bits.
static bool differsBy(const APInt &a, const APInt &b, uint64_t expected,
                      unsigned bits) {
  APInt difference = a - b - APInt(a.getBitWidth(), expected, false, true);
  return difference.countr_zero() >= std::min(bits, a.getBitWidth());
}

/// In groups of `contiguity` along `dim`, each element is its predecessor plus
/// 1 as an address or in its width, and the other claims hold.
void RandomProgram::checkDim(const AxisInfo &info, Value value, unsigned dim,
                             int64_t contiguity) {
  const Elements &elements = contents[value];
  SmallVector<int64_t> dims = shapeOf(value.getType());
  int64_t unit = getPointeeBytes(value.getType());
  int64_t stride = 1;
  for (int64_t size : ArrayRef<int64_t>(dims).drop_front(dim + 1))
    stride *= size;
  ASSERT_LE(contiguity, dims[dim]);
  ASSERT_LE(info.getConstancy(dim), dims[dim]);
  // Offsets of 32 bits that wrap are taken to leave the array (AxisInfo.h).
  bool isPointer = isa<tt::PtrType>(getElementTypeOrSelf(value.getType()));
  unsigned bits = isPointer ? 32 + llvm::Log2_64(unit) : 64;
  for (int64_t i = 0; i < static_cast<int64_t>(elements.size()); ++i) {
    int64_t index = i / stride % dims[dim];
    const APInt &element = elements[i];
    auto firstOf = [&](int64_t group) -> const APInt & {
      return elements[i - index % group * stride];
    };
    EXPECT_EQ(element, firstOf(info.getConstancy(dim))) << "constancy";
    EXPECT_TRUE(differsBy(element, firstOf(contiguity),
                          index % contiguity * unit, bits))
        << "contiguity";
    if (index % info.getContiguity(dim) == 0) {
      EXPECT_GE(element.countr_zero(),
                std::min<unsigned>(element.getBitWidth(),
                                   llvm::Log2_64(info.getDivisibility(dim))))
          << "divisibility";
    }
  }
}

/// A proven info holds for whole groups, in every program.
void RandomProgram::checkProven(const AxisInfo &info, Value value) {
  EXPECT_EQ(info.getTrust(), AxisInfo::None);
  for (unsigned dim = 0; dim < info.getRank(); ++dim)
    checkDim(info, value, dim, info.getContiguity(dim));
  for (const APInt &element : contents[value]) {
    if (info.getConstant()) {
      EXPECT_EQ(element.getSExtValue(), *info.getConstant());
    }
    if (info.getUpperBound()) {
      EXPECT_GE(element.getSExtValue(), 0) << "bound";
      EXPECT_LE(element.getSExtValue(), *info.getUpperBound()) << "bound";
    }
    if (info.getPresumedBound())
      breaksPresumption |= element.isNegative();
  }
}

/// An access info holds within an access, if it trusts no hint and nothing that
/// is presumed is false.
void RandomProgram::checkAccess(const ModuleAxisInfo &axisInfo, Value value) {
  AxisInfo info = axisInfo.getAccessInfo(value);
  AxisInfo proven = axisInfo.getProvenInfo(value);
  int64_t unit = getPointeeBytes(value.getType());
  bool isPointer = isa<tt::PtrType>(getElementTypeOrSelf(value.getType()));
  if (info.getTrust() == AxisInfo::None) {
    EXPECT_TRUE(info.claimsSame(proven));
  }
  for (unsigned dim = 0; dim < info.getRank(); ++dim) {
    if (!isPointer)
      break;
    int64_t run = axisInfo.getRunLength(value, dim);
    EXPECT_GE(run, proven.getContiguity(dim));
    if (info.getTrust() & AxisInfo::Hints) {
      EXPECT_LE(run,
                std::max(proven.getContiguity(dim), kMaxAccessBytes / unit));
    }
  }
  if ((info.getTrust() & AxisInfo::Hints) || breaksPresumption)
    return;
  for (unsigned dim = 0; dim < info.getRank(); ++dim)
    checkDim(info, value, dim,
             std::max<int64_t>(1, std::min(info.getContiguity(dim),
                                           info.getDivisibility(dim) / unit)));
}

void RandomProgram::check() {
  ASSERT_TRUE(succeeded(verify(*module)));
  ModuleAxisInfo axisInfo(*module);
  auto report = [&](Value value) {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << value << "\n";
    AxisInfos{axisInfo.getProvenInfo(value), axisInfo.getAccessInfo(value)}
        .print(os);
    os << "\n";
    module->print(os);
    return text;
  };
  for (auto &[value, elements] : contents) {
    AxisInfo proven = axisInfo.getProvenInfo(value);
    ASSERT_EQ(proven.getRank(), shapeOf(value.getType()).size());
    checkProven(proven, value);
    if (::testing::Test::HasFailure())
      FAIL() << report(value);
  }
  for (auto &[value, elements] : contents) {
    checkAccess(axisInfo, value);
    if (::testing::Test::HasFailure())
      FAIL() << report(value);
  }
}

TEST(AxisInfo, ClaimsHoldOnRandomPrograms) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<arith::ArithDialect, tt::TTDialect>();
  for (unsigned seed = 0; seed < 3000 && !HasFailure(); ++seed) {
    RandomProgram program(context, seed);
    program.grow(24);
    program.check();
  }
}

/// Hints change what holds within an access, and nothing that is proven.
TEST(AxisInfo, HintsProveNothing) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<arith::ArithDialect, tt::TTDialect>();
  OpBuilder builder(&context);
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());
  Type i32 = builder.getI32Type();
  auto function =
      tt::FuncOp::create(builder, loc, "f", builder.getFunctionType({i32}, {}));
  builder.setInsertionPointToStart(function.addEntryBlock());
  auto type = RankedTensorType::get({256}, i32);
  Value range = tt::MakeRangeOp::create(builder, loc, type, 0, 256);
  Value n = tt::SplatOp::create(builder, loc, type, function.getArgument(0));
  auto rest = arith::RemSIOp::create(builder, loc, range, n);
  auto hint = [&](StringRef name) {
    auto shape = RankedTensorType::get({1}, i32);
    rest->setAttr(name, DenseElementsAttr::get(shape, ArrayRef<int32_t>{256}));
  };
  hint("tt.contiguity");
  hint("tt.divisibility");
  ModuleAxisInfo axisInfo(*module);
  EXPECT_EQ(axisInfo.getProvenInfo(rest).getContiguity(0), 1);
  EXPECT_EQ(axisInfo.getProvenInfo(rest).getDivisibility(0), 1);
  EXPECT_EQ(axisInfo.getAccessInfo(rest).getContiguity(0), 256);
  EXPECT_EQ(axisInfo.getAccessInfo(rest).getTrust(), AxisInfo::Hints);
}

TEST(AxisInfo, JoinIsTheWeaker) {
  AxisInfo a({8}, {16}, {1}), b({2}, {64}, {1});
  AxisInfo joined = AxisInfo::join(a, b);
  EXPECT_EQ(joined.getContiguity(0), 2);
  // Groups of 2 begin at odd multiples of 2 in `a`.
  EXPECT_EQ(joined.getDivisibility(0), 2);
  EXPECT_EQ(AxisInfo::join(AxisInfo(), a), a);
  EXPECT_EQ(AxisInfo::join(a, AxisInfo()), a);
  EXPECT_EQ(AxisInfo::join(a, b), AxisInfo::join(b, a));
  AxisInfo five({1}, {1}, {1}), six = five;
  five.setUpperBound(5);
  six.setUpperBound(6);
  EXPECT_TRUE(AxisInfo::join(five, six).isNonNegative());
  six.setUpperBound(std::nullopt);
  EXPECT_FALSE(AxisInfo::join(five, six).isNonNegative());
}
