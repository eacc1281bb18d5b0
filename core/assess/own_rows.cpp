// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/own_rows.h"
#include "core/assess/own_mlperf.h"
#include "core/assess/own_tools.h"

#include "core/catalog/library.h"
#include "core/exchange/csv.h"
#include "core/exchange/timings/operator_timings.h"
#include "core/exchange/timings/tool_timings.h"

#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 26;

Result<std::vector<MeasuredRow>> collectives(std::string_view text, std::string_view file, const OwnHints& hints) {
    if (hints.target.cluster.empty())
        return badArgument({"error.nccl-tests-measure-fabric"}, {"accepted.cluster-id"}, file);
    const auto timings = exchange::parseNcclTests(text, file, hints.ranks);
    if (!timings) return timings.error();
    std::vector<MeasuredRow> rows;
    for (const exchange::CollectiveTiming& timing : *timings)
        rows.push_back(rowOf(timing, hints.target.cluster, "line " + std::to_string(timing.line)));
    return rows;
}

std::string_view firstLine(std::string_view text) { return text.substr(0, std::min(text.find('\n'), text.size())); }

/// How requests arrive: a rate, users who wait for their answers, or all at once.
Json arrivalsOf(const exchange::ServingTiming& timing) {
    if (timing.rate_per_s) return {{"process", "poisson"}, {"rate_per_s", *timing.rate_per_s}};
    if (timing.users) return {{"process", "closed-loop"}, {"concurrency", *timing.users}};
    return {{"process", "static"}};
}

Result<std::vector<MeasuredRow>> servingRows(std::string_view text, std::string_view file, const OwnHints& hints,
                                             const Library& library) {
    if (hardwareOf(hints.target).get<std::string>().empty())
        return badArgument({"error.benchmark-serving-needs-hardware"}, {"accepted.hardware-id-or-cluster-id"}, file);
    const auto timing = exchange::parseVllmBench(text, file);
    if (!timing) return timing.error();
    const char* engine = timing->backend.starts_with("sglang") ? "sglang" : "vllm";
    const auto model = modelOf(timing->model, hints, library, file);
    if (!model) return model.error();
    Json request = {
        {"kind", "serving"},
        {"hardware", hardwareOf(hints.target)},
        {"workload",
         {{"model", *model},
          {"traffic",
           {{"arrivals", arrivalsOf(*timing)},
            {"lengths",
             {{"prompt", {{"tokens", timing->prompt_tokens}}}, {"output", {{"tokens", timing->output_tokens}}}}},
            {"requests", timing->requests}}}}},
        {"plan", {{"engine", engineOf(hints.target, engine)}}}};
    if (!hints.weights.empty()) request["workload"]["weights"] = hints.weights;
    if (hints.ranks > 1) request["plan"]["tp"] = hints.ranks;
    const std::string asked = canonicalText(request);
    std::vector<MeasuredRow> rows;
    const auto add = [&](const char* quantity, const std::optional<double>& value, const char* unit) {
        if (value) rows.push_back({std::string(file) + ":" + quantity, asked, quantity, *value, unit});
    };
    // Means where the tool has them; its medians say the same again.
    add("ttft_s", timing->ttft_mean_s, "s");
    add("tpot_s", timing->tpot_mean_s, "s");
    if (!timing->ttft_mean_s) add("ttft_p50_s", timing->ttft_p50_s, "s");
    if (!timing->tpot_mean_s) add("tpot_p50_s", timing->tpot_p50_s, "s");
    if (rows.empty())
        return badArgument({"error.result-holds-neither-first-tokens-nor"}, {"accepted.mean-ttft-ms-mean-tpot-ms"},
                           file);
    return rows;
}

/// One run, or one in each line, as a benchmark that appends to its file leaves them.
Result<std::vector<MeasuredRow>> servingRuns(std::string_view text, std::string_view file, const OwnHints& hints,
                                             const Library& library) {
    if (parseJson(exchange::withoutInfinities(text))) return servingRows(text, file, hints, library);
    std::vector<MeasuredRow> all;
    std::size_t line = 0;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view run = firstLine(rest);
        rest.remove_prefix(std::min(rest.size(), run.size() + 1));
        ++line;
        if (run.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        auto rows = servingRows(run, std::string(file) + ":" + std::to_string(line), hints, library);
        if (!rows) return rows;
        all.insert(all.end(), rows->begin(), rows->end());
    }
    return all;
}

