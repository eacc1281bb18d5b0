// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tools/tools_data.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

namespace strata::views {
namespace {

/// Names of the tools and methods that are for a platform.
std::set<std::string> namesFor(const coverage::Coverage& coverage, const std::string& platform) {
    std::set<std::string> names;
    const auto fits = [&](const std::vector<std::string>& platforms) {
        return platform.empty() || std::ranges::count(platforms, platform) > 0;
    };
    for (const Tool& tool : coverage.tools)
        if (fits(tool.platforms)) names.insert(tool.name);
    for (const coverage::Answerer& answerer : coverage.answerers)
        if (answerer.own && fits(answerer.platforms)) names.insert(answerer.name);
    return names;
}

void keep(Table& table, std::size_t column, const std::set<std::string>& names) {
    std::erase_if(table.rows, [&](const std::vector<Cell>& row) {
        const auto* name = std::get_if<std::string>(&row[column]);
        return name == nullptr || !names.contains(*name);
    });
}

void rank(ToolsPicture& picture, const std::set<std::string>& names) {
    picture.graded = coverage::gradedTools(coverage::builtinProtocol(), *picture.coverage);
    std::erase_if(picture.graded, [&](const coverage::Graded& graded) { return !names.contains(graded.name); });
    picture.ranking = coverage::rankTools(picture.graded, picture.weights);
    picture.swaps = coverage::nearestSwaps(picture.graded, picture.weights);
    for (std::size_t i = 0; i < picture.graded.size(); ++i)
        if (!picture.graded[i].complete()) picture.incomplete.push_back(i);
}

void claim(ToolsPicture& picture, const std::set<std::string>& names) {
    picture.claims = coverage::claimRows(*picture.coverage);
    std::erase_if(picture.claims, [&](const coverage::ClaimRow& row) { return !names.contains(row.tool); });
    for (std::size_t i = 0; i < picture.claims.size(); ++i) {
        if (i == 0 || picture.claims[i].domain != picture.claims[i - 1].domain) picture.claim_rows.push_back({true, i});
        picture.claim_rows.push_back({false, i});
    }
}

} // namespace

std::size_t ToolsPicture::rows() const {
    switch (page) {
    case ToolsPage::Ranking: return ranking.size() + incomplete.size();
    case ToolsPage::Claims: return claim_rows.size();
    case ToolsPage::Timeline: return timeline.size();
    case ToolsPage::Failures:
    case ToolsPage::Disagreements:
    case ToolsPage::Table: break;
    }
    return table.rows.size();
}

double ToolsPicture::share(std::size_t dimension) const {
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    return sum > 0.0 ? weights[dimension] / sum : 0.0;
}

const coverage::Swap* ToolsPicture::swapOf(std::size_t place) const {
    if (place >= ranking.size()) return nullptr;
    const auto found = std::ranges::find(swaps, ranking[place].tool, &coverage::Swap::ahead);
    return found == swaps.end() ? nullptr : &*found;
}

std::pair<double, double> ToolsPicture::range() const {
    double low = std::numeric_limits<double>::infinity(), high = 0.0;
    const auto add = [&](double value) {
        if (value <= 0.0) return;
        low = std::min(low, value);
        high = std::max(high, value);
    };
    if (page == ToolsPage::Timeline)
        for (const std::size_t tool : timeline)
            add(coverage->tools[tool].year);
    for (const coverage::ClaimRow& row : claims)
        for (const auto* ranges : {&row.claims, &row.verifications})
            for (const coverage::ErrorRange& range : *ranges) {
                add(range.low);
                add(range.high);
            }
    return high > 0.0 ? std::pair(low, high) : std::pair(1.0, 100.0);
}

ToolsPicture makeToolsPicture(const std::shared_ptr<const coverage::Coverage>& coverage, const ToolsChoice& choice) {
    ToolsPicture picture;
    picture.page = choice.page;
    picture.weights = choice.weights.empty() ? coverage::builtinProtocol().schemes.front().weights : choice.weights;
    if (!coverage) return picture;
    picture.coverage = coverage;
    auto names = namesFor(*coverage, choice.platform);
    switch (choice.page) {
    case ToolsPage::Ranking:
        rank(picture, names);
        picture.table = coverage::rankingTable(coverage::builtinProtocol(), picture.graded, picture.weights);
        break;
    case ToolsPage::Claims:
        claim(picture, names);
        picture.table = coverage::claimTable(*coverage);
        keep(picture.table, 1, names);
        break;
    case ToolsPage::Timeline:
        picture.table = coverage::toolTable(*coverage);
        keep(picture.table, 0, names);
        for (std::size_t i = 0; i < coverage->tools.size(); ++i)
            if (coverage->tools[i].year > 0 && names.contains(coverage->tools[i].name)) picture.timeline.push_back(i);
        std::ranges::stable_sort(picture.timeline, {}, [&](std::size_t i) { return coverage->tools[i].year; });
        break;
    case ToolsPage::Failures:
        picture.table = coverage::failureTable(*coverage);
        keep(picture.table, 0, names);
        break;
    case ToolsPage::Disagreements:
        picture.table = coverage::disagreementTable(coverage::builtinProtocol(), *coverage);
        names.insert(std::string(coverage::kWholeField));
        keep(picture.table, 0, names);
        break;
    case ToolsPage::Table:
        picture.table = coverage::toolTable(*coverage);
        keep(picture.table, 0, names);
        break;
    }
    return picture;
}

} // namespace strata::views
