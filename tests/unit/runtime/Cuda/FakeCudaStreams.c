// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The fake driver's streams: copies and waits on them, events, graphs; and the
/// linking of code.

#include "FakeCudaState.h"

/// How streams are recorded.
const char *streamText(void *stream) { return stream ? "stream" : "default"; }

CUresult onStream(void *handle) {
  Object *stream = find(handle, Stream);
  if (!handle)
    return 0;
  if (!stream)
    return InvalidHandle;
  if (!stream->graph)
    return 0;
  ++objects[stream->graph].nodes;
  return Done;
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t size,
                              void *stream) {
  ENTER_WITH_CONTEXT("%zu %s", size, streamText(stream));
  if (!findMemory(to, size))
    return InvalidValue;
  ON_STREAM(stream);
  memcpy((void *)(uintptr_t)to, from, size);
  return 0;
}

CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t size,
                              void *stream) {
  ENTER_WITH_CONTEXT("%zu %s", size, streamText(stream));
  if (!findMemory(from, size))
    return InvalidValue;
  ON_STREAM(stream);
  memcpy(to, (void *)(uintptr_t)from, size);
  return 0;
}

CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t size,
                              void *stream) {
  ENTER_WITH_CONTEXT("%zu %s", size, streamText(stream));
  if (!findMemory(from, size) || !findMemory(to, size))
    return InvalidValue;
  ON_STREAM(stream);
  memcpy((void *)(uintptr_t)to, (void *)(uintptr_t)from, size);
  return 0;
}

CUresult cuMemcpyPeerAsync(CUdeviceptr to, void *toContext, CUdeviceptr from,
                           void *fromContext, size_t size, void *stream) {
  ENTER_WITH_CONTEXT("%zu %s%s", size, streamText(stream),
                     toContext == fromContext ? " inside"
                     : peers[currentDevice()] ? " direct"
                                              : "");
  if (!findMemoryOf(fromContext, from, size) ||
      !findMemoryOf(toContext, to, size))
    return InvalidValue;
  ON_STREAM(stream);
  memcpy((void *)(uintptr_t)to, (void *)(uintptr_t)from, size);
  return 0;
}

CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char byte, size_t size,
                         void *stream) {
  ENTER_WITH_CONTEXT("%u %zu %s", byte, size, streamText(stream));
  if (!findMemory(to, size))
    return InvalidValue;
  ON_STREAM(stream);
  memset((void *)(uintptr_t)to, byte, size);
  return 0;
}

CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short number, size_t count,
                          void *stream) {
  ENTER_WITH_CONTEXT("%u %zu %s", number, count, streamText(stream));
  if (!findMemory(to, 2 * count) || to % 2)
    return InvalidValue;
  ON_STREAM(stream);
  for (size_t i = 0; i < count; ++i)
    ((unsigned short *)(uintptr_t)to)[i] = number;
  return 0;
}

CUresult cuMemsetD32Async(CUdeviceptr to, unsigned number, size_t count,
                          void *stream) {
  ENTER_WITH_CONTEXT("%u %zu %s", number, count, streamText(stream));
  if (!findMemory(to, 4 * count) || to % 4)
    return InvalidValue;
  ON_STREAM(stream);
  for (size_t i = 0; i < count; ++i)
    ((unsigned *)(uintptr_t)to)[i] = number;
  return 0;
}

CUresult cuMemsetD2D32Async(CUdeviceptr to, size_t pitch, unsigned number,
                            size_t width, size_t height, void *stream) {
  ENTER_WITH_CONTEXT("%zu %u %zu %zu %s", pitch, number, width, height,
                     streamText(stream));
  if (!height || !findMemory(to, pitch * (height - 1) + 4 * width) || to % 4 ||
      pitch % 4)
    return InvalidValue;
  ON_STREAM(stream);
  for (size_t row = 0; row < height; ++row)
    for (size_t i = 0; i < width; ++i)
      ((unsigned *)(uintptr_t)(to + row * pitch))[i] = number;
  return 0;
}

