// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Memory through pointers: loads, stores, atomics and block pointers.
///
/// Not here: tensor descriptors (TTOpsDescriptor.td).

#ifndef CM2TT_DIALECT_TT_TTOPSMEMORY_TD
#define CM2TT_DIALECT_TT_TTOPSMEMORY_TD

include "cm2tt/Dialect/TT/TTAttrs.td"
include "cm2tt/Dialect/TT/TTTypes.td"

/// `value` is what `ptr` points at, element by element.
class TT_PointeeIs<string ptr, string value>
    : TypesMatchWith<"'" # value # "' has the type that '" # ptr
                       # "' points at", ptr, value,
                     "::cm2tt::tt::getPointeeType($_self)">;
/// `mask`, where there is one, is i1 with the shape of `ptr`.
class TT_MaskOf<string ptr, string mask>
    : OptionalTypesMatchWith<"'" # mask # "' is i1 with the shape of '" # ptr
                               # "'", ptr, mask,
                             "::cm2tt::tt::getI1SameShape($_self)">;

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

def TT_LoadOp : TT_Op<"load", [
    TT_SameTiles, AttrSizedOperandSegments,
    /*TT-LOAD-1*/ TT_PointeeIs<"ptr", "result">,
    /*TT-LOAD-2*/ TT_MaskOf<"ptr", "mask">,
    OptionalTypesMatchWith<"'other' has the type that 'ptr' points at", "ptr",
                           "other", "::cm2tt::tt::getPointeeType($_self)">,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "read from memory";
  let description = [{
    Reads where `mask` is true or absent. Elsewhere the result is `other`, or
    undefined without an `other`. A volatile load is never removed, duplicated
    or merged.

    Through a block pointer, `boundaryCheck` names the dimensions in which
    elements outside of the tensor are not read but are `padding`.

    Constraints:
    - (TT-LOAD-1) the result has the shape of `ptr` and the type pointed at.
    - (TT-LOAD-2) `mask` is i1 with the shape of `ptr`; `other` has the type of
      the result and comes with a mask.
    - (TT-LOAD-3) `boundaryCheck` and `padding` belong to a block pointer, which
      takes no `mask` and no `other`.
    - (TT-LOAD-4) `boundaryCheck` names each of the block's dimensions at most
      once; `padding` comes with it and is NaN for floating point only.

    Example:
    ```mlir
    %x = tt.load %p, %m, %o cacheModifier = cg : tensor<64x!tt.ptr<f32>>
    ```
  }];
  let arguments = (ins
    TT_Address:$ptr, Optional<TT_BoolLike>:$mask, Optional<TT_Type>:$other,
    DefaultValuedAttr<DenseI32ArrayAttr, "::llvm::ArrayRef<int32_t>{}">
      :$boundaryCheck,
    OptionalAttr<TT_PaddingOption>:$padding,
    DefaultValuedAttr<TT_CacheModifier, "::cm2tt::tt::CacheModifier::NONE">
      :$cache,
    DefaultValuedAttr<TT_EvictionPolicy,
                      "::cm2tt::tt::EvictionPolicy::NORMAL">:$evict,
    DefaultValuedAttr<BoolAttr, "false">:$isVolatile);
  let results = (outs TT_Type:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$ptr,
                   CArg<"::mlir::Value", "{}">:$mask,
                   CArg<"::mlir::Value", "{}">:$other,
                   CArg<"::cm2tt::tt::CacheModifier",
                        "::cm2tt::tt::CacheModifier::NONE">:$cache,
                   CArg<"::cm2tt::tt::EvictionPolicy",
                        "::cm2tt::tt::EvictionPolicy::NORMAL">:$evict,
                   CArg<"bool", "false">:$isVolatile)>
  ];
  let assemblyFormat = [{
    $ptr (`,` $mask^)? (`,` $other^)?
    `` custom<CachedAccess>($cache, $evict, attr-dict) `:` type($ptr)
  }];
  let hasCanonicalizer = 1;
  let hasVerifier = 1; // TT-LOAD-2 to TT-LOAD-4
}

