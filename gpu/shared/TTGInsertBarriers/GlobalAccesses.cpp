// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The accesses of threads to global memory, see GlobalAccesses.h.

#include "GlobalAccesses.h"

#include "cm2tt/Dialect/TTG/TTGOps.h"

#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Whether updates of one kind give the same memory in any order. Sums of
/// floats differ in their rounding, as those of different programs do.
static bool commutes(tt::RMWOp kind) { return kind != tt::RMWOp::XCHG; }

static GlobalAccess accessOf(tt::AtomicRmwOp atomic) {
  GlobalAccess access{atomic.getPtr()};
  access.writes = access.isByOwner = true;
  if (atomic->use_empty() && commutes(atomic.getAtomicRmwOp()))
    access.update = atomic.getAtomicRmwOp();
  return access;
}

/// Whether a function or those that it calls may access global memory.
static bool accessesMemory(tt::FuncOp func,
                           llvm::SmallPtrSetImpl<Operation *> &visited) {
  if (!visited.insert(func).second)
    return false;
  return func
      .walk([&](Operation *op) {
        bool accesses = isa<tt::LoadOp, tt::StoreOp, tt::AtomicRmwOp,
                            tt::AtomicCasOp, ttg::AsyncCopyOp>(op);
        if (auto call = dyn_cast<tt::CallOp>(op)) {
          auto callee = SymbolTable::lookupNearestSymbolFrom<tt::FuncOp>(
              call, call.getCalleeAttr());
          accesses = !callee || accessesMemory(callee, visited);
        }
        return accesses ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

static std::optional<GlobalAccess> accessOf(tt::CallOp call) {
  llvm::SmallPtrSet<Operation *, 4> visited;
  auto callee = SymbolTable::lookupNearestSymbolFrom<tt::FuncOp>(
      call, call.getCalleeAttr());
  if (callee && !accessesMemory(callee, visited))
    return std::nullopt;
  GlobalAccess access;
  access.writes = true;
  return access;
}

/// Assembly with effects accesses what its operands point at.
static std::optional<GlobalAccess> accessOf(tt::ElementwiseInlineAsmOp op) {
  auto isPointer = [](Value operand) {
    return isa<tt::PtrType>(getElementTypeOrSelf(operand.getType()));
  };
  auto pointer = llvm::find_if(op->getOperands(), isPointer);
  if (isMemoryEffectFree(op) || pointer == op->getOperands().end())
    return std::nullopt;
  GlobalAccess access;
  access.writes = true;
  if (llvm::count_if(op->getOperands(), isPointer) == 1)
    access.where = *pointer;
  return access;
}

static std::optional<GlobalAccess> getAccess(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<GlobalAccess>>(op)
      .Case([](tt::LoadOp load) { return GlobalAccess{load.getPtr()}; })
      .Case([](ttg::AsyncCopyOp copy) {
        GlobalAccess access{copy.getPtr()};
        access.isCopy = true;
        return access;
      })
      .Case([](tt::StoreOp store) {
        GlobalAccess access{store.getPtr()};
        access.writes = access.isByOwner = true;
        return access;
      })
      .Case([](tt::AtomicCasOp atomic) {
        GlobalAccess access{atomic.getPtr()};
        access.writes = access.isByOwner = true;
        return access;
      })
      .Case<tt::AtomicRmwOp, tt::CallOp, tt::ElementwiseInlineAsmOp>(
          [](auto op) { return accessOf(op); })
      .Default(std::nullopt);
}

/// The loads of a map over elements, which each thread performs for its own.
static std::optional<GlobalAccess> accessOf(tt::MapElementwiseOp map,
                                            const PointerRootAnalysis &roots) {
  GlobalAccess access;
  map.walk([&](tt::LoadOp load) {
    access.roots =
        PointerRoots::join(access.roots, roots.getRoots(load.getPtr()));
  });
  return access.roots.isBottom() ? std::nullopt : std::optional(access);
}

GlobalAccesses::GlobalAccesses(tt::FuncOp func) : func(func) {
  PointerRootAnalysis roots(func);
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    // A producer loads what no one writes.
    if (isa<ttg::ProducerOp>(op))
      return WalkResult::skip();
    auto map = dyn_cast<tt::MapElementwiseOp>(op);
    std::optional<GlobalAccess> access =
        map ? accessOf(map, roots) : getAccess(op);
    if (!access)
      return map ? WalkResult::skip() : WalkResult::advance();
    access->op = op;
    access->accesses = this;
    if (!map)
      access->roots = access->where ? roots.getRoots(access->where)
                                    : PointerRoots::unknown();
    accesses.insert({op, *access});
    return map ? WalkResult::skip() : WalkResult::advance();
  });
  dropUnwritten();
}

/// Most accesses meet no write: these are not followed at all.
void GlobalAccesses::dropUnwritten() {
  PointerRoots written;
  for (const auto &[op, access] : accesses)
    if (access.writes)
      written = PointerRoots::join(written, access.roots);
  accesses.remove_if([&](const auto &entry) {
    return !PointerRoots::mayAlias(entry.second.roots, written);
  });
}

const GlobalAccess *GlobalAccesses::find(Operation *op) const {
  auto found = accesses.find(op);
  return found == accesses.end() ? nullptr : &found->second;
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

namespace {
/// The address of an element of a tile, as a sum of what depends on the indices
/// of the element and what does not.
struct Address {
  Value base;
  Polynomial ofIndices, uniform;
  ArrayRef<int64_t> shape;

  /// The number after the largest that indices add at constant strides.
  int64_t getExtent() const;
  /// Whether different elements have different addresses. Dimensions at strides
  /// that are not known are presumed not to meet others.
  bool isInjective() const;
};
} // namespace

/// Larger than an extent; integers of 32 bits have all numbers below.
static constexpr int64_t kMaxExtent = int64_t(1) << 31;

static std::optional<Address> getAddress(IntegerForms &forms, Value pointer) {
  std::optional<IntegerForm> form = forms.get(pointer);
  ArrayRef<int64_t> shape;
  if (auto type = dyn_cast<RankedTensorType>(pointer.getType()))
    shape = type.getShape();
  if (!form || !form->base || !form->remainders.empty() ||
      shape.size() > kMaxRank)
    return std::nullopt;
  Address address{form->base, {}, {}, shape};
  for (const auto &[monomial, coefficient] : form->sum.getTerms()) {
    bool isOfIndices = llvm::any_of(monomial, isCoordinate);
    if (isOfIndices && std::abs(coefficient) >= kMaxExtent)
      return std::nullopt;
    Polynomial &part = isOfIndices ? address.ofIndices : address.uniform;
    part = *part.plus(Polynomial::term(coefficient, monomial));
  }
  return address;
}

int64_t Address::getExtent() const {
  int64_t extent = 1;
  for (const auto &[monomial, coefficient] : ofIndices.getTerms())
    if (monomial.size() == 1)
      extent += std::abs(coefficient) * (shape[monomial.front()] - 1);
  return extent;
}

bool Address::isInjective() const {
  // The terms of each dimension: those at constant strides, and others.
  SmallVector<unsigned> counts(shape.size(), 0);
  SmallVector<std::pair<int64_t, int64_t>> strides;
  for (const auto &[monomial, coefficient] : ofIndices.getTerms()) {
    if (llvm::count_if(monomial, isCoordinate) != 1)
      return false;
    unsigned dim = *llvm::find_if(monomial, isCoordinate);
    ++counts[dim];
    if (monomial.size() == 1)
      strides.push_back({std::abs(coefficient), shape[dim]});
  }
  for (auto [count, size] : llvm::zip_equal(counts, shape))
    if (size > 1 && count != 1)
      return false;
  llvm::sort(strides);
  int64_t reached = 0;
  for (auto [stride, size] : strides) {
    if (stride <= reached)
      return false;
    reached += stride * (size - 1);
  }
  return reached < kMaxExtent;
}

namespace {
/// The addresses of two accesses to one array.
class AddressPair {
public:
  /// `mayDiffer`: the first may be of an earlier iteration than the second.
  AddressPair(const Address &first, const Address &second,
              const IntegerForms &forms, bool mayDiffer);

  /// Whether no address is in both.
  bool areDisjoint() const;
  /// Whether elements of different indices have different addresses, in one
  /// tile and in two.
  bool haveSameElements(bool arePlainStores) const;

private:
  std::optional<int64_t> getExtent(const Address &address,
                                   int64_t modulus) const;
  bool areInterleaved() const;
  bool areApart() const;
  bool isInvariant(unsigned atom) const;
  bool isStep(const Polynomial &term, int64_t extent,
              bool arePlainStores) const;

  const Address &first, &second;
  const IntegerForms &forms;
  bool mayDiffer;
  /// The terms of the distance, apart from the indices: what is the same in
  /// both is in it once, other values are one term for each address.
  SmallVector<Polynomial> distance;
};
} // namespace

/// Whether a value is the same one in all iterations.
static bool isOutsideOfLoops(Value value) {
  auto func = dyn_cast<tt::FuncOp>(value.getParentBlock()->getParentOp());
  return func && func.getBody().hasOneBlock();
}

bool AddressPair::isInvariant(unsigned atom) const {
  Value value = forms.getAtoms().asValue(atom);
  return !mayDiffer || isCoordinate(atom) || (value && isOutsideOfLoops(value));
}

AddressPair::AddressPair(const Address &first, const Address &second,
                         const IntegerForms &forms, bool mayDiffer)
    : first(first), second(second), forms(forms), mayDiffer(mayDiffer) {
  Polynomial same;
  auto add = [&](const Polynomial &sum, int64_t sign) {
    for (const auto &[monomial, coefficient] : sum.getTerms()) {
      auto isSame = [&](unsigned atom) { return isInvariant(atom); };
      Polynomial term = Polynomial::term(coefficient, monomial);
      if (!llvm::all_of(monomial, isSame))
        distance.push_back(term);
      else if (std::optional<Polynomial> sum = same.plus(term, sign))
        same = *std::move(sum);
      else
        distance.push_back(term);
    }
  };
  add(second.uniform, 1);
  add(first.uniform, -1);
  for (const auto &[monomial, coefficient] : same.getTerms())
    distance.push_back(Polynomial::term(coefficient, monomial));
}

bool AddressPair::areDisjoint() const {
  return first.base == second.base && (areInterleaved() || areApart());
}

/// The number after the largest that indices add modulo a power of two; nothing
/// if it is not known.
std::optional<int64_t> AddressPair::getExtent(const Address &address,
                                              int64_t modulus) const {
  int64_t extent = 1;
  for (const auto &[monomial, coefficient] : address.ofIndices.getTerms()) {
    if (forms.getDivisor(Polynomial::term(coefficient, monomial)) >= modulus)
      continue;
    if (monomial.size() != 1 || coefficient < 0)
      return std::nullopt;
    extent += coefficient * (address.shape[monomial.front()] - 1);
  }
  return extent;
}

/// They are apart modulo a power of two that divides the variable part of the
/// distance: the two halves of rows of 128 elements, for instance.
bool AddressPair::areInterleaved() const {
  // Integers of 32 bits wrap.
  int64_t modulus = int64_t(1) << 32, constant = 0;
  for (const Polynomial &term : distance)
    if (std::optional<int64_t> number = term.getConstant())
      constant += *number;
    else
      modulus = std::min(modulus, forms.getDivisor(term));
  for (; modulus > 1; modulus /= 2) {
    std::optional<int64_t> one = getExtent(first, modulus);
    std::optional<int64_t> other = getExtent(second, modulus);
    int64_t apart = constant & (modulus - 1);
    if (one && other && apart >= *one && apart + *other <= modulus)
      return true;
  }
  return false;
}

/// They differ by a constant, and one ends before the other begins.
bool AddressPair::areApart() const {
  auto isForward = [](const Address &address) {
    return llvm::all_of(address.ofIndices.getTerms(), [](const auto &term) {
      return term.first.size() == 1 && term.second > 0;
    });
  };
  std::optional<int64_t> constant;
  if (distance.size() == 1)
    constant = distance.front().getConstant();
  return constant && isForward(first) && isForward(second) &&
         std::abs(*constant) < kMaxExtent &&
         (*constant >= first.getExtent() ||
          *constant + second.getExtent() <= 0);
}

/// Whether a term of the distance is a multiple of a power of two that is at
/// least `extent`. Rows of plain stores at a stride that is not known are
/// presumed not to overlap.
bool AddressPair::isStep(const Polynomial &term, int64_t extent,
                         bool arePlainStores) const {
  auto isIteration = [&](unsigned atom) {
    return !forms.getAtoms().asValue(atom);
  };
  return (arePlainStores && !term.allAtoms(isIteration)) ||
         forms.getDivisor(term) >= extent;
}

bool AddressPair::haveSameElements(bool arePlainStores) const {
  if (first.base != second.base || first.ofIndices != second.ofIndices ||
      !first.isInjective() ||
      !first.ofIndices.allAtoms([&](unsigned a) { return isInvariant(a); }) ||
      (mayDiffer && !isOutsideOfLoops(first.base)))
    return false;
  if (distance.empty())
    return true;
  bool hasUnknownStrides =
      llvm::any_of(first.ofIndices.getTerms(),
                   [](const auto &term) { return term.first.size() != 1; });
  if (hasUnknownStrides && !arePlainStores)
    return false;
  return llvm::all_of(distance, [&](const Polynomial &term) {
    return isStep(term, first.getExtent(), arePlainStores);
  });
}

/// Whether the same threads hold the same elements of both, and access them.
static bool haveSameThreads(const GlobalAccess &a, const GlobalAccess &b) {
  if (a.isCopy || b.isCopy || a.where.getType() != b.where.getType())
    return false;
  if (a.isByOwner && b.isByOwner)
    return true;
  auto tile = dyn_cast<RankedTensorType>(a.where.getType());
  if (!tile)
    return false;
  ttg::Slot copies =
      ttg::getLayoutAttr(tile).getLayout().getFreeVariableMasks();
  return !copies.lane && !copies.warp;
}

bool GlobalAccesses::needBarrier(const GlobalAccess &a, const GlobalAccess &b,
                                 bool mayDiffer) const {
  if (!a.where || !b.where)
    return true;
  bool areScalars = !isa<RankedTensorType>(a.where.getType());
  if (areScalars && haveSameThreads(a, b))
    return false;
  if (!axisInfo) {
    axisInfo.emplace(func);
    forms.emplace(*axisInfo);
  }
  std::optional<Address> first = getAddress(*forms, a.where);
  std::optional<Address> second = getAddress(*forms, b.where);
  if (!first || !second)
    return true;
  AddressPair pair(*first, *second, *forms, mayDiffer);
  bool areStores = isa<tt::StoreOp>(a.op) && isa<tt::StoreOp>(b.op);
  return !pair.areDisjoint() &&
         !(haveSameThreads(a, b) && pair.haveSameElements(areStores));
}

bool GlobalAccess::conflictsWith(const GlobalAccess &later,
                                 bool mayDiffer) const {
  if (!writes && !later.writes)
    return false;
  if (update && update == later.update)
    return false;
  return PointerRoots::mayAlias(roots, later.roots) &&
         accesses->needBarrier(*this, later, mayDiffer);
}

bool GlobalAccess::variesIn(Operation *loop) const {
  Value pointer = where;
  return loop->isProperAncestor(op) &&
         (!pointer ||
          loop->isAncestor(pointer.getParentBlock()->getParentOp()));
}
