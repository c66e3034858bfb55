// RUN: cm2tt-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect

// expected-error@+1 {{'cm.kernel' must be a string: 1 : i32}}
module attributes {cm.kernel = 1 : i32} {}

// -----

// expected-error@+1 {{'cm.source' must be a string}}
module attributes {cm.source = unit} {}

// -----

// expected-error@+1 {{'cm.producer' must be a string}}
module attributes {cm.producer = []} {}

// -----

// expected-error@+1 {{'cm.signature' must be an array of strings, numbers and booleans}}
module attributes {cm.signature = "i32"} {}

// -----

// expected-error@+1 {{'cm.signature' must be an array of strings, numbers and booleans}}
module attributes {cm.signature = [unit]} {}

// -----

// expected-error@+1 {{'cm.signature_loc' must be a location}}
module attributes {cm.signature_loc = 1 : i32} {}

// -----

// expected-error@+1 {{'cm.spelling' must be a dictionary}}
module attributes {cm.spelling = "bare"} {}

// -----

// expected-error@+1 {{'cm.other' must be known to the dialect}}
module attributes {cm.other = 1 : i32} {}

// -----

// expected-error@+1 {{'cm.order' must be an array of integers}}
module attributes {cm.order = "x"} {}

// -----

// expected-error@+1 {{'cm.block_names' must be an array}}
module attributes {cm.block_names = "x"} {}

// -----

// expected-error@+1 {{'cm.kernel' belongs on a module}}
cm.func "f" {cm.kernel = "f"} body () -> none {
  cm.return
}

// -----

// expected-error@+1 {{'int' is not a Java reference type}}
"test.op"() {type = !cm.java<"int">} : () -> ()

// -----

// expected-error@+1 {{Java reference type: 'a.List< b >', expected 'a.List<b>'}}
"test.op"() {type = !cm.java<"a.List< b >">} : () -> ()

// -----

// expected-error@+1 {{Java reference type: 'a.': empty part in the name of a class: 'a.'}}
"test.op"() {type = !cm.java<"a.">} : () -> ()

// -----

// expected-error@+1 {{Java reference type: 'a b': unexpected text after the type}}
"test.op"() {type = !cm.java<"a b">} : () -> ()

// -----

// expected-error@+1 {{Java reference type: '': expected a class, found the end}}
"test.op"() {type = !cm.java<"">} : () -> ()

// -----

// expected-error@+1 {{expected a class, found the end}}
"test.op"() {type = !cm.java<"a.B<">} : () -> ()

// -----

// expected-error@+1 {{expected '>', found the end}}
"test.op"() {type = !cm.java<"a.B<c">} : () -> ()

// -----

// expected-error@+1 {{no array of void}}
"test.op"() {type = !cm.java<"void[]">} : () -> ()

// -----

// expected-error@+1 {{'Var' takes one type: 2}}
"test.op"() {type = !cm.ext<"Var<int, int>">} : () -> ()

// -----

// expected-error@+1 {{'Tuple' takes types: 'x64'}}
"test.op"() {type = !cm.ext<"Tuple<x64>">} : () -> ()

// -----

// expected-error@+1 {{'a.B' is not a type of the model}}
"test.op"() {type = !cm.ext<"a.B">} : () -> ()

// -----

// expected-error@+1 {{types are nested deeper than 64}}
"test.op"() {type = !cm.ext<"p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<p<int>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>">} : () -> ()

// -----

