// SPDX-License-Identifier: GPL-3.0-or-later
// Measures resources/samples/tuning-blocked-product.csv: a product of two matrices of 192 x 192 floats in blocks, by
// sizes of the blocks, order of the loops over blocks and unrolling, on one thread.
//   c++ -O2 -march=native blocked_product.cpp && ./a.out > tuning-blocked-product.csv
// A time is the least of five runs, in processor time of the thread, so that other programs disturb it little. Every
// fourth configuration is left out: its time stays empty.
#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

namespace {

constexpr int kSize = 192, kRuns = 5;
std::vector<float> a(kSize*kSize, 1.0F), b(kSize*kSize, 2.0F), c(kSize*kSize);

double now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

template <int Unroll>
void block(int i0, int i1, int j0, int j1, int k0, int k1) {
    for (int i = i0; i < i1; ++i)
        for (int k = k0; k < k1; k += Unroll)
            for (int j = j0; j < j1; ++j) {
                float sum = c[i * kSize + j];
                for (int u = 0; u < Unroll; ++u)
                    sum += a[i * kSize + k + u] * b[(k + u) * kSize + j];
                c[i * kSize + j] = sum;
            }
}

template <int Unroll>
void product(const std::array<int, 3>& tile, const std::string& order) {
    std::array<int, 3> place{}; // m, n, k
    const auto axis = [&](int level) { return order[level] == 'm' ? 0 : order[level] == 'n' ? 1 : 2; };
    const int x = axis(0), y = axis(1), z = axis(2);
    for (place[x] = 0; place[x] < kSize; place[x] += tile[x])
        for (place[y] = 0; place[y] < kSize; place[y] += tile[y])
            for (place[z] = 0; place[z] < kSize; place[z] += tile[z])
                block<Unroll>(place[0], std::min(place[0] + tile[0], kSize), place[1],
                              std::min(place[1] + tile[1], kSize), place[2], std::min(place[2] + tile[2], kSize));
}

double leastTime(const std::array<int, 3>& tile, const std::string& order, int unroll) {
    double least = 1e9;
    for (int run = 0; run < kRuns; ++run) {
        std::fill(c.begin(), c.end(), 0.0F);
        const double start = now();
        unroll == 1 ? product<1>(tile, order) : unroll == 2 ? product<2>(tile, order) : product<4>(tile, order);
        least = std::min(least, now() - start);
    }
    return least;
}

} // namespace

int main() {
    std::printf("tile_m,tile_n,tile_k,order,unroll,time_us\n");
    int number = 0;
    for (const int m : {4, 12, 48, 192})
        for (const int n : {8, 16, 48, 96, 192})
            for (const int k : {4, 12, 48, 192})
                for (const char* order : {"mnk", "mkn", "nkm", "knm"})
                    for (const int unroll : {1, 2, 4}) {
                        if (++number % 2 == 0 && unroll == 2)
                            continue; // half of the middle values, so that the file stays small
                        std::printf("%d,%d,%d,%s,%d,", m, n, k, order, unroll);
                        if (number % 4 != 3) std::printf("%.1f", 1e6 * leastTime({m, n, k}, order, unroll));
                        std::printf("\n");
                    }
}
