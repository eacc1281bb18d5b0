// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timeloop/timeloop_files.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
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
    const std::string text = value.get<std::string>() + " ";
    for (std::size_t i = 0; i < text.size(); ++i) {
        // "P=7,3" has a remainder, "P=7,Q=3" two factors.
        const std::size_t after = std::min(text.find_first_not_of(" \t", i + 1), text.size() - 1);
        const bool ends = text[i] == ',' && (text[after] < '0' || text[after] > '9');
        if (text[i] != ' ' && text[i] != '\t' && !ends) {
            word += text[i];
        } else if (!word.empty()) {
            words.push_back(std::move(word));
            word.clear();
        }
    }
    return words;
}

/// "C=16", "C16" or "P=7,3" with the remainder of the last round; "C=0" is all that the other factors leave.
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
        if (at == 0 || at == std::string::npos || read.ec != std::errc() || read.ptr != end ||
            (factor.remainder > factor.bound && factor.bound > 0))
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
            if (factors.contains(lowered(word))) {
                add(lowered(word));
                continue;
            }
            for (const char letter : word) // "SRQPCMN", "SRQ PCMN"
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
    /// `tensors`: the names of all, lower case.
    Directives(const Json& hardware, std::vector<std::string> tensors) : tensors_(std::move(tensors)) {
        if (hardware.is_object()) {
            for (const Json& level : hardware.at("levels")) {
                levels_.push_back({{"level", level.at("name")}});
                held_.push_back(level.value("keeps", Json()));
            }
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
        if (!level && isTimeloopSpread(entry.at("target").get<std::string>()) && !spreads(entry, pointer)) return {};
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

    /// `bounds`: those of the dimensions, or null.
    Result<Json> take(const Json& bounds) {
        if (auto filled = fill(bounds); !filled) return filled.error();
        Json named = Json::array();
        for (Json& level : levels_) {
            if (level.size() > 1) named.push_back(std::move(level));
        }
        return Json{{"levels", std::move(named)}};
    }

private:
    static constexpr std::array kLoops{"temporal", "spatial_x", "spatial_y"};

    /// Whether an entry has more than one round or copy.
    static bool spreads(const Json& entry, const std::string& pointer) {
        const auto factors = factorsOf(entry, pointer);
        return !factors || std::ranges::any_of(*factors, [](const auto& factor) { return factor.second.bound != 1; });
    }

    template <class Visit>
    void eachLoop(const Visit& visit) {
        for (Json& level : levels_) {
            for (const char* list : kLoops) {
                if (!level.contains(list)) continue;
                for (Json& loop : level[list])
                    visit(loop);
            }
        }
    }

    /// Gives the loops of 0 rounds what the other factors of their dimension leave.
    Result<void> fill(const Json& bounds) {
        std::map<std::string, std::uint64_t> products;
        std::string open;
        eachLoop([&](const Json& loop) {
            const std::string name = loop[0].get<std::string>();
            const auto bound = loop[1].get<std::uint64_t>();
            std::uint64_t& product = products.emplace(name, 1).first->second;
            if (bound > 0) product = bound > kMost / product ? kMost : product * bound;
        });
        eachLoop([&](Json& loop) {
            if (loop[1] != 0U) return;
            const std::string name = loop[0].get<std::string>();
            std::uint64_t& product = products.at(name);
            const std::uint64_t all =
                bounds.is_object() && bounds.contains(name) ? bounds.at(name).get<std::uint64_t>() : 0;
            if (all == 0 || all % product != 0) {
                open = name;
                return;
            }
            loop[1] = all / product;
            product = all;
        });
        if (!open.empty())
            return timeloopError("", {"error.factor-2", {{"word", open + "=0"}}},
                                 {"accepted.other-factors-divide-bound"});
        for (Json& level : levels_) {
            for (const char* list : kLoops) {
                if (!level.contains(list)) continue;
                std::erase_if(level[list].get_ref<Json::array_t&>(), [](const Json& loop) { return loop[1] == 1U; });
                if (level[list].empty()) level.erase(list);
            }
        }
        return {};
    }

    std::optional<std::size_t> levelNamed(const std::string& name) {
        if (const auto level = timeloopLevel(levels_, name)) return level;
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
            if (!free_ && spreads_[level] != 0) return level;
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

    /// Tensors that a level does not pass on. What is neither kept nor passed on is kept.
    Result<void> keep(const Json& entry, std::size_t level) {
        if (!free_ && spreads_[level] != 0) return {}; // copies hold nothing
        std::vector<std::string> kept, passed;
        for (const auto& [key, into] : {std::pair{"keep", &kept}, {"bypass", &passed}}) {
            if (!entry.contains(key)) continue;
            for (const std::string& name : wordsOf(entry.at(key)))
                into->push_back(lowered(name));
        }
        for (const std::string& name : tensors_) {
            const bool may = held_.size() <= level || !held_[level].is_array() ||
                             std::ranges::find(held_[level], Json(name)) != held_[level].end();
            if (may && std::ranges::find(passed, name) == passed.end() && std::ranges::find(kept, name) == kept.end())
                kept.push_back(name);
        }
        levels_[level]["keep"] = kept;
        return {};
    }

    static constexpr std::uint64_t kMost = std::uint64_t{1} << 62;
    std::vector<std::string> tensors_;
    std::vector<Json> held_; ///< tensors that each level may hold; null: all
    std::vector<Json> levels_;
    std::vector<int> spreads_; ///< bit 1: along X, bit 2: along Y
    bool free_ = false;
};

} // namespace

Result<Json> timeloopMapping(const Json& mapping, const Json& hardware, const Json& layer) {
    if (!mapping.is_array() || mapping.empty())
        return timeloopError("", {"error.mapping-no-list"}, {"accepted.list-temporal-spatial-and-bypass-entries"});
    std::set<std::string> tensors; // of the problem, or where none is given those that the mapping names
    Json bounds;
    if (layer.is_object()) {
        for (const Json& tensor : layer.at("problem").at("tensors"))
            tensors.insert(tensor.at("name").get<std::string>());
        bounds = layer.at("problem").at("dimensions");
    }
    for (const Json& entry : layer.is_object() ? Json::array() : mapping) {
        for (const char* key : {"keep", "bypass"}) {
            if (!entry.is_object() || !entry.contains(key)) continue;
            for (const std::string& name : wordsOf(entry.at(key)))
                tensors.insert(lowered(name));
        }
    }
    Directives directives(hardware, {tensors.begin(), tensors.end()});
    for (std::size_t i = 0; i < mapping.size(); ++i) {
        if (auto added = directives.add(mapping[i], "/" + std::to_string(i)); !added) return added.error();
    }
    return directives.take(bounds);
}

} // namespace strata::exchange::detail
