// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Memory of devices, and of the host for copies.

#include "CApiInternals.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::capi;

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

cm2tt_status cm2tt_buffer_create(cm2tt_device *device, uint64_t bytes,
                                 cm2tt_buffer **buffer) {
  auto allocate = [&](Device &target) { return target.allocate(bytes); };
  return createObject(__func__, device, std::pair("buffer", buffer), allocate,
                      bytes);
}

cm2tt_status cm2tt_buffer_wrap(cm2tt_device *device, uint64_t address,
                               uint64_t bytes, cm2tt_buffer **buffer) {
  auto wrap = [&](Device &target) { return target.wrap(address, bytes); };
  return createObject(__func__, device, std::pair("buffer", buffer), wrap,
                      bytes);
}

cm2tt_status cm2tt_buffer_wrap_read_only(cm2tt_device *device, uint64_t address,
                                         uint64_t bytes,
                                         cm2tt_buffer **buffer) {
  auto wrap = [&](Device &target) { return target.wrap(address, bytes); };
  cm2tt_status status =
      createObject(__func__, device, std::pair("buffer", buffer), wrap, bytes);
  if (status == CM2TT_OK)
    (*buffer)->isReadOnly = true;
  return status;
}

void cm2tt_buffer_destroy(cm2tt_buffer *buffer) { delete buffer; }

uint64_t cm2tt_buffer_address(const cm2tt_buffer *buffer) {
  return buffer ? buffer->address() : 0;
}

uint64_t cm2tt_buffer_bytes(const cm2tt_buffer *buffer) {
  return buffer ? buffer->bytes : 0;
}

namespace {
/// A part of a buffer that exists.
struct Range {
  Device *device = nullptr;
  DeviceAddress address = 0;
};
} // namespace

/// Writes where a part of a buffer is. Fails if it has no such part.
static cm2tt_status findRange(const char *function, const cm2tt_buffer *buffer,
                              uint64_t offset, uint64_t bytes, Range &range) {
  if (cm2tt_status status = needs(function, {{"buffer", buffer}}))
    return status;
  if (offset > buffer->bytes || bytes > buffer->bytes - offset)
    return invalid(function, Twine(bytes) + " bytes from " + Twine(offset) +
                                 " on, but the buffer has " +
                                 Twine(buffer->bytes));
  range.device = &buffer->device.device;
  range.address = buffer->address() + offset;
  return CM2TT_OK;
}

/// The same for a part that is written.
static cm2tt_status findTarget(const char *function, const cm2tt_buffer *buffer,
                               uint64_t offset, uint64_t bytes, Range &range) {
  if (buffer && buffer->isReadOnly)
    return invalid(function, "the memory of the buffer is read-only");
  return findRange(function, buffer, offset, bytes, range);
}

/// The same for a copy from it to `data`.
static cm2tt_status findCopy(const char *function, const cm2tt_buffer *buffer,
                             uint64_t offset, const void *data, uint64_t bytes,
                             Range &range) {
  if (bytes)
    if (cm2tt_status status = needs(function, {{"data", data}}))
      return status;
  return findRange(function, buffer, offset, bytes, range);
}

/// The same for a copy from `data` to it.
static cm2tt_status findCopyTo(const char *function, const cm2tt_buffer *buffer,
                               uint64_t offset, const void *data,
                               uint64_t bytes, Range &range) {
  if (bytes)
    if (cm2tt_status status = needs(function, {{"data", data}}))
      return status;
  return findTarget(function, buffer, offset, bytes, range);
}

static ArrayRef<char> bytesAt(const void *data, uint64_t bytes) {
  return ArrayRef<char>(static_cast<const char *>(data), bytes);
}

static MutableArrayRef<char> bytesAt(void *data, uint64_t bytes) {
  return MutableArrayRef<char>(static_cast<char *>(data), bytes);
}

//===----------------------------------------------------------------------===//
// At once
//===----------------------------------------------------------------------===//

