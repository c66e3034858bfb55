// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tests of streams, events and graphs on the CPU device: order, failures,
/// values that are read in time, and that nothing waits for ever.

#include "CpuDeviceFixture.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <thread>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

namespace {
/// A device with two streams and a kernel that waits for a flag.
class CpuStreams : public CpuDeviceTest {
protected:
  void SetUp() override {
    CpuDeviceTest::SetUp();
    stream = makeStream();
    other = makeStream();
  }
  void TearDown() override {
    set();
    stream.reset();
    other.reset();
  }

  Stream makeStream() {
    Expected<Stream> made = device->createStream();
    EXPECT_TRUE(!!made);
    return std::move(*made);
  }
  Event makeEvent() { return cantFail(device->createEvent()); }
  /// Gives a stream a kernel that waits until `set`, then adds 1 to `counter`.
  std::string launchWaiting(const Stream &on) {
    void *pointers[] = {&flag, &counter};
    void *arguments[] = {&pointers[0], &pointers[1]};
    return launchOn(kernel("waits", 2), {1}, on, arguments);
  }
  std::string launchOn(const KernelHandle &kernel, const Dim3 &grid,
                       const Stream &on, ArrayRef<void *> arguments) {
    return toString(device->launch(kernel, grid, on.handle(), arguments));
  }
  /// Gives a stream a kernel whose only program fails an assertion.
  std::string launchFailing(const Stream &on) {
    KernelHandle failing = kernel("fails", 2, 0, {}, {"*i64", "i64"});
    int64_t which = 0;
    void *pointer = &done, *arguments[] = {&pointer, &which};
    return launchOn(failing, {1}, on, arguments);
  }
  std::string synchronize(const Stream &on) {
    return toString(device->synchronize(on.handle()));
  }
  void set() { __atomic_store_n(&flag, 1, __ATOMIC_RELEASE); }

  static DeviceAddress addressOf(void *memory) {
    return reinterpret_cast<uintptr_t>(memory);
  }

  uint32_t flag = 0, counter = 0;
  uint64_t done = 0;
  Stream stream, other;
  const std::string failed = "assertion failed: in program (0, 0, 0)";
};
} // namespace

TEST_F(CpuStreams, ALaunchReturnsAtOnce) {
  EXPECT_EQ(launchWaiting(stream), "");
  EXPECT_EQ(launchWaiting(stream), "");
  EXPECT_EQ(counter, 0u);
  set();
  EXPECT_EQ(synchronize(stream), "");
  EXPECT_EQ(counter, 2u);
}

TEST_F(CpuStreams, ArgumentsAreReadBeforeALaunchReturns) {
  double out[4] = {};
  KernelHandle scalars =
      kernel("scalars", 4, 0, {}, {"*fp64", "fp32", "i1", "i64"});
  EXPECT_EQ(launchWaiting(stream), "");
  {
    void *pointer = out;
    float value = 2.5;
    bool yes = true;
    int64_t large = 1 << 20;
    void *arguments[] = {&pointer, &value, &yes, &large};
    EXPECT_EQ(launchOn(scalars, {1, 1, 1}, stream, arguments), "");
    pointer = nullptr;
    value = 0;
    yes = false;
    large = 0;
  }
  set();
  EXPECT_EQ(synchronize(stream), "");
  EXPECT_EQ(out[0], 2.5);
  EXPECT_EQ(out[1], 1);
  EXPECT_EQ(out[2], 1 << 20);
}

TEST_F(CpuStreams, UnknownTypesAreForTheDefaultStream) {
  double out[4] = {};
  void *pointer = out, *arguments[] = {&pointer};
  KernelHandle odd = kernel("count", 1, 0, {}, {"odd"});
  EXPECT_EQ(launch(odd, {1}, arguments), "");
  EXPECT_EQ(launchOn(odd, {1}, stream, arguments),
            "parameter 0 of kernel 'count', counted from 0, is of no known "
            "type: it can be launched on the default stream only");
}

