// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/inheritance.h"

#include <nlohmann/json.hpp>
#include <tuple>

namespace strata {

namespace {

// What makes an entry this entry cannot be changed from outside.
bool namesTheEntry(std::string_view pointer) {
    for (std::string_view own : {"/id", "/aliases", "/base", "/set"}) {
        if (pointer == own) return true;
        if (pointer.starts_with(own) && pointer[own.size()] == '/') return true;
    }
    return false;
}

/// `device` names an entry, perhaps with changes, or is a document of its own.
Result<void> setDeviceFact(Json& device, std::string_view fact, const Json& value) {
    if (device.is_string()) device = Json{{"base", device}};
    if (!device.contains("base")) return setPointer(device, fact, value);
    Json& set = device["set"];
    if (!set.is_null() && !set.is_object()) {
        return Error{"bad-value",
                     std::string(kDeviceMember) + "/set",
                     {"error.field-no-object", {{"field", "set"}}},
                     {"accepted.object-from-json-pointer-to-value"},
                     {}};
    }
    set[std::string(fact)] = value;
    return {};
}

} // namespace

bool changesDevice(const Json& document, std::string_view target) {
    const auto kind = document.find("kind");
    if (kind == document.end() || !kind->is_string() || kind->get_ref<const std::string&>() != name(EntryKind::Cluster))
        return false;
    if (!target.starts_with(kDeviceMember)) return false;
    const std::string_view fact = target.substr(kDeviceMember.size());
    return fact.starts_with('/') && fact != "/base" && fact != "/set" && !fact.starts_with("/set/");
}

Result<void> setFact(Json& document, std::string_view target, const Json& value) {
    if (changesDevice(document, target) && document.contains("device"))
        return setDeviceFact(document["device"], target.substr(kDeviceMember.size()), value);
    return setPointer(document, target, value);
}

Result<Json> applySet(const Json& base, const Json& set, std::string_view pointer) {
    if (!set.is_object()) {
        return Error{"bad-value",
                     std::string(pointer),
                     {"error.field-no-object", {{"field", "set"}}},
                     {"accepted.object-from-json-pointer-to-value"},
                     {}};
    }
    Json result = base;
    for (const auto& [target, value] : set.items()) {
        const std::string place = std::string(pointer) + "/" + pointerStep(target);
        if (target.empty() || namesTheEntry(target)) {
            return Error{"bad-pointer",
                         place,
                         {"error.set-cannot-change", {{"target", target}}},
                         {"accepted.json-pointer-to-fact-entry"},
                         {}};
        }
        if (Result<void> done = setFact(result, target, value); !done) {
            Error error = done.error();
            error.pointer = place;
            return error;
        }
    }
    return result;
}

std::string pointerAsWritten(const Json& set, std::string_view set_pointer, std::string_view rest_pointer,
                             std::string_view resolved_pointer) {
    for (const auto& item : set.items()) {
        const std::string& target = item.key();
        const bool inside = resolved_pointer.starts_with(target) &&
                            (resolved_pointer.size() == target.size() || resolved_pointer[target.size()] == '/');
        if (!inside) continue;
        return std::string(set_pointer) + "/" + pointerStep(target) +
               std::string(resolved_pointer.substr(target.size()));
    }
    return std::string(rest_pointer) + std::string(resolved_pointer);
}

Json inherit(const Json& base, const Json& written) {
    Json result = base;
    result.erase("aliases"); // those name the base
    for (const auto& [key, value] : written.items()) {
        if (key == "base" || key == "set" || key == "source") continue;
        result[key] = value;
        if (!namesTheEntry("/" + key) && key != "name") attribute(result, "/" + pointerStep(key), written);
    }
    return result;
}

void attribute(Json& resolved, std::string_view pointer, const Json& written) {
    const Json* source = findPointer(written, "/source");
    const std::string first_step(pointer.substr(1, pointer.find('/', 1) - 1));
    if (source != nullptr && source->is_object()) {
        const auto named = source->find(first_step);
        source = named != source->end() ? &*named : findPointer(*source, "/*");
    }
    if (source == nullptr || !source->is_string()) return;
    // The nearest object around the value that states a source is the one that readers of the value ask.
    for (std::size_t cut = pointer.rfind('/'); cut != std::string_view::npos; cut = pointer.rfind('/', cut - 1)) {
        const std::string place = std::string(pointer.substr(0, cut)) + "/source";
        if (const Json* stated = findPointer(resolved, place)) {
            Json sources = stated->is_object() ? *stated : Json{{"*", *stated}};
            const std::string_view below = pointer.substr(cut + 1);
            sources[std::string(below.substr(0, below.find('/')))] = *source;
            std::ignore = setPointer(resolved, place, sources);
            return;
        }
        if (cut == 0) return;
    }
}

} // namespace strata
