// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timeloop/timeloop_files.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace strata::exchange::detail {
namespace {

struct Factor {
    std::uint64_t bound = 1, remainder = 0;
};
using Factors = std::map<std::string, Factor>;

/// Words of a text, or the texts of a list.
std::vector<std::string> wordsOf(const Json& value) {
    std::vector<std::string> words;
    if (value.is_array()) {
        for (const Json& one : value) {
            if (one.is_string()) words.push_back(one.get<std::string>());
        }
        return words;
    }
    if (!value.is_string()) return words;
    std::string word;
    for (const char letter : value.get_ref<const std::string&>() + " ") {
        if (letter != ' ' && letter != '\t') {
            word += letter;
        } else if (!word.empty()) {
            words.push_back(std::move(word));
            word.clear();
        }
    }
    return words;
}

/// "C=16", "C16" or "P=7,3" with the remainder of the last round.
Result<Factors> factorsOf(const Json& entry, const std::string& pointer) {
    Factors factors;
    if (!entry.contains("factors")) return factors;
    for (const std::string& word : wordsOf(entry.at("factors"))) {
        std::size_t at = word.find('=');
        const std::size_t digits = at == std::string::npos ? word.find_first_of("0123456789") : at + 1;
        at = at == std::string::npos ? digits : at;
        Factor factor;
        const char* const end = word.data() + word.size();
        const char* const begin = digits == std::string::npos ? end : word.data() + digits;
        auto read = std::from_chars(begin, end, factor.bound);
        if (read.ec == std::errc() && read.ptr != end && *read.ptr == ',')
            read = std::from_chars(read.ptr + 1, end, factor.remainder);
        if (at == 0 || at == std::string::npos || read.ec != std::errc() || read.ptr != end || factor.bound == 0 ||
            factor.remainder > factor.bound)
            return timeloopError(pointer + "/factors", {"error.factor-2", {{"word", word.substr(0, 40)}}},
                                 {"accepted.dimension-and-number-from-1-such"});
        factors[lowered(word.substr(0, at))] = factor;
    }
    return factors;
}

/// Dimensions of the factors, innermost first: those that the permutation names, then the others.
std::vector<std::string> orderOf(const Json& entry, const Factors& factors) {
    std::vector<std::string> order;
    const auto add = [&](const std::string& name) {
        if (factors.contains(name) && std::find(order.begin(), order.end(), name) == order.end()) order.push_back(name);
    };
    if (entry.contains("permutation")) {
        const auto words = wordsOf(entry.at("permutation"));
        for (const std::string& word : words) {
            if (factors.contains(lowered(word)) || words.size() > 1) {
                add(lowered(word.substr(0, word.find(','))));
                continue;
            }
            for (const char letter : word) // "SRQPCMN"
                add(lowered(std::string(1, letter)));
        }
    }
    for (const auto& [name, factor] : factors)
        add(name);
    return order;
}

/// Loops outermost first, without those of one round.
Json loopsOf(const std::vector<std::string>& inner_first, const Factors& factors) {
    Json loops = Json::array();
    for (auto name = inner_first.rbegin(); name != inner_first.rend(); ++name) {
        const Factor& factor = factors.at(*name);
        if (factor.bound == 1) continue;
        Json loop{*name, factor.bound};
        if (factor.remainder != 0 && factor.remainder != factor.bound) loop.push_back(factor.remainder);
        loops.push_back(std::move(loop));
    }
    return loops;
}

class Directives {
public:
    explicit Directives(const Json& hardware) {
        if (hardware.is_object()) {
            for (const Json& level : hardware.at("levels"))
                levels_.push_back({{"level", level.at("name")}});
            for (const Json& level : hardware.at("levels"))
                spreads_.push_back(level.value("stores", true)  ? 0
                                   : level.contains("fanout_x") ? (level.contains("fanout_y") ? 3 : 1)
                                                                : 2);
        }
        free_ = !hardware.is_object();
    }

