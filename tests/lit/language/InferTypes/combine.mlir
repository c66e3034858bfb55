// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// A tile, or a record of tiles of one shape.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!Operator = !cm.java<"java.util.function.BinaryOperator">
!Pair = !cm.java<"demo.Pair">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %f = cm.constant f32 -> !Class
  %0 = cm.constant 0 : i32
  %1 = cm.constant 1 : i32
  %c8 = cm.constant 8 : i32
  %c4 = cm.constant 4 : i32
  %true = cm.constant true
  %x = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %c4, %c8) : (!Class, i32, i32) -> !Tensor
  %t = cm.constant i32 -> !Class
  %i = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%t, %c4, %c8) : (!Class, i32, i32) -> !Tensor
  %add = cm.lambda body (%p: !Tensor, %q: !Tensor) -> !Tensor {
    %s = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):oracle.code.triton.Tensor"(%p, %q) : (!Tensor, !Tensor) -> !Tensor
    cm.return %s : !Tensor
  } : () -> !Operator
  %pair = cm.new "demo.Pair::(oracle.code.triton.Tensor, oracle.code.triton.Tensor)"(%x, %i) {named = {record = "(Tensor value, Tensor index)demo.Pair"}} : (!Tensor, !Tensor) -> !Pair
  %sums = cm.lambda body (%p: !Pair, %q: !Pair) -> !Pair {
    %pv = cm.invoke "demo.Pair::value():oracle.code.triton.Tensor"(%p) : (!Pair) -> !Tensor
    %qv = cm.invoke "demo.Pair::value():oracle.code.triton.Tensor"(%q) : (!Pair) -> !Tensor
    %qi = cm.invoke "demo.Pair::index():oracle.code.triton.Tensor"(%q) : (!Pair) -> !Tensor
    %s = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):oracle.code.triton.Tensor"(%pv, %qv) : (!Tensor, !Tensor) -> !Tensor
    %r = cm.new "demo.Pair::(oracle.code.triton.Tensor, oracle.code.triton.Tensor)"(%s, %qi) {named = {record = "(Tensor value, Tensor index)demo.Pair"}} : (!Tensor, !Tensor) -> !Pair
    cm.return %r : !Pair
  } : () -> !Operator
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %a = cm.invoke "oracle.code.triton.Triton::reduce(oracle.code.triton.Tensor, java.util.function.BinaryOperator):oracle.code.triton.Tensor"(%x, %add) : (!Tensor, !Operator) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, float>{{$}}
  %b = cm.invoke "oracle.code.triton.Triton::reduce(oracle.code.triton.Tensor, int, java.util.function.BinaryOperator):oracle.code.triton.Tensor"(%x, %1, %add) : (!Tensor, i32, !Operator) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x1, x8, int>{{$}}
  %c = cm.invoke "oracle.code.triton.Triton::reduce(oracle.code.triton.Tensor, int, java.util.function.BinaryOperator, boolean):oracle.code.triton.Tensor"(%i, %0, %add, %true) : (!Tensor, i32, !Operator, i1) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, int>{{$}}
  %d = cm.invoke "oracle.code.triton.Triton::scan(oracle.code.triton.Tensor, int, java.util.function.BinaryOperator):oracle.code.triton.Tensor"(%i, %0, %add) : (!Tensor, i32, !Operator) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: demo.Pair(tensor<x4, float> value, tensor<x4, int> index){{$}}
  %e = cm.invoke "oracle.code.triton.Triton::reduce(demo.Pair, int, java.util.function.BinaryOperator):demo.Pair"(%pair, %1, %sums) : (!Pair, i32, !Operator) -> !Pair
  // CHECK: [[#@LINE+1]]:{{.*}} remark: demo.Pair(tensor<x4, x8, float> value, tensor<x4, x8, int> index){{$}}
  %g = cm.invoke "oracle.code.triton.Triton::scan(demo.Pair, int, java.util.function.BinaryOperator, boolean):demo.Pair"(%pair, %1, %sums, %true) : (!Pair, i32, !Operator, i1) -> !Pair
  // CHECK: [[#@LINE+1]]:{{.*}} remark: demo.Pair(float value, int index){{$}}
  %h = cm.invoke "oracle.code.triton.Triton::reduce(demo.Pair, java.util.function.BinaryOperator):demo.Pair"(%pair, %sums) : (!Pair, !Operator) -> !Pair
  cm.return
}
}
