// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The two written forms, of all kinds of attributes and types. */
class WritersTest {
    private static final CodeType INT = CodeType.java("int");

    private static Op constant(String type, Object value) {
        return Op.named("constant").result(CodeType.java(type)).value(Attribute.of(value)).build();
    }

    private static Model everything() {
        Value parameter = new Value(INT);
        Op variable = Op.named("var").result(CodeType.var(INT)).operands(parameter)
                .value(Attribute.of("n")).at(new Location(2, 3)).build();
        Op pair = Op.named("tuple").result(CodeType.tuple(List.of(variable.result().type(), INT)))
                .operands(variable.result(), parameter).build();
        Op type = Op.named("constant").result(CodeType.java("java.lang.Class"))
                .value(Attribute.of(CodeType.java("float"))).build();
        Op call = Op.named("invoke").operands(parameter).attribute("invoke.kind", Attribute.of("STATIC"))
                .attribute("invoke.varargs", Attribute.of(true))
                .value(Attribute.reference("a.B::m(int[]):void")).at(new Location(3, 1)).build();
        Op condition = constant("boolean", true);
        Op yield = Op.named("yield").operands(condition.result()).build();
        Body predicate = new Body(List.of(), CodeType.BOOLEAN, List.of(condition, yield));
        Body action = new Body(
                List.of(new Value(CodeType.var(INT))), CodeType.VOID, List.of(Op.named("yield").build()));
        Op choice = Op.named("java.if").result(INT).body(predicate).body(action).build();
        Body body = new Body(List.of(parameter), CodeType.VOID, List.of(variable, pair, type, call,
                constant("byte", (byte) -1), constant("short", (short) 2), constant("long", 5_000_000_000L),
                constant("float", 0.1f), constant("double", Double.NEGATIVE_INFINITY), constant("char", '\''),
                constant("char", '\ud800'), constant("java.lang.String", "q\"\n\t\u0001\u00e9\ud83d\ude00"),
                constant("java.lang.Object", null), choice, Op.named("return").build()));
        Op function = Op.named("func").value(Attribute.of("f")).attribute("owner", Attribute.of("a.B"))
                .at(new Location(1, 5, "C.java")).body(body).build();
        return new Model("a/B.java", List.of(function));
    }

    @Test
    void text() {
        assertEquals("""
                //! producer: "cm2tt-javac"
                //! source: "a/B.java"
                func @loc="1:5:C.java" @"f" @owner="a.B" (%0 : java.type:"int")java.type:"void" -> {
                    %1 : Var<java.type:"int"> = var %0 @loc="2:3" @"n";
                    %2 : Tuple<Var<java.type:"int">, java.type:"int"> = tuple %1 %0;
                    %3 : java.type:"java.lang.Class" = constant @java.type:"float";
                    invoke %0 @loc="3:1" @java.ref:"a.B::m(int[]):void" @invoke.kind="STATIC" \
                @invoke.varargs=true;
                    %4 : java.type:"byte" = constant @"-1";
                    %5 : java.type:"short" = constant @"2";
                    %6 : java.type:"long" = constant @5000000000L;
                    %7 : java.type:"float" = constant @0.1f;
                    %8 : java.type:"double" = constant @-Infinityd;
                    %9 : java.type:"char" = constant @'\\'';
                    %10 : java.type:"char" = constant @'\\ud800';
                    %11 : java.type:"java.lang.String" = constant @"q\\"\\n\\t\\u0001\\u00e9\\ud83d\\ude00";
                    %12 : java.type:"java.lang.Object" = constant @null;
                    %13 : java.type:"int" = java.if
                        ()java.type:"boolean" -> {
                            %14 : java.type:"boolean" = constant @true;
                            yield %14;
                        }
                        (%15 : Var<java.type:"int">)java.type:"void" -> {
                            yield;
                        };
                    return;
                };
                """, TextWriter.write(everything()));
    }

    @Test
    void jsonIsReadAsItWasWritten() throws ModelFormatException {
        String json = JsonWriter.write(everything());
        Model read = JsonReader.read(json);
        assertEquals(json, JsonWriter.write(read));
        assertEquals(TextWriter.write(everything()), TextWriter.write(read));
    }

