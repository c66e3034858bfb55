// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The layouts of `ttg`: one attribute for tensors in registers, one for
/// shared memory.

#ifndef CM2TT_DIALECT_TTG_TTGATTRS_TD
#define CM2TT_DIALECT_TTG_TTGATTRS_TD

include "cm2tt/Dialect/TT/TTInterfaces.td"
include "cm2tt/Dialect/TTG/TTGDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/TensorEncoding.td"

/// Base of the layouts: the parameter is a value of the class LinearLayout.
class TTG_LayoutAttr<string name, string attrMnemonic, list<Trait> traits>
    : AttrDef<TTG_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
  let parameters = (ins
    AttrParameter<"::cm2tt::ttg::LinearLayout", "the map",
                  "const ::cm2tt::ttg::LinearLayout &">:$layout);
  let genMnemonicAlias = 1; // #linear, #linear1, ...
  let genVerifyDecl = 1;
  let hasCustomAssemblyFormat = 1; // bases by input dimension, see below
}

def TTG_LinearAttr : TTG_LayoutAttr<"Linear", "linear", [
    DeclareAttrInterfaceMethods<VerifiableTensorEncoding>,
    DeclareAttrInterfaceMethods<LayoutEncodingInterface>]> {
  let summary = "where the elements of a distributed tensor live";
  let description = [{
    A linear map over GF(2) from the bits of register, lane and warp to the
    coordinates of a tensor: see LinearLayout.h. For each input bit it gives the
    coordinates of the element there, bit 0 first.

    Constraints:
    - (TTG-LINEAR-1) the sizes are the smallest powers of two that hold the
      basis vectors, every element is somewhere, and there are at most 2^20
      registers.
    - (TTG-LINEAR-2) the tensor has these sizes.

    Where there is no basis vector at all, `rank` says how many dimensions there
    are. `block = []` is read as well.

    Example:
    ```mlir
    #layout = #ttg.linear<{register = [[0, 1]],
                           lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                           warp = [[8, 0], [16, 0]]}>
    ```
  }];
}

def TTG_SharedAttr : TTG_LayoutAttr<"Shared", "shared", []> {
  let summary = "where the elements of a tensor in shared memory live";
  let description = [{
    A linear map over GF(2) from the bits of an offset, in elements, to the
    coordinates of a tensor. A swizzle is a basis vector with several non-zero
    coordinates.

    Constraints:
    - (TTG-SHARED-1) offsets and elements correspond one to one.

    Example:
    ```mlir
    #memory = #ttg.shared<{offset = [[0, 1], [0, 2], [1, 1], [2, 2]]}>
    ```
  }];
}

#endif // CM2TT_DIALECT_TTG_TTGATTRS_TD
