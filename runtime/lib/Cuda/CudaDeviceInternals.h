// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A CUDA device: the implementation of the device interface on the primary
/// context of one GPU.
///
/// PyTorch and the CUDA runtime use the primary context too, so that pointers
/// and streams can be exchanged with them. Every call makes the context current
/// first. It costs some ten nanoseconds; callers may use any thread and any
/// device, and other code may change the current context.

#ifndef CM2TT_RUNTIME_LIB_CUDA_CUDADEVICEINTERNALS_H
#define CM2TT_RUNTIME_LIB_CUDA_CUDADEVICEINTERNALS_H

#include "CudaInternals.h"

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Runtime/AllocationTable.h"
#include "cm2tt/Runtime/Completions.h"
#include "cm2tt/Runtime/Device.h"

#include <map>
#include <mutex>
#include <vector>

namespace cm2tt::runtime::cuda {

/// A handle of the driver as an integer of the device interface.
inline uint64_t toInteger(Handle handle) {
  return reinterpret_cast<uintptr_t>(handle);
}
/// And back.
inline Handle toHandle(uint64_t value) {
  return reinterpret_cast<Handle>(static_cast<uintptr_t>(value));
}

/// The part of the metadata of a guarded kernel that its launches use.
struct CheckedKernel {
  std::string name;
  std::vector<KernelSite> sites;
  std::vector<KernelParameter> parameters;
};

/// One GPU.
class CudaDevice final : public Device {
public:
  explicit CudaDevice(std::unique_ptr<Api> api)
      : api(std::move(api)), completions([this] { return findFailure(); }) {}
  ~CudaDevice() override;
  /// The rest of construction, which can fail.
  llvm::Error open(unsigned ordinal);

  llvm::StringRef name() const override { return deviceName; }
  llvm::StringRef target() const override { return targetName; }
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

  bool hasHostMemory() const override { return false; }

  llvm::Expected<Module> load(llvm::StringRef image) override;
  llvm::Expected<std::string> link(llvm::StringRef image) override;
  llvm::Expected<KernelHandle> kernel(const Module &module,
                                      const KernelMetadata &metadata) override;
  llvm::Error launch(const KernelHandle &kernel, const Dim3 &grid,
                     StreamHandle stream, llvm::ArrayRef<void *> arguments,
                     const LaunchAttributes &attributes) override;
  llvm::Error encodeTensorMap(const TensorDescriptor &descriptor,
                              const TensorMapRecipe &recipe,
                              TensorMap &map) override;

  llvm::Expected<Stream> createStream() override;
  llvm::Error checkStream(StreamHandle) override {
    return llvm::Error::success();
  }
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

private:
  void release(ObjectKind kind, uint64_t handle) override;
  llvm::Error copyFromPeer(DeviceAddress to, Device &source, DeviceAddress from,
                           uint64_t bytes) override;
  llvm::Error copyPeerAsync(const DeviceLocation &to,
                            const DeviceLocation &from, uint64_t bytes,
                            StreamHandle stream) override;
  void enablePeer(const CudaDevice &peer);
  llvm::Error keepMemory(CudaDevice &peer, StreamHandle stream);
  llvm::Error waitBeforeFreeing(const Event &event);
  llvm::Error attribute(int which, int &value);
  llvm::Error readProperties();
  llvm::Error activate() const {
    return api->check(api->cuCtxSetCurrent(context), "cuCtxSetCurrent");
  }
  llvm::Error fillLongsAsync(DeviceAddress to, uint64_t bits, uint64_t count,
                             StreamHandle stream);
  /// Waits for the default stream.
  llvm::Error settle() { return synchronize(0); }
  std::string findFailure();
  llvm::Expected<bool> readQuery(Result result, const char *call);
  Result launchWith(const KernelHandle &kernel, const Dim3 &grid,
                    StreamHandle stream, llvm::ArrayRef<void *> arguments,
                    const LaunchAttributes &attributes);
  /// Queues a launch with all arguments, the table of a guarded kernel
  /// included.
  llvm::Error queueLaunch(const KernelHandle &kernel, const Dim3 &grid,
                          StreamHandle stream, llvm::ArrayRef<void *> arguments,
                          const LaunchAttributes &attributes);
  /// Launches a kernel with memory of its own.
  llvm::Error launchWithScratch(const KernelHandle &kernel, const Dim3 &grid,
                                StreamHandle stream,
                                llvm::ArrayRef<void *> arguments,
                                const LaunchAttributes &attributes);
  llvm::Expected<Handle> scratchPool();
  /// Sets what launches of a persistent kernel need to know.
  llvm::Error preparePersistent(KernelHandle &kernel,
                                const KernelMetadata &metadata);
  /// Launches a kernel whose blocks run several programs of the grid.
  llvm::Error launchPersistent(const KernelHandle &kernel, const Dim3 &grid,
                               StreamHandle stream,
                               llvm::ArrayRef<void *> arguments,
                               const LaunchAttributes &attributes);
  /// Launches a guarded kernel and waits for it.
  llvm::Error launchChecked(const KernelHandle &kernel, const Dim3 &grid,
                            StreamHandle stream,
                            llvm::ArrayRef<void *> arguments,
                            const LaunchAttributes &attributes);
  /// Keeps what launches of a guarded kernel need until its module is released.
  const CheckedKernel *addChecked(uint64_t module,
                                  const KernelMetadata &metadata);
  void removeChecked(uint64_t module);
  llvm::Error launchFailure(Result result, const KernelHandle &kernel,
                            const Dim3 &grid,
                            const LaunchAttributes &attributes);

  std::unique_ptr<Api> api;
  unsigned ordinal = 0;
  DeviceId id = 0;
  Handle context = nullptr;
  std::string deviceName;
  std::string targetName;
  unsigned computeMajor = 0, computeMinor = 0;
  /// The most shared memory that a block can ask for, in bytes.
  int maxSharedBytes = 0;
  /// Whether the driver starts kernels while those before them end.
  bool canStartEarly = false;
  /// The memory that this device allocated, for checked launches.
  AllocationTable allocations;
  /// Held while `checkedKernels` is used: guarded kernels by their modules.
  std::mutex checkedMutex;
  std::multimap<uint64_t, CheckedKernel> checkedKernels;
  /// The memory of kernels that need some; created with the first launch of
  /// one, while the lock is held.
  Handle pool = nullptr;
  std::mutex poolMutex;
  Completions completions;
  /// A stream without work, on which failures of the device are seen; created
  /// with the first completion, while the lock is held.
  Stream probe;
  std::mutex probeMutex;
  /// The devices whose memory this one accesses, if it can, and an event that
  /// is recorded after copies that do so on streams of this device, created
  /// with the first such copy.
  std::vector<DeviceId> peers;
  Event copied;
  std::mutex peersMutex;
  /// A stream that waits for such copies of other devices; created with the
  /// first one, while the lock is held.
  Stream guard;
  std::mutex guardMutex;
};

} // namespace cm2tt::runtime::cuda

#endif // CM2TT_RUNTIME_LIB_CUDA_CUDADEVICEINTERNALS_H
