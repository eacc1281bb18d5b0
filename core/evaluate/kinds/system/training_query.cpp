// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/system/training_query.h"

#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/parameter_collect.h"
#include "core/evaluate/request_parts.h"
#include "core/hardware/cluster/cluster_json.h"
#include "core/hardware/gpu/gpu_json.h"
#include "core/system/coefficients.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

Result<void> readDevice(const Json& request, const Library& library, TrainingQuery& query) {
    const auto device = resolveDevice(request, *query.document, library);
    if (!device && device.error().code != "not-found") return device.error();
    if (!device || device->value("kind", std::string()) != name(EntryKind::Gpu)) {
        return Error{
            "not-supported",
            "/hardware",
            {"error.devices-no-gpu-library", {{"cluster", query.cluster.name}, {"device", query.cluster.device}}},
            {"accepted.cluster-gpus-fabric-known-requests-kind", {{"cluster", query.cluster.name}}},
            {}};
    }
    auto gpu = hardware::readGpu(*device, std::string(hardwarePointer(request)) + "/device");
    if (!gpu) return gpu.error();
    chooseRuntime(*gpu, library);
    query.gpu = *std::move(gpu);
    query.host_link_bytes_per_s = device->value("host_link_bytes_per_s", 0.0);
    return {};
}

struct Format {
    NumberType type = NumberType::Bf16;
    bool block_scaled = false;
};

Format formatOf(const std::string& precision) {
    if (precision == "mxfp8") return {NumberType::Fp8, true};
    if (precision == "nvfp4") return {NumberType::Fp4, true};
    return {numberTypeNamed(precision).value_or(NumberType::Bf16), false};
}

Result<void> readJob(const Json& workload, const Library& library, TrainingQuery& query) {
    const auto model = library.resolve(workload.at("model"), "/workload/model", Role::Workload);
    if (!model) return model.error();
    if (model->value("kind", std::string()) != "transformer") {
        return Error{"wrong-kind",
                     "/workload/model",
                     {"error.model-kind", {{"value", model->value("kind", std::string())}}},
                     {"accepted.transformer"},
                     {}};
    }
    auto shape = workload::readTransformer(*model, {}, "/workload/model");
    if (!shape) return shape.error();
    if (shape->architecture != "decoder") {
        return Error{"not-modelled",
                     "/workload/model",
                     {"error.architecture", {{"id", shape->id}, {"architecture", shape->architecture}}},
                     {"accepted.decoder"},
                     {}};
    }
    if (auto trainable = workload::refuseTraining(*shape, "/workload/model"); !trainable) return trainable.error();
    query.model = std::make_shared<const Json>(*model);
    query.job.model = *std::move(shape);
    query.job.sequence = workload.at("sequence");
    query.job.global_batch = workload.at("global_batch");
    const std::string precision = workload.value("precision", std::string("bf16"));
    query.job.precision = formatOf(precision).type;
    query.job.block_scaled = formatOf(precision).block_scaled;
    query.job.expert_skew = workload.value("expert_skew", 1.0);
    query.job.attention_stated = workload.contains("attention");
    query.job.fused_attention =
        query.job.attention_stated ? workload.at("attention") != "unfused" : system::usuallyFused(query.gpu);
    query.job.ported_attention = workload.value("attention", std::string()) == "flash-2";
    if (query.gpu.peak(query.job.precision) <= 0.0) {
        return Error{"not-supported",
                     "/workload/precision",
                     {"error.but-has-no-such-arithmetic",
                      {{"field", "precision"}, {"precision", precision}, {"gpu", query.gpu.name}}},
                     {"accepted.precision-device-has-bf16-or-fp16"},
                     {}};
    }
    return {};
}

Json planOf(const Json& request) {
    const auto plan = request.find("plan");
    return plan != request.end() ? *plan : Json::object();
}

/// Those that the hardware states; those of the plan where that states dp; else all of the cluster.
Result<void> readDevices(const Json& request, TrainingQuery& query) {
    const Json& hardware = request.at("hardware");
    const auto all = static_cast<double>(query.cluster.devices());
    if (hardwarePointer(request) != "/hardware") {
        static const ObjectSchema part{
            "training_hardware",
            "Part of a cluster",
            {field::text("cluster", "Cluster", "An id of the catalog, an inline document, or {\"base\", \"set\"}.")
                 .orType(Field::Type::Object)
                 .needed(),
             trainingDevicesField()}};
        if (auto valid = validate(hardware, part, "/hardware"); !valid) return valid.error();
        query.devices = hardware.at("devices");
    } else if (const Json plan = planOf(request); plan.contains("dp")) {
        query.devices = plan.at("dp").get<double>();
        for (const char* other : {"tp", "pp", "cp"})
            query.devices *= plan.value(other, 1.0);
    } else {
        query.devices = all;
    }
    if (query.devices <= all) return {};
    return Error{"bad-value",
                 std::string(kDevices),
                 {"error.but-has",
                  {{"field", "devices"},
                   {"devices", static_cast<long long>(query.devices)},
                   {"cluster", query.cluster.name},
                   {"devices_2", query.cluster.devices()}}},
                 {"accepted.from-1", {{"most", query.cluster.devices()}}},
                 {}};
}

