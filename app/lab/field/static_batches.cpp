// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/field/static_batches.h"

#include "app/lab/run/ask_door.h"
#include "app/lab/run/data_table.h"
#include "core/base/json.h"
#include "core/base/message_text.h"
#include "core/catalog/library.h"
#include "core/exchange/csv.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

using exchange::CsvTable;

constexpr std::string_view kFile = "llm_inference_bench_all.csv";

/// What the table calls a device or an engine, and how a request does.
struct Named {
    std::string_view there, here, version;
};
/// Polaris and the laboratory's test beds (K. Chitty-Venkata et al., LLM-Inference-Bench, SC 2024 workshops,
/// arXiv:2411.00136, table of systems).
constexpr std::array kDevices{Named{"Nvidia A100 GPU", "a100-sxm4-40gb", ""},
                              Named{"Nvidia H100 GPU", "h100-sxm5-80gb", ""}, Named{"AMD MI250 GPU", "mi250", ""}};
/// Versions by the arguments that the repository's scripts pass (vLLM/A100/Throughput_measurement: v2 block manager and
/// beam search as sampling, of vLLM 0.5) and by the date of the runs, the summer of 2024 (September for llama.cpp, by
/// the nvidia-smi in its H100/README.MD).
constexpr std::array kEngines{Named{"vLLM", "vllm", "0.5"}, Named{"TensorRT-LLM", "tensorrt-llm", "0.11"},
                              Named{"llama.cpp", "llama.cpp", "2024-09"}};

/// What the table calls a batch is, of llama.cpp, the tokens of a prompt that are computed at a time: its scripts run
/// llama-bench -pg PROMPT,ANSWER -b BATCH, which answers one request (llama.cpp/H100/llama2-7b.sh). The table shows it:
/// sixteen times the batch takes as long as one pass for each piece of the prompt less.
bool takesPieces(const Named& engine) { return engine.there == "llama.cpp"; }

const Named* find(std::span<const Named> names, std::string_view there) {
    const auto found =
        std::find_if(names.begin(), names.end(), [&](const Named& named) { return named.there == there; });
    return found == names.end() ? nullptr : &*found;
}

/// The request of a line, or why there is none.
Result<Json> requestOf(const CsvTable& table, std::size_t line, const Library& library) {
    const auto refusal = [](Message text) { return Error{"not-modelled", {}, std::move(text), {}, {}}; };
    const std::string device(table.text(line, "Hardware")), engine(table.text(line, "Framework")),
        model(table.text(line, "Model"));
    const Named* hardware = find(kDevices, device);
    const Named* runtime = find(kEngines, engine);
    if (hardware == nullptr) return refusal({"error.library-has-no-gpu-called", {{"device", device}}});
    if (runtime == nullptr) return refusal({"error.library-has-no-engine-called", {{"engine", engine}}});
    const Entry* entry = library.find(model);
    if (entry == nullptr) return refusal({"error.library-has-no-model-called", {{"line", model}}});
    const auto count = [&](std::string_view column) {
        return static_cast<std::int64_t>(table.numberOr(line, column, 0.0));
    };
    Json named{{"id", runtime->here}};
    if (!runtime->version.empty()) named["version"] = runtime->version;
    // The table states devices alone: they share the work as the engine does by default.
    const Entry* served = library.find(runtime->here);
    const bool stages = served != nullptr && served->document->value("splits_layers", false);
    Json plan{{stages ? "pp" : "tp", count("Num of Hardware")}, {"engine", std::move(named)}};
    const bool one = takesPieces(*runtime);
    if (one) plan["token_budget"] = count("Batch Size");
    return Json{{"kind", "inference"},
                {"hardware", hardware->here},
                {"workload",
                 {{"model", entry->id},
                  {"dtype", "fp16"},
                  {"prompt_tokens", count("Input Output Length")},
                  {"output_tokens", count("Input Output Length")},
                  {"batch", one ? 1 : count("Batch Size")}}},
                {"plan", std::move(plan)}};
}

} // namespace

Result<FieldRows> readStaticBatches(const std::filesystem::path& folder, const Library& library) {
    const auto table = readTable(
        folder, kFile,
        {"Hardware", "Num of Hardware", "Framework", "Model", "Input Output Length", "Batch Size", "Latency"});
    if (!table) return table.error();
    FieldRows found;
    for (std::size_t line = 0; line < table->rows(); ++line) {
        MeasuredRow row;
        row.id = std::string(kFile) + ".gz:" + std::to_string(line + 2);
        row.quantity = "e2e_s";
        row.unit = "s";
        row.measured = table->numberOr(line, "Latency", 0.0);
        const auto request = requestOf(*table, line, library);
        if (!request || row.measured <= 0.0) {
            found.refused.push_back({row.id, request ? "it has no latency" : messageText(request.error().text)});
            continue;
        }
        row.request = canonicalText(*request);
        row.group = {{"op", "batch"},
                     {"device", (*request)["hardware"]},
                     {"engine", (*request)["plan"]["engine"]["id"]},
                     {"model", (*request)["workload"]["model"]},
                     {"tp", std::string(table->text(line, "Num of Hardware"))},
                     {"batch", std::string(table->text(line, "Batch Size"))}};
        found.rows.push_back(std::move(row));
    }
    return found;
}

Result<SuiteReport> runStaticBatches(const SuiteOptions& options) {
    auto read = readStaticBatches(options.data, options.library);
    if (!read) return read.error();
    SuiteReport report;
    report.suite = "serving-batches";
    report.data = options.data.string();
    report.refused = std::move(read->refused);
    askDoor(std::move(read->rows), options, report);
    report.notes = {"nothing is fitted to these rows; each is asked as an inference request with the engine's version"};
    report.summary =
        std::to_string(report.rows.size()) + " batches answered, " + std::to_string(report.refused.size()) + " refused";
    return report;
}

} // namespace strata::assess
