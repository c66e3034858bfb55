// RUN: cm2tt-opt %s -cm2tt-ttg-to-llvm | FileCheck %s

// Printing and checking, by functions that CUDA's driver has.

// Two registers; lanes 16 to 31 hold what lanes 0 to 15 do.
#two = #ttg.linear<{register = [[16]], lane = [[1], [2], [4], [8], [0]], warp = []}>

module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {
// CHECK-DAG: llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32
// CHECK-DAG: llvm.func @__assertfail(!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i64) attributes {passthrough = ["noreturn"]}
// CHECK-DAG: llvm.mlir.global internal constant @[[$TILE:.+]]("pid (%u, %u, %u) idx (%2u) 100%%: (operand 0) %f\0A\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[$SCALAR:.+]]("pid (%u, %u, %u) idx () 100%%: (operand 1) %i\0A\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[$HEX:.+]]("pid (%u, %u, %u) idx () h: 0x%016llx\0A\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[$MESSAGE:.+]]("all are positive\00")

// CHECK-LABEL: llvm.func @print
// One of the threads that hold an element, then thread 0.
// CHECK: llvm.mlir.constant(16 : i32)
// CHECK: llvm.cond_br
// CHECK: llvm.fpext %{{.+}} : f16 to f64
// CHECK: llvm.mlir.addressof @[[$TILE]]
// CHECK: llvm.call @vprintf
// CHECK: llvm.call @vprintf
// CHECK: llvm.cond_br
// CHECK: llvm.mlir.addressof @[[$SCALAR]]
// CHECK: llvm.call @vprintf
// CHECK: llvm.mlir.addressof @[[$HEX]]
tt.func public @print(%p: !tt.ptr<f16>, %n: i32, %l: i64) {
  %r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #two>
  %s = tt.splat %p : !tt.ptr<f16> -> tensor<32x!tt.ptr<f16>, #two>
  %a = tt.addptr %s, %r : tensor<32x!tt.ptr<f16>, #two>, tensor<32xi32, #two>
  %x = tt.load %a : tensor<32x!tt.ptr<f16>, #two>
  tt.print " 100%: " {hex = false, isSigned = array<i32: 0, 1>} : %x, %n : tensor<32xf16, #two>, i32
  tt.print " h: " {hex = true, isSigned = array<i32: 1>} : %l : i64
  tt.return
}

// CHECK-LABEL: llvm.func @check
// CHECK: %[[ALL:.+]] = llvm.and %{{.+}}, %{{.+}} : i1
// CHECK: %[[NOT:.+]] = llvm.xor %[[ALL]]
// CHECK: llvm.cond_br %[[NOT]], ^[[FAIL:.+]], ^[[BEHIND:.+]]
// CHECK: ^[[FAIL]]:
// CHECK: llvm.mlir.addressof @[[$MESSAGE]]
// CHECK: llvm.mlir.constant(42 : i32)
// CHECK: llvm.call @__assertfail
// CHECK-NEXT: llvm.unreachable
// CHECK: ^[[BEHIND]]:
// CHECK: llvm.return
tt.func public @check(%n: i32) {
  %r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #two>
  %s = tt.splat %n : i32 -> tensor<32xi32, #two>
  %c = arith.cmpi slt, %r, %s : tensor<32xi32, #two>
  tt.assert %c, "all are positive" : tensor<32xi1, #two> loc("Kernel.java":42:7)
  tt.return
}

// Thread 0 prints a text alone.
// CHECK-LABEL: llvm.func @nothing
// CHECK: %[[BITS:.+]] = llvm.and %{{.+}}, %{{.+}} : i32
// CHECK: %[[FIRST:.+]] = llvm.icmp "eq" %{{.+}}, %{{.+}} : i32
// CHECK: llvm.cond_br %[[FIRST]]
// CHECK: llvm.call @vprintf
tt.func public @nothing() {
  tt.print " here" {hex = false, isSigned = array<i32>}
  tt.return
}
}
