// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timeloop/timeloop_files.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

namespace strata::exchange::detail {
namespace {

/// Words of a text, or the texts of a list.
std::vector<std::string> constraintWords(const Json& value) {
    std::vector<std::string> words;
    const auto split = [&](const std::string& text) {
        std::size_t begin = 0;
        while ((begin = text.find_first_not_of(" \t,", begin)) != std::string::npos) {
            const std::size_t end = std::min(text.find_first_of(" \t,", begin), text.size());
            words.push_back(text.substr(begin, end - begin));
            begin = end;
        }
    };
    if (value.is_string()) split(value.get<std::string>());
    if (!value.is_array()) return words;
    for (const Json& one : value)
        if (one.is_string()) split(one.get<std::string>());
    return words;
}

/// "C=16", "C16" or "C<=16".
struct BoundedFactor {
    std::string dimension; ///< lower case; empty: not read
    std::string relation;
    std::uint64_t bound = 0;
};

BoundedFactor boundedFactor(const std::string& word) {
    const std::size_t name = std::min(word.find_first_of("<>=0123456789"), word.size());
    const std::size_t number = std::min(word.find_first_of("0123456789", name), word.size());
    BoundedFactor factor{lowered(word.substr(0, name)), word.substr(name, number - name), 0};
    if (factor.relation.empty()) factor.relation = "=";
    const auto read = std::from_chars(word.data() + number, word.data() + word.size(), factor.bound);
    const bool known = factor.relation == "=" || factor.relation == "<=" || factor.relation == ">=";
    if (!known || read.ec != std::errc() || read.ptr != word.data() + word.size()) factor.dimension.clear();
    return factor;
}

/// Innermost first; words of letters in a text name each of them: "SRQ", "NPQR SCK". `dimensions`: names that the
/// problem has, or null.
std::vector<std::string> permutationOf(const Json& entry, const Json& dimensions) {
    std::vector<std::string> order;
    if (!entry.contains("permutation")) return order;
    const Json& stated = entry.at("permutation");
    for (const std::string& word : constraintWords(stated)) {
        const bool whole = dimensions.is_object() ? dimensions.contains(lowered(word)) : !stated.is_string();
        if (whole || word.size() == 1) {
            order.push_back(lowered(word));
            continue;
        }
        for (const char letter : word)
            order.push_back(lowered(std::string(1, letter)));
    }
    return order;
}

class Constraints {
public:
    Constraints(const Json& hardware, const Json& layer, std::vector<Message>& notes)
        : dimensions_(layer.is_object() ? layer.at("problem").at("dimensions") : Json()), notes_(notes) {
        if (!hardware.is_object()) return;
        for (const Json& level : hardware.at("levels")) {
            levels_.push_back({{"level", level.at("name")}});
            axes_.push_back({level.contains("fanout_x"), level.contains("fanout_y"), level.value("stores", true)});
        }
    }

    Result<void> add(const Json& entry, const std::string& pointer) {
        if (!entry.is_object() || !entry.contains("target") || !entry.at("target").is_string())
            return timeloopError(pointer, {"error.entry-names-no-target"}, {"accepted.target-level-architecture"});
        const auto target = entry.at("target").get<std::string>();
        const auto place = timeloopLevel(levels_, target);
        if (!place && isTimeloopSpread(target)) return {}; // a container without copies spreads nothing
        if (!place)
            return timeloopError(pointer + "/target", {"error.no-level-called", {{"at", target.substr(0, 60)}}},
                                 {"accepted.level-architecture"});
        const std::size_t level = *place;
        for (const auto& [key, value] : entry.items()) {
            if (std::ranges::find(kKnown, key) == kKnown.end() && !isEmpty(value)) passOver(target + "/" + key);
        }
        const auto type =
            entry.contains("type") && entry.at("type").is_string() ? entry.at("type").get<std::string>() : "";
        if (type == "datatype" || type == "bypass" || type == "dataspace") {
            for (const char* key : {"keep", "bypass"})
                for (const std::string& name :
                     entry.contains(key) ? constraintWords(entry.at(key)) : std::vector<std::string>())
                    if (axes_[level].stores && (key == std::string("keep") || level > 0))
                        levels_[level][key].push_back(lowered(name));
            return {};
        }
        if (type == "temporal") return addTemporal(entry, level, pointer);
        if (type == "spatial") return addSpatial(entry, level, pointer);
        if (type == "utilization" || type == "parallelism") return addUtilization(entry, pointer);
        passOver(type.empty() ? target : type);
        return {};
    }

    Json take() {
        Json named = Json::array();
        for (Json& level : levels_)
            if (level.size() > 1) named.push_back(std::move(level));
        if (!passed_.empty()) notes_.push_back({"note.import-unread", {{"members", passed_.substr(0, 400)}}});
        Json constraints;
        if (!named.empty()) constraints["levels"] = std::move(named);
        if (least_utilization_ > 0.0) constraints["least_utilization"] = least_utilization_;
        return constraints;
    }

private:
    struct Axes {
        bool x = false, y = false, stores = true;
    };

