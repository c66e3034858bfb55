// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The forms of integers hold: random kernels with loops are interpreted in
/// integers that wrap, and each value is compared with its form, which is
/// computed in integers that do not.
///
/// A form without assumptions is checked in each execution, others in those in
/// which the assumptions hold; the flags and the ranges as well.
///
/// Not here: which values have a form
/// (tests/lit/tile/optimize/TTDescribeTensors).

#include "tile/analysis/IntegerForms.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/TypeSwitch.h"

#include "gtest/gtest.h"

#include <deque>
#include <random>

using namespace mlir;
using namespace cm2tt;
using llvm::APInt;
/// The elements of a value; nothing for one that is poison.
using Elements = std::vector<std::optional<APInt>>;

/// Holds each form of 8 factors of 64 bits.
static constexpr unsigned kWide = 640;
static constexpr int64_t kSize = 4;

static APInt makeWide(int64_t number) {
  return APInt(kWide, static_cast<uint64_t>(number), /*isSigned=*/true);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

namespace {
/// A random kernel.
class RandomKernel {
public:
  RandomKernel(MLIRContext &context, unsigned seed);

  tt::FuncOp function;

private:
  unsigned pick(size_t count) { return random() % count; }
  Value pickOf(Type type);
  Type pickInteger() { return integers[pick(integers.size())]; }
  Type tileOf(Type element) {
    return RankedTensorType::get({kSize, kSize}, element);
  }
  void grow(unsigned count, unsigned depth);
  void addConstants();
  void addBinary();
  void addQuotient();
  void addCast();
  void addIndexCast();
  void addTile();
  void addPointer();
  void addLoop(unsigned depth);
  Value createNext(Value carried);
  void add(Value value) { values.push_back(value); }

  OpBuilder builder;
  Location loc;
  std::mt19937 random;
  OwningOpRef<ModuleOp> module;
  SmallVector<Type> integers;
  Type pointer;
  SmallVector<Value> values;
  Value id;
};
} // namespace

RandomKernel::RandomKernel(MLIRContext &context, unsigned seed)
    : builder(&context), loc(builder.getUnknownLoc()), random(seed) {
  module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());
  Type i16 = builder.getIntegerType(16), i32 = builder.getI32Type(),
       i64 = builder.getI64Type();
  integers = {i16, i32, i64, tileOf(i16), tileOf(i32), tileOf(i64)};
  pointer = tt::PtrType::get(builder.getI8Type(), 1);
  auto type = builder.getFunctionType({i16, i32, i32, i64, pointer}, {});
  function = tt::FuncOp::create(builder, loc, "f", type);
  builder.setInsertionPointToStart(function.addEntryBlock());
  values.append(function.getArguments().begin(), function.getArguments().end());
  id = tt::GetProgramIdOp::create(builder, loc, tt::ProgramIDDim::X);
  add(id);
  add(tt::SplatOp::create(builder, loc, tileOf(pointer), values[4]));
  addConstants();
  addTile();
  grow(25, 0);
  tt::ReturnOp::create(builder, loc);
}

/// A constant of each type, so that there is a value of each.
void RandomKernel::addConstants() {
  for (Type type : integers) {
    Type element = getElementTypeOrSelf(type);
    const int64_t numbers[] = {0, 1, 2, 3, -1, 4, 64, -5, 1000, INT16_MAX};
    auto number = builder.getIntegerAttr(element, numbers[pick(10)]);
    TypedAttr attr = number;
    if (auto tile = dyn_cast<RankedTensorType>(type))
      attr = DenseElementsAttr::get(tile, number.getValue());
    add(arith::ConstantOp::create(builder, loc, attr));
  }
}

/// A value of the type, rather one that was added later.
Value RandomKernel::pickOf(Type type) {
  SmallVector<Value> fitting;
  for (Value value : values)
    if (value.getType() == type)
      fitting.push_back(value);
  if (pick(2) && fitting.size() > 4)
    fitting.erase(fitting.begin(), fitting.end() - 4);
  return fitting.empty() ? Value() : fitting[pick(fitting.size())];
}

