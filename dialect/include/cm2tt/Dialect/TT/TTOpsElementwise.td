// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Casts, element-wise arithmetic that `arith` and `math` lack, calls of
/// external functions and inline assembly.

#ifndef CM2TT_DIALECT_TT_TTOPSELEMENTWISE_TD
#define CM2TT_DIALECT_TT_TTOPSELEMENTWISE_TD

include "cm2tt/Dialect/TT/TTAttrs.td"
include "cm2tt/Dialect/TT/TTTypes.td"

/// Base of what works on each element alone and has no effect.
class TT_ElementwiseOp<string mnemonic, list<Trait> traits = []>
    : TT_Op<mnemonic,
            !listconcat([Pure, Elementwise, TT_SameTiles], traits)>;

/// Base of casts.
class TT_CastOp<string mnemonic> : TT_ElementwiseOp<mnemonic> {
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

def TT_IntToPtrOp : TT_CastOp<"int_to_ptr"> {
  let summary = "address as pointer";
  let description = [{
    Makes a pointer of a 64-bit address in bytes.

    Constraints:
    - (TT-INT-TO-PTR-1) `src` is i64, the result a pointer; both are scalars, or
      both are tiles of one shape.

    Example:
    ```mlir
    %p = tt.int_to_ptr %i : i64 -> !tt.ptr<f32>
    ```
  }];
  let arguments = (ins /*TT-INT-TO-PTR-1*/ TT_I64Like:$src);
  let results = (outs TT_PtrLike:$result);
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def TT_PtrToIntOp : TT_CastOp<"ptr_to_int"> {
  let summary = "pointer as address";
  let description = [{
    Gives the 64-bit address of a pointer, in bytes.

    Constraints:
    - (TT-PTR-TO-INT-1) `src` is a pointer, the result i64; both are scalars, or
      both are tiles of one shape.

    Example:
    ```mlir
    %i = tt.ptr_to_int %p : !tt.ptr<f32> -> i64
    ```
  }];
  let arguments = (ins /*TT-PTR-TO-INT-1*/ TT_PtrLike:$src);
  let results = (outs TT_I64Like:$result);
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def TT_BitcastOp : TT_CastOp<"bitcast"> {
  let summary = "the same bits as another type";
  let description = [{
    Reads the bits of a number as another type, or points at another type.

    Constraints:
    - (TT-BITCAST-1) a pointer becomes a pointer of the same address space.
    - (TT-BITCAST-2) a number becomes a number of as many bits.

    Example:
    ```mlir
    %i = tt.bitcast %x : tensor<64xf32> -> tensor<64xi32>
    ```
  }];
  let arguments = (ins TT_Type:$src);
  let results = (outs TT_Type:$result);
  let hasFolder = 1;
  let hasVerifier = 1; // TT-BITCAST-1, TT-BITCAST-2
}

def TT_FpToFpOp : TT_ElementwiseOp<"fp_to_fp"> {
  let summary = "conversion between floating-point types";
  let description = [{
    Converts to a wider, a narrower or an equally wide floating-point type;
    unlike `arith`'s casts it takes 8-bit types and a rounding.

    Constraints:
    - (TT-FP-TO-FP-1) a narrowing conversion has a `rounding`.

    Example:
    ```mlir
    %y = tt.fp_to_fp %x, rounding = rtne : tensor<64xf32> -> tensor<64xf8E5M2>
    ```
  }];
  let arguments = (ins TT_FloatLike:$src,
                       OptionalAttr<TT_RoundingMode>:$rounding);
  let results = (outs TT_FloatLike:$result);
  let assemblyFormat = [{
    $src attr-dict (`,` `rounding` `=` $rounding^)? `:` type($src) `->`
    type($result)
  }];
  let hasFolder = 1;
  let hasVerifier = 1; // TT-FP-TO-FP-1
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

def TT_AddPtrOp : TT_ElementwiseOp<"addptr", [
    /*TT-ADDPTR-1*/ AllTypesMatch<["ptr", "result"]>]> {
  let summary = "pointer plus elements";
  let description = [{
    Moves a pointer by a signed number of elements, not bytes.

    Constraints:
    - (TT-ADDPTR-1) `ptr` and `offset` are scalars, or tiles of one shape; the
      result has the type of `ptr`.

    Example:
    ```mlir
    %q = tt.addptr %p, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    ```
  }];
  let arguments = (ins TT_PtrLike:$ptr, TT_IntLike:$offset);
  let results = (outs TT_PtrLike:$result);
  let assemblyFormat = [{
    $ptr `,` $offset attr-dict `:` type($result) `,` type($offset)
  }];
  let hasFolder = 1;
}

def TT_ClampfOp : TT_ElementwiseOp<"clampf", [
    /*TT-CLAMPF-1*/ SameOperandsAndResultType]> {
  let summary = "clamp to a range";
  let description = [{
    Computes `min(max(x, min), max)`. With `propagateNan = all` the result is
    NaN if an operand is; with `none`, the result for a NaN `x` is a bound.

    Constraints:
    - (TT-CLAMPF-1) operands and result have one floating-point type.

    Example:
    ```mlir
    %y = tt.clampf %x, %lo, %hi, propagateNan = none : tensor<64xf32>
    ```
  }];
  let arguments = (ins TT_FloatLike:$x, TT_FloatLike:$min, TT_FloatLike:$max,
                       TT_PropagateNan:$propagateNan);
  let results = (outs TT_FloatLike:$result);
  let assemblyFormat = [{
    $x `,` $min `,` $max `,` `propagateNan` `=` $propagateNan attr-dict `:`
    type($result)
  }];
}

def TT_PreciseSqrtOp : TT_ElementwiseOp<"precise_sqrt", [
    /*TT-PRECISE-SQRT-1*/ SameOperandsAndResultType]> {
  let summary = "square root, correctly rounded";
  let description = [{
    Computes the square root, rounded to nearest even.

    Constraints:
    - (TT-PRECISE-SQRT-1) operand and result have one floating-point type.

    Example:
    ```mlir
    %y = tt.precise_sqrt %x : tensor<64xf32>
    ```
  }];
  let arguments = (ins TT_FloatLike:$x);
  let results = (outs TT_FloatLike:$result);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

def TT_PreciseDivfOp : TT_ElementwiseOp<"precise_divf", [
    /*TT-PRECISE-DIVF-1*/ SameOperandsAndResultType]> {
  let summary = "quotient, correctly rounded";
  let description = [{
    Computes `x / y`, rounded to nearest even.

    Constraints:
    - (TT-PRECISE-DIVF-1) operands and result have one floating-point type.

    Example:
    ```mlir
    %q = tt.precise_divf %x, %y : tensor<64xf32>
    ```
  }];
  let arguments = (ins TT_FloatLike:$x, TT_FloatLike:$y);
  let results = (outs TT_FloatLike:$result);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
  let hasFolder = 1;
}

def TT_ApproxDivfOp : TT_ElementwiseOp<"approx_divf", [
    /*TT-APPROX-DIVF-1*/ SameOperandsAndResultType]> {
  let summary = "quotient, approximate (Triton 3.9)";
  let description = [{
    Computes `x / y` within 2 ulp for `y` from 2^-126 to 2^126. On CPUs it is
    rounded to nearest even.

    Constraints:
    - (TT-APPROX-DIVF-1) operands and result are f32, or tiles of it of one
      shape.

    Example:
    ```mlir
    %q = tt.approx_divf %x, %y : tensor<64xf32>
    ```
  }];
  let arguments = (ins TT_F32Like:$x, TT_F32Like:$y);
  let results = (outs TT_F32Like:$result);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
}

def TT_MulhiuiOp : TT_ElementwiseOp<"mulhiui", [
    Commutative, /*TT-MULHIUI-1*/ SameOperandsAndResultType]> {
  let summary = "high half of an unsigned product";
  let description = [{
    Computes the upper N bits of the 2N-bit product of unsigned N-bit integers.

    Constraints:
    - (TT-MULHIUI-1) operands and result have one integer type.

    Example:
    ```mlir
    %h = tt.mulhiui %x, %y : tensor<64xi32>
    ```
  }];
  let arguments = (ins TT_IntLike:$x, TT_IntLike:$y);
  let results = (outs TT_IntLike:$result);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
  let hasFolder = 1;
}

def TT_Dp4aOp : TT_ElementwiseOp<"dp4a", [
    /*TT-DP4A-1*/ SameOperandsAndResultType]> {
  let summary = "dot product of four bytes and four bytes, plus a number";
  let description = [{
    Computes `c` plus the products of each byte of `a` with that of `b`, modulo
    2^32, as PTX's instruction of this name. Bytes are signed, those of an
    operand after `unsigned` are not. Triton has no such operation.

    Constraints:
    - (TT-DP4A-1) operands and result are i32, or tiles of it of one shape.

    Example:
    ```mlir
    %d = tt.dp4a unsigned %a, %b, %c : tensor<64xi32>
    ```
  }];
  let arguments = (ins TT_I32Like:$a, TT_I32Like:$b, TT_I32Like:$c,
                       UnitAttr:$aUnsigned, UnitAttr:$bUnsigned);
  let results = (outs TT_I32Like:$result);
  let assemblyFormat = [{
    (`unsigned` $aUnsigned^)? $a `,` (`unsigned` $bUnsigned^)? $b `,` $c
    attr-dict `:` type($c)
  }];
}

//===----------------------------------------------------------------------===//
// Foreign code
//===----------------------------------------------------------------------===//

def TT_ExternElementwiseOp : TT_Op<"extern_elementwise", [
    Elementwise, /*TT-EXTERN-1*/ TT_SameTiles,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>]> {
  let summary = "call of a library function for each element";
  let description = [{
    Applies the function `symbol` of a bitcode library, such as libdevice, to
    the elements of its operands. Without `pure` it may read and write memory.

    Constraints:
    - (TT-EXTERN-1) operands and result are scalars, or tiles of one shape.
    - (TT-EXTERN-2) `symbol` is not empty.

    Example:
    ```mlir
    %y = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_expf"} : (tensor<64xf32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Variadic<TT_Type>:$srcs, StrAttr:$libname,
                       StrAttr:$libpath, StrAttr:$symbol, BoolAttr:$pure);
  let results = (outs TT_Type:$result);
  let assemblyFormat = [{
    operands attr-dict `:` functional-type(operands, $result)
  }];
  let hasVerifier = 1; // TT-EXTERN-2
}

def TT_ElementwiseInlineAsmOp : TT_Op<"elementwise_inline_asm", [
    Elementwise, /*TT-ASM-1*/ TT_SameTiles,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>]> {
  let summary = "inline assembly for each element";
  let description = [{
    Applies a piece of assembly to `packed_element` elements at a time;
    elements narrower than 32 bits come packed in 32-bit registers. Without
    `pure` it may read and write memory.

    Constraints:
    - (TT-ASM-1) operands and results are scalars, or tiles of one shape.
    - (TT-ASM-2) there is a result.
    - (TT-ASM-3) `packed_element` is positive and divides the count of elements.

    Example:
    ```mlir
    %y = tt.elementwise_inline_asm "shl.b32 $0, $0, 3;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %i : tensor<64xi32> -> tensor<64xi32>
    ```
  }];
  let arguments = (ins StrAttr:$asm_string, StrAttr:$constraints,
                       BoolAttr:$pure, I32Attr:$packed_element,
                       Variadic<TT_Type>:$args);
  let results = (outs Variadic<TT_Type>:$result);
  let assemblyFormat = [{
    $asm_string attr-dict ($args^ `:` type($args))? `->` type($result)
  }];
  let hasVerifier = 1; // TT-ASM-2, TT-ASM-3
}

#endif // CM2TT_DIALECT_TT_TTOPSELEMENTWISE_TD
