// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The layouts of tiles that were laid out over threads.

#ifndef CM2TT_GPU_LAYOUT_TILELAYOUT_H
#define CM2TT_GPU_LAYOUT_TILELAYOUT_H

#include "cm2tt/Dialect/TTG/TTGAttrs.h"

#include "mlir/IR/Value.h"

namespace cm2tt {

/// The layout of a tile; its encoding must be `#ttg.linear`.
inline const ttg::LinearLayout &getLayout(mlir::Value tile) {
  return ttg::getLayoutAttr(tile.getType()).getLayout();
}

} // namespace cm2tt

#endif // CM2TT_GPU_LAYOUT_TILELAYOUT_H
