// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A stand-in for libcuda.so.1 on machines without a GPU. It checks handles and
/// ranges, records every call, fails on demand and runs one kernel itself.
///
/// Device memory is host memory. Code is text: `.entry NAME(` and its `.param`
/// lines say what a launch must be given. A kernel whose name begins with
/// `add` adds two arrays of floats as its arguments (x, y, out, n) say; any
/// other does nothing.
///
/// Environment:
///   FAKE_CUDA_LOG=FILE          a line for each call is appended
///   FAKE_CUDA_FAIL=CALL=CODE[@N] the N-th call of CALL (default: each) fails
///   FAKE_CUDA_DEVICES=N         how many devices there are (default 1)
///   FAKE_CUDA_CAPABILITY=M.N    their compute capability (default 9.0)
///   FAKE_CUDA_TIMES=A,B,...     milliseconds of the launches, repeating
///
/// fakeCudaLive() is the number of objects that were not given back.

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int CUresult;
typedef unsigned long long CUdeviceptr;

enum { MaxObjects = 4096, MaxParameters = 64, Alignment = 256 };
enum { InvalidValue = 1, OutOfMemory = 2, NotInitialized = 3 };
enum { InvalidDevice = 101, InvalidContext = 201, InvalidPtx = 218 };
enum { InvalidHandle = 400, NotFound = 500 };

typedef enum { Free, Memory, Module, Function, Stream, Event } Kind;

/// Anything that has a handle; the handle of all but memory is its address.
typedef struct {
  Kind kind;
  char *bytes;    // Memory: the block; Module: its text
  size_t size;    // Memory
  int module;     // Function: the index of its module
  char name[256]; // Function
  int parameters; // Function
  int sizes[MaxParameters];
  double time; // Event: milliseconds; negative if not recorded
} Object;

static Object objects[MaxObjects];
static int initialized, contexts;
static int context; // Its address is the primary context.
static _Thread_local void *current;
static double now;
static unsigned launches;

/// What is alive: objects and retained contexts. Functions die with modules.
int fakeCudaLive(void) {
  int live = contexts;
  for (int i = 0; i < MaxObjects; ++i)
    live += objects[i].kind != Free && objects[i].kind != Function;
  return live;
}

/// Records a call; returns the code that it is told to fail with, or 0.
static CUresult enter(const char *call, const char *format, ...) {
  const char *path = getenv("FAKE_CUDA_LOG");
  FILE *log = path ? fopen(path, "a") : NULL;
  if (log) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(log, "%s ", call);
    vfprintf(log, format, arguments);
    fputc('\n', log);
    va_end(arguments);
    fclose(log);
  }
  static char watched[128];
  static int seen;
  const char *fail = getenv("FAKE_CUDA_FAIL");
  size_t length = strlen(call);
  if (!fail || strncmp(fail, call, length) || fail[length] != '=')
    return 0;
  if (strcmp(watched, fail)) {
    snprintf(watched, sizeof(watched), "%s", fail);
    seen = 0;
  }
  ++seen;
  const char *which = strchr(fail, '@');
  return which && atoi(which + 1) != seen ? 0 : atoi(fail + length + 1);
}

#define ENTER(...)                                                             \
  do {                                                                         \
    CUresult failure = enter(__func__, __VA_ARGS__);                           \
    if (failure)                                                               \
      return failure;                                                          \
  } while (0)
#define ENTER_WITH_CONTEXT(...)                                                \
  do {                                                                         \
    ENTER(__VA_ARGS__);                                                        \
    if (current != &context || !contexts)                                      \
      return InvalidContext;                                                   \
  } while (0)

static Object *create(Kind kind) {
  for (int i = 0; i < MaxObjects; ++i)
    if (objects[i].kind == Free) {
      memset(&objects[i], 0, sizeof(Object));
      objects[i].kind = kind;
      return &objects[i];
    }
  return NULL;
}

/// The object of that handle, if it is alive and of that kind.
static Object *find(void *handle, Kind kind) {
  Object *object = handle;
  if (object < objects || object >= objects + MaxObjects ||
      object->kind != kind)
    return NULL;
  return object;
}

