// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Calls of kernels by the guard alone: the registers of a fault, which each
/// processor has of its own. tests/release/check_aarch64.py runs these tests
/// for the other processor, too; they link no library of LLVM.
///
/// Not here: the faults of launches (KernelGuardTest.cpp).

#include "KernelGuard.h"

#include "gtest/gtest.h"

#include <atomic>
#include <csignal>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <thread>
#include <vector>

using namespace cm2tt;
using namespace cm2tt::runtime::cpu;

/// The code of the kernels: the linker defines its bounds.
#define KERNEL extern "C" __attribute__((noinline, section("kernels")))
extern "C" const char __start_kernels[], __stop_kernels[];

/// Stores 7 to the address, and returns 3.
KERNEL int32_t storeSeven(const HostLaunch *, const void *const *arguments) {
  **static_cast<volatile int *const *>(arguments[0]) = 7;
  return 3;
}

/// Copies a page from the first address to the second one, in the C library.
KERNEL int32_t copyPage(const HostLaunch *, const void *const *arguments) {
  std::memcpy(*static_cast<void *const *>(arguments[1]),
              *static_cast<const void *const *>(arguments[0]), 4096);
  return 0;
}

/// Stores with a stack pointer far below that of the caller.
KERNEL int32_t storeWithFrame(const HostLaunch *launch,
                              const void *const *arguments) {
  volatile char frame[100'000];
  frame[0] = 1;
  return storeSeven(launch, arguments) + frame[0];
}

namespace {
class GuardedCallTest : public testing::Test {
protected:
  void SetUp() override {
    hole = static_cast<char *>(mmap(nullptr, holeBytes, PROT_NONE,
                                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    ASSERT_NE(hole, MAP_FAILED);
  }
  void TearDown() override { munmap(hole, holeBytes); }

  static GuardedKernel kernel(HostKernel function) {
    GuardedKernel result;
    result.function = function;
    result.code.begin = reinterpret_cast<uint64_t>(__start_kernels);
    result.code.end = reinterpret_cast<uint64_t>(__stop_kernels);
    result.name = "kernel";
    return result;
  }

  /// The fault of a call with two addresses; of signal 0 if it had none.
  static MachineFault faultOf(HostKernel function, void *first,
                              void *second = nullptr) {
    KernelGuard &guard = KernelGuard::take();
    const void *arguments[] = {&first, &second};
    HostLaunch launch = {};
    int32_t result = 0;
    const bool returned =
        guard.call(kernel(function), &launch, arguments, result);
    const MachineFault fault = returned ? MachineFault() : guard.fault();
    guard.giveBack();
    return fault;
  }

  /// Expects an access to an address that is not mapped.
  static void expectAccess(const MachineFault &fault, const void *address) {
    EXPECT_EQ(fault.signal, SIGSEGV);
    ASSERT_TRUE(fault.address.has_value());
    EXPECT_EQ(*fault.address, reinterpret_cast<uint64_t>(address));
  }

  static constexpr size_t holeBytes = size_t(4) << 20;
  char *hole = nullptr;
};
} // namespace

TEST_F(GuardedCallTest, TheResultOfAKernel) {
  int stored = 0;
  void *address = &stored;
  const void *arguments[] = {&address};
  HostLaunch launch = {};
  int32_t result = 0;
  KernelGuard &guard = KernelGuard::take();
  EXPECT_TRUE(guard.call(kernel(storeSeven), &launch, arguments, result));
  guard.giveBack();
  EXPECT_EQ(result, 3);
  EXPECT_EQ(stored, 7);
}

TEST_F(GuardedCallTest, TheAddressOfAFault) {
  for (int i = 0; i < 1000; ++i)
    expectAccess(faultOf(storeSeven, hole + 4 * i), hole + 4 * i);
  expectAccess(faultOf(storeWithFrame, hole), hole);
  int stored = 0;
  EXPECT_EQ(faultOf(storeSeven, &stored).signal, 0);
}

TEST_F(GuardedCallTest, InAFunctionWithoutAFrame) {
  std::vector<char> page(4096), other(4096);
  EXPECT_EQ(faultOf(copyPage, page.data(), other.data()).signal, 0);
  EXPECT_EQ(faultOf(copyPage, hole, page.data()).signal, SIGSEGV);
  EXPECT_EQ(faultOf(copyPage, page.data(), hole).signal, SIGSEGV);
}

/// After a fault, the caller's registers and stack are as before.
TEST_F(GuardedCallTest, TheCallerContinues) {
  double sum = 0.5;
  std::vector<std::string> texts;
  for (int i = 0; i < 100; ++i) {
    texts.push_back(std::to_string(i));
    expectAccess(faultOf(storeSeven, hole + i), hole + i);
    sum += i;
  }
  EXPECT_EQ(sum, 4950.5);
  EXPECT_EQ(texts[99], "99");
}

TEST_F(GuardedCallTest, OnManyThreads) {
  std::atomic<int> faults{0};
  std::vector<std::thread> threads;
  for (int number = 0; number < 8; ++number)
    threads.emplace_back([&, number] {
      for (int i = 0; i < 200; ++i) {
        char *address = hole + 4096 * number + 4 * i;
        const MachineFault fault = faultOf(storeSeven, address);
        faults += fault.address == reinterpret_cast<uint64_t>(address);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(faults, 1600);
}
