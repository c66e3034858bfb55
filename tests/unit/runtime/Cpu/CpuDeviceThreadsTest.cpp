// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tests of the CPU device from many threads at once: what is given back while
/// others work, and who waits for whom. Also built with sanitizers.
///
/// Not here: what streams do by themselves (CpuStreamsTest.cpp).

#include "CpuDeviceFixture.h"

#include <atomic>
#include <thread>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

namespace {
/// A device that threads make things on, use and give back.
class CpuDeviceThreads : public CpuDeviceTest {
protected:
  static constexpr unsigned numThreads = 6;
  /// Programs of a launch, and numbers in a buffer.
  static constexpr uint32_t length = 4096;
  static constexpr uint64_t bytes = length * sizeof(uint32_t);

  void SetUp() override {
    CpuDeviceTest::SetUp();
    counting = kernel("count", 1);
  }

  Stream makeStream() { return cantFail(device->createStream()); }
  Event makeEvent() { return cantFail(device->createEvent()); }
  DeviceBuffer makeBuffer() { return cantFail(device->allocate(bytes)); }

  /// Adds 1 to each number of a buffer, as work on a stream.
  void count(const DeviceBuffer &buffer, StreamHandle stream) {
    uint64_t address = buffer.handle();
    void *arguments[] = {&address};
    succeed(device->launch(counting, {length}, stream, arguments));
  }
  /// Counts what should not fail and does.
  void succeed(Error error) {
    failed += static_cast<bool>(error);
    consumeError(std::move(error));
  }
  /// Runs `work(thread)` on all threads; nothing may have failed.
  template <typename Work> void onAllThreads(Work work) {
    std::vector<std::thread> threads;
    for (unsigned thread = 0; thread < numThreads; ++thread)
      threads.emplace_back([&, thread] { work(thread); });
    for (std::thread &thread : threads)
      thread.join();
    EXPECT_EQ(failed, 0u);
  }

  /// A stream with work, given back at once, and the memory after it: another
  /// thread may be giving back the stream that still works on it.
  void useAndForget();
  /// Copies there and back on a stream, by memory of the host.
  void copy();
  /// Work of one stream that waits for that of another.
  void waitForEvents();
  /// Captures work, does it twice and forgets it.
  void capture();
  /// Code that is unloaded while it is queued on a stream.
  void unload();

  KernelHandle counting;
  std::atomic<unsigned> failed{0};
};
} // namespace

void CpuDeviceThreads::useAndForget() {
  DeviceBuffer buffer = makeBuffer();
  Stream stream = makeStream();
  for (unsigned i = 0; i < 4; ++i)
    count(buffer, stream.handle());
  std::thread closer([&] { stream.reset(); });
  buffer.reset();
  // Freed memory is allocated again, and would be changed.
  DeviceBuffer next = makeBuffer();
  std::vector<char> found(bytes);
  succeed(device->fill(next.handle(), 7, bytes));
  std::this_thread::yield();
  succeed(device->copyOut(found, next.handle()));
  failed += !all_of(found, [](char byte) { return byte == 7; });
  closer.join();
}

void CpuDeviceThreads::copy() {
  DeviceBuffer buffer = makeBuffer();
  HostBuffer host = cantFail(device->allocateHost(bytes));
  auto *numbers = reinterpret_cast<uint32_t *>(host.handle());
  MutableArrayRef<char> data(reinterpret_cast<char *>(numbers), bytes);
  Stream stream = makeStream();
  succeed(device->fillAsync(buffer.handle(), 0, bytes, stream.handle()));
  count(buffer, stream.handle());
  succeed(device->copyOutAsync(data, buffer.handle(), stream.handle()));
  succeed(device->synchronize(stream.handle()));
  failed += numbers[0] != 1 || numbers[length - 1] != 1;
  // The last copy is still under way when all go, each its own way.
  succeed(device->copyInAsync(buffer.handle(), data, stream.handle()));
  host.reset();
  buffer.reset();
}

