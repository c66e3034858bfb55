// RUN: cm2tt-opt %s -cm2tt-tt-to-ttg=target=sm_80 -cse | FileCheck %s
// RUN: cm2tt-opt %s -cm2tt-tt-to-ttg=target=sm_90a -cse | FileCheck %s --check-prefix=GROUP

// The accumulator has the layout of the unit; operands get theirs directly behind
// their loads, or go to shared memory there. Pointers that loops carry have the
// layouts of their accesses.

// CHECK-DAG: #[[$MMA:.+]] = #ttg.linear<{register = {{\[\[}}0, 1], [8, 0], [0, 16], [0, 32], [0, 64], [32, 0], [64, 0]], lane = {{\[\[}}0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = {{\[\[}}0, 8], [16, 0]]}>
// CHECK-LABEL: tt.func public @matmul
// CHECK: scf.for {{.*}} -> (tensor<128x128xf32, #[[$MMA]]>, tensor<128x64x!tt.ptr<f16>, #[[A:.+]]>, tensor<64x128x!tt.ptr<f16>, #[[B:.+]]>)
// CHECK-NEXT: %[[A0:.+]] = tt.load %{{.+}} : tensor<128x64x!tt.ptr<f16>, #[[A]]>
// CHECK-NEXT: %[[A1:.+]] = ttg.convert_layout %[[A0]] : tensor<128x64xf16, #[[A]]> -> tensor<128x64xf16, #[[OA:.+]]>
// CHECK-NEXT: %[[B0:.+]] = tt.load %{{.+}} : tensor<64x128x!tt.ptr<f16>, #[[B]]>
// CHECK-NEXT: %[[B1:.+]] = ttg.convert_layout %[[B0]] : tensor<64x128xf16, #[[B]]> -> tensor<64x128xf16, #[[OB:.+]]>
// CHECK-NEXT: tt.dot %[[A1]], %[[B1]], %{{.+}} : tensor<128x64xf16, #[[OA]]> * tensor<64x128xf16, #[[OB]]> -> tensor<128x128xf32, #[[$MMA]]>
// CHECK-NOT: ttg.convert_layout
// CHECK: scf.yield

