// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// A function of elements is the region of tt.map_elementwise; it may branch, call and capture.
//   int half(int x) { return x / 2; }
//   void elements(int a, Ptr p) {
//     Tensor t = arange(0, 8);
//     Tensor u = map(t, (int x) -> {
//       if (x > a)
//         return half(x);
//       return x;
//     });
//     store(add(p, t), u);
//   }
// CHECK-LABEL: tt.func public @elements(
// CHECK-SAME:  %[[A:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[T:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[U:.+]] = "tt.map_elementwise"(%[[T]]) <{pack = 1 : i32}> ({
// CHECK-NEXT: ^bb0(%[[A0:[^ :]+]]: i32):
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi sgt, %[[A0]], %[[A]] : i32
// CHECK-NEXT: %[[V1:.+]] = scf.if %[[V0]] -> (i32) {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: %[[V2:.+]] = arith.divsi %[[A0]], %[[C2]] : i32
// CHECK-NEXT: scf.yield %[[V2]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[A0]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.map_elementwise.return %[[V1]] : i32
// CHECK-NEXT: }) : (tensor<8xi32>) -> tensor<8xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.splat %[[P]] : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %[[V4:.+]] = tt.addptr %[[V3]], %[[T]] : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
// CHECK-NEXT: tt.store %[[V4]], %[[U]] : tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!UnaryOperator = !cm.java<"java.util.function.UnaryOperator">
module attributes {cm.signature = ["i32", "*i32"], cm.kernel = "elements"} {
cm.func "half" body (%x: i32) -> i32 {
  %0 = cm.constant 2 : i32
  %1 = cm.div %x, %0 : i32
  cm.return %1 : i32
}
cm.func "elements" body (%a: i32, %p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %t = cm.var %2 "t" : (!Tensor) -> !cm.var<!Tensor>
  %3 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  %4 = cm.lambda body (%x: i32) -> i32 {
    cm.java.if
      body () -> i1 {
        %5 = cm.gt %x, %a : i32, i32
        cm.yield %5 : i1
      }
      body () -> none {
        %6 = cm.invoke "demo.K::half(int):int"(%x) : (i32) -> i32
        cm.return %6 : i32
      }
    cm.return %x : i32
  } : () -> !UnaryOperator
  %7 = cm.invoke "oracle.code.triton.Triton::map(oracle.code.triton.Tensor, java.util.function.UnaryOperator):oracle.code.triton.Tensor"(%3, %4) : (!Tensor, !UnaryOperator) -> !Tensor
  %u = cm.var %7 "u" : (!Tensor) -> !cm.var<!Tensor>
  %8 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  %9 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %8) : (!Ptr, !Tensor) -> !Tensor
  %10 = cm.var.load %u : (!cm.var<!Tensor>) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%9, %10) : (!Tensor, !Tensor) -> ()
  cm.return
}
}

// -----

// Of two tiles, and to several: a record.
//   record Two(int a, int b)
//   void several(Ptr p) {
//     Tensor t = arange(0, 8);
//     Two r = map(t, mul(t, t), (int x, int y) -> new Two(x + y, x - y));
//     store(add(p, r.a()), r.b());
//   }
// CHECK-LABEL: tt.func public @several(
// CHECK-SAME:  %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[T:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V0:.+]] = arith.muli %[[T]], %[[T]] : tensor<8xi32>
// CHECK-NEXT: %[[V1:.+]]:2 = "tt.map_elementwise"(%[[T]], %[[V0]]) <{pack = 1 : i32}> ({
// CHECK-NEXT: ^bb0(%[[A0:[^ :]+]]: i32, %[[A1:[^ :]+]]: i32):
// CHECK-NEXT: %[[V2:.+]] = arith.addi %[[A0]], %[[A1]] : i32
// CHECK-NEXT: %[[V3:.+]] = arith.subi %[[A0]], %[[A1]] : i32
// CHECK-NEXT: tt.map_elementwise.return %[[V2]], %[[V3]] : i32, i32
// CHECK-NEXT: }) : (tensor<8xi32>, tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>)
// CHECK-NEXT: %[[V4:.+]] = tt.splat %[[P]] : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %[[V5:.+]] = tt.addptr %[[V4]], %[[V1]]#0 : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
// CHECK-NEXT: tt.store %[[V5]], %[[V1]]#1 : tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: tt.return
!BinaryOperator = !cm.java<"java.util.function.BinaryOperator">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Two = !cm.java<"demo.Two">
module attributes {cm.signature = ["*i32"]} {
cm.func "several" body (%p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %t = cm.var %2 "t" : (!Tensor) -> !cm.var<!Tensor>
  %3 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  %4 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  %5 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  %6 = cm.invoke "oracle.code.triton.Triton::mul(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%4, %5) : (!Tensor, !Tensor) -> !Tensor
  %7 = cm.lambda body (%x: i32, %y: i32) -> !Two {
    %8 = cm.add %x, %y : i32
    %9 = cm.sub %x, %y : i32
    %10 = cm.new "demo.Two::(int, int)"(%8, %9) {named = {record = "(int a, int b)demo.Two"}} : (i32, i32) -> !Two
    cm.return %10 : !Two
  } : () -> !BinaryOperator
  %11 = cm.invoke "oracle.code.triton.Triton::map(oracle.code.triton.Tensor, oracle.code.triton.Tensor, java.util.function.BinaryOperator):demo.Two"(%3, %6, %7) : (!Tensor, !Tensor, !BinaryOperator) -> !Two
  %r = cm.var %11 "r" : (!Two) -> !cm.var<!Two>
  %12 = cm.var.load %r : (!cm.var<!Two>) -> !Two
  %13 = cm.invoke "demo.Two::a():int"(%12) : (!Two) -> i32
  %14 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, int):oracle.code.triton.Tensor"(%p, %13) : (!Ptr, i32) -> !Tensor
  %15 = cm.var.load %r : (!cm.var<!Two>) -> !Two
  %16 = cm.invoke "demo.Two::b():int"(%15) : (!Two) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, int):void"(%14, %16) : (!Tensor, i32) -> ()
  cm.return
}
}
