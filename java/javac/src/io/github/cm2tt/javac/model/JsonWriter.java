// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.model;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes the JSON form of a model, version 1, with one operation on each line; the output is byte for byte
 * that of {@code cm2tt} for the same model. Types are spelled as in the text form, so that {@code cm2tt}
 * writes the same text for both.
 *
 * <p>Not here: reading it ({@link JsonReader}).
 */
public final class JsonWriter {
    private final StringBuilder out = new StringBuilder();
    private Numbering names;

    private JsonWriter() {}

    /**
     * Writes a model.
     *
     * @param model the model
     * @return its JSON form
     */
    public static String write(Model model) {
        JsonWriter writer = new JsonWriter();
        writer.writeModel(model);
        return writer.out.toString();
    }

    private void writeModel(Model model) {
        out.append("{\n  \"codeModel\": 1,\n  \"producer\": ");
        string(Model.PRODUCER);
        if (model.source() != null) {
            out.append(",\n  \"source\": ");
            string(model.source());
        }
        out.append(",\n  \"functions\": [");
        String separator = "\n";
        for (Op function : model.functions()) {
            names = Numbering.of(function);
            out.append(separator).append("    ");
            writeOp(function, 4);
            separator = ",\n";
        }
        out.append("]\n}\n");
    }

    private void writeOp(Op op, int indent) {
        out.append("{\"op\": ");
        string(op.name());
        if (op.result() != null) {
            out.append(", \"id\": ");
            string(names.name(op.result()));
            out.append(", \"type\": ");
            string(op.result().type().quoted());
        }
        if (!op.operands().isEmpty()) {
            String uses = op.operands().stream().map(names::name).collect(Collectors.joining("\", \""));
            out.append(", \"operands\": [\"").append(uses).append("\"]");
        }
        if (op.value() != null) {
            out.append(", \"value\": ");
            writeAttribute(op.value());
        }
        writeAttributes(op.attributes());
        writeLocation(op.location());
        writeBodies(op.bodies(), indent + 2);
        out.append('}');
    }

    private void writeAttributes(Map<String, Attribute> attributes) {
        String separator = ", \"attributes\": {";
        for (Map.Entry<String, Attribute> entry : attributes.entrySet()) {
            out.append(separator);
            string(entry.getKey());
            out.append(": ");
            writeAttribute(entry.getValue());
            separator = ", ";
        }
        out.append(attributes.isEmpty() ? "" : "}");
    }

    private void writeLocation(Location location) {
        if (location == null) {
            return;
        }
        String file = location.file() == null ? "" : location.file() + ":";
        out.append(", \"location\": ");
        string(file + location.line() + ":" + location.column());
    }

    private void writeBodies(List<Body> bodies, int indent) {
        String separator = ", \"bodies\": [\n";
        for (Body body : bodies) {
            out.append(separator).append(" ".repeat(indent));
            writeBody(body, indent);
            separator = ",\n";
        }
        out.append(bodies.isEmpty() ? "" : "]");
    }

    private void writeBody(Body body, int indent) {
        String separator = "{\"parameters\": [";
        for (Value parameter : body.parameters()) {
            out.append(separator).append("{\"id\": ");
            string(names.name(parameter));
            out.append(", \"type\": ");
            string(parameter.type().quoted());
            out.append('}');
            separator = ", ";
        }
        out.append(body.parameters().isEmpty() ? "{" : "], ").append("\"result\": ");
        string(body.result().quoted());
        out.append(", \"blocks\": [\n").append(" ".repeat(indent + 2)).append("{\"operations\": [");
        separator = "\n";
        for (Op op : body.operations()) {
            out.append(separator).append(" ".repeat(indent + 4));
            writeOp(op, indent + 4);
            separator = ",\n";
        }
        out.append("]}]}");
    }

    private void writeAttribute(Attribute attribute) {
        if (attribute instanceof Attribute.Type type) {
            out.append("{\"type\": ");
            string(type.type().quoted());
            out.append('}');
        } else if (attribute instanceof Attribute.Reference reference) {
            string(reference.text());
        } else if (attribute instanceof Attribute.Constant constant) {
            writeConstant(constant.value());
        }
    }

    private void writeConstant(Object value) {
        if (value instanceof Float || value instanceof Double) {
            double number = ((Number) value).doubleValue();
            String quote = Double.isFinite(number) ? "" : "\"";
            String text = value instanceof Float single ? Numbers.toString(single) : Numbers.toString(number);
            out.append(quote).append(text).append(quote);
        } else if (value instanceof Character unit && Character.isSurrogate(unit)) {
            out.append((int) unit); // Half a pair is no string.
        } else if (value instanceof Character || value instanceof String) {
            string(value.toString());
        } else {
            out.append(value);
        }
    }

    private void string(String text) {
        out.append('"');
        text.codePoints().forEach(this::character);
        out.append('"');
    }

    private void character(int codePoint) {
        if (codePoint == '"' || codePoint == '\\') {
            out.append('\\').append((char) codePoint);
        } else if (codePoint == '\n') {
            out.append("\\n");
        } else if (codePoint == '\t') {
            out.append("\\t");
        } else if (codePoint < ' ') {
            out.append(String.format("\\u%04x", codePoint));
        } else if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
            out.append("\\ufffd"); // Half a pair, which UTF-8 cannot hold.
        } else {
            out.appendCodePoint(codePoint);
        }
    }
}
