// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/tensor/gpu_modern_scan.h"

#include "app/lab/fit/distances.h"
#include "app/lab/fit/pooled_fit.h"
#include "app/lab/run/manifest.h"
#include "app/lab/tensor/gpu_modern_residuals.h"
#include "core/base/message_text.h"
#include "core/catalog/library.h"
#include "core/exchange/csv.h"
#include "core/gpu/vector/scan.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <system_error>
#include <tuple>

namespace strata::assess {
namespace {

using exchange::CsvTable;
using hardware::Calibration;
using workload::Scan;
namespace fs = std::filesystem;

constexpr std::size_t kRows = 400;
constexpr const char* kOddConvolutions = "short convolutions whose times do not follow the channels of their rows";
constexpr std::array kCoefficients{
    PooledCoefficient{"fixed_s", 6.5e-6, 1e-6, 3e-5},       PooledCoefficient{"state_per_clock", 1.8, 0.2, 20.0},
    PooledCoefficient{"memory_fraction", 0.9, 0.4, 1.0},    PooledCoefficient{"cache_share", 0.5, 0.02, 2.0},
    PooledCoefficient{"cache_gain", 2.0, 1.0, 10.0},        PooledCoefficient{"product_fraction", 0.33, 0.02, 1.0},
    PooledCoefficient{"chunk_fixed_s", 25e-6, 25e-6, 25e-6}};

ModernRow scanRow(const Scan& shape, std::string_view op, double measured_s) {
    ModernRow row;
    row.op = op;
    row.dtype = "16";
    row.kernel.shape = shape;
    row.kernel.a = row.kernel.math = row.kernel.out = NumberType::Bf16;
    row.kernel.b = NumberType::Fp32; // the state is kept in 32 bits
    row.measured_s = measured_s;
    row.held_out = heldOut({shape.heads, shape.key_dim, shape.value_dim});
    return row;
}

/// gated delta rule of serving stacks, token by token. The convolution before it is not modelled.
void readRecurrent(const CsvTable& table, const std::string& file, const Library& library, ModernRows& data) {
    for (std::size_t i = 0; i < table.rows(); ++i) {
        const std::string id = file + ":" + std::to_string(i + 2);
        const auto number = [&](std::string_view column) { return table.numberOr(i, column, 0.0); };
        const auto device = deviceNamed(table.text(i, "system"), library, data.devices);
        if (!device || table.text(i, "kernel_source") != "fused_recurrent_gated_delta_rule") {
            data.refused.push_back({id, device ? kOddConvolutions : messageText(device.error().text)});
            continue;
        }
        const Scan shape{number("batch_size"), number("seq_len"), number("num_v_heads"), number("head_k_dim"),
                         number("head_v_dim")};
        ModernRow row = scanRow(shape, "scan-generation", number("latency_us") * 1e-6);
        row.id = id;
        row.device = *device;
        data.rows.push_back(std::move(row));
    }
}

/// "4-16-128-32-128": width of the convolution, key heads and size, value heads and size.
std::array<double, 5> sizesOf(std::string_view text) {
    std::array<double, 5> sizes{};
    for (double& size : sizes) {
        int value = 0;
        const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
        size = value;
        text.remove_prefix(std::min(static_cast<std::size_t>(read.ptr - text.data()) + 1, text.size()));
    }
    return sizes;
}

/// Another project's tables: `columns` sum up to the operator.
void readSummed(const CsvTable& table, const std::string& file, std::string_view op,
                std::initializer_list<std::string_view> columns, const Library& library, ModernRows& data) {
    for (std::size_t i = 0; i < table.rows(); ++i) {
        const std::string id = file + ":" + std::to_string(i + 2);
        const auto device = deviceNamed(table.text(i, "device"), library, data.devices);
        if (!device) {
            data.refused.push_back({id, messageText(device.error().text)});
            continue;
        }
        const auto sizes = sizesOf(table.text(i, "shape"));
        double latency_us = 0.0;
        for (const std::string_view column : columns)
            latency_us += table.numberOr(i, column, 0.0);
        const Scan shape{table.numberOr(i, "batchsize", 1.0), table.numberOr(i, "seq_len", 1.0), sizes[3], sizes[2],
                         sizes[4]};
        ModernRow row = scanRow(shape, op, latency_us * 1e-6);
        row.id = id;
        row.device = *device;
        data.rows.push_back(std::move(row));
    }
}

/// Rows of one table, device and shape, by batch and length.
using Series = std::vector<ModernRow*>;

bool sameTimes(const Series& a, const Series& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const ModernRow* modern_row, const ModernRow* other) {
        const auto& s = std::get<Scan>(modern_row->kernel.shape);
        const auto& t = std::get<Scan>(other->kernel.shape);
        return s.batch == t.batch && s.q_len == t.q_len && modern_row->measured_s == other->measured_s;
    });
}

