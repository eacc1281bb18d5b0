// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/cpu/cpu_suite.h"

#include "app/lab/fit/ranks.h"
#include "app/lab/fit/suite_residual.h"
#include "app/lab/run/data_table.h"
#include "app/lab/run/manifest.h"
#include "core/assess/statistics.h"
#include "core/base/message_text.h"
#include "core/evaluate/method.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

namespace strata::assess {
namespace {

constexpr const char* kFile = "blocks_goldencove.csv";
constexpr const char* kManifest = "cpu-blocks";
constexpr const char* kCore = "golden-cove";
constexpr const char* kData = "register-only basic blocks of published programs (ithemal/bhive @5f1d500), measured on "
                              "a Golden Cove core of a server";
constexpr double kInstructionsOfLoop = 40; ///< to which the measurement repeated each block

/// Measured and predicted cycles, and those of the peer, of the rows of one part of the split.
struct Compared {
    std::vector<double> measured, predicted, peer;
    double error = 0, inside = 0;
};

Json requestOf(const BlockRow& row) {
    return {{"kind", "block"},
            {"hardware", kCore},
            {"workload", {{"code", row.code}}},
            {"plan", {{"copies", row.copies}, {"loop", true}}}};
}

void tell(const std::string& split, const Compared& rows, std::ostringstream& text) {
    const auto count = static_cast<double>(rows.measured.size());
    double peer_error = 0;
    for (std::size_t i = 0; i < rows.measured.size(); ++i)
        peer_error += std::abs(rows.peer[i] / rows.measured[i] - 1.0);
    text << (text.str().empty() ? "" : "; ") << split << ": " << rows.measured.size() << " blocks, Kendall "
         << kendall(rows.measured, rows.predicted) << ", Spearman " << spearman(rows.measured, rows.predicted)
         << ", mean error " << 100.0 * rows.error / count << " %, " << 100.0 * rows.inside / count
         << " % inside the interval (llvm-mca 14: " << kendall(rows.measured, rows.peer) << ", "
         << spearman(rows.measured, rows.peer) << ", " << 100.0 * peer_error / count << " %)";
}

} // namespace

Result<std::vector<BlockRow>> readBlockRows(const std::filesystem::path& folder) {
    const auto table =
        readTable(folder, kFile, {"hex", "source", "asm", "measured_cycles", "llvm14_mca_cycles"}, "cpu");
    if (!table) return table.error();
    std::vector<BlockRow> rows;
    for (std::size_t i = 0; i < table->rows(); ++i) {
        BlockRow row;
        row.id = std::string(kFile) + ":" + std::to_string(i + 2);
        row.source = table->text(i, "source");
        row.cycles = table->numberOr(i, "measured_cycles", 0);
        row.peer_cycles = table->numberOr(i, "llvm14_mca_cycles", 0);
        const std::string_view listing = table->text(i, "asm");
        const double instructions = 1.0 + static_cast<double>(std::ranges::count(listing, ';'));
        row.code = table->text(i, "hex");
        row.copies = static_cast<int>(std::max(1.0, std::round(kInstructionsOfLoop / instructions)));
        rows.push_back(std::move(row));
    }
    return rows;
}

Result<SuiteReport> runCpuBlocks(const SuiteOptions& options) {
    const auto rows = readBlockRows(options.data);
    if (!rows) return rows.error();
    const auto manifest = manifestOf(kManifest);
    if (!manifest) return manifest.error();
    SuiteReport report;
    report.suite = "cpu-blocks";
    report.data = options.data.string();
    std::map<std::string, Compared> parts;
    for (const BlockRow& row : *rows) {
        const auto estimate = evaluate(requestOf(row), Context{options.library, {}});
        const Metric* cycles = estimate ? estimate->findMetric("cycles") : nullptr;
        if (cycles == nullptr) {
            report.refused.push_back({row.id, estimate ? std::string("no cycles") : describe(estimate.error())});
            continue;
        }
        SuiteRow result;
        result.id = row.id;
        result.group = {{"split", std::string(manifest->roleOf(row.source))}, {"source", row.source}};
        result.quantity = "cycles";
        result.measured = row.cycles;
        result.predicted = cycles->value;
        result.low = cycles->low;
        result.high = cycles->high;
        result.method = estimate->method;
        if (options.keep_requests) result.request = requestOf(row).dump();
        Compared& part = parts[result.group.front().second];
        part.measured.push_back(result.measured);
        part.predicted.push_back(result.predicted);
        part.peer.push_back(row.peer_cycles);
        part.error += std::abs(result.predicted / result.measured - 1.0);
        part.inside += result.measured >= result.low && result.measured <= result.high ? 1.0 : 0.0;
        report.rows.push_back(std::move(result));
    }
    std::ostringstream text;
    text.precision(3);
    for (const auto& [split, compared] : parts)
        tell(split, compared, text);
    report.summary = text.str();
    report.notes = {
        "blocks were repeated to about 40 instructions in a counted loop; a pass of that loop takes about half a cycle "
        "longer than its slots, for a cause that is not known, so that short blocks are predicted too fast"};
    return report;
}

Result<hardware::Calibration> fitCpuBlocks(const std::filesystem::path& data, const Library& library, const Without&) {
    const SuiteOptions options{.data = data, .library = library, .method = {}, .leave_one_out = {}};
    const auto report = runCpuBlocks(options);
    if (!report) return report.error();
    SuiteResidual errors;
    for (const SuiteRow& row : report->rows) {
        if (row.group.front().second != "choose") continue;
        errors.add(row.measured, row.predicted);
    }
    hardware::Calibration calibration;
    calibration.id = "cpu-blocks";
    calibration.suite = "cpu-blocks";
    calibration.data = kData;
    calibration.command = "strata-lab calibrate cpu-blocks --data DIR";
    errors.store(calibration, "measured");
    return calibration;
}

} // namespace strata::assess
