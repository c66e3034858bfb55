// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Versions, errors, runtimes, devices, memory, streams, events and threads.

#define _XOPEN_SOURCE 700

#include "CApiTesting.h"

#include <pthread.h>
#include <stdio.h>

//===----------------------------------------------------------------------===//
// Versions and errors
//===----------------------------------------------------------------------===//

static void testVersions(void) {
  CHECK(cm2tt_version() == CM2TT_API_VERSION);
  CHECK(cm2tt_version() >> 16 == CM2TT_API_MAJOR);
  CHECK(strstr(cm2tt_version_text(), "LLVM"));
  CHECK(!strcmp(cm2tt_status_name(CM2TT_OK), "CM2TT_OK"));
  CHECK(!strcmp(cm2tt_status_name(CM2TT_INVALID_ARGUMENT),
                "CM2TT_INVALID_ARGUMENT"));
  CHECK(!strcmp(cm2tt_status_name(CM2TT_COMPILATION_FAILED),
                "CM2TT_COMPILATION_FAILED"));
  CHECK(!strcmp(cm2tt_status_name(CM2TT_OUT_OF_RESOURCES),
                "CM2TT_OUT_OF_RESOURCES"));
  CHECK(!strcmp(cm2tt_status_name(CM2TT_KERNEL_FAULT), "CM2TT_KERNEL_FAULT"));
  CHECK(!strcmp(cm2tt_status_name(CM2TT_FAILED), "CM2TT_FAILED"));
  CHECK(!strcmp(cm2tt_status_name((cm2tt_status)77), "unknown"));
  CHECK(!strcmp(cm2tt_type_name(CM2TT_I1), "i1"));
  CHECK(!strcmp(cm2tt_type_name(CM2TT_FP8E5), "fp8e5"));
  CHECK(!cm2tt_type_name((cm2tt_type)15));
  CHECK(!cm2tt_type_name((cm2tt_type)-1));
}

static void testLastError(void) {
  cm2tt_diagnostic diagnostic = {.size = sizeof(diagnostic)};
  Setup setup = setUp(NULL);
  cm2tt_kernel *kernel = (cm2tt_kernel *)&setup;
  const char *bad = "{\n  \"codeModel\": true\n}\n";
  FAILS(cm2tt_kernel_load(setup.runtime, bad, strlen(bad), "bad.json", NULL,
                          &kernel),
        CM2TT_COMPILATION_FAILED, "bad.json:2:");
  CHECK(!kernel);
  CHECK(cm2tt_last_error_diagnostics() >= 1);
  OK(cm2tt_last_error_diagnostic(0, &diagnostic));
  CHECK(diagnostic.size == sizeof(diagnostic));
  CHECK(diagnostic.severity == CM2TT_ERROR && diagnostic.line == 2);
  CHECK(!strcmp(diagnostic.file, "bad.json") && *diagnostic.message);

  // A question about the error leaves the error.
  CHECK(cm2tt_last_error_diagnostic(1000, &diagnostic));
  CHECK(cm2tt_last_error_diagnostic(0, NULL));
  diagnostic.size = 0;
  CHECK(cm2tt_last_error_diagnostic(0, &diagnostic));
  diagnostic.size = (size_t)-1;
  CHECK(cm2tt_last_error_diagnostic(0, &diagnostic));
  CHECK(strstr(cm2tt_last_error(), "bad.json:2:"));

  // So does a call that succeeds; one that fails in another way has none.
  OK(cm2tt_runtime_cpu(setup.runtime, &setup.device));
  CHECK(strstr(cm2tt_last_error(), "bad.json:2:"));
  FAILS(cm2tt_runtime_device(setup.runtime, 99, &setup.device),
        CM2TT_INVALID_ARGUMENT, "no device 99");
  CHECK(!setup.device && cm2tt_last_error_diagnostics() == 0);
  cm2tt_runtime_destroy(setup.runtime);
}

//===----------------------------------------------------------------------===//
// Runtimes and devices
//===----------------------------------------------------------------------===//

