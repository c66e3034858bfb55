// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// A loop carries all components, as values.
//   record State(int sum, Tensor last)
//   void carried(int n, Ptr p) {
//     State s = new State(0, zeros(int.class, 4));
//     for (int i = 0; i < n; i++)
//       s = new State(s.sum() + i, add(s.last(), i));
//     store(add(p, s.last()), s.sum());
//   }
// CHECK-LABEL: tt.func public @carried(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<0> : tensor<4xi32>
// CHECK-NEXT: %[[S:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V0:.+]]:2 = scf.for %[[I:[^ :]+]] = %[[C0]] to %[[N]] step %[[C1]] iter_args(%[[S1:[^ :]+]] = %[[S]], %[[S2:[^ :]+]] = %[[CST]]) -> (i32, tensor<4xi32>)  : i32 {
// CHECK-NEXT: %[[S3:.+]] = arith.addi %[[S1]], %[[I]] : i32
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[I]] : i32 -> tensor<4xi32>
// CHECK-NEXT: %[[V2:.+]] = arith.addi %[[S2]], %[[V1]] : tensor<4xi32>
// CHECK-NEXT: scf.yield %[[S3]], %[[V2]] : i32, tensor<4xi32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V3:.+]] = tt.splat %[[P]] : !tt.ptr<i32> -> tensor<4x!tt.ptr<i32>>
// CHECK-NEXT: %[[V4:.+]] = tt.addptr %[[V3]], %[[V0]]#1 : tensor<4x!tt.ptr<i32>>, tensor<4xi32>
// CHECK-NEXT: %[[V5:.+]] = tt.splat %[[V0]]#0 : i32 -> tensor<4xi32>
// CHECK-NEXT: tt.store %[[V4]], %[[V5]] : tensor<4x!tt.ptr<i32>>
// CHECK-NEXT: tt.return
!Class = !cm.java<"java.lang.Class">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!State = !cm.java<"demo.State">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "carried" body (%n: i32, %p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant i32 -> !Class
  %2 = cm.constant 4 : i32
  %3 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int):oracle.code.triton.Tensor"(%1, %2) : (!Class, i32) -> !Tensor
  %4 = cm.new "demo.State::(int, oracle.code.triton.Tensor)"(%0, %3) {named = {record = "(int sum, Tensor last)demo.State"}} : (i32, !Tensor) -> !State
  %s = cm.var %4 "s" : (!State) -> !cm.var<!State>
  cm.java.for
    body () -> !cm.var<i32> {
      %5 = cm.constant 0 : i32
      %i = cm.var %5 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> i1 {
      %6 = cm.var.load %i : (!cm.var<i32>) -> i32
      %7 = cm.lt %6, %n : i32, i32
      cm.yield %7 : i1
    }
    body (%i: !cm.var<i32>) -> none {
      %8 = cm.var.load %i : (!cm.var<i32>) -> i32
      %9 = cm.constant 1 : i32
      %10 = cm.add %8, %9 : i32
      cm.var.store %i, %10 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      %11 = cm.var.load %s : (!cm.var<!State>) -> !State
      %12 = cm.invoke "demo.State::sum():int"(%11) : (!State) -> i32
      %13 = cm.var.load %i : (!cm.var<i32>) -> i32
      %14 = cm.add %12, %13 : i32
      %15 = cm.var.load %s : (!cm.var<!State>) -> !State
      %16 = cm.invoke "demo.State::last():oracle.code.triton.Tensor"(%15) : (!State) -> !Tensor
      %17 = cm.var.load %i : (!cm.var<i32>) -> i32
      %18 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%16, %17) : (!Tensor, i32) -> !Tensor
      %19 = cm.new "demo.State::(int, oracle.code.triton.Tensor)"(%14, %18) {named = {record = "(int sum, Tensor last)demo.State"}} : (i32, !Tensor) -> !State
      cm.var.store %s, %19 : !cm.var<!State>, !State
      cm.java.continue
    }
  %20 = cm.var.load %s : (!cm.var<!State>) -> !State
  %21 = cm.invoke "demo.State::last():oracle.code.triton.Tensor"(%20) : (!State) -> !Tensor
  %22 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %21) : (!Ptr, !Tensor) -> !Tensor
  %23 = cm.var.load %s : (!cm.var<!State>) -> !State
  %24 = cm.invoke "demo.State::sum():int"(%23) : (!State) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, int):void"(%22, %24) : (!Tensor, i32) -> ()
  cm.return
}
}

