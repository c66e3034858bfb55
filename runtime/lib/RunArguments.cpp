// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Binds typed arguments to Java parameters and derives the signature.

#include "cm2tt/Runtime/RunArguments.h"

#include "DescriptorText.h"
#include "SyntheticBuffer.h"

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Runtime/ParameterType.h"
#include "cm2tt/Runtime/SignatureEntry.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

char UsageError::ID = 0;

namespace {
/// A Java parameter on the way to its argument.
struct Slot {
  const JavaParameter *parameter = nullptr;
  unsigned index = 0;
  /// Its entry in the signature, which is given or the model's.
  std::optional<SignatureEntry> entry;
  /// Whether that entry is binding: the user gave it, or it is part of the
  /// kernel.
  bool binding = false;
  /// The value of `--constant`, if it names the parameter.
  std::optional<StringRef> constant;
  /// The value of `--arg` for the parameter, if any.
  std::optional<StringRef> argument;

  bool hasConstantEntry() const {
    return entry && entry->kind == SignatureEntry::Kind::Constant;
  }
  /// An error that begins with which parameter it is about.
  Error error(const Twine &message) const {
    return make_error<UsageError>("parameter " + Twine(index) + ", '" +
                                  parameter->name + "': " + message);
  }
};
} // namespace

static bool isPointer(const Slot &slot) {
  return takesPointer(*slot.parameter, slot.entry);
}

/// One slot a parameter, with its signature entry if there is one.
static Expected<SmallVector<Slot>> makeSlots(ArrayRef<JavaParameter> parameters,
                                             const RunRequest &request) {
  SmallVector<StringRef> given;
  if (request.signature && !StringRef(*request.signature).trim().empty())
    StringRef(*request.signature).split(given, ',');
  if (request.signature && given.size() != parameters.size())
    return make_error<UsageError>("--signature has " + Twine(given.size()) +
                                  " entries: the kernel has " +
                                  Twine(parameters.size()) + " parameters");
  SmallVector<Slot> slots;
  for (auto [index, parameter] : enumerate(parameters)) {
    Slot slot;
    slot.parameter = &parameter;
    slot.index = index;
    slot.binding = request.signature.has_value() || parameter.isFixed;
    StringRef text =
        request.signature ? given[index] : StringRef(parameter.signature);
    if (slot.binding || !text.empty()) {
      Expected<SignatureEntry> entry = parseSignatureEntry(text);
      if (!entry && slot.binding)
        return slot.error(toString(entry.takeError()));
      if (!entry)
        return entry.takeError();
      slot.entry = std::move(*entry);
    }
    slots.push_back(std::move(slot));
  }
  return slots;
}

/// Hands out the named constants.
static Error assignConstants(MutableArrayRef<Slot> slots,
                             const RunRequest &request) {
  auto nameOf = [](const Slot &slot) { return slot.parameter->name; };
  for (const auto &[name, value] : request.constants) {
    auto slot = find_if(slots, [&, &name = name](const Slot &slot) {
      return slot.parameter->name == name;
    });
    if (slot == slots.end())
      return make_error<UsageError>(
          "--constant=" + name + "=" + value +
          ": the kernel has no such parameter: expected one of " +
          join(map_range(slots, nameOf), ", "));
    if (slot->constant)
      return slot->error("--constant is given twice");
    slot->constant = value;
  }
  return Error::success();
}

/// Hands out the positional arguments.
static Error assignArguments(MutableArrayRef<Slot> slots,
                             const RunRequest &request) {
  SmallVector<Slot *> needy, possible;
  for (Slot &slot : slots) {
    if (slot.constant)
      continue;
    if (!slot.hasConstantEntry())
      needy.push_back(&slot);
    if (!slot.hasConstantEntry() || !slot.binding)
      possible.push_back(&slot);
  }
  size_t count = request.arguments.size();
  SmallVector<Slot *> &takers =
      count == possible.size() && count != needy.size() ? possible : needy;
  if (count != takers.size()) {
    auto nameOf = [](const Slot *slot) { return slot->parameter->name; };
    std::string names = join(map_range(needy, nameOf), ", ");
    return make_error<UsageError>(Twine(count) + " --arg given: expected " +
                                  Twine(needy.size()) +
                                  (names.empty() ? "" : ", for ") + names);
  }
  for (auto [slot, argument] : zip_equal(takers, request.arguments))
    slot->argument = argument;
  return Error::success();
}

/// The entry of a constant, checked against the parameter's Java type.
static Expected<SignatureEntry> constantEntry(const Slot &slot) {
  Expected<SignatureEntry> entry =
      makeConstantEntry(*slot.parameter, slot.entry, *slot.constant);
  if (!entry)
    return slot.error(toString(entry.takeError()));
  return entry;
}

