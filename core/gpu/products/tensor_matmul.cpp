// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/products/tensor_matmul.h"

#include "core/gpu/calibration/ceilings.h"
#include "core/gpu/power/power_cap.h"

#include <algorithm>
#include <cmath>

namespace strata::gpu {
namespace {

using workload::Conv2d;
using workload::Kernel;
using workload::Matmul;

/// A product as the tiles see it, and the bytes of its operands.
struct Product {
    double batch = 1, m = 1, n = 1, k = 1;
    double a_bytes = 0, weight_bytes = 0, out_bytes = 0;
    double copies = 0;
    double unstored = 0; ///< share of a store of 16 bits that narrower results save
    bool quantizes = false;
};

double whole(double value) { // rounded up
    const auto below = static_cast<double>(static_cast<std::int64_t>(value));
    return below < value ? below + 1.0 : below;
}

double square(double value) { return value * value; }

Product productOf(const Matmul& s, const GemmModel& model, double out_bytes) {
    Product product;
    // A linear layer has one B for the whole batch: its rows lie below each other.
    product.batch = s.linear ? 1.0 : s.batch;
    product.m = s.linear ? s.batch * s.m : s.m;
    product.n = s.n;
    product.k = s.k;
    product.a_bytes = product.batch * product.m * s.k * model.bytes.a;
    product.weight_bytes = product.batch * s.n * s.k * model.bytes.b;
    product.out_bytes = product.batch * product.m * s.n * out_bytes;
    product.copies = s.weight_copies;
    product.quantizes = s.dynamic_quantization;
    return product;
}

/// Implicit GEMM: pixels of the output are rows, output channels are columns (Chetlur et al.,
/// arXiv:1410.0759, section 3).
Product productOf(const Conv2d& s, const GemmModel& model, double out_bytes) {
    Product product;
    product.batch = s.groups;
    product.m = s.n * s.p * s.q;
    product.n = s.m / s.groups;
    product.k = s.c / s.groups * s.r * s.s;
    const double height = (s.p - 1) * s.stride + (s.r - 1) * s.dilation + 1;
    const double width = (s.q - 1) * s.stride + (s.s - 1) * s.dilation + 1;
    product.a_bytes = s.n * s.c * height * width * model.bytes.a;
    product.weight_bytes = s.m * product.k * model.bytes.b;
    product.out_bytes = product.m * s.m * out_bytes;
    return product;
}

/// Share of accesses that L2 answers: all that fits stays, beyond that cyclic use evicts (a smooth step).
double residentShare(double footprint, double capacity) {
    if (capacity <= 0.0) return 0.0;
    return 1.0 / (1.0 + square(square(square(footprint / capacity))));
}

double dramBytes(const Product& product, const GemmModel& model) {
    const double activations = product.a_bytes + product.out_bytes;
    if (product.copies > 0.0) {
        const double stays = residentShare(product.copies * product.weight_bytes + activations, model.resident_bytes);
        return (product.weight_bytes + activations * model.activations) * (1.0 - stays);
    }
    const double stays = residentShare(activations, model.resident_bytes);
    return product.weight_bytes + activations * model.activations * (1.0 - stays);
}

struct Choice {
    double seconds = HUGE_VAL;
    double arithmetic_s = 0, even_s = 0, overhead_s = 0; ///< even_s: were the waves full
    double tiles = 0, split = 1;
    const TileCost* tile = nullptr;
};

class Search {
public:
    Search(const GemmModel& model, const Product& product, double dram_s)
        : model_(model), product_(product), dram_s_(dram_s), dram4_(square(square(dram_s))) {}

    Choice best() {
        for (std::size_t i = 0; i < model_.tile_count; ++i)
            tryTile(model_.tiles[i]);
        return best_;
    }

private:
    void tryTile(const TileCost& tile) {
        if (product_.m <= tile.m_from || product_.m > tile.m_to) return;
        const double tiles = product_.batch * whole(product_.m / tile.m) * whole(product_.n / tile.n);
        trySplit(tile, tiles, 1.0);
        if (!model_.split_k || tiles >= 3.0 * model_.sms) return;
        // Splits that fill one, two and three waves.
        const double most = std::min(model_.most_splits, std::floor(product_.k / model_.k_quantum));
        double last = 1.0;
        for (double waves = 1.0; waves <= 3.0; waves += 1.0) {
            const double split = std::min(std::floor(waves * model_.sms / tiles), most);
            if (split <= last) continue;
            trySplit(tile, tiles, split);
            last = split;
        }
    }

