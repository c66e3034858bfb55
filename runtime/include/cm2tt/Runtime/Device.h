// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The interface of a device that runs kernels: memory, code, launches,
/// streams, graphs and events.
///
/// Each kind of device implements `Device`. Each object of a device (a buffer,
/// module, stream or event) has one owner, whose destructor releases it; no
/// object may outlive its device, so that objects need no reference counts. A
/// device may be used from several threads at once.
///
/// Not here: CUDA (CudaDevice.h); runs of Java kernels with buffers and results
/// (KernelRun.h).

#ifndef CM2TT_RUNTIME_DEVICE_H
#define CM2TT_RUNTIME_DEVICE_H

#include "cm2tt/Compiler/OptionWords.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/FunctionExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <utility>

namespace cm2tt {
struct KernelMetadata;
} // namespace cm2tt

namespace cm2tt::runtime {

class TensorDescriptor;
struct TensorMap;
struct TensorMapRecipe;

class Device;

/// Extents of a grid or a block.
struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
};

/// An address in a device's memory.
using DeviceAddress = uint64_t;
/// The driver's handle of a stream, so that kernels can be launched on streams
/// of other libraries; 0 is the default stream.
using StreamHandle = uint64_t;

/// The kinds of objects of a device.
enum class ObjectKind {
  Buffer,
  WrappedBuffer,
  HostBuffer,
  Module,
  Stream,
  Event,
  Graph
};

/// The unique owner of an object of a device. It can be moved, but not copied.
template <ObjectKind Kind> class DeviceObject {
public:
  DeviceObject() = default;
  /// Takes ownership of the object of `device` with that handle.
  DeviceObject(Device &device, uint64_t handle)
      : device(&device), value(handle) {}
  DeviceObject(DeviceObject &&other) noexcept
      : device(std::exchange(other.device, nullptr)),
        value(std::exchange(other.value, 0)) {}
  DeviceObject &operator=(DeviceObject &&other) noexcept {
    std::swap(device, other.device);
    std::swap(value, other.value);
    return *this;
  }
  ~DeviceObject() { reset(); }

  /// The device's handle of the object; 0 if there is none.
  uint64_t handle() const { return value; }
  /// Releases the object.
  void reset();
  /// Gives up ownership and returns the handle.
  uint64_t take() {
    device = nullptr;
    return std::exchange(value, 0);
  }

private:
  Device *device = nullptr;
  uint64_t value = 0;
};

/// Memory of a device; its handle is its address, a multiple of 256.
using DeviceBuffer = DeviceObject<ObjectKind::Buffer>;
/// Memory that another library owns; its handle is its address.
using WrappedBuffer = DeviceObject<ObjectKind::WrappedBuffer>;
/// Memory of the host from and to which the device copies asynchronously; its
/// handle is its address.
using HostBuffer = DeviceObject<ObjectKind::HostBuffer>;
/// Loaded code.
using Module = DeviceObject<ObjectKind::Module>;
/// A queue of work.
using Stream = DeviceObject<ObjectKind::Stream>;
/// A point in a stream whose time can be read.
using Event = DeviceObject<ObjectKind::Event>;
/// Captured work, which can be launched as a whole any number of times. The
/// objects that it uses must outlive its launches.
using Graph = DeviceObject<ObjectKind::Graph>;

/// The number that memory is filled with.
struct FillValue {
  /// The bits of the number, in the low bytes; the other bytes are ignored.
  uint64_t bits = 0;
  /// The size of the number: 1, 2, 4 or 8.
  unsigned bytes = 1;
};

/// A location in the memory of a device.
struct DeviceLocation {
  Device *device = nullptr;
  DeviceAddress address = 0;
};

/// Called once after work on a device: with an empty text if the work is
/// complete, otherwise with the reason why it never will be.
using Completion = llvm::unique_function<void(llvm::StringRef failure)>;

