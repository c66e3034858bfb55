// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// One step: an element and its neighbour. The keys of floating-point numbers are
// integers.
// CHECK-LABEL: tt.func public @merge(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<f32>)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[P0]] : !tt.ptr<f32> -> tensor<2x!tt.ptr<f32>>
// CHECK-NEXT: %[[V2:.+]] = tt.addptr %[[V1]], %[[V0]] : tensor<2x!tt.ptr<f32>>, tensor<2xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.load %[[V2]] : tensor<2x!tt.ptr<f32>>
// CHECK-NEXT: %[[V4:.+]] = tt.bitcast %[[V3]] : tensor<2xf32> -> tensor<2xi32>
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<31> : tensor<2xi32>
// CHECK-NEXT: %[[V5:.+]] = arith.shrsi %[[V4]], %[[CST]] : tensor<2xi32>
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<2147483647> : tensor<2xi32>
// CHECK-NEXT: %[[V6:.+]] = arith.andi %[[V5]], %[[CST_0]] : tensor<2xi32>
// CHECK-NEXT: %[[V7:.+]] = arith.xori %[[V4]], %[[V6]] : tensor<2xi32>
// CHECK-NEXT: %[[V8:.+]] = tt.reshape %[[V7]] : tensor<2xi32> -> tensor<2xi32>
// CHECK-NEXT: %[[CST_1:.+]] = arith.constant dense<false> : tensor<1xi1>
// CHECK-NEXT: %[[V9:.+]] = "tt.reduce"(%[[V8]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[ARG1:.+]]: i32, %[[ARG2:.+]]: i32):
// CHECK-NEXT: %[[V25:.+]] = arith.xori %[[ARG1]], %[[ARG2]] : i32
// CHECK-NEXT: tt.reduce.return %[[V25]] : i32
// CHECK-NEXT: }) : (tensor<2xi32>) -> i32
// CHECK-NEXT: %[[V10:.+]] = tt.splat %[[V9]] : i32 -> tensor<1xi32>
// CHECK-NEXT: %[[V11:.+]] = tt.broadcast %[[V10]] : tensor<1xi32> -> tensor<2xi32>
// CHECK-NEXT: %[[V12:.+]] = arith.xori %[[V8]], %[[V11]] : tensor<2xi32>
// CHECK-NEXT: %[[V13:.+]] = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
// CHECK-NEXT: %[[CST_2:.+]] = arith.constant dense<1> : tensor<2xi32>
// CHECK-NEXT: %[[V14:.+]] = arith.cmpi eq, %[[V13]], %[[CST_2]] : tensor<2xi32>
// CHECK-NEXT: %[[V15:.+]] = tt.reshape %[[V14]] : tensor<2xi1> -> tensor<2xi1>
// CHECK-NEXT: %[[V16:.+]] = tt.broadcast %[[CST_1]] : tensor<1xi1> -> tensor<2xi1>
// CHECK-NEXT: %[[V17:.+]] = arith.xori %[[V15]], %[[V16]] : tensor<2xi1>
// CHECK-NEXT: %[[V18:.+]] = arith.cmpi sgt, %[[V8]], %[[V12]] : tensor<2xi32>
// CHECK-NEXT: %[[V19:.+]] = arith.xori %[[V18]], %[[V17]] : tensor<2xi1>
// CHECK-NEXT: %[[V20:.+]] = arith.select %[[V19]], %[[V12]], %[[V8]] : tensor<2xi1>, tensor<2xi32>
// CHECK-NEXT: %[[CST_3:.+]] = arith.constant dense<31> : tensor<2xi32>
// CHECK-NEXT: %[[V21:.+]] = arith.shrsi %[[V20]], %[[CST_3]] : tensor<2xi32>
// CHECK-NEXT: %[[CST_4:.+]] = arith.constant dense<2147483647> : tensor<2xi32>
// CHECK-NEXT: %[[V22:.+]] = arith.andi %[[V21]], %[[CST_4]] : tensor<2xi32>
// CHECK-NEXT: %[[V23:.+]] = arith.xori %[[V20]], %[[V22]] : tensor<2xi32>
// CHECK-NEXT: %[[V24:.+]] = tt.bitcast %[[V23]] : tensor<2xi32> -> tensor<2xf32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["*fp32"]} {
cm.func "merge" body (%p: !Ptr) -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 2 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Ptr"(%p, %1) : (!Ptr, !Tensor) -> !Ptr
  %3 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Ptr):oracle.code.triton.Tensor"(%2) : (!Ptr) -> !Tensor
  %4 = cm.invoke "oracle.code.triton.Triton::bitonicMerge(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%3) : (!Tensor) -> !Tensor
  cm.return
}
}

// -----