void RandomKernel::addBinary() {
  Type type = pickInteger();
  Value a = pickOf(type), b = pickOf(type);
  const arith::IntegerOverflowFlags kinds[] = {
      arith::IntegerOverflowFlags::none, arith::IntegerOverflowFlags::nsw,
      arith::IntegerOverflowFlags::nuw};
  arith::IntegerOverflowFlags flags = kinds[pick(3)];
  switch (pick(5)) {
  case 0:
    return add(arith::MulIOp::create(builder, loc, a, b, flags));
  case 1:
    return add(arith::SubIOp::create(builder, loc, a, b, flags));
  case 2:
    return add(arith::ShLIOp::create(builder, loc, a, b, flags));
  default:
    return add(arith::AddIOp::create(builder, loc, a, b, flags));
  }
}

/// Remainders of tiles, and what is not taken apart.
void RandomKernel::addQuotient() {
  Type type = pickInteger();
  Value a = pickOf(type), b = pickOf(type);
  if (pick(2))
    return add(arith::RemSIOp::create(builder, loc, a, b));
  Value less =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, a, b);
  Value other =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  add(arith::SelectOp::create(builder, loc, less, a, other));
}

void RandomKernel::addIndexCast() {
  Type type = integers[pick(3)];
  Value index = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                           pickOf(type));
  add(arith::IndexCastOp::create(builder, loc, integers[pick(3)], index));
}

void RandomKernel::addCast() {
  bool isTile = pick(2);
  unsigned from = pick(3), to = pick(3);
  auto typeOf = [&](unsigned number) { return integers[number + 3 * isTile]; };
  Value value = pickOf(typeOf(from));
  if (from == to)
    return addIndexCast();
  if (from > to)
    return add(arith::TruncIOp::create(builder, loc, typeOf(to), value));
  if (pick(3))
    return add(arith::ExtSIOp::create(builder, loc, typeOf(to), value));
  add(arith::ExtUIOp::create(builder, loc, typeOf(to), value));
}

void RandomKernel::addTile() {
  Type i32 = builder.getI32Type();
  if (unsigned kind = pick(4); kind < 2) {
    Type type = integers[pick(3)];
    return add(tt::SplatOp::create(builder, loc, tileOf(type), pickOf(type)));
  } else if (kind == 2) {
    Value tile = pickOf(tileOf(i32));
    const int32_t order[] = {1, 0};
    return add(tt::TransOp::create(builder, loc, tile.getType(), tile,
                                   ArrayRef(order)));
  }
  int32_t start = static_cast<int32_t>(pick(40)) - 20;
  Value range = tt::MakeRangeOp::create(
      builder, loc, RankedTensorType::get({kSize}, i32), start, start + kSize);
  Value wide = tt::ExpandDimsOp::create(builder, loc, range, pick(2));
  add(tt::BroadcastOp::create(builder, loc, tileOf(i32), wide));
}

void RandomKernel::addPointer() {
  bool isTile = pick(2);
  Type type = isTile ? tileOf(pointer) : pointer;
  Value base = pickOf(type),
        offset = pickOf(integers[1 + pick(2) + 3 * isTile]);
  add(tt::AddPtrOp::create(builder, loc, type, base, offset));
}

/// The next value of a loop: the carried one, moved on or transposed, or any
/// other.
Value RandomKernel::createNext(Value carried) {
  Type type = carried.getType();
  const int32_t order[] = {1, 0};
  if (isa<RankedTensorType>(type) && pick(4) == 0)
    return tt::TransOp::create(builder, loc, type, carried, ArrayRef(order));
  if (isa<tt::PtrType>(getElementTypeOrSelf(type))) {
    bool isTile = type != pointer;
    return tt::AddPtrOp::create(builder, loc, type, carried,
                                pickOf(integers[1 + pick(2) + 3 * isTile]));
  }
  if (pick(4) == 0)
    return pickOf(type);
  Value amount = pickOf(type);
  return pick(2)
             ? arith::AddIOp::create(builder, loc, carried, amount).getResult()
             : arith::SubIOp::create(builder, loc, amount, carried).getResult();
}

