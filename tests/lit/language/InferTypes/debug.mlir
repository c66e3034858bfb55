// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:

// Printing, assertions and barriers take these types, and have no value.
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Str = !cm.java<"java.lang.String">
module attributes {cm.signature = ["*fp32", "i32"]} {
cm.func "k" body (%p: !Ptr, %n: i32) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.String, cn>{{$}}
  %prefix = cm.constant "n" -> !Str
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>{{$}}
  %true = cm.constant true
  cm.invoke "oracle.code.triton.Triton::devicePrint(java.lang.String, java.lang.Number):void"(%prefix, %n) : (!Str, i32) -> ()
  cm.invoke "oracle.code.triton.Triton::staticPrint(java.lang.Object, java.lang.Object):void"(%p, %n) : (!Ptr, i32) -> ()
  cm.invoke "oracle.code.triton.Triton::deviceAssert(boolean):void"(%true) : (i1) -> ()
  cm.invoke "oracle.code.triton.Triton::staticAssert(boolean, java.lang.String):void"(%true, %prefix) : (i1, !Str) -> ()
  cm.invoke "oracle.code.triton.Triton::debugBarrier():void"() : () -> ()
  cm.return
}
}
