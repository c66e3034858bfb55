// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tests of the CPU device on kernels that a C++ compiler compiled
/// (tests/unit/runtime/Cpu/HostKernels.cpp).
///
/// Not here: kernels that cm2tt compiled (tests/cases/kernels).

#include "CpuDeviceFixture.h"
#include "CpuInternals.h"

#include "cm2tt/Runtime/AccessChecker.h"

#include "llvm/Support/Endian.h"

#include <sched.h>
#include <thread>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

//===----------------------------------------------------------------------===//
// Sharing out programs
//===----------------------------------------------------------------------===//

TEST(ProgramQueue, ChunksShrinkToOne) {
  using cpu::ProgramQueue;
  EXPECT_EQ(ProgramQueue::chunk(1, 1), 1u);
  EXPECT_EQ(ProgramQueue::chunk(63, 8), 1u);
  EXPECT_EQ(ProgramQueue::chunk(128, 8), 2u);
  EXPECT_EQ(ProgramQueue::chunk(uint64_t(1) << 63, 1), uint64_t(1) << 60);
  EXPECT_EQ(ProgramQueue::chunk(uint64_t(1) << 63, 128), uint64_t(1) << 53);
}

TEST(ProgramQueue, GivesEachProgramOnce) {
  for (uint64_t total : {uint64_t(0), uint64_t(1), uint64_t(1000),
                         uint64_t(1) << 32, uint64_t(1) << 63}) {
    for (unsigned threads : {1u, 3u, 256u}) {
      cpu::ProgramQueue queue(total, threads);
      uint64_t begin = 0, end = 0, next = 0, chunks = 0;
      for (; queue.take(begin, end); ++chunks, next = end) {
        ASSERT_EQ(begin, next);
        ASSERT_LT(begin, end);
      }
      EXPECT_EQ(next, total);
      EXPECT_EQ(queue.left(), 0u);
      // Few: some for each thread, and as many again for each halving.
      EXPECT_LE(chunks, 8 * threads * 64);
    }
  }
}

