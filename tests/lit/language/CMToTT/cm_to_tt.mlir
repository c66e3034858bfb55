// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Constants and what equals 1 vanish from the parameters; unsigned types are signless; divisibility is kept. What
// equals 1 has the type of other numbers.
// CHECK-LABEL: tt.func public @signature(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<f32> {tt.divisibility = 16 : i32},
// CHECK-SAME:  %[[P1:[^:]+]]: i32 {tt.divisibility = 16 : i32},
// CHECK-SAME:  %[[P2:[^:]+]]: i64,
// CHECK-SAME:  %[[P3:[^:]+]]: i8,
// CHECK-SAME:  %[[P4:[^:]+]]: !tt.ptr<i16>)
// CHECK-NEXT: %[[ONE:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[C64_I32:.+]] = arith.constant 64 : i32
// CHECK-NEXT: %[[V1:.+]] = arith.muli %[[ONE]], %[[C64_I32]] : i32
// CHECK-NEXT: %[[V0:.+]] = arith.addi %[[V1]], %[[P1]] : i32
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["*fp32:16", "i32:1", 64, "i32:16", "i64", true, "u8", "*u16"]} {
cm.func "signature" body (%p: !Ptr, %one: i32, %c: i32, %n: i32, %l: i64, %t: i1, %b: i8, %q: !Ptr) -> none {
  %vp = cm.var %p "x_ptr" : (!Ptr) -> !cm.var<!Ptr>
  %vn = cm.var %n "n" : (i32) -> !cm.var<i32>
  %0 = cm.mul %one, %c : i32
  %1 = cm.add %0, %n : i32
  cm.return
}
}

// -----

// Variables become values; a constant is made where one stops to be one.
// CHECK-LABEL: tt.func public @variables(
// CHECK-SAME:  %[[P0:[^:]+]]: i32)
// CHECK-NEXT: %[[C3_I32:.+]] = arith.constant 3 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.addi %[[C3_I32]], %[[P0]] : i32
// CHECK-NEXT: %[[C3_I32_0:.+]] = arith.constant 3 : i32
// CHECK-NEXT: %[[V1:.+]] = arith.muli %[[V0]], %[[C3_I32_0]] : i32
// CHECK-NEXT: tt.return
module attributes {cm.signature = [3, "i32"]} {
cm.func "variables" body (%n: i32, %m: i32) -> none {
  %v = cm.var %n "v" : (i32) -> !cm.var<i32>
  %0 = cm.var.load %v : (!cm.var<i32>) -> i32
  %1 = cm.add %0, %m : i32
  cm.var.store %v, %1 : !cm.var<i32>, i32
  %2 = cm.var.load %v : (!cm.var<i32>) -> i32
  %w = cm.var "w" : () -> !cm.var<i32>
  cm.var.store %w, %n : !cm.var<i32>, i32
  %3 = cm.var.load %w : (!cm.var<i32>) -> i32
  %4 = cm.mul %2, %3 : i32
  cm.var.store %v, %4 : !cm.var<i32>, i32
  cm.return
}
}

// -----

