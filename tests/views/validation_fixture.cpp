// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/validation_fixture.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

namespace strata::fixture {

std::shared_ptr<const assess::SuiteReport> suiteReport(int rows) {
    const char* operators[] = {"linear", "softmax", "bmm"};
    const char* devices[] = {"a100", "h100", "l4", "t4"};
    assess::SuiteReport report;
    report.suite = "gpu";
    for (int i = 0; i < rows; ++i) {
        assess::SuiteRow row;
        row.id = "kernels.csv:" + std::to_string(i + 2);
        // Half of the rows are linear, so that the largest group is known.
        const char* op = i % 2 == 0 ? operators[0] : operators[1 + (i / 2) % 2];
        row.group = {{"split", "test"}, {"op", op}, {"device", devices[i % 4]}};
        row.quantity = "latency_s";
        row.unit = "s";
        row.measured = 1e-5 * std::pow(1.03, i);
        row.predicted = row.measured * ratioOf(i);
        row.low = 0.9 * row.predicted;
        row.high = 1.1 * row.predicted;
        row.method = "gpu.tile";
        row.request = Json{{"kind", "kernel"}, {"hardware", devices[i % 4]}, {"label", row.id}}.dump();
        report.rows.push_back(row);
    }
    report.refused = {{"kernels.csv:999", "unknown device"}};
    return std::make_shared<const assess::SuiteReport>(std::move(report));
}

std::shared_ptr<const views::Scene> validationScene(std::shared_ptr<const assess::SuiteReport> report) {
    views::Scene result = *scene(false);
    result.validation = std::move(report);
    return std::make_shared<const views::Scene>(std::move(result));
}

} // namespace strata::fixture