TEST_F(CpuStreams, WorkIsDoneInOrder) {
  char in[4] = {'a', 'b', 'c', 'd'}, memory[4] = {}, copy[4] = {}, out[4] = {};
  StreamHandle on = stream.handle();
  EXPECT_EQ(launchWaiting(stream), "");
  EXPECT_FALSE(device->copyInAsync(addressOf(memory), in, on));
  EXPECT_FALSE(device->fillAsync(addressOf(memory), 'x', 2, on));
  EXPECT_FALSE(device->copyAsync(addressOf(copy), addressOf(memory), 4, on));
  EXPECT_FALSE(device->copyOutAsync(out, addressOf(copy), on));
  EXPECT_FALSE(device->fillAsync(addressOf(copy), 'y', 4, on));
  set();
  EXPECT_EQ(synchronize(stream), "");
  EXPECT_EQ(std::string(out, 4), "xxcd");
  EXPECT_EQ(copy[0], 'y');
  // Nothing is no work; on the default stream, all is done at once.
  EXPECT_FALSE(device->copyInAsync(0, {}, on));
  EXPECT_FALSE(device->copyOutAsync({}, 0, on));
  EXPECT_FALSE(device->copyAsync(0, 0, 0, on));
  EXPECT_FALSE(device->fillAsync(0, 0, 0, on));
  uint64_t numbers[2] = {};
  for (auto [bytes, expected] :
       {std::pair(1u, 0xf0f0f0f0f0f0f0f0u), std::pair(2u, 0xdef0def0def0def0u),
        std::pair(4u, 0x9abcdef09abcdef0u),
        std::pair(8u, 0x123456789abcdef0u)}) {
    EXPECT_FALSE(device->fillNumbersAsync(
        addressOf(numbers), {0x123456789abcdef0, bytes}, 8 / bytes, on));
    EXPECT_EQ(synchronize(stream), "");
    EXPECT_EQ(numbers[0], expected);
    EXPECT_EQ(numbers[1], 0u);
  }
  EXPECT_FALSE(device->fillAsync(addressOf(memory), 'z', 1, 0));
  EXPECT_EQ(memory[0], 'z');
}