// A link's options are kept: they are written to later.
static int *linkOptions;
static void **linkValues;
static unsigned linkCount;

CUresult cuLinkCreate_v2(unsigned count, int *options, void **values,
                         void **result) {
  ENTER_WITH_CONTEXT("%u", count);
  *result = create(Link);
  linkCount = count;
  linkOptions = options;
  linkValues = values;
  return *result ? 0 : OutOfMemory;
}

CUresult cuLinkAddData_v2(void *handle, int type, void *data, size_t size,
                          const char *name, unsigned count, int *options,
                          void **values) {
  ENTER_WITH_CONTEXT("%d %zu %s %u", type, size, name, count);
  (void)options, (void)values;
  Object *link = find(handle, Link);
  if (!link || link->bytes)
    return InvalidHandle;
  const char *text = data;
  if (type != 1 || !size || text[size - 1])
    return InvalidValue;
  if (!strstr(text, ".entry"))
    return noEntry(linkCount, linkOptions, linkValues);
  CUresult unsupported = checkVersion(text);
  if (unsupported)
    return unsupported;
  link->bytes = malloc(size + 4);
  memcpy(link->bytes,
         "\x7f"
         "ELF",
         4);
  memcpy(link->bytes + 4, text, size);
  return 0;
}

CUresult cuLinkComplete(void *handle, void **cubin, size_t *size) {
  ENTER_WITH_CONTEXT("");
  Object *link = find(handle, Link);
  if (!link || !link->bytes)
    return InvalidHandle;
  *cubin = link->bytes;
  *size = strlen(link->bytes);
  return 0;
}

CUresult cuLinkDestroy(void *handle) {
  ENTER_TO_FREE("");
  Object *link = find(handle, Link);
  if (!link)
    return InvalidHandle;
  free(link->bytes);
  link->kind = Free;
  return 0;
}

CUresult cuStreamCreate(void **result, unsigned flags) {
  ENTER_WITH_CONTEXT("%u", flags);
  *result = create(Stream);
  return *result ? 0 : OutOfMemory;
}

CUresult cuStreamDestroy_v2(void *handle) {
  ENTER_TO_FREE("");
  Object *stream = find(handle, Stream);
  if (!stream)
    return InvalidHandle;
  stream->kind = Free;
  return 0;
}

CUresult cuStreamSynchronize(void *handle) {
  ENTER_WITH_CONTEXT("%s", streamText(handle));
  Object *stream = find(handle, Stream);
  if (handle && !stream)
    return InvalidHandle;
  return stream && stream->graph ? CaptureUnsupported : 0;
}

/// Whether work is not finished, which a test says.
static CUresult query(void) { return getenv("FAKE_CUDA_BUSY") ? NotReady : 0; }

CUresult cuStreamQuery(void *handle) {
  ENTER_WITH_CONTEXT("%s", streamText(handle));
  Object *stream = find(handle, Stream);
  if (handle && !stream)
    return InvalidHandle;
  return stream && stream->graph ? CaptureUnsupported : query();
}

/// The functions of streams while work is not finished.
static struct {
  void (*function)(void *);
  void *context;
} delayed[16];
static int delayedCount;

void fakeCudaFinish(void) {
  for (int i = 0; i < delayedCount; ++i)
    delayed[i].function(delayed[i].context);
  delayedCount = 0;
}

CUresult cuLaunchHostFunc(void *handle, void (*function)(void *),
                          void *context) {
  ENTER_WITH_CONTEXT("%s", streamText(handle));
  ON_STREAM(handle);
  if (!query()) {
    function(context);
    return 0;
  }
  if (delayedCount == sizeof(delayed) / sizeof(delayed[0]))
    return OutOfMemory;
  delayed[delayedCount].function = function;
  delayed[delayedCount++].context = context;
  return 0;
}

CUresult cuStreamWaitEvent(void *handle, void *event, unsigned flags) {
  const Object *waited = findAny(event, Event);
  ENTER_WITH_CONTEXT("%s %u%s", streamText(handle), flags,
                     waited && waited->device != currentDevice() ? " of a peer"
                                                                 : "");
  if (!waited)
    return InvalidHandle;
  ON_STREAM(handle);
  return 0;
}

