// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.master.Master$;
import org.apache.spark.deploy.worker.Worker$;
import org.apache.spark.rpc.RpcEnv;
import scala.Option;

/**
 * A standalone cluster in this process, as that of local-cluster, whose two workers have addresses of their
 * own: Spark starts no second attempt of a task on the host of the first. Each has one core and 1024 MiB.
 */
final class TwoHosts implements AutoCloseable {
    private static final int MEMORY = 1024;
    private final List<RpcEnv> processes = new ArrayList<>();

    /** The URL for {@link LocalSpark}. */
    final String master;

    TwoHosts() {
        SparkConf conf = new SparkConf(false).set("spark.shuffle.service.enabled", "false");
        RpcEnv first = Master$.MODULE$.startRpcEnvAndEndpoint("127.0.0.1", 0, 0, conf)._1();
        processes.add(first);
        master = "spark://" + first.address().hostPort();
        for (int i = 0; i < 2; i++) {
            processes.add(Worker$.MODULE$.startRpcEnvAndEndpoint("127.0.0." + (2 + i), 0, 0, 1, MEMORY,
                new String[] {master}, null, Option.apply(i), conf, Option.empty()));
        }
    }

    @Override
    public void close() {
        for (int i = processes.size() - 1; i >= 0; i--) {
            processes.get(i).shutdown();
            processes.get(i).awaitTermination();
        }
    }
}
