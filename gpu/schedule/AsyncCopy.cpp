// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// How wide an asynchronous copy can be: as memory, the mask, the layout of the
/// pointers and that of shared memory allow.
///
/// Not here: emitting it (TTGToLLVM).

#include "AsyncCopy.h"

#include "cm2tt/Dialect/TTG/LayoutConversion.h"

using namespace mlir;
using namespace cm2tt;

/// The largest n such that n elements from a multiple of n on are neighbours
/// along `dim` in shared memory.
static int64_t getNeighbours(const ttg::LinearLayout &memory, unsigned dim) {
  return memory.getNumConsecutive(dim, ttg::InDim::Offset);
}

unsigned cm2tt::getAsyncCopyBytes(Value pointer, Value mask,
                                  ttg::MemDescType memory,
                                  const ModuleAxisInfo &axisInfo) {
  const ttg::LinearLayout &shared = memory.getLayout().getLayout();
  const ttg::LinearLayout &layout =
      ttg::getLayoutAttr(pointer.getType()).getLayout();
  VectorAccess global = axisInfo.getMaxVectorWidth(pointer, mask, layout);
  unsigned elementBytes = getPointeeBytes(pointer.getType());
  ttg::SharedAccessOptions options;
  options.elementBits = elementBytes * 8;
  options.isStore = true;
  ttg::SharedAccessPlan store = ttg::planSharedAccess(layout, shared, options);
  int64_t elements = std::min<int64_t>({global.elements, store.vectorElements,
                                        getNeighbours(shared, global.dim)});
  unsigned bytes = elements * elementBytes;
  return bytes >= 4 ? bytes : 0;
}
