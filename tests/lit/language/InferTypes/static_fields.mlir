// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -o /dev/null 2>&1 | FileCheck %s

// The values of static final fields that a model has: texts are strings,
// constants of enums, and the floating-point numbers that JSON lacks.
!Mode = !cm.java<"demo.Mode">
!Nan = !cm.java<"io.github.cm2tt.lang.Triton$PropagateNan">
!String = !cm.java<"java.lang.String">
!Float = !cm.java<"java.lang.Float">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<long, c64>
  %0 = cm.field.load "demo.K::WIDTH:long" {named = {value = 64 : i32}} : () -> i64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c1.5{{0*}}>
  %1 = cm.field.load "demo.K::BOXED:java.lang.Float" {named = {value = 1.5 : f64}} : () -> !Float
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, cNaN>
  %2 = cm.field.load "demo.K::NONE:float" {named = {value = "NaN"}} : () -> f32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c-Inf{{.*}}>
  %3 = cm.field.load "demo.K::LOW:double" {named = {value = "-Infinity"}} : () -> f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<demo.Mode, cFAST>
  %4 = cm.field.load "demo.K::MODE:demo.Mode" {named = {value = "FAST"}} : () -> !Mode
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<PropagateNan, cALL>
  %5 = cm.field.load "demo.K::NAN:io.github.cm2tt.lang.Triton$PropagateNan" {named = {value = "ALL"}} : () -> !Nan
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.String, ctext>
  %6 = cm.field.load "demo.K::NAME:java.lang.String" {named = {value = "text"}} : () -> !String
  cm.return
}
}
