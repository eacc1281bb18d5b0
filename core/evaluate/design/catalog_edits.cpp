// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/design/catalog_edits.h"

#include "core/catalog/library.h"
#include "core/evaluate/kinds/conversions/conversions.h"
#include "core/evaluate/registry.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::design {

namespace {

Result<const Entry*> entryNamed(const Library& library, std::string_view id) {
    if (const Entry* entry = library.find(id)) return entry;
    return Error{"not-found", "", {"error.catalog-has-no-entry", {{"id", id}}}, {}, {}};
}

Result<SharedRequest> finished(Result<Json> request) {
    if (!request) return request.error();
    return std::make_shared<const Json>(*std::move(request));
}

/// By the request's row, or refused in its name.
Result<SharedRequest> placed(RequestKind::Placed RequestKind::*how, const Json& request, const Entry& entry,
                             const Library& library, const Registry& registry) {
    const RequestKind* kind = kindOf(request, registry);
    if (kind != nullptr && kind->*how != nullptr) return finished((kind->*how)(request, entry, library));
    const std::string id = kind != nullptr ? std::string(kind->id) : "no known kind";
    return Error{"not-supported", "", {"error.request-does-not-take", {{"id", id}, {"entry", entry.name}}}, {}, {}};
}

std::string kindsThatBecome(std::string_view to, const Registry& registry) {
    std::string ids;
    for (const RequestKind& kind : registry.kinds) {
        for (const Conversion& conversion : kind.conversions) {
            if (conversion.to == to) ids += (ids.empty() ? "" : ", ") + std::string(kind.id);
        }
    }
    return ids.empty() ? "a request of that kind" : "a request of the kind " + ids;
}

} // namespace

Result<SharedRequest> withHardware(const Json& request, std::string_view id, const Library& library,
                                   const Registry& registry) {
    const auto entry = entryNamed(library, id);
    if (!entry) return entry.error();
    auto next = placed(&RequestKind::with_hardware, request, **entry, library, registry);
    // What a row does not know it puts in place as it is.
    const RequestKind* kind = next ? kindOf(**next, registry) : nullptr;
    const Json* hardware = next ? findPointer(**next, "/hardware") : nullptr;
    const bool as_it_is = hardware != nullptr && hardware->is_string() && *hardware == (*entry)->id;
    if (kind != nullptr && as_it_is && std::ranges::count(kind->hardware, (*entry)->kind) == 0)
        return Error{"not-supported", "", {"error.design-does-not-run-on", {{"entry", (*entry)->name}}}, {}, {}};
    return next;
}

Result<SharedRequest> withModel(const Json& request, std::string_view model, const Library& library,
                                const Registry& registry) {
    const auto entry = entryNamed(library, model);
    if (!entry) return entry.error();
    return placed(&RequestKind::with_model, request, **entry, library, registry);
}

Result<SharedRequest> withLayer(const Json& request, std::string_view model, std::string_view layer,
                                const Library& library) {
    const auto entry = entryNamed(library, model);
    if (!entry) return entry.error();
    return finished(withLayerOf(request, **entry, layer, library));
}

Result<SharedRequest> converted(const Json& request, std::string_view to, const Registry& registry) {
    const auto parsed = parseRequest(request, registry);
    if (!parsed) return parsed.error();
    if (parsed->kind->id == to) return parsed->document;
    for (const Conversion& conversion : parsed->kind->conversions) {
        if (conversion.to == to) return finished(conversion.convert(request));
    }
    if (registry.kind(to) == nullptr)
        return Error{"unknown-kind", "", {"error.there-no-kind-request-called", {{"to", to}}}, {}, {}};
    return Error{"not-supported",
                 "/kind",
                 {"error.request-kind-does-not-become-one", {{"id", parsed->kind->id}, {"to", to}}},
                 verbatim(kindsThatBecome(to, registry)),
                 {}};
}

Result<SharedRequest> firstRequest(const Library& library) {
    const Entry* hardware = firstOf(EntryKind::Npu, library);
    const Entry* network = firstOf(EntryKind::Cnn, library);
    if (!hardware || !network)
        return Error{"not-found", "", {"error.catalog-has-no-npu-or-no"}, {"accepted.at-least-one-each"}, {}};
    return finished(layerRequest({{"hardware", hardware->id}, {"workload", Json::object()}}, *network, {}));
}

} // namespace strata::design