TEST_F(CpuStreams, ManyLaunches) {
  KernelHandle counting = kernel("count", 1);
  std::vector<uint32_t> counters(64);
  void *pointer = counters.data(), *arguments[] = {&pointer};
  for (unsigned i = 0; i < 20000; ++i) {
    ASSERT_EQ(launchOn(counting, {64}, stream, arguments), "");
    // Some come when the thread sleeps.
    if (i % 1000 == 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(synchronize(stream), "");
  EXPECT_TRUE(all_of(counters, [](uint32_t count) { return count == 20000; }));
}

TEST_F(CpuStreams, ManyThreadsAndStreams) {
  KernelHandle counting = kernel("count", 1);
  std::vector<std::vector<uint32_t>> counters(8, std::vector<uint32_t>(100));
  std::vector<std::thread> threads;
  for (std::vector<uint32_t> &mine : counters)
    threads.emplace_back([&] {
      Stream on = cantFail(device->createStream());
      void *pointer = mine.data(), *arguments[] = {&pointer};
      for (unsigned i = 0; i < 300; ++i) {
        EXPECT_EQ(launchOn(counting, {50, 2}, on, arguments), "");
        if (i % 50 == 0) {
          EXPECT_EQ(synchronize(on), "");
        }
      }
      EXPECT_EQ(synchronize(on), "");
      EXPECT_TRUE(all_of(mine, [](uint32_t count) { return count == 300; }));
    });
  for (std::thread &thread : threads)
    thread.join();
}

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

TEST_F(CpuStreams, AFailureIsSeenOnceAndTheRestGivenUp) {
  EXPECT_EQ(launchFailing(stream), "");
  set();
  // Comes before or after the failure: not done in either case.
  std::string second = launchWaiting(stream);
  std::string waited = synchronize(stream);
  EXPECT_EQ(second + waited, failed);
  EXPECT_EQ(counter, 0u);
  EXPECT_EQ(synchronize(stream), "");
  EXPECT_EQ(launchWaiting(stream), "");
  EXPECT_EQ(synchronize(stream), "");
  EXPECT_EQ(counter, 1u);
}

TEST_F(CpuStreams, AFailureIsSeenByTheNextCopyOut) {
  EXPECT_EQ(launchFailing(stream), "");
  Event event = makeEvent();
  // The only call that waits and does not receive failures of others.
  std::string recorded = toString(device->record(event, stream.handle()));
  Expected<double> time = device->elapsedMilliseconds(event, event);
  if (!time) {
    EXPECT_EQ(toString(time.takeError()),
              "work before an event failed: synchronize its stream for the "
              "reason");
  }
  char out[1] = {};
  std::string copied = toString(device->copyOut(out, addressOf(&done)));
  EXPECT_EQ(recorded + copied, failed);
  EXPECT_EQ(toString(device->copyOut(out, addressOf(&done))), "");
}

TEST_F(CpuStreams, AFailureOfWhatWasWaitedFor) {
  Event event = makeEvent();
  EXPECT_EQ(launchWaiting(stream), "");
  EXPECT_EQ(launchFailing(stream), "");
  EXPECT_FALSE(device->record(event, stream.handle()));
  EXPECT_FALSE(device->streamWait(other.handle(), event));
  EXPECT_EQ(launchWaiting(other), "");
  set();
  EXPECT_EQ(synchronize(other),
            "work of another stream failed that this stream waited for: "
            "synchronize that one for the reason");
  EXPECT_EQ(synchronize(stream), failed);
  EXPECT_EQ(counter, 1u);
}

TEST_F(CpuStreams, AFailureThatNobodyAsksFor) {
  EXPECT_EQ(launchFailing(stream), "");
  stream.reset();
  char out[1] = {};
  EXPECT_EQ(toString(device->copyOut(out, addressOf(&done))), "");
}

TEST_F(CpuStreams, ForeignStreams) {
  const std::string expected = "the stream does not belong to the CPU device: "
                               "create one there, or use 0, its default stream";
  EXPECT_EQ(toString(device->synchronize(77)), expected);
  EXPECT_EQ(toString(device->launch(kernel("nothing", 0), {1}, 77, {})),
            expected);
  Event event = makeEvent();
  EXPECT_EQ(toString(device->record(event, 77)), expected);
  // It is still not recorded, and no call waits for it.
  EXPECT_EQ(toString(device->elapsedMilliseconds(event, event).takeError()),
            "an event was not recorded: it has no time");
  EXPECT_EQ(toString(device->fillAsync(addressOf(&done), 0, 1, 77)), expected);
  EXPECT_EQ(toString(device->beginCapture(77)), expected);
}

TEST_F(CpuStreams, AttributesAreForGpus) {
  KernelHandle nothing = kernel("nothing", 0);
  EXPECT_EQ(toString(device->launch(nothing, {1}, 0, {}, {true, {}})),
            "a launch on the CPU cannot be cooperative: its programs run one "
            "after the other, so that one that waits for another never ends");
  EXPECT_EQ(toString(device->launch(nothing, {2}, 0, {}, {false, {2, 1, 1}})),
            "a launch on the CPU cannot have clusters: its programs run one "
            "after the other");
}

//===----------------------------------------------------------------------===//
// Events and lifetimes
//===----------------------------------------------------------------------===//

TEST_F(CpuStreams, StreamsWaitForEvents) {
  Event event = makeEvent(), never = makeEvent();
  char memory[1] = {};
  EXPECT_FALSE(device->streamWait(other.handle(), never));
  EXPECT_EQ(launchWaiting(stream), "");
  EXPECT_FALSE(device->fillAsync(addressOf(memory), 'a', 1, stream.handle()));
  EXPECT_FALSE(device->record(event, stream.handle()));
  EXPECT_FALSE(device->streamWait(other.handle(), event));
  EXPECT_FALSE(device->fillAsync(addressOf(memory), 'b', 1, other.handle()));
  // A later record is not what was waited for.
  EXPECT_FALSE(device->record(event, 0));
  set();
  EXPECT_EQ(synchronize(other), "");
  EXPECT_EQ(memory[0], 'b');
  // The caller waits itself for what the default stream has to wait for.
  EXPECT_FALSE(device->record(event, stream.handle()));
  EXPECT_FALSE(device->streamWait(0, event));
}

TEST_F(CpuStreams, EventsMeasureWorkOfStreams) {
  Event begin = makeEvent(), end = makeEvent();
  uint32_t begun = 0;
  void *pointer = &begun, *arguments[] = {&pointer};
  EXPECT_FALSE(device->record(begin, stream.handle()));
  EXPECT_EQ(launchOn(kernel("count", 1), {1}, stream, arguments), "");
  EXPECT_EQ(launchWaiting(stream), "");
  EXPECT_FALSE(device->record(end, stream.handle()));
  // The stream's thread may come to its first work late.
  while (!__atomic_load_n(&begun, __ATOMIC_ACQUIRE))
    std::this_thread::yield();
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    set();
  });
  Expected<double> time = device->elapsedMilliseconds(begin, end);
  later.join();
  ASSERT_TRUE(!!time);
  EXPECT_GE(*time, 2.5);
}

