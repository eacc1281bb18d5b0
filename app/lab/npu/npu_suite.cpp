// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/npu/npu_suite.h"

#include "app/lab/npu/layer_request.h"
#include "app/lab/npu/npu_compare.h"
#include "app/lab/npu/recover_mapping.h"

#include <algorithm>
#include <system_error>

namespace strata::assess {

namespace {

constexpr const char* kMethod = "npu.loopnest";
constexpr const char* kSparseMethod = "npu.sparse";

std::vector<std::filesystem::path> jsonFiles(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code status;
    for (std::filesystem::directory_iterator entry(folder, status), end; !status && entry != end;
         entry.increment(status)) {
        if (entry->path().extension() == ".json") {
            files.push_back(entry->path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

struct CaseOutcome {
    bool equal = true;
    std::size_t values = 0;
    std::size_t equal_values = 0;
};

void addRow(SuiteReport& report, CaseOutcome& outcome, SuiteRow row) {
    ++outcome.values;
    outcome.equal_values += row.equal ? 1 : 0;
    outcome.equal &= row.equal;
    if (row.method.empty()) row.method = kMethod;
    report.rows.push_back(std::move(row));
}

/// A case that must not fit: the named level must overflow, by the printed amount.
CaseOutcome compareRejection(const std::string& file, const exchange::TimeloopCase& reference,
                             const npu::LoopNestResult& result, SuiteReport& report) {
    CaseOutcome outcome;
    const exchange::ExpectedRejection& expected = *reference.rejection;
    const auto found =
        std::find_if(result.violations.begin(), result.violations.end(), [&](const npu::Violation& violation) {
            return expected.level == exchange::ExpectedValue::kNone || violation.level == expected.level;
        });
    const bool rejected = found != result.violations.end();
    const std::string place = expected.level == exchange::ExpectedValue::kNone
                                  ? "mapping"
                                  : reference.architecture.levels[expected.level].name;
    const auto add = [&](const char* quantity, const char* unit, double measured, double predicted) {
        addRow(report, outcome,
               {file + ":" + place + "/" + quantity,
                {{"case", reference.id}},
                quantity,
                unit,
                measured,
                predicted,
                predicted,
                predicted,
                {},
                measured == predicted});
    };
    add("rejected", "", 1.0, rejected ? 1.0 : 0.0);
    if (expected.needed) {
        add("needed", "words", static_cast<double>(*expected.needed),
            rejected ? static_cast<double>(found->needed) : 0.0);
    }
    if (expected.available) {
        add("available", "words", static_cast<double>(*expected.available),
            rejected ? static_cast<double>(found->available) : 0.0);
    }
    return outcome;
}

template <class Predict>
CaseOutcome compareValues(const std::string& file, const exchange::TimeloopCase& reference, bool fits,
                          const Predict& predicted, SuiteReport& report) {
    CaseOutcome outcome;
    outcome.equal = fits;
    for (const exchange::ExpectedValue& expected : reference.expected) {
        const std::string id = file + ":" + expected.place + "/" + expected.quantity;
        const auto prediction = predicted(expected);
        if (!prediction) {
            report.refused.push_back({id, "the evaluation has no " + expected.quantity});
            continue;
        }
        addRow(report, outcome,
               {id,
                {{"case", reference.id}},
                expected.quantity,
                prediction->unit,
                expected.value,
                prediction->value,
                prediction->value - prediction->rounding,
                prediction->value + prediction->rounding,
                {},
                agrees(*prediction, expected.value)});
    }
    return outcome;
}

CaseOutcome runSparseCase(const std::string& file, const exchange::TimeloopCase& reference, SuiteReport& report) {
    npu::LoopNestEvaluator evaluator(reference.architecture, reference.problem);
    const auto result = npu::evaluateSparse(evaluator, reference.mapping);
    if (!result) {
        report.refused.push_back({file, describe(result.error())});
        return {};
    }
    const std::size_t first = report.rows.size();
    const CaseOutcome outcome = compareValues(
        file, reference, result->violations.empty(),
        [&](const exchange::ExpectedValue& expected) { return predictSparse(expected, reference, *result); }, report);
    for (std::size_t i = first; i < report.rows.size(); ++i)
        report.rows[i].method = kSparseMethod;
    return outcome;
}

CaseOutcome runCase(const std::string& file, const exchange::TimeloopCase& reference, SuiteReport& report) {
    if (reference.sparse) return runSparseCase(file, reference, report);
    npu::LoopNestEvaluator evaluator(reference.architecture, reference.problem);
    npu::LoopNestResult result;
    evaluator.evaluate(reference.mapping, result);
    if (reference.rejection) return compareRejection(file, reference, result, report);
    const std::size_t first = report.rows.size();
    const CaseOutcome outcome = compareValues(
        file, reference, result.violations.empty(),
        [&](const exchange::ExpectedValue& expected) { return predict(expected, reference, result); }, report);
    // Of what the tool prints, users' estimates have the cycles under the same name and in the same unit.
    for (std::size_t i = first; i < report.rows.size(); ++i) {
        SuiteRow& row = report.rows[i];
        if (row.quantity != "cycles" || row.id != file + ":summary/cycles") continue;
        row.request = layerRequest(reference);
        row.unit.clear(); // at the door cycles are a count
    }
    return outcome;
}

} // namespace

Result<SuiteReport> runNpuSuite(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files = jsonFiles(folder);
    if (files.empty()) {
        files = jsonFiles(folder / "timeloop");
    }
    if (files.empty()) {
        return Error{"unreadable-file",
                     {},
                     {"error.no-case-stands-in", {{"folder", folder.string()}}},
                     {"accepted.folder-json-cases-or-one-with"},
                     folder.string()};
    }
    SuiteReport report;
    report.suite = "npu";
    report.data = folder.string();
    std::size_t values = 0;
    std::size_t equal_values = 0;
    for (const std::filesystem::path& path : files) {
        const std::string file = path.filename().string();
        auto reference = exchange::loadTimeloopCase(path);
        if (!reference) {
            report.refused.push_back({file, describe(reference.error())});
            continue;
        }
        if (reference->factors_missing) {
            auto mapping = recoverMapping(*reference);
            if (!mapping) {
                report.refused.push_back(
                    {file, "the file gives no factors, and no mapping has the recorded tiles and counts"});
                continue;
            }
            reference->mapping = *std::move(mapping);
            report.notes.push_back(file +
                                   " gives loop orders without factors: recovered from its recorded tiles and counts");
        }
        const CaseOutcome outcome = runCase(file, *reference, report);
        ++report.cases;
        report.cases_equal += outcome.equal ? 1 : 0;
        values += outcome.values;
        equal_values += outcome.equal_values;
    }
    report.summary = std::to_string(report.cases_equal) + "/" + std::to_string(report.cases) + " cases equal (" +
                     std::to_string(equal_values) + " of " + std::to_string(values) + " values)";
    return report;
}

} // namespace strata::assess
