// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// To the next iteration of the outer loop: the inner one is left by it, the outer one is not.
//   void outer(int n, Ptr p) {
//     rows:
//     for (int i = 0; i < n; i++) {
//       for (int j = 0; j < n; j++) {
//         if (j == i)
//           continue rows;
//         store(p, j);
//       }
//       store(p, i);
//     }
//   }
// CHECK-LABEL: tt.func public @outer(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[C0]] to %[[N]] step %[[C1]]  : i32 {
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]]:2 = scf.while (%[[J:[^ :]+]] = %[[C0_1]]) : (i32) -> (i32, i32) {
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi slt, %[[J]], %[[N]] : i32
// CHECK-NEXT: %[[V2:.+]]:2 = scf.if %[[V1]] -> (i32, i32) {
// CHECK-NEXT: %[[V3:.+]] = arith.cmpi eq, %[[J]], %[[I]] : i32
// CHECK-NEXT: %[[V4:.+]] = scf.if %[[V3]] -> (i32) {
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : i32
// CHECK-NEXT: scf.yield %[[C4]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: tt.store %[[P]], %[[J]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C6:.+]] = arith.constant 6 : i32
// CHECK-NEXT: scf.yield %[[C6]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C6_1:.+]] = arith.constant 6 : i32
// CHECK-NEXT: %[[V5:.+]] = arith.cmpi eq, %[[V4]], %[[C6_1]] : i32
// CHECK-NEXT: %[[C0_2:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V6:.+]] = arith.select %[[V5]], %[[C0_2]], %[[V4]] : i32
// CHECK-NEXT: %[[C0_3:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V7:.+]] = arith.cmpi eq, %[[V6]], %[[C0_3]] : i32
// CHECK-NEXT: %[[V8:.+]]:2 = scf.if %[[V7]] -> (i32, i32) {
// CHECK-NEXT: %[[C1_1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[J1:.+]] = arith.addi %[[J]], %[[C1_1]] : i32
// CHECK-NEXT: %[[C0_4:.+]] = arith.constant 0 : i32
// CHECK-NEXT: scf.yield %[[J1]], %[[C0_4]] : i32, i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : i32
// CHECK-NEXT: scf.yield %[[J]], %[[C4]] : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[V8]]#0, %[[V8]]#1 : i32, i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C5:.+]] = arith.constant 5 : i32
// CHECK-NEXT: scf.yield %[[J]], %[[C5]] : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_5:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V9:.+]] = arith.cmpi eq, %[[V2]]#1, %[[C0_5]] : i32
// CHECK-NEXT: scf.condition(%[[V9]]) %[[V2]]#0, %[[V2]]#1 : i32, i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[A0:[^ :]+]]: i32, %[[A1:[^ :]+]]: i32):
// CHECK-NEXT: scf.yield %[[A0]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C5_1:.+]] = arith.constant 5 : i32
// CHECK-NEXT: %[[V10:.+]] = arith.cmpi eq, %[[V0]]#1, %[[C5_1]] : i32
// CHECK-NEXT: %[[C0_6:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V11:.+]] = arith.select %[[V10]], %[[C0_6]], %[[V0]]#1 : i32
// CHECK-NEXT: %[[C0_7:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V12:.+]] = arith.cmpi eq, %[[V11]], %[[C0_7]] : i32
// CHECK-NEXT: scf.if %[[V12]] {
// CHECK-NEXT: tt.store %[[P]], %[[I]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!String = !cm.java<"java.lang.String">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "outer" body (%n: i32, %p: !Ptr) -> none {
  cm.java.labeled body () -> none {
    %0 = cm.constant "rows" -> !String
    cm.java.for
      body () -> !cm.var<i32> {
        %1 = cm.constant 0 : i32
        %i = cm.var %1 "i" : (i32) -> !cm.var<i32>
        cm.yield %i : !cm.var<i32>
      }
      body (%i: !cm.var<i32>) -> i1 {
        %2 = cm.var.load %i : (!cm.var<i32>) -> i32
        %3 = cm.lt %2, %n : i32, i32
        cm.yield %3 : i1
      }
      body (%i: !cm.var<i32>) -> none {
        %4 = cm.var.load %i : (!cm.var<i32>) -> i32
        %5 = cm.constant 1 : i32
        %6 = cm.add %4, %5 : i32
        cm.var.store %i, %6 : !cm.var<i32>, i32
        cm.yield
      }
      body (%i: !cm.var<i32>) -> none {
        cm.java.for
          body () -> !cm.var<i32> {
            %7 = cm.constant 0 : i32
            %j = cm.var %7 "j" : (i32) -> !cm.var<i32>
            cm.yield %j : !cm.var<i32>
          }
          body (%j: !cm.var<i32>) -> i1 {
            %8 = cm.var.load %j : (!cm.var<i32>) -> i32
            %9 = cm.lt %8, %n : i32, i32
            cm.yield %9 : i1
          }
          body (%j: !cm.var<i32>) -> none {
            %10 = cm.var.load %j : (!cm.var<i32>) -> i32
            %11 = cm.constant 1 : i32
            %12 = cm.add %10, %11 : i32
            cm.var.store %j, %12 : !cm.var<i32>, i32
            cm.yield
          }
          body (%j: !cm.var<i32>) -> none {
            cm.java.if
              body () -> i1 {
                %13 = cm.var.load %j : (!cm.var<i32>) -> i32
                %14 = cm.var.load %i : (!cm.var<i32>) -> i32
                %15 = cm.eq %13, %14 : i32, i32
                cm.yield %15 : i1
              }
              body () -> none {
                cm.java.continue "rows"
              }
            %16 = cm.var.load %j : (!cm.var<i32>) -> i32
            cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %16) : (!Ptr, i32) -> ()
            cm.java.continue
          }
        %17 = cm.var.load %i : (!cm.var<i32>) -> i32
        cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %17) : (!Ptr, i32) -> ()
        cm.java.continue
      }
    cm.yield
  }
  cm.return
}
}
