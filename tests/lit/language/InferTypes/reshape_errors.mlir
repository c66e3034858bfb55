// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-SQUEEZE-1
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  %0 = cm.constant 0 : i32
  // expected-error @+1 {{T-SQUEEZE-1: only a tile can be squeezed: int}}
  %1 = cm.invoke "oracle.code.triton.Triton::squeeze(int, int):oracle.code.triton.Tensor"(%n, %0) : (i32, i32) -> !Tensor
  cm.return
}
}

// VARIANT
// T-SQUEEZE-2
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
%2 = cm.constant 2 : i32
%4 = cm.constant 4 : i32
%a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %4) : (i32, i32) -> !Tensor
// expected-error @+1 {{T-SQUEEZE-2: the axis must be a constant from -1 to 0: the constant 2}}
%1 = cm.invoke "oracle.code.triton.Triton::squeeze(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%a, %2) : (!Tensor, i32) -> !Tensor

// VARIANT
// T-SQUEEZE-3
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
%2 = cm.constant 2 : i32
%4 = cm.constant 4 : i32
%a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %4) : (i32, i32) -> !Tensor
// expected-error @+1 {{T-SQUEEZE-3: extent 1 expected along axis 0: a tile of 4 int}}
%1 = cm.invoke "oracle.code.triton.Triton::squeeze(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%a, %0) : (!Tensor, i32) -> !Tensor

// VARIANT
// T-ITEM-1
!Number = !cm.java<"java.lang.Number">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
%2 = cm.constant 2 : i32
%4 = cm.constant 4 : i32
%a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %4) : (i32, i32) -> !Tensor
// expected-error @+1 {{T-ITEM-1: a tile of one element is expected: a tile of 4 int}}
%1 = cm.invoke "oracle.code.triton.Triton::item(oracle.code.triton.Tensor):java.lang.Number"(%a) : (!Tensor) -> !Number

// VARIANT
// T-RESHAPE-1
module attributes {cm.signature = [4]} {
// expected-error @+1 {{T-RESHAPE-1: only a tile can be reshaped: the constant 4}}
%1 = cm.invoke "oracle.code.triton.Triton::reshape(int, int[]):oracle.code.triton.Tensor"(%n, %n) : (i32, i32) -> !Tensor
// WITHOUT: %0

// VARIANT
// T-RESHAPE-2: no extents.
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
%2 = cm.constant 2 : i32
%4 = cm.constant 4 : i32
%a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %4) : (i32, i32) -> !Tensor
%true = cm.constant true
// expected-error @+1 {{T-RESHAPE-2: there are no extents}}
%1 = cm.invoke "oracle.code.triton.Triton::reshape(oracle.code.triton.Tensor, boolean):oracle.code.triton.Tensor"(%a, %true) : (!Tensor, i1) -> !Tensor

// VARIANT
// T-RESHAPE-2: a tile in place of an extent.
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
%2 = cm.constant 2 : i32
%4 = cm.constant 4 : i32
%a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %4) : (i32, i32) -> !Tensor
// expected-error @+1 {{T-RESHAPE-2: extents must be constant ints: a tile of 4 int}}
%1 = cm.invoke "oracle.code.triton.Triton::reshape(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %a) : (!Tensor, !Tensor) -> !Tensor

// VARIANT
// T-RESHAPE-3
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
%2 = cm.constant 2 : i32
%4 = cm.constant 4 : i32
%a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %4) : (i32, i32) -> !Tensor
// expected-error @+1 {{T-RESHAPE-3: numbers of elements differ: 4 of a tile of 4 int and 8 of a tile of 2x4 int}}
%1 = cm.invoke "oracle.code.triton.Triton::reshape(oracle.code.triton.Tensor, int[]):oracle.code.triton.Tensor"(%a, %2, %4) : (!Tensor, i32, i32) -> !Tensor

// VARIANT
// T-RAVEL-1
module attributes {cm.signature = [4]} {
// expected-error @+1 {{T-RAVEL-1: only a tile can be reshaped: the constant 4}}
%1 = cm.invoke "oracle.code.triton.Triton::ravel(int):oracle.code.triton.Tensor"(%n) : (i32) -> !Tensor
// WITHOUT: %0

// VARIANT
// T-BROADCASTTO-1
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = [4]} {
%f = cm.constant f32 -> !Class
// expected-error @+1 {{T-BROADCASTTO-1: cannot broadcast float.class}}
%1 = cm.invoke "oracle.code.triton.Triton::broadcastTo(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %n) : (!Class, i32) -> !Tensor
// WITHOUT: %0

// VARIANT
// T-BROADCASTTO-2
module attributes {cm.signature = [-3]} {
// expected-error @+1 {{T-BROADCASTTO-2: extents must be positive: -3}}
%1 = cm.invoke "oracle.code.triton.Triton::broadcastTo(int, int[]):oracle.code.triton.Tensor"(%n, %n) : (i32, i32) -> !Tensor
// WITHOUT: %0

// VARIANT
// T-BROADCASTTO-3
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
%2 = cm.constant 2 : i32
%4 = cm.constant 4 : i32
%a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %4) : (i32, i32) -> !Tensor
// expected-error @+1 {{T-BROADCASTTO-3: shape does not broadcast: a tile of 4 int to a tile of 2 int}}
%1 = cm.invoke "oracle.code.triton.Triton::broadcastTo(oracle.code.triton.Tensor, int[]):oracle.code.triton.Tensor"(%a, %2) : (!Tensor, i32) -> !Tensor

// -----

// T-JOINSHAPE-4
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!TensorType = !cm.java<"oracle.code.triton.TensorType">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %f = cm.constant f32 -> !Class
  %1 = cm.constant 1 : i32
  %n = cm.constant 2048 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %n, %1) : (!Class, i32, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %1, %n) : (!Class, i32, i32) -> !Tensor
  %ta = cm.invoke "oracle.code.triton.Tensor::type():oracle.code.triton.TensorType"(%a) : (!Tensor) -> !TensorType
  %tb = cm.invoke "oracle.code.triton.Tensor::type():oracle.code.triton.TensorType"(%b) : (!Tensor) -> !TensorType
  // expected-error @+1 {{T-JOINSHAPE-4: a tile has at most 1048576 elements: 2048x2048}}
  %t = cm.invoke "oracle.code.triton.Triton::joinShape(oracle.code.triton.TensorType, oracle.code.triton.TensorType):oracle.code.triton.TensorType"(%ta, %tb) : (!TensorType, !TensorType) -> !TensorType
  cm.return
}
}
