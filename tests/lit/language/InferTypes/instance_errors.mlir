// RUN: cm2tt-opt %s -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-INSTANCE-1: a value that is no record.
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  // expected-error @+1 {{T-INSTANCE-1: instanceof needs a record whose class is known while compiling: int}}
  %0 = cm.instanceof %n of !cm.java<"demo.Add"> : i32
  cm.return
}
}

// -----

// T-INSTANCE-2: a pattern of a record.
!Add = !cm.java<"demo.Add">
!Pattern = !cm.ext<"Pattern<int>">
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  %add = cm.new "demo.Add::(int)"(%n) {named = {record = "(int n)demo.Add"}} : (i32) -> !Add
  // expected-error @+1 {{T-INSTANCE-2: a pattern must be a class and a variable: x instanceof C c}}
  %0 = cm.pattern.match %add
    body () -> !Pattern {
      %p = cm.pattern.type "n" : !Pattern
      %r = cm.pattern.record "(int n)demo.Add"(%p) : (!Pattern) -> !Pattern
      cm.yield %r : !Pattern
    }
    body (%m: i32) -> none {
      cm.yield
    } : (!Add) -> i1
  cm.return
}
}
