// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The promise of a launcher that a number is above 0, which passes rely on and
/// the description of a compiled kernel has.
///
/// Not here: the pass that asks for it (TTScaleMaxima.cpp).

#ifndef CM2TT_TILE_POSITIVEPARAMETERS_H
#define CM2TT_TILE_POSITIVEPARAMETERS_H

#include "llvm/ADT/StringRef.h"

namespace cm2tt {

/// On a parameter of f32, unit: launches of this code have a value of at least
/// 2^-kPositiveExponent, and at most 2^kPositiveExponent.
inline constexpr llvm::StringLiteral kPositiveAttr = "tt.positive";
inline constexpr int kPositiveExponent = 64;

} // namespace cm2tt

#endif // CM2TT_TILE_POSITIVEPARAMETERS_H