TEST_F(CpuStreams, WhatIsGivenBackIsWaitedFor) {
  DeviceBuffer buffer = cantFail(device->allocate(4));
  KernelHandle counting = kernel("count", 1);
  uint64_t address = buffer.handle();
  void *arguments[] = {&address};
  EXPECT_EQ(launchWaiting(stream), "");
  EXPECT_EQ(launchOn(counting, {1}, stream, arguments), "");
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    set();
  });
  buffer.reset();
  EXPECT_EQ(counter, 1u);
  later.join();
  // A stream does its work before it goes.
  EXPECT_EQ(launchWaiting(stream), "");
  stream.reset();
  EXPECT_EQ(counter, 2u);
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

TEST_F(CpuStreams, GraphsDoTheirWorkAgain) {
  uint32_t counters[3] = {};
  void *pointer = counters, *arguments[] = {&pointer};
  KernelHandle counting = kernel("count", 1);
  EXPECT_FALSE(cantFail(device->isCapturing(0)));
  EXPECT_FALSE(cantFail(device->isCapturing(stream.handle())));
  EXPECT_FALSE(device->beginCapture(stream.handle()));
  EXPECT_TRUE(cantFail(device->isCapturing(stream.handle())));
  EXPECT_EQ(launchOn(counting, {3}, stream, arguments), "");
  EXPECT_EQ(launchOn(counting, {2}, stream, arguments), "");
  EXPECT_EQ(synchronize(stream), "a stream that captures cannot be waited for: "
                                 "end the capture before");
  Graph graph = cantFail(device->endCapture(stream.handle()));
  EXPECT_EQ(counters[0], 0u);
  EXPECT_FALSE(cantFail(device->isCapturing(stream.handle())));
  EXPECT_FALSE(device->launchGraph(graph, 0));
  EXPECT_EQ(counters[0], 2u);
  EXPECT_FALSE(device->launchGraph(graph, stream.handle()));
  EXPECT_EQ(synchronize(stream), "");
  EXPECT_EQ(counters[0], 4u);
  EXPECT_EQ(counters[1], 4u);
  EXPECT_EQ(counters[2], 2u);
  // A graph in a graph.
  EXPECT_FALSE(device->beginCapture(other.handle()));
  EXPECT_FALSE(device->launchGraph(graph, other.handle()));
  EXPECT_FALSE(device->launchGraph(graph, other.handle()));
  Graph twice = cantFail(device->endCapture(other.handle()));
  EXPECT_FALSE(device->launchGraph(twice, 0));
  EXPECT_EQ(counters[0], 8u);
}

