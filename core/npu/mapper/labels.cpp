// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapper/labels.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace strata::npu::detail {
namespace {

std::uint64_t bitsOf(double value) { return std::bit_cast<std::uint64_t>(value); }

/// Whether the order of the known loops matters in ways that no number tells: where children further inside may hand
/// tiles over when one of these loops advances, or share what the units ask for. Loops inside the children's tile do
/// not: what is handed over is the tile as a whole.
bool everyLoopCounts(const LinkModel& model, std::size_t level, const std::array<std::size_t, kMaxLevels + 1>& begin,
                     std::size_t count) {
    const MapSpace& space = *model.space;
    if (model.spread_units) return true;
    for (std::size_t t = 0; t < space.tensors; ++t) {
        const TensorShape& shape = space.shapes[t];
        if (!shape.regular) return true;
        if (!shape.slides || !model.passing) continue;
        for (const std::uint32_t d : space.dimensions) {
            const bool shared =
                (shape.relevant >> d & 1u) != 0 && std::popcount(shape.axis_dimensions[shape.axis[d]]) > 1;
            for (std::size_t l = level + 1; l < space.levels; ++l)
                if (shared && model.spatial[l][d] > 1 && count > begin[l + 1]) return true;
        }
    }
    return false;
}

} // namespace

Label labelOf(const LinkModel& model, std::size_t level,
              const std::array<PerDimension<double>, kMaxLevels + 1>& temporal,
              const std::array<std::size_t, kMaxLevels + 1>& begin, const OuterLoop* loops, std::size_t count,
              const PerDimension<double>& further) {
    const MapSpace& space = *model.space;
    Label label;
    label.key.push_back(level);
    for (const std::uint32_t d : space.dimensions)
        label.key.push_back(bitsOf(temporal[level + 1][d]));
    if (everyLoopCounts(model, level, begin, count)) {
        for (std::size_t i = 0; i < count; ++i) {
            label.key.push_back(loops[i].dimension);
            label.key.push_back(bitsOf(loops[i].bound));
        }
        for (std::size_t l = level + 1; l < space.levels; ++l)
            label.key.push_back(begin[l]);
        return label;
    }
    double left = 1.0;
    for (const std::uint32_t d : space.dimensions)
        left *= further[d];
    double energy_pj = 0.0;
    std::array<double, kMaxLevels> reads{}, writes{};
    for (const Link& link : model.links) {
        if (link.lower <= level) break;
        if (link.lower == space.levels) continue; // one word a cycle
        const TensorShape& shape = space.shapes[link.tensor];
        const OuterLoop* const outside = loops + begin[link.lower];
        const std::size_t known = count - begin[link.lower];
        std::uint32_t moving = 0, axes = 0;
        for (std::size_t i = 0; i < known; ++i) {
            if ((shape.relevant >> outside[i].dimension & 1u) == 0) continue;
            moving |= 1u << outside[i].dimension;
            axes |= 1u << shape.axis[outside[i].dimension];
        }
        if (moving == 0 || (shape.slides && std::popcount(axes) == 1)) {
            // What comes outside decides: a smaller tile is never worse, where tiles overlap only an equal one.
            label.key.push_back(moving == 0 ? 1 : 2);
            AxisVector extent;
            const double whole = model.tileWords(link.lower, link.tensor, temporal[link.lower], extent);
            if (!shape.slides) {
                label.numbers.push_back(whole);
                continue;
            }
            for (std::size_t a = 0; a < space.projections[link.tensor].axis_count; ++a)
                label.key.push_back(bitsOf(extent[a]));
            for (std::size_t i = 0; i < known && moving != 0; ++i) {
                label.key.push_back(outside[i].dimension);
                label.key.push_back(bitsOf(outside[i].bound));
                label.key.push_back(bitsOf(outside[i].stride));
            }
            continue;
        }
        label.key.push_back(3);
        const LinkWords words = wordsOf(link, knownWords(model, link, temporal[link.lower], outside, known, further));
        energy_pj += words.energy_pj;
        reads[link.upper] += (link.output ? words.back : words.asked) * link.upper_weight;
        if (link.output) writes[link.upper] += words.asked * link.upper_weight;
        writes[link.lower] += words.filled * link.lower_weight;
    }
    label.numbers.push_back(energy_pj);
    for (std::size_t l = 0; l < space.levels; ++l) {
        if (std::isfinite(space.facts[l].read_limit)) label.numbers.push_back(reads[l]);
        if (std::isfinite(space.facts[l].write_limit)) label.numbers.push_back(writes[l]);
    }
    return label;
}

bool Labels::add(Label label) {
    auto& known = known_[std::move(label.key)];
    const auto noWorse = [](const std::vector<double>& a, const std::vector<double>& b) {
        for (std::size_t i = 0; i < a.size(); ++i)
            if (a[i] > b[i]) return false;
        return true;
    };
    for (const auto& numbers : known)
        if (noWorse(numbers, label.numbers)) return false;
    std::erase_if(known, [&](const auto& numbers) { return noWorse(label.numbers, numbers); });
    known.push_back(std::move(label.numbers));
    return true;
}

} // namespace strata::npu::detail
