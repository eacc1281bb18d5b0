// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/request_starts.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

// A text "=/pointer" stands for what the request states there. Members of "further" are offered once the object around
// them is stated; they are no part of its own start.

constexpr std::string_view kModel = R"({
  "workload": {
    "weights": "=/workload/dtype", "activations": "=/workload/dtype", "kv_cache": "=/workload/dtype",
    "fusion": "engine", "flash_attention": true,
    "sequence": 1024, "cached": 512, "tensor_parallel": 1, "expert_parallel": 1, "skew": 0.0,
    "routing": "independent",
    "recompute": "none", "optimizer": "adamw"
  },
  "plan": {"network": {"objective": "edp", "budget": 300, "activations": "buffer", "fusion": "best",
                       "further": {"cores": 2, "split": "layers"}},
           "serving": {"prompt_tokens": 1024, "output_tokens": 256, "further": {"prefill_elsewhere": false}}}
})";

constexpr std::string_view kCollective = R"({
  "workload": {"ranks_per_domain": 1, "imbalance": 1.0},
  "plan": {"algorithm": "ring", "order": "sequential", "chunks": 1, "channels": 8, "nvls": true}
})";

constexpr std::string_view kTraining = R"({
  "workload": {"task": "pretrain", "precision": "bf16", "response_tokens": 512, "scoring_models": 2,
               "expert_skew": 1.0, "attention": "flash"},
  "plan": {
    "rollout_tp": 1,
    "reliability": {"device_mtbf_s": 4.5e7, "checkpoint_s": 60.0, "restart_s": 600.0, "spread": 0.01,
                    "further": {"checkpoint_interval_s": 1800.0}},
    "search": {"objective": "iteration_s"}
  }
})";

constexpr std::string_view kInference = R"({
  "workload": {"dtype": "bf16", "weights": "=/workload/dtype", "activations": "=/workload/dtype",
               "kv_cache": "=/workload/dtype", "skew": 0.0, "routing": "independent", "batch": 1},
  "plan": {"tp": 1, "pp": 1, "ep": 1, "token_budget": 8192}
})";

constexpr std::string_view kServing = R"({
  "workload": {
    "dtype": "bf16", "weights": "=/workload/dtype", "activations": "=/workload/dtype",
    "kv_cache": "=/workload/dtype", "skew": 0.0, "routing": "independent",
    "traffic": {
      "arrivals": {"cv": 2.0, "concurrency": 16, "think_s": 0.0},
      "lengths": {"prompt": {"cv": 1.0, "minimum": 1, "maximum": 8192, "theta": 0.6},
                  "output": {"cv": 1.0, "minimum": 1, "maximum": 8192, "theta": 0.6}},
      "sessions": {"turns": 4, "turn_s": 20.0, "tool_share": 0.3, "tool_s": 5.0, "shared_tokens": 512},
      "tenants": [{"name": "First", "share": 1.0, "priority": 1}, {"name": "Second", "share": 1.0, "priority": 0}],
      "requests": 1000, "duration_s": 60.0
    }
  },
  "plan": {
    "tp": 1, "pp": 1, "dp": 1, "ep": 1, "replicas": 1, "router": "round-robin", "prefix_cache": true,
    "scheduler": {"policy": "chunked-prefill",
                  "further": {"max_batch": 256, "token_budget": 8192, "chunk_tokens": 512, "block_tokens": 16,
                              "watermark": 0.01, "preemption": "recompute", "ahead": true, "look_every": 10}},
    "slo": {"ttft_s": 1.0, "tpot_s": 0.05, "further": {"e2e_s": 30.0}},
    "speculative": {"method": "ngram", "tokens": 4, "acceptance": 0.6},
    "disaggregated": {"prefill": {"replicas": 1}, "decode": {"replicas": 1}, "layerwise": true,
                      "further": {"link_bytes_per_s": 5e10, "link_share": 0.72, "setup_s": 0.001,
                                  "prefill": {"tp": 1, "max_batch": 256, "token_budget": 8192},
                                  "decode": {"tp": 1, "max_batch": 256, "token_budget": 8192}}},
    "autoscaling": {"minimum": 1, "target": 16.0, "interval_s": 10.0, "start_s": 60.0},
    "failures": {"mtbf_s": 3600.0, "restart_s": 60.0},
    "kv_offload": {"bytes": 2.5e11, "further": {"bytes_per_s": 5e10, "shared": false, "recompute": "cheaper"}},
    "lora": {"adapters": 64, "rank": 16, "resident": 8, "skew": 0.0},
    "colocated": {"mode": "streams", "neighbour": {"model": "llama3.2-1b", "batch": 8, "context": 1024, "load": 0.5}},
    "capacity": {"kept": 0.9},
    "request_s": 0.02, "device_price_per_h": 2.0, "host_bytes_per_s": 5e10, "power_limit_w": 400.0
  }
})";

constexpr std::string_view kEdge = R"({
  "workload": {"batch": 1, "resolution": 1.0, "dtype": "fp32"},
  "plan": {"part": "cpu", "cores": "all", "threads": 4, "clock_share": 1.0, "load_s": 0.0}
})";

constexpr std::string_view kBlock = R"({
  "plan": {"copies": 1, "loop": false, "front_end": "cache"}
})";

} // namespace

const Json& modelStarts() {
    static const Json starts = Json::parse(kModel);
    return starts;
}

const Json& collectiveStarts() {
    static const Json starts = Json::parse(kCollective);
    return starts;
}

const Json& trainingStarts() {
    static const Json starts = Json::parse(kTraining);
    return starts;
}

const Json& inferenceStarts() {
    static const Json starts = Json::parse(kInference);
    return starts;
}

const Json& servingStarts() {
    static const Json starts = Json::parse(kServing);
    return starts;
}

const Json& edgeStarts() {
    static const Json starts = Json::parse(kEdge);
    return starts;
}

const Json& blockStarts() {
    static const Json starts = Json::parse(kBlock);
    return starts;
}

} // namespace strata
