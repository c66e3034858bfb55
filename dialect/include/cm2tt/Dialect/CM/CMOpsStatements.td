// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The ops of `cm` for Java's statements, operators with bodies, and patterns.

#ifndef CM2TT_DIALECT_CM_CMOPSSTATEMENTS_TD
#define CM2TT_DIALECT_CM_CMOPSSTATEMENTS_TD

include "cm2tt/Dialect/CM/CMOpsBase.td"

/// A statement: no operands, no results, named bodies.
class CM_Statement<string mnemonic> : CM_BodyOp<"java." # mnemonic, ""> {
  let arguments = (ins CM_BodyTypes:$bodyTypes, CM_BodyLabels:$bodyLabels,
                   CM_Named:$named);
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

def CM_JavaForOp : CM_Statement<"for"> {
  let summary = "basic for statement";
  let description = [{
    Constraints:
    - `init` has no parameters. It yields nothing, the only loop variable, or a
      tuple of the loop variables; these are the parameters of each other body.
    - `cond` yields a boolean; `update` and `loop` yield nothing.

    Example:
    ```mlir
    cm.java.for
      body () -> !cm.var<i32> {
        %i = cm.var %a "i" : (i32) -> !cm.var<i32>
        cm.yield %i : !cm.var<i32>
      }
      body (%i: !cm.var<i32>) -> i1 {
        cm.yield %c : i1
      }
      body (%i: !cm.var<i32>) -> none {
        cm.yield
      }
      body (%i: !cm.var<i32>) -> none {
        cm.java.continue
      }
    ```
  }];
  let regions = (region AnyRegion:$init, AnyRegion:$cond, AnyRegion:$update,
                 AnyRegion:$loop);
}

def CM_JavaEnhancedForOp : CM_Statement<"enhancedFor"> {
  let summary = "enhanced for statement";
  let description = [{
    Constraints:
    - `expr` has no parameters and yields an array or an iterable.
    - `def` has the element as its parameter and yields the loop variable.
    - `loop` has the loop variable as its parameter and yields nothing.

    Example:
    ```mlir
    cm.java.enhancedFor
      body () -> !cm.java<"int[]"> {
        cm.yield %array : !cm.java<"int[]">
      }
      body (%e: i32) -> !cm.var<i32> {
        %v = cm.var %e "e" : (i32) -> !cm.var<i32>
        cm.yield %v : !cm.var<i32>
      }
      body (%v: !cm.var<i32>) -> none {
        cm.java.continue
      }
    ```
  }];
  let regions = (region AnyRegion:$expr, AnyRegion:$def, AnyRegion:$loop);
}

def CM_JavaWhileOp : CM_Statement<"while"> {
  let summary = "while statement";
  let description = [{
    Example:
    ```mlir
    cm.java.while
      body () -> i1 {
        cm.yield %c : i1
      }
      body () -> none {
        cm.java.continue
      }
    ```
  }];
  let regions = (region AnyRegion:$cond, AnyRegion:$loop);
}

def CM_JavaDoWhileOp : CM_Statement<"do.while"> {
  let summary = "do statement";
  let description = [{
    Example:
    ```mlir
    cm.java.do.while
      body () -> none {
        cm.java.continue
      }
      body () -> i1 {
        cm.yield %c : i1
      }
    ```
  }];
  let regions = (region AnyRegion:$loop, AnyRegion:$cond);
}

//===----------------------------------------------------------------------===//
// Conditions and blocks
//===----------------------------------------------------------------------===//

def CM_JavaIfOp : CM_Statement<"if"> {
  let summary = "if statement";
  let description = [{
    Pairs of predicate and action, `else if` included, and perhaps an action
    for the rest.

    Example:
    ```mlir
    cm.java.if
      body () -> i1 {
        cm.yield %c : i1
      }
      body "then" () -> none {
        cm.yield
      }
      body "else" () -> none {
        cm.return
      }
    ```
  }];
  let regions = (region VariadicRegion<AnyRegion>:$bodies);
}

def CM_JavaBlockOp : CM_Statement<"block"> {
  let summary = "block";
  let description = [{
    Example:
    ```mlir
    cm.java.block body () -> none {
      cm.yield
    }
    ```
  }];
  let regions = (region AnyRegion:$body);
}

