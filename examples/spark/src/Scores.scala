// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io.github.cm2tt.spark.{Columns, SparkKernels}
import org.apache.spark.sql.SparkSession

/** Scores a table by the kernel of Scoring.java, and counts the rows of each partition by a function. */
object Scores {
  def main(arguments: Array[String]): Unit = {
    val session = SparkSession.builder().appName("scores").getOrCreate()
    val table = Scoring.table(session, 10000)
    val scores = SparkKernels.map(table, Scoring.kernel())
    val high = scores.where("score > 0.5").count()

    val rows: Long = SparkKernels.reduce[java.lang.Long](table, Columns.of("id"),
      (_, batches) => {
        var count = 0L
        while (batches.hasNext) count += batches.next().rows()
        count
      },
      (a, b) => a + b)
    println(s"correct: $high of $rows scores are greater than 0.5")
    session.stop()
  }
}
