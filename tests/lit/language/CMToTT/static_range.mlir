// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// The variable is a constant in each iteration, for shapes too.
//   void shapes(Ptr p) {
//     for (int i : staticRange(8, 0, -4))
//       store(add(p, arange(0, i)), arange(0, i));
//   }
// CHECK-LABEL: tt.func public @shapes(
// CHECK-SAME:  %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[P]] : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %[[V2:.+]] = tt.addptr %[[V1]], %[[V0]] : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: tt.store %[[V2]], %[[V3]] : tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %[[V4:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: %[[V5:.+]] = tt.splat %[[P]] : !tt.ptr<i32> -> tensor<4x!tt.ptr<i32>>
// CHECK-NEXT: %[[V6:.+]] = tt.addptr %[[V5]], %[[V4]] : tensor<4x!tt.ptr<i32>>, tensor<4xi32>
// CHECK-NEXT: %[[V7:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: tt.store %[[V6]], %[[V7]] : tensor<4x!tt.ptr<i32>>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Range = !cm.java<"oracle.code.triton.Range">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["*i32"]} {
cm.func "shapes" body (%p: !Ptr) -> none {
  cm.java.enhancedFor
    body () -> !Range {
      %0 = cm.constant 8 : i32
      %1 = cm.constant 0 : i32
      %2 = cm.constant -4 : i32
      %3 = cm.invoke "oracle.code.triton.Triton::staticRange(int, int, int):oracle.code.triton.Range"(%0, %1, %2) : (i32, i32, i32) -> !Range
      cm.yield %3 : !Range
    }
    body (%4: i32) -> !cm.var<i32> {
      %i = cm.var %4 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> none {
      %5 = cm.constant 0 : i32
      %6 = cm.var.load %i : (!cm.var<i32>) -> i32
      %7 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%5, %6) : (i32, i32) -> !Tensor
      %8 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %7) : (!Ptr, !Tensor) -> !Tensor
      %9 = cm.constant 0 : i32
      %10 = cm.var.load %i : (!cm.var<i32>) -> i32
      %11 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%9, %10) : (i32, i32) -> !Tensor
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%8, %11) : (!Tensor, !Tensor) -> ()
      cm.java.continue
    }
  cm.return
}
}

// -----

// A variable from outside goes from one iteration to the next; nothing is run for an empty range.
//   void carried(long a, Ptr p) {
//     for (long i : staticRange(5L, 7L))
//       a = a * i;
//     for (int i : staticRange(3, 3))
//       store(p, programId(7));
//     store(p, a);
//   }
// CHECK-LABEL: tt.func public @carried(
// CHECK-SAME:  %[[A:[^ :]+]]: i64, %[[P:[^ :]+]]: !tt.ptr<i64>)
// CHECK-NEXT: %[[C5:.+]] = arith.constant 5 : i64
// CHECK-NEXT: %[[A0:.+]] = arith.muli %[[A]], %[[C5]] : i64
// CHECK-NEXT: %[[C6:.+]] = arith.constant 6 : i64
// CHECK-NEXT: %[[A1:.+]] = arith.muli %[[A0]], %[[C6]] : i64
// CHECK-NEXT: tt.store %[[P]], %[[A1]] : !tt.ptr<i64>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Range = !cm.java<"oracle.code.triton.Range">
module attributes {cm.signature = ["i64", "*i64"]} {
cm.func "carried" body (%a: i64, %p: !Ptr) -> none {
  %a_v = cm.var %a "a" : (i64) -> !cm.var<i64>
  cm.java.enhancedFor
    body () -> !Range {
      %0 = cm.constant 5 : i64
      %1 = cm.constant 7 : i64
      %2 = cm.invoke "oracle.code.triton.Triton::staticRange(long, long):oracle.code.triton.Range"(%0, %1) : (i64, i64) -> !Range
      cm.yield %2 : !Range
    }
    body (%3: i64) -> !cm.var<i64> {
      %i = cm.var %3 "i" : (i64) -> !cm.var<i64>
      cm.yield %i : !cm.var<i64>
    }
    body (%i: !cm.var<i64>) -> none {
      %4 = cm.var.load %a_v : (!cm.var<i64>) -> i64
      %5 = cm.var.load %i : (!cm.var<i64>) -> i64
      %6 = cm.mul %4, %5 : i64
      cm.var.store %a_v, %6 : !cm.var<i64>, i64
      cm.java.continue
    }
  cm.java.enhancedFor
    body () -> !Range {
      %7 = cm.constant 3 : i32
      %8 = cm.constant 3 : i32
      %9 = cm.invoke "oracle.code.triton.Triton::staticRange(int, int):oracle.code.triton.Range"(%7, %8) : (i32, i32) -> !Range
      cm.yield %9 : !Range
    }
    body (%10: i32) -> !cm.var<i32> {
      %i_1 = cm.var %10 "i" : (i32) -> !cm.var<i32>
      cm.yield %i_1 : !cm.var<i32>
    }
    body (%i_1: !cm.var<i32>) -> none {
      %11 = cm.constant 7 : i32
      %12 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%11) : (i32) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %12) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  %13 = cm.var.load %a_v : (!cm.var<i64>) -> i64
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, long):void"(%p, %13) : (!Ptr, i64) -> ()
  cm.return
}
}
