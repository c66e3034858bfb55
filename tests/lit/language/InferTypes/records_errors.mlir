// RUN: cm2tt-opt %s -cm2tt-infer-types -split-input-file -verify-diagnostics
// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file -verify-diagnostics

// T-NEW-1: neither of the JDK nor of the kernel language.
//   void objects(int n) {
//   }
module attributes {cm.signature = ["i32"]} {
cm.func "objects" body (%n: i32) -> none {
  // expected-error @+2 {{T-NEW-1: a kernel can only create records: 'java.util.ArrayList'}}
  // expected-note @+1 {{there is no heap on the device}}
  %0 = cm.new "java.util.ArrayList::(int)"(%n) : (i32) -> !cm.java<"java.util.ArrayList">
  // expected-error @+1 {{T-NEW-1: a kernel can only create records: 'oracle.code.triton.Tensor'}}
  %1 = cm.new "oracle.code.triton.Tensor::(int)"(%n) : (i32) -> !cm.java<"oracle.code.triton.Tensor">
  cm.return
}
}

// -----

// T-RECORD-1: a component that the record does not have.
//   record Pair(int a, Tensor t)
//   void components(int n, Ptr p) {
//     Pair pair = new Pair(n, arange(0, 8));
//     store(p, pair.third());
//   }
!Pair = !cm.java<"demo.Pair">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "components" body (%n: i32, %p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  // expected-note @+1 {{'pair' is demo.Pair(a: int, t: a tile of 8 int), from here}}
  %3 = cm.new "demo.Pair::(int, oracle.code.triton.Tensor)"(%n, %2) {named = {record = "(int a, Tensor t)demo.Pair"}} : (i32, !Tensor) -> !Pair
  %pair = cm.var %3 "pair" : (!Pair) -> !cm.var<!Pair>
  %4 = cm.var.load %pair : (!cm.var<!Pair>) -> !Pair
  // expected-error @+1 {{T-RECORD-1: 'demo.Pair' has no component 'third'}}
  %5 = cm.invoke "demo.Pair::third():int"(%4) : (!Pair) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %5) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

// T-RECORD-1: without names, of two components of one type neither is known.
//   void nameless(int n, Ptr p) {
//     Pair pair = new Pair(n, n);
//   }
!Pair = !cm.java<"demo.Pair">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "nameless" body (%n: i32, %p: !Ptr) -> none {
  // expected-note @+1 {{'pair' is demo.Pair(int, int), from here}}
  %0 = cm.new "demo.Pair::(int, int)"(%n, %n) : (i32, i32) -> !Pair
  %pair = cm.var %0 "pair" : (!Pair) -> !cm.var<!Pair>
  %x = cm.var.load %pair : (!cm.var<!Pair>) -> !Pair
  // expected-error @+2 {{T-RECORD-1: 'demo.Pair' has no component 'a'}}
  // expected-note @+1 {{the model does not name the components: give 'new' the attribute 'record', a record pattern}}
  %a = cm.invoke "demo.Pair::a():int"(%x) : (!Pair) -> i32
  cm.return
}
}

// -----

// T-RECORD-1: a field that the record does not have.
//   record Pair(int a, Tensor t)
//   void field(int n, Ptr p) {
//     Pair pair = new Pair(n, arange(0, 8));
//     store(p, pair.third);
//   }
!Pair = !cm.java<"demo.Pair">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "field" body (%n: i32, %p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  // expected-note @+1 {{'pair' is demo.Pair(a: int, t: a tile of 8 int), from here}}
  %3 = cm.new "demo.Pair::(int, oracle.code.triton.Tensor)"(%n, %2) {named = {record = "(int a, Tensor t)demo.Pair"}} : (i32, !Tensor) -> !Pair
  %pair = cm.var %3 "pair" : (!Pair) -> !cm.var<!Pair>
  %4 = cm.var.load %pair : (!cm.var<!Pair>) -> !Pair
  // expected-error @+1 {{T-RECORD-1: 'demo.Pair' has no component 'third'}}
  %5 = cm.field.load "demo.Pair::third:int" %4 : (!Pair) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %5) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

// T-VALUE-1: a tuple of variables is only what a for statement declares.
//   void variables(int n, Ptr p) {
//     store(p, n);
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "variables" body (%n: i32, %p: !Ptr) -> none {
  %a = cm.var %n "a" : (i32) -> !cm.var<i32>
  // expected-error @+1 {{T-VALUE-1: the value is not known where it is used}}
  %t = cm.tuple %a, %a : (!cm.var<i32>, !cm.var<i32>) -> tuple<!cm.var<i32>, !cm.var<i32>>
  %u = cm.tuple.load %t[0] : (tuple<!cm.var<i32>, !cm.var<i32>>) -> !cm.var<i32>
  %v = cm.var.load %u : (!cm.var<i32>) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %n) : (!Ptr, i32) -> ()
  cm.return
}
}
