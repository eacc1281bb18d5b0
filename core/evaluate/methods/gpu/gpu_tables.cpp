// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/gpu/calibration/ceilings.h"
#include "core/gpu/power/running_clock.h"

#include <algorithm>
#include <cmath>

namespace strata::methods {
namespace {

using workload::Kernel;

Cell positive(double value) { return value > 0 ? Cell(value) : Cell(); }

std::string tileText(const gpu::KernelTime& time) {
    if (time.tile_m <= 0) return {};
    const std::string tile = formatCount(time.tile_m) + "x" + formatCount(time.tile_n);
    return time.split_k > 1 ? tile + " split " + formatCount(time.split_k) : tile;
}

/// The matrix that tiles cut; convolutions as implicit products. Nothing of kernels that have none.
struct OutputMatrix {
    double batch = 0, rows = 0, cols = 0;
};

OutputMatrix outputOf(const Kernel& kernel) {
    if (const auto* product = std::get_if<workload::Matmul>(&kernel.shape))
        return {product->batch, product->m, product->n};
    if (const auto* conv = std::get_if<workload::Conv2d>(&kernel.shape))
        return {conv->groups, conv->n * conv->p * conv->q, conv->m / std::max(1.0, conv->groups)};
    return {};
}

/// Large enough that edges, waves and starts do not count.
Kernel largeProduct(NumberType type) {
    constexpr double kEdge = 8192;
    Kernel kernel;
    kernel.shape = workload::Matmul{1, kEdge, kEdge, kEdge, true};
    kernel.a = kernel.b = kernel.math = type;
    kernel.out = bytesOf(type) < 2 ? NumberType::Bf16 : type;
    if (type == NumberType::Tf32) kernel.a = kernel.b = kernel.out = NumberType::Fp32;
    return kernel;
}

Kernel largeCopy() {
    constexpr double kRows = 65536, kCols = 8192;
    Kernel kernel;
    kernel.shape = workload::VectorOp{workload::VectorFunction::Add, kRows, kCols, 2, 1};
    return kernel;
}

/// Nothing where a method has no answer, such as scaling from a device without that type.
Cell finite(double per_s) { return std::isfinite(per_s) && per_s > 0 ? Cell(per_s) : Cell(); }

Cell sustained(const hardware::Gpu& gpu, const gpu::Ceiling& roof, const gpu::KernelPredictor& predictor) {
    if (roof.kind == gpu::Ceiling::Kind::Memory) {
        const gpu::KernelTime time = predictor(largeCopy());
        return finite(time.dram_bytes / time.seconds);
    }
    // Products run on the fastest units of a type; what its scalar lanes would sustain beside them is not known.
    if (roof.kind != gpu::Ceiling::Kind::Compute || roof.per_s != gpu.peak(roof.type)) return {};
    const Kernel product = largeProduct(roof.type);
    return finite(workload::workOf(product).flop / predictor(product).seconds);
}

Message roofFormula(const hardware::Gpu& gpu, const gpu::Ceiling& roof) {
    const bool compute = roof.kind == gpu::Ceiling::Kind::Compute;
    if (roof.kind == gpu::Ceiling::Kind::Memory)
        return gpu.memory_kind.empty() ? Message{"formula.roof-datasheet"} : verbatim(gpu.memory_kind);
    if (roof.kind == gpu::Ceiling::Kind::L2 && gpu.l2_bytes_per_clock > 0) return {"formula.roof-measured"};
    return {compute ? "formula.roof-compute" : "formula.roof-bytes",
            {{"sms", gpu.sms},
             {"clock", Amount{gpu.clock_hz, "Hz"}},
             {"per_clock", roof.per_s / (gpu.sms * gpu.clock_hz)}}};
}

std::string roofSource(const GpuQuery& device, const gpu::Ceiling& roof) {
    switch (roof.kind) {
    case gpu::Ceiling::Kind::Compute:
        return sourceOf(*device.document,
                        std::string(roof.matrix ? "/matrix_flop_per_clock/" : "/vector_flop_per_clock/") +
                            std::string(name(roof.type)));
    case gpu::Ceiling::Kind::Memory: return sourceOf(*device.document, "/memory_bytes_per_s");
    case gpu::Ceiling::Kind::L2: return sourceOf(*device.document, "/l2_bytes_per_clock");
    case gpu::Ceiling::Kind::Shared: break;
    }
    return "32 banks of 4 bytes, CUDA C Programming Guide";
}

std::string roofName(const gpu::Ceiling& roof) {
    switch (roof.kind) {
    case gpu::Ceiling::Kind::Compute: return std::string(name(roof.type)) + (roof.matrix ? " matrix" : " vector");
    case gpu::Ceiling::Kind::Memory: return "device memory";
    case gpu::Ceiling::Kind::L2: return "L2 cache";
    case gpu::Ceiling::Kind::Shared: break;
    }
    return "shared memory";
}

Table emptyOperators() {
    return {"operators",
            {"operator",      "class",      "pass",     "count",    "seconds",      "low_s",       "high_s",
             "flop",          "dram_bytes", "l2_bytes", "energy_j", "limit",        "tile",        "waves",
             "blocks_per_sm", "tiles",      "split_k",  "sms",      "output_batch", "output_rows", "output_cols",
             "compute_s",     "memory_s",   "tail_s",   "fixed_s",  "type"},
            {}};
}

std::vector<Cell> operatorRow(const hardware::Gpu& gpu, std::string name, const Kernel& kernel, std::string_view pass,
                              double count, double seconds, const gpu::KernelTime& time) {
    const Metric interval = timeMetric("seconds", seconds, time.log_p10, time.log_p90);
    const std::string tile = tileText(time);
    const OutputMatrix output = outputOf(kernel);
    return {std::move(name),
            std::string(workload::name(workload::classOf(kernel))),
            std::string(pass),
            count,
            seconds,
            interval.low,
            interval.high,
            workload::workOf(kernel).flop * count,
            time.dram_bytes * count,
            positive(time.l2_bytes * count),
            positive(time.energy_j * count),
            std::string(gpu::name(time.limit)),
            tile.empty() ? Cell() : Cell(tile),
            positive(time.waves),
            positive(time.blocks_per_sm),
            positive(time.tiles),
            tile.empty() ? Cell() : Cell(double{time.split_k}),
            static_cast<double>(gpu.sms),
            positive(output.batch),
            positive(output.rows),
            positive(output.cols),
            time.compute_s * count,
            time.memory_s * count,
            time.tail_s * count,
            time.fixed_s * count,
            std::string(strata::name(kernel.math))};
}

/// Thread blocks of one SM by each resource that they take; the least decides.
std::string occupancyLimit(const hardware::Gpu& gpu, const gpu::KernelTime& time) {
    std::string limit;
    double least = 0;
    const auto consider = [&](const char* resource, double available, double needed) {
        if (available <= 0 || needed <= 0) return;
        const double blocks = std::floor(available / needed);
        if (!limit.empty() && blocks >= least) return;
        least = blocks;
        limit = resource;
    };
    constexpr double kRegisterBytes = 4;
    consider("registers", gpu.registers_bytes, time.registers_per_thread * time.threads_per_block * kRegisterBytes);
    consider("shared memory", gpu.shared_bytes, time.shared_bytes_per_block);
    consider("threads", gpu.threads_per_sm, time.threads_per_block);
    consider("blocks", gpu.blocks_per_sm, time.threads_per_block > 0 ? 1 : 0);
    return limit;
}

} // namespace

Table tilingTable(const hardware::Gpu& gpu, const Kernel& kernel, const gpu::KernelTime& time) {
    Table table{"tiling", {"quantity", "value", "unit"}, {}};
    const auto add = [&table](const char* quantity, double value, const char* unit = "") {
        if (value > 0) table.rows.push_back({std::string(quantity), value, std::string(unit)});
    };
    const auto word = [&table](const char* quantity, std::string value) {
        if (!value.empty()) table.rows.push_back({std::string(quantity), std::move(value), std::string()});
    };
    const OutputMatrix output = outputOf(kernel);
    add("output_batch", output.batch);
    add("output_rows", output.rows);
    add("output_cols", output.cols);
    add("tile_m", time.tile_m);
    add("tile_n", time.tile_n);
    add("tile_k", time.tile_k);
    add("split_k", time.tile_m > 0 ? time.split_k : 0);
    add("tiles", time.tiles);
    add("waves", time.waves);
    add("sms", gpu.sms);
    add("blocks_per_sm", time.blocks_per_sm);
    add("registers_per_thread", time.registers_per_thread);
    add("shared_bytes_per_block", time.shared_bytes_per_block, "B");
    add("threads_per_block", time.threads_per_block);
    add("threads_per_sm", gpu.threads_per_sm);
    add("max_blocks_per_sm", gpu.blocks_per_sm);
    add("registers_bytes", gpu.registers_bytes, "B");
    add("shared_bytes", gpu.shared_bytes, "B");
    // Share of the last wave that works: 7.25 waves leave three quarters of the SMs idle in the eighth.
    if (time.waves > 0) add("tail_fill", time.waves - std::ceil(time.waves) + 1, "1");
    add("executed_flop", time.flop, "FLOP");
    add("l2_bytes", time.l2_bytes, "B");
    add("clock_ratio", time.clock_ratio, "1");
    word("limit", std::string(gpu::name(time.limit)));
    word("occupancy_limit", occupancyLimit(gpu, time));
    return table;
}

Table ceilingTable(const GpuQuery& device, const gpu::KernelPredictor& predictor) {
    Table table{"ceilings", {"name", "kind", "type", "nominal", "sustained", "formula", "source"}, {}};
    const hardware::Gpu gpu = gpu::atRunningClock(device.gpu);
    for (const gpu::Ceiling& roof : gpu::ceilings(gpu)) {
        const bool compute = roof.kind == gpu::Ceiling::Kind::Compute;
        table.rows.push_back(
            {roofName(roof), std::string(gpu::name(roof.kind)), compute ? Cell(std::string(name(roof.type))) : Cell(),
             roof.per_s, sustained(gpu, roof, predictor), textCell(roofFormula(gpu, roof)), roofSource(device, roof)});
    }
    return table;
}

Table operatorTable(const hardware::Gpu& gpu, const Kernel& kernel, const gpu::KernelTime& time) {
    Table table = emptyOperators();
    table.rows = {operatorRow(gpu, std::string(workload::name(workload::classOf(kernel))), kernel,
                              workload::name(workload::Pass::Forward), 1, time.seconds, time)};
    return table;
}

Table operatorTable(const hardware::Gpu& gpu, const workload::ModelGraph& graph,
                    const compose::ComposedTime& composed) {
    Table table = emptyOperators();
    for (std::size_t i = 0; i < composed.operators.size(); ++i) {
        const workload::Operator& op = graph.operators[i];
        const compose::OperatorTime& time = composed.operators[i];
        table.rows.push_back(
            operatorRow(gpu, op.name, op.kernel, workload::name(op.pass), op.count, time.kernels_s, time.kernel));
    }
    return table;
}

Table errorTable(const compose::ErrorShare& error) {
    Table table{"error", {"source", "share"}, {}};
    const auto add = [&table](const char* source, double share) { table.rows.push_back({std::string(source), share}); };
    add("independent", error.independent);
    add("correlated", error.correlated);
    add("runtime", error.runtime);
    add("sigma", error.sigma);
    add("sigma_independent", error.sigma_independent);
    add("sigma_correlated", error.sigma_correlated);
    add("bias", error.bias);
    return table;
}

} // namespace strata::methods
