// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tuning on the CPU: what is chosen, pruned, restored, kept and refused. Times
/// are those of a scripted timer; kernels are real.
///
/// Not here: GPUs (CudaAutotunerTest.cpp), statistics (TuneResultTest.cpp).

#include "AutotunerTesting.h"
#include "tests/unit/runtime/AllocationCounter.h"

#include "cm2tt/Runtime/RunArguments.h"

#include "llvm/ADT/STLExtras.h"

#include <atomic>
#include <thread>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

namespace {
class AutotunerTest : public testing::Test {
protected:
  void SetUp() override {
    runtime = folder.makeWithoutDisk();
    device = openCpu(*runtime);
    timer = std::make_shared<ScriptedTimer>();
    timer->times = {{blockName("64"), {3}},
                    {blockName("256"), {2, 2.1}},
                    {blockName("1024"), {4}}};
  }
  static Device *openCpu(Runtime &runtime) {
    Expected<Device &> opened = runtime.cpu();
    if (!opened) {
      ADD_FAILURE() << toString(opened.takeError());
      std::abort();
    }
    return &*opened;
  }

  /// Options with three blocks of which 256 is the fastest.
  TunerOptions options() const {
    return addOptions(
        {blockConfig("64"), blockConfig("256"), blockConfig("1024")}, timer);
  }
  std::unique_ptr<Autotuner> make(TunerOptions options) {
    return take(
        Autotuner::create(*runtime, addModel(), "add.cm", std::move(options)));
  }
  /// The error in options.
  std::string optionsError(TunerOptions options) {
    auto tuner =
        Autotuner::create(*runtime, addModel(), "add.cm", std::move(options));
    return tuner ? "" : toString(tuner.takeError());
  }

  RuntimeFolder folder;
  std::unique_ptr<Runtime> runtime;
  Device *device = nullptr;
  std::shared_ptr<ScriptedTimer> timer;
};
} // namespace

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

TEST_F(AutotunerTest, LaunchesTheFastest) {
  auto tuner = make(options());
  AddBuffers buffers(*device, 1000);
  EXPECT_FALSE(tuner->explain(*device, buffers.arguments()));
  EXPECT_EQ(errorText(tuner->launch(*device, buffers.arguments())), "");
  EXPECT_TRUE(buffers.isSum());
  std::optional<TuneResult> result =
      tuner->explain(*device, buffers.arguments());
  ASSERT_TRUE(result);
  EXPECT_EQ(result->chosen(), blockConfig("256"));
  EXPECT_TRUE(result->isCertain);
  EXPECT_EQ(result->kernel, "add");
  EXPECT_EQ(result->target, "cpu");
  EXPECT_EQ(result->measurements[0].median, 3);
  unsigned rounds = timer->rounds;
  AddBuffers others(*device, 77);
  EXPECT_EQ(errorText(tuner->launch(*device, others.arguments())), "");
  EXPECT_TRUE(others.isSum());
  EXPECT_EQ(timer->rounds, rounds);
}

TEST_F(AutotunerTest, LaunchAllocatesNothing) {
  TunerOptions all = options();
  all.key = {{"n", TuneKeyPart::By::PowerOfTwo}, {"x", TuneKeyPart::By::Type}};
  auto tuner = make(std::move(all));
  AddBuffers buffers(*device, 200);
  std::vector<Argument> arguments = buffers.arguments();
  cantFail(tuner->launch(*device, arguments));
  size_t before = allocations;
  bool failed = false;
  for (int i = 0; i < 10; ++i)
    failed |= static_cast<bool>(tuner->launch(*device, arguments));
  EXPECT_EQ(allocations, before);
  EXPECT_FALSE(failed);
}

