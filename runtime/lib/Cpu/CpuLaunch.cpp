// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Loads object code, launches it on all threads, and reports failed
/// assertions.
///
/// Waking a thread costs more than a small kernel. If the last launch of a
/// kernel took so little time for each program that waking a thread would not
/// pay, no thread is woken, unless the first chunk takes longer this time.
///
/// Scratch memory belongs to a thread, grows once and is kept: the thread that
/// uses it allocates it, near its processor, and no launch after the first
/// allocates. There are no cooperative launches: programs run one after the
/// other, and one that waits for a later one would wait for ever.
///
/// Not here: the distribution of programs to threads (ThreadPool.cpp), linking
/// (ObjectCode.cpp).

#include "CpuDeviceInternals.h"

#include "cm2tt/Runtime/AccessChecker.h"
#include "cm2tt/Runtime/CpuDevice.h"
#include "cm2tt/Runtime/ElementType.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cstring>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::cpu;

//===----------------------------------------------------------------------===//
// Assertions
//===----------------------------------------------------------------------===//

char KernelFault::ID = 0;

void KernelFault::log(raw_ostream &os) const {
  if (!diagnostic.file.empty()) {
    os << diagnostic.file << ':';
    if (diagnostic.line)
      os << diagnostic.line << ':' << diagnostic.column << ':';
    os << ' ';
  }
  os << diagnostic.message;
}

std::error_code KernelFault::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

/// `[3, 4]`: the element with that row-major index in a tile.
static std::string elementText(uint64_t element, ArrayRef<int64_t> shape) {
  SmallVector<uint64_t, 4> index(shape.size());
  for (size_t i = shape.size(); i-- > 0; element /= shape[i])
    index[i] = element % shape[i];
  std::string text;
  raw_string_ostream os(text);
  interleaveComma(index, os << '[');
  os << ']';
  return text;
}

