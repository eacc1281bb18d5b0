// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/request.h"

#include "core/base/hash.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

std::string knownKinds() {
    std::string known;
    for (const RequestKind kind : requestKinds())
        known += (known.empty() ? "" : ", ") + std::string(name(kind));
    return known;
}

Result<RequestKind> kindOf(const Json& document) {
    if (!document.is_object()) return Error{"wrong-type", "", "the request is no object", "an object", {}};
    const auto found = document.find("kind");
    if (found == document.end()) return Error{"missing", "", "kind is missing", "kind: one of " + knownKinds(), {}};
    if (found->is_string()) {
        for (const RequestKind kind : requestKinds()) {
            if (name(kind) == found->get_ref<const std::string&>()) return kind;
        }
    }
    if (*found == "sweep" || *found == "search") {
        return Error{"unknown-kind",
                     "/kind",
                     found->get<std::string>() + " asks for many evaluations, not for one",
                     "one of " + knownKinds() + "; or the command " + found->get<std::string>(),
                     {}};
    }
    if (*found == "scenario") {
        return Error{"unknown-kind",
                     "/kind",
                     "a scenario stands for another request",
                     "one of " + knownKinds() + "; or the command scenario",
                     {}};
    }
    return Error{
        "unknown-kind", "/kind", "kind is " + canonicalText(*found).substr(0, 60), "one of " + knownKinds(), {}};
}

} // namespace

std::span<const RequestKind> requestKinds() {
    static constexpr std::array kKinds{RequestKind::Layer,      RequestKind::Kernel,   RequestKind::Model,
                                       RequestKind::Collective, RequestKind::Training, RequestKind::Inference,
                                       RequestKind::Serving};
    return kKinds;
}

std::string_view name(RequestKind kind) {
    switch (kind) {
    case RequestKind::Layer: return "layer";
    case RequestKind::Kernel: return "kernel";
    case RequestKind::Model: return "model";
    case RequestKind::Collective: return "collective";
    case RequestKind::Training: return "training";
    case RequestKind::Inference: return "inference";
    case RequestKind::Serving: return "serving";
    }
    return "";
}

Result<Request> parseRequest(const Json& document) {
    const auto kind = kindOf(document);
    if (!kind) return kind.error();
    if (auto valid = validate(document, requestSchema(*kind)); !valid) return valid.error();

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
