// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tests of `cm2tt run` from its command line to its exit code, on the fake
/// CUDA driver and a stand-in for the compiler that knows one kernel.
///
/// Not here: how arguments are bound (RunArgumentsTest.cpp), the real compiler.

#include "Commands.h"
#include "tests/unit/runtime/Cuda/CudaFake.h"

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Runtime/NpyFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

//===----------------------------------------------------------------------===//
// The stand-in for the compiler
//===----------------------------------------------------------------------===//

/// The options of the last compilation.
static CompileOptions lastOptions;

struct Compiler::Impl {};
Compiler::Compiler() = default;
Compiler::~Compiler() = default;

/// An input of one word: `add`, or what is wrong with it.
CompileResult Compiler::compile(StringRef input, StringRef,
                                const CompileOptions &options) {
  lastOptions = options;
  CompileResult result;
  result.optionFault = options.target == "sm_35";
  if (result.optionFault)
    return result;
  if (input == "untypable" || input == "crashing") {
    Diagnostic diagnostic;
    diagnostic.message = ("cannot compile " + input).str();
    diagnostic.file = "Kernel.java";
    diagnostic.line = 1;
    diagnostic.column = 7;
    result.diagnostics = {diagnostic};
    result.internalFailure = input == "crashing";
    return result;
  }
  result.succeeded = true;
  const char *ptr = "*fp32";
  result.metadata.name = "add_kernel";
  result.metadata.numWarps = options.numWarps ? options.numWarps : 4;
  result.metadata.sharedBytes = 64;
  result.metadata.parameters = {
      {"x", ptr, 0}, {"y", ptr, 1}, {"out", ptr, 2}, {"n", "i32", 3}};
  if (input == "unlike")
    result.metadata.parameters[3].type = "i64";
  if (options.stage == Stage::Obj) {
    auto object = MemoryBuffer::getFile(HOST_KERNELS);
    if (object)
      result.output = (*object)->getBuffer().str();
    return result;
  }
  result.output = ".visible .entry add_kernel(.param .u64 p0, .param .u64 p1,"
                  " .param .u64 p2, .param .u32 p3) { ret; }";
  return result;
}

CompileResult Compiler::readParameters(StringRef input, StringRef inputName,
                                       const CompileOptions &) {
  CompileResult result;
  if (input == "unreadable") {
    Diagnostic diagnostic;
    diagnostic.message = "cannot read it";
    diagnostic.file = inputName.str();
    result.diagnostics = {diagnostic};
    return result;
  }
  const char *ptr = "oracle.code.triton.Ptr";
  result.succeeded = true;
  result.metadata.declared = {{"x", ptr, "*fp32"},
                              {"y", ptr, "*fp32"},
                              {"out", ptr, "*fp32"},
                              {"n", "int", "i32"},
                              {"BLOCK", "int", "64"}};
  return result;
}

//===----------------------------------------------------------------------===//
// The tests
//===----------------------------------------------------------------------===//

namespace {
/// Files x.npy (1, 2, 3), y.npy (10, 20, 30), out.npy (zeros) and a model.
class CudaRunCommand : public CudaFakeTest {
protected:
  void SetUp() override {
    CudaFakeTest::SetUp();
    ASSERT_FALSE(sys::fs::createUniqueDirectory("run", folder));
    writeFloats("x.npy", {1, 2, 3});
    writeFloats("y.npy", {10, 20, 30});
    writeFloats("out.npy", {0, 0, 0});
    writeModel("add");
    writeText("Kernel.java", "class Kernel {}\n");
  }
  void TearDown() override {
    sys::fs::remove_directories(folder);
    CudaFakeTest::TearDown();
  }