/// Stored type of a file of llama.cpp by the words of its name: "Q4_K - Medium", "Q8_0", "F16". Empty for types that
/// no request has, such as those of 2 or 6 bits.
std::string weightsOf(const std::string& model) {
    for (const auto& [word, type] : {std::pair<const char*, const char*>{"Q4_", "int4"},
                                     {"Q8_", "int8"},
                                     {"MXFP4", "fp4"},
                                     {"BF16", "bf16"},
                                     {"F16", "fp16"},
                                     {"F32", "fp32"}}) {
        if (model.find(word) != std::string::npos) return type;
    }
    return {};
}

/// A layer stays on the host unless all of them and the head are given to the device.
bool sharesWithHost(const exchange::LlamaTiming& timing, const std::string& model, const Library& library) {
    if (timing.backend == "CPU") return true;
    const double layers = library.find(model)->document->value("layers", 0.0);
    return timing.device_layers && *timing.device_layers >= 0 && *timing.device_layers <= layers;
}

Result<std::vector<MeasuredRow>> llamaRows(std::string_view text, std::string_view file, const OwnHints& hints,
                                           const Library& library, std::vector<Message>* left_out) {
    if (hints.target.hardware.empty())
        return badArgument({"error.llama-bench-measures-device"}, {"accepted.hardware-id"}, file);
    const auto timings = exchange::parseLlamaBench(text, file);
    if (!timings) return timings.error();
    std::vector<MeasuredRow> rows;
    std::size_t shared = 0;
    for (const exchange::LlamaTiming& timing : *timings) {
        if (timing.prompt_tokens > 0 && timing.output_tokens > 0) continue; // both at once: neither is told
        if (timing.prompt_tokens > 0 && timing.depth > 0) continue;         // behind a cache: no request says that
        const auto model = modelOf(timing.model, hints, library, file);
        if (!model) return model.error();
        if (sharesWithHost(timing, *model, library)) {
            ++shared;
            continue;
        }
        const bool prompt = timing.prompt_tokens > 0;
        // A prompt that is prefilled, or tokens one by one behind what is there already.
        Json workload = {{"model", *model},
                         {"prompt_tokens", prompt ? timing.prompt_tokens : std::max(1.0, timing.depth)},
                         {"output_tokens", prompt ? 1.0 : timing.output_tokens + 1}};
        workload["weights"] = hints.weights.empty() ? weightsOf(timing.model) : hints.weights;
        if (workload["weights"] == "")
            return badArgument({"error.stored-type-not-known", {{"model", timing.model}}}, {"accepted.weights-type"},
                               file);
        const Json request = {{"kind", "inference"},
                              {"hardware", hints.target.hardware},
                              {"workload", std::move(workload)},
                              {"plan", {{"engine", engineOf(hints.target, "llama-cpp")}}}};
        const double passes = prompt ? 1.0 : timing.output_tokens;
        MeasuredRow row{timing.id + " #" + std::to_string(rows.size() + 1), canonicalText(request),
                        prompt ? "ttft_s" : "tpot_s", timing.seconds / passes, "s"};
        if (timing.spread > 0) row.spread = timing.spread;
        rows.push_back(std::move(row));
    }
    if (rows.empty() && shared > 0)
        return badArgument({"error.all-tests-on-host"}, {"accepted.tests-with-all-layers-on-device"}, file);
    if (shared > 0 && left_out) left_out->push_back({"note.left-out-on-host", {{"count", shared}}});
    if (rows.empty())
        return badArgument({"error.no-test-prompts-or-answers-alone"}, {"accepted.tests-such-as-pp512-and-tg128"},
                           file);
    return rows;
}

struct TimeColumn {
    const char* name;
    double unit;
};
constexpr std::array kTimes{TimeColumn{"latency_s", 1.0}, TimeColumn{"latency_ms", 1e-3},
                            TimeColumn{"latency_us", 1e-6}};

