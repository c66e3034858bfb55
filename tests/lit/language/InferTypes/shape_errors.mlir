// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-EXPAND-1
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  %0 = cm.constant 0 : i32
  // expected-error @+1 {{T-EXPAND-1: only a tile can be expanded: int}}
  %1 = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%n, %0) : (i32, i32) -> !Tensor
  cm.return
}
}

// VARIANT
// T-EXPAND-2: beyond the rank.
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
%2 = cm.constant 2 : i32
%a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %2) : (i32, i32) -> !Tensor
// expected-error @+1 {{T-EXPAND-2: the axis must be a constant from -2 to 1: the constant 2}}
%1 = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%a, %2) : (!Tensor, i32) -> !Tensor

// VARIANT
// T-EXPAND-2: known at run time only.
%2 = cm.constant 2 : i32
%a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %2) : (i32, i32) -> !Tensor
// expected-error @+1 {{T-EXPAND-2: the axis must be a constant from -2 to 1: int}}
%1 = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%a, %n) : (!Tensor, i32) -> !Tensor

// VARIANT
// T-BROADCAST-1: a tile in place of its type.
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
%2 = cm.constant 2 : i32
%a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %2) : (i32, i32) -> !Tensor
// expected-error @+1 {{T-BROADCAST-1: the target must be a tile's type: a tile of 2 int}}
%1 = cm.invoke "oracle.code.triton.Triton::broadcast(java.lang.Object, oracle.code.triton.TensorType):oracle.code.triton.Tensor"(%a, %a) : (!Tensor, !Tensor) -> !Tensor

// VARIANT
// T-BROADCAST-2
!TensorType = !cm.java<"oracle.code.triton.TensorType">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
%2 = cm.constant 2 : i32
%a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %2) : (i32, i32) -> !Tensor
%t = cm.invoke "oracle.code.triton.Tensor::type():oracle.code.triton.TensorType"(%a) : (!Tensor) -> !TensorType
// expected-error @+1 {{T-BROADCAST-2: cannot broadcast the type of a tile of 2 int}}
%1 = cm.invoke "oracle.code.triton.Triton::broadcast(java.lang.Object, oracle.code.triton.TensorType):oracle.code.triton.Tensor"(%t, %t) : (!TensorType, !TensorType) -> !Tensor

// -----

// T-BROADCAST-3: to fewer elements.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!TensorType = !cm.java<"oracle.code.triton.TensorType">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 1 : i32
  %2 = cm.constant 2 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %2) : (i32, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %t = cm.invoke "oracle.code.triton.Tensor::type():oracle.code.triton.TensorType"(%b) : (!Tensor) -> !TensorType
  // expected-error @+1 {{T-BROADCAST-3: shape does not broadcast: a tile of 2 int to a tile of 1 int}}
  %c = cm.invoke "oracle.code.triton.Triton::broadcast(java.lang.Object, oracle.code.triton.TensorType):oracle.code.triton.Tensor"(%a, %t) : (!Tensor, !TensorType) -> !Tensor
  cm.return
}
}

// -----

// T-TYPE-1
!TensorType = !cm.java<"oracle.code.triton.TensorType">
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  // expected-error @+1 {{T-TYPE-1: only a tile has a type: int}}
  %t = cm.invoke "oracle.code.triton.Tensor::type():oracle.code.triton.TensorType"(%n) : (i32) -> !TensorType
  cm.return
}
}

// VARIANT
// T-JOINSHAPE-1
// expected-error @+1 {{T-JOINSHAPE-1: operands must be tile types: int and int}}
%t = cm.invoke "oracle.code.triton.Triton::joinShape(oracle.code.triton.TensorType, oracle.code.triton.TensorType):oracle.code.triton.TensorType"(%n, %n) : (i32, i32) -> !TensorType

// -----

// T-JOINSHAPE-2
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!TensorType = !cm.java<"oracle.code.triton.TensorType">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %0 = cm.constant f32 -> !Class
  %1 = cm.constant i32 -> !Class
  %2 = cm.constant 2 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%0, %2) : (!Class, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%1, %2) : (!Class, i32) -> !Tensor
  %ta = cm.invoke "oracle.code.triton.Tensor::type():oracle.code.triton.TensorType"(%a) : (!Tensor) -> !TensorType
  %tb = cm.invoke "oracle.code.triton.Tensor::type():oracle.code.triton.TensorType"(%b) : (!Tensor) -> !TensorType
  // expected-error @+1 {{T-JOINSHAPE-2: element types differ: a tile of 2 float and a tile of 2 int}}
  %t = cm.invoke "oracle.code.triton.Triton::joinShape(oracle.code.triton.TensorType, oracle.code.triton.TensorType):oracle.code.triton.TensorType"(%ta, %tb) : (!TensorType, !TensorType) -> !TensorType
  cm.return
}
}

// VARIANT
// T-JOINSHAPE-3
%4 = cm.constant 4 : i32
%a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%0, %2) : (!Class, i32) -> !Tensor
%b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%0, %4) : (!Class, i32) -> !Tensor
// expected-error @+1 {{T-JOINSHAPE-3: shapes do not broadcast: a tile of 2 float and a tile of 4 float}}
%t = cm.invoke "oracle.code.triton.Triton::joinShape(oracle.code.triton.TensorType, oracle.code.triton.TensorType):oracle.code.triton.TensorType"(%ta, %tb) : (!TensorType, !TensorType) -> !TensorType
// WITHOUT: %1
