// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/analysis/analysis.h"

#include "app/lab/run/data_table.h"
#include "core/catalog/library.h"
#include "core/hardware/gpu/engine_profile.h"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace strata::assess {
namespace {

constexpr std::string_view kPoints = "e2e_points.csv";

struct Release {
    std::string version;
    double months = 0.0; ///< since year 0, of the day of the measurement
    double token_s = 0.0;
};

std::optional<double> monthsOf(std::string_view date) {
    int year = 0, month = 0;
    if (date.size() < 7) return std::nullopt;
    const auto y = std::from_chars(date.data(), date.data() + 4, year);
    const auto m = std::from_chars(date.data() + 5, date.data() + 7, month);
    if (y.ec != std::errc() || m.ec != std::errc() || month < 1 || month > 12) return std::nullopt;
    return 12.0 * year + month;
}

const char* ageOf(double months) {
    if (months <= 1.0) return "up to 1 month";
    if (months <= 3.0) return "2-3 months";
    if (months <= 6.0) return "4-6 months";
    if (months <= 12.0) return "7-12 months";
    return "over a year";
}

} // namespace

Result<hardware::Calibration> analyseAgeing(const std::filesystem::path& data, const Library&) {
    const auto table = readTable(data, kPoints,
                                 {"measured", "model", "device", "backend", "version", "precision", "gemm_quant",
                                  "moe_quant", "mode", "isl", "osl", "concurrency", "batch_per_worker", "tp", "pp",
                                  "attn_dp", "moe_tp", "moe_ep", "tpot_ms"},
                                 "gpu_modern");
    if (!table) return table.error();
    std::map<std::string, std::vector<Release>> configurations;
    std::map<std::string, std::string> engines;
    for (std::size_t row = 0; row < table->rows(); ++row) {
        const auto months = monthsOf(table->text(row, "measured"));
        const double token_s = 1e-3 * table->numberOr(row, "tpot_ms", 0.0);
        if (!months || !(token_s > 0.0) || table->text(row, "mode") != "agg") continue;
        std::string key;
        for (const char* column : {"model", "device", "backend", "precision", "gemm_quant", "moe_quant", "isl", "osl",
                                   "concurrency", "batch_per_worker", "tp", "pp", "attn_dp", "moe_tp", "moe_ep"})
            key += std::string(table->text(row, column)) + '|';
        configurations[key].push_back({std::string(table->text(row, "version")), *months, token_s});
        engines[key] = table->text(row, "backend");
    }
    Grouped grouped;
    std::int64_t pairs = 0;
    for (const auto& [key, releases] : configurations) {
        for (const Release& old : releases) {
            for (const Release& later : releases) {
                if (hardware::compareVersions(old.version, later.version) >= 0 || later.months < old.months) continue;
                // The best that a predictor of the older release could say is what that release did.
                const double error = old.token_s / later.token_s - 1.0;
                const std::string age = ageOf(later.months - old.months);
                for (const Grouped::Key& group :
                     {Grouped::Key{{"by", "age"}, {"of", age}}, Grouped::Key{{"by", "engine"}, {"of", engines[key]}},
                      Grouped::Key{{"by", "all"}, {"of", "all"}}})
                    grouped.add(group, {{"error", std::abs(error)}, {"faster", error}});
                ++pairs;
            }
        }
        // Repeats of one release: what is not age.
        for (std::size_t i = 0; i < releases.size(); ++i)
            for (std::size_t j = i + 1; j < releases.size(); ++j)
                if (releases[i].version == releases[j].version)
                    grouped.add({{"by", "age"}, {"of", "same release"}},
                                {{"error", std::abs(releases[i].token_s / releases[j].token_s - 1.0)},
                                 {"faster", releases[i].token_s / releases[j].token_s - 1.0}});
    }
    hardware::Calibration result;
    result.data = "ai-dynamo/aiconfigurator (served points of one configuration under several releases of one engine)";
    result.points = pairs;
    constexpr std::array<std::string_view, 2> kSpread{"error", "faster"};
    result.groups = grouped.groups(kSpread);
    return result;
}

} // namespace strata::assess