def TT_StoreOp : TT_Op<"store", [TT_WritesFirstOperand, 
    TT_SameTiles, TT_WritesGlobal,
    /*TT-STORE-1*/ TT_PointeeIs<"ptr", "value">,
    /*TT-STORE-2*/ TT_MaskOf<"ptr", "mask">]> {
  let summary = "write to memory";
  let description = [{
    Writes `value` where `mask` is true or absent. `boundaryCheck` is that of
    `tt.load`; `ignore_cta` (Triton 3.7) says that any thread block of a
    cluster may write.

    Constraints:
    - (TT-STORE-1) `value` has the shape of `ptr` and the type pointed at.
    - (TT-STORE-2) `mask` is i1 with the shape of `ptr`.
    - (TT-STORE-3) `boundaryCheck` belongs to a block pointer, which takes no
      `mask`, and names each of the block's dimensions at most once.

    Example:
    ```mlir
    tt.store %p, %x, %m evictionPolicy = evict_first : tensor<64x!tt.ptr<f32>>
    ```
  }];
  let arguments = (ins
    TT_Address:$ptr, TT_Type:$value, Optional<TT_BoolLike>:$mask,
    DefaultValuedAttr<DenseI32ArrayAttr, "::llvm::ArrayRef<int32_t>{}">
      :$boundaryCheck,
    DefaultValuedAttr<TT_CacheModifier, "::cm2tt::tt::CacheModifier::NONE">
      :$cache,
    DefaultValuedAttr<TT_EvictionPolicy,
                      "::cm2tt::tt::EvictionPolicy::NORMAL">:$evict,
    UnitAttr:$ignore_cta);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$ptr, "::mlir::Value":$value)>,
    OpBuilder<(ins "::mlir::Value":$ptr, "::mlir::Value":$value,
                   "::mlir::Value":$mask, "::cm2tt::tt::CacheModifier":$cache,
                   CArg<"::cm2tt::tt::EvictionPolicy",
                        "::cm2tt::tt::EvictionPolicy::NORMAL">:$evict)>
  ];
  let assemblyFormat = [{
    $ptr `,` $value (`,` $mask^)?
    `` custom<CachedAccess>($cache, $evict, attr-dict) `:` type($ptr)
  }];
  let hasCanonicalizer = 1;
  let hasVerifier = 1; // TT-STORE-3
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

