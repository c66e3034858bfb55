// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Kernels at run time on the CPU: from a model to results, what is compiled
/// for which arguments, what is kept, and what is refused.
///
/// Not here: GPUs (CudaKernelTest.cpp), many threads (KernelThreadsTest.cpp).

#include "KernelTesting.h"
#include "tests/unit/runtime/AllocationCounter.h"

#include "cm2tt/Runtime/RunArguments.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

namespace {
class KernelTest : public testing::Test {
protected:
  void SetUp() override {
    runtime = folder.makeWithoutDisk();
    Expected<Device &> opened = runtime->cpu();
    ASSERT_TRUE(!!opened) << toString(opened.takeError());
    device = &*opened;
  }

  std::shared_ptr<Kernel> load(StringRef model,
                               const KernelOptions &options = {}) {
    return take(runtime->load(model, "model.cm", options));
  }
  /// The error of loading a model.
  std::string loadError(StringRef model, const KernelOptions &options) {
    auto kernel = runtime->load(model, "model.cm", options);
    return kernel ? "" : textOf(kernel.takeError());
  }
  /// The signature that arguments lead to, or what is wrong with them.
  std::string signatureFor(Kernel &kernel, ArrayRef<Argument> arguments) {
    auto compiled = kernel.prepare(*device, arguments);
    return compiled ? (*compiled)->signature : textOf(compiled.takeError());
  }
  static Argument pointer(DeviceAddress address,
                          ElementType type = ElementType::FP32) {
    return Argument::pointer(address, type);
  }

  RuntimeFolder folder;
  std::unique_ptr<Runtime> runtime;
  Device *device = nullptr;
};
} // namespace

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

TEST_F(KernelTest, Adds) {
  auto kernel = load(addModel());
  ASSERT_EQ(kernel->parameters().size(), 5u);
  EXPECT_EQ(kernel->parameters()[3].name, "n");
  EXPECT_EQ(kernel->launchParameters(), ArrayRef<unsigned>({0, 1, 2, 3}));
  for (unsigned count : {1u, 16u, 1000u, 4096u, 5u}) {
    AddBuffers buffers(*device, count);
    for (int i = 0; i < 2; ++i)
      EXPECT_EQ(textOf(kernel->launch(*device, {{(count + 1023) / 1024}},
                                      buffers.arguments())),
                "");
    EXPECT_TRUE(buffers.isSum()) << count;
  }
}

TEST_F(KernelTest, KernelsOutliveTheRuntime) {
  auto kernel = load(addModel());
  runtime.reset();
  AddBuffers buffers(*device, 100);
  EXPECT_EQ(textOf(kernel->launch(*device, {}, buffers.arguments())), "");
  EXPECT_TRUE(buffers.isSum());
}

TEST_F(KernelTest, LaunchAllocatesNothing) {
  auto kernel = load(emptyModel({ptrType, "int", "long", "float", "double"}));
  std::vector<Argument> arguments = {pointer(256), 3, int64_t(-16), 1.5f, 2.5};
  ASSERT_EQ(textOf(kernel->launch(*device, {}, arguments)), "");
  size_t before = allocations;
  bool failed = false;
  for (int i = 0; i < 10; ++i)
    failed |= static_cast<bool>(kernel->launch(*device, {}, arguments));
  EXPECT_EQ(allocations, before);
  EXPECT_FALSE(failed);
}

TEST_F(KernelTest, ManyArguments) {
  std::vector<StringRef> types(100, "long");
  auto kernel = load(emptyModel(types));
  std::vector<Argument> arguments;
  for (int64_t i = 0; i < 100; ++i)
    arguments.push_back(i);
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(textOf(kernel->launch(*device, {}, arguments)), "");
  // Each has its position: the last one is 99 and becomes 1 and 112.
  std::string plain = signatureFor(*kernel, arguments);
  EXPECT_TRUE(StringRef(plain).starts_with("i64:16,i64:1,i64,i64,"));
  EXPECT_TRUE(StringRef(plain).ends_with(",i64:16,i64,i64,i64"));
  arguments.back() = int64_t(112);
  EXPECT_TRUE(StringRef(signatureFor(*kernel, arguments)).ends_with("i64:16"));
  arguments.back() = int64_t(1);
  EXPECT_TRUE(StringRef(signatureFor(*kernel, arguments)).ends_with("i64:1"));
}

