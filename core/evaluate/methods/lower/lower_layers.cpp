// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/lower/lower_layers.h"

#include "core/evaluate/kinds/system/collective_query.h"
#include "core/evaluate/registry.h"
#include "core/hardware/cluster/cluster.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <tuple>

namespace strata::methods {
namespace {

constexpr const char* kDevicePointer = "/plan/methods/device";
constexpr const char* kNetworkPointer = "/plan/methods/network";

Message listed(const std::vector<std::string>& ids) {
    std::string text;
    for (const std::string& id : ids)
        text += (text.empty() ? "" : ", ") + id;
    return verbatim(text);
}

Error unknown(const char* pointer, const std::string& id, const std::vector<std::string>& ids) {
    return {"unknown-method", pointer, {"error.no-method-of-layer", {{"id", id}}}, listed(ids), {}};
}

/// Answers of one method of collectives, each asked once.
class Answers {
public:
    Answers(const Method& method, const hardware::Cluster& cluster, const Context& context, Beside beside)
        : estimate_(method.estimate),
          cluster_(cluster), context_{context.library, context.stop, nullptr, context.registry}, beside_(beside) {}

    double seconds(network::Collective collective, double ranks, double nodes, double bytes) {
        const std::lock_guard lock(mutex_);
        const auto [place, is_new] = known_.try_emplace({collective, ranks, nodes, bytes}, 0.0);
        if (is_new) place->second = ask(collective, ranks, nodes, bytes);
        return place->second;
    }
    std::optional<Error> failure() const {
        const std::lock_guard lock(mutex_);
        return failure_;
    }

private:
    double ask(network::Collective collective, double ranks, double nodes, double bytes) {
        const auto whole = static_cast<std::uint32_t>(std::llround(ranks));
        auto fabric = network::fabricOf(cluster_, {whole, static_cast<std::uint32_t>(std::llround(ranks / nodes))});
        if (!fabric) return fail(fabric.error(), 0.0);
        if (beside_ == Beside::AllGroups) shareAdapters(*fabric);
        CollectiveQuery query;
        query.cluster = cluster_;
        query.document = std::make_shared<const Json>(Json::object());
        query.fabric = *std::move(fabric);
        query.collective = collective;
        query.bytes = bytes;
        // A number stands in for what cannot be answered, so that the step ends; its error is then the answer.
        const double stand_in = network::alphaBetaTime(query.fabric, collective, bytes, {}).seconds;
        Request request;
        request.kind = context_.registry->kind("collective");
        request.document = query.document;
        request.query = Resolved(std::move(query));
        const auto estimate = estimate_(request, context_);
        if (!estimate) return fail(estimate.error(), stand_in);
        const Metric* latency = estimate->findMetric("latency_s");
        return latency != nullptr ? latency->value : stand_in;
    }

    void shareAdapters(network::Fabric& fabric) const {
        for (network::Dimension& dimension : fabric.dimensions) {
            if (!dimension.between_nodes) continue;
            dimension.bandwidth_bytes_per_s = dimension.port_bytes_per_s =
                cluster_.nicBandwidth_bytes_per_s(cluster_.devices_per_node) / cluster_.scale_out.oversubscription;
        }
    }

    double fail(Error error, double stand_in) {
        error.pointer = kNetworkPointer;
        if (!failure_) failure_ = std::move(error);
        return stand_in;
    }

    std::function<Result<Estimate>(const Request&, const Context&)> estimate_;
    hardware::Cluster cluster_;
    Context context_;
    Beside beside_;
    mutable std::mutex mutex_;
    std::map<std::tuple<network::Collective, double, double, double>, double> known_;
    std::optional<Error> failure_;
};

Result<void> takeKernels(const std::string& id, const hardware::Gpu& gpu, const Context& context, LowerLayers& below) {
    const auto calibrations = context.library.calibrations();
    const auto method = gpuMethodNamed(id);
    if (!method || context.registry->method("kernel", id) == nullptr)
        return unknown(kDevicePointer, id, kernelMethodsBelow(gpu, context));
    auto predictor = gpu::kernelPredictor(id, gpu, calibrations);
    if (!predictor) {
        return Error{"not-supported",
                     kDevicePointer,
                     {"error.method-needs-more", {{"id", id}}},
                     listed(kernelMethodsBelow(gpu, context)),
                     {}};
    }
    below.kernels = *method;
    below.predict = *std::move(predictor);
    return {};
}

Result<void> takeCollectives(const std::string& id, const hardware::Cluster* cluster, const Context& context,
                             Beside beside, LowerLayers& below) {
    if (id.empty() || id == kUsualNetwork) return {};
    const Method* method = context.registry->method("collective", id);
    if (method == nullptr) return unknown(kNetworkPointer, id, networkMethodsBelow(context));
    if (cluster == nullptr)
        return Error{"not-supported",
                     kNetworkPointer,
                     {"error.no-cluster-for-collectives"},
                     {"accepted.cluster-as-hardware"},
                     {}};
    const auto answers = std::make_shared<Answers>(*method, *cluster, context, beside);
    below.network = id;
    below.collectives = [answers](network::Collective collective, double ranks, double nodes, double bytes) {
        return answers->seconds(collective, ranks, nodes, bytes);
    };
    below.failed = [answers] { return answers->failure(); };
    return {};
}

Note replaced(std::string_view layer, std::string_view id, std::string_view usual, const char* pointer) {
    Message text{"note.layer-method",
                 {{"layer", Message{"layer." + std::string(layer)}}, {"method", id}, {"usual", usual}}};
    return {Note::Level::Extrapolation, "layer-method", std::move(text), pointer};
}

} // namespace

std::vector<std::string> kernelMethodsBelow(const hardware::Gpu& gpu, const Context& context) {
    std::vector<std::string> ids;
    for (const Method* row : context.registry->methodsOf("kernel")) {
        if (std::ranges::find(row->hardware, EntryKind::Gpu) == row->hardware.end() || !gpuMethodNamed(row->id))
            continue;
        if (gpu::kernelPredictor(row->id, gpu, context.library.calibrations())) ids.emplace_back(row->id);
    }
    return ids;
}

std::vector<std::string> networkMethodsBelow(const Context& context) {
    std::vector<std::string> ids;
    for (const Method* row : context.registry->methodsOf("collective"))
        ids.emplace_back(row->id);
    return ids;
}

Result<LowerLayers> lowerLayers(const LayerMethods& stated, const hardware::Gpu& gpu, const hardware::Cluster* cluster,
                                const Context& context, Beside beside) {
    LowerLayers below;
    const std::string kernels = stated.device.empty() ? std::string(kTileMethod.id) : stated.device;
    if (auto taken = takeKernels(kernels, gpu, context, below); !taken) return taken.error();
    if (auto taken = takeCollectives(stated.network, cluster, context, beside, below); !taken) return taken.error();
    return below;
}

std::function<double(double)> tensorReduce(const LowerLayers& below, double ranks) {
    if (!below.collectives || ranks <= 1) return {};
    return [timer = below.collectives, ranks](double bytes) {
        return timer(network::Collective::AllReduce, ranks, 1.0, bytes);
    };
}

void addLayerNotes(const LowerLayers& below, Estimate& estimate) {
    if (below.kernels.id != kTileMethod.id)
        estimate.notes.push_back(replaced("device", below.kernels.id, kTileMethod.id, kDevicePointer));
    if (!below.network.empty())
        estimate.notes.push_back(replaced("network", below.network, kUsualNetwork, kNetworkPointer));
}

} // namespace strata::methods