def TT_AtomicRmwOp : TT_Op<"atomic_rmw", [TT_WritesFirstOperand, 
    TT_SameTiles, TT_UpdatesGlobal,
    /*TT-ATOMIC-RMW-1*/ TT_PointeeIs<"ptr", "val">, TT_MaskOf<"ptr", "mask">,
    AllTypesMatch<["val", "result"]>]> {
  let summary = "atomic read, combine and write";
  let description = [{
    Combines the elements in memory with `val` where `mask` is true or absent,
    and returns the previous value.

    Constraints:
    - (TT-ATOMIC-RMW-1) `val` and the result have the shape of `ptr` and the
      type pointed at; `mask` is i1 with that shape.
    - (TT-ATOMIC-RMW-2) `fadd` is for f16, bf16, f32 and f64, `exch` for any
      number of 32 or 64 bits, the others for i32 and i64.

    Example:
    ```mlir
    %old = tt.atomic_rmw fadd, acq_rel, gpu, %p, %x, %m : (tensor<64x!tt.ptr<f32>>, tensor<64xf32>, tensor<64xi1>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins TT_RMWOp:$atomic_rmw_op, TT_PtrLike:$ptr,
                       TT_NumberLike:$val, Optional<TT_BoolLike>:$mask,
                       TT_MemSemantic:$sem, TT_MemSyncScope:$scope);
  let results = (outs TT_NumberLike:$result);
  let assemblyFormat = [{
    $atomic_rmw_op `,` $sem `,` $scope `,` $ptr `,` $val (`,` $mask^)?
    attr-dict `:` functional-type(operands, $result)
  }];
  let hasCanonicalizer = 1;
  let hasVerifier = 1; // TT-ATOMIC-RMW-2
}

def TT_AtomicCasOp : TT_Op<"atomic_cas", [TT_WritesFirstOperand, 
    TT_SameTiles, TT_UpdatesGlobal,
    /*TT-ATOMIC-CAS-1*/ TT_PointeeIs<"ptr", "val">,
    AllTypesMatch<["cmp", "val", "result"]>]> {
  let summary = "atomic compare and swap";
  let description = [{
    Writes `val` if the memory contains the bits of `cmp`, and returns the
    previous value.

    Constraints:
    - (TT-ATOMIC-CAS-1) `cmp`, `val` and the result have the shape of `ptr` and
      the type pointed at.
    - (TT-ATOMIC-CAS-2) the element type has 16, 32 or 64 bits.

    Example:
    ```mlir
    %old = tt.atomic_cas acq_rel, gpu, %q, %a, %b : (!tt.ptr<i32>, i32, i32) -> i32
    ```
  }];
  let arguments = (ins TT_PtrLike:$ptr, TT_NumberLike:$cmp, TT_NumberLike:$val,
                       TT_MemSemantic:$sem, TT_MemSyncScope:$scope);
  let results = (outs TT_NumberLike:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $cmp `,` $val attr-dict `:`
    functional-type(operands, $result)
  }];
  let hasVerifier = 1; // TT-ATOMIC-CAS-2
}

def TT_AtomicLoadOp : TT_Op<"atomic_load", [
    TT_SameTiles, TT_UpdatesGlobal,
    /*TT-ATOMIC-LOAD-1*/ TT_PointeeIs<"ptr", "result">,
    TT_MaskOf<"ptr", "mask">]> {
  let summary = "atomic read (Triton 3.9)";
  let description = [{
    Reads the elements where `mask` is true or absent; elsewhere the result is
    undefined. Is ordered with other accesses, therefore has their effects.

    Constraints:
    - (TT-ATOMIC-LOAD-1) the result has the shape of `ptr` and the type pointed
      at; `mask` is i1 with that shape.
    - (TT-ATOMIC-LOAD-2) `sem` is relaxed or acquire.

    Example:
    ```mlir
    %x = tt.atomic_load acquire, gpu, %p, %m : (tensor<64x!tt.ptr<f32>>, tensor<64xi1>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins TT_PtrLike:$ptr, Optional<TT_BoolLike>:$mask,
                       TT_MemSemantic:$sem, TT_MemSyncScope:$scope);
  let results = (outs TT_NumberLike:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr (`,` $mask^)? attr-dict `:`
    functional-type(operands, $result)
  }];
  let hasVerifier = 1; // TT-ATOMIC-LOAD-2
}

def TT_AtomicStoreOp : TT_Op<"atomic_store", [TT_WritesFirstOperand, 
    TT_SameTiles, TT_UpdatesGlobal,
    /*TT-ATOMIC-STORE-1*/ TT_PointeeIs<"ptr", "value">,
    TT_MaskOf<"ptr", "mask">]> {
  let summary = "atomic write (Triton 3.9)";
  let description = [{
    Writes the elements where `mask` is true or absent.

    Constraints:
    - (TT-ATOMIC-STORE-1) `value` has the shape of `ptr` and the type pointed
      at; `mask` is i1 with that shape.
    - (TT-ATOMIC-STORE-2) `sem` is relaxed or release.

    Example:
    ```mlir
    tt.atomic_store release, gpu, %p, %x, %m : tensor<64x!tt.ptr<f32>>
    ```
  }];
  let arguments = (ins TT_PtrLike:$ptr, TT_NumberLike:$value,
                       Optional<TT_BoolLike>:$mask, TT_MemSemantic:$sem,
                       TT_MemSyncScope:$scope);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $value (`,` $mask^)? attr-dict `:` type($ptr)
  }];
  let hasVerifier = 1; // TT-ATOMIC-STORE-2
}

