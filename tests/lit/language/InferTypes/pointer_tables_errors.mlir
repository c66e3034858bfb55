// RUN: cm2tt-opt %s -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-POINTER-1
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = ["i64"]} {
cm.func "k" body (%a: i64) -> none {
  %c = cm.constant !cm.java<"java.lang.String"> -> !Class
  // expected-error @+1 {{T-POINTER-1: the elements must be given by a class literal of a number type: java.lang.String.class}}
  %0 = cm.invoke "io.github.cm2tt.lang.Triton::toPointer(java.lang.Class, long):io.github.cm2tt.lang.Ptr"(%c, %a) : (!Class, i64) -> !Ptr
  cm.return
}
}

// -----

// T-POINTER-2: an int.
!T = !cm.java<"io.github.cm2tt.lang.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%a: i32) -> none {
  %c = cm.constant f32 -> !Class
  // expected-error @+1 {{T-POINTER-2: an address must be a long: int}}
  %0 = cm.invoke "io.github.cm2tt.lang.Triton::toPointer(java.lang.Class, java.lang.Number):io.github.cm2tt.lang.Tensor"(%c, %a) : (!Class, i32) -> !T
  cm.return
}
}

// -----

// T-POINTER-2: a pointer.
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!T = !cm.java<"io.github.cm2tt.lang.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = ["*i64"]} {
cm.func "k" body (%a: !Ptr) -> none {
  %c = cm.constant f32 -> !Class
  // expected-error @+1 {{T-POINTER-2: an address must be a long: a pointer to long}}
  %0 = cm.invoke "io.github.cm2tt.lang.Triton::toPointer(java.lang.Class, java.lang.Number):io.github.cm2tt.lang.Tensor"(%c, %a) : (!Class, !Ptr) -> !T
  cm.return
}
}
