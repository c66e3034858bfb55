// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu=target=cpu:x86-64-v3 | FileCheck %s

// Scalars are values of the function, and need no loop.

// CHECK-LABEL: llvm.func internal @accesses.program
// CHECK-SAME: %[[P:arg2]]: !llvm.ptr, %[[Q:arg3]]: !llvm.ptr, %[[N:arg4]]: i32, %[[C:arg5]]: i1,
// CHECK-NOT: scf.for
// CHECK: %[[A:.+]] = llvm.getelementptr %[[P]][%[[N]]] : (!llvm.ptr, i32) -> !llvm.ptr, f32
// CHECK: %[[X:.+]] = llvm.load %[[A]] {{.*}}-> f32
// CHECK: %[[Y:.+]] = scf.if %[[C]] -> (f32)
// CHECK: llvm.load %[[A]]
// CHECK: } else {
// CHECK: scf.yield %{{.+}} : f32
// CHECK: %[[Z:.+]] = arith.addf %[[X]], %[[Y]]
// CHECK: scf.if %[[C]] {
// CHECK: llvm.store %[[Z]], %[[Q]]
// CHECK: }
// CHECK: llvm.return
tt.func public @accesses(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %n: i32, %c: i1) {
  %a = tt.addptr %p, %n : !tt.ptr<f32>, i32
  %x = tt.load %a : !tt.ptr<f32>
  %other = arith.constant 1.0 : f32
  %y = tt.load %a, %c, %other : !tt.ptr<f32>
  %z = arith.addf %x, %y : f32
  tt.store %q, %z, %c : !tt.ptr<f32>
  tt.return
}

// Truth values and bf16 are other things in memory than in registers.
// CHECK-LABEL: llvm.func internal @types.program
// CHECK: %[[B:.+]] = llvm.load %{{.+}} -> i8
// CHECK: arith.cmpi ne, %[[B]],
// CHECK: llvm.load %{{.+}} -> i16
tt.func public @types(%p: !tt.ptr<i1>, %q: !tt.ptr<bf16>) {
  %b = tt.load %p : !tt.ptr<i1>
  %x = tt.load %q : !tt.ptr<bf16>
  tt.store %q, %x, %b : !tt.ptr<bf16>
  tt.return
}

// The place in the grid, and how large it is.
// CHECK-LABEL: llvm.func internal @grid.program
// CHECK-SAME: %[[P:arg2]]: !llvm.ptr, %{{arg3}}: i64, %{{arg4}}: i32, %[[Y:arg5]]: i32, %{{arg6}}: i32, %{{arg7}}: i32, %{{arg8}}: i32, %[[DEPTH:arg9]]: i32
// CHECK: %[[S:.+]] = arith.addi %[[Y]], %[[DEPTH]]
// CHECK: llvm.store %[[S]], %[[P]]
tt.func public @grid(%p: !tt.ptr<i32>) {
  %y = tt.get_program_id y : i32
  %n = tt.get_num_programs z : i32
  %s = arith.addi %y, %n : i32
  tt.store %p, %s : !tt.ptr<i32>
  tt.return
}

// The only element of a tile is read from memory.
// CHECK-LABEL: llvm.func internal @unsplat.program
// CHECK: llvm.store %{{.+}}, %[[SCRATCH:arg1]]
// CHECK: %[[X:.+]] = llvm.load %[[SCRATCH]] {{.*}}-> f32
// CHECK: llvm.store %[[X]], %{{.+}} f32
tt.func public @unsplat(%p: !tt.ptr<f32>) {
  %t = tt.splat %p : !tt.ptr<f32> -> tensor<1x!tt.ptr<f32>>
  %x = tt.load %t : tensor<1x!tt.ptr<f32>>
  %y = tt.unsplat %x : tensor<1xf32>
  tt.store %p, %y : !tt.ptr<f32>
  tt.return
}
