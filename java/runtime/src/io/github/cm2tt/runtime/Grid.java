// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

/**
 * How many programs a launch has along each axis. A kernel asks for its own place by
 * {@code Triton.programId(axis)}.
 *
 * <pre>{@code
 * kernel.launch(Grid.of(Grid.cdiv(n, 1024)), x, y, out, n);
 * }</pre>
 *
 * @param x programs along axis 0
 * @param y programs along axis 1
 * @param z programs along axis 2; where one of the three is 0, a launch does nothing
 */
public record Grid(int x, int y, int z) {
    /**
     * Checks that nothing is negative.
     *
     * @param x programs along axis 0
     * @param y programs along axis 1
     * @param z programs along axis 2
     */
    public Grid {
        check(x, y, z);
    }

    /** Throws if one of them is negative. */
    static void check(int x, int y, int z) {
        if ((x | y | z) < 0)
            throw new IllegalArgumentException(
                "grid " + x + " x " + y + " x " + z + ": expected numbers of programs that are not negative");
    }

    /**
     * Programs along one axis.
     *
     * @param x how many
     * @return the grid
     */
    public static Grid of(int x) {
        return new Grid(x, 1, 1);
    }

    /**
     * Programs along two axes.
     *
     * @param x how many along axis 0
     * @param y how many along axis 1
     * @return the grid
     */
    public static Grid of(int x, int y) {
        return new Grid(x, y, 1);
    }

    /**
     * Programs along three axes.
     *
     * @param x how many along axis 0
     * @param y how many along axis 1
     * @param z how many along axis 2
     * @return the grid
     */
    public static Grid of(int x, int y, int z) {
        return new Grid(x, y, z);
    }

    /**
     * How many blocks of a size it takes for so many elements: the quotient, rounded up.
     *
     * @param count elements, not negative
     * @param block the elements of a block, positive
     * @return the number of blocks
     * @throws IllegalArgumentException if one of them is out of range
     */
    public static int cdiv(long count, long block) {
        if (count < 0 || block <= 0)
            throw new IllegalArgumentException("cdiv(" + count + ", " + block
                + "): expected a count that is not negative and a block that is positive");
        long blocks = count / block + (count % block == 0 ? 0 : 1);
        if (blocks > Integer.MAX_VALUE)
            throw new IllegalArgumentException(
                blocks + " blocks: expected at most " + Integer.MAX_VALUE + "; take larger blocks");
        return (int) blocks;
    }
}
