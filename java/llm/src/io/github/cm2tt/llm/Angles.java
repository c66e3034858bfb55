// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.ArrayList;
import java.util.List;

/**
 * The angles by which rotary position embedding rotates pairs of a head's elements.
 *
 * @param rotated the elements of a head in pairs: its first ones
 * @param base the base of the angles
 * @param scale what positions are divided by
 * @param divisors what the angle of each pair is divided by, [rotated / 2]; empty: 1
 */
record Angles(int rotated, double base, double scale, List<Double> divisors) {
    /** Angles without divisors. */
    Angles(int rotated, double base, double scale) {
        this(rotated, base, scale, List.of());
    }

    /**
     * Returns the divisors of Llama 3.1: slow pairs, which rotate few times in the context of the first
     * training, become slower; fast pairs do not; for those between, the divisor is interpolated.
     *
     * @param factor the divisor of slow pairs
     * @param low the rotations below which a pair is slow
     * @param high the rotations above which a pair is fast
     * @param length the tokens of the first training
     */
    Angles slowed(double factor, double low, double high, double length) {
        List<Double> slower = new ArrayList<>();
        for (int pair = 0; pair < rotated / 2; pair++) {
            double rotations = length * Math.pow(base, -2.0 * pair / rotated) / (2 * Math.PI);
            double share = Math.max(0, Math.min(1, (rotations - low) / (high - low)));
            slower.add(1 / ((1 - share) / factor + share));
        }
        return new Angles(rotated, base, scale, slower);
    }

    /** Returns radians for each position, [rotated / 2]: {@code base^(-2i / rotated) / scale / divisor}. */
    float[] frequencies() {
        float[] values = new float[rotated / 2];
        for (int pair = 0; pair < values.length; pair++) {
            double angle = Math.pow(base, -2.0 * pair / rotated) / scale;
            values[pair] = (float) (divisors.isEmpty() ? angle : angle / divisors.get(pair));
        }
        return values;
    }
}
