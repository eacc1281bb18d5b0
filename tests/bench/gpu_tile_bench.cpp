// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/data_root.h"
#include "core/catalog/library.h"
#include "core/gpu/products/tile_model.h"
#include "core/hardware/gpu/gpu_json.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <random>

using namespace strata;

namespace {

/// Shapes of all families in the proportions of a transformer: products, attention, norms and elementwise operators.
std::vector<workload::Kernel> mixedKernels(NumberType type) {
    std::mt19937 random(1);
    const auto size = [&](double low, double high) {
        return std::round(std::exp2(std::uniform_real_distribution<>(std::log2(low), std::log2(high))(random)));
    };
    std::vector<workload::Kernel> kernels;
    for (int i = 0; i < 1024; ++i) {
        workload::Kernel kernel;
        switch (i % 8) {
        case 0:
        case 1:
        case 2: kernel.shape = workload::Matmul{1, size(1, 65536), size(256, 50000), size(256, 16384), true}; break;
        case 3: kernel.shape = workload::Matmul{size(1, 512), size(16, 4096), size(16, 4096), size(32, 4096)}; break;
        case 4: kernel.shape = workload::Conv2d{32, size(16, 512), size(16, 512), 28, 28, 3, 3}; break;
        case 5:
            kernel.shape = workload::VectorOp{workload::VectorFunction::Softmax, size(64, 65536), size(64, 16384)};
            break;
        case 6:
            kernel.shape = workload::VectorOp{workload::VectorFunction::LayerNorm, size(64, 65536), size(256, 16384)};
            break;
        default:
            kernel.shape = workload::VectorOp{workload::VectorFunction::Gelu, size(64, 65536), size(64, 16384)};
            break;
        }
        kernel.a = kernel.b = kernel.out = kernel.math = type;
        kernels.push_back(kernel);
    }
    return kernels;
}

void predictMixed(benchmark::State& state, const char* device, NumberType type) {
    const auto root = dataRoot();
    const auto library = root ? Library::loadWhatIsSound(*root) : Result<Library::Partial>(root.error());
    const Entry* entry = library ? library->library->find(device) : nullptr;
    if (entry == nullptr) return state.SkipWithError("no library with that device; set STRATA_ROOT");
    const auto gpu = hardware::readGpu(*entry->document, "");
    if (!gpu) return state.SkipWithError("the device cannot be read");
    const gpu::TileModel model = gpu::makeTileModel(*gpu, library->library->calibrations());
    const auto kernels = mixedKernels(type);
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(gpu::predict(model, kernels[next++ % kernels.size()]).seconds);
    }
    state.SetItemsProcessed(state.iterations());
}

} // namespace

// Kernels per second of one core; the aim is 10^6.
BENCHMARK_CAPTURE(predictMixed, v100_fp32, "v100-pcie-32gb", NumberType::Fp32);
BENCHMARK_CAPTURE(predictMixed, mi100_fp32, "mi100", NumberType::Fp32);
BENCHMARK_CAPTURE(predictMixed, t4_fp32_power_limited, "t4", NumberType::Fp32);
BENCHMARK_CAPTURE(predictMixed, h100_bf16, "h100-sxm5-80gb", NumberType::Bf16);