/// The diagnostic for a failed assertion.
static Diagnostic faultOf(const KernelSite &site, const Dim3 &grid,
                          uint64_t program, uint64_t element) {
  Diagnostic diagnostic;
  diagnostic.file = site.file;
  diagnostic.line = site.line;
  diagnostic.column = site.column;
  raw_string_ostream os(diagnostic.message);
  os << "assertion failed";
  if (!site.message.empty())
    os << ": " << site.message;
  os << ": in program (" << program % grid.x << ", "
     << program / grid.x % grid.y << ", " << program / grid.x / grid.y << ')';
  if (!site.shape.empty())
    os << ", element " << elementText(element, site.shape);
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// A launch
//===----------------------------------------------------------------------===//

namespace {
/// One launch of a kernel, on all threads.
class Launch final : public ThreadPool::Job {
public:
  Launch(CpuKernel &kernel, const Dim3 &grid, uint64_t programs,
         ArrayRef<void *> arguments, Resources &resources)
      : kernel(kernel), grid(grid), arguments(arguments), resources(resources),
        queue(programs, static_cast<unsigned>(resources.scratch.size())) {}

  void work(unsigned thread) override;
  bool wantsHelp() const override {
    uint64_t left = queue.left();
    return left > 1 && static_cast<float>(left) * expectedTime > worthWaking;
  }
  /// The error, if any.
  Error result() const;

private:
  static void fail(void *context, uint32_t site, uint64_t program,
                   uint64_t element);
  static int32_t access(void *context, uint32_t site, uint64_t program,
                        uint64_t element, void *address, const void *value);

  bool runChunk(HostLaunch &call, unsigned thread);

  /// How much work is worth waking a thread, in nanoseconds: what that costs.
  static constexpr float worthWaking = 10000;

  CpuKernel &kernel;
  const float expectedTime = kernel.programTime;
  const Dim3 grid;
  const ArrayRef<void *> arguments;
  Resources &resources;
  ProgramQueue queue;
  std::atomic<bool> outOfMemory{false};
  /// Whether the kernel says that it did not end.
  std::atomic<bool> stopped{false};
  /// Of the first failed assertion: set once, before the rest is written.
  std::atomic<bool> failed{false};
  uint32_t failedSite = 0;
  uint64_t failedProgram = 0, failedElement = 0;
};
} // namespace

/// Runs the programs that `call` names; false if that ends the launch.
bool Launch::runChunk(HostLaunch &call, unsigned thread) {
  // Each thread makes its own, so that it is near to the thread's processor.
  if (kernel.scratchBytes && !call.scratch)
    call.scratch = resources.scratch[thread].get(kernel.scratchBytes);
  if (kernel.scratchBytes && !call.scratch) {
    outOfMemory = true;
    return false;
  }
  if (kernel.function(&call, arguments.data()) == 0)
    return true;
  stopped = true;
  return false;
}

void Launch::work(unsigned thread) {
  HostLaunch call = {};
  call.grid[0] = grid.x;
  call.grid[1] = grid.y;
  call.grid[2] = grid.z;
  call.context = this;
  call.fail = fail;
  call.access = resources.checker ? access : nullptr;
  const auto start = std::chrono::steady_clock::now();
  // If the work seemed small, no thread was woken.
  bool mayBeMore = thread == 0 && !resources.checker && !wantsHelp();
  uint64_t done = 0;
  float time = 0;
  while (queue.take(call.begin, call.end)) {
    if (!runChunk(call, thread))
      return queue.drop();
    done += call.end - call.begin;
    if (thread != 0)
      continue;
    time = std::chrono::duration<float, std::nano>(
               std::chrono::steady_clock::now() - start)
               .count();
    if (mayBeMore && time > worthWaking && queue.left() > 1) {
      resources.pool.wake(2);
      mayBeMore = false;
    }
  }
  if (thread == 0 && done)
    kernel.programTime = time / static_cast<float>(done);
}

void Launch::fail(void *context, uint32_t site, uint64_t program,
                  uint64_t element) {
  auto *launch = static_cast<Launch *>(context);
  if (launch->failed.exchange(true))
    return;
  launch->failedSite = site;
  launch->failedProgram = program;
  launch->failedElement = element;
  launch->queue.drop();
}

int32_t Launch::access(void *context, uint32_t site, uint64_t program,
                       uint64_t element, void *address, const void *value) {
  auto *launch = static_cast<Launch *>(context);
  return launch->resources.checker->access(site, program, element, address,
                                           value);
}

Error Launch::result() const {
  if (LLVM_UNLIKELY(failed)) {
    KernelSite unknown;
    const KernelSite &site =
        failedSite < kernel.sites.size() ? kernel.sites[failedSite] : unknown;
    return make_error<KernelFault>(
        faultOf(site, grid, failedProgram, failedElement));
  }
  if (LLVM_UNLIKELY(stopped))
    return createStringError(inconvertibleErrorCode(),
                             "kernel '%s' stopped without a message",
                             kernel.name.c_str());
  if (LLVM_UNLIKELY(outOfMemory))
    return createStringError(
        inconvertibleErrorCode(),
        "kernel '%s' needs %llu bytes of memory for each of %zu threads, which "
        "there are not: use smaller tiles or fewer threads",
        kernel.name.c_str(),
        static_cast<unsigned long long>(kernel.scratchBytes),
        resources.scratch.size());
  return Error::success();
}

/// The number of programs of a grid, if it fits.
static Expected<uint64_t> countPrograms(const Dim3 &grid) {
  constexpr uint64_t most = uint64_t(1) << 63;
  uint64_t layer = uint64_t(grid.x) * grid.y;
  if (LLVM_LIKELY(layer == 0 || grid.z <= most / layer))
    return layer * grid.z;
  return createStringError(inconvertibleErrorCode(),
                           "a grid of %ux%ux%u has more than 2^63 programs",
                           grid.x, grid.y, grid.z);
}

/// Why a launch on the CPU cannot have attributes.
static Error refuse(const LaunchAttributes &attributes) {
  return createStringError(
      inconvertibleErrorCode(),
      attributes.cooperative
          ? "a launch on the CPU cannot be cooperative: its programs run one "
            "after the other, so that one that waits for another never ends"
          : "a launch on the CPU cannot have clusters: its programs run one "
            "after the other");
}

/// Does a launch; returns when it is done.
Error CpuDevice::run(CpuKernel &kernel, const Dim3 &grid,
                     ArrayRef<void *> arguments) {
  Expected<uint64_t> programs = countPrograms(grid);
  if (LLVM_UNLIKELY(!programs))
    return programs.takeError();
  std::lock_guard<std::mutex> lock(turn);
  Launch launch(kernel, grid, *programs, arguments, resources);
  if (LLVM_UNLIKELY(resources.checker)) {
    resources.checker->setGrid(grid);
    launch.work(0);
  } else {
    resources.pool.run(launch);
  }
  return launch.result();
}

/// The values of arguments, which need not be there any more when they are
/// used.
static Error readValues(const CpuKernel &kernel, ArrayRef<void *> arguments,
                        SmallVectorImpl<uint64_t> &values) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (LLVM_UNLIKELY(kernel.valueBytes[i] == 0))
      return createStringError(
          inconvertibleErrorCode(),
          "parameter %zu of kernel '%s', counted from 0, is of no known type: "
          "it can be launched on the default stream only",
          i, kernel.name.c_str());
    std::memcpy(&values.emplace_back(0), arguments[i], kernel.valueBytes[i]);
  }
  return Error::success();
}

