// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Descriptors of the host: `:16` is the default of `tt`. Values are converted to
// the element type, and broadcast.
// CHECK-LABEL: tt.func public @host(
// CHECK-SAME:  %[[A:[^:]+]]: !tt.tensordesc<tensor<64x32xf16>>,
// CHECK-SAME:  %[[B:[^:]+]]: !tt.tensordesc<tensor<16xui32>> {tt.divisibility = 1 : i32},
// CHECK-SAME:  %[[R:[^:]+]]: !tt.tensordesc<tensor<1x32xf16>>, %{{[^:]+}}: !tt.ptr<i32>,
// CHECK-SAME:  %[[I:[^:]+]]: i32, %[[J:[^:]+]]: i32)
// CHECK-NEXT: %[[X:.+]] = tt.descriptor_load %[[A]][%[[I]], %[[J]]] : !tt.tensordesc<tensor<64x32xf16>> -> tensor<64x32xf16>
// CHECK-NEXT: %[[ZERO:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[Y:.+]] = tt.descriptor_load %[[A]][%[[ZERO]], %[[J]]]
// CHECK-NEXT: tt.descriptor_store %[[A]][%[[I]], %[[J]]], %[[X]] : !tt.tensordesc<tensor<64x32xf16>>, tensor<64x32xf16>
// CHECK-NEXT: %[[HALF:.+]] = arith.sitofp %[[I]] : i32 to f16
// CHECK-NEXT: %[[TILE:.+]] = tt.splat %[[HALF]] : f16 -> tensor<64x32xf16>
// CHECK-NEXT: tt.descriptor_store %[[A]][%[[I]], %[[J]]], %[[TILE]]
// CHECK-NEXT: tt.descriptor_reduce add, %[[A]][%[[I]], %[[J]]], %[[Y]] : !tt.tensordesc<tensor<64x32xf16>>, tensor<64x32xf16>
// CHECK:      tt.descriptor_reduce min, %[[B]][%{{.+}}], %{{.+}} : !tt.tensordesc<tensor<16xui32>>, tensor<16xi32>
// CHECK:      tt.descriptor_reduce max, %[[B]]
// CHECK:      tt.descriptor_reduce and, %[[B]]
// CHECK:      tt.descriptor_reduce or, %[[B]]
// CHECK:      tt.descriptor_reduce xor, %[[B]]
// CHECK:      %[[ROWS:.+]] = tt.make_range
// CHECK-NEXT: %[[G:.+]] = tt.descriptor_gather %[[R]][%[[ROWS]], %[[J]]] : (!tt.tensordesc<tensor<1x32xf16>>, tensor<8xi32>, i32) -> tensor<8x32xf16>
// CHECK:      tt.descriptor_scatter %[[R]][%[[ROWS]], %{{.+}}], %[[G]]
!Desc = !cm.java<"io.github.cm2tt.lang.TensorDescriptor">
!Dims = !cm.java<"io.github.cm2tt.lang.Dims">
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Class = !cm.java<"java.lang.Class">
!Padding = !cm.java<"io.github.cm2tt.lang.Triton$PaddingOption">
module attributes {cm.signature = ["tensordesc<fp16[64x32]>:16", "tensordesc<u32[16]>", "tensordesc<fp16[1x32]>:16", "*i32", "i32", "i32"]} {
cm.func "host" body (%a: !Desc, %b: !Desc, %r: !Desc, %p: !Ptr, %i: i32, %j: i32) -> none {
  %v0 = cm.invoke "io.github.cm2tt.lang.TensorDescriptor::load(int, int):io.github.cm2tt.lang.Tensor"(%a, %i, %j) : (!Desc, i32, i32) -> !Tensor
  %c1 = cm.constant 0 : i32
  %v2 = cm.invoke "io.github.cm2tt.lang.Triton::loadTensorDescriptor(io.github.cm2tt.lang.TensorDescriptor, int, int):io.github.cm2tt.lang.Tensor"(%a, %c1, %j) : (!Desc, i32, i32) -> !Tensor
  cm.invoke "io.github.cm2tt.lang.TensorDescriptor::store(io.github.cm2tt.lang.Tensor, int, int):void"(%a, %v0, %i, %j) : (!Desc, !Tensor, i32, i32) -> none
  cm.invoke "io.github.cm2tt.lang.Triton::storeTensorDescriptor(io.github.cm2tt.lang.TensorDescriptor, int, int, int):void"(%a, %i, %i, %j) : (!Desc, i32, i32, i32) -> none
  cm.invoke "io.github.cm2tt.lang.TensorDescriptor::atomicAdd(io.github.cm2tt.lang.Tensor, int, int):void"(%a, %v2, %i, %j) : (!Desc, !Tensor, i32, i32) -> none
  %c3 = cm.constant 16 : i32
  cm.invoke "io.github.cm2tt.lang.TensorDescriptor::atomicMin(int, int):void"(%b, %i, %c3) : (!Desc, i32, i32) -> none
  %c4 = cm.constant 16 : i32
  cm.invoke "io.github.cm2tt.lang.TensorDescriptor::atomicMax(int, int):void"(%b, %i, %c4) : (!Desc, i32, i32) -> none
  %c5 = cm.constant 16 : i32
  cm.invoke "io.github.cm2tt.lang.TensorDescriptor::atomicAnd(int, int):void"(%b, %i, %c5) : (!Desc, i32, i32) -> none
  %c6 = cm.constant 16 : i32
  cm.invoke "io.github.cm2tt.lang.TensorDescriptor::atomicOr(int, int):void"(%b, %i, %c6) : (!Desc, i32, i32) -> none
  %c7 = cm.constant 16 : i32
  cm.invoke "io.github.cm2tt.lang.TensorDescriptor::atomicXor(int, int):void"(%b, %i, %c7) : (!Desc, i32, i32) -> none
  %c8 = cm.constant 0 : i32
  %c9 = cm.constant 8 : i32
  %v10 = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c8, %c9) : (i32, i32) -> !Tensor
  %v11 = cm.invoke "io.github.cm2tt.lang.TensorDescriptor::gather(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%r, %v10, %j) : (!Desc, !Tensor, i32) -> !Tensor
  %c12 = cm.constant 0 : i32
  cm.invoke "io.github.cm2tt.lang.TensorDescriptor::scatter(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor, int):void"(%r, %v11, %v10, %c12) : (!Desc, !Tensor, !Tensor, i32) -> none
  cm.return
}
}

