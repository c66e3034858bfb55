// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The runtime with a compiler that crashes: an error for each thread that
/// needs the kernel, with a reproducer. A pass that obeys attributes of the
/// module replaces the phases.
///
/// Not here: the compiler itself (CompilerTest.cpp), threads
/// (CrashGuardTest.cpp).

#include "KernelTesting.h"

#include "cm2tt/Compiler/Pipelines.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/ErrorHandling.h"

#include <atomic>
#include <csignal>
#include <thread>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

//===----------------------------------------------------------------------===//
// The stand-in for the phases
//===----------------------------------------------------------------------===//

/// The number of runs of the pass.
static std::atomic<unsigned> runs{0};
/// The number of threads that wait for the kernel; the pass waits for 8.
static std::atomic<unsigned> waiting{0};

namespace {
/// Crashes according to the attributes of the module.
struct CrashPass
    : mlir::PassWrapper<CrashPass, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CrashPass)
  void runOnOperation() override {
    ++runs;
    if (getOperation()->hasAttr("test.late"))
      while (waiting < 8)
        std::this_thread::yield();
    if (getOperation()->hasAttr("test.crash"))
      std::raise(SIGSEGV);
    if (getOperation()->hasAttr("test.fatal"))
      reportFatalUsageError("cannot select");
    signalPassFailure();
  }
  StringRef getArgument() const override { return "crash"; }
};
} // namespace

void cm2tt::buildFrontEndPhase(mlir::OpPassManager &, const PipelineOptions &) {
}
void cm2tt::buildBlocksPhase(mlir::OpPassManager &, const PipelineOptions &) {}
void cm2tt::buildTTPhase(mlir::OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(std::make_unique<CrashPass>());
}
void cm2tt::buildTTGPhase(mlir::OpPassManager &, const PipelineOptions &) {}
void cm2tt::buildSharedMemoryPhase(mlir::OpPassManager &) {}
void cm2tt::buildLLVMPhase(mlir::OpPassManager &, const PipelineOptions &) {}
void cm2tt::buildCPUPhase(mlir::OpPassManager &, const PipelineOptions &) {}
void cm2tt::buildTextPhase(mlir::OpPassManager &, llvm::StringRef) {}

//===----------------------------------------------------------------------===//
// The tests
//===----------------------------------------------------------------------===//

/// A kernel without parameters.
static std::string model(StringRef attribute) {
  return ("module attributes {" + attribute +
          "} {\n  tt.func public @k() {\n    tt.return\n  }\n}\n")
      .str();
}

namespace {
class KernelCrash : public testing::Test {
protected:
  void SetUp() override {
    runs = 0;
    waiting = 0;
    options = folder.options();
    options.cache.folder.clear();
    options.reproducerFolder = (folder.folder + "/reproducers").str();
  }
  std::shared_ptr<Kernel> load(StringRef attribute) {
    if (!runtime)
      runtime = take(Runtime::create(options));
    return take(runtime->load(model(attribute), "/home/user/Model.mlir"));
  }
  /// Launches on the CPU.
  Error launch(Kernel &kernel) {
    Expected<Device &> device = runtime->cpu();
    return device ? kernel.launch(*device, {}, {}) : device.takeError();
  }
  /// The paths of the reproducers.
  std::vector<std::string> reproducers() const {
    std::vector<std::string> files;
    std::error_code code;
    for (sys::fs::directory_iterator it(options.reproducerFolder, code), end;
         it != end && !code; it.increment(code))
      files.push_back(it->path());
    return files;
  }

  RuntimeFolder folder;
  RuntimeOptions options;
  std::unique_ptr<Runtime> runtime;
};
} // namespace

