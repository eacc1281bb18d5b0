// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/serving/vidur_run.h"

#include "core/catalog/library.h"
#include "core/exchange/csv.h"
#include "core/serving/memory/memory_plan.h"

#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

namespace strata::assess {
namespace {

constexpr double kGibibyte = 1024.0 * 1024.0 * 1024.0;
constexpr std::int32_t kVidurBatchCap = 128, kVidurTokenBudget = 4096, kVidurChunk = 512, kVidurBlock = 16;
constexpr std::int32_t kVidurMaxTokens = 4096;
constexpr std::uint32_t kVidurSeed = 42;
constexpr double kPrintedDigits = 1e-8; ///< arrivals are printed to nine digits

/// Memory that the reference simulator gives its devices.
struct Device {
    std::string_view name;
    double gibibytes;
};
constexpr std::array kDevices{Device{"a100", 80}, Device{"h100", 80}, Device{"a40", 45}};

struct PolicyName {
    std::string_view theirs, ours;
};
constexpr std::array kPolicies{PolicyName{"vllm", "prefill-first"}, PolicyName{"sarathi", "stall-free"},
                               PolicyName{"orca", "iteration-level"}, PolicyName{"faster_transformer", "static"},
                               PolicyName{"lightllm", "peak-memory"}};
constexpr std::array kRouters{PolicyName{"round_robin", "round-robin"}, PolicyName{"lor", "least-queued"},
                              PolicyName{"random", "random"}};

Error notModelled(Message text) { return {"not-modelled", "", std::move(text), {}, ""}; }

class Flags {
public:
    explicit Flags(std::string_view arguments) : flags_(vidurFlags(arguments)) {}

    /// The first flag whose name ends in `ending`; flags of schedulers and generators carry those as
    /// prefixes.
    std::string text(std::string_view ending, std::string otherwise) const {
        for (const auto& [name, value] : flags_) {
            if (name.ends_with(ending)) return value;
        }
        return otherwise;
    }
    double number(std::string_view ending, double otherwise) const {
        const std::string found = text(ending, "");
        double value = otherwise;
        std::from_chars(found.data(), found.data() + found.size(), value);
        return value;
    }
    std::int32_t count(std::string_view ending, std::int32_t otherwise) const {
        return static_cast<std::int32_t>(number(ending, otherwise));
    }

private:
    std::map<std::string, std::string> flags_;
};

Result<std::string_view> translate(std::span<const PolicyName> table, const std::string& theirs, const char* what) {
    for (const PolicyName& row : table) {
        if (row.theirs == theirs) return row.ours;
    }
    return notModelled({"error.not-one-reference-simulator-s-modelled", {{"what", what}, {"theirs", theirs}}});
}

/// Reads arrivals and outcomes.
Result<void> readRequests(const std::filesystem::path& folder, VidurRun& run) {
    const auto table = exchange::CsvTable::read(folder / (run.name + ".requests.csv.gz"));
    if (!table) return table.error();
    if (const auto ok =
            table->require({"arrived_at", "prefill_tokens", "decode_tokens", "ttft", "e2e", "restarts"}, run.name);
        !ok) {
        return ok.error();
    }
    for (std::size_t row = 0; row < table->rows(); ++row) {
        serving::Arrival arrival;
        arrival.time_s = table->numberOr(row, "arrived_at", 0);
        arrival.prompt_tokens = static_cast<std::int32_t>(table->numberOr(row, "prefill_tokens", 1));
        arrival.output_tokens = static_cast<std::int32_t>(table->numberOr(row, "decode_tokens", 1));
        run.arrivals.push_back(arrival);
        run.served.push_back({table->numberOr(row, "ttft", 0), table->numberOr(row, "e2e", 0),
                              static_cast<std::int32_t>(table->numberOr(row, "restarts", 0))});
    }
    return {};
}

/// Draws the arrivals again where that gives the printed ones, so that no digit is missing where decisions
/// are close.
void drawArrivals(const Flags& flags, VidurRun& run) {
    if (flags.text("interval_generator_config_type", "") != "poisson") return;
    serving::VidurTrafficOptions options;
    options.rate_per_s = flags.number("qps", 1);
    options.requests = run.arrivals.size();
    options.uniform = flags.text("length_generator_config_type", "") == "uniform";
    options.minimum = flags.number("uniform_request_length_generator_config_min_tokens", options.minimum);
    options.maximum = flags.number("uniform_request_length_generator_config_max_tokens", options.maximum);
    options.prompt_to_output = flags.number("prefill_to_decode_ratio", options.prompt_to_output);
    options.seed = kVidurSeed;
    const auto drawn = serving::vidurTraffic(options);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const auto& printed = run.arrivals[i];
        if (std::abs(drawn[i].time_s - printed.time_s) > kPrintedDigits * std::max(1.0, printed.time_s)) return;
        const bool same =
            drawn[i].prompt_tokens == printed.prompt_tokens && drawn[i].output_tokens == printed.output_tokens;
        if (options.uniform && !same) return;
    }
    for (std::size_t i = 0; i < drawn.size(); ++i)
        run.arrivals[i].time_s = drawn[i].time_s;
    run.exact_arrivals = true;
}

Result<void> planMemory(const Flags& flags, const Json& model, VidurRun& run) {
    auto memory = serving::memoryPlanInput(model);
    for (const Device& device : kDevices) {
        if (device.name == run.device) memory.device_bytes = device.gibibytes * kGibibyte;
    }
    if (memory.device_bytes == 0)
        return notModelled({"error.reference-simulator-s-memory-device", {{"device", run.device}}});
    memory.reserved_share = flags.number("memory_margin_fraction", memory.reserved_share);
    run.layers = memory.layers;
    auto& scheduler = run.options.scheduler;
    memory.tp = run.tp;
    memory.stages = scheduler.stages;
    memory.max_tokens = scheduler.max_tokens;
    memory.block_tokens = scheduler.block_tokens;
    memory.batch_cap = scheduler.max_batch;
    run.grouped_attention = memory.kv_heads < memory.heads;
    const auto plan = serving::vidurMemoryPlan(memory);
    scheduler.reserved_batch = plan.reserved_batch;
    scheduler.blocks = flags.count("scheduler_config_num_blocks", plan.blocks);
    return {};
}

std::string stemOf(const VidurRun& run, const Json& model) {
    return run.device + "_" + model.value("id", "") + "_tp" + std::to_string(run.tp);
}

} // namespace