/// As a caller that was compiled with a later version has it.
typedef struct {
  cm2tt_runtime_options options;
  uint64_t later;
} LaterOptions;

static void testSizes(void) {
  cm2tt_runtime *runtime;
  LaterOptions later = {.options = {.size = sizeof(later)}};
  OK(cm2tt_runtime_create(&later.options, &runtime));
  cm2tt_runtime_destroy(runtime);
  later.later = 1;
  FAILS(cm2tt_runtime_create(&later.options, &runtime), CM2TT_INVALID_ARGUMENT,
        "'options' has members that this version of the library does not "
        "know, and they are not 0: its size is at most ");
  CHECK(!runtime);
  later.options.size = 0;
  FAILS(cm2tt_runtime_create(&later.options, &runtime), CM2TT_INVALID_ARGUMENT,
        "the size of 'options' is 0");
  later.options.size = (size_t)-1;
  FAILS(cm2tt_runtime_create(&later.options, &runtime), CM2TT_INVALID_ARGUMENT,
        "the size of 'options'");
  // An earlier one: what is behind the size is not read.
  later.options.size = offsetof(cm2tt_runtime_options, cache_bytes);
  later.options.cache_folder = "";
  later.options.dump_folder = (const char *)1;
  OK(cm2tt_runtime_create(&later.options, &runtime));
  cm2tt_runtime_destroy(runtime);
}