/// Splits `FILE.npy:TYPE` at the colon after `.npy`; the type may be absent.
static std::pair<StringRef, StringRef> splitFileAndType(StringRef text) {
  size_t colon = text.rfind(':');
  if (colon == StringRef::npos || !text.take_front(colon).ends_with(".npy"))
    return {text, ""};
  return {text.take_front(colon), text.drop_front(colon + 1)};
}

/// Whether an argument describes a buffer or names a file.
static bool isBufferText(StringRef text) {
  return text.starts_with("@") || isSyntheticBuffer(text);
}

StringRef runtime::fileOfArgument(StringRef text) {
  if (isDescriptorText(text)) {
    Expected<DescriptorText> parsed = parseDescriptorText(text);
    // Binding the argument reports the error.
    if (!parsed) {
      consumeError(parsed.takeError());
      return {};
    }
    text = text.take_back(parsed->buffer.size());
  }
  return text.consume_front("@") ? splitFileAndType(text).first : StringRef();
}

/// Why a text is not one that describes a buffer.
static std::string notABuffer(StringRef text) {
  return ("'" + text +
          "' is not a buffer: expected @FILE.npy or zeros:TYPE:SHAPE")
      .str();
}

/// A shape as in the text: `64x32`.
static std::string shapeText(ArrayRef<uint64_t> shape) {
  return join(map_range(shape, [](uint64_t extent) { return utostr(extent); }),
              "x");
}

/// Reads the buffer that `FILE.npy[:TYPE]` names.
static Expected<SyntheticBuffer> readBuffer(const Slot &slot, StringRef text) {
  auto [path, typeName] = splitFileAndType(text);
  std::optional<ElementType> wanted;
  if (!typeName.empty()) {
    wanted = parseElementType(typeName);
    if (!wanted)
      return slot.error("unknown type '" + typeName +
                        "': expected a type such as bf16 or fp8e5");
  }
  Expected<NpyFile> file = NpyFile::read(path);
  if (!file)
    return file.takeError();
  ElementType type =
      wanted.value_or(slot.binding ? slot.entry->type : file->elementType());
  return SyntheticBuffer{std::move(*file), type, /*empty=*/false};
}

/// Reads or makes a buffer; `entry` becomes the type to compile for.
static Error bindBuffer(const Slot &slot, StringRef text, RunArgument &result,
                        SignatureEntry &entry) {
  bool isFile = text.consume_front("@");
  Expected<SyntheticBuffer> buffer =
      isFile ? readBuffer(slot, text) : makeBuffer(text);
  if (!buffer)
    return isFile ? buffer.takeError()
                  : slot.error(toString(buffer.takeError()));
  StringRef name = elementTypeName(buffer->type);
  if (slot.binding && buffer->type != slot.entry->type)
    return slot.error("'" + name + "' is asked for: the signature says " +
                      slot.entry->str());
  ElementType carrier = buffer->content.elementType();
  if (!canCarry(carrier, buffer->type))
    return slot.error(buffer->content.path() + " holds " +
                      elementTypeName(carrier) + ": expected what can hold " +
                      name);
  if (slot.binding)
    entry = *slot.entry;
  else
    entry.promise = SignatureEntry::Promise::DivisibleBy16;
  entry.kind = SignatureEntry::Kind::Pointer;
  entry.type = buffer->type;
  result.kind = RunArgument::Kind::Buffer;
  result.scalar.type = entry.type;
  result.empty = buffer->empty;
  result.file = std::move(buffer->content);
  return Error::success();
}

/// Fills in the extents and strides of a descriptor from what is written and
/// the buffer of `result`.
static Error describeTensor(const Slot &slot, const DescriptorText &text,
                            RunArgument &result) {
  ArrayRef<uint64_t> buffer = result.file->shape();
  ArrayRef<uint64_t> shape = text.shape ? ArrayRef(*text.shape) : buffer;
  bool fits = shape.size() == buffer.size() &&
              all_of(zip_equal(shape, buffer), [](auto extents) {
                return std::get<0>(extents) <= std::get<1>(extents);
              });
  if (!fits)
    return slot.error("a tensor of " + shapeText(shape) +
                      " does not fit a buffer of " + shapeText(buffer));
  result.block.assign(text.block.begin(), text.block.end());
  result.shape.assign(shape.begin(), shape.end());
  result.strides.assign(buffer.size(), 1);
  // Without overflow, but for a tensor of no elements.
  for (size_t dim = buffer.size(); dim-- > 1;)
    result.strides[dim - 1] = uint64_t(result.strides[dim]) * buffer[dim];
  result.padsWithNaN = text.padsWithNaN;
  return Error::success();
}

Expected<std::unique_ptr<TensorDescriptor>>
runtime::makeDescriptor(const RunArgument &argument, uint64_t address) {
  TensorDescription description;
  description.address = address;
  description.element = argument.scalar.type;
  description.shape = argument.shape;
  description.strides = argument.strides;
  description.block = argument.block;
  description.padsWithNaN = argument.padsWithNaN;
  return TensorDescriptor::create(description);
}

