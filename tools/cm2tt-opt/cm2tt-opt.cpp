// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `cm2tt-opt`: MLIR's optimiser driver with the dialects and passes of cm2tt.

#include "cm2tt/Compiler/Register.h"
#include "cm2tt/Dialect/TT/TTDialect.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/CommandLine.h"

/// The version of Triton whose text is printed.
static llvm::cl::opt<cm2tt::tt::TextVersion> textVersion(
    "tt-version", llvm::cl::desc("Version of Triton that reads the output"),
    llvm::cl::init(cm2tt::tt::TextVersion::V3_6),
    llvm::cl::values(clEnumValN(cm2tt::tt::TextVersion::V3_6, "3.6", ""),
                     clEnumValN(cm2tt::tt::TextVersion::V3_7, "3.7", ""),
                     clEnumValN(cm2tt::tt::TextVersion::V3_8, "3.8", ""),
                     clEnumValN(cm2tt::tt::TextVersion::V3_9, "3.9", "")));

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  cm2tt::registerAllDialects(registry);
  registry.addExtension(
      +[](mlir::MLIRContext *, cm2tt::tt::TTDialect *dialect) {
        dialect->setTextVersion(textVersion);
      });
  cm2tt::registerAllPasses();
  mlir::registerTransformsPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "cm2tt optimiser driver\n", registry));
}
