// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Of numbers and of tiles.
//   void choose(boolean c, int a, Ptr p) {
//     int x = c ? a : 5;
//     Tensor t = c ? arange(0, 4) : add(arange(0, 4), x);
//     store(add(p, arange(0, 4)), t);
//   }
// CHECK-LABEL: tt.func public @choose(
// CHECK-SAME:  %[[C:[^ :]+]]: i1, %[[A:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[X:.+]] = scf.if %[[C]] -> (i32) {
// CHECK-NEXT: scf.yield %[[A]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C5:.+]] = arith.constant 5 : i32
// CHECK-NEXT: scf.yield %[[C5]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[T:.+]] = scf.if %[[C]] -> (tensor<4xi32>) {
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: scf.yield %[[V0]] : tensor<4xi32>
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[X]] : i32 -> tensor<4xi32>
// CHECK-NEXT: %[[V2:.+]] = arith.addi %[[V0]], %[[V1]] : tensor<4xi32>
// CHECK-NEXT: scf.yield %[[V2]] : tensor<4xi32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V3:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: %[[V4:.+]] = tt.splat %[[P]] : !tt.ptr<i32> -> tensor<4x!tt.ptr<i32>>
// CHECK-NEXT: %[[V5:.+]] = tt.addptr %[[V4]], %[[V3]] : tensor<4x!tt.ptr<i32>>, tensor<4xi32>
// CHECK-NEXT: tt.store %[[V5]], %[[T]] : tensor<4x!tt.ptr<i32>>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i1", "i32", "*i32"]} {
cm.func "choose" body (%c: i1, %a: i32, %p: !Ptr) -> none {
  %1 = cm.java.cexpression
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> i32 {
      cm.yield %a : i32
    }
    body () -> i32 {
      %0 = cm.constant 5 : i32
      cm.yield %0 : i32
    } : () -> i32
  %x = cm.var %1 "x" : (i32) -> !cm.var<i32>
  %10 = cm.java.cexpression
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> !Tensor {
      %2 = cm.constant 0 : i32
      %3 = cm.constant 4 : i32
      %4 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%2, %3) : (i32, i32) -> !Tensor
      cm.yield %4 : !Tensor
    }
    body () -> !Tensor {
      %5 = cm.constant 0 : i32
      %6 = cm.constant 4 : i32
      %7 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%5, %6) : (i32, i32) -> !Tensor
      %8 = cm.var.load %x : (!cm.var<i32>) -> i32
      %9 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%7, %8) : (!Tensor, i32) -> !Tensor
      cm.yield %9 : !Tensor
    } : () -> !Tensor
  %t = cm.var %10 "t" : (!Tensor) -> !cm.var<!Tensor>
  %11 = cm.constant 0 : i32
  %12 = cm.constant 4 : i32
  %13 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%11, %12) : (i32, i32) -> !Tensor
  %14 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %13) : (!Ptr, !Tensor) -> !Tensor
  %15 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%14, %15) : (!Tensor, !Tensor) -> ()
  cm.return
}
}

// -----

// A known condition: the other side is not typed, so that its error is not reported; constants stay constants.
//   void known(boolean c, Ptr p) {
//     int size = c ? 8 : programId(7);
//     store(add(p, arange(0, size)), arange(0, c ? 8 : 4));
//   }
// CHECK-LABEL: tt.func public @known(
// CHECK-SAME:  %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[P]] : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %[[V2:.+]] = tt.addptr %[[V1]], %[[V0]] : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: tt.store %[[V2]], %[[V3]] : tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = [true, "*i32"]} {
cm.func "known" body (%c: i1, %p: !Ptr) -> none {
  %3 = cm.java.cexpression
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> i32 {
      %0 = cm.constant 8 : i32
      cm.yield %0 : i32
    }
    body () -> i32 {
      %1 = cm.constant 7 : i32
      %2 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%1) : (i32) -> i32
      cm.yield %2 : i32
    } : () -> i32
  %size = cm.var %3 "size" : (i32) -> !cm.var<i32>
  %4 = cm.constant 0 : i32
  %5 = cm.var.load %size : (!cm.var<i32>) -> i32
  %6 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%4, %5) : (i32, i32) -> !Tensor
  %7 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %6) : (!Ptr, !Tensor) -> !Tensor
  %8 = cm.constant 0 : i32
  %11 = cm.java.cexpression
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> i32 {
      %9 = cm.constant 8 : i32
      cm.yield %9 : i32
    }
    body () -> i32 {
      %10 = cm.constant 4 : i32
      cm.yield %10 : i32
    } : () -> i32
  %12 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%8, %11) : (i32, i32) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%7, %12) : (!Tensor, !Tensor) -> ()
  cm.return
}
}
