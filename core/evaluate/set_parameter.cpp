// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/collective_query.h"
#include "core/evaluate/kinds/inference_query.h"
#include "core/evaluate/kinds/kernel_query.h"
#include "core/evaluate/kinds/layer_query.h"
#include "core/evaluate/kinds/model_query.h"
#include "core/evaluate/kinds/serving/serving_query.h"
#include "core/evaluate/kinds/training_query.h"
#include "core/evaluate/request_parts.h"
#include "core/evaluate/set_values.h"
#include "core/npu/refit.h"
#include "core/workload/kernel/operators.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

constexpr std::string_view kHardware = "/hardware/";
constexpr std::string_view kWorkload = "/workload/";
constexpr std::string_view kModel = "/workload/model/";

bool isBelow(std::string_view pointer, std::string_view ancestor) {
    return pointer.size() > ancestor.size() && pointer.starts_with(ancestor) && pointer[ancestor.size()] == '/';
}

/// Puts a value among the changes of a reference; a change inside another change goes into that one.
Result<void> putChange(Json& set, std::string_view place, const Json& value) {
    for (auto change = set.begin(); change != set.end(); ++change) {
        if (isBelow(place, change.key())) return setPointer(change.value(), place.substr(change.key().size()), value);
    }
    for (auto change = set.begin(); change != set.end();) {
        change = isBelow(change.key(), place) ? set.erase(change) : std::next(change);
    }
    set[std::string(place)] = value;
    return {};
}

/// `reference`, which stands at `root` of the request, names an entry, perhaps with changes; the result names it with
/// one change more, or one less. `pointer` starts with `root`.
Result<Json> changeReference(const Json& reference, std::string_view root, std::string_view pointer, const Json& value,
                             const Library& library) {
    const std::string_view place = pointer.substr(root.size() - 1);
    const bool plain = reference.is_string();
    if (!plain && !reference.contains("base")) {
        Json document = reference;
        if (auto done = setPointer(document, place, value); !done) return done.error();
        return document;
    }
    const Json base = plain ? reference : reference["base"];
    Json set = Json::object();
    if (!plain && reference.contains("set")) set = reference["set"];
    if (!set.is_object())
        return Error{
            "bad-value", std::string(root) + "set", "set is no object", "an object from JSON pointer to value", {}};
    const Entry* entry = base.is_string() ? library.find(base.get_ref<const std::string&>()) : nullptr;
    const Json* own = entry == nullptr ? nullptr : findPointer(*entry->document, place);
    if (own != nullptr && *own == value) {
        set.erase(std::string(place));
    } else if (auto done = putChange(set, place, value); !done) {
        return done.error();
    }
    if (set.empty()) return base;
    return Json{{"base", base}, {"set", set}};
}

/// The request's own member, or none where the model's layer already has that value.
Result<void> changeWorkload(Json& request, std::string_view pointer, const Json& value, const Library& library) {
    if (request.value("kind", Json()) == name(RequestKind::Layer) && request["workload"].contains("model")) {
        const std::string_view place = pointer.substr(kWorkload.size() - 1);
        const auto layer = catalogLayerDocument(request, library);
        const Json* own = layer ? findPointer(*layer, place) : nullptr;
        const bool chooses = place == "/batch"; // of the model; a layer may have a member of that name as well
        if (own != nullptr && !chooses && *own == value) {
            removePointer(request, pointer);
            return {};
        }
    }
    return setPointer(request, pointer, value);
}

/// A mapping of the request follows the layer, so that a dragged dimension always leaves a well-formed loop nest.
Result<void> refitMapping(const Json& before, Json& after, const Library& library) {
    const Json* mapping = findPointer(before, "/plan/mapping");
    const auto old_query = mapping == nullptr ? Result<LayerQuery>(Error{}) : resolveLayer(before, library);
    if (!old_query) return {};
    const auto layer = resolveLayerDocument(after, library);
    if (!layer) return layer.error();
    const auto problem = workload::buildProblem(*layer, "/workload");
    if (!problem) return problem.error();
    if (problem->dimensions.size() != old_query->problem.dimensions.size()) return {};
    for (std::size_t d = 0; d < problem->dimensions.size(); ++d) {
        if (problem->dimensions[d].name != old_query->problem.dimensions[d].name) return {};
    }
    const npu::Mapping fitted = npu::refit(old_query->mapping, *problem);
    if (fitted == old_query->mapping) return {};
    after["plan"]["mapping"] = npu::writeMapping(fitted, old_query->architecture, *problem);
    return {};
}

