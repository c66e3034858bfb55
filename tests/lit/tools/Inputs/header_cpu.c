// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Calls kernels of a CPU through their headers and compares: the sum of two
/// vectors, a softmax, which needs scratch memory, and one that asserts. C, and
/// C++ too.

#define ADD_IMPLEMENTATION
#define DEBUG_IMPLEMENTATION
#define SOFTMAX_IMPLEMENTATION
#include "add.h"
#include "debug.h"
#include "softmax.h"

#include <math.h>
#include <string.h>

enum { Count = 5003, Rows = 5, Columns = 600 };

static float x[Count], y[Count], sum[Count + 1];
static float in[Rows][Columns], out[Rows][Columns];

static int checkAdd(void) {
  int i;
  for (i = 0; i < Count; ++i) {
    x[i] = (float)i;
    y[i] = 0.5f * (float)i;
  }
  sum[Count] = -1;
  if (add_launch(5, 1, 1, x, y, sum, Count) != 0)
    return 1;
  for (i = 0; i < Count; ++i)
    if (sum[i] != x[i] + y[i])
      return 2;
  return sum[Count] != -1;
}

static int checkSoftmax(void) {
  int row, column;
  for (row = 0; row < Rows; ++row)
    for (column = 0; column < Columns; ++column)
      in[row][column] = (float)((row + 1) * column % 17);
  if (softmax_launch(Rows, 1, 1, &out[0][0], &in[0][0], Columns, Columns,
                     Columns) != 0)
    return 3;
  for (row = 0; row < Rows; ++row) {
    double total = 0;
    for (column = 0; column < Columns; ++column)
      total += exp((double)in[row][column]);
    for (column = 0; column < Columns; ++column)
      if (fabs(out[row][column] - exp((double)in[row][column]) / total) > 1e-6)
        return 4;
  }
  return 0;
}

int main(void) {
  int failed = checkAdd();
  if (!failed)
    failed = checkSoftmax();
  if (!failed && debug_launch(2, 1, 1, 8) != 0)
    failed = 5;
  if (!failed && debug_launch(2, 1, 1, 5) != 1)
    failed = 6;
  return failed;
}
