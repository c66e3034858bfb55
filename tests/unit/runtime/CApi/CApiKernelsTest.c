// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Kernels, launches, graphs, what was compiled; the cache, remarks.

#define _XOPEN_SOURCE 700

#include "CApiTesting.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static void testLaunches(void) {
  Setup setup = setUp(NULL);
  cm2tt_kernel *kernel = loadAdd(setup.runtime);
  Addition add = makeAddition(setup.device);
  cm2tt_argument bad[4];
  OK(cm2tt_kernel_launch(kernel, setup.device, &add.launch, add.arguments, 4));
  CHECK(isAdded(&add));
  add.launch.grid.y = 0;
  OK(cm2tt_kernel_launch(kernel, setup.device, &add.launch, add.arguments, 4));
  CHECK(!isAdded(&add));
  add.launch.grid.y = 1;

  // What is above a number's bits does not count.
  add.arguments[3] = cm2tt_arg_bits(0xabcd00000000u + Elements, CM2TT_I32);
  OK(cm2tt_kernel_launch(kernel, setup.device, &add.launch, add.arguments, 4));
  CHECK(isAdded(&add));

  FAILS(
      cm2tt_kernel_launch(kernel, setup.device, &add.launch, add.arguments, 3),
      CM2TT_INVALID_ARGUMENT, "3 arguments given: expected 4");
  FAILS(cm2tt_kernel_launch(kernel, setup.device, &add.launch, NULL, 0),
        CM2TT_INVALID_ARGUMENT, "0 arguments given: expected 4");
  FAILS(cm2tt_kernel_launch(kernel, setup.device, &add.launch, add.arguments,
                            (size_t)-1),
        CM2TT_INVALID_ARGUMENT, "arguments");
  memcpy(bad, add.arguments, sizeof(bad));
  bad[3] = cm2tt_arg_fp64(1);
  FAILS(cm2tt_kernel_launch(kernel, setup.device, &add.launch, bad, 4),
        CM2TT_INVALID_ARGUMENT, "'n'");
  bad[3].type = 15;
  FAILS(cm2tt_kernel_launch(kernel, setup.device, &add.launch, bad, 4),
        CM2TT_INVALID_ARGUMENT, "argument 3: there is no type 15");
  bad[0] = cm2tt_arg_buffer(NULL, CM2TT_FP32);
  FAILS(cm2tt_kernel_launch(kernel, setup.device, &add.launch, bad, 4),
        CM2TT_INVALID_ARGUMENT, "argument 0");
  bad[0].is_pointer = 4;
  FAILS(cm2tt_kernel_launch(kernel, setup.device, &add.launch, bad, 4),
        CM2TT_INVALID_ARGUMENT, "'is_pointer' is neither 0, 1, 2 nor 3");
  add.launch.reserved = 1;
  FAILS(
      cm2tt_kernel_launch(kernel, setup.device, &add.launch, add.arguments, 4),
      CM2TT_INVALID_ARGUMENT, "'launch->reserved' is not 0");
  destroyAddition(&add);
  cm2tt_kernel_destroy(kernel);
  cm2tt_runtime_destroy(setup.runtime);
}