/// A kernel that can be launched; valid as long as its module.
struct KernelHandle {
  uint64_t function = 0;
  /// The number of threads of a block.
  uint32_t threads = 0;
  /// The dynamic shared memory of a block in bytes.
  uint32_t sharedBytes = 0;
  /// The number of parameters of the compiled kernel.
  uint32_t parameters = 0;
  /// The bytes of memory that a GPU needs for each program: launches allocate
  /// it, and pass its address as another argument.
  uint32_t scratchBytes = 0;
  /// KernelMetadata::persistentAxes. Launches pass the extents of the grid as
  /// further arguments, before the address of memory.
  uint32_t persistentAxes = 0;
  /// The number of blocks of a persistent kernel that a GPU runs at the same
  /// time, at least 1.
  uint32_t residentBlocks = 0;
  /// Whether a GPU may start it while the kernel before it on the stream ends
  /// (KernelMetadata::waitsForKernels).
  bool startsEarly = false;
  /// The data of a GPU for launches of a guarded kernel; 0 for other kernels.
  uint64_t checks = 0;
};

/// The attributes of a launch.
struct LaunchAttributes {
  /// All blocks run at the same time, so that they may wait for one another; a
  /// grid that does not fit on the device as a whole is an error.
  bool cooperative = false;
  /// The extents of a cluster of blocks, which run at the same time; each
  /// divides that of the grid.
  Dim3 cluster = {};
  /// For each parameter of a checked kernel, the number of bytes from the
  /// address that it may access; 0 or absent: to the end of the memory that the
  /// device allocated. Ignored for numbers and for kernels without checks.
  llvm::ArrayRef<uint64_t> extents = {};

  /// Whether all attributes have their defaults.
  bool isPlain() const {
    return !cooperative && cluster.x == 1 && cluster.y == 1 && cluster.z == 1;
  }
};

/// The properties of a device; those that it does not have are 0.
struct DeviceProperties {
  /// Device::name and Device::target.
  std::string name, target;
  /// The UUID of a GPU as nvidia-smi prints it, after "GPU-" also for a part of
  /// one; "" for a CPU.
  std::string uuid;
  /// The compute capability of a GPU, such as 9 and 0.
  unsigned computeMajor = 0, computeMinor = 0;
  /// The number of multiprocessors of a GPU, or of threads that run kernels on
  /// a CPU.
  unsigned processors = 0;
  /// The size of the memory, and of its free part, in bytes.
  uint64_t memoryBytes = 0, freeBytes = 0;
  /// The maximum shared memory of a block in bytes.
  unsigned sharedBytes = 0;
  /// The newest version of CUDA that the driver supports: 12080 is 12.8.
  unsigned driverVersion = 0;
};

/// A kernel needs more shared memory or registers than the device has. Compiled
/// with fewer stages, fewer warps or smaller tiles, it may run.
class ResourceError : public llvm::ErrorInfo<ResourceError> {
public:
  explicit ResourceError(std::string message) : message(std::move(message)) {}
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;
  static char ID;

private:
  std::string message;
};

/// A launch whose values or attributes do not suit what the kernel needs of its
/// launcher. Code that is compiled for a launcher without the feature has no
/// such rule.
class UnsuitedLaunchError : public llvm::ErrorInfo<UnsuitedLaunchError> {
public:
  UnsuitedLaunchError(LauncherFeature feature, std::string message)
      : feature(feature), message(std::move(message)) {}
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;
  static char ID;

  const LauncherFeature feature;
  const std::string message;
};

/// A device. Each error states the call that failed, the reason, and what to
/// do.
///
/// Work on a stream runs in the order in which it was queued; work on different
/// streams, including the default stream, in any order. A failure after the
/// call that queued the work is reported by a later call.
class Device {
public:
  virtual ~Device();

  /// The name of the device.
  virtual llvm::StringRef name() const = 0;
  /// The target to compile for: `sm_90a`, `cpu`.
  virtual llvm::StringRef target() const = 0;
  virtual llvm::Expected<DeviceProperties> getProperties() = 0;

  //===--------------------------------------------------------------------===//
  // Memory
  //===--------------------------------------------------------------------===//

  /// Allocates at least `bytes`, which may be 0; the content is undefined.
  /// Before the memory is freed, the device waits for the work that may use it.
  virtual llvm::Expected<DeviceBuffer> allocate(uint64_t bytes) = 0;
  virtual llvm::Expected<HostBuffer> allocateHost(uint64_t bytes) = 0;
  /// Wraps memory that the caller owns and frees after the result. On the CPU,
  /// releasing the result waits for the work that may use it; on a GPU, freeing
  /// the memory does. Fails with std::errc::invalid_argument if the memory is
  /// not of this device, which is not checked on the CPU.
  virtual llvm::Expected<WrappedBuffer> wrap(DeviceAddress address,
                                             uint64_t bytes) = 0;
  /// Copies to the device after all work of the default stream. The copy has
  /// finished when the call returns.
  virtual llvm::Error copyIn(DeviceAddress to, llvm::ArrayRef<char> from) = 0;
  /// Copies from the device after all work of the default stream.
  virtual llvm::Error copyOut(llvm::MutableArrayRef<char> to,
                              DeviceAddress from) = 0;
  /// Sets each byte after all work of the default stream. The bytes are set
  /// when the call returns.
  virtual llvm::Error fill(DeviceAddress to, uint8_t byte, uint64_t bytes) = 0;

