// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A device that kernels run on: memory, code, launches, streams, graphs and
/// time.
///
/// One `Device` is the small interface that every kind of device implements.
/// What it hands out (buffers, modules, streams, events) has one owner each
/// and goes back when that owner dies; none may outlive its device. A device
/// may be used from several threads at once.
///
/// Not here: CUDA (CudaDevice.h); what a launch of a Java kernel needs beyond
/// a function and its arguments (KernelRun.h).

#ifndef CM2TT_RUNTIME_DEVICE_H
#define CM2TT_RUNTIME_DEVICE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <utility>

namespace cm2tt {
struct KernelMetadata;
} // namespace cm2tt

namespace cm2tt::runtime {

class Device;

/// Extents of a grid or a block.
struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
};

/// An address in a device's memory.
using DeviceAddress = uint64_t;
/// A stream as the device's driver names it, so that streams of others (a
/// framework's) can be launched on; 0 is the default stream.
using StreamHandle = uint64_t;

/// What a device hands out.
enum class ObjectKind { Buffer, HostBuffer, Module, Stream, Event, Graph };

/// The one owner of something on a device; moved, not copied.
template <ObjectKind Kind> class DeviceObject {
public:
  DeviceObject() = default;
  /// Takes over what `device` calls `handle`.
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

  /// What the device calls it; 0 if it owns nothing.
  uint64_t handle() const { return value; }
  /// Gives it back now.
  void reset();
  /// Gives up owning it; what the device calls it.
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
/// Memory of the host that the device copies from and to directly, so that
/// asynchronous copies are; its handle is its address.
using HostBuffer = DeviceObject<ObjectKind::HostBuffer>;
/// Loaded code.
using Module = DeviceObject<ObjectKind::Module>;
/// A queue of work.
using Stream = DeviceObject<ObjectKind::Stream>;
/// A point in a stream whose time can be read.
using Event = DeviceObject<ObjectKind::Event>;
/// Work that was captured, to be launched as a whole as often as wanted. What
/// it uses has to outlive its launches.
using Graph = DeviceObject<ObjectKind::Graph>;

/// A kernel ready to launch; valid as long as its module.
struct KernelHandle {
  uint64_t function = 0;
  /// Threads of a block.
  uint32_t threads = 0;
  /// Dynamic shared memory of a block, in bytes.
  uint32_t sharedBytes = 0;
  /// How many parameters the compiled kernel takes.
  uint32_t parameters = 0;
};

/// How a launch differs from a plain one.
struct LaunchAttributes {
  /// All blocks run at the same time, so that they may wait for one another; a
  /// grid that does not fit on the device as a whole is an error.
  bool cooperative = false;
  /// Blocks that run at the same time next to one another; each extent divides
  /// the grid's.
  Dim3 cluster = {};

  /// Whether it does not differ.
  bool isPlain() const {
    return !cooperative && cluster.x == 1 && cluster.y == 1 && cluster.z == 1;
  }
};

/// What a device is; numbers that it does not have are 0.
struct DeviceFacts {
  /// Device::name and Device::target.
  std::string name, target;
  /// The compute capability of a GPU: 9 and 0.
  unsigned computeMajor = 0, computeMinor = 0;
  /// Multiprocessors of a GPU, threads that run kernels on a CPU.
  unsigned processors = 0;
  /// In bytes: all memory, and what is free of it now.
  uint64_t memoryBytes = 0, freeBytes = 0;
  /// The most shared memory of a block, in bytes.
  unsigned sharedBytes = 0;
  /// The newest CUDA that the driver knows: 12080 is 12.8.
  unsigned driverVersion = 0;
};

/// A kernel asks for more of a device than there is: shared memory, registers.
/// Compiled with fewer stages, fewer warps or smaller tiles, it may run.
class ResourceError : public llvm::ErrorInfo<ResourceError> {
public:
  explicit ResourceError(std::string message) : message(std::move(message)) {}
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;
  static char ID;

private:
  std::string message;
};

/// A device. Every failure is an error that names the call that failed, why,
/// and what to do.
///
/// Work on a stream runs in the order in which it was given; work on different
/// streams in any order, the default stream included. If something fails on a
/// stream after the call that asked for it, a later call reports it.
class Device {
public:
  virtual ~Device();

  /// The device's own name.
  virtual llvm::StringRef name() const = 0;
  /// The target to compile for on it: `sm_90a`, `cpu`.
  virtual llvm::StringRef target() const = 0;
  virtual llvm::Expected<DeviceFacts> facts() = 0;

  //===--------------------------------------------------------------------===//
  // Memory
  //===--------------------------------------------------------------------===//

  /// Memory of at least `bytes`, 0 included; its content is undefined. When it
  /// is given back, the device waits for the work that may use it.
  virtual llvm::Expected<DeviceBuffer> allocate(uint64_t bytes) = 0;
  virtual llvm::Expected<HostBuffer> allocateHost(uint64_t bytes) = 0;
  /// Copies to the device, after all work of the default stream; done when it
  /// returns.
  virtual llvm::Error copyIn(DeviceAddress to, llvm::ArrayRef<char> from) = 0;
  /// Copies from the device, after all work of the default stream.
  virtual llvm::Error copyOut(llvm::MutableArrayRef<char> to,
                              DeviceAddress from) = 0;
  /// Sets every byte, after all work of the default stream; done when it
  /// returns.
  virtual llvm::Error fill(DeviceAddress to, uint8_t byte, uint64_t bytes) = 0;

  /// The same as work on a stream. Memory of the host stays as it is until that
  /// work is done; unless it is a HostBuffer's, the call may wait for it.
  virtual llvm::Error copyInAsync(DeviceAddress to, llvm::ArrayRef<char> from,
                                  StreamHandle stream) = 0;
  virtual llvm::Error copyOutAsync(llvm::MutableArrayRef<char> to,
                                   DeviceAddress from, StreamHandle stream) = 0;
  virtual llvm::Error fillAsync(DeviceAddress to, uint8_t byte, uint64_t bytes,
                                StreamHandle stream) = 0;
  /// Copies inside of the device; the two places do not overlap.
  virtual llvm::Error copyAsync(DeviceAddress to, DeviceAddress from,
                                uint64_t bytes, StreamHandle stream) = 0;

  //===--------------------------------------------------------------------===//
  // Code
  //===--------------------------------------------------------------------===//

  /// Loads code: PTX or a cubin for CUDA, object code for the CPU.
  virtual llvm::Expected<Module> load(llvm::StringRef image) = 0;
  /// What `load` would make of `image` and may be kept and loaded faster: of
  /// PTX, the cubin that this driver makes for this device. Other images stay
  /// as they are.
  virtual llvm::Expected<std::string> link(llvm::StringRef image) = 0;
  /// Finds the kernel that `metadata` describes and prepares it for launches.
  /// Fails with ResourceError if it needs too much shared memory.
  virtual llvm::Expected<KernelHandle>
  kernel(const Module &module, const KernelMetadata &metadata) = 0;

  /// Launches a kernel. `arguments` point to the values of its parameters in
  /// order, each of the parameter's size; they are read before it returns.
  /// Allocates nothing and builds no string unless it fails. A GPU's launch
  /// takes no lock of ours. Failures of the kernel itself are seen by a later
  /// call, but on the CPU's default stream, where it has run when this returns.
  /// Fails with ResourceError if the kernel needs too much of the device.
  virtual llvm::Error launch(const KernelHandle &kernel, const Dim3 &grid,
                             StreamHandle stream,
                             llvm::ArrayRef<void *> arguments,
                             const LaunchAttributes &attributes = {}) = 0;

  //===--------------------------------------------------------------------===//
  // Streams and events
  //===--------------------------------------------------------------------===//

  /// A stream that does not wait for the default stream.
  virtual llvm::Expected<Stream> createStream() = 0;
  /// Waits for all work of a stream.
  virtual llvm::Error synchronize(StreamHandle stream) = 0;
  virtual llvm::Expected<Event> createEvent() = 0;
  /// Puts an event at the end of a stream.
  virtual llvm::Error record(const Event &event, StreamHandle stream) = 0;
  /// What is given to `stream` from now on waits for what was before `event`
  /// when it was recorded last; for nothing if it never was.
  virtual llvm::Error streamWait(StreamHandle stream, const Event &event) = 0;
  /// The time between two recorded events, after waiting for the second.
  virtual llvm::Expected<double> elapsedMilliseconds(const Event &begin,
                                                     const Event &end) = 0;

  //===--------------------------------------------------------------------===//
  // Graphs
  //===--------------------------------------------------------------------===//

  /// Whether work given to the stream is captured in place of being done.
  virtual llvm::Expected<bool> isCapturing(StreamHandle stream) = 0;
  /// Captures what is given to the stream from now on, which is not the default
  /// one, and to streams that wait for its events. On the same thread,
  /// `endCapture` makes a graph of it.
  virtual llvm::Error beginCapture(StreamHandle stream) = 0;
  virtual llvm::Expected<Graph> endCapture(StreamHandle stream) = 0;
  /// Does the work of a graph on a stream.
  virtual llvm::Error launchGraph(const Graph &graph, StreamHandle stream) = 0;

protected:
  template <ObjectKind> friend class DeviceObject;
  /// Takes back what it handed out. Cannot fail: there is nobody to tell.
  virtual void release(ObjectKind kind, uint64_t handle) = 0;
};

template <ObjectKind Kind> void DeviceObject<Kind>::reset() {
  if (device)
    device->release(Kind, value);
  device = nullptr;
  value = 0;
}

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_DEVICE_H
