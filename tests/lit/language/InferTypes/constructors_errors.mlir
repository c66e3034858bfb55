// RUN: cm2tt-opt %s -cm2tt-infer-types -split-input-file -verify-diagnostics
// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file -verify-diagnostics

// T-RECORD-1: a component whose name is almost one.
//   record Shape(int length, int width)
//   void close(int n, Ptr p) {
//     Shape s = new Shape(n, n);
//     store(p, s.lenght());
//     store(p, s.widht);
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Shape = !cm.java<"demo.Shape">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "close" body (%n: i32, %p: !Ptr) -> none {
  // expected-note @+1 {{'s' is demo.Shape(length: int, width: int), from here}}
  %0 = cm.new "demo.Shape::(int, int)"(%n, %n) {named = {record = "(int length, int width)demo.Shape"}} : (i32, i32) -> !Shape
  %s = cm.var %0 "s" : (!Shape) -> !cm.var<!Shape>
  %1 = cm.var.load %s : (!cm.var<!Shape>) -> !Shape
  // expected-error @+2 {{T-RECORD-1: 'demo.Shape' has no component 'lenght'}}
  // expected-note @+1 {{did you mean 'length'?}}
  %2 = cm.invoke "demo.Shape::lenght():int"(%1) : (!Shape) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %2) : (!Ptr, i32) -> ()
  %3 = cm.var.load %s : (!cm.var<!Shape>) -> !Shape
  // expected-error @+2 {{T-RECORD-1: 'demo.Shape' has no component 'widht'}}
  // expected-note @+1 {{did you mean 'width'?}}
  %4 = cm.field.load "demo.Shape::widht:int" %3 : (!Shape) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %4) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

// T-NEW-1: constructors that take fewer or more than the components.
//   record Shape(int length, int width) {
//     Shape(int n) { this(n, n); }
//   }
//   void constructors(int n, Ptr p) {
//     new Shape(n);
//     new Shape(n, n, n);
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Shape = !cm.java<"demo.Shape">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "constructors" body (%n: i32, %p: !Ptr) -> none {
  // expected-error @+2 {{T-NEW-1: a kernel can only create records: 'demo.Shape'}}
  // expected-note @+1 {{'new' takes a value for each component of a record; other constructors, and other objects, are not compiled for kernels}}
  %0 = cm.new "demo.Shape::(int)"(%n) {named = {record = "(int length, int width)demo.Shape"}} : (i32) -> !Shape
  // expected-error @+2 {{T-NEW-1: a kernel can only create records: 'demo.Shape'}}
  // expected-note @+1 {{'new' takes a value for each component of a record; other constructors, and other objects, are not compiled for kernels}}
  %1 = cm.new "demo.Shape::(int, int, int)"(%n, %n, %n) {named = {record = "(int length, int width)demo.Shape"}} : (i32, i32, i32) -> !Shape
  cm.return
}
}

// -----

// T-OP-1: what is thrown is not reported besides the throw, with an argument or none.
//   void thrown(int n, Ptr p) {
//     if (n < 0)
//       throw new IllegalArgumentException("n");
//     throw new demo.Failure(n);
//   }
!Failure = !cm.java<"demo.Failure">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "thrown" body (%n: i32, %p: !Ptr) -> none {
  cm.java.if
    body () -> i1 {
      %0 = cm.constant 0 : i32
      %1 = cm.lt %n, %0 : i32, i32
      cm.yield %1 : i1
    }
    body () -> none {
      // expected-error @+4 {{T-OP-1: exceptions cannot be used in a kernel: 'throw'}}
      // expected-note @+3 {{Triton.deviceAssert stops a kernel with a message}}
      %2 = cm.constant "n" -> !cm.java<"java.lang.String">
      %3 = cm.new "java.lang.IllegalArgumentException::(java.lang.String)"(%2) : (!cm.java<"java.lang.String">) -> !cm.java<"java.lang.IllegalArgumentException">
      cm.throw %3 : !cm.java<"java.lang.IllegalArgumentException">
    }
  // expected-error @+3 {{T-OP-1: exceptions cannot be used in a kernel: 'throw'}}
  // expected-note @+2 {{Triton.deviceAssert stops a kernel with a message}}
  %4 = cm.new "demo.Failure::(int)"(%n) : (i32) -> !Failure
  cm.throw %4 : !Failure
}
}
