// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file -verify-diagnostics=only-expected -o /dev/null

// A constant takes the type of a tile of bytes or shorts, in which the result wraps; an argument makes it one of ints.
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = ["*i8", "*u16", "*fp16", "i32", 2, "i32:1"]} {
cm.func "k" body (%p: !Ptr, %q: !Ptr, %h: !Ptr, %n: i32, %two: i32, %one: i32) -> none {
  %0 = cm.constant 0 : i32
  %4 = cm.constant 4 : i32
  %a = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%0, %4) : (i32, i32) -> !Tensor
  %pa = cm.invoke "io.github.cm2tt.lang.Triton::add(java.lang.Number, java.lang.Number):io.github.cm2tt.lang.Tensor"(%p, %a) : (!Ptr, !Tensor) -> !Tensor
  %x = cm.invoke "io.github.cm2tt.lang.Triton::load(java.lang.Number):io.github.cm2tt.lang.Tensor"(%pa) : (!Tensor) -> !Tensor
  // expected-remark @+1 {{the result is computed in byte, in which it wraps, as a constant takes the type of the tile: Triton.conv makes the tile one of int}}
  %1 = cm.invoke "io.github.cm2tt.lang.Triton::mul(java.lang.Number, java.lang.Number):io.github.cm2tt.lang.Tensor"(%x, %two) : (!Tensor, i32) -> !Tensor
  // expected-remark @+1 {{the result is computed in byte}}
  %2 = cm.invoke "io.github.cm2tt.lang.Triton::sub(java.lang.Number, java.lang.Number):io.github.cm2tt.lang.Tensor"(%4, %x) : (i32, !Tensor) -> !Tensor
  %3 = cm.invoke "io.github.cm2tt.lang.Triton::mul(java.lang.Number, java.lang.Number):io.github.cm2tt.lang.Tensor"(%x, %n) : (!Tensor, i32) -> !Tensor
  %5 = cm.invoke "io.github.cm2tt.lang.Triton::mul(java.lang.Number, java.lang.Number):io.github.cm2tt.lang.Tensor"(%x, %one) : (!Tensor, i32) -> !Tensor
  %6 = cm.invoke "io.github.cm2tt.lang.Triton::add(java.lang.Number, java.lang.Number):io.github.cm2tt.lang.Tensor"(%x, %x) : (!Tensor, !Tensor) -> !Tensor
  %7 = cm.invoke "io.github.cm2tt.lang.Triton::maximum(java.lang.Number, java.lang.Number):io.github.cm2tt.lang.Tensor"(%x, %two) : (!Tensor, i32) -> !Tensor
  %qa = cm.invoke "io.github.cm2tt.lang.Triton::add(java.lang.Number, java.lang.Number):io.github.cm2tt.lang.Tensor"(%q, %a) : (!Ptr, !Tensor) -> !Tensor
  %y = cm.invoke "io.github.cm2tt.lang.Triton::load(java.lang.Number):io.github.cm2tt.lang.Tensor"(%qa) : (!Tensor) -> !Tensor
  // expected-remark @+1 {{the result is computed in u16}}
  %8 = cm.invoke "io.github.cm2tt.lang.Triton::add(java.lang.Number, java.lang.Number):io.github.cm2tt.lang.Tensor"(%y, %4) : (!Tensor, i32) -> !Tensor
  %ha = cm.invoke "io.github.cm2tt.lang.Triton::add(java.lang.Number, java.lang.Number):io.github.cm2tt.lang.Tensor"(%h, %a) : (!Ptr, !Tensor) -> !Tensor
  %z = cm.invoke "io.github.cm2tt.lang.Triton::load(java.lang.Number):io.github.cm2tt.lang.Tensor"(%ha) : (!Tensor) -> !Tensor
  // expected-remark @+1 {{the sum is computed in fp16, of which 65504 is the largest number: with float.class it is computed in float}}
  %9 = cm.invoke "io.github.cm2tt.lang.Triton::sum(io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%z) : (!Tensor) -> !Tensor
  // expected-remark @+1 {{the cumsum is computed in fp16}}
  %10 = cm.invoke "io.github.cm2tt.lang.Triton::cumsum(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%z, %0) : (!Tensor, i32) -> !Tensor
  %f = cm.constant f32 -> !Class
  %11 = cm.invoke "io.github.cm2tt.lang.Triton::sum(io.github.cm2tt.lang.Tensor, int, java.lang.Class):io.github.cm2tt.lang.Tensor"(%z, %0, %f) : (!Tensor, i32, !Class) -> !Tensor
  // expected-remark @+1 {{the result is computed in byte}}
  %12 = cm.invoke "io.github.cm2tt.lang.Triton::add(java.lang.Number, java.lang.Number):io.github.cm2tt.lang.Tensor"(%1, %4) : (!Tensor, i32) -> !Tensor
  cm.return
}
}
