// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/network/network_peers.h"

#include "app/lab/run/ask_door.h"
#include "app/lab/run/calibrate.h"
#include "app/lab/run/data_table.h"
#include "core/base/json.h"
#include "core/base/quantity.h"
#include "core/exchange/csv.h"
#include "core/network/collective.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

namespace strata::assess {
namespace {

constexpr std::string_view kFile = "collectives.csv";
constexpr double kKibibyte = 1024.0, kMebibyte = 1048576.0;
constexpr std::string_view kBoard = "H100-SXM-80GB"; // whose node the catalog has
constexpr const char* kCluster = "dgx-h100";

std::optional<network::Collective> collectiveOf(std::string_view op) {
    if (op == "alltoall") return network::Collective::AllToAll;
    if (op == "sendrecv") return network::Collective::SendRecv;
    return network::collectiveNamed(op);
}

constexpr const char* kOrder = "contradicts-order";
/// Longer than so many times a message of twice the size and more: something else ran.
constexpr double kLonger = 1.5;

/// Flags rows that take far longer than larger messages of the same collective, ranks and type.
void markDisorder(std::vector<MeasuredRow>& rows, const std::vector<std::string>& series,
                  const std::vector<double>& bytes) {
    std::map<std::string, std::vector<std::size_t>> all;
    for (std::size_t i = 0; i < rows.size(); ++i)
        all[series[i]].push_back(i);
    for (auto& [name, its] : all) {
        std::stable_sort(its.begin(), its.end(), [&](std::size_t a, std::size_t b) { return bytes[a] > bytes[b]; });
        double least_s = std::numeric_limits<double>::infinity();
        for (const std::size_t i : its) {
            if (rows[i].measured > kLonger * least_s) rows[i].flags.push_back(kOrder);
            least_s = std::min(least_s, rows[i].measured);
        }
    }
}

} // namespace

Result<FieldRows> readPeerCollectives(const std::filesystem::path& folder, const Library&) {
    const auto table =
        readTable(folder, kFile, {"op", "gpu", "num_nodes", "num_gpus_per_node", "dtype", "size(kb)", "time(us)"});
    if (!table) return table.error();
    FieldRows found;
    std::vector<std::string> series;
    std::vector<double> sizes;
    for (std::size_t line = 0; line < table->rows(); ++line) {
        MeasuredRow row;
        row.id = std::string(kFile) + ":" + std::to_string(line + 2);
        const auto refuse = [&](const char* reason) { found.refused.push_back({row.id, reason}); };
        const auto collective = collectiveOf(table->text(line, "op"));
        const double ranks = table->numberOr(line, "num_gpus_per_node", 0.0);
        const double bytes = kKibibyte * table->numberOr(line, "size(kb)", 0.0);
        row.measured = table->numberOr(line, "time(us)", 0.0) * 1e-6;
        if (table->text(line, "gpu") != kBoard || table->numberOr(line, "num_nodes", 0.0) != 1.0) {
            refuse("the network of its machine is not described");
            continue;
        }
        if (!collective || bytes <= 0.0 || row.measured <= 0.0) {
            refuse("its size is below a kibibyte");
            continue;
        }
        const Json request{{"kind", "collective"},
                           {"hardware", kCluster},
                           {"method", "network.nccl"},
                           {"workload",
                            {{"collective", network::name(*collective)},
                             {"bytes", bytes},
                             {"ranks", static_cast<std::int64_t>(ranks)}}}};
        row.request = canonicalText(request);
        row.quantity = "latency_s";
        row.unit = "s";
        row.group = {{"op", std::string(network::name(*collective))},
                     {"device", kCluster},
                     {"gpus", std::to_string(static_cast<int>(ranks))},
                     {"size", bytes < kMebibyte ? "small" : "large"}};
        series.push_back(row.group[0].second + row.group[2].second + std::string(table->text(line, "dtype")));
        sizes.push_back(bytes);
        found.rows.push_back(std::move(row));
    }
    markDisorder(found.rows, series, sizes);
    for (MeasuredRow& row : found.rows)
        row.group.emplace_back("case", row.flags.empty() ? "regular" : row.flags.front());
    return found;
}

Result<SuiteReport> runPeerCollectives(const SuiteOptions& options) {
    auto read = readPeerCollectives(options.data, options.library);
    if (!read) return read.error();
    SuiteReport report;
    report.suite = "collectives-peers";
    report.data = options.data.string();
    report.refused = std::move(read->refused);
    askDoor(std::move(read->rows), options, report);
    report.notes = {"nothing is fitted to these rows: another project's nccl-tests, whole microseconds"};
    double all = 0.0, regular = 0.0, count = 0.0;
    for (const SuiteRow& row : report.rows) {
        const double error = std::abs(row.predicted / row.measured - 1.0);
        all += error;
        if (groupValue(row, "case") != "regular") continue;
        regular += error;
        ++count;
    }
    const auto percent = [](double share) { return formatQuantity(share, "1", 3); };
    report.summary = std::to_string(report.rows.size()) + " rows answered, mean error " +
                     percent(all / std::max<double>(1.0, static_cast<double>(report.rows.size()))) + ", of the " +
                     std::to_string(static_cast<int>(count)) + " in order " + percent(regular / std::max(1.0, count)) +
                     "; " + std::to_string(report.refused.size()) + " refused";
    return report;
}

} // namespace strata::assess
