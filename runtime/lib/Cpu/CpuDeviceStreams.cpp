// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Streams, events and graphs of the CPU. Work on the default stream is
/// complete when the call returns, so that it can report a failure, and nothing
/// has to be queued, copied or kept. Other streams return at once, as on a GPU.
/// Kernels still run one after the other, since two at the same time would
/// halve the threads of each.
///
/// Memory and code are freed after the work of all streams, as with
/// `cuMemFree`, so that a buffer may be destroyed right after a launch. A graph
/// is a list of the captured work in the order of the calls, for all streams.
///
/// Not here: the queue of a stream (CpuStream.cpp).

#include "CpuDeviceInternals.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::cpu;

static Error messageError(const char *message) {
  return createStringError(inconvertibleErrorCode(), message);
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

Expected<Stream> CpuDevice::createStream() {
  auto stream = std::make_shared<WorkStream>(*this, failures);
  if (Error error = stream->start())
    return error;
  std::lock_guard<std::mutex> lock(streamsMutex);
  streams.push_back(std::move(stream));
  return Stream(*this, reinterpret_cast<uintptr_t>(streams.back().get()));
}

/// The stream of that handle; called with the lock.
Expected<std::shared_ptr<WorkStream>> CpuDevice::find(StreamHandle handle) {
  for (std::shared_ptr<WorkStream> &stream : streams)
    if (reinterpret_cast<uintptr_t>(stream.get()) == handle &&
        !stream->isClosed)
      return stream;
  return createStringError(std::errc::invalid_argument,
                           "the stream does not belong to the CPU device: "
                           "create one there, or use 0, its default stream");
}

Error CpuDevice::checkStream(StreamHandle handle) {
  if (handle == 0)
    return Error::success();
  std::lock_guard<std::mutex> lock(streamsMutex);
  return find(handle).takeError();
}

/// Ends a capture: what is given to its streams from now on is done; called
/// with the lock.
void CpuDevice::endCapture(CapturedWork &capture) {
  capture.open = false;
  for (std::shared_ptr<WorkStream> &each : streams)
    if (each->capture.get() == &capture)
      each->capture = nullptr;
}

void CpuDevice::releaseStream(StreamHandle handle) {
  std::shared_ptr<WorkStream> released;
  {
    std::lock_guard<std::mutex> lock(streamsMutex);
    Expected<std::shared_ptr<WorkStream>> found = find(handle);
    if (!found)
      return consumeError(found.takeError());
    released = std::move(*found);
    released->isClosed = true;
    // Only this stream can end it, and its other streams would never run again.
    if (released->capture && released->capture->origin == handle)
      endCapture(*std::shared_ptr<CapturedWork>(released->capture));
  }
  // Done while it is listed, since freeing memory waits for the work of listed
  // streams.
  released->drain();
  std::lock_guard<std::mutex> lock(streamsMutex);
  llvm::erase(streams, released);
}

std::vector<std::shared_ptr<WorkStream>> CpuDevice::allStreams() {
  std::lock_guard<std::mutex> lock(streamsMutex);
  return streams;
}

/// Waits for the work that all streams have now.
void CpuDevice::drainStreams() {
  for (const std::shared_ptr<WorkStream> &stream : allStreams())
    stream->drain();
}

/// Does, queues or captures work, as the stream says.
Error CpuDevice::give(Work &&work, StreamHandle handle) {
  if (handle == 0)
    return perform(work);
  std::unique_lock<std::mutex> lock(streamsMutex);
  Expected<std::shared_ptr<WorkStream>> stream = find(handle);
  if (LLVM_UNLIKELY(!stream))
    return stream.takeError();
  if (LLVM_UNLIKELY((*stream)->capture != nullptr)) {
    (*stream)->capture->works.push_back(std::move(work));
    return Error::success();
  }
  Error error = (*stream)->submit(std::move(work));
  lock.unlock();
  (*stream)->keepUp();
  return error;
}

/// The stream of that handle; called with the lock. Fails if it captures.
Expected<std::shared_ptr<WorkStream>>
CpuDevice::findRunning(StreamHandle handle) {
  Expected<std::shared_ptr<WorkStream>> stream = find(handle);
  if (stream && (*stream)->capture)
    return messageError("a stream that captures cannot be waited for: end "
                        "the capture before");
  return stream;
}

Error CpuDevice::synchronize(StreamHandle handle) {
  if (handle == 0)
    return Error::success();
  std::shared_ptr<WorkStream> waited;
  {
    std::lock_guard<std::mutex> lock(streamsMutex);
    Expected<std::shared_ptr<WorkStream>> stream = findRunning(handle);
    if (!stream)
      return stream.takeError();
    waited = *stream;
  }
  waited->drain();
  return waited->takeFailure();
}

Expected<bool> CpuDevice::isDone(StreamHandle handle) {
  if (handle == 0)
    return true;
  std::lock_guard<std::mutex> lock(streamsMutex);
  Expected<std::shared_ptr<WorkStream>> stream = findRunning(handle);
  if (!stream)
    return stream.takeError();
  return (*stream)->isDone();
}

Error CpuDevice::onCompletion(StreamHandle handle, Completion completion) {
  std::lock_guard<std::mutex> lock(streamsMutex);
  std::shared_ptr<WorkStream> stream;
  if (handle != 0) {
    Expected<std::shared_ptr<WorkStream>> found = findRunning(handle);
    if (!found)
      return found.takeError();
    stream = *found;
  }
  Expected<CompletionTicket> ticket = completions.add(std::move(completion));
  if (!ticket)
    return ticket.takeError();
  if (!stream) {
    ticket->finish();
    return Error::success();
  }
  Work work;
  work.kind = Work::Kind::Finish;
  work.ticket = *ticket;
  Error error = stream->submit(std::move(work));
  if (error)
    ticket->withdraw();
  return error;
}

static Work copyWork(char *to, const char *from, uint64_t bytes) {
  Work work;
  work.kind = Work::Kind::Copy;
  work.to = to;
  work.from = from;
  work.bytes = bytes;
  return work;
}

Error CpuDevice::copyInAsync(DeviceAddress to, ArrayRef<char> from,
                             StreamHandle stream) {
  if (from.empty())
    return Error::success();
  return give(copyWork(toPointer(to), from.data(), from.size()), stream);
}

Error CpuDevice::copyOutAsync(MutableArrayRef<char> to, DeviceAddress from,
                              StreamHandle stream) {
  if (to.empty())
    return Error::success();
  return give(copyWork(to.data(), toPointer(from), to.size()), stream);
}

Error CpuDevice::copyAsync(DeviceAddress to, DeviceAddress from, uint64_t bytes,
                           StreamHandle stream) {
  if (bytes == 0)
    return Error::success();
  return give(copyWork(toPointer(to), toPointer(from), bytes), stream);
}

Error CpuDevice::fillAsync(DeviceAddress to, uint8_t byte, uint64_t bytes,
                           StreamHandle stream) {
  return fillNumbersAsync(to, {byte, 1}, bytes, stream);
}

Error CpuDevice::fillNumbersAsync(DeviceAddress to, const FillValue &value,
                                  uint64_t count, StreamHandle stream) {
  if (count == 0)
    return Error::success();
  Work work;
  work.kind = Work::Kind::Fill;
  work.to = toPointer(to);
  work.value = value;
  work.bytes = count * value.bytes;
  return give(std::move(work), stream);
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

static CpuEvent &toEvent(const Event &event) {
  return *reinterpret_cast<CpuEvent *>(event.handle());
}

Expected<Event> CpuDevice::createEvent() {
  return Event(*this, reinterpret_cast<uintptr_t>(new CpuEvent));
}

Error CpuDevice::record(const Event &event, StreamHandle handle) {
  CpuEvent &recorded = toEvent(event);
  auto mark = std::make_shared<Mark>();
  std::lock_guard<std::mutex> lock(streamsMutex);
  if (handle == 0) {
    mark->reach(/*failed=*/false);
    recorded = {std::move(mark), nullptr};
    return Error::success();
  }
  Expected<std::shared_ptr<WorkStream>> stream = find(handle);
  if (!stream)
    return stream.takeError();
  if ((*stream)->capture) {
    recorded = {nullptr, (*stream)->capture};
    return Error::success();
  }
  recorded = {mark, nullptr};
  Work work;
  work.kind = Work::Kind::Reach;
  work.mark = mark;
  Error error = (*stream)->submit(std::move(work));
  if (error)
    mark->reach(/*failed=*/true);
  return error;
}

Error CpuDevice::streamWait(StreamHandle handle, const Event &event) {
  Work work;
  work.kind = Work::Kind::Wait;
  std::shared_ptr<CapturedWork> capture;
  {
    std::lock_guard<std::mutex> lock(streamsMutex);
    work.mark = toEvent(event).mark;
    capture = toEvent(event).capture;
    if (capture && !capture->open)
      return messageError("the event was recorded in a capture that has "
                          "ended: record it again");
    if (capture && handle != 0) {
      // The stream joins the capture, which has one order for all.
      Expected<std::shared_ptr<WorkStream>> stream = find(handle);
      if (!stream)
        return stream.takeError();
      (*stream)->capture = capture;
      return Error::success();
    }
  }
  if (capture)
    return messageError("the default stream cannot wait for a capture");
  if (!work.mark)
    return Error::success();
  return give(std::move(work), handle);
}

/// Where an event was recorded last; null if it never was.
std::shared_ptr<Mark> CpuDevice::markOf(const Event &event) {
  std::lock_guard<std::mutex> lock(streamsMutex);
  return toEvent(event).mark;
}

Expected<bool> CpuDevice::isDone(const Event &event) {
  std::shared_ptr<Mark> mark = markOf(event);
  return !mark || mark->isReached();
}

Error CpuDevice::synchronize(const Event &event) {
  std::shared_ptr<Mark> mark = markOf(event);
  if (!mark || mark->wait())
    return Error::success();
  return messageError("work before an event failed: synchronize its stream "
                      "for the reason");
}

Expected<double> CpuDevice::elapsedMilliseconds(const Event &begin,
                                                const Event &end) {
  std::shared_ptr<Mark> from = markOf(begin), to = markOf(end);
  if (!from || !to)
    return messageError("an event was not recorded: it has no time");
  if (!to->wait() || !from->wait())
    return messageError("work before an event failed: synchronize its stream "
                        "for the reason");
  return std::chrono::duration<double, std::milli>(to->time() - from->time())
      .count();
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

Expected<bool> CpuDevice::isCapturing(StreamHandle handle) {
  if (handle == 0)
    return false;
  std::lock_guard<std::mutex> lock(streamsMutex);
  Expected<std::shared_ptr<WorkStream>> stream = find(handle);
  if (!stream)
    return stream.takeError();
  return (*stream)->capture != nullptr;
}

Error CpuDevice::beginCapture(StreamHandle handle) {
  if (handle == 0)
    return messageError("the default stream cannot capture: create a stream");
  std::lock_guard<std::mutex> lock(streamsMutex);
  Expected<std::shared_ptr<WorkStream>> stream = find(handle);
  if (!stream)
    return stream.takeError();
  if ((*stream)->capture)
    return messageError("the stream captures already: end that capture before");
  (*stream)->capture = std::make_shared<CapturedWork>();
  (*stream)->capture->origin = handle;
  return Error::success();
}

Expected<Graph> CpuDevice::endCapture(StreamHandle handle) {
  std::lock_guard<std::mutex> lock(streamsMutex);
  Expected<std::shared_ptr<WorkStream>> stream = find(handle);
  if (!stream)
    return stream.takeError();
  std::shared_ptr<CapturedWork> capture = (*stream)->capture;
  if (!capture || capture->origin != handle)
    return messageError("no capture began on the stream: end it on the one "
                        "where it did");
  endCapture(*capture);
  auto *graph = new std::shared_ptr<CapturedWork>(std::move(capture));
  return Graph(*this, reinterpret_cast<uintptr_t>(graph));
}

Error CpuDevice::launchGraph(const Graph &graph, StreamHandle handle) {
  std::vector<Work> &works =
      (*reinterpret_cast<std::shared_ptr<CapturedWork> *>(graph.handle()))
          ->works;
  if (handle == 0) {
    // Launched on several threads at once, each has its own arguments' values.
    for (Work work : works)
      if (Error error = perform(work))
        return error;
    return Error::success();
  }
  std::unique_lock<std::mutex> lock(streamsMutex);
  Expected<std::shared_ptr<WorkStream>> stream = find(handle);
  if (!stream)
    return stream.takeError();
  if ((*stream)->capture) {
    append_range((*stream)->capture->works, works);
    return Error::success();
  }
  Error error = (*stream)->submit(works);
  lock.unlock();
  (*stream)->keepUp();
  return error;
}
