# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Generates from small tables of methods, and looks at what comes out.

Usage: check_methods.py LLVM_TBLGEN PROJECT
"""

import os
import subprocess
import sys
import tempfile
import unittest

TBLGEN, PROJECT = sys.argv[1:]
sys.path[:0] = [os.path.join(PROJECT, "tools", folder)
                for folder in ("kernel-methods", "cm2tt-reference")]
import cpp_tables  # noqa: E402
import java_sources  # noqa: E402
import manual  # noqa: E402
import methods  # noqa: E402
import where  # noqa: E402

HEAD = """
include "MethodBase.td"
def F : Family<"Title", "Summary.", "Evaluator">;
def X : Param<"Tensor", "x", "a tile">;
def P : Param<"Number", "p", "pointers"> { let mayBePointer = 1; }
def V : Param<"int...", "shape", "extents">;
def C : Param<"Class<?>", "to", "a class">;
def T : Param<"T", "value", "a value">;
def Axis : Param<"int", "axis", "the axis", "null">;
def Mode : Choice<"Mode", "mode", "the mode", "Mode.NONE">;
def Modes : Options<"Option", ["Mode", "Other"], ["mode = Modes.of(option, options)"]>;
let family = F in {
"""
RULES = 'let typeOf = "typeOf<A, B>"; let build = "build";'
TEMPLATES = {name: f"class {name} {{\n    // @METHODS@\n}}\n"
             for name in ("Triton", "Tensor", "Ptr")}


class Methods(unittest.TestCase):
    def read(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "Family.td")
            with open(path, "w") as file:
                file.write(HEAD + text + "}\n")
            include = os.path.join(PROJECT, "language/KernelApi")
            table = os.path.join(folder, "methods.json")
            subprocess.run([TBLGEN, "--dump-json", f"-I{include}", path, "-o", table],
                           check=True)
            return methods.read(table)

    def java(self, text):
        files = java_sources.files(self.read(text), TEMPLATES)
        return {name: " ".join(text.split()) for name, text in files.items()}

    def expect_error(self, text, message):
        with self.assertRaises(ValueError) as caught:
            self.read(text)
        self.assertEqual(str(caught.exception), message)

    def test_entry(self):
        table = self.read('def : Method<"sum"> { let parameters = [X, Axis];'
                          ' let overloads = ["x"]; ' + RULES + "}")
        text = " ".join(cpp_tables.files(table)["Family.inc"].split())
        self.assertIn('{"Triton", "sum", 1, 2, typeRule<typeOf<A, B>>, '
                      'buildRule<build>, "Tensor sum(Tensor x);'
                      'Tensor sum(Tensor x, int axis)"},', text)
        self.assertIn("METHODS(getFamilyMethods)", cpp_tables.files(table)["Families.inc"])

    def test_options(self):
        table = self.read('def : Method<"sum"> { let parameters = [X];'
                          ' let parse = "parse<C>"; ' + RULES + "}")
        text = " ".join(cpp_tables.files(table)["Family.inc"].split())
        self.assertIn("typeRule<typeOf<A, B>, parse<C>>, buildRule<build, parse<C>>,",
                      text)

    def test_variadic(self):
        table = self.read('def : Method<"zeros"> { let parameters = [X, V]; '
                          + RULES + "}")
        self.assertEqual(table[0].arity(), (1, methods.VARIADIC))

    def test_java(self):
        java = self.java('def : Method<"sum"> { let parameters = [X, Axis]; let overloads ='
                         ' ["x"]; let description = "The `sum`, 2^20; see [sum].";'
                         ' let returns = "the sum"; let errors = "a wrong axis (T-A-1)"; '
                         + RULES + "}")
        triton = java["Triton.java"]
        self.assertIn("/** * The {@code sum}, 2<sup>20</sup>; see {@link "
                      "#sum(Tensor, int)}. * * @param x a tile * @param axis the axis * "
                      "@return the sum * @throws KernelException on the JVM: a wrong axis "
                      "(T-A-1) */ public static Tensor sum(Tensor x, int axis) { "
                      'Programs.require("sum"); return Evaluator.sum(x, axis); }', triton)
        self.assertIn("/** * As {@link #sum(Tensor, int)}, without {@code axis}. * * "
                      "@param x a tile * @return the sum */ public static Tensor "
                      'sum(Tensor x) { Programs.require("sum"); return '
                      "Evaluator.sum(x, null); }", triton)
        self.assertIn("public Tensor sum(int axis) { return Triton.sum(this, axis); }",
                      java["Tensor.java"])
        self.assertNotIn("sum", java["Ptr.java"])

    def test_options(self):
        java = self.java('def : Method<"load"> { let parameters = [P, Mode]; let overloads ='
                         ' ["p", "p, options"]; let options = Modes; ' + RULES + "}")
        triton = java["Triton.java"]
        self.assertIn("load(Number p, Mode mode) { ArgumentKinds kinds = "
                      'Programs.enter("load"); p = kinds.number(0, p); return '
                      "Evaluator.load(p, Options.given(mode, Mode.NONE)); }", triton)
        self.assertIn("load(Number p) { ArgumentKinds kinds = "
                      'Programs.enter("load"); p = kinds.number(0, p); return '
                      "Evaluator.load(p, Mode.NONE); }", triton)
        self.assertIn("load(Number p, Option option, Option... options) { "
                      'ArgumentKinds kinds = Programs.enter("load"); '
                      'p = kinds.number(0, p); return Evaluator.load(p, '
                      "Modes.of(option, options)); }", triton)
        self.assertIn("public Tensor load(Mode mode) { return Triton.load(this, mode); }",
                      java["Ptr.java"])

    def test_generic(self):
        java = self.java('def : Method<"hint"> { let parameters = [T]; let '
                         'typeParameters = "<T extends Number>"; let typeParameterDoc = '
                         '"its class"; let result = "T"; ' + RULES + "}")
        self.assertIn("@param <T> its class * @param value a value */ public static <T "
                      "extends Number> T hint(T value)", java["Triton.java"])
        self.assertIn("{@link Triton#hint(Number)} of this tile. */ public Tensor hint()",
                      java["Tensor.java"])

    def test_receiver(self):
        conv = ('def : Method<"conv"> { let parameters = [C, P]; ' + RULES + "}")
        java = self.java(conv)
        for name in ("Tensor.java", "Ptr.java"):
            self.assertIn("* @param to a class */ public Tensor conv(Class<?> to) { return "
                          "Triton.conv(to, this); }", java[name])
        table = " ".join(cpp_tables.files(self.read(conv))["Family.inc"].split())
        self.assertIn('"Tensor conv(Class<?> to, Number p)", nullptr, 1},', table)
        java = self.java(conv.replace("let parameters", "let isFluent = 0; let parameters"))
        self.assertNotIn("conv", java["Tensor.java"] + java["Ptr.java"])

    def test_receiver_in_several_positions(self):
        with self.assertRaises(ValueError) as caught:
            cpp_tables.files(self.read(
                'def A : Method<"f"> { let parameters = [X]; ' + RULES + "}"
                'def : Form<"f"> { let parameters = [C, X]; }'))
        self.assertEqual(str(caught.exception), "f: the receiver has several positions")

    def test_manual(self):
        table = self.read('def : Method<"sum"> { let parameters = [X]; let description = '
                          '"See [sum]."; let becomes = ["tt.reduce"]; ' + RULES + '}\n'
                          'def : Operator<"or", "a | b"> { let description = "Or."; '
                          + RULES + "}")
        text = manual.methods_text(table)
        self.assertIn("## Title\n\nSummary.\n\n### Triton.sum\n\n```java\nTensor "
                      "sum(Tensor x)\n```\n\nSee `sum`.\n\n- `x`: a tile\n", text)
        self.assertIn("Becomes `tt.reduce`.", text)
        self.assertIn("| `or` | `a \\| b` | Or. |  |\n", text)

    def test_where(self):
        def row(title, cells):
            return {"method": "`f`", **dict.fromkeys(title, cells)}

        text, holes = where.table([row(["rule", "JVM"], "[A.cpp:3](a#L3)")])
        self.assertEqual((text, holes), (
            "| method | rule | JVM |\n|---|---|---|\n"
            "| `f` | [A.cpp:3](a#L3) | [A.cpp:3](a#L3) |\n", []))
        self.assertEqual(where.table([row(["rule"], "")])[1], ["`f` has no rule"])
        self.assertEqual(where.without_lines(text), where.without_lines(
            text.replace("3", "44")))

    def test_where_finds(self):
        sources = where.Sources(PROJECT)
        self.assertRegex(where.definition(sources, "Math", "typeOfAbs"),
                         r"^\[Math.cpp:\d+\]")
        self.assertRegex(where.lowering(sources, "gpu", "tt", "GatherOp", "gather"),
                         r"^\[Gather.cpp:\d+\]")
        self.assertEqual(where.lowering(sources, "gpu", "tt", "NoSuchOp", "no_such"), "")

    def test_unknown_parameter(self):
        self.expect_error('def : Method<"f"> { let parameters = [X]; let overloads = ["y"]; '
                          + RULES + "}", "f: no parameter is called y")

    def test_required_parameter(self):
        self.expect_error('def : Method<"f"> { let parameters = [X, Axis]; let overloads = '
                          '["axis"]; ' + RULES + "}", "f: x may not be left out")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
