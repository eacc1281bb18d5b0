// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/run/ask_door.h"
#include "app/lab/run/data_table.h"
#include "app/lab/serving/engine_case.h"
#include "core/base/json.h"
#include "core/base/message_text.h"
#include "core/catalog/library.h"
#include "core/exchange/csv.h"
#include "core/hardware/cluster/cluster_json.h"
#include "core/hardware/gpu/gpu_json.h"

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

Error refusal(Message text) { return {"not-modelled", {}, std::move(text), {}, {}}; }

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
        return refusal({"error.weights-in-not-modelled", {{"type", precision}}});
    if (precision == "nvfp4") options.kv_cache = NumberType::Fp8;
    options.static_scales = precision == "fp8" || precision == "nvfp4";
    options.block_scaled = precision == "nvfp4";
    return {};
}

Result<Published> readRow(const CsvTable& table, std::size_t row, const Library& library) {
    const auto number = [&](const char* column) { return table.numberOr(row, column, 0); };
    Published published;
    published.id = std::string(kFile) + ":" + std::string(table.text(row, "row_id"));
    published.metric = table.text(row, "metric");
    published.batching = table.text(row, "batching");
    published.precision = table.text(row, "precision");
    published.model = table.text(row, "model");
    published.software = table.text(row, "software");
    published.measured = number("value");
    published.prompt = number("input_len");
    published.output = number("output_len");
    published.batch = number("batch_size");
    published.tp = std::max(1.0, number("tp"));
    published.devices = std::max(1.0, number("n_gpus"));
    if (published.metric == "decode_tokens_per_s") return refusal({"error.prompt-and-output-lengths-not-stated"});
    if (!(published.measured > 0 && published.prompt > 0 && published.output > 0))
        return refusal({"error.length-or-value-missing"});
    const std::string model_id = modelNamed(published.model);
    const Entry* model = library.find(model_id);
    if (model == nullptr) return refusal({"error.library-has-no-model-called", {{"line", published.model}}});
    const std::string device(table.text(row, "gpu"));
    const Entry* hardware = library.find(device);
    if (hardware == nullptr || hardware->kind != EntryKind::Gpu)
        return refusal({"error.library-has-no-gpu-called", {{"device", device}}});
    auto gpu = hardware::readGpu(*hardware->document, {});
    if (!gpu) return gpu.error();
    auto& engine = published.engine;
    engine.gpu = *std::move(gpu);
    if (const hardware::Engine* known = library.findEngine("tensorrt-llm")) {
        engine.gpu.runtime = std::make_shared<const hardware::EngineProfile>(known->ranges.back());
        engine.gpu.engine = engine.gpu.runtime->measured_as;
    }
    engine.model = model->document;
    engine.stages = static_cast<std::int32_t>(std::max(1.0, number("pp")));
    engine.options.fusion = "engine";
    engine.options.tensor_parallel = published.tp;
    if (auto types = readTypes(published.precision, engine.options); !types) return types.error();
    const double longest = model->document->value("max_seq", 2048.0);
    if (published.prompt + published.output > longest) {
        return refusal(
            {"error.takes-tokens-in-library", {{"one", published.model}, {"longest", static_cast<int>(longest)}}});
    }
    return published;
}

/// PCIe, where the device's datasheet names no link to its peers: that of the library's server with these devices.
Result<void> findLink(const Library& library, Published& published) {
    auto& gpu = published.engine.gpu;
    if (published.tp * published.engine.stages <= 1 || gpu.link_bytes_per_s > 0) return {};
    for (const Entry& entry : library.entries()) {
        if (entry.kind != EntryKind::Cluster) continue;
        const auto cluster = hardware::readCluster(*entry.document, {});
        if (!cluster || cluster->device != gpu.id || cluster->scale_up.empty()) continue;
        gpu.link_bytes_per_s = cluster->scale_up.front().bandwidth_bytes_per_s;
        return {};
    }
    return refusal({"error.no-bandwidth-between-devices-known", {{"gpu", gpu.name}}});
}

struct Answer {
    double value = 0, low = 0, high = 0;
    const char* method = "";
};

/// "TensorRT-LLM 0.9.0" as a request names it.
Json engineNamed(const std::string& software) {
    const std::string::size_type space = software.find(' ');
    Json engine{{"id", "tensorrt-llm"}};
    if (space == std::string::npos) return engine;
    const std::string rest = software.substr(space + 1);
    engine["version"] = rest.substr(0, rest.find(' '));
    return engine;
}

