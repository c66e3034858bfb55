// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The enhanced for statement over ranges of the kernel language: unrolled
/// while compiling, or a loop with the range's hints.
///
/// Not here: the ranges themselves (lib/KernelApi/Range.cpp).

#include "Loops.h"

#include "mlir/Dialect/LLVMIR/LLVMAttrs.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

void RangeVisitor::visitEnhancedFor(cm::JavaEnhancedForOp op) {
  Binding range = bodies.evaluate(op.getExpr());
  if (range.type().isInvalid())
    return;
  if (range.type().getRecordClass() == arrayClassName)
    return visitElements(op, range);
  /// T-FOREACH-1: enhanced for statements iterate over ranges only.
  if (range.type().getRecordClass() != rangeClassName) {
    InFlightDiagnostic diagnostic =
        errors.report(op, range)
        << "T-FOREACH-1: a kernel can only go over a range: "
        << range.type().str();
    diagnostic.attachNote()
        << "use Triton.range or Triton.staticRange (unrolled)";
    return;
  }
  if (isStaticRange(range.type()))
    visitStaticRange(op, range.operand);
  else
    visitRange(op, range.operand);
}

void RangeVisitor::runElement(cm::JavaEnhancedForOp op,
                              const Binding &element) {
  Block &definition = op.getDef().front();
  if (definition.getNumArguments())
    bindings.bind(definition.getArgument(0), element);
  bodies.visitRegion(op.getDef());
  auto yield = dyn_cast<cm::YieldOp>(definition.back());
  if (yield && yield.getValue() && op.getLoop().getNumArguments())
    bindings.bind(op.getLoop().getArgument(0), bindings.get(yield.getValue()));
  bodies.visitRegion(op.getLoop());
}

void RangeVisitor::visitStaticRange(cm::JavaEnhancedForOp op,
                                    const TypedOperand &range) {
  auto parts = range.type.getComponents();
  int64_t step = *parts[2].getInt(), last = *parts[1].getInt();
  Type type = parts[0].getType();
  int64_t i = *parts[0].getInt();
  bool isLast = false; // the next number cannot be represented
  runUnrolled(op, [&]() -> std::optional<Binding> {
    if (isLast || (step > 0 ? i >= last : i <= last))
      return std::nullopt;
    AbsType number = AbsType::constant(type, IntegerAttr::get(type, i));
    isLast = llvm::AddOverflow(i, step, i);
    return Binding{number, op, {}, nullptr};
  });
}

void RangeVisitor::visitElements(cm::JavaEnhancedForOp op,
                                 const Binding &array) {
  SmallVector<TypedOperand> elements(array.operand.getComponents());
  size_t i = 0;
  runUnrolled(op, [&]() -> std::optional<Binding> {
    if (i == elements.size())
      return std::nullopt;
    return Binding{elements[i++], op, {}, nullptr, array.mayBeNull};
  });
}

void RangeVisitor::runUnrolled(cm::JavaEnhancedForOp op,
                               function_ref<std::optional<Binding>()> next) {
  JumpTarget target{op, state.newCode(), state.newCode(), nullptr};
  unsigned iterations = 0;
  auto runOne = [&](const Binding &element) {
    builder.guarded(op, [&] {
      runElement(op, element);
      builder.consume(target.continueCode);
    });
  };
  state.runStatement(target, [&] {
    while (std::optional<Binding> element = next()) {
      if (!state.exit().mayBeNormal() || !errors.mayContinue(op))
        break;
      ++iterations;
      // A lambda captures the values of its own iteration.
      bindings.runInFrame(bindings.frame(), [&] { runOne(*element); });
    }
  });
  builder.consume(target.breakCode);
  errors.remark(op, "the loop is unrolled: " + Twine(iterations) +
                        (iterations == 1 ? " iteration" : " iterations"));
}

/// A range's hints as Triton's attributes of `scf.for`.
static SmallVector<NamedAttribute> hintsOf(AbsType range) {
  Builder builder(range.getType().getContext());
  SmallVector<NamedAttribute> hints;
  auto value = [&](StringRef name) {
    return *range.getComponents()[*range.findComponent(name)].getInt();
  };
  if (int64_t stages = value("numStages"); stages >= 0)
    hints.push_back(builder.getNamedAttr("tt.num_stages",
                                         builder.getI32IntegerAttr(stages)));
  if (int64_t factor = value("unroll"); factor > 0)
    hints.push_back(builder.getNamedAttr("tt.loop_unroll_factor",
                                         builder.getI32IntegerAttr(factor)));
  for (auto [name, attribute] :
       {std::pair("warpSpecialize", "tt.warp_specialize"),
        std::pair("flatten", "tt.flatten"),
        std::pair("disallowAccMultiBuffer", "tt.disallow_acc_multi_buffer")})
    if (value(name))
      hints.push_back(builder.getNamedAttr(attribute, builder.getUnitAttr()));
  if (value("disableLicm")) {
    auto licm = LLVM::LoopLICMAttr::get(builder.getContext(),
                                        builder.getBoolAttr(true), {});
    hints.push_back(builder.getNamedAttr(
        "llvm.loop_annotation", LLVM::LoopAnnotationAttr::get(
                                    builder.getContext(), {}, {}, {}, {}, {},
                                    licm, {}, {}, {}, {}, {}, {}, {}, {}, {})));
  }
  return hints;
}

void RangeVisitor::visitRange(cm::JavaEnhancedForOp op,
                              const TypedOperand &range) {
  auto parts = range.getComponents();
  auto part = [&](size_t i) -> Binding { return {parts[i], op, {}, nullptr}; };
  StringAttr name;
  for (auto var : op.getDef().getOps<cm::VarOp>())
    name = var.getNameAttr();
  Variable *counter = state.newVariable(name);
  unsigned firstOwn = counter->serial;
  state.assign(counter, {builder.atRunTime(op, parts[0]), op, {}, nullptr}, op);
  bool isUp = parts[2].type.getInt().value_or(1) > 0;
  LoopParts loop;
  loop.op = op;
  loop.firstOwn = firstOwn;
  loop.hasEscape = hasEscape(op);
  loop.stored = loops.storedIn(op, {&op.getDef(), &op.getLoop()});
  loop.body = [&] { runElement(op, counter->content); };
  if (!loop.hasEscape) {
    CountedForm form;
    form.isUp = isUp;
    CountedLoop counted =
        loops.makeCounted(op, counter->content, part(1), parts[2], form);
    counted.variable = counter;
    return loops.runCounted(loop, counted, hintsOf(range.type));
  }
  if (!hintsOf(range.type).empty())
    op.emitWarning("the range's hints are not used: a jump leaves the loop, "
                   "whose iterations cannot be counted then");
  loop.stored.push_back(counter);
  loop.condition = [&] {
    return operators.compute(op, isUp ? "lt" : "gt", counter->content, part(1));
  };
  loop.update = [&] {
    state.assign(counter,
                 operators.compute(op, "add", counter->content, part(2)), op);
  };
  loops.runLoop(loop);
}
