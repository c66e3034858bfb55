// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Combine.cpp.

let family = ReductionFamily in {

def Reduce : Method<"reduce"> {
  let typeParameters = "<T>";
  let typeParameterDoc = "a tile's class, or a record's";
  let parameters = [TileOrRecord, OptionalAxis, Combine, KeepDims];
  let overloads = ["x, combine", "x, axis, combine"];
  let result = "T";
  let description = [{
    Combines the elements along an axis, or all of them, by an associative
    function of two elements, in any order. x is a tile of numbers, or a record
    of tiles of one shape, for which the function takes and returns records of
    numbers. The axis is dropped, or has extent 1 with `keepDims`; without a
    remaining axis, the result is a number.
  }];
  let returns = "the combined elements";
  let errors = [{
    an operand that is neither a tile of numbers nor a record of tiles of one
    shape (T-COMBINE-1), an axis that the tile does not have (T-COMBINE-2),
    invalid options (T-COMBINE-3), a function that does not return values of the
    types of its arguments (T-COMBINE-6)
  }];
  let example = [{
    Tensor longest = x.reduce(0, (a, b) -> Triton.where(a.abs().gt(b.abs()), a, b));
  }];
  let evaluator = "Combine";
  let becomes = ["tt.reduce", "tt.reshape", "tt.expand_dims", "tt.splat"];
  let parse = "parseCombination";
  let typeOf = "typeOfReduce";
  let build = "buildReduceCall";
  let parametersOf = "parametersOfCombination<false>";
}

def Scan : Method<"scan"> {
  let typeParameters = "<T>";
  let typeParameterDoc = "a tile's class, or a record's";
  let parameters = [TileOrRecord, Axis, Combine, Reverse];
  let overloads = ["x, axis, combine"];
  let result = "T";
  let description = [{
    Returns, for each element, the combination of all up to it along the axis,
    or with `reverse` of all from it on, by an associative function of two
    elements. x is a tile of numbers, or a record of tiles of one shape, for
    which the function takes and returns records of numbers.
  }];
  let returns = "the combinations, in the tile's shape";
  let errors = [{
    an operand that is neither a tile of numbers nor a record of tiles of one
    shape (T-COMBINE-1), an axis that the tile does not have (T-COMBINE-2),
    invalid options (T-COMBINE-3), a function that does not return values of the
    types of its arguments (T-COMBINE-6)
  }];
  let example = [{
    Tensor highest = x.scan(0, Triton::maximum);
  }];
  let evaluator = "Combine";
  let becomes = ["tt.scan"];
  let parse = "parseCombination";
  let typeOf = "typeOfScan";
  let build = "buildScanCall";
  let parametersOf = "parametersOfCombination<true>";
}

} // family = ReductionFamily
