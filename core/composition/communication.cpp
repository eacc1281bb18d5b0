// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/composition/communication.h"

#include "core/evaluate/resolve.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::composition {
namespace {

double networkSeconds(const Estimate& estimate, const std::string& metric) {
    const Part* root = estimate.findParts(metric);
    if (root == nullptr) return 0.0;
    const auto own = layers::ownSeconds(*root, layers::kLayers);
    return own[static_cast<std::size_t>(layers::Layer::Network)];
}

} // namespace

double FidelityError::breaksBelow(double tolerance) const {
    return tolerance > 0.0 ? std::max(0.0, std::abs(error) / tolerance - 1.0) : 0.0;
}

std::optional<CommunicationFidelity> communicationFidelity(const Request& request, const Estimate& estimate,
                                                           const Context& context) {
    const layers::LayerChain chain = layers::layerChain(request, estimate, context.library, *context.registry);
    const layers::LayerStep* network = chain.find(layers::Layer::Network);
    if (network == nullptr || network->pointer.empty() || !chain.parts) return std::nullopt;
    CommunicationFidelity fidelity;
    fidelity.reference = network->usual;
    std::vector<std::string> methods{network->method};
    methods.insert(methods.end(), network->others.begin(), network->others.end());
    for (const std::string& method : methods) {
        if (context.stop.stop_requested()) break;
        const auto resolved =
            resolveRequest(layers::withMethod(*request.document, *network, method), context.library, *context.registry);
        if (!resolved) continue;
        const auto answer = evaluate(*resolved, context);
        if (!answer || !answer->valid || answer->findMetric(chain.metric) == nullptr) continue;
        const double network_s = networkSeconds(*answer, chain.metric);
        fidelity.methods.push_back({method, network_s, 0.0});
        if (method != fidelity.reference) continue;
        fidelity.network_s = network_s;
        fidelity.computing_s = answer->findMetric(chain.metric)->value - network_s;
    }
    if (!(fidelity.network_s > 0.0)) return std::nullopt;
    fidelity.methods.push_back({"none", 0.0, 0.0});
    for (FidelityError& method : fidelity.methods)
        method.error = method.network_s / fidelity.network_s - 1.0;
    std::ranges::stable_sort(fidelity.methods, std::greater(),
                             [](const FidelityError& method) { return std::abs(method.error); });
    return fidelity;
}

Table tableOf(const CommunicationFidelity& fidelity, double tolerance) {
    Table table{
        "communication", {"method", "reference", "network_s", "error", "ratio", "end_error", "breaks_below"}, {}};
    for (const FidelityError& method : fidelity.methods)
        table.rows.push_back({method.method, fidelity.reference, method.network_s, method.error, fidelity.ratio(),
                              method.errorAt(fidelity.ratio()), method.breaksBelow(tolerance)});
    return table;
}

} // namespace strata::composition
