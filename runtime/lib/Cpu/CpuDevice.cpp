// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The processor behind the device interface: host memory, object code, and
/// launches on a pool of threads, done when they return.
///
/// Not here: sharing out programs and threads (ThreadPool.cpp), linking
/// (ObjectCode.cpp).

#include "cm2tt/Runtime/CpuDevice.h"

#include "CpuInternals.h"

#include "cm2tt/Driver/Compiler.h"
#include "cm2tt/Driver/HostKernel.h"
#include "cm2tt/Runtime/AccessChecker.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <list>
#include <sched.h>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

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

/// What a failed assertion says.
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
/// A kernel that was prepared for launches.
struct CpuKernel {
  std::string name;
  HostKernel function = nullptr;
  uint64_t scratchBytes = 0;
  std::vector<KernelSite> sites;
  /// What a program took in the last launch, in nanoseconds; more than any
  /// takes before the first.
  std::atomic<float> programTime{1e9f};
};

/// What a module's handle points to.
struct CpuModule {
  std::unique_ptr<cpu::ObjectCode> code;
  /// A list: handles point to its elements.
  std::list<CpuKernel> kernels;
  std::mutex mutex;
};

/// Memory that grows once and stays.
class Scratch {
public:
  ~Scratch() { std::free(memory); }
  /// At least `wanted` bytes, aligned to 64; null if there are none.
  void *get(uint64_t wanted) {
    if (wanted <= bytes)
      return memory;
    std::free(memory);
    bytes = alignTo(wanted, 64);
    memory = std::aligned_alloc(64, bytes);
    if (!memory)
      bytes = 0;
    return memory;
  }

private:
  void *memory = nullptr;
  uint64_t bytes = 0;
};

/// What launches use, one at a time.
struct Resources {
  /// One for each thread.
  std::vector<Scratch> scratch;
  /// May be null.
  AccessChecker *checker = nullptr;
  cpu::ThreadPool pool;
};

/// One launch of a kernel, on all threads.
class Launch final : public cpu::ThreadPool::Job {
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
  /// What went wrong, if anything did.
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
  cpu::ProgramQueue queue;
  std::atomic<bool> outOfMemory{false};
  /// Whether the kernel says that it did not end.
  std::atomic<bool> stopped{false};
  /// Of the first failed assertion: set once, before the rest is written.
  std::atomic<bool> failed{false};
  uint32_t failedSite = 0;
  uint64_t failedProgram = 0, failedElement = 0;
};

/// The process's processor.
class CpuDevice final : public Device {
public:
  explicit CpuDevice(AccessChecker *checker) { resources.checker = checker; }
  /// The rest of construction, which can fail.
  Error open(unsigned threads);

  StringRef name() const override { return deviceName; }
  StringRef target() const override { return "cpu"; }
  Expected<DeviceFacts> facts() override;

  Expected<DeviceBuffer> allocate(uint64_t bytes) override;
  Expected<HostBuffer> allocateHost(uint64_t bytes) override;
  Error copyIn(DeviceAddress to, ArrayRef<char> from) override;
  Error copyOut(MutableArrayRef<char> to, DeviceAddress from) override;
  Error fill(DeviceAddress to, uint8_t byte, uint64_t bytes) override;

  Error copyInAsync(DeviceAddress to, ArrayRef<char> from,
                    StreamHandle stream) override;
  Error copyOutAsync(MutableArrayRef<char> to, DeviceAddress from,
                     StreamHandle stream) override;
  Error fillAsync(DeviceAddress to, uint8_t byte, uint64_t bytes,
                  StreamHandle stream) override;
  Error copyAsync(DeviceAddress to, DeviceAddress from, uint64_t bytes,
                  StreamHandle stream) override;

  Expected<Module> load(StringRef image) override;
  Expected<std::string> link(StringRef image) override { return image.str(); }
  Expected<KernelHandle> kernel(const Module &module,
                                const KernelMetadata &metadata) override;
  Error launch(const KernelHandle &kernel, const Dim3 &grid,
               StreamHandle stream, ArrayRef<void *> arguments,
               const LaunchAttributes &attributes) override;

  Expected<Stream> createStream() override;
  Error synchronize(StreamHandle) override { return Error::success(); }
  Expected<Event> createEvent() override;
  Error record(const Event &event, StreamHandle stream) override;
  Error streamWait(StreamHandle stream, const Event &event) override;
  Expected<double> elapsedMilliseconds(const Event &begin,
                                       const Event &end) override;

