// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/run/data_sets.h"

#include "app/lab/cpu/cpu_suite.h"
#include "app/lab/edge/edge_rows.h"
#include "app/lab/edge/language_rows.h"
#include "app/lab/edge/mlperf_edge_rows.h"
#include "app/lab/field/foreign_rows.h"
#include "app/lab/field/kernel_problems.h"
#include "app/lab/field/mlperf_inference.h"
#include "app/lab/field/served_energy.h"
#include "app/lab/field/static_batches.h"
#include "app/lab/field/tuned_products.h"
#include "app/lab/gpu/gpu_models.h"
#include "app/lab/gpu/gpu_rows.h"
#include "app/lab/network/network_peers.h"
#include "app/lab/network/network_rows.h"
#include "app/lab/npu/field_spaces.h"
#include "app/lab/npu/gemmini_rows.h"
#include "app/lab/npu/npu_suite.h"
#include "app/lab/pim/pim_suite.h"
#include "app/lab/run/data_table.h"
#include "app/lab/schedule/measured_space.h"
#include "app/lab/serving/engine_suite.h"
#include "app/lab/tensor/gpu_modern_attention_rows.h"
#include "app/lab/tensor/gpu_modern_gemm_rows.h"
#include "app/lab/tensor/gpu_modern_moe_rows.h"
#include "app/lab/tensor/gpu_modern_peers.h"
#include "app/lab/tensor/gpu_modern_points.h"
#include "app/lab/tensor/gpu_modern_power_rows.h"
#include "app/lab/tensor/gpu_modern_scan.h"
#include "app/lab/training/training_door.h"
#include "app/lab/training/training_rows.h"
#include "core/catalog/library.h"
#include "core/exchange/csv.h"

#include <algorithm>
#include <array>

