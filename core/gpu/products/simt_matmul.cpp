// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/products/simt_matmul.h"

#include "core/gpu/calibration/ceilings.h"
#include "core/gpu/products/simt_library.h"
#include "core/gpu/products/tiling.h"
#include "core/gpu/products/winograd.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace strata::gpu {
namespace {

constexpr double kElementBytes = 4.0;  ///< of the type that the coefficients hold for, fp32
constexpr double kSector = 8.0;        ///< elements of a 32-byte sector of a row
constexpr double kLeastSplitK = 256.0; ///< shorter sums are not split
constexpr double kPageBytes = 2.0 * 1024 * 1024;
/// Of an SM's translation buffer, 32 MiB from Pascal to Turing (Jia et al., arXiv:1804.06826, section 3.8; recalled).
/// Of CDNA's nobody published how far it reaches: the same is assumed.
constexpr double kReachPages = 16.0;

/// The matrix product that an operator asks for: C[batch, m, n] = A[batch, m, k] B[batch or 1, k, n].
struct Product {
    double batch = 1, m = 1, n = 1, k = 1;
    double compulsory_bytes = 0, result_bytes = 0;
    double peak_s = 0; ///< at the device's peak rate; 0: fewer operations than that can do
    bool winograd = false;
    double element_bytes = kElementBytes;
    double width = 1;         ///< of an element over that of fp32; energy of an operation is taken to grow with it
    double against_width = 1; ///< time of an operation over that of one in fp32, per width
    double operands = 1;      ///< fourth power of the words that lanes read in a clock, over those of fp32
    SimtOperator op = SimtOperator::Bmm;
    bool aligned = true; ///< rows start at multiples of 16 bytes, so that loads can be vectors
};

bool isMultipleOf4(double size) { return std::fmod(size, 4.0) == 0.0; }

/// Lanes run other types at their own rate; tf32 without units for it is fp32.
double againstFp32(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
    const double own = arithmeticPeak(gpu, kernel);
    const bool is_fp32 = kernel.math == NumberType::Fp32 || kernel.math == NumberType::Tf32;
    return is_fp32 || own <= 0.0 ? 1.0 : gpu.peak(NumberType::Fp32) / own;
}

/// Words of 32 bits that lanes of a type read from registers in a clock, over those of fp32, by the type's operations in
/// a clock over those of fp32. An element of 16 bits takes the port of a whole word, unless two elements share one, as
/// they do where its operations are twice as many (NVIDIA, CUDA Math API, half2).
double wordsAgainstFp32(double rate, double width) {
    return width >= 1.0 ? rate * width : std::max(std::min(rate, 1.0), rate * width);
}

Product productOf(const hardware::Gpu& gpu, const workload::Kernel& kernel, double peak_flop_per_s) {
    const workload::KernelWork work = workload::workOf(kernel);
    Product product;
    product.element_bytes = bytesOf(kernel.math);
    product.width = product.element_bytes / kElementBytes;
    const double against_fp32 = againstFp32(gpu, kernel);
    product.against_width = against_fp32 / product.width;
    product.operands = std::pow(wordsAgainstFp32(1.0 / against_fp32, product.width), 4);
    product.compulsory_bytes = work.read_bytes + work.write_bytes;
    product.result_bytes = work.write_bytes;
    product.peak_s = work.flop / peak_flop_per_s * product.against_width * product.width;
    if (const auto* matmul = std::get_if<workload::Matmul>(&kernel.shape)) {
        product.batch = matmul->batch;
        product.m = matmul->m;
        product.n = matmul->n;
        product.k = matmul->k;
        product.op = matmul->linear ? SimtOperator::Linear : SimtOperator::Bmm;
        // A linear layer holds its weights with k innermost, a plain product has n innermost in B.
        product.aligned = isMultipleOf4(product.k) && (matmul->linear || isMultipleOf4(product.n));
    } else if (const auto* conv = std::get_if<workload::Conv2d>(&kernel.shape)) {
        product.winograd = takesWinograd(kernel);
        if (product.winograd) product.peak_s = 0.0;
        // Implicit GEMM: rows are output pixels, columns filters, the sum runs over the window of each group
        // (Chetlur et al., cuDNN, arXiv:1410.0759, section 3).
        product.batch = conv->groups;
        product.m = conv->n * conv->p * conv->q;
        product.n = conv->m / conv->groups;
        product.k = conv->c / conv->groups * conv->r * conv->s;
        product.op = SimtOperator::Conv;
    }
    return product;
}

/// One way to run a product.
struct Candidate {
    const SimtTile* tile = nullptr;
    double split = 1, tiles = 0, waves = 0;
    double compute_s = 0; ///< at full clock, tail included
    double even_s = 0;    ///< without tail
    double peak_s = 0;    ///< of the product without padding at the device's peak: no library beats it
    double full_s = 0;    ///< at full clock, from its start on
    double lanes_j = 0;   ///< of lanes and caches, at full clock
    double dram_j = 0;
    double clock = 1;
    double memory_s = 0, walk_s = 0, extra_s = 0;
    double l2_s = 0;      ///< of operands on their way from L2
    double exposed_s = 0; ///< of results on their way to DRAM while nobody multiplies
    double flop = 0, l2_bytes = 0, dram_bytes = 0;
    double seconds = 0;
};

double cubed(double a) { return a * a * a; }

/// Arithmetic, operands from L2, DRAM traffic and address translation overlap, the longest hides most of the others:
/// cubes sit between a sum and a maximum.
double secondsAt(const Candidate& candidate, double clock) {
    const double compute_s = std::max(candidate.compute_s / clock, candidate.peak_s);
    return std::cbrt(cubed(compute_s + candidate.exposed_s) + cubed(candidate.l2_s / clock) +
                     cubed(candidate.memory_s) + cubed(candidate.walk_s)) +
           candidate.extra_s;
}

/// Share of the clock at which lanes, whose energy falls with it, and memory, whose energy does not, hold the board's
/// limit, averaged over the kernel and a rest of `rest_s` behind it. With that share x and e the exponent of power,
/// lanes_j x^(e - 1) + dram_j = headroom_w (seconds(x) + rest_s): by two steps of Newton's on a logarithmic scale, from
/// where a kernel of arithmetic alone would be: after one, twice the printed clock would tell another time.
double heldClock(const SimtMatmulCoefficients& c, const Candidate& candidate, double rest_s) {
    constexpr double kLeast = 0.05;
    constexpr int kSteps = 2;
    if (c.headroom_w <= 0.0) return 1.0;
    const double over = (candidate.lanes_j + candidate.dram_j) / (c.headroom_w * (candidate.full_s + rest_s));
    if (over <= 1.0) return 1.0;
    const double exponent = c.shared.clock_exponent;
    double share = std::max(std::pow(over, -1.0 / exponent), kLeast);
    for (int step = 0; step < kSteps; ++step) {
        const double seconds = secondsAt(candidate, share) - candidate.extra_s;
        const double lanes_j = candidate.lanes_j * std::pow(share, exponent - 1.0);
        const double left_over = (lanes_j + candidate.dram_j) / (c.headroom_w * (seconds + rest_s));
        const double busy = std::min((candidate.compute_s / share + candidate.exposed_s) / seconds, 1.0);
        const double slope =
            (exponent - 1.0) * lanes_j / (lanes_j + candidate.dram_j) + cubed(busy) * seconds / (seconds + rest_s);
        share = std::clamp(share / (1.0 + (left_over - 1.0) / slope), kLeast, 1.0);
    }
    return share;
}

class Search {
public:
    Search(const hardware::Gpu& gpu, const SimtMatmulCoefficients& coefficients, const Product& product)
        : gpu_(gpu), c_(coefficients), product_(product),
          slowdown_(product.aligned ? 1.0 : 1.0 / coefficients.shared.unaligned) {
        if (product.winograd) slowdown_ = 1.0 / coefficients.shared.winograd_share;
        slowdown_ *= product.width; // as what draws power; times are per width
    }