/// An error in the value that was just set points to where the caller set it.
Error atPointer(Error error, std::string_view pointer) {
    for (const std::string_view reference : {kHardware, kModel}) {
        if (!pointer.starts_with(reference)) continue;
        const std::string as_change =
            std::string(reference) + "set/" + pointerStep(pointer.substr(reference.size() - 1));
        if (error.pointer == as_change) error.pointer = std::string(pointer);
    }
    return error;
}

/// Sets one value; what follows from it is left to the caller.
Result<void> putValue(Json& request, std::string_view pointer, const Json& value, const Library& library) {
    if (pointer.starts_with(kHardware) && request.contains("hardware") && request.value("kind", Json()) == "training") {
        Json& hardware = request["hardware"];
        const bool takes_part = hardware.is_object() && hardware.contains("cluster");
        if (pointer == kTrainingDevices && !takes_part) hardware = Json{{"cluster", hardware}};
        constexpr std::string_view kCluster = "/hardware/cluster/";
        if (takes_part && pointer.starts_with(kCluster)) {
            auto reference = changeReference(hardware["cluster"], kCluster, pointer, value, library);
            if (!reference) return reference.error();
            hardware["cluster"] = *std::move(reference);
            return {};
        }
        if (takes_part || pointer == kTrainingDevices) return setPointer(request, pointer, value);
    }
    if (pointer.starts_with(kHardware) && request.contains("hardware")) {
        auto reference = changeReference(request["hardware"], kHardware, pointer, value, library);
        if (!reference) return reference.error();
        request["hardware"] = *std::move(reference);
        return {};
    }
    if (pointer.starts_with(kModel) && request.contains("workload") && request["workload"].contains("model")) {
        Json& model = request["workload"]["model"];
        auto reference = changeReference(model, kModel, pointer, value, library);
        if (!reference) return reference.error();
        model = *std::move(reference);
        return {};
    }
    if (pointer.starts_with(kWorkload) && request.contains("workload")) {
        return changeWorkload(request, pointer, value, library);
    }
    return setPointer(request, pointer, value);
}

} // namespace

Result<void> checkResolves(const Json& request, const Library& library) {
    const auto parsed = parseRequest(request);
    if (!parsed) return parsed.error();
    const auto check = [](const auto& query) { return query ? Result<void>() : Result<void>(query.error()); };
    switch (parsed->kind) {
    case RequestKind::Layer: break;
    case RequestKind::Kernel: return check(resolveKernel(request, library));
    case RequestKind::Model: return check(resolveModel(request, library));
    case RequestKind::Collective: return check(resolveCollective(request, library));
    case RequestKind::Training: return check(resolveTraining(request, library));
    case RequestKind::Inference: return check(resolveInference(request, library));
    case RequestKind::Serving: return check(resolveServing(request, library));
    }
    return check(resolveLayer(request, library));
}

Result<Json> setValues(const Json& request, std::span<const PointedValue> values, const Library& library) {
    if (!request.is_object()) return Error{"wrong-type", "", "the request is no object", "an object", {}};
    Json changed = request;
    bool workload_changed = false;
    for (const PointedValue& pointed : values) {
        workload_changed = workload_changed || pointed.pointer.starts_with(kWorkload);
        auto done = putValue(changed, pointed.pointer, *pointed.value, library);
        if (!done) return atPointer(done.error(), pointed.pointer);
    }
    if (!workload_changed) return changed;
    if (auto done = refitMapping(request, changed, library); !done) return done.error();
    return changed;
}

Result<Json> setParameter(const Json& request, std::string_view pointer, const Json& value, const Library& library) {
    if (!request.is_object()) return Error{"wrong-type", "", "the request is no object", "an object", {}};
    const PointedValue pointed{pointer, &value};
    auto changed = setValues(request, std::span(&pointed, 1), library);
    if (!changed) return atPointer(changed.error(), pointer);
    if (auto resolves = checkResolves(*changed, library); !resolves) return atPointer(resolves.error(), pointer);
    return changed;
}

} // namespace strata
