// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tests on the fake driver of what CUDA devices do beside plain launches:
/// several devices, attributes, work on streams, graphs, linking.

#include "CudaFake.h"

#include "cm2tt/Runtime/CpuDevice.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

namespace {
/// A device with a stream, two buffers and kernels that take nothing.
class CudaStreams : public CudaFakeTest {
protected:
  void SetUp() override {
    CudaFakeTest::SetUp();
    device = openDevice();
    Expected<Stream> made = device->createStream();
    ASSERT_TRUE(!!made);
    stream = std::move(*made);
    for (DeviceBuffer *buffer : {&first, &second}) {
      Expected<DeviceBuffer> memory = device->allocate(8);
      ASSERT_TRUE(!!memory);
      *buffer = std::move(*memory);
    }
    Expected<Module> loaded = device->load(".entry none() {} .entry trap() {}");
    ASSERT_TRUE(!!loaded);
    module = std::move(*loaded);
  }
  void TearDown() override {
    for (DeviceBuffer *buffer : {&first, &second})
      buffer->reset();
    stream.reset();
    module.reset();
    device.reset();
    CudaFakeTest::TearDown();
  }

  /// The kernel of that name.
  KernelHandle kernel(StringRef name) {
    Expected<KernelHandle> handle = device->kernel(module, metadataOf(name, 0));
    EXPECT_TRUE(!!handle);
    if (handle)
      return *handle;
    consumeError(handle.takeError());
    return {};
  }
  /// Launches with attributes; what it says.
  std::string launch(const Dim3 &grid, const LaunchAttributes &attributes) {
    return messageOf(
        device->launch(kernel("none"), grid, stream.handle(), {}, attributes));
  }

  std::unique_ptr<Device> device;
  Stream stream;
  DeviceBuffer first, second;
  Module module;
};
} // namespace

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

TEST_F(CudaStreams, CountsDevices) {
  auto count = [] { return cantFail(numCudaDevices()); };
  EXPECT_EQ(count(), 1u);
  set("DEVICES", "5");
  EXPECT_EQ(count(), 5u);
  set("DEVICES", "0");
  EXPECT_EQ(count(), 0u);
  set("FAIL", "cuInit=100");
  EXPECT_EQ(count(), 0u);
  set("FAIL", "cuInit=1");
  EXPECT_EQ(messageOf(numCudaDevices()),
            "cuInit failed: CUDA_ERROR_INVALID_VALUE (as the fake was told)");
  set("FAIL", "cuDeviceGetCount=1");
  EXPECT_EQ(messageOf(numCudaDevices()),
            "cuDeviceGetCount failed: CUDA_ERROR_INVALID_VALUE (as the fake "
            "was told)");
}

TEST_F(CudaStreams, Facts) {
  set("VERSION", "12080");
  Expected<DeviceProperties> properties = device->getProperties();
  ASSERT_TRUE(!!properties);
  EXPECT_EQ(properties->name, "Fake GPU 0");
  EXPECT_EQ(properties->target, "sm_90a");
  EXPECT_EQ(properties->uuid, "GPU-00010203-0405-0607-0809-0a0b0c0d0e0f");
  EXPECT_EQ(properties->computeMajor, 9u);
  EXPECT_EQ(properties->computeMinor, 0u);
  EXPECT_EQ(properties->processors, 132u);
  EXPECT_EQ(properties->memoryBytes, uint64_t(1) << 30);
  EXPECT_EQ(properties->freeBytes, (uint64_t(1) << 30) - 16);
  EXPECT_EQ(properties->sharedBytes, 227u * 1024);
  EXPECT_EQ(properties->driverVersion, 12080u);
}

TEST_F(CudaStreams, DevicesAreNotMixedUp) {
  set("DEVICES", "2");
  auto other = openDevice(1);
  Expected<DeviceBuffer> there = other->allocate(4);
  ASSERT_TRUE(!!there);
  // Alternating: each call is on its own device's context, or the fake would
  // not find the memory.
  char in[4] = {1, 2, 3, 4}, out[4] = {};
  EXPECT_EQ(messageOf(device->copyIn(first.handle(), in)), "");
  EXPECT_EQ(messageOf(other->fill(there->handle(), 7, 4)), "");
  EXPECT_EQ(messageOf(device->copyOut(out, first.handle())), "");
  EXPECT_EQ(ArrayRef(in), ArrayRef(out));
  EXPECT_EQ(messageOf(other->copyOut(out, there->handle())), "");
  EXPECT_EQ(out[3], 7);
  // Objects of one device are not objects of the other.
  EXPECT_NE(messageOf(other->copyOut(out, first.handle())), "");
  EXPECT_NE(messageOf(other->synchronize(stream.handle())), "");
  // Giving back is on the right device, too.
  there->reset();
  other.reset();
  EXPECT_EQ(messageOf(device->copyOut(out, first.handle())), "");
}

