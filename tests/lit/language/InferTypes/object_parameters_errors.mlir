// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics -split-input-file

// T-SIGNATURE-3: null for a number.
module attributes {cm.signature = ["null"]} {
// expected-error @+1 {{T-SIGNATURE-3: parameter 'x' is int: not the constant null}}
cm.func "k" body (%x: i32) -> none {
  %v = cm.var %x "x" : (i32) -> !cm.var<i32>
  cm.return
}
}

// VARIANT
// T-SIGNATURE-3: a class for a pointer.
module attributes {cm.signature = ["fp16.class"]} {
// expected-error @+1 {{T-SIGNATURE-3: parameter 'x' is Ptr: not the constant fp16.class}}
cm.func "k" body (%x: !cm.java<"io.github.cm2tt.lang.Ptr">) -> none {
%v = cm.var %x "x" : (!cm.java<"io.github.cm2tt.lang.Ptr">) -> !cm.var<!cm.java<"io.github.cm2tt.lang.Ptr">>

// VARIANT
// T-SIGNATURE-3: a constant of another enum.
module attributes {cm.signature = ["Kind.FAST"]} {
// expected-error @+1 {{T-SIGNATURE-3: parameter 'x' is demo.K$Mode: not the constant Kind.FAST}}
cm.func "k" body (%x: !cm.java<"demo.K$Mode">) -> none {
%v = cm.var %x "x" : (!cm.java<"demo.K$Mode">) -> !cm.var<!cm.java<"demo.K$Mode">>

// VARIANT
// T-SIGNATURE-3: an enum of that name in another class.
module attributes {cm.signature = ["L$Mode.FAST"]} {
// expected-error @+1 {{T-SIGNATURE-3: parameter 'x' is demo.K$Mode: not the constant L$Mode.FAST}}
cm.func "k" body (%x: !cm.java<"demo.K$Mode">) -> none {
%v = cm.var %x "x" : (!cm.java<"demo.K$Mode">) -> !cm.var<!cm.java<"demo.K$Mode">>

// VARIANT
// T-SIGNATURE-3: a name that ends like the enum's.
module attributes {cm.signature = ["ode.FAST"]} {
// expected-error @+1 {{T-SIGNATURE-3: parameter 'x' is demo.K$Mode: not the constant ode.FAST}}
cm.func "k" body (%x: !cm.java<"demo.K$Mode">) -> none {
%v = cm.var %x "x" : (!cm.java<"demo.K$Mode">) -> !cm.var<!cm.java<"demo.K$Mode">>

// VARIANT
// T-SIGNATURE-3: a constant that the language's enum lacks.
module attributes {cm.signature = ["Rounding.UP"]} {
// expected-error @+1 {{T-SIGNATURE-3: parameter 'x' is Rounding: not the constant Rounding.UP}}
cm.func "k" body (%x: !cm.java<"io.github.cm2tt.lang.Triton$Rounding">) -> none {
%v = cm.var %x "x" : (!cm.java<"io.github.cm2tt.lang.Triton$Rounding">) -> !cm.var<!cm.java<"io.github.cm2tt.lang.Triton$Rounding">>

// VARIANT
// T-SIGNATURE-3: null for an enum.
// expected-error @+1 {{T-SIGNATURE-3: parameter 'x' is demo.K$Mode: not the constant null}}
cm.func "k" body (%x: !cm.java<"demo.K$Mode">) -> none {
%v = cm.var %x "x" : (!cm.java<"demo.K$Mode">) -> !cm.var<!cm.java<"demo.K$Mode">>

// VARIANT
// T-SIGNATURE-3: a string for an enum.
module attributes {cm.signature = ["\22FAST\22"]} {
// expected-error @+1 {{T-SIGNATURE-3: parameter 'x' is demo.K$Mode: not the constant "FAST"}}
cm.func "k" body (%x: !cm.java<"demo.K$Mode">) -> none {
%v = cm.var %x "x" : (!cm.java<"demo.K$Mode">) -> !cm.var<!cm.java<"demo.K$Mode">>
