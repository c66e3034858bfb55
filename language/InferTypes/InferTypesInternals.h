// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the files of the type interpreter.

#ifndef CM2TT_LANGUAGE_INFERTYPES_INFERTYPESINTERNALS_H
#define CM2TT_LANGUAGE_INFERTYPES_INFERTYPESINTERNALS_H

#include "cm2tt/Language/InferTypes.h"
#include "cm2tt/Language/KernelApi.h"

namespace cm2tt {

/// The type of the numbers that objects of a class represent (boxes, and
/// Float16 of the kernel language); null for any other class.
mlir::Type unboxedType(cm::JavaType javaClass);

} // namespace cm2tt

#endif // CM2TT_LANGUAGE_INFERTYPES_INFERTYPESINTERNALS_H
