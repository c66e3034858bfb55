// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tensor descriptors as arguments of kernels, with the fake driver: which
/// launches encode maps, and the memory of those that kernels create.
///
/// Not here: values (DescriptorTest.java, DescriptorGpuTest.java).

#include "CudaDrivers.h"
#include "tests/unit/runtime/AllocationCounter.h"

#include "cm2tt/Runtime/TensorDescriptor.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

/// Copies a block of 8x16 numbers of descriptors `a` to `b`, in row `i`.
static constexpr StringLiteral copyModel = R"(
!Desc = !cm.java<"io.github.cm2tt.lang.TensorDescriptor">
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
cm.func "copy" body (%a: !Desc, %b: !Desc, %i: i32) -> none {
  %0 = cm.constant 0 : i32
  %x = cm.invoke "io.github.cm2tt.lang.TensorDescriptor::load(int, int):io.github.cm2tt.lang.Tensor"(%a, %i, %0) : (!Desc, i32, i32) -> !Tensor
  cm.invoke "io.github.cm2tt.lang.TensorDescriptor::store(io.github.cm2tt.lang.Tensor, int, int):void"(%b, %x, %i, %0) : (!Desc, !Tensor, i32, i32) -> none
  cm.return
})";

/// Writes zeros by a descriptor that the kernel creates.
static constexpr StringLiteral clearModel = R"(
!Desc = !cm.java<"io.github.cm2tt.lang.TensorDescriptor">
!Dims = !cm.java<"io.github.cm2tt.lang.Dims">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
cm.func "clear" body (%p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 1 : i32
  %64 = cm.constant 64 : i32
  %n = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%64) : (i32) -> !Dims
  %s = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%1) : (i32) -> !Dims
  %d = cm.invoke "io.github.cm2tt.lang.Triton::makeTensorDescriptor(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims):io.github.cm2tt.lang.TensorDescriptor"(%p, %n, %s, %n) : (!Ptr, !Dims, !Dims, !Dims) -> !Desc
  cm.invoke "io.github.cm2tt.lang.TensorDescriptor::store(int, int):void"(%d, %0, %0) : (!Desc, i32, i32) -> none
  cm.return
})";

/// A matrix of 16 columns with blocks of 8 rows.
static std::unique_ptr<TensorDescriptor>
matrix(uint64_t address, int64_t rows, int64_t stride = 16,
       ElementType element = ElementType::FP32, bool isNaN = false) {
  int64_t shape[] = {rows, 16}, strides[] = {stride, 1}, block[] = {8, 16};
  TensorDescription description;
  description.address = address;
  description.element = element;
  description.shape = shape;
  description.strides = strides;
  description.block = block;
  description.padsWithNaN = isNaN;
  return take(TensorDescriptor::create(description));
}

namespace {
class CudaDescriptorsTest : public CudaRuntimeTest {
protected:
  std::shared_ptr<Kernel> copy(Runtime &runtime) {
    return take(runtime.load(copyModel, "copy.mlir"));
  }
  std::string launch(Kernel &kernel, Device &device, const TensorDescriptor &a,
                     const TensorDescriptor &b) {
    return textOf(kernel.launch(
        device, {}, {Argument::descriptor(a), Argument::descriptor(b), 2}));
  }
  std::vector<std::string> encoded() { return calls("cuTensorMapEncodeTiled"); }
};
} // namespace

TEST_F(CudaDescriptorsTest, EncodesOnce) {
  auto runtime = folder->make();
  Device &device = takeDevice(*runtime);
  auto kernel = copy(*runtime);
  auto a = matrix(1 << 20, 100), b = matrix(2 << 20, 50, 32);
  EXPECT_EQ(launch(*kernel, device, *a, *b), "");
  std::vector<std::string> both = {"type 7 16/16 100/8 +64 swizzle 2 fill 0",
                                   "type 7 16/16 50/8 +128 swizzle 2 fill 0"};
  EXPECT_EQ(encoded(), both);
  EXPECT_EQ(launch(*kernel, device, *a, *b), "");
  EXPECT_EQ(launch(*kernel, device, *b, *a), "");
  EXPECT_EQ(encoded(), both);
  // Another tensor, of the same kind: it is encoded, and nothing is compiled.
  const uint64_t builds = kernel->numBuilds();
  auto c = matrix(1 << 20, 60, 16, ElementType::FP32, /*isNaN=*/true);
  EXPECT_EQ(launch(*kernel, device, *c, *b), "");
  both.push_back("type 7 16/16 60/8 +64 swizzle 2 fill 1");
  EXPECT_EQ(encoded(), both);
  EXPECT_EQ(kernel->numBuilds(), builds);
  for (const std::string &call : calls("cuLaunchKernel"))
    EXPECT_NE(call.find(" map map"), std::string::npos) << call;
}