static void testDevices(void) {
  Setup setup = setUp(NULL);
  cm2tt_device *again, *cpu;
  cm2tt_device_properties properties = {.size = sizeof(properties)};
  OK(cm2tt_runtime_device(setup.runtime, 0, &again));
  CHECK(again == setup.device);
  OK(cm2tt_runtime_cpu(setup.runtime, &cpu));
  CHECK((cm2tt_runtime_gpus(setup.runtime) == 0) == (cpu == setup.device));
  OK(cm2tt_device_get_properties(cpu, &properties));
  CHECK(!strcmp(properties.target, "cpu") && *properties.name);
  CHECK(!*properties.uuid);
  CHECK(properties.size == sizeof(properties) && properties.processors >= 1);
  CHECK(properties.memory_bytes > 0 && properties.compute_major == 0);
  OK(cm2tt_device_get_properties(setup.device, &properties));
  if (cm2tt_runtime_gpus(setup.runtime)) {
    CHECK(!strncmp(properties.target, "sm_", 3) &&
          properties.compute_major >= 8);
    CHECK(!isFake(setup) || !strcmp(properties.target, "sm_90a"));
    CHECK(!strncmp(properties.uuid, "GPU-", 4) &&
          strlen(properties.uuid) == 40);
  } else {
    CHECK(!strcmp(properties.target, "cpu"));
  }

  // Only as far as the size reaches.
  properties.size = offsetof(cm2tt_device_properties, compute_major);
  properties.processors = 4711;
  OK(cm2tt_device_get_properties(setup.device, &properties));
  CHECK(properties.processors == 4711);
  properties.size = 3;
  FAILS(cm2tt_device_get_properties(setup.device, &properties),
        CM2TT_INVALID_ARGUMENT, "the size of 'properties' is 3");
  cm2tt_runtime_destroy(setup.runtime);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static void testBuffers(void) {
  Setup setup = setUp(NULL);
  cm2tt_buffer *buffer, *empty;
  char text[16] = "0123456789abcde";
  OK(cm2tt_buffer_create(setup.device, 16, &buffer));
  CHECK(cm2tt_buffer_bytes(buffer) == 16);
  CHECK(cm2tt_buffer_address(buffer) &&
        cm2tt_buffer_address(buffer) % 256 == 0);
  OK(cm2tt_buffer_write(buffer, 0, text, 16));
  OK(cm2tt_buffer_fill(buffer, 2, 'x', 3));
  OK(cm2tt_buffer_write(buffer, 15, "!", 1));
  memset(text, 0, sizeof(text));
  OK(cm2tt_buffer_read(buffer, 1, text, 15));
  CHECK(!memcmp(text, "1xxx56789abcde!", 15));

  OK(cm2tt_buffer_write(buffer, 16, NULL, 0));
  FAILS(cm2tt_buffer_write(buffer, 1, text, 16), CM2TT_INVALID_ARGUMENT,
        "16 bytes from 1 on, but the buffer has 16");
  FAILS(cm2tt_buffer_read(buffer, 17, text, 0), CM2TT_INVALID_ARGUMENT,
        "0 bytes from 17 on");
  FAILS(cm2tt_buffer_fill(buffer, 8, 0, UINT64_MAX), CM2TT_INVALID_ARGUMENT,
        "the buffer has 16");
  FAILS(cm2tt_buffer_create(setup.device, UINT64_MAX / 2, &empty), CM2TT_FAILED,
        "");
  CHECK(!empty);
  OK(cm2tt_buffer_create(setup.device, 0, &empty));
  OK(cm2tt_buffer_read(empty, 0, NULL, 0));

  // In any order, and after the runtime.
  cm2tt_runtime_destroy(setup.runtime);
  OK(cm2tt_buffer_read(buffer, 0, text, 16));
  cm2tt_buffer_destroy(empty);
  cm2tt_buffer_destroy(buffer);
}

static void testStreams(void) {
  Setup setup = setUp(NULL);
  cm2tt_stream *stream, *wrapped;
  cm2tt_buffer *a, *b;
  cm2tt_host_buffer *host;
  cm2tt_event *begin, *end;
  double milliseconds = -1;
  OK(cm2tt_stream_create(setup.device, &stream));
  CHECK(cm2tt_stream_native(stream));
  OK(cm2tt_stream_wrap(setup.device, cm2tt_stream_native(stream), &wrapped));
  CHECK(cm2tt_stream_native(wrapped) == cm2tt_stream_native(stream));
  OK(cm2tt_buffer_create(setup.device, 64, &a));
  OK(cm2tt_buffer_create(setup.device, 64, &b));
  OK(cm2tt_host_buffer_create(setup.device, 64, &host));
  OK(cm2tt_event_create(setup.device, &begin));
  OK(cm2tt_event_create(setup.device, &end));
  char *data = cm2tt_host_buffer_data(host);
  CHECK(cm2tt_host_buffer_bytes(host) == 64);
  memset(data, 'a', 64);

  OK(cm2tt_event_record(begin, stream));
  OK(cm2tt_buffer_write_async(a, 0, data, 64, stream));
  OK(cm2tt_buffer_fill_async(a, 8, 'b', 8, wrapped));
  OK(cm2tt_event_record(end, stream));
  OK(cm2tt_stream_wait(setup.device, NULL, end));
  OK(cm2tt_buffer_copy_async((cm2tt_buffer_slice){b, 0},
                             (cm2tt_buffer_slice){a, 4}, 60, NULL));
  OK(cm2tt_buffer_copy_async((cm2tt_buffer_slice){b, 0},
                             (cm2tt_buffer_slice){b, 32}, 32, NULL));
  OK(cm2tt_buffer_copy_async((cm2tt_buffer_slice){a, 0},
                             (cm2tt_buffer_slice){b, 0}, 4, NULL));
  OK(cm2tt_stream_synchronize(setup.device, NULL));
  OK(cm2tt_buffer_read_async(a, 0, data, 64, stream));
  OK(cm2tt_stream_synchronize(setup.device, stream));
  CHECK(data[0] == 'a' && data[8] == 'b' && data[15] == 'b' && data[16] == 'a');
  OK(cm2tt_event_elapsed(begin, end, &milliseconds));
  CHECK(milliseconds >= 0);

  FAILS(cm2tt_buffer_copy_async((cm2tt_buffer_slice){a, 0},
                                (cm2tt_buffer_slice){a, 31}, 32, stream),
        CM2TT_INVALID_ARGUMENT, "the ranges overlap: 32 bytes from 31 to 0");
  FAILS(cm2tt_buffer_copy_async((cm2tt_buffer_slice){a, 0},
                                (cm2tt_buffer_slice){b, 1}, 64, stream),
        CM2TT_INVALID_ARGUMENT, "64 bytes from 1 on");
  cm2tt_stream_destroy(wrapped);
  cm2tt_event_destroy(end);
  cm2tt_event_destroy(begin);
  cm2tt_host_buffer_destroy(host);
  cm2tt_buffer_destroy(b);
  cm2tt_buffer_destroy(a);
  cm2tt_runtime_destroy(setup.runtime);
  cm2tt_stream_destroy(stream);
}

/// What completions were called with.
typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t came;
  int count, status;
  char reason[64];
} Completed;

