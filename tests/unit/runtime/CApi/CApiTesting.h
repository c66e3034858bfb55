// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the tests of the C interface.

#ifndef CM2TT_TESTS_RUNTIME_CAPITESTING_H
#define CM2TT_TESTS_RUNTIME_CAPITESTING_H

#include "cm2tt/cm2tt.h"

#include <string.h>

/// Counts a check; one that failed is reported, and the test goes on. Threads
/// may call it at once.
void check(int holds, const char *file, int line, const char *what);

#define CHECK(condition) check(!!(condition), __FILE__, __LINE__, #condition)
#define OK(call) CHECK((call) == CM2TT_OK)
/// The call fails so, and says so.
#define FAILS(call, status, text)                                              \
  CHECK((call) == (status) && strstr(cm2tt_last_error(), (text)))
/// The call fails since an argument is null.
#define NEEDS(call, name)                                                      \
  FAILS(call, CM2TT_INVALID_ARGUMENT, "'" name "' is null")

enum { Elements = 5000, Bytes = Elements * 4, Block = 1024 };

/// The files of the kernel of the example, which adds vectors, and of kernels
/// for checked launches.
extern const char *vectorAdd, *checkedModel;

/// A runtime and the device that it is tested with.
typedef struct {
  cm2tt_runtime *runtime;
  cm2tt_device *device;
} Setup;

/// Makes both.
Setup setUp(const cm2tt_runtime_options *options);
/// Whether the device is that of the fake driver, which runs no graphs.
int isFake(Setup setup);
/// Loads the example's kernel.
cm2tt_kernel *loadAdd(cm2tt_runtime *runtime);

/// A launch of that kernel.
typedef struct {
  cm2tt_buffer *x, *y, *out;
  cm2tt_argument arguments[4];
  cm2tt_launch launch;
} Addition;

Addition makeAddition(cm2tt_device *device);
/// Whether the kernel has run; then, it has not.
int isAdded(const Addition *add);
void destroyAddition(Addition *add);

/// The tests, by what they are about.
void testObjects(void);
void testMemory(void);
void testKernels(void);
void testCompile(void);
void testNull(void);
void testTuners(void);
void testDescriptors(void);
void testStructs(void);

#endif // CM2TT_TESTS_RUNTIME_CAPITESTING_H