/// The block that holds `size` bytes at `address`.
static Object *findMemory(CUdeviceptr address, size_t size) {
  for (int i = 0; i < MaxObjects; ++i) {
    CUdeviceptr start = (uintptr_t)objects[i].bytes;
    if (objects[i].kind == Memory && address >= start &&
        address - start <= objects[i].size &&
        size <= objects[i].size - (address - start))
      return &objects[i];
  }
  return NULL;
}

CUresult cuGetErrorName(CUresult error, const char **text) {
  switch (error) {
  case InvalidValue:
    *text = "CUDA_ERROR_INVALID_VALUE";
    return 0;
  case OutOfMemory:
    *text = "CUDA_ERROR_OUT_OF_MEMORY";
    return 0;
  case 100:
    *text = "CUDA_ERROR_NO_DEVICE";
    return 0;
  case InvalidContext:
    *text = "CUDA_ERROR_INVALID_CONTEXT";
    return 0;
  case InvalidPtx:
    *text = "CUDA_ERROR_INVALID_PTX";
    return 0;
  case InvalidHandle:
    *text = "CUDA_ERROR_INVALID_HANDLE";
    return 0;
  case NotFound:
    *text = "CUDA_ERROR_NOT_FOUND";
    return 0;
  case 700:
    *text = "CUDA_ERROR_ILLEGAL_ADDRESS";
    return 0;
  default:
    *text = NULL;
    return InvalidValue;
  }
}

CUresult cuGetErrorString(CUresult error, const char **text) {
  const char *name;
  *text = cuGetErrorName(error, &name) ? NULL : "as the fake was told";
  return *text ? 0 : InvalidValue;
}

CUresult cuInit(unsigned flags) {
  ENTER("%u", flags);
  initialized = 1;
  return 0;
}

static int deviceCount(void) {
  const char *count = getenv("FAKE_CUDA_DEVICES");
  return count ? atoi(count) : 1;
}

CUresult cuDeviceGetCount(int *count) {
  ENTER("");
  *count = deviceCount();
  return initialized ? 0 : NotInitialized;
}

CUresult cuDeviceGet(int *device, int ordinal) {
  ENTER("%d", ordinal);
  *device = 40 + ordinal; // An id that is no ordinal, as the manual allows.
  return ordinal >= 0 && ordinal < deviceCount() ? 0 : InvalidDevice;
}

CUresult cuDeviceGetName(char *name, int length, int device) {
  ENTER("%d", device);
  snprintf(name, length, "Fake GPU %d", device - 40);
  return 0;
}

CUresult cuDeviceGetAttribute(int *value, int attribute, int device) {
  ENTER("%d %d", attribute, device);
  const char *capability = getenv("FAKE_CUDA_CAPABILITY");
  if (!capability)
    capability = "9.0";
  if (attribute == 75)
    *value = atoi(capability);
  else if (attribute == 76)
    *value = atoi(strchr(capability, '.') + 1);
  else if (attribute == 97)
    *value = 227 * 1024;
  else
    return InvalidValue;
  return 0;
}

CUresult cuDevicePrimaryCtxRetain(void **result, int device) {
  ENTER("%d", device);
  ++contexts;
  *result = &context;
  return 0;
}

CUresult cuDevicePrimaryCtxRelease_v2(int device) {
  ENTER("%d", device);
  if (!contexts)
    return InvalidContext;
  --contexts;
  return 0;
}

CUresult cuCtxSetCurrent(void *handle) {
  ENTER("%s", handle ? "primary" : "none");
  current = handle;
  return 0;
}

CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t size) {
  ENTER_WITH_CONTEXT("%zu", size);
  size_t rounded = (size + Alignment - 1) / Alignment * Alignment;
  if (!size || rounded < size)
    return InvalidValue;
  char *bytes = aligned_alloc(Alignment, rounded);
  Object *object = bytes ? create(Memory) : NULL;
  if (!object)
    return OutOfMemory;
  object->bytes = bytes;
  object->size = size;
  memset(bytes, 0xcd, rounded);
  *address = (uintptr_t)bytes;
  return 0;
}

