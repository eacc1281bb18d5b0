// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/request_edits.h"

#include "core/catalog/library.h"
#include "core/workload/operators.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::app {

namespace {

std::shared_ptr<const Json> withoutMapping(Json request) {
    removePointer(request, "/plan/mapping");
    if (const Json* plan = findPointer(request, "/plan"); plan && plan->empty()) removePointer(request, "/plan");
    return std::make_shared<const Json>(std::move(request));
}

const Entry* first(const Library& library, EntryKind kind) {
    const auto found = std::ranges::find(library.entries(), kind, &Entry::kind);
    return found == library.entries().end() ? nullptr : &*found;
}

}  // namespace

std::shared_ptr<const Json> withHardware(const Json& request, std::string_view id) {
    Json next = request;
    next["hardware"] = id;
    return withoutMapping(std::move(next));
}

std::shared_ptr<const Json> withLayer(const Json& request, std::string_view model, std::string_view layer) {
    Json next = request;
    next["workload"] = Json{{"model", model}, {"layer", layer}};
    return withoutMapping(std::move(next));
}

Result<std::shared_ptr<const Json>> firstRequest(const Library& library) {
    const Entry* hardware = first(library, EntryKind::Npu);
    const Entry* network = first(library, EntryKind::Cnn);
    if (!hardware || !network)
        return Error{"not-found", "", "the catalog has no NPU or no network to start from", "at least one of each", {}};
    const Result<Json> layers = workload::listLayers(*network->document, {});
    if (!layers) return layers.error();
    Json request{{"kind", "layer"}, {"hardware", hardware->id}};
    return withLayer(request, network->id, layers->front().value("name", std::string()));
}

}  // namespace strata::app
