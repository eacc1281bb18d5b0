// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/gpu/device_types.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/parameter_collect.h"
#include "core/workload/graph.h"
#include "core/workload/kernel/operators.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

/// Members that a request leaves to their defaults are draggable as well.
Json withDefaults(const Json& stated, const Json& defaults, const ObjectSchema& schema) {
    Json whole = stated;
    for (const auto& [key, value] : defaults.items()) {
        if (!whole.contains(key) && schema.find(key) != nullptr) whole[key] = value;
    }
    return whole;
}

} // namespace

Result<void> addKernelParameters(const RequestKind& kind, const Json& request, const Library&,
                                 std::vector<Parameter>& parameters) {
    const Json& stated = request.at("workload");
    const auto kernel = workload::readKernel(stated, "/workload");
    if (!kernel) return kernel.error();
    const ObjectSchema& schema = workload::kernelSchema();
    Json defaults = workload::toJson(*kernel);
    // One type for all operands stays one parameter.
    if (stated.contains("dtype")) {
        for (const char* key : {"a", "b", "out", "math"})
            defaults.erase(key);
    }
    if (stated.contains("elements")) {
        for (const char* key : {"rows", "cols"})
            defaults.erase(key);
    }
    const Json whole = withDefaults(stated, defaults, schema);
    collectParameters(schema, Ruled{whole, whole, "/workload"}, parameters);
    addStated(kind, request, "plan", parameters);
    return {};
}

Result<void> addModelParameters(const RequestKind& kind, const Json& request, const Library& library,
                                std::vector<Parameter>& parameters) {
    const Json& stated = request.at("workload");
    auto options = workload::readGraphOptions(stated, "/workload");
    if (!options) return options.error();
    if (const auto device = resolveGpu(request, library)) fitToDevice(*options, device->gpu, stated);
    Json defaults{{"batch", options->batch}, {"phase", std::string(name(options->phase))}, {"fused", options->fused}};
    if (!stated.contains("weights") && !stated.contains("activations")) defaults["dtype"] = "fp32";
    const Json whole = withDefaults(stated, defaults, workload::modelWorkloadSchema());
    collectParameters(workload::modelWorkloadSchema(), Ruled{whole, whole, "/workload"}, parameters);
    addStated(kind, request, "plan", parameters);
    return {};
}

Result<void> addModelShape(const RequestKind&, const Json& request, const Library& library,
                           std::vector<Parameter>& parameters) {
    constexpr std::string_view kModel = "/workload/model";
    const Json& reference = request.at("workload").at("model");
    const auto document = library.resolve(reference, kModel, Role::Workload);
    if (!document) return document.error();
    if (document->value("kind", std::string()) != "transformer") return {};
    const bool changed = reference.is_object() && reference.contains("base");
    const auto original = changed ? library.resolve(reference["base"], kModel, Role::Workload) : document;
    if (!original) return original.error();
    collectParameters(workload::transformerSchema(), Ruled{*document, *original, kModel}, parameters);
    return {};
}

} // namespace strata