TEST_F(KernelTest, NoArguments) {
  auto kernel = load(emptyModel({}));
  EXPECT_EQ(textOf(kernel->launch(*device, {{7, 2, 1}}, {})), "");
  EXPECT_EQ(signatureFor(*kernel, {}), "");
}

//===----------------------------------------------------------------------===//
// What is compiled for what
//===----------------------------------------------------------------------===//

TEST_F(KernelTest, SpecialisesForValues) {
  auto kernel = load(addModel());
  auto signature = [&](DeviceAddress x, Argument n) {
    return signatureFor(*kernel, {pointer(x), pointer(32), pointer(64), n});
  };
  const std::string others = ",*fp32:16,*fp32:16,";
  EXPECT_EQ(signature(256, 32), "*fp32:16" + others + "i32:16,1024");
  EXPECT_EQ(signature(0, 0), "*fp32:16" + others + "i32:16,1024");
  EXPECT_EQ(signature(4, 33), "*fp32" + others + "i32,1024");
  EXPECT_EQ(signature(1, 1), "*fp32" + others + "i32:1,1024");
  EXPECT_EQ(signature(8, -16), "*fp32" + others + "i32:16,1024");
  EXPECT_EQ(signature(8, -1), "*fp32" + others + "i32,1024");
}

TEST_F(KernelTest, LooksAtNoValueIfToldSo) {
  std::vector<Argument> arguments = {pointer(16), pointer(32), pointer(64), 1};
  KernelOptions options;
  options.unspecialized = {"n", "y"};
  EXPECT_EQ(signatureFor(*load(addModel(), options), arguments),
            "*fp32:16,*fp32,*fp32:16,i32,1024");
  options.unspecialized.clear();
  options.specializes = false;
  EXPECT_EQ(signatureFor(*load(addModel(), options), arguments),
            "*fp32,*fp32,*fp32,i32,1024");
}

TEST_F(KernelTest, PointersSayTheirTypes) {
  auto kernel = load(addModel());
  EXPECT_EQ(signatureFor(*kernel, {pointer(16, ElementType::BF16),
                                   pointer(16, ElementType::BF16),
                                   pointer(16, ElementType::FP32), 4}),
            "*bf16:16,*bf16:16,*fp32:16,i32,1024");
}

TEST_F(KernelTest, NumbersOfOtherTypes) {
  auto kernel = load(emptyModel({"int", "long", "float", "char", "boolean"}));
  auto signature = [&](ArrayRef<Argument> arguments) {
    return signatureFor(*kernel, arguments);
  };
  EXPECT_EQ(signature({uint32_t(3), uint64_t(3), 1.0f, uint16_t(3), true}),
            "i32,i64,fp32,u16,i1");
  EXPECT_EQ(signature({int8_t(-16), int32_t(1), 1.0f, int16_t(16), false}),
            "i32:16,i64:1,fp32,u16:16,i1");
  EXPECT_EQ(signature({int64_t(3), 3, 1.0f, uint16_t(3), true}),
            "parameter 0, 'p0': i64 was given: expected i32");
  EXPECT_EQ(signature({3, 3, 1.0, uint16_t(3), true}),
            "parameter 2, 'p2': fp64 was given: expected fp32, such as 1.0f");
  EXPECT_EQ(signature({3, 3, 1.0f, int8_t(3), true}),
            "parameter 3, 'p3': i8 was given: expected u16");
  EXPECT_EQ(signature({3, 3, 1.0f, uint16_t(3), 1}),
            "parameter 4, 'p4': i32 was given: expected i1");
}

TEST_F(KernelTest, WiderParametersGetTheValue) {
  // With n as a long, -1 as an int has to stay -1.
  std::string model = addModel();
  AddBuffers buffers(*device, 64);
  auto kernel = load(model);
  std::vector<Argument> arguments = buffers.arguments();
  arguments[3] = int8_t(-1);
  EXPECT_EQ(textOf(kernel->launch(*device, {}, arguments)), "");
  EXPECT_EQ(buffers.result(), std::vector<float>(64, -1.0f));
  arguments[3] = uint8_t(64);
  EXPECT_EQ(textOf(kernel->launch(*device, {}, arguments)), "");
  EXPECT_TRUE(buffers.isSum());
}

