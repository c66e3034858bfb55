// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// CHECK-LABEL: tt.func public @functions(
// CHECK-SAME:  %[[P0:[^:]+]]: i32,
// CHECK-SAME:  %[[P1:[^:]+]]: i64,
// CHECK-SAME:  %[[P2:[^:]+]]: f32,
// CHECK-SAME:  %[[P3:[^:]+]]: f64)
// CHECK-NEXT: %[[V0:.+]] = arith.maxsi %[[P0]], %[[P0]] : i32
// CHECK-NEXT: %[[V1:.+]] = arith.minimumf %[[P3]], %[[P3]] : f64
// CHECK-NEXT: %[[V2:.+]] = math.absi %[[P1]] : i64
// CHECK-NEXT: %[[V3:.+]] = math.absf %[[P2]] : f32
// CHECK-NEXT: %[[V4:.+]] = math.fma %[[P2]], %[[P2]], %[[P2]] : f32
// CHECK-NEXT: %[[V5:.+]] = math.sqrt %[[P3]] : f64
// CHECK-NEXT: %[[V6:.+]] = math.exp %[[P3]] : f64
// CHECK-NEXT: %[[V7:.+]] = arith.addi %[[P0]], %[[P0]] : i32
// CHECK-NEXT: %[[V8:.+]] = arith.divui %[[P0]], %[[P0]] : i32
// CHECK-NEXT: %[[V9:.+]] = arith.remui %[[P1]], %[[P1]] : i64
// CHECK-NEXT: %[[V10:.+]] = tt.precise_sqrt %[[P2]] : f32
// CHECK-NEXT: tt.return
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i32", "i64", "fp32", "fp64"]} {
cm.func "functions" body (%n: i32, %l: i64, %f: f32, %d: f64) -> none {
  %0 = cm.invoke "java.lang.Math::max(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %n) : (i32, i32) -> !Num
  %1 = cm.invoke "java.lang.Math::min(java.lang.Number, java.lang.Number):java.lang.Number"(%d, %d) : (f64, f64) -> !Num
  %2 = cm.invoke "java.lang.Math::abs(java.lang.Number):java.lang.Number"(%l) : (i64) -> !Num
  %3 = cm.invoke "java.lang.Math::abs(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  %4 = cm.invoke "java.lang.Math::fma(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%f, %f, %f) : (f32, f32, f32) -> !Num
  %5 = cm.invoke "java.lang.Math::sqrt(java.lang.Number):java.lang.Number"(%d) : (f64) -> !Num
  %6 = cm.invoke "java.lang.Math::exp(java.lang.Number):java.lang.Number"(%d) : (f64) -> !Num
  %7 = cm.invoke "java.lang.Integer::sum(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %n) : (i32, i32) -> !Num
  %8 = cm.invoke "java.lang.Integer::divideUnsigned(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %n) : (i32, i32) -> !Num
  %9 = cm.invoke "java.lang.Long::remainderUnsigned(java.lang.Number, java.lang.Number):java.lang.Number"(%l, %l) : (i64, i64) -> !Num
  %10 = cm.invoke "java.lang.Math::sqrt(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  cm.return
}
}

// -----