TEST_F(CpuStreams, CapturesJoinStreams) {
  char memory[1] = {};
  Event fork = makeEvent(), join = makeEvent();
  EXPECT_FALSE(device->beginCapture(stream.handle()));
  EXPECT_FALSE(device->fillAsync(addressOf(memory), 'a', 1, stream.handle()));
  EXPECT_FALSE(device->record(fork, stream.handle()));
  EXPECT_FALSE(device->streamWait(other.handle(), fork));
  EXPECT_TRUE(cantFail(device->isCapturing(other.handle())));
  EXPECT_FALSE(device->fillAsync(addressOf(memory), 'b', 1, other.handle()));
  EXPECT_FALSE(device->record(join, other.handle()));
  EXPECT_FALSE(device->streamWait(stream.handle(), join));
  EXPECT_EQ(toString(device->streamWait(0, join)),
            "the default stream cannot wait for a capture");
  EXPECT_EQ(toString(device->endCapture(other.handle()).takeError()),
            "no capture began on the stream: end it on the one where it did");
  Graph graph = cantFail(device->endCapture(stream.handle()));
  EXPECT_FALSE(cantFail(device->isCapturing(other.handle())));
  EXPECT_EQ(memory[0], 0);
  EXPECT_FALSE(device->launchGraph(graph, 0));
  EXPECT_EQ(memory[0], 'b');
  EXPECT_EQ(toString(device->streamWait(other.handle(), join)),
            "the event was recorded in a capture that has ended: record it "
            "again");
}

TEST_F(CpuStreams, CapturesThatCannotBe) {
  EXPECT_EQ(toString(device->beginCapture(0)),
            "the default stream cannot capture: create a stream");
  EXPECT_EQ(toString(device->endCapture(stream.handle()).takeError()),
            "no capture began on the stream: end it on the one where it did");
  EXPECT_FALSE(device->beginCapture(stream.handle()));
  EXPECT_EQ(toString(device->beginCapture(stream.handle())),
            "the stream captures already: end that capture before");
  Event event = makeEvent();
  EXPECT_FALSE(device->record(event, stream.handle()));
  EXPECT_EQ(toString(device->elapsedMilliseconds(event, event).takeError()),
            "an event was not recorded: it has no time");
}

TEST_F(CpuStreams, ACaptureEndsWithItsStream) {
  char memory[1] = {};
  Event fork = makeEvent();
  EXPECT_FALSE(device->beginCapture(stream.handle()));
  EXPECT_FALSE(device->record(fork, stream.handle()));
  EXPECT_FALSE(device->streamWait(other.handle(), fork));
  stream.reset();
  EXPECT_FALSE(cantFail(device->isCapturing(other.handle())));
  EXPECT_FALSE(device->fillAsync(addressOf(memory), 'a', 1, other.handle()));
  EXPECT_EQ(synchronize(other), "");
  EXPECT_EQ(memory[0], 'a');
}

//===----------------------------------------------------------------------===//
// Completions
//===----------------------------------------------------------------------===//

TEST_F(CpuStreams, AsksWhetherWorkIsDone) {
  Event event = makeEvent();
  EXPECT_TRUE(cantFail(device->isDone(event)));
  EXPECT_EQ(toString(device->synchronize(event)), "");
  EXPECT_TRUE(cantFail(device->isDone(stream.handle())));
  EXPECT_TRUE(cantFail(device->isDone(StreamHandle(0))));
  EXPECT_EQ(launchWaiting(stream), "");
  EXPECT_FALSE(device->record(event, stream.handle()));
  EXPECT_FALSE(cantFail(device->isDone(event)));
  EXPECT_FALSE(cantFail(device->isDone(stream.handle())));
  EXPECT_TRUE(cantFail(device->isDone(other.handle())));
  set();
  EXPECT_EQ(toString(device->synchronize(event)), "");
  EXPECT_TRUE(cantFail(device->isDone(event)));
  EXPECT_EQ(synchronize(stream), "");
  EXPECT_TRUE(cantFail(device->isDone(stream.handle())));

  // Fails after the event is recorded: a call after a failure returns it.
  flag = 0;
  EXPECT_EQ(launchWaiting(other), "");
  EXPECT_EQ(launchFailing(other), "");
  EXPECT_FALSE(device->record(event, other.handle()));
  set();
  EXPECT_EQ(toString(device->synchronize(event)),
            "work before an event failed: synchronize its stream for the "
            "reason");
  EXPECT_TRUE(cantFail(device->isDone(event)));
  EXPECT_NE(synchronize(other), "");
  EXPECT_NE(toString(device->isDone(StreamHandle(77)).takeError()), "");
  EXPECT_FALSE(device->beginCapture(stream.handle()));
  EXPECT_EQ(toString(device->isDone(stream.handle()).takeError()),
            "a stream that captures cannot be waited for: end the capture "
            "before");
  EXPECT_EQ(toString(device->onCompletion(stream.handle(), [](StringRef) {})),
            "a stream that captures cannot be waited for: end the capture "
            "before");
}

