// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Every size of every struct that may grow, as an older or a newer program has
/// it: a call takes those that end between members, and neither reads nor
/// writes anything behind them.
///
/// Not here: what members do (the other CApi*Test.c).

#define _XOPEN_SOURCE 700

#include "CApiTesting.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/// The bytes of a member.
typedef struct {
  size_t begin, end;
} Member;

#define OF(type, name)                                                         \
  {offsetof(type, name), offsetof(type, name) + sizeof(((type *)0)->name)}

static const Member CacheResultMembers[] = {
    OF(cm2tt_cache_result, size), OF(cm2tt_cache_result, removed_entries),
    OF(cm2tt_cache_result, removed_bytes), OF(cm2tt_cache_result, kept_entries),
    OF(cm2tt_cache_result, kept_bytes)};
static const Member DevicePropertiesMembers[] = {
    OF(cm2tt_device_properties, size),
    OF(cm2tt_device_properties, name),
    OF(cm2tt_device_properties, target),
    OF(cm2tt_device_properties, compute_major),
    OF(cm2tt_device_properties, compute_minor),
    OF(cm2tt_device_properties, processors),
    OF(cm2tt_device_properties, shared_bytes),
    OF(cm2tt_device_properties, memory_bytes),
    OF(cm2tt_device_properties, free_bytes),
    OF(cm2tt_device_properties, driver_version),
    OF(cm2tt_device_properties, reserved),
    OF(cm2tt_device_properties, uuid)};
static const Member DiagnosticMembers[] = {
    OF(cm2tt_diagnostic, size),    OF(cm2tt_diagnostic, severity),
    OF(cm2tt_diagnostic, line),    OF(cm2tt_diagnostic, column),
    OF(cm2tt_diagnostic, message), OF(cm2tt_diagnostic, file)};
static const Member KernelOptionsMembers[] = {
    OF(cm2tt_kernel_options, size),
    OF(cm2tt_kernel_options, kernel),
    OF(cm2tt_kernel_options, num_warps),
    OF(cm2tt_kernel_options, num_stages),
    OF(cm2tt_kernel_options, constants),
    OF(cm2tt_kernel_options, num_constants),
    OF(cm2tt_kernel_options, unspecialized),
    OF(cm2tt_kernel_options, num_unspecialized),
    OF(cm2tt_kernel_options, unspecialize_all),
    OF(cm2tt_kernel_options, max_registers),
    OF(cm2tt_kernel_options, disable_fp_fusion),
    OF(cm2tt_kernel_options, disable_ftz),
    OF(cm2tt_kernel_options, checked),
    OF(cm2tt_kernel_options, reserved),
    OF(cm2tt_kernel_options, without)};
static const Member LaunchMembers[] = {
    OF(cm2tt_launch, size),        OF(cm2tt_launch, grid),
    OF(cm2tt_launch, cluster),     OF(cm2tt_launch, stream),
    OF(cm2tt_launch, cooperative), OF(cm2tt_launch, reserved),
    OF(cm2tt_launch, extents)};
static const Member ParameterMembers[] = {
    OF(cm2tt_parameter, size),           OF(cm2tt_parameter, name),
    OF(cm2tt_parameter, java_type),      OF(cm2tt_parameter, signature),
    OF(cm2tt_parameter, takes_argument), OF(cm2tt_parameter, reserved)};
static const Member RuntimeOptionsMembers[] = {
    OF(cm2tt_runtime_options, size),
    OF(cm2tt_runtime_options, cache_folder),
    OF(cm2tt_runtime_options, cache_bytes),
    OF(cm2tt_runtime_options, cache_read_only),
    OF(cm2tt_runtime_options, cpu_threads),
    OF(cm2tt_runtime_options, dump_folder),
    OF(cm2tt_runtime_options, libdevice),
    OF(cm2tt_runtime_options, on_remark),
    OF(cm2tt_runtime_options, remark_context),
    OF(cm2tt_runtime_options, reproducer_folder),
    OF(cm2tt_runtime_options, no_crash_guard),
    OF(cm2tt_runtime_options, no_line_info),
    OF(cm2tt_runtime_options, without)};
static const Member TensorDescriptionMembers[] = {
    OF(cm2tt_tensor_description, size),
    OF(cm2tt_tensor_description, address),
    OF(cm2tt_tensor_description, type),
    OF(cm2tt_tensor_description, rank),
    OF(cm2tt_tensor_description, shape),
    OF(cm2tt_tensor_description, strides),
    OF(cm2tt_tensor_description, block),
    OF(cm2tt_tensor_description, pads_with_nan),
    OF(cm2tt_tensor_description, read_only)};
static const Member TunedLaunchMembers[] = {
    OF(cm2tt_tuned_launch, size),
    OF(cm2tt_tuned_launch, grids),
    OF(cm2tt_tuned_launch, num_grids),
    OF(cm2tt_tuned_launch, restored_bytes),
    OF(cm2tt_tuned_launch, num_restored_bytes),
    OF(cm2tt_tuned_launch, cluster),
    OF(cm2tt_tuned_launch, cooperative),
    OF(cm2tt_tuned_launch, stream)};
