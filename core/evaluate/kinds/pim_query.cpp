// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/pim_query.h"

#include "core/evaluate/kinds/hardware_query.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata {

Result<PimQuery> resolvePim(const Json& request, const Library& library) {
    auto document = resolveHardware(request, library);
    if (!document) return document.error();
    if (auto fits = requireHardware(request, *document, EntryKind::Pim, "a memory that computes"); !fits)
        return fits.error();
    auto pim = hardware::readPim(*document, {});
    if (!pim) return hardwareError(pim.error(), request);
    const auto kernel = workload::readKernel(request.at("workload"), "/workload");
    if (!kernel) return kernel.error();
    return PimQuery{*std::move(pim), *kernel, std::make_shared<const Json>(*std::move(document))};
}

bool runsOnPim(const Json& request, const Library& library) {
    const auto hardware = resolveHardware(request, library);
    return hardware && hardware->value("kind", std::string()) == name(EntryKind::Pim);
}

namespace design {

Json ontoPim(const Json& request, const Entry& pim) {
    Json next = request;
    for (const char* own : {"/method", "/plan", "/label"})
        removePointer(next, own);
    next["hardware"] = pim.id;
    const Json& types = pim.document->at("units").at("types");
    Json& workload = next["workload"];
    for (const char* operand : {"dtype", "a", "b", "out", "math"}) {
        if (workload.contains(operand) && std::ranges::find(types, workload[operand]) == types.end())
            workload[operand] = types.front();
    }
    if (!workload.contains("dtype") && !workload.contains("b")) workload["dtype"] = types.front();
    return next;
}

Result<Json> decodeAttentionOf(const Json& request, const Entry& model) {
    const Json& shape = *model.document;
    if (model.kind != EntryKind::Transformer || !shape.contains("heads") || !shape.contains("hidden"))
        return Error{"not-supported",
                     "/workload/model",
                     {"error.memory-takes-decode-attention", {{"name", model.name}}},
                     {"accepted.transformer-of-catalog"},
                     {}};
    const Json& before = request.at("workload");
    const double heads = shape.at("heads").get<double>();
    Json workload{{"operator", "attention"},
                  {"q_len", 1},
                  {"heads", shape.at("heads")},
                  {"kv_heads", shape.value("kv_heads", shape.at("heads"))}};
    workload["head_dim"] =
        shape.contains("head_dim") ? shape.at("head_dim") : Json(shape.at("hidden").get<double>() / heads);
    workload["batch"] = before.value("batch", 1);
    workload["kv_len"] = before.contains("kv_len") ? before.at("kv_len") : Json(before.value("sequence", 2048));
    if (before.contains("dtype")) workload["dtype"] = before.at("dtype");
    Json next = request;
    next["workload"] = std::move(workload);
    removePointer(next, "/label");
    return next;
}

} // namespace design
} // namespace strata
