// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapper/inner_parts.h"

#include <algorithm>
#include <bit>

namespace strata::npu::detail {
namespace {

constexpr std::size_t kMostTried = 200'000; ///< tiles with an order of their loops

std::uint64_t bitsOf(double value) { return std::bit_cast<std::uint64_t>(value); }

bool noWorse(const std::vector<double>& a, const std::vector<double>& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i] > b[i]) return false;
    return true;
}

} // namespace

InnerParts::InnerParts(const MapSpace& space, const KeepMask& keep, const OrderClasses& orders)
    : space_(space), orders_(orders), model_(makeLinkModel(space, keep, oneUnit())), from_(space.levels) {
    while (from_ > 0) {
        const hardware::NpuLevel& level = space.architecture->levels[from_ - 1];
        if (std::uint64_t{level.fanout_x} * level.fanout_y > 1) break;
        --from_;
    }
    const auto regular = [](const TensorShape& shape) { return shape.regular; };
    // The outermost level takes what is left, which depends on the spatial factors.
    from_ = std::max<std::size_t>(from_, 1);
    if (from_ >= space.levels ||
        !std::all_of(space.shapes.begin(), space.shapes.begin() + static_cast<std::ptrdiff_t>(space.tensors), regular))
        return;
    for (const std::uint32_t d : space.dimensions)
        divisors_[d] = divisorsOf(space.bound[d]);
    usable_ = true;
    Partial nothing;
    nothing.temporal.resize(space.levels + 1);
    nothing.temporal[space.levels].fill(1.0);
    nothing.order.resize(space.levels, nullptr);
    nothing.begin.resize(space.levels + 1, 0);
    ByKey inner;
    inner[{}].push_back({{}, nothing});
    for (std::size_t level = space.levels; usable_ && level-- > from_;) {
        ByKey kept;
        for (const auto& [key, ways] : inner) {
            for (const Kept& way : ways) {
                PerDimension<double> tile = way.partial.temporal[level + 1];
                extend(level, 0, way.partial, tile, kept);
            }
        }
        inner = std::move(kept);
    }
    // Keys begin with the tile.
    for (const auto& [key, ways] : inner)
        for (const Kept& way : ways)
            parts_.push_back(finished(way.partial));
    if (!usable_) parts_.clear();
}

std::size_t InnerParts::bytes() const {
    std::size_t bytes = 0;
    for (const InnerPart& part : parts_)
        bytes += sizeof part + part.temporal.size() * sizeof part.temporal[0] +
                 part.order.size() * sizeof part.order[0] + part.words.size() * sizeof part.words[0];
    return bytes;
}

bool InnerParts::fits(std::size_t level, const PerDimension<double>& tile) const {
    for (std::size_t l = from_; l <= level; ++l)
        if (!model_.fits(l, tile)) return false;
    return true;
}

void InnerParts::extend(std::size_t level, std::size_t k, const Partial& inner, PerDimension<double>& tile,
                        ByKey& kept) {
    if (!usable_) return;
    if (k == space_.dimensions.size()) {
        if (fits(level, tile)) tryOrders(level, inner, tile, kept);
        return;
    }
    const std::uint32_t d = space_.dimensions[k];
    const FactorRange& range = space_.temporal[level][d];
    const auto before = static_cast<std::uint64_t>(tile[d]);
    for (const std::uint64_t divisor : divisors_[d]) {
        if (divisor % before != 0 || !range.admits(divisor / before)) continue;
        tile[d] = static_cast<double>(divisor);
        if (divisor > before && !fits(level, tile)) break; // nor does a larger one
        extend(level, k + 1, inner, tile, kept);
    }
    tile[d] = static_cast<double>(before);
}

void InnerParts::tryOrders(std::size_t level, const Partial& inner, const PerDimension<double>& tile, ByKey& kept) {
    const PerDimension<double>& inside = inner.temporal[level + 1];
    std::uint32_t present = 0;
    for (const std::uint32_t d : space_.dimensions)
        if (tile[d] > inside[d]) present |= 1u << d;
    for (const OrderClass* const order : ordersAt(level, present)) {
        usable_ = usable_ && ++tried_ <= kMostTried;
        if (!usable_) return;
        Partial partial = inner;
        partial.temporal[level] = tile;
        partial.order[level] = order;
        for (const std::uint8_t d : order->members.front())
            partial.loops.push_back({d, tile[d] / inside[d], inside[d]});
        partial.begin[level] = partial.loops.size();
        keep(level, std::move(partial), kept);
    }
}

const InnerParts::OrderChoice& InnerParts::ordersAt(std::size_t level, std::uint32_t dimensions) {
    const auto [entry, is_new] = chosen_orders_.try_emplace({level, dimensions});
    if (is_new) entry->second = chooseOrders(level, dimensions);
    return entry->second;
}