static const Member TunerOptionsMembers[] = {
    OF(cm2tt_tuner_options, size),
    OF(cm2tt_tuner_options, kernel),
    OF(cm2tt_tuner_options, configurations),
    OF(cm2tt_tuner_options, num_configurations),
    OF(cm2tt_tuner_options, key),
    OF(cm2tt_tuner_options, num_key_parts),
    OF(cm2tt_tuner_options, restored),
    OF(cm2tt_tuner_options, num_restored),
    OF(cm2tt_tuner_options, shipped),
    OF(cm2tt_tuner_options, num_shipped),
    OF(cm2tt_tuner_options, folder),
    OF(cm2tt_tuner_options, warmups),
    OF(cm2tt_tuner_options, min_runs),
    OF(cm2tt_tuner_options, max_runs),
    OF(cm2tt_tuner_options, threads),
    OF(cm2tt_tuner_options, budget_milliseconds),
    OF(cm2tt_tuner_options, tolerance),
    OF(cm2tt_tuner_options, flush_bytes)};

/// What the calls use.
typedef struct {
  Setup setup;
  cm2tt_kernel *kernel;
  cm2tt_tuner *tuner;
  Addition add;
} Objects;

/// A struct of a call.
typedef struct {
  /// The parameter that errors name.
  const char *name;
  cm2tt_status (*call)(const Objects *objects, void *object);
  /// A struct that the call takes, with every member that it needs.
  const void *object;
  size_t size;
  const Member *members;
  size_t count;
  /// Whether the call writes the struct.
  int isResult;
} Struct;

/// Whether a struct of that size contains its size and no part of a member.
static int isWhole(const Struct *each, size_t size) {
  for (size_t i = 0; i < each->count; ++i)
    if (each->members[i].begin < size && size < each->members[i].end)
      return 0;
  return size >= sizeof(size_t);
}

/// Calls with the struct's first bytes, and more if it is larger than known.
/// What is behind them would be used as pointers if it were read.
static void callWithSize(const Objects *objects, const Struct *each,
                         size_t size) {
  enum { Behind = 512 };
  const size_t known = size < each->size ? size : each->size;
  unsigned char *object = malloc(size + Behind);
  char wrong[64];
  memset(object, 0, size);
  memset(object + size, 0xa5, Behind);
  memcpy(object, each->object, known);
  memcpy(object, &size, sizeof(size));
  snprintf(wrong, sizeof(wrong), "the size of '%s' is %zu:", each->name, size);
  // A size may itself be behind the struct, and is not read then.
  const size_t first = size < sizeof(size) ? sizeof(size) : size;

  cm2tt_status status = each->call(objects, object);
  if (isWhole(each, size))
    CHECK(status == CM2TT_OK || !strstr(cm2tt_last_error(), wrong));
  else if (strcmp(each->name, "diagnostic"))
    FAILS(status, CM2TT_INVALID_ARGUMENT, wrong);
  else // The error stays readable.
    FAILS(status, CM2TT_INVALID_ARGUMENT, "bad.json");
  if (each->isResult && isWhole(each, size))
    OK(status);
  for (size_t i = first; i < size + Behind; ++i)
    if (object[i] != 0xa5) {
      CHECK(!"a byte behind the struct was written");
      break;
    }
  free(object);
}

static cm2tt_status createRuntime(const Objects *objects, void *object) {
  cm2tt_runtime *runtime;
  (void)objects;
  cm2tt_status status = cm2tt_runtime_create(object, &runtime);
  cm2tt_runtime_destroy(runtime);
  return status;
}

static cm2tt_status loadKernel(const Objects *objects, void *object) {
  cm2tt_kernel *kernel;
  cm2tt_status status = cm2tt_kernel_load_file(objects->setup.runtime,
                                               vectorAdd, object, &kernel);
  cm2tt_kernel_destroy(kernel);
  return status;
}

static cm2tt_status launch(const Objects *objects, void *object) {
  return cm2tt_kernel_launch(objects->kernel, objects->setup.device, object,
                             objects->add.arguments, 4);
}

static cm2tt_status createTuner(const Objects *objects, void *object) {
  static const char model[] = "tt.func public @k() {\n  tt.return\n}\n";
  cm2tt_tuner *tuner;
  cm2tt_status status = cm2tt_tuner_create(
      objects->setup.runtime, model, sizeof(model) - 1, NULL, object, &tuner);
  cm2tt_tuner_destroy(tuner);
  return status;
}

static cm2tt_status launchTuned(const Objects *objects, void *object) {
  return cm2tt_tuner_launch(objects->tuner, objects->setup.device, object, NULL,
                            0);
}

static cm2tt_status describe(const Objects *objects, void *object) {
  cm2tt_tensor_descriptor *descriptor;
  (void)objects;
  cm2tt_status status = cm2tt_tensor_descriptor_create(object, &descriptor);
  cm2tt_tensor_descriptor_destroy(descriptor);
  return status;
}