/// A cell as a number, a truth value or a word.
Json valueOf(std::string_view cell) {
    if (cell == "true" || cell == "false") return cell == "true";
    double value = 0;
    const auto [end, status] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (status == std::errc{} && end == cell.data() + cell.size() && std::isfinite(value)) return value;
    return std::string(cell);
}

Result<std::vector<MeasuredRow>> kernelRows(std::string text, std::string_view file, const OwnHints& hints) {
    if (hints.target.hardware.empty())
        return badArgument({"error.kernels-timed-on-device"}, {"accepted.hardware-id"}, file);
    const auto table = exchange::CsvTable::parse(std::move(text), file);
    if (!table) return table.error();
    const TimeColumn* time = nullptr;
    for (const TimeColumn& column : kTimes) {
        if (table->column(column.name)) time = &column;
    }
    if (time == nullptr) {
        return Error{"missing-column",
                     "",
                     {"error.no-column-tells-times"},
                     {"accepted.latency-s-latency-ms-or-latency"},
                     std::string(file)};
    }
    Json hardware = hints.target.hardware;
    if (!hints.target.engine.empty())
        hardware = {{"base", hints.target.hardware}, {"set", {{"/engine", hints.target.engine}}}};
    std::vector<MeasuredRow> rows;
    for (std::size_t row = 0; row < table->rows(); ++row) {

        const auto measured = table->number(row, time->name);
        if (!measured || !(*measured > 0)) {
            return Error{"bad-value",
                         std::string("/") + time->name,
                         {"error.line-field-is-word",
                          {{"line", row + 2}, {"field", time->name}, {"value", table->text(row, time->name)}}},
                         {"accepted.number-above-0"},
                         std::string(file)};
        }
        Json workload = Json::object();
        for (std::size_t c = 0; c < table->columns().size(); ++c) {
            const std::string& name = table->columns()[c];
            if (name == time->name || name == "id" || name == "spread" || table->cell(row, c).empty()) continue;
            workload[name] = valueOf(table->cell(row, c));
        }
        const Json request = {{"kind", "kernel"}, {"hardware", hardware}, {"workload", std::move(workload)}};
        const std::string_view id = table->text(row, "id");
        MeasuredRow measured_row{id.empty() ? "line " + std::to_string(row + 2) : std::string(id),
                                 canonicalText(request), "latency_s", *measured * time->unit, "s"};
        if (const auto spread = table->number(row, "spread"); spread && *spread >= 0) measured_row.spread = *spread;
        rows.push_back(std::move(measured_row));
    }
    return rows;
}

bool holds(std::string_view text, std::string_view word) { return text.find(word) != std::string_view::npos; }

} // namespace

std::string_view title(OwnFormat format) {
    constexpr std::array<std::string_view, 12> kTitles{"rows",
                                                       "a table of rows",
                                                       "a table of kernels",
                                                       "nccl-tests",
                                                       "vllm bench serve",
                                                       "llama-bench",
                                                       "InferenceX",
                                                       "Nsight",
                                                       "aiconfigurator",
                                                       "Splitwise",
                                                       "sglang.bench_one_batch",
                                                       "MLPerf Inference"};
    return kTitles[static_cast<std::size_t>(format)];
}