// GROUP-LABEL: tt.func public @matmul
// GROUP: scf.for
// GROUP-NEXT: %[[A0:.+]] = tt.load
// GROUP-NEXT: %[[A1:.+]] = ttg.local_alloc %[[A0]] : {{.*}} -> !ttg.memdesc<128x64xf16, #{{.+}}>
// GROUP-NEXT: %[[B0:.+]] = tt.load
// GROUP-NEXT: %[[B1:.+]] = ttg.local_alloc %[[B0]] : {{.*}} -> !ttg.memdesc<64x128xf16, #{{.+}}>
// GROUP-NEXT: ttg.warp_group_dot %[[A1]], %[[B1]], %{{.+}} {instrN = 128 : i32} :
// GROUP-NOT: ttg.convert_layout
// GROUP: scf.yield
tt.func public @matmul(%ap: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %bp: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %cp: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}, %kk: i32) {
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %rk = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %r1 = tt.expand_dims %r {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %r0 = tt.expand_dims %r {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %rk1 = tt.expand_dims %rk {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %rk0 = tt.expand_dims %rk {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %ns = tt.splat %n : i32 -> tensor<128x1xi32>
  %nk = tt.splat %n : i32 -> tensor<64x1xi32>
  %ra = arith.muli %r1, %ns : tensor<128x1xi32>
  %ra2 = tt.broadcast %ra : tensor<128x1xi32> -> tensor<128x64xi32>
  %rk02 = tt.broadcast %rk0 : tensor<1x64xi32> -> tensor<128x64xi32>
  %ao = arith.addi %ra2, %rk02 : tensor<128x64xi32>
  %rb = arith.muli %rk1, %nk : tensor<64x1xi32>
  %rb2 = tt.broadcast %rb : tensor<64x1xi32> -> tensor<64x128xi32>
  %r02 = tt.broadcast %r0 : tensor<1x128xi32> -> tensor<64x128xi32>
  %bo = arith.addi %rb2, %r02 : tensor<64x128xi32>
  %as = tt.splat %ap : !tt.ptr<f16> -> tensor<128x64x!tt.ptr<f16>>
  %bs = tt.splat %bp : !tt.ptr<f16> -> tensor<64x128x!tt.ptr<f16>>
  %a0 = tt.addptr %as, %ao : tensor<128x64x!tt.ptr<f16>>, tensor<128x64xi32>
  %b0 = tt.addptr %bs, %bo : tensor<64x128x!tt.ptr<f16>>, tensor<64x128xi32>
  %c64 = arith.constant dense<64> : tensor<128x64xi32>
  %n64s = arith.constant 64 : i32
  %n64 = arith.muli %n, %n64s : i32
  %bstep = tt.splat %n64 : i32 -> tensor<64x128xi32>
  %res:3 = scf.for %i = %c0 to %kk step %c1 iter_args(%acc = %zero, %pa = %a0, %pb = %b0) -> (tensor<128x128xf32>, tensor<128x64x!tt.ptr<f16>>, tensor<64x128x!tt.ptr<f16>>) : i32 {
    %a = tt.load %pa : tensor<128x64x!tt.ptr<f16>>
    %b = tt.load %pb : tensor<64x128x!tt.ptr<f16>>
    %d = tt.dot %a, %b, %acc : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
    %pa2 = tt.addptr %pa, %c64 : tensor<128x64x!tt.ptr<f16>>, tensor<128x64xi32>
    %pb2 = tt.addptr %pb, %bstep : tensor<64x128x!tt.ptr<f16>>, tensor<64x128xi32>
    scf.yield %d, %pa2, %pb2 : tensor<128x128xf32>, tensor<128x64x!tt.ptr<f16>>, tensor<64x128x!tt.ptr<f16>>
  }
  %co0 = tt.broadcast %ra : tensor<128x1xi32> -> tensor<128x128xi32>
  %co1 = tt.broadcast %r0 : tensor<1x128xi32> -> tensor<128x128xi32>
  %co = arith.addi %co0, %co1 : tensor<128x128xi32>
  %cs = tt.splat %cp : !tt.ptr<f32> -> tensor<128x128x!tt.ptr<f32>>
  %ca = tt.addptr %cs, %co : tensor<128x128x!tt.ptr<f32>>, tensor<128x128xi32>
  tt.store %ca, %res#0 : tensor<128x128x!tt.ptr<f32>>
  tt.return
}

// No unit for matrices takes f32 as it is.
// CHECK-LABEL: tt.func public @fma
// CHECK: tt.dot %{{.+}}, %{{.+}}, %{{.+}} : tensor<32x16xf32, #[[A:.+]]> * tensor<16x32xf32, #[[B:.+]]> -> tensor<32x32xf32, #[[C:.+]]>
// GROUP-LABEL: tt.func public @fma
// GROUP: tt.dot
tt.func public @fma(%p: !tt.ptr<f32>) {
  %a = arith.constant dense<1.0> : tensor<32x16xf32>
  %b = arith.constant dense<1.0> : tensor<16x32xf32>
  %c = arith.constant dense<0.0> : tensor<32x32xf32>
  %d = tt.dot %a, %b, %c : tensor<32x16xf32> * tensor<16x32xf32> -> tensor<32x32xf32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
  tt.store %s, %d : tensor<32x32x!tt.ptr<f32>>
  tt.return
}

// Operands that do not fit into registers stay in the layouts of their loads.
// CHECK-LABEL: tt.func public @fma_through_memory
// CHECK: %[[A:.+]] = tt.load %{{.+}} : tensor<64x128x!tt.ptr<f32>, #[[LA:.+]]>
// CHECK: %[[B:.+]] = tt.load %{{.+}} : tensor<128x64x!tt.ptr<f32>, #[[LB:.+]]>
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.dot %[[A]], %[[B]], %{{.+}} : tensor<64x128xf32, #[[LA]]> * tensor<128x64xf32, #[[LB]]>
// GROUP-LABEL: tt.func public @fma_through_memory
// GROUP: tt.dot
tt.func public @fma_through_memory(%p: !tt.ptr<f32>) {
  %as = tt.splat %p : !tt.ptr<f32> -> tensor<64x128x!tt.ptr<f32>>
  %a = tt.load %as : tensor<64x128x!tt.ptr<f32>>
  %bs = tt.splat %p : !tt.ptr<f32> -> tensor<128x64x!tt.ptr<f32>>
  %b = tt.load %bs : tensor<128x64x!tt.ptr<f32>>
  %c = arith.constant dense<0.0> : tensor<64x64xf32>
  %d = tt.dot %a, %b, %c : tensor<64x128xf32> * tensor<128x64xf32> -> tensor<64x64xf32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  tt.store %s, %d : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