/// The whole batch enters together: what a user asks for it.
MeasuredRow staticRow(const Published& published) {
    const workload::GraphOptions& types = published.engine.options;
    const auto whole = [](double value) { return static_cast<std::int64_t>(value); };
    const Json request{
        {"kind", "inference"},
        {"hardware", published.engine.gpu.id},
        {"workload",
         {{"model", modelNamed(published.model)},
          {"weights", name(types.weights)},
          {"activations", name(types.activations)},
          {"kv_cache", name(types.kv_cache)},
          {"static_scales", types.static_scales},
          {"block_scaled", types.block_scaled},
          {"prompt_tokens", whole(published.prompt)},
          {"output_tokens", whole(published.output)},
          {"batch", whole(std::max(1.0, published.batch))}}},
        {"plan",
         {{"tp", whole(published.tp)}, {"pp", published.engine.stages}, {"engine", engineNamed(published.software)}}}};
    MeasuredRow row{published.id, canonicalText(request), "ttft_s", published.measured * 1e-3};
    if (published.metric != "first_token_latency_ms") {
        row.quantity = published.metric.ends_with("_per_gpu") ? "tokens_per_s_per_device" : "tokens_per_s";
        row.measured = published.measured;
    }
    return row;
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
    waiting.runtime = nullptr; // what its host does for itself, whatever it hides
    const compose::RuntimeCosts host = compose::runtimeCosts(waiting, calibrations);
    costs.hides_host = false;
    costs.step_s = host.step_s;
    costs.step_per_sequence_s = host.step_per_sequence_s;
    return costs;
}

/// Requests that all wait at the start.
Result<Answer> answerQueue(Published published, std::span<const hardware::Calibration> calibrations) {
    constexpr double kMostRunning = 2048;
    auto& engine = published.engine;
    engine.policy = "no-eviction";
    engine.max_batch = static_cast<std::int32_t>(kMostRunning);
    engine.token_budget = std::max(engine.token_budget, static_cast<std::int32_t>(published.prompt + kMostRunning));
    engine.costs = queueCosts(engine, calibrations);
    auto& traffic = engine.traffic;
    traffic.arrivals.kind = serving::ArrivalProcess::Kind::Static;
    traffic.prompt.tokens = published.prompt;
    traffic.output.tokens = published.output;
    traffic.requests = static_cast<std::uint64_t>(requestsOf(published.prompt, published.output));
    auto outcome = simulateEngine(engine, calibrations);
    if (!outcome) return outcome.error();
    const double per_s = static_cast<double>(outcome->summary.output_tokens) / outcome->totals.end_s;
    return Answer{per_s, per_s / outcome->ratio_high, per_s / outcome->ratio_low, "serving.simulation"};
}

std::vector<std::pair<std::string, std::string>> groupOf(const Published& published) {
    return {{"op", "published"},
            {"quantity", published.metric},
            {"batching", published.batching},
            {"software", published.software},
            {"device", published.engine.gpu.id},
            {"model", published.model}};
}

} // namespace

Result<void> addPublishedRows(const SuiteOptions& options, SuiteReport& report) {
    if (findTable(options.data, kFile).empty()) return {};
    const auto table = readTable(options.data, kFile,
                                 {"row_id", "model", "gpu", "precision", "tp", "pp", "n_gpus", "batching", "batch_size",
                                  "input_len", "output_len", "metric", "value", "software"});
    if (!table) return table.error();
    const auto wants = [&](std::string_view method) { return options.method.empty() || options.method == method; };
    std::vector<MeasuredRow> batches;
    for (std::size_t row = 0; row < table->rows(); ++row) {
        const std::string id = std::string(kFile) + ":" + std::string(table->text(row, "row_id"));
        auto one = readRow(*table, row, options.library);
        const bool queue = one && one->batching == "inflight";
        if (queue) {
            if (const auto linked = findLink(options.library, *one); !linked) one = linked.error();
        }
        if (!one) {
            report.refused.push_back({id, messageText(one.error().text)});
            continue;
        }
        if (!options.only_device.empty() && one->engine.gpu.id != options.only_device) continue;
        if (!queue) {
            if (!wants("serving.single")) continue;
            batches.push_back(staticRow(*one));
            batches.back().group = groupOf(*one);
            continue;
        }
        if (!wants("serving.simulation")) continue;
        const auto answer = answerQueue(*one, options.library.calibrations());
        if (!answer) {
            report.refused.push_back({id, describe(answer.error())});
            continue;
        }
        report.rows.push_back({id, groupOf(*one), one->metric, "1/s", one->measured, answer->value,
                               std::min(answer->low, answer->value), std::max(answer->high, answer->value),
                               answer->method});
    }
    askDoor(std::move(batches), options, report);
    return {};
}

} // namespace strata::assess
