// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Loads object code, and launches it on all threads.
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
/// (ObjectCode.cpp), failures of kernels (KernelFault.cpp).

#include "CheckedLaunch.h"
#include "CpuDeviceInternals.h"
#include "KernelFaultInternals.h"

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
// A launch
//===----------------------------------------------------------------------===//

namespace {
/// One launch of a kernel, on all threads.
class Launch final : public ThreadPool::Job {
public:
  /// `checker` is null for kernels without checks.
  Launch(CpuKernel &kernel, const Dim3 &grid, uint64_t programs,
         ArrayRef<void *> arguments, Resources &resources,
         AccessChecker *checker)
      : kernel(kernel), grid(grid), arguments(arguments), resources(resources),
        checker(checker),
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
  bool callKernel(const HostLaunch &call, unsigned thread, int32_t &result);

  /// How much work is worth waking a thread, in nanoseconds: what that costs.
  static constexpr float worthWaking = 10000;

  CpuKernel &kernel;
  const float expectedTime = kernel.programTime;
  const Dim3 grid;
  const ArrayRef<void *> arguments;
  Resources &resources;
  AccessChecker *const checker;
  ProgramQueue queue;
  std::atomic<bool> outOfMemory{false};
  /// Whether the kernel says that it did not end.
  std::atomic<bool> stopped{false};
  /// Whether an assertion has failed. The first one sets it, and then writes
  /// the next three fields.
  std::atomic<bool> failed{false};
  uint32_t failedSite = 0;
  uint64_t failedProgram = 0, failedElement = 0;
  /// The first fault of the processor, as `failed`, and the programs of the
  /// call that had it.
  std::atomic<bool> crashed{false};
  MachineFault crash;
  uint64_t crashBegin = 0, crashEnd = 0;
};
} // namespace

/// Calls the kernel; false if it had a fault.
bool Launch::callKernel(const HostLaunch &call, unsigned thread,
                        int32_t &result) {
  if (resources.guards.empty()) {
    result = kernel.code.function(&call, arguments.data());
    return true;
  }
  KernelGuard &guard = *resources.guards[thread];
  if (LLVM_LIKELY(guard.call(kernel.code, &call, arguments.data(), result)))
    return true;
  if (!crashed.exchange(true)) {
    crash = guard.fault();
    crashBegin = call.begin;
    crashEnd = call.end;
  }
  return false;
}

/// Runs the programs that `call` names; false if that ends the launch.
bool Launch::runChunk(HostLaunch &call, unsigned thread) {
  // Each thread makes its own, so that it is near to the thread's processor.
  if (kernel.scratchBytes && !call.scratch)
    call.scratch = resources.scratch[thread].get(kernel.scratchBytes);
  if (kernel.scratchBytes && !call.scratch) {
    outOfMemory = true;
    return false;
  }
  int32_t result;
  if (LLVM_UNLIKELY(!callKernel(call, thread, result)))
    return false;
  if (result == 0)
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
  call.access = checker ? access : nullptr;
  const auto start = std::chrono::steady_clock::now();
  // If the work seemed small, no thread was woken.
  bool mayBeMore = thread == 0 && !checker && !wantsHelp();
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
  if (site == HostLaunch::barrier) {
    launch->checker->barrier();
    return 1;
  }
  return launch->checker->access(site, program, element, address, value);
}

