// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/run/data_table.h"
#include "app/lab/run/manifest.h"
#include "app/lab/training/training_door.h"
#include "core/exchange/csv.h"

#include <algorithm>
#include <array>
#include <map>

namespace strata::assess {
namespace {

using exchange::CsvTable;

constexpr std::string_view kFile = "mlperf_training_v5.0.csv";
// Of both benchmarks (MLCommons, Training rules 5.0); where the file is silent.
constexpr double kSequence = 8192.0;
constexpr std::uint32_t kMostStages = 16;

struct Benchmark {
    std::string_view name, model;
};
constexpr std::array kBenchmarks{Benchmark{"llama2_70b_lora", "llama2-70b"},
                                 Benchmark{"llama31_405b", "llama3.1-405b"}};

/// How the file calls an accelerator, and the cluster of the catalog that is made of it.
struct Machine {
    std::string_view accelerator, cluster;
};
constexpr std::array kMachines{Machine{"NVIDIA H100-SXM5-80GB", "dgx-h100"},
                               Machine{"NVIDIA H200-SXM5-141GB", "dgx-h200"},
                               Machine{"NVIDIA Blackwell GPU (B200-SXM-180GB)", "dgx-b200"},
                               Machine{"NVIDIA Blackwell GPU (GB200)", "gb200-nvl72"},
                               Machine{"AMD Instinct MI300X 192GB HBM3", "mi300x-platform"}};

/// Machines whose submitters all run one recipe: it overlaps the tensor group's collectives and keeps gradients in 16
/// bits (their configurations: TP_COMM_OVERLAP, grad_reduce_in_fp32).
constexpr std::string_view kOfRecipe = "NVIDIA";

/// Runs do not log their degrees. Their batch and accumulation tell how many copies there are; the devices of a copy
/// are shared out in all ways that people use: tensor parallel within a node, context and pipeline for the rest.
std::vector<system::Plan> plansOf(double devices, double per_node, double copies, double adapters, bool recipe) {
    std::vector<system::Plan> plans;
    const double of_copy = devices / copies;
    if (of_copy < 1.0 || of_copy != static_cast<double>(static_cast<std::uint32_t>(of_copy))) return plans;
    const auto inside = static_cast<std::uint32_t>(of_copy);
    for (std::uint32_t tp = 1; tp <= std::min<double>(inside, per_node); tp *= 2) {
        for (std::uint32_t cp = 1; cp <= 8 && tp * cp <= inside; cp *= 2) {
            if (inside % (tp * cp) != 0) continue;
            system::Plan plan;
            plan.tp = tp, plan.cp = cp, plan.pp = inside / (tp * cp);
            if (plan.pp > kMostStages) continue;
            plan.dp = static_cast<std::uint32_t>(copies);
            plan.zero = 1;
            plan.sequence_parallel = tp > 1;
            plan.overlap_tensor = plan.narrow_gradients = plan.narrow_inputs = recipe;
            plan.lora = static_cast<std::uint32_t>(adapters);
            for (const std::uint32_t chunks : {1u, 2u, 4u, 7u, 8u}) {
                if (chunks > 1 && plan.pp == 1) continue;
                plan.interleave = chunks;
                plan.schedule = chunks > 1 ? system::Schedule::Interleaved : system::Schedule::OneForwardOneBackward;
                for (const auto recompute : {system::Recompute::None, system::Recompute::Full}) {
                    plan.recompute = recompute;
                    plans.push_back(plan);
                }
            }
        }
    }
    return plans;
}

/// Steps of one machine at one batch, of all its runs.
struct Entries {
    std::size_t first = 0; ///< row
    std::vector<double> steps_s;
};

double medianOf(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2.0;
}

void ask(const CsvTable& table, const Entries& entries, const Manifest& manifest, const SuiteOptions& options,
         SuiteReport& report) {
    const std::size_t i = entries.first;
    TrainingRun run;
    run.id = std::string(kFile) + ":" + std::to_string(i + 2);
    const auto refuse = [&](std::string reason) { report.refused.push_back({run.id, std::move(reason)}); };
    const auto benchmark = std::find_if(kBenchmarks.begin(), kBenchmarks.end(),
                                        [&](const Benchmark& one) { return table.text(i, "benchmark") == one.name; });
    const std::string called(table.text(i, "accelerator"));
    const auto machine =
        std::find_if(kMachines.begin(), kMachines.end(), [&](const Machine& one) { return called == one.accelerator; });
    if (machine == kMachines.end()) return refuse("the suite knows no cluster of " + called);
    const double per_node = table.numberOr(i, "acc_per_node", 8.0);
    const double accumulation = table.numberOr(i, "gradient_accumulation_steps", 1.0);
    run.measured_s = medianOf(entries.steps_s);
    run.cluster = machine->cluster;
    run.model = benchmark->model;
    run.devices = per_node * table.numberOr(i, "nodes", 1.0);
    run.sequence = table.numberOr(i, "max_sequence_length", kSequence);
    run.global_batch = table.numberOr(i, "gbs", 0.0);
    run.precision = "fp8"; // all entries of these machines state it in their own configurations
    if (run.global_batch < 1.0) return refuse("its batch is not logged");
    run.plans = plansOf(run.devices, per_node, run.global_batch / accumulation, table.numberOr(i, "lora_rank", 0.0),
                        called.starts_with(kOfRecipe));
    run.group = {{"model", run.model},
                 {"device", std::string(machine->cluster)},
                 {"dtype", run.precision},
                 {"submitter", std::string(table.text(i, "submitter"))},
                 {"split", std::string(manifest.roleOf(benchmark->model))}};
    askTraining(run, options, report);
}

} // namespace

Result<SuiteReport> runTrainingMlperfSuite(const SuiteOptions& options) {
    const auto table = readTable(options.data, kFile,
                                 {"submitter", "benchmark", "accelerator", "acc_per_node", "nodes", "gbs",
                                  "gradient_accumulation_steps", "median_throughput_samples_s"});
    if (!table) return table.error();
    const auto manifest = manifestOf("training-mlperf");
    if (!manifest) return manifest.error();
    SuiteReport report;
    report.suite = "training-mlperf";
    report.data = options.data.string();
    std::map<std::string, Entries> systems;
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const auto known = std::any_of(kBenchmarks.begin(), kBenchmarks.end(), [&](const Benchmark& benchmark) {
            return table->text(i, "benchmark") == benchmark.name;
        });
        const double rate = table->numberOr(i, "median_throughput_samples_s", 0.0);
        const double step_s =
            table->numberOr(i, "median_step_s", rate > 0.0 ? table->numberOr(i, "gbs", 0.0) / rate : 0.0);
        if (!known || step_s <= 0.0) continue;
        std::string key;
        for (const char* column : {"submitter", "system", "benchmark", "gbs", "gradient_accumulation_steps", "nodes"})
            key += std::string(table->text(i, column)) + "|";
        Entries& entries = systems.try_emplace(key, Entries{i, {}}).first->second;
        entries.steps_s.push_back(step_s);
    }
    for (const auto& [key, entries] : systems)
        ask(*table, entries, *manifest, options, report);
    report.notes = {
        "nothing is fitted to these rows; benchmarks are split before any error was seen: choose and report",
        "a row is the median step of all runs of one system at one batch; degrees are not logged, so that "
        "the fastest plan with as many copies as batch and accumulation tell is predicted"};
    report.summary = summaryBySplit(report);
    return report;
}

} // namespace strata::assess
