// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tuning without kernels: what follows from times, when rounds end, what is in
/// a file and what in a table.
///
/// Not here: kernels (AutotunerTest.cpp).

#include "Measuring.h"
#include "ResultStore.h"

#include "AutotunerTesting.h"

#include "cm2tt/Runtime/CpuDevice.h"

#include "llvm/ADT/STLExtras.h"

#include <random>

using namespace llvm;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::tuning;

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

static std::vector<double> countTo(size_t count) {
  std::vector<double> result(count);
  std::iota(result.begin(), result.end(), 1.0);
  return result;
}

TEST(MedianInterval, MediansAndEnds) {
  MedianInterval one = medianInterval({5});
  EXPECT_EQ(one.median, 5);
  EXPECT_EQ(one.low, 5);
  EXPECT_EQ(one.high, 5);
  EXPECT_EQ(medianInterval({4, 1, 3, 2}).median, 2.5);
  // The shortest and the longest of 8: both on one side has a chance of
  // 2 / 256, which is below 1 %.
  MedianInterval eight = medianInterval({8, 1, 7, 2, 6, 3, 5, 4});
  EXPECT_EQ(eight.low, 1);
  EXPECT_EQ(eight.high, 8);
  // Ranks by tables of the binomial distribution: 2 of 12 and 4 of 16 may be
  // outside with 0.3 % and 1.1 %, so that 3 are too many for 16.
  EXPECT_EQ(medianInterval(countTo(11)).low, 1);
  EXPECT_EQ(medianInterval(countTo(12)).low, 2);
  EXPECT_EQ(medianInterval(countTo(16)).low, 3);
  EXPECT_EQ(medianInterval(countTo(16)).high, 14);
}

TEST(MedianInterval, EndsAreSymmetricAndGrow) {
  double before = 0;
  for (size_t count = 1; count < 200; ++count) {
    MedianInterval interval = medianInterval(countTo(count));
    EXPECT_EQ(interval.low + interval.high, double(count + 1)) << count;
    EXPECT_LE(interval.low, interval.median) << count;
    // One rank at the change from the exact way to the approximate one.
    EXPECT_GE(interval.low + 1, before) << count;
    before = interval.low;
  }
}

TEST(MedianInterval, HoldsTheMedian) {
  // Skewed times, whose true median is 1 + ln 2.
  std::minstd_rand random(7);
  std::exponential_distribution<double> skewed;
  for (size_t count : {8u, 20u, 64u, 65u, 200u}) {
    unsigned missed = 0;
    for (int i = 0; i < 2000; ++i) {
      std::vector<double> times(count);
      for (double &time : times)
        time = 1 + skewed(random);
      MedianInterval interval = medianInterval(times);
      double median = 1 + std::log(2.0);
      missed += interval.low > median || interval.high < median;
    }
    EXPECT_LE(missed, 30u) << count;
  }
}

//===----------------------------------------------------------------------===//
// Rounds
//===----------------------------------------------------------------------===//

namespace {
/// Measures configurations that do nothing, each with its times, repeated
/// cyclically.
class MeasureTest : public testing::Test {
protected:
  void SetUp() override { device = take(openCpuDevice()); }

  Measured measure(std::vector<std::vector<double>> times) {
    configs.clear();
    std::vector<TimedRun> runs;
    for (size_t i = 0; i < times.size(); ++i)
      configs.push_back(blockConfig(std::to_string(i)));
    for (size_t i = 0; i < times.size(); ++i) {
      timer.times[configs[i].str()] = times[i];
      runs.push_back({&configs[i], [] { return Error::success(); },
                      [] { return Error::success(); }});
    }
    return take(tuning::measure({*device, 0}, runs, timing, timer));
  }

  std::unique_ptr<Device> device;
  std::vector<TuneConfig> configs;
  TuneTiming timing;
  ScriptedTimer timer;
};
} // namespace

TEST_F(MeasureTest, TheFastestIsFoundAndRoundsEnd) {
  Measured measured = measure({{3, 3.1}, {2, 2.1}, {4}});
  EXPECT_EQ(measured.best, 1u);
  EXPECT_TRUE(measured.isCertain);
  // Two rounds of warm-up, and the fewest that can tell.
  EXPECT_EQ(timer.rounds, 10u);
  EXPECT_EQ(measured.times[0].size(), 8u);
}

TEST_F(MeasureTest, TheHopelessAreNotRepeated) {
  Measured measured = measure({{100}, {2, 2.1}});
  EXPECT_EQ(measured.best, 1u);
  EXPECT_EQ(measured.times[0], std::vector<double>({100, 100}));
}

