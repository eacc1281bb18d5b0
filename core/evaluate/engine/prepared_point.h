// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/engine/compiled_request.h"
#include "core/evaluate/method.h"

namespace strata {

/// A resolved request whose hardware can be changed number by number.
class PreparedPoint {
public:
    virtual ~PreparedPoint() = default;

    /// Makes a number of the hardware's document settable; false where it is none. Numbers count in the order
    /// of calls.
    virtual bool addNumber(std::string_view pointer) = 0;
    /// False where the device cannot have that value.
    virtual bool setNumber(std::size_t index, double value) = 0;

    /// As CompiledRequest::evaluate().
    virtual bool evaluate(std::span<double> metrics, std::string& reason, const std::stop_token& stop) = 0;
};

/// Few words for an error that many points share.
std::string shortReason(const Error& error);

} // namespace strata
