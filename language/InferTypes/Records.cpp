// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Records and tuples.

#include "Values.h"

using namespace mlir;
using namespace cm2tt;

/// The components' names in a record pattern, `(Tensor value, int index)Pair`;
/// none if it is not of that form.
static SmallVector<StringRef> namesInPattern(StringRef pattern) {
  SmallVector<StringRef> names;
  size_t end = pattern.rfind(')');
  if (!pattern.starts_with("(") || end == StringRef::npos)
    return {};
  StringRef list = pattern.slice(1, end);
  if (list.trim().empty())
    return {};
  unsigned nesting = 0; // of type arguments
  size_t start = 0;
  for (size_t i = 0; i <= list.size(); ++i) {
    char c = i < list.size() ? list[i] : ',';
    nesting += c == '<';
    nesting -= c == '>' && nesting > 0;
    if (c != ',' || (nesting > 0 && i < list.size()))
      continue;
    names.push_back(list.slice(start, i).trim().rsplit(' ').second);
    start = i + 1;
  }
  return names;
}

/// The names of a constructor's parameters, from the model's attribute
/// `record`, a record pattern. Without it, a colon and the Java type of each,
/// which identifies a component that is the only one of its type. Nothing if
/// the parameters are not the components.
static std::optional<SmallVector<std::string>> componentNames(cm::NewOp op) {
  SmallVector<StringRef> given;
  DictionaryAttr named = op.getNamedAttr();
  Attribute record = named ? named.get("record") : Attribute();
  if (auto text = dyn_cast_or_null<StringAttr>(record))
    given = namesInPattern(text.getValue());
  else if (auto ref = dyn_cast_or_null<cm::RefAttr>(record))
    given = llvm::map_to_vector(
        ref.getParamNames(), [](StringAttr name) { return name.getValue(); });
  ArrayRef<Type> types = op.getRef().getParams();
  if (types.size() != op.getArgs().size() ||
      (record && given.size() != types.size()))
    return std::nullopt;
  SmallVector<std::string> names;
  for (auto [i, type] : llvm::enumerate(types))
    names.push_back(record ? given[i].str() : ":" + typeName(type));
  return names;
}

void RecordVisitor::visitNew(cm::NewOp op) {
  StringRef owner = op.getRef().getOwnerName();
  SmallVector<Binding> args = bindings.getAll(op.getArgs());
  const KernelRecord *known = findRecord(owner);
  if (known && args.size() == std::size(known->components))
    return bindRecord(op, known->name,
                      llvm::to_vector_of<StringRef>(known->components), args);
  // The throw itself is reported.
  auto isThrow = [](Operation *user) { return isa<cm::ThrowOp>(user); };
  if (!op->use_empty() && llvm::all_of(op->getUsers(), isThrow))
    return bindings.bindInvalid(op);
  std::optional<SmallVector<std::string>> names = componentNames(op);
  auto java = dyn_cast<cm::JavaType>(op.getResult().getType());
  bool isArray = java && java.isArray();
  /// T-NEW-1: the only objects are records of values.
  if (isArray || isKnownClass(owner) || !names) {
    InFlightDiagnostic diagnostic =
        errors.report(op) << "T-NEW-1: a kernel can only create records: '"
                          << typeName(op.getResult().getType()) << "'";
    if (isArray)
      diagnostic.attachNote()
          << "tiles hold many values: Triton.arange, Triton.zeros, ...";
    else if (owner.starts_with("java."))
      diagnostic.attachNote() << "there is no heap on the device";
    else if (!isKnownClass(owner))
      diagnostic.attachNote() << "'new' takes a value for each component of a "
                                 "record; other constructors, and other "
                                 "objects, are not compiled for kernels";
    return bindings.bindInvalid(op);
  }
  noteInterfaces(op, owner);
  bindRecord(op, owner, llvm::to_vector_of<StringRef>(*names), args);
}

