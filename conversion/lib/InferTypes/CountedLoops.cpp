// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// For statements whose iterations can be counted before they start, as
/// `scf.for`: a variable that is compared with a bound and moved by a step,
/// both of which the loop does not change. Written how ever:
///
///     i < n, i <= n, i != n, n > i, ... with i++, i += s
///     i > n, i >= n, i != n, n < i, ... with i--, i -= s
///
/// As in Triton, a step that is not known is taken to lead to the bound. (With
/// one that does not, Java's loop would run for ever or stop by overflow.)
///
/// Not here: ranges (Ranges.cpp); other loops (Loops.cpp).

#include "Interpreter.h"

#include "cm2tt/Dialect/TT/TTDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// A for statement that may be a counted loop, as it is written.
struct WrittenLoop {
  /// The comparison, with the variable on the left.
  Operation *comparison = nullptr;
  StringRef relation;
  Value bound;
  /// An int variable that is compared as a long: i < n with a long n.
  bool isWidened = false;
  /// The assignment of the variable to itself plus or minus the step.
  cm::VarStoreOp store;
  Value step;
  bool isSubtracted = false;
};
} // namespace

/// The variable that an op reads; null if it reads none.
static Value variableReadBy(Value value) {
  auto load = value.getDefiningOp<cm::VarLoadOp>();
  return load ? load.getVar() : Value();
}

/// What is converted from int to long, which changes no number; else the value
/// itself.
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
/// if the variable is assigned otherwise or not once.
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

