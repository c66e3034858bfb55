// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// One round; keys are numbers until they are used.
// CHECK-LABEL: tt.func public @round(
// CHECK-SAME:  %[[P0:[^:]+]]: i64)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<0> : tensor<4xi32>
// CHECK-NEXT: %[[V1:.+]] = arith.trunci %[[P0]] : i64 to i32
// CHECK-NEXT: %[[C32_I64:.+]] = arith.constant 32 : i64
// CHECK-NEXT: %[[V2:.+]] = arith.shrui %[[P0]], %[[C32_I64]] : i64
// CHECK-NEXT: %[[V3:.+]] = arith.trunci %[[V2]] : i64 to i32
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<-766435501> : tensor<4xi32>
// CHECK-NEXT: %[[CST_1:.+]] = arith.constant dense<-845247145> : tensor<4xi32>
// CHECK-NEXT: %[[V4:.+]] = arith.muli %[[CST_1]], %[[CST]] : tensor<4xi32>
// CHECK-NEXT: %[[V5:.+]] = arith.muli %[[CST_0]], %[[V0]] : tensor<4xi32>
// CHECK-NEXT: %[[V6:.+]] = tt.mulhiui %[[CST_1]], %[[CST]] : tensor<4xi32>
// CHECK-NEXT: %[[V7:.+]] = arith.xori %[[V6]], %[[CST]] : tensor<4xi32>
// CHECK-NEXT: %[[V8:.+]] = tt.splat %[[V1]] : i32 -> tensor<4xi32>
// CHECK-NEXT: %[[V9:.+]] = arith.xori %[[V7]], %[[V8]] : tensor<4xi32>
// CHECK-NEXT: %[[V10:.+]] = tt.mulhiui %[[CST_0]], %[[V0]] : tensor<4xi32>
// CHECK-NEXT: %[[V11:.+]] = arith.xori %[[V10]], %[[CST]] : tensor<4xi32>
// CHECK-NEXT: %[[V12:.+]] = tt.splat %[[V3]] : i32 -> tensor<4xi32>
// CHECK-NEXT: %[[V13:.+]] = arith.xori %[[V11]], %[[V12]] : tensor<4xi32>
// CHECK-NEXT: %[[C_1640531527_I32:.+]] = arith.constant -1640531527 : i32
// CHECK-NEXT: %[[V14:.+]] = arith.addi %[[V1]], %[[C_1640531527_I32]] : i32
// CHECK-NEXT: %[[C_1150833019_I32:.+]] = arith.constant -1150833019 : i32
// CHECK-NEXT: %[[V15:.+]] = arith.addi %[[V3]], %[[C_1150833019_I32]] : i32
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i64"]} {
cm.func "round" body (%l: i64) -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %c2 = cm.constant 1 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::randint(long, oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%l, %1, %c2) : (i64, !Tensor, i32) -> !Tensor
  cm.return
}
}

// -----

// Offsets of 64 bits are two counters; no round returns them.
// CHECK-LABEL: tt.func public @wide(
// CHECK-SAME:  %[[P0:[^:]+]]: i64)
// CHECK-NEXT: %[[C0_I32:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.trunci %[[P0]] : i64 to i32
// CHECK-NEXT: %[[C32_I64:.+]] = arith.constant 32 : i64
// CHECK-NEXT: %[[V1:.+]] = arith.shrui %[[P0]], %[[C32_I64]] : i64
// CHECK-NEXT: %[[V2:.+]] = arith.trunci %[[V1]] : i64 to i32
// CHECK-NEXT: %[[C1_I64:.+]] = arith.constant 1 : i64
// CHECK-NEXT: %[[V3:.+]] = arith.trunci %[[C1_I64]] : i64 to i32
// CHECK-NEXT: %[[C32_I64_0:.+]] = arith.constant 32 : i64
// CHECK-NEXT: %[[V4:.+]] = arith.shrui %[[C1_I64]], %[[C32_I64_0]] : i64
// CHECK-NEXT: %[[V5:.+]] = arith.trunci %[[V4]] : i64 to i32
// CHECK-NEXT: %[[C_766435501_I32:.+]] = arith.constant -766435501 : i32
// CHECK-NEXT: %[[C_845247145_I32:.+]] = arith.constant -845247145 : i32
// CHECK-NEXT: tt.return
!Quad = !cm.java<"oracle.code.triton.Triton$Quad">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i64"]} {
cm.func "wide" body (%l: i64) -> none {
  %c0 = cm.constant 1 : i32
  %c1 = cm.constant 0 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::randint4x(int, long, int):oracle.code.triton.Triton$Quad"(%c0, %l, %c1) : (i32, i64, i32) -> !Quad
  cm.return
}
}

