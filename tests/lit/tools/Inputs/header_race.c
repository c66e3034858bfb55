// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Launches the kernel of add.h from many threads at once in three contexts,
/// on a driver that does nothing but count: each context loads once.

#define CM2TT_CUDA_TYPES
typedef int CUresult;
typedef unsigned long long CUdeviceptr;
typedef char *CUcontext;
typedef char *CUmodule;
typedef char *CUfunction;
typedef void *CUstream;
typedef int CUfunction_attribute;
enum {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_INVALID_CONTEXT = 201,
  CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8
};

enum { Contexts = 3, Threads = 24, Launches = 2000 };

static char contexts[Contexts];
static int loads[Contexts], launches[Contexts];
static __thread CUcontext current;

static CUresult cuCtxGetCurrent(CUcontext *context) {
  *context = current;
  return CUDA_SUCCESS;
}
static CUresult cuModuleLoadData(CUmodule *module, const void *image) {
  (void)image;
  __atomic_fetch_add(&loads[current - contexts], 1, __ATOMIC_RELAXED);
  *module = current;
  return CUDA_SUCCESS;
}
static CUresult cuModuleUnload(CUmodule module) {
  (void)module;
  return CUDA_SUCCESS;
}
static CUresult cuModuleGetFunction(CUfunction *function, CUmodule module,
                                    const char *name) {
  (void)name;
  *function = module;
  return CUDA_SUCCESS;
}
static CUresult cuLaunchKernel(CUfunction function, unsigned gridX,
                               unsigned gridY, unsigned gridZ, unsigned blockX,
                               unsigned blockY, unsigned blockZ,
                               unsigned sharedBytes, CUstream stream,
                               void **arguments, void **extra) {
  (void)gridX, (void)gridY, (void)gridZ, (void)blockX, (void)blockY;
  (void)blockZ, (void)sharedBytes, (void)stream, (void)arguments, (void)extra;
  if (function != current)
    return CUDA_ERROR_INVALID_CONTEXT;
  __atomic_fetch_add(&launches[current - contexts], 1, __ATOMIC_RELAXED);
  return CUDA_SUCCESS;
}

#define ADD_IMPLEMENTATION
#include "add.h"

#include <stdio.h>

/// Launches in a context many times.
static void *launchMany(void *context) {
  int i;
  current = (CUcontext)context;
  for (i = 0; i < Launches; ++i)
    if (add_launch(0, 1, 1, 1, 0, 0, 0, i) != CUDA_SUCCESS)
      return context;
  return 0;
}

int main(void) {
  pthread_t threads[Threads];
  int i;
  for (i = 0; i < Threads; ++i)
    if (pthread_create(&threads[i], 0, launchMany, &contexts[i % Contexts]))
      return 1;
  for (i = 0; i < Threads; ++i) {
    void *failed;
    pthread_join(threads[i], &failed);
    if (failed)
      return 2;
  }
  for (i = 0; i < Contexts; ++i)
    printf("%d loads, %d launches\n", loads[i], launches[i]);
  current = &contexts[1];
  add_unload();
  launchMany(&contexts[1]);
  printf("%d loads\n", loads[1]);
  return 0;
}
