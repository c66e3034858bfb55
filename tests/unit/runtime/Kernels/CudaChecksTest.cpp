// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Checked launches on GPUs: their faults, the memory that pointers may access,
/// streams, the cache on disk. Each runs on the fake driver, which runs the
/// kernel `overrun` itself, and on the installed one.
///
/// Not here: the code of guards (tests/lit/tile/prepare/TTGuardAccesses,
/// tests/cases/gpu).

#include "CudaDrivers.h"

#include "cm2tt/Runtime/KernelFault.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

/// Stores 1 to 128 floats.
static constexpr StringLiteral model = R"(
tt.func public @overrun(%out: !tt.ptr<f32>) {
  %one = arith.constant dense<1.0> : tensor<128xf32>
  %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %s = tt.splat %out : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %p = tt.addptr %s, %r : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  tt.store %p, %one : tensor<128x!tt.ptr<f32>>
  tt.return
})";

namespace {
class CudaChecksTest : public CudaDriversTest {
protected:
  void SetUp() override {
    CudaDriversTest::SetUp();
    if (folder)
      open(folder->options());
  }
  void TearDown() override {
    close();
    CudaDriversTest::TearDown();
  }

  void open(const RuntimeOptions &options) {
    close();
    runtime = take(Runtime::create(options));
    device = &takeDevice(*runtime);
  }
  void close() {
    kernel.reset();
    runtime.reset();
  }

  DeviceBuffer zeros(unsigned floats) {
    DeviceBuffer buffer = take(device->allocate(floats * sizeof(float)));
    cantFail(device->fill(buffer.handle(), 0, floats * sizeof(float)));
    return buffer;
  }
  std::vector<float> read(const DeviceBuffer &buffer, unsigned floats) {
    std::vector<float> values(floats);
    cantFail(device->copyOut(
        {reinterpret_cast<char *>(values.data()), floats * sizeof(float)},
        buffer.handle()));
    return values;
  }

  /// The error of a launch of one program.
  Error launch(DeviceAddress address, StreamHandle stream = 0,
               ArrayRef<uint64_t> extents = {}, bool checked = true) {
    KernelOptions options;
    options.checked = checked;
    kernel = take(runtime->load(model, "model.mlir", options));
    LaunchConfig config;
    config.stream = stream;
    config.attributes.extents = extents;
    return kernel->launch(*device, config,
                          {Argument::pointer(address, ElementType::FP32)});
  }
  /// The only diagnostic of a launch; a failure of the test if it has none.
  static Diagnostic faultOf(Error error) {
    Diagnostic result;
    EXPECT_TRUE(error.isA<KernelFault>());
    handleAllErrors(
        std::move(error),
        [&](const KernelFault &fault) {
          EXPECT_EQ(fault.diagnostics.size(), 1u);
          result = fault.diagnostics.front();
        },
        [&](const ErrorInfoBase &other) { result.message = other.message(); });
    return result;
  }
  /// Expects the fault of elements of a memory of `has` elements; a GPU reports
  /// any of them as the first.
  static void expectOverrun(Error error, unsigned has, unsigned cases) {
    Diagnostic fault = faultOf(std::move(error));
    EXPECT_EQ(fault.file, "model.mlir");
    EXPECT_EQ(fault.line, 7u);
    StringRef text = fault.message;
    unsigned element = 0, place = 0;
    EXPECT_TRUE(text.consume_front("store out of bounds: element "))
        << fault.message;
    EXPECT_FALSE(text.consumeInteger(10, element)) << fault.message;
    EXPECT_TRUE(text.consume_front(" of 'arg0', which has " +
                                   std::to_string(has) +
                                   ", by program (0, 0, 0) at ["))
        << fault.message;
    EXPECT_FALSE(text.consumeInteger(10, place)) << fault.message;
    EXPECT_EQ(text, "] of the tile, and " + std::to_string(cases - 1) +
                        " more like it");
    EXPECT_EQ(element, place);
    EXPECT_TRUE(element >= has && element < has + cases);
    EXPECT_TRUE(!isFake() || element == has) << element;
    ASSERT_EQ(fault.notes.size(), 2u);
    EXPECT_EQ(
        fault.notes[0].message,
        "races, reads of uninitialised memory and misaligned accesses are "
        "not found on a GPU, but by a checked launch on the CPU device");
    EXPECT_TRUE(StringRef(fault.notes[1].message)
                    .starts_with("access elements of the buffer only"));
  }

  std::unique_ptr<Runtime> runtime;
  Device *device = nullptr;
  std::shared_ptr<Kernel> kernel;
};
} // namespace

CM2TT_ON_BOTH_DRIVERS(CudaChecksTest);