def TT_AtomicPollOp : TT_Op<"atomic_poll", [
    TT_UpdatesGlobal,
    /*TT-ATOMIC-POLL-1*/ TT_PointeeIs<"ptr", "expected">,
    TypesMatchWith<"the result is i1 with the shape of 'expected'", "expected",
                   "result", "::cm2tt::tt::getI1SameShape($_self)">]> {
  let summary = "wait for values in memory (Triton 3.9)";
  let description = [{
    Reads the elements again until they are `expected`, or until `timeout`
    nanoseconds have passed. The result says which elements were as expected.

    Constraints:
    - (TT-ATOMIC-POLL-1) `expected` has the shape of `ptr` and the type pointed
      at; the result is i1 with that shape.
    - (TT-ATOMIC-POLL-2) `sem` is relaxed or acquire.
    - (TT-ATOMIC-POLL-3) elements are integers of 16, 32 or 64 bits.

    Example:
    ```mlir
    %b = tt.atomic_poll acquire, sys, %q, %a timeout %t : !tt.ptr<i32>, i32 -> i1
    ```
  }];
  let arguments = (ins TT_PtrLike:$ptr, TT_IntLike:$expected,
                       Optional<I64>:$timeout, TT_MemSemantic:$sem,
                       TT_MemSyncScope:$scope);
  let results = (outs TT_BoolLike:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $expected (`timeout` $timeout^)? attr-dict `:`
    type($ptr) `,` type($expected) `->` type($result)
  }];
  let hasVerifier = 1; // TT-ATOMIC-POLL-2, TT-ATOMIC-POLL-3
}

//===----------------------------------------------------------------------===//
// Block pointers (Triton up to 3.7)
//===----------------------------------------------------------------------===//

def TT_MakeTensorPtrOp : TT_Op<"make_tensor_ptr", [
    Pure, SameVariadicOperandSize,
    /*TT-TENSOR-PTR-3*/
    TypesMatchWith<"'base' points at the element type of the block", "result",
                   "base", "::cm2tt::tt::getBlockBaseType($_self)">]> {
  let summary = "pointer to a block of a tensor in memory";
  let description = [{
    Describes a tensor in memory, by its shape and its strides in elements, and
    the block of it at `offsets`. `order` lists the dimensions from the one
    that is fastest in memory.

    Constraints:
    - (TT-TENSOR-PTR-1) `shape`, `strides`, `offsets` and `order` have one entry
      for each dimension of the block.
    - (TT-TENSOR-PTR-2) `order` is a permutation.
    - (TT-TENSOR-PTR-3) `base` points at the element type of the block.

    Example:
    ```mlir
    %b = tt.make_tensor_ptr %p, [%n, %k], [%k, %one], [%i, %j] {order = array<i32: 1, 0>} : <tensor<64x32xf16>>
    ```
  }];
  let arguments = (ins TT_Ptr:$base, Variadic<I64>:$shape,
                       Variadic<I64>:$strides, Variadic<I32>:$offsets,
                       DenseI32ArrayAttr:$order);
  let results = (outs TT_TensorPtr:$result);
  let assemblyFormat = [{
    $base `,` `[` $shape `]` `,` `[` $strides `]` `,` `[` $offsets `]`
    attr-dict `:` type($result)
  }];
  let hasVerifier = 1; // TT-TENSOR-PTR-1, TT-TENSOR-PTR-2
}

def TT_AdvanceOp : TT_Op<"advance", [
    Pure, AllTypesMatch<["ptr", "result"]>]> {
  let summary = "block pointer moved within its tensor";
  let description = [{
    Adds `offsets`, in elements, to the position of the block.

    Constraints:
    - (TT-ADVANCE-1) there is one offset for each dimension of the block.

    Example:
    ```mlir
    %c = tt.advance %b, [%i, %j] : <tensor<64x32xf16>>
    ```
  }];
  let arguments = (ins TT_TensorPtr:$ptr, Variadic<I32>:$offsets);
  let results = (outs TT_TensorPtr:$result);
  let assemblyFormat = [{
    $ptr `,` `[` $offsets `]` attr-dict `:` type($result)
  }];
  let hasFolder = 1;
  let hasVerifier = 1; // TT-ADVANCE-1
}

#endif // CM2TT_DIALECT_TT_TTOPSMEMORY_TD