TEST(ProgramQueue, NothingIsLeftAfterADrop) {
  cpu::ProgramQueue queue(uint64_t(1) << 40, 2);
  uint64_t begin, end;
  EXPECT_TRUE(queue.take(begin, end));
  EXPECT_GT(queue.left(), 0u);
  queue.drop();
  EXPECT_EQ(queue.left(), 0u);
  EXPECT_FALSE(queue.take(begin, end));
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

TEST_F(CpuDeviceTest, RunsEachProgramOnce) {
  KernelHandle counting = kernel("count", 1);
  EXPECT_EQ(counting.parameters, 1u);
  for (Dim3 grid : {Dim3{1, 1, 1}, Dim3{7, 1, 1}, Dim3{3, 5, 7},
                    Dim3{1, 1, 1001}, Dim3{997, 31, 3}, Dim3{0, 5, 5}}) {
    std::vector<uint32_t> counters(size_t(grid.x) * grid.y * grid.z + 1);
    void *pointer = counters.data(), *arguments[] = {&pointer};
    for (uint32_t times = 1; times < 4; ++times) {
      EXPECT_EQ(launch(counting, grid, arguments), "");
      EXPECT_TRUE(all_of(ArrayRef(counters).drop_back(),
                         [&](uint32_t count) { return count == times; }));
      EXPECT_EQ(counters.back(), 0u);
    }
  }
}

TEST_F(CpuDeviceTest, ManySmallLaunches) {
  KernelHandle counting = kernel("count", 1);
  std::vector<uint32_t> counters(16);
  void *pointer = counters.data(), *arguments[] = {&pointer};
  uint32_t expected[16] = {};
  for (unsigned i = 0; i < 20000; ++i) {
    unsigned programs = i % 17;
    EXPECT_EQ(launch(counting, {programs}, arguments), "");
    for (unsigned k = 0; k < programs; ++k)
      ++expected[k];
    // Some come when all threads sleep.
    if (i % 1000 == 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(ArrayRef(counters), ArrayRef(expected));
}

TEST_F(CpuDeviceTest, LaunchesFromManyThreads) {
  KernelHandle counting = kernel("count", 1);
  std::vector<std::vector<uint32_t>> counters(8, std::vector<uint32_t>(300));
  std::vector<std::thread> threads;
  for (std::vector<uint32_t> &mine : counters)
    threads.emplace_back([&] {
      void *pointer = mine.data(), *arguments[] = {&pointer};
      for (unsigned i = 0; i < 500; ++i)
        EXPECT_EQ(launch(counting, {30, 10}, arguments), "");
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const std::vector<uint32_t> &mine : counters)
    EXPECT_TRUE(all_of(mine, [](uint32_t count) { return count == 500; }));
}

TEST_F(CpuDeviceTest, ArgumentsHaveTheirSizes) {
  double out[4] = {};
  void *pointer = out;
  // The bytes after a narrow value do not affect the kernel.
  uint64_t number = 0xffffffff00000000, flag = 0xffffffffffffff01;
  float value = 2.5;
  std::memcpy(&number, &value, sizeof(value));
  int64_t large = -(int64_t(1) << 40);
  void *arguments[] = {&pointer, &number, &flag, &large};
  EXPECT_EQ(launch(kernel("scalars", 4), {1, 1, 1}, arguments), "");
  EXPECT_EQ(out[0], 2.5);
  EXPECT_EQ(out[1], 1);
  EXPECT_EQ(out[2], static_cast<double>(large));
  EXPECT_EQ(out[3], 111);
}

TEST_F(CpuDeviceTest, ScratchIsAlignedAndOnesOwn) {
  uint32_t wrong = 0;
  void *pointer = &wrong;
  // Smaller after larger: what has grown stays.
  for (int64_t bytes : {8, 64, 1000, 100000, 200}) {
    KernelHandle using_ = kernel("scratch", 2, bytes);
    void *arguments[] = {&pointer, &bytes};
    EXPECT_EQ(launch(using_, {500}, arguments), "");
    EXPECT_EQ(wrong, 0u) << bytes;
  }
}

TEST_F(CpuDeviceTest, ProgramsThatTakeLongerThanLastTime) {
  // First so little work that no thread is woken, then more.
  uint32_t wrong = 0;
  int64_t bytes = 8;
  void *pointer = &wrong, *arguments[] = {&pointer, &bytes};
  KernelHandle using_ = kernel("scratch", 2, 1 << 20);
  for (int64_t size : {8, 8, 1 << 20, 8, 1 << 18}) {
    bytes = size;
    EXPECT_EQ(launch(using_, {64}, arguments), "");
    EXPECT_EQ(wrong, 0u) << size;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

TEST_F(CpuDeviceTest, TooMuchScratch) {
  uint32_t wrong = 0;
  int64_t bytes = 8;
  void *pointer = &wrong, *arguments[] = {&pointer, &bytes};
  KernelHandle greedy = kernel("scratch", 2, uint64_t(1) << 62);
  EXPECT_EQ(launch(greedy, {500}, arguments),
            "kernel 'scratch' needs 4611686018427387904 bytes of memory for "
            "each of 4 threads, which there are not: use smaller tiles or "
            "fewer threads");
  EXPECT_EQ(launch(kernel("scratch", 2, 8), {500}, arguments), "");
}

TEST_F(CpuDeviceTest, CallsLibraries) {
  float out[3] = {};
  void *pointer = out, *arguments[] = {&pointer};
  EXPECT_EQ(launch(kernel("libraries", 1), {1}, arguments), "");
  EXPECT_FLOAT_EQ(out[0], 0.479425539f);
  EXPECT_EQ(out[1], 0x1p50f);
  EXPECT_EQ(out[2], 1.5f);
}

TEST_F(CpuDeviceTest, LaunchErrors) {
  KernelHandle counting = kernel("count", 1);
  EXPECT_EQ(launch(counting, {1}, {}),
            "the kernel takes 1 arguments: 0 were given");
  EXPECT_EQ(launch(kernel("stops", 0), {3}, {}),
            "kernel 'stops' stopped without a message");
  uint32_t most = UINT32_MAX;
  EXPECT_EQ(launch(kernel("nothing", 0), {most, most, most}, {}),
            "a grid of 4294967295x4294967295x4294967295 has more than 2^63 "
            "programs");
}

//===----------------------------------------------------------------------===//
// Assertions and checks
//===----------------------------------------------------------------------===//

TEST_F(CpuDeviceTest, AFailedAssertionSaysWhere) {
  KernelSite site;
  site.kind = KernelSite::Kind::Assert;
  site.shape = {2, 8};
  site.file = "Kernel.java";
  site.line = 12;
  site.column = 9;
  site.message = "x is positive";
  KernelHandle failing = kernel("fails", 2, 0, {site});
  uint64_t done = 0;
  int64_t which = 0;
  void *pointer = &done, *arguments[] = {&pointer, &which};
  // The only program.
  EXPECT_EQ(launch(failing, {1}, arguments),
            "Kernel.java:12:9: assertion failed: x is positive: in program "
            "(0, 0, 0), element [1, 3]");
  EXPECT_EQ(done, 0u);
  // The last one, on any thread.
  which = 3 * 5 * 7 - 1;
  Error error = device->launch(failing, {3, 5, 7}, 0, arguments);
  ASSERT_TRUE(error.isA<KernelFault>());
  handleAllErrors(std::move(error), [](const KernelFault &fault) {
    EXPECT_EQ(fault.diagnostics[0].line, 12u);
    EXPECT_EQ(fault.diagnostics[0].column, 9u);
    EXPECT_EQ(fault.diagnostics[0].message,
              "assertion failed: x is positive: in program (2, 4, 6), element "
              "[1, 3]");
  });
  EXPECT_EQ(done, 104u);
}

TEST_F(CpuDeviceTest, AFailedAssertionEndsTheLaunch) {
  KernelHandle failing = kernel("fails", 2);
  uint64_t done = 0;
  int64_t which = 10;
  void *pointer = &done, *arguments[] = {&pointer, &which};
  std::string text = launch(failing, {1u << 31, 1u << 16, 1u << 10}, arguments);
  EXPECT_EQ(StringRef(text).take_front(30), "assertion failed: in program (");
  EXPECT_LE(done, 10u);
  // The device can be used as before.
  std::vector<uint32_t> counters(100);
  pointer = counters.data();
  EXPECT_EQ(launch(kernel("count", 1), {100}, ArrayRef(arguments, 1)), "");
  EXPECT_TRUE(all_of(counters, [](uint32_t count) { return count == 1; }));
}

namespace {
/// Refuses odd programs and notes whom it is asked about.
class OddChecker final : public AccessChecker {
public:
  void setGrid(const Dim3 &grid) override { extents.push_back(grid.x); }
  bool access(uint32_t, uint64_t program, uint64_t, const void *,
              const void *value) override {
    uint32_t written;
    std::memcpy(&written, value, sizeof(written));
    EXPECT_EQ(written, program);
    programs.push_back(program);
    return program % 2 == 0;
  }

  std::vector<uint32_t> extents;
  std::vector<uint64_t> programs;
};
} // namespace

TEST_F(CpuDeviceTest, ACheckerIsAskedInOrder) {
  OddChecker checker;
  CpuDeviceOptions options;
  options.checker = &checker;
  open(options);
  uint32_t out[100] = {};
  void *pointer = out, *arguments[] = {&pointer};
  EXPECT_EQ(launch(kernel("checked", 1), {100}, arguments), "");
  EXPECT_EQ(checker.extents, std::vector<uint32_t>({100}));
  ASSERT_EQ(checker.programs.size(), 100u);
  for (uint32_t i = 0; i < 100; ++i) {
    EXPECT_EQ(checker.programs[i], i);
    EXPECT_EQ(out[i], i % 2 ? 0 : i);
  }
}

//===----------------------------------------------------------------------===//
// The rest of the device
//===----------------------------------------------------------------------===//

TEST_F(CpuDeviceTest, NameAndTarget) {
  EXPECT_EQ(device->target(), "cpu");
  EXPECT_TRUE(device->name().ends_with(", 4 threads")) << device->name().str();
  open({/*threads=*/1});
  EXPECT_TRUE(device->name().ends_with(", 1 thread")) << device->name().str();
}

TEST_F(CpuDeviceTest, AsManyThreadsAsTheProcessMayUse) {
  cpu_set_t all, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof(all), &all), 0);
  EXPECT_EQ(availableCpus(), unsigned(CPU_COUNT(&all)));
  CPU_ZERO(&one);
  for (unsigned i = 0; CPU_COUNT(&one) == 0; ++i)
    if (CPU_ISSET(i, &all))
      CPU_SET(i, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  EXPECT_EQ(availableCpus(), 1u);
  open({});
  EXPECT_TRUE(device->name().ends_with(", 1 thread")) << device->name().str();
  sched_setaffinity(0, sizeof(all), &all);
}

TEST_F(CpuDeviceTest, Memory) {
  for (uint64_t bytes : {0, 1, 300, 5 << 20}) {
    Expected<DeviceBuffer> buffer = device->allocate(bytes);
    ASSERT_TRUE(!!buffer) << toString(buffer.takeError());
    EXPECT_EQ(buffer->handle() % 256, 0u);
    std::vector<char> there(bytes, 7), back(bytes);
    EXPECT_FALSE(device->copyIn(buffer->handle(), there));
    EXPECT_FALSE(device->copyOut(back, buffer->handle()));
    EXPECT_EQ(there, back);
    EXPECT_FALSE(device->fill(buffer->handle(), 9, bytes / 2));
    EXPECT_FALSE(device->copyOut(back, buffer->handle()));
    std::fill_n(there.begin(), bytes / 2, 9);
    EXPECT_EQ(there, back);
  }
  for (uint64_t bytes : {uint64_t(1) << 62, UINT64_MAX}) {
    Expected<DeviceBuffer> buffer = device->allocate(bytes);
    EXPECT_FALSE(!!buffer);
    EXPECT_EQ(toString(buffer.takeError()),
              "there are no " + std::to_string(bytes) +
                  " bytes of memory for a buffer");
  }
}

TEST_F(CpuDeviceTest, StreamsAndEvents) {
  Expected<Stream> stream = device->createStream();
  ASSERT_TRUE(!!stream);
  EXPECT_NE(stream->handle(), 0u);
  Expected<Event> begin = device->createEvent(), end = device->createEvent();
  ASSERT_TRUE(begin && end);
  Expected<double> none = device->elapsedMilliseconds(*begin, *end);
  EXPECT_EQ(toString(none.takeError()),
            "an event was not recorded: it has no time");
  EXPECT_FALSE(device->record(*begin, stream->handle()));
  // The stream's thread may come to it later.
  EXPECT_FALSE(device->synchronize(stream->handle()));
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  EXPECT_FALSE(device->record(*end, stream->handle()));
  Expected<double> time = device->elapsedMilliseconds(*begin, *end);
  ASSERT_TRUE(!!time);
  EXPECT_GE(*time, 2);
  EXPECT_FALSE(device->synchronize(stream->handle()));
}

TEST_F(CpuDeviceTest, BadImages) {
  const std::string begin = "the object code cannot be loaded: ";
  EXPECT_EQ(loadError(""), begin + "it has 0 bytes only");
  EXPECT_EQ(loadError(std::string(100, 'x')), begin + "it is not an ELF file");
  EXPECT_EQ(loadError(fileBytes("/proc/self/exe")),
            begin + "it is linked already: expected an object file");
  std::string image = fileBytes(HOST_KERNELS);
  EXPECT_EQ(loadError(StringRef(image).take_front(100)),
            begin + "it ends before its section headers");
  std::string empty = image;
  empty[60] = empty[61] = 0; // e_shnum
  EXPECT_EQ(loadError(empty), begin + "it has no symbols");
  std::string other = image;
  other[18] = 3; // e_machine: x86 of 32 bits
  other[19] = 0;
  EXPECT_EQ(loadError(other), begin + "it is for another processor: machine 3");
  EXPECT_EQ(loadError(fileBytes(HOST_KERNEL_UNRESOLVED)),
            begin + "it calls 'cm2tt_no_such_function', which the C library "
                    "does not have");
  KernelMetadata metadata;
  metadata.name = "none";
  EXPECT_EQ(toString(device->kernel(module, metadata).takeError()),
            "the object code has no kernel 'none'");
}

/// The number at an offset of an ELF file, of a computer with the least
/// significant byte first.
template <typename T> static T numberAt(const std::string &image, size_t at) {
  return llvm::support::endian::read<T, llvm::endianness::little>(&image[at]);
}

TEST_F(CpuDeviceTest, RelocationsOutsideOfCode) {
  std::string image = fileBytes(HOST_KERNELS);
  auto header = [&](unsigned section) {
    return numberAt<uint64_t>(image, 40) + 64 * section; // e_shoff
  };
  unsigned changed = 0;
  for (unsigned i = 0; i < numberAt<uint16_t>(image, 60); ++i) {
    constexpr uint32_t rela = 4, executable = 4;
    size_t code = header(numberAt<uint32_t>(image, header(i) + 44)); // sh_info
    if (numberAt<uint32_t>(image, header(i) + 4) != rela ||
        !(numberAt<uint64_t>(image, code + 8) & executable))
      continue;
    uint64_t first = numberAt<uint64_t>(image, header(i) + 24);
    uint64_t size = numberAt<uint64_t>(image, header(i) + 32);
    uint64_t end = numberAt<uint64_t>(image, code + 32);
    for (uint64_t entry = first; entry < first + size; entry += 24, ++changed)
      llvm::support::endian::write<uint64_t, llvm::endianness::little>(
          &image[entry], end - 2);
  }
  ASSERT_GT(changed, 0u);
  EXPECT_EQ(loadError(image), "the object code cannot be loaded: a relocation "
                              "is outside of its section");
}

TEST_F(CpuDeviceTest, TruncatedImages) {
  std::string image = fileBytes(HOST_KERNELS);
  for (size_t size = 0; size < image.size(); ++size)
    EXPECT_NE(loadError(StringRef(image).take_front(size)), "") << size;
}

TEST_F(CpuDeviceTest, DamagedImages) {
  std::string image = fileBytes(HOST_KERNELS);
  // The result is not a crash.
  for (size_t i = 0; i < image.size(); ++i)
    for (char byte : {char(image[i] ^ 1 << i % 8), '\xff', '\x7f'}) {
      std::string damaged = image;
      damaged[i] = byte;
      loadError(damaged);
    }
}

TEST_F(CpuDeviceTest, AnImageNeedsNoAlignment) {
  std::string shifted = "x" + fileBytes(HOST_KERNELS);
  EXPECT_EQ(loadError(StringRef(shifted).drop_front()), "");
}
