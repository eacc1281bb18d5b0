// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/field/mlperf_inference.h"

#include "app/lab/field/field_report.h"
#include "app/lab/run/data_table.h"
#include "core/assess/own_mlperf.h"
#include "core/base/message_text.h"
#include "core/catalog/library.h"
#include "core/exchange/packed_text.h"

#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

constexpr std::string_view kInferenceFile = "mlperf_inference_closed_to_v4.1.csv";

/// The pictures or texts of one pass. Submitters choose batches that fill the device and do not publish them here;
/// from these sizes on the throughput hardly depends on them.
double benchedBatch(std::string_view model) { return model == "resnet50" ? 128.0 : 64.0; }

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

bool isCompiled(std::string_view framework) {
    return framework.find("TensorRT") != std::string_view::npos || framework.find("tensorrt") != std::string_view::npos;
}

/// Why the laboratory does not ask for a result, beside what the reader of such tables says.
const char* whyNotBenched(const exchange::MlperfResult& result) {
    if (result.model.starts_with("gptj")) return "its submissions search with four beams, which no request can say";
    if (!isCompiled(result.software)) return "the number format of the framework's submissions is not stated";
    return nullptr;
}

/// The time of one batch on one device, or the reason why nobody can be asked for it.
Result<MeasuredRow> benchedRow(const exchange::MlperfResult& result, const Library& library) {
    if (const char* why = whyNotBenched(result)) return Error{"not-modelled", {}, verbatim(why), {}, {}};
    const std::string id = std::string(kInferenceFile) + ".gz:" + std::to_string(result.line);
    const auto architecture = [&](const char* device) {
        return library.find(device)->document->value("architecture", std::string());
    };
    // The format depends on the device, which the reader finds; 16 bits stand for it until then.
    MlperfPass pass{benchedBatch(result.model), kTextTokens, "fp16", "tensorrt-engine"};
    auto row = mlperfRow(result, pass, library);
    if (!row) return row.error();
    const std::string device = row->group[1].second;
    pass.precision = submittedFormat(result.model, architecture(device.c_str()));
    row = mlperfRow(result, pass, library);
    if (!row) return row.error();
    row->id = id;
    row->group = {
        row->group[0], row->group[1], {"board", device.starts_with("jetson") ? "module" : "card"}, row->group[2]};
    return row;
}

} // namespace

Result<FieldRows> readMlperfInference(const std::filesystem::path& folder, const Library& library) {
    const auto at = findTable(folder, kInferenceFile, "field/mlperf_inference");
    if (at.empty())
        return Error{
            "unreadable-file", "", {"error.file-cannot-read"}, {"accepted.readable-file"}, std::string(kInferenceFile)};
    auto text = exchange::readPackedText(at);
    if (!text) return text.error();
    const auto table = exchange::parseMlperfResults(*std::move(text), kInferenceFile);
    if (!table) return table.error();
    FieldRows found;
    for (const exchange::MlperfResult& result : table->results) {
        auto row = benchedRow(result, library);
        if (row) {
            found.rows.push_back(*std::move(row));
        } else {
            found.refused.push_back(
                {std::string(kInferenceFile) + ".gz:" + std::to_string(result.line), messageText(row.error().text)});
        }
    }
    for (const std::size_t line : table->empty_lines)
        found.refused.push_back(
            {std::string(kInferenceFile) + ".gz:" + std::to_string(line), "the line names no model"});
    return found;
}

Result<SuiteReport> runMlperfInference(const SuiteOptions& options) {
    return fieldReport("mlperf-inference", readMlperfInference(options.data, options.library), options,
                       {"nothing is fitted to these rows. Number formats, batches and the mean length of texts are "
                        "recalled, not stated; modules of Jetson answer with their GPU alone, while submissions also "
                        "use accelerators beside it"});
}

} // namespace strata::assess
