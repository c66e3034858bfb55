// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Text is the same in every locale. The ctest `locales-cpp` runs this in
/// several (tests/unit/locales).

#include "cm2tt/Lowering/PlainText.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>
#include <thread>

using namespace cm2tt;

TEST(PlainText, WritesFractions) {
  EXPECT_EQ(plain::format("%.3f", 3.75), "3.750");
  EXPECT_EQ(plain::format("%.17g", 0.1), "0.10000000000000001");
  EXPECT_EQ(plain::format("%e", 1e-30), "1.000000e-30");
  EXPECT_EQ(plain::format("%8.2fx|%d%%|%s", -1234567.5, 12345678, "a"),
            "-1234567.50x|12345678%|a");
  EXPECT_EQ(plain::format("%.1f", std::numeric_limits<double>::max()).size(),
            311u);
  EXPECT_EQ(plain::format("%f %f", INFINITY, -INFINITY), "inf -inf");
  EXPECT_EQ(plain::format("%s", ""), "");
}

TEST(PlainText, ReadsAndWritesJson) {
  auto read = plain::parseJson(R"({"a": [0.5, -1.25e-3, 1e300, 7]})");
  ASSERT_TRUE(static_cast<bool>(read));
  const llvm::json::Array &numbers = *read->getAsObject()->getArray("a");
  EXPECT_EQ(numbers[0].getAsNumber(), 0.5);
  EXPECT_EQ(numbers[1].getAsNumber(), -1.25e-3);
  EXPECT_EQ(numbers[2].getAsNumber(), 1e300);
  EXPECT_EQ(numbers[3].getAsInteger(), 7);
  EXPECT_EQ(plain::writeJson(*read), "{\n  \"a\": [\n    0.5,\n    "
                                     "-0.00125,\n    1.0000000000000001e+300,"
                                     "\n    7\n  ]\n}");
  auto wrong = plain::parseJson("0,5");
  EXPECT_FALSE(static_cast<bool>(wrong));
  llvm::consumeError(wrong.takeError());
}

TEST(PlainText, GivesReasonsInEnglish) {
  EXPECT_EQ(plain::reasonOf(ENOENT), "No such file or directory");
  EXPECT_EQ(plain::reasonOf(std::make_error_code(std::errc::permission_denied)),
            "Permission denied");
  EXPECT_EQ(plain::reasonOf(std::error_code(ENOSPC, std::system_category())),
            "No space left on device");
}

TEST(PlainText, LeavesTheLocaleOfThreads) {
  const locale_t before = uselocale(locale_t());
  const std::string point = localeconv()->decimal_point;
  {
    plain::CLocale outer;
    {
      plain::CLocale inner;
      EXPECT_STREQ(localeconv()->decimal_point, ".");
    }
    EXPECT_STREQ(localeconv()->decimal_point, ".");
    std::thread([&] {
      EXPECT_EQ(localeconv()->decimal_point, point);
      EXPECT_EQ(plain::format("%.1f", 0.5), "0.5");
    }).join();
  }
  EXPECT_EQ(uselocale(locale_t()), before);
  EXPECT_EQ(localeconv()->decimal_point, point);
}
