// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/systolic/systolic.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strata::npu {
namespace {

constexpr std::array<std::string_view, 3> kNames{"output-stationary", "weight-stationary", "input-stationary"};

/// Distinct words where they are less than half of the double buffer, else all that the array asks for.
double fetched(double distinct, double asked, double buffer_words) {
    return buffer_words <= 0 || distinct < buffer_words / 2 ? distinct : asked;
}

} // namespace

std::string_view name(Dataflow dataflow) { return kNames[static_cast<std::size_t>(dataflow)]; }

std::optional<Dataflow> dataflowNamed(std::string_view name) {
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end()) return std::nullopt;
    return static_cast<Dataflow>(found - kNames.begin());
}

std::optional<SystolicProduct> productOf(const workload::Problem& problem) {
    const auto bound = [&](const char* dimension) {
        const int found = problem.findDimension(dimension);
        return found < 0 ? 1.0 : static_cast<double>(problem.dimensions[static_cast<std::size_t>(found)].bound);
    };
    const auto has = [&](const char* dimension) { return problem.findDimension(dimension) >= 0; };
    if (has("p") && has("q") && has("m") && has("c"))
        return SystolicProduct{bound("n") * bound("p") * bound("q"), bound("m"), bound("c") * bound("r") * bound("s"),
                               bound("g")};
    if (has("m") && has("n") && has("k")) return SystolicProduct{bound("m"), bound("n"), bound("k"), bound("batch")};
    return std::nullopt;
}

SystolicTime systolicTime(const SystolicProduct& product, const SystolicArray& array, Dataflow dataflow) {
    const auto [m, n, k, batch] = product;
    const double rows = array.rows, columns = array.columns;
    SystolicTime time;
    double fold_cycles = 0, folds = 0;
    SystolicWords buffer;
    switch (dataflow) {
    case Dataflow::OutputStationary:
        folds = std::ceil(m / rows) * std::ceil(n / columns);
        fold_cycles = rows + columns + k - 2;
        // Each fold drains its sums over both edges of the array.
        buffer = {m * k * std::ceil(n / columns), n * k * std::ceil(m / rows), m * n + folds * (rows + columns)};
        break;
    case Dataflow::WeightStationary:
        folds = std::ceil(k / rows) * std::ceil(n / columns);
        fold_cycles = 2 * rows + columns + m - 2;
        buffer = {m * k * std::ceil(n / columns), n * k, m * n * std::ceil(k / rows)};
        break;
    case Dataflow::InputStationary:
        folds = std::ceil(k / rows) * std::ceil(m / columns);
        fold_cycles = 2 * rows + columns + n - 2;
        buffer = {m * k, n * k * std::ceil(m / columns), m * n * std::ceil(k / rows)};
        break;
    }
    time.folds = batch * folds;
    time.compute_cycles = batch * (folds * fold_cycles - 1);
    time.buffer = {batch * buffer.inputs, batch * buffer.weights, batch * buffer.outputs};
    const bool sums_stay = dataflow == Dataflow::OutputStationary;
    time.outside = {batch * fetched(m * k, buffer.inputs, array.input_words),
                    batch * fetched(n * k, buffer.weights, array.weight_words),
                    batch * (sums_stay ? m * n : buffer.outputs)};
    time.cycles = time.compute_cycles;
    if (array.outside_words_per_cycle > 0) {
        const double most = std::max({time.outside.inputs, time.outside.weights, time.outside.outputs});
        time.cycles = std::max(time.cycles, std::ceil(most / array.outside_words_per_cycle));
    }
    time.utilization = batch * m * n * k / (rows * columns * time.cycles);
    return time;
}

} // namespace strata::npu