static void testGraphs(void) {
  Setup setup = setUp(NULL);
  cm2tt_kernel *kernel = loadAdd(setup.runtime);
  Addition add = makeAddition(setup.device);
  cm2tt_stream *stream, *null;
  cm2tt_graph *graph;
  OK(cm2tt_stream_create(setup.device, &stream));
  OK(cm2tt_stream_wrap(setup.device, 0, &null));
  CHECK(cm2tt_graph_begin(null) != CM2TT_OK);
  add.launch.stream = stream;

  OK(cm2tt_graph_begin(stream));
  FAILS(
      cm2tt_kernel_launch(kernel, setup.device, &add.launch, add.arguments, 4),
      CM2TT_FAILED, "the stream records a graph");
  OK(cm2tt_graph_end(stream, &graph));
  cm2tt_graph_destroy(graph);
  CHECK(cm2tt_kernel_builds(kernel) == 0);
  OK(cm2tt_kernel_prepare(kernel, setup.device, add.arguments, 4, NULL));
  const uint64_t builds = cm2tt_kernel_builds(kernel);
  CHECK(builds > 0);
  OK(cm2tt_kernel_prepare(kernel, setup.device, add.arguments, 4, NULL));
  CHECK(cm2tt_kernel_builds(kernel) == builds);

  OK(cm2tt_graph_begin(stream));
  OK(cm2tt_kernel_launch(kernel, setup.device, &add.launch, add.arguments, 4));
  OK(cm2tt_graph_end(stream, &graph));
  CHECK(!isAdded(&add));
  for (int time = 0; time < 2; ++time) {
    OK(cm2tt_graph_launch(graph, stream));
    OK(cm2tt_stream_synchronize(setup.device, stream));
    // The fake driver only counts what it captured.
    CHECK(isAdded(&add) || isFake(setup));
  }
  cm2tt_graph_destroy(graph);
  CHECK(cm2tt_graph_end(stream, &graph) != CM2TT_OK && !graph);
  cm2tt_stream_destroy(null);
  cm2tt_stream_destroy(stream);
  destroyAddition(&add);
  cm2tt_kernel_destroy(kernel);
  cm2tt_runtime_destroy(setup.runtime);
}

static void testKernelOptions(void) {
  Setup setup = setUp(NULL);
  cm2tt_kernel *kernel;
  cm2tt_compiled *compiled;
  const void *data;
  cm2tt_parameter parameter = {.size = sizeof(parameter)};
  const cm2tt_constant constants[] = {{"BLOCK", "256"}, {"BLOK", "1"}};
  const char *const unspecialized[] = {"n", NULL};
  cm2tt_kernel_options options = {
      .size = sizeof(options),
      .kernel = "add",
      .num_warps = 2,
      .num_stages = 1,
      .constants = constants,
      .num_constants = 1,
      .unspecialized = unspecialized,
      .num_unspecialized = 1,
  };
  OK(cm2tt_kernel_load_file(setup.runtime, vectorAdd, &options, &kernel));
  CHECK(cm2tt_kernel_parameters(kernel) == 5);
  OK(cm2tt_kernel_get_parameter(kernel, 3, &parameter));
  CHECK(!strcmp(parameter.name, "n") && !strcmp(parameter.java_type, "int"));
  CHECK(!strcmp(parameter.signature, "i32:16") && parameter.takes_argument);
  OK(cm2tt_kernel_get_parameter(kernel, 4, &parameter));
  CHECK(!strcmp(parameter.name, "BLOCK") && !parameter.takes_argument);
  FAILS(cm2tt_kernel_get_parameter(kernel, 5, &parameter),
        CM2TT_INVALID_ARGUMENT, "no parameter 5: the kernel has 5");

  Addition add = makeAddition(setup.device);
  add.arguments[3] = cm2tt_arg_i64(16);
  FAILS(cm2tt_kernel_prepare(kernel, setup.device, add.arguments, 4, NULL),
        CM2TT_INVALID_ARGUMENT, "'n'");
  add.arguments[3] = cm2tt_arg_i32(16);
  OK(cm2tt_kernel_prepare(kernel, setup.device, add.arguments, 4, &compiled));
  CHECK(!strcmp(cm2tt_compiled_signature(compiled),
                "*fp32:16,*fp32:16,*fp32:16,i32,256"));
  cm2tt_compiled_destroy(compiled);
  OK(cm2tt_kernel_type_calls(kernel, setup.device, add.arguments, 4,
                             &compiled));
  OK(cm2tt_compiled_image(compiled, &data, NULL));
  CHECK(strstr(data, "\"method\": \"add\""));
  cm2tt_compiled_destroy(compiled);
  FAILS(cm2tt_kernel_type_calls(kernel, setup.device, add.arguments, 3,
                                &compiled),
        CM2TT_INVALID_ARGUMENT, "3 arguments");
  cm2tt_kernel_destroy(kernel);

  options.max_registers = 64;
  OK(cm2tt_kernel_load_file(setup.runtime, vectorAdd, &options, &kernel));
  OK(cm2tt_kernel_compile(kernel, "sm_90a", "*fp32,*fp32,*fp32,i32,256",
                          &compiled));
  OK(cm2tt_compiled_image(compiled, &data, NULL));
  CHECK(strstr(data, ".maxnreg 64"));
  cm2tt_compiled_destroy(compiled);
  cm2tt_kernel_destroy(kernel);

  options.unspecialize_all = 1;
  OK(cm2tt_kernel_load_file(setup.runtime, vectorAdd, &options, &kernel));
  OK(cm2tt_kernel_prepare(kernel, setup.device, add.arguments, 4, &compiled));
  CHECK(
      !strcmp(cm2tt_compiled_signature(compiled), "*fp32,*fp32,*fp32,i32,256"));
  cm2tt_compiled_destroy(compiled);
  cm2tt_kernel_destroy(kernel);
  destroyAddition(&add);

#define LOAD cm2tt_kernel_load_file(setup.runtime, vectorAdd, &options, &kernel)
  options.num_constants = 2;
  FAILS(LOAD, CM2TT_INVALID_ARGUMENT, "'BLOK': the kernel has no such");
  options.num_constants = 1;
  options.num_unspecialized = 2;
  NEEDS(LOAD, "options->unspecialized[i]");
  options.unspecialized = NULL;
  NEEDS(LOAD, "options->unspecialized");
  options.num_unspecialized = 0;
  options.constants = NULL;
  NEEDS(LOAD, "options->constants");
  options.constants = &(cm2tt_constant){"BLOCK", NULL};
  NEEDS(LOAD, "options->constants[i].value");
  options.constants = &(cm2tt_constant){NULL, "1"};
  NEEDS(LOAD, "options->constants[i].name");
  options.num_constants = 0;
  options.kernel = "sub";
  FAILS(LOAD, CM2TT_COMPILATION_FAILED, "sub");
  options.size = 1;
  FAILS(LOAD, CM2TT_INVALID_ARGUMENT, "the size of 'options' is 1");
#undef LOAD
  cm2tt_runtime_destroy(setup.runtime);
}