TEST_F(AutotunerTest, WhatCannotBeCompiledIsPruned) {
  TunerOptions all = options();
  all.configs.push_back(blockConfig("-1000"));
  all.configs.push_back(blockConfig("many"));
  // More elements than a tile may have.
  all.configs.push_back(blockConfig("2097152"));
  // A CPU has no warps.
  all.configs.push_back(blockConfig("64", 8));
  auto tuner = make(std::move(all));
  AddBuffers buffers(*device, 1000);
  TuneResult result = take(tuner->tune(*device, buffers.arguments()));
  EXPECT_EQ(result.chosen(), blockConfig("256"));
  auto reason = [&](StringRef block, unsigned warps = 4) {
    const TuneMeasurement &measurement =
        measurementOf(result, blockConfig(block, warps));
    EXPECT_EQ(measurement.runs, 0u);
    return measurement.pruned;
  };
  EXPECT_TRUE(StringRef(reason("-1000")).starts_with("VectorAdd.java:15:"));
  EXPECT_NE(reason("many").find("parameter 4, 'BLOCK': "), std::string::npos);
  EXPECT_NE(reason("2097152"), "");
  EXPECT_EQ(reason("64", 8), "the same code as BLOCK=64 warps=4 stages=3");
  std::string text;
  raw_string_ostream os(text);
  result.print(os);
  EXPECT_NE(text.find("BLOCK=-1000 warps=4 stages=3    pruned: VectorAdd.java"),
            std::string::npos)
      << text;
}

TEST_F(AutotunerTest, NothingThatCanBeLaunchedIsAnError) {
  auto tuner =
      make(addOptions({blockConfig("-1000"), blockConfig("-7")}, timer));
  AddBuffers buffers(*device, 64);
  for (int i = 0; i < 2; ++i) {
    std::string message =
        errorText(tuner->launch(*device, buffers.arguments()));
    EXPECT_NE(message.find("add.cm: no configuration can be launched on "),
              std::string::npos);
    EXPECT_NE(message.find("\nBLOCK=-7 warps=4 stages=3: VectorAdd.java"),
              std::string::npos);
  }
  EXPECT_EQ(timer->rounds, 0u);
}

TEST_F(AutotunerTest, EventsTellTheTime) {
  // Which is faster is not asked here, only that all are timed.
  TunerOptions all = options();
  all.timer = nullptr;
  all.timing.maxRuns = 9;
  all.timing.flushBytes = 4096;
  auto tuner = make(std::move(all));
  AddBuffers buffers(*device, 1000);
  TuneResult result = take(tuner->tune(*device, buffers.arguments()));
  for (const TuneMeasurement &measurement : result.measurements) {
    EXPECT_GE(measurement.runs, 1u);
    EXPECT_LE(measurement.low, measurement.median);
    EXPECT_LE(measurement.median, measurement.high);
  }
  EXPECT_TRUE(buffers.isSum());
}

TEST_F(AutotunerTest, OnAStream) {
  auto tuner = make(options());
  AddBuffers buffers(*device, 1000);
  Stream stream = take(device->createStream());
  EXPECT_EQ(
      errorText(tuner->launch(*device, buffers.arguments(), stream.handle())),
      "");
  cantFail(device->synchronize(stream.handle()));
  EXPECT_TRUE(buffers.isSum());
}

TEST_F(AutotunerTest, NoWorkIsNotTuned) {
  auto tuner = make(options());
  AddBuffers buffers(*device, 64);
  std::vector<Argument> arguments = buffers.arguments();
  arguments[3] = 0;
  EXPECT_EQ(errorText(tuner->launch(*device, arguments)), "");
  EXPECT_EQ(timer->rounds, 0u);
  EXPECT_FALSE(tuner->explain(*device, arguments));
}

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

