// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// An epilogue: what a lambda captures is a value or a constant like any other.
//   Tensor scale(Tensor x, UnaryOperator epilogue) {
//     Tensor y = mul(x, 2);
//     return epilogue.apply(y);
//   }
//   void captures(int a, int c, Ptr p) {
//     Tensor t = arange(0, 8);
//     UnaryOperator shift = (Tensor y) -> add(add(y, a), arange(0, c));
//     store(add(p, t), scale(t, shift));
//     store(add(p, t), scale(t, (Tensor y) -> sub(y, t)));
//   }
// CHECK-LABEL: tt.func public @captures(
// CHECK-SAME:  %[[A:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[T:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V0:.+]] = tt.splat %[[P]] : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %[[V1:.+]] = tt.addptr %[[V0]], %[[T]] : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<2> : tensor<8xi32>
// CHECK-NEXT: %[[Y:.+]] = arith.muli %[[T]], %[[CST]] : tensor<8xi32>
// CHECK-NEXT: %[[V2:.+]] = tt.splat %[[A]] : i32 -> tensor<8xi32>
// CHECK-NEXT: %[[V3:.+]] = arith.addi %[[Y]], %[[V2]] : tensor<8xi32>
// CHECK-NEXT: %[[V4:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V5:.+]] = arith.addi %[[V3]], %[[V4]] : tensor<8xi32>
// CHECK-NEXT: tt.store %[[V1]], %[[V5]] : tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %[[V6:.+]] = tt.splat %[[P]] : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %[[V7:.+]] = tt.addptr %[[V6]], %[[T]] : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
// CHECK-NEXT: %[[CST1:.+]] = arith.constant dense<2> : tensor<8xi32>
// CHECK-NEXT: %[[Y1:.+]] = arith.muli %[[T]], %[[CST1]] : tensor<8xi32>
// CHECK-NEXT: %[[V8:.+]] = arith.subi %[[Y1]], %[[T]] : tensor<8xi32>
// CHECK-NEXT: tt.store %[[V7]], %[[V8]] : tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!UnaryOperator = !cm.java<"java.util.function.UnaryOperator">
module attributes {cm.signature = ["i32", 8, "*i32"], cm.kernel = "captures"} {
cm.func "scale" body (%x: !Tensor, %epilogue: !UnaryOperator) -> !Tensor {
  %0 = cm.constant 2 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::mul(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%x, %0) : (!Tensor, i32) -> !Tensor
  %y = cm.var %1 "y" : (!Tensor) -> !cm.var<!Tensor>
  %2 = cm.var.load %y : (!cm.var<!Tensor>) -> !Tensor
  %3 = cm.invoke "java.util.function.UnaryOperator::apply(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%epilogue, %2) : (!UnaryOperator, !Tensor) -> !Tensor
  cm.return %3 : !Tensor
}
cm.func "captures" body (%a: i32, %c: i32, %p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %t = cm.var %2 "t" : (!Tensor) -> !cm.var<!Tensor>
  %3 = cm.lambda body (%y: !Tensor) -> !Tensor {
    %4 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%y, %a) : (!Tensor, i32) -> !Tensor
    %5 = cm.constant 0 : i32
    %6 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%5, %c) : (i32, i32) -> !Tensor
    %7 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%4, %6) : (!Tensor, !Tensor) -> !Tensor
    cm.return %7 : !Tensor
  } : () -> !UnaryOperator
  %shift = cm.var %3 "shift" : (!UnaryOperator) -> !cm.var<!UnaryOperator>
  %8 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  %9 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %8) : (!Ptr, !Tensor) -> !Tensor
  %10 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  %11 = cm.var.load %shift : (!cm.var<!UnaryOperator>) -> !UnaryOperator
  %12 = cm.invoke "demo.K::scale(oracle.code.triton.Tensor, java.util.function.UnaryOperator):oracle.code.triton.Tensor"(%10, %11) : (!Tensor, !UnaryOperator) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%9, %12) : (!Tensor, !Tensor) -> ()
  %13 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  %14 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %13) : (!Ptr, !Tensor) -> !Tensor
  %15 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  %16 = cm.lambda body (%y: !Tensor) -> !Tensor {
    %17 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
    %18 = cm.invoke "oracle.code.triton.Triton::sub(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%y, %17) : (!Tensor, !Tensor) -> !Tensor
    cm.return %18 : !Tensor
  } : () -> !UnaryOperator
  %19 = cm.invoke "demo.K::scale(oracle.code.triton.Tensor, java.util.function.UnaryOperator):oracle.code.triton.Tensor"(%15, %16) : (!Tensor, !UnaryOperator) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%14, %19) : (!Tensor, !Tensor) -> ()
  cm.return
}
}

