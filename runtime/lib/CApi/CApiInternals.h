// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The handles of the C interface, the checks of arguments, and the reports of
/// errors.
///
/// `libcm2tt` exports the functions of `cm2tt.h` only: MLIR, LLVM and the C++
/// library inside it do not conflict with others in the process. It is nearly
/// all LLVM: 63 MB stripped (2026-11-22, b0cb390, Debian's LLVM 22).
///
/// Handles keep the objects alive that they use. Ranges of buffers and streams
/// of other devices are checked, since C has no types for them.

#ifndef CM2TT_RUNTIME_CAPI_CAPIINTERNALS_H
#define CM2TT_RUNTIME_CAPI_CAPIINTERNALS_H

#include "cm2tt/cm2tt.h"

#include "cm2tt/Runtime/Autotuner.h"
#include "cm2tt/Runtime/Kernel.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Compiler.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

namespace cm2tt::runtime::capi {
/// One above the last `cm2tt_type`.
inline constexpr uint32_t numTypes = CM2TT_FP8E5 + 1;

struct State;
} // namespace cm2tt::runtime::capi

/// A device of a runtime; as old as that at most.
struct cm2tt_device {
  cm2tt::runtime::capi::State &state;
  cm2tt::runtime::Device &device;
  std::string name, target;
};

namespace cm2tt::runtime::capi {

/// The objects that the handles of a runtime share and keep alive.
struct State : std::enable_shared_from_this<State> {
  /// The handle of a device, which is created if there is none yet.
  cm2tt_device *handleOf(Device &device);

  RuntimeOptions options;
  std::unique_ptr<Runtime> runtime;
  /// Held while `devices` is used.
  std::mutex mutex;
  std::vector<std::unique_ptr<cm2tt_device>> devices;
};

/// Something of a device. What is owned goes before the runtime.
template <typename Owned> struct DeviceHandle {
  DeviceHandle(cm2tt_device &device, Owned object)
      : state(device.state.shared_from_this()), device(device),
        object(std::move(object)) {}

  std::shared_ptr<State> state;
  cm2tt_device &device;
  Owned object;
};

} // namespace cm2tt::runtime::capi

struct cm2tt_runtime {
  std::shared_ptr<cm2tt::runtime::capi::State> state;
};

/// Owns nothing if it is memory of another library.
struct cm2tt_buffer
    : cm2tt::runtime::capi::DeviceHandle<cm2tt::runtime::DeviceBuffer> {
  cm2tt_buffer(cm2tt_device &device, cm2tt::runtime::DeviceBuffer object,
               uint64_t bytes)
      : DeviceHandle(device, std::move(object)), bytes(bytes) {}
  cm2tt_buffer(cm2tt_device &device, cm2tt::runtime::WrappedBuffer object,
               uint64_t bytes)
      : DeviceHandle(device, {}), bytes(bytes), wrapped(std::move(object)) {}
  uint64_t address() const { return object.handle() | wrapped.handle(); }
  uint64_t bytes;
  cm2tt::runtime::WrappedBuffer wrapped;
  /// Whether the memory must not be written.
  bool isReadOnly = false;
};

struct cm2tt_host_buffer
    : cm2tt::runtime::capi::DeviceHandle<cm2tt::runtime::HostBuffer> {
  cm2tt_host_buffer(cm2tt_device &device, cm2tt::runtime::HostBuffer object,
                    uint64_t bytes)
      : DeviceHandle(device, std::move(object)), bytes(bytes) {}
  uint64_t bytes;
};

/// Owns nothing if it is a stream of another library.
struct cm2tt_stream
    : cm2tt::runtime::capi::DeviceHandle<cm2tt::runtime::Stream> {
  cm2tt_stream(cm2tt_device &device, cm2tt::runtime::Stream owned)
      : DeviceHandle(device, std::move(owned)), native(object.handle()) {}
  cm2tt_stream(cm2tt_device &device, uint64_t native)
      : DeviceHandle(device, {}), native(native) {}
  uint64_t native;
};

