// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -o /dev/null 2>&1 | FileCheck %s

// Parameters that are objects: a null pointer, constants of enums, a class, a
// string.
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Mode = !cm.java<"demo.K$Mode">
!Rounding = !cm.java<"io.github.cm2tt.lang.Triton$Rounding">
!Class = !cm.java<"java.lang.Class<?>">
!String = !cm.java<"java.lang.String">
module attributes {cm.signature = ["null", "Mode.FAST", "Rounding.RTZ", "fp16.class", "\22a%2Cb\22", "fp32", "demo.K$Mode.FAST", "demo.K.Mode.FAST", "K.Mode.SLOW", "Triton.Rounding.RTZ"]} {
cm.func "k" body (%p: !Ptr, %mode: !Mode, %rounding: !Rounding, %type: !Class, %text: !String, %x: f32, %m0: !Mode, %m1: !Mode, %m2: !Mode, %rtz: !Rounding) -> none {
  %null = cm.constant #cm.null -> !Ptr
  %fast = cm.field.load "demo.K$Mode::FAST:demo.K$Mode" : () -> !Mode
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>
  %0 = cm.eq %p, %null : !Ptr, !Ptr
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>
  %1 = cm.eq %mode, %fast : !Mode, !Mode
  // CHECK: [[#@LINE+1]]:{{.*}} remark: fp16
  %2 = cm.invoke "io.github.cm2tt.lang.Triton::conv(java.lang.Class, java.lang.Number, io.github.cm2tt.lang.Triton$Rounding):io.github.cm2tt.lang.Tensor"(%type, %x, %rounding) : (!Class, f32, !Rounding) -> !cm.java<"io.github.cm2tt.lang.Tensor">
  %ab = cm.constant "a,b" -> !String
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>
  %3 = cm.invoke "java.util.Objects::equals(java.lang.Object, java.lang.Object):boolean"(%text, %ab) : (!String, !String) -> i1
  // Names of enums may have the classes and packages around them.
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>
  %4 = cm.eq %m0, %fast : !Mode, !Mode
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>
  %5 = cm.eq %m1, %m0 : !Mode, !Mode
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, cfalse>
  %6 = cm.eq %m2, %m0 : !Mode, !Mode
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>
  %7 = cm.eq %rtz, %rounding : !Rounding, !Rounding
  cm.return
}
}
