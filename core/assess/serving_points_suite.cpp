// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/engine_case.h"
#include "core/assess/gpu_modern_points.h"

#include <nlohmann/json.hpp>
#include <system_error>

namespace strata::assess {
namespace {

namespace fs = std::filesystem;

/// The folder itself, or that of this name in it.
SuiteOptions within(const SuiteOptions& options, const char* name) {
    std::error_code status;
    SuiteOptions inner = options;
    if (fs::is_directory(options.data / name, status)) inner.data = options.data / name;
    return inner;
}

} // namespace

Result<SuiteReport> runServingPointsSuite(const SuiteOptions& options) {
    SuiteReport report;
    report.suite = "serving-points";
    report.data = options.data.string();
    const SuiteOptions points = within(options, "gpu_modern");
    if (auto done = addServingRowsOf(ServingModels::All, points, report); !done) return done.error();
    const std::size_t refused = report.refused.size();
    if (auto done = addFirstTokenRows(points, report); !done) return done.error();
    if (auto done = addPublishedRows(within(options, "serving_published"), report); !done) return done.error();
    if (report.rows.empty() && report.refused.empty()) {
        return Error{"unreadable-file", "", "no measured points", "gpu_modern or serving_published",
                     options.data.string()};
    }
    report.notes = {
        "tpot_s by gpu.tile and gpu.table: the step of a steady state; by serving.simulation: the mean over the "
        "requests of a closed loop that starts with all users at once, as the sources load their engines",
        "engine limits are what the engines take where they are told nothing: 8192 tokens an iteration",
        "nothing is fitted to times to the first token, to mixtures of experts or to published tables"};
    report.summary = std::to_string(report.rows.size()) + " values answered, " + std::to_string(refused) +
                     " points refused";
    return report;
}

} // namespace strata::assess
