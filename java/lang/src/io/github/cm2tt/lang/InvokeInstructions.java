// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The calls in the bytecode of classes, in order, with their lines. {@link StackWalker} names a call by its
 * index in the bytecode, and sources name it by line and order.
 *
 * <p>The format is that of chapter 4 of the Java Virtual Machine Specification. Java has a public API for it
 * from JDK 24 on only ({@code java.lang.classfile}).
 */
final class InvokeInstructions {
    /** A call: the index of its instruction in the method, the line, and the name of the called method. */
    private record Invoke(int index, int line, String name) {}

    /** A class without its bytecode, such as one created at run time, has none. */
    private final Map<Class<?>, Map<String, List<Invoke>>> classes = new HashMap<>();

    /**
     * Returns whether the instruction at an index is the call of that name with that ordinal among the calls
     * of the name on its line.
     *
     * @param method the name of the calling method and its descriptor
     */
    boolean isAt(Class<?> owner, String method, int index, String name, int ordinal) {
        Map<String, List<Invoke>> methods = classes.computeIfAbsent(owner, InvokeInstructions::read);
        List<Invoke> invokes = methods == null ? List.of() : methods.getOrDefault(method, List.of());
        for (Invoke at : invokes) {
            if (at.index == index) {
                return at.name.equals(name) && ordinal == invokes.stream().filter(
                    other -> other.index < index && other.line == at.line && other.name.equals(name)).count();
            }
        }
        return false;
    }

    /** Returns null if the class cannot be read now. */
    private static Map<String, List<Invoke>> read(Class<?> owner) {
        String name = owner.getName();
        URL url = owner.getResource(name.substring(name.lastIndexOf('.') + 1) + ".class");
        if (url == null) {
            return Map.of();
        }
        try {
            URLConnection connection = url.openConnection();
            // Class loaders share the cached ones, and close them for each other.
            connection.setUseCaches(false);
            try (InputStream file = connection.getInputStream()) {
                return new Reader(file.readAllBytes()).methods();
            }
        } catch (IOException e) {
            return null;
        }
    }

    /** Reads one class file. */
    private static final class Reader {
        private static final int UTF8 = 1, LONG = 5, DOUBLE = 6, CLASS = 7, STRING = 8, NAME_AND_TYPE = 12;
        private static final int METHOD_HANDLE = 15, METHOD_TYPE = 16, MODULE = 19, PACKAGE = 20;

        private final DataInputStream in;
        private final Map<Integer, String> texts = new HashMap<>();
        /** The index of the second part of a constant: of a reference, its name and type. */
        private final Map<Integer, Integer> second = new HashMap<>();
        /** The index of the name of a name and type. */
        private final Map<Integer, Integer> names = new HashMap<>();

        Reader(byte[] file) {
            in = new DataInputStream(new ByteArrayInputStream(file));
        }

        Map<String, List<Invoke>> methods() throws IOException {
            in.skipBytes(8); // magic, versions
            readConstants();
            in.skipBytes(6); // flags, this class, super class
            in.skipBytes(2 * in.readUnsignedShort());
            Map<String, List<Invoke>> methods = new HashMap<>();
            readMembers(new HashMap<>()); // fields
            readMembers(methods);
            return methods;
        }

        private void readConstants() throws IOException {
            int count = in.readUnsignedShort();
            for (int i = 1; i < count; i++) {
                int tag = in.readUnsignedByte();
                switch (tag) {
                    case UTF8 -> texts.put(i, in.readUTF());
                    case LONG, DOUBLE -> {
                        in.skipBytes(8);
                        i++; // it takes two entries
                    }
                    case CLASS, STRING, METHOD_TYPE, MODULE, PACKAGE -> in.skipBytes(2);
                    case METHOD_HANDLE -> in.skipBytes(3);
                    default -> {
                        int first = in.readUnsignedShort();
                        second.put(i, in.readUnsignedShort());
                        if (tag == NAME_AND_TYPE) {
                            names.put(i, first);
                        }
                    }
                }
            }
        }

        private void readMembers(Map<String, List<Invoke>> result) throws IOException {
            int count = in.readUnsignedShort();
            for (int i = 0; i < count; i++) {
                in.skipBytes(2); // flags
                String name = texts.get(in.readUnsignedShort());
                String key = name + texts.get(in.readUnsignedShort());
                int attributes = in.readUnsignedShort();
                for (int j = 0; j < attributes; j++) {
                    boolean isCode = "Code".equals(texts.get(in.readUnsignedShort()));
                    byte[] content = in.readNBytes(in.readInt());
                    if (isCode) {
                        result.put(key, readCode(content));
                    }
                }
            }
        }

