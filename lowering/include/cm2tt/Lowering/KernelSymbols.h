// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The symbols of kernels in compiled code. A kernel has any name that Java or
/// `tt` allows. Its symbol is that name, unless PTX has no such identifier, or
/// the symbol would be that of a function that code calls: `größe`, `expf`.

#ifndef CM2TT_LOWERING_KERNELSYMBOLS_H
#define CM2TT_LOWERING_KERNELSYMBOLS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"

namespace cm2tt {

/// On a function, a string: the name of a kernel whose symbol is another.
inline constexpr llvm::StringLiteral kKernelNameAttr = "tt.kernel_name";

/// Which functions a kernel's code can call by their symbols.
enum class SymbolsOf {
  /// Functions of libdevice and of CUDA's driver.
  Gpu,
  /// Functions of C's libraries and of the compiler's runtime.
  Cpu
};

/// Whether a name can be the symbol of a kernel as it is: an identifier of PTX
/// that no function has.
bool isKernelSymbol(llvm::StringRef name, SymbolsOf functions);

/// Gives each kernel of `tt` in a module whose name cannot be its symbol a
/// symbol, and keeps its name as kKernelNameAttr. The lowering of a kernel
/// keeps that attribute.
///
///   tt.func public @"größe"(...)
/// =>
///   tt.func public @kernel$gr$c3$b6$c3$9fe(...)
///       attributes {tt.kernel_name = "größe"}
void chooseKernelSymbols(mlir::ModuleOp module, SymbolsOf functions);

/// Copies kKernelNameAttr.
void copyKernelName(mlir::Operation *from, mlir::Operation *to);

/// The symbol of the kernel of that name in a lowered module; empty if it is
/// the name.
llvm::StringRef findKernelSymbol(mlir::ModuleOp module, llvm::StringRef name);

} // namespace cm2tt

#endif // CM2TT_LOWERING_KERNELSYMBOLS_H