TEST_F(MeasureTest, OneSlowWarmUpIsNoReason) {
  Measured measured = measure({{100, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {2}});
  EXPECT_EQ(measured.best, 0u);
}

TEST_F(MeasureTest, EqualsAreNotToldApart) {
  Measured measured = measure({{2, 2.001}, {2.001, 2}, {2, 2}});
  EXPECT_FALSE(measured.isCertain);
  EXPECT_EQ(timer.rounds, 10u);
}

TEST_F(MeasureTest, NoiseTakesMoreRounds) {
  // Every fourth run is disturbed.
  Measured measured = measure({{2, 2, 2, 5}, {2.2, 2.2, 2.2, 5}});
  EXPECT_EQ(measured.best, 0u);
  EXPECT_TRUE(measured.isCertain);
  EXPECT_GT(timer.rounds, 10u);
  EXPECT_LT(timer.rounds, 60u);
}

TEST_F(MeasureTest, TimeRunsOut) {
  timing.budgetMilliseconds = 100;
  std::vector<double> wide = {1, 9, 2, 8, 3, 7};
  Measured measured = measure({wide, {9, 1, 8, 2, 7, 3}});
  EXPECT_FALSE(measured.isCertain);
  EXPECT_NEAR(timer.clock, 120, 30);
  // One round is all that a slow kernel gets.
  timer = ScriptedTimer();
  measured = measure({{1000}, {1001}});
  EXPECT_EQ(measured.best, 0u);
  EXPECT_EQ(timer.rounds, 3u);
}

TEST_F(MeasureTest, RoundsRunOut) {
  timing.maxRuns = 20;
  timing.budgetMilliseconds = 1e9;
  Measured measured = measure({{1, 9, 2, 8}, {9, 1, 8, 2}});
  EXPECT_EQ(timer.rounds, 22u);
  EXPECT_EQ(measured.times[0].size(), 20u);
}

TEST_F(MeasureTest, AClockThatStandsStillIsSurvived) {
  Measured measured = measure({{0}, {0.01}, {0}});
  EXPECT_EQ(measured.best, 0u);
  EXPECT_FALSE(measured.isCertain);
}

TEST_F(MeasureTest, OneAloneIsTimed) {
  Measured measured = measure({{3}});
  EXPECT_TRUE(measured.isCertain);
  EXPECT_EQ(measured.times[0].size(), 8u);
}

//===----------------------------------------------------------------------===//
// Results as text
//===----------------------------------------------------------------------===//

static TuneResult someResult(StringRef key = "n<=1024") {
  TuneResult result;
  result.kernel = "add";
  result.model = std::string(64, 'a');
  result.device = "Some \"GPU\"/7";
  result.target = "sm_90a";
  result.driver = 13000;
  result.compiler = "cm2tt 1.2.3";
  result.key = {key.str(), "x:*fp32"};
  result.measurements = {{blockConfig("64"), 0.03, 0.029, 0.0315, 40, ""},
                         {blockConfig("96"), 0, 0, 0, 0,
                          "Add.java:3:4: error: 96 is not a power of two\n  ^"},
                         {blockConfig("1024", 8), 0.02, 0.019, 0.021, 40, ""}};
  result.choice = 2;
  result.isCertain = true;
  return result;
}

TEST(TuneResult, Table) {
  std::string text;
  raw_string_ostream os(text);
  TuneResult result = someResult();
  result.print(os);
  EXPECT_EQ(
      text,
      "add on Some \"GPU\"/7 (sm_90a) for n<=1024, x:*fp32:\n"
      "  BLOCK=1024 warps=8 stages=3    20.00 us    1.00x  19.00 us to "
      "21.00 us in 40 runs  chosen\n"
      "  BLOCK=64 warps=4 stages=3      30.00 us    1.50x  29.00 us to "
      "31.50 us in 40 runs\n"
      "  BLOCK=96 warps=4 stages=3    pruned: Add.java:3:4: error: 96 is not a "
      "power of two\n");
}

TEST(TuneResult, RoundTrip) {
  std::vector<TuneResult> results = {someResult(), someResult("n<=2048")};
  std::string text = writeTuneResults(results);
  auto read = take(readTuneResults(text, "r.json"));
  EXPECT_EQ(writeTuneResults(read), text);
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[1].key, results[1].key);
  EXPECT_EQ(read[0].device, results[0].device);
  EXPECT_EQ(read[0].chosen(), blockConfig("1024", 8));
  EXPECT_EQ(read[0].measurements[1].pruned, results[0].measurements[1].pruned);
}

