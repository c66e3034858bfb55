// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Kernels at run time from many threads at once. Also built by itself with
/// ThreadSanitizer (tests/README).

#include "GpuTesting.h"

#include <algorithm>
#include <atomic>
#include <thread>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

#ifdef __SANITIZE_THREAD__
/// Reports that are none: what LLVM and MLIR make when it is first used, a
/// table of names and the file system. What guards them is not seen in code
/// that is not instrumented, as that of installed libraries.
extern "C" const char *__tsan_default_suppressions() {
  return "race:mlir::LLVM::detail::getAttrNameToKindMapping\n"
         "race:llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>::\n";
}
#endif

static constexpr unsigned numThreads = 16, numKernels = 100, length = 200;

/// Runs `work(thread)` on all threads, which start together.
template <typename Work> static void onAllThreads(Work work) {
  std::atomic<unsigned> ready{0};
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < numThreads; ++thread)
    threads.emplace_back([&, thread] {
      for (++ready; ready < numThreads;)
        std::this_thread::yield();
      work(thread);
    });
  for (std::thread &thread : threads)
    thread.join();
}

/// Which of the kernels a thread takes next: each has another order.
static unsigned nth(unsigned thread, unsigned step) {
  // Nothing divides these and the number of kernels.
  constexpr unsigned strides[] = {3, 7, 9, 11, 13, 17, 19, 21};
  return (thread * 37 + step * strides[thread % 8]) % numKernels;
}

/// Launches all kernels from all threads; each adds or subtracts.
static void launchAll(Runtime &runtime, Device &device) {
  std::vector<std::string> models;
  for (unsigned i = 0; i < numKernels; ++i)
    models.push_back(
        addModel("kernel" + std::to_string(i), 256, i % 2 ? "sub" : "add"));
  std::atomic<unsigned> wrong{0};
  // The compiled kernel that each thread received for each kernel.
  std::vector<std::vector<const CompiledKernel *>> compiled(
      numThreads, std::vector<const CompiledKernel *>(numKernels));
  std::vector<std::shared_ptr<Kernel>> kept[numThreads];
  onAllThreads([&](unsigned thread) {
    AddBuffers buffers(device, length);
    for (unsigned step = 0; step < numKernels; ++step) {
      unsigned which = nth(thread, step);
      auto kernel = take(runtime.load(models[which], "model.cm"));
      if (Error error = kernel->launch(device, {}, buffers.arguments())) {
        ADD_FAILURE() << toString(std::move(error));
        return;
      }
      wrong += !buffers.isSum(which % 2 ? -1 : 1);
      compiled[thread][which] =
          take(kernel->prepare(device, buffers.arguments())).get();
      kept[thread].push_back(std::move(kernel));
    }
  });
  EXPECT_EQ(wrong, 0u);
  // Each was compiled once: all threads have the same.
  for (const auto &ofThread : compiled)
    EXPECT_EQ(ofThread, compiled.front());
}

TEST(KernelThreads, OrdersHaveEachKernel) {
  for (unsigned thread = 0; thread < numThreads; ++thread) {
    std::vector<bool> seen(numKernels);
    for (unsigned step = 0; step < numKernels; ++step)
      seen[nth(thread, step)] = true;
    EXPECT_EQ(llvm::count(seen, true), numKernels);
  }
}

TEST(KernelThreads, CompileAndLaunchAtOnce) {
  RuntimeFolder folder;
  // The second time, from disk.
  for (int time = 0; time < 2; ++time) {
    auto runtime = folder.make();
    launchAll(*runtime, cantFail(runtime->cpu()));
    EXPECT_EQ(folder.remarks, std::vector<std::string>());
  }
}

using GpuKernelThreads = GpuTest;

TEST_F(GpuKernelThreads, CompileAndLaunchAtOnce) {
  launchAll(*runtime, *device);
  EXPECT_EQ(folder->remarks, std::vector<std::string>());
  auto again = folder->make();
  launchAll(*again, takeDevice(*again));
  EXPECT_EQ(folder->remarks, std::vector<std::string>());
}

TEST(KernelThreads, OneKernelForManyKindsOfArguments) {
  RuntimeFolder folder;
  auto runtime = folder.makeWithoutDisk();
  Expected<Device &> device = runtime->cpu();
  ASSERT_TRUE(!!device) << toString(device.takeError());
  auto kernel = take(runtime->load(
      emptyModel({"int", "int", "int", "int", "int"}), "empty.cm"));
  std::atomic<unsigned> failed{0};
  onAllThreads([&](unsigned thread) {
    for (unsigned i = 0; i < 400; ++i) {
      unsigned kinds = (i + 16 * thread) % 243;
      std::vector<Argument> arguments;
      for (unsigned rest = kinds, k = 0; k < 5; ++k, rest /= 3)
        arguments.push_back(rest % 3 == 0 ? 1 : rest % 3 == 1 ? 16 : 7);
      Error error = kernel->launch(*device, {}, arguments);
      failed += static_cast<bool>(error);
      consumeError(std::move(error));
    }
  });
  EXPECT_EQ(failed, 0u);
}

TEST(KernelThreads, WhoWaitsForAFailureGetsItToo) {
  RuntimeFolder folder;
  auto runtime = folder.makeWithoutDisk();
  Expected<Device &> device = runtime->cpu();
  ASSERT_TRUE(!!device) << toString(device.takeError());
  KernelOptions options;
  options.constants = {{"BLOCK", "2000000"}}; // too many
  auto kernel = take(runtime->load(addModel(), "model.cm", options));
  std::atomic<unsigned> failures{0};
  onAllThreads([&](unsigned) {
    AddBuffers buffers(*device, 16);
    Error error = kernel->launch(*device, {}, buffers.arguments());
    failures += error.isA<CompileFailure>();
    consumeError(std::move(error));
  });
  EXPECT_EQ(failures, numThreads);
}

TEST(KernelThreads, CompileForManyTargetsAtOnce) {
  RuntimeFolder folder;
  auto runtime = folder.make();
  constexpr StringLiteral targets[] = {"sm_80", "cpu", "sm_90a",
                                       "cpu:x86-64-v3"};
  auto kernel = take(runtime->load(addModel(), "model.cm"));
  std::vector<std::vector<const CompiledKernel *>> compiled(numThreads);
  onAllThreads([&](unsigned thread) {
    for (unsigned i = 0; i < 4; ++i)
      compiled[thread].push_back(
          take(kernel->compile(targets[(thread + i) % 4],
                               "*fp32:16,*fp32:16,*fp32:16,i32,1024"))
              .get());
    std::rotate(compiled[thread].begin(),
                compiled[thread].begin() + (4 - thread % 4) % 4,
                compiled[thread].end());
  });
  for (const auto &ofThread : compiled)
    EXPECT_EQ(ofThread, compiled.front());
  EXPECT_EQ(folder.remarks, std::vector<std::string>());
}