    Candidate best() const {
        Candidate best;
        forEachTile([&](const SimtTile& tile) { takeOf(best, tile); });
        return best;
    }

    /// Of one tile, with the sum split over several blocks where they find room.
    Candidate bestOf(const SimtTile& tile) const {
        Candidate best;
        takeOf(best, tile);
        return best;
    }

    /// Of one tile, with the sum split as the library has fixed it.
    Candidate fixed(const SimtTile& tile) const {
        Candidate candidate;
        take(candidate, atFullClock(tile, tilesOf(tile), tile.split));
        return candidate;
    }

    const SimtTile* bestUnsplit() const {
        Candidate best;
        forEachTile([&](const SimtTile& tile) { take(best, atFullClock(tile, tilesOf(tile), 1.0)); });
        return best.tile;
    }

private:
    double tilesOf(const SimtTile& tile) const {
        return product_.batch * std::ceil(product_.m / tile.m) * std::ceil(product_.n / tile.n);
    }

    template <class Function>
    void forEachTile(Function&& function) const {
        for (std::size_t i = 0; i < kSimtTiles; ++i) {
            if ((c_.used[static_cast<std::size_t>(product_.op)] >> i & 1U) != 0) function(c_.tiles[i]);
        }
    }

    void takeOf(Candidate& best, const SimtTile& tile) const {
        const double tiles = tilesOf(tile);
        take(best, atFullClock(tile, tiles, 1.0));
        const double room = std::min(gpu_.sms * tile.resident / tiles, product_.k / kLeastSplitK);
        if (room < 2.0) return;
        const double most = std::exp2(std::floor(std::log2(room)));
        take(best, atFullClock(tile, tiles, most));
        if (most > 2.0) take(best, atFullClock(tile, tiles, most / 2.0)); // room that is there need not be filled
    }