CUresult cuStreamIsCapturing(void *handle, int *status) {
  ENTER_WITH_CONTEXT("%s", streamText(handle));
  Object *stream = find(handle, Stream);
  if (handle && !stream)
    return InvalidHandle;
  *status = stream && stream->graph;
  return 0;
}

CUresult cuThreadExchangeStreamCaptureMode(int *mode) {
  ENTER("%d", *mode);
  *mode = 0;
  return 0;
}

CUresult cuStreamBeginCapture_v2(void *handle, int mode) {
  ENTER_WITH_CONTEXT("%s %d", streamText(handle), mode);
  Object *stream = find(handle, Stream);
  if (!handle)
    return CaptureUnsupported;
  if (!stream || stream->graph)
    return InvalidHandle;
  Object *graph = create(Graph);
  if (!graph)
    return OutOfMemory;
  stream->graph = (int)(graph - objects);
  return 0;
}

CUresult cuStreamEndCapture(void *handle, void **graph) {
  ENTER_WITH_CONTEXT("%s", streamText(handle));
  Object *stream = find(handle, Stream);
  if (!stream || !stream->graph)
    return stream ? CaptureUnmatched : InvalidHandle;
  *graph = &objects[stream->graph];
  stream->graph = 0;
  return 0;
}

CUresult cuGraphInstantiateWithFlags(void **result, void *handle,
                                     unsigned long long flags) {
  Object *graph = find(handle, Graph);
  ENTER_WITH_CONTEXT("%d %llu", graph ? graph->nodes : -1, flags);
  Object *executable = graph ? create(GraphExec) : NULL;
  if (!executable)
    return InvalidHandle;
  executable->nodes = graph->nodes;
  *result = executable;
  return 0;
}

CUresult cuGraphLaunch(void *handle, void *stream) {
  Object *executable = find(handle, GraphExec);
  ENTER_WITH_CONTEXT("%d %s", executable ? executable->nodes : -1,
                     streamText(stream));
  return executable ? 0 : InvalidHandle;
}

static CUresult destroy(void *handle, Kind kind) {
  Object *object = find(handle, kind);
  if (!object)
    return InvalidHandle;
  object->kind = Free;
  return 0;
}

CUresult cuGraphExecDestroy(void *handle) {
  ENTER_TO_FREE("");
  return destroy(handle, GraphExec);
}

CUresult cuGraphDestroy(void *handle) {
  ENTER_TO_FREE("");
  return destroy(handle, Graph);
}

CUresult cuEventCreate(void **result, unsigned flags) {
  ENTER_WITH_CONTEXT("%u", flags);
  Object *event = create(Event);
  *result = event;
  if (!event)
    return OutOfMemory;
  event->time = -1;
  return 0;
}

CUresult cuEventDestroy_v2(void *handle) {
  ENTER_TO_FREE("");
  Object *event = find(handle, Event);
  if (!event)
    return InvalidHandle;
  event->kind = Free;
  return 0;
}

CUresult cuEventRecord(void *handle, void *stream) {
  ENTER_WITH_CONTEXT("%s", streamText(stream));
  Object *event = find(handle, Event);
  if (!event)
    return InvalidHandle;
  ON_STREAM(stream);
  event->time = now;
  return 0;
}

CUresult cuEventSynchronize(void *handle) {
  ENTER_WITH_CONTEXT("");
  return find(handle, Event) ? 0 : InvalidHandle;
}

CUresult cuEventQuery(void *handle) {
  ENTER_WITH_CONTEXT("");
  return find(handle, Event) ? query() : InvalidHandle;
}

CUresult cuEventElapsedTime(float *milliseconds, void *begin, void *end) {
  ENTER_WITH_CONTEXT("");
  Object *from = find(begin, Event), *to = find(end, Event);
  if (!from || !to || from->time < 0 || to->time < 0)
    return InvalidHandle;
  *milliseconds = (float)(to->time - from->time);
  return 0;
}
