// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-DIMS-1
!Desc = !cm.java<"io.github.cm2tt.lang.TensorDescriptor">
!Dims = !cm.java<"io.github.cm2tt.lang.Dims">
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Class = !cm.java<"java.lang.Class">
!Padding = !cm.java<"io.github.cm2tt.lang.Triton$PaddingOption">
module attributes {cm.signature = ["*fp16:16", "i32", "i64"]} {
cm.func "k" body (%p: !Ptr, %n: i32, %l: i64) -> none {
  %c0 = cm.constant 1 : i32
  %c1 = cm.constant 1 : i32
  %c2 = cm.constant 1 : i32
  %c3 = cm.constant 1 : i32
  %c4 = cm.constant 1 : i32
  %c5 = cm.constant 1 : i32
  // expected-error @+1 {{T-DIMS-1: a tensor has 1 to 5 dimensions: 6}}
  %v6 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int, int, int, int, int, int):io.github.cm2tt.lang.Dims"(%c0, %c1, %c2, %c3, %c4, %c5) : (i32, i32, i32, i32, i32, i32) -> !Dims
  cm.return
}
}

// -----

// T-DIMS-2
!Desc = !cm.java<"io.github.cm2tt.lang.TensorDescriptor">
!Dims = !cm.java<"io.github.cm2tt.lang.Dims">
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Class = !cm.java<"java.lang.Class">
!Padding = !cm.java<"io.github.cm2tt.lang.Triton$PaddingOption">
module attributes {cm.signature = ["*fp16:16", "i32", "i64"]} {
cm.func "k" body (%p: !Ptr, %n: i32, %l: i64) -> none {
  // expected-error @+1 {{T-DIMS-2: ints or longs are expected: a pointer to fp16}}
  %v0 = cm.invoke "io.github.cm2tt.lang.Triton::dims(io.github.cm2tt.lang.Ptr):io.github.cm2tt.lang.Dims"(%p) : (!Ptr) -> !Dims
  cm.return
}
}

// VARIANT
// T-DIMS-2
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
// expected-error @+1 {{T-DIMS-2: ints or longs are expected: float}}
%v0 = cm.invoke "io.github.cm2tt.lang.Triton::dims(float):io.github.cm2tt.lang.Dims"(%f) : (f32) -> !Dims

// VARIANT
// T-DESCRIPTOR-1
module attributes {cm.signature = ["*i1"]} {
cm.func "k" body (%p: !Ptr) -> none {
%c0 = cm.constant 16 : i32
%v1 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%c0) : (i32) -> !Dims
%c2 = cm.constant 1 : i32
%v3 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%c2) : (i32) -> !Dims
%c4 = cm.constant 16 : i32
%v5 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%c4) : (i32) -> !Dims
// expected-error @+1 {{T-DESCRIPTOR-1: a tensor begins at a pointer to numbers other than truth values: a pointer to boolean}}
%v6 = cm.invoke "io.github.cm2tt.lang.Triton::makeTensorDescriptor(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims):io.github.cm2tt.lang.TensorDescriptor"(%p, %v1, %v3, %v5) : (!Ptr, !Dims, !Dims, !Dims) -> !Desc
cm.return
// WITHOUT: %v0

// VARIANT
// T-DESCRIPTOR-2
%c0 = cm.constant 16 : i32
%v1 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int, int):io.github.cm2tt.lang.Dims"(%c0, %n) : (i32, i32) -> !Dims
%c2 = cm.constant 1 : i32
%v3 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%c2) : (i32) -> !Dims
%c4 = cm.constant 16 : i32
%v5 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%c4) : (i32) -> !Dims
// expected-error @+1 {{T-DESCRIPTOR-2: shape, strides and block must have one rank: Dims(the constant 16, int), Dims(the constant 1) and Dims(the constant 16)}}
%v6 = cm.invoke "io.github.cm2tt.lang.Triton::makeTensorDescriptor(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims):io.github.cm2tt.lang.TensorDescriptor"(%p, %v1, %v3, %v5) : (!Ptr, !Dims, !Dims, !Dims) -> !Desc
cm.return
// WITHOUT: %v0

