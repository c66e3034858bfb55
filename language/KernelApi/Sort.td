// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Sort.cpp.

let family = ReductionFamily in {

class Sorting<string javaName> : Method<javaName> {
  let becomes = [
      "tt.reshape", "tt.reduce", "tt.broadcast", "arith.cmpi", "arith.select",
      "tt.bitcast"
  ];
  let evaluator = "Sort";
}

def Sort : Sorting<"sort"> {
  let parameters = [
      TileOfNumbers,
      ConstantParam<"int", "axis", "the axis, a constant; -1 is the last", "-1">,
      ConstantParam<"boolean", "descending",
        "whether the greatest comes first; a constant", "false">
  ];
  let overloads = ["x", "x, axis"];
  let description = [{
    The elements of a tile in ascending order along an axis, the last one if
    there is no argument for it. The order is total: -0.0 is below 0.0, NaN is
    above all numbers, and NaN with a sign below all.
  }];
  let returns = "the sorted tile, of the operand's type";
  let errors = [{
    an operand that is not a tile of numbers (T-SORT-1), an axis that the tile
    does not have (T-SORT-2), an order that is not a constant (T-SORT-3)
  }];
  let example = [{
    Tensor median = x.sort(0);
  }];
  let typeOf = "typeOfSort";
  let build = "buildSort";
  let parse = "parseSort";
}

def Topk : Sorting<"topk"> {
  let parameters = [
      TileOfNumbers,
      ConstantParam<"int", "k",
        "the number of elements, a constant power of two">,
      ConstantParam<"int", "axis", "the axis, a constant; -1 is the last", "-1">,
      ConstantParam<"boolean", "descending",
        "whether the greatest elements are taken, the greatest first; otherwise "
        "the least, the least first; a constant", "true">
  ];
  let overloads = ["x, k", "x, k, axis"];
  let description = [{
    The k greatest elements along an axis, the last one if there is no argument
    for it, in descending order; or the k least in ascending order. The order is
    that of [sort].
  }];
  let returns = "the elements, of the operand's type; the axis has extent k";
  let errors = [{
    an operand that is not a tile of numbers (T-SORT-1), an axis that the tile
    does not have (T-SORT-2), an order that is not a constant (T-SORT-3), a k
    that is not a constant power of two up to the extent of the axis (T-SORT-4)
  }];
  let example = [{
    Tensor best = scores.topk(8);
  }];
  let typeOf = "typeOfSort";
  let build = "buildTopk";
  let parse = "parseTopk";
}

def BitonicMerge : Sorting<"bitonicMerge"> {
  let parameters = [
      TileOfNumbers,
      ConstantParam<"int", "axis", "the axis, a constant; -1 is the last", "-1">,
      ConstantParam<"boolean", "descending",
        "whether the greatest comes first; a constant", "false">
  ];
  let overloads = ["x", "x, axis"];
  let description = [{
    Sorts elements that form a bitonic sequence along an axis, the last one if
    there is no argument for it: they ascend up to some element and descend from
    it on, or are a rotation of such elements. For others the result is a
    permutation of them, which is sorted if the extent is not a power of two.
    The order is that of [sort].
  }];
  let returns = "the tile, of the operand's type";
  let errors = [{
    an operand that is not a tile of numbers (T-SORT-1), an axis that the tile
    does not have (T-SORT-2), an order that is not a constant (T-SORT-3)
  }];
  let example = [{
    Tensor merged = ascending.cat(descending).bitonicMerge();
  }];
  let typeOf = "typeOfSort";
  let build = "buildBitonicMerge";
  let parse = "parseSort";
}

} // family = ReductionFamily
