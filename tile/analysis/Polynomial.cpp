// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Arithmetic on sums of products.

#include "Polynomial.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace cm2tt;

/// An address has a few terms; more are not worth their time.
static constexpr size_t kMaxTerms = 32;
static constexpr size_t kMaxFactors = 8;

std::optional<Monomial> cm2tt::divide(const Monomial &product,
                                      const Monomial &factors) {
  Monomial rest;
  if (!std::includes(product.begin(), product.end(), factors.begin(),
                     factors.end()))
    return std::nullopt;
  std::set_difference(product.begin(), product.end(), factors.begin(),
                      factors.end(), std::back_inserter(rest));
  return rest;
}

std::optional<int64_t> cm2tt::divideExactly(int64_t number, int64_t divisor) {
  // The quotient of the least number and -1 is no number of 64 bits.
  int64_t negated = 0;
  if (divisor == -1)
    return llvm::SubOverflow(int64_t(0), number, negated)
               ? std::nullopt
               : std::optional(negated);
  if (divisor == 0 || number % divisor != 0)
    return std::nullopt;
  return number / divisor;
}

Polynomial Polynomial::constant(int64_t value) { return term(value, {}); }

Polynomial Polynomial::atom(unsigned atom) { return term(1, {atom}); }

Polynomial Polynomial::term(int64_t coefficient, Monomial monomial) {
  Polynomial result;
  result.add(monomial, coefficient);
  return result;
}

bool Polynomial::add(const Monomial &monomial, int64_t coefficient) {
  if (coefficient == 0)
    return true;
  int64_t &sum = terms[monomial];
  if (llvm::AddOverflow(sum, coefficient, sum))
    return false;
  if (sum == 0)
    terms.erase(monomial);
  return terms.size() <= kMaxTerms && monomial.size() <= kMaxFactors;
}

std::optional<Polynomial> Polynomial::plus(const Polynomial &other,
                                           int64_t factor) const {
  Polynomial sum = *this;
  for (const auto &[monomial, coefficient] : other.terms) {
    int64_t scaled;
    if (llvm::MulOverflow(coefficient, factor, scaled) ||
        !sum.add(monomial, scaled))
      return std::nullopt;
  }
  return sum;
}

std::optional<Polynomial> Polynomial::times(const Polynomial &other) const {
  Polynomial product;
  for (const auto &[left, a] : terms)
    for (const auto &[right, b] : other.terms) {
      Monomial both;
      std::merge(left.begin(), left.end(), right.begin(), right.end(),
                 std::back_inserter(both));
      int64_t coefficient;
      if (llvm::MulOverflow(a, b, coefficient) ||
          !product.add(both, coefficient))
        return std::nullopt;
    }
  return product;
}

Polynomial
Polynomial::renamed(llvm::function_ref<unsigned(unsigned)> rename) const {
  Polynomial result;
  for (const auto &[monomial, coefficient] : terms) {
    Monomial other;
    for (unsigned atom : monomial)
      other.push_back(rename(atom));
    llvm::sort(other);
    result.add(other, coefficient);
  }
  return result;
}

std::optional<int64_t> Polynomial::getConstant() const {
  if (terms.empty())
    return 0;
  if (terms.size() == 1 && terms.begin()->first.empty())
    return terms.begin()->second;
  return std::nullopt;
}

int64_t Polynomial::getCoefficient(const Monomial &monomial) const {
  auto found = terms.find(monomial);
  return found == terms.end() ? 0 : found->second;
}

bool Polynomial::hasCoordinate() const {
  return !allAtoms([](unsigned atom) { return !isCoordinate(atom); });
}

bool Polynomial::allAtoms(llvm::function_ref<bool(unsigned)> predicate) const {
  return llvm::all_of(terms, [&](const auto &term) {
    return llvm::all_of(term.first, predicate);
  });
}
