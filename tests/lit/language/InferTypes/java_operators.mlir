// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Numbers known at run time only keep their types.
module attributes {cm.signature = ["i32", "i64", "fp32", "i1", "u32"]} {
cm.func "k" body (%i: i32, %l: i64, %f: f32, %c: i1, %u: i32) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %0 = cm.add %i, %i : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: long{{$}}
  %1 = cm.sub %l, %l : i64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %2 = cm.mul %f, %f : f32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u32{{$}}
  %3 = cm.div %i, %u : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %4 = cm.mod %f, %f : f32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %5 = cm.and %c, %c : i1
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %6 = cm.or %i, %i : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: long{{$}}
  %7 = cm.xor %l, %l : i64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %8 = cm.lshl %i, %l : i32, i64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: long{{$}}
  %9 = cm.ashr %l, %i : i64, i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u32{{$}}
  %10 = cm.lshr %u, %i : i32, i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %11 = cm.neg %f : f32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: long{{$}}
  %12 = cm.compl %l : i64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %13 = cm.not %c : i1
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %14 = cm.eq %i, %i : i32, i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %15 = cm.neq %c, %c : i1, i1
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %16 = cm.lt %f, %f : f32, f32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %17 = cm.conv %i : i32 to f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u16{{$}}
  %18 = cm.conv %f : f32 to ui16
  // CHECK: [[#@LINE+1]]:{{.*}} remark: long{{$}}
  %19 = cm.conv %u : i32 to i64
  cm.return
}
}

// -----

// Constants fold as Java computes: wrapping, truncating, masking shifts.
module attributes {cm.signature = [2147483647, -7, 33]} {
cm.func "k" body (%max: i32, %a: i32, %s: i32) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c1>{{$}}
  %1 = cm.constant 1 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c2>{{$}}
  %2 = cm.constant 2 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c-1>{{$}}
  %m = cm.constant -1 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c-2147483648>{{$}}
  %3 = cm.add %max, %1 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c-2147483648>{{$}}
  %4 = cm.div %3, %m : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c0>{{$}}
  %5 = cm.mod %3, %m : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c-3>{{$}}
  %6 = cm.div %a, %2 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c-1>{{$}}
  %7 = cm.mod %a, %2 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c2>{{$}}
  %8 = cm.lshl %1, %s : i32, i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c-4>{{$}}
  %9 = cm.ashr %a, %1 : i32, i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c2147483644>{{$}}
  %10 = cm.lshr %a, %1 : i32, i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c7>{{$}}
  %11 = cm.neg %a : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c6>{{$}}
  %12 = cm.compl %a : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>{{$}}
  %13 = cm.lt %a, %1 : i32, i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, cfalse>{{$}}
  %14 = cm.ge %a, %1 : i32, i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, cfalse>{{$}}
  %15 = cm.not %13 : i1
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>{{$}}
  %16 = cm.or %13, %15 : i1
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<u16, c65529>{{$}}
  %17 = cm.conv %a : i32 to ui16
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c65529>{{$}}
  %18 = cm.conv %17 : ui16 to i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c2.14748365E+9>{{$}}
  %19 = cm.conv %max : i32 to f32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c2147483647>{{$}}
  %20 = cm.conv %19 : f32 to i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c-2.14748365E+9>{{$}}
  %21 = cm.neg %19 : f32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<short, c0>{{$}}
  %22 = cm.conv %21 : f32 to i16
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<u16, c65>{{$}}
  %c = cm.constant 65 : ui16
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c65>{{$}}
  %23 = cm.conv %c : ui16 to i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<long, c-9223372036854775808>{{$}}
  %24 = cm.field.load "java.lang.Long::MIN_VALUE:long" : () -> i64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c-Inf>{{$}}
  %25 = cm.field.load "java.lang.Float::NEGATIVE_INFINITY:float" : () -> f32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<long, c-9223372036854775808>{{$}}
  %26 = cm.conv %25 : f32 to i64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c64>{{$}}
  %27 = cm.constant 64 : i32 -> !cm.ext<"constant<int, c64>">
  cm.return
}
}
