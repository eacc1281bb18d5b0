// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/fit/fit.h"
#include "app/lab/run/data_table.h"
#include "app/lab/tensor/gpu_modern_points.h"
#include "core/base/message_text.h"
#include "core/catalog/library.h"
#include "core/exchange/csv.h"
#include "core/hardware/gpu/gpu_json.h"
#include "core/serving/single.h"
#include "core/workload/checkpoint.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <system_error>

namespace strata::assess {
namespace {

using exchange::CsvTable;
namespace fs = std::filesystem;

constexpr std::string_view kPoints = "e2e_points.csv";
constexpr std::string_view kComposition = "e2e_composition.csv";

/// What makes two rows repeats of one configuration; the last field is the load, which the sums of kernels do not have.
using Key = std::array<std::string, 9>;

Key keyOf(const CsvTable& table, std::size_t row, const char* batch, const char* load) {
    Key key;
    std::size_t i = 0;
    for (const char* column : {"model", "device", "backend", "gemm_quant", "isl", "osl", "tp", batch, load}) {
        const auto value = table.number(row, column);
        key[i++] = value ? std::to_string(static_cast<long long>(*value)) : std::string(table.text(row, column));
    }
    return key;
}

struct Precision {
    std::string_view name;
    NumberType type;
    bool block_scaled;
    bool static_scales; ///< checkpoints of this format hold the scales of activations
};
constexpr std::array kPrecisions{
    Precision{"bfloat16", NumberType::Bf16, false, false}, Precision{"fp8", NumberType::Fp8, false, true},
    Precision{"fp8_block", NumberType::Fp8, true, false}, Precision{"nvfp4", NumberType::Fp4, true, false}};

constexpr std::string_view kDashboard = "public-dashboard-dump";

/// Labels say FP8 of all its forms. Checkpoints that models' authors publish have scales for each block, which the
/// library knows of them; else the experts' own label tells, of one checkpoint with the products.
std::string precisionOf(const CsvTable& table, std::size_t row, const Entry& model) {
    const std::string stated(table.text(row, "gemm_quant"));
    if (stated != "fp8") return stated;
    const bool published = workload::publishedInBlocks(*model.document, table.text(row, "model"));
    return published || table.text(row, "moe_quant") == "fp8_block" ? "fp8_block" : stated;
}

/// Formats that the device has no units for: weights are widened on the way in.
bool widens(const ServingCase& serving_case, const Precision& precision) {
    return serving_case.gpu.peak(precision.type) <= 0;
}

/// Checkpoints that NVIDIA publishes, and TensorRT-LLM's, hold the scales of an FP8 cache, and engines use them.
/// The dashboard asks for such a cache (InferenceMAX, benchmarks/: kv-cache-dtype fp8) but of SGLang before
/// Blackwell. Others keep 16 bits.
NumberType cacheType(const ServingCase& one, const Precision& precision) {
    if (precision.type == NumberType::Bf16 || widens(one, precision)) return NumberType::Bf16;
    const bool can = one.gpu.engine != "sglang" || one.gpu.peak(NumberType::Fp4) > 0;
    const bool asked = one.source == kDashboard && can;
    const bool narrow = one.gpu.engine == "trtllm" || one.model.starts_with("nvidia/") || asked;
    return narrow ? NumberType::Fp8 : NumberType::Bf16;
}

/// The producer of an activation writes it narrow where its scale is in the checkpoint. Blocks of NVFP4 have scales of
/// their own, found at run time: TensorRT-LLM does that inside the norm before, the others in a kernel of its own.
bool quantizesInPlace(const ServingCase& serving_case, const Precision& precision) {
    return precision.static_scales || (precision.type == NumberType::Fp4 && serving_case.gpu.engine == "trtllm");
}

Error refusal(Message text) { return {"not-modelled", {}, std::move(text), {}, {}}; }
/// Positive numbers of the row, or what is missing.
Result<double> positive(const CsvTable& table, std::size_t row, const char* column) {
    const auto value = table.number(row, column);
    if (!value || *value <= 0) return refusal({"error.not-stated", {{"column", column}}});
    return *value;
}

Result<workload::ModelGraph> graphOf(const Json& model, workload::GraphOptions options, workload::Phase phase,
                                     double batch, double sequence) {
    options.phase = phase;
    options.batch = batch;
    options.sequence = sequence;
    return workload::buildGraph(model, options, {});
}

/// The dashboard draws its lengths. The vendor does not state its own: its points with lengths in powers of two tell of
/// users in step (first tokens of an engine that takes prompts first wait behind those of all users), those in round
/// hundreds of users who are not.
bool keepsStep(const ServingCase& serving_case) {
    return !serving_case.published_protocol && std::fmod(serving_case.load.prompt_tokens, 100) != 0;
}

/// The dashboard's SGLang: --mem-fraction-static, which counts weights and cache alone; more where four ranks hold FP8.
double memoryShare(const ServingCase& serving_case) {
    if (!serving_case.published_protocol || serving_case.gpu.engine != "sglang") return 0;
    return serving_case.load.ranks <= 4 && serving_case.precision != "nvfp4" ? 0.95 : 0.85;
}

struct Ranks {
    double attention = 1, experts = 1; ///< that share a layer; and of those, over how many its experts are spread
};

/// Some dumps of the dashboard state the ranks of the experts twice, as their tensor and as their expert parallel
/// degree, and the product as the ranks of attention. The same runs stand in other dumps with the degree once: equal
/// times to the last digit. Errors: "not-modelled" where attention and experts are spread over different ranks.
Result<Ranks> readRanks(const CsvTable& table, std::size_t row, const std::string& model) {
    const double tp = table.numberOr(row, "tp", 1), expert_tp = table.numberOr(row, "moe_tp", 1),
                 ep = table.numberOr(row, "moe_ep", 1);
    if (expert_tp == ep && ep > 1 && tp == expert_tp * ep) return Ranks{ep, ep};
    if (expert_tp * ep == tp) return Ranks{tp, ep};
    return refusal({"error.on-ranks-has-experts-on-row",
                    {{"model", model}, {"tp", static_cast<int>(tp)}, {"ep", static_cast<int>(expert_tp * ep)}}});
}

/// Four-bit checkpoints of mixtures narrow the experts and leave attention and router (gpt-oss model card,
/// arXiv:2508.10925, Section 2.1; NVIDIA's model cards of DeepSeek-R1-NVFP4 and Kimi-K2.5-NVFP4).
void keepAttentionWide(const Precision& precision, ServingCase& serving_case) {
    if (!serving_case.experts || bytesOf(precision.type) >= 1) return;
    Json document = *serving_case.document;
    document["quantized"] = "feed_forward";
    serving_case.document = std::make_shared<const Json>(std::move(document));
}

/// The engine in the version of the row. Builds without numbers are older than those that changed what the host does;
/// SGLang's of April 2026 came after 0.5.10, whose graphs of prompts leave out recurrent mixers.
std::shared_ptr<const hardware::EngineProfile> runtimeOf(const std::string& called, std::string_view version,
                                                         std::string_view measured_on, bool recurrent,
                                                         const Library& library) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kUnnumbered{
        {{"vllm", "0.8"}, {"sglang", "0.5.3"}, {"trtllm", "1.0"}}};
    const hardware::Engine* engine = library.findEngine(called);
    if (engine == nullptr) return nullptr;
    std::string_view taken = version;
    if (!std::regex_search(std::string(version), std::regex("^v?[0-9]+\\.[0-9]"))) {
        const auto found =
            std::ranges::find(kUnnumbered, called, &std::pair<std::string_view, std::string_view>::first);
        if (found != kUnnumbered.end()) taken = found->second;
        const bool recent = version.find("nightly") != std::string_view::npos && measured_on >= "2026-04";
        if (recent) taken = engine->ranges.back().from;
    }
    auto profile = hardware::chooseEngine(*engine, taken).profile;
    if (recurrent) {
        const auto starts = std::ranges::any_of(engine->ranges, &hardware::EngineProfile::starts_prompts_by_kernel);
        profile.starts_prompts_by_kernel = profile.starts_prompts_by_kernel || (starts && !profile.mixes_prompts);
    }
    return std::make_shared<const hardware::EngineProfile>(std::move(profile));
}

/// What a row names in the library.
struct NamedParts {
    const Entry* model = nullptr;
    const Entry* hardware = nullptr;
    const Precision* precision = nullptr;
};

/// Refused where the library lacks a part, or where the row is of a kind that is not modelled.
Result<NamedParts> partsOf(const CsvTable& table, std::size_t row, const Library& library, ServingModels models) {
    const std::string name(table.text(row, "model"));
    if (table.text(row, "mode") != "agg") return refusal({"error.disaggregated-serving-shares-load-over-pools"});
    const Entry* model = library.find(name);
    if (model == nullptr) return refusal({"error.library-has-no-model-called", {{"line", name}}});
    if (model->document->contains("moe") && models == ServingModels::Dense)
        return refusal({"error.mixture-experts-exchange-between-ranks-needs", {{"one", name}}});
    const std::string device(table.text(row, "device"));
    const Entry* hardware = library.find(device);
    if (hardware == nullptr || hardware->kind != EntryKind::Gpu)
        return refusal({"error.library-has-no-gpu-called", {{"device", device}}});
    const auto wanted = precisionOf(table, row, *model);
    const auto precision = std::find_if(kPrecisions.begin(), kPrecisions.end(),
                                        [&](const Precision& known) { return known.name == wanted; });
    if (precision == kPrecisions.end())
        return refusal({"error.matrix-products-in-not-modelled", {{"precision", wanted}}});
    return NamedParts{model, hardware, &*precision};
}

/// Whether the row states a load whose batch is known, on ranks that are modelled.
Result<void> requireKnownLoad(const CsvTable& table, std::size_t row) {
    if (table.numberOr(row, "pp", 1) > 1 || table.numberOr(row, "attn_dp", 1) > 1) {
        return refusal({"error.pipeline-and-data-parallel-attention-need"});
    }
    // Without a fixed number of requests in flight the load, and with it the batch, is not known.
    for (const char* column : {"concurrency", "batch_per_worker", "isl", "osl", "tp", "tpot_ms"}) {
        if (auto value = positive(table, row, column); !value) return value.error();
    }
    return {};
}

void addEngine(const CsvTable& table, std::size_t row, const Library& library, const Json& model,
               ServingCase& serving_case) {
    serving_case.gpu.engine = table.text(row, "backend");
    // The dashboard asks every vLLM for it (InferenceMAX, README and benchmarks/: --async-scheduling).
    const bool asked = table.text(row, "source") == kDashboard && serving_case.gpu.engine == "vllm";
    serving_case.gpu.runtime = runtimeOf(serving_case.gpu.engine, table.text(row, "version"),
                                         table.text(row, "measured"), model.contains("recurrent"), library);
    serving_case.hides_host_work = asked || (serving_case.gpu.runtime && serving_case.gpu.runtime->hides_host);
}

void addLoad(const CsvTable& table, std::size_t row, const Ranks& ranks, const Json& model, ServingCase& serving_case) {
    serving_case.load.prompt_tokens = *table.number(row, "isl");
    serving_case.load.output_tokens = *table.number(row, "osl");
    serving_case.load.ranks = ranks.attention;
    serving_case.load.layers = model.value("layers", 0.0);
    serving_case.load.hidden = model.value("hidden", 0.0);
    serving_case.offered_batch = *table.number(row, "batch_per_worker");
    serving_case.source = table.text(row, "source");
    serving_case.version = table.text(row, "version");
    serving_case.measured_on = table.text(row, "measured");
    serving_case.published_protocol = serving_case.source == kDashboard;
    serving_case.memory_share = memoryShare(serving_case);
    serving_case.in_step = keepsStep(serving_case);
    if (serving_case.in_step && serving_case.gpu.engine == "sglang")
        serving_case.load.waited_prefill = 0.5; // its prompts go first
}

/// Number formats and shards of one rank; of a mixture of experts, the case's model becomes that of one rank.
workload::GraphOptions shardOf(const Precision& precision, const Ranks& ranks, ServingCase& serving_case) {
    workload::GraphOptions options;
    options.weights = options.activations = options.math = precision.type;
    const bool wide = widens(serving_case, precision);
    if (wide) options.activations = options.math = NumberType::Bf16;
    options.block_scaled = precision.block_scaled && !wide;
    options.static_scales = quantizesInPlace(serving_case, precision) || wide;
    options.kv_cache = cacheType(serving_case, precision);
    options.tensor_parallel = serving_case.load.ranks;
    options.fusion = "engine";
    if (serving_case.experts) {
        options.skew = workload::routingSkew(*serving_case.document);
        options.expert_parallel = ranks.experts;
        serving_case.document = std::make_shared<const Json>(
            serving::expertsOfRank(*serving_case.document, {serving_case.load.ranks, 1, ranks.experts}));
        keepAttentionWide(precision, serving_case);
    }
    return options;
}

/// The batch that memory leaves room for, and the graphs of its passes. Errors: those of the graphs.
Result<void> addGraphs(const workload::GraphOptions& options, const Library& library, ServingCase& serving_case) {
    const double context = serving_case.load.prompt_tokens + serving_case.load.output_tokens / 2;
    auto single = graphOf(*serving_case.document, options, workload::Phase::Decode, 1, context);
    if (!single) return single.error();
    const double cache_bytes = single->memory.kv_cache_bytes + single->memory.state_bytes;
    serving_case.cache_bytes = cache_bytes;
    single->memory.kv_cache_bytes = single->memory.state_bytes = 0;
    serving_case.load.batch = compose::runningBatch(
        compose::fitMemory(serving_case.gpu, costsOf(serving_case, library.calibrations()), single->memory),
        cache_bytes, serving_case.offered_batch);
    auto decode = graphOf(*serving_case.document, options, workload::Phase::Decode, serving_case.load.batch, context);
    if (!decode) return decode.error();
    auto prefill =
        graphOf(*serving_case.document, options, workload::Phase::Prefill, 1, serving_case.load.prompt_tokens);
    if (!prefill) return prefill.error();
    serving_case.decode = *std::move(decode);
    serving_case.prefill = *std::move(prefill);
    serving_case.options = options;
    return {};
}

Result<ServingCase> readCase(const CsvTable& table, std::size_t row, const Library& library, ServingModels models) {
    const auto parts = partsOf(table, row, library, models);
    if (!parts) return parts.error();
    if (auto known = requireKnownLoad(table, row); !known) return known.error();
    const Json& model = *parts->model->document;
    ServingCase serving_case;
    serving_case.model = table.text(row, "model");
    serving_case.precision = precisionOf(table, row, *parts->model);
    serving_case.experts = model.contains("moe");
    serving_case.document = parts->model->document;
    auto gpu = hardware::readGpu(*parts->hardware->document, {});
    if (!gpu) return gpu.error();
    serving_case.gpu = *std::move(gpu);
    addEngine(table, row, library, model, serving_case);
    const auto ranks = serving_case.experts ? readRanks(table, row, serving_case.model)
                                            : Result<Ranks>(Ranks{*table.number(row, "tp"), 1});
    if (!ranks) return ranks.error();
    addLoad(table, row, *ranks, model, serving_case);
    const auto options = shardOf(*parts->precision, *ranks, serving_case);
    if (auto done = addGraphs(options, library, serving_case); !done) return done.error();
    return serving_case;
}

MeasuredStep stepOf(const CsvTable& table, std::size_t row) {
    const auto seconds = [&](const char* column) { return table.numberOr(row, column, 0.0) * 1e-3; };
    MeasuredStep step;
    step.kernels_s = seconds("decode_kernel_sum_ms");
    // Checkpoints with static scales do not pay for the quantization that the measured FP8 kernels contain.
    const double with_static_scales = seconds("decode_kernel_sum_static_quant_ms");
    if (table.text(row, "gemm_quant") == "fp8" && with_static_scales > 0) step.kernels_s = with_static_scales;
    step.elementwise_s = seconds("decode_elementwise_ms");
    step.prefill_s = seconds("prefill_sum_1req_ms");
    step.attention_s = seconds("dec_attn_ms");
    step.experts_s = seconds("dec_moe_ms");
    return step;
}

} // namespace

