// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Behind an if, variables are what the branches left: assigned in one, in the other, in both, in none.
//   void merge(int a, int b, Ptr p) {
//     int x = 1;
//     int y = a;
//     int z = b;
//     if (a < b)
//       x = a;
//     else {
//       x = b;
//       y = 7;
//     }
//     store(p, x + y + z);
//   }
// CHECK-LABEL: tt.func public @merge(
// CHECK-SAME:  %[[A:[^ :]+]]: i32, %[[B:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[X:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi slt, %[[A]], %[[B]] : i32
// CHECK-NEXT: %[[V1:.+]]:2 = scf.if %[[V0]] -> (i32, i32) {
// CHECK-NEXT: scf.yield %[[A]], %[[A]] : i32, i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[Y:.+]] = arith.constant 7 : i32
// CHECK-NEXT: scf.yield %[[B]], %[[Y]] : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[V2:.+]] = arith.addi %[[V1]]#0, %[[V1]]#1 : i32
// CHECK-NEXT: %[[V3:.+]] = arith.addi %[[V2]], %[[B]] : i32
// CHECK-NEXT: tt.store %[[P]], %[[V3]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "i32", "*i32"]} {
cm.func "merge" body (%a: i32, %b: i32, %p: !Ptr) -> none {
  %0 = cm.constant 1 : i32
  %x = cm.var %0 "x" : (i32) -> !cm.var<i32>
  %y = cm.var %a "y" : (i32) -> !cm.var<i32>
  %z = cm.var %b "z" : (i32) -> !cm.var<i32>
  cm.java.if
    body () -> i1 {
      %1 = cm.lt %a, %b : i32, i32
      cm.yield %1 : i1
    }
    body () -> none {
      cm.var.store %x, %a : !cm.var<i32>, i32
      cm.yield
    }
    body () -> none {
      cm.var.store %x, %b : !cm.var<i32>, i32
      %2 = cm.constant 7 : i32
      cm.var.store %y, %2 : !cm.var<i32>, i32
      cm.yield
    }
  %3 = cm.var.load %x : (!cm.var<i32>) -> i32
  %4 = cm.var.load %y : (!cm.var<i32>) -> i32
  %5 = cm.add %3, %4 : i32
  %6 = cm.var.load %z : (!cm.var<i32>) -> i32
  %7 = cm.add %5, %6 : i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %7) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

// Without an else, and with nothing to merge.
//   void effects(int a, Ptr p) {
//     if (a != 0)
//       store(p, a);
//   }
// CHECK-LABEL: tt.func public @effects(
// CHECK-SAME:  %[[A:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi ne, %[[A]], %[[C0]] : i32
// CHECK-NEXT: scf.if %[[V0]] {
// CHECK-NEXT: tt.store %[[P]], %[[A]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "effects" body (%a: i32, %p: !Ptr) -> none {
  cm.java.if
    body () -> i1 {
      %0 = cm.constant 0 : i32
      %1 = cm.neq %a, %0 : i32, i32
      cm.yield %1 : i1
    }
    body () -> none {
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %a) : (!Ptr, i32) -> ()
      cm.yield
    }
  cm.return
}
}

// -----

// An else-if is an if in the else branch; a variable without value before it gets one in each.
//   void chain(int a, Ptr p) {
//     int x;
//     if (a < 0)
//       x = 1;
//     else if (a == 0)
//       x = 2;
//     else
//       x = a;
//     store(p, x);
//   }
// CHECK-LABEL: tt.func public @chain(
// CHECK-SAME:  %[[A:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi slt, %[[A]], %[[C0]] : i32
// CHECK-NEXT: %[[V1:.+]] = scf.if %[[V0]] -> (i32) {
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: scf.yield %[[C1]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V2:.+]] = arith.cmpi eq, %[[A]], %[[C0_1]] : i32
// CHECK-NEXT: %[[V3:.+]] = scf.if %[[V2]] -> (i32) {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: scf.yield %[[C2]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[A]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[V3]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.store %[[P]], %[[V1]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "chain" body (%a: i32, %p: !Ptr) -> none {
  %x = cm.var "x" : () -> !cm.var<i32>
  cm.java.if
    body () -> i1 {
      %0 = cm.constant 0 : i32
      %1 = cm.lt %a, %0 : i32, i32
      cm.yield %1 : i1
    }
    body () -> none {
      %2 = cm.constant 1 : i32
      cm.var.store %x, %2 : !cm.var<i32>, i32
      cm.yield
    }
    body () -> i1 {
      %3 = cm.constant 0 : i32
      %4 = cm.eq %a, %3 : i32, i32
      cm.yield %4 : i1
    }
    body () -> none {
      %5 = cm.constant 2 : i32
      cm.var.store %x, %5 : !cm.var<i32>, i32
      cm.yield
    }
    body () -> none {
      cm.var.store %x, %a : !cm.var<i32>, i32
      cm.yield
    }
  %6 = cm.var.load %x : (!cm.var<i32>) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %6) : (!Ptr, i32) -> ()
  cm.return
}
}
