// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/inheritance.h"
#include "core/evaluate/registry.h"
#include "core/evaluate/request_parts.h"
#include "core/evaluate/resolve.h"
#include "core/evaluate/set_values.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

constexpr std::string_view kHardware = "/hardware/";
constexpr std::string_view kWorkload = "/workload/";
constexpr std::string_view kModel = "/workload/model/";

bool isBelow(std::string_view pointer, std::string_view ancestor) {
    return pointer.size() > ancestor.size() && pointer.starts_with(ancestor) && pointer[ancestor.size()] == '/';
}

/// Puts a value among the changes of a reference; a change inside another change goes into that one. Facts of a device
/// that a change names stay beside that change.
Result<void> putChange(Json& set, std::string_view place, const Json& value) {
    for (auto change = set.begin(); change != set.end(); ++change) {
        if (isBelow(place, change.key()) && change.key() != kDeviceMember)
            return setPointer(change.value(), place.substr(change.key().size()), value);
    }
    for (auto change = set.begin(); change != set.end();) {
        change = isBelow(change.key(), place) ? set.erase(change) : std::next(change);
    }
    set[std::string(place)] = value;
    return {};
}

/// Whether the catalog states that value there: in the entry itself or, below the device of a cluster, in that of the
/// device, which the request's own changes may name.
bool isOfCatalog(const Json& value, const Entry& entry, const Json& set, std::string_view place,
                 const Library& library) {
    const Json& document = *entry.document;
    const auto changed = set.find(std::string(kDeviceMember));
    const Json* device = changed != set.end() ? &*changed : findPointer(document, kDeviceMember);
    if (device == nullptr || !changesDevice(document, place)) {
        const Json* own = findPointer(document, place);
        return own != nullptr && *own == value;
    }
    const auto named = library.resolve(*device, kDeviceMember, Role::Hardware);
    const Json* own = named ? findPointer(*named, place.substr(kDeviceMember.size())) : nullptr;
    return own != nullptr && *own == value;
}

/// `reference`, which stands at `root` of the request, names an entry, perhaps with changes; the result names it with
/// one change more, or one less. `pointer` starts with `root`.
Result<Json> changeReference(const Json& reference, std::string_view root, std::string_view pointer, const Json& value,
                             const Library& library) {
    const std::string_view place = pointer.substr(root.size() - 1);
    const bool plain = reference.is_string();
    if (!plain && !reference.contains("base")) {
        Json document = reference;
        if (auto done = setFact(document, place, value); !done) return done.error();
        return document;
    }
    const Json base = plain ? reference : reference["base"];
    Json set = Json::object();
    if (!plain && reference.contains("set")) set = reference["set"];
    if (!set.is_object())
        return Error{"bad-value",
                     std::string(root) + "set",
                     {"error.field-no-object", {{"field", "set"}}},
                     {"accepted.object-from-json-pointer-to-value"},
                     {}};
    const Entry* entry = base.is_string() ? library.find(base.get_ref<const std::string&>()) : nullptr;
    if (entry != nullptr && isOfCatalog(value, *entry, set, place, library)) {
        set.erase(std::string(place));
    } else if (auto done = putChange(set, place, value); !done) {
        return done.error();
    }
    if (set.empty()) return base;
    return Json{{"base", base}, {"set", set}};
}

