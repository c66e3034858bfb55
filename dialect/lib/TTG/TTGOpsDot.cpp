// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Products of warp groups: verifiers and effects.

#include "cm2tt/Dialect/TTG/TTGOps.h"

using namespace mlir;
using namespace cm2tt;
using namespace cm2tt::ttg;

/// The shape of a tile in registers or in shared memory.
static ArrayRef<int64_t> getShapeOf(Type type) {
  if (auto memory = dyn_cast<MemDescType>(type))
    return memory.getShape();
  return cast<RankedTensorType>(type).getShape();
}

void WarpGroupDotOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand *operand : {&getAMutable(), &getBMutable()})
    if (isa<MemDescType>(operand->get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), operand,
                           SharedMemory::get());
}

LogicalResult WarpGroupDotOp::verify() {
  ArrayRef<int64_t> a = getShapeOf(getA().getType());
  ArrayRef<int64_t> b = getShapeOf(getB().getType());
  ArrayRef<int64_t> c = getShapeOf(getC().getType());
  if (a.size() != 2 || b.size() != 2 || c.size() != 2 || a[1] != b[0] ||
      a[0] != c[0] || b[1] != c[1])
    return emitOpError() << "T-WARP-GROUP-DOT-1: no product: "
                         << getA().getType() << " * " << getB().getType()
                         << " -> " << getType();
  return success();
}

LogicalResult WarpGroupDotWaitOp::verify() {
  if (getInputs().getTypes() != getOutputs().getTypes())
    return emitOpError() << "T-WARP-GROUP-DOT-WAIT-1: results have other types "
                            "than the inputs: "
                         << getOutputs().getTypes();
  return success();
}