cm2tt_status cm2tt_buffer_write(cm2tt_buffer *buffer, uint64_t offset,
                                const void *data, uint64_t bytes) {
  Range range;
  if (cm2tt_status status =
          findCopyTo(__func__, buffer, offset, data, bytes, range))
    return status;
  return statusOf(range.device->copyIn(range.address, bytesAt(data, bytes)));
}

cm2tt_status cm2tt_buffer_read(const cm2tt_buffer *buffer, uint64_t offset,
                               void *data, uint64_t bytes) {
  Range range;
  if (cm2tt_status status =
          findCopy(__func__, buffer, offset, data, bytes, range))
    return status;
  return statusOf(range.device->copyOut(bytesAt(data, bytes), range.address));
}

cm2tt_status cm2tt_buffer_fill(cm2tt_buffer *buffer, uint64_t offset,
                               uint8_t byte, uint64_t bytes) {
  Range range;
  if (cm2tt_status status = findTarget(__func__, buffer, offset, bytes, range))
    return status;
  return statusOf(range.device->fill(range.address, byte, bytes));
}

//===----------------------------------------------------------------------===//
// On streams
//===----------------------------------------------------------------------===//

cm2tt_status cm2tt_buffer_write_async(cm2tt_buffer *buffer, uint64_t offset,
                                      const void *data, uint64_t bytes,
                                      cm2tt_stream *stream) {
  Range range;
  StreamHandle native;
  if (cm2tt_status status =
          findCopyTo(__func__, buffer, offset, data, bytes, range))
    return status;
  if (cm2tt_status status =
          nativeStream(__func__, buffer->device, stream, native))
    return status;
  return statusOf(
      range.device->copyInAsync(range.address, bytesAt(data, bytes), native));
}

cm2tt_status cm2tt_buffer_read_async(const cm2tt_buffer *buffer,
                                     uint64_t offset, void *data,
                                     uint64_t bytes, cm2tt_stream *stream) {
  Range range;
  StreamHandle native;
  if (cm2tt_status status =
          findCopy(__func__, buffer, offset, data, bytes, range))
    return status;
  if (cm2tt_status status =
          nativeStream(__func__, buffer->device, stream, native))
    return status;
  return statusOf(
      range.device->copyOutAsync(bytesAt(data, bytes), range.address, native));
}

cm2tt_status cm2tt_buffer_fill_async(cm2tt_buffer *buffer, uint64_t offset,
                                     uint8_t byte, uint64_t bytes,
                                     cm2tt_stream *stream) {
  Range range;
  StreamHandle native;
  if (cm2tt_status status = findTarget(__func__, buffer, offset, bytes, range))
    return status;
  if (cm2tt_status status =
          nativeStream(__func__, buffer->device, stream, native))
    return status;
  return statusOf(range.device->fillAsync(range.address, byte, bytes, native));
}

/// Writes the two ranges of a copy. Fails if they overlap.
static cm2tt_status findRanges(const char *function,
                               const cm2tt_buffer_slice &to,
                               const cm2tt_buffer_slice &from, uint64_t bytes,
                               std::pair<Range, Range> &ranges) {
  auto &[target, source] = ranges;
  if (cm2tt_status status =
          findTarget(function, to.buffer, to.offset, bytes, target))
    return status;
  if (cm2tt_status status =
          findRange(function, from.buffer, from.offset, bytes, source))
    return status;
  if (target.device == source.device &&
      target.address < source.address + bytes &&
      source.address < target.address + bytes)
    return invalid(function, "the ranges overlap: " + Twine(bytes) +
                                 " bytes from " + Twine(from.offset) + " to " +
                                 Twine(to.offset) + " of one buffer");
  return CM2TT_OK;
}

/// The device whose stream copies between two buffers.
static const cm2tt_device &queueOf(const cm2tt_buffer &to,
                                   const cm2tt_buffer &from,
                                   const cm2tt_stream *stream) {
  if (stream && &stream->device == &from.device)
    return from.device;
  const bool isToHost = to.device.device.hasHostMemory();
  return !stream && isToHost ? from.device : to.device;
}

