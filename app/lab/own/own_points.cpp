// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/own/own_points.h"

#include "core/base/json.h"
#include "core/base/random.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

std::string_view pointValue(const MeasuredRow& row, std::string_view key) {
    const auto found = std::ranges::find_if(row.group, [&](const auto& pair) { return pair.first == key; });
    return found == row.group.end() ? std::string_view() : std::string_view(found->second);
}

/// "vllm 0.14.0"; the engine alone where no version is stated.
std::string pointEngine(const MeasuredRow& row) {
    const Json request = Json::parse(row.request, nullptr, false);
    const Json engine = request.value(Json::json_pointer("/plan/engine"), Json::object());
    const std::string version = engine.value("version", std::string());
    return engine.value("id", std::string()) + (version.empty() ? "" : " " + version);
}

} // namespace

std::map<std::string, FamilyRows> pointsByEngine(std::span<const MeasuredRow> rows, std::string_view device) {
    std::map<std::string, FamilyRows> engines;
    for (const MeasuredRow& row : rows) {
        if (pointValue(row, "device") == device) engines[pointEngine(row)].kinds[row.id].push_back(row);
    }
    for (auto& [name, engine] : engines)
        std::erase_if(engine.kinds, [](const auto& point) { return point.second.size() < 2; });
    return engines;
}

Drawn drawPoints(const FamilyRows& engine, std::size_t points, std::size_t most_scored, std::uint64_t seed) {
    std::vector<const std::vector<MeasuredRow>*> order;
    for (const auto& [id, times] : engine.kinds)
        order.push_back(&times);
    CounterRandom random(seed);
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[static_cast<std::size_t>(random.nextBelow(i))]);
    Drawn drawn;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i >= points + most_scored) break;
        for (MeasuredRow row : *order[i]) {
            // A point has one id for both times: rows need their own.
            row.id += " " + row.quantity;
            (i < points ? drawn.used : drawn.scored).push_back(std::move(row));
        }
    }
    return drawn;
}

} // namespace strata::assess
