// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Variables that are assigned once know a constant, others a type.
module attributes {cm.signature = [64, "u32"]} {
cm.func "k" body (%n: i32, %u: i32) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c1>{{$}}
  %1 = cm.constant 1 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c64>{{$}}
  %a = cm.var %n "a" : (i32) -> !cm.var<i32>
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c64>{{$}}
  %2 = cm.var.load %a : (!cm.var<i32>) -> i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %b = cm.var %n "b" : (i32) -> !cm.var<i32>
  cm.var.store %b, %1 : !cm.var<i32>, i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %3 = cm.var.load %b : (!cm.var<i32>) -> i32
  // Declared without a value and assigned later.
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c64>{{$}}
  %c = cm.var "c" : () -> !cm.var<i32>
  cm.var.store %c, %n : !cm.var<i32>, i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c64>{{$}}
  %4 = cm.var.load %c : (!cm.var<i32>) -> i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %d = cm.var "d" : () -> !cm.var<i32>
  cm.var.store %d, %n : !cm.var<i32>, i32
  cm.var.store %d, %1 : !cm.var<i32>, i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %5 = cm.var.load %d : (!cm.var<i32>) -> i32
  // Java's int says nothing of the sign.
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u32{{$}}
  %e = cm.var %n "e" : (i32) -> !cm.var<i32>
  cm.var.store %e, %u : !cm.var<i32>, i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u32{{$}}
  %6 = cm.var.load %e : (!cm.var<i32>) -> i32
  cm.return
}
}

// -----

// A tile's variable takes tiles of any shape.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = [4]} {
cm.func "k" body (%n: i32) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c0>{{$}}
  %0 = cm.constant 0 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, int>{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %n) : (i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x1, x4, int>{{$}}
  %x = cm.var %1 "x" : (!Tensor) -> !cm.var<!Tensor>
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, int>{{$}}
  %2 = cm.var.load %x : (!cm.var<!Tensor>) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x1, x4, int>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%2, %0) : (!Tensor, i32) -> !Tensor
  cm.var.store %x, %3 : !cm.var<!Tensor>, !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x1, x4, int>{{$}}
  %4 = cm.var.load %x : (!cm.var<!Tensor>) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x1, x4, int>{{$}}
  %5 = cm.cast %4 to !Num : (!Tensor) -> !Num
  cm.return
}
}

// -----

// Boxes are the numbers in them; parameters may be boxes.
!Num = !cm.java<"java.lang.Number">
!Integer = !cm.java<"java.lang.Integer">
!F16 = !cm.java<"oracle.code.triton.Float16">
module attributes {cm.signature = ["i32", 5, "fp16", true, 7, 3]} {
cm.func "k" body (%n: !Integer, %c: !Integer, %h: !F16, %b: !cm.java<"java.lang.Boolean">, %x: !Num, %l: !cm.java<"java.lang.Long">) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %0 = cm.invoke "java.lang.Integer::intValue():int"(%n) : (!Integer) -> i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %1 = cm.invoke "java.lang.Integer::valueOf(int):java.lang.Integer"(%0) : (i32) -> !Integer
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c5>{{$}}
  %2 = cm.invoke "java.lang.Integer::intValue():int"(%c) : (!Integer) -> i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: fp16{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%h, %h) : (!F16, !F16) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>{{$}}
  %4 = cm.invoke "java.lang.Boolean::booleanValue():boolean"(%b) : (!cm.java<"java.lang.Boolean">) -> i1
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c14>{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%x, %x) : (!Num, !Num) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<long, c3>{{$}}
  %6 = cm.invoke "java.lang.Long::longValue():long"(%l) : (!cm.java<"java.lang.Long">) -> i64
  cm.return
}
}

// -----

// A receiver, which has no variable, is no parameter; a pointer is none.
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Num = !cm.java<"java.lang.Number">
!Demo = !cm.java<"demo.A">
module attributes {cm.signature = ["*fp32"]} {
cm.func "k" body (%this: !Demo, %p: !Ptr) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>{{$}}
  %0 = cm.constant true
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %0) : (!Ptr, i1) -> !Num
  cm.return
}
}

// -----

// A pointer without variable or use is a parameter.
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["*fp32", "i32"]} {
cm.func "k" body (%p: !Ptr, %n: i32) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %0 = cm.add %n, %n : i32
  cm.return
}
}

// -----

// Constants of all parameters' types.
module attributes {cm.signature = [1, 1, -1, 1.5, 65535, true]} {
cm.func "k" body (%f: f32, %d: f64, %b: i8, %e: f64, %c: ui16, %t: i1) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c-1>{{$}}
  %0 = cm.neg %f : f32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c-1>{{$}}
  %1 = cm.neg %d : f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c-1>{{$}}
  %2 = cm.conv %b : i8 to i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c-1.5>{{$}}
  %3 = cm.neg %e : f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c65535>{{$}}
  %4 = cm.conv %c : ui16 to i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, cfalse>{{$}}
  %5 = cm.not %t : i1
  cm.return
}
}

// -----

// The first function of type void is the kernel, unless it is named.
module attributes {cm.signature = ["i32"]} {
cm.func "helper" body (%n: i32) -> i32 {
  cm.return %n : i32
}
cm.func "first" body (%n: i32) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %0 = cm.neg %n : i32
  cm.return
}
cm.func "second" body (%n: i32, %m: i32) -> none {
  cm.return
}
}

// -----

module attributes {cm.signature = ["i32", "u64"], cm.kernel = "second"} {
cm.func "first" body (%n: i32) -> none {
  cm.return
}
cm.func "second" body (%n: i32, %m: i64) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u64{{$}}
  %0 = cm.neg %m : i64
  cm.return
}
}