/// Checked launches, with whole buffers and with parts of them.
static void testChecked(void) {
  Setup setup = setUp(NULL);
  cm2tt_kernel *kernel;
  cm2tt_buffer *x, *out;
  const cm2tt_constant block = {"BLOCK", "16"};
  cm2tt_kernel_options options = {.size = sizeof(options),
                                  .kernel = "copy",
                                  .constants = &block,
                                  .num_constants = 1,
                                  .checked = 1};
  OK(cm2tt_runtime_cpu(setup.runtime, &setup.device));
  OK(cm2tt_kernel_load_file(setup.runtime, checkedModel, &options, &kernel));
  CHECK(cm2tt_kernel_is_checked(kernel) && !cm2tt_kernel_is_checked(NULL));
  OK(cm2tt_buffer_create(setup.device, 80, &x));
  OK(cm2tt_buffer_create(setup.device, 80, &out));
  cm2tt_argument arguments[] = {cm2tt_arg_buffer(x, CM2TT_FP32),
                                cm2tt_arg_buffer(out, CM2TT_FP32),
                                cm2tt_arg_i32(20)};
  cm2tt_launch launch = {.size = sizeof(launch), .grid = {1, 1, 1}};
#define LAUNCH cm2tt_kernel_launch(kernel, setup.device, &launch, arguments, 3)
  FAILS(LAUNCH, CM2TT_KERNEL_FAULT, "load of uninitialised memory: element 0");
  OK(cm2tt_buffer_fill(x, 0, 0, 80));
  OK(LAUNCH);
  launch.grid.x = 2;
  FAILS(LAUNCH, CM2TT_KERNEL_FAULT,
        "Checked.java:20:31: load out of bounds: element 20 of 'x'");
  // The access and its remedy.
  cm2tt_diagnostic diagnostic = {.size = sizeof(diagnostic)};
  CHECK(cm2tt_last_error_diagnostics() == 2);
  OK(cm2tt_last_error_diagnostic(0, &diagnostic));
  CHECK(diagnostic.line == 20 && diagnostic.severity == CM2TT_ERROR);
  launch.grid.x = 1;
  launch.extents = (const uint64_t[]){60, 0, 0};
  FAILS(LAUNCH, CM2TT_KERNEL_FAULT, "element 15 of 'x', which has 15");
  // The memory of both: at the same index, then moved by an element.
  launch.extents = (const uint64_t[]){64, 64, 0};
  arguments[1] = cm2tt_arg_pointer(cm2tt_buffer_address(x), CM2TT_FP32);
  OK(LAUNCH);
  arguments[1] = cm2tt_arg_pointer(cm2tt_buffer_address(x) + 4, CM2TT_FP32);
  FAILS(LAUNCH, CM2TT_KERNEL_FAULT,
        "store to what was loaded by 'x' at another index, without a barrier: "
        "element 0 of 'out'");
#undef LAUNCH
  cm2tt_kernel_destroy(kernel);
  options.reserved = 1;
  FAILS(cm2tt_kernel_load_file(setup.runtime, checkedModel, &options, &kernel),
        CM2TT_INVALID_ARGUMENT, "'options->reserved' is not 0");
  cm2tt_buffer_destroy(x);
  cm2tt_buffer_destroy(out);
  cm2tt_runtime_destroy(setup.runtime);
}

