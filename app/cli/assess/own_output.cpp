// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/assess/own_output.h"

#include "app/cli/output/pretty.h"
#include "core/base/normal.h"
#include "core/base/quantity.h"
#include "core/hardware/calibration/own_measurements.h"

#include <cmath>

namespace strata::cli {
namespace {

std::string times(double log) { return "x" + formatExact(std::round(1000 * std::exp(log)) / 1000, ""); }

std::string range(double log_mean, double sigma) {
    return times(log_mean - kNormal90 * sigma) + " to " + times(log_mean + kNormal90 * sigma);
}

std::string percent(double share) { return formatQuantity(share, "1", 3); }

} // namespace

std::string inferenceText(const assess::OwnInference& found) {
    const auto measured = hardware::ownMeasurementsOf(found.entry);
    if (!measured) return {};
    const hardware::OwnMeasurements& own = *measured;
    std::vector<std::vector<std::string>> rows{{"factor on time", "before", "after", "80 % interval"}};
    for (std::size_t f = 0; f < own.factors.size(); ++f) {
        const hardware::OwnFactor& factor = own.factors[f];
        const double sigma = std::sqrt(std::max(own.covarianceOf(f, f), 0.0));
        rows.push_back(
            {factor.name, range(0, factor.prior_sigma), times(factor.log_mean), range(factor.log_mean, sigma)});
    }
    std::string text = alignedText(rows, {false, true, true, true});
    text += "\n" + std::to_string(found.rows.size()) + " rows: mean error " + percent(found.error_before) +
            " before, " + percent(found.error_after) + " after, " + percent(found.error_left_out) +
            " each by the others\n";
    constexpr double kCountsLess = 0.5;
    for (const assess::OwnAnswer& row : found.rows) {
        if (row.weight < kCountsLess)
            text += "counts less, far from the others: " + row.id + ", measured " + formatQuantity(row.measured, "s") +
                    ", expected " + formatQuantity(row.left_out, "s") + "\n";
    }
    for (const assess::Refusal& refusal : found.refused)
        text += "not answered: " + refusal.id + ": " + refusal.reason + "\n";
    return text;
}

std::string nextText(std::span<const assess::OwnCandidate> next) {
    if (next.empty()) return {};
    std::string text = "what would help most next, and what it would leave of the expected variance:\n";
    for (const assess::OwnCandidate& own_candidate : next)
        text += "  " + percent(own_candidate.remaining) + "  " + own_candidate.row.id + ": " +
                own_candidate.row.request + "\n";
    return text;
}

std::string ownEntriesText(std::span<const hardware::Calibration> calibrations) {
    std::vector<std::vector<std::string>> rows{{"id", "of", "engine", "rows", "date", "version", "used"}};
    for (const hardware::Calibration& calibration : calibrations) {
        const auto measured = hardware::ownMeasurementsOf(calibration);
        if (!measured) continue;
        const hardware::OwnMeasurements& own = *measured;
        rows.push_back({calibration.id, own.hardware.empty() ? own.cluster : own.hardware,
                        own.engine + (own.engine_version.empty() ? "" : " " + own.engine_version),
                        std::to_string(calibration.points), own.date, own.version, own.enabled ? "yes" : "no"});
    }
    if (rows.size() == 1) return "the catalog keeps no measurements of your own\n";
    return alignedText(rows, {false, false, false, true, false, false, false});
}

} // namespace strata::cli
