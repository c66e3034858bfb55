// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Of overloads the descriptor chooses; static final fields have the value that the model gives them.
//   int f(int x) { return 1; }
//   int f(long x) { return 2; }
//   int f(int x, int y) { return 3; }
//   void overloads(Ptr p) {
//     store(p, f(1));
//     store(p, f(1L));
//     store(p, f(1, 2));
//   }
// CHECK-LABEL: tt.func public @overloads(
// CHECK-SAME:  %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C1]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C2]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C3:.+]] = arith.constant 3 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C3]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["*i32"], cm.kernel = "overloads"} {
cm.func "f" {named = {descriptor = "(int)", owner = "demo.K"}} body (%x: i32) -> i32 {
  %0 = cm.constant 1 : i32
  cm.return %0 : i32
}
cm.func "f" {named = {descriptor = "(long)", owner = "demo.K"}} body (%x: i64) -> i32 {
  %0 = cm.constant 2 : i32
  cm.return %0 : i32
}
cm.func "f" {named = {descriptor = "( int,int )", owner = "demo.K"}} body (%x: i32, %y: i32) -> i32 {
  %0 = cm.constant 3 : i32
  cm.return %0 : i32
}
cm.func "overloads" body (%p: !Ptr) -> none {
  %0 = cm.constant 1 : i32
  %1 = cm.invoke "demo.K::f(int):int"(%0) : (i32) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %1) : (!Ptr, i32) -> ()
  %2 = cm.constant 1 : i64
  %3 = cm.invoke "demo.K::f(long):int"(%2) : (i64) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %3) : (!Ptr, i32) -> ()
  %4 = cm.constant 1 : i32
  %5 = cm.constant 2 : i32
  %6 = cm.invoke "demo.K::f(int, int):int"(%4, %5) : (i32, i32) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %6) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

// Static final fields are constants: their value stands in the model.
//   static final int WIDTH = 64;
//   void fields(Ptr p) {
//     Tensor t = arange(0, WIDTH / 2);
//     store(add(p, t), t);
//   }
// CHECK-LABEL: tt.func public @fields(
// CHECK-SAME:  %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[T:.+]] = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
// CHECK-NEXT: %[[V0:.+]] = tt.splat %[[P]] : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
// CHECK-NEXT: %[[V1:.+]] = tt.addptr %[[V0]], %[[T]] : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
// CHECK-NEXT: tt.store %[[V1]], %[[T]] : tensor<32x!tt.ptr<i32>>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["*i32"]} {
cm.func "fields" body (%p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.field.load "demo.K::WIDTH:int" {named = {value = 64 : i32}} : () -> i32
  %2 = cm.constant 2 : i32
  %3 = cm.div %1, %2 : i32
  %4 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %3) : (i32, i32) -> !Tensor
  %t = cm.var %4 "t" : (!Tensor) -> !cm.var<!Tensor>
  %5 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  %6 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %5) : (!Ptr, !Tensor) -> !Tensor
  %7 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%6, %7) : (!Tensor, !Tensor) -> ()
  cm.return
}
}
