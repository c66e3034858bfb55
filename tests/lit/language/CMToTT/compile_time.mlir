// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// The branch that is not taken is not typed: its error is not reported.
//   void branches(boolean t, int mode, Ptr p) {
//     if (!t)
//       store(p, programId(7));
//     if (mode == 1)
//       store(p, programId(8));
//     else if (mode == 2)
//       store(p, 2);
//     else
//       store(p, programId(9));
//   }
// CHECK-LABEL: tt.func public @branches(
// CHECK-SAME:  %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C2]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = [true, 2, "*i32"]} {
cm.func "branches" body (%t: i1, %mode: i32, %p: !Ptr) -> none {
  cm.java.if
    body () -> i1 {
      %0 = cm.not %t : i1
      cm.yield %0 : i1
    }
    body () -> none {
      %1 = cm.constant 7 : i32
      %2 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%1) : (i32) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %2) : (!Ptr, i32) -> ()
      cm.yield
    }
  cm.java.if
    body () -> i1 {
      %3 = cm.constant 1 : i32
      %4 = cm.eq %mode, %3 : i32, i32
      cm.yield %4 : i1
    }
    body () -> none {
      %5 = cm.constant 8 : i32
      %6 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%5) : (i32) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %6) : (!Ptr, i32) -> ()
      cm.yield
    }
    body () -> i1 {
      %7 = cm.constant 2 : i32
      %8 = cm.eq %mode, %7 : i32, i32
      cm.yield %8 : i1
    }
    body () -> none {
      %9 = cm.constant 2 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %9) : (!Ptr, i32) -> ()
      cm.yield
    }
    body () -> none {
      %10 = cm.constant 9 : i32
      %11 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%10) : (i32) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %11) : (!Ptr, i32) -> ()
      cm.yield
    }
  cm.return
}
}

// -----

// A loop that never runs, a body that is run once, what follows a return.
//   void loops(int zero, Ptr p) {
//     while (zero > 0)
//       store(p, programId(7));
//     do {
//       store(p, 1);
//     } while (zero > 0);
//     if (zero == 0)
//       return;
//     store(p, programId(7));
//   }
// CHECK-LABEL: tt.func public @loops(
// CHECK-SAME:  %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: scf.while : () -> () {
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C1]] : !tt.ptr<i32>
// CHECK-NEXT: %[[FALSE:.+]] = arith.constant false
// CHECK-NEXT: scf.condition(%[[FALSE]])
// CHECK-NEXT: } do {
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = [0, "*i32"]} {
cm.func "loops" body (%zero: i32, %p: !Ptr) -> none {
  cm.java.while
    body () -> i1 {
      %0 = cm.constant 0 : i32
      %1 = cm.gt %zero, %0 : i32, i32
      cm.yield %1 : i1
    }
    body () -> none {
      %2 = cm.constant 7 : i32
      %3 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%2) : (i32) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %3) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.java.do.while
    body () -> none {
      %4 = cm.constant 1 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %4) : (!Ptr, i32) -> ()
      cm.java.continue
    }
    body () -> i1 {
      %5 = cm.constant 0 : i32
      %6 = cm.gt %zero, %5 : i32, i32
      cm.yield %6 : i1
    }
  cm.java.if
    body () -> i1 {
      %7 = cm.constant 0 : i32
      %8 = cm.eq %zero, %7 : i32, i32
      cm.yield %8 : i1
    }
    body () -> none {
      cm.return
    }
  %9 = cm.constant 7 : i32
  %10 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%9) : (i32) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %10) : (!Ptr, i32) -> ()
  cm.return
}
}
