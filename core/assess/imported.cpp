// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/imported.h"

#include "core/base/quantity.h"
#include "core/base/schema.h"
#include "core/exchange/csv.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

namespace strata::assess {
namespace {

constexpr std::array<std::string_view, 5> kColumns{"row", "tool", "quantity", "value", "unit"};

/// Factors of units with a prefix.
constexpr std::array<std::pair<std::string_view, double>, 8> kPrefixes{
    {{"p", 1e-12}, {"n", 1e-9}, {"u", 1e-6}, {"m", 1e-3}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}}};

const ObjectSchema& predictionsSchema() {
    using namespace field;
    static const ObjectSchema prediction_schema{
        "imported_prediction",
        "Prediction",
        {text("row", "Row", "Id of the measured row.").needed(), text("tool", "Tool", "Name of the tool.").needed(),
         text("quantity", "Quantity", "Name of the predicted quantity.").needed(),
         number("value", "Value", "", "Predicted value in the stated unit.").needed(),
         text("unit", "Unit", "Unit of the value, such as s or ms.").needed()}};
    static const ObjectSchema schema{
        "imported_predictions",
        "Predictions",
        {list("predictions", "Predictions", prediction_schema, "Predictions of other tools.").needed()}};
    return schema;
}

Result<std::vector<ImportedPrediction>> fromTable(const exchange::CsvTable& table, std::string_view file) {
    std::string known;
    for (const std::string_view column : kColumns)
        known += (known.empty() ? "" : ", ") + std::string(column);
    for (const std::string& column : table.columns())
        if (std::ranges::find(kColumns, column) == kColumns.end())
            return Error{"unknown-column",
                         "",
                         {"error.there-no-column-2", {{"column", column}}},
                         verbatim(known),
                         std::string(file)};
    if (auto complete = table.require({"row", "tool", "quantity", "value", "unit"}, file); !complete)
        return complete.error();
    std::vector<ImportedPrediction> predictions;
    for (std::size_t i = 0; i < table.rows(); ++i) {
        const std::string line = std::string(file) + ":" + std::to_string(i + 2);
        for (const std::string_view column : kColumns)
            if (table.text(i, column).empty())
                return Error{"bad-value",
                             "/" + std::string(column),
                             {"error.empty", {{"column", column}}},
                             {"accepted.value-2"},
                             line};
        const auto value = table.number(i, "value");
        if (!value)
            return Error{"bad-value",
                         "/value",
                         {"error.value", {{"value", table.text(i, "value")}}},
                         {"accepted.finite-number"},
                         line};
        const auto word = [&](std::string_view column) { return std::string(table.text(i, column)); };
        predictions.push_back({word("row"), word("tool"), word("quantity"), word("unit"), *value});
    }
    return predictions;
}

Result<std::vector<ImportedPrediction>> fromJson(std::string_view text, std::string_view file) {
    const auto document = parseJson(text, file);
    if (!document) return document.error();
    if (auto valid = validate(*document, predictionsSchema(), {}); !valid) {
        Error error = valid.error();
        error.file = file;
        return error;
    }
    std::vector<ImportedPrediction> predictions;
    for (const Json& prediction : document->at("predictions"))
        predictions.push_back({prediction.at("row"), prediction.at("tool"), prediction.at("quantity"),
                               prediction.at("unit"), prediction.at("value")});
    return predictions;
}

Result<std::vector<ImportedPrediction>> onceEach(Result<std::vector<ImportedPrediction>> predictions,
                                                 std::string_view file) {
    if (!predictions) return predictions;
    std::set<std::array<std::string_view, 3>> seen;
    for (const ImportedPrediction& prediction : *predictions)
        if (!seen.insert({prediction.row, prediction.tool, prediction.quantity}).second)
            return Error{"duplicate-id",
                         "/row",
                         {"error.has-two-predictions-for-row",
                          {{"tool", prediction.tool}, {"quantity", prediction.quantity}, {"row", prediction.row}}},
                         {"accepted.one-prediction-for-each-tool-row"},
                         std::string(file)};
    return predictions;
}

/// What a number in `unit` is multiplied with to be one in `wanted`; nothing where the units differ in more than
/// prefix.
std::optional<double> factorTo(std::string_view wanted, std::string_view unit) {
    if (unit == wanted) return 1.0;
    if (wanted == "1" && unit == "%") return 0.01;
    for (const auto& [prefix, factor] : kPrefixes)
        if (unit.starts_with(prefix) && unit.substr(prefix.size()) == wanted) return factor;
    return std::nullopt;
}

std::string unitOf(const MeasuredRow& row) {
    if (!row.unit.empty()) return row.unit;
    const Quantity* quantity = findQuantity(row.quantity);
    return quantity != nullptr ? std::string(quantity->unit) : std::string();
}

std::vector<std::pair<std::string, std::string>> groupOf(std::vector<std::pair<std::string, std::string>> group,
                                                         const std::string& tool) {
    std::erase_if(group, [](const auto& key) { return key.first == "tool"; });
    group.insert(group.begin(), {"tool", tool});
    return group;
}

} // namespace