TEST_F(AutotunerTest, AChoiceForEachKey) {
  TunerOptions all = options();
  all.key = {{"n", TuneKeyPart::By::PowerOfTwo}, {"x", TuneKeyPart::By::Type}};
  auto tuner = make(std::move(all));
  auto launch = [&](unsigned n) {
    AddBuffers buffers(*device, n);
    EXPECT_EQ(errorText(tuner->launch(*device, buffers.arguments())), "");
    EXPECT_TRUE(buffers.isSum());
    return tuner->explain(*device, buffers.arguments())->key;
  };
  using Key = std::vector<std::string>;
  EXPECT_EQ(launch(1000), Key({"n<=1024", "x:*fp32"}));
  EXPECT_EQ(launch(1024), Key({"n<=1024", "x:*fp32"}));
  EXPECT_EQ(tuner->results().size(), 1u);
  // The other way round for more.
  std::swap(timer->times[blockName("64")], timer->times[blockName("256")]);
  EXPECT_EQ(launch(1025), Key({"n<=2048", "x:*fp32"}));
  EXPECT_EQ(launch(1), Key({"n<=1", "x:*fp32"}));
  auto results = tuner->results();
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results[0].chosen(), blockConfig("256"));
  EXPECT_EQ(results[1].chosen(), blockConfig("64"));
}

TEST_F(AutotunerTest, ManyKeys) {
  TunerOptions all = addOptions({blockConfig("64")}, timer);
  all.key = {{"n", TuneKeyPart::By::Value}};
  auto tuner = make(std::move(all));
  AddBuffers buffers(*device, 100);
  std::vector<Argument> arguments = buffers.arguments();
  for (int round = 0; round < 2; ++round)
    for (int n = 1; n <= 100; ++n) {
      arguments[3] = n;
      EXPECT_EQ(errorText(tuner->launch(*device, arguments)), "");
    }
  EXPECT_TRUE(buffers.isSum());
  auto results = tuner->results();
  ASSERT_EQ(results.size(), 100u);
  EXPECT_EQ(results[41].key.front(), "n=42");
}

TEST_F(AutotunerTest, ThreadsTuneOnce) {
  auto tuner = make(options());
  std::vector<std::thread> threads;
  std::atomic<unsigned> wrong = 0;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      AddBuffers buffers(*device, 500);
      for (int j = 0; j < 5; ++j) {
        Error error = tuner->launch(*device, buffers.arguments());
        wrong += static_cast<bool>(error);
        consumeError(std::move(error));
      }
      wrong += !buffers.isSum();
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0u);
  EXPECT_EQ(timer->rounds, 10u);
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

TEST_F(AutotunerTest, BuffersAreRestored) {
  // In place: x becomes x + y, and only once.
  auto launchInPlace = [&](bool restored) {
    TunerOptions all = options();
    if (restored)
      all.restored = {{"out", [](ArrayRef<Argument> arguments) {
                         return 4 * arguments[3].bits;
                       }}};
    auto tuner = make(std::move(all));
    AddBuffers buffers(*device, 300);
    std::vector<Argument> arguments = buffers.arguments();
    std::vector<float> before(300), after(300);
    auto read = [&](std::vector<float> &values) {
      cantFail(device->copyOut(
          MutableArrayRef(reinterpret_cast<char *>(values.data()), 1200),
          arguments[0].bits));
    };
    arguments[2] = arguments[0];
    read(before);
    EXPECT_EQ(errorText(tuner->launch(*device, arguments)), "");
    read(after);
    return after[5] - before[5];
  };
  EXPECT_EQ(launchInPlace(true), 0.5f);
  EXPECT_GT(launchInPlace(false), 5.0f);
}

TEST_F(AutotunerTest, WhatComesBeforeARun) {
  unsigned calls = 0;
  TunerOptions all = options();
  all.beforeRun = [&](Device &where, StreamHandle stream, const TuneConfig &,
                      ArrayRef<Argument> arguments) {
    ++calls;
    EXPECT_EQ(arguments.size(), 4u);
    return where.fillAsync(arguments[2].bits, 0, 4, stream);
  };
  auto tuner = make(std::move(all));
  AddBuffers buffers(*device, 300);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(errorText(tuner->launch(*device, buffers.arguments())), "");
  // A first run of each and ten rounds, not the launches.
  EXPECT_EQ(calls, 33u);
  EXPECT_TRUE(buffers.isSum());
}

