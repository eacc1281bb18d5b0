// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/field/foreign_rows.h"

#include "app/lab/field/field_report.h"
#include "app/lab/run/data_table.h"
#include "core/base/json.h"
#include "core/exchange/csv.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

using exchange::CsvTable;

/// A name of the data and the library's.
struct ForeignName {
    std::string_view called;
    const char* id;
};
constexpr std::string_view kNeuron = "neuron_benchmarks.csv";
constexpr std::array kNeuronNetworks{ForeignName{"resnet18", "resnet-18"}, ForeignName{"resnet50", "resnet-50"},
                                     ForeignName{"vgg16", "vgg16"}, ForeignName{"bert-base-uncased", "bert-base"},
                                     ForeignName{"bert-large-uncased", "bert-large"}};
constexpr double kNeuronCores = 2.0; ///< of an Inferentia2; each runs a copy of the network

/// The first number of a text, 0 where it has none: "... (batch size 64)".
int batchInName(std::string_view text) {
    const std::size_t start = text.find_last_of(' ') + 1;
    int number = 0;
    std::from_chars(text.data() + start, text.data() + text.size(), number);
    return number;
}

constexpr std::string_view kColocatedFile = "gavel_physical_cluster_throughputs.csv";
constexpr std::string_view kTpuFile = "tpu_training_steps.csv";

} // namespace

Result<FieldRows> readNeuronBenchmarks(const std::filesystem::path& folder, const Library&) {
    const auto table =
        readTable(folder, kNeuron,
                  {"Model", "Inst. Type", "Batch Size", "Sequence Length", "Compilation Autocast Data Type",
                   "Throughput (inference/sec)", "Throughput (inference/second)", "Application Type"},
                  "field/aws_neuron");
    if (!table) return table.error();
    FieldRows found;
    for (std::size_t line = 0; line < table->rows(); ++line) {
        const auto network = std::ranges::find(kNeuronNetworks, table->text(line, "Model"), &ForeignName::called);
        const double rate = std::max(table->numberOr(line, "Throughput (inference/sec)", 0),
                                     table->numberOr(line, "Throughput (inference/second)", 0));
        const double batch = table->numberOr(line, "Batch Size", 0);
        const std::string id = rowId(kNeuron, line);
        if (table->text(line, "Inst. Type") != "Inf2.xlarge") {
            found.refused.push_back({id, "not one Inferentia2: the library has no other, and no links between them"});
            continue;
        }
        if (network == kNeuronNetworks.end() || rate <= 0 || batch <= 0) {
            found.refused.push_back({id, "the library has no such network, or the row states no rate or batch"});
            continue;
        }
        Json workload{{"model", network->id},
                      {"phase", "inference"},
                      {"batch", static_cast<int>(kNeuronCores * batch)},
                      {"dtype", "bf16"}}; // matrix products, as the compiler casts them
        if (const double tokens = table->numberOr(line, "Sequence Length", 0); tokens > 0)
            workload["sequence"] = static_cast<int>(tokens);
        MeasuredRow row;
        row.id = id;
        row.quantity = "latency_s";
        row.unit = "s";
        row.measured = kNeuronCores * batch / rate;
        row.request = canonicalText(Json{{"kind", "model"}, {"hardware", "inferentia2"}, {"workload", workload}});
        row.group = {{"op", network->id},
                     {"device", "inferentia2"},
                     {"use", std::string(table->text(line, "Application Type"))}};
        found.rows.push_back(std::move(row));
    }
    return found;
}

Result<FieldRows> readColocatedJobs(const std::filesystem::path& folder, const Library&) {
    const auto table =
        readTable(folder, kColocatedFile, {"gpu", "job_a", "scale_a", "job_b", "steps_s_a"}, "field/colocation");
    if (!table) return table.error();
    FieldRows found;
    for (std::size_t line = 0; line < table->rows(); ++line) {
        const std::string id = rowId(kColocatedFile, line);
        const std::string_view job = table->text(line, "job_a");
        const double rate = table->numberOr(line, "steps_s_a", 0);
        if (!table->text(line, "job_b").empty()) {
            found.refused.push_back({id, "two jobs on one device: no request of a whole model or a job shares one"});
            continue;
        }
        if (table->numberOr(line, "scale_a", 0) != 1.0) {
            found.refused.push_back({id, "several devices, whose links are not stated"});
            continue;
        }
        if (!job.starts_with("ResNet-50") || rate <= 0) {
            found.refused.push_back({id, "the library has no such model at the size of its inputs"});
            continue;
        }
        MeasuredRow row;
        row.id = id;
        row.quantity = "latency_s";
        row.unit = "s";
        row.measured = 1.0 / rate;
        row.request = canonicalText(Json{{"kind", "model"},
                                         {"hardware", "p100-pcie-16gb"},
                                         {"workload",
                                          {{"model", "resnet-50"},
                                           {"phase", "training"},
                                           {"batch", batchInName(job)},
                                           {"dtype", "fp32"},
                                           {"optimizer", "sgd"}}}});
        row.group = {{"op", "resnet-50"}, {"device", "p100-pcie-16gb"}};
        found.rows.push_back(std::move(row));
    }
    return found;
}

Result<FieldRows> readTpuSteps(const std::filesystem::path& folder, const Library&) {
    const auto table = readTable(folder, kTpuFile, {"device", "model", "chips", "gbs", "step_s"}, "field/tpu");
    if (!table) return table.error();
    FieldRows found;
    for (std::size_t line = 0; line < table->rows(); ++line) {
        const bool stated = table->numberOr(line, "chips", 0) > 0 && table->numberOr(line, "gbs", 0) > 0;
        found.refused.push_back({rowId(kTpuFile, line), stated ? "requests of training run on clusters of GPUs"
                                                               : "the row states neither devices nor batch"});
    }
    return found;
}

Result<SuiteReport> runNeuronBenchmarks(const SuiteOptions& options) {
    return fieldReport(
        "neuron", readNeuronBenchmarks(options.data, options.library), options,
        {"nothing is fitted to these rows: mappings are searched on the published arrays, and neither the "
         "compiler nor the runtime is modelled"});
}

Result<SuiteReport> runColocatedJobs(const SuiteOptions& options) {
    return fieldReport("colocation", readColocatedJobs(options.data, options.library), options,
                       {"nothing is fitted to these rows; steps hold the loading of pictures, which no request says"});
}

Result<SuiteReport> runTpuSteps(const SuiteOptions& options) {
    return fieldReport("tpu-training", readTpuSteps(options.data, options.library), options, {});
}

} // namespace strata::assess
