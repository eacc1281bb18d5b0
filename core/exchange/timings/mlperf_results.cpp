// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timings/mlperf_results.h"

#include "core/exchange/csv.h"
#include "core/exchange/timings/number_cell.h"

#include <algorithm>
#include <array>

namespace strata::exchange {
namespace {

/// What a column holds. `Ignored`: known, and no part of a question.
enum class Part {
    Submitter,
    System,
    Accelerator,
    Accelerators,
    AcceleratorsOfNode,
    Nodes,
    Software,
    Model,
    Scenario,
    Result,
    Unit,
    Weights,
    Ignored,
    Unknown
};

/// A header without case, spaces and signs: "# of Accelerators" and "number_of_accelerators" differ in words alone.
std::string plainHeader(std::string_view header) {
    std::string plain;
    for (const char c : header) {
        if (c >= 'A' && c <= 'Z') plain += static_cast<char>(c - 'A' + 'a');
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) plain += c;
        if (c == '#') plain += "number";
    }
    return plain;
}

struct Header {
    std::string_view plain;
    Part part;
};
constexpr std::array kHeaders{Header{"organization", Part::Submitter},
                              Header{"submitter", Part::Submitter},
                              Header{"systemname", Part::System},
                              Header{"systemnameclickfordetails", Part::System},
                              Header{"system", Part::System},
                              Header{"acceleratormodelname", Part::Accelerator},
                              Header{"accelerator", Part::Accelerator},
                              Header{"numberofaccelerators", Part::Accelerators},
                              Header{"totalaccelerators", Part::Accelerators},
                              Header{"acceleratorspernode", Part::AcceleratorsOfNode},
                              Header{"numberofnodes", Part::Nodes},
                              Header{"framework", Part::Software},
                              Header{"software", Part::Software},
                              Header{"model", Part::Model},
                              Header{"modelmlc", Part::Model},
                              Header{"scenario", Part::Scenario},
                              Header{"result", Part::Result},
                              Header{"avgresultatsystemname", Part::Result},
                              Header{"units", Part::Unit},
                              Header{"unit", Part::Unit},
                              Header{"weightdatatypes", Part::Weights},
                              Header{"version", Part::Ignored},
                              Header{"round", Part::Ignored},
                              Header{"publicid", Part::Ignored},
                              Header{"id", Part::Ignored},
                              Header{"availability", Part::Ignored},
                              Header{"division", Part::Ignored},
                              Header{"divisionpower", Part::Ignored},
                              Header{"systemtype", Part::Ignored},
                              Header{"suite", Part::Ignored},
                              Header{"platform", Part::Ignored},
                              Header{"mlperfmodel", Part::Ignored},
                              Header{"benchmark", Part::Ignored},
                              Header{"accuracy", Part::Ignored},
                              Header{"hostprocessormodelname", Part::Ignored},
                              Header{"hostprocessorspernode", Part::Ignored},
                              Header{"hostprocessorcorecount", Part::Ignored},
                              Header{"processor", Part::Ignored},
                              Header{"numberofprocessors", Part::Ignored},
                              Header{"location", Part::Ignored},
                              Header{"details", Part::Ignored},
                              Header{"code", Part::Ignored},
                              Header{"operatingsystem", Part::Ignored},
                              Header{"notes", Part::Ignored},
                              Header{"compliance", Part::Ignored},
                              Header{"errors", Part::Ignored},
                              Header{"validinvalid", Part::Ignored},
                              Header{"inferred", Part::Ignored},
                              Header{"haspower", Part::Ignored},
                              Header{"resultpower", Part::Ignored},
                              Header{"resultpowerunits", Part::Ignored},
                              Header{"powerresult", Part::Ignored},
                              Header{"powerunits", Part::Ignored}};

Part partOf(std::string_view header) {
    const auto found = std::ranges::find(kHeaders, plainHeader(header), &Header::plain);
    return found == kHeaders.end() ? Part::Unknown : found->part;
}

bool isNothing(std::string_view cell) { return cell.empty() || cell == "N/A" || cell == "-" || cell == "None"; }

/// Columns by what they hold; of two of the same part, the first.
class Columns {
public:
    explicit Columns(const CsvTable& table) : table_(table) {
        at_.fill(kNone);
        for (std::size_t c = table.columns().size(); c-- > 0;)
            at_[static_cast<std::size_t>(partOf(table.columns()[c]))] = c;
    }
    bool has(Part part) const { return at_[static_cast<std::size_t>(part)] != kNone; }
    std::string_view cell(std::size_t row, Part part) const {
        return has(part) ? table_.cell(row, at_[static_cast<std::size_t>(part)]) : std::string_view();
    }
    std::string_view nameOf(Part part) const { return table_.columns()[at_[static_cast<std::size_t>(part)]]; }

private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    const CsvTable& table_;
    std::array<std::size_t, static_cast<std::size_t>(Part::Unknown) + 1> at_{};
};

/// A number of at least 0, a billion at most where devices are counted; 0 where the cell states nothing.
Result<double> counted(const Columns& columns, std::size_t row, Part part, std::string_view file) {
    const std::string_view cell = columns.cell(row, part);
    if (isNothing(cell)) return 0.0;
    constexpr double kMostDevices = 1e9;
    const auto value = numberOf(cell);
    if (value && *value >= 0 && (part == Part::Result || *value <= kMostDevices)) return *value;
    return Error{"bad-value",
                 "/" + std::string(columns.nameOf(part)),
                 {"error.line-field-is-word", {{"line", row + 2}, {"field", columns.nameOf(part)}, {"value", cell}}},
                 {"accepted.number-above-0"},
                 std::string(file)};
}

Result<MlperfResult> resultOf(const Columns& columns, std::size_t row, std::string_view file) {
    MlperfResult mlperf_result;
    mlperf_result.line = row + 2;
    for (const auto& [part, member] : {std::pair{Part::Submitter, &MlperfResult::submitter},
                                       {Part::System, &MlperfResult::system},
                                       {Part::Accelerator, &MlperfResult::accelerator},
                                       {Part::Software, &MlperfResult::software},
                                       {Part::Model, &MlperfResult::model},
                                       {Part::Scenario, &MlperfResult::scenario},
                                       {Part::Unit, &MlperfResult::unit},
                                       {Part::Weights, &MlperfResult::weights}})
        if (!isNothing(columns.cell(row, part))) mlperf_result.*member = columns.cell(row, part);
    const auto result = counted(columns, row, Part::Result, file);
    if (!result) return result.error();
    if (*result > 0) mlperf_result.result = *result;
    const bool of_all = columns.has(Part::Accelerators);
    const auto accelerators = counted(columns, row, of_all ? Part::Accelerators : Part::AcceleratorsOfNode, file);
    if (!accelerators) return accelerators.error();
    const auto nodes = counted(columns, row, Part::Nodes, file);
    if (!nodes) return nodes.error();
    mlperf_result.accelerators = of_all || !columns.has(Part::Nodes) ? *accelerators : *accelerators * *nodes;
    return mlperf_result;
}

} // namespace

