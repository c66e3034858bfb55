// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Hints.cpp.

let family = HintFamily in {

def MultipleOf : Method<"multipleOf"> {
  let typeParameters = "<T extends Number>";
  let typeParameterDoc = "the value's class";
  let parameters = [
      NumberOrPointer,
      ConstantParam<"int...", "divisors", "one constant for each dimension">
  ];
  let result = "T";
  let description = [{
    Promises that a number, or an address in bytes, is divisible by a power of
    two; for a tile, that the first element of each group of contiguous elements
    along each dimension is.
  }];
  let returns = "the value; use it instead of the argument";
  let errors = [{
    a value that cannot have the hint (T-PROMISE-1), a number of constants that
    is not the number of dimensions (T-PROMISE-2), constants that are not powers
    of two (T-PROMISE-3), a promise that is not kept (T-PROMISE-4)
  }];
  let example = [{
    int aligned = Triton.multipleOf(stride, 16);
  }];
  let becomes = ["tt.divisibility"];
  let typeOf = "typeOfHint<Hint::Divisibility>";
  let build = "buildHint<Hint::Divisibility>";
  let minArity = 2;
}

def MaxContiguous : Method<"maxContiguous"> {
  let parameters = [
      Param<"Tensor", "value", "a tile of integers or pointers">,
      Counts
  ];
  let description = [{
    Promises that along each dimension the elements of a tile of integers or
    pointers come in groups of that size, a power of two, in which each element
    is its predecessor plus one.
  }];
  let returns = "the value; use it instead of the argument";
  let errors = [{
    a value that cannot have the hint (T-PROMISE-1), a number of constants that
    is not the number of dimensions (T-PROMISE-2), constants that are not powers
    of two (T-PROMISE-3), a promise that is not kept (T-PROMISE-4)
  }];
  let example = [{
    Tensor rows = offsets.mod(M).maxContiguous(8);
  }];
  let becomes = ["tt.contiguity"];
  let typeOf = "typeOfHint<Hint::Contiguity>";
  let build = "buildHint<Hint::Contiguity>";
  let minArity = 2;
}

def MaxConstancy : Method<"maxConstancy"> {
  let parameters = [
      Param<"Tensor", "value", "a tile of integers, truth values or pointers">,
      Counts
  ];
  let description = [{
    Promises that along each dimension the elements of a tile of integers, truth
    values or pointers come in groups of that size, a power of two, in which all
    are equal.
  }];
  let returns = "the value; use it instead of the argument";
  let errors = [{
    a value that cannot have the hint (T-PROMISE-1), a number of constants that
    is not the number of dimensions (T-PROMISE-2), constants that are not powers
    of two (T-PROMISE-3), a promise that is not kept (T-PROMISE-4)
  }];
  let example = [{
    Tensor groups = offsets.div(size).maxConstancy(4);
  }];
  let becomes = ["tt.constancy"];
  let typeOf = "typeOfHint<Hint::Constancy>";
  let build = "buildHint<Hint::Constancy>";
  let minArity = 2;
}

def Assume : Method<"assume"> {
  let parameters = [Condition];
  let result = "void";
  let description = [{
    Promises that a condition is true, which the compiler may use. A constant
    true has no effect, and a constant false is an error.
  }];
  let errors = [{
    a condition that is false (T-ASSUME-2)
  }];
  let example = [{
    Triton.assume(n > 0);
  }];
  let becomes = ["llvm.intr.assume"];
  let typeOf = "typeOfAssume";
  let build = "buildAssume";
}

} // family = HintFamily