static void complete(void *context, cm2tt_status status, const char *reason) {
  Completed *completed = context;
  pthread_mutex_lock(&completed->mutex);
  ++completed->count;
  completed->status |= status;
  snprintf(completed->reason, sizeof(completed->reason), "%s", reason);
  pthread_cond_signal(&completed->came);
  pthread_mutex_unlock(&completed->mutex);
}

static void testCompletions(void) {
  Setup setup = setUp(NULL);
  Completed completed = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0,
                         0, "?"};
  cm2tt_stream *stream;
  cm2tt_event *event;
  cm2tt_graph *graph;
  int done = 7;
  OK(cm2tt_stream_create(setup.device, &stream));
  OK(cm2tt_event_create(setup.device, &event));
  OK(cm2tt_event_is_done(event, &done));
  CHECK(done == 1);
  OK(cm2tt_event_record(event, stream));
  OK(cm2tt_event_synchronize(event));
  OK(cm2tt_stream_synchronize(setup.device, stream));
  done = 7;
  OK(cm2tt_stream_is_done(setup.device, stream, &done));
  CHECK(done == 1);
  OK(cm2tt_stream_on_completion(setup.device, stream, complete, &completed));
  OK(cm2tt_stream_on_completion(setup.device, NULL, complete, &completed));
  pthread_mutex_lock(&completed.mutex);
  while (completed.count < 2)
    pthread_cond_wait(&completed.came, &completed.mutex);
  CHECK(completed.status == CM2TT_OK && !*completed.reason);
  pthread_mutex_unlock(&completed.mutex);

  OK(cm2tt_graph_begin(stream));
  FAILS(cm2tt_stream_on_completion(setup.device, stream, complete, &completed),
        CM2TT_FAILED, "a stream that captures cannot be waited for");
  OK(cm2tt_graph_end(stream, &graph));
  cm2tt_graph_destroy(graph);
  cm2tt_event_destroy(event);
  OK(cm2tt_stream_on_completion(setup.device, stream, complete, &completed));
  cm2tt_stream_destroy(stream);
  cm2tt_runtime_destroy(setup.runtime);
  CHECK(completed.count == 3);
}

