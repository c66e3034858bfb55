// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// For statements in the form of the source: matching, and the direction that
/// constants imply.

#include "WrittenLoop.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace cm2tt;

Value cm2tt::variableReadBy(Value value) {
  auto load = value.getDefiningOp<cm::VarLoadOp>();
  return load ? load.getVar() : Value();
}

/// The operand of a conversion from int to long, which changes no number; else
/// the value itself.
static Value beforeWidening(Value value) {
  auto conv = value.getDefiningOp<cm::ConvOp>();
  bool widens = conv && conv.getOperand().getType().isSignlessInteger(32) &&
                value.getType().isSignlessInteger(64);
  return widens ? conv.getOperand() : value;
}

/// The relation with its sides exchanged.
static StringRef mirrored(StringRef relation) {
  return llvm::StringSwitch<StringRef>(relation)
      .Case("lt", "gt")
      .Case("le", "ge")
      .Case("gt", "lt")
      .Case("ge", "le")
      .Default(relation);
}

/// `i = i + step`, `i = step + i` or `i = i - step` in the last part; nothing
/// if the variable is assigned in another form, or not exactly once.
static bool findStep(Region &update, Value variable, WrittenLoop &loop) {
  for (Operation &op : update.front()) {
    auto store = dyn_cast<cm::VarStoreOp>(op);
    if (!store || store.getVar() != variable)
      continue;
    if (loop.store)
      return false;
    loop.store = store;
  }
  Operation *sum = loop.store ? loop.store.getValue().getDefiningOp() : nullptr;
  if (!sum || !isa<cm::AddOp, cm::SubOp>(sum))
    return false;
  loop.isSubtracted = isa<cm::SubOp>(sum);
  Value left = sum->getOperand(0), right = sum->getOperand(1);
  if (variableReadBy(left) == variable)
    loop.step = right;
  else if (variableReadBy(right) == variable && !loop.isSubtracted)
    loop.step = left;
  return loop.step != nullptr;
}

/// The parameter of another body for the same variable.
static Value inBody(Value variable, Region &from, Region &to) {
  auto argument = dyn_cast<BlockArgument>(variable);
  if (argument && argument.getOwner() == &from.front())
    return to.getArgument(argument.getArgNumber());
  return variable;
}

std::optional<WrittenLoop> cm2tt::matchLoop(cm::JavaForOp op) {
  for (Region *region : {&op.getCond(), &op.getUpdate(), &op.getLoop()})
    if (!region->hasOneBlock())
      return std::nullopt;
  auto yield = dyn_cast<cm::YieldOp>(op.getCond().front().back());
  Operation *comparison =
      yield && yield.getValue() ? yield.getValue().getDefiningOp() : nullptr;
  if (!comparison ||
      !isa<cm::LtOp, cm::LeOp, cm::GtOp, cm::GeOp, cm::NeqOp>(comparison))
    return std::nullopt;
  for (bool isLeft : {true, false}) {
    WrittenLoop loop;
    loop.comparison = comparison;
    loop.relation = comparison->getName().stripDialect();
    if (!isLeft)
      loop.relation = mirrored(loop.relation);
    loop.bound = comparison->getOperand(isLeft ? 1 : 0);
    Value compared = comparison->getOperand(isLeft ? 0 : 1);
    loop.isWidened = beforeWidening(compared) != compared;
    Value variable = variableReadBy(beforeWidening(compared));
    if (variable &&
        findStep(op.getUpdate(), inBody(variable, op.getCond(), op.getUpdate()),
                 loop))
      return loop;
  }
  return std::nullopt;
}

SmallVector<Operation *> cm2tt::getSlice(Region &body, Value value) {
  llvm::SmallPtrSet<Operation *, 8> needed;
  if (Operation *op = value.getDefiningOp())
    needed.insert(op);
  SmallVector<Operation *> slice;
  for (Operation &op : llvm::reverse(body.front())) {
    if (!needed.contains(&op))
      continue;
    slice.push_back(&op);
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *defining = operand.getDefiningOp())
          needed.insert(defining);
    });
  }
  std::reverse(slice.begin(), slice.end());
  return slice;
}

