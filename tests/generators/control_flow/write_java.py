# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a program as Java: for people to read, and for javac and java to
check the checker and the reference interpreter.
"""

import program as p

PRELUDE = """\
import java.util.function.*;

public class Kernels {
    record Pair(int first, int second) {}
    record Mixed(long wide, boolean flag, Pair pair) {}
    record Ptr(int first, int words) {}
    static class Range {
        static Iterable<Integer> of(int... n) {
            int start = n.length > 1 ? n[0] : 0, end = n[n.length > 1 ? 1 : 0];
            int step = n.length > 2 ? n[2] : 1;
            var numbers = new java.util.ArrayList<Integer>();
            for (long i = start; step > 0 ? i < end : i > end; i += step)
                numbers.add((int) i);
            return numbers;
        }
    }
    static class Triton {
        static int[] memory = new int[%(words)d];
        static Iterable<Integer> range(int... n) { return Range.of(n); }
        static Iterable<Integer> staticRange(int... n) { return Range.of(n); }
        static void store(int place, int value) { memory[place] = value; }
        static void store(int place, long value) {
            memory[place] = (int) value;
            memory[place + 1] = (int) (value >> 32);
        }
        static void store(int place, float value) {
            memory[place] = Float.floatToIntBits(value);
        }
        static int add(Ptr pointer, int index) {
            return pointer.first + pointer.words * index;
        }
    }
    static void run(Runnable kernel) {
        Triton.memory = new int[%(words)d];
        kernel.run();
        var text = new StringBuilder();
        for (int word : Triton.memory)
            text.append(word).append(' ');
        System.out.println(text);
    }
    static final Ptr OUT = new Ptr(0, 1), LONGS = new Ptr(24, 2), FLOATS = new Ptr(32, 1);
"""


class JavaWriter:
    """Writes the methods of one program, with `suffix` after their names."""

    def __init__(self, program, suffix=""):
        self.program = program
        self.suffix = suffix
        self.lines = []
        self.indent = 1

    def line(self, text):
        self.lines.append("    " * self.indent + text)

    # ---- Expressions -------------------------------------------------------

    def value(self, e):
        return getattr(self, "value_" + type(e).__name__)(e)

    def value_Literal(self, e):
        if e.type == "boolean":
            return "true" if e.value else "false"
        text = {"float": f"{e.value!r}f", "long": f"{e.value}L"}.get(
            e.type, str(e.value)
        )
        return f"({text})" if text.startswith("-") else text

    def value_Name(self, e):
        return e.name

    def value_Unary(self, e):
        return f"({e.op}{self.value(e.operand)})"

    def value_Binary(self, e):
        return f"({self.value(e.left)} {e.op} {self.value(e.right)})"

    value_Compare = value_Binary

    def value_Logic(self, e):
        return "(" + f" {e.op} ".join(self.value(o) for o in e.operands) + ")"

    def value_Conditional(self, e):
        parts = (e.condition, e.yes, e.no)
        return "({} ? {} : {})".format(*[self.value(part) for part in parts])

    def value_Cast(self, e):
        return f"(({e.type}) {self.value(e.operand)})"

    def value_New(self, e):
        return f"new {e.type}{self.arguments(e.args)}"

    def value_Component(self, e):
        return f"({self.value(e.record)}).{e.name}()"

    def arguments(self, args):
        return "(" + ", ".join(self.value(arg) for arg in args) + ")"

    def value_Call(self, e):
        return e.name + self.suffix + self.arguments(e.args)

    def value_Apply(self, e):
        method = p.FUNCTIONS[e.function.type][0]
        return f"{e.function.name}.{method}{self.arguments(e.args)}"

    def nested(self, statements):
        """Statements in braces."""
        inner = JavaWriter(self.program, self.suffix)
        inner.indent = self.indent + 1
        inner.block(statements)
        return "{\n" + "\n".join(inner.lines) + "\n" + "    " * self.indent + "}"

    def value_Lambda(self, e):
        params = ", ".join(e.params)
        return f"({e.type}) (({params}) -> {self.nested(e.body)})"

    def value_SwitchExpression(self, e):
        inner = JavaWriter(self.program, self.suffix)
        inner.indent = self.indent + 1
        for case in e.cases:
            inner.line(f"{case_label(case)} -> {inner.nested(case.body)}")
        lines = "\n".join(inner.lines)
        end = "    " * self.indent + "}"
        text = f"(switch ({self.value(e.selector)}) {{\n{lines}\n{end})"
        # A switch is no operand of instance methods without a cast.
        return f"(({e.type}) {text})"

    # ---- Statements --------------------------------------------------------

    def block(self, statements):
        for statement in statements:
            getattr(self, "write_" + type(statement).__name__)(statement)

    def simple(self, s):
        """A statement in the head of a for."""
        if isinstance(s, p.Step):
            return s.name + ("++" if s.by > 0 else "--")
        return f"{s.name} {s.op or ''}= {self.value(s.value)}"

    def write_Declare(self, s):
        value = "" if s.value is None else f" = {self.value(s.value)}"
        self.line(f"{s.type} {s.name}{value};")

    def write_Assign(self, s):
        self.line(self.simple(s) + ";")

    write_Step = write_Assign

    def write_If(self, s):
        word = "if"
        for condition, body in s.arms:
            self.line(f"{word} ({self.value(condition)}) {self.nested(body)}")
            word = "else if"
        if s.otherwise is not None:
            self.line(f"else {self.nested(s.otherwise)}")

    def write_For(self, s):
        declared = [d for d in s.init if isinstance(d, p.Declare)]
        init = ", ".join(self.simple_init(i) for i in s.init)
        if declared:
            init = f"{declared[0].type} {init}"
        condition = self.value(s.condition) if s.condition else ""
        update = ", ".join(self.simple(u) for u in s.update)
        self.line(f"for ({init}; {condition}; {update}) {self.nested(s.body)}")

    def simple_init(self, s):
        if isinstance(s, p.Declare):
            return f"{s.name} = {self.value(s.value)}"
        return self.simple(s)

    def write_ForEach(self, s):
        name = "staticRange" if s.is_static else "range"
        numbers = f"Triton.{name}{self.arguments(s.range)}"
        self.line(f"for (int {s.name} : {numbers}) {self.nested(s.body)}")

    def write_While(self, s):
        self.line(f"while ({self.value(s.condition)}) {self.nested(s.body)}")

    def write_DoWhile(self, s):
        self.line(f"do {self.nested(s.body)} while ({self.value(s.condition)});")

    def write_Switch(self, s):
        self.line(f"switch ({self.value(s.selector)}) {{")
        for case in s.cases:
            if s.is_arrow:
                self.line(f"{case_label(case)} -> {self.nested(case.body)}")
                continue
            self.line(f"{case_label(case)}:")
            self.indent += 1
            self.block(case.body)
            self.indent -= 1
        self.line("}")

    def write_Block(self, s):
        self.line(self.nested(s.body))

    def write_Labeled(self, s):
        self.line(f"{s.label}:")
        self.block([s.statement])

    def write_Break(self, s):
        self.line(f"break {s.label};" if s.label else "break;")

    def write_Continue(self, s):
        self.line(f"continue {s.label};" if s.label else "continue;")

    def write_Return(self, s):
        self.line(f"return {self.value(s.value)};" if s.value else "return;")

    def write_Yield(self, s):
        self.line(f"yield {self.value(s.value)};")

    def write_Store(self, s):
        index, value = self.value(s.index), self.value(s.value)
        self.line(f"Triton.store(Triton.add({s.array}, {index}), {value});")

    def write_Evaluate(self, s):
        self.line(self.value(s.call) + ";")

    # ---- Methods -----------------------------------------------------------

    def method(self, name, params, result, body):
        list_ = ", ".join(f"{type_} {name}" for name, type_ in params)
        head = f"static {result} {name}{self.suffix}({list_})"
        self.line(f"{head} {self.nested(body)}")

    def write(self):
        self.method("k", p.KERNEL_PARAMETERS, "void", self.program.body)
        for h in self.program.helpers:
            self.method(h.name, h.params, h.type, h.body)
        return "\n".join(self.lines)


def case_label(case):
    if not case.values:
        return "default"
    return "case " + ", ".join(str(value) for value in case.values)


def java(program):
    """The program's methods, as Java."""
    return JavaWriter(program).write()


def java_class(programs):
    """A class whose main prints the buffer of each run, a line each."""
    text = PRELUDE % {"words": p.BUFFER_WORDS}
    main = ""
    for i, program in enumerate(programs):
        text += f"    static class P{i} {{\n"
        text += JavaWriter(program).write() + "\n"
        size, flag = program.constants
        text += "    static void main() {\n"
        for a, b, c in program.arguments:
            args = f"OUT, LONGS, FLOATS, {a}, {b}, {c}, {size}, {str(flag).lower()}"
            text += f"    run(() -> k({args}));\n"
        text += "    }}\n"
        main += f"        P{i}.main();\n"
    return f"{text}    public static void main(String[] args) {{\n{main}    }}\n}}\n"
