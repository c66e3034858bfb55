// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The host's time for a launch of an empty kernel of 1, 5, 10 and 16
/// arguments: the driver's cuLaunchKernel alone, Device::launch,
/// Kernel::launch, and Device::launch on a stream of its own.
///
///   LaunchBench [gpu|cpu]     (default: a GPU if there is one)
///
/// Prints a table in nanoseconds. The variants alternate, with 256 launches
/// each, which is less than a GPU queues; the work is waited for in between,
/// untimed. A figure is the median of the batches' means. launch.py puts Triton
/// and PyTorch beside it.

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Runtime/Kernel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cstdlib>
#include <dlfcn.h>
#include <functional>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

/// cuLaunchKernel.
using DriverLaunch = int (*)(void *, unsigned, unsigned, unsigned, unsigned,
                             unsigned, unsigned, unsigned, void *, void **,
                             void **);

static constexpr unsigned batchSize = 256, batches = 200;

/// Java types of the arguments, repeated cyclically.
static constexpr StringLiteral types[] = {
    "oracle.code.triton.Ptr", "oracle.code.triton.Ptr",
    "oracle.code.triton.Ptr", "int", "float"};

/// A kernel with a number of parameters that does nothing.
static std::string emptyModel(unsigned count) {
  std::string text = "//! source: \"Empty.java\"\n//! kernel: \"empty\"\n";
  raw_string_ostream os(text);
  os << "func @loc=\"3:5\" @\"empty\" @owner=\"bench.Empty\" (";
  for (unsigned i = 0; i < count; ++i)
    os << (i ? ", %" : "%") << i << " : " << types[i % std::size(types)];
  os << ")void -> {\n";
  for (unsigned i = 0; i < count; ++i)
    os << "    %" << count + i << " : Var<" << types[i % std::size(types)]
       << "> = var %" << i << " @loc=\"3:5\" @\"p" << i << "\";\n";
  os << "    return @loc=\"3:5\";\n};\n";
  return text;
}

namespace {
/// A kernel on a device and its arguments, in both forms.
struct Case {
  Case(Runtime &runtime, Device &device, unsigned count);

  Device &device;
  DeviceBuffer buffer;
  std::shared_ptr<Kernel> kernel;
  Module module;
  KernelHandle handle;
  std::vector<Argument> arguments;
  std::vector<uint64_t> values;
  std::vector<void *> pointers;
};

/// A way to launch: does it once.
using Way = std::function<Error()>;
} // namespace

static ExitOnError check("LaunchBench: ");

Case::Case(Runtime &runtime, Device &device, unsigned count)
    : device(device), buffer(check(device.allocate(256))) {
  for (unsigned i = 0; i < count; ++i) {
    StringRef type = types[i % std::size(types)];
    if (type == "int")
      arguments.push_back(int32_t(48));
    else if (type == "float")
      arguments.push_back(2.5f);
    else
      arguments.push_back(Argument::pointer(buffer, ElementType::FP32));
    values.push_back(arguments.back().bits);
  }
  for (uint64_t &value : values)
    pointers.push_back(&value);
  kernel = check(runtime.load(emptyModel(count), "empty"));
  std::shared_ptr<const CompiledKernel> compiled =
      check(kernel->prepare(device, arguments));
  module = check(device.load(compiled->image));
  handle = check(device.kernel(module, compiled->metadata));
}

/// Nanoseconds of a launch in each way: the medians of the batches.
static std::vector<double> measure(Device &device, ArrayRef<Way> ways,
                                   ArrayRef<StreamHandle> streams) {
  std::vector<std::vector<double>> times(ways.size());
  for (unsigned batch = 0; batch < batches; ++batch)
    for (size_t way = 0; way < ways.size(); ++way) {
      auto start = std::chrono::steady_clock::now();
      for (unsigned i = 0; i < batchSize; ++i)
        check(ways[way]());
      auto end = std::chrono::steady_clock::now();
      for (StreamHandle stream : streams)
        check(device.synchronize(stream));
      times[way].push_back(
          std::chrono::duration<double, std::nano>(end - start).count() /
          batchSize);
    }
  std::vector<double> medians;
  for (std::vector<double> &each : times) {
    sort(each);
    medians.push_back(each[each.size() / 2]);
  }
  return medians;
}

/// The driver's function; null on a machine without one.
static DriverLaunch driverLaunch() {
  const char *chosen = std::getenv("CM2TT_LIBCUDA");
  void *library = dlopen(chosen ? chosen : "libcuda.so.1", RTLD_NOW);
  return library
             ? reinterpret_cast<DriverLaunch>(dlsym(library, "cuLaunchKernel"))
             : nullptr;
}

/// One row of the table.
static std::vector<double> measureCase(Case &launched, DriverLaunch driver) {
  Device &device = launched.device;
  const KernelHandle &handle = launched.handle;
  Stream stream = check(device.createStream());
  LaunchConfig config;
  std::vector<Way> ways;
  if (driver)
    ways.push_back([&] {
      int result = driver(reinterpret_cast<void *>(handle.function), 1, 1, 1,
                          handle.threads, 1, 1, handle.sharedBytes, nullptr,
                          launched.pointers.data(), nullptr);
      return result ? createStringError("cuLaunchKernel failed: %d", result)
                    : Error::success();
    });
  ways.push_back(
      [&] { return device.launch(handle, {}, 0, launched.pointers); });
  ways.push_back([&] {
    return launched.kernel->launch(device, config, launched.arguments);
  });
  ways.push_back([&] {
    return device.launch(handle, {}, stream.handle(), launched.pointers);
  });
  return measure(device, ways, {0, stream.handle()});
}

int main(int argc, char **argv) {
  bool onCpu = argc > 1 && StringRef(argv[1]) == "cpu";
  std::unique_ptr<Runtime> runtime = check(Runtime::create());
  Device &device = check(onCpu ? runtime->cpu() : runtime->device());
  bool isGpu = device.target() != "cpu";
  DriverLaunch driver = isGpu ? driverLaunch() : nullptr;
  outs() << "empty kernels on " << device.name() << ", ns of the host\n"
         << "arguments";
  if (driver)
    outs() << "  cuLaunchKernel";
  outs() << "  Device::launch  Kernel::launch  Device::launch, own stream\n";
  for (unsigned count : {1, 5, 10, 16}) {
    Case launched(*runtime, device, count);
    outs() << format("%9u", count);
    for (double time : measureCase(launched, driver))
      outs() << format("  %14.0f", time);
    outs() << '\n';
    outs().flush();
  }
  return 0;
}