TEST_F(CudaStreams, WrapsMemoryOfItsOwn) {
  set("DEVICES", "2");
  auto other = openDevice(1);
  DeviceBuffer there = cantFail(other->allocate(8));
  HostBuffer host = cantFail(device->allocateHost(8));
  auto wrap = [&](uint64_t address, uint64_t bytes = 8) {
    Expected<WrappedBuffer> wrapped = device->wrap(address, bytes);
    return wrapped ? "" : toString(wrapped.takeError());
  };
  EXPECT_EQ(wrap(first.handle()), "");
  EXPECT_EQ(wrap(first.handle() + 4, 4), "");
  EXPECT_EQ(wrap(0, 0), "");
  EXPECT_EQ(calls("cuMemFree_v2").size(), 0u);
  EXPECT_EQ(wrap(16), "the address 0x10 is not memory of 'Fake GPU 0': the "
                      "driver did not allocate it");
  EXPECT_TRUE(StringRef(wrap(host.handle()))
                  .ends_with("'Fake GPU 0': it is memory of the host"));
  EXPECT_TRUE(StringRef(wrap(there.handle()))
                  .ends_with("'Fake GPU 0': it is memory of GPU 1"));
  for (const char *fail :
       {"cuPointerGetAttribute=2", "cuPointerGetAttribute=2@2"}) {
    set("FAIL", fail);
    EXPECT_TRUE(StringRef(wrap(first.handle()))
                    .starts_with("cuPointerGetAttribute failed: "
                                 "CUDA_ERROR_OUT_OF_MEMORY"));
  }
  unsetenv("FAKE_CUDA_FAIL");
}

TEST_F(CudaStreams, CopiesBetweenDevices) {
  set("DEVICES", "2");
  auto other = openDevice(1);
  DeviceBuffer there = cantFail(other->allocate(8));
  std::unique_ptr<Device> cpu = cantFail(openCpuDevice({}));
  DeviceBuffer host = cantFail(cpu->allocate(8));
  char in[8] = "1234567", out[8] = {};
  auto copy = [](Device &target, const DeviceBuffer &to, Device &source,
                 const DeviceBuffer &from) {
    return messageOf(
        copyBetween(target, to.handle(), source, from.handle(), 8));
  };
  // From one device to the next, all the way round.
  EXPECT_EQ(messageOf(device->copyIn(first.handle(), in)), "");
  EXPECT_EQ(copy(*device, second, *device, first), "");
  set("NO_PEERS", "1");
  EXPECT_EQ(copy(*other, there, *device, second), "");
  unsetenv("FAKE_CUDA_NO_PEERS");
  EXPECT_EQ(copy(*device, first, *other, there), "");
  EXPECT_EQ(copy(*device, second, *other, there), "");
  EXPECT_EQ(calls("cuMemcpyPeerAsync"),
            std::vector<std::string>({"8 default inside", "8 default",
                                      "8 default direct", "8 default direct"}));
  // The driver is asked once for each device.
  EXPECT_EQ(calls("cuCtxEnablePeerAccess"), std::vector<std::string>({"1 0"}));
  EXPECT_EQ(messageOf(device->fill(first.handle(), 0, 8)), "");
  EXPECT_EQ(copy(*cpu, host, *device, second), "");
  EXPECT_EQ(copy(*device, first, *cpu, host), "");
  EXPECT_EQ(messageOf(device->copyOut(out, first.handle())), "");
  EXPECT_STREQ(out, in);
  EXPECT_EQ(messageOf(copyBetween(*device, 0, *other, 0, 0)), "");

  set("FAIL", "cuMemcpyPeerAsync=1");
  EXPECT_EQ(copy(*device, first, *other, there),
            "cuMemcpyPeerAsync failed: CUDA_ERROR_INVALID_VALUE (as the fake "
            "was told): 8 bytes");
  set("FAIL", "cuStreamSynchronize=1");
  EXPECT_NE(copy(*device, first, *other, there), "");
  unsetenv("FAKE_CUDA_FAIL");
}