TEST(TuneResult, WhatIsNoResultIsSaid) {
  auto error = [](StringRef text) {
    auto read = readTuneResults(text, "r.json");
    return read ? "" : toString(read.takeError());
  };
  EXPECT_TRUE(StringRef(error("{")).starts_with("r.json: no JSON: "));
  EXPECT_EQ(error("{}"), "r.json: no results of tuning: expected an object "
                         "with \"format\": \"cm2tt-tuning\"");
  EXPECT_EQ(error(R"({"format": "cm2tt-tuning", "version": 1})"),
            "r.json: results of tuning in version 1: expected version 2; tune "
            "again");
  std::string text = writeTuneResults(someResult());
  auto replaced = [&](StringRef what, StringRef with) {
    std::string copy = text;
    return copy.replace(copy.find(what.str()), what.size(), with.str());
  };
  for (StringRef choice : {"1", "3"})
    EXPECT_TRUE(StringRef(error(replaced("\"choice\": 2",
                                         "\"choice\": " + choice.str())))
                    .contains("expected the index of a configuration that was "
                              "timed at "))
        << choice.str();
  for (StringRef warps : {"-4", "4294967296", "\"4\""}) {
    std::string message =
        error(replaced("\"warps\": 4", "\"warps\": " + warps.str()));
    EXPECT_TRUE(StringRef(message).contains(
        "expected a number from 0 to 4294967295 at "))
        << message;
    EXPECT_TRUE(StringRef(message).contains("warps")) << message;
  }
  // A file that is truncated or changed is read or refused; the last character
  // is the end of a line.
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    EXPECT_NE(error(text.substr(0, i)), "") << i;
    std::string changed = text;
    changed[i] ^= 1;
    error(changed);
  }
}

TEST(TuneConfig, Constants) {
  TuneConfig config{{{"BLOCK", "64"}, {"FAST", "true"}}};
  EXPECT_EQ(config.constant("BLOCK"), 64);
  EXPECT_EQ(config.constant("FAST"), 1);
  EXPECT_EQ(config.constant("M", 7), 7);
}

//===----------------------------------------------------------------------===//
// Results in a folder
//===----------------------------------------------------------------------===//

TEST(ResultStore, KeepsByKey) {
  RuntimeFolder folder;
  std::vector<std::string> remarks;
  auto remark = [&](StringRef text) { remarks.push_back(text.str()); };
  ResultStore store((folder.folder + "/tuning").str(), false, remark);
  auto find = [&](StringRef key) {
    auto found = store.find(someResult(), [&](const TuneResult &result) {
      return result.key.front() == key;
    });
    return found ? found->choice : 99;
  };
  EXPECT_EQ(find("a"), 99u);
  store.keep(someResult("a"));
  store.keep(someResult("b"));
  TuneResult other = someResult("a");
  other.choice = 0;
  store.keep(other);
  EXPECT_EQ(find("a"), 0u);
  EXPECT_EQ(find("b"), 2u);
  std::string file = (folder.folder + "/tuning/Some+=22GPU=22=2f7-sm_90a/" +
                      std::string(16, 'a') + ".json")
                         .str();
  EXPECT_EQ(take(readTuneFile(file)).size(), 2u);
  EXPECT_TRUE(remarks.empty());
  // A damaged file is reported and rewritten.
  std::error_code code;
  raw_fd_ostream(file, code) << "{";
  EXPECT_EQ(find("a"), 99u);
  ASSERT_EQ(remarks.size(), 1u);
  store.keep(other);
  EXPECT_EQ(find("a"), 0u);
}

TEST(ResultStore, FoldersThatCannotBeAreSurvived) {
  std::vector<std::string> remarks;
  auto remark = [&](StringRef text) { remarks.push_back(text.str()); };
  ResultStore store("/dev/null/tuning", false, remark);
  store.keep(someResult());
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_NE(remarks[0].find("results of tuning cannot be kept"),
            std::string::npos);
  auto any = [](const TuneResult &) { return true; };
  EXPECT_FALSE(store.find(someResult(), any));
  ResultStore none("", false, remark);
  none.keep(someResult());
  EXPECT_FALSE(none.find(someResult(), any));
  RuntimeFolder folder;
  ResultStore readOnly(folder.folder.str().str(), true, remark);
  readOnly.keep(someResult());
  EXPECT_FALSE(readOnly.find(someResult(), any));
  EXPECT_EQ(remarks.size(), 1u);
}

/// In any locale of the process (ctest `locales-cpp`).
TEST(TuneResults, HavePointsInFractions) {
  TuneResult result;
  result.kernel = "größe";
  result.model = "m";
  result.device = "d";
  result.target = "cpu";
  result.compiler = "c";
  result.key = {"f=1.5"};
  TuneMeasurement fast, slow;
  fast.config.constants = {{"SCALE", "0.25"}};
  fast.median = 0.000161;
  fast.low = 0.1;
  fast.high = 1e-9;
  fast.runs = 3;
  slow = fast;
  slow.median = 1500;
  result.measurements = {fast, slow};
  const std::string text = writeTuneResults(result);
  EXPECT_NE(text.find("\"median\": 0.000161"), std::string::npos) << text;
  auto read = readTuneResults(text, "file");
  ASSERT_TRUE(static_cast<bool>(read)) << toString(read.takeError());
  EXPECT_EQ(read->front().measurements[0].median, 0.000161);
  EXPECT_EQ(read->front().measurements[1].median, 1500);
  EXPECT_EQ(read->front().kernel, "größe");
  EXPECT_EQ(writeTuneResults(*read), text);
  std::string table;
  raw_string_ostream os(table);
  result.print(os);
  EXPECT_NE(table.find("0.16 us"), std::string::npos) << table;
  EXPECT_NE(table.find("1.500 s"), std::string::npos) << table;
}
