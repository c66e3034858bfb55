// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Null in the place of every argument.

#include "CApiTesting.h"

static int skip(void *context, const cm2tt_cache_entry *entry) {
  (void)context;
  (void)entry;
  return 0;
}

static void complete(void *context, cm2tt_status status, const char *reason) {
  (void)context;
  (void)status;
  (void)reason;
}

static void testNullMemory(cm2tt_device *device) {
  cm2tt_buffer *buffer;
  cm2tt_host_buffer *host;
  char byte;
  NEEDS(cm2tt_buffer_create(NULL, 1, &buffer), "device");
  NEEDS(cm2tt_buffer_create(device, 1, NULL), "buffer");
  NEEDS(cm2tt_buffer_wrap(NULL, 1, 1, &buffer), "device");
  NEEDS(cm2tt_buffer_wrap(device, 1, 1, NULL), "buffer");
  NEEDS(cm2tt_buffer_wrap_read_only(NULL, 1, 1, &buffer), "device");
  NEEDS(cm2tt_buffer_wrap_read_only(device, 1, 1, NULL), "buffer");
  NEEDS(cm2tt_host_buffer_create(NULL, 1, &host), "device");
  NEEDS(cm2tt_host_buffer_create(device, 1, NULL), "buffer");
  NEEDS(cm2tt_buffer_write(NULL, 0, &byte, 1), "buffer");
  NEEDS(cm2tt_buffer_read(NULL, 0, &byte, 1), "buffer");
  NEEDS(cm2tt_buffer_fill(NULL, 0, 0, 1), "buffer");
  NEEDS(cm2tt_buffer_write_async(NULL, 0, &byte, 1, NULL), "buffer");
  NEEDS(cm2tt_buffer_read_async(NULL, 0, &byte, 1, NULL), "buffer");
  NEEDS(cm2tt_buffer_fill_async(NULL, 0, 0, 1, NULL), "buffer");
  NEEDS(cm2tt_buffer_fill_numbers(NULL, 0, cm2tt_arg_i32(0), 0), "buffer");
  NEEDS(cm2tt_buffer_fill_numbers_async(NULL, 0, cm2tt_arg_i32(0), 0, NULL),
        "buffer");
  OK(cm2tt_buffer_create(device, 1, &buffer));
  NEEDS(cm2tt_buffer_write(buffer, 0, NULL, 1), "data");
  NEEDS(cm2tt_buffer_read(buffer, 0, NULL, 1), "data");
  NEEDS(cm2tt_buffer_write_async(buffer, 0, NULL, 1, NULL), "data");
  NEEDS(cm2tt_buffer_read_async(buffer, 0, NULL, 1, NULL), "data");
  NEEDS(cm2tt_buffer_copy_async((cm2tt_buffer_slice){NULL, 0},
                                (cm2tt_buffer_slice){buffer, 0}, 1, NULL),
        "buffer");
  NEEDS(cm2tt_buffer_copy_async((cm2tt_buffer_slice){buffer, 0},
                                (cm2tt_buffer_slice){NULL, 0}, 1, NULL),
        "buffer");
  cm2tt_buffer_destroy(buffer);
  CHECK(!cm2tt_buffer_address(NULL) && !cm2tt_buffer_bytes(NULL));
  CHECK(!cm2tt_host_buffer_data(NULL));
  CHECK(cm2tt_host_buffer_bytes(NULL) == 0);
}

static void testNullStreams(cm2tt_device *device) {
  cm2tt_stream *stream;
  cm2tt_event *event;
  cm2tt_graph *graph;
  double time;
  int done;
  NEEDS(cm2tt_stream_create(NULL, &stream), "device");
  NEEDS(cm2tt_stream_create(device, NULL), "stream");
  NEEDS(cm2tt_stream_wrap(NULL, 0, &stream), "device");
  NEEDS(cm2tt_stream_wrap(device, 0, NULL), "stream");
  NEEDS(cm2tt_stream_synchronize(NULL, NULL), "device");
  NEEDS(cm2tt_event_create(NULL, &event), "device");
  NEEDS(cm2tt_event_create(device, NULL), "event");
  OK(cm2tt_event_create(device, &event));
  NEEDS(cm2tt_stream_wait(NULL, NULL, event), "device");
  NEEDS(cm2tt_stream_wait(device, NULL, NULL), "event");
  NEEDS(cm2tt_stream_is_done(NULL, NULL, &done), "device");
  NEEDS(cm2tt_stream_is_done(device, NULL, NULL), "done");
  NEEDS(cm2tt_stream_on_completion(NULL, NULL, complete, NULL), "device");
  NEEDS(cm2tt_stream_on_completion(device, NULL, NULL, NULL), "function");
  NEEDS(cm2tt_event_is_done(NULL, &done), "event");
  NEEDS(cm2tt_event_is_done(event, NULL), "done");
  NEEDS(cm2tt_event_synchronize(NULL), "event");
  NEEDS(cm2tt_event_record(NULL, NULL), "event");
  NEEDS(cm2tt_event_elapsed(NULL, event, &time), "begin");
  NEEDS(cm2tt_event_elapsed(event, NULL, &time), "end");
  NEEDS(cm2tt_event_elapsed(event, event, NULL), "milliseconds");
  cm2tt_event_destroy(event);
  NEEDS(cm2tt_graph_begin(NULL), "stream");
  NEEDS(cm2tt_graph_end(NULL, &graph), "stream");
  OK(cm2tt_stream_create(device, &stream));
  NEEDS(cm2tt_graph_end(stream, NULL), "graph");
  cm2tt_stream_destroy(stream);
  NEEDS(cm2tt_graph_launch(NULL, NULL), "graph");
  CHECK(!cm2tt_stream_native(NULL));
}

