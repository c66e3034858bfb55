// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Builders, verifiers and folders of index tiles.

#include "cm2tt/Dialect/TT/TTOps.h"

using namespace mlir;
using namespace cm2tt::tt;

//===----------------------------------------------------------------------===//
// MakeRangeOp
//===----------------------------------------------------------------------===//

void MakeRangeOp::build(OpBuilder &builder, OperationState &state,
                        int32_t start, int32_t end) {
  int64_t size = int64_t(end) - start;
  auto type = RankedTensorType::get({size}, builder.getI32Type());
  build(builder, state, type, static_cast<uint32_t>(start),
        static_cast<uint32_t>(end));
}

LogicalResult MakeRangeOp::verify() {
  int64_t start = static_cast<int32_t>(getStart());
  int64_t end = static_cast<int32_t>(getEnd());
  if (start >= end)
    return emitOpError() << "TT-MAKE-RANGE-1: start is " << start
                         << ", less than the end " << end << " expected";
  RankedTensorType type = getType();
  if (type.getRank() != 1 || type.getDimSize(0) != end - start)
    return emitOpError() << "TT-MAKE-RANGE-2: result is " << type << ", "
                         << end - start
                         << " elements in one dimension expected";
  return success();
}

OpFoldResult MakeRangeOp::fold(FoldAdaptor) {
  if (getType().getNumElements() != 1)
    return {};
  return SplatElementsAttr::get(getType(), getStartAttr());
}
