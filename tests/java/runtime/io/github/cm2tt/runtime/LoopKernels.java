// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;

/**
 * Loops whose condition computes a value in a branch, and that use it several times (llvm#219456). The loops
 * are methods that Java calls as well; results are mixed into one number.
 */
final class LoopKernels {
    private LoopKernels() {}

    record State(int value, int previous) {}

    static int mix(int a, int b, int c, int d) {
        return ((a * 31 + b) * 31 + c) * 31 + d;
    }

    //------------------------------------------------------------------------
    // The condition is at the end
    //------------------------------------------------------------------------

    /** The value of the branch goes to two variables. */
    static int twoVariables(int n, int other) {
        int s = 0, x = 0, z = 0, v;
        boolean more;
        do {
            more = s < n;
            if (more) {
                v = s + 2;
            } else {
                v = other;
            }
            x = v;
            z = s;
            s = v;
        } while (more);
        return mix(x, z, s, 0);
    }

    static int constants(int n, int other) {
        int s = 0, x = 0, y = 0, v;
        boolean more;
        do {
            more = s < n;
            if (more) {
                v = 7;
            } else {
                v = 20;
            }
            x = v;
            y = v;
            s += v;
        } while (more);
        return mix(x, y, s, other);
    }

    static int choice(int n, int other) {
        int s = 0, x = 0, y = 0;
        boolean more;
        do {
            more = s < n;
            int v = more ? s + 2 : other;
            x = v;
            y = v;
            s = v;
        } while (more);
        return mix(x, y, s, 1);
    }

    static int threeVariables(int n, int other) {
        int s = 0, x = 0, y = 0, z = 0, v;
        boolean more;
        do {
            more = s < n;
            v = more ? s * 2 + 1 : other;
            z = y;
            x = v;
            y = v;
            s = v;
        } while (more);
        return mix(x, y, z, s);
    }

    static int negated(int n, int other) {
        int s = 0, x = 0, z = 0, v;
        boolean done;
        do {
            done = s >= n;
            if (done) {
                v = other;
            } else {
                v = s + 3;
            }
            x = v;
            z = s;
            s = v;
        } while (!done);
        return mix(x, z, s, 2);
    }

    /** The branch that ends the loop has a value of the iteration before. */
    static int lastValue(int n, int other) {
        int s = 0, x = other, z = 0, v;
        boolean more;
        do {
            more = s < n;
            if (more) {
                v = s + 2;
            } else {
                v = z + other;
            }
            z = s;
            x = v;
            s = v;
        } while (more);
        return mix(x, z, s, 3);
    }

    static int twoBranches(int n, int other) {
        int s = 0, x = 0, y = 0, v, w;
        boolean more;
        do {
            more = s < n;
            if (more) {
                v = s + 2;
            } else {
                v = other;
            }
            if (more) {
                w = v * 3;
            } else {
                w = v - other;
            }
            x = v + w;
            y = w;
            s = v;
        } while (more);
        return mix(x, y, s, 4);
    }

    static int floats(int n, int other) {
        float s = 0, x = 0, z = 0, v;
        boolean more;
        do {
            more = s < n;
            v = more ? s + 1.5f : other;
            x = v;
            z = s;
            s = v;
        } while (more);
        return mix((int) (x * 2), (int) (z * 2), (int) (s * 2), 5);
    }

    static int longs(int n, int other) {
        long s = 0, x = 0, z = 0, v;
        boolean more;
        do {
            more = s < n;
            v = more ? s + 2 : other * 0x100000001L;
            x = v;
            z = s;
            s = v;
        } while (more);
        return mix((int) (x >> 32), (int) z, (int) s, (int) x);
    }

    static int booleans(int n, int other) {
        int s = 0;
        boolean x = false, y = false, v, more;
        do {
            more = s < n;
            v = more ? s % 3 == 0 : other > 0;
            x = v;
            y = v;
            s += 2;
        } while (more);
        return mix(x ? 1 : 0, y ? 1 : 0, s, 6);
    }

    static int records(int n, int other) {
        var state = new State(0, 0);
        int x = 0;
        boolean more;
        do {
            more = state.value() < n;
            int v = more ? state.value() + 2 : other;
            x = v;
            state = new State(v, state.value());
        } while (more);
        return mix(x, state.value(), state.previous(), 7);
    }

    static int nestedLoops(int n, int other) {
        int s = 0, x = 0, z = 0, rounds = 0;
        boolean more;
        do {
            more = s < n;
            int t = 0, u, w = 0;
            boolean again;
            do {
                again = t < 3;
                u = again ? t + 1 : other;
                w = u;
                t = u;
                rounds++;
            } while (again);
            int v = more ? s + 2 : w;
            x = v;
            z = s + t - u;
            s = v;
        } while (more);
        return mix(x, z, s, rounds);
    }