    Result<void> add(const Json& entry, const std::string& pointer) {
        if (!entry.is_object() || !entry.contains("target") || !entry.at("target").is_string())
            return timeloopError(pointer, {"error.entry-names-no-target"}, {"accepted.target-level-architecture"});
        const auto level = levelNamed(entry.at("target").get<std::string>());
        if (!level)
            return timeloopError(
                pointer + "/target",
                {"error.no-level-called", {{"at", entry.at("target").get<std::string>().substr(0, 60)}}},
                {"accepted.level-architecture"});
        const std::string type =
            entry.contains("type") && entry.at("type").is_string() ? entry.at("type").get<std::string>() : "";
        if (type == "datatype" || type == "bypass" || type == "dataspace") return keep(entry, *level);
        auto factors = factorsOf(entry, pointer);
        if (!factors) return factors.error();
        const auto order = orderOf(entry, *factors);
        if (type == "temporal") {
            put(*level, "temporal", loopsOf(order, *factors));
            return {};
        }
        if (type == "spatial") return spread(entry, *level, order, *factors);
        return timeloopError(pointer + "/type", {"error.type", {{"type", type.substr(0, 40)}}},
                             {"accepted.temporal-spatial-or-bypass"});
    }

    Json take() {
        Json named = Json::array();
        for (Json& level : levels_) {
            if (level.size() > 1) named.push_back(std::move(level));
        }
        return Json{{"levels", std::move(named)}};
    }

private:
    std::optional<std::size_t> levelNamed(const std::string& name) {
        for (std::size_t i = 0; i < levels_.size(); ++i) {
            if (levels_[i].at("level") == name) return i;
        }
        if (!free_) return {};
        levels_.push_back({{"level", name}});
        spreads_.push_back(3);
        return levels_.size() - 1;
    }

    void put(std::size_t level, const char* key, Json loops) {
        if (loops.empty()) return;
        for (Json& loop : loops)
            levels_[level][key].push_back(std::move(loop));
    }

    /// A memory spreads over the fan-outs that follow it.
    Result<void> spread(const Json& entry, std::size_t level, const std::vector<std::string>& order,
                        const Factors& factors) {
        const auto split = timeloopNumber(entry, {"split"});
        const std::size_t cut = split && *split >= 0 && *split < 64 ? static_cast<std::size_t>(*split) : order.size();
        const auto place = [&](int axis) {
            for (std::size_t i = level; i < levels_.size(); ++i) {
                if ((spreads_[i] & axis) != 0) return i;
                if (i > level && spreads_[i] == 0) break;
            }
            return level;
        };
        const std::vector<std::string> x(order.begin(),
                                         order.begin() + static_cast<std::ptrdiff_t>(std::min(cut, order.size())));
        const std::vector<std::string> y(order.begin() + static_cast<std::ptrdiff_t>(std::min(cut, order.size())),
                                         order.end());
        const bool only_rows = !split && spreads_[place(3)] == 2;
        put(place(1), only_rows ? "spatial_y" : "spatial_x", loopsOf(x, factors));
        put(place(2), "spatial_y", loopsOf(y, factors));
        return {};
    }

    Result<void> keep(const Json& entry, std::size_t level) {
        if (!entry.contains("keep") || !entry.at("keep").is_array()) return {};
        Json names = Json::array();
        for (const Json& name : entry.at("keep")) {
            if (name.is_string()) names.push_back(lowered(name.get<std::string>()));
        }
        levels_[level]["keep"] = std::move(names);
        return {};
    }

    std::vector<Json> levels_;
    std::vector<int> spreads_; ///< bit 1: along X, bit 2: along Y
    bool free_ = false;
};

} // namespace

Result<Json> timeloopMapping(const Json& mapping, const Json& hardware) {
    if (!mapping.is_array() || mapping.empty())
        return timeloopError("", {"error.mapping-no-list"}, {"accepted.list-temporal-spatial-and-bypass-entries"});
    Directives directives(hardware);
    for (std::size_t i = 0; i < mapping.size(); ++i) {
        if (auto added = directives.add(mapping[i], "/" + std::to_string(i)); !added) return added.error();
    }
    return directives.take();
}

} // namespace strata::exchange::detail
