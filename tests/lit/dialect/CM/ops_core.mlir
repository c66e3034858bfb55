// RUN: cm2tt-opt %s | cm2tt-opt | FileCheck %s
// RUN: cm2tt-opt %s -mlir-print-op-generic | cm2tt-opt | FileCheck %s

// CHECK: module attributes {cm.kernel = "kernel", cm.producer = "test", cm.signature = ["*fp32:16", 64 : i32, 1.500000e+00, true], cm.signature_loc = #{{.*}}, cm.source = "A.java", cm.spelling = {types = "bare"}}
module attributes {cm.kernel = "kernel", cm.producer = "test",
                   cm.signature = ["*fp32:16", 64 : i32, 1.5, true],
                   cm.signature_loc = loc("m.json":3:2), cm.source = "A.java",
                   cm.spelling = {types = "bare"}} {
  // CHECK: cm.func "nothing" body () -> none {
  // CHECK-NEXT: cm.unreachable
  cm.func "nothing" body () -> none {
    cm.unreachable
  }

  // CHECK: cm.func "helper" {named = {descriptor = "(int)", owner = "demo.A"}} body "entry" (%{{.*}}: i32) -> i32 {
  cm.func "helper" {named = {descriptor = "(int)", owner = "demo.A"}}
      body "entry" (%a: i32) -> i32 {
    // CHECK: %[[R:.*]] = cm.func.call "helper"(%{{.*}}) : (i32) -> i32
    %r = cm.func.call "helper"(%a) : (i32) -> i32
    // CHECK: cm.func.call "nothing"() : () -> ()
    cm.func.call "nothing"() : () -> ()
    // CHECK: cm.return %[[R]] : i32
    cm.return %r : i32
  }

  // CHECK: cm.module body () -> none {
  cm.module body () -> none {
    // CHECK: cm.func "inner" body () -> none {
    cm.func "inner" body () -> none {
      // CHECK: cm.return
      cm.return
    }
    // CHECK: cm.unreachable
    cm.unreachable
  }

  // CHECK-LABEL: cm.func "blocks"
  cm.func "blocks" body (%c: i1, %a: i32) -> i32 {
    // CHECK: cm.cbranch %{{.*}}, ^[[B1:.*]], ^[[B2:.*]](%{{.*}} : i32)
    cm.cbranch %c, ^then, ^exit(%a : i32)
  // CHECK: ^[[B1]]:
  ^then:
    // CHECK: cm.branch ^[[B2]](%{{.*}} : i32)
    cm.branch ^exit(%a : i32)
  // CHECK: ^[[B2]](%[[X:.*]]: i32):
  ^exit(%x: i32):
    // CHECK: cm.return %[[X]] : i32
    cm.return %x : i32
  }

  // CHECK-LABEL: cm.func "quoted"
  cm.func "quoted" body (%a: i32) -> none {
    // CHECK: cm.quoted body () -> i32 {
    // CHECK: cm.yield %{{.*}} : i32
    // CHECK: } : () -> !cm.ext<"Quoted<Op>">
    %q = cm.quoted body () -> i32 {
      %s = cm.add %a, %a : i32
      cm.yield %s : i32
    } : () -> !cm.ext<"Quoted<Op>">
    cm.return
  }

  // CHECK-LABEL: cm.func "constants"
  cm.func "constants" body () -> none {
    // CHECK: cm.constant 64 : i32
    %0 = cm.constant 64 : i32
    // CHECK: cm.constant true{{$}}
    %1 = cm.constant true
    // CHECK: cm.constant -1 : i64 {named = {unit}}
    %2 = cm.constant -1 : i64 {named = {unit}}
    // CHECK: cm.constant 65 : ui16
    %3 = cm.constant 65 : ui16
    // CHECK: cm.constant 0x7FC00000 : f32
    %4 = cm.constant 0x7FC00000 : f32
    // CHECK: cm.constant 0xFFF0000000000000 : f64
    %5 = cm.constant 0xFFF0000000000000 : f64
    // CHECK: cm.constant "a\22b" -> !cm.java<"java.lang.String">
    %6 = cm.constant "a\"b" -> !cm.java<"java.lang.String">
    // CHECK: cm.constant f32 -> !cm.java<"java.lang.Class<java.lang.Float>">
    %7 = cm.constant f32 -> !cm.java<"java.lang.Class<java.lang.Float>">
    // CHECK: cm.constant #cm.null -> !cm.java<"java.lang.Object">
    %8 = cm.constant #cm.null -> !cm.java<"java.lang.Object">
    // CHECK: cm.constant 64 : i32 -> !cm.ext<"constant<int, c64>">
    %9 = cm.constant 64 : i32 -> !cm.ext<"constant<int, c64>">
    cm.return
  }

  // CHECK-LABEL: cm.func "variables"
  cm.func "variables" body (%a: i32, %o: !cm.java<"demo.A">) -> none {
    // CHECK: %[[V:.*]] = cm.var %{{.*}} "i" : (i32) -> !cm.var<i32>
    %v = cm.var %a "i" : (i32) -> !cm.var<i32>
    // CHECK: cm.var : () -> !cm.var<i32>
    %u = cm.var : () -> !cm.var<i32>
    // CHECK: cm.var %{{.*}} : (!cm.java<"demo.A">) -> !cm.var<!cm.java<"java.lang.Object">>
    %w = cm.var %o : (!cm.java<"demo.A">) -> !cm.var<!cm.java<"java.lang.Object">>
    // CHECK: cm.var.load %[[V]] : (!cm.var<i32>) -> i32
    %x = cm.var.load %v : (!cm.var<i32>) -> i32
    // CHECK: cm.var.store %[[V]], %{{.*}} : !cm.var<i32>, i32
    cm.var.store %v, %x : !cm.var<i32>, i32
    cm.return
  }

  // CHECK-LABEL: cm.func "tuples"
  cm.func "tuples" body (%a: i32, %b: f32) -> none {
    // CHECK: %[[T:.*]] = cm.tuple %{{.*}}, %{{.*}} : (i32, f32) -> tuple<i32, f32>
    %t = cm.tuple %a, %b : (i32, f32) -> tuple<i32, f32>
    // CHECK: cm.tuple.load %[[T]][1] : (tuple<i32, f32>) -> f32
    %x = cm.tuple.load %t[1] : (tuple<i32, f32>) -> f32
    // CHECK: cm.tuple.with %[[T]][0], %{{.*}} : (tuple<i32, f32>, i32) -> tuple<i32, f32>
    %u = cm.tuple.with %t[0], %a : (tuple<i32, f32>, i32) -> tuple<i32, f32>
    cm.return
  }
}
