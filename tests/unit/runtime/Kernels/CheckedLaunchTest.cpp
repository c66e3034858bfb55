// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Checked launches of kernels on the CPU: which buffers they know, and which
/// memory counts as written.
///
/// Not here: what is a fault (CheckedMemoryTest.cpp), `cm2tt run --check`
/// (tests/lit/tools/run_check_*.test).

#include "KernelTesting.h"

#include "cm2tt/Runtime/CpuDevice.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

namespace {
/// Tiles have 16 elements.
class CheckedLaunchTest : public testing::Test {
protected:
  void SetUp() override { open(false); }

  void open(bool checksLaunches) {
    RuntimeOptions options = folder.options();
    options.checksLaunches = checksLaunches;
    runtime = take(Runtime::create(options));
    Expected<Device &> cpu = runtime->cpu();
    ASSERT_TRUE(!!cpu) << textOf(cpu.takeError());
    device = &*cpu;
  }

  /// A kernel of the model of these tests.
  std::shared_ptr<Kernel> load(StringRef name, bool checked = true) {
    auto file = MemoryBuffer::getFile(sourceFolder() +
                                      "/tests/lit/tools/Inputs/checked.cm");
    KernelOptions options;
    options.kernel = name.str();
    options.checked = checked;
    options.constants = {{"BLOCK", "16"}};
    return take(runtime->load((*file)->getBuffer(), "checked.cm", options));
  }

  DeviceBuffer allocate(unsigned floats) {
    return take(device->allocate(floats * sizeof(float)));
  }
  /// Floats with content.
  DeviceBuffer filled(unsigned floats) {
    DeviceBuffer buffer = allocate(floats);
    cantFail(device->fill(buffer.handle(), 0, floats * sizeof(float)));
    return buffer;
  }
  static Argument pointer(const DeviceBuffer &buffer, unsigned element = 0) {
    return Argument::pointer(buffer.handle() + element * sizeof(float),
                             ElementType::FP32);
  }

  /// The error of a launch, without remedies.
  std::string launch(Kernel &kernel, unsigned programs,
                     ArrayRef<Argument> arguments,
                     ArrayRef<uint64_t> extents = {}) {
    LaunchConfig config{{programs}};
    config.attributes.extents = extents;
    Error error = kernel.launch(*device, config, arguments);
    EXPECT_TRUE(!error || error.isA<KernelFault>());
    return StringRef(textOf(std::move(error))).split("\nnote: ").first.str();
  }

  RuntimeFolder folder;
  std::unique_ptr<Runtime> runtime;
  Device *device = nullptr;
};
} // namespace

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

TEST_F(CheckedLaunchTest, OutOfBounds) {
  auto kernel = load("copy");
  EXPECT_TRUE(kernel->isChecked());
  DeviceBuffer x = filled(20), out = allocate(20);
  std::vector<Argument> arguments = {pointer(x), pointer(out), 20};
  EXPECT_EQ(launch(*kernel, 1, arguments), "");
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(launch(*kernel, 2, arguments),
              "Checked.java:20:31: load out of bounds: element 20 of 'x', "
              "which has 20, by program (1, 0, 0) at [4] of the tile, and 11 "
              "more like it");
}

TEST_F(CheckedLaunchTest, TheErrorHasARemedy) {
  DeviceBuffer x = filled(4), out = allocate(16);
  Error error =
      load("copy")->launch(*device, {{1}}, {pointer(x), pointer(out), 16});
  EXPECT_TRUE(StringRef(textOf(std::move(error)))
                  .contains("\nnote: access elements of the buffer only: "));
}