TEST_F(KernelCrash, ACrashIsAnErrorThatNamesAFile) {
  auto kernel = load("test.crash");
  Error error = launch(*kernel);
  EXPECT_TRUE(error.isA<CompileFailure>());
  std::string text = textOf(std::move(error));
  EXPECT_NE(text.find("error: the compiler crashed in 'phase: tt', pass "
                      "'crash', by signal 11 (Segmentation fault)\n"),
            std::string::npos)
      << text;
  std::vector<std::string> files = reproducers();
  ASSERT_EQ(files.size(), 1u);
  EXPECT_NE(text.find("note: please report this with the file that reproduces "
                      "it: cm2tt " +
                      files[0] + " --target=cpu --emit=obj "),
            std::string::npos)
      << text;
  EXPECT_TRUE(StringRef(files[0]).contains("/cm2tt-Model.mlir-"));
  EXPECT_TRUE(StringRef(files[0]).ends_with(".reproducer.mlir"));
  auto written = MemoryBuffer::getFile(files[0]);
  ASSERT_TRUE(!!written);
  EXPECT_TRUE((*written)->getBuffer().contains("test.crash"));
}

TEST_F(KernelCrash, WhatCrashedIsNotTriedAgain) {
  auto kernel = load("test.crash");
  std::string first = textOf(launch(*kernel));
  // Once more for the reproducer.
  EXPECT_EQ(runs, 2u);
  EXPECT_EQ(textOf(launch(*kernel)), first);
  EXPECT_TRUE(kernel->compile("cpu", "").errorIsA<CompileFailure>());
  EXPECT_EQ(runs, 2u);
  // Another target is another compilation.
  EXPECT_TRUE(kernel->compile("sm_80", "").errorIsA<CompileFailure>());
  EXPECT_EQ(runs, 4u);
}

TEST_F(KernelCrash, WhoWaitsForTheKernelGetsTheError) {
  auto kernel = load("test.crash, test.late");
  Expected<Device &> device = runtime->cpu();
  ASSERT_TRUE(!!device) << textOf(device.takeError());
  std::atomic<unsigned> failures{0};
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      ++waiting;
      Error error = kernel->launch(*device, {}, {});
      failures += error.isA<CompileFailure>();
      consumeError(std::move(error));
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(failures, 8u);
  EXPECT_EQ(runs, 2u);
}

TEST_F(KernelCrash, ManyKernelsOnManyThreads) {
  (void)load("test.crash");
  std::atomic<unsigned> failures{0};
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 8; ++i)
    threads.emplace_back([&, i] {
      for (unsigned k = 0; k < 10; ++k) {
        auto kernel = load((k % 2 ? "test.crash = " : "test.fatal = ") +
                           std::to_string(i * 100 + k));
        Error error = kernel->compile("cpu", "").takeError();
        failures += error.isA<CompileFailure>();
        consumeError(std::move(error));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(failures, 80u);
  EXPECT_EQ(reproducers().size(), 80u);
}

TEST_F(KernelCrash, WhatLLVMSaysIsInTheError) {
  auto kernel = load("test.fatal");
  EXPECT_NE(
      textOf(launch(*kernel)).find("by a fatal error of LLVM: cannot select"),
      std::string::npos);
}

TEST_F(KernelCrash, AFolderThatCannotBeWrittenIsNoted) {
  options.reproducerFolder = "/dev/null/nowhere";
  auto kernel = load("test.crash");
  std::string text = textOf(launch(*kernel));
  EXPECT_NE(text.find("note: please report this with the input and the "
                      "options; the reproducer '/dev/null/nowhere/cm2tt-Model"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("' cannot be written: Not a directory"),
            std::string::npos);
}

TEST_F(KernelCrash, NoFolderNoReproducer) {
  options.reproducerFolder.clear();
  auto kernel = load("test.crash");
  EXPECT_NE(
      textOf(launch(*kernel))
          .find("note: please report this with the input and the options"),
      std::string::npos);
  EXPECT_EQ(runs, 1u);
}

TEST_F(KernelCrash, WithoutAGuardTheProcessEnds) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  options.crashGuard = false;
  EXPECT_EXIT(
      {
        auto kernel = load("test.crash");
        consumeError(launch(*kernel));
      },
      testing::KilledBySignal(SIGSEGV), "");
}
