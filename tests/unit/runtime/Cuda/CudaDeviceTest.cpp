// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tests of the CUDA device on the fake driver: every call's failure is a clear
/// error, launches pass their arguments, and no object leaks.

#include "CudaFake.h"
#include "tests/unit/runtime/AllocationCounter.h"

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Runtime/CudaDevice.h"

#include <cstdlib>
#include <dlfcn.h>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

/// Code as the fake reads it.
static const char addPtx[] = ".visible .entry add(\n .param .u64 add_0,\n"
                             " .param .u64 add_1,\n .param .u64 add_2,\n"
                             " .param .u32 add_3\n)\n{ ret; }\n";
static const char mixedPtx[] =
    ".visible .entry mixed(.param .u8 a, .param .u16 b, .param .f32 c,"
    " .param .u64 d, .param .f64 e) { ret; }";

namespace {
/// A kernel, and what it needs.
struct KernelOnDevice {
  std::unique_ptr<Device> device;
  Module module;
  KernelHandle kernel;
};
} // namespace

/// Opens the device and loads a kernel; a failure of the test if it cannot.
static KernelOnDevice loadKernel(StringRef ptx,
                                 const KernelMetadata &metadata) {
  KernelOnDevice result{openDevice(), {}, {}};
  Expected<Module> module = result.device->load(ptx);
  EXPECT_TRUE(!!module);
  result.module = cantFail(std::move(module));
  Expected<KernelHandle> kernel =
      result.device->kernel(result.module, metadata);
  EXPECT_TRUE(!!kernel);
  result.kernel = cantFail(std::move(kernel));
  return result;
}

using CudaDevice = CudaFakeTest;

TEST_F(CudaDevice, SaysWhatItIs) {
  set("DEVICES", "2");
  Expected<std::unique_ptr<Device>> device = openCudaDevice(1);
  ASSERT_TRUE(!!device) << toString(device.takeError());
  EXPECT_EQ((*device)->name(), "Fake GPU 1");
  EXPECT_EQ((*device)->target(), "sm_90a");
  EXPECT_EQ(live(), 1) << "the primary context";
}

TEST_F(CudaDevice, TargetFollowsComputeCapability) {
  const std::pair<const char *, const char *> cases[] = {
      {"8.0", "sm_80"},  {"8.6", "sm_86"},    {"8.9", "sm_89"},
      {"9.0", "sm_90a"}, {"10.0", "sm_100a"}, {"12.1", "sm_121a"},
  };
  for (auto [capability, target] : cases) {
    set("CAPABILITY", capability);
    EXPECT_EQ(openDevice()->target(), target);
  }
  set("CAPABILITY", "7.5");
  EXPECT_EQ(messageOf(openCudaDevice()),
            "the device 'Fake GPU 0' has compute capability 7.5: 8.0 or newer "
            "is needed");
}

TEST_F(CudaDevice, MissingLibrary) {
  setenv("CM2TT_LIBCUDA", "/nowhere/libcuda.so.1", 1);
  std::string message = messageOf(openCudaDevice());
  EXPECT_TRUE(StringRef(message).starts_with(
      "the CUDA driver cannot be opened: /nowhere/libcuda.so.1"))
      << message;
  EXPECT_TRUE(StringRef(message).ends_with("; CM2TT_LIBCUDA names it"))
      << message;
}

/// Without a name of a library, the system's is opened.
TEST_F(CudaDevice, MissingDriver) {
  unsetenv("CM2TT_LIBCUDA");
  std::string message = messageOf(openCudaDevice());
  if (void *installed = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL)) {
    dlclose(installed);
    EXPECT_FALSE(StringRef(message).contains("cannot be opened")) << message;
    return;
  }
  EXPECT_TRUE(StringRef(message).starts_with(
      "the CUDA driver cannot be opened: libcuda.so.1: "))
      << message;
  EXPECT_TRUE(StringRef(message).ends_with(
      "; install NVIDIA's driver, or set CM2TT_LIBCUDA to the path of its "
      "libcuda.so.1"))
      << message;
}