CUresult cuMemFree_v2(CUdeviceptr address) {
  ENTER_WITH_CONTEXT("");
  Object *object = findMemory(address, 0);
  if (!object || (uintptr_t)object->bytes != address)
    return InvalidValue;
  free(object->bytes);
  object->kind = Free;
  return 0;
}

CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t size) {
  ENTER_WITH_CONTEXT("%zu", size);
  if (!findMemory(to, size))
    return InvalidValue;
  memcpy((void *)(uintptr_t)to, from, size);
  return 0;
}

CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t size) {
  ENTER_WITH_CONTEXT("%zu", size);
  if (!findMemory(from, size))
    return InvalidValue;
  memcpy(to, (void *)(uintptr_t)from, size);
  return 0;
}

CUresult cuMemsetD8_v2(CUdeviceptr to, unsigned char byte, size_t size) {
  ENTER_WITH_CONTEXT("%u %zu", byte, size);
  if (!findMemory(to, size))
    return InvalidValue;
  memset((void *)(uintptr_t)to, byte, size);
  return 0;
}

CUresult cuModuleLoadDataEx(void **result, const void *image, unsigned count,
                            int *options, void **values) {
  ENTER_WITH_CONTEXT("%u", count);
  if (!strstr(image, ".entry")) {
    for (unsigned i = 0; i + 1 < count; ++i)
      if (options[i] == 5 && options[i + 1] == 6)
        snprintf(values[i], (size_t)values[i + 1],
                 "ptxas application ptx input, line 1; fatal : no .entry\n");
    return InvalidPtx;
  }
  Object *object = create(Module);
  if (!object)
    return OutOfMemory;
  object->bytes = strdup(image);
  *result = object;
  return 0;
}

CUresult cuModuleUnload(void *handle) {
  ENTER_WITH_CONTEXT("");
  Object *module = find(handle, Module);
  if (!module)
    return InvalidHandle;
  for (int i = 0; i < MaxObjects; ++i)
    if (objects[i].kind == Function && objects[i].module == module - objects)
      objects[i].kind = Free;
  free(module->bytes);
  module->kind = Free;
  return 0;
}

/// Reads the sizes of the parameters from `.param .u64 name` and the like.
static int readParameters(Object *function, const char *text) {
  const char *end = strchr(text, '{');
  for (const char *at = strstr(text, ".param"); at && (!end || at < end);
       at = strstr(at + 1, ".param")) {
    int bits = 0;
    char letter;
    if (function->parameters == MaxParameters ||
        sscanf(at, ".param .%c%d", &letter, &bits) != 2)
      return 0;
    function->sizes[function->parameters++] = bits / 8;
  }
  return 1;
}

CUresult cuModuleGetFunction(void **result, void *handle, const char *name) {
  ENTER_WITH_CONTEXT("%s", name);
  Object *module = find(handle, Module);
  if (!module)
    return InvalidHandle;
  char wanted[256];
  snprintf(wanted, sizeof(wanted), ".entry %s(", name);
  const char *entry = strstr(module->bytes, wanted);
  if (!entry)
    return NotFound;
  Object *function = create(Function);
  if (!function || !readParameters(function, entry))
    return InvalidPtx;
  snprintf(function->name, sizeof(function->name), "%s", name);
  function->module = (int)(module - objects);
  *result = function;
  return 0;
}

CUresult cuFuncSetAttribute(void *handle, int attribute, int value) {
  ENTER_WITH_CONTEXT("%d %d", attribute, value);
  return find(handle, Function) ? 0 : InvalidHandle;
}

/// Records the values of the arguments: the bytes as a number, or where a
/// pointer points, as the size of its block.
static void describe(const Object *function, void **arguments, char *text,
                     size_t size) {
  size_t used = 0;
  text[0] = 0;
  for (int i = 0; i < function->parameters && used < size; ++i) {
    uint64_t value = 0;
    memcpy(&value, arguments[i], function->sizes[i]);
    Object *memory = function->sizes[i] == 8 ? findMemory(value, 0) : NULL;
    if (memory)
      used += snprintf(text + used, size - used, " buffer:%zu", memory->size);
    else
      used += snprintf(text + used, size - used, " %d:0x%llx",
                       function->sizes[i], (unsigned long long)value);
  }
}