    /// The faster one at the clock that it holds. What is slower at a clock that is surely not below it needs none.
    void take(Candidate& best, const Candidate& other) const {
        if (best.tile != nullptr && leastSeconds(other) >= best.seconds) return;
        const double clock = heldClock(c_, other, 0.0);
        const double seconds = clock < 1.0 ? secondsAt(other, clock) : other.full_s + other.extra_s;
        if (best.tile != nullptr && seconds >= best.seconds) return;
        best = other;
        best.clock = clock;
        best.seconds = seconds;
    }

    /// No kernel takes less at its limit than one of arithmetic alone would: x^(1 / e) <= 1 + (x - 1) / e (Bernoulli's
    /// inequality), for the share x of its power that the limit leaves.
    double leastSeconds(const Candidate& candidate) const {
        double least_s = candidate.full_s;
        const double limit_j = c_.headroom_w * candidate.full_s;
        if (candidate.lanes_j > limit_j && limit_j > 0.0) {
            const double most = 1.0 + (limit_j / candidate.lanes_j - 1.0) / c_.shared.clock_exponent;
            least_s = std::max(least_s, candidate.compute_s / most);
        }
        return least_s + candidate.extra_s;
    }

    Candidate atFullClock(const SimtTile& tile, double tiles, double split) const {
        const SimtShared& s = c_.shared;
        const double k = std::ceil(product_.k / (tile.slice * split)) * tile.slice;
        Candidate candidate;
        candidate.tile = &tile;
        candidate.split = split;
        candidate.tiles = tiles * split;
        const WaveWork work = waveWork(candidate.tiles, gpu_.sms, tile.resident, tile.filling);
        const double block_flop = 2.0 * tile.m * tile.n * k;
        const double block_s = block_flop / tile.flop_per_s * crowded(tile) * slowdown_ * product_.against_width;
        candidate.compute_s = (work.full + work.last) * block_s;
        candidate.even_s = work.even * block_s;
        candidate.peak_s = product_.peak_s;
        candidate.waves = work.waves;
        candidate.flop = candidate.tiles * block_flop;
        // Partial sums are written and read once more.
        candidate.dram_bytes = product_.compulsory_bytes + 2.0 * (split - 1.0) * product_.result_bytes;
        candidate.memory_s = candidate.dram_bytes / c_.bandwidth;
        // A block neither multiplies while it writes its results nor do others on its SM, if it is alone there.
        candidate.exposed_s = product_.result_bytes / c_.bandwidth / tile.resident;
        candidate.l2_bytes = candidate.tiles * (tile.m + tile.n) * k * product_.element_bytes;
        candidate.l2_s = candidate.l2_bytes / c_.l2_bandwidth;
        candidate.walk_s = walkSeconds(tile, candidate, k);
        candidate.extra_s = s.start_s + (split > 1.0 ? s.split_s : 0.0);
        candidate.full_s = secondsAt(candidate, 1.0) - candidate.extra_s;
        candidate.lanes_j = candidate.flop * tile.j_per_flop * slowdown_;
        candidate.dram_j = candidate.dram_bytes * s.dram_pj_per_byte * 1e-12;
        return candidate;
    }

    /// Time of lanes of the type over that with operands of as many words a clock as those of fp32.
    double crowded(const SimtTile& tile) const {
        if (product_.operands == 1.0 || tile.crowding <= 0.0) return 1.0;
        return std::sqrt(std::sqrt((1.0 + tile.crowding * product_.operands) / (1.0 + tile.crowding)));
    }

