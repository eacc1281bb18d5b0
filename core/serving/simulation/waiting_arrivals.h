// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/request.h"

#include <utility>
#include <vector>

namespace strata::serving {

/// Arrivals that a finished request brings about and whose time is still to come. Places are used again.
class WaitingArrivals {
public:
    std::uint32_t keep(Arrival arrival) {
        if (free_.empty()) {
            free_.push_back(static_cast<std::uint32_t>(arrivals_.size()));
            arrivals_.emplace_back();
        }
        const std::uint32_t place = free_.back();
        free_.pop_back();
        arrivals_[place] = std::move(arrival);
        return place;
    }
    Arrival take(std::uint32_t place) {
        free_.push_back(place);
        return std::move(arrivals_[place]);
    }

private:
    std::vector<Arrival> arrivals_;
    std::vector<std::uint32_t> free_;
};

} // namespace strata::serving
