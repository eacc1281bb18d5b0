// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/tool.h"
#include "core/coverage/accuracy.h"
#include "core/coverage/needs.h"
#include "core/coverage/own_runs.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace strata::coverage {

enum class CellState { Unsupported, Partial, Supported, NotRun };
/// "unsupported", "partial", "supported", "not run"
std::string_view name(CellState state);

/// A scenario as a row.
struct Question {
    std::string id, group, category, name, text;
    int era = 0;
    double value = 1.0; ///< weight of the question in sums
    std::vector<Need> needs;
    std::shared_ptr<const Json> request;
};

/// Who may answer, as a column: a tool of the field, one of Strata's methods, or Strata as a whole.
struct Answerer {
    std::string id, name;
    bool own = false;
    bool whole = false; ///< all own methods together
    std::vector<std::string> platforms;
    std::string methodology;
    int year = 0;
    std::string source;               ///< of what it covers
    std::string limits;               ///< own methods: when it breaks down
    std::optional<Accuracy> accuracy; ///< own methods only
};

struct Cell {
    CellState state = CellState::Unsupported;
    std::vector<std::string_view> lacks; ///< parts of the question, ids of toolParts()
    std::vector<Message> reasons;        ///< own methods: what is wrong
    std::string detail;                  ///< own methods: the sentences of the check
    std::string method;                  ///< of the column "Strata": the method that answers best
    std::vector<ToolStatedCell> stated;  ///< what surveys say of this cell
};

/// Questions by answerers.
struct Coverage {
    std::vector<Question> questions;
    std::vector<Answerer> answerers;
    std::vector<Cell> cells; ///< question by question
    std::vector<Tool> tools; ///< all tools of the catalog, also those that answer nothing

    const Cell& at(std::size_t question, std::size_t answerer) const;
    bool empty() const { return questions.empty() || answerers.empty(); }
};

/// What Strata knows of itself: nothing of it is typed in.
struct OwnEvidence {
    std::vector<OwnRun> runs; ///< empty: not run yet
    std::vector<Accuracy> accuracies;
};

/// The whole matrix. A method whose measured error is above `worst_error`, the largest error that the protocol of
/// assessment calls a working prediction, answers partially at best.
Coverage makeCoverage(const Library& library, const Registry& registry, const OwnEvidence& own, double worst_error);

/// Which of the answerers are meant.
struct Filter {
    std::string platform, methodology; ///< empty: any
    int from_year = 0, to_year = 9999; ///< of publication; own methods are of today
    bool tools = true, own = true;     ///< tools of the field, Strata's methods
};
std::vector<std::size_t> answerersOf(const Coverage& coverage, const Filter& filter);

/// The best state of some answerers.
CellState bestOf(const Coverage& coverage, std::size_t question, std::span<const std::size_t> answerers);

} // namespace strata::coverage