// VARIANT
// T-DESCRIPTOR-3
%v0 = cm.invoke "io.github.cm2tt.lang.Triton::dims(long):io.github.cm2tt.lang.Dims"(%l) : (i64) -> !Dims
%c1 = cm.constant 1 : i32
%v2 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%c1) : (i32) -> !Dims
%c3 = cm.constant 16 : i32
%v4 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%c3) : (i32) -> !Dims
// expected-error @+1 {{T-DESCRIPTOR-3: the extents of a tensor must be ints: long}}
%v5 = cm.invoke "io.github.cm2tt.lang.Triton::makeTensorDescriptor(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims):io.github.cm2tt.lang.TensorDescriptor"(%p, %v0, %v2, %v4) : (!Ptr, !Dims, !Dims, !Dims) -> !Desc
cm.return

// VARIANT
// T-DESCRIPTOR-4
%v0 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%n) : (i32) -> !Dims
%v1 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%n) : (i32) -> !Dims
%c2 = cm.constant 16 : i32
%v3 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%c2) : (i32) -> !Dims
// expected-error @+1 {{T-DESCRIPTOR-4: the last stride must be the constant 1: Dims(int)}}
%v4 = cm.invoke "io.github.cm2tt.lang.Triton::makeTensorDescriptor(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims):io.github.cm2tt.lang.TensorDescriptor"(%p, %v0, %v1, %v3) : (!Ptr, !Dims, !Dims, !Dims) -> !Desc
cm.return

// VARIANT
// T-DESCRIPTOR-5
%v0 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int, int):io.github.cm2tt.lang.Dims"(%n, %n) : (i32, i32) -> !Dims
%c1 = cm.constant 12 : i32
%c2 = cm.constant 1 : i32
%v3 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int, int):io.github.cm2tt.lang.Dims"(%c1, %c2) : (i32, i32) -> !Dims
%c4 = cm.constant 16 : i32
%c5 = cm.constant 16 : i32
%v6 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int, int):io.github.cm2tt.lang.Dims"(%c4, %c5) : (i32, i32) -> !Dims
// expected-error @+1 {{T-DESCRIPTOR-5: a stride must be a multiple of 16 bytes: 12 of fp16}}
%v7 = cm.invoke "io.github.cm2tt.lang.Triton::makeTensorDescriptor(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims):io.github.cm2tt.lang.TensorDescriptor"(%p, %v0, %v3, %v6) : (!Ptr, !Dims, !Dims, !Dims) -> !Desc
cm.return

// VARIANT
// T-DESCRIPTOR-6
%v0 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%n) : (i32) -> !Dims
%c1 = cm.constant 1 : i32
%v2 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%c1) : (i32) -> !Dims
%v3 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%n) : (i32) -> !Dims
// expected-error @+1 {{T-DESCRIPTOR-6: the extents of a block must be constant: Dims(int)}}
%v4 = cm.invoke "io.github.cm2tt.lang.Triton::makeTensorDescriptor(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims):io.github.cm2tt.lang.TensorDescriptor"(%p, %v0, %v2, %v3) : (!Ptr, !Dims, !Dims, !Dims) -> !Desc
cm.return

// VARIANT
// T-DESCRIPTOR-6
%v0 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%n) : (i32) -> !Dims
%c1 = cm.constant 1 : i32
%v2 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%c1) : (i32) -> !Dims
%c3 = cm.constant 24 : i32
%v4 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%c3) : (i32) -> !Dims
// expected-error @+1 {{T-DESCRIPTOR-6: extents of a block must be powers of two: 24}}
%v5 = cm.invoke "io.github.cm2tt.lang.Triton::makeTensorDescriptor(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims):io.github.cm2tt.lang.TensorDescriptor"(%p, %v0, %v2, %v4) : (!Ptr, !Dims, !Dims, !Dims) -> !Desc
cm.return

