// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/training/training_documents.h"

#include "core/hardware/cluster/cluster_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

using exchange::CsvTable;

/// The words whose size the data's own README gives for GPT models without one.
constexpr double kUsualVocabulary = 51200.0;
/// Latencies that the library's clusters of NVLink and InfiniBand state (NVIDIA NCCL, src/graph/tuning.cc).
constexpr double kLinkLatency_s = 3e-7, kMessageLatency_s = 2.7e-6;
constexpr const char* kSource = "the measured run states it";

std::int64_t whole(double value) { return static_cast<std::int64_t>(std::llround(value)); }

/// Devices that reach each other without an adapter, as hardware::Cluster counts them.
double scaleUpDevices(const Json& cluster) {
    double devices = 1.0;
    for (const Json& level : cluster.at("scale_up"))
        devices *= level.at("devices").get<double>();
    return devices;
}

Json inlineCluster(const hardware::Gpu& gpu, double per_node) {
    const bool bridged = gpu.link_bytes_per_s > 0.0 && gpu.market == "datacenter";
    constexpr double kPcieBytesPerS = 32e9, kSlotBytesPerS = 50e9; // one 400 Gb/s adapter per device
    return {{"id", "stated"},
            {"kind", "cluster"},
            {"name", "Stated machine"},
            {"source", kSource},
            {"device", gpu.id},
            {"devices_per_node", whole(per_node)},
            {"nodes", 1},
            {"scale_up",
             {{{"name", bridged ? "NVLink" : "PCIe"},
               {"technology", bridged ? "nvlink4" : "pcie"},
               {"topology", "switch"},
               {"devices", whole(per_node)},
               {"bandwidth_bytes_per_s", bridged ? gpu.link_bytes_per_s : kPcieBytesPerS},
               {"latency_s", kLinkLatency_s},
               {"source", kSource}}}},
            {"scale_out",
             {{"technology", "infiniband"},
              {"topology", "fat_tree"},
              {"nics_per_node", 1},
              {"nic_bandwidth_bytes_per_s", kSlotBytesPerS * per_node},
              {"latency_s", kMessageLatency_s},
              {"source", kSource}}}};
}

} // namespace

Json modelDocument(const CsvTable& table, std::size_t line) {
    const auto number = [&](std::string_view column, double otherwise) {
        return table.numberOr(line, column, otherwise);
    };
    const bool gated = number("gated_mlp", 0.0) > 0.0;
    const double layers = number("layers", 1.0), hidden = number("hidden", 1.0), heads = number("heads", 1.0);
    Json model{{"id", "stated"},
               {"kind", "transformer"},
               {"name", "Stated model"},
               {"source", kSource},
               {"architecture", "decoder"},
               {"layers", whole(layers)},
               {"hidden", whole(hidden)},
               {"heads", whole(heads)},
               {"kv_heads", whole(number("kv_heads", heads))},
               {"head_dim", whole(number("head_dim", hidden / heads))},
               {"ffn", whole(number("ffn", 4.0 * hidden))},
               {"gated_mlp", gated},
               {"vocab", whole(number("vocab", kUsualVocabulary))},
               {"max_seq", whole(number("seq", 2048.0))},
               {"tied_embeddings", !gated}};
    if (const double experts = number("n_experts", 0.0); experts > 0.0) {
        Json& moe = model["moe"] = {{"experts", whole(experts)},
                                    {"per_token", whole(number("experts_per_token", 1.0))},
                                    {"ffn", whole(number("moe_ffn", 1.0))}};
        if (const double shared = number("shared_expert_ffn", 0.0); shared > 0.0) moe["shared_ffn"] = whole(shared);
        if (const double dense = number("n_dense_layers", 0.0); dense > 0.0) moe["dense_layers"] = whole(dense);
    }
    const std::string_view attention = table.text(line, "attention");
    if (attention.find("sliding128") != std::string_view::npos)
        model["sliding_window"] = {{"tokens", 128}, {"layers", whole(layers / 2.0)}};
    // Ranks of the DeepSeek-V3 report (arXiv:2412.19437, section 4.2), which all models with latent attention
    // here share.
    if (attention == "mla") {
        model["latent_attention"] = {
            {"query_rank", 1536}, {"kv_rank", 512}, {"nope_dim", 128}, {"rope_dim", 64}, {"value_dim", 128}};
    }
    return model;
}

Json clusterDocument(const CsvTable& table, std::size_t line, const hardware::Gpu& gpu, const Json* known) {
    const double usual = known != nullptr ? known->at("devices_per_node").get<double>() : 8.0;
    const double per_node = table.numberOr(line, "gpus_per_node", usual);
    const bool same_domain = known != nullptr && scaleUpDevices(*known) >= per_node;
    Json cluster = same_domain ? *known : inlineCluster(gpu, per_node);
    const double in_node = cluster.at("devices_per_node").get<double>();
    const double nodes = std::ceil(table.numberOr(line, "n_gpus", 1.0) / in_node);
    cluster["nodes"] = whole(std::max(nodes, cluster.at("nodes").get<double>()));
    const auto gbps = table.number(line, "inter_node_gbps_per_node");
    if (!gbps || *gbps <= 0.0) return cluster;
    // A rack that is one domain states the network of its nodes together.
    Json network = inlineCluster(gpu, per_node).at("scale_out");
    if (const auto stated = cluster.find("scale_out"); stated != cluster.end()) network = *stated;
    network.erase("nics_per_device");
    network["nics_per_node"] = whole(in_node);
    network["nic_bandwidth_bytes_per_s"] = *gbps * 1e9 / 8.0 / per_node;
    cluster["scale_out"] = std::move(network);
    return cluster;
}

std::string precisionNamed(const system::TrainingJob& job) {
    if (job.block_scaled) return job.precision == NumberType::Fp4 ? "nvfp4" : "mxfp8";
    return std::string(name(job.precision));
}

Json planDocument(const system::Plan& plan) {
    Json stated{{"tp", plan.tp},
                {"pp", plan.pp},
                {"cp", plan.cp},
                {"dp", plan.dp},
                {"micro_batch", plan.micro_batch},
                {"sequence_parallel", plan.sequence_parallel},
                {"recompute", std::string(system::name(plan.recompute))},
                {"zero", plan.zero}};
    if (plan.ep > 1) stated["ep"] = plan.ep;
    if (plan.schedule == system::Schedule::Interleaved) {
        stated["schedule"] = "interleaved";
        stated["interleave"] = plan.interleave;
    }
    if (plan.lora > 0) stated["lora"] = plan.lora;
    if (plan.narrow_gradients) stated["gradients"] = "bf16";
    if (plan.narrow_inputs) stated["narrow_inputs"] = true;
    if (plan.overlap_tensor) stated["overlap_tensor"] = true;
    if (plan.overlap_sends) stated["overlap_sends"] = *plan.overlap_sends;
    return stated;
}

} // namespace strata::assess
