// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Makes the compiler crash, in a process that loads this before other
/// libraries (LD_PRELOAD): `exp` faults for one number. The compiler calls it
/// where a kernel has Math.exp of a constant; CrashedCompilerTest has such a
/// kernel.

#include <dlfcn.h>
#include <stddef.h>

double exp(double x) {
  double (*next)(double);
  volatile int *volatile nowhere = NULL;
  if (x == 0.4242)
    *nowhere = 1;
  *(void **)&next = dlsym(RTLD_NEXT, "exp");
  return next(x);
}
