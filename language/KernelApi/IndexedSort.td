// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of IndexedSort.cpp.

let family = ReductionFamily in {

class IndexedSorting<string javaName> : Method<javaName> {
  let becomes = [
      "tt.reshape", "tt.reduce", "tt.broadcast", "tt.make_range", "arith.cmpi",
      "arith.select", "tt.bitcast"
  ];
  let evaluator = "Sort";
}

def Argsort : IndexedSorting<"argsort"> {
  let parameters = [
      TileOfNumbers,
      ConstantParam<"int", "axis", "the axis, a constant; -1 is the last", "-1">,
      ConstantParam<"boolean", "descending",
        "whether the greatest comes first; a constant", "false">
  ];
  let overloads = ["x", "x, axis"];
  let description = [{
    The indices, ints, that sort a tile along an axis, the last one if there is
    no argument for it. The order is that of [sort]; of equal elements, the one
    with the lesser index is first, also if the order descends.
  }];
  let returns = "the indices along the axis";
  let errors = [{
    an operand that is not a tile of numbers (T-SORT-1), an axis that the tile
    does not have (T-SORT-2), an order that is not a constant (T-SORT-3)
  }];
  let example = [{
    Tensor ranking = scores.argsort(0, true);
  }];
  let typeOf = "typeOfIndexedSort<false>";
  let build = "buildArgsort";
  let parse = "parseSort";
}

def SortWithIndices : IndexedSorting<"sortWithIndices"> {
  let parameters = [
      TileOfNumbers,
      ConstantParam<"int", "axis", "the axis, a constant; -1 is the last", "-1">,
      ConstantParam<"boolean", "descending",
        "whether the greatest comes first; a constant", "false">
  ];
  let overloads = ["x", "x, axis"];
  let result = "ValueIndex";
  let description = [{
    The elements of a tile in the order of [sort], and the index, an int, that
    each had along the axis, the last one if there is no argument for it. Of
    equal elements, the one with the lesser index is first, also if the order
    descends.
  }];
  let returns = "the sorted elements, of the operand's type, and their indices";
  let errors = [{
    an operand that is not a tile of numbers (T-SORT-1), an axis that the tile
    does not have (T-SORT-2), an order that is not a constant (T-SORT-3)
  }];
  let example = [{
    Triton.ValueIndex sorted = keys.sortWithIndices();
    out.store(values.gather(sorted.index(), 0));
  }];
  let typeOf = "typeOfIndexedSort<true>";
  let build = "buildSortWithIndices";
  let parse = "parseSort";
}

def TopkWithIndices : IndexedSorting<"topkWithIndices"> {
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
  let result = "ValueIndex";
  let description = [{
    The k greatest elements along an axis, the last one if there is no argument
    for it, in descending order, or the k least in ascending order, and the
    index, an int, that each had along the axis. The order is that of [sort]; of
    equal elements, those with the lesser indices are taken, the least first.
  }];
  let returns = "the elements, of the operand's type, and their indices; the axis has extent k";
  let errors = [{
    an operand that is not a tile of numbers (T-SORT-1), an axis that the tile
    does not have (T-SORT-2), an order that is not a constant (T-SORT-3), a k
    that is not a constant power of two up to the extent of the axis (T-SORT-4)
  }];
  let example = [{
    Triton.ValueIndex best = scores.topkWithIndices(8);
    tokens.add(Triton.arange(0, 8)).store(best.index());
  }];
  let typeOf = "typeOfIndexedSort<true>";
  let build = "buildTopkWithIndices";
  let parse = "parseTopk";
}

} // family = ReductionFamily
