// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The accesses of one program by several parameters to the same memory. A compiled kernel assumes that memory
 * of different parameters is distinct, and threads of a GPU run at their own pace: what one parameter loads
 * may be stored by another later, at the same index of a tile, and two may store at the same index. All else
 * must have a barrier or an atomic between both accesses, and is an exception here.
 *
 * <p>Not here: pointers in records and tables, which keep the order of Java here.
 */
final class ParameterOrder {
    /** The index of an access by one pointer, which all threads perform. */
    static final long SCALAR = -1;

    /** The memory of a parameter: bytes of an array. */
    private record Place(String name, byte[] array, int begin, int end) {
        boolean overlaps(Place other) {
            return array == other.array && Math.max(begin, other.begin) < Math.min(end, other.end);
        }
    }

    /** An access that is remembered. */
    private record Access(String method, Place place, long offset, int bytes, long index) {
        /** Returns the element of the parameter: {@code element 3 of 'x'}. */
        @Override
        public String toString() {
            String what = offset % bytes == 0 ? "element " + offset / bytes : "byte " + offset;
            return what + " of '" + place.name + "'";
        }
    }

    /** The accesses by one parameter to one byte. */
    private static final class Use {
        final Place place;
        /** The first load, and the first of another index. */
        Access load;
        Access otherLoad;
        Access store;

        Use(Place place) {
            this.place = place;
        }

        /** Returns the access that needs a barrier before another parameter's. */
        Access conflict(boolean isStore, long index) {
            if (!isStore) {
                return store;
            }
            if (load != null && load.index != index) {
                return load;
            }
            if (otherLoad != null) {
                return otherLoad;
            }
            return store != null && store.index != index ? store : null;
        }
    }

    private final Map<Object, Place> places = new IdentityHashMap<>();
    private final Map<Integer, List<Use>> uses = new HashMap<>();

    private ParameterOrder() {}

    /** Returns the order for parameters whose memory overlaps; null if none does. */
    static ParameterOrder of(List<Programs.Parameter> parameters) {
        ParameterOrder order = new ParameterOrder();
        for (Programs.Parameter parameter : parameters) {
            ByteBuffer memory = parameter.memory();
            if (memory.hasArray()) {
                int begin = memory.arrayOffset() + memory.position();
                order.places.put(memory,
                    new Place(parameter.name(), memory.array(), begin, begin + memory.remaining()));
            }
        }
        List<Place> all = List.copyOf(order.places.values());
        boolean overlap = all.stream().anyMatch(
            one -> all.stream().anyMatch(other -> other != one && one.overlaps(other)));
        return overlap ? order : null;
    }

    /** Forgets accesses: the program has ended, or passed a barrier or an atomic. */
    void clear() {
        uses.clear();
    }

    /** Checks and remembers a load of bytes in bounds. */
    void load(String method, Memory memory, long offset, int bytes, long index) {
        access(false, method, memory, offset, bytes, index);
    }

    /** Checks and remembers a store to bytes in bounds. */
    void store(String method, Memory memory, long offset, int bytes, long index) {
        access(true, method, memory, offset, bytes, index);
    }

    private void access(boolean isStore, String method, Memory memory, long offset, int bytes, long index) {
        Place place = places.get(memory.storage);
        if (place == null) {
            return;
        }
        Access access = new Access(method, place, offset, bytes, index);
        int first = place.begin + (int) offset;
        for (int at = first; at < first + bytes; at++) {
            for (Use use : uses.getOrDefault(at, List.of())) {
                Access earlier = use.place.overlaps(place) && use.place != place
                    ? use.conflict(isStore, index) : null;
                if (earlier != null) {
                    throw refused(access, isStore, earlier, earlier == use.store);
                }
            }
        }
        for (int at = first; at < first + bytes; at++) {
            remember(uses.computeIfAbsent(at, key -> new ArrayList<>(2)), access, isStore);
        }
    }

    private static void remember(List<Use> uses, Access access, boolean isStore) {
        Use own = uses.stream().filter(use -> use.place == access.place).findFirst().orElse(null);
        if (own == null) {
            own = new Use(access.place);
            uses.add(own);
        }
        if (isStore) {
            own.store = access;
        } else if (own.load == null) {
            own.load = access;
        } else if (own.otherLoad == null && own.load.index != access.index) {
            own.otherLoad = access;
        }
    }

    private static KernelException refused(Access late, boolean isStore, Access early, boolean wasStore) {
        Place a = early.place;
        Place b = late.place;
        int begin = Math.max(a.begin, b.begin);
        int last = Math.min(a.end, b.end) - 1;
        return new KernelException(late.method + ": " + late + " was " + (wasStore ? "stored" : "loaded")
            + " as " + early + (isStore ? " at another index" : "") + ", without a barrier; bytes "
            + (begin - a.begin) + " to " + (last - a.begin) + " of '" + a.name + "' are bytes "
            + (begin - b.begin) + " to " + (last - b.begin) + " of '" + b.name + "': pass memory that does "
            + "not overlap, access it by one parameter only, or call Triton.debugBarrier() between the "
            + "accesses");
    }
}