TEST_F(KernelTest, SameCodeForTheSameSignature) {
  auto kernel = load(addModel());
  auto prepare = [&](Argument n) {
    return take(
        kernel->prepare(*device, {pointer(16), pointer(16), pointer(16), n}));
  };
  EXPECT_EQ(prepare(2), prepare(3));
  EXPECT_EQ(prepare(2), prepare(int8_t(3)));
  EXPECT_NE(prepare(2), prepare(16));
}

TEST_F(KernelTest, Constants) {
  KernelOptions options;
  options.constants = {{"BLOCK", "64"}, {"n", "100"}};
  auto kernel = load(addModel(), options);
  EXPECT_EQ(kernel->launchParameters(), ArrayRef<unsigned>({0, 1, 2}));
  AddBuffers buffers(*device, 100);
  std::vector<Argument> arguments = buffers.arguments();
  arguments.pop_back();
  EXPECT_EQ(textOf(kernel->launch(*device, {{2}}, arguments)), "");
  EXPECT_TRUE(buffers.isSum());
  EXPECT_EQ(signatureFor(*kernel, arguments),
            "*fp32:16,*fp32:16,*fp32:16,100,64");
}

TEST_F(KernelTest, CompilesForOtherTargets) {
  auto kernel = load(addModel());
  StringRef signature = "*fp32:16,*fp32:16,*fp32:16,i32,1024";
  auto gpu = take(kernel->compile("sm_90a", signature));
  EXPECT_NE(gpu->image.find(".entry add("), std::string::npos);
  EXPECT_EQ(gpu->metadata.target, "sm_90a");
  EXPECT_EQ(gpu->metadata.parameters.size(), 4u);
  EXPECT_EQ(gpu, take(kernel->compile("sm_90a", signature)));
  Error unknown = kernel->compile("sm_1", signature).takeError();
  EXPECT_TRUE(unknown.isA<UsageError>());
  EXPECT_EQ(textOf(std::move(unknown)),
            "unknown target 'sm_1': expected sm_80, sm_86, sm_89, sm_90, "
            "sm_90a or newer, cpu or cpu:NAME");
  Error malformed =
      kernel->compile("sm_90a", "*fp32,*fp3,*fp32,i32,64").takeError();
  EXPECT_TRUE(malformed.isA<UsageError>());
  EXPECT_EQ(textOf(std::move(malformed)),
            "bad signature entry '*fp3': expected a type such as *fp32:16 or "
            "i32, or a constant");
}

TEST_F(KernelTest, KernelsInTT) {
  auto kernel = load(R"(tt.func public @set(
      %out: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %value: i32) {
    tt.store %out, %value : !tt.ptr<i32>
    tt.return
  })");
  DeviceBuffer out = take(device->allocate(8));
  EXPECT_EQ(textOf(kernel->launch(
                *device, {},
                {Argument::pointer(out, ElementType::U32), uint16_t(77)})),
            "");
  EXPECT_EQ(*reinterpret_cast<int32_t *>(out.handle()), 77);
  KernelOptions options;
  options.constants = {{"arg1", "5"}};
  EXPECT_EQ(loadError("tt.func public @set(%out: !tt.ptr<i32>, %value: i32) {\n"
                      "  tt.return\n}\n",
                      options),
            "parameter 1, 'arg1': a kernel in tt has its types already; it "
            "takes no constants");
  EXPECT_EQ(signatureFor(*kernel, {pointer(24, ElementType::I32), 5}),
            "parameter 0, 'arg0': the address is 0x18: the kernel is compiled "
            "for *i32:16");
  EXPECT_EQ(signatureFor(*kernel, {pointer(16, ElementType::FP32), 5}),
            "parameter 0, 'arg0': *fp32 was given: expected *i32:16");
}

//===----------------------------------------------------------------------===//
// What is refused
//===----------------------------------------------------------------------===//