/// Its bounds are small numbers, some of them only in some executions, or one
/// that wraps: 2^31 times a program id is 0 or negative.
void RandomKernel::addLoop(unsigned depth) {
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder, loc, value, 32);
  };
  Value lower = number(static_cast<int64_t>(pick(8)) - 4);
  Value upper = number(pick(16)), step = number(1 + pick(3));
  if (pick(2))
    upper = arith::AddIOp::create(builder, loc, lower, upper);
  if (pick(3) == 0)
    upper = arith::RemSIOp::create(builder, loc, pickOf(builder.getI32Type()),
                                   number(7));
  if (pick(6) == 0) {
    lower = number(static_cast<int64_t>(pick(8)) - 7);
    step = number(1);
    upper = arith::ShLIOp::create(builder, loc, id, number(31));
  }
  SmallVector<Value> inits;
  for (unsigned i = pick(3) + 1; i > 0; --i)
    inits.push_back(values[pick(values.size())]);
  auto loop = scf::ForOp::create(builder, loc, lower, upper, step, inits);
  size_t before = values.size();
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    for (Value argument : loop.getBody()->getArguments())
      add(argument);
    grow(8, depth + 1);
    SmallVector<Value> yielded = llvm::map_to_vector(
        loop.getRegionIterArgs(), [&](Value arg) { return createNext(arg); });
    scf::YieldOp::create(builder, loc, yielded);
  }
  values.truncate(before);
  for (Value result : loop.getResults())
    add(result);
}

void RandomKernel::grow(unsigned count, unsigned depth) {
  for (unsigned i = 0; i < count; ++i)
    switch (unsigned kind = pick(14)) {
    case 0:
    case 1:
      addTile();
      break;
    case 2:
      addQuotient();
      break;
    case 3:
    case 4:
      addPointer();
      break;
    case 5:
      if (depth < 2)
        addLoop(depth);
      break;
    default:
      kind % 2 ? addCast() : addBinary();
    }
}

//===----------------------------------------------------------------------===//
// Executions
//===----------------------------------------------------------------------===//

namespace {
/// An execution of a kernel, which checks forms.
class Execution {
public:
  Execution(tt::FuncOp function, unsigned seed, bool isSmall);

  /// Checks each value against its form in `forms`.
  void run(std::deque<IntegerForms> &forms);

  /// The forms that were checked as proved, and as assumed.
  unsigned proved = 0, assumed = 0;

private:
  void runBlock(Block &block);
  void runLoop(scf::ForOp loop);
  Elements compute(Operation *op);
  Elements computeTile(Operation *op);
  void check(Value value);
  void check(Value value, IntegerForms &forms);
  void checkElement(Value value, const IntegerForm &form, unsigned index,
                    IntegerForms &forms);

  std::optional<APInt> evaluate(const Polynomial &sum, ArrayRef<int64_t> shape,
                                unsigned index, const AtomTable &atoms);
  bool holds(const IntegerAssumption &assumption, const AtomTable &atoms);
  bool isInside(const IntegerForm &form, ArrayRef<int64_t> shape,
                unsigned index, const AtomTable &atoms);

  tt::FuncOp function;
  std::deque<IntegerForms> *forms = nullptr;
  llvm::DenseMap<Value, Elements> contents;
  llvm::DenseMap<Operation *, int64_t> iterations;
};
} // namespace

