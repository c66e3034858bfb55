// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Results of tuning in files.
///
/// Not here: their contents (TuneResult.h).

#ifndef CM2TT_RUNTIME_AUTOTUNER_RESULTSTORE_H
#define CM2TT_RUNTIME_AUTOTUNER_RESULTSTORE_H

#include "cm2tt/Runtime/TuneResult.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <functional>
#include <optional>

namespace cm2tt::runtime::tuning {

/// Reads a file with results.
llvm::Expected<std::vector<TuneResult>> readTuneFile(llvm::StringRef fileName);

/// Writes a file with results in one step: others see the old one or the new.
llvm::Error writeTuneFile(llvm::StringRef fileName,
                          llvm::ArrayRef<TuneResult> results);

/// A folder with a file for each device and model. Processes share it.
class ResultStore {
public:
  /// Without a folder, finds and stores nothing. `onRemark` receives errors.
  ResultStore(std::string folder, bool readOnly,
              std::function<void(llvm::StringRef)> onRemark)
      : folder(std::move(folder)), readOnly(readOnly),
        onRemark(std::move(onRemark)) {}

  /// The first result for the model, device and target of `wanted`
  /// that `fits`.
  std::optional<TuneResult>
  find(const TuneResult &wanted,
       llvm::function_ref<bool(const TuneResult &)> fits) const;

  /// Keeps a result in place of others for the same key.
  void keep(const TuneResult &result) const;

private:
  std::string pathFor(const TuneResult &result) const;

  std::string folder;
  bool readOnly;
  std::function<void(llvm::StringRef)> onRemark;
};

} // namespace cm2tt::runtime::tuning

#endif // CM2TT_RUNTIME_AUTOTUNER_RESULTSTORE_H
