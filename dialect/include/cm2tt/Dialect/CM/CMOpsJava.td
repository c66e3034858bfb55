// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The ops of `cm` for Java's expressions: arithmetic, comparison, conversion,
/// members, arrays, exceptions, lambdas.
///
/// Not here: statements and operators with bodies (CMOpsStatements.td).

#ifndef CM2TT_DIALECT_CM_CMOPSJAVA_TD
#define CM2TT_DIALECT_CM_CMOPSJAVA_TD

include "cm2tt/Dialect/CM/CMOpsBase.td"

//===----------------------------------------------------------------------===//
// Arithmetic and comparison
//===----------------------------------------------------------------------===//

/// `a op b` of one primitive type.
class CM_ArithmeticOp<string mnemonic, string meaning, string sample,
                      TypeConstraint domain>
    : CM_Op<mnemonic, "", [SameTypeOperands,
        TypesMatchWith<"result type is the type of the first operand", "lhs",
                       "result", "$_self">]> {
  let summary = meaning;
  let description = "    Java's " # meaning # [{ of two values of one type.

    Example:
    ```mlir
    %r = cm.}] # mnemonic # " %a, %b : " # sample # "\n    ```\n";
  let arguments = (ins domain:$lhs, domain:$rhs, CM_Named:$named);
  let results = (outs domain:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs)";
}

def CM_AddOp : CM_ArithmeticOp<"add", "sum", "i32", CM_Numeric>;
def CM_SubOp : CM_ArithmeticOp<"sub", "difference", "i32", CM_Numeric>;
def CM_MulOp : CM_ArithmeticOp<"mul", "product", "i32", CM_Numeric>;
def CM_DivOp : CM_ArithmeticOp<"div", "quotient", "i32", CM_Numeric>;
def CM_ModOp : CM_ArithmeticOp<"mod", "remainder", "i32", CM_Numeric>;
def CM_AndOp
  : CM_ArithmeticOp<"and", "bitwise and", "i32", CM_IntegralOrBoolean>;
def CM_OrOp : CM_ArithmeticOp<"or", "bitwise or", "i32", CM_IntegralOrBoolean>;
def CM_XorOp
  : CM_ArithmeticOp<"xor", "bitwise exclusive or", "i32", CM_IntegralOrBoolean>;

/// `a op b` where b is a distance of any integer type.
class CM_ShiftOp<string mnemonic, string meaning>
    : CM_Op<mnemonic, "", [TypesMatchWith<
        "result type is the type of the first operand", "lhs", "result",
        "$_self">]> {
  let summary = meaning;
  let description = "    Java's " # meaning # [{ by a distance of its own type.

    Example:
    ```mlir
    %r = cm.}] # mnemonic # " %a, %l : i32, i64" # "\n    ```\n";
  let arguments = (ins CM_Integral:$lhs, CM_Integral:$rhs, CM_Named:$named);
  let results = (outs CM_Integral:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)
  }];
}

def CM_LshlOp : CM_ShiftOp<"lshl", "shift to the left">;
def CM_AshrOp : CM_ShiftOp<"ashr", "arithmetic shift to the right">;
def CM_LshrOp : CM_ShiftOp<"lshr", "logical shift to the right">;

/// `op a` of a primitive type.
class CM_UnaryOp<string mnemonic, string meaning, string sample,
                 TypeConstraint domain>
    : CM_Op<mnemonic, "", [TypesMatchWith<
        "result type is the type of the operand", "operand", "result",
        "$_self">]> {
  let summary = meaning;
  let description = "    Java's " # meaning # [{.

    Example:
    ```mlir
    %r = cm.}] # mnemonic # " " # sample # "\n    ```\n";
  let arguments = (ins domain:$operand, CM_Named:$named);
  let results = (outs domain:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
}

def CM_NegOp : CM_UnaryOp<"neg", "negation", "%a : i32", CM_Numeric>;
def CM_ComplOp
  : CM_UnaryOp<"compl", "bitwise complement", "%a : i32", CM_Integral>;
def CM_NotOp : CM_UnaryOp<"not", "logical negation", "%c : i1", CM_Boolean>;

/// `a op b`, a boolean.
class CM_CompareOp<string mnemonic, string meaning, Constraint domain,
                   list<Trait> traits>
    : CM_Op<mnemonic, "", traits> {
  let summary = meaning;
  let description = "    Java's " # meaning # [{.

    Example:
    ```mlir
    %r = cm.}] # mnemonic # " %a, %b : i32, i32" # "\n    ```\n";
  let arguments = (ins domain:$lhs, domain:$rhs, CM_Named:$named);
  let results = (outs I1:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)
  }];
}

def CM_EqOp : CM_CompareOp<"eq", "equality", AnyType, []> {
  let hasVerifier = 1;
}
def CM_NeqOp : CM_CompareOp<"neq", "inequality", AnyType, []> {
  let hasVerifier = 1;
}
def CM_LtOp
  : CM_CompareOp<"lt", "less than", CM_Numeric, [SameTypeOperands]>;