        private List<Invoke> readCode(byte[] attribute) throws IOException {
            DataInputStream code = new DataInputStream(new ByteArrayInputStream(attribute));
            code.skipBytes(4); // stack, locals
            byte[] bytes = code.readNBytes(code.readInt());
            code.skipBytes(8 * code.readUnsignedShort()); // exceptions
            int[] lines = new int[bytes.length];
            int attributes = code.readUnsignedShort();
            for (int i = 0; i < attributes; i++) {
                boolean hasLines = "LineNumberTable".equals(texts.get(code.readUnsignedShort()));
                int length = code.readInt();
                if (!hasLines) {
                    code.skipBytes(length);
                    continue;
                }
                int entries = code.readUnsignedShort();
                for (int j = 0; j < entries; j++) {
                    int start = code.readUnsignedShort();
                    lines[start] = code.readUnsignedShort();
                }
            }
            return invokes(bytes, lines);
        }

        private List<Invoke> invokes(byte[] code, int[] lines) {
            List<Invoke> result = new ArrayList<>();
            int line = 0;
            for (int at = 0; at < code.length; at += Opcodes.length(code, at)) {
                line = lines[at] == 0 ? line : lines[at];
                if (Opcodes.isInvoke(code[at])) {
                    int reference = (code[at + 1] & 0xFF) << 8 | code[at + 2] & 0xFF;
                    result.add(new Invoke(at, line, texts.get(names.get(second.get(reference)))));
                }
            }
            return result;
        }
    }

    /** The instructions of the JVM, as far as their lengths matter. */
    private static final class Opcodes {
        private static final int TABLESWITCH = 0xAA, LOOKUPSWITCH = 0xAB, WIDE = 0xC4, IINC = 0x84;
        private static final int INVOKEVIRTUAL = 0xB6, INVOKEINTERFACE = 0xB9;

        private Opcodes() {}

        /** Returns whether it calls a method by name: not by a call site object. */
        static boolean isInvoke(byte opcode) {
            return (opcode & 0xFF) >= INVOKEVIRTUAL && (opcode & 0xFF) <= INVOKEINTERFACE;
        }

        /** Returns the length in bytes of the instruction at an index. */
        static int length(byte[] code, int at) {
            int opcode = code[at] & 0xFF;
            int aligned = at + 4 - at % 4; // the operands of switches
            return switch (opcode) {
                case TABLESWITCH -> aligned - at + 12
                    + 4 * (int4(code, aligned + 8) - int4(code, aligned + 4) + 1);
                case LOOKUPSWITCH -> aligned - at + 8 + 8 * int4(code, aligned + 4);
                case WIDE -> (code[at + 1] & 0xFF) == IINC ? 6 : 4;
                default -> fixedLength(opcode);
            };
        }

        private static int int4(byte[] code, int at) {
            return (code[at] & 0xFF) << 24 | (code[at + 1] & 0xFF) << 16 | (code[at + 2] & 0xFF) << 8
                | code[at + 3] & 0xFF;
        }

        /** Returns the length by the ranges of opcodes with operands; all others have one byte. */
        private static int fixedLength(int opcode) {
            boolean isLocal = opcode >= 0x15 && opcode <= 0x19 || opcode >= 0x36 && opcode <= 0x3A;
            if (opcode == 0x10 || opcode == 0x12 || isLocal || opcode == 0xA9 || opcode == 0xBC) {
                return 2; // bipush, ldc, loads and stores of locals, ret, newarray
            }
            boolean isJump = opcode >= 0x99 && opcode <= 0xA8 || opcode == 0xC6 || opcode == 0xC7;
            boolean isMember = opcode >= 0xB2 && opcode <= 0xB8;
            boolean isClass = opcode == 0xBB || opcode == 0xBD || opcode == 0xC0 || opcode == 0xC1;
            boolean isWideConstant = opcode == 0x11 || opcode == 0x13 || opcode == 0x14;
            if (isJump || isMember || isClass || isWideConstant || opcode == IINC) {
                return 3;
            }
            if (opcode == 0xC5) {
                return 4; // multianewarray
            }
            return opcode == INVOKEINTERFACE || opcode == 0xBA || opcode == 0xC8 || opcode == 0xC9 ? 5 : 1;
        }
    }
}
