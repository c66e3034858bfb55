// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Map.cpp.

let family = MapFamily in {

def Map : Method<"map"> {
  let parameters = [
      TileOfNumbers,
      Param<"UnaryOperator<Number>", "f", "the function of an element">
  ];
  let description = [{
    Applies a function, written in Java, to each element of a tile of numbers.
    It takes a number, may branch and loop, and returns a number; it must not
    write memory.
  }];
  let returns = "a tile of the results of the function";
  let errors = [{
    an operand that is not a number (T-MAP-5), shapes that do not broadcast
    (T-MAP-6), no tile (T-MAP-7), a function that does not return a number
    (T-MAP-9)
  }];
  let example = [{
    Tensor y = x.map(v -> hardSwish(v.floatValue()));
  }];
  let becomes = ["tt.map_elementwise"];
  let typeOf = "typeOfMap";
  let build = "buildMap";
  let parametersOf = "parametersOfMap";
  // The rule says what is wrong with more tiles.
  let maxArity = unlimited;
}

def MapTensorTensorBinaryOperatorNumber : Form<"map"> {
  let parameters = [
      Param<"Tensor", "x", "a tile of numbers, or one number">,
      Param<"Tensor", "y", "another one">,
      Param<"BinaryOperator<Number>", "f", "the function of two elements">
  ];
  let description = [{
    Applies a function, written in Java, to each pair of elements of two tiles,
    which are broadcast to one shape. It takes two numbers, may branch and loop,
    and returns a number; it must not write memory.
  }];
  let returns = "a tile of the results of the function";
  let errors = [{
    an operand that is not a number (T-MAP-5), shapes that do not broadcast
    (T-MAP-6), no tile (T-MAP-7), a function that does not return a number
    (T-MAP-9)
  }];
  let example = [{
    Tensor z = x.map(y, (a, b) -> mix(a.floatValue(), b.floatValue()));
  }];
}

} // family = MapFamily
