// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/tensor/gpu_modern_attention_rows.h"

#include "core/base/message_text.h"
#include "core/catalog/library.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "core/exchange/csv.h"
#include "core/gpu/attention/attention.h"
#include "core/hardware/gpu/gpu_json.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <system_error>

namespace strata::assess {
namespace {

using exchange::CsvTable;
using workload::Attention;
namespace fs = std::filesystem;

// MLA of DeepSeek: 128 + 64 wide keys and 128 wide values in prefill; a latent of 512 + 64 in decode.
constexpr double kMlaKey = 192.0;
constexpr double kMlaValue = 128.0;
constexpr double kMlaLatentKey = 576.0;
constexpr double kMlaLatentValue = 512.0;
// A row this much slower than a larger problem is not a property of the kernel.
constexpr double kDefect = 1.5;
// Bytes over L2 above which none of them stay; share of the nominal bandwidth that no copy or triad exceeds.
constexpr double kFarLarger = 4.0;
constexpr double kPossible = 0.95;

NumberType typeOf(std::string_view text) { return text == "fp8" ? NumberType::Fp8 : NumberType::Bf16; }

struct Line {
    const CsvTable& table;
    std::size_t row;
    double operator()(std::string_view column) const { return table.numberOr(row, column, 0.0); }
    std::string_view text(std::string_view column) const { return table.text(row, column); }
};

/// Families by what selects a kernel: heads and their size.
Attention headsOf(const Line& line) {
    Attention shape;
    shape.batch = line("batch");
    shape.heads = line("heads");
    shape.kv_heads = line("kv_heads");
    shape.head_dim = line("head_dim");
    shape.window = line("window");
    return shape;
}

ModernRow contextRow(const Line& line) {
    ModernRow row;
    row.op = "attention-context";
    Attention shape = headsOf(line);
    shape.q_len = line("isl");
    shape.kv_len = line("isl") + line("prefix");
    // One query without a past is the prefill kernel as well; what it sees is the same with and without the mask.
    shape.causal = shape.q_len > 1.0;
    row.held_out = heldOut({shape.heads, shape.kv_heads, shape.head_dim});
    row.kernel.shape = shape;
    return row;
}

ModernRow generationRow(const Line& line) {
    ModernRow row;
    row.op = "attention-generation";
    Attention shape = headsOf(line);
    shape.kv_len = std::max(line("kv_len"), 1.0);
    row.held_out = heldOut({shape.heads, shape.kv_heads, shape.head_dim});
    row.kernel.shape = shape;
    return row;
}

ModernRow encoderRow(const Line& line) {
    ModernRow row;
    row.op = "attention-encoder";
    Attention shape = headsOf(line);
    shape.kv_heads = shape.heads;
    shape.q_len = shape.kv_len = line("seq");
    shape.causal = false;
    row.held_out = heldOut({shape.heads, shape.head_dim});
    row.kernel.shape = shape;
    return row;
}

ModernRow mlaRow(const Line& line) {
    ModernRow row;
    Attention shape;
    shape.batch = line("batch");
    shape.heads = line("heads");
    shape.q_len = line("q_len");
    shape.kv_len = line("q_len") + line("past_len");
    shape.latent = line.text("phase") == "generation";
    row.op = shape.latent ? "mla-generation" : "mla-context";
    shape.causal = shape.latent || shape.q_len > 1.0;
    shape.kv_heads = shape.latent ? 1.0 : shape.heads;
    shape.head_dim = shape.latent ? kMlaLatentKey : kMlaKey;
    shape.value_dim = shape.latent ? kMlaLatentValue : kMlaValue;
    row.held_out = heldOut({shape.heads, shape.head_dim});
    row.kernel.shape = shape;
    return row;
}

struct Source {
    std::string_view prefix;
    ModernRow (*read)(const Line& line);
};
constexpr std::array kSources{Source{"attention_context", contextRow}, Source{"attention_encoder", encoderRow},
                              Source{"attention_generation", generationRow}, Source{"mla", mlaRow}};

/// Everything of a row but its batch.
std::array<double, 12> allButBatch(const ModernRow& row) {
    const auto& s = std::get<Attention>(row.kernel.shape);
    return {static_cast<double>(row.device),
            bytesOf(row.kernel.a),
            bytesOf(row.kernel.b),
            s.heads,
            s.kv_heads,
            s.head_dim,
            s.value_dim,
            s.q_len,
            s.kv_len,
            s.window,
            s.latent ? 1.0 : 0.0,
            static_cast<double>(row.op.size())};
}

/// Contexts far larger than L2 that were read faster than the memory can: something was read that was not there.
bool tooFast(const ModernRow& row, const hardware::Gpu& gpu) {
    const workload::KernelWork work = workload::workOf(row.kernel);
    const double bytes = work.read_bytes * gpu::cacheElementBytes(gpu, row.kernel) / bytesOf(row.kernel.b);
    return bytes > kFarLarger * gpu.l2_bytes && row.measured_s * gpu.memory_bytes_per_s * kPossible < bytes;
}

void markDefects(ModernRows& data) {
    std::vector<ModernRow>& rows = data.rows;
    std::map<std::array<double, 12>, std::vector<ModernRow*>> families;
    for (ModernRow& row : rows)
        families[allButBatch(row)].push_back(&row);
    for (auto& [key, family] : families) {
        const auto batch = [](const ModernRow* row) { return std::get<Attention>(row->kernel.shape).batch; };
        std::sort(family.begin(), family.end(), [&](const auto* a, const auto* b) { return batch(a) > batch(b); });
        double fastest = INFINITY; // of the larger ones
        for (ModernRow* row : family) {
            if (row->measured_s > kDefect * fastest) row->flag = kContradictsLarger;
            if (tooFast(*row, data.devices[row->device])) row->flag = kImpossibleRate;
            fastest = std::min(fastest, row->measured_s);
        }
    }
}

void readTable(const CsvTable& table, const std::string& file, const Source& source, const Library& library,
               ModernRows& data) {
    for (std::size_t i = 0; i < table.rows(); ++i) {
        const std::string id = file + ":" + std::to_string(i + 2);
        const auto device = setupNamed(table.text(i, "device"), table.text(i, "backend"), library, data);
        const auto latency_ms = table.number(i, "latency_ms");
        if (!device) {
            data.refused.push_back({id, messageText(device.error().text)});
            continue;
        }
        const Line line{table, i};
        ModernRow row = source.read(line);
        const auto& shape = std::get<Attention>(row.kernel.shape);
        if (!latency_ms || *latency_ms <= 0.0 || shape.batch < 1.0 || shape.heads < 1.0 || shape.kv_heads < 1.0) {
            data.refused.push_back({id, "it has no latency or a size is missing"});
            continue;
        }
        row.id = id;
        row.device = *device;
        row.measured_s = *latency_ms * 1e-3;
        const bool single = table.column("dtype").has_value(); // the encoder has no cache
        row.kernel.a = row.kernel.math = typeOf(line.text(single ? "dtype" : "dtype_attn"));
        row.kernel.b = typeOf(line.text(single ? "dtype" : "dtype_kv"));
        row.kernel.out = NumberType::Bf16;
        row.dtype = bytesOf(row.kernel.a) <= 1.0 ? "8/8" : bytesOf(row.kernel.b) <= 1.0 ? "16/8" : "16/16";
        data.rows.push_back(std::move(row));
    }
}

} // namespace

Result<std::size_t> deviceNamed(std::string_view alias, const Library& library, std::vector<hardware::Gpu>& devices) {
    const Entry* entry = library.find(alias);
    if (entry == nullptr || entry->kind != EntryKind::Gpu) {
        return Error{"not-found", {}, {"error.library-has-no-gpu-called", {{"device", alias}}}, {}, {}};
    }
    const auto known =
        std::find_if(devices.begin(), devices.end(), [&](const auto& gpu) { return gpu.id == entry->id; });
    if (known != devices.end()) return static_cast<std::size_t>(known - devices.begin());
    auto gpu = hardware::readGpu(*entry->document, "");
    if (!gpu) return gpu.error();
    chooseRuntime(*gpu, library);
    devices.push_back(*std::move(gpu));
    return devices.size() - 1;
}

Result<std::size_t> setupNamed(std::string_view alias, std::string_view engine, const Library& library,
                               ModernRows& data) {
    std::vector<hardware::Gpu> found;
    if (const auto index = deviceNamed(alias, library, found); !index) return index.error();
    found.front().engine = engine;
    chooseRuntime(found.front(), library);
    const auto known = std::find_if(data.devices.begin(), data.devices.end(), [&](const hardware::Gpu& gpu) {
        return gpu.id == found.front().id && gpu.engine == engine;
    });
    if (known != data.devices.end()) return static_cast<std::size_t>(known - data.devices.begin());
    data.devices.push_back(std::move(found.front()));
    return data.devices.size() - 1;
}

bool heldOut(std::initializer_list<double> sizes) {
    constexpr std::uint64_t kPrime = 1099511628211ULL; // FNV-1a
    std::uint64_t hash = 14695981039346656037ULL;
    for (const double size : sizes)
        hash = (hash ^ static_cast<std::uint64_t>(size)) * kPrime;
    return (hash >> 20) % 5 == 0;
}

std::vector<fs::path> tablesNamed(const fs::path& folder, std::string_view prefix) {
    std::vector<fs::path> found;
    std::error_code ignored;
    const std::string start = std::string(prefix) + "_";
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
        const std::string file = entry.path().filename().string();
        // The device's name has no underscore: "mla_bmm_H100" is not a table of "mla".
        if (file.starts_with(start) && file.find(".csv") != std::string::npos &&
            file.find('_', start.size()) == std::string::npos) {
            found.push_back(entry.path());
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

Result<ModernRows> readAttentionRows(const fs::path& folder, const Library& library) {
    ModernRows data;
    bool any = false;
    for (const Source& source : kSources) {
        for (const fs::path& path : tablesNamed(folder, source.prefix)) {
            const auto table = CsvTable::read(path);
            if (!table) return table.error();
            const auto columns = table->require({"device", "batch", "heads", "latency_ms"}, path.string());
            if (!columns) return columns.error();
            readTable(*table, path.filename().string(), source, library, data);
            any = true;
        }
    }
    if (!any) {
        return Error{"unreadable-file",
                     {},
                     {"error.no-table-attention-kernels-stands-in", {{"folder", folder.string()}}},
                     {"accepted.folder-with-attention-context-device-csv"},
                     folder.string()};
    }
    markDefects(data);
    return data;
}

SuiteRow toSuiteRow(const ModernRow& row, const hardware::Gpu& gpu, const ModernAnswer& answer) {
    SuiteRow result;
    result.id = row.id;
    result.group = {{"op", std::string(row.op)},
                    {"device", gpu.id},
                    {"dtype", std::string(row.dtype)},
                    {"split", row.held_out ? "test" : "train"},
                    {"seen", answer.seen ? "yes" : "no"},
                    {"distance", answer.distance},
                    {"case", row.defect() ? "known-defect" : "regular"}};
    result.quantity = "latency_s";
    result.unit = "s";
    result.measured = row.measured_s;
    result.predicted = answer.seconds;
    result.low = answer.low;
    result.high = answer.high;
    result.method = "gpu.tile";
    return result;
}

} // namespace strata::assess