/// The request's own member, or none where the model's layer already has that value.
Result<void> changeWorkload(const RequestKind* kind, Json& request, std::string_view pointer, const Json& value,
                            const Library& library) {
    if (kind != nullptr && kind->inherited != nullptr && request["workload"].contains("model")) {
        const std::string_view place = pointer.substr(kWorkload.size() - 1);
        const auto layer = kind->inherited(request, library);
        const Json* own = layer ? findPointer(*layer, place) : nullptr;
        const bool chooses = place == "/batch"; // of the model; a layer may have a member of that name as well
        if (own != nullptr && !chooses && *own == value) {
            removePointer(request, pointer);
            return {};
        }
    }
    return setPointer(request, pointer, value);
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
Result<void> putValue(const RequestKind* kind, Json& request, std::string_view pointer, const Json& value,
                      const Library& library) {
    if (pointer.starts_with(kHardware) && request.contains("hardware") && kind != nullptr && kind->devices != nullptr) {
        Json& hardware = request["hardware"];
        const bool takes_part = hardware.is_object() && hardware.contains("cluster");
        if (pointer == kDevices && !takes_part) hardware = Json{{"cluster", hardware}};
        constexpr std::string_view kCluster = "/hardware/cluster/";
        if (takes_part && pointer.starts_with(kCluster)) {
            auto reference = changeReference(hardware["cluster"], kCluster, pointer, value, library);
            if (!reference) return reference.error();
            hardware["cluster"] = *std::move(reference);
            return {};
        }
        if (takes_part || pointer == kDevices) return setPointer(request, pointer, value);
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
        return changeWorkload(kind, request, pointer, value, library);
    }
    return setPointer(request, pointer, value);
}

} // namespace

Result<void> checkResolves(const Json& request, const Library& library, const Registry& registry) {
    const auto parsed = parseRequest(request, registry);
    if (!parsed) return parsed.error();
    const auto query = parsed->kind->resolve(request, library);
    return query ? Result<void>() : Result<void>(query.error());
}

namespace {

/// setValues() on a request that resolves to `known`, where somebody knows.
Result<Json> withValues(const Json& request, const Resolved& known, std::span<const PointedValue> values,
                        const Library& library, const Registry& registry) {
    if (!request.is_object()) return Error{"wrong-type", "", {"error.request-no-object"}, {"accepted.object"}, {}};
    Json changed = request;
    bool workload_changed = false;
    for (const PointedValue& pointed : values) {
        workload_changed = workload_changed || pointed.pointer.starts_with(kWorkload);
        auto done = putValue(kindOf(changed, registry), changed, pointed.pointer, *pointed.value, library);
        if (!done) return atPointer(done.error(), pointed.pointer);
    }
    const RequestKind* kind = kindOf(changed, registry);
    if (!workload_changed || kind == nullptr || kind->follow == nullptr) return changed;
    if (auto done = kind->follow(request, known, changed, library); !done) return done.error();
    return changed;
}

Result<Request> resolvedChange(const Json& request, const Resolved& known, std::string_view pointer, const Json& value,
                               const Library& library, const Registry& registry) {
    const PointedValue pointed{pointer, &value};
    const auto document = withValues(request, known, std::span(&pointed, 1), library, registry);
    if (!document) return atPointer(document.error(), pointer);
    auto parsed = parseRequest(*document, registry);
    if (!parsed) return atPointer(parsed.error(), pointer);
    recogniseHardware(*parsed, library);
    auto query = parsed->kind->resolve(*document, library);
    if (!query) return atPointer(query.error(), pointer);
    parsed->query = *std::move(query);
    return parsed;
}

} // namespace

Result<Json> setValues(const Json& request, std::span<const PointedValue> values, const Library& library,
                       const Registry& registry) {
    return withValues(request, {}, values, library, registry);
}

Result<Request> changeRequest(const Json& request, std::string_view pointer, const Json& value, const Library& library,
                              const Registry& registry) {
    return resolvedChange(request, {}, pointer, value, library, registry);
}

Result<Request> changeRequest(const Request& request, std::string_view pointer, const Json& value,
                              const Library& library, const Registry& registry) {
    return resolvedChange(*request.document, request.query, pointer, value, library, registry);
}

Result<Json> setParameter(const Json& request, std::string_view pointer, const Json& value, const Library& library,
                          const Registry& registry) {
    const auto changed = changeRequest(request, pointer, value, library, registry);
    return changed ? Result<Json>(*changed->document) : Result<Json>(changed.error());
}

} // namespace strata
