// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// A hint is an attribute of the operation that makes the value.
// CHECK-LABEL: tt.func public @values(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<f32>,
// CHECK-SAME:  %[[P1:[^:]+]]: i32)
// CHECK-NEXT: %[[V0:.+]] = tt.get_program_id x {tt.divisibility = dense<16> : tensor<1xi32>} : i32
// CHECK-NEXT: %[[V1:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V2:.+]] = tt.splat %[[V0]] : i32 -> tensor<8xi32>
// CHECK-NEXT: %[[V3:.+]] = arith.addi %[[V1]], %[[V2]] {tt.constancy = dense<1> : tensor<1xi32>, tt.contiguity = dense<8> : tensor<1xi32>, tt.divisibility = dense<8> : tensor<1xi32>} : tensor<8xi32>
// CHECK-NEXT: %[[V4:.+]] = tt.expand_dims %[[V3]] {axis = 1 : i32, tt.divisibility = dense<[8, 1]> : tensor<2xi32>} : tensor<8xi32> -> tensor<8x1xi32>
// CHECK-NEXT: %[[V5:.+]] = tt.splat %[[P0]] : !tt.ptr<f32> -> tensor<8x1x!tt.ptr<f32>>
// CHECK-NEXT: %[[V6:.+]] = tt.addptr %[[V5]], %[[V4]] : tensor<8x1x!tt.ptr<f32>>, tensor<8x1xi32>
// CHECK-NEXT: %[[V7:.+]] = arith.constant dense<0.000000e+00> : tensor<8x1xf32>
// CHECK-NEXT: tt.store %[[V6]], %[[V7]] : tensor<8x1x!tt.ptr<f32>>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
module attributes {cm.signature = ["*fp32", "i32"]} {
cm.func "values" body (%p: !Ptr, %n: i32) -> none {
  %c1 = cm.constant 0 : i32
  %i = cm.invoke "io.github.cm2tt.lang.Triton::programId(int):int"(%c1) : (i32) -> i32
  %c2 = cm.constant 16 : i32
  %v1 = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(int, int):io.github.cm2tt.lang.Tensor"(%i, %c2) : (i32, i32) -> !Tensor
  %c3 = cm.constant 8 : i32
  %x = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c3) : (i32, i32) -> !Tensor
  %y = cm.invoke "io.github.cm2tt.lang.Triton::add(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%x, %i) : (!Tensor, i32) -> !Tensor
  %v2 = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%y, %c3) : (!Tensor, i32) -> !Tensor
  %v3 = cm.invoke "io.github.cm2tt.lang.Triton::maxContiguous(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%v2, %c3) : (!Tensor, i32) -> !Tensor
  %c4 = cm.constant 1 : i32
  %v4 = cm.invoke "io.github.cm2tt.lang.Triton::maxConstancy(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%v3, %c4) : (!Tensor, i32) -> !Tensor
  %z = cm.invoke "io.github.cm2tt.lang.Triton::expand(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%v4, %c4) : (!Tensor, i32) -> !Tensor
  %v5 = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(io.github.cm2tt.lang.Tensor, int, int):io.github.cm2tt.lang.Tensor"(%z, %c3, %c4) : (!Tensor, i32, i32) -> !Tensor
  %ps = cm.invoke "io.github.cm2tt.lang.Triton::add(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%p, %v5) : (!Ptr, !Tensor) -> !Tensor
  cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Tensor, int):void"(%ps, %c1) : (!Tensor, i32) -> ()
  cm.return
}
}

// -----