//===----------------------------------------------------------------------===//
// Results that are known
//===----------------------------------------------------------------------===//

TEST_F(AutotunerTest, ResultsAreKept) {
  auto rounds = [&](TunerOptions all, std::string model = addModel()) {
    unsigned before = timer->rounds;
    all.folder = (folder.folder + "/results").str();
    all.onRemark = [](StringRef text) { ADD_FAILURE() << text.str(); };
    auto tuner =
        take(Autotuner::create(*runtime, model, "add.cm", std::move(all)));
    AddBuffers buffers(*device, 64);
    EXPECT_EQ(errorText(tuner->launch(*device, buffers.arguments())), "");
    EXPECT_EQ(tuner->explain(*device, buffers.arguments())->chosen(),
              blockConfig("256"));
    return timer->rounds - before;
  };
  EXPECT_EQ(rounds(options()), 10u);
  EXPECT_EQ(rounds(options()), 0u);
  // In another order or fewer, all are known.
  EXPECT_EQ(rounds(addOptions({blockConfig("256"), blockConfig("64")}, timer)),
            0u);
  // A new configuration, another model and another key are unknown.
  TunerOptions more = options();
  more.configs.push_back(blockConfig("128"));
  timer->times[blockName("128")] = {3.5};
  EXPECT_EQ(rounds(more), 10u);
  EXPECT_EQ(rounds(options(), addModel("add", 1024, "sub")), 10u);
  TunerOptions keyed = options();
  keyed.key = {{"n", TuneKeyPart::By::Value}};
  EXPECT_EQ(rounds(keyed), 10u);
  EXPECT_EQ(rounds(keyed), 0u);
}

TEST_F(AutotunerTest, LaunchesThatAreChecked) {
  RuntimeOptions checking = folder.options();
  checking.checksLaunches = true;
  auto checked = take(Runtime::create(checking));
  Device *cpu = openCpu(*checked);
  auto tuner =
      take(Autotuner::create(*checked, addModel(), "add.cm", options()));
  AddBuffers buffers(*cpu, 64);
  std::vector<Argument> arguments = buffers.arguments();
  arguments[3] = 100;
  // An invalid access is an error of the launch that tunes.
  std::string text = errorText(tuner->launch(*cpu, arguments));
  EXPECT_NE(text.find("load out of bounds: element 64 of 'x', which has 64"),
            std::string::npos)
      << text;
  EXPECT_EQ(errorText(tuner->launch(*cpu, buffers.arguments())), "");
  EXPECT_TRUE(buffers.isSum());
  EXPECT_NE(errorText(tuner->launch(*cpu, arguments)), "");
  // Times of checked launches are not kept.
  EXPECT_FALSE(sys::fs::exists(folder.folder + "/cache/tuning"));
}

TEST_F(AutotunerTest, BesideTheDiskCache) {
  auto cached = folder.make();
  TunerOptions all = options();
  auto tuner = take(Autotuner::create(*cached, addModel(), "add.cm", all));
  Device *cpu = openCpu(*cached);
  AddBuffers buffers(*cpu, 64);
  EXPECT_EQ(errorText(tuner->launch(*cpu, buffers.arguments())), "");
  EXPECT_TRUE(sys::fs::is_directory(folder.folder + "/cache/tuning"));
  DiskCache cache(folder.options().cache);
  cantFail(cache.clear().takeError());
  EXPECT_TRUE(sys::fs::is_directory(folder.folder + "/cache/tuning"));
}