  Expected<bool> isCapturing(StreamHandle stream) override;
  Error beginCapture(StreamHandle stream) override;
  Expected<Graph> endCapture(StreamHandle stream) override;
  Error launchGraph(const Graph &graph, StreamHandle stream) override;

private:
  void release(ObjectKind kind, uint64_t handle) override;

  std::string deviceName;
  /// Whose launch it is: launches take turns.
  std::mutex turn;
  Resources resources;
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
  // If it seemed to be little work, nobody was woken.
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
                             "kernel '%s' stopped and did not say why",
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

/// How many programs a grid has, if that can be counted.
static Expected<uint64_t> countPrograms(const Dim3 &grid) {
  constexpr uint64_t most = uint64_t(1) << 63;
  uint64_t layer = uint64_t(grid.x) * grid.y;
  if (LLVM_LIKELY(layer == 0 || grid.z <= most / layer))
    return layer * grid.z;
  return createStringError(inconvertibleErrorCode(),
                           "a grid of %ux%ux%u has more than 2^63 programs",
                           grid.x, grid.y, grid.z);
}

/// What a launch on the CPU cannot be.
static Error checkAttributes(const LaunchAttributes &attributes) {
  return createStringError(
      inconvertibleErrorCode(),
      attributes.cooperative
          ? "a launch on the CPU cannot be cooperative: its programs run one "
            "after the other, so that one that waits for another never ends"
          : "a launch on the CPU cannot have clusters: its programs run one "
            "after the other");
}

Error CpuDevice::launch(const KernelHandle &handle, const Dim3 &grid,
                        StreamHandle, ArrayRef<void *> arguments,
                        const LaunchAttributes &attributes) {
  if (LLVM_UNLIKELY(!attributes.isPlain()))
    return checkAttributes(attributes);
  auto &kernel = *reinterpret_cast<CpuKernel *>(handle.function);
  if (LLVM_UNLIKELY(arguments.size() != handle.parameters))
    return createStringError(inconvertibleErrorCode(),
                             "the kernel takes %u arguments: %zu were given",
                             handle.parameters, arguments.size());
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

//===----------------------------------------------------------------------===//
// The device
//===----------------------------------------------------------------------===//

unsigned runtime::availableCpus() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0)
    return std::max(CPU_COUNT(&set), 1);
  // More CPUs than the set has room for.
  return std::max(std::thread::hardware_concurrency(), 1u);
}

Error CpuDevice::open(unsigned threads) {
  if (Error error = resources.pool.start(threads ? threads : availableCpus()))
    return error;
  resources.scratch = std::vector<Scratch>(resources.pool.size());
  unsigned size = resources.pool.size();
  raw_string_ostream(deviceName) << sys::getHostCPUName() << ", " << size
                                 << (size == 1 ? " thread" : " threads");
  return Error::success();
}

Expected<DeviceFacts> CpuDevice::facts() {
  DeviceFacts facts;
  facts.name = deviceName;
  facts.target = "cpu";
  facts.processors = resources.pool.size();
  auto pageBytes = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  facts.memoryBytes =
      pageBytes * static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES));
  facts.freeBytes =
      pageBytes * static_cast<uint64_t>(sysconf(_SC_AVPHYS_PAGES));
  return facts;
}

Expected<DeviceBuffer> CpuDevice::allocate(uint64_t bytes) {
  constexpr uint64_t hugePage = uint64_t(2) << 20;
  uint64_t alignment = bytes < 2 * hugePage ? 256 : hugePage;
  // The C library's limit is that of signed numbers.
  void *memory = nullptr;
  if (bytes <= INT64_MAX - alignment)
    memory = std::aligned_alloc(
        alignment, alignTo(std::max<uint64_t>(bytes, 1), alignment));
  if (!memory)
    return createStringError(inconvertibleErrorCode(),
                             "there are no %llu bytes of memory for a buffer",
                             static_cast<unsigned long long>(bytes));
  if (alignment == hugePage)
    madvise(memory, bytes, MADV_HUGEPAGE);
  return DeviceBuffer(*this, reinterpret_cast<uintptr_t>(memory));
}

Expected<HostBuffer> CpuDevice::allocateHost(uint64_t bytes) {
  Expected<DeviceBuffer> buffer = allocate(bytes);
  if (!buffer)
    return buffer.takeError();
  return HostBuffer(*this, buffer->take());
}

/// An address as a pointer.
static char *toPointer(DeviceAddress address) {
  return reinterpret_cast<char *>(static_cast<uintptr_t>(address));
}

