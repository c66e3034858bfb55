// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Masks, `other` and values are brought to the pointers' shape.
// CHECK-LABEL: tt.func public @access(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<f32>,
// CHECK-SAME:  %[[P1:[^:]+]]: i1)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[P0]] : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
// CHECK-NEXT: %[[V2:.+]] = tt.addptr %[[V1]], %[[V0]] : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.load %[[P0]], %[[P1]] : !tt.ptr<f32>
// CHECK-NEXT: %[[V4:.+]] = tt.splat %[[P1]] : i1 -> tensor<8xi1>
// CHECK-NEXT: %[[V5:.+]] = tt.load %[[V2]], %[[V4]] : tensor<8x!tt.ptr<f32>>
// CHECK-NEXT: %[[V6:.+]] = tt.splat %[[P1]] : i1 -> tensor<8xi1>
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<5.000000e-01> : tensor<8xf32>
// CHECK-NEXT: %[[V7:.+]] = tt.load %[[V2]], %[[V6]], %[[CST]] : tensor<8x!tt.ptr<f32>>
// CHECK-NEXT: %[[V8:.+]] = tt.splat %[[P1]] : i1 -> tensor<8xi1>
// CHECK-NEXT: %[[V9:.+]] = tt.splat %[[V3]] : f32 -> tensor<8xf32>
// CHECK-NEXT: %[[V10:.+]] = tt.load %[[V2]], %[[V8]], %[[V9]] : tensor<8x!tt.ptr<f32>>
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant 5.000000e-01 : f32
// CHECK-NEXT: tt.store %[[P0]], %[[CST_0]], %[[P1]] : !tt.ptr<f32>
// CHECK-NEXT: %[[CST_1:.+]] = arith.constant dense<0.000000e+00> : tensor<8xf32>
// CHECK-NEXT: %[[CST_2:.+]] = arith.constant dense<true> : tensor<8xi1>
// CHECK-NEXT: tt.store %[[V2]], %[[CST_1]], %[[CST_2]] : tensor<8x!tt.ptr<f32>>
// CHECK-NEXT: %[[V11:.+]] = tt.splat %[[V3]] : f32 -> tensor<8xf32>
// CHECK-NEXT: %[[V12:.+]] = tt.splat %[[P1]] : i1 -> tensor<8xi1>
// CHECK-NEXT: tt.store %[[V2]], %[[V11]], %[[V12]] : tensor<8x!tt.ptr<f32>>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["*fp32", "i1", 8]} {
cm.func "access" body (%p: !Ptr, %m: i1, %c8: i32) -> none {
  %0 = cm.constant 0 : i32
  %h = cm.constant 5.0e-01 : f32
  %x = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c8) : (i32, i32) -> !Tensor
  %ps = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%p, %x) : (!Ptr, !Tensor) -> !Num
  %1 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %m) : (!Ptr, i1) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%ps, %m) : (!Num, i1) -> !Tensor
  %3 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor, float):oracle.code.triton.Tensor"(%ps, %m, %h) : (!Num, i1, f32) -> !Tensor
  %4 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor, float):oracle.code.triton.Tensor"(%ps, %m, %1) : (!Num, i1, !Tensor) -> !Tensor
  %t = cm.constant true
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%p, %h, %m) : (!Ptr, f32, i1) -> ()
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%ps, %0, %t) : (!Num, i32, i1) -> ()
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%ps, %1, %m) : (!Num, !Tensor, i1) -> ()
  cm.return
}
}

// -----

// Truth values lie in memory as bytes.
// CHECK-LABEL: tt.func public @booleans(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<i1>,
// CHECK-SAME:  %[[P1:[^:]+]]: i1)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[P0]] : !tt.ptr<i1> -> tensor<8x!tt.ptr<i1>>
// CHECK-NEXT: %[[V2:.+]] = tt.addptr %[[V1]], %[[V0]] : tensor<8x!tt.ptr<i1>>, tensor<8xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.bitcast %[[V2]] : tensor<8x!tt.ptr<i1>> -> tensor<8x!tt.ptr<i8>>
// CHECK-NEXT: %[[V4:.+]] = tt.splat %[[P1]] : i1 -> tensor<8xi1>
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<false> : tensor<8xi1>
// CHECK-NEXT: %[[V5:.+]] = arith.extui %[[CST]] : tensor<8xi1> to tensor<8xi8>
// CHECK-NEXT: %[[V6:.+]] = tt.load %[[V3]], %[[V4]], %[[V5]] : tensor<8x!tt.ptr<i8>>
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<0> : tensor<8xi8>
// CHECK-NEXT: %[[V7:.+]] = arith.cmpi ne, %[[V6]], %[[CST_0]] : tensor<8xi8>
// CHECK-NEXT: %[[V8:.+]] = tt.bitcast %[[V2]] : tensor<8x!tt.ptr<i1>> -> tensor<8x!tt.ptr<i8>>
// CHECK-NEXT: %[[V9:.+]] = arith.extui %[[V7]] : tensor<8xi1> to tensor<8xi8>
// CHECK-NEXT: tt.store %[[V8]], %[[V9]], %[[V7]] : tensor<8x!tt.ptr<i8>>
// CHECK-NEXT: %[[V10:.+]] = tt.bitcast %[[P0]] : !tt.ptr<i1> -> !tt.ptr<i8>
// CHECK-NEXT: %[[V11:.+]] = tt.load %[[V10]], %[[P1]] : !tt.ptr<i8>
// CHECK-NEXT: %[[C0_I8:.+]] = arith.constant 0 : i8
// CHECK-NEXT: %[[V12:.+]] = arith.cmpi ne, %[[V11]], %[[C0_I8]] : i8
// CHECK-NEXT: %[[V13:.+]] = tt.bitcast %[[P0]] : !tt.ptr<i1> -> !tt.ptr<i8>
// CHECK-NEXT: %[[V14:.+]] = arith.extui %[[P1]] : i1 to i8
// CHECK-NEXT: tt.store %[[V13]], %[[V14]], %[[P1]] : !tt.ptr<i8>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["*i1", "i1", 8]} {
cm.func "booleans" body (%p: !Ptr, %m: i1, %c8: i32) -> none {
  %0 = cm.constant 0 : i32
  %x = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c8) : (i32, i32) -> !Tensor
  %ps = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%p, %x) : (!Ptr, !Tensor) -> !Num
  %1 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor, float):oracle.code.triton.Tensor"(%ps, %m, %0) : (!Num, i1, i32) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%ps, %1, %1) : (!Num, !Tensor, !Tensor) -> ()
  %2 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %m) : (!Ptr, i1) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%p, %m, %m) : (!Ptr, i1, i1) -> ()
  cm.return
}
}

