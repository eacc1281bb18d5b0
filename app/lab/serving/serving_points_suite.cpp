// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/fit/compose_calibration.h"
#include "app/lab/run/calibrate.h"
#include "app/lab/serving/engine_case.h"
#include "app/lab/tensor/gpu_modern_points.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <system_error>
#include <thread>

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

Result<void> addPointRows(const SuiteOptions& options, SuiteReport& report, const CaseFilter& wanted = {}) {
    if (auto done = addServingRowsOf(ServingModels::All, options, report, wanted); !done) return done.error();
    return addFirstTokenRows(options, report, wanted);
}

/// What one fit leaves out, and how the data call it.
struct Left {
    LeftOut out;
    std::set<std::string> called;
};

/// What a case is called among those that are left out together.
std::string calledBy(const ServingCase& serving_case, const std::string& field) {
    if (field == "model") return serving_case.model;
    return field == "version" ? compose::runtimeName(serving_case.gpu) : serving_case.gpu.id;
}

std::vector<Left> whatIsLeft(const ServingCases& read, const std::string& field) {
    // The data have several names for checkpoints of one model, and a generation has several devices.
    std::map<std::string, std::set<std::string>> names;
    for (const ServingCase& serving_case : read.cases) {
        const std::string called = calledBy(serving_case, field);
        const std::string name = field == "model"        ? serving_case.document->value("id", serving_case.model)
                                 : field == "generation" ? serving_case.gpu.architecture
                                                         : called;
        names[name].insert(called);
    }
    std::vector<Left> left;
    for (auto& [name, called] : names) {
        LeftOut out;
        if (field == "model")
            out.model = name;
        else if (field == "version")
            out.runs = name;
        else
            out.devices = Without(std::vector<std::string>(called.begin(), called.end()));
        left.push_back({std::move(out), std::move(called)});
    }
    return left;
}

/// Its points from engine coefficients fitted without them; the kernels' stay.
Result<SuiteReport> answerWithout(const SuiteOptions& options, const std::string& field, const Left& left) {
    // Errors of a model that was left out are no farther than those of others on its device.
    const auto fitted = fitComposeServingWithout(options.data, options.library, left.out, field != "model");
    if (!fitted) return fitted.error();
    const auto library = withCalibrations(options.library, {&*fitted, 1});
    const SuiteOptions inner{.data = options.data, .library = *library, .method = options.method, .leave_one_out = {}};
    SuiteReport report;
    const auto done = addPointRows(inner, report, [&](const ServingCase& serving_case) {
        return left.called.contains(calledBy(serving_case, field));
    });
    if (!done) return done.error();
    return report;
}

/// Points of each device, generation, range of an engine's versions or model, in their order; one at a time on each
/// core.
Result<void> addLeftOutRows(const SuiteOptions& options, const std::string& field, SuiteReport& report) {
    const auto read = readServingCases(options.data, options.library, ServingModels::All);
    if (!read) return read.error();
    const std::vector<Left> left = whatIsLeft(*read, field);
    std::vector<std::optional<Result<SuiteReport>>> answers(left.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < left.size(); i = next++)
            answers[i] = answerWithout(options, field, left[i]);
    };
    {
        std::vector<std::jthread> helpers;
        for (unsigned core = 1; core < std::thread::hardware_concurrency(); ++core)
            helpers.emplace_back(work);
        work();
    }
    report.refused = read->refused;
    for (auto& answer : answers) {
        if (!*answer) return answer->error();
        std::ranges::move((*answer)->rows, std::back_inserter(report.rows));
        // The first are those of the data, the same each time.
        const auto own = (*answer)->refused.begin() + static_cast<std::ptrdiff_t>(read->refused.size());
        std::move(own, (*answer)->refused.end(), std::back_inserter(report.refused));
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
    const auto answered = left_out.empty() ? addPointRows(points, report) : addLeftOutRows(points, left_out, report);
    if (!answered) return answered.error();
    const std::size_t refused = report.refused.size();
    if (left_out.empty()) {
        const auto done = addPublishedRows(within(options, "serving_published"), report);
        if (!done) return done.error();
    }
    if (report.rows.empty() && report.refused.empty()) {
        return Error{"unreadable-file",
                     "",
                     {"error.no-measured-points"},
                     {"accepted.gpu-modern-or-serving-published"},
                     options.data.string()};
    }
    report.notes = {
        "tpot_s by gpu.tile and gpu.table: the step of a steady state; by serving.simulation: the mean over the "
        "requests of a closed loop that starts with all users at once, as the sources load their engines",
        "engine limits are what the engines take where they are told nothing (8192 tokens an iteration), or what the "
        "dashboard tells them; the vendor's sweep does not state its own, one prompt beside the decodes explains its "
        "first tokens where lengths are powers of two, the engines' own limits and varied lengths elsewhere",
        "engines' coefficients are fitted to points (see calibrate compose-serving), none to published tables"};
    report.summary = (left_out.empty() ? "" : "each " + left_out + " from the others: ") +
                     std::to_string(report.rows.size()) + " values answered, " + std::to_string(refused) +
                     " points refused";
    return report;
}

} // namespace strata::assess
