// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Binds arguments to parameters, on the slow path of a launch.

#include "Binding.h"

#include "cm2tt/Runtime/KernelRun.h"
#include "cm2tt/Runtime/ParameterType.h"
#include "cm2tt/Runtime/RunArguments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::kernels;

using Promise = SignatureEntry::Promise;

Error Binding::Slot::error(const Twine &message) const {
  return make_error<UsageError>("parameter " + Twine(index) + ", '" + name +
                                "': " + message);
}

//===----------------------------------------------------------------------===//
// Parameters and options
//===----------------------------------------------------------------------===//

Binding::Slot *Binding::find(StringRef name) {
  auto slot =
      find_if(slots, [&](const Slot &slot) { return slot.name == name; });
  return slot == slots.end() ? nullptr : &*slot;
}

std::string Binding::names() const {
  return join(map_range(slots, [](const Slot &slot) { return slot.name; }),
              ", ");
}

Error Binding::addConstants(ArrayRef<JavaParameter> parameters,
                            const KernelOptions &options) {
  for (const auto &[name, value] : options.constants) {
    Slot *slot = find(name);
    if (!slot)
      return make_error<UsageError>(
          "constant '" + name +
          "': the kernel has no such parameter: expected one of " + names());
    if (slot->isFixed)
      return slot->error("a kernel in tt has its types already; it takes no "
                         "constants");
    if (slot->constant)
      return slot->error("the constant is given twice");
    Expected<SignatureEntry> entry =
        makeConstantEntry(parameters[slot->index], slot->entry, value);
    if (!entry)
      return slot->error(toString(entry.takeError()));
    slot->constant = entry->constant;
  }
  for (Slot &slot : slots)
    if (!slot.constant && slot.entry &&
        slot.entry->kind == SignatureEntry::Kind::Constant)
      slot.constant = slot.entry->constant;
  return Error::success();
}

/// The properties of a value that a fixed entry requires.
static uint8_t promisesOf(const SignatureEntry &entry) {
  switch (entry.promise) {
  case Promise::Nothing:
    return 0;
  case Promise::DivisibleBy16:
    return ArgumentCode::divisibleBy16;
  case Promise::One:
    return ArgumentCode::one;
  }
  llvm_unreachable("every promise is listed");
}

Error Binding::addPromises(const KernelOptions &options) {
  constexpr uint8_t all = ArgumentCode::divisibleBy16 | ArgumentCode::one;
  SmallVector<uint8_t> ofSlots(slots.size(), options.specializes ? all : 0);
  for (const std::string &name : options.unspecialized) {
    Slot *slot = find(name);
    if (!slot)
      return make_error<UsageError>(
          "unspecialized '" + name +
          "': the kernel has no such parameter: expected one of " + names());
    ofSlots[slot->index] = 0;
  }
  for (const Slot &slot : slots) {
    if (slot.constant)
      continue;
    takers.push_back(slot.index);
    promises.push_back(slot.isFixed ? promisesOf(*slot.entry)
                                    : ofSlots[slot.index]);
  }
  return Error::success();
}