TEST_F(CpuStreams, CallsCompletionsInOrder) {
  std::vector<std::string> texts;
  std::promise<void> all;
  auto add = [&](const Stream &on, const std::string &name) {
    auto completion = [&texts, &all, name](StringRef failure) {
      texts.push_back(name + ":" + failure.str());
      if (texts.size() == 5)
        all.set_value();
    };
    EXPECT_EQ(toString(device->onCompletion(on.handle(), completion)), "");
  };
  EXPECT_EQ(launchWaiting(stream), "");
  add(stream, "a");
  add(stream, "b");
  add(other, "first");
  EXPECT_EQ(synchronize(other), "");
  set();
  // A completion may wait for its stream, and add others.
  EXPECT_EQ(toString(device->onCompletion(stream.handle(),
                                          [&](StringRef) {
                                            EXPECT_EQ(synchronize(stream), "");
                                            add(stream, "c");
                                            add(Stream(), "d");
                                          })),
            "");
  all.get_future().wait();
  EXPECT_EQ(texts[0], "first:");
  std::sort(texts.begin() + 3, texts.end());
  EXPECT_EQ(texts,
            std::vector<std::string>({"first:", "a:", "b:", "c:", "d:"}));
}

TEST_F(CpuStreams, FailuresReachCompletions) {
  std::promise<std::string> text;
  EXPECT_EQ(launchFailing(stream), "");
  Error refused = device->onCompletion(stream.handle(), [&](StringRef failure) {
    text.set_value(failure.str());
  });
  // The failure may be known already, to this call.
  std::string message = toString(std::move(refused));
  if (message.empty())
    message = text.get_future().get();
  EXPECT_NE(message.find("assert"), std::string::npos) << message;
  consumeError(device->synchronize(stream.handle()));
}

TEST_F(CpuStreams, DestroyingTheDeviceWaitsForCompletions) {
  std::atomic<bool> called{false};
  std::unique_ptr<Device> closing = cantFail(openCpuDevice({}));
  EXPECT_EQ(toString(closing->onCompletion(0,
                                           [&](StringRef) {
                                             std::this_thread::sleep_for(
                                                 std::chrono::milliseconds(20));
                                             called = true;
                                           })),
            "");
  closing.reset();
  EXPECT_TRUE(called);
}

TEST_F(CpuStreams, ACompletionMayDestroyTheDevice) {
  std::promise<void> first;
  auto closing =
      std::make_shared<std::unique_ptr<Device>>(cantFail(openCpuDevice({})));
  EXPECT_EQ(toString((*closing)->onCompletion(0,
                                              [closing, &first](StringRef) {
                                                closing->reset();
                                                first.set_value();
                                              })),
            "");
  first.get_future().wait();
  EXPECT_FALSE(*closing);
}

TEST_F(CpuStreams, Facts) {
  DeviceProperties properties = cantFail(device->getProperties());
  EXPECT_EQ(properties.name, device->name());
  EXPECT_EQ(properties.target, "cpu");
  EXPECT_EQ(properties.processors, 4u);
  EXPECT_GT(properties.memoryBytes, properties.freeBytes);
  EXPECT_GT(properties.freeBytes, 0u);
  EXPECT_EQ(cantFail(device->link("code")), "code");
}