    /// Pages that `rows` rows of an operand touch. Rows that divide a page or that pages divide leave none half used.
    static double pagesOf(double rows, double row_bytes) {
        const double pages = rows * row_bytes / kPageBytes;
        if (pages <= 1.0) return std::fmod(kPageBytes, rows * row_bytes) == 0.0 ? 1.0 : 1.0 + pages;
        return pages == std::floor(pages) ? pages : pages + 1.0;
    }

    /// Blocks of an SM walk many rows at once, a slice of each. When rows are long, they lie in more pages than its
    /// translation buffer reaches, and each slice that is not in L1, whose lines carry virtual addresses, waits for a
    /// lookup (Jia et al., arXiv:1804.06826, sections 3.2 and 3.8). CDNA translates each line before L1 looks for it
    /// (ROCm Compute Profiler, documentation of the vector L1 cache).
    double walkSeconds(const SimtTile& tile, const Candidate& candidate, double k) const {
        if (c_.walk_s <= 0.0) return 0.0;
        const double row_bytes = product_.k * product_.element_bytes;
        const bool far_columns = product_.op != SimtOperator::Bmm; // whose slice of B is a few whole rows
        const double down = std::min(tile.walking, std::ceil(product_.m / tile.m));
        const double across = std::min(tile.walking, std::ceil(product_.n / tile.n));
        const double pages =
            down * pagesOf(tile.m, row_bytes) + across * (far_columns ? pagesOf(tile.n, row_bytes) : 1.0);
        const double rows = tile.m + (far_columns ? tile.n : 0.0);
        return candidate.tiles / gpu_.sms * rows * (k / kSector) * tile.lookups * missShare(pages, kReachPages) *
               c_.walk_s;
    }

    const hardware::Gpu& gpu_;
    const SimtMatmulCoefficients& c_;
    const Product& product_;
    double slowdown_;
};

/// The tile that the library takes for one matrix, which it runs for each of a batch.
const SimtTile* tileOfOne(const hardware::Gpu& gpu, const SimtMatmulCoefficients& coefficients,
                          const Product& product) {
    const SimtTile* best = nullptr;
    double least_s = 0.0;
    for (const SimtTile& tile : coefficients.tiles) {
        const double seconds = loneSeconds(gpu, coefficients, tile, product.m, product.n, product.k);
        if (best != nullptr && seconds >= least_s) continue;
        best = &tile;
        least_s = seconds;
    }
    return best;
}

/// One row or one column: libraries have kernels that stream the matrix, each lane adding up a part of k (BLAS level 2,
/// gemv; cuBLAS and rocBLAS call them from gemm as well). Registers and threads are those of the tile beside it.
Candidate streamed(const Candidate& tiled, const SimtMatmulCoefficients& coefficients, const Product& product,
                   double peak_s) {
    Candidate candidate = tiled;
    candidate.split = 1.0;
    candidate.flop = 2.0 * product.m * product.n * product.k;
    candidate.l2_bytes = candidate.dram_bytes = product.compulsory_bytes;
    candidate.compute_s = candidate.even_s = peak_s;
    // They read as copies do; tiles, whose loads come in turns, reach a share of that.
    candidate.memory_s = product.compulsory_bytes / coefficients.bandwidth * coefficients.shared.bandwidth_fraction;
    candidate.l2_s = product.compulsory_bytes / coefficients.l2_bandwidth;
    candidate.walk_s = candidate.exposed_s = 0.0;
    candidate.extra_s = coefficients.shared.start_s;
    candidate.clock = 1.0;
    candidate.seconds = secondsAt(candidate, 1.0);
    candidate.full_s = candidate.seconds - candidate.extra_s;
    candidate.dram_j *= candidate.dram_bytes / tiled.dram_bytes;
    candidate.lanes_j *= candidate.flop / tiled.flop;
    return candidate;
}

Candidate chosen(const hardware::Gpu& gpu, const SimtMatmulCoefficients& coefficients, const Product& product) {
    const Search search(gpu, coefficients, product);
    const PublishedTiles& published = coefficients.published[static_cast<std::size_t>(product.op)];
    if (published.table != nullptr) {
        const std::optional<std::size_t> kernel = published.table->kernelOf(product.m, product.n, product.k);
        if (kernel) return search.fixed(published.tiles[*kernel]);
    }
    if (product.op != SimtOperator::Bmm) return search.best();
    Product seen = product; // by the library as it chooses
    seen.peak_s = 0.0;
    seen.batch = batchOfChoice(gpu, product.batch, product.m, product.n, product.k);
    if (seen.batch == product.batch) return search.best();
    seen.compulsory_bytes *= seen.batch / product.batch;
    seen.result_bytes *= seen.batch / product.batch;
    const bool is_lone = seen.batch <= 1.0 && coefficients.matrix_cores;
    const SimtTile* tile =
        is_lone ? tileOfOne(gpu, coefficients, product) : Search(gpu, coefficients, seen).bestUnsplit();
    return tile == nullptr ? Candidate{} : search.bestOf(*tile);
}

Limit limitOf(const Candidate& best, const KernelTime& time) {
    const double compute = best.compute_s / best.clock;
    if (best.extra_s > 0.5 * best.seconds) return Limit::Latency;
    if (best.memory_s > compute && best.memory_s > best.l2_s) return Limit::Memory;
    if (std::max(best.l2_s, best.walk_s) > compute) return Limit::L2;
    if (best.clock < 1.0) return Limit::Power;
    return time.tail_s > 0.5 * time.seconds ? Limit::Tail : Limit::Compute;
}

} // namespace

