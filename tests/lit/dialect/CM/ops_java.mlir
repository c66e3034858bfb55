// RUN: cm2tt-opt %s | cm2tt-opt | FileCheck %s
// RUN: cm2tt-opt %s -mlir-print-op-generic | cm2tt-opt | FileCheck %s

// CHECK-LABEL: cm.func "arithmetic"
cm.func "arithmetic" body (%a: i32, %l: i64, %f: f32, %c: i1, %h: ui16) -> none {
  // CHECK: cm.add %{{.*}}, %{{.*}} : i32
  %0 = cm.add %a, %a : i32
  // CHECK: cm.sub %{{.*}}, %{{.*}} : i64
  %1 = cm.sub %l, %l : i64
  // CHECK: cm.mul %{{.*}}, %{{.*}} : f32
  %2 = cm.mul %f, %f : f32
  // CHECK: cm.div %{{.*}}, %{{.*}} : ui16
  %3 = cm.div %h, %h : ui16
  // CHECK: cm.mod %{{.*}}, %{{.*}} : f32
  %4 = cm.mod %f, %f : f32
  // CHECK: cm.and %{{.*}}, %{{.*}} : i1
  %5 = cm.and %c, %c : i1
  // CHECK: cm.or %{{.*}}, %{{.*}} : i32
  %6 = cm.or %a, %a : i32
  // CHECK: cm.xor %{{.*}}, %{{.*}} : i64
  %7 = cm.xor %l, %l : i64
  // CHECK: cm.lshl %{{.*}}, %{{.*}} : i32, i64
  %8 = cm.lshl %a, %l : i32, i64
  // CHECK: cm.ashr %{{.*}}, %{{.*}} : i64, i32
  %9 = cm.ashr %l, %a : i64, i32
  // CHECK: cm.lshr %{{.*}}, %{{.*}} : i32, i32
  %10 = cm.lshr %a, %a : i32, i32
  // CHECK: cm.neg %{{.*}} : f32
  %11 = cm.neg %f : f32
  // CHECK: cm.compl %{{.*}} : i64
  %12 = cm.compl %l : i64
  // CHECK: cm.not %{{.*}} : i1
  %13 = cm.not %c : i1
  cm.return
}

// CHECK-LABEL: cm.func "comparison"
cm.func "comparison" body (%a: i32, %s: !cm.java<"java.lang.String">) -> none {
  // CHECK: cm.eq %{{.*}}, %{{.*}} : i32, i32
  %0 = cm.eq %a, %a : i32, i32
  %null = cm.constant #cm.null -> !cm.java<"java.lang.Object">
  // CHECK: cm.neq %{{.*}}, %{{.*}} : !cm.java<"java.lang.String">, !cm.java<"java.lang.Object">
  %1 = cm.neq %s, %null : !cm.java<"java.lang.String">, !cm.java<"java.lang.Object">
  // CHECK: cm.lt %{{.*}}, %{{.*}} : i32, i32
  %2 = cm.lt %a, %a : i32, i32
  // CHECK: cm.le %{{.*}}, %{{.*}} : i32, i32
  %3 = cm.le %a, %a : i32, i32
  // CHECK: cm.gt %{{.*}}, %{{.*}} : i32, i32
  %4 = cm.gt %a, %a : i32, i32
  // CHECK: cm.ge %{{.*}}, %{{.*}} : i32, i32
  %5 = cm.ge %a, %a : i32, i32
  // CHECK: cm.concat %{{.*}}, %{{.*}} : (!cm.java<"java.lang.String">, i32) -> !cm.java<"java.lang.String">
  %6 = cm.concat %s, %a : (!cm.java<"java.lang.String">, i32) -> !cm.java<"java.lang.String">
  cm.return
}

// CHECK-LABEL: cm.func "conversions"
cm.func "conversions" body (%a: i32, %c: i1, %s: !cm.java<"java.lang.String">) -> none {
  // CHECK: cm.conv %{{.*}} : i32 to f64
  %0 = cm.conv %a : i32 to f64
  // CHECK: cm.conv %{{.*}} : i1 to i1
  %1 = cm.conv %c : i1 to i1
  // CHECK: cm.cast %{{.*}} to !cm.java<"java.lang.Object"> : (!cm.java<"java.lang.String">) -> !cm.java<"java.lang.Object">
  %2 = cm.cast %s to !cm.java<"java.lang.Object"> : (!cm.java<"java.lang.String">) -> !cm.java<"java.lang.Object">
  // CHECK: cm.instanceof %{{.*}} of !cm.java<"java.lang.Object"> : !cm.java<"java.lang.String">
  %3 = cm.instanceof %s of !cm.java<"java.lang.Object"> : !cm.java<"java.lang.String">
  cm.return
}