system::Plan readPlan(const Json& plan, const TrainingQuery& query) {
    system::Plan read;
    read.tp = plan.value("tp", 1u), read.pp = plan.value("pp", 1u);
    read.cp = plan.value("cp", 1u), read.ep = plan.value("ep", 1u);
    // Data parallelism takes the devices that the other degrees leave.
    const double rest = query.devices / (static_cast<double>(read.tp) * read.pp * read.cp);
    read.dp = plan.value("dp", static_cast<std::uint32_t>(std::max(1.0, rest)));
    read.micro_batch = plan.value("micro_batch", 1u);
    const bool chunks = plan.value("interleave", 1u) > 1;
    read.schedule = *system::scheduleNamed(plan.value("schedule", std::string(chunks ? "interleaved" : "1f1b")));
    // So that a schedule can be chosen alone: chunks of two layers.
    const double layers = query.job.model.layers / std::max(1u, read.pp);
    const auto usual = static_cast<std::uint32_t>(std::max(2.0, std::floor(layers / 2.0)));
    read.interleave = plan.value("interleave", read.schedule == system::Schedule::Interleaved ? usual : 1u);
    read.sequence_parallel = plan.value("sequence_parallel", false);
    read.recompute = *system::recomputeNamed(plan.value("recompute", std::string("none")));
    read.zero = plan.value("zero", 0u);
    read.lora = plan.value("lora", 0u);
    read.narrow_gradients = plan.value("gradients", std::string("fp32")) == "bf16";
    read.narrow_inputs = plan.value("narrow_inputs", false);
    read.quantized_base = plan.value("quantized_base", false);
    read.optimizer = *system::optimizerNamed(plan.value("optimizer", std::string("adam")));
    read.capacity_factor = plan.value("capacity_factor", 0.0);
    read.offload_optimizer = plan.value("offload_optimizer", false);
    read.offload_activations = plan.value("offload_activations", false);
    if (query.host_link_bytes_per_s > 0.0)
        read.host_link_bytes_per_s = system::kCopiedShare * query.host_link_bytes_per_s;
    read.host_link_bytes_per_s = plan.value("host_link_bytes_per_s", read.host_link_bytes_per_s);
    read.overlap_gradients = plan.value("overlap_gradients", true);
    read.overlap_gather = plan.value("overlap_gather", true);
    read.overlap_tensor = plan.value("overlap_tensor", false);
    if (const auto stated = plan.find("overlap_sends"); stated != plan.end()) read.overlap_sends = stated->get<bool>();
    if (const auto stated = plan.find("overlap_experts"); stated != plan.end())
        read.overlap_experts = stated->get<bool>();
    read.stage_layers = plan.value("stage_layers", std::vector<std::uint32_t>{});
    read.stage_speeds = plan.value("stage_speeds", std::vector<double>{});
    return read;
}

void readReliability(const Json& plan, TrainingQuery& query) {
    const auto stated = plan.find("reliability");
    if (stated == plan.end()) return;
    query.reliable = false;
    query.reliability = {stated->value("device_mtbf_s", 0.0), stated->value("checkpoint_s", 0.0),
                         stated->value("checkpoint_interval_s", 0.0), stated->value("restart_s", 0.0),
                         stated->value("spread", 0.0)};
}

Result<void> readRl(const Json& request, TrainingQuery& query) {
    const Json& workload = request.at("workload");
    const bool asked = workload.value("task", std::string()) == "rl";
    for (const char* field : {"response_tokens", "response_spread", "longest_response", "scoring_models"}) {
        if (asked || !workload.contains(field)) continue;
        return Error{"bad-value",
                     std::string("/workload/") + field,
                     {"error.task-rl", {{"field", field}}},
                     {"accepted.task-rl"},
                     {}};
    }
    if (!asked) return {};
    const double response = workload.value("response_tokens", 0.0);
    if (response < 1.0 || response >= query.job.sequence) {
        const std::string most = std::to_string(static_cast<long long>(query.job.sequence) - 1);
        return Error{"bad-value",
                     "/workload/response_tokens",
                     {"error.sequence",
                      {{"field", "response_tokens"},
                       {"response", static_cast<long long>(response)},
                       {"sequence", static_cast<long long>(query.job.sequence)}}},
                     {"accepted.from-1", {{"most", most}}},
                     {}};
    }
    const double longest = workload.value("longest_response", 0.0);
    if (longest > 0.0 && longest < response) {
        return Error{"bad-value",
                     "/workload/longest_response",
                     {"error.longest-response-below-mean",
                      {{"longest", static_cast<long long>(longest)}, {"mean", static_cast<long long>(response)}}},
                     {"accepted.from-mean-response", {{"mean", static_cast<long long>(response)}}},
                     {}};
    }
    const Json plan = planOf(request);
    query.rl = system::RlJob{{response, workload.value("response_spread", 0.0), longest},
                             workload.value("scoring_models", 2.0),
                             plan.value("rollout_tp", plan.contains("search") ? 0u : query.plan.tp)};
    if (query.rl->rollout_tp == 0) return {}; // that of the plan that a search finds
    if (std::fmod(query.devices, query.rl->rollout_tp) == 0.0 &&
        std::fmod(query.job.model.heads, query.rl->rollout_tp) == 0.0)
        return {};
    return Error{
        "bad-value",
        "/plan/rollout_tp",
        {"error.does-not-divide-devices-and-heads", {{"field", "rollout_tp"}, {"rollout_tp", query.rl->rollout_tp}}},
        {"accepted.divisor-both"},
        {}};
}

