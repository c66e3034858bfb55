// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The C header of a kernel for a GPU: the image and a function that launches
/// it through CUDA's driver.
///
/// The header uses the types of `cuda.h` if it exists, so that the streams and
/// addresses of a program are accepted, and otherwise declares the few types
/// that it needs. `NAME_unload` has to be called before a context is destroyed:
/// the header could distinguish contexts by `cuCtxGetId`, but that needs a
/// newer driver than all other functions that it uses.

#include "CHeaderInternals.h"

#include "llvm/Support/raw_ostream.h"

using namespace cm2tt;
using llvm::StringRef;

/// Dynamic shared memory that every kernel may use without asking, in bytes.
static constexpr unsigned sharedBytesWithoutAsking = 48 * 1024;

static constexpr StringRef gpuDeclarations =
    R"(/* The kernel '@javaName@' for @target@, made by cm2tt @version@.

   Exactly one file of C or C++ (GCC or Clang) has this in front of #include:

       #define @MACRO@_IMPLEMENTATION

   To link: -lcuda, and -pthread where the C library asks for it. cuda.h is
   used where it is found; else this file declares the little that it needs,
   unless CM2TT_CUDA_TYPES is defined: then all of it is there already.

   Compiled for: @signature@ */

#ifndef @MACRO@_H
#define @MACRO@_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__has_include) && !defined(CM2TT_CUDA_TYPES)
#if __has_include(<cuda.h>)
#include <cuda.h>
#endif
#endif

#if !defined(CUDA_VERSION) && !defined(CM2TT_CUDA_TYPES)
#define CM2TT_CUDA_TYPES
typedef int CUresult;
enum {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_INVALID_CONTEXT = 201
};
typedef enum {
  CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8
} CUfunction_attribute;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
#ifdef __cplusplus
extern "C" {
#endif
CUresult cuCtxGetCurrent(CUcontext *context);
CUresult cuModuleLoadData(CUmodule *module, const void *image);
CUresult cuModuleUnload(CUmodule module);
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module,
                             const char *name);
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute,
                            int value);
CUresult cuLaunchKernel(CUfunction function, unsigned gridX, unsigned gridY,
                        unsigned gridZ, unsigned blockX, unsigned blockY,
                        unsigned blockZ, unsigned sharedBytes, CUstream stream,
                        void **arguments, void **extra);
#ifdef __cplusplus
}
#endif
#endif

/* Threads of a block, and its dynamic shared memory in bytes. */
#define @MACRO@_THREADS @threads@
#define @MACRO@_SHARED_BYTES @shared@

#ifdef __cplusplus
extern "C" {
#endif

/* Launches gridX * gridY * gridZ programs in the thread's current context and
   returns at once. The first launch in a context loads the kernel. Any number
   of threads may launch at the same time.
@comments@ */
CUresult @name@_launch(
    CUstream stream, unsigned gridX, unsigned gridY, unsigned gridZ@parameters@);

/* Loads the kernel in the current context now, so that no launch has to. */
CUresult @name@_load(void);

/* Unloads the kernel from the current context, if it is loaded: before the
   context is destroyed, and while no thread launches the kernel in it. */
CUresult @name@_unload(void);

#ifdef __cplusplus
}
#endif

#endif /* @MACRO@_H */
)";

static constexpr StringRef gpuState = R"(
#if defined(@MACRO@_IMPLEMENTATION) && !defined(@MACRO@_IMPLEMENTED)
#define @MACRO@_IMPLEMENTED

#include <pthread.h>
#include <stdlib.h>

/* Checks what the kernel was promised about its arguments. */
#ifndef CM2TT_ASSERT
#include <assert.h>
#define CM2TT_ASSERT(condition) assert(condition)
#endif

static const unsigned char @name@_image[] __attribute__((aligned(64))) = {
@image@};

/* A context that the kernel is loaded in. Entries stay in the list for good;
   those without a context are used again. */
typedef struct @name@_entry {
  struct @name@_entry *next;
  CUcontext context;
  CUmodule module;
  CUfunction function;
} @name@_entry;

static @name@_entry *@name@_entries;
static pthread_mutex_t @name@_mutex = PTHREAD_MUTEX_INITIALIZER;

/* The entry of a context; of none, a free one; else null. Takes no lock. */
static @name@_entry *@name@_find(CUcontext context) {
  @name@_entry *entry = __atomic_load_n(&@name@_entries, __ATOMIC_ACQUIRE);
  while (entry && __atomic_load_n(&entry->context, __ATOMIC_ACQUIRE) != context)
    entry = entry->next;
  return entry;
}