TEST_F(KernelTest, WrongArguments) {
  auto kernel = load(addModel());
  auto launch = [&](ArrayRef<Argument> arguments) {
    Error error = kernel->launch(*device, {}, arguments);
    EXPECT_TRUE(error.isA<UsageError>());
    return textOf(std::move(error));
  };
  EXPECT_EQ(launch({pointer(16), pointer(16), 5}),
            "3 arguments given: expected 4, for x, y, out, n; constants are "
            "BLOCK = 1024");
  EXPECT_EQ(launch({pointer(16), 7, pointer(16), 5}),
            "parameter 1, 'y': i32 was given: expected a pointer");
  EXPECT_EQ(launch({pointer(16), pointer(16), pointer(16), pointer(16)}),
            "parameter 3, 'n': *fp32 was given: expected a number");
  EXPECT_EQ(launch({pointer(16), pointer(16), pointer(16), 5.0f}),
            "parameter 3, 'n': fp32 was given: expected i32");
}

TEST_F(KernelTest, WrongOptions) {
  KernelOptions options;
  options.constants = {{"SIZE", "64"}};
  EXPECT_EQ(loadError(addModel(), options),
            "constant 'SIZE': the kernel has no such parameter: expected one "
            "of x, y, out, n, BLOCK");
  options.constants = {{"x", "64"}};
  EXPECT_EQ(loadError(addModel(), options),
            "parameter 0, 'x': a pointer cannot be a constant other than null");
  options.constants = {{"n", "1"}, {"n", "1"}};
  EXPECT_EQ(loadError(addModel(), options),
            "parameter 3, 'n': the constant is given twice");
  options.constants.clear();
  options.unspecialized = {"m"};
  EXPECT_EQ(loadError(addModel(), options),
            "unspecialized 'm': the kernel has no such parameter: expected one "
            "of x, y, out, n, BLOCK");
  options = KernelOptions();
  options.kernel = "sub";
  auto kernel = runtime->load(addModel(), "model.cm", options);
  ASSERT_FALSE(!!kernel);
  EXPECT_TRUE(kernel.errorIsA<CompileFailure>());
  consumeError(kernel.takeError());
}

TEST_F(KernelTest, CompilersErrorsAreData) {
  auto kernel = load(addModel());
  // A tile has at most 2^20 elements.
  KernelOptions options;
  options.constants = {{"BLOCK", "2000000"}};
  kernel = load(addModel(), options);
  for (int i = 0; i < 2; ++i) {
    Error error =
        kernel->launch(*device, {}, {pointer(16), pointer(16), pointer(16), 1});
    bool isFailure = false;
    handleAllErrors(std::move(error), [&](const CompileFailure &failure) {
      isFailure = true;
      ASSERT_EQ(failure.diagnostics.size(), 1u);
      EXPECT_EQ(failure.diagnostics[0].file, "VectorAdd.java");
      EXPECT_EQ(failure.diagnostics[0].line, 15u);
    });
    EXPECT_TRUE(isFailure);
  }
}

TEST_F(KernelTest, NothingIsCompiledOnceFrozen) {
  auto kernel = load(addModel());
  AddBuffers buffers(*device, 64);
  ASSERT_EQ(textOf(kernel->launch(*device, {}, buffers.arguments())), "");
  runtime->freeze();
  EXPECT_EQ(textOf(kernel->launch(*device, {}, buffers.arguments())), "");
  std::vector<Argument> arguments = buffers.arguments();
  arguments[3] = 63;
  EXPECT_EQ(textOf(kernel->launch(*device, {}, arguments)),
            "model.cm: not yet compiled for "
            "'*fp32:16,*fp32:16,*fp32:16,i32,1024', and the runtime is frozen: "
            "prepare or launch it so before that");
  EXPECT_TRUE(!!kernel->prepare(*device, arguments));
  EXPECT_EQ(textOf(kernel->launch(*device, {}, arguments)), "");
}

TEST_F(KernelTest, NoSuchDevice) {
  Expected<Device &> far = runtime->device(1000);
  ASSERT_FALSE(!!far);
  EXPECT_TRUE(
      StringRef(textOf(far.takeError())).starts_with("no device 1000: "));
}

