// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/serving/engine_case.h"
#include "core/catalog/library.h"
#include "core/exchange/csv.h"
#include "core/gpu/ceilings.h"
#include "core/gpu/predictor.h"
#include "core/hardware/cluster_json.h"
#include "core/hardware/gpu_json.h"
#include "core/serving/single.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <system_error>
#include <variant>

namespace strata::assess {
namespace {

using exchange::CsvTable;
namespace fs = std::filesystem;

constexpr const char* kFile = "measured_serving.csv";

struct Published {
    std::string id, metric, batching, precision, model, software;
    EngineCase engine; ///< of one rank
    double batch = 0, prompt = 0, output = 0, tp = 1, devices = 1, measured = 0;
};

Error refusal(std::string text) { return {"not-modelled", {}, std::move(text), {}, {}}; }

/// Names that the tables give other models; "LLaMA 7B/70B are Llama-2 shapes" stands beside them.
std::string modelNamed(const std::string& name) {
    static const std::map<std::string, std::string> kOther{{"llama-7b", "llama2-7b"},
                                                           {"llama-70b", "llama2-70b"},
                                                           {"llama3.3-70b", "llama3.1-70b"},
                                                           {"gptj-6b", "gpt-j-6b"}};
    const auto found = kOther.find(name);
    return found == kOther.end() ? name : found->second;
}

/// FP8 checkpoints of TensorRT-LLM hold the scales of activations and of the cache; NVFP4 finds them by block.
Result<void> readTypes(const std::string& precision, workload::GraphOptions& options) {
    const auto all = [&](NumberType type) {
        options.weights = options.activations = options.math = options.kv_cache = type;
    };
    if (precision == "fp16")
        all(NumberType::Fp16);
    else if (precision == "bf16")
        all(NumberType::Bf16);
    else if (precision == "fp8")
        all(NumberType::Fp8);
    else if (precision == "nvfp4")
        all(NumberType::Fp4);
    else
        return refusal("weights in " + precision + " are not modelled");
    if (precision == "nvfp4") options.kv_cache = NumberType::Fp8;
    options.static_scales = precision == "fp8" || precision == "nvfp4";
    options.block_scaled = precision == "nvfp4";
    return {};
}

Result<Published> readRow(const CsvTable& table, std::size_t row, const Library& library) {
    const auto number = [&](const char* column) { return table.numberOr(row, column, 0); };
    Published one;
    one.id = std::string(kFile) + ":" + std::string(table.text(row, "row_id"));
    one.metric = table.text(row, "metric");
    one.batching = table.text(row, "batching");
    one.precision = table.text(row, "precision");
    one.model = table.text(row, "model");
    one.software = table.text(row, "software");
    one.measured = number("value");
    one.prompt = number("input_len");
    one.output = number("output_len");
    one.batch = number("batch_size");
    one.tp = std::max(1.0, number("tp"));
    one.devices = std::max(1.0, number("n_gpus"));
    if (one.metric == "decode_tokens_per_s") return refusal("its prompt and output lengths are not stated");
    if (!(one.measured > 0 && one.prompt > 0 && one.output > 0)) return refusal("a length or the value is missing");
    const std::string model_id = modelNamed(one.model);
    const Entry* model = library.find(model_id);
    if (model == nullptr) return refusal("the library has no model called " + one.model);
    const std::string device(table.text(row, "gpu"));
    const Entry* hardware = library.find(device);
    if (hardware == nullptr || hardware->kind != EntryKind::Gpu)
        return refusal("the library has no GPU called " + device);
    auto gpu = hardware::readGpu(*hardware->document, {});
    if (!gpu) return gpu.error();
    auto& engine = one.engine;
    engine.gpu = *std::move(gpu);
    if (const hardware::Engine* known = library.findEngine("tensorrt-llm")) {
        engine.gpu.runtime = std::make_shared<const hardware::EngineProfile>(known->ranges.back());
        engine.gpu.engine = engine.gpu.runtime->measured_as;
    }
    engine.model = model->document;
    engine.stages = static_cast<std::int32_t>(std::max(1.0, number("pp")));
    engine.options.fusion = "engine";
    engine.options.tensor_parallel = one.tp;
    if (auto types = readTypes(one.precision, engine.options); !types) return types.error();
    const double longest = model->document->value("max_seq", 2048.0);
    if (one.prompt + one.output > longest) {
        return refusal(one.model + " takes " + std::to_string(static_cast<int>(longest)) + " tokens in the library");
    }
    return one;
}

/// PCIe, where the device's datasheet names no link to its peers: that of the library's server with these devices.
Result<void> findLink(const Library& library, Published& one) {
    auto& gpu = one.engine.gpu;
    if (one.tp * one.engine.stages <= 1 || gpu.link_bytes_per_s > 0) return {};
    for (const Entry& entry : library.entries()) {
        if (entry.kind != EntryKind::Cluster) continue;
        const auto cluster = hardware::readCluster(*entry.document, {});
        if (!cluster || cluster->device != gpu.id || cluster->scale_up.empty()) continue;
        gpu.link_bytes_per_s = cluster->scale_up.front().bandwidth_bytes_per_s;
        return {};
    }
    return refusal("no bandwidth between devices is known of " + gpu.name);
}

/// Releases before 1.0 run engines that TensorRT built, which start their kernels without an interpreter; then PyTorch
/// became what calls them (TensorRT-LLM 1.0, release notes).
bool runsBuiltEngines(const Published& one) { return one.software.starts_with("TensorRT-LLM 0."); }

/// Releases before 0.10 read keys and values once for all query heads of a group only where the group has eight of
/// them (TensorRT-LLM 0.9, docs/source/gpt_attention.md, "XQA optimization": "a limited number of model configurations,
/// such as the LLAMA2 70B model"). Elsewhere each query head fetches its own, all but the group's first from the L2.
compose::KernelPredictor predictorOf(const Published& one, compose::KernelPredictor predict) {
    constexpr double kSharedGroup = 8;
    if (!runsBuiltEngines(one)) return predict;
    const auto& gpu = one.engine.gpu;
    const double faster = std::max(1.0, gpu::l2BytesPerSecond(gpu) / gpu.memory_bytes_per_s);
    return [predict = std::move(predict), faster](const workload::Kernel& kernel) {
        gpu::KernelTime time = predict(kernel);
        workload::Kernel own = kernel;
        auto* attention = std::get_if<workload::Attention>(&own.shape);
        const bool decodes = workload::classOf(kernel) == workload::KernelClass::AttentionDecode;
        if (!attention || !decodes || attention->heads == kSharedGroup * attention->kv_heads) return time;
        attention->kv_heads = attention->heads;
        const double added_s = std::max(0.0, predict(own).seconds / faster - time.seconds);
        time.seconds += added_s;
        time.memory_s += added_s;
        if (time.rested_s > 0) time.rested_s += added_s;
        return time;
    };
}

struct Answer {
    double value = 0, low = 0, high = 0;
    const char* method = "";
};

/// The whole batch enters together.
Result<Answer> answerStatic(const Published& one, std::span<const hardware::Calibration> calibrations) {
    const auto& engine = one.engine;
    auto costs = compose::runtimeCosts(engine.gpu, calibrations);
    if (runsBuiltEngines(one)) costs.prompt_launch_s = 0;
    const auto predictor = gpu::kernelPredictor("gpu.tile", engine.gpu, calibrations);
    if (!predictor) return predictor.error();
    const serving::RankPlan plan{one.tp, static_cast<double>(engine.stages), 1};
    const auto links = serving::RankLinks::make(engine.gpu, costs, nullptr, calibrations, plan);
    if (!links) return links.error();
    const auto time = serving::singleTime({engine.gpu, *engine.model, engine.options, costs, calibrations,
                                           predictorOf(one, *predictor), *links, plan, one.batch, one.prompt,
                                           one.output, static_cast<double>(engine.token_budget)});
    if (!time) return time.error();
    const double low = time->ttft.low + time->decode_interval.low;
    const double high = time->ttft.high + time->decode_interval.high;
    if (one.metric == "first_token_latency_ms")
        return Answer{1e3 * time->ttft_s, 1e3 * time->ttft.low, 1e3 * time->ttft.high, "serving.single"};
    const double tokens = one.batch * one.output / (one.metric.ends_with("_per_gpu") ? one.devices : 1);
    return Answer{tokens / time->e2e_s(), tokens / high, tokens / low, "serving.single"};
}

/// How many requests a run has (TensorRT-LLM, docs/source/performance/perf-overview.md, "Preparing a Dataset").
double requestsOf(double prompt, double output) {
    if (prompt == 128 && output == 128) return 30000;
    if (prompt >= 20000) return 1000;
    return prompt >= 5000 || output >= 4096 || (prompt >= 2048 && output >= 2048) ? 1500 : 3000;
}

/// Over a pipeline the engine does not prepare an iteration while the one before runs (TensorRT-LLM,
/// tensorrt_llm/_torch/pyexecutor/py_executor.py, _executor_loop_pp): it waits for its host, whose work for a sequence
/// is taken from the engine that is known to have waited for its own.
compose::RuntimeCosts queueCosts(const EngineCase& engine, std::span<const hardware::Calibration> calibrations) {
    compose::RuntimeCosts costs = compose::runtimeCosts(engine.gpu, calibrations);
    if (engine.stages <= 1) return costs;
    hardware::Gpu waiting = engine.gpu;
    waiting.engine = "vllm";
    waiting.runtime = nullptr;
    const compose::RuntimeCosts host = compose::runtimeCosts(waiting, calibrations);
    costs.hides_host = false;
    costs.step_s = host.step_s;
    costs.step_per_sequence_s = host.step_per_sequence_s;
    return costs;
}

/// Requests that all wait at the start.
Result<Answer> answerQueue(Published one, std::span<const hardware::Calibration> calibrations) {
    constexpr double kMostRunning = 2048;
    auto& engine = one.engine;
    engine.policy = "tensorrt-llm";
    engine.max_batch = static_cast<std::int32_t>(kMostRunning);
    engine.token_budget = std::max(engine.token_budget, static_cast<std::int32_t>(one.prompt + kMostRunning));
    engine.costs = queueCosts(engine, calibrations);
    auto& traffic = engine.traffic;
    traffic.arrivals.kind = serving::ArrivalProcess::Kind::Static;
    traffic.prompt.tokens = one.prompt;
    traffic.output.tokens = one.output;
    traffic.requests = static_cast<std::uint64_t>(requestsOf(one.prompt, one.output));
    auto outcome = simulateEngine(engine, calibrations);
    if (!outcome) return outcome.error();
    const double per_s = static_cast<double>(outcome->summary.output_tokens) / outcome->totals.end_s;
    return Answer{per_s, per_s / outcome->ratio_high, per_s / outcome->ratio_low, "serving.simulation"};
}

} // namespace

Result<void> addPublishedRows(const SuiteOptions& options, SuiteReport& report) {
    std::error_code status;
    const fs::path path = options.data / kFile;
    if (!fs::exists(path, status)) return {};
    const auto table = CsvTable::read(path);
    if (!table) return table.error();
    const auto columns = table->require({"row_id", "model", "gpu", "precision", "tp", "pp", "n_gpus", "batching",
                                         "batch_size", "input_len", "output_len", "metric", "value", "software"},
                                        path.string());
    if (!columns) return columns.error();
    for (std::size_t row = 0; row < table->rows(); ++row) {
        const std::string id = std::string(kFile) + ":" + std::string(table->text(row, "row_id"));
        auto one = readRow(*table, row, options.library);
        if (one) {
            if (const auto linked = findLink(options.library, *one); !linked) one = linked.error();
        }
        if (!one) {
            report.refused.push_back({id, one.error().text});
            continue;
        }
        if (!options.only_device.empty() && one->engine.gpu.id != options.only_device) continue;
        const bool queue = one->batching == "inflight";
        const auto answer = queue ? answerQueue(*one, options.library.calibrations())
                                  : answerStatic(*one, options.library.calibrations());
        if (!answer) {
            report.refused.push_back({id, describe(answer.error())});
            continue;
        }
        if (!options.method.empty() && options.method != answer->method) continue;
        report.rows.push_back({id,
                               {{"op", "published"},
                                {"quantity", one->metric},
                                {"batching", one->batching},
                                {"software", std::string(table->text(row, "software"))},
                                {"device", one->engine.gpu.id},
                                {"model", one->model}},
                               one->metric,
                               one->metric.ends_with("_ms") ? "ms" : "1/s",
                               one->measured,
                               answer->value,
                               std::min(answer->low, answer->value),
                               std::max(answer->high, answer->value),
                               answer->method});
    }
    return {};
}

} // namespace strata::assess
