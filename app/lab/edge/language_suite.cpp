// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/edge/language_rows.h"
#include "app/lab/run/ask_door.h"
#include "app/lab/run/manifest.h"
#include "core/assess/statistics.h"
#include "core/base/json.h"
#include "core/catalog/library.h"
#include "core/evaluate/methods/edge/edge_language.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

namespace strata::assess {
namespace {

std::string percent(double share) {
    const int tenths = static_cast<int>(1000.0 * share + 0.5);
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " %";
}

/// Who may look at the row, and how far its device is from those that the coefficients were fitted to.
void addClasses(std::vector<MeasuredRow>& rows, const Manifest& manifest, const Library& library) {
    const auto calibration = std::ranges::find(library.calibrations(), "edge-language", &hardware::Calibration::id);
    for (MeasuredRow& row : rows) {
        row.group.emplace_back("split", manifest.roleOf(groupOf(row, "device")));
        const auto query = resolveLanguage(Json::parse(row.request), library);
        if (!query || calibration == library.calibrations().end()) continue;
        const methods::LanguageFactors factors = methods::languageFactors(*calibration, *query);
        row.group.emplace_back("distance",
                               groupOf(row, "phase") == "prompt" ? factors.promptDistance() : factors.distance());
    }
}

} // namespace

Result<SuiteReport> runEdgeLanguage(const SuiteOptions& options) {
    auto read = readLanguageRows(options.data, options.library);
    if (!read) return read.error();
    SuiteReport report;
    report.suite = "edge-language";
    report.data = options.data.string();
    report.refused = std::move(read->refused);
    const auto manifest = manifestOf("edge-language");
    if (!manifest) return manifest.error();
    addClasses(read->rows, *manifest, options.library);
    askDoor(std::move(read->rows), options, report);
    // Devices count alike, however many rows one of them has.
    std::map<std::string, std::map<std::string, std::vector<double>>> errors;
    std::map<std::string, std::map<std::string, std::vector<double>>> inside;
    for (const SuiteRow& row : report.rows) {
        std::string phase, device;
        for (const auto& [key, value] : row.group) {
            if (key == "phase") phase = value;
            if (key == "device") device = value;
        }
        errors[phase][device].push_back(std::abs(row.predicted / row.measured - 1));
        inside[phase][device].push_back(row.measured >= row.low && row.measured <= row.high ? 1 : 0);
    }
    for (auto& [phase, devices] : errors) {
        std::vector<double> all, medians;
        double covered = 0;
        for (const auto& [device, hits] : inside[phase])
            covered += std::accumulate(hits.begin(), hits.end(), 0.0) / static_cast<double>(hits.size());
        for (auto& [device, values] : devices) {
            all.insert(all.end(), values.begin(), values.end());
            medians.push_back(quantile(values, 0.5));
        }
        report.summary += (report.summary.empty() ? "" : "; ") +
                          std::string(phase == "step"     ? "decode"
                                      : phase == "prompt" ? "prefill"
                                                          : "energy") +
                          ": median error " + percent(quantile(all, 0.5)) + " of " + std::to_string(all.size()) +
                          " rows, median of the medians of " + std::to_string(medians.size()) + " devices " +
                          percent(quantile(medians, 0.5)) + ", " +
                          percent(covered / static_cast<double>(devices.size())) +
                          " of a device's rows inside the interval";
    }
    return report;
}

} // namespace strata::assess