TEST_F(CudaDescriptorsTest, ALaterLaunchAllocatesNothing) {
  auto runtime = folder->make();
  Device &device = takeDevice(*runtime);
  auto kernel = copy(*runtime);
  auto a = matrix(1 << 20, 100), b = matrix(2 << 20, 50);
  EXPECT_EQ(launch(*kernel, device, *a, *b), "");
  std::vector<Argument> arguments = {Argument::descriptor(*a),
                                     Argument::descriptor(*b), 2};
  unsetenv("FAKE_CUDA_LOG");
  const size_t before = allocations;
  Error error = kernel->launch(device, {}, arguments);
  EXPECT_EQ(allocations - before, 0u);
  EXPECT_FALSE(!!error);
}

/// A base, a stride or a row that 16 bytes do not divide, and an empty tensor.
TEST_F(CudaDescriptorsTest, OtherTensorsAreAccessedByPointers) {
  auto runtime = folder->make();
  Device &device = takeDevice(*runtime);
  auto kernel = copy(*runtime);
  auto a = matrix(1 << 20, 100);
  for (const auto &other :
       {matrix((1 << 20) + 4, 100), matrix(1 << 20, 100, 17),
        matrix(1 << 20, 100, 0), matrix(1 << 20, 0)}) {
    EXPECT_FALSE(other->isAligned());
    EXPECT_EQ(launch(*kernel, device, *other, *a), "");
  }
  EXPECT_EQ(encoded().size(), 1u);
  EXPECT_TRUE(StringRef(calls("cuLaunchKernel").back()).contains(" map 4:0x2"));
}

TEST_F(CudaDescriptorsTest, TensorMapsAreOff) {
  RuntimeOptions options = folder->options();
  options.without = {Optimization::TensorMaps};
  auto runtime = take(Runtime::create(options));
  auto a = matrix(1 << 20, 100);
  EXPECT_EQ(launch(*copy(*runtime), takeDevice(*runtime), *a, *a), "");
  EXPECT_TRUE(encoded().empty());
}

TEST_F(CudaDescriptorsTest, OldGpusHaveNoMaps) {
  set("CAPABILITY", "8.0");
  auto runtime = folder->make();
  auto a = matrix(1 << 20, 100);
  EXPECT_EQ(launch(*copy(*runtime), takeDevice(*runtime), *a, *a), "");
  EXPECT_TRUE(encoded().empty());
}

TEST_F(CudaDescriptorsTest, ReportsFailures) {
  auto runtime = folder->make();
  Device &device = takeDevice(*runtime);
  auto kernel = copy(*runtime);
  auto a = matrix(1 << 20, 100);
  set("FAIL", "cuTensorMapEncodeTiled=1");
  StringRef part = "tensordesc<fp32[8x16]> at 0x100000, shape 100 16 and "
                   "strides 16 1";
  std::string text = launch(*kernel, device, *a, *a);
  EXPECT_TRUE(StringRef(text).contains("cuTensorMapEncodeTiled")) << text;
  EXPECT_TRUE(StringRef(text).contains(part)) << text;
  set("FAIL", "");
  EXPECT_EQ(launch(*kernel, device, *a, *a), "");

  TensorMapRecipe recipe;
  recipe.rank = 1;
  TensorMap map;
  EXPECT_EQ(textOf(device.encodeTensorMap(*a, recipe, map)),
            "the kernel expects another map of tensordesc<fp32[8x16]>");
  Device &cpu = cantFail(runtime->cpu());
  text = textOf(cpu.encodeTensorMap(*a, recipe, map));
  EXPECT_TRUE(StringRef(text).ends_with("' has no tensor maps")) << text;
}

TEST_F(CudaDescriptorsTest, MapsThatKernelsCreateHaveMemory) {
  auto runtime = folder->make();
  Device &device = takeDevice(*runtime);
  auto kernel = take(runtime->load(clearModel, "clear.mlir"));
  auto buffer = take(device.allocate(64 * 4));
  std::vector<Argument> arguments = {
      Argument::pointer(buffer, ElementType::FP32)};
  LaunchConfig config;
  config.grid = {3, 2};
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(textOf(kernel->launch(device, config, arguments)), "");
  EXPECT_EQ(calls("cuMemPoolCreate"), std::vector<std::string>{"0"});
  EXPECT_EQ(calls("cuMemAllocFromPoolAsync"),
            (std::vector<std::string>{"768 default", "768 default"}));
  EXPECT_EQ(calls("cuMemFreeAsync").size(), 2u);
  set("FAIL", "cuMemAllocFromPoolAsync=2");
  std::string text = textOf(kernel->launch(device, config, arguments));
  EXPECT_TRUE(StringRef(text).contains("768 bytes for tensor maps")) << text;
  EXPECT_EQ(calls("cuLaunchKernel").size(), 2u);
}

TEST(TensorDescriptor, RefusesInvalidDescriptions) {
  int64_t extents[] = {16}, one[] = {1};
  TensorDescription description;
  description.shape = description.block = extents;
  description.strides = one;
  description.address = 2;
  auto made = TensorDescriptor::create(description);
  ASSERT_FALSE(!!made);
  EXPECT_EQ(textOf(made.takeError()),
            "a tensor descriptor begins at 0x2: expected a multiple of the "
            "size of an element");
  // The other rules: DescriptorTest.java.
  description.address = 4;
  EXPECT_EQ(take(TensorDescriptor::create(description))->typeName(),
            "tensordesc<fp32[16]>");
}