    /// Rounds of all SMs: whole ones, or as much of the last as there is work.
    void trySplit(const TileCost& tile, double tiles, double split) {
        const double x = tiles * split / model_.sms;
        const double even = std::max(x, 1.0);
        const double waves = whole(x) * (1.0 - model_.persistence) + model_.persistence * even;
        const double k = whole(product_.k / (split * model_.k_quantum)) * model_.k_quantum;
        const double one = k * tile.k_s + (tile.fixed_s - product_.unstored * tile.store_s);
        const double arithmetic = waves * one;
        const double passes = model_.serial ? split - 1.0 : 1.0;
        const double overhead = model_.launch_s + (split > 1.0 ? passes * model_.split_s +
                                                                     split * product_.batch * product_.m * product_.n *
                                                                         kPartialBytes * model_.reduce_s_per_byte
                                                               : 0.0);
        if (std::max(arithmetic, dram_s_) + overhead >= best_.seconds) return;
        // Arithmetic and traffic overlap but for the ends: a norm between their maximum and their sum.
        const double seconds = std::sqrt(std::sqrt(square(square(arithmetic)) + dram4_)) + overhead;
        if (seconds < best_.seconds) best_ = {seconds, arithmetic, even * one, overhead, tiles, split, &tile};
    }

    static constexpr double kPartialBytes = 4.0;
    const GemmModel& model_;
    const Product& product_;
    double dram_s_, dram4_;
    Choice best_;
};

double quantizeSeconds(const GemmModel& model, const Product& product) {
    const double elements = product.a_bytes / model.bytes.a;
    const double stays = residentShare(3.0 * elements, model.resident_bytes); // 16 bits are read, 8 are written
    // A row of the quantizer holds the parts that all products of a batch take.
    return model.quantize_s + product.m * model.row_s +
           elements * ((1.0 - stays) * model.quantize_dram_s_per_element + stays * model.quantize_l2_s_per_element);
}

/// vLLM calls a product that quantizes by itself below 32 rows, else a quantizer and DeepGEMM
/// (vllm/model_executor/kernels/linear/scaled_mm/flashinfer.py), which takes columns by 64 and k by 128
/// (vllm/utils/deep_gemm.py, should_use_deepgemm_for_fp8_linear); other shapes go to a kernel in Triton.
double hostSeconds(const GemmModel& model, const Product& product) {
    constexpr double kFusedRows = 32.0, kColumns = 64.0, kDepth = 128.0;
    if (model.host_s <= 0.0) return 0.0;
    const bool taken = std::fmod(product.n, kColumns) == 0.0 && std::fmod(product.k, kDepth) == 0.0;
    if (!taken) return model.host_other_s;
    return product.m < kFusedRows ? model.host_s : model.host_pair_s;
}

Limit limitOf(const Choice& choice, const KernelTime& time, double dram_s) {
    if (time.fixed_s > 0.5 * time.seconds) return Limit::Latency;
    if (dram_s > choice.arithmetic_s) return Limit::Memory;
    if (time.tail_s > 0.25 * time.seconds) return Limit::Tail;
    if (time.clock_ratio < 1.0) return Limit::Power;
    return choice.tile->fed ? Limit::L2 : Limit::Compute;
}

void fillTiling(const Choice& choice, const GemmModel& model, KernelTime& time) {
    time.tile_m = static_cast<float>(choice.tile->m);
    time.tile_n = static_cast<float>(choice.tile->n);
    time.tile_k = static_cast<float>(model.k_quantum);
    time.split_k = static_cast<float>(choice.split);
    time.tiles = static_cast<float>(choice.tiles);
    time.waves = static_cast<float>(choice.tiles * choice.split / model.sms);
    // Accumulators of 32 bits in 128 or 256 threads beside addresses; a ring of four slices of operands.
    constexpr double kStages = 4.0;
    const double area = choice.tile->m * choice.tile->n;
    const double threads = area > 128.0 * 64.0 ? 256.0 : 128.0;
    time.threads_per_block = static_cast<float>(threads);
    time.registers_per_thread = static_cast<float>(std::min(area / threads + 40.0, 255.0));
    time.shared_bytes_per_block = static_cast<float>(kStages * model.k_quantum *
                                                     (choice.tile->m * model.bytes.a + choice.tile->n * model.bytes.b));
    time.blocks_per_sm = 1.0F;
}

KernelTime predictProduct(const GemmModel& model, const PowerCoefficients& power, const Product& product) {
    KernelTime time;
    time.dram_bytes = dramBytes(product, model);
    const double dram_s = time.dram_bytes * model.dram_s_per_byte;
    const Choice choice = Search(model, product, dram_s).best();
    const double columns = whole(product.m / choice.tile->m), rows = whole(product.n / choice.tile->n);
    time.flop = 2.0 * product.batch * product.m * product.n * product.k;
    time.l2_bytes = product.a_bytes * rows + product.weight_bytes * columns + product.out_bytes;
    time.seconds = choice.seconds;
    time.fixed_s = choice.overhead_s;
    const double overlapped = choice.seconds - choice.overhead_s;
    const double tail = std::max(choice.arithmetic_s - choice.even_s, 0.0) / choice.arithmetic_s;
    const double exposed = choice.arithmetic_s * choice.arithmetic_s / overlapped; // at most overlapped
    time.tail_s = exposed * tail;
    time.compute_s = exposed * (1.0 - tail);
    time.memory_s = std::max(overlapped - exposed, 0.0);
    fillTiling(choice, model, time); // SMs at work draw more than those at rest
    time = atPowerLimit(power, model.math, time, Overlap::Fourth);
    if (product.quantizes) {
        const double quantize = quantizeSeconds(model, product);
        time.memory_s += quantize - model.quantize_s;
        time.fixed_s += model.quantize_s;
        time.dram_bytes += 3.0 * product.a_bytes / model.bytes.a;
    }
    time.seconds = time.compute_s + time.memory_s + time.tail_s + time.fixed_s;
    time.alone_s = std::max(time.seconds, hostSeconds(model, product));
    time.limit = limitOf(choice, time, dram_s);
    time.extrapolated = !model.seen;
    const ResidualBand& band = product.batch > 1.0 ? model.batched_band : model.band;
    time.log_p10 = band.p10;
    time.log_p90 = band.p90;
    return time;
}

/// Batches of products with scaled blocks have no kernels where the tensor cores apply scales: their weights are
/// widened when they are loaded, and multiply in 16 bits (NVIDIA/TensorRT-LLM, fp8_block_scaling_bmm_out; vLLM widens
/// the absorbed weights of latent attention too).
bool runsWidened(const hardware::Gpu& gpu, const Kernel& kernel) {
    if (!scalesInTensorCores(gpu) || gemmTypeOf(kernel) != GemmType::Fp8Block) return false;
    const auto* shape = std::get_if<Matmul>(&kernel.shape);
    return shape != nullptr && !shape->linear && shape->batch > 1.0;
}

Kernel widened(Kernel kernel) {
    auto& shape = std::get<Matmul>(kernel.shape);
    shape.block_scaled = shape.dynamic_quantization = false;
    kernel.a = kernel.b = kernel.math = NumberType::Bf16;
    return kernel;
}

} // namespace

KernelTime predictGemm(const GemmModel& model, const PowerCoefficients& power, const Kernel& kernel) {
    const double out = bytesOf(kernel.out);
    const auto* conv = std::get_if<Conv2d>(&kernel.shape);
    const auto* matmul = std::get_if<Matmul>(&kernel.shape);
    if (conv == nullptr && matmul == nullptr) return {};
    Product product = conv != nullptr ? productOf(*conv, model, out) : productOf(*matmul, model, out);
    // Stores were measured with results of 16 bits; wider ones were not.
    constexpr double kMeasuredResult = 2.0;
    product.unstored = 1.0 - std::min(out, kMeasuredResult) / kMeasuredResult;
    return predictProduct(model, power, product);
}

KernelTime predictTensorMatmul(const hardware::Gpu& gpu, const TensorMatmulCoefficients& coefficients,
                               const Kernel& kernel) {
    if (runsWidened(gpu, kernel)) return predictTensorMatmul(gpu, coefficients, widened(kernel));
    return predictGemm(coefficients.models[static_cast<std::size_t>(gemmTypeOf(kernel))], coefficients.power, kernel);
}

KernelTime predictQuantize(const hardware::Gpu& gpu, const TensorMatmulCoefficients& coefficients,
                           const Kernel& kernel) {
    const auto* shape = std::get_if<workload::Quantize>(&kernel.shape);
    KernelTime time;
    if (shape == nullptr) return time;
    const double input = bytesOf(kernel.a);
    const double elements = shape->rows * shape->cols;
    const double written = shape->cast ? bytesOf(kernel.out) : 0.0;
    const double stays = residentShare(elements * (input + written), residentL2Bytes(gpu));
    const auto add = [&](const QuantizeValues& step, double bytes, double l2_bytes_per_s) {
        time.fixed_s += step.start_s;
        time.l2_bytes += bytes;
        time.dram_bytes += bytes * (1.0 - stays);
        time.memory_s +=
            elements * input * ((1.0 - stays) * step.passes / gpu.memory_bytes_per_s + stays / l2_bytes_per_s);
    };
    const double clocks = gpu.sms * gpu.clock_hz;
    if (shape->scale) add(coefficients.scale, elements * input, coefficients.scale.l2_bytes * clocks);
    if (shape->cast) {
        add(coefficients.cast, elements * (input + written),
            coefficients.cast.l2_share * sustainedL2BytesPerSecond(gpu));
    }
    time.seconds = time.alone_s = time.fixed_s + time.memory_s;
    time.limit = time.fixed_s > time.memory_s ? Limit::Latency : stays > 0.5 ? Limit::L2 : Limit::Memory;
    // The search of the scale is the longer step.
    const ResidualBand& band = shape->scale ? coefficients.scale_band : coefficients.cast_band;
    time.log_p10 = band.p10;
    time.log_p90 = band.p90;
    time.extrapolated = !coefficients.quantizers_seen;
    return time;
}

} // namespace strata::gpu
