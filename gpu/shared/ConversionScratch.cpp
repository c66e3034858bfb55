// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Scratch memory of conversions between layouts.
///
/// Not here: the plan itself (LayoutConversion.h).

#include "SharedScratchInternals.h"

#include "cm2tt/Dialect/TTG/TTGDialect.h"
#include "cm2tt/Lowering/TargetInfo.h"

using namespace mlir;
using namespace cm2tt;

ttg::ConversionPlan cm2tt::planConversion(ttg::ConvertLayoutOp op) {
  ttg::ConversionOptions options;
  options.elementBits = getElementBits(op.getType());
  options.hasMatrixLoads = true;
  auto target =
      TargetInfo::parse(ttg::getTarget(op->getParentOfType<ModuleOp>()));
  options.hasMatrixStores = target && target->hasMatrixStores();
  return ttg::planConversion(
      ttg::getLayoutAttr(op.getSrc().getType()).getLayout(),
      ttg::getLayoutAttr(op.getType()).getLayout(), options);
}

uint64_t cm2tt::getScratch(ttg::ConvertLayoutOp op) {
  ttg::ConversionPlan plan = planConversion(op);
  return plan.kind == ttg::ConversionKind::Shared ? plan.shared.bytes : 0;
}
