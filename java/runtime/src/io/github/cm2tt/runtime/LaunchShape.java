// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

/** What a launch says beside its grid; 0 along an axis of the cluster is 1. */
record LaunchShape(int clusterX, int clusterY, int clusterZ, boolean isCooperative) {
    static final LaunchShape PLAIN = new LaunchShape(0, 0, 0, false);
}
