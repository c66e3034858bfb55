// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tests of the CUDA device on a real GPU; skipped where there is none. What
/// the fake driver cannot tell: that the driver takes what it is given.
///
/// Not here: kernels that cm2tt compiled (tests/cases/gpu).

#include "tests/unit/runtime/Kernels/GpuTesting.h"

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Runtime/CudaDevice.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

/// `step` adds `n` to each of the first ints of a buffer, one a thread.
static const char stepPtx[] = R"(.version 7.0
.target sm_80
.address_size 64
.visible .entry step(.param .u64 data, .param .u32 n) {
  .reg .u32 %r<6>;
  .reg .u64 %d<4>;
  ld.param.u64 %d0, [data];
  ld.param.u32 %r0, [n];
  cvta.to.global.u64 %d1, %d0;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.u32 %r4, %r1, %r2, %r3;
  mul.wide.u32 %d2, %r4, 4;
  add.u64 %d3, %d1, %d2;
  ld.global.u32 %r5, [%d3];
  add.u32 %r5, %r5, %r0;
  st.global.u32 [%d3], %r5;
  ret;
}
)";

namespace {
/// A GPU with a stream, the kernel and 1024 zeros.
class GpuDevice : public testing::Test {
protected:
  void SetUp() override {
    useInstalledDriver();
    if (std::string reason = missingGpu(); !reason.empty())
      GTEST_SKIP() << "needs a GPU: " << reason;
    Expected<std::unique_ptr<Device>> opened = openCudaDevice();
    ASSERT_TRUE(!!opened) << toString(opened.takeError());
    device = std::move(*opened);
    stream = take(device->createStream());
    buffer = take(device->allocate(sizeof(zeros)));
    check(device->fill(buffer.handle(), 0, sizeof(zeros)));
    load(stepPtx);
  }
  void TearDown() override {
    module.reset();
    buffer.reset();
    stream.reset();
  }

  void load(StringRef image) {
    KernelMetadata metadata;
    metadata.name = "step";
    metadata.numWarps = 4;
    metadata.parameters.resize(2);
    module = take(device->load(image));
    kernel = take(device->kernel(module, metadata));
  }
  /// Adds `n` to 128 * `blocks` ints.
  Error step(uint32_t n, StreamHandle on, uint32_t blocks = 8,
             const LaunchAttributes &attributes = {}) {
    uint64_t address = buffer.handle();
    void *arguments[] = {&address, &n};
    return device->launch(kernel, {blocks}, on, arguments, attributes);
  }
  /// All ints if they are alike, else -1.
  int64_t value() {
    check(device->copyOut({reinterpret_cast<char *>(zeros), sizeof(zeros)},
                          buffer.handle()));
    for (uint32_t each : zeros)
      if (each != zeros[0])
        return -1;
    return zeros[0];
  }

  static void check(Error error) {
    if (error)
      ADD_FAILURE() << toString(std::move(error));
  }
  template <typename T> static T take(Expected<T> made) {
    if (made)
      return std::move(*made);
    ADD_FAILURE() << toString(made.takeError());
    return T();
  }

  uint32_t zeros[1024] = {};
  std::unique_ptr<Device> device;
  Stream stream;
  DeviceBuffer buffer;
  Module module;
  KernelHandle kernel;
};
} // namespace

TEST_F(GpuDevice, Facts) {
  DeviceProperties properties = take(device->getProperties());
  EXPECT_GE(take(numCudaDevices()), 1u);
  EXPECT_EQ(properties.name, device->name());
  EXPECT_GE(properties.computeMajor, 8u);
  EXPECT_GT(properties.processors, 0u);
  EXPECT_GE(properties.driverVersion, 12000u);
  EXPECT_GT(properties.memoryBytes, properties.freeBytes);
}

TEST_F(GpuDevice, Attributes) {
  StreamHandle on = stream.handle();
  check(step(1, on));
  check(step(2, on, 8, {true, {}}));
  check(device->synchronize(on));
  EXPECT_EQ(value(), 3);
  if (take(device->getProperties()).computeMajor < 9)
    return;
  check(step(4, on, 8, {false, {4, 1, 1}}));
  check(step(8, on, 8, {true, {2, 1, 1}}));
  check(device->synchronize(on));
  EXPECT_EQ(value(), 15);
  // 8 blocks are no clusters of 3.
  EXPECT_NE(toString(step(1, on, 8, {false, {3, 1, 1}})), "");
  Error large = step(1, on, 1 << 30, {true, {}});
  EXPECT_TRUE(large.isA<ResourceError>());
  consumeError(std::move(large));
}

TEST_F(GpuDevice, LinkedCodeIsLoaded) {
  std::string cubin = take(device->link(stepPtx));
  EXPECT_TRUE(StringRef(cubin).starts_with("\x7f"
                                           "ELF"));
  EXPECT_EQ(take(device->link(cubin)), cubin);
  load(cubin);
  check(step(5, 0));
  EXPECT_EQ(value(), 5);
  std::string message = toString(device->link("nonsense").takeError());
  EXPECT_TRUE(StringRef(message).starts_with("cuLinkAddData failed: "))
      << message;
}