struct cm2tt_event : cm2tt::runtime::capi::DeviceHandle<cm2tt::runtime::Event> {
  using DeviceHandle::DeviceHandle;
};

struct cm2tt_graph : cm2tt::runtime::capi::DeviceHandle<cm2tt::runtime::Graph> {
  using DeviceHandle::DeviceHandle;
};

struct cm2tt_kernel {
  std::shared_ptr<cm2tt::runtime::capi::State> state;
  std::shared_ptr<cm2tt::runtime::Kernel> kernel;
};

struct cm2tt_tuner {
  std::shared_ptr<cm2tt::runtime::capi::State> state;
  std::unique_ptr<cm2tt::runtime::Autotuner> tuner;
};

struct cm2tt_compiled {
  std::shared_ptr<const cm2tt::runtime::CompiledKernel> compiled;
  std::string metadata;
};

namespace cm2tt::runtime::capi {

//===----------------------------------------------------------------------===//
// What went wrong
//===----------------------------------------------------------------------===//

/// Keeps the error for `cm2tt_last_error`; the status that stands for it.
cm2tt_status fail(llvm::Error error);
/// The same for a call with invalid arguments; `function` is its name.
cm2tt_status invalid(const char *function, const llvm::Twine &message);

/// The diagnostic and its notes, one after the other, as C has them. The texts
/// are those of `diagnostic`.
std::vector<cm2tt_diagnostic> flatten(const Diagnostic &diagnostic);

/// An argument's name and what was given for it.
using Needed = std::pair<const char *, const void *>;
/// Fails if one of them is null.
inline cm2tt_status needs(const char *function,
                          std::initializer_list<Needed> arguments) {
  for (const Needed &argument : arguments)
    if (LLVM_UNLIKELY(!argument.second))
      return invalid(function, "'" + llvm::Twine(argument.first) + "' is null");
  return CM2TT_OK;
}

/// The status of a call without a result.
inline cm2tt_status statusOf(llvm::Error error) {
  return LLVM_UNLIKELY(static_cast<bool>(error)) ? fail(std::move(error))
                                                 : CM2TT_OK;
}

/// Creates an object of a device: writes the handle of what `create` returns,
/// given to the handle's constructor along with `details`, or null.
template <typename Handle, typename Create, typename... Details>
cm2tt_status createObject(const char *function, cm2tt_device *device,
                          std::pair<const char *, Handle **> result,
                          Create create, Details... details) {
  auto [name, handle] = result;
  if (handle)
    *handle = nullptr;
  if (cm2tt_status status =
          needs(function, {{"device", device}, {name, handle}}))
    return status;
  auto object = create(device->device);
  if (!object)
    return fail(object.takeError());
  *handle = new Handle(*device, std::move(*object), details...);
  return CM2TT_OK;
}

//===----------------------------------------------------------------------===//
// Structs that may grow
//===----------------------------------------------------------------------===//

/// The bytes of a member of a struct.
struct Member {
  size_t begin, end;
};

/// The members of a struct, in order.
llvm::ArrayRef<Member> membersOf(const cm2tt_cache_result &);
llvm::ArrayRef<Member> membersOf(const cm2tt_device_properties &);
llvm::ArrayRef<Member> membersOf(const cm2tt_diagnostic &);
llvm::ArrayRef<Member> membersOf(const cm2tt_kernel_options &);
llvm::ArrayRef<Member> membersOf(const cm2tt_launch &);
llvm::ArrayRef<Member> membersOf(const cm2tt_parameter &);
llvm::ArrayRef<Member> membersOf(const cm2tt_runtime_options &);
llvm::ArrayRef<Member> membersOf(const cm2tt_tensor_description &);
llvm::ArrayRef<Member> membersOf(const cm2tt_tuned_launch &);
llvm::ArrayRef<Member> membersOf(const cm2tt_tuner_options &);

/// Whether a struct of that size contains its size and no part of a member.
bool isWhole(size_t size, llvm::ArrayRef<Member> members);
/// Whether a version of the header may declare the struct with its size.
template <typename T> bool hasUsableSize(const T &given) {
  return LLVM_LIKELY(given.size == sizeof(T)) ||
         isWhole(given.size, membersOf(given));
}

/// Says that a struct has no usable size.
cm2tt_status invalidSize(const char *function, const char *name, size_t given,
                         size_t known);

/// Fails if a struct has no usable size.
template <typename T>
cm2tt_status checkSize(const char *function, const char *name, const T &given) {
  return LLVM_LIKELY(hasUsableSize(given))
             ? CM2TT_OK
             : invalidSize(function, name, given.size, sizeof(T));
}

/// Reads a struct of a caller that may know more or fewer members. What it does
/// not know is 0; what is not known here has to be.
template <typename T>
cm2tt_status readStruct(const char *function, const char *name, const T *given,
                        T &result) {
  const size_t size = given->size;
  result = T();
  if (cm2tt_status status = checkSize(function, name, *given))
    return status;
  std::memcpy(&result, given, std::min(size, sizeof(T)));
  const char *bytes = reinterpret_cast<const char *>(given);
  for (size_t i = sizeof(T); i < size; ++i)
    if (bytes[i])
      return invalidSize(function, name, size, sizeof(T));
  return CM2TT_OK;
}

/// Writes what the caller has room for; what is not known here is 0.
template <typename T>
cm2tt_status writeStruct(const char *function, const char *name, T *result,
                         T value) {
  const size_t size = result->size;
  if (cm2tt_status status = checkSize(function, name, *result))
    return status;
  value.size = size;
  std::memset(static_cast<void *>(result), 0, size);
  std::memcpy(result, &value, std::min(size, sizeof(T)));
  return CM2TT_OK;
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

/// Writes what the driver calls a stream, or null. Fails if it is one of
/// another device.
inline cm2tt_status nativeStream(const char *function,
                                 const cm2tt_device &device,
                                 const cm2tt_stream *stream,
                                 StreamHandle &result) {
  result = stream ? stream->native : 0;
  if (LLVM_UNLIKELY(stream && &stream->device != &device))
    return invalid(function, "the stream is one of device '" +
                                 llvm::Twine(stream->device.name) +
                                 "', and the rest is on another one, '" +
                                 device.name + "'");
  return CM2TT_OK;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Room for the arguments of a launch, without allocating for most.
using Values = llvm::SmallVector<Argument, 32>;

/// Appends the arguments as C++ has them. Fails if one is none.
cm2tt_status readArguments(const char *function,
                           const cm2tt_argument *arguments, size_t count,
                           Values &values);

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Reads the member `without` of options; null: none.
cm2tt_status readWithout(const char *function, const char *text,
                         WordSet<Optimization> &without);
/// Reads how a kernel is compiled; null stands for defaults.
cm2tt_status readKernelOptions(const char *function,
                               const cm2tt_kernel_options *from,
                               KernelOptions &options);
/// Appends constants, which have to have names and values.
cm2tt_status
readConstants(const char *function, const cm2tt_constant *constants,
              size_t count,
              std::vector<std::pair<std::string, std::string>> &result);

/// Hands out what was compiled; to no caller if `compiled` is null.
cm2tt_status
giveCompiled(llvm::Expected<std::shared_ptr<const CompiledKernel>> made,
             cm2tt_compiled **compiled);

/// Fails if the device is one of another runtime, which may not outlive what is
/// launched on it.
cm2tt_status invalidDevice(const char *function, const cm2tt_device &device);
inline cm2tt_status checkDevice(const char *function, const State &state,
                                const cm2tt_device &device) {
  return LLVM_LIKELY(&state == &device.state) ? CM2TT_OK
                                              : invalidDevice(function, device);
}

/// The attributes of launches, converted from C to C++.
template <typename T> LaunchAttributes readAttributes(const T &given) {
  LaunchAttributes attributes;
  attributes.cooperative = given.cooperative != 0;
  attributes.cluster = {std::max(given.cluster.x, 1u),
                        std::max(given.cluster.y, 1u),
                        std::max(given.cluster.z, 1u)};
  return attributes;
}

} // namespace cm2tt::runtime::capi

#endif // CM2TT_RUNTIME_CAPI_CAPIINTERNALS_H