static CUresult addKernel(void **arguments) {
  CUdeviceptr pointers[3];
  int count;
  for (int i = 0; i < 3; ++i)
    memcpy(&pointers[i], arguments[i], sizeof(CUdeviceptr));
  memcpy(&count, arguments[3], sizeof(count));
  for (int i = 0; i < 3; ++i)
    if (!findMemory(pointers[i], count * sizeof(float)))
      return 700;
  const float *x = (void *)(uintptr_t)pointers[0];
  const float *y = (void *)(uintptr_t)pointers[1];
  float *out = (void *)(uintptr_t)pointers[2];
  for (int i = 0; i < count; ++i)
    out[i] = x[i] + y[i];
  return 0;
}

/// The time that the next launch takes.
static double launchTime(void) {
  const char *times = getenv("FAKE_CUDA_TIMES");
  if (!times)
    return 1;
  unsigned count = 1;
  for (const char *c = times; *c; ++c)
    count += *c == ',';
  for (unsigned skip = launches % count; skip; --skip)
    times = strchr(times, ',') + 1;
  return atof(times);
}

CUresult cuLaunchKernel(void *handle, unsigned gridX, unsigned gridY,
                        unsigned gridZ, unsigned blockX, unsigned blockY,
                        unsigned blockZ, unsigned shared, void *stream,
                        void **arguments, void **extra) {
  Object *function = find(handle, Function);
  if (!function || (stream && !find(stream, Stream)))
    return InvalidHandle;
  if (extra || !gridX || !gridY || !gridZ || !blockX)
    return InvalidValue;
  char text[4096];
  describe(function, arguments, text, sizeof(text));
  ENTER_WITH_CONTEXT("%s %ux%ux%u %ux%ux%u %u %s%s", function->name, gridX,
                     gridY, gridZ, blockX, blockY, blockZ, shared,
                     stream ? "stream" : "default", text);
  now += launchTime();
  ++launches;
  return strncmp(function->name, "add", 3) ? 0 : addKernel(arguments);
}

CUresult cuStreamCreate(void **result, unsigned flags) {
  ENTER_WITH_CONTEXT("%u", flags);
  *result = create(Stream);
  return *result ? 0 : OutOfMemory;
}

CUresult cuStreamDestroy_v2(void *handle) {
  ENTER_WITH_CONTEXT("");
  Object *stream = find(handle, Stream);
  if (!stream)
    return InvalidHandle;
  stream->kind = Free;
  return 0;
}

CUresult cuStreamSynchronize(void *handle) {
  ENTER_WITH_CONTEXT("%s", handle ? "stream" : "default");
  return !handle || find(handle, Stream) ? 0 : InvalidHandle;
}

CUresult cuEventCreate(void **result, unsigned flags) {
  ENTER_WITH_CONTEXT("%u", flags);
  Object *event = create(Event);
  *result = event;
  if (!event)
    return OutOfMemory;
  event->time = -1;
  return 0;
}

CUresult cuEventDestroy_v2(void *handle) {
  ENTER_WITH_CONTEXT("");
  Object *event = find(handle, Event);
  if (!event)
    return InvalidHandle;
  event->kind = Free;
  return 0;
}

CUresult cuEventRecord(void *handle, void *stream) {
  ENTER_WITH_CONTEXT("%s", stream ? "stream" : "default");
  Object *event = find(handle, Event);
  if (!event)
    return InvalidHandle;
  event->time = now;
  return 0;
}

CUresult cuEventSynchronize(void *handle) {
  ENTER_WITH_CONTEXT("");
  return find(handle, Event) ? 0 : InvalidHandle;
}

CUresult cuEventElapsedTime(float *milliseconds, void *begin, void *end) {
  ENTER_WITH_CONTEXT("");
  Object *from = find(begin, Event), *to = find(end, Event);
  if (!from || !to || from->time < 0 || to->time < 0)
    return InvalidHandle;
  *milliseconds = (float)(to->time - from->time);
  return 0;
}
