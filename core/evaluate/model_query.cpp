// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/model_query.h"

#include <nlohmann/json.hpp>

namespace strata {

Result<ModelQuery> resolveModel(const Json& request, const Library& library) {
    auto device = resolveGpu(request, library);
    if (!device) return device.error();
    const Json& workload = request.at("workload");
    const auto options = workload::readGraphOptions(workload, "/workload");
    if (!options) return options.error();
    auto model = library.resolve(workload.at("model"), "/workload/model", Role::Workload);
    if (!model) return model.error();
    auto graph = workload::buildGraph(*model, *options, "/workload");
    if (!graph) return graph.error();
    return ModelQuery{*std::move(device), *options, *std::move(graph),
                      std::make_shared<const Json>(*std::move(model))};
}

}  // namespace strata