Execution::Execution(tt::FuncOp function, unsigned seed, bool isSmall)
    : function(function) {
  std::mt19937_64 random(seed);
  auto number = [&](unsigned bits) {
    auto value = static_cast<int64_t>(random());
    return APInt(bits, isSmall ? value % 100 : value >> (random() % 60), true,
                 true);
  };
  for (BlockArgument argument : function.getArguments())
    contents[argument] = {number(getFormBits(argument.getType()))};
  function.walk(
      [&](tt::GetProgramIdOp id) { contents[id] = {number(32).lshr(1)}; });
}

/// The coordinate of an element.
static int64_t getCoordinate(ArrayRef<int64_t> shape, unsigned index,
                             unsigned dim) {
  for (size_t inner = shape.size() - 1; inner > dim; --inner)
    index /= shape[inner];
  return index % shape[dim];
}

std::optional<APInt> Execution::evaluate(const Polynomial &sum,
                                         ArrayRef<int64_t> shape,
                                         unsigned index,
                                         const AtomTable &atoms) {
  APInt all = makeWide(0);
  for (const auto &[monomial, coefficient] : sum.getTerms()) {
    APInt term = makeWide(coefficient);
    for (unsigned atom : monomial) {
      if (isCoordinate(atom)) {
        term *= makeWide(getCoordinate(shape, index, atom));
      } else if (scf::ForOp loop = atoms.asIteration(atom)) {
        term *= makeWide(iterations.lookup(loop));
      } else {
        const Elements &elements = contents[atoms.asValue(atom)];
        EXPECT_EQ(elements.size(), 1u) << "an atom is a scalar";
        if (elements.size() != 1 || !elements[0])
          return std::nullopt;
        term *= elements[0]->sext(kWide);
      }
    }
    all += term;
  }
  return all;
}

static unsigned countElements(ArrayRef<int64_t> shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t(1),
                         std::multiplies<>());
}

static bool isWithin(const APInt &number, const IntegerRange &range) {
  return number.sge(makeWide(range.least)) &&
         number.sle(makeWide(range.greatest));
}

bool Execution::holds(const IntegerAssumption &assumption,
                      const AtomTable &atoms) {
  for (unsigned i = 0; i < countElements(assumption.shape); ++i) {
    auto number = evaluate(assumption.sum, assumption.shape, i, atoms);
    if (!number || !isWithin(*number, assumption.range))
      return false;
  }
  return true;
}

/// Whether remainders are those of numbers that they do not change.
bool Execution::isInside(const IntegerForm &form, ArrayRef<int64_t> shape,
                         unsigned index, const AtomTable &atoms) {
  return llvm::all_of(form.remainders, [&](const Remainder &each) {
    auto number = evaluate(each.index, shape, index, atoms);
    auto modulus = evaluate(each.modulus, shape, index, atoms);
    return number && modulus && number->isNonNegative() &&
           number->slt(*modulus);
  });
}

void Execution::checkElement(Value value, const IntegerForm &form,
                             unsigned index, IntegerForms &forms) {
  const std::optional<APInt> &element = contents[value][index];
  ArrayRef<int64_t> shape = getTileShape(value.getType());
  const AtomTable &atoms = forms.getAtoms();
  auto number = evaluate(form.sum, shape, index, atoms);
  if (!element || !number || !isInside(form, shape, index, atoms))
    return;
  if (form.base)
    *number += contents[form.base].front()->sext(kWide);
  ++(form.assumptions.empty() ? proved : assumed);
  EXPECT_EQ(number->trunc(element->getBitWidth()), *element);
  if (form.base)
    return;
  EXPECT_TRUE(!form.isSigned || *number == element->sext(kWide));
  EXPECT_TRUE(!form.isUnsigned || *number == element->zext(kWide));
  std::optional<IntegerRange> range = forms.getRange(form.sum, shape);
  EXPECT_TRUE(!range || isWithin(*number, *range));
}