// -----

// A lambda as first argument is not called by that; one may call the method that it is given to.
//   Tensor apply(UnaryOperator f, Tensor x) { return f.apply(add(x, 1)); }
//   void nested(Ptr p) {
//     Tensor t = arange(0, 4);
//     UnaryOperator twice = (Tensor x) -> mul(x, 2);
//     store(add(p, t), apply((Tensor x) -> apply(twice, sub(x, 3)), t));
//   }
// CHECK-LABEL: tt.func public @nested(
// CHECK-SAME:  %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[T:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: %[[V0:.+]] = tt.splat %[[P]] : !tt.ptr<i32> -> tensor<4x!tt.ptr<i32>>
// CHECK-NEXT: %[[V1:.+]] = tt.addptr %[[V0]], %[[T]] : tensor<4x!tt.ptr<i32>>, tensor<4xi32>
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<1> : tensor<4xi32>
// CHECK-NEXT: %[[V2:.+]] = arith.addi %[[T]], %[[CST]] : tensor<4xi32>
// CHECK-NEXT: %[[CST1:.+]] = arith.constant dense<3> : tensor<4xi32>
// CHECK-NEXT: %[[V3:.+]] = arith.subi %[[V2]], %[[CST1]] : tensor<4xi32>
// CHECK-NEXT: %[[CST2:.+]] = arith.constant dense<1> : tensor<4xi32>
// CHECK-NEXT: %[[V4:.+]] = arith.addi %[[V3]], %[[CST2]] : tensor<4xi32>
// CHECK-NEXT: %[[CST3:.+]] = arith.constant dense<2> : tensor<4xi32>
// CHECK-NEXT: %[[V5:.+]] = arith.muli %[[V4]], %[[CST3]] : tensor<4xi32>
// CHECK-NEXT: tt.store %[[V1]], %[[V5]] : tensor<4x!tt.ptr<i32>>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!UnaryOperator = !cm.java<"java.util.function.UnaryOperator">
module attributes {cm.signature = ["*i32"], cm.kernel = "nested"} {
cm.func "apply" body (%f: !UnaryOperator, %x: !Tensor) -> !Tensor {
  %0 = cm.constant 1 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%x, %0) : (!Tensor, i32) -> !Tensor
  %2 = cm.invoke "java.util.function.UnaryOperator::apply(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%f, %1) : (!UnaryOperator, !Tensor) -> !Tensor
  cm.return %2 : !Tensor
}
cm.func "nested" body (%p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 4 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %t = cm.var %2 "t" : (!Tensor) -> !cm.var<!Tensor>
  %3 = cm.lambda body (%x: !Tensor) -> !Tensor {
    %4 = cm.constant 2 : i32
    %5 = cm.invoke "oracle.code.triton.Triton::mul(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%x, %4) : (!Tensor, i32) -> !Tensor
    cm.return %5 : !Tensor
  } : () -> !UnaryOperator
  %twice = cm.var %3 "twice" : (!UnaryOperator) -> !cm.var<!UnaryOperator>
  %6 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  %7 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %6) : (!Ptr, !Tensor) -> !Tensor
  %8 = cm.lambda body (%x: !Tensor) -> !Tensor {
    %9 = cm.var.load %twice : (!cm.var<!UnaryOperator>) -> !UnaryOperator
    %10 = cm.constant 3 : i32
    %11 = cm.invoke "oracle.code.triton.Triton::sub(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%x, %10) : (!Tensor, i32) -> !Tensor
    %12 = cm.invoke "demo.K::apply(java.util.function.UnaryOperator, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%9, %11) : (!UnaryOperator, !Tensor) -> !Tensor
    cm.return %12 : !Tensor
  } : () -> !UnaryOperator
  %13 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  %14 = cm.invoke "demo.K::apply(java.util.function.UnaryOperator, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%8, %13) : (!UnaryOperator, !Tensor) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%7, %14) : (!Tensor, !Tensor) -> ()
  cm.return
}
}
