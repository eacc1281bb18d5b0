// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/serving/engine_suite.h"

#include "app/lab/tensor/gpu_modern_points.h"
#include "core/base/normal.h"
#include "core/catalog/library.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "core/exchange/csv.h"
#include "core/exchange/serving/engine_profile.h"
#include "core/gpu/predictor.h"
#include "core/hardware/gpu_json.h"
#include "core/serving/simulation/simulate.h"
#include "core/serving/tables/analytic_tables.h"
#include "core/serving/tables/scaled_time.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <system_error>

namespace strata::assess {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMethod = "serving.simulation";
constexpr std::string_view kPrefix = "vllm_", kRequests = "_requests.csv.gz";
/// PCIe between the cards of the measured machine, as its description in the data's source states them
/// (casys-kaist/LLMServingSim, bench/examples/configs: link_bw 16 GB/s, link_latency 20 us). A ring
/// all-reduce makes 2 (n - 1) hops and passes 2 (n - 1) / n of the bytes (Patarasuk and Yuan, JPDC 2009).
constexpr double kLinkLatencySeconds = 20e-6, kLinkBytesPerSecond = 16e9;

/// What is known of a run before it starts, and what came of it.
struct EngineRun {
    std::string name;
    bool hides_host_work = false;         ///< behind the device's
    double ratio_low = 1, ratio_high = 1; ///< 80 % interval of an iteration around its time
    serving::SimulationOptions options;
    serving::EngineTableOptions time;
    serving::EngineTables tables;
    std::vector<serving::Arrival> arrivals;
    struct Served {
        double ttft_s = 0, tpot_s = 0, e2e_s = 0;
    };
    std::vector<Served> served;
};

struct Collect final : serving::Observer {
    explicit Collect(std::size_t requests) : records(requests) {}
    void finished(const serving::RequestRecord& record) override { records[record.id] = record; }
    std::vector<serving::RequestRecord> records;
};

/// Facts that were not printed are null.
std::int32_t integerOf(const Json& facts, const char* key, std::int32_t absent) {
    const auto found = facts.find(key);
    return found != facts.end() && found->is_number_integer() ? found->get<std::int32_t>() : absent;
}

Result<void> readRequests(const fs::path& file, EngineRun& run) {
    const auto table = exchange::CsvTable::read(file);
    if (!table) return table.error();
    const auto ok =
        table->require({"prompt_tokens", "output_tokens", "arrival_s", "ttft_s", "e2e_s", "tpot_s"}, file.string());
    if (!ok) return ok.error();
    for (std::size_t row = 0; row < table->rows(); ++row) {
        serving::Arrival arrival;
        arrival.time_s = table->numberOr(row, "arrival_s", 0);
        arrival.prompt_tokens = static_cast<std::int32_t>(table->numberOr(row, "prompt_tokens", 1));
        arrival.output_tokens = static_cast<std::int32_t>(table->numberOr(row, "output_tokens", 1));
        if (!run.arrivals.empty() && arrival.time_s < run.arrivals.back().time_s) {
            return Error{"bad-value", "", "line " + std::to_string(row + 2) + ": arrival_s goes back",
                         "ascending times", file.string()};
        }
        run.arrivals.push_back(arrival);
        run.served.push_back(
            {table->numberOr(row, "ttft_s", 0), table->numberOr(row, "tpot_s", 0), table->numberOr(row, "e2e_s", 0)});
    }
    return {};
}

/// Tables of the machine's device as gpu.tile and composition predict them, in place of a profile.
Result<void> predictTables(const Library& library, const Json& model, EngineRun& run) {
    const std::string device = run.name.substr(0, run.name.find('_'));
    const Entry* entry = library.find(device);
    if (entry == nullptr) return Error{"not-modelled", "", "the library has no GPU called " + device, "", ""};
    auto gpu = hardware::readGpu(*entry->document, {});
    if (!gpu) return gpu.error();
    gpu->engine = "vllm";
    chooseRuntime(*gpu, library);
    auto costs = compose::runtimeCosts(*gpu, library.calibrations());
    costs.hides_host = run.hides_host_work;
    gpu->link_bytes_per_s = kLinkBytesPerSecond / costs.all_reduce_share;
    costs.all_reduce_s = 2.0 * (run.time.tp - 1) * kLinkLatencySeconds;
    costs.all_reduce_rank_s = costs.all_reduce_two_shot_s = costs.all_reduce_skew_s = 0;
    const auto predictor = gpu::kernelPredictor("gpu.tile", *gpu, library.calibrations());
    if (!predictor) return predictor.error();
    workload::GraphOptions options;
    options.weights = options.activations = options.kv_cache = options.math = NumberType::Bf16;
    options.fusion = "engine";
    options.flash_attention = true;
    options.tensor_parallel = run.time.tp;
    double longest = 0;
    for (const auto& arrival : run.arrivals)
        longest = std::max(longest, 1.0 * arrival.prompt_tokens + arrival.output_tokens);
    auto tables = serving::analyticTables({*gpu, model, options, costs, library.calibrations(), *predictor,
                                           1.0 * run.options.scheduler.max_batch, longest,
                                           1.0 * run.options.scheduler.token_budget});
    if (!tables) return tables.error();
    run.ratio_low = tables->ratio_low;
    run.ratio_high = tables->ratio_high;
    run.tables = std::move(tables->tables);
    run.time = {};
    return {};
}

Result<EngineRun> readRun(const fs::path& folder, const std::string& name, const Library& library, bool predicted) {
    EngineRun run;
    run.name = name;
    const auto facts = readJsonFile(folder / "measured_serving" / ("vllm_" + name + "_facts.json"));
    if (!facts) return facts.error();
    const Json* stated = findPointer(*facts, "/engine");
    const Json* called = findPointer(*facts, "/engine/model");
    if (stated == nullptr || called == nullptr || !called->is_string()) {
        return Error{"missing", "/engine/model", "the facts name no model", "a model of the library", name};
    }
    const Json& engine = *stated;
    if (const hardware::Engine* served = library.findEngine("vllm")) {
        run.hides_host_work =
            hardware::chooseEngine(*served, facts->value("vllm_version", std::string())).profile.hides_host;
    }
    const std::string id = called->get<std::string>();
    const Entry* model = library.find(id);
    if (model == nullptr) return Error{"not-modelled", "", "the library has no model called " + id, "", ""};
    run.time.layers = model->document->value("layers", 1.0);
    run.time.hidden = model->document->value("hidden", 1.0);
    run.time.tp = std::max(1, integerOf(engine, "tensor_parallel_size", 1));
    auto& scheduler = run.options.scheduler;
    scheduler.policy = "chunked-prefill";
    scheduler.max_batch = integerOf(engine, "max_num_seqs", 256);
    scheduler.token_budget = integerOf(engine, "max_num_batched_tokens", 2048);
    scheduler.prefix_cache = true;
    scheduler.blocks = 1 << 20; // where the engine did not print them, they were never short
    if (const Json* kv = findPointer(*facts, "/kv"); kv != nullptr && kv->is_object()) {
        scheduler.block_tokens = integerOf(*kv, "block_size", 16);
        scheduler.blocks = integerOf(*kv, "num_gpu_blocks", 2) - 1; // one is the engine's null block
        const auto caching = kv->find("enable_prefix_caching");
        scheduler.prefix_cache = caching == kv->end() || !caching->is_boolean() || caching->get<bool>();
    }
    const double hops = 2.0 * (run.time.tp - 1);
    run.time.all_reduce_s = hops * kLinkLatencySeconds;
    run.time.all_reduce_bytes_per_s = hops > 0 ? kLinkBytesPerSecond * run.time.tp / hops : kLinkBytesPerSecond;
    if (const auto ok = readRequests(folder / "measured_serving" / ("vllm_" + name + std::string(kRequests)), run);
        !ok) {
        return ok.error();
    }
    if (predicted) {
        const auto ok = predictTables(library, *model->document, run);
        if (!ok) return ok.error();
        return run;
    }
    auto tables = exchange::readEngineProfile(folder / "operator_profiles" / "llmservingsim_v1",
                                              name + "_tp" + std::to_string(run.time.tp));
    if (!tables) return tables.error();
    run.tables = std::move(*tables);
    // What composition adds to measured kernels is off by what it was off elsewhere.
    const auto errors = compose::errorCorrelation(library.calibrations(), "serving tables");
    const double reach = kNormal90 * errors.runtime_sigma;
    run.ratio_low = std::min(1.0, std::exp(errors.runtime_bias - reach));
    run.ratio_high = std::max(1.0, std::exp(errors.runtime_bias + reach));
    return run;
}

struct Errors {
    double absolute = 0, e2e = 0, e2e_measured = 0, ttft = 0, ttft_measured = 0, tpot = 0, tpot_measured = 0;
};

/// The same requests with iterations as they are predicted, and at the ends of their interval.
using Outcomes = std::array<Collect, 3>;

Result<Outcomes> simulateRun(const EngineRun& run) {
    const serving::EngineTableTime time(run.tables, run.time);
    Outcomes found{Collect(run.arrivals.size()), Collect(run.arrivals.size()), Collect(run.arrivals.size())};
    const std::array ratios{1.0, run.ratio_low, run.ratio_high};
    for (std::size_t i = 0; i < ratios.size(); ++i) {
        serving::ReplayTraffic traffic(run.arrivals);
        const auto totals = serving::simulate(run.options, traffic, serving::ScaledTime(time, ratios[i]), found[i]);
        if (!totals) return totals.error();
        if (totals->requests != run.arrivals.size())
            return Error{"not-modelled", "", "not every request ends in the simulation", "", ""};
    }
    return found;
}

void compare(const EngineRun& run, const Outcomes& outcomes, SuiteReport& report) {
    const Collect& found = outcomes[0];
    Errors sum;
    std::int64_t restarts = 0;
    for (std::size_t i = 0; i < run.arrivals.size(); ++i) {
        const auto& served = run.served[i];
        const auto& record = found.records[i];
        const std::string id = "vllm_" + run.name + std::string(kRequests) + ":" + std::to_string(i);
        const auto add = [&](const char* quantity, double measured, double (serving::RequestRecord::*of)() const) {
            const auto at = [&](std::size_t end) { return (outcomes[end].records[i].*of)(); };
            const double predicted = at(0);
            report.rows.push_back({id,
                                   {{"run", run.name}, {"quantity", quantity}},
                                   quantity,
                                   "s",
                                   measured,
                                   predicted,
                                   std::min({predicted, at(1), at(2)}),
                                   std::max({predicted, at(1), at(2)}),
                                   kMethod});
        };
        add("e2e_s", served.e2e_s, &serving::RequestRecord::e2e_s);
        add("ttft_s", served.ttft_s, &serving::RequestRecord::ttft_s);
        add("tpot_s", served.tpot_s, &serving::RequestRecord::tpot_s);
        sum.absolute += std::abs(record.e2e_s() / served.e2e_s - 1);
        sum.e2e += record.e2e_s();
        sum.e2e_measured += served.e2e_s;
        sum.ttft += record.ttft_s();
        sum.ttft_measured += served.ttft_s;
        sum.tpot += record.tpot_s();
        sum.tpot_measured += served.tpot_s;
        restarts += record.restarts;
    }
    char text[240];
    std::snprintf(text, sizeof text,
                  "%s: E2E per request %.2f %%, means: E2E %+.2f %%, TTFT %+.2f %%, TPOT %+.2f %%; %lld evictions",
                  run.name.c_str(), 100 * sum.absolute / static_cast<double>(run.arrivals.size()),
                  100 * (sum.e2e / sum.e2e_measured - 1), 100 * (sum.ttft / sum.ttft_measured - 1),
                  100 * (sum.tpot / sum.tpot_measured - 1), static_cast<long long>(restarts));
    report.summary += (report.summary.empty() ? "" : "; ") + std::string(text);
}

/// The folder itself, or the folder serving in it.
fs::path folderOf(const fs::path& data) {
    std::error_code status;
    return fs::exists(data / "measured_serving", status) ? data : data / "serving";
}

} // namespace