  std::string path(StringRef name) const {
    SmallString<128> result = folder;
    sys::path::append(result, name);
    return result.str().str();
  }
  void writeFloats(const char *name, ArrayRef<float> values) {
    ArrayRef<char> bytes(reinterpret_cast<const char *>(values.data()),
                         values.size() * sizeof(float));
    ASSERT_EQ(
        toString(writeNpy(path(name), ElementType::FP32, values.size(), bytes)),
        "");
  }
  void writeText(StringRef name, StringRef text) {
    std::error_code error;
    raw_fd_ostream(path(name), error) << text;
    ASSERT_FALSE(error);
  }
  void writeModel(StringRef text) { writeText("model", text); }
  /// The floats of a file.
  std::vector<float> floats(const char *name) const {
    Expected<NpyFile> file = NpyFile::read(path(name));
    EXPECT_TRUE(!!file);
    if (!file)
      return {(consumeError(file.takeError()), 0.0f)};
    std::vector<float> values(file->data().size() / sizeof(float));
    std::memcpy(values.data(), file->data().data(), file->data().size());
    return values;
  }

  /// Runs `cm2tt run` with these arguments, in which `%` is the folder.
  int run(std::vector<std::string> arguments) {
    std::vector<const char *> argv = {"cm2tt", "run"};
    for (std::string &argument : arguments) {
      for (size_t at; (at = argument.find('%')) != std::string::npos;)
        argument.replace(at, 1, path(""));
      argv.push_back(argument.c_str());
    }
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    int code = tools::runCommand(argv.size(), argv.data());
    outs().flush();
    out = testing::internal::GetCapturedStdout();
    err = testing::internal::GetCapturedStderr();
    return code;
  }
  /// The same with a whole command line and more.
  int runAdd(std::vector<std::string> more = {}) {
    std::vector<std::string> all = {"%model",          "--grid=2,3",
                                    "--arg=@%x.npy",   "--arg=@%y.npy",
                                    "--arg=@%out.npy", "--arg=3"};
    all.insert(all.end(), more.begin(), more.end());
    return run(all);
  }
  /// The printed error, without its prefix and suffix.
  std::string message() const {
    StringRef text = err;
    text.consume_front("cm2tt: error: ");
    text.consume_back("\ncm2tt: note: see cm2tt run --help\n");
    std::string result = text.rtrim().str();
    for (size_t at; (at = result.find(path(""))) != std::string::npos;)
      result.erase(at, path("").size());
    return result;
  }

  SmallString<128> folder;
  std::string out, err;
};
} // namespace

TEST_F(CudaRunCommand, RunsAndSaves) {
  EXPECT_EQ(runAdd({"--save=2:%sum.npy", "--save", "0:%same.npy"}), 0) << err;
  EXPECT_EQ(floats("sum.npy"), std::vector<float>({11, 22, 33}));
  EXPECT_EQ(floats("same.npy"), std::vector<float>({1, 2, 3}));
  EXPECT_EQ(floats("out.npy"), std::vector<float>({0, 0, 0}));
  EXPECT_EQ(out, "");
  EXPECT_EQ(err, "");
  EXPECT_EQ(calls("cuLaunchKernel"),
            std::vector<std::string>({"add_kernel 2x3x1 128x1x1 64 default "
                                      "buffer:12 buffer:12 buffer:12 4:0x3"}));
  EXPECT_EQ(lastOptions.signature, "*fp32:16,*fp32:16,*fp32:16,i32,64");
  EXPECT_EQ(lastOptions.target, "sm_90a");
}

TEST_F(CudaRunCommand, OptionsReachTheCompiler) {
  EXPECT_EQ(runAdd({"--constant=BLOCK=128", "--num-warps=8", "--num-stages=2",
                    "--kernel=add_kernel", "--target=sm_80"}),
            0)
      << err;
  EXPECT_EQ(lastOptions.signature, "*fp32:16,*fp32:16,*fp32:16,i32,128");
  EXPECT_EQ(lastOptions.numWarps, 8u);
  EXPECT_EQ(lastOptions.numStages, 2u);
  EXPECT_EQ(lastOptions.kernel, "add_kernel");
  EXPECT_EQ(lastOptions.target, "sm_80");
  EXPECT_EQ(runAdd({"--signature=*fp32,*fp32,*fp32,i32,32"}), 0) << err;
  EXPECT_EQ(lastOptions.signature, "*fp32,*fp32,*fp32,i32,32");
}