// -----

// Constants are stored as the element type.
// CHECK-LABEL: tt.func public @constants(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<i64>,
// CHECK-SAME:  %[[P1:[^:]+]]: !tt.ptr<i32>,
// CHECK-SAME:  %[[P2:[^:]+]]: !tt.ptr<f16>,
// CHECK-SAME:  %[[P3:[^:]+]]: !tt.ptr<bf16>,
// CHECK-SAME:  %[[P4:[^:]+]]: !tt.ptr<f8E5M2>,
// CHECK-SAME:  %[[P5:[^:]+]]: i1)
// CHECK-NEXT: %[[CM1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: tt.store %[[P0]], %[[CM1_I64]], %[[P5]] : !tt.ptr<i64>
// CHECK-NEXT: %[[CM1_I32:.+]] = arith.constant -1 : i32
// CHECK-NEXT: tt.store %[[P1]], %[[CM1_I32]], %[[P5]] : !tt.ptr<i32>
// CHECK-NEXT: %[[CST:.+]] = arith.constant 1.500000e+00 : f16
// CHECK-NEXT: tt.store %[[P2]], %[[CST]], %[[P5]] : !tt.ptr<f16>
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant 1.500000e+00 : bf16
// CHECK-NEXT: tt.store %[[P3]], %[[CST_0]], %[[P5]] : !tt.ptr<bf16>
// CHECK-NEXT: %[[CST_1:.+]] = arith.constant 1.500000e+00 : f8E5M2
// CHECK-NEXT: tt.store %[[P4]], %[[CST_1]], %[[P5]] : !tt.ptr<f8E5M2>
// CHECK-NEXT: %[[C1_I64:.+]] = arith.constant 1 : i64
// CHECK-NEXT: %[[V0:.+]] = tt.load %[[P0]], %[[P5]], %[[C1_I64]] : !tt.ptr<i64>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["*i64", "*u32", "*fp16", "*bf16", "*fp8e5", "i1"]} {
cm.func "constants" body (%a: !Ptr, %b: !Ptr, %c: !Ptr, %d: !Ptr, %e: !Ptr, %m: i1) -> none {
  %o = cm.constant 1.500000e+00 : f32
  %n = cm.constant -1 : i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%a, %n, %m) : (!Ptr, i32, i1) -> ()
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%b, %n, %m) : (!Ptr, i32, i1) -> ()
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%c, %o, %m) : (!Ptr, f32, i1) -> ()
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%d, %o, %m) : (!Ptr, f32, i1) -> ()
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%e, %o, %m) : (!Ptr, f32, i1) -> ()
  %0 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor, float):oracle.code.triton.Tensor"(%a, %m, %o) : (!Ptr, i1, f32) -> !Tensor
  cm.return
}
}

// -----

// Calls whose result the model drops.
// CHECK-LABEL: tt.func public @dropped(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<f32>,
// CHECK-SAME:  %[[P1:[^:]+]]: i1)
// CHECK-NEXT: %[[V0:.+]] = tt.load %[[P0]], %[[P1]] : !tt.ptr<f32>
// CHECK-NEXT: %[[V1:.+]] = tt.get_program_id x : i32
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["*fp32", "i1"]} {
cm.func "dropped" body (%p: !Ptr, %m: i1) -> none {
  cm.invoke "oracle.code.triton.Triton::load(T, T):T"(%p, %m) : (!Ptr, i1) -> ()
  %0 = cm.constant 0 : i32
  cm.invoke "oracle.code.triton.Triton::programId(int):int"(%0) : (i32) -> ()
  cm.invoke "java.lang.Integer::valueOf(int):java.lang.Integer"(%0) : (i32) -> ()
  cm.return
}
}
