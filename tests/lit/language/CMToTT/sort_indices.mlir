// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Elements of 16 bits and their indices are integers of 32 bits.
// CHECK-LABEL: tt.func public @half(
// CHECK: %[[KEY:.+]] = arith.xori %{{.+}}, %{{.+}} : tensor<2xi32>
// CHECK-NEXT: %[[INDEX:.+]] = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
// CHECK-NEXT: %[[HALF:.+]] = arith.constant dense<16> : tensor<2xi32>
// CHECK-NEXT: %[[UPPER:.+]] = arith.shli %[[KEY]], %[[HALF]] : tensor<2xi32>
// CHECK-NEXT: %[[PACKED:.+]] = arith.ori %[[UPPER]], %[[INDEX]] : tensor<2xi32>
// CHECK: arith.cmpi sgt, %{{.+}}, %{{.+}} : tensor<2xi32>
// CHECK-NOT: arith.cmpi
// CHECK: %[[SORTED:.+]] = arith.select %{{.+}}, %{{.+}}, %{{.+}} : tensor<2xi1>, tensor<2xi32>
// CHECK: arith.shrsi %[[SORTED]], %{{.+}} : tensor<2xi32>
// CHECK-NEXT: %[[LOWER:.+]] = arith.constant dense<65535> : tensor<2xi32>
// CHECK-NEXT: arith.andi %[[SORTED]], %[[LOWER]] : tensor<2xi32>
// CHECK: tt.bitcast %{{.+}} : tensor<2xi16> -> tensor<2xf16>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!ValueIndex = !cm.java<"oracle.code.triton.Triton$ValueIndex">
module attributes {cm.signature = ["*fp16"]} {
cm.func "half" body (%p: !Ptr) -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 2 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Ptr"(%p, %1) : (!Ptr, !Tensor) -> !Ptr
  %3 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Ptr):oracle.code.triton.Tensor"(%2) : (!Ptr) -> !Tensor
  %4 = cm.invoke "oracle.code.triton.Triton::sortWithIndices(oracle.code.triton.Tensor):oracle.code.triton.Triton$ValueIndex"(%3) : (!Tensor) -> !ValueIndex
  cm.return
}
}

// -----

// Unsigned ones are moved to the signed range, and indices inverted if the order
// descends.
// CHECK-LABEL: tt.func public @words(
// CHECK: %[[UPPER:.+]] = arith.shli
// CHECK-NEXT: %[[SIGN:.+]] = arith.constant dense<-2147483648> : tensor<2xi32>
// CHECK-NEXT: %[[KEY:.+]] = arith.xori %[[UPPER]], %[[SIGN]] : tensor<2xi32>
// CHECK-NEXT: %[[LOWER:.+]] = arith.constant dense<65535> : tensor<2xi32>
// CHECK-NEXT: %[[INDEX:.+]] = arith.xori %{{.+}}, %[[LOWER]] : tensor<2xi32>
// CHECK-NEXT: arith.ori %[[KEY]], %[[INDEX]] : tensor<2xi32>
// CHECK: %[[SORTED:.+]] = arith.select %{{.+}}, %{{.+}}, %{{.+}} : tensor<2xi1>, tensor<2xi32>
// CHECK: %[[BITS:.+]] = arith.andi %[[SORTED]], %{{.+}} : tensor<2xi32>
// CHECK: arith.xori %[[BITS]], %{{.+}} : tensor<2xi32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["*u16"]} {
cm.func "words" body (%p: !Ptr) -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 2 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Ptr"(%p, %1) : (!Ptr, !Tensor) -> !Ptr
  %3 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Ptr):oracle.code.triton.Tensor"(%2) : (!Ptr) -> !Tensor
  %true = cm.constant true
  %4 = cm.invoke "oracle.code.triton.Triton::argsort(oracle.code.triton.Tensor, int, boolean):oracle.code.triton.Tensor"(%3, %c0, %true) : (!Tensor, i32, i1) -> !Tensor
  cm.return
}
}

// -----

