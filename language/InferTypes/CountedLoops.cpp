// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// For statements whose iterations can be counted before they start, which
/// become `scf.for`: a variable is compared with a bound and advanced by a
/// step, neither of which the loop changes. All spellings are accepted:
///
///     i < n, i <= n, i != n, n > i, ... with i++, i += s
///     i > n, i >= n, i != n, n < i, ... with i--, i -= s
///
/// As in Triton, an unknown step is assumed to lead to the bound. (With any
/// other step, Java's loop would never end, or would only stop by overflow.)
/// MLIR's patterns that convert `scf.while` to `scf.for` are not used: the
/// value of the induction variable after the loop is the bound minus a step
/// (MLIR 22), even if the loop does not run.
///
/// Not here: ranges (Ranges.cpp); other loops (Loops.cpp).

#include "Loops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Invariance
//===----------------------------------------------------------------------===//

/// Whether a call reads and writes no memory: a call of such a method of the
/// kernel language, or of the accessor of a record that a variable holds.
bool LoopVisitor::isInvariantCall(cm::InvokeOp call) {
  cm::RefAttr ref = call.getRef();
  if (const Method *method =
          findMethod(ref.getOwnerName(), ref.getName(), call.getArgs().size()))
    return !hasEffects(*method) && !method->parametersOf;
  if (call.getArgs().size() != 1 || functions.find(call))
    return false;
  Value object = call.getArgs()[0];
  if (auto inner = object.getDefiningOp<cm::InvokeOp>())
    return isInvariantCall(inner);
  Value variable = variableReadBy(object);
  const Binding *found = variable ? bindings.find(variable) : nullptr;
  return found && found->variable && found->variable->content.type().isRecord();
}

bool LoopVisitor::isInvariant(Operation *op, ArrayRef<Variable *> stored) {
  WalkResult result = op->walk([&](Operation *inner) {
    if (auto load = dyn_cast<cm::VarLoadOp>(inner)) {
      const Binding *found = bindings.find(load.getVar());
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

/// Whether `scf.for` counts in the type as Java does: signed, 32 or 64 bits.
static bool isCounter(AbsType type) {
  return type.isNumber() && (type.getType().isSignlessInteger(32) ||
                             type.getType().isSignlessInteger(64));
}

CountedLoop LoopVisitor::makeCounted(Operation *op, const Binding &start,
                                     const Binding &bound,
                                     const TypedOperand &step,
                                     const CountedForm &form) {
  CountedLoop counted;
  counted.type = start.type().widened();
  if (!builder.isBuilding())
    return counted;
  TileBuilder tiles = builder.tiles(op);
  Value first = tiles.get(start.operand), last = tiles.get(bound.operand);
  Type type = first.getType();
  auto plus = [&](Value a, Value b) -> Value {
    return tiles.builder.createOrFold<arith::AddIOp>(tiles.loc, a, b);
  };
  if (form.movesBound)
    last = plus(last, tiles.constantInt(type, form.isUp ? 1 : -1));
  if (std::optional<int64_t> known = step.type.getInt()) {
    counted.step = tiles.constantInt(type, std::abs(*known));
  } else {
    counted.step = tiles.get(step);
    if (form.negatesStep)
      counted.step =
          tiles.create<arith::SubIOp>(tiles.constantInt(type, 0), counted.step);
  }
  counted.lower = form.isUp ? first : last;
  counted.upper = form.isUp ? last : first;
  if (!form.isUp)
    counted.mirror = plus(first, last);
  return counted;
}

Binding LoopVisitor::widenedCounter(Operation *op, const Binding &counter) {
  if (!isCounter(counter.type()))
    return counter;
  AbsType target =
      AbsType::constant(cm::JavaType::get(op->getContext(), "java.lang.Class"),
                        TypeAttr::get(IntegerType::get(op->getContext(), 64)));
  return operators.compute(op, "conv", counter, {target, nullptr, {}, nullptr});
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

bool LoopVisitor::visitCounted(cm::JavaForOp op, LoopParts &loop) {
  std::optional<WrittenLoop> written = matchLoop(op);
  if (!written)
    return false;
  Variable *variable = bindings.get(written->store.getVar()).variable;
  // The only store of the loop to the variable must be that of its last part.
  SmallVector<Variable *> inBody = storedIn(op, {&op.getCond(), &op.getLoop()});
  if (!variable || llvm::is_contained(inBody, variable))
    return false;
  SmallVector<Operation *> bound = getSlice(op.getCond(), written->bound);
  SmallVector<Operation *> step = getSlice(op.getUpdate(), written->step);
  auto isFixed = [&](Operation *op) { return isInvariant(op, loop.stored); };
  // Any other op in the condition would only be run once.
  unsigned others = written->isWidened ? 4 : 3; // load, (conv,) lt, yield
  bool isAlone =
      op.getCond().front().getOperations().size() == bound.size() + others;
  if (!isAlone || !llvm::all_of(bound, isFixed) || !llvm::all_of(step, isFixed))
    return false;
  for (Operation *inner : llvm::concat<Operation *>(bound, step))
    bodies.visit(inner);
  Binding start = variable->content, last = bindings.get(written->bound),
          by = bindings.get(written->step);
  if (written->isWidened) {
    start = widenedCounter(op, start);
    by = widenedCounter(op, by);
  }
  AbsType type = start.type();
  for (const Binding &part : {start, last, by})
    if (!isCounter(part.type()) || part.type().getType() != type.getType())
      return false;
  auto form = formOf(*written, start.operand, last.type(), by.type());
  if (!form)
    return false;
  CountedLoop counted = makeCounted(op, start, last, by.operand, *form);
  counted.variable = variable;
  counted.type = widened(variable->content.type());
  auto skipped = getSlice(op.getUpdate(), written->store.getValue());
  if (variable->serial >= loop.firstOwn &&
      !isUsedOtherwise(written->store, skipped)) {
    llvm::erase(loop.stored, variable);
    loop.update = [&, op, skipped, store = written->store]() mutable {
      for (Operation &inner : op.getUpdate().front())
        if (&inner != store && !llvm::is_contained(skipped, &inner))
          bodies.visit(&inner);
    };
  }
  runCounted(loop, counted, {});
  return true;
}

void LoopVisitor::runCounted(LoopParts &loop, const CountedLoop &counted,
                             ArrayRef<NamedAttribute> hints) {
  JumpTarget target{loop.op, state.newCode(), state.newCode(), nullptr};
  Carried carried = builder.makeCarried(loop.stored, loop.op);
  scf::ForOp forOp = builder.openFor(loop.op, counted, carried, hints);
  state.runStatement(target, [&] {
    OpBuilder::InsertionGuard guard =
        builder.enterFor(loop.op, forOp, counted, carried);
    runIteration(loop);
    builder.closeBody(loop.op, carried);
  });
  builder.leaveLoop(loop.stored, carried, forOp);
}
