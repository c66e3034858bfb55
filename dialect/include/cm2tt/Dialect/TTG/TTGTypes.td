// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The types of `ttg`: tiles in shared memory, and what asynchronous copies are
/// waited for by.

#ifndef CM2TT_DIALECT_TTG_TTGTYPES_TD
#define CM2TT_DIALECT_TTG_TTGTYPES_TD

include "cm2tt/Dialect/TTG/TTGAttrs.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"

class TTG_Type<string name, string typeMnemonic>
    : TypeDef<TTG_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def TTG_MemDescType : TTG_Type<"MemDesc", "memdesc"> {
  let summary = "tiles in shared memory";
  let description = [{
    A tile of `shape` in shared memory, laid out by a `#ttg.shared`, or
    `buffers` such tiles one after the other. `buffers` need not be a power of
    two.

    Constraints:
    - (TTG-MEMDESC-1) the layout has the sizes of the shape.
    - (TTG-MEMDESC-2) there is at least one buffer.
    - (TTG-MEMDESC-3) elements are numbers or pointers.

    Example:
    ```mlir
    !buffers = !ttg.memdesc<4x4xf32, #ttg.shared<{offset = [[0, 1], [0, 2], [1, 1], [2, 2]]}>, buffers = 3>
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$shape,
    "::mlir::Type":$elementType,
    "::cm2tt::ttg::SharedAttr":$layout,
    DefaultValuedParameter<"unsigned", "1">:$buffers);
  let hasCustomAssemblyFormat = 1; // a shape with its element type
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The same memory with another number of buffers.
    MemDescType withBuffers(int64_t count) const;
    /// Bytes of one tile; elements below a byte take one.
    uint64_t getTileBytes() const;
    /// Bytes of all tiles.
    uint64_t getBytes() const { return getTileBytes() * getBuffers(); }
    /// Whether a tile is a barrier: one i64.
    bool isBarriers() const {
      return getElementType().isInteger(64) &&
             getShape() == ::llvm::ArrayRef<int64_t>(1);
    }
  }];
}

def TTG_TokenType : TTG_Type<"Token", "token"> {
  let summary = "asynchronous work";
  let description = [{
    Stands for copies that were started, so that a wait can say which ones it
    means. It has no value at run time.

    Example:
    ```mlir
    !token = !ttg.token
    ```
  }];
}

#endif // CM2TT_DIALECT_TTG_TTGTYPES_TD
