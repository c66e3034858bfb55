// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The types of `tt` and the type constraints that its operations use.

#ifndef CM2TT_DIALECT_TT_TTTYPES_TD
#define CM2TT_DIALECT_TT_TTTYPES_TD

include "cm2tt/Dialect/TT/TTDialect.td"
include "mlir/IR/AttrTypeBase.td"

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Base of the types.
class TT_TypeDef<string name, string typeMnemonic>
    : TypeDef<TT_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def TT_PtrType : TT_TypeDef<"Ptr", "ptr"> {
  let summary = "pointer";
  let description = [{
    A pointer to a number, to a pointer, or to a tile of either; the latter is
    a block pointer (Triton up to 3.7). The address space is 1, global memory,
    where none is written. Triton 3.9 writes it as a string: "global", or
    "constant" for global memory that a kernel only reads.

    Examples: `!tt.ptr<f32>`, `!tt.ptr<f32, 3>`, `!tt.ptr<tensor<64x32xf16>>`.

    The front end's abstract types point at unsigned numbers as well. No text
    and no op has these.
  }];
  let parameters = (ins
    "::mlir::Type":$pointeeType,
    DefaultValuedParameter<"unsigned", "1">:$addressSpace);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$pointeeType,
        CArg<"unsigned", "1">:$addressSpace), [{
      return $_get(pointeeType.getContext(), pointeeType, addressSpace);
    }]>
  ];
  let assemblyFormat = 
    "`<` custom<Pointee>($pointeeType) (`,` custom<AddressSpace>($addressSpace)^)? `>`";
  let genVerifyDecl = 1;
  let skipDefaultBuilders = 1;
}

def TT_TensorDescType : TT_TypeDef<"TensorDesc", "tensordesc"> {
  let summary = "descriptor of a tensor in memory that is accessed by blocks";
  let description = [{
    The block's shape and element type. Integer elements may have a sign, which
    says how a reduction compares; loads and stores use the signless type.

    Both spellings are read: `!tt.tensordesc<tensor<128x64xf16>>` is printed for
    Triton up to 3.7, `!tt.tensordesc<128x64xf16>` for newer ones.
  }];
  let parameters = (ins "::mlir::RankedTensorType":$blockType);
  let builders = [
    TypeBuilderWithInferredContext<(ins
        "::mlir::RankedTensorType":$blockType), [{
      return $_get(blockType.getContext(), blockType);
    }]>
  ];
  let extraClassDeclaration = [{
    /// The type of a whole block as a value: integers are signless.
    ::mlir::RankedTensorType getSignlessBlockType() const;
  }];
  let hasCustomAssemblyFormat = 1; // two spellings of one parameter
  let genVerifyDecl = 1;
  let skipDefaultBuilders = 1;
}

//===----------------------------------------------------------------------===//
// Type constraints
//===----------------------------------------------------------------------===//

def TT_Float : AnyTypeOf<[F8E4M3FN, F8E4M3FNUZ, F8E5M2, F8E5M2FNUZ, F16, BF16,
                          F32, F64], "floating-point number">;
def TT_Int : AnyTypeOf<[I1, I<4>, I8, I16, I32, I64], "integer">;

/// A pointer to a number or a pointer. A constraint with exactly one C++ type,
/// so that `type($x)` prints it short: `<f32>`.
def TT_Ptr : Type<And<[
      CPred<"::llvm::isa<::cm2tt::tt::PtrType>($_self)">,
      CPred<"!::cm2tt::tt::isBlockPtr($_self)">,
      CPred<"!::llvm::cast<::cm2tt::tt::PtrType>($_self).getPointeeType()"
            ".isUnsignedInteger()">]>,
    "pointer", "::cm2tt::tt::PtrType">;
/// A block pointer, printed short: `<tensor<64x64xf16>>`.
def TT_TensorPtr : Type<CPred<"::cm2tt::tt::isBlockPtr($_self)">,
    "block pointer", "::cm2tt::tt::PtrType">;
/// A tensor descriptor, printed short: `<tensor<64x64xf16>>`.
def TT_TensorDesc : Type<
    CPred<"::llvm::isa<::cm2tt::tt::TensorDescType>($_self)">,
    "tensor descriptor", "::cm2tt::tt::TensorDescType">;

def TT_FloatTensor : RankedTensorOf<[TT_Float]>;
def TT_IntTensor : RankedTensorOf<[TT_Int]>;
def TT_BoolTensor : RankedTensorOf<[I1]>;
def TT_I32Tensor : RankedTensorOf<[I32]>;
def TT_PtrTensor : RankedTensorOf<[TT_Ptr]>;
def TT_NumberTensor : RankedTensorOf<[TT_Float, TT_Int]>;
def TT_IndexTensor : RankedTensorOf<[I8, I16, I32, I64]>;
def TT_Tensor : RankedTensorOf<[TT_Float, TT_Int, TT_Ptr]>;

def TT_FloatLike : AnyTypeOf<[TT_Float, TT_FloatTensor]>;
def TT_F32Like : AnyTypeOf<[F32, RankedTensorOf<[F32]>]>;
def TT_IntLike : AnyTypeOf<[TT_Int, TT_IntTensor]>;
def TT_BoolLike : AnyTypeOf<[I1, TT_BoolTensor]>;
def TT_I32Like : AnyTypeOf<[I32, RankedTensorOf<[I32]>]>;
def TT_I64Like : AnyTypeOf<[I64, RankedTensorOf<[I64]>]>;
def TT_PtrLike : AnyTypeOf<[TT_Ptr, TT_PtrTensor]>;
def TT_NumberLike : AnyTypeOf<[TT_FloatLike, TT_IntLike]>;
def TT_Scalar : AnyTypeOf<[TT_Float, TT_Int, TT_Ptr]>;
def TT_Type : AnyTypeOf<[TT_FloatLike, TT_IntLike, TT_PtrLike]>;
/// A pointer, or a tile of pointers.
def TT_Address : AnyTypeOf<[TT_PtrLike, TT_TensorPtr]>;

#endif // CM2TT_DIALECT_TT_TTTYPES_TD
