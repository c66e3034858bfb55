// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Adds two vectors by the kernel of examples/vector-add, from C.

#include <cm2tt/cm2tt.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 100000, BLOCK = 1024 };

/// Ends the program if a call failed.
static void check(cm2tt_status status) {
  if (status != CM2TT_OK) {
    fprintf(stderr, "%s\n", cm2tt_last_error());
    exit(1);
  }
}

int main(int argc, char **argv) {
  static float x[N], y[N], sum[N];
  const uint64_t bytes = sizeof(x);
  for (int i = 0; i < N; ++i)
    x[i] = 0.5f * i, y[i] = 2.0f * i;

  cm2tt_runtime *runtime;
  cm2tt_device *device;
  cm2tt_kernel *add;
  check(cm2tt_runtime_create(NULL, &runtime));
  check(cm2tt_runtime_device(runtime, 0, &device)); // a GPU, else the CPU
  check(cm2tt_kernel_load_file(runtime, argc > 1 ? argv[1] : "model.json", NULL,
                               &add));

  cm2tt_buffer *a, *b, *out;
  check(cm2tt_buffer_create(device, bytes, &a));
  check(cm2tt_buffer_create(device, bytes, &b));
  check(cm2tt_buffer_create(device, bytes, &out));
  check(cm2tt_buffer_write(a, 0, x, bytes));
  check(cm2tt_buffer_write(b, 0, y, bytes));

  cm2tt_launch launch = {.size = sizeof(launch),
                         .grid = {(N + BLOCK - 1) / BLOCK, 1, 1}};
  cm2tt_argument arguments[] = {
      cm2tt_arg_buffer(a, CM2TT_FP32), cm2tt_arg_buffer(b, CM2TT_FP32),
      cm2tt_arg_buffer(out, CM2TT_FP32), cm2tt_arg_i32(N)};
  check(cm2tt_kernel_launch(add, device, &launch, arguments, 4));
  check(cm2tt_buffer_read(out, 0, sum, bytes));

  int wrong = 0;
  for (int i = 0; i < N; ++i)
    wrong += sum[i] != x[i] + y[i];
  printf("%d of %d sums are wrong\n", wrong, N);
  cm2tt_buffer_destroy(a);
  cm2tt_buffer_destroy(b);
  cm2tt_buffer_destroy(out);
  cm2tt_kernel_destroy(add);
  cm2tt_runtime_destroy(runtime);
  return wrong != 0;
}
