// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Faults of kernels on the CPU: those that are errors of the launch, and those
/// that other handlers get.
///
/// Not here: checked launches (CheckedLaunchTest.cpp), the faults of a JVM
/// (CrashGuardTest.java, KernelFaultTest.java).

#include "CpuDeviceFixture.h"

#include "llvm/ADT/StringExtras.h"

#include <atomic>
#include <csetjmp>
#include <csignal>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

namespace {
class KernelGuardTest : public CpuDeviceTest {
protected:
  void SetUp() override {
    CpuDeviceTest::SetUp();
    mapHole();
  }
  void TearDown() override { munmap(hole, 64 * pageBytes); }

  /// Maps memory that is not accessible.
  void mapHole() {
    pageBytes = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    hole = static_cast<char *>(mmap(nullptr, 64 * pageBytes, PROT_NONE,
                                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    ASSERT_NE(hole, MAP_FAILED);
  }

  /// Launches a kernel on that memory.
  std::string storeToHole(unsigned programs = 1) {
    void *arguments[] = {&hole};
    return launch(kernel("stores", 1), {programs}, arguments);
  }

  size_t pageBytes = 0;
  char *hole = nullptr;
};

const char *const remedy =
    "\nnote: a checked launch reports the access and its line: "
    "kernel.checked() in Java, `checked` in KernelOptions and in "
    "cm2tt_kernel_options, or CM2TT_CHECK=1";
} // namespace

static std::string hexOf(const void *address) {
  return utohexstr(reinterpret_cast<uintptr_t>(address), /*LowerCase=*/true);
}

TEST_F(KernelGuardTest, AStoreOutsideOfMemory) {
  std::string address = hexOf(hole);
  for (int i = 0; i < 1000; ++i)
    ASSERT_EQ(storeToHole(),
              "kernel 'stores' stopped in program (0, 0, 0): it accessed "
              "memory that is not mapped, at address 0x" +
                  address + ", 0 bytes after the address of 'p'" + remedy);
  // The device can be used as before.
  std::vector<float> out(100);
  void *pointer = out.data(), *arguments[] = {&pointer};
  EXPECT_EQ(launch(kernel("stores", 1), {100}, arguments), "");
  EXPECT_EQ(out[99], 1.0f);
}

TEST_F(KernelGuardTest, TheNearestBuffer) {
  auto buffer = device->allocate(64);
  ASSERT_TRUE(!!buffer);
  uint64_t address = buffer->handle();
  int64_t index = (int64_t(1) << 44) / 4;
  void *arguments[] = {&address, &index};
  KernelHandle stores = kernel("stores_at", 2, 0, {}, {"*fp32", "i64"});
  std::string place = utohexstr(address + (uint64_t(1) << 44), true);
  EXPECT_EQ(launch(stores, {1}, arguments),
            "kernel 'stores_at' stopped in program (0, 0, 0): it accessed "
            "memory that is not mapped, at address 0x" +
                place +
                ", 17592186044352 bytes after the end of 'p', which has 64 "
                "bytes" +
                remedy);
  index = -index;
  EXPECT_TRUE(StringRef(launch(stores, {1}, arguments))
                  .contains(", 17592186044416 bytes before 'p', which has 64 "
                            "bytes\n"));
}

TEST_F(KernelGuardTest, FaultsOnAllThreads) {
  for (int i = 0; i < 200; ++i) {
    std::string text = storeToHole(100000);
    ASSERT_TRUE(StringRef(text).starts_with("kernel 'stores' stopped in one "
                                            "of the programs ("))
        << text;
  }
}

TEST_F(KernelGuardTest, OnStreams) {
  auto stream = device->createStream();
  ASSERT_TRUE(!!stream);
  void *arguments[] = {&hole};
  KernelHandle stores = kernel("stores", 1);
  cantFail(device->launch(stores, {1}, stream->handle(), arguments));
  Error error = device->synchronize(stream->handle());
  EXPECT_TRUE(error.isA<KernelFault>());
  consumeError(std::move(error));
}

TEST_F(KernelGuardTest, InFunctionsWithoutAFrame) {
  char from[4096] = {};
  char *source = from;
  uint64_t bytes = sizeof(from);
  void *arguments[] = {&hole, &source, &bytes};
  KernelHandle copies = kernel("copies", 3, 0, {}, {"*fp32", "*fp32", "i64"});
  EXPECT_TRUE(StringRef(launch(copies, {1}, arguments))
                  .starts_with("kernel 'copies' stopped in program (0, 0, 0)"));
  // The other direction.
  void *swapped[] = {&source, &hole, &bytes};
  EXPECT_TRUE(StringRef(launch(copies, {1}, swapped))
                  .starts_with("kernel 'copies' stopped in program (0, 0, 0)"));
}

TEST_F(KernelGuardTest, AddressesBeyondTheAddressSpace) {
  uint64_t address = uint64_t(1) << 62;
  void *arguments[] = {&address};
  std::string text = launch(kernel("stores", 1), {1}, arguments);
  EXPECT_TRUE(StringRef(text).starts_with(
      "kernel 'stores' stopped in program (0, 0, 0): it accessed memory that "
      "is not mapped"))
      << text;
}

#if defined(__x86_64__)
TEST_F(KernelGuardTest, DivisionsByZero) {
  int32_t out = 0, dividend = 7, divisor = 0;
  void *pointer = &out, *arguments[] = {&pointer, &dividend, &divisor};
  KernelHandle divides = kernel("divides", 3, 0, {}, {"*i32", "i32", "i32"});
  EXPECT_EQ(launch(divides, {1}, arguments),
            "kernel 'divides' stopped in program (0, 0, 0): an integer was "
            "divided by 0, or a quotient overflowed\n"
            "note: divide by 1 where the divisor is 0, by a select");
  divisor = 2;
  EXPECT_EQ(launch(divides, {1}, arguments), "");
  EXPECT_EQ(out, 3);
}
#endif

//===----------------------------------------------------------------------===//
// Faults of others
//===----------------------------------------------------------------------===//

static thread_local sigjmp_buf leave;
static std::atomic<unsigned> hostFaults{0};

/// A handler that continues, as that of a JVM.
static void handleHost(int) {
  ++hostFaults;
  siglongjmp(leave, 1);
}

/// Faults that the host's handler handles.
static void faultInHost(char *at, unsigned count) {
  for (volatile unsigned i = 0; i < count; i = i + 1)
    if (!sigsetjmp(leave, /*savemask=*/1))
      *const_cast<volatile char *>(at) = 1;
}

namespace {
/// Tests in processes of their own, which install handlers before the device
/// does.
class KernelGuardProcessTest : public KernelGuardTest {
protected:
  void SetUp() override {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    mapHole();
  }

