// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Constants at the entry of a function, for passes after the canonicalizer.

#ifndef CM2TT_TILE_OPTIMIZE_ENTRYCONSTANTS_H
#define CM2TT_TILE_OPTIMIZE_ENTRYCONSTANTS_H

#include "cm2tt/Dialect/TT/TTOps.h"

namespace cm2tt {

/// Moves all constants to the entry of the function, after those that it begins
/// with, and merges equal ones: a canonicalizer that reads the text again
/// leaves them there.
void moveConstantsToEntry(tt::FuncOp func);

} // namespace cm2tt

#endif // CM2TT_TILE_OPTIMIZE_ENTRYCONSTANTS_H