/* Loads the image in the current context. */
static CUresult @name@_open(CUmodule *module, CUfunction *function) {
  CUresult result = cuModuleLoadData(module, @name@_image);
  if (result != CUDA_SUCCESS)
    return result;
  result = cuModuleGetFunction(function, *module, @symbol@);
@attribute@  if (result != CUDA_SUCCESS)
    (void)cuModuleUnload(*module);
  return result;
}

/* Gives the context an entry. Only for who has the lock. */
static CUresult @name@_add(CUcontext context, @name@_entry **result) {
  CUmodule module;
  CUfunction function;
  @name@_entry *entry = @name@_find(0);
  bool isNew = !entry;
  CUresult code;
  if (isNew)
    entry = (@name@_entry *)calloc(1, sizeof(*entry));
  if (!entry)
    return CUDA_ERROR_OUT_OF_MEMORY;
  code = @name@_open(&module, &function);
  if (code != CUDA_SUCCESS) {
    if (isNew)
      free(entry);
    return code;
  }
  entry->module = module;
  entry->function = function;
  /* Who sees the context or the entry sees all of it. */
  __atomic_store_n(&entry->context, context, __ATOMIC_RELEASE);
  if (isNew) {
    entry->next = @name@_entries;
    __atomic_store_n(&@name@_entries, entry, __ATOMIC_RELEASE);
  }
  *result = entry;
  return CUDA_SUCCESS;
}
)";

static constexpr StringRef gpuFunctions = R"(
/* The entry of the current context, loaded if need be. */
static CUresult @name@_current(@name@_entry **entry) {
  CUcontext context = 0;
  CUresult result = cuCtxGetCurrent(&context);
  if (result != CUDA_SUCCESS)
    return result;
  if (!context)
    return CUDA_ERROR_INVALID_CONTEXT;
  *entry = @name@_find(context);
  if (*entry)
    return CUDA_SUCCESS;
  pthread_mutex_lock(&@name@_mutex);
  *entry = @name@_find(context);
  if (!*entry)
    result = @name@_add(context, entry);
  pthread_mutex_unlock(&@name@_mutex);
  return result;
}

CUresult @name@_load(void) {
  @name@_entry *entry;
  return @name@_current(&entry);
}

CUresult @name@_unload(void) {
  CUcontext context = 0;
  @name@_entry *entry;
  CUresult result = cuCtxGetCurrent(&context);
  if (result != CUDA_SUCCESS)
    return result;
  if (!context)
    return CUDA_ERROR_INVALID_CONTEXT;
  pthread_mutex_lock(&@name@_mutex);
  entry = @name@_find(context);
  if (entry) {
    result = cuModuleUnload(entry->module);
    __atomic_store_n(&entry->context, (CUcontext)0, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&@name@_mutex);
  return result;
}

CUresult @name@_launch(
    CUstream stream, unsigned gridX, unsigned gridY, unsigned gridZ@parameters@) {
  @name@_entry *function;
  void *arguments[] = {@pointers@};
  CUresult result = @name@_current(&function);
  if (result != CUDA_SUCCESS)
    return result;
@promises@  return cuLaunchKernel(function->function, gridX, gridY, gridZ, @MACRO@_THREADS,
                        1, 1, @MACRO@_SHARED_BYTES, stream, arguments, 0);
}

#endif /* @MACRO@_IMPLEMENTATION */
)";

static constexpr StringRef askForShared =
    R"(  if (result == CUDA_SUCCESS)
    result = cuFuncSetAttribute(
        *function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
        @MACRO@_SHARED_BYTES);
)";

/// The bytes as numbers, followed by a 0 that ends PTX.
static std::string bytesOf(StringRef image) {
  constexpr unsigned inLine = 20;
  std::string text;
  llvm::raw_string_ostream os(text);
  unsigned column = 0;
  for (char c : image) {
    os << static_cast<unsigned>(static_cast<unsigned char>(c)) << ',';
    if (++column % inLine == 0)
      os << '\n';
  }
  os << '0';
  return text;
}

std::string cm2tt::writeGpuHeader(const CKernel &kernel, StringRef image) {
  constexpr unsigned threadsOfWarp = 32;
  const KernelMetadata &metadata = kernel.metadata;
  Gaps gaps = commonGaps(kernel);
  gaps.emplace_back("threads",
                    std::to_string(metadata.numWarps * threadsOfWarp));
  gaps.emplace_back("shared", std::to_string(metadata.sharedBytes));
  gaps.emplace_back("parameters", kernel.parameterList("CUdeviceptr"));
  gaps.emplace_back("image", bytesOf(image));
  bool asks = metadata.sharedBytes > sharedBytesWithoutAsking;
  gaps.emplace_back("attribute", asks ? fillGaps(askForShared, gaps) : "");
  return fillGaps(gpuDeclarations, gaps) + fillGaps(gpuState, gaps) +
         fillGaps(gpuFunctions, gaps);
}
