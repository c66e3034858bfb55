// RUN: cm2tt-opt %s -cm2tt-tt-to-ttg=target=sm_80 -cse | FileCheck %s
// RUN: cm2tt-opt %s -cm2tt-tt-to-ttg=target=sm_90a -cse | FileCheck %s --check-prefix=GROUP

// Attention: warps have whole rows, so that what the first product makes stays
// where it is, through reductions and up to the second one. Nothing but what was
// loaded is converted in the loop. The queries, outside, wait in shared memory
// for `wgmma`, and the keys are transposed by their layout there.

// CHECK-LABEL: tt.func public @attention
// CHECK: scf.for
// CHECK: %[[K:.+]] = tt.load
// CHECK-NEXT: %[[C:.+]] = ttg.convert_layout %[[K]]
// CHECK-NEXT: %[[T:.+]] = tt.trans %[[C]]
// CHECK-NEXT: tt.dot %{{.+}}, %[[T]], %{{.+}} -> tensor<128x64xf32, #[[C:.+]]>
// CHECK-NOT: ttg.convert_layout
// CHECK: %[[V:.+]] = tt.load
// CHECK-NEXT: %[[O:.+]] = ttg.convert_layout %[[V]]
// CHECK-NOT: ttg.convert_layout
// CHECK: %[[P:.+]] = arith.truncf %{{.+}} : tensor<128x64xf32, #[[C]]> to tensor<128x64xf16, #[[C]]>
// CHECK-NEXT: tt.dot %[[P]], %[[O]], %{{.+}} -> tensor<128x64xf32, #[[C]]>
// CHECK-NEXT: scf.yield
// CHECK: ttg.convert_layout
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.return

// GROUP-LABEL: tt.func public @attention
// GROUP: %[[Q:.+]] = ttg.local_alloc
// GROUP: scf.for
// GROUP-NOT: ttg.convert_layout
// GROUP: %[[K:.+]] = ttg.local_alloc
// GROUP: %[[T:.+]] = ttg.memdesc_trans %[[K]] {order = array<i32: 1, 0>}
// GROUP: %[[S:.+]] = ttg.warp_group_dot %[[Q]], %[[T]], %{{.+}} {instrN = 64 : i32}
// GROUP-NOT: ttg.convert_layout
// GROUP: %[[V:.+]] = ttg.local_alloc
// GROUP: %[[P:.+]] = arith.truncf
// GROUP: ttg.warp_group_dot %[[P]], %[[V]], %{{.+}} {instrN = 64 : i32}
// GROUP-NEXT: scf.yield
tt.func public @attention(%qp: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %kp: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %vp: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %op: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %zqk = arith.constant dense<0.0> : tensor<128x64xf32>
  %ninf = arith.constant dense<0xFF800000> : tensor<128xf32>
  %ones = arith.constant dense<1.0> : tensor<128xf32>
  %d = arith.constant dense<64> : tensor<128x64xi32>
  %dk = arith.constant dense<64> : tensor<64x64xi32>
  %rm = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %rn = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %rm1 = tt.expand_dims %rm {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %rn0 = tt.expand_dims %rn {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %rn1 = tt.expand_dims %rn {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %qi = tt.broadcast %rm1 : tensor<128x1xi32> -> tensor<128x64xi32>
  %qj = tt.broadcast %rn0 : tensor<1x64xi32> -> tensor<128x64xi32>
  %qk0 = arith.muli %qi, %d : tensor<128x64xi32>
  %qo = arith.addi %qk0, %qj : tensor<128x64xi32>
  %qs = tt.splat %qp : !tt.ptr<f16> -> tensor<128x64x!tt.ptr<f16>>
  %qa = tt.addptr %qs, %qo : tensor<128x64x!tt.ptr<f16>>, tensor<128x64xi32>
  %q = tt.load %qa : tensor<128x64x!tt.ptr<f16>>
  %ki = tt.broadcast %rn1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %kj = tt.broadcast %rn0 : tensor<1x64xi32> -> tensor<64x64xi32>
  %kk = arith.muli %ki, %dk : tensor<64x64xi32>
  %ko = arith.addi %kk, %kj : tensor<64x64xi32>
  %ks = tt.splat %kp : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %ka = tt.addptr %ks, %ko : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %vs = tt.splat %vp : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %va = tt.addptr %vs, %ko : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %res:3 = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero, %l = %ones, %m = %ninf) -> (tensor<128x64xf32>, tensor<128xf32>, tensor<128xf32>) : i32 {
    %i64 = arith.muli %i, %c64 : i32
    %is = tt.splat %i64 : i32 -> tensor<64x64xi32>
    %kb = tt.addptr %ka, %is : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    %k = tt.load %kb : tensor<64x64x!tt.ptr<f16>>
    %kt = tt.trans %k {order = array<i32: 1, 0>} : tensor<64x64xf16> -> tensor<64x64xf16>
    %s = tt.dot %q, %kt, %zqk : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
    %smax = "tt.reduce"(%s) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %x = arith.maxnumf %a, %b : f32
      tt.reduce.return %x : f32
    }) : (tensor<128x64xf32>) -> tensor<128xf32>
    %m2 = arith.maxnumf %m, %smax : tensor<128xf32>
    %m3 = tt.expand_dims %m2 {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
    %m4 = tt.broadcast %m3 : tensor<128x1xf32> -> tensor<128x64xf32>
    %s2 = arith.subf %s, %m4 : tensor<128x64xf32>
    %p = math.exp2 %s2 : tensor<128x64xf32>
    %sum = "tt.reduce"(%p) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %x = arith.addf %a, %b : f32
      tt.reduce.return %x : f32
    }) : (tensor<128x64xf32>) -> tensor<128xf32>
    %al0 = arith.subf %m, %m2 : tensor<128xf32>
    %al = math.exp2 %al0 : tensor<128xf32>
    %l2 = arith.mulf %l, %al : tensor<128xf32>
    %l3 = arith.addf %l2, %sum : tensor<128xf32>
    %al1 = tt.expand_dims %al {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
    %al2 = tt.broadcast %al1 : tensor<128x1xf32> -> tensor<128x64xf32>
    %acc2 = arith.mulf %acc, %al2 : tensor<128x64xf32>
    %vb = tt.addptr %va, %is : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    %v = tt.load %vb : tensor<64x64x!tt.ptr<f16>>
    %ph = arith.truncf %p : tensor<128x64xf32> to tensor<128x64xf16>
    %acc3 = tt.dot %ph, %v, %acc2 : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
    scf.yield %acc3, %l3, %m2 : tensor<128x64xf32>, tensor<128xf32>, tensor<128xf32>
  }
  %l1 = tt.expand_dims %res#1 {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
  %lb = tt.broadcast %l1 : tensor<128x1xf32> -> tensor<128x64xf32>
  %o = arith.divf %res#0, %lb : tensor<128x64xf32>
  %oh = arith.truncf %o : tensor<128x64xf32> to tensor<128x64xf16>
  %os = tt.splat %op : !tt.ptr<f16> -> tensor<128x64x!tt.ptr<f16>>
  %oa = tt.addptr %os, %qo : tensor<128x64x!tt.ptr<f16>>, tensor<128x64xi32>
  tt.store %oa, %oh : tensor<128x64x!tt.ptr<f16>>
  tt.return
}
