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
