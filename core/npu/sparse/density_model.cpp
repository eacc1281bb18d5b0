// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/sparse/density_model.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace strata::npu::sparse {
namespace {

using Distribution = workload::TensorDensity::Distribution;

constexpr double kMostSteps = 400.0; ///< occupancies of a tile that are looked at one by one
constexpr double kSpread = 8.0;      ///< standard deviations beyond which nothing is looked at

double logChoose(double n, double k) { return std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0); }

/// Probability of the whole number next to share x words.
double structuredProbability(double exact, double nonzero) {
    const double low = std::floor(exact);
    const double above = exact - low;
    if (nonzero == low) return 1.0 - above;
    return nonzero == std::ceil(exact) ? above : 0.0;
}

void normalise(std::vector<Occupancy>& occupancies) {
    double sum = 0.0;
    for (const Occupancy& occupancy : occupancies)
        sum += occupancy.probability;
    for (Occupancy& one : occupancies)
        one.probability /= sum;
}

} // namespace

DensityModel::DensityModel(const workload::TensorDensity& density, const TileShape& whole)
    : density_(density), whole_(whole), share_(density.share) {
    if (density_.distribution == Distribution::Banded) {
        const double rows = whole.extent[0];
        const double columns = whole.extent[1];
        const double half = static_cast<double>(density_.half_width);
        nonzero_ = 0.0;
        for (double row = 0.0; row < rows; row += 1.0)
            nonzero_ += std::max(0.0, std::min(columns, row + half + 1.0) - std::max(0.0, row - half));
        share_ = nonzero_ / whole.words;
        return;
    }
    nonzero_ = std::ceil(share_ * whole.words - 1e-9);
}

double DensityModel::uniformProbability(double population, double nonzero, double draws, double drawn) const {
    if (drawn > nonzero || drawn > draws || draws - drawn > population - nonzero) return 0.0;
    return std::exp(logChoose(nonzero, drawn) + logChoose(population - nonzero, draws - drawn) -
                    logChoose(population, draws));
}

double DensityModel::blockMoment(int power) const {
    double moment = 0.0;
    for (const auto& bin : density_.bins)
        moment += bin.weight * std::pow(bin.share, power);
    return moment;
}

double DensityModel::probability(const TileShape& tile, double nonzero) const {
    switch (density_.distribution) {
    case Distribution::Dense: return nonzero == tile.words ? 1.0 : 0.0;
    case Distribution::Uniform: return uniformProbability(whole_.words, nonzero_, tile.words, nonzero);
    case Distribution::Structured: return structuredProbability(share_ * tile.words, nonzero);
    case Distribution::Banded: break;
    case Distribution::Histogram:
        if (tile.words <= density_.block) {
            double sum = 0.0;
            for (const auto& bin : density_.bins) {
                const double low = std::floor(bin.share * density_.block + 1e-9);
                const double above = std::max(0.0, bin.share * density_.block - low);
                sum += bin.weight * (1.0 - above) * uniformProbability(density_.block, low, tile.words, nonzero);
                if (above > 1e-9)
                    sum += bin.weight * above * uniformProbability(density_.block, low + 1.0, tile.words, nonzero);
            }
            return sum;
        }
        break;
    }
    for (const Occupancy& occupancy : occupancies(tile)) {
        if (occupancy.words == nonzero) return occupancy.probability;
    }
    return 0.0;
}

double DensityModel::probabilityEmpty(const TileShape& tile, const Around& around) const {
    if (around.words > 0.0 && around.nonzero <= 0.0) return 1.0;
    switch (density_.distribution) {
    case Distribution::Dense: return 0.0;
    case Distribution::Uniform:
        return around.words > 0.0 ? uniformProbability(around.words, around.nonzero, tile.words, 0.0)
                                  : probability(tile, 0.0);
    case Distribution::Structured:
        return structuredProbability(
            around.words > 0.0 ? around.nonzero / around.words * tile.words : share_ * tile.words, 0.0);
    case Distribution::Banded:
    case Distribution::Histogram: break;
    }
    double empty = 0.0;
    if (density_.distribution == Distribution::Histogram && tile.words > density_.block) {
        TileShape block;
        block.words = density_.block;
        empty = std::pow(probability(block, 0.0), tile.words / density_.block);
    } else {
        empty = probability(tile, 0.0);
    }
    if (around.words <= 0.0) return empty;
    // The tile around is not empty; of it no more is known than that.
    TileShape outer;
    outer.words = around.words;
    outer.extent = whole_.extent;
    if (density_.distribution == Distribution::Banded) return empty;
    const double outer_empty = probabilityEmpty(outer);
    return outer_empty >= 1.0 ? 1.0 : std::max(0.0, (empty - outer_empty) / (1.0 - outer_empty));
}

