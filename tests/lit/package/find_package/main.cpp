// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Registers all of cm2tt, then compiles the kernel on standard input to PTX,
/// through the installed headers and libraries.

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Compiler/Register.h"

#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

int main() {
  mlir::DialectRegistry registry;
  cm2tt::registerAllDialects(registry);
  cm2tt::registerAllPasses();
  auto input = llvm::MemoryBuffer::getSTDIN();
  if (!input)
    return 1;
  cm2tt::Compiler compiler;
  cm2tt::CompileResult result =
      compiler.compile((*input)->getBuffer(), "<stdin>", {});
  llvm::outs() << result.output;
  return result.succeeded ? 0 : 1;
}