/// Checked launches on the device, which may be a GPU: whole buffers and parts.
static void testBounds(void) {
  static const char model[] =
      "tt.func public @overrun(%out: !tt.ptr<f32>) {\n"
      "  %one = arith.constant dense<1.0> : tensor<128xf32>\n"
      "  %r = tt.make_range {end = 128 : i32, start = 0 : i32} : "
      "tensor<128xi32>\n"
      "  %s = tt.splat %out : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>\n"
      "  %p = tt.addptr %s, %r : tensor<128x!tt.ptr<f32>>, tensor<128xi32>\n"
      "  tt.store %p, %one : tensor<128x!tt.ptr<f32>>\n"
      "  tt.return\n"
      "}\n";
  Setup setup = setUp(NULL);
  cm2tt_kernel *kernel;
  cm2tt_buffer *out;
  cm2tt_kernel_options options = {.size = sizeof(options), .checked = 1};
  OK(cm2tt_kernel_load(setup.runtime, model, sizeof(model) - 1, NULL, &options,
                       &kernel));
  OK(cm2tt_buffer_create(setup.device, 512, &out));
  const cm2tt_argument argument = cm2tt_arg_buffer(out, CM2TT_FP32);
  const uint64_t most = 508;
  cm2tt_launch launch = {.size = sizeof(launch), .grid = {1, 1, 1}};
#define LAUNCH cm2tt_kernel_launch(kernel, setup.device, &launch, &argument, 1)
  OK(LAUNCH);
  launch.extents = &most;
  FAILS(LAUNCH, CM2TT_KERNEL_FAULT,
        "store out of bounds: element 127 of 'arg0', which has 127, by program "
        "(0, 0, 0) at [127] of the tile");
#undef LAUNCH
  float last = 0;
  OK(cm2tt_buffer_read(out, 508, &last, 4));
  CHECK(last == 1);
  cm2tt_buffer_destroy(out);
  cm2tt_kernel_destroy(kernel);
  cm2tt_runtime_destroy(setup.runtime);
}