void CpuDeviceThreads::waitForEvents() {
  DeviceBuffer buffer = makeBuffer();
  Stream first = makeStream(), second = makeStream();
  Event event = makeEvent(), end = makeEvent();
  succeed(device->fill(buffer.handle(), 0, bytes));
  for (unsigned i = 0; i < 4; ++i) {
    count(buffer, first.handle());
    succeed(device->record(event, first.handle()));
    succeed(device->streamWait(second.handle(), event));
    count(buffer, second.handle());
    succeed(device->record(event, second.handle()));
    succeed(device->streamWait(first.handle(), event));
  }
  succeed(device->record(end, first.handle()));
  succeed(device->elapsedMilliseconds(end, end).takeError());
  uint32_t last = 0;
  succeed(device->copyOut(
      MutableArrayRef(reinterpret_cast<char *>(&last), sizeof(last)),
      buffer.handle() + bytes - sizeof(last)));
  failed += last != 8;
}

void CpuDeviceThreads::capture() {
  DeviceBuffer buffer = makeBuffer();
  Stream stream = makeStream(), other = makeStream();
  Event event = makeEvent();
  succeed(device->beginCapture(stream.handle()));
  count(buffer, stream.handle());
  succeed(device->record(event, stream.handle()));
  succeed(device->streamWait(other.handle(), event));
  count(buffer, other.handle());
  Expected<Graph> graph = device->endCapture(stream.handle());
  if (!graph)
    return succeed(graph.takeError());
  succeed(device->launchGraph(*graph, stream.handle()));
  succeed(device->launchGraph(*graph, stream.handle()));
}

void CpuDeviceThreads::unload() {
  DeviceBuffer buffer = makeBuffer();
  Stream stream = makeStream();
  KernelMetadata metadata;
  metadata.name = "count";
  metadata.parameters.push_back({"p", "*i32", 0});
  Module own = cantFail(device->load(fileBytes(HOST_KERNELS)));
  KernelHandle handle = cantFail(device->kernel(own, metadata));
  uint64_t address = buffer.handle();
  void *arguments[] = {&address};
  for (unsigned i = 0; i < 4; ++i)
    succeed(device->launch(handle, {length}, stream.handle(), arguments));
  std::thread closer([&] { stream.reset(); });
  own.reset();
  closer.join();
}

TEST_F(CpuDeviceThreads, StreamsWithWorkAreGivenBackWithTheirMemory) {
  onAllThreads([&](unsigned) {
    for (unsigned i = 0; i < 300; ++i)
      useAndForget();
  });
}

TEST_F(CpuDeviceThreads, AllAtOnce) {
  onAllThreads([&](unsigned thread) {
    for (unsigned i = 0; i < 150; ++i)
      switch ((thread + i) % 5) {
      case 0:
        useAndForget();
        break;
      case 1:
        copy();
        break;
      case 2:
        waitForEvents();
        break;
      case 3:
        capture();
        break;
      case 4:
        unload();
        break;
      }
  });
}

TEST_F(CpuDeviceThreads, OneStreamForManyThreads) {
  DeviceBuffer buffer = makeBuffer();
  Stream stream = makeStream();
  succeed(device->fill(buffer.handle(), 0, bytes));
  onAllThreads([&](unsigned thread) {
    for (unsigned i = 0; i < 200; ++i) {
      count(buffer, stream.handle());
      if (i % 20 == thread)
        succeed(device->synchronize(stream.handle()));
    }
  });
  uint32_t first = 0;
  succeed(device->synchronize(stream.handle()));
  succeed(device->copyOut(
      MutableArrayRef(reinterpret_cast<char *>(&first), sizeof(first)),
      buffer.handle()));
  EXPECT_EQ(first, 200 * numThreads);
}