// Parameters have one as well.
// CHECK-LABEL: tt.func public @parameters(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<f32> {tt.divisibility = 32 : i32},
// CHECK-SAME:  %[[P1:[^:]+]]: i32 {tt.divisibility = 16 : i32})
// CHECK-NEXT: %[[V0:.+]] = tt.addptr %[[P0]], %[[P1]] : !tt.ptr<f32>, i32
// CHECK-NEXT: %[[V1:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: tt.store %[[V0]], %[[V1]] : !tt.ptr<f32>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
module attributes {cm.signature = ["*fp32", "i32"]} {
cm.func "parameters" body (%p: !Ptr, %n: i32) -> none {
  %c1 = cm.constant 32 : i32
  %q = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(io.github.cm2tt.lang.Ptr, int):io.github.cm2tt.lang.Tensor"(%p, %c1) : (!Ptr, i32) -> !Tensor
  %c2 = cm.constant 4 : i32
  %m = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(int, int):io.github.cm2tt.lang.Tensor"(%n, %c2) : (i32, i32) -> !Tensor
  %c3 = cm.constant 16 : i32
  %l = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%m, %c3) : (!Tensor, i32) -> !Tensor
  %c4 = cm.constant 8 : i32
  %k = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%l, %c4) : (!Tensor, i32) -> !Tensor
  %r = cm.invoke "io.github.cm2tt.lang.Triton::add(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%q, %k) : (!Tensor, !Tensor) -> !Tensor
  %c5 = cm.constant 0 : i32
  cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Tensor, int):void"(%r, %c5) : (!Tensor, i32) -> ()
  cm.return
}
}

// -----

// What was known already is not forgotten.
// CHECK-LABEL: tt.func public @twice(
// CHECK-SAME:  %[[P0:[^:]+]]: i32)
// CHECK-NEXT: %[[V0:.+]] = tt.get_program_id x {tt.divisibility = dense<16> : tensor<1xi32>} : i32
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
module attributes {cm.signature = ["i32"]} {
cm.func "twice" body (%n: i32) -> none {
  %c1 = cm.constant 0 : i32
  %i = cm.invoke "io.github.cm2tt.lang.Triton::programId(int):int"(%c1) : (i32) -> i32
  %c2 = cm.constant 16 : i32
  %v1 = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(int, int):io.github.cm2tt.lang.Tensor"(%i, %c2) : (i32, i32) -> !Tensor
  %c3 = cm.constant 4 : i32
  %v2 = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%v1, %c3) : (!Tensor, i32) -> !Tensor
  cm.return
}
}

// -----

// Where there is no such operation, a copy carries the hint.
// CHECK-LABEL: tt.func public @copies(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<f32>,
// CHECK-SAME:  %[[P1:[^:]+]]: i32)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V1:.+]] = "tt.reduce"(%[[V0]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%arg2: i32, %arg3: i32):
// CHECK-NEXT: %[[V2:.+]] = arith.addi %arg2, %arg3 : i32
// CHECK-NEXT: tt.reduce.return %[[V2]] : i32
// CHECK-NEXT: }) : (tensor<8xi32>) -> i32
// CHECK-NEXT: %[[V3:.+]] = tt.bitcast %[[V1]] {tt.divisibility = dense<16> : tensor<1xi32>} : i32 -> i32
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
module attributes {cm.signature = ["*fp32", "i32"]} {
cm.func "copies" body (%p: !Ptr, %n: i32) -> none {
  %c1 = cm.constant 0 : i32
  %c2 = cm.constant 8 : i32
  %x = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c2) : (i32, i32) -> !Tensor
  %s = cm.invoke "io.github.cm2tt.lang.Triton::sum(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%x, %c1) : (!Tensor, i32) -> !Tensor
  %c3 = cm.constant 16 : i32
  %v1 = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%s, %c3) : (!Tensor, i32) -> !Tensor
  cm.return
}
}

// -----

// Constants need none; what is true is not assumed.
// CHECK-LABEL: tt.func public @constants(
// CHECK-SAME:  %[[P0:[^:]+]]: i32,
// CHECK-SAME:  %[[P1:[^:]+]]: i1)
// CHECK-NEXT: llvm.intr.assume %[[P1]] : i1
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
module attributes {cm.signature = ["i32", "i1"]} {
cm.func "constants" body (%n: i32, %m: i1) -> none {
  %c1 = cm.constant 48 : i32
  %c2 = cm.constant 16 : i32
  %v1 = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c2) : (i32, i32) -> !Tensor
  %c3 = cm.constant true
  cm.invoke "io.github.cm2tt.lang.Triton::assume(boolean):void"(%c3) : (i1) -> ()
  cm.invoke "io.github.cm2tt.lang.Triton::assume(boolean):void"(%m) : (i1) -> ()
  cm.return
}
}
