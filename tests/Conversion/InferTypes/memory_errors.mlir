// RUN: cm2tt-opt %s -cm2tt-infer-types -verify-diagnostics -split-input-file

// T-LOAD-1
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32", "i1"]} {
cm.func "k" body (%n: i32, %m: i1) -> none {
  // expected-error @+1 {{T-LOAD-1: cannot load from int, which is no pointer}}
  %0 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%n, %m) : (i32, i1) -> !Tensor
  cm.return
}
}

// -----

// T-LOAD-2
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["*fp32", "i32"]} {
cm.func "k" body (%p: !Ptr, %n: i32) -> none {
  // expected-error @+1 {{T-LOAD-2: the mask must hold truth values: int}}
  %0 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %n) : (!Ptr, i32) -> !Tensor
  cm.return
}
}

// -----

// T-LOAD-3: a value of another type.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["*fp32", "i1", "fp64"]} {
cm.func "k" body (%p: !Ptr, %m: i1, %d: f64) -> none {
  // expected-error @+1 {{T-LOAD-3: 'other' must be of type float: double}}
  %0 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor, float):oracle.code.triton.Tensor"(%p, %m, %d) : (!Ptr, i1, f64) -> !Tensor
  cm.return
}
}

// -----

// T-LOAD-3: a constant that is no number.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Obj = !cm.java<"java.lang.Object">
module attributes {cm.signature = ["*fp32", "i1"]} {
cm.func "k" body (%p: !Ptr, %m: i1) -> none {
  %0 = cm.constant #cm.null -> !Obj
  // expected-error @+1 {{T-LOAD-3: 'other' must be of type float: constant<java.lang.Object, cnull>}}
  %1 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor, float):oracle.code.triton.Tensor"(%p, %m, %0) : (!Ptr, i1, !Obj) -> !Tensor
  cm.return
}
}

// -----

// T-LOAD-4: a mask of another shape.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Num = !cm.java<"java.lang.Number">
!Kind = !cm.java<"oracle.code.triton.Triton$CompareKind">
module attributes {cm.signature = ["*fp32", "i32"]} {
cm.func "k" body (%p: !Ptr, %n: i32) -> none {
  %0 = cm.constant 0 : i32
  %4 = cm.constant 4 : i32
  %8 = cm.constant 8 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %4) : (i32, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %8) : (i32, i32) -> !Tensor
  %k = cm.field.load "oracle.code.triton.Triton$CompareKind::LessThan:oracle.code.triton.Triton$CompareKind" : () -> !Kind
  %m = cm.invoke "oracle.code.triton.Triton::compare(java.lang.Number, java.lang.Number, oracle.code.triton.Triton$CompareKind):oracle.code.triton.Tensor"(%b, %n, %k) : (!Tensor, i32, !Kind) -> !Tensor
  %pa = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%p, %a) : (!Ptr, !Tensor) -> !Num
  // expected-error @+1 {{T-LOAD-4: shapes do not broadcast: tensor<x4, ptr<float>> and tensor<x8, boolean>}}
  %v = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%pa, %m) : (!Num, !Tensor) -> !Tensor
  cm.return
}
}

// -----

// T-STORE-1
module attributes {cm.signature = ["i32", "i1"]} {
cm.func "k" body (%n: i32, %m: i1) -> none {
  // expected-error @+1 {{T-STORE-1: cannot store to int, which is no pointer}}
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%n, %n, %m) : (i32, i32, i1) -> ()
  cm.return
}
}

// -----

// T-STORE-2
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["*fp32", "i32", "i1"]} {
cm.func "k" body (%p: !Ptr, %n: i32, %m: i1) -> none {
  // expected-error @+1 {{T-STORE-2: the value must be of type float: int}}
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%p, %n, %m) : (!Ptr, i32, i1) -> ()
  cm.return
}
}

// -----

// T-STORE-3
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["*i32", "i32"]} {
cm.func "k" body (%p: !Ptr, %n: i32) -> none {
  // expected-error @+1 {{T-STORE-3: the mask must hold truth values: int}}
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%p, %n, %n) : (!Ptr, i32, i32) -> ()
  cm.return
}
}

// -----

// T-STORE-4: a tile of another shape.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["*i32", "i1"]} {
cm.func "k" body (%p: !Ptr, %m: i1) -> none {
  %0 = cm.constant 0 : i32
  %4 = cm.constant 4 : i32
  %8 = cm.constant 8 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %4) : (i32, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %8) : (i32, i32) -> !Tensor
  %pa = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%p, %a) : (!Ptr, !Tensor) -> !Num
  // expected-error @+1 {{T-STORE-4: shapes do not broadcast: tensor<x4, ptr<int>> and tensor<x8, int>}}
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%pa, %b, %m) : (!Num, !Tensor, i1) -> ()
  cm.return
}
}

// -----

// T-STORE-4: a tile through one pointer.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["*i32", "i1"]} {
cm.func "k" body (%p: !Ptr, %m: i1) -> none {
  %0 = cm.constant 0 : i32
  %4 = cm.constant 4 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %4) : (i32, i32) -> !Tensor
  // expected-error @+1 {{T-STORE-4: pointers are fewer than what is stored: ptr<int>, tensor<x4, int> and boolean}}
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%p, %a, %m) : (!Ptr, !Tensor, i1) -> ()
  cm.return
}
}
