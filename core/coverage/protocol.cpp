// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/protocol.h"

#include "core/base/schema.h"
#include "core/evaluate/estimate.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

namespace strata::coverage {
namespace {

using namespace field;

constexpr int kHighest = 3;
constexpr double kSame = 1e-9; ///< of two scores that are equal but for rounding

const ObjectSchema& levelSchema() {
    static const ObjectSchema condition{"rubric_condition",
                                        "Condition",
                                        {choice("metric", "Metric", {"mape", "spearman"}).needed(),
                                         choice("is", "Is", {"below", "above"}).needed(),
                                         number("limit", "Limit", "1").needed()}};
    static const ObjectSchema schema{
        "rubric_level",
        "Level",
        {integer("level", "Level").within(0, kHighest).needed(),
         text("grade", "Grade", "Short name of the level.").needed(),
         text("text", "Text", "What the level asks for.").needed(),
         list("conditions", "Conditions", condition, "Thresholds that results of a validation can be held against.")}};
    return schema;
}

const ObjectSchema& protocolSchema() {
    static const ObjectSchema dimension{
        "rubric_dimension",
        "Dimension",
        {text("id", "Id", "Short name of the dimension.").needed(),
         text("name", "Name", "Name of the dimension.").needed(),
         list("levels", "Levels", levelSchema(), "Levels, the highest first.").atLeast(1).needed(),
         list("gaps", "Gaps", text("", "Gap"), "What the protocol leaves open.")}};
    static const ObjectSchema failure{
        "failure_class",
        "Failure class",
        {text("id", "Id", "Short name of the class.").needed(), text("name", "Name", "Name of the class.").needed(),
         text("text", "Text", "When it applies.").needed(), text("effect", "Effect", "What it does to the grades.")}};
    static const ObjectSchema scheme{
        "weight_scheme",
        "Scheme",
        {text("name", "Name", "Name of the scheme.").needed(),
         map("weights", "Weights", number("", "Weight").within(0, 1), "Weights by id of the dimension.").needed()}};
    static const ObjectSchema schema{
        "assessment_protocol",
        "Protocol",
        {text("name", "Name", "Name of the protocol.").needed(), text("source", "Source", "Document.").needed(),
         list("dimensions", "Dimensions", dimension, "Dimensions in which tools are graded.").atLeast(1).needed(),
         list("failures", "Failures", failure, "Ways in which tools fail."),
         list("schemes", "Schemes", scheme, "Weights of the dimensions, the default first.").atLeast(1).needed(),
         list("disagreements", "Disagreements", disagreementSchema(),
              "Points about the protocol or the field as a whole on which the sources disagree.")}};
    return schema;
}

Dimension readDimension(const Json& document) {
    Dimension dimension{document.at("id"), document.at("name"), {}, document.value("gaps", std::vector<std::string>())};
    for (const Json& stated : document.at("levels")) {
        RubricLevel level{stated.at("level"), stated.at("grade"), stated.at("text"), {}};
        for (const Json& condition : stated.value("conditions", Json::array()))
            level.conditions.push_back({condition.at("metric"), condition.at("is") == "below", condition.at("limit")});
        dimension.levels.push_back(std::move(level));
    }
    std::ranges::stable_sort(dimension.levels, std::ranges::greater{}, &RubricLevel::level);
    return dimension;
}

bool holds(const Condition& condition, const assess::ResultRecord& record) {
    const double value = condition.metric == "mape" ? record.mape : record.spearman;
    return condition.below ? value < condition.limit : value > condition.limit;
}

/// The highest level whose conditions hold; nothing where the rubric states none for results.
std::optional<int> levelOf(const Dimension& dimension, const assess::ResultRecord& record) {
    const bool states =
        std::ranges::any_of(dimension.levels, [](const auto& level) { return !level.conditions.empty(); });
    if (!states) return std::nullopt;
    for (const RubricLevel& level : dimension.levels)
        if (std::ranges::all_of(level.conditions, [&](const auto& condition) { return holds(condition, record); }))
            return level.level;
    return 0;
}

double sumOf(const std::vector<double>& weights) { return std::accumulate(weights.begin(), weights.end(), 0.0); }

/// The share of a dimension's weight at which two tools have one score; nothing where there is none between 0 and 1.
std::optional<double> swapAt(const Graded& ahead, const Graded& behind, const std::vector<double>& weights,
                             std::size_t d) {
    const double sum = sumOf(weights), own = weights[d] / sum;
    if (1.0 - own <= kSame) return std::nullopt;
    double others = 0.0; // difference of the scores without d, with weights that sum to one
    for (std::size_t i = 0; i < weights.size(); ++i)
        if (i != d) others += weights[i] / sum * (ahead.levels[i] - behind.levels[i]) / (1.0 - own);
    const double difference = ahead.levels[d] - behind.levels[d];
    if (std::abs(others - difference) < kSame) return std::nullopt;
    const double at = others / (others - difference);
    if (at < 0.0 || at > 1.0) return std::nullopt;
    return std::max(at, 0.0); // no negative zero
}

} // namespace

double Protocol::worstError() const {
    double worst = 0.0;
    for (const Dimension& dimension : dimensions)
        for (const RubricLevel& level : dimension.levels)
            for (const Condition& condition : level.conditions)
                if (condition.metric == "mape" && condition.below && level.level > 0)
                    worst = std::max(worst, condition.limit);
    return worst > 0.0 ? worst : std::numeric_limits<double>::infinity();
}

Result<Protocol> readProtocol(const Json& document, std::string_view file) {
    if (auto valid = validate(document, protocolSchema(), {}); !valid) {
        Error error = valid.error();
        error.file = file;
        return error;
    }
    Protocol protocol;
    protocol.name = document.at("name");
    protocol.source = document.at("source");
    for (const Json& dimension : document.at("dimensions"))
        protocol.dimensions.push_back(readDimension(dimension));
    for (const Json& failure : document.value("failures", Json::array()))
        protocol.failures.push_back(
            {failure.at("id"), failure.at("name"), failure.at("text"), failure.value("effect", std::string())});
    for (const Json& disagreement : document.value("disagreements", Json::array()))
        protocol.disagreements.push_back(readDisagreement(disagreement));
    for (std::size_t i = 0; i < document.at("schemes").size(); ++i) {
        const Json& stated = document.at("schemes")[i];
        Scheme scheme{stated.at("name"), std::vector<double>(protocol.dimensions.size(), 0.0)};
        for (const auto& [id, weight] : stated.at("weights").items()) {
            const auto found = std::ranges::find(protocol.dimensions, id, &Dimension::id);
            if (found == protocol.dimensions.end())
                return Error{"bad-value",
                             "/schemes/" + std::to_string(i) + "/weights/" + pointerStep(id),
                             {"error.there-no-dimension-2", {{"id", id}}},
                             {"accepted.id-dimension"},
                             std::string(file)};
            scheme.weights[static_cast<std::size_t>(found - protocol.dimensions.begin())] = weight;
        }
        if (sumOf(scheme.weights) <= 0.0)
            return Error{"bad-value",
                         "/schemes/" + std::to_string(i) + "/weights",
                         {"error.all-weights-0"},
                         {"accepted.at-least-one-weight-above-0"},
                         std::string(file)};
        protocol.schemes.push_back(std::move(scheme));
    }
    return protocol;
}

const Protocol& builtinProtocol() {
    static const Protocol protocol = [] {
        const auto document = parseJson(protocolText(), "protocol.json");
        const auto read = document ? readProtocol(*document, "protocol.json") : Result<Protocol>(document.error());
        if (!read) std::abort(); // the text is part of the program; a test reads it
        return *read;
    }();
    return protocol;
}

bool Graded::complete() const {
    return std::ranges::none_of(levels, [](int level) { return level < 0; });
}

std::vector<Graded> gradedTools(const Protocol& protocol, const Coverage& coverage) {
    const std::size_t count = protocol.dimensions.size();
    std::vector<Graded> graded;
    for (const Tool& tool : coverage.tools) {
        if (tool.grades.empty()) continue;
        Graded row{tool.id, tool.name, false, std::vector<int>(count, -1), std::vector<std::string>(count)};
        for (const ToolGrade& grade : tool.grades) {
            const auto found = std::ranges::find(protocol.dimensions, grade.dimension, &Dimension::id);
            if (found == protocol.dimensions.end()) continue;
            const auto d = static_cast<std::size_t>(found - protocol.dimensions.begin());
            row.levels[d] = grade.level;
            row.notes[d] = grade.note;
        }
        graded.push_back(std::move(row));
    }
    for (const Answerer& answerer : coverage.answerers) {
        if (!answerer.own || !answerer.accuracy) continue;
        Graded row{answerer.id, answerer.name, true, std::vector<int>(count, -1), std::vector<std::string>(count)};
        for (std::size_t d = 0; d < count; ++d)
            if (const auto level = levelOf(protocol.dimensions[d], answerer.accuracy->record)) row.levels[d] = *level;
        graded.push_back(std::move(row));
    }
    return graded;
}

double compositeOf(const Graded& graded, const std::vector<double>& weights) {
    double score = 0.0;
    for (std::size_t d = 0; d < weights.size(); ++d)
        score += weights[d] * graded.levels[d];
    return score / sumOf(weights);
}

std::vector<Ranked> rankTools(const std::vector<Graded>& graded, const std::vector<double>& weights) {
    std::vector<Ranked> ranked;
    for (std::size_t i = 0; i < graded.size(); ++i)
        if (graded[i].complete()) ranked.push_back({i, compositeOf(graded[i], weights), 0});
    std::ranges::stable_sort(ranked, [](const Ranked& a, const Ranked& b) { return a.score > b.score + kSame; });
    for (std::size_t i = 0; i < ranked.size(); ++i) {
        const bool tie = i > 0 && ranked[i - 1].score - ranked[i].score < kSame;
        ranked[i].rank = tie ? ranked[i - 1].rank : static_cast<int>(i) + 1;
    }
    return ranked;
}

std::vector<Swap> nearestSwaps(const std::vector<Graded>& graded, const std::vector<double>& weights) {
    const auto ranked = rankTools(graded, weights);
    const double sum = sumOf(weights);
    std::vector<Swap> swaps;
    for (std::size_t i = 1; i < ranked.size(); ++i) {
        if (ranked[i].rank == ranked[i - 1].rank) continue;
        std::optional<Swap> nearest;
        for (std::size_t d = 0; d < weights.size(); ++d) {
            const auto at = swapAt(graded[ranked[i - 1].tool], graded[ranked[i].tool], weights, d);
            if (!at) continue;
            const Swap swap{ranked[i - 1].tool, ranked[i].tool, d, weights[d] / sum, *at};
            if (!nearest || std::abs(swap.at - swap.weight) < std::abs(nearest->at - nearest->weight)) nearest = swap;
        }
        if (nearest) swaps.push_back(*nearest);
    }
    return swaps;
}

Table compositeTable(const Protocol& protocol, const Coverage& coverage) {
    Table table{"composites", {"tool", "scheme", "stated", "recomputed", "agrees", "source"}, {}};
    const auto graded = gradedTools(protocol, coverage);
    for (const Graded& row : graded) {
        if (!row.complete()) continue;
        const auto tool = std::ranges::find(coverage.tools, row.id, &Tool::id);
        for (const Scheme& scheme : protocol.schemes) {
            const double score = compositeOf(row, scheme.weights);
            const auto stated = std::ranges::find(tool->composites, scheme.name, &ToolComposite::scheme);
            const bool has = stated != tool->composites.end();
            const double digit = 0.05; // stated with one decimal
            table.rows.push_back({row.name, scheme.name, has ? strata::Cell(stated->score) : strata::Cell(), score,
                                  std::string(!has                                               ? ""
                                              : std::abs(stated->score - score) <= digit + kSame ? "yes"
                                                                                                 : "no"),
                                  has ? stated->source : std::string()});
        }
    }
    return table;
}

} // namespace strata::coverage
