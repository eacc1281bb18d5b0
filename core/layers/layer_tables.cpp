// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layers/layer_tables.h"

#include <algorithm>

namespace strata::layers {
namespace {

Cell numberOr(const std::optional<Handed>& handed, double Handed::*member) {
    return handed ? Cell((*handed).*member) : Cell();
}

} // namespace

CalibratedError calibratedError(const LayerStep& step) {
    CalibratedError error;
    for (const CalibrationUse& use : step.calibrations) {
        error.smallest = error.calibrations == 0 ? use.residual_p90 : std::min(error.smallest, use.residual_p90);
        error.largest = std::max(error.largest, use.residual_p90);
        error.points += use.points;
        ++error.calibrations;
    }
    return error;
}

const assess::ResultRecord* keptResult(const LayerStep& step) {
    const auto most = std::ranges::max_element(step.results, {}, &assess::ResultRecord::n);
    return most == step.results.end() ? nullptr : &*most;
}

Table chainTable(const LayerChain& chain) {
    Table table{"layers",
                {"layer", "method", "metric", "own", "value", "low", "high", "variance_share", "calibrations", "points",
                 "residual_p90", "kept_suite", "kept_rows", "kept_mape", "kept_date"},
                {}};
    for (const LayerStep& step : chain.steps) {
        const CalibratedError error = calibratedError(step);
        const assess::ResultRecord* kept = keptResult(step);
        const bool calibrated = error.calibrations > 0;
        table.rows.push_back(
            {std::string(name(step.layer)), step.method, chain.metric, numberOr(step.handed, &Handed::own),
             numberOr(step.handed, &Handed::value), numberOr(step.handed, &Handed::low),
             numberOr(step.handed, &Handed::high), numberOr(step.handed, &Handed::variance_share),
             static_cast<std::int64_t>(error.calibrations), error.points, calibrated ? Cell(error.largest) : Cell(),
             kept ? Cell(kept->suite) : Cell(), kept ? Cell(static_cast<std::int64_t>(kept->n)) : Cell(),
             kept ? Cell(kept->mape) : Cell(), kept ? Cell(kept->date) : Cell()});
    }
    return table;
}

Table effectTable(const LayerChain& chain, std::span<const LayerEffect> effects) {
    Table table{"effects", {"layer", "method", "metric", "value", "low", "high", "change"}, {}};
    const auto add = [&](Layer layer, const std::string& method, const Metric& end) {
        const double change = chain.end.value != 0.0 ? end.value / chain.end.value - 1.0 : 0.0;
        table.rows.push_back({std::string(name(layer)), method, end.name, end.value, end.low, end.high, change});
    };
    for (const LayerStep& step : chain.steps) {
        add(step.layer, step.method, chain.end);
        for (const LayerEffect& effect : effects)
            if (effect.layer == step.layer) add(effect.layer, effect.method, effect.end);
    }
    return table;
}

} // namespace strata::layers