TEST_F(CudaDevice, LibraryWithoutTheFunctions) {
  setenv("CM2TT_LIBCUDA", "libm.so.6", 1);
  std::string message = messageOf(openCudaDevice());
  EXPECT_TRUE(StringRef(message).starts_with(
      "the CUDA driver 'libm.so.6' has no function 'cu"))
      << message;
  EXPECT_TRUE(
      StringRef(message).ends_with("'; update it: CUDA 12 or newer is needed"))
      << message;
  // A driver without what later ones have knows its version.
  setenv("CM2TT_LIBCUDA", OLD_CUDA, 1);
  message = messageOf(openCudaDevice());
  EXPECT_TRUE(StringRef(message).ends_with(
      "'; update it: CUDA 12 or newer is needed; the driver supports CUDA "
      "11.4"))
      << message;
}

/// Each result has advice, for all calls that return it.
TEST_F(CudaDevice, AdvisesOnResults) {
  const std::pair<const char *, const char *> cases[] = {
      {"34", "this libcuda is the toolkit's stub for linking; use the "
             "driver's"},
      {"46", "another process uses the device exclusively"},
      {"221", "the driver's libnvidia-ptxjitcompiler is missing; install it or "
              "load a cubin"},
      {"702", "a kernel exceeded the time limit of a GPU with a display"},
      {"710", "an assertion of a kernel failed; its output names it. The "
              "process has to be restarted to use the GPU"},
      {"715", "a kernel failed; `cm2tt run --check` with the same arguments "
              "may report the location, on the CPU. The process has to be "
              "restarted to use the GPU"},
      {"716", "a kernel accessed invalid memory; `cm2tt run --check` with the "
              "same arguments reports the location, on the CPU. The process "
              "has to be restarted to use the GPU"},
      {"719", "a kernel failed; `cm2tt run --check` with the same arguments "
              "may report the location, on the CPU. The process has to be "
              "restarted to use the GPU"},
      {"802", "the driver's kernel module and library disagree or are "
              "starting; look at nvidia-smi, reboot after an update"},
      {"803", "the driver's kernel module and library disagree or are "
              "starting; look at nvidia-smi, reboot after an update"},
      {"901", "an earlier error ended the capture: end it and begin again"},
      {"906", "the default stream waits for a stream that captures: use "
              "another than the default one"},
      {"908", "the thread that began a capture has to end it"}};
  for (auto [result, advice] : cases) {
    set("FAIL", (Twine("cuInit=") + result).str().c_str());
    std::string message = messageOf(openCudaDevice());
    EXPECT_TRUE(StringRef(message).starts_with("cuInit failed: ")) << message;
    EXPECT_TRUE(StringRef(message).ends_with("; " + std::string(advice)))
        << message;
  }
}

TEST_F(CudaDevice, NoDevice) {
  const char *expected =
      "cuDeviceGetCount failed: CUDA_ERROR_NO_DEVICE (as the fake was told); "
      "look at nvidia-smi and CUDA_VISIBLE_DEVICES";
  set("DEVICES", "0");
  EXPECT_EQ(messageOf(openCudaDevice()), expected);
  set("FAIL", "cuInit=100");
  EXPECT_EQ(messageOf(openCudaDevice()),
            "cuInit failed: CUDA_ERROR_NO_DEVICE (as the fake was told); look "
            "at nvidia-smi and CUDA_VISIBLE_DEVICES");
}

TEST_F(CudaDevice, NoSuchDevice) {
  EXPECT_EQ(messageOf(openCudaDevice(1)),
            "no CUDA device 1: there is 1, counted from 0");
  set("DEVICES", "4");
  EXPECT_EQ(messageOf(openCudaDevice(4)),
            "no CUDA device 4: there are 4, counted from 0");
}

