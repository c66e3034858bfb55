// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -mlir-use-nameloc-as-prefix -split-input-file | FileCheck %s

// Values are called as the Java variables that they were first put into, and what loops carry as these.
//   record Pair(int left, int right)
//   void names(int n, Ptr out) {
//     int product = n * n;
//     int copy = product;
//     int sum = 0;
//     for (int i = 0; i < n; i++)
//       sum += copy;
//     for (int j : range(n))
//       sum += j;
//     int k = 0;
//     while (k < sum)
//       k += n;
//     Pair pair = new Pair(k + 1, k + 2);
//     store(out, pair.left() + pair.right());
//   }
// CHECK-LABEL: tt.func public @names(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[OUT:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[PRODUCT:.+]] = arith.muli %[[N]], %[[N]] : i32
// CHECK-NEXT: %[[SUM:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V0:.+]] = scf.for %[[I:[^ :]+]] = %[[C0]] to %[[N]] step %[[C1]] iter_args(%[[SUM1:[^ :]+]] = %[[SUM]]) -> (i32)  : i32 {
// CHECK-NEXT: %[[SUM2:.+]] = arith.addi %[[SUM1]], %[[PRODUCT]] : i32
// CHECK-NEXT: scf.yield %[[SUM2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C1_1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V1:.+]] = scf.for %[[J:[^ :]+]] = %[[C0_1]] to %[[N]] step %[[C1_1]] iter_args(%[[SUM1:[^ :]+]] = %[[V0]]) -> (i32)  : i32 {
// CHECK-NEXT: %[[SUM2:.+]] = arith.addi %[[SUM1]], %[[J]] : i32
// CHECK-NEXT: scf.yield %[[SUM2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[K:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V2:.+]] = scf.while (%[[K1:[^ :]+]] = %[[K]]) : (i32) -> i32 {
// CHECK-NEXT: %[[V3:.+]] = arith.cmpi slt, %[[K1]], %[[V1]] : i32
// CHECK-NEXT: scf.condition(%[[V3]]) %[[K1]] : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[K1:[^ :]+]]: i32):
// CHECK-NEXT: %[[K2:.+]] = arith.addi %[[K1]], %[[N]] : i32
// CHECK-NEXT: scf.yield %[[K2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C1_2:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[PAIR:.+]] = arith.addi %[[V2]], %[[C1_2]] : i32
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: %[[V4:.+]] = arith.addi %[[V2]], %[[C2]] : i32
// CHECK-NEXT: %[[V5:.+]] = arith.addi %[[PAIR]], %[[V4]] : i32
// CHECK-NEXT: tt.store %[[OUT]], %[[V5]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Pair = !cm.java<"demo.Pair">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Range = !cm.java<"oracle.code.triton.Range">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "names" body (%n: i32, %out: !Ptr) -> none {
  %n_v = cm.var %n "n" : (i32) -> !cm.var<i32>
  %out_v = cm.var %out "out" : (!Ptr) -> !cm.var<!Ptr>
  %0 = cm.var.load %n_v : (!cm.var<i32>) -> i32
  %1 = cm.var.load %n_v : (!cm.var<i32>) -> i32
  %2 = cm.mul %0, %1 : i32
  %product = cm.var %2 "product" : (i32) -> !cm.var<i32>
  %3 = cm.var.load %product : (!cm.var<i32>) -> i32
  %copy = cm.var %3 "copy" : (i32) -> !cm.var<i32>
  %4 = cm.constant 0 : i32
  %sum = cm.var %4 "sum" : (i32) -> !cm.var<i32>
  cm.java.for
    body () -> !cm.var<i32> {
      %5 = cm.constant 0 : i32
      %i = cm.var %5 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> i1 {
      %6 = cm.var.load %i : (!cm.var<i32>) -> i32
      %7 = cm.var.load %n_v : (!cm.var<i32>) -> i32
      %8 = cm.lt %6, %7 : i32, i32
      cm.yield %8 : i1
    }
    body (%i: !cm.var<i32>) -> none {
      %9 = cm.var.load %i : (!cm.var<i32>) -> i32
      %10 = cm.constant 1 : i32
      %11 = cm.add %9, %10 : i32
      cm.var.store %i, %11 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      %12 = cm.var.load %sum : (!cm.var<i32>) -> i32
      %13 = cm.var.load %copy : (!cm.var<i32>) -> i32
      %14 = cm.add %12, %13 : i32
      cm.var.store %sum, %14 : !cm.var<i32>, i32
      cm.java.continue
    }
  cm.java.enhancedFor
    body () -> !Range {
      %15 = cm.var.load %n_v : (!cm.var<i32>) -> i32
      %16 = cm.invoke "oracle.code.triton.Triton::range(int):oracle.code.triton.Range"(%15) : (i32) -> !Range
      cm.yield %16 : !Range
    }
    body (%17: i32) -> !cm.var<i32> {
      %j = cm.var %17 "j" : (i32) -> !cm.var<i32>
      cm.yield %j : !cm.var<i32>
    }
    body (%j: !cm.var<i32>) -> none {
      %18 = cm.var.load %sum : (!cm.var<i32>) -> i32
      %19 = cm.var.load %j : (!cm.var<i32>) -> i32
      %20 = cm.add %18, %19 : i32
      cm.var.store %sum, %20 : !cm.var<i32>, i32
      cm.java.continue
    }
  %21 = cm.constant 0 : i32
  %k = cm.var %21 "k" : (i32) -> !cm.var<i32>
  cm.java.while
    body () -> i1 {
      %22 = cm.var.load %k : (!cm.var<i32>) -> i32
      %23 = cm.var.load %sum : (!cm.var<i32>) -> i32
      %24 = cm.lt %22, %23 : i32, i32
      cm.yield %24 : i1
    }
    body () -> none {
      %25 = cm.var.load %k : (!cm.var<i32>) -> i32
      %26 = cm.var.load %n_v : (!cm.var<i32>) -> i32
      %27 = cm.add %25, %26 : i32
      cm.var.store %k, %27 : !cm.var<i32>, i32
      cm.java.continue
    }
  %28 = cm.var.load %k : (!cm.var<i32>) -> i32
  %29 = cm.constant 1 : i32
  %30 = cm.add %28, %29 : i32
  %31 = cm.var.load %k : (!cm.var<i32>) -> i32
  %32 = cm.constant 2 : i32
  %33 = cm.add %31, %32 : i32
  %34 = cm.new "demo.Pair::(int, int)"(%30, %33) {named = {record = "(int left, int right)demo.Pair"}} : (i32, i32) -> !Pair
  %pair = cm.var %34 "pair" : (!Pair) -> !cm.var<!Pair>
  %35 = cm.var.load %out_v : (!cm.var<!Ptr>) -> !Ptr
  %36 = cm.var.load %pair : (!cm.var<!Pair>) -> !Pair
  %37 = cm.invoke "demo.Pair::left():int"(%36) : (!Pair) -> i32
  %38 = cm.var.load %pair : (!cm.var<!Pair>) -> !Pair
  %39 = cm.invoke "demo.Pair::right():int"(%38) : (!Pair) -> i32
  %40 = cm.add %37, %39 : i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%35, %40) : (!Ptr, i32) -> ()
  cm.return
}
}
