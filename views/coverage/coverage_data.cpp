// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/coverage/coverage_data.h"

#include "core/coverage/order.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace strata::views {
namespace {

using coverage::Tally;

constexpr double kHalf = 0.5; // what a part of an answer is worth against a whole one when things are put in order

double score(const Tally& tally) {
    if (tally.questions == 0) return 0.0;
    return (static_cast<double>(tally.supported) + kHalf * static_cast<double>(tally.partial)) /
           static_cast<double>(tally.questions);
}

std::shared_ptr<const coverage::Coverage> weighed(const std::shared_ptr<const coverage::Coverage>& from,
                                                  const std::map<std::string, double>& values) {
    if (values.empty()) return from;
    auto copy = std::make_shared<coverage::Coverage>(*from);
    for (coverage::Question& question : copy->questions)
        if (const auto value = values.find(question.group); value != values.end()) question.value = value->second;
    return copy;
}

std::vector<std::size_t> counting(std::size_t count) {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    return order;
}

void putInOrder(CoveragePicture& picture, CoverageOrder order) {
    const coverage::Summary& summary = picture.summary;
    picture.rows = counting(summary.rows.size());
    picture.columns = counting(summary.columns.size());
    const auto at = [&](std::size_t row, std::size_t column) { return score(summary.at(row, column)); };
    if (order == CoverageOrder::Answered) {
        const auto row_score = [&](std::size_t row) {
            double sum = 0.0;
            for (const std::size_t column : picture.columns)
                sum += at(row, column);
            return sum;
        };
        const auto column_score = [&](std::size_t column) { return score(picture.totals[column]); };
        std::ranges::stable_sort(picture.rows, std::ranges::greater{}, row_score);
        std::ranges::stable_sort(picture.columns, std::ranges::greater{}, column_score);
    }
    if (order == CoverageOrder::Clustered) {
        const auto rows = picture.rows, columns = picture.columns;
        picture.rows = coverage::clusterOrder(rows.size(), [&](std::size_t i, std::size_t j) {
            double apart = 0.0;
            for (const std::size_t column : columns)
                apart += std::abs(at(i, column) - at(j, column));
            return apart;
        });
        picture.columns = coverage::clusterOrder(columns.size(), [&](std::size_t i, std::size_t j) {
            double apart = 0.0;
            for (const std::size_t row : rows)
                apart += std::abs(at(row, i) - at(row, j));
            return apart;
        });
    }
}

} // namespace

const coverage::Question* CoveragePicture::question(std::size_t row) const {
    if (summary.by == coverage::By::Methodology || summary.members[row].size() != 1) return nullptr;
    return &coverage->questions[summary.members[row].front()];
}

const coverage::Answerer* CoveragePicture::answerer(std::size_t column) const {
    return answerers.empty() ? nullptr : &coverage->answerers[answerers[column]];
}

const coverage::Cell* CoveragePicture::cell(std::size_t row, std::size_t column) const {
    if (question(row) == nullptr || answerers.empty()) return nullptr;
    return &coverage->at(summary.members[row].front(), answerers[column]);
}

std::string CoveragePicture::group(std::size_t row) const {
    if (summary.by == coverage::By::Methodology || summary.members[row].empty()) return {};
    const std::string& group = coverage->questions[summary.members[row].front()].group;
    const bool same =
        std::ranges::all_of(summary.members[row], [&](std::size_t q) { return coverage->questions[q].group == group; });
    return same ? group : std::string();
}

CoveragePicture makeCoveragePicture(const std::shared_ptr<const coverage::Coverage>& coverage,
                                    const CoverageChoice& choice) {
    CoveragePicture picture;
    if (!coverage || coverage->empty()) return picture;
    picture.coverage = weighed(coverage, choice.values);
    picture.summary = coverage::summarize(*picture.coverage, choice.by, choice.filter);
    const auto answerers = coverage::answerersOf(*picture.coverage, choice.filter);
    if (choice.by != coverage::By::Methodology) picture.answerers = answerers;
    for (std::size_t column = 0; column < picture.summary.columns.size(); ++column) {
        if (!picture.answerers.empty()) {
            picture.totals.push_back(coverage::tallyOf(*picture.coverage, picture.answerers[column]));
            continue;
        }
        std::vector<std::size_t> of_platform;
        for (const std::size_t answerer : answerers)
            if (std::ranges::count(picture.coverage->answerers[answerer].platforms, picture.summary.columns[column]) >
                0)
                of_platform.push_back(answerer);
        picture.totals.push_back(coverage::unionOf(*picture.coverage, of_platform));
    }
    coverage::Filter tools = choice.filter;
    tools.own = false;
    tools.tools = true;
    picture.tools = coverage::unionOf(*picture.coverage, coverage::answerersOf(*picture.coverage, tools));
    picture.strata = coverage::tallyOf(*picture.coverage, 0);
    picture.together = coverage::unionOf(*picture.coverage, answerers);
    putInOrder(picture, choice.order);
    return picture;
}

} // namespace strata::views
