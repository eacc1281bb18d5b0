// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/fit/pooled_fit.h"

#include "app/lab/fit/fit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

namespace strata::assess {
namespace {

// Prior of ln(shared value) around its start: width over the error of a row that counts fully.
constexpr double kSharedWidth = 10.0;
constexpr double kLargestFactor = 30.0;
// Steps of the solver; each costs an evaluation for every free value.
constexpr std::size_t kSteps = 20;

struct Slot {
    std::size_t coefficient = 0;
    std::size_t level = 0; ///< kPoolLevels: shared
    std::size_t group = 0;
};

std::vector<PooledRow> thinned(std::span<const PooledRow> rows, std::size_t most) {
    std::map<std::size_t, std::vector<PooledRow>> groups;
    for (const PooledRow& row : rows)
        groups[row.groups[kPoolLevels - 1]].push_back(row);
    std::vector<PooledRow> kept;
    for (const auto& [group, its] : groups) {
        const std::size_t count = std::min(most, its.size());
        for (std::size_t i = 0; i < count; ++i)
            kept.push_back(its[i * its.size() / count]);
    }
    return kept;
}

/// Groups of a level that hold the same rows as a group of another.
std::set<std::size_t> sameGroups(std::span<const PooledRow> rows, std::size_t level, std::size_t other) {
    std::map<std::size_t, std::set<std::size_t>> there, back;
    for (const PooledRow& row : rows) {
        there[row.groups[level]].insert(row.groups[other]);
        back[row.groups[other]].insert(row.groups[level]);
    }
    std::set<std::size_t> same;
    for (const auto& [group, others] : there) {
        if (others.size() == 1 && back[*others.begin()].size() == 1) same.insert(group);
    }
    return same;
}

std::set<std::size_t> groupsOf(std::span<const PooledRow> rows, std::size_t level) {
    std::set<std::size_t> groups;
    for (const PooledRow& row : rows)
        groups.insert(row.groups[level]);
    return groups;
}

std::vector<Slot> slotsOf(std::span<const PooledCoefficient> coefficients, std::span<const PooledRow> rows, bool once) {
    std::vector<Slot> slots;
    for (std::size_t i = 0; i < coefficients.size(); ++i) {
        if (coefficients[i].high > coefficients[i].low) slots.push_back({i, kPoolLevels, 0});
    }
    for (std::size_t level = 0; level < kPoolLevels; ++level) {
        const auto groups = groupsOf(rows, level);
        for (std::size_t i = 0; i < coefficients.size(); ++i) {
            if ((coefficients[i].levels >> level & 1) == 0 || groups.size() < 2) continue;
            std::set<std::size_t> told;
            for (std::size_t earlier = 0; earlier < level; ++earlier) {
                if ((coefficients[i].levels >> earlier & 1) == 0) continue;
                std::set<std::size_t> same = sameGroups(rows, level, earlier);
                if (once || same.size() == groups.size()) told.merge(same);
            }
            for (const std::size_t group : groups) {
                if (!told.contains(group)) slots.push_back({i, level, group});
            }
        }
    }
    return slots;
}

PooledFit unpacked(std::span<const PooledCoefficient> coefficients, std::span<const Slot> slots,
                   std::span<const double> values) {
    PooledFit fit;
    for (const PooledCoefficient& coefficient : coefficients)
        fit.shared.push_back(coefficient.start);
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const Slot& slot = slots[i];
        if (slot.level == kPoolLevels) {
            fit.shared[slot.coefficient] = values[i];
            continue;
        }
        auto& level = fit.factors[slot.level];
        if (level.size() <= slot.group) level.resize(slot.group + 1);
        if (level[slot.group].empty()) level[slot.group].assign(coefficients.size(), 1.0);
        level[slot.group][slot.coefficient] = values[i];
    }
    return fit;
}

} // namespace

void PooledFit::valuesOf(const PooledRow& row, std::span<double> values) const {
    std::copy(shared.begin(), shared.end(), values.begin());
    for (std::size_t level = 0; level < kPoolLevels; ++level) {
        if (row.groups[level] >= factors[level].size()) continue;
        const std::vector<double>& group = factors[level][row.groups[level]];
        for (std::size_t i = 0; i < group.size(); ++i)
            values[i] *= group[i];
    }
}

Result<PooledFit> fitPooled(std::span<const PooledCoefficient> coefficients, std::span<const PooledRow> rows,
                            std::size_t most, const PooledPrediction& predict, double factor_width, bool once) {
    const std::vector<PooledRow> kept = thinned(rows, most);
    const std::vector<Slot> slots = slotsOf(coefficients, kept, once);
    std::vector<FreeCoefficient> free;
    for (const Slot& slot : slots) {
        const PooledCoefficient& pooled_coefficient = coefficients[slot.coefficient];
        const bool shared = slot.level == kPoolLevels;
        free.push_back({std::string(pooled_coefficient.name), shared ? pooled_coefficient.start : 1.0,
                        shared ? pooled_coefficient.low : 1.0 / kLargestFactor,
                        shared ? pooled_coefficient.high : kLargestFactor});
    }
    const auto residual = [&](std::span<const double> free_values, std::span<double> out) {
        const PooledFit now = unpacked(coefficients, slots, free_values);
        std::vector<double> values(coefficients.size());
        for (std::size_t i = 0; i < kept.size(); ++i) {
            now.valuesOf(kept[i], values);
            out[i] = std::log(predict(values, kept[i]) / kept[i].measured_s);
        }
        for (std::size_t i = 0; i < slots.size(); ++i) {
            const bool shared = slots[i].level == kPoolLevels;
            const double centre = shared ? coefficients[slots[i].coefficient].start : 1.0;
            out[kept.size() + i] = std::log(free_values[i] / centre) / (shared ? kSharedWidth : factor_width);
        }
    };
    FitOptions options;
    options.evaluations = kSteps * (slots.size() + 1);
    const auto found = fitCoefficients(free, kept.size() + slots.size(), residual, options);
    if (!found) return found.error();
    PooledFit fit = unpacked(coefficients, slots, found->values);
    fit.loss = found->loss;
    return fit;
}

void noteRanges(std::span<const PooledCoefficient> coefficients, hardware::Calibration& calibration,
                std::string_view group) {
    std::vector<FreeCoefficient> free;
    for (const PooledCoefficient& one : coefficients)
        free.push_back({std::string(one.name), one.start, one.low, one.high});
    noteRanges(free, calibration, group);
}

} // namespace strata::assess