TEST_F(AutotunerTest, ResultsAreShipped) {
  AddBuffers buffers(*device, 64);
  std::string file = (folder.folder + "/shipped.json").str();
  auto tuner = make(options());
  cantFail(tuner->launch(*device, buffers.arguments()));
  EXPECT_EQ(errorText(tuner->save(file)), "");
  // Independent of its writer.
  auto shipped = MemoryBuffer::getFile(file, /*IsText=*/true);
  std::string text = (*shipped)->getBuffer().str();
  size_t at = text.find("\"compiler\": \"");
  text.insert(at + 13, "older ");
  std::error_code code;
  raw_fd_ostream(file, code) << text;
  unsigned before = timer->rounds;
  TunerOptions all = options();
  all.shipped = {file};
  auto user = make(all);
  runtime->freeze();
  cantFail(user->launch(*device, buffers.arguments()));
  EXPECT_EQ(timer->rounds, before);
  EXPECT_EQ(user->explain(*device, buffers.arguments())->compiler.substr(0, 6),
            "older ");
  EXPECT_TRUE(StringRef(errorText(user->save("/dev/null/x.json")))
                  .starts_with("/dev/null/x.json: cannot be written: "));
}

TEST_F(AutotunerTest, NothingIsTunedOnceFrozen) {
  auto tuner = make(options());
  AddBuffers buffers(*device, 64);
  runtime->freeze();
  EXPECT_EQ(errorText(tuner->launch(*device, buffers.arguments())),
            "add.cm: not yet tuned for '', and the runtime is frozen: tune or "
            "launch it so before that");
  take(tuner->tune(*device, buffers.arguments()));
  EXPECT_EQ(errorText(tuner->launch(*device, buffers.arguments())), "");
}

//===----------------------------------------------------------------------===//
// What is refused
//===----------------------------------------------------------------------===//

TEST_F(AutotunerTest, WrongOptions) {
  EXPECT_EQ(optionsError(addOptions({})),
            "no configuration to choose from: expected at least one");
  TunerOptions all = options();
  all.kernel.checked = true;
  EXPECT_EQ(optionsError(all),
            "a checked kernel cannot be tuned, since checks change its speed: "
            "tune it without checks, and check the kernel of a configuration");
  all = options();
  all.configs.push_back({});
  EXPECT_EQ(optionsError(all),
            "configuration 'as compiled': its constants are '', but those "
            "of 'BLOCK=64 warps=4 stages=3' are 'BLOCK': expected the same in "
            "all");
  all = options();
  all.key = {{"BLOCK"}};
  EXPECT_EQ(optionsError(all), "key 'BLOCK': no parameter of that name takes "
                               "an argument: expected one of x, y, out, n");
  all.key = {{"x"}};
  EXPECT_EQ(optionsError(all), "key 'x': an address does not describe the "
                               "data: expected Type for a pointer");
  TunerOptions fractions;
  fractions.configs = {{}};
  fractions.key = {{"p0", TuneKeyPart::By::PowerOfTwo}};
  auto rounded = Autotuner::create(*runtime, emptyModel({"float"}), "empty.cm",
                                   std::move(fractions));
  EXPECT_EQ(errorText(rounded.takeError()),
            "key 'p0': only integers are rounded to powers of two: expected "
            "Value");
  all.key.assign(17, {"n"});
  EXPECT_EQ(optionsError(all), "a key of 17 parts: expected at most 16");
  all = options();
  all.restored = {{"z", nullptr}};
  EXPECT_EQ(optionsError(all), "restored 'z': no parameter of that name takes "
                               "an argument: expected one of x, y, out, n");
  all.restored = {{"n", nullptr}};
  EXPECT_EQ(optionsError(all),
            "restored 'n': expected a pointer, not a parameter of type int");
  all.restored = {{"out", nullptr}, {"n", nullptr}};
  EXPECT_EQ(optionsError(all),
            "restored 'n': expected a pointer, not a parameter of type int");
  for (StringRef type : {"float", "double", "long", "boolean", "byte"}) {
    TunerOptions number;
    number.configs = {{}};
    number.restored = {{"p0", nullptr}};
    auto refused = Autotuner::create(*runtime, emptyModel({type}), "empty.cm",
                                     std::move(number));
    EXPECT_EQ(
        errorText(refused.takeError()),
        ("restored 'p0': expected a pointer, not a parameter of type " + type)
            .str());
  }
  all = options();
  all.shipped = {"/nowhere/r.json"};
  EXPECT_EQ(optionsError(all),
            "/nowhere/r.json: cannot be read: No such file or directory");
  all = addOptions({blockConfig("a"), blockConfig("b")});
  EXPECT_NE(optionsError(all).find("add.cm: no configuration can be loaded:\n"
                                   "BLOCK=a warps=4 stages=3: parameter 4"),
            std::string::npos);
}

