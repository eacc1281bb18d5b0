// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/models/layer_tables.h"

#include "core/workload/listed/listed_graph.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

namespace strata::exchange {
namespace {

constexpr std::size_t kMostLines = 100000;
constexpr std::uint64_t kLargest = 1000000000;

Error malformed(std::size_t line, Message what, Message expected, std::string_view file) {
    return {"malformed-text",
            {},
            {"error.line-2", {{"line", line}, {"what", what}}},
            std::move(expected),
            std::string(file)};
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
        text.remove_suffix(1);
    return text;
}

/// Commas, or tabs in what a spreadsheet wrote.
char separatorOf(std::string_view text) {
    const std::string_view header = text.substr(0, text.find('\n'));
    return header.find(',') == std::string_view::npos && header.find('\t') != std::string_view::npos ? '\t' : ',';
}

/// Cells of a line; lines of the tool end with a comma.
std::vector<std::string_view> cellsOf(std::string_view line, char separator) {
    std::vector<std::string_view> cells;
    while (!trimmed(line).empty()) {
        const std::size_t comma = line.find(separator);
        cells.push_back(trimmed(line.substr(0, comma)));
        line = comma == std::string_view::npos ? std::string_view() : line.substr(comma + 1);
    }
    return cells;
}

std::string lower(std::string_view text) {
    std::string made(text);
    for (char& letter : made)
        letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    return made;
}

/// Of the column with this name in lower case; the number of columns where there is none.
std::size_t placeOf(const std::vector<std::string_view>& header, std::string_view name) {
    const auto found =
        std::find_if(header.begin(), header.end(), [&](std::string_view cell) { return lower(cell) == name; });
    return static_cast<std::size_t>(found - header.begin());
}

/// A ratio of kept to all values: "1", "2:2", against "1:4".
bool isDense(std::string_view cell) {
    const std::size_t colon = cell.find(':');
    if (colon == std::string_view::npos) return cell.empty() || cell == "1";
    return trimmed(cell.substr(0, colon)) == trimmed(cell.substr(colon + 1));
}

Result<std::vector<std::uint64_t>> sizesOf(const std::vector<std::string_view>& cells, std::size_t wanted,
                                           std::size_t line, std::string_view file) {
    if (cells.size() < wanted + 1)
        return malformed(line, {"error.there-cells", {{"cells", cells.size()}}},
                         {"accepted.name-and-sizes", {{"wanted", wanted}}}, file);
    std::vector<std::uint64_t> sizes;
    for (std::size_t i = 1; i <= wanted; ++i) {
        std::uint64_t size = 0;
        const char* const end = cells[i].data() + cells[i].size();
        const auto [last, failed] = std::from_chars(cells[i].data(), end, size);
        if (failed != std::errc() || last != end || size == 0 || size > kLargest)
            return malformed(line, {"error.cell", {{"i", i + 1}, {"value", cells[i].substr(0, 40)}}},
                             {"accepted.whole-number-1-to-1e9"}, file);
        sizes.push_back(size);
    }
    return sizes;
}

/// Places of the columns that only some topologies have.
struct Columns {
    std::size_t batch, sparsity, stride_width;
    bool product;
};

/// A size in a column that may be absent or empty.
Result<std::uint64_t> sizeAt(const std::vector<std::string_view>& cells, std::size_t column, std::uint64_t otherwise,
                             std::size_t line, std::string_view file) {
    if (column == 0 || column >= cells.size() || cells[column].empty()) return otherwise;
    const auto size = sizesOf({cells[0], cells[column]}, 1, line, file);
    if (!size) return size.error();
    return size->front();
}

Result<Json> layerOf(const std::vector<std::string_view>& cells, const Columns& columns, std::size_t line,
                     std::string_view file) {
    const auto sizes = sizesOf(cells, columns.product ? 3 : 7, line, file);
    if (!sizes) return sizes.error();
    const auto& at = *sizes;
    const auto batch = sizeAt(cells, columns.batch, 1, line, file);
    if (!batch) return batch.error();
    if (columns.product) return Json{{"operator", "linear"}, {"m", at[0] * *batch}, {"n", at[1]}, {"k", at[2]}};
    if (at[2] > at[0] || at[3] > at[1])
        return malformed(line, {"error.filter-larger-than-its-input-2"}, {"accepted.filter-within-padded-input"}, file);
    const auto stride_width = sizeAt(cells, columns.stride_width, at[6], line, file);
    if (!stride_width) return stride_width.error();
    // The tool rounds up, where frameworks round down.
    const auto steps = [](std::uint64_t in, std::uint64_t filter, std::uint64_t stride) {
        return (in - filter + stride - 1) / stride + 1;
    };
    // The tool runs the channels of a layer with this mark one by one, each with all filters.
    const bool depthwise = cells[0].find("DP") != std::string_view::npos;
    return Json{{"operator", "conv2d"},
                {"batch", *batch},
                {"in_channels", at[4]},
                {"out_channels", depthwise ? at[4] * at[5] : at[5]},
                {"out_height", steps(at[0], at[2], at[6])},
                {"out_width", steps(at[1], at[3], *stride_width)},
                {"kernel_height", at[2]},
                {"kernel_width", at[3]},
                {"groups", depthwise ? at[4] : 1},
                {"stride", at[6]}};
}

/// A header of sizes; files of data layouts begin with the same words.
bool isSize(std::string_view header) {
    return lower(header).starts_with("ifmap") && lower(header).find("line") == std::string::npos;
}

} // namespace

bool isScaleSimTopology(std::string_view text) {
    const auto cells = cellsOf(text.substr(0, text.find('\n')), separatorOf(text));
    if (cells.size() < 4 || !lower(cells[0]).starts_with("layer")) return false;
    return isSize(cells[1]) || (lower(cells[1]) == "m" && lower(cells[2]) == "n");
}

Result<ImportedEntry> parseScaleSimTopology(std::string_view text, std::string_view file) {
    if (!isScaleSimTopology(text))
        return malformed(1, {"error.no-header-topology"}, {"accepted.layer-name-ifmap-height-or-layer"}, file);
    const char separator = separatorOf(text);
    const auto header = cellsOf(text.substr(0, text.find('\n')), separator);
    const auto place = [&](std::string_view name) {
        const std::size_t at = placeOf(header, name);
        return at < header.size() ? at : 0;
    };
    const Columns columns{place("batch size"), place("sparsity"), place("stride width"), lower(header[1]) == "m"};
    std::string unknown, uneven;
    for (std::size_t c = columns.product ? 4 : 8; c < header.size(); ++c) {
        if (header[c].empty() || c == columns.batch || c == columns.sparsity || c == columns.stride_width) continue;
        unknown += (unknown.empty() ? "" : ", ") + std::string(header[c].substr(0, 40));
    }
    bool sparse = false;
    Json operators = Json::array();
    std::set<std::string> names;
    std::size_t line = 0;
    for (std::string_view rest = text; !rest.empty(); ++line) {
        const std::size_t end = rest.find('\n');
        const std::string_view one = rest.substr(0, end);
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
        const auto cells = cellsOf(one, separator);
        if (line == 0 || std::ranges::all_of(cells, &std::string_view::empty)) continue;
        if (operators.size() >= kMostLines)
            return malformed(line + 1, {"error.there-too-many-layers"}, {"accepted.at-most-100-000"}, file);
        auto layer = layerOf(cells, columns, line + 1, file);
        if (!layer) return layer.error();
        std::string name(cells[0].empty() ? "layer" : cells[0].substr(0, 80));
        for (int copy = 2; !names.insert(name).second; ++copy)
            name = std::string(cells[0].substr(0, 80)) + "." + std::to_string(copy);
        (*layer)["name"] = name;
        sparse |= columns.sparsity > 0 && columns.sparsity < cells.size() && !isDense(cells[columns.sparsity]);
        if (columns.stride_width > 0 && columns.stride_width < cells.size() && cells[7] != cells[columns.stride_width])
            uneven += (uneven.empty() ? "line " : ", line ") + std::to_string(line + 1) + ": stride width";
        operators.push_back(*std::move(layer));
    }
    if (operators.empty()) return malformed(line, {"error.there-no-layer"}, {"accepted.one-layer-each-line"}, file);
    const std::string name = nameOfFile(file);
    Json entry{{"id", entryIdOf(name)},
               {"kind", "graph"},
               {"name", name},
               {"operators", std::move(operators)},
               {"source", "SCALE-Sim topology " + std::filesystem::path(file).filename().string()}};
    if (auto valid = validate(entry, workload::graphSchema(), {}, file); !valid) return valid.error();
    ImportedEntry imported{std::make_shared<const Json>(std::move(entry)), {{"note.import-layers-alone"}}};
    if (sparse) imported.notes.push_back({"note.import-densities"});
    for (const std::string& members : {unknown, uneven})
        if (!members.empty()) imported.notes.push_back({"note.import-unread", {{"members", members.substr(0, 400)}}});
    return imported;
}

} // namespace strata::exchange
