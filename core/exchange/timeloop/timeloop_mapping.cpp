// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timeloop/timeloop_parts.h"
#include "core/npu/factors.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>

namespace strata::exchange::detail {

namespace {

struct Factor {
    std::uint64_t bound = 1;
    std::uint64_t remainder = 0; ///< 0: not given
};

Error badFactor(const std::string& pointer, const Json& value) {
    return caseError("bad-value", pointer, {"error.factor", {{"value", value.dump()}}},
                     {"accepted.number-from-1-or-bound-remainder"});
}

Result<Factor> readFactor(const Json& value, std::uint64_t dimension_bound, const std::string& pointer) {
    Factor factor;
    if (value.is_number_unsigned()) {
        factor.bound = value.get<std::uint64_t>();
    } else if (value.is_array() && value.size() == 2 && value[0].is_number_unsigned() &&
               value[1].is_number_unsigned()) {
        factor = {value[0].get<std::uint64_t>(), value[1].get<std::uint64_t>()};
    } else if (value.is_string()) {
        const auto& text = value.get_ref<const std::string&>();
        const char* const end = text.data() + text.size();
        auto parsed = std::from_chars(text.data(), end, factor.bound);
        if (parsed.ec == std::errc{} && parsed.ptr != end && *parsed.ptr == ',') {
            const char* second = parsed.ptr + 1;
            while (second != end && *second == ' ')
                ++second;
            parsed = std::from_chars(second, end, factor.remainder);
        }
        if (parsed.ec != std::errc{} || parsed.ptr != end) return badFactor(pointer, value);
    } else {
        return badFactor(pointer, value);
    }
    if (factor.bound == 0) {
        factor.bound = dimension_bound; // the tool reads 0 as "the whole dimension"
    }
    if (factor.remainder > factor.bound) return badFactor(pointer, value);
    return factor;
}

/// Loop order, innermost first; dimensions that are not named follow.
Result<std::vector<std::uint32_t>> readOrder(const Json& entry, const workload::Problem& problem,
                                             const std::string& pointer) {
    std::vector<std::string> names;
    if (const auto order = entry.find("order_inner_to_outer"); order != entry.end()) {
        if (order->is_string()) {
            for (const char c : order->get_ref<const std::string&>()) {
                if (c != ' ' && c != ',') names.emplace_back(1, c);
            }
        } else if (order->is_array()) {
            for (const Json& name : *order)
                names.push_back(name.is_string() ? name.get<std::string>() : name.dump());
        } else {
            return caseError("bad-value", pointer + "/order_inner_to_outer", {"error.order", {{"dump", order->dump()}}},
                             {"accepted.text-one-letter-dimensions-or-list"});
        }
    }
    std::vector<std::uint32_t> order;
    for (const std::string& name : names) {
        const int dimension = problem.findDimension(name);
        if (dimension < 0 || std::find(order.begin(), order.end(), dimension) != order.end()) {
            return caseError("unknown-dimension", pointer + "/order_inner_to_outer",
                             {"error.dimension-not-known-or-named-twice", {{"name", name}}},
                             {"accepted.each-dimension-once"});
        }
        order.push_back(static_cast<std::uint32_t>(dimension));
    }
    for (std::uint32_t d = 0; d < problem.dimensions.size(); ++d) {
        if (std::find(order.begin(), order.end(), d) == order.end()) order.push_back(d);
    }
    return order;
}

Result<std::map<std::uint32_t, Factor>> readFactors(const Json& entry, const workload::Problem& problem,
                                                    const std::string& pointer) {
    std::map<std::uint32_t, Factor> factors;
    const auto json = entry.find("factors");
    if (json == entry.end() || json->is_null()) return factors;
    if (!json->is_object()) {
        return caseError("bad-value", pointer + "/factors",
                         {"error.field-is", {{"field", "factors"}, {"value", json->dump()}}},
                         {"accepted.object-from-dimension-to-factor"});
    }
    for (const auto& [name, value] : json->items()) {
        const std::string here = pointer + "/factors/" + pointerStep(name);
        const int dimension = problem.findDimension(name);
        if (dimension < 0) {
            return caseError("unknown-dimension", here, {"error.dimension-not-known", {{"name", name}}},
                             {"accepted.dimension-problem"});
        }
        auto factor = readFactor(value, problem.dimensions[static_cast<std::size_t>(dimension)].bound, here);
        if (!factor) return factor.error();
        factors[static_cast<std::uint32_t>(dimension)] = *factor;
    }
    return factors;
}

class MappingReader {
public:
    explicit MappingReader(TimeloopCase& target) : case_(target) {
        case_.mapping.levels.assign(case_.architecture.levels.size(), {});
        for (std::size_t l = 0; l < case_.architecture.levels.size(); ++l) {
            case_.mapping.levels[l].keep.assign(case_.problem.tensors.size(), case_.architecture.levels[l].stores);
        }
    }

