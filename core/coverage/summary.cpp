// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/summary.h"

#include <algorithm>
#include <array>
#include <map>

namespace strata::coverage {
namespace {

constexpr std::array<std::string_view, 4> kNames{"scenario", "category", "era", "methodology"};

std::string rowOf(const Question& question, By by) {
    if (by == By::Scenario) return question.id;
    if (by == By::Category) return question.group + " " + question.category;
    return periodOf(question.era);
}

void place(Summary& summary, const std::string& row, std::size_t member) {
    const auto found = std::ranges::find(summary.rows, row);
    const auto at = static_cast<std::size_t>(found - summary.rows.begin());
    if (found == summary.rows.end()) {
        summary.rows.push_back(row);
        summary.members.emplace_back();
    }
    summary.members[at].push_back(member);
}

Tally tally(const Coverage& coverage, std::span<const std::size_t> questions, std::span<const std::size_t> answerers) {
    Tally sum;
    sum.answerers = answerers.size();
    for (const std::size_t question : questions)
        sum.add(bestOf(coverage, question, answerers), coverage.questions[question].value);
    return sum;
}

std::vector<std::size_t> allQuestions(const Coverage& coverage) {
    std::vector<std::size_t> all(coverage.questions.size());
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = i;
    return all;
}

/// Methodologies in rows, platforms in columns; the answers of their tools together.
Summary byMethodology(const Coverage& coverage, const std::vector<std::size_t>& answerers) {
    Summary summary;
    summary.by = By::Methodology;
    for (const std::size_t answerer : answerers) {
        const Answerer& row = coverage.answerers[answerer];
        if (row.whole) continue;
        place(summary, row.methodology, answerer);
        for (const std::string& platform : row.platforms)
            if (std::ranges::find(summary.columns, platform) == summary.columns.end())
                summary.columns.push_back(platform);
    }
    const auto questions = allQuestions(coverage);
    for (const auto& members : summary.members) {
        for (const std::string& platform : summary.columns) {
            std::vector<std::size_t> both;
            for (const std::size_t member : members) {
                const auto& platforms = coverage.answerers[member].platforms;
                if (std::ranges::find(platforms, platform) != platforms.end()) both.push_back(member);
            }
            summary.cells.push_back(tally(coverage, questions, both));
        }
        summary.unions.push_back(tally(coverage, questions, members));
    }
    return summary;
}

} // namespace

std::string_view name(By by) { return kNames[static_cast<std::size_t>(by)]; }

std::optional<By> byNamed(std::string_view name) {
    const auto found = std::ranges::find(kNames, name);
    if (found == kNames.end()) return std::nullopt;
    return static_cast<By>(found - kNames.begin());
}

void Tally::add(CellState state, double question_value) {
    ++questions;
    value += question_value;
    supported += state == CellState::Supported ? 1 : 0;
    partial += state == CellState::Partial ? 1 : 0;
    not_run += state == CellState::NotRun ? 1 : 0;
    supported_value += state == CellState::Supported ? question_value : 0.0;
    partial_value += state == CellState::Partial ? question_value : 0.0;
}

Summary summarize(const Coverage& coverage, By by, const Filter& filter) {
    const std::vector<std::size_t> answerers = answerersOf(coverage, filter);
    if (by == By::Methodology) return byMethodology(coverage, answerers);
    Summary summary;
    summary.by = by;
    for (const std::size_t answerer : answerers)
        summary.columns.push_back(coverage.answerers[answerer].name);
    std::vector<std::size_t> questions = allQuestions(coverage);
    if (by == By::Era)
        std::ranges::stable_sort(questions, {}, [&](std::size_t i) { return coverage.questions[i].era; });
    for (const std::size_t question : questions)
        place(summary, rowOf(coverage.questions[question], by), question);
    for (const auto& members : summary.members) {
        for (const std::size_t answerer : answerers)
            summary.cells.push_back(tally(coverage, members, std::span(&answerer, 1)));
        summary.unions.push_back(tally(coverage, members, answerers));
    }
    return summary;
}

Tally tallyOf(const Coverage& coverage, std::size_t answerer) {
    return tally(coverage, allQuestions(coverage), std::span(&answerer, 1));
}

Tally unionOf(const Coverage& coverage, std::span<const std::size_t> answerers) {
    return tally(coverage, allQuestions(coverage), answerers);
}

std::string periodOf(int year) {
    constexpr int kFirst = 2016, kSecond = 2019, kThird = 2022;
    if (year <= kFirst) return "until 2016";
    if (year <= kSecond) return "2017 to 2019";
    return year <= kThird ? "2020 to 2022" : "from 2023";
}

} // namespace strata::coverage
