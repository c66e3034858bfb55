// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the compiler makes of the behaviour of passes: whose fault a failure
/// is, reproducers, remarks. A pass that does what it is told stands in for
/// the phases.
///
/// Not here: the stages themselves (tests/Tools).

#include "cm2tt/Driver/Compiler.h"
#include "cm2tt/Conversion/Pipelines.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// The stand-in for the phases
//===----------------------------------------------------------------------===//

/// The options of the last phase.
static PipelineOptions lastOptions;

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
    if (module->hasAttr("test.fail"))
      signalPassFailure();
  }
  StringRef getArgument() const override { return "obey"; }
};
} // namespace

void cm2tt::buildFrontEndPhase(OpPassManager &, const PipelineOptions &) {}
void cm2tt::buildTTPhase(OpPassManager &passes,
                         const PipelineOptions &options) {
  lastOptions = options;
  passes.addPass(std::make_unique<ObeyPass>());
}
void cm2tt::buildTTGPhase(OpPassManager &, const PipelineOptions &) {}
void cm2tt::buildSharedMemoryPhase(OpPassManager &) {}
void cm2tt::buildLLVMPhase(OpPassManager &, const PipelineOptions &) {}
void cm2tt::buildCPUPhase(OpPassManager &, const PipelineOptions &) {}

//===----------------------------------------------------------------------===//
// The tests
//===----------------------------------------------------------------------===//

namespace {
/// Compiles empty modules with attributes.
class CompilerOnPasses : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("cm2tt", "mlir", file));
    llvm::sys::fs::remove(file);
  }
  void TearDown() override { llvm::sys::fs::remove(file); }

  CompileResult compile(StringRef attributes) {
    CompileOptions options;
    options.stage = Stage::TT;
    options.remarks = remarks;
    options.survivesCrashes = true;
    if (reproduces)
      options.reproducer = file.str().str();
    return compiler.compile(("module attributes {" + attributes + "} {}").str(),
                            "m.mlir", options);
  }
  /// Severities and messages, a line each.
  static std::string textOf(const CompileResult &result) {
    std::string text;
    for (const cm2tt::Diagnostic &diagnostic : result.diagnostics)
      text +=
          (severityName(diagnostic.severity) + ": " + diagnostic.message + "\n")
              .str();
    return text;
  }

  Compiler compiler;
  bool remarks = false, reproduces = true;
  llvm::SmallString<128> file;
};
} // namespace

TEST_F(CompilerOnPasses, AnErrorIsTheInputsFault) {
  CompileResult result = compile("test.error, test.fail");
  EXPECT_FALSE(result.succeeded);
  EXPECT_FALSE(result.internalFailure);
  EXPECT_EQ(textOf(result), "error: an error\n");
  EXPECT_FALSE(llvm::sys::fs::exists(file));
}

TEST_F(CompilerOnPasses, FailingInSilenceIsOurs) {
  CompileResult result = compile("test.fail, test.warning");
  EXPECT_FALSE(result.succeeded);
  EXPECT_TRUE(result.internalFailure);
  EXPECT_EQ(result.output, "");
  EXPECT_EQ(textOf(result),
            "warning: a warning\n"
            "error: Failures have been detected while processing an MLIR pass "
            "pipeline\n");
  ASSERT_EQ(result.diagnostics.back().notes.size(), 1u);
  EXPECT_NE(result.diagnostics.back().notes[0].message.find(file.str()),
            std::string::npos);
  EXPECT_TRUE(llvm::sys::fs::exists(file));
}

TEST_F(CompilerOnPasses, ACrashIsOurs) {
  CompileResult result = compile("test.warning, test.crash");
  EXPECT_FALSE(result.succeeded);
  EXPECT_TRUE(result.internalFailure);
  EXPECT_EQ(result.output, "");
  EXPECT_TRUE(llvm::sys::fs::exists(file));
  ASSERT_FALSE(result.diagnostics.empty());
  EXPECT_EQ(result.diagnostics.back().severity, Severity::Error);
  // The compiler goes on, without a reproducer too.
  EXPECT_TRUE(compile("test.warning").succeeded);
  reproduces = false;
  result = compile("test.warning, test.crash");
  EXPECT_TRUE(result.internalFailure);
  EXPECT_EQ(textOf(result),
            "warning: a warning\n"
            "error: the compiler crashed in 'phase: tt', by signal 4 (Illegal "
            "instruction): please report it with the input and the options\n");
  EXPECT_TRUE(compile("test.warning").succeeded);
}

TEST_F(CompilerOnPasses, OptionsThatTheCommandLineRefusesToo) {
  CompileOptions options;
  options.stage = Stage::TT;
  options.numStages = 0;
  CompileResult result = Compiler().compile("module {}", "m.mlir", options);
  EXPECT_FALSE(result.succeeded);
  EXPECT_EQ(textOf(result),
            "error: the number of stages must be 1 or more: 0\n");
}

TEST_F(CompilerOnPasses, RemarksAreShownOnRequest) {
  CompileResult result = compile("test.remark, test.warning");
  EXPECT_TRUE(result.succeeded);
  EXPECT_FALSE(lastOptions.remarks);
  EXPECT_EQ(textOf(result), "warning: a warning\n");
  remarks = true;
  result = compile("test.remark, test.warning");
  EXPECT_TRUE(result.succeeded);
  EXPECT_TRUE(lastOptions.remarks);
  EXPECT_EQ(textOf(result), "remark: a remark\nwarning: a warning\n");
  ASSERT_EQ(result.diagnostics[0].notes.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].notes[0].message, "its note");
}