void Execution::check(Value value, IntegerForms &forms) {
  std::optional<IntegerForm> form = forms.get(value);
  if (!form)
    return;
  EXPECT_TRUE(form->assumptions.empty() ||
              (!form->isSigned && !form->isUnsigned));
  if (form->base && contents[form->base].size() != 1)
    ADD_FAILURE() << "a base is a scalar";
  else if (llvm::all_of(form->assumptions, [&](unsigned each) {
             return holds(forms.getAssumption(each), forms.getAtoms());
           }))
    for (unsigned i = 0; i < contents[value].size(); ++i)
      if (!::testing::Test::HasFailure())
        checkElement(value, *form, i, forms);
}

void Execution::check(Value value) {
  for (IntegerForms &each : *forms)
    if (!::testing::Test::HasFailure())
      check(value, each);
  if (!::testing::Test::HasFailure())
    return;
  llvm::errs() << "of " << value << " in\n" << *function << "\n";
  GTEST_FAIL();
}

/// Applies an operation of two numbers, with its flags.
static std::optional<APInt> combine(Operation *op, const APInt &a,
                                    const APInt &b) {
  bool wraps = false, carries = false;
  APInt result = llvm::TypeSwitch<Operation *, APInt>(op)
                     .Case([&](arith::AddIOp) {
                       (void)a.uadd_ov(b, carries);
                       return a.sadd_ov(b, wraps);
                     })
                     .Case([&](arith::SubIOp) {
                       (void)a.usub_ov(b, carries);
                       return a.ssub_ov(b, wraps);
                     })
                     .Case([&](arith::MulIOp) {
                       (void)a.umul_ov(b, carries);
                       return a.smul_ov(b, wraps);
                     })
                     .Case([&](arith::ShLIOp) {
                       (void)a.ushl_ov(b, carries);
                       return a.sshl_ov(b, wraps);
                     })
                     .Case([&](arith::CmpIOp) { return APInt(1, a.slt(b)); })
                     .Case([&](arith::RemSIOp) {
                       carries = b.isZero();
                       return carries ? a : a.srem(b);
                     });
  auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  bool isPoison = flags && ((wraps && flags.hasNoSignedWrap()) ||
                            (carries && flags.hasNoUnsignedWrap()));
  if (isa<arith::ShLIOp>(op))
    isPoison |= b.uge(b.getBitWidth());
  if (isa<arith::RemSIOp>(op))
    isPoison |= carries;
  return isPoison ? std::nullopt : std::optional(result);
}

Elements Execution::computeTile(Operation *op) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Elements result;
  for (unsigned i = 0; i < type.getNumElements(); ++i) {
    int64_t row = getCoordinate(type.getShape(), i, 0);
    int64_t column =
        type.getRank() > 1 ? getCoordinate(type.getShape(), i, 1) : 0;
    if (auto range = dyn_cast<tt::MakeRangeOp>(op)) {
      result.push_back(
          APInt(32, static_cast<int32_t>(range.getStart()) + i, true, true));
      continue;
    }
    const Elements &from = contents[op->getOperand(0)];
    ArrayRef<int64_t> shape = getTileShape(op->getOperand(0).getType());
    if (isa<tt::TransOp>(op))
      std::swap(row, column);
    if (shape.size() < 2) // a splat, or an additional dimension of size 1
      result.push_back(from[from.size() == 1 ? 0 : i]);
    else
      result.push_back(from[(row % shape[0]) * shape[1] + column % shape[1]]);
  }
  return result;
}

