// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"
#include "core/evaluate/request.h"

#include <span>
#include <stop_token>
#include <string_view>

namespace strata {

class DeviceMemo;
class Progress;

/// What an evaluation may use besides its request.
struct Context {
    const Library& library;
    std::stop_token stop;
    Progress* progress = nullptr;
    DeviceMemo* devices = nullptr; ///< what is known of devices of this library; null: nothing is kept
};

/// One way to answer a kind of request; a row of the method table.
struct Method {
    std::string_view id;      ///< "npu.loopnest"
    std::string_view version; ///< part of the cache key; changes whenever a number changes
    RequestKind kind = RequestKind::Layer;
    std::string_view layer;       ///< "device", "network", "composition", "system", "serving"
    std::string_view platform;    ///< "NPU", "GPU", ...
    std::string_view methodology; ///< "analytical", "simulation", "learned", "table"
    std::string_view follows;     ///< the tool whose idea it follows
    std::string_view citation;
    std::string_view needs;   ///< what the request must contain
    std::string_view limits;  ///< when it breaks down
    bool reads_files = false; ///< the same request may get another answer: results are not remembered
    Result<Estimate> (*estimate)(const Request&, const Context&) = nullptr;
};

/// All methods, the default of a kind before its others.
std::span<const Method> builtinMethods();

/// The method that a request asks for, or the default of its kind. Errors: "unknown-method" with those of the kind.
Result<const Method*> methodFor(const Request& request);

/// Evaluates by one method. Errors: those of the method, "internal".
Result<Estimate> evaluate(const Request& request, const Method& method, const Context& context);

/// Parses, chooses the method and evaluates: the one way in for window, command line and tests.
Result<Estimate> evaluate(const Json& request, const Context& context);

} // namespace strata
