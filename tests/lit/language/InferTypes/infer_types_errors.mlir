// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics -split-input-file

// T-KERNEL-1
// expected-error @+1 {{T-KERNEL-1: the model has no function}}
module {
}

// -----

// T-KERNEL-2
module attributes {cm.kernel = "add", cm.signature = []} {
// expected-error @+2 {{T-KERNEL-2: no function is called 'add'}}
// expected-note @+1 {{the model has: f, g}}
cm.func "f" body () -> none {
  cm.return
}
cm.func "g" body () -> none {
  cm.return
}
}

// -----

// T-KERNEL-3
module attributes {cm.signature = ["i32"]} {
// expected-error @+1 {{T-KERNEL-3: no function of the model returns void}}
cm.func "f" body (%n: i32) -> i32 {
  cm.return %n : i32
}
cm.func "g" body (%n: i32) -> i32 {
  cm.return %n : i32
}
}

// -----

// T-KERNEL-4
module attributes {cm.signature = ["i32"]} {
cm.func "f" body (%n: i32) -> i32 {
  // expected-error @+1 {{T-KERNEL-4: a kernel cannot return a value}}
  cm.return %n : i32
}
}

// -----

// T-KERNEL-5: the first function is no kernel, and the last one of a helper's class.
module attributes {cm.kernel = "f", cm.signature = []} {
cm.func "f" {named = {owner = "demo.K", descriptor = "(int)"}} body (%n: i32) -> i32 {
  cm.return %n : i32
}
// expected-error @+2 {{T-KERNEL-5: 3 kernels are called 'f': expected a name with the types of the parameters}}
// expected-note @+1 {{this is 'f()'}}
cm.func "f" {named = {owner = "demo.K", descriptor = "()"}} body () -> none {
  cm.return
}
// expected-note @+1 {{this is 'f(int, demo.Kind)'}}
cm.func "f" {named = {owner = "demo.K", descriptor = "(int, demo.Kind)"}} body (%n: i32, %k: !cm.java<"demo.Kind">) -> none {
  cm.return
}
// expected-note @+1 {{this is 'f(int, demo.K$Kind)'}}
cm.func "f" {named = {owner = "demo.K", descriptor = "(int, demo.K$Kind)"}} body (%n: i32, %k: !cm.java<"demo.K$Kind">) -> none {
  cm.return
}
cm.func "f" {named = {owner = "demo.L"}} body (%n: i32) -> none {
  cm.return
}
}

// -----

// T-KERNEL-2: the types are others, or the list is not closed.
module attributes {cm.kernel = "f(int, Kind, ", cm.signature = []} {
// expected-error @+2 {{T-KERNEL-2: no function is called 'f(int, Kind, '}}
// expected-note @+1 {{the model has: f(int, Kind), f()}}
cm.func "f" {named = {owner = "demo.K", descriptor = "(int, demo.Kind)"}} body (%n: i32, %k: !cm.java<"demo.Kind">) -> none {
  cm.return
}
cm.func "f" {named = {owner = "demo.K", descriptor = "()"}} body () -> none {
  cm.return
}
}

// -----

// T-KERNEL-2: a function without a descriptor has types, too.
module attributes {cm.kernel = "f(Ptr, short)", cm.signature = []} {
// expected-error @+2 {{T-KERNEL-2: no function is called 'f(Ptr, short)'}}
// expected-note @+1 {{the model has: f}}
cm.func "f" body (%p: !cm.java<"io.github.cm2tt.lang.Ptr">, %n: ui16) -> none {
  cm.return
}
}

// -----

// T-SIGNATURE-1
module {
// expected-error @+2 {{T-SIGNATURE-1: neither the model nor --signature says the argument types}}
// expected-note @+1 {{the parameters are: p: oracle.code.triton.Ptr, n: int, arg2: java.lang.Long, arg3: oracle.code.triton.Float16; for example --signature='*fp32,i32,i64,fp16'}}
cm.func "k" body (%p: !cm.java<"oracle.code.triton.Ptr">, %n: i32, %l: !cm.java<"java.lang.Long">, %h: !cm.java<"oracle.code.triton.Float16">) -> none {
  %0 = cm.var %p "p" : (!cm.java<"oracle.code.triton.Ptr">) -> !cm.var<!cm.java<"oracle.code.triton.Ptr">>
  %1 = cm.var %n "n" : (i32) -> !cm.var<i32>
  cm.return
}
}

