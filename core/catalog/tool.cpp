// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/tool.h"

#include "core/base/schema.h"
#include "core/catalog/tool_parts.h"
#include "core/workload/kernel/operators.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

using namespace field;

constexpr double kMostPct = 1e5;
constexpr double kMostScenarios = 1000;

Field source() { return text("source", "Source", "Document with page or table, or repository and issue.").needed(); }

ObjectSchema errorSchema(std::string name, std::string title) {
    return {
        std::move(name),
        std::move(title),
        {text("of", "Compared with", "What the tool was compared with: hardware, an RTL simulation, another tool.")
             .needed(),
         text("setting", "Setting", "Device, workload and mode of the comparison.").needed(),
         number("low_pct", "At least", "%").within(0, kMostPct).needed(),
         number("high_pct", "At most", "%", "Upper end of the range of errors.").byRule("low_pct").within(0, kMostPct),
         source()}};
}

const ObjectSchema& statementSchema() {
    static const ObjectSchema schema{
        "tool_statement", "Statement", {text("says", "Says", "The statement in short.").needed(), source()}};
    return schema;
}

const ObjectSchema& deploymentSchema() {
    static const ObjectSchema schema{
        "tool_deployment",
        "Deployment",
        {text("effort", "Effort", "Effort until the first result, or why there was none.").needed(),
         text("date", "Date", "Day on which it was tried."), source()}};
    return schema;
}

const ObjectSchema& statedCellSchema() {
    static const ObjectSchema schema{
        "tool_stated_cell",
        "Stated coverage",
        {text("scenario", "Scenario", "Id of the scenario: T1.1, for example.").needed(),
         choice("state", "State", {"supported", "partial", "unsupported", "undetermined"}).needed(),
         text("basis", "Basis", "Whether the source states the cell or it follows from a row of the source.").needed(),
         text("note", "Note", "What the source adds."), source()}};
    return schema;
}

const ObjectSchema& statedTotalSchema() {
    static const ObjectSchema schema{
        "tool_stated_total",
        "Stated total",
        {integer("supported", "Supported").within(0, kMostScenarios).needed(),
         integer("partial", "Partial").within(0, kMostScenarios).needed(),
         integer("scenarios", "Scenarios", "", "Number of scenarios of the source.").within(1, kMostScenarios).needed(),
         text("note", "Note", "What the source adds."), source()}};
    return schema;
}

const ObjectSchema& gradeSchema() {
    static const ObjectSchema schema{
        "tool_grade",
        "Grade",
        {text("dimension", "Dimension", "Dimension of the assessment protocol: D1, for example.").needed(),
         integer("level", "Level", "", "0 for no working result to 3 for the highest grade.").within(0, 3).needed(),
         text("note", "Note", "What the source adds, and doubts about it."), source()}};
    return schema;
}

const ObjectSchema& compositeSchema() {
    static const ObjectSchema schema{"tool_composite",
                                     "Composite score",
                                     {text("scheme", "Scheme", "Name of the scheme of weights.").needed(),
                                      number("score", "Score").within(0, 3).needed(), source()}};
    return schema;
}

std::vector<std::string> partIds() {
    std::vector<std::string> ids;
    for (const ToolPart& part : toolParts())
        ids.emplace_back(part.id);
    return ids;
}

Field words(std::string key, std::string title, std::string help) {
    return list(std::move(key), std::move(title), text("", "Word"), std::move(help)).atLeast(1);
}

std::vector<std::string> listAt(const Json& document, const char* key) {
    return document.value(key, std::vector<std::string>());
}

Result<std::vector<ToolError>> readErrors(const Json& document, const char* key, std::string_view pointer) {
    std::vector<ToolError> errors;
    if (!document.contains(key)) return errors;
    for (const Json& stated : document.at(key)) {
        ToolError error{stated.at("of"), stated.at("setting"), stated.at("low_pct"), stated.at("low_pct"),
                        stated.at("source")};
        error.high_pct = stated.value("high_pct", error.low_pct);
        if (error.high_pct < error.low_pct) {
            return Error{"bad-value",
                         std::string(pointer) + "/" + key + "/" + std::to_string(errors.size()) + "/high_pct",
                         {"error.range-errors-ends-before-begins"},
                         {"accepted.at-least-low-pct"},
                         {}};
        }
        errors.push_back(std::move(error));
    }
    return errors;
}

/// The source of one member: its own where the entry names one, else that of the whole entry.
std::string sourceOf(const Json& document, const char* member) {
    const Json& source = document.at("source");
    if (source.is_string()) return source;
    return source.value(member, source.value("*", std::string()));
}