static void testOtherDevices(void) {
  Setup one = setUp(NULL), two = setUp(NULL);
  cm2tt_stream *stream;
  cm2tt_event *mine, *other;
  cm2tt_buffer *a, *b;
  cm2tt_kernel *kernel = loadAdd(two.runtime);
  cm2tt_launch launch = {.size = sizeof(launch), .grid = {1, 1, 1}};
  double milliseconds;
  char byte = 0;
  int done;
  OK(cm2tt_stream_create(one.device, &stream));
  OK(cm2tt_event_create(one.device, &mine));
  OK(cm2tt_event_create(two.device, &other));
  OK(cm2tt_buffer_create(one.device, 8, &a));
  OK(cm2tt_buffer_create(two.device, 8, &b));
  FAILS(cm2tt_buffer_write_async(b, 0, &byte, 1, stream),
        CM2TT_INVALID_ARGUMENT, "', and the rest is on another one, '");
  FAILS(cm2tt_buffer_read_async(b, 0, &byte, 1, stream), CM2TT_INVALID_ARGUMENT,
        "the stream is one of device");
  FAILS(cm2tt_buffer_fill_async(b, 0, 0, 1, stream), CM2TT_INVALID_ARGUMENT,
        "the stream is one of device");
  FAILS(cm2tt_stream_synchronize(two.device, stream), CM2TT_INVALID_ARGUMENT,
        "the stream is one of device");
  FAILS(cm2tt_stream_is_done(two.device, stream, &done), CM2TT_INVALID_ARGUMENT,
        "the stream is one of device");
  FAILS(cm2tt_stream_on_completion(two.device, stream, complete, NULL),
        CM2TT_INVALID_ARGUMENT, "the stream is one of device");
  FAILS(cm2tt_event_record(other, stream), CM2TT_INVALID_ARGUMENT,
        "the stream is one of device");
  FAILS(cm2tt_event_elapsed(mine, other, &milliseconds), CM2TT_INVALID_ARGUMENT,
        "different devices");
  FAILS(cm2tt_kernel_launch(kernel, one.device, &launch, NULL, 0),
        CM2TT_INVALID_ARGUMENT, "another runtime than the kernel's");
  FAILS(cm2tt_kernel_prepare(kernel, one.device, NULL, 0, NULL),
        CM2TT_INVALID_ARGUMENT, "another runtime than the kernel's");
  launch.stream = stream;
  FAILS(cm2tt_kernel_launch(kernel, two.device, &launch, NULL, 0),
        CM2TT_INVALID_ARGUMENT, "the stream is one of device");
  cm2tt_kernel_destroy(kernel);
  cm2tt_buffer_destroy(a);
  cm2tt_buffer_destroy(b);
  cm2tt_event_destroy(mine);
  cm2tt_event_destroy(other);
  cm2tt_stream_destroy(stream);
  cm2tt_runtime_destroy(one.runtime);
  cm2tt_runtime_destroy(two.runtime);
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// What a thread does, and how often it went wrong.
typedef struct {
  pthread_t thread;
  Setup setup;
  unsigned index;
  int failures;
} Worker;

static void *work(void *context) {
  Worker *worker = context;
  cm2tt_kernel *kernel;
  cm2tt_device *device;
  cm2tt_buffer *buffer;
  char expected[32];
  worker->failures += *cm2tt_last_error() != 0;
  snprintf(expected, sizeof(expected), "no device %u", worker->index + 100);
  for (int round = 0; round < 20; ++round) {
    worker->failures +=
        cm2tt_runtime_device(worker->setup.runtime, worker->index + 100,
                             &device) == CM2TT_OK;
    worker->failures += !strstr(cm2tt_last_error(), expected);
    if (cm2tt_kernel_load_file(worker->setup.runtime, vectorAdd, NULL,
                               &kernel) ||
        cm2tt_buffer_create(worker->setup.device, 64, &buffer)) {
      ++worker->failures;
      continue;
    }
    cm2tt_argument pointer = cm2tt_arg_buffer(buffer, CM2TT_FP32);
    cm2tt_argument arguments[] = {pointer, pointer, pointer,
                                  cm2tt_arg_i32((int)worker->index % 3 * 8)};
    cm2tt_launch launch = {.size = sizeof(launch), .grid = {1, 1, 1}};
    worker->failures += cm2tt_kernel_launch(kernel, worker->setup.device,
                                            &launch, arguments, 4) != CM2TT_OK;
    cm2tt_buffer_destroy(buffer);
    cm2tt_kernel_destroy(kernel);
  }
  return NULL;
}

static void testThreads(void) {
  enum { Workers = 8 };
  Setup setup = setUp(NULL);
  Worker workers[Workers];
  for (unsigned i = 0; i < Workers; ++i) {
    workers[i] = (Worker){.setup = setup, .index = i};
    CHECK(!pthread_create(&workers[i].thread, NULL, work, &workers[i]));
  }
  for (unsigned i = 0; i < Workers; ++i) {
    CHECK(!pthread_join(workers[i].thread, NULL));
    CHECK(workers[i].failures == 0);
  }
  cm2tt_runtime_destroy(setup.runtime);
}

void testObjects(void) {
  testVersions();
  testLastError();
  testSizes();
  testDevices();
  testBuffers();
  testStreams();
  testCompletions();
  testOtherDevices();
  testThreads();
}
