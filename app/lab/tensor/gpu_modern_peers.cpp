// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/tensor/gpu_modern_peers.h"

#include "app/lab/tensor/gpu_modern_gemm_rows.h"
#include "app/lab/tensor/gpu_modern_residuals.h"
#include "core/base/message_text.h"
#include "core/catalog/library.h"
#include "core/exchange/csv.h"
#include "core/gpu/products/tile_model.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <system_error>

namespace strata::assess {
namespace {

using exchange::CsvTable;
using workload::Attention;
using workload::Kernel;
using workload::Moe;
namespace fs = std::filesystem;

constexpr double kMicro = 1e-6;
constexpr double kMilli = 1e-3;

struct Line {
    const CsvTable& table;
    std::size_t row;
    double operator()(std::string_view column) const { return table.numberOr(row, column, 0.0); }
    std::string_view text(std::string_view column) const { return table.text(row, column); }
    NumberType type(std::string_view column) const {
        return text(column) == "fp8" ? NumberType::Fp8 : NumberType::Bf16;
    }
};

/// What a line measured; nothing where a size or a type is missing.
struct Measured {
    Kernel kernel;
    double seconds = 0.0;
};
using Reader = std::optional<Measured> (*)(const Line& line);

std::optional<Measured> measured(const Attention& shape, NumberType query, NumberType cache, double seconds) {
    if (shape.batch * shape.heads * shape.kv_heads * shape.head_dim * shape.q_len <= 0.0 || seconds <= 0.0) return {};
    return Measured{{shape, query, cache, NumberType::Bf16, query}, seconds};
}

/// "128-2-128": query heads, KV heads, head size; of MLA heads, latent and rotated part.
std::array<double, 3> sizesOf(std::string_view text) {
    std::array<double, 3> sizes{};
    for (double& size : sizes) {
        int value = 0;
        const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
        size = value;
        text.remove_prefix(std::min(static_cast<std::size_t>(read.ptr - text.data()) + 1, text.size()));
    }
    return sizes;
}

std::optional<Measured> headsPrefill(const Line& line) {
    const auto [heads, kv_heads, head_dim] = sizesOf(line.text("shape"));
    const double length = line("seq_len");
    return measured(Attention{1.0, heads, kv_heads, head_dim, length, length}, line.type("dtype"), line.type("dtype"),
                    line("latency_us") * kMicro);
}

std::optional<Measured> headsDecode(const Line& line) {
    const auto [heads, kv_heads, head_dim] = sizesOf(line.text("shape"));
    if (line.text("kv_dtype").empty()) return {};
    return measured(Attention{line("batch_size"), heads, kv_heads, head_dim, 1.0, line("kv_len")}, line.type("dtype"),
                    line.type("kv_dtype"), line("latency_us") * kMicro);
}

std::optional<Measured> latentDecode(const Line& line) {
    const auto [heads, latent, rotated] = sizesOf(line.text("shape"));
    Attention shape{line("batch_size"), heads, 1.0, latent + rotated, 1.0, line("kv_len")};
    shape.value_dim = latent;
    shape.latent = true;
    return measured(shape, line.type("dtype"), line.type("kv_dtype"), line("latency_us") * kMicro);
}

/// Attention of serving stacks; `step` tokens are cached.
std::optional<Measured> servingAttention(const Line& line) {
    Attention shape{line("batch_size"), line("num_heads"), line("num_key_value_heads"),
                    line("head_dim"),   line("isl"),       line("isl") + line("step")};
    shape.window = line("window_size");
    return measured(shape, line.type("attn_dtype"), line.type("kv_cache_dtype"), line("latency_us") * kMicro);
}

/// 8-bit product of operands that are narrow already, scaled in blocks.
std::optional<Measured> product(const Line& line) {
    auto format = gemmFormat("fp8_block", line("m"), line("n"), line("k"), 0.0);
    if (!format || line("m") * line("n") * line("k") <= 0.0 || line("latency_us") <= 0.0) return {};
    std::get<workload::Matmul>(format->kernel.shape).dynamic_quantization = false;
    return Measured{format->kernel, line("latency_us") * kMicro};
}

std::optional<Measured> servingProduct(const Line& line) {
    constexpr double kCopies = 5.0;
    const auto format = gemmFormat(line.text("gemm_dtype"), line("m"), line("n"), line("k"), kCopies);
    if (!format || line("m") * line("n") * line("k") <= 0.0) return {};
    return Measured{format->kernel, line("latency_us") * kMicro};
}

/// The two grouped products of experts that all have the same number of tokens, and nothing between them: a batch of
/// products each.
std::optional<Measured> groupedProduct(const Line& line, bool up) {
    const double ffn = line("intermediate_size"), hidden = line("hidden_size");
    auto format = gemmFormat("fp8_block", line("tokens_per_expert"), up ? 2.0 * ffn : hidden, up ? hidden : ffn, 0.0);
    const double experts = line("num_local_experts");
    const double latency_us = line(up ? "up_proj_us" : "down_proj_us");
    if (!format || experts * line("tokens_per_expert") * ffn * hidden <= 0.0 || latency_us <= 0.0) return {};
    auto& shape = std::get<workload::Matmul>(format->kernel.shape);
    shape.batch = experts;
    shape.linear = false;
    shape.dynamic_quantization = false;
    return Measured{format->kernel, latency_us * kMicro};
}
std::optional<Measured> upProduct(const Line& line) { return groupedProduct(line, true); }
std::optional<Measured> downProduct(const Line& line) { return groupedProduct(line, false); }

std::optional<Measured> experts(const Moe& shape, NumberType type, double seconds) {
    if (shape.tokens * shape.hidden * shape.ffn * shape.experts * shape.top_k <= 0.0 || seconds <= 0.0) return {};
    return Measured{{shape, type, type, NumberType::Bf16, type}, seconds};
}

std::optional<Measured> servingExperts(const Line& line) {
    Moe shape;
    shape.tokens = line("num_tokens");
    shape.hidden = line("hidden_size");
    shape.ffn = line("inter_size") / std::max(line("moe_tp_size"), 1.0);
    shape.all_experts = line("num_experts");
    shape.experts = shape.all_experts / std::max(line("moe_ep_size"), 1.0);
    shape.top_k = line("topk");
    constexpr std::string_view kPowerLaw = "power_law_";
    const std::string_view spread = line.text("distribution");
    if (line.text("moe_dtype") != "bfloat16") return {};
    if (spread.starts_with(kPowerLaw)) {
        std::from_chars(spread.data() + kPowerLaw.size(), spread.data() + spread.size(), shape.skew);
    }
    return experts(shape, NumberType::Bf16, line("latency_us") * kMicro);
}

/// Qwen3-30B-A3B on an A800 in 16 bits; the router's choice is even on average.
std::optional<Measured> qwenExperts(const Line& line) {
    Moe shape;
    shape.top_k = 8.0;
    shape.tokens = line("total_routed_tokens") / shape.top_k;
    shape.hidden = 2048.0;
    shape.ffn = 768.0 / std::max(line("num_tensor_parallel_workers"), 1.0);
    // The profile routes all slots of its tokens to the experts of the device.
    shape.experts = shape.all_experts = line("num_experts_per_device");
    return experts(shape, NumberType::Bf16, line("moe_grouped_gemm_ms") * kMilli);
}

struct Source {
    const char* file;
    std::string_view op, dtype;
    Reader read;
    const char* device; ///< of a table without such a column
    const char* device_column;
    const char* engine; ///< of a table without a column "framework"
};
constexpr std::array kSources{
    Source{"kernels_infersim/gemm_h20.csv", "peers-gemm", "fp8-block", product, "", "device", "deepgemm"},
    Source{"kernels_infersim/grouped_gemm_decode_h20.csv", "peers-grouped", "fp8-block", upProduct, "", "device",
           "deepgemm"},
    Source{"kernels_infersim/grouped_gemm_decode_h20.csv", "peers-grouped", "fp8-block", downProduct, "", "device",
           "deepgemm"},
    Source{"kernels_infersim/grouped_gemm_prefill_h20.csv", "peers-grouped", "fp8-block", upProduct, "", "device",
           "deepgemm"},
    Source{"kernels_infersim/grouped_gemm_prefill_h20.csv", "peers-grouped", "fp8-block", downProduct, "", "device",
           "deepgemm"},
    Source{"kernels_infersim/mha_prefill_h20.csv", "peers-context", "16/16", headsPrefill, "", "device", "sglang"},
    Source{"kernels_infersim/mha_decode_h20.csv", "peers-generation", "", headsDecode, "", "device", "sglang"},
    Source{"kernels_infersim/mla_decode_h20.csv", "peers-mla", "", latentDecode, "", "device", "sglang"},
    Source{"kernels_frontier/a800_qwen3_30b_a3b_moe.csv", "peers-moe", "16", qwenExperts, "A800", "", "vllm"},
    Source{"aic_kernels/ctx_attn.csv.gz", "peers-context", "16/16", servingAttention, "", "system", ""},
    Source{"aic_kernels/gen_attn.csv.gz", "peers-generation", "16/16", servingAttention, "", "system", ""},
    Source{"aic_kernels/gemm.csv.gz", "peers-gemm", "", servingProduct, "", "system", ""},
    Source{"aic_kernels/moe.csv.gz", "peers-moe", "16", servingExperts, "", "system", ""}};

std::string_view dtypeOf(const Kernel& kernel) {
    if (std::holds_alternative<Attention>(kernel.shape)) {
        if (bytesOf(kernel.a) <= 1.0) return "8/8";
        return bytesOf(kernel.b) <= 1.0 ? "16/8" : "16/16";
    }
    return gpu::name(gpu::gemmTypeOf(kernel));
}

void readTable(const CsvTable& table, const Source& source, const Library& library, ModernRows& data) {
    const std::string file = fs::path(source.file).filename().string();
    for (std::size_t i = 0; i < table.rows(); ++i) {
        const Line line{table, i};
        const std::string id = file + ":" + std::to_string(i + 2);
        const std::string_view named =
            *source.device_column == '\0' ? std::string_view(source.device) : line.text(source.device_column);
        const auto device = setupNamed(
            named, *source.engine == '\0' ? line.text("framework") : std::string_view(source.engine), library, data);
        const auto found = source.read(line);
        if (!device || !found) {
            data.refused.push_back(
                {id, device ? "a size or a type is missing or not known" : messageText(device.error().text)});
            continue;
        }
        ModernRow row;
        row.id = id;
        row.device = *device;
        row.op = source.op;
        row.kernel = found->kernel;
        row.dtype = source.dtype.empty() ? dtypeOf(row.kernel) : source.dtype;
        row.measured_s = found->seconds;
        row.held_out = true;
        data.rows.push_back(std::move(row));
    }
}

bool isMeasured(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations) {
    return gpu::resolveAttention(gpu, calibrations).seen;
}

} // namespace

std::vector<ModernRows> readPeerRows(const fs::path& folder, const Library& library) {
    std::vector<ModernRows> tables;
    for (const Source& source : kSources) {
        const auto table = CsvTable::read(folder / ".." / "peers" / source.file);
        if (!table) continue; // a part of the data may be kept apart
        ModernRows data;
        readTable(*table, source, library, data);
        tables.push_back(std::move(data));
    }
    return tables;
}

Result<void> addPeerRows(const SuiteOptions& options, SuiteReport& report) {
    const auto& calibrations = options.library.calibrations();
    const std::vector<ModernRows> tables = readPeerRows(options.data, options.library);
    if (tables.empty()) report.notes.push_back("no kernels of peers: no folder peers beside " + options.data.string());
    for (const ModernRows& data : tables) {
        std::vector<gpu::TileModel> models;
        std::vector<bool> seen;
        for (const hardware::Gpu& gpu : data.devices) {
            models.push_back(gpu::makeTileModel(gpu, calibrations));
            seen.push_back(isMeasured(gpu, calibrations));
        }
        std::vector<ModernAnswer> answers;
        for (const ModernRow& row : data.rows)
            answers.push_back(toAnswer(gpu::predict(models[row.device], row.kernel), seen[row.device]));
        appendAnswers(options, data, answers, report);
    }
    return {};
}

} // namespace strata::assess
