// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/order.h"

#include <limits>

namespace strata::coverage {

std::vector<std::size_t> clusterOrder(std::size_t count,
                                      const std::function<double(std::size_t, std::size_t)>& distance) {
    std::vector<std::vector<std::size_t>> clusters;
    std::vector<std::vector<double>> apart(count, std::vector<double>(count, 0.0));
    for (std::size_t i = 0; i < count; ++i) {
        clusters.push_back({i});
        for (std::size_t j = 0; j < i; ++j)
            apart[i][j] = apart[j][i] = distance(i, j);
    }
    while (clusters.size() > 1) {
        std::size_t first = 0, second = 1;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < clusters.size(); ++i)
            for (std::size_t j = i + 1; j < clusters.size(); ++j)
                if (apart[i][j] < least) {
                    least = apart[i][j];
                    first = i;
                    second = j;
                }
        const auto a = static_cast<double>(clusters[first].size()), b = static_cast<double>(clusters[second].size());
        for (std::size_t k = 0; k < clusters.size(); ++k)
            apart[first][k] = apart[k][first] = (a * apart[first][k] + b * apart[second][k]) / (a + b);
        clusters[first].insert(clusters[first].end(), clusters[second].begin(), clusters[second].end());
        clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(second));
        apart.erase(apart.begin() + static_cast<std::ptrdiff_t>(second));
        for (auto& row : apart)
            row.erase(row.begin() + static_cast<std::ptrdiff_t>(second));
    }
    return clusters.empty() ? std::vector<std::size_t>() : clusters.front();
}

} // namespace strata::coverage
