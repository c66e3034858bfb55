// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The rounding of kernels, as attributes of their module. Without attributes,
/// it is Triton's default: a product and a sum of tiles may become one fma.
/// Those of scalars may not, since Java's operators round twice.

#ifndef CM2TT_LOWERING_FLOATOPTIONS_H
#define CM2TT_LOWERING_FLOATOPTIONS_H

#include "llvm/ADT/StringRef.h"

namespace cm2tt {

/// On a module, a unit: a product and a sum of tiles are rounded one after the
/// other. Else they may become one fma. Those of scalars never do, as Java's
/// operators round twice.
inline constexpr llvm::StringLiteral kNoFpFusionAttr = "tt.no_fp_fusion";
/// On a module, a unit: functions of f32, of libdevice or approximate ones of
/// the GPU, keep subnormal numbers. Else they take them for 0.
inline constexpr llvm::StringLiteral kNoFtzAttr = "ttg.no_ftz";

} // namespace cm2tt

#endif // CM2TT_LOWERING_FLOATOPTIONS_H