std::vector<fs::path> measuredRuns(const fs::path& data) {
    std::vector<fs::path> files;
    std::error_code status;
    for (fs::directory_iterator entry(folderOf(data) / "measured_serving", status), end; !status && entry != end;
         entry.increment(status)) {
        const std::string file = entry->path().filename().string();
        if (file.starts_with(kPrefix) && file.ends_with(kRequests)) files.push_back(entry->path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

Result<SuiteReport> runEngineSuite(const SuiteOptions& options) {
    const fs::path folder = folderOf(options.data);
    SuiteReport report;
    report.suite = "serving-measured";
    report.data = options.data.string();
    std::vector<std::string> names;
    for (const fs::path& file : measuredRuns(options.data)) {
        const std::string name = file.filename().string();
        names.push_back(name.substr(kPrefix.size(), name.size() - kPrefix.size() - kRequests.size()));
    }
    if (names.empty()) {
        return Error{"unreadable-file", "", "no measured run", "vllm_*" + std::string(kRequests),
                     (folder / "measured_serving").string()};
    }
    for (const std::string& name : names) {
        auto run = readRun(folder, name, options.library, options.method == "gpu.tile");
        if (!run) {
            report.refused.push_back({name, describe(run.error())});
            continue;
        }
        const auto found = simulateRun(*run);
        if (!found) {
            report.refused.push_back({name, describe(found.error())});
            continue;
        }
        compare(*run, *found, report);
    }
    report.notes.emplace_back("engine limits, model, kernel profile and link are those of the machine; "
                              "nothing is fitted to the runs");
    return report;
}

} // namespace strata::assess