// Elements of 32 bits become integers of 64; one of them is left.
// CHECK-LABEL: tt.func public @ints(
// CHECK: %[[KEY:.+]] = arith.extsi %{{.+}} : tensor<2xi32> to tensor<2xi64>
// CHECK-NEXT: arith.extui %{{.+}} : tensor<2xi32> to tensor<2xi64>
// CHECK-NEXT: %[[HALF:.+]] = arith.constant dense<32> : tensor<2xi64>
// CHECK-NEXT: arith.shli %[[KEY]], %[[HALF]] : tensor<2xi64>
// CHECK: "tt.reduce"
// CHECK: arith.maxsi %{{.+}}, %{{.+}} : i64
// CHECK: %[[FIRST:.+]] = tt.splat %{{.+}} : i64 -> tensor<1xi64>
// CHECK: %[[VALUE:.+]] = arith.shrsi %[[FIRST]], %{{.+}} : tensor<1xi64>
// CHECK-NEXT: arith.trunci %[[VALUE]] : tensor<1xi64> to tensor<1xi32>
// CHECK-NEXT: %[[BITS:.+]] = arith.trunci %[[FIRST]] : tensor<1xi64> to tensor<1xi32>
// CHECK-NEXT: %[[ONES:.+]] = arith.constant dense<-1> : tensor<1xi32>
// CHECK-NEXT: arith.xori %[[BITS]], %[[ONES]] : tensor<1xi32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!ValueIndex = !cm.java<"oracle.code.triton.Triton$ValueIndex">
module attributes {cm.signature = ["*i32"]} {
cm.func "ints" body (%p: !Ptr) -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 2 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Ptr"(%p, %1) : (!Ptr, !Tensor) -> !Ptr
  %3 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Ptr):oracle.code.triton.Tensor"(%2) : (!Ptr) -> !Tensor
  %c2 = cm.constant 1 : i32
  %4 = cm.invoke "oracle.code.triton.Triton::topkWithIndices(oracle.code.triton.Tensor, int):oracle.code.triton.Triton$ValueIndex"(%3, %c2) : (!Tensor, i32) -> !ValueIndex
  cm.return
}
}

// -----

// Keys of 64 bits and indices move side by side.
// CHECK-LABEL: tt.func public @longs(
// CHECK: "tt.reduce"(%[[KEYS:.+]], %[[INDICES:.+]]) <{axis = 0 : i32}>
// CHECK-NEXT: ^bb0(%{{.+}}: i64, %{{.+}}: i32, %{{.+}}: i64, %{{.+}}: i32):
// CHECK: %[[GREATER:.+]] = arith.cmpi sgt, %[[KEYS]], %[[KEY:.+]] : tensor<2xi64>
// CHECK-NEXT: %[[EQUAL:.+]] = arith.cmpi eq, %[[KEYS]], %[[KEY]] : tensor<2xi64>
// CHECK-NEXT: %[[AFTER:.+]] = arith.cmpi sgt, %[[INDICES]], %[[INDEX:.+]] : tensor<2xi32>
// CHECK-NEXT: %[[SECOND:.+]] = arith.andi %[[EQUAL]], %[[AFTER]] : tensor<2xi1>
// CHECK-NEXT: arith.ori %[[GREATER]], %[[SECOND]] : tensor<2xi1>
// CHECK: %[[TAKES:.+]] = arith.xori
// CHECK-NEXT: arith.select %[[TAKES]], %[[KEY]], %[[KEYS]] : tensor<2xi1>, tensor<2xi64>
// CHECK-NEXT: arith.select %[[TAKES]], %[[INDEX]], %[[INDICES]] : tensor<2xi1>, tensor<2xi32>
// CHECK: "tt.reduce"
// CHECK: arith.select %{{.+}}, %{{.+}}, %{{.+}} : i64
// CHECK-NEXT: arith.select %{{.+}}, %{{.+}}, %{{.+}} : i32
// CHECK: tt.splat %{{.+}} : i64 -> tensor<1xi64>
// CHECK-NEXT: %[[BITS:.+]] = tt.splat %{{.+}} : i32 -> tensor<1xi32>
// CHECK: arith.xori %[[BITS]], %{{.+}} : tensor<1xi32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!ValueIndex = !cm.java<"oracle.code.triton.Triton$ValueIndex">
module attributes {cm.signature = ["*i64"]} {
cm.func "longs" body (%p: !Ptr) -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 2 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Ptr"(%p, %1) : (!Ptr, !Tensor) -> !Ptr
  %3 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Ptr):oracle.code.triton.Tensor"(%2) : (!Ptr) -> !Tensor
  %4 = cm.invoke "oracle.code.triton.Triton::sortWithIndices(oracle.code.triton.Tensor):oracle.code.triton.Triton$ValueIndex"(%3) : (!Tensor) -> !ValueIndex
  %true = cm.constant true
  %c2 = cm.constant 1 : i32
  %5 = cm.invoke "oracle.code.triton.Triton::topkWithIndices(oracle.code.triton.Tensor, int, int, boolean):oracle.code.triton.Triton$ValueIndex"(%3, %c2, %c0, %true) : (!Tensor, i32, i32, i1) -> !ValueIndex
  cm.return
}
}