/// Of the orders of a level's loops those that a link tells apart: only tiles further inside move with these loops. A
/// tensor whose tiles do not overlap is never worse off where more of the loops that leave it alone stand innermost.
InnerParts::OrderChoice InnerParts::chooseOrders(std::size_t level, std::uint32_t dimensions) const {
    std::uint32_t tensors = 0;
    bool slides = false;
    for (const Link& link : model_.links) {
        if (link.lower <= level || link.counts_cycles) continue;
        tensors |= 1u << link.tensor;
        slides = slides || space_.shapes[link.tensor].slides;
    }
    const auto still = [&](const LoopOrder& order) { // by tensor, loops that leave it alone and stand innermost
        std::vector<std::uint32_t> sets;
        for (std::uint32_t t = 0; t < space_.tensors; ++t) {
            if ((tensors >> t & 1u) == 0) continue;
            std::uint32_t& set = sets.emplace_back(0);
            for (std::size_t i = 0; i < order.size() && (space_.shapes[t].relevant >> order[i] & 1u) == 0; ++i)
                set |= 1u << order[i];
        }
        return sets;
    };
    const auto covers = [&](const OrderClass& a, const OrderClass& b) {
        const auto more = still(a.members.front()), fewer = still(b.members.front());
        for (std::size_t t = 0; t < more.size(); ++t)
            if ((fewer[t] & ~more[t]) != 0) return false;
        return true;
    };
    OrderChoice chosen;
    for (const OrderClass& order : orders_.of(level, dimensions)) {
        const auto noWorse = [&](const OrderClass* other, const OrderClass& than) {
            return slides ? orderSignature(space_, other->members.front(), tensors) ==
                                orderSignature(space_, than.members.front(), tensors)
                          : covers(*other, than);
        };
        if (std::ranges::any_of(chosen, [&](const OrderClass* other) { return noWorse(other, order); })) continue;
        std::erase_if(chosen, [&](const OrderClass* other) { return noWorse(&order, *other); });
        chosen.push_back(&order);
    }
    return chosen;
}

PassWords InnerParts::wordsOf(const Link& link, const Partial& partial) const {
    const std::size_t begin = partial.begin[link.lower];
    return passWords(model_, link, partial.temporal[link.lower], partial.loops.data() + begin,
                     partial.loops.size() - begin);
}

void InnerParts::keep(std::size_t level, Partial partial, ByKey& kept) const {
    std::vector<std::uint64_t> key;
    std::vector<double> numbers;
    for (const std::uint32_t d : space_.dimensions)
        key.push_back(bitsOf(partial.temporal[level][d]));
    for (const Link& link : model_.links) {
        if (link.lower < level) break;
        if (link.counts_cycles) continue; // one word a cycle
        const PassWords pass = wordsOf(link, partial);
        if (!space_.shapes[link.tensor].slides) { // a tile that stands still is never worse
            numbers.push_back(pass.words);
            numbers.push_back(pass.moved ? 1.0 : 0.0);
            continue;
        }
        // Where tiles overlap, what comes outside decides.
        key.push_back(pass.moved ? pass.one_axis ? 2 : 3 : 1);
        if (pass.moved && !pass.one_axis) {
            numbers.push_back(pass.words);
            continue;
        }
        for (const std::uint32_t d : space_.dimensions)
            if ((space_.shapes[link.tensor].relevant >> d & 1u) != 0)
                key.push_back(bitsOf(partial.temporal[link.lower][d]));
        for (std::size_t i = partial.begin[link.lower]; i < partial.loops.size() && pass.moved; ++i) {
            key.push_back(partial.loops[i].dimension);
            key.push_back(bitsOf(partial.loops[i].bound));
            key.push_back(bitsOf(partial.loops[i].stride));
        }
    }
    std::vector<Kept>& ways = kept[std::move(key)];
    for (const Kept& way : ways)
        if (noWorse(way.numbers, numbers)) return;
    std::erase_if(ways, [&](const Kept& way) { return noWorse(numbers, way.numbers); });
    ways.push_back({std::move(numbers), std::move(partial)});
}

InnerPart InnerParts::finished(const Partial& partial) const {
    InnerPart part;
    for (std::size_t l = from_; l < space_.levels; ++l) {
        part.temporal.push_back(partial.temporal[l]);
        part.order.push_back(partial.order[l]);
    }
    for (const Link& link : model_.links) {
        if (link.lower < from_) break;
        part.words.push_back(link.counts_cycles ? PassWords{} : wordsOf(link, partial));
    }
    return part;
}

} // namespace strata::npu::detail
