// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Streams, events and graphs of a GPU.
///
/// Captures belong to one thread (CUDA's mode "thread local"), so that other
/// threads may allocate and compile.

#include "CudaDeviceInternals.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::cuda;

Expected<Stream> CudaDevice::createStream() {
  if (Error error = activate())
    return error;
  Handle stream = nullptr;
  if (Error error = api->check(api->cuStreamCreate(&stream, StreamNonBlocking),
                               "cuStreamCreate"))
    return error;
  return Stream(*this, toInteger(stream));
}

Error CudaDevice::synchronize(StreamHandle stream) {
  if (Error error = activate())
    return error;
  return api->check(api->cuStreamSynchronize(toHandle(stream)),
                    "cuStreamSynchronize");
}

/// The answer to a question whether work has finished.
Expected<bool> CudaDevice::readQuery(Result result, const char *call) {
  if (result == NotReady)
    return false;
  if (Error error = api->check(result, call))
    return error;
  return true;
}

Expected<bool> CudaDevice::isDone(StreamHandle stream) {
  if (Error error = activate())
    return error;
  return readQuery(api->cuStreamQuery(toHandle(stream)), "cuStreamQuery");
}

/// Why no work of the device will be complete any more; empty if it will. The
/// driver does not call host functions of a context that a kernel broke, and
/// says so to every other call.
std::string CudaDevice::findFailure() {
  // The question is of no concern to captures of other threads.
  int mode = CaptureRelaxed;
  api->cuThreadExchangeStreamCaptureMode(&mode);
  Expected<bool> isIdle = isDone(probe.handle());
  return isIdle ? "" : toString(isIdle.takeError());
}

/// Called by a thread of the driver, which must not call the driver.
static void finishTicket(void *given) {
  std::unique_ptr<CompletionTicket> ticket(
      static_cast<CompletionTicket *>(given));
  ticket->finish();
}

Error CudaDevice::onCompletion(StreamHandle stream, Completion completion) {
  Expected<bool> captures = isCapturing(stream);
  if (!captures)
    return captures.takeError();
  if (*captures)
    return createStringError(inconvertibleErrorCode(),
                             "a stream that captures cannot be waited for: end "
                             "the capture before");
  {
    std::lock_guard<std::mutex> lock(probeMutex);
    if (!probe.handle()) {
      Expected<Stream> created = createStream();
      if (!created)
        return created.takeError();
      probe = std::move(*created);
    }
  }
  Expected<CompletionTicket> ticket = completions.add(std::move(completion));
  if (!ticket)
    return ticket.takeError();
  // The driver frees it, unless a kernel breaks the context before.
  auto given = std::make_unique<CompletionTicket>(*ticket);
  if (Error error = api->check(
          api->cuLaunchHostFunc(toHandle(stream), finishTicket, given.get()),
          "cuLaunchHostFunc")) {
    ticket->withdraw();
    return error;
  }
  given.release();
  return Error::success();
}

Expected<Event> CudaDevice::createEvent() {
  if (Error error = activate())
    return error;
  Handle event = nullptr;
  if (Error error = api->check(api->cuEventCreate(&event, 0), "cuEventCreate"))
    return error;
  return Event(*this, toInteger(event));
}

Error CudaDevice::record(const Event &event, StreamHandle stream) {
  if (Error error = activate())
    return error;
  return api->check(
      api->cuEventRecord(toHandle(event.handle()), toHandle(stream)),
      "cuEventRecord");
}

Error CudaDevice::streamWait(StreamHandle stream, const Event &event) {
  if (Error error = activate())
    return error;
  return api->check(
      api->cuStreamWaitEvent(toHandle(stream), toHandle(event.handle()), 0),
      "cuStreamWaitEvent");
}

Expected<bool> CudaDevice::isDone(const Event &event) {
  if (Error error = activate())
    return error;
  return readQuery(api->cuEventQuery(toHandle(event.handle())), "cuEventQuery");
}

Error CudaDevice::synchronize(const Event &event) {
  if (Error error = activate())
    return error;
  return api->check(api->cuEventSynchronize(toHandle(event.handle())),
                    "cuEventSynchronize");
}

Expected<double> CudaDevice::elapsedMilliseconds(const Event &begin,
                                                 const Event &end) {
  if (Error error = activate())
    return error;
  if (Error error = api->check(api->cuEventSynchronize(toHandle(end.handle())),
                               "cuEventSynchronize"))
    return error;
  float milliseconds = 0;
  if (Error error = api->check(api->cuEventElapsedTime(&milliseconds,
                                                       toHandle(begin.handle()),
                                                       toHandle(end.handle())),
                               "cuEventElapsedTime"))
    return error;
  return static_cast<double>(milliseconds);
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

Expected<bool> CudaDevice::isCapturing(StreamHandle stream) {
  if (Error error = activate())
    return error;
  int status = CaptureStatusNone;
  if (Error error =
          api->check(api->cuStreamIsCapturing(toHandle(stream), &status),
                     "cuStreamIsCapturing"))
    return error;
  return status != CaptureStatusNone;
}

Error CudaDevice::beginCapture(StreamHandle stream) {
  if (Error error = activate())
    return error;
  return api->check(
      api->cuStreamBeginCapture(toHandle(stream), CaptureThreadLocal),
      "cuStreamBeginCapture");
}

Expected<Graph> CudaDevice::endCapture(StreamHandle stream) {
  if (Error error = activate())
    return error;
  Handle graph = nullptr, executable = nullptr;
  if (Error error =
          api->check(api->cuStreamEndCapture(toHandle(stream), &graph),
                     "cuStreamEndCapture"))
    return error;
  Result result = api->cuGraphInstantiate(&executable, graph, 0);
  api->cuGraphDestroy(graph);
  if (Error error = api->check(result, "cuGraphInstantiate"))
    return error;
  return Graph(*this, toInteger(executable));
}

Error CudaDevice::launchGraph(const Graph &graph, StreamHandle stream) {
  if (Error error = activate())
    return error;
  return api->check(
      api->cuGraphLaunch(toHandle(graph.handle()), toHandle(stream)),
      "cuGraphLaunch");
}