TEST_F(CheckedLaunchTest, PartsOfBuffers) {
  auto kernel = load("copy");
  DeviceBuffer x = filled(64), out = allocate(64);
  std::vector<Argument> arguments = {pointer(x, 8), pointer(out, 8), 16};
  EXPECT_EQ(launch(*kernel, 1, arguments), "");
  EXPECT_EQ(launch(*kernel, 1, arguments, {12 * 4, 0, 0}),
            "Checked.java:20:31: load out of bounds: element 12 of 'x', which "
            "has 12, by program (0, 0, 0) at [12] of the tile, and 3 more like "
            "it");
  // Without an extent, the bounds are those of the whole buffer.
  EXPECT_EQ(launch(*kernel, 1, {pointer(x, 56), pointer(out), 16}),
            "Checked.java:20:31: load out of bounds: element 64 of 'x', which "
            "has 64, by program (0, 0, 0) at [8] of the tile, and 7 more like "
            "it");
}

TEST_F(CheckedLaunchTest, MemoryOfOthers) {
  auto kernel = load("copy");
  std::vector<float> x(16, 2.0f);
  DeviceBuffer out = allocate(16);
  Argument foreign = Argument::pointer(reinterpret_cast<uintptr_t>(x.data()),
                                       ElementType::FP32);
  EXPECT_EQ(launch(*kernel, 1, {foreign, pointer(out), 16}), "");
  EXPECT_EQ(launch(*kernel, 1, {foreign, pointer(out), 16}, {40}),
            "Checked.java:20:31: load out of bounds: element 10 of 'x', which "
            "has 10, by program (0, 0, 0) at [10] of the tile, and 5 more like "
            "it");
  Argument null = Argument::pointer(0, ElementType::FP32);
  EXPECT_EQ(launch(*kernel, 1, {null, pointer(out), 16}),
            "Checked.java:20:31: load out of bounds: element 0 of 'x', which "
            "has 0, by program (0, 0, 0) at [0] of the tile, and 15 more like "
            "it");
}

//===----------------------------------------------------------------------===//
// What was written
//===----------------------------------------------------------------------===//

static const char *const unwritten =
    "Checked.java:38:32: load of uninitialised memory: element ";

TEST_F(CheckedLaunchTest, UnwrittenMemory) {
  auto kernel = load("accumulate");
  DeviceBuffer x = filled(32), out = allocate(32);
  std::vector<Argument> arguments = {pointer(x), pointer(out)};
  EXPECT_EQ(launch(*kernel, 2, arguments),
            unwritten + std::string("0 of 'out', by program (0, 0, 0) at [0] "
                                    "of the tile, and 31 more like it"));
  // The launch has stored to it.
  EXPECT_EQ(launch(*kernel, 2, arguments), "");
}

TEST_F(CheckedLaunchTest, CopiesAndFillsWrite) {
  auto kernel = load("accumulate");
  DeviceBuffer x = filled(32), out = allocate(32);
  std::vector<char> half(64);
  cantFail(device->copyIn(out.handle(), half));
  cantFail(device->fill(out.handle() + 64, 0, 60));
  EXPECT_EQ(launch(*kernel, 2, {pointer(x), pointer(out)}),
            unwritten + std::string("31 of 'out', by program (1, 0, 0) at [15] "
                                    "of the tile"));
}

TEST_F(CheckedLaunchTest, CopiesBetweenDevicesWrite) {
  auto kernel = load("accumulate");
  DeviceBuffer x = filled(32), out = allocate(32);
  cantFail(copyBetween(*device, out.handle(), *device, x.handle(), 124));
  EXPECT_EQ(launch(*kernel, 2, {pointer(x), pointer(out)}),
            unwritten + std::string("31 of 'out', by program (1, 0, 0) at [15] "
                                    "of the tile"));
}

TEST_F(CheckedLaunchTest, WorkOfStreamsWritesInItsOrder) {
  auto kernel = load("accumulate");
  DeviceBuffer x = filled(32), out = allocate(32);
  Stream stream = take(device->createStream());
  LaunchConfig config{{2}};
  config.stream = stream.handle();
  cantFail(device->copyAsync(out.handle(), x.handle(), 128, stream.handle()));
  std::vector<Argument> arguments = {pointer(x), pointer(out)};
  cantFail(kernel->launch(*device, config, arguments));
  cantFail(device->synchronize(stream.handle()));
  out = allocate(32);
  arguments[1] = pointer(out);
  cantFail(kernel->launch(*device, config, arguments));
  Error error = device->synchronize(stream.handle());
  EXPECT_TRUE(error.isA<KernelFault>());
  EXPECT_TRUE(StringRef(textOf(std::move(error))).starts_with(unwritten));
}

