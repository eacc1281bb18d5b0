// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/schema.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata::hardware {

struct Calibration;
struct EngineProfile;

/// What a few measurements say of one factor on the models: "products/work", "host/step", "fabric/bandwidth".
struct OwnFactor {
    std::string name;
    double log_mean = 0;    ///< of the factor on a time
    double prior_sigma = 0; ///< of its logarithm before anything was measured

    friend bool operator==(const OwnFactor&, const OwnFactor&) = default;
};

/// How well kernels of one kind are known.
struct OwnKind {
    std::string name;       ///< "products/fp8/heuristic"
    double noise = 0;       ///< ln: what no factor and no neighbour explains
    double shape_sigma = 0; ///< ln: what neighbouring shapes have in common
    double spread = 1;      ///< of what was measured over what was expected, for all kinds of the family

    friend bool operator==(const OwnKind&, const OwnKind&) = default;
};

/// A measured kernel that kernels of like shape learn from.
struct OwnKernel {
    std::string kind;
    std::vector<double> place; ///< gpu::ownPlaceOf()
    double weight = 0;         ///< of its likeness in ln(measured / predicted)

    friend bool operator==(const OwnKernel&, const OwnKernel&) = default;
};

/// The suite of calibrations that hold measurements of the user's own.
inline constexpr std::string_view kOwnSuite = "own";

/// A few measurements of one's own and what follows from them: the member `own` of a calibration.
struct OwnMeasurements {
    std::string hardware;       ///< id of the device; empty: any
    std::string cluster;        ///< id; empty: any
    std::string engine;         ///< id of the runtime; empty: any
    std::string engine_version; ///< empty: any
    std::string date;           ///< YYYY-MM-DD, of the inference
    std::string prior;          ///< version of the calibrations that the rows were compared with
    std::string version;        ///< of this entry: a hash of rows, prior and factors
    bool enabled = true;
    bool trial = false; ///< holds before all others: factors that an inference tries
    std::vector<OwnFactor> factors;
    std::vector<double> covariance; ///< of the factors' logarithms after the measurements, lower triangle by rows
    std::vector<OwnKind> kinds;
    std::vector<OwnKernel> kernels;
    std::shared_ptr<const Json> rows; ///< as assess/rows.h writes them, with what was predicted before and after

    double covarianceOf(std::size_t a, std::size_t b) const;
    /// 0 where the entry does not know the factor.
    double logMean(std::string_view factor) const;
    const OwnFactor* find(std::string_view factor) const;

    friend bool operator==(const OwnMeasurements&, const OwnMeasurements&) = default;
};

/// Schema of the member `own` of hwlib/calibration/*.json.
const ObjectSchema& ownMeasurementsSchema();
/// Errors: those of validate(), "bad-value" where covariance and factors do not fit, below `pointer`.
Result<OwnMeasurements> readOwnMeasurements(const Json& document, std::string_view pointer);
Json toJson(const OwnMeasurements& own);

/// Calibrations carry them as text, in groups of the keys "own" and "own-rows": most have none, and nothing but what
/// applies them reads them.
void setOwnMeasurements(Calibration& calibration, const OwnMeasurements& own);
/// Those of a calibration; null where it has none. Rows are read only where they are asked for.
std::shared_ptr<const OwnMeasurements> ownMeasurementsOf(const Calibration& calibration, bool rows = false);
/// The member `own` of the document that the calibration came from; null where it has none.
Json ownDocument(const Calibration& calibration);
bool holdsOwnMeasurements(const Calibration& calibration);

/// The newest enabled one, or the trial, that holds for this device under this runtime (null: whatever runs); null
/// where none does.
std::shared_ptr<const OwnMeasurements> ownOfDevice(std::span<const Calibration> calibrations, std::string_view hardware,
                                                   const EngineProfile* runtime);
/// The same for a fabric.
std::shared_ptr<const OwnMeasurements> ownOfCluster(std::span<const Calibration> calibrations,
                                                    std::string_view cluster);

} // namespace strata::hardware
