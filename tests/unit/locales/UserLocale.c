// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Makes any program, into which it is loaded, one that calls `setlocale`.

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((constructor)) static void followUser(void) {
  const char *wanted = getenv("LC_ALL");
  const char *found = setlocale(LC_ALL, "");
  if (found && wanted)
    return;
  fputs("UserLocale: LC_ALL names no locale that there is\n", stderr);
  abort();
}
