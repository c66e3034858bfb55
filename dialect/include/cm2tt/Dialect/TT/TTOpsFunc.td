// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Functions, calls and returns.

#ifndef CM2TT_DIALECT_TT_TTOPSFUNC_TD
#define CM2TT_DIALECT_TT_TTOPSFUNC_TD

include "cm2tt/Dialect/TT/TTTypes.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"

def TT_FuncOp : TT_Op<"func", [
    AffineScope, AutomaticAllocationScope, /*TT-FUNC-1*/ FunctionOpInterface,
    IsolatedFromAbove]> {
  let summary = "kernel or device function";
  let description = [{
    A public function is a kernel; a private one is called by others.
    `noinline = true` is a hint; calls are inlined nevertheless.

    Constraints:
    - (TT-FUNC-1) a body's arguments have the types of the signature.

    Example:
    ```mlir
    tt.func private @twice(%v: f32) -> f32 attributes {noinline = false} {
      %w = arith.addf %v, %v : f32
      tt.return %w : f32
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region AnyRegion:$body);
  let builders = [
    OpBuilder<(ins "::llvm::StringRef":$name, "::mlir::FunctionType":$type,
        CArg<"::llvm::ArrayRef<::mlir::NamedAttribute>", "{}">:$attrs,
        CArg<"::llvm::ArrayRef<::mlir::DictionaryAttr>", "{}">:$argAttrs)>
  ];
  let extraClassDeclaration = [{
    /// The body, null for a declaration.
    ::mlir::Region *getCallableRegion() {
      return isExternal() ? nullptr : &getBody();
    }
    /// Types of the arguments.
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    /// Types of the results.
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
    /// Whether there is no body.
    bool isDeclaration() { return isExternal(); }
    /// Whether calls of it must stay.
    bool isNoInline();
  }];
  let hasCustomAssemblyFormat = 1; // the syntax that all MLIR functions share
}

def TT_CallOp : TT_Op<"call", [
    CallOpInterface, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "call of a device function";
  let description = [{
    Calls a function of the same module.

    Constraints:
    - (TT-CALL-1) the callee is a `tt.func` in scope.
    - (TT-CALL-2) operands and results have the types of the callee.

    Example:
    ```mlir
    tt.func private @helper(f32) -> f32
    tt.func @kernel(%x: f32) {
      %y = tt.call @helper(%x) : (f32) -> f32
      tt.return
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$operands,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let results = (outs Variadic<AnyType>);
  let builders = [
    OpBuilder<(ins "::cm2tt::tt::FuncOp":$callee,
                   CArg<"::mlir::ValueRange", "{}">:$operands)>
  ];
  let extraClassDeclaration = [{
    /// Returns the arguments.
    operand_range getArgOperands() { return getOperands(); }
    /// Returns the mutable arguments.
    ::mlir::MutableOperandRange getArgOperandsMutable() {
      return getOperandsMutable();
    }
    /// Whom it calls.
    ::mlir::CallInterfaceCallable getCallableForCallee() {
      return getCalleeAttr();
    }
    /// Makes it call another function.
    void setCalleeFromCallable(::mlir::CallInterfaceCallable callee);
  }];
  let assemblyFormat = [{
    $callee `(` $operands `)` attr-dict `:`
    functional-type($operands, results)
  }];
}

def TT_ReturnOp : TT_Op<"return", [
    Pure, HasParent<"FuncOp">, ReturnLike, Terminator]> {
  let summary = "end of a function";
  let description = [{
    Returns from the function around it.

    Constraints:
    - (TT-RETURN-1) the operands have the types of the function's results.

    Example:
    ```mlir
    tt.func private @same(%v: f32) -> f32 {
      tt.return %v : f32
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$srcs);
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, {}); }]>];
  let assemblyFormat = "attr-dict ($srcs^ `:` type($srcs))?";
  let hasVerifier = 1; // TT-RETURN-1
}

#endif // CM2TT_DIALECT_TT_TTOPSFUNC_TD