void RecordVisitor::noteInterfaces(cm::NewOp op, StringRef owner) {
  DictionaryAttr named = op.getNamedAttr();
  auto textOf = [&](StringRef name) {
    auto text = named ? named.getAs<StringAttr>(name) : StringAttr();
    return text ? text.getValue() : StringRef();
  };
  SmallVector<StringRef> &known = interfaces[owner];
  known.clear();
  textOf("interfaces").split(known, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  if (!named || !named.get("overrides"))
    return; // an older model
  SmallVector<StringRef> entries;
  textOf("overrides").split(entries, ';', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  llvm::StringMap<StringRef> &methods = overrides[owner];
  for (StringRef entry : entries) {
    // `I::h(int, long) R::h(int, long)`
    auto [from, to] = entry.split(") ");
    methods[(from.trim() + ")").str()] = to;
  }
}

std::optional<StringRef> RecordVisitor::findOverride(AbsType record,
                                                     StringRef method) const {
  auto known = overrides.find(record.getRecordClass());
  if (known == overrides.end())
    return std::nullopt;
  return known->second.lookup(method);
}

std::optional<bool> RecordVisitor::isInstance(Operation *op,
                                              const Binding &value, Type type) {
  if (isNull(value.type()))
    return false;
  auto java = dyn_cast<cm::JavaType>(type);
  StringRef owner = value.type().getRecordClass();
  auto known = interfaces.find(owner);
  if (java && known != interfaces.end() && !value.mayBeNull) {
    StringRef wanted = java.getErasedName();
    return wanted == owner || wanted == "java.lang.Object" ||
           wanted == "java.lang.Record" ||
           llvm::is_contained(known->second, wanted);
  }
  /// T-INSTANCE-1: instanceof asks for the class of a record that is known
  /// while compiling.
  if (!value.type().isInvalid())
    errors.report(op, value)
        << "T-INSTANCE-1: instanceof needs a record whose class is known while "
           "compiling: "
        << value.type().str();
  return std::nullopt;
}

void RecordVisitor::visitInstanceof(cm::InstanceofOp op) {
  std::optional<bool> is =
      isInstance(op, bindings.get(op.getOperand()), op.getTarget());
  if (!is)
    return bindings.bindInvalid(op);
  bindings.bindResult(op, AbsType::constantBool(op.getContext(), *is));
}

void RecordVisitor::bindRecord(Operation *op, StringRef javaClass,
                               ArrayRef<StringRef> names,
                               ArrayRef<Binding> args) {
  SmallVector<AbsType> types;
  TypedOperand record;
  bool mayBeNull = false;
  for (const Binding &arg : args) {
    if (arg.type().isInvalid() || arg.type().isUnknown())
      return bindings.bindInvalid(op);
    types.push_back(arg.type());
    mayBeNull |= arg.mayBeNull;
    llvm::append_range(record.values, arg.operand.values);
  }
  record.type = AbsType::record(op->getContext(), javaClass, names, types);
  bindings.bind(op->getResult(0), {record, op, {}, nullptr, mayBeNull});
}

void RecordVisitor::visitTuple(cm::TupleOp op) {
  SmallVector<Binding> args = bindings.getAll(op.getComponents());
  // Only a loop declares a tuple of variables: see LoopVisitor::visitFor.
  for (const Binding &arg : args)
    if (arg.variable)
      return;
  SmallVector<std::string> names;
  for (size_t i = 0; i < args.size(); ++i)
    names.push_back(std::to_string(i));
  bindRecord(op, "Tuple", llvm::to_vector_of<StringRef>(names), args);
}

void RecordVisitor::visitTupleLoad(cm::TupleLoadOp op) {
  Binding tuple = bindings.get(op.getTuple());
  if (auto part = component(tuple.operand, std::to_string(op.getIndex()), {}))
    return bindings.bindResult(op, *part);
  /// T-TUPLE-1: a tuple has the component that is read.
  if (!tuple.type().isInvalid())
    errors.report(op, tuple) << "T-TUPLE-1: no component " << op.getIndex()
                             << " in " << tuple.type().str();
  bindings.bindInvalid(op);
}

Binding RecordVisitor::makeArray(Operation *call, ArrayRef<Binding> elements) {
  SmallVector<std::string> indices;
  SmallVector<AbsType> types;
  Binding array;
  for (auto [i, element] : llvm::enumerate(elements)) {
    indices.push_back(std::to_string(i));
    types.push_back(element.type());
    array.mayBeNull |= element.mayBeNull;
    llvm::append_range(array.operand.values, element.operand.values);
  }
  array.operand.type =
      AbsType::record(call->getContext(), arrayClassName,
                      llvm::to_vector_of<StringRef>(indices), types);
  array.origin = call;
  return array;
}

void RecordVisitor::visitArrayLength(cm::ArrayLengthOp op,
                                     OperatorVisitor &operators) {
  AbsType array = bindings.get(op.getArray()).type();
  if (array.getRecordClass() != arrayClassName)
    return operators.visitOther(op);
  bindings.bindResult(
      op, AbsType::constantInt(op.getContext(), array.getComponents().size()));
}

void RecordVisitor::visitArrayLoad(cm::ArrayLoadOp op,
                                   OperatorVisitor &operators) {
  Binding array = bindings.get(op.getArray()),
          index = bindings.get(op.getIndex());
  if (array.type().getRecordClass() != arrayClassName)
    return operators.visitOther(op);
  SmallVector<TypedOperand> elements(array.operand.getComponents());
  int64_t count = elements.size();
  std::optional<int64_t> i = index.type().getInt();
  if (i && *i >= 0 && *i < count)
    return bindings.bind(op.getResult(),
                         {elements[*i], op, {}, nullptr, array.mayBeNull});
  /// T-ARRAY-1: an element of the arguments of a variable-arity method is read
  /// by a constant index.
  if (!index.type().isInvalid()) {
    InFlightDiagnostic diagnostic =
        errors.report(op, index)
        << "T-ARRAY-1: the index must be a constant from 0 to " << count - 1
        << ": " << index.type().str();
    diagnostic.attachNote()
        << "unrolled loops go over all elements: for (var x : values)";
  }
  bindings.bindInvalid(op);
}

void RecordVisitor::reportNoComponent(Operation *op, const Binding &record,
                                      StringRef name) {
  /// T-RECORD-1: a record has the component that is read.
  InFlightDiagnostic diagnostic = errors.report(op, record)
                                  << "T-RECORD-1: '"
                                  << record.type().getRecordClass()
                                  << "' has no component '" << name << "'";
  SmallVector<StringRef, 2> names = record.type().getComponentNames();
  StringRef close = closestName(name, names);
  if (llvm::any_of(names, [](StringRef each) { return each.starts_with(":"); }))
    diagnostic.attachNote() << "the model does not name the components: give "
                               "'new' the attribute 'record', a record pattern";
  else if (!close.empty())
    diagnostic.attachNote() << "did you mean '" << close << "'?";
}

std::optional<TypedOperand> RecordVisitor::component(const TypedOperand &record,
                                                     StringRef name,
                                                     Type javaType) {
  if (!record.type.isRecord())
    return std::nullopt;
  std::optional<unsigned> index = record.type.findComponent(name);
  if (!index && javaType)
    index = record.type.findComponent(":" + typeName(javaType));
  if (!index)
    return std::nullopt;
  return record.getComponents()[*index];
}
