// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_json.h"
#include "core/base/message_text.h"
#include "core/base/quantity.h"
#include "core/base/schema.h"
#include "core/evaluate/estimate.h"

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

constexpr std::array kCategories{Category::Total,      Category::Compute,       Category::Memory,
                                 Category::Launch,     Category::Movement,      Category::Synchronisation,
                                 Category::Allocation, Category::Communication, Category::Bubble,
                                 Category::Queueing,   Category::Other};
constexpr std::array kCombines{Combine::Sum, Combine::Max, Combine::Overlap};
constexpr std::array kLevels{Note::Level::Info, Note::Level::Warning, Note::Level::Extrapolation};

template <class List>
std::vector<std::string> namesOf(const List& list) {
    std::vector<std::string> names;
    for (const auto item : list)
        names.emplace_back(name(item));
    return names;
}

/// The item of a closed list; the schema has already refused every other word.
template <class List>
auto itemNamed(const List& list, const std::string& word) {
    return *std::find_if(list.begin(), list.end(), [&word](const auto item) { return name(item) == word; });
}

std::string takeText(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found == object.end() ? std::string() : found->get<std::string>();
}

Message takeMessage(const Json& object, const std::string& key) {
    const auto found = object.find(key + "_message");
    return found == object.end() ? verbatim(takeText(object, key.c_str())) : messageFromJson(*found);
}

/// Which text, and what stands at its places.
Field message(const char* key, const char* title) {
    return field::object(
        key, title,
        {"message",
         "Message",
         {
             field::text("id", "Id").needed(),
             field::any("arguments", "Arguments", "Values by the names of the text's places.").needed(),
         }});
}

/// Parts are nested without end, so their children are checked one level at a time.
ObjectSchema makePartSchema() {
    using namespace field;
    return {"part",
            "Part",
            {
                text("id", "Id", "Unique among its siblings.").needed(),
                text("label", "Label").needed(),
                message("label_message", "Label as a message"),
                choice("category", "Category", namesOf(kCategories)).needed(),
                number("value", "Value").needed(),
                choice("combine", "Combine", namesOf(kCombines), "How the children make up the value of the part."),
                list("children", "Children", any("", "Part")),
                text("formula", "Formula", "Formula of the value with the numbers filled in."),
                message("formula_message", "Formula as a message"),
                text("source", "Source", "Source of the coefficient or count."),
                message("source_message", "Source as a message"),
            }};
}

ObjectSchema makeEstimateSchema() {
    using namespace field;
    const ObjectSchema metric{
        "metric",
        "Metric",
        {
            number("value", "Value").needed(),
            number("low", "Low").needed(),
            number("high", "High").needed(),
            number("coverage", "Coverage", "1", "Share of cases that is expected inside [low, high]; 1 for bounds.")
                .within(0, 1)
                .needed(),
        }};
    const ObjectSchema table{
        "table",
        "Table",
        {
            list("columns", "Columns", text("", "Column")).needed(),
            list("rows", "Rows", list("", "Row", any("", "Cell", "A number, a text, or null for an empty cell.")))
                .needed(),
        }};
    const ObjectSchema calibration{"calibration",
                                   "Calibration",
                                   {
                                       text("id", "Id").needed(),
                                       text("data", "Data").needed(),
                                       integer("points", "Points").needed(),
                                       number("residual_p50", "Median residual", "1").needed(),
                                       number("residual_p90", "90th percentile", "1").needed(),
                                   }};
    const ObjectSchema note{"note",
                            "Note",
                            {
                                choice("level", "Level", namesOf(kLevels)).needed(),
                                text("code", "Code").needed(),
                                text("text", "Text", "The sentence in English, made of id and arguments.").needed(),
                                text("id", "Id", "Id of the text.").needed(),
                                any("arguments", "Arguments", "Values by the names of the text's places.").needed(),
                                text("pointer", "Pointer", "JSON pointer to the place in the request."),
                                text("fix", "Fix", "What the user can do about it."),
                                list("fixes", "Fixes", any("", "Fix", "A message: id and arguments.")),
                                flag("decides", "Decides", "The note says what decides the result.").byDefault(false),
                            }};
    return {
        "estimate",
        "Estimate",
        {
            text("kind", "Kind").needed(),
            text("method", "Method").needed(),
            text("request_sha256", "Request hash", "SHA-256 of the canonical request without its label.").needed(),
            text("facts_sha256", "Facts hash",
                 "SHA-256 of the request with all entries of the catalog that the answer may follow from. It changes "
                 "when "
                 "one of these entries changes."),
            text("method_version", "Method version", "Hash of the method's code and calibrations."),
            text("program", "Program", "Version of Strata that wrote the estimate."),
            flag("valid", "Valid", "False where the design cannot exist; the estimate then has no metrics.").needed(),
            map("metrics", "Metrics", metric).needed(),
            map("parts", "Parts", makePartSchema()).needed(),
            map("tables", "Tables", table).needed(),
            list("calibrations", "Calibrations", calibration).needed(),
            list("notes", "Notes", note).needed(),
        }};
}

