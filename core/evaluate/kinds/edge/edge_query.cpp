// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/edge/edge_query.h"

#include "core/evaluate/kinds/hardware_query.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

Error bad(std::string pointer, Message text, Message expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

/// The pass of a model of the catalog: one inference at batch 1 unless the request says otherwise.
Result<edge::EdgeNetwork> networkOfModel(const Json& work, const std::string& pointer, const Library& library) {
    auto model = library.resolve(work.at("model"), pointer + "/model", Role::Workload);
    if (!model) return model.error();
    workload::GraphOptions options;
    options.phase = workload::Phase::Inference;
    options.sequence = work.value("sequence", 0.0);
    auto graph = workload::buildGraph(*model, options, pointer + "/model");
    if (!graph) return graph.error();
    edge::EdgeNetwork network = edge::networkOf(*graph);
    network.name = model->value("name", model->value("id", std::string("network")));
    return network;
}

Result<EdgeWork> readWork(const Json& work, const std::string& pointer, const Library& library) {
    EdgeWork out;
    const int stated = static_cast<int>(work.contains("model")) + static_cast<int>(work.contains("operators")) +
                       static_cast<int>(work.contains("encoding"));
    if (stated != 1)
        return bad(pointer, {"error.workload-states-networks", {{"stated", stated}}},
                   {"accepted.one-model-operators-and-space-with"});
    if (work.contains("encoding")) {
        const std::string id = work.value("space", std::string());
        out.space = edge::encodingSpaceNamed(id);
        if (out.space == nullptr)
            return bad(pointer + "/space", {"error.there-no-space", {{"id", id}}},
                       {"accepted.one-nas-bench-201-fbnet-ofa"});
        out.name = work.at("encoding").get<std::string>();
        auto features = edge::encodingFeatures(*out.space, out.name, pointer + "/encoding");
        if (!features) return features.error();
        out.encoding = *std::move(features);
        return out;
    }
    auto network = work.contains("operators") ? edge::readNetwork(work["operators"], pointer + "/operators")
                                              : networkOfModel(work, pointer, library);
    if (!network) return network.error();
    const edge::NetworkScale scale{work.value("batch", 1.0), work.value("resolution", 1.0),
                                   work.value("dtype", std::string("fp32")) == "int8"};
    out.network = edge::scaled(*std::move(network), scale);
    out.name = work.value("name", out.network.name.empty() ? std::string("network") : out.network.name);
    return out;
}

Result<hardware::Backend> backendOf(const Json& plan, const hardware::Soc& soc, const Library& library) {
    std::string id = plan.value("backend", std::string());
    // Runtimes that read language models alone fuse nothing that networks of other kinds have.
    if (id.empty()) {
        const auto usual = std::ranges::find_if(soc.backends, [&](const std::string& own) {
            const Entry* entry = library.find(own);
            return entry == nullptr || !entry->document->contains("weights");
        });
        id = usual == soc.backends.end() ? "ncnn" : *usual;
    }
    const Entry* entry = library.find(id);
    if (entry == nullptr || entry->kind != EntryKind::Backend)
        return Error{"not-found",
                     "/plan/backend",
                     {"error.catalog-has-no-edge-runtime", {{"id", id}}},
                     {"accepted.command-line-entry-strata-cli-catalog-list-kind"},
                     {}};
    return hardware::readBackend(*entry->document, {});
}

hardware::SocPart partOf(const Json& plan) {
    const std::string stated = plan.value("part", std::string("cpu"));
    for (const auto part : {hardware::SocPart::Gpu, hardware::SocPart::Npu, hardware::SocPart::Dsp}) {
        if (stated == hardware::name(part)) return part;
    }
    return hardware::SocPart::Cpu;
}

/// Threads that a runtime starts where nobody says: one for each core.
double usualThreads(const hardware::Soc& soc, hardware::SocPart part) {
    double cores = 0;
    for (const hardware::SocUnit& unit : soc.units)
        cores += unit.part == part ? unit.cores : 0.0;
    return part == hardware::SocPart::Cpu ? std::max(1.0, cores) : 1.0;
}

Result<void> checkPart(const EdgeQuery& query) {
    const std::string part(hardware::name(query.part));
    if (query.soc.first(query.part) == nullptr)
        return bad("/plan/part", {"error.has-no-2", {{"name", query.soc.name}, {"part", part}}},
                   {"accepted.part-device-has"});
    if (std::ranges::find(query.backend.parts, part) == query.backend.parts.end())
        return bad("/plan/part", {"error.does-not-run-on", {{"name", query.backend.name}, {"part", part}}},
                   {"accepted.runtime-for-part-or-part-runtime"});
    return {};
}

} // namespace

Result<EdgeQuery> resolveEdge(const Json& request, const Library& library) {
    static const Json kNothing = Json::object();
    auto document = resolveHardware(request, library);
    if (!document) return document.error();
    if (auto fits = requireHardware(request, *document, EntryKind::Soc, "an edge SoC"); !fits) return fits.error();
    auto soc = hardware::readSoc(*document, {});
    if (!soc) return hardwareError(soc.error(), request);
    EdgeQuery query;
    query.soc = *std::move(soc);
    query.document = std::make_shared<const Json>(*std::move(document));
    const Json& plan = request.contains("plan") ? request["plan"] : kNothing;
    auto backend = backendOf(plan, query.soc, library);
    if (!backend) return backend.error();
    query.backend = *std::move(backend);
    query.part = partOf(plan);
    if (auto able = checkPart(query); !able) return able.error();
    query.cores = plan.value("cores", query.cores);
    query.threads = plan.value("threads", usualThreads(query.soc, query.part));
    query.clock_share =
        plan.value("clock_share", 1.0) * hardware::sustainedClockShare(query.soc.thermal, plan.value("load_s", 0.0));
    auto work = readWork(request.at("workload"), "/workload", library);
    if (!work) return work.error();
    query.work = *std::move(work);
    query.kernels = edge::detectKernels(query.work.network, query.backend);
    const Json rows = plan.value("measurements", Json::array());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        auto measured =
            readWork(rows[i].at("workload"), "/plan/measurements/" + std::to_string(i) + "/workload", library);
        if (!measured) return measured.error();
        if (measured->space != query.work.space)
            return bad("/plan/measurements/" + std::to_string(i) + "/workload", {"error.measurement-another-space"},
                       {"accepted.networks-space-workload"});
        query.measurements.push_back({*std::move(measured), rows[i].at("latency_s").get<double>()});
    }
    const Json others = plan.value("networks", Json::array());
    for (std::size_t i = 0; i < others.size(); ++i) {
        auto other = readWork(others[i], "/plan/networks/" + std::to_string(i), library);
        if (!other) return other.error();
        query.others.push_back(*std::move(other));
    }
    return query;
}

} // namespace strata
