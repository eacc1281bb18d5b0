// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/needs.h"

#include "core/base/number_type.h"
#include "core/base/quantity.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>

namespace strata::coverage {
namespace {

/// When a value of the request makes a technique part of the question.
enum class Active { Stated, AboveOne, Narrow };

/// A technique, and a field of the request that asks for it.
struct Rule {
    std::string_view part;
    std::string_view pointer;
    Active active = Active::Stated;
};

constexpr std::array kRules{
    Rule{"data-parallel", "/plan/dp", Active::AboveOne},
    Rule{"tensor-parallel", "/plan/tp", Active::AboveOne},
    Rule{"pipeline-parallel", "/plan/pp", Active::AboveOne},
    Rule{"sequence-parallel", "/plan/sequence_parallel"},
    Rule{"context-parallel", "/plan/cp", Active::AboveOne},
    Rule{"expert-parallel", "/plan/ep", Active::AboveOne},
    Rule{"experts", "/workload/expert_skew"},
    Rule{"experts", "/workload/routing"},
    Rule{"schedules", "/plan/schedule"},
    Rule{"schedules", "/plan/interleave", Active::AboveOne},
    Rule{"sharded-states", "/plan/zero"},
    Rule{"recomputation", "/plan/recompute"},
    Rule{"adapters", "/plan/lora"},
    Rule{"reduced-precision", "/workload/precision", Active::Narrow},
    Rule{"reduced-precision", "/workload/weights", Active::Narrow},
    Rule{"reduced-precision", "/workload/activations", Active::Narrow},
    Rule{"rollouts", "/workload/response_tokens"},
    Rule{"failures", "/plan/reliability"},
    Rule{"scheduling", "/plan/scheduler/policy"},
    Rule{"chunked-prompts", "/plan/scheduler/chunk_tokens"},
    Rule{"paged-cache", "/plan/scheduler/block_tokens"},
    Rule{"quantized-cache", "/workload/kv_cache", Active::Narrow},
    Rule{"prefix-cache", "/plan/prefix_cache"},
    Rule{"cache-offload", "/plan/kv_offload"},
    Rule{"speculation", "/plan/speculative"},
    Rule{"separate-pools", "/plan/disaggregated"},
    Rule{"co-location", "/plan/colocated"},
    Rule{"replicas", "/plan/replicas", Active::AboveOne},
    Rule{"service-level", "/plan/slo"},
    Rule{"power-limit", "/plan/power_limit_w"},
    Rule{"fusion", "/workload/fusion"},
    Rule{"mapping-search", "/plan/search"},
};

constexpr std::string_view kDegrees[] = {"/plan/dp", "/plan/tp", "/plan/pp", "/plan/cp", "/plan/ep"};
constexpr double kWideBytes = 2.0; // 16-bit formats are the usual ones

bool isActive(const Json* value, Active rule) {
    if (value == nullptr || value->is_null()) return false;
    switch (rule) {
    case Active::AboveOne: return value->is_number() && value->get<double>() > 1.0;
    case Active::Narrow: {
        const auto type = value->is_string() ? numberTypeNamed(value->get_ref<const std::string&>()) : std::nullopt;
        return value->is_object() || (value->is_string() && (!type || bytesOf(*type) < kWideBytes));
    }
    case Active::Stated: break;
    }
    if (value->is_boolean()) return value->get<bool>();
    if (value->is_number()) return value->get<double>() != 0.0;
    return *value != "none";
}

/// The scenario's request, then the same at each setting of its knob.
std::vector<Json> asked(const workload::Scenario& scenario) {
    std::vector<Json> requests{*scenario.request};
    for (const auto& setting : scenario.knob.settings)
        if (auto turned = workload::withSetting(*scenario.request, *setting)) requests.push_back(*std::move(turned));
    return requests;
}

Json valueAt(const Json& request, std::string_view pointer) {
    const Json* value = findPointer(request, pointer);
    return value == nullptr ? Json() : *value;
}

/// The catalog entry that a reference means, or that it begins with.
const Entry* entryOf(const Json* reference, const Library& library) {
    if (reference == nullptr) return nullptr;
    if (reference->is_string()) return library.find(reference->get_ref<const std::string&>());
    for (const char* key : {"cluster", "base"})
        if (reference->is_object() && reference->contains(key)) return entryOf(&reference->at(key), library);
    return nullptr;
}

std::string_view platformOf(const Entry* entry) {
    if (entry == nullptr) return {};
    if (entry->kind == EntryKind::Npu) return "npu";
    if (entry->kind == EntryKind::Cpu) return "cpu";
    if (entry->kind == EntryKind::Pim || entry->kind == EntryKind::Macro || entry->kind == EntryKind::Dimm)
        return "pim";
    if (entry->kind != EntryKind::Gpu) return "gpu";
    const std::set<std::string> edge{"embedded", "integrated", "mobile"};
    return edge.contains(entry->document->value("market", std::string())) ? "edge" : "gpu";
}

std::string_view workloadOf(const Entry* entry) {
    return entry != nullptr && isWorkload(entry->kind) ? name(entry->kind) : std::string_view();
}

std::string_view phaseOf(const Json& request) {
    if (findPointer(request, "/workload/global_batch") != nullptr) return "training";
    return valueAt(request, "/workload/phase") == "training" ? "training" : "inference";
}

std::string_view quantityOf(const workload::Scenario& scenario) {
    const Quantity* quantity = findQuantity(scenario.target);
    if (quantity == nullptr || quantity->unit.empty()) return "time";
    return quantity->unit == "J" ? "energy" : quantity->unit == "B" ? "memory" : "time";
}

/// From the layer of the method that answers the kind down to the device.
std::set<std::string_view> layersOf(const Json& request, const std::string& kind, const Registry& registry,
                                    bool many_devices) {
    const auto methods = registry.methodsOf(kind);
    if (methods.empty()) return {};
    const std::string_view top = methods.front()->layer;
    if (top == "network" || top == "device") return {top};
    std::set<std::string_view> layers{"device", "composition"};
    if (many_devices) layers.insert("network");
    if (top == "system") layers.insert("system");
    if (findPointer(request, "/workload/traffic") != nullptr) layers.insert("serving");
    return layers;
}

} // namespace

std::vector<Need> needsOf(const workload::Scenario& scenario, const Library& library, const Registry& registry) {
    const std::vector<Json> requests = asked(scenario);
    const Json& request = requests.front();
    std::set<std::string_view> needed, subjects;
    for (const Rule& rule : kRules) {
        const auto active = [&](const Json& setting) {
            return isActive(findPointer(setting, rule.pointer), rule.active);
        };
        if (!std::ranges::any_of(requests, active)) continue;
        needed.insert(rule.part);
        const auto differs = [&](const Json& setting) {
            return valueAt(setting, rule.pointer) != valueAt(requests[1], rule.pointer);
        };
        if (requests.size() > 2 && std::any_of(requests.begin() + 2, requests.end(), differs))
            subjects.insert(rule.part);
    }
    const Entry* model = entryOf(findPointer(request, "/workload/model"), library);
    if (model != nullptr && findPointer(*model->document, "/moe") != nullptr) needed.insert("experts");
    const bool many_devices = std::ranges::any_of(kDegrees, [&](std::string_view degree) {
        return std::ranges::any_of(
            requests, [&](const Json& setting) { return isActive(findPointer(setting, degree), Active::AboveOne); });
    });
    const std::string kind = valueAt(request, "/kind").get<std::string>();
    needed.merge(layersOf(request, kind, registry, many_devices));
    needed.insert(quantityOf(scenario));
    needed.insert(platformOf(entryOf(findPointer(request, "/hardware"), library)));
    needed.insert(workloadOf(model));
    if (model != nullptr || findPointer(request, "/workload/model") != nullptr) needed.insert(phaseOf(request));
    std::vector<Need> needs;
    for (const ToolPart& part : toolParts())
        if (needed.contains(part.id)) needs.push_back({&part, subjects.contains(part.id)});
    return needs;
}

} // namespace strata::coverage