TEST_F(CudaStreams, CopiesBetweenDevicesOnStreams) {
  set("DEVICES", "2");
  auto other = openDevice(1), same = openDevice(0);
  DeviceBuffer there = cantFail(other->allocate(8));
  char in[8] = "1234567", out[8] = {};
  EXPECT_EQ(messageOf(device->copyIn(first.handle(), in)), "");
  const DeviceLocation here{device.get(), first.handle()};
  const DeviceLocation away{other.get(), there.handle()};
  StreamHandle on = stream.handle();
  auto send = [&] { return copyBetweenAsync(away, here, 8, *device, on); };
  EXPECT_EQ(messageOf(send()), "");
  EXPECT_EQ(messageOf(copyBetweenAsync({device.get(), second.handle()}, away, 8,
                                       *device, on)),
            "");
  EXPECT_EQ(messageOf(device->copyOut(out, second.handle())), "");
  EXPECT_STREQ(out, in);
  EXPECT_EQ(calls("cuMemcpyPeerAsync"),
            std::vector<std::string>({"8 stream direct", "8 stream direct"}));
  EXPECT_EQ(calls("cuCtxEnablePeerAccess"), std::vector<std::string>({"1 0"}));
  // The other device frees memory after the copies.
  EXPECT_EQ(calls("cuEventRecord"),
            std::vector<std::string>({"stream", "stream"}));
  EXPECT_EQ(
      calls("cuStreamWaitEvent"),
      std::vector<std::string>({"stream 0 of a peer", "stream 0 of a peer"}));
  // Two objects of one GPU free after all work.
  EXPECT_EQ(messageOf(copyBetweenAsync({same.get(), second.handle()}, here, 8,
                                       *same, /*stream=*/0)),
            "");
  EXPECT_EQ(calls("cuMemcpyPeerAsync").back(), "8 default inside");
  EXPECT_EQ(calls("cuEventRecord").size(), 2u);
  // The objects of a graph outlive it.
  EXPECT_EQ(messageOf(device->beginCapture(on)), "");
  EXPECT_EQ(messageOf(send()), "");
  EXPECT_EQ(messageOf(device->endCapture(on)), "no error");
  EXPECT_EQ(calls("cuEventRecord").size(), 2u);
  EXPECT_EQ(messageOf(copyBetweenAsync(away, here, 0, *device, on)), "");

  for (const char *call : {"cuMemcpyPeerAsync", "cuEventRecord",
                           "cuStreamWaitEvent", "cuStreamIsCapturing"}) {
    set("FAIL", (std::string(call) + "=1").c_str());
    EXPECT_TRUE(StringRef(messageOf(send())).starts_with(call));
  }
  unsetenv("FAKE_CUDA_FAIL");
}