std::optional<OwnFormat> formatOf(std::string_view text) {
    const std::size_t from = text.find_first_not_of(" \t\r\n");
    if (from == std::string_view::npos) return std::nullopt;
    const std::string_view body = text.substr(from);
    const bool benchmark = holds(body, "\"conc\"") && holds(body, "\"framework\"");
    const std::string_view header = firstLine(body);
    const bool tagged = holds(header, "]<std"); // by mpirun, in front of each line
    if (body.front() == '[' && !tagged) {
        if (benchmark) return OwnFormat::InferenceBenchmark;
        return holds(body, "\"n_prompt\"") ? std::optional(OwnFormat::LlamaBench) : std::nullopt;
    }
    if (body.front() == '{') {
        if (exchange::isOneBatch(body)) return OwnFormat::OneBatch;
        if (benchmark) return OwnFormat::InferenceBenchmark;
        if (holds(body, "\"n_prompt\"")) return OwnFormat::LlamaBench;
        if (holds(firstLine(body), "\"request\"") && holds(body, "\"measured\"")) return OwnFormat::Rows;
        if (holds(body, "\"model_id\"") || holds(body, "\"total_output_tokens\"")) return OwnFormat::VllmBench;
        return std::nullopt;
    }
    if (holds(body, "Projected Duration (ns)") || holds(body, "Kernel Name")) return OwnFormat::ProfiledKernels;
    if (exchange::isLlamaTable(body)) return OwnFormat::LlamaBench;
    if (holds(header, "n_prompt")) return OwnFormat::LlamaBench;
    if (holds(header, "request") && holds(header, "measured")) return OwnFormat::RowTable;
    if (holds(header, "prompt_time") && holds(header, "token_time")) return OwnFormat::Batches;
    if (exchange::isMlperfTable(header)) return OwnFormat::MlperfResults;
    if (exchange::isOperatorTable(header)) return OwnFormat::Operators;
    for (const char* word : {"algbw", "_perf", "# nThread", "nccl-tests"}) // tables may hold such words as well
        if (holds(body, word)) return OwnFormat::NcclTests;
    if (holds(header, "operator")) return OwnFormat::Kernels;
    return std::nullopt;
}

Result<std::vector<MeasuredRow>> readOwnRows(std::string text, std::string_view file, const OwnHints& hints,
                                             const Library& library, std::vector<Message>* left_out) {
    const auto format = formatOf(text);
    if (!format && exchange::isFilePointer(text)) return exchange::filePointerRefused(file);
    // What `vllm bench latency` and `vllm bench throughput` write names no model, no lengths and no batch.
    if (!format && text.find('{') != text.npos &&
        (holds(text, "\"avg_latency\"") || holds(text, "\"requests_per_second\"")))
        return badArgument({"error.result-without-its-requests"}, {"accepted.result-vllm-bench-serve-save-result"},
                           file);
    if (!format) {
        return badArgument({"error.text-looks-like-nothing-known"}, {"accepted.rows-csv-table-with-column-operator"},
                           file);
    }
    switch (*format) {
    case OwnFormat::Rows: return readRows(std::move(text), RowFormat::JsonLines, file);
    case OwnFormat::RowTable: return readRows(std::move(text), RowFormat::Csv, file);
    case OwnFormat::Kernels: return kernelRows(std::move(text), file, hints);
    case OwnFormat::NcclTests: return collectives(text, file, hints);
    case OwnFormat::VllmBench: return servingRuns(text, file, hints, library);
    case OwnFormat::InferenceBenchmark: return benchmarkRows(text, file, hints, library, left_out);
    case OwnFormat::ProfiledKernels: return profileRows(text, file, hints, left_out);
    case OwnFormat::Operators: return operatorRows(text, file, hints, left_out);
    case OwnFormat::Batches: return batchRows(text, file, hints, library, left_out);
    case OwnFormat::OneBatch: return oneBatchRows(text, file, hints, library, left_out);
    case OwnFormat::MlperfResults: return mlperfRows(std::move(text), file, hints, library, left_out);
    case OwnFormat::LlamaBench: break;
    }
    return llamaRows(text, file, hints, library, left_out);
}

Result<std::vector<MeasuredRow>> readOwnFile(const std::filesystem::path& file, const OwnHints& hints,
                                             const Library& library, std::vector<Message>* left_out) {
    std::error_code status;
    const std::uintmax_t size = std::filesystem::file_size(file, status);
    std::ifstream in(file, std::ios::binary);
    if (status || !in)
        return Error{"unreadable-file", "", {"error.file-cannot-read"}, {"accepted.readable-file"}, file.string()};
    if (size > kMostBytes)
        return Error{"too-large", "", {"error.file-larger-than-64-mib"}, {"accepted.few-measurements"}, file.string()};
    std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    return readOwnRows(std::move(text), file.filename().string(), hints, library, left_out);
}

} // namespace strata::assess