def CM_LeOp
  : CM_CompareOp<"le", "less than or equal", CM_Numeric, [SameTypeOperands]>;
def CM_GtOp
  : CM_CompareOp<"gt", "greater than", CM_Numeric, [SameTypeOperands]>;
def CM_GeOp
  : CM_CompareOp<"ge", "greater than or equal", CM_Numeric, [SameTypeOperands]>;

def CM_ConcatOp : CM_Op<"concat", ""> {
  let summary = "concatenation of strings";
  let description = [{
    Example:
    ```mlir
    %r = cm.concat %s, %a : (!cm.java<"java.lang.String">, i32) -> !cm.java<"java.lang.String">
    ```
  }];
  let arguments = (ins AnyType:$lhs, AnyType:$rhs, CM_Named:$named);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

def CM_ConvOp : CM_Op<"conv", ""> {
  let summary = "conversion between primitive types";
  let description = [{
    Example:
    ```mlir
    %r = cm.conv %a : i32 to f64
    ```
  }];
  let arguments = (ins CM_Primitive:$operand, CM_Named:$named);
  let results = (outs CM_Primitive:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` type($operand) `to` type($result)
  }];
  let hasVerifier = 1;
}

def CM_CastOp : CM_Op<"cast", "target"> {
  let summary = "cast between reference types";
  let description = [{
    Example:
    ```mlir
    %r = cm.cast %s to !cm.java<"java.lang.Object"> : (!cm.java<"java.lang.String">) -> !cm.java<"java.lang.Object">
    ```
  }];
  let arguments = (ins AnyType:$operand, TypeAttr:$target, CM_Named:$named);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $operand `to` $target attr-dict `:` functional-type($operand, results)
  }];
  let hasVerifier = 1;
}

def CM_InstanceofOp : CM_Op<"instanceof", "target"> {
  let summary = "test of a reference's class";
  let description = [{
    Example:
    ```mlir
    %r = cm.instanceof %s of !cm.java<"java.lang.Object"> : !cm.java<"java.lang.String">
    ```
  }];
  let arguments = (ins AnyType:$operand, TypeAttr:$target, CM_Named:$named);
  let results = (outs I1:$result);
  let assemblyFormat = [{
    $operand `of` $target attr-dict `:` type($operand)
  }];
}

//===----------------------------------------------------------------------===//
// Members
//===----------------------------------------------------------------------===//

def CM_InvokeOp : CM_Op<"invoke", "ref"> {
  let summary = "invocation of a method";
  let description = [{
    The receiver, if there is one, is the first operand. The operands of a
    variable-arity method are not gathered in an array.

    Constraints:
    - The reference is a method's.
    - There are as many operands as parameters, one more with a receiver, any
      number from the last parameter on if that is an array.

    Example:
    ```mlir
    %r = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%a) : (i32) -> i32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$args, CM_RefAttr:$ref,
                   CM_Named:$named);
  let results = (outs Optional<AnyType>:$result);
  let assemblyFormat = [{
    custom<Reference>($ref) `(` $args `)` attr-dict `:`
    functional-type($args, results)
  }];
  let extraClassDeclaration = [{
    static ::llvm::StringRef getDefaultAttrName() { return "ref"; }
    /// Whether the first operand is a receiver.
    bool hasReceiver();
  }];
  let hasVerifier = 1;
}

