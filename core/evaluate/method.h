// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/kind.h"
#include "core/evaluate/engine/prepared_method.h"
#include "core/evaluate/estimate.h"
#include "core/evaluate/request.h"

#include <functional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace strata {

class DeviceMemo;
class Executor;
class Progress;

/// What an evaluation may use besides its request.
struct Context {
    const Library& library;
    std::stop_token stop;
    Progress* progress = nullptr;
    const Registry* registry = &builtinRegistry(); ///< never null
    Executor* executor = nullptr;                  ///< runs parts of the work beside each other; null: one by one
    DeviceMemo* devices = nullptr;                 ///< what is known of devices of this library; null: nothing is kept
};

/// Where the window has a request answered: before anything else, or behind what waits for nobody.
enum class Lane { Interactive, Batch };
/// What an answer usually costs; each takes some hundred times as long as the one before.
enum class Cost { Microseconds, Milliseconds, Seconds };
std::string_view name(Lane lane);
std::string_view name(Cost cost);

/// One way to answer a kind of request; a row of the table of methods.
struct Method {
    std::string_view id;          ///< "npu.loopnest"
    std::string_view kind;        ///< id of the kind that it answers
    std::string_view layer;       ///< "device", "network", "composition", "system", "serving"
    std::string_view platform;    ///< "NPU", "GPU", ...
    std::string_view methodology; ///< "analytical", "simulation", "learned", "table"
    std::string_view follows;     ///< the tool whose idea it follows
    std::string_view citation;
    std::string_view needs;    ///< what the request must contain
    std::string_view limits{}; ///< when it breaks down
    Lane lane = Lane::Interactive;
    Cost cost = Cost::Milliseconds;
    bool closed_form = true;                     ///< formulas; a simulation else
    std::string_view meanwhile{};                ///< method of the same kind that answers at once while this one works
    std::vector<std::string_view> alone_tells{}; ///< metrics that no other method of its kind tells
    bool reads_files = false;     ///< the same request may get another answer: results are not remembered
    bool own_measurements = true; ///< factors of the user's own take part; datasheets and other tools' models have none
    std::vector<EntryKind> hardware{};            ///< that it answers for; empty: all that its kind runs on
    std::vector<std::string_view> calibrations{}; ///< ids of the calibrations that it may read
    std::string_view code{};                      ///< hash of the sources of its numbers

    std::function<Result<Estimate>(const Request& request, const Context& context)> estimate{};
    PreparedMethod prepared{}; ///< for many points of one request; empty: each point is asked with a document
};

/// What an answer follows from besides its request and the catalog's facts: a hash of the method's code and of those of
/// the library's calibrations and tables of kernels that it reads. Changes whenever a number may change.
std::string versionOf(const Method& method, const Library& library);

/// Whether the method answers for the request's hardware, as far as the request knows it.
bool answersFor(const Method& method, const Request& request);

/// The method that a request asks for, or the default of its kind for the request's hardware. Errors: "unknown-method"
/// with those that would answer.
Result<const Method*> methodFor(const Request& request, const Registry& registry = builtinRegistry());

/// Evaluates by one method. Errors: those of the method, "internal".
Result<Estimate> evaluate(const Request& request, const Method& method, const Context& context);

/// Parses, chooses the method and evaluates: the one way in for window, command line and tests.
Result<Estimate> evaluate(const Json& request, const Context& context);

} // namespace strata