Result<Part> readPart(const Json& document, const std::string& pointer) {
    static const ObjectSchema schema = makePartSchema();
    if (auto valid = validate(document, schema, pointer); !valid) return valid.error();
    Part part;
    part.id = document["id"].get<std::string>();
    part.title = takeMessage(document, "label");
    part.category = itemNamed(kCategories, document["category"].get_ref<const std::string&>());
    part.value = document["value"].get<double>();
    part.formula = takeMessage(document, "formula");
    part.source = takeMessage(document, "source");
    if (document.contains("combine")) part.combine = itemNamed(kCombines, takeText(document, "combine"));
    if (!document.contains("children")) return part;
    const Json& children = document["children"];
    for (std::size_t i = 0; i < children.size(); ++i) {
        auto child = readPart(children[i], pointer + "/children/" + std::to_string(i));
        if (!child) return child.error();
        part.children.push_back(*std::move(child));
    }
    return part;
}

Cell readCell(const Json& value) {
    const bool beyond =
        value.is_number_unsigned() && value.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max();
    if (value.is_number_integer() && !beyond) return value.get<std::int64_t>();
    if (value.is_number()) return value.get<double>();
    if (value.is_string()) return value.get<std::string>();
    return {};
}

Result<Table> readTable(const std::string& table_name, const Json& document) {
    Table table{table_name, document["columns"].get<std::vector<std::string>>(), {}};
    for (const Json& row : document["rows"]) {
        std::vector<Cell> cells;
        for (const Json& cell : row)
            cells.push_back(readCell(cell));
        if (cells.size() != table.columns.size()) {
            return Error{"bad-value",
                         "/tables/" + pointerStep(table_name) + "/rows/" + std::to_string(table.rows.size()),
                         {"error.row-has-cells", {{"cells", cells.size()}}},
                         {"accepted.one-column", {{"columns", table.columns.size()}}},
                         {}};
        }
        table.rows.push_back(std::move(cells));
    }
    return table;
}

template <class Row, class NameOf>
void sortByRank(std::vector<Row>& rows, NameOf name_of) {
    std::stable_sort(rows.begin(), rows.end(), [&name_of](const Row& a, const Row& b) {
        return quantityRank(name_of(a)) < quantityRank(name_of(b));
    });
}

Result<void> readParts(const Json& document, Estimate& estimate) {
    for (const auto& [metric, root] : document["parts"].items()) {
        auto part = readPart(root, "/parts/" + pointerStep(metric));
        if (!part) return part.error();
        estimate.parts.emplace_back(metric, *std::move(part));
    }
    sortByRank(estimate.parts, [](const auto& root) { return root.first; });
    for (const auto& [table_name, content] : document["tables"].items()) {
        auto table = readTable(table_name, content);
        if (!table) return table.error();
        estimate.tables.push_back(*std::move(table));
    }
    return {};
}

} // namespace

const ObjectSchema& estimateSchema() {
    static const ObjectSchema schema = makeEstimateSchema();
    return schema;
}

Result<Estimate> estimateFromJson(const Json& document) {
    if (auto valid = validate(document, estimateSchema()); !valid) return valid.error();
    Estimate estimate;
    estimate.kind = document["kind"].get<std::string>();
    estimate.method = document["method"].get<std::string>();
    estimate.method_version = takeText(document, "method_version");
    estimate.request_sha256 = document["request_sha256"].get<std::string>();
    estimate.facts_sha256 = takeText(document, "facts_sha256");
    estimate.valid = document["valid"].get<bool>();
    for (const auto& [metric, numbers] : document["metrics"].items()) {
        estimate.metrics.push_back({metric, numbers["value"].get<double>(), numbers["low"].get<double>(),
                                    numbers["high"].get<double>(), numbers["coverage"].get<double>()});
    }
    sortByRank(estimate.metrics, [](const Metric& metric) { return metric.name; });
    if (auto read = readParts(document, estimate); !read) return read.error();
    for (const Json& use : document["calibrations"]) {
        estimate.calibrations.push_back({use["id"].get<std::string>(), use["data"].get<std::string>(),
                                         use["points"].get<std::int64_t>(), use["residual_p50"].get<double>(),
                                         use["residual_p90"].get<double>()});
    }
    for (const Json& note : document["notes"]) {
        estimate.notes.push_back({itemNamed(kLevels, takeText(note, "level")), takeText(note, "code"),
                                  messageFromJson(note), takeText(note, "pointer")});
        for (const Json& fix : note.value("fixes", Json::array()))
            estimate.notes.back().fixes.push_back(messageFromJson(fix));
        estimate.notes.back().decides = note.value("decides", false);
    }
    return estimate;
}

} // namespace strata
