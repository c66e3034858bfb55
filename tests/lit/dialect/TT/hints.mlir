// RUN: cm2tt-opt %s -canonicalize | FileCheck %s

// A bitcast that changes nothing is there for its hints, if it has any.
// CHECK-LABEL: tt.func public @hints(
// CHECK-SAME: %[[N:.*]]: i32, %[[P:.*]]: !tt.ptr<f32>)
// CHECK-NEXT: %[[HINT:.*]] = tt.bitcast %[[N]] {tt.divisibility = dense<16> : tensor<1xi32>} : i32 -> i32
// CHECK-NEXT: %[[Q:.*]] = tt.bitcast %[[P]] {tt.divisibility = dense<32> : tensor<1xi32>} : !tt.ptr<f32> -> !tt.ptr<f32>
// CHECK-NEXT: %[[BYTES:.*]] = tt.bitcast %[[Q]] : !tt.ptr<f32> -> !tt.ptr<i8>
// CHECK-NEXT: tt.return %[[HINT]], %[[N]], %[[BYTES]] :
tt.func public @hints(%n: i32, %p: !tt.ptr<f32>) -> (i32, i32, !tt.ptr<i8>) {
  %hint = tt.bitcast %n {tt.divisibility = dense<16> : tensor<1xi32>} : i32 -> i32
  %same = tt.bitcast %n : i32 -> i32
  %q = tt.bitcast %p {tt.divisibility = dense<32> : tensor<1xi32>} : !tt.ptr<f32> -> !tt.ptr<f32>
  %r = tt.bitcast %q : !tt.ptr<f32> -> !tt.ptr<i16>
  %bytes = tt.bitcast %r : !tt.ptr<i16> -> !tt.ptr<i8>
  tt.return %hint, %same, %bytes : i32, i32, !tt.ptr<i8>
}