/// Whether the PTX of a kernel with a product, a sum and a root has `text`.
static int hasInPtx(Setup *setup, const cm2tt_kernel_options *options,
                    const char *text) {
  static const char model[] =
      "tt.func public @root(%p: !tt.ptr<f32>) {\n"
      "  %r = tt.make_range {end = 128 : i32, start = 0 : i32} : "
      "tensor<128xi32>\n"
      "  %s = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>\n"
      "  %q = tt.addptr %s, %r : tensor<128x!tt.ptr<f32>>, tensor<128xi32>\n"
      "  %x = tt.load %q : tensor<128x!tt.ptr<f32>>\n"
      "  %y = arith.mulf %x, %x : tensor<128xf32>\n"
      "  %z = arith.addf %y, %x : tensor<128xf32>\n"
      "  %w = math.sqrt %z : tensor<128xf32>\n"
      "  tt.store %q, %w : tensor<128x!tt.ptr<f32>>\n"
      "  tt.return\n"
      "}\n";
  cm2tt_kernel *kernel;
  cm2tt_compiled *compiled;
  const void *data;
  OK(cm2tt_kernel_load(setup->runtime, model, sizeof(model) - 1, NULL, options,
                       &kernel));
  OK(cm2tt_kernel_compile(kernel, "sm_90a", "*fp32", &compiled));
  OK(cm2tt_compiled_image(compiled, &data, NULL));
  int result = strstr(data, text) != NULL;
  cm2tt_compiled_destroy(compiled);
  cm2tt_kernel_destroy(kernel);
  return result;
}

static void testRounding(void) {
  Setup setup = setUp(NULL);
  cm2tt_kernel_options options = {.size = sizeof(options)};
  CHECK(hasInPtx(&setup, &options, "fma.rn"));
  options.disable_fp_fusion = 1;
  CHECK(!hasInPtx(&setup, &options, "fma.rn"));
  CHECK(hasInPtx(&setup, &options, "sqrt.approx.ftz"));
  options.disable_ftz = 1;
  CHECK(!hasInPtx(&setup, &options, "sqrt.approx.ftz"));
  cm2tt_runtime_destroy(setup.runtime);
}

static void testCompiling(void) {
  Setup setup = setUp(NULL);
  cm2tt_kernel *kernel = loadAdd(setup.runtime);
  cm2tt_compiled *ptx, *object;
  const char *signature = "*fp32:16,*fp32:16,*fp32:16,i32,1024";
  const void *data;
  size_t bytes;
  OK(cm2tt_kernel_compile(kernel, "sm_90a", signature, &ptx));
  OK(cm2tt_compiled_image(ptx, &data, &bytes));
  CHECK(bytes > 100 && strstr(data, ".target sm_90a"));
  CHECK(strstr(cm2tt_compiled_metadata(ptx), "\"name\": \"add\""));
  CHECK(!strcmp(cm2tt_compiled_signature(ptx), signature));
  OK(cm2tt_kernel_compile(kernel, "cpu", signature, &object));
  cm2tt_kernel_destroy(kernel);
  OK(cm2tt_compiled_image(object, &data, NULL));
  OK(cm2tt_compiled_image(object, NULL, &bytes));
  CHECK(bytes > 100 && !memcmp(data,
                               "\x7f"
                               "ELF",
                               4));
  cm2tt_compiled_destroy(ptx);
  cm2tt_compiled_destroy(object);

  kernel = loadAdd(setup.runtime);
  FAILS(cm2tt_kernel_compile(kernel, "sm_1", signature, &ptx),
        CM2TT_INVALID_ARGUMENT, "unknown target 'sm_1': expected sm_80, ");
  CHECK(!ptx);
  FAILS(cm2tt_kernel_compile(kernel, "sm_90a", "*fp32,*fp3,*fp32,i32,64", &ptx),
        CM2TT_INVALID_ARGUMENT, "bad signature entry '*fp3': expected a type");
  FAILS(cm2tt_kernel_compile(kernel, "sm_90a", "*fp32,*fp32,*fp32,i32,2000000",
                             &ptx),
        CM2TT_COMPILATION_FAILED, "T-ARANGE-3");
  CHECK(cm2tt_last_error_diagnostics() > 1);
  cm2tt_kernel_destroy(kernel);
  FAILS(cm2tt_kernel_load_file(setup.runtime, "/no/such/file", NULL, &kernel),
        CM2TT_FAILED, "/no/such/file: cannot be read");
  cm2tt_runtime_destroy(setup.runtime);
}

