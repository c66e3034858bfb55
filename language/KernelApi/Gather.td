// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Gather.cpp.

let family = ShapeFamily in {

def Gather : Method<"gather"> {
  let parameters = [
      TileOfNumbers,
      Param<"Tensor", "index",
        "a tile of integers with as many dimensions, of which none but that of "
        "the axis is larger">,
      Axis
  ];
  let description = [{
    Elements of x, picked along an axis: for each index, the element of x that
    it names along the axis; the other coordinates are those of the index
    itself. An index is from 0 to the extent of the axis - 1; another one gives
    an undefined element.
  }];
  let returns = "the elements, in the shape of `index`";
  let errors = [{
    an operand that is not a tile of numbers (T-GATHER-1), an index that is not
    a tile of integers (T-GATHER-2), an axis that the tile does not have
    (T-GATHER-3), shapes that do not match (T-GATHER-4); on the JVM, an index
    that is outside of the tile
  }];
  let example = [{
    Tensor permuted = x.gather(order, 0);
  }];
  let becomes = ["tt.gather"];
  let evaluator = "Gather";
  let typeOf = "typeOfGather";
  let build = "buildGather";
}

def Flip : Method<"flip"> {
  let parameters = [
      TileOfNumbers,
      ConstantParam<"int", "axis", "the axis, a constant; -1 is the last", "-1">
  ];
  let overloads = ["x"];
  let description = [{
    The elements of a tile in the opposite order along an axis; the last one if
    there is no argument for it.
  }];
  let returns = "the tile, reversed along the axis";
  let errors = [{
    an operand that is not a tile of numbers (T-FLIP-1), an axis that the tile
    does not have (T-FLIP-2)
  }];
  let example = [{
    Tensor reversed = x.flip(0);
  }];
  let becomes = ["tt.gather", "tt.make_range", "arith.subi"];
  let evaluator = "Gather";
  let typeOf = "typeOfFlip";
  let build = "buildFlip";
}

} // family = ShapeFamily

let family = ReductionFamily in {

def Histogram : Method<"histogram"> {
  let parameters = [
      Param<"Tensor", "x", "a tile of one dimension, of integers">,
      ConstantParam<"int", "bins", "the number of bins, a constant">,
      Mask
  ];
  let overloads = ["x, bins"];
  let description = [{
    The number of times that each of 0 to `bins - 1` occurs among the elements
    whose mask is true or absent. Other integers, where the mask is true, give
    undefined numbers.
  }];
  let returns = "a tile of `bins` ints";
  let errors = [{
    an operand that is not a tile of one dimension of integers (T-HISTOGRAM-1),
    a number of bins that is not a positive constant (T-HISTOGRAM-2), a mask
    that is not of truth values or does not broadcast (T-HISTOGRAM-3); on the
    JVM, an element that is outside of the bins
  }];
  let example = [{
    Tensor counts = x.and(15).histogram(16);
  }];
  let becomes = ["tt.histogram"];
  let evaluator = "Gather";
  let typeOf = "typeOfHistogram";
  let build = "buildHistogram";
}

} // family = ReductionFamily
