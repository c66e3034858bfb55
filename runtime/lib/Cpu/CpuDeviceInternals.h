// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The CPU as a device: host memory, object code, launches on a pool of
/// threads.

#ifndef CM2TT_RUNTIME_LIB_CPU_CPUDEVICEINTERNALS_H
#define CM2TT_RUNTIME_LIB_CPU_CPUDEVICEINTERNALS_H

#include "CpuInternals.h"
#include "CpuStreamInternals.h"
#include "KernelGuard.h"

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Compiler/HostKernel.h"
#include "cm2tt/Runtime/AllocationTable.h"
#include "cm2tt/Runtime/Device.h"

#include "llvm/Support/MathExtras.h"

#include <cstdlib>
#include <list>

namespace cm2tt::runtime {
class AccessChecker;
} // namespace cm2tt::runtime

namespace cm2tt::runtime::cpu {

/// An address as a pointer.
inline char *toPointer(DeviceAddress address) {
  return reinterpret_cast<char *>(static_cast<uintptr_t>(address));
}

/// A kernel that was prepared for launches.
struct CpuKernel {
  std::string name;
  GuardedKernel code;
  uint64_t scratchBytes = 0;
  std::vector<KernelSite> sites;
  std::vector<KernelParameter> parameters;
  /// For each of them, the bytes of its value; 0: not known.
  std::vector<uint8_t> valueBytes;
  /// Whether it calls `HostLaunch::access`.
  bool isChecked = false;
  /// The time of a program in the last launch, in nanoseconds; before the first
  /// launch, more than any program takes.
  std::atomic<float> programTime{1e9f};
};

/// The target of a module's handle.
struct CpuModule {
  std::unique_ptr<ObjectCode> code;
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
    bytes = llvm::alignTo(wanted, 64);
    memory = std::aligned_alloc(64, bytes);
    if (!memory)
      bytes = 0;
    return memory;
  }

private:
  void *memory = nullptr;
  uint64_t bytes = 0;
};

/// The resources of launches, which use them one at a time.
struct Resources {
  ~Resources() {
    for (KernelGuard *guard : guards)
      guard->giveBack();
  }

  /// One for each thread.
  std::vector<Scratch> scratch;
  /// One for each thread; none if faults of kernels are not errors.
  std::vector<KernelGuard *> guards;
  /// May be null.
  AccessChecker *checker = nullptr;
  AllocationTable memory;
  ThreadPool pool;
};

/// The target of an event's handle.
struct CpuEvent {
  /// Where it was recorded last; null if it never was.
  std::shared_ptr<Mark> mark;
  /// The capture in progress at that time, if any.
  std::shared_ptr<CapturedWork> capture;
};

/// The process's processor.
class CpuDevice final : public Device, public Worker {
public:
  explicit CpuDevice(AccessChecker *checker) { resources.checker = checker; }
  /// The rest of construction, which can fail.
  llvm::Error open(unsigned threads, bool guardsKernels);

  llvm::StringRef name() const override { return deviceName; }
  llvm::StringRef target() const override { return "cpu"; }
  llvm::Expected<DeviceProperties> getProperties() override;

  llvm::Expected<DeviceBuffer> allocate(uint64_t bytes) override;
  llvm::Expected<HostBuffer> allocateHost(uint64_t bytes) override;
  llvm::Expected<WrappedBuffer> wrap(DeviceAddress address,
                                     uint64_t bytes) override;
  llvm::Error copyIn(DeviceAddress to, llvm::ArrayRef<char> from) override;
  llvm::Error copyOut(llvm::MutableArrayRef<char> to,
                      DeviceAddress from) override;
  llvm::Error fill(DeviceAddress to, uint8_t byte, uint64_t bytes) override;

