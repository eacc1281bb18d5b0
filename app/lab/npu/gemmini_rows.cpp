// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/npu/gemmini_rows.h"

#include "app/lab/run/data_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <sstream>

namespace strata::assess {
namespace {

constexpr std::string_view kFile = "firesim_test.csv";
constexpr const char* kDevice = "gemmini-16x16";

/// Input and output channels, output rows and columns, kernel rows and columns, stride.
using Shape = std::array<int, 7>;

// Half of the layers, chosen by a hash of their shape. No row of another layer was looked at while form and
// coefficients of the model were chosen.
constexpr std::array kFittedLayers{
    Shape{1024, 2048, 7, 7, 1, 1, 2},   Shape{1024, 256, 14, 14, 1, 1, 1},  Shape{1024, 512, 14, 14, 1, 1, 1},
    Shape{128, 128, 280, 280, 3, 3, 1}, Shape{128, 256, 138, 138, 3, 3, 1}, Shape{128, 64, 392, 392, 2, 2, 1},
    Shape{2048, 256, 7, 7, 1, 1, 1},    Shape{2048, 512, 7, 7, 1, 1, 1},    Shape{256, 128, 198, 198, 3, 3, 1},
    Shape{256, 256, 7, 7, 3, 3, 1},     Shape{512, 1024, 14, 14, 1, 1, 2},  Shape{512, 1024, 30, 30, 3, 3, 1},
    Shape{512, 128, 28, 28, 1, 1, 1},   Shape{512, 256, 28, 28, 1, 1, 1},   Shape{512, 512, 64, 64, 3, 3, 1},
    Shape{512, 512, 7, 7, 3, 3, 1},     Shape{64, 128, 128, 1, 1, 1, 1},    Shape{64, 128, 282, 282, 3, 3, 1},
    Shape{64, 64, 56, 56, 1, 1, 1},     Shape{64, 64, 56, 56, 3, 3, 1}};

/// The loop of a word such as "K16X"; nothing for what is none.
struct Factor {
    std::string dimension;
    std::uint64_t bound = 1;
    bool spatial = false;
};
std::optional<Factor> factorOf(std::string_view word) {
    constexpr std::array<std::pair<char, const char*>, 7> kDimensions{
        {{'N', "n"}, {'K', "m"}, {'C', "c"}, {'P', "p"}, {'Q', "q"}, {'R', "r"}, {'S', "s"}}};
    if (word.size() < 2) return std::nullopt;
    const auto found = std::ranges::find(kDimensions, word.front(), &std::pair<char, const char*>::first);
    if (found == kDimensions.end()) return std::nullopt;
    Factor factor{found->second, 1, word.back() == 'X'};
    const char* const end = word.data() + word.size() - (factor.spatial ? 1 : 0);
    const auto [stop, failure] = std::from_chars(word.data() + 1, end, factor.bound);
    if (failure != std::errc() || stop != end) return std::nullopt;
    return factor;
}

/// "L3[WIO] K8 - L2[WI] N1 K16X - ..." as the mapping of a request; outermost loops stand first.
std::optional<Json> mappingOf(std::string_view text) {
    constexpr std::array kLevels{"dram", "scratchpad", "accumulator", "weight_register"};
    Json mesh{{"level", "mesh"}};
    Json levels = Json::array();
    std::istringstream words{std::string(text)};
    std::string word;
    while (words >> word) {
        if (word == "-") continue;
        if (word.front() == 'L') {
            if (levels.size() == kLevels.size()) return std::nullopt;
            levels.push_back({{"level", kLevels[levels.size()]}, {"temporal", Json::array()}});
            continue;
        }
        const auto factor = factorOf(word);
        if (!factor || levels.empty()) return std::nullopt;
        if (factor->bound == 1) continue;
        if (factor->spatial)
            mesh[factor->dimension == "m" ? "spatial_x" : "spatial_y"] =
                Json::array({Json::array({factor->dimension, factor->bound})});
        else
            levels.back()["temporal"].push_back(Json::array({factor->dimension, factor->bound}));
    }
    if (levels.size() != kLevels.size()) return std::nullopt;
    levels.insert(levels.end() - 1, std::move(mesh));
    return Json{{"levels", std::move(levels)}};
}

} // namespace

Result<std::vector<CommandRow>> commandRows(const std::filesystem::path& folder) {
    const auto table = readTable(folder, kFile,
                                 {"mapping.mapping", "target.gemmini_cycle", "prob.C", "prob.K", "prob.P", "prob.Q",
                                  "prob.R", "prob.S", "prob.Hstride"},
                                 "npu_gemmini");
    if (!table) return table.error();
    std::vector<CommandRow> rows;
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const auto size = [&](const char* column) { return static_cast<int>(table->numberOr(i, column, 1)); };
        const Shape shape{size("prob.C"), size("prob.K"), size("prob.P"),      size("prob.Q"),
                          size("prob.R"), size("prob.S"), size("prob.Hstride")};
        CommandRow row;
        row.id = std::string(kFile) + ":" + std::to_string(i + 2);
        for (const int one : shape)
            row.layer += (row.layer.empty() ? "" : "x") + std::to_string(one);
        row.fitted = std::ranges::find(kFittedLayers, shape) != kFittedLayers.end();
        row.cycles = table->numberOr(i, "target.gemmini_cycle", 0);
        auto mapping = mappingOf(table->text(i, "mapping.mapping"));
        if (!mapping) {
            return Error{
                "malformed-csv",
                row.id,
                {"error.field-is-word", {{"field", "the mapping"}, {"value", table->text(i, "mapping.mapping")}}},
                {"accepted.four-levels-from-l3-to-l0"},
                std::string(kFile)};
        }
        row.request = std::make_shared<const Json>(Json{{"kind", "layer"},
                                                        {"method", "npu.commands"},
                                                        {"hardware", kDevice},
                                                        {"workload",
                                                         {{"operator", "conv2d"},
                                                          {"n", std::max(1, size("prob.N"))},
                                                          {"c", shape[0]},
                                                          {"m", shape[1]},
                                                          {"p", shape[2]},
                                                          {"q", shape[3]},
                                                          {"r", shape[4]},
                                                          {"s", shape[5]},
                                                          {"stride", shape[6]}}},
                                                        {"plan", {{"mapping", *std::move(mapping)}}}});
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace strata::assess