// CHECK-LABEL: cm.func "members"
cm.func "members" body (%a: i32, %p: !cm.java<"demo.Pair">) -> none {
  // CHECK: cm.invoke "demo.A::f(int):int"(%{{.*}}) : (i32) -> i32
  %0 = cm.invoke "demo.A::f(int):int"(%a) : (i32) -> i32
  // CHECK: cm.invoke "demo.Pair::set(int):void"(%{{.*}}, %{{.*}}) {named = {invoke.kind = "INSTANCE"}} : (!cm.java<"demo.Pair">, i32) -> ()
  cm.invoke "demo.Pair::set(int):void"(%p, %a) {named = {"invoke.kind" = "INSTANCE"}} : (!cm.java<"demo.Pair">, i32) -> ()
  // CHECK: cm.invoke "demo.A::sum(int[]):int"(%{{.*}}, %{{.*}}, %{{.*}}) : (i32, i32, i32) -> i32
  %1 = cm.invoke "demo.A::sum(int[]):int"(%a, %a, %a) : (i32, i32, i32) -> i32
  // CHECK: cm.invoke "demo.A::sum(int[]):int"() : () -> i32
  %2 = cm.invoke "demo.A::sum(int[]):int"() : () -> i32
  // CHECK: cm.new "demo.Pair::(int, int)"(%{{.*}}, %{{.*}}) : (i32, i32) -> !cm.java<"demo.Pair">
  %3 = cm.new "demo.Pair::(int, int)"(%a, %a) : (i32, i32) -> !cm.java<"demo.Pair">
  // CHECK: cm.new "int[]::(int)"(%{{.*}}) : (i32) -> !cm.java<"int[]">
  %4 = cm.new "int[]::(int)"(%a) : (i32) -> !cm.java<"int[]">
  // CHECK: cm.field.load "java.lang.Integer::MAX_VALUE:int" : () -> i32
  %5 = cm.field.load "java.lang.Integer::MAX_VALUE:int" : () -> i32
  // CHECK: cm.field.load "demo.Pair::x:int" %{{.*}} : (!cm.java<"demo.Pair">) -> i32
  %6 = cm.field.load "demo.Pair::x:int" %p : (!cm.java<"demo.Pair">) -> i32
  // CHECK: cm.field.store "demo.A::total:int" %{{.*}} : i32
  cm.field.store "demo.A::total:int" %a : i32
  // CHECK: cm.field.store "demo.Pair::x:int" %{{.*}}, %{{.*}} : !cm.java<"demo.Pair">, i32
  cm.field.store "demo.Pair::x:int" %p, %a : !cm.java<"demo.Pair">, i32
  cm.return
}

// CHECK-LABEL: cm.func "arrays"
cm.func "arrays" body (%array: !cm.java<"int[]">, %a: i32) -> none {
  // CHECK: cm.array.length %{{.*}} : !cm.java<"int[]">
  %0 = cm.array.length %array : !cm.java<"int[]">
  // CHECK: cm.array.load %{{.*}}[%{{.*}}] : (!cm.java<"int[]">, i32) -> i32
  %1 = cm.array.load %array[%a] : (!cm.java<"int[]">, i32) -> i32
  // CHECK: cm.array.store %{{.*}}[%{{.*}}], %{{.*}} : !cm.java<"int[]">, i32, i32
  cm.array.store %array[%a], %a : !cm.java<"int[]">, i32, i32
  cm.return
}

// CHECK-LABEL: cm.func "exceptions"
cm.func "exceptions" body (%c: i1, %e: !cm.java<"java.lang.Error">) -> none {
  // CHECK: cm.assert body () -> i1 {
  cm.assert body () -> i1 {
    cm.yield %c : i1
  }
  // CHECK: cm.assert
  // CHECK-NEXT: body () -> i1 {
  // CHECK: body () -> !cm.java<"java.lang.Error"> {
  cm.assert body () -> i1 {
    cm.yield %c : i1
  } body () -> !cm.java<"java.lang.Error"> {
    cm.yield %e : !cm.java<"java.lang.Error">
  }
  // CHECK: cm.monitor.enter %{{.*}} : !cm.java<"java.lang.Error">
  cm.monitor.enter %e : !cm.java<"java.lang.Error">
  // CHECK: cm.monitor.exit %{{.*}} : !cm.java<"java.lang.Error">
  cm.monitor.exit %e : !cm.java<"java.lang.Error">
  // CHECK: cm.exception.region.enter ^[[B1:.*]], ^[[B3:.*]] segments [0, 0] : () -> ()
  cm.exception.region.enter ^body, ^handler segments [0, 0] : () -> ()
// CHECK: ^[[B1]]:
^body:
  // CHECK: cm.exception.region.exit %{{.*}} ^[[B2:.*]], ^[[B3]] segments [1, 0] : (i1) -> ()
  cm.exception.region.exit %c ^done, ^handler segments [1, 0] : (i1) -> ()
// CHECK: ^[[B2]](%{{.*}}: i1):
^done(%d: i1):
  cm.return
// CHECK: ^[[B3]](%[[X:.*]]: !cm.java<"java.lang.Error">):
^handler(%x: !cm.java<"java.lang.Error">):
  // CHECK: cm.throw %[[X]] : !cm.java<"java.lang.Error">
  cm.throw %x : !cm.java<"java.lang.Error">
}

// CHECK-LABEL: cm.func "lambdas"
cm.func "lambdas" body (%f: f32) -> none {
  // CHECK: cm.lambda {named = {lambda.isReflectable = true}} body (%{{.*}}: f32) -> f32 {
  // CHECK: } : () -> !cm.java<"demo.FloatFunction">
  %0 = cm.lambda {named = {"lambda.isReflectable" = true}} body (%x: f32) -> f32 {
    %y = cm.add %x, %f : f32
    cm.return %y : f32
  } : () -> !cm.java<"demo.FloatFunction">
  cm.return
}