TEST_F(CpuDeviceThreads, SynchronizedWhileGivenBack) {
  // Either it is waited for, or it is none of the device's any more.
  onAllThreads([&](unsigned) {
    for (unsigned i = 0; i < 200; ++i) {
      DeviceBuffer buffer = makeBuffer();
      Stream stream = makeStream();
      const StreamHandle handle = stream.handle();
      count(buffer, handle);
      std::thread closer([&] { stream.reset(); });
      consumeError(device->synchronize(handle));
      closer.join();
    }
  });
}

//===----------------------------------------------------------------------===//
// Who waits for whom
//===----------------------------------------------------------------------===//

namespace {
/// A stream that has a kernel which waits for a flag.
class CpuDeviceWaits : public CpuDeviceThreads {
protected:
  void SetUp() override {
    CpuDeviceThreads::SetUp();
    stuck = makeStream();
    void *pointers[] = {&flag, &counter};
    void *arguments[] = {&pointers[0], &pointers[1]};
    succeed(device->launch(kernel("waits", 2), {1}, stuck.handle(), arguments));
  }
  void TearDown() override { set(); }
  void set() { __atomic_store_n(&flag, 1, __ATOMIC_RELEASE); }
  /// Does what waits for the kernel, on a thread; another stream works as if
  /// there were nothing.
  template <typename Waiting> void expectOthersWork(Waiting waiting) {
    std::atomic<bool> hasWaited{false};
    std::thread waiter([&] {
      waiting();
      hasWaited = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    char memory[4] = {};
    Stream stream = makeStream();
    succeed(device->fillAsync(reinterpret_cast<uintptr_t>(memory), 'a',
                              sizeof(memory), stream.handle()));
    succeed(device->synchronize(stream.handle()));
    EXPECT_EQ(StringRef(memory, sizeof(memory)), "aaaa");
    stream.reset();
    EXPECT_FALSE(hasWaited);
    set();
    waiter.join();
    EXPECT_EQ(counter, 1u);
    EXPECT_EQ(failed, 0u);
  }

  uint32_t flag = 0, counter = 0;
  Stream stuck;
};
} // namespace

TEST_F(CpuDeviceWaits, OthersWorkWhileAStreamIsGivenBack) {
  expectOthersWork([&] { stuck.reset(); });
}

TEST_F(CpuDeviceWaits, OthersWorkWhileMemoryIsGivenBack) {
  expectOthersWork([&] { makeBuffer().reset(); });
}

TEST_F(CpuDeviceWaits, OthersWorkWhileAStreamIsWaitedFor) {
  expectOthersWork([&] { succeed(device->synchronize(stuck.handle())); });
}

TEST_F(CpuDeviceThreads, MemoryIsGivenBackWhileAStreamIsNeverIdle) {
  std::atomic<bool> over{false};
  DeviceBuffer buffer = makeBuffer();
  Stream stream = makeStream();
  std::thread feeder([&] {
    // There is always something more in the stream, and never much.
    Event events[] = {makeEvent(), makeEvent()};
    succeed(device->record(events[1], stream.handle()));
    for (unsigned i = 0; !over; i ^= 1) {
      count(buffer, stream.handle());
      succeed(device->record(events[i], stream.handle()));
      count(buffer, stream.handle());
      Event &last = events[i ^ 1];
      succeed(device->elapsedMilliseconds(last, last).takeError());
    }
  });
  for (unsigned i = 0; i < 20; ++i)
    makeBuffer().reset();
  over = true;
  feeder.join();
  EXPECT_EQ(failed, 0u);
}

TEST_F(CpuDeviceThreads, MemoryIsGivenBackThoughWorkComesFasterThanItIsDone) {
  std::atomic<bool> over{false};
  DeviceBuffer buffer = makeBuffer();
  Stream stream = makeStream();
  std::thread feeder([&] {
    while (!over)
      count(buffer, stream.handle());
  });
  for (unsigned i = 0; i < 20; ++i)
    makeBuffer().reset();
  over = true;
  feeder.join();
  EXPECT_EQ(failed, 0u);
}