TEST_P(CudaChecksTest, FaultsAreErrors) {
  DeviceBuffer out = zeros(100), next = zeros(100);
  expectOverrun(launch(out.handle()), 100, 28);
  EXPECT_EQ(read(out, 100), std::vector<float>(100, 1));
  EXPECT_EQ(read(next, 100), std::vector<float>(100, 0));
  EXPECT_TRUE(kernel->isChecked());
}

TEST_P(CudaChecksTest, GoodLaunchesAreNone) {
  DeviceBuffer out = zeros(128);
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(textOf(launch(out.handle())), "");
  EXPECT_EQ(read(out, 128), std::vector<float>(128, 1));
  // Each launch takes a table and gives it back.
  EXPECT_TRUE(!isFake() || calls("cuMemFree_v2").size() == 2u);
}

TEST_P(CudaChecksTest, PartsOfBuffers) {
  DeviceBuffer out = zeros(256);
  DeviceAddress half = out.handle() + 128 * sizeof(float);
  expectOverrun(launch(half, 0, {64 * sizeof(float)}), 64, 64);
  EXPECT_EQ(read(out, 256)[191], 1);
  EXPECT_EQ(read(out, 256)[192], 0);
  EXPECT_EQ(textOf(launch(half)), "");
}

TEST_P(CudaChecksTest, MemoryOfUnknownSizeIsNotChecked) {
  DeviceBuffer out = zeros(256);
  // The device forgets it, as if another library had allocated it.
  DeviceAddress address = out.handle();
  auto other = take(Runtime::create(folder->options()));
  Device &same = takeDevice(*other);
  KernelOptions options;
  options.checked = true;
  auto there = take(other->load(model, "model.mlir", options));
  EXPECT_EQ(textOf(there->launch(
                same, {}, {Argument::pointer(address, ElementType::FP32)})),
            "");
  EXPECT_EQ(read(out, 256)[127], 1);
}

TEST_P(CudaChecksTest, NullPointers) {
  Diagnostic fault = faultOf(launch(0));
  EXPECT_TRUE(
      StringRef(fault.message).starts_with("store out of bounds: element "))
      << fault.message;
  EXPECT_TRUE(StringRef(fault.message).contains("of 'arg0', which has 0, "));
}

TEST_P(CudaChecksTest, Streams) {
  DeviceBuffer out = zeros(100);
  Stream stream = take(device->createStream());
  expectOverrun(launch(out.handle(), stream.handle()), 100, 28);
  // Captures wait for nothing.
  cantFail(device->beginCapture(stream.handle()));
  EXPECT_EQ(textOf(launch(out.handle(), stream.handle())),
            "a checked launch of kernel 'overrun' cannot be captured, since it "
            "waits for the kernel: launch it before the capture");
  take(device->endCapture(stream.handle()));
}

TEST_P(CudaChecksTest, RuntimesThatCheckAllLaunches) {
  RuntimeOptions options = folder->options();
  options.checksLaunches = true;
  open(options);
  DeviceBuffer out = zeros(127);
  Diagnostic fault = faultOf(launch(out.handle(), 0, {}, /*checked=*/false));
  EXPECT_EQ(fault.message,
            "store out of bounds: element 127 of 'arg0', which "
            "has 127, by program (0, 0, 0) at [127] of the tile");
}

TEST_P(CudaChecksTest, CheckedCodeIsStoredByItself) {
  for (int i = 0; i < 2; ++i) {
    open(folder->options());
    DeviceBuffer out = zeros(128), few = zeros(100);
    EXPECT_EQ(textOf(launch(out.handle(), 0, {}, /*checked=*/false)), "");
    expectOverrun(launch(few.handle()), 100, 28);
  }
}

TEST_P(CudaChecksTest, FailuresOfTheDriver) {
  // The installed driver does not fail on demand.
  if (!isFake())
    return;
  DeviceBuffer out = zeros(128);
  EXPECT_EQ(textOf(launch(out.handle())), "");
  for (const char *call :
       {"cuStreamIsCapturing", "cuMemAlloc_v2", "cuMemcpyHtoDAsync_v2",
        "cuLaunchKernel", "cuMemcpyDtoHAsync_v2", "cuStreamSynchronize"}) {
    set("FAIL", (std::string(call) + "=1").c_str());
    std::string text = textOf(launch(out.handle()));
    EXPECT_TRUE(StringRef(text).contains(" failed: CUDA_ERROR_INVALID_VALUE"))
        << call << ": " << text;
  }
  unsetenv("FAKE_CUDA_FAIL");
  EXPECT_EQ(textOf(launch(out.handle())), "");
}