  /// The same as work on a stream. The memory of the host must not change until
  /// the work has finished. Unless it is part of a HostBuffer, the call may
  /// wait for the work.
  virtual llvm::Error copyInAsync(DeviceAddress to, llvm::ArrayRef<char> from,
                                  StreamHandle stream) = 0;
  virtual llvm::Error copyOutAsync(llvm::MutableArrayRef<char> to,
                                   DeviceAddress from, StreamHandle stream) = 0;
  virtual llvm::Error fillAsync(DeviceAddress to, uint8_t byte, uint64_t bytes,
                                StreamHandle stream) = 0;
  /// Sets `count` numbers, from an address that is a multiple of their size.
  virtual llvm::Error fillNumbersAsync(DeviceAddress to, const FillValue &value,
                                       uint64_t count, StreamHandle stream) = 0;
  /// Copies within the device; the two ranges must not overlap.
  virtual llvm::Error copyAsync(DeviceAddress to, DeviceAddress from,
                                uint64_t bytes, StreamHandle stream) = 0;

  /// Whether the addresses of the device are addresses of the process.
  virtual bool hasHostMemory() const = 0;

  //===--------------------------------------------------------------------===//
  // Code
  //===--------------------------------------------------------------------===//

  /// Loads code: PTX or a cubin for CUDA, object code for the CPU.
  virtual llvm::Expected<Module> load(llvm::StringRef image) = 0;
  /// Returns code that `load` loads faster than `image` and that may be kept:
  /// for PTX, the cubin that this driver assembles for this device. Other
  /// images are returned unchanged.
  virtual llvm::Expected<std::string> link(llvm::StringRef image) = 0;
  /// Looks up the kernel that `metadata` describes and prepares it for
  /// launches. Fails with ResourceError if it needs too much shared memory.
  virtual llvm::Expected<KernelHandle>
  kernel(const Module &module, const KernelMetadata &metadata) = 0;

  /// Launches a kernel. `arguments` point to the values of its parameters in
  /// order, each of the parameter's size; they are read before the call
  /// returns. A launch that succeeds allocates nothing and builds no string,
  /// and on a GPU it takes no lock of this library. A failure of the kernel
  /// itself is reported by a later call; on the default stream of the CPU, the
  /// kernel has finished when the call returns. Fails with ResourceError if the
  /// kernel needs more resources than the device has. The launch of a guarded
  /// kernel on a GPU allocates, returns when the kernel has finished, cannot be
  /// captured, and fails with KernelFault if accesses were out of bounds.
  virtual llvm::Error launch(const KernelHandle &kernel, const Dim3 &grid,
                             StreamHandle stream,
                             llvm::ArrayRef<void *> arguments,
                             const LaunchAttributes &attributes = {}) = 0;

  /// Encodes the map of a tensor for launches on this device. The descriptor is
  /// aligned. Fails if the device has no tensor maps, which no kernel for it
  /// takes.
  virtual llvm::Error encodeTensorMap(const TensorDescriptor &descriptor,
                                      const TensorMapRecipe &recipe,
                                      TensorMap &map);

  //===--------------------------------------------------------------------===//
  // Streams and events
  //===--------------------------------------------------------------------===//