    @Test
    void wrongJson() {
        assertEquals("malformed JSON in line 2: expected ':'", wrong("{\n\"a\" 1}"));
        assertEquals("malformed JSON in line 1: expected no second 'a'", wrong("{\"a\": 1, \"a\": 2}"));
        assertEquals("malformed JSON in line 1: expected a value", wrong("[01]"));
        assertEquals("malformed JSON in line 1: expected an escape such as \\n or \\u0041", wrong("\"\\x\""));
        assertEquals("malformed JSON in line 1: expected the end", wrong("[] []"));
        assertEquals("malformed JSON in line 2: expected no control character in a string",
                wrong("[\n\"a\tb\"]"));
        assertEquals("malformed JSON in line 1: expected less nesting", wrong("[".repeat(100_000)));
        assertEquals("wrong or missing a model", wrong("[]"));
        assertEquals("wrong 'codeModel': null, expected 1", wrong("{}"));
        assertEquals("wrong or missing 'source'", wrong("{\"codeModel\": 1, \"source\": 2}"));
        assertEquals("wrong or missing 'op'", wrongFunction("{}"));
        assertEquals("wrong or missing definition of '%1'",
                wrongFunction("{\"op\": \"f\", \"operands\": [\"%1\"]}"));
        assertEquals(
                "wrong number of blocks: 0, expected 1", wrongFunction("{\"op\": \"f\", \"bodies\": [{}]}"));
        assertEquals("malformed location: '3'", wrongFunction("{\"op\": \"f\", \"location\": \"3\"}"));
        assertEquals("wrong constant of type 'int'",
                wrongFunction("{\"op\": \"constant\", \"id\": \"%0\", \"type\": \"int\", \"value\": \"x\"}"));
    }

    @Test
    void wrongValues() {
        String constant = "{\"op\": \"constant\", \"id\": \"%0\", \"type\": \"int\", \"value\": 1}";
        assertEquals("'%0' is defined twice",
                wrongFunction("{\"op\": \"f\", \"bodies\": [{\"blocks\": [{\"operations\": [" + constant
                        + ", " + constant + "]}]}]}"));
        assertEquals("number out of range: 9223372036854775808",
                wrongFunction("{\"op\": \"f\", \"attributes\": {\"n\": 9223372036854775808}}"));
        var noConstant = assertThrows(IllegalArgumentException.class, () -> Attribute.of(new int[0]));
        assertEquals("no constant: class [I", noConstant.getMessage());
    }

    private static String wrongFunction(String json) {
        return wrong("{\"codeModel\": 1, \"functions\": [" + json + "]}");
    }

    private static String wrong(String json) {
        return assertThrows(ModelFormatException.class, () -> JsonReader.read(json)).getMessage();
    }

    @Test
    void valuesAreDefinedOnceAndBeforeTheyAreUsed() {
        Op use = Op.named("return").operands(new Value(INT)).build();
        var undefined = assertThrows(IllegalArgumentException.class, () -> TextWriter.write(use));
        assertEquals("a value is used that nothing defines: int", undefined.getMessage());
        Op twice = constant("int", 1);
        Body body = new Body(List.of(), CodeType.VOID, List.of(twice, twice));
        Op function = Op.named("func").body(body).build();
        var defined = assertThrows(IllegalArgumentException.class, () -> TextWriter.write(function));
        assertEquals("a value is defined twice: int", defined.getMessage());
    }

    @Test
    void numbersHaveTheFewestDigits() {
        assertEquals("0.1", Numbers.toString(0.1f));
        assertEquals("-0.0", Numbers.toString(-0.0));
        assertEquals("100.0", Numbers.toString(100.0));
        assertEquals("0.001", Numbers.toString(0.001));
        assertEquals("9.999E-4", Numbers.toString(9.999E-4));
        assertEquals("9999999.0", Numbers.toString(9999999.0));
        assertEquals("1.0E7", Numbers.toString(1e7f));
        assertEquals(
                "2.0E23", Numbers.toString(2e23)); // JDK 17 writes 1.9999999999999998E23 or so for its like.
        assertEquals("4.9E-324", Numbers.toString(Double.MIN_VALUE));
        assertEquals("1.4E-45", Numbers.toString(Float.MIN_VALUE));
        assertEquals("1.7976931348623157E308", Numbers.toString(Double.MAX_VALUE));
        assertEquals("3.4028235E38", Numbers.toString(Float.MAX_VALUE));
        assertEquals("NaN", Numbers.toString(Float.NaN));
        var random = new Random(7);
        for (int i = 0; i < 20_000; ++i) {
            double value = Double.longBitsToDouble(random.nextLong());
            float single = Float.intBitsToFloat(random.nextInt());
            assertEquals(value, Double.parseDouble(Numbers.toString(value)));
            assertEquals(single, Float.parseFloat(Numbers.toString(single)));
            if (Runtime.version().feature() >= 19) {
                assertEquals(Double.toString(value), Numbers.toString(value));
                assertEquals(Float.toString(single), Numbers.toString(single));
            }
        }
    }
}
