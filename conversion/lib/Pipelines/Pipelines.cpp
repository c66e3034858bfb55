// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The table of contents of the compiler: which passes run, in which order.

#include "cm2tt/Conversion/Pipelines.h"

#include "cm2tt/Conversion/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace cm2tt;

void cm2tt::buildFrontEndPhase(OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(createInferTypesPass());
  passes.addPass(createCMToTTPass());
}

void cm2tt::buildTTPhase(OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(createInlinerPass());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
}

void cm2tt::buildTTGPhase(OpPassManager &passes,
                          const PipelineOptions &options) {
  TTToTTGPassOptions layouts;
  layouts.numWarps = options.numWarps;
  layouts.target = options.target;
  passes.addPass(createTTToTTGPass(layouts));
  passes.addPass(createCSEPass());
}

void cm2tt::buildLLVMPhase(OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(createTTGToLLVMPass());
}