// -----

// Counters of 64 bits: the second key is 0.
// CHECK-LABEL: tt.func public @keys(
// CHECK-SAME:  %[[P0:[^:]+]]: i64)
// CHECK-NEXT: %[[C0_I64:.+]] = arith.constant 0 : i64
// CHECK-NEXT: %[[C0_I64_0:.+]] = arith.constant 0 : i64
// CHECK-NEXT: %[[C0_I64_1:.+]] = arith.constant 0 : i64
// CHECK-NEXT: %[[C1_I64:.+]] = arith.constant 1 : i64
// CHECK-NEXT: %[[C0_I64_2:.+]] = arith.constant 0 : i64
// CHECK-NEXT: %[[C_3249550476889527149_I64:.+]] = arith.constant -3249550476889527149 : i64
// CHECK-NEXT: %[[C_3865633965929787049_I64:.+]] = arith.constant -3865633965929787049 : i64
// CHECK-NEXT: %[[V0:.+]] = arith.muli %[[C_3865633965929787049_I64]], %[[C0_I64_0]] : i64
// CHECK-NEXT: %[[V1:.+]] = arith.muli %[[C_3249550476889527149_I64]], %[[P0]] : i64
// CHECK-NEXT: %[[V2:.+]] = tt.mulhiui %[[C_3865633965929787049_I64]], %[[C0_I64_0]] : i64
// CHECK-NEXT: %[[V3:.+]] = arith.xori %[[V2]], %[[C0_I64]] : i64
// CHECK-NEXT: %[[V4:.+]] = arith.xori %[[V3]], %[[C1_I64]] : i64
// CHECK-NEXT: %[[V5:.+]] = tt.mulhiui %[[C_3249550476889527149_I64]], %[[P0]] : i64
// CHECK-NEXT: %[[V6:.+]] = arith.xori %[[V5]], %[[C0_I64_1]] : i64
// CHECK-NEXT: %[[V7:.+]] = arith.xori %[[V6]], %[[C0_I64_2]] : i64
// CHECK-NEXT: %[[C_7046029254386353131_I64:.+]] = arith.constant -7046029254386353131 : i64
// CHECK-NEXT: %[[V8:.+]] = arith.addi %[[C1_I64]], %[[C_7046029254386353131_I64]] : i64
// CHECK-NEXT: %[[C_4942790177534073029_I64:.+]] = arith.constant -4942790177534073029 : i64
// CHECK-NEXT: %[[V9:.+]] = arith.addi %[[C0_I64_2]], %[[C_4942790177534073029_I64]] : i64
// CHECK-NEXT: tt.return
!Quad = !cm.java<"oracle.code.triton.Triton$Quad">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i64"]} {
cm.func "keys" body (%l: i64) -> none {
  %c0 = cm.constant 1 : i32
  %c1 = cm.constant 0 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::philox(int, long, int, int, int, int):oracle.code.triton.Triton$Quad"(%c0, %l, %c1, %c1, %c1, %c0) : (i32, i64, i32, i32, i32, i32) -> !Quad
  cm.return
}
}

// -----

