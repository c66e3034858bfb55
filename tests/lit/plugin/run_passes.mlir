// RUN: mlir-opt --load-dialect-plugin=%libs/Cm2ttPlugin.so \
// RUN:   --load-pass-plugin=%libs/Cm2ttPlugin.so %s \
// RUN:   --pass-pipeline='builtin.module(cm2tt-cm-to-tt,canonicalize,cse)' \
// RUN:   | FileCheck %s --check-prefix=TT
// RUN: mlir-opt --load-dialect-plugin=%libs/Cm2ttPlugin.so \
// RUN:   --load-pass-plugin=%libs/Cm2ttPlugin.so %s \
// RUN:   --pass-pipeline='builtin.module(cm2tt-cm-to-tt,inline,canonicalize,cse,cm2tt-tt-to-ttg{num-warps=1},cse,cm2tt-ttg-to-llvm)' \
// RUN:   | FileCheck %s --check-prefix=LLVM
// RUN: mlir-opt --load-dialect-plugin=%libs/Cm2ttPlugin.so \
// RUN:   --load-pass-plugin=%libs/Cm2ttPlugin.so %s \
// RUN:   --pass-pipeline='builtin.module(cm2tt-front-end-phase,cm2tt-tt-phase,cm2tt-ttg-phase{target=sm_90 num-warps=1},cm2tt-llvm-phase)' \
// RUN:   | FileCheck %s --check-prefixes=LLVM,SM90
// RUN: mlir-opt --load-dialect-plugin=%libs/Cm2ttPlugin.so \
// RUN:   --load-pass-plugin=%libs/Cm2ttPlugin.so %s \
// RUN:   --pass-pipeline='builtin.module(cm2tt-front-end-phase,cm2tt-tt-phase,cm2tt-cpu-phase)' \
// RUN:   | FileCheck %s --check-prefix=CPU
// RUN: mlir-opt --load-pass-plugin=%libs/Cm2ttPlugin.so --help \
// RUN:   | FileCheck %s --check-prefix=HELP

// Our passes and MLIR's own, in one pipeline of a stock mlir-opt: their
// interfaces and types are the same on both sides of the plugin.

// HELP-DAG: --cm2tt-cm-to-tt
// HELP-DAG: --cm2tt-tt-to-ttg
// HELP-DAG: --cm2tt-ttg-to-llvm
// HELP-DAG: --cm2tt-front-end-phase
// HELP-DAG: --cm2tt-tt-phase
// HELP-DAG: --cm2tt-ttg-phase
// HELP-DAG: --cm2tt-llvm-phase
// HELP-DAG: --cm2tt-cpu-phase

// TT-LABEL: tt.func public @twice(
// TT-SAME:    %[[X:[^:]+]]: !tt.ptr<f32>
// TT-NEXT:  %[[RANGE:.+]] = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
// TT-NEXT:  %[[NS:.+]] = tt.splat %{{.*}} : i32 -> tensor<64xi32>
// TT-NEXT:  %[[MASK:.+]] = arith.cmpi slt, %[[RANGE]], %[[NS]] : tensor<64xi32>
// TT-NEXT:  %[[BASE:.+]] = tt.splat %[[X]] : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
// TT-NEXT:  %[[PTR:.+]] = tt.addptr %[[BASE]], %[[RANGE]] : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
// TT-NEXT:  %[[V:.+]] = tt.load %[[PTR]], %[[MASK]] : tensor<64x!tt.ptr<f32>>
// TT-NEXT:  %[[SUM:.+]] = arith.addf %[[V]], %[[V]] : tensor<64xf32>
// TT-NEXT:  tt.store %[[PTR]], %[[SUM]], %[[MASK]] : tensor<64x!tt.ptr<f32>>
// TT-NEXT:  tt.return

// SM90: ttg.target = "sm_90"
// LLVM-LABEL: llvm.func @twice(%{{.*}}: !llvm.ptr<1> {{.*}}) attributes {nvvm.kernel
// LLVM-NOT:   tt.
// LLVM-COUNT-2: llvm.fadd
// LLVM-NOT:   llvm.fadd
// LLVM:       llvm.return

// CPU-LABEL: llvm.func internal @twice.program(
// CPU-NOT:   tt.
// CPU:       llvm.fadd %{{.+}} : vector<{{[0-9]+}}xf32>
// CPU:       llvm.func @twice(
module attributes {cm.signature = ["*fp32:16", "i32"]} {
cm.func "twice" body (%0: !cm.java<"oracle.code.triton.Ptr">, %1: i32) -> none {
  %2 = cm.constant 0 : i32
  %3 = cm.constant 64 : i32
  %4 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%2, %3) : (i32, i32) -> !cm.java<"oracle.code.triton.Tensor">
  %5 = cm.invoke "java.lang.Integer::valueOf(int):java.lang.Integer"(%1) : (i32) -> !cm.java<"java.lang.Integer">
  %6 = cm.field.load "oracle.code.triton.Triton$CompareKind::LessThan:oracle.code.triton.Triton$CompareKind" : () -> !cm.java<"oracle.code.triton.Triton$CompareKind">
  %7 = cm.invoke "oracle.code.triton.Triton::compare(java.lang.Number, java.lang.Number, oracle.code.triton.Triton$CompareKind):oracle.code.triton.Tensor"(%4, %5, %6) : (!cm.java<"oracle.code.triton.Tensor">, !cm.java<"java.lang.Integer">, !cm.java<"oracle.code.triton.Triton$CompareKind">) -> !cm.java<"oracle.code.triton.Tensor">
  %8 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):oracle.code.triton.Tensor"(%0, %4) : (!cm.java<"oracle.code.triton.Ptr">, !cm.java<"oracle.code.triton.Tensor">) -> !cm.java<"oracle.code.triton.Tensor">
  %9 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%8, %7) : (!cm.java<"oracle.code.triton.Tensor">, !cm.java<"oracle.code.triton.Tensor">) -> !cm.java<"oracle.code.triton.Tensor">
  %10 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):oracle.code.triton.Tensor"(%9, %9) : (!cm.java<"oracle.code.triton.Tensor">, !cm.java<"oracle.code.triton.Tensor">) -> !cm.java<"oracle.code.triton.Tensor">
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%8, %10, %7) : (!cm.java<"oracle.code.triton.Tensor">, !cm.java<"oracle.code.triton.Tensor">, !cm.java<"oracle.code.triton.Tensor">) -> ()
  cm.return
}
}
