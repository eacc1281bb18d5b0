// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/coverage/coverage.h"
#include "core/evaluate/estimate.h"

#include <string_view>

namespace strata::coverage {

/// A threshold that results of a validation can be held against.
struct Condition {
    std::string metric; ///< "mape" or "spearman"
    bool below = true;
    double limit = 0;
};

struct RubricLevel {
    int level = 0;
    std::string grade, text; ///< "H" and what it asks for
    std::vector<Condition> conditions;
};

/// A dimension in which tools are graded.
struct Dimension {
    std::string id, name;
    std::vector<RubricLevel> levels; ///< the highest first
    std::vector<std::string> gaps;   ///< what the protocol leaves open
};

/// A way that tools fail, as the protocol classes it.
struct FailureClass {
    std::string id, name, text, effect;
};

/// Weights of the dimensions, in their order.
struct Scheme {
    std::string name;
    std::vector<double> weights;
};

/// A protocol of assessment: rubrics and weights as data.
struct Protocol {
    std::string name, source;
    std::vector<Dimension> dimensions;
    std::vector<FailureClass> failures;
    std::vector<Scheme> schemes;                 ///< the default first
    std::vector<ToolDisagreement> disagreements; ///< of the sources, about the protocol or the field as a whole

    /// The largest mean error that still gets a grade above the lowest; infinite where no rubric states one.
    double worstError() const;
};

/// The protocol that comes with the program, as JSON.
std::string_view protocolText();
/// Errors: those of validate(), "bad-value" for weights of unknown dimensions.
Result<Protocol> readProtocol(const Json& document, std::string_view file = {});
/// The protocol that comes with the program.
const Protocol& builtinProtocol();

/// Somebody with grades; -1 where a dimension has none.
struct Graded {
    std::string id, name;
    bool own = false;
    std::vector<int> levels;
    std::vector<std::string> notes;

    bool complete() const;
};

/// The tools that somebody graded, and Strata's methods as far as results of validations decide a level.
std::vector<Graded> gradedTools(const Protocol& protocol, const Coverage& coverage);

/// Sum of weights times levels over the sum of weights, 0 to 3. Only of complete grades.
double compositeOf(const Graded& graded, const std::vector<double>& weights);

/// Tools with complete grades, the best first.
struct Ranked {
    std::size_t tool;
    double score;
    int rank; ///< from 1; equal scores share one
};
std::vector<Ranked> rankTools(const std::vector<Graded>& graded, const std::vector<double>& weights);

/// The weight of one dimension at which two neighbours of a ranking change places, the other weights keeping their
/// proportions.
struct Swap {
    std::size_t ahead, behind;
    std::size_t dimension;
    double weight; ///< share of the sum of weights, now
    double at;     ///< share at which both have the same score
};

/// The nearest swap of each neighbouring pair with different scores that has one, in the order of the ranking.
std::vector<Swap> nearestSwaps(const std::vector<Graded>& graded, const std::vector<double>& weights);

/// Composite scores: stated by documents beside computed ones, one row for each tool and scheme.
Table compositeTable(const Protocol& protocol, const Coverage& coverage);

} // namespace strata::coverage
