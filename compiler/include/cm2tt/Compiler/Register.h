// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Registration of every dialect and pass of cm2tt, for tools, plugin and JNI.

#ifndef CM2TT_COMPILER_REGISTER_H
#define CM2TT_COMPILER_REGISTER_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace cm2tt {

/// Adds the dialects of cm2tt and the upstream dialects that its stages use.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Registers the passes of cm2tt by their flags, and the phases of Pipelines.h
/// as pipelines: `cm2tt-front-end-phase`, `cm2tt-tt-phase`, ...
void registerAllPasses();

} // namespace cm2tt

#endif // CM2TT_COMPILER_REGISTER_H
