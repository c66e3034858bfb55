// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Inside of a branch, a copy carries the hint: elsewhere it need not hold.
// CHECK-LABEL: tt.func public @branch(
// CHECK-SAME:  %[[P:[^:]+]]: !tt.ptr<i32>, %[[N:[^:]+]]: i32)
// CHECK-NEXT: %[[ID:.+]] = tt.get_program_id x : i32
// CHECK-NEXT: %[[C:.+]] = arith.cmpi slt, %[[ID]], %[[N]] : i32
// CHECK-NEXT: scf.if %[[C]] {
// CHECK-NEXT: %[[A:.+]] = tt.bitcast %[[ID]] {tt.divisibility = dense<16> : tensor<1xi32>} : i32 -> i32
// CHECK-NEXT: %[[B:.+]] = tt.bitcast %[[N]] {tt.divisibility = dense<16> : tensor<1xi32>} : i32 -> i32
// CHECK-NEXT: %[[Q:.+]] = tt.addptr %[[P]], %[[A]] : !tt.ptr<i32>, i32
// CHECK-NEXT: tt.store %[[Q]], %[[B]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: tt.store %[[P]], %[[ID]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Num = !cm.java<"java.lang.Number">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
module attributes {cm.signature = ["*i32", "i32"]} {
cm.func "branch" body (%p: !Ptr, %n: i32) -> none {
  %i = cm.constant 0 : i32
  %16 = cm.constant 16 : i32
  %id = cm.invoke "io.github.cm2tt.lang.Triton::programId(int):int"(%i) : (i32) -> i32
  cm.java.if
    body () -> i1 {
      %c = cm.lt %id, %n : i32, i32
      cm.yield %c : i1
    }
    body () -> none {
      %a = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(java.lang.Number, int):java.lang.Number"(%id, %16) : (i32, i32) -> !Num
      %b = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(java.lang.Number, int):java.lang.Number"(%n, %16) : (i32, i32) -> !Num
      %q = cm.invoke "io.github.cm2tt.lang.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%p, %a) : (!Ptr, !Num) -> !Num
      cm.invoke "io.github.cm2tt.lang.Triton::store(java.lang.Number, java.lang.Number):void"(%q, %b) : (!Num, !Num) -> ()
      cm.yield
    }
  cm.invoke "io.github.cm2tt.lang.Triton::store(java.lang.Number, java.lang.Number):void"(%p, %id) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

// So does one of what a loop carries.
// CHECK-LABEL: tt.func public @loop(
// CHECK: ^bb0(%[[K:[^:]+]]: i32):
// CHECK-NEXT: %[[COPY:.+]] = tt.bitcast %[[K]] {tt.divisibility = dense<16> : tensor<1xi32>} : i32 -> i32
// CHECK-NEXT: %[[C16:.+]] = arith.constant 16 : i32
// CHECK-NEXT: %[[NEXT:.+]] = arith.addi %[[COPY]], %[[C16]] : i32
// CHECK-NEXT: scf.yield %[[NEXT]] : i32
!Num = !cm.java<"java.lang.Number">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
module attributes {cm.signature = ["*i32", "i32"]} {
cm.func "loop" body (%p: !Ptr, %n: i32) -> none {
  %16 = cm.constant 16 : i32
  %k = cm.var %n "k" : (i32) -> !cm.var<i32>
  cm.java.while
    body () -> i1 {
      %1 = cm.var.load %k : (!cm.var<i32>) -> i32
      %2 = cm.lt %1, %n : i32, i32
      cm.yield %2 : i1
    }
    body () -> none {
      %3 = cm.var.load %k : (!cm.var<i32>) -> i32
      %4 = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(java.lang.Number, int):int"(%3, %16) : (i32, i32) -> i32
      %5 = cm.add %4, %16 : i32
      cm.var.store %k, %5 : !cm.var<i32>, i32
      cm.java.continue
    }
  cm.return
}
}
