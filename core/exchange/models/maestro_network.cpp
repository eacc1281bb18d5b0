// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/models/layer_tables.h"

#include "core/workload/listed/listed_graph.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

namespace strata::exchange {
namespace {

constexpr std::size_t kMostLayers = 100000;
constexpr std::uint64_t kLargest = 1000000000;

/// Words and the signs { } : , ; of a text, with the line of each. Comments begin with //.
class Words {
public:
    explicit Words(std::string_view text) : rest_(text) {}

    /// Empty at the end.
    std::string_view next() {
        skip();
        if (rest_.empty()) return {};
        constexpr std::string_view kSigns = "{}:,;()";
        std::size_t length = 1;
        if (kSigns.find(rest_.front()) == std::string_view::npos) {
            while (length < rest_.size() && kSigns.find(rest_[length]) == std::string_view::npos &&
                   !isBlank(rest_[length]))
                ++length;
        }
        const std::string_view word = rest_.substr(0, length);
        rest_.remove_prefix(length);
        return word;
    }
    std::string_view peek() {
        Words ahead = *this;
        return ahead.next();
    }
    std::size_t line() const { return line_; }

private:
    static bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
    void skip() {
        while (!rest_.empty()) {
            if (rest_.starts_with("//")) {
                rest_.remove_prefix(std::min(rest_.size(), rest_.find('\n')));
            } else if (isBlank(rest_.front())) {
                line_ += rest_.front() == '\n' ? 1 : 0;
                rest_.remove_prefix(1);
            } else {
                return;
            }
        }
    }

    std::string_view rest_;
    std::size_t line_ = 1;
};

struct Layer {
    std::string name, type;
    std::map<std::string, std::uint64_t> dimensions, strides;
    std::uint64_t at(const char* key) const {
        const auto found = dimensions.find(key);
        return found == dimensions.end() ? 1 : found->second;
    }
};

class Reader {
public:
    Reader(std::string_view text, std::string_view file) : words_(text), file_(file) {}

    Result<ImportedEntry> read() {
        std::string_view first = words_.next();
        for (; first == "Constant"; first = words_.next())
            if (auto read = constant(); !read) return read.error();
        if (first != "Network")
            return malformed({"error.does-not-begin-with-network"}, verbatim("Network NAME { Layer ... }"));
        network_ = std::string(words_.next().substr(0, 80));
        if (words_.next() != "{") return malformed({"error.network-has-no-body"}, verbatim("{"));
        for (std::string_view word = words_.next(); word != "}"; word = words_.next()) {
            if (word.empty()) return malformed({"error.network-not-closed"}, verbatim("}"));
            if (word != "Layer")
                return malformed({"error.stands-there", {{"word", word.substr(0, 40)}}}, {"accepted.layer-2"});
            if (auto read = layer(); !read) return read.error();
            if (operators_.size() > kMostLayers)
                return malformed({"error.there-too-many-layers"}, {"accepted.at-most-100-000"});
        }
        if (operators_.empty())
            return malformed({"error.no-layer-could-be-read"}, {"accepted.layers-type-conv-dsconv-fc-or"});
        for (std::string_view word = words_.next(); !word.empty(); word = words_.next()) {
            if (word == "Network" || word == "Accelerator")
                behind_ +=
                    (behind_.empty() ? "line " : ", line ") + std::to_string(words_.line()) + ": " + std::string(word);
        }
        return finish();
    }

private:
    /// "Constant SzM 100;", which sizes name later.
    Result<void> constant() {
        const std::string name(words_.next().substr(0, 80));
        const auto size = sizeOf(words_.next());
        if (!size) return malformed({"error.constant-no-size", {{"name", name}}}, {"accepted.whole-number-1-to-1e9"});
        constants_[name] = *size;
        if (words_.peek() == ";") words_.next();
        return {};
    }

    /// A number, or a constant.
    std::optional<std::uint64_t> sizeOf(std::string_view text) const {
        if (const auto known = constants_.find(text); known != constants_.end()) return known->second;
        std::uint64_t size = 0;
        const auto [last, failed] = std::from_chars(text.data(), text.data() + text.size(), size);
        if (failed != std::errc() || last != text.data() + text.size() || size == 0 || size > kLargest) return {};
        return size;
    }

    Error malformed(Message what, Message expected) const {
        return {"malformed-text",
                {},
                {"error.line-2", {{"line", words_.line()}, {"what", what}}},
                std::move(expected),
                std::string(file_)};
    }

    /// Passes over a body whose brace is still to come.
    Result<void> skipBody() {
        if (words_.next() != "{") return malformed({"error.body-missing"}, verbatim("{"));
        for (int depth = 1; depth > 0;) {
            const std::string_view word = words_.next();
            if (word.empty()) return malformed({"error.body-not-closed"}, verbatim("}"));
            depth += word == "{" ? 1 : word == "}" ? -1 : 0;
        }
        return {};
    }