Error CpuDevice::launch(const KernelHandle &handle, const Dim3 &grid,
                        StreamHandle stream, ArrayRef<void *> arguments,
                        const LaunchAttributes &attributes) {
  if (LLVM_UNLIKELY(!attributes.isPlain()))
    return refuse(attributes);
  auto &kernel = *reinterpret_cast<CpuKernel *>(handle.function);
  if (LLVM_UNLIKELY(arguments.size() != handle.parameters))
    return createStringError(inconvertibleErrorCode(),
                             "the kernel takes %u arguments: %zu were given",
                             handle.parameters, arguments.size());
  if (stream == 0)
    return run(kernel, grid, arguments);
  if (Error error = countPrograms(grid).takeError())
    return error;
  Work work;
  work.kernel = &kernel;
  work.grid = grid;
  if (Error error = readValues(kernel, arguments, work.values))
    return error;
  return give(std::move(work), stream);
}

Error CpuDevice::perform(Work &work) {
  switch (work.kind) {
  case Work::Kind::Launch: {
    // The values are little endian, so that a narrow one starts at the same
    // address.
    SmallVector<void *, 16> arguments;
    for (uint64_t &value : work.values)
      arguments.push_back(&value);
    return run(*work.kernel, work.grid, arguments);
  }
  case Work::Kind::Copy:
    std::memcpy(work.to, work.from, work.bytes);
    return Error::success();
  case Work::Kind::Fill:
    std::memset(work.to, work.byte, work.bytes);
    return Error::success();
  case Work::Kind::Reach:
    work.mark->reach(/*failed=*/false);
    return Error::success();
  case Work::Kind::Wait:
    if (work.mark->wait())
      return Error::success();
    return createStringError(inconvertibleErrorCode(),
                             "work of another stream failed that this stream "
                             "waited for: synchronize that one for the reason");
  }
  llvm_unreachable("all kinds are handled");
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

Expected<Module> CpuDevice::load(StringRef image) {
  Expected<std::unique_ptr<ObjectCode>> code = ObjectCode::load(image);
  if (!code)
    return code.takeError();
  auto module = std::make_unique<CpuModule>();
  module->code = std::move(*code);
  return Module(*this, reinterpret_cast<uintptr_t>(module.release()));
}

/// The bytes of a value of a type as signatures have it; 0 if it is none.
static uint8_t valueBytes(StringRef type) {
  if (type.starts_with("*"))
    return sizeof(void *);
  std::optional<ElementType> element = parseElementType(type);
  return element ? static_cast<uint8_t>(elementBytes(*element)) : 0;
}

Expected<KernelHandle> CpuDevice::kernel(const Module &module,
                                         const KernelMetadata &metadata) {
  auto &loaded = *reinterpret_cast<CpuModule *>(module.handle());
  void *function = loaded.code->symbol(metadata.name);
  if (!function)
    return createStringError(inconvertibleErrorCode(),
                             "the object code has no kernel '%s'",
                             metadata.name.c_str());
  std::lock_guard<std::mutex> lock(loaded.mutex);
  CpuKernel &kernel = loaded.kernels.emplace_back();
  kernel.name = metadata.name;
  kernel.function = reinterpret_cast<HostKernel>(function);
  kernel.scratchBytes = metadata.scratchBytes;
  kernel.sites = metadata.sites;
  for (const KernelParameter &parameter : metadata.parameters)
    kernel.valueBytes.push_back(valueBytes(parameter.type));
  KernelHandle handle;
  handle.function = reinterpret_cast<uintptr_t>(&kernel);
  handle.threads = 1;
  handle.parameters = static_cast<uint32_t>(metadata.parameters.size());
  return handle;
}
