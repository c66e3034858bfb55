// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu | FileCheck %s

// The texts are those of a GPU; tests/lit/gpu/lower/TTGToLLVM/debug.mlir.

// CHECK-LABEL: llvm.func internal @print.program
// CHECK-SAME: %[[P:[^ ]+]]: !llvm.ptr, %[[N:[^ ]+]]: i16, %[[L:[^ ]+]]: i64, %[[B:[^ ]+]]: i16, %{{[^ ]+}}: i64, %[[X:[^ ]+]]: i32, %[[Y:[^ ]+]]: i32, %[[Z:[^ ]+]]: i32,
// CHECK: scf.for %[[I:.+]] = %{{.+}} to %{{.+}} step
// CHECK: scf.for %[[J:.+]] = %{{.+}} to %{{.+}} step
// CHECK-DAG: %[[I32:.+]] = arith.trunci %[[I]]
// CHECK-DAG: %[[J32:.+]] = arith.trunci %[[J]]
// CHECK: %[[E:.+]] = arith.extf %{{.+}} : f32 to f64
// CHECK: %[[T:.+]] = llvm.mlir.addressof @[[$TILE:.+]] : !llvm.ptr
// CHECK: llvm.call @printf(%[[T]], %[[X]], %[[Y]], %[[Z]], %[[I32]], %[[J32]], %[[E]]) vararg(!llvm.func<i32 (ptr, ...)>)
// CHECK: %[[WIDE:.+]] = arith.extsi %[[N]] : i16 to i32
// CHECK: llvm.mlir.addressof @[[$SCALAR:.+]] : !llvm.ptr
// CHECK: llvm.call @printf(%{{.+}}, %[[X]], %[[Y]], %[[Z]], %[[WIDE]])
// CHECK: llvm.mlir.addressof @[[$HEX:.+]] : !llvm.ptr
// CHECK: llvm.call @printf(%{{.+}}, %[[X]], %[[Y]], %[[Z]], %[[L]])
// CHECK: %[[F64:.+]] = arith.extf %{{.+}} : f32 to f64
// CHECK: llvm.call @printf(%{{.+}}, %[[X]], %[[Y]], %[[Z]], %[[F64]])
// CHECK: llvm.mlir.addressof @[[$POINTER:.+]] : !llvm.ptr
// CHECK: llvm.call @printf(%{{.+}}, %[[X]], %[[Y]], %[[Z]], %[[P]])
// CHECK: llvm.mlir.addressof @[[$ALONE:.+]] : !llvm.ptr
// CHECK: llvm.call @printf(%{{.+}}, %[[X]], %[[Y]], %[[Z]])

// CHECK-DAG: llvm.func @printf(!llvm.ptr, ...) -> i32
// CHECK-DAG: constant @[[$TILE]]("pid (%u, %u, %u) idx (%1u, %2u) 100%%: (operand 0) %f\0A\00")
// CHECK-DAG: constant @[[$SCALAR]]("pid (%u, %u, %u) idx () 100%%: (operand 1) %i\0A\00")
// CHECK-DAG: constant @[[$HEX]]("pid (%u, %u, %u) idx () h: 0x%016llx\0A\00")
// CHECK-DAG: constant @[[$POINTER]]("pid (%u, %u, %u) idx () p: %p\0A\00")
// CHECK-DAG: constant @[[$ALONE]]("pid (%u, %u, %u) here\0A\00")
tt.func public @print(%p: !tt.ptr<f32>, %n: i16, %l: i64, %b: bf16) {
  %r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %x = arith.sitofp %r : tensor<32xi32> to tensor<32xf16>
  %m = tt.reshape %x : tensor<32xf16> -> tensor<2x16xf16>
  tt.print " 100%: " {hex = false, isSigned = array<i32: 1, 1>} : %m, %n : tensor<2x16xf16>, i16
  tt.print " h: " {hex = true, isSigned = array<i32: 0>} : %l : i64
  tt.print " b: " {hex = false, isSigned = array<i32: 0>} : %b : bf16
  tt.print " p: " {hex = false, isSigned = array<i32: 0>} : %p : !tt.ptr<f32>
  tt.print " here" {hex = false, isSigned = array<i32>}
  tt.return
}