cm2tt_status cm2tt_buffer_copy_async(cm2tt_buffer_slice to,
                                     cm2tt_buffer_slice from, uint64_t bytes,
                                     cm2tt_stream *stream) {
  std::pair<Range, Range> ranges;
  StreamHandle native;
  if (cm2tt_status status = findRanges(__func__, to, from, bytes, ranges))
    return status;
  const auto &[target, source] = ranges;
  const cm2tt_device &queue = queueOf(*to.buffer, *from.buffer, stream);
  if (cm2tt_status status = nativeStream(__func__, queue, stream, native))
    return status;
  return statusOf(copyBetweenAsync({target.device, target.address},
                                   {source.device, source.address}, bytes,
                                   queue.device, native));
}

cm2tt_status cm2tt_buffer_copy(cm2tt_buffer_slice to, cm2tt_buffer_slice from,
                               uint64_t bytes) {
  std::pair<Range, Range> ranges;
  if (cm2tt_status status = findRanges(__func__, to, from, bytes, ranges))
    return status;
  const auto &[target, source] = ranges;
  return statusOf(copyBetween(*target.device, target.address, *source.device,
                              source.address, bytes));
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// Writes the range of `count` numbers, and the bits and the size of each.
static cm2tt_status findNumbers(const char *function,
                                const cm2tt_buffer *buffer, uint64_t offset,
                                const cm2tt_argument &number, uint64_t count,
                                Range &range, FillValue &value) {
  Values values;
  if (cm2tt_status status = readArguments(function, &number, 1, values))
    return status;
  if (number.is_pointer)
    return invalid(function, "the value is an address: expected a number");
  value = {number.bits, elementBytes(ElementType(number.type))};
  if (count > UINT64_MAX / value.bytes)
    return invalid(function, Twine(count) + " numbers of " +
                                 Twine(value.bytes) + " bytes");
  if (cm2tt_status status =
          findTarget(function, buffer, offset, count * value.bytes, range))
    return status;
  if (range.address % value.bytes)
    return invalid(function, "the address is not a multiple of " +
                                 Twine(value.bytes) +
                                 ", the size of the number");
  return CM2TT_OK;
}

cm2tt_status cm2tt_buffer_fill_numbers(cm2tt_buffer *buffer, uint64_t offset,
                                       cm2tt_argument value, uint64_t count) {
  Range range;
  FillValue number;
  if (cm2tt_status status =
          findNumbers(__func__, buffer, offset, value, count, range, number))
    return status;
  if (Error error = range.device->fillNumbersAsync(range.address, number, count,
                                                   /*stream=*/0))
    return fail(std::move(error));
  return statusOf(range.device->synchronize(0));
}

cm2tt_status cm2tt_buffer_fill_numbers_async(cm2tt_buffer *buffer,
                                             uint64_t offset,
                                             cm2tt_argument value,
                                             uint64_t count,
                                             cm2tt_stream *stream) {
  Range range;
  FillValue number;
  StreamHandle native;
  if (cm2tt_status status =
          findNumbers(__func__, buffer, offset, value, count, range, number))
    return status;
  if (cm2tt_status status =
          nativeStream(__func__, buffer->device, stream, native))
    return status;
  return statusOf(
      range.device->fillNumbersAsync(range.address, number, count, native));
}

//===----------------------------------------------------------------------===//
// Memory of the host
//===----------------------------------------------------------------------===//

cm2tt_status cm2tt_host_buffer_create(cm2tt_device *device, uint64_t bytes,
                                      cm2tt_host_buffer **buffer) {
  auto allocate = [&](Device &target) { return target.allocateHost(bytes); };
  return createObject(__func__, device, std::pair("buffer", buffer), allocate,
                      bytes);
}

void cm2tt_host_buffer_destroy(cm2tt_host_buffer *buffer) { delete buffer; }

void *cm2tt_host_buffer_data(const cm2tt_host_buffer *buffer) {
  return buffer ? reinterpret_cast<void *>(buffer->object.handle()) : nullptr;
}

uint64_t cm2tt_host_buffer_bytes(const cm2tt_host_buffer *buffer) {
  return buffer ? buffer->bytes : 0;
}