Elements Execution::compute(Operation *op) {
  Value value = op->getResult(0);
  unsigned bits = getFormBits(value.getType());
  if (isa<tt::MakeRangeOp, tt::SplatOp, tt::BroadcastOp, tt::ExpandDimsOp,
          tt::TransOp>(op))
    return computeTile(op);
  APInt constant;
  if (matchPattern(op, m_ConstantInt(&constant)))
    return Elements(countElements(getTileShape(value.getType())), constant);
  Elements result;
  for (unsigned i = 0; i < contents[op->getOperand(0)].size(); ++i) {
    SmallVector<APInt, 3> operands;
    for (Value operand : op->getOperands())
      if (const std::optional<APInt> &element = contents[operand][i])
        operands.push_back(*element);
    if (operands.size() != op->getNumOperands())
      result.emplace_back();
    else if (isa<arith::SelectOp>(op))
      result.push_back(operands[operands[0].isOne() ? 1 : 2]);
    else if (isa<tt::AddPtrOp>(op))
      result.push_back(operands[0] + operands[1].sext(64));
    else if (isa<arith::ExtUIOp>(op))
      result.push_back(operands[0].zext(bits));
    else if (operands.size() == 1)
      result.push_back(operands[0].sextOrTrunc(bits));
    else
      result.push_back(combine(op, operands[0], operands[1]));
  }
  return result;
}

void Execution::runLoop(scf::ForOp loop) {
  auto number = [&](Value value) { return *contents[value].front(); };
  SmallVector<Elements> carried;
  for (Value init : loop.getInitArgs())
    carried.push_back(contents[init]);
  bool isDefined = contents[loop.getUpperBound()].front().has_value();
  if (isDefined) {
    APInt counter = number(loop.getLowerBound());
    int64_t &iteration = iterations[loop];
    for (iteration = 0; counter.slt(number(loop.getUpperBound()));
         counter += number(loop.getStep())) {
      contents[loop.getInductionVar()] = {counter};
      for (auto [argument, elements] :
           llvm::zip_equal(loop.getRegionIterArgs(), carried))
        contents[argument] = elements;
      runBlock(*loop.getBody());
      if (::testing::Test::HasFailure())
        return;
      for (auto [elements, value] :
           llvm::zip_equal(carried, loop.getYieldedValues()))
        elements = contents[value];
      ++iterations[loop];
    }
  }
  for (auto [result, elements] : llvm::zip_equal(loop.getResults(), carried)) {
    contents[result] = isDefined ? elements : Elements(elements.size());
    check(result);
  }
}

void Execution::runBlock(Block &block) {
  for (Value argument : block.getArguments())
    check(argument);
  for (Operation &op : block.without_terminator()) {
    if (::testing::Test::HasFailure())
      return;
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      runLoop(loop);
      continue;
    }
    if (!isa<tt::GetProgramIdOp>(op))
      contents[op.getResult(0)] = compute(&op);
    check(op.getResult(0));
  }
}

void Execution::run(std::deque<IntegerForms> &forms) {
  this->forms = &forms;
  runBlock(function.getBody().front());
}

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

/// General forms, with and without what AxisInfo knows, and affine ones.
TEST(IntegerFormsTest, RandomKernels) {
  MLIRContext context;
  context.loadDialect<arith::ArithDialect, scf::SCFDialect, tt::TTDialect>();
  unsigned proved = 0, assumed = 0;
  for (unsigned seed = 0; seed < 150 && !HasFailure(); ++seed) {
    RandomKernel kernel(context, seed);
    ASSERT_TRUE(succeeded(verify(kernel.function)));
    ModuleAxisInfo axisInfo(kernel.function);
    std::deque<IntegerForms> forms;
    forms.emplace_back();
    forms.emplace_back(axisInfo);
    kernel.function.walk([&](scf::ForOp loop) { forms.emplace_back(loop); });
    for (unsigned run = 0; run < 3 && !HasFailure(); ++run) {
      Execution execution(kernel.function, seed * 3 + run, run % 2 == 0);
      execution.run(forms);
      proved += execution.proved;
      assumed += execution.assumed;
    }
  }
  // Kernels that prove nothing, or assume nothing, test nothing.
  EXPECT_GT(proved, 20000u);
  EXPECT_GT(assumed, 2000u);
}