  void open(CpuDeviceOptions options = {}) {
    options.threads = 2;
    CpuDeviceTest::open(options);
  }
};
} // namespace

TEST_F(KernelGuardProcessTest, TheHostKeepsItsFaults) {
  EXPECT_EXIT(
      {
        signal(SIGSEGV, handleHost);
        open();
        std::thread other([&] { faultInHost(hole, 1000); });
        for (int i = 0; i < 1000; ++i)
          if (storeToHole().empty())
            _exit(1);
        other.join();
        faultInHost(hole, 10);
        _exit(hostFaults == 1010 ? 0 : 2);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(KernelGuardProcessTest, FaultsThatMayHoldALockAreOfTheHost) {
  EXPECT_EXIT(
      {
        open();
        auto loaded = device->load(fileBytes(HOST_KERNEL_PRINTS));
        module = std::move(*loaded);
        void *arguments[] = {&hole};
        launch(kernel("prints", 1), {1}, arguments);
      },
      testing::KilledBySignal(SIGSEGV),
      "cm2tt: a fault in a function that the kernel 'prints' calls");
}

TEST_F(KernelGuardProcessTest, WithoutGuards) {
  EXPECT_EXIT(
      {
        CpuDeviceOptions options;
        options.guardsKernels = false;
        open(options);
        storeToHole();
      },
      testing::KilledBySignal(SIGSEGV), "");
}
