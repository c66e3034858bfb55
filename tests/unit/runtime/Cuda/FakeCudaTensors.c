// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tensor maps and memory pools of the stand-in for libcuda.
///
/// A map begins with a magic number, so that a launch can check its arguments.
/// The rules are those of the manual of cuTensorMapEncodeTiled.

#include "FakeCudaState.h"

static const unsigned char elementBytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2};

/// Whether the dimensions are those of a map of elements of `bytes`.
static int isTiled(unsigned rank, const uint64_t *shape,
                   const uint64_t *strides, const uint32_t *box,
                   const uint32_t *steps) {
  for (unsigned i = 0; i < rank; ++i) {
    if (!shape[i] || shape[i] > (uint64_t)1 << 32 || !box[i] || box[i] > 256 ||
        steps[i] != 1)
      return 0;
    if (i + 1 < rank && (strides[i] % 16 || !strides[i] || strides[i] >> 40))
      return 0;
  }
  return 1;
}

CUresult cuTensorMapEncodeTiled(void *map, int type, unsigned rank,
                                void *address, const uint64_t *shape,
                                const uint64_t *strides, const uint32_t *box,
                                const uint32_t *steps, int interleave,
                                int swizzle, int promotion, int fill) {
  char text[256] = "";
  size_t used = 0;
  for (unsigned i = 0; i < rank && i < 5; ++i)
    used += snprintf(text + used, sizeof(text) - used, " %llu/%u",
                     (unsigned long long)shape[i], box[i]);
  for (unsigned i = 0; i + 1 < rank && i < 4; ++i)
    used += snprintf(text + used, sizeof(text) - used, " +%llu",
                     (unsigned long long)strides[i]);
  ENTER("type %d%s swizzle %d fill %d", type, text, swizzle, fill);
  if ((uintptr_t)map % 64 || type < 0 || type > 9 || rank < 1 || rank > 5 ||
      (uintptr_t)address % 16 || interleave || promotion || swizzle < 0 ||
      swizzle > 3 || !isTiled(rank, shape, strides, box, steps))
    return InvalidValue;
  const unsigned row = box[0] * elementBytes[type];
  const unsigned widest[] = {~0u, 32, 64, 128};
  if (row % 16 || row > widest[swizzle])
    return InvalidValue;
  memset(map, 0, TensorMapBytes);
  memcpy(map, tensorMapMagic, sizeof(tensorMapMagic));
  return 0;
}

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

/// CUmemPoolProps.
typedef struct {
  int allocationType, handleTypes, locationType, location;
  void *securityAttributes;
  size_t maxSize;
  unsigned char reserved[56];
} PoolProperties;

CUresult cuMemPoolCreate(void **result, const PoolProperties *properties) {
  ENTER("%d", properties->location - FirstDevice);
  if (properties->allocationType != 1 || properties->handleTypes ||
      properties->locationType != 1)
    return InvalidValue;
  Object *pool = create(Pool);
  if (!pool)
    return OutOfMemory;
  *result = pool;
  return 0;
}

CUresult cuMemPoolDestroy(void *handle) {
  ENTER_TO_FREE("");
  Object *pool = find(handle, Pool);
  if (!pool)
    return InvalidHandle;
  pool->kind = Free;
  return 0;
}

CUresult cuMemPoolSetAttribute(void *handle, int attribute, void *value) {
  ENTER_WITH_CONTEXT("%d", attribute);
  return find(handle, Pool) && attribute == 4 && *(uint64_t *)value
             ? 0
             : InvalidValue;
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr *address, size_t size,
                                 void *handle, void *stream) {
  ENTER_WITH_CONTEXT("%zu %s", size, streamText(stream));
  Object *memory = find(handle, Pool) ? create(Memory) : NULL;
  if (!memory || !size)
    return InvalidValue;
  memory->bytes = aligned_alloc(512, (size + 511) / 512 * 512);
  memory->size = size;
  *address = (CUdeviceptr)(uintptr_t)memory->bytes;
  return memory->bytes ? 0 : OutOfMemory;
}

CUresult cuMemFreeAsync(CUdeviceptr address, void *stream) {
  ENTER_TO_FREE("%s", streamText(stream));
  Object *memory = findMemory(address, 0);
  if (!memory || (CUdeviceptr)(uintptr_t)memory->bytes != address)
    return InvalidValue;
  free(memory->bytes);
  memory->kind = Free;
  return 0;
}