TEST_F(CheckedLaunchTest, KernelsWithoutChecksMayWriteAnything) {
  DeviceBuffer x = filled(32), before = allocate(32);
  EXPECT_EQ(launch(*load("maskedCopy", /*checked=*/false), 1,
                   {pointer(x), pointer(x), 0}),
            "");
  DeviceBuffer after = allocate(32);
  auto kernel = load("accumulate");
  EXPECT_EQ(launch(*kernel, 2, {pointer(x), pointer(before)}), "");
  EXPECT_NE(launch(*kernel, 2, {pointer(x), pointer(after)}), "");
}

TEST_F(CheckedLaunchTest, MemoryIsUnwrittenAfterItWasFreed) {
  auto kernel = load("accumulate");
  DeviceBuffer x = filled(32);
  for (int i = 0; i < 3; ++i) {
    DeviceBuffer out = allocate(32);
    EXPECT_NE(launch(*kernel, 2, {pointer(x), pointer(out)}), "");
  }
}

//===----------------------------------------------------------------------===//
// Several programs, options
//===----------------------------------------------------------------------===//

TEST_F(CheckedLaunchTest, Races) {
  DeviceBuffer x = filled(32), out = allocate(1);
  float one = 1;
  cantFail(device->copyIn(x.handle(),
                          ArrayRef(reinterpret_cast<const char *>(&one), 4)));
  EXPECT_EQ(launch(*load("total"), 2, {pointer(x), pointer(out)}),
            "Checked.java:47:16: store of another value than that of program "
            "(0, 0, 0): element 0 of 'out', by program (1, 0, 0)\n"
            "Checked.java:47:16: note: program (0, 0, 0) stores to it here");
}

TEST_F(CheckedLaunchTest, RuntimesThatCheckAllLaunches) {
  EXPECT_FALSE(load("copy", /*checked=*/false)->isChecked());
  open(true);
  auto kernel = load("copy", /*checked=*/false);
  EXPECT_TRUE(kernel->isChecked());
  DeviceBuffer x = filled(4), out = allocate(16);
  EXPECT_NE(launch(*kernel, 1, {pointer(x), pointer(out), 4}), "");
  EXPECT_TRUE(
      take(kernel->compile("sm_80", "*fp32,*fp32,i32,16"))->metadata.isGuarded);
}

TEST_F(CheckedLaunchTest, KernelsOfGpusAreGuarded) {
  const KernelMetadata metadata =
      take(load("copy")->compile("sm_80", "*fp32,*fp32,i32,16"))->metadata;
  EXPECT_TRUE(metadata.isGuarded);
  EXPECT_EQ(metadata.parameters.size(), 3u);
  ASSERT_EQ(metadata.sites.size(), 2u);
  EXPECT_EQ(metadata.sites[0].kind, KernelSite::Kind::Load);
  EXPECT_EQ(metadata.sites[0].parameter, 0);
  EXPECT_EQ(metadata.sites[1].line, 22u);
  EXPECT_FALSE(take(load("copy", /*checked=*/false)
                        ->compile("sm_80", "*fp32,*fp32,i32,16"))
                   ->metadata.isGuarded);
}

TEST_F(CheckedLaunchTest, CheckedCodeIsStoredByItself) {
  for (int i = 0; i < 2; ++i) {
    open(false);
    DeviceBuffer x = filled(12), out = allocate(16);
    std::vector<Argument> arguments = {pointer(x), pointer(out), 12};
    EXPECT_NE(launch(*load("copy"), 1, arguments), "");
    EXPECT_EQ(launch(*load("maskedCopy", /*checked=*/false), 1, arguments), "");
    EXPECT_EQ(launch(*load("maskedCopy"), 1, arguments), "");
  }
}
