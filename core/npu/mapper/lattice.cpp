// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapper/relaxation.h"

#include <algorithm>

namespace strata::npu::detail {
namespace {

std::vector<std::uint64_t> primesOf(std::uint64_t number) {
    std::vector<std::uint64_t> primes;
    for (std::uint64_t p = 2; p * p <= number; ++p) {
        if (number % p != 0) continue;
        primes.push_back(p);
        while (number % p == 0)
            number /= p;
    }
    if (number > 1) primes.push_back(number);
    return primes;
}

} // namespace

Lattice::Lattice(const LinkModel& model) {
    for (const std::uint32_t d : model.space->dimensions) {
        if (model.rest[d] < 2) continue;
        const auto divisors = divisorsOf(model.rest[d]);
        auto& steps = steps_.emplace_back();
        for (const std::uint64_t prime : primesOf(model.rest[d])) {
            auto& step = steps.emplace_back();
            for (const std::uint64_t divisor : divisors) {
                const auto at = std::lower_bound(divisors.begin(), divisors.end(), divisor * prime);
                const bool found = at != divisors.end() && *at == divisor * prime;
                step.push_back(found ? static_cast<std::size_t>(at - divisors.begin()) : divisors.size());
            }
        }
        dimensions_.push_back(d);
        strides_.push_back(size_);
        size_ *= divisors.size();
        divisors_.push_back(divisors);
    }
}

std::size_t Lattice::times(std::size_t k, std::size_t i, std::uint64_t factor) const {
    const auto& divisors = divisors_[k];
    const std::uint64_t wanted = divisors[i] * factor;
    const auto at = std::lower_bound(divisors.begin(), divisors.end(), wanted);
    return at != divisors.end() && *at == wanted ? static_cast<std::size_t>(at - divisors.begin()) : divisors.size();
}

void Lattice::advance(std::array<std::size_t, kMaxDimensions>& digits, PerDimension<double>& inside,
                      PerDimension<double>& outside) const {
    for (std::size_t k = 0; k < dimensions_.size(); ++k) {
        const auto& divisors = divisors_[k];
        digits[k] = digits[k] + 1 < divisors.size() ? digits[k] + 1 : 0;
        inside[dimensions_[k]] = static_cast<double>(divisors[digits[k]]);
        // Divisors come in pairs.
        outside[dimensions_[k]] = static_cast<double>(divisors[divisors.size() - 1 - digits[k]]);
        if (digits[k] != 0) return;
    }
}

bool Lattice::find(const PerDimension<double>& inside, std::size_t& point,
                   std::array<std::size_t, kMaxDimensions>& digits) const {
    point = 0;
    double product = 1.0, known = 1.0;
    for (const double iterations : inside)
        product *= std::max(1.0, iterations);
    for (std::size_t k = 0; k < dimensions_.size(); ++k) {
        const auto wanted = static_cast<std::uint64_t>(inside[dimensions_[k]]);
        const auto at = std::lower_bound(divisors_[k].begin(), divisors_[k].end(), wanted);
        if (at == divisors_[k].end() || *at != wanted) return false;
        digits[k] = static_cast<std::size_t>(at - divisors_[k].begin());
        point += digits[k] * strides_[k];
        known *= inside[dimensions_[k]];
    }
    return known == product; // no loop over a dimension that has nothing left
}

void Lattice::decode(std::size_t point, PerDimension<double>& inside, PerDimension<double>& outside) const {
    inside.fill(1.0);
    outside.fill(1.0);
    for (std::size_t k = 0; k < dimensions_.size(); ++k) {
        const auto& divisors = divisors_[k];
        const std::size_t at = point % divisors.size();
        point /= divisors.size();
        inside[dimensions_[k]] = static_cast<double>(divisors[at]);
        // Divisors come in pairs.
        outside[dimensions_[k]] = static_cast<double>(divisors[divisors.size() - 1 - at]);
    }
}

} // namespace strata::npu::detail