TEST_F(CudaRunCommand, NativeTargetIsTheChosenDevices) {
  set("DEVICES", "2");
  set("CAPABILITY", "8.9");
  EXPECT_EQ(runAdd({"--device=1", "--timing"}), 0) << err;
  EXPECT_EQ(lastOptions.target, "sm_89");
  EXPECT_TRUE(StringRef(out).starts_with("add_kernel on Fake GPU 1: ")) << out;
}

TEST_F(CudaRunCommand, TimingIsTheMedian) {
  set("TIMES", "9,1e-6,3e-6");
  EXPECT_EQ(runAdd({"--repeat=3", "--timing"}), 0) << err;
  EXPECT_EQ(out, "add_kernel on Fake GPU 0: 0.0000 ms, 12.0 GB/s (median of 3, "
                 "36 bytes in 3 buffers)\n");
  EXPECT_EQ(calls("cuLaunchKernel").size(), 3u);
}

TEST_F(CudaRunCommand, ManyLaunchesAreTimedInBatches) {
  EXPECT_EQ(runAdd({"--repeat=300", "--timing"}), 0) << err;
  EXPECT_EQ(calls("cuLaunchKernel").size(), 300u);
  EXPECT_NE(out.find("1.0000 ms, 0.0 GB/s (median of 300"), std::string::npos)
      << out;
}

TEST_F(CudaRunCommand, SavesAreOfTheFirstLaunch) {
  EXPECT_EQ(runAdd({"--repeat=5", "--save=2:%sum.npy"}), 0) << err;
  std::vector<std::string> order;
  for (const std::string &call : record())
    if (StringRef(call).starts_with("cuLaunchKernel ") ||
        StringRef(call).starts_with("cuMemcpyDtoH_v2 "))
      order.push_back(StringRef(call).split(' ').first.str());
  EXPECT_EQ(order, std::vector<std::string>(
                       {"cuLaunchKernel", "cuMemcpyDtoH_v2", "cuLaunchKernel",
                        "cuLaunchKernel", "cuLaunchKernel", "cuLaunchKernel"}));
}

TEST_F(CudaRunCommand, HelpEndsWithAnExample) {
  EXPECT_EQ(run({"--help"}), 0);
  EXPECT_TRUE(StringRef(out).starts_with("OVERVIEW: ")) << out;
  EXPECT_NE(StringRef(out).rfind("example:\n  cm2tt run "), StringRef::npos);
  EXPECT_EQ(err, "");
}