def CM_JavaLabeledOp : CM_Statement<"labeled"> {
  let summary = "labeled statement";
  let description = [{
    Its label is the constant that its body begins with; `java.break` and
    `java.continue` name it by that value.

    Example:
    ```mlir
    cm.java.labeled body () -> none {
      %label = cm.constant "outer" -> !cm.java<"java.lang.String">
      cm.java.break %label : !cm.java<"java.lang.String">
    }
    ```
  }];
  let regions = (region AnyRegion:$body);
  let extraClassDeclaration = [{
    static ::llvm::StringRef getDefaultAttrName() { return ""; }
    /// The constant that is the label.
    ::mlir::Value getLabel();
  }];
}

/// A jump out of a loop or labeled statement, by label if there is one.
class CM_JumpOp<string mnemonic, string meaning>
    : CM_Op<"java." # mnemonic, "label", [Terminator]> {
  let summary = meaning;
  let description = [{
    Without label the innermost statement that can be left so is meant. The
    label is the constant of the labeled statement, or its text.

    Example:
    ```mlir
    cm.java.}] # mnemonic # "\n    ```\n";
  let arguments = (ins Optional<AnyType>:$target, OptionalAttr<StrAttr>:$label,
                   CM_Named:$named);
  let assemblyFormat = [{
    ($target^ `:` type($target))? ($label^)? attr-dict
  }];
  let hasVerifier = 1;
}

def CM_JavaBreakOp : CM_JumpOp<"break", "break statement">;
def CM_JavaContinueOp : CM_JumpOp<"continue", "continue statement">;

def CM_JavaYieldOp : CM_Op<"java.yield", "", [Terminator]> {
  let summary = "result of a switch expression";
  let description = [{
    Example:
    ```mlir
    cm.java.yield %a : i32
    ```
  }];
  let arguments = (ins Optional<AnyType>:$value, CM_Named:$named);
  let assemblyFormat = "($value^ `:` type($value))? attr-dict";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Switch
//===----------------------------------------------------------------------===//

/// A switch: pairs of predicate on the selector and action.
class CM_SwitchOp<string mnemonic> : CM_BodyOp<"java.switch." # mnemonic, ""> {
  let arguments = (ins AnyType:$selector, CM_BodyTypes:$bodyTypes,
                   CM_BodyLabels:$bodyLabels, CM_Named:$named);
  let regions = (region VariadicRegion<AnyRegion>:$bodies);
  let hasVerifier = 1;
}

def CM_JavaSwitchStatementOp : CM_SwitchOp<"statement"> {
  let summary = "switch statement";
  let description = [{
    Pairs of predicate on the selector and action. The default's predicate
    yields true; it may lack the parameter and the result.

    Example:
    ```mlir
    cm.java.switch.statement %a
      body (%s: i32) -> i1 {
        %is = cm.eq %s, %b : i32, i32
        cm.yield %is : i1
      }
      body () -> none {
        cm.yield
      } : (i32) -> ()
    ```
  }];
}

def CM_JavaSwitchExpressionOp : CM_SwitchOp<"expression"> {
  let summary = "switch expression";
  let description = [{
    Example:
    ```mlir
    %r = cm.java.switch.expression %a
      body (%s: i32) -> i1 {
        cm.yield %c : i1
      }
      body () -> i32 {
        cm.yield %b : i32
      } : (i32) -> i32
    ```
  }];
  let results = (outs AnyType:$result);
}

def CM_JavaSwitchFallthroughOp
    : CM_Op<"java.switch.fallthrough", "", [Terminator]> {
  let summary = "fall through to the next action of a switch";
  let description = [{
    Example:
    ```mlir
    cm.java.switch.fallthrough
    ```
  }];
  let arguments = (ins CM_Named:$named);
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Operators with bodies
//===----------------------------------------------------------------------===//

/// `a && b`, `a || b`: predicates, evaluated until the result is known.
class CM_ConditionalLogicOp<string mnemonic, string meaning>
    : CM_BodyOp<"java." # mnemonic, ""> {
  let summary = meaning;
  let description = "    Java's " # meaning # [{ of two or more predicates.

    Example:
    ```mlir
    %r = cm.java.}] # mnemonic # [{
      body () -> i1 {
        cm.yield %c : i1
      }
      body () -> i1 {
        cm.yield %c : i1
      } : () -> i1
    ```
  }];
  let arguments = (ins CM_BodyTypes:$bodyTypes, CM_BodyLabels:$bodyLabels,
                   CM_Named:$named);
  let regions = (region VariadicRegion<AnyRegion>:$bodies);
  let results = (outs I1:$result);
  let hasVerifier = 1;
}

