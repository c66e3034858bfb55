// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Conversions of numbers with a rounding that the kernel chooses, as libdevice
/// has them.
///
/// Not here: conversions to the nearest (NumberConversions.cpp).

#ifndef CM2TT_LANGUAGE_KERNELAPI_ROUNDEDCONVERSIONS_H
#define CM2TT_LANGUAGE_KERNELAPI_ROUNDEDCONVERSIONS_H

#include "KernelApiInternals.h"

namespace cm2tt {

/// The constants of Rounding: to the nearest with ties to even, towards zero,
/// towards negative and positive infinity.
enum class RoundTo { Nearest, Zero, Negative, Positive };

/// Whether numbers of one type are converted to another one with that rounding.
bool hasRoundedConversion(RoundTo rounding, mlir::Type from, mlir::Type to);

/// Such a conversion. Integers saturate, and are 0 for NaN; to floating-point
/// numbers, what is too large becomes infinity or the largest number, as the
/// rounding says.
mlir::Value buildRoundedConversion(TileBuilder &builder, RoundTo rounding,
                                   mlir::Value value, mlir::Type from,
                                   mlir::Type to);

} // namespace cm2tt

#endif // CM2TT_LANGUAGE_KERNELAPI_ROUNDEDCONVERSIONS_H
