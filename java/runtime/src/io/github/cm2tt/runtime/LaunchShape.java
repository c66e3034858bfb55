// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

/** The attributes of a launch other than its grid; an extent of 0 in the cluster means 1. */
record LaunchShape(int clusterX, int clusterY, int clusterZ, boolean isCooperative) {
    static final LaunchShape PLAIN = new LaunchShape(0, 0, 0, false);
}
