// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The reaction of the compiler to the behaviour of passes: kinds of failures,
/// reproducers, remarks. A configurable pass replaces the phases.
///
/// Not here: the stages themselves (tests/lit/tools).

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Compiler/Pipelines.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/ErrorHandling.h"

#include "gtest/gtest.h"

#include <atomic>

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// The stand-in for the phases
//===----------------------------------------------------------------------===//

/// Whether the pass has crashed that does so once.
static std::atomic<bool> hasCrashed{false};

namespace {
/// Reports what the module's attributes say, and fails or crashes if they say
/// so.
struct ObeyPass : PassWrapper<ObeyPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ObeyPass)
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (module->hasAttr("test.error"))
      module.emitError("an error");
    if (module->hasAttr("test.remark"))
      module.emitRemark("a remark").attachNote() << "its note";
    if (module->hasAttr("test.warning"))
      module.emitWarning("a warning");
    if (module->hasAttr("test.crash"))
      __builtin_trap();
    if (module->hasAttr("test.crash_once") && !hasCrashed.exchange(true))
      __builtin_trap();
    if (module->hasAttr("test.fatal"))
      llvm::reportFatalUsageError("cannot select");
    if (module->hasAttr("test.fail"))
      signalPassFailure();
  }
  StringRef getArgument() const override { return "obey"; }
};
} // namespace

void cm2tt::buildFrontEndPhase(OpPassManager &, const PipelineOptions &) {}
void cm2tt::buildBlocksPhase(OpPassManager &, const PipelineOptions &) {}
void cm2tt::buildTTPhase(OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(std::make_unique<ObeyPass>());
}
void cm2tt::buildTTGPhase(OpPassManager &, const PipelineOptions &) {}
void cm2tt::buildSharedMemoryPhase(OpPassManager &) {}
void cm2tt::buildLLVMPhase(OpPassManager &, const PipelineOptions &) {}
void cm2tt::buildCPUPhase(OpPassManager &, const PipelineOptions &) {}
void cm2tt::buildTextPhase(OpPassManager &, llvm::StringRef) {}

//===----------------------------------------------------------------------===//
// The tests
//===----------------------------------------------------------------------===//

namespace {
/// Compiles empty modules with attributes.
class CompilerOnPasses : public testing::Test {
protected:
  CompileResult compile(StringRef attributes) {
    CompileOptions options;
    options.stage = Stage::TT;
    options.remarks = remarks;
    options.survivesCrashes = true;
    options.reproduces = reproduces;
    return compiler.compile(("module attributes {" + attributes + "} {}").str(),
                            "m.mlir", options);
  }
  /// Compiles what reproduces a failure.
  CompileResult compile(const Reproducer &reproducer) {
    CompileOptions options;
    options.stage = Stage::TT;
    options.survivesCrashes = true;
    return compiler.compile(reproducer.text, "again.mlir", options);
  }
  /// Severities and messages, a line each, with those of notes.
  static std::string textOf(ArrayRef<cm2tt::Diagnostic> diagnostics) {
    std::string text;
    for (const cm2tt::Diagnostic &diagnostic : diagnostics)
      text +=
          (severityName(diagnostic.severity) + ": " + diagnostic.message + "\n")
              .str() +
          textOf(diagnostic.notes);
    return text;
  }
  static std::string textOf(const CompileResult &result) {
    return textOf(result.diagnostics);
  }

  Compiler compiler;
  bool remarks = false, reproduces = true;
};
} // namespace

TEST_F(CompilerOnPasses, AnErrorIsTheInputsFault) {
  CompileResult result = compile("test.error, test.fail");
  EXPECT_FALSE(result.succeeded);
  EXPECT_FALSE(result.internalFailure);
  EXPECT_EQ(textOf(result), "error: an error\n");
  EXPECT_FALSE(result.reproducer);
}

TEST_F(CompilerOnPasses, FailingInSilenceIsOurs) {
  CompileResult result = compile("test.fail, test.warning");
  EXPECT_FALSE(result.succeeded);
  EXPECT_TRUE(result.internalFailure);
  EXPECT_EQ(result.output, "");
  EXPECT_EQ(textOf(result),
            "warning: a warning\n"
            "error: the compiler failed in 'phase: tt', pass 'obey', and does "
            "not say why\n");
  ASSERT_TRUE(result.reproducer);
  EXPECT_TRUE(compile(*result.reproducer).internalFailure);
}

TEST_F(CompilerOnPasses, ACrashIsOurs) {
  CompileResult result = compile("test.warning, test.crash");
  EXPECT_FALSE(result.succeeded);
  EXPECT_TRUE(result.internalFailure);
  EXPECT_EQ(result.output, "");
  EXPECT_EQ(
      textOf(result),
      "warning: a warning\n"
      "error: the compiler crashed in 'phase: tt', pass 'obey', by signal "
      "4 (Illegal instruction)\n");
  const cm2tt::Diagnostic &error = result.diagnostics.back();
  EXPECT_EQ(error.file, "m.mlir");
  EXPECT_EQ(error.line, 1u);
  EXPECT_EQ(error.column, 1u);
  // The compiler goes on, without a reproducer too.
  EXPECT_TRUE(compile("test.warning").succeeded);
  reproduces = false;
  result = compile("test.warning, test.crash");
  EXPECT_TRUE(result.internalFailure);
  EXPECT_FALSE(result.reproducer);
  EXPECT_EQ(textOf(result),
            "warning: a warning\n"
            "error: the compiler crashed in 'phase: tt' by signal 4 (Illegal "
            "instruction)\n"
            "note: please report this with the input and the options\n");
  EXPECT_TRUE(compile("test.warning").succeeded);
}

