// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A pass for tests of the axis analysis.

#ifndef CM2TT_GPU_LAYOUT_TESTPRINTAXISINFO_H
#define CM2TT_GPU_LAYOUT_TESTPRINTAXISINFO_H

namespace cm2tt {

/// Registers `cm2tt-test-print-axis-info`, which prints what AxisInfo.h knows
/// of each result as remarks, and the width of accesses of tiles with a layout.
void registerTestPrintAxisInfoPass();

} // namespace cm2tt

#endif // CM2TT_GPU_LAYOUT_TESTPRINTAXISINFO_H
