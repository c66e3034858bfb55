// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Shape.cpp.

let family = ShapeFamily in {

def Expand : Method<"expand"> {
  let parameters = [
      Tile,
      ConstantParam<"int", "axis",
        "which axis of the result the new dimension is: 0 is the first, -1 "
        "the last; a constant">
  ];
  let description = [{
    A tile with a dimension of extent 1 inserted.
  }];
  let returns = "the tile, with one dimension more";
  let errors = [{
    an operand that is not a tile (T-EXPAND-1), an axis that the result does not
    have (T-EXPAND-2)
  }];
  let example = [{
    Tensor offsets = rows.expand(1).mul(stride).add(columns.expand(0));
  }];
  let becomes = ["tt.expand_dims"];
  let typeOf = "typeOfExpand";
  let build = "buildExpand";
}

def Unsqueeze : Method<"unsqueeze"> {
  let parameters = [
      Tile,
      ConstantParam<"int", "axis",
        "which axis of the result the new dimension is, a constant">
  ];
  let description = [{
    Triton's other name of [expand].
  }];
  let returns = "the tile, with one dimension more";
  let errors = [{
    an operand that is not a tile (T-EXPAND-1), an axis that the result does not
    have (T-EXPAND-2)
  }];
  let example = [{
    Tensor column = x.unsqueeze(1);
  }];
  let becomes = ["tt.expand_dims"];
  let typeOf = "typeOfExpand";
  let build = "buildExpand";
  let evaluation = "Shape.expand(x, axis)";
}

def Squeeze : Method<"squeeze"> {
  let parameters = [Tile, Axis];
  let description = [{
    A tile without a dimension of extent 1; a number if the tile has no other
    dimension.
  }];
  let returns = "the tile, with one dimension less";
  let errors = [{
    an operand that is not a tile (T-SQUEEZE-1), an axis that the tile does not
    have (T-SQUEEZE-2), an extent other than 1 (T-SQUEEZE-3)
  }];
  let example = [{
    Tensor row = x.squeeze(0);
  }];
  let becomes = ["tt.reshape", "tt.unsplat"];
  let typeOf = "typeOfSqueeze";
  let build = "buildReshaped";
}

def Item : Method<"item"> {
  let parameters = [Param<"Tensor", "x", "a tile of one element">];
  let result = "Number";
  let description = [{
    The element of a tile of one element.
  }];
  let returns = "a number, or a [Ptr]";
  let errors = [{
    an operand that is not a tile of one element (T-ITEM-1)
  }];
  let example = [{
    float first = x.item().floatValue();
  }];
  let becomes = ["tt.unsplat"];
  let typeOf = "typeOfItem";
  let build = "buildReshaped";
}

def Reshape : Method<"reshape"> {
  let parameters = [
      Tile,
      ConstantParam<"boolean", "canReorder",
        "whether the elements may come in any order, which is faster; a "
        "constant",
        "false">,
      Extents
  ];
  let overloads = ["x, shape"];
  let description = [{
    The elements of a tile, in row-major order, in another shape with the same
    number of elements.
  }];
  let returns = "the elements in that shape";
  let errors = [{
    an operand that is not a tile (T-RESHAPE-1), extents that are not positive
    (T-RESHAPE-2), another number of elements (T-RESHAPE-3)
  }];
  let example = [{
    Tensor matrix = x.reshape(16, 32);
  }];
  let becomes = ["tt.reshape"];
  let typeOf = "typeOfReshape";
  let build = "buildTritonReshape";
  let minArity = 2;
}

def View : Method<"view"> {
  let parameters = [Tile, Extents];
  let description = [{
    The elements of a tile, in any order, in another shape with the same number
    of elements: [reshape] with `canReorder`.
  }];
  let returns = "the elements in that shape";
  let errors = [{
    an operand that is not a tile (T-RESHAPE-1), extents that are not positive
    (T-RESHAPE-2), another number of elements (T-RESHAPE-3)
  }];
  let example = [{
    Tensor anyOrder = x.view(16, 32);
  }];
  let becomes = ["tt.reshape"];
  let typeOf = "typeOfReshape";
  let build = "buildView";
  let minArity = 2;
  let evaluation = "Shape.reshape(x, true, shape)";
}

def Ravel : Method<"ravel"> {
  let parameters = [Tile];
  let description = [{
    The elements of a tile, in row-major order, in one dimension.
  }];
  let returns = "a tile of one dimension";
  let errors = [{
    an operand that is not a tile (T-RAVEL-1)
  }];
  let example = [{
    Tensor flat = x.ravel();
  }];
  let becomes = ["tt.reshape"];
  let typeOf = "typeOfRavel";
  let build = "buildReshaped";
}

def Trans : Method<"trans"> {
  let parameters = [Tile];
  let description = [{
    A tile of two or more dimensions with the last two exchanged.
  }];
  let returns = "the transposed tile";
  let errors = [{
    an operand that is not a tile (T-PERMUTE-1), fewer than two dimensions
    (T-PERMUTE-2)
  }];
  let example = [{
    Tensor scores = q.dot(k.trans());
  }];
  let becomes = ["tt.trans"];
  let typeOf = "typeOfPermute";
  let build = "buildPermute";
}

def TransTensorInt : Form<"trans"> {
  let parameters = [
      Tile,
      ConstantParam<"int...", "dims",
        "for each dimension of the result, which one of x it is; constants">
  ];
  let description = [{
    Like [permute].
  }];
  let returns = "the transposed tile";
  let errors = [{
    an operand that is not a tile (T-PERMUTE-1), an order that does not name
    each dimension once (T-PERMUTE-3)
  }];
  let example = [{
    Tensor y = x.trans(1, 0);
  }];
  let evaluation = "Shape.permute(x, dims)";
}

def Permute : Method<"permute"> {
  let parameters = [
      Tile,
      ConstantParam<"int...", "dims",
        "the order, which names each dimension once; constants">
  ];
  let description = [{
    A tile with its dimensions in another order: dimension i of the result
    is dimension `dims[i]` of x.
  }];
  let returns = "the tile with its dimensions in that order";
  let errors = [{
    an operand that is not a tile (T-PERMUTE-1), an order that does not name
    each dimension once (T-PERMUTE-3)
  }];
  let example = [{
    Tensor heads = x.permute(1, 0, 2);
  }];
  let becomes = ["tt.trans"];
  let typeOf = "typeOfPermute";
  let build = "buildPermute";
  let minArity = 2;
}

def Broadcast : Method<"broadcast"> {
  let parameters = [
      NumberPointerOrTile,
      Param<"TensorType", "type", "the type whose shape is taken">
  ];
  let description = [{
    x in the shape of a tile's type, with its own element type: a number or
    pointer is repeated, missing leading dimensions are added, and elements are
    repeated along dimensions of extent 1.
  }];
  let returns = "x in that shape";
  let errors = [{
    a target that is not a tile type (T-BROADCAST-1), an operand that is not a
    number, a pointer or a tile (T-BROADCAST-2), an extent that is neither 1 nor
    that of the target (T-BROADCAST-3)
  }];
  let example = [{
    Tensor scale = Triton.broadcast(0.5f, x.type());
  }];
  let becomes = ["tt.splat", "tt.expand_dims", "tt.broadcast"];
  let typeOf = "typeOfBroadcast";
  let build = "buildBroadcast";
}

def BroadcastTo : Method<"broadcastTo"> {
  let parameters = [NumberPointerOrTile, Extents];
  let description = [{
    x in a shape, as by [broadcast]. The result has at most 2^20 elements.
  }];
  let returns = "x in that shape";
  let errors = [{
    an operand that is not a number, a pointer or a tile (T-BROADCASTTO-1),
    extents that are not positive constants (T-BROADCASTTO-2), an extent
    that is neither 1 nor that of the target (T-BROADCASTTO-3)
  }];
  let example = [{
    Tensor rows = row.expand(0).broadcastTo(16, 64);
  }];
  let becomes = ["tt.splat", "tt.expand_dims", "tt.broadcast"];
  let typeOf = "typeOfBroadcastTo";
  let build = "buildBroadcast";
  let minArity = 2;
}

def JoinShape : Method<"joinShape"> {
  let parameters = [
      Param<"TensorType", "a", "a tile's type">,
      Param<"TensorType", "b", "another tile's type">
  ];
  let result = "TensorType";
  let description = [{
    The type to which tiles of both types, of one element type, broadcast:
    extents are equal or 1, counted from the last dimension.
  }];
  let returns = "the type of both together";
  let errors = [{
    an operand that is not a tile type (T-JOINSHAPE-1), element types that
    differ (T-JOINSHAPE-2), shapes that do not broadcast (T-JOINSHAPE-3), too
    many elements (T-JOINSHAPE-4)
  }];
  let example = [{
    TensorType type = Triton.joinShape(x.type(), y.type());
  }];
  let typeOf = "typeOfJoinShape";
  let build = "buildNothing";
}

def : Declared<"Tensor", "type", 1> {
  let declarations = ["TensorType type()"];
  let description = [{
    A tile's shape and element type, for broadcast and joinShape.
  }];
  let typeOf = "typeOfType";
  let build = "buildNothing";
}

} // family = ShapeFamily
