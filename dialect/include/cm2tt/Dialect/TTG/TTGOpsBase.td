// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The base classes and type constraints of the operations of `ttg`.

#ifndef CM2TT_DIALECT_TTG_TTGOPSBASE_TD
#define CM2TT_DIALECT_TTG_TTGOPSBASE_TD

include "cm2tt/Dialect/TTG/TTGTypes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// Base of all operations.
class TTG_Op<string mnemonic, list<Trait> traits = []>
    : Op<TTG_Dialect, mnemonic, traits>;

/// Shared memory of the block, as a resource of side effects.
def TTG_SharedMemory : Resource<"::cm2tt::tt::SharedMemory">;

#endif // CM2TT_DIALECT_TTG_TTGOPSBASE_TD