bool takesWinograd(const workload::Kernel& kernel) {
    const auto* conv = std::get_if<workload::Conv2d>(&kernel.shape);
    return conv != nullptr && kernel.a == NumberType::Fp32 && kernel.math == NumberType::Fp32 && conv->r == conv->s &&
           (conv->r == 3.0 || conv->r == 5.0) && conv->stride == 1.0 && conv->dilation == 1.0 && conv->groups == 1.0;
}

KernelTime predictSimtMatmul(const hardware::Gpu& gpu, const SimtMatmulCoefficients& coefficients,
                             const workload::Kernel& kernel) {
    const Product product = productOf(gpu, kernel, coefficients.peak_flop_per_s);
    Candidate best = chosen(gpu, coefficients, product);
    KernelTime time;
    if (best.tile == nullptr) return time;
    if (product.batch <= 1.0 && std::min(product.m, product.n) <= 1.0 && product.op != SimtOperator::Conv) {
        const double peak_s = workload::workOf(kernel).flop / std::max(arithmeticPeak(gpu, kernel), 1.0);
        const Candidate vector = streamed(best, coefficients, product, peak_s);
        if (vector.seconds < best.seconds) best = vector;
    }
    const auto op = static_cast<std::size_t>(product.op);
    const SimtShared& shared = coefficients.shared;
    time.seconds = best.seconds;
    time.fixed_s = best.extra_s;
    time.compute_s = best.even_s / best.clock;
    time.tail_s = std::max(best.compute_s - best.even_s, 0.0) / best.clock;
    time.memory_s = std::max(best.seconds - time.fixed_s - time.compute_s - time.tail_s, 0.0);
    time.compute_s = time.seconds - time.fixed_s - time.tail_s - time.memory_s;

    // A kernel that is timed alone is followed by a pause, in which the board cools: its mean power is lower.
    const double floor_s = coefficients.floor_s[op];
    time.rested_s = secondsAt(best, heldClock(coefficients, best, shared.rest_s));
    time.alone_s = aloneSeconds(time.rested_s, floor_s, shared.lead_share);

    if (coefficients.headroom_w > 0.0) {
        const double lanes_j = best.lanes_j * std::pow(best.clock, shared.clock_exponent - 1.0);
        time.power_w = std::max(gpu.board_power_w - coefficients.headroom_w, 0.0) +
                       std::min((lanes_j + best.dram_j) / best.seconds, coefficients.headroom_w);
    }
    time.flop = best.flop;
    time.dram_bytes = best.dram_bytes;
    time.l2_bytes = best.l2_bytes;
    time.clock_ratio = best.clock;
    time.tile_m = static_cast<float>(best.tile->m);
    time.tile_n = static_cast<float>(best.tile->n);
    time.tile_k = static_cast<float>(best.tile->slice);
    time.split_k = static_cast<float>(best.split);
    time.tiles = static_cast<float>(best.tiles);
    time.waves = static_cast<float>(best.waves);
    time.blocks_per_sm = static_cast<float>(best.tile->resident);
    time.registers_per_thread = static_cast<float>(best.tile->registers);
    time.shared_bytes_per_block = static_cast<float>(best.tile->shared_bytes);
    time.threads_per_block = static_cast<float>(best.tile->threads);
    time.limit = limitOf(best, time);
    const ResidualBand band = coefficients.spread[op].at(time.alone_s);
    time.log_p10 = band.p10;
    time.log_p90 = band.p90;
    if (!hasTransforms(kernel)) return time;
    const KernelTime transformed = predictTransformed(gpu, coefficients, kernel);
    return transformed.seconds < time.seconds ? transformed : time;
}

} // namespace strata::gpu