bool cm2tt::isUsedOtherwise(cm::VarStoreOp store,
                            ArrayRef<Operation *> computing) {
  llvm::SmallPtrSet<Operation *, 8> known(computing.begin(), computing.end());
  known.insert(store);
  for (Operation &op : *store->getBlock()) {
    if (known.contains(&op))
      continue;
    WalkResult result = op.walk([&](Operation *inner) {
      bool isUsed = llvm::any_of(inner->getOperands(), [&](Value operand) {
        return operand == store.getVar() ||
               known.contains(operand.getDefiningOp());
      });
      return isUsed ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return true;
  }
  return false;
}

/// Whether the loop counts up, by the sign of its step if that is known, else
/// by its relation; nothing if the relation and the sign disagree, or if the
/// direction is not known.
static std::optional<bool> countsUp(const WrittenLoop &loop, AbsType start,
                                    AbsType bound, AbsType step) {
  std::optional<int64_t> by = step.getInt();
  bool wantsUp = loop.relation == "lt" || loop.relation == "le";
  bool wantsDown = loop.relation == "gt" || loop.relation == "ge";
  if (!by) // the sign is not known: assume that the step leads to the bound
    return wantsUp || wantsDown ? std::optional<bool>(wantsUp) : std::nullopt;
  // The minimum has no negation by which to count up.
  bool is32 = step.getType().isInteger(32);
  if (*by == 0 || *by == (is32 ? std::numeric_limits<int32_t>::min()
                               : std::numeric_limits<int64_t>::min()))
    return std::nullopt;
  bool isUp = (*by > 0) != loop.isSubtracted;
  if (wantsUp || wantsDown)
    return isUp == wantsUp ? std::optional<bool>(isUp) : std::nullopt;
  // i != n: the bound must be met. No difference of unsigned numbers overflows.
  std::optional<int64_t> first = start.getInt(), last = bound.getInt();
  if (!first || !last || *first == *last)
    return isUp;
  uint64_t distance = uint64_t(*last) - uint64_t(*first);
  uint64_t size = *by;
  if (*last < *first)
    distance = 0 - distance;
  if (*by < 0)
    size = 0 - size;
  bool isMet = distance % size == 0 && (*last > *first) == isUp;
  return isMet ? std::optional<bool>(isUp) : std::nullopt;
}

/// Whether an included bound has a neighbour to be the excluded one.
static bool canMoveBound(StringRef relation, AbsType bound) {
  std::optional<int64_t> value = bound.getInt();
  bool is32 = bound.getType().isInteger(32);
  if (!value)
    return true;
  if (relation == "le")
    return *value != (is32 ? std::numeric_limits<int32_t>::max()
                           : std::numeric_limits<int64_t>::max());
  if (relation == "ge")
    return *value != (is32 ? std::numeric_limits<int32_t>::min()
                           : std::numeric_limits<int64_t>::min());
  return true;
}

/// Whether a loop that counts down can be built as one that counts up to its
/// start: the first number that is not below that must not overflow. An unknown
/// start is assumed to be far enough from the maximum, an unknown step to be
/// less than 65536.
static bool canMirror(const TypedOperand &start, AbsType step) {
  std::optional<int64_t> first = start.type.getInt(), by = step.getInt();
  // The type of a variable that is assigned to again is no constant.
  IntegerAttr value;
  if (!first && start.value() &&
      matchPattern(start.value(), m_Constant(&value)))
    first = value.getInt();
  if (!first)
    return true;
  int64_t most = start.type.getType().isInteger(32)
                     ? std::numeric_limits<int32_t>::max()
                     : std::numeric_limits<int64_t>::max();
  return *first <= most - (std::abs(by.value_or(65536)) - 1);
}

std::optional<CountedForm> cm2tt::formOf(const WrittenLoop &loop,
                                         const TypedOperand &start,
                                         AbsType bound, AbsType step) {
  std::optional<bool> isUp = countsUp(loop, start.type, bound, step);
  if (!isUp || !canMoveBound(loop.relation, bound) ||
      (!*isUp && !canMirror(start, step)))
    return std::nullopt;
  CountedForm form;
  form.isUp = *isUp;
  form.movesBound = loop.relation == "le" || loop.relation == "ge";
  form.negatesStep = loop.isSubtracted == *isUp;
  return form;
}
