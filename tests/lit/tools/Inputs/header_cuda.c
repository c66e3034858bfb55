// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Launches the kernel of add.h from several threads on every device, unloads
/// it and launches it again. C, and C++ too.

#define ADD_IMPLEMENTATION
#include "add.h"
// A second time is none.
#include "add.h"

#include <stdio.h>
#include <stdlib.h>

#ifndef CUDA_VERSION
#ifdef __cplusplus
extern "C" {
#endif
typedef int CUdevice;
CUresult cuInit(unsigned flags);
CUresult cuDeviceGetCount(int *count);
CUresult cuDeviceGet(CUdevice *device, int ordinal);
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device);
CUresult cuCtxSetCurrent(CUcontext context);
CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t size);
CUresult cuMemFree_v2(CUdeviceptr address);
CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t size);
CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t size);
#ifdef __cplusplus
}
#endif
#define cuMemAlloc cuMemAlloc_v2
#define cuMemFree cuMemFree_v2
#define cuMemcpyHtoD cuMemcpyHtoD_v2
#define cuMemcpyDtoH cuMemcpyDtoH_v2
#endif

enum { Count = 1000, Threads = 8 };

/// Ends the program unless a call was successful.
static void check(CUresult result, const char *what) {
  if (result == CUDA_SUCCESS)
    return;
  fprintf(stderr, "%s: error %d\n", what, (int)result);
  exit(1);
}

/// Adds arrays on the device of a context and compares.
static void *addOnce(void *context) {
  static float x[Count], y[Count];
  float sum[Count];
  CUdeviceptr buffers[3];
  int i;
  check(cuCtxSetCurrent((CUcontext)context), "set context");
  for (i = 0; i < 3; ++i)
    check(cuMemAlloc(&buffers[i], sizeof(x)), "allocate");
  check(cuMemcpyHtoD(buffers[0], x, sizeof(x)), "copy x");
  check(cuMemcpyHtoD(buffers[1], y, sizeof(y)), "copy y");
  check(add_launch(0, 1, 1, 1, buffers[0], buffers[1], buffers[2], Count),
        "launch");
  check(cuMemcpyDtoH(sum, buffers[2], sizeof(sum)), "copy back");
  for (i = 0; i < Count; ++i)
    if (sum[i] != x[i] + y[i])
      exit(2);
  for (i = 0; i < 3; ++i)
    check(cuMemFree(buffers[i]), "free");
  return 0;
}

int main(void) {
  CUcontext context = 0;
  pthread_t thread;
  int count = 0, i, ordinal;
  CUdevice device;
  check(cuInit(0), "init");
  if (add_launch(0, 1, 1, 1, 0, 0, 0, 0) != CUDA_ERROR_INVALID_CONTEXT)
    return 3;
  check(cuDeviceGetCount(&count), "count");
  for (ordinal = 0; ordinal < count; ++ordinal) {
    check(cuDeviceGet(&device, ordinal), "device");
    check(cuDevicePrimaryCtxRetain(&context, device), "context");
    // One after the other: the fake driver is for one thread at a time.
    for (i = 0; i < Threads; ++i)
      if (pthread_create(&thread, 0, addOnce, context) ||
          pthread_join(thread, 0))
        return 4;
  }
  check(cuCtxSetCurrent(context), "set context");
  check(add_unload(), "unload");
  check(add_unload(), "unload again");
  check(add_load(), "load");
  addOnce(context);
  puts("done");
  return 0;
}
