// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Gives the locations of functions in the LLVM dialect the scopes without
/// which translation to LLVM IR drops them. Profilers and debuggers then show
/// lines of Java.
///
/// MLIR's pass for this (`ensure-debug-info-scope-on-llvm-func`) is not used:
/// locations within names and fusions, which it does not change, are dropped by
/// translation, and a file that contains a quote or a letter outside of ASCII
/// gives PTX that `ptxas` refuses.
///
/// Not here: names and types of variables, which line tables do not contain.

#include "cm2tt/Lowering/Target.h"

#include "mlir/Dialect/LLVMIR/LLVMAttrs.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"

using namespace mlir;
using namespace cm2tt;

/// The first position of a location; null if it has none.
static FileLineColLoc firstPosition(Location loc) {
  FileLineColLoc position;
  loc->walk([&](Location part) {
    position = dyn_cast<FileLineColLoc>(part);
    return position ? WalkResult::interrupt() : WalkResult::advance();
  });
  return position;
}

/// A file of debug information. Characters that `ptxas` refuses in names are
/// replaced by `_`.
static LLVM::DIFileAttr makeFile(StringAttr name) {
  std::string text = name.str();
  for (char &c : text)
    if (!llvm::isPrint(c) || c == '"' || c == '\\')
      c = '_';
  return LLVM::DIFileAttr::get(name.getContext(), text, "");
}

namespace {
/// The scopes of one function, and its locations with them.
class FunctionScopes {
public:
  FunctionScopes(LLVM::DISubprogramAttr function, StringAttr file)
      : function(function) {
    scopes[file] = function;
  }

  /// The same positions with their scopes; null if the location has none.
  LocationAttr withScopes(Location loc);

private:
  LocationAttr compute(Location loc);
  /// The function; for code of another file, a block in it.
  LLVM::DILocalScopeAttr scopeOf(StringAttr file);

  LLVM::DISubprogramAttr function;
  DenseMap<StringAttr, LLVM::DILocalScopeAttr> scopes;
  DenseMap<Location, LocationAttr> known;
};
} // namespace

LLVM::DILocalScopeAttr FunctionScopes::scopeOf(StringAttr file) {
  LLVM::DILocalScopeAttr &scope = scopes[file];
  if (!scope)
    scope = LLVM::DILexicalBlockFileAttr::get(file.getContext(), function,
                                              makeFile(file),
                                              /*discriminator=*/0);
  return scope;
}

LocationAttr FunctionScopes::compute(Location loc) {
  if (auto position = dyn_cast<FileLineColLoc>(loc))
    return FusedLoc::get(loc.getContext(), {loc},
                         scopeOf(position.getFilename()));
  if (auto named = dyn_cast<NameLoc>(loc))
    return withScopes(named.getChildLoc());
  if (auto call = dyn_cast<CallSiteLoc>(loc)) {
    LocationAttr callee = withScopes(call.getCallee());
    LocationAttr caller = withScopes(call.getCaller());
    if (callee && caller)
      return CallSiteLoc::get(callee, caller);
    return callee ? callee : caller;
  }
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (LocationAttr found = withScopes(part))
        return found;
  return {};
}

LocationAttr FunctionScopes::withScopes(Location loc) {
  if (auto found = known.find(loc); found != known.end())
    return found->second;
  LocationAttr result = compute(loc);
  known[loc] = result;
  return result;
}

/// The unit of all functions of a module.
static LLVM::DICompileUnitAttr makeUnit(LLVM::DIFileAttr file,
                                        LineTables form) {
  MLIRContext *context = file.getContext();
  return LLVM::DICompileUnitAttr::get(
      DistinctAttr::create(UnitAttr::get(context)), llvm::dwarf::DW_LANG_Java,
      file, StringAttr::get(context, "cm2tt"), /*isOptimized=*/true,
      form == LineTables::Directives ? LLVM::DIEmissionKind::DebugDirectivesOnly
                                     : LLVM::DIEmissionKind::LineTablesOnly);
}

static LLVM::DISubprogramAttr makeSubprogram(LLVM::LLVMFuncOp func,
                                             LLVM::DICompileUnitAttr unit,
                                             LLVM::DIFileAttr file,
                                             unsigned line) {
  MLIRContext *context = func.getContext();
  auto flags =
      LLVM::DISubprogramFlags::Definition | LLVM::DISubprogramFlags::Optimized;
  auto type = LLVM::DISubroutineTypeAttr::get(
      context, llvm::dwarf::DW_CC_normal, /*types=*/{});
  StringAttr name = func.getSymNameAttr();
  return LLVM::DISubprogramAttr::get(
      context, DistinctAttr::create(UnitAttr::get(context)), unit, file, name,
      name, file, line, line, flags, type, /*retainedNodes=*/{},
      /*annotations=*/{});
}

/// Invariant: all locations of a function have the function as their scope.
///
///   llvm.fadd ... loc(fused["Add.java":7:16, "%4"("model.cm":9:4)])
/// =>
///   llvm.fadd ... loc(fused<#subprogram>["Add.java":7:16])
void cm2tt::addLineTables(ModuleOp module, LineTables form) {
  LLVM::DICompileUnitAttr unit;
  for (auto func : module.getOps<LLVM::LLVMFuncOp>()) {
    FileLineColLoc position = firstPosition(func.getLoc());
    if (!position || func.isExternal())
      continue;
    LLVM::DIFileAttr file = makeFile(position.getFilename());
    if (!unit)
      unit = makeUnit(file, form);
    LLVM::DISubprogramAttr subprogram =
        makeSubprogram(func, unit, file, position.getLine());
    FunctionScopes scopes(subprogram, position.getFilename());
    Location start = FusedLoc::get(module.getContext(), {position}, subprogram);
    func.getBody().walk([&](Operation *op) {
      LocationAttr found = scopes.withScopes(op->getLoc());
      // LLVM inlines no call without a location.
      op->setLoc(found ? Location(found) : start);
    });
    func->setLoc(start);
  }
}
