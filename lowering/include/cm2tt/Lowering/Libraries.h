// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Libraries of LLVM bitcode that kernels call: NVIDIA's libdevice, which has
/// the functions of `math`, and those that `tt.extern_elementwise` names.
///
/// Lowerings declare a function and say on the declaration in which file it is
/// (kLibraryAttr). After translation to LLVM IR the files are read, lazily
/// where LLVM can, and the called functions are linked in.

#ifndef CM2TT_LOWERING_LIBRARIES_H
#define CM2TT_LOWERING_LIBRARIES_H

#include "cm2tt/Lowering/TargetInfo.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace cm2tt {

class GpuBackEnd;

/// On a module: the path of libdevice as given by the user; "none" for none.
inline constexpr llvm::StringLiteral kLibdeviceAttr = "ttg.libdevice";
/// On a declared `llvm.func`: the file that defines it.
inline constexpr llvm::StringLiteral kLibraryAttr = "ttg.library";

/// The file of libdevice: as the module says, else $CM2TT_LIBDEVICE, else of
/// the CUDA toolkit in $CUDA_HOME, $CUDA_PATH, around `ptxas` on PATH, in
/// /usr/local/cuda*, or /usr/lib/nvidia-cuda-toolkit. Empty if there is none.
std::string findLibdevice(mlir::Operation *op);
/// The same without a module; `given` is the path given by the user, or empty.
std::string findLibdevice(llvm::StringRef given);

/// Where findLibdevice looks, for error messages.
llvm::StringRef libdevicePlaces();

/// How a function of numbers is computed on GPUs: a line of MathFunctions.def.
struct MathFunction {
  /// The operation of `math` or `arith`; empty if there is none.
  llvm::StringLiteral op;
  /// The name in libdevice without prefix and suffix: `sin` for `__nv_sinf`.
  llvm::StringLiteral name;
  /// How f32 is computed without libdevice (MathFunctions.def).
  enum Support { Native, Instruction, Polynomial, Identity, Library } support;
};

/// All functions that libdevice has.
llvm::ArrayRef<MathFunction> getMathFunctions();
/// The entry of an operation; null for one that is no function or is Native.
const MathFunction *findMathFunction(llvm::StringRef op);
/// The entry of libdevice's function for f32 of that symbol, `__nv_sinf`, if an
/// operation of `math` is the same function; else null.
const MathFunction *findMathFunctionBySymbol(llvm::StringRef symbol);

/// The files that the module's declarations name, each once: libdevice, and
/// what the input names.
llvm::SmallVector<llvm::StringRef> libraryFiles(mlir::ModuleOp source);

/// Links what the module's declarations take from libraries; `source` is what
/// the module was translated from. Failure after an error at the operation
/// that calls what is missing or has other types.
llvm::LogicalResult linkLibraries(mlir::ModuleOp source, llvm::Module &module,
                                  const TargetInfo &target,
                                  GpuBackEnd &backEnd);

} // namespace cm2tt

#endif // CM2TT_LOWERING_LIBRARIES_H