    Result<void> readEntry(const Json& entry, const std::string& pointer) {
        auto name = textAt(entry, "level", pointer);
        if (!name) return name.error();
        const std::size_t level = findLevel(case_.architecture, *name);
        if (level == ExpectedValue::kNone) {
            return caseError("unknown-level", pointer + "/level", {"error.level-not-known", {{"name", *name}}},
                             {"accepted.memory-or-fan-out-point-hierarchy"});
        }
        auto type = textAt(entry, "type", pointer);
        if (!type) return type.error();
        if (*type == "bypass" || *type == "datatype" || *type == "dataspace") return readKeep(entry, level, pointer);
        if (*type == "temporal" || *type == "spatial") return readLoops(entry, level, *type == "spatial", pointer);
        return caseError("bad-value", pointer + "/type", {"error.field-is-word", {{"field", "type"}, {"value", *type}}},
                         {"accepted.temporal-spatial-or-bypass"});
    }

    /// Derives the remainders that the file leaves out and checks that the loops run every dimension exactly.
    Result<void> finish() {
        case_.factors_missing = !any_factor_;
        for (std::uint32_t d = 0; d < case_.problem.dimensions.size() && any_factor_; ++d) {
            const workload::Dimension& dimension = case_.problem.dimensions[d];
            if (npu::coveredIterations(case_.mapping, d) == dimension.bound) continue;
            const std::uint64_t product = npu::productOfBounds(case_.mapping, d);
            if (explicit_remainder_ || product < dimension.bound ||
                !npu::deriveRemainders(case_.mapping, d, dimension.bound)) {
                return caseError("factors-do-not-multiply", "/mapping",
                                 {"error.factors-run-iterations",
                                  {{"dimension", dimension.name},
                                   {"d", npu::coveredIterations(case_.mapping, d)},
                                   {"bound", dimension.bound}}},
                                 {"accepted.factors-and-remainders-run-each-dimension"});
            }
        }
        return {};
    }

private:
    Result<void> readKeep(const Json& entry, std::size_t level, const std::string& pointer) {
        for (const bool keep : {true, false}) {
            const char* const key = keep ? "keep" : "bypass";
            const auto names = entry.find(key);
            if (names == entry.end()) continue;
            for (const Json& name : *names) {
                const int tensor = name.is_string() ? case_.problem.findTensor(name.get<std::string>()) : -1;
                if (tensor < 0) {
                    return caseError("unknown-tensor", pointer + "/" + key,
                                     {"error.tensor-not-known-2", {{"name", name.dump()}}},
                                     {"accepted.tensors-problem"});
                }
                case_.mapping.levels[level].keep[static_cast<std::size_t>(tensor)] =
                    keep && case_.architecture.levels[level].stores;
            }
        }
        return {};
    }

    Result<void> readLoops(const Json& entry, std::size_t level, bool spatial, const std::string& pointer) {
        auto order = readOrder(entry, case_.problem, pointer);
        if (!order) return order.error();
        auto factors = readFactors(entry, case_.problem, pointer);
        if (!factors) return factors.error();
        auto split = countAt(entry, "split_X_below_index", order->size(), 0, pointer);
        if (!split) return split.error();
        any_factor_ |= !factors->empty();
        npu::LevelMapping& target = case_.mapping.levels[level];
        for (std::size_t i = order->size(); i-- > 0;) { // outermost first
            const auto found = factors->find((*order)[i]);
            const Factor factor = found == factors->end() ? Factor{} : found->second;
            explicit_remainder_ |= factor.remainder != 0 && factor.remainder != factor.bound;
            const npu::Loop loop{(*order)[i], factor.bound, factor.remainder == 0 ? factor.bound : factor.remainder};
            (!spatial ? target.temporal : i < *split ? target.spatial_x : target.spatial_y).push_back(loop);
        }
        return {};
    }

    TimeloopCase& case_;
    bool any_factor_ = false;
    bool explicit_remainder_ = false;
};

} // namespace

Result<void> readMappingInto(const Json& document, TimeloopCase& result) {
    const Json& mapping = document.at("mapping");
    if (!mapping.is_array()) {
        return caseError("bad-value", "/mapping", {"error.field-no-list", {{"field", "mapping"}}},
                         {"accepted.list-temporal-spatial-and-bypass-entries"});
    }
    MappingReader reader(result);
    for (std::size_t i = 0; i < mapping.size(); ++i) {
        const std::string pointer = "/mapping/" + std::to_string(i);
        if (!mapping[i].is_object()) {
            return caseError("bad-value", pointer, {"error.entry", {{"mapping", mapping[i].dump()}}},
                             {"accepted.object"});
        }
        if (auto read = reader.readEntry(mapping[i], pointer); !read) return read.error();
    }
    return reader.finish();
}

} // namespace strata::exchange::detail
