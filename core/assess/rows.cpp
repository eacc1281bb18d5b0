// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/rows.h"

#include "core/base/json.h"
#include "core/base/quantity.h"
#include "core/exchange/csv.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <unordered_set>

namespace strata::assess {
namespace {

constexpr std::array<std::string_view, 9> kKeys{"id",     "request", "quantity", "measured", "unit",
                                                "spread", "group",   "source",   "flags"};
constexpr std::array<std::string_view, 4> kNeeded{"id", "request", "quantity", "measured"};
constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 30;

std::string keyList() {
    std::string text;
    for (const std::string_view key : kKeys)
        text += (text.empty() ? "" : ", ") + std::string(key);
    return text;
}

bool known(std::string_view key) { return std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end(); }

/// Turns the fields of one line into a row.
class LineReader {
public:
    LineReader(std::string_view file, std::size_t line) : file_(file), line_(line) {}

    Error error(const char* code, std::string_view field, Message text, Message expected) const {
        return {code,
                field.empty() ? std::string() : "/" + pointerStep(field),
                {"error.on-line", {{"line", line_}, {"error", std::move(text)}}},
                std::move(expected),
                std::string(file_)};
    }

    Result<MeasuredRow> row(const Json& document) const {
        if (!document.is_object())
            return error("bad-value", "", {"error.no-json-object"},
                         {"accepted.object-with", {{"key_list", keyList()}}});
        for (const auto& [key, value] : document.items()) {
            if (!known(key))
                return error("unknown-key", key, {"error.there-no-key", {{"key", key}}}, verbatim(keyList()));
        }
        for (const std::string_view key : kNeeded) {
            if (!document.contains(key))
                return error("missing-key", key, {"error.field-missing", {{"field", key}}},
                             {"accepted.id-request-quantity-measured"});
        }
        MeasuredRow result;
        for (const auto& [key, target] : {std::pair<const char*, std::string*>{"id", &result.id},
                                          {"quantity", &result.quantity},
                                          {"unit", &result.unit},
                                          {"source", &result.source}}) {
            if (auto done = text(document, key, *target); !done) return done.error();
        }
        if (auto done = numbers(document, result); !done) return done.error();
        if (auto done = objects(document, result); !done) return done.error();
        if (auto done = unitOf(result); !done) return done.error();
        return result;
    }

private:
    Result<void> text(const Json& document, const char* key, std::string& target) const {
        const auto found = document.find(key);
        if (found == document.end()) return {};
        if (!found->is_string())
            return error("bad-value", key, {"error.field-no-text", {{"field", key}}}, {"accepted.text-2"});
        target = found->get<std::string>();
        const bool needed = std::find(kNeeded.begin(), kNeeded.end(), key) != kNeeded.end();
        if (needed && target.empty())
            return error("bad-value", key, {"error.field-empty", {{"field", key}}}, {"accepted.text-2"});
        return {};
    }

    Result<void> numbers(const Json& document, MeasuredRow& row) const {
        const Json& measured = document.at("measured");
        if (!measured.is_number() || !std::isfinite(measured.get<double>()))
            return error("bad-value", "measured",
                         {"error.field-is", {{"field", "measured"}, {"value", measured.dump()}}},
                         {"accepted.finite-number-in-si-unit"});
        row.measured = measured.get<double>();
        const auto spread = document.find("spread");
        if (spread == document.end()) return {};
        if (!spread->is_number() || !(spread->get<double>() >= 0.0) || !std::isfinite(spread->get<double>()))
            return error("bad-value", "spread", {"error.field-is", {{"field", "spread"}, {"value", spread->dump()}}},
                         {"accepted.ratio-from-0-up"});
        row.spread = spread->get<double>();
        return {};
    }