TEST_F(GpuDevice, WorkOnStreams) {
  HostBuffer host = take(device->allocateHost(sizeof(zeros)));
  auto *ints = reinterpret_cast<uint32_t *>(host.handle());
  std::fill_n(ints, 1024, 7);
  ArrayRef<char> bytes(reinterpret_cast<char *>(ints), sizeof(zeros));
  DeviceBuffer copy = take(device->allocate(sizeof(zeros)));
  Stream other = take(device->createStream());
  Event begin = take(device->createEvent()), end = take(device->createEvent());
  check(device->record(begin, stream.handle()));
  check(device->copyInAsync(buffer.handle(), bytes, stream.handle()));
  check(step(1, stream.handle()));
  check(device->copyAsync(copy.handle(), buffer.handle(), sizeof(zeros),
                          stream.handle()));
  check(device->record(end, stream.handle()));
  check(device->streamWait(other.handle(), end));
  check(device->copyOutAsync({reinterpret_cast<char *>(ints), sizeof(zeros)},
                             copy.handle(), other.handle()));
  check(device->fillAsync(buffer.handle(), 0, sizeof(zeros), other.handle()));
  check(device->synchronize(other.handle()));
  EXPECT_EQ(ints[0], 8u);
  EXPECT_EQ(ints[1023], 8u);
  EXPECT_EQ(value(), 0);
  EXPECT_GT(take(device->elapsedMilliseconds(begin, end)), 0);
}

/// From the last GPU, which may be the same one, to the first: a copy waits for
/// an event, and freeing its source for the copy.
TEST_F(GpuDevice, CopiesFromAnotherGpu) {
  std::unique_ptr<Device> peer =
      take(openCudaDevice(take(numCudaDevices()) - 1));
  constexpr uint64_t size = uint64_t(1) << 28;
  DeviceBuffer here = take(device->allocate(size));
  Stream queue = take(peer->createStream());
  Event filled = take(peer->createEvent());
  for (uint32_t round = 1; round < 6; ++round) {
    DeviceBuffer there = take(peer->allocate(size));
    check(peer->fillNumbersAsync(there.handle(), {round, 4}, size / 4,
                                 queue.handle()));
    check(peer->record(filled, queue.handle()));
    check(device->streamWait(stream.handle(), filled));
    check(copyBetweenAsync({device.get(), here.handle()},
                           {peer.get(), there.handle()}, size, *device,
                           stream.handle()));
    there.reset();
    // Likely the same memory.
    there = take(peer->allocate(size));
    check(peer->fill(there.handle(), 0xff, size));
    check(device->synchronize(stream.handle()));
    for (uint64_t at : {uint64_t(0), size / 2, size - 4}) {
      uint32_t number = 0;
      check(device->copyOut({reinterpret_cast<char *>(&number), 4},
                            here.handle() + at));
      EXPECT_EQ(number, round);
    }
  }
}

TEST_F(GpuDevice, Graphs) {
  StreamHandle on = stream.handle();
  EXPECT_FALSE(take(device->isCapturing(0)));
  EXPECT_FALSE(take(device->isCapturing(on)));
  check(device->beginCapture(on));
  EXPECT_TRUE(take(device->isCapturing(on)));
  check(step(1, on));
  check(step(10, on, 8, {true, {}}));
  Graph graph = take(device->endCapture(on));
  EXPECT_FALSE(take(device->isCapturing(on)));
  check(device->synchronize(on));
  EXPECT_EQ(value(), 0);
  for (int i = 0; i < 3; ++i)
    check(device->launchGraph(graph, on));
  check(device->synchronize(on));
  EXPECT_EQ(value(), 33);
}

TEST_F(GpuDevice, WhatACaptureDoesNotTake) {
  StreamHandle on = stream.handle();
  check(device->beginCapture(on));
  EXPECT_NE(toString(device->synchronize(on)), "");
  EXPECT_NE(toString(device->endCapture(on).takeError()), "");
  EXPECT_FALSE(take(device->isCapturing(on)));
  EXPECT_NE(toString(device->beginCapture(0)), "");
}

TEST_F(GpuDevice, TooMuch) {
  DeviceProperties properties = take(device->getProperties());
  std::string message =
      toString(device->allocate(properties.memoryBytes * 4).takeError());
  EXPECT_NE(message.find("are free"), std::string::npos) << message;
  KernelMetadata metadata;
  metadata.name = "step";
  metadata.sharedBytes = properties.sharedBytes + 1;
  Expected<KernelHandle> none = device->kernel(module, metadata);
  EXPECT_TRUE(none.errorIsA<ResourceError>());
  consumeError(none.takeError());
}