  llvm::Error copyInAsync(DeviceAddress to, llvm::ArrayRef<char> from,
                          StreamHandle stream) override;
  llvm::Error copyOutAsync(llvm::MutableArrayRef<char> to, DeviceAddress from,
                           StreamHandle stream) override;
  llvm::Error fillAsync(DeviceAddress to, uint8_t byte, uint64_t bytes,
                        StreamHandle stream) override;
  llvm::Error fillNumbersAsync(DeviceAddress to, const FillValue &value,
                               uint64_t count, StreamHandle stream) override;
  llvm::Error copyAsync(DeviceAddress to, DeviceAddress from, uint64_t bytes,
                        StreamHandle stream) override;

  bool hasHostMemory() const override { return true; }

  llvm::Expected<Module> load(llvm::StringRef image) override;
  llvm::Expected<std::string> link(llvm::StringRef image) override {
    return image.str();
  }
  llvm::Expected<KernelHandle> kernel(const Module &module,
                                      const KernelMetadata &metadata) override;
  llvm::Error launch(const KernelHandle &kernel, const Dim3 &grid,
                     StreamHandle stream, llvm::ArrayRef<void *> arguments,
                     const LaunchAttributes &attributes) override;

  llvm::Expected<Stream> createStream() override;
  llvm::Error checkStream(StreamHandle stream) override;
  llvm::Error synchronize(StreamHandle stream) override;
  llvm::Expected<bool> isDone(StreamHandle stream) override;
  llvm::Error onCompletion(StreamHandle stream, Completion completion) override;
  llvm::Expected<Event> createEvent() override;
  llvm::Error record(const Event &event, StreamHandle stream) override;
  llvm::Error streamWait(StreamHandle stream, const Event &event) override;
  llvm::Expected<bool> isDone(const Event &event) override;
  llvm::Error synchronize(const Event &event) override;
  llvm::Expected<double> elapsedMilliseconds(const Event &begin,
                                             const Event &end) override;

  llvm::Expected<bool> isCapturing(StreamHandle stream) override;
  llvm::Error beginCapture(StreamHandle stream) override;
  llvm::Expected<Graph> endCapture(StreamHandle stream) override;
  llvm::Error launchGraph(const Graph &graph, StreamHandle stream) override;

  llvm::Error perform(Work &work) override;

private:
  /// `isWritten`: the host writes to it without calling the device.
  llvm::Expected<DeviceBuffer> allocate(uint64_t bytes, bool isWritten);
  void release(ObjectKind kind, uint64_t handle) override;
  llvm::Error copyFromPeer(DeviceAddress to, Device &source, DeviceAddress from,
                           uint64_t bytes) override;
  void recordPeerWrite(DeviceAddress to, uint64_t bytes) override;
  std::vector<std::shared_ptr<WorkStream>> allStreams();
  void drainStreams();
  void releaseStream(StreamHandle stream);
  void endCapture(CapturedWork &capture);
  llvm::Expected<std::shared_ptr<WorkStream>> find(StreamHandle stream);
  llvm::Expected<std::shared_ptr<WorkStream>> findRunning(StreamHandle stream);
  std::shared_ptr<Mark> markOf(const Event &event);
  llvm::Error give(Work &&work, StreamHandle stream);
  void recordWrite(const Work &work);
  llvm::Error run(CpuKernel &kernel, const Dim3 &grid,
                  llvm::ArrayRef<void *> arguments,
                  llvm::ArrayRef<uint64_t> extents);

  std::string deviceName;
  /// Held by the running launch: there is one at a time.
  std::mutex turn;
  Resources resources;
  /// Destroyed after the streams, whose work may have completions.
  Completions completions;
  /// The number of streams with a failure.
  std::atomic<unsigned> failures{0};
  /// Protects `streams`, which is short, and captures. It is never held while
  /// waiting for work.
  std::mutex streamsMutex;
  /// Who waits for a stream's work shares it: it may be given back meanwhile.
  std::vector<std::shared_ptr<WorkStream>> streams;
};

} // namespace cm2tt::runtime::cpu

#endif // CM2TT_RUNTIME_LIB_CPU_CPUDEVICEINTERNALS_H
