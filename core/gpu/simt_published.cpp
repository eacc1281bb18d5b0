// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/simt_published.h"

#include "core/gpu/simt_published_sizes.h"

#include <algorithm>
#include <array>
#include <numbers>

namespace strata::gpu {
namespace {

// Facts of rocBLAS (AMD, MIT licence), library/src/blas3/Tensile/Logic/asm_full/arcturus/
// arcturus_Cijk_Ailk_Bljk_SB.yaml, for gfx908 (CDNA), whose measured efficiencies are not used. Of sizes that are tuned
// with several numbers of matrices the one that Tensile prefers stands here. Columns, rows, slice, threads, elements in
// local memory, on matrix cores, split, sharing.
constexpr auto kKernels =
    std::to_array<LibraryKernel>({{16, 16, 32, 64, 3136, true, 1, 1},    {16, 64, 32, 256, 6912, true, 1, 1},
                                  {32, 32, 32, 256, 6208, true, 1, 1},   {32, 64, 32, 256, 7296, true, 1, 1},
                                  {64, 16, 32, 256, 6688, true, 1, 1},   {64, 32, 16, 256, 3616, true, 1, 1},
                                  {64, 32, 32, 256, 7232, true, 1, 1},   {64, 64, 16, 256, 4096, true, 1, 1},
                                  {64, 64, 32, 256, 8192, true, 1, 1},   {64, 64, 32, 256, 12544, true, 1, 1},
                                  {64, 128, 16, 256, 7168, true, 1, 1},  {64, 144, 32, 256, 15136, true, 1, 1},
                                  {128, 64, 16, 256, 7168, true, 1, 1},  {128, 64, 24, 256, 12800, true, 1, 1},
                                  {128, 64, 32, 256, 14592, true, 1, 1}, {128, 144, 16, 256, 4496, true, 1, 1},
                                  {144, 64, 16, 256, 7488, true, 1, 1},  {16, 8, 32, 128, 1856, false, 1, 4},
                                  {16, 16, 16, 256, 1024, false, 1, 4},  {16, 16, 16, 256, 1024, false, 8, 4},
                                  {16, 16, 32, 256, 3136, false, 1, 4},  {32, 8, 32, 256, 3328, false, 1, 4},
                                  {64, 32, 16, 128, 1536, false, 1, 1},  {128, 32, 8, 256, 3360, false, 1, 1}});
// Columns, rows, k, kernel; in rising order.
constexpr auto kSizes = std::to_array<LibrarySize>(
    {{64, 64, 64, kOther},      {64, 100, 100, kOther},    {64, 102, 102, kOther},    {64, 122, 122, kOther},
     {64, 128, 128, 8},         {64, 135, 135, 7},         {64, 143, 143, 7},         {64, 147, 147, 5},
     {64, 147, 148, kOther},    {64, 148, 143, 7},         {64, 148, 148, kOther},    {64, 159, 159, kOther},
     {64, 159, 160, 5},         {64, 160, 160, kOther},    {64, 162, 159, 7},         {64, 162, 162, kOther},
     {64, 177, 177, 7},         {64, 193, 193, 5},         {64, 228, 228, 7},         {64, 232, 232, 7},
     {64, 256, 256, 8},         {64, 384, 384, 8},         {64, 448, 256, kOther},    {64, 500, 500, 0},
     {64, 512, 500, 0},         {64, 512, 512, 10},        {64, 704, 1280, kOther},   {64, 1024, 1024, kOther},
     {64, 1024, 1280, 0},       {64, 1408, 1280, 2},       {64, 1856, 1280, kOther},  {64, 2000, 2000, kOther},
     {64, 2048, 2048, 6},       {64, 2368, 3328, kOther},  {64, 2944, 3328, kOther},  {64, 3584, 3328, 6},
     {64, 4288, 3328, 9},       {64, 5056, 3328, 9},       {96, 1024, 1024, kOther},  {100, 500, 500, 0},
     {100, 500, 512, 0},        {100, 512, 500, 0},        {100, 512, 512, 0},        {100, 1024, 1024, kOther},
     {100, 2000, 2000, 9},      {100, 2048, 2048, 9},      {128, 64, 128, kOther},    {128, 64, 256, kOther},
     {128, 128, 64, kOther},    {128, 128, 128, kOther},   {128, 128, 256, kOther},   {128, 256, 256, 21},
     {128, 448, 256, kOther},   {128, 500, 500, 4},        {128, 500, 512, kOther},   {128, 512, 500, 4},
     {128, 512, 512, 0},        {128, 704, 1280, 0},       {128, 1024, 1024, 12},     {128, 1024, 1280, kOther},
     {128, 1408, 1280, 3},      {128, 1856, 1280, 6},      {128, 2000, 2000, 9},      {128, 2048, 2048, kOther},
     {128, 2368, 3328, 9},      {128, 2944, 3328, 9},      {128, 3584, 3328, 9},      {128, 4288, 3328, 5},
     {200, 100, 100, kOther},   {200, 512, 512, kOther},   {200, 1024, 1024, 9},      {200, 2048, 2048, kOther},
     {224, 224, 64, 22},        {256, 64, 128, 17},        {256, 64, 256, 17},        {256, 128, 128, 18},
     {256, 128, 256, 17},       {256, 256, 128, 2},        {256, 256, 256, 0},        {256, 256, 1280, kOther},
     {256, 448, 256, kOther},   {256, 500, 500, 2},        {256, 500, 512, kOther},   {256, 512, 500, kOther},
     {256, 512, 512, 2},        {256, 1024, 1024, 9},      {256, 1024, 1280, 9},      {256, 1408, 1280, 9},
     {256, 1856, 1280, 9},      {256, 2000, 2000, 13},     {256, 2048, 2048, kOther}, {256, 2368, 3328, kOther},
     {256, 2944, 3328, 13},     {256, 3584, 3328, kOther}, {256, 4288, 3328, 11},     {384, 384, 64, 7},
     {384, 384, 384, 1},        {448, 64, 256, 20},        {448, 128, 256, 0},        {448, 256, 256, kOther},
     {448, 448, 128, kOther},   {448, 448, 256, 4},        {500, 100, 500, kOther},   {500, 100, 512, kOther},
     {500, 500, 100, kOther},   {500, 512, 100, kOther},   {512, 32, 512, 19},        {512, 100, 500, kOther},
     {512, 100, 512, 2},        {512, 182, 512, kOther},   {512, 184, 512, kOther},   {512, 189, 512, 1},
     {512, 200, 512, kOther},   {512, 206, 512, kOther},   {512, 208, 512, 2},        {512, 224, 512, 2},
     {512, 246, 512, 2},        {512, 256, 512, 2},        {512, 264, 512, kOther},   {512, 500, 100, kOther},
     {512, 512, 64, 12},        {512, 512, 100, 4},        {704, 704, 128, 7},        {704, 704, 256, kOther},
     {768, 32, 768, kOther},    {768, 64, 768, kOther},    {768, 160, 768, kOther},   {768, 320, 768, kOther},
     {768, 768, 384, kOther},   {1024, 32, 1024, 0},       {1024, 35, 1024, 20},      {1024, 49, 1024, 1},
     {1024, 50, 1024, 1},       {1024, 63, 1024, kOther},  {1024, 64, 1024, 2},       {1024, 77, 1024, kOther},
     {1024, 80, 1024, kOther},  {1024, 82, 1024, kOther},  {1024, 86, 1024, kOther},  {1024, 91, 1024, kOther},
     {1024, 96, 1024, kOther},  {1024, 120, 1024, kOther}, {1024, 128, 1024, 2},      {1024, 160, 1024, kOther},
     {1024, 180, 1024, 6},      {1024, 200, 1024, kOther}, {1024, 216, 1024, kOther}, {1024, 243, 1024, kOther},
     {1024, 256, 1024, kOther}, {1024, 308, 1024, kOther}, {1024, 960, 64, 7},        {1024, 1024, 64, 15},
     {1024, 1024, 81, 7},       {1024, 1024, 96, 15},      {1024, 1024, 128, 15},     {1024, 1024, 256, kOther},
     {1024, 1024, 320, 7},      {1024, 1024, 512, 7},      {1024, 1408, 256, 7},      {1024, 4096, 4096, 15},
     {1152, 1152, 384, 7},      {1408, 64, 1280, kOther},  {1408, 128, 1280, 3},      {1408, 256, 1280, 9},
     {1408, 1408, 128, kOther}, {1408, 1408, 256, 7},      {1408, 1856, 256, kOther}, {1536, 1536, 384, kOther},
     {1760, 32, 1760, 2},       {1760, 64, 1760, 2},       {1760, 128, 1760, kOther}, {1856, 64, 1280, 4},
     {1856, 128, 1280, kOther}, {1856, 256, 1280, 9},      {1856, 1408, 128, 7},      {1856, 1408, 256, 7},
     {1856, 1856, 128, kOther}, {1856, 1856, 256, 7},      {1856, 2368, 128, 7},      {1856, 2368, 256, 7},
     {1920, 1920, 384, 7},      {2048, 32, 2048, 2},       {2048, 64, 2048, kOther},  {2048, 128, 2048, 9},
     {2048, 192, 1280, kOther}, {2048, 200, 2048, kOther}, {2048, 256, 2048, kOther}, {2048, 320, 2048, kOther},
     {2304, 2304, 384, kOther}, {2368, 64, 3328, kOther},  {2368, 128, 3328, kOther}, {2368, 256, 3328, 13},
     {2368, 1856, 128, 7},      {2368, 1856, 256, kOther}, {2368, 2368, 128, 7},      {2368, 2368, 256, kOther},
     {2560, 32, 2560, 2},       {2560, 64, 2560, 6},       {2560, 128, 2560, 9},      {2688, 2688, 384, 10},
     {2944, 64, 3328, kOther},  {2944, 128, 3328, 9},      {2944, 256, 3328, 7},      {2944, 2944, 128, 7},
     {2944, 2944, 256, 10},     {3072, 3072, 384, kOther}, {3456, 3456, 384, kOther}, {3584, 64, 3328, kOther},
     {3584, 128, 3328, kOther}, {3584, 256, 3328, kOther}, {3584, 3584, 128, 7},      {3584, 3584, 256, 7},
     {3840, 3840, 384, kOther}, {4096, 32, 3072, 6},       {4096, 32, 4096, 6},       {4096, 35, 3072, 9},
     {4096, 49, 3072, kOther},  {4096, 63, 3072, kOther},  {4096, 64, 3072, 9},       {4096, 64, 4096, 9},
     {4096, 86, 3072, 6},       {4096, 91, 3072, 6},       {4096, 96, 3072, 6},       {4096, 128, 3072, 14},
     {4096, 128, 4096, 10},     {4096, 200, 4096, kOther}, {4096, 256, 4096, 16},     {4096, 4096, 1, 23},
     {4224, 4224, 384, 15},     {4288, 64, 3328, kOther},  {4288, 128, 3328, kOther}, {4288, 256, 3328, kOther},
     {4288, 4288, 128, kOther}, {4288, 4288, 256, 15},     {4608, 4608, 384, kOther}, {4992, 4992, 384, kOther},
     {5056, 5056, 128, 15},     {5056, 5056, 256, 15},     {5888, 5888, 128, 15},     {5888, 5888, 256, 15},
     {6784, 6784, 128, 15},     {6784, 6784, 256, 15}});

static_assert(isTable(kSizes, kKernels.size()));

constexpr double kLeastHead = 64.0;
constexpr double kWidestHead = 256.0;
constexpr double kLeastSide = 128.0;
constexpr double kLongestSide = 4608.0;

bool isOfAttention(double m, double n, double k) {
    std::array sides{m, n, k};
    std::sort(sides.begin(), sides.end());
    const auto [head, side, longest] = sides;
    return head >= kLeastHead && head <= kWidestHead && side >= kLeastSide && longest <= kLongestSide &&
           longest <= side * std::numbers::sqrt2;
}

} // namespace

std::span<const LibraryKernel> publishedKernels(const hardware::Gpu& gpu) {
    if (gpu.vendor != "AMD" || gpu.architecture != "CDNA") return {};
    return kKernels;
}

std::optional<std::size_t> publishedKernelOf(double m, double n, double k) {
    if (!isOfAttention(m, n, k)) return std::nullopt;
    return nearestKernel(kSizes, m, n, k);
}

std::optional<std::size_t> nearestKernel(std::span<const LibrarySize> sizes, double m, double n, double k) {
    const auto squared = [](double a) { return a * a; };
    const LibrarySize* nearest = nullptr;
    double least = 0.0;
    const auto visit = [&](const LibrarySize& size) {
        const double columns = squared(n - size.n);
        if (nearest != nullptr && columns > least) return false;
        const double distance = columns + squared(m - size.m) + squared(k - size.k);
        // Of two at the same distance the larger, which comes later
        const bool is_nearer = nearest == nullptr || distance < least || (distance == least && &size > nearest);
        if (is_nearer) nearest = &size;
        if (is_nearer) least = distance;
        return true;
    };
    const auto start = std::lower_bound(sizes.begin(), sizes.end(), n,
                                        [](const LibrarySize& size, double columns) { return size.n < columns; });
    for (auto size = start; size != sizes.end() && visit(*size); ++size) {
    }
    for (auto size = start; size != sizes.begin() && visit(*(size - 1)); --size) {
    }
    if (nearest == nullptr || nearest->kernel == kOther) return std::nullopt;
    return nearest->kernel;
}

} // namespace strata::gpu
