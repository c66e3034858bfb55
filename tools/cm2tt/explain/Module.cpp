// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads from the text of `ttg` which layouts a kernel has, what is in shared
/// memory, and what each loop loads, multiplies and waits for.
///
/// It reads the text that the page shows, so that the names of values are those
/// that a reader finds there.

#include "Explain.h"

#include "cm2tt/Compiler/Register.h"
#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Dialect/TTG/TTGDialect.h"
#include "cm2tt/Dialect/TTG/TTGOps.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace cm2tt;
using namespace cm2tt::tools;

namespace {
class Reader {
public:
  Reader(Explanation &explanation, const AsmParserState &names)
      : explanation(explanation), names(names) {
    for (const auto &alias : names.getAttributeAliasDefs())
      aliases[alias.value] = alias.name;
  }
  void read(ModuleOp module);

private:
  /// The name of a value in the text; empty for one that has none.
  std::string nameOf(Value value) const;
  /// The value with the operation that makes it: `%x = tt.load`.
  std::string makerOf(Value value) const;
  void addUser(Value value, bool isImportant);
  void addLayout(Attribute attr, const ttg::LinearLayout &layout,
                 unsigned elementBits, const std::string &user, bool isShared,
                 bool isImportant);
  void readMemory(Operation *op);
  void readLoop(LoopLikeOpInterface loop);
  std::optional<LoopEvent> eventOf(Operation *op, LoopLikeOpInterface loop);
  LoopEvent copyTo(Operation *op, Value dest, LoopLikeOpInterface loop);

  Explanation &explanation;
  const AsmParserState &names;
  llvm::DenseMap<Attribute, StringRef> aliases;
  llvm::MapVector<Attribute, ExplainedLayout> layouts;
};
} // namespace

std::string Reader::nameOf(Value value) const {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    const auto *block = names.getBlockDef(argument.getOwner());
    if (!block || argument.getArgNumber() >= block->arguments.size())
      return "";
    const SMRange &loc = block->arguments[argument.getArgNumber()].loc;
    return std::string(loc.Start.getPointer(), loc.End.getPointer());
  }
  auto result = cast<OpResult>(value);
  const auto *op = names.getOpDef(result.getOwner());
  if (!op || op->resultGroups.empty())
    return "";
  const auto *group = op->resultGroups.begin();
  for (const auto &each : op->resultGroups)
    if (each.startIndex <= result.getResultNumber())
      group = &each;
  const SMRange &loc = group->definition.loc;
  std::string name(loc.Start.getPointer(), loc.End.getPointer());
  if (result.getOwner()->getNumResults() > 1)
    name += "#" + std::to_string(result.getResultNumber() - group->startIndex);
  return name;
}

std::string Reader::makerOf(Value value) const {
  std::string name = nameOf(value);
  if (Operation *op = value.getDefiningOp())
    name += " = " + op->getName().getStringRef().str();
  return name;
}

/// `128x64xf16`.
static std::string tileText(ArrayRef<int64_t> shape, Type element) {
  std::string result;
  llvm::raw_string_ostream os(result);
  for (int64_t extent : shape)
    os << extent << "x";
  os << element;
  return result;
}

void Reader::addLayout(Attribute attr, const ttg::LinearLayout &layout,
                       unsigned elementBits, const std::string &user,
                       bool isShared, bool isImportant) {
  ExplainedLayout &known = layouts[attr];
  known.layout = layout;
  known.isShared = isShared;
  known.isImportant |= isImportant;
  known.elementBits = std::max(known.elementBits, elementBits);
  auto alias = aliases.find(attr);
  if (alias != aliases.end())
    known.name = "#" + alias->second.ltrim('#').str();
  auto found = llvm::find(known.users, user);
  if (found < known.users.begin() + known.numImportant ||
      (found != known.users.end() && !isImportant))
    return;
  if (found != known.users.end())
    known.users.erase(found);
  if (isImportant)
    known.users.insert(known.users.begin() + known.numImportant++, user);
  else
    known.users.push_back(user);
}

void Reader::addUser(Value value, bool isImportant) {
  if (auto tensor = dyn_cast<RankedTensorType>(value.getType())) {
    if (auto linear =
            dyn_cast_if_present<ttg::LinearAttr>(tensor.getEncoding()))
      addLayout(linear, linear.getLayout(), tt::getElementBits(tensor),
                makerOf(value) + ": " +
                    tileText(tensor.getShape(), tensor.getElementType()),
                /*isShared=*/false, isImportant);
    return;
  }
  auto memory = dyn_cast<ttg::MemDescType>(value.getType());
  if (memory && !memory.isBarriers() &&
      value.getDefiningOp<ttg::LocalAllocOp>())
    addLayout(memory.getLayout(), memory.getLayout().getLayout(),
              tt::getElementBits(memory.getElementType()),
              makerOf(value) + ": " +
                  tileText(memory.getShape(), memory.getElementType()),
              /*isShared=*/true, /*isImportant=*/true);
}

/// Whether the layouts of its tiles are what a reader looks for.
static bool isImportant(Operation *op) {
  return isa<tt::LoadOp, tt::StoreOp, tt::DotOp, tt::ReduceOp, tt::ScanOp,
             tt::AtomicRmwOp, tt::AtomicCasOp, ttg::WarpGroupDotOp,
             ttg::AsyncCopyOp, ttg::LocalLoadOp, ttg::LocalStoreOp,
             ttg::ConvertLayoutOp>(op);
}

