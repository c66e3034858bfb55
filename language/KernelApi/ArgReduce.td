// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of ArgReduce.cpp.

let family = ReductionFamily in {

class IndexedReduction<string javaName, string fold, string builder>
    : Method<javaName> {
  let parameters = [
      TileOfNumbers, OptionalAxis, KeepDims,
      ConstantParam<"boolean", "tieBreakLeft",
        "whether the first of equal elements wins; otherwise any of them, which "
        "is faster; a constant", "true">
  ];
  let overloads = ["x", "x, axis", "x, axis, keepDims"];
  let errors = [{
    an operand that is not a tile of numbers (T-REDUCTION-1), an axis that the
    tile does not have (T-REDUCTION-2), invalid options (T-REDUCTION-3), an
    operation that does not exist for the type (T-REDUCTION-4), a choice between
    equal elements that is not a constant (T-REDUCTION-6)
  }];
  let becomes = [
      "tt.reduce", "tt.make_range", "tt.reshape", "tt.expand_dims", "tt.splat"
  ];
  let parse = "parseIndexed";
  let typeOf = "typeOfIndexed<" # fold # ">";
  let build = "buildIndexed<" # builder # ">";
}

def Argmax : IndexedReduction<"argmax", "false", "Compare::Gt, false"> {
  let description = [{
    The index, an int, of the largest element along an axis, or in row-major
    order without one; if several are equal, of the
    first one, or of any without `tieBreakLeft`. The axis is
    dropped; with `keepDims` it has extent 1. Without an axis all elements are
    combined, to a number.
  }];
  let returns = "the index";
  let example = [{
    Tensor label = scores.argmax(0);
  }];
}

def Argmin : IndexedReduction<"argmin", "false", "Compare::Lt, false"> {
  let description = [{
    The index, an int, of the smallest element along an axis, or in row-major
    order without one; if several are equal, of the
    first one, or of any without `tieBreakLeft`. The axis is
    dropped; with `keepDims` it has extent 1. Without an axis all elements are
    combined, to a number.
  }];
  let returns = "the index";
  let example = [{
    Tensor nearest = distances.argmin(0);
  }];
}

def MaxWithIndices 
    : IndexedReduction<"maxWithIndices", "true", "Compare::Gt, true"> {
  let result = "ValueIndex";
  let description = [{
    The largest element along an axis and its index, an int; if several are
    equal, of the first one, or of any without `tieBreakLeft`. Bf16 and fp8 are converted to float. The axis is
    dropped; with `keepDims` it has extent 1. Without an axis all elements are
    combined, to a number.
  }];
  let returns = "the element and its index";
  let example = [{
    Triton.ValueIndex best = scores.maxWithIndices(0);
    out.store(best.index());
  }];
}

def MinWithIndices 
    : IndexedReduction<"minWithIndices", "true", "Compare::Lt, true"> {
  let result = "ValueIndex";
  let description = [{
    The smallest element along an axis and its index, an int; if several are
    equal, of the first one, or of any without `tieBreakLeft`. Bf16 and fp8 are converted to float. The axis is
    dropped; with `keepDims` it has extent 1. Without an axis all elements are
    combined, to a number.
  }];
  let returns = "the element and its index";
  let example = [{
    Triton.ValueIndex nearest = distances.minWithIndices(0);
  }];
}

} // family = ReductionFamily
