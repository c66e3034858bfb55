// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Kernels at run time on a real GPU, checked by what they compute; skipped
/// where there is none.
///
/// Not here: what runs on the fake driver as well (CudaKernelTest.cpp,
/// CudaAutotunerTest.cpp), operations and layouts (tests/cases/gpu).

#include "GpuTesting.h"
#include "tests/unit/runtime/Autotuner/AutotunerTesting.h"

#include "llvm/ADT/APFloat.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

/// More than there is shared memory for: two tiles of 128x64 halves are 32 KiB
/// for each stage. The compiler uses as many as fit.
static constexpr unsigned tooManyStages = 9;

static uint16_t halfOf(int value) {
  APFloat number(static_cast<double>(value));
  bool isInexact = false;
  number.convert(APFloat::IEEEhalf(), APFloat::rmNearestTiesToEven, &isInexact);
  EXPECT_FALSE(isInexact);
  return static_cast<uint16_t>(number.bitcastToAPInt().getZExtValue());
}

namespace {
/// The example's matrix product of small integers, all of whose sums halves
/// represent exactly.
class Product {
public:
  explicit Product(Device &device) : device(device) {
    std::vector<uint16_t> elements(size * size);
    for (DeviceBuffer *buffer : {&a, &b, &c}) {
      for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column)
          elements[row * size + column] =
              halfOf(buffer == &a   ? left(row, column)
                     : buffer == &b ? right(row, column)
                                    : 2048);
      *buffer = take(device.allocate(elements.size() * sizeof(uint16_t)));
      cantFail(device.copyIn(buffer->handle(), bytesOf(elements)));
    }
  }

  std::vector<Argument> arguments() const {
    auto pointer = [](const DeviceBuffer &buffer) {
      return Argument::pointer(buffer, ElementType::FP16);
    };
    return {pointer(a), pointer(b), pointer(c), size, size,
            size,       size,       size,       size};
  }
  static Dim3 grid() { return {size / 128 * (size / 128)}; }

  /// The number of wrong elements of the product.
  unsigned countWrong() const {
    std::vector<uint16_t> got(size * size);
    MutableArrayRef<char> bytes(reinterpret_cast<char *>(got.data()),
                                got.size() * sizeof(uint16_t));
    cantFail(device.copyOut(bytes, c.handle()));
    std::vector<int> sums(size * size);
    for (int row = 0; row < size; ++row)
      for (int k = 0; k < size; ++k)
        for (int column = 0; column < size; ++column)
          sums[row * size + column] += left(row, k) * right(k, column);
    unsigned wrong = 0;
    for (size_t i = 0; i < sums.size(); ++i)
      wrong += got[i] != halfOf(sums[i]);
    return wrong;
  }

private:
  static constexpr int size = 512;
  static int left(int row, int k) { return (row + 2 * k) % 5 - 2; }
  static int right(int k, int column) { return ((3 * k + column) & 3) - 1; }
  static ArrayRef<char> bytesOf(const std::vector<uint16_t> &elements) {
    return {reinterpret_cast<const char *>(elements.data()),
            elements.size() * sizeof(uint16_t)};
  }

  Device &device;
  DeviceBuffer a, b, c;
};

class GpuKernelTest : public GpuTest {
protected:
  std::shared_ptr<Kernel> matmul(unsigned stages) {
    KernelOptions options;
    options.numStages = stages;
    return take(runtime->load(exampleModel("matmul"), "matmul.cm", options));
  }
};
} // namespace

TEST_F(GpuKernelTest, StagesDoNotChangeTheProduct) {
  unsigned sharedBytes = cantFail(device->getProperties()).sharedBytes;
  for (unsigned stages : {1u, 2u, 3u, tooManyStages}) {
    Product product(*device);
    auto kernel = matmul(stages);
    LaunchConfig config;
    config.grid = Product::grid();
    EXPECT_EQ(textOf(kernel->launch(*device, config, product.arguments())), "");
    EXPECT_EQ(product.countWrong(), 0u) << stages << " stages";
    auto compiled = take(kernel->prepare(*device, product.arguments()));
    EXPECT_LE(compiled->metadata.sharedBytes, sharedBytes);
    EXPECT_GE(compiled->metadata.sharedBytes, 32u * 1024);
  }
}

TEST_F(GpuKernelTest, TheTunerLaunchesItsChoice) {
  TunerOptions options;
  options.configs = {{{}, 4, tooManyStages}, {{}, 8, 3}, {{}, 4, 1}};
  options.grid = [](const TuneConfig &, ArrayRef<Argument>) {
    return Product::grid();
  };
  auto tuner = take(Autotuner::create(*runtime, exampleModel("matmul"),
                                      "matmul.cm", std::move(options)));
  Product product(*device);
  EXPECT_EQ(textOf(tuner->launch(*device, product.arguments())), "");
  EXPECT_EQ(product.countWrong(), 0u);
  TuneResult result = *tuner->explain(*device, product.arguments());
  EXPECT_EQ(result.target, device->target());
  ASSERT_EQ(result.measurements.size(), 3u);
  for (const TuneMeasurement &measurement : result.measurements) {
    EXPECT_TRUE(measurement.pruned.empty()) << measurement.pruned;
    EXPECT_GT(measurement.median, 0);
  }
}

TEST_F(GpuKernelTest, StreamsRunInOrder) {
  auto kernel = take(runtime->load(addModel(), "model.cm"));
  AddBuffers buffers(*device, 5000);
  std::vector<Argument> first = buffers.arguments();
  // out = x + y, then 100 times out = out + y.
  std::vector<Argument> next = first;
  next[0] = first[2];
  Stream stream = take(device->createStream());
  LaunchConfig config;
  config.grid = {5};
  config.stream = stream.handle();
  EXPECT_EQ(textOf(kernel->launch(*device, config, first)), "");
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(textOf(kernel->launch(*device, config, next)), "");
  cantFail(device->synchronize(config.stream));
  EXPECT_TRUE(buffers.isSum(101));
  stream.reset();
}