// VARIANT
// T-DESCRIPTOR-6
%v0 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%n) : (i32) -> !Dims
%c1 = cm.constant 1 : i32
%v2 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%c1) : (i32) -> !Dims
%c3 = cm.constant 4 : i32
%v4 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%c3) : (i32) -> !Dims
// expected-error @+1 {{T-DESCRIPTOR-6: a row of a block has 16 bytes or more: 4 of fp16}}
%v5 = cm.invoke "io.github.cm2tt.lang.Triton::makeTensorDescriptor(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims):io.github.cm2tt.lang.TensorDescriptor"(%p, %v0, %v2, %v4) : (!Ptr, !Dims, !Dims, !Dims) -> !Desc
cm.return

// VARIANT
// T-DESCRIPTOR-7
module attributes {cm.signature = ["*i32:16", "i32"]} {
cm.func "k" body (%p: !Ptr, %n: i32) -> none {
%v0 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%n) : (i32) -> !Dims
%c1 = cm.constant 1 : i32
%v2 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%c1) : (i32) -> !Dims
%c3 = cm.constant 16 : i32
%v4 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%c3) : (i32) -> !Dims
%c5 = cm.field.load "io.github.cm2tt.lang.Triton$PaddingOption::NAN:io.github.cm2tt.lang.Triton$PaddingOption" : () -> !Padding
// expected-error @+1 {{T-DESCRIPTOR-7: only floating-point numbers are padded with NaN: int}}
%v6 = cm.invoke "io.github.cm2tt.lang.Triton::makeTensorDescriptor(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Triton$PaddingOption):io.github.cm2tt.lang.TensorDescriptor"(%p, %v0, %v2, %v4, %c5) : (!Ptr, !Dims, !Dims, !Dims, !Padding) -> !Desc
cm.return

// VARIANT
// T-DESCRIPTOR-7
%v0 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%n) : (i32) -> !Dims
%c1 = cm.constant 1 : i32
%v2 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%c1) : (i32) -> !Dims
%c3 = cm.constant 16 : i32
%v4 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int):io.github.cm2tt.lang.Dims"(%c3) : (i32) -> !Dims
%c5 = cm.constant 3 : i32
// expected-error @+1 {{T-DESCRIPTOR-7: the padding must be a constant of PaddingOption: the constant 3}}
%v6 = cm.invoke "io.github.cm2tt.lang.Triton::makeTensorDescriptor(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims, int):io.github.cm2tt.lang.TensorDescriptor"(%p, %v0, %v2, %v4, %c5) : (!Ptr, !Dims, !Dims, !Dims, i32) -> !Desc
cm.return