// -----

// T-SIGNATURE-2: too many entries.
module attributes {cm.signature = ["i32"]} {
// expected-error @+2 {{T-SIGNATURE-2: the number of entries of the signature is wrong: 1, expected 0 for the kernel 'k'}}
// expected-note @+1 {{the kernel has no parameters}}
cm.func "k" body () -> none {
  cm.return
}
}

// VARIANT
// T-SIGNATURE-2: too few.
module attributes {cm.signature = []} {
// expected-error @+2 {{T-SIGNATURE-2: the number of entries of the signature is wrong: 0, expected 1 for the kernel 'k'}}
// expected-note @+1 {{the parameters are: arg0: double; for example --signature='fp64'}}
cm.func "k" body (%d: f64) -> none {

// VARIANT
// T-SIGNATURE-3: a number for a truth value.
module attributes {cm.signature = [1]} {
// expected-error @+1 {{T-SIGNATURE-3: parameter 'arg0' is boolean: not the constant 1}}
cm.func "k" body (%c: i1) -> none {

// VARIANT
// T-SIGNATURE-3: a fraction for an integer.
module attributes {cm.signature = [1.5]} {
// expected-error @+1 {{T-SIGNATURE-3: parameter 'arg0' is int: not the constant 1.5}}
cm.func "k" body (%c: i32) -> none {

// VARIANT
// T-SIGNATURE-3: an infinity for an integer.
module attributes {cm.signature = ["-Infinity"]} {
// expected-error @+1 {{T-SIGNATURE-3: parameter 'arg0' is int: not the constant -Infinity}}
cm.func "k" body (%c: i32) -> none {

// VARIANT
// T-SIGNATURE-3: a constant that is too large.
module attributes {cm.signature = [2147483648 : i64]} {
// expected-error @+1 {{T-SIGNATURE-3: parameter 'arg0' is int: not the constant 2147483648}}
cm.func "k" body (%c: i32) -> none {

// VARIANT
// T-SIGNATURE-3: a negative char.
module attributes {cm.signature = [-1]} {
// expected-error @+1 {{T-SIGNATURE-3: parameter 'arg0' is u16: not the constant -1}}
cm.func "k" body (%c: ui16) -> none {

// VARIANT
// T-SIGNATURE-3: a number for a pointer.
module attributes {cm.signature = [64]} {
// expected-error @+1 {{T-SIGNATURE-3: parameter 'arg0' is Ptr: not the constant 64}}
cm.func "k" body (%p: !cm.java<"oracle.code.triton.Ptr">) -> none {

// VARIANT
// T-SIGNATURE-4: a number for a pointer.
// expected-error @+1 {{T-SIGNATURE-4: parameter 'arg0' is Ptr: not int}}
cm.func "k" body (%p: !cm.java<"oracle.code.triton.Ptr">) -> none {

// VARIANT
// T-SIGNATURE-4: a pointer for a number.
module attributes {cm.signature = ["*fp16:16"]} {
// expected-error @+1 {{T-SIGNATURE-4: parameter 'arg0' is int: not a pointer to fp16}}
cm.func "k" body (%n: i32) -> none {

// VARIANT
// T-SIGNATURE-4: another number in a box.
module attributes {cm.signature = ["fp32"]} {
// expected-error @+1 {{T-SIGNATURE-4: parameter 'arg0' is Integer: not float}}
cm.func "k" body (%n: !cm.java<"java.lang.Integer">) -> none {

// VARIANT
// T-SIGNATURE-4: no signature has a type for strings.
// expected-error @+1 {{T-SIGNATURE-4: parameter 'arg0' is String: not int}}
cm.func "k" body (%n: !cm.java<"java.lang.String">) -> none {

// VARIANT
// T-SIGNATURE-5
module attributes {cm.signature = ["int"]} {
// expected-error @+1 {{T-SIGNATURE-5: unknown type in a signature: 'int', expected such as '*fp32:16', 'i32' or '64'}}
cm.func "k" body (%n: i32) -> none {

// -----

// T-CONTROL-1
module attributes {cm.signature = []} {
// expected-error @+1 {{T-CONTROL-1: branches between blocks cannot be used in a kernel}}
cm.func "k" body () -> none {
  cm.branch ^next
^next:
  cm.return
}
}

// -----

// T-VAR-1
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %v = cm.var : () -> !cm.var<i32>
  // expected-error @+1 {{T-VAR-1: the variable has no value here}}
  %x = cm.var.load %v : (!cm.var<i32>) -> i32
  cm.return
}
}

// -----

// T-VAR-2
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i32", "fp32"]} {
// expected-note @+1 {{'x' is int, by the signature}}
cm.func "k" body (%n: !Num, %f: !Num) -> none {
  %v = cm.var %n "x" : (!Num) -> !cm.var<!Num>
  // expected-error @+1 {{T-VAR-2: the variable's type is int, the value's float}}
  cm.var.store %v, %f : !cm.var<!Num>, !Num
  cm.return
}
}

// -----

// T-CALL-1: a misspelt method.
module attributes {cm.signature = ["i32"]} {
// expected-note @+1 {{'arg0' is int, by the signature}}
cm.func "k" body (%n: i32) -> none {
  // expected-error @+2 {{T-CALL-1: kernels have no method 'Triton.programID2' with 1 argument}}
  // expected-note @+1 {{did you mean 'Triton.programId'?}}
  %0 = cm.invoke "oracle.code.triton.Triton::programID2(int):int"(%n) : (i32) -> i32
  cm.return
}
}

// VARIANT
// T-CALL-1: a wrong number of arguments.
// expected-error @+2 {{T-CALL-1: kernels have no method 'Triton.programId' with 2 arguments}}
// expected-note @+1 {{'Triton.programId' takes 1 argument}}
%0 = cm.invoke "io.github.cm2tt.lang.Triton::programId(int, int):int"(%n, %n) : (i32, i32) -> i32

// VARIANT
// T-CALL-1: a method with any number of arguments.
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
// expected-error @+2 {{T-CALL-1: kernels have no method 'Triton.zeros' with 0 arguments}}
// expected-note @+1 {{'Triton.zeros' takes 1 or more arguments}}
%0 = cm.invoke "oracle.code.triton.Triton::zeros():T"() : () -> !cm.java<"T">

// -----

// T-CALL-1: a method of the JDK that kernels lack.
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %0 = cm.constant 3 : i32
  // expected-note @+2 {{of the JDK, a kernel calls the methods that the manual of the kernel language lists}}
  // expected-error @+1 {{T-CALL-1: kernels have no method 'java.util.Objects.hashCode' with 1 argument}}
  %1 = cm.invoke "java.util.Objects::hashCode(int):int"(%0) : (i32) -> i32
  cm.return
}
}

// -----

// T-CALL-1: a method of another class.
module attributes {cm.signature = ["i32"]} {
// expected-note @+1 {{'arg0' is int, by the signature}}
cm.func "k" body (%n: i32) -> none {
  // expected-note @+2 {{its code was not compiled for kernels: compile its class with cm2tt's plugin of javac, and annotate it with @Reflect if it is in a library}}
  // expected-error @+1 {{T-CALL-1: a kernel cannot call 'demo.A.f' with 2 arguments}}
  %0 = cm.invoke "demo.A::f(int, int):int"(%n, %n) : (i32, i32) -> i32
  cm.return
}
}

// VARIANT
// T-NEW-1
cm.func "k" body (%n: i32) -> none {
// expected-error @+2 {{T-NEW-1: a kernel can only create records: 'int[]'}}
// expected-note @+1 {{tiles hold many values: Triton.arange, Triton.zeros, ...}}
%0 = cm.new "int[]::(int)"(%n) : (i32) -> !cm.java<"int[]">
