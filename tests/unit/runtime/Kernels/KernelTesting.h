// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Models and runtimes for tests of kernels at run time.

#ifndef CM2TT_TESTS_UNIT_KERNELTESTING_H
#define CM2TT_TESTS_UNIT_KERNELTESTING_H

#include "cm2tt/Runtime/Kernel.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <cstring>

namespace cm2tt::runtime {

/// The text of an error.
inline std::string textOf(llvm::Error error) {
  return llvm::toString(std::move(error));
}

/// The value of an Expected; fails the test if that is an error.
template <typename T> T take(llvm::Expected<T> result) {
  if (!result) {
    ADD_FAILURE() << llvm::toString(result.takeError());
    std::abort();
  }
  return std::move(*result);
}

/// The project's folder: as the environment's CM2TT_SOURCE_DIR says, for
/// programs that are carried to another computer, else where it was built.
inline std::string sourceFolder() {
  const char *given = std::getenv("CM2TT_SOURCE_DIR");
  return given ? given : CM2TT_SOURCE_DIR;
}

/// A device of a runtime, which it has.
inline Device &takeDevice(Runtime &runtime, unsigned ordinal = 0) {
  llvm::Expected<Device &> device = runtime.device(ordinal);
  if (!device) {
    ADD_FAILURE() << llvm::toString(device.takeError());
    std::abort();
  }
  return *device;
}

/// The model of an example: `vector-add`.
inline std::string exampleModel(llvm::StringRef name) {
  auto file = llvm::MemoryBuffer::getFile(
      sourceFolder() + "/examples/babylon/" + name.str() + "/model.cm",
      /*IsText=*/true);
  EXPECT_TRUE(file) << sourceFolder() << " has no example " << name.str();
  return file ? (*file)->getBuffer().str() : "";
}

/// The model of a kernel that adds vectors, (x, y, out, n): the example's, with
/// a name, a size of blocks and an operation of its own.
inline std::string addModel(llvm::StringRef name = "add", unsigned block = 1024,
                            llvm::StringRef operation = "add") {
  std::string text = exampleModel("vector-add");
  auto replace = [&](llvm::StringRef what, const std::string &with) {
    size_t at = text.find(what.str());
    ASSERT_NE(at, std::string::npos);
    text.replace(at, what.size(), with);
  };
  replace("kernel: \"add\"", "kernel: \"" + name.str() + "\"");
  replace("@\"add\"", "@\"" + name.str() + "\"");
  replace(", 1024\n", ", " + std::to_string(block) + "\n");
  // The last of the calls is the one on the elements.
  size_t last = text.rfind("Triton::add(");
  text.replace(last, 11, "Triton::" + operation.str());
  return text;
}

/// The model of a kernel with parameters p0, p1, ... of Java types that does
/// nothing.
inline std::string emptyModel(llvm::ArrayRef<llvm::StringRef> types) {
  std::string text = "//! source: \"Empty.java\"\n//! kernel: \"empty\"\n";
  llvm::raw_string_ostream os(text);
  os << "func @loc=\"3:5\" @\"empty\" @owner=\"tests.Empty\" (";
  for (size_t i = 0; i < types.size(); ++i)
    os << (i ? ", %" : "%") << i << " : " << types[i];
  os << ")void -> {\n";
  for (size_t i = 0; i < types.size(); ++i)
    os << "    %" << types.size() + i << " : Var<" << types[i] << "> = var %"
       << i << " @loc=\"3:5\" @\"p" << i << "\";\n";
  os << "    return @loc=\"3:5\";\n};\n";
  return text;
}

inline constexpr llvm::StringLiteral ptrType = "oracle.code.triton.Ptr";

/// Runtimes with a folder for the cache on disk, which goes with the test.
class RuntimeFolder {
public:
  RuntimeFolder() {
    llvm::sys::fs::createUniqueDirectory("cm2tt-runtime", folder);
  }
  ~RuntimeFolder() { llvm::sys::fs::remove_directories(folder); }

  /// Options that use the folder, two threads on the CPU and `remarks`.
  RuntimeOptions options() {
    RuntimeOptions result;
    result.cache.folder = (folder + "/cache").str();
    result.cpuThreads = 2;
    result.onRemark = [this](const Diagnostic &diagnostic) {
      remarks.push_back(severityName(diagnostic.severity).str() + ": " +
                        diagnostic.message);
    };
    return result;
  }
  std::unique_ptr<Runtime> make() { return take(Runtime::create(options())); }
  /// One without a cache on disk.
  std::unique_ptr<Runtime> makeWithoutDisk() {
    RuntimeOptions all = options();
    all.cache.folder.clear();
    return take(Runtime::create(all));
  }

  llvm::SmallString<128> folder;
  std::vector<std::string> remarks;
};

/// Three arrays of floats on a device: x has 0, 1, 2, ..., y halves, out -1.
class AddBuffers {
public:
  AddBuffers(Device &device, unsigned count) : device(device), count(count) {
    std::vector<float> values(count);
    for (DeviceBuffer *buffer : {&x, &y, &out}) {
      for (unsigned i = 0; i < count; ++i)
        values[i] = buffer == &x ? float(i) : buffer == &y ? 0.5f : -1.0f;
      *buffer = take(device.allocate(count * sizeof(float)));
      llvm::cantFail(device.copyIn(
          buffer->handle(),
          llvm::ArrayRef(reinterpret_cast<const char *>(values.data()),
                         count * sizeof(float))));
    }
  }

  /// The arguments of addModel.
  std::vector<Argument> arguments() const {
    return {Argument::pointer(x, ElementType::FP32),
            Argument::pointer(y, ElementType::FP32),
            Argument::pointer(out, ElementType::FP32), int32_t(count)};
  }
  std::vector<float> result() const {
    std::vector<float> values(count);
    llvm::cantFail(device.copyOut(
        llvm::MutableArrayRef(reinterpret_cast<char *>(values.data()),
                              count * sizeof(float)),
        out.handle()));
    return values;
  }
  /// Whether out is x + sign * y.
  bool isSum(float sign = 1) const {
    std::vector<float> values = result();
    for (unsigned i = 0; i < count; ++i)
      if (values[i] != float(i) + sign * 0.5f)
        return false;
    return true;
  }

private:
  Device &device;
  unsigned count;
  DeviceBuffer x, y, out;
};

} // namespace cm2tt::runtime

#endif // CM2TT_TESTS_UNIT_KERNELTESTING_H
