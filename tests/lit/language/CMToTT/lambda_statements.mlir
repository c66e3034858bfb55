// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// A lambda with statements and several returns; one without parameters gives a constant.
//   void statements(int a, Ptr p) {
//     UnaryOperator f = (int x) -> {
//       if (x > 0)
//         return add(x, 1);
//       return add(x, 2);
//     };
//     IntSupplier size = () -> 4;
//     store(add(p, arange(0, size.getAsInt())), f.apply(a));
//   }
// CHECK-LABEL: tt.func public @statements(
// CHECK-SAME:  %[[A:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[P]] : !tt.ptr<i32> -> tensor<4x!tt.ptr<i32>>
// CHECK-NEXT: %[[V2:.+]] = tt.addptr %[[V1]], %[[V0]] : tensor<4x!tt.ptr<i32>>, tensor<4xi32>
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V3:.+]] = arith.cmpi sgt, %[[A]], %[[C0]] : i32
// CHECK-NEXT: %[[V4:.+]] = scf.if %[[V3]] -> (i32) {
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V5:.+]] = arith.addi %[[A]], %[[C1]] : i32
// CHECK-NEXT: scf.yield %[[V5]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: %[[V5:.+]] = arith.addi %[[A]], %[[C2]] : i32
// CHECK-NEXT: scf.yield %[[V5]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[V6:.+]] = tt.splat %[[V4]] : i32 -> tensor<4xi32>
// CHECK-NEXT: tt.store %[[V2]], %[[V6]] : tensor<4x!tt.ptr<i32>>
// CHECK-NEXT: tt.return
!IntSupplier = !cm.java<"java.util.function.IntSupplier">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!UnaryOperator = !cm.java<"java.util.function.UnaryOperator">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "statements" body (%a: i32, %p: !Ptr) -> none {
  %0 = cm.lambda body (%x: i32) -> !Tensor {
    cm.java.if
      body () -> i1 {
        %1 = cm.constant 0 : i32
        %2 = cm.gt %x, %1 : i32, i32
        cm.yield %2 : i1
      }
      body () -> none {
        %3 = cm.constant 1 : i32
        %4 = cm.invoke "oracle.code.triton.Triton::add(int, int):oracle.code.triton.Tensor"(%x, %3) : (i32, i32) -> !Tensor
        cm.return %4 : !Tensor
      }
    %5 = cm.constant 2 : i32
    %6 = cm.invoke "oracle.code.triton.Triton::add(int, int):oracle.code.triton.Tensor"(%x, %5) : (i32, i32) -> !Tensor
    cm.return %6 : !Tensor
  } : () -> !UnaryOperator
  %f = cm.var %0 "f" : (!UnaryOperator) -> !cm.var<!UnaryOperator>
  %7 = cm.lambda body () -> i32 {
    %8 = cm.constant 4 : i32
    cm.return %8 : i32
  } : () -> !IntSupplier
  %size = cm.var %7 "size" : (!IntSupplier) -> !cm.var<!IntSupplier>
  %9 = cm.constant 0 : i32
  %10 = cm.var.load %size : (!cm.var<!IntSupplier>) -> !IntSupplier
  %11 = cm.invoke "java.util.function.IntSupplier::getAsInt():int"(%10) : (!IntSupplier) -> i32
  %12 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%9, %11) : (i32, i32) -> !Tensor
  %13 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %12) : (!Ptr, !Tensor) -> !Tensor
  %14 = cm.var.load %f : (!cm.var<!UnaryOperator>) -> !UnaryOperator
  %15 = cm.invoke "java.util.function.UnaryOperator::apply(int):oracle.code.triton.Tensor"(%14, %a) : (!UnaryOperator, i32) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%13, %15) : (!Tensor, !Tensor) -> ()
  cm.return
}
}

// -----

// Each iteration of an unrolled loop has a lambda of its own.
//   void unrolled(Ptr p) {
//     for (int i : staticRange(2)) {
//       UnaryOperator f = (Tensor x) -> add(x, i);
//       store(p, f.apply(f.apply(0)));
//     }
//   }
// CHECK-LABEL: tt.func public @unrolled(
// CHECK-SAME:  %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C0]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C2]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Range = !cm.java<"oracle.code.triton.Range">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!UnaryOperator = !cm.java<"java.util.function.UnaryOperator">
module attributes {cm.signature = ["*i32"]} {
cm.func "unrolled" body (%p: !Ptr) -> none {
  cm.java.enhancedFor
    body () -> !Range {
      %0 = cm.constant 2 : i32
      %1 = cm.invoke "oracle.code.triton.Triton::staticRange(int):oracle.code.triton.Range"(%0) : (i32) -> !Range
      cm.yield %1 : !Range
    }
    body (%2: i32) -> !cm.var<i32> {
      %i = cm.var %2 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> none {
      %3 = cm.lambda body (%x: !Tensor) -> !Tensor {
        %4 = cm.var.load %i : (!cm.var<i32>) -> i32
        %5 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%x, %4) : (!Tensor, i32) -> !Tensor
        cm.return %5 : !Tensor
      } : () -> !UnaryOperator
      %f = cm.var %3 "f" : (!UnaryOperator) -> !cm.var<!UnaryOperator>
      %6 = cm.var.load %f : (!cm.var<!UnaryOperator>) -> !UnaryOperator
      %7 = cm.var.load %f : (!cm.var<!UnaryOperator>) -> !UnaryOperator
      %8 = cm.constant 0 : i32
      %9 = cm.invoke "java.util.function.UnaryOperator::apply(int):oracle.code.triton.Tensor"(%7, %8) : (!UnaryOperator, i32) -> !Tensor
      %10 = cm.invoke "java.util.function.UnaryOperator::apply(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%6, %9) : (!UnaryOperator, !Tensor) -> !Tensor
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, oracle.code.triton.Tensor):void"(%p, %10) : (!Ptr, !Tensor) -> ()
      cm.java.continue
    }
  cm.return
}
}
