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

/// Cells of a line; lines of the tool end with a comma.
std::vector<std::string_view> cellsOf(std::string_view line) {
    std::vector<std::string_view> cells;
    while (!trimmed(line).empty()) {
        const std::size_t comma = line.find(',');
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

Result<Json> layerOf(const std::vector<std::string_view>& cells, bool product, std::size_t line,
                     std::string_view file) {
    const auto sizes = sizesOf(cells, product ? 3 : 7, line, file);
    if (!sizes) return sizes.error();
    const auto& at = *sizes;
    if (product) return Json{{"operator", "linear"}, {"m", at[0]}, {"n", at[1]}, {"k", at[2]}};
    if (at[2] > at[0] || at[3] > at[1])
        return malformed(line, {"error.filter-larger-than-its-input-2"}, {"accepted.filter-within-padded-input"}, file);
    // The tool rounds up, where frameworks round down.
    const auto steps = [&](std::uint64_t in, std::uint64_t filter) { return (in - filter + at[6] - 1) / at[6] + 1; };
    return Json{{"operator", "conv2d"},
                {"in_channels", at[4]},
                {"out_channels", at[5]},
                {"out_height", steps(at[0], at[2])},
                {"out_width", steps(at[1], at[3])},
                {"kernel_height", at[2]},
                {"kernel_width", at[3]},
                {"stride", at[6]}};
}

} // namespace

bool isScaleSimTopology(std::string_view text) {
    const auto cells = cellsOf(text.substr(0, text.find('\n')));
    if (cells.size() < 4 || !lower(cells[0]).starts_with("layer")) return false;
    return lower(cells[1]).starts_with("ifmap") || (lower(cells[1]) == "m" && lower(cells[2]) == "n");
}

Result<ImportedEntry> parseScaleSimTopology(std::string_view text, std::string_view file) {
    if (!isScaleSimTopology(text))
        return malformed(1, {"error.no-header-topology"}, {"accepted.layer-name-ifmap-height-or-layer"}, file);
    const auto header = cellsOf(text.substr(0, text.find('\n')));
    const bool product = lower(header[1]) == "m";
    const std::size_t sparsity = placeOf(header, "sparsity");
    bool sparse = false;
    Json operators = Json::array();
    std::set<std::string> names;
    std::size_t line = 0;
    for (std::string_view rest = text; !rest.empty(); ++line) {
        const std::size_t end = rest.find('\n');
        const std::string_view one = rest.substr(0, end);
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
        const auto cells = cellsOf(one);
        if (line == 0 || cells.empty()) continue;
        if (operators.size() >= kMostLines)
            return malformed(line + 1, {"error.there-too-many-layers"}, {"accepted.at-most-100-000"}, file);
        auto layer = layerOf(cells, product, line + 1, file);
        if (!layer) return layer.error();
        std::string name(cells[0].empty() ? "layer" : cells[0].substr(0, 80));
        for (int copy = 2; !names.insert(name).second; ++copy)
            name = std::string(cells[0].substr(0, 80)) + "." + std::to_string(copy);
        (*layer)["name"] = name;
        sparse |= sparsity < cells.size() && !isDense(cells[sparsity]);
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
    return imported;
}

} // namespace strata::exchange
