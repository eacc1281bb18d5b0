// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/coverage.h"

#include "core/evaluate/kinds/scenario.h"

#include <algorithm>
#include <array>
#include <map>

namespace strata::coverage {
namespace {

constexpr int kToday = 9998; // own methods pass every filter of years that has no end

std::vector<Tool> toolsOf(const Library& library) {
    std::vector<Tool> tools;
    for (const Entry& entry : library.entries()) {
        if (entry.kind != EntryKind::Tool) continue;
        if (auto tool = readTool(*entry.document, {})) tools.push_back(*std::move(tool));
    }
    std::ranges::stable_sort(tools, {}, [](const Tool& tool) { return std::pair(tool.methodology, tool.year); });
    return tools;
}

std::vector<Question> questionsOf(const Library& library, const Registry& registry) {
    std::vector<Question> questions;
    for (const workload::Scenario& scenario : scenariosOf(library)) {
        Question question;
        question.id = scenario.id;
        question.group = scenario.group;
        question.category = scenario.category;
        question.name = scenario.name;
        question.text = scenario.question;
        question.era = scenario.era;
        question.needs = needsOf(scenario, library, registry);
        question.request = scenario.request;
        questions.push_back(std::move(question));
    }
    return questions;
}

std::vector<Answerer> answerersIn(const std::vector<Tool>& tools, const Registry& registry,
                                  const std::vector<Accuracy>& accuracies) {
    std::vector<Answerer> answerers;
    Answerer whole;
    whole.id = whole.name = "Strata";
    whole.own = whole.whole = true;
    whole.year = kToday;
    answerers.push_back(whole);
    for (const Method& method : registry.methods) {
        const auto same = std::ranges::find(answerers, method.id, &Answerer::id);
        if (same != answerers.end()) continue;
        Answerer answerer;
        answerer.id = answerer.name = method.id;
        answerer.own = true;
        answerer.year = kToday;
        answerer.platforms = {std::string(method.platform)};
        answerer.methodology = method.methodology;
        answerer.limits = method.limits;
        if (const Accuracy* accuracy = accuracyOf(accuracies, method.id)) answerer.accuracy = *accuracy;
        answerers.push_back(std::move(answerer));
    }
    for (const Tool& tool : tools) {
        if (tool.covers.empty()) continue;
        answerers.push_back({tool.id,
                             tool.name,
                             false,
                             false,
                             tool.platforms,
                             tool.methodology,
                             tool.year,
                             tool.covers_source,
                             {},
                             std::nullopt});
    }
    return answerers;
}

/// A tool answers with what it covers. Without scope, quantity or subject there is no answer, nor without any layer.
Cell statedCell(const Question& question, const Tool& tool) {
    Cell cell;
    bool no_answer = false, has_layer = false;
    for (const Need& need : question.needs) {
        const bool has = std::ranges::find(tool.covers, need.part->id) != tool.covers.end();
        has_layer = has_layer || (has && need.part->kind == ToolPartKind::Layer);
        if (has) continue;
        cell.lacks.push_back(need.part->id);
        const bool part_of_answer =
            need.part->kind == ToolPartKind::Layer || need.part->kind == ToolPartKind::Technique;
        no_answer = no_answer || !part_of_answer || need.subject;
    }
    const bool unsupported = no_answer || !has_layer;
    cell.state = unsupported ? CellState::Unsupported : cell.lacks.empty() ? CellState::Supported : CellState::Partial;
    for (const ToolStatedCell& stated : tool.stated_cells)
        if (stated.scenario == question.id) cell.stated.push_back(stated);
    return cell;
}

Cell ownCell(const OwnRun& run, const Answerer& answerer, double worst_error) {
    Cell cell;
    cell.method = run.method;
    for (const std::string& lack : run.lacks)
        cell.detail += (cell.detail.empty() ? "" : "\n") + lack;
    if (!run.answered) {
        cell.reasons.push_back({"coverage.no-answer"});
        return cell;
    }
    if (!run.in_range) cell.reasons.push_back({run.known_miss ? "coverage.known-miss" : "coverage.out-of-range"});
    if (!run.moves) cell.reasons.push_back({"coverage.knob-fails"});
    if (!run.informs) cell.reasons.push_back({"coverage.says-nothing"});
    if (answerer.accuracy && answerer.accuracy->record.mape > worst_error)
        cell.reasons.push_back({"coverage.inaccurate",
                                {{"error", Amount{answerer.accuracy->record.mape, "1"}},
                                 {"limit", Amount{worst_error, "1"}},
                                 {"suite", answerer.accuracy->record.suite}}});
    cell.state = cell.reasons.empty() ? CellState::Supported : CellState::Partial;
    return cell;
}

Cell notRun(bool none_ran) {
    Cell cell;
    cell.state = none_ran ? CellState::NotRun : CellState::Unsupported;
    cell.reasons.push_back({none_ran ? "coverage.not-run" : "coverage.other-kind"});
    return cell;
}

int rank(CellState state) { return state == CellState::NotRun ? -1 : static_cast<int>(state); }

} // namespace

std::string_view name(CellState state) {
    constexpr std::array<std::string_view, 4> kNames{"unsupported", "partial", "supported", "not run"};
    return kNames[static_cast<std::size_t>(state)];
}

const Cell& Coverage::at(std::size_t question, std::size_t answerer) const {
    return cells[question * answerers.size() + answerer];
}

Coverage makeCoverage(const Library& library, const Registry& registry, const OwnEvidence& own, double worst_error) {
    Coverage coverage;
    coverage.tools = toolsOf(library);
    coverage.questions = questionsOf(library, registry);
    coverage.answerers = answerersIn(coverage.tools, registry, own.accuracies);
    std::map<std::string_view, const Tool*> tools;
    for (const Tool& tool : coverage.tools)
        tools[tool.id] = &tool;
    std::map<std::pair<std::string_view, std::string_view>, const OwnRun*> runs;
    for (const OwnRun& run : own.runs)
        runs[{run.scenario, run.method}] = &run;
    for (const Question& question : coverage.questions) {
        const std::size_t first = coverage.cells.size();
        for (const Answerer& answerer : coverage.answerers) {
            if (!answerer.own) {
                coverage.cells.push_back(statedCell(question, *tools.at(answerer.id)));
                continue;
            }
            const auto run = runs.find({question.id, answerer.id});
            coverage.cells.push_back(run == runs.end() ? notRun(own.runs.empty())
                                                       : ownCell(*run->second, answerer, worst_error));
        }
        // The first column is the best of the own methods behind it.
        for (std::size_t i = 1; i < coverage.answerers.size() && coverage.answerers[i].own; ++i)
            if (rank(coverage.cells[first + i].state) > rank(coverage.cells[first].state) ||
                (i == 1 && coverage.cells[first].method.empty()))
                coverage.cells[first] = coverage.cells[first + i];
    }
    return coverage;
}

std::vector<std::size_t> answerersOf(const Coverage& coverage, const Filter& filter) {
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < coverage.answerers.size(); ++i) {
        const Answerer& answerer = coverage.answerers[i];
        if (answerer.own ? !filter.own : !filter.tools) continue;
        if (!filter.platform.empty() && !answerer.whole &&
            std::ranges::find(answerer.platforms, filter.platform) == answerer.platforms.end())
            continue;
        if (!filter.methodology.empty() && !answerer.whole && answerer.methodology != filter.methodology) continue;
        if (!answerer.own && (answerer.year < filter.from_year || answerer.year > filter.to_year)) continue;
        chosen.push_back(i);
    }
    return chosen;
}

CellState bestOf(const Coverage& coverage, std::size_t question, std::span<const std::size_t> answerers) {
    CellState best = CellState::NotRun;
    for (const std::size_t answerer : answerers) {
        const CellState state = coverage.at(question, answerer).state;
        if (rank(state) > rank(best)) best = state;
    }
    return best;
}

} // namespace strata::coverage
