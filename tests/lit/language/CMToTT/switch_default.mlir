// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// The default may stand first, and fall through.
//   void first(int a, Ptr p) {
//     switch (a) {
//       default:
//         store(p, 0);
//       case 1:
//         store(p, 1);
//     }
//   }
// CHECK-LABEL: tt.func public @first(
// CHECK-SAME:  %[[A:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi eq, %[[A]], %[[C1]] : i32
// CHECK-NEXT: scf.if %[[V0]] {
// CHECK-NEXT: %[[C1_1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C1_1]] : !tt.ptr<i32>
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C0]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C1_1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C1_1]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "first" body (%a: i32, %p: !Ptr) -> none {
  cm.java.switch.statement %a
    body () -> i1 {
      %0 = cm.constant true
      cm.yield %0 : i1
    }
    body () -> none {
      %1 = cm.constant 0 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %1) : (!Ptr, i32) -> ()
      cm.java.switch.fallthrough
    }
    body (%2: i32) -> i1 {
      %3 = cm.constant 1 : i32
      %4 = cm.eq %2, %3 : i32, i32
      cm.yield %4 : i1
    }
    body () -> none {
      %5 = cm.constant 1 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %5) : (!Ptr, i32) -> ()
      cm.yield
    } : (i32) -> ()
  cm.return
}
}

// -----

// A known selector leaves one arm, and its value a constant.
//   void known(int a, Ptr p) {
//     Tensor t = arange(0, switch (a) { case 1 -> programId(9); case 2 -> 16; default -> 32; });
//     store(add(p, t), t);
//   }
// CHECK-LABEL: tt.func public @known(
// CHECK-SAME:  %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[T:.+]] = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
// CHECK-NEXT: %[[V0:.+]] = tt.splat %[[P]] : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
// CHECK-NEXT: %[[V1:.+]] = tt.addptr %[[V0]], %[[T]] : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
// CHECK-NEXT: tt.store %[[V1]], %[[T]] : tensor<16x!tt.ptr<i32>>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = [2, "*i32"]} {
cm.func "known" body (%a: i32, %p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %12 = cm.java.switch.expression %a
    body (%1: i32) -> i1 {
      %2 = cm.constant 1 : i32
      %3 = cm.eq %1, %2 : i32, i32
      cm.yield %3 : i1
    }
    body () -> i32 {
      %4 = cm.constant 9 : i32
      %5 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%4) : (i32) -> i32
      cm.yield %5 : i32
    }
    body (%6: i32) -> i1 {
      %7 = cm.constant 2 : i32
      %8 = cm.eq %6, %7 : i32, i32
      cm.yield %8 : i1
    }
    body () -> i32 {
      %9 = cm.constant 16 : i32
      cm.yield %9 : i32
    }
    body () -> i1 {
      %10 = cm.constant true
      cm.yield %10 : i1
    }
    body () -> i32 {
      %11 = cm.constant 32 : i32
      cm.yield %11 : i32
    } : (i32) -> i32
  %13 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %12) : (i32, i32) -> !Tensor
  %t = cm.var %13 "t" : (!Tensor) -> !cm.var<!Tensor>
  %14 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  %15 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %14) : (!Ptr, !Tensor) -> !Tensor
  %16 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%15, %16) : (!Tensor, !Tensor) -> ()
  cm.return
}
}