    Result<void> sizes(std::map<std::string, std::uint64_t>& into) {
        if (words_.next() != "{") return malformed({"error.sizes-have-no-body"}, verbatim("{"));
        for (std::string_view word = words_.next(); word != "}"; word = words_.next()) {
            if (word == "," || word == ";") continue;
            const std::string key(word.substr(0, 16));
            const bool colon = words_.next() == ":";
            const std::string_view text = words_.next();
            const auto size = sizeOf(text);
            if (!colon || !size)
                return malformed({"error.field-is-word", {{"field", key}, {"value", text.substr(0, 40)}}},
                                 {"accepted.whole-number-1-to-1e9"});
            into[key] = *size;
        }
        return {};
    }

    Result<void> layer() {
        Layer one;
        one.name = std::string(words_.next().substr(0, 80));
        if (words_.next() != "{") return malformed({"error.layer-has-no-body", {{"name", one.name}}}, verbatim("{"));
        for (std::string_view word = words_.next(); word != "}"; word = words_.next()) {
            if (word.empty()) return malformed({"error.layer-not-closed", {{"name", one.name}}}, verbatim("}"));
            if (word == ";" || word == ",") continue;
            Result<void> read;
            if (word == "Type") {
                if (words_.peek() == ":") words_.next();
                one.type = std::string(words_.next().substr(0, 40));
            } else if (word == "Dimensions") {
                read = sizes(one.dimensions);
            } else if (word == "Stride") {
                read = sizes(one.strides);
            } else if (words_.peek() == "{") {
                dataflows_ += word == "Dataflow" ? 1 : 0;
                read = skipBody(); // dataflow, density
            } else if (words_.peek() == ":") {
                words_.next();
                words_.next();
            }
            if (!read) return read;
        }
        return add(one);
    }

    Result<void> add(const Layer& layer) {
        Json made;
        const bool depthwise = layer.type == "DSCONV", grouped = layer.type == "NGCONV";
        if (layer.type == "CONV" || depthwise || grouped || layer.type == "PWCONV" || layer.type == "FC") {
            const std::uint64_t y = layer.at("Y"), x = layer.at("X"), r = layer.at("R"), s = layer.at("S");
            const auto step = layer.strides.find("Y");
            const std::uint64_t stride = step == layer.strides.end() ? 1 : step->second;
            if (r > y || s > x)
                return malformed({"error.filter-larger-than-its-input", {{"name", layer.name}}},
                                 {"accepted.r-y-and-s-x"});
            // Channels and filters of a nested group are those of each of its groups.
            const std::uint64_t groups = grouped ? layer.at("G") : 1;
            const std::uint64_t channels = layer.at("C") * groups;
            made = {{"operator", "conv2d"},
                    {"batch", layer.at("N")},
                    {"in_channels", channels},
                    {"out_channels", depthwise ? channels : layer.at("K") * groups},
                    {"out_height", (y - r) / stride + 1},
                    {"out_width", (x - s) / stride + 1},
                    {"kernel_height", r},
                    {"kernel_width", s},
                    {"stride", stride},
                    {"groups", depthwise ? channels : groups}};
        } else if (layer.type == "GEMM") {
            made = {{"operator", "linear"}, {"m", layer.at("M")}, {"n", layer.at("N")}, {"k", layer.at("K")}};
        } else if (layer.type == "BMM") {
            made = {{"operator", "matmul"},
                    {"batch", layer.at("B")},
                    {"m", layer.at("M")},
                    {"n", layer.at("N")},
                    {"k", layer.at("K")}};
        } else {
            unknown_ += (unknown_.empty() ? "" : ", ") + layer.name + " (" + layer.type + ")";
            return {};
        }
        std::string name = layer.name;
        for (int copy = 2; !names_.insert(name).second; ++copy)
            name = layer.name + "." + std::to_string(copy);
        made["name"] = name;
        operators_.push_back(std::move(made));
        return {};
    }

    Result<ImportedEntry> finish() {
        Json entry{{"id", entryIdOf(network_)},
                   {"kind", "graph"},
                   {"name", network_},
                   {"operators", std::move(operators_)},
                   {"source", "MAESTRO network " + std::filesystem::path(file_).filename().string()}};
        if (auto valid = validate(entry, workload::graphSchema(), {}, file_); !valid) return valid.error();
        ImportedEntry imported{std::make_shared<const Json>(std::move(entry)), {{"note.import-layers-alone"}}};
        if (!unknown_.empty())
            imported.notes.push_back({"note.import-operators", {{"operators", unknown_.substr(0, 400)}}});
        if (dataflows_ > 0) imported.notes.push_back({"note.import-dataflows", {{"count", dataflows_}}});
        if (!behind_.empty()) imported.notes.push_back({"note.import-unread", {{"members", behind_}}});
        return imported;
    }

    Words words_;
    std::string_view file_;
    std::string network_, unknown_, behind_;
    std::map<std::string, std::uint64_t, std::less<>> constants_;
    int dataflows_ = 0;
    std::set<std::string> names_;
    Json operators_ = Json::array();
};

} // namespace

bool isMaestroNetwork(std::string_view text) {
    const std::string_view first = Words(text).next();
    return first == "Network" || first == "Constant";
}

Result<ImportedEntry> parseMaestroNetwork(std::string_view text, std::string_view file) {
    return Reader(text, file).read();
}

} // namespace strata::exchange
