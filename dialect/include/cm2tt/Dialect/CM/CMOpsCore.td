// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The ops of `cm` that do not depend on Java: functions, variables, constants,
/// tuples, branches.

#ifndef CM2TT_DIALECT_CM_CMOPSCORE_TD
#define CM2TT_DIALECT_CM_CMOPSCORE_TD

include "cm2tt/Dialect/CM/CMOpsBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

//===----------------------------------------------------------------------===//
// Functions and modules
//===----------------------------------------------------------------------===//

def CM_FuncOp : CM_BodyOp<"func", "name"> {
  let summary = "function";
  let description = [{
    A method. It is not a symbol: overloads share a name and are distinguished
    by the named attributes `owner` and `descriptor`.

    Example:
    ```mlir
    cm.func "kernel" {named = {owner = "demo.Kernels"}} body (%n: i32) -> none {
      cm.return
    }
    ```
  }];
  let arguments = (ins StrAttr:$name, CM_BodyTypes:$bodyTypes,
                   CM_BodyLabels:$bodyLabels, CM_Named:$named);
  let regions = (region AnyRegion:$body);
  let extraClassDeclaration = [{
    static ::llvm::StringRef getDefaultAttrName() { return "name"; }
    /// The class that declares the method; empty if the model does not say.
    ::llvm::StringRef getOwner();
    /// The parameter types in parentheses; empty if the model does not say.
    ::llvm::StringRef getDescriptor();
    /// The result type; `none` for void.
    ::mlir::Type getResultType();
    /// Whether the first parameter is the receiver of an instance method: of
    /// the owner's class, and no variable is made of it.
    bool hasReceiver();
  }];
}

def CM_FuncCallOp : CM_Op<"func.call", "callee"> {
  let summary = "call of a function by name";
  let description = [{
    Calls the function of that name in the enclosing module.

    Example:
    ```mlir
    %r = cm.func.call "helper"(%a) : (i32) -> i32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$args, StrAttr:$callee,
                   CM_Named:$named);
  let results = (outs Optional<AnyType>:$result);
  let assemblyFormat = [{
    $callee `(` $args `)` attr-dict `:` functional-type($args, results)
  }];
}

def CM_NestedModuleOp : CM_BodyOp<"module", ""> {
  let summary = "module of functions";
  let description = [{
    A body of functions that ends in `unreachable`.

    Example:
    ```mlir
    cm.module body () -> none {
      cm.func "f" body () -> none {
        cm.return
      }
      cm.unreachable
    }
    ```
  }];
  let arguments = (ins CM_BodyTypes:$bodyTypes, CM_BodyLabels:$bodyLabels,
                   CM_Named:$named);
  let regions = (region AnyRegion:$body);
}

def CM_QuotedOp : CM_BodyOp<"quoted", ""> {
  let summary = "quoted piece of code";
  let description = [{
    Yields a code model of the op in its body.

    Example:
    ```mlir
    %q = cm.quoted body () -> i32 {
      %s = cm.add %a, %a : i32
      cm.yield %s : i32
    } : () -> !cm.ext<"Quoted<Op>">
    ```
  }];
  let arguments = (ins CM_BodyTypes:$bodyTypes, CM_BodyLabels:$bodyLabels,
                   CM_Named:$named);
  let regions = (region AnyRegion:$body);
  let results = (outs AnyType:$result);
}

//===----------------------------------------------------------------------===//
// Ends of blocks
//===----------------------------------------------------------------------===//

def CM_ReturnOp : CM_Op<"return", "", [Terminator]> {
  let summary = "return from a function or lambda";
  let description = [{
    Example:
    ```mlir
    cm.return %a : i32
    ```
  }];
  let arguments = (ins Optional<AnyType>:$value, CM_Named:$named);
  let assemblyFormat = "($value^ `:` type($value))? attr-dict";
  let hasVerifier = 1;
}

def CM_UnreachableOp : CM_Op<"unreachable", "", [Terminator]> {
  let summary = "end that is never reached";
  let description = [{
    Example:
    ```mlir
    cm.unreachable
    ```
  }];
  let arguments = (ins CM_Named:$named);
  let assemblyFormat = "attr-dict";
}

def CM_YieldOp : CM_Op<"yield", "", [Terminator]> {
  let summary = "result of a body";
  let description = [{
    Ends a body with its result, which has the body's result type.

    Example:
    ```mlir
    cm.yield %a : i32
    ```
  }];
  let arguments = (ins Optional<AnyType>:$value, CM_Named:$named);
  let assemblyFormat = "($value^ `:` type($value))? attr-dict";
  let hasVerifier = 1;
}

def CM_BranchOp : CM_Op<"branch", "", [Terminator,
    DeclareOpInterfaceMethods<BranchOpInterface>]> {
  let summary = "branch to a block of the same body";
  let description = [{
    Example:
    ```mlir
    cm.branch ^next(%a : i32)
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$destOperands, CM_Named:$named);
  let successors = (successor AnySuccessor:$dest);
  let assemblyFormat = [{
    $dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict
  }];
}

def CM_CbranchOp : CM_Op<"cbranch", "", [Terminator, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<BranchOpInterface>]> {
  let summary = "branch to one of two blocks";
  let description = [{
    Example:
    ```mlir
    cm.cbranch %c, ^then, ^else(%a : i32)
    ```
  }];
  let arguments = (ins I1:$condition, Variadic<AnyType>:$trueOperands,
                   Variadic<AnyType>:$falseOperands, CM_Named:$named);
  let successors = (successor AnySuccessor:$trueDest, AnySuccessor:$falseDest);
  let assemblyFormat = [{
    $condition `,`
    $trueDest (`(` $trueOperands^ `:` type($trueOperands) `)`)? `,`
    $falseDest (`(` $falseOperands^ `:` type($falseOperands) `)`)? attr-dict
  }];
}

//===----------------------------------------------------------------------===//
// Constants and variables
//===----------------------------------------------------------------------===//

def CM_ConstantOp : CM_Op<"constant", "value"> {
  let summary = "constant";
  let description = [{
    A literal of its result type, a class literal, or null.

    Constraints:
    - The value of a primitive type is an attribute of that type.

    Example:
    ```mlir
    %0 = cm.constant 64 : i32
    %1 = cm.constant "label" -> !cm.java<"java.lang.String">
    %2 = cm.constant f32 -> !cm.java<"java.lang.Class">
    %3 = cm.constant #cm.null -> !cm.java<"java.lang.Object">
    ```
  }];
  let arguments = (ins AnyAttr:$value, CM_Named:$named);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    custom<ConstantValue>($value, type($result)) attr-dict
  }];
  let hasVerifier = 1;
}

