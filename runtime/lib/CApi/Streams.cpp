// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Streams, events and graphs.

#include "CApiInternals.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::capi;

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

cm2tt_status cm2tt_stream_create(cm2tt_device *device, cm2tt_stream **stream) {
  return createObject(__func__, device, std::pair("stream", stream),
                      std::mem_fn(&Device::createStream));
}

cm2tt_status cm2tt_stream_wrap(cm2tt_device *device, uint64_t native,
                               cm2tt_stream **stream) {
  if (stream)
    *stream = nullptr;
  if (cm2tt_status status =
          needs(__func__, {{"device", device}, {"stream", stream}}))
    return status;
  if (Error error = device->device.checkStream(native))
    return fail(std::move(error));
  *stream = new cm2tt_stream(*device, native);
  return CM2TT_OK;
}

uint64_t cm2tt_stream_native(const cm2tt_stream *stream) {
  return stream ? stream->native : 0;
}

void cm2tt_stream_destroy(cm2tt_stream *stream) { delete stream; }

cm2tt_status cm2tt_stream_synchronize(cm2tt_device *device,
                                      cm2tt_stream *stream) {
  StreamHandle native;
  if (cm2tt_status status = needs(__func__, {{"device", device}}))
    return status;
  if (cm2tt_status status = nativeStream(__func__, *device, stream, native))
    return status;
  return statusOf(device->device.synchronize(native));
}

/// Writes the answer to a question.
static cm2tt_status writeDone(Expected<bool> answer, int *done) {
  if (!answer)
    return fail(answer.takeError());
  *done = *answer;
  return CM2TT_OK;
}

cm2tt_status cm2tt_stream_is_done(cm2tt_device *device, cm2tt_stream *stream,
                                  int *done) {
  StreamHandle native;
  if (cm2tt_status status =
          needs(__func__, {{"device", device}, {"done", done}}))
    return status;
  if (cm2tt_status status = nativeStream(__func__, *device, stream, native))
    return status;
  return writeDone(device->device.isDone(native), done);
}

cm2tt_status cm2tt_stream_on_completion(cm2tt_device *device,
                                        cm2tt_stream *stream,
                                        cm2tt_completion_function function,
                                        void *context) {
  StreamHandle native;
  if (cm2tt_status status =
          needs(__func__, {{"device", device},
                           {"function", reinterpret_cast<void *>(function)}}))
    return status;
  if (cm2tt_status status = nativeStream(__func__, *device, stream, native))
    return status;
  auto complete = [function, context](StringRef failure) {
    function(context, failure.empty() ? CM2TT_OK : CM2TT_FAILED,
             failure.str().c_str());
  };
  return statusOf(device->device.onCompletion(native, complete));
}

cm2tt_status cm2tt_stream_wait(cm2tt_device *device, cm2tt_stream *stream,
                               const cm2tt_event *event) {
  StreamHandle native;
  if (cm2tt_status status =
          needs(__func__, {{"device", device}, {"event", event}}))
    return status;
  if (&event->device != device &&
      (event->device.device.hasHostMemory() || device->device.hasHostMemory()))
    return invalid(__func__, "the event is one of another device, '" +
                                 event->device.name +
                                 "': expected two GPUs; "
                                 "cm2tt_event_synchronize waits for it");
  if (cm2tt_status status = nativeStream(__func__, *device, stream, native))
    return status;
  return statusOf(device->device.streamWait(native, event->object));
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

cm2tt_status cm2tt_event_create(cm2tt_device *device, cm2tt_event **event) {
  return createObject(__func__, device, std::pair("event", event),
                      std::mem_fn(&Device::createEvent));
}

void cm2tt_event_destroy(cm2tt_event *event) { delete event; }

cm2tt_status cm2tt_event_record(cm2tt_event *event, cm2tt_stream *stream) {
  StreamHandle native;
  if (cm2tt_status status = needs(__func__, {{"event", event}}))
    return status;
  if (cm2tt_status status =
          nativeStream(__func__, event->device, stream, native))
    return status;
  return statusOf(event->device.device.record(event->object, native));
}

cm2tt_status cm2tt_event_is_done(const cm2tt_event *event, int *done) {
  if (cm2tt_status status = needs(__func__, {{"event", event}, {"done", done}}))
    return status;
  return writeDone(event->device.device.isDone(event->object), done);
}

cm2tt_status cm2tt_event_synchronize(const cm2tt_event *event) {
  if (cm2tt_status status = needs(__func__, {{"event", event}}))
    return status;
  return statusOf(event->device.device.synchronize(event->object));
}

cm2tt_status cm2tt_event_elapsed(const cm2tt_event *begin,
                                 const cm2tt_event *end, double *milliseconds) {
  if (cm2tt_status status = needs(
          __func__,
          {{"begin", begin}, {"end", end}, {"milliseconds", milliseconds}}))
    return status;
  if (&begin->device != &end->device)
    return invalid(__func__, "the events are of different devices, '" +
                                 begin->device.name + "' and '" +
                                 end->device.name + "'");
  Expected<double> elapsed =
      begin->device.device.elapsedMilliseconds(begin->object, end->object);
  if (!elapsed)
    return fail(elapsed.takeError());
  *milliseconds = *elapsed;
  return CM2TT_OK;
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

cm2tt_status cm2tt_graph_begin(cm2tt_stream *stream) {
  if (cm2tt_status status = needs(__func__, {{"stream", stream}}))
    return status;
  return statusOf(stream->device.device.beginCapture(stream->native));
}

cm2tt_status cm2tt_graph_end(cm2tt_stream *stream, cm2tt_graph **graph) {
  if (graph)
    *graph = nullptr;
  if (cm2tt_status status =
          needs(__func__, {{"stream", stream}, {"graph", graph}}))
    return status;
  Expected<Graph> made = stream->device.device.endCapture(stream->native);
  if (!made)
    return fail(made.takeError());
  *graph = new cm2tt_graph(stream->device, std::move(*made));
  return CM2TT_OK;
}

cm2tt_status cm2tt_graph_launch(cm2tt_graph *graph, cm2tt_stream *stream) {
  StreamHandle native;
  if (cm2tt_status status = needs(__func__, {{"graph", graph}}))
    return status;
  if (cm2tt_status status =
          nativeStream(__func__, graph->device, stream, native))
    return status;
  return statusOf(graph->device.device.launchGraph(graph->object, native));
}

void cm2tt_graph_destroy(cm2tt_graph *graph) { delete graph; }
