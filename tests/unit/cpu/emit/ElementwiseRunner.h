// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Compiles one elementwise operation for the CPU, as vectors or scalars, and
/// runs it on numbers.

#ifndef CM2TT_TESTS_UNIT_ELEMENTWISERUNNER_H
#define CM2TT_TESTS_UNIT_ELEMENTWISERUNNER_H

#include "mlir/IR/MLIRContext.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"

#include <memory>
#include <string>
#include <vector>

namespace cm2tt {

/// An operation that can be run.
class ElementwiseRunner {
public:
  /// `arguments` and `operation` are text: "%a: tensor<16xf32>" and
  /// "math.exp %a : tensor<16xf32>". `cpu` is one of LLVM's names, or empty for
  /// this computer's. What goes wrong is a failure of the test.
  ElementwiseRunner(const std::string &arguments, const std::string &operation,
                    const std::string &cpu = "");

  /// The number of elements that one call computes.
  int64_t lanes() const { return count; }

  /// The results on these operands, as many of each; bf16 and types of 8 bits
  /// are integers of their bits, truth values are bytes. The number of
  /// operands is a multiple of `lanes`.
  template <typename Result, typename... Operand>
  std::vector<Result> run(const std::vector<Operand> &...operands) {
    size_t total = std::max({operands.size()...});
    std::vector<Result> results(total);
    for (size_t i = 0; entry && i < total; i += count) {
      const void *addresses[] = {operands.data() + i...};
      entry(addresses, results.data() + i);
    }
    return results;
  }

private:
  using Entry = void (*)(const void *const *arguments, void *result);

  void compile(const std::string &arguments, const std::string &operation,
               const std::string &cpu);

  int64_t count = 1;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  Entry entry = nullptr;
};

/// The messages that ElementwiseChecker reports for an operation, a line
/// each; empty if the CPU takes it.
std::string errorsOfElementwise(const std::string &arguments,
                                const std::string &operation);

} // namespace cm2tt

#endif // CM2TT_TESTS_UNIT_ELEMENTWISERUNNER_H