static void testFreezing(void) {
  Setup setup = setUp(NULL);
  cm2tt_kernel *kernel = loadAdd(setup.runtime);
  Addition add = makeAddition(setup.device);
  OK(cm2tt_kernel_prepare(kernel, setup.device, add.arguments, 4, NULL));
  OK(cm2tt_runtime_freeze(setup.runtime));
  OK(cm2tt_kernel_launch(kernel, setup.device, &add.launch, add.arguments, 4));
  CHECK(isAdded(&add));
  add.arguments[3] = cm2tt_arg_i32(16);
  FAILS(
      cm2tt_kernel_launch(kernel, setup.device, &add.launch, add.arguments, 4),
      CM2TT_FAILED, "the runtime is frozen");
  destroyAddition(&add);
  cm2tt_kernel_destroy(kernel);
  cm2tt_runtime_destroy(setup.runtime);
}

static void testFaults(void) {
  static const char model[] = "tt.func public @positive(%n: i32) {\n"
                              "  %zero = arith.constant 0 : i32\n"
                              "  %good = arith.cmpi sgt, %n, %zero : i32\n"
                              "  tt.assert %good, \"n is positive\" : i1\n"
                              "  tt.return\n"
                              "}\n";
  Setup setup = setUp(NULL);
  cm2tt_kernel *kernel;
  cm2tt_launch launch = {.size = sizeof(launch), .grid = {1, 1, 1}};
  cm2tt_argument n = cm2tt_arg_i32(5);
  cm2tt_diagnostic diagnostic = {.size = sizeof(diagnostic)};
  OK(cm2tt_runtime_cpu(setup.runtime, &setup.device));
  OK(cm2tt_kernel_load(setup.runtime, model, strlen(model), NULL, NULL,
                       &kernel));
  OK(cm2tt_kernel_launch(kernel, setup.device, &launch, &n, 1));
  n = cm2tt_arg_i32(-5);
  FAILS(cm2tt_kernel_launch(kernel, setup.device, &launch, &n, 1),
        CM2TT_KERNEL_FAULT, "n is positive");
  CHECK(cm2tt_last_error_diagnostics() >= 1);
  OK(cm2tt_last_error_diagnostic(0, &diagnostic));
  CHECK(strstr(diagnostic.message, "n is positive") && diagnostic.line == 4);
  cm2tt_kernel_destroy(kernel);
  cm2tt_runtime_destroy(setup.runtime);
}

/// Compiles, with success and without; the error is this thread's.
static void *compileHere(void *runtime) {
  cm2tt_kernel *kernel;
  cm2tt_compiled *compiled;
  CHECK(!*cm2tt_last_error());
  FAILS(cm2tt_kernel_load(runtime, "func", 4, "bad.cm", NULL, &kernel),
        CM2TT_COMPILATION_FAILED, "bad.cm:1:");
  kernel = loadAdd(runtime);
  FAILS(cm2tt_kernel_compile(kernel, "cpu", "i32", &compiled),
        CM2TT_COMPILATION_FAILED, "");
  CHECK(cm2tt_last_error_diagnostics() >= 1);
  OK(cm2tt_kernel_compile(kernel, "cpu", "*fp32,*fp32,*fp32,i32,1024",
                          &compiled));
  cm2tt_compiled_destroy(compiled);
  cm2tt_kernel_destroy(kernel);
  return NULL;
}

static void testSmallStack(void) {
  Setup setup = setUp(NULL);
  pthread_attr_t attributes;
  pthread_t thread;
  CHECK(!pthread_attr_init(&attributes));
  CHECK(!pthread_attr_setstacksize(&attributes, 256 * 1024));
  CHECK(!pthread_create(&thread, &attributes, compileHere, setup.runtime));
  CHECK(!pthread_join(thread, NULL));
  pthread_attr_destroy(&attributes);
  cm2tt_runtime_destroy(setup.runtime);
}

//===----------------------------------------------------------------------===//
// The cache and remarks
//===----------------------------------------------------------------------===//

static int countEntry(void *context, const cm2tt_cache_entry *entry) {
  CHECK(entry->size == sizeof(*entry) && strlen(entry->key) == 64);
  CHECK(entry->label && entry->bytes > 0 && entry->last_use > 1000000000);
  ++*(int *)context;
  return *(int *)context == 2;
}