// VARIANT
// T-DESCACCESS-1
module attributes {cm.signature = ["tensordesc<fp16[8x16]>:16", "*fp32", "i64", "i32"]} {
cm.func "k" body (%d: !Desc, %p: !Ptr, %l: i64, %n: i32) -> none {
%c0 = cm.constant 0 : i32
// expected-error @+1 {{T-DESCACCESS-1: a tensor of 2 dimensions takes as many offsets: 1}}
%v1 = cm.invoke "io.github.cm2tt.lang.TensorDescriptor::load(int):io.github.cm2tt.lang.Tensor"(%d, %c0) : (!Desc, i32) -> !Tensor
cm.return
// WITHOUT: %v0

// VARIANT
// T-DESCACCESS-2
module attributes {cm.signature = ["tensordesc<fp16[8x16]>:16", "*fp32", "i64", "i32"]} {
cm.func "k" body (%d: !Desc, %p: !Ptr, %l: i64, %n: i32) -> none {
%c0 = cm.constant 0 : i32
// expected-error @+1 {{T-DESCACCESS-2: offsets must be ints: long}}
%v1 = cm.invoke "io.github.cm2tt.lang.TensorDescriptor::load(long, int):io.github.cm2tt.lang.Tensor"(%d, %l, %c0) : (!Desc, i64, i32) -> !Tensor
cm.return
// WITHOUT: %v0

// VARIANT
// T-DESCACCESS-3
module attributes {cm.signature = ["tensordesc<fp16[8x16]>:16", "*fp32", "i64", "i32"]} {
cm.func "k" body (%d: !Desc, %p: !Ptr, %l: i64, %n: i32) -> none {
%c0 = cm.constant 0 : i32
%c1 = cm.constant 0 : i32
// expected-error @+1 {{T-DESCACCESS-3: the value cannot be converted to fp16: a pointer to float}}
cm.invoke "io.github.cm2tt.lang.TensorDescriptor::store(io.github.cm2tt.lang.Ptr, int, int):void"(%d, %p, %c0, %c1) : (!Desc, !Ptr, i32, i32) -> none
cm.return
// WITHOUT: %v0

// VARIANT
// T-DESCACCESS-4
module attributes {cm.signature = ["tensordesc<fp16[8x16]>:16", "*fp32", "i64", "i32"]} {
cm.func "k" body (%d: !Desc, %p: !Ptr, %l: i64, %n: i32) -> none {
%c0 = cm.constant 0 : i32
%c1 = cm.constant 8 : i32
%v2 = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
%c3 = cm.constant 0 : i32
%c4 = cm.constant 0 : i32
// expected-error @+1 {{T-DESCACCESS-4: values do not broadcast to the block: a tile of 8 int and a tile of 8x16 fp16}}
cm.invoke "io.github.cm2tt.lang.TensorDescriptor::store(io.github.cm2tt.lang.Tensor, int, int):void"(%d, %v2, %c3, %c4) : (!Desc, !Tensor, i32, i32) -> none
cm.return
// WITHOUT: %v0

// VARIANT
// T-DESCACCESS-5
module attributes {cm.signature = ["tensordesc<fp16[8x16]>:16", "*fp32", "i64", "i32"]} {
cm.func "k" body (%d: !Desc, %p: !Ptr, %l: i64, %n: i32) -> none {
%c0 = cm.constant 0 : i32
// expected-error @+1 {{T-DESCACCESS-5: a descriptor is expected: int}}
%v1 = cm.invoke "io.github.cm2tt.lang.Triton::loadTensorDescriptor(int, int):io.github.cm2tt.lang.Tensor"(%n, %c0) : (i32, i32) -> !Tensor
cm.return
// WITHOUT: %v0

// VARIANT
// T-DESCREDUCE-1
module attributes {cm.signature = ["tensordesc<fp32[16]>"]} {
cm.func "k" body (%d: !Desc) -> none {
%c0 = cm.constant 0 : i32
%c1 = cm.constant 0 : i32
// expected-error @+1 {{T-DESCREDUCE-1: no such atomic update of blocks of float}}
cm.invoke "io.github.cm2tt.lang.TensorDescriptor::atomicMax(int, int):void"(%d, %c0, %c1) : (!Desc, i32, i32) -> none
cm.return
// WITHOUT: %v0

// VARIANT
// T-DESCREDUCE-1
module attributes {cm.signature = ["tensordesc<fp16[16]>"]} {
cm.func "k" body (%d: !Desc) -> none {
%c0 = cm.constant 0 : i32
%c1 = cm.constant 0 : i32
// expected-error @+1 {{T-DESCREDUCE-1: no such atomic update of blocks of fp16}}
cm.invoke "io.github.cm2tt.lang.TensorDescriptor::atomicXor(int, int):void"(%d, %c0, %c1) : (!Desc, i32, i32) -> none
cm.return
// WITHOUT: %v0

// VARIANT
// T-DESCROWS-1
module attributes {cm.signature = ["tensordesc<fp16[8x16]>:16", "*fp32", "i64", "i32"]} {
cm.func "k" body (%d: !Desc, %p: !Ptr, %l: i64, %n: i32) -> none {
%c0 = cm.constant 0 : i32
%c1 = cm.constant 8 : i32
%v2 = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
%c3 = cm.constant 0 : i32
// expected-error @+1 {{T-DESCROWS-1: rows are accessed by blocks of one row, of at least 8 elements of 32 bits or 32 bytes of narrower ones: a descriptor of blocks of 8x16 fp16}}
%v4 = cm.invoke "io.github.cm2tt.lang.TensorDescriptor::gather(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%d, %v2, %c3) : (!Desc, !Tensor, i32) -> !Tensor
cm.return
// WITHOUT: %v0

// VARIANT
// T-DESCROWS-2
module attributes {cm.signature = ["tensordesc<fp16[1x16]>", "i64"]} {
cm.func "k" body (%d: !Desc, %l: i64) -> none {
%c0 = cm.constant 0 : i32
%c1 = cm.constant 4 : i32
%v2 = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
%c3 = cm.constant 0 : i32
// expected-error @+1 {{T-DESCROWS-2: rows are chosen by a tile of 8 ints or more in one dimension: a tile of 4 int}}
%v4 = cm.invoke "io.github.cm2tt.lang.TensorDescriptor::gather(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%d, %v2, %c3) : (!Desc, !Tensor, i32) -> !Tensor
cm.return
// WITHOUT: %v0

// VARIANT
// T-DESCROWS-3
module attributes {cm.signature = ["tensordesc<fp16[1x16]>", "i64"]} {
cm.func "k" body (%d: !Desc, %l: i64) -> none {
%c0 = cm.constant 0 : i32
%c1 = cm.constant 8 : i32
%v2 = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
// expected-error @+1 {{T-DESCROWS-3: the column must be an int: long}}
%v3 = cm.invoke "io.github.cm2tt.lang.TensorDescriptor::gather(io.github.cm2tt.lang.Tensor, long):io.github.cm2tt.lang.Tensor"(%d, %v2, %l) : (!Desc, !Tensor, i64) -> !Tensor
cm.return
// WITHOUT: %v0

// VARIANT
// T-SIGNATURE-6
module attributes {cm.signature = ["tensordesc<fp16[8x12]>"]} {
// expected-error @+1 {{T-SIGNATURE-6: parameter 'arg0': extents of a block must be powers of two: 8x12}}
cm.func "k" body (%d: !Desc) -> none {
// WITHOUT: %v0

// VARIANT
// T-SIGNATURE-6
module attributes {cm.signature = ["tensordesc<fp16[8x4]>"]} {
// expected-error @+1 {{a row of a block has 16 bytes or more: 4 of fp16}}
cm.func "k" body (%d: !Desc) -> none {
// WITHOUT: %v0

// VARIANT
// T-SIGNATURE-6
module attributes {cm.signature = ["tensordesc<i1[16]>"]} {
// expected-error @+1 {{a block has no truth values}}
cm.func "k" body (%d: !Desc) -> none {
// WITHOUT: %v0

// VARIANT
// T-SIGNATURE-6
module attributes {cm.signature = ["tensordesc<fp16[2x2x2x2x2x8]>"]} {
// expected-error @+1 {{a block has 1 to 5 dimensions: 6}}
cm.func "k" body (%d: !Desc) -> none {
// WITHOUT: %v0

// VARIANT
// T-SIGNATURE-4
module attributes {cm.signature = ["tensordesc<fp16[16]>"]} {
// expected-error @+1 {{T-SIGNATURE-4: parameter 'arg0' is Ptr: not a descriptor of blocks of 16 fp16}}
cm.func "k" body (%d: !Ptr) -> none {
// WITHOUT: %v0

// VARIANT
// T-SIGNATURE-4
module attributes {cm.signature = ["*fp16"]} {
// expected-error @+1 {{T-SIGNATURE-4: parameter 'arg0' is TensorDescriptor: not a pointer to fp16}}
cm.func "k" body (%d: !Desc) -> none {
// WITHOUT: %v0

// VARIANT
// T-SIGNATURE-5
module attributes {cm.signature = ["tensordesc<fp16[16x]>"]} {
// expected-error @+1 {{T-SIGNATURE-5: unknown type in a signature: 'tensordesc<fp16[16x]>', expected such as '*fp32:16', 'i32' or '64'}}
cm.func "k" body (%d: !Desc) -> none {
// WITHOUT: %v0

// VARIANT
// T-SIGNATURE-5
module attributes {cm.signature = ["tensordesc<fp16[16]>:1"]} {
// expected-error @+1 {{T-SIGNATURE-5: only integers equal 1}}
cm.func "k" body (%d: !Desc) -> none {
// WITHOUT: %v0