// Uniform and normal numbers.
// CHECK-LABEL: tt.func public @numbers(
// CHECK-SAME:  %[[P0:[^:]+]]: i64,
// CHECK-SAME:  %[[P1:[^:]+]]: f32)
// CHECK-NEXT: %[[C0_I64:.+]] = arith.constant 0 : i64
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi slt, %[[P0]], %[[C0_I64]] : i64
// CHECK-NEXT: %[[C_1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[V1:.+]] = arith.xori %[[P0]], %[[C_1_I64]] : i64
// CHECK-NEXT: %[[V2:.+]] = arith.select %[[V0]], %[[V1]], %[[P0]] : i64
// CHECK-NEXT: %[[V3:.+]] = arith.sitofp %[[V2]] : i64 to f32
// CHECK-NEXT: %[[CST:.+]] = arith.constant 1.08420204E-19 : f32
// CHECK-NEXT: %[[V4:.+]] = arith.mulf %[[V3]], %[[CST]] : f32
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<0.000000e+00> : tensor<2xf32>
// CHECK-NEXT: %[[V5:.+]] = tt.splat %[[P1]] : f32 -> tensor<2xf32>
// CHECK-NEXT: %[[CST_1:.+]] = arith.constant dense<1.000000e-07> : tensor<2xf32>
// CHECK-NEXT: %[[V6:.+]] = arith.maxnumf %[[CST_1]], %[[V5]] : tensor<2xf32>
// CHECK-NEXT: %[[CST_2:.+]] = arith.constant dense<6.28318548> : tensor<2xf32>
// CHECK-NEXT: %[[V7:.+]] = arith.mulf %[[CST_2]], %[[CST_0]] : tensor<2xf32>
// CHECK-NEXT: %[[V8:.+]] = math.log %[[V6]] : tensor<2xf32>
// CHECK-NEXT: %[[CST_3:.+]] = arith.constant dense<-2.000000e+00> : tensor<2xf32>
// CHECK-NEXT: %[[V9:.+]] = arith.mulf %[[CST_3]], %[[V8]] : tensor<2xf32>
// CHECK-NEXT: %[[V10:.+]] = math.sqrt %[[V9]] : tensor<2xf32>
// CHECK-NEXT: %[[V11:.+]] = math.cos %[[V7]] : tensor<2xf32>
// CHECK-NEXT: %[[V12:.+]] = arith.mulf %[[V10]], %[[V11]] : tensor<2xf32>
// CHECK-NEXT: %[[V13:.+]] = math.sin %[[V7]] : tensor<2xf32>
// CHECK-NEXT: %[[V14:.+]] = arith.mulf %[[V10]], %[[V13]] : tensor<2xf32>
// CHECK-NEXT: tt.return
!Class = !cm.java<"java.lang.Class">
!Pair = !cm.java<"oracle.code.triton.Triton$Pair">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i64", "fp32"]} {
cm.func "numbers" body (%l: i64, %f: f32) -> none {
  %1 = cm.invoke "oracle.code.triton.Triton::uintToUniformFloat(long):oracle.code.triton.Tensor"(%l) : (i64) -> !Tensor
  %c0 = cm.constant f32 -> !Class
  %c1 = cm.constant 2 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1) : (!Class, i32) -> !Tensor
  %3 = cm.invoke "oracle.code.triton.Triton::pairUniformToNormal(float, oracle.code.triton.Tensor):oracle.code.triton.Triton$Pair"(%f, %2) : (f32, !Tensor) -> !Pair
  cm.return
}
}

// -----