def CM_NewOp : CM_Op<"new", "ref"> {
  let summary = "creation of an object or array";
  let description = [{
    Constraints:
    - The reference is a constructor's.

    Example:
    ```mlir
    %r = cm.new "demo.Pair::(int, int)"(%a, %b) : (i32, i32) -> !cm.java<"demo.Pair">
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$args, CM_RefAttr:$ref,
                   CM_Named:$named);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    custom<Reference>($ref) `(` $args `)` attr-dict `:`
    functional-type($args, results)
  }];
  let hasVerifier = 1;
}

def CM_FieldLoadOp : CM_Op<"field.load", "ref"> {
  let summary = "value of a field";
  let description = [{
    A static field has no operand.

    Example:
    ```mlir
    %r = cm.field.load "java.lang.Integer::MAX_VALUE:int" : () -> i32
    ```
  }];
  let arguments = (ins Optional<AnyType>:$receiver, CM_RefAttr:$ref,
                   CM_Named:$named);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    custom<Reference>($ref) ($receiver^)? attr-dict `:`
    functional-type($receiver, results)
  }];
  let hasVerifier = 1;
}

def CM_FieldStoreOp : CM_Op<"field.store", "ref"> {
  let summary = "assignment to a field";
  let description = [{
    The operands are the receiver, unless the field is static, and the value.

    Example:
    ```mlir
    cm.field.store "demo.Counter::total:int" %a : i32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$args, CM_RefAttr:$ref,
                   CM_Named:$named);
  let assemblyFormat = [{
    custom<Reference>($ref) $args attr-dict `:` type($args)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

def CM_ArrayLengthOp : CM_Op<"array.length", ""> {
  let summary = "length of an array";
  let description = [{
    Example:
    ```mlir
    %r = cm.array.length %array : !cm.java<"int[]">
    ```
  }];
  let arguments = (ins CM_JavaType:$array, CM_Named:$named);
  let results = (outs I32:$result);
  let assemblyFormat = "$array attr-dict `:` qualified(type($array))";
  let hasVerifier = 1;
}

def CM_ArrayLoadOp : CM_Op<"array.load", ""> {
  let summary = "element of an array";
  let description = [{
    Example:
    ```mlir
    %r = cm.array.load %array[%a] : (!cm.java<"int[]">, i32) -> i32
    ```
  }];
  let arguments = (ins CM_JavaType:$array, CM_Integral:$index,
                   CM_Named:$named);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $array `[` $index `]` attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def CM_ArrayStoreOp : CM_Op<"array.store", ""> {
  let summary = "assignment to an element of an array";
  let description = [{
    Example:
    ```mlir
    cm.array.store %array[%a], %b : !cm.java<"int[]">, i32, i32
    ```
  }];
  let arguments = (ins CM_JavaType:$array, CM_Integral:$index, AnyType:$value,
                   CM_Named:$named);
  let assemblyFormat = [{
    $array `[` $index `]` `,` $value attr-dict `:`
    qualified(type($array)) `,` type($index) `,` type($value)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Exceptions and monitors
//===----------------------------------------------------------------------===//

def CM_ThrowOp : CM_Op<"throw", "", [Terminator]> {
  let summary = "throw of an exception";
  let description = [{
    Example:
    ```mlir
    cm.throw %e : !cm.java<"java.lang.RuntimeException">
    ```
  }];
  let arguments = (ins AnyType:$exception, CM_Named:$named);
  let assemblyFormat = "$exception attr-dict `:` type($exception)";
}

def CM_AssertOp : CM_BodyOp<"assert", ""> {
  let summary = "assertion";
  let description = [{
    The first body is the condition; the second, if there is one, the detail.

    Example:
    ```mlir
    cm.assert body () -> i1 {
      cm.yield %c : i1
    }
    ```
  }];
  let arguments = (ins CM_BodyTypes:$bodyTypes, CM_BodyLabels:$bodyLabels,
                   CM_Named:$named);
  let regions = (region VariadicRegion<AnyRegion>:$bodies);
  let hasVerifier = 1;
}

/// Entry to or exit from a monitor.
class CM_MonitorOp<string mnemonic, string meaning> : CM_Op<mnemonic, ""> {
  let summary = meaning;
  let description = "    The " # meaning # [{ of an object.

    Example:
    ```mlir
    cm.}] # mnemonic # " %s : !cm.java<\"java.lang.String\">\n    ```\n";
  let arguments = (ins AnyType:$monitor, CM_Named:$named);
  let assemblyFormat = "$monitor attr-dict `:` type($monitor)";
}

def CM_MonitorEnterOp
  : CM_MonitorOp<"monitor.enter", "entry to the monitor">;
def CM_MonitorExitOp : CM_MonitorOp<"monitor.exit", "exit from the monitor">;

/// Entry to or exit from a region whose exceptions are caught.
class CM_ExceptionRegionOp<string mnemonic, string meaning>
    : CM_Op<mnemonic, "", [Terminator]> {
  let summary = meaning;
  let description = "    The " # meaning # [{ whose exceptions are caught.

    The first successor is where control goes, the others are the handlers. The
    last operands are the successors' arguments; `segments` says how many each
    has. A handler's first parameter, the exception, is no argument.

    Example:
    ```mlir
    cm.}] # mnemonic # [{ ^next, ^handler segments [0, 0] : () -> ()
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$args, DenseI32ArrayAttr:$segments,
                   CM_Named:$named);
  let results = (outs Optional<AnyType>:$result);
  let successors = (successor VariadicSuccessor<AnySuccessor>:$targets);
  let assemblyFormat = [{
    $args $targets `segments` $segments attr-dict `:`
    functional-type($args, results)
  }];
  let hasVerifier = 1;
}

def CM_ExceptionRegionEnterOp
  : CM_ExceptionRegionOp<"exception.region.enter", "entry to a region">;
def CM_ExceptionRegionExitOp
  : CM_ExceptionRegionOp<"exception.region.exit", "exit from a region">;

//===----------------------------------------------------------------------===//
// Lambdas
//===----------------------------------------------------------------------===//

def CM_LambdaOp : CM_BodyOp<"lambda", ""> {
  let summary = "lambda expression";
  let description = [{
    An object of a functional interface whose method is the body. What the body
    captures it uses directly.

    Example:
    ```mlir
    %f = cm.lambda body (%x: f32) -> f32 {
      %y = cm.add %x, %x : f32
      cm.return %y : f32
    } : () -> !cm.java<"demo.FloatFunction">
    ```
  }];
  let arguments = (ins CM_BodyTypes:$bodyTypes, CM_BodyLabels:$bodyLabels,
                   CM_Named:$named);
  let regions = (region AnyRegion:$body);
  let results = (outs AnyType:$result);
}

#endif // CM2TT_DIALECT_CM_CMOPSJAVA_TD
