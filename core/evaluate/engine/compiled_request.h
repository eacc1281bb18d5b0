// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/schema.h"
#include "core/evaluate/request.h"

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace strata {

class Executor;

/// One value of a request that differs from point to point.
struct Varied {
    std::string pointer;               ///< into the request, as for setParameter()
    std::shared_ptr<const Json> words; ///< an array of what may stand there: the point has an index; null: a number
};

/// A request prepared once, so that many points of it are answered without reading documents: numbers of the
/// hardware are set in place, other values are resolved once for each combination. One object serves one
/// thread.
class CompiledRequest {
public:
    virtual ~CompiledRequest() = default;

    /// What evaluate() writes; the same names as in an estimate, headline first.
    const std::vector<std::string>& metrics() const { return metrics_; }

    /// Answers one point, values in the order of the varied pointers. A metric that this point does not have
    /// is NaN. False where the design cannot exist or is no sound request: all metrics are NaN, `reason` says
    /// why in few words that many points share ("over-capacity: shared_glb"). Stopped work returns false with
    /// the reason "cancelled".
    virtual bool evaluate(std::span<const double> values, std::span<double> metrics, std::string& reason,
                          const std::stop_token& stop) = 0;

protected:
    std::vector<std::string> metrics_;
};

/// Prepares a request for its method, or for each of the methods that `/method` varies over; registry and
/// executor outlive it.
/// Methods without a form of their own are asked with a document for each point. Errors: those of the request;
/// "bad-value" where it has no valid estimate and its metrics are therefore not known.
Result<std::unique_ptr<CompiledRequest>> compileRequest(const Json& request, std::span<const Varied> varied,
                                                        std::shared_ptr<const Library> library,
                                                        const Registry& registry = builtinRegistry(),
                                                        Executor* executor = nullptr);

/// The same, with a document for each point whatever the method: what the others are measured and checked
/// against.
Result<std::unique_ptr<CompiledRequest>> compileByDocuments(const Json& request, std::span<const Varied> varied,
                                                            std::shared_ptr<const Library> library,
                                                            const Registry& registry = builtinRegistry(),
                                                            Executor* executor = nullptr);

/// A point's value as it stands in a document: whole numbers without a fraction.
Json documentValue(const Varied& varied, double value);

/// The field that rules a pointer into a request, nullptr where no schema knows it. Valid as long as the
/// program runs.
const Field* fieldOf(const Json& request, std::string_view pointer, const Library& library,
                     const Registry& registry = builtinRegistry());

} // namespace strata