Result<std::vector<ImportedPrediction>> readImported(std::string text, bool json, std::string_view file) {
    if (json) return onceEach(fromJson(text, file), file);
    const auto table = exchange::CsvTable::parse(std::move(text), file);
    if (!table) return table.error();
    return onceEach(fromTable(*table, file), file);
}

Result<std::vector<ImportedPrediction>> readImportedFile(const std::filesystem::path& file) {
    const std::string name = file.string();
    if (name.ends_with(".csv") || name.ends_with(".csv.gz")) {
        const auto table = exchange::CsvTable::read(file);
        if (!table) return table.error();
        return onceEach(fromTable(*table, name), name);
    }
    if (!name.ends_with(".json"))
        return Error{
            "bad-argument", "", {"error.name-does-not-say-how-file-2"}, {"accepted.name-ends-csv-or-json"}, name};
    std::error_code ignored;
    std::ifstream in(file, std::ios::binary);
    if (!in || std::filesystem::is_directory(file, ignored))
        return Error{"unreadable-file", "", {"error.cannot-read-file-2"}, {"accepted.file-predictions"}, name};
    return readImported(std::string(std::istreambuf_iterator<char>(in), {}), true, name);
}

SuiteReport besideRows(std::span<const MeasuredRow> rows, std::span<const ImportedPrediction> predictions) {
    std::map<std::pair<std::string_view, std::string_view>, std::vector<const ImportedPrediction*>> meant;
    for (const ImportedPrediction& prediction : predictions)
        meant[{prediction.row, prediction.quantity}].push_back(&prediction);
    SuiteReport report;
    for (const MeasuredRow& row : rows) {
        const auto found = meant.find({row.id, row.quantity});
        if (found == meant.end()) continue;
        const std::string unit = unitOf(row);
        for (const ImportedPrediction* imported_prediction : found->second) {
            const auto factor = factorTo(unit, imported_prediction->unit);
            if (!factor) {
                report.refused.push_back(
                    {row.id, imported_prediction->tool + " states " + imported_prediction->unit + ", the row " + unit});
                continue;
            }
            const double value = *factor * imported_prediction->value;
            SuiteRow answer{row.id,
                            groupOf(row.group, imported_prediction->tool),
                            row.quantity,
                            unit,
                            row.measured,
                            value,
                            value,
                            value,
                            imported_prediction->tool};
            answer.request = row.request;
            report.rows.push_back(std::move(answer));
        }
        meant.erase(found);
    }
    for (const auto& [key, left] : meant)
        for (const ImportedPrediction* prediction : left)
            report.refused.push_back(
                {prediction->row, prediction->tool + ": no row has this id and the quantity " + prediction->quantity});
    return report;
}

SuiteReport withImported(SuiteReport report, std::span<const ImportedPrediction> predictions) {
    std::set<std::string_view> tools;
    for (const ImportedPrediction& prediction : predictions)
        tools.insert(prediction.tool);
    std::erase_if(report.rows, [&](const SuiteRow& row) { return tools.contains(row.method); });
    std::vector<MeasuredRow> measured;
    std::set<std::pair<std::string_view, std::string_view>> seen;
    for (const SuiteRow& row : report.rows) {
        if (!seen.insert({row.id, row.quantity}).second) continue; // several methods on one row
        MeasuredRow measured_row;
        measured_row.id = row.id;
        measured_row.request = row.request;
        measured_row.quantity = row.quantity;
        measured_row.measured = row.measured;
        measured_row.unit = row.unit;
        measured_row.group = row.group;
        measured.push_back(std::move(measured_row));
    }
    SuiteReport beside = besideRows(measured, predictions);
    SuiteReport both = groupedByTool(std::move(report));
    both.rows.insert(both.rows.end(), std::make_move_iterator(beside.rows.begin()),
                     std::make_move_iterator(beside.rows.end()));
    both.refused.insert(both.refused.end(), beside.refused.begin(), beside.refused.end());
    return both;
}

SuiteReport groupedByTool(SuiteReport report) {
    for (SuiteRow& row : report.rows)
        row.group = groupOf(std::move(row.group), row.method);
    return report;
}

} // namespace strata::assess
