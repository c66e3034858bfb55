// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `cm2tt-test-print-axis-info`: prints the results of the axis analysis as
/// remarks.

#include "TestPrintAxisInfo.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Dialect/TTG/TTGAttrs.h"
#include "cm2tt/Tile/AxisInfo.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// Remarks on each result and, at loads and stores of tiles with a layout, on
/// the width of an access.
struct TestPrintAxisInfoPass
    : PassWrapper<TestPrintAxisInfoPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestPrintAxisInfoPass)

  StringRef getArgument() const final { return "cm2tt-test-print-axis-info"; }
  StringRef getDescription() const final {
    return "Remark on what the axis analysis knows of each result";
  }

  void runOnOperation() override {
    auto &axisInfo = getAnalysis<ModuleAxisInfo>();
    getOperation().walk([&](Operation *op) {
      for (Value result : op->getResults())
        op->emitRemark() << describe(axisInfo, result);
      if (auto load = dyn_cast<tt::LoadOp>(op))
        remarkOnWidth(axisInfo, op, load.getPtr(), load.getMask());
      if (auto store = dyn_cast<tt::StoreOp>(op))
        remarkOnWidth(axisInfo, op, store.getPtr(), store.getMask());
    });
    markAllAnalysesPreserved();
  }

  static std::string describe(const ModuleAxisInfo &axisInfo, Value value) {
    std::string text;
    llvm::raw_string_ostream os(text);
    AxisInfos{axisInfo.getProvenInfo(value), axisInfo.getAccessInfo(value)}
        .print(os);
    return text;
  }

  static void remarkOnWidth(const ModuleAxisInfo &axisInfo, Operation *op,
                            Value pointer, Value mask) {
    ttg::LinearAttr layout = ttg::getLayoutAttr(pointer.getType());
    if (!layout)
      return;
    VectorAccess access =
        axisInfo.getMaxVectorWidth(pointer, mask, layout.getLayout());
    op->emitRemark() << "accesses of " << access.elements
                     << " elements along dimension " << access.dim;
  }
};
} // namespace

void cm2tt::registerTestPrintAxisInfoPass() {
  PassRegistration<TestPrintAxisInfoPass>();
}