// CHECK-LABEL: tt.func public @divisions(
// CHECK-SAME:  %[[P0:[^:]+]]: i32)
// CHECK-NEXT: %[[V0:.+]] = arith.constant 3 : i32
// CHECK-NEXT: %[[V1:.+]] = arith.remsi %[[P0]], %[[V0]] : i32
// CHECK-NEXT: %[[V2:.+]] = arith.constant 3 : i32
// CHECK-NEXT: %[[V3:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V4:.+]] = arith.cmpi ne, %[[V1]], %[[V3]] : i32
// CHECK-NEXT: %[[V5:.+]] = arith.xori %[[V1]], %[[V2]] : i32
// CHECK-NEXT: %[[V6:.+]] = arith.cmpi slt, %[[V5]], %[[V3]] : i32
// CHECK-NEXT: %[[V7:.+]] = arith.andi %[[V4]], %[[V6]] : i1
// CHECK-NEXT: %[[V8:.+]] = arith.constant 3 : i32
// CHECK-NEXT: %[[V9:.+]] = arith.divsi %[[P0]], %[[V8]] : i32
// CHECK-NEXT: %[[V10:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V11:.+]] = arith.subi %[[V9]], %[[V10]] : i32
// CHECK-NEXT: %[[V12:.+]] = arith.select %[[V7]], %[[V11]], %[[V9]] : i32
// CHECK-NEXT: %[[V13:.+]] = arith.remsi %[[P0]], %[[P0]] : i32
// CHECK-NEXT: %[[V14:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V15:.+]] = arith.cmpi ne, %[[V13]], %[[V14]] : i32
// CHECK-NEXT: %[[V16:.+]] = arith.xori %[[V13]], %[[P0]] : i32
// CHECK-NEXT: %[[V17:.+]] = arith.cmpi slt, %[[V16]], %[[V14]] : i32
// CHECK-NEXT: %[[V18:.+]] = arith.andi %[[V15]], %[[V17]] : i1
// CHECK-NEXT: %[[V19:.+]] = arith.addi %[[V13]], %[[P0]] : i32
// CHECK-NEXT: %[[V20:.+]] = arith.select %[[V18]], %[[V19]], %[[V13]] : i32
// CHECK-NEXT: %[[V21:.+]] = arith.remsi %[[P0]], %[[P0]] : i32
// CHECK-NEXT: %[[V22:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V23:.+]] = arith.cmpi ne, %[[V21]], %[[V22]] : i32
// CHECK-NEXT: %[[V24:.+]] = arith.xori %[[V21]], %[[P0]] : i32
// CHECK-NEXT: %[[V25:.+]] = arith.cmpi sge, %[[V24]], %[[V22]] : i32
// CHECK-NEXT: %[[V26:.+]] = arith.andi %[[V23]], %[[V25]] : i1
// CHECK-NEXT: %[[V27:.+]] = arith.divsi %[[P0]], %[[P0]] : i32
// CHECK-NEXT: %[[V28:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V29:.+]] = arith.addi %[[V27]], %[[V28]] : i32
// CHECK-NEXT: %[[V30:.+]] = arith.select %[[V26]], %[[V29]], %[[V27]] : i32
// CHECK-NEXT: tt.return
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i32"]} {
cm.func "divisions" body (%n: i32) -> none {
  %c = cm.constant 3 : i32
  %0 = cm.invoke "java.lang.Math::floorDiv(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %c) : (i32, i32) -> !Num
  %1 = cm.invoke "java.lang.Math::floorMod(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %n) : (i32, i32) -> !Num
  %2 = cm.invoke "java.lang.Math::ceilDiv(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %n) : (i32, i32) -> !Num
  cm.return
}
}

// -----

// The least integer by -1 wraps in Java.
// CHECK-LABEL: tt.func public @minus_one(
// CHECK-SAME:  %[[P0:[^:]+]]: i32,
// CHECK-SAME:  %[[P1:[^:]+]]: i32)
// CHECK-NEXT: %[[V0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V1:.+]] = arith.subi %[[V0]], %[[P0]] : i32
// CHECK-NEXT: %[[V2:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V3:.+]] = arith.divsi %[[P0]], %[[P0]] : i32
// CHECK-NEXT: %[[V4:.+]] = arith.constant -1 : i32
// CHECK-NEXT: %[[V5:.+]] = arith.divui %[[P1]], %[[V4]] : i32
// CHECK-NEXT: tt.return
module attributes {cm.signature = ["i32", "u32"]} {
cm.func "minus_one" body (%n: i32, %u: i32) -> none {
  %c = cm.constant -1 : i32
  %0 = cm.div %n, %c : i32
  %1 = cm.mod %n, %c : i32
  %2 = cm.div %n, %n : i32
  %3 = cm.div %u, %c : i32
  cm.return
}
}

// -----

// A division of a long by an int is one of longs; its remainder is an int.
// CHECK-LABEL: tt.func public @mixed(
// CHECK-SAME:  %[[L:[^:]+]]: i64, %[[N:[^:]+]]: i32)
// CHECK-NEXT: %[[B:.+]] = arith.extsi %[[N]] : i32 to i64
// CHECK-NEXT: %[[R:.+]] = arith.remsi %[[L]], %[[B]] : i64
// CHECK-NEXT: %[[ZERO:.+]] = arith.constant 0 : i64
// CHECK-NEXT: %[[INEXACT:.+]] = arith.cmpi ne, %[[R]], %[[ZERO]] : i64
// CHECK-NEXT: %[[SIGNS:.+]] = arith.xori %[[R]], %[[B]] : i64
// CHECK-NEXT: %[[OFF:.+]] = arith.cmpi sge, %[[SIGNS]], %[[ZERO]] : i64
// CHECK-NEXT: %[[ADJUSTS:.+]] = arith.andi %[[INEXACT]], %[[OFF]] : i1
// CHECK-NEXT: %[[LESS:.+]] = arith.subi %[[R]], %[[B]] : i64
// CHECK-NEXT: %[[MOD:.+]] = arith.select %[[ADJUSTS]], %[[LESS]], %[[R]] : i64
// CHECK-NEXT: arith.trunci %[[MOD]] : i64 to i32
module attributes {cm.signature = ["i64", "i32"]} {
cm.func "mixed" body (%l: i64, %n: i32) -> none {
  %r = cm.invoke "java.lang.Math::ceilMod(long, int):int"(%l, %n) : (i64, i32) -> i32
  cm.return
}
}

