// RUN: cm2tt-opt %s --cm2tt-tt-to-cpu=target=cpu:x86-64-v3 | FileCheck %s --enable-var-scope --allow-unused-prefixes=false
// RUN: cm2tt-opt %s --cm2tt-tt-to-cpu=target=cpu:x86-64-v2 | FileCheck %s --enable-var-scope --allow-unused-prefixes=false --check-prefix=OLD

// Without instructions for f16, its bits are shifted.
// OLD: module attributes {{{.*}}cpu.software_f16
// OLD-NOT: arith.truncf {{.*}}f16

// The bytes of lanes are extended: of operands after `unsigned` by zeros.
// CHECK-LABEL: llvm.func internal @dot_products_of_bytes.program
// CHECK: %[[V:.+]] = llvm.load %{{.+}} : !llvm.ptr -> vector<[[W:[0-9]+]]xi32>
// CHECK: %[[N:.+]] = llvm.shufflevector
// CHECK: %[[C:.+]] = arith.constant dense<24> : vector<[[W]]xi32>
// CHECK: %[[A:.+]] = arith.shli %[[V]], %[[C]]
// CHECK: %[[A0:.+]] = arith.shrui %[[A]], %{{.+}} : vector<[[W]]xi32>
// CHECK: %[[B:.+]] = arith.shli %[[N]], %{{.+}}
// CHECK: %[[B0:.+]] = arith.shrsi %[[B]], %{{.+}} : vector<[[W]]xi32>
// CHECK: %[[P0:.+]] = arith.muli %[[A0]], %[[B0]]
// CHECK: %[[S0:.+]] = arith.addi %[[V]], %[[P0]]
// CHECK: %[[C1:.+]] = arith.constant dense<16> : vector<[[W]]xi32>
// CHECK: arith.shli %[[V]], %[[C1]]
// CHECK: arith.addi %[[S0]]
// CHECK-COUNT-2: arith.muli
// CHECK-NOT: arith.muli
// CHECK: llvm.return
tt.func public @dot_products_of_bytes(%p: !tt.ptr<i32>, %n: i32) {
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %s = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %q = tt.addptr %s, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  %m = tt.splat %n : i32 -> tensor<64xi32>
  %v = tt.load %q : tensor<64x!tt.ptr<i32>>
  %d = tt.dp4a unsigned %v, %m, %v : tensor<64xi32>
  tt.store %q, %d : tensor<64x!tt.ptr<i32>>
  tt.return
}

// Scalars call C's functions, vectors compute them or call them lane by lane.
// CHECK-LABEL: llvm.func internal @functions.program
// CHECK: llvm.call @expf(%{{.*}}) : (f32) -> f32
// CHECK: llvm.call @cm2tt.acosf.x[[LANES:[0-9]+]](%{{.*}}) : (vector<[[LANES]]xf32>) -> vector<[[LANES]]xf32>
// CHECK-NOT: math.exp
// CHECK: arith.truncf {{.*}} : vector<[[LANES]]xf32> to vector<[[LANES]]xf16>
tt.func public @functions(%p: !tt.ptr<f16>, %x: f32) {
  %e = math.exp %x : f32
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %n = arith.sitofp %r : tensor<64xi32> to tensor<64xf32>
  %s = tt.splat %e : f32 -> tensor<64xf32>
  %m = arith.mulf %n, %s : tensor<64xf32>
  %a = math.acos %m : tensor<64xf32>
  %b = math.exp %a : tensor<64xf32>
  %h = arith.truncf %b : tensor<64xf32> to tensor<64xf16>
  %q = tt.splat %p : !tt.ptr<f16> -> tensor<64x!tt.ptr<f16>>
  %to = tt.addptr %q, %r : tensor<64x!tt.ptr<f16>>, tensor<64xi32>
  tt.store %to, %h : tensor<64x!tt.ptr<f16>>
  tt.return
}

// A remainder is an instruction, also of lanes: LLVM takes a call of fmod not to
// return NaN for a finite dividend and a divisor that is not 0 but may be NaN.
// CHECK-LABEL: llvm.func internal @remainders.program
// CHECK-NOT: @fmod(
// CHECK: llvm.frem %{{.*}}, %{{.*}} : f64
// CHECK-NOT: @fmod(
// CHECK: llvm.call @cm2tt.fmodf.x
// CHECK-NOT: @fmodf(
// CHECK: llvm.func internal @cm2tt.fmodf.x
// CHECK: llvm.frem %{{.*}}, %{{.*}} : f32
tt.func public @remainders(%p: !tt.ptr<f64>, %x: i32, %y: f64, %q: !tt.ptr<f32>) {
  %d = arith.sitofp %x : i32 to f64
  %s = arith.remf %d, %y : f64
  tt.store %p, %s : !tt.ptr<f64>
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %n = arith.sitofp %r : tensor<64xi32> to tensor<64xf32>
  %t = arith.remf %n, %n : tensor<64xf32>
  %b = tt.splat %q : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %to = tt.addptr %b, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %to, %t : tensor<64x!tt.ptr<f32>>
  tt.return
}
