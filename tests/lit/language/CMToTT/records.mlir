// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// A record is its components' values; one that a helper returns, with a constant that stays one.
//   record Pair(Tensor values, int size)
//   Pair make(int n) { return new Pair(arange(0, n), n); }
//   void helper_result(int n, Ptr p) {
//     Pair pair = make(n);
//     store(add(p, arange(0, pair.size())), pair.values);
//   }
// CHECK-LABEL: tt.func public @helper_result(
// CHECK-SAME:  %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[PAIR:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[P]] : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %[[V2:.+]] = tt.addptr %[[V1]], %[[V0]] : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
// CHECK-NEXT: tt.store %[[V2]], %[[PAIR]] : tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: tt.return
!Pair = !cm.java<"demo.Pair">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = [8, "*i32"], cm.kernel = "helper_result"} {
cm.func "make" body (%n: i32) -> !Pair {
  %0 = cm.constant 0 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %n) : (i32, i32) -> !Tensor
  %2 = cm.new "demo.Pair::(oracle.code.triton.Tensor, int)"(%1, %n) {named = {record = "(Tensor values, int size)demo.Pair"}} : (!Tensor, i32) -> !Pair
  cm.return %2 : !Pair
}
cm.func "helper_result" body (%n: i32, %p: !Ptr) -> none {
  %0 = cm.invoke "demo.K::make(int):demo.Pair"(%n) : (i32) -> !Pair
  %pair = cm.var %0 "pair" : (!Pair) -> !cm.var<!Pair>
  %1 = cm.constant 0 : i32
  %2 = cm.var.load %pair : (!cm.var<!Pair>) -> !Pair
  %3 = cm.invoke "demo.Pair::size():int"(%2) : (!Pair) -> i32
  %4 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%1, %3) : (i32, i32) -> !Tensor
  %5 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %4) : (!Ptr, !Tensor) -> !Tensor
  %6 = cm.var.load %pair : (!cm.var<!Pair>) -> !Pair
  %7 = cm.field.load "demo.Pair::values:oracle.code.triton.Tensor" %6 : (!Pair) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%5, %7) : (!Tensor, !Tensor) -> ()
  cm.return
}
}

// -----

// Records in records, merged behind an if: what both have equal stays a constant.
//   record Inner(int a, int b)
//   record Outer(Inner inner, Tensor t)
//   void merged(boolean c, int n, Ptr p) {
//     Tensor t = arange(0, 8);
//     Outer x;
//     if (c)
//       x = new Outer(new Inner(n, 8), t);
//     else
//       x = new Outer(new Inner(5, 8), add(t, n));
//     Tensor offsets = arange(0, x.inner().b());
//     store(add(add(p, x.inner().a()), offsets), x.t());
//   }
// CHECK-LABEL: tt.func public @merged(
// CHECK-SAME:  %[[C:[^ :]+]]: i1, %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[T:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V0:.+]]:2 = scf.if %[[C]] -> (i32, tensor<8xi32>) {
// CHECK-NEXT: scf.yield %[[N]], %[[T]] : i32, tensor<8xi32>
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[N]] : i32 -> tensor<8xi32>
// CHECK-NEXT: %[[X:.+]] = arith.addi %[[T]], %[[V1]] : tensor<8xi32>
// CHECK-NEXT: %[[C5:.+]] = arith.constant 5 : i32
// CHECK-NEXT: scf.yield %[[C5]], %[[X]] : i32, tensor<8xi32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[OFFSETS:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V2:.+]] = tt.addptr %[[P]], %[[V0]]#0 : !tt.ptr<i32>, i32
// CHECK-NEXT: %[[V3:.+]] = tt.splat %[[V2]] : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %[[V4:.+]] = tt.addptr %[[V3]], %[[OFFSETS]] : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
// CHECK-NEXT: tt.store %[[V4]], %[[V0]]#1 : tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: tt.return
!Inner = !cm.java<"demo.Inner">
!Outer = !cm.java<"demo.Outer">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i1", "i32", "*i32"]} {
cm.func "merged" body (%c: i1, %n: i32, %p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %t = cm.var %2 "t" : (!Tensor) -> !cm.var<!Tensor>
  %x = cm.var "x" : () -> !cm.var<!Outer>
  cm.java.if
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> none {
      %3 = cm.constant 8 : i32
      %4 = cm.new "demo.Inner::(int, int)"(%n, %3) {named = {record = "(int a, int b)demo.Inner"}} : (i32, i32) -> !Inner
      %5 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
      %6 = cm.new "demo.Outer::(demo.Inner, oracle.code.triton.Tensor)"(%4, %5) {named = {record = "(Inner inner, Tensor t)demo.Outer"}} : (!Inner, !Tensor) -> !Outer
      cm.var.store %x, %6 : !cm.var<!Outer>, !Outer
      cm.yield
    }
    body () -> none {
      %7 = cm.constant 5 : i32
      %8 = cm.constant 8 : i32
      %9 = cm.new "demo.Inner::(int, int)"(%7, %8) {named = {record = "(int a, int b)demo.Inner"}} : (i32, i32) -> !Inner
      %10 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
      %11 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%10, %n) : (!Tensor, i32) -> !Tensor
      %12 = cm.new "demo.Outer::(demo.Inner, oracle.code.triton.Tensor)"(%9, %11) {named = {record = "(Inner inner, Tensor t)demo.Outer"}} : (!Inner, !Tensor) -> !Outer
      cm.var.store %x, %12 : !cm.var<!Outer>, !Outer
      cm.yield
    }
  %13 = cm.constant 0 : i32
  %14 = cm.var.load %x : (!cm.var<!Outer>) -> !Outer
  %15 = cm.invoke "demo.Outer::inner():demo.Inner"(%14) : (!Outer) -> !Inner
  %16 = cm.invoke "demo.Inner::b():int"(%15) : (!Inner) -> i32
  %17 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%13, %16) : (i32, i32) -> !Tensor
  %offsets = cm.var %17 "offsets" : (!Tensor) -> !cm.var<!Tensor>
  %18 = cm.var.load %x : (!cm.var<!Outer>) -> !Outer
  %19 = cm.invoke "demo.Outer::inner():demo.Inner"(%18) : (!Outer) -> !Inner
  %20 = cm.invoke "demo.Inner::a():int"(%19) : (!Inner) -> i32
  %21 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, int):oracle.code.triton.Tensor"(%p, %20) : (!Ptr, i32) -> !Tensor
  %22 = cm.var.load %offsets : (!cm.var<!Tensor>) -> !Tensor
  %23 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%21, %22) : (!Tensor, !Tensor) -> !Tensor
  %24 = cm.var.load %x : (!cm.var<!Outer>) -> !Outer
  %25 = cm.invoke "demo.Outer::t():oracle.code.triton.Tensor"(%24) : (!Outer) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%23, %25) : (!Tensor, !Tensor) -> ()
  cm.return
}
}
