// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.model;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes the text form of a model as Babylon's printer has written it since 2025: locations first among the
 * attributes, bodies indented by two columns. Information without a syntax in the text (the source file, the
 * producer) is in comments at its head.
 */
public final class TextWriter {
    private static final String ESCAPED = "\b\t\n\f\r'\"\\";
    private static final String LETTERS = "btnfr'\"\\";

    private final StringBuilder out = new StringBuilder();
    private Numbering names;

    private TextWriter() {}

    /**
     * Writes a model.
     *
     * @param model the model
     * @return its text form
     */
    public static String write(Model model) {
        TextWriter writer = new TextWriter();
        writer.comment("producer", Model.PRODUCER);
        if (model.source() != null) {
            writer.comment("source", model.source());
        }
        model.functions().forEach(writer::writeFunction);
        return writer.out.toString();
    }

    /**
     * Writes a function alone.
     *
     * @param function an operation without free values
     * @return its text form
     */
    public static String write(Op function) {
        TextWriter writer = new TextWriter();
        writer.writeFunction(function);
        return writer.out.toString();
    }

    private void comment(String key, String value) {
        out.append("//! ").append(key).append(": ");
        string(value);
        out.append('\n');
    }

    private void writeFunction(Op function) {
        names = Numbering.of(function);
        writeOp(function, 0);
    }

    private void writeOp(Op op, int indent) {
        out.append(" ".repeat(indent));
        if (op.result() != null) {
            define(op.result());
            out.append(" = ");
        }
        out.append(op.name());
        op.operands().forEach(value -> out.append(' ').append(names.name(value)));
        writeLocation(op.location());
        if (op.value() != null) {
            out.append(" @");
            writeAttribute(op.value(), isQuoted(op));
        }
        for (Map.Entry<String, Attribute> entry : op.attributes().entrySet()) {
            out.append(" @").append(entry.getKey()).append('=');
            writeAttribute(entry.getValue(), false);
        }
        writeBodies(op.bodies(), indent);
        out.append(";\n");
    }

    /** Returns whether Babylon's printer quotes a constant, since it has no literals of its type. */
    private static boolean isQuoted(Op op) {
        return op.name().equals("constant") && op.value() instanceof Attribute.Constant constant
            && (constant.value() instanceof Byte || constant.value() instanceof Short);
    }

    private void define(Value value) {
        out.append(names.name(value)).append(" : ").append(value.type().quoted());
    }

    private void writeLocation(Location location) {
        if (location == null) {
            return;
        }
        out.append(" @loc=");
        String file = location.file() == null ? "" : ":" + location.file();
        string(location.line() + ":" + location.column() + file);
    }

    /** Writes bodies: one body after the operation, several below it. */
    private void writeBodies(List<Body> bodies, int indent) {
        if (bodies.size() == 1) {
            out.append(' ');
            writeBody(bodies.get(0), indent);
            return;
        }
        for (Body body : bodies) {
            out.append('\n').append(" ".repeat(indent + 4));
            writeBody(body, indent + 4);
        }
    }

    private void writeBody(Body body, int indent) {
        String parameters = body.parameters()
                                .stream()
                                .map(value -> names.name(value) + " : " + value.type().quoted())
                                .collect(Collectors.joining(", ", "(", ")"));
        out.append(parameters).append(body.result().quoted()).append(" -> {\n");
        body.operations().forEach(op -> writeOp(op, indent + 4));
        out.append(" ".repeat(indent)).append('}');
    }

    private void writeAttribute(Attribute attribute, boolean quoted) {
        if (attribute instanceof Attribute.Type type) {
            out.append(type.type().quoted());
        } else if (attribute instanceof Attribute.Reference reference) {
            out.append("java.ref:");
            string(reference.text());
        } else if (attribute instanceof Attribute.Constant constant && quoted) {
            string(String.valueOf(constant.value()));
        } else if (attribute instanceof Attribute.Constant constant) {
            writeConstant(constant.value());
        }
    }

    private void writeConstant(Object value) {
        if (value instanceof String text) {
            string(text);
        } else if (value instanceof Character unit) {
            out.append('\'');
            escape(unit);
            out.append('\'');
        } else if (value instanceof Float number) {
            out.append(Numbers.toString(number)).append('f');
        } else if (value instanceof Double number) {
            out.append(Numbers.toString(number)).append('d');
        } else {
            out.append(value).append(value instanceof Long ? "L" : "");
        }
    }

    private void string(String text) {
        out.append('"');
        text.chars().forEach(unit -> escape((char) unit));
        out.append('"');
    }

    private void escape(char unit) {
        int known = ESCAPED.indexOf(unit);
        if (known >= 0) {
            out.append('\\').append(LETTERS.charAt(known));
        } else if (unit >= ' ' && unit <= '~') {
            out.append(unit);
        } else {
            out.append(String.format("\\u%04x", (int) unit));
        }
    }
}