// Half of the elements are dropped; narrow numbers are compared in 32 bits.
// CHECK-LABEL: tt.func public @topk(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<i8>)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[P0]] : !tt.ptr<i8> -> tensor<4x!tt.ptr<i8>>
// CHECK-NEXT: %[[V2:.+]] = tt.addptr %[[V1]], %[[V0]] : tensor<4x!tt.ptr<i8>>, tensor<4xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.load %[[V2]] : tensor<4x!tt.ptr<i8>>
// CHECK-NEXT: %[[V4:.+]] = arith.extsi %[[V3]] : tensor<4xi8> to tensor<4xi32>
// CHECK-NEXT: %[[V5:.+]] = tt.reshape %[[V4]] : tensor<4xi32> -> tensor<2x2xi32>
// CHECK-NEXT: %[[V6:.+]] = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<1> : tensor<2xi32>
// CHECK-NEXT: %[[V7:.+]] = arith.cmpi eq, %[[V6]], %[[CST]] : tensor<2xi32>
// CHECK-NEXT: %[[V8:.+]] = tt.reshape %[[V7]] : tensor<2xi1> -> tensor<2x1xi1>
// CHECK-NEXT: %[[V9:.+]] = "tt.reduce"(%[[V5]]) <{axis = 1 : i32}> ({
// CHECK-NEXT: ^bb0(%[[ARG1:.+]]: i32, %[[ARG2:.+]]: i32):
// CHECK-NEXT: %[[V36:.+]] = arith.xori %[[ARG1]], %[[ARG2]] : i32
// CHECK-NEXT: tt.reduce.return %[[V36]] : i32
// CHECK-NEXT: }) : (tensor<2x2xi32>) -> tensor<2xi32>
// CHECK-NEXT: %[[V10:.+]] = tt.expand_dims %[[V9]] {axis = 1 : i32} : tensor<2xi32> -> tensor<2x1xi32>
// CHECK-NEXT: %[[V11:.+]] = tt.broadcast %[[V10]] : tensor<2x1xi32> -> tensor<2x2xi32>
// CHECK-NEXT: %[[V12:.+]] = arith.xori %[[V5]], %[[V11]] : tensor<2x2xi32>
// CHECK-NEXT: %[[V13:.+]] = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<1> : tensor<2xi32>
// CHECK-NEXT: %[[V14:.+]] = arith.cmpi eq, %[[V13]], %[[CST_0]] : tensor<2xi32>
// CHECK-NEXT: %[[V15:.+]] = tt.reshape %[[V14]] : tensor<2xi1> -> tensor<1x2xi1>
// CHECK-NEXT: %[[V16:.+]] = tt.broadcast %[[V8]] : tensor<2x1xi1> -> tensor<2x2xi1>
// CHECK-NEXT: %[[V17:.+]] = tt.broadcast %[[V15]] : tensor<1x2xi1> -> tensor<2x2xi1>
// CHECK-NEXT: %[[V18:.+]] = arith.xori %[[V17]], %[[V16]] : tensor<2x2xi1>
// CHECK-NEXT: %[[V19:.+]] = arith.cmpi sgt, %[[V5]], %[[V12]] : tensor<2x2xi32>
// CHECK-NEXT: %[[V20:.+]] = arith.xori %[[V19]], %[[V18]] : tensor<2x2xi1>
// CHECK-NEXT: %[[V21:.+]] = arith.select %[[V20]], %[[V12]], %[[V5]] : tensor<2x2xi1>, tensor<2x2xi32>
// CHECK-NEXT: %[[V22:.+]] = "tt.reduce"(%[[V21]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[ARG1]]: i32, %[[ARG2]]: i32):
// CHECK-NEXT: %[[V36]] = arith.maxsi %[[ARG1]], %[[ARG2]] : i32
// CHECK-NEXT: tt.reduce.return %[[V36]] : i32
// CHECK-NEXT: }) : (tensor<2x2xi32>) -> tensor<2xi32>
// CHECK-NEXT: %[[CST_1:.+]] = arith.constant dense<true> : tensor<1xi1>
// CHECK-NEXT: %[[V23:.+]] = "tt.reduce"(%[[V22]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[ARG1]]: i32, %[[ARG2]]: i32):
// CHECK-NEXT: %[[V36]] = arith.xori %[[ARG1]], %[[ARG2]] : i32
// CHECK-NEXT: tt.reduce.return %[[V36]] : i32
// CHECK-NEXT: }) : (tensor<2xi32>) -> i32
// CHECK-NEXT: %[[V24:.+]] = tt.splat %[[V23]] : i32 -> tensor<1xi32>
// CHECK-NEXT: %[[V25:.+]] = tt.broadcast %[[V24]] : tensor<1xi32> -> tensor<2xi32>
// CHECK-NEXT: %[[V26:.+]] = arith.xori %[[V22]], %[[V25]] : tensor<2xi32>
// CHECK-NEXT: %[[V27:.+]] = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
// CHECK-NEXT: %[[CST_2:.+]] = arith.constant dense<1> : tensor<2xi32>
// CHECK-NEXT: %[[V28:.+]] = arith.cmpi eq, %[[V27]], %[[CST_2]] : tensor<2xi32>
// CHECK-NEXT: %[[V29:.+]] = tt.reshape %[[V28]] : tensor<2xi1> -> tensor<2xi1>
// CHECK-NEXT: %[[V30:.+]] = tt.broadcast %[[CST_1]] : tensor<1xi1> -> tensor<2xi1>
// CHECK-NEXT: %[[V31:.+]] = arith.xori %[[V29]], %[[V30]] : tensor<2xi1>
// CHECK-NEXT: %[[V32:.+]] = arith.cmpi sgt, %[[V22]], %[[V26]] : tensor<2xi32>
// CHECK-NEXT: %[[V33:.+]] = arith.xori %[[V32]], %[[V31]] : tensor<2xi1>
// CHECK-NEXT: %[[V34:.+]] = arith.select %[[V33]], %[[V26]], %[[V22]] : tensor<2xi1>, tensor<2xi32>
// CHECK-NEXT: %[[V35:.+]] = arith.trunci %[[V34]] : tensor<2xi32> to tensor<2xi8>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["*i8"]} {
cm.func "topk" body (%p: !Ptr) -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Ptr"(%p, %1) : (!Ptr, !Tensor) -> !Ptr
  %3 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Ptr):oracle.code.triton.Tensor"(%2) : (!Ptr) -> !Tensor
  %c2 = cm.constant 2 : i32
  %4 = cm.invoke "oracle.code.triton.Triton::topk(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%3, %c2) : (!Tensor, i32) -> !Tensor
  cm.return
}
}

