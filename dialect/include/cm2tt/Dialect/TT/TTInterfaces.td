// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The interface through which `tt` uses the encoding of a tensor type.

#ifndef CM2TT_DIALECT_TT_TTINTERFACES_TD
#define CM2TT_DIALECT_TT_TTINTERFACES_TD

include "mlir/IR/OpBase.td"

def LayoutEncodingInterface : AttrInterface<"LayoutEncodingInterface"> {
  let cppNamespace = "::cm2tt::tt";
  let description = [{
    An encoding that says where the elements of a tile live. For each operation
    that changes a shape it names the encoding that the result must have for
    the operation to move no data. `shape` is always the shape of the tensor
    that carries this attribute. A method fails where there is no such
    encoding, and says why at `loc` where one is given.
  }];
  let methods = [
    InterfaceMethod<"Encoding after a dimension of size 1 is put at `axis`.",
      "::llvm::FailureOr<::mlir::Attribute>", "inferExpandDims",
      (ins "::llvm::ArrayRef<int64_t>":$shape, "unsigned":$axis,
           "std::optional<::mlir::Location>":$loc)>,
    InterfaceMethod<"Encoding after the dimension `axis` is reduced away.",
      "::llvm::FailureOr<::mlir::Attribute>", "inferReduce",
      (ins "::llvm::ArrayRef<int64_t>":$shape, "unsigned":$axis,
           "std::optional<::mlir::Location>":$loc)>,
    InterfaceMethod<[{
        Encoding after result dimension `i` was taken from `order[i]`.
      }],
      "::llvm::FailureOr<::mlir::Attribute>", "inferTrans",
      (ins "::llvm::ArrayRef<int64_t>":$shape,
           "::llvm::ArrayRef<int32_t>":$order,
           "std::optional<::mlir::Location>":$loc)>,
    InterfaceMethod<[{
        Encoding after the elements, in row-major order, are given the shape
        `resultShape`.
      }],
      "::llvm::FailureOr<::mlir::Attribute>", "inferReshape",
      (ins "::llvm::ArrayRef<int64_t>":$shape,
           "::llvm::ArrayRef<int64_t>":$resultShape,
           "std::optional<::mlir::Location>":$loc)>,
    InterfaceMethod<[{
        Encoding of two tiles of this encoding side by side along a new last
        dimension of size 2.
      }],
      "::llvm::FailureOr<::mlir::Attribute>", "inferJoin",
      (ins "::llvm::ArrayRef<int64_t>":$shape,
           "std::optional<::mlir::Location>":$loc)>,
    InterfaceMethod<[{
        Encoding of each half after the last dimension, of size 2, is split.
      }],
      "::llvm::FailureOr<::mlir::Attribute>", "inferSplit",
      (ins "::llvm::ArrayRef<int64_t>":$shape,
           "std::optional<::mlir::Location>":$loc)>,
    InterfaceMethod<[{
        Checks that a tile of this encoding can be broadcast to `resultShape`
        with the encoding `result`.
      }],
      "::llvm::LogicalResult", "verifyBroadcast",
      (ins "::llvm::ArrayRef<int64_t>":$shape,
           "::llvm::ArrayRef<int64_t>":$resultShape,
           "::mlir::Attribute":$result,
           "std::optional<::mlir::Location>":$loc)>,
  ];
}

#endif // CM2TT_DIALECT_TT_TTINTERFACES_TD