// A kernel over two dimensions.
// CHECK-LABEL: tt.func public @two_dimensional(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<f32> {tt.divisibility = 16 : i32},
// CHECK-SAME:  %[[P1:[^:]+]]: i32,
// CHECK-SAME:  %[[P2:[^:]+]]: i32)
// CHECK-NEXT: %[[V0:.+]] = tt.get_program_id x : i32
// CHECK-NEXT: %[[C16_I32:.+]] = arith.constant 16 : i32
// CHECK-NEXT: %[[V1:.+]] = arith.muli %[[V0]], %[[C16_I32]] : i32
// CHECK-NEXT: %[[V2:.+]] = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.splat %[[V1]] : i32 -> tensor<16xi32>
// CHECK-NEXT: %[[V4:.+]] = arith.addi %[[V3]], %[[V2]] : tensor<16xi32>
// CHECK-NEXT: %[[V5:.+]] = tt.expand_dims %[[V4]] {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
// CHECK-NEXT: %[[V6:.+]] = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
// CHECK-NEXT: %[[V7:.+]] = tt.expand_dims %[[V6]] {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
// CHECK-NEXT: %[[V8:.+]] = tt.splat %[[P2]] : i32 -> tensor<16x1xi32>
// CHECK-NEXT: %[[V9:.+]] = arith.muli %[[V5]], %[[V8]] : tensor<16x1xi32>
// CHECK-NEXT: %[[V10:.+]] = tt.broadcast %[[V9]] : tensor<16x1xi32> -> tensor<16x32xi32>
// CHECK-NEXT: %[[V11:.+]] = tt.broadcast %[[V7]] : tensor<1x32xi32> -> tensor<16x32xi32>
// CHECK-NEXT: %[[V12:.+]] = arith.addi %[[V10]], %[[V11]] : tensor<16x32xi32>
// CHECK-NEXT: %[[V13:.+]] = tt.splat %[[P0]] : !tt.ptr<f32> -> tensor<16x32x!tt.ptr<f32>>
// CHECK-NEXT: %[[V14:.+]] = tt.addptr %[[V13]], %[[V12]] : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi32>
// CHECK-NEXT: %[[V15:.+]] = tt.splat %[[P1]] : i32 -> tensor<16x1xi32>
// CHECK-NEXT: %[[V16:.+]] = arith.cmpi slt, %[[V5]], %[[V15]] : tensor<16x1xi32>
// CHECK-NEXT: %[[V17:.+]] = tt.broadcast %[[V16]] : tensor<16x1xi1> -> tensor<16x32xi1>
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<0.000000e+00> : tensor<16x32xf32>
// CHECK-NEXT: %[[V18:.+]] = tt.load %[[V14]], %[[V17]], %[[CST]] : tensor<16x32x!tt.ptr<f32>>
// CHECK-NEXT: %[[V19:.+]] = arith.mulf %[[V18]], %[[V18]] : tensor<16x32xf32>
// CHECK-NEXT: %[[V20:.+]] = tt.broadcast %[[V16]] : tensor<16x1xi1> -> tensor<16x32xi1>
// CHECK-NEXT: tt.store %[[V14]], %[[V19]], %[[V20]] : tensor<16x32x!tt.ptr<f32>>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Num = !cm.java<"java.lang.Number">
!Kind = !cm.java<"oracle.code.triton.Triton$CompareKind">
module attributes {cm.signature = ["*fp32:16", "i32", "i32", 16, 32]} {
cm.func "two_dimensional" body (%p: !Ptr, %m: i32, %stride: i32, %bm: i32, %bn: i32) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 1 : i32
  %f0 = cm.constant 0.000000e+00 : f32
  %lt = cm.field.load "oracle.code.triton.Triton$CompareKind::LessThan:oracle.code.triton.Triton$CompareKind" : () -> !Kind
  %pid = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%0) : (i32) -> i32
  %start = cm.mul %pid, %bm : i32
  %ar = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %bm) : (i32, i32) -> !Tensor
  %rows = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%start, %ar) : (i32, !Tensor) -> !Num
  %r2 = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%rows, %1) : (!Num, i32) -> !Tensor
  %cols = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %bn) : (i32, i32) -> !Tensor
  %c2 = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%cols, %0) : (!Tensor, i32) -> !Tensor
  %off = cm.invoke "oracle.code.triton.Triton::mul(java.lang.Number, java.lang.Number):java.lang.Number"(%r2, %stride) : (!Tensor, i32) -> !Num
  %offs = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%off, %c2) : (!Num, !Tensor) -> !Num
  %ps = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%p, %offs) : (!Ptr, !Num) -> !Num
  %mask = cm.invoke "oracle.code.triton.Triton::compare(java.lang.Number, java.lang.Number, oracle.code.triton.Triton$CompareKind):oracle.code.triton.Tensor"(%r2, %m, %lt) : (!Tensor, i32, !Kind) -> !Tensor
  %v = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor, float):oracle.code.triton.Tensor"(%ps, %mask, %f0) : (!Num, !Tensor, f32) -> !Tensor
  %w = cm.invoke "oracle.code.triton.Triton::mul(java.lang.Number, java.lang.Number):java.lang.Number"(%v, %v) : (!Tensor, !Tensor) -> !Num
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%ps, %w, %mask) : (!Num, !Num, !Tensor) -> ()
  cm.return
}
}

// -----

// Other functions, and what the module says of the model, are gone.
// CHECK-LABEL: {{^module {$}}
// CHECK-NEXT: tt.func public @alone(
// CHECK-SAME:  %[[P0:[^:]+]]: i32)
// CHECK-NEXT: tt.return
module attributes {cm.signature = ["i32"], cm.producer = "javac", cm.source = "A.java"} {
cm.func "helper" body (%n: i32) -> i32 {
  cm.return %n : i32
}
cm.module body () -> none {
  cm.unreachable
}
cm.func "alone" body (%n: i32) -> none {
  cm.return
}
}

// -----

// Chars are unsigned and signless.
// CHECK-LABEL: tt.func public @chars(
// CHECK-SAME:  %[[P0:[^:]+]]: i32)
// CHECK-NEXT: %[[C66_I16:.+]] = arith.constant 66 : i16
// CHECK-NEXT: %[[C65_I16:.+]] = arith.constant 65 : i16
// CHECK-NEXT: %[[V0:.+]] = arith.extui %[[C65_I16]] : i16 to i32
// CHECK-NEXT: %[[V1:.+]] = arith.addi %[[V0]], %[[P0]] : i32
// CHECK-NEXT: tt.return
module attributes {cm.signature = [65, "i32"]} {
cm.func "chars" body (%c: ui16, %n: i32) -> none {
  %a = cm.constant 66 : ui16
  %v = cm.var %a "v" : (ui16) -> !cm.var<ui16>
  cm.var.store %v, %c : !cm.var<ui16>, ui16
  %0 = cm.var.load %v : (!cm.var<ui16>) -> ui16
  %1 = cm.conv %0 : ui16 to i32
  %2 = cm.add %1, %n : i32
  cm.return
}
}
