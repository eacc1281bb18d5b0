// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace strata {

/// Where long work tells how far it is. Implementations are called from worker threads and return at once.
class Progress {
public:
    virtual ~Progress() = default;
    /// @param total 0 when it is not known
    virtual void report(std::uint64_t done, std::uint64_t total, std::string_view what) = 0;
};

} // namespace strata