// expected-error@+1 {{reference 'a.B': expected '::', found the end}}
"test.op"() {ref = #cm.ref<"a.B">} : () -> ()

// -----

// expected-error@+1 {{reference 'a.B::m(int)': expected ':', found the end}}
"test.op"() {ref = #cm.ref<"a.B::m(int)">} : () -> ()

// -----

// expected-error@+1 {{reference 'a.B::m(int:int': expected ')', found ':'}}
"test.op"() {ref = #cm.ref<"a.B::m(int:int">} : () -> ()

// -----

// expected-error@+1 {{reference 'a.B::1:int': expected the name of a member}}
"test.op"() {ref = #cm.ref<"a.B::1:int">} : () -> ()

// -----

// expected-error@+1 {{reference '(int)a.R': expected the name of a component}}
"test.op"() {ref = #cm.ref<"(int)a.R">} : () -> ()

// -----

// expected-error@+1 {{reference 'a.B::m():int x': unexpected text after the reference}}
"test.op"() {ref = #cm.ref<"a.B::m():int x">} : () -> ()

// -----

// expected-error@+1 {{wrong number of body types: 0, expected 1}}
"cm.java.block"() <{bodyTypes = []}> ({
  "cm.yield"() : () -> ()
}) : () -> ()

// -----

// expected-error@+1 {{wrong number of body labels: 0, expected 1}}
"cm.java.block"() <{bodyTypes = [none], bodyLabels = []}> ({
  "cm.yield"() : () -> ()
}) : () -> ()

// -----

// expected-error@+1 {{body #0 has no block}}
"cm.java.block"() <{bodyTypes = [none]}> ({
}) : () -> ()

// -----

// expected-error@+1 {{is outside of a function}}
cm.return

// -----

cm.func "f" body () -> none {
  // expected-error@+1 {{ends a function, expected 'cm.return'}}
  cm.yield
}

// -----

// expected-error@+1 {{is outside of a body}}
cm.yield

// -----

cm.func "f" body (%a: i32) -> none {
  // expected-error@+1 {{returned value is 'i32', expected none}}
  cm.return %a : i32
}

// -----

cm.func "f" body (%a: i32) -> i64 {
  // expected-error@+1 {{returned value is 'i32', expected 'i64'}}
  cm.return %a : i32
}

// -----

cm.func "f" body () -> i64 {
  // expected-error@+1 {{returned value is missing, expected 'i64'}}
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  cm.java.while body () -> i1 {
    cm.yield %c : i1
  } body () -> none {
    // expected-error@+1 {{ends a loop's body, expected 'cm.java.continue'}}
    cm.yield
  }
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{value is 'i32', expected 'i64'}}
  %0 = cm.constant 1 : i32 -> i64
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{value is not a number: "a", expected 'i32'}}
  %0 = cm.constant "a" -> i32
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{no value of a constant: unit}}
  %0 = cm.constant unit -> i32
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{no constant has the type 'none'}}
  %0 = cm.constant #cm.null -> none
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  %0 = cm.constant "a"
  // expected-error@+1 {{expected '->' and the type of the constant}}
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{first value is 'i32', expected 'i64'}}
  %0 = cm.var %a : (i32) -> !cm.var<i64>
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  %0 = cm.var %a : (i32) -> !cm.var<i32>
  // expected-error@+1 {{result is 'i64', expected 'i32'}}
  %1 = cm.var.load %0 : (!cm.var<i32>) -> i64
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  %0 = cm.var %a : (i32) -> !cm.var<i32>
  // expected-error@+1 {{stored value is '!cm.java<"java.lang.String">', expected 'i32'}}
  cm.var.store %0, %s : !cm.var<i32>, !cm.java<"java.lang.String">
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{wrong number of components: 1, expected 2}}
  %0 = cm.tuple %a : (i32) -> tuple<i32, i32>
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{component is 'i32', expected 'i64'}}
  %0 = cm.tuple %a : (i32) -> tuple<i64>
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  %0 = cm.tuple %a : (i32) -> tuple<i32>
  // expected-error@+1 {{index is 1, expected less than 1}}
  %1 = cm.tuple.load %0[1] : (tuple<i32>) -> i32
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  %0 = cm.tuple %a : (i32) -> tuple<i32>
  // expected-error@+1 {{result is 'i64', expected 'i32'}}
  %1 = cm.tuple.load %0[0] : (tuple<i32>) -> i64
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  %0 = cm.tuple %a : (i32) -> tuple<i32>
  // expected-error@+1 {{index is -1, expected less than 1}}
  %1 = cm.tuple.with %0[-1], %a : (tuple<i32>, i32) -> tuple<i32>
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  %0 = cm.tuple %a : (i32) -> tuple<i32>
  // expected-error@+1 {{component is 'i64', expected 'i32'}}
  %1 = cm.tuple.with %0[0], %l : (tuple<i32>, i64) -> tuple<i32>
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  %0 = cm.tuple %a : (i32) -> tuple<i32>
  // expected-error@+1 {{result is 'tuple<i64>', expected 'tuple<i32>'}}
  %1 = cm.tuple.with %0[0], %a : (tuple<i32>, i32) -> tuple<i64>
  cm.return
}

// -----

// expected-error@+1 {{type of the model: '': expected a type, found the end}}
"test.op"() {type = !cm.ext<"">} : () -> ()

// -----

// expected-error@+1 {{type of the model: '+': expected a type, found '+'}}
"test.op"() {type = !cm.ext<"+">} : () -> ()

// -----

// expected-error@+1 {{Java reference type: '&a.B::m():void::<+>': expected a type variable}}
"test.op"() {type = !cm.java<"&a.B::m():void::<+>">} : () -> ()