    static int conditionOfTwo(int n, int other) {
        int s = 0, x = 0, z = 0, v;
        boolean more;
        do {
            more = s < n && s < 40;
            v = more ? s + 2 : other;
            x = v;
            z = s;
            s = v;
        } while (more);
        return mix(x, z, s, 8);
    }

    //------------------------------------------------------------------------
    // Other loops
    //------------------------------------------------------------------------

    static int leaves(int n, int other) {
        int s = 0, x = 0, y = 0, z = 0, total = 0;
        while (true) {
            int v;
            if (s < n) {
                v = s + 2;
            } else {
                v = other;
            }
            x = v;
            y = v;
            z = s;
            if (!(s < n)) {
                break;
            }
            total += x * 2 - z;
            s = y;
        }
        return mix(x, y, z, total);
    }

    static int assigned(int n, int other) {
        int s = 1, v, w = 0, rounds = 0;
        while ((w = v = s < n ? s * 3 : other) < n + 100 && s < n) {
            s = w - (v - s) / 2;
            rounds++;
        }
        return mix(s, v, w, rounds);
    }

    /** A power in which the inner loop reads the outer one's value (llvm#216289). */
    static int power(int n, int other) {
        int a = 1, last = -1;
        for (int i = 0; i < n; i++) {
            int b = a;
            for (int j = 0; j < 4; j++) {
                b = b + a;
                last = i * 10 + j;
            }
            a = b;
        }
        int down = other;
        while (down > n) {
            down -= 3;
        }
        return mix(a, last, down, 9);
    }

    //------------------------------------------------------------------------
    // Kernels
    //------------------------------------------------------------------------

    @Kernel
    static void all(Ptr out, int n, int other) {
        out.store(twoVariables(n, other));
        out.add(1).store(constants(n, other));
        out.add(2).store(choice(n, other));
        out.add(3).store(threeVariables(n, other));
        out.add(4).store(negated(n, other));
        out.add(5).store(lastValue(n, other));
        out.add(6).store(twoBranches(n, other));
        out.add(7).store(floats(n, other));
        out.add(8).store(longs(n, other));
        out.add(9).store(booleans(n, other));
        out.add(10).store(records(n, other));
        out.add(11).store(nestedLoops(n, other));
        out.add(12).store(conditionOfTwo(n, other));
        out.add(13).store(leaves(n, other));
        out.add(14).store(assigned(n, other));
        out.add(15).store(power(n, other));
    }

    /** The results of {@link #all} in Java. */
    static int[] inJava(int n, int other) {
        return new int[] {twoVariables(n, other), constants(n, other), choice(n, other),
            threeVariables(n, other), negated(n, other), lastValue(n, other), twoBranches(n, other),
            floats(n, other), longs(n, other), booleans(n, other), records(n, other), nestedLoops(n, other),
            conditionOfTwo(n, other), leaves(n, other), assigned(n, other), power(n, other)};
    }

    /** The variables of {@link #twoVariables} as they are. */
    @Kernel
    static void separate(Ptr out, int n, int other) {
        int s = 0, x = 0, z = 0, v;
        boolean more;
        do {
            more = s < n;
            if (more) {
                v = s + 2;
            } else {
                v = other;
            }
            x = v;
            z = s;
            s = v;
        } while (more);
        out.store(mix(x, z, s, 0));
    }

    /** The same with the branch's constant in the loop, so that nothing else is forwarded. */
    @Kernel
    static void reported(Ptr out, int n) {
        int s = 0, x = 0, z = 0, v;
        boolean more;
        do {
            more = s < n;
            if (more) {
                v = s + 2;
            } else {
                v = 20;
            }
            x = v;
            z = s;
            s = v;
        } while (more);
        out.store(x);
        out.add(1).store(z);
        out.add(2).store(s);
    }

    /** Tiles of 16 equal numbers. */
    @Kernel
    static void tiles(Ptr out, int n, int other) {
        var i = Triton.arange(0, 16);
        Tensor t = Triton.zeros(int.class, 16), x = t, z = t;
        int s = 0;
        boolean more;
        do {
            more = s < n;
            Tensor v;
            if (more) {
                v = t.add(2);
            } else {
                v = Triton.zeros(int.class, 16).add(other);
            }
            x = v;
            z = t;
            t = v;
            s += 2;
        } while (more);
        out.add(i).store(x);
        out.add(i.add(16)).store(z);
        out.add(i.add(32)).store(t);
    }
}