  /// Creates a stream that does not wait for the default stream.
  virtual llvm::Expected<Stream> createStream() = 0;
  /// Fails with std::errc::invalid_argument if the device can tell that it has
  /// no such stream. The driver of a GPU cannot.
  virtual llvm::Error checkStream(StreamHandle stream) = 0;
  /// Waits until all work of a stream has finished.
  virtual llvm::Error synchronize(StreamHandle stream) = 0;
  /// Whether all work of a stream has finished.
  virtual llvm::Expected<bool> isDone(StreamHandle stream) = 0;
  /// Calls a function when the work queued on the stream before has finished or
  /// failed, on a thread of the device that calls one completion at a time, in
  /// the order of each stream. The function may use the device; later work of
  /// the stream does not wait for it. Cannot be captured. Destroying the device
  /// waits for its completions.
  virtual llvm::Error onCompletion(StreamHandle stream,
                                   Completion completion) = 0;
  virtual llvm::Expected<Event> createEvent() = 0;
  /// Creates the events for the begin and the end of work that is timed.
  llvm::Expected<std::pair<Event, Event>> createEventPair();
  /// Records an event at the end of a stream.
  virtual llvm::Error record(const Event &event, StreamHandle stream) = 0;
  /// Work queued on `stream` after this call waits for the work that preceded
  /// `event` when it was last recorded; if it was never recorded, for nothing.
  /// A GPU also waits for events of other GPUs.
  virtual llvm::Error streamWait(StreamHandle stream, const Event &event) = 0;
  /// Whether the work that preceded the event when it was last recorded has
  /// finished or failed; true if it was never recorded.
  virtual llvm::Expected<bool> isDone(const Event &event) = 0;
  /// Waits for that work. Fails if the work did.
  virtual llvm::Error synchronize(const Event &event) = 0;
  /// The time between two recorded events, after waiting for the second.
  virtual llvm::Expected<double> elapsedMilliseconds(const Event &begin,
                                                     const Event &end) = 0;

  //===--------------------------------------------------------------------===//
  // Graphs
  //===--------------------------------------------------------------------===//

  /// Whether work queued on the stream is captured instead of run.
  virtual llvm::Expected<bool> isCapturing(StreamHandle stream) = 0;
  /// Begins to capture the work queued on the stream, which must not be the
  /// default stream, and on streams that wait for its events. `endCapture`,
  /// called by the same thread, creates a graph of it.
  virtual llvm::Error beginCapture(StreamHandle stream) = 0;
  virtual llvm::Expected<Graph> endCapture(StreamHandle stream) = 0;
  /// Queues the work of a graph on a stream.
  virtual llvm::Error launchGraph(const Graph &graph, StreamHandle stream) = 0;

protected:
  template <ObjectKind> friend class DeviceObject;
  friend llvm::Error copyBetween(Device &target, DeviceAddress to,
                                 Device &source, DeviceAddress from,
                                 uint64_t bytes);
  friend llvm::Error copyBetweenAsync(const DeviceLocation &to,
                                      const DeviceLocation &from,
                                      uint64_t bytes, Device &queue,
                                      StreamHandle stream);
  /// Copies from a device, which may be this one, after the work of both
  /// default streams. A GPU copies from GPUs only. The copy has finished when
  /// the call returns.
  virtual llvm::Error copyFromPeer(DeviceAddress to, Device &source,
                                   DeviceAddress from, uint64_t bytes) = 0;
  /// Queues a copy between this GPU and another one on a stream of this GPU,
  /// for which freeing memory of the other one waits.
  virtual llvm::Error copyPeerAsync(const DeviceLocation &to,
                                    const DeviceLocation &from, uint64_t bytes,
                                    StreamHandle stream);
  /// Records that another device writes to memory of this one.
  virtual void recordPeerWrite(DeviceAddress to, uint64_t bytes);
  /// Releases an object. Cannot fail, as destructors call it.
  virtual void release(ObjectKind kind, uint64_t handle) = 0;
};

/// Copies from `source` to `target`, which may be the same device, after all
/// work of their default streams. Two GPUs copy directly if they can, otherwise
/// through memory of the host. Ranges on one device must not overlap. The copy
/// has finished when the call returns.
llvm::Error copyBetween(Device &target, DeviceAddress to, Device &source,
                        DeviceAddress from, uint64_t bytes);

/// Queues a copy on a stream of `queue`, which is one of the two devices, after
/// the earlier work of that stream only. Before memory of either device is
/// freed, the device waits for the copy, unless it is part of a graph. Between
/// the CPU and a GPU, `queue` is the GPU, and the call may wait for the copy.
/// Fails with std::errc::invalid_argument for devices of which neither stream
/// can copy: the CPU with another device.
llvm::Error copyBetweenAsync(const DeviceLocation &to,
                             const DeviceLocation &from, uint64_t bytes,
                             Device &queue, StreamHandle stream);

template <ObjectKind Kind> void DeviceObject<Kind>::reset() {
  if (device)
    device->release(Kind, value);
  device = nullptr;
  value = 0;
}

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_DEVICE_H