namespace strata::assess {
namespace {

namespace fs = std::filesystem;
using Contents = Result<SetContents>;

Contents memories(const fs::path& folder, const Library& library) {
    const auto report = runPimSuite({folder, library});
    if (!report) return report.error();
    return SetContents{report->rows.size() + report->refused.size(), {}, {"scale-snu/attacc_simulator"}};
}

Contents basicBlocks(const fs::path& folder, const Library&) {
    const auto rows = readBlockRows(folder);
    if (!rows) return rows.error();
    SetContents found{rows->size(), {}, {}};
    for (const BlockRow& row : *rows)
        found.names.insert(row.source);
    return found;
}

Contents macros(const fs::path& folder, const Library& library) {
    const auto report = runMacroSuite({.data = folder, .library = library, .method = {}, .leave_one_out = {}});
    if (!report) return report.error();
    SetContents found{report->rows.size() + report->refused.size(), {}, {}};
    for (const SuiteRow& row : report->rows)
        found.names.insert(row.group.front().second);
    return found;
}

Contents processors(const fs::path& folder, const Library& library) {
    const auto report = runProcessorSuite({.data = folder, .library = library, .method = {}, .leave_one_out = {}});
    if (!report) return report.error();
    return SetContents{report->rows.size() / 2 + report->refused.size(), {}, {"VIA-Research/uPIMulator"}};
}

Contents kernels(const fs::path& folder, const Library& library) {
    const auto data = readGpuRows(folder, library);
    if (!data) return data.error();
    SetContents found{data->rows.size() + data->refused.size(), {}, {}};
    for (const hardware::Gpu& gpu : data->devices)
        found.names.insert(gpu.id);
    return found;
}

Contents models(const fs::path& folder, const Library& library) {
    const auto data = readModelCases(folder, library);
    if (!data) return data.error();
    SetContents found{data->cases.size() + data->refused.size(), {}, {}};
    for (const ModelCase& model_case : data->cases)
        found.names.insert(model_case.gpu.id);
    return found;
}

Contents products(const fs::path& folder, const Library& library) {
    const auto data = readGemmRows(folder, library);
    if (!data) return data.error();
    SetContents found{data->rows.size() + data->refused.size(), {}, {}};
    for (const hardware::Gpu& gpu : data->setups)
        found.names.insert(gpu.id);
    for (const GemmRow& row : data->rows) {
        if (row.slow_path) ++found.flags["slow-path"];
        if (row.single) ++found.flags["timed-alone"];
        if (row.eager) ++found.flags["eager"];
    }
    return found;
}

/// Rows, devices and flags of kernels of serving stacks.
SetContents contentsOf(const ModernRows& data) {
    SetContents found{data.rows.size() + data.refused.size(), {}, {}};
    for (const ModernRow& row : data.rows) {
        found.names.insert(data.devices[row.device].id);
        if (!row.flag.empty()) ++found.flags[std::string(row.flag)];
    }
    return found;
}

Contents attention(const fs::path& folder, const Library& library) {
    const auto data = readAttentionRows(folder, library);
    return data ? Contents(contentsOf(*data)) : Contents(data.error());
}

Contents experts(const fs::path& folder, const Library& library) {
    const auto data = readMoeRows(folder, library);
    return data ? Contents(contentsOf(data->data)) : Contents(data.error());
}

Contents scans(const fs::path& folder, const Library& library) {
    const auto data = readScanRows(folder, library);
    return data ? Contents(contentsOf(*data)) : Contents(data.error());
}

Contents peers(const fs::path& folder, const Library& library) {
    SetContents found;
    for (const ModernRows& data : readPeerRows(folder, library)) {
        const SetContents part = contentsOf(data);
        found.rows += part.rows;
        found.names.insert(part.names.begin(), part.names.end());
        for (const auto& [flag, rows] : part.flags)
            found.flags[flag] += rows;
    }
    return found;
}

Contents power(const fs::path& folder, const Library& library) {
    const auto data = readPowerRows(folder, library);
    if (!data) return data.error();
    SetContents found{data->rows.size() + data->refused.size(), {}, {}};
    for (const PowerRow& row : data->rows) {
        found.names.insert(data->devices[row.device].id);
        if (row.defect) ++found.flags["contradicts-order"];
    }
    return found;
}

Contents points(const fs::path& folder, const Library& library) {
    const auto data = readServingCases(folder, library, ServingModels::All);
    if (!data) return data.error();
    SetContents found{data->cases.size() + data->refused.size(), {}, {}};
    for (const ServingCase& serving_case : data->cases)
        found.names.insert(serving_case.gpu.engine);
    found.flags["contradicts-load"] = data->contradict;
    found.flags["contradicts-order"] = data->disorder;
    return found;
}

Contents collectives(const fs::path& folder, const Library& library) {
    const auto data = readCollectiveRows(folder, library);
    if (!data) return data.error();
    SetContents found{data->rows.size() + data->refused.size(), {}, {}};
    for (const CollectiveRow& row : data->rows) {
        found.names.insert(row.system);
        if (row.host_limited) ++found.flags["host-limited"];
        if (row.beyond_links) ++found.flags["beyond-links"];
    }
    return found;
}

Contents simulated(const fs::path& folder, const Library&) {
    std::vector<Refusal> refused;
    const auto data = readSimulatedRows(folder, refused);
    if (!data) return data.error();
    return SetContents{data->size() + refused.size(), {}, {}};
}

Contents training(const fs::path& folder, const Library& library) {
    const auto data = readTrainingRows(folder, library);
    if (!data) return data.error();
    SetContents found{data->rows.size() + data->refused.size(), {}, {}};
    for (const TrainingRow& row : data->rows)
        found.names.insert(row.source);
    return found;
}

/// Rows, of the field or of a suite that reads and asks in one pass, and the values of a key of their groups.
template <class Rows>
Contents contentsOf(const Result<Rows>& data, std::string_view key) {
    if (!data) return data.error();
    SetContents found{data->rows.size() + data->refused.size(), {}, {}};
    for (const auto& row : data->rows) {
        for (const auto& [name, value] : row.group) {
            if (name == key) found.names.insert(value);
        }
    }
    return found;
}

Contents dgxc(const fs::path& folder, const Library& library) {
    return contentsOf(runTrainingDgxcSuite({.data = folder, .library = library, .method = {}, .leave_one_out = {}}),
                      "model");
}

Contents mlperf(const fs::path& folder, const Library& library) {
    return contentsOf(runTrainingMlperfSuite({.data = folder, .library = library, .method = {}, .leave_one_out = {}}),
                      "model");
}

/// The lines of one table.
Contents linesOf(const fs::path& file) {
    const auto table = exchange::CsvTable::read(file);
    if (!table) return table.error();
    return SetContents{table->rows(), {}, {}};
}

Contents published(const fs::path& folder, const Library&) { return linesOf(folder / "measured_serving.csv"); }
Contents memory(const fs::path& folder, const Library&) { return linesOf(folder / "measured_memory.csv"); }

Contents batches(const fs::path& folder, const Library& library) {
    return contentsOf(readStaticBatches(folder, library), "device");
}

Contents kernelProblems(const fs::path& folder, const Library& library) {
    return contentsOf(readKernelProblems(folder, library), "device");
}

Contents servedEnergy(const fs::path& folder, const Library& library) {
    return contentsOf(readServedEnergy(folder, library), "device");
}

Contents tunedProducts(const fs::path& folder, const Library& library) {
    return contentsOf(readTunedProducts(folder, library), "device");
}

Contents mlperfInference(const fs::path& folder, const Library& library) {
    return contentsOf(readMlperfInference(folder, library), "device");
}

Contents neuron(const fs::path& folder, const Library& library) {
    return contentsOf(readNeuronBenchmarks(folder, library), "device");
}

Contents colocation(const fs::path& folder, const Library& library) {
    return contentsOf(readColocatedJobs(folder, library), "device");
}

Contents tpuSteps(const fs::path& folder, const Library& library) {
    return contentsOf(readTpuSteps(folder, library), "device");
}

Contents peerCollectives(const fs::path& folder, const Library& library) {
    const auto data = readPeerCollectives(folder, library);
    auto found = contentsOf(data, "device");
    if (!found) return found;
    for (const MeasuredRow& row : data->rows) {
        for (const std::string& flag : row.flags)
            ++found->flags[flag];
    }
    return found;
}

Contents requests(const fs::path& folder, const Library&) {
    SetContents found;
    for (const fs::path& file : measuredRuns(folder)) {
        const auto lines = linesOf(file);
        if (!lines) return lines.error();
        found.rows += lines->rows;
    }
    return found;
}

Contents loopNests(const fs::path& folder, const Library&) {
    const auto report = runNpuSuite(folder);
    if (!report) return report.error();
    // Cases count, not the values in them; a value that is not modelled is refused under "case:place".
    const auto whole_cases = std::ranges::count_if(
        report->refused, [](const Refusal& refusal) { return refusal.id.find(':') == std::string::npos; });
    return SetContents{report->cases + static_cast<std::size_t>(whole_cases), {}, {}};
}

/// Runs of a simulator of systolic arrays, each of which a suite splits into its values.
Contents systolic(const fs::path& folder, const Library&) {
    auto found = linesOf(findTable(folder, "results.csv", "scalesim"));
    if (found) found->names.insert("scalesim-project/SCALE-Sim");
    return found;
}

Contents directives(const fs::path& folder, const Library&) {
    auto found = linesOf(findTable(folder, "results.csv", "maestro"));
    if (found) found->names.insert("maestro-project/maestro");
    return found;
}

Contents stalls(const fs::path& folder, const Library& library) {
    const auto report = runSystolicStallSuite({.data = folder, .library = library, .method = {}, .leave_one_out = {}});
    if (!report) return report.error();
    return SetContents{report->cases / 2, {}, {"scalesim-project/SCALE-Sim"}};
}

Contents bestMappings(const fs::path& folder, const Library&) {
    const auto spaces = readFieldSpaces(folder);
    if (!spaces) return spaces.error();
    SetContents found{spaces->size(), {}, {}};
    for (const FieldSpace& space : *spaces)
        found.names.insert(space.id.starts_with("stream/") ? "KULeuven-MICAS/stream" : "Accelergy-Project/accelforge");
    return found;
}

Contents edgeBoards(const fs::path& folder, const Library& library) {
    const auto data = readBoardRows(folder, library);
    if (!data) return data.error();
    SetContents found{data->rows.size() + data->unknown.size(), {}, {}};
    for (const BoardRow& row : data->rows)
        found.names.insert(row.device.empty() ? row.board : row.device);
    return found;
}

Contents edgeSpaces(const fs::path& folder, const Library&) {
    SetContents found;
    for (const edge::EncodingSpace& space : edge::encodingSpaces()) {
        const auto data = readSpaceRows(folder, space);
        if (!data) return data.error();
        found.rows += data->encodings.size();
        found.names.insert(data->devices.begin(), data->devices.end());
    }
    return found;
}

Contents edgeNpus(const fs::path& folder, const Library&) {
    const auto rows = readCompiledRows(folder);
    if (!rows) return rows.error();
    SetContents found{rows->size(), {}, {}};
    for (const CompiledRow& row : *rows)
        found.names.insert(row.device);
    return found;
}

Contents edgeZoo(const fs::path& folder, const Library&) {
    const auto rows = readZooRows(folder);
    if (!rows) return rows.error();
    SetContents found{rows->size(), {}, {}};
    for (const CompiledRow& row : *rows)
        found.names.insert(row.device);
    return found;
}

Contents submitted(const Result<std::vector<SubmittedRow>>& rows) {
    if (!rows) return rows.error();
    SetContents found{rows->size(), {}, {}};
    for (const SubmittedRow& row : *rows) {
        found.names.insert(row.chip);
        if (row.repeated) ++found.flags["repeated"];
    }
    return found;
}

Contents edgeTiny(const fs::path& folder, const Library&) { return submitted(readTinyRows(folder)); }
Contents edgeMobile(const fs::path& folder, const Library&) { return submitted(readMobileRows(folder)); }

Contents edgeLanguage(const fs::path& folder, const Library& library) {
    return contentsOf(readLanguageRows(folder, library), "device");
}

Contents tuningSpaces(const fs::path& folder, const Library&) {
    const auto spaces = readMeasuredSpaces(folder);
    if (!spaces) return spaces.error();
    SetContents found;
    for (const MeasuredSpace& space : *spaces) {
        found.rows += space.space.rows();
        found.names.insert(space.device);
    }
    return found;
}

Contents edgeFrames(const fs::path& folder, const Library&) {
    const auto rows = readFrameRows(folder);
    if (!rows) return rows.error();
    SetContents found{rows->size(), {}, {}};
    for (const FrameRow& row : *rows)
        found.names.insert(row.device);
    return found;
}

} // namespace

std::span<const DataSet> dataSets() {
    static constexpr std::array kSets{DataSet{"npu-loop-nests", "npu", loopNests},
                                      DataSet{"npu-systolic", "npu-systolic", systolic},
                                      DataSet{"npu-stalls", "npu-stalls", stalls},
                                      DataSet{"npu-mapper", "npu-mapper", bestMappings},
                                      DataSet{"npu-directives", "npu-directives", directives},
                                      DataSet{"gpu-kernels", "gpu", kernels},
                                      DataSet{"gpu-models", "gpu", models},
                                      DataSet{"modern-products", "gpu-modern", products},
                                      DataSet{"modern-attention", "gpu-modern", attention},
                                      DataSet{"modern-experts", "gpu-modern", experts},
                                      DataSet{"modern-scans", "gpu-modern", scans},
                                      DataSet{"modern-power", "gpu-modern", power},
                                      DataSet{"peers-kernels", "gpu-modern", peers},
                                      DataSet{"serving-points", "serving-points", points},
                                      DataSet{"serving-published", "serving-points", published},
                                      DataSet{"serving-requests", "serving-measured", requests},
                                      DataSet{"serving-batches", "serving-batches", batches},
                                      DataSet{"gpu-problems", "gpu-problems", kernelProblems},
                                      DataSet{"serving-energy", "serving-energy", servedEnergy},
                                      DataSet{"gpu-amd-products", "gpu-amd", tunedProducts},
                                      DataSet{"mlperf-inference", "mlperf-inference", mlperfInference},
                                      DataSet{"neuron", "neuron", neuron},
                                      DataSet{"colocation", "colocation", colocation},
                                      DataSet{"tpu-training", "tpu-training", tpuSteps},
                                      DataSet{"collectives-measured", "collectives", collectives},
                                      DataSet{"collectives-simulated", "collectives", simulated},
                                      DataSet{"collectives-peers", "collectives-peers", peerCollectives},
                                      DataSet{"training-runs", "training", training},
                                      DataSet{"training-memory", "training", memory},
                                      DataSet{"training-dgxc", "training-dgxc", dgxc},
                                      DataSet{"edge-boards", "edge-boards", edgeBoards},
                                      DataSet{"edge-spaces", "edge-spaces", edgeSpaces},
                                      DataSet{"edge-npus", "edge-npus", edgeNpus},
                                      DataSet{"edge-zoo", "edge-zoo", edgeZoo},
                                      DataSet{"edge-tiny", "edge-tiny", edgeTiny},
                                      DataSet{"edge-mobile", "edge-mobile", edgeMobile},
                                      DataSet{"edge-language", "edge-language", edgeLanguage},
                                      DataSet{"edge-frames", "edge-frames", edgeFrames},
                                      DataSet{"schedules", "schedules", tuningSpaces},
                                      DataSet{"training-mlperf", "training-mlperf", mlperf},
                                      DataSet{"pim-attention", "pim", memories},
                                      DataSet{"cpu-blocks", "cpu-blocks", basicBlocks},
                                      DataSet{"cim", "cim", macros},
                                      DataSet{"pim-processors", "pim-processors", processors}};
    return kSets;
}

} // namespace strata::assess
