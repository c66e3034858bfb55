// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package oracle.code.triton;

/** As in Babylon's proof of concept. */
public final class TensorType {
    private TensorType() {
    }
}
