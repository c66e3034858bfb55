# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The checks of style find what is planted for them, and nothing else."""

import os
import tempfile
import unittest
import unittest.mock

import budgets
import comments
import errors
import formatting
import includes
import java
import labels
import locales
import markdown
import modules
import names
import pages
import passes
import sources
import texts
import versions
import words

HEAD = "\n".join(sources.LICENCE) + "\n//\n/// \\file\n/// Something.\n\n"
RULE = "language/KernelApi/A.cpp"
JAVA = "\n".join(sources.LICENCE) + "\npackage a;\n\n/** For A. */\n"
TD = "dialect/include/cm2tt/Dialect/TT/TTOps.td"
CASE = "tests/lit/language/InferTypes/a_errors.mlir"


class Checks(unittest.TestCase):
    def found(self, check, files):
        """The locations and the texts of the findings of a check in the files."""
        with tempfile.TemporaryDirectory() as root:
            for path, text in files.items():
                full = os.path.join(root, path)
                os.makedirs(os.path.dirname(full), exist_ok=True)
                with open(full, "w", encoding="utf-8") as file:
                    file.write(text)
            return [f"{path}:{line}: {text}"
                    for path, line, text in check(sources.Tree(root))]

    def expect(self, check, files, *parts):
        found = self.found(check, files)
        self.assertEqual(len(found), len(parts), found)
        for text, part in zip(found, parts):
            self.assertIn(part, text)

    def test_locales_of_cpp(self):
        def found(code, path="runtime/lib/a.cpp"):
            return self.found(locales.check_locales, {path: HEAD + code})

        for wrong in ('os << format("%.2f", x);', 'os << format("a %d "\n "%-8.3g", n, x);',
                      'llvm::format("%e", x);', 'formatv("{0:f1} GiB", x);',
                      'formatv("{0} {1,8:p}", n, x);', "std::strtod(text, nullptr);",
                      "std::stod(text);", "atof(text);", 'sscanf(text, "%f", &x);',
                      'std::snprintf(text, 9, "%f", x);', 'printf("%f", x);',
                      "json::parse(text);", "llvm::json::parse(text);",
                      "code.message();", "file.getError().message();", "strerror(errno);",
                      "llvm::to_float(text, x);", "#include <sstream>"):
            self.assertEqual(len(found(wrong)), 1, wrong)
        for right in ('plain::format("%.2f", x);', 'format("%04x", n);', "x.format(y);",
                      'os << format("  %-23s ", name);', "plain::parseJson(text);",
                      "plain::reasonOf(code);", 'formatv("{0:x-}", n);', "// strtod(",
                      "info.message();", "text.getAsDouble(x);", 'os << "printf(";'):
            self.assertEqual(found(right), [], right)
        self.assertEqual(found("strerror(errno);", "tests/unit/A.cpp"), [])
        self.assertEqual(found("code.message();", locales.PLAIN), [])

    def test_locales_of_java(self):
        def found(code):
            return self.found(locales.check_locales,
                              {"java/lang/src/A.java": JAVA + "class A { Object o = " + code
                               + "; }\n"})

        for wrong in ('String.format("%d", n)', 'String.format("%" + w + "d", n)',
                      'String.format("%.2f", x)', 'out.printf("%,d", n)',
                      '"%d".formatted(n)', '"""\n    %s %5.1f\n""".formatted(a, x)',
                      "text.toLowerCase()", "text.toUpperCase()",
                      'String.format(Locale.getDefault(), "%d", n)', "format.formatted(n)"):
            self.assertEqual(len(found(wrong)), 1, wrong)
        for right in ('String.format(Locale.ROOT, "%d", n)', 'String.format("\\\\u%04x", c)',
                      '"%s".formatted(n)', '"""\n    %1$s %s\n""".formatted(a, b)',
                      "text.toLowerCase(Locale.ROOT)", "Character.toUpperCase(c)",
                      'String.format("%s%n", a)'):
            self.assertEqual(found(right), [], right)

    def test_heads(self):
        self.expect(sources.check_heads, {"dialect/a.h": HEAD})
        self.expect(sources.check_heads, {"dialect/a.td": "// A.\n"},
                    "a.td:1: ", "a.td:3: no '/// \\file'")

    def test_budgets(self):
        def function(lines, head="int f(int a) const "):
            return HEAD + head + "{\n" + '  g("{");\n' * (lines - 2) + "}\n"

        place = "runtime/a.cpp"
        self.expect(sources.check_budgets, {place: function(80)})
        self.expect(sources.check_budgets, {place: function(81)},
                    "a.cpp:7: a function of 81 lines")
        self.expect(sources.check_budgets, {
            place: "namespace a {\nstruct B {\n" + function(81) + "};\n}\n"},
            "a.cpp:9: a function of 81 lines")
        for head in ("void populateAPatterns(int a) ", "static int table[] = "):
            self.expect(sources.check_budgets, {place: function(90, head)})
        self.expect(sources.check_budgets, {place: HEAD + "//\n" * 800},
                    "806 lines")

    def test_locations(self):
        place = "importer/lib/a.cpp"
        self.expect(sources.check_locations, {place: "// UnknownLoc\n"})
        self.expect(sources.check_locations, {place: "\nb.getUnknownLoc();\n"},
                    "a.cpp:2: an unknown location")

    def test_comments(self):
        def found(text, *parts):
            self.expect(comments.check_comments, {"dialect/a.h": text}, *parts)

        row = "///     the range % 4                    0 1 2 3 0 1 2 3         C 4  D 4    "
        found(f"{row} K\n///     1\n", "a.h:1: a row of a table goes on in the next")
        found(f"{row} K 1\n{row} K\n", "a.h:1: a row of 81 columns, at most 80")
        found(row.replace("the ", "") + " K\n///     the next\n///     one\n")
        found(f"{row} K\n///       1\n")
        text = "x" * 60
        found(f"///  - {text}\n///    one\n///  - two\n///\n///  text\n")
        found(f"///  - {text}\n///  one\n", "a.h:1: an item of a list goes on at")
        found(f"/// a. {text} b  c\n/// two\n// -- {text}\n// two\n")
        found(f'f("- {text}",\n  "a   b   {text}");\n')

    def test_includes(self):
        def including(path, header):
            return {path: f'#include "{header}"\n'}

        for path, header in [
                ("dialect/lib/CM/a.cpp", "cm2tt/Dialect/TT/TTOps.h"),
                ("importer/lib/a.cpp", "cm2tt/Compiler/Compiler.h"),
                ("gpu/layout/a.cpp", "cm2tt/Dialect/CM/CMOps.h"),
                ("gpu/layout/a.cpp", "KernelApiInternals.h"),
                ("gpu/layout/a.cpp", "cpu/emit/Vectors.h"),
                ("gpu/layout/a.cpp", "cm2tt/CPU/Passes.h"),
                ("gpu/layout/a.cpp", "tile/analysis/AInternals.h"),
                ("gpu/layout/a.cpp", "../shared/A.h"),
                ("tile/analysis/a.cpp", "cm2tt/Dialect/TTG/TTGOps.h"),
                ("tile/analysis/a.cpp", "gpu/layout/AsmWords.h"),
                ("lowering/a.cpp", "cm2tt/Tile/AxisInfo.h"),
                ("lowering/target/a.cpp", "mlir/InitAllDialects.h"),
                ("compiler/driver/a.cpp", "cpu/emit/EmitInternals.h"),
                ("tools/plugin/a.cpp", "cm2tt/Compiler/Compiler.h"),
                ("runtime/lib/a.cpp", "cm2tt/Dialect/TT/TTOps.h")]:
            self.expect(includes.check_includes, including(path, header),
                        f"{path}:1: ")
        for path, header in [
                ("importer/lib/a.cpp", "cm2tt/Dialect/CM/CMOps.h"),
                ("gpu/layout/a.cpp", "lowering/DotUnits.h"),
                ("gpu/lower/a.cpp", "gpu/shared/SharedScratchInternals.h"),
                ("tile/analysis/a.cpp", "cm2tt/Dialect/TTG/LinearLayout.h"),
                ("tools/plugin/a.cpp", "cm2tt/Compiler/Register.h"),
                ("tools/a/a.cpp", "cm2tt/Runtime/Device.h"),
                ("runtime/lib/a.cpp", "cm2tt/Compiler/Diagnostics.h")]:
            internal = {} if header.startswith("cm2tt/") else {header: "\n"}
            self.expect(includes.check_includes, {**including(path, header), **internal})

    def test_names(self):
        header, source = "importer/lib/A.h", "tile/analysis/B.cpp"
        in_cm2tt = "namespace cm2tt {\n%s\n} // namespace cm2tt\n"
        emitter = in_cm2tt % "class Emitter : Base<int> {};"
        for text in (emitter, in_cm2tt % "enum class Emitter : int { A };",
                     in_cm2tt % "template <class T>\nstruct Emitter final { T t; };"):
            self.expect(names.check_names, {header: emitter, source: text},
                        f"'cm2tt::Emitter' is defined at {header}:2 already")
        for text in ("class Emitter;", "namespace { class Emitter {}; }",
                     "void f() { struct Emitter {}; }", "class B::Emitter {};",
                     "template <> struct Emitter<int> {};", "Emitter e = {1};",
                     "// class Emitter {};"):
            self.expect(names.check_names,
                        {header: emitter, source: in_cm2tt % text})
        self.expect(names.check_names, {
            header: emitter.replace("cm2tt", "cm2tt::model"),
            "tile/analysis/B.h": emitter})
        self.expect(names.check_names, {source: emitter},
                    "B.cpp:2: only this file knows 'cm2tt::Emitter'")
        self.expect(names.check_names, {header: in_cm2tt % "class Emitter;",
                                        source: emitter})

    def test_rules(self):
        rule = '/// T-A-1: a.\nerror() << "T-A-1: no a";\n'
        case = "// T-A-1\n// expected-error @+1 {{T-A-1: no a}}\n"
        self.expect(labels.check_rules, {RULE: rule, CASE: case})
        self.expect(labels.check_rules, {RULE: rule},
                    "T-A-1 has no place in a test case",
                    "T-A-1 has no place in an expected error")
        self.expect(labels.check_rules, {CASE: case},
                    "T-A-1 has no place in a rule", "T-A-1 has no place in a message")
        self.expect(labels.check_rules, {RULE: rule + rule, CASE: case},
                    f"A.cpp:3: T-A-1 is the rule at {RULE}:1 already")
        # The label of a constraint is none of a rule.
        self.expect(labels.check_rules, {RULE: 'error() << "TT-A-1: no a";\n'})

    def test_constraints(self):
        stated = {TD: "  - (TT-A-B-1) a.\n"}
        declared = {TD: "A<[/*TT-A-B-1*/ B]> {\n  - (TT-A-B-1) a.\n"}
        checked = {"dialect/lib/TT/A.cpp": 'error() << "TT-A-B-1: no a";\n'}
        expected = "  // expected-error @below {{TT-A-B-1: no a}}\n"
        case = "  // TT-A-B-1\n  // expected-error @+1 {{no a}}\n"

        def found(*parts, test="", **files):
            self.expect(labels.check_constraints,
                        {**files.get("td", stated), **files.get("code", {}),
                         files.get("place", "tests/lit/dialect/TT/a.mlir"): test}, *parts)

        unchecked = "TTOps.td:1: TT-A-B-1 is in no message, and no comment"
        found(unchecked)
        found(unchecked, test=expected + case)
        found(unchecked, code={"dialect/lib/TT/A.cpp": "// TT-A-B-1\n"})
        # Constraints that C++ code checks.
        found(code=checked, test=expected)
        for other in ("", case, expected.replace("B-1", "B-2"),
                      expected.replace("TT-", "T-"), "// TT-A-B-1: no a\n"):
            found("A.cpp:1: no test in tests/lit/dialect/ expects TT-A-B-1",
                  code=checked, test=other)
        lowering = {"gpu/lower/A.cpp": 'error("TT-A-B-1: no a");\n'}
        found(code=lowering, test=expected, place="tests/lit/gpu/lower/TTGToLLVM/a.mlir")
        found("A.cpp:1: no test in tests/lit/gpu/", code=lowering, test=expected)
        # Declared constraints.
        found(td=declared, test=case)
        for other in ("", expected, "// TT-A-B-1\n\n// expected-error @+1 {{no a}}\n"):
            found("TTOps.td:1: TT-A-B-1 has no test case", td=declared, test=other)
        # Both.
        found(td=declared, code=checked, test=case + expected)
        found("TTOps.td:1: TT-A-B-1 has no test case", td=declared, code=checked,
              test=expected)
        # A constraint that is stated twice.
        found(f"TTOps.td:3: TT-A-B-1 is the constraint at {TD}:2 already", test=case,
              td={TD: declared[TD] + stated[TD]})

    def test_known_labels(self):
        known = {RULE: "/// T-A-1: a.\n", TD: "- (TT-A-B-1) a.\n"}
        self.expect(labels.check_known_labels, {
            **known, "java/A.java": "// T-A-1, TT-A-B-1, UTF-A-2, T-A, T-ONE-A1\n",
            "tests/a.py": "T-C-1", labels.INVENTED: "T-C-1"})
        self.expect(labels.check_known_labels, {
            **known, "java/A.java": "\n// T-A-12\n", "tests/a.mlir": "T-A-B-1 TTG-A-B-1"},
                    "A.java:2: T-A-12 is no rule and no constraint",
                    "a.mlir:1: T-A-B-1 is no rule", "a.mlir:1: TTG-A-B-1 is no rule")
        for place in ("dialect/lib/TT/A.cpp", "tests/lit/dialect/TT/a.mlir", TD + "x.td"):
            self.expect(labels.check_known_labels, {**known, place: "T-A-1"},
                        f"{place}:1: T-A-1 does not begin with 'TT-'")

    def expect_texts(self, code, *expected):
        """The texts of the code, values shown as `*`, branches as `(a|b)`."""
        def shown(parts):
            return "".join(
                "(" + "|".join(map(shown, part.branches)) + ")"
                if isinstance(part, texts.Either) else "*" if part is None else part
                for part in parts)
        self.assertEqual([shown(text.parts) for text in texts.of_code(code)],
                         list(expected))

    def test_texts(self):
        self.expect_texts('return emitError() << "no " << x << ": "\n "at all";',
                          "*no *: at all")
        self.expect_texts('f("a \\"b\\"" /* "c" */ + Twine(x) + "d"); // "e"',
                          'a "b"*d')
        self.expect_texts('return op.emitOpError("no ") << x << "!";', "no **!")
        self.expect_texts('return a ? "b" : g(c) + (d ? "e" : "f");', "(b|*(e|f))")
        self.expect_texts('x = f(loc, "a", g("b")); y.z("c");', "a", "b", "c")
        self.expect_texts('emitOptionalError(loc, "size ", n, " is odd");',
                          "*size * is odd")
        self.expect_texts('auto f = [&] { return "a"; }; return f() << "b";',
                          "a", "*b")
        self.expect_texts('String help = """\n  several lines\n  """;')
        self.expect_texts('switch (a) { case B: throw new E("a" + b); }', "a*")
        (text,) = texts.of_code('if (a) return make_error<E<F>>("a");')
        self.assertEqual(text.takers, ("return", "make_error"))
        (text,) = texts.of_tablegen('TypesMatchWith<"\'" # a # "\' is i1", a, b>')
        self.assertEqual(text.parts, ["'", None, "' is i1"])
        (text,) = texts.of_python('raise E(f"no {a}" + " here")')
        self.assertEqual((text.parts, text.takers), (["no ", None, " here"], ("E",)))

    def test_errors(self):
        def found(code, tests, *parts, path="runtime/lib/a.cpp", listed=""):
            self.expect(errors.check_errors,
                        {path: code, errors.UNTESTED: listed, **tests}, *parts)

        def test(text, path="tests/a.test"):
            return {path: text + "\n"}

        code = '\nreturn fail("the thing \'" + a + "\' has " + n + " corners");\n'
        found(code, {}, "a.cpp:2: no test expects the error \"the thing '...' has "
              '... corners"')
        found(code, test("CHECK: error: the thing 'b' has 3 corners"))
        found(code, test('EXPECT_EQ(f(), "the thing \'b\' "\n"has 3 corners");',
                         "tests/unit/aTest.cpp"))
        found(code, test("the thing 'b' has 3 corners", "tests/a.expected"))
        # Comments, what must not come, other prefixes and parts are no tests.
        for text in ("the thing 'b' has 3 corners", "CHECK-NOT: the thing 'b' has 3 "
                     "corners", "OTHER: the thing 'b' has 3 corners",
                     "CHECK: the thing 'b'", "CHECK: has 3 corners"):
            found(code, test(text), "no test expects")
        long = ("a text that is so long that no line of a test has all of it; the end "
                "is seldom read")
        found(f'return fail("{long}");', test("CHECK: " + long[:50]))
        found(f'return fail("{long}");', test("CHECK: " + long[-50:]))
        found(f'return fail("{long}");', test("CHECK: " + long[:20]), "no test")
        # Branches are texts of their own, plurals are not.
        branches = 'error() << (a ? "no such thing" : b ? "another problem" : "");'
        found(branches, test("CHECK: no such thing"), '"...another problem"')
        found('error() << n << (n == 1 ? " thing is" : " things are") << " bad";',
              test("CHECK: 3 things are bad"), "thing is bad")
        found('error() << n << " thing" << (n == 1 ? "" : "s") << " here";',
              test("CHECK: 3 things here"))
        # Texts that are not errors.
        for other in ('assert(a && "never so bad");', 'name = "two_words";',
                      'x = R"(two lines\n)";', 'Method methods[] = {{"a text"}};'):
            found(other, {})
        found('std::string what = "of two words";', {}, "of two words")
        # The prefix that a function adds to its argument.
        found('return fail("a value");', test("CHECK: a value"), "expected a value",
              path="importer/lib/TextParser.cpp")
        found('return fail("a value");', test("CHECK: found ')', expected a value"),
              path="importer/lib/TextParser.cpp")
        # Errors of Java need tests of Java.
        throws = 'throw new AException("no such thing");'
        for folder, parts in (("tests/unit/", ['"no such thing"']), ("tests/java/", [])):
            found(throws, test('assert("no such thing")', folder + "A.java"), *parts,
                  path="java/a/A.java")
        # The list.
        found('fail("no such thing");', {},
              listed="# A list.\nruntime/lib/a.cpp: no such thing\n    As it is.\n")
        found('fail("no such thing");', test("CHECK: no such thing"),
              ".txt:1: a test expects 'no such thing'",
              listed="runtime/lib/a.cpp: no such thing\n    As it is.\n")
        found("", {}, ".txt:1: 'runtime/lib/a.cpp' reports no 'no such thing'",
              listed="runtime/lib/a.cpp: no such thing\n    As it is.\n")
        found('fail("no such thing");', {}, ".txt:1: no reason",
              listed="runtime/lib/a.cpp: no such thing\n")

    def test_passes(self):
        head = 'def AToBPass : Pass<"cm2tt-a-to-b", "M"> {\n'
        text = head + "    ```mlir\n    %a\n    // becomes\n    %b\n    ```\n"
        for table in ("Passes.td", "AB/BPasses.td"):
            table = f"tile/include/{table}"
            files = {table: text}
            self.expect(passes.check_passes, files, "no test of 'cm2tt-a-to-b'")
        run = "// RUN: cm2tt-opt %s -cm2tt-a-to-b\n"
        self.expect(passes.check_passes, {**files, "tests/lit/gpu/AToB/x.mlir": run},
                    "no test of 'cm2tt-a-to-b', expected in a folder AToB/ or as "
                    "a_to_b.mlir below tests/lit/tile/")
        for test in ("tests/lit/tile/AToB/x.mlir", "tests/lit/tile/x/a_to_b.mlir"):
            self.expect(passes.check_passes, {**files, test: run})
            other = text.replace("// becomes", '// -cm2tt-c -cm2tt-a-to-b="d=4" becomes')
            nothing = text.replace("becomes", "changes nothing")
            for right in (other, nothing, text + text):
                self.expect(passes.check_passes, {**files, table: right, test: run})
            for wrong in (head, text.replace("becomes", "becomes, with"),
                          head + "    ```mlir\n    %a\n    ```\n    // becomes\n",
                          text.replace("mlir", "")):
                self.expect(passes.check_passes, {**files, table: wrong + text, test: run},
                            "no example of 'cm2tt-a-to-b'")

    def test_mirrors(self):
        files = {"gpu/a/b/C.cpp": "c", "gpu/a/Passes.td": 'def DPass : Pass<"d", "M">;\n'}
        for right in ("lit/gpu/a/x", "lit/gpu/a/b/x", "lit/gpu/a/D/x", "unit/gpu/a/b/xTest",
                      "lit/gpu/a/D/Inputs/x", "lit/gpu/x", "lit/tools/a/x", "java/gpu/b/x"):
            self.expect(passes.check_mirrors, {**files, f"tests/{right}.mlir": "x"})
        for wrong in ("lit/gpu/b/x", "lit/gpu/a/c/x", "lit/gpu/a/b/c/x", "unit/cpu/a/x"):
            self.expect(passes.check_mirrors, {**files, f"tests/{wrong}.mlir": "x"},
                        f"tests/{wrong}.mlir:1: no folder '{wrong.split('/', 1)[1][:-2]}'")

    def test_order(self):
        pipelines = """void buildTTPhase(OpPassManager &passes) {
  passes.nest<tt::FuncOp>().addPass(createAPass());
  OpPassManager later;
  later.addPass(createCPass());
  options.then.push_back(std::move(later));
  passes.addPass(createBPass(options));
  addMore(passes);
}
static void addMore(OpPassManager &kernel) {
  kernel.addPass(createDPass());
}
"""
        for order, wrong in (("ABCD", ""), ("BCD", ""), ("ABDC", "'D' is declared before 'C'"),
                             ("BAXCD", "'B' is declared before 'A'")):
            table = "".join(f'def {name}Pass : Pass<"cm2tt-{name}", "M">;\n' for name in order)
            self.expect(passes.check_order, {
                passes.PIPELINES: pipelines, "tile/include/Passes.td": table},
                *[wrong] * bool(wrong))

    def test_passes_in_readmes(self):
        def found(page, *parts, path="gpu/README.md"):
            files = {"gpu/README.md": "`A`, `TTGB` and `CToD`\n", path: page,
                     "gpu/include/x/Passes.td": 'def APass : Pass<"a">;\n'
                     'include "x/More.td"\ndef CToDPass : Pass<"c">;\n',
                     "gpu/include/x/More.td": 'def TTGBPass\n    : Pass<"b">;\n'}
            self.expect(passes.check_readmes, files, *parts)

        head = "| folder | passes |\n|---|---|\n"
        right = head + "| `E` | `A` |\n| | `TTGB` |\n| | `CToD` |\n"
        for page in (right, "`A`, `TTGB`, `A`; `CToD`\n", right + "\n| name |\n|---|\n| `E` |\n"):
            found(page)
        found(right.replace("| | `TTGB` |\n", ""), "README.md:1: does not name the pass 'TTGB'")
        found(right.replace("`A`", "`CToD`"), ":1: does not name the pass 'A'",
              ":3: names 'CToD' before 'TTGB', which")
        found(right + "| | `F` |\n", ":6: no floor has a pass 'F'")
        for other in ("TTF", "TTGF", "FToG"):
            found(f"\nAfter `{other}`.\n", f"gpu/a/README.md:2: no floor has a pass '{other}'",
                  path="gpu/a/README.md")

    def test_modules(self):
        main = 'import a\nfolders.use("b", "c")\nif __name__ == "__main__":\n    a.f()\n'

        def found(files, *parts):
            files = {f"tests/{path}.py": f"{text}\n" for path, text in files.items()}
            self.expect(modules.check_modules, {"tests/x/run.py": main, **files}, *parts)

        found({})
        found({"b/a": "", "d/a": ""})
        found({"b/a": "", "c/a": ""}, "x/run.py:1: 'a' is in tests/b and in tests/c")
        # A module beside the script is the one that the script means, not others.
        found({"x/a": "", "b/a": ""})
        found({"x/a": "import n", "b/a": "", "b/n": "\nfrom a import f"},
              "b/n.py:2: 'a' is in tests/b and in tests/x")
        found({"x/a": "import run", "b/run": ""},
              "x/a.py:1: 'run' is in tests/b and in tests/x")
        # Folders of modules, and modules that are named by texts.
        found({"b/a": 'folders.use("d")', "d/a": ""}, "x/run.py:1: 'a' is in")
        named = 'importlib.import_module("m")'
        found({"b/a": named, "b/m": "", "c/m": ""},
              "b/a.py:1: 'm' is in tests/b and in tests/c")
        found({"b/a": "import os, m as n", "b/m": "", "c/m": ""}, "b/a.py:1: 'm' is in")
        # Packages, in which names are relative.
        found({"c/a": "from p import m", "b/p/__init__": "", "c/p": ""},
              "c/a.py:1: 'p' is in")
        found({"b/a": "", "c/p/__init__": "from . import a", "c/p/a": ""})
        found({"x/a": "import copy", "b/copy": ""},
              "x/a.py:1: 'copy' is in tests/b, and a module of Python's")

    def test_versions(self):
        project = "project(cm2tt VERSION 2.3.4 LANGUAGES C CXX\n  DESCRIPTION x)\n"
        fine = {"CMakeLists.txt": "cmake_minimum_required(VERSION 3.25)\n" + project,
                versions.CHANGES: "# Changes\n\n## 2.3.4 (2026-12-01)\n\nAfter 2.3.3.\n"}

        def found(path, text, *parts):
            self.expect(versions.check_versions, {**fine, path: text}, *parts)

        second = "'2.3.4' is a second source"
        for wrong in ("version = '2.3.4'\n", "set(v 2.3.4)\n", '"cm2tt 2.3.4"\n', "v2.3.4 2.3.4-rc1\n",
                      "cm2tt-2.3.4.jar\n", "2.3.4.\n"):
            found("python/setup.cfg", wrong, "python/setup.cfg:1: " + second)
        for right in ("2.3.45\n", "2.3.4.5\n", "12.3.4\n", "1.2.3.4\n", "/// as 2.3.4\n",
                      "     * 2.3.4\n", "@PROJECT_VERSION@\n"):
            found("java/lang/A.x", right)
        found("pyproject.toml", "\nversion = '2.3.4'\n", "pyproject.toml:2: " + second)
        # Coordinates have the version.
        dependency = ("<dependency>\n<groupId>io.github.cm2tt</groupId>\n"
                      "<artifactId>cm2tt</artifactId>\n<version>{}</version>\n")
        found("examples/pom.xml", dependency.format("2.3.4"))
        found("examples/pom.xml", dependency.format("2.3.3"), "pom.xml:2: version '2.3.3' of cm2tt")
        found("examples/pom.xml", dependency.format("@PROJECT_VERSION@"))
        found("java/README.md", "`io.github.cm2tt:cm2tt-javac:2.3.4`.\n")
        found("java/README.md", "`io.github.cm2tt:cm2tt:2.3.5-SNAPSHOT`.\n", "'2.3.5-SNAPSHOT' of")
        # The source itself, and what is written by hand.
        self.expect(versions.check_versions, {**fine, "CMakeLists.txt": "project(cm2tt)\n"},
                    "CMakeLists.txt:1: no version")
        self.expect(versions.check_versions, {**fine, versions.CHANGES: "## 2.3.3\n## 2.3.40\n"},
                    "CHANGELOG.md:1: no section '## 2.3.4'")

    def test_fences(self):
        code = "Text.\n\n```mlir\n%a\n```\n"
        self.expect(pages.check_fences, {"dialect/reference/a.md": code})
        self.expect(pages.check_fences, {
            "dialect/reference/a.md": code.replace("```", "    ```"),
            "dialect/README.md": "- a\n\n  ```\n  b\n  ```\n"},
            "a.md:3: a fence is indented", "a.md:5: a fence is indented")

    def test_readmes(self):
        fine = "a 1 | - " * budgets.README_WORDS + "\n\n```sh\nb c d\n```\n"
        self.expect(budgets.check_readmes, {"README.md": fine, "docs/a.md": "a\n" * 9999})
        self.expect(budgets.check_readmes, {"jni/README.md": fine + "[b c](d)\n"},
                    f"jni/README.md:1: {budgets.README_WORDS + 2} words, at most")
        for path, most in budgets.LONG_READMES.items():
            self.assertGreater(most, budgets.README_WORDS, path)
            self.expect(budgets.check_readmes, {path: "a\n" * most})
            self.expect(budgets.check_readmes, {path: "a\n" * (most + 1)}, "at most")

    def test_whole(self):
        files = {"runtime/lib/a.cpp": "a\n" * 100, "jni/a.cpp": "a\n" * 100,
                 "cmake/a.cmake": "a\n" * 900, "jni/README.md": "a b\n" * 50}
        with unittest.mock.patch.multiple(budgets, PRODUCT_LINES=200, TESTS_SHARE=0.5,
                                          PAGES_WORDS=100):
            self.expect(budgets.check_whole, {**files, "tests/a.py": "a\n" * 100})
            self.expect(budgets.check_whole,
                        {**files, "tests/a.py": "a\n" * 101, "docs/a.md": "a\n"},
                        "101 lines of tests for 200 of the product, at most 0.5",
                        "README.md:1: 101 words in all pages, at most 100")
            self.expect(budgets.check_whole, {**files, "java/a/A.java": "a\n"},
                        "a product of 201 lines, at most 200")
            self.expect(budgets.check_whole, {
                **files, "docs/a.md": "<!-- Generated: so. -->\na\n"})

    def test_columns(self):
        long = "ab " * 40 + "c"  # 121 columns
        fine = (f"{long[1:]}\n\n```\n{long}\n```\n\n    {long}\n\n| {long} |\n"
                f"# {long}\n\n{'a' * 150}\n\n`{long}`\n")
        self.expect(markdown.check_columns, {"docs/a.md": fine, "docs/b.md":
                                             f"<!-- Generated: so. -->\n{long}\n"})
        self.expect(markdown.check_columns, {"docs/a.md": f"a\n{long}\n- {long}\n"},
                    "docs/a.md:3: 2 lines over 120 columns, at most 0")
        with unittest.mock.patch.dict(markdown.NOT_WRAPPED, {"docs/a.md": 1}):
            self.expect(markdown.check_columns, {"docs/a.md": f"{long}\n"})
            self.expect(markdown.check_columns, {"docs/a.md": f"{long}\n" * 2}, "at most 1")

    def test_cells(self):
        cell = "a" * 60
        row = f"| {cell} | [{cell}](../a/b.md) | `a \\| b` |\n"
        self.expect(markdown.check_cells, {"docs/a.md": row, "docs/b.md":
                                           f"```\n| a{cell} |\n```\n"})
        self.expect(markdown.check_cells, {"docs/a.md": row + f"| a{cell} | b{cell} |\n"},
                    "docs/a.md:2: 2 cells over 60 characters, at most 0")
        with unittest.mock.patch.dict(markdown.LONG_CELLS, {"docs/a.md": 1}):
            self.expect(markdown.check_cells, {"docs/a.md": f"| a{cell} |\n"})

    def test_wrap(self):
        def wrapped(text, expected):
            self.assertEqual(markdown.wrap(text), expected)
            self.assertEqual(markdown.wrap(expected), expected)

        word, line = "a" * 9, " ".join(["a" * 9] * 12)  # 119 columns
        wrapped(f"{word}\n{line}\n{word}", f"{line}\n{word} {word}\n")
        # Items, nested ones and their paragraphs; numbers.
        wrapped(f"- {line}\n- b\nc", f"- {line[:-10]}\n  {word}\n- b c\n")
        wrapped(f"10. {line}\n\n    {line}\n    b\n",
                f"10. {line[:-10]}\n    {word}\n\n    {line[:-10]}\n    {word} b\n")
        wrapped(f"- b\n  - {line}\n", f"- b\n  - {line[:-10]}\n    {word}\n")
        # Lines that must not be joined or broken.
        for text in (f"# {line} {word}\nb\n", f"| {line} | {word} |\n| b |\n",
                     f"```\n{line} {word}\n\n\nb\n```\n", f"b:\n\n    {line} {word}\n    b\n",
                     f"- b:\n\n      {line} {word}\n      c\n", "b  \nc\n", "b\\\nc\n",
                     f"> {line} {word}\n> b\n", "[b]: c\n[d]: e\n", "<b>\nc\n", "b\n\n---\n"):
            wrapped(text, text)
        # Code is not broken, and no line begins as a list or a heading.
        wrapped(f"{line[:-10]} `b c d e f g`\n", f"{line[:-10]}\n`b c d e f g`\n")
        wrapped(f"{line[:-10]} `b\nc`\n", f"{line[:-10]} `b c`\n")
        for opener in ("-", "+", "1.", "#", "|", ">", "```b"):
            wrapped(f"{line} {opener} c\n", f"{line[:-10]}\n{word} {opener} c\n")

    def test_links(self):
        self.expect(pages.check_links, {
            "docs/a.md": "[b](../README.md#b) [c](https://c.d/e) [a](#a)",
            "README.md": "[a](docs/a.md) [docs](docs)"})
        self.expect(pages.check_links, {"docs/a.md": "a\n[b](b.md) [c](c.md#c)"},
                    "docs/a.md:2: a link to 'b.md'", "docs/a.md:2: a link to 'c.md'")

    def test_words(self):
        glossary = ("## Words\n\n| write | not | except |\n|---|---|---|\n"
                    '| after | "behind", "so many" | "left behind" |\n'
                    '| the noun | "What ..." | |\n')

        def found(text, *parts, path="runtime/include/a.h"):
            self.expect(words.check_words, {words.GLOSSARY: glossary, path: text},
                        *parts)

        found("/// Runs\n/// Behind it, so\n///   many of them.\nint a;\n",
              "a.h:2: 'Behind': write 'after' (docs/glossary.md)",
              "a.h:2: 'so many': write 'after'")
        found("/// \\file\n/// What it is.\n///\n/// What it has.\n",
              "a.h:2: 'What ...': write 'the noun'", "a.h:4: 'What ...'")
        # Exceptions, names, code, examples, strings and other folders.
        found("/// It is left\n/// behind, `behind`, is_behind, behind-it. What is.\n"
              "///\n///     behind\n///\n/// - Whatever.\nint behind = f(\"behind\");\n")
        found("// Behind.\n", path="tests/cases/kernels/java/A.java")
        found("Text.\n\nWhat is\n\n```\nbehind\n```\n", "a.md:3: 'What ...'",
              path="docs/a.md")
        found("/**\n * It is behind {@code behind}.\n *\n * <pre>\n * behind\n * </pre>\n"
              " * @param behind what\n * @return so\n *     many\n */\n"
              "int behind; // behind\n", "A.java:2: 'behind'", "A.java:11: 'behind'",
              "A.java:8: 'so many'", path="java/a/A.java")
        found('"""What is\nbehind.\n\n    behind\n"""\nbehind = "behind"  # so many\n',
              "a.py:2: 'behind'", "a.py:6: 'so many'", "a.py:1: 'What ...'",
              path="tools/a.py")
        found("#!behind\n# Behind.\nset(behind #behind\n)\n", "a.cmake:2: 'Behind'",
              "a.cmake:3: 'behind'",
              path="cmake/a.cmake")
        found("let a = b; // behind\n", "a.td:1: 'behind'", path="dialect/a.td")

    def test_messages(self):
        glossary = ("## Words\n\n| write | not | except |\n|---|---|---|\n"
                    '| after | "behind" | "left behind" |\n| the noun | "What ..." | |\n')

        def found(text, *parts, path="runtime/lib/a.cpp"):
            self.expect(words.check_messages, {words.GLOSSARY: glossary, path: text},
                        *parts)

        found('f("a");\nreturn fail("it is "\n            "Behind it");',
              "a.cpp:3: a message has 'Behind'")
        found('f("behind", "left behind it", "What is"); // "is behind"\n')
        found('f("is behind");', path="tests/unit/a.cpp")
        found('f("""\n    is\n    behind""");', "A.java:3: a message has 'behind'",
              path="java/a/A.java")
        found('// "is behind"\nf("behind", \'b\');', path="java/a/A.java")

    def test_java_heads(self):
        for rest in ("final class A {}\n", "@Target({B.C})\npublic @interface A {}\n",
                     "// Long.\nrecord A(int a) {\n    class B {}\n}\n"):
            self.expect(java.check_java_heads, {"java/a/src/A.java": JAVA + rest})
        self.expect(java.check_java_heads, {
            "java/a/src/package-info.java": "\n".join(sources.LICENCE) + "\npackage a;\n",
            "tests/java/a/ATest.java": JAVA + "class A {}\nclass B {}\n",
            "examples/babylon/a/A.java": "class A {}\n"},
            "package-info.java:3: no Javadoc", "ATest.java:7: no Javadoc")

    def test_java_lines(self):
        place = "java/a/src/A.java"
        self.expect(java.check_java_lines, {place: "a" * 110 + "\n"})
        self.expect(java.check_java_lines,
                    {place: "a" * 111 + "\nb \n\tc\n"}, "A.java:1: 111 columns",
                    "A.java:2: white space", "A.java:3: a tab")

    def test_java_layout(self):
        def found(body, *parts, path="java/a/A.java"):
            self.expect(java.check_java_layout, {
                path: "\n".join(sources.LICENCE) + "\n\n" + body}, *parts)

        found("class A {\n    void f() {\n        if (a(\")\") && b) {\n        }\n"
              "        do {\n        } while (a);\n        if (a) {\n"
              "        } else if (b) {\n        } else {\n        }\n    }\n}\n")
        found("  int a =\n   1;\n", "A.java:4: not indented", "A.java:5: not indented")
        found("if (a(b))\n    c;\n", "A.java:4: no braces")
        found("if (a) {\n}\nelse\n    b;\n", "A.java:6: no braces",
              "A.java:6: does not stand on the line")
        found("for (;;)\n{\n}\n", "A.java:5: does not stand on the line")
        found("import static z.Z.z;\n\nimport a.A;\nimport b.B;\n")
        found("import b.B;\nimport a.*;\n", "the imports are not sorted",
              "an import of '*'")
        found("import a.A;\nimport static z.Z.z;\n", "the imports are not sorted")
        self.expect(java.check_java_layout, {"java/a/A.java": "a\nb\nclass A {}\n"},
                    "no empty line after the licence")
        found("if (a) b;\n", path="tests/java/a/A.java")

    def test_java_budgets(self):
        def method(lines, head="@B(c = {1})\nint f(int a) "):
            return (JAVA + "record A(int a) {\n" + head + "{\n"
                    + '  g("{", \'{\', """\n"{""");\n' * (lines // 2 - 1) + "}\n}\n")

        place = "java/a/src/A.java"
        self.expect(java.check_java_budgets, {place: method(80)})
        self.expect(java.check_java_budgets, {place: method(82)},
                    "A.java:8: a method of 82 lines")
        self.expect(java.check_java_budgets, {place: method(90, "class B ")})
        self.expect(java.check_java_budgets, {place: JAVA + "//\n" * 800},
                    "805 lines")
        self.expect(java.check_java_budgets, {
            place: JAVA + "// A table, beyond the usual length.\n" + "//\n" * 800})

    def test_java_names(self):
        text = '// System.out\nString a = "System.out";\nSystem.err.flush();\n'
        self.expect(java.check_java_names, {
            "java/a/src/AUtils.java": JAVA, "java/a/src/B.java": text,
            "java/a/src/javac/Main.java": text, "tests/java/BTest.java": text},
            "AUtils.java:1: ", "B.java:3: prints on System.err")

    def test_java_tests(self):
        files = {"java/a/src/A.java": JAVA + "public final class A {}\n",
                 "java/a/src/B.java": JAVA + "final class B {}\n"}
        self.expect(java.check_java_tests, files, "A.java:6: no test")
        self.expect(java.check_java_tests,
                    {**files, "tests/java/a/Test.java": "new A();\n"})

    def test_java_lists(self):
        files = {"java/a/src/io/A.java": JAVA, "java/a/src/io/B.java": JAVA,
                 "tests/java/a/io/ATest.java": JAVA, "tests/java/a/in/C.java": JAVA,
                 "tests/java/a/CMakeLists.txt": "f(a\n  io/ATest.java)\n"}
        place = "java/a/CMakeLists.txt"
        self.expect(java.check_java_lists,
                    {**files, place: "f(a\n  io/A.java\n  io/B.java)\n"})
        self.expect(java.check_java_lists,
                    {**files, place: "f(a\n  io/C.java\n  io/A.java)\n"},
                    "'io/B.java' is not listed", "'io/C.java' is listed and",
                    "from 'io/C.java' on is not sorted")
        self.expect(java.check_java_lists, {**files, place: "f(a)\n"})

    def test_format(self):
        self.expect(formatting.check_format, {"runtime/a.cpp": "int a;\n"})
        self.expect(formatting.check_format, {"runtime/a.cpp": "int  a;\n"},
                    "a.cpp:1: not formatted")


if __name__ == "__main__":
    unittest.main()
