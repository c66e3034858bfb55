// RUN: cm2tt-opt %s -split-input-file -cm2tt-ttg-allocate-tensor-maps | FileCheck %s

// Two maps of 128 bytes for each program; x is the fastest axis.
// CHECK: module attributes {ttg.scratch = 256 : i32}
// CHECK: tt.func @two(%[[P:.+]]: !tt.ptr<f32>, %[[N:.+]]: i32, %[[SCRATCH:.+]]: !tt.ptr<i8> {tt.divisibility = 16 : i32})
// CHECK: tt.get_program_id z
// CHECK: tt.get_program_id y
// CHECK: tt.get_num_programs y
// CHECK: tt.get_program_id x
// CHECK: tt.get_num_programs x
// CHECK: %[[PROGRAM:.+]] = arith.addi
// CHECK: %[[BYTES:.+]] = arith.constant 256 : i64
// CHECK: %[[O:.+]] = arith.muli %[[PROGRAM]], %[[BYTES]] : i64
// CHECK: %[[OWN:.+]] = tt.addptr %[[SCRATCH]], %[[O]] : !tt.ptr<i8>, i64
// CHECK: %[[ZERO:.+]] = arith.constant 0 : i64
// CHECK: %[[A:.+]] = tt.addptr %[[OWN]], %[[ZERO]]
// CHECK: ttg.tensor_map_create %[[A]], %[[P]], [%[[N]]], [%{{.+}}] : (<i8>, <f32>) -> !tt.tensordesc<tensor<64xf32>>
// CHECK: scf.for
// CHECK: %[[NEXT:.+]] = arith.constant 128 : i64
// CHECK: %[[B:.+]] = tt.addptr %[[OWN]], %[[NEXT]]
// CHECK: ttg.tensor_map_create %[[B]], %[[P]], [%[[N]]], [%{{.+}}] padding nan :
// CHECK-NOT: make_tensor_descriptor
tt.func @two(%p: !tt.ptr<f32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %step = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %d = tt.make_tensor_descriptor %p, [%n], [%one] : <f32>, <tensor<64xf32>>
  scf.for %i = %zero to %n step %step : i32 {
    %e = tt.make_tensor_descriptor %p, [%n], [%one] {padding = 2 : i32} : <f32>, <tensor<64xf32>>
  }
  tt.return
}

// CHECK: tt.func @none()
tt.func @none() {
  tt.return
}

// -----

// The loop carries two maps that may be in use when it creates one: three slots.
// What an access of the same iteration uses has one.
// CHECK: module attributes {ttg.scratch = 512 : i32}
// CHECK: tt.func @carried(
// CHECK: scf.for {{.+}} iter_args(%[[A:.+]] = %{{.+}}, %[[B:.+]] = %{{.+}}) -> (!tt.tensordesc<tensor<64xf32>>, !tt.tensordesc<tensor<64xf32>>)
// CHECK: %[[SLOTS:.+]] = tt.addptr
// CHECK: %[[SLOT:.+]] = ttg.tensor_map_slot %[[SLOTS]] beside %[[A]], %[[B]] : !tt.ptr<i8>, !tt.tensordesc<tensor<64xf32>>, !tt.tensordesc<tensor<64xf32>>
// CHECK: ttg.tensor_map_create %[[SLOT]],
// CHECK: %[[O:.+]] = arith.constant 384 : i64
// CHECK: %[[LAST:.+]] = tt.addptr %{{.+}}, %[[O]]
// CHECK: ttg.tensor_map_create %[[LAST]],
tt.func @carried(%d: !tt.tensordesc<tensor<64xf32>>, %p: !tt.ptr<f32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %step = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  scf.for %i = %zero to %n step %step iter_args(%a = %d, %b = %d) -> (!tt.tensordesc<tensor<64xf32>>, !tt.tensordesc<tensor<64xf32>>) : i32 {
    %e = tt.make_tensor_descriptor %p, [%i], [%one] : <f32>, <tensor<64xf32>>
    %f = tt.make_tensor_descriptor %p, [%i], [%one] : <f32>, <tensor<64xf32>>
    %x = tt.descriptor_load %f[%zero] : !tt.tensordesc<tensor<64xf32>> -> tensor<64xf32>
    scf.yield %e, %a : !tt.tensordesc<tensor<64xf32>>, !tt.tensordesc<tensor<64xf32>>
  }
  tt.return
}

// -----

// Loops of blocks carry what blocks are passed.
// CHECK: module attributes {ttg.scratch = 256 : i32}
// CHECK: tt.func @blocks(
// CHECK: ^bb1(%[[A:.+]]: !tt.tensordesc<tensor<64xf32>>):
// CHECK: ttg.tensor_map_slot %{{.+}} beside %[[A]] :
tt.func @blocks(%d: !tt.tensordesc<tensor<64xf32>>, %p: !tt.ptr<f32>, %n: i32, %c: i1) {
  %one = arith.constant 1 : i64
  cf.br ^loop(%d : !tt.tensordesc<tensor<64xf32>>)
^loop(%a: !tt.tensordesc<tensor<64xf32>>):
  %e = tt.make_tensor_descriptor %p, [%n], [%one] : <f32>, <tensor<64xf32>>
  cf.cond_br %c, ^loop(%e : !tt.tensordesc<tensor<64xf32>>), ^end(%a : !tt.tensordesc<tensor<64xf32>>)
^end(%b: !tt.tensordesc<tensor<64xf32>>):
  tt.return
}
