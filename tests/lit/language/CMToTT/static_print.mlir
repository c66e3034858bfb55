// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -verify-diagnostics | FileCheck %s

// Printing while compiling leaves nothing.
// CHECK-LABEL: tt.func public @k(
// CHECK-NEXT: tt.make_range
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Str = !cm.java<"java.lang.String">
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  %c1 = cm.constant 0 : i32
  %c2 = cm.constant 8 : i32
  %x = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c2) : (i32, i32) -> !Tensor
  %c3 = cm.constant "n is" -> !Str
  %c4 = cm.constant "and" -> !Str
  %c5 = cm.constant 3 : i32
  // expected-remark @+1 {{n is int and the constant 3 a tile of 8 int}}
  cm.invoke "io.github.cm2tt.lang.Triton::staticPrint(java.lang.String, int, java.lang.String, int, io.github.cm2tt.lang.Tensor):void"(%c3, %n, %c4, %c5, %x) : (!Str, i32, !Str, i32, !Tensor) -> ()
  cm.return
}
}