def CM_VarOp : CM_Op<"var", "name"> {
  let summary = "declaration of a variable";
  let description = [{
    A box, with a first value if there is an operand.

    Constraints:
    - The result is a `!cm.var` of what the operand can be assigned to.

    Example:
    ```mlir
    %v = cm.var %a "i" : (i32) -> !cm.var<i32>
    ```
  }];
  let arguments = (ins Optional<AnyType>:$init, OptionalAttr<StrAttr>:$name,
                   CM_Named:$named);
  let results = (outs CM_VarType:$result);
  let assemblyFormat = [{
    $init ($name^)? attr-dict `:` functional-type($init, results)
  }];
  let hasVerifier = 1;
}

def CM_VarLoadOp : CM_Op<"var.load", ""> {
  let summary = "value of a variable";
  let description = [{
    Example:
    ```mlir
    %x = cm.var.load %v : (!cm.var<i32>) -> i32
    ```
  }];
  let arguments = (ins CM_VarType:$var, CM_Named:$named);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $var attr-dict `:` functional-type($var, results)
  }];
  let hasVerifier = 1;
}

def CM_VarStoreOp : CM_Op<"var.store", ""> {
  let summary = "assignment to a variable";
  let description = [{
    Example:
    ```mlir
    cm.var.store %v, %a : !cm.var<i32>, i32
    ```
  }];
  let arguments = (ins CM_VarType:$var, AnyType:$value, CM_Named:$named);
  let assemblyFormat = [{
    $var `,` $value attr-dict `:` qualified(type($var)) `,` type($value)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

def CM_TupleOp : CM_Op<"tuple", ""> {
  let summary = "tuple of values";
  let description = [{
    Example:
    ```mlir
    %t = cm.tuple %a, %l : (i32, i64) -> tuple<i32, i64>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$components, CM_Named:$named);
  let results = (outs AnyTuple:$result);
  let assemblyFormat = [{
    $components attr-dict `:` functional-type($components, results)
  }];
  let hasVerifier = 1;
}

def CM_TupleLoadOp : CM_Op<"tuple.load", "index"> {
  let summary = "component of a tuple";
  let description = [{
    Example:
    ```mlir
    %x = cm.tuple.load %t[1] : (tuple<i32, f32>) -> f32
    ```
  }];
  let arguments = (ins AnyTuple:$tuple, I32Attr:$index, CM_Named:$named);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $tuple `[` $index `]` attr-dict `:` functional-type($tuple, results)
  }];
  let hasVerifier = 1;
}

def CM_TupleWithOp : CM_Op<"tuple.with", "index"> {
  let summary = "tuple with one component replaced";
  let description = [{
    Example:
    ```mlir
    %u = cm.tuple.with %t[0], %a : (tuple<i32, f32>, i32) -> tuple<i32, f32>
    ```
  }];
  let arguments = (ins AnyTuple:$tuple, AnyType:$value, I32Attr:$index,
                   CM_Named:$named);
  let results = (outs AnyTuple:$result);
  let assemblyFormat = [{
    $tuple `[` $index `]` `,` $value attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // CM2TT_DIALECT_CM_CMOPSCORE_TD
