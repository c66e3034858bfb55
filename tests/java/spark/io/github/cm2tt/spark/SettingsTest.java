// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.runtime.DeviceException;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;

/** The settings, and the memory that they limit. */
class SettingsTest {
    @Test
    void settingsAreSentAsTexts() {
        SparkConf conf = new SparkConf(false).set(Settings.CONCURRENT_GPU_TASKS, "3")
            .set(Settings.BATCH_ROWS, "4096").set("spark.executor.cores", "5")
            .set(Settings.WARM_KERNELS, "a;b");
        Settings settings = Settings.of(conf);
        assertEquals(new Settings(3, 4096, Long.MAX_VALUE, 5, "a;b"), settings);
        assertEquals(settings, Settings.of(settings.toMap()));
        assertEquals(new Settings(2, 1 << 20, Long.MAX_VALUE, 0, ""), Settings.of(new SparkConf(false)));
    }

    @Test
    void valuesAreChecked() {
        for (String value : new String[] {"0", "many", ""}) {
            SparkConf conf = new SparkConf(false).set(Settings.CONCURRENT_GPU_TASKS, value);
            assertEquals(Settings.CONCURRENT_GPU_TASKS + "=" + value
                + ": expected a number from 1 to 2147483647",
                assertThrows(IllegalArgumentException.class, () -> Settings.of(conf)).getMessage());
        }
        SparkConf conf = new SparkConf(false).set(Settings.BATCH_ROWS, "100");
        assertThrows(IllegalArgumentException.class, () -> Settings.of(conf));
    }

    @Test
    void memoryIsLimited() {
        MemoryBudget budget = new MemoryBudget(100);
        budget.reserve(60);
        RuntimeException e = assertThrows(DeviceMemoryException.class, () -> budget.reserve(41));
        assertEquals("41 bytes of device memory, of which 60 are used: expected at most 100 by "
            + "spark.cm2tt.memoryBytes", e.getMessage());
        assertTrue(DeviceMemoryException.isOutOfMemory(e));
        assertTrue(DeviceMemoryException.isOutOfMemory(
            new DeviceException("cuMemAlloc failed: CUDA_ERROR_OUT_OF_MEMORY: 12 bytes")));
        assertFalse(DeviceMemoryException.isOutOfMemory(new IllegalStateException("")));
        budget.reserve(40);
        budget.release(100);
        assertEquals(0, budget.used());
    }

    @Test
    void kernelsToWarmAreTexts() {
        String add = "io.github.cm2tt.spark.Kernels.add(*i32:16,*i32:16,*i32:16,i32)";
        for (String options : new String[] {"", " A=true BLOCK=256 RATE=0.5f", " B=-1 warps:8 stages:2"}) {
            assertEquals(add + options, WarmKernel.parse(add + options).toString());
        }
        for (Map.Entry<String, String> mistake : Map.of("add",
            "'add' in spark.cm2tt.warmKernels: expected Class.kernel(signature) CONSTANT=value...",
            add + " BLOCK", "'BLOCK' in spark.cm2tt.warmKernels: expected CONSTANT=value, warps:number or "
            + "stages:number", add + " BLOCK=many", "'many' in spark.cm2tt.warmKernels: expected an integer, "
            + "a number that ends with f, true or false", "None.add(i32)", "there is no class 'None', which "
            + "spark.cm2tt.warmKernels names: expected one of the jars of the application").entrySet()) {
            assertEquals(mistake.getValue(), assertThrows(IllegalArgumentException.class,
                () -> WarmKernel.parse(mistake.getKey())).getMessage());
        }
    }
}
