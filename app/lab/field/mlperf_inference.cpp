// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/field/mlperf_inference.h"

#include "app/lab/field/field_report.h"
#include "app/lab/run/data_table.h"
#include "core/base/json.h"
#include "core/base/message_text.h"
#include "core/catalog/library.h"
#include "core/exchange/csv.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

namespace strata::assess {
namespace {

using exchange::CsvTable;

constexpr std::string_view kInferenceFile = "mlperf_inference_closed_to_v4.1.csv";

/// What the results call a device, and its entry. Slices of devices and boards with another power limit have none.
struct BenchedBoard {
    std::string_view called;
    const char* id;
};
constexpr std::array kBenchedBoards{BenchedBoard{"NVIDIA A100-PCIe-80GB", "a100-pcie-80gb"},
                                    BenchedBoard{"NVIDIA A100-PCIE-80GB", "a100-pcie-80gb"},
                                    BenchedBoard{"NVIDIA A100-SXM-80GB", "a100-sxm4-80gb"},
                                    BenchedBoard{"NVIDIA A100-SXM-40GB", "a100-sxm4-40gb"},
                                    BenchedBoard{"NVIDIA A100-SXM4-40GB", "a100-sxm4-40gb"},
                                    BenchedBoard{"NVIDIA A30", "a30"},
                                    BenchedBoard{"NVIDIA A2", "a2"},
                                    BenchedBoard{"NVIDIA A10", "a10"},
                                    BenchedBoard{"NVIDIA A10-PCI-24GB", "a10"},
                                    BenchedBoard{"NVIDIA A40", "a40"},
                                    BenchedBoard{"NVIDIA RTX A5000 GPU", "rtx-a5000"},
                                    BenchedBoard{"NVIDIA H100-PCIe-80GB", "h100-pcie-80gb"},
                                    BenchedBoard{"NVIDIA H100-SXM-80GB", "h100-sxm5-80gb"},
                                    BenchedBoard{"NVIDIA H100 80GB HBM3", "h100-sxm5-80gb"},
                                    BenchedBoard{"NVIDIA GH200-GraceHopper-Superchip", "gh200-96gb"},
                                    BenchedBoard{"NVIDIA L4", "l4"},
                                    BenchedBoard{"NVIDIA L4-PCIe-24GB", "l4"},
                                    BenchedBoard{"NVIDIA L40", "l40"},
                                    BenchedBoard{"NVIDIA L40-PCIE-48GB", "l40"},
                                    BenchedBoard{"NVIDIA GeForce RTX 4090 (Ada Lovelace)", "rtx-4090"},
                                    BenchedBoard{"NVIDIA T4", "t4"},
                                    BenchedBoard{"Tesla T4", "t4"},
                                    BenchedBoard{"NVIDIA Orin", "jetson-agx-orin-64gb"},
                                    BenchedBoard{"NVIDIA Jetson AGX Orin", "jetson-agx-orin-64gb"},
                                    BenchedBoard{"NVIDIA Jetson AGX Orin 64G", "jetson-agx-orin-64gb"},
                                    BenchedBoard{"NVIDIA Orin NX", "jetson-orin-nx-16gb"},
                                    BenchedBoard{"NVIDIA Orin NX 16G", "jetson-orin-nx-16gb"},
                                    BenchedBoard{"NVIDIA Xavier NX", "jetson-xavier-nx"}};

const char* benchedDevice(std::string_view called) {
    const auto found = std::ranges::find(kBenchedBoards, called, &BenchedBoard::called);
    return found == kBenchedBoards.end() ? nullptr : found->id;
}

/// The pictures or texts of one pass. Submitters choose batches that fill the device and do not publish them here;
/// from these sizes on the throughput hardly depends on them. A query of several streams holds eight pictures (MLPerf
/// Inference rules, section 3).
std::optional<double> benchedBatch(std::string_view model, std::string_view scenario) {
    if (scenario == "Offline") return model == "resnet50" ? 128.0 : 64.0;
    if (model != "resnet50") return {};
    if (scenario == "SingleStream") return 1.0;
    if (scenario == "MultiStream") return 8.0;
    return {};
}

/// Formats of TensorRT's submissions (recalled from NVIDIA's configurations of versions 0.7 to 3.1; the table states
/// none): 8-bit integers, 16 bits where 99.9 % of the accuracy are kept, 8-bit floats for both on Hopper. Results of
/// one board under 99.9 % lie in two groups a factor of 1.5 apart on an L4: some submitters used 8 bits there too.
const char* submittedFormat(std::string_view model, std::string_view architecture) {
    if (model == "resnet50") return "int8";
    if (architecture == "Hopper") return "fp8";
    return model == "bert-99" ? "int8" : "fp16";
}

/// The mean of SQuAD's passages with their questions, in tokens (recalled); the submissions run them without padding.
constexpr int kTextTokens = 177;

Json benchedWorkload(std::string_view model, std::string_view architecture, double batch) {
    Json workload{{"phase", "inference"},
                  {"batch", static_cast<int>(batch)},
                  {"dtype", submittedFormat(model, architecture)},
                  {"fusion", "engine"}};
    if (submittedFormat(model, architecture) != std::string_view("fp16")) workload["static_scales"] = true;
    if (model == "resnet50") {
        workload["model"] = "resnet-50";
        workload["channels_last"] = true;
    } else {
        workload["model"] = "bert-large";
        workload["sequence"] = kTextTokens;
        workload["flash_attention"] = true;
    }
    return workload;
}

std::string_view whyNotBenched(std::string_view model, std::string_view scenario, std::string_view framework) {
    const bool known = model == "resnet50" || model.starts_with("bert");
    if (model.empty()) return "the row is empty";
    if (model.starts_with("gptj")) return "its submissions search with four beams, which no request can say";
    if (!known) return "the library has no such model";
    if (framework.find("TensorRT") == std::string_view::npos && framework.find("tensorrt") == std::string_view::npos)
        return "the number format of the framework's submissions is not stated";
    if (scenario == "Server") return "a limit of latency under random arrivals is asked of language models alone";
    return "its percentile is one of many lengths, a pass has one";
}

/// The time of one batch on one device, or the reason why nobody can be asked for it.
Result<MeasuredRow> benchedRow(const CsvTable& table, std::size_t line, const Library& library) {
    const auto refusal = [](std::string_view text) {
        return Error{"not-modelled", {}, verbatim(std::string(text)), {}, {}};
    };
    const std::string_view model = table.text(line, "Model"), scenario = table.text(line, "Scenario"),
                           framework = table.text(line, "framework");
    const auto batch = benchedBatch(model, scenario);
    const bool said = model == "resnet50" || model.starts_with("bert");
    const bool compiled =
        framework.find("TensorRT") != std::string_view::npos || framework.find("tensorrt") != std::string_view::npos;
    if (!said || !batch || !compiled) return refusal(whyNotBenched(model, scenario, framework));
    const char* device = benchedDevice(table.text(line, "accelerator_model_name"));
    if (device == nullptr)
        return refusal("the library has no such board, or it is a slice of one or limited otherwise");
    const double devices =
        table.numberOr(line, "accelerators_per_node", 0) * table.numberOr(line, "number_of_nodes", 0);
    const double result = table.numberOr(line, "Result", 0);
    if (devices <= 0 || result <= 0) return refusal("the row states no devices or no result");
    const std::string architecture = library.find(device)->document->value("architecture", std::string());
    MeasuredRow row;
    row.id = std::string(kInferenceFile) + ".gz:" + std::to_string(line + 2);
    row.quantity = "latency_s";
    row.unit = "s";
    row.measured = scenario == "Offline" ? *batch * devices / result : result * 1e-3;
    const Json request{{"kind", "model"},
                       {"hardware", {{"base", device}, {"set", {{"/engine", "tensorrt-llm"}}}}},
                       {"method", "gpu.tile"},
                       {"workload", benchedWorkload(model, architecture, *batch)}};
    row.request = canonicalText(request);
    const bool module = std::string_view(device).starts_with("jetson");
    row.group = {{"op", std::string(model) + " " + std::string(scenario)},
                 {"device", device},
                 {"board", module ? "module" : "card"},
                 {"submitter", std::string(table.text(line, "Organization"))}};
    return row;
}

} // namespace

Result<FieldRows> readMlperfInference(const std::filesystem::path& folder, const Library& library) {
    const auto table = readTable(folder, kInferenceFile,
                                 {"Model", "Scenario", "framework", "accelerator_model_name", "accelerators_per_node",
                                  "number_of_nodes", "Result", "Organization"},
                                 "field/mlperf_inference");
    if (!table) return table.error();
    FieldRows found;
    for (std::size_t line = 0; line < table->rows(); ++line) {
        auto row = benchedRow(*table, line, library);
        if (row) {
            found.rows.push_back(*std::move(row));
        } else {
            found.refused.push_back(
                {std::string(kInferenceFile) + ".gz:" + std::to_string(line + 2), messageText(row.error().text)});
        }
    }
    return found;
}

Result<SuiteReport> runMlperfInference(const SuiteOptions& options) {
    return fieldReport("mlperf-inference", readMlperfInference(options.data, options.library), options,
                       {"nothing is fitted to these rows. Number formats, batches and the mean length of texts are "
                        "recalled, not stated; modules of Jetson answer with their GPU alone, while submissions also "
                        "use accelerators beside it"});
}

} // namespace strata::assess
