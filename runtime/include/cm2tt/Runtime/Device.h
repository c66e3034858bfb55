// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A device that kernels run on: memory, code, launches, streams and time.
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
enum class ObjectKind { Buffer, Module, Stream, Event };

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

private:
  Device *device = nullptr;
  uint64_t value = 0;
};

/// Memory of a device; its handle is its address, a multiple of 256.
using DeviceBuffer = DeviceObject<ObjectKind::Buffer>;
/// Loaded code.
using Module = DeviceObject<ObjectKind::Module>;
/// A queue of work.
using Stream = DeviceObject<ObjectKind::Stream>;
/// A point in a stream whose time can be read.
using Event = DeviceObject<ObjectKind::Event>;

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

/// A device. Every failure is an error that names the call that failed, why,
/// and what to do.
class Device {
public:
  virtual ~Device();

  /// The device's own name.
  virtual llvm::StringRef name() const = 0;
  /// The target to compile for on it: `sm_90a`, `cpu`.
  virtual llvm::StringRef target() const = 0;

  /// Memory of at least `bytes`, 0 included; its content is undefined.
  virtual llvm::Expected<DeviceBuffer> allocate(uint64_t bytes) = 0;
  /// Copies to the device; done when it returns.
  virtual llvm::Error copyIn(DeviceAddress to, llvm::ArrayRef<char> from) = 0;
  /// Copies from the device, after all work of the default stream.
  virtual llvm::Error copyOut(llvm::MutableArrayRef<char> to,
                              DeviceAddress from) = 0;
  /// Sets every byte.
  virtual llvm::Error fill(DeviceAddress to, uint8_t byte, uint64_t bytes) = 0;

  /// Loads code: PTX or a cubin for CUDA, object code for the CPU.
  virtual llvm::Expected<Module> load(llvm::StringRef image) = 0;
  /// Finds the kernel that `metadata` describes and prepares it for launches.
  virtual llvm::Expected<KernelHandle>
  kernel(const Module &module, const KernelMetadata &metadata) = 0;

  /// Launches a kernel. `arguments` point to the values of its parameters in
  /// order, each of the parameter's size; they are read before it returns.
  /// Allocates nothing and builds no string unless it fails. A GPU's launch
  /// takes no lock of ours, and failures of the kernel itself are seen by a
  /// later call; the CPU has run the kernel when it returns.
  virtual llvm::Error launch(const KernelHandle &kernel, const Dim3 &grid,
                             StreamHandle stream,
                             llvm::ArrayRef<void *> arguments) = 0;

  /// A stream that does not wait for the default stream.
  virtual llvm::Expected<Stream> createStream() = 0;
  /// Waits for all work of a stream.
  virtual llvm::Error synchronize(StreamHandle stream) = 0;
  virtual llvm::Expected<Event> createEvent() = 0;
  /// Puts an event at the end of a stream.
  virtual llvm::Error record(const Event &event, StreamHandle stream) = 0;
  /// The time between two recorded events, after waiting for the second.
  virtual llvm::Expected<double> elapsedMilliseconds(const Event &begin,
                                                     const Event &end) = 0;

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
