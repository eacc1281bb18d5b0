// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace strata::npu::detail {

/// A mapping's worth: the goal first, the energy-delay product among equals. Infinite: it does not fit.
struct Worth {
    double goal = std::numeric_limits<double>::infinity();
    double edp = std::numeric_limits<double>::infinity();

    bool operator<(const Worth& other) const { return goal != other.goal ? goal < other.goal : edp < other.edp; }
    bool valid() const { return goal < std::numeric_limits<double>::infinity(); }
};

/// What is known of mappings by their hash: one array with linear probing, as a search looks into it at every step.
class KnownMappings {
public:
    explicit KnownMappings(std::uint64_t expected) : slots_(std::bit_ceil(2 * expected + 2)) {}

    std::size_t size() const { return size_; }
    /// The place of a hash, and whether it is new. It stands until the next call.
    std::pair<Worth*, bool> place(std::uint64_t hash) {
        if (2 * size_ >= slots_.size()) grow();
        Slot& slot = slotOf(hash);
        const bool is_new = !slot.taken;
        size_ += is_new ? 1 : 0;
        slot.taken = true;
        slot.hash = hash;
        return {&slot.worth, is_new};
    }
    Worth* find(std::uint64_t hash) {
        Slot& slot = slotOf(hash);
        return slot.taken ? &slot.worth : nullptr;
    }

private:
    struct Slot {
        std::uint64_t hash = 0;
        Worth worth;
        bool taken = false;
    };

    Slot& slotOf(std::uint64_t hash) {
        std::size_t at = hash & (slots_.size() - 1);
        while (slots_[at].taken && slots_[at].hash != hash)
            at = (at + 1) & (slots_.size() - 1);
        return slots_[at];
    }

    void grow() {
        std::vector<Slot> before(2 * slots_.size());
        std::swap(before, slots_);
        for (const Slot& slot : before)
            if (slot.taken) slotOf(slot.hash) = slot;
    }

    std::vector<Slot> slots_;
    std::size_t size_ = 0;
};

} // namespace strata::npu::detail