    Result<void> objects(const Json& document, MeasuredRow& row) const {
        const Json& request = document.at("request");
        if (!request.is_object())
            return error("bad-value", "request", {"error.field-no-json-object", {{"field", "request"}}},
                         {"accepted.request"});
        row.request = canonicalText(request);
        if (const auto group = document.find("group"); group != document.end()) {
            if (!group->is_object())
                return error("bad-value", "group", {"error.field-no-json-object", {{"field", "group"}}},
                             {"accepted.names-and-values"});
            for (const auto& [key, value] : group->items()) {
                if (value.is_structured() || value.is_null())
                    return error("bad-value", "group",
                                 {"error.has-no-plain-value-for", {{"field", "group"}, {"key", key}}},
                                 {"accepted.text-number-true-or-false"});
                row.group.emplace_back(key, value.is_string() ? value.get<std::string>() : value.dump());
            }
        }
        if (const auto flags = document.find("flags"); flags != document.end()) {
            const bool words = flags->is_array() && std::all_of(flags->begin(), flags->end(),
                                                                [](const Json& flag) { return flag.is_string(); });
            if (!words)
                return error("bad-value", "flags", {"error.no-list-words", {{"field", "flags"}}},
                             {"accepted.list-of-words"});
            row.flags = flags->get<std::vector<std::string>>();
        }
        return {};
    }

    /// A value in another unit would be compared with the wrong number.
    Result<void> unitOf(MeasuredRow& row) const {
        const Quantity* quantity = findQuantity(row.quantity);
        if (quantity == nullptr) return {}; // the answer tells whether it has such a metric
        if (row.unit.empty()) row.unit = quantity->unit;
        if (row.unit == quantity->unit) return {};
        return error("bad-value", "unit", {"error.quantity-in-unit", {{"quantity", row.quantity}, {"unit", row.unit}}},
                     quantity->unit.empty() ? Message{"accepted.no-unit-for-count"}
                                            : Message{"accepted.si-unit", {{"unit", quantity->unit}}});
    }

    std::string_view file_;
    std::size_t line_;
};

/// The line of an error in one JSON text, named as a line of the file.
Error onLine(Error error, const LineReader& line, std::string_view field) {
    return line.error(error.code.c_str(), field, std::move(error.text), std::move(error.expected));
}

Result<std::vector<MeasuredRow>> readLines(std::string_view text, std::string_view file) {
    std::vector<MeasuredRow> rows;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        const LineReader reader(file, number);
        const auto document = parseJson(line);
        if (!document) return onLine(document.error(), reader, "");
        auto row = reader.row(*document);
        if (!row) return row.error();
        rows.push_back(*std::move(row));
    }
    return rows;
}

/// Bytes of a cell that are no UTF-8, as tables of old programs have them, become the replacement character.
Json wordsOf(std::string_view cell) {
    const bool plain = std::all_of(cell.begin(), cell.end(), [](char c) { return static_cast<signed char>(c) >= 0; });
    Json words = std::string(cell);
    return plain ? words : Json::parse(canonicalText(words), nullptr, false);
}

/// The JSON text of a cell; as deep as it may be in a line of JSON, where an object holds it.
Result<Json> cellValue(std::string_view cell) {
    auto value = parseJson(cell);
    if (!value) return value;
    auto held = parseJson("[" + std::string(cell) + "]");
    if (!held) return held.error();
    return value;
}

/// The cells of a line as the object that a line of JSON would be. Empty cells are absent keys.
Result<Json> documentOf(const exchange::CsvTable& table, std::size_t index, const LineReader& reader) {
    Json document = Json::object();
    for (const std::string& name : table.columns()) {
        const std::string_view cell = table.text(index, name);
        if (cell.empty()) continue;
        if (name == "measured" || name == "spread") {
            const auto number = table.number(index, name);
            if (!number)
                return reader.error("bad-value", name, {"error.field-is-word", {{"field", name}, {"value", cell}}},
                                    {"accepted.finite-number"});
            document[name] = *number;
        } else if (name == "request" || name == "group" || name == "flags") {
            auto value = cellValue(cell);
            if (!value) return onLine(value.error(), reader, name);
            document[name] = *std::move(value);
        } else {
            document[name] = wordsOf(cell);
        }
    }
    return document;
}

Result<std::vector<MeasuredRow>> rowsOf(const exchange::CsvTable& table, std::string_view file) {
    for (const std::string& name : table.columns()) {
        if (!known(name))
            return LineReader(file, 1).error("unknown-column", name, {"error.there-no-column", {{"name", name}}},
                                             verbatim(keyList()));
    }
    if (auto complete = table.require({"id", "request", "quantity", "measured"}, file); !complete)
        return complete.error();
    std::vector<MeasuredRow> rows;
    rows.reserve(table.rows());
    for (std::size_t i = 0; i < table.rows(); ++i) {
        const LineReader reader(file, i + 2);
        const auto document = documentOf(table, i, reader);
        if (!document) return document.error();
        auto row = reader.row(*document);
        if (!row) return row.error();
        rows.push_back(*std::move(row));
    }
    return rows;
}

/// Errors and figures name rows by their id and quantity.
Result<std::vector<MeasuredRow>> withoutDoubles(Result<std::vector<MeasuredRow>> rows, std::string_view file) {
    if (!rows) return rows;
    std::unordered_set<std::string> seen;
    for (const MeasuredRow& row : *rows) {
        if (!seen.insert(row.id + '\n' + row.quantity).second)
            return Error{"duplicate-id",
                         "/id",
                         {"error.two-rows-have-id-and-quantity", {{"id", row.id}, {"quantity", row.quantity}}},
                         {"accepted.id-own-for-each-row-quantity"},
                         std::string(file)};
    }
    return rows;
}

} // namespace

