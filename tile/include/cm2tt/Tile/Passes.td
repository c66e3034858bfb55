// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The passes on tiles, for all targets: what prepares kernels, then optimizations.

#ifndef CM2TT_TILE_PASSES_TD
#define CM2TT_TILE_PASSES_TD

include "cm2tt/Tile/PreparePasses.td"
include "cm2tt/Tile/OptimizePasses.td"

#endif // CM2TT_TILE_PASSES_TD