//===----------------------------------------------------------------------===//
// The cache on disk
//===----------------------------------------------------------------------===//

/// The key of the entry whose label begins so.
static std::string keyOf(DiskCache &cache, StringRef label) {
  for (const DiskCache::Entry &entry : take(cache.list()))
    if (StringRef(entry.label).starts_with(label))
      return entry.key;
  return "";
}

TEST_F(KernelTest, LoadedModelsAreShared) {
  auto kernel = load(addModel());
  EXPECT_EQ(kernel, load(addModel()));
  KernelOptions options;
  options.numStages = 2;
  EXPECT_NE(kernel, load(addModel(), options));
  options = {};
  options.maxRegisters = 64;
  EXPECT_NE(kernel, load(addModel(), options));
  options = {};
  options.fpFusion = false;
  EXPECT_NE(kernel, load(addModel(), options));
  options = {};
  options.ftz = false;
  EXPECT_NE(kernel, load(addModel(), options));
  EXPECT_NE(kernel, load(addModel("other")));
}

TEST_F(KernelTest, FoundOnDisk) {
  auto launch = [&](StringRef model, Runtime &runtime, AddBuffers &buffers) {
    auto kernel = take(runtime.load(model, "model.cm"));
    return textOf(kernel->launch(*device, {{1}}, buffers.arguments()));
  };
  std::string add = addModel("add"), sub = addModel("add", 1024, "sub");
  DiskCache cache(folder.options().cache);
  AddBuffers buffers(*device, 64);
  ASSERT_EQ(launch(add, *folder.make(), buffers), "");
  std::string key = keyOf(cache, "add for cpu (*fp32:16");
  ASSERT_NE(key, "");
  std::string added = cache.find(key).value_or("");
  ASSERT_TRUE(!!take(cache.clear()).removedEntries);
  ASSERT_EQ(launch(sub, *folder.make(), buffers), "");
  EXPECT_TRUE(buffers.isSum(-1));
  // A process that finds the difference's code under the sum's key did not
  // compile.
  std::string subtracted = cache.find(keyOf(cache, "add for cpu")).value_or("");
  ASSERT_NE(subtracted, "");
  cache.insert(key, subtracted, "add for cpu");
  ASSERT_EQ(launch(add, *folder.make(), buffers), "");
  EXPECT_TRUE(buffers.isSum(-1));
  // An entry that is not a kernel is compiled again.
  cache.insert(key, subtracted.substr(0, 100), "add for cpu");
  ASSERT_EQ(launch(add, *folder.make(), buffers), "");
  EXPECT_TRUE(buffers.isSum());
  EXPECT_EQ(cache.find(key).value_or(""), added);
  EXPECT_TRUE(folder.remarks.empty());
}

TEST_F(KernelTest, Dumps) {
  RuntimeOptions options = folder.options();
  options.dumpFolder = (folder.folder + "/dump/here").str();
  auto dumping = take(Runtime::create(options));
  auto kernel = take(dumping->load(addModel(), "model.cm"));
  take(kernel->compile("cpu:x86-64-v3", "*fp32,*fp32,*fp32,i32,1024"));
  take(kernel->compile("sm_80", "*fp32,*fp32,*fp32,i32,1024"));
  std::vector<std::string> names;
  std::error_code code;
  for (sys::fs::directory_iterator it(options.dumpFolder, code), end;
       !code && it != end; it.increment(code))
    names.push_back(it->path().substr(options.dumpFolder.size() + 1));
  sort(names);
  ASSERT_EQ(names.size(), 4u);
  EXPECT_TRUE(StringRef(names[0]).starts_with("add-cpu-x86-64-v3-"));
  EXPECT_TRUE(StringRef(names[0]).ends_with(".json"));
  EXPECT_TRUE(StringRef(names[1]).ends_with(".o"));
  EXPECT_TRUE(StringRef(names[3]).ends_with(".ptx"));
}

