// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The result of a checked launch.

#include "CheckedLaunch.h"

#include "cm2tt/Runtime/KernelFault.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::cpu;

CheckedLaunch::CheckedLaunch(const CpuKernel &kernel,
                             ArrayRef<void *> arguments,
                             ArrayRef<uint64_t> extents,
                             AllocationTable &memory)
    : memory(memory), buffers(findBuffers(kernel.parameters, kernel.sites,
                                          arguments, extents, memory)) {
  checked.begin(kernel.sites, buffers);
}

Error CheckedLaunch::finish(Error outcome) {
  for (size_t i = 0; i < buffers.size(); ++i)
    for (const MemoryRange &part : checked.written(i))
      memory.write(part);
  std::vector<Diagnostic> diagnostics = checked.reports();
  if (diagnostics.empty())
    return outcome;
  outcome = handleErrors(std::move(outcome), [&](const KernelFault &fault) {
    append_range(diagnostics, fault.diagnostics);
  });
  return joinErrors(make_error<KernelFault>(std::move(diagnostics)),
                    std::move(outcome));
}
