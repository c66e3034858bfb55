// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A stand-in for libcuda.so.1 on machines without a GPU. It checks handles and
/// ranges, records every call, fails on demand and runs one kernel itself.
///
/// Device memory is host memory. Code is text: `.entry NAME(` and its `.param`
/// lines say what a launch must be given. A kernel whose name begins with
/// `add` adds two arrays of floats as its arguments (x, y, out, n) say; one
/// whose name begins with `overrun` stores 1 to 128 floats, as its arguments
/// (out) say, and is guarded if it takes a table as well (GuardTable.h); one
/// whose name begins with `trap` breaks the context, so that every later call
/// fails; any other does nothing.
///
/// Each device has a context of its own, and what belongs to one is refused
/// while another is current. Work on streams is done at once, or kept if the
/// stream captures.
///
/// Environment:
///   FAKE_CUDA_LOG=FILE          a line for each call is appended
///   FAKE_CUDA_FAIL=CALL=CODE[@N] the N-th call of CALL (default: each) fails
///   FAKE_CUDA_DEVICES=N         how many devices there are (default 1)
///   FAKE_CUDA_NO_PEERS=1        no device can access another one's memory
///   FAKE_CUDA_CAPABILITY=M.N    their compute capability (default 9.0)
///   FAKE_CUDA_VERSION=N         the driver's version (default 13000): newer PTX
///                               is refused
///   FAKE_CUDA_SHARED=BYTES      the shared memory of a block (default 227 KiB)
///   FAKE_CUDA_BLOCKS=N          the blocks of a multiprocessor (default 2)
///   FAKE_CUDA_TIMES=A,B,...     milliseconds of the launches, repeating
///   FAKE_CUDA_BUSY=1            work is not finished: host functions are called
///                               by fakeCudaFinish()
///
/// fakeCudaLive() is the number of objects that were not given back.

#include "FakeCudaState.h"

#include <pthread.h>
#include <stdarg.h>

Object objects[MaxObjects];
static int initialized;
static int contexts[MaxDevices]; // How often each is retained; its address is
                                 // the device's primary context.
int broken;
static _Thread_local void *current;
double now;
static unsigned launches;

/// What is alive: objects and retained contexts. Functions die with modules.
int fakeCudaLive(void) {
  int live = 0;
  for (int i = 0; i < MaxDevices; ++i)
    live += contexts[i];
  for (int i = 1; i < MaxObjects; ++i)
    live += objects[i].kind != Free && objects[i].kind != Function;
  return live;
}

