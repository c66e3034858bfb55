// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-COMBINE-1
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Operator = !cm.java<"java.util.function.BinaryOperator">
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
  %add = cm.lambda body (%p: !Tensor, %q: !Tensor) -> !Tensor {
    %s = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):oracle.code.triton.Tensor"(%p, %q) : (!Tensor, !Tensor) -> !Tensor
    cm.return %s : !Tensor
  } : () -> !Operator
  // expected-error @+1 {{T-COMBINE-1: a tile of numbers, or a record of tiles of one shape, is expected: float}}
  %r = cm.invoke "oracle.code.triton.Triton::reduce(float, java.util.function.BinaryOperator):oracle.code.triton.Tensor"(%f, %add) : (f32, !Operator) -> !Tensor
  cm.return
}
}

// -----

// T-COMBINE-1: a record of two shapes.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Operator = !cm.java<"java.util.function.BinaryOperator">
!Pair = !cm.java<"demo.Pair">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %add = cm.lambda body (%p: !Tensor, %q: !Tensor) -> !Tensor {
    %s = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):oracle.code.triton.Tensor"(%p, %q) : (!Tensor, !Tensor) -> !Tensor
    cm.return %s : !Tensor
  } : () -> !Operator
  %0 = cm.constant 0 : i32
  %2 = cm.constant 2 : i32
  %4 = cm.constant 4 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %4) : (i32, i32) -> !Tensor
  %x = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %4) : (i32, i32) -> !Tensor
  %i = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %2) : (i32, i32) -> !Tensor
  %pair = cm.new "demo.Pair::(oracle.code.triton.Tensor, oracle.code.triton.Tensor)"(%x, %i) {named = {record = "(Tensor value, Tensor index)demo.Pair"}} : (!Tensor, !Tensor) -> !Pair
  %first = cm.lambda body (%p: !Pair, %q: !Pair) -> !Pair {
    cm.return %p : !Pair
  } : () -> !Operator
  // expected-error @+1 {{T-COMBINE-1: a tile of numbers, or a record of tiles of one shape, is expected: demo.Pair(value: a tile of 4 int, index: a tile of 2 int)}}
  %r = cm.invoke "oracle.code.triton.Triton::reduce(demo.Pair, java.util.function.BinaryOperator):demo.Pair"(%pair, %first) : (!Pair, !Operator) -> !Pair
  cm.return
}
}

// -----

// T-COMBINE-2
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Operator = !cm.java<"java.util.function.BinaryOperator">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %add = cm.lambda body (%p: !Tensor, %q: !Tensor) -> !Tensor {
    %s = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):oracle.code.triton.Tensor"(%p, %q) : (!Tensor, !Tensor) -> !Tensor
    cm.return %s : !Tensor
  } : () -> !Operator
  %0 = cm.constant 0 : i32
  %2 = cm.constant 2 : i32
  %4 = cm.constant 4 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %4) : (i32, i32) -> !Tensor
  // expected-error @+1 {{T-COMBINE-2: the axis must be a constant from -1 to 0: the constant 2}}
  %r = cm.invoke "oracle.code.triton.Triton::scan(oracle.code.triton.Tensor, int, java.util.function.BinaryOperator):oracle.code.triton.Tensor"(%a, %2, %add) : (!Tensor, i32, !Operator) -> !Tensor
  cm.return
}
}

// VARIANT
// T-COMBINE-3
module attributes {cm.signature = ["i1"]} {
cm.func "k" body (%b: i1) -> none {
// expected-error @+1 {{T-COMBINE-3: the last argument must be a constant truth value: boolean}}
%r = cm.invoke "oracle.code.triton.Triton::reduce(oracle.code.triton.Tensor, int, java.util.function.BinaryOperator, boolean):oracle.code.triton.Tensor"(%a, %0, %add, %b) : (!Tensor, i32, !Operator, i1) -> !Tensor

// VARIANT
// T-COMBINE-4
!Object = !cm.java<"java.lang.Object">
!Operator = !cm.java<"java.util.function.BinaryOperator">
%null = cm.constant #cm.null -> !Object
// expected-error @+1 {{T-COMBINE-4: a scan needs an axis}}
%r = cm.invoke "oracle.code.triton.Triton::scan(oracle.code.triton.Tensor, java.lang.Object, java.util.function.BinaryOperator):oracle.code.triton.Tensor"(%a, %null, %add) : (!Tensor, !Object, !Operator) -> !Tensor

// VARIANT
// T-COMBINE-5
// expected-error @+1 {{T-COMBINE-5: a lambda or method reference is expected: the constant 4}}
%r = cm.invoke "oracle.code.triton.Triton::reduce(oracle.code.triton.Tensor, int, int):oracle.code.triton.Tensor"(%a, %0, %4) : (!Tensor, i32, i32) -> !Tensor

// -----

// T-COMBINE-6: another type.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Operator = !cm.java<"java.util.function.BinaryOperator">
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
  %add = cm.lambda body (%p: !Tensor, %q: !Tensor) -> !Tensor {
    %s = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):oracle.code.triton.Tensor"(%p, %q) : (!Tensor, !Tensor) -> !Tensor
    cm.return %s : !Tensor
  } : () -> !Operator
  %0 = cm.constant 0 : i32
  %2 = cm.constant 2 : i32
  %4 = cm.constant 4 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %4) : (i32, i32) -> !Tensor
  %g = cm.lambda body (%p: !Tensor, %q: !Tensor) -> f32 {
    cm.return %f : f32
  } : () -> !Operator
  // expected-error @+1 {{T-COMBINE-6: the function's result must be of the type of the elements, int: float}}
  %r = cm.invoke "oracle.code.triton.Triton::reduce(oracle.code.triton.Tensor, java.util.function.BinaryOperator):oracle.code.triton.Tensor"(%a, %g) : (!Tensor, !Operator) -> !Tensor
  cm.return
}
}

// -----

// T-COMBINE-6: a tile for an element.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Operator = !cm.java<"java.util.function.BinaryOperator">
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
  %add = cm.lambda body (%p: !Tensor, %q: !Tensor) -> !Tensor {
    %s = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):oracle.code.triton.Tensor"(%p, %q) : (!Tensor, !Tensor) -> !Tensor
    cm.return %s : !Tensor
  } : () -> !Operator
  %0 = cm.constant 0 : i32
  %2 = cm.constant 2 : i32
  %4 = cm.constant 4 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %4) : (i32, i32) -> !Tensor
  %g = cm.lambda body (%p: !Tensor, %q: !Tensor) -> !Tensor {
    cm.return %a : !Tensor
  } : () -> !Operator
  // expected-error @+1 {{T-COMBINE-6: the function's result must be of the type of the elements, int: a tile of 4 int}}
  %r = cm.invoke "oracle.code.triton.Triton::scan(oracle.code.triton.Tensor, int, java.util.function.BinaryOperator):oracle.code.triton.Tensor"(%a, %0, %g) : (!Tensor, i32, !Operator) -> !Tensor
  cm.return
}
}