TEST_F(CudaDevice, EveryCallOfOpeningCanFail) {
  for (const char *call : {"cuInit", "cuDeviceGetCount", "cuDeviceGet",
                           "cuDeviceGetName", "cuDeviceGetAttribute",
                           "cuDevicePrimaryCtxRetain", "cuCtxSetCurrent"}) {
    set("FAIL", (std::string(call) + "=1").c_str());
    EXPECT_EQ(messageOf(openCudaDevice()),
              std::string(call) +
                  " failed: CUDA_ERROR_INVALID_VALUE (as the fake was told)");
    EXPECT_EQ(live(), 0) << call;
  }
}

TEST_F(CudaDevice, UnknownResultIsANumber) {
  set("FAIL", "cuInit=12345");
  EXPECT_EQ(messageOf(openCudaDevice()), "cuInit failed: error 12345");
}

TEST_F(CudaDevice, BuffersRoundTrip) {
  auto device = openDevice();
  Expected<DeviceBuffer> buffer = device->allocate(1000);
  ASSERT_TRUE(!!buffer);
  EXPECT_EQ(buffer->handle() % 256, 0u);
  std::string in(1000, 'x'), out(1000, ' ');
  EXPECT_EQ(messageOf(device->copyIn(buffer->handle(), {in.data(), 1000})), "");
  EXPECT_EQ(messageOf(device->copyOut({out.data(), 1000}, buffer->handle())),
            "");
  EXPECT_EQ(in, out);
  EXPECT_EQ(messageOf(device->fill(buffer->handle() + 10, 'y', 5)), "");
  EXPECT_EQ(messageOf(device->copyOut({out.data(), 20}, buffer->handle())), "");
  EXPECT_EQ(out.substr(0, 20), "xxxxxxxxxxyyyyyxxxxx");
  EXPECT_EQ(messageOf(device->copyIn(buffer->handle() + 1, {in.data(), 1000})),
            "cuMemcpyHtoD failed: CUDA_ERROR_INVALID_VALUE (as the fake was "
            "told): 1000 bytes");
  EXPECT_EQ(live(), 2);
  DeviceBuffer moved = std::move(*buffer);
  EXPECT_EQ(buffer->handle(), 0u);
  moved.reset();
  moved.reset();
  EXPECT_EQ(live(), 1);
}

TEST_F(CudaDevice, EmptyBuffersAreBuffers) {
  auto device = openDevice();
  Expected<DeviceBuffer> buffer = device->allocate(0);
  ASSERT_TRUE(!!buffer);
  EXPECT_NE(buffer->handle(), 0u);
  EXPECT_EQ(messageOf(device->copyIn(buffer->handle(), {})), "");
  EXPECT_EQ(messageOf(device->copyOut({}, buffer->handle())), "");
  EXPECT_EQ(messageOf(device->fill(buffer->handle(), 0, 0)), "");
  EXPECT_TRUE(calls("cuMemcpyHtoD_v2").empty());
}

TEST_F(CudaDevice, OutOfMemory) {
  auto device = openDevice();
  Expected<DeviceBuffer> buffer = device->allocate(100);
  set("FAIL", "cuMemAlloc_v2=2");
  EXPECT_EQ(messageOf(device->allocate(4096)),
            "cuMemAlloc failed: CUDA_ERROR_OUT_OF_MEMORY (as the fake was "
            "told): 4096 bytes, 1073741724 of 1073741824 are free; free memory "
            "on the device or use smaller "
            "buffers");
}

TEST_F(CudaDevice, LaunchPassesWhatItIsGiven) {
  KernelMetadata metadata = metadataOf("mixed", 5);
  metadata.numWarps = 8;
  metadata.sharedBytes = 1024;
  auto [device, module, kernel] = loadKernel(mixedPtx, metadata);
  Expected<Stream> stream = device->createStream();
  ASSERT_TRUE(!!stream);

  uint8_t a = 1;
  uint16_t b = 0xfffe;
  float c = 1.0f;
  int64_t d = -2;
  double e = 2.0;
  void *arguments[] = {&a, &b, &c, &d, &e};
  EXPECT_EQ(messageOf(device->launch(kernel, {2147483647, 2, 3},
                                     stream->handle(), arguments)),
            "");
  EXPECT_EQ(messageOf(device->synchronize(stream->handle())), "");
  EXPECT_EQ(calls("cuLaunchKernel"),
            std::vector<std::string>(
                {"mixed 2147483647x2x3 256x1x1 1024 stream 1:0x1 2:0xfffe "
                 "4:0x3f800000 8:0xfffffffffffffffe 8:0x4000000000000000"}));
  EXPECT_TRUE(calls("cuFuncSetAttribute").empty());
  EXPECT_EQ(calls("cuStreamCreate"), std::vector<std::string>({"1"}));
}

