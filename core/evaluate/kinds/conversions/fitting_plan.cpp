// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/conversions/fitting_plan.h"

#include "core/catalog/library.h"
#include "core/evaluate/estimate.h"
#include "core/evaluate/kinds/conversions/conversions.h"
#include "core/evaluate/method.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::design {
namespace {

constexpr int kMostNodes = 64;
constexpr int kMostStages = 16;
constexpr int kMostPeers = 8; // of a GPU without a cluster around it

bool fits(const Json& document, const Library& library) {
    auto request = parseRequest(document);
    if (!request) return false;
    recogniseHardware(*request, library);
    const auto method = methodFor(*request);
    if (!method) return false;
    const auto estimate = evaluate(*request, **method, Context{library, {}, nullptr});
    return estimate && estimate->valid;
}

/// Ranks that share a fast link: those of a node, or the peers that a GPU's own link reaches.
int peersOf(const Entry& hardware) {
    const Json& document = *hardware.document;
    if (hardware.kind == EntryKind::Cluster) return document.value("devices_per_node", 1);
    return document.value("link_bytes_per_s", 0.0) > 0 ? kMostPeers : 1;
}

int nodesOf(const Entry& hardware) {
    return hardware.kind == EntryKind::Cluster ? std::min(kMostNodes, hardware.document->value("nodes", 1)) : 1;
}

/// One batch answers for the engine under load whether the model fits: it is a closed form.
bool servesOn(const Json& request, const Library& library) {
    const auto single = inferenceOf(request);
    return single && fits(*single, library);
}

} // namespace

Json withFittingRanks(Json request, const Entry& hardware, const Library& library) {
    const int peers = peersOf(hardware);
    for (int ranks = 1; ranks <= peers * nodesOf(hardware); ranks *= 2) {
        const int tp = std::min(ranks, peers);
        request["plan"]["tp"] = tp;
        if (ranks > tp) request["plan"]["pp"] = ranks / tp;
        if (servesOn(request, library)) break;
    }
    return request;
}

Json withFittingDegrees(Json request, const Entry& cluster, const Library& library) {
    const int peers = peersOf(cluster);
    for (int nodes = 1; nodes <= nodesOf(cluster); nodes *= 2) {
        const int devices = nodes * peers;
        request["hardware"]["devices"] = devices;
        for (int ranks = 1; ranks <= std::min(devices, peers * kMostStages); ranks *= 2) {
            const int tp = std::min(ranks, peers), pp = ranks / tp;
            Json& plan = request["plan"];
            plan["tp"] = tp;
            plan["pp"] = pp;
            plan["dp"] = devices / ranks;
            for (const char* recompute : {"none", "full"}) {
                plan["recompute"] = recompute;
                if (fits(request, library)) return request;
            }
        }
    }
    return request;
}

} // namespace strata::design
