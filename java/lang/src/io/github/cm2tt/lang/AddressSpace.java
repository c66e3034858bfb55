// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.nio.ByteBuffer;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The addresses of one run of a kernel on the JVM. Memory gets its address when a pointer to it is first
 * used; the distance between two pieces is so large that an index out of bounds does not reach the next one.
 * Copies of a device's memory keep its addresses, which are lower than all others.
 *
 * <p>It is not thread-safe.
 */
final class AddressSpace {
    /**
     * The number of free addresses around each piece of memory: the maximum distance by which an int moves a
     * pointer to 8 bytes.
     */
    private static final long MARGIN = 1L << 35;
    private static final long ALIGNMENT = 256;
    /** Devices have addresses of fewer bits. */
    private static final long FIRST = 1L << 60;

    /** Memory and its first address. */
    private record Block(long base, Memory memory) {}

    private final Map<Object, Block> byStorage = new IdentityHashMap<>();
    private final TreeMap<Long, Block> byAddress = new TreeMap<>();
    /** Null if the memory of no parameters overlaps. */
    private final ParameterOrder order;
    /** The names of parameters whose memory must not be written, by that memory. */
    private final Map<Object, String> readOnly = new IdentityHashMap<>();
    private long next = FIRST;
    private Block last;

    AddressSpace() {
        this(Map.of(), List.of());
    }

    /**
     * Creates the addresses of a run.
     *
     * @param copies copies of a device's memory by their addresses on the device
     * @param parameters the memory of parameters
     */
    AddressSpace(Map<Long, ByteBuffer> copies, List<Programs.Parameter> parameters) {
        order = ParameterOrder.of(parameters);
        for (Programs.Parameter parameter : parameters) {
            if (parameter.isReadOnly()) {
                readOnly.put(parameter.memory(), "'" + parameter.name() + "'");
            }
        }
        copies.forEach((address, bytes) -> {
            Block block = new Block(address, new Memory(bytes));
            byStorage.put(bytes, block);
            byAddress.put(address, block);
        });
    }

    /** Returns the address of the memory's first byte; the same in each call for one array. */
    long baseOf(Memory memory) {
        if (memory.isOnDevice()) {
            return memory.deviceAddress;
        }
        Block block = byStorage.get(memory.storage);
        if (block != null && block.memory.isSame(memory)) {
            return block.base;
        }
        block = new Block(next, memory);
        byStorage.put(memory.storage, block);
        byAddress.put(next - MARGIN, block);
        long size = (memory.bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        next += size + 2 * MARGIN;
        return block.base;
    }

    /** Returns the memory that an address is in, or that it has left last. */
    Memory memoryNear(long address) {
        Map.Entry<Long, Block> entry = byAddress.floorEntry(address);
        if (entry == null) {
            throw new KernelException("the pointer points nowhere: address 0x" + Long.toHexString(address));
        }
        return entry.getValue().memory;
    }

    /**
     * Returns the element at an address. {@code method} is the caller in messages, such as {@code
     * Triton.load}.
     */
    long read(String method, long address, ElementType type) {
        Block block = find(method, address, type);
        long raw = block.memory.read(address - block.base, type.bytes());
        return type.isBool() ? (raw != 0 ? 1 : 0) : type.canonical(raw);
    }

    /** Writes an element to an address. */
    void write(String method, long address, ElementType type, long element) {
        Block block = find(method, address, type);
        Memory memory = block.memory;
        if (memory.isReadOnly() || readOnly.containsKey(memory.storage)) {
            throw new KernelException(method + ": " + readOnly.getOrDefault(memory.storage, "the memory")
                + " is read-only: expected memory to write to, such as a copy");
        }
        memory.write(address - block.base, type.bytes(), element);
    }

    /**
     * Returns the element at an address for a load at an index of its tile, {@link ParameterOrder#SCALAR} for
     * one pointer.
     */
    long load(String method, long address, ElementType type, long index) {
        if (order != null) {
            Block block = find(method, address, type);
            order.load(method, block.memory, address - block.base, type.bytes(), index);
        }
        return read(method, address, type);
    }

    /** Writes an element to an address for a store at an index of its tile, as for {@link #load}. */
    void store(String method, long address, ElementType type, long element, long index) {
        if (order != null) {
            Block block = find(method, address, type);
            order.store(method, block.memory, address - block.base, type.bytes(), index);
        }
        write(method, address, type, element);
    }

    /** Separates accesses: a barrier or an atomic, or the end of a program. */
    void separate() {
        if (order != null) {
            order.clear();
        }
    }

    private Block find(String method, long address, ElementType type) {
        if (last == null || !holds(last, address, type)) {
            Map.Entry<Long, Block> entry = byAddress.floorEntry(address);
            last = entry == null ? null : entry.getValue();
            if (last == null || !holds(last, address, type)) {
                throw outOfBounds(method, address, type);
            }
        }
        return last;
    }

    private static boolean holds(Block block, long address, ElementType type) {
        return address >= block.base && address - block.base <= block.memory.bytes - type.bytes();
    }

    private KernelException outOfBounds(String method, long address, ElementType type) {
        Block block = last;
        last = null;
        if (block == null || address - block.base - block.memory.bytes > MARGIN) {
            if (address < FIRST / 2) {
                return new KernelException(method + ": the address 0x" + Long.toHexString(address)
                    + " is not in memory of this run: expected a buffer that is an argument, or in a table "
                    + "of pointers");
            }
            return new KernelException(method + ": the pointer points nowhere: address 0x"
                + Long.toHexString(address) + "; it was moved too far, or is of another run");
        }
        long offset = address - block.base;
        int size = type.bytes();
        String place = offset % size == 0 ? "index " + offset / size : "byte " + offset;
        return new KernelException(method + ": out of bounds: " + place + ", but " + block.memory + " has "
            + block.memory.bytes / size + " of " + type.name + "; mask the accesses outside");
    }
}
