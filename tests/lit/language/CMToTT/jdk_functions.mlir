// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -mlir-print-debuginfo -mlir-print-local-scope -verify-diagnostics | FileCheck %s

// The operations of the code of a method of the JDK are at the call; there are
// no remarks on that code.
// CHECK: arith.addi {{.*}} loc("K.java":7:3)
// CHECK: tt.assert {{.*}} loc("K.java":7:3)
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  %r = cm.invoke "java.lang.Math::addExact(int, int):int"(%n, %n) : (i32, i32) -> i32 loc("K.java":7:3)
  cm.return
}
cm.func "addExact" {named = {owner = "java.lang.Math", descriptor = "(int, int)"}} body (%x: i32, %y: i32) -> i32 {
  %sum = cm.add %x, %y : i32 loc("Exact.java":1:1)
  %wide = cm.conv %sum : i32 to f64
  %root = cm.invoke "java.lang.Math::exp(double):double"(%wide) : (f64) -> f64
  %narrow = cm.conv %root : f64 to f32
  %holds = cm.ge %sum, %x : i32, i32 loc("Exact.java":2:1)
  cm.invoke "io.github.cm2tt.lang.Triton::deviceAssert(java.lang.Number):void"(%holds) : (i1) -> () loc("Exact.java":3:1)
  cm.return %sum : i32
}
}
