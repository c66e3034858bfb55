// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Reduce.cpp.

let family = ReductionFamily in {

class Reduction<string javaName, string argument>
    : Method<javaName> {
  let parameters = [TileOfNumbers, OptionalAxis, KeepDims];
  let overloads = ["x", "x, axis"];
  let errors = [{
    an operand that is not a tile of numbers (T-REDUCTION-1), an axis that the
    tile does not have (T-REDUCTION-2), invalid options (T-REDUCTION-3), an
    operation that does not exist for the type (T-REDUCTION-4)
  }];
  let becomes = ["tt.reduce", "tt.reshape", "tt.expand_dims", "tt.splat"];
  let parse = "parseReduction";
  let typeOf = "typeOfReduction<" # argument # ">";
  let build = "buildReduction<" # argument # ">";
}

def Sum : Method<"sum"> {
  let parameters = [TileOfNumbers, OptionalAxis, KeepDims, ComputeType];
  let overloads = ["x", "x, axis", "x, axis, keepDims", "x, axis, type"];
  let description = [{
    The sum of the elements along an axis, computed in the class's type if there
    is one; otherwise integers narrower than 32 bits and truth values are summed
    as int (unsigned ones as [UInt32]), fp8 as float, and others, including fp16
    and bf16, in their own type. The axis is dropped; with `keepDims` it has
    extent 1. Without an axis all elements are combined, to a number. A dropped
    leading dimension is added back by broadcasting, a dropped trailing one is
    not: in that case use `keepDims` or expand the result.
  }];
  let returns = "the sum";
  let errors = [{
    an operand that is not a tile of numbers (T-REDUCTION-1), an axis that the
    tile does not have (T-REDUCTION-2), invalid options (T-REDUCTION-3), an
    operation that does not exist for the type (T-REDUCTION-4)
  }];
  let example = [{
    Tensor mean = x.sum(0).div(n);
  }];
  let becomes = ["tt.reduce", "tt.reshape", "tt.expand_dims", "tt.splat"];
  let parse = "parseTypedReduction";
  let typeOf = "typeOfReduction<Binary::Add>";
  let build = "buildReduction<Binary::Add>";
}

def Prod : Method<"prod"> {
  let parameters = [TileOfNumbers, OptionalAxis, KeepDims, ComputeType];
  let overloads = ["x", "x, axis", "x, axis, keepDims", "x, axis, type"];
  let description = [{
    The product of the elements along an axis, computed in the class's type if
    there is one; otherwise integers narrower than 32 bits and truth values are
    summed as int (unsigned ones as [UInt32]), fp8 as float, and others,
    including fp16 and bf16, in their own type. The axis is dropped; with
    `keepDims` it has extent 1. Without an axis all elements are combined, to a
    number.
  }];
  let returns = "the product";
  let errors = [{
    an operand that is not a tile of numbers (T-REDUCTION-1), an axis that the
    tile does not have (T-REDUCTION-2), invalid options (T-REDUCTION-3), an
    operation that does not exist for the type (T-REDUCTION-4)
  }];
  let example = [{
    Tensor product = x.prod(0);
  }];
  let becomes = ["tt.reduce", "tt.reshape", "tt.expand_dims", "tt.splat"];
  let parse = "parseTypedReduction";
  let typeOf = "typeOfReduction<Binary::Mul>";
  let build = "buildReduction<Binary::Mul>";
}

def Max : Reduction<"max", "Binary::MaxNum"> {
  let description = [{
    The largest element along an axis, ignoring NaN. Floating-point numbers
    narrower than 32 bits are converted to float, integers to int. The axis is
    dropped; with `keepDims` it has extent 1. Without an axis all elements are
    combined, to a number. A dropped leading dimension is added back by
    broadcasting, a dropped trailing one is not: in that case use `keepDims` or
    expand the result.
  }];
  let returns = "the largest element";
  let example = [{
    Tensor shifted = x.sub(x.max(1, true));
  }];
}

def Min : Reduction<"min", "Binary::MinNum"> {
  let description = [{
    The smallest element along an axis, ignoring NaN. Floating-point numbers
    narrower than 32 bits are converted to float, integers to int. The axis is
    dropped; with `keepDims` it has extent 1. Without an axis all elements are
    combined, to a number. A dropped leading dimension is added back by
    broadcasting, a dropped trailing one is not: in that case use `keepDims` or
    expand the result.
  }];
  let returns = "the smallest element";
  let example = [{
    Tensor least = x.min(0);
  }];
}

def XorSum : Reduction<"xorSum", "Binary::Xor"> {
  let description = [{
    The bitwise exclusive or of the integers, or truth values, along an
    axis. The axis is dropped; with `keepDims` it has extent 1. Without an
    axis all elements are combined, to a number.
  }];
  let returns = "the exclusive or";
  let example = [{
    Tensor parity = x.xorSum(0);
  }];
}

def ReduceOr : Reduction<"reduceOr", "Binary::Or"> {
  let description = [{
    The bitwise or of the integers, or truth values, along an axis. The axis
    is dropped; with `keepDims` it has extent 1. Without an axis all
    elements are combined, to a number.
  }];
  let returns = "the or";
  let example = [{
    Tensor any = x.gt(0).reduceOr(0);
  }];
}

def ReduceAnd : Reduction<"reduceAnd", "Binary::And"> {
  let description = [{
    The bitwise and of the integers, or truth values, along an axis. The
    axis is dropped; with `keepDims` it has extent 1. Without an axis all
    elements are combined, to a number.
  }];
  let returns = "the and";
  let example = [{
    Tensor all = x.gt(0).reduceAnd(0);
  }];
}

} // family = ReductionFamily