TEST_F(AutotunerTest, GridsOfTheCall) {
  TunerOptions all = options();
  all.grid = nullptr;
  all.restored = {{"out", nullptr}};
  auto tuner = make(all);
  AddBuffers buffers(*device, 64);
  EXPECT_EQ(errorText(tuner->launch(*device, buffers.arguments())),
            "no grid: expected a function that computes it from a "
            "configuration");
  EXPECT_EQ(take(tuner->choice(*device, buffers.arguments())), std::nullopt);
  std::vector<Dim3> grids(all.configs.size(), Dim3{1});
  TunedCall call;
  call.grids = grids;
  EXPECT_EQ(errorText(tuner->launch(*device, buffers.arguments(), call)),
            "restored 'out': expected a function that computes how many bytes "
            "it has");
  const uint64_t bytes[] = {64 * sizeof(float), 0};
  call.restoredBytes = bytes;
  EXPECT_EQ(errorText(tuner->launch(*device, buffers.arguments(), call)),
            "2 sizes of restored memory given: expected 1");
  call.restoredBytes = ArrayRef(bytes, 1);
  EXPECT_EQ(errorText(tuner->launch(*device, buffers.arguments(), call)), "");
  std::optional<size_t> choice =
      take(tuner->choice(*device, buffers.arguments()));
  ASSERT_TRUE(choice);
  EXPECT_EQ(*choice,
            take(tuner->tune(*device, buffers.arguments(), call)).choice);
  cantFail(tuner->kernel(*choice));
  EXPECT_EQ(errorText(tuner->kernel(99).takeError()),
            "no configuration 99: there are " + std::to_string(grids.size()) +
                ", counted from 0");
  std::vector<Dim3> empty(all.configs.size(), Dim3{0});
  empty[1] = Dim3{1};
  call.grids = empty;
  TuneResult result = take(tuner->tune(*device, buffers.arguments(), call));
  EXPECT_EQ(result.choice, 1u);
  EXPECT_EQ(result.measurements[0].pruned, "its grid has no programs");
  EXPECT_EQ(result.measurements[2].pruned, "its grid has no programs");
  grids.pop_back();
  call.grids = grids;
  EXPECT_NE(errorText(tuner->launch(*device, buffers.arguments(), call))
                .find("one for each configuration"),
            std::string::npos);
}

TEST_F(AutotunerTest, WrongArguments) {
  auto tuner = make(options());
  AddBuffers buffers(*device, 64);
  std::vector<Argument> arguments = buffers.arguments();
  arguments.pop_back();
  EXPECT_EQ(errorText(tuner->launch(*device, arguments)),
            "3 arguments given: expected 4, for x, y, out, n");
  auto refused = tuner->tune(*device, arguments);
  EXPECT_FALSE(!!refused);
  consumeError(refused.takeError());
  EXPECT_FALSE(tuner->explain(*device, arguments));
  arguments = buffers.arguments();
  arguments[1] = int32_t(7);
  EXPECT_NE(errorText(tuner->launch(*device, arguments))
                .find("parameter 1, 'y': i32 was given: expected a pointer"),
            std::string::npos);
}