Result<RowFormat> rowFormatOf(const std::filesystem::path& file) {
    const std::string name = file.filename().string();
    if (name.ends_with(".jsonl")) return RowFormat::JsonLines;
    if (name.ends_with(".csv") || name.ends_with(".csv.gz")) return RowFormat::Csv;
    return Error{"bad-argument",
                 "",
                 {"error.name-does-not-say-how-file"},
                 {"accepted.name-ends-in-csv-or-jsonl-2"},
                 file.string()};
}

Result<std::vector<MeasuredRow>> readRows(std::string text, RowFormat format, std::string_view file) {
    if (format == RowFormat::JsonLines) return withoutDoubles(readLines(text, file), file);
    const auto table = exchange::CsvTable::parse(std::move(text), file);
    if (!table) return table.error();
    return withoutDoubles(rowsOf(*table, file), file);
}

Result<std::vector<MeasuredRow>> readRowFile(const std::filesystem::path& file) {
    const auto format = rowFormatOf(file);
    if (!format) return format.error();
    if (*format == RowFormat::Csv) {
        const auto table = exchange::CsvTable::read(file);
        if (!table) return table.error();
        return withoutDoubles(rowsOf(*table, file.string()), file.string());
    }
    std::error_code ignored;
    std::ifstream in(file, std::ios::binary);
    if (!in || std::filesystem::is_directory(file, ignored))
        return Error{"unreadable-file", "", {"error.cannot-read-file"}, {"accepted.file-rows"}, file.string()};
    const std::uintmax_t size = std::filesystem::file_size(file, ignored);
    if (!ignored && size > kMostBytes)
        return Error{"too-large", "", {"error.file-has-more-than-1-gib"}, {"accepted.smaller-file"}, file.string()};
    std::string text(std::istreambuf_iterator<char>(in), {});
    if (in.bad())
        return Error{"unreadable-file", "", {"error.cannot-read-file"}, {"accepted.file-rows"}, file.string()};
    return readRows(std::move(text), *format, file.string());
}

std::string toJsonLine(const MeasuredRow& row) {
    Json document{{"id", row.id}, {"quantity", row.quantity}, {"measured", row.measured}};
    document["request"] = Json::parse(row.request, nullptr, false);
    if (!row.unit.empty()) document["unit"] = row.unit;
    if (row.spread) document["spread"] = *row.spread;
    if (!row.source.empty()) document["source"] = row.source;
    if (!row.flags.empty()) document["flags"] = row.flags;
    for (const auto& [key, value] : row.group)
        document["group"][key] = value;
    return canonicalText(document);
}

} // namespace strata::assess
