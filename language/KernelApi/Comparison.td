// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Comparison.cpp.

let family = ComparisonFamily in {

class NamedComparison<string javaName, string argument>
    : Method<javaName> {
  let parameters = [FirstOperand, SecondOperand];
  let returns = "truth values in the shape that the operands broadcast to";
  let errors = PromotionErrors;
  let becomes = ["arith.cmpi", "arith.cmpf"];
  let typeOf = "typeOfNamed<" # argument # ">";
  let build = "buildNamed<" # argument # ">";
}

def Compare : Method<"compare"> {
  let parameters = [
      FirstOperand,
      SecondOperand,
      Param<"CompareKind", "kind", "which comparison, a constant">
  ];
  let description = [{
    Whether a comparison holds. With a NaN only [CompareKind.NotEqual] does.
    Operands are promoted and their shapes broadcast.
  }];
  let returns = "truth values in the shape that the operands broadcast to";
  let errors = PromotionErrors # [{, a kind that is not a constant
    (T-COMPARE-1)}];
  let example = [{
    Tensor mask = offsets.compare(n, Triton.CompareKind.LessThan);
  }];
  let becomes = ["arith.cmpi", "arith.cmpf"];
  let typeOf = "typeOfCompare";
  let build = "buildCompare";
}

def Eq : NamedComparison<"eq", "Compare::Eq"> {
  let description = [{
    Whether a and b are equal; false with a NaN. Operands are promoted and
    their shapes broadcast.
  }];
  let example = [{
    Tensor isDiagonal = rows.expand(1).eq(columns.expand(0));
  }];
  let evaluation = "Comparison.compare(a, b, CompareKind.Equal)";
}

def Ne : NamedComparison<"ne", "Compare::Ne"> {
  let description = [{
    Whether a and b are not equal; true with a NaN. Operands are promoted
    and their shapes broadcast.
  }];
  let example = [{
    Tensor isNaN = x.ne(x);
  }];
  let evaluation = "Comparison.compare(a, b, CompareKind.NotEqual)";
}

def Lt : NamedComparison<"lt", "Compare::Lt"> {
  let description = [{
    Whether a is less than b; false with a NaN. Operands are promoted and
    their shapes broadcast.
  }];
  let example = [{
    Tensor mask = offsets.lt(n);
  }];
  let evaluation = "Comparison.compare(a, b, CompareKind.LessThan)";
}

def Le : NamedComparison<"le", "Compare::Le"> {
  let description = [{
    Whether a is not greater than b; false with a NaN. Operands are promoted
    and their shapes broadcast.
  }];
  let example = [{
    Tensor causal = keys.expand(0).le(queries.expand(1));
  }];
  let evaluation = "Comparison.compare(a, b, CompareKind.LessThanOrEqual)";
}

def Gt : NamedComparison<"gt", "Compare::Gt"> {
  let description = [{
    Whether a is greater than b; false with a NaN. Operands are promoted and
    their shapes broadcast.
  }];
  let example = [{
    Tensor isPositive = x.gt(0);
  }];
  let evaluation = "Comparison.compare(a, b, CompareKind.GreaterThan)";
}

def Ge : NamedComparison<"ge", "Compare::Ge"> {
  let description = [{
    Whether a is not less than b; false with a NaN. Operands are promoted
    and their shapes broadcast.
  }];
  let example = [{
    Tensor isActive = x.ge(threshold);
  }];
  let evaluation = "Comparison.compare(a, b, CompareKind.GreaterThanOrEqual)";
}

def LogicalAnd : Method<"logicalAnd"> {
  let parameters = [FirstOperand, SecondOperand];
  let description = [{
    Whether both hold, that is, are not 0. Both are computed. Shapes
    broadcast.
  }];
  let returns = "truth values in the shape that the operands broadcast to";
  let errors = [{
    operands that are not numbers (T-BINARY-1) or shapes that do not broadcast
    (T-BINARY-3)
  }];
  let example = [{
    Tensor inside = x.ge(low).logicalAnd(x.le(high));
  }];
  let becomes = ["arith.andi"];
  let typeOf = "typeOfLogical<Binary::And>";
  let build = "buildLogical<Binary::And>";
}

def LogicalOr : Method<"logicalOr"> {
  let parameters = [FirstOperand, SecondOperand];
  let description = [{
    Whether one holds, that is, is not 0. Both are computed. Shapes
    broadcast.
  }];
  let returns = "truth values in the shape that the operands broadcast to";
  let errors = [{
    operands that are not numbers (T-BINARY-1) or shapes that do not broadcast
    (T-BINARY-3)
  }];
  let example = [{
    Tensor outside = x.lt(low).logicalOr(x.gt(high));
  }];
  let becomes = ["arith.ori"];
  let typeOf = "typeOfLogical<Binary::Or>";
  let build = "buildLogical<Binary::Or>";
}

def LogicalNot : Method<"logicalNot"> {
  let parameters = [Operand];
  let description = [{
    Whether x does not hold, that is, is 0.
  }];
  let returns = "truth values in the operand's shape";
  let errors = [{
    an operand that is not a number (T-UNARY-1)
  }];
  let example = [{
    Tensor isZero = x.logicalNot();
  }];
  let becomes = ["arith.xori"];
  let typeOf = "typeOfLogicalNot";
  let build = "buildLogicalNot";
}

} // family = ComparisonFamily
