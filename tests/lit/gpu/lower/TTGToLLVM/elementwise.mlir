// RUN: cm2tt-opt %s -cm2tt-ttg-to-llvm -canonicalize -cse | FileCheck %s

// Each register's element by one scalar operation.

#two = #ttg.linear<{register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]}>
#one = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]}>

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_80"} {
// CHECK-LABEL: llvm.func @one_for_each_register
// CHECK: llvm.fmul %[[A:.+]], %[[A]] {fastmathFlags = #llvm.fastmath<contract>} : f32
// CHECK: llvm.fmul %[[B:.+]], %[[B]] {fastmathFlags = #llvm.fastmath<contract>} : f32
// CHECK-NOT: llvm.fmul
// CHECK: llvm.return
tt.func public @one_for_each_register(%p: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #two>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #two>
  %a = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>, #two>, tensor<256xi32, #two>
  %v = tt.load %a : tensor<256x!tt.ptr<f32>, #two>
  %w = arith.mulf %v, %v : tensor<256xf32, #two>
  tt.store %a, %w : tensor<256x!tt.ptr<f32>, #two>
  tt.return
}

// CHECK-LABEL: llvm.func @selects
// CHECK: %[[C:.+]] = llvm.icmp "ne"
// A scalar condition, then one for each element; numbers and pointers.
// CHECK: %[[S:.+]] = llvm.select %arg2, %[[V:.+]], %{{.+}} : i1, f32
// CHECK: %[[Q:.+]] = llvm.select %[[C]], %{{.+}}, %arg1 : i1, !llvm.ptr<1>
// CHECK: "st.global.b32 [$0], $1;", "l,r" %[[Q]]
tt.func public @selects(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %c: i1, %n: i32) {
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #one>
  %ns = tt.splat %n : i32 -> tensor<128xi32, #one>
  %m = arith.cmpi ne, %r, %ns : tensor<128xi32, #one>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #one>
  %t = tt.splat %q : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #one>
  %a = tt.addptr %s, %r : tensor<128x!tt.ptr<f32>, #one>, tensor<128xi32, #one>
  %v = tt.load %a : tensor<128x!tt.ptr<f32>, #one>
  %z = arith.constant dense<0.0> : tensor<128xf32, #one>
  %w = arith.select %c, %v, %z : tensor<128xf32, #one>
  %b = arith.select %m, %a, %t : tensor<128xi1, #one>, tensor<128x!tt.ptr<f32>, #one>
  tt.store %b, %w : tensor<128x!tt.ptr<f32>, #one>
  tt.return
}

// CHECK-LABEL: llvm.func @casts
// CHECK-DAG: llvm.sext %{{.+}} : i16 to i64
// CHECK-DAG: llvm.trunc %{{.+}} : i16 to i8
// CHECK-DAG: llvm.uitofp %{{.+}} : i16 to bf16
// CHECK-DAG: llvm.sitofp %{{.+}} : i16 to f32
// CHECK-DAG: llvm.fptosi %{{.+}} : f32 to i16
// CHECK-DAG: llvm.fptrunc %{{.+}} : f32 to f16
// CHECK-DAG: llvm.fpext %{{.+}} : bf16 to f32
// CHECK-DAG: llvm.bitcast %{{.+}} : f16 to i16
tt.func public @casts(%p: !tt.ptr<i16>, %q: !tt.ptr<i64>, %b: !tt.ptr<i8>) {
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #one>
  %s = tt.splat %p : !tt.ptr<i16> -> tensor<128x!tt.ptr<i16>, #one>
  %a = tt.addptr %s, %r : tensor<128x!tt.ptr<i16>, #one>, tensor<128xi32, #one>
  %v = tt.load %a : tensor<128x!tt.ptr<i16>, #one>
  %l = arith.extsi %v : tensor<128xi16, #one> to tensor<128xi64, #one>
  %i = arith.trunci %v : tensor<128xi16, #one> to tensor<128xi8, #one>
  %u = arith.uitofp %v : tensor<128xi16, #one> to tensor<128xbf16, #one>
  %f = arith.sitofp %v : tensor<128xi16, #one> to tensor<128xf32, #one>
  %g = arith.extf %u : tensor<128xbf16, #one> to tensor<128xf32, #one>
  %h = arith.addf %f, %g : tensor<128xf32, #one>
  %k = arith.truncf %h : tensor<128xf32, #one> to tensor<128xf16, #one>
  %m = tt.bitcast %k : tensor<128xf16, #one> -> tensor<128xi16, #one>
  %n = arith.fptosi %h : tensor<128xf32, #one> to tensor<128xi16, #one>
  %o = arith.xori %m, %n : tensor<128xi16, #one>
  tt.store %a, %o : tensor<128x!tt.ptr<i16>, #one>
  %t = tt.splat %q : !tt.ptr<i64> -> tensor<128x!tt.ptr<i64>, #one>
  tt.store %t, %l : tensor<128x!tt.ptr<i64>, #one>
  %w = tt.splat %b : !tt.ptr<i8> -> tensor<128x!tt.ptr<i8>, #one>
  tt.store %w, %i : tensor<128x!tt.ptr<i8>, #one>
  tt.return
}

