// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Products of matrices, with their accumulator and precision.

#include "KernelApiInternals.h"

using namespace mlir;
using namespace cm2tt;

ArrayRef<Method> cm2tt::matrixProductMethods() { return {}; }