Error Launch::result() const {
  if (LLVM_UNLIKELY(failed)) {
    KernelSite unknown;
    const KernelSite &site =
        failedSite < kernel.sites.size() ? kernel.sites[failedSite] : unknown;
    return make_error<KernelFault>(
        assertionFault(site, grid, failedProgram, failedElement));
  }
  if (LLVM_UNLIKELY(crashed))
    return make_error<KernelFault>(
        machineFault(crash, kernel, arguments, resources.memory,
                     programsText(grid, crashBegin, crashEnd)));
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
                     ArrayRef<void *> arguments, ArrayRef<uint64_t> extents) {
  Expected<uint64_t> programs = countPrograms(grid);
  if (LLVM_UNLIKELY(!programs))
    return programs.takeError();
  std::lock_guard<std::mutex> lock(turn);
  if (LLVM_LIKELY(!kernel.isChecked)) {
    resources.memory.runUnchecked();
    Launch launch(kernel, grid, *programs, arguments, resources,
                  /*checker=*/nullptr);
    resources.pool.run(launch);
    return launch.result();
  }
  auto runChecked = [&](AccessChecker &checker) {
    checker.setGrid(grid);
    Launch launch(kernel, grid, *programs, arguments, resources, &checker);
    launch.work(0);
    return launch.result();
  };
  if (resources.checker)
    return runChecked(*resources.checker);
  CheckedLaunch checked(kernel, arguments, extents, resources.memory);
  return checked.finish(runChecked(checked.checker()));
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
    return run(kernel, grid, arguments, attributes.extents);
  if (Error error = countPrograms(grid).takeError())
    return error;
  Work work;
  work.kernel = &kernel;
  work.grid = grid;
  if (Error error = readValues(kernel, arguments, work.values))
    return error;
  if (LLVM_UNLIKELY(kernel.isChecked))
    work.extents = attributes.extents.vec();
  return give(std::move(work), stream);
}

/// Records the memory that a copy or a fill has written.
void CpuDevice::recordWrite(const Work &work) {
  auto address = reinterpret_cast<uintptr_t>(work.to);
  resources.memory.write({address, address + work.bytes});
}

/// Fills memory with numbers of one size.
template <typename Number> static void fillWith(const Work &work) {
  auto *to = reinterpret_cast<Number *>(work.to);
  std::fill_n(to, work.bytes / sizeof(Number),
              static_cast<Number>(work.value.bits));
}

static void performFill(const Work &work) {
  switch (work.value.bytes) {
  case 1:
    std::memset(work.to, static_cast<uint8_t>(work.value.bits), work.bytes);
    return;
  case 2:
    return fillWith<uint16_t>(work);
  case 4:
    return fillWith<uint32_t>(work);
  case 8:
    return fillWith<uint64_t>(work);
  }
  llvm_unreachable("numbers have 1, 2, 4 or 8 bytes");
}

Error CpuDevice::perform(Work &work) {
  switch (work.kind) {
  case Work::Kind::Launch: {
    // The values are little endian, so that a narrow one starts at the same
    // address.
    SmallVector<void *, 16> arguments;
    for (uint64_t &value : work.values)
      arguments.push_back(&value);
    return run(*work.kernel, work.grid, arguments, work.extents);
  }
  case Work::Kind::Copy:
    std::memcpy(work.to, work.from, work.bytes);
    recordWrite(work);
    return Error::success();
  case Work::Kind::Fill:
    performFill(work);
    recordWrite(work);
    return Error::success();
  case Work::Kind::Reach:
    work.mark->reach(/*failed=*/false);
    return Error::success();
  case Work::Kind::Finish:
    work.ticket.finish();
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
  void *function = loaded.code->symbol(metadata.getSymbol());
  if (!function)
    return createStringError(inconvertibleErrorCode(),
                             "the object code has no kernel '%s'",
                             metadata.name.c_str());
  std::lock_guard<std::mutex> lock(loaded.mutex);
  CpuKernel &kernel = loaded.kernels.emplace_back();
  kernel.name = metadata.name;
  kernel.code.function = reinterpret_cast<HostKernel>(function);
  kernel.code.code = loaded.code->range();
  kernel.code.name = kernel.name.c_str();
  kernel.scratchBytes = metadata.scratchBytes;
  kernel.sites = metadata.sites;
  kernel.parameters = metadata.parameters;
  kernel.isChecked =
      resources.checker || any_of(metadata.sites, [](const KernelSite &site) {
        return site.kind != KernelSite::Kind::Assert;
      });
  for (const KernelParameter &parameter : metadata.parameters)
    kernel.valueBytes.push_back(valueBytes(parameter.type));
  KernelHandle handle;
  handle.function = reinterpret_cast<uintptr_t>(&kernel);
  handle.threads = 1;
  handle.parameters = static_cast<uint32_t>(metadata.parameters.size());
  return handle;
}
