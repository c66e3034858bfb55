// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Runs a compiled kernel once or many times and measures it. Launches are
/// timed in queued batches, since waiting after each would measure the host.

#include "cm2tt/Runtime/KernelRun.h"

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Runtime/CheckedMemory.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

char MismatchError::ID = 0;

double RunReport::gigabytesPerSecond() const {
  if (medianMilliseconds <= 0)
    return 0;
  return static_cast<double>(bufferBytes) / (medianMilliseconds * 1e6);
}

Error runtime::checkSaves(const RunArguments &arguments,
                          const RunSettings &settings) {
  for (const auto &[index, path] : settings.saves) {
    std::string option = "--save=" + std::to_string(index) + ":" + path;
    if (index >= arguments.values.size())
      return make_error<UsageError>(option + ": the kernel has " +
                                    Twine(arguments.values.size()) +
                                    " parameters, counted from 0");
    const RunArgument &argument = arguments.values[index];
    if (!argument.file)
      return make_error<UsageError>(option + ": '" + argument.name +
                                    "' is not a buffer");
  }
  return Error::success();
}

namespace {
/// The arguments of a launch: memory on the device and the values that the
/// kernel takes, in its order.
class LaunchArguments {
public:
  /// Copies every buffer to the device and packs what the kernel takes.
  Error prepare(Device &device, const KernelMetadata &metadata,
                const RunArguments &arguments);
  /// Pointers to the values.
  ArrayRef<void *> pointers() const { return addresses; }
  /// The buffer of a Java parameter.
  DeviceAddress buffer(unsigned index) const { return buffers[index].handle(); }

private:
  Error copyIn(Device &device, const RunArgument &argument);
  Error pack(const KernelParameter &parameter, const RunArguments &arguments);

  /// One for each Java parameter; empty if that is no buffer.
  SmallVector<DeviceBuffer, 8> buffers;
  /// Likewise; null if that is no descriptor.
  SmallVector<std::unique_ptr<TensorDescriptor>, 8> descriptors;
  SmallVector<uint64_t, 16> values;
  SmallVector<void *, 16> addresses;
};
} // namespace

/// The part of a descriptor that a parameter gets: `base`, `shape0`, ...,
/// `nan`; nullopt for any other text.
static std::optional<uint64_t> partOf(const TensorDescriptor &tensor,
                                      StringRef part) {
  if (part == "base")
    return tensor.address();
  if (part == "nan")
    return tensor.nan();
  ArrayRef<int64_t> numbers;
  if (part.consume_front("shape"))
    numbers = tensor.shape();
  else if (part.consume_front("stride"))
    numbers = tensor.strides();
  size_t dim = 0;
  if (part.getAsInteger(10, dim) || dim >= numbers.size())
    return std::nullopt;
  return static_cast<uint64_t>(numbers[dim]);
}

/// Appends the value of one parameter of the compiled kernel.
Error LaunchArguments::pack(const KernelParameter &parameter,
                            const RunArguments &arguments) {
  if (parameter.index < arguments.values.size()) {
    const RunArgument &argument = arguments.values[parameter.index];
    if (const auto &tensor = descriptors[parameter.index])
      if (std::optional<uint64_t> value = partOf(*tensor, parameter.part)) {
        values.push_back(*value);
        return Error::success();
      }
    StringRef type = parameter.type;
    bool pointer = type.consume_front("*");
    if (argument.kind != RunArgument::Kind::Constant &&
        pointer == (argument.kind == RunArgument::Kind::Buffer) &&
        type == elementTypeName(argument.scalar.type)) {
      values.push_back(pointer ? buffer(parameter.index)
                               : argument.scalar.bits);
      return Error::success();
    }
  }
  return make_error<MismatchError>("the compiled kernel takes '" +
                                   parameter.name + "' as '" + parameter.type +
                                   "', which was not given");
}

/// Copies what an argument is about to the device and describes it.
Error LaunchArguments::copyIn(Device &device, const RunArgument &argument) {
  DeviceBuffer &buffer = buffers.emplace_back();
  std::unique_ptr<TensorDescriptor> &descriptor = descriptors.emplace_back();
  if (!argument.file)
    return Error::success();
  Expected<DeviceBuffer> memory = device.allocate(argument.file->data().size());
  if (!memory)
    return memory.takeError();
  buffer = std::move(*memory);
  if (argument.kind == RunArgument::Kind::Descriptor) {
    Expected<std::unique_ptr<TensorDescriptor>> made =
        makeDescriptor(argument, buffer.handle());
    if (!made)
      return made.takeError();
    descriptor = std::move(*made);
  }
  return device.copyIn(buffer.handle(), argument.file->data());
}

Error LaunchArguments::prepare(Device &device, const KernelMetadata &metadata,
                               const RunArguments &arguments) {
  for (const RunArgument &argument : arguments.values)
    if (Error error = copyIn(device, argument))
      return error;
  for (const KernelParameter &parameter : metadata.parameters)
    if (Error error = pack(parameter, arguments))
      return error;
  // The values are little endian, so that a narrow one starts at the same
  // address.
  for (uint64_t &value : values)
    addresses.push_back(&value);
  return Error::success();
}