// Numbers of integers, here those of the counters.
// CHECK-LABEL: tt.func public @drawn(
// CHECK-SAME:  %[[P0:[^:]+]]: i64)
// CHECK-NEXT: %[[C0_I32:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.trunci %[[P0]] : i64 to i32
// CHECK-NEXT: %[[C32_I64:.+]] = arith.constant 32 : i64
// CHECK-NEXT: %[[V1:.+]] = arith.shrui %[[P0]], %[[C32_I64]] : i64
// CHECK-NEXT: %[[V2:.+]] = arith.trunci %[[V1]] : i64 to i32
// CHECK-NEXT: %[[V3:.+]] = arith.trunci %[[P0]] : i64 to i32
// CHECK-NEXT: %[[C32_I64_0:.+]] = arith.constant 32 : i64
// CHECK-NEXT: %[[V4:.+]] = arith.shrui %[[P0]], %[[C32_I64_0]] : i64
// CHECK-NEXT: %[[V5:.+]] = arith.trunci %[[V4]] : i64 to i32
// CHECK-NEXT: %[[C_766435501_I32:.+]] = arith.constant -766435501 : i32
// CHECK-NEXT: %[[C_845247145_I32:.+]] = arith.constant -845247145 : i32
// CHECK-NEXT: %[[C0_I32_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V6:.+]] = arith.cmpi slt, %[[V0]], %[[C0_I32_1]] : i32
// CHECK-NEXT: %[[C_1_I32:.+]] = arith.constant -1 : i32
// CHECK-NEXT: %[[V7:.+]] = arith.xori %[[V0]], %[[C_1_I32]] : i32
// CHECK-NEXT: %[[V8:.+]] = arith.select %[[V6]], %[[V7]], %[[V0]] : i32
// CHECK-NEXT: %[[V9:.+]] = arith.sitofp %[[V8]] : i32 to f32
// CHECK-NEXT: %[[CST:.+]] = arith.constant 4.6566126E-10 : f32
// CHECK-NEXT: %[[V10:.+]] = arith.mulf %[[V9]], %[[CST]] : f32
// CHECK-NEXT: %[[C0_I32_2:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V11:.+]] = arith.trunci %[[P0]] : i64 to i32
// CHECK-NEXT: %[[C32_I64_3:.+]] = arith.constant 32 : i64
// CHECK-NEXT: %[[V12:.+]] = arith.shrui %[[P0]], %[[C32_I64_3]] : i64
// CHECK-NEXT: %[[V13:.+]] = arith.trunci %[[V12]] : i64 to i32
// CHECK-NEXT: %[[V14:.+]] = arith.trunci %[[P0]] : i64 to i32
// CHECK-NEXT: %[[C32_I64_4:.+]] = arith.constant 32 : i64
// CHECK-NEXT: %[[V15:.+]] = arith.shrui %[[P0]], %[[C32_I64_4]] : i64
// CHECK-NEXT: %[[V16:.+]] = arith.trunci %[[V15]] : i64 to i32
// CHECK-NEXT: %[[C_766435501_I32_5:.+]] = arith.constant -766435501 : i32
// CHECK-NEXT: %[[C_845247145_I32_6:.+]] = arith.constant -845247145 : i32
// CHECK-NEXT: %[[C0_I32_7:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V17:.+]] = arith.cmpi slt, %[[V11]], %[[C0_I32_7]] : i32
// CHECK-NEXT: %[[C_1_I32_8:.+]] = arith.constant -1 : i32
// CHECK-NEXT: %[[V18:.+]] = arith.xori %[[V11]], %[[C_1_I32_8]] : i32
// CHECK-NEXT: %[[V19:.+]] = arith.select %[[V17]], %[[V18]], %[[V11]] : i32
// CHECK-NEXT: %[[V20:.+]] = arith.sitofp %[[V19]] : i32 to f32
// CHECK-NEXT: %[[CST_9:.+]] = arith.constant 4.6566126E-10 : f32
// CHECK-NEXT: %[[V21:.+]] = arith.mulf %[[V20]], %[[CST_9]] : f32
// CHECK-NEXT: %[[C0_I32_10:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V22:.+]] = arith.cmpi slt, %[[V13]], %[[C0_I32_10]] : i32
// CHECK-NEXT: %[[C_1_I32_11:.+]] = arith.constant -1 : i32
// CHECK-NEXT: %[[V23:.+]] = arith.xori %[[V13]], %[[C_1_I32_11]] : i32
// CHECK-NEXT: %[[V24:.+]] = arith.select %[[V22]], %[[V23]], %[[V13]] : i32
// CHECK-NEXT: %[[V25:.+]] = arith.sitofp %[[V24]] : i32 to f32
// CHECK-NEXT: %[[CST_12:.+]] = arith.constant 4.6566126E-10 : f32
// CHECK-NEXT: %[[V26:.+]] = arith.mulf %[[V25]], %[[CST_12]] : f32
// CHECK-NEXT: %[[CST_13:.+]] = arith.constant 1.000000e-07 : f32
// CHECK-NEXT: %[[V27:.+]] = arith.maxnumf %[[CST_13]], %[[V21]] : f32
// CHECK-NEXT: %[[CST_14:.+]] = arith.constant 6.28318548 : f32
// CHECK-NEXT: %[[V28:.+]] = arith.mulf %[[CST_14]], %[[V26]] : f32
// CHECK-NEXT: %[[V29:.+]] = math.log %[[V27]] : f32
// CHECK-NEXT: %[[CST_15:.+]] = arith.constant -2.000000e+00 : f32
// CHECK-NEXT: %[[V30:.+]] = arith.mulf %[[CST_15]], %[[V29]] : f32
// CHECK-NEXT: %[[V31:.+]] = math.sqrt %[[V30]] : f32
// CHECK-NEXT: %[[V32:.+]] = math.cos %[[V28]] : f32
// CHECK-NEXT: %[[V33:.+]] = arith.mulf %[[V31]], %[[V32]] : f32
// CHECK-NEXT: %[[C0_I32_16:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V34:.+]] = arith.trunci %[[P0]] : i64 to i32
// CHECK-NEXT: %[[C32_I64_17:.+]] = arith.constant 32 : i64
// CHECK-NEXT: %[[V35:.+]] = arith.shrui %[[P0]], %[[C32_I64_17]] : i64
// CHECK-NEXT: %[[V36:.+]] = arith.trunci %[[V35]] : i64 to i32
// CHECK-NEXT: %[[V37:.+]] = arith.trunci %[[P0]] : i64 to i32
// CHECK-NEXT: %[[C32_I64_18:.+]] = arith.constant 32 : i64
// CHECK-NEXT: %[[V38:.+]] = arith.shrui %[[P0]], %[[C32_I64_18]] : i64
// CHECK-NEXT: %[[V39:.+]] = arith.trunci %[[V38]] : i64 to i32
// CHECK-NEXT: %[[C_766435501_I32_19:.+]] = arith.constant -766435501 : i32
// CHECK-NEXT: %[[C_845247145_I32_20:.+]] = arith.constant -845247145 : i32
// CHECK-NEXT: %[[C0_I32_21:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V40:.+]] = arith.cmpi slt, %[[V34]], %[[C0_I32_21]] : i32
// CHECK-NEXT: %[[C_1_I32_22:.+]] = arith.constant -1 : i32
// CHECK-NEXT: %[[V41:.+]] = arith.xori %[[V34]], %[[C_1_I32_22]] : i32
// CHECK-NEXT: %[[V42:.+]] = arith.select %[[V40]], %[[V41]], %[[V34]] : i32
// CHECK-NEXT: %[[V43:.+]] = arith.sitofp %[[V42]] : i32 to f32
// CHECK-NEXT: %[[CST_23:.+]] = arith.constant 4.6566126E-10 : f32
// CHECK-NEXT: %[[V44:.+]] = arith.mulf %[[V43]], %[[CST_23]] : f32
// CHECK-NEXT: %[[C0_I32_24:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V45:.+]] = arith.cmpi slt, %[[V36]], %[[C0_I32_24]] : i32
// CHECK-NEXT: %[[C_1_I32_25:.+]] = arith.constant -1 : i32
// CHECK-NEXT: %[[V46:.+]] = arith.xori %[[V36]], %[[C_1_I32_25]] : i32
// CHECK-NEXT: %[[V47:.+]] = arith.select %[[V45]], %[[V46]], %[[V36]] : i32
// CHECK-NEXT: %[[V48:.+]] = arith.sitofp %[[V47]] : i32 to f32
// CHECK-NEXT: %[[CST_26:.+]] = arith.constant 4.6566126E-10 : f32
// CHECK-NEXT: %[[V49:.+]] = arith.mulf %[[V48]], %[[CST_26]] : f32
// CHECK-NEXT: %[[C0_I32_27:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V50:.+]] = arith.cmpi slt, %[[C0_I32_16]], %[[C0_I32_27]] : i32
// CHECK-NEXT: %[[C_1_I32_28:.+]] = arith.constant -1 : i32
// CHECK-NEXT: %[[V51:.+]] = arith.xori %[[C0_I32_16]], %[[C_1_I32_28]] : i32
// CHECK-NEXT: %[[V52:.+]] = arith.select %[[V50]], %[[V51]], %[[C0_I32_16]] : i32
// CHECK-NEXT: %[[V53:.+]] = arith.sitofp %[[V52]] : i32 to f32
// CHECK-NEXT: %[[CST_29:.+]] = arith.constant 4.6566126E-10 : f32
// CHECK-NEXT: %[[V54:.+]] = arith.mulf %[[V53]], %[[CST_29]] : f32
// CHECK-NEXT: %[[C0_I32_30:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V55:.+]] = arith.cmpi slt, %[[C0_I32_16]], %[[C0_I32_30]] : i32
// CHECK-NEXT: %[[C_1_I32_31:.+]] = arith.constant -1 : i32
// CHECK-NEXT: %[[V56:.+]] = arith.xori %[[C0_I32_16]], %[[C_1_I32_31]] : i32
// CHECK-NEXT: %[[V57:.+]] = arith.select %[[V55]], %[[V56]], %[[C0_I32_16]] : i32
// CHECK-NEXT: %[[V58:.+]] = arith.sitofp %[[V57]] : i32 to f32
// CHECK-NEXT: %[[CST_32:.+]] = arith.constant 4.6566126E-10 : f32
// CHECK-NEXT: %[[V59:.+]] = arith.mulf %[[V58]], %[[CST_32]] : f32
// CHECK-NEXT: %[[C0_I32_33:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V60:.+]] = arith.trunci %[[P0]] : i64 to i32
// CHECK-NEXT: %[[C32_I64_34:.+]] = arith.constant 32 : i64
// CHECK-NEXT: %[[V61:.+]] = arith.shrui %[[P0]], %[[C32_I64_34]] : i64
// CHECK-NEXT: %[[V62:.+]] = arith.trunci %[[V61]] : i64 to i32
// CHECK-NEXT: %[[V63:.+]] = arith.trunci %[[P0]] : i64 to i32
// CHECK-NEXT: %[[C32_I64_35:.+]] = arith.constant 32 : i64
// CHECK-NEXT: %[[V64:.+]] = arith.shrui %[[P0]], %[[C32_I64_35]] : i64
// CHECK-NEXT: %[[V65:.+]] = arith.trunci %[[V64]] : i64 to i32
// CHECK-NEXT: %[[C_766435501_I32_36:.+]] = arith.constant -766435501 : i32
// CHECK-NEXT: %[[C_845247145_I32_37:.+]] = arith.constant -845247145 : i32
// CHECK-NEXT: %[[C0_I32_38:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V66:.+]] = arith.cmpi slt, %[[V60]], %[[C0_I32_38]] : i32
// CHECK-NEXT: %[[C_1_I32_39:.+]] = arith.constant -1 : i32
// CHECK-NEXT: %[[V67:.+]] = arith.xori %[[V60]], %[[C_1_I32_39]] : i32
// CHECK-NEXT: %[[V68:.+]] = arith.select %[[V66]], %[[V67]], %[[V60]] : i32
// CHECK-NEXT: %[[V69:.+]] = arith.sitofp %[[V68]] : i32 to f32
// CHECK-NEXT: %[[CST_40:.+]] = arith.constant 4.6566126E-10 : f32
// CHECK-NEXT: %[[V70:.+]] = arith.mulf %[[V69]], %[[CST_40]] : f32
// CHECK-NEXT: %[[C0_I32_41:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V71:.+]] = arith.cmpi slt, %[[V62]], %[[C0_I32_41]] : i32
// CHECK-NEXT: %[[C_1_I32_42:.+]] = arith.constant -1 : i32
// CHECK-NEXT: %[[V72:.+]] = arith.xori %[[V62]], %[[C_1_I32_42]] : i32
// CHECK-NEXT: %[[V73:.+]] = arith.select %[[V71]], %[[V72]], %[[V62]] : i32
// CHECK-NEXT: %[[V74:.+]] = arith.sitofp %[[V73]] : i32 to f32
// CHECK-NEXT: %[[CST_43:.+]] = arith.constant 4.6566126E-10 : f32
// CHECK-NEXT: %[[V75:.+]] = arith.mulf %[[V74]], %[[CST_43]] : f32
// CHECK-NEXT: %[[C0_I32_44:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V76:.+]] = arith.cmpi slt, %[[C0_I32_33]], %[[C0_I32_44]] : i32
// CHECK-NEXT: %[[C_1_I32_45:.+]] = arith.constant -1 : i32
// CHECK-NEXT: %[[V77:.+]] = arith.xori %[[C0_I32_33]], %[[C_1_I32_45]] : i32
// CHECK-NEXT: %[[V78:.+]] = arith.select %[[V76]], %[[V77]], %[[C0_I32_33]] : i32
// CHECK-NEXT: %[[V79:.+]] = arith.sitofp %[[V78]] : i32 to f32
// CHECK-NEXT: %[[CST_46:.+]] = arith.constant 4.6566126E-10 : f32
// CHECK-NEXT: %[[V80:.+]] = arith.mulf %[[V79]], %[[CST_46]] : f32
// CHECK-NEXT: %[[C0_I32_47:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V81:.+]] = arith.cmpi slt, %[[C0_I32_33]], %[[C0_I32_47]] : i32
// CHECK-NEXT: %[[C_1_I32_48:.+]] = arith.constant -1 : i32
// CHECK-NEXT: %[[V82:.+]] = arith.xori %[[C0_I32_33]], %[[C_1_I32_48]] : i32
// CHECK-NEXT: %[[V83:.+]] = arith.select %[[V81]], %[[V82]], %[[C0_I32_33]] : i32
// CHECK-NEXT: %[[V84:.+]] = arith.sitofp %[[V83]] : i32 to f32
// CHECK-NEXT: %[[CST_49:.+]] = arith.constant 4.6566126E-10 : f32
// CHECK-NEXT: %[[V85:.+]] = arith.mulf %[[V84]], %[[CST_49]] : f32
// CHECK-NEXT: %[[CST_50:.+]] = arith.constant 1.000000e-07 : f32
// CHECK-NEXT: %[[V86:.+]] = arith.maxnumf %[[CST_50]], %[[V70]] : f32
// CHECK-NEXT: %[[CST_51:.+]] = arith.constant 6.28318548 : f32
// CHECK-NEXT: %[[V87:.+]] = arith.mulf %[[CST_51]], %[[V75]] : f32
// CHECK-NEXT: %[[V88:.+]] = math.log %[[V86]] : f32
// CHECK-NEXT: %[[CST_52:.+]] = arith.constant -2.000000e+00 : f32
// CHECK-NEXT: %[[V89:.+]] = arith.mulf %[[CST_52]], %[[V88]] : f32
// CHECK-NEXT: %[[V90:.+]] = math.sqrt %[[V89]] : f32
// CHECK-NEXT: %[[V91:.+]] = math.cos %[[V87]] : f32
// CHECK-NEXT: %[[V92:.+]] = arith.mulf %[[V90]], %[[V91]] : f32
// CHECK-NEXT: %[[V93:.+]] = math.sin %[[V87]] : f32
// CHECK-NEXT: %[[V94:.+]] = arith.mulf %[[V90]], %[[V93]] : f32
// CHECK-NEXT: %[[CST_53:.+]] = arith.constant 1.000000e-07 : f32
// CHECK-NEXT: %[[V95:.+]] = arith.maxnumf %[[CST_53]], %[[V80]] : f32
// CHECK-NEXT: %[[CST_54:.+]] = arith.constant 6.28318548 : f32
// CHECK-NEXT: %[[V96:.+]] = arith.mulf %[[CST_54]], %[[V85]] : f32
// CHECK-NEXT: %[[V97:.+]] = math.log %[[V95]] : f32
// CHECK-NEXT: %[[CST_55:.+]] = arith.constant -2.000000e+00 : f32
// CHECK-NEXT: %[[V98:.+]] = arith.mulf %[[CST_55]], %[[V97]] : f32
// CHECK-NEXT: %[[V99:.+]] = math.sqrt %[[V98]] : f32
// CHECK-NEXT: %[[V100:.+]] = math.cos %[[V96]] : f32
// CHECK-NEXT: %[[V101:.+]] = arith.mulf %[[V99]], %[[V100]] : f32
// CHECK-NEXT: %[[V102:.+]] = math.sin %[[V96]] : f32
// CHECK-NEXT: %[[V103:.+]] = arith.mulf %[[V99]], %[[V102]] : f32
// CHECK-NEXT: tt.return
!Quad = !cm.java<"oracle.code.triton.Triton$Quad">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i64"]} {
cm.func "drawn" body (%l: i64) -> none {
  %c0 = cm.constant 0 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::rand(long, long, int):oracle.code.triton.Tensor"(%l, %l, %c0) : (i64, i64, i32) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::randn(long, long, int):oracle.code.triton.Tensor"(%l, %l, %c0) : (i64, i64, i32) -> !Tensor
  %3 = cm.invoke "oracle.code.triton.Triton::rand4x(long, long, int):oracle.code.triton.Triton$Quad"(%l, %l, %c0) : (i64, i64, i32) -> !Quad
  %4 = cm.invoke "oracle.code.triton.Triton::randn4x(long, long, int):oracle.code.triton.Triton$Quad"(%l, %l, %c0) : (i64, i64, i32) -> !Quad
  cm.return
}
}
