// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The classes of which the methods of the kernel language are records.
///
/// Each method is declared once, in the .td file next to the C++ file of its
/// family. tools/kernel-methods generates from it the entry of the compiler's
/// table (KernelApi.h), the methods of Triton.java, Tensor.java and Ptr.java
/// with their Javadoc, and the manual. The type rule, the builder and the
/// evaluation on the JVM are written by hand; a record names them.
///
/// Descriptions are Markdown: `x` is code, [max] a link to a method of Triton,
/// [MemScope.GPU] one to another member.
///
/// Methods are TableGen records since compiler engineers know the language, and
/// `llvm-tblgen --dump-json` is part of LLVM: small Python scripts read its
/// output, so that no back end has to be linked. A Java programmer changes a
/// description without reading C++. Descriptions in the Java sources would need
/// a parser of Java before the first C++ file is compiled.

#ifndef METHOD_BASE
#define METHOD_BASE

/// A chapter of the manual.
class Family<string titleText, string summaryText, string javaClass = ""> {
  string title = titleText;
  string summary = summaryText;
  /// The class of Java whose methods evaluate the family on the JVM.
  string evaluator = javaClass;
}

/// A parameter in Java.
class Param<string javaType, string javaName, string text,
            string valueIfAbsent = ""> {
  string type = javaType;
  string name = javaName;
  string description = text;
  /// The Java expression with which overloads without the parameter are
  /// evaluated; empty if every overload has the parameter.
  string absent = valueIfAbsent;
  /// As the first parameter: whether Ptr has the method, too.
  bit mayBePointer = 0;
  /// Whether the argument must be known at compile time.
  bit isConstant = 0;
}

/// A number that must be known at compile time.
class ConstantParam<string javaType, string javaName, string text,
                    string valueIfAbsent = "">
    : Param<javaType, javaName, text, valueIfAbsent> {
  let isConstant = 1;
}

/// A constant of an enum; null stands for the value if absent.
class Choice<string javaType, string javaName, string text,
             string valueIfAbsent>
    : Param<javaType, javaName, text, valueIfAbsent>;

/// Choices in any order after the other arguments: `type option, type...
/// options`.
class Options<string javaType, list<string> kindNames,
              list<string> javaValues> {
  string type = javaType;
  /// The enums of the choices.
  list<string> kinds = kindNames;
  /// `PARAMETER = EXPRESSION`, for the parameters that the choices replace.
  list<string> values = javaValues;
}

/// A method of Triton with parameters of given types. If its first parameter,
/// apart from classes of types, may be a tile or a pointer, Tensor and Ptr have
/// the method as well: `x.add(y)`, `x.conv(int.class)`.
class Form<string javaName> {
  string name = javaName;
  Family family = ?;
  /// `<T>`, and what it stands for.
  string typeParameters = "";
  string typeParameterDoc = "";
  list<Param> parameters = [];
  /// The names of the parameters of each further overload, separated by commas;
  /// `options` for a list of options.
  list<string> overloads = [];
  Options options = ?;
  /// Whether Tensor and Ptr have the method.
  bit isFluent = 1;
  string result = "Tensor";
  code description = "";
  /// The description of the result; empty for void.
  string returns = "";
  /// The errors, with the labels of the rules.
  code errors = "";
  /// Java code.
  code example = "";
  /// The class that evaluates the method on the JVM, if not the family's.
  string evaluator = "";
  /// The call that does, if it is not that of the method's name with the
  /// parameters: a Java expression.
  string evaluation = "";
}

/// As the greatest number of arguments: no limit.
defvar unlimited = 0x7fffffff;

/// An entry of the compiler's table. A call finds it by its owner, name and
/// number of arguments, where a receiver counts.
class Entry<string javaOwner, string javaName> {
  string owner = javaOwner;
  string name = javaName;
  Family family = ?;
  code description = "";
  /// The operations that calls become.
  list<string> becomes = [];
  /// C++ expressions: the functions of the type rule and the builder, and for a
  /// method with options the one that parses them (typeRule and buildRule of
  /// KernelApiInternals.h); for a method that takes a lambda, the rule of its
  /// parameters (KernelApi.h).
  string typeOf = ?;
  string build = ?;
  string parse = "";
  string parametersOf = "";
  /// The number of arguments; -1: that of the overloads.
  int minArity = -1;
  int maxArity = -1;
}

/// A method of Triton.
class Method<string javaName> : Entry<"Triton", javaName>, Form<javaName>;

/// A method of another class, which is not generated.
class Declared<string javaOwner, string javaName, int arity = -1>
    : Entry<javaOwner, javaName> {
  /// The overloads as Java declares them.
  list<string> declarations = [];
  let minArity = arity;
}

/// An operator of Java, by the name that code models have for it.
class Operator<string javaName, string expression, int arity = 2>
    : Declared<"", javaName, arity> {
  let declarations = [expression];
}
#endif // METHOD_BASE