Result<ServingCases> readServingCases(const fs::path& folder, const Library& library, ServingModels models) {
    ServingCases read;
    if (findTable(folder, kPoints).empty()) return read;
    const auto points = readTable(folder, kPoints,
                                  {"model", "device", "backend", "gemm_quant", "mode", "isl", "osl", "concurrency",
                                   "batch_per_worker", "tp", "tpot_ms"});
    if (!points) return points.error();

    std::map<Key, MeasuredStep> steps;
    if (!findTable(folder, kComposition).empty()) {
        const auto composition = readTable(folder, kComposition, {});
        if (!composition) return composition.error();
        for (std::size_t row = 0; row < composition->rows(); ++row) {
            steps.emplace(keyOf(*composition, row, "batch", ""), stepOf(*composition, row));
        }
    }
    std::map<Key, std::vector<std::size_t>> repeats;
    for (std::size_t row = 0; row < points->rows(); ++row) {
        Key key = keyOf(*points, row, "batch_per_worker", "concurrency");
        for (const char* spread : {"moe_tp", "moe_ep", "attn_dp"})
            key[0] += " " + std::string(points->text(row, spread));
        if (points->text(row, "mode") != "agg") key[0] += " row " + std::to_string(row);
        repeats[std::move(key)].push_back(row);
    }
    for (const auto& [key, rows] : repeats) {
        const std::string id = std::string(kPoints) + ":" + std::to_string(rows.front() + 2);
        auto one = readCase(*points, rows.front(), library, models);
        if (!one) {
            read.refused.push_back({id, messageText(one.error().text)});
            continue;
        }
        one->id = id;
        const auto median = [&, &rows = rows](const char* column) {
            std::vector<double> measured;
            for (const std::size_t row : rows)
                measured.push_back(points->numberOr(row, column, 0.0) * 1e-3);
            return quantile(measured, 0.5);
        };
        one->measured_s = median("tpot_ms");
        one->measured_ttft_s = median("ttft_ms");
        if (const auto sound = checkCase(*one); !sound) {
            read.refused.push_back({id, messageText(sound.error().text)});
            ++read.contradict;
            continue;
        }
        read.cases.push_back(*std::move(one));
        const auto step = steps.find(keyOf(*points, rows.front(), "batch_per_worker", ""));
        read.measured.push_back(step != steps.end() ? std::optional(step->second) : std::nullopt);
    }
    refuseDisorder(read);
    return read;
}

} // namespace strata::assess
