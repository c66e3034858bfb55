// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Join.cpp.

let family = ShapeFamily in {

def Join : Method<"join"> {
  let parameters = [FirstPart, SecondPart];
  let description = [{
    a and b along a new last dimension of extent 2. They have one element
    type and are broadcast to each other.
  }];
  let returns = "the joined tile";
  let errors = [{
    operands that are not numbers, pointers or tiles (T-JOIN-1), element types
    that differ (T-JOIN-2), shapes that do not broadcast (T-JOIN-3), too many
    elements (T-JOIN-4)
  }];
  let example = [{
    Tensor complex = real.join(imaginary);
  }];
  let becomes = ["tt.join", "tt.reshape"];
  let typeOf = "typeOfJoin";
  let build = "buildJoin";
}

def Interleave : Method<"interleave"> {
  let parameters = [FirstPart, SecondPart];
  let description = [{
    The interleaved elements of a and b along the last dimension, whose extent
    doubles. They have one element type and are broadcast to each other.
  }];
  let returns = "the tile of both";
  let errors = [{
    operands that are not numbers, pointers or tiles (T-JOIN-1), element types
    that differ (T-JOIN-2), shapes that do not broadcast (T-JOIN-3), too many
    elements (T-JOIN-4)
  }];
  let example = [{
    Tensor rotated = even.interleave(odd);
  }];
  let becomes = ["tt.join", "tt.reshape"];
  let typeOf = "typeOfInterleave";
  let build = "buildJoin";
}

def Split : Method<"split"> {
  let parameters = [Param<"Tensor", "x", "a tile whose last extent is 2">];
  let result = "Pair";
  let description = [{
    The inverse of [join]: the elements with the last index 0, and those with 1.
    The last dimension is dropped, so that the halves of a tile of two elements
    are numbers.
  }];
  let returns = "both halves";
  let errors = [{
    a tile whose last extent is not 2 (T-SPLIT-1)
  }];
  let example = [{
    Triton.Pair halves = complex.split();
    Tensor real = halves.first();
  }];
  let becomes = ["tt.split", "tt.unsplat"];
  let typeOf = "typeOfSplit";
  let build = "buildSplit";
}

def Cat : Method<"cat"> {
  let parameters = [
      Param<"Tensor", "a", "a tile of one dimension">,
      Param<"Tensor", "b", "another one of the same type">,
      ConstantParam<"boolean", "canReorder",
        "whether the elements may come in any order, which is faster; a "
        "constant (T-CAT-2)",
        "false">
  ];
  let overloads = ["a, b"];
  let description = [{
    The elements of a and, after them, those of b, which are tiles of one
    dimension and one type. `cat(a, b, axis)` is for tiles of more dimensions.
  }];
  let returns = "a tile twice as long";
  let errors = [{
    operands that are not tiles of one dimension and one type (T-CAT-1), too
    many elements (T-CAT-3)
  }];
  let example = [{
    Tensor both = x.cat(y);
  }];
  let becomes = ["tt.join", "tt.trans", "tt.reshape", "tt.cat"];
  let typeOf = "typeOfCat";
  let build = "buildCat";
}

def CatAlong : Form<"cat"> {
  let parameters = [
      Param<"Tensor", "a", "a tile">,
      Param<"Tensor", "b", "another one of the same type">,
      Axis
  ];
  let description = [{
    The elements of a and, after them along an axis, those of b, which are tiles
    of one type.
  }];
  let returns = "a tile twice as long along the axis";
  let errors = [{
    operands that are not tiles of one type (T-CAT-4), an axis that they do not
    have (T-CAT-5), too many elements (T-CAT-3)
  }];
  let example = [{
    Tensor both = x.cat(y, 1);
  }];
  let evaluation = "Shape.catAlong(a, b, axis)";
}

} // family = ShapeFamily