def CM_JavaCandOp : CM_ConditionalLogicOp<"cand", "conditional and">;
def CM_JavaCorOp : CM_ConditionalLogicOp<"cor", "conditional or">;

def CM_JavaCexpressionOp : CM_BodyOp<"java.cexpression", ""> {
  let summary = "conditional expression";
  let description = [{
    Example:
    ```mlir
    %r = cm.java.cexpression
      body () -> i1 {
        cm.yield %c : i1
      }
      body () -> i32 {
        cm.yield %a : i32
      }
      body () -> i32 {
        cm.yield %b : i32
      } : () -> i32
    ```
  }];
  let arguments = (ins CM_BodyTypes:$bodyTypes, CM_BodyLabels:$bodyLabels,
                   CM_Named:$named);
  let regions = (region AnyRegion:$cond, AnyRegion:$trueBody,
                 AnyRegion:$falseBody);
  let results = (outs AnyType:$result);
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Synchronized and try
//===----------------------------------------------------------------------===//

def CM_JavaSynchronizedOp : CM_Statement<"synchronized"> {
  let summary = "synchronized statement";
  let description = [{
    Example:
    ```mlir
    cm.java.synchronized
      body () -> !cm.java<"java.lang.String"> {
        cm.yield %s : !cm.java<"java.lang.String">
      }
      body () -> none {
        cm.yield
      }
    ```
  }];
  let regions = (region AnyRegion:$expr, AnyRegion:$body);
}

def CM_JavaTryOp : CM_Statement<"try"> {
  let summary = "try statement";
  let description = [{
    The bodies are the resources if they yield something, the statement, a
    handler for each caught type with the exception as its parameter, and what
    is done at last.

    Example:
    ```mlir
    cm.java.try
      body () -> none {
        cm.yield
      }
      body (%e: !cm.java<"java.lang.RuntimeException">) -> none {
        cm.yield
      }
    ```
  }];
  let regions = (region VariadicRegion<AnyRegion>:$bodies);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

def CM_PatternMatchOp : CM_BodyOp<"pattern.match", ""> {
  let summary = "match of a value against a pattern";
  let description = [{
    The first body yields the pattern, the second has the bound variables as
    its parameters.

    Example:
    ```mlir
    %r = cm.pattern.match %s
      body () -> !cm.ext<"Pattern<int>"> {
        %p = cm.pattern.type "n" : !cm.ext<"Pattern<int>">
        cm.yield %p : !cm.ext<"Pattern<int>">
      }
      body (%n: i32) -> none {
        cm.yield
      } : (!cm.java<"java.lang.String">) -> i1
    ```
  }];
  let arguments = (ins AnyType:$operand, CM_BodyTypes:$bodyTypes,
                   CM_BodyLabels:$bodyLabels, CM_Named:$named);
  let regions = (region AnyRegion:$pattern, AnyRegion:$match);
  let results = (outs I1:$result);
  let hasVerifier = 1;
}

def CM_PatternMatchAllOp : CM_Op<"pattern.match.all", ""> {
  let summary = "pattern that matches everything";
  let description = [{
    Example:
    ```mlir
    %p = cm.pattern.match.all : !cm.ext<"Pattern<int>">
    ```
  }];
  let arguments = (ins CM_Named:$named);
  let results = (outs AnyType:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def CM_PatternTypeOp : CM_Op<"pattern.type", "name"> {
  let summary = "pattern that matches a type and may bind a variable";
  let description = [{
    Example:
    ```mlir
    %p = cm.pattern.type "n" : !cm.ext<"Pattern<int>">
    ```
  }];
  let arguments = (ins OptionalAttr<StrAttr>:$name, CM_Named:$named);
  let results = (outs AnyType:$result);
  let assemblyFormat = "($name^)? attr-dict `:` type($result)";
}

def CM_PatternRecordOp : CM_Op<"pattern.record", "ref"> {
  let summary = "pattern that takes a record apart";
  let description = [{
    Example:
    ```mlir
    %p = cm.pattern.type "x" : !cm.ext<"Pattern<int>">
    %q = cm.pattern.record "(int x)demo.Point"(%p) : (!cm.ext<"Pattern<int>">) -> !cm.java<"demo.Pattern">
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$patterns, CM_RefAttr:$ref,
                   CM_Named:$named);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    custom<Reference>($ref) `(` $patterns `)` attr-dict `:`
    functional-type($patterns, results)
  }];
  let hasVerifier = 1;
}

#endif // CM2TT_DIALECT_CM_CMOPSSTATEMENTS_TD