/// Finds the comparison, the variable and its step.
static std::optional<WrittenLoop> match(cm::JavaForOp op) {
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

//===----------------------------------------------------------------------===//
// Invariance
//===----------------------------------------------------------------------===//

/// Whether a call reads and writes no memory: of such a method of the kernel
/// language, or of a component of a record that a variable holds.
bool Interpreter::isInvariantCall(cm::InvokeOp call) {
  cm::RefAttr ref = call.getRef();
  if (const Method *method =
          findMethod(ref.getOwnerName(), ref.getName(), call.getArgs().size()))
    return !hasEffects(*method) && !method->parametersOf;
  if (call.getArgs().size() != 1 || findFunction(call))
    return false;
  Value object = call.getArgs()[0];
  if (auto inner = object.getDefiningOp<cm::InvokeOp>())
    return isInvariantCall(inner);
  Value variable = variableReadBy(object);
  const Binding *found = variable ? frame->find(variable) : nullptr;
  return found && found->variable && found->variable->content.type().isRecord();
}

bool Interpreter::isInvariant(Operation *op, ArrayRef<Variable *> stored) {
  WalkResult result = op->walk([&](Operation *inner) {
    if (auto load = dyn_cast<cm::VarLoadOp>(inner)) {
      const Binding *found = frame->find(load.getVar());
      bool isFixed = found && found->variable &&
                     !llvm::is_contained(stored, found->variable);
      return isFixed ? WalkResult::advance() : WalkResult::interrupt();
    }
    if (auto invoke = dyn_cast<cm::InvokeOp>(inner))
      return isInvariantCall(invoke) ? WalkResult::advance()
                                     : WalkResult::interrupt();
    bool isPlain =
        isa<cm::ConstantOp, cm::ConvOp, cm::CastOp, cm::YieldOp>(inner) ||
        isa<cm::JavaCexpressionOp, cm::JavaCandOp, cm::JavaCorOp>(inner) ||
        (isa<cm::FieldLoadOp>(inner) && inner->getNumOperands() == 0) ||
        findOperator(inner->getName().stripDialect(), inner->getNumOperands());
    return isPlain ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

/// The ops of a body that compute a value, in order.
static SmallVector<Operation *> sliceOf(Region &body, Value value) {
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

//===----------------------------------------------------------------------===//
// Directions
//===----------------------------------------------------------------------===//

/// Whether the loop counts up, by the sign of its step if that is known, else
/// by its relation; nothing if the relation and the sign disagree, or cannot be
/// told.
static std::optional<bool> countsUp(const WrittenLoop &loop, AbsType start,
                                    AbsType bound, AbsType step) {
  std::optional<int64_t> by = step.getInt();
  bool wantsUp = loop.relation == "lt" || loop.relation == "le";
  bool wantsDown = loop.relation == "gt" || loop.relation == "ge";
  if (!by) // of unknown sign: it leads to the bound
    return wantsUp || wantsDown ? std::optional<bool>(wantsUp) : std::nullopt;
  // The least number has no counterpart to count up by.
  bool is32 = step.getType().isInteger(32);
  if (*by == 0 || *by == (is32 ? std::numeric_limits<int32_t>::min()
                               : std::numeric_limits<int64_t>::min()))
    return std::nullopt;
  bool isUp = (*by > 0) != loop.isSubtracted;
  if (wantsUp || wantsDown)
    return isUp == wantsUp ? std::optional<bool>(isUp) : std::nullopt;
  // i != n: the bound is met. Unsigned, as no difference overflows so.
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

/// Whether the bound that is included has a neighbour that is not.
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
/// start: the first number that is not below that must not overflow. A start
/// that is not known is taken to be far enough from the greatest number, a step
/// that is not known to be less than 65536.
static bool canMirror(const TypedOperand &start, AbsType step) {
  std::optional<int64_t> first = start.type.getInt(), by = step.getInt();
  // What a variable holds that is assigned to later is no constant by type.
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

/// Types that both `scf.for` and its comparison take as Java's: signed, 32 or
/// 64 bits.
static bool isCounter(AbsType type) {
  return type.isNumber() && (type.getType().isSignlessInteger(32) ||
                             type.getType().isSignlessInteger(64));
}

CountedLoop Interpreter::makeCounted(Operation *op, const Binding &start,
                                     const Binding &bound,
                                     const TypedOperand &step,
                                     const CountedForm &form) {
  CountedLoop counted;
  counted.type = start.type().widened();
  if (!building)
    return counted;
  TileBuilder builder = tiles(op);
  Value first = builder.get(start.operand), last = builder.get(bound.operand);
  Type type = first.getType();
  auto plus = [&](Value a, Value b) -> Value {
    return builder.builder.createOrFold<arith::AddIOp>(builder.loc, a, b);
  };
  if (form.movesBound)
    last = plus(last, builder.constantInt(type, form.isUp ? 1 : -1));
  if (std::optional<int64_t> known = step.type.getInt()) {
    counted.step = builder.constantInt(type, std::abs(*known));
  } else {
    counted.step = builder.get(step);
    if (form.negatesStep)
      counted.step = builder.create<arith::SubIOp>(builder.constantInt(type, 0),
                                                   counted.step);
  }
  counted.lower = form.isUp ? first : last;
  counted.upper = form.isUp ? last : first;
  if (!form.isUp)
    counted.mirror = plus(first, last);
  return counted;
}

Binding Interpreter::widenedCounter(Operation *op, const Binding &counter) {
  if (!isCounter(counter.type()))
    return counter;
  AbsType target =
      AbsType::constant(cm::JavaType::get(context, "java.lang.Class"),
                        TypeAttr::get(ir.getI64Type()));
  return compute(op, "conv", counter, {target, nullptr, {}, nullptr});
}

/// Whether the last part's other ops look at the variable, which has its next
/// number then, or at what computes that.
static bool isUsedOtherwise(cm::VarStoreOp store,
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

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

bool Interpreter::visitCounted(cm::JavaForOp op, LoopParts &loop) {
  std::optional<WrittenLoop> written = match(op);
  if (!written)
    return false;
  Variable *variable = binding(written->store.getVar()).variable;
  // Of all the loop's stores to the variable only that of its last part.
  SmallVector<Variable *> inBody = storedIn(op, {&op.getCond(), &op.getLoop()});
  if (!variable || llvm::is_contained(inBody, variable))
    return false;
  SmallVector<Operation *> bound = sliceOf(op.getCond(), written->bound);
  SmallVector<Operation *> step = sliceOf(op.getUpdate(), written->step);
  auto isFixed = [&](Operation *op) { return isInvariant(op, loop.stored); };
  // What else the condition does would be done once only.
  unsigned others = written->isWidened ? 4 : 3; // load, (conv,) lt, yield
  bool isAlone =
      op.getCond().front().getOperations().size() == bound.size() + others;
  if (!isAlone || !llvm::all_of(bound, isFixed) || !llvm::all_of(step, isFixed))
    return false;
  for (Operation *inner : llvm::concat<Operation *>(bound, step))
    visit(inner);
  Binding start = variable->content, last = binding(written->bound),
          by = binding(written->step);
  if (written->isWidened) {
    start = widenedCounter(op, start);
    by = widenedCounter(op, by);
  }
  AbsType type = start.type();
  for (const Binding &part : {start, last, by})
    if (!isCounter(part.type()) || part.type().getType() != type.getType())
      return false;
  auto isUp = countsUp(*written, type, last.type(), by.type());
  if (!isUp || !canMoveBound(written->relation, last.type()) ||
      (!*isUp && !canMirror(start.operand, by.type())))
    return false;
  CountedForm form;
  form.isUp = *isUp;
  form.movesBound = written->relation == "le" || written->relation == "ge";
  form.negatesStep = written->isSubtracted == *isUp;
  CountedLoop counted = makeCounted(op, start, last, by.operand, form);
  counted.variable = variable;
  counted.type = widened(variable->content.type());
  auto skipped = sliceOf(op.getUpdate(), written->store.getValue());
  if (variable->serial >= loop.firstOwn &&
      !isUsedOtherwise(written->store, skipped)) {
    llvm::erase(loop.stored, variable);
    loop.update = [&, op, skipped, store = written->store]() mutable {
      for (Operation &inner : op.getUpdate().front())
        if (&inner != store && !llvm::is_contained(skipped, &inner))
          visit(&inner);
    };
  }
  runCounted(loop, counted, {});
  return true;
}

/// An `scf.for` without its terminator.
static scf::ForOp openFor(OpBuilder &ir, Location loc,
                          const CountedLoop &counted, ValueRange values) {
  auto forOp = scf::ForOp::create(ir, loc, counted.lower, counted.upper,
                                  counted.step, values);
  if (!forOp.getBody()->empty())
    forOp.getBody()->back().erase();
  return forOp;
}

void Interpreter::runCounted(LoopParts &loop, const CountedLoop &counted,
                             ArrayRef<NamedAttribute> hints) {
  targets.push_back({loop.op, newCode(), newCode(), nullptr});
  Carried carried = makeCarried(loop.stored, loop.op);
  SmallVector<Value> values;
  flatten(carried.variables, values);
  scf::ForOp forOp;
  {
    OpBuilder::InsertionGuard guard(ir);
    Value index;
    if (building) {
      forOp = openFor(ir, place(loop.op), counted, values);
      forOp->setAttrs(hints);
      for (auto [argument, name] :
           llvm::zip(forOp.getRegionIterArgs(),
                     carriedPlaces(carried.variables, forOp.getLoc())))
        argument.setLoc(name);
      if (counted.variable && counted.variable->name)
        forOp.getInductionVar().setLoc(
            NameLoc::get(counted.variable->name, forOp.getLoc()));
      ir.setInsertionPointToEnd(forOp.getBody());
      setCarried(carried, forOp.getRegionIterArgs());
      index = forOp.getInductionVar();
      if (counted.mirror)
        index =
            arith::SubIOp::create(ir, forOp.getLoc(), counted.mirror, index);
      Type type = counted.type.getType();
      if (index.getType() != type) // an int that is compared as a long
        index = arith::TruncIOp::create(ir, forOp.getLoc(), type, index);
    } else {
      setCarried(carried, {});
    }
    assign(counted.variable, {{counted.type, index}, loop.op, {}, nullptr},
           loop.op);
    runIteration(loop);
    checkCarried(carried, loop.op);
    values.clear();
    flatten(carried.variables, values);
    if (building)
      scf::YieldOp::create(ir, forOp.getLoc(), values);
  }
  targets.pop_back();
  forgetUncarried(loop.stored, carried.variables);
  setCarried(carried, building ? ValueRange(forOp.getResults()) : ValueRange());
}
