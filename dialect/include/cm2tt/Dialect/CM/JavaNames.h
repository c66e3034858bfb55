// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Names of classes and kernels as users write them: packages may be left out,
/// and a kernel may have the types of its parameters, which tell apart those of
/// one name.
///
/// Not here: references, which spell each name in full (Spelling.h).

#ifndef CM2TT_DIALECT_CM_JAVANAMES_H
#define CM2TT_DIALECT_CM_JAVANAMES_H

#include "cm2tt/Dialect/CM/CMOps.h"

#include <string>

namespace cm2tt::cm {

/// Whether a text names a class: `demo.Outer$Kind` is also `demo.Outer.Kind`,
/// `Outer.Kind` and `Kind`.
bool namesClass(llvm::StringRef text, llvm::StringRef javaClass);

/// The kernels that a name means, `k` or `k(Ptr, int)`: of the functions of
/// that name those that return nothing, if there are any, and of these those of
/// the first one's class, since a model has the kernels of its class before
/// helpers of others. Several if the name is ambiguous, none if no function is
/// called so.
llvm::SmallVector<FuncOp> findKernels(mlir::ModuleOp module,
                                      llvm::StringRef name);

/// The name of a function; if there are overloads of it in the class, with the
/// types of its parameters, `k(Ptr, int)`. Classes have their simple names, or
/// else all of `demo.Outer$Kind`.
std::string printKernelName(FuncOp function, bool isSimple = true);

} // namespace cm2tt::cm

#endif // CM2TT_DIALECT_CM_JAVANAMES_H