std::map<std::string, std::string> vidurFlags(std::string_view arguments) {
    std::map<std::string, std::string> flags;
    std::istringstream words{std::string(arguments)};
    std::string name;
    for (std::string word; words >> word;) {
        if (word.starts_with("--"))
            flags[name = word.substr(2)] = "";
        else if (!name.empty())
            flags[name] = word;
    }
    return flags;
}

Result<VidurRun> readVidurRun(const std::filesystem::path& folder, std::string_view name, std::string_view arguments,
                              const Library& library) {
    const Flags flags(arguments);
    VidurRun run;
    run.name = name;
    run.device = flags.text("replica_config_device", run.device);
    run.model = flags.text("replica_config_model_name", run.model);
    run.tp = flags.count("tensor_parallel_size", 1);
    const Entry* model = library.find(run.model);
    if (model == nullptr) return notModelled({"error.library-has-no-model-called", {{"line", run.model}}});

    auto& scheduler = run.options.scheduler;
    const auto policy = translate(kPolicies, flags.text("replica_scheduler_config_type", "sarathi"), "scheduler");
    if (!policy) return policy.error();
    const auto router = translate(kRouters, flags.text("global_scheduler_config_type", "round_robin"), "router");
    if (!router) return router.error();
    run.options.router = *router;
    run.options.seed = kVidurSeed;
    run.options.replicas = flags.count("num_replicas", 1);
    scheduler.policy = *policy;
    scheduler.vidur_compatible = true;
    scheduler.stages = flags.count("num_pipeline_stages", 1);
    scheduler.max_batch = flags.count("batch_size_cap", kVidurBatchCap);
    scheduler.block_tokens = flags.count("scheduler_config_block_size", kVidurBlock);
    scheduler.watermark = flags.number("watermark_blocks_fraction", scheduler.watermark);
    scheduler.token_budget = flags.count("max_tokens_in_batch", kVidurTokenBudget);
    scheduler.chunk_tokens = flags.count("chunk_size", kVidurChunk);
    scheduler.prefill_every = flags.count("max_waiting_iters", scheduler.prefill_every);
    // The longest request: what its length generator is told.
    scheduler.max_tokens = flags.count("_config_max_tokens", kVidurMaxTokens);
    if (const auto ok = planMemory(flags, *model->document, run); !ok) return ok.error();
    run.stem = stemOf(run, *model->document);
    if (const auto ok = readRequests(folder, run); !ok) return ok.error();
    drawArrivals(flags, run);
    return run;
}

} // namespace strata::assess
