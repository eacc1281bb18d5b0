// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/tensor/gpu_modern_power_rows.h"

#include "app/lab/power/power_order.h"
#include "app/lab/tensor/gpu_modern_attention_rows.h"
#include "app/lab/tensor/gpu_modern_gemm_rows.h"
#include "core/base/message_text.h"
#include "core/catalog/library.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "core/exchange/csv.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <utility>

namespace strata::assess {
namespace {

namespace fs = std::filesystem;

constexpr double kCopies = 5.0;

/// "m=1 n=1024 k=1024 dist=balanced" as names and values.
using Sizes = std::map<std::string, std::string, std::less<>>;
Sizes sizesOf(std::string_view text) {
    Sizes sizes;
    while (!text.empty()) {
        const auto space = std::min(text.find(' '), text.size());
        const std::string_view pair = text.substr(0, space);
        const auto equals = pair.find('=');
        if (equals != std::string_view::npos) sizes.emplace(pair.substr(0, equals), pair.substr(equals + 1));
        text.remove_prefix(std::min(space + 1, text.size()));
    }
    return sizes;
}

double number(const Sizes& sizes, std::string_view name) {
    const auto found = sizes.find(name);
    double value = 0.0;
    if (found != sizes.end()) std::from_chars(found->second.data(), found->second.data() + found->second.size(), value);
    return value;
}

std::optional<workload::Kernel> attention(const Sizes& sizes, std::string_view dtype, bool generation) {
    workload::Attention shape;
    shape.batch = number(sizes, "batch");
    shape.heads = number(sizes, "heads");
    shape.kv_heads = number(sizes, "kv");
    shape.head_dim = number(sizes, "hd");
    shape.window = number(sizes, "window");
    shape.kv_len = number(sizes, "len");
    shape.q_len = generation ? 1.0 : shape.kv_len;
    if (shape.batch * shape.heads * shape.kv_heads * shape.head_dim * shape.kv_len <= 0.0) return {};
    const auto cache = dtype.find("kvfp8") != std::string_view::npos ? NumberType::Fp8 : NumberType::Bf16;
    const auto type = dtype.starts_with("fp8") ? NumberType::Fp8 : NumberType::Bf16;
    return workload::Kernel{shape, type, cache, NumberType::Bf16, type};
}

std::optional<workload::Kernel> experts(const Sizes& sizes, std::string_view dtype) {
    workload::Moe shape;
    const double tp = std::max(number(sizes, "tp"), 1.0), ep = std::max(number(sizes, "ep"), 1.0);
    shape.tokens = number(sizes, "tokens");
    shape.hidden = number(sizes, "hidden");
    shape.ffn = number(sizes, "inter") / tp;
    shape.all_experts = number(sizes, "experts");
    shape.experts = shape.all_experts / ep;
    shape.top_k = number(sizes, "topk");
    shape.block_scaled = dtype == "fp8_block";
    const auto distribution = sizes.find("dist");
    constexpr std::string_view kPowerLaw = "power_law_";
    if (distribution != sizes.end() && distribution->second.starts_with(kPowerLaw)) {
        const std::string exponent = distribution->second.substr(kPowerLaw.size());
        std::from_chars(exponent.data(), exponent.data() + exponent.size(), shape.skew);
    }
    if (shape.tokens * shape.hidden * shape.ffn * shape.experts * shape.top_k <= 0.0) return {};
    const auto type = dtype.starts_with("fp8") ? NumberType::Fp8 : NumberType::Bf16;
    return workload::Kernel{shape, type, type, NumberType::Bf16, type};
}

std::optional<workload::Kernel> kernelOf(std::string_view op, const Sizes& sizes, std::string_view dtype) {
    if (op == "context_attention") return attention(sizes, dtype, false);
    if (op == "generation_attention") return attention(sizes, dtype, true);
    if (op == "moe") return experts(sizes, dtype);
    if (op != "gemm") return {};
    const auto format = gemmFormat(dtype, number(sizes, "m"), number(sizes, "n"), number(sizes, "k"), kCopies);
    return format && number(sizes, "m") * number(sizes, "n") * number(sizes, "k") > 0.0 ? std::optional(format->kernel)
                                                                                        : std::nullopt;
}

/// All sizes but the number of tokens: shapes are held out as families.
bool isHeldOut(std::string_view op, const Sizes& sizes) {
    if (op == "gemm") return heldOut({number(sizes, "n"), number(sizes, "k")});
    if (op == "moe")
        return heldOut(
            {number(sizes, "hidden"), number(sizes, "inter"), number(sizes, "experts"), number(sizes, "topk")});
    return heldOut({number(sizes, "heads"), number(sizes, "kv"), number(sizes, "hd")});
}

/// The row as a reading of its sweep: sizes that grow with the work of a kernel, and all that does not.
SweptReading readingOf(const PowerRow& row) {
    SweptReading reading{row.op + " " + row.dtype, std::to_string(row.device), {}, row.measured_w};
    const auto alike = [&](std::initializer_list<double> sizes) {
        for (const double size : sizes)
            reading.family += " " + std::to_string(size);
    };
    if (const auto* moe = std::get_if<workload::Moe>(&row.kernel.shape)) {
        alike({moe->hidden, moe->all_experts, moe->top_k});
        reading.sizes = {moe->tokens, moe->ffn, moe->experts};
    }
    return reading;
}

/// Only mixtures: their kernels are compiled in an order that is not known. Numbers of
/// tokens follow each other, so that only problems with the same ones are compared. What else reads beside
/// its own calls is modelled (power_timeline.h), so there order says nothing of a reading.
void markContradictions(PowerRows& data) {
    std::vector<SweptReading> readings;
    std::vector<PowerRow*> judged;
    for (PowerRow& row : data.rows) {
        if (!std::holds_alternative<workload::Moe>(row.kernel.shape)) continue;
        readings.push_back(readingOf(row));
        judged.push_back(&row);
    }
    const std::vector<bool> contradicts = checkOrder(readings);
    for (std::size_t i = 0; i < judged.size(); ++i)
        judged[i]->defect = contradicts[i];
}

} // namespace

namespace {

/// A device under one engine is a setup of its own: engines were measured in sweeps of their own, on other kernels.
Result<std::size_t> setupOf(std::string_view alias, std::string_view engine, const Library& library,
                            std::vector<hardware::Gpu>& devices) {
    std::vector<hardware::Gpu> found;
    if (const auto index = deviceNamed(alias, library, found); !index) return index.error();
    found.front().engine = engine;
    chooseRuntime(found.front(), library);
    const auto known = std::find_if(devices.begin(), devices.end(), [&](const hardware::Gpu& gpu) {
        return gpu.id == found.front().id && gpu.engine == engine;
    });
    if (known != devices.end()) return static_cast<std::size_t>(known - devices.begin());
    devices.push_back(std::move(found.front()));
    return devices.size() - 1;
}

} // namespace

Result<PowerRows> readPowerRows(const fs::path& folder, const Library& library) {
    PowerRows data;
    for (const fs::path& path : tablesNamed(folder, "power")) {
        const auto table = exchange::CsvTable::read(path);
        if (!table) return table.error();
        const auto required = table->require({"device", "op", "dtype", "shape", "power_w"}, path.string());
        if (!required) return required.error();
        for (std::size_t line = 0; line < table->rows(); ++line) {
            PowerRow row;
            row.id = path.filename().string() + ":" + std::to_string(line + 2);
            row.op = table->text(line, "op");
            row.dtype = table->text(line, "dtype");
            const Sizes sizes = sizesOf(table->text(line, "shape"));
            const auto device =
                setupOf(table->text(line, "device"), table->text(line, "backend"), library, data.devices);
            const auto kernel = kernelOf(row.op, sizes, row.dtype);
            row.measured_w = table->numberOr(line, "power_w", 0.0);
            if (!device || !kernel || row.measured_w <= 0.0) {
                data.refused.push_back({row.id, !device ? messageText(device.error().text)
                                                        : "its operator, a size or its power is not known"});
                continue;
            }
            row.device = *device;
            row.kernel = *kernel;
            row.held_out = isHeldOut(row.op, sizes);
            data.rows.push_back(std::move(row));
        }
    }
    markContradictions(data);
    return data;
}

} // namespace strata::assess
