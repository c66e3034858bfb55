// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

/**
 * The number of programs of a launch along each axis. {@code Triton.programId(axis)} returns the index of a
 * program.
 *
 * <pre>{@code
 * kernel.launch(Grid.of(Grid.cdiv(n, 1024)), x, y, out, n);
 * }</pre>
 *
 * @param x programs along axis 0
 * @param y programs along axis 1
 * @param z programs along axis 2; if one of the three is 0, a launch does nothing
 */
public record Grid(int x, int y, int z) {
    /**
     * Checks that no extent is negative.
     *
     * @param x programs along axis 0
     * @param y programs along axis 1
     * @param z programs along axis 2
     */
    public Grid {
        check(x, y, z);
    }

    /** Throws if an extent is negative. */
    static void check(int x, int y, int z) {
        if ((x | y | z) < 0) {
            throw new IllegalArgumentException(
                "grid " + x + " x " + y + " x " + z + ": expected numbers of programs that are not negative");
        }
    }

    /**
     * Creates a grid along one axis.
     *
     * @param x the number of programs
     * @return the grid
     */
    public static Grid of(int x) {
        return new Grid(x, 1, 1);
    }

    /**
     * Creates a grid along two axes.
     *
     * @param x programs along axis 0
     * @param y programs along axis 1
     * @return the grid
     */
    public static Grid of(int x, int y) {
        return new Grid(x, y, 1);
    }

    /**
     * Creates a grid along three axes.
     *
     * @param x programs along axis 0
     * @param y programs along axis 1
     * @param z programs along axis 2
     * @return the grid
     */
    public static Grid of(int x, int y, int z) {
        return new Grid(x, y, z);
    }

    /**
     * Returns the number of blocks that cover a number of elements: the quotient, rounded up.
     *
     * @param count elements, not negative
     * @param block the elements of a block, positive
     * @return the number of blocks
     * @throws IllegalArgumentException if an argument is out of range
     */
    public static int cdiv(long count, long block) {
        if (count < 0 || block <= 0) {
            throw new IllegalArgumentException("cdiv(" + count + ", " + block
                + "): expected a count that is not negative and a block that is positive");
        }
        long blocks = count / block + (count % block == 0 ? 0 : 1);
        if (blocks > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                blocks + " blocks: expected at most " + Integer.MAX_VALUE + "; take larger blocks");
        }
        return (int) blocks;
    }
}
