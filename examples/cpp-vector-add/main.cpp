// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Adds two vectors by the kernel of examples/vector-add, from C++.

#include "cm2tt/Runtime/Kernel.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <vector>

using namespace cm2tt::runtime;

int main(int argc, char **argv) {
  llvm::ExitOnError check("vector-add: ");
  const char *path = argc > 1 ? argv[1] : "model.json";
  auto model = llvm::MemoryBuffer::getFile(path);
  if (!model)
    check(llvm::createFileError(path, model.getError()));

  auto runtime = check(Runtime::create());
  Device &device = check(runtime->device()); // a GPU, else the CPU
  auto add = check(runtime->load((*model)->getBuffer(), path));

  const int n = 100000, block = 1024;
  std::vector<float> x(n, 0.5f), y(n, 2.0f), sum(n);
  const uint64_t bytes = n * sizeof(float);
  DeviceBuffer a = check(device.allocate(bytes));
  DeviceBuffer b = check(device.allocate(bytes));
  DeviceBuffer out = check(device.allocate(bytes));
  check(device.copyIn(a.handle(), {(const char *)x.data(), bytes}));
  check(device.copyIn(b.handle(), {(const char *)y.data(), bytes}));

  auto pointer = [](const DeviceBuffer &buffer) {
    return Argument::pointer(buffer, ElementType::FP32);
  };
  check(add->launch(device, {{(n + block - 1) / block}},
                    {pointer(a), pointer(b), pointer(out), n}));
  check(device.copyOut({(char *)sum.data(), bytes}, out.handle()));

  int wrong = n - std::count(sum.begin(), sum.end(), 2.5f);
  llvm::outs() << wrong << " of " << n << " sums are wrong\n";
  return wrong != 0;
}