Result<void> readSearch(const Json& plan, TrainingQuery& query) {
    const auto stated = plan.find("search");
    if (stated == plan.end()) return {};
    if (plan.contains("dp"))
        return Error{"bad-value", "/plan/dp", {"error.search-gives-dp-what-other-degrees"}, {"accepted.no-dp"}, {}};
    const auto free = [&](const char* field) { return !plan.contains(field); };
    TrainingQuery::Search search;
    search.free = {free("tp"),        free("pp"),          free("cp"),
                   free("ep"),        free("micro_batch"), free("interleave") && free("schedule"),
                   free("recompute"), free("zero")};
    search.devices = stated->value("devices", std::vector<double>{query.devices});
    search.kept = stated->value("kept", search.kept);
    search.objective = stated->value("objective", std::string("iteration_s"));
    for (const double devices : search.devices) {
        if (devices <= query.devices) continue;
        return Error{"bad-value",
                     "/plan/search/devices",
                     {"error.has-but-request-takes",
                      {{"field", "devices"},
                       {"devices", static_cast<long long>(devices)},
                       {"devices_2", static_cast<long long>(query.devices)}}},
                     {"accepted.from-1", {{"most", static_cast<long long>(query.devices)}}},
                     {}};
    }
    query.search = std::move(search);
    return {};
}

/// What people turn first is a parameter also where the request leaves it at its default.
Json withDefaults(Json plan, const system::Plan& read) {
    Json defaults{{"tp", read.tp},
                  {"pp", read.pp},
                  {"cp", read.cp},
                  {"micro_batch", read.micro_batch},
                  {"schedule", std::string(system::name(read.schedule))},
                  {"recompute", std::string(system::name(read.recompute))},
                  {"zero", read.zero}};
    if (read.schedule == system::Schedule::Interleaved) defaults["interleave"] = read.interleave;
    for (const auto& [key, value] : defaults.items()) {
        if (!plan.contains(key)) plan[key] = value;
    }
    return plan;
}

} // namespace

Result<TrainingQuery> resolveTraining(const Json& request, const Library& library) {
    auto document = resolveHardware(request, library);
    if (!document) return document.error();
    if (auto fits = requireHardware(request, *document, EntryKind::Cluster, "a cluster"); !fits) return fits.error();
    auto cluster = hardware::readCluster(*document, {});
    if (!cluster) return hardwareError(cluster.error(), request);
    TrainingQuery query;
    query.cluster = *std::move(cluster);
    query.document = std::make_shared<const Json>(*std::move(document));
    if (auto read = readDevice(request, library, query); !read) return read.error();
    if (auto read = readDevices(request, query); !read) return read.error();
    if (auto read = readJob(request.at("workload"), library, query); !read) return read.error();
    query.plan = readPlan(planOf(request), query);
    query.methods = layerMethodsOf(planOf(request));
    readReliability(planOf(request), query);
    if (auto read = readRl(request, query); !read) return read.error();
    if (auto read = readSearch(planOf(request), query); !read) return read.error();
    if (query.search) return query;
    if (auto legal = system::checkPlan(query.job, query.plan, query.devices); !legal) return legal.error();
    return query;
}

Result<void> addTrainingParameters(const RequestKind& kind, const Json& request, const Library& library,
                                   std::vector<Parameter>& parameters) {
    const auto query = resolveTraining(request, library);
    if (!query) return query.error();
    const Json stated{{"devices", query->devices}};
    parameters.push_back(
        makeParameter(trainingDevicesField(), Ruled{stated, stated, "/hardware"}, "/devices", "Part of the cluster"));
    parameters.back().maximum = std::min(parameters.back().maximum, static_cast<double>(query->cluster.devices()));
    const ObjectSchema& schema = kind.schema();
    const Json& workload = request.at("workload");
    collectParameters(*schema.find("workload")->object, Ruled{workload, workload, "/workload"}, parameters);
    const Json plan = withDefaults(planOf(request), query->plan);
    collectParameters(*schema.find("plan")->object, Ruled{plan, plan, "/plan"}, parameters);
    return {};
}

} // namespace strata