bool isMlperfTable(std::string_view header) {
    const auto table = CsvTable::parse(std::string(header) + "\n");
    if (!table) return false;
    const Columns columns(*table);
    return columns.has(Part::Accelerator) && columns.has(Part::Model) && columns.has(Part::Scenario) &&
           columns.has(Part::Result);
}

Result<MlperfResults> parseMlperfResults(std::string text, std::string_view file) {
    const auto table = CsvTable::parse(std::move(text), file);
    if (!table) return table.error();
    const Columns columns(*table);
    for (const auto& [part, known_as] : {std::pair{Part::Accelerator, "Accelerator"},
                                         {Part::Model, "Model"},
                                         {Part::Scenario, "Scenario"},
                                         {Part::Result, "Result"},
                                         {Part::Unit, "Units"}})
        if (!columns.has(part))
            return Error{"missing-column",
                         "",
                         {"error.there-no-column", {{"name", known_as}}},
                         {"accepted.columns-of-mlperf-table"},
                         std::string(file)};
    MlperfResults read;
    for (const std::string& column : table->columns())
        if (partOf(column) == Part::Unknown && !column.empty()) read.unknown_columns.push_back(column);
    for (std::size_t row = 0; row < table->rows(); ++row) {
        if (isNothing(columns.cell(row, Part::Model))) {
            read.empty_lines.push_back(row + 2);
            continue;
        }
        auto one = resultOf(columns, row, file);
        if (!one) return one.error();
        read.results.push_back(*std::move(one));
    }
    return read;
}

} // namespace strata::exchange