static cm2tt_status trimCache(const Objects *objects, void *object) {
  return cm2tt_runtime_trim_cache(objects->setup.runtime, 1 << 20, object);
}

static cm2tt_status getProperties(const Objects *objects, void *object) {
  return cm2tt_device_get_properties(objects->setup.device, object);
}

static cm2tt_status getDiagnostic(const Objects *objects, void *object) {
  (void)objects;
  return cm2tt_last_error_diagnostic(0, object);
}

static cm2tt_status getParameter(const Objects *objects, void *object) {
  return cm2tt_kernel_get_parameter(objects->kernel, 0, object);
}

#define STRUCT(name, call, object, members, isResult)                          \
  {name,           call,    &object,                                           \
   sizeof(object), members, sizeof(members) / sizeof(*(members)),              \
   isResult}

/// Calls with every size of every struct.
static void callWithSizes(const Objects *objects) {
  static const cm2tt_configuration configuration = {NULL, 0, 1, 1};
  static const cm2tt_dim3 grid = {1, 1, 1};
  static const cm2tt_runtime_options runtime = {
      .cache_folder = "", .cpu_threads = 1, .reproducer_folder = ""};
  static const cm2tt_kernel_options kernel = {.kernel = "add", .num_warps = 2};
  static const cm2tt_tuner_options tuner = {.configurations = &configuration,
                                            .num_configurations = 1,
                                            .folder = "",
                                            .tolerance = 0.5};
  static const cm2tt_tuned_launch tuned = {.grids = &grid, .num_grids = 1};
  static const cm2tt_tensor_description description = {.address = 16,
                                                       .type = CM2TT_FP32,
                                                       .rank = 1,
                                                       .shape = {64},
                                                       .strides = {1},
                                                       .block = {16}};
  static const cm2tt_cache_result cache;
  static const cm2tt_device_properties properties;
  static const cm2tt_diagnostic diagnostic;
  static const cm2tt_parameter parameter;
  const Struct structs[] = {
      STRUCT("options", createRuntime, runtime, RuntimeOptionsMembers, 0),
      STRUCT("options", loadKernel, kernel, KernelOptionsMembers, 0),
      STRUCT("launch", launch, objects->add.launch, LaunchMembers, 0),
      STRUCT("options", createTuner, tuner, TunerOptionsMembers, 0),
      STRUCT("launch", launchTuned, tuned, TunedLaunchMembers, 0),
      STRUCT("description", describe, description, TensorDescriptionMembers, 0),
      STRUCT("result", trimCache, cache, CacheResultMembers, 1),
      STRUCT("properties", getProperties, properties, DevicePropertiesMembers,
             1),
      STRUCT("parameter", getParameter, parameter, ParameterMembers, 1),
      STRUCT("diagnostic", getDiagnostic, diagnostic, DiagnosticMembers, 1)};
  for (size_t i = 0; i < sizeof(structs) / sizeof(*structs); ++i) {
    cm2tt_kernel *none;
    const char *bad = "{\n  \"codeModel\": true\n}\n";
    FAILS(cm2tt_kernel_load(objects->setup.runtime, bad, strlen(bad),
                            "bad.json", NULL, &none),
          CM2TT_COMPILATION_FAILED, "bad.json:2:");
    for (size_t size = 0; size <= structs[i].size + 8; ++size)
      callWithSize(objects, &structs[i], size);
  }
}

void testStructs(void) {
  char folder[] = "/tmp/cm2tt-c-api-XXXXXX";
  CHECK(mkdtemp(folder));
  cm2tt_runtime_options options = {.size = sizeof(options),
                                   .cache_folder = folder};
  static const char model[] = "tt.func public @k() {\n  tt.return\n}\n";
  cm2tt_configuration configuration = {NULL, 0, 1, 1};
  cm2tt_tuner_options tuned = {.size = sizeof(tuned),
                               .configurations = &configuration,
                               .num_configurations = 1,
                               .folder = ""};
  Objects objects;
  objects.setup = setUp(&options);
  objects.kernel = loadAdd(objects.setup.runtime);
  objects.add = makeAddition(objects.setup.device);
  OK(cm2tt_tuner_create(objects.setup.runtime, model, sizeof(model) - 1, NULL,
                        &tuned, &objects.tuner));
  callWithSizes(&objects);

  // What was to be trimmed is there after a call that failed.
  cm2tt_cache_result half = {.size =
                                 offsetof(cm2tt_cache_result, kept_bytes) - 4};
  FAILS(cm2tt_runtime_trim_cache(objects.setup.runtime, 0, &half),
        CM2TT_INVALID_ARGUMENT, "the size of 'result' is 28: expected sizeof");
  half.size = sizeof(half);
  OK(cm2tt_runtime_trim_cache(objects.setup.runtime, 0, &half));
  CHECK(half.removed_entries > 0);

  cm2tt_tuner_destroy(objects.tuner);
  destroyAddition(&objects.add);
  cm2tt_kernel_destroy(objects.kernel);
  cm2tt_runtime_destroy(objects.setup.runtime);
  rmdir(folder);
}
