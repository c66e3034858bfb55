// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.util.Optional;

/**
 * Choices of the compiler that make some kernels faster; those that are empty are the environment's.
 *
 * @param warpSpecialize whether an additional warp group copies the tiles of matrix products
 * @param persistent whether each block of a kernel with matrix products runs several programs
 */
record Switches(Optional<Boolean> warpSpecialize, Optional<Boolean> persistent) {
    static final Switches DEFAULT = new Switches(Optional.empty(), Optional.empty());

    /** Returns a copy with a choice of specialised warps. */
    Switches withWarpSpecialize(boolean isOn) {
        return new Switches(Optional.of(isOn), persistent);
    }

    /** Returns a copy with a choice of persistent kernels. */
    Switches withPersistent(boolean isOn) {
        return new Switches(warpSpecialize, Optional.of(isOn));
    }

    /** Returns the choices, with others for those that are empty. */
    Switches orElse(Switches others) {
        return new Switches(warpSpecialize.or(others::warpSpecialize), persistent.or(others::persistent));
    }

    /** Returns two bits for each choice, as native code expects: 0 for none, 1 for on, 2 for off. */
    int bits() {
        return bits(warpSpecialize) | bits(persistent) << 2;
    }

    private static int bits(Optional<Boolean> choice) {
        return choice.map(isOn -> isOn ? 1 : 2).orElse(0);
    }
}