/// Whether a parameter gets the address of a buffer; of a descriptor's parts,
/// that is the first one.
static bool takesBuffer(const KernelParameter &parameter) {
  return StringRef(parameter.type).starts_with("*");
}

/// Tells the checker what the kernel may access.
static void beginChecking(CheckedMemory &checked,
                          const KernelMetadata &metadata,
                          const RunArguments &arguments,
                          const LaunchArguments &launch) {
  SmallVector<CheckedBuffer> buffers;
  for (auto [index, parameter] : enumerate(metadata.parameters)) {
    if (!takesBuffer(parameter))
      continue;
    const RunArgument &argument = arguments.values[parameter.index];
    CheckedBuffer &buffer = buffers.emplace_back();
    buffer.address = launch.buffer(parameter.index);
    buffer.bytes = argument.file->data().size();
    buffer.parameter = index;
    buffer.name = parameter.name;
    buffer.elementBytes = elementBytes(argument.scalar.type);
    buffer.initialised = !argument.empty;
  }
  checked.begin(metadata.sites, buffers);
}

static Error saveBuffers(Device &device, const RunArguments &arguments,
                         const LaunchArguments &launch,
                         const RunSettings &settings) {
  for (const auto &[index, path] : settings.saves) {
    const NpyFile &file = *arguments.values[index].file;
    SmallVector<char, 0> data;
    data.resize_for_overwrite(file.data().size());
    if (Error error = device.copyOut(data, launch.buffer(index)))
      return error;
    if (Error error = writeNpy(path, file.elementType(), file.shape(), data))
      return error;
  }
  return Error::success();
}

/// Launches `count` times and appends the time of each. A batch is queued as a
/// whole before its times are read, so that the device does not wait for the
/// host between an event and the launch after it.
static Error timedLaunches(Device &device, const KernelHandle &kernel,
                           const Dim3 &grid, ArrayRef<void *> arguments,
                           unsigned count, SmallVectorImpl<double> &times) {
  constexpr StreamHandle stream = 0;
  constexpr unsigned largestBatch = 128;
  SmallVector<std::pair<Event, Event>> events;
  for (unsigned i = 0; i < std::min(count, largestBatch); ++i) {
    Expected<std::pair<Event, Event>> pair = device.createEventPair();
    if (!pair)
      return pair.takeError();
    events.push_back(std::move(*pair));
  }
  for (unsigned done = 0; done < count;) {
    auto batch = ArrayRef(events).take_front(count - done);
    for (const auto &[begin, end] : batch) {
      if (Error error = device.record(begin, stream))
        return error;
      if (Error error = device.launch(kernel, grid, stream, arguments))
        return error;
      if (Error error = device.record(end, stream))
        return error;
    }
    for (const auto &[begin, end] : batch) {
      Expected<double> time = device.elapsedMilliseconds(begin, end);
      if (!time)
        return time.takeError();
      times.push_back(*time);
    }
    done += batch.size();
  }
  return Error::success();
}

/// The middle of sorted times; of an even number, the mean of the middle two.
static double median(ArrayRef<double> times) {
  size_t half = times.size() / 2;
  return times.size() % 2 ? times[half] : (times[half - 1] + times[half]) / 2;
}

static RunReport makeReport(const KernelMetadata &metadata,
                            const RunArguments &arguments,
                            MutableArrayRef<double> times) {
  RunReport report;
  report.launches = times.size();
  sort(times);
  report.medianMilliseconds = median(times);
  report.lowMilliseconds = times[(times.size() - 1) / 10];
  report.highMilliseconds = times[times.size() - 1 - (times.size() - 1) / 10];
  for (const KernelParameter &parameter : metadata.parameters) {
    if (!takesBuffer(parameter))
      continue;
    report.bufferBytes += arguments.values[parameter.index].file->data().size();
    ++report.buffers;
  }
  return report;
}

Expected<RunReport> runtime::runKernel(Device &device, StringRef image,
                                       const KernelMetadata &metadata,
                                       const RunArguments &arguments,
                                       const RunSettings &settings) {
  if (Error error = checkSaves(arguments, settings))
    return error;
  Expected<Module> module = device.load(image);
  if (!module)
    return module.takeError();
  Expected<KernelHandle> kernel = device.kernel(*module, metadata);
  if (!kernel)
    return kernel.takeError();
  LaunchArguments launch;
  if (Error error = launch.prepare(device, metadata, arguments))
    return error;
  if (settings.checked)
    beginChecking(*settings.checked, metadata, arguments, launch);
  SmallVector<double> times;
  auto launchAndTime = [&](unsigned count) {
    return timedLaunches(device, *kernel, settings.grid, launch.pointers(),
                         count, times);
  };
  if (Error error = launchAndTime(1))
    return error;
  if (Error error = saveBuffers(device, arguments, launch, settings))
    return error;
  unsigned measured = std::max(settings.repeat, 1u) - 1;
  if (settings.warmUps > 0) {
    if (Error error = launchAndTime(settings.warmUps))
      return error;
    times.clear();
    ++measured;
  }
  if (Error error = launchAndTime(measured))
    return error;
  return makeReport(metadata, arguments, times);
}