TEST_F(CudaStreams, WaitsForEventsOfOtherDevices) {
  set("DEVICES", "2");
  auto other = openDevice(1);
  Event event = cantFail(other->createEvent());
  EXPECT_EQ(messageOf(other->record(event, /*stream=*/0)), "");
  EXPECT_EQ(messageOf(device->streamWait(stream.handle(), event)), "");
  EXPECT_EQ(calls("cuStreamWaitEvent"),
            std::vector<std::string>({"stream 0 of a peer"}));
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

TEST_F(CudaStreams, Attributes) {
  EXPECT_EQ(launch({6}, {}), "");
  EXPECT_TRUE(calls("cuLaunchKernelEx").empty());
  EXPECT_EQ(launch({6}, {true, {}}), "");
  EXPECT_EQ(launch({6}, {false, {2, 1, 1}}), "");
  EXPECT_EQ(launch({6}, {true, {1, 1, 4}}), "");
  EXPECT_EQ(calls("cuLaunchKernel").size(), 1u);
  EXPECT_EQ(calls("cuLaunchKernelEx"),
            std::vector<std::string>(
                {"none 6 128 0 stream cooperative:1",
                 "none 6 128 0 stream cluster:2x1x1",
                 "none 6 128 0 stream cooperative:1 cluster:1x1x4"}));
}

TEST_F(CudaStreams, AKernelThatWaitsStartsEarly) {
  KernelMetadata metadata = metadataOf("none", 0);
  metadata.waitsForKernels = true;
  auto launchIt = [&](Device &on, const Module &of, StreamHandle queue,
                      const LaunchAttributes &attributes) {
    KernelHandle handle = cantFail(on.kernel(of, metadata));
    return messageOf(on.launch(handle, {6}, queue, {}, attributes));
  };
  const StreamHandle queue = stream.handle();
  EXPECT_EQ(launchIt(*device, module, queue, {}), "");
  EXPECT_EQ(launchIt(*device, module, queue, {false, {2, 1, 1}}), "");
  // All of its blocks run at the same time.
  EXPECT_EQ(launchIt(*device, module, queue, {true, {}}), "");
  EXPECT_EQ(
      calls("cuLaunchKernelEx"),
      std::vector<std::string>({"none 6 128 0 stream early:1",
                                "none 6 128 0 stream early:1 cluster:2x1x1",
                                "none 6 128 0 stream cooperative:1"}));
  set("FAIL", "cuLaunchKernelEx=1");
  EXPECT_TRUE(StringRef(launchIt(*device, module, queue, {}))
                  .starts_with("cuLaunchKernelEx failed"));
  unsetenv("FAKE_CUDA_FAIL");
}

TEST_F(CudaStreams, OlderDriversStartNoKernelEarly) {
  set("VERSION", "12020");
  auto older = openDevice();
  Module loaded = cantFail(older->load(".entry none() {}"));
  KernelMetadata metadata = metadataOf("none", 0);
  metadata.waitsForKernels = true;
  EXPECT_FALSE(cantFail(older->kernel(loaded, metadata)).startsEarly);
  set("VERSION", "12030");
  auto newer = openDevice();
  loaded = cantFail(newer->load(".entry none() {}"));
  EXPECT_TRUE(cantFail(newer->kernel(loaded, metadata)).startsEarly);
  loaded.reset();
}

TEST_F(CudaStreams, AGridOfNoBlocksIsNoWork) {
  EXPECT_EQ(launch({0, 1, 1}, {}), "");
  EXPECT_EQ(launch({1, 0, 1}, {}), "");
  EXPECT_EQ(launch({1, 1, 0}, {true, {}}), "");
  EXPECT_TRUE(calls("cuLaunchKernel").empty());
}

TEST_F(CudaStreams, TooFewResources) {
  auto failing = [&](const char *fail, const LaunchAttributes &attributes) {
    set("FAIL", fail);
    Error error = device->launch(kernel("none"), {3}, 0, {}, attributes);
    EXPECT_TRUE(error.isA<ResourceError>());
    return messageOf(std::move(error));
  };
  EXPECT_EQ(failing("cuLaunchKernel=701", {}),
            "cuLaunchKernel failed: error 701: grid 3x1x1, 128 threads of 40 "
            "registers, 0 bytes of shared memory; fewer warps or smaller tiles "
            "use fewer registers, fewer stages less shared memory");
  EXPECT_EQ(
      failing("cuLaunchKernelEx=720", {true, {}}),
      "cuLaunchKernelEx failed: error 720: grid 3x1x1, cooperative, 128 "
      "threads of 40 registers, 0 bytes of shared memory; all blocks of a "
      "cooperative launch run at the same time: use fewer or smaller blocks");
  set("FAIL", "cuLaunchKernelEx=912");
  Error error = device->launch(kernel("none"), {3}, 0, {}, {false, {2, 1, 1}});
  EXPECT_FALSE(error.isA<ResourceError>());
  EXPECT_EQ(messageOf(std::move(error)),
            "cuLaunchKernelEx failed: error 912: grid 3x1x1, clusters of "
            "2x1x1, 128 threads of 40 registers, 0 bytes of shared memory; a "
            "cluster has at most 8 blocks, whose extents divide the grid's");
  KernelMetadata large = metadataOf("none", 0);
  large.sharedBytes = 1 << 20;
  Expected<KernelHandle> none = device->kernel(module, large);
  EXPECT_TRUE(none.errorIsA<ResourceError>());
  consumeError(none.takeError());
}

TEST_F(CudaStreams, AKernelThatBreaksIsSeenLater) {
  EXPECT_EQ(messageOf(device->launch(kernel("trap"), {1}, 0, {})), "");
  std::string message = messageOf(device->synchronize(0));
  EXPECT_EQ(message,
            "cuStreamSynchronize failed: CUDA_ERROR_ILLEGAL_ADDRESS (as the "
            "fake was told); a kernel accessed invalid memory; CM2TT_CHECK=1 "
            "in the environment, or `cm2tt run --check` with the same "
            "arguments, reports the location. The process has to be restarted "
            "to use the GPU");
  EXPECT_NE(messageOf(device->allocate(1)), "no error");
  // Everything can still be given back.
}

TEST_F(CudaStreams, OldDriversSayHowOld) {
  const std::string refused =
      " failed: CUDA_ERROR_UNSUPPORTED_PTX_VERSION (as the fake was told)";
  const std::string advice =
      "; update the driver, or load a cubin, which ptxas compiles; the driver "
      "supports CUDA 12.2";
  set("VERSION", "12020");
  EXPECT_EQ(messageOf(device->load("\n.version 8.2\n.entry none() {}")),
            "no error");
  const std::pair<const char *, const char *> cases[] = {
      {"8.3", "12.3"}, {"8.5", "12.5"}, {"8.6", "12.7"}, {"9.1", "13.1"}};
  for (auto [ptx, cuda] : cases) {
    const std::string text =
        std::string("//\n\n.version ") + ptx + "\n.entry none() {}";
    const std::string needed = std::string(": PTX ") + ptx +
                               " needs a driver for CUDA " + cuda +
                               " or newer" + advice;
    EXPECT_EQ(messageOf(device->load(text)),
              "cuModuleLoadDataEx" + refused + needed);
    EXPECT_EQ(messageOf(device->link(text)),
              "cuLinkAddData" + refused + needed);
  }
  // Not known by its text.
  set("FAIL", "cuModuleLoadDataEx=222");
  EXPECT_EQ(messageOf(device->load(".entry none() {}")),
            "cuModuleLoadDataEx" + refused + advice);
}

TEST_F(CudaStreams, Links) {
  Expected<std::string> cubin = device->link(".entry none() {}");
  ASSERT_TRUE(!!cubin) << toString(cubin.takeError());
  EXPECT_TRUE(StringRef(*cubin).starts_with("\x7f"
                                            "ELF"));
  // It is code, and linked already.
  EXPECT_EQ(messageOf(device->load(*cubin)), "no error");
  EXPECT_EQ(cantFail(device->link(*cubin)), *cubin);
  EXPECT_EQ(calls("cuLinkCreate_v2").size(), 1u);
  EXPECT_EQ(messageOf(device->link("nonsense")),
            "cuLinkAddData failed: CUDA_ERROR_INVALID_PTX (as the fake was "
            "told): ptxas application ptx input, line 1; fatal : no .entry; "
            "compile for a target that the device supports; the driver "
            "supports CUDA 13.0");
}

//===----------------------------------------------------------------------===//
// Work on streams
//===----------------------------------------------------------------------===//

TEST_F(CudaStreams, CopiesOnStreams) {
  char in[8] = "1234567", out[8] = {};
  StreamHandle on = stream.handle();
  EXPECT_EQ(messageOf(device->copyInAsync(first.handle(), in, on)), "");
  EXPECT_EQ(
      messageOf(device->copyAsync(second.handle(), first.handle(), 8, on)), "");
  EXPECT_EQ(messageOf(device->fillAsync(second.handle() + 1, 'x', 2, on)), "");
  EXPECT_EQ(messageOf(device->copyOutAsync(out, second.handle(), on)), "");
  EXPECT_EQ(messageOf(device->synchronize(on)), "");
  EXPECT_STREQ(out, "1xx4567");
  EXPECT_EQ(calls("cuMemcpyDtoDAsync_v2"),
            std::vector<std::string>({"8 stream"}));
  // Nothing is no call.
  EXPECT_EQ(messageOf(device->copyInAsync(0, {}, on)), "");
  EXPECT_EQ(messageOf(device->copyOutAsync({}, 0, on)), "");
  EXPECT_EQ(messageOf(device->copyAsync(0, 0, 0, on)), "");
  EXPECT_EQ(messageOf(device->fillAsync(0, 0, 0, on)), "");
}

TEST_F(CudaStreams, FillsWithNumbers) {
  constexpr size_t count = 10000;
  Expected<DeviceBuffer> buffer = device->allocate(8 * count);
  ASSERT_TRUE(!!buffer);
  std::vector<uint64_t> numbers(count);
  auto fill = [&](const FillValue &value, size_t bytes) {
    EXPECT_EQ(messageOf(device->fillNumbersAsync(buffer->handle(), value,
                                                 bytes / value.bytes,
                                                 stream.handle())),
              "");
    MutableArrayRef<char> out(reinterpret_cast<char *>(numbers.data()), bytes);
    EXPECT_EQ(messageOf(device->copyOut(out, buffer->handle())), "");
    EXPECT_EQ(std::count(numbers.begin(), numbers.end(), numbers[0]),
              std::ptrdiff_t(count));
    return numbers[0];
  };
  constexpr size_t bytes = 8 * count;
  EXPECT_EQ(fill({0xabcd, 1}, bytes), 0xcdcdcdcdcdcdcdcdu);
  EXPECT_EQ(fill({0xabcd, 2}, bytes), 0xabcdabcdabcdabcdu);
  EXPECT_EQ(fill({0x12345678, 4}, bytes), 0x1234567812345678u);
  EXPECT_EQ(calls("cuMemsetD2D32Async").size(), 0u);
  EXPECT_EQ(fill({0x1234567812345678, 8}, bytes), 0x1234567812345678u);
  EXPECT_EQ(calls("cuMemsetD2D32Async").size(), 0u);
  EXPECT_EQ(fill({0x123456789abcdef0, 8}, bytes), 0x123456789abcdef0u);
  EXPECT_EQ(calls("cuMemsetD2D32Async"),
            std::vector<std::string>(
                {"8 2596069104 1 4096 stream", "8 305419896 1 4096 stream"}));
  EXPECT_EQ(calls("cuMemcpyDtoDAsync_v2"),
            std::vector<std::string>({"32768 stream", "14464 stream"}));
  EXPECT_EQ(messageOf(device->fillNumbersAsync(0, {1, 8}, 0, 0)), "");
}

TEST_F(CudaStreams, WhatIsDoneIsDoneForOtherStreamsToo) {
  char in[8] = {};
  EXPECT_EQ(messageOf(device->copyIn(first.handle(), in)), "");
  EXPECT_EQ(messageOf(device->fill(first.handle(), 0, 8)), "");
  EXPECT_EQ(calls("cuStreamSynchronize"),
            std::vector<std::string>({"default", "default"}));
}

TEST_F(CudaStreams, HostBuffers) {
  Expected<HostBuffer> buffer = device->allocateHost(100);
  ASSERT_TRUE(!!buffer);
  std::memset(reinterpret_cast<void *>(buffer->handle()), 1, 100);
  Expected<HostBuffer> none = device->allocateHost(0);
  ASSERT_TRUE(!!none);
  EXPECT_EQ(calls("cuMemHostAlloc"),
            std::vector<std::string>({"100 0", "1 0"}));
}

TEST_F(CudaStreams, StreamsWaitForEvents) {
  Expected<Event> event = device->createEvent();
  ASSERT_TRUE(!!event);
  EXPECT_EQ(messageOf(device->record(*event, 0)), "");
  EXPECT_EQ(messageOf(device->streamWait(stream.handle(), *event)), "");
  EXPECT_EQ(calls("cuStreamWaitEvent"), std::vector<std::string>({"stream 0"}));
}

TEST_F(CudaStreams, Graphs) {
  StreamHandle on = stream.handle();
  KernelHandle none = kernel("none");
  EXPECT_FALSE(cantFail(device->isCapturing(0)));
  EXPECT_FALSE(cantFail(device->isCapturing(on)));
  EXPECT_EQ(messageOf(device->beginCapture(on)), "");
  EXPECT_TRUE(cantFail(device->isCapturing(on)));
  EXPECT_FALSE(cantFail(device->isCapturing(0)));
  EXPECT_EQ(messageOf(device->launch(none, {2}, on, {})), "");
  EXPECT_EQ(messageOf(device->launch(none, {2}, on, {}, {true, {}})), "");
  EXPECT_EQ(messageOf(device->fillAsync(first.handle(), 0, 8, on)), "");
  EXPECT_EQ(messageOf(device->synchronize(on)),
            "cuStreamSynchronize failed: error 900; during a capture, a stream "
            "accepts only launches, asynchronous copies and events; do other "
            "work before it");
  Expected<Graph> graph = device->endCapture(on);
  ASSERT_TRUE(!!graph);
  EXPECT_FALSE(cantFail(device->isCapturing(on)));
  EXPECT_EQ(messageOf(device->launchGraph(*graph, on)), "");
  EXPECT_EQ(messageOf(device->launchGraph(*graph, 0)), "");
  EXPECT_EQ(calls("cuGraphInstantiateWithFlags"),
            std::vector<std::string>({"3 0"}));
  EXPECT_EQ(calls("cuGraphLaunch"),
            std::vector<std::string>({"3 stream", "3 default"}));
  EXPECT_EQ(calls("cuGraphDestroy").size(), 1u);
  EXPECT_EQ(messageOf(device->endCapture(on)),
            "cuStreamEndCapture failed: error 903; streams that joined a "
            "capture have to be waited for by the one that began it, which "
            "ends it");
  EXPECT_NE(messageOf(device->beginCapture(0)), "");
}

//===----------------------------------------------------------------------===//
// Completions
//===----------------------------------------------------------------------===//

namespace {
/// The texts that completions were called with, in order.
class Calls {
public:
  Completion completion(const std::string &name) {
    return [this, name](StringRef failure) {
      std::lock_guard<std::mutex> lock(mutex);
      texts.push_back(name + ":" + failure.str());
      came.notify_all();
    };
  }
  std::vector<std::string> wait(size_t count) {
    std::unique_lock<std::mutex> lock(mutex);
    came.wait_for(lock, std::chrono::seconds(20),
                  [&] { return texts.size() >= count; });
    return texts;
  }

private:
  std::mutex mutex;
  std::condition_variable came;
  std::vector<std::string> texts;
};
} // namespace

TEST_F(CudaStreams, AsksWhetherWorkIsDone) {
  StreamHandle on = stream.handle();
  Event event = cantFail(device->createEvent());
  EXPECT_TRUE(cantFail(device->isDone(event)));
  EXPECT_EQ(messageOf(device->synchronize(event)), "");
  EXPECT_TRUE(cantFail(device->isDone(on)));
  set("BUSY", "1");
  EXPECT_FALSE(cantFail(device->isDone(event)));
  EXPECT_FALSE(cantFail(device->isDone(on)));
  unsetenv("FAKE_CUDA_BUSY");
  set("FAIL", "cuEventQuery=700");
  EXPECT_NE(messageOf(device->isDone(event)), "no error");
  set("FAIL", "cuStreamQuery=700");
  EXPECT_NE(messageOf(device->isDone(on)), "no error");
  set("FAIL", "cuEventSynchronize=700");
  EXPECT_NE(messageOf(device->synchronize(event)), "");
  unsetenv("FAKE_CUDA_FAIL");
}

TEST_F(CudaStreams, CallsCompletions) {
  Calls done;
  StreamHandle on = stream.handle();
  EXPECT_EQ(messageOf(device->onCompletion(on, done.completion("a"))), "");
  EXPECT_EQ(messageOf(device->onCompletion(0, done.completion("b"))), "");
  EXPECT_EQ(done.wait(2), std::vector<std::string>({"a:", "b:"}));
  set("BUSY", "1");
  EXPECT_EQ(messageOf(device->onCompletion(on, done.completion("c"))), "");
  EXPECT_EQ(messageOf(device->onCompletion(on, done.completion("d"))), "");
  EXPECT_EQ(done.wait(2).size(), 2u);
  finish();
  EXPECT_EQ(done.wait(4), std::vector<std::string>({"a:", "b:", "c:", "d:"}));
  EXPECT_EQ(
      calls("cuLaunchHostFunc"),
      std::vector<std::string>({"stream", "default", "stream", "stream"}));
}

TEST_F(CudaStreams, ABrokenContextEndsCompletions) {
  Calls done;
  set("BUSY", "1");
  EXPECT_EQ(
      messageOf(device->onCompletion(stream.handle(), done.completion("a"))),
      "");
  EXPECT_EQ(messageOf(device->launch(kernel("trap"), {1}, 0, {})), "");
  std::vector<std::string> texts = done.wait(1);
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_TRUE(StringRef(texts[0]).starts_with("a:cuStreamQuery failed: "
                                              "CUDA_ERROR_ILLEGAL_ADDRESS"))
      << texts[0];
  finish(); // Which the real driver does not; it has no effect.
}

TEST_F(CudaStreams, ACompletionThatDestroysTheDeviceCancelsOthers) {
  Calls done;
  std::unique_ptr<Device> closing = openDevice();
  set("BUSY", "1");
  EXPECT_EQ(messageOf(closing->onCompletion(0, done.completion("a"))), "");
  unsetenv("FAKE_CUDA_BUSY");
  EXPECT_EQ(
      messageOf(closing->onCompletion(0, [&](StringRef) { closing.reset(); })),
      "");
  EXPECT_EQ(done.wait(1),
            std::vector<std::string>({"a:the device was closed before the work "
                                      "was complete"}));
  finish();
}

TEST_F(CudaStreams, CompletionsCannotBeCaptured) {
  Calls done;
  StreamHandle on = stream.handle();
  ASSERT_FALSE(device->beginCapture(on));
  EXPECT_EQ(messageOf(device->onCompletion(on, done.completion("a"))),
            "a stream that captures cannot be waited for: end the capture "
            "before");
  Graph graph = cantFail(device->endCapture(on));
  for (const char *call :
       {"cuStreamIsCapturing", "cuStreamCreate", "cuLaunchHostFunc"}) {
    set("FAIL", (std::string(call) + "=1").c_str());
    EXPECT_TRUE(
        StringRef(messageOf(device->onCompletion(on, done.completion("a"))))
            .starts_with(std::string(call) + " failed"));
  }
  unsetenv("FAKE_CUDA_FAIL");
  EXPECT_EQ(messageOf(device->onCompletion(on, done.completion("b"))), "");
  EXPECT_EQ(done.wait(1), std::vector<std::string>({"b:"}));
}

TEST_F(CudaStreams, EveryCallCanFail) {
  StreamHandle on = stream.handle();
  char bytes[1] = {0};
  Expected<Event> event = device->createEvent();
  ASSERT_TRUE(!!event);
  auto failing = [&](const char *exported, const char *call, auto function) {
    set("FAIL", (std::string(exported) + "=1").c_str());
    std::string message = messageOf(function());
    EXPECT_TRUE(StringRef(message).starts_with(
        std::string(call) + " failed: CUDA_ERROR_INVALID_VALUE"))
        << call << ": " << message;
    unsetenv("FAKE_CUDA_FAIL");
  };
  auto properties = [&] { return device->getProperties(); };
  auto linked = [&] { return device->link(".entry none() {}"); };
  failing("cuDriverGetVersion", "cuDriverGetVersion", properties);
  failing("cuDeviceGetUuid_v2", "cuDeviceGetUuid", properties);
  failing("cuDeviceTotalMem_v2", "cuDeviceTotalMem", properties);
  failing("cuMemGetInfo_v2", "cuMemGetInfo", properties);
  failing("cuDeviceGetAttribute", "cuDeviceGetAttribute", properties);
  failing("cuLinkCreate_v2", "cuLinkCreate", linked);
  failing("cuLinkAddData_v2", "cuLinkAddData", linked);
  failing("cuLinkComplete", "cuLinkComplete", linked);
  failing("cuMemHostAlloc", "cuMemHostAlloc",
          [&] { return device->allocateHost(1); });
  failing("cuStreamSynchronize", "cuStreamSynchronize",
          [&] { return device->copyIn(first.handle(), bytes); });
  failing("cuStreamSynchronize", "cuStreamSynchronize",
          [&] { return device->fill(first.handle(), 0, 1); });
  failing("cuMemcpyHtoDAsync_v2", "cuMemcpyHtoDAsync",
          [&] { return device->copyInAsync(first.handle(), bytes, on); });
  failing("cuMemcpyDtoHAsync_v2", "cuMemcpyDtoHAsync",
          [&] { return device->copyOutAsync(bytes, first.handle(), on); });
  failing("cuMemcpyDtoDAsync_v2", "cuMemcpyDtoDAsync", [&] {
    return device->copyAsync(first.handle(), second.handle(), 1, on);
  });
  failing("cuMemsetD8Async", "cuMemsetD8Async",
          [&] { return device->fillAsync(first.handle(), 0, 1, on); });
  failing("cuMemsetD16Async", "cuMemsetD16Async", [&] {
    return device->fillNumbersAsync(first.handle(), {1, 2}, 1, on);
  });
  failing("cuMemsetD32Async", "cuMemsetD32Async", [&] {
    return device->fillNumbersAsync(first.handle(), {1, 4}, 1, on);
  });
  auto longs = [&] {
    return device->fillNumbersAsync(first.handle(), {1, 8}, 1, on);
  };
  failing("cuMemsetD2D32Async", "cuMemsetD2D32Async", longs);
  set("FAIL", "cuMemsetD2D32Async=1@2");
  EXPECT_NE(messageOf(longs()), "");
  failing("cuLaunchKernelEx", "cuLaunchKernelEx", [&] {
    return device->launch(kernel("none"), {1}, on, {}, {true, {}});
  });
  failing("cuStreamWaitEvent", "cuStreamWaitEvent",
          [&] { return device->streamWait(on, *event); });
  failing("cuStreamIsCapturing", "cuStreamIsCapturing",
          [&] { return device->isCapturing(on); });
  failing("cuStreamBeginCapture_v2", "cuStreamBeginCapture",
          [&] { return device->beginCapture(on); });
  ASSERT_FALSE(device->beginCapture(on));
  failing("cuStreamEndCapture", "cuStreamEndCapture",
          [&] { return device->endCapture(on); });
  failing("cuGraphInstantiateWithFlags", "cuGraphInstantiate",
          [&] { return device->endCapture(on); });
  ASSERT_FALSE(device->beginCapture(on));
  Expected<Graph> graph = device->endCapture(on);
  ASSERT_TRUE(!!graph);
  failing("cuGraphLaunch", "cuGraphLaunch",
          [&] { return device->launchGraph(*graph, on); });
}