/// What is no property of the kernel: times of another shape under a second name, and calls from the host that take
/// as long as a problem of twice the size.
void markDefects(ModernRows& data) {
    const auto tokens = [](const ModernRow* row) {
        const auto& shape = std::get<Scan>(row->kernel.shape);
        return shape.batch * shape.q_len;
    };
    std::map<std::tuple<std::string, std::size_t, double, double, double>, Series> all;
    for (ModernRow& row : data.rows) {
        const auto& shape = std::get<Scan>(row.kernel.shape);
        const std::string table = row.id.substr(0, row.id.find(':'));
        all[{table, row.device, shape.heads, shape.key_dim, shape.value_dim}].push_back(&row);
    }
    std::vector<const Series*> known;
    for (auto& [key, series] : all) {
        std::sort(series.begin(), series.end(), [&](const auto* a, const auto* b) { return tokens(a) < tokens(b); });
        const bool copied =
            std::any_of(known.begin(), known.end(), [&](const auto* one) { return sameTimes(*one, series); });
        for (ModernRow* row : series) {
            const bool contradicts = std::any_of(series.begin(), series.end(), [&](const ModernRow* other) {
                return tokens(other) >= 2.0 * tokens(row) && other->measured_s <= row->measured_s;
            });
            row->flag = copied ? kCopied : contradicts ? kContradictsLarger : std::string_view();
        }
        known.push_back(&series);
    }
}

} // namespace

Result<ModernRows> readScanRows(const fs::path& folder, const Library& library) {
    const fs::path peers = folder / ".." / "peers";
    const auto open = [&](const char* file) { return CsvTable::read(peers / file); };
    ModernRows data;
    const auto recurrent = open("aic_kernels/gdn.csv.gz");
    if (!recurrent) return recurrent.error();
    readRecurrent(*recurrent, "gdn.csv.gz", library, data);
    if (const auto table = open("kernels_infersim/gdn_decode_h20.csv")) {
        readSummed(*table, "gdn_decode_h20.csv", "scan-generation", {"gdn_update"}, library, data);
    }
    if (const auto table = open("kernels_infersim/gdn_prefill_h20.csv")) {
        readSummed(*table, "gdn_prefill_h20.csv", "scan-context", {"kkt", "tril", "wu", "chunk_gdn", "chunk_o"},
                   library, data);
    }
    markDefects(data);
    return data;
}

namespace {

Result<Calibration> fitWithout(const ModernRows& data, const Without& without) {
    std::vector<PooledRow> rows;
    std::vector<bool> present(data.devices.size(), false);
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
        const ModernRow& row = data.rows[i];
        const std::string& id = data.devices[row.device].id;
        if (row.defect() || without.has(id)) continue;
        rows.push_back({{0, row.device, 0, row.device}, i, row.measured_s});
        present[row.device] = true;
    }
    const auto fit = fitPooled(kCoefficients, rows, kRows, [&](std::span<const double> values, const PooledRow& row) {
        gpu::ScanCoefficients coefficients;
        const auto names = gpu::scanCoefficients();
        for (std::size_t i = 0; i < names.size(); ++i)
            coefficients.*names[i].member = values[i];
        const ModernRow& modern_row = data.rows[row.index];
        return gpu::predictScan(data.devices[modern_row.device], coefficients, modern_row.kernel).seconds;
    });
    if (!fit) return fit.error();
    Calibration calibration;
    calibration.id = std::string(gpu::kScanCalibration);
    calibration.points = static_cast<std::int64_t>(rows.size());
    hardware::CalibrationGroup shared;
    shared.key = {{"kernel", "scan"}};
    shared.points = calibration.points;
    for (std::size_t i = 0; i < kCoefficients.size(); ++i)
        shared.values.emplace(kCoefficients[i].name, fit->shared[i]);
    calibration.groups.push_back(std::move(shared));
    noteRanges(kCoefficients, calibration, "scan");
    for (std::size_t device = 0; device < present.size(); ++device) {
        if (present[device]) {
            calibration.groups.push_back({{{"kernel", "scan"}, {"device", data.devices[device].id}}, {}, 0});
        }
    }
    appendMeasuredDevices(data.devices, without, calibration);
    return calibration;
}

std::vector<ModernAnswer> answersOf(const ModernRows& data, std::span<const Calibration> calibrations) {
    std::vector<gpu::ScanCoefficients> models;
    for (const hardware::Gpu& gpu : data.devices)
        models.push_back(gpu::resolveScan(gpu, calibrations));
    std::vector<ModernAnswer> answers;
    for (const ModernRow& row : data.rows) {
        const auto& model = models[row.device];
        answers.push_back(toAnswer(gpu::predictScan(data.devices[row.device], model, row.kernel), model.seen));
    }
    return answers;
}

} // namespace

Result<Calibration> fitGpuScan(const fs::path& folder, const Library& library, const Without& without) {
    const auto data = readScanRows(folder, library);
    if (!data) return data.error();
    const auto set = manifestOf("modern-scans");
    if (!set) return set.error();
    const Without left = without.with(set->outsideFit(data->devices));
    auto calibration = fitWithout(*data, left);
    if (!calibration) return calibration;
    calibration->suite = "gpu-modern";
    calibration->data = "gated delta rule on A100 and H20 (public tables of two projects)";
    calibration->command = "strata-lab calibrate gpu-scan --data DIR";
    const auto done = addModernResiduals(
        *calibration, *data, left, [&](const Without& others) { return fitWithout(*data, others); },
        [&](const Calibration& fitted) { return answersOf(*data, std::span(&fitted, 1)); });
    if (!done) return done.error();
    return calibration;
}

Result<void> addScanRows(const SuiteOptions& options, SuiteReport& report) {
    const auto data = readScanRows(options.data, options.library);
    if (!data) {
        report.notes.push_back("no scans: " + messageText(data.error().text));
        return {};
    }
    appendAnswers(options, *data, answersOf(*data, options.library.calibrations()), report);
    return {};
}

} // namespace strata::assess
