// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Prefixes are Triton's; integers have signs, truth values, pointers and
// floating-point numbers none.
// CHECK-LABEL: tt.func public @print(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<f32>,
// CHECK-SAME:  %[[P1:[^:]+]]: i32,
// CHECK-SAME:  %[[P2:[^:]+]]: i32,
// CHECK-SAME:  %[[P3:[^:]+]]: i1,
// CHECK-SAME:  %[[P4:[^:]+]]: f32)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: tt.print " x: " {hex = false, isSigned = array<i32: 1>} : %[[V0]] : tensor<8xi32>
// CHECK-NEXT: tt.print " u =: " {hex = false, isSigned = array<i32: 0, 1>} : %[[P2]], %[[P1]] : i32, i32
// CHECK-NEXT: %[[V1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V2:.+]] = arith.constant 5.000000e-01 : f32
// CHECK-NEXT: tt.print " m: " {hex = false, isSigned = array<i32: 0, 0, 0, 1, 0>} : %[[P3]], %[[P0]], %[[P4]], %[[V1]], %[[V2]] : i1, !tt.ptr<f32>, f32, i32, f32
// CHECK-NEXT: tt.print " here" {hex = false, isSigned = array<i32>}
// CHECK-NEXT: tt.print "" {hex = false, isSigned = array<i32>}
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Str = !cm.java<"java.lang.String">
module attributes {cm.signature = ["*fp32", "i32", "u32", "i1", "fp32"]} {
cm.func "print" body (%p: !Ptr, %n: i32, %u: i32, %m: i1, %f: f32) -> none {
  %c1 = cm.constant 0 : i32
  %c2 = cm.constant 8 : i32
  %x = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c2) : (i32, i32) -> !Tensor
  %c3 = cm.constant "x" -> !Str
  cm.invoke "io.github.cm2tt.lang.Triton::devicePrint(java.lang.String, io.github.cm2tt.lang.Tensor):void"(%c3, %x) : (!Str, !Tensor) -> ()
  %c4 = cm.constant "u =" -> !Str
  cm.invoke "io.github.cm2tt.lang.Triton::devicePrint(java.lang.String, int, int):void"(%c4, %u, %n) : (!Str, i32, i32) -> ()
  %c5 = cm.constant " m: " -> !Str
  %c6 = cm.constant 1 : i32
  %c7 = cm.constant 0.5 : f32
  cm.invoke "io.github.cm2tt.lang.Triton::devicePrint(java.lang.String, boolean, io.github.cm2tt.lang.Ptr, float, int, float):void"(%c5, %m, %p, %f, %c6, %c7) : (!Str, i1, !Ptr, f32, i32, f32) -> ()
  %c8 = cm.constant "here" -> !Str
  cm.invoke "io.github.cm2tt.lang.Triton::devicePrint(java.lang.String):void"(%c8) : (!Str) -> ()
  %c9 = cm.constant "" -> !Str
  cm.invoke "io.github.cm2tt.lang.Triton::devicePrint(java.lang.String):void"(%c9) : (!Str) -> ()
  cm.return
}
}

// -----

// Assertions; what holds is not asserted.
// CHECK-LABEL: tt.func public @check(
// CHECK-SAME:  %[[P0:[^:]+]]: i32,
// CHECK-SAME:  %[[P1:[^:]+]]: i1)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[P0]] : i32 -> tensor<8xi32>
// CHECK-NEXT: %[[V2:.+]] = arith.cmpi slt, %[[V0]], %[[V1]] : tensor<8xi32>
// CHECK-NEXT: tt.assert %[[P1]], "" : i1
// CHECK-NEXT: tt.assert %[[V2]], "out of bounds" : tensor<8xi1>
// CHECK-NEXT: %[[V3:.+]] = tt.splat %[[P1]] : i1 -> tensor<8xi1>
// CHECK-NEXT: %[[V4:.+]] = arith.constant dense<true> : tensor<8xi1>
// CHECK-NEXT: %[[V5:.+]] = arith.xori %[[V3]], %[[V4]] : tensor<8xi1>
// CHECK-NEXT: %[[V6:.+]] = arith.ori %[[V2]], %[[V5]] : tensor<8xi1>
// CHECK-NEXT: tt.assert %[[V6]], "where m" : tensor<8xi1>
// CHECK-NEXT: %[[V7:.+]] = arith.constant false
// CHECK-NEXT: tt.assert %[[V7]], "not here" : i1
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Str = !cm.java<"java.lang.String">
!CompareKind = !cm.java<"io.github.cm2tt.lang.CompareKind">
module attributes {cm.signature = ["i32", "i1"]} {
cm.func "check" body (%n: i32, %m: i1) -> none {
  %c1 = cm.constant 0 : i32
  %c2 = cm.constant 8 : i32
  %x = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c2) : (i32, i32) -> !Tensor
  %c3 = cm.field.load "io.github.cm2tt.lang.CompareKind::LessThan:io.github.cm2tt.lang.CompareKind" : () -> !CompareKind
  %c = cm.invoke "io.github.cm2tt.lang.Triton::compare(io.github.cm2tt.lang.Tensor, int, io.github.cm2tt.lang.CompareKind):io.github.cm2tt.lang.Tensor"(%x, %n, %c3) : (!Tensor, i32, !CompareKind) -> !Tensor
  cm.invoke "io.github.cm2tt.lang.Triton::deviceAssert(boolean):void"(%m) : (i1) -> ()
  %c4 = cm.constant "out of bounds" -> !Str
  cm.invoke "io.github.cm2tt.lang.Triton::deviceAssert(io.github.cm2tt.lang.Tensor, java.lang.String):void"(%c, %c4) : (!Tensor, !Str) -> ()
  %c5 = cm.constant "where m" -> !Str
  cm.invoke "io.github.cm2tt.lang.Triton::deviceAssert(io.github.cm2tt.lang.Tensor, java.lang.String, boolean):void"(%c, %c5, %m) : (!Tensor, !Str, i1) -> ()
  %c6 = cm.constant true
  %c7 = cm.constant "holds" -> !Str
  cm.invoke "io.github.cm2tt.lang.Triton::deviceAssert(boolean, java.lang.String):void"(%c6, %c7) : (i1, !Str) -> ()
  %c8 = cm.constant false
  %c9 = cm.constant "not here" -> !Str
  cm.invoke "io.github.cm2tt.lang.Triton::deviceAssert(boolean, java.lang.String):void"(%c8, %c9) : (i1, !Str) -> ()
  cm.return
}
}

// -----

// What happens while compiling is no operation; what has no result is one.
// CHECK-LABEL: tt.func public @compile(
// CHECK-SAME:  %[[P0:[^:]+]]: i32)
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: tt.return
!Str = !cm.java<"java.lang.String">
module attributes {cm.signature = ["i32"]} {
cm.func "compile" body (%n: i32) -> none {
  %c1 = cm.constant true
  cm.invoke "io.github.cm2tt.lang.Triton::staticAssert(boolean):void"(%c1) : (i1) -> ()
  %c2 = cm.constant "always" -> !Str
  cm.invoke "io.github.cm2tt.lang.Triton::staticAssert(boolean, java.lang.String):void"(%c1, %c2) : (i1, !Str) -> ()
  cm.invoke "io.github.cm2tt.lang.Triton::debugBarrier():void"() : () -> ()
  cm.return
}
}