static void testNullKernels(Setup setup) {
  cm2tt_kernel *kernel = loadAdd(setup.runtime), *none;
  cm2tt_launch launch = {.size = sizeof(launch), .grid = {1, 1, 1}};
  cm2tt_compiled *compiled;
  cm2tt_parameter parameter = {.size = sizeof(parameter)};
  NEEDS(cm2tt_kernel_load(NULL, "", 0, NULL, NULL, &none), "runtime");
  NEEDS(cm2tt_kernel_load(setup.runtime, NULL, 0, NULL, NULL, &none), "model");
  NEEDS(cm2tt_kernel_load(setup.runtime, "", 0, NULL, NULL, NULL), "kernel");
  FAILS(cm2tt_kernel_load(setup.runtime, "", (size_t)-1, NULL, NULL, &none),
        CM2TT_INVALID_ARGUMENT, "a model of 18446744073709551615 bytes");
  NEEDS(cm2tt_kernel_load_file(NULL, vectorAdd, NULL, &none), "runtime");
  NEEDS(cm2tt_kernel_load_file(setup.runtime, NULL, NULL, &none), "path");
  NEEDS(cm2tt_kernel_load_file(setup.runtime, vectorAdd, NULL, NULL), "kernel");
  NEEDS(cm2tt_kernel_get_parameter(NULL, 0, &parameter), "kernel");
  NEEDS(cm2tt_kernel_get_parameter(kernel, 0, NULL), "parameter");
  NEEDS(cm2tt_kernel_launch(NULL, setup.device, &launch, NULL, 0), "kernel");
  NEEDS(cm2tt_kernel_launch(kernel, NULL, &launch, NULL, 0), "device");
  NEEDS(cm2tt_kernel_launch(kernel, setup.device, NULL, NULL, 0), "launch");
  NEEDS(cm2tt_kernel_launch(kernel, setup.device, &launch, NULL, 4),
        "arguments");
  NEEDS(cm2tt_kernel_prepare(NULL, setup.device, NULL, 0, NULL), "kernel");
  NEEDS(cm2tt_kernel_prepare(kernel, NULL, NULL, 0, NULL), "device");
  NEEDS(cm2tt_kernel_prepare(kernel, setup.device, NULL, 4, NULL), "arguments");
  NEEDS(cm2tt_kernel_type_calls(NULL, setup.device, NULL, 0, &compiled),
        "kernel");
  NEEDS(cm2tt_kernel_type_calls(kernel, NULL, NULL, 0, &compiled), "device");
  NEEDS(cm2tt_kernel_type_calls(kernel, setup.device, NULL, 0, NULL), "calls");
  NEEDS(cm2tt_kernel_compile(NULL, "cpu", "", &compiled), "kernel");
  NEEDS(cm2tt_kernel_compile(kernel, NULL, "", &compiled), "target");
  NEEDS(cm2tt_kernel_compile(kernel, "cpu", NULL, &compiled), "signature");
  NEEDS(cm2tt_kernel_compile(kernel, "cpu", "", NULL), "compiled");
  NEEDS(cm2tt_compiled_image(NULL, NULL, NULL), "compiled");
  CHECK(!cm2tt_kernel_builds(NULL));
  CHECK(!cm2tt_kernel_parameters(NULL) && !cm2tt_compiled_metadata(NULL) &&
        !cm2tt_compiled_signature(NULL));
  cm2tt_kernel_destroy(kernel);
}

void testNull(void) {
  Setup setup = setUp(NULL);
  cm2tt_device_properties properties = {.size = sizeof(properties)};
  cm2tt_device *device;
  NEEDS(cm2tt_runtime_create(NULL, NULL), "runtime");
  NEEDS(cm2tt_runtime_device(NULL, 0, &device), "runtime");
  NEEDS(cm2tt_runtime_device(setup.runtime, 0, NULL), "device");
  NEEDS(cm2tt_runtime_cpu(NULL, &device), "runtime");
  NEEDS(cm2tt_runtime_cpu(setup.runtime, NULL), "device");
  NEEDS(cm2tt_runtime_freeze(NULL), "runtime");
  NEEDS(cm2tt_runtime_trim_cache(NULL, 0, NULL), "runtime");
  NEEDS(cm2tt_runtime_list_cache(NULL, skip, NULL), "runtime");
  NEEDS(cm2tt_runtime_list_cache(setup.runtime, NULL, NULL), "visit");
  NEEDS(cm2tt_device_get_properties(NULL, &properties), "device");
  NEEDS(cm2tt_device_get_properties(setup.device, NULL), "properties");
  CHECK(!cm2tt_runtime_gpus(NULL));
  testNullMemory(setup.device);
  testNullStreams(setup.device);
  testNullKernels(setup);
  cm2tt_runtime_destroy(setup.runtime);
  cm2tt_runtime_destroy(NULL);
  cm2tt_buffer_destroy(NULL);
  cm2tt_host_buffer_destroy(NULL);
  cm2tt_stream_destroy(NULL);
  cm2tt_event_destroy(NULL);
  cm2tt_graph_destroy(NULL);
  cm2tt_kernel_destroy(NULL);
  cm2tt_compiled_destroy(NULL);
}
