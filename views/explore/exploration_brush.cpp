// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/explore/exploration.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace strata::views {
namespace {

/// The end of a range; one that is absent is open.
double endOf(const Json& range, const char* key, double open) {
    const auto found = range.find(key);
    return found != range.end() && found->is_number() ? found->get<double>() : open;
}

std::optional<std::size_t> rowOf(const Json& document, const char* key) {
    const auto found = document.find(key);
    if (found == document.end() || !found->is_number_unsigned()) return std::nullopt;
    return found->get<std::size_t>();
}

int namedColumn(const Exploration& run, const Json& entry, const char* key) {
    const auto found = entry.is_object() ? entry.find(key) : entry.end();
    return entry.is_object() && found != entry.end() && found->is_string() ? run.columnNamed(found->get<std::string>())
                                                                           : -1;
}

std::optional<Lasso> lassoOf(const Exploration& run, const Json& entry) {
    const int x = namedColumn(run, entry, "x"), y = namedColumn(run, entry, "y");
    if (x < 0 || y < 0) return std::nullopt;
    Lasso lasso{static_cast<std::size_t>(x),
                static_cast<std::size_t>(y),
                entry.value("log_x", Json()) == true,
                entry.value("log_y", Json()) == true,
                {}};
    for (const Json& corner : entry.value("corners", Json::array())) {
        if (!corner.is_array() || corner.size() != 2 || !corner[0].is_number() || !corner[1].is_number())
            return std::nullopt;
        lasso.corners.emplace_back(corner[0].get<double>(), corner[1].get<double>());
    }
    return lasso.corners.size() < 3 ? std::nullopt : std::optional(std::move(lasso));
}

/// Two numbers, the first the smaller one.
std::optional<std::pair<double, double>> spanOf(const Json& entry, const char* key) {
    const auto found = entry.find(key);
    if (found == entry.end() || !found->is_array() || found->size() != 2) return std::nullopt;
    if (!(*found)[0].is_number() || !(*found)[1].is_number()) return std::nullopt;
    const auto low = (*found)[0].get<double>(), high = (*found)[1].get<double>();
    return low < high ? std::optional(std::pair(low, high)) : std::nullopt;
}

std::optional<PlaneZoom> zoomOf(const Exploration& run, const Json& entry) {
    const int x = namedColumn(run, entry, "x"), y = namedColumn(run, entry, "y");
    if (x < 0 || y < 0) return std::nullopt;
    const auto across = spanOf(entry, "across"), up = spanOf(entry, "up");
    if (!across || !up) return std::nullopt;
    return PlaneZoom{
        static_cast<std::size_t>(x), static_cast<std::size_t>(y), across->first, across->second, up->first, up->second};
}

} // namespace

std::string Exploration::saveBrush() const {
    Json ranges = Json::array(), lassos = Json::array();
    for (const ColumnRange& range : filter().ranges) {
        Json entry{{"column", columns_[range.column].name}};
        if (!std::isinf(range.low)) entry["low"] = range.low;
        if (!std::isinf(range.high)) entry["high"] = range.high;
        ranges.push_back(std::move(entry));
    }
    for (const Lasso& lasso : filter().lassos) {
        lassos.push_back({{"x", columns_[lasso.x].name},
                          {"y", columns_[lasso.y].name},
                          {"log_x", lasso.log_x},
                          {"log_y", lasso.log_y},
                          {"corners", lasso.corners}});
    }
    const auto& zoom = filter().zoom;
    Json document{{"ranges", std::move(ranges)}, {"lassos", std::move(lassos)}};
    if (zoom) {
        document["zoom"] = {{"x", columns_[zoom->x].name},
                            {"y", columns_[zoom->y].name},
                            {"across", {zoom->left, zoom->right}},
                            {"up", {zoom->low, zoom->high}}};
    }
    if (chosen_) document["chosen"] = *chosen_;
    if (baseline_) document["baseline"] = *baseline_;
    return canonicalText(document);
}

void Exploration::restoreBrush(std::string_view json_text) {
    const Json document = Json::parse(json_text, nullptr, false);
    if (!document.is_object()) return;
    Filter filter;
    for (const Json& entry : document.value("ranges", Json::array())) {
        const int column = namedColumn(*this, entry, "column");
        if (column < 0) continue;
        constexpr double kOpen = std::numeric_limits<double>::infinity();
        filter.setRange({static_cast<std::size_t>(column), endOf(entry, "low", -kOpen), endOf(entry, "high", kOpen)});
    }
    for (const Json& entry : document.value("lassos", Json::array())) {
        if (auto lasso = lassoOf(*this, entry)) filter.lassos.push_back(*std::move(lasso));
    }
    filter.zoom = zoomOf(*this, document.value("zoom", Json()));
    setFilter(std::move(filter));
    setChosen(rowOf(document, "chosen"));
    setBaseline(rowOf(document, "baseline"));
}

} // namespace strata::views