/// Names of kernels are text from outside, and each has files of its own.
TEST_F(KernelTest, ADumpStaysInItsFolder) {
  RuntimeOptions options = folder.options();
  options.cache.folder.clear();
  std::string root = (folder.folder + "/dump").str();
  options.dumpFolder = root + "/one/two";
  auto dumping = take(Runtime::create(options));
  std::string names[] = {"../../escaped",
                         "..\\..\\escaped",
                         root + "/absolute",
                         "below/escaped",
                         "..",
                         ".hidden",
                         "a b",
                         "a+b",
                         "a-b",
                         std::string(300, 'x') + "1",
                         std::string(300, 'x') + "2"};
  for (const std::string &name : names) {
    std::string escaped;
    raw_string_ostream os(escaped);
    printEscapedString(name, os);
    auto kernel = take(dumping->load(
        "tt.func public @\"" + escaped +
            "\"(%x: !tt.ptr<f32>) { %c = arith.constant 1.0 : f32\n"
            "tt.store %x, %c : !tt.ptr<f32>\ntt.return }",
        "kernel.ttir"));
    take(kernel->compile("cpu:x86-64-v3", "*fp32"));
  }
  EXPECT_TRUE(folder.remarks.empty()) << folder.remarks[0];
  size_t files = 0;
  std::error_code code;
  for (sys::fs::recursive_directory_iterator it(folder.folder, code), end;
       !code && it != end; it.increment(code))
    if (it->type() == sys::fs::file_type::regular_file) {
      StringRef path = it->path();
      EXPECT_TRUE(path.consume_front(options.dumpFolder + "/")) << path.str();
      EXPECT_FALSE(path.contains('/') || path.starts_with(".")) << path.str();
      ++files;
    }
  EXPECT_EQ(files, 2 * std::size(names));
}

TEST_F(KernelTest, AFolderThatCannotBeMadeIsSurvived) {
  RuntimeOptions options = folder.options();
  options.dumpFolder = "/dev/null/dump";
  auto dumping = take(Runtime::create(options));
  auto kernel = take(dumping->load(addModel(), "model.cm"));
  take(kernel->compile("sm_80", "*fp32,*fp32,*fp32,i32,1024"));
  ASSERT_EQ(folder.remarks.size(), 1u);
  EXPECT_TRUE(StringRef(folder.remarks[0])
                  .starts_with("warning: /dev/null/dump: cannot be created: "));
}

/// Errors of the cache are reported when the runtime is created.
TEST_F(KernelTest, ACacheWithoutAFolderIsSurvived) {
  RuntimeOptions options = folder.options();
  options.cache.folder.clear();
  options.cache.problem = "there is no folder";
  auto uncached = take(Runtime::create(options));
  auto kernel = take(uncached->load(addModel(), "model.cm"));
  take(kernel->compile("sm_80", "*fp32,*fp32,*fp32,i32,1024"));
  ASSERT_EQ(folder.remarks.size(), 1u);
  EXPECT_EQ(folder.remarks[0], "warning: there is no folder");
}

TEST(RuntimeOptions, FromTheEnvironment) {
  setenv("CM2TT_THREADS", "3", 1);
  setenv("CM2TT_DUMP_DIR", "/tmp/dump", 1);
  setenv("TMPDIR", "/tmp/temporary", 1);
  RuntimeOptions options = take(RuntimeOptions::fromEnvironment());
  EXPECT_TRUE(options.crashGuard);
  EXPECT_TRUE(options.lineInfo);
  EXPECT_FALSE(options.checksLaunches);
  EXPECT_EQ(options.reproducerFolder, "/tmp/temporary");
  EXPECT_EQ(options.cpuThreads, 3u);
  EXPECT_EQ(options.dumpFolder, "/tmp/dump");
  for (const char *wrong : {"0", "three", "-1", "3 ", "99999999999"}) {
    setenv("CM2TT_THREADS", wrong, 1);
    auto refused = RuntimeOptions::fromEnvironment();
    ASSERT_FALSE(!!refused);
    EXPECT_EQ(textOf(refused.takeError()),
              std::string("CM2TT_THREADS=") + wrong +
                  ": expected a number of threads, at least 1");
    auto runtime = Runtime::create();
    EXPECT_FALSE(!!runtime);
    consumeError(runtime.takeError());
  }
  unsetenv("CM2TT_THREADS");
  unsetenv("CM2TT_DUMP_DIR");
  unsetenv("TMPDIR");
  setenv("CM2TT_CRASH_GUARD", "off", 1);
  setenv("CM2TT_REPRODUCER_DIR", "/tmp/reproducers", 1);
  options = take(RuntimeOptions::fromEnvironment());
  EXPECT_FALSE(options.crashGuard);
  EXPECT_EQ(options.reproducerFolder, "/tmp/reproducers");
  unsetenv("CM2TT_CRASH_GUARD");
  unsetenv("CM2TT_REPRODUCER_DIR");
}