    static constexpr std::array kKnown{"target", "type",   "factors", "permutation", "split",
                                       "keep",   "bypass", "min",     "name",        "version"};
    static bool isEmpty(const Json& value) { return value.is_null() || (value.is_structured() && value.empty()); }

    void passOver(const std::string& what) { passed_ += (passed_.empty() ? "" : ", ") + what.substr(0, 40); }

    Result<std::vector<BoundedFactor>> factorsAt(const Json& entry, const std::string& pointer) {
        std::vector<BoundedFactor> factors;
        if (!entry.contains("factors")) return factors;
        for (const std::string& word : constraintWords(entry.at("factors"))) {
            BoundedFactor factor = boundedFactor(word);
            if (factor.dimension.empty())
                return timeloopError(pointer + "/factors", {"error.factor-2", {{"word", word.substr(0, 40)}}},
                                     {"accepted.dimension-and-number-from-1-such"});
            if (factor.bound == 0)
                passOver(word); // all that is left: it follows from the other factors
            else
                factors.push_back(std::move(factor));
        }
        return factors;
    }

    void put(std::size_t level, const char* list, const BoundedFactor& factor) {
        levels_[level][list].push_back(factor.dimension + factor.relation + std::to_string(factor.bound));
    }

    Result<void> addTemporal(const Json& entry, std::size_t level, const std::string& pointer) {
        const auto factors = factorsAt(entry, pointer);
        if (!factors) return factors.error();
        for (const BoundedFactor& factor : *factors)
            put(level, "temporal", factor);
        auto order = permutationOf(entry, dimensions_);
        std::ranges::reverse(order);
        if (!order.empty()) levels_[level]["order"] = order;
        return {};
    }

    /// The level itself, or of the fan-outs that follow a memory the first with that axis.
    std::size_t spreading(std::size_t level, bool Axes::*axis) const {
        if (!axes_[level].stores) return axes_[level].*axis ? level : axes_.size();
        for (std::size_t l = level; l < axes_.size(); ++l) {
            if (axes_[l].*axis) return l;
            if (l > level && axes_[l].stores) break;
        }
        return axes_.size();
    }

    /// Dimensions before the split of the permutation run along X, the others along Y; without one, along the axis that
    /// there is.
    Result<void> addSpatial(const Json& entry, std::size_t level, const std::string& pointer) {
        const auto factors = factorsAt(entry, pointer);
        if (!factors) return factors.error();
        const std::size_t x = spreading(level, &Axes::x), y = spreading(level, &Axes::y);
        const auto order = permutationOf(entry, dimensions_);
        const auto split = timeloopNumber(entry, {"split"});
        for (const BoundedFactor& factor : *factors) {
            const auto at = std::ranges::find(order, factor.dimension) - order.begin();
            const bool along_x = split ? static_cast<double>(at) < *split : x < axes_.size();
            const std::size_t place = along_x ? x : y;
            const bool nowhere = place >= axes_.size();
            if (nowhere && factor.bound > 1)
                passOver(factor.dimension + factor.relation + std::to_string(factor.bound));
            if (!nowhere) put(place, along_x ? "spatial_x" : "spatial_y", factor);
            const std::size_t other = along_x ? y : x;
            if (split && other < axes_.size())
                put(other, along_x ? "spatial_y" : "spatial_x", {factor.dimension, "=", 1});
        }
        return {};
    }

    /// The least share of all units that the fan-outs use together; the level only says where the format counts it.
    Result<void> addUtilization(const Json& entry, const std::string& pointer) {
        const auto least = timeloopNumber(entry, {"min"});
        if (!least || !(*least >= 0.0 && *least <= 1.0))
            return timeloopError(pointer + "/min", {"error.utilization-not-share"}, {"accepted.share-0-to-1"});
        least_utilization_ = std::max(least_utilization_, *least);
        return {};
    }

    Json dimensions_;
    std::vector<Message>& notes_;
    double least_utilization_ = 0.0;
    std::vector<Json> levels_;
    std::vector<Axes> axes_;
    std::string passed_;
};

} // namespace

Result<Json> timeloopConstraints(const Json& constraints, const Json& hardware, const Json& layer,
                                 std::vector<Message>& notes) {
    const Json& targets =
        constraints.is_object() && constraints.contains("targets") ? constraints.at("targets") : constraints;
    if (!targets.is_array())
        return timeloopError("", {"error.mapping-no-list"}, {"accepted.list-temporal-spatial-and-bypass-entries"});
    const bool nested = &targets != &constraints;
    Constraints read(hardware, layer, notes);
    for (std::size_t i = 0; i < targets.size(); ++i)
        if (auto added = read.add(targets[i], (nested ? "/targets/" : "/") + std::to_string(i)); !added)
            return added.error();
    return read.take();
}

} // namespace strata::exchange::detail