TEST_F(CudaDevice, LaunchAllocatesNothing) {
  auto [device, module, kernel] =
      loadKernel(".entry none(.param .u32 p) {}", metadataOf("none", 1));
  int value = 3;
  void *arguments[] = {&value};
  size_t before = allocations;
  bool failed = false;
  for (int i = 0; i < 10; ++i)
    failed |=
        static_cast<bool>(device->launch(kernel, {2, 1, 1}, 0, arguments));
  EXPECT_EQ(allocations, before);
  EXPECT_FALSE(failed);
  EXPECT_GT(allocations, 0u);
}

TEST_F(CudaDevice, LaunchNeedsEveryArgument) {
  auto [device, module, kernel] = loadKernel(addPtx, metadataOf("add", 4));
  EXPECT_EQ(messageOf(device->launch(kernel, {}, 0, {})),
            "the kernel takes 4 arguments: 0 were given");
  EXPECT_TRUE(calls("cuLaunchKernel").empty());
}

TEST_F(CudaDevice, LaunchFailureSaysHow) {
  auto [device, module, kernel] =
      loadKernel(".entry none() {}", metadataOf("none", 0));
  set("FAIL", "cuLaunchKernel=1");
  EXPECT_EQ(messageOf(device->launch(kernel, {1, 70000, 1}, 0, {})),
            "cuLaunchKernel failed: CUDA_ERROR_INVALID_VALUE (as the fake was "
            "told): grid 1x70000x1, 128 threads of 40 registers, 0 bytes of "
            "shared memory");
}

TEST_F(CudaDevice, LaunchWorksOnAThreadThatHasOtherContexts) {
  auto [device, module, kernel] =
      loadKernel(".entry none() {}", metadataOf("none", 0));
  void *fake = dlopen(FAKE_CUDA, RTLD_NOW);
  auto setCurrent =
      reinterpret_cast<int (*)(void *)>(dlsym(fake, "cuCtxSetCurrent"));
  setCurrent(fake); // Some other context.
  EXPECT_EQ(messageOf(device->launch(kernel, {}, 0, {})), "");
}

TEST_F(CudaDevice, SharedMemoryIsAskedForAndLimited) {
  auto device = openDevice();
  Expected<Module> module = device->load(".entry none() {}");
  ASSERT_TRUE(!!module);
  KernelMetadata metadata = metadataOf("none", 0);
  metadata.sharedBytes = 48 * 1024;
  EXPECT_EQ(messageOf(device->kernel(*module, metadata)), "no error");
  EXPECT_TRUE(calls("cuFuncSetAttribute").empty());
  metadata.sharedBytes = 48 * 1024 + 1;
  EXPECT_EQ(messageOf(device->kernel(*module, metadata)), "no error");
  EXPECT_EQ(calls("cuFuncSetAttribute"), std::vector<std::string>({"8 49153"}));
  metadata.sharedBytes = 227 * 1024 + 1;
  EXPECT_EQ(messageOf(device->kernel(*module, metadata)),
            "kernel 'none' needs 232449 bytes of shared memory: a block on "
            "'Fake GPU 0' has at most 232448; use smaller tiles or fewer "
            "stages");
}