std::vector<Occupancy> DensityModel::bandedOccupancies(const TileShape& tile) const {
    const double height = std::max(1.0, tile.extent[0]);
    const double width = std::max(1.0, tile.extent[1]);
    const double half = static_cast<double>(density_.half_width);
    const double rows = std::max(1.0, std::floor(whole_.extent[0] / height));
    const double columns = std::max(1.0, std::floor(whole_.extent[1] / width));
    std::map<double, double> tiles;
    double seen = 0.0;
    for (double row = 0.0; row < rows; row += 1.0) {
        // Only these columns of tiles meet the band in this row of tiles.
        const double first = std::max(0.0, std::floor((row * height - half) / width));
        const double last = std::min(columns - 1.0, std::floor((row * height + height - 1.0 + half) / width));
        for (double column = first; column <= last; column += 1.0) {
            double nonzero = 0.0;
            for (double r = row * height; r < (row + 1.0) * height; r += 1.0) {
                nonzero += std::max(0.0, std::min((column + 1.0) * width, r + half + 1.0) -
                                             std::max(column * width, r - half));
            }
            tiles[nonzero] += 1.0;
            seen += 1.0;
        }
    }
    tiles[0.0] += rows * columns - seen;
    std::vector<Occupancy> occupancies;
    for (const auto& [words, count] : tiles) {
        if (count > 0.0) occupancies.push_back({words, count / (rows * columns)});
    }
    return occupancies;
}

std::vector<Occupancy> DensityModel::occupancies(const TileShape& tile) const {
    const double n = tile.words;
    if (density_.distribution == Distribution::Dense) return {{n, 1.0}};
    if (density_.distribution == Distribution::Banded) return bandedOccupancies(tile);
    std::vector<Occupancy> found;
    if (density_.distribution == Distribution::Structured) {
        const double low = std::floor(share_ * n);
        const double above = share_ * n - low;
        found.push_back({low, 1.0 - above});
        if (above > 0.0) found.push_back({low + 1.0, above});
        return found;
    }
    const bool histogram = density_.distribution == Distribution::Histogram;
    const double blocks = histogram ? n / density_.block : 0.0;
    double variance = 0.0;
    if (histogram && blocks > 1.0) {
        variance = n * density_.block * (blockMoment(2) - share_ * share_);
    } else if (histogram) {
        variance = n * n; // a mixture: every occupancy
    } else {
        const double others = std::max(1.0, whole_.words - 1.0);
        variance = n * share_ * (1.0 - share_) * std::max(0.0, whole_.words - n) / others;
    }
    const double reach = kSpread * std::sqrt(variance) + 1.0;
    const double low = std::max({0.0, std::floor(share_ * n - reach), n - (whole_.words - nonzero_)});
    const double high = std::min({n, nonzero_, std::ceil(share_ * n + reach)});
    const double step = std::max(1.0, std::ceil((high - low) / kMostSteps));
    for (double words = low; words <= high; words += step) {
        double p = 0.0;
        if (histogram && blocks > 1.0) {
            const double z = (words - share_ * n) / std::max(1e-9, std::sqrt(variance));
            p = words == 0.0 ? probabilityEmpty(tile) : std::exp(-0.5 * z * z);
        } else {
            p = probability(tile, words);
        }
        if (p > 0.0) found.push_back({words, p});
    }
    if (found.empty()) found.push_back({std::round(share_ * n), 1.0});
    normalise(found);
    return found;
}

double DensityModel::mostOccupied(const TileShape& tile) const {
    switch (density_.distribution) {
    case Distribution::Dense: return tile.words;
    case Distribution::Uniform: return std::min(tile.words, nonzero_);
    case Distribution::Structured: return std::ceil(share_ * tile.words);
    case Distribution::Banded:
    case Distribution::Histogram: break;
    }
    double most = 0.0;
    for (const Occupancy& occupancy : occupancies(tile))
        most = std::max(most, occupancy.words);
    return most;
}

double DensityModel::mostPieces(const TileShape& tile, const TileShape& piece) const {
    const double pieces = std::max(1.0, std::floor(tile.words / piece.words));
    const double most = mostOccupied(tile);
    if (density_.distribution == Distribution::Structured)
        return std::ceil(pieces * (1.0 - probabilityEmpty(piece, {tile.words, most})));
    return std::min(pieces, most);
}

} // namespace strata::npu::sparse
