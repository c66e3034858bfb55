// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Type inference as a function and as a pass.
///
/// Not here: the interpreter (Interpreter.h).

#include "Interpreter.h"

#include "cm2tt/Dialect/TT/TTDialect.h"
#include "cm2tt/Language/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_INFERTYPESPASS
#include "cm2tt/Language/Passes.h.inc"
} // namespace cm2tt

namespace {
/// Reports each error once: code that is run several times, such as the body of
/// an unrolled loop, fails each time.
class ReportOnce : ScopedDiagnosticHandler {
public:
  explicit ReportOnce(MLIRContext *context) : ScopedDiagnosticHandler(context) {
    setHandler([this](Diagnostic &diagnostic) {
      bool isAgain = diagnostic.getSeverity() == DiagnosticSeverity::Error &&
                     !reported.insert(textOf(diagnostic)).second;
      return success(isAgain); // failure: other handlers report it
    });
  }

private:
  /// The error's text and location; notes distinguish the calls of a helper.
  static std::string textOf(Diagnostic &diagnostic) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    stream << diagnostic.getLocation() << diagnostic;
    for (Diagnostic &note : diagnostic.getNotes())
      stream << note.getLocation() << note;
    return text;
  }

  llvm::StringSet<> reported;
};
} // namespace

LogicalResult cm2tt::interpret(TypedKernel &kernel, ArrayRef<Results> arguments,
                               const InterpretOptions &options) {
  ReportOnce once(kernel.func->getContext());
  return Interpreter(kernel, options).run(arguments);
}

FailureOr<TypedKernel> cm2tt::inferTypes(ModuleOp module) {
  FailureOr<TypedKernel> kernel = applySignature(module);
  InterpretOptions options;
  options.recordTypes = true;
  if (failed(kernel) || failed(interpret(*kernel, {}, options)))
    return failure();
  return kernel;
}

namespace {
struct InferTypesPass : cm2tt::impl::InferTypesPassBase<InferTypesPass> {
  using Base::Base;
  void runOnOperation() override {
    FailureOr<TypedKernel> kernel = inferTypes(getOperation());
    if (failed(kernel))
      return signalPassFailure();
    typedValues += kernel->types.size();
    if (printTypes)
      print(*kernel);
    markAllAnalysesPreserved();
  }

  /// Emits a remark at each op with a result, for tests and debugging.
  static void print(const TypedKernel &kernel) {
    kernel.func->walk([&](Operation *op) {
      for (Value result : op->getResults())
        if (AbsType type = kernel.of(result); !type.isUnknown())
          op->emitRemark() << type.notation();
    });
  }
};
} // namespace