TEST_F(CudaDevice, BadCodeComesWithTheDriversLog) {
  auto device = openDevice();
  EXPECT_EQ(messageOf(device->load("nonsense")),
            "cuModuleLoadDataEx failed: CUDA_ERROR_INVALID_PTX (as the fake "
            "was told): ptxas application ptx input, line 1; fatal : no "
            ".entry; compile for a target that the device supports; the driver "
            "supports CUDA 13.0");
  set("FAIL", "cuModuleLoadDataEx=209");
  EXPECT_EQ(messageOf(device->load(addPtx)),
            "cuModuleLoadDataEx failed: error 209; compile for the device's "
            "own target (--target=native); the driver supports CUDA 13.0");
}

TEST_F(CudaDevice, MissingKernelIsNamed) {
  auto device = openDevice();
  Expected<Module> module = device->load(addPtx);
  ASSERT_TRUE(!!module);
  EXPECT_EQ(messageOf(device->kernel(*module, metadataOf("mul", 4))),
            "cuModuleGetFunction failed: CUDA_ERROR_NOT_FOUND (as the fake "
            "was told): kernel 'mul'");
}

TEST_F(CudaDevice, EventsMeasureLaunches) {
  set("TIMES", "2.5");
  auto [device, module, kernel] =
      loadKernel(".entry none() {}", metadataOf("none", 0));
  Expected<Event> begin = device->createEvent(), end = device->createEvent();
  ASSERT_TRUE(!!begin && !!end);
  EXPECT_EQ(messageOf(device->elapsedMilliseconds(*begin, *end)),
            "cuEventElapsedTime failed: CUDA_ERROR_INVALID_HANDLE (as the fake "
            "was told)");
  EXPECT_EQ(messageOf(device->record(*begin, 0)), "");
  EXPECT_EQ(messageOf(device->launch(kernel, {}, 0, {})), "");
  EXPECT_EQ(messageOf(device->launch(kernel, {}, 0, {})), "");
  EXPECT_EQ(messageOf(device->record(*end, 0)), "");
  Expected<double> time = device->elapsedMilliseconds(*begin, *end);
  ASSERT_TRUE(!!time);
  EXPECT_EQ(*time, 5.0);
}

TEST_F(CudaDevice, EveryFurtherCallCanFail) {
  auto device = openDevice();
  Expected<DeviceBuffer> buffer = device->allocate(4);
  ASSERT_TRUE(!!buffer);
  Expected<Event> event = device->createEvent();
  ASSERT_TRUE(!!event);
  Expected<Module> module = device->load(".entry none() {}");
  ASSERT_TRUE(!!module);
  KernelMetadata large = metadataOf("none", 0);
  large.sharedBytes = 100000;
  char byte[1] = {0};
  auto failing = [&](const char *exported, const char *call, auto function) {
    set("FAIL", (std::string(exported) + "=1").c_str());
    std::string message = messageOf(function());
    EXPECT_TRUE(StringRef(message).starts_with(
        std::string(call) + " failed: CUDA_ERROR_INVALID_VALUE"))
        << message;
  };
  failing("cuMemcpyHtoD_v2", "cuMemcpyHtoD",
          [&] { return device->copyIn(buffer->handle(), byte); });
  failing("cuMemcpyDtoH_v2", "cuMemcpyDtoH",
          [&] { return device->copyOut(byte, buffer->handle()); });
  failing("cuMemsetD8_v2", "cuMemsetD8",
          [&] { return device->fill(buffer->handle(), 0, 1); });
  failing("cuFuncSetAttribute", "cuFuncSetAttribute",
          [&] { return device->kernel(*module, large); });
  failing("cuStreamCreate", "cuStreamCreate",
          [&] { return device->createStream(); });
  failing("cuStreamSynchronize", "cuStreamSynchronize",
          [&] { return device->synchronize(0); });
  failing("cuEventCreate", "cuEventCreate",
          [&] { return device->createEvent(); });
  failing("cuEventRecord", "cuEventRecord",
          [&] { return device->record(*event, 0); });
  failing("cuEventSynchronize", "cuEventSynchronize",
          [&] { return device->elapsedMilliseconds(*event, *event); });
  failing("cuCtxSetCurrent", "cuCtxSetCurrent",
          [&] { return device->allocate(1); });
  unsetenv("FAKE_CUDA_FAIL");
}
