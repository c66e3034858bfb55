// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Launches from a loop in C, as natives of Launch.java, so that both languages
/// are measured in one process. On the C interface alone; with its own runtime
/// and kernel of the same model, on the same device.

#define _POSIX_C_SOURCE 199309L // clock_gettime

#include "cm2tt/cm2tt.h"

#include <jni.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MaxArguments = 16 };

/// A kernel that is ready to be launched, and what it needs.
typedef struct {
  cm2tt_runtime *runtime;
  cm2tt_device *device;
  cm2tt_kernel *kernel;
  cm2tt_buffer *buffer;
  cm2tt_launch launch;
  cm2tt_argument arguments[MaxArguments];
  size_t count;
} Loop;

/// Throws the last error of the C interface if a call failed; returns whether.
static int failed(JNIEnv *env, cm2tt_status status) {
  if (status == CM2TT_OK)
    return 0;
  (*env)->ThrowNew(env, (*env)->FindClass(env, "java/lang/RuntimeException"),
                   cm2tt_last_error());
  return 1;
}

static void destroy(Loop *loop) {
  cm2tt_buffer_destroy(loop->buffer);
  cm2tt_kernel_destroy(loop->kernel);
  cm2tt_runtime_destroy(loop->runtime);
  free(loop);
}

/// Fills the members; returns whether a call failed.
static int open(JNIEnv *env, Loop *loop, const char *model, size_t bytes,
                const char *kernel, int onCpu) {
  cm2tt_kernel_options options = {.size = sizeof(options), .kernel = kernel};
  if (failed(env, cm2tt_runtime_create(NULL, &loop->runtime)) ||
      failed(env, onCpu
                      ? cm2tt_runtime_cpu(loop->runtime, &loop->device)
                      : cm2tt_runtime_device(loop->runtime, 0, &loop->device)))
    return 1;
  if (failed(env, cm2tt_kernel_load(loop->runtime, model, bytes, "Launch",
                                    &options, &loop->kernel)) ||
      failed(env, cm2tt_buffer_create(loop->device, 256, &loop->buffer)))
    return 1;
  // As Launch.java has them.
  for (size_t i = 0; i < loop->count; ++i)
    loop->arguments[i] = i % 5 < 3 ? cm2tt_arg_buffer(loop->buffer, CM2TT_FP32)
                         : i % 5 == 3 ? cm2tt_arg_i32(48)
                                      : cm2tt_arg_fp32(2.5f);
  loop->launch =
      (cm2tt_launch){.size = sizeof(cm2tt_launch), .grid = {1, 1, 1}};
  return 0;
}

JNIEXPORT jlong JNICALL Java_Launch_open(JNIEnv *env, jclass class,
                                         jbyteArray model, jint count,
                                         jboolean onCpu) {
  (void)class;
  char kernel[16];
  snprintf(kernel, sizeof(kernel), "take%d", (int)count);
  Loop *loop = calloc(1, sizeof(Loop));
  jbyte *text = (*env)->GetByteArrayElements(env, model, NULL);
  if (!loop || !text || count > MaxArguments)
    abort();
  loop->count = (size_t)count;
  int isBad = open(env, loop, (const char *)text,
                   (size_t)(*env)->GetArrayLength(env, model), kernel, onCpu);
  (*env)->ReleaseByteArrayElements(env, model, text, JNI_ABORT);
  if (isBad) {
    destroy(loop);
    loop = NULL;
  }
  return (jlong)loop;
}

/// Launches that often; the nanoseconds of a launch.
JNIEXPORT jdouble JNICALL Java_Launch_loop(JNIEnv *env, jclass class,
                                           jlong handle, jint launches) {
  (void)class;
  Loop *loop = (Loop *)handle;
  cm2tt_status status = CM2TT_OK;
  struct timespec begin, end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  for (jint i = 0; i < launches && status == CM2TT_OK; ++i)
    status = cm2tt_kernel_launch(loop->kernel, loop->device, &loop->launch,
                                 loop->arguments, loop->count);
  clock_gettime(CLOCK_MONOTONIC, &end);
  if (failed(env, status))
    return 0;
  return ((double)(end.tv_sec - begin.tv_sec) * 1e9 +
          (double)(end.tv_nsec - begin.tv_nsec)) /
         launches;
}

/// Waits for what was launched.
JNIEXPORT void JNICALL Java_Launch_await(JNIEnv *env, jclass class,
                                         jlong handle) {
  (void)class;
  failed(env, cm2tt_stream_synchronize(((Loop *)handle)->device, NULL));
}

JNIEXPORT void JNICALL Java_Launch_close(JNIEnv *env, jclass class,
                                         jlong handle) {
  (void)env;
  (void)class;
  destroy((Loop *)handle);
}
