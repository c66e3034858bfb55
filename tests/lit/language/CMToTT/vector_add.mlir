// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -canonicalize -cse | FileCheck %s

// The article's kernel becomes exactly the operations that Triton makes of its
// own vector add.

// CHECK-LABEL: tt.func public @add_kernel2(
// CHECK-SAME:    %[[X:[^:]+]]: !tt.ptr<f32> {tt.divisibility = 16 : i32},
// CHECK-SAME:    %[[Y:[^:]+]]: !tt.ptr<f32> {tt.divisibility = 16 : i32},
// CHECK-SAME:    %[[OUT:[^:]+]]: !tt.ptr<f32> {tt.divisibility = 16 : i32},
// CHECK-SAME:    %[[N:[^:]+]]: i32 {tt.divisibility = 16 : i32})
// CHECK-SAME:    attributes {noinline = false}
// CHECK-NEXT:  %[[C64:.+]] = arith.constant 64 : i32
// CHECK-NEXT:  %[[PID:.+]] = tt.get_program_id x : i32
// CHECK-NEXT:  %[[START:.+]] = arith.muli %[[PID]], %[[C64]] : i32
// CHECK-NEXT:  %[[RANGE:.+]] = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
// CHECK-NEXT:  %[[BLOCK:.+]] = tt.splat %[[START]] : i32 -> tensor<64xi32>
// CHECK-NEXT:  %[[OFFSETS:.+]] = arith.addi %[[BLOCK]], %[[RANGE]] : tensor<64xi32>
// CHECK-NEXT:  %[[NS:.+]] = tt.splat %[[N]] : i32 -> tensor<64xi32>
// CHECK-NEXT:  %[[MASK:.+]] = arith.cmpi slt, %[[OFFSETS]], %[[NS]] : tensor<64xi32>
// CHECK-NEXT:  %[[XS:.+]] = tt.splat %[[X]] : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
// CHECK-NEXT:  %[[XP:.+]] = tt.addptr %[[XS]], %[[OFFSETS]] : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
// CHECK-NEXT:  %[[XV:.+]] = tt.load %[[XP]], %[[MASK]] : tensor<64x!tt.ptr<f32>>
// CHECK-NEXT:  %[[YS:.+]] = tt.splat %[[Y]] : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
// CHECK-NEXT:  %[[YP:.+]] = tt.addptr %[[YS]], %[[OFFSETS]] : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
// CHECK-NEXT:  %[[YV:.+]] = tt.load %[[YP]], %[[MASK]] : tensor<64x!tt.ptr<f32>>
// CHECK-NEXT:  %[[SUM:.+]] = arith.addf %[[XV]], %[[YV]] : tensor<64xf32>
// CHECK-NEXT:  %[[OS:.+]] = tt.splat %[[OUT]] : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
// CHECK-NEXT:  %[[OP:.+]] = tt.addptr %[[OS]], %[[OFFSETS]] : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
// CHECK-NEXT:  tt.store %[[OP]], %[[SUM]], %[[MASK]] : tensor<64x!tt.ptr<f32>>
// CHECK-NEXT:  tt.return
module attributes {cm.signature = ["*fp32:16", "*fp32:16", "*fp32:16", "i32:16", 64]} {
cm.func "add_kernel2" body (%0: !cm.java<"oracle.code.triton.Ptr">, %1: !cm.java<"oracle.code.triton.Ptr">, %2: !cm.java<"oracle.code.triton.Ptr">, %3: i32, %4: i32) -> none {
  %5 = cm.var %0 "x_ptr" : (!cm.java<"oracle.code.triton.Ptr">) -> !cm.var<!cm.java<"oracle.code.triton.Ptr">>
  %6 = cm.var %1 "y_ptr" : (!cm.java<"oracle.code.triton.Ptr">) -> !cm.var<!cm.java<"oracle.code.triton.Ptr">>
  %7 = cm.var %2 "output_ptr" : (!cm.java<"oracle.code.triton.Ptr">) -> !cm.var<!cm.java<"oracle.code.triton.Ptr">>
  %8 = cm.var %3 "n_elements" : (i32) -> !cm.var<i32>
  %9 = cm.var %4 "BLOCK_SIZE" : (i32) -> !cm.var<i32>
  %10 = cm.constant 0 : i32
  %11 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%10) : (i32) -> i32
  %12 = cm.var %11 "pid" : (i32) -> !cm.var<i32>
  %13 = cm.var.load %12 : (!cm.var<i32>) -> i32
  %14 = cm.var.load %9 : (!cm.var<i32>) -> i32
  %15 = cm.mul %13, %14 : i32
  %16 = cm.var %15 "block_start" : (i32) -> !cm.var<i32>
  %17 = cm.constant 0 : i32
  %18 = cm.var.load %9 : (!cm.var<i32>) -> i32
  %19 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%17, %18) : (i32, i32) -> !cm.java<"oracle.code.triton.Tensor">
  %20 = cm.var %19 "range" : (!cm.java<"oracle.code.triton.Tensor">) -> !cm.var<!cm.java<"oracle.code.triton.Tensor">>
  %21 = cm.var.load %16 : (!cm.var<i32>) -> i32
  %22 = cm.invoke "java.lang.Integer::valueOf(int):java.lang.Integer"(%21) : (i32) -> !cm.java<"java.lang.Integer">
  %23 = cm.var.load %20 : (!cm.var<!cm.java<"oracle.code.triton.Tensor">>) -> !cm.java<"oracle.code.triton.Tensor">
  %24 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):oracle.code.triton.Tensor"(%22, %23) : (!cm.java<"java.lang.Integer">, !cm.java<"oracle.code.triton.Tensor">) -> !cm.java<"oracle.code.triton.Tensor">
  %25 = cm.var %24 "offsets" : (!cm.java<"oracle.code.triton.Tensor">) -> !cm.var<!cm.java<"oracle.code.triton.Tensor">>
  %26 = cm.var.load %25 : (!cm.var<!cm.java<"oracle.code.triton.Tensor">>) -> !cm.java<"oracle.code.triton.Tensor">
  %27 = cm.var.load %8 : (!cm.var<i32>) -> i32
  %28 = cm.invoke "java.lang.Integer::valueOf(int):java.lang.Integer"(%27) : (i32) -> !cm.java<"java.lang.Integer">
  %29 = cm.field.load "oracle.code.triton.Triton$CompareKind::LessThan:oracle.code.triton.Triton$CompareKind" : () -> !cm.java<"oracle.code.triton.Triton$CompareKind">
  %30 = cm.invoke "oracle.code.triton.Triton::compare(java.lang.Number, java.lang.Number, oracle.code.triton.Triton$CompareKind):oracle.code.triton.Tensor"(%26, %28, %29) : (!cm.java<"oracle.code.triton.Tensor">, !cm.java<"java.lang.Integer">, !cm.java<"oracle.code.triton.Triton$CompareKind">) -> !cm.java<"oracle.code.triton.Tensor">
  %31 = cm.var %30 "mask" : (!cm.java<"oracle.code.triton.Tensor">) -> !cm.var<!cm.java<"oracle.code.triton.Tensor">>
  %32 = cm.var.load %5 : (!cm.var<!cm.java<"oracle.code.triton.Ptr">>) -> !cm.java<"oracle.code.triton.Ptr">
  %33 = cm.var.load %25 : (!cm.var<!cm.java<"oracle.code.triton.Tensor">>) -> !cm.java<"oracle.code.triton.Tensor">
  %34 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):oracle.code.triton.Tensor"(%32, %33) : (!cm.java<"oracle.code.triton.Ptr">, !cm.java<"oracle.code.triton.Tensor">) -> !cm.java<"oracle.code.triton.Tensor">
  %35 = cm.var.load %31 : (!cm.var<!cm.java<"oracle.code.triton.Tensor">>) -> !cm.java<"oracle.code.triton.Tensor">
  %36 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%34, %35) : (!cm.java<"oracle.code.triton.Tensor">, !cm.java<"oracle.code.triton.Tensor">) -> !cm.java<"oracle.code.triton.Tensor">
  %37 = cm.var %36 "x" : (!cm.java<"oracle.code.triton.Tensor">) -> !cm.var<!cm.java<"oracle.code.triton.Tensor">>
  %38 = cm.var.load %6 : (!cm.var<!cm.java<"oracle.code.triton.Ptr">>) -> !cm.java<"oracle.code.triton.Ptr">
  %39 = cm.var.load %25 : (!cm.var<!cm.java<"oracle.code.triton.Tensor">>) -> !cm.java<"oracle.code.triton.Tensor">
  %40 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):oracle.code.triton.Tensor"(%38, %39) : (!cm.java<"oracle.code.triton.Ptr">, !cm.java<"oracle.code.triton.Tensor">) -> !cm.java<"oracle.code.triton.Tensor">
  %41 = cm.var.load %31 : (!cm.var<!cm.java<"oracle.code.triton.Tensor">>) -> !cm.java<"oracle.code.triton.Tensor">
  %42 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%40, %41) : (!cm.java<"oracle.code.triton.Tensor">, !cm.java<"oracle.code.triton.Tensor">) -> !cm.java<"oracle.code.triton.Tensor">
  %43 = cm.var %42 "y" : (!cm.java<"oracle.code.triton.Tensor">) -> !cm.var<!cm.java<"oracle.code.triton.Tensor">>
  %44 = cm.var.load %37 : (!cm.var<!cm.java<"oracle.code.triton.Tensor">>) -> !cm.java<"oracle.code.triton.Tensor">
  %45 = cm.var.load %43 : (!cm.var<!cm.java<"oracle.code.triton.Tensor">>) -> !cm.java<"oracle.code.triton.Tensor">
  %46 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):oracle.code.triton.Tensor"(%44, %45) : (!cm.java<"oracle.code.triton.Tensor">, !cm.java<"oracle.code.triton.Tensor">) -> !cm.java<"oracle.code.triton.Tensor">
  %47 = cm.var %46 "output" : (!cm.java<"oracle.code.triton.Tensor">) -> !cm.var<!cm.java<"oracle.code.triton.Tensor">>
  %48 = cm.var.load %7 : (!cm.var<!cm.java<"oracle.code.triton.Ptr">>) -> !cm.java<"oracle.code.triton.Ptr">
  %49 = cm.var.load %25 : (!cm.var<!cm.java<"oracle.code.triton.Tensor">>) -> !cm.java<"oracle.code.triton.Tensor">
  %50 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):oracle.code.triton.Tensor"(%48, %49) : (!cm.java<"oracle.code.triton.Ptr">, !cm.java<"oracle.code.triton.Tensor">) -> !cm.java<"oracle.code.triton.Tensor">
  %51 = cm.var.load %47 : (!cm.var<!cm.java<"oracle.code.triton.Tensor">>) -> !cm.java<"oracle.code.triton.Tensor">
  %52 = cm.var.load %31 : (!cm.var<!cm.java<"oracle.code.triton.Tensor">>) -> !cm.java<"oracle.code.triton.Tensor">
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%50, %51, %52) : (!cm.java<"oracle.code.triton.Tensor">, !cm.java<"oracle.code.triton.Tensor">, !cm.java<"oracle.code.triton.Tensor">) -> ()
  cm.return
}
}
