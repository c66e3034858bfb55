// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Finds the carried values of a loop that are equal in every iteration.
///
/// Two values are equal if they have the same initial value and if, assuming
/// that they are equal before an iteration, they are equal after it. The
/// largest such relation is found by refining a partition: at first, all values
/// with the same initial value are in one class. Then the values of the body
/// are numbered, with the class as the number of a carried value; equal
/// operations on operands with equal numbers get the same number. Classes whose
/// members yield different numbers are split. This repeats until no class is
/// split.
///
/// A round takes time linear in the size of the body, and a loop whose
/// partition is not stable after kMaxRounds is left unchanged, so that the
/// total time is linear. MLIR's merging of equal values of a loop compares all
/// pairs, which takes quadratic time.

#include "TTSimplifyIterArgsInternals.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace cm2tt;

/// One round splits all that differ by one more step; kernels need two or
/// three.
static constexpr unsigned kMaxRounds = 8;

namespace {
/// Numbers for values, such that equal numbers mean equal values, if values
/// carried in one class are equal.
class ValueNumbers {
public:
  /// Numbers the body of `loop`.
  ValueNumbers(scf::ForOp loop, ArrayRef<unsigned> classes);
  /// The number of a value inside or outside of the loop.
  unsigned of(Value value) {
    return numbers.try_emplace(value, numbers.size() + offset).first->second;
  }

private:
  void number(Operation &op);
  /// The expression of an operation: its kind and its operands.
  SmallVector<uintptr_t, 8> expressionOf(Operation &op);

  llvm::DenseMap<Value, unsigned> numbers;
  llvm::DenseMap<SmallVector<uintptr_t, 8>, Operation *> known;
  /// Numbers below are classes. Entries are never removed, and there is at most
  /// one for each value, so that their count makes a new number.
  unsigned offset;
};
} // namespace

ValueNumbers::ValueNumbers(scf::ForOp loop, ArrayRef<unsigned> classes)
    : offset(classes.size()) {
  for (auto [argument, index] :
       llvm::zip_equal(loop.getRegionIterArgs(), classes))
    numbers.try_emplace(argument, index);
  for (Operation &op : loop.getBody()->without_terminator())
    number(op);
}

SmallVector<uintptr_t, 8> ValueNumbers::expressionOf(Operation &op) {
  auto asNumber = [](const void *pointer) {
    return reinterpret_cast<uintptr_t>(pointer);
  };
  SmallVector<uintptr_t, 8> expression = {
      asNumber(op.getName().getAsOpaquePointer()),
      asNumber(op.getAttrDictionary().getAsOpaquePointer())};
  for (Type type : op.getResultTypes())
    expression.push_back(asNumber(type.getAsOpaquePointer()));
  size_t begin = expression.size();
  for (Value operand : op.getOperands())
    expression.push_back(of(operand));
  if (op.hasTrait<OpTrait::IsCommutative>())
    llvm::sort(expression.begin() + begin, expression.end());
  return expression;
}

void ValueNumbers::number(Operation &op) {
  // Loads may read different values though they look alike; nested regions
  // would have to be compared. Their results are equal to none.
  if (op.getNumRegions() != 0 || op.getNumResults() == 0 ||
      !isMemoryEffectFree(&op))
    return;
  auto [found, isNew] = known.try_emplace(expressionOf(op), &op);
  if (isNew)
    return;
  for (auto [result, equal] :
       llvm::zip_equal(op.getResults(), found->second->getResults())) {
    unsigned number = of(equal);
    numbers[result] = number;
  }
}

/// Splits classes whose members have different keys; returns how many there are
/// then.
template <typename KeyFn>
static unsigned refine(MutableArrayRef<unsigned> classes, KeyFn keyOf) {
  llvm::DenseMap<decltype(keyOf(0)), unsigned> ids;
  for (auto [index, id] : llvm::enumerate(classes))
    id = ids.try_emplace(keyOf(index), ids.size()).first->second;
  return ids.size();
}

/// The class of each value that `loop` carries. Members of one class are equal.
static SmallVector<unsigned> partition(scf::ForOp loop) {
  unsigned size = loop.getNumRegionIterArgs();
  SmallVector<unsigned> classes(size);
  OperandRange inits = loop.getInitArgs();
  unsigned count =
      refine(classes, [&](unsigned index) { return Value(inits[index]); });
  ValueRange yielded = loop.getYieldedValues();
  for (unsigned round = 0; round < kMaxRounds && count < size; ++round) {
    ValueNumbers numbers(loop, classes);
    SmallVector<unsigned> old = classes;
    unsigned refined = refine(classes, [&](unsigned index) {
      return std::pair(old[index], numbers.of(yielded[index]));
    });
    if (refined == count)
      return classes;
    count = refined;
  }
  return llvm::to_vector(llvm::seq(size));
}

unsigned cm2tt::mergeEqualCarried(scf::ForOp loop) {
  SmallVector<unsigned> classes = partition(loop);
  llvm::DenseMap<unsigned, unsigned> leaders;
  unsigned merged = 0;
  for (auto [index, id] : llvm::enumerate(classes)) {
    auto [leader, isNew] = leaders.try_emplace(id, index);
    if (isNew)
      continue;
    ++merged;
    loop.getRegionIterArg(index).replaceAllUsesWith(
        loop.getRegionIterArg(leader->second));
    loop.getResult(index).replaceAllUsesWith(loop.getResult(leader->second));
  }
  return merged;
}
