// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/models/layer_tables.h"

#include "core/hardware/npu/npu_json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

namespace strata::exchange {
namespace {

struct Setting {
    std::string value;
    std::size_t line = 0;
};
/// By key in lower case; sections of the tool never share a key.
using Settings = std::map<std::string, Setting, std::less<>>;

std::string_view withoutBlanks(std::string_view text) {
    const std::size_t from = text.find_first_not_of(" \t\r");
    if (from == std::string_view::npos) return {};
    return text.substr(from, text.find_last_not_of(" \t\r") + 1 - from);
}

std::string inLowerCase(std::string_view text) {
    std::string made(text);
    std::ranges::transform(made, made.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return made;
}

/// Lines "key: value" or "key = value" of Python's configparser, in any section.
Settings settingsOf(std::string_view text) {
    Settings settings;
    for (std::size_t line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view row = withoutBlanks(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t sign = row.find_first_of(":=");
        if (row.empty() || row.front() == '#' || row.front() == ';' || row.front() == '[' ||
            sign == std::string_view::npos)
            continue;
        settings[inLowerCase(withoutBlanks(row.substr(0, sign)))] = {
            std::string(withoutBlanks(row.substr(sign + 1)).substr(0, 200)), line};
    }
    return settings;
}

std::optional<double> sizeIn(std::string_view text) {
    double value = 0;
    const auto [last, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    constexpr double kMost = 1e9;
    if (failed != std::errc() || last != text.data() + text.size() || !(value > 0) || value > kMost) return {};
    return value;
}

/// Reads settings by their names and keeps track of those that are left.
class Configuration {
public:
    Configuration(std::string_view text, std::string_view file) : settings_(settingsOf(text)), file_(file) {}

    Result<double> size(std::string_view key, bool whole = false) {
        const auto setting = settings_.find(key);
        if (setting == settings_.end())
            return Error{"missing",
                         {},
                         {"error.setting-missing", {{"name", std::string(key)}}},
                         {"accepted.number-above-0"},
                         std::string(file_)};
        read_.push_back(setting->first);
        // Several memories outside may have a bandwidth each: the first one counts.
        const std::string& stated = setting->second.value;
        const auto value = sizeIn(withoutBlanks(std::string_view(stated).substr(0, stated.find(','))));
        if (value && (!whole || *value == std::floor(*value))) return *value;
        return bad(key, {"accepted.number-above-0"});
    }
    /// What is wrong with a setting that there is.
    Error bad(std::string_view key, Message accepted) const {
        const Setting& setting = settings_.find(key)->second;
        return {"bad-value",
                {},
                {"error.line-field-is-word",
                 {{"line", setting.line}, {"field", std::string(key)}, {"value", setting.value}}},
                std::move(accepted),
                std::string(file_)};
    }
    std::string text(std::string_view key) {
        const auto setting = settings_.find(key);
        if (setting == settings_.end()) return {};
        read_.push_back(setting->first);
        return setting->second.value;
    }
    bool has(std::string_view key) const { return settings_.contains(key); }
    std::string unread() const {
        std::string names;
        for (const auto& [key, setting] : settings_) {
            if (std::ranges::find(read_, key) == read_.end())
                names += (names.empty() ? "line " : ", line ") + std::to_string(setting.line) + ": " + key;
        }
        return names;
    }

private:
    Settings settings_;
    std::string_view file_;
    std::vector<std::string> read_;
};

struct Buffer {
    const char *key, *name, *tensor;
};
constexpr std::array kBuffers{Buffer{"ifmapsramszkb", "ifmap_sram", "inputs"},
                              Buffer{"filtersramszkb", "filter_sram", "weights"},
                              Buffer{"ofmapsramszkb", "ofmap_sram", "outputs"}};
constexpr int kWordBits = 8; ///< the tool counts words of a byte

/// The memory outside, a buffer for each operand, and the array.
Result<Json> levelsOf(Configuration& configuration, const std::string& source) {
    Json dram{{"name", "dram"}, {"word_bits", kWordBits}, {"entry_bits", kWordBits}, {"source", source}};
    // In the other mode the tool asks which bandwidth would never stall the array.
    const std::string mode = inLowerCase(configuration.text("interfacebandwidth"));
    if (mode == "calc") {
        configuration.text("bandwidth"); // stands there unused
    } else if (configuration.has("bandwidth")) {
        const auto words = configuration.size("bandwidth");
        if (!words) return words.error();
        dram["read_words_per_cycle"] = dram["write_words_per_cycle"] = *words;
    }
    Json levels = Json::array({std::move(dram)});
    for (const Buffer& buffer : kBuffers) {
        const auto kibibytes = configuration.size(buffer.key);
        if (!kibibytes) return kibibytes.error();
        constexpr double kKibibyte = 1024;
        levels.push_back({{"name", buffer.name},
                          {"capacity_bytes", *kibibytes * kKibibyte},
                          {"word_bits", kWordBits},
                          {"entry_bits", kWordBits},
                          {"keeps", Json::array({buffer.tensor})},
                          {"source", source}});
    }
    const auto rows = configuration.size("arrayheight", true);
    if (!rows) return rows.error();
    const auto columns = configuration.size("arraywidth", true);
    if (!columns) return columns.error();
    levels.push_back({{"name", "array"},
                      {"stores", false},
                      {"fanout_x", static_cast<std::int64_t>(*columns)},
                      {"fanout_y", static_cast<std::int64_t>(*rows)},
                      {"source", source}});
    return levels;
}

Result<std::string> dataflowOf(Configuration& configuration) {
    const std::string word = inLowerCase(configuration.text("dataflow"));
    if (word == "os") return std::string("output-stationary");
    if (word == "ws") return std::string("weight-stationary");
    if (word == "is") return std::string("input-stationary");
    if (configuration.has("dataflow")) return configuration.bad("dataflow", {"accepted.os-ws-or-is"});
    return std::string("weight-stationary"); // of the request's own default
}

} // namespace

bool isScaleSimConfig(std::string_view text) {
    const Settings settings = settingsOf(text);
    return settings.contains("arrayheight") && settings.contains("arraywidth");
}

Result<ImportedEntry> parseScaleSimConfig(std::string_view text, std::string_view file) {
    Configuration configuration(text, file);
    std::string name = configuration.text("run_name");
    if (name.empty()) name = nameOfFile(file);
    const std::string source = "SCALE-Sim configuration " + std::filesystem::path(file).filename().string();
    auto levels = levelsOf(configuration, source);
    if (!levels) return levels.error();
    constexpr double kClock = 1e9;
    Json entry{{"id", entryIdOf(name)},
               {"kind", "npu"},
               {"name", name},
               {"source", source},
               {"clock_hz", kClock},
               {"levels", *std::move(levels)},
               {"compute", {{"name", "mac"}, {"word_bits", kWordBits}, {"mac_pj", 0.0}, {"source", source}}}};
    const auto dataflow = dataflowOf(configuration);
    if (!dataflow) return dataflow.error();
    if (auto valid = validate(entry, hardware::npuSchema(), {}, file); !valid) return valid.error();
    ImportedEntry imported{std::make_shared<const Json>(std::move(entry)),
                           {{"note.import-assumed", {{"member", "clock_hz"}, {"value", kClock}}},
                            {"note.import-systolic", {{"dataflow", *dataflow}}}}};
    if (const std::string unread = configuration.unread(); !unread.empty())
        imported.notes.push_back({"note.import-unread", {{"members", unread.substr(0, 400)}}});
    return imported;
}

} // namespace strata::exchange
