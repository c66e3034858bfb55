// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// The combination of a reduction or scan is a lambda's body; it may capture, and call a method.
//   Tensor larger(Tensor a, Tensor b) { return maximum(a, b); }
//   void combine(int a, Ptr p) {
//     Tensor t = arange(0, 8);
//     Tensor s = reduce(t, 0, (Tensor x, Tensor y) -> larger(x, y));
//     Tensor u = scan(t, 0, (Tensor x, Tensor y) -> add(mul(x, a), y));
//     store(add(p, t), add(s, u));
//   }
// CHECK-LABEL: tt.func public @combine(
// CHECK-SAME:  %[[A:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[T:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[S:.+]] = "tt.reduce"(%[[T]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[A0:[^ :]+]]: i32, %[[A1:[^ :]+]]: i32):
// CHECK-NEXT: %[[V0:.+]] = arith.maxsi %[[A0]], %[[A1]] : i32
// CHECK-NEXT: tt.reduce.return %[[V0]] : i32
// CHECK-NEXT: }) : (tensor<8xi32>) -> i32
// CHECK-NEXT: %[[U:.+]] = "tt.scan"(%[[T]]) <{axis = 0 : i32, reverse = false}> ({
// CHECK-NEXT: ^bb0(%[[A0:[^ :]+]]: i32, %[[A1:[^ :]+]]: i32):
// CHECK-NEXT: %[[V0:.+]] = arith.muli %[[A0]], %[[A]] : i32
// CHECK-NEXT: %[[V1:.+]] = arith.addi %[[V0]], %[[A1]] : i32
// CHECK-NEXT: tt.scan.return %[[V1]] : i32
// CHECK-NEXT: }) : (tensor<8xi32>) -> tensor<8xi32>
// CHECK-NEXT: %[[V2:.+]] = tt.splat %[[P]] : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %[[V3:.+]] = tt.addptr %[[V2]], %[[T]] : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
// CHECK-NEXT: %[[V4:.+]] = tt.splat %[[S]] : i32 -> tensor<8xi32>
// CHECK-NEXT: %[[V5:.+]] = arith.addi %[[V4]], %[[U]] : tensor<8xi32>
// CHECK-NEXT: tt.store %[[V3]], %[[V5]] : tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: tt.return
!BinaryOperator = !cm.java<"java.util.function.BinaryOperator">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32", "*i32"], cm.kernel = "combine"} {
cm.func "larger" body (%a: !Tensor, %b: !Tensor) -> !Tensor {
  %0 = cm.invoke "oracle.code.triton.Triton::maximum(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %b) : (!Tensor, !Tensor) -> !Tensor
  cm.return %0 : !Tensor
}
cm.func "combine" body (%a: i32, %p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %t = cm.var %2 "t" : (!Tensor) -> !cm.var<!Tensor>
  %3 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  %4 = cm.constant 0 : i32
  %5 = cm.lambda body (%x: !Tensor, %y: !Tensor) -> !Tensor {
    %6 = cm.invoke "demo.K::larger(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%x, %y) : (!Tensor, !Tensor) -> !Tensor
    cm.return %6 : !Tensor
  } : () -> !BinaryOperator
  %7 = cm.invoke "oracle.code.triton.Triton::reduce(oracle.code.triton.Tensor, int, java.util.function.BinaryOperator):oracle.code.triton.Tensor"(%3, %4, %5) : (!Tensor, i32, !BinaryOperator) -> !Tensor
  %s = cm.var %7 "s" : (!Tensor) -> !cm.var<!Tensor>
  %8 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  %9 = cm.constant 0 : i32
  %10 = cm.lambda body (%x: !Tensor, %y: !Tensor) -> !Tensor {
    %11 = cm.invoke "oracle.code.triton.Triton::mul(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%x, %a) : (!Tensor, i32) -> !Tensor
    %12 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%11, %y) : (!Tensor, !Tensor) -> !Tensor
    cm.return %12 : !Tensor
  } : () -> !BinaryOperator
  %13 = cm.invoke "oracle.code.triton.Triton::scan(oracle.code.triton.Tensor, int, java.util.function.BinaryOperator):oracle.code.triton.Tensor"(%8, %9, %10) : (!Tensor, i32, !BinaryOperator) -> !Tensor
  %u = cm.var %13 "u" : (!Tensor) -> !cm.var<!Tensor>
  %14 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  %15 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %14) : (!Ptr, !Tensor) -> !Tensor
  %16 = cm.var.load %s : (!cm.var<!Tensor>) -> !Tensor
  %17 = cm.var.load %u : (!cm.var<!Tensor>) -> !Tensor
  %18 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%16, %17) : (!Tensor, !Tensor) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%15, %18) : (!Tensor, !Tensor) -> ()
  cm.return
}
}

// -----

// A combination that branches.
//   void branches(Ptr p) {
//     Tensor s = reduce(arange(0, 8), 0, (int x, int y) -> {
//       if (x > y)
//         return x;
//       return y;
//     });
//     store(p, s);
//   }
// CHECK-LABEL: tt.func public @branches(
// CHECK-SAME:  %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[S:.+]] = "tt.reduce"(%[[V0]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[A0:[^ :]+]]: i32, %[[A1:[^ :]+]]: i32):
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi sgt, %[[A0]], %[[A1]] : i32
// CHECK-NEXT: %[[V2:.+]] = scf.if %[[V1]] -> (i32) {
// CHECK-NEXT: scf.yield %[[A0]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[A1]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.reduce.return %[[V2]] : i32
// CHECK-NEXT: }) : (tensor<8xi32>) -> i32
// CHECK-NEXT: tt.store %[[P]], %[[S]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!BinaryOperator = !cm.java<"java.util.function.BinaryOperator">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["*i32"]} {
cm.func "branches" body (%p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %3 = cm.constant 0 : i32
  %4 = cm.lambda body (%x: i32, %y: i32) -> i32 {
    cm.java.if
      body () -> i1 {
        %5 = cm.gt %x, %y : i32, i32
        cm.yield %5 : i1
      }
      body () -> none {
        cm.return %x : i32
      }
    cm.return %y : i32
  } : () -> !BinaryOperator
  %6 = cm.invoke "oracle.code.triton.Triton::reduce(oracle.code.triton.Tensor, int, java.util.function.BinaryOperator):oracle.code.triton.Tensor"(%2, %3, %4) : (!Tensor, i32, !BinaryOperator) -> !Tensor
  %s = cm.var %6 "s" : (!Tensor) -> !cm.var<!Tensor>
  %7 = cm.var.load %s : (!cm.var<!Tensor>) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, oracle.code.triton.Tensor):void"(%p, %7) : (!Ptr, !Tensor) -> ()
  cm.return
}
}
