// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/run/data_table.h"
#include "app/lab/run/manifest.h"
#include "app/lab/training/training_door.h"
#include "core/exchange/csv.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

namespace strata::assess {
namespace {

using exchange::CsvTable;

constexpr std::string_view kFile = "dgxc_step_times.csv";
constexpr std::string_view kStep = "Training step time (seconds per step)";
constexpr std::string_view kTokens = "Throughput in tokens per second";

/// What titles call a model.
struct NamedModel {
    std::string_view title, model;
};
constexpr std::array kModels{
    NamedModel{"Llama 3.1 8b", "llama3.1-8b"},      NamedModel{"Llama3 8b", "llama3-8b"},
    NamedModel{"Nemotron4 15b", "nemotron-15b"},    NamedModel{"Paxml GPT5B", "gpt3-5b-nemo"},
    NamedModel{"Llama 3.1 70b", "llama3.1-70b"},    NamedModel{"Llama3 70b", "llama3-70b"},
    NamedModel{"Maxtext Llama3 70b", "llama3-70b"}, NamedModel{"Maxtext LLama2 70b", "llama2-70b"},
    NamedModel{"Paxml GPT175B", "gpt3-175b"},       NamedModel{"NeMo Megatron", "gpt3-175b"}};

/// Titles of JAX's frameworks.
constexpr std::array<std::string_view, 2> kOfJax{"Paxml", "Maxtext"};

/// The number behind the first `key` of a title, as in "TP=4".
std::optional<double> numberBehind(std::string_view text, std::string_view key) {
    const std::size_t at = text.find(key);
    if (at == std::string_view::npos) return std::nullopt;
    double value = 0.0;
    const char* begin = text.data() + at + key.size();
    if (std::from_chars(begin, text.data() + text.size(), value).ec != std::errc{}) return std::nullopt;
    return value;
}

std::uint32_t degree(std::string_view title, std::string_view key) {
    return static_cast<std::uint32_t>(numberBehind(title, key).value_or(1.0));
}

/// What a title leaves open takes what its framework does: a sharded optimizer and sequence parallelism beside tensor
/// parallelism; weights sharded over all devices where it says FSDP, with or without recomputation.
std::vector<system::Plan> plansOf(std::string_view title, std::string_view column, double devices) {
    const bool sharded = title.find("FSDP") != std::string_view::npos;
    system::Plan plan;
    plan.tp = degree(title, "TP="), plan.pp = degree(title, "PP="), plan.cp = degree(title, "CP=");
    plan.micro_batch = degree(title, "MBS=");
    plan.interleave = degree(title, "VP=");
    if (plan.interleave > 1) plan.schedule = system::Schedule::Interleaved;
    plan.dp = static_cast<std::uint32_t>(devices / (static_cast<double>(plan.tp) * plan.pp * plan.cp));
    plan.zero = sharded ? 3 : 1;
    plan.sequence_parallel = plan.tp > 1;
    if (title.find("LORA") != std::string_view::npos) plan.lora = 16;
    // What NeMo's recipes state (tp_comm_overlap, grad_reduce_in_fp32 = False) and its layers do; the others are tables
    // of JAX.
    const bool jax = std::ranges::any_of(kOfJax, [&](std::string_view one) { return title.starts_with(one); });
    plan.overlap_tensor = plan.narrow_gradients = plan.narrow_inputs = !jax;
    if (!sharded) return {plan};
    // A part of the devices may share the weights; the copies then add to those that a gradient is summed over.
    if (const auto part = numberBehind(column, "FSDP="); part && *part > devices) return {};
    system::Plan again = plan;
    again.recompute = system::Recompute::Full;
    return {plan, again};
}

/// Tables of several commits tell the same numbers: one row for each title, number of devices and step time.
using Seen = std::tuple<std::string, double, double>;

class DgxcReader {
public:
    DgxcReader(const CsvTable& table, const Manifest& manifest, const SuiteOptions& options, SuiteReport& report)
        : table_(table), manifest_(manifest), options_(options), report_(report) {
        for (std::size_t i = 0; i < table.rows(); ++i) {
            if (table.text(i, "metric") == kTokens) tokens_.emplace(keyOf(i), table.numberOr(i, "value", 0.0));
        }
    }

    void read(std::size_t i) {
        const std::string title(table_.text(i, "table")), column(table_.text(i, "column"));
        TrainingRun run;
        run.id = std::string(kFile) + ":" + std::to_string(i + 2);
        const auto refuse = [&](std::string reason) { report_.refused.push_back({run.id, std::move(reason)}); };
        run.measured_s = table_.numberOr(i, "value", 0.0);
        const std::size_t times = column.find("x H100");
        if (times == std::string::npos || run.measured_s <= 0.0) return refuse("its column names no number of H100");
        const std::size_t digits = column.find_last_not_of("0123456789", times - 1);
        run.devices = std::stod(column.substr(digits == std::string::npos ? 0 : digits + 1));
        const auto model = std::find_if(kModels.begin(), kModels.end(), [&](const NamedModel& named_model) {
            return title.starts_with(named_model.title);
        });
        const auto batch = numberBehind(column, "GBS=");
        if (model == kModels.end()) return refuse("its title names no model of the library: " + title);
        if (title.find('(') == std::string::npos || !batch) return refuse("its title and column do not state the plan");
        if (!seen_.insert({Seen{title, run.devices, run.measured_s}, true}).second)
            return refuse("another commit tells the same number");
        run.cluster = "dgx-h100";
        run.model = model->model;
        run.global_batch = *batch;
        run.precision = title.find("FP8") != std::string::npos ? "fp8" : "bf16";
        const auto tokens = tokens_.find(keyOf(i));
        if (tokens == tokens_.end()) return refuse("no tokens per second beside it tell the length of sequences");
        run.sequence = std::exp2(std::round(std::log2(tokens->second * run.measured_s / run.global_batch)));
        run.plans = plansOf(title, column, run.devices);
        run.group = {{"model", run.model},
                     {"device", "h100-sxm5-80gb"},
                     {"dtype", run.precision},
                     {"task", run.plans.empty() || run.plans.front().lora == 0 ? "all weights" : "adapters"},
                     {"split", std::string(manifest_.roleOf(model->model))}};
        askTraining(run, options_, report_);
    }

private:
    std::string keyOf(std::size_t i) const {
        std::string key;
        for (const char* column : {"commit", "path", "table", "column"})
            key += std::string(table_.text(i, column)) + "|";
        return key;
    }

    const CsvTable& table_;
    const Manifest& manifest_; ///< says which side of the split a model is on
    const SuiteOptions& options_;
    SuiteReport& report_;
    std::map<std::string, double> tokens_;
    std::map<Seen, bool> seen_;
};

} // namespace

Result<SuiteReport> runTrainingDgxcSuite(const SuiteOptions& options) {
    const auto table = readTable(options.data, kFile, {"commit", "path", "table", "metric", "column", "value"});
    if (!table) return table.error();
    SuiteReport report;
    report.suite = "training-dgxc";
    report.data = options.data.string();
    const auto manifest = manifestOf("training-dgxc");
    if (!manifest) return manifest.error();
    DgxcReader reader(*table, *manifest, options, report);
    for (std::size_t i = 0; i < table->rows(); ++i) {
        if (table->text(i, "metric") == kStep) reader.read(i);
    }
    report.notes = {"nothing is fitted to these rows; models are split before any error was seen: choose and report",
                    "rows of commits that tell the same number count once"};
    report.summary = summaryBySplit(report);
    return report;
}

} // namespace strata::assess
