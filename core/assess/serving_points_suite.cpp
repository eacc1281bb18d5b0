// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/calibrate.h"
#include "core/assess/compose_calibration.h"
#include "core/assess/engine_case.h"
#include "core/assess/gpu_modern_points.h"

#include <map>
#include <nlohmann/json.hpp>
#include <set>
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

Result<void> addPointRows(const SuiteOptions& options, SuiteReport& report) {
    if (auto done = addServingRowsOf(ServingModels::All, options, report); !done) return done.error();
    return addFirstTokenRows(options, report);
}

/// Points of each device, or of each model, from engine coefficients fitted without them; the kernels' stay.
Result<void> addLeftOutRows(const SuiteOptions& options, bool by_model, SuiteReport& report) {
    const auto read = readServingCases(options.data, options.library, ServingModels::All);
    if (!read) return read.error();
    // The data have several names for checkpoints of one model.
    std::map<std::string, std::set<std::string>> names;
    for (const ServingCase& one : read->cases)
        by_model ? names[one.document->value("id", one.model)].insert(one.model) : names[one.gpu.id].insert(one.gpu.id);
    for (const auto& [name, called] : names) {
        const LeftOut without = by_model ? LeftOut{{}, name} : LeftOut{name, {}};
        const auto fitted = fitComposeServingWithout(options.data, options.library, without);
        if (!fitted) return fitted.error();
        const auto library = withCalibrations(options.library, {&*fitted, 1});
        SuiteReport answers;
        SuiteOptions inner{.data = options.data, .library = *library, .method = options.method, .leave_one_out = {}};
        if (!by_model) inner.only_device = name;
        if (auto done = addPointRows(inner, answers); !done) return done.error();
        report.refused = std::move(answers.refused); // the same each time
        for (SuiteRow& row : answers.rows) {
            const std::string of(groupValue(row, by_model ? "model" : "device"));
            if (called.contains(of)) report.rows.push_back(std::move(row));
        }
    }
    return {};
}

} // namespace

Result<SuiteReport> runServingPointsSuite(const SuiteOptions& options) {
    SuiteReport report;
    report.suite = "serving-points";
    report.data = options.data.string();
    const SuiteOptions points = within(options, "gpu_modern");
    const std::string& left_out = options.leave_one_out;
    const auto answered = left_out.empty() ? addPointRows(points, report)
                                           : addLeftOutRows(points, left_out == "model", report);
    if (!answered) return answered.error();
    const std::size_t refused = report.refused.size();
    if (left_out.empty()) {
        const auto done = addPublishedRows(within(options, "serving_published"), report);
        if (!done) return done.error();
    }
    if (report.rows.empty() && report.refused.empty()) {
        return Error{"unreadable-file", "", "no measured points", "gpu_modern or serving_published",
                     options.data.string()};
    }
    report.notes = {
        "tpot_s by gpu.tile and gpu.table: the step of a steady state; by serving.simulation: the mean over the "
        "requests of a closed loop that starts with all users at once, as the sources load their engines",
        "engine limits are what the engines take where they are told nothing (8192 tokens an iteration), or what the "
        "dashboard tells them; the vendor's sweep does not state its own, 2048 or one prompt beside the decodes "
        "explain its first tokens where lengths are powers of two, the engines' own limits and varied lengths elsewhere",
        "engines' coefficients are fitted to points (see calibrate compose-serving), none to published tables"};
    report.summary = (left_out.empty() ? "" : "each " + left_out + " from the others: ") +
                     std::to_string(report.rows.size()) + " values answered, " + std::to_string(refused) +
                     " points refused";
    return report;
}

} // namespace strata::assess