void Reader::readMemory(Operation *op) {
  auto offset = op->getAttrOfType<IntegerAttr>(ttg::kOffsetAttr);
  if (!offset)
    return;
  ExplainedMemory &part = explanation.memory.emplace_back();
  part.name = op->getNumResults() > 0 ? nameOf(op->getResult(0)) : "";
  part.operation = op->getName().getStringRef().str();
  part.offset = offset.getValue().getZExtValue();
  if (auto alloc = dyn_cast<ttg::LocalAllocOp>(op)) {
    part.bytes = alloc.getType().getBytes();
    part.buffers = alloc.getType().getBuffers();
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// The allocation that a view is of.
static Value rootOf(Value memory) {
  while (Operation *op = memory.getDefiningOp()) {
    if (!isa<ttg::MemDescIndexOp, ttg::MemDescTransOp>(op))
      break;
    memory = op->getOperand(0);
  }
  return memory;
}

/// The memory that an operation copies to; null if it copies nothing.
static Value destOf(Operation *op) {
  if (auto copy = dyn_cast<ttg::AsyncCopyOp>(op))
    return copy.getDest();
  if (auto copy = dyn_cast<ttg::TensorCopyOp>(op))
    return copy.getDest();
  return {};
}

/// The copies to `root` before the loop: those of its first iterations.
static unsigned copiesBefore(LoopLikeOpInterface loop, Value root) {
  unsigned count = 0;
  for (Operation &op : *loop->getBlock()) {
    if (&op == loop.getOperation())
      break;
    Value dest = destOf(&op);
    count += dest && rootOf(dest) == root;
  }
  return count;
}

LoopEvent Reader::copyTo(Operation *op, Value dest, LoopLikeOpInterface loop) {
  Value root = rootOf(dest);
  auto type = cast<ttg::MemDescType>(root.getType());
  LoopEvent event;
  event.ahead = copiesBefore(loop, root);
  event.isAsync = true;
  event.text = op->getName().getStringRef().str() + " to " + nameOf(root) +
               ", " + std::to_string(type.getBuffers()) + " buffers";
  return event;
}

std::optional<LoopEvent> Reader::eventOf(Operation *op,
                                         LoopLikeOpInterface loop) {
  if (Value dest = destOf(op))
    return copyTo(op, dest, loop);
  LoopEvent event;
  event.text = op->getName().getStringRef().str();
  if (op->getNumResults() > 0)
    event.text = makerOf(op->getResult(0));
  if (auto pending = op->getAttrOfType<IntegerAttr>("pending"))
    event.text += ", but " + std::to_string(pending.getInt());
  if (isa<LoopLikeOpInterface>(op))
    event.kind = LoopEvent::Kind::Loop;
  else if (isa<tt::LoadOp>(op))
    event.kind = LoopEvent::Kind::Load;
  else if (isa<tt::DotOp, ttg::WarpGroupDotOp>(op))
    event.kind = LoopEvent::Kind::Product;
  else if (isa<tt::StoreOp, ttg::TensorStoreOp>(op))
    event.kind = LoopEvent::Kind::Store;
  else if (isa<ttg::AsyncWaitOp, ttg::WarpGroupDotWaitOp, ttg::MBarrierWaitOp,
               ttg::TensorStoreWaitOp>(op))
    event.kind = LoopEvent::Kind::Wait;
  else
    return std::nullopt;
  if (auto dot = dyn_cast<ttg::WarpGroupDotOp>(op))
    event.isAsync = dot.getIsAsync();
  return event;
}

void Reader::readLoop(LoopLikeOpInterface loop) {
  ExplainedLoop result;
  for (auto outer = loop->getParentOfType<LoopLikeOpInterface>(); outer;
       outer = outer->getParentOfType<LoopLikeOpInterface>())
    ++result.depth;
  result.isProducer = loop->getParentOfType<ttg::ProducerOp>() != nullptr;
  if (auto loc = dyn_cast<FileLineColLoc>(loop.getLoc()))
    result.line = loc.getLine();
  uint64_t bits = 0;
  for (Value carried : loop.getRegionIterArgs()) {
    auto tensor = dyn_cast<RankedTensorType>(carried.getType());
    if (!tensor)
      continue;
    if (auto linear =
            dyn_cast_if_present<ttg::LinearAttr>(tensor.getEncoding()))
      bits += linear.getLayout().getInSize(ttg::InDim::Register) *
              uint64_t(tt::getElementBits(tensor));
  }
  result.carriedRegisters = (bits + 31) / 32;
  loop->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == loop.getOperation())
      return WalkResult::advance();
    if (std::optional<LoopEvent> event = eventOf(op, loop))
      result.events.push_back(std::move(*event));
    return isa<LoopLikeOpInterface>(op) ? WalkResult::skip()
                                        : WalkResult::advance();
  });
  explanation.loops.push_back(std::move(result));
}

void Reader::read(ModuleOp module) {
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool important = isImportant(op);
    for (Value operand : op->getOperands())
      if (important)
        addUser(operand, important);
    for (Value result : op->getResults())
      addUser(result, important);
    readMemory(op);
    if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
      readLoop(loop);
  });
  // Important ones first, else in the order of the text.
  for (bool important : {true, false})
    for (auto &[attr, layout] : layouts)
      if (layout.isImportant == important)
        explanation.layouts.push_back(std::move(layout));
}

void tools::readModule(Explanation &explanation) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    message = diagnostic.str();
    return success();
  });
  Block block;
  AsmParserState names;
  auto buffer = llvm::MemoryBuffer::getMemBuffer(explanation.ttg, "ttg");
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  ParserConfig config(&context);
  LogicalResult parsed = parseAsmSourceFile(sources, &block, config, &names);
  assert(succeeded(parsed) && "the compiler reads what it prints");
  (void)parsed;
  for (auto module : block.getOps<ModuleOp>())
    Reader(explanation, names).read(module);
}
