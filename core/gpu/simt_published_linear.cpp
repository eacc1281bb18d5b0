// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/simt_published.h"

#include "core/gpu/simt_published_sizes.h"

#include <array>

namespace strata::gpu {
namespace {

// Facts of rocBLAS (AMD, MIT licence), library/src/blas3/Tensile/Logic/asm_full/arcturus/
// arcturus_Cijk_Alik_Bljk_SB.yaml, for gfx908 (CDNA), whose measured efficiencies are not used: the sizes that are the
// nearest of all to some product with a long sum. Few were tuned for language models there; most are gradients of
// convolutions, whose small results need their sums split. Columns, rows, slice, threads, elements in local memory, on
// matrix cores, split.
constexpr auto kKernels = std::to_array<LibraryKernel>({{64, 32, 32, 256, 7360, true, 3},
                                                        {64, 32, 32, 256, 7360, true, 5},
                                                        {64, 64, 32, 256, 12544, true, 1},
                                                        {96, 96, 32, 256, 6912, true, 1},
                                                        {128, 96, 32, 256, 8064, true, 1},
                                                        {128, 128, 32, 256, 8704, true, 1}});
// Columns, rows, k, kernel; in rising order.
constexpr auto kSizes =
    std::to_array<LibrarySize>({{64, 32, 40000, kOther},      {64, 32, 43808, kOther},     {64, 32, 57600, kOther},
                                {64, 32, 80000, 0},           {64, 32, 87616, kOther},     {64, 32, 115200, kOther},
                                {64, 64, 25600, kOther},      {64, 64, 27000, kOther},     {64, 64, 36864, kOther},
                                {64, 64, 43320, kOther},      {64, 64, 50176, kOther},     {64, 64, 58400, 1},
                                {64, 64, 86432, 1},           {64, 64, 116800, 1},         {64, 64, 172864, kOther},
                                {64, 64, 233600, kOther},     {96, 64, 28800, kOther},     {96, 64, 41472, kOther},
                                {128, 64, 43320, kOther},     {128, 128, 25088, kOther},   {128, 128, 25600, kOther},
                                {128, 128, 50176, 2},         {192, 80, 28800, 3},         {192, 80, 41472, kOther},
                                {256, 256, 43008, kOther},    {256, 256, 45632, kOther},   {256, 256, 49152, 1},
                                {256, 256, 51520, 0},         {256, 256, 54400, 0},        {256, 256, 55296, kOther},
                                {256, 256, 56832, kOther},    {256, 256, 60800, 0},        {256, 55296, 512, kOther},
                                {441, 64, 25088, kOther},     {512, 512, 39488, kOther},   {512, 8192, 8193, kOther},
                                {512, 24000, 2816, kOther},   {512, 48000, 2816, kOther},  {1024, 3712, 36548, 5},
                                {1024, 16384, 4096, kOther},  {1024, 32768, 4096, kOther}, {1024, 48000, 2816, kOther},
                                {1728, 64, 25088, kOther},    {4096, 32, 25088, 1},        {6144, 48000, 2560, kOther},
                                {8192, 8192, 8193, kOther},   {8448, 24000, 2816, 4},      {8448, 48000, 2816, kOther},
                                {12672, 16384, 2304, kOther}, {25216, 8192, 1920, kOther}, {25216, 16384, 1920, kOther},
                                {29000, 109, 2560, kOther},   {29000, 121, 2560, kOther},  {30592, 1024, 2048, kOther},
                                {33712, 8192, 1024, kOther},  {33712, 9600, 1024, kOther}, {39488, 512, 512, kOther},
                                {42720, 3968, 1024, kOther},  {42720, 6528, 1024, 4},      {42720, 10080, 1024, kOther},
                                {50304, 4096, 1536, 4},       {50304, 8192, 1536, 4},      {50304, 16384, 1024, kOther},
                                {50304, 32768, 1024, kOther}});
static_assert(isTable(kSizes, kKernels.size()));

constexpr double kLeastSide = 64.0;
constexpr double kMostSide = 65536.0;
constexpr double kLeastSum = 24576.0;
constexpr double kMostSum = 262144.0;

} // namespace

std::span<const LibraryKernel> publishedLinearKernels(const hardware::Gpu& gpu) {
    if (gpu.vendor != "AMD" || gpu.architecture != "CDNA") return {};
    return kKernels;
}

std::optional<std::size_t> publishedLinearKernelOf(double m, double n, double k) {
    const auto isSide = [](double size) { return size >= kLeastSide && size <= kMostSide; };
    if (!isSide(m) || !isSide(n) || k < kLeastSum || k > kMostSum) return std::nullopt;
    return nearestKernel(kSizes, m, n, k);
}

} // namespace strata::gpu