Expected<Binding> Binding::make(ArrayRef<JavaParameter> parameters,
                                const KernelOptions &options) {
  Binding binding;
  for (auto [index, parameter] : enumerate(parameters)) {
    Slot slot;
    slot.name = parameter.name;
    slot.javaType = parameter.type;
    slot.index = index;
    slot.isFixed = parameter.isFixed;
    if (!parameter.signature.empty()) {
      Expected<SignatureEntry> entry = parseSignatureEntry(parameter.signature);
      if (!entry)
        return slot.error(toString(entry.takeError()));
      slot.entry = std::move(*entry);
    }
    slot.isPointer = takesPointer(parameter, slot.entry);
    slot.isDescriptor = takesDescriptor(parameter, slot.entry);
    slot.number = numberType(parameter, slot.entry);
    binding.slots.push_back(std::move(slot));
  }
  if (Error error = binding.addConstants(parameters, options))
    return error;
  if (Error error = binding.addPromises(options))
    return error;
  return binding;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

Error Binding::countError(size_t count) const {
  auto nameOf = [&](unsigned index) { return slots[index].name; };
  std::string text = join(map_range(takers, nameOf), ", ");
  std::string constants;
  for (const Slot &slot : slots)
    if (slot.constant)
      constants +=
          (constants.empty() ? "" : ", ") + slot.name + " = " + *slot.constant;
  return make_error<UsageError>(
      Twine(count) + (count == 1 ? " argument" : " arguments") +
      " given: expected " + Twine(takers.size()) +
      (text.empty() ? "" : ", for ") + text +
      (constants.empty() ? "" : "; constants are ") + constants);
}

/// Whether a parameter of a type takes a number of another: the same bits, or
/// an integer that the wider type has all values of.
static bool takesNumber(ElementType to, ElementType from) {
  if (to == from)
    return true;
  if (to == ElementType::I1 || from == ElementType::I1)
    return false;
  if (canCarry(from, to))
    return true;
  auto isUnsigned = [](ElementType type) {
    return type >= ElementType::U8 && type <= ElementType::U64;
  };
  return isInteger(to) && isInteger(from) &&
         elementBytes(from) < elementBytes(to) &&
         (isUnsigned(from) || !isUnsigned(to));
}

/// How errors call an argument: `*fp32`, `i64`.
static std::string describe(const Argument &argument) {
  if (argument.isDescriptor)
    return argument.tensor().typeName();
  return (argument.isPointer ? "*" : "") + elementTypeName(argument.type).str();
}

/// The promise that a code has.
static Promise promiseOf(unsigned code) {
  constexpr unsigned memory = ArgumentCode::pointer | ArgumentCode::descriptor;
  if ((code & ArgumentCode::one) && !(code & memory))
    return Promise::One;
  return code & ArgumentCode::divisibleBy16 ? Promise::DivisibleBy16
                                            : Promise::Nothing;
}

Expected<SignatureEntry> Binding::entry(const Slot &slot,
                                        const Argument &argument,
                                        unsigned code) const {
  std::string given = describe(argument) + " was given: expected ";
  if (argument.isPointer != slot.isPointer ||
      argument.isDescriptor != slot.isDescriptor)
    return slot.error(given + (slot.isPointer      ? "a pointer"
                               : slot.isDescriptor ? "a tensor descriptor"
                                                   : "a number"));
  if (slot.isDescriptor)
    return parseSignatureEntry(
        argument.tensor().typeName() +
        (promiseOf(code) == Promise::DivisibleBy16 ? ":16" : ""));
  if (slot.isFixed) {
    bool fits = slot.isPointer ? argument.type == slot.entry->type ||
                                     canCarry(argument.type, slot.entry->type)
                               : takesNumber(slot.entry->type, argument.type);
    if (!fits)
      return slot.error(given + slot.entry->str());
    if (promiseOf(code) != slot.entry->promise)
      return slot.error((slot.isPointer
                             ? "the address is 0x" + utohexstr(argument.bits)
                             : "the value is " + itostr(argument.bits)) +
                        ": the kernel is compiled for " + slot.entry->str());
    return *slot.entry;
  }
  SignatureEntry entry;
  entry.promise = promiseOf(code);
  entry.kind = slot.isPointer ? SignatureEntry::Kind::Pointer
                              : SignatureEntry::Kind::Scalar;
  entry.type = argument.type;
  if (slot.isPointer)
    return entry;
  if (!slot.number)
    return slot.error("a value of type '" + slot.javaType +
                      "' cannot be given: expected a pointer or a number");
  if (!takesNumber(*slot.number, argument.type))
    return slot.error(
        given + elementTypeName(*slot.number) +
        (*slot.number == ElementType::FP32 ? ", such as 1.0f" : ""));
  entry.type = *slot.number;
  if (!isInteger(entry.type))
    entry.promise = Promise::Nothing;
  return entry;
}

Expected<std::string> Binding::signature(ArrayRef<Argument> arguments,
                                         const LaunchKey &key) const {
  std::string text;
  size_t next = 0;
  for (const Slot &slot : slots) {
    text += slot.index ? "," : "";
    if (slot.constant) {
      text += *slot.constant;
      continue;
    }
    Expected<SignatureEntry> known =
        entry(slot, arguments[next], key.code(next));
    if (!known)
      return known.takeError();
    text += known->str();
    ++next;
  }
  return text;
}

Error Binding::checkWrites(const CompiledKernel &compiled,
                           ArrayRef<Argument> arguments) const {
  for (const KernelParameter &parameter : compiled.metadata.parameters) {
    auto taker = llvm::find(takers, parameter.index);
    if (parameter.isWritten && taker != takers.end() &&
        arguments[taker - takers.begin()].isReadOnly)
      return slots[parameter.index].error(
          "the memory is read-only, and the kernel writes it: expected memory "
          "to write to, such as a copy");
  }
  return Error::success();
}

/// How a kernel expects a map; nothing if it is not known.
static std::optional<TensorMapRecipe> recipeOf(const TensorMapLayout &layout) {
  TensorMapRecipe recipe;
  std::optional<ElementType> element = parseElementType(layout.element);
  if (!element || layout.box.empty() || layout.box.size() > maxTensorRank)
    return std::nullopt;
  recipe.element = *element;
  recipe.rank = static_cast<unsigned>(layout.box.size());
  copy(layout.box, recipe.box.begin());
  recipe.swizzleBytes = layout.swizzleBytes;
  return recipe;
}

/// The part that a parameter gets of its argument, whose entry in the signature
/// is `type`; nothing if it is for another entry.
static std::optional<ParameterPlace> placeOf(const KernelParameter &parameter,
                                             StringRef type) {
  using Part = ParameterPlace::Part;
  ParameterPlace place;
  if (!type.starts_with("tensordesc<"))
    return type == parameter.type ? std::optional(place) : std::nullopt;
  if (parameter.tensorMap) {
    std::optional<TensorMapRecipe> recipe = recipeOf(*parameter.tensorMap);
    place.part = Part::Map;
    place.recipe = recipe.value_or(place.recipe);
    return recipe ? std::optional(place) : std::nullopt;
  }
  StringRef part = parameter.part;
  if (part == "base")
    place.part = Part::Base;
  else if (part == "nan")
    place.part = Part::IsNaN;
  else if (part.consume_front("shape"))
    place.part = Part::Extent;
  else if (part.consume_front("stride"))
    place.part = Part::Stride;
  else
    return std::nullopt;
  const bool hasDim = place.part == Part::Extent || place.part == Part::Stride;
  if (hasDim &&
      (part.getAsInteger(10, place.dim) || place.dim >= maxTensorRank))
    return std::nullopt;
  return place;
}

/// The source of a map that is encoded from arguments, for the parameters
/// before it; nullopt if the recipe names parameters that it cannot use.
static std::optional<ParameterPlace>
placeOfTensor(const KernelParameter &parameter, StringRef name,
              ArrayRef<ParameterPlace> places) {
  const TensorRecipe &given = *parameter.recipe;
  auto isWhole = [&](unsigned index) {
    return index < places.size() &&
           places[index].part == ParameterPlace::Part::Whole;
  };
  std::optional<TensorMapRecipe> map =
      parameter.tensorMap ? recipeOf(*parameter.tensorMap) : std::nullopt;
  if (!map || !isWhole(given.base) || given.extents.size() != map->rank ||
      given.strides.size() != map->rank)
    return std::nullopt;
  DescribedTensor::Recipe recipe;
  recipe.name = name.str();
  recipe.base = places[given.base].argument;
  recipe.map = *map;
  recipe.isStored = parameter.isWritten;
  auto read = [&](ArrayRef<TensorRecipe::Product> from, auto &to) {
    for (const TensorRecipe::Product &product : from) {
      auto &made = to.emplace_back();
      made.factor = product.factor;
      for (unsigned index : product.parameters) {
        if (!isWhole(index))
          return false;
        made.arguments.push_back(places[index].argument);
      }
    }
    return true;
  };
  if (!read(given.extents, recipe.extents) ||
      !read(given.strides, recipe.strides))
    return std::nullopt;
  ParameterPlace place;
  place.part = ParameterPlace::Part::Described;
  place.argument = recipe.base;
  place.tensor = std::make_shared<DescribedTensor>(std::move(recipe));
  return place;
}

Expected<SmallVector<ParameterPlace>>
Binding::places(const CompiledKernel &compiled) const {
  SmallVector<StringRef> entries;
  StringRef(compiled.signature).split(entries, ',');
  SmallVector<ParameterPlace> places;
  for (const KernelParameter &parameter : compiled.metadata.parameters) {
    auto taker = llvm::find(takers, parameter.index);
    std::optional<ParameterPlace> place;
    if (parameter.recipe && parameter.index < slots.size())
      place = placeOfTensor(parameter, slots[parameter.index].name, places);
    else if (taker != takers.end() && parameter.index < entries.size())
      place = placeOf(parameter, entries[parameter.index].split(':').first);
    if (!place)
      return make_error<MismatchError>(
          "the compiled kernel takes '" + parameter.name + "' as '" +
          parameter.type + "', but was compiled for '" + compiled.signature +
          "'");
    if (!place->tensor)
      place->argument = taker - takers.begin();
    places.push_back(*place);
  }
  return places;
}