// -----

// CHECK-LABEL: tt.func public @doubles(
// CHECK-SAME:  %[[D:[^:]+]]: f64, %[[E:[^:]+]]: f64, %[[N:[^:]+]]: i32, %[[L:[^:]+]]: i64)
// CHECK-NEXT: math.roundeven %[[D]] : f64
// CHECK-NEXT: math.tan %[[D]] : f64
// CHECK-NEXT: math.asin %[[D]] : f64
// CHECK-NEXT: math.acos %[[D]] : f64
// CHECK-NEXT: math.atan %[[D]] : f64
// CHECK-NEXT: math.sinh %[[D]] : f64
// CHECK-NEXT: math.cosh %[[D]] : f64
// CHECK-NEXT: math.tanh %[[D]] : f64
// CHECK-NEXT: math.expm1 %[[D]] : f64
// CHECK-NEXT: math.log1p %[[D]] : f64
// CHECK-NEXT: math.log10 %[[D]] : f64
// CHECK-NEXT: math.atan2 %[[D]], %[[E]] : f64
// CHECK-NEXT: %[[POW:.+]] = math.powf %[[D]], %[[E]] : f64
// CHECK-NEXT: %[[ZERO:.+]] = arith.subf %[[E]], %[[E]] : f64
// CHECK-NEXT: %[[NAN:.+]] = arith.addf %[[POW]], %[[ZERO]] : f64
// CHECK-NEXT: %[[ONE:.+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: %[[ABS:.+]] = math.absf %[[D]] : f64
// CHECK-NEXT: %[[IS:.+]] = arith.cmpf oeq, %[[ABS]], %[[ONE]] : f64
// CHECK-NEXT: arith.select %[[IS]], %[[NAN]], %[[POW]] : f64
// CHECK-NEXT: tt.extern_elementwise %[[N]] {{.*}}symbol = "__nv_popc"} : (i32) -> i32
// CHECK-NEXT: tt.extern_elementwise %[[L]] {{.*}}symbol = "__nv_popcll"} : (i64) -> i32
// CHECK-NEXT: tt.extern_elementwise %[[N]] {{.*}}symbol = "__nv_clz"} : (i32) -> i32
// CHECK-NEXT: tt.extern_elementwise %[[L]] {{.*}}symbol = "__nv_clzll"} : (i64) -> i32
// CHECK-NEXT: tt.return
module attributes {cm.signature = ["fp64", "fp64", "i32", "i64"]} {
cm.func "doubles" body (%d: f64, %e: f64, %n: i32, %l: i64) -> none {
  %0 = cm.invoke "java.lang.Math::rint(double):double"(%d) : (f64) -> f64
  %1 = cm.invoke "java.lang.Math::tan(double):double"(%d) : (f64) -> f64
  %2 = cm.invoke "java.lang.Math::asin(double):double"(%d) : (f64) -> f64
  %3 = cm.invoke "java.lang.Math::acos(double):double"(%d) : (f64) -> f64
  %4 = cm.invoke "java.lang.Math::atan(double):double"(%d) : (f64) -> f64
  %5 = cm.invoke "java.lang.Math::sinh(double):double"(%d) : (f64) -> f64
  %6 = cm.invoke "java.lang.Math::cosh(double):double"(%d) : (f64) -> f64
  %7 = cm.invoke "java.lang.Math::tanh(double):double"(%d) : (f64) -> f64
  %8 = cm.invoke "java.lang.Math::expm1(double):double"(%d) : (f64) -> f64
  %9 = cm.invoke "java.lang.Math::log1p(double):double"(%d) : (f64) -> f64
  %10 = cm.invoke "java.lang.Math::log10(double):double"(%d) : (f64) -> f64
  %11 = cm.invoke "java.lang.Math::atan2(double, double):double"(%d, %e) : (f64, f64) -> f64
  %12 = cm.invoke "java.lang.Math::pow(double, double):double"(%d, %e) : (f64, f64) -> f64
  %13 = cm.invoke "java.lang.Integer::bitCount(int):int"(%n) : (i32) -> i32
  %14 = cm.invoke "java.lang.Long::bitCount(long):int"(%l) : (i64) -> i32
  %15 = cm.invoke "java.lang.Integer::numberOfLeadingZeros(int):int"(%n) : (i32) -> i32
  %16 = cm.invoke "java.lang.Long::numberOfLeadingZeros(long):int"(%l) : (i64) -> i32
  cm.return
}
}
