// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The entry points by which a stock `mlir-opt` loads cm2tt:
///
///     mlir-opt --load-dialect-plugin=build/lib/Cm2ttPlugin.so kernel.ttir
///     mlir-opt --load-pass-plugin=build/lib/Cm2ttPlugin.so --help
///
/// Not here: what is registered (Register.cpp); code generation, which needs
/// LLVM's targets and the driver (cm2tt).

#include "cm2tt/Compiler/Register.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

/// Called by the host for --load-dialect-plugin.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "cm2tt", CM2TT_VERSION,
          [](mlir::DialectRegistry *registry) {
            cm2tt::registerAllDialects(*registry);
          }};
}

/// Called by the host for --load-pass-plugin.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "cm2tt", CM2TT_VERSION,
          cm2tt::registerAllPasses};
}