/// What surveys and protocols say of the tool.
void readAssessments(const Json& document, Tool& tool) {
    const auto each = [&](const char* key, const auto& add) {
        for (const Json& stated : document.value(key, Json::array()))
            add(stated, stated.value("note", std::string()), stated.at("source").get<std::string>());
    };
    each("coverage", [&](const Json& stated, std::string note, std::string source) {
        tool.stated_cells.push_back(
            {stated.at("scenario"), stated.at("state"), stated.at("basis"), std::move(note), std::move(source)});
    });
    each("coverage_totals", [&](const Json& stated, std::string note, std::string source) {
        tool.stated_totals.push_back(
            {stated.at("supported"), stated.at("partial"), stated.at("scenarios"), std::move(note), std::move(source)});
    });
    each("grades", [&](const Json& stated, std::string note, std::string source) {
        tool.grades.push_back({stated.at("dimension"), stated.at("level"), std::move(note), std::move(source)});
    });
    each("composites", [&](const Json& stated, const std::string&, std::string source) {
        tool.composites.push_back({stated.at("scheme"), stated.at("score"), std::move(source)});
    });
    each("deployment", [&](const Json& stated, const std::string&, std::string source) {
        tool.deployment.push_back({stated.at("effort"), stated.value("date", std::string()), std::move(source)});
    });
}

} // namespace

const ObjectSchema& disagreementSchema() {
    static const ObjectSchema schema{
        "tool_disagreement",
        "Disagreement",
        {text("about", "About", "What the sources say differently.").needed(),
         list("statements", "Statements", statementSchema(), "The statements side by side.").atLeast(2).needed()}};
    return schema;
}

ToolDisagreement readDisagreement(const Json& document) {
    ToolDisagreement disagreement{document.at("about"), {}};
    for (const Json& statement : document.at("statements"))
        disagreement.statements.push_back({statement.at("says"), statement.at("source")});
    return disagreement;
}

const ObjectSchema& toolSchema() {
    static const ObjectSchema schema = workload::entrySchema(
        "tool", "Tool",
        {text("role", "Role", "Kind of tool: predictor, simulator, profiler, system, format and so on.").needed(),
         text("methodology", "Methodology", "How it works: analytical, simulation, learned, trace-driven and so on.")
             .needed(),
         words("platforms", "Platforms", "Platforms that it covers.").needed(),
         words("levels", "Levels", "Levels that it covers: kernel, model, system and so on."),
         words("predicts", "Predicts", "Quantities that it predicts."),
         text("summary", "Summary", "The idea in one sentence.").needed(),
         text("needs", "Needs", "Input that it needs."),
         text("speed", "Speed", "Time of one evaluation."),
         text("works_when", "Works when", "Conditions under which its assumptions hold."),
         words("breaks_when", "Breaks when", "Conditions under which it fails."),
         list("claims", "Claims", errorSchema("tool_claim", "Claim"), "Errors that its authors state."),
         list("verifications", "Verifications", errorSchema("tool_verification", "Verification"),
              "Errors that others found."),
         list("deployment", "Deployment", deploymentSchema(), "What people met who tried it."),
         list("disagreements", "Disagreements", disagreementSchema(), "Points on which the sources disagree."),
         list("covers", "Covers", choice("", "Part", partIds()),
              "Parts of questions that its sources say it models: platforms, workloads, layers and techniques.")
             .atLeast(1),
         list("coverage", "Stated coverage", statedCellSchema(), "What surveys say of its answers to scenarios."),
         list("coverage_totals", "Stated totals", statedTotalSchema(), "What surveys say of all scenarios together."),
         list("grades", "Grades", gradeSchema(), "Grades in the dimensions of an assessment protocol."),
         list("composites", "Composite scores", compositeSchema(), "Composite scores that a document states."),
         text("licence", "Licence", "Licence of its repository."),
         text("successor", "Successor", "Id of the tool that follows it.")});
    return schema;
}

Result<Tool> readTool(const Json& document, std::string_view pointer) {
    if (auto valid = validate(document, toolSchema(), pointer); !valid) return valid.error();
    Tool tool;
    tool.id = document.at("id");
    tool.name = document.at("name");
    tool.role = document.at("role");
    tool.methodology = document.at("methodology");
    tool.summary = document.at("summary");
    tool.year = document.value("year", 0);
    tool.platforms = listAt(document, "platforms");
    tool.levels = listAt(document, "levels");
    tool.predicts = listAt(document, "predicts");
    tool.needs = document.value("needs", std::string());
    tool.speed = document.value("speed", std::string());
    tool.works_when = document.value("works_when", std::string());
    tool.breaks_when = listAt(document, "breaks_when");
    tool.covers = listAt(document, "covers");
    if (!tool.covers.empty()) tool.covers_source = sourceOf(document, "covers");
    tool.licence = document.value("licence", std::string());
    tool.successor = document.value("successor", std::string());
    readAssessments(document, tool);
    auto claims = readErrors(document, "claims", pointer);
    if (!claims) return claims.error();
    auto verifications = readErrors(document, "verifications", pointer);
    if (!verifications) return verifications.error();
    tool.claims = *std::move(claims);
    tool.verifications = *std::move(verifications);
    for (const Json& disagreement : document.value("disagreements", Json::array()))
        tool.disagreements.push_back(readDisagreement(disagreement));
    return tool;
}

} // namespace strata
