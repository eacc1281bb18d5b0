// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/analysis/analysis.h"

#include "core/assess/statistics.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <system_error>

namespace strata::assess {
namespace {

constexpr std::array kAnalyses{
    Analysis{"analysis-gamma", "Composition gap, measured and predicted.", analyseGamma},
    Analysis{"analysis-roots", "Error of sums of kernels by their number.", analyseRoots},
    Analysis{"analysis-capture", "Share of the time that simple models capture.", analyseCapture},
    Analysis{"analysis-transfer", "Models of convolutions on transformers, and back.", analyseTransfer},
    Analysis{"analysis-ageing", "Measurements of one configuration under releases of different age.", analyseAgeing},
};

} // namespace

std::span<const Analysis> analyses() { return kAnalyses; }

std::filesystem::path partOf(const std::filesystem::path& data, std::string_view part) {
    std::error_code ignored;
    return std::filesystem::is_directory(data / part, ignored) ? data / part : data;
}

void Grouped::add(const Key& key, const std::map<std::string, double, std::less<>>& values) {
    auto& group = samples_[key];
    for (const auto& [name, value] : values)
        group[name].push_back(value);
}

std::vector<hardware::CalibrationGroup> Grouped::groups(std::span<const std::string_view> spread) const {
    std::vector<hardware::CalibrationGroup> groups;
    for (const auto& [key, values] : samples_) {
        if (size(key) < kFewestPoints) continue;
        hardware::CalibrationGroup group;
        group.key = key;
        for (const auto& [name, samples] : values) {
            group.points = std::max(group.points, static_cast<std::int64_t>(samples.size()));
            group.values[name] =
                std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
            if (std::ranges::find(spread, name) == spread.end()) continue;
            group.values[name + "_p10"] = quantile(samples, 0.1);
            group.values[name + "_p50"] = quantile(samples, 0.5);
            group.values[name + "_p90"] = quantile(samples, 0.9);
        }
        groups.push_back(std::move(group));
    }
    return groups;
}

std::size_t Grouped::size(const Key& key) const {
    const auto found = samples_.find(key);
    return found == samples_.end() || found->second.empty() ? 0 : found->second.begin()->second.size();
}

} // namespace strata::assess