/// Records a call; returns the code that it is told to fail with, or 0.
CUresult enter(const char *call, const char *format, ...) {
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

int peers[MaxDevices];

/// The device of a primary context that is alive, or -1.
static int deviceOf(void *context) {
  for (int i = 0; i < MaxDevices; ++i)
    if (context == &contexts[i] && contexts[i])
      return i;
  return -1;
}

int currentDevice(void) { return deviceOf(current); }

/// A slot that no other thread is given; NULL if there are too many.
static Object *takeSlot(Kind kind) {
  static pthread_mutex_t taking = PTHREAD_MUTEX_INITIALIZER;
  Object *slot = NULL;
  pthread_mutex_lock(&taking);
  for (int i = 1; i < MaxObjects && !slot; ++i)
    if (objects[i].kind == Free) {
      slot = &objects[i];
      memset(slot, 0, sizeof(Object));
      slot->kind = kind;
    }
  pthread_mutex_unlock(&taking);
  return slot;
}

Object *create(Kind kind) {
  Object *object = takeSlot(kind);
  if (object)
    object->device = currentDevice();
  return object;
}

Object *findAny(void *handle, Kind kind) {
  Object *object = handle;
  if (object < objects || object >= objects + MaxObjects ||
      object->kind != kind)
    return NULL;
  return object;
}

/// The object of that handle, if it is alive, of that kind and of the current
/// device.
Object *find(void *handle, Kind kind) {
  Object *object = findAny(handle, kind);
  return object && object->device == currentDevice() ? object : NULL;
}

Object *findMemoryOf(void *context, CUdeviceptr address, size_t size) {
  int device = deviceOf(context);
  for (int i = 0; i < MaxObjects; ++i) {
    CUdeviceptr start = (uintptr_t)objects[i].bytes;
    if (objects[i].kind == Memory && objects[i].device == device &&
        address >= start && address - start <= objects[i].size &&
        size <= objects[i].size - (address - start))
      return &objects[i];
  }
  return NULL;
}

Object *findMemory(CUdeviceptr address, size_t size) {
  return findMemoryOf(current, address, size);
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
  case UnsupportedPtxVersion:
    *text = "CUDA_ERROR_UNSUPPORTED_PTX_VERSION";
    return 0;
  case InvalidHandle:
    *text = "CUDA_ERROR_INVALID_HANDLE";
    return 0;
  case NotFound:
    *text = "CUDA_ERROR_NOT_FOUND";
    return 0;
  case IllegalAddress:
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

static int driverVersion(void) {
  const char *text = getenv("FAKE_CUDA_VERSION");
  return text ? atoi(text) : 13000;
}

CUresult cuDriverGetVersion(int *version) {
  ENTER("");
  *version = driverVersion();
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
  *device =
      FirstDevice + ordinal; // An id that is no ordinal, as the manual allows.
  return ordinal >= 0 && ordinal < deviceCount() ? 0 : InvalidDevice;
}

CUresult cuDeviceGetName(char *name, int length, int device) {
  ENTER("%d", device);
  snprintf(name, length, "Fake GPU %d", device - FirstDevice);
  return 0;
}

CUresult cuDeviceGetUuid_v2(unsigned char *uuid, int device) {
  ENTER("%d", device);
  for (int i = 0; i < 16; ++i)
    uuid[i] = (unsigned char)(0x10 * (device - FirstDevice) + i);
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
    *value = getenv("FAKE_CUDA_SHARED") ? atoi(getenv("FAKE_CUDA_SHARED"))
                                        : 227 * 1024;
  else if (attribute == 16)
    *value = 132;
  else
    return InvalidValue;
  return 0;
}

enum { TotalMemory = 1 << 30 };

CUresult cuDeviceTotalMem_v2(size_t *bytes, int device) {
  ENTER("%d", device);
  *bytes = TotalMemory;
  return 0;
}

CUresult cuDeviceCanAccessPeer(int *result, int device, int peer) {
  ENTER("%d %d", device, peer);
  *result = device != peer && !getenv("FAKE_CUDA_NO_PEERS");
  return 0;
}

CUresult cuCtxEnablePeerAccess(void *context, unsigned flags) {
  int peer = deviceOf(context), device = currentDevice();
  ENTER_WITH_CONTEXT("%d %u", peer, flags);
  if (peer < 0 || peer == device)
    return InvalidContext;
  if (peers[device] >> peer & 1)
    return PeerAccessAlreadyEnabled;
  peers[device] |= 1 << peer;
  return 0;
}

CUresult cuDevicePrimaryCtxRetain(void **result, int device) {
  ENTER("%d", device);
  int ordinal = device - FirstDevice;
  if (ordinal < 0 || ordinal >= MaxDevices)
    return InvalidDevice;
  ++contexts[ordinal];
  *result = &contexts[ordinal];
  return 0;
}

CUresult cuDevicePrimaryCtxRelease_v2(int device) {
  ENTER("%d", device);
  int ordinal = device - FirstDevice;
  if (ordinal < 0 || ordinal >= MaxDevices || !contexts[ordinal])
    return InvalidContext;
  if (!--contexts[ordinal])
    peers[ordinal] = 0;
  broken = 0;
  return 0;
}

CUresult cuCtxSetCurrent(void *handle) {
  ENTER("%s", handle ? "primary" : "none");
  current = handle;
  return 0;
}

CUresult cuMemGetInfo_v2(size_t *free, size_t *total) {
  ENTER_WITH_CONTEXT("");
  *free = *total = TotalMemory;
  for (int i = 1; i < MaxObjects; ++i)
    if (objects[i].kind == Memory && objects[i].device == currentDevice())
      *free -= objects[i].size;
  return 0;
}

CUresult cuCtxGetCurrent(void **result) {
  ENTER("");
  *result = current;
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

/// The memory of any device, or of the host, in which an address is.
static Object *findAnywhere(CUdeviceptr address) {
  for (int i = 1; i < MaxObjects; ++i) {
    CUdeviceptr start = (uintptr_t)objects[i].bytes;
    if ((objects[i].kind == Memory || objects[i].kind == HostMemory) &&
        address >= start && address - start < objects[i].size)
      return &objects[i];
  }
  return NULL;
}

CUresult cuPointerGetAttribute(void *result, int attribute,
                               CUdeviceptr address) {
  ENTER_WITH_CONTEXT("%d", attribute);
  Object *object = findAnywhere(address);
  if (!object || (attribute != 2 && attribute != 9))
    return InvalidValue;
  if (attribute == 2)
    *(unsigned *)result = object->kind == HostMemory ? 1 : 2;
  else
    *(int *)result = object->device;
  return 0;
}

CUresult cuMemFree_v2(CUdeviceptr address) {
  ENTER_TO_FREE("");
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

CUresult cuMemHostAlloc(void **result, size_t size, unsigned flags) {
  ENTER_WITH_CONTEXT("%zu %u", size, flags);
  Object *object = create(HostMemory);
  if (!size || !object)
    return size ? OutOfMemory : InvalidValue;
  *result = object->bytes = malloc(size);
  object->size = size;
  return 0;
}

CUresult cuMemFreeHost(void *memory) {
  ENTER_TO_FREE("");
  for (int i = 1; i < MaxObjects; ++i)
    if (objects[i].kind == HostMemory && objects[i].bytes == memory) {
      free(memory);
      objects[i].kind = Free;
      return 0;
    }
  return InvalidValue;
}

/// Writes the compiler's message to where the options say.
CUresult noEntry(unsigned count, int *options, void **values) {
  for (unsigned i = 0; i + 1 < count; ++i)
    if (options[i] == 5 && options[i + 1] == 6)
      snprintf(values[i], (size_t)values[i + 1],
               "ptxas application ptx input, line 1; fatal : no .entry\n");
  return InvalidPtx;
}

/// A cubin has no version. PTX 8.0 came with CUDA 12.0, and 8.6 with 12.7.
CUresult checkVersion(const char *image) {
  int major, minor;
  const char *version = strstr(image, ".version ");
  if (*image == 0x7f || !version ||
      sscanf(version, ".version %d.%d", &major, &minor) != 2)
    return 0;
  minor += major == 8 && minor > 5;
  return (major + 4) * 1000 + minor * 10 > driverVersion()
             ? UnsupportedPtxVersion
             : 0;
}

/// ` lines` if the options keep the lines of the source.
static const char *lineInfo(unsigned count, int *options, void **values) {
  for (unsigned i = 0; i < count; ++i)
    if (options[i] == 13 && values[i])
      return " lines";
  return "";
}

CUresult cuModuleLoadDataEx(void **result, const void *image, unsigned count,
                            int *options, void **values) {
  ENTER_WITH_CONTEXT("%u%s", count, lineInfo(count, options, values));
  if (!strstr(image, ".entry"))
    return noEntry(count, options, values);
  CUresult unsupported = checkVersion(image);
  if (unsupported)
    return unsupported;
  Object *object = create(Module);
  if (!object)
    return OutOfMemory;
  object->bytes = strdup(image);
  *result = object;
  return 0;
}

CUresult cuModuleLoadData(void **result, const void *image) {
  return cuModuleLoadDataEx(result, image, 0, NULL, NULL);
}

CUresult cuModuleUnload(void *handle) {
  ENTER_TO_FREE("");
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

/// Reads the sizes of the parameters from `.param .u64 name` and the like, and
/// `.param .align 64 .b8 name[128]` of tensor maps.
static int readParameters(Object *function, const char *text) {
  const char *end = strchr(text, '{');
  for (const char *at = strstr(text, ".param"); at && (!end || at < end);
       at = strstr(at + 1, ".param")) {
    int bits = 0;
    char letter;
    if (function->parameters == MaxParameters)
      return 0;
    int bytes = 0;
    if (sscanf(at, ".param .align %d .b8 %*[^[][%d]", &bits, &bytes) == 2)
      function->sizes[function->parameters++] = bytes;
    else if (sscanf(at, ".param .%c%d", &letter, &bits) == 2)
      function->sizes[function->parameters++] = bits / 8;
    else
      return 0;
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
    if (function->sizes[i] == TensorMapBytes) {
      const int isMap =
          !memcmp(arguments[i], tensorMapMagic, sizeof(tensorMapMagic));
      used += snprintf(text + used, size - used, isMap ? " map" : " no map");
      continue;
    }
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
      return IllegalAddress;
  const float *x = (void *)(uintptr_t)pointers[0];
  const float *y = (void *)(uintptr_t)pointers[1];
  float *out = (void *)(uintptr_t)pointers[2];
  for (int i = 0; i < count; ++i)
    out[i] = x[i] + y[i];
  return 0;
}

/// Stores to 128 floats. The table of a guarded kernel, its last argument, has
/// the memory of its only pointer and the record of its only site.
static CUresult overrunKernel(int parameters, void **arguments) {
  const float one = 1;
  CUdeviceptr out, table = 0;
  memcpy(&out, arguments[0], sizeof(out));
  if (parameters > 1)
    memcpy(&table, arguments[1], sizeof(table));
  uint64_t *words = (void *)(uintptr_t)table;
  if (table && !findMemory(table, 9 * sizeof(uint64_t)))
    return IllegalAddress;
  for (unsigned i = 0; i < 128; ++i) {
    CUdeviceptr address = out + i * sizeof(float);
    if (table &&
        (address < words[0] || address + sizeof(float) > words[0] + words[1])) {
      uint64_t *record = words + 2;
      if (record[0]++ == 0) {
        record[1] = 0;
        record[2] = i;
        record[3] = address;
      }
      continue;
    }
    if (!findMemory(address, sizeof(float)))
      return IllegalAddress;
    memcpy((void *)(uintptr_t)address, &one, sizeof(one));
  }
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

CUresult cuFuncGetAttribute(int *value, int attribute, void *handle) {
  ENTER_WITH_CONTEXT("%d", attribute);
  *value = 40; // Registers.
  return find(handle, Function) && attribute == 4 ? 0 : InvalidValue;
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *handle,
                                                     int threads,
                                                     size_t shared) {
  ENTER_WITH_CONTEXT("%d %zu", threads, shared);
  const char *text = getenv("FAKE_CUDA_BLOCKS");
  *blocks = text ? atoi(text) : 2;
  return find(handle, Function) ? 0 : InvalidHandle;
}

/// Runs a kernel whose launch was recorded.
static CUresult runKernel(Object *function, void *stream, void **arguments) {
  ON_STREAM(stream);
  now += launchTime();
  ++launches;
  if (!strncmp(function->name, "trap", 4))
    broken = 1;
  if (!strncmp(function->name, "overrun", 7))
    return overrunKernel(function->parameters, arguments);
  return strncmp(function->name, "add", 3) ? 0 : addKernel(arguments);
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
                     streamText(stream), text);
  return runKernel(function, stream, arguments);
}

typedef struct {
  int id;
  char padding[4];
  unsigned value[16];
} LaunchAttribute;

typedef struct {
  unsigned grid[3], block[3];
  unsigned shared;
  void *stream;
  const LaunchAttribute *attributes;
  unsigned count;
} LaunchConfig;

CUresult cuLaunchKernelEx(const LaunchConfig *config, void *handle,
                          void **arguments, void **extra) {
  Object *function = find(handle, Function);
  if (!function || (config->stream && !find(config->stream, Stream)))
    return InvalidHandle;
  if (extra || !config->grid[0])
    return InvalidValue;
  char text[256] = "";
  for (unsigned i = 0; i < config->count; ++i) {
    const LaunchAttribute *attribute = &config->attributes[i];
    size_t used = strlen(text);
    if (attribute->id == 2)
      snprintf(text + used, sizeof(text) - used, " cooperative:%u",
               attribute->value[0]);
    else if (attribute->id == 4)
      snprintf(text + used, sizeof(text) - used, " cluster:%ux%ux%u",
               attribute->value[0], attribute->value[1], attribute->value[2]);
    else if (attribute->id == 6)
      snprintf(text + used, sizeof(text) - used, " early:%u",
               attribute->value[0]);
    else
      return InvalidValue;
  }
  ENTER_WITH_CONTEXT("%s %u %u %u %s%s", function->name, config->grid[0],
                     config->block[0], config->shared,
                     streamText(config->stream), text);
  // A launch that is plain but for its early start is logged as one, too.
  if (config->count == 1 && config->attributes[0].id == 6)
    return cuLaunchKernel(handle, config->grid[0], config->grid[1],
                          config->grid[2], config->block[0], config->block[1],
                          config->block[2], config->shared, config->stream,
                          arguments, extra);
  return runKernel(function, config->stream, arguments);
}
