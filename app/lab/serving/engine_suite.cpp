// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/serving/engine_suite.h"

#include "core/base/message_text.h"
#include "core/catalog/library.h"
#include "core/compose/runtime_costs.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/method.h"
#include "core/exchange/csv.h"
#include "core/hardware/gpu/gpu_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <system_error>
#include <variant>

namespace strata::assess {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "vllm_", kRequests = "_requests.csv.gz";
/// PCIe between the cards of the measured machine, as its description in the data's source states it
/// (casys-kaist/LLMServingSim, bench/examples/configs: link_bw 16 GB/s): what exchanges reach. A request states what
/// the link could, of which the engine's exchanges reach a share.
constexpr double kReachedBytesPerSecond = 16e9;

/// A run as a user would ask for it, and what came of it.
struct EngineRun {
    std::string name;
    Json request;
    struct Served {
        double ttft_s = 0, tpot_s = 0, e2e_s = 0;
    };
    std::vector<Served> served;
};

struct Quantity {
    const char* name;
    double EngineRun::Served::*measured;
};
constexpr std::array kQuantities{Quantity{"e2e_s", &EngineRun::Served::e2e_s},
                                 Quantity{"ttft_s", &EngineRun::Served::ttft_s},
                                 Quantity{"tpot_s", &EngineRun::Served::tpot_s}};

/// Facts that were not printed are null.
std::int32_t integerOf(const Json& facts, const char* key, std::int32_t absent) {
    const auto found = facts.find(key);
    return found != facts.end() && found->is_number_integer() ? found->get<std::int32_t>() : absent;
}

Result<std::vector<EngineRun::Served>> readServed(const fs::path& file) {
    const auto table = exchange::CsvTable::read(file);
    if (!table) return table.error();
    const auto ok =
        table->require({"prompt_tokens", "output_tokens", "arrival_s", "ttft_s", "e2e_s", "tpot_s"}, file.string());
    if (!ok) return ok.error();
    std::vector<EngineRun::Served> served;
    for (std::size_t row = 0; row < table->rows(); ++row) {
        if (row > 0 && table->numberOr(row, "arrival_s", 0) < table->numberOr(row - 1, "arrival_s", 0)) {
            return Error{"bad-value",
                         "",
                         {"error.line-arrival-s-goes-back", {{"row", row + 2}}},
                         {"accepted.ascending-times"},
                         file.string()};
        }
        served.push_back(
            {table->numberOr(row, "ttft_s", 0), table->numberOr(row, "tpot_s", 0), table->numberOr(row, "e2e_s", 0)});
    }
    return served;
}

/// The device of the run; where ranks share layers over PCIe, with the link whose share is what they reached.
Result<Json> hardwareOf(const std::string& name, int tp, const Library& library) {
    const std::string device = name.substr(0, name.find('_'));
    const Entry* entry = library.find(device);
    if (entry == nullptr || entry->kind != EntryKind::Gpu)
        return Error{"not-modelled", "", {"error.library-has-no-gpu-called", {{"device", device}}}, {}, ""};
    if (tp <= 1) return Json(entry->id);
    auto gpu = hardware::readGpu(*entry->document, {});
    if (!gpu) return gpu.error();
    gpu->engine = "vllm";
    chooseRuntime(*gpu, library);
    const double share = compose::runtimeCosts(*gpu, library.calibrations()).all_reduce_share;
    return Json{{"base", entry->id}, {"set", {{"/link_bytes_per_s", std::round(kReachedBytesPerSecond / share)}}}};
}

/// `predicted`: kernels by gpu.tile instead of the profile of the machine's own.
Result<EngineRun> readRun(const fs::path& folder, const std::string& name, const Library& library, bool predicted) {
    EngineRun run;
    run.name = name;
    const auto facts = readJsonFile(folder / "measured_serving" / ("vllm_" + name + "_facts.json"));
    if (!facts) return facts.error();
    const Json* engine = findPointer(*facts, "/engine");
    const Json* called = findPointer(*facts, "/engine/model");
    if (engine == nullptr || called == nullptr || !called->is_string()) {
        return Error{"missing", "/engine/model", {"error.facts-name-no-model"}, {"accepted.model-library"}, name};
    }
    const Entry* model = library.find(called->get<std::string>());
    if (model == nullptr)
        return Error{
            "not-modelled", "", {"error.library-has-no-model-called", {{"line", called->get<std::string>()}}}, {}, ""};
    const int tp = std::max(1, integerOf(*engine, "tensor_parallel_size", 1));
    auto hardware = hardwareOf(name, tp, library);
    if (!hardware) return hardware.error();
    Json scheduler{{"policy", "chunked-prefill"},
                   {"max_batch", integerOf(*engine, "max_num_seqs", 256)},
                   {"token_budget", integerOf(*engine, "max_num_batched_tokens", 2048)},
                   {"block_tokens", 16}};
    bool caches = true;
    if (const Json* kv = findPointer(*facts, "/kv"); kv != nullptr && kv->is_object()) {
        scheduler["block_tokens"] = integerOf(*kv, "block_size", 16);
        scheduler["blocks"] = integerOf(*kv, "num_gpu_blocks", 3) - 1; // one is the engine's null block
        const auto caching = kv->find("enable_prefix_caching");
        caches = caching == kv->end() || !caching->is_boolean() || caching->get<bool>();
    }
    const fs::path requests = folder / "measured_serving" / ("vllm_" + name + std::string(kRequests));
    auto served = readServed(requests);
    if (!served) return served.error();
    run.served = *std::move(served);
    run.request = {{"kind", "serving"},
                   {"hardware", *std::move(hardware)},
                   {"workload", {{"model", model->id}, {"dtype", "bf16"}, {"traffic", {{"trace", requests.string()}}}}},
                   {"plan",
                    {{"tp", tp},
                     {"engine", {{"id", "vllm"}, {"version", facts->value("vllm_version", std::string())}}},
                     {"scheduler", std::move(scheduler)},
                     {"prefix_cache", caches}}}};
    if (predicted) return run;
    const fs::path tables = folder / "operator_profiles" / "llmservingsim_v1" / (name + "_tp" + std::to_string(tp));
    run.request["plan"]["operator_tables"] = {{"path", tables.string()}, {"format", "llmservingsim"}};
    return run;
}

/// What the answer's table of requests says of each, by its number. Empty where it does not hold all.
std::vector<double> ofRequests(const Estimate& estimate, const char* quantity, std::size_t count) {
    const auto table = std::ranges::find(estimate.tables, "requests", &Table::name);
    if (table == estimate.tables.end()) return {};
    const auto column = [&](std::string_view name) {
        return static_cast<std::size_t>(std::ranges::find(table->columns, name) - table->columns.begin());
    };
    const std::size_t number = column("request"), wanted = column(quantity);
    std::vector<double> values(count, std::nan(""));
    for (const auto& row : table->rows) {
        const auto* id = std::get_if<std::int64_t>(&row[number]);
        const auto* value = std::get_if<double>(&row[wanted]);
        if (id != nullptr && value != nullptr && static_cast<std::size_t>(*id) < count)
            values[static_cast<std::size_t>(*id)] = *value;
    }
    const bool whole = std::ranges::none_of(values, [](double value) { return std::isnan(value); });
    return whole ? values : std::vector<double>{};
}

/// Adds each request, with the interval of the mean around it, and the mean, which is what the request itself asks for.
void compare(const EngineRun& run, const Estimate& estimate, bool keeps_request, SuiteReport& report) {
    std::string summary = run.name + ":";
    for (const Quantity& quantity : kQuantities) {
        const Metric* mean = estimate.findMetric(quantity.name);
        const std::vector<double> found = ofRequests(estimate, quantity.name, run.served.size());
        if (mean == nullptr || found.empty()) {
            report.refused.push_back({run.name, std::string("not every request has a ") + quantity.name});
            continue;
        }
        double measured_sum = 0, error = 0;
        const double low = mean->low / mean->value, high = mean->high / mean->value;
        for (std::size_t i = 0; i < run.served.size(); ++i) {
            const double measured = run.served[i].*quantity.measured;
            measured_sum += measured;
            error += std::abs(found[i] / measured - 1) / static_cast<double>(found.size());
            report.rows.push_back({"vllm_" + run.name + std::string(kRequests) + ":" + std::to_string(i),
                                   {{"run", run.name}, {"quantity", quantity.name}, {"of", "request"}},
                                   quantity.name,
                                   "s",
                                   measured,
                                   found[i],
                                   found[i] * low,
                                   found[i] * high,
                                   estimate.method});
        }
        const double measured = measured_sum / static_cast<double>(run.served.size());
        report.rows.push_back({"vllm_" + run.name + std::string(kRequests) + ":mean",
                               {{"run", run.name}, {"quantity", quantity.name}, {"of", "mean"}},
                               quantity.name,
                               "s",
                               measured,
                               mean->value,
                               mean->low,
                               mean->high,
                               estimate.method,
                               false,
                               keeps_request ? run.request.dump() : std::string()});
        char text[120];
        std::snprintf(text, sizeof text, " %s %.2f %% a request, mean %+.2f %%", quantity.name, 100 * error,
                      100 * (mean->value / measured - 1));
        summary += text;
    }
    report.summary += (report.summary.empty() ? "" : "; ") + summary;
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
        return Error{"unreadable-file",
                     "",
                     {"error.no-measured-run"},
                     {"accepted.vllm", {{"requests", kRequests}}},
                     (folder / "measured_serving").string()};
    }
    for (const std::string& name : names) {
        const auto run = readRun(folder, name, options.library, options.method == "gpu.tile");
        if (!run) {
            report.refused.push_back({name, describe(run.error())});
            continue;
        }
        const auto estimate = evaluate(run->request, Context{options.library, {}, nullptr});
        if (!estimate || !estimate->valid) {
            report.refused.push_back({name, !estimate                 ? describe(estimate.error())
                                            : estimate->notes.empty() ? std::string("the door answers nothing")
                                                                      : messageText(estimate->notes.front().text)});
            continue;
        }
        compare(*run, *estimate, options.keep_requests, report);
    }
    report.notes.emplace_back(
        "each run is asked as a serving request: engine and version, limits, blocks, traffic and, "
        "but for method gpu.tile, the kernel profile of the machine; nothing is fitted to the runs");
    report.notes.emplace_back("between cards a request states a bandwidth, not how long a hop over PCIe takes");
    return report;
}

} // namespace strata::assess
