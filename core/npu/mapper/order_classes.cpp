// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapper/order_classes.h"

#include <algorithm>
#include <bit>
#include <map>

namespace strata::npu::detail {
namespace {

constexpr std::size_t kMostLoops = 8; ///< whose orders are listed
constexpr std::uint8_t kEnd = 255;

using Signature = std::vector<std::uint8_t>;

/// What the words of a tensor depend on without hand-over.
void appendWords(const TensorShape& shape, const LoopOrder& order, Signature& signature) {
    if (!shape.regular) {
        signature.insert(signature.end(), order.begin(), order.end());
        return;
    }
    std::size_t at = 0;
    std::uint32_t still = 0;
    while (at < order.size() && (shape.relevant >> order[at] & 1u) == 0)
        still |= 1u << order[at++];
    signature.push_back(static_cast<std::uint8_t>(still & 255u));
    signature.push_back(static_cast<std::uint8_t>(still >> 8));
    if (shape.slides && at < order.size() && std::popcount(shape.axis_dimensions[shape.axis[order[at]]]) > 1) {
        const std::uint32_t axis = shape.axis[order[at]];
        for (; at < order.size(); ++at) {
            const bool relevant = (shape.relevant >> order[at] & 1u) != 0;
            if (relevant && shape.axis[order[at]] != axis) break;
            signature.push_back(order[at]);
        }
    }
    signature.push_back(kEnd);
}

/// What it depends on with hand-over: the loops up to the first one along an axis of its own.
void appendHandover(const TensorShape& shape, const LoopOrder& order, Signature& signature) {
    if (!shape.slides) return;
    for (const std::uint8_t d : order) {
        signature.push_back(d);
        const bool relevant = (shape.relevant >> d & 1u) != 0;
        if (shape.regular && relevant && std::popcount(shape.axis_dimensions[shape.axis[d]]) == 1) break;
    }
    signature.push_back(kEnd);
}

/// Whether the loops that a level fixes stand innermost in their order. `fixed` lists the outermost first.
bool keepsOrder(const std::vector<std::uint32_t>& fixed, const LoopOrder& order) {
    std::size_t at = 0;
    for (std::size_t f = fixed.size(); f-- > 0;) {
        const bool present = std::find(order.begin(), order.end(), fixed[f]) != order.end();
        if (present && order[at++] != fixed[f]) return false;
    }
    return true;
}

} // namespace

std::vector<std::uint8_t> orderSignature(const MapSpace& space, const LoopOrder& order, std::uint32_t tensors) {
    Signature signature;
    for (std::size_t t = 0; t < space.tensors; ++t)
        if ((tensors >> t & 1u) != 0) appendWords(space.shapes[t], order, signature);
    return signature;
}

OrderClasses::OrderClasses(const MapSpace& space) : classes_(1) {
    for (std::size_t l = 0; l < space.levels; ++l) {
        if (!space.order[l].empty()) {
            table_[l] = classes_.size();
            classes_.emplace_back();
        }
    }
    for (std::size_t l = 0; l < space.levels; ++l) {
        std::uint32_t may = 0;
        for (const std::uint32_t d : space.dimensions)
            may |= space.temporal[l][d].most > 1 ? 1u << d : 0u;
        auto& table = classes_[table_[l]];
        for (std::uint32_t set = may;; set = (set - 1) & may) {
            if (!table.contains(set)) table.emplace(set, classify(space, l, set));
            if (static_cast<std::size_t>(std::popcount(set)) > kMostLoops) complete_ = false;
            if (set == 0) break;
        }
    }
}

std::vector<OrderClass> OrderClasses::classify(const MapSpace& space, std::size_t level,
                                               std::uint32_t dimensions) const {
    LoopOrder order;
    for (std::uint8_t d = 0; d < kMaxDimensions; ++d)
        if ((dimensions >> d & 1u) != 0) order.push_back(d);
    if (order.size() > kMostLoops) return {OrderClass{{order}}};
    std::map<Signature, std::map<Signature, LoopOrder>> found;
    do {
        if (!keepsOrder(space.order[level], order)) continue;
        Signature words, handover;
        for (std::size_t t = 0; t < space.tensors; ++t) {
            appendWords(space.shapes[t], order, words);
            appendHandover(space.shapes[t], order, handover);
        }
        found[words].emplace(handover, order);
    } while (std::next_permutation(order.begin(), order.end()));
    std::vector<OrderClass> classes;
    for (const auto& [words, members] : found) {
        OrderClass& order_class = classes.emplace_back();
        for (const auto& [handover, member] : members)
            order_class.members.push_back(member);
    }
    return classes;
}

const std::vector<OrderClass>& OrderClasses::of(std::size_t level, std::uint32_t dimensions) const {
    const auto& table = classes_[table_[level]];
    const auto found = table.find(dimensions);
    return found == table.end() ? none_ : found->second;
}

} // namespace strata::npu::detail
