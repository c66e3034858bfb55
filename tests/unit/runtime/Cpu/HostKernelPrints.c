// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel for a CPU that prints the text at an address.

#include <stdint.h>
#include <stdio.h>

int32_t prints(const void *launch, const void *const *arguments) {
  (void)launch;
  printf("%s, %d\n", *(const char *const *)arguments[0], 1);
  return 0;
}
