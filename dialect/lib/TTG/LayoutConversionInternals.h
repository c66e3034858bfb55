// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the files of the conversion planner share.

#ifndef CM2TT_LIB_DIALECT_TTG_LAYOUTCONVERSIONINTERNALS_H
#define CM2TT_LIB_DIALECT_TTG_LAYOUTCONVERSIONINTERNALS_H

#include "cm2tt/Dialect/TTG/LayoutConversion.h"

namespace cm2tt::ttg {

/// Plans a conversion through shared memory, less whether it is warp-local. No
/// layout has redundant registers.
SharedPlan planShared(const LinearLayout &source, const LinearLayout &dest,
                      const ConversionOptions &options);

} // namespace cm2tt::ttg

#endif // CM2TT_LIB_DIALECT_TTG_LAYOUTCONVERSIONINTERNALS_H