Error CpuDevice::copyIn(DeviceAddress to, ArrayRef<char> from) {
  if (!from.empty())
    std::memcpy(toPointer(to), from.data(), from.size());
  return Error::success();
}

Error CpuDevice::copyOut(MutableArrayRef<char> to, DeviceAddress from) {
  if (!to.empty())
    std::memcpy(to.data(), toPointer(from), to.size());
  return Error::success();
}

Error CpuDevice::fill(DeviceAddress to, uint8_t byte, uint64_t bytes) {
  if (bytes)
    std::memset(toPointer(to), byte, bytes);
  return Error::success();
}

Error CpuDevice::copyInAsync(DeviceAddress to, ArrayRef<char> from,
                             StreamHandle) {
  return copyIn(to, from);
}

Error CpuDevice::copyOutAsync(MutableArrayRef<char> to, DeviceAddress from,
                              StreamHandle) {
  return copyOut(to, from);
}

Error CpuDevice::fillAsync(DeviceAddress to, uint8_t byte, uint64_t bytes,
                           StreamHandle) {
  return fill(to, byte, bytes);
}

Error CpuDevice::copyAsync(DeviceAddress to, DeviceAddress from, uint64_t bytes,
                           StreamHandle) {
  return copyIn(to, ArrayRef(toPointer(from), bytes));
}

Expected<Module> CpuDevice::load(StringRef image) {
  Expected<std::unique_ptr<cpu::ObjectCode>> code =
      cpu::ObjectCode::load(image);
  if (!code)
    return code.takeError();
  auto module = std::make_unique<CpuModule>();
  module->code = std::move(*code);
  return Module(*this, reinterpret_cast<uintptr_t>(module.release()));
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
  KernelHandle handle;
  handle.function = reinterpret_cast<uintptr_t>(&kernel);
  handle.threads = 1;
  handle.parameters = static_cast<uint32_t>(metadata.parameters.size());
  return handle;
}

Expected<Stream> CpuDevice::createStream() {
  // Nothing is ever queued, so that all streams are alike; but 0 is no object.
  return Stream(*this, 1);
}

namespace {
/// What an event's handle points to.
struct TimeStamp {
  std::chrono::steady_clock::time_point time;
  bool recorded = false;
};
} // namespace

Expected<Event> CpuDevice::createEvent() {
  return Event(*this, reinterpret_cast<uintptr_t>(new TimeStamp));
}

Error CpuDevice::record(const Event &event, StreamHandle) {
  auto *stamp = reinterpret_cast<TimeStamp *>(event.handle());
  stamp->recorded = true;
  stamp->time = std::chrono::steady_clock::now();
  return Error::success();
}

Error CpuDevice::streamWait(StreamHandle, const Event &) {
  return Error::success();
}

Expected<bool> CpuDevice::isCapturing(StreamHandle) { return false; }

static Error noGraphs() {
  return createStringError(inconvertibleErrorCode(),
                           "there are no graphs on the CPU");
}

Error CpuDevice::beginCapture(StreamHandle) { return noGraphs(); }

Expected<Graph> CpuDevice::endCapture(StreamHandle) { return noGraphs(); }

Error CpuDevice::launchGraph(const Graph &, StreamHandle) { return noGraphs(); }

Expected<double> CpuDevice::elapsedMilliseconds(const Event &begin,
                                                const Event &end) {
  const auto *from = reinterpret_cast<const TimeStamp *>(begin.handle());
  const auto *to = reinterpret_cast<const TimeStamp *>(end.handle());
  if (!from->recorded || !to->recorded)
    return createStringError(inconvertibleErrorCode(),
                             "an event was not recorded: it has no time");
  return std::chrono::duration<double, std::milli>(to->time - from->time)
      .count();
}

void CpuDevice::release(ObjectKind kind, uint64_t handle) {
  switch (kind) {
  case ObjectKind::Buffer:
  case ObjectKind::HostBuffer:
    std::free(toPointer(handle));
    return;
  case ObjectKind::Module:
    delete reinterpret_cast<CpuModule *>(handle);
    return;
  case ObjectKind::Stream:
  case ObjectKind::Graph:
    return;
  case ObjectKind::Event:
    delete reinterpret_cast<TimeStamp *>(handle);
    return;
  }
}

Expected<std::unique_ptr<Device>>
runtime::openCpuDevice(const CpuDeviceOptions &options) {
  auto device = std::make_unique<CpuDevice>(options.checker);
  if (Error error = device->open(options.checker ? 1 : options.threads))
    return error;
  return device;
}
