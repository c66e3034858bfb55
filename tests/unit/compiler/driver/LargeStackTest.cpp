// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Work moves to a large stack where there is none, and only then; so the most
/// deeply nested kernels compile on threads with small stacks, and what is
/// nested deeper is refused.

#include "LargeStack.h"
#include "Nesting.h"

#include "tests/unit/runtime/Kernels/KernelTesting.h"

#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <cerrno>
#include <csignal>
#include <functional>
#include <pthread.h>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

/// As a thread of a JVM may have.
static constexpr size_t smallBytes = 256 << 10;
/// More than what is enough.
static constexpr size_t amplyBytes = 32 << 20;

/// Calls `work` on a thread with such a stack.
static void onStack(size_t bytes, std::function<void()> work) {
  pthread_attr_t attributes;
  pthread_t thread;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, bytes), 0);
  auto call = [](void *given) -> void * {
    (*static_cast<std::function<void()> *>(given))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, call, &work), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

/// Whether work that is asked for here is done by another thread.
static bool isMoved() {
  pthread_t here = pthread_self();
  bool moved = false;
  withLargeStack([&] { moved = !pthread_equal(here, pthread_self()); });
  return moved;
}

//===----------------------------------------------------------------------===//
// The thread
//===----------------------------------------------------------------------===//

TEST(LargeStackTest, MovesOnlyIfThereIsTooLittle) {
  onStack(smallBytes, [] { EXPECT_TRUE(isMoved()); });
  onStack(amplyBytes, [] { EXPECT_FALSE(isMoved()); });
}

TEST(LargeStackTest, IsLargeInside) {
  onStack(smallBytes, [] {
    withLargeStack([] {
      EXPECT_FALSE(isMoved());
      volatile char much[16 << 20];
      much[0] = much[sizeof(much) - 1] = 1;
      EXPECT_EQ(much[0], 1);
    });
  });
}

TEST(LargeStackTest, LeavesTheThreadAsItIs) {
  onStack(smallBytes, [] {
    sigset_t before, inside, after;
    pthread_sigmask(SIG_SETMASK, nullptr, &before);
    errno = ERANGE;
    withLargeStack([&] {
      pthread_sigmask(SIG_SETMASK, nullptr, &inside);
      errno = EDOM;
    });
    EXPECT_EQ(errno, ERANGE);
    pthread_sigmask(SIG_SETMASK, nullptr, &after);
    for (int signal : {SIGINT, SIGTERM, SIGUSR1, SIGSEGV}) {
      EXPECT_EQ(sigismember(&before, signal), sigismember(&after, signal));
      EXPECT_EQ(sigismember(&inside, signal), signal != SIGSEGV);
    }
  });
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// A kernel with that many nested bodies, as code-model text.
static std::string nestedModel(unsigned depth) {
  std::string text;
  raw_string_ostream os(text);
  os << "//! kernel: \"deep\"\n//! signature: \"i32\"\n"
        "func @loc=\"1:1\" @\"deep\" @owner=\"a.B\" (%0 : int)void -> {\n";
  for (unsigned i = 1; i <= depth; ++i)
    os << "java.if @loc=\"1:1\" ()boolean -> {\n  %" << 2 * i
       << " : int = constant @loc=\"1:1\" @1;\n  %" << 2 * i + 1
       << " : boolean = gt %0 %" << 2 * i << " @loc=\"1:1\";\n  yield %"
       << 2 * i + 1 << " @loc=\"1:1\";\n}\n()void -> {\n";
  for (unsigned i = 0; i < depth; ++i)
    os << "yield @loc=\"1:1\";\n} ()void -> { yield @loc=\"1:1\"; };\n";
  os << "return;\n};\n";
  return text;
}

/// The same as MLIR.
static std::string nestedMlir(unsigned depth) {
  std::string text = "tt.func public @deep(%n: i32) {\n"
                     "  %one = arith.constant 1 : i32\n"
                     "  %c = arith.cmpi sgt, %n, %one : i32\n";
  for (unsigned i = 0; i < depth; ++i)
    text += "scf.if %c {\n";
  text += "tt.assert %c, \"n is above one\" : i1\n";
  for (unsigned i = 0; i < depth; ++i)
    text += "}\n";
  return text + "tt.return\n}\n";
}

/// The messages of loading, launching and compiling a kernel on a small stack.
static std::string runOnSmallStack(const std::string &model) {
  std::string said;
  onStack(smallBytes, [&] {
    RuntimeOptions options;
    options.cpuThreads = 1;
    auto runtime = cantFail(Runtime::create(options));
    Device &cpu = cantFail(runtime->cpu());
    auto kernel = runtime->load(model, "deep");
    if (!kernel) {
      said = toString(kernel.takeError());
      return;
    }
    Error error = (*kernel)->launch(cpu, {{1}}, {Argument(int32_t(7))});
    if (!error)
      error = (*kernel)->compile("sm_90a", "i32").takeError();
    said = toString(std::move(error));
  });
  return said;
}

TEST(LargeStackTest, DeepModels) {
  EXPECT_EQ(runOnSmallStack(nestedModel(255)), "");
  EXPECT_NE(runOnSmallStack(nestedModel(256)).find("nested too deeply"),
            std::string::npos);
}

TEST(LargeStackTest, DeepMlir) {
  EXPECT_EQ(runOnSmallStack(nestedMlir(maxBrackets - 1)), "");
  EXPECT_EQ(runOnSmallStack(nestedMlir(maxBrackets)),
            "deep:603:11: error: nested too deeply: more than 600 brackets");
  EXPECT_NE(runOnSmallStack(nestedMlir(1000000)).find("nested too deeply"),
            std::string::npos);
}

//===----------------------------------------------------------------------===//
// Brackets
//===----------------------------------------------------------------------===//

TEST(LargeStackTest, Brackets) {
  std::string most(maxBrackets, '<');
  EXPECT_EQ(findTooDeep(most), std::nullopt);
  EXPECT_EQ(findTooDeep(most + "("), maxBrackets);
  EXPECT_EQ(findTooDeep(most + ">("), std::nullopt);
  EXPECT_EQ(findTooDeep(most + "->("), maxBrackets + 2);
  EXPECT_EQ(findTooDeep(most + "\"(\\\"(\" // (\n"), std::nullopt);
  EXPECT_EQ(findTooDeep(most + "// (\n["), maxBrackets + 5);
  EXPECT_EQ(findTooDeep(most + "<= >= "), std::nullopt);
  EXPECT_EQ(findTooDeep(most + "\"unfinished"), std::nullopt);
  EXPECT_EQ(findTooDeep(most + "\"unfinished\\"), std::nullopt);
  EXPECT_EQ(findTooDeep(")>]}" + most), std::nullopt);
}
