// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Launches of guarded kernels: each gets a table of the memory that its
/// pointers may access (GuardTable.h), and its faults are an error of the
/// launch. A checked launch therefore allocates memory, and returns when the
/// kernel has finished.
///
/// Not here: the texts of faults (CheckedMemory.h), finding the memory of
/// pointers (AllocationTable.h).

#include "CudaDeviceInternals.h"

#include "cm2tt/Compiler/GuardTable.h"
#include "cm2tt/Runtime/CheckedMemory.h"
#include "cm2tt/Runtime/KernelFault.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::cuda;

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

namespace {
using Words = std::vector<uint64_t>;
} // namespace

static void writeRange(Words &words, int64_t place,
                       const CheckedBuffer &buffer) {
  // The size of the memory is unknown: any address is valid.
  constexpr uint64_t all = std::numeric_limits<uint64_t>::max();
  words[place] = buffer.isBounded ? buffer.address : 0;
  words[place + 1] = buffer.isBounded ? buffer.bytes : all;
}

/// The table before the launch.
static Words makeTable(const CheckedKernel &kernel, const GuardTable &layout,
                       ArrayRef<CheckedBuffer> buffers) {
  bool hasUnknown = any_of(
      kernel.sites, [](const KernelSite &site) { return site.parameter < 0; });
  size_t count = hasUnknown ? buffers.size() : 0;
  Words words(layout.range(static_cast<int64_t>(count)));
  for (const CheckedBuffer &buffer : buffers)
    if (buffer.parameter >= 0)
      writeRange(words, layout.parameterRange(buffer.parameter), buffer);
  words[layout.rangeCount()] = count;
  for (size_t i = 0; i < count; ++i)
    writeRange(words, layout.range(static_cast<int64_t>(i)), buffers[i]);
  return words;
}

/// Names the faults that a checked launch on a GPU cannot find.
static Diagnostic noteOnOtherChecks() {
  Diagnostic note;
  note.severity = Severity::Note;
  note.message = "races, reads of uninitialised memory and misaligned accesses "
                 "are not found on a GPU, but by a checked launch on the CPU "
                 "device";
  return note;
}

/// The faults that the kernel recorded.
static Error readFaults(const CheckedKernel &kernel, const GuardTable &layout,
                        ArrayRef<CheckedBuffer> buffers, const Dim3 &grid,
                        ArrayRef<uint64_t> words) {
  CheckedMemory checked;
  checked.begin(kernel.sites, buffers);
  checked.setGrid(grid);
  for (uint32_t site = 0; site < kernel.sites.size(); ++site) {
    ArrayRef<uint64_t> record =
        words.slice(layout.record(site), GuardTable::recordWords);
    if (uint64_t cases = record[GuardTable::Count])
      checked.report(site, record[GuardTable::Program],
                     record[GuardTable::Element], record[GuardTable::Address],
                     cases);
  }
  std::vector<Diagnostic> diagnostics = checked.reports();
  if (diagnostics.empty())
    return Error::success();
  // The remedy stays the last note.
  for (Diagnostic &diagnostic : diagnostics)
    diagnostic.notes.insert(diagnostic.notes.begin(), noteOnOtherChecks());
  return make_error<KernelFault>(std::move(diagnostics));
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

const CheckedKernel *CudaDevice::addChecked(uint64_t module,
                                            const KernelMetadata &metadata) {
  std::lock_guard<std::mutex> lock(checkedMutex);
  auto added = checkedKernels.emplace(module, CheckedKernel());
  CheckedKernel &kernel = added->second;
  kernel.name = metadata.name;
  kernel.sites = metadata.sites;
  kernel.parameters = metadata.parameters;
  return &kernel;
}

void CudaDevice::removeChecked(uint64_t module) {
  std::lock_guard<std::mutex> lock(checkedMutex);
  checkedKernels.erase(module);
}

Error CudaDevice::launchChecked(const KernelHandle &handle, const Dim3 &grid,
                                StreamHandle stream, ArrayRef<void *> arguments,
                                const LaunchAttributes &attributes) {
  const auto &kernel = *reinterpret_cast<const CheckedKernel *>(handle.checks);
  Expected<bool> capturing = isCapturing(stream);
  if (!capturing)
    return capturing.takeError();
  if (*capturing)
    return createStringError(inconvertibleErrorCode(),
                             "a checked launch of kernel '%s' cannot be "
                             "captured, since it waits for the kernel: launch "
                             "it before the capture",
                             kernel.name.c_str());
  std::vector<CheckedBuffer> buffers =
      findBuffers(kernel.parameters, kernel.sites, arguments,
                  attributes.extents, allocations);
  GuardTable layout(static_cast<int64_t>(kernel.parameters.size()),
                    static_cast<int64_t>(kernel.sites.size()));
  Words words = makeTable(kernel, layout, buffers);
  size_t bytes = words.size() * sizeof(words[0]);
  auto *data = reinterpret_cast<char *>(words.data());
  Expected<DeviceBuffer> table = allocate(bytes);
  if (!table)
    return table.takeError();
  if (Error error = copyInAsync(table->handle(), {data, bytes}, stream))
    return error;
  uint64_t address = table->handle();
  SmallVector<void *> all(arguments);
  all.push_back(&address);
  if (Error error = queueLaunch(handle, grid, stream, all, attributes))
    return error;
  if (Error error = copyOutAsync({data, bytes}, table->handle(), stream))
    return error;
  if (Error error = synchronize(stream))
    return error;
  return readFaults(kernel, layout, buffers, grid, words);
}