TEST(RuntimeOptions, SwitchesOfTheEnvironment) {
  setenv("CM2TT_LINE_INFO", "off", 1);
  EXPECT_FALSE(take(RuntimeOptions::fromEnvironment()).lineInfo);
  for (std::string variable : {"CM2TT_LINE_INFO", "CM2TT_CRASH_GUARD"}) {
    for (const char *wrong : {"1", "ON", "true", "on "}) {
      setenv(variable.c_str(), wrong, 1);
      auto refused = RuntimeOptions::fromEnvironment();
      ASSERT_FALSE(!!refused) << variable;
      EXPECT_EQ(textOf(refused.takeError()),
                variable + "=" + wrong + ": expected on or off");
    }
    unsetenv(variable.c_str());
  }
}

TEST(RuntimeOptions, WithoutByTheEnvironment) {
  setenv("CM2TT_WITHOUT", "split-loops,persistent", 1);
  EXPECT_EQ(take(RuntimeOptions::fromEnvironment()).without.str(),
            "persistent,split-loops");
  setenv("CM2TT_WITHOUT", "loops", 1);
  auto refused = RuntimeOptions::fromEnvironment();
  ASSERT_FALSE(!!refused);
  EXPECT_EQ(StringRef(textOf(refused.takeError())).split(", ").first,
            "CM2TT_WITHOUT: 'loops': expected all");
  unsetenv("CM2TT_WITHOUT");
  EXPECT_TRUE(take(RuntimeOptions::fromEnvironment()).without.empty());
}

TEST(WordSet, IsText) {
  using Words = WordSet<Optimization>;
  auto parsed = [](StringRef text) {
    auto words = Words::parse(text);
    return words ? words->str() : textOf(words.takeError());
  };
  EXPECT_EQ(parsed(""), "");
  EXPECT_EQ(parsed("split-loops,,persistent,"), "persistent,split-loops");
  EXPECT_EQ(parsed("persistent,persistent"), "persistent");
  EXPECT_EQ(parsed("all"), Words::all().str());
  EXPECT_EQ(parsed("persistent,all"), parsed("all"));
  for (const char *wrong :
       {"split_loops", "persistent ", "ALL", "persistent=off"})
    EXPECT_TRUE(StringRef(parsed(wrong))
                    .starts_with("'" + std::string(wrong) +
                                 "': expected all, tensor-maps, "))
        << parsed(wrong);
}

TEST(WordSet, IsASet) {
  using Words = WordSet<Optimization>;
  const Words some = {Optimization::Persistent, Optimization::SplitLoops};
  EXPECT_TRUE(some.contains(Optimization::Persistent));
  EXPECT_FALSE(some.contains(Optimization::RotateLoops));
  EXPECT_EQ((some - Words{Optimization::Persistent}).str(), "split-loops");
  EXPECT_EQ((some | Words{Optimization::RotateLoops}).str(),
            "persistent,rotate-loops,split-loops");
  EXPECT_EQ(Words::all() - Words::all(), Words());
}

TEST(RuntimeOptions, ChecksByTheEnvironment) {
  setenv("CM2TT_CHECK", "1", 1);
  EXPECT_TRUE(take(RuntimeOptions::fromEnvironment()).checksLaunches);
  setenv("CM2TT_CHECK", "0", 1);
  EXPECT_FALSE(take(RuntimeOptions::fromEnvironment()).checksLaunches);
  setenv("CM2TT_CHECK", "on", 1);
  auto refused = RuntimeOptions::fromEnvironment();
  ASSERT_FALSE(!!refused);
  EXPECT_EQ(textOf(refused.takeError()), "CM2TT_CHECK=on: expected 0 or 1");
  unsetenv("CM2TT_CHECK");
}
