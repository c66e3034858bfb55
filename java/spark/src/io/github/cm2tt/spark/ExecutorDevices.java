// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import io.github.cm2tt.runtime.Cm2ttRuntime;
import io.github.cm2tt.runtime.CompilationException;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.OutOfResourcesException;
import io.github.cm2tt.spark.DriverSide.Hopeless;
import io.github.cm2tt.spark.DriverSide.WhichKernels;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.TaskContext;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.resource.ResourceInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runtime, the devices and the counters of this executor. There is one object, from the start of the
 * plugin to its end. It is thread-safe.
 */
final class ExecutorDevices {
    private static final Logger LOG = LoggerFactory.getLogger(ExecutorDevices.class);
    private static final String RESOURCE = "gpu";
    /** The UUID of a GPU, or of a part of one. */
    private static final Pattern UUID = Pattern.compile("(?:GPU|MIG)-([0-9a-fA-F-]{36})");
    private static final int UUID_START = "GPU-".length();
    private static final int UUID_LENGTH = 36;
    private static volatile ExecutorDevices current;

    private final PluginContext plugin;
    private final Settings settings;
    private final Cm2ttRuntime runtime;
    private final MemoryBudget memory;
    private final Metrics metrics;
    private final Map<Device, Semaphore> permits = new ConcurrentHashMap<>();
    private final Map<KernelSpec, LoadedKernel> kernels = new ConcurrentHashMap<>();
    private final Map<KernelFunction, KernelFunction> adopted = new WeakHashMap<>();

    private ExecutorDevices(PluginContext plugin, Settings settings) {
        this.plugin = plugin;
        this.settings = settings;
        Cm2ttRuntime.Builder builder = Cm2ttRuntime.builder();
        if (settings.cpuThreads() > 0) {
            builder.cpuThreads(settings.cpuThreads());
        }
        runtime = builder.build();
        memory = new MemoryBudget(settings.memoryBytes());
        metrics = new Metrics(plugin.metricRegistry(), memory);
    }

    /** Loads the native library and opens the devices that Spark assigned to the executor. */
    static synchronized void open(PluginContext plugin, Settings settings) {
        ExecutorDevices opened = new ExecutorDevices(plugin, settings);
        List<String> addresses = addresses(plugin.resources());
        for (String address : addresses) {
            LOG.info("executor {} uses GPU {}: {}", plugin.executorID(), address, opened.gpu(address));
        }
        if (addresses.isEmpty()) {
            LOG.info("executor {} has no GPU and uses {}", plugin.executorID(), opened.runtime.cpu());
        }
        opened.warm(addresses.isEmpty() ? opened.runtime.cpu() : opened.gpu(addresses.get(0)));
        current = opened;
    }

    /** Compiles the kernels of the settings, and those that jobs used before the executor started. */
    private void warm(Device device) {
        Set<String> kernels = new LinkedHashSet<>();
        for (String text : settings.warmKernels().split(";")) {
            kernels.add(text.trim());
        }
        try {
            if (plugin.ask(new WhichKernels()) instanceof List<?> used) {
                used.forEach(kernel -> kernels.add((String) kernel));
            }
        } catch (Exception e) {
            LOG.warn("the driver does not tell which kernels its jobs use", e);
        }
        kernels.remove("");
        for (String kernel : kernels) {
            try {
                WarmKernel.parse(kernel).compile(device);
                metrics.warmed.inc();
            } catch (RuntimeException e) {
                LOG.warn("a kernel is compiled when a task needs it: {}", e.getMessage());
            }
        }
    }

    /** Closes the runtime. Objects of tasks that still run keep what they use. */
    static synchronized void shutDown() {
        ExecutorDevices closed = current;
        current = null;
        if (closed != null) {
            closed.kernels.values().forEach(LoadedKernel::close);
            closed.runtime.close();
        }
    }

    /** Returns the object of this executor. */
    static ExecutorDevices get() {
        ExecutorDevices devices = current;
        if (devices == null) {
            throw new IllegalStateException("the plugin of cm2tt does not run in this executor: expected "
                + "spark.plugins=" + Cm2ttSparkPlugin.class.getName());
        }
        return devices;
    }

    private static List<String> addresses(Map<String, ResourceInformation> resources) {
        ResourceInformation assigned = resources.get(RESOURCE);
        return assigned == null ? List.of() : List.of(assigned.addresses());
    }

    /** Returns the device of a task: the first GPU that Spark assigned to it, or else the CPU. */
    Device deviceOf(TaskContext task) {
        List<String> addresses = addresses(task.resourcesJMap());
        if (addresses.isEmpty()) {
            addresses = addresses(plugin.resources());
        }
        return addresses.isEmpty() ? runtime.cpu() : gpu(addresses.get(0));
    }

    private Device gpu(String address) {
        int count = runtime.gpus();
        for (int i = 0; i < count; i++) {
            if (address.equals(Integer.toString(i))) {
                return runtime.gpu(i);
            }
        }
        Matcher uuid = UUID.matcher(address);
        for (int i = 0; uuid.matches() && i < count; i++) {
            if (runtime.gpu(i).uuid().regionMatches(true, UUID_START, uuid.group(1), 0, UUID_LENGTH)) {
                return runtime.gpu(i);
            }
        }
        throw new IllegalArgumentException("Spark assigned the GPU '" + address + "', but cm2tt finds "
            + count + " GPUs: expected a number below that, as cm2tt doctor --spark-resources prints, "
            + "or a UUID");
    }

    /** Returns the permits of a GPU: a task holds one while it uses the GPU. */
    Semaphore permitsOf(Device device) {
        return permits.computeIfAbsent(device, gpu -> new Semaphore(settings.concurrentGpuTasks(), true));
    }

    /** Returns a kernel of a specification, which is loaded once. */
    LoadedKernel kernel(KernelSpec spec) {
        return kernels.computeIfAbsent(
            spec, absent -> new LoadedKernel(Bindings.unspecialized(absent.function().on(runtime.cpu()))));
    }

    /** Returns a job's kernel function on this executor's runtime, as long as the job keeps the former. */
    KernelFunction adopt(KernelFunction function) {
        synchronized (adopted) {
            return adopted.computeIfAbsent(function, foreign -> foreign.on(runtime.cpu()));
        }
    }

    /** Ends the job of a task that failed, if each attempt of the task would fail in the same way. */
    void abandonIfHopeless(TaskContext task, Throwable failure) {
        if (!(failure instanceof CompilationException || failure instanceof OutOfResourcesException)) {
            return;
        }
        try {
            plugin.ask(new Hopeless(task.stageId(), failure.getMessage()));
        } catch (Exception e) {
            LOG.warn("no message reached the driver: a job has to end", e);
        }
    }

    Settings settings() {
        return settings;
    }

    Cm2ttRuntime runtime() {
        return runtime;
    }

    MemoryBudget memory() {
        return memory;
    }

    Metrics metrics() {
        return metrics;
    }
}