// -----

// A reduction of pairs: the largest index, and the value there.
//   record Pair(Tensor value, int index)
//   void pairs(Ptr p) {
//     Tensor t = arange(0, 8);
//     Pair best = reduce(new Pair(mul(t, 3), t), 0, (Pair x, Pair y) -> {
//       if (x.index() > y.index())
//         return x;
//       return y;
//     });
//     store(p, best.index());
//   }
// CHECK-LABEL: tt.func public @pairs(
// CHECK-SAME:  %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[T:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<3> : tensor<8xi32>
// CHECK-NEXT: %[[V0:.+]] = arith.muli %[[T]], %[[CST]] : tensor<8xi32>
// CHECK-NEXT: %[[V1:.+]]:2 = "tt.reduce"(%[[V0]], %[[T]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[A0:[^ :]+]]: i32, %[[A1:[^ :]+]]: i32, %[[A2:[^ :]+]]: i32, %[[A3:[^ :]+]]: i32):
// CHECK-NEXT: %[[V2:.+]] = arith.cmpi sgt, %[[A1]], %[[A3]] : i32
// CHECK-NEXT: %[[V3:.+]]:2 = scf.if %[[V2]] -> (i32, i32) {
// CHECK-NEXT: scf.yield %[[A0]], %[[A1]] : i32, i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[A2]], %[[A3]] : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.reduce.return %[[V3]]#0, %[[V3]]#1 : i32, i32
// CHECK-NEXT: }) : (tensor<8xi32>, tensor<8xi32>) -> (i32, i32)
// CHECK-NEXT: tt.store %[[P]], %[[V1]]#1 : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!BinaryOperator = !cm.java<"java.util.function.BinaryOperator">
!Pair = !cm.java<"demo.Pair">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["*i32"]} {
cm.func "pairs" body (%p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %t = cm.var %2 "t" : (!Tensor) -> !cm.var<!Tensor>
  %3 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  %4 = cm.constant 3 : i32
  %5 = cm.invoke "oracle.code.triton.Triton::mul(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%3, %4) : (!Tensor, i32) -> !Tensor
  %6 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  %7 = cm.new "demo.Pair::(oracle.code.triton.Tensor, oracle.code.triton.Tensor)"(%5, %6) {named = {record = "(Tensor value, int index)demo.Pair"}} : (!Tensor, !Tensor) -> !Pair
  %8 = cm.constant 0 : i32
  %9 = cm.lambda body (%x: !Pair, %y: !Pair) -> !Pair {
    cm.java.if
      body () -> i1 {
        %10 = cm.invoke "demo.Pair::index():int"(%x) : (!Pair) -> i32
        %11 = cm.invoke "demo.Pair::index():int"(%y) : (!Pair) -> i32
        %12 = cm.gt %10, %11 : i32, i32
        cm.yield %12 : i1
      }
      body () -> none {
        cm.return %x : !Pair
      }
    cm.return %y : !Pair
  } : () -> !BinaryOperator
  %13 = cm.invoke "oracle.code.triton.Triton::reduce(demo.Pair, int, java.util.function.BinaryOperator):demo.Pair"(%7, %8, %9) : (!Pair, i32, !BinaryOperator) -> !Pair
  %best = cm.var %13 "best" : (!Pair) -> !cm.var<!Pair>
  %14 = cm.var.load %best : (!cm.var<!Pair>) -> !Pair
  %15 = cm.invoke "demo.Pair::index():int"(%14) : (!Pair) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %15) : (!Ptr, i32) -> ()
  cm.return
}
}
