// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// A loop that nothing leaves: what follows is not reached, nor typed.
//   void endless(Ptr p) {
//     store(p, 1);
//     while (true) { }
//     store(p, programId(7)); // cannot be written in Java, but in a model
//   }
// CHECK-LABEL: tt.func public @endless(
// CHECK-SAME:  %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C1]] : !tt.ptr<i32>
// CHECK-NEXT: scf.while : () -> () {
// CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
// CHECK-NEXT: scf.condition(%[[TRUE]])
// CHECK-NEXT: } do {
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["*i32"]} {
cm.func "endless" body (%p: !Ptr) -> none {
  %0 = cm.constant 1 : i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %0) : (!Ptr, i32) -> ()
  cm.java.while
    body () -> i1 {
      %1 = cm.constant true
      cm.yield %1 : i1
    }
    body () -> none {
      cm.java.continue
    }
  %2 = cm.constant 7 : i32
  %3 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%2) : (i32) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %3) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

// In a helper that returns a number, on one way: nor is what follows its call, on that way.
//   int wait(boolean c) {
//     if (c)
//       return 1;
//     while (true) { }
//   }
//   void caller(boolean c, Ptr p) {
//     store(p, wait(c));
//   }
// CHECK-LABEL: tt.func public @caller(
// CHECK-SAME:  %[[C:[^ :]+]]: i1, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[V0:.+]] = scf.if %[[C]] -> (i32) {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: scf.yield %[[C2]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.while : () -> () {
// CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
// CHECK-NEXT: scf.condition(%[[TRUE]])
// CHECK-NEXT: } do {
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: %[[C5:.+]] = arith.constant 5 : i32
// CHECK-NEXT: scf.yield %[[C5]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C1]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i1", "*i32"], cm.kernel = "caller"} {
cm.func "wait" body (%c: i1) -> i32 {
  cm.java.if
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> none {
      %0 = cm.constant 1 : i32
      cm.return %0 : i32
    }
  cm.java.while
    body () -> i1 {
      %1 = cm.constant true
      cm.yield %1 : i1
    }
    body () -> none {
      cm.java.continue
    }
  cm.unreachable
}
cm.func "caller" body (%c: i1, %p: !Ptr) -> none {
  %0 = cm.invoke "demo.K::wait(boolean):int"(%c) : (i1) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %0) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

// A helper that never returns: its result is none.
//   int stuck() {
//     while (true) { }
//   }
//   void never(Ptr p) {
//     store(p, stuck());
//   }
// CHECK-LABEL: tt.func public @never(
// CHECK-SAME:  %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: scf.while : () -> () {
// CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
// CHECK-NEXT: scf.condition(%[[TRUE]])
// CHECK-NEXT: } do {
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: %[[V0:.+]] = ub.poison : i32
// CHECK-NEXT: tt.store %[[P]], %[[V0]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["*i32"], cm.kernel = "never"} {
cm.func "stuck" body () -> i32 {
  cm.java.while
    body () -> i1 {
      %0 = cm.constant true
      cm.yield %0 : i1
    }
    body () -> none {
      cm.java.continue
    }
  cm.unreachable
}
cm.func "never" body (%p: !Ptr) -> none {
  %0 = cm.invoke "demo.K::stuck():int"() : () -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %0) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

// With stores, in a helper that returns nothing, under a condition.
//   void spin(Ptr p) {
//     for (;;)
//       store(p, 1);
//   }
//   void effects(int n, Ptr p) {
//     if (n > 0)
//       spin(p);
//     store(p, n);
//   }
// CHECK-LABEL: tt.func public @effects(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi sgt, %[[N]], %[[C0]] : i32
// CHECK-NEXT: scf.if %[[V0]] {
// CHECK-NEXT: scf.while : () -> () {
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C1]] : !tt.ptr<i32>
// CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
// CHECK-NEXT: scf.condition(%[[TRUE]])
// CHECK-NEXT: } do {
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: tt.store %[[P]], %[[N]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"], cm.kernel = "effects"} {
cm.func "spin" body (%p: !Ptr) -> none {
  cm.java.for
    body () -> none {
      cm.yield
    }
    body () -> i1 {
      %0 = cm.constant true
      cm.yield %0 : i1
    }
    body () -> none {
      cm.yield
    }
    body () -> none {
      %1 = cm.constant 1 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %1) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.return
}
cm.func "effects" body (%n: i32, %p: !Ptr) -> none {
  cm.java.if
    body () -> i1 {
      %0 = cm.constant 0 : i32
      %1 = cm.gt %n, %0 : i32, i32
      cm.yield %1 : i1
    }
    body () -> none {
      cm.invoke "demo.K::spin(oracle.code.triton.Ptr):void"(%p) : (!Ptr) -> ()
      cm.yield
    }
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %n) : (!Ptr, i32) -> ()
  cm.return
}
}
