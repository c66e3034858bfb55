// RUN: mlir-opt --load-dialect-plugin=%libs/Cm2ttPlugin.so %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: mlir-opt --load-dialect-plugin=%libs/Cm2ttPlugin.so %t.mlir \
// RUN:   | diff %t.mlir -
// RUN: not mlir-opt %s 2>&1 | FileCheck %s --check-prefix=WITHOUT

// A stock mlir-opt parses, verifies and prints each of the three dialects.

// WITHOUT: error: {{.*}} created with unregistered dialect

// CHECK-DAG: #[[$ROW:.+]] = #ttg.linear<{register = {{\[}}[1], [2]], lane = {{.*}}, warp = []}>
#row = #ttg.linear<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []}>
// CHECK-DAG: #[[$ODD:.+]] = #ttg.linear<{register = {{\[}}[32], [64]], lane = {{.*}}, warp = []}>
#odd = #ttg.linear<{register = [[32], [64]], lane = [[1], [2], [4], [8], [16]], warp = []}>

// CHECK-LABEL: cm.func "increment"
// CHECK: cm.var %{{.*}} "x" : (i32) -> !cm.var<i32>
cm.func "increment" body (%x: i32) -> i32 {
  %0 = cm.var %x "x" : (i32) -> !cm.var<i32>
  %1 = cm.var.load %0 : (!cm.var<i32>) -> i32
  %2 = cm.constant 1 : i32
  %3 = cm.add %1, %2 : i32
  cm.return %3 : i32
}

// CHECK-LABEL: tt.func @copy(
// CHECK: tt.load %{{.*}} : tensor<128x!tt.ptr<f32>>
// CHECK: tt.store %{{.*}} : tensor<128x!tt.ptr<f32>>
tt.func @copy(%from: tensor<128x!tt.ptr<f32>>, %to: tensor<128x!tt.ptr<f32>>) {
  %0 = tt.load %from : tensor<128x!tt.ptr<f32>>
  tt.store %to, %0 : tensor<128x!tt.ptr<f32>>
  tt.return
}

// CHECK-LABEL: tt.func @convert(
// CHECK: ttg.convert_layout %{{.*}} : tensor<128xf32, #[[$ROW]]> -> tensor<128xf32, #[[$ODD]]>
tt.func @convert(%a: tensor<128xf32, #row>) -> tensor<128xf32, #odd> {
  %0 = ttg.convert_layout %a : tensor<128xf32, #row> -> tensor<128xf32, #odd>
  tt.return %0 : tensor<128xf32, #odd>
}