static void compileForCache(cm2tt_runtime *runtime) {
  cm2tt_kernel *kernel = loadAdd(runtime);
  cm2tt_compiled *compiled;
  for (const char *const *block =
           (const char *const[]){"256", "512", "1024", NULL};
       *block; ++block) {
    char signature[64];
    snprintf(signature, sizeof(signature), "*fp32,*fp32,*fp32,i32,%s", *block);
    OK(cm2tt_kernel_compile(kernel, "cpu", signature, &compiled));
    cm2tt_compiled_destroy(compiled);
  }
  cm2tt_kernel_destroy(kernel);
}

static void testCache(void) {
  char folder[] = "/tmp/cm2tt-c-api-XXXXXX";
  CHECK(mkdtemp(folder));
  cm2tt_runtime_options options = {
      .size = sizeof(options), .cache_folder = folder, .cache_bytes = 1 << 24};
  cm2tt_cache_result result = {.size = sizeof(result)};
  int count = 0;
  Setup setup = setUp(&options);
  compileForCache(setup.runtime);
  OK(cm2tt_runtime_list_cache(setup.runtime, countEntry, &count));
  CHECK(count == 2);
  OK(cm2tt_runtime_trim_cache(setup.runtime, 1 << 23, &result));
  CHECK(result.removed_entries == 0 && result.kept_entries >= 3);
  CHECK(result.size == sizeof(result) && result.kept_bytes > 0);
  result.size = 1;
  FAILS(cm2tt_runtime_trim_cache(setup.runtime, 0, &result),
        CM2TT_INVALID_ARGUMENT, "the size of 'result' is 1");
  result.size = sizeof(result);
  OK(cm2tt_runtime_trim_cache(setup.runtime, 0, &result));
  CHECK(result.removed_entries >= 3 && result.kept_entries == 0);
  count = 0;
  OK(cm2tt_runtime_list_cache(setup.runtime, countEntry, &count));
  CHECK(count == 0);
  cm2tt_runtime_destroy(setup.runtime);

  options.cache_read_only = 1;
  setup = setUp(&options);
  CHECK(cm2tt_runtime_trim_cache(setup.runtime, 0, NULL) != CM2TT_OK);
  cm2tt_runtime_destroy(setup.runtime);
  options.cache_folder = "";
  setup = setUp(&options);
  CHECK(cm2tt_runtime_trim_cache(setup.runtime, 0, NULL) != CM2TT_OK);
  CHECK(cm2tt_runtime_list_cache(setup.runtime, countEntry, &count) !=
        CM2TT_OK);
  cm2tt_runtime_destroy(setup.runtime);
  char command[64];
  snprintf(command, sizeof(command), "rm -r %s", folder);
  CHECK(system(command) == 0);
}

static void countRemark(void *context, const cm2tt_diagnostic *diagnostic) {
  CHECK(diagnostic->size == sizeof(*diagnostic));
  CHECK(*diagnostic->message && diagnostic->file);
  ++*(int *)context;
}

static void testRemarks(void) {
  int remarks = 0;
  cm2tt_runtime_options options = {
      .size = sizeof(options),
      .cpu_threads = 2,
      .cache_folder = "",
      .dump_folder = "/dev/null/nowhere",
      .libdevice = "/no/such/file",
      .on_remark = countRemark,
      .remark_context = &remarks,
  };
  cm2tt_device_properties properties = {.size = sizeof(properties)};
  Setup setup = setUp(&options);
  compileForCache(setup.runtime);
  CHECK(remarks >= 1);
  OK(cm2tt_runtime_cpu(setup.runtime, &setup.device));
  OK(cm2tt_device_get_properties(setup.device, &properties));
  CHECK(properties.processors == 2);
  cm2tt_runtime_destroy(setup.runtime);
}

void testKernels(void) {
  testLaunches();
  testGraphs();
  testKernelOptions();
  testChecked();
  testBounds();
  testRounding();
  testCompiling();
  testFreezing();
  testFaults();
  testSmallStack();
  testCache();
  testRemarks();
}