/// Reads or makes a buffer and describes it; `entry` becomes the type to
/// compile for.
static Error bindDescriptor(const Slot &slot, StringRef text,
                            RunArgument &result, SignatureEntry &entry) {
  Expected<DescriptorText> parsed = parseDescriptorText(text);
  if (!parsed)
    return slot.error(toString(parsed.takeError()));
  if (!isBufferText(parsed->buffer))
    return slot.error(notABuffer(parsed->buffer));
  if (Error error = bindBuffer(slot, parsed->buffer, result, entry))
    return error;
  if (Error error = describeTensor(slot, *parsed, result))
    return error;
  // Memory of a device is aligned to more than any element.
  Expected<std::unique_ptr<TensorDescriptor>> tensor =
      makeDescriptor(result, /*address=*/0);
  if (!tensor)
    return slot.error(toString(tensor.takeError()));
  Expected<SignatureEntry> made = parseSignatureEntry(
      (*tensor)->typeName() + ((*tensor)->isAligned() ? ":16" : ""));
  if (!made)
    return made.takeError();
  if (slot.binding && (made->block != slot.entry->block ||
                       (entry.promise != SignatureEntry::Promise::Nothing &&
                        entry.promise != made->promise)))
    return slot.error("'" + made->str() +
                      "' is asked for: the signature says " +
                      slot.entry->str());
  entry = slot.binding ? *slot.entry : *made;
  result.kind = RunArgument::Kind::Descriptor;
  return Error::success();
}

/// Whether a value keeps what a given signature promises of it.
static bool keepsPromise(const SignatureEntry &entry,
                         const ScalarValue &value) {
  switch (entry.promise) {
  case SignatureEntry::Promise::Nothing:
    return true;
  case SignatureEntry::Promise::DivisibleBy16:
    return value.bits % 16 == 0;
  case SignatureEntry::Promise::One:
    return value.asInteger() == 1;
  }
  llvm_unreachable("every promise is listed");
}

/// Converts a scalar; `entry` becomes the type to compile for.
static Error bindScalar(const Slot &slot, StringRef text, RunArgument &result,
                        SignatureEntry &entry) {
  std::optional<ElementType> type = numberType(*slot.parameter, slot.entry);
  if (!type)
    return slot.error("a value of type '" + slot.parameter->type +
                      "' cannot be given: expected a pointer or a number");
  Expected<ScalarValue> value = parseScalar(text, *type);
  if (!value)
    return slot.error(toString(value.takeError()));
  entry = slot.binding ? *slot.entry : specialise(*value);
  if (!keepsPromise(entry, *value))
    return slot.error("the value is " + text + ": the signature says " +
                      entry.str());
  result.kind = RunArgument::Kind::Scalar;
  result.scalar = *value;
  return Error::success();
}

/// Fills in a parameter's argument and returns its signature entry.
static Expected<SignatureEntry> bindSlot(const Slot &slot,
                                         RunArgument &result) {
  result.name = slot.parameter->name;
  if (slot.constant)
    return constantEntry(slot);
  if (!slot.argument)
    return *slot.entry; // A constant: everything else takes an argument.
  StringRef text = *slot.argument;
  const bool isBuffer = isBufferText(text);
  const bool wantsDescriptor = takesDescriptor(*slot.parameter, slot.entry);
  if (isDescriptorText(text) != wantsDescriptor)
    return slot.error(
        "'" + text +
        (wantsDescriptor   ? "' is not a tensor descriptor: expected "
                             "descriptor:BLOCK:BUFFER"
         : isPointer(slot) ? "' is a tensor descriptor: expected a buffer"
                           : "' is a tensor descriptor: expected a number"));
  if (isBuffer != isPointer(slot))
    return slot.error(isBuffer ? "'" + text.str() +
                                     "' is a buffer: expected a number"
                               : notABuffer(text));
  SignatureEntry entry;
  if (Error error = wantsDescriptor ? bindDescriptor(slot, text, result, entry)
                    : isBuffer      ? bindBuffer(slot, text, result, entry)
                                    : bindScalar(slot, text, result, entry))
    return error;
  return entry;
}

Expected<RunArguments>
runtime::bindArguments(ArrayRef<JavaParameter> parameters,
                       const RunRequest &request) {
  Expected<SmallVector<Slot>> slots = makeSlots(parameters, request);
  if (!slots)
    return slots.takeError();
  if (Error error = assignConstants(*slots, request))
    return error;
  if (Error error = assignArguments(*slots, request))
    return error;
  RunArguments result;
  SmallVector<std::string> entries;
  for (const Slot &slot : *slots) {
    Expected<SignatureEntry> entry =
        bindSlot(slot, result.values.emplace_back());
    if (!entry)
      return entry.takeError();
    entries.push_back(entry->str());
  }
  result.signature = join(entries, ",");
  return result;
}