TEST_F(CudaRunCommand, CommandLineErrors) {
  const std::pair<std::vector<std::string>, const char *> cases[] = {
      {{}, "no --grid is given"},
      {{"b"}, "one input only: 'b', there is 'model' already"},
      {{"--gird=1"}, "unknown option '--gird=1': did you mean '--grid=1'?"},
      {{"--emit=ptx"}, "unknown option '--emit=ptx'"},
      {{"--grid"}, "'--grid' needs a value"},
      {{"--timing=1"}, "'--timing' takes no value"},
      {{"--grid=0"}, "--grid: '0': expected a number from 1 to 2147483647"},
      {{"--grid=1,65536"},
       "--grid: '65536': expected a number from 1 to 65535"},
      {{"--grid=1,,1"}, "--grid: '': expected a number from 1 to 65535"},
      {{"--grid=1,1,1,1"}, "--grid: '1,1,1,1': expected at most three numbers"},
      {{"--repeat=0"}, "--repeat: '0': expected a number from 1 to 1000000"},
      {{"--num-warps=3"}, "--num-warps: '3': expected a power of two"},
      {{"--num-warps=64"}, "--num-warps: '64': expected a number from 1 to 32"},
      {{"--num-stages=-1"},
       "--num-stages: '-1': expected a number from 1 to 64"},
      {{"--device=x"}, "--device: 'x': expected a number from 0 to 1023"},
      {{"--constant=BLOCK"}, "--constant: 'BLOCK': expected NAME=VALUE"},
      {{"--save=out.npy"}, "--save: 'out.npy': expected INDEX:FILE.npy"},
      {{"--target=cpu:znver4"},
       "--target: 'cpu:znver4': kernels run on this computer's CPU only: "
       "expected cpu"},
      {{"--target=h200"}, "--target: 'h200': expected native, cpu or sm_XX"},
      {{"--threads=0"}, "--threads: '0': expected a number from 1 to 4096"},
      {{"--threads=2", "--target=sm_80"},
       "--threads is for a CPU, but --target is sm_80"},
      {{"--device=0", "--target=cpu"},
       "--device names a CUDA device, but --target is cpu"},
  };
  for (const auto &[arguments, expected] : cases) {
    std::vector<std::string> all = {"%model"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    EXPECT_EQ(run(all), 2) << expected;
    EXPECT_EQ(message(), expected);
  }
  EXPECT_EQ(run({"--grid=1"}), 2);
  EXPECT_EQ(message(), "no input: expected a file, or - for standard input");
  EXPECT_TRUE(calls("cuInit").empty());
}

TEST_F(CudaRunCommand, ArgumentErrorsNeedNoDevice) {
  set("FAIL", "cuInit=100");
  EXPECT_EQ(runAdd({"--arg=4", "--target=sm_80"}), 1) << "BLOCK at run time";
  EXPECT_EQ(runAdd({"--arg=4", "--arg=5"}), 2);
  EXPECT_EQ(message(), "6 --arg given: expected 4, for x, y, out, n");
  EXPECT_EQ(runAdd({"--save=3:%n.npy"}), 2);
  EXPECT_EQ(message(), "--save=3:n.npy: 'n' is not a buffer");
  EXPECT_EQ(runAdd({"--save=5:%n.npy"}), 2);
  EXPECT_EQ(message(),
            "--save=5:n.npy: the kernel has 5 parameters, counted from 0");
}

TEST_F(CudaRunCommand, NoGpu) {
  set("DEVICES", "0");
  for (const char *option : {"--target=sm_80", "--device=0"}) {
    EXPECT_EQ(runAdd({option}), 1);
    EXPECT_EQ(message(),
              "no CUDA device: cuDeviceGetCount failed: "
              "CUDA_ERROR_NO_DEVICE (as the fake was told); look at nvidia-smi "
              "and CUDA_VISIBLE_DEVICES");
  }
}

TEST_F(CudaRunCommand, WithoutAGpuTheCpuIsNative) {
  set("DEVICES", "0");
  EXPECT_EQ(runAdd({"--save=2:%sum.npy", "--timing", "--threads=2"}), 0) << err;
  EXPECT_EQ(floats("sum.npy"), std::vector<float>({11, 22, 33}));
  EXPECT_EQ(lastOptions.target, "cpu");
  EXPECT_EQ(lastOptions.stage, Stage::Obj);
  EXPECT_EQ(err, "");
  EXPECT_NE(out.find(", 2 threads: "), std::string::npos) << out;
}

TEST_F(CudaRunCommand, TheCpuAsTheTarget) {
  EXPECT_EQ(runAdd({"--save=2:%sum.npy", "--target=cpu", "--repeat=200"}), 0)
      << err;
  EXPECT_EQ(floats("sum.npy"), std::vector<float>({11, 22, 33}));
  EXPECT_EQ(lastOptions.target, "cpu");
  EXPECT_TRUE(calls("cuInit").empty());
}

TEST_F(CudaRunCommand, BuffersThatAreMade) {
  EXPECT_EQ(run({"%model", "--grid=3", "--arg=@%x.npy", "--arg=zeros:fp32:3",
                 "--arg=empty:fp32:3x1", "--arg=3", "--save=2:%sum.npy",
                 "--target=cpu"}),
            0)
      << err;
  EXPECT_EQ(floats("sum.npy"), std::vector<float>({1, 2, 3}));
}

TEST_F(CudaRunCommand, InputErrors) {
  EXPECT_EQ(run({"%none", "--grid=1"}), 1);
  EXPECT_EQ(message(), "none: cannot be read: No such file or directory");
  writeModel("unreadable");
  EXPECT_EQ(runAdd(), 1);
  EXPECT_EQ(message(), "model: error: cannot read it");
  writeModel("untypable");
  EXPECT_EQ(runAdd(), 1);
  // The source stands beside the model.
  EXPECT_EQ(message(), "Kernel.java:1:7: error: cannot compile untypable\n"
                       "class Kernel {}\n"
                       "      ^");
  EXPECT_EQ(runAdd({"--target=sm_35"}), 2);
  writeModel("crashing");
  EXPECT_EQ(runAdd(), 3);
  EXPECT_EQ(message(), "Kernel.java:1:7: error: cannot compile crashing\n"
                       "class Kernel {}\n"
                       "      ^");
  writeModel("unlike");
  EXPECT_EQ(runAdd(), 3);
  EXPECT_EQ(message(),
            "the compiled kernel takes 'n' as 'i64', which was not given");
}

TEST_F(CudaRunCommand, DiagnosticsAsJson) {
  writeModel("untypable");
  EXPECT_EQ(runAdd({"--diagnostics=json", "--remarks"}), 1);
  EXPECT_TRUE(lastOptions.remarks);
  EXPECT_EQ(err, R"({"severity":"error","message":"cannot compile untypable",)"
                 R"("file":"Kernel.java","line":1,"column":7,"notes":[]})"
                 "\n");
  EXPECT_EQ(runAdd({"--frob", "--diagnostics=json"}), 2);
  EXPECT_EQ(err, R"({"severity":"error","message":"unknown option '--frob'",)"
                 R"("notes":[{"severity":"note",)"
                 R"("message":"see cm2tt run --help","notes":[]}]})"
                 "\n");
}

TEST_F(CudaRunCommand, NothingIsSavedWhenALaunchFails) {
  set("FAIL", "cuEventSynchronize=700");
  EXPECT_EQ(runAdd({"--save=2:%sum.npy"}), 1);
  EXPECT_EQ(message(),
            "cuEventSynchronize failed: CUDA_ERROR_ILLEGAL_ADDRESS (as the "
            "fake was told); a kernel accessed invalid memory; CM2TT_CHECK=1 "
            "in the environment, or `cm2tt run --check` with the same "
            "arguments, reports the location. The process has to be restarted "
            "to use the GPU");
  EXPECT_FALSE(sys::fs::exists(path("sum.npy")));
}

TEST_F(CudaRunCommand, EveryCallCanFailAndNothingLeaks) {
  for (const char *call :
       {"cuMemAlloc_v2=2@1", "cuMemAlloc_v2=2@3", "cuMemcpyHtoD_v2=1@2",
        "cuModuleLoadDataEx=218", "cuModuleGetFunction=500",
        "cuEventCreate=2@1", "cuEventCreate=2@2", "cuEventCreate=2@4",
        "cuEventRecord=1@1", "cuEventRecord=1@4", "cuLaunchKernel=1@1",
        "cuLaunchKernel=1@3", "cuMemcpyDtoH_v2=700", "cuCtxSetCurrent=201@5"}) {
    set("FAIL", call);
    EXPECT_EQ(runAdd({"--repeat=4", "--save=2:%sum.npy"}), 1) << call;
    EXPECT_NE(message().find(" failed: CUDA_ERROR_"), std::string::npos) << err;
    EXPECT_EQ(live(), 0) << call;
  }
}
