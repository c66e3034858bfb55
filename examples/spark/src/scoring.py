# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scores a table by the kernel of Scoring.java, from PySpark.

Classes of Java are called by way of `spark._jvm`; the kernel runs in the JVMs of the
executors, which start no Python.
"""

import random

from pyspark.sql import DataFrame, SparkSession

FEATURES, HIDDEN, ROWS = 32, 64, 10_000


def floats(spark, numbers):
    """The numbers as an array of Java's."""
    array = spark._gateway.new_array(spark._jvm.float, len(numbers))
    for i, number in enumerate(numbers):
        array[i] = number
    return array


def score(spark, table, weights, bias, output):
    package = spark._jvm.io.github.cm2tt.spark
    strings = spark._gateway.new_array(spark._jvm.String, 1)
    strings[0] = "id"
    empty = spark._gateway.new_array(spark._jvm.String, 0)
    kernel = (package.ColumnKernel.of("Scoring", "score")
              .constant("BLOCK", 64).constant("FEATURES", FEATURES).constant("HIDDEN", HIDDEN)
              .inputs(package.Columns.of(empty).array("features", FEATURES))
              .argument("weights", floats(spark, weights))
              .argument("bias", floats(spark, bias))
              .argument("output", floats(spark, output))
              .result("score", spark._jvm.org.apache.spark.sql.types.DataTypes.FloatType)
              .keep(strings))
    return DataFrame(package.SparkKernels.map(table._jdf, kernel), spark)


def main():
    spark = SparkSession.builder.appName("scoring").getOrCreate()
    spark._gateway = spark.sparkContext._gateway
    generator = random.Random(1)
    weights = [generator.gauss(0, 0.25) for _ in range(FEATURES * HIDDEN)]
    table = spark.range(ROWS).selectExpr(
        "id", f"transform(sequence(1, {FEATURES}), i -> float(sin(id * 0.37 + i * i))) as features")
    # Without a bias, and with an output that adds up, the score is easy to compute again.
    scores = score(spark, table, weights, [0.0] * HIDDEN, [0.01] * HIDDEN)
    found = {row.id: row.score for row in scores.where("id % 1000 = 0").collect()}
    for row in table.where("id % 1000 = 0").collect():
        total = sum(max(sum(row.features[i] * weights[i * HIDDEN + k] for i in range(FEATURES)), 0)
                    for k in range(HIDDEN))
        expected = 1 / (1 + 2.718281828459045 ** (-0.01 * total))
        assert abs(found[row.id] - expected) < 1e-4, (row.id, found[row.id], expected)
    print(f"correct: {scores.count()} scores, {len(found)} of them checked")
    spark.stop()


if __name__ == "__main__":
    main()
