// RUN: cm2tt-opt %s -allow-unregistered-dialect | cm2tt-opt -allow-unregistered-dialect | FileCheck %s

"test.types"() {
  // CHECK: a1 = !cm.java<"oracle.code.triton.Ptr">
  a1 = !cm.java<"oracle.code.triton.Ptr">,
  // CHECK-SAME: a2 = !cm.java<"demo.Outer$Nested[][]">
  a2 = !cm.java<"demo.Outer$Nested[][]">,
  // CHECK-SAME: a3 = !cm.java<"int[]">
  a3 = !cm.java<"int[]">,
  // CHECK-SAME: a4 = !cm.java<"java.util.Map<? extends a.B, ? super int[]>">
  a4 = !cm.java<"java.util.Map<? extends a.B, ? super int[]>">,
  // CHECK-SAME: a5 = !cm.java<"java.util.List<?>::Inner<a.B>">
  a5 = !cm.java<"java.util.List<?>::Inner<a.B>">,
  // CHECK-SAME: a6 = !cm.java<"a.B::<T extends java.lang.Number>">
  a6 = !cm.java<"a.B::<T extends java.lang.Number>">,
  // CHECK-SAME: a7 = !cm.java<"&a.B::m(int, a.C):void::<T>[]">
  a7 = !cm.java<"&a.B::m(int, a.C):void::<T>[]">,
  // CHECK-SAME: a8 = !cm.java<"Foo">
  a8 = !cm.java<"Foo">,
  // CHECK-SAME: a9 = !cm.java<"Foo<a.B, int[]>">
  a9 = !cm.java<"Foo<a.B, int[]>">,
  // CHECK-SAME: b1 = !cm.var<!cm.java<"a.B">>
  b1 = !cm.var<!cm.java<"a.B">>,
  // CHECK-SAME: b2 = !cm.ext<"tensor<x64, x32, ptr<float>>">
  b2 = !cm.ext<"tensor<x64, x32, ptr<float>>">,
  // CHECK-SAME: b3 = !cm.ext<"constant<float, c-1.5>">
  b3 = !cm.ext<"constant<float, c-1.5>">,
  // CHECK-SAME: b4 = !cm.ext<"ptr<oracle.code.triton.Float16>">
  b4 = !cm.ext<"ptr<oracle.code.triton.Float16>">,
  // CHECK-SAME: b5 = !cm.ext<"ptr<java.type:\22Foo\22>">
  b5 = !cm.ext<"ptr<java.type:\"Foo\">">,
  // CHECK-SAME: b6 = !cm.ext<"unit<>">
  b6 = !cm.ext<"unit<>">,
  // CHECK-SAME: b7 = !cm.ext<"ptr<java.type:\22Foo<a.B>\22, Foo<a.B>>">
  b7 = !cm.ext<"ptr<java.type:\"Foo<a.B>\", Foo<a.B>>">
} : () -> ()

"test.references"() {
  // CHECK: r1 = #cm.ref<"a.B::m(int, java.lang.Object[]):a.C">
  r1 = #cm.ref<"a.B::m(int,java.lang.Object[]) : a.C">,
  // CHECK-SAME: r2 = #cm.ref<"a.B::f:int">
  r2 = #cm.ref<"a.B::f:int">,
  // CHECK-SAME: r3 = #cm.ref<"a.B::(int)">
  r3 = #cm.ref<"a.B::(int)">,
  // CHECK-SAME: r4 = #cm.ref<"(int x, a.B y)a.P">
  r4 = #cm.ref<"(int x, a.B y)a.P">,
  // CHECK-SAME: r5 = #cm.ref<"a.B::C::m():void">
  r5 = #cm.ref<"a.B::C::m():void">,
  // CHECK-SAME: r6 = #cm.null
  r6 = #cm.null,
  // CHECK-SAME: r7 = #cm.ref<"Foo<a.B>::m(Foo<int[]>, java.type::I):Foo<a.B>">
  r7 = #cm.ref<"Foo<a.B>::m(Foo<int[]>, java.type::I):Foo<a.B>">
} : () -> ()