TEST_F(CompilerOnPasses, WhatLLVMDoesNotReturnFromIsOurs) {
  CompileResult result = compile("test.fatal");
  EXPECT_TRUE(result.internalFailure);
  EXPECT_EQ(textOf(result),
            "error: the compiler crashed in 'phase: tt', pass "
            "'obey', by a fatal error of LLVM: cannot select\n");
  EXPECT_TRUE(result.reproducer);
}

TEST_F(CompilerOnPasses, WhatIsReportedReproducesTheCrash) {
  CompileResult result = compile("test.crash");
  ASSERT_TRUE(result.reproducer);
  const Reproducer &reproducer = *result.reproducer;
  EXPECT_EQ(reproducer.suffix, "mlir");
  EXPECT_EQ(reproducer.options, "--target=sm_80 --emit=tt -o /dev/null");
  // Also by `cm2tt-opt --run-reproducer`.
  EXPECT_NE(reproducer.text.find("pipeline: \"builtin.module(obey)\""),
            std::string::npos)
      << reproducer.text;
  CompileResult again = compile(reproducer);
  EXPECT_EQ(textOf(again),
            "error: the compiler crashed in 'phase: tt' by signal 4 (Illegal "
            "instruction)\n"
            "note: please report this with the input and the options\n");
  reproducer.addNote(result.diagnostics, "a file.mlir", {});
  EXPECT_EQ(result.diagnostics.back().notes.back().message,
            "please report this with the file that reproduces it: cm2tt "
            "'a file.mlir' " +
                reproducer.options);
  reproducer.addNote(result.diagnostics, "file.mlir",
                     std::make_error_code(std::errc::permission_denied));
  EXPECT_EQ(result.diagnostics.back().notes.back().message,
            "please report this with the input and the options; the reproducer "
            "'file.mlir' cannot be written: Permission denied");
}

TEST_F(CompilerOnPasses, AReproducerHasTheOptionsOfTheCompilation) {
  CompileOptions options;
  options.stage = Stage::TT;
  options.target = "sm_90a";
  options.numWarps = 8;
  options.numStages = 2;
  options.maxRegisters = 128;
  options.fpFusion = options.ftz = options.lineInfo = false;
  options.kernel = "it's";
  options.signature = "*fp32:16,i32";
  options.libdevice = "none";
  options.survivesCrashes = options.reproduces = true;
  StringRef input = "module attributes {test.crash} {}";
  CompileResult result = compiler.compile(input, "m.mlir", options);
  ASSERT_TRUE(result.reproducer);
  EXPECT_EQ(result.reproducer->options,
            "--target=sm_90a --num-warps=8 --num-stages=2 --emit=tt "
            "--max-registers=128 --no-fp-fusion --no-ftz --no-line-info "
            "--kernel='it'\\''s' --signature='*fp32:16,i32' "
            "--libdevice=none -o /dev/null");
  options.target = "cpu";
  options.numWarps = options.numStages = 0;
  options.checked = true;
  result = compiler.compile(input, "m.mlir", options);
  ASSERT_TRUE(result.reproducer);
  EXPECT_EQ(result.reproducer->options,
            "--target=cpu --checked --emit=tt --max-registers=128 "
            "--no-fp-fusion --no-ftz --no-line-info --kernel='it'\\''s' "
            "--signature='*fp32:16,i32' --libdevice=none -o /dev/null");
}

TEST_F(CompilerOnPasses, ACrashThatDoesNotHappenAgain) {
  CompileResult result = compile("test.crash_once");
  EXPECT_TRUE(result.internalFailure);
  EXPECT_FALSE(result.reproducer);
  EXPECT_EQ(textOf(result),
            "error: the compiler crashed in 'phase: tt' by signal 4 (Illegal "
            "instruction)\n"
            "note: please report this with the input and the options; the same "
            "compilation did not fail again\n");
}

TEST_F(CompilerOnPasses, OptionsThatTheCommandLineRefusesToo) {
  CompileOptions options;
  options.stage = Stage::TT;
  options.numWarps = 3;
  CompileResult result = Compiler().compile("module {}", "m.mlir", options);
  EXPECT_FALSE(result.succeeded);
  EXPECT_EQ(textOf(result),
            "error: the number of warps must be a power of two up to 32: 3\n");
}

TEST_F(CompilerOnPasses, RemarksAreShownOnRequest) {
  CompileResult result = compile("test.remark, test.warning");
  EXPECT_TRUE(result.succeeded);
  EXPECT_EQ(textOf(result), "warning: a warning\n");
  remarks = true;
  result = compile("test.remark, test.warning");
  EXPECT_TRUE(result.succeeded);
  EXPECT_EQ(textOf(result),
            "remark: a remark\nnote: its note\nwarning: a warning\n");
}