// A number of 8 bits is an integer in LLVM: it is moved, not computed with.
// CHECK-LABEL: llvm.func @fp8
// CHECK: llvm.select %arg1, %{{.+}}, %{{.+}} : i1, i8
// CHECK-NOT: llvm.bitcast
// CHECK: llvm.return
tt.func public @fp8(%p: !tt.ptr<f8E5M2>, %c: i1, %q: !tt.ptr<i8>) {
  %z = arith.constant dense<1.5> : tensor<128xf8E5M2, #one>
  %s = tt.splat %p : !tt.ptr<f8E5M2> -> tensor<128x!tt.ptr<f8E5M2>, #one>
  %v = tt.load %s : tensor<128x!tt.ptr<f8E5M2>, #one>
  %w = arith.select %c, %v, %z : tensor<128xf8E5M2, #one>
  %i = arith.bitcast %w : tensor<128xf8E5M2, #one> to tensor<128xi8, #one>
  %t = tt.splat %q : !tt.ptr<i8> -> tensor<128x!tt.ptr<i8>, #one>
  tt.store %t, %i : tensor<128x!tt.ptr<i8>, #one>
  tt.return
}

// CHECK-LABEL: llvm.func @pointers
// CHECK: llvm.getelementptr %arg0[%arg3] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
// CHECK: llvm.getelementptr %arg1[%arg3] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, !llvm.ptr<1>
// CHECK: llvm.getelementptr %arg2[%arg3] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f64
// CHECK: llvm.ptrtoint %{{.+}} : !llvm.ptr<1> to i64
// CHECK: llvm.inttoptr %{{.+}} : i64 to !llvm.ptr<1>
tt.func public @pointers(%p: !tt.ptr<i1>, %q: !tt.ptr<!tt.ptr<f32>>, %d: !tt.ptr<f64>, %i: i64) {
  %pa = tt.addptr %p, %i : !tt.ptr<i1>, i64
  %qa = tt.addptr %q, %i : !tt.ptr<!tt.ptr<f32>>, i64
  %da = tt.addptr %d, %i : !tt.ptr<f64>, i64
  %x = tt.load %pa : !tt.ptr<i1>
  %y = tt.load %qa : !tt.ptr<!tt.ptr<f32>>
  %z = tt.load %da : !tt.ptr<f64>
  tt.store %p, %x : !tt.ptr<i1>
  tt.store %q, %y : !tt.ptr<!tt.ptr<f32>>
  tt.store %d, %z : !tt.ptr<f64>
  %n = tt.ptr_to_int %da : !tt.ptr<f64> -> i64
  %m = arith.muli %n, %i : i64
  %w = tt.int_to_ptr %m : i64 -> !tt.ptr<f64>
  %c = tt.bitcast %w : !tt.ptr<f64> -> !tt.ptr<i64>
  tt.store %c, %n : !tt.ptr<i64>
  tt.return
}

// CHECK-LABEL: llvm.func @floats
// CHECK: llvm.intr.sqrt(%{{.+}}) : (f32) -> f32
// CHECK: llvm.fdiv
// CHECK: llvm.intr.maxnum
// CHECK: llvm.intr.minnum
// CHECK: llvm.intr.maximum
// CHECK: llvm.intr.minimum
// CHECK: %[[H:.+]] = llvm.fptrunc %[[X:.+]] : f32 to bf16
// CHECK: %[[W:.+]] = llvm.fpext %[[H]] : bf16 to f32
// CHECK: llvm.fptrunc %[[W]] : f32 to f16
tt.func public @floats(%p: !tt.ptr<f32>, %q: !tt.ptr<f16>) {
  %x = tt.load %p : !tt.ptr<f32>
  %a = tt.precise_sqrt %x : f32
  %b = tt.precise_divf %a, %x : f32
  %c = tt.clampf %b, %x, %a, propagateNan = none : f32
  %d = tt.clampf %c, %x, %a, propagateNan = all : f32
  tt.store %p, %d : !tt.ptr<f32>
  %e = tt.fp_to_fp %d, rounding = rtne : f32 -> bf16
  %f = tt.fp_to_fp %e : bf16 -> f16
  tt.store %q, %f : !tt.ptr<f16>
  tt.return
}

// e^x is 2^(x log2 e).
// CHECK-LABEL: llvm.func @math
// CHECK-DAG: %[[LOG2E:.+]] = llvm.mlir.constant(1.44269502 : f32)
// CHECK: %[[M:.+]] = llvm.fmul %{{.+}}, %[[LOG2E]] : f32
// CHECK: llvm.intr.exp2(%[[M]])
// CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz"
// CHECK: llvm.intr.fabs
// CHECK: sqrt.approx
// CHECK: llvm.intr.fma
// CHECK: llvm.intr.floor
// CHECK: llvm.intr.abs
tt.func public @math(%p: !tt.ptr<f32>, %q: !tt.ptr<i32>) {
  %x = tt.load %p : !tt.ptr<f32>
  %a = math.exp %x : f32
  %b = math.exp2 %a : f32
  %c = math.absf %b : f32
  %d = math.sqrt %c : f32
  %e = math.fma %a, %b, %d : f32
  %f = math.floor %e : f32
  tt.store %p, %f : !tt.ptr<f32>
  %i = tt.load %q : !tt.ptr<i32>
  %j = math.absi %i : i32
  tt.store %q, %j : !tt.ptr<i32>
  tt.return
}