// -----

// One element is an extremum.
// CHECK-LABEL: tt.func public @least(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[P0]] : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %[[V2:.+]] = tt.addptr %[[V1]], %[[V0]] : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.load %[[V2]] : tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %[[V4:.+]] = "tt.reduce"(%[[V3]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[ARG1:.+]]: i32, %[[ARG2:.+]]: i32):
// CHECK-NEXT: %[[V6:.+]] = arith.minsi %[[ARG1]], %[[ARG2]] : i32
// CHECK-NEXT: tt.reduce.return %[[V6]] : i32
// CHECK-NEXT: }) : (tensor<8xi32>) -> i32
// CHECK-NEXT: %[[V5:.+]] = tt.splat %[[V4]] : i32 -> tensor<1xi32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["*i32"]} {
cm.func "least" body (%p: !Ptr) -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 8 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Ptr"(%p, %1) : (!Ptr, !Tensor) -> !Ptr
  %3 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Ptr):oracle.code.triton.Tensor"(%2) : (!Ptr) -> !Tensor
  %c2 = cm.constant 1 : i32
  %false = cm.constant false
  %4 = cm.invoke "oracle.code.triton.Triton::topk(oracle.code.triton.Tensor, int, int, boolean):oracle.code.triton.Tensor"(%3, %c2, %c0, %false) : (!Tensor, i32, i32, i1) -> !Tensor
  cm.return
}
}

// -----

// Unsigned integers: the highest bit is inverted. One element is sorted.
// CHECK-LABEL: tt.func public @one(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<i64>)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[P0]] : !tt.ptr<i64> -> tensor<1x!tt.ptr<i64>>
// CHECK-NEXT: %[[V2:.+]] = tt.addptr %[[V1]], %[[V0]] : tensor<1x!tt.ptr<i64>>, tensor<1xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.load %[[V2]] : tensor<1x!tt.ptr<i64>>
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<-9223372036854775808> : tensor<1xi64>
// CHECK-NEXT: %[[V4:.+]] = arith.xori %[[V3]], %[[CST]] : tensor<1xi64>
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<-9223372036854775808> : tensor<1xi64>
// CHECK-NEXT: %[[V5:.+]] = arith.xori %[[V4]], %[[CST_0]] : tensor<1xi64>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["*u64"]} {
cm.func "one" body (%p: !Ptr) -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 1 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Ptr"(%p, %1) : (!Ptr, !Tensor) -> !Ptr
  %3 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Ptr):oracle.code.triton.Tensor"(%2) : (!Ptr) -> !Tensor
  %4 = cm.invoke "oracle.code.triton.Triton::sort(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%3) : (!Tensor) -> !Tensor
  cm.return
}
}
