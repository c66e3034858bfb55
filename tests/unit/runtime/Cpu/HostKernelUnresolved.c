// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel of a CPU that calls what is not there.

int cm2tt_no_such_function(void);

/// Cannot be loaded.
int unresolved(const void *launch, const void *const *arguments) {
  (void)launch, (void)arguments;
  return cm2tt_no_such_function();
}
