// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Right sides that have no effects are computed in any case.
//   void pure(int a, int b, Ptr p) {
//     if (a < b && b < 5 || a == 7)
//       store(p, a);
//   }
// CHECK-LABEL: tt.func public @pure(
// CHECK-SAME:  %[[A:[^ :]+]]: i32, %[[B:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi slt, %[[A]], %[[B]] : i32
// CHECK-NEXT: %[[C5:.+]] = arith.constant 5 : i32
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi slt, %[[B]], %[[C5]] : i32
// CHECK-NEXT: %[[V2:.+]] = arith.andi %[[V0]], %[[V1]] : i1
// CHECK-NEXT: %[[C7:.+]] = arith.constant 7 : i32
// CHECK-NEXT: %[[V3:.+]] = arith.cmpi eq, %[[A]], %[[C7]] : i32
// CHECK-NEXT: %[[V4:.+]] = arith.ori %[[V2]], %[[V3]] : i1
// CHECK-NEXT: scf.if %[[V4]] {
// CHECK-NEXT: tt.store %[[P]], %[[A]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "i32", "*i32"]} {
cm.func "pure" body (%a: i32, %b: i32, %p: !Ptr) -> none {
  cm.java.if
    body () -> i1 {
      %6 = cm.java.cor
        body () -> i1 {
          %3 = cm.java.cand
            body () -> i1 {
              %0 = cm.lt %a, %b : i32, i32
              cm.yield %0 : i1
            }
            body () -> i1 {
              %1 = cm.constant 5 : i32
              %2 = cm.lt %b, %1 : i32, i32
              cm.yield %2 : i1
            } : () -> i1
          cm.yield %3 : i1
        }
        body () -> i1 {
          %4 = cm.constant 7 : i32
          %5 = cm.eq %a, %4 : i32, i32
          cm.yield %5 : i1
        } : () -> i1
      cm.yield %6 : i1
    }
    body () -> none {
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %a) : (!Ptr, i32) -> ()
      cm.yield
    }
  cm.return
}
}

// -----

// A constant decides while compiling.
//   void known(int a, boolean t, boolean f, Ptr p) {
//     if (t && a > 0)
//       store(p, 1);
//     if (f && atomicAdd(p, 1) > 0)
//       store(p, 2);
//     if (t || atomicAdd(p, 1) > 0)
//       store(p, 3);
//   }
// CHECK-LABEL: tt.func public @known(
// CHECK-SAME:  %[[A:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi sgt, %[[A]], %[[C0]] : i32
// CHECK-NEXT: scf.if %[[V0]] {
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C1]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[C3:.+]] = arith.constant 3 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C3]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", true, false, "*i32"]} {
cm.func "known" body (%a: i32, %t: i1, %f: i1, %p: !Ptr) -> none {
  cm.java.if
    body () -> i1 {
      %2 = cm.java.cand
        body () -> i1 {
          cm.yield %t : i1
        }
        body () -> i1 {
          %0 = cm.constant 0 : i32
          %1 = cm.gt %a, %0 : i32, i32
          cm.yield %1 : i1
        } : () -> i1
      cm.yield %2 : i1
    }
    body () -> none {
      %3 = cm.constant 1 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %3) : (!Ptr, i32) -> ()
      cm.yield
    }
  cm.java.if
    body () -> i1 {
      %8 = cm.java.cand
        body () -> i1 {
          cm.yield %f : i1
        }
        body () -> i1 {
          %4 = cm.constant 1 : i32
          %5 = cm.invoke "oracle.code.triton.Triton::atomicAdd(oracle.code.triton.Ptr, int):int"(%p, %4) : (!Ptr, i32) -> i32
          %6 = cm.constant 0 : i32
          %7 = cm.gt %5, %6 : i32, i32
          cm.yield %7 : i1
        } : () -> i1
      cm.yield %8 : i1
    }
    body () -> none {
      %9 = cm.constant 2 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %9) : (!Ptr, i32) -> ()
      cm.yield
    }
  cm.java.if
    body () -> i1 {
      %14 = cm.java.cor
        body () -> i1 {
          cm.yield %t : i1
        }
        body () -> i1 {
          %10 = cm.constant 1 : i32
          %11 = cm.invoke "oracle.code.triton.Triton::atomicAdd(oracle.code.triton.Ptr, int):int"(%p, %10) : (!Ptr, i32) -> i32
          %12 = cm.constant 0 : i32
          %13 = cm.gt %11, %12 : i32, i32
          cm.yield %13 : i1
        } : () -> i1
      cm.yield %14 : i1
    }
    body () -> none {
      %15 = cm.constant 3 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %15) : (!Ptr, i32) -> ()
      cm.yield
    }
  cm.return
}
}

// -----

// A right side that decides does so whatever the left side is: the body is not typed.
//   void decided(boolean c, boolean f, boolean t, Ptr p) {
//     if (c && f)
//       store(p, programId(7));
//     if (c || t)
//       store(p, 1);
//   }
// CHECK-LABEL: tt.func public @decided(
// CHECK-SAME:  %[[C:[^ :]+]]: i1, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C1]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i1", false, true, "*i32"]} {
cm.func "decided" body (%c: i1, %f: i1, %t: i1, %p: !Ptr) -> none {
  cm.java.if
    body () -> i1 {
      %0 = cm.java.cand
        body () -> i1 {
          cm.yield %c : i1
        }
        body () -> i1 {
          cm.yield %f : i1
        } : () -> i1
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
      %3 = cm.java.cor
        body () -> i1 {
          cm.yield %c : i1
        }
        body () -> i1 {
          cm.yield %t : i1
        } : () -> i1
      cm.yield %3 : i1
    }
    body () -> none {
      %4 = cm.constant 1 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %4) : (!Ptr, i32) -> ()
      cm.yield
    }
  cm.return
}
}