// -----

// Descriptors of the kernel: extents of 32 bits, strides of 64.
// CHECK-LABEL: tt.func public @made(
// CHECK-SAME:  %[[P:[^:]+]]: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %[[N:[^:]+]]: i32, %[[S:[^:]+]]: i64
// CHECK-NEXT: %[[COLUMNS:.+]] = arith.constant 100 : i32
// CHECK-NEXT: %[[ONE:.+]] = arith.constant 1 : i64
// CHECK-NEXT: %[[D:.+]] = tt.make_tensor_descriptor %[[P]], [%[[N]], %[[COLUMNS]]], [%[[S]], %[[ONE]]] : <f16>, <tensor<8x64xf16>>
// CHECK:      tt.descriptor_load %[[D]][%c-3_i32, %[[N]]]
// CHECK:      %[[E:.+]] = tt.make_tensor_descriptor %[[P]], [%[[N]]], [%{{.+}}] {padding = 2 : i32} : <f16>, <tensor<64xf16>>
// CHECK-NEXT: %[[X:.+]] = tt.descriptor_load %[[E]][%[[N]]]
// CHECK:      tt.descriptor_store %[[E]][%{{.+}}], %[[X]]
!Desc = !cm.java<"io.github.cm2tt.lang.TensorDescriptor">
!Dims = !cm.java<"io.github.cm2tt.lang.Dims">
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Class = !cm.java<"java.lang.Class">
!Padding = !cm.java<"io.github.cm2tt.lang.Triton$PaddingOption">
module attributes {cm.signature = ["*fp16:16", "i32", "i64:16"]} {
cm.func "made" body (%p: !Ptr, %n: i32, %s: i64) -> none {
  %c0 = cm.constant 100 : i32
  %v1 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int, int):io.github.cm2tt.lang.Dims"(%n, %c0) : (i32, i32) -> !Dims
  %c2 = cm.constant 1 : i32
  %v3 = cm.invoke "io.github.cm2tt.lang.Triton::dims(long, int):io.github.cm2tt.lang.Dims"(%s, %c2) : (i64, i32) -> !Dims
  %c4 = cm.constant 8 : i32
  %c5 = cm.constant 64 : i32
  %v6 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int, int):io.github.cm2tt.lang.Dims"(%c4, %c5) : (i32, i32) -> !Dims
  %v7 = cm.invoke "io.github.cm2tt.lang.Triton::makeTensorDescriptor(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims):io.github.cm2tt.lang.TensorDescriptor"(%p, %v1, %v3, %v6) : (!Ptr, !Dims, !Dims, !Dims) -> !Desc
  %c8 = cm.constant -3 : i32
  %v9 = cm.invoke "io.github.cm2tt.lang.TensorDescriptor::load(int, int):io.github.cm2tt.lang.Tensor"(%v7, %c8, %n) : (!Desc, i32, i32) -> !Tensor
  %v10 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%n) : (i32) -> !Dims
  %c11 = cm.constant 1 : i32
  %v12 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%c11) : (i32) -> !Dims
  %c13 = cm.constant 64 : i32
  %v14 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%c13) : (i32) -> !Dims
  %c15 = cm.field.load "io.github.cm2tt.lang.Triton$PaddingOption::NAN:io.github.cm2tt.lang.Triton$PaddingOption" : () -> !Padding
  %v16 = cm.invoke "io.github.cm2tt.lang.Triton::makeTensorDescriptor(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Triton$PaddingOption):io.github.cm2tt.lang.TensorDescriptor"(%p, %v10, %v12, %v14, %c15) : (!Ptr, !Dims, !Dims, !Dims, !Padding) -> !Desc
  %v17 = cm.invoke "io.github.cm2tt.lang.TensorDescriptor::load(int):io.github.cm2tt.lang.Tensor"(%v16, %n) : (!Desc, i32) -> !Tensor
  %c18 = cm.constant 0 : i32
  cm.invoke "io.github.cm2tt.lang.TensorDescriptor::store(io.github.cm2tt.lang.Tensor, int):void"(%v16, %v17, %c18) : (!Desc, !Tensor, i32) -> none
  cm.return
}
}