// CHECK-LABEL: llvm.func @high_half
// CHECK: %[[X:.+]] = llvm.zext %{{.+}} : i32 to i64
// CHECK: %[[P:.+]] = llvm.mul %[[X]], %[[X]] : i64
// CHECK: %[[H:.+]] = llvm.lshr %[[P]]
// CHECK: llvm.trunc %[[H]] : i64 to i32
tt.func public @high_half(%q: !tt.ptr<i32>) {
  %i = tt.load %q : !tt.ptr<i32>
  %j = tt.mulhiui %i, %i : i32
  tt.store %q, %j : !tt.ptr<i32>
  tt.return
}

// One instruction for each register; the signs are in its name.
// CHECK-LABEL: llvm.func @dot_products_of_bytes
// CHECK-SAME: %[[N:[^ ]+]]: i32
// CHECK: %[[A:.+]] = llvm.call_intrinsic "llvm.nvvm.idp4a.s.s"(%[[V:.+]], %[[N]], %[[V]]) : (i32, i32, i32) -> i32
// CHECK: %[[B:.+]] = llvm.call_intrinsic "llvm.nvvm.idp4a.s.s"(%[[W:.+]], %[[N]], %[[W]])
// CHECK: %[[C:.+]] = llvm.call_intrinsic "llvm.nvvm.idp4a.u.s"(%[[A]], %[[N]], %[[A]])
// CHECK: %[[D:.+]] = llvm.call_intrinsic "llvm.nvvm.idp4a.u.s"(%[[B]], %[[N]], %[[B]])
// CHECK: %[[E:.+]] = llvm.call_intrinsic "llvm.nvvm.idp4a.s.u"(%[[C]], %[[N]], %[[C]])
// CHECK: %[[F:.+]] = llvm.call_intrinsic "llvm.nvvm.idp4a.s.u"(%[[D]], %[[N]], %[[D]])
// CHECK: llvm.call_intrinsic "llvm.nvvm.idp4a.u.u"(%[[E]], %[[N]], %[[E]])
// CHECK: llvm.call_intrinsic "llvm.nvvm.idp4a.u.u"(%[[F]], %[[N]], %[[F]])
// CHECK-NOT: idp4a
// CHECK: llvm.return
tt.func public @dot_products_of_bytes(%n: i32, %p: !tt.ptr<i32>) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #two>
  %s = tt.splat %p : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #two>
  %q = tt.addptr %s, %r : tensor<256x!tt.ptr<i32>, #two>, tensor<256xi32, #two>
  %m = tt.splat %n : i32 -> tensor<256xi32, #two>
  %v = tt.load %q : tensor<256x!tt.ptr<i32>, #two>
  %a = tt.dp4a %v, %m, %v : tensor<256xi32, #two>
  %b = tt.dp4a unsigned %a, %m, %a : tensor<256xi32, #two>
  %c = tt.dp4a %b, unsigned %m, %b : tensor<256xi32, #two>
  %d = tt.dp4a unsigned %c, unsigned %m, %c : tensor<256xi32, #two>
  tt.store %q, %d : tensor<256x!tt.ptr<i32>, #two>
  tt.return
}

// Both halves of a product, in any order of the factors, are of one product.
// CHECK-LABEL: llvm.func @both_halves
// CHECK: %[[X:.+]] = llvm.zext %[[I:.+]] : i32 to i64
// CHECK: %[[Y:.+]] = llvm.zext %[[K:.+]] : i32 to i64
// CHECK: %[[P:.+]] = llvm.mul %[[X]], %[[Y]] : i64
// CHECK: %[[L:.+]] = llvm.trunc %[[P]] : i64 to i32
// CHECK: %[[S:.+]] = llvm.lshr %[[P]]
// CHECK: %[[H:.+]] = llvm.trunc %[[S]] : i64 to i32
// A square, whose high half is not computed, and 64 bits.
// CHECK: llvm.mul %[[I]], %[[I]] : i32
// CHECK: llvm.mul %arg1, %arg1 : i64
tt.func public @both_halves(%q: !tt.ptr<i32>, %n: i64) {
  %i = tt.load %q : !tt.ptr<i32>
  %k = tt.load %q : !tt.ptr<i32>
  %l = arith.muli %i, %k : i32
  %h = tt.mulhiui %k, %i : i32
  %s = arith.muli %i, %i : i32
  %w = arith.muli %n, %n : i64
  %v = tt.mulhiui %n, %n : i64
  %x = arith.xori %w, %v : i64
  %t = arith.trunci %x : i64 to i32
  tt.store %q, %l : !tt.ptr<i32>
  tt.store %q, %h : !tt.ptr<i32>
  tt.store %q, %s : !tt.ptr<i32>
  tt.store %q, %t : !tt.ptr<i32>
  tt.return
}
}
