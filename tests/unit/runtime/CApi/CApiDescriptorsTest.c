// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tensor descriptors as arguments.

#include "CApiTesting.h"

/// Copies the block of 8x16 floats in row `i` of `a` to that of `b`.
static const char model[] =
    "!Desc = !cm.java<\"io.github.cm2tt.lang.TensorDescriptor\">\n"
    "!Tensor = !cm.java<\"io.github.cm2tt.lang.Tensor\">\n"
    "cm.func \"copy\" body (%a: !Desc, %b: !Desc, %i: i32) -> none {\n"
    "  %0 = cm.constant 0 : i32\n"
    "  %x = cm.invoke \"io.github.cm2tt.lang.TensorDescriptor::load(int, "
    "int):io.github.cm2tt.lang.Tensor\"(%a, %i, %0) : (!Desc, i32, i32) -> "
    "!Tensor\n"
    "  cm.invoke \"io.github.cm2tt.lang.TensorDescriptor::store("
    "io.github.cm2tt.lang.Tensor, int, int):void\"(%b, %x, %i, %0) : (!Desc, "
    "!Tensor, i32, i32) -> none\n"
    "  cm.return\n"
    "}\n";

enum { Rows = 12, Columns = 20, Count = Rows * Columns };

/// A matrix in a buffer.
static cm2tt_tensor_description describe(const cm2tt_buffer *buffer) {
  cm2tt_tensor_description matrix = {.size = sizeof(matrix)};
  matrix.address = cm2tt_buffer_address(buffer);
  matrix.type = CM2TT_FP32;
  matrix.rank = 2;
  matrix.shape[0] = Rows, matrix.shape[1] = Columns;
  matrix.strides[0] = Columns, matrix.strides[1] = 1;
  matrix.block[0] = 8, matrix.block[1] = 16;
  return matrix;
}

/// Fails for each rule that C++ does not see.
static void testDescriptions(const cm2tt_buffer *buffer) {
  cm2tt_tensor_descriptor *made = (cm2tt_tensor_descriptor *)buffer;
  cm2tt_tensor_description matrix = describe(buffer);
  NEEDS(cm2tt_tensor_descriptor_create(NULL, &made), "description");
  NEEDS(cm2tt_tensor_descriptor_create(&matrix, NULL), "descriptor");
  matrix.type = 15;
  FAILS(cm2tt_tensor_descriptor_create(&matrix, &made), CM2TT_INVALID_ARGUMENT,
        "'description': there is no type 15");
  matrix = describe(buffer);
  matrix.rank = 6;
  FAILS(cm2tt_tensor_descriptor_create(&matrix, &made), CM2TT_INVALID_ARGUMENT,
        "'description': 1 to 5 dimensions are expected: 6");
  matrix = describe(buffer);
  matrix.strides[1] = 2;
  FAILS(cm2tt_tensor_descriptor_create(&matrix, &made), CM2TT_INVALID_ARGUMENT,
        "a last stride of 2");
  CHECK(!made);
  cm2tt_tensor_descriptor_destroy(NULL);
}

/// The rows from 8 on are copied, as far as the tensor has them.
static void testCopy(Setup setup, cm2tt_kernel *kernel, cm2tt_buffer *from,
                     cm2tt_buffer *to) {
  cm2tt_tensor_description a = describe(from), b = describe(to);
  cm2tt_tensor_descriptor *source, *target;
  float numbers[Count], copied[Count];
  int wrong = 0;
  for (int i = 0; i < Count; ++i)
    numbers[i] = (float)i;
  OK(cm2tt_buffer_write(from, 0, numbers, sizeof(numbers)));
  OK(cm2tt_buffer_fill(to, 0, 0, sizeof(copied)));
  OK(cm2tt_tensor_descriptor_create(&a, &source));
  OK(cm2tt_tensor_descriptor_create(&b, &target));
  cm2tt_argument arguments[] = {cm2tt_arg_descriptor(source),
                                cm2tt_arg_descriptor(target), cm2tt_arg_i32(8)};
  cm2tt_launch launch = {.size = sizeof(launch), .grid = {1, 1, 1}};
  for (int i = 0; i < 2; ++i)
    OK(cm2tt_kernel_launch(kernel, setup.device, &launch, arguments, 3));
  OK(cm2tt_buffer_read(to, 0, copied, sizeof(copied)));
  for (int i = 0; i < Count && !isFake(setup); ++i) {
    const int isCopied = i / Columns >= 8 && i % Columns < 16;
    wrong += copied[i] != (isCopied ? numbers[i] : 0);
  }
  CHECK(wrong == 0);
  arguments[0] = cm2tt_arg_descriptor(NULL);
  FAILS(cm2tt_kernel_launch(kernel, setup.device, &launch, arguments, 3),
        CM2TT_INVALID_ARGUMENT, "argument 0: the descriptor is null");
  arguments[0] = cm2tt_arg_buffer(from, CM2TT_FP32);
  FAILS(cm2tt_kernel_launch(kernel, setup.device, &launch, arguments, 3),
        CM2TT_INVALID_ARGUMENT,
        "*fp32 was given: expected a tensor descriptor");
  cm2tt_tensor_descriptor_destroy(source);
  cm2tt_tensor_descriptor_destroy(target);
}

void testDescriptors(void) {
  Setup setup = setUp(NULL);
  cm2tt_buffer *from, *to;
  cm2tt_kernel *kernel;
  OK(cm2tt_buffer_create(setup.device, Count * sizeof(float), &from));
  OK(cm2tt_buffer_create(setup.device, Count * sizeof(float), &to));
  OK(cm2tt_kernel_load(setup.runtime, model, strlen(model), "copy.mlir", NULL,
                       &kernel));
  testDescriptions(from);
  testCopy(setup, kernel, from, to);
  cm2tt_kernel_destroy(kernel);
  cm2tt_buffer_destroy(from);
  cm2tt_buffer_destroy(to);
  cm2tt_runtime_destroy(setup.runtime);
}
