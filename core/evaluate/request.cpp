// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/request.h"

#include "core/base/hash.h"
#include "core/evaluate/registry.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

std::string knownKinds(const Registry& registry) {
    std::string known;
    for (const RequestKind& kind : registry.kinds)
        known += (known.empty() ? "" : ", ") + std::string(kind.id);
    return known;
}

Result<const RequestKind*> requireKind(const Json& document, const Registry& registry) {
    if (!document.is_object()) return Error{"wrong-type", "", {"error.request-no-object"}, {"accepted.object"}, {}};
    if (const RequestKind* kind = kindOf(document, registry)) return kind;
    const std::string known = knownKinds(registry);
    const auto stated = document.find("kind");
    if (stated == document.end())
        return Error{
            "missing", "", {"error.field-missing", {{"field", "kind"}}}, {"accepted.kind-one", {{"known", known}}}, {}};
    if (*stated == "sweep" || *stated == "search") {
        return Error{"unknown-kind",
                     "/kind",
                     {"error.asks-for-many-evaluations-not-for", {{"get", stated->get<std::string>()}}},
                     {"accepted.one-or-command", {{"known", known}, {"get", stated->get<std::string>()}}},
                     {}};
    }
    if (*stated == "scenario") {
        return Error{"unknown-kind",
                     "/kind",
                     {"error.scenario-stands-for-another-request"},
                     {"accepted.one-or-command-scenario", {{"known", known}}},
                     {}};
    }
    return Error{"unknown-kind",
                 "/kind",
                 {"error.field-is", {{"field", "kind"}, {"value", canonicalText(*stated).substr(0, 60)}}},
                 {"accepted.one-of", {{"words", known}}},
                 {}};
}

} // namespace

const RequestKind* kindOf(const Json& document, const Registry& registry) {
    const Json* named = document.is_object() ? findPointer(document, "/kind") : nullptr;
    return named != nullptr && named->is_string() ? registry.kind(named->get_ref<const std::string&>()) : nullptr;
}

void recogniseHardware(Request& request, const Library& library) {
    request.hardware.reset();
    const auto stated = request.document->find("hardware");
    if (stated == request.document->end()) return;
    const Json* reference = &*stated;
    if (reference->is_object() && reference->contains("base")) reference = &reference->at("base");
    if (reference->is_string()) {
        const Entry* entry = library.find(reference->get_ref<const std::string&>());
        if (entry != nullptr) request.hardware = entry->kind;
    } else if (reference->is_object()) {
        const Json* named = findPointer(*reference, "/kind");
        if (named != nullptr && named->is_string())
            request.hardware = entryKindNamed(named->get_ref<const std::string&>());
    }
}

Result<Request> parseRequest(const Json& document, const Registry& registry) {
    const auto kind = requireKind(document, registry);
    if (!kind) return kind.error();
    if (auto valid = validate(document, (*kind)->schema()); !valid) return valid.error();

    Request request;
    request.kind = *kind;
    request.method = document.value("method", std::string());
    request.seed = document.value("seed", std::uint64_t{0});
    request.label = document.value("label", std::string());
    request.document = std::make_shared<const Json>(document);
    if (request.label.empty() && !document.contains("label")) {
        request.sha256 = sha256(canonicalText(document));
    } else {
        Json unlabelled = document;
        unlabelled.erase("label");
        request.sha256 = sha256(canonicalText(unlabelled));
    }
    return request;
}

} // namespace strata
