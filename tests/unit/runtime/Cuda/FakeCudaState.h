// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the files of the fake driver.

#ifndef CM2TT_TESTS_RUNTIME_FAKECUDASTATE_H
#define CM2TT_TESTS_RUNTIME_FAKECUDASTATE_H

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
enum { UnsupportedPtxVersion = 222 };
enum { InvalidHandle = 400, NotFound = 500, IllegalAddress = 700 };
enum { NotReady = 600 };
enum { PeerAccessAlreadyEnabled = 704 };
enum { CaptureUnsupported = 900, CaptureUnmatched = 903 };
enum { MaxDevices = 16, FirstDevice = 40 };

typedef enum {
  Free,
  Memory,
  HostMemory,
  Module,
  Function,
  Stream,
  Event,
  Link,
  Graph,
  GraphExec,
  Pool,
} Kind;

/// The bytes of a tensor map, which begin with the magic number.
enum { TensorMapBytes = 128 };
static const char tensorMapMagic[8] = "FakeMap";

/// Anything that has a handle; the handle of all but memory is its address.
typedef struct {
  Kind kind;
  int device;     // counted from 0
  char *bytes;    // Memory: the block; Module, Link: its text
  size_t size;    // Memory, HostMemory
  int module;     // Function: the index of its module
  char name[256]; // Function
  int parameters; // Function
  int sizes[MaxParameters];
  double time; // Event: milliseconds; negative if not recorded
  int graph;   // Stream: the index of what it captures into, or 0
  int nodes;   // Graph, GraphExec: how many operations
} Object;

// Short names that do not conflict with others.
#pragma GCC visibility push(hidden)

extern Object objects[MaxObjects]; // The first one is not used.
extern double now;
extern int broken; // By a kernel.

/// Records a call; returns the code with which it has to fail, or 0.
CUresult enter(const char *call, const char *format, ...);
/// The device whose context is current; -1 without one that is alive.
int currentDevice(void);
/// A new object of the current device; NULL if there are too many.
Object *create(Kind kind);
/// The object of that handle, if it is alive and of that kind.
Object *findAny(void *handle, Kind kind);
/// The object of that handle, if it is alive, of that kind and of the current
/// device.
Object *find(void *handle, Kind kind);
/// The block of the current device that holds `size` bytes at `address`.
Object *findMemory(CUdeviceptr address, size_t size);
/// The same of the device with that primary context.
Object *findMemoryOf(void *context, CUdeviceptr address, size_t size);
/// Whether work on devices may access each other's memory: from each device,
/// counted from 0, to the others, as bits.
extern int peers[MaxDevices];
/// Writes the compiler's message to where the options say.
CUresult noEntry(unsigned count, int *options, void **values);
/// The result of reading code whose version of PTX may be too new.
CUresult checkVersion(const char *image);
/// How streams are recorded.
const char *streamText(void *stream);

/// The result of work on a stream before it is executed: a failure, or Done if
/// it is complete because it was captured.
enum { Done = -1 };
CUresult onStream(void *handle);

#pragma GCC visibility pop

#define ENTER(...)                                                             \
  do {                                                                         \
    CUresult failure = enter(__func__, __VA_ARGS__);                           \
    if (failure)                                                               \
      return failure;                                                          \
  } while (0)
/// Functions that free something work in a broken context, too.
#define ENTER_TO_FREE(...)                                                     \
  do {                                                                         \
    ENTER(__VA_ARGS__);                                                        \
    if (currentDevice() < 0)                                                   \
      return InvalidContext;                                                   \
  } while (0)
#define ENTER_WITH_CONTEXT(...)                                                \
  do {                                                                         \
    ENTER(__VA_ARGS__);                                                        \
    if (currentDevice() < 0)                                                   \
      return InvalidContext;                                                   \
    if (broken)                                                                \
      return IllegalAddress;                                                   \
  } while (0)

#define ON_STREAM(stream)                                                      \
  do {                                                                         \
    CUresult state = onStream(stream);                                         \
    if (state)                                                                 \
      return state == Done ? 0 : state;                                        \
  } while (0)

#endif // CM2TT_TESTS_RUNTIME_FAKECUDASTATE_H
