// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// A body runs in place of each call, for the types and constants of that call; each argument is computed once.
//   Tensor twice(Number x) { return add(x, x); }
//   void types(int a, int c, Ptr p) {
//     Number b = add(twice(a), twice(twice(3)));
//     Tensor t = arange(0, twice(c));
//     store(p, b);
//     store(add(p, t), twice(t));
//   }
// CHECK-LABEL: tt.func public @types(
// CHECK-SAME:  %[[A:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[V0:.+]] = arith.addi %[[A]], %[[A]] : i32
// CHECK-NEXT: %[[C12:.+]] = arith.constant 12 : i32
// CHECK-NEXT: %[[B:.+]] = arith.addi %[[V0]], %[[C12]] : i32
// CHECK-NEXT: %[[T:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: tt.store %[[P]], %[[B]] : !tt.ptr<i32>
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[P]] : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %[[V2:.+]] = tt.addptr %[[V1]], %[[T]] : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
// CHECK-NEXT: %[[V3:.+]] = arith.addi %[[T]], %[[T]] : tensor<8xi32>
// CHECK-NEXT: tt.store %[[V2]], %[[V3]] : tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: tt.return
!Number = !cm.java<"java.lang.Number">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32", 4, "*i32"], cm.kernel = "types"} {
cm.func "twice" body (%x: !Number) -> !Tensor {
  %0 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):oracle.code.triton.Tensor"(%x, %x) : (!Number, !Number) -> !Tensor
  cm.return %0 : !Tensor
}
cm.func "types" body (%a: i32, %c: i32, %p: !Ptr) -> none {
  %0 = cm.invoke "demo.K::twice(int):oracle.code.triton.Tensor"(%a) : (i32) -> !Tensor
  %1 = cm.constant 3 : i32
  %2 = cm.invoke "demo.K::twice(int):oracle.code.triton.Tensor"(%1) : (i32) -> !Tensor
  %3 = cm.invoke "demo.K::twice(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%2) : (!Tensor) -> !Tensor
  %4 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, oracle.code.triton.Tensor):java.lang.Number"(%0, %3) : (!Tensor, !Tensor) -> !Number
  %b = cm.var %4 "b" : (!Number) -> !cm.var<!Number>
  %5 = cm.constant 0 : i32
  %6 = cm.invoke "demo.K::twice(int):oracle.code.triton.Tensor"(%c) : (i32) -> !Tensor
  %7 = cm.invoke "oracle.code.triton.Triton::arange(int, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%5, %6) : (i32, !Tensor) -> !Tensor
  %t = cm.var %7 "t" : (!Tensor) -> !cm.var<!Tensor>
  %8 = cm.var.load %b : (!cm.var<!Number>) -> !Number
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, java.lang.Number):void"(%p, %8) : (!Ptr, !Number) -> ()
  %9 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  %10 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %9) : (!Ptr, !Tensor) -> !Tensor
  %11 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  %12 = cm.invoke "demo.K::twice(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%11) : (!Tensor) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%10, %12) : (!Tensor, !Tensor) -> ()
  cm.return
}
}

// -----

// A helper without result, and one of an object, which is no value.
//   void put(Ptr p, int x) {
//     if (x < 0)
//       return;
//     store(p, x);
//   }
//   int plus(K this, int x) { return x + 1; }
//   void effects(K this, int a, Ptr p) {
//     put(p, a);
//     put(p, this.plus(a));
//     put(p, -1);
//   }
// CHECK-LABEL: tt.func public @effects(
// CHECK-SAME:  %[[A:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi slt, %[[A]], %[[C0]] : i32
// CHECK-NEXT: scf.if %[[V0]] {
// CHECK-NEXT: } else {
// CHECK-NEXT: tt.store %[[P]], %[[A]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V1:.+]] = arith.addi %[[A]], %[[C1]] : i32
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V2:.+]] = arith.cmpi slt, %[[V1]], %[[C0_1]] : i32
// CHECK-NEXT: scf.if %[[V2]] {
// CHECK-NEXT: } else {
// CHECK-NEXT: tt.store %[[P]], %[[V1]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!K = !cm.java<"demo.K">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"], cm.kernel = "effects"} {
cm.func "put" body (%p: !Ptr, %x: i32) -> none {
  cm.java.if
    body () -> i1 {
      %0 = cm.constant 0 : i32
      %1 = cm.lt %x, %0 : i32, i32
      cm.yield %1 : i1
    }
    body () -> none {
      cm.return
    }
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %x) : (!Ptr, i32) -> ()
  cm.return
}
cm.func "plus" body (%this: !K, %x: i32) -> i32 {
  %0 = cm.constant 1 : i32
  %1 = cm.add %x, %0 : i32
  cm.return %1 : i32
}
cm.func "effects" body (%this: !K, %a: i32, %p: !Ptr) -> none {
  cm.invoke "demo.K::put(oracle.code.triton.Ptr, int):void"(%p, %a) : (!Ptr, i32) -> ()
  %0 = cm.invoke "demo.K::plus(int):int"(%this, %a) : (!K, i32) -> i32
  cm.invoke "demo.K::put(oracle.code.triton.Ptr, int):void"(%p, %0) : (!Ptr, i32) -> ()
  %1 = cm.constant -1 : i32
  cm.invoke "demo.K::put(oracle.code.triton.Ptr, int):void"(%p, %1) : (!Ptr, i32) -> ()
  cm.return
}
}
