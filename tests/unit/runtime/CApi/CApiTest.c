// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The C interface, used from C99: every function, and how it fails. Runs on
/// device 0: the CPU, a GPU, or that of the fake driver.
///
///   CApiTest [--gpu] [MODEL CHECKED]
///
/// --gpu: exits with 77 where there is no GPU. MODEL and CHECKED: where
/// examples/babylon/vector-add/model.json and tests/lit/tools/Inputs/checked.cm
/// are now.
///
/// Not here: the tests themselves (CApi*Test.c); what the shared library
/// exports (tests/lit/package/c_library.test).

#define _XOPEN_SOURCE 700

#include "CApiTesting.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>

const char *vectorAdd = VECTOR_ADD, *checkedModel = CHECKED_MODEL;

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static unsigned checks, failures;

void check(int holds, const char *file, int line, const char *what) {
  pthread_mutex_lock(&counting);
  ++checks;
  failures += !holds;
  pthread_mutex_unlock(&counting);
  if (!holds)
    fprintf(stderr, "%s:%d: %s; the last error is: %s\n", file, line, what,
            cm2tt_last_error());
}

Setup setUp(const cm2tt_runtime_options *options) {
  Setup setup;
  OK(cm2tt_runtime_create(options, &setup.runtime));
  OK(cm2tt_runtime_device(setup.runtime, 0, &setup.device));
  return setup;
}

int isFake(Setup setup) {
  cm2tt_device_properties properties = {.size = sizeof(properties)};
  OK(cm2tt_device_get_properties(setup.device, &properties));
  return !strncmp(properties.name, "Fake GPU", 8);
}

cm2tt_kernel *loadAdd(cm2tt_runtime *runtime) {
  cm2tt_kernel *kernel;
  OK(cm2tt_kernel_load_file(runtime, vectorAdd, NULL, &kernel));
  return kernel;
}

Addition makeAddition(cm2tt_device *device) {
  static float x[Elements];
  Addition add = {.launch = {.size = sizeof(cm2tt_launch),
                             .grid = {(Elements + Block - 1) / Block, 1, 1}}};
  for (int i = 0; i < Elements; ++i)
    x[i] = (float)i;
  OK(cm2tt_buffer_create(device, Bytes, &add.x));
  OK(cm2tt_buffer_create(device, Bytes, &add.y));
  OK(cm2tt_buffer_create(device, Bytes, &add.out));
  OK(cm2tt_buffer_write(add.x, 0, x, Bytes));
  OK(cm2tt_buffer_write(add.y, 0, x, Bytes));
  OK(cm2tt_buffer_fill(add.out, 0, 0, Bytes));
  add.arguments[0] = cm2tt_arg_buffer(add.x, CM2TT_FP32);
  add.arguments[1] = cm2tt_arg_buffer(add.y, CM2TT_FP32);
  add.arguments[2] =
      cm2tt_arg_pointer(cm2tt_buffer_address(add.out), CM2TT_FP32);
  add.arguments[3] = cm2tt_arg_i32(Elements);
  return add;
}

int isAdded(const Addition *add) {
  static float out[Elements];
  int same = 0;
  OK(cm2tt_buffer_read(add->out, 0, out, Bytes));
  for (int i = 0; i < Elements; ++i)
    same += out[i] == 2 * (float)i;
  OK(cm2tt_buffer_fill(add->out, 0, 0, Bytes));
  return same == Elements;
}

void destroyAddition(Addition *add) {
  cm2tt_buffer_destroy(add->x);
  cm2tt_buffer_destroy(add->y);
  cm2tt_buffer_destroy(add->out);
}

/// How many signals have a handler.
static int countHandlers(void) {
  int count = 0;
  for (int number = 1; number < 32; ++number) {
    struct sigaction action;
    if (!sigaction(number, NULL, &action))
      count += action.sa_handler != SIG_DFL;
  }
  return count;
}

/// Whether there is a GPU; prints which device is tested.
static int hasGpu(void) {
  cm2tt_device_properties properties = {.size = sizeof(properties)};
  Setup setup = setUp(NULL);
  unsigned gpus = cm2tt_runtime_gpus(setup.runtime);
  OK(cm2tt_device_get_properties(setup.device, &properties));
  printf("device 0: %s (%s)\n", properties.name, properties.target);
  cm2tt_runtime_destroy(setup.runtime);
  return gpus > 0;
}

/// Without a guard, neither a device nor a compilation installs a handler.
static void testSignals(void) {
  const int handlers = countHandlers();
  cm2tt_runtime_options options = {.size = sizeof(options),
                                   .no_crash_guard = 1};
  cm2tt_compiled *compiled;
  Setup setup = setUp(&options);
  cm2tt_kernel *kernel = loadAdd(setup.runtime);
  OK(cm2tt_kernel_compile(kernel, "sm_80", "*fp32,*fp32,*fp32,i32,1024",
                          &compiled));
  CHECK(countHandlers() == handlers);
  cm2tt_compiled_destroy(compiled);
  cm2tt_kernel_destroy(kernel);
  cm2tt_runtime_destroy(setup.runtime);
}

/// Whether PTX that a runtime with these options compiles has lines of the
/// source.
static int hasLines(const cm2tt_runtime_options *options) {
  cm2tt_compiled *compiled;
  const void *image;
  size_t size;
  Setup setup = setUp(options);
  cm2tt_kernel *kernel = loadAdd(setup.runtime);
  OK(cm2tt_kernel_compile(kernel, "sm_80", "*fp32,*fp32,*fp32,i32,1024",
                          &compiled));
  OK(cm2tt_compiled_image(compiled, &image, &size));
  int result = strstr(image, "\t.loc\t") != NULL;
  cm2tt_compiled_destroy(compiled);
  cm2tt_kernel_destroy(kernel);
  cm2tt_runtime_destroy(setup.runtime);
  return result;
}

static void testLineInfo(void) {
  cm2tt_runtime_options options = {.size = sizeof(options), .no_line_info = 1};
  CHECK(hasLines(NULL));
  CHECK(!hasLines(&options));
}

int main(int count, char **arguments) {
  int needsGpu = count > 1 && !strcmp(arguments[1], "--gpu");
  if (count == 3 + needsGpu) {
    vectorAdd = arguments[1 + needsGpu];
    checkedModel = arguments[2 + needsGpu];
  }
  FILE *model = fopen(vectorAdd, "r");
  if (!model) {
    perror(vectorAdd);
    return 1;
  }
  fclose(model);
  const int handlers = countHandlers();
  testSignals();
  if (!hasGpu() && needsGpu) {
    printf("skipped: there is no GPU\n");
    return 77;
  }
  testObjects();
  testMemory();
  testKernels();
  testCompile();
  testNull();
  testTuners();
  testDescriptors();
  testStructs();
  testLineInfo();
  // The diagnostics of faults, and no others.
  CHECK(countHandlers() == handlers + 6);
  printf("%u checks, %u failures\n", checks, failures);
  return failures != 0;
}
